//! Spells from start to release, and what interrupts them (4.15).

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Filled, Form, Id, Refused, Resolver, Roll, Step};
use crate::tally::Tally;

use super::ladder::{Progress, RELEASE, Slot, slot};
use super::plan::plan;
use super::schema::{InterruptRule, Options, TieRule, is};
use super::sheet::{fighter, foes, others};
use super::state::{Hit, Level, Phase, Round};
use super::wounds::land;
use crate::act;
use crate::note;

/// A spell starts: the guard is down until its release (SEG-117).
pub fn start(cx: &mut Resolver<'_>, cast: &Slot) {
    let who = cast.who;
    let release = slot(cx.now(), who, RELEASE).map_or(cast.count, |slot| slot.count);
    act!(
        cx,
        who,
        &[who],
        "Count {}: {} begins {}, due on {release}; no DEF from DEX, skill and shield until then.",
        cast.count,
        cx.name(who),
        cast.what
    );
    let condition = Condition::new(is::CASTING)
        .value(release)
        .because(cast.what.clone());
    cx.gain(who, condition, "");
    cx.lose(who, is::SPELL_CARRIED, "", "");
    let done = cast.clone().ended(Progress::Done, Some(cast.count), "");
    done.keep(cx);
}

/// A hit on somebody who casts: stunned or down it has lost the spell without a question, else the GM says whether it
/// is interrupted (SEG-73, SEG-118).
///
/// # Errors
/// Asks.
pub fn struck_while_casting(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(release) = open_release(cx.now(), who) else {
        return Ok(());
    };
    let (what, on) = (release.what.clone(), release.count);
    // On the count of the release itself a hit comes too late, unless ties are played one after the other.
    let last = match Options::of(cx.now()).tie_rule() {
        TieRule::DexOrder => on - 1,
        TieRule::Simultaneous => on,
    };
    if Round::of(cx.now()).count.is_some_and(|open| open <= last) {
        return Ok(());
    }
    let one = fighter(cx.now(), who);
    if !one.able() {
        lose_spell(cx, who, "stunned or down");
        return Ok(());
    }
    let always = Options::of(cx.now()).interrupt_rule() == InterruptRule::Always;
    let interrupted = always
        || cx.confirm(
            "interrupt",
            who,
            format!("Is {}'s {what} interrupted?", cx.name(who)),
            true,
        )?;
    if interrupted {
        lose_spell(cx, who, "interrupted");
    } else {
        note!(cx, &[who], "{} keeps hold of {what}.", cx.name(who));
    }
    Ok(())
}

/// The release that somebody who is casting still has before it.
pub fn open_release(now: &Encounter, who: Id) -> Option<&Slot> {
    if !now.get(who).has(is::CASTING) {
        return None;
    }
    slot(now, who, RELEASE).filter(|slot| slot.progress == Progress::Due)
}

/// The spell and its energy are lost. The guard stays down until the count closes.
pub fn lose_spell(cx: &mut Resolver<'_>, who: Id, why: &str) {
    let Some(release) = open_release(cx.now(), who).cloned() else {
        return;
    };
    let round = Round::of(cx.now());
    let (open, phase) = (round.count, round.phase);
    note!(
        cx,
        &[who],
        "{}'s {} and its energy are lost: {why}.",
        cx.name(who),
        release.what
    );
    release.ended(Progress::Lost, open, why).keep(cx);
    if phase != Phase::Act {
        cx.lose(who, is::CASTING, "", "");
    }
}

/// The release: the cast roll, then targets and damage as the GM names them (SEG-119, SEG-120).
///
/// # Errors
/// Asks for dice and for the form.
pub fn release(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let name = due.what.clone();
    act!(
        cx,
        who,
        &[],
        "Count {}: {} releases {name}.",
        due.count,
        cx.name(who)
    );
    let done = due.clone().ended(Progress::Done, Some(due.count), "");
    done.keep(cx);
    let one = fighter(cx.now(), who);
    let spell = one.spell(&name);
    let damage = spell.and_then(|spell| spell.damage());
    let passes = spell.is_some_and(|spell| spell.damage_ignores_prot());
    if let Some(chance) = spell.and_then(|spell| spell.cast_chance()) {
        let reasons = Tally::new()
            .always("cast chance", chance)
            .plus(one.wound_word(), one.wound_mod());
        let roll = Roll::new("cast-roll", who, format!("{name}, cast roll"), Dice::d(100))
            .at_most(reasons.total())
            .reasons(reasons)
            .words("it goes off", "it fails");
        if !cx.roll(roll)?.passed() {
            return Ok(());
        }
    }
    let effect = cx.form("spell", who, format!("{name} goes off"), |f| {
        effect(f, who, damage.as_ref(), passes)
    })?;
    let Effect { targets, text, .. } = &effect;
    if !targets.is_empty() || !text.is_empty() {
        let text = match (targets.is_empty(), text.is_empty()) {
            (true, _) => format!("{text}."),
            (false, true) => format!("On {}.", cx.now().names(targets)),
            (false, false) => format!("On {}: {text}.", cx.now().names(targets)),
        };
        cx.note(targets, text);
    }
    let Some(dice) = effect.damage else {
        return Ok(());
    };
    let mut amount = None;
    for target in effect.targets {
        let total = match amount {
            Some(total) if !effect.each => total,
            _ if dice.count() == 0 => dice.modifier(),
            _ => {
                cx.roll(Roll::new(
                    "spell-damage",
                    who,
                    format!("{name}, damage"),
                    dice.clone(),
                ))?
                .total
            }
        };
        amount = Some(total);
        let prot = if effect.ignores_prot {
            0
        } else {
            fighter(cx.now(), target).prot()
        };
        let hit = Hit {
            by: who,
            target,
            taken: (total - prot).max(0),
            level: Level::Hit,
            missile: None,
            wound: false,
            wound_text: String::new(),
            cause: format!("{}'s {name}", cx.name(who)),
        };
        if Options::of(cx.now()).tie_rule() == TieRule::DexOrder {
            land(cx, &hit)?;
        } else {
            hit.keep(cx);
        }
    }
    Ok(())
}

/// What a spell does as it goes off.
struct Effect {
    targets: Vec<Id>,
    damage: Option<Dice>,
    /// The damage is rolled for each.
    each: bool,
    ignores_prot: bool,
    /// What else it does.
    text: String,
}

/// The form of a release, preset to what was declared and what the sheet says.
fn effect(f: &mut Form<'_>, who: Id, damage: Option<&Dice>, passes: bool) -> Filled<Effect> {
    let now = f.now;
    let mut preset = plan(now, who).map_or_else(Vec::new, |plan| plan.spell_targets.clone());
    preset.retain(|id| fighter(now, *id).active());
    if preset.is_empty() && damage.is_some() {
        preset.extend(foes(now, who).first());
    }
    let mut from = others(now, who);
    from.push(who);
    let from = || from.iter().copied();
    let targets = f.pick("targets", "on", from, 0, usize::MAX, preset);
    let dice = damage.map_or_else(String::new, ToString::to_string);
    f.hint(|| "dice such as 2d8, a number, or nothing");
    let dice = f.text("damage", "damage", &dice);
    let each = targets.len() > 1 && f.toggle("each", "roll damage for each", false);
    let ignores_prot = f.toggle("ignores_prot", "passes protection", passes);
    let text = f.text("effect", "what else it does", "");
    let dice = dice.trim();
    let damage = match Dice::parse(dice) {
        _ if dice.is_empty() || targets.is_empty() => None,
        Ok(dice) => Some(dice),
        Err(not) => return Err(Refused(not.to_string())),
    };
    Ok(Effect {
        targets,
        damage,
        each,
        ignores_prot,
        text: text.trim().to_owned(),
    })
}
