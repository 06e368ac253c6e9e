//! Replay of the commands after an amended answer, with their recorded answers.
//!
//! Steps of the round that are no longer due are skipped, and so are commands of combatants who are now down or whose
//! turn has already ended. A command that a person started becomes automatic if it now happens automatically. Rulings in
//! skipped commands are kept and take effect as soon as a later step waits for a person. A ruling made by a command
//! is recomputed if the encounter before it changed. If the fight waits for a choice other than the recorded choice,
//! the replay ends and the GM chooses. Everything lost is reported.

use std::sync::Arc;

use super::Session;
use super::by_itself::without_places;
use super::delta::{Delta, HistoryEntry, Waiting, Was};
use super::input_error::Result;
use super::left_out::rulings;
use crate::encounter::{Encounter, Event, lasting};
use crate::resolver::{Command, Ruled, Ruling, Stop, Taken, run};
use crate::rules::{self, Next};
use crate::values::Id;

impl Session {
    /// Replays or skips the first pending command. No command is open.
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
            // The step that a person started, such as the end of a turn, is now automatic.
            Next::Auto(command) if entry.by_hand && entry.command == command => {
                let mut automatic = HistoryEntry::clone(&entry);
                automatic.by_hand = false;
                self.change(Delta::Skipped)?;
                self.change(Delta::Waits(automatic.clone().into(), was))?;
                self.change(Delta::Drawn(self.history.pending().len() - 1))?;
                self.play(&automatic, was)
            }
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
                // A combatant who stands only after the amendment may have no place in the recorded end of the fight.
                let outlived = || rules::is_outlived(self.system, self.base(), &entry.command);
                let may_start = entry.by_hand
                    && found().is_some_and(|offer| offer.refused.is_none())
                    && !outlived();
                let is_no_more = if entry.by_hand {
                    self.is_out(&entry.command) || self.is_of_ended_turn(&entry.command)
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

    /// Returns `true` if the first pending command belongs inside the command that waits for an answer.
    pub(super) fn waits_amid(&self) -> bool {
        let first = self.history.pending().front();
        first.is_some_and(|one| one.was == Was::Amid)
    }

    /// Replays the first pending command inside the command that waits for an answer.
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

    /// Applies the rulings of commands that were passed over, because the fight waits for a person and those commands
    /// may never start. Adjustments of a roll wait for the roll. Returns `true` if there were any rulings.
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

    /// Replays the first pending command. Keeps the entry of the command if the result is unchanged.
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

    /// Recomputes the rulings in the only open command if their results have changed.
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

    /// Lists the rulings of a command that change on this encounter, each with its index. A ruling that asks for more
    /// answers or is refused is lost.
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

    /// Returns the events of a ruling on this encounter, if its recorded answers suffice.
    fn made_on(&self, now: &Encounter, by: &Ruling) -> Option<Vec<Event>> {
        let run = run(now, &by.taken, None, |cx| {
            rules::resolve(self.system, cx, &by.command)
        });
        run.end
            .is_ok()
            .then(|| without_places(lasting(&run.events)))
    }

    /// Skips the first pending command, but keeps its rulings.
    fn leave_out(&mut self, entry: &HistoryEntry) -> Result<()> {
        self.left_out.add(entry);
        self.change(Delta::Skipped)?;
        self.keep_rulings(&entry.taken)
    }

    /// Skips all pending commands.
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

    /// Applies the rulings of a removed command now.
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

    /// Returns `true` if the combatant or side of a command can no longer act.
    fn is_out(&self, command: &Command) -> bool {
        match (command.who, command.side) {
            (Some(id), _) => self.is_out_in(self.base(), id),
            (None, None) => self.left_out.turn,
            (None, Some(_)) => false,
        }
    }

    /// Returns `true` if the turn of the combatant who gave a pending command has already ended: the turn was in progress
    /// when a person started the previous replayed command.
    fn is_of_ended_turn(&self, command: &Command) -> bool {
        let entries = self.history.entries();
        let by_hand = |entry: &Arc<HistoryEntry>| entry.by_hand && !entry.command.ruling;
        let Some(previous) = entries.iter().rposition(by_hand) else {
            return false;
        };
        let turn = self.checkpoints.after(entries, previous).turn;
        turn.is_some() && turn == command.who && turn != self.base().turn
    }

    /// Returns `true` if a combatant is down, gone or unknown in an encounter.
    pub(super) fn is_out_in(&self, now: &Encounter, who: Id) -> bool {
        let one = now.find(who);
        one.is_none_or(|one| one.gone || self.system.row(now, who).down)
    }

    /// Returns the index of a pending automatic step, if it comes in this round.
    fn waits_this_round(&self, command: &Command) -> Option<usize> {
        let mut round = false;
        let mut waiting = self.history.pending().iter().take_while(|one| {
            let this = !round;
            round = begins_a_round(&one.entry);
            this
        });
        waiting.position(|one| !one.entry.by_hand && one.entry.command == *command)
    }

    /// Records rulings that could not be kept.
    pub(super) fn lose(&mut self, ruled: &[Event]) {
        self.left_out.lose(ruled.iter().cloned());
    }

    /// Reports everything that could not be replayed.
    pub(super) fn tell_left_out(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        for told in left_out.told(self.system, self.now()) {
            self.tell(told);
        }
    }
}

/// Ruling with a new result, made during a command.
struct Remade {
    /// Index in the answers and rulings of the command.
    place: usize,
    ruled: Arc<Ruled>,
    /// Former events of the ruling, if the ruling is lost.
    lost: Vec<Event>,
}

fn begins_a_round(entry: &HistoryEntry) -> bool {
    let round = |event: &Event| matches!(event, Event::Round { .. });
    entry.events.iter().any(round)
}
