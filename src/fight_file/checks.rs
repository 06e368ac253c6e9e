//! Checks between the steps of a fight file.

use crate::encounter::{Encounter, Event, Need, Stage};
use crate::resolver::{Choice, Draft, FieldKind, Kind, Prompt, Roll};
use crate::rules::{Entry, OrderRow};
use crate::session::Waits;
use crate::text;
use crate::values::Value;

use super::course::{Situation, named};
use super::facts::{self, Fact, Wanted};

type Checked = Result<(), Unmet>;

/// Reason why a check failed.
pub enum Unmet {
    /// Checked condition is false.
    NotSo(String),
    /// Nothing to check, for example because a question or combatant is missing. A negated check then fails too,
    /// because it would prove nothing.
    Senseless(String),
}

impl Unmet {
    /// Returns the message of the failed check.
    pub fn words(self) -> String {
        match self {
            Unmet::NotSo(words) | Unmet::Senseless(words) => words,
        }
    }
}

/// Converts an error of a lookup.
impl From<String> for Unmet {
    fn from(words: String) -> Self {
        Unmet::Senseless(words)
    }
}

impl From<&str> for Unmet {
    fn from(words: &str) -> Self {
        Unmet::Senseless(words.to_owned())
    }
}

fn held(is: bool, found: impl FnOnce() -> String) -> Checked {
    if is {
        Ok(())
    } else {
        Err(Unmet::NotSo(found()))
    }
}

impl Situation<'_> {
    /// Checks a condition such as `asks attack Hild`.
    pub fn check(&self, text: &str) -> Checked {
        if let Some(rest) = text.strip_prefix("no ") {
            return match self.check(rest.trim()) {
                Ok(()) => Err(Unmet::NotSo("the check without `no` succeeds".to_owned())),
                Err(Unmet::NotSo(_)) => Ok(()),
                Err(senseless) => Err(senseless),
            };
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let now = self.session.now();
        match verb {
            // An empty text would be found in any text.
            "says" | "shows" | "ground" | "log" | "order" | "current" | "headline" | "title"
                if rest.is_empty() =>
            {
                Err(format!("write the words to look for: `? {verb} …`").into())
            }
            "fact" => self.fact(rest),
            "figures" => self.figures(rest),
            "default" => self.preset(rest),
            "dice" => {
                let dice = self.throw()?.dice.to_string();
                held(dice == rest, || format!("the dice are {dice}"))
            }
            "asks" => self.asks(rest),
            "needs" => self.needs(rest),
            "chance" => self.chance(rest),
            "offers" => self.offers(rest),
            "refuses" => self.refuses(rest),
            "hints" => self.hints(rest),
            "field" => self.field(rest),
            "option" => self.option(rest),
            "says" => self.says(rest),
            "log" => self.log(rest),
            "shows" => {
                let shows = self
                    .session
                    .preview(&Draft::new())
                    .map(|preview| preview.shows);
                let shows = shows.ok_or("no form is open")?;
                let all: Vec<&str> = shows.iter().map(|show| show.text.as_str()).collect();
                held(all.iter().any(|show| show.contains(rest)), || {
                    format!("the form shows only {all:?}")
                })
            }
            "ground" => {
                let lines = self.session.system().field(now);
                held(lines.iter().any(|line| line.contains(rest)), || {
                    format!("the ground is {lines:?}")
                })
            }
            "round" => held(now.round.to_string() == rest, || {
                format!("it is round {}", now.round)
            }),
            "order" => {
                let rows = self.session.system().order(now);
                held(
                    rows.iter().any(|row| row_text(now, row).contains(rest)),
                    || {
                        let rows: Vec<String> = rows.iter().map(|row| row_text(now, row)).collect();
                        format!("the order is {rows:?}")
                    },
                )
            }
            "current" => {
                let rows = self.session.system().order(now);
                let current: Vec<String> = rows
                    .iter()
                    .filter(|row| row.current)
                    .map(|row| row_text(now, row))
                    .collect();
                held(current.iter().any(|row| row.contains(rest)), || {
                    format!("current is {current:?}")
                })
            }
            "row" => {
                let (who, words) = named(self.session, rest)?;
                if words.is_empty() {
                    return Err("write the words to look for: `? row a …`".into());
                }
                let row = self.session.system().row(now, who);
                let shown = format!("{} {}", row.defence, row.words().join(" · "));
                held(shown.contains(words), || format!("the row is `{shown}`"))
            }
            "headline" => {
                let line = crate::rules::headline(self.session.system(), now);
                held(line.contains(rest), || format!("the headline is `{line}`"))
            }
            "title" => {
                let title = self.title();
                held(title.contains(rest), || format!("the title is `{title}`"))
            }
            "turn" => {
                let turn = now.turn.map_or("none".to_owned(), |id| id.letter());
                let wanted = if rest == "none" {
                    rest.to_owned()
                } else {
                    named(self.session, rest)?.0.letter()
                };
                held(turn == wanted, || format!("it is the turn of {turn}"))
            }
            "over" => held(now.stage == Stage::Over, || {
                "the fight is not over".to_owned()
            }),
            "gone" => {
                let (who, _) = named(self.session, rest)?;
                held(now.get(who).gone, || {
                    format!("{} is still in the fight", now.name(who))
                })
            }
            "linked" => {
                let (kind, rest) = rest.split_once(' ').ok_or("write `? linked holding a d`")?;
                let (from, rest) = named(self.session, rest)?;
                let (to, _) = named(self.session, rest)?;
                held(now.linked(kind, from, to), || {
                    let links: Vec<String> = now
                        .links
                        .iter()
                        .map(|link| {
                            format!("{} {} {}", link.kind, link.from.letter(), link.to.letter())
                        })
                        .collect();
                    format!("the links are {links:?}")
                })
            }
            "state" => {
                let mut parts = rest.splitn(3, ' ');
                let (word, path) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                let kind = word.split('/').next().unwrap_or("");
                if !now.schema.parts.iter().any(|known| known.word == kind) {
                    return Err(format!("the system has no state `{kind}`").into());
                }
                let all = now.parts.words();
                let found = all.iter().find(|(known, who, _)| match who {
                    None => *known == word,
                    Some(who) => format!("{known}/{}", who.0) == word,
                });
                let part = found.and_then(|(.., value)| value.as_ref());
                let value = part.and_then(|part| within(part, path));
                match parts.next() {
                    Some(wanted) => same(value, wanted.trim()),
                    None => held(value.is_some(), || format!("{all:?}")),
                }
            }
            _ => self.somebody(text),
        }
    }

    /// Checks conditions and values of a combatant: `WHO has KEY`, `WHO lacks KEY`, `WHO PATH VALUE`.
    fn somebody(&self, text: &str) -> Checked {
        let (who, rest) = named(self.session, text)?;
        let one = self.session.now().get(who);
        let keys = || -> String {
            let keys: Vec<&str> = one.conditions.iter().map(|one| one.key.as_str()).collect();
            format!("{} has {keys:?}", one.name)
        };
        let (what, wanted) = rest
            .split_once(char::is_whitespace)
            .ok_or("write what to look at: `? d health 5`, `? d has prone`")?;
        match what {
            "has" => held(one.named(wanted.trim()).is_some(), keys),
            "lacks" => {
                let key = wanted.trim();
                let is_gone = one.named(key).is_none();
                if is_gone && !self.has_been(key) {
                    self.session.now().schema.condition(key)?;
                }
                held(is_gone, keys)
            }
            at => {
                self.spec(at)?;
                same(one.sheet.value(at).as_ref(), wanted.trim())
            }
        }
    }

    /// Returns true if a combatant has gained a condition in this fight, perhaps one that the GM named.
    fn has_been(&self, key: &str) -> bool {
        let entries = self.session.history().entries().iter();
        let mut events = entries.flat_map(|entry| entry.events.iter());
        events.any(|event| matches!(event, Event::Gained { condition, .. } if condition.key == key))
    }

    fn prompt(&self) -> Result<&Prompt, String> {
        match self.session.waits() {
            Waits::Prompt(prompt) => Ok(prompt),
            Waits::Offers { .. } | Waits::Fault(_) => Err("no prompt is open".to_owned()),
        }
    }

    /// Returns the pending roll, or the roll to which the current form would lead.
    fn throw(&self) -> Result<Roll, String> {
        let asked = self.prompt()?;
        if let Some(roll) = asked.throws().next() {
            return Ok(roll.clone());
        }
        let next = self
            .session
            .preview(&Draft::new())
            .and_then(|preview| preview.next);
        let roll = next.and_then(|next| next.throws().next().cloned());
        roll.ok_or("no roll is pending".to_owned())
    }

    fn asks(&self, text: &str) -> Checked {
        let Waits::Prompt(prompt) = self.session.waits() else {
            return Err(Unmet::NotSo("no prompt is open".to_owned()));
        };
        let question = &prompt.question;
        let (key, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        held(question.key == key, || {
            format!("the prompt is `{}`", question.key)
        })?;
        if who.trim().is_empty() {
            return Ok(());
        }
        let (who, _) = named(self.session, who)?;
        held(question.who == Some(who), || {
            let asked = question.who.map_or("nobody".to_owned(), |id| id.letter());
            format!("the prompt is for {asked}")
        })
    }

    fn needs(&self, text: &str) -> Checked {
        let need = match self.throw()?.need {
            Some(Need::AtMost(need) | Need::AtLeast(need)) => need.to_string(),
            None => "none".to_owned(),
        };
        held(need == text, || format!("the target number is {need}"))
    }

    fn chance(&self, text: &str) -> Checked {
        let chance = match self.throw()?.chance() {
            Some(chance) => format!("{:.0}", chance * 100.0),
            None => "none".to_owned(),
        };
        held(chance == text.trim_end_matches('%'), || {
            format!("the chance is {chance}")
        })
    }

    /// Returns the offers of an action. If the text names a combatant or a side, returns only that combatant's or
    /// side's offers.
    ///
    /// # Errors
    /// If a prompt is open, or the system has no such action.
    fn fitting(&self, text: &str) -> Result<Vec<Entry>, String> {
        let Waits::Offers { .. } = self.session.waits() else {
            return Err("a prompt is open: answer it before you start a command".to_owned());
        };
        let (action, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let who = who.trim();
        let now = self.session.now();
        let id = if who.is_empty() {
            None
        } else {
            named(self.session, who).ok()
        };
        let side = now.side_ids().find(|id| now.side_name(*id) == who);
        let mut all = self.session.menu().to_vec();
        all.extend(self.session.extras());
        let table = self.session.system().actions().iter().map(|one| one.key);
        let offered = all.iter().map(|offer| &*offer.command.action);
        let known: Vec<&str> = table.chain(offered).collect();
        if !known.contains(&action) {
            let meant = match text::nearest(action, known) {
                Some(meant) => format!(": did you mean `{meant}`?"),
                None => String::new(),
            };
            return Err(format!("unknown action `{action}`{meant}"));
        }
        all.retain(|offer| {
            let command = &offer.command;
            let of = who.is_empty()
                || (id.is_some() && command.who == id.map(|(id, _)| id))
                || (side.is_some() && command.side == side);
            command.action == action && of
        });
        Ok(all)
    }

    fn offers(&self, text: &str) -> Checked {
        let fitting = self.fitting(text)?;
        held(
            fitting.iter().any(|offer| offer.refused.is_none()),
            || match fitting.first().and_then(|offer| offer.refused.as_ref()) {
                Some(why) => format!("refused: {why}"),
                None => "not offered".to_owned(),
            },
        )
    }

    /// Checks for a refusal, `ACTION [WHO] :: WORDS`: the menu offers the action as not possible, with these words.
    fn refuses(&self, text: &str) -> Checked {
        let (offer, words) = text.split_once("::").unwrap_or((text, ""));
        let fitting = self.fitting(offer.trim())?;
        let why: Vec<&String> = fitting
            .iter()
            .filter_map(|offer| offer.refused.as_ref())
            .collect();
        held(why.iter().any(|why| why.contains(words.trim())), || {
            format!("refused with {why:?}")
        })
    }

    /// Checks for a hint, `ACTION [WHO] :: WORDS`: the action is offered with these words in its hint.
    fn hints(&self, text: &str) -> Checked {
        let (offer, words) = text.split_once("::").unwrap_or((text, ""));
        let fitting = self.fitting(offer.trim())?;
        let hints: Vec<&String> = fitting.iter().map(|offer| &offer.hint).collect();
        held(hints.iter().any(|hint| hint.contains(words.trim())), || {
            format!("the hint is {hints:?}")
        })
    }

    /// Checks `KEY [VALUE]` of the form.
    fn field(&self, text: &str) -> Checked {
        let (key, wanted) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Kind::Form(fields) = &self.prompt()?.kind else {
            return Err("no form is open".into());
        };
        let field = fields.iter().find(|field| field.key == key);
        match field {
            Some(_) if wanted.is_empty() => Ok(()),
            Some(field) => same(Some(&field.value), wanted.trim()),
            None => Err(Unmet::NotSo("no such field".to_owned())),
        }
    }

    /// Checks that an option can be chosen, in a choice or in a form's field.
    fn option(&self, key: &str) -> Checked {
        let open = |options: &[Choice]| {
            options
                .iter()
                .any(|option| option.key == key && option.refused.is_none())
        };
        let is = match &self.prompt()?.kind {
            Kind::Choice { options, .. } => open(options),
            Kind::Form(fields) => fields.iter().any(|field| match &field.kind {
                FieldKind::Choice(options) => open(options),
                _ => false,
            }),
            _ => return Err("no choice is pending".into()),
        };
        held(is, || "it cannot be chosen".to_owned())
    }

    /// Checks for words of the open question outside its title: in its hint, in the hints of its rolls, and in the
    /// labels and hints of its fields and options.
    fn says(&self, words: &str) -> Checked {
        let said = self.said()?;
        held(said.iter().any(|text| text.contains(words)), || {
            format!("the question is {said:?}")
        })
    }

    /// Returns the texts of the open question outside its title.
    fn said(&self) -> Result<Vec<&str>, String> {
        let prompt = self.prompt()?;
        let mut said: Vec<&str> = vec![&prompt.hint];
        said.extend(prompt.throws().map(|roll| &*roll.hint));
        let mut options: Vec<&Choice> = Vec::new();
        match &prompt.kind {
            Kind::Choice { options: all, .. } => options.extend(all),
            Kind::Form(fields) => {
                for field in fields {
                    said.extend([field.label.as_str(), field.hint.as_str()]);
                    if let FieldKind::Choice(all) = &field.kind {
                        options.extend(all);
                    }
                }
            }
            _ => {}
        }
        for option in options {
            said.extend([option.label.as_str(), option.hint.as_str()]);
        }
        Ok(said)
    }

    /// Returns the facts of the last input, in order.
    fn facts(&self) -> Vec<Fact> {
        let now = self.session.now();
        let entries = self.session.history().entries();
        let finished = entries.get(self.finished..).unwrap_or_default().iter();
        let open = self.session.standing().open;
        let open = open.iter().flat_map(|begun| begun.run.events.iter());
        let events = finished.flat_map(|entry| entry.events.iter()).chain(open);
        events
            .flat_map(|event| facts::of_event(now, event))
            .collect()
    }

    /// Checks for facts of the last input, `KEY ARG=VALUE, …`, several in their order joined by `;`.
    fn fact(&self, text: &str) -> Checked {
        if text.is_empty() {
            return Err("name the fact: `? fact Dodges who=a`".into());
        }
        let now = self.session.now();
        let wanted: Result<Vec<Wanted<'_>>, String> = text
            .split("; ")
            .map(|one| Wanted::read(now, one.trim()))
            .collect();
        let all = self.facts();
        let mut rest = all.iter();
        let is = wanted?
            .iter()
            .all(|wanted| rest.any(|fact| wanted.is(now, fact)));
        held(is, || {
            let all: Vec<String> = all.iter().map(|fact| fact.shown(now)).collect();
            format!("the facts are {all:#?}")
        })
    }

    /// Checks for letters of combatants, names of sides and numbers in a text of the screen.
    fn figures(&self, text: &str) -> Checked {
        let now = self.session.now();
        let (place, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (shown, wanted) = match place {
            "title" => (self.title().to_owned(), rest),
            "headline" => (crate::rules::headline(self.session.system(), now), rest),
            "question" => (self.said()?.join("\n"), rest),
            "row" => {
                let (who, wanted) = named(self.session, rest)?;
                let row = self.session.system().row(now, who);
                (format!("{} {}", row.defence, row.words().join(" · ")), wanted)
            }
            "hint" => {
                let (offer, wanted) = rest.split_once("::").ok_or("write `? figures hint attack a :: 3`")?;
                let fitting = self.fitting(offer.trim())?;
                let hints: Vec<&str> = fitting.iter().map(|offer| offer.hint.as_str()).collect();
                (hints.join("\n"), wanted)
            }
            _ => return Err("write `? figures title …`, `headline`, `question`, `row WHO` or `hint ACTION WHO ::`".into()),
        };
        let wanted = wanted.trim();
        if wanted.is_empty() {
            return Err(format!(
                "write the letters and numbers to look for: `? figures {place} …`"
            )
            .into());
        }
        let found = facts::figures(now, &shown).join(" ");
        held(
            format!(" {found} ").contains(&format!(" {wanted} ")),
            || format!("the figures are `{found}`"),
        )
    }

    /// Checks the default of the menu, `ACTION` or `ACTION WHO`, or of a choice, `KEY`.
    fn preset(&self, text: &str) -> Checked {
        let found = match self.session.waits() {
            Waits::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, preset } => {
                    options.get(*preset).map(|option| option.key.to_string())
                }
                _ => return Err("neither a menu nor a choice is open".into()),
            },
            Waits::Fault(_) => return Err("neither a menu nor a choice is open".into()),
            Waits::Offers { .. } => {
                let menu = self.session.menu();
                let preset = menu.iter().find(|entry| entry.preset);
                let (action, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
                if !who.is_empty() {
                    let (who, _) = named(self.session, who)?;
                    let is = preset.is_some_and(|entry| {
                        entry.command.action == action && entry.command.who == Some(who)
                    });
                    return held(is, || {
                        format!("the default is {:?}", preset.map(|entry| &entry.command))
                    });
                }
                preset.map(|entry| entry.command.action.to_string())
            }
        };
        held(found.as_deref() == Some(text), || {
            format!("the default is {found:?}")
        })
    }

    fn title(&self) -> &str {
        match self.session.waits() {
            Waits::Prompt(prompt) => &prompt.title,
            Waits::Offers { title, .. } | Waits::Fault(title) => title,
        }
    }

    /// Checks for words in the log; an action and its rolls are joined.
    fn log(&self, text: &str) -> Checked {
        let live = self.session.live_lines();
        let mut acts: Vec<String> = Vec::new();
        for line in self.session.lines()[self.mark..].iter().chain(&live) {
            match acts.last_mut() {
                Some(act) if line.depth > 0 => {
                    act.push(' ');
                    act.push_str(&line.text);
                }
                _ => acts.push(line.text.clone()),
            }
        }
        held(acts.iter().any(|act| act.contains(text)), || {
            format!("the log shows {acts:#?}")
        })
    }
}

fn row_text(now: &Encounter, row: &OrderRow) -> String {
    format!("{} {}", row.text(now), row.detail)
        .trim()
        .to_owned()
}

/// Compares a value with a text; a missing value equals `none`, `0` and `no`.
fn same(value: Option<&Value>, wanted: &str) -> Checked {
    match value {
        Some(value) => held(value.to_string() == wanted, || format!("it is {value}")),
        None => held(matches!(wanted, "none" | "0" | "no"), || {
            "it has no value".to_owned()
        }),
    }
}

/// Returns the value inside a part at a path such as `phase` or `wounds/0/amount`. A path such as `of/Red/original`
/// looks up a key in a list of pairs.
fn within<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let steps = path.split('/').filter(|step| !step.is_empty());
    steps
        .into_iter()
        .try_fold(value, |value, step| match value {
            Value::Record(record) => record.get(step),
            Value::Values(all) => match step.parse::<usize>() {
                Ok(place) => all.get(place),
                Err(_) => all.iter().find_map(|pair| match pair {
                    Value::Values(two) if two.first()?.as_word() == Some(step) => two.get(1),
                    _ => None,
                }),
            },
            _ => None,
        })
}
