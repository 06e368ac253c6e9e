//! Morale damage: penalties, fear, insanity, rage, broken combatants and their recovery (SEC-124 to SEC-133).

use super::{forfeit, turns};
use crate::systems::common::moments::FIGHT_OVER;
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::{CALMED, is};
use crate::systems::seconds::sheet::options::{FearRageEnd, Options};
use crate::systems::seconds::sheet::schema::{DamageType, at};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{self, Mind};

/// First DC of a broken creature's check (SEC-130).
const FIRST_DC: i64 = 10;

/// Judges morale damage against this Will (SEC-99, SEC-124, T-17). Minimum is 6 less.
pub fn damage(
    cx: &mut Resolver<'_>,
    id: Id,
    kind: DamageType,
    amount: i64,
    will: i64,
    source: Option<Id>,
    cause: &Told,
) -> Step<()> {
    let one = fighter(cx.now(), id);
    if !one.mind.can_be_demoralised() || one.mind.is_object() {
        cx.note(Says::CannotBeDemoralised { who: id });
        return Ok(());
    }
    let least = will - 6;
    if amount <= 0 || amount <= least {
        cx.note(Says::BelowWill {
            who: id,
            amount,
            kind,
            least: least.max(0),
        });
        return Ok(());
    }
    let beaten = amount > will;
    let penalties = match kind {
        DamageType::Morale if beaten => 2,
        _ => 1,
    };
    cx.note(Says::AgainstWill {
        who: id,
        amount,
        kind,
        will,
        least,
    });
    penalty(cx, id, penalties, cause);
    let condition = match kind {
        _ if !beaten => return Ok(()),
        DamageType::Fear => is::PANICKED,
        DamageType::Insanity => is::CONFUSED,
        DamageType::Rage => is::RAGING,
        _ => return Ok(()),
    };
    let ends = match Options::of(cx.now()).fear_rage_end() {
        FearRageEnd::Gm if condition != is::CONFUSED => Ends::WhenCleared,
        FearRageEnd::EncounterEnd if condition != is::CONFUSED => Ends::at(FIGHT_OVER),
        _ => Ends::at(CALMED),
    };
    let mut gained = Condition::new(condition).ends(ends).because(cause);
    gained.by = source;
    cx.gain(id, gained, cx.now().schema.called(condition.0));
    if condition == is::RAGING && fighter(cx.now(), id).mind.berserk() {
        cx.note(Says::BerserkApplies { who: id });
    }
    Ok(())
}

/// Adds morale penalties to a combatant, who is broken at Will 0 (SEC-12, SEC-125, SEC-130).
pub fn penalty(cx: &mut Resolver<'_>, id: Id, penalties: i64, cause: &Told) {
    let one = fighter(cx.now(), id);
    let to = (one.mind.morale_penalties() + penalties).min(one.max_will());
    cx.change(
        id,
        at::morale_penalties,
        to,
        Says::MoralePenalties {},
        cause,
    );
    breaks(cx, id, cause);
}

/// Breaks a combatant at Will 0 or less, unless they share a body (SEC-130, SEC-168).
pub fn breaks(cx: &mut Resolver<'_>, id: Id, cause: &Told) {
    let one = fighter(cx.now(), id);
    let alone = !minds::shared(one.now, one.flesh);
    if one.will() == 0 && alone && !one.feels(is::BROKEN) && !one.mind.is_object() {
        let broken = Condition::new(is::BROKEN).because(cause);
        cx.gain(id, broken, Says::Broken {});
        cx.set(id, at::broken_dc, Some(FIRST_DC));
        forfeit::helpless(cx, id);
    }
}

/// Removes morale penalties of a combatant. The first penalty removed ends the effects of fear, insanity and rage
/// (SEC-127, SEC-129, SEC-132).
pub fn relieve(cx: &mut Resolver<'_>, id: Id, penalties: i64, cause: &Told) {
    let before = fighter(cx.now(), id).mind.morale_penalties();
    let to = (before - penalties).max(0);
    if to == before {
        return;
    }
    cx.change(
        id,
        at::morale_penalties,
        to,
        Says::MoralePenalties {},
        cause,
    );
    cx.lose(id, is::BROKEN, Says::Broken {}, cause);
    cx.set(id, at::broken_dc, None);
    confused_on(cx, id);
    cx.moment(id, CALMED);
    turns::control_over(cx, id);
}

/// Continues confusion for the turns added by its table (RD-35).
fn confused_on(cx: &mut Resolver<'_>, id: Id) {
    let longer = Mind::of(cx.now(), id).longer;
    let confused = cx.get(id).condition(is::CONFUSED).cloned();
    if let Some(confused) = confused
        && longer > 0
    {
        let ends = turns::lasting(cx.now(), id, longer);
        cx.note(Says::StaysConfused {
            who: id,
            turns: longer,
        });
        cx.gain_alone(id, Condition { ends, ..confused }, "");
        Mind::change(cx, id, |mind| mind.longer = 0);
    }
}

/// Rolls the check of a broken creature at the start of its turn (SEC-131). There is no check inside a shared body
/// (SEC-168).
pub fn upkeep(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let now = cx.now();
    if !now.get(id).has(is::BROKEN) || minds::inside(now, id) || minds::shared(now, id) {
        return Ok(());
    }
    let dc = fighter(now, id).mind.broken_dc().unwrap_or(FIRST_DC);
    let roll = Roll::new("broken", id, Says::Spirit {}, Dice::d(6))
        .title(say!(
            cx.now(),
            "{} is broken. Do they recover?",
            cx.name(id)
        ))
        .bonus(Tally::new().plus("spirit", fighter(now, id).mind.spirit()))
        .at_least(dc)
        .words("recovers", "stays broken");
    if cx.roll(roll)?.passed() {
        relieve(cx, id, 1, &Says::Spirit {}.into());
    } else {
        cx.change(id, at::broken_dc, Some(dc - 1), Says::BrokenDc {}, "");
    }
    Ok(())
}
