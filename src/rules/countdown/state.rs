//! What lasts between two commands of a round: typed views of the records `cycle`, `plan/ID`, `slot/ID`, `booked/ID`
//! and `fire/N` in the encounter.

use super::action::Action;
use crate::encounter::{Encounter, Id, Record, Resolver};

/// Which part of the round it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Before the first round: who is surprised?
    #[default]
    Surprise,
    /// Everybody says what they mean to do.
    Declare,
    /// The numbers are counted down.
    Count,
}

/// Where the round stands (record `cycle`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// Which part of the round it is.
    pub phase: Phase,
    /// The number called last.
    pub count: i64,
    /// The number before that one in this round, if there was one.
    pub previous: Option<i64>,
    /// How many counts this round has had; tells one count from another.
    pub index: i64,
    /// The count is under way: called and not closed.
    pub open: bool,
    /// It is the last count, of those who held to the end.
    pub bottom: bool,
    /// Something has been done on this count: nobody can join it any more (CTD-42).
    pub started: bool,
    /// Whom the GM wants to see first among those on this count.
    pub first: Option<Id>,
    /// The suggestion to end the fight was turned down in this round.
    pub went_on: bool,
}

impl Cycle {
    /// The record's key.
    pub const KEY: &str = "cycle";

    /// Where the round stands.
    pub fn of(now: &Encounter) -> Self {
        let Some(record) = now.record(Self::KEY) else {
            return Self::default();
        };
        Self {
            phase: match record.word("phase") {
                "declare" => Phase::Declare,
                "count" => Phase::Count,
                _ => Phase::Surprise,
            },
            count: record.int("count"),
            previous: record.maybe_int("previous"),
            index: record.int("index"),
            open: record.flag("open"),
            bottom: record.flag("bottom"),
            started: record.flag("started"),
            first: record.one("first"),
            went_on: record.flag("went_on"),
        }
    }

    /// Writes it back.
    pub fn save(&self, cx: &mut Resolver<'_>) {
        let mut record = Record::new()
            .with(
                "phase",
                match self.phase {
                    Phase::Surprise => "surprise",
                    Phase::Declare => "declare",
                    Phase::Count => "count",
                },
            )
            .with("count", self.count)
            .with("index", self.index)
            .with("open", self.open)
            .with("bottom", self.bottom)
            .with("started", self.started)
            .with("went_on", self.went_on);
        if let Some(first) = self.first {
            record.set("first", first);
        }
        if let Some(previous) = self.previous {
            record.set("previous", previous);
        }
        cx.record(Self::KEY, record);
    }
}

/// How somebody holds its action (CTD-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Not at all.
    #[default]
    None,
    /// Until the GM says so.
    Open,
    /// Until somebody acts (CTD-41).
    For(Id),
    /// Until just before a caster's spell (CTD-47).
    Before(Id),
}

impl Hold {
    fn read(record: &Record) -> Self {
        match (record.word("hold"), record.one("until")) {
            ("open", _) => Hold::Open,
            ("for", Some(who)) => Hold::For(who),
            ("before", Some(who)) => Hold::Before(who),
            _ => Hold::None,
        }
    }

    fn write(self, record: &mut Record) {
        let (word, until) = match self {
            Hold::None => return,
            Hold::Open => ("open", None),
            Hold::For(who) => ("for", Some(who)),
            Hold::Before(who) => ("before", Some(who)),
        };
        record.set("hold", word);
        if let Some(who) = until {
            record.set("until", who);
        }
    }

    /// Whom it waits for.
    pub fn until(self) -> Option<Id> {
        match self {
            Hold::For(who) | Hold::Before(who) => Some(who),
            Hold::None | Hold::Open => None,
        }
    }
}

/// What somebody declared, later what it does (record `plan/ID`). It stays for the next round's preset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// In which round.
    pub round: u32,
    /// What it does.
    pub action: Action,
    /// What was declared, when it now does something else.
    pub declared: Action,
    /// At whom.
    pub target: Option<Id>,
    /// With which attack.
    pub weapon: String,
    /// Which spell.
    pub spell: String,
    /// How it means to hold.
    pub hold: Hold,
}

impl Plan {
    fn key(id: Id) -> String {
        format!("plan/{}", id.0)
    }

    /// The latest declaration of somebody, of whatever round.
    pub fn of(now: &Encounter, id: Id) -> Option<Self> {
        let record = now.record(&Self::key(id))?;
        let action = |key: &str| Action::from_key(record.word(key)).unwrap_or_default();
        Some(Self {
            round: u32::try_from(record.int("round")).unwrap_or(0),
            action: action("action"),
            declared: action("declared"),
            target: record.one("target").filter(|id| now.find(*id).is_some()),
            weapon: record.word("weapon").to_owned(),
            spell: record.word("spell").to_owned(),
            hold: Hold::read(record),
        })
    }

    /// Writes it back.
    pub fn save(&self, cx: &mut Resolver<'_>, id: Id) {
        let mut record = Record::new()
            .with("round", self.round)
            .with("action", self.action.key())
            .with("declared", self.declared.key());
        if let Some(target) = self.target {
            record.set("target", target);
        }
        for (key, word) in [("weapon", &self.weapon), ("spell", &self.spell)] {
            if !word.is_empty() {
                record.set(key, word.clone());
            }
        }
        self.hold.write(&mut record);
        cx.record(&Self::key(id), record);
    }

    /// The foe it had in mind: the target, or whom it waited for.
    pub fn foe(&self, now: &Encounter, who: Id) -> Option<Id> {
        self.target
            .or(self.hold.until().filter(|id| !now.allied(*id, who)))
    }

    /// In words: "attacks Uz with the axe", "holds for Boss".
    pub fn text(&self, now: &Encounter) -> String {
        let mut text = self.action.verb().to_owned();
        if self.action == Action::Hold {
            match self.hold {
                Hold::For(who) => text.push_str(&format!(" for {}", now.name(who))),
                Hold::Before(who) => {
                    text.push_str(&format!(" until just before {}", now.name(who)))
                }
                Hold::None | Hold::Open => {}
            }
        }
        if !self.spell.is_empty() {
            text.push_str(&format!(" {}", self.spell));
        }
        if let (Some(target), true) = (self.target, self.action.has_target()) {
            let at = if self.action == Action::Cast {
                " at"
            } else {
                ""
            };
            text.push_str(&format!("{at} {}", now.name(target)));
        }
        if !self.weapon.is_empty() && matches!(self.action, Action::Attack | Action::Charge) {
            text.push_str(&match self.weapon.as_str() {
                "routine" => ", all attacks".to_owned(),
                "both" => " with both weapons".to_owned(),
                weapon => format!(" with {weapon}"),
            });
        }
        text
    }
}

/// How far a spell has come on its caster's count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Casting {
    /// No spell under way.
    #[default]
    None,
    /// Begun; the save, if one is needed, and the release are still to come.
    Begun,
    /// The save is made: it will be released.
    Safe,
    /// Disrupted.
    Lost,
}

/// Somebody's state in this round (record `slot/ID`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Feet moved.
    pub moved: i64,
    /// Feet to move after the spell.
    pub after: i64,
    /// Has made an attack roll.
    pub attacked: bool,
    /// Used up its movement: stood up, charged, braced, was held.
    pub rooted: bool,
    /// Ran or charged (CTD-61).
    pub ran: bool,
    /// Fights the flames with a fitting method (CTD-123).
    pub extinguishing: bool,
    /// The weapon it reloads, by place on the sheet.
    pub reloading: Option<i64>,
    /// On which count it acted ([`Cycle::index`]).
    pub acted_on: Option<i64>,
    /// On which count it was released to act.
    pub joined: Option<i64>,
    /// How it holds now.
    pub hold: Hold,
    /// An attack roll or a spell just before was aimed at it: its spell needs a save (CTD-138).
    pub aimed: bool,
    /// How far its spell has come.
    pub casting: Casting,
}

impl Slot {
    fn key(id: Id) -> String {
        format!("slot/{}", id.0)
    }

    /// The state of somebody in this round.
    pub fn of(now: &Encounter, id: Id) -> Self {
        let Some(record) = now.record(&Self::key(id)) else {
            return Self::default();
        };
        Self {
            moved: record.int("moved"),
            after: record.int("after"),
            attacked: record.flag("attacked"),
            rooted: record.flag("rooted"),
            ran: record.flag("ran"),
            extinguishing: record.flag("extinguishing"),
            reloading: record.maybe_int("reloading"),
            acted_on: record.maybe_int("acted_on"),
            joined: record.maybe_int("joined"),
            hold: Hold::read(record),
            aimed: record.flag("aimed"),
            casting: match record.word("casting") {
                "begun" => Casting::Begun,
                "safe" => Casting::Safe,
                "lost" => Casting::Lost,
                _ => Casting::None,
            },
        }
    }

    /// Writes it back.
    pub fn save(&self, cx: &mut Resolver<'_>, id: Id) {
        let mut record = Record::new();
        for (key, number) in [("moved", self.moved), ("after", self.after)] {
            if number != 0 {
                record.set(key, number);
            }
        }
        for (key, flag) in [
            ("attacked", self.attacked),
            ("rooted", self.rooted),
            ("ran", self.ran),
            ("extinguishing", self.extinguishing),
            ("aimed", self.aimed),
        ] {
            if flag {
                record.set(key, true);
            }
        }
        for (key, number) in [
            ("reloading", self.reloading),
            ("acted_on", self.acted_on),
            ("joined", self.joined),
        ] {
            if let Some(number) = number {
                record.set(key, number);
            }
        }
        self.hold.write(&mut record);
        let casting = match self.casting {
            Casting::None => "",
            Casting::Begun => "begun",
            Casting::Safe => "safe",
            Casting::Lost => "lost",
        };
        if !casting.is_empty() {
            record.set("casting", casting);
        }
        cx.record(&Self::key(id), record);
    }

    /// Changes it in place.
    pub fn change(cx: &mut Resolver<'_>, id: Id, change: impl FnOnce(&mut Slot)) {
        let mut slot = Self::of(cx.now(), id);
        change(&mut slot);
        slot.save(cx, id);
    }

    /// Forgets it: a new round.
    pub fn forget(cx: &mut Resolver<'_>, id: Id) {
        cx.forget(&Self::key(id));
    }
}
