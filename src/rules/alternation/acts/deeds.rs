//! Main actions without rules of their own here, and giving up (`ALT-38`, `ALT-118`).

use crate::act;
use crate::encounter::{Condition, Id, Resolver, Step};
use crate::rules::ruling;

use crate::rules::alternation::ALTERNATION;
use crate::rules::alternation::combat::holds::drop_holds;
use crate::rules::alternation::combat::{concealment, gear, wounds};
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::schema::{at, is};
use crate::rules::alternation::state::turn::out_of_turn;

crate::words! {
    /// A main action that has no rules of its own here (`ALT-38`).
    enum Deed {
        /// A power.
        Power = "power" "invoke a profane power",
        /// Distracts.
        Distract = "distract" "distract",
        /// Intimidates.
        Intimidate = "intimidate" "intimidate",
        /// Taunts.
        Taunt = "taunt" "taunt",
        /// A consumable.
        Consumable = "consumable" "use a consumable",
        /// Anything else that takes a round.
        Other = "other" "something else that takes a round",
    }
}

/// A main action that has no rules of its own here: it takes the action, then asks what follows (`ALT-38`).
///
/// # Errors
/// Until it is answered.
pub fn act(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{}: main action", cx.name(who));
    let (what, words, reveals) = cx.form("act", who, title, |f| {
        let what = f.option("what", "what", Deed::Other);
        let words = f.text("text", "in words", "");
        let reveals = f.now.get(who).has(is::CONCEALED)
            && f.toggle("reveals", "gives it away", what == Deed::Power);
        Ok((what, words, reveals))
    })?;
    let did = match what {
        Deed::Power => "invokes a power",
        Deed::Distract => "distracts",
        Deed::Intimidate => "intimidates",
        Deed::Taunt => "taunts",
        Deed::Consumable => "uses a consumable",
        Deed::Other => "takes a main action",
    };
    let name = cx.name(who);
    let text = match words.trim() {
        "" => format!("{name} {did}."),
        words => format!("{name} {did}: {words}."),
    };
    cx.act(who, &[], text);
    drop_holds(cx, who, None);
    cx.set(who, at::main_used, true);
    if reveals {
        concealment::reveal(cx, who, "was noticed");
    }
    ruling::follow(&ALTERNATION, cx, &format!("{name} {did}: what follows?"))
}

/// Surrenders: the whole turn, weapons on the ground (`ALT-118`).
///
/// # Errors
/// Refuses when the turn has begun already.
pub fn surrender(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let fighter = Fighter::of(cx.now(), who);
    if fighter.acted() || fighter.moved() > 0 {
        return cx.refuse("surrendering takes the whole turn, and it has begun");
    }
    act!(cx, who, &[], "{} surrenders.", cx.name(who));
    gear::drop_all(cx, who);
    cx.lose(who, is::BROKEN, "", "");
    cx.gain(who, Condition::new(is::SURRENDERED), "");
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    wounds::settle(cx)
}
