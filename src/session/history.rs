//! History of a fight as plain data: a sequence of inputs, each with only its changes, and the resulting commands.
//! Every change is a [`Delta`], which the journal and the snapshot store too. Applying or reverting a delta runs no
//! rule.
//!
//! Undo reverts the changes of the last input of any kind, and redo applies them again. An amendment is an ordinary
//! input that remembers the history it cut off.

use std::collections::VecDeque;
use std::sync::Arc;

use super::delta::{Delta, HistoryEntry, Open, Waiting, Was};
use crate::resolver::{Given, Ruled, Ruling, Taken};
use crate::ron_text::{Checked, Objection};

/// Data that a change removed and that exists nowhere else in the history.
#[derive(Clone, Debug, PartialEq)]
enum Remains {
    Ruled(Arc<Ruled>),
    Open(Open),
    Waiting(Waiting),
    Pending(VecDeque<Waiting>),
    Cut(Box<Cut>),
}

/// History that an amendment cut off, from the amended answer on. The commands that were finished after the amended
/// command are pending replay.
#[derive(Clone, Debug, PartialEq)]
struct Cut {
    /// Amended command, if it was finished.
    amended: Option<Arc<HistoryEntry>>,
    /// Number of commands finished after the amended command.
    finished: usize,
    open: Vec<Open>,
}

/// Input: its changes, and the data that they removed, for undo.
#[derive(Clone, Debug, PartialEq)]
struct Node {
    line: Arc<[Delta]>,
    remains: Vec<Remains>,
    /// Number of finished commands after the input; `None` if a command was open or pending replay.
    quiet: Option<usize>,
}

/// All inputs of a fight and the resulting commands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Number of finished commands before the first of `entries`, in the unread past.
    before: usize,
    entries: Vec<Arc<HistoryEntry>>,
    /// Open commands: the current command, and rulings on top of it.
    open: Vec<Open>,
    /// Commands after an amended answer, pending replay.
    pending: VecDeque<Waiting>,
    /// Automatic changes before the first input.
    opening: Vec<Delta>,
    /// One node for each input; undone inputs come last.
    nodes: Vec<Node>,
    standing: usize,
    /// Changes since the last input ended.
    growing: Vec<Delta>,
    remains: Vec<Remains>,
    /// Number of finished commands that have not changed since the last call of `take_untouched`.
    untouched: usize,
}

impl History {
    /// Creates the history of a fight with this many finished commands in its unread past.
    pub(crate) fn after(before: usize) -> Self {
        Self {
            before,
            ..Self::default()
        }
    }

    /// Returns the finished commands, except the commands in the unread past.
    pub fn entries(&self) -> &[Arc<HistoryEntry>] {
        &self.entries
    }

    /// Returns the open commands: the current command and any rulings on top of it.
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// Returns the commands after an amended answer that are pending replay.
    pub fn pending(&self) -> &VecDeque<Waiting> {
        &self.pending
    }

    /// Returns the number of finished commands.
    pub fn finished(&self) -> usize {
        self.number(self.entries.len())
    }

    /// Returns the number in the fight of the command at an index of `entries`.
    pub(crate) fn number(&self, place: usize) -> usize {
        self.before + place
    }

    /// Returns the index in `entries` of the command with this number; the open command has the index `entries.len()`.
    pub(crate) fn place_of(&self, number: usize) -> Option<usize> {
        let place = number.checked_sub(self.before);
        place.filter(|place| *place <= self.entries.len())
    }

    /// Finds the latest point without open or pending commands that is followed by at least `followed` inputs. These
    /// inputs must not have changed an earlier command. Returns the number of inputs in memory up to this point, and
    /// the number of finished commands.
    pub(crate) fn quiet_point(&self, followed: usize) -> Option<(usize, usize)> {
        let latest = self.standing.checked_sub(followed)?;
        let mut reached = usize::MAX;
        for (place, node) in self.nodes.iter().enumerate().rev() {
            if place < latest
                && let Some(finished) = node.quiet.filter(|finished| *finished <= reached)
            {
                return Some((place + 1, finished));
            }
            let back = node.line.iter().filter_map(|delta| match delta {
                Delta::Amended { entry, .. } | Delta::TakenBack(entry) => Some(*entry),
                _ => None,
            });
            reached = back.fold(reached, usize::min);
        }
        None
    }

    /// Returns the automatic changes before the first input.
    pub(crate) fn opening(&self) -> &[Delta] {
        &self.opening
    }

    /// Returns the changes of each input; undone inputs come last.
    pub(crate) fn lines(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Arc<[Delta]>> + ExactSizeIterator {
        self.nodes.iter().map(|node| &node.line)
    }

    /// Returns the number of undone inputs.
    pub fn undone(&self) -> usize {
        self.nodes.len() - self.standing
    }

    /// Returns the number of inputs that are not undone.
    pub(crate) fn standing(&self) -> usize {
        self.standing
    }

    /// Returns the changes of the last input.
    pub(crate) fn last_line(&self) -> &[Delta] {
        let last = self
            .standing
            .checked_sub(1)
            .map(|last| &*self.nodes[last].line);
        last.unwrap_or_default()
    }

    /// Returns `true` if the last input only started the open command.
    pub(crate) fn has_just_begun(&self) -> bool {
        let last = self.standing.checked_sub(1).map(|last| &self.nodes[last]);
        last.is_some_and(|node| matches!(*node.line, [Delta::Opened { by_hand: true, .. }]))
    }

    /// Returns the number of finished commands that have not changed since the last call.
    pub(crate) fn take_untouched(&mut self) -> usize {
        std::mem::replace(&mut self.untouched, self.entries.len())
    }

    /// Applies a change to the history.
    ///
    /// # Errors
    /// If the change does not fit, which only a damaged or forged file can cause. Nothing has changed then.
    pub(crate) fn apply(&mut self, delta: Delta) -> Checked {
        match delta {
            Delta::Undone | Delta::Redone if !self.growing.is_empty() => {
                Err(Objection::new("an undo must be a separate input"))
            }
            Delta::Undone => self.undo(),
            Delta::Redone => self.redo(),
            delta => {
                let remains = self.make(&delta)?;
                self.remains.extend(remains);
                match (self.growing.last_mut(), delta) {
                    (Some(Delta::Kept(so_far)), Delta::Kept(more)) => *so_far += more,
                    (_, delta) => self.growing.push(delta),
                }
                Ok(())
            }
        }
    }

    /// Records the current changes as a separate input and returns the changes. Clears the redo list.
    pub(crate) fn seal(&mut self) -> Vec<Delta> {
        let Some((line, remains)) = self.take_grown() else {
            return Vec::new();
        };
        self.nodes.push(Node {
            line: line.as_slice().into(),
            remains,
            quiet: self.quiet(),
        });
        self.standing += 1;
        line
    }

    /// Records the current changes as one input. Stores the given line itself, because a copy would fragment memory.
    pub(crate) fn seal_as(&mut self, line: &Arc<[Delta]>) {
        let same = self.growing.len() == line.len();
        let sealed = self.seal();
        if same
            && !sealed.is_empty()
            && let Some(last) = self.nodes.last_mut()
        {
            last.line = Arc::clone(line);
        }
    }

    /// Adds the current changes to the previous input, or to the automatic changes before the first input, and returns
    /// the changes. Clears the redo list.
    pub(crate) fn seal_behind(&mut self) -> Vec<Delta> {
        let Some((line, remains)) = self.take_grown() else {
            return Vec::new();
        };
        let quiet = self.quiet();
        match self.nodes.last_mut() {
            Some(last) => {
                last.line = last.line.iter().chain(&line).cloned().collect();
                last.remains.extend(remains);
                last.quiet = quiet;
            }
            None => self.opening.extend_from_slice(&line),
        }
        line
    }

    /// Returns the changes since the last input ended, if there are any, and clears redo.
    fn take_grown(&mut self) -> Option<(Vec<Delta>, Vec<Remains>)> {
        let line = std::mem::take(&mut self.growing);
        let remains = std::mem::take(&mut self.remains);
        if line.is_empty() {
            return None;
        }
        self.nodes.truncate(self.standing);
        Some((line, remains))
    }

    /// Returns the number of finished commands, if no command is open or pending replay.
    fn quiet(&self) -> Option<usize> {
        let is_quiet = self.open.is_empty() && self.pending.is_empty();
        is_quiet.then(|| self.finished())
    }

    /// Reverts the changes since the last input ended. Returns `true` if there were any.
    pub(crate) fn back_out(&mut self) -> bool {
        let line = std::mem::take(&mut self.growing);
        let mut remains = std::mem::take(&mut self.remains);
        self.take_back(&line, &mut remains);
        !line.is_empty()
    }

    fn undo(&mut self) -> Checked {
        let place = self.standing.checked_sub(1);
        let place = place.ok_or_else(|| Objection::new("nothing to undo"))?;
        let line = Arc::clone(&self.nodes[place].line);
        let mut remains = std::mem::take(&mut self.nodes[place].remains);
        self.take_back(&line, &mut remains);
        self.standing = place;
        Ok(())
    }

    fn redo(&mut self) -> Checked {
        let node = self.nodes.get(self.standing);
        let line = Arc::clone(&node.ok_or_else(|| Objection::new("nothing to redo"))?.line);
        let mut remains = Vec::new();
        for (place, delta) in line.iter().enumerate() {
            match self.make(delta) {
                Ok(more) => remains.extend(more),
                Err(why) => {
                    self.take_back(&line[..place], &mut remains);
                    return Err(why);
                }
            }
        }
        self.nodes[self.standing].remains = remains;
        self.standing += 1;
        Ok(())
    }

    fn take_back(&mut self, line: &[Delta], remains: &mut Vec<Remains>) {
        self.untouched = self.untouched.min(self.entries.len());
        for delta in line.iter().rev() {
            self.unmake(delta, remains);
            self.untouched = self.untouched.min(self.entries.len());
        }
    }

    /// Applies a change and returns the data that it removed. [`History::unmake`] reverts it.
    fn make(&mut self, delta: &Delta) -> Result<Option<Remains>, Objection> {
        let took = match delta {
            Delta::Opened { command, by_hand } => {
                self.open.push(Open {
                    command: command.clone(),
                    by_hand: *by_hand,
                    taken: Vec::new(),
                });
                None
            }
            Delta::Given(given) => self.take(Taken::Given(Arc::clone(given)))?,
            Delta::Ruled(ruled) => self.take(Taken::Ruled(Arc::clone(ruled)))?,
            Delta::Voided(question) => self.take(Taken::Voided(question.clone()))?,
            Delta::Remade { place, at, events } => {
                let top = self.open.last_mut();
                let taken = top.and_then(|top| top.taken.get_mut(*place));
                let Some(Taken::Ruled(ruled)) = taken else {
                    return Err(Objection::new(
                        "cannot recompute a ruling that does not exist",
                    ));
                };
                let again = Ruled {
                    at: at.clone(),
                    events: events.to_vec(),
                    by: ruled.by.clone(),
                };
                Some(Remains::Ruled(std::mem::replace(ruled, again.into())))
            }
            Delta::Closed(events) => {
                if self.open.len() > 1 {
                    return Err(Objection::new(
                        "cannot finish a command while another command waits for it",
                    ));
                }
                let open = self.open.pop();
                let open = open.ok_or_else(|| {
                    Objection::new("cannot finish a command that was never started")
                })?;
                self.entries.push(open.closed(Arc::clone(events)).into());
                None
            }
            Delta::ClosedAmid(ruled) => {
                let [.., below, top] = self.open.as_mut_slice() else {
                    return Err(Objection::new(
                        "cannot finish a ruling without a command below it",
                    ));
                };
                let mut ruled = Ruled::clone(ruled);
                ruled.by = Some(Arc::new(Ruling {
                    command: top.command.clone(),
                    taken: top.taken.clone(),
                }));
                below.taken.push(Taken::Ruled(ruled.into()));
                self.open.pop().map(Remains::Open)
            }
            Delta::Abandoned => {
                let open = self.open.pop();
                let open = open.ok_or_else(|| {
                    Objection::new("cannot drop a command that was never started")
                })?;
                Some(Remains::Open(open))
            }
            Delta::Corrected(events) => {
                if !self.open.is_empty() {
                    return Err(Objection::new(
                        "a correction is not possible while a command is open",
                    ));
                }
                let entry = HistoryEntry::correction(Arc::clone(events));
                self.entries.push(entry.into());
                None
            }
            Delta::Amended {
                entry,
                place,
                given,
            } => Some(Remains::Cut(self.amend(*entry, *place, given)?.into())),
            Delta::TakenBack(entry) => Some(Remains::Cut(self.take_out(*entry)?.into())),
            Delta::Kept(many) => {
                let finished = |one: &Waiting| one.was == Was::Finished;
                let stand = *many <= self.pending.len()
                    && self.open.is_empty()
                    && self.pending.iter().take(*many).all(finished);
                if !stand {
                    return Err(Objection::new(
                        "cannot keep more commands than are pending replay",
                    ));
                }
                let kept = self.pending.drain(..*many).map(|one| one.entry);
                self.entries.extend(kept);
                None
            }
            Delta::Drawn(place) => {
                let drawn = self.pending.remove(*place);
                let drawn = drawn.ok_or_else(|| {
                    Objection::new("cannot move a command that is not pending replay")
                })?;
                self.pending.push_front(drawn);
                None
            }
            Delta::Replayed => {
                let first = self.take_first()?;
                self.open.push(Open::again(&first.entry));
                Some(Remains::Waiting(first))
            }
            Delta::Skipped => Some(Remains::Waiting(self.take_first()?)),
            Delta::Dropped => Some(Remains::Pending(std::mem::take(&mut self.pending))),
            Delta::Waits(entry, was) => {
                self.pending.push_back(Waiting {
                    entry: Arc::clone(entry),
                    was: *was,
                });
                None
            }
            Delta::Undone | Delta::Redone => {
                return Err(Objection::new("an undo must be a separate input"));
            }
        };
        debug_assert_eq!(took.is_some(), takes_away(delta), "{delta:?}");
        Ok(took)
    }

    /// Reverts the last change; the last element of `remains` is the data that it removed.
    fn unmake(&mut self, delta: &Delta, remains: &mut Vec<Remains>) {
        let took = takes_away(delta).then(|| remains.pop()).flatten();
        match (delta, took) {
            (Delta::Opened { .. }, None) => drop(self.open.pop()),
            (Delta::Given(_) | Delta::Ruled(_) | Delta::Voided(_), None) => self.untake(),
            (Delta::Remade { place, .. }, Some(Remains::Ruled(ruled))) => {
                let top = self.open.last_mut();
                if let Some(one) = top.and_then(|top| top.taken.get_mut(*place)) {
                    *one = Taken::Ruled(ruled);
                }
            }
            (Delta::Closed(_), None) => {
                let entry = self.entries.pop();
                self.open.extend(entry.map(|entry| Open::again(&entry)));
            }
            (Delta::ClosedAmid(_), Some(Remains::Open(ruling))) => {
                self.untake();
                self.open.push(ruling);
            }
            (Delta::Abandoned, Some(Remains::Open(open))) => self.open.push(open),
            (Delta::Corrected(_), None) => drop(self.entries.pop()),
            (Delta::Amended { .. } | Delta::TakenBack(_), Some(Remains::Cut(cut))) => {
                self.put_back(*cut);
            }
            (Delta::Kept(many), None) => {
                let from = self.entries.len().saturating_sub(*many);
                for entry in self.entries.drain(from..).rev() {
                    let was = Was::Finished;
                    self.pending.push_front(Waiting { entry, was });
                }
            }
            (Delta::Drawn(place), None) => {
                if let Some(drawn) = self.pending.pop_front() {
                    self.pending.insert(*place, drawn);
                }
            }
            (Delta::Replayed, Some(Remains::Waiting(first))) => {
                self.open.pop();
                self.pending.push_front(first);
            }
            (Delta::Skipped, Some(Remains::Waiting(first))) => self.pending.push_front(first),
            (Delta::Dropped, Some(Remains::Pending(pending))) => self.pending = pending,
            (Delta::Waits(..), None) => drop(self.pending.pop_back()),
            (delta, took) => debug_assert!(false, "{took:?} does not remain of {delta:?}"),
        }
    }

    /// Restores the history that an amendment cut off.
    fn put_back(&mut self, cut: Cut) {
        let open = cut.open.len().saturating_sub(usize::from(cut.is_open()));
        self.entries.extend(cut.amended);
        let finished = self.pending.drain(..cut.finished.min(self.pending.len()));
        self.entries.extend(finished.map(|one| one.entry));
        self.pending.drain(..open.min(self.pending.len()));
        self.open = cut.open;
    }

    /// Adds an answer or ruling to the topmost open command.
    fn take(&mut self, taken: Taken) -> Result<Option<Remains>, Objection> {
        let top = self.open.last_mut();
        let top =
            top.ok_or_else(|| Objection::new("no command is open, so there is nothing to answer"))?;
        top.taken.push(taken);
        Ok(None)
    }

    fn untake(&mut self) {
        if let Some(top) = self.open.last_mut() {
            top.taken.pop();
        }
    }

    fn take_first(&mut self) -> Result<Waiting, Objection> {
        let first = self.pending.pop_front();
        first.ok_or_else(|| Objection::new("no command is pending replay"))
    }

    fn amend(&mut self, number: usize, place: usize, given: &Arc<Given>) -> Result<Cut, Objection> {
        let there = self.place_of(number);
        let entry = there.ok_or_else(|| Objection::new("this amends an answer in a command that does not exist: write the number of an earlier command"))?;
        let mut amended = match (self.entries.get(entry), self.open.first()) {
            (Some(finished), _) => Open::again(finished),
            (None, Some(open)) => open.clone(),
            _ => {
                return Err(Objection::new(
                    "this amends an answer in a command that does not exist: write the number of an earlier command",
                ));
            }
        };
        match amended.taken.get_mut(place) {
            Some(Taken::Given(old)) if old.question == given.question => *old = Arc::clone(given),
            _ => {
                return Err(Objection::new(
                    "this amends an answer that was never given: write the place of a given answer",
                ));
            }
        }
        let cut = self.cut(entry);
        self.open.push(amended);
        Ok(cut)
    }

    /// Removes a finished command or the open command.
    fn take_out(&mut self, number: usize) -> Result<Cut, Objection> {
        let open = !self.open.is_empty();
        let there = |place: &usize| *place < self.entries.len() || open;
        match self.place_of(number).filter(there) {
            Some(entry) => Ok(self.cut(entry)),
            None => Err(Objection::new(
                "this undoes a command that does not exist: write the number of an earlier command",
            )),
        }
    }

    /// Cuts off the history from a command on; the commands after it are pending replay.
    fn cut(&mut self, entry: usize) -> Cut {
        let mut later = self.entries.split_off(entry).into_iter();
        let cut = Cut {
            amended: later.next(),
            finished: later.len(),
            open: std::mem::take(&mut self.open),
        };
        for (depth, open) in cut.open.iter().enumerate().rev() {
            if depth > 0 || !cut.is_open() {
                self.pending.push_front(Waiting {
                    entry: open.clone().closed(Arc::default()).into(),
                    was: if depth > 0 { Was::Amid } else { Was::Open },
                });
            }
        }
        self.wait(later.rev());
        self.untouched = self.untouched.min(entry);
        cut
    }

    /// Puts finished commands in front of the commands pending replay. The iterator must return the latest command
    /// first.
    fn wait(&mut self, later: impl Iterator<Item = Arc<HistoryEntry>>) {
        for entry in later {
            let was = Was::Finished;
            self.pending.push_front(Waiting { entry, was });
        }
    }
}

/// Returns `true` if a change removes data that its undo needs.
fn takes_away(delta: &Delta) -> bool {
    matches!(
        delta,
        Delta::Remade { .. }
            | Delta::ClosedAmid(_)
            | Delta::Abandoned
            | Delta::Amended { .. }
            | Delta::TakenBack(_)
            | Delta::Replayed
            | Delta::Skipped
            | Delta::Dropped
    )
}

impl Cut {
    /// Returns `true` if the amended command was open.
    fn is_open(&self) -> bool {
        self.amended.is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::*;
    use crate::resolver::{Answer, Command, Question};

    /// Generates a change, valid or not, from two numbers.
    fn delta(kind: u8, small: u8) -> Delta {
        let place = usize::from(small);
        let question = Question {
            key: Cow::Borrowed("face"),
            who: None,
            nth: u32::from(small % 2),
        };
        let given = Given {
            question: question.clone(),
            answer: Answer::Number(i64::from(small)),
            by_hand: true,
            rerolls: 0,
            stood: None,
            led: Cow::Borrowed(""),
        };
        let ruled = Ruled::plain(None, Vec::new());
        let entry = HistoryEntry::correction(Arc::default());
        let was = [Was::Finished, Was::Open, Was::Amid][place % 3];
        match kind {
            0 | 1 => Delta::Opened {
                command: Command::ruling(["a", "b"][place % 2], None),
                by_hand: true,
            },
            2 | 3 => Delta::Given(given.into()),
            4 => Delta::Ruled(ruled.into()),
            5 => Delta::Voided(question),
            6 | 7 => Delta::Closed(Arc::default()),
            8 => Delta::ClosedAmid(ruled.into()),
            9 => Delta::Abandoned,
            10 => Delta::Corrected(Arc::default()),
            11 | 12 => Delta::Amended {
                entry: place / 3,
                place: place % 3,
                given: given.into(),
            },
            13 => Delta::TakenBack(place / 3),
            14 => Delta::Kept(place),
            15 => Delta::Drawn(place),
            16 => Delta::Replayed,
            17 => Delta::Skipped,
            18 => Delta::Dropped,
            19 => Delta::Waits(entry.into(), was),
            20 => Delta::Remade {
                place: place / 3,
                at: Some(question),
                events: Arc::default(),
            },
            21 | 22 => Delta::Undone,
            _ => Delta::Redone,
        }
    }

    /// Clears the data that only records what has changed.
    fn plain(history: &History) -> History {
        History {
            untouched: 0,
            ..history.clone()
        }
    }

    proptest! {
        #[test]
        fn unmaking_a_change_restores_the_history_before_it(changes in prop::collection::vec((0u8..25, 0u8..8, prop::bool::ANY), 0..60)) {
            let mut history = History::after(0);
            for (kind, small, ends) in changes {
                let delta = delta(kind, small);
                let before = plain(&history);
                if matches!(delta, Delta::Undone | Delta::Redone) {
                    let way_back = if delta == Delta::Undone { Delta::Redone } else { Delta::Undone };
                    if history.apply(delta).is_ok() {
                        let after = plain(&history);
                        let mut back = history.clone();
                        back.apply(way_back).expect("the other way is open");
                        prop_assert_eq!(plain(&back), before);
                        prop_assert_eq!(plain(&history), after);
                    } else {
                        prop_assert_eq!(plain(&history), before);
                    }
                    continue;
                }
                let mut tried = history.clone();
                match tried.make(&delta) {
                    Ok(took) => {
                        let mut remains: Vec<Remains> = took.into_iter().collect();
                        let made = plain(&tried);
                        tried.unmake(&delta, &mut remains);
                        prop_assert_eq!(plain(&tried), before, "{:?}", delta);
                        prop_assert!(remains.is_empty());
                        history.apply(delta).expect("it was made before");
                        prop_assert_eq!(&history.entries, &made.entries);
                        prop_assert_eq!(&history.open, &made.open);
                    }
                    Err(_) => prop_assert_eq!(plain(&tried), before, "{:?}", delta),
                }
                if ends {
                    history.seal();
                }
            }
            history.seal();
            let done = plain(&history);
            let inputs = history.standing();
            for _ in 0..inputs {
                history.apply(Delta::Undone).expect("there is an input");
            }
            prop_assert!(history.entries.is_empty() && history.open.is_empty() && history.pending.is_empty());
            for _ in 0..inputs {
                history.apply(Delta::Redone).expect("there is an input");
            }
            prop_assert_eq!(plain(&history), done);
        }
    }
}
