//! Saves of a combatant and of a group (`ALT-01`, `ALT-02`).

use std::borrow::Cow;

use crate::systems::alternation::says::{Needs, Says};
use crate::systems::alternation::sheet::options::{GroupSave, Options};
use crate::systems::alternation::sheet::schema::Attribute;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::helpless;
use crate::systems::prelude::*;

/// Rolls a save with a d20 against the attribute; a natural 20 fails (`ALT-01`). Helpless combatants fail STR and AGI
/// saves without a roll.
pub fn save(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: Id,
    attribute: Attribute,
    title: impl Into<Cow<'static, str>>,
    hint: impl Into<Cow<'static, str>>,
) -> Step<bool> {
    if cannot_resist(cx.now(), who, attribute) {
        cx.note(Says::CannotResist { who });
        return Ok(false);
    }
    let roll = save_dice(cx.now(), key, who, attribute);
    Ok(cx.roll(roll.title(title).hint(hint))?.passed())
}

/// Returns true if a combatant fails a save without a roll.
pub fn cannot_resist(now: &Encounter, who: Id, attribute: Attribute) -> bool {
    attribute != Attribute::Wit && helpless(now, who)
}

/// Creates the roll of a save, without title and hint.
pub fn save_dice(now: &Encounter, key: &'static str, who: Id, attribute: Attribute) -> Roll {
    let need = Fighter::of(now, who).attribute(attribute);
    let what = Says::SaveRoll { attribute };
    let roll = Roll::new(key, who, what, Dice::d(20))
        .at_most(need)
        .against(attribute.label());
    if Options::of(now).natural_20_fails() {
        roll.always(20, 20, false)
    } else {
        roll
    }
}

/// Returns the chance of a save in percent.
pub fn save_chance(now: &Encounter, who: Id, attribute: Attribute) -> i64 {
    let most = 20 - i64::from(Options::of(now).natural_20_fails());
    Fighter::of(now, who).attribute(attribute).clamp(0, most) * 5
}

/// Rolls a group save, with one die against each member's own attribute or one die for each member (`ALT-02`).
pub fn group_save(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: &[Id],
    attribute: Attribute,
    title: &str,
) -> Step<Vec<(Id, bool)>> {
    let options = Options::of(cx.now());
    let one_die = options.group_save() == GroupSave::OneDie;
    let natural_20_fails = options.natural_20_fails();
    if who.len() == 1 || !one_die {
        let mut results = Vec::new();
        for id in who {
            let name = match who.len() {
                1 => title.to_owned(),
                _ => format!("{title}: {}", cx.name(*id)),
            };
            results.push((*id, save(cx, key, *id, attribute, name, "")?));
        }
        return Ok(results);
    }
    let need = |id: &Id| (*id, Fighter::of(cx.now(), *id).attribute(attribute));
    let needs: Vec<(Id, i64)> = who.iter().map(need).collect();
    let list = needs.iter();
    let list = list.enumerate().map(|(place, (id, need))| match place {
        0 => format!("{} needs {need} or less", cx.name(*id)),
        _ => format!("{} {need} or less", cx.name(*id)),
    });
    let list = list.collect::<Vec<_>>().join(", ");
    let first = who.first().copied();
    let what = Says::GroupSaveRoll { attribute };
    let mut roll = Roll::new(key, first, what, Dice::d(20))
        .title(title.to_owned())
        .hint(format!("one die for the group: {list}"));
    // The roll belongs to the whole group.
    roll.unnamed = true;
    let same = needs.windows(2).all(|two| two[0].1 == two[1].1);
    if let (true, Some((_, need))) = (same, needs.first()) {
        roll = roll.at_most(*need).against(attribute.label());
        if natural_20_fails {
            roll = roll.always(20, 20, false);
        }
    }
    let face = cx.roll(roll)?.natural;
    let spoilt = natural_20_fails && face == 20;
    let passes = |(id, need): &(Id, i64)| (*id, i64::from(face) <= *need && !spoilt);
    let results: Vec<(Id, bool)> = needs.iter().map(passes).collect();
    if !same {
        // A shared roll has several target numbers, so the prompt shows none.
        let each = needs.iter();
        let each = each.map(|(who, need)| Needs::Target {
            who: *who,
            need: *need,
        });
        cx.note(Says::Needed {
            all: Commas(each.collect()),
        });
        if spoilt && needs.iter().any(|(_, need)| *need >= 20) {
            cx.note(Says::Natural20 { who: who.to_vec() });
        }
    }
    for wanted in [true, false] {
        let these = results.iter().filter(|(_, passed)| *passed == wanted);
        let who: Vec<Id> = these.map(|(id, _)| *id).collect();
        if !who.is_empty() {
            cx.note(if wanted {
                Says::PassGroupSave { who }
            } else {
                Says::FailGroupSave { who }
            });
        }
    }
    Ok(results)
}
