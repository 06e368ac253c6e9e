//! Spells in two stages: begun on the caster's number, released at the end of the count unless spoiled (17.0.13).

use super::acting::{begin as start, let_go};
use super::maneuver::Maneuver;
use super::movement::{self, Going, Way};
use super::sheet::{fighter, targets};
use super::state::{Booked, Casting, Cycle, Hold, Plan, Slot, Wound};
use super::walk::ask_way;
use super::{checks, legal, wounds};
use crate::act;
use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Filled, Form, Id, Resolver, Roll, Step};
use crate::note;

/// The spell is begun: movement before it, then it waits for the end of the count (CTD-31, CTD-136).
pub fn begin(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let title = format!("{} casts", cx.name(who));
    let (spell, target, way) = cx.form("cast", who, title, |f| {
        let list = targets(f.now, who);
        let preset = plan.target.filter(|id| list.contains(id));
        let preset = preset.into_iter().collect();
        let spell = f.text("spell", "spell", &plan.spell);
        let from = || list.iter().copied();
        let target = f.pick("target", "at", from, 0, 1, preset).first().copied();
        Ok((spell, target, ask_way(f, who)?))
    })?;
    start(cx, who, Maneuver::Cast, target, "");
    let mut plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    plan.spell = spelled(&spell);
    plan.target = target;
    let name = spell_name(&plan);
    plan.put(cx, who);
    let at = match target {
        Some(target) => format!(" at {}", cx.name(target)),
        None => String::new(),
    };
    act!(
        cx,
        who,
        target.as_slice(),
        "{} begins to cast {name}{at}.",
        cx.name(who)
    );
    let_go(cx, who);
    if movement::before(cx, who, &way)? == Going::Stopped {
        return Ok(());
    }
    Slot::change(cx, who, |slot| {
        slot.casting = Casting::Begun;
        slot.after = way.after;
    });
    Ok(())
}

/// The name of a spell as declared; one without a name is "a spell".
pub fn spelled(text: &str) -> String {
    match text.trim() {
        "" => "a spell".to_owned(),
        spell => spell.to_owned(),
    }
}

fn spell_name(plan: &Plan) -> String {
    spelled(&plan.spell)
}

/// Everybody whose spell has come so far, in roster order.
pub fn at(now: &Encounter, stage: Casting) -> Vec<Id> {
    now.ids()
        .filter(|id| Slot::of(now, *id).casting == stage)
        .collect()
}

/// The saves of all who were attacked while casting, one each, in roster order (CTD-138 to CTD-140).
pub fn saves(cx: &mut Resolver<'_>) -> Step<()> {
    for who in at(cx.now(), Casting::Begun) {
        let stage = if fighter(cx.now(), who).slot().aimed {
            let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
            act!(cx, who, &[], "{} was attacked while casting.", cx.name(who));
            if checks::save(cx, who, checks::Save::Disruption, "keep the spell")? {
                Casting::Safe
            } else {
                note!(cx, &[who], "{} is lost.", capital(&spell_name(&plan)));
                Casting::Lost
            }
        } else {
            Casting::Safe
        };
        Slot::change(cx, who, |slot| slot.casting = stage);
    }
    Ok(())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A spell is released, or found to be lost; then its caster moves on (CTD-31, CTD-137).
pub fn release(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let stage = fighter(cx.now(), who).slot().casting;
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let blocked = fighter(cx.now(), who).cannot_cast();
    match blocked {
        Some(why) if stage == Casting::Safe => {
            act!(
                cx,
                who,
                &[],
                "{} {why}: {} is lost.",
                cx.name(who),
                spell_name(&plan)
            );
        }
        _ if stage == Casting::Safe => {
            act!(
                cx,
                who,
                &[],
                "{} releases {}.",
                cx.name(who),
                spell_name(&plan)
            );
            effects(cx, who, &plan)?;
        }
        _ => {}
    }
    Slot::change(cx, who, |slot| slot.casting = Casting::None);
    move_on(cx, who)
}

/// The rest of the caster's movement.
fn move_on(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let feet = fighter(cx.now(), who).slot().after;
    if feet == 0 {
        return Ok(());
    }
    let mut way = Way {
        after: feet,
        ..Way::default()
    };
    let near = movement::near(cx.now(), who);
    if !near.is_empty() && movement::feet_left(cx.now(), who) > 0 {
        let title = format!("{} moves on", cx.name(who));
        way.turning_after = cx.form("move-on", who, title, |f| {
            Ok(movement::ask_turning_after(f, &near))
        })?;
    }
    act!(cx, who, &[], "{} moves on.", cx.name(who));
    movement::after(cx, who, &way)
}

/// The spell "just before" another caster: released and applied before anything else on that count (CTD-47, CTD-143).
pub fn just_before(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Hold::Before(other) = fighter(cx.now(), who).slot().hold else {
        return cx.broken("nobody waits to cast first");
    };
    let mut plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    start(cx, who, Maneuver::Cast, Some(other), "");
    Cycle::change(cx, |cycle| cycle.started = false);
    act!(
        cx,
        who,
        &[other],
        "Just before {}, {} releases {}.",
        cx.name(other),
        cx.name(who),
        spell_name(&plan)
    );
    if let Some(why) = legal::refusal(cx.now(), who, Maneuver::Cast, true) {
        note!(cx, &[who], "It {why}: the spell is lost.");
        return Ok(());
    }
    plan.target = Some(other);
    effects(cx, who, &plan)?;
    Slot::change(cx, other, |slot| slot.aimed = true);
    wounds::settle(cx, "It takes effect at once.")
}

crate::words! {
    /// What a spell does.
    enum Deed {
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
    enum Save {
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
struct Told {
    deed: Deed,
    targets: Vec<Id>,
    /// How much, which condition, or what else in words.
    what: String,
    rounds: i64,
    subdual: bool,
    save: Save,
    needs: i64,
    saved: Saved,
}

/// What the spell does, in the GM's words and numbers, one effect after another. All of it is booked (CTD-137).
fn effects(cx: &mut Resolver<'_>, who: Id, plan: &Plan) -> Step<()> {
    let mut first = true;
    loop {
        let title = format!("{}: what does it do?", capital(&spell_name(plan)));
        let wanted = plan.target;
        let opening = first;
        let told = cx.form("effect", who, title, |f| told(f, wanted, opening))?;
        if !effect(cx, who, plan, told)? {
            return Ok(());
        }
        first = false;
    }
}

/// The form of one effect.
fn told(f: &mut Form<'_>, wanted: Option<Id>, first: bool) -> Filled<Told> {
    let now = f.now;
    let preset = match (first, wanted) {
        (true, Some(_)) => Deed::Damage,
        (true, None) => Deed::Text,
        (false, _) => Deed::Done,
    };
    let mut told = Told {
        deed: f.option("effect", "effect", preset),
        ..Told::default()
    };
    match told.deed {
        Deed::Done => return Ok(told),
        Deed::Text => {
            told.what = f.text("what", "what", "");
            return Ok(told);
        }
        Deed::Damage | Deed::Heal | Deed::Condition => {}
    }
    let all = || now.present().filter(|id| !fighter(now, *id).out());
    let preset = wanted.filter(|id| all().any(|other| other == *id));
    let preset = preset.into_iter().collect();
    told.targets = f.pick("targets", "whom", all, 1, all().count(), preset);
    if told.deed == Deed::Condition {
        told.what = f.text("condition", "condition", "shaken");
        told.rounds =
            f.hint(|| "0: until somebody clears it")
                .number("rounds", "rounds", 0..=9_999, "", 0);
    } else {
        told.what = f
            .hint(|| "a number, or dice such as 2d4")
            .text("amount", "how much", "1d6");
    }
    if told.deed == Deed::Damage {
        told.subdual = f.toggle("subdual", "non-lethal", false);
    }
    if told.deed == Deed::Heal {
        return Ok(told);
    }
    told.save = f.option("save", "save", Save::None);
    if told.save == Save::Number {
        told.needs = f.number("needs", "needs", 2..=30, "", 15);
    }
    if told.save != Save::None && told.deed == Deed::Damage {
        told.saved = f.option("saved", "if it is made", Saved::Half);
    }
    Ok(told)
}

/// One effect; says whether another may follow.
fn effect(cx: &mut Resolver<'_>, who: Id, plan: &Plan, told: Told) -> Step<bool> {
    match told.deed {
        Deed::Damage | Deed::Heal => {
            let amount = how_much(cx, who, &told.what)?;
            for id in &told.targets {
                let id = *id;
                let amount = match (saved(cx, id, &told)?, told.saved) {
                    (true, Saved::Nothing) => 0,
                    (true, Saved::Half) => (amount / 2).max(1),
                    (false, _) => amount,
                };
                if told.deed == Deed::Heal {
                    Booked::change(cx, id, |booked| booked.healed += amount);
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
                wounds::book(cx, id, wound);
            }
        }
        Deed::Condition => {
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
                wounds::book_condition(cx, id, condition, false);
                note!(
                    cx,
                    &[id],
                    "{} will be {}.",
                    cx.name(id),
                    key.replace('_', " ")
                );
            }
        }
        Deed::Text => {
            let what = told.what.trim().trim_end_matches('.');
            if !what.is_empty() {
                note!(cx, &[], "{}.", capital(what));
            }
        }
        Deed::Done => return Ok(false),
    }
    Ok(true)
}

fn short_name(plan: &Plan) -> String {
    match plan.spell.as_str() {
        "" | "a spell" => "spell".to_owned(),
        spell => spell.to_owned(),
    }
}

/// The save that a spell allows; yes when it was made.
fn saved(cx: &mut Resolver<'_>, id: Id, told: &Told) -> Step<bool> {
    match told.save {
        Save::DeathRay => checks::save(cx, id, checks::Save::DeathRay, "save against the spell"),
        Save::Number => {
            let bonus = checks::bonus(&fighter(cx.now(), id), "", 0);
            let title = format!("{}: save against the spell", cx.name(id));
            let roll = Roll::new("spell-save", id, "save", Dice::d(20))
                .bonus(bonus)
                .at_least(told.needs)
                .title(title)
                .words("saved", "failed");
            Ok(cx.roll(roll)?.passed())
        }
        Save::None => Ok(false),
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
