//! Being concealed, and being seen (`ALT-20`, `ALT-22`).

use crate::encounter::{Condition, Event};
use crate::resolver::Resolver;
use crate::values::Id;

use crate::systems::alternation::sheet::schema::is;
use crate::systems::alternation::state::fighter::Fighter;

/// A concealed character is seen (`ALT-20`).
pub fn reveal(cx: &mut Resolver<'_>, who: Id, cause: &str) {
    if cx.get(who).has(is::CONCEALED) {
        cx.lose(who, is::CONCEALED, "concealed", cause);
        if cx.get(who).hidden {
            cx.emit(Event::Hid { who, hidden: false });
        }
    }
}

/// A character becomes concealed; a foe is also left out of what the players see (`ALT-22`).
pub fn conceal(cx: &mut Resolver<'_>, who: Id, condition: Condition) {
    cx.gain(who, condition, "concealed");
    if !Fighter::of(cx.now(), who).player() && !cx.get(who).hidden {
        cx.emit(Event::Hid { who, hidden: true });
    }
}
