//! The GM's rulings, shared by all systems: "I rule it so", damage, healing, conditions and saves for several at once,
//! and loose dice. They may be started at any moment, in the middle of another command's prompt too.

use super::capital_group::CapitalGroup;
use super::schedule;
use super::system::System;
use crate::dice::Dice;
use crate::encounter::{Condition, Ends};
use crate::resolver::{
    Answer, Choice, Command, Draft, Filled, Form, Refused, Resolver, Roll, Step,
};
use crate::values::{Id, Moment, Schema, Value, Words as _};

/// A ruling: a row of the table from which the `:` line, the GM's list and the play are made.
#[derive(Debug)]
pub struct Ruling {
    /// Its word in saves.
    pub key: &'static str,
    /// What the GM's list calls it.
    pub label: &'static str,
    /// Its verb on the `:` line.
    pub verb: &'static str,
    /// What follows the verb: "5 a c".
    pub takes: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    play: fn(&dyn System, &mut Resolver<'_>, Of<'_>) -> Step<()>,
}

/// What a ruling's form proposes.
#[derive(Clone, Copy, Default)]
struct Of<'a> {
    /// Whom it is about, if that is known.
    who: Option<Id>,
    why: &'a str,
}

impl Ruling {
    /// Its command, about somebody if that is known.
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
        help: "gives a condition, for a number of rounds, `until b` (the start of b's next turn) or `until end b` (its end)",
        play: afflict,
    };
    RELIEVE = Ruling {
        key: "clear", label: "clear a condition", verb: "clear", takes: "prone a c",
        help: "clears a condition", play: relieve,
    };
    /// A save or check.
    SAVE = Ruling {
        key: "save", label: "save or check", verb: "save", takes: "a c",
        help: "calls for a save or check by one or more combatants", play: save,
    };
    /// Ruling in free text.
    RULE = Ruling {
        key: "text", label: "free text, with its effects", verb: "rule", takes: "the bridge breaks",
        help: "logs a ruling in your own words and asks for its effects", play: |system, cx, _| rule(system, cx),
    };
    /// Plans an event.
    PLAN = Ruling {
        key: "schedule", label: "planned event", verb: "at", takes: "4 the torch burns out",
        help: "plans an event: `at 4`, `at +6`, `at half SIDE`, `at manual`; `at 4 add Wolf 3` plans an arrival",
        play: |_, cx, _| schedule::plan(cx),
    };
    /// Triggers or cancels a planned event.
    CALL = Ruling {
        key: "call", label: "trigger or cancel a planned event", verb: "call", takes: "",
        help: "triggers or cancels a planned event", play: |_, cx, _| schedule::call(cx),
    };
    DICE = Ruling {
        key: "dice", label: "dice outside the fight", verb: "dice", takes: "2d6",
        help: "rolls dice outside the fight", play: |_, cx, _| loose(cx),
    };
}

/// Capitals of the rows and answers that all systems share: the rulings' and plain morale's.
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
            (WHICH, 'S'),
            ("when", 'W'),
            ("of-side", 'Y'),
            (schedule::SECRET, 'P'),
            ("planned", 'Z'),
            ("never", 'N'),
        ],
    },
    // The plain morale that any system may have.
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

/// Plays a ruling through.
pub fn resolve(system: &dyn System, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
    match RULINGS.iter().find(|ruling| ruling.key == command.action) {
        Some(ruling) => {
            let who = command.who;
            (ruling.play)(system, cx, Of { who, why: "" })
        }
        None if command.action == schedule::DUE => schedule::come(system, cx),
        None => cx.broken(format!("there is no ruling `{}`", command.action)),
    }
}

/// Rows of the rulings' forms, for those who fill them in beforehand.
const TARGETS: &str = "targets";
const AMOUNT: &str = "amount";
const KIND: &str = "kind";
const CAUSE: &str = "cause";
const CONDITION: &str = "condition";
const WORDS: &str = "words";
const LASTS: &str = "lasts";
const ROUNDS: &str = "rounds";
const WHOSE: &str = "whose";
const WHICH: &str = "save";

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

/// [`HARM`] or [`HEAL`] filled in: a number or dice, a kind of damage or "", why or "".
pub fn amounts(targets: Vec<Id>, amount: &str, kind: &str, cause: &str) -> Vec<Answer> {
    let rows = [
        (AMOUNT, word(amount)),
        (KIND, word(kind)),
        (CAUSE, word(cause)),
    ];
    filled(targets, rows)
}

/// How long a condition lasts, for [`begins`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until somebody clears it.
    Cleared,
    /// For so many rounds.
    Rounds(i64),
    /// Until a moment of the system.
    Until(Moment),
    /// Until a moment of somebody's turns.
    Turn(Moment, Id),
}

/// Answers for the form of [`AFFLICT`]: the condition by key, label or free text, and its duration.
pub fn begins(schema: &Schema, targets: Vec<Id>, condition: &str, length: Length) -> Vec<Answer> {
    let (lasts, rounds, whose) = match length {
        Length::Cleared => (None, None, None),
        Length::Rounds(rounds) => (Some(Lasts::Rounds), Some(rounds), None),
        Length::Until(moment) => (Some(Lasts::Until(moment)), None, None),
        Length::Turn(moment, who) => (Some(Lasts::Until(moment)), None, Some(vec![who])),
    };
    let lasts = lasts.and_then(|lasts| word(lasts.word()));
    let known = schema.conditions.iter().find(|spec| spec.is(condition));
    let (listed, words) = match known {
        Some(spec) => (spec.key.as_str(), ""),
        None => (OTHER, condition),
    };
    let rows = [
        (CONDITION, word(listed)),
        (WORDS, word(words)),
        (LASTS, lasts),
        (ROUNDS, rounds.map(Value::Int)),
        (WHOSE, whose.map(Value::Who)),
    ];
    filled(targets, rows)
}

/// Answers for the form of [`RELIEVE`]: the condition, or "" for the first one.
pub fn ends(targets: Vec<Id>, condition: &str) -> Vec<Answer> {
    filled(targets, [(CONDITION, word(condition))])
}

/// Answers for the form of [`SAVE`]: the save, or "" for the first one.
pub fn saves(targets: Vec<Id>, save: &str) -> Vec<Answer> {
    filled(targets, [(WHICH, word(save))])
}

/// Answers for the form of [`RULE`] with this text.
pub fn words(text: &str) -> Vec<Answer> {
    let set = word(text).map(|text| (WORDS.to_owned(), text));
    vec![Answer::Filled(set.into_iter().collect())]
}

fn targets(f: &mut Form<'_>, who: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let preset = who.into_iter().collect();
    f.pick(TARGETS, "whom", || now.present(), 1, usize::MAX, preset)
}

/// How much of something: a number as typed, or dice that are rolled once for all.
enum Amount {
    Fixed(i64),
    Rolled(Dice),
}

/// The most that a ruling takes at once.
const MOST: i64 = 1_000_000;

fn amount(f: &mut Form<'_>) -> Filled<Amount> {
    let text = f
        .amount()
        .hint(|| "a number, or dice such as 2d6")
        .text(AMOUNT, "how much", "");
    let text = text.trim();
    // Nothing is proposed: Enter behind the people must not do an amount that nobody said.
    f.refuse_if(
        text.is_empty()
            .then_some("say how much: a number, or dice such as 2d6"),
    )?;
    match text.parse::<i64>() {
        Ok(number) if (0..=MOST).contains(&number) => Ok(Amount::Fixed(number)),
        Ok(number) => Err(Refused(format!("{number} is not between 0 and {MOST}"))),
        Err(_) => match Dice::parse(text) {
            Ok(dice) => Ok(Amount::Rolled(dice)),
            Err(not) => Err(Refused(not.to_string())),
        },
    }
}

impl Amount {
    fn roll(self, cx: &mut Resolver<'_>) -> Step<i64> {
        Ok(match self {
            Amount::Fixed(number) => number,
            Amount::Rolled(dice) => {
                let rolled = cx.roll(Roll::new(AMOUNT, None, "amount", dice))?;
                rolled.total.max(0)
            }
        })
    }
}

fn cause(f: &mut Form<'_>, why: &str) -> String {
    f.text(CAUSE, "why", why)
}

/// One of the things that a system offers, by its key.
fn kind(f: &mut Form<'_>, key: &str, label: &str, all: &[Choice]) -> Filled<String> {
    let chosen = f.one_of(key, label, all, 0, |one| &one.key, Clone::clone);
    Ok(f.need(chosen, "this system has none")?.key)
}

fn harm(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let kinds = system.kinds_of_damage();
    let (targets, amount, kind, cause) = cx.form("damage", None, "Damage", |f| {
        let targets = targets(f, of.who);
        let amount = amount(f);
        let kind = kind(f, KIND, "kind", &kinds)?;
        let cause = cause(f, of.why);
        Ok((targets, amount?, kind, cause))
    })?;
    cx.act(None, &targets, ruled(&cause, "damage"));
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
    cx.act(None, &targets, ruled(&cause, "healing"));
    let amount = amount.roll(cx)?;
    for target in targets {
        system.heal(cx, target, amount, because(&cause))?;
    }
    Ok(())
}

/// What a ruling's change is told to come of.
fn because(cause: &str) -> &str {
    match cause {
        "" => "ruled",
        cause => cause,
    }
}

fn ruled(cause: &str, what: &str) -> String {
    if cause.is_empty() {
        format!("The GM rules: {what}.")
    } else {
        format!("The GM rules: {what} ({cause}).")
    }
}

/// How long a ruled condition lasts.
#[derive(Clone, Copy)]
enum Lasts {
    /// Until somebody clears it.
    Cleared,
    /// For some rounds, as the system counts them.
    Rounds,
    /// Until a moment of the system.
    Until(Moment),
}

impl Lasts {
    fn word(&self) -> &'static str {
        match self {
            Lasts::Cleared => "cleared",
            Lasts::Rounds => "rounds",
            Lasts::Until(moment) => moment.word,
        }
    }

    /// As the row has it of a condition, by its key: in the words in which log and rows say how long it lasts.
    fn choice(&self, schema: &Schema, condition: &str) -> Choice {
        match self {
            Lasts::Cleared => {
                let spec = schema.condition(condition).ok();
                let until = spec.map_or("", |spec| &*spec.until);
                let until = if until.is_empty() { "cleared" } else { until };
                Choice::new(self.word(), format!("until {until}"))
            }
            Lasts::Rounds if schema.own_turns => Choice::new(self.word(), "for own turns"),
            Lasts::Rounds => Choice::new(self.word(), "for rounds"),
            Lasts::Until(moment) => {
                let whose = if moment.is_of_turn() {
                    "somebody's"
                } else {
                    "the"
                };
                Choice::new(self.word(), format!("until the {}", moment.told(whose)))
            }
        }
    }
}

/// The row of conditions while none is chosen.
const NOT_YET: &str = "not-yet";
/// A condition that the rules do not know.
const OTHER: &str = "other";

/// What a system's conditions are called, with what they do; before them none yet, behind them one in words.
fn conditions(schema: &Schema) -> Vec<Choice> {
    let shown = schema.conditions.iter().filter(|spec| !spec.silent);
    let known = shown.map(|spec| Choice::new(&*spec.key, &*spec.label).hint(&*spec.help));
    std::iter::once(Choice::new(NOT_YET, "which?"))
        .chain(known)
        .chain([Choice::new(OTHER, "another, in words")])
        .collect()
}

/// The key of a condition in words: one of the rules where it is called so.
fn in_words(schema: &Schema, words: &str) -> String {
    let known = schema.conditions.iter().find(|spec| spec.is(words));
    match known {
        Some(spec) => spec.key.clone(),
        None => words.trim().to_lowercase().replace(' ', "_"),
    }
}

fn afflict(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let schema = system.schema();
    let known = conditions(schema);
    let mut lengths = vec![Lasts::Cleared, Lasts::Rounds];
    lengths.extend(system.schema().moments.iter().copied().map(Lasts::Until));
    let (targets, key, ends, cause, secret) = cx.form("condition", None, "A condition", |f| {
        let now = f.now;
        let targets = targets(f, of.who);
        let listed = f.one_of(
            CONDITION,
            "condition",
            &known,
            0,
            |one| &one.key,
            Clone::clone,
        );
        let listed = listed.map_or_else(String::new, |one| one.key);
        let word = match listed.as_str() {
            NOT_YET => String::new(),
            OTHER => {
                f.hint(|| "has no effect of its own");
                in_words(schema, &f.text(WORDS, "in words", ""))
            }
            key => key.to_owned(),
        };
        let tell = |one: &Lasts| one.choice(schema, &word);
        // A length that the rules would not keep is not asked for.
        let lasts = if schema.condition(&word).is_ok_and(|spec| spec.fixed) {
            None
        } else {
            f.choice(LASTS, "lasts", &lengths, 0, |one| one.word(), tell)
        };
        let ends = match lasts.unwrap_or(Lasts::Cleared) {
            Lasts::Cleared => Ok(Ok(Ends::WhenCleared)),
            Lasts::Rounds => {
                let unit = if now.schema.own_turns {
                    "turns"
                } else {
                    "rounds"
                };
                let rounds = f.amount().number(ROUNDS, unit, 1..=999, "", 1);
                Ok(Err(u32::try_from(rounds).unwrap_or(1)))
            }
            Lasts::Until(moment) if moment.is_of_turn() => {
                // Mostly it is whoever acts that somebody is left with something by.
                let acts = now.turn.filter(|id| !now.get(*id).gone);
                let preset = acts.or(targets.first().copied());
                let whose = f.pick_one(WHOSE, "whose", || now.present(), preset);
                let whose = f.need(whose, "say whose turn");
                whose.map(|whose| Ok(Ends::turn(moment, whose, now.round)))
            }
            Lasts::Until(moment) => Ok(Ok(Ends::at(moment))),
        };
        let cause = cause(f, of.why);
        // What conditions of the rules do, players see anyway.
        let secret = listed == OTHER && schedule::kept_secret(f, false);
        f.refuse_if(word.is_empty().then_some("name the condition"))?;
        Ok((targets, word, ends?, cause, secret))
    })?;
    cx.ruled(&targets, ruled(&cause, "a condition"), secret);
    for target in targets {
        // Rounds are counted for each: where they are its own turns, one has had this round's and another has not.
        let ends = match &ends {
            Ok(ends) => ends.clone(),
            Err(rounds) => system.ends_after(cx.now(), target, *rounds),
        };
        let condition = Condition::named(&key)
            .ends(ends)
            .because(cause.as_str())
            .secret(secret);
        system.afflict(cx, target, condition)?;
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
        // Whoever is marked may bear none: such a one could be neither sent nor taken out again.
        let only = || <[Id; 1]>::try_from(bearers.clone()).ok().map(|[id]| id);
        let preset = of.who.filter(|id| bearers.contains(id)).or_else(only);
        let from = || bearers.iter().copied();
        f.others("bears no condition");
        let targets = f.pick(
            TARGETS,
            "whom",
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
        Ok((targets, f.need(key, "nothing is to be cleared")?.to_owned()))
    })?;
    cx.act(None, &targets, ruled("", "a condition ends"));
    for target in targets {
        system.relieve(cx, target, &key)?;
    }
    Ok(())
}

fn save(system: &dyn System, cx: &mut Resolver<'_>, of: Of<'_>) -> Step<()> {
    let saves = system.kinds_of_save();
    let (targets, kind) = cx.form("save", None, "A save", |f| {
        let targets = targets(f, of.who);
        Ok((targets, kind(f, WHICH, "which", &saves)?))
    })?;
    cx.act(None, &targets, ruled("", "a save"));
    for target in targets {
        system.save(cx, target, &kind)?;
    }
    Ok(())
}

fn loose(cx: &mut Resolver<'_>) -> Step<()> {
    let text = cx.text("dice", None, "Which dice?", "d20")?;
    match Dice::parse(text.trim()) {
        Ok(dice) => {
            // A line of its own: it belongs to nothing that is under way.
            cx.act(None, &[], "The GM throws dice.");
            cx.roll(Roll::new("loose", None, "Loose dice", dice))?;
            Ok(())
        }
        Err(not) => cx.refuse(not.to_string()),
    }
}

/// "I rule it so": a line of text and whatever follows from it, one effect after another.
fn rule(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    let (text, secret) = cx.form("ruled", None, "What do you rule?", |f| {
        let text = f.text(WORDS, "what", "").trim().to_owned();
        let secret = schedule::kept_secret(f, false);
        f.refuse_if(text.is_empty().then_some("say in a line what you rule"))?;
        Ok((text, secret))
    })?;
    let how = if secret { "Ruled in secret" } else { "Ruled" };
    cx.ruled(&[], format!("{how}: {text}"), secret);
    follow(system, cx, "What follows from it?", None, "")
}

crate::words! {
    /// What may follow from something that has no rules of its own.
    enum Follows {
        /// Nothing, or nothing more.
        Nothing = "nothing" "nothing more",
        Damage = "damage" "damage",
        Heal = "heal" "healing",
        Condition = "condition" "a condition",
        Clear = "clear" "clear a condition",
        /// A save or check.
        Save = "save" "a save",
    }
}

/// Asks what follows from something that has no rules of its own, one effect after another: damage, healing,
/// conditions, saves, to somebody and for a reason if they are known. Systems call it for powers, hazards and the like.
pub fn follow(
    system: &dyn System,
    cx: &mut Resolver<'_>,
    title: &str,
    who: Option<Id>,
    why: &str,
) -> Step<()> {
    let of = Of { who, why };
    loop {
        let tell = |one: &Follows| Choice::of(*one);
        match cx.one_of("follows", None, title, Follows::ALL, 0, tell)? {
            Follows::Nothing => return Ok(()),
            Follows::Damage => harm(system, cx, of)?,
            Follows::Heal => heal(system, cx, of)?,
            Follows::Condition => afflict(system, cx, of)?,
            Follows::Clear => relieve(system, cx, of)?,
            Follows::Save => save(system, cx, of)?,
        }
    }
}
