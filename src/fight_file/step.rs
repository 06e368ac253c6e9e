//! Step of a fight file: an input, a refusal, or an edit by the GM. The module `checks` has the checks.

use crate::dice::{Dice, Seed};
use crate::encounter::says::RULED;
use crate::encounter::{Condition, Event, Giver};
use crate::session::{Input, Waits, parse};
use crate::setup::{self, Newcomer};
use crate::values::{Spec, Value, read_decimal};

use super::checks::Unmet;
use super::course::{Course, named};

/// Verbs of GM edits.
const EDITS: [&str; 6] = ["edit", "gain", "lose", "remove", "return", "add"];

/// Inputs that the rules never refuse.
const CANNOT_FAIL: [&str; 5] = ["enter", "undo", "redo", "adjust", "text"];

/// Returns `true` if a step fails when the rules change: a check, a refusal, or an input that must fit a question or
/// offer.
pub fn can_fail(text: &str) -> bool {
    let text = text.trim();
    let verb = text.split(' ').next().unwrap_or("");
    text != "roll" && !EDITS.contains(&verb) && !CANNOT_FAIL.contains(&verb)
}

impl Course<'_> {
    pub fn step(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix('!') {
            return self.refused(rest);
        }
        if let Some(rest) = text.strip_prefix('?') {
            let checked = self.situation().check(rest.trim());
            return checked.map_err(Unmet::words);
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if EDITS.contains(&verb) {
            return self.put_in(Input::Correct(self.edit(verb, rest.trim())?));
        }
        let input = parse(&self.session, text).map_err(|why| format!("{why:#}"))?;
        self.put_in(input)
    }

    fn put_in(&mut self, input: Input) -> Result<(), String> {
        let before = self.session.lines().len();
        let finished = self.session.history().entries().len();
        self.session
            .input(input)
            .map_err(|why| format!("{why:#}"))?;
        self.mark = before.min(self.session.lines().len());
        self.finished = finished.min(self.session.history().entries().len());
        match self.session.waits() {
            Waits::Fault(what) => Err(format!("a rule failed: {what}")),
            _ => Ok(()),
        }
    }

    /// Runs a refusal, `INPUT :: WORDS`: the input must be refused with these words and change nothing.
    fn refused(&mut self, text: &str) -> Result<(), String> {
        let Some((input, words)) = text.split_once("::") else {
            return Err(
                "write the refused line and the words: `! roll 9 :: cannot show`".to_owned(),
            );
        };
        let before = self.session.save();
        let outcome =
            parse(&self.session, input).and_then(|input| Ok(self.session.input(input)?));
        match outcome {
            Ok(_) => Err("the input was not refused".to_owned()),
            Err(why) => {
                let why = format!("{why:#}");
                if !why.contains(words.trim()) {
                    return Err(format!("the input was refused with other words: {why}"));
                }
                if self.session.save() != before {
                    return Err("the input was refused but changed something".to_owned());
                }
                Ok(())
            }
        }
    }

    /// Returns the events of an edit by the GM.
    fn edit(&self, verb: &str, rest: &str) -> Result<Vec<Event>, String> {
        let now = self.session.now();
        Ok(match verb {
            "edit" => {
                let (who, rest) = named(&self.session, rest)?;
                let (at, value) = rest.split_once(' ').ok_or("write the path and the value")?;
                let from = now.get(who).sheet.value(at);
                vec![Event::Changed {
                    who,
                    at: at.to_owned(),
                    to: self.value(at, value.trim())?,
                    from,
                    label: (&self.situation().field_spec(at)?.label).into(),
                    health: None,
                    cause: RULED.into(),
                }]
            }
            "gain" => {
                let (who, key) = named(&self.session, rest)?;
                vec![Event::Gained {
                    who,
                    condition: Condition::named(key),
                    label: self.called(key)?.into(),
                    replaces: Giver::Any,
                }]
            }
            "lose" => {
                let (who, key) = named(&self.session, rest)?;
                vec![Event::Lost {
                    who,
                    key: key.to_owned(),
                    giver: Giver::Any,
                    label: self.called(key)?.into(),
                    cause: RULED.into(),
                }]
            }
            "remove" => vec![Event::Left {
                who: named(&self.session, rest)?.0,
                cause: String::new(),
            }],
            "return" => vec![Event::Returned {
                who: named(&self.session, rest)?.0,
            }],
            "add" => {
                let (from, side) = rest.split_once(',').ok_or("write `add Bandit, Bandits`")?;
                let newcomer = Newcomer::from_roster(from.trim(), 1, side.trim());
                setup::newcomers(now, self.compendium, &[newcomer], Seed(1)).map_err(|wrong| {
                    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
                    told.join("; ")
                })?
            }
            _ => return Err(format!("`{verb}` is not an edit")),
        })
    }

    /// Returns the label of a condition in the log.
    fn called(&self, key: &str) -> Result<String, String> {
        if key.is_empty() {
            return Err("name the condition: `gain a prone`".to_owned());
        }
        let mut all = self.compendium.schema.conditions.iter();
        let spec = all.find(|spec| spec.key == key);
        Ok(spec.map_or_else(|| key.replace(['_', '-'], " "), |spec| spec.label.clone()))
    }

    /// Parses a value for a field at a path.
    fn value(&self, at: &str, text: &str) -> Result<Option<Value>, String> {
        if text == "none" {
            return Ok(None);
        }
        let value = match self.situation().spec(at)? {
            Spec::Int(..) => text.parse().ok().map(Value::Int),
            Spec::Decimal(parts, ..) => read_decimal(text, *parts).map(Value::Int),
            Spec::Flag => match text {
                "yes" => Some(Value::Flag(true)),
                "no" => Some(Value::Flag(false)),
                _ => None,
            },
            Spec::Word(_) => Some(Value::Word(text.to_owned())),
            Spec::Dice => Dice::parse(text).ok().map(Value::Dice),
            Spec::Records(_) => None,
        };
        value
            .map(Some)
            .ok_or_else(|| format!("`{text}` does not fit `{at}`"))
    }
}
