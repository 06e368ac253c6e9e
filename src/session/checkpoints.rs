//! The encounter after the finished commands, and its log: the events of each, one after the other. Kept at some places
//! on the way, so that going back does not apply all events again.

use std::collections::VecDeque;
use std::sync::Arc;

use super::delta::HistoryEntry;
use crate::encounter::{Encounter, Line, tell_all};

/// So many encounters are kept from the ends of the last inputs.
const RECENT: usize = 8;

/// Every so many commands the encounter is kept.
const CLOSE: usize = 64;

/// The same further back than this.
const FAR: usize = 1_024;

/// The encounter after the finished commands.
pub(super) struct Checkpoints {
    start: Encounter,
    now: Encounter,
    /// The encounter after so many commands: every [`CLOSE`] of the last [`FAR`], before them every [`FAR`].
    far: Vec<(usize, Encounter)>,
    /// The same where the last inputs ended.
    recent: VecDeque<(usize, Encounter)>,
    lines: Vec<Line>,
    line_ends: Vec<usize>,
}

impl Checkpoints {
    /// Before the first command.
    pub(crate) fn new(start: Encounter) -> Self {
        Self {
            now: start.clone(),
            start,
            far: Vec::new(),
            recent: VecDeque::new(),
            lines: Vec::new(),
            line_ends: Vec::new(),
        }
    }

    /// Before the first command.
    pub(crate) fn start(&self) -> &Encounter {
        &self.start
    }

    /// After the last one.
    pub(crate) fn now(&self) -> &Encounter {
        &self.now
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Goes to the end of these commands, of which so many are as they were.
    pub(crate) fn follow(&mut self, entries: &[Arc<HistoryEntry>], untouched: usize) {
        if untouched < self.line_ends.len() {
            self.far.retain(|(at, _)| *at <= untouched);
            self.recent.retain(|(at, _)| *at <= untouched);
            self.line_ends.truncate(untouched);
            let lines = self.line_ends.last().copied().unwrap_or(0);
            self.lines.truncate(lines);
            let (from, now) = self.nearest(untouched);
            self.now = now.clone();
            for (place, entry) in entries.iter().enumerate().take(untouched).skip(from) {
                self.apply(place, entry);
            }
        }
        for (place, entry) in entries.iter().enumerate().skip(self.line_ends.len()) {
            let before = self.now.round;
            self.apply(place, entry);
            self.lines
                .extend(tell_all(&entry.events, before, &self.now));
            self.line_ends.push(self.lines.len());
        }
    }

    /// An input has ended: the next undo leads here.
    pub(crate) fn remember(&mut self) {
        let at = self.line_ends.len();
        if self.recent.back().is_none_or(|(last, _)| *last != at) {
            self.recent.push_back((at, self.now.clone()));
        }
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// The encounter after the first `many` of these commands, which are as they were.
    pub(crate) fn after(&self, entries: &[Arc<HistoryEntry>], many: usize) -> Encounter {
        let (from, now) = self.nearest(many);
        let mut now = now.clone();
        for entry in entries.iter().take(many).skip(from) {
            for event in entry.events.iter() {
                now.apply(event);
            }
        }
        now
    }

    /// The last place up to `many` commands where the encounter is kept.
    fn nearest(&self, many: usize) -> (usize, &Encounter) {
        let before = |one: &&(usize, Encounter)| one.0 <= many;
        let recent = self.recent.iter().rev().find(before);
        let far = self.far.iter().rev().find(before);
        let nearest = recent.into_iter().chain(far).max_by_key(|(at, _)| *at);
        nearest.map_or((0, &self.start), |(at, now)| (*at, now))
    }

    fn apply(&mut self, place: usize, entry: &HistoryEntry) {
        for event in entry.events.iter() {
            self.now.apply(event);
        }
        let at = place + 1;
        if at.is_multiple_of(CLOSE) {
            self.far
                .retain(|(old, _)| old.is_multiple_of(FAR) || at - old < FAR);
            self.far.push((at, self.now.clone()));
        }
    }
}
