//! Saves of one and of a group (`ALT-01`, `ALT-02`).

use std::borrow::Cow;

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step, Words as _};
use crate::note;
use crate::say;
use crate::text::agree;

use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::options::{GroupSave, options};
use crate::rules::alternation::sheet::people::helpless;
use crate::rules::alternation::sheet::schema::Attribute;

/// A save: d20, the attribute or less; a natural 20 fails (`ALT-01`). Helpless ones fail STR and AGI without a die.
pub fn save(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: Id,
    attribute: Attribute,
    title: impl Into<Cow<'static, str>>,
    hint: impl Into<Cow<'static, str>>,
) -> Step<bool> {
    if attribute != Attribute::Wit && helpless(cx.now(), who) {
        note!(cx, &[who], "{} cannot resist.", cx.name(who));
        return Ok(false);
    }
    let need = Fighter::of(cx.now(), who).attribute(attribute);
    let mut roll = Roll::new(
        key,
        who,
        say!(cx.now(), "{} save", attribute.label()),
        Dice::d(20),
    )
    .at_most(need)
    .against(attribute.label())
    .title(title)
    .hint(hint);
    if options(cx.now()).natural_20_fails() {
        roll = roll.always(20, 20, false);
    }
    Ok(cx.roll(roll)?.passed())
}

/// The chance of a save in percent.
pub fn save_chance(now: &Encounter, who: Id, attribute: Attribute) -> i64 {
    let most = if options(now).natural_20_fails() {
        19
    } else {
        20
    };
    Fighter::of(now, who).attribute(attribute).clamp(0, most) * 5
}

/// A group save: one die held against each member's own attribute, or one die each (`ALT-02`).
pub fn group_save(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: &[Id],
    attribute: Attribute,
    title: &str,
) -> Step<Vec<(Id, bool)>> {
    let options = options(cx.now());
    let one_die = options.group_save() == GroupSave::OneDie;
    let natural_20_fails = options.natural_20_fails();
    let needs: Vec<i64> = who
        .iter()
        .map(|id| Fighter::of(cx.now(), *id).attribute(attribute))
        .collect();
    if who.len() == 1 || !one_die {
        let mut results = Vec::new();
        for id in who {
            let name = if who.len() == 1 {
                title.to_owned()
            } else {
                format!("{title}: {}", cx.name(*id))
            };
            results.push((*id, save(cx, key, *id, attribute, name, "")?));
        }
        return Ok(results);
    }
    let list: Vec<String> = who
        .iter()
        .zip(&needs)
        .map(|(id, need)| format!("{} {need}", cx.now().name(*id)))
        .collect();
    let first = who.first().copied();
    let mut roll = Roll::new(
        key,
        first,
        format!("group {} save", attribute.label()),
        Dice::d(20),
    )
    .title(title.to_owned())
    .hint(format!("one die for all, or less: {}", list.join(", ")));
    let same = needs.iter().all(|need| Some(need) == needs.first());
    if let (true, Some(need)) = (same, needs.first()) {
        roll = roll.at_most(*need).against(attribute.label());
        if natural_20_fails {
            roll = roll.always(20, 20, false);
        }
    }
    let face = cx.roll(roll)?.natural;
    let passes = |need: i64| i64::from(face) <= need && !(natural_20_fails && face == 20);
    let results: Vec<(Id, bool)> = who
        .iter()
        .zip(&needs)
        .map(|(id, need)| (*id, passes(*need)))
        .collect();
    if !same {
        // One throw for several needs cannot say them itself.
        let needed = who.iter().zip(&needs);
        let needed = needed.map(|(id, need)| format!("{} needs {need}", cx.name(*id)));
        let needed: Vec<String> = needed.collect();
        note!(cx, who, "{} or less.", needed.join(", "));
    }
    if natural_20_fails && face == 20 && !same && needs.iter().any(|need| *need >= 20) {
        cx.note(who, "A natural 20 fails, whatever is needed.");
    }
    for (wanted, one, more) in [(true, "passes", "pass"), (false, "fails", "fail")] {
        let these: Vec<Id> = results
            .iter()
            .filter(|(_, passed)| *passed == wanted)
            .map(|(id, _)| *id)
            .collect();
        if !these.is_empty() {
            let verb = agree(these.len(), one, more);
            note!(cx, &these, "{} {verb}.", cx.now().names(&these));
        }
    }
    Ok(results)
}
