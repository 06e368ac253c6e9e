//! Figures of many simulated fights. Figures are only counts. They do not depend on the order of the fights or on the
//! number of threads, and need no more memory for a million fights than for one.

use super::supplies::Supplies;
use crate::encounter::{Due, Encounter};
use crate::rules::System;
use crate::values::{Id, SideId};

/// Count out of a total, with its margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub count: u64,
    /// Total of the count.
    pub of: u64,
}

impl Share {
    /// Returns the share, 0 to 1; 0 if the total is 0.
    pub fn part(self) -> f64 {
        match self.of {
            0 => 0.0,
            of => self.count as f64 / of as f64,
        }
    }

    /// Returns the margin of error at 95 % confidence: the wider side of Wilson's interval (1927), which is correct at
    /// 0 and 1 too. Returns 1 if the total is 0.
    pub fn error(self) -> f64 {
        const Z: f64 = 1.96;
        if self.of == 0 {
            return 1.0;
        }
        let (n, p) = (self.of as f64, self.part());
        let scale = 1.0 + Z * Z / n;
        let centre = (p + Z * Z / (2.0 * n)) / scale;
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
        (centre + half - p).max(p - centre + half)
    }

    /// Returns the share in percent as shown, with only as many decimals as the error allows. Returns 0 or 100 only if
    /// that is exact.
    pub fn percent(self) -> f64 {
        self.percent_in(10_f64.powi(self.places()))
    }

    /// Returns the share in percent, rounded to 1/`parts`.
    pub(super) fn percent_in(self, parts: f64) -> f64 {
        let told = (100.0 * parts * self.part()).round();
        let told = if self.count > 0 && self.count < self.of {
            told.clamp(1.0, 100.0 * parts - 1.0)
        } else {
            told
        };
        told / parts
    }

    /// Returns the number of decimals to show.
    fn places(self) -> i32 {
        i32::from(100.0 * self.error() < 0.95)
    }

    /// Returns the share and its error in percent: "75% ±2".
    pub fn text(self) -> String {
        let (part, error) = (self.percent(), 100.0 * self.error());
        match self.places() {
            0 => format!("{part:.0}% ±{error:.0}"),
            _ => format!("{part:.1}% ±{error:.1}"),
        }
    }

    /// Returns the share and its error in whole percent: "75% ±2", or "0%" if it never happened.
    pub fn whole_text(self) -> String {
        let error = (100.0 * self.error()).max(1.0);
        match self.percent_in(1.0) {
            percent @ (0.0 | 100.0) if error < 1.5 => format!("{percent:.0}%"),
            percent => format!("{percent:.0}% ±{error:.0}"),
        }
    }

    /// Returns `true` if the shares differ by more than their combined errors.
    pub fn differs(self, other: Self) -> bool {
        let apart = (self.part() - other.part()).abs();
        apart > self.error().hypot(other.error())
    }
}

/// Figures of one side in many fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Number of fights at whose end only this side was up.
    pub holds: u64,
    /// Number of the side's combatants who were up at the end, over all fights.
    pub left: u64,
    /// Resources spent, over all fights.
    pub used: Vec<(&'static str, u64)>,
    /// Number of fights in progress, by round and by number of the side's combatants who are up.
    going: Vec<Vec<u64>>,
    /// Number of fights that ended in a round, by number of the side's combatants who were up at the end.
    ended: Vec<Vec<u64>>,
}

/// Figures of one combatant in many fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonFigures {
    /// Number of fights in which the combatant was up at the start: 0 for objects, and for combatants who were down or
    /// away.
    pub stood: u64,
    /// Number of those fights at whose end the combatant was not up.
    pub falls: u64,
    /// Number of the combatant's falls in each round, counted from the first simulated round.
    pub rounds: Vec<u64>,
}

/// Figures of many fights from one state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub fights: u64,
    /// Number of undecided fights: more than one side was up after the last simulated round.
    pub undecided: u64,
    /// Number of fights at whose end no combatant was up.
    pub nobody: u64,
    /// Figures of the sides, by side.
    pub sides: Vec<SideFigures>,
    /// Figures of the combatants, by id.
    pub people: Vec<PersonFigures>,
    /// Number of fights that ended in each round, counted from the first simulated round.
    pub ends: Vec<u64>,
    /// Number of policy decisions that were not possible, which is a fault of the policy, not of the fight.
    pub unfit: u64,
}

/// Figures of one fight while it is played.
pub struct Course<'a> {
    system: &'a dyn System,
    first: u32,
    round: u32,
    /// Number of combatants of each side who were up at the start of each round.
    by_round: Vec<Vec<usize>>,
    /// True for each combatant who was up at the start.
    stood: Vec<bool>,
    /// Number of rounds from the first simulated round until each combatant was first seen down.
    down: Vec<Option<u32>>,
    supplies: Supplies,
}

impl<'a> Course<'a> {
    /// Starts to collect figures at the beginning of a fight.
    pub fn new(system: &'a dyn System, start: &Encounter) -> Self {
        let mut course = Self {
            system,
            first: start.round,
            round: start.round,
            by_round: Vec::new(),
            stood: start.ids().map(|id| system.stands(start, id)).collect(),
            down: Vec::new(),
            supplies: Supplies::of(system, start),
        };
        course.look(start);
        course
    }

    /// Updates the figures after a command.
    pub fn see(&mut self, now: &Encounter) {
        if now.round != self.round {
            // Changes seen at the beginning of a round happened in the round before.
            self.look(now);
            self.round = now.round;
        }
    }

    fn look(&mut self, now: &Encounter) {
        self.down.resize(now.combatants.len(), None);
        let mut standing = vec![0; now.sides.len()];
        for id in now.ids() {
            let down = &mut self.down[id.index()];
            if self.system.stands(now, id) {
                *down = None;
                standing[now.get(id).side.index()] += 1;
            } else {
                down.get_or_insert(self.round.saturating_sub(self.first));
            }
        }
        self.by_round.push(standing);
    }

    /// Returns the result at the end of the fight.
    pub fn ends(mut self, now: &Encounter, unfit: usize) -> Ended {
        self.round = self.round.max(now.round);
        self.look(now);
        let mut used: Vec<Vec<(&'static str, i64)>> = vec![Vec::new(); now.sides.len()];
        let spent = self.supplies.spent(self.system, now);
        for (id, spent) in now.ids().zip(spent) {
            let side = &mut used[now.get(id).side.index()];
            for (word, spent) in spent {
                match side.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, all)) => *all += spent,
                    None => side.push((word, spent)),
                }
            }
        }
        Ended {
            by_round: self.by_round,
            stood: self.stood,
            down: self.down,
            used,
            unfit,
        }
    }
}

/// Result of one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    by_round: Vec<Vec<usize>>,
    stood: Vec<bool>,
    down: Vec<Option<u32>>,
    used: Vec<Vec<(&'static str, i64)>>,
    unfit: usize,
}

impl Figures {
    pub fn add(&mut self, ended: &Ended) {
        self.fights += 1;
        self.unfit += ended.unfit as u64;
        let (Some(last), rounds) = (ended.by_round.last(), ended.by_round.len() - 1) else {
            return;
        };
        // The numbers at the end follow the numbers at the beginning of the last round.
        count(&mut self.ends, rounds - 1, 1);
        grow(&mut self.sides, last.len());
        grow(&mut self.people, ended.stood.len());
        let mut stand = (0..last.len()).filter(|side| last[*side] > 0);
        match (stand.next(), stand.next()) {
            (None, _) => self.nobody += 1,
            (Some(side), None) => self.sides[side].holds += 1,
            (Some(_), Some(_)) => self.undecided += 1,
        }
        for (place, side) in self.sides.iter_mut().enumerate() {
            let stood = |course: &Vec<usize>| course.get(place).copied().unwrap_or(0);
            for (round, course) in ended.by_round[..rounds].iter().enumerate() {
                grow(&mut side.going, round + 1);
                count(&mut side.going[round], stood(course), 1);
            }
            grow(&mut side.ended, rounds);
            count(&mut side.ended[rounds - 1], stood(last), 1);
            side.left += stood(last) as u64;
            for (word, spent) in ended.used.get(place).into_iter().flatten() {
                side.uses(word, u64::try_from(*spent).unwrap_or(0));
            }
        }
        let course = ended.stood.iter().zip(&ended.down);
        for (person, (_, down)) in self.people.iter_mut().zip(course).filter(|(_, one)| *one.0) {
            person.stood += 1;
            if let Some(round) = down {
                person.falls += 1;
                count(&mut person.rounds, *round as usize, 1);
            }
        }
    }

    /// Adds the figures of other fights.
    pub fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        self.undecided += other.undecided;
        self.nobody += other.nobody;
        self.unfit += other.unfit;
        add_all(&mut self.ends, &other.ends);
        grow(&mut self.sides, other.sides.len());
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.holds += more.holds;
            side.left += more.left;
            for (word, spent) in &more.used {
                side.uses(word, *spent);
            }
            for (mine, more) in [
                (&mut side.going, &more.going),
                (&mut side.ended, &more.ended),
            ] {
                grow(mine, more.len());
                for (mine, more) in mine.iter_mut().zip(more) {
                    add_all(mine, more);
                }
            }
        }
        grow(&mut self.people, other.people.len());
        for (person, more) in self.people.iter_mut().zip(&other.people) {
            person.stood += more.stood;
            person.falls += more.falls;
            add_all(&mut person.rounds, &more.rounds);
        }
    }

    /// Returns a count as a share of all fights.
    pub fn share(&self, count: u64) -> Share {
        Share {
            count,
            of: self.fights,
        }
    }

    /// Returns the share of fights at whose end only this side is up.
    pub fn holds(&self, side: SideId) -> Share {
        let side = self.sides.get(side.index());
        self.share(side.map_or(0, |side| side.holds))
    }

    /// Lists the combatants who are up at the start, in the encounter from which the fights begin.
    pub fn fighters(&self, now: &Encounter) -> Vec<Id> {
        let stood = |id: &Id| self.people.get(id.index()).is_some_and(|one| one.stood > 0);
        now.present().filter(stood).collect()
    }

    /// Returns the number of a side's participants: combatants who are up at the start, and automatic arrivals.
    pub fn takes_part(&self, now: &Encounter, side: SideId) -> usize {
        let began = self.fighters(now).into_iter();
        let began = began.filter(|who| now.get(*who).side == side).count();
        let planned = now.scheduled.iter().filter(|one| one.when != Due::Manual);
        let coming = planned.flat_map(|one| &one.arriving);
        began + coming.filter(|one| one.combatant.side == side).count()
    }

    /// Returns the share of fights in which a combatant who is up at the start is not up at the end.
    pub fn falls(&self, who: Id) -> Share {
        let person = self.people.get(who.index());
        self.share(person.map_or(0, |person| person.falls))
    }

    /// Returns the median round in which a combatant falls, over the fights in which the combatant falls; counted from
    /// the first simulated round.
    pub fn falls_in(&self, who: Id) -> Option<usize> {
        let person = self.people.get(who.index())?;
        (person.falls > 0).then(|| quantile(&person.rounds, 50))
    }

    /// Returns the round at whose end this percentage of the fights is over, counted from the first simulated round.
    pub fn over_by(&self, percent: u64) -> usize {
        quantile(&self.ends, percent)
    }

    /// Describes when the fights end, starting from round `first`: "ends in round 4, 80% of fights in rounds 3 to 6".
    /// A bonus round before the first has no number.
    pub fn ends(&self, first: u32) -> String {
        let [early, middle, late] = [10, 50, 90].map(|part| first as usize + self.over_by(part));
        match (early, middle, late) {
            (_, _, 0) => "ends before round 1".to_owned(),
            (_, 0, _) => format!("ends before round 1, 90% of fights by round {late}"),
            (0, ..) => format!("ends in round {middle}, 90% of fights by round {late}"),
            _ => format!("ends in round {middle}, 80% of fights in rounds {early} to {late}"),
        }
    }

    /// Returns the numbers of a side's combatants who are up at the start of each round: lower quartile, median and
    /// upper quartile of the fights. A fight that is over keeps its final number. The result has at least one row.
    pub fn bands(&self, side: SideId) -> Vec<[usize; 3]> {
        let Some(side) = self.sides.get(side.index()) else {
            return vec![[0; 3]];
        };
        let mut over: Vec<u64> = Vec::new();
        let mut rows = Vec::new();
        for round in 0..=side.going.len() {
            if let Some(before) = round.checked_sub(1) {
                add_all(&mut over, &side.ended[before]);
            }
            let mut all = over.clone();
            if let Some(going) = side.going.get(round) {
                add_all(&mut all, going);
            }
            rows.push([25, 50, 75].map(|percent| quantile(&all, percent)));
        }
        rows
    }
}

impl SideFigures {
    fn uses(&mut self, word: &'static str, spent: u64) {
        match self.used.iter_mut().find(|(known, _)| *known == word) {
            Some((_, all)) => *all += spent,
            None => self.used.push((word, spent)),
        }
    }
}

/// Returns the least index at which the counts so far reach this percentage of all.
fn quantile(counts: &[u64], percent: u64) -> usize {
    let all: u64 = counts.iter().sum();
    let mut seen = 0;
    for (place, count) in counts.iter().enumerate() {
        seen += count;
        if seen * 100 >= all * percent && seen > 0 {
            return place;
        }
    }
    0
}

fn grow<T: Default + Clone>(list: &mut Vec<T>, to: usize) {
    if list.len() < to {
        list.resize(to, T::default());
    }
}

fn count(list: &mut Vec<u64>, place: usize, more: u64) {
    grow(list, place + 1);
    list[place] += more;
}

fn add_all(list: &mut Vec<u64>, more: &[u64]) {
    grow(list, more.len());
    for (mine, more) in list.iter_mut().zip(more) {
        *mine += more;
    }
}
