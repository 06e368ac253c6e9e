//! Effects of movement on a combatant (SEC-69, SEC-79, SEC-97).

use crate::encounter::Link;
use crate::systems::prelude::*;

use super::mounts;
use crate::systems::seconds::says::{AimEnd, Says};
use crate::systems::seconds::sheet::conditions::AIMS;
use crate::systems::seconds::sheet::schema::{Cover, Visibility, at};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::occupants;
use crate::systems::seconds::state::mounts::ridden_by;
use crate::systems::seconds::state::turn::Turn;
use crate::systems::seconds::state::{cover, sight};

/// Squares moved in a turn that add 1 to Target (SEC-79).
const FAST: i64 = 30;

/// Records movement in squares and sixteenths of a metre; `straight` is the part just before (SEC-97). A mount counts
/// as moving (SEC-121).
pub fn goes(cx: &mut Resolver<'_>, who: Id, squares: i64, far: i64, straight: i64) {
    let body = fighter(cx.now(), who).flesh;
    carried(cx, body, squares, far);
    Turn::change(cx, who, |turn| turn.straight = straight + far);
    mounts::moves(cx, body);
}

/// Records that a body was moved, in squares and sixteenths of a metre, together with its rider, in the rider's own
/// squares (SEC-79).
pub fn carried(cx: &mut Resolver<'_>, body: Id, squares: i64, far: i64) {
    counts(cx, body, squares);
    if let Some(rider) = ridden_by(cx.now(), body) {
        let own = fighter(cx.now(), rider).squares(far);
        counts(cx, rider, own);
    }
}

/// Counts the squares that a body was moved. At high speed the body is harder to hit. All minds inside it lose their
/// aims (SEC-69, SEC-79).
fn counts(cx: &mut Resolver<'_>, body: Id, squares: i64) {
    let moved = (cx.get(body).sheet.get(at::moved_squares) + squares).max(0);
    cx.set(body, at::moved_squares, moved);
    let fast = moved / FAST;
    cx.change(body, at::high_speed_bonus, fast, Says::SpeedBonus {}, "");
    if squares > 0 {
        for mind in occupants(cx.now(), body) {
            lose_aim(cx, mind, |_| true, &AimEnd::Moved {});
        }
    }
}

/// Ends aims at targets out of sight (SEC-69).
pub fn out_of_sight(cx: &mut Resolver<'_>) {
    let now = cx.now();
    let lost = |link: &&Link| {
        link.kind == AIMS
            && (sight::seen(now, link.from, link.to) >= Visibility::Invisible
                || cover::effective(now, link.to) == Cover::Total)
    };
    let lost: Vec<Link> = now.links.iter().filter(lost).cloned().collect();
    for link in lost {
        lose_aim(cx, link.from, |to| to == link.to, &AimEnd::OutOfSight {});
    }
}

/// Ends the aims of a combatant at some targets, with a line in the log (SEC-69).
pub fn lose_aim(cx: &mut Resolver<'_>, who: Id, at: impl Fn(Id) -> bool, why: &AimEnd) {
    let now = cx.now();
    let lost: Vec<Id> = now.links_from(AIMS, who).filter(|to| at(*to)).collect();
    for target in lost {
        cx.unlink(AIMS, who, target);
        let why = why.clone();
        cx.note(Says::LosesAim { who, target, why });
    }
}
