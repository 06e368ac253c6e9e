//! Concealment and its end (`ALT-20`, `ALT-22`).

use crate::encounter::Event;
use crate::systems::prelude::*;

use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::fighter::Fighter;

/// Reveals a concealed character (`ALT-20`).
pub fn reveal(cx: &mut Resolver<'_>, who: Id, cause: impl Into<Told>) {
    if cx.get(who).has(is::CONCEALED) {
        cx.lose(who, is::CONCEALED, Says::Concealed {}, cause);
        if cx.get(who).hidden {
            cx.emit(Event::Hid { who, hidden: false });
        }
    }
}

/// Adds a condition of concealment; a concealed foe is also hidden from the players' view (`ALT-22`).
pub fn conceal(cx: &mut Resolver<'_>, who: Id, condition: Condition) {
    cx.gain(who, condition, Says::Concealed {});
    if !Fighter::of(cx.now(), who).player() && !cx.get(who).hidden {
        cx.emit(Event::Hid { who, hidden: true });
    }
}
