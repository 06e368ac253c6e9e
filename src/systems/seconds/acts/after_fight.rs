//! Time after the fight: hours, days and experience (SEC-133, SEC-141, SEC-144, SEC-146, SEC-152, SEC-176, SEC-190 to
//! SEC-195).

use crate::encounter::Event;
use crate::encounter::says::RULED;
use crate::systems::common;
use crate::systems::prelude::*;

use crate::systems::seconds::combat::turns::{self, HOUR, MINUTE, up_to};
use crate::systems::seconds::combat::{affliction, healing, morale, wounds};
use crate::systems::seconds::says::{Against, Deed, Left, Says, Spent, Unit};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{Affliction, at};
use crate::systems::seconds::sheet::tables::{Awards, Rate, poison_called};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds;
use crate::systems::seconds::state::round::Rewarded;
use crate::systems::seconds::state::turn::{Timer, Turn};

/// Passes time after the fight: makes hourly and daily checks, and heals wounds and morale.
pub fn pass(cx: &mut Resolver<'_>) -> Step<()> {
    let (number, unit, spent, stable, dead) =
        cx.form("time", None, "How much time passes?", |f| {
            let number = f.amount().number("number", "number", 1..=60, "", 1);
            let unit = f.option("unit", "unit", Unit::default());
            let preset = if unit == Unit::Days {
                Spent::Asleep
            } else {
                Spent::Calm
            };
            let spent = f.option("spent", "rest", preset);
            let (stable, dead) = fates(f);
            Ok((number, unit, spent, stable, dead))
        })?;
    let said = Says::TimePasses {
        number,
        unit,
        spent,
    };
    cx.act(None, said);
    let ruled = Told::from(RULED);
    for id in stable {
        wounds::stabilise(cx, id, &ruled);
    }
    for id in dead {
        wounds::die(cx, id, &ruled)?;
    }
    wake_dice(cx)?;
    for _ in 0..number {
        match unit {
            Unit::Minutes => advance(cx, MINUTE)?,
            Unit::Hours => hour(cx, spent)?,
            Unit::Days => {
                for _ in 0..24 {
                    hour(cx, spent)?;
                }
                day(cx, spent)?;
            }
        }
    }
    Ok(())
}

/// Asks the GM which dying combatants become stable or die. All others make their checks (SEC-146).
fn fates(f: &mut Form<'_>) -> (Vec<Id>, Vec<Id>) {
    let now = f.now;
    let dying = |id: &Id| fighter(now, *id).has(is::DYING);
    if !now.ids().any(|id| dying(&id)) {
        return (Vec::new(), Vec::new());
    }
    let all = || now.ids().filter(dying);
    f.hint(|| "the other dying combatants roll");
    f.others("is not dying");
    let stable = f.pick("stable", "stabilised", all, 0, usize::MAX, Vec::new());
    f.others("is not dying, or is stabilised");
    let rest = || all().filter(|id| !stable.contains(id));
    let dead = f.pick("dead", "dead", rest, 0, usize::MAX, Vec::new());
    (stable, dead)
}

/// Passes turns for all combatants. Dying combatants make a check each turn until they are stable or dead (SEC-146 to
/// SEC-149). Flat-footedness after waking ends (SEC-141).
fn advance(cx: &mut Resolver<'_>, turns: i64) -> Step<()> {
    for id in cx.now().ids() {
        let mut left = turns;
        while left > 0 && cx.get(id).has(is::DYING) {
            wounds::upkeep(cx, id)?;
            left -= 1;
        }
        let label = cx.now().schema.called(is::FLAT_FOOTED.0);
        let cause = common::says::Says::TimeIsUp {};
        cx.lose(id, is::FLAT_FOOTED, label, Told::from(cause));
    }
    let more = u32::try_from(turns).unwrap_or(0);
    let number = cx.now().round.saturating_add(more);
    cx.emit(Event::Round {
        number,
        text: "".into(),
    });
    for id in cx.now().ids() {
        up_to(cx, id, number);
    }
    Ok(())
}

/// Rolls the time until unconscious combatants wake, if it is not set yet: 1d4 hours for each wound (SEC-141).
fn wake_dice(cx: &mut Resolver<'_>) -> Step<()> {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let wounds = u32::try_from(one.body.wounds().max(1)).unwrap_or(1);
        let open = |is| {
            let condition = cx.get(id).condition(is);
            condition.is_some_and(|one| one.ends == crate::encounter::Ends::WhenCleared)
        };
        if one.dead() || !(open(is::UNCONSCIOUS) || open(is::STABLE)) {
            continue;
        }
        let roll = Roll::new("wakes", id, Says::Hours {}, Dice::new(wounds, 4)).title(say!(
            cx.now(),
            "In how many hours does {} wake?",
            cx.name(id)
        ));
        let hours = cx.roll(roll)?.total;
        cx.lose(id, is::STABLE, "", "");
        cx.lose(id, is::UNCONSCIOUS, "", "");
        turns::for_turns(cx, id, is::UNCONSCIOUS, hours * HOUR, &Told::default());
    }
    Ok(())
}

/// Makes the checks of an hour and the checks of bodies without souls, and removes morale penalties (SEC-133, SEC-144,
/// SEC-176).
fn hour(cx: &mut Resolver<'_>, spent: Spent) -> Step<()> {
    wake_dice(cx)?;
    for id in cx.now().ids() {
        if fighter(cx.now(), id).dead() {
            continue;
        }
        let penalties = fighter(cx.now(), id).mind.morale_penalties();
        affliction::due(cx, id, Rate::Hour)?;
        affliction::sober(cx, id);
        soulless(cx, id)?;
        let same = fighter(cx.now(), id).mind.morale_penalties() == penalties;
        if spent != Spent::Busy && same && penalties > 0 {
            morale::relieve(cx, id, penalties, &Says::HourOfCalm {}.into());
        }
    }
    advance(cx, HOUR)
}

/// Makes the hourly check of a body without its soul (SEC-144).
fn soulless(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let Some(coma) = cx.get(id).condition(is::SOUL_COMA).cloned() else {
        return Ok(());
    };
    if cx.get(id).has(is::DYING) {
        return Ok(());
    }
    let dc = 1 + coma.value;
    let title = say!(
        cx.now(),
        "{} has no soul. Does a healer help (Medicine DC {dc})?",
        cx.name(id)
    );
    if cx.confirm("healer", id, title, false)? {
        return Ok(());
    }
    if !affliction::fortitude(cx, id, dc, Against::NoSoul {})? {
        return wounds::begin(cx, id, &Says::NoSoul {}.into());
    }
    let worse = coma.value + 1;
    cx.gain_alone(id, coma.value(worse), "");
    Ok(())
}

/// Makes the checks of a day and heals wounds (SEC-152, SEC-176).
fn day(cx: &mut Resolver<'_>, spent: Spent) -> Step<()> {
    for id in cx.now().ids() {
        if fighter(cx.now(), id).dead() {
            continue;
        }
        affliction::due(cx, id, Rate::Day)?;
        match spent {
            Spent::Asleep => healing::rest(cx, id, false),
            Spent::Bed => healing::rest(cx, id, true),
            Spent::Calm | Spent::Busy => {}
        }
    }
    Ok(())
}

/// Logs what remains unresolved after the fight (SEC-190).
pub fn remind(cx: &mut Resolver<'_>) {
    for (who, left) in left(cx.now()) {
        cx.act(None, Says::Remains { who, left });
    }
}

/// Returns what would remain unresolved if the fight ended now, in one line.
pub fn due(now: &Encounter) -> String {
    let all = left(now).into_iter();
    let told: Vec<String> = all
        .map(|(id, left)| format!("{}: {}", now.name(id), left.show(now)))
        .collect();
    told.join("; ")
}

/// Returns the unresolved effects, wounds and conditions of combatants who are alive.
fn left(now: &Encounter) -> Vec<(Id, Commas<Left>)> {
    let mut all = Vec::new();
    for id in now.ids() {
        let one = fighter(now, id);
        let timers = Turn::of(now, id).timers.iter();
        let mut left: Vec<Left> = timers.map(Timer::pending).collect();
        if !one.dead() {
            let down = one.downfall().filter(|_| one.helpless());
            left.extend(down.map(|how| Left::Down { how }));
            let wounds = one.body.wounds();
            left.extend((wounds > 0).then_some(Left::Wounded { wounds }));
            let afflicted = one.body.afflictions().iter().map(Affliction);
            left.extend(afflicted.map(|one| Left::Afflicted {
                substance: poison_called(now, one.name()).into(),
            }));
            if minds::shared(now, id) {
                let who = minds::occupants(now, id).split_off(1);
                left.push(Left::PossessedBy { who });
            }
        }
        if !left.is_empty() {
            all.push((id, Commas(left)));
        }
    }
    all
}

/// Returns the experience for enemies with this sum of `levels`: 100 times the sum divided by the `own` level, rounded
/// once (SEC-191).
pub fn worth(levels: i64, own: i64) -> i64 {
    (200 * levels + own) / (2 * own.max(1))
}

/// Returns level and points after a gain: a thousand points are a level, and half of the remainder is kept (SEC-194).
pub fn raised(level: i64, points: i64) -> (i64, i64) {
    match points {
        1_000.. => (level + 1, (points - 1_000) / 2),
        _ => (level, points),
    }
}

/// Key of the award for a defeat in the table of awards.
const DEFEATED: &str = "defeated";

/// Awards experience for enemies overcome and by the GM's choice (SEC-191 to SEC-195, T-16).
pub fn award(cx: &mut Resolver<'_>) -> Step<()> {
    let (party, enemies, reason, more) = cx.form("award", None, "Experience", |f| {
        let now = f.now;
        let players = |id: &Id| {
            let side = &now.sides[now.get(*id).side.index()];
            side.players && !fighter(now, *id).body.is_object()
        };
        let all = || now.ids();
        let heroes = all().filter(players).collect();
        let party = f.pick("party", "party", all, 1, usize::MAX, heroes);
        let foe = |id: &Id| !party.iter().any(|one| now.allied(*one, *id));
        let able = |id: &Id| fighter(now, *id).able();
        let lost = !party.iter().any(able) && all().any(|id| foe(&id) && able(&id));
        let Rewarded { foes, defeat } = Rewarded::of(now);
        let beaten = |id: &Id| !lost && foe(id) && !able(id) && !foes.contains(id);
        let enemies = || all().filter(|id| !party.contains(id));
        let preset = enemies().filter(beaten).collect();
        f.others("is in the party");
        if !foes.is_empty() {
            f.hint(|| format!("already rewarded: {}", now.names(foes)));
        }
        let enemies = f.pick(
            "enemies",
            "enemies defeated",
            enemies,
            0,
            usize::MAX,
            preset,
        );
        let mut awards = vec![(String::from("none"), String::from("nothing else"), 0)];
        awards.extend(
            Awards::all(now)
                .map(|(.., row)| (row.key().to_owned(), row.label().to_owned(), row.points())),
        );
        let tell =
            |one: &(String, String, i64)| Choice::new(&one.0, &one.1).hint(one.2.to_string());
        // The award for a defeat replaces the award for overcome foes (SEC-192).
        let defeated = |one: &(String, String, i64)| lost && !defeat && one.0 == DEFEATED;
        let preset = awards.iter().position(defeated).unwrap_or(0);
        let reason = f.choice("besides", "also for", &awards, preset, |one| &one.0, tell);
        let points = reason.as_ref().map_or(0, |(.., points)| *points);
        let more = f
            .amount()
            .number("points", "points", 0..=99_999, "", points);
        Ok((
            party,
            enemies,
            reason.filter(|(key, ..)| key != "none"),
            more,
        ))
    })?;
    let levels: i64 = enemies
        .iter()
        .map(|id| fighter(cx.now(), *id).mind.level())
        .sum();
    let mut deeds = Vec::new();
    if !enemies.is_empty() {
        let foes = i64::try_from(enemies.len()).unwrap_or(0);
        deeds.push(Deed::Foes { number: foes });
    }
    let reason = reason.filter(|_| more > 0);
    let defeat = reason.as_ref().is_some_and(|(key, ..)| key == DEFEATED);
    Rewarded::change(cx, |rewarded| {
        rewarded.defeat |= defeat;
        rewarded.foes.extend(enemies);
    });
    deeds.extend(reason.map(|(_, label, _)| Deed::Award {
        award: label.into(),
    }));
    let whom = party.clone();
    let said = if deeds.is_empty() {
        Says::ExperienceSet { whom }
    } else {
        Says::ExperienceFor { whom, deeds }
    };
    cx.act(None, said);
    for id in party {
        let one = fighter(cx.now(), id);
        let (level, had) = (one.mind.level(), one.mind.xp());
        let gained = worth(levels, level) + more;
        let (next, left) = raised(level, had + gained);
        cx.change(id, at::level, next, Says::Level {}, Says::Experience {});
        let cause = Says::GainedXp { points: gained };
        cx.change(id, at::xp, left, Says::Xp {}, cause);
    }
    Ok(())
}

/// Returns true if the fight is over and actions after the fight are possible.
pub fn over(now: &Encounter) -> bool {
    now.over()
}
