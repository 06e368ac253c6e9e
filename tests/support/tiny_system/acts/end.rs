//! End of the fight.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

/// Ends the fight, which is offered if at most one side is left.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx, &[]);
    Ok(())
}
