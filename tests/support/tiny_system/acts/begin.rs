//! Start of the fight.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

use super::round_end::next;

/// Starts the fight and its first round.
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    stage::begins(cx);
    next(cx)
}
