//! The end of the fight.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

/// Nobody is left.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx);
    Ok(())
}
