//! What a spell does, in the GM's words and numbers (CTD-137).

use crate::dice::Dice;
use crate::encounter::{Condition, Filled, Form, Id, Resolver, Roll, Step};
use crate::note;

use super::checks;
use super::{pending, wounds};
use crate::rules::countdown::state::fighter::fighter;
use crate::rules::countdown::state::pending::{Pending, Wound};
use crate::rules::countdown::state::plan::Plan;

crate::words! {
    /// What a spell does.
    enum EffectKind {
        /// That was all.
        Done = "done" "nothing more",
        /// It hurts.
        Damage = "damage",
        /// It gives hit points back.
        Heal = "heal" "healing",
        /// It brings a condition.
        Condition = "condition" "a condition",
        /// What the GM says.
        Text = "text" "something else, in words",
    }

    /// The save that a spell allows.
    enum SpellSave {
        /// None at all.
        None = "none",
        /// Against Death Ray.
        DeathRay = "death_ray" "Death Ray",
        /// Against a number that the GM names.
        Number = "number" "against a number",
    }

    /// What a save leaves of the damage.
    enum Saved {
        /// Half of it.
        Half = "half",
        /// Nothing of it.
        Nothing = "nothing",
    }
}

/// One effect of a spell, as the GM tells it.
#[derive(Default)]
struct Effect {
    deed: EffectKind,
    targets: Vec<Id>,
    /// How much, which condition, or what else in words.
    what: String,
    rounds: i64,
    subdual: bool,
    save: SpellSave,
    needs: i64,
    saved: Saved,
}

/// The name of a spell as declared; one without a name is "a spell".
pub fn spelled(text: &str) -> String {
    match text.trim() {
        "" => "a spell".to_owned(),
        spell => spell.to_owned(),
    }
}

/// The name of a declared spell.
pub fn spell_name(plan: &Plan) -> String {
    spelled(&plan.spell)
}

fn short_name(plan: &Plan) -> String {
    match plan.spell.as_str() {
        "" | "a spell" => "spell".to_owned(),
        spell => spell.to_owned(),
    }
}

/// The same, beginning with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What the spell does, in the GM's words and numbers, one effect after another. All of it is booked (CTD-137).
pub fn effects(cx: &mut Resolver<'_>, who: Id, plan: &Plan) -> Step<()> {
    let mut first = true;
    loop {
        let title = format!("{}: what does it do?", capital(&spell_name(plan)));
        let wanted = plan.target;
        let opening = first;
        let told = cx.form("effect", who, title, |f| ask(f, wanted, opening))?;
        if !apply(cx, who, plan, told)? {
            return Ok(());
        }
        first = false;
    }
}

/// The form of one effect.
fn ask(f: &mut Form<'_>, wanted: Option<Id>, first: bool) -> Filled<Effect> {
    let now = f.now;
    let preset = match (first, wanted) {
        (true, Some(_)) => EffectKind::Damage,
        (true, None) => EffectKind::Text,
        (false, _) => EffectKind::Done,
    };
    let mut told = Effect {
        deed: f.option("effect", "effect", preset),
        ..Effect::default()
    };
    match told.deed {
        EffectKind::Done => return Ok(told),
        EffectKind::Text => {
            told.what = f.text("what", "what", "");
            return Ok(told);
        }
        EffectKind::Damage | EffectKind::Heal | EffectKind::Condition => {}
    }
    let all = || now.present().filter(|id| !fighter(now, *id).out());
    let preset = wanted.filter(|id| all().any(|other| other == *id));
    let preset = preset.into_iter().collect();
    told.targets = f.pick("targets", "whom", all, 1, all().count(), preset);
    if told.deed == EffectKind::Condition {
        told.what = f.text("condition", "condition", "shaken");
        told.rounds =
            f.hint(|| "0: until somebody clears it")
                .number("rounds", "rounds", 0..=9_999, "", 0);
    } else {
        told.what = f
            .hint(|| "a number, or dice such as 2d4")
            .text("amount", "how much", "1d6");
    }
    if told.deed == EffectKind::Damage {
        told.subdual = f.toggle("subdual", "non-lethal", false);
    }
    if told.deed == EffectKind::Heal {
        return Ok(told);
    }
    told.save = f.option("save", "save", SpellSave::None);
    if told.save == SpellSave::Number {
        told.needs = f.number("needs", "needs", 2..=30, "", 15);
    }
    if told.save != SpellSave::None && told.deed == EffectKind::Damage {
        told.saved = f.option("saved", "if it is made", Saved::Half);
    }
    Ok(told)
}

/// One effect; says whether another may follow.
fn apply(cx: &mut Resolver<'_>, who: Id, plan: &Plan, told: Effect) -> Step<bool> {
    match told.deed {
        EffectKind::Damage | EffectKind::Heal => {
            let amount = how_much(cx, who, &told.what)?;
            for id in &told.targets {
                let id = *id;
                let amount = match (saved(cx, id, &told)?, told.saved) {
                    (true, Saved::Nothing) => 0,
                    (true, Saved::Half) => (amount / 2).max(1),
                    (false, _) => amount,
                };
                if told.deed == EffectKind::Heal {
                    Pending::change(cx, id, |pending| pending.healed += amount);
                    continue;
                }
                let wound = Wound {
                    amount,
                    subdual: told.subdual,
                    provoked: false,
                    cause: format!("{}'s {}", cx.name(who), short_name(plan)),
                    by: Some(who),
                };
                note!(cx, &[id], "{amount} on {}.", cx.name(id));
                pending::add_wound(cx, id, wound);
            }
        }
        EffectKind::Condition => {
            let key = told.what.trim().to_lowercase().replace(' ', "_");
            if key.is_empty() {
                return cx.refuse("name the condition");
            }
            for id in &told.targets {
                let id = *id;
                if saved(cx, id, &told)? {
                    continue;
                }
                let mut condition = Condition::named(&key).by(who);
                if told.rounds > 0 {
                    condition = condition.ends(wounds::for_rounds(cx.now(), told.rounds));
                }
                pending::add_condition(cx, id, condition, false);
                note!(
                    cx,
                    &[id],
                    "{} will be {}.",
                    cx.name(id),
                    key.replace('_', " ")
                );
            }
        }
        EffectKind::Text => {
            let what = told.what.trim().trim_end_matches('.');
            if !what.is_empty() {
                note!(cx, &[], "{}.", capital(what));
            }
        }
        EffectKind::Done => return Ok(false),
    }
    Ok(true)
}

/// The save that a spell allows; yes when it was made.
fn saved(cx: &mut Resolver<'_>, id: Id, told: &Effect) -> Step<bool> {
    match told.save {
        SpellSave::DeathRay => {
            checks::save(cx, id, checks::Save::DeathRay, "save against the spell")
        }
        SpellSave::Number => {
            let bonus = checks::bonus(&fighter(cx.now(), id), "", 0);
            let title = format!("{}: save against the spell", cx.name(id));
            let roll = Roll::new("spell-save", id, "save", Dice::d(20))
                .bonus(bonus)
                .at_least(told.needs)
                .title(title)
                .words("saved", "failed");
            Ok(cx.roll(roll)?.passed())
        }
        SpellSave::None => Ok(false),
    }
}

/// A number as typed, or dice rolled once for all.
fn how_much(cx: &mut Resolver<'_>, who: Id, text: &str) -> Step<i64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<i64>() {
        if (0..=10_000).contains(&number) {
            return Ok(number);
        }
        return cx.refuse(format!("{number} is not between 0 and 10000"));
    }
    match Dice::parse(text) {
        Ok(dice) => {
            let title = format!("{}'s spell", cx.name(who));
            let roll = Roll::new("spell-dice", who, "spell", dice).title(title);
            Ok(cx.roll(roll)?.total.max(0))
        }
        Err(not) => cx.refuse(not.to_string()),
    }
}
