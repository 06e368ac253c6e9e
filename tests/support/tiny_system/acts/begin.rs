//! The fight begins.

use affray::resolver::{Resolver, Step};
use affray::systems::common::stage;

use super::round_end::next;

/// The fight begins, with its first round.
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    stage::begins(cx);
    next(cx)
}
