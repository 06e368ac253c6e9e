//! From declarations to the ladder: one die for every attack and spell, counts, ties and losses (4.6).

use crate::act;
use crate::encounter::{Condition, Encounter, Ends, Id, Is, Resolver, Roll, Step};
use crate::note;

use super::pickup::prep;
use crate::rules::segments::combat::movement::start_move;
use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::options::Options;
use crate::rules::segments::sheet::schema::is;
use crate::rules::segments::sheet::spell::Casting;
use crate::rules::segments::state::costs::die;
use crate::rules::segments::state::deeds::Deeds;
use crate::rules::segments::state::ladder::{
    CAST, FREE, Kind, LAST_COUNT, POTION, Progress, RELEASE, SHIELD, Slot, slots_of,
};
use crate::rules::segments::state::plan::{MainAction, Movement, Potion, Use, plan};
use crate::rules::segments::state::round::{Phase, Round};

/// The last count on which anybody moves (SEG-33).
const LAST_MOVE: i64 = 1;

/// Weapons are picked up; then everyone rolls in one prompt, which builds the ladder (SEG-43, SEG-46 to SEG-49, SEG-36).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    prep(cx)?;
    let ids: Vec<Id> = cx.now().present().collect();
    let ids: Vec<Id> = ids
        .into_iter()
        .filter(|id| plan(cx.now(), *id).is_some() && fighter(cx.now(), *id).active())
        .collect();
    roll_for(cx, &ids, i64::MAX)?;
    Round::change(cx, |round| round.phase = Phase::Between);
    Ok(())
}

/// What one combatant rolls for.
enum Rolls {
    /// The attack of this number.
    Attack(i64, Use),
    /// A spell by this name.
    Spell(String),
}

fn rolls_of(now: &Encounter, who: Id) -> Vec<Rolls> {
    let Some(plan) = plan(now, who) else {
        return Vec::new();
    };
    let one = fighter(now, who);
    match plan.action {
        MainAction::Spell => match one.spell(&plan.spell) {
            Some(spell) if !one.fixed_start(spell) => vec![Rolls::Spell(spell.name().to_owned())],
            _ => Vec::new(),
        },
        MainAction::PickUp => {
            let quick = Deeds::of(now, who).pickup == Some(1);
            if quick && plan.attacks_left(now, who) > 0 {
                vec![Rolls::Attack(1, plan.use_of(one, 1))]
            } else {
                Vec::new()
            }
        }
        _ => plan
            .uses(now, who)
            .into_iter()
            .zip(1..)
            .map(|(used, number)| Rolls::Attack(number, used))
            .collect(),
    }
}

/// Rolls for these and puts them on the ladder below a count.
pub fn roll_for(cx: &mut Resolver<'_>, ids: &[Id], below: i64) -> Step<()> {
    let mut rolls = Vec::new();
    for who in ids {
        let Some(plan) = plan(cx.now(), *who) else {
            continue;
        };
        let modifier = plan.initiative(cx.now(), *who);
        for one in rolls_of(cx.now(), *who) {
            let (what, dice) = match &one {
                Rolls::Attack(1, _) => ("initiative".to_owned(), die(cx.now(), 1)),
                Rolls::Attack(number, _) => {
                    (format!("initiative {number}"), die(cx.now(), *number))
                }
                Rolls::Spell(name) => (format!("initiative, {name}"), die(cx.now(), 1)),
            };
            rolls.push(Roll::new("initiative", *who, what, dice).bonus(modifier.clone()));
        }
    }
    let rolled = cx.rolls("initiative", "Initiative", rolls.clone())?;
    let mut next = 0;
    for who in ids {
        let mine = rolls_of(cx.now(), *who);
        let results = &rolled[next..next + mine.len()];
        if !mine.is_empty() {
            act!(cx, *who, &[*who], "{}:", cx.name(*who));
            for (roll, result) in rolls[next..].iter().zip(results) {
                let mut roll = roll.clone();
                roll.unnamed = true;
                cx.log_throw(&roll, result);
            }
        }
        next += mine.len();
        let totals: Vec<i64> = results.iter().map(|rolled| rolled.total).collect();
        let attacks: Vec<(i64, Use, i64)> = mine
            .iter()
            .zip(&totals)
            .filter_map(|(roll, total)| match roll {
                Rolls::Attack(number, used) => Some((*number, used.clone(), *total)),
                Rolls::Spell(_) => None,
            })
            .collect();
        attack_slots(cx, *who, attacks, below);
        spell_slots(cx, *who, totals.first().copied(), below);
        other_slots(cx, *who, below);
        begin_stances(cx, *who);
    }
    Ok(())
}

/// The count before which somebody on the move neither strikes nor casts (SEG-36); one that never comes where the way of a
/// late arrival is longer than what is left of the counts on which anybody moves.
fn arrives(now: &Encounter, who: Id, below: i64) -> Option<i64> {
    let waits = Options::of(now).attack_waits_for_move();
    let plan = plan(now, who).filter(|_| waits)?;
    let arrival = plan.arrival(now, who, sets_out(below))?;
    let too_far = plan.distance > 0 && arrival < LAST_MOVE;
    Some(if too_far { LAST_COUNT - 1 } else { arrival })
}

/// Counts of one combatant's attacks: not before it has arrived, one a count, lost below -5.
fn attack_slots(cx: &mut Resolver<'_>, who: Id, attacks: Vec<(i64, Use, i64)>, below: i64) {
    let arrival = arrives(cx.now(), who, below);
    let rolled: Vec<i64> = attacks.iter().map(|(.., count)| *count).collect();
    let counts = split(&rolled, arrival, below);
    for ((number, used, rolled), count) in attacks.into_iter().zip(counts) {
        let kind = if used.weapon.is_some() {
            Kind::Attack
        } else {
            Kind::Other
        };
        let mut made = Slot::due(who, number, kind, count);
        made.target = used.target;
        made.melee = used.melee && kind == Kind::Attack;
        made.what = match (used.weapon, used.what.trim()) {
            (Some(weapon), _) => weapon,
            (None, "") => "something else".to_owned(),
            (None, what) => what.to_owned(),
        };
        if count < LAST_COUNT {
            let why = match arrival {
                Some(arrival) if arrival < LAST_COUNT => {
                    note!(
                        cx,
                        &[who],
                        "Attack {number} is lost: the way is longer than the round."
                    );
                    "still on the way".to_owned()
                }
                _ => {
                    note!(cx, &[who], "Attack {number} falls on {count} and is lost.");
                    format!("count {count}: too late")
                }
            };
            made = made.ended(Progress::Lost, None, &why);
        } else if count != rolled {
            let why = match arrival {
                Some(arrival) if arrival < rolled && arrival == count => "after the move",
                _ => "moved down",
            };
            why.clone_into(&mut made.why);
            note!(cx, &[who], "Attack {number} comes on {count} ({why}).");
        }
        made.put(cx);
    }
}

/// Final counts of one combatant's attacks in number order: not above the arrival or `below`, each on a count of its
/// own (SEG-36, SEG-49). Those that are lost take up no count.
pub fn split(rolled: &[i64], arrival: Option<i64>, below: i64) -> Vec<i64> {
    let mut counts: Vec<i64> = Vec::new();
    for count in rolled {
        let mut count = arrival.map_or(*count, |arrival| arrival.min(*count));
        count = count.min(below.saturating_sub(1));
        while count >= LAST_COUNT && counts.contains(&count) {
            count -= 1;
        }
        counts.push(count);
    }
    counts
}

/// When a spell that would start on `start` is released, or nothing if it has to wait for the next round
/// (SEG-113 to SEG-116): the start, and the release.
pub fn spell_counts(start: i64, casting: Casting) -> Option<(i64, i64)> {
    match casting {
        Casting::OneRound if start < 10 => None,
        Casting::OneRound => Some((10, LAST_COUNT)),
        Casting::Counts(time) if start - time < LAST_COUNT => None,
        Casting::Counts(time) => Some((start, start - time)),
    }
}

fn spell_slots(cx: &mut Resolver<'_>, who: Id, rolled: Option<i64>, below: i64) {
    let Some(plan) = plan(cx.now(), who).filter(|plan| plan.action == MainAction::Spell) else {
        cx.lose(who, is::SPELL_CARRIED, "", "");
        return;
    };
    let one = fighter(cx.now(), who);
    let Some(spell) = one.spell(&plan.spell) else {
        cx.lose(who, is::SPELL_CARRIED, "", "");
        return;
    };
    let (name, casting) = (spell.name().to_owned(), spell.takes(cx.now()));
    let start = if one.fixed_start(spell) {
        10
    } else {
        let rolled = rolled.unwrap_or(0);
        match arrives(cx.now(), who, below) {
            Some(arrival) => rolled.min(arrival),
            None => rolled,
        }
    };
    let start = start.min(below.saturating_sub(1));
    cx.lose(who, is::SPELL_CARRIED, "", "");
    match spell_counts(start, casting) {
        Some((start, end)) => {
            for (number, kind, count) in [(CAST, Kind::Cast, start), (RELEASE, Kind::Release, end)]
            {
                let mut made = Slot::due(who, number, kind, count);
                made.what.clone_from(&name);
                made.put(cx);
            }
        }
        None => {
            note!(
                cx,
                &[who],
                "{} is too late for {name} this round: it starts on 10 of the next one.",
                cx.name(who)
            );
            cx.gain(who, Condition::new(is::SPELL_CARRIED).because(name), "");
        }
    }
}

/// Free Actions, shield and potion, and movement that starts on 10.
fn other_slots(cx: &mut Resolver<'_>, who: Id, below: i64) {
    let Some(plan) = plan(cx.now(), who) else {
        return;
    };
    let most = below.saturating_sub(1);
    let earliest = slots_of(cx.now(), who)
        .iter()
        .filter(|slot| slot.progress == Progress::Due && slot.kind != Kind::Release)
        .map(|slot| slot.count)
        .max()
        .unwrap_or(10)
        .min(most);
    let mut made = Vec::new();
    if plan.free_actions > 0 {
        let mut free = Slot::due(who, FREE, Kind::Free, earliest);
        free.what = match (plan.free_actions, plan.free_text.trim()) {
            (1, "") => "a Free Action".to_owned(),
            (number, "") => format!("{number} Free Actions"),
            (_, text) => text.to_owned(),
        };
        made.push(free);
    }
    if plan.readies_shield {
        made.push(Slot::due(who, SHIELD, Kind::Shield, 5.min(most)));
    }
    if plan.potion != Potion::None {
        made.push(Slot::due(who, POTION, Kind::Potion, 5.min(most)));
    }
    let whole = matches!(plan.action, MainAction::Move | MainAction::Withdraw);
    let first = matches!(plan.movement, Movement::Move | Movement::Run);
    // Who attacks and then moves waits for its last attack (SEG-44).
    let acts = |slot: &Slot| slot.kind.acts() && slot.progress == Progress::Due;
    let after = plan.movement == Movement::After && !slots_of(cx.now(), who).iter().any(acts);
    for slot in made {
        slot.put(cx);
    }
    if whole || first || after {
        start_move(cx, who, sets_out(below));
    }
}

/// The count on which whoever moves first sets out: 10, or the next one where that is over.
fn sets_out(below: i64) -> i64 {
    10.min(below.saturating_sub(1))
}

/// Stances and the like begin with the ladder and hold to the end of the round (SEG-25, SEG-43, SEG-90, SEG-101).
fn begin_stances(cx: &mut Resolver<'_>, who: Id) {
    let Some(plan) = plan(cx.now(), who) else {
        return;
    };
    let mut gains: Vec<(Is, i64)> = Vec::new();
    if plan.movement == Movement::Still {
        gains.push((is::NO_MOVEMENT, 0));
    }
    match plan.action {
        MainAction::PickUp => gains.push((is::STOOPING, 0)),
        MainAction::Hold => gains.push((is::HOLDING, 0)),
        MainAction::Full | MainAction::Desperate => {
            let one = fighter(cx.now(), who);
            let rank = one.weapon(&plan.guard).map_or(0, |weapon| weapon.rank());
            let stance = match plan.action {
                MainAction::Full => is::FULL_DEFENSE,
                _ => is::DESPERATE_DEFENSE,
            };
            gains.push((stance, plan.guard_bonus(rank)));
        }
        _ => {}
    }
    if plan.defending > 0 {
        gains.push((is::DEFENDING, plan.defending / 2));
    }
    if plan.aims {
        gains.push((is::AIMING, 0));
    }
    let (holds, stays) = (
        plan.action == MainAction::Hold,
        !plan.moves() && !plan.takes_stance(),
    );
    if !holds {
        cx.lose(who, is::HOLDING, "", "");
    }
    if !stays {
        cx.lose(who, is::AIM_KEPT, "", "");
    }
    let round = cx.now().round;
    for (is, value) in gains {
        let last = round + u32::from(is == is::HOLDING);
        let condition = Condition::new(is).ends(Ends::EndOfRound(last));
        cx.gain(who, condition.value(value), "");
    }
}
