//! Collects figures command by command: attacks, damage, healing and falls.

use std::collections::{BTreeMap, BTreeSet};

use super::luck::{Expected, Luck};
use super::outcome::{Fall, PersonRecap, Recap, SideRecap, Used};
use crate::encounter::{Encounter, Event, Stage, rulings};
use crate::resolver::Command;
use crate::rules::{self, Mark, System};
use crate::simulate::Supplies;
use crate::values::{Id, SideId};

/// Figures of a fight up to a command.
pub(super) struct Collected<'a> {
    system: &'a dyn System,
    /// Encounter after the last collected command.
    now: Encounter,
    /// Last round with an action, counted without the rounds in which the fight was over.
    rounds: u32,
    /// Number of rounds that passed between parts of the fight.
    gone_by: u32,
    /// Round in which the fight ended.
    ended: u32,
    /// True if some combatants had not acted in that round when the fight ended.
    cut: bool,
    /// True if the fight resumed after its end and no combatant has acted since.
    resumed: bool,
    deeds: BTreeMap<Id, Deeds>,
    falls: Vec<Fell>,
    /// Standing of each combatant, by id.
    standings: Vec<Standing>,
    supplies: Supplies,
    /// Resources and standings at the end of the fight, while it is over.
    left: Option<Left>,
    expected: Expected,
    /// Number of decisions that the policy made for each side.
    played: BTreeMap<SideId, u64>,
}

/// Standing of a combatant, the better first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Up,
    /// No longer in the fight: broken, surrendered or gone.
    Out,
    Down,
}

impl Standing {
    fn of(system: &dyn System, now: &Encounter, id: Id) -> Self {
        if system.stands(now, id) {
            Standing::Up
        } else if now.get(id).gone || system.left(now, id).is_some() {
            Standing::Out
        } else if system.row(now, id).down {
            Standing::Down
        } else {
            Standing::Out
        }
    }
}

/// Resources and standings at the end of a fight.
#[derive(Clone)]
struct Left {
    /// Spent resources, by id.
    spent: Vec<Vec<(&'static str, i64)>>,
    /// Standing of each combatant, by id.
    standings: Vec<Standing>,
}

/// Actions and losses of a combatant.
#[derive(Default)]
struct Deeds {
    /// Attacks sorted by target; `None` is a hidden combatant in the players' figures.
    to: BTreeMap<Id, Blows>,
    taken: i64,
    healed: i64,
    falls: u64,
    luck: Luck,
}

/// Attacks on one target.
#[derive(Default)]
struct Blows {
    hits: u64,
    misses: u64,
    dealt: i64,
    felled: u64,
}

struct Fell {
    who: Id,
    round: u32,
    how: String,
    by: Option<Id>,
    cause: String,
}

/// Harm to a combatant within a command.
#[derive(Default)]
struct Harm {
    /// Attackers with the damage that is credited to each. A hit that takes effect immediately is credited with all of
    /// the damage.
    doers: Vec<(Id, i64)>,
    /// Attacker who did the last damage.
    by: Option<Id>,
    cause: String,
}

impl<'a> Collected<'a> {
    /// Starts before the first command.
    pub(super) fn new(system: &'a dyn System, start: &Encounter) -> Self {
        Self {
            system,
            rounds: 0,
            gone_by: 0,
            ended: 0,
            cut: false,
            resumed: false,
            deeds: BTreeMap::new(),
            falls: Vec::new(),
            standings: start
                .ids()
                .map(|id| Standing::of(system, start, id))
                .collect(),
            supplies: Supplies::of(system, start),
            left: None,
            expected: Expected::default(),
            played: BTreeMap::new(),
            now: start.clone(),
        }
    }

    /// Collects a command with its events.
    pub(super) fn command(&mut self, command: &Command, events: &[Event]) {
        let by = command.who.filter(|_| !command.ruling);
        // Rulings during the command belong to no combatant.
        let ruled = rulings(events);
        let mut harms: BTreeMap<Id, Harm> = BTreeMap::new();
        let mut touched: BTreeSet<Id> = BTreeSet::new();
        let mut does = self.is_deed(command);
        for (place, event) in events.iter().enumerate() {
            let by = by.filter(|_| !ruled.contains(&place));
            // The falls before the end of the fight count as losses in the fight.
            if matches!(event, Event::Staged { .. }) {
                self.look(&harms, &touched);
            }
            // The end of a round does not belong to the next round.
            if matches!(event, Event::Round { .. }) {
                self.look(&harms, &touched);
                self.count(std::mem::take(&mut does));
                // A round that starts when the fight resumes comes after all rounds that passed.
                if std::mem::take(&mut self.resumed) {
                    self.gone_by = self.now.round.saturating_sub(self.rounds);
                }
            }
            does |= match event {
                Event::Rolled(throw) => throw.kept_as.is_empty(),
                event => matches!(event, Event::Struck { .. }),
            };
            touched.extend(event.concerns());
            self.event(event, by, &mut harms);
        }
        self.look(&harms, &touched);
        self.count(does);
    }

    /// Counts a round as fought if a combatant acted in it.
    fn count(&mut self, does: bool) {
        if does && self.now.stage == Stage::Fighting {
            self.rounds = self.rounds.max(self.fought(&self.now));
            self.resumed = false;
        }
    }

    /// Returns the number of rounds fought up to the current round.
    fn fought(&self, now: &Encounter) -> u32 {
        now.round.saturating_sub(self.gone_by)
    }

    /// Returns `true` if a combatant acts in a command. Declarations, and commands that begin or end a round or the
    /// fight, do not count.
    fn is_deed(&self, command: &Command) -> bool {
        let whose = command.who.is_some() || command.side.is_some();
        let deed = || {
            let action = rules::action(self.system, command)?;
            Some(!(action.secret || action.ends || action.resumes))
        };
        whose && !command.ruling && deed() == Some(true)
    }

    /// Returns `true` if a combatant who stands has yet to act in this round.
    fn is_cut(&self) -> bool {
        let order = self.system.order(&self.now);
        let to_come = |mark| matches!(mark, Mark::Acting | Mark::Waiting | Mark::Held);
        let mut to_come = order.iter().filter(|row| to_come(row.mark));
        to_come.any(|row| {
            let mut whose = row.who.iter().chain(&row.shared);
            whose.any(|id| self.system.stands(&self.now, *id))
        })
    }

    fn event(&mut self, event: &Event, by: Option<Id>, harms: &mut BTreeMap<Id, Harm>) {
        if let Event::Staged { stage, .. } = event {
            self.staged(*stage);
        }
        let fought = self.now.stage == Stage::Fighting;
        match event {
            Event::Led { who, side, .. } => {
                let of = who.and_then(|id| self.now.find(id)).map(|one| one.side);
                if let Some(side) = of.or(*side) {
                    *self.played.entry(side).or_default() += 1;
                }
            }
            Event::Struck { by, who, hit } if fought => {
                let blows = blows(&mut self.deeds, *by, *who);
                if *hit {
                    blows.hits += 1;
                    harms.entry(*who).or_default().doers = vec![(*by, i64::MAX)];
                } else {
                    blows.misses += 1;
                }
            }
            Event::Landed { by, who, amount } => {
                let doers = &mut harms.entry(*who).or_default().doers;
                doers.retain(|(_, whole)| *whole < i64::MAX);
                doers.push((*by, *amount));
            }
            Event::Rolled(throw) if fought && throw.kept_as.is_empty() => {
                if let Some(who) = throw.who {
                    let luck = &mut self.deeds.entry(who).or_default().luck;
                    luck.count(throw, &mut self.expected);
                }
            }
            Event::Changed { who, cause, .. } if fought && self.now.find(*who).is_some() => {
                let before = self.missing(*who);
                self.now.apply(event);
                let missing = self.missing(*who);
                // Hit points that only fall to a lower maximum are not harm.
                let lowered = before < 0 && missing == 0 && cause.is_empty();
                let lost = if lowered { 0 } else { missing - before };
                let harm = harms.entry(*who).or_default();
                if !cause.is_empty() && lost > 0 {
                    harm.cause = self.now.told_without_numbers(cause).into_owned();
                }
                self.change(*who, lost, by, harm);
                return;
            }
            Event::Gained { who, condition, .. } if !condition.cause.is_empty() => {
                let cause = self.now.told(&condition.cause).into_owned();
                harms.entry(*who).or_default().cause = cause;
            }
            _ => {}
        }
        self.now.apply(event);
    }

    /// Ends or resumes the fight. Resources spent, healing and losses after its end do not count.
    fn staged(&mut self, stage: Stage) {
        self.cut = stage == Stage::Over && self.is_cut();
        self.resumed = stage == Stage::Fighting && self.now.stage == Stage::Over;
        if stage == Stage::Over {
            self.ended = self.now.round;
        } else if self.now.stage == Stage::Over && self.now.round > self.ended {
            self.gone_by = self.now.round - self.rounds;
        }
        self.left = match stage {
            Stage::Over => Some(self.leaves()),
            Stage::Setup | Stage::Fighting | Stage::Between => None,
        };
    }

    /// Returns the resources and standings as if the fight ended here.
    fn leaves(&self) -> Left {
        Left {
            spent: self.supplies.spent(self.system, &self.now),
            standings: self.standings.clone(),
        }
    }

    /// Returns the lost hit points of a combatant.
    fn missing(&self, who: Id) -> i64 {
        let (left, most) = self.system.life(&self.now, who);
        most - left
    }

    /// Records a loss of hit points, or a healing if `lost` is negative.
    fn change(&mut self, who: Id, lost: i64, by: Option<Id>, harm: &mut Harm) {
        let mine = self.deeds.entry(who).or_default();
        mine.taken += lost.max(0);
        mine.healed += (-lost).max(0);
        let mut rest = lost.max(0);
        if rest == 0 {
            return;
        }
        if harm.doers.is_empty() {
            harm.doers.extend(by.map(|by| (by, i64::MAX)));
        }
        let last = harm.doers.len();
        for (place, (by, share)) in harm.doers.iter_mut().enumerate() {
            // An amount without an attacker is credited to the last attack.
            let part = if place + 1 == last {
                rest
            } else {
                rest.min(*share)
            };
            if *share < i64::MAX {
                *share = (*share - part).max(0);
            }
            rest -= part;
            if part > 0 && *by != who {
                harm.by = Some(*by);
                blows(&mut self.deeds, *by, who).dealt += part;
            }
        }
    }

    /// Updates falls and recoveries after a command.
    fn look(&mut self, harms: &BTreeMap<Id, Harm>, touched: &BTreeSet<Id>) {
        let now = &self.now;
        let fought = now.stage == Stage::Fighting;
        self.supplies.see(self.system, now);
        for id in now.ids() {
            let Some(before) = self.standings.get(id.index()).copied() else {
                self.standings.push(Standing::of(self.system, now, id));
                continue;
            };
            let was_up = before == Standing::Up;
            if !touched.contains(&id) && was_up == self.system.stands(now, id) {
                continue;
            }
            let after = Standing::of(self.system, now, id);
            self.standings[id.index()] = after;
            if !fought || now.get(id).gone {
                continue;
            }
            // A combatant who breaks and then flees counts as one loss.
            let how = how(self.system, now, id);
            if (before, after) == (Standing::Out, Standing::Out)
                && let Some(place) = self.falls.iter().rposition(|fell| fell.who == id)
            {
                if self.falls[place].how != how {
                    let fell = self.falls.remove(place);
                    let round = now.round;
                    self.falls.push(Fell { round, how, ..fell });
                }
                continue;
            }
            if after <= before {
                // A combatant who was down may be dead now.
                let mut falls = self.falls.iter_mut().rev();
                let fell = falls.find(|fell| fell.who == id && after == Standing::Down);
                if let Some(fell) = fell {
                    fell.how = how;
                }
                continue;
            }
            let harm = harms.get(&id);
            let by = harm.and_then(|harm| harm.by);
            if after == Standing::Down {
                self.deeds.entry(id).or_default().falls += 1;
                if let Some(by) = by {
                    blows(&mut self.deeds, by, id).felled += 1;
                }
            }
            // A round in which a combatant falls is fought, even if only the GM acted in it.
            self.rounds = self.rounds.max(self.fought(now));
            self.falls.push(Fell {
                who: id,
                round: now.round,
                how,
                by,
                cause: harm.map_or_else(String::new, |harm| harm.cause.clone()),
            });
        }
    }

    /// Creates the summary of the fight. The functions decide whose figures readers may see, which combatants they
    /// know, and which texts they may read.
    pub(super) fn recap(
        &self,
        now: &Encounter,
        figures: impl Fn(Id) -> bool,
        known: impl Fn(Id) -> bool,
        open: impl Fn(&str) -> bool,
    ) -> Recap {
        let left = self.left.clone().unwrap_or_else(|| self.leaves());
        let name = |id: Id| now.name(id).to_owned();
        let side_of = |id: Id| now.side_name(now.get(id).side).to_owned();
        let falls = self
            .falls
            .iter()
            .filter(|fell| known(fell.who) && open(&name(fell.who)));
        let falls = falls.map(|fell| Fall {
            who: name(fell.who),
            side: side_of(fell.who),
            round: fell.round,
            how: fell.how.clone(),
            by: fell.by.filter(|by| known(*by)).map(name),
            cause: fell.cause.clone(),
            stands_again: left.standings.get(fell.who.index()) == Some(&Standing::Up),
        });
        let sides = now.side_ids().map(|side| {
            let all = now
                .ids()
                .filter(|id| now.get(*id).side == side && figures(*id));
            let people =
                all.map(|id| self.person(id, name(id), left.spent.get(id.index()), &known));
            SideRecap {
                name: now.side_name(side).to_owned(),
                players: now.sides[side.index()].players,
                played: self.played.get(&side).copied().unwrap_or(0),
                people: people.collect(),
            }
        });
        let over = now.stage == Stage::Over;
        let is_up = |id: &Id| left.standings.get(id.index()) == Some(&Standing::Up);
        let up: BTreeSet<SideId> = now.ids().filter(is_up).map(|id| now.get(id).side).collect();
        let only = up.first().filter(|_| over && up.len() == 1);
        let is_shown = |side: &&SideId| {
            now.ids()
                .any(|id| now.get(id).side == **side && figures(id))
        };
        let only = only.filter(is_shown);
        // The current round counts even before anyone acts in it.
        let rounds = if over {
            self.rounds
        } else {
            self.rounds.max(self.fought(now))
        };
        let cut = !over || self.cut && rounds == self.fought(now);
        let whole = rounds.saturating_sub(u32::from(cut));
        let seconds = self.system.round_lasts();
        Recap {
            rounds,
            gone_by: self.gone_by,
            whole,
            seconds: seconds.map(|seconds| u64::from(seconds) * u64::from(whole)),
            over,
            left: only.map(|side| now.side_name(*side).to_owned()),
            falls: falls.collect(),
            sides: sides.filter(|side| !side.people.is_empty()).collect(),
        }
    }

    fn person(
        &self,
        id: Id,
        name: String,
        spent: Option<&Vec<(&'static str, i64)>>,
        known: &impl Fn(Id) -> bool,
    ) -> PersonRecap {
        let none = Deeds::default();
        let deeds = self.deeds.get(&id).unwrap_or(&none);
        let to = || deeds.to.iter().filter(|(who, _)| known(**who));
        let sum = |of: fn(&Blows) -> u64| to().map(|(_, blows)| of(blows)).sum();
        let used = spent.into_iter().flatten().filter(|(_, many)| *many > 0);
        PersonRecap {
            name,
            hits: sum(|blows| blows.hits),
            misses: sum(|blows| blows.misses),
            dealt: Some(to().map(|(_, blows)| blows.dealt).sum()),
            taken: deeds.taken,
            healed: deeds.healed,
            felled: sum(|blows| blows.felled),
            falls: deeds.falls,
            luck: deeds.luck.clone(),
            used: used
                .map(|(what, many)| Used {
                    what: (*what).to_owned(),
                    many: *many,
                })
                .collect(),
        }
    }
}

/// Returns the figures of the attacks of `by` on a target.
fn blows(deeds: &mut BTreeMap<Id, Deeds>, by: Id, who: Id) -> &mut Blows {
    let to = &mut deeds.entry(by).or_default().to;
    to.entry(who).or_default()
}

/// Describes how a combatant left the fight.
fn how(system: &dyn System, now: &Encounter, id: Id) -> String {
    let row = system.row(now, id);
    match system.left(now, id) {
        Some(left) => left.to_owned(),
        None if row.down => row.health_word,
        // Otherwise, the first state without a number, such as broken or carried away.
        None => {
            let counts = |word: &String| word.contains(|c: char| c.is_ascii_digit());
            let said = row.state.into_iter().find(|word| !counts(word));
            said.unwrap_or(row.health_word)
        }
    }
}
