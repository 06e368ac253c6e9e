//! Strike of an attack: PER against unseen targets, the d100 roll, damage and the wound. The hit lands when its count
//! closes (4.8).

use super::checks::{per_roll, percentile};
use super::damage::book;
use super::need::{Blow, Need, ambush};
use crate::systems::prelude::*;
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{CritDoubles, Options};
use crate::systems::segments::state::{Hit, HitLevel, fighter};

/// Shows the parts of the strike chance beside the form.
pub fn show_line(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, blow: &Blow) {
    if cx.shows()
        && let Some(weapon) = fighter(cx.now(), who).weapon(name)
    {
        let need = Need::of(cx.now(), who, target, weapon, blow);
        let roll = throw(cx.now(), who, target, name, &need);
        cx.foresee(target, roll, need.line());
    }
}

/// Creates the roll to hit.
fn throw(now: &Encounter, who: Id, target: Id, name: &str, need: &Need) -> Roll {
    let (by, whom) = (now.name(who), now.name(target));
    let told = say!(now, "{by} attacks {whom} with {name}");
    let weapon = || name.to_owned().into();
    let what = Says::StrikeRoll {
        weapon: weapon(),
        target,
    };
    percentile("strike", who, what, need.parts.clone())
        .title(told)
        .told(Says::StrikeTold {
            by: who,
            target,
            weapon: weapon(),
        })
        .hint(say!(now, "{}", need.bands_text()))
        .always(96, 100, false)
        .always(1, 3, true)
}

/// Resolves the strike, its damage and the wound. The hit takes effect when the count closes. Hits of free attacks take
/// effect immediately. If the tie rule resolves slots one after the other, all hits take effect immediately.
pub fn strike(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, mut blow: Blow) -> Step<()> {
    show_line(cx, who, target, name, &blow);
    if blow.blind.is_some() {
        blow.blind = Some(per_roll(cx, who, target)?);
    }
    if blow.unseen.is_some() {
        blow.unseen = Some(per_roll(cx, target, who)?);
    }
    let now = cx.now();
    let Some(weapon) = fighter(now, who).weapon(name) else {
        return cx.refuse(format!("there is no {name} on the sheet"));
    };
    let need = Need::of(now, who, target, weapon, &blow);
    let caught = ambush(now, who, target, &blow);
    let hindered = fighter(now, who).hindered_with(weapon);
    let flat = Tally::new()
        .plus("ambush", caught.map_or(0, |caught| caught.damage()))
        .plus_if(hindered, "off hand", -2);
    let dice = weapon.damage();
    let missile = weapon.sticks().filter(|_| !blow.melee);
    let roll = throw(now, who, target, name, &need);
    let rolled = cx.roll_quietly(&roll)?;
    let level = need.level(i64::from(rolled.natural));
    cx.log_throw(&roll.words(level.label(), "miss"), &rolled);
    cx.struck(who, target, level != HitLevel::Miss);
    if level == HitLevel::Miss {
        return Ok(());
    }
    let double = level >= HitLevel::Critical;
    let (by, whom) = (cx.name(who), cx.name(target));
    let title = say!(cx.now(), "{by} hits {whom} with {name}: damage");
    let hint = if double { "doubled, ignores PROT" } else { "" };
    let damage = Roll::new("damage", who, Says::DamageRoll {}, dice.clone())
        .high()
        .about(target)
        .title(title)
        .bonus(flat.clone())
        .hint(hint);
    let rolled = cx.roll(damage)?.total;
    let flat = flat.total() + dice.modifier();
    let total = match Options::of(cx.now()).crit_doubles() {
        _ if !double => rolled,
        CritDoubles::Total => 2 * rolled,
        CritDoubles::Dice => 2 * (rolled - flat) + flat,
    };
    let total = total.max(0);
    let prot = fighter(cx.now(), target).prot();
    let prot = if double { 0 } else { prot };
    let taken = (total - prot).max(0);
    match prot {
        _ if double => cx.note(Says::Doubled { taken }),
        0 => {}
        _ => cx.note(Says::LessProt { total, prot, taken }),
    }
    let title = say!(
        cx.now(),
        "A grievous hit: does {whom} get a wound from your own table?"
    );
    let wound = level == HitLevel::Grievous && cx.confirm("grievous", target, title, false)?;
    let title = say!(cx.now(), "Which grievous wound does {whom} suffer?");
    let wound_text = if wound {
        cx.text("wound", target, title, "")?.trim().to_owned()
    } else {
        String::new()
    };
    let hit = Hit {
        by: who,
        target,
        taken,
        level,
        missile,
        wound,
        wound_text,
        cause: name.to_owned(),
    };
    book(cx, hit, blow.free)
}
