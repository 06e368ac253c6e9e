//! Movement on the ladder, attack-then-move, and withdrawing with its free attacks (4.5, 4.12).

use crate::encounter::{Choice, Condition, Encounter, Ends, Form, Id, Resolver, Step};

use super::attack::strike;
use super::checks::check_degree;
use super::circumstances::light_of;
use super::ladder::{Kind, MOVE, Progress, Slot, due_on, slot, slots_of};
use super::plan::{self, Action, Movement, Pace, plan};
use super::schema::is;
use super::sheet::{Attribute, Weapon, fighter, in_asking_order};
use super::state::{Phase, Round, UNSEEN, WITHDRAWN};
use super::strike::{Blow, attackers};
use crate::act;
use crate::note;

/// Puts somebody's declared movement on the ladder from a count on.
pub fn start_move(cx: &mut Resolver<'_>, who: Id, from: i64) {
    let Some(plan) = plan(cx.now(), who) else {
        return;
    };
    let tmr = fighter(cx.now(), who).tmr_now();
    let mut made = Slot::due(who, MOVE, Kind::Move, from);
    let most = plan.most_feet(cx.now(), who);
    let whole = matches!(plan.action, Action::Move | Action::Withdraw);
    match plan.movement {
        Movement::After => {
            made.feet = from * tmr / 20;
            made.until = 1;
        }
        _ if plan.distance > 0 => {
            let pace = match (whole, plan.movement) {
                (true, _) => plan.pace.times() * tmr,
                (false, Movement::Run) => 2 * tmr,
                _ => tmr,
            };
            made.feet = plan.distance;
            made.until = plan::arrival(plan.distance, pace).max(1);
        }
        _ if whole => {
            made.feet = most;
            made.until = 1;
        }
        _ => made.until = from,
    }
    let pace = match plan.movement {
        Movement::Run => Pace::Run,
        _ => plan.pace,
    };
    made.what = pace.verb().to_owned();
    made.keep(cx);
}

/// Feet covered once a count has been opened: a tenth of the pace on each count, rounded down (SEG-33).
pub fn covered(slot: &Slot, pace: i64, count: i64) -> i64 {
    let steps = (slot.count - count + 1).clamp(0, 10);
    (pace * steps / 10).min(slot.feet)
}

/// Attack, then move, as soon as the last attack is behind: when and how far (SEG-44). Before the ladder is begun it is
/// settled only for those without any attack on it; that is count 10 without a roll.
pub fn settle_after(cx: &mut Resolver<'_>, who: Id) {
    let slots = slots_of(cx.now(), who);
    let any = slots
        .iter()
        .any(|slot| slot.kind.acts() && slot.progress == Progress::Due);
    if !any && slot(cx.now(), who, MOVE).is_none() {
        start_move(cx, who, 10);
    }
}

/// Whoever attacks and then moves and has just had its last attack: it rolls DEX where it must and its movement comes
/// onto the ladder (SEG-44).
///
/// # Errors
/// Asks for dice.
pub fn move_on(cx: &mut Resolver<'_>, count: i64) -> Step<()> {
    let ids: Vec<Id> = cx.now().present().collect();
    for who in in_asking_order(cx.now(), ids) {
        let after = plan(cx.now(), who).is_some_and(|plan| plan.movement == Movement::After);
        if !after || slot(cx.now(), who, MOVE).is_some() {
            continue;
        }
        let attacks: Vec<&Slot> = slots_of(cx.now(), who)
            .iter()
            .filter(|slot| matches!(slot.kind, Kind::Attack | Kind::Other))
            .collect();
        let able = fighter(cx.now(), who).able();
        let due = attacks.iter().any(|slot| slot.progress == Progress::Due);
        if due && able {
            continue;
        }
        let last = attacks
            .iter()
            .filter(|slot| matches!(slot.progress, Progress::Done | Progress::Idle))
            .map(|slot| slot.count)
            .min();
        let start = if !able {
            None
        } else {
            match last {
                None | Some(11..) => Some(10),
                Some(..=1) => None,
                Some(last) => {
                    act!(
                        cx,
                        who,
                        &[who],
                        "{} wants to move on after its last attack.",
                        cx.name(who)
                    );
                    let degree =
                        check_degree(cx, "move-on", who, "moving on, DEX", Attribute::Dex, 4)?;
                    (degree < 5 && last - degree >= 1).then_some(last - degree)
                }
            }
        };
        // Counts that are gone already are not moved on again.
        match start {
            Some(start) => {
                start_move(cx, who, start.min(count - 1).max(1));
                let feet = slot(cx.now(), who, MOVE).map_or(0, |slot| slot.feet);
                note!(
                    cx,
                    &[who],
                    "{} moves from count {start} on, {feet} ft.",
                    cx.name(who)
                );
            }
            None => {
                let mut none = Slot::due(who, MOVE, Kind::Move, count);
                none.what = "moves".to_owned();
                let why = if able {
                    "no time left to move"
                } else {
                    "stunned or down"
                };
                none.ended(Progress::Lost, Some(count), why).keep(cx);
                if able {
                    note!(cx, &[who], "{} cannot move this round.", cx.name(who));
                }
            }
        }
    }
    Ok(())
}

/// Movement that starts on a count: first the free attacks on those who leave a melee, landing at once, then the steps
/// (SEG-52, SEG-94).
///
/// # Errors
/// Asks for the free attacks.
pub fn leave(cx: &mut Resolver<'_>, count: i64) -> Step<()> {
    let ids: Vec<Id> = due_on(cx.now(), count)
        .filter(|slot| slot.kind == Kind::Move && slot.stands(cx.now()))
        .map(|slot| slot.who)
        .collect();
    for who in in_asking_order(cx.now(), ids) {
        let leaving: Vec<Id> = plan(cx.now(), who)
            .map(|plan| plan.leaving.clone())
            .unwrap_or_default();
        let left = if leaving.is_empty() {
            Vec::new()
        } else {
            free_attacks(cx, who, &leaving, count)?
        };
        let mine = slot(cx.now(), who, MOVE).filter(|slot| slot.stands(cx.now()));
        let Some(mine) = mine.cloned() else {
            continue;
        };
        let mut text = format!("Count {count}: {} {}", cx.name(who), mine.what);
        if mine.feet > 0 {
            text.push_str(&format!(", {} ft", mine.feet));
        }
        if mine.until < count {
            text.push_str(&format!(" by count {}", mine.until));
        }
        text.push('.');
        cx.act(who, &[who], text);
        for from in &left {
            cx.link(WITHDRAWN, who, *from);
        }
        if !left.is_empty() {
            note!(
                cx,
                &left,
                "{} has withdrawn from {}.",
                cx.name(who),
                cx.now().names(&left)
            );
            let ends = Ends::EndOfRound(cx.now().round);
            cx.gain(who, Condition::new(is::WITHDRAWN).ends(ends), "");
        }
        mine.ended(Progress::Done, Some(count), "").keep(cx);
    }
    Ok(())
}

/// Why an opponent gets no free attack on `who`, who leaves on `count`, at all (SEG-96, SEG-98).
fn barred(now: &Encounter, opponent: Id, who: Id, count: i64) -> Option<&'static str> {
    let one = fighter(now, opponent);
    // Whoever leaves on the same count has not moved yet when the free attacks are made (SEG-52).
    let left_before = now.linked(WITHDRAWN, opponent, who)
        && slot(now, opponent, MOVE).is_some_and(|slot| slot.count > count);
    [
        (left_before, "withdrawn itself"),
        (!one.active(), "down"),
        (one.has(is::STUNNED), "stunned"),
        (one.has(is::FULL_DEFENSE), "in full defense"),
        (one.has(is::DESPERATE_DEFENSE), "in desperate defense"),
        (one.has(is::CASTING), "casting"),
        (
            !one.weapons().any(|weapon| weapon.melee()),
            "without a melee weapon",
        ),
    ]
    .into_iter()
    .find_map(|(bars, why)| bars.then_some(why))
}

/// Asks for the free attacks on a withdrawer and plays them. Gives back those it really leaves.
fn free_attacks(cx: &mut Resolver<'_>, who: Id, leaving: &[Id], count: i64) -> Step<Vec<Id>> {
    let now = cx.now();
    let present: Vec<Id> = leaving
        .iter()
        .copied()
        .filter(|id| !now.get(*id).gone)
        .collect();
    let allowed: Vec<Id> = in_asking_order(
        now,
        present
            .iter()
            .copied()
            .filter(|id| barred(now, *id, who, count).is_none())
            .collect(),
    );
    let title = format!("{} withdraws: free attacks", cx.name(who));
    let mut by: Vec<(Id, String, i64)> = Vec::new();
    let mut shifts: Vec<Id> = Vec::new();
    if !allowed.is_empty() {
        let answers = cx.form("free-attacks", who, title, |f| {
            Ok(allowed
                .iter()
                .map(|id| answer(f, who, *id))
                .collect::<Vec<_>>())
        })?;
        for id in &present {
            if let Some(why) = barred(cx.now(), *id, who, count) {
                let text = format!("{}: none, {why}", cx.name(*id));
                cx.show(*id, text);
            }
        }
        for (id, answer) in allowed.iter().zip(answers) {
            match answer {
                Answered::Strikes(weapon, modifier) => by.push((*id, weapon, modifier)),
                Answered::Shifts => shifts.push(*id),
                Answered::Nothing => {}
            }
        }
    }
    let attacking: Vec<Id> = by.iter().map(|(id, ..)| *id).collect();
    for (id, weapon, modifier) in by {
        if fighter(cx.now(), who).is_down() {
            break;
        }
        if !fighter(cx.now(), id).able() {
            continue;
        }
        act!(
            cx,
            id,
            &[who],
            "Count {count}: {} has a free attack on {} with {weapon}.",
            cx.name(id),
            cx.name(who)
        );
        let sight = |from, to| cx.now().linked(UNSEEN, from, to).then_some(5);
        let blow = Blow {
            melee: true,
            free: true,
            lighting: light_of(cx.now(), id),
            blind: sight(id, who),
            unseen: sight(who, id),
            attackers: attackers(cx.now(), id, who, count, &attacking),
            modifier,
            ..Blow::default()
        };
        strike(cx, id, who, &weapon, blow)?;
    }
    Ok(present
        .into_iter()
        .filter(|id| !shifts.contains(id))
        .collect())
}

/// What an opponent makes of its free attack.
enum Answered {
    /// It strikes with a weapon, with the GM's modifier.
    Strikes(String, i64),
    /// It shifts to another foe close by, and is not left behind.
    Shifts,
    /// Nothing.
    Nothing,
}

/// What an opponent can make of its free attack.
#[derive(Clone, Copy)]
enum Free<'a> {
    Strike(Weapon<'a>),
    Shift,
    Ally,
    Flies,
    Position,
}

impl Free<'_> {
    /// What a save and what a reader is told.
    fn told(&self) -> (&str, &str) {
        match self {
            Free::Strike(weapon) => (weapon.name(), weapon.name()),
            Free::Shift => ("-shift", "none: only a shift to another foe close by"),
            Free::Ally => ("-ally", "none: it is busy with an ally who stays"),
            Free::Flies => ("-flies", "none: it flies up and away"),
            Free::Position => ("-position", "none: position, Range of Field"),
        }
    }

    fn word(&self) -> &str {
        self.told().0
    }

    fn choice(&self) -> Choice {
        Choice::new(self.told().0, self.told().1)
    }
}

/// The rows of one opponent in the form of free attacks on `who`: its weapon, or why there is none (SEG-96).
fn answer(f: &mut Form<'_>, who: Id, id: Id) -> Answered {
    let now = f.now;
    let one = fighter(now, id);
    let letter = id.letter();
    let mut all: Vec<Free<'_>> = one
        .weapons()
        .filter(Weapon::melee)
        .map(Free::Strike)
        .collect();
    let mut blows = slots_of(now, id).iter();
    let declared = blows.find(|slot| slot.kind == Kind::Attack && slot.melee);
    let declared = declared.and_then(|slot| all.iter().position(|free| free.word() == slot.what));
    all.extend([Free::Shift, Free::Ally]);
    if fighter(now, who).sheet.agile_flyer() {
        all.push(Free::Flies);
    }
    all.push(Free::Position);
    let (key, preset) = (format!("free_{letter}"), declared.unwrap_or(0));
    match f.one_of(&key, one.name(), &all, preset, Free::word, Free::choice) {
        Some(Free::Strike(weapon)) => {
            let (key, label) = (
                format!("modifier_{letter}"),
                format!("{}: the GM's modifier", one.name()),
            );
            let modifier = f.number(&key, &label, -200..=200, "", 0);
            Answered::Strikes(weapon.name().to_owned(), modifier)
        }
        Some(Free::Shift) => Answered::Shifts,
        Some(Free::Ally | Free::Flies | Free::Position) | None => Answered::Nothing,
    }
}

/// The count on which somebody's movement begins, for the ladder: nothing once it is settled or when there is none.
pub fn waits_to_move(now: &Encounter, who: Id) -> bool {
    plan(now, who).is_some_and(|plan| plan.movement == Movement::After)
        && slot(now, who, MOVE).is_none()
        && Round::of(now).phase != Phase::Declare
}
