//! The GM's rulings, shared by all systems: "I rule it so", damage, healing, conditions and saves for several at once,
//! and loose dice. They may be started at any moment, in the middle of another command's prompt too.

use super::System;
use crate::dice::Dice;
use crate::encounter::{
    Choice, Command, Condition, Encounter, Ends, Field, Id, Record, Resolver, Roll, Step,
};

/// Keys of the rulings and what the screen calls them.
pub const RULINGS: [(&str, &str); 7] = [
    (
        "gm-rule",
        "I rule it so: a line of text, with whatever follows",
    ),
    ("gm-harm", "damage to one or several"),
    ("gm-heal", "healing for one or several"),
    ("gm-afflict", "a condition on one or several"),
    ("gm-relieve", "clear a condition"),
    ("gm-save", "a save or check by one or several"),
    ("gm-dice", "loose dice"),
];

/// Plays a ruling through.
///
/// # Errors
/// As [`System::resolve`].
pub fn resolve(system: &dyn System, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
    match command.action.as_str() {
        "gm-rule" => rule(system, cx),
        "gm-harm" => {
            let set = cx.fields("gm-harm", None, "Damage", |now, _| {
                harm_fields(system, now, command.who)
            })?;
            harm(system, cx, &set)
        }
        "gm-heal" => {
            let set = cx.fields("gm-heal", None, "Healing", |now, _| {
                vec![targets(now, command.who), amount(), cause()]
            })?;
            heal(system, cx, &set)
        }
        "gm-afflict" => {
            let set = cx.fields("gm-afflict", None, "A condition", |now, _| {
                afflict_fields(system, now, command.who)
            })?;
            afflict(system, cx, &set)
        }
        "gm-relieve" => relieve(system, cx, command.who),
        "gm-save" => {
            let set = cx.fields("gm-save", None, "A save", |now, _| {
                vec![targets(now, command.who), save_field(system)]
            })?;
            save(system, cx, &set)
        }
        "gm-dice" => loose(cx),
        other => cx.broken(format!("there is no ruling `{other}`")),
    }
}

fn targets(now: &Encounter, who: Option<Id>) -> Field {
    Field::pick(
        "targets",
        "whom",
        now.present().collect(),
        1,
        usize::MAX,
        who.into_iter().collect(),
    )
}

fn amount() -> Field {
    Field::text("amount", "how much", "1").hint("a number, or dice such as 2d6")
}

fn cause() -> Field {
    Field::text("cause", "why", "")
}

fn harm_fields(system: &dyn System, now: &Encounter, who: Option<Id>) -> Vec<Field> {
    let kinds = system.harms();
    let preset = kinds
        .first()
        .map(|kind| kind.key.clone())
        .unwrap_or_default();
    vec![
        targets(now, who),
        amount(),
        Field::choice("kind", "kind", kinds, &preset),
        cause(),
    ]
}

fn save_field(system: &dyn System) -> Field {
    let saves = system.saves();
    let preset = saves
        .first()
        .map(|save| save.key.clone())
        .unwrap_or_default();
    Field::choice("save", "which", saves, &preset)
}

fn afflict_fields(system: &dyn System, now: &Encounter, who: Option<Id>) -> Vec<Field> {
    let mut lengths = vec![
        Choice::new("cleared", "until cleared"),
        Choice::new("rounds", "for rounds"),
    ];
    if system.has_stretches() {
        lengths.push(Choice::new("stretch", "until the end of the stretch"));
    }
    vec![
        targets(now, who),
        Field::text("condition", "condition", ""),
        Field::choice("lasts", "lasts", lengths, "cleared"),
        Field::number("rounds", "rounds", 1, 999, 1),
        cause(),
    ]
}

/// The amount of a ruling: a number as typed, or dice that are rolled once for all.
fn how_much(cx: &mut Resolver<'_>, set: &Record) -> Step<i64> {
    let text = set.word("amount").trim();
    if let Ok(number) = text.parse::<i64>() {
        if (0..=1_000_000).contains(&number) {
            return Ok(number);
        }
        return cx.refuse(format!("{number} is not between 0 and 1000000"));
    }
    match Dice::parse(text) {
        Ok(dice) => Ok(cx
            .roll(Roll::new("gm-amount", None, "amount", dice))?
            .total
            .max(0)),
        Err(not) => cx.refuse(not.to_string()),
    }
}

fn harm(system: &dyn System, cx: &mut Resolver<'_>, set: &Record) -> Step<()> {
    cx.act(None, set.who("targets"), ruled(set.word("cause"), "damage"));
    let amount = how_much(cx, set)?;
    for target in set.who("targets") {
        system.harm(cx, *target, amount, set.word("kind"), "ruled")?;
    }
    Ok(())
}

fn heal(system: &dyn System, cx: &mut Resolver<'_>, set: &Record) -> Step<()> {
    cx.act(
        None,
        set.who("targets"),
        ruled(set.word("cause"), "healing"),
    );
    let amount = how_much(cx, set)?;
    for target in set.who("targets") {
        system.heal(cx, *target, amount, "ruled")?;
    }
    Ok(())
}

fn ruled(cause: &str, what: &str) -> String {
    if cause.is_empty() {
        format!("The GM rules: {what}.")
    } else {
        format!("The GM rules: {what} ({cause}).")
    }
}

fn afflict(system: &dyn System, cx: &mut Resolver<'_>, set: &Record) -> Step<()> {
    let word = set.word("condition").trim().to_owned();
    if word.is_empty() {
        return cx.refuse("name the condition");
    }
    let key = word.to_lowercase().replace(' ', "_");
    let ends = match set.word("lasts") {
        "rounds" => {
            let rounds = u32::try_from(set.int("rounds").max(1)).unwrap_or(1);
            system.lasts(cx.now(), rounds)
        }
        "stretch" => Ends::Stretch,
        _ => Ends::WhenCleared,
    };
    cx.act(
        None,
        set.who("targets"),
        ruled(set.word("cause"), "a condition"),
    );
    for target in set.who("targets") {
        let condition = Condition::named(&key).ends(ends).because(set.word("cause"));
        system.afflict(cx, *target, condition, &key.replace('_', " "))?;
    }
    Ok(())
}

fn relieve(system: &dyn System, cx: &mut Resolver<'_>, who: Option<Id>) -> Step<()> {
    let set = cx.fields("gm-relieve", who, "Clear a condition", |now, set| {
        let bearers: Vec<Id> = now
            .present()
            .filter(|id| !now.get(*id).conditions.is_empty())
            .collect();
        let picked = set.who("targets");
        let mut keys: Vec<String> = Vec::new();
        for id in if picked.is_empty() {
            bearers.as_slice()
        } else {
            picked
        } {
            for condition in now.find(*id).into_iter().flat_map(|one| &one.conditions) {
                if !keys.contains(&condition.key) {
                    keys.push(condition.key.clone());
                }
            }
        }
        let options: Vec<Choice> = keys
            .iter()
            .map(|key| Choice::new(key.clone(), key.replace('_', " ")))
            .collect();
        let preset = keys.first().cloned().unwrap_or_default();
        vec![
            Field::pick(
                "targets",
                "whom",
                bearers,
                1,
                usize::MAX,
                who.into_iter().collect(),
            ),
            Field::choice("condition", "condition", options, &preset),
        ]
    })?;
    let key = set.word("condition").to_owned();
    cx.act(None, set.who("targets"), ruled("", "a condition ends"));
    for target in set.who("targets") {
        system.relieve(cx, *target, &key, &key.replace('_', " "))?;
    }
    Ok(())
}

fn save(system: &dyn System, cx: &mut Resolver<'_>, set: &Record) -> Step<()> {
    cx.act(None, set.who("targets"), ruled("", "a save"));
    for target in set.who("targets") {
        system.save(cx, *target, set.word("save"))?;
    }
    Ok(())
}

fn loose(cx: &mut Resolver<'_>) -> Step<()> {
    let text = cx.text("gm-dice", None, "Which dice?", "d20")?;
    match Dice::parse(text.trim()) {
        Ok(dice) => {
            // A line of its own: it belongs to nothing that is under way.
            cx.act(None, &[], "The GM throws dice.");
            cx.roll(Roll::new("gm-loose", None, "Loose dice", dice))?;
            Ok(())
        }
        Err(not) => cx.refuse(not.to_string()),
    }
}

/// "I rule it so": a line of text and whatever follows from it, one effect after another.
fn rule(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    let text = cx.text("gm-rule", None, "What do you rule?", "")?;
    if text.trim().is_empty() {
        return cx.refuse("say in a line what you rule");
    }
    cx.act(None, &[], format!("Ruled: {}", text.trim()));
    follow(system, cx, "What follows from it?")
}

/// Asks what follows from something that has no rules of its own, one effect after another: damage, healing,
/// conditions, saves. Systems call it for powers, hazards and the like.
///
/// # Errors
/// As [`System::resolve`].
pub fn follow(system: &dyn System, cx: &mut Resolver<'_>, title: &str) -> Step<()> {
    loop {
        let what = cx.choose(
            "gm-follows",
            None,
            title,
            vec![
                Choice::new("nothing", "nothing more"),
                Choice::new("harm", "damage"),
                Choice::new("heal", "healing"),
                Choice::new("afflict", "a condition"),
                Choice::new("relieve", "a condition ends"),
                Choice::new("save", "a save"),
            ],
            "nothing",
        )?;
        match what.as_str() {
            "harm" => {
                let set = cx.fields("gm-harm", None, "Damage", |now, _| {
                    harm_fields(system, now, None)
                })?;
                harm(system, cx, &set)?;
            }
            "heal" => {
                let set = cx.fields("gm-heal", None, "Healing", |now, _| {
                    vec![targets(now, None), amount(), cause()]
                })?;
                heal(system, cx, &set)?;
            }
            "afflict" => {
                let set = cx.fields("gm-afflict", None, "A condition", |now, _| {
                    afflict_fields(system, now, None)
                })?;
                afflict(system, cx, &set)?;
            }
            "relieve" => relieve(system, cx, None)?,
            "save" => {
                let set = cx.fields("gm-save", None, "A save", |now, _| {
                    vec![targets(now, None), save_field(system)]
                })?;
                save(system, cx, &set)?;
            }
            _ => return Ok(()),
        }
    }
}
