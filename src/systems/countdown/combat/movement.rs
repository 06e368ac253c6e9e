//! Movement: feet, opponents left behind, getting up (17.0.1.1, 17.0.2). Covers the form rows and their resolution.

use super::fire::{self, Passages};
use super::{pending, reactions};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::is;
use crate::systems::countdown::state::{Fires, Pending, RoundState, fighter};
use crate::systems::prelude::*;

/// Outcome of a part of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Movement ended by a fall; the action continues (CTD-37).
    KnockedDown,
    /// Movement that ended early; the rest of the action is lost (CTD-37).
    Stopped,
}

/// Returns the feet that a combatant can still walk in this round (CTD-49).
pub fn feet_left(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    let its = one.this_round();
    let stuck =
        its.rooted || one.held_by().is_some() || one.suffers(is::PRONE) || one.has(is::RUNNING);
    if stuck {
        0
    } else {
        (one.pace() - its.moved).max(0)
    }
}

/// Returns true if a combatant on the ground can get up now, which uses all movement of the round (CTD-59).
pub fn can_stand(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    let its = one.this_round();
    one.suffers(is::PRONE) && !its.rooted && its.moved == 0 && one.held_by().is_none()
}

/// Movement of an action, as filled in on its form.
#[derive(Clone, Debug, Default)]
pub struct Movement {
    /// True if the combatant gets up, which uses all their movement (CTD-59).
    pub stand: bool,
    /// Movement before the action, in feet.
    pub before: i64,
    /// Opponents left behind by the movement before the action.
    pub turning: Vec<Id>,
    /// Movement after the action, in feet.
    pub after: i64,
    /// Opponents left behind by the movement after the action.
    pub turning_after: Vec<Id>,
    /// Passages through fires on the ground.
    pub fires: Passages,
}

impl Movement {
    /// Asks for movement before and after an action. `melee` is the target of a melee attack.
    pub fn ask(f: &mut Form<'_>, who: Id, melee: Option<Id>) -> Self {
        let mut way = Self::default();
        if can_stand(f.now, who) {
            way.stand = ask_stand(f, false);
            return way;
        }
        let left = feet_left(f.now, who);
        if left == 0 {
            return way;
        }
        way.before = f.number("before", "moves before", 0..=left, "ft", 0);
        if way.before > 0 {
            let near = near(f.now, who);
            way.turning = turning(f, "turning", "turns away from", &near, melee);
        }
        way.ask_after(f, who, melee);
        if way.before > 0 || way.after > 0 {
            way.fires = fire::ask(f, who);
        }
        way
    }

    /// Asks for movement after an action: the feet, and the opponents left behind.
    pub fn ask_after(&mut self, f: &mut Form<'_>, who: Id, melee: Option<Id>) {
        let left = feet_left(f.now, who);
        if left == 0 {
            return;
        }
        self.after = f.number("after", "moves after", 0..=left, "ft", 0);
        let mut near = near(f.now, who);
        near.retain(|id| !self.turning.contains(id));
        // An opponent approached again for the attack can be left a second time (CTD-55).
        near.extend(melee.filter(|id| !near.contains(id) && !f.now.allied(*id, who)));
        if self.after > 0 {
            self.turning_after = ask_turning_after(f, &near);
        }
    }

    /// Refuses more feet than are left (CTD-49).
    ///
    /// # Errors
    /// Reports the number of feet left.
    pub fn fits(&self, f: &Form<'_>, who: Id) -> Filled<()> {
        let (sum, left) = (self.before + self.after, feet_left(f.now, who));
        let pace = fighter(f.now, who).pace();
        f.refuse_if((sum > left).then(|| {
            if left < pace {
                format!("{sum} feet is too far: {left} left this round")
            } else {
                format!("{sum} feet is too far: {pace} per round")
            }
        }))
    }
}

/// Fighting withdrawal at half speed, facing the enemy, without parting attacks (CTD-58).
#[derive(Clone, Debug)]
pub struct Retreat {
    pub feet: i64,
    /// Pursuers; all other opponents are left behind.
    pub follows: Vec<Id>,
}

impl Retreat {
    /// Asks for the feet of the withdrawal and the pursuers.
    pub fn ask(f: &mut Form<'_>, who: Id) -> Self {
        let one = fighter(f.now, who);
        let near = one.engaged();
        let most = (one.pace() / 2).min(feet_left(f.now, who));
        let feet = f.number("feet", "backs off", 0..=most, "ft", most);
        if near.is_empty() {
            let follows = Vec::new();
            return Self { feet, follows };
        }
        f.hint(|| "the other opponents stay behind");
        let from = || near.iter().copied();
        f.others("is not engaged");
        let follows = f.pick("follows", "who follows", from, 0, near.len(), near.clone());
        Self { feet, follows }
    }

    /// Resolves the withdrawal, which uses all movement of the round.
    pub fn play(&self, cx: &mut Resolver<'_>, who: Id) {
        let mut left = fighter(cx.now(), who).engaged();
        left.retain(|id| !self.follows.contains(id));
        Pending::change(cx, who, |pending| pending.leaves.extend(left));
        RoundState::change(cx, who, |its| {
            its.moved += self.feet;
            its.rooted = true;
        });
    }
}

/// Asks if a combatant on the ground gets up (CTD-59).
pub fn ask_stand(f: &mut Form<'_>, preset: bool) -> bool {
    f.hint(|| "uses the whole movement, no parting shots");
    f.toggle("stand", "gets up", preset)
}

/// Asks which opponents are left behind after the action.
pub fn ask_turning_after(f: &mut Form<'_>, near: &[Id]) -> Vec<Id> {
    turning(f, "turning_after", "then turns away from", near, None)
}

/// Asks which opponents are left behind in a run or charge.
pub fn ask_leaving(f: &mut Form<'_>, who: Id, except: Option<Id>) -> Vec<Id> {
    let mut near = near(f.now, who);
    near.retain(|id| Some(*id) != except);
    turning(f, "turning", "turns away from", &near, None)
}

/// Asks which nearby opponents are left behind. The default is all of these opponents except `stays`.
fn turning(f: &mut Form<'_>, key: &str, label: &str, near: &[Id], stays: Option<Id>) -> Vec<Id> {
    if near.is_empty() {
        return Vec::new();
    }
    f.hint(|| "each may make a parting shot");
    let from = || near.iter().copied();
    let preset = from().filter(|id| Some(*id) != stays).collect();
    f.others("is not engaged");
    f.pick(key, label, from, 0, usize::MAX, preset)
}

/// Returns the engaged opponents, without the opponents whom the combatant leaves on this count.
pub fn near(now: &Encounter, who: Id) -> Vec<Id> {
    let gone = &Pending::of(now, who).leaves;
    let mut near = fighter(now, who).engaged();
    near.retain(|id| !gone.contains(id));
    near
}

/// Resolves the movement before the action: getting up, or walking.
pub fn before(cx: &mut Resolver<'_>, who: Id, way: &Movement) -> Step<Outcome> {
    if way.stand {
        stand(cx, who);
    }
    if way.stand || way.before == 0 {
        return Ok(Outcome::Done);
    }
    depart(cx, who, way.before, &way.turning, &way.fires)
}

/// Gets up. For the combatant's own rolls this takes effect immediately, for other combatants at the end of the count
/// (CTD-34, CTD-35, CTD-59).
fn stand(cx: &mut Resolver<'_>, who: Id) {
    cx.lose(who, is::PRONE, "", "");
    cx.gain(who, Condition::new(is::RISING), "");
    // All movement is used up, so that a reaction on this count cannot be undone by getting up again.
    RoundState::change(cx, who, |its| its.rooted = true);
    cx.note(Says::GetsUp { who });
}

/// Resolves the movement after the action, unless the combatant has been stopped or knocked down.
pub fn after(cx: &mut Resolver<'_>, who: Id, way: &Movement) -> Step<()> {
    let feet = way.after.min(feet_left(cx.now(), who));
    if feet == 0 || pending::stopped(cx.now(), who) {
        return Ok(());
    }
    // The fires on the form belong to the first movement.
    let none = Passages::new();
    let fires = if way.before > 0 { &none } else { &way.fires };
    depart(cx, who, feet, &way.turning_after, fires)?;
    Ok(())
}

/// Walks a number of feet, with parting shots of the opponents left behind and damage from fires on the way.
pub fn depart(
    cx: &mut Resolver<'_>,
    who: Id,
    feet: i64,
    turning: &[Id],
    fires: &Passages,
) -> Step<Outcome> {
    let shot_at = !turning.is_empty();
    if shot_at {
        let from = turning.to_vec();
        cx.note(Says::TurnsAway { who, from });
    } else {
        cx.note(Says::Moves { who, feet });
    }
    RoundState::change(cx, who, |its| its.moved += feet);
    if shot_at {
        let left = turning.to_vec();
        Pending::change(cx, who, |pending| {
            pending.closes.retain(|id| !left.contains(id));
            pending.leaves.extend(left);
        });
        reactions::parting_shots(cx, who, turning)?;
    }
    if !Fires::of(cx.now()).burning.is_empty() && !pending::stopped(cx.now(), who) {
        fire::pass(cx, who, fires)?;
    }
    let outcome = outcome(cx, who)?;
    // The distance is logged only now, because a parting shot may have stopped the combatant.
    if shot_at && outcome == Outcome::Done {
        cx.note(Says::Moves { who, feet });
    }
    Ok(outcome)
}

/// Returns the outcome of a movement after reactions and flames (CTD-37).
fn outcome(cx: &mut Resolver<'_>, who: Id) -> Step<Outcome> {
    if pending::tell_stopped(cx, who) {
        return Ok(Outcome::Stopped);
    }
    if fighter(cx.now(), who).pending().provoked(is::PRONE) {
        RoundState::change(cx, who, |its| its.rooted = true);
        cx.note(Says::FallsAndStops { who });
        return Ok(Outcome::KnockedDown);
    }
    Ok(Outcome::Done)
}

/// Asks for the movement of an action without an attack.
///
/// # Errors
/// Refuses more feet than are left (CTD-49).
pub fn ask_way(f: &mut Form<'_>, who: Id) -> Filled<Movement> {
    let way = Movement::ask(f, who, None);
    way.fits(f, who)?;
    Ok(way)
}
