//! What followed an amended answer, played again with its recorded answers.
//!
//! A step of the round that no longer comes is left out, and so are commands of those who are down by now; what was ruled in
//! them counts all the same, as soon as a person is asked by a step that came later before. A ruling that was a command is made
//! again from it on other ground. Where the fight waits for something else than what was done then, the GM is asked and nothing
//! more is played. Whatever is lost is told.

use std::sync::Arc;

use anyhow::Result;

use super::Session;
use super::by_itself::without_places;
use super::delta::{Delta, HistoryEntry, Waiting, Was};
use super::left_out::rulings;
use crate::encounter::{Encounter, Event, lasting};
use crate::resolver::{Command, Ruled, Ruling, Stop, Taken, run};
use crate::rules::{self, Next};

impl Session {
    /// Plays the first command that waits again, or leaves it out. No command is open.
    pub(super) fn replay(&mut self) -> Result<()> {
        let Some(Waiting { entry, was }) = self.history.pending().front().cloned() else {
            return Ok(());
        };
        self.left_out.passed = 0;
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
                None => {
                    let step = !entry.by_hand && !begins_a_round(&entry);
                    self.left_out.passed = usize::from(step);
                    self.begin_by_itself(command)
                }
                Some(0) => self.play(&entry, was),
                Some(place) if begins_a_round(&self.history.pending()[place].entry) => {
                    self.leave_out(&entry)
                }
                Some(place) => {
                    let Waiting { entry, was } = self.history.pending()[place].clone();
                    self.change(Delta::Drawn(place))?;
                    self.play(&entry, was)?;
                    self.left_out.passed = place;
                    Ok(())
                }
            },
            Next::Offers { offers, .. } => {
                let found = || rules::entry(self.system, self.base(), &offers, &entry.command);
                // Nobody has said that it ends for whoever stands only now.
                let outlived = || rules::is_outlived(self.system, self.base(), &entry.command);
                let may_start = entry.by_hand
                    && found().is_some_and(|offer| offer.refused.is_none())
                    && !outlived();
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

    /// A person is asked, and something of what waits was passed over: what was ruled in that counts here and now, and no
    /// longer there, since nobody knows whether it comes at all. What was added to a throw waits for the throw. Gives back
    /// whether there was any.
    pub(super) fn rule_passed(&mut self) -> Result<bool> {
        let passed = std::mem::take(&mut self.left_out.passed);
        let passed: Vec<Waiting> = self
            .history
            .pending()
            .iter()
            .take(passed)
            .cloned()
            .collect();
        let ruled = |one: &Taken| matches!(one, Taken::Ruled(ruled) if ruled.changes());
        let mut rulings = Vec::new();
        for Waiting { entry, .. } in &passed {
            rulings.extend(entry.taken.iter().filter(|one| ruled(one)).cloned());
        }
        if rulings.is_empty() {
            return Ok(false);
        }
        for Waiting { entry, was } in &passed {
            let mut without = HistoryEntry::clone(entry);
            without.taken.retain(|one| !ruled(one));
            self.change(Delta::Skipped)?;
            self.change(Delta::Waits(without.into(), *was))?;
        }
        let last = self.history.pending().len() - 1;
        for _ in &passed {
            self.change(Delta::Drawn(last))?;
        }
        self.keep_rulings(&rulings)?;
        Ok(true)
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
        let again = self.made_again(self.base(), &entry.command, &entry.taken);
        let alike = was == Was::Finished && again.is_empty() && {
            let run = run(self.base(), &entry.taken, None, |cx| {
                rules::resolve(self.system, cx, &entry.command)
            });
            run.end.is_ok() && lasting(&run.events) == lasting(&entry.events)
        };
        if alike {
            return self.change(Delta::Kept(1));
        }
        self.change(Delta::Replayed)?;
        self.remake(again)
    }

    /// Makes the rulings in the only open command again, where its own answers are other ones now.
    pub(super) fn remake_open(&mut self) -> Result<()> {
        let Some(open) = self.history.open().first() else {
            return Ok(());
        };
        let again = self.made_again(self.base(), &open.command, &open.taken);
        self.remake(again)
    }

    fn remake(&mut self, again: Vec<Remade>) -> Result<()> {
        for Remade { place, ruled, lost } in again {
            self.left_out.lose(lost);
            self.change(Delta::Remade {
                place,
                at: ruled.at.clone(),
                events: ruled.events.clone().into(),
            })?;
        }
        Ok(())
    }

    /// The rulings in a command that come out otherwise on this ground, where each was made. One that asks for more now, or
    /// is refused, is lost.
    fn made_again(&self, base: &Encounter, command: &Command, taken: &[Taken]) -> Vec<Remade> {
        let mut taken = taken.to_vec();
        let mut again = Vec::new();
        for place in 0..taken.len() {
            let Taken::Ruled(ruled) = &taken[place] else {
                continue;
            };
            let Some(by) = &ruled.by else {
                continue;
            };
            let below = run(base, &taken[..place], None, |cx| {
                rules::resolve(self.system, cx, command)
            });
            let (events, lost) = match self.made_on(&below.now, by) {
                Some(events) => (events, Vec::new()),
                None => (Vec::new(), ruled.events.clone()),
            };
            if events == ruled.events {
                continue;
            }
            let at = match &below.end {
                Err(Stop::Ask(_)) => below.place_of(base, &events),
                _ => ruled.at.clone(),
            };
            let by = Some(by.clone());
            let ruled = Arc::new(Ruled { at, events, by });
            taken[place] = Taken::Ruled(Arc::clone(&ruled));
            again.push(Remade { place, ruled, lost });
        }
        again
    }

    /// What a ruling changes on this ground, if it comes to its end with what it was answered.
    fn made_on(&self, now: &Encounter, by: &Ruling) -> Option<Vec<Event>> {
        let run = run(now, &by.taken, None, |cx| {
            rules::resolve(self.system, cx, &by.command)
        });
        run.end
            .is_ok()
            .then(|| without_places(lasting(&run.events)))
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
        for one in taken {
            let Taken::Ruled(ruled) = one else {
                continue;
            };
            let events = match &ruled.by {
                Some(by) => self.made_on(&now, by),
                None => Some(ruled.events.clone()),
            };
            let Some(events) = events else {
                unfit.extend_from_slice(&ruled.events);
                continue;
            };
            for event in events {
                if event.adjustment().is_none() && now.accepts(&event).is_ok() {
                    now.apply(&event);
                    fit.push(event);
                } else {
                    unfit.push(event);
                }
            }
        }
        self.left_out.lose(unfit);
        if fit.is_empty() {
            Ok(())
        } else {
            self.rule(fit)
        }
    }

    /// Whether a command is of somebody who can do nothing any more.
    fn is_out(&self, command: &Command) -> bool {
        let now = self.base();
        match (command.who, command.side) {
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

/// A ruling in a command that comes out otherwise.
struct Remade {
    /// At which place of what the command took.
    place: usize,
    ruled: Arc<Ruled>,
    /// What it changed, if that is no more.
    lost: Vec<Event>,
}

fn begins_a_round(entry: &HistoryEntry) -> bool {
    let round = |event: &Event| matches!(event, Event::Round { .. });
    entry.events.iter().any(round)
}
