//! A rider's hold on its mount from turn to turn (SEC-120, SEC-121).

use crate::resolver::Resolver;
use crate::values::Id;

use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::mounts::{self, Control, Ridden};

/// A mount does something at its rider's command: the seconds kept for it are used (SEC-120).
pub fn commanded(cx: &mut Resolver<'_>, mount: Id) {
    let Some(rider) = mounts::ridden_by(cx.now(), mount) else {
        return;
    };
    if Ridden::of(cx.now(), mount).control == Control::Reserved {
        Ridden::change(cx, mount, |ridden| ridden.control = Control::Used);
        cx.set(rider, at::reserved_seconds, 0);
    }
}

/// A mount moves or runs (SEC-121).
pub fn moves(cx: &mut Resolver<'_>, mount: Id) {
    if mounts::ridden_by(cx.now(), mount).is_some() {
        Ridden::change(cx, mount, |ridden| ridden.moving = true);
    }
}
