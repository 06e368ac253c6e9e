//! What lasts from one command to the next: the round, the ladder's slots, the hits booked for the close of a count.
//! All of it lies in the encounter's records; these are typed views.

use crate::encounter::{Encounter, Id, Record, Resolver};

use super::sheet::fighter;

/// The last count of a round.
pub const LAST_COUNT: i64 = -5;
/// Before the first count of a round.
pub(super) const BEFORE: i64 = 1_000;
/// On no count of a round.
pub(super) const NEVER: i64 = -1_000;

/// The part of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Everyone declares.
    Declare,
    /// The ladder stands; between two counts.
    Between,
    /// A count is open: its actions are asked.
    Act,
}

/// Where the round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The part of the round.
    pub phase: Phase,
    /// The count that is open or was last; above all others before the first.
    pub count: i64,
    /// The surprise round of an ambush.
    pub surprise: bool,
    /// The GM plays on although only one side is standing.
    pub go_on: bool,
}

const ROUND: &str = "round";

impl Round {
    /// A round that begins with its declarations.
    pub fn begins(surprise: bool) -> Self {
        Self {
            phase: Phase::Declare,
            count: BEFORE,
            surprise,
            go_on: false,
        }
    }

    /// The round as it stands.
    pub fn of(now: &Encounter) -> Self {
        let Some(record) = now.record(ROUND) else {
            return Self::begins(false);
        };
        Self {
            phase: match record.word("phase") {
                "act" => Phase::Act,
                "between" => Phase::Between,
                _ => Phase::Declare,
            },
            count: record.int("count"),
            surprise: record.flag("surprise"),
            go_on: record.flag("go_on"),
        }
    }

    /// Whether any round has begun; not yet while the ambush is being rolled for.
    pub fn begun(now: &Encounter) -> bool {
        now.record(ROUND).is_some()
    }

    /// Keeps it.
    pub fn keep(self, cx: &mut Resolver<'_>) {
        let phase = match self.phase {
            Phase::Declare => "declare",
            Phase::Between => "between",
            Phase::Act => "act",
        };
        let record = Record::new()
            .with("phase", phase)
            .with("count", self.count)
            .with("surprise", self.surprise)
            .with("go_on", self.go_on);
        cx.record(ROUND, record);
    }

    /// Whether a count has been opened in this round.
    pub fn counting(&self) -> bool {
        self.count < BEFORE
    }
}

/// What stands on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One attack.
    Attack,
    /// An action that the program does not know.
    Other,
    /// The start of a spell.
    Cast,
    /// Its release.
    Release,
    /// Movement from this count on.
    Move,
    /// A Free Action.
    Free,
    /// A shield is ready.
    Shield,
    /// A potion takes effect.
    Potion,
}

impl Kind {
    const ALL: [(Kind, &'static str); 8] = [
        (Kind::Attack, "attack"),
        (Kind::Other, "other"),
        (Kind::Cast, "cast"),
        (Kind::Release, "release"),
        (Kind::Move, "move"),
        (Kind::Free, "free"),
        (Kind::Shield, "shield"),
        (Kind::Potion, "potion"),
    ];

    fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }

    /// Whether it is rolled or decided in the middle of its count, in asking order.
    pub fn acts(self) -> bool {
        matches!(self, Kind::Attack | Kind::Other | Kind::Release)
    }
}

/// How far a slot has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Still to come.
    Due,
    /// Done.
    Done,
    /// It came up and there was nobody to turn to, or it was let go: it counts as the last attack for moving on.
    Idle,
    /// Lost.
    Lost,
}

/// One entry of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Whose.
    pub who: Id,
    /// Its number: attacks from 1, then spell, movement and chores.
    pub number: i64,
    /// What it is.
    pub kind: Kind,
    /// Its count.
    pub count: i64,
    /// Target, if it has one.
    pub target: Option<Id>,
    /// The target before it turned to another one on its own count, and that count.
    pub turned: Option<(Id, i64)>,
    /// Weapon or spell.
    pub what: String,
    /// Whether it strikes in melee.
    pub melee: bool,
    /// Feet covered, for movement.
    pub feet: i64,
    /// The last count of a movement.
    pub until: i64,
    /// How far it has come.
    pub progress: Progress,
    /// Why it was lost, or how its count came about.
    pub why: String,
    /// On which count it was lost or done.
    pub ended: i64,
}

/// Number of the slot in which a spell starts.
pub const CAST: i64 = 20;
/// Number of the slot in which it is released.
pub const RELEASE: i64 = 21;
/// Number of the movement's slot.
pub const MOVE: i64 = 30;
/// Number of the Free Action's slot.
pub const FREE: i64 = 40;
/// Number of the shield's slot.
pub const SHIELD: i64 = 50;
/// Number of the potion's slot.
pub const POTION: i64 = 51;

impl Slot {
    /// A slot that is due.
    pub fn due(who: Id, number: i64, kind: Kind, count: i64) -> Self {
        Self {
            who,
            number,
            kind,
            count,
            target: None,
            turned: None,
            what: String::new(),
            melee: false,
            feet: 0,
            until: count,
            progress: Progress::Due,
            why: String::new(),
            ended: BEFORE,
        }
    }

    fn key(who: Id, number: i64) -> String {
        format!("slot/{:05}/{number:02}", who.0)
    }

    fn read(record: &Record) -> Option<Self> {
        let who = record.one("who")?;
        Some(Self {
            who,
            number: record.int("number"),
            kind: Kind::ALL
                .iter()
                .find(|(_, word)| *word == record.word("kind"))
                .map_or(Kind::Other, |(kind, _)| *kind),
            count: record.int("count"),
            target: record.one("target"),
            turned: record
                .one("turned_from")
                .map(|from| (from, record.int("turned_on"))),
            what: record.word("what").to_owned(),
            melee: record.flag("melee"),
            feet: record.int("feet"),
            until: record.int("until"),
            progress: match record.word("progress") {
                "done" => Progress::Done,
                "idle" => Progress::Idle,
                "lost" => Progress::Lost,
                _ => Progress::Due,
            },
            why: record.word("why").to_owned(),
            ended: record.int("ended"),
        })
    }

    /// Keeps it on the ladder.
    pub fn keep(&self, cx: &mut Resolver<'_>) {
        let mut record = Record::new()
            .with("who", self.who)
            .with("number", self.number)
            .with("kind", self.kind.word())
            .with("count", self.count)
            .with("until", self.until)
            .with("ended", self.ended)
            .with(
                "progress",
                match self.progress {
                    Progress::Due => "due",
                    Progress::Done => "done",
                    Progress::Idle => "idle",
                    Progress::Lost => "lost",
                },
            );
        if let Some(target) = self.target {
            record.set("target", target);
        }
        if let Some((from, on)) = self.turned {
            record.set("turned_from", from);
            record.set("turned_on", on);
        }
        if !self.what.is_empty() {
            record.set("what", self.what.clone());
        }
        if self.melee {
            record.set("melee", true);
        }
        if self.feet != 0 {
            record.set("feet", self.feet);
        }
        if !self.why.is_empty() {
            record.set("why", self.why.clone());
        }
        cx.record(&Self::key(self.who, self.number), record);
    }

    /// The same, ended on a count.
    #[must_use]
    pub fn ended(mut self, progress: Progress, on: i64, why: &str) -> Self {
        self.progress = progress;
        self.ended = on;
        if !why.is_empty() {
            why.clone_into(&mut self.why);
        }
        self
    }

    /// Whether it is due and its owner can still do it. Movement goes on while stunned (SEG-72).
    pub fn stands(&self, now: &Encounter) -> bool {
        self.progress == Progress::Due
            && now.find(self.who).is_some_and(|_| {
                let one = fighter(now, self.who);
                if self.kind == Kind::Move {
                    one.active()
                } else {
                    one.able()
                }
            })
    }

    /// The target as others see it on a count: who turns to another target on it has not turned for them (SEG-81).
    pub fn target_seen(&self, on: i64) -> Option<Id> {
        match self.turned {
            Some((from, count)) if count == on => Some(from),
            _ => self.target,
        }
    }

    /// Whether it counts as an attack made or still due, seen on a count: what is lost on that very count still
    /// does.
    pub fn counts_on(&self, on: i64) -> bool {
        match self.progress {
            Progress::Due | Progress::Done => true,
            Progress::Idle | Progress::Lost => self.ended == on,
        }
    }
}

/// All slots of the round, by combatant and number.
pub fn slots(now: &Encounter) -> Vec<Slot> {
    slots_where(now, |_| true)
}

/// Slots that are due on this count, whoever can still do them.
pub fn due_on(now: &Encounter, count: i64) -> Vec<Slot> {
    slots_where(now, |record| {
        record.int("count") == count && record.word("progress") == "due"
    })
}

/// The highest count below this one with anything on it that somebody can still do.
pub fn next_due_below(now: &Encounter, count: i64) -> Option<i64> {
    slots_where(now, |record| {
        let on = record.int("count");
        on < count && on >= LAST_COUNT && record.word("progress") == "due"
    })
    .iter()
    .filter(|slot| slot.stands(now))
    .map(|slot| slot.count)
    .max()
}

/// Melee attacks of this round that have, or had on their own count, somebody as their target.
pub fn melee_attacks_on(now: &Encounter, target: Id) -> Vec<Slot> {
    slots_where(now, |record| {
        record.flag("melee")
            && record.word("kind") == "attack"
            && (record.one("target") == Some(target) || record.one("turned_from") == Some(target))
    })
}

/// Slots whose record is as wanted; the others are not read.
fn slots_where(now: &Encounter, wanted: impl Fn(&Record) -> bool) -> Vec<Slot> {
    now.records
        .range("slot/".to_owned().."slot0".to_owned())
        .filter(|(_, record)| wanted(record))
        .filter_map(|(_, record)| Slot::read(record))
        .collect()
}

/// All slots of somebody.
pub fn slots_of(now: &Encounter, who: Id) -> Vec<Slot> {
    let from = format!("slot/{:05}/", who.0);
    let to = format!("slot/{:05}0", who.0);
    now.records
        .range(from..to)
        .filter_map(|(_, record)| Slot::read(record))
        .collect()
}

/// The slot of somebody under a number.
pub fn slot(now: &Encounter, who: Id, number: i64) -> Option<Slot> {
    Slot::read(now.record(&Slot::key(who, number))?)
}

/// Strikes off everything of somebody's that is still due, movement only if it is out of the fight. Says whether
/// anything was.
pub fn strike_off(cx: &mut Resolver<'_>, who: Id, why: &str) -> bool {
    let on = Round::of(cx.now()).count;
    let active = fighter(cx.now(), who).active();
    let mut any = false;
    for slot in slots_of(cx.now(), who) {
        if slot.progress == Progress::Due && !(slot.kind == Kind::Move && active) {
            slot.ended(Progress::Lost, on, why).keep(cx);
            any = true;
        }
    }
    any
}

/// How good a hit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A miss.
    Miss,
    /// A hit.
    Hit,
    /// A critical hit.
    Critical,
    /// A grievous hit.
    Grievous,
}

impl Level {
    const ALL: [(Level, &'static str); 4] = [
        (Level::Miss, "miss"),
        (Level::Hit, "hit"),
        (Level::Critical, "critical hit"),
        (Level::Grievous, "grievous hit"),
    ];

    /// As the log writes it.
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(level, _)| *level == self)
            .map_or("", |(_, word)| word)
    }
}

/// A hit that lands when its count closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Who hit.
    pub by: Id,
    /// Whom.
    pub target: Id,
    /// Damage taken, protection already subtracted.
    pub taken: i64,
    /// How good it is.
    pub level: Level,
    /// What stays stuck: a key of the table of missiles, or "".
    pub missile: String,
    /// Whether a grievous wound results.
    pub wound: bool,
    /// Which, in the GM's words.
    pub wound_text: String,
    /// With what, for the log.
    pub cause: String,
}

impl Hit {
    /// Keeps it until the count closes.
    pub fn keep(&self, cx: &mut Resolver<'_>) {
        let number = hits(cx.now()).len() + 1;
        let record = Record::new()
            .with("by", self.by)
            .with("target", self.target)
            .with("taken", self.taken)
            .with("level", self.level.word())
            .with("missile", self.missile.clone())
            .with("wound", self.wound)
            .with("wound_text", self.wound_text.clone())
            .with("cause", self.cause.clone());
        cx.record(&format!("hit/{number:04}"), record);
    }

    fn read(record: &Record) -> Option<Self> {
        Some(Self {
            by: record.one("by")?,
            target: record.one("target")?,
            taken: record.int("taken"),
            level: Level::ALL
                .iter()
                .find(|(_, word)| *word == record.word("level"))
                .map_or(Level::Hit, |(level, _)| *level),
            missile: record.word("missile").to_owned(),
            wound: record.flag("wound"),
            wound_text: record.word("wound_text").to_owned(),
            cause: record.word("cause").to_owned(),
        })
    }
}

/// Hits booked for the close of the open count, in the order booked.
pub fn hits(now: &Encounter) -> Vec<Hit> {
    now.records
        .range("hit/".to_owned().."hit0".to_owned())
        .filter_map(|(_, record)| Hit::read(record))
        .collect()
}

/// Removes every record whose key begins so.
pub fn forget_all(cx: &mut Resolver<'_>, prefix: &str) {
    let keys: Vec<String> = cx
        .now()
        .records
        .keys()
        .filter(|key| key.starts_with(prefix))
        .cloned()
        .collect();
    for key in keys {
        cx.forget(&key);
    }
}

/// Whom somebody may reach in melee: not those it left, or that left it, this round (SEG-98).
pub fn reaches(now: &Encounter, by: Id, target: Id, melee: bool) -> bool {
    !melee || !(now.linked(WITHDRAWN, by, target) || now.linked(WITHDRAWN, target, by))
}

/// The bond from somebody who withdrew to each one it left.
pub const WITHDRAWN: &str = "withdrawn";
/// The bond from somebody to a foe it cannot see.
pub const UNSEEN: &str = "unseen";

/// The ambush's degree of somebody who was caught, in the surprise round.
pub fn ambush_degree(now: &Encounter, who: Id) -> Option<i64> {
    if !Round::of(now).surprise {
        return None;
    }
    now.record("ambush")?
        .list("caught")
        .iter()
        .find(|one| one.one("who") == Some(who))
        .map(|one| one.int("degree"))
}

/// Whether somebody springs the ambush.
pub fn ambusher(now: &Encounter, who: Id) -> bool {
    Round::of(now).surprise
        && now
            .record("ambush")
            .is_some_and(|ambush| ambush.who("by").contains(&who))
}

/// Whether somebody may declare in this round: everyone active, in a surprise round only ambushers and those of
/// degree 1 and 2.
pub fn may_act(now: &Encounter, who: Id) -> bool {
    if !fighter(now, who).active() {
        return false;
    }
    if !Round::of(now).surprise {
        return true;
    }
    ambusher(now, who) || ambush_degree(now, who).is_some_and(|degree| degree <= 2)
}
