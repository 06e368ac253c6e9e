//! What waits for the end of the count (record `booked/ID`, CTD-32).

use crate::encounter::{Condition, Encounter, Ends, Id, Is, Record, Resolver, Value};

/// Booked like a condition: the hand is emptied by a natural 20 (CTD-92). What stays of it is the weapon's state.
pub const DISARMED: Is = Is("disarmed");
/// Booked like a condition: brought round (CTD-154).
pub const REVIVED: Is = Is("revived");

/// Damage that waits for the end of the count (CTD-32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wound {
    /// Hit points.
    pub amount: i64,
    /// Non-lethal (CTD-148).
    pub subdual: bool,
    /// Dealt by a reaction to the victim's own action, or by fire that it moved through (CTD-37).
    pub provoked: bool,
    /// What did it: "Orc's axe".
    pub cause: String,
    /// Who did it, if somebody did.
    pub by: Option<Id>,
}

/// A condition that waits for the end of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affliction {
    /// The condition.
    pub condition: Condition,
    /// As [`Wound::provoked`].
    pub provoked: bool,
}

/// What takes effect on somebody when the count is closed (record `booked/ID`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Booked {
    /// Damage.
    pub wounds: Vec<Wound>,
    /// Hit points given back.
    pub healed: i64,
    /// Conditions.
    pub afflictions: Vec<Affliction>,
    /// Whom it has closed with.
    pub closes: Vec<Id>,
    /// Whom it has left behind.
    pub leaves: Vec<Id>,
    /// Whom it has taken hold of.
    pub grabs: Option<Id>,
    /// Its hold on somebody, or somebody's hold on it, has ended.
    pub lets_go: bool,
}

impl Booked {
    fn key(id: Id) -> String {
        format!("booked/{}", id.0)
    }

    /// What waits for somebody.
    pub fn of(now: &Encounter, id: Id) -> Self {
        let Some(record) = now.record(&Self::key(id)) else {
            return Self::default();
        };
        Self {
            wounds: record
                .list("wounds")
                .iter()
                .map(|one| Wound {
                    amount: one.int("amount"),
                    subdual: one.flag("subdual"),
                    provoked: one.flag("provoked"),
                    cause: one.word("cause").to_owned(),
                    by: one.one("by"),
                })
                .collect(),
            healed: record.int("healed"),
            afflictions: record
                .list("conditions")
                .iter()
                .map(|one| {
                    let mut condition = Condition::named(one.word("key"))
                        .because(one.word("cause"))
                        .value(one.int("value"));
                    condition.by = one.one("by");
                    condition.ends = match one.word("ends") {
                        "round" => {
                            Ends::EndOfRound(u32::try_from(one.int("last")).unwrap_or(u32::MAX))
                        }
                        "stretch" => Ends::Stretch,
                        _ => Ends::WhenCleared,
                    };
                    Affliction {
                        condition,
                        provoked: one.flag("provoked"),
                    }
                })
                .collect(),
            closes: record.who("closes").to_vec(),
            leaves: record.who("leaves").to_vec(),
            grabs: record.one("grabs"),
            lets_go: record.flag("lets_go"),
        }
    }

    /// Writes it back; nothing at all is forgotten.
    pub fn save(&self, cx: &mut Resolver<'_>, id: Id) {
        if *self == Self::default() {
            cx.forget(&Self::key(id));
            return;
        }
        let mut record = Record::new();
        let by = |row: &mut Record, by: Option<Id>| {
            if let Some(by) = by {
                row.set("by", by);
            }
        };
        let wounds: Vec<Record> = self
            .wounds
            .iter()
            .map(|wound| {
                let mut row = Record::new()
                    .with("amount", wound.amount)
                    .with("subdual", wound.subdual)
                    .with("provoked", wound.provoked)
                    .with("cause", wound.cause.clone());
                by(&mut row, wound.by);
                row
            })
            .collect();
        let conditions: Vec<Record> = self
            .afflictions
            .iter()
            .map(|one| {
                let mut row = Record::new()
                    .with("key", one.condition.key.clone())
                    .with("cause", one.condition.cause.clone())
                    .with("value", one.condition.value)
                    .with("provoked", one.provoked);
                match one.condition.ends {
                    Ends::WhenCleared => {}
                    Ends::EndOfRound(last) => {
                        row.set("ends", "round");
                        row.set("last", last);
                    }
                    Ends::Stretch => row.set("ends", "stretch"),
                }
                by(&mut row, one.condition.by);
                row
            })
            .collect();
        for (key, list) in [("wounds", wounds), ("conditions", conditions)] {
            if !list.is_empty() {
                record.set(key, list);
            }
        }
        for (key, list) in [("closes", &self.closes), ("leaves", &self.leaves)] {
            if !list.is_empty() {
                record.set(key, Value::Who(list.clone()));
            }
        }
        if let Some(who) = self.grabs {
            record.set("grabs", who);
        }
        if self.healed != 0 {
            record.set("healed", self.healed);
        }
        if self.lets_go {
            record.set("lets_go", true);
        }
        cx.record(&Self::key(id), record);
    }

    /// Changes it in place.
    pub fn change(cx: &mut Resolver<'_>, id: Id, change: impl FnOnce(&mut Booked)) {
        let mut booked = Self::of(cx.now(), id);
        change(&mut booked);
        booked.save(cx, id);
    }

    /// All damage that waits.
    pub fn total(&self) -> i64 {
        self.wounds.iter().map(|wound| wound.amount).sum()
    }

    /// The damage that its own action drew upon it (CTD-37).
    pub fn provoked_total(&self) -> i64 {
        self.wounds
            .iter()
            .filter(|wound| wound.provoked)
            .map(|wound| wound.amount)
            .sum()
    }

    /// Whether its own action drew this condition upon it (CTD-37).
    pub fn provoked(&self, is: Is) -> bool {
        self.afflictions
            .iter()
            .any(|one| one.provoked && one.condition.key == is.0)
    }
}
