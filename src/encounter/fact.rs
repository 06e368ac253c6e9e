//! Facts of a log line for programs, and the parts of the line that a short version leaves out.

use std::ops::Range;

use serde::{Serialize, Serializer};

use super::event::{Event, HealthChange, Need, Throw};
use super::state::Encounter;
use super::tell_roll;
use crate::ron_text::is_default;
use crate::values::{Id, Value};

/// Fact of a log line. In JSON, a combatant is a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Fact {
    Round {
        number: u32,
    },
    /// Beginning, end or resumption of the fight.
    Stage {
        stage: &'static str,
    },
    /// Beginning of a combatant's turn.
    Turn {
        #[serde(serialize_with = "letter")]
        who: Id,
    },
    /// Action, or a step without a combatant.
    Act {
        #[serde(serialize_with = "letter_of", skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
    Roll(Box<RollFact>),
    Damage {
        #[serde(serialize_with = "letter")]
        who: Id,
        /// Amount before it is limited by the remaining hit points.
        amount: i64,
        #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
        damage_type: String,
        from: i64,
        to: i64,
    },
    Healing {
        #[serde(serialize_with = "letter")]
        who: Id,
        amount: i64,
        from: i64,
        to: i64,
    },
    /// Change of a number of wounds.
    Wounds {
        #[serde(serialize_with = "letter")]
        who: Id,
        from: i64,
        to: i64,
    },
    /// Any other change of a number on a sheet.
    Value {
        #[serde(serialize_with = "letter")]
        who: Id,
        field: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<i64>,
    },
    /// Beginning of a condition.
    Condition {
        #[serde(serialize_with = "letter")]
        who: Id,
        condition: String,
        /// True if the condition ends the fight for the combatant.
        #[serde(skip_serializing_if = "is_default")]
        fatal: bool,
    },
    /// End of a condition.
    Recovery {
        #[serde(serialize_with = "letter")]
        who: Id,
        condition: String,
    },
    Joins {
        name: String,
    },
    Leaves {
        #[serde(serialize_with = "letter")]
        who: Id,
    },
    Returns {
        #[serde(serialize_with = "letter")]
        who: Id,
    },
}

/// Fact of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollFact {
    /// Owner of the dice.
    #[serde(serialize_with = "letter_of", skip_serializing_if = "Option::is_none")]
    pub who: Option<Id>,
    /// Purpose of the roll.
    pub what: String,
    pub dice: String,
    /// Natural results of the dice.
    pub results: Vec<u32>,
    /// Sum of the modifiers that are added to the dice.
    pub bonus: i64,
    pub total: i64,
    /// Target number, if the roll has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
    /// Name of the target number, such as "AC".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub against: String,
    /// True if a total up to the target number succeeds; otherwise the total must reach the target number.
    #[serde(skip_serializing_if = "is_default")]
    pub at_most: bool,
    /// True for success, false for failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// Result in words, such as "hit".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// True if the natural result decided.
    #[serde(skip_serializing_if = "is_default")]
    pub natural: bool,
    /// True for an amount, such as damage. Its effect has its own fact.
    #[serde(skip)]
    pub is_amount: bool,
    /// True if the log has an own sentence with names for the roll, such as "Ann attacks Orc".
    #[serde(skip)]
    pub has_sentence: bool,
}

fn letter<S: Serializer>(who: &Id, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&who.letter())
}

fn letter_of<S: Serializer>(who: &Option<Id>, to: S) -> Result<S::Ok, S::Error> {
    who.map(Id::letter).serialize(to)
}

impl Fact {
    /// Returns the fact of a logged event; `None` for a mere sentence.
    pub(super) fn of(event: &Event, now: &Encounter) -> Option<Self> {
        Some(match event {
            Event::Round { number, .. } => Self::Round { number: *number },
            Event::Staged { stage, .. } => Self::Stage {
                stage: stage.word(),
            },
            Event::Act {
                who: Some(who),
                text,
                ..
            } if now.begins_turn(text) => Self::Turn { who: *who },
            Event::Act { who, .. } => Self::Act { who: *who },
            Event::CameDue { .. } => Self::Act { who: None },
            Event::Rolled(throw) => Self::Roll(Box::new(of_roll(throw, now))),
            Event::Changed {
                who,
                from: Some(Value::Int(from)),
                to: Some(Value::Int(to)),
                health: Some(health),
                ..
            } => {
                let (who, from, to) = (*who, *from, *to);
                match health {
                    HealthChange::Damage { amount, kind } => Self::Damage {
                        who,
                        amount: *amount,
                        damage_type: kind.clone(),
                        from,
                        to,
                    },
                    HealthChange::Healing { amount } => Self::Healing {
                        who,
                        amount: *amount,
                        from,
                        to,
                    },
                    HealthChange::Wounds => Self::Wounds { who, from, to },
                }
            }
            Event::Changed {
                who, at, from, to, ..
            } => {
                let number = |value: &Option<Value>| match value {
                    Some(Value::Int(number)) => Some(*number),
                    _ => None,
                };
                Self::Value {
                    who: *who,
                    field: at.clone(),
                    from: number(from),
                    to: number(to),
                }
            }
            Event::Gained { who, condition, .. } => Self::Condition {
                who: *who,
                condition: condition.key.clone(),
                fatal: now
                    .schema
                    .condition(&condition.key)
                    .is_ok_and(|spec| spec.fatal),
            },
            Event::Lost { who, key, .. } => Self::Recovery {
                who: *who,
                condition: key.clone(),
            },
            Event::Joined { combatant } => Self::Joins {
                name: combatant.name.clone(),
            },
            Event::Left { who, .. } => Self::Leaves { who: *who },
            Event::Returned { who } => Self::Returns { who: *who },
            _ => return None,
        })
    }
}

/// Returns `true` if a roll is an amount of damage or healing, whose effect the log shows again.
fn is_amount(throw: &Throw, now: &Encounter) -> bool {
    !throw.what.is_empty() && now.told_briefly(&throw.what).is_empty()
}

fn of_roll(throw: &Throw, now: &Encounter) -> RollFact {
    let target = throw.need.as_ref().map(|need| match need {
        Need::AtMost(number) | Need::AtLeast(number) => *number,
    });
    RollFact {
        who: throw.who,
        what: now.told(&throw.what).into_owned(),
        dice: throw.dice.to_string(),
        results: throw.faces.clone(),
        bonus: throw.bonus.total(),
        total: throw.total,
        target,
        against: throw.against.clone(),
        at_most: matches!(throw.need, Some(Need::AtMost(_))),
        success: throw.outcome,
        result: throw.verdict.clone(),
        natural: !throw.forced.is_empty(),
        is_amount: is_amount(throw, now),
        has_sentence: !throw.told.about().is_empty(),
    }
}

/// Part of a log line that its short version replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Bytes of the text.
    pub at: Range<usize>,
    pub kind: DetailKind,
    /// Combatants who act, roll or cause the change.
    pub who: Vec<Id>,
    /// Text of the short version; "" to leave the part out.
    pub instead: String,
}

/// Kind of a [`Detail`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailKind {
    /// Dice of a roll, or the cause of a change, in brackets.
    Calculation,
    /// Numbers that the result in words makes dispensable.
    Number,
    /// Amount or place in an order, or list of the combatants who act, which other lines show again.
    Repeated,
    /// Reason for an automatic decision.
    Reason,
}

impl Detail {
    pub(super) fn new(kind: DetailKind, at: Range<usize>, who: Option<Id>) -> Self {
        Self {
            at,
            kind,
            who: who.into_iter().collect(),
            instead: String::new(),
        }
    }

    /// Returns the detail of a text that begins at this byte of the line.
    fn from(self, start: usize) -> Self {
        Self {
            at: start + self.at.start..start + self.at.end,
            ..self
        }
    }
}

/// Details of the lines of a command, collected event by event.
#[derive(Debug, Default)]
pub(super) struct Details {
    /// Combatant who acted or rolled last.
    pub(super) doer: Option<Id>,
    /// True after the roll of an amount and the sentences about it.
    is_amount: bool,
}

impl Details {
    /// Notes that a new line begins.
    pub(super) fn begin_line(&mut self) {
        self.is_amount = false;
    }

    /// Notes who acts or rolls in an event.
    pub(super) fn follow(&mut self, event: &Event) {
        match event {
            Event::Act { who, .. } => self.doer = *who,
            Event::Rolled(throw) => self.doer = throw.who.or(self.doer),
            _ => {}
        }
    }

    /// Returns the details of an event whose text begins at `start` in its line.
    pub(super) fn of(
        &mut self,
        event: &Event,
        text: &str,
        start: usize,
        now: &Encounter,
    ) -> Vec<Detail> {
        let doer = self.doer;
        let end = text.len().saturating_sub(1);
        let detail = |kind, at| Detail::new(kind, at, doer);
        let mut found = Vec::new();
        match event {
            Event::Act { text: told, .. } | Event::Noted { text: told, .. } => {
                let brief = now.told_briefly(told);
                let has_number = match event {
                    Event::Act { who, .. } => who.is_some(),
                    _ => self.is_amount,
                };
                let (kind, instead) = if brief != text {
                    (DetailKind::Repeated, brief)
                } else if has_number {
                    (DetailKind::Number, now.told_without_numbers(told))
                } else {
                    (DetailKind::Number, "".into())
                };
                let is_shorter = !instead.is_empty() && instead != text;
                if is_shorter || kind == DetailKind::Repeated {
                    let of = detail(kind, 0..text.len());
                    let who = match event {
                        Event::Act { who: None, .. } => told.about(),
                        _ => of.who,
                    };
                    let instead = instead.into_owned();
                    found.push(Detail { who, instead, ..of });
                }
            }
            Event::Rolled(throw) => {
                let dice = text.len().saturating_sub(tell_roll::ending(throw).len())..end;
                let is_bare = throw.verdict.is_empty() && throw.need.is_none();
                let has_name = !throw.told.about().is_empty();
                self.is_amount = is_bare && !has_name && is_amount(throw, now);
                if !throw.verdict.is_empty() {
                    let result = dice.start.saturating_sub(throw.verdict.len());
                    let total = tell_roll::total(throw).len() + ", ".len();
                    found.push(detail(
                        DetailKind::Number,
                        result.saturating_sub(total)..result,
                    ));
                } else if is_bare && !has_name {
                    found.push(detail(DetailKind::Repeated, 0..text.len()));
                }
                found.push(detail(DetailKind::Calculation, dice));
            }
            Event::Changed { cause, .. } => {
                let (told, who) = (now.told(cause), cause.about());
                if !told.is_empty() {
                    let from = end.saturating_sub(told.len() + " ()".len());
                    let cause = detail(DetailKind::Calculation, from..end);
                    let who = if who.is_empty() { cause.who } else { who };
                    found.push(Detail { who, ..cause });
                }
                self.is_amount = false;
            }
            Event::Gained { condition, .. } => {
                let ending = format!(" ({}).", now.told(&condition.cause));
                if text.ends_with(&ending) {
                    let from = text.len() - ending.len();
                    found.push(detail(DetailKind::Calculation, from..end));
                }
                self.is_amount = false;
            }
            _ => {}
        }
        found.into_iter().map(|detail| detail.from(start)).collect()
    }
}
