//! Main actions that have no rules of their own in this system (`ALT-38`).

use super::rulings;
use crate::systems::alternation::combat::concealment;
use crate::systems::alternation::combat::holds::drop_holds;
use crate::systems::alternation::says::{Does, Says};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::prelude::*;

crate::words! {
    /// Main action that has no rules of its own in this system (`ALT-38`).
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

/// Resolves a main action that has no rules of its own: uses up the main action, then asks the GM for its effects
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
    let does = match what {
        MainAction::Power => Does::InvokesPower {},
        MainAction::Distract => Does::Distracts {},
        MainAction::Intimidate => Does::Intimidates {},
        MainAction::Taunt => Does::Taunts {},
        MainAction::Consumable => Does::UsesConsumable {},
        MainAction::Other => Does::TakesAction {},
    };
    let (name, deed) = (cx.name(who), does.show(cx.now()));
    cx.act(
        who,
        match words.trim() {
            "" => Says::MainAction { who, does },
            words => Says::MainActionAs {
                who,
                does,
                words: words.to_owned().into(),
            },
        },
    );
    drop_holds(cx, who, None);
    cx.set(who, at::main_used, true);
    if reveals {
        concealment::reveal(cx, who, Says::WasNoticed {});
    }
    rulings::follow(cx, &format!("{name} {deed}. What is the effect?"))
}
