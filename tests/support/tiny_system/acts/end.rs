//! End of the fight.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

/// Ends the fight, when one side is left or none.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx);
    Ok(())
}
