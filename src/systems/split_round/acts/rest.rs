//! Rests, and recovery over days and weeks (SPL-136 to SPL-151).

use crate::systems::prelude::*;
use crate::systems::split_round::combat::checks::{self, USUAL_DC};
use crate::systems::split_round::combat::{recovery, wounds};
use crate::systems::split_round::says::{Against, DayKind, Says};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::{Drain, LONG_REST, Save, at, at_drain};
use crate::systems::split_round::sheet::tables::{RestPlace, Resting};
use crate::systems::split_round::state::clock::{Clock, DAY, HOUR};
use crate::systems::split_round::state::fighter::fighter;

crate::words! {
    /// Length of a rest (SPL-136).
    enum RestKind {
        /// Short rest of half an hour.
        Short = "short" "short, 30 minutes",
        /// Long rest of 8 hours.
        Long = "long" "long, 8 hours",
    }
}

/// Returns all combatants who are not dead.
fn living(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !fighter(now, *id).has(is::DEAD))
}

/// Returns the earliest time of a combatant's next long rest, if they must wait for it (SPL-137).
fn waits(now: &Encounter, who: Id) -> Option<i64> {
    let next = fighter(now, who).sheet.last_long_rest_start()? + DAY;
    (next > Clock::now(now)).then_some(next)
}

/// Returns the hit dice left (SPL-138).
fn dice_left(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    (one.effective_level() - one.sheet.hit_dice_spent()).max(0)
}

fn unhurt(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.hp() >= one.sheet.hp_max()
}

/// Returns the default for hit dice: the number expected to heal a combatant, at most the remaining number.
fn dice_needed(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    let missing = one.sheet.hp_max() - one.hp();
    // Two dice of d sides give d + 1 on average.
    let two = one.sheet.hit_die() + 1;
    ((2 * missing + two - 1) / two).clamp(0, dice_left(now, who))
}

/// Resolves a short or long rest, unless strenuous activity interrupts it (SPL-136).
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let (kind, who, place, spoiled, dice) = cx.form("rest", None, "Who rests, and how?", |f| {
        let now = f.now;
        let kind = f.option("rest", "length", RestKind::default());
        let long = kind == RestKind::Long;
        let players = living(now).filter(|id| fighter(now, *id).player());
        let preset = players.filter(|id| !long || waits(now, *id).is_none());
        let preset = preset.collect();
        f.hint(|| {
            let waiting = living(now).filter_map(|id| Some((id, waits(now, id).filter(|_| long)?)));
            let told = waiting.map(|(id, next)| {
                let next = Clock::words(next);
                format!("{} not before {next}", now.name(id))
            });
            told.collect::<Vec<String>>().join("; ")
        });
        let who = f.pick("who", "who rests", || living(now), 1, usize::MAX, preset);
        let mut place = RestPlace::Camp;
        if long {
            let tell = |one: &RestPlace| {
                Choice::of(*one).hint(format!("healing x{}", Resting::at(now, *one)))
            };
            place = f.option_told("place", "where", RestPlace::ALL, place, tell);
            let early = who.iter().find_map(|id| Some((id, waits(now, *id)?)));
            f.refuse_if(early.map(|(id, next)| {
                let next = Clock::words(next);
                format!("{} can begin the next long rest on {next}", now.name(*id))
            }))?;
        }
        let mut dice = Vec::new();
        let spending = who.iter().filter(|id| !long && !unhurt(now, **id));
        for id in spending.filter(|id| dice_left(now, **id) > 0) {
            let sides = fighter(now, *id).sheet.hit_die();
            let left = dice_left(now, *id);
            f.hint(|| format!("{left} of d{sides} left"));
            let label = format!("hit dice of {}", now.name(*id));
            let key = format!("dice-{}", id.letter());
            let many = f.number(&key, &label, 0..=left, "", dice_needed(now, *id));
            dice.push((*id, many));
        }
        f.hint(|| "after effort or a fight, the rest has no benefit");
        let spoiled = f.toggle("spoiled", "interrupted", false);
        Ok((kind, who, place, spoiled, dice))
    })?;
    if spoiled {
        cx.act(None, Says::RestInterrupted { who });
        return Ok(());
    }
    let start = Clock::now(cx.now());
    match kind {
        RestKind::Short => {
            let all = who.clone();
            cx.act(None, Says::ShortRest { who: all });
            for id in &who {
                let many = dice.iter().find(|(one, _)| one == id);
                short(cx, *id, many.map_or(0, |(_, many)| *many))?;
            }
            Clock::advance(cx, HOUR / 2);
        }
        RestKind::Long => {
            let all = who.clone();
            cx.act(None, Says::LongRest { who: all, place });
            for id in &who {
                long(cx, *id, place)?;
                cx.set(*id, at::last_long_rest_start, Some(start));
            }
            Clock::advance(cx, 8 * HOUR);
        }
    }
    Ok(())
}

fn hit_dice(now: &Encounter, who: Id, many: i64) -> Dice {
    let sides = fighter(now, who).sheet.hit_die();
    let of = |number: i64| u32::try_from(number).unwrap_or(0);
    Dice::new(of(many), of(sides))
}

/// Applies a short rest of half an hour: the chosen hit dice without Constitution, and 1d10 mana (SPL-138 to SPL-140).
fn short(cx: &mut Resolver<'_>, who: Id, many: i64) -> Step<()> {
    if many > 0 {
        let title = say!(cx.now(), "{} rests and rolls hit dice", cx.name(who));
        let dice = hit_dice(cx.now(), who, many);
        let healed = cx.roll(Roll::new("hit-dice", who, Says::HitDice {}, dice).title(title))?;
        let spent = fighter(cx.now(), who).sheet.hit_dice_spent() + many;
        cx.set(who, at::hit_dice_spent, spent);
        wounds::heal(cx, who, healed.total, false, Says::Rest {});
    }
    let (mana, most) = mana(cx.now(), who);
    if mana < most {
        let title = say!(cx.now(), "{} rests and regains mana", cx.name(who));
        let gained = cx.roll(Roll::new("mana", who, Says::Mana {}, Dice::d(10)).title(title))?;
        let to = (mana + gained.total).min(most);
        cx.change(who, at::mana, Some(to), Says::Mana {}, Says::Rest {});
    }
    Ok(())
}

fn mana(now: &Encounter, who: Id) -> (i64, i64) {
    let one = fighter(now, who);
    (one.mana(), one.sheet.mana_max())
}

/// Applies a long rest of 8 hours: healing by all hit dice plus Constitution, multiplied by place; all mana; one
/// drained ability point; and progress against strains (SPL-141 to SPL-144).
fn long(cx: &mut Resolver<'_>, who: Id, place: RestPlace) -> Step<()> {
    let level = fighter(cx.now(), who).effective_level();
    if level > 0 && !unhurt(cx.now(), who) {
        let constitution = fighter(cx.now(), who).sheet.con_mod() * level;
        let title = say!(cx.now(), "{} rests and rolls hit dice", cx.name(who));
        let dice = hit_dice(cx.now(), who, level);
        let roll = Roll::new("hit-dice", who, Says::HitDice {}, dice)
            .bonus(Tally::new().plus("Constitution", constitution))
            .title(title);
        let rolled = cx.roll(roll)?.total;
        let factor = Resting::at(cx.now(), place);
        let healed = rolled * factor;
        if factor != 1 {
            cx.note(Says::HealsByPlace {
                who,
                rolled,
                factor,
                place,
                healed,
            });
        }
        wounds::heal(cx, who, healed, false, Says::Rest {});
    }
    let (_, most) = mana(cx.now(), who);
    cx.change(who, at::mana, Some(most), Says::Mana {}, Says::Rest {});
    let label = Says::HitDiceSpent {};
    cx.change(who, at::hit_dice_spent, 0, label, Says::Rest {});
    restore_ability(cx, who)?;
    recovery::long_rest(cx, who);
    cx.moment(who, LONG_REST);
    Ok(())
}

/// Restores one temporarily drained point of an ability of the player's choice (SPL-143).
fn restore_ability(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rows = cx.get(who).sheet.get(at::abilities_drained_temp).to_vec();
    let drained: Vec<usize> = (0..rows.len())
        .filter(|place| rows[*place].get(at_drain::points) > 0)
        .collect();
    let place = match drained.as_slice() {
        [] => return Ok(()),
        [one] => *one,
        all => {
            let title = say!(
                cx.now(),
                "Which ability of {} recovers a point?",
                cx.name(who)
            );
            let tell = |place: &usize| {
                let drain = Drain(&rows[*place]);
                let points = format!("{} drained", drain.points());
                Choice::of(drain.ability()).hint(points)
            };
            cx.one_of("ability", who, title, all, 0, tell)?
        }
    };
    recovery::restore_ability(cx, who, at::abilities_drained_temp, place, 1);
    Ok(())
}

/// Returns the combatants with temporarily drained levels (SPL-146).
pub fn drained(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    living(now).filter(|id| fighter(now, *id).sheet.levels_drained_temp() > 0)
}

/// Passes a day, with Fortitude saves (DC 15) to regain drained levels (SPL-146). The clock does not advance (SPL-151).
pub fn day(cx: &mut Resolver<'_>) -> Step<()> {
    let (kind, who) = cx.form(
        "day",
        None,
        "Who recovers from drained levels today?",
        |f| {
            let now = f.now;
            let kind = f.option("kind", "kind of day", DayKind::default());
            let all = drained(now).collect();
            f.others("has no drained level");
            let who = f.pick("who", "who", || drained(now), 1, usize::MAX, all);
            Ok((kind, who))
        },
    )?;
    let all = who.clone();
    cx.act(None, Says::DayPasses { who: all, kind });
    for id in who {
        let saved = checks::save(cx, id, Save::Fort, USUAL_DC, Against::DrainedLevels {})?;
        let back = i64::from(saved) + i64::from(kind == DayKind::Bed);
        recovery::restore_levels(cx, id, at::levels_drained_temp, back);
    }
    Ok(())
}

/// Returns the combatants with set bones that are healing (SPL-148, SPL-149).
pub fn mending(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    living(now).filter(|id| recovery::bones(now, *id).iter().any(|bone| bone.set()))
}

/// Passes a week, with a Fortitude save (DC 15) for each set bone (SPL-149). The clock does not advance (SPL-151).
pub fn week(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = mending(cx.now()).collect();
    let most = all.len();
    cx.others("has no set bone");
    let who = cx.pick(
        "week",
        None,
        "A week passes. Whose bones are healing?",
        all.clone(),
        1,
        most,
        all,
    )?;
    let whose = who.clone();
    cx.act(None, Says::WeekPasses { who: whose });
    for id in who {
        let mut place = 0;
        while let Some(bone) = recovery::bones(cx.now(), id).get(place).cloned() {
            let many = recovery::bones(cx.now(), id).len();
            let name = bone.label().to_owned().into();
            let what = Against::Bone { bone: name };
            if bone.set() && checks::save(cx, id, Save::Fort, USUAL_DC, what)? {
                recovery::bone_mends(cx, id, place);
            }
            if recovery::bones(cx.now(), id).len() == many {
                place += 1;
            }
        }
    }
    Ok(())
}
