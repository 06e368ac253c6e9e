//! Construction of the ladder from the declarations: one die for each attack and spell, counts, ties, and lost actions
//! (4.6).

use crate::systems::prelude::*;
use crate::systems::segments::combat::{check_degree, start_move};
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{Casting, Options, is};
use crate::systems::segments::state::{
    Attribute, CAST, Deeds, FREE, Kind, LAST_COUNT, MainAction, Movement, POTION, Phase, Plan,
    Potion, Progress, RELEASE, Round, SHIELD, Slot, Use, active, die, fighter, plan, slots_of,
};

/// Last count with movement (SEG-33).
const LAST_MOVE: i64 = 1;

/// Rolls DEX for picking up weapons, then rolls initiative for everyone in one prompt and builds the ladder (SEG-43,
/// SEG-46 to SEG-49, SEG-36).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    prep(cx)?;
    let mut ids = active(cx.now());
    ids.retain(|id| plan(cx.now(), *id).is_some());
    roll_for(cx, &ids, i64::MAX)?;
    Round::change(cx, |round| round.phase = Phase::Between);
    Ok(())
}

/// Returns the attacks that a combatant rolls initiative for, by number.
fn attacks_of(now: &Encounter, who: Id, plan: &Plan) -> Vec<Use> {
    let quick = Deeds::of(now, who).pickup == Some(1) && plan.attacks_left(now, who) > 0;
    match plan.action {
        MainAction::PickUp if quick => vec![plan.use_of(fighter(now, who), 0)],
        _ => plan.uses(now, who),
    }
}

/// Returns the initiative rolls of a combatant: one roll for each attack, or one for a spell, unless the spell always
/// starts on 10.
fn throws_of(now: &Encounter, who: Id) -> Vec<Roll> {
    let Some(plan) = plan(now, who) else {
        return Vec::new();
    };
    let one = fighter(now, who);
    let spell = one.spell(&plan.spell);
    let spell = spell.filter(|spell| plan.action == MainAction::Spell && !one.fixed_start(*spell));
    let attack = |number| match number {
        1 => Says::InitiativeRoll {},
        _ => Says::InitiativeRollOf {
            number: number as i64,
        },
    };
    let attacks = (1..=attacks_of(now, who, plan).len()).map(attack);
    let spell = spell.map(|spell| Says::SpellInitiative {
        spell: spell.name().to_owned().into(),
    });
    let modifier = plan.initiative(now, who);
    let throw = |(what, number)| {
        Roll::new("initiative", who, what, die(now, number)).bonus(modifier.clone())
    };
    attacks.chain(spell).zip(1..).map(throw).collect()
}

/// Rolls for these combatants and puts their actions on the ladder, on count `most` or below.
pub fn roll_for(cx: &mut Resolver<'_>, ids: &[Id], most: i64) -> Step<()> {
    let throws: Vec<Vec<Roll>> = ids.iter().map(|who| throws_of(cx.now(), *who)).collect();
    let rolled = cx.rolls("initiative", "Initiative", throws.concat())?;
    let mut rolled = rolled.into_iter();
    for (who, throws) in ids.iter().copied().zip(throws) {
        let mut totals = Vec::new();
        if !throws.is_empty() {
            cx.act(who, Says::RollsInitiative { who });
        }
        for (mut throw, result) in throws.into_iter().zip(&mut rolled) {
            throw.unnamed = true;
            cx.log_throw(&throw, &result);
            totals.push(result.total);
        }
        let Some(plan) = plan(cx.now(), who).cloned() else {
            continue;
        };
        if totals.is_empty() {
            // A spell with a fixed start needs no roll.
            totals.push(10);
        }
        let arrival = arrives(cx.now(), who, &plan, most);
        let counts = split(&totals, arrival, most);
        attack_slots(cx, who, &plan, &totals, arrival, &counts);
        spell_slots(cx, who, &plan, counts[0]);
        other_slots(cx, who, &plan, most);
        begin_stances(cx, who, &plan);
    }
    Ok(())
}

/// Returns the count before which a moving combatant can neither attack nor cast (SEG-36). If a late arrival cannot
/// cover the distance in the remaining counts, returns a count below the ladder, which is never reached.
fn arrives(now: &Encounter, who: Id, plan: &Plan, most: i64) -> Option<i64> {
    let waits = Options::of(now).attack_waits_for_move();
    let arrival = plan.arrival(now, who, most.min(10)).filter(|_| waits)?;
    let too_far = plan.distance > 0 && arrival < LAST_MOVE;
    Some(if too_far { LAST_COUNT - 1 } else { arrival })
}

/// Puts the attacks of a combatant on their counts, as rolled or later. Attacks below -5 are lost.
fn attack_slots(
    cx: &mut Resolver<'_>,
    who: Id,
    plan: &Plan,
    rolled: &[i64],
    arrival: Option<i64>,
    counts: &[i64],
) {
    let too_far = arrival.is_some_and(|arrival| arrival < LAST_COUNT);
    let uses = attacks_of(cx.now(), who, plan);
    for (number, ((used, count), rolled)) in (1..).zip(uses.iter().zip(counts).zip(rolled)) {
        let kind = used.weapon.as_ref().map_or(Kind::Other, |_| Kind::Attack);
        let mut made = Slot::due(who, number, kind, *count).called(used.called());
        (made.target, made.melee) = (used.target, used.melee);
        let (progress, why) = match *count {
            ..LAST_COUNT if too_far => (Progress::Lost, "still on the way".to_owned()),
            ..LAST_COUNT => (Progress::Lost, format!("count {count}: too late")),
            count if count == *rolled => (Progress::Due, String::new()),
            count if arrival == Some(count) => (Progress::Due, "after the move".to_owned()),
            _ => (Progress::Due, "moved down".to_owned()),
        };
        if !why.is_empty() {
            let count = *count;
            cx.note(match progress {
                Progress::Lost if too_far => Says::AttackTooFar { who, number },
                Progress::Lost => Says::AttackTooLate { who, number, count },
                _ if arrival == Some(count) => Says::AttackAfterMove { who, number, count },
                _ => Says::AttackMovedDown { who, number, count },
            });
        }
        made.ended(progress, None, &why).put(cx);
    }
}

/// Returns the final counts of a combatant's attacks, in the order of the attacks. No count is above the arrival or
/// `most`, and each attack has its own count (SEG-36, SEG-49). Lost attacks occupy no count.
pub fn split(rolled: &[i64], arrival: Option<i64>, most: i64) -> Vec<i64> {
    let most = arrival.map_or(most, |arrival| arrival.min(most));
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

/// Returns the counts of start and release of a spell that would start on `start`, or `None` if the spell must wait for
/// the next round (SEG-113 to SEG-116).
pub fn spell_counts(start: i64, casting: Casting) -> Option<(i64, i64)> {
    match casting {
        Casting::OneRound if start < 10 => None,
        Casting::OneRound => Some((10, LAST_COUNT)),
        Casting::Counts(time) if start - time < LAST_COUNT => None,
        Casting::Counts(time) => Some((start, start - time)),
    }
}

/// Puts a spell on the ladder that starts on `start`, or carries it into the next round.
fn spell_slots(cx: &mut Resolver<'_>, who: Id, plan: &Plan, start: i64) {
    let spell = fighter(cx.now(), who).spell(&plan.spell);
    let spell = spell.filter(|_| plan.action == MainAction::Spell);
    let cast = spell.map(|spell| (spell.name().to_owned(), spell.takes(cx.now())));
    cx.lose(who, is::SPELL_CARRIED, "", "");
    let Some((name, casting)) = cast else {
        return;
    };
    let Some((start, end)) = spell_counts(start, casting) else {
        return carried(cx, who, &name);
    };
    for (number, kind, count) in [(CAST, Kind::Cast, start), (RELEASE, Kind::Release, end)] {
        let made = Slot::due(who, number, kind, count);
        made.called(&name).put(cx);
    }
}

/// Carries a spell that is too late for this round into the next round (SEG-116).
pub fn carried(cx: &mut Resolver<'_>, who: Id, name: &str) {
    let spell = name.to_owned().into();
    cx.note(Says::TooLate { who, spell });
    cx.gain(who, Condition::new(is::SPELL_CARRIED).because(name), "");
}

/// Puts Free Actions, shield, potion, and movement from count 10 on the ladder.
fn other_slots(cx: &mut Resolver<'_>, who: Id, plan: &Plan, most: i64) {
    let due = slots_of(cx.now(), who).iter();
    let due = due.filter(|slot| slot.progress == Progress::Due);
    let acts = due.clone().any(|slot| slot.kind.acts());
    let earliest = due.map(|slot| slot.count).max().unwrap_or(10);
    let minor = [
        (plan.free_actions > 0, FREE, Kind::Free, earliest),
        (plan.readies_shield, SHIELD, Kind::Shield, 5),
        (plan.potion != Potion::None, POTION, Kind::Potion, 5),
    ];
    for (_, number, kind, count) in minor.into_iter().filter(|(declared, ..)| *declared) {
        let mut made = Slot::due(who, number, kind, count.min(most));
        if kind == Kind::Free {
            made.what = plan.free();
        }
        made.put(cx);
    }
    // A combatant who attacks and then moves waits for their last attack (SEG-44).
    if plan.moves() || (plan.movement == Movement::After && !acts) {
        start_move(cx, who, most.min(10));
    }
}

/// Begins stances and similar conditions, which last from initiative to the end of the round (SEG-25, SEG-43, SEG-90,
/// SEG-101).
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

/// Rolls DEX for each combatant who picks up a weapon (SEG-43).
pub fn prep(cx: &mut Resolver<'_>) -> Step<()> {
    for who in stooping(cx.now()) {
        let now = cx.now();
        let weapon = plan(now, who).and_then(|plan| plan.use_of(fighter(now, who), 0).weapon);
        let name = weapon.unwrap_or_else(|| "weapon".to_owned());
        let weapon = || name.clone().into();
        let said = Says::Stoops {
            who,
            weapon: weapon(),
        };
        cx.act(who, said);
        let degree = check_degree(cx, "pickup", who, Says::DexToPickUp {}, Attribute::Dex, 4)?;
        cx.note(match degree {
            1 => Says::PicksUpInTime { who },
            2..=4 => Says::PicksUpLate { who },
            _ => Says::StaysOnGround {
                who,
                weapon: weapon(),
            },
        });
        Deeds::change(cx, who, |deeds| deeds.pickup = Some(degree));
    }
    Ok(())
}

/// Returns the combatants who pick up a weapon this round and have not rolled DEX yet, in roster order.
pub fn stooping(now: &Encounter) -> Vec<Id> {
    let mut all = active(now);
    all.retain(|id| plan(now, *id).is_some_and(|plan| plan.action == MainAction::PickUp));
    all.retain(|id| Deeds::of(now, *id).pickup.is_none());
    all
}
