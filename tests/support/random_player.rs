//! Player who makes random inputs, mostly legal ones. A seed determines all of them.

use affray::compendium::Compendium;
use affray::dice::{Dice, Seed};
use affray::encounter::{Condition, Encounter, Event, Giver, Roller, TypedRolls};
use affray::resolver::{Answer, Choice, Draft, Field, FieldKind, Kind, Prompt};
use affray::rules::ruling::RULINGS;
use affray::session::{Input, Session, Waits};
use affray::setup::{self, Newcomer};
use affray::values::{Id, SideId, Spec, Value};

use crate::support::seeded_chance::Chance;

/// Kinds of inputs that a player makes besides playing on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tactics {
    /// Plays, makes rulings and corrections.
    Forward,
    /// Also undoes, redoes, amends and rerolls.
    Restless,
    /// Mostly undoes, redoes, amends and rerolls.
    Fickle,
}

/// Player with random inputs.
pub struct Player {
    chance: Chance,
    tactics: Tactics,
}

impl Player {
    /// Creates a player who does the same for the same seed.
    pub fn new(seed: u64, tactics: Tactics) -> Self {
        Self {
            chance: Chance::at(Seed(seed), 0, "player"),
            tactics,
        }
    }

    /// Returns a number from 0 to `below`, exclusive.
    pub fn below(&mut self, below: usize) -> usize {
        self.chance.below(below)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.chance.one_in(many)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        self.chance.of(all)
    }

    /// Returns the next input, which may be refused.
    pub fn input(&mut self, session: &Session, compendium: &Compendium) -> Input {
        let goes_back = match self.tactics {
            Tactics::Forward => false,
            Tactics::Restless => self.one_in(8),
            Tactics::Fickle => self.one_in(3),
        };
        if goes_back {
            match self.below(5) {
                0 if session.can_close() => return Input::Close,
                0 => return Input::Undo,
                1 => return Input::Redo,
                4 => {
                    if let Some(input) = self.instead(session) {
                        return input;
                    }
                }
                2 => {
                    if let Some(input) = self.amend(session) {
                        return input;
                    }
                }
                _ => {
                    let all: Vec<_> = session.amendable().take(30).collect();
                    if let Some(one) = self.of(&all) {
                        return Input::Reroll {
                            entry: one.entry,
                            place: one.place,
                        };
                    }
                }
            }
        }
        if self.one_in(12)
            && let Some(events) = self.correction(session.now(), compendium)
        {
            return Input::Correct(events);
        }
        let seldom = if self.tactics == Tactics::Fickle {
            8
        } else {
            25
        };
        if self.one_in(seldom) {
            let ruling = RULINGS[self.below(RULINGS.len())];
            let present: Vec<Id> = session.now().present().collect();
            let about = self.one_in(2).then(|| self.of(&present).copied());
            let command = ruling.about(about.flatten());
            return Input::Start(command);
        }
        // Automatic combatants mostly act automatically; otherwise the player overrules them.
        if let Some(decision) = session.decision(None)
            && self.one_in(2)
        {
            return Input::from(decision);
        }
        match session.waits() {
            Waits::Prompt(prompt) => self.answer(session, prompt),
            Waits::Offers { .. } => {
                let (menu, extras) = (session.menu(), session.extras());
                let few = !extras.is_empty() && self.one_in(30);
                let all = if few || menu.is_empty() {
                    &extras
                } else {
                    menu
                };
                match self.of(all) {
                    Some(offer) => Input::Start(offer.command.clone()),
                    None => Input::Correct(vec![Event::Notes {
                        text: format!("a note of {} faces", self.below(1_000)),
                    }]),
                }
            }
            Waits::Fault(_) => Input::Undo,
        }
    }

    /// Returns an answer to a prompt, sometimes an answer that is refused.
    pub fn answer(&mut self, session: &Session, prompt: &Prompt) -> Input {
        if prompt.throws().next().is_some() {
            if self.one_in(10) {
                return Input::Adjust {
                    row: self.below(prompt.throws().count()),
                    by: self.number(-4, 4),
                };
            }
            if self.one_in(2) {
                return Input::Roll(Vec::new());
            }
        }
        if let (true, Kind::Rolls(rows)) = (self.one_in(2), &prompt.kind) {
            let row = self.below(rows.len());
            if self.one_in(2) {
                return Input::RollRow(row);
            }
            let faces = self.chance.roll(&rows[row].roll.dice);
            return Input::Throws(vec![(row, faces)]);
        }
        if let Kind::Form(_) = &prompt.kind {
            let form = self.form(session, prompt);
            let next = match &form {
                Answer::Filled(set) => session.preview(set).and_then(|preview| preview.next),
                _ => None,
            };
            // The form and the die that it leads to in one input, sometimes with another answer that may not fit.
            return match next {
                Some(next) if self.one_in(2) => {
                    let then = self.any_answer(session.now(), &next);
                    Input::Answers(vec![form, then])
                }
                _ => Input::Answer(form),
            };
        }
        if let (true, Some(preset)) = (self.one_in(3), prompt.preset()) {
            return Input::Answer(preset);
        }
        Input::Answer(self.any_answer(session.now(), prompt))
    }

    /// Returns a random answer that fits a prompt other than a form, and rarely an answer that does not fit.
    fn any_answer(&mut self, now: &Encounter, prompt: &Prompt) -> Answer {
        if self.one_in(50) {
            return Answer::Number(1_000_000_000);
        }
        match &prompt.kind {
            Kind::Roll(roll) => Answer::Faces(self.chance.roll(&roll.dice)),
            Kind::Rolls(rows) => {
                let mut all = Vec::new();
                for row in rows {
                    all.push(self.chance.roll(&row.roll.dice));
                }
                Answer::Rolls(all)
            }
            Kind::Choice { options, .. } => Answer::Chose(self.choice(options)),
            Kind::Pick {
                from, least, most, ..
            } => Answer::Picked(self.pick(from, *least, *most)),
            Kind::Form(_) => prompt.preset().unwrap_or(Answer::Yes(true)),
            Kind::Number { least, most, .. } => Answer::Number(self.number(*least, *most)),
            Kind::Text { preset } => Answer::Text(self.words(now, preset)),
            Kind::Confirm { .. } => Answer::Yes(self.one_in(2)),
        }
    }

    fn words(&mut self, now: &Encounter, preset: &str) -> String {
        match self.below(4) {
            0 => preset.to_owned(),
            1 => "2d6+1".to_owned(),
            2 => "rain \u{1b}[31m\"falls\"\\".to_owned(),
            _ => now.title.to_string(),
        }
    }

    fn choice(&mut self, options: &[Choice]) -> String {
        let open: Vec<&Choice> = options.iter().filter(|one| one.refused.is_none()).collect();
        self.of(&open)
            .map_or(String::new(), |choice| choice.key.clone())
    }

    fn pick(&mut self, from: &[Id], least: usize, most: usize) -> Vec<Id> {
        let mut left = from.to_vec();
        let most = most.min(left.len()).min(least.max(3));
        let many = least + self.below(most.saturating_sub(least) + 1);
        let mut picked = Vec::new();
        for _ in 0..many.min(left.len()) {
            let place = self.below(left.len());
            picked.push(left.remove(place));
        }
        picked
    }

    fn number(&mut self, least: i64, most: i64) -> i64 {
        let span = usize::try_from(most.saturating_sub(least).clamp(0, 1_000)).unwrap_or(0);
        let offset = self.below(span + 1);
        least + i64::try_from(offset).unwrap_or(0)
    }

    /// Returns a form with some random fields, each set after the consequences of the others.
    fn form(&mut self, session: &Session, prompt: &Prompt) -> Answer {
        let mut draft = Draft::new();
        for _ in 0..self.below(4) {
            let Some(preview) = session.preview(&draft) else {
                break;
            };
            let Kind::Form(fields) = preview.form.kind else {
                break;
            };
            if let Some(field) = self.of(&fields) {
                let value = self.value(session.now(), field);
                draft.insert(field.key.clone(), value);
            }
        }
        let preview = session.preview(&draft);
        let filled = preview.and_then(|preview| preview.form.preset());
        filled
            .or_else(|| prompt.preset())
            .unwrap_or(Answer::Yes(true))
    }

    fn value(&mut self, now: &Encounter, field: &Field) -> Value {
        match &field.kind {
            FieldKind::Toggle => Value::Flag(self.one_in(2)),
            FieldKind::Number { least, most, .. } => Value::Int(self.number(*least, *most)),
            FieldKind::Choice(options) => Value::Word(self.choice(options)),
            FieldKind::Pick { from, least, most } => Value::Who(self.pick(from, *least, *most)),
            FieldKind::Text => match &field.value {
                Value::Word(word) => Value::Word(self.words(now, word)),
                other => other.clone(),
            },
        }
    }

    /// Returns another answer to one of the last questions.
    fn amend(&mut self, session: &Session) -> Option<Input> {
        let all: Vec<_> = session.amendable().take(30).collect();
        let one = self.of(&all)?;
        let prompt = session.prompt_of(one.entry, &one.given.question).ok()?;
        let answer = match (&prompt.kind, prompt.preset()) {
            (Kind::Form(fields), Some(Answer::Filled(mut set))) => {
                if let Some(field) = self.of(fields) {
                    set.insert(field.key.clone(), self.value(session.now(), field));
                }
                Answer::Filled(set)
            }
            _ => self.any_answer(session.now(), &prompt),
        };
        Some(Input::Amend {
            entry: one.entry,
            place: one.place,
            answer,
        })
    }

    /// Returns an amendment that replaces one of the last commands.
    fn instead(&mut self, session: &Session) -> Option<Input> {
        let all: Vec<usize> = session.started().take(12).collect();
        let entry = *self.of(&all)?;
        let menu = session.menu_before(entry)?;
        let command = self.of(&menu.entries)?.command.clone();
        Some(Input::Instead { entry, command })
    }

    /// Returns any value of a kind other than records.
    pub fn any_of(&mut self, kind: &Spec) -> Option<Value> {
        Some(match kind {
            Spec::Int(least, most) | Spec::Decimal(_, least, most) => {
                Value::Int(self.number(*least, *most))
            }
            Spec::Flag => Value::Flag(self.one_in(2)),
            Spec::Word(words) => Value::Word(self.of(words)?.clone()),
            Spec::Dice => Value::Dice(Dice::d(6)),
            Spec::Records(_) => return None,
        })
    }

    /// Returns a correction by the GM.
    fn correction(&mut self, now: &Encounter, compendium: &Compendium) -> Option<Vec<Event>> {
        let all: Vec<Id> = now.ids().collect();
        let who = *self.of(&all)?;
        let one = now.get(who);
        Some(vec![match self.below(10) {
            0 => Event::Hid {
                who,
                hidden: !one.hidden,
            },
            1 => Event::Left {
                who,
                cause: "fled".to_owned(),
            },
            2 => Event::Returned { who },
            3 => Event::CombatantRoller {
                who,
                roller: [None, Some(Roller::Typed), Some(Roller::Rolled)][self.below(3)],
            },
            4 => Event::SideRoller {
                side: SideId(u32::try_from(self.below(now.sides.len())).ok()?),
                roller: [Roller::Typed, Roller::Rolled][self.below(2)],
                typed: TypedRolls::Dice,
            },
            5 => {
                let key = &self.of(&compendium.schema.conditions)?.key;
                let mut condition = Condition::named(key);
                condition.by = [None, Some(who)][self.below(2)];
                Event::Gained {
                    who,
                    replaces: [Giver::Any, Giver::One(condition.by)][self.below(2)],
                    condition,
                    label: key.as_str().into(),
                }
            }
            6 => {
                let condition = self.of(&one.conditions)?;
                let (key, by) = (condition.key.clone(), condition.by);
                Event::Lost {
                    who,
                    label: key.as_str().into(),
                    key,
                    giver: [Giver::Any, Giver::One(by)][self.below(2)],
                    cause: "ruled".into(),
                }
            }
            7 => {
                let creature = self.of(compendium.roster())?;
                let side = now.side_name(one.side);
                let wanted = [Newcomer::from_roster(&creature.name, 1, side)];
                return setup::newcomers(now, compendium, &wanted, Seed(1)).ok();
            }
            _ => {
                let fields: Vec<_> = compendium.schema.fields.iter().collect();
                let field = self.of(&fields)?;
                let to = self.any_of(&field.kind)?;
                Event::Changed {
                    who,
                    at: field.key.clone(),
                    from: one.sheet.value(&field.key),
                    to: Some(to),
                    label: (&field.label).into(),
                    health: None,
                    cause: "ruled".into(),
                }
            }
        }])
    }
}
