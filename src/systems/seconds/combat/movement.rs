//! What it does to somebody that it moves (SEC-69, SEC-79, SEC-97).

use crate::encounter::Link;
use crate::resolver::Resolver;
use crate::values::Id;

use super::mounts;
use crate::systems::seconds::sheet::conditions::AIMS;
use crate::systems::seconds::sheet::schema::{Cover, Visibility, at};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::mounts::ridden_by;
use crate::systems::seconds::state::turn::Turn;
use crate::systems::seconds::state::{cover, sight};

/// Squares in a turn for 1 on Target (SEC-79).
const FAST: i64 = 30;

/// Somebody has moved so many squares, so many sixteenths of a metre; `straight` of these just before (SEC-97). Its rider
/// is carried along (SEC-79, SEC-121).
pub fn goes(cx: &mut Resolver<'_>, who: Id, squares: i64, far: i64, straight: i64) {
    let body = fighter(cx.now(), who).flesh;
    carried(cx, body, squares);
    Turn::change(cx, who, |turn| turn.straight = straight + far);
    if let Some(rider) = ridden_by(cx.now(), body) {
        let own = fighter(cx.now(), rider).squares(far);
        carried(cx, rider, own);
        mounts::moves(cx, body);
    }
}

/// Squares that somebody has been moved: faster than the eye it is harder to hit, and an aim is lost (SEC-69, SEC-79).
pub fn carried(cx: &mut Resolver<'_>, who: Id, squares: i64) {
    let moved = cx.get(who).sheet.get(at::moved_squares) + squares;
    cx.set(who, at::moved_squares, moved);
    let fast = moved / FAST;
    cx.change(who, at::high_speed_bonus, fast, "Target for its speed", "");
    if squares > 0 {
        cx.unlink_all(|link| link.kind == AIMS && link.from == who);
    }
}

/// Aims at whom the aimer does not see any more are lost (SEC-69).
pub fn out_of_sight(cx: &mut Resolver<'_>) {
    let now = cx.now();
    let lost = |link: &&Link| {
        link.kind == AIMS
            && (sight::seen(now, link.from, link.to) >= Visibility::Invisible
                || cover::effective(now, link.to) == Cover::Total)
    };
    let lost: Vec<Link> = now.links.iter().filter(lost).cloned().collect();
    cx.unlink_all(|link| lost.contains(link));
}
