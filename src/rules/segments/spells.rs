//! Spells from start to release, and what interrupts them (4.15).

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Field, Id, Resolver, Roll, Step};
use crate::tally::Tally;

use super::plan::plan;
use super::schema::{InterruptRule, Options, TieRule, is};
use super::sheet::{fighter, foes, others};
use super::state::{Hit, Level, Phase, Progress, RELEASE, Round, Slot, slot};
use super::wounds::land;

/// A spell starts: the guard is down until its release (SEG-117).
pub fn start(cx: &mut Resolver<'_>, cast: &Slot) {
    let who = cast.who;
    let release = slot(cx.now(), who, RELEASE).map_or(cast.count, |slot| slot.count);
    let text = format!(
        "Count {}: {} begins {}, due on {release}; no DEF from DEX, skill and shield until then.",
        cast.count,
        cx.name(who),
        cast.what
    );
    cx.act(who, &[who], text);
    let condition = Condition::new(is::CASTING)
        .value(release)
        .because(cast.what.clone());
    cx.gain(who, condition, "");
    cx.lose(who, is::SPELL_CARRIED, "", "");
    cast.clone().ended(Progress::Done, cast.count, "").keep(cx);
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
    let round = Round::of(cx.now());
    // On the count of the release itself a hit comes too late, unless ties are played one after the other.
    let too_late = if Options::of(cx.now()).tie_rule() == TieRule::DexOrder {
        round.count < release.count
    } else {
        round.count <= release.count
    };
    if round.counting() && too_late {
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
            format!("Is {}'s {} interrupted?", cx.name(who), release.what),
            true,
        )?;
    if interrupted {
        lose_spell(cx, who, "interrupted");
    } else {
        let text = format!("{} keeps hold of {}.", cx.name(who), release.what);
        cx.note(&[who], text);
    }
    Ok(())
}

/// The release that somebody who is casting still has before it.
pub fn open_release(now: &Encounter, who: Id) -> Option<Slot> {
    if !now.get(who).has(is::CASTING) {
        return None;
    }
    slot(now, who, RELEASE).filter(|slot| slot.progress == Progress::Due)
}

/// The spell and its energy are lost. The guard stays down until the count closes.
pub fn lose_spell(cx: &mut Resolver<'_>, who: Id, why: &str) {
    let round = Round::of(cx.now());
    let Some(release) = open_release(cx.now(), who) else {
        return;
    };
    let text = format!(
        "{}'s {} and its energy are lost: {why}.",
        cx.name(who),
        release.what
    );
    cx.note(&[who], text);
    release.ended(Progress::Lost, round.count, why).keep(cx);
    if round.phase != Phase::Act {
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
    let text = format!("Count {}: {} releases {name}.", due.count, cx.name(who));
    cx.act(who, &[], text);
    due.clone().ended(Progress::Done, due.count, "").keep(cx);
    let one = fighter(cx.now(), who);
    let spell = one.spell(&name);
    let damage = spell.and_then(|spell| spell.damage());
    let passes = spell.is_some_and(|spell| spell.ignores_prot());
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
    let set = cx.fields("spell", who, format!("{name} goes off"), |now, set| {
        spell_fields(now, who, damage.as_ref(), passes, set.who("targets"))
    })?;
    let targets = set.who("targets").to_vec();
    let effect = set.word("effect").trim().to_owned();
    if !targets.is_empty() || !effect.is_empty() {
        let text = match (targets.is_empty(), effect.is_empty()) {
            (true, _) => format!("{effect}."),
            (false, true) => format!("On {}.", cx.now().names(&targets)),
            (false, false) => format!("On {}: {effect}.", cx.now().names(&targets)),
        };
        cx.note(&targets, text);
    }
    let typed = set.word("damage").trim().to_owned();
    if typed.is_empty() || targets.is_empty() {
        return Ok(());
    }
    let dice = match Dice::parse(&typed) {
        Ok(dice) => dice,
        Err(not) => return cx.refuse(not.to_string()),
    };
    let mut amount = None;
    for target in targets {
        let total = match amount {
            Some(total) if !set.flag("each") => total,
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
        let prot = if set.flag("ignores_prot") {
            0
        } else {
            fighter(cx.now(), target).prot()
        };
        let hit = Hit {
            by: who,
            target,
            taken: (total - prot).max(0),
            level: Level::Hit,
            missile: String::new(),
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

fn spell_fields(
    now: &Encounter,
    who: Id,
    damage: Option<&Dice>,
    passes: bool,
    picked: &[Id],
) -> Vec<Field> {
    let declared: Vec<Id> = plan(now, who)
        .map_or(&[][..], |plan| plan.spell_targets())
        .iter()
        .copied()
        .filter(|id| fighter(now, *id).active())
        .collect();
    let preset = if declared.is_empty() && damage.is_some() {
        foes(now, who).into_iter().take(1).collect()
    } else {
        declared
    };
    let several = if picked.is_empty() {
        preset.len() > 1
    } else {
        picked.len() > 1
    };
    let mut from = others(now, who);
    from.push(who);
    let text = damage.map_or_else(String::new, ToString::to_string);
    let mut fields = vec![
        Field::pick("targets", "on", from, 0, usize::MAX, preset),
        Field::text("damage", "damage", &text).hint("dice such as 2d8, a number, or nothing"),
    ];
    if several {
        fields.push(Field::toggle("each", "roll damage for each", false));
    }
    fields.push(Field::toggle("ignores_prot", "passes protection", passes));
    fields.push(Field::text("effect", "what else it does", ""));
    fields
}
