//! Rulings of the GM, shared by all systems: free text, damage, healing, conditions and saves of several
//! combatants at once, and dice outside the fight. They may start at any time, even during a prompt of another command.

use super::called;
use super::capital_group::CapitalGroup;
use super::length::Length;
use super::ruled_rows::{
    self, AMOUNT, CAUSE, CONDITION, ConditionRows, FIRST, KIND, LASTS, Of, ROUNDS, SECRET, TARGETS,
    WHOSE, WORDS, amount, because, cause, conditions, kept_secret, kind, living_targets, ruled,
    targets,
};
use super::schedule;
use super::system::System;
use crate::dice::Dice;
use crate::encounter::Condition;
use crate::encounter::says::{Effect, Says};
use crate::resolver::{Answer, Choice, Command, Draft, Resolver, Roll, Step};
use crate::values::{Id, Schema, Value, Words as _};

/// Ruling of the GM: a row of the table behind the `:` line, the GM's list and the procedures.
#[derive(Debug)]
pub struct Ruling {
    /// Keyword in the saves.
    pub key: &'static str,
    /// Label in the GM's list.
    pub label: &'static str,
    /// Verb on the `:` line.
    pub verb: &'static str,
    /// Example of the text after the verb: "5 a c".
    pub takes: &'static str,
    /// Description in one line.
    pub help: &'static str,
    play: fn(&dyn System, &mut Resolver<'_>, Of<'_>) -> Step<()>,
}

impl Ruling {
    /// Returns the ruling's command, about a combatant if known.
    pub fn about(&self, who: Option<Id>) -> Command {
        Command::ruling(self.key, who)
    }
}

macro_rules! rulings {
    ($($(#[$doc:meta])* $name:ident = $ruling:expr;)*) => {
        $($(#[$doc])* pub static $name: Ruling = $ruling;)*

        pub static RULINGS: &[&Ruling] = &[$(&$name),*];
    };
}

rulings! {
    HARM = Ruling {
        key: "damage", label: "damage", verb: "damage", takes: "5 a c",
        help: "deals damage to one or more combatants", play: harm,
    };
    HEAL = Ruling {
        key: "heal", label: "healing", verb: "heal", takes: "5 a c",
        help: "heals one or more combatants", play: heal,
    };
    AFFLICT = Ruling {
        key: "condition", label: "condition", verb: "condition", takes: "prone a c 2",
        help: "adds a condition for a number of rounds or until a turn; `secret` hides the condition from the players. Examples: `until b` (start of b's next turn), `until end b`, `until next end b`, `3 until b`",
        play: afflict,
    };
    RELIEVE = Ruling {
        key: "clear", label: "clear a condition", verb: "clear", takes: "prone a c",
        help: "clears a condition", play: relieve,
    };
    /// Saving throw or check.
    SAVE = Ruling {
        key: "save", label: "save or check", verb: "save", takes: "a c dex 14 8d6 fire half or prone",
        help: "calls for saves or checks. Give targets, kind and, if the kind needs one, the target number, then damage, `half` or `none` on success, and `or` a condition",
        play: save,
    };
    /// Ruling in free text.
    RULE = Ruling {
        key: "text", label: "ruling in your own words", verb: "rule", takes: "the bridge breaks",
        help: "logs a ruling in your own words and asks for its effects", play: |system, cx, _| rule(system, cx),
    };
    PLAN = Ruling {
        key: "schedule", label: "plan an event", verb: "at", takes: "4 the torch burns out",
        help: "plans an event or an arrival. Examples: `at 4`, `at +6`, `at half SIDE`, `at manual`, `at 4 add Wolf 3`",
        play: |system, cx, _| schedule::plan(system, cx),
    };
    /// Triggers or cancels a planned event.
    CALL = Ruling {
        key: "call", label: "trigger or cancel a planned event", verb: "call", takes: "",
        help: "triggers or cancels a planned event", play: |system, cx, _| schedule::call(system, cx),
    };
    DICE = Ruling {
        key: "dice", label: "dice outside the fight", verb: "dice", takes: "2d6",
        help: "rolls dice outside the fight", play: |_, cx, _| loose(cx),
    };
}

/// Action keys of the rows and answers that all systems share, for rulings and plain morale.
pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &["rule", "follows"],
        rows: &[
            ("nothing", 'N'),
            ("damage", 'D'),
            ("heal", 'H'),
            ("condition", 'I'),
            ("clear", 'E'),
            ("save", 'S'),
            ("text", 'U'),
            ("dice", 'O'),
            ("schedule", 'A'),
            ("call", 'C'),
        ],
    },
    CapitalGroup {
        prompts: &[
            "damage",
            "heal",
            "condition",
            "clear",
            "save",
            "schedule",
            "call",
            "ruled",
        ],
        rows: &[
            (TARGETS, 'T'),
            (AMOUNT, 'H'),
            (KIND, 'K'),
            (CAUSE, 'B'),
            (CONDITION, 'I'),
            (WORDS, 'X'),
            (LASTS, 'L'),
            (ROUNDS, 'U'),
            (WHOSE, 'O'),
            (ruled_rows::WHICH, 'S'),
            ("when", 'W'),
            ("of-side", 'Y'),
            (SECRET, 'P'),
            ("planned", 'Z'),
            ("never", 'N'),
            (ruled_rows::NUMBER, 'D'),
            (ruled_rows::EDGE, 'V'),
            (ruled_rows::MODIFIER, 'G'),
            (ruled_rows::SUCCESS, 'E'),
            (ruled_rows::SECOND.condition, 'J'),
            (ruled_rows::PLANNED, 'C'),
        ],
    },
    // Plain morale, which any system may use.
    CapitalGroup {
        prompts: &["morale"],
        rows: &[
            ("check", 'S'),
            ("dice", 'O'),
            ("passes", 'P'),
            ("number", 'H'),
        ],
    },
    CapitalGroup {
        prompts: &["morale-fails"],
        rows: &[("flee", 'F'), ("surrender", 'S'), ("stand", 'J')],
    },
];

/// Executes a ruling of the GM.
pub fn resolve(system: &dyn System, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
    match RULINGS.iter().find(|ruling| ruling.key == command.action) {
        Some(ruling) => {
            let who = command.who;
            (ruling.play)(system, cx, Of { who, why: "" })
        }
        None if command.action == schedule::DUE => schedule::come(system, cx),
        None => cx.broken(format!("unknown ruling `{}`", command.action)),
    }
}

fn filled<const N: usize>(targets: Vec<Id>, rows: [(&str, Option<Value>); N]) -> Vec<Answer> {
    let rows = rows.into_iter();
    let set = rows.filter_map(|(row, value)| Some((row.to_owned(), value?)));
    let mut draft: Draft = set.collect();
    draft.insert(TARGETS.to_owned(), Value::Who(targets));
    vec![Answer::Filled(draft)]
}

fn word(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Value::Word(text.to_owned()))
}

/// Answers for the form of [`SAVE`].
pub fn saves(rows: Draft) -> Vec<Answer> {
    vec![Answer::Filled(rows)]
}

/// Answers for the form of [`HARM`] or [`HEAL`]: a number or dice, a kind of damage or "", a cause or "".
pub fn amounts(targets: Vec<Id>, amount: &str, kind: &str, cause: &str) -> Vec<Answer> {
    let rows = [
        (AMOUNT, word(amount)),
        (KIND, word(kind)),
        (CAUSE, word(cause)),
    ];
    filled(targets, rows)
}

/// Answers for the form of [`AFFLICT`]: the condition by key, label or free text, its duration, and `true` to keep it
/// from the players.
pub fn begins(
    schema: &Schema,
    targets: Vec<Id>,
    condition: &str,
    length: Length,
    secret: bool,
) -> Vec<Answer> {
    let mut rows = ruled_rows::condition_rows(schema, &FIRST, condition, length);
    if secret {
        rows.insert(SECRET.to_owned(), Value::Flag(true));
    }
    rows.insert(TARGETS.to_owned(), Value::Who(targets));
    vec![Answer::Filled(rows)]
}

/// Answers for the form of [`RELIEVE`]: the condition, or "" for the first condition.
pub fn ends(targets: Vec<Id>, condition: &str) -> Vec<Answer> {
    filled(targets, [(CONDITION, word(condition))])
}

/// Answers for the form of [`RULE`] with this text.
pub fn words(text: &str) -> Vec<Answer> {
    let set = word(text).map(|text| (WORDS.to_owned(), text));
    vec![Answer::Filled(set.into_iter().collect())]
}

fn harm(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let kinds = system.kinds_of_damage();
    let (targets, amount, kind, cause) = cx.form("damage", None, "Damage", |f| {
        let targets = targets(f, of.who);
        let amount = amount(f);
        let kind = kind(f, KIND, "damage type", &kinds)?;
        let cause = cause(f, of.why);
        Ok((targets, amount?, kind, cause))
    })?;
    cx.act(None, ruled(&targets, &cause, Effect::Damage {}));
    let amount = amount.roll(cx)?;
    for target in targets {
        system.harm(cx, target, amount, &kind, because(&cause))?;
    }
    Ok(())
}

fn heal(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let (targets, amount, cause) = cx.form("heal", None, "Healing", |f| {
        let targets = targets(f, of.who);
        let amount = amount(f);
        let cause = cause(f, of.why);
        Ok((targets, amount?, cause))
    })?;
    cx.act(None, ruled(&targets, &cause, Effect::Healing {}));
    let amount = amount.roll(cx)?;
    for target in targets {
        system.heal(cx, target, amount, because(&cause))?;
    }
    Ok(())
}

fn afflict(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let known = conditions(system.schema(), "which?");
    let (targets, ailment, cause, secret) = cx.form("condition", None, "A condition", |f| {
        let targets = living_targets(f, of.who);
        let rows = ConditionRows {
            system,
            keys: &FIRST,
            known: &known,
            targets: &targets,
            preset: &Draft::new(),
            digits: true,
        };
        let ailment = rows.ask(f);
        let cause = cause(f, of.why);
        let secret = kept_secret(f, false);
        let ailment = ailment?;
        f.refuse_if(ailment.key.is_empty().then_some("name the condition"))?;
        Ok((targets, ailment, cause, secret))
    })?;
    cx.ruled(&[], ruled(&targets, &cause, Effect::Condition {}), secret);
    for target in targets {
        let condition = Condition::named(&ailment.key)
            .ends(called::ends(system, cx.now(), target, &ailment.length))
            .because(cause.as_str())
            .secret(secret);
        cx.in_secret(secret, |cx| system.afflict(cx, target, condition))?;
    }
    Ok(())
}

fn relieve(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let (targets, key) = cx.form("clear", None, "Clear a condition", |f| {
        let now = f.now;
        let bearers: Vec<Id> = now
            .present()
            .filter(|id| !now.get(*id).conditions.is_empty())
            .collect();
        // A combatant without conditions must not be marked, because the form could be neither sent nor unmarked.
        let only = || <[Id; 1]>::try_from(bearers.clone()).ok().map(|[id]| id);
        let preset = of.who.filter(|id| bearers.contains(id)).or_else(only);
        let from = || bearers.iter().copied();
        f.others("has no condition");
        let targets = f.pick(
            TARGETS,
            "targets",
            from,
            1,
            usize::MAX,
            preset.into_iter().collect(),
        );
        let mut keys: Vec<&str> = Vec::new();
        let looked_at = if targets.is_empty() {
            &bearers
        } else {
            &targets
        };
        for one in looked_at.iter().filter_map(|id| now.find(*id)) {
            for condition in &one.conditions {
                if !keys.contains(&condition.key.as_str()) {
                    keys.push(&condition.key);
                }
            }
        }
        let tell = |key: &&str| Choice::new(*key, now.schema.called(key));
        let key = f.one_of(CONDITION, "condition", &keys, 0, |key| key, tell);
        Ok((
            targets,
            f.need(key, "there is nothing to remove")?.to_owned(),
        ))
    })?;
    cx.act(None, ruled(&targets, "", Effect::ConditionEnds {}));
    for target in targets {
        system.relieve(cx, target, &key)?;
    }
    Ok(())
}

/// Calls for saving throws or checks of several combatants.
fn save(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    called::play(system, cx, of.who, of.why, &Draft::new(), "")
}

fn loose(cx: &mut Resolver<'_>) -> Step<()> {
    let text = cx.text("dice", None, "Which dice?", "d20")?;
    match Dice::parse(text.trim()) {
        Ok(dice) if dice.count() == 0 => cx.refuse(format!(
            "{dice} is a number without dice: write dice such as d20 or 2d6+1"
        )),
        Ok(dice) => {
            // Starts a separate log line, independent of the current command.
            cx.act(None, Says::GmRollsDice {});
            cx.roll(Roll::new("loose", None, Says::LooseDice {}, dice))?;
            Ok(())
        }
        Err(not) => cx.refuse(not.to_string()),
    }
}

/// Logs a free text of the GM and asks for its effects, one after another.
fn rule(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    let (text, secret) = cx.form("ruled", None, "What is your ruling?", |f| {
        let text = f.text(WORDS, "ruling", "").trim().to_owned();
        let secret = kept_secret(f, false);
        f.refuse_if(text.is_empty().then_some("write your ruling in one line"))?;
        Ok((text, secret))
    })?;
    let text = text.into();
    cx.ruled(&[], Says::Rules { secret, text }, secret);
    follow(system, cx, "What are the effects?", None, "")
}

crate::words! {
    /// Effects of a ruling, or of a power without its own rules.
    enum Follows {
        /// Ends the list of effects.
        Nothing = "nothing" "no more effects",
        Damage = "damage" "damage",
        Heal = "heal" "healing",
        Condition = "condition" "a condition",
        Clear = "clear" "clear a condition",
        /// Saving throw or check.
        Save = "save" "a save",
    }
}

/// Asks for the effects of a ruling, or of a power without its own rules, one after another: damage, healing,
/// conditions, saving throws. The combatant and the cause are given if known. Systems use this function for powers,
/// hazards and similar effects.
pub fn follow(
    system: &dyn System,
    cx: &mut Resolver<'_>,
    title: &str,
    who: Option<Id>,
    why: &str,
) -> Step<()> {
    let of = Of { who, why };
    let mut has_effect = false;
    loop {
        let tell = |one: &Follows| match one {
            Follows::Nothing if !has_effect => Choice::new(one.word(), "no effect"),
            one => Choice::of(*one),
        };
        match cx.one_of("follows", None, title, Follows::ALL, 0, tell)? {
            Follows::Nothing => return Ok(()),
            Follows::Damage => harm(system, cx, of)?,
            Follows::Heal => heal(system, cx, of)?,
            Follows::Condition => afflict(system, cx, of)?,
            Follows::Clear => relieve(system, cx, of)?,
            Follows::Save => save(system, cx, of)?,
        }
        has_effect = true;
    }
}
