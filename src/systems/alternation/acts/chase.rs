//! Long chases (`ALT-120`, `ALT-121`).

use crate::systems::alternation::combat::checks::group_save;
use crate::systems::alternation::combat::movement;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::Attribute;
use crate::systems::alternation::state::sides::{on_field, standing};
use crate::systems::prelude::*;

crate::words! {
    /// Speed of the fleeing combatants compared with the pursuers (`ALT-121`).
    enum Pace {
        /// Equal speed and endurance.
        Equal = "equal" "as fast as the pursuers",
        Faster = "faster" "faster or more enduring",
        Slower = "slower" "slower or less enduring",
    }
}

/// Resolves a chase over a long distance (`ALT-121`).
pub fn chase(cx: &mut Resolver<'_>) -> Step<()> {
    let (fleeing, pace) = cx.form("chase", None, "A long chase", |f| {
        let now = f.now;
        let able = || now.present().filter(|id| standing(now, *id));
        let broken = |id: &Id| now.get(*id).has(is::BROKEN);
        let mut fleeing: Vec<Id> = able().filter(broken).collect();
        if fleeing.is_empty() {
            fleeing.extend(able().next());
        }
        let fleeing = f.pick("fleeing", "who flees", able, 1, able().count(), fleeing);
        let pace = f.option("pace", "pace", Pace::Equal);
        f.need(fleeing.first(), "no one is left to flee")?;
        Ok((fleeing, pace))
    })?;
    let who = fleeing.clone();
    cx.act(None, Says::LongChase { who });
    let results: Vec<(Id, bool)> = match pace {
        Pace::Faster => fleeing.iter().map(|id| (*id, true)).collect(),
        Pace::Slower => fleeing.iter().map(|id| (*id, false)).collect(),
        Pace::Equal => group_save(cx, "chase", &fleeing, Attribute::Agi, "Who escapes?")?,
    };
    for (who, escapes) in results {
        if escapes {
            if on_field(cx.now(), who) {
                movement::flee(cx, who)?;
            }
        } else {
            cx.note(Says::IsCaught { who });
        }
    }
    Ok(())
}
