//! What followed an amended answer, played again with its recorded answers.
//!
//! A step of the round that no longer comes is left out, and so are commands of those who are down by now; what was ruled in
//! them counts all the same. Where the fight waits for something else than what was done then, the GM is asked and nothing
//! more is played. Whatever is lost is told.

use anyhow::Result;

use super::Session;
use super::delta::{Delta, HistoryEntry, Waiting, Was};
use super::left_out::rulings;
use crate::encounter::{Event, lasting};
use crate::resolver::{Command, Taken, run};
use crate::rules::{self, Next};

impl Session {
    /// Plays the first command that waits again, or leaves it out. No command is open.
    pub(super) fn replay(&mut self) -> Result<()> {
        let Some(Waiting { entry, was }) = self.history.pending().front().cloned() else {
            return Ok(());
        };
        if entry.is_correction() {
            if self.base().takes(&entry.events) {
                return self.change(Delta::Kept(1));
            }
            self.left_out.lose(entry.events.iter().cloned());
            return self.change(Delta::Skipped);
        }
        if entry.command.ruling && entry.by_hand {
            return self.play(&entry, was);
        }
        match rules::next(self.system, self.base()) {
            Next::Auto(command) => match self.waits_this_round(&command) {
                None => self.begin_by_itself(command),
                Some(0) => self.play(&entry, was),
                Some(place) if begins_a_round(&self.history.pending()[place].entry) => {
                    self.leave_out(&entry)
                }
                Some(place) => self.change(Delta::Drawn(place)),
            },
            Next::Offers { offers, .. } => {
                let found = || rules::entry(self.system, self.base(), &offers, &entry.command);
                let may_start =
                    entry.by_hand && found().is_some_and(|offer| offer.refused.is_none());
                let is_no_more = if entry.by_hand {
                    self.is_out(&entry.command)
                } else {
                    !begins_a_round(&entry)
                };
                if may_start {
                    self.play(&entry, was)
                } else if is_no_more {
                    self.left_out.turn = entry.by_hand;
                    self.leave_out(&entry)
                } else {
                    self.leave_out_all()
                }
            }
        }
    }

    /// Whether the first that waits belongs in the middle of the command that asks now.
    pub(super) fn waits_amid(&self) -> bool {
        let first = self.history.pending().front();
        first.is_some_and(|one| one.was == Was::Amid)
    }

    /// Plays the first that waits again, in the middle of the command that asks now.
    pub(super) fn replay_amid(&mut self) -> Result<()> {
        let Some(Waiting { entry, .. }) = self.history.pending().front().cloned() else {
            return Ok(());
        };
        let found = || rules::entry(self.system, self.now(), &[], &entry.command);
        let may_start = entry.command.ruling
            || found().is_some_and(|offer| offer.anytime && offer.refused.is_none());
        if may_start {
            self.change(Delta::Replayed)
        } else {
            self.leave_out(&entry)
        }
    }

    pub(super) fn begin_by_itself(&mut self, command: Command) -> Result<()> {
        self.change(Delta::Opened {
            command,
            by_hand: false,
        })
    }

    /// Plays the first that waits again: as it was where it comes out alike.
    fn play(&mut self, entry: &HistoryEntry, was: Was) -> Result<()> {
        self.left_out.turn &= entry.command.ruling;
        let alike = was == Was::Finished && {
            let run = run(self.base(), &entry.taken, None, |cx| {
                rules::resolve(self.system, cx, &entry.command)
            });
            run.end.is_ok() && lasting(&run.events) == lasting(&entry.events)
        };
        self.change(if alike {
            Delta::Kept(1)
        } else {
            Delta::Replayed
        })
    }

    /// Leaves the first that waits out. What was ruled in it counts all the same.
    fn leave_out(&mut self, entry: &HistoryEntry) -> Result<()> {
        self.left_out.add(entry);
        self.change(Delta::Skipped)?;
        self.keep_rulings(&entry.taken)
    }

    /// Leaves everything out that waits.
    fn leave_out_all(&mut self) -> Result<()> {
        for one in self.history.pending() {
            if one.entry.is_correction() {
                self.left_out.lose(one.entry.events.iter().cloned());
            } else {
                self.left_out.add(&one.entry);
                self.left_out.lose(rulings(&one.entry.taken));
            }
        }
        self.change(Delta::Dropped)
    }

    /// Rulings in a command that is no more count here and now.
    pub(super) fn keep_rulings(&mut self, taken: &[Taken]) -> Result<()> {
        let mut now = self.now().clone();
        let (mut fit, mut unfit) = (Vec::new(), Vec::new());
        for event in rulings(taken) {
            if event.adjustment().is_none() && now.accepts(&event).is_ok() {
                now.apply(&event);
                fit.push(event);
            } else {
                unfit.push(event);
            }
        }
        self.left_out.lose(unfit);
        match fit.is_empty() {
            true => Ok(()),
            false => self.rule(fit),
        }
    }

    /// Whether a command is of somebody who can do nothing any more.
    fn is_out(&self, command: &Command) -> bool {
        let now = self.base();
        match (command.who, command.faction) {
            (Some(id), _) => match now.find(id) {
                Some(one) => one.gone || self.system.row(now, id).down,
                None => true,
            },
            (None, None) => self.left_out.turn,
            (None, Some(_)) => false,
        }
    }

    /// Where a step that happened by itself still waits, in this round.
    fn waits_this_round(&self, command: &Command) -> Option<usize> {
        let mut round = false;
        let mut waiting = self.history.pending().iter().take_while(|one| {
            let this = !round;
            round = begins_a_round(&one.entry);
            this
        });
        waiting.position(|one| !one.entry.by_hand && one.entry.command == *command)
    }

    /// Rulings that could not be kept.
    pub(super) fn lose(&mut self, ruled: &[Event]) {
        self.left_out.lose(ruled.iter().cloned());
    }

    /// Says what could not be played again.
    pub(super) fn tell_left_out(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        for told in left_out.told(self.system, self.now()) {
            self.tell(told);
        }
    }
}

fn begins_a_round(entry: &HistoryEntry) -> bool {
    let round = |event: &Event| matches!(event, Event::Round { .. });
    entry.events.iter().any(round)
}
