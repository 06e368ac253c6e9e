//! Damage, falling and dying (17.0.15, 17.0.16).

use crate::encounter::Link;
use crate::systems::common::sentences;
use crate::systems::prelude::*;

use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{Options, POSTURES, at, is};
use crate::systems::countdown::state::{HOLDING, RoundState, fighter};

/// Returns the end of an effect of `rounds` rounds that begins now (CTD-06); an effect of 0 rounds lasts until it is
/// cleared.
pub fn for_rounds(now: &Encounter, rounds: i64) -> Ends {
    match u32::try_from(rounds).unwrap_or(0) {
        0 => Ends::WhenCleared,
        rounds => Ends::EndOfRound(now.round.saturating_add(rounds)),
    }
}

/// Gives a condition to a combatant. If the combatant already has the condition, only the later end counts (CTD-05).
pub fn gain(cx: &mut Resolver<'_>, id: Id, mut condition: Condition) {
    if let Some(old) = cx.get(id).named(&condition.key) {
        let later = match (&old.ends, condition.ends) {
            (Ends::EndOfRound(old), Ends::EndOfRound(new)) => Ends::EndOfRound(new.max(*old)),
            (Ends::EndOfRound(_), ends) => ends,
            (old, _) => old.clone(),
        };
        if later == old.ends && old.value == condition.value {
            return;
        }
        condition.ends = later;
    }
    let no_attack = match condition.ends {
        Ends::EndOfRound(last) if is::named(&condition.key) == Some(is::NO_ATTACK) => Some(last),
        _ => None,
    };
    let label = match no_attack {
        Some(_) => Told::default(),
        None => label(cx.now(), &condition.key),
    };
    cx.gain_alone(id, condition, label);
    if let Some(last) = no_attack {
        let first = i64::from(cx.now().round) + 1;
        cx.note(Says::CannotAttack {
            who: id,
            first,
            last: i64::from(last),
        });
    }
}

/// Returns the name of a condition for log sentences such as "is `…`".
fn label(now: &Encounter, key: &str) -> Told {
    match is::named(key) {
        Some(is::NO_ATTACK) => Says::UnableToAttack {}.into(),
        Some(is::CHARGED) => Says::ExposedAfterCharge {}.into(),
        Some(is::RISING) => Told::default(),
        Some(is::BURNING | is::DODGE) => now.schema.called(key).into(),
        _ => key.replace('_', " ").into(),
    }
}

/// Applies damage, of which `subdual` points are non-lethal, then decides death or knock-out (CTD-148 to CTD-151).
/// Returns true if the combatant falls.
pub fn suffer(
    cx: &mut Resolver<'_>,
    id: Id,
    total: i64,
    subdual: i64,
    cause: impl Into<Told>,
) -> Step<bool> {
    let one = fighter(cx.now(), id);
    if total <= 0 || one.dead() {
        return Ok(false);
    }
    let helpless = one.unconscious() && one.hp() == 0;
    let hp = (one.hp() - total).max(0);
    let taken = (one.subdual_taken() + subdual).min(999);
    let damage = HealthChange::damage(total);
    cx.change_health(id, at::hp, Some(hp), (damage, Says::Hp {}), cause);
    if subdual > 0 {
        cx.change(id, at::subdual_taken, taken, Says::NonLethal {}, "");
    }
    if helpless {
        cx.note(Says::KilledUnconscious { who: id });
        die(cx, id);
    } else if hp == 0 {
        fall(cx, id)?;
    }
    Ok(hp == 0)
}

/// Kills a combatant at 0 hit points, or knocks them out if any of the damage was non-lethal (CTD-149, CTD-150).
pub fn fall(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let one = fighter(cx.now(), id);
    if one.subdual_taken() > 0 {
        cx.note(Says::IsKnockedOut { who: id });
        return knock_out(cx, id);
    }
    cx.note(Says::IsDead { who: id });
    die(cx, id);
    Ok(())
}

fn die(cx: &mut Resolver<'_>, id: Id) {
    cx.lose_over(id, |_| true, |_| String::new(), "");
    cx.gain(id, Condition::new(is::DEAD), "");
    tidy(cx, id);
}

/// Knocks out a combatant, and rolls the timers for waking and for reviving, which run by CTD-06 (CTD-153).
fn knock_out(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    cx.gain(id, Condition::new(is::UNCONSCIOUS), "");
    tidy(cx, id);
    let name = cx.name(id);
    let title = say!(cx.now(), "{name} is knocked out: turns until {name} wakes");
    let turns = Roll::new("ko-turns", id, Says::TurnsUntilWaking {}, Dice::d(4));
    let turns = cx.roll(turns.title(title))?.total;
    let title = say!(
        cx.now(),
        "{name} is knocked out: rounds until an ally can revive {name}"
    );
    let what = Says::RoundsUntilReviving {};
    let rounds = Roll::new("ko-revive", id, what, Dice::new(2, 10));
    let rounds = cx.roll(rounds.title(title))?.total;
    let per_turn = Options::of(cx.now()).rounds_per_turn();
    let round = i64::from(cx.now().round);
    let (wakes, revivable) = (round + per_turn * turns, round + rounds + 1);
    cx.set(id, at::wake_round, Some(wakes));
    cx.set(id, at::revive_round, Some(revivable));
    cx.note(Says::WakesLater {
        who: id,
        wakes,
        revivable,
    });
    Ok(())
}

/// Wakes an unconscious combatant with at least 1 hit point (CTD-155).
pub fn wake(cx: &mut Resolver<'_>, id: Id, cause: impl Into<Told>) {
    let one = fighter(cx.now(), id);
    let (hp, subdual) = (one.hp(), one.subdual_taken());
    cx.lose(id, is::UNCONSCIOUS, Says::Unconscious {}, cause);
    if hp == 0 {
        cx.change(id, at::hp, Some(1), Says::HitPoints {}, "");
        let left = (subdual - 1).max(0);
        cx.change(id, at::subdual_taken, left, Says::NonLethal {}, "");
    }
    cx.set(id, at::wake_round, None);
    cx.set(id, at::revive_round, None);
}

/// Restores hit points of a combatant. Non-lethal damage heals first, point for point (CTD-148). An unconscious
/// combatant wakes.
pub fn restore(cx: &mut Resolver<'_>, id: Id, amount: i64, cause: &str) {
    let one = fighter(cx.now(), id);
    let healed = (one.hp_max() - one.hp()).clamp(0, amount.max(0));
    let (hp, subdual) = (one.hp() + healed, one.subdual_taken());
    let wakes = one.unconscious() && one.hp() == 0 && hp > 0;
    if healed == 0 {
        sentences::nothing_to_heal(cx, id, one.hp() < one.hp_max(), cause);
    }
    let healing = HealthChange::Healing { amount: healed };
    cx.change_health(id, at::hp, Some(hp), (healing, Says::Hp {}), cause);
    let left = (subdual - healed).max(0);
    cx.change(id, at::subdual_taken, left, Says::NonLethal {}, "");
    if wakes {
        wake(cx, id, Says::Healed {});
    }
}

/// Returns true if a combatant who is out of the fight still has a count, a posture or a bond (CTD-38, CTD-152,
/// CTD-182).
pub fn untidy(now: &Encounter, id: Id) -> bool {
    let one = fighter(now, id);
    let poses = || POSTURES.iter().any(|is| one.has(*is));
    !one.up() && (one.initiative().is_some() || poses() || now.links.binds(id))
}

/// Clears the count, postures, holds and engagements of a combatant who is out of the fight (CTD-38, CTD-152, CTD-182).
pub fn tidy(cx: &mut Resolver<'_>, id: Id) {
    cx.set(id, at::initiative, None);
    for is in POSTURES {
        cx.lose(id, is, "", "");
    }
    unbind(cx, |link| link.from == id || link.to == id);
}

/// Ends the bonds for which `which` is true, and the consequences of ended holds.
pub fn unbind(cx: &mut Resolver<'_>, which: impl Fn(&Link) -> bool) {
    let mut links = cx.now().links.to_vec();
    links.retain(which);
    for link in links {
        if link.kind == HOLDING {
            release(cx, link.from, link.to);
        } else {
            cx.unlink(&link.kind, link.from, link.to);
        }
    }
}

/// Ends the silence imposed by a holder (CTD-167).
pub fn unsilence(cx: &mut Resolver<'_>, holder: Id, held: Id) {
    let silenced = cx.get(held).condition(is::SILENCED);
    if silenced.is_some_and(|one| one.by == Some(holder)) {
        cx.lose(held, is::SILENCED, Says::Silenced {}, "");
    }
}

/// Ends a hold (CTD-173), and the silence that it imposed (CTD-167).
pub fn release(cx: &mut Resolver<'_>, holder: Id, held: Id) {
    cx.unlink(HOLDING, holder, held);
    unsilence(cx, holder, held);
}

/// Removes a combatant's count and hold, so that they no longer act.
pub fn leave_count(cx: &mut Resolver<'_>, id: Id) {
    tidy(cx, id);
    RoundState::clear(cx, id);
}
