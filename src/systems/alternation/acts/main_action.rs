//! Main actions without rules of their own here (`ALT-38`).

use crate::resolver::{Resolver, Step, say};
use crate::values::Id;

use super::rulings;
use crate::systems::alternation::combat::concealment;
use crate::systems::alternation::combat::holds::drop_holds;
use crate::systems::alternation::sheet::schema::{at, is};

crate::words! {
    /// Main action without rules of its own here (`ALT-38`).
    enum MainAction {
        Power = "power" "invoke a profane power",
        Distract = "distract" "distract",
        Intimidate = "intimidate" "intimidate",
        Taunt = "taunt" "taunt",
        Consumable = "consumable" "use a consumable",
        /// Any other action that takes a round.
        Other = "other" "another action, whole round",
    }
}

/// Resolves a main action without rules of its own: uses up the main action, then asks the GM for its effects
/// (`ALT-38`).
pub fn act(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{}: main action", cx.name(who));
    let (what, words, reveals) = cx.form("act", who, title, |f| {
        let what = f.option("what", "what", MainAction::Other);
        let words = f.text("words", "description", "");
        let reveals = f.now.get(who).has(is::CONCEALED)
            && f.toggle("reveals", "reveals the position", what == MainAction::Power);
        Ok((what, words, reveals))
    })?;
    let did = match what {
        MainAction::Power => "invokes a power",
        MainAction::Distract => "distracts",
        MainAction::Intimidate => "intimidates",
        MainAction::Taunt => "taunts",
        MainAction::Consumable => "uses a consumable",
        MainAction::Other => "takes a main action",
    };
    let name = cx.name(who);
    let text = match words.trim() {
        "" => format!("{name} {did}."),
        words => format!("{name} {did}: {words}."),
    };
    cx.act_text(who, &[], text);
    drop_holds(cx, who, None);
    cx.set(who, at::main_used, true);
    if reveals {
        concealment::reveal(cx, who, "was noticed");
    }
    rulings::follow(cx, &format!("{name} {did}. What is the effect?"))
}
