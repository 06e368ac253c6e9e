//! Casting and interruption of spells (4.15).

use crate::systems::prelude::*;
use crate::systems::segments::says::{Loss, Says};
use crate::systems::segments::sheet::{InterruptRule, Options, TieRule, is};
use crate::systems::segments::state::{Phase, Progress, RELEASE, Round, Slot, fighter, slot};

/// Starts casting a spell. The caster loses DEF from DEX, skill and shield until the release (SEG-117).
pub fn start(cx: &mut Resolver<'_>, cast: &Slot) {
    let (who, what) = (cast.who, &cast.what);
    let release = slot(cx.now(), who, RELEASE).map_or(cast.count, |slot| slot.count);
    let said = Says::BeginsSpell {
        who,
        count: cast.count,
        spell: what.clone().into(),
        release,
    };
    cx.act(who, said);
    let condition = Condition::new(is::CASTING).value(release);
    cx.gain(who, condition.because(what), "");
    cx.lose(who, is::SPELL_CARRIED, "", "");
    cast.finish(cx, Progress::Done, "");
}

/// Handles a hit on a caster. A stunned or fallen caster loses the spell automatically. Otherwise the GM decides if the
/// hit interrupts the spell (SEG-73, SEG-118).
pub fn struck_while_casting(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(release) = open_release(cx.now(), who) else {
        return Ok(());
    };
    let (what, on) = (release.what.clone(), release.count);
    // A hit on the count of the release comes too late, unless the tie rule resolves slots one after the other.
    let last = match Options::of(cx.now()).tie_rule() {
        TieRule::DexOrder => on - 1,
        TieRule::Simultaneous => on,
    };
    if Round::of(cx.now()).count.is_some_and(|open| open <= last) {
        return Ok(());
    }
    let one = fighter(cx.now(), who);
    if !one.able() {
        lose_spell(cx, who, Loss::StunnedOrDown);
        return Ok(());
    }
    let always = Options::of(cx.now()).interrupt_rule() == InterruptRule::Always;
    let title = say!(cx.now(), "Is {}'s {what} interrupted?", cx.name(who));
    if always || cx.confirm("interrupt", who, title, true)? {
        lose_spell(cx, who, Loss::Interrupted);
    } else {
        let spell = what.to_owned().into();
        cx.note(Says::KeepsSpell { who, spell });
    }
    Ok(())
}

/// Returns the pending release of a casting combatant.
pub fn open_release(now: &Encounter, who: Id) -> Option<&Slot> {
    if !now.get(who).has(is::CASTING) {
        return None;
    }
    slot(now, who, RELEASE).filter(|slot| slot.progress == Progress::Due)
}

/// Loses the spell and its energy. DEF from DEX, skill and shield does not return until the count closes.
pub fn lose_spell(cx: &mut Resolver<'_>, who: Id, why: Loss) {
    let Some(release) = open_release(cx.now(), who).cloned() else {
        return;
    };
    let spell = release.what.clone().into();
    cx.note(Says::SpellLost { who, spell, why });
    let open = Round::of(cx.now()).count;
    release.ended(Progress::Lost, open, why.word()).put(cx);
    if Round::of(cx.now()).phase != Phase::Act {
        cx.lose(who, is::CASTING, "", "");
    }
}
