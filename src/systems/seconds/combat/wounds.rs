//! Wounds and their effects: dying, its checks, stable, dead (SEC-89 to SEC-93, SEC-100, SEC-145 to SEC-151).

use crate::systems::prelude::*;
use crate::text::noun;

use super::{forfeit, turns};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::{POSSESSES, is};
use crate::systems::seconds::sheet::options::{ComboOverkill, DyingRule, Options};
use crate::systems::seconds::sheet::schema::{Affliction, at};
use crate::systems::seconds::sheet::tables::{Symptom, poison};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::Rising;
use crate::systems::seconds::state::round::Initiative;
use crate::systems::seconds::state::turn::Turn;

/// Effects of one action on a combatant, all at once (SEC-99, SEC-100).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Number of wounds, including wounds of non-lethal hits.
    pub wounds: i64,
    /// Wounds of non-lethal hits (SEC-93).
    pub nonlethal: i64,
    /// True if a hit reached Toughness: the combatant starts dying, an object is destroyed (SEC-90, SEC-91).
    pub fells: bool,
    /// True if a non-lethal hit reached Toughness: the combatant is unconscious (SEC-93).
    pub stuns: bool,
}

impl Toll {
    pub fn wound() -> Self {
        Self::wounds(1)
    }

    /// Creates a number of lethal wounds.
    pub fn wounds(wounds: i64) -> Self {
        Self {
            wounds,
            ..Self::default()
        }
    }
}

impl std::ops::Add for Toll {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wounds: self.wounds + other.wounds,
            nonlethal: self.nonlethal + other.nonlethal,
            fells: self.fells || other.fells,
            stuns: self.stuns || other.stuns,
        }
    }
}

/// Applies the effects of an action to a combatant.
pub fn suffer(cx: &mut Resolver<'_>, id: Id, toll: Toll, cause: &Told) -> Step<()> {
    let one = fighter(cx.now(), id);
    if one.dead() || toll == Toll::default() {
        return Ok(());
    }
    let (object, was_dying) = (one.body.is_object(), one.has(is::DYING));
    if toll.wounds > 0 {
        let wounds = one.body.wounds() + toll.wounds;
        let taken = (HealthChange::Wounds, Says::Wounds {});
        cx.change_health(id, at::wounds, wounds, taken, cause);
    }
    let lethal = toll.wounds - toll.nonlethal;
    if object {
        if toll.fells {
            destroy(cx, id, cause);
        }
        return Ok(());
    }
    let overkill = Options::of(cx.now()).combo_overkill() == ComboOverkill::Kills;
    if was_dying {
        if lethal > 0 {
            return die(cx, id, &Says::WoundedWhileDying {}.into());
        }
    } else if toll.fells {
        begin(cx, id, cause)?;
        if overkill && lethal > 1 && !fighter(cx.now(), id).dead() {
            return die(cx, id, &Says::WoundedWhileDying {}.into());
        }
    } else if toll.stuns {
        knock_out(cx, id, None, cause);
    }
    Ok(())
}

/// Destroys an object (SEC-91), or stops a device (SEC-172).
pub fn destroy(cx: &mut Resolver<'_>, id: Id, cause: &Told) {
    let destroyed = Condition::new(is::DESTROYED).because(cause);
    cx.gain(id, destroyed, Says::Destroyed {});
    forfeit::helpless(cx, id);
}

/// Returns the first DC of a dying creature's check (SEC-145).
fn first_dc(now: &Encounter) -> i64 {
    match Options::of(now).dying_rule() {
        DyingRule::Section => 4,
        DyingRule::Glossary => 6,
    }
}

/// Returns the DC of the next dying check (SEC-146).
fn dc(now: &Encounter, id: Id) -> i64 {
    let dc = now.get(id).sheet.get(at::dying_dc);
    dc.unwrap_or(first_dc(now))
}

/// Returns the bonus to the roll of a dying check. The limit adds the bonus to a 6 (SEC-146, SEC-147).
fn bonus(now: &Encounter, id: Id) -> Tally {
    let one = fighter(now, id);
    let bonus = Tally::new().plus("endurance", one.endurance());
    match Options::of(now).dying_rule() {
        DyingRule::Section => bonus.plus(noun(one.body.wounds(), "wound"), -one.body.wounds()),
        DyingRule::Glossary => bonus,
    }
}

/// Starts dying (SEC-90, SEC-145) and immediately tests the limit of the check (SEC-147).
pub fn begin(cx: &mut Resolver<'_>, id: Id, cause: &Told) -> Step<()> {
    for is in [is::STABLE, is::UNCONSCIOUS, is::SLEEPING] {
        cx.lose(id, is, "", "");
    }
    let dc = first_dc(cx.now());
    let dying = Condition::new(is::DYING).because(cause);
    cx.gain(id, dying, Says::Dying {});
    cx.set(id, at::dying_dc, Some(dc));
    forfeit::helpless(cx, id);
    limit(cx, id)
}

/// Kills a combatant whose check would fail even on a 6 (SEC-147).
fn limit(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let dc = dc(cx.now(), id);
    if 6 + bonus(cx.now(), id).total() < dc {
        return die(cx, id, &Says::NoDieCanPass {}.into());
    }
    Ok(())
}

/// Rolls the check of a dying creature, and its chance to stabilise, at the start of its turn (SEC-146, SEC-149).
pub fn upkeep(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    if !cx.get(id).has(is::DYING) {
        return Ok(());
    }
    let dc = dc(cx.now(), id);
    let name = cx.name(id);
    let roll = Roll::new("dying", id, Says::DyingRoll {}, Dice::d(6))
        .title(say!(cx.now(), "{name} is dying. Do they hold out?"))
        .bonus(bonus(cx.now(), id))
        .at_least(dc)
        .words("holds out", "gets worse");
    if !cx.roll(roll)?.passed() {
        cx.change(id, at::dying_dc, Some(dc + 1), Says::DyingDc {}, "");
        limit(cx, id)?;
        if fighter(cx.now(), id).dead() {
            return Ok(());
        }
    }
    let roll = Roll::new("stabilise", id, Says::Stabilises {}, Dice::d(10))
        .title(say!(cx.now(), "{name} is dying. Do they stabilise?"))
        .at_least(10)
        .words("stable", "not stable");
    if cx.roll(roll)?.passed() {
        stabilise(cx, id, &Told::default());
    }
    Ok(())
}

/// Stabilises a dying creature, which stays unconscious (SEC-149, SEC-150).
pub fn stabilise(cx: &mut Resolver<'_>, id: Id, cause: &Told) {
    cx.lose(id, is::DYING, "", cause);
    cx.set(id, at::dying_dc, None);
    let stable = Condition::new(is::STABLE).because(cause);
    cx.gain(id, stable, Says::Stable {});
}

/// Knocks a combatant unconscious, for some turns or for a time set by its wounds (SEC-93, SEC-141).
pub fn knock_out(cx: &mut Resolver<'_>, id: Id, turns: Option<i64>, cause: &Told) {
    let one = fighter(cx.now(), id);
    if one.dead() || one.has(is::DYING) || one.has(is::STABLE) {
        return;
    }
    cx.lose(id, is::SLEEPING, "", "");
    match turns {
        Some(turns) => turns::for_turns(cx, id, is::UNCONSCIOUS, turns, cause),
        None => {
            let out = Condition::new(is::UNCONSCIOUS).because(cause);
            cx.gain_alone(id, out, Says::Unconscious {});
        }
    }
    forfeit::helpless(cx, id);
}

/// Kills a combatant, who leaves the order (SEC-151). Minds inside the body are put outside (SEC-196).
pub fn die(cx: &mut Resolver<'_>, id: Id, cause: &Told) -> Step<()> {
    for is in [
        is::DYING,
        is::STABLE,
        is::UNCONSCIOUS,
        is::SLEEPING,
        is::BROKEN,
    ] {
        cx.lose(id, is, "", "");
    }
    cx.set(id, at::dying_dc, None);
    let dead = Condition::new(is::DEAD).because(cause);
    cx.gain(id, dead, Says::Dead {});
    forfeit::helpless(cx, id);
    let freed: Vec<Id> = cx.now().links_to(POSSESSES, id).collect();
    for one in freed {
        cx.unlink(POSSESSES, one, id);
        cx.act(one, Says::IsBesideBody { who: one, body: id });
    }
    rises(cx, id)?;
    forfeit::timers(cx, id)
}

/// Lets a combatant who dies of the zombie virus, or with it, rise after some rounds (SEC-151).
fn rises(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let now = cx.now();
    let mut all = now.get(id).sheet.get(at::afflictions).iter();
    if !all.any(|one| {
        let row = poison(now, Affliction(one).name());
        row.is_some_and(|row| row.symptom() == Symptom::Zombie)
    }) {
        return Ok(());
    }
    let roll = Roll::new("rises", id, Says::RisesAfter {}, Dice::d(4));
    let more = u32::try_from(cx.roll(roll)?.total).unwrap_or(1);
    Rising {
        round: cx.now().round.saturating_add(more).max(1),
    }
    .put(cx, id);
    Ok(())
}

/// Raises a dead combatant, who loses all conditions and afflictions and gets a new place in the order (SEC-151). Their
/// delayed effects still happen (SEC-42).
pub fn rise(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    Rising::clear(cx, id);
    let title = say!(cx.now(), "Does {} rise as a zombie?", cx.name(id));
    if !cx.confirm("rise", id, title, true)? {
        return Ok(());
    }
    cx.act(id, Says::Rises { who: id });
    cx.lose_over(id, |_| true, |_| String::new(), "");
    cx.set(id, at::wounds, 0);
    cx.set(id, at::morale_penalties, 0);
    cx.set(id, at::stun_seconds, 0);
    cx.set(id, at::afflictions, List::of(Vec::new()));
    cx.set(id, at::injured_parts, List::of(Vec::new()));
    let timers = Turn::of(cx.now(), id).timers.clone();
    Turn {
        timers,
        ..Turn::default()
    }
    .put(cx, id);
    Initiative::clear(cx, id);
    Ok(())
}
