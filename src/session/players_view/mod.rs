//! View of a fight for the players: visible combatants and the log. Players see numbers only for changes on their own
//! sheets. They see no declarations of foes and nothing that the GM keeps secret. Hidden combatants are left out
//! everywhere, also from counts.

mod names;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::encounter::says::RULED;
use crate::encounter::{
    Combatant, Condition, Encounter, Event, Line, in_time, rulings, tell, tell_in_time,
};
use crate::resolver::{Command, Taken, run};
use crate::rules::{self, Mark, OrderRow, System};
use crate::text::{capital, listed, small};
use crate::values::{Id, SideId, Told};

use self::names::Names;
use super::{HistoryEntry, Session};

/// Number of commands in a batch. The log lines of a batch are computed from the encounter before its first command.
const TOGETHER: usize = 64;

/// Number of finished commands in which Affray searches for the state that players saw before a hidden combatant acted.
const LOOK_BACK: usize = 256;

/// Number of automatic commands after an attack whose log lines belong to the attack, such as the fall of the target.
const AFTERMATH: usize = 8;

/// Returns `true` if players may see a combatant.
pub(crate) fn is_seen(now: &Encounter, id: Id) -> bool {
    now.find(id)
        .is_some_and(|combatant| !combatant.hidden && !combatant.gone)
}

/// Returns `true` if a combatant is on a players' side. The combatant's numbers are not secret then.
pub(crate) fn is_players_own(now: &Encounter, id: Id) -> bool {
    let side = now.find(id).map(|combatant| combatant.side.index());
    side.and_then(|place| now.sides.get(place))
        .is_some_and(|side| side.players)
}

/// Returns an encounter without the combatants who are hidden now, and without their turn.
fn without_hidden(then: &Encounter, now: &Encounter) -> Encounter {
    let mut seen = then.clone();
    for id in then.ids().filter(|id| is_hidden(now, *id)) {
        seen.apply(&Event::Left {
            who: id,
            cause: String::new(),
        });
        seen.turn = seen.turn.filter(|turn| *turn != id);
    }
    seen
}

fn is_hidden(now: &Encounter, id: Id) -> bool {
    now.find(id).is_some_and(|one| one.hidden)
}

/// Returns the combatants who act in an encounter: the combatant whose turn it is, and the combatants marked in the
/// order.
fn who_acts(system: &dyn System, then: &Encounter) -> Vec<Id> {
    let marked = system.order(then).into_iter();
    let marked = marked.filter(|row| row.mark == Mark::Acting);
    let marked = marked.filter_map(|row| row.who);
    then.turn.into_iter().chain(marked).collect()
}

/// Returns the encounter whose marks players see while a command is open, `now` or the encounter before the command.
/// Some rules mark a combatant as done at the beginning of their action. Players see this mark at the end of the action.
fn marked<'e>(
    system: &dyn System,
    before: &'e Encounter,
    command: &Command,
    events: &[Event],
    now: &'e Encounter,
) -> &'e Encounter {
    let acts = |then: &Encounter, who: Id| who_acts(system, then).contains(&who);
    let begins = |event: &Event| matches!(event, Event::Turn { .. } | Event::Round { .. });
    let is_early = command
        .who
        .is_some_and(|who| acts(before, who) && !acts(now, who));
    if is_early && !events.iter().any(begins) {
        before
    } else {
        now
    }
}

/// Returns `true` if every combatant who acts in `then` is hidden in `now`.
fn acts_unseen(system: &dyn System, then: &Encounter, now: &Encounter) -> bool {
    let acting = who_acts(system, then);
    !acting.is_empty() && acting.iter().all(|id| is_hidden(now, *id))
}

/// View of the players while only hidden combatants act.
struct Held {
    /// Last encounter that players saw before. The combatants who act in this encounter stay marked.
    marks: Encounter,
    /// Encounter whose combatants players see, unless something visible has happened since.
    people: Encounter,
    /// Number of finished commands that players see.
    until: usize,
    /// Command of which players see only the beginning, with its events so far.
    partly: Option<(Command, Vec<Event>)>,
    /// Number of finished commands after which only hidden combatants acted.
    unseen: usize,
}

/// State in which the fight waited for a person.
struct Waited {
    now: Encounter,
    /// Encounter whose marks players saw.
    marks: Encounter,
    /// Number of finished commands before the state.
    after: usize,
    /// Command that waited for an answer, with its events so far.
    partly: Option<(Command, Vec<Event>)>,
}

impl Held {
    /// Finds the last state that players saw before only hidden combatants acted. Players also see the roll or choice
    /// that led to the hidden combatant's turn. Returns `None` if there is no such state within [`LOOK_BACK`] commands.
    fn of(session: &Session) -> Option<Self> {
        let (system, now) = (session.system(), session.now());
        let entries = session.history().entries();
        let waited = Waited::last(session)?;
        let after = |many: usize| session.checkpoints.after(entries, many);
        let mut between = waited.after..entries.len();
        let unseen = between.find(|many| acts_unseen(system, &after(*many), now));
        let unseen = unseen.unwrap_or(entries.len());
        let shows = |entry: &HistoryEntry| {
            entry.by_hand && (entry.command.ruling || !entry.taken.is_empty())
        };
        let mut done = (waited.after..unseen).rev();
        let done = done.find(|place| shows(&entries[*place]));
        Some(match done {
            Some(done) => Self {
                people: after(done + 1),
                marks: waited.marks,
                until: done + 1,
                partly: None,
                unseen,
            },
            None => Self {
                people: waited.now,
                marks: waited.marks,
                until: waited.after,
                partly: waited.partly,
                unseen,
            },
        })
    }
}

impl Waited {
    /// Finds the latest state in which the fight waited for a person. States in which only hidden combatants act are
    /// skipped.
    fn last(session: &Session) -> Option<Self> {
        let (system, now) = (session.system(), session.now());
        let history = session.history();
        let entries = history.entries();
        // State at the last answer of a command.
        let during = |after: usize, command: &Command, taken: &[Taken]| {
            let (_, before) = taken.split_last()?;
            let from = session.checkpoints.after(entries, after);
            let run = run(&from, before, None, |cx| {
                rules::resolve(system, cx, command)
            });
            let marks = marked(system, &from, command, &run.events, &run.now).clone();
            let is_shown = !acts_unseen(system, &marks, now);
            is_shown.then(|| Self {
                now: run.now,
                marks,
                after,
                partly: Some((command.clone(), run.events)),
            })
        };
        let open = history.open().first();
        let found = open.and_then(|open| during(entries.len(), &open.command, &open.taken));
        if found.is_some() {
            return found;
        }
        let mut has_waited = open.is_some_and(|open| open.by_hand);
        let least = entries.len().saturating_sub(LOOK_BACK);
        for after in (least..=entries.len()).rev() {
            let then = session.checkpoints.after(entries, after);
            if has_waited && !acts_unseen(system, &then, now) {
                return Some(Self {
                    marks: then.clone(),
                    now: then,
                    after,
                    partly: None,
                });
            }
            let place = after.checked_sub(1)?;
            let entry = &entries[place];
            let found = during(place, &entry.command, &entry.taken);
            if found.is_some() {
                return found;
            }
            has_waited = entry.by_hand;
        }
        None
    }
}

/// Readers of a log or a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    GameMaster,
    /// Players: no hidden combatants, no numbers of foes, health in words.
    Players,
}

/// View of a fight for its players.
pub struct Players<'a> {
    session: &'a Session,
    /// Encounter without the hidden combatants. While only hidden combatants act, it stays as players last saw it.
    seen: Encounter,
    /// View of the players while only hidden combatants act and nothing visible happens.
    held: Option<Held>,
    /// True while only hidden combatants act, and players saw nothing before.
    acts_unseen: bool,
    /// All names that hidden combatants have ever had.
    hidden: Vec<String>,
    /// Labels of the conditions that were ever secret in this fight, without those that a combatant has openly now.
    secret_conditions: BTreeSet<String>,
    names: Names,
}

/// Latest event that the players saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Latest {
    /// True for an attack.
    pub is_blow: bool,
    /// Visible part of the event.
    pub told: String,
}

/// Delayed result of attacks: attackers with their targets, the log lines, and the index of the command.
type Delayed = (Vec<(Id, Id)>, Vec<String>, usize);

/// Encounter from which a command starts, by its location.
enum Place<'a> {
    /// Encounter below an open command.
    Open(&'a Encounter),
    /// Number of finished commands before the command.
    Done(usize),
}

/// Visible harm to a foe.
struct Harm {
    foe: Id,
    /// Description of the foe's health.
    looks: String,
    /// Cause of the damage; "" if an attack was just described.
    by: String,
}

impl Harm {
    fn told(&self, now: &Encounter) -> Event {
        let by = match self.by.as_str() {
            "" => String::new(),
            by => format!(" ({by})"),
        };
        let told = format!("{} is {}{by}.", now.name(self.foe), self.looks);
        Event::sentence(vec![self.foe], told)
    }

    /// Returns the cause of the fall, unless the log already has it.
    fn why(&self, now: &Encounter) -> Option<Event> {
        let told = format!("{}: {}.", now.name(self.foe), self.by);
        (!self.by.is_empty()).then(|| Event::sentence(vec![self.foe], told))
    }
}

impl<'a> Players<'a> {
    /// Creates the players' view of a fight.
    pub fn of(session: &'a Session) -> Self {
        let now = session.now();
        let start = session.checkpoints.start();
        let mut called: Vec<(Id, String)> = Vec::new();
        for encounter in [start, now] {
            called.extend(
                encounter
                    .ids()
                    .map(|id| (id, encounter.name(id).to_owned())),
            );
        }
        called.extend(now.ids().map(|id| (id, now.get(id).other_name.clone())));
        let conditions = |now: &'a Encounter| now.ids().flat_map(|id| &now.get(id).conditions);
        let mut conditions_ever: Vec<&Condition> = conditions(start).collect();
        let done = session.history().entries().iter();
        let done = done.flat_map(|entry| entry.events.iter());
        for event in done.chain(session.runs.iter().flat_map(|run| &run.events)) {
            if let Event::Edited { who, was, name, .. } = event {
                let names = name.iter().chain([was]);
                called.extend(names.map(|name| (*who, name.clone())));
            } else if let Event::Gained { condition, .. } = event {
                conditions_ever.push(condition);
            }
        }
        // A condition that a combatant has openly is no secret.
        let labels = |all: &mut dyn Iterator<Item = &Condition>| -> BTreeSet<String> {
            all.map(|one| now.schema.called(&one.key)).collect()
        };
        let secret = labels(&mut conditions_ever.into_iter().filter(|one| one.secret));
        let open = labels(&mut conditions(now).filter(|one| !one.secret));
        called.retain(|(_, name)| !name.is_empty());
        let hidden = called.iter().filter(|(id, _)| is_hidden(now, *id));
        let mut hidden: Vec<String> = hidden.map(|(_, name)| name.clone()).collect();
        // A side without visible members is hidden too, so that its name reveals nothing.
        for (place, side) in now.sides.iter().enumerate() {
            let mut members = now.ids().filter(|id| now.get(*id).side.index() == place);
            if !side.players && members.all(|id| is_hidden(now, id)) {
                hidden.push(side.name.clone());
            }
        }
        // A former name may be a secret. So is the real name of a combatant whom the players see under another name.
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for (id, name) in called {
            let bearer = now.by_name(&name).unwrap_or(id);
            let today = now.find(bearer).map_or("", Combatant::players_name);
            names.insert(name, today.to_owned());
        }
        for side in now.sides.iter() {
            let name = || side.name.clone();
            names.entry(name()).or_insert_with(name);
        }
        let mut names: Vec<(String, String)> = names.into_iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let begun = session.history().open().first().zip(session.runs.first());
        let marks = begun.map_or(now, |(begun, run)| {
            marked(
                session.system(),
                session.below(0),
                &begun.command,
                &run.events,
                now,
            )
        });
        let unseen = acts_unseen(session.system(), marks, now);
        let held = unseen.then(|| Held::of(session)).flatten();
        let marks = held.as_ref().map_or(marks, |held| &held.marks);
        let mut players = Self {
            session,
            seen: without_hidden(marks, now),
            held: None,
            acts_unseen: unseen && held.is_none(),
            hidden,
            secret_conditions: &secret - &open,
            names: Names(names),
        };
        if let Some(held) = held
            && !players.happened_since(held.unseen)
        {
            players.held = Some(held);
        }
        players
    }

    /// Returns `true` if players see a log line of the commands after the first `many`.
    fn happened_since(&self, many: usize) -> bool {
        let history = self.session.history();
        let told = |command: &Command, events: &[Event], mut then: Encounter| {
            let lines = self.told(command, events, &mut then);
            lines.iter().any(|line| !line.heading)
        };
        let entries = history.entries();
        let mut done = (many..entries.len()).rev();
        let mut open = history.open().iter().zip(&self.session.runs).enumerate();
        open.any(|(level, (open, run))| {
            told(
                &open.command,
                &run.events,
                self.session.below(level).clone(),
            )
        }) || done.any(|place| {
            let then = self.session.checkpoints.after(entries, place);
            told(&entries[place].command, &entries[place].events, then)
        })
    }

    /// Returns a text with the names that the players see today.
    pub(crate) fn named_for_players(&self, text: &str) -> String {
        self.names.of_today(text)
    }

    /// Returns the encounter whose combatants players see.
    pub(crate) fn shown(&self) -> &Encounter {
        let now = self.session.now();
        self.held.as_ref().map_or(now, |held| &held.people)
    }

    /// Returns `true` while only hidden combatants act and nothing visible happens.
    pub(crate) fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Returns the state of the fight for the header; "" if the header would name a hidden combatant.
    pub(crate) fn headline(&self) -> String {
        let headline = rules::headline(self.session.system(), &self.seen);
        Some(headline)
            .filter(|text| !self.gives_away(text))
            .map(|text| self.named_for_players(&text))
            .unwrap_or_default()
    }

    /// Returns the encounter without the hidden combatants. While only they act, returns the encounter that players saw
    /// last.
    pub(crate) fn as_seen(&self) -> &Encounter {
        &self.seen
    }

    /// Returns the order rows of visible combatants, the rows without a combatant, and the headings above these rows.
    /// While only hidden combatants act, the row that was current before them stays current.
    pub(crate) fn order(&self) -> Vec<OrderRow> {
        let mut rows = self.rows();
        let theirs = rows.iter_mut().filter(|row| row.who.is_some());
        for row in theirs.filter(|_| self.acts_unseen) {
            row.current = false;
            if row.mark == Mark::Acting {
                row.mark = Mark::Waiting;
            }
        }
        rows
    }

    /// Returns the order without the hidden combatants.
    fn rows(&self) -> Vec<OrderRow> {
        let mut rows = self.session.system().order(&self.seen);
        let now = self.session.now();
        let hides = |id: Id| !is_seen(&self.seen, id) || !is_seen(now, id);
        for row in &mut rows {
            let was_shared = !row.shared.is_empty();
            row.shared.retain(|id| !hides(*id));
            if was_shared && row.shared.is_empty() {
                row.label.clear();
            }
        }
        rows.retain(|row| !row.who.is_some_and(hides));
        rows.retain(|row| row.who.is_some() || !row.shared.is_empty() || !row.label.is_empty());
        let heads = |row: &OrderRow| row.mark == Mark::Heading && row.shared.is_empty();
        let ends = |at: usize| rows.get(at + 1).is_none_or(heads);
        let empty: Vec<bool> = (0..rows.len())
            .map(|at| heads(&rows[at]) && ends(at))
            .collect();
        let mut empty = empty.into_iter();
        rows.retain(|_| empty.next() != Some(true));
        rows
    }

    /// Returns the visible combatants who act now: the combatant whose turn it is, else the combatants that the order
    /// marks, else the combatants on the current count.
    pub(crate) fn acting(&self) -> Vec<Id> {
        if self.acts_unseen {
            return Vec::new();
        }
        let turn = self.seen.turn.filter(|who| is_seen(&self.seen, *who));
        let turn = turn.filter(|who| is_seen(self.session.now(), *who));
        if let Some(who) = turn {
            return vec![who];
        }
        let rows = self.rows();
        let marked = rows.iter().filter(|row| row.mark == Mark::Acting);
        let marked: Vec<Id> = marked.filter_map(|row| row.who).collect();
        if !marked.is_empty() {
            return marked;
        }
        let current = rows.iter().filter(|row| row.current);
        let current = current.flat_map(|row| row.who.into_iter().chain(row.shared.iter().copied()));
        let mut acting: Vec<Id> = Vec::new();
        for id in current {
            if !acting.contains(&id) {
                acting.push(id);
            }
        }
        acting
    }

    /// Returns the visible combatants who act next.
    pub(crate) fn follows(&self) -> Vec<Id> {
        // A hidden combatant is followed by the combatants who would act in its place.
        let would = |row: &OrderRow| match row.mark {
            Mark::Acting => true,
            Mark::Waiting => row.current,
            Mark::Heading | Mark::Done | Mark::Held | Mark::Lost => false,
        };
        let rows = self.rows().into_iter().filter(|_| self.acts_unseen);
        let mut follows: Vec<Id> = rows.filter(would).filter_map(|row| row.who).collect();
        if follows.is_empty() {
            // Before a first turn, for example while initiative is rolled, the order is not known yet.
            let is_open = match &self.held {
                Some(held) => held.partly.is_some(),
                None => !self.session.history().open().is_empty(),
            };
            if !self.acts_unseen && is_open && self.acting().is_empty() {
                return follows;
            }
            follows = self.session.system().follows(&self.seen);
            let now = self.session.now();
            follows.retain(|id| is_seen(&self.seen, *id) && is_seen(now, *id));
        }
        follows
    }

    /// Returns `true` if a text names a hidden combatant.
    pub(crate) fn gives_away(&self, text: &str) -> bool {
        let mut named = self.names.walk(text).filter_map(|(_, name)| name);
        named.any(|name| self.hidden.contains(name))
    }

    /// Returns `true` if a text names a secret condition: "Advantage: stunned."
    fn names_secret_condition(&self, text: &str) -> bool {
        let mut labels = self.secret_conditions.iter();
        labels.any(|label| {
            let mut places = text.match_indices(label.as_str());
            places.any(|(at, label)| {
                let is_letter = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
                let after = text[at + label.len()..].chars().next();
                !is_letter(text[..at].chars().next_back()) && !is_letter(after)
            })
        })
    }

    pub(crate) fn lines(&self) -> Vec<Line> {
        self.last_lines(usize::MAX)
    }

    /// Returns the last lines of the log, newest last: at least `most` lines, if the log has as many.
    pub fn last_lines(&self, most: usize) -> Vec<Line> {
        self.lines_until(most, None)
    }

    /// Returns the last lines of the log as players see them now: at least `most` lines, if the log has as many.
    pub(crate) fn shown_lines(&self, most: usize) -> Vec<Line> {
        self.lines_until(most, self.held.as_ref())
    }

    /// Returns the last lines of the log, at least `most`: lines of all commands, or of the commands that are shown
    /// while the view is held.
    fn lines_until(&self, most: usize, held: Option<&Held>) -> Vec<Line> {
        let history = self.session.history();
        let entries = history.entries();
        // Built from the newest line backwards.
        let mut lines: Vec<Line> = Vec::new();
        let open = history.open().iter().zip(&self.session.runs);
        for (level, (open, run)) in open.enumerate().rev().filter(|_| held.is_none()) {
            let mut then = self.session.below(level).clone();
            let told = self.told(&open.command, &run.events, &mut then);
            lines.extend(told.into_iter().rev());
        }
        let mut end = held.map_or(entries.len(), |held| held.until);
        if let Some((command, events)) = held.and_then(|held| held.partly.as_ref()) {
            let mut then = self.session.checkpoints.after(entries, end);
            let told = self.told(command, events, &mut then);
            lines.extend(told.into_iter().rev());
        }
        while end > 0 && lines.len() < most {
            let begin = end.saturating_sub(TOGETHER);
            let mut then = self.session.checkpoints.after(entries, begin);
            let told = entries[begin..end]
                .iter()
                .flat_map(|entry| self.told(&entry.command, &entry.events, &mut then));
            let told: Vec<Line> = told.collect();
            lines.extend(told.into_iter().rev());
            end = begin;
        }
        lines.reverse();
        lines
    }

    /// Returns the latest event that the players saw, in a sentence or two. The event is an attack with its result and
    /// the consequences for the target, a fall without an attack, a ruling, or a planned event. `None` before the first
    /// such event.
    pub fn latest(&self) -> Option<Latest> {
        let now = self.session.now();
        let are_seen = |by: &Id, who: &Id| is_seen(now, *by) && is_seen(now, *who);
        let struck =
            |event: &Event| matches!(event, Event::Struck { by, who, .. } if are_seen(by, who));
        let landed =
            |event: &Event| matches!(event, Event::Landed { by, who, .. } if are_seen(by, who));
        let came = |event: &Event| matches!(event, Event::CameDue { hidden: false, .. });
        let history = self.session.history();
        let open = history.open().iter().zip(&self.session.runs).enumerate();
        let until = self.held.as_ref().map(|held| held.until);
        let open = open.rev().filter(|_| until.is_none());
        let open = open.map(|(level, (open, run))| {
            let then = self.session.below(level);
            (&open.command, run.events.as_slice(), Place::Open(then))
        });
        let done = &history.entries()[..until.unwrap_or(history.entries().len())];
        let done = done.iter().enumerate().rev();
        let done = done
            .map(|(place, entry)| (&entry.command, entry.events.as_slice(), Place::Done(place)));
        // A delayed result is attached to the attack of its round.
        let mut later: Option<Delayed> = None;
        let from = |events: &[Event]| {
            let from = events.iter().filter_map(|event| match event {
                Event::Struck { by, who, .. } | Event::Landed { by, who, .. } => Some((*by, *who)),
                _ => None,
            });
            from.collect::<Vec<(Id, Id)>>()
        };
        // Latest fall or harm that no attack explains so far; an attack in an earlier command may explain it.
        let mut fell: Option<(usize, Vec<Id>, String)> = None;
        for (command, events, place) in open.chain(done) {
            let is_blow = events.iter().any(struck);
            let is_news = later.is_none() && fell.is_none() && events.iter().any(came);
            if !is_blow && !is_news && (later.is_some() || !events.iter().any(landed)) {
                let begins = |event: &Event| matches!(event, Event::Round { .. });
                if later.is_some() && events.iter().any(begins) {
                    break;
                }
                if let Place::Done(place) = place
                    && later.is_none()
                    && fell.is_none()
                {
                    let told = self.harmed(command, events, place);
                    fell = told.map(|(who, told)| (place, who, told));
                    let ruled = fell.is_none() && command.ruling;
                    let told = ruled.then(|| self.deed(command, events, place));
                    if let Some(told) = told.filter(|told| !told.is_empty()) {
                        return Some(Latest {
                            is_blow: false,
                            told,
                        });
                    }
                }
                continue;
            }
            let by = from(events);
            let others = |its: &[(Id, Id)]| !its.iter().any(|one| by.contains(one));
            if later.as_ref().is_some_and(|(its, _, _)| others(its)) {
                continue;
            }
            if let Some((at, who, told)) = fell.take() {
                let of_this = |id: &Id| by.iter().any(|(_, target)| target == id);
                let near = match place {
                    Place::Open(_) => false,
                    Place::Done(place) => {
                        at - place <= AFTERMATH && self.follow_by_themselves(place, at)
                    }
                };
                if !near || !who.iter().any(of_this) {
                    return Some(Latest {
                        is_blow: false,
                        told,
                    });
                }
            }
            let many = history.entries().len();
            let result = later.take().map(|(_, told, at)| (told, at));
            let (result, until) = result.unwrap_or((Vec::new(), many));
            let (mut then, after, at) = match place {
                Place::Open(then) => (then.clone(), Vec::new(), many),
                Place::Done(place) => (
                    self.session.checkpoints.after(history.entries(), place),
                    self.aftermath(place, until, &by),
                    place,
                ),
            };
            let told = self.told(command, events, &mut then).into_iter();
            let told = told.filter(|line| !line.heading).map(|line| line.text);
            let told: Vec<String> = told.chain(after).chain(result).collect();
            if (is_blow || is_news) && !told.is_empty() {
                let told = without_repetitions(&told).join(" ");
                return Some(Latest { is_blow, told });
            }
            later = Some((by, told, at)).filter(|(_, told, _)| !told.is_empty());
        }
        match fell {
            Some((_, _, told)) => Some(Latest {
                is_blow: false,
                told,
            }),
            None => later.map(|(_, told, _)| Latest {
                is_blow: true,
                told: without_repetitions(&told).join(" "),
            }),
        }
    }

    /// Returns `true` if the commands after the command at `place`, up to `last`, followed it automatically and began
    /// no turn.
    fn follow_by_themselves(&self, place: usize, last: usize) -> bool {
        let entries = self.session.history().entries();
        let mut after = entries[place + 1..=last].iter();
        after.all(|entry| follows_at_once(entry))
    }

    /// Returns the consequences for the targets of an attack in the automatic commands after it, up to the command at
    /// `end`.
    fn aftermath(&self, place: usize, end: usize, by: &[(Id, Id)]) -> Vec<String> {
        let entries = self.session.history().entries();
        let until = self.held.as_ref().map_or(entries.len(), |held| held.until);
        let after = entries[..until.min(end)].iter().enumerate();
        let after = after.skip(place + 1).take(AFTERMATH);
        let after = after.take_while(|(_, entry)| follows_at_once(entry));
        let mut told = Vec::new();
        for (place, entry) in after {
            // A target who acts next has no consequences of the attack.
            let is_effect = |event: &&Event| !matches!(event, Event::Act { .. });
            let effects = entry.events.iter().filter(is_effect);
            let mut concerned = effects.flat_map(Event::concerns);
            if concerned.any(|id| by.iter().any(|(_, target)| *target == id)) {
                let mut then = self.session.checkpoints.after(entries, place);
                let lines = self.told(&entry.command, &entry.events, &mut then);
                let lines = lines.into_iter().filter(|line| !line.heading);
                told.extend(lines.map(|line| line.text));
            }
        }
        told
    }

    /// Returns the log lines of a finished command in one text.
    fn deed(&self, command: &Command, events: &[Event], place: usize) -> String {
        let entries = self.session.history().entries();
        let mut then = self.session.checkpoints.after(entries, place);
        let told = self.told(command, events, &mut then).into_iter();
        let told = told.filter(|line| !line.heading).map(|line| line.text);
        told.collect::<Vec<String>>().join(" ")
    }

    /// Returns the visible combatants who fell or lost life in a command without a visible attack, and the log lines of
    /// the command. Returns `None` if there are no such combatants.
    fn harmed(
        &self,
        command: &Command,
        events: &[Event],
        place: usize,
    ) -> Option<(Vec<Id>, String)> {
        let now = self.session.now();
        let harms = |event: &Event| matches!(event, Event::Changed { .. } | Event::Gained { .. });
        let harmed = events.iter().filter(|event| harms(event));
        let harmed = harmed.flat_map(Event::concerns);
        let mut harmed: Vec<Id> = harmed.filter(|id| is_seen(now, *id)).collect();
        harmed.sort();
        harmed.dedup();
        if harmed.is_empty() {
            return None;
        }
        let entries = self.session.history().entries();
        let mut then = self.session.checkpoints.after(entries, place);
        let system = self.session.system();
        harmed.retain(|id| then.find(*id).is_some() && !system.row(&then, *id).down);
        let lives: Vec<i64> = harmed
            .iter()
            .map(|id| system.row(&then, *id).life.0)
            .collect();
        let is_attack = |event: &Event| matches!(event, Event::Struck { .. });
        let by_hidden = events.iter().any(is_attack);
        let told = self.told(command, events, &mut then);
        let mut lives = lives.into_iter();
        harmed.retain(|id| {
            let (row, before) = (system.row(&then, *id), lives.next());
            by_hidden || row.down || Some(row.life.0) < before
        });
        let told = told.into_iter().filter(|line| !line.heading);
        let told: Vec<String> = told.map(|line| line.text).collect();
        (!harmed.is_empty() && !told.is_empty()).then(|| (harmed, told.join(" ")))
    }

    /// Returns the sides that are still standing at the end of a fight; `None` before the end, or if enemies still
    /// stand.
    fn winners(&self) -> Option<Vec<SideId>> {
        let now = self.session.now();
        if !now.over() {
            return None;
        }
        let system = self.session.system();
        let stands = |side: &SideId| {
            let mut members = now.ids().filter(|id| now.get(*id).side == *side);
            members.any(|id| is_seen(now, id) && system.stands(now, id))
        };
        let standing: Vec<SideId> = now.side_ids().filter(stands).collect();
        let is_own = |side: &SideId| now.sides[side.index()].players;
        let divided = standing.len() > 1 && !standing.iter().all(is_own);
        (!divided).then_some(standing)
    }

    /// Returns the result of a fight that is over: "Heroes won". Returns "" if opposing combatants are still up.
    pub(crate) fn result(&self) -> String {
        let now = self.session.now();
        let Some(winners) = self.winners() else {
            return String::new();
        };
        let names: Vec<&str> = winners.iter().map(|side| now.side_name(*side)).collect();
        if names.is_empty() {
            return "No one is left standing".to_owned();
        }
        format!("{} won", listed(&names))
    }

    /// Returns the log lines of one command for players. Applies the command to `then`, the encounter before it.
    fn told(&self, command: &Command, events: &[Event], then: &mut Encounter) -> Vec<Line> {
        let now = self.session.now();
        let action = rules::action(self.session.system(), command);
        let secret = action.is_some_and(|action| action.secret);
        let of_theirs = |id: &Id| is_players_own(now, *id);
        let theirs = command.who.as_ref().is_some_and(of_theirs);
        let own = |event: &Event| event.concerns().first().is_some_and(of_theirs);
        // True while an attack that is not part of a declaration interrupts it: a foe's attack during a player's
        // declaration, or a player's attack during a foe's.
        let mut meanwhile = false;
        let mut harmed: Vec<(usize, Harm)> = Vec::new();
        let before = then.round;
        // An event already names the attacker.
        let credited = |foe: Id| {
            let mut events = events.iter();
            events.any(|event| match event {
                Event::Struck { who, .. } | Event::Landed { who, .. } => *who == foe,
                _ => false,
            })
        };
        let heard = events.iter().enumerate().map(|(place, event)| {
            if let Event::Act { who, .. } = event {
                meanwhile = if theirs {
                    event.concerns().iter().any(of_theirs)
                } else {
                    who.as_ref().is_some_and(of_theirs)
                };
            }
            let secret = secret && !meanwhile;
            let is_secret = keeps_secret(event, then);
            let goes = secret.then(|| self.goes(event, then)).flatten();
            let harm = self.harm(event, then, credited);
            let word = self.in_words(event, then.round);
            let word = word.or(harm.as_ref().map(|harm| harm.told(now)));
            harmed.extend(harm.map(|harm| (place, harm)));
            let planned = matches!(event, Event::Noted { planned: true, .. });
            word.filter(|_| !is_secret && (!(secret || planned) || own(event)))
                .or(goes.filter(|_| !is_secret))
                .filter(|word| begins_a_line(event) || !self.is_of_hidden(word))
        });
        let mut heard: Vec<Option<Event>> = heard.collect();
        // The rules log the falls.
        let system = self.session.system();
        for (place, harm) in harmed {
            if then.find(harm.foe).is_some() && system.row(then, harm.foe).down {
                heard[place] = harm.why(now).filter(|why| !self.is_of_hidden(why));
            }
        }
        let marks = |event: &Event| matches!(event, Event::Meanwhile { .. });
        let mut told: Vec<(Event, bool)> = Vec::new();
        let (mut unseen, mut begins) = (false, false);
        // Event of an opening sentence without names and without a continuation so far, and `true` if its continuation
        // is only for the GM.
        let mut bare: Option<(usize, bool)> = None;
        for place in in_time(events) {
            if matches!(events[place], Event::Act { .. }) {
                self.complete(&mut told, bare.take(), command, events);
            }
            // Each event is used once, except the marks around rulings.
            let event = if marks(&events[place]) {
                heard[place].clone()
            } else {
                heard[place].take()
            };
            let Some(event) = event else {
                let is_told = |event| tell(event, before, now).is_some();
                if let Some((_, withheld)) = &mut bare {
                    *withheld |= is_told(&events[place]) && !self.is_of_hidden(&events[place]);
                }
                continue;
            };
            if begins_a_line(&events[place]) {
                let text = tell(&event, before, now).unwrap_or_default();
                unseen = self.gives_away(&text);
                begins = unseen;
            }
            // Actions of hidden combatants are left out, but not their effects on visible combatants.
            let of_nobody = || begins_a_line(&events[place]) || event.concerns().is_empty();
            if unseen && of_nobody() {
                continue;
            }
            // Several levels of a condition give the same text, which appears once in a line.
            let gains = matches!(events[place], Event::Gained { .. });
            let mut of_line = told.iter().rev().take_while(|(_, begins)| !begins);
            if gains && of_line.any(|(one, _)| *one == event) {
                continue;
            }
            // An event starts a new line if it starts a line for the GM, even if the text differs.
            let opens = begins_a_line(&events[place]) || begins_a_line(&event);
            bare = matches!(event, Event::Act { .. }).then_some((place, false));
            told.push((event, opens || std::mem::take(&mut begins)));
        }
        self.complete(&mut told, bare, command, events);
        let told = told.iter().map(|(event, begins)| (event, *begins));
        let mut lines = tell_in_time(told, before, now);
        for line in &mut lines {
            line.text = line.text.trim().to_owned();
        }
        lines.retain(|line| line.open && !line.text.is_empty() && !self.gives_away(&line.text));
        for line in &mut lines {
            line.text = self.names.of_today(&line.text);
            // Their positions belong to the GM's text.
            line.details.clear();
        }
        lines
    }

    /// Names the combatants of a last line whose shown part says nothing, such as "Initiative." or "GM
    /// ruling: healing.", or removes the line. `bare` has the event of the line, and `true` if something is withheld. A
    /// line about hidden combatants alone is removed.
    fn complete(
        &self,
        told: &mut Vec<(Event, bool)>,
        bare: Option<(usize, bool)>,
        command: &Command,
        events: &[Event],
    ) {
        let (Some((place, withheld)), Some((Event::Act { text, .. }, begins))) =
            (bare, told.last())
        else {
            return;
        };
        let now = self.session.now();
        let (text, begins) = (now.told(text).into_owned(), *begins);
        let concerned = events[place].concerns();
        let is_named = self.names.walk(&text).any(|(_, name)| name.is_some());
        let is_ruling = command.ruling || rulings(events).contains(&place);
        let is_secret = !concerned.is_empty() && concerned.iter().all(|id| is_hidden(now, *id));
        if is_named || !withheld && !is_secret || is_ruling && concerned.is_empty() {
            return;
        }
        let mut seen: Vec<Id> = concerned
            .into_iter()
            .filter(|id| is_seen(now, *id))
            .collect();
        seen.dedup();
        let whole = match seen.as_slice() {
            [] => None,
            seen if is_ruling => {
                let ruling = text.trim_end_matches('.');
                Some(format!("{ruling} ({}).", now.crowd(seen)))
            }
            [one] => Some(format!("{}: {}", now.name(*one), small(&text))),
            _ => None,
        };
        told.pop();
        told.extend(whole.map(|text| {
            let act = Event::Act {
                who: None,
                about: seen,
                text: text.into(),
                secret: false,
            };
            (act, begins)
        }));
    }

    /// Returns the line for a foe who leaves the fight during a secret declaration, because everyone sees the
    /// departure.
    fn goes(&self, event: &Event, then: &Encounter) -> Option<Event> {
        let Event::Gained { who, .. } = event else {
            return None;
        };
        let system = self.session.system();
        let stood = then.find(*who).is_some() && !system.row(then, *who).down;
        let mut after = then.clone();
        after.apply(event);
        let text = tell(event, then.round, self.session.now())?;
        (stood && system.row(&after, *who).down).then(|| Event::Act {
            who: Some(*who),
            about: vec![*who],
            text: self.names.without_numbers(&text).into(),
            secret: false,
        })
    }

    /// Returns the visible harm to a foe when a value on its sheet changes: its health in words, and the cause if no
    /// attack was logged. Applies the event to `then`.
    fn harm(
        &self,
        event: &Event,
        then: &mut Encounter,
        credited: impl Fn(Id) -> bool,
    ) -> Option<Harm> {
        let now = self.session.now();
        let (foe, cause) = match event {
            Event::Changed { who, cause, .. } if !is_players_own(now, *who) => {
                (then.find(*who).map(|_| *who), self.cause(cause))
            }
            _ => (None, String::new()),
        };
        let system = self.session.system();
        let before = foe.map(|foe| system.row(then, foe).life.0);
        then.apply(event);
        let (foe, before) = foe.zip(before)?;
        let row = system.row(then, foe);
        let told = credited(foe) || self.gives_away(&cause);
        (row.life.0 < before).then(|| Harm {
            foe,
            looks: row.health_word,
            by: if told { String::new() } else { cause },
        })
    }

    /// Returns the cause of harm without its amounts; "" if players may not know a cause.
    fn cause(&self, cause: &Told) -> String {
        let text = self.session.now().told_without_numbers(cause);
        if cause.plain() == Some(RULED) || self.names.counts(&text) {
            String::new()
        } else {
            text.into_owned()
        }
    }

    /// Returns an event in the form that players may read; `None` if it is secret.
    fn in_words(&self, event: &Event, round: u32) -> Option<Event> {
        let now = self.session.now();
        let about = event.concerns();
        match event {
            Event::Act {
                who, about, text, ..
            } => {
                let is_plain = matches!(text, Told::Plain(_));
                let (about, text) = self.without_hidden_among(about, text);
                // Facts have a wording without numbers, but names in the facts may contain numbers.
                let text = if is_plain || self.names.counts(&text) {
                    self.names.of_a_deed(&text, who.map(|id| now.name(id)))
                } else {
                    text
                };
                Some(Event::Act {
                    who: *who,
                    text: text.into(),
                    about,
                    secret: false,
                })
            }
            Event::Noted { text, .. } => {
                let seen = now.told_without_numbers(text);
                match text {
                    _ if self.names_secret_condition(&seen) => None,
                    Told::Said(_) if seen.is_empty() => None,
                    Told::Said(_) if !self.names.counts(&seen) => {
                        Some(Event::sentence(about, seen.into_owned()))
                    }
                    _ => self.note(about, &seen),
                }
            }
            Event::Rolled(throw) => {
                let who = throw.who.filter(|_| !throw.unnamed);
                let who = who.and_then(|who| now.find(who));
                let what = now.told_without_numbers(&throw.what);
                let begins = match who {
                    _ if !throw.told.is_empty() => now.told_without_numbers(&throw.told).into(),
                    Some(who) if what.is_empty() => who.name.clone(),
                    Some(who) => format!("{}, {what}", who.name),
                    None => capital(&what),
                };
                let text = match begins.as_str() {
                    "" => format!("{}.", capital(&throw.verdict)),
                    begins => format!("{begins}: {}.", throw.verdict),
                };
                (!throw.verdict.is_empty()).then(|| self.note(about, &text))?
            }
            Event::Changed { who, cause, .. } if is_players_own(now, *who) => {
                let cause = now.told(cause);
                let mut event = event.clone();
                if let Event::Changed { cause: said, .. } = &mut event
                    && (self.names.counts(&cause) || self.gives_away(&cause))
                {
                    *said = Told::default();
                }
                Some(event)
            }
            Event::Round { .. } | Event::Staged { .. } | Event::Meanwhile { .. } => {
                Some(event.clone())
            }
            Event::Gained { label, .. } => {
                // The degree of a condition is a number of the sheet; players see only its name.
                let label = now.told(label);
                let seen = label.trim_end_matches(|c: char| c.is_ascii_digit());
                let mut event = event.clone();
                if let Event::Gained { label, .. } = &mut event
                    && seen.ends_with(' ')
                {
                    *label = seen.trim_end().into();
                }
                self.note(about, &tell(&event, round, now)?)
            }
            Event::CameDue {
                hidden: false,
                text,
                ..
            } => {
                let text = self.names.without_what_counts(&now.told(text));
                (!text.is_empty()).then(|| Event::sentence(about, text))
            }
            Event::CameDue { hidden: true, .. }
            | Event::Changed { .. }
            | Event::Amended { .. }
            | Event::Edited { .. }
            | Event::Hid { .. }
            | Event::CombatantRoller { .. }
            | Event::SideRoller { .. }
            | Event::CombatantControl { .. }
            | Event::SideControl { .. }
            | Event::Led { .. }
            | Event::EnvironmentRoller { .. }
            | Event::Struck { .. }
            | Event::Landed { .. }
            | Event::Linked(_)
            | Event::Unlinked(_)
            | Event::Adjusted { .. }
            | Event::Kept { .. }
            | Event::Turn { .. }
            | Event::Fielded { .. }
            | Event::Notes { .. }
            | Event::Scheduled(_)
            | Event::Unscheduled { .. } => None,
            Event::Lost { .. }
            | Event::Sided { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Returned { .. } => self.note(about, &tell(event, round, now)?),
        }
    }

    /// Removes hidden combatants from a list of combatants and from the text that names them.
    fn without_hidden_among(&self, about: &[Id], told: &Told) -> (Vec<Id>, String) {
        let now = self.session.now();
        let text = match told {
            Told::Plain(text) => text,
            Told::Said(said) => {
                let seen = said.without(&|id| !is_seen(now, id));
                let about = about.iter().copied().chain(seen.about()).collect();
                return (
                    about,
                    now.told_without_numbers(&Told::Said(seen)).into_owned(),
                );
            }
        };
        let seen = about.iter().copied().filter(|id| is_seen(now, *id));
        let seen: Vec<Id> = seen.collect();
        if seen.is_empty() || seen.len() == about.len() {
            (about.to_vec(), text.to_string())
        } else {
            let text = text.replace(&now.names(about), &now.names(&seen));
            (seen, text)
        }
    }

    /// Returns `true` if an event is about a hidden combatant. The log shows the other events of the line.
    fn is_of_hidden(&self, event: &Event) -> bool {
        let now = self.session.now();
        let is_hidden = |id: &Id| now.find(*id).is_some_and(|one| one.hidden);
        let gives_away = || tell(event, now.round, now).is_some_and(|text| self.gives_away(&text));
        event.concerns().iter().any(is_hidden) || gives_away()
    }

    /// Returns a sentence about combatants, cut before its numbers.
    fn note(&self, about: Vec<Id>, text: &str) -> Option<Event> {
        let text = self.names.without_numbers(text);
        (!text.is_empty()).then(|| Event::sentence(about, text))
    }
}

/// Removes lines that another line repeats, and announcements whose result is another line: "Ana attacks Rat." before
/// "Ana attacks Rat: missed."
fn without_repetitions(lines: &[String]) -> Vec<&str> {
    let repeats = |line: &str, other: &str| {
        let begin = line.trim_end_matches('.');
        let rest = other.strip_prefix(begin);
        rest.is_some_and(|rest| rest == "." || rest.starts_with([':', ',', ';']))
    };
    let kept = lines.iter().enumerate().filter(|(place, line)| {
        let is_known = lines[..*place].contains(*line);
        let mut others = lines.iter().filter(|other| other != line);
        !is_known && !others.any(|other| repeats(line, other))
    });
    kept.map(|(_, line)| line.as_str()).collect()
}

/// Returns `true` if a command followed the previous command automatically and began no turn or round.
fn follows_at_once(entry: &HistoryEntry) -> bool {
    let begins = |event: &Event| {
        matches!(
            event,
            Event::Round { .. } | Event::Turn { who: Some(_) } | Event::Struck { .. }
        )
    };
    !entry.by_hand && !entry.events.iter().any(begins)
}

/// Returns `true` if an event always starts a new log line.
fn begins_a_line(event: &Event) -> bool {
    matches!(
        event,
        Event::Act { .. }
            | Event::CameDue { .. }
            | Event::Rolled(_)
            | Event::Round { .. }
            | Event::Staged { .. }
    )
}

/// Returns `true` if an event is secret in this encounter.
fn keeps_secret(event: &Event, then: &Encounter) -> bool {
    match event {
        Event::Act { secret, .. } => *secret,
        Event::Noted { aside, .. } => *aside,
        Event::Gained { condition, .. } => condition.secret,
        Event::Lost { who, key, .. } => {
            let lost = then.find(*who).and_then(|one| one.named(key));
            lost.is_some_and(|condition| condition.secret)
        }
        Event::CameDue { hidden, .. } => *hidden,
        Event::Amended { .. }
        | Event::Rolled(_)
        | Event::Struck { .. }
        | Event::Landed { .. }
        | Event::Changed { .. }
        | Event::Linked(_)
        | Event::Unlinked(_)
        | Event::Adjusted { .. }
        | Event::Kept { .. }
        | Event::Round { .. }
        | Event::Turn { .. }
        | Event::Sided { .. }
        | Event::Fielded { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Returned { .. }
        | Event::Edited { .. }
        | Event::Hid { .. }
        | Event::CombatantRoller { .. }
        | Event::SideRoller { .. }
        | Event::CombatantControl { .. }
        | Event::SideControl { .. }
        | Event::Led { .. }
        | Event::EnvironmentRoller { .. }
        | Event::Notes { .. }
        | Event::Scheduled(_)
        | Event::Unscheduled { .. }
        | Event::Meanwhile { .. }
        | Event::Staged { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_event_repeats_no_line() {
        let lines = [
            "Ana attacks Rat.",
            "Rat does not react.",
            "Ana attacks Rat: hit.",
            "Rat is hurt.",
            "Rat is hurt.",
        ];
        let lines = lines.map(str::to_owned);
        assert_eq!(
            without_repetitions(&lines),
            [
                "Rat does not react.",
                "Ana attacks Rat: hit.",
                "Rat is hurt."
            ]
        );
    }
}
