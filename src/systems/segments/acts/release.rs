//! Release of a spell (SEG-119, SEG-120).

use crate::resolver::Refused;
use crate::systems::prelude::*;

use super::rows::{is_for, meant_for, spell_targets};
use crate::systems::segments::combat::{beyond, book, percentile};
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{Hit, HitLevel, Progress, Slot, fighter, plan, seen_foes};

/// Resolves the release of a spell with the cast roll, then targets and damage as entered by the GM (SEG-119, SEG-120).
pub fn release(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let name = due.what.clone();
    let said = Says::Releases {
        who,
        count: due.count,
        spell: name.clone().into(),
    };
    cx.act(who, said);
    due.finish(cx, Progress::Done, "");
    let one = fighter(cx.now(), who);
    let spell = one.spell(&name);
    let damage = spell.and_then(|spell| spell.damage());
    let passes = spell.is_some_and(|spell| spell.damage_ignores_prot());
    if let Some(chance) = spell.and_then(|spell| spell.cast_chance()) {
        let what = Says::CastRoll {
            spell: name.clone().into(),
        };
        let roll = percentile("cast-roll", who, what, one.chance("cast chance", chance));
        if !cx.roll(roll.words("goes off", "fails"))?.passed() {
            return Ok(());
        }
    } else {
        cx.note(Says::SpellGoesOff { who });
    }
    let fallen = fallen(cx.now(), who, damage.is_some());
    let heading = match &fallen {
        None => format!("{}'s {name} goes off", cx.name(who)),
        Some(fallen) => format!("{fallen}. Who is the target of {}'s {name}?", cx.name(who)),
    };
    let effect = cx.form("spell", who, heading, |f| {
        effect(f, who, damage.as_ref(), passes)
    })?;
    let Effect { targets, text, .. } = &effect;
    let meant = plan(cx.now(), who).is_some_and(|plan| !plan.spell_targets.is_empty());
    match (targets.as_slice(), text.as_str()) {
        ([], "") if meant || damage.is_some() => {
            let spell = name.clone().into();
            cx.note(Says::SpellHasNoTarget { who, spell });
        }
        ([], "") => {}
        ([], text) => cx.note(Says::SpellEffect {
            effect: text.to_owned().into(),
        }),
        (on, "") => cx.note(Says::SpellTargets {
            who,
            whom: on.to_vec(),
        }),
        (on, text) => cx.note(Says::SpellTargetsEffect {
            who,
            whom: on.to_vec(),
            effect: text.to_owned().into(),
        }),
    }
    let Some(dice) = effect.damage else {
        return Ok(());
    };
    let mut amount = None;
    let all = effect.targets;
    for target in all.iter().copied() {
        let total = match amount {
            Some(total) if !effect.each => total,
            _ if dice.count() == 0 => dice.modifier(),
            _ => {
                let spell = name.clone().into();
                let what = if effect.each {
                    Says::SpellDamageTo { spell, target }
                } else {
                    Says::SpellDamage { spell }
                };
                let whom = if effect.each {
                    &[target]
                } else {
                    all.as_slice()
                };
                let caster = cx.name(who);
                let title = say!(
                    cx.now(),
                    "{caster}: {name}, damage to {}",
                    cx.now().crowd(whom)
                );
                let roll = Roll::new("spell-damage", who, what, dice.clone());
                let roll = roll.about_all(whom).title(title);
                cx.roll(roll.high())?.total
            }
        };
        amount = Some(total);
        cx.struck(who, target, true);
        let prot = fighter(cx.now(), target).prot();
        let prot = if effect.ignores_prot { 0 } else { prot };
        let taken = (total - prot).max(0);
        if prot > 0 {
            cx.note(Says::LessProtOf {
                who: target,
                total,
                prot,
                taken,
            });
        }
        let hit = Hit {
            by: who,
            target,
            taken,
            level: HitLevel::Hit,
            cause: name.to_owned(),
            ..Hit::default()
        };
        book(cx, hit, false)?;
    }
    Ok(())
}

/// Returns a sentence about the declared targets that are now out of the fight, or `None` (SEG-22).
fn fallen(now: &Encounter, who: Id, harms: bool) -> Option<String> {
    let declared = plan(now, who).map_or(&[][..], |plan| &plan.spell_targets);
    let out = |id: &Id| Some((*id, beyond(now, who, *id, false)?));
    let others = declared.iter().filter(|id| !is_for(now, **id, harms));
    let fallen: Vec<(Id, &str)> = others.filter_map(out).collect();
    match fallen.as_slice() {
        [] => None,
        [(id, why)] => Some(format!("{} {why}", now.name(*id))),
        several => {
            let ids = Vec::from_iter(several.iter().map(|(id, _)| *id));
            Some(format!("{} are down or gone", now.names(&ids)))
        }
    }
}

/// Effect of a released spell.
struct Effect {
    targets: Vec<Id>,
    damage: Option<Dice>,
    /// True if the damage is rolled separately for each target.
    each: bool,
    ignores_prot: bool,
    /// Other effects of the spell.
    text: String,
}

/// Fills in the form of a release, with defaults from the declaration and the sheet.
fn effect(f: &mut Form<'_>, who: Id, damage: Option<&Dice>, passes: bool) -> Filled<Effect> {
    let now = f.now;
    let mut preset = plan(now, who).map_or_else(Vec::new, |plan| plan.spell_targets.clone());
    preset.retain(|id| is_for(now, *id, damage.is_some()));
    if preset.is_empty() && damage.is_some() {
        preset.extend(seen_foes(now, who).first());
    }
    let from = meant_for(now, who);
    let targets = spell_targets(f, &from, preset);
    let dice = damage.map_or_else(String::new, ToString::to_string);
    f.hint(|| "dice such as 2d8, a number, or empty");
    let dice = f.text("damage", "damage", &dice);
    let each = targets.len() > 1 && f.toggle("each", "roll damage for each", false);
    let ignores_prot = f.toggle("ignores_prot", "ignores PROT", passes);
    let text = f.text("effect", "other effect", "");
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
