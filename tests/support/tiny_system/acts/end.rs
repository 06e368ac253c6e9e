//! The end of the fight.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

/// One side is left, or nobody.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx);
    Ok(())
}
