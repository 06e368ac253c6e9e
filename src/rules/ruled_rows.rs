//! Form rows that several rulings share: targets, amount, condition and duration.

use super::length::Length;
use super::system::System;
use crate::dice::Dice;
use crate::encounter::Ends;
use crate::encounter::says::{Effect, RULED, Says};
use crate::resolver::{Choice, Draft, Filled, Form, Refused, Resolver, Roll, Step};
use crate::values::{Id, Moment, Occasion, Schema, Value};

/// Defaults of a ruling's form.
#[derive(Clone, Copy, Default)]
pub(super) struct Of<'a> {
    /// Combatant that the ruling is about, if known.
    pub(super) who: Option<Id>,
    pub(super) why: &'a str,
}

/// Row keys of the ruling forms, for callers that fill them beforehand.
pub(super) const TARGETS: &str = "targets";
pub(super) const AMOUNT: &str = "amount";
pub(super) const KIND: &str = "kind";
pub(super) const CAUSE: &str = "cause";
pub(super) const CONDITION: &str = "condition";
pub(super) const WORDS: &str = "words";
pub(super) const LASTS: &str = "lasts";
pub(super) const ROUNDS: &str = "rounds";
pub(super) const WHOSE: &str = "whose";

pub(super) fn targets(f: &mut Form<'_>, who: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let preset = who.into_iter().collect();
    f.pick(TARGETS, "targets", || now.present(), 1, usize::MAX, preset)
}

/// Declares the row of the targets without the dead, except for those who are named in advance.
pub(super) fn living_targets(f: &mut Form<'_>, who: Option<Id>) -> Vec<Id> {
    let (now, named) = (f.now, f.picked_ahead(TARGETS));
    let from = || {
        let is_offered = |id: &Id| !now.dead(*id) || named.contains(id);
        now.present().filter(is_offered)
    };
    let preset = who.into_iter().filter(|id| !now.dead(*id)).collect();
    f.others("is dead");
    f.pick(TARGETS, "targets", from, 1, usize::MAX, preset)
}

/// Amount of a ruling: a number, or dice that are rolled once for all targets.
pub(super) enum Amount {
    Fixed(i64),
    Rolled(Dice),
}

/// Maximum amount in a ruling.
pub(super) const MOST: i64 = 1_000_000;

pub(super) fn amount(f: &mut Form<'_>) -> Filled<Amount> {
    let text = f
        .amount()
        .hint(|| "such as 9 or 2d6")
        .text(AMOUNT, "amount", "");
    let text = text.trim();
    // The row has no default: Enter after the targets must not apply an amount that the GM did not enter.
    f.refuse_if(
        text.is_empty()
            .then_some("write an amount: a number, or dice such as 2d6"),
    )?;
    read_amount(text)
}

/// Reads a number from 0 to [`MOST`], or dice.
pub(super) fn read_amount(text: &str) -> Filled<Amount> {
    match text.parse::<i64>() {
        Ok(number) if (0..=MOST).contains(&number) => Ok(Amount::Fixed(number)),
        Ok(number) => Err(Refused(format!("{number} is not between 0 and {MOST}"))),
        Err(_) => match Dice::parse(text) {
            Ok(dice) => Ok(Amount::Rolled(dice)),
            Err(not) => Err(Refused(not.as_amount())),
        },
    }
}

impl Amount {
    pub(super) fn roll(self, cx: &mut Resolver<'_>) -> Step<i64> {
        Ok(match self {
            Amount::Fixed(number) => number,
            Amount::Rolled(dice) => {
                let rolled = cx.roll(Roll::new(AMOUNT, None, "amount", dice))?;
                rolled.total.max(0)
            }
        })
    }
}

pub(super) fn cause(f: &mut Form<'_>, why: &str) -> String {
    f.text(CAUSE, "why", why)
}

/// Adds a row with the choices of the system, by key.
pub(super) fn kind(f: &mut Form<'_>, key: &str, label: &str, all: &[Choice]) -> Filled<String> {
    let chosen = f.one_of(key, label, all, 0, |one| &one.key, Clone::clone);
    Ok(f.need(chosen, "this system has no choices for this row")?
        .key)
}

/// Returns the cause of a ruling for the log.
pub(super) fn because(cause: &str) -> &str {
    match cause {
        "" => RULED,
        cause => cause,
    }
}

/// Returns the log line of a ruling for its targets, with its cause ("" without a cause).
pub(super) fn ruled(whom: &[Id], cause: &str, effect: Effect) -> Says {
    let whom = whom.to_vec();
    match cause {
        "" => Says::GmRules { whom, effect },
        cause => Says::GmRulesBecause {
            whom,
            effect,
            cause: cause.to_owned().into(),
        },
    }
}

/// Kind of duration of a condition in a ruling.
#[derive(Clone, Copy)]
pub(super) enum Lasts {
    /// Duration until the condition is cleared.
    Cleared,
    /// Duration of some rounds, as the system counts them.
    Rounds,
    /// Duration until a trigger of the system.
    Until(Moment),
}

impl Lasts {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Lasts::Cleared => "cleared",
            Lasts::Rounds => "rounds",
            Lasts::Until(moment) => moment.word,
        }
    }

    /// Returns the option of this duration for a condition, worded as in the log.
    pub(super) fn choice(&self, schema: &Schema, condition: &str) -> Choice {
        match self {
            Lasts::Cleared => {
                let spec = schema.condition(condition).ok();
                let until = spec.map_or("", |spec| &*spec.until);
                let until = if until.is_empty() { "cleared" } else { until };
                Choice::new(self.word(), format!("until {until}"))
            }
            Lasts::Rounds if schema.own_turns => {
                Choice::new(self.word(), "for the combatant's turns")
            }
            Lasts::Rounds => Choice::new(self.word(), "for rounds"),
            Lasts::Until(moment) => {
                let whose = if moment.is_of_turn() {
                    "a combatant's"
                } else {
                    "the"
                };
                Choice::new(self.word(), format!("until the {}", moment.told(whose)))
            }
        }
    }
}

/// Choice while no condition is chosen.
pub(super) const NOT_YET: &str = "not-yet";
/// Choice for a condition that the rules do not know.
pub(super) const OTHER: &str = "other";

/// Lists the conditions of a system with their effects, preceded by a row for no condition and followed by a free text.
pub(super) fn conditions(schema: &Schema, none: &str) -> Vec<Choice> {
    let shown = schema.conditions.iter().filter(|spec| !spec.silent);
    let known = shown.map(|spec| Choice::new(&*spec.key, &*spec.label).hint(&*spec.help));
    std::iter::once(Choice::new(NOT_YET, none))
        .chain(known)
        .chain([Choice::new(OTHER, "another condition, in words")])
        .collect()
}

/// Returns the key of a condition from its text; a text that names a condition of the rules gives its key.
pub(super) fn in_words(schema: &Schema, words: &str) -> String {
    let known = schema.conditions.iter().find(|spec| spec.is(words));
    match known {
        Some(spec) => spec.key.clone(),
        None => words.trim().to_lowercase().replace(' ', "_"),
    }
}

/// Row keys of one condition; a form may have several conditions.
pub(super) struct ConditionKeys {
    pub(super) condition: &'static str,
    pub(super) words: &'static str,
    pub(super) lasts: &'static str,
    pub(super) rounds: &'static str,
    pub(super) whose: &'static str,
}

/// Row keys of the first or only condition of a form.
pub(super) const FIRST: ConditionKeys = ConditionKeys {
    condition: CONDITION,
    words: WORDS,
    lasts: LASTS,
    rounds: ROUNDS,
    whose: WHOSE,
};

/// Condition as filled in the rows.
pub(super) struct Ailment {
    /// Key of the condition; "" while no condition is chosen.
    pub(super) key: String,
    pub(super) length: Counted,
}

/// Duration of a condition: a definite end, or a number of rounds, which each system counts for each bearer.
#[derive(Clone)]
pub(super) enum Counted {
    Ends(Ends),
    Rounds(u32),
}

/// Form rows for a condition and its duration.
pub(super) struct ConditionRows<'a> {
    pub(super) system: &'a dyn System,
    pub(super) keys: &'a ConditionKeys,
    /// Conditions in the list.
    pub(super) known: &'a [Choice],
    pub(super) targets: &'a [Id],
    /// Values of rows that the GM has not set.
    pub(super) preset: &'a Draft,
    /// True if typed digits are the number of rounds.
    pub(super) digits: bool,
}

impl ConditionRows<'_> {
    /// Asks for the condition and its duration.
    pub(super) fn ask(&self, f: &mut Form<'_>) -> Filled<Ailment> {
        let Self {
            system,
            keys,
            known,
            preset,
            digits,
            ..
        } = *self;
        let schema = f.now.schema;
        let word = |key: &str| preset.get(key).and_then(Value::as_word);
        let place =
            word(keys.condition).and_then(|key| known.iter().position(|one| one.key == key));
        let listed = f.one_of(
            keys.condition,
            "condition",
            known,
            place.unwrap_or(0),
            |one| &one.key,
            Clone::clone,
        );
        let listed = listed.map_or_else(String::new, |one| one.key);
        let key = match listed.as_str() {
            NOT_YET => String::new(),
            OTHER => {
                f.hint(|| "no effect in the rules");
                in_words(
                    schema,
                    &f.text(keys.words, "in words", word(keys.words).unwrap_or("")),
                )
            }
            key => key.to_owned(),
        };
        let mut lengths = vec![Lasts::Cleared, Lasts::Rounds];
        lengths.extend(schema.moments.iter().copied().map(Lasts::Until));
        let tell = |one: &Lasts| one.choice(schema, &key);
        // A condition with a fixed duration has no duration row.
        let lasts = if schema.condition(&key).is_ok_and(|spec| spec.fixed) {
            None
        } else {
            let place = word(keys.lasts);
            let place = place.and_then(|set| lengths.iter().position(|one| one.word() == set));
            f.choice(
                keys.lasts,
                "lasts",
                &lengths,
                place.unwrap_or(0),
                |one| one.word(),
                tell,
            )
        };
        let length = match lasts.unwrap_or(Lasts::Cleared) {
            Lasts::Cleared => Counted::Ends(Ends::WhenCleared),
            Lasts::Rounds => {
                let unit = if schema.own_turns { "turns" } else { "rounds" };
                let preset = preset.get(keys.rounds).and_then(Value::as_int).unwrap_or(1);
                if digits {
                    f.amount();
                }
                let rounds = f.number(keys.rounds, unit, 1..=999, "", preset.clamp(1, 999));
                Counted::Rounds(u32::try_from(rounds).unwrap_or(1))
            }
            Lasts::Until(moment) if moment.is_of_turn() => {
                let whose = self.ask_whose_turn(f)?;
                let preset = preset.get(keys.rounds).and_then(Value::as_int).unwrap_or(0);
                if digits {
                    f.amount();
                }
                let acts = f.now.turn == Some(whose) && moment.occasion == Occasion::TurnEnds;
                // The next turn is then in the next round.
                let is_over =
                    (f.now.turn == Some(whose) && !acts) || system.has_acted(f.now, whose);
                f.hint(|| {
                    if acts {
                        "0: the current turn, 1: the next turn"
                    } else {
                        "0: the next turn"
                    }
                });
                let rounds = f.number(
                    keys.rounds,
                    "rounds before that",
                    0..=999,
                    "",
                    preset.clamp(0, 999),
                );
                let rounds = u32::try_from(rounds).unwrap_or(0);
                let from = f.now.round + u32::from(is_over && rounds > 0);
                Counted::Ends(Ends::turn_after(moment, whose, from, rounds))
            }
            Lasts::Until(moment) => Counted::Ends(Ends::at(moment)),
        };
        Ok(Ailment { key, length })
    }

    /// Asks whose turn ends a condition.
    fn ask_whose_turn(&self, f: &mut Form<'_>) -> Filled<Id> {
        // The acting combatant is the most likely source.
        let acts = f.now.turn.filter(|id| !f.now.get(*id).gone);
        let set = match self.preset.get(self.keys.whose) {
            Some(Value::Who(ids)) => ids.first().copied(),
            _ => None,
        };
        let likely = set.or(acts).or(self.targets.first().copied());
        let now = f.now;
        let whose = f.pick_one(self.keys.whose, "whose", || now.present(), likely);
        f.need(whose, "choose whose turn")
    }
}

/// Returns the form rows for a condition by key, label or free text, and its duration.
pub(super) fn condition_rows(
    schema: &Schema,
    keys: &ConditionKeys,
    condition: &str,
    length: Length,
) -> Draft {
    let (lasts, rounds, whose) = match length {
        Length::Cleared => (None, None, None),
        Length::Rounds(rounds) => (Some(Lasts::Rounds), Some(rounds), None),
        Length::Until(moment) => (Some(Lasts::Until(moment)), None, None),
        Length::Turn(moment, who, rounds) => (
            Some(Lasts::Until(moment)),
            Some(rounds).filter(|rounds| *rounds != 0),
            Some(vec![who]),
        ),
    };
    let known = schema.conditions.iter().find(|spec| spec.is(condition));
    let (listed, words) = match known {
        Some(spec) => (spec.key.as_str(), ""),
        None => (OTHER, condition),
    };
    let word = |text: &str| (!text.is_empty()).then(|| Value::Word(text.to_owned()));
    let rows = [
        (keys.condition, word(listed)),
        (keys.words, word(words)),
        (keys.lasts, lasts.and_then(|lasts| word(lasts.word()))),
        (keys.rounds, rounds.map(Value::Int)),
        (keys.whose, whose.map(Value::Who)),
    ];
    let set = rows.into_iter();
    set.filter_map(|(row, value)| Some((row.to_owned(), value?)))
        .collect()
}

pub(super) const WHICH: &str = "save";
pub(super) const SIDE: &str = "of-side";
pub(super) const NUMBER: &str = "to-reach";
pub(super) const EDGE: &str = "advantage";
pub(super) const MODIFIER: &str = "modifier";
pub(super) const SUCCESS: &str = "success";
/// Key of the row, in the form of a planned event, for the saving throw that the event calls for.
pub(super) const PLANNED: &str = "calls";

/// Row keys of the second condition.
pub(super) const SECOND: ConditionKeys = ConditionKeys {
    condition: "condition-2",
    words: "words-2",
    lasts: "lasts-2",
    rounds: "rounds-2",
    whose: "whose-2",
};

/// Adds the row that hides something from the players.
pub(super) fn kept_secret(f: &mut Form<'_>, secret: bool) -> bool {
    f.hint(|| "if not, players see it without numbers");
    f.toggle(SECRET, "hidden from the players", secret)
}

/// Row key of secrecy.
pub(super) const SECRET: &str = "secret";
