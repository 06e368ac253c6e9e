//! Long chases (`ALT-120`, `ALT-121`).

use crate::resolver::{Resolver, Step, act, note};
use crate::values::Id;

use crate::systems::alternation::combat::checks::group_save;
use crate::systems::alternation::combat::movement;
use crate::systems::alternation::sheet::schema::{Attribute, is};
use crate::systems::alternation::state::sides::{on_field, standing};

crate::words! {
    /// Speed of the fleeing combatants compared with the pursuers (`ALT-121`).
    enum AutoPlaySpeed {
        /// Equal speed and endurance.
        Equal = "equal" "equally fast and lasting",
        Faster = "faster" "faster, or lasting longer",
        Slower = "slower" "slower, or tiring sooner",
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
        let pace = f.option("pace", "compared with the pursuers", AutoPlaySpeed::Equal);
        f.need(fleeing.first(), "nobody is left who could flee")?;
        Ok((fleeing, pace))
    })?;
    let names = cx.now().names(&fleeing);
    act!(cx, None, &fleeing, "A long chase after {names}.");
    let results: Vec<(Id, bool)> = match pace {
        AutoPlaySpeed::Faster => fleeing.iter().map(|id| (*id, true)).collect(),
        AutoPlaySpeed::Slower => fleeing.iter().map(|id| (*id, false)).collect(),
        AutoPlaySpeed::Equal => group_save(cx, "chase", &fleeing, Attribute::Agi, "Who escapes?")?,
    };
    for (who, escapes) in results {
        if escapes {
            if on_field(cx.now(), who) {
                movement::flee(cx, who)?;
            }
        } else {
            note!(cx, &[who], "{} is caught.", cx.name(who));
        }
    }
    Ok(())
}
