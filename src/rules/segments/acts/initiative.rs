//! From declarations to the ladder: one die for every attack and spell, counts, ties and losses (4.6).

use crate::act;
use crate::encounter::{Condition, Encounter, Ends, Id, Resolver, Roll, Step};
use crate::note;

use super::pickup::prep;
use crate::rules::segments::combat::start_move;
use crate::rules::segments::sheet::{Casting, Options, active, fighter, is};
use crate::rules::segments::state::{
    CAST, Deeds, FREE, Kind, LAST_COUNT, MainAction, Movement, POTION, Phase, Plan, Potion,
    Progress, RELEASE, Round, SHIELD, Slot, Use, die, plan, slots_of,
};

/// The last count on which anybody moves (SEG-33).
const LAST_MOVE: i64 = 1;

/// Weapons are picked up; then everyone rolls in one prompt, which builds the ladder (SEG-43, SEG-46 to SEG-49, SEG-36).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    prep(cx)?;
    let mut ids = active(cx.now());
    ids.retain(|id| plan(cx.now(), *id).is_some());
    roll_for(cx, &ids, i64::MAX)?;
    Round::change(cx, |round| round.phase = Phase::Between);
    Ok(())
}

/// The uses of attacks that somebody rolls for, by number.
fn attacks_of(now: &Encounter, who: Id, plan: &Plan) -> Vec<Use> {
    let quick = Deeds::of(now, who).pickup == Some(1) && plan.attacks_left(now, who) > 0;
    match plan.action {
        MainAction::PickUp if quick => vec![plan.use_of(fighter(now, who), 1)],
        _ => plan.uses(now, who),
    }
}

/// The throws of somebody: one for each attack, or one for the spell that does not start on 10 anyway.
fn throws_of(now: &Encounter, who: Id) -> Vec<Roll> {
    let Some(plan) = plan(now, who) else {
        return Vec::new();
    };
    let one = fighter(now, who);
    let spell = one.spell(&plan.spell);
    let spell = spell.filter(|spell| plan.action == MainAction::Spell && !one.fixed_start(*spell));
    let mut rolled_for: Vec<String> = (1..=attacks_of(now, who, plan).len())
        .map(|number| match number {
            1 => "initiative".to_owned(),
            _ => format!("initiative {number}"),
        })
        .collect();
    rolled_for.extend(spell.map(|spell| format!("initiative, {}", spell.name())));
    let modifier = plan.initiative(now, who);
    let throw = |(what, number)| {
        Roll::new("initiative", who, what, die(now, number)).bonus(modifier.clone())
    };
    rolled_for.into_iter().zip(1..).map(throw).collect()
}

/// Rolls for these and puts them on the ladder below a count.
pub fn roll_for(cx: &mut Resolver<'_>, ids: &[Id], below: i64) -> Step<()> {
    let throws: Vec<Vec<Roll>> = ids.iter().map(|who| throws_of(cx.now(), *who)).collect();
    let mut rolled = cx
        .rolls("initiative", "Initiative", throws.concat())?
        .into_iter();
    for (who, throws) in ids.iter().zip(throws) {
        let mut totals = Vec::new();
        if !throws.is_empty() {
            act!(cx, *who, &[*who], "{}:", cx.name(*who));
        }
        for (mut throw, result) in throws.into_iter().zip(&mut rolled) {
            throw.unnamed = true;
            cx.log_throw(&throw, &result);
            totals.push(result.total);
        }
        let Some(plan) = plan(cx.now(), *who).cloned() else {
            continue;
        };
        let uses = attacks_of(cx.now(), *who, &plan);
        let arrival = arrives(cx.now(), *who, &plan, below);
        if totals.is_empty() {
            // A spell that was waited for starts without a roll.
            totals.push(10);
        }
        let counts = split(&totals, arrival, below);
        attack_slots(cx, *who, uses, &counts, &totals, arrival);
        spell_slots(cx, *who, &plan, counts[0]);
        other_slots(cx, *who, &plan, below);
        begin_stances(cx, *who, &plan);
    }
    Ok(())
}

/// The count before which somebody on the move neither strikes nor casts (SEG-36); one that never comes where the way of a
/// late arrival is longer than what is left of the counts on which anybody moves.
fn arrives(now: &Encounter, who: Id, plan: &Plan, below: i64) -> Option<i64> {
    if !Options::of(now).attack_waits_for_move() {
        return None;
    }
    let arrival = plan.arrival(now, who, sets_out(below))?;
    let too_far = plan.distance > 0 && arrival < LAST_MOVE;
    Some(if too_far { LAST_COUNT - 1 } else { arrival })
}

/// One combatant's attacks on their counts, as they were rolled or later; below -5 they are lost.
fn attack_slots(
    cx: &mut Resolver<'_>,
    who: Id,
    uses: Vec<Use>,
    counts: &[i64],
    rolled: &[i64],
    arrival: Option<i64>,
) {
    for (number, ((used, count), rolled)) in (1..).zip(uses.iter().zip(counts).zip(rolled)) {
        let kind = match used.weapon {
            Some(_) => Kind::Attack,
            None => Kind::Other,
        };
        let mut made = Slot::due(who, number, kind, *count).called(used.called());
        made.target = used.target;
        made.melee = used.melee;
        if *count >= LAST_COUNT {
            if count != rolled {
                made.why = match arrival == Some(*count) {
                    true => "after the move".to_owned(),
                    false => "moved down".to_owned(),
                };
                note!(
                    cx,
                    &[who],
                    "Attack {number} comes on {count} ({}).",
                    made.why
                );
            }
            made.put(cx);
            continue;
        }
        let why = if arrival.is_some_and(|arrival| arrival < LAST_COUNT) {
            let why = "the way is longer than the round";
            note!(cx, &[who], "Attack {number} is lost: {why}.");
            "still on the way".to_owned()
        } else {
            note!(cx, &[who], "Attack {number} falls on {count} and is lost.");
            format!("count {count}: too late")
        };
        made.ended(Progress::Lost, None, &why).put(cx);
    }
}

/// Final counts of one combatant's attacks in number order: not above the arrival or `below`, each on a count of its
/// own (SEG-36, SEG-49). Those that are lost take up no count.
pub fn split(rolled: &[i64], arrival: Option<i64>, below: i64) -> Vec<i64> {
    let most = arrival.unwrap_or(i64::MAX).min(below.saturating_sub(1));
    let mut counts: Vec<i64> = Vec::new();
    for rolled in rolled {
        let mut count = most.min(*rolled);
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

/// A spell that starts on `start`, or in the next round.
fn spell_slots(cx: &mut Resolver<'_>, who: Id, plan: &Plan, start: i64) {
    let spell = fighter(cx.now(), who).spell(&plan.spell);
    let spell = spell.filter(|_| plan.action == MainAction::Spell);
    let cast = spell.map(|spell| (spell.name().to_owned(), spell.takes(cx.now())));
    cx.lose(who, is::SPELL_CARRIED, "", "");
    let Some((name, casting)) = cast else {
        return;
    };
    match spell_counts(start, casting) {
        Some((start, end)) => {
            Slot::due(who, CAST, Kind::Cast, start)
                .called(&name)
                .put(cx);
            Slot::due(who, RELEASE, Kind::Release, end)
                .called(&name)
                .put(cx);
        }
        None => {
            let caster = cx.name(who);
            note!(
                cx,
                &[who],
                "{caster} is too late for {name} this round: it starts on 10 of the next one."
            );
            cx.gain(who, Condition::new(is::SPELL_CARRIED).because(name), "");
        }
    }
}

/// Free Actions, shield and potion, and movement that starts on 10.
fn other_slots(cx: &mut Resolver<'_>, who: Id, plan: &Plan, below: i64) {
    let most = below.saturating_sub(1);
    let due: Vec<&Slot> = slots_of(cx.now(), who)
        .iter()
        .filter(|slot| slot.progress == Progress::Due)
        .collect();
    let earliest = due
        .iter()
        .map(|slot| slot.count)
        .max()
        .unwrap_or(10)
        .min(most);
    let acts = due.iter().any(|slot| slot.kind.acts());
    if plan.free_actions > 0 {
        Slot::due(who, FREE, Kind::Free, earliest)
            .called(&plan.free())
            .put(cx);
    }
    if plan.readies_shield {
        Slot::due(who, SHIELD, Kind::Shield, 5.min(most)).put(cx);
    }
    if plan.potion != Potion::None {
        Slot::due(who, POTION, Kind::Potion, 5.min(most)).put(cx);
    }
    // Who attacks and then moves waits for its last attack (SEG-44).
    if plan.moves() || (plan.movement == Movement::After && !acts) {
        start_move(cx, who, sets_out(below));
    }
}

/// The count on which whoever moves first sets out: 10, or the next one where that is over.
fn sets_out(below: i64) -> i64 {
    10.min(below.saturating_sub(1))
}

/// Stances and the like begin with the ladder and hold to the end of the round (SEG-25, SEG-43, SEG-90, SEG-101).
fn begin_stances(cx: &mut Resolver<'_>, who: Id, plan: &Plan) {
    let guarded = plan.guarded(fighter(cx.now(), who));
    let (holds, defends) = (plan.action == MainAction::Hold, plan.defending > 0);
    if !holds {
        cx.lose(who, is::HOLDING, "", "");
    }
    if plan.moves() || guarded.is_some() || defends {
        cx.lose(who, is::AIM_KEPT, "", "");
    }
    let taken = [
        (plan.movement == Movement::Still, is::NO_MOVEMENT, 0),
        (plan.action == MainAction::PickUp, is::STOOPING, 0),
        (holds, is::HOLDING, 0),
        (defends, is::DEFENDING, plan.defending / 2),
        (plan.aims, is::AIMING, 0),
    ];
    let taken = taken.into_iter().filter(|(taken, ..)| *taken);
    for (is, value) in taken.map(|(_, is, value)| (is, value)).chain(guarded) {
        let last = cx.now().round + u32::from(is == is::HOLDING);
        let condition = Condition::new(is).ends(Ends::EndOfRound(last));
        cx.gain(who, condition.value(value), "");
    }
}
