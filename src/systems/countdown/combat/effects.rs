//! Effects of a spell, as described by the GM (CTD-137).

use super::{checks, pending, wounds};
use crate::systems::countdown::says::{Save, Saved, Says};
use crate::systems::countdown::state::{Pending, Plan, Wound, there};
use crate::systems::prelude::*;

crate::words! {
    /// Kind of effect of a spell.
    enum EffectKind {
        Done = "done" "no effect",
        Damage = "damage",
        /// Healing of hit points.
        Heal = "heal" "healing",
        /// Condition on the target.
        Condition = "condition" "a condition",
        /// Free text of the GM.
        Text = "text" "in your own words",
    }

    /// Save allowed by a spell.
    enum SpellSave {
        /// Spell without a saving throw.
        None = "none",
        DeathRay = "death_ray" "Death Ray",
        /// Save against a target number set by the GM.
        Number = "number" "target number",
    }

    /// Part of the damage after a successful save.
    enum OnSave {
        Half = "half",
        Nothing = "nothing",
    }
}

/// One effect of a spell, as described by the GM.
#[derive(Default)]
struct Effect {
    kind: EffectKind,
    targets: Vec<Id>,
    /// Amount, condition, or free text.
    what: String,
    rounds: i64,
    subdual: bool,
    save: SpellSave,
    needs: i64,
    saved: OnSave,
}

/// Name used for a spell that was declared without a name.
const UNNAMED: &str = "a spell";

/// Returns the name of a spell as declared, or "a spell" if no name was typed.
pub fn spelled(text: &str) -> String {
    match text.trim() {
        "" => UNNAMED.to_owned(),
        spell => spell.to_owned(),
    }
}

/// Returns the text for the row of a spell. The text is empty for a spell without a name, so that a name can be typed
/// immediately.
pub fn typed(spell: &str) -> &str {
    match spell {
        UNNAMED => "",
        spell => spell,
    }
}

/// Returns the name of a declared spell.
pub fn spell_name(plan: &Plan) -> String {
    spelled(&plan.spell)
}

/// Returns the short name that follows the caster, as in "Ana's spell".
fn short_name(plan: &Plan) -> &str {
    match typed(&plan.spell) {
        "" => "spell",
        spell => spell,
    }
}

/// Asks the GM for the effects of a spell, one after another, and records each effect for the end of the count
/// (CTD-137).
pub fn effects(cx: &mut Resolver<'_>, who: Id, plan: &Plan) -> Step<()> {
    let (name, spell) = (cx.name(who), short_name(plan));
    let mut first = true;
    loop {
        let else_ = if first { "" } else { " else" };
        let title = say!(cx.now(), "What{else_} does {name}'s {spell} do?");
        let effect = cx.form("effect", who, &*title, |f| ask(f, plan.target, first))?;
        if !apply(cx, who, spell, effect)? {
            return Ok(());
        }
        first = false;
    }
}

/// Fills in the form of one effect.
fn ask(f: &mut Form<'_>, wanted: Option<Id>, first: bool) -> Filled<Effect> {
    let now = f.now;
    let preset = match (first, wanted) {
        (true, Some(_)) => EffectKind::Damage,
        (true, None) => EffectKind::Text,
        (false, _) => EffectKind::Done,
    };
    let mut effect = Effect {
        kind: f.option("effect", "effect", preset),
        ..Effect::default()
    };
    if effect.kind == EffectKind::Text {
        effect.what = f.text("what", "what", "");
    }
    if matches!(effect.kind, EffectKind::Done | EffectKind::Text) {
        return Ok(effect);
    }
    let all = || there(now);
    let preset = wanted.filter(|id| all().any(|other| other == *id));
    f.others("is out of the fight");
    effect.targets = f.pick("target", "target", all, 1, 1, Vec::from_iter(preset));
    let first = effect.targets.first().copied();
    let others = || all().filter(|id| Some(*id) != first);
    let most = others().count();
    if most > 0 {
        f.others("is out of the fight");
        let also = f.pick("also", "other targets", others, 0, most, Vec::new());
        effect.targets.extend(also);
    }
    if effect.kind == EffectKind::Condition {
        f.hint(|| {
            let known = now.schema.conditions.iter().filter(|one| !one.silent);
            let labels: Vec<&str> = known.map(|one| one.label.as_str()).collect();
            format!("such as {}", labels.join(", "))
        });
        effect.what = f.text("condition", "condition", "shaken");
        f.hint(|| "0: until cleared");
        effect.rounds = f.number("rounds", "rounds", 0..=9_999, "", 0);
    } else {
        f.hint(|| "a number, or dice such as 2d4");
        effect.what = f.text("amount", "amount", "1d6");
    }
    if effect.kind == EffectKind::Damage {
        effect.subdual = f.toggle("subdual", "non-lethal", false);
    }
    if effect.kind == EffectKind::Heal {
        return Ok(effect);
    }
    effect.save = f.option("save", "save", SpellSave::None);
    if effect.save == SpellSave::Number {
        effect.needs = f.number("needs", "target number", 2..=30, "", 15);
    }
    if effect.save != SpellSave::None && effect.kind == EffectKind::Damage {
        effect.saved = f.option("saved", "on a success", OnSave::Half);
    }
    Ok(effect)
}

/// Applies one effect of a spell; returns true if another may follow.
fn apply(cx: &mut Resolver<'_>, who: Id, spell: &str, effect: Effect) -> Step<bool> {
    match effect.kind {
        EffectKind::Damage | EffectKind::Heal => {
            let whole = how_much(cx, who, &effect)?;
            for id in effect.targets.iter().copied() {
                let (amount, saved) = match (saved(cx, id, &effect)?, effect.saved) {
                    (true, OnSave::Nothing) => (0, Some(Saved::Whole {})),
                    (true, OnSave::Half) => ((whole / 2).max(1), Some(Saved::Half {})),
                    (false, _) => (whole, None),
                };
                if effect.kind == EffectKind::Heal {
                    Pending::change(cx, id, |pending| pending.healed += amount);
                    continue;
                }
                cx.struck(who, id, amount > 0);
                let subdual = effect.subdual;
                cx.note(Says::WillTakeFromSpell {
                    who: id,
                    amount,
                    subdual,
                    saved,
                });
                let wound = Wound {
                    amount,
                    subdual,
                    by: Some(who),
                    with: spell.to_owned(),
                    ..Wound::default()
                };
                pending::add_wound(cx, id, wound);
            }
        }
        EffectKind::Condition => {
            let key = effect.what.trim().to_lowercase().replace(' ', "_");
            if key.is_empty() {
                return cx.refuse("enter the condition");
            }
            for id in effect.targets.iter().copied() {
                if saved(cx, id, &effect)? {
                    continue;
                }
                let ends = wounds::for_rounds(cx.now(), effect.rounds);
                let condition = Condition::named(&key).by(who).ends(ends);
                pending::add_condition(cx, id, condition, false);
                cx.note(Says::WillBe {
                    who: id,
                    condition: key.replace('_', " ").into(),
                });
            }
        }
        EffectKind::Text => match effect.what.trim().trim_end_matches('.') {
            "" => cx.note(Says::SpellNotTracked {}),
            what => cx.note(Says::SpellEffect {
                what: what.to_owned().into(),
            }),
        },
        EffectKind::Done => return Ok(false),
    }
    Ok(true)
}

/// Rolls the save allowed by a spell; returns true on a success.
fn saved(cx: &mut Resolver<'_>, id: Id, effect: &Effect) -> Step<bool> {
    let title = "save against the spell";
    match effect.save {
        SpellSave::DeathRay => checks::save(cx, id, Save::DeathRay, title),
        SpellSave::Number => {
            let said = Says::SpellSave {};
            checks::save_on(cx, id, ("spell-save", said), effect.needs, title)
        }
        SpellSave::None => Ok(false),
    }
}

/// Returns a typed number, or rolls dice once for all targets.
fn how_much(cx: &mut Resolver<'_>, who: Id, effect: &Effect) -> Step<i64> {
    let text = effect.what.trim();
    match (text.parse(), Dice::parse(text)) {
        (Ok(number @ 0..=10_000), _) => Ok(number),
        (Ok(number), _) => cx.refuse(format!("{number} is not between 0 and 10000")),
        (_, Ok(dice)) => {
            let (name, whom) = (cx.name(who), cx.now().crowd(&effect.targets));
            let title = match effect.kind {
                EffectKind::Heal => say!(cx.now(), "{name}'s spell: healing for {whom}"),
                _ => say!(cx.now(), "{name}'s spell: damage to {whom}"),
            };
            let roll =
                Roll::new("spell-dice", who, Says::SpellDice {}, dice).about_all(&effect.targets);
            Ok(cx.roll(roll.high().title(title))?.total.max(0))
        }
        (_, Err(not)) => cx.refuse(not.to_string()),
    }
}
