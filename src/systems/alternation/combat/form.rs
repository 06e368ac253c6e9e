//! Form of an attack: weapons, targets and circumstances with their defaults, and the resulting [`Attack`]. One form
//! serves main attacks, counters and opportunity attacks.

use crate::systems::common::sides;
use crate::systems::prelude::*;

use super::arms::{self, Arm, Role};
use super::attack::{Aim, Attack, Cover, Means, aim};
use super::forecast::forecast;
use super::legal::{easy_distance, objection};
use super::reaction::can_react;
use super::split::{points, shares};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::weapon::{Weapon, ZONE, droppable};
use crate::systems::alternation::state::bonds::mount_of;
use crate::systems::alternation::state::fighter::{Fighter, steps_up};
use crate::systems::alternation::state::last::{Last, remembered_distance};
use crate::systems::alternation::state::sides::{on_field, standing};

/// Greatest distance that the form accepts, in half zones. It also means "not nearby".
const FAR: i64 = 2000;

/// Asks for an attack; the calls are in the order of the rows.
///
/// # Errors
/// If the attack breaks a rule.
pub fn attack(f: &mut Form<'_>, by: Id, role: &Role) -> Filled<Attack> {
    let now = f.now;
    let nothing = "has no weapon to attack with";
    let arms = arms::arms(now, by, role);
    let usual = f.need(arms::usual(now, by, &arms), nothing)?;
    let arm = f.one_of("weapon", "with", &arms, usual, |arm| &arm.key, Arm::choice);
    let arm = f.need(arm, nothing)?;
    let mut attack = Attack {
        by,
        means: arm.means,
        surprise: now.get(by).has(is::CONCEALED),
        ..Attack::default()
    };
    let targets = targets(f, by, role, &attack.means);
    let blast = attack.means.blast();
    if !blast || attack.means.ranged() {
        let target = targets.first().copied().filter(|_| !blast);
        attack.distance = distance(f, by, role, &attack.means, target);
    }
    if attack.means.ranged() {
        let preset = *role == Role::Own && on_the_move(now, by);
        attack.moving = f.toggle("moving", "shoot while moving", preset);
    }
    if !blast {
        let preset = matches!(role, Role::Counter { dark: true, .. });
        attack.dark = f
            .hint(|| "WIT save to hit")
            .toggle("dark", "target unseen", preset);
    }
    let mut barrier = false;
    if let ([target], false) = (targets.as_slice(), blast) {
        barrier = single(f, role, *target, &mut attack);
    } else if !targets.is_empty() {
        let dice = if blast {
            Vec::new()
        } else {
            shares(f, by, &attack.means, &targets)
        };
        attack.aims = circumstances(f, by, &targets);
        for (aim, share) in attack.aims.iter_mut().zip(dice) {
            aim.paid = vec![share];
        }
    }
    // ALT-76: a blast into the attacker's zone hits the attacker too.
    if blast && attack.means.ranged() && attack.distance == 0 && !targets.contains(&by) {
        attack.aims.push(aim(by, Cover::None, false));
    }
    let confirmed = decisions(f, role, &targets, &mut attack);
    f.need(attack.aims.first(), "there is no target")?;
    for aim in &attack.aims {
        f.refuse_if(objection(now, &attack, aim.target))?;
    }
    f.refuse_if(barrier.then_some("a barrier blocks the attack"))?;
    f.refuse_if(confirmed)?;
    if targets.len() > 1 && !blast {
        attack.points = points(f, &attack)?;
    }
    let death_blow = attack.aims.iter().any(|aim| aim.death_blow);
    let far = death_blow && attack.distance > 0;
    f.refuse_if(far.then_some("a death blow needs a target nearby (distance 0)"))?;
    Ok(attack)
}

/// Shows the forecast of an attack beside the form.
pub fn preview(cx: &mut Resolver<'_>, attack: &Attack) {
    let shows = cx.shows();
    for aim in attack.aims.iter().filter(|_| shows) {
        let line = forecast(cx.now(), attack, aim);
        cx.show(aim.target, line);
    }
}

/// Asks for the targets if there is a choice.
fn targets(f: &mut Form<'_>, by: Id, role: &Role, means: &Means) -> Vec<Id> {
    let now = f.now;
    let from: Vec<Id> = match role {
        Role::Counter { against, .. } => return vec![*against],
        Role::Opportunity { leaving } if leaving.len() == 1 => return leaving.clone(),
        Role::Opportunity { leaving } => leaving.clone(),
        Role::Own => {
            let mut all = target_order(now, by);
            // ALT-50: unseen targets cannot be shot at. ALT-75: a melee blast spares the attacker.
            let shot = means.ranged() && !means.blast();
            all.retain(|id| {
                let unseen = shot && now.get(*id).has(is::CONCEALED) && !now.allied(*id, by);
                let maker = means.blast() && !means.ranged() && *id == by;
                !unseen && !maker
            });
            all
        }
    };
    let most = if means.blast() {
        from.len()
    } else if matches!(role, Role::Own) && means.weapon().is_some() && !means.ranged() {
        let smaller = from.iter().filter(|id| steps_up(now, **id, by) > 0);
        smaller.count().max(1)
    } else {
        1
    };
    let again = |id: &&Id| {
        from.contains(id)
            && standing(now, **id)
            && !now.allied(**id, by)
            && sides::sees(now, by, **id)
    };
    let last = Last::of(now, by).target.iter().find(again);
    let first = from.first().filter(|id| sides::sees(now, by, **id));
    let preset = last.or(first).copied();
    // ALT-74: the GM checks the targets reached by a blast.
    let (label, also) = if means.blast() {
        ("target in the zone", "others in the blast")
    } else {
        ("target", "other targets")
    };
    f.others("is not on the field");
    let target = f.pick_one("target", label, || from.iter().copied(), preset);
    let mut targets: Vec<Id> = target.into_iter().collect();
    if most > 1 {
        let others = || from.iter().copied().filter(|id| Some(*id) != target);
        f.others("is out of reach");
        targets.extend(f.pick("also", also, others, 0, most - 1, Vec::new()));
    }
    targets
}

/// Asks for the distance in half zones if it matters: for shots, and for melee attacks of massive combatants.
fn distance(f: &mut Form<'_>, by: Id, role: &Role, means: &Means, target: Option<Id>) -> i64 {
    let now = f.now;
    let preset = match (role, means.weapon()) {
        (Role::Counter { distance, .. }, _) => return *distance,
        (Role::Opportunity { .. }, _) => return 0,
        (Role::Own, Some(weapon)) if weapon.ranged() => {
            let known = target.and_then(|target| remembered_distance(now, by, target));
            let easy = || easy_distance(now, weapon, by, target).min(2 * ZONE);
            known.unwrap_or_else(easy).max(0)
        }
        (Role::Own, Some(_)) if Fighter::of(now, by).massive() => 0,
        (Role::Own, _) => {
            let near = f.toggle("near", "nearby", true);
            return if near { 0 } else { FAR };
        }
    };
    f.decimal("distance", "distance", 2, 0..=FAR, "zones", preset)
}

/// Returns true if the combatant or its carrier has moved this turn.
fn on_the_move(now: &Encounter, by: Id) -> bool {
    let moved = |id: Id| Fighter::of(now, id).moved() > 0;
    moved(by) || mount_of(now, by).is_some_and(moved)
}

/// Asks for cover and awareness of several targets.
fn circumstances(f: &mut Form<'_>, by: Id, targets: &[Id]) -> Vec<Aim> {
    let now = f.now;
    let mut aims = aims(f, targets);
    let sees = |target: &Id| can_react(now, *target) && !now.get(by).has(is::CONCEALED);
    let wary = || targets.iter().copied().filter(sees);
    let most = wary().count();
    if most > 0 {
        f.others("cannot react anyway");
        let unwary = f.pick("unwary", "unaware", wary, 0, most, Vec::new());
        for aim in &mut aims {
            aim.unaware = unwary.contains(&aim.target);
        }
    }
    aims
}

/// Asks for several targets, and which of them are behind cover.
fn aims(f: &mut Form<'_>, targets: &[Id]) -> Vec<Aim> {
    let (from, most) = (|| targets.iter().copied(), targets.len());
    f.others("is not a target");
    let covered = f.pick("covered", "behind cover", from, 0, most, Vec::new());
    let cover = |target| {
        if covered.contains(target) {
            Cover::Counts
        } else {
            Cover::None
        }
    };
    let aims = targets.iter();
    aims.map(|target| aim(*target, cover(target), false))
        .collect()
}

/// Asks for the circumstances of a single target; returns true if a barrier protects the target.
fn single(f: &mut Form<'_>, role: &Role, target: Id, attack: &mut Attack) -> bool {
    let now = f.now;
    let own = *role == Role::Own;
    let mut aim = aim(target, Cover::None, false);
    if attack.means.weapon().is_some() {
        let leaning = matches!(role, Role::Counter { leaning: true, .. });
        f.hint(|| "armour +1");
        if f.toggle("cover", "in cover", leaning) {
            aim.cover = Cover::behind(f.toggle("penetrates", "pierces the cover", false));
        }
    }
    let barrier = !matches!(role, Role::Counter { .. })
        && f.hint(|| "blocks the attack")
            .toggle("barrier", "barrier", false);
    if own && can_react(now, target) && !attack.surprise {
        f.hint(|| "cannot react");
        aim.unaware = f.toggle("unaware", "target unaware", false);
        f.hint(|| "cover against a counter");
        attack.leaning = f.toggle("leaning", "attack from cover", false);
    }
    if own && attack.means.weapon().is_some() && now.get(target).has(is::INCAPACITATED) {
        aim.death_blow = f.toggle("death-blow", "death blow", false);
    }
    match &attack.means {
        Means::Disarm => {
            let prizes = droppable(now, target).into_iter();
            let prizes: Vec<(String, Weapon)> = prizes.map(|one| (one.word(), one)).collect();
            if !prizes.is_empty() {
                let tell = |(_, weapon): &(String, Weapon)| weapon.choice();
                let prize = f.one_of("prize", "which weapon", &prizes, 0, |one| &one.0, tell);
                attack.prize = prize.and_then(|(_, weapon)| weapon.row);
                attack.takes = f.toggle("takes", "take the weapon", false);
            }
        }
        Means::Shove => attack.hazard = f.toggle("hazard", "shove into a hazard", false),
        Means::Weapon(_) | Means::Grapple => {}
    }
    attack.aims = vec![aim];
    barrier
}

/// Asks for the attacker's choices. Returns the confirmation that is still missing, for example for an attack on the
/// attacker's own side (`ALT-43`).
fn decisions(
    f: &mut Form<'_>,
    role: &Role,
    targets: &[Id],
    attack: &mut Attack,
) -> Option<&'static str> {
    let now = f.now;
    let by = attack.by;
    let own = *role == Role::Own;
    let blast = attack.means.blast();
    let death_blow = attack.aims.iter().any(|aim| aim.death_blow);
    if let Some(weapon) = attack.means.weapon().filter(|_| !death_blow) {
        attack.hold_back = !weapon.impaired()
            && mount_of(now, by).is_none()
            && f.hint(|| "impaired")
                .toggle("hold-back", "hold back", false);
        attack.stunt = !matches!(role, Role::Counter { .. })
            && f.hint(|| "no damage").toggle("stunt", "stunt", false);
    }
    if attack.surprise {
        attack.reveals = f.toggle("reveals", "attacker is revealed", true);
    }
    let unseen = |id: &Id| now.get(*id).has(is::CONCEALED) && !now.allied(*id, by);
    let unknown = !blast && targets.iter().any(unseen) && {
        f.hint(|| "the target is concealed");
        !f.toggle("knows", "target located", false)
    };
    let unmeant = own && !blast && targets.iter().any(|id| now.allied(*id, by)) && {
        f.hint(|| "check to confirm");
        !f.toggle("own-side", "attack an ally", false)
    };
    if !matches!(role, Role::Counter { .. }) && outsiders(now, by, targets) {
        attack.outsiders = f.toggle("outsiders", "other sides may guard", false);
    }
    if unknown {
        Some("the target is concealed: check `target located` to attack the target")
    } else if unmeant {
        Some("the target is an ally: check `attack an ally` to attack the target")
    } else {
        None
    }
}

/// Returns true if a combatant of another side could guard a target; such guards are offered on request (`ALT-67`).
fn outsiders(now: &Encounter, by: Id, targets: &[Id]) -> bool {
    let guards = |id: &Id| *id != by && can_react(now, *id);
    let seen = |id: &Id| !now.get(by).has(is::CONCEALED) || now.allied(*id, by);
    let mut able = now.present().filter(guards).filter(seen);
    let other = |id: Id, target: &Id| !now.allied(id, *target) && *target != id;
    able.any(|id| targets.iter().any(|target| other(id, target)))
}

/// Asks which targets a blast hits in a zone at which it was not aimed.
pub fn strays(f: &mut Form<'_>) -> Vec<Aim> {
    let now = f.now;
    let there = || now.present().filter(|id| on_field(now, *id));
    let most = there().count();
    f.others("is not on the field");
    let targets = f.pick("target", "targets in the zone", there, 0, most, Vec::new());
    if targets.is_empty() {
        Vec::new()
    } else {
        aims(f, &targets)
    }
}

/// Returns the possible targets, enemies first: combatants who are up, then vehicles, then combatants who are down. The
/// attacker is last.
fn target_order(now: &Encounter, by: Id) -> Vec<Id> {
    sides::likeliest(now, by, |id| {
        let vehicle = Fighter::of(now, id).vehicle();
        on_field(now, id).then(|| (!standing(now, id) && !vehicle, vehicle))
    })
}
