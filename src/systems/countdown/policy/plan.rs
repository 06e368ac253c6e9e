//! Choice of a combatant's action for this round.

use crate::encounter::{Mercy, Nerve};
use crate::rules::Mind;
use crate::systems::prelude::*;

use super::standing::{life, stands};
use super::worth;
use crate::systems::countdown::combat::{Purpose, gear, legal, movement};
use crate::systems::countdown::sheet::{Fist, Mode, State, Weapon, flames};
use crate::systems::countdown::state::{Fighter, Maneuver, fighter};

/// Average damage of a spell in hundredths of hit points: d6 with a save for half (CTD-137). The rulebook has no limit
/// on the number of spells.
const SPELL: i64 = 300;

/// Intent of a combatant: action, weapon and target.
#[derive(Clone, Default, PartialEq)]
pub struct Intent {
    pub action: Maneuver,
    /// Keyword of the way to attack; "" if none is chosen.
    pub weapon: String,
    /// Target of the action.
    pub target: Option<Id>,
    /// Short reason for the log.
    pub why: &'static str,
}

/// Returns the intent of a combatant, from its legal actions.
pub fn intent(mind: &Mind<'_>, who: Id) -> Intent {
    mind.once(who, || think(mind, who))
}

fn think(mind: &Mind<'_>, who: Id) -> Intent {
    let one = fighter(mind.now, who);
    let may = |action: Maneuver| legal::cannot_do(mind.now, who, action).is_none();
    let only = |(action, why): (Maneuver, &'static str)| Intent {
        action,
        why,
        ..Intent::default()
    };
    let first = away(mind, &one).filter(|(action, _)| may(*action));
    if let Some(way) = first.or_else(|| urgent(mind, &one).filter(|(action, _)| may(*action))) {
        return only(way);
    }
    let (nerve, calm) = (mind.tactics(who).nerve, !one.is_engaged());
    let aim = aim(mind, who);
    let attack = attack(mind, &one, aim);
    let worth = attack.as_ref().map_or(0, |(_, worth)| *worth);
    if let Some(target) = aim
        && worth < SPELL
        && may(Maneuver::Cast)
    {
        return at(Maneuver::Cast, "", target, "the spell does the most damage");
    }
    if calm
        && nerve != Nerve::Reckless
        && may(Maneuver::Revive)
        && let Some(friend) = legal::revivable(mind.now, who).first()
        && mind.now.allied(*friend, who)
    {
        return at(Maneuver::Revive, "", *friend, "an ally is down");
    }
    if let Some((weapon, target)) = charge(mind, &one, worth)
        && may(Maneuver::Charge)
    {
        return at(
            Maneuver::Charge,
            weapon.name(),
            target,
            "a charge does the most damage",
        );
    }
    let set = || one.in_hand().iter().any(|weapon| weapon.can_set());
    match attack {
        _ if calm && nerve == Nerve::Cautious && set() && may(Maneuver::Hold) => {
            only((Maneuver::Hold, "waits for the enemy"))
        }
        Some((found, _)) if may(Maneuver::Attack) => found,
        _ if may(Maneuver::Dodge) => only((Maneuver::Dodge, "cannot harm anyone")),
        _ => only((Maneuver::default(), "no gain")),
    }
}

fn at(action: Maneuver, weapon: &str, target: Id, why: &'static str) -> Intent {
    Intent {
        action,
        weapon: weapon.to_owned(),
        target: Some(target),
        why,
    }
}

/// Returns a maneuver to get away, for combatants who give up or cannot harm any foe. A prone combatant gets up first
/// (CTD-59, CTD-60).
fn away(mind: &Mind<'_>, one: &Fighter<'_>) -> Option<(Maneuver, &'static str)> {
    let why = if mind.had_enough(one.id, stands, life) {
        "gives up"
    } else {
        helpless(mind, one).then_some("cannot harm anyone")?
    };
    let down = movement::can_stand(mind.now, one.id);
    let way = if down { Maneuver::Move } else { Maneuver::Run };
    Some((way, why))
}

/// Returns true if no weapon of the combatant, including dropped and empty weapons, can harm a standing foe (CTD-79).
fn helpless(mind: &Mind<'_>, one: &Fighter<'_>) -> bool {
    if one.can_cast() {
        return false;
    }
    let (now, by) = (mind.now, one.id);
    let arms = one.weapons();
    let usable = |weapon: &&Weapon| {
        let dropped = weapon.state() == State::Dropped;
        dropped || weapon.reload_left() > 0 || weapon.unusable().is_none()
    };
    let harms = |foe: Id| {
        let harms = |weapon: &Weapon| worth::blow(mind, by, weapon, Purpose::Plain, foe) > 0;
        let mut fists = Fist::ALL.iter().map(|fist| Weapon::bare(*fist));
        arms.iter().filter(usable).any(harms) || fists.any(|fist| harms(&fist))
    };
    let mut foes = mind.foes(by, |id| stands(now, id)).peekable();
    foes.peek().is_some() && !foes.any(harms)
}

/// Returns a maneuver that cannot wait, such as breaking a grapple, putting out flames or reloading.
fn urgent(mind: &Mind<'_>, one: &Fighter<'_>) -> Option<(Maneuver, &'static str)> {
    let (now, nerve) = (mind.now, mind.tactics(one.id).nerve);
    let calm = !one.is_engaged();
    let hurt = |id: Id| 3 * fighter(now, id).hp() <= fighter(now, id).hp_max();
    if one.holding().is_some() {
        return Some((Maneuver::Keep, "keeps the hold"));
    }
    let burns = flames::due(now, one.id).contains(&i64::from(now.round));
    if burns && nerve != Nerve::Reckless {
        return Some((Maneuver::Extinguish, "in flames"));
    }
    if nerve == Nerve::Cautious && !calm && hurt(one.id) {
        // A badly hurt combatant dodges only while another combatant of the side can attack.
        let mut friends = now.members(now.get(one.id).side);
        if friends.any(|id| stands(now, id) && !hurt(id)) {
            return Some((Maneuver::Dodge, "badly hurt"));
        }
    }
    if calm && nerve != Nerve::Reckless && empty(one) {
        return Some((Maneuver::Reload, "not loaded"));
    }
    let usable = |weapon: &Weapon| weapon.unusable().is_none();
    let stowed = |weapon: &Weapon| weapon.melee() && usable(weapon);
    let armed = one.in_hand().iter().any(usable) || one.weapons().iter().any(stowed);
    let lost = !armed && !gear::dropped(one).is_empty();
    lost.then_some((Maneuver::Retrieve, "weapon on the ground"))
}

/// Returns true if a missile weapon needs reloading and no other missile weapon is ready (CTD-110).
fn empty(one: &Fighter<'_>) -> bool {
    let shoots = |weapon: &Weapon| weapon.ranged() && weapon.unusable().is_none();
    let left = |weapon: &Weapon| weapon.ammo() != Some(0);
    gear::unloaded(one).iter().any(left) && !one.weapons().iter().any(shoots)
}

/// Returns the preferred target: the holder of the combatant, the declared target while it stands, a fallen foe if the combatant is undisturbed and the side
/// finishes fallen foes, or else a target by the side's tactics.
fn aim(mind: &Mind<'_>, who: Id) -> Option<Id> {
    let (now, one) = (mind.now, fighter(mind.now, who));
    if let Some(holder) = one.held_by() {
        return Some(holder);
    }
    let is_foe = |target: &Id| {
        let mut standing = mind.foes(who, |id| id == *target && stands(now, id));
        standing.next().is_some()
    };
    if let Some(declared) = one.plan().and_then(|plan| plan.target).filter(is_foe) {
        return Some(declared);
    }
    if mind.tactics(who).mercy == Mercy::Kills && !one.is_engaged() {
        let lies = |id: Id| fighter(now, id).unconscious() && !fighter(now, id).out();
        if let Some(fallen) = mind.foes(who, lies).next() {
            return Some(fallen);
        }
    }
    mind.target(who, mind.foes(who, |id| stands(now, id)), |id| {
        mind.left(who, id, life(now, id))
    })
}

/// Returns the best attack and its value: against the preferred target if it deals damage, else against the target that
/// takes the most damage.
fn attack(mind: &Mind<'_>, one: &Fighter<'_>, aim: Option<Id>) -> Option<(Intent, i64)> {
    let blow = |target: Id| {
        let (mode, worth) = worth::best(mind, one.id, target)?;
        Some((mode, target, worth))
    };
    let most = || {
        let foes = mind.foes(one.id, |id| stands(mind.now, id));
        foes.filter_map(blow).max_by_key(|(.., worth)| *worth)
    };
    let aimed = aim.and_then(blow).map(|found| (found, mind.aims(one.id)));
    let found = aimed.or_else(|| Some((most()?, "most damage")));
    let ((mode, target, worth), why): ((Mode, Id, i64), _) = found?;
    Some((at(Maneuver::Attack, mode.word(), target, why), worth))
}

/// Returns the weapon and the target of a charge if the charge is worth more than an attack from a standstill. Only a
/// daring combatant charges into a braced spear (CTD-64 to CTD-71).
fn charge(mind: &Mind<'_>, one: &Fighter<'_>, standing: i64) -> Option<(Weapon, Id)> {
    let (now, nerve) = (mind.now, mind.tactics(one.id).nerve);
    if nerve == Nerve::Cautious || one.is_engaged() {
        return None;
    }
    let braced = |foe: Fighter<'_>| {
        let first = foe.initiative() >= one.initiative();
        first && !foe.acted() && foe.in_hand().iter().any(|weapon| weapon.can_set())
    };
    let dares = |foe: Fighter<'_>| nerve == Nerve::Reckless || !braced(foe);
    let open = |id: Id| stands(now, id) && dares(fighter(now, id));
    let target = mind.target(one.id, mind.foes(one.id, open), |id| {
        mind.left(one.id, id, life(now, id))
    })?;
    let lances = gear::lances(one).into_iter();
    let blows = lances.map(|arm| {
        (
            worth::blow(mind, one.id, &arm, Purpose::Charge, target),
            arm,
        )
    });
    let (worth, lance) = blows.max_by_key(|(worth, _)| *worth)?;
    (worth > standing).then_some((lance, target))
}
