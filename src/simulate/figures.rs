//! What many fights came to: counts alone, so that it is the same in whatever order and on however many threads they were
//! played, and takes no more room for a million than for one.

use super::supplies::Supplies;
use crate::encounter::{Due, Encounter};
use crate::rules::System;
use crate::values::{Id, SideId};

/// A count out of so many, with its margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub count: u64,
    /// Out of how many.
    pub of: u64,
}

impl Share {
    /// The share, 0 to 1; 0 of nothing.
    pub fn part(self) -> f64 {
        match self.of {
            0 => 0.0,
            of => self.count as f64 / of as f64,
        }
    }

    /// How far the truth may be from it, in 95 of 100 cases: the wider side of Wilson's interval (1927), which is honest
    /// at 0 and 1 too. 1 of nothing.
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

    /// The share in percent as it is told: with no more places than its error leaves, and 0 and 100 only where it is just so.
    pub fn percent(self) -> f64 {
        self.percent_in(10_f64.powi(self.places()))
    }

    /// The same in parts of one percent, so many of which make one.
    pub(super) fn percent_in(self, parts: f64) -> f64 {
        let told = (100.0 * parts * self.part()).round();
        let told = if self.count > 0 && self.count < self.of {
            told.clamp(1.0, 100.0 * parts - 1.0)
        } else {
            told
        };
        told / parts
    }

    /// How many places behind the point are told of it.
    fn places(self) -> i32 {
        i32::from(100.0 * self.error() < 0.95)
    }

    /// The share and its error in percent: "75% ±2".
    pub fn text(self) -> String {
        let (part, error) = (self.percent(), 100.0 * self.error());
        match self.places() {
            0 => format!("{part:.0}% ±{error:.0}"),
            _ => format!("{part:.1}% ±{error:.1}"),
        }
    }

    /// Whether another share differs by more than the two errors together.
    pub fn differs(self, other: Self) -> bool {
        let apart = (self.part() - other.part()).abs();
        apart > self.error().hypot(other.error())
    }
}

/// One side in many fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Fights at whose end nobody but it stood.
    pub holds: u64,
    /// How many of it stood at the end, over all fights.
    pub left: u64,
    /// What was used up, over all fights.
    pub used: Vec<(&'static str, u64)>,
    /// In how many fights that went on so many of it stood, by round and number.
    going: Vec<Vec<u64>>,
    /// The same of fights that ended in that round, at their end.
    ended: Vec<Vec<u64>>,
}

/// One combatant in many fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonFigures {
    /// Fights in which it stood as they were begun: none for things, and for whoever was down or away before.
    pub stood: u64,
    /// Of those, the fights that it did not stand at the end of.
    pub falls: u64,
    /// In which round it was out, counted from the first that was played.
    pub rounds: Vec<u64>,
}

/// What many fights from one standing came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub fights: u64,
    /// Fights that nobody won: more than one side stood after the last round that was played.
    pub undecided: u64,
    /// Fights at whose end nobody stood.
    pub nobody: u64,
    /// The sides, by side.
    pub sides: Vec<SideFigures>,
    /// The combatants, by id.
    pub people: Vec<PersonFigures>,
    /// In which round they ended, counted from the first that was played.
    pub ends: Vec<u64>,
    /// Decisions of policies that did not fit what was asked: a fault of the policy, not of the fight.
    pub unfit: u64,
}

/// What one fight comes to while it is played.
pub struct Course<'a> {
    system: &'a dyn System,
    first: u32,
    round: u32,
    /// How many of each side stood as each round began.
    by_round: Vec<Vec<usize>>,
    /// Who stood at the start.
    stood: Vec<bool>,
    /// In which round somebody was first seen down, counted from the first.
    down: Vec<Option<u32>>,
    supplies: Supplies,
}

impl<'a> Course<'a> {
    /// The course of a fight that begins so.
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

    /// Sees the fight after a command.
    pub fn see(&mut self, now: &Encounter) {
        if now.round != self.round {
            // What is seen as a round begins happened in the one before.
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

    /// What the fight came to at its end.
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

/// What one fight came to.
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
        // The look at the end stands behind that at the beginning of the last round.
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

    /// Counts what was counted elsewhere.
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

    /// A count out of all fights.
    pub fn share(&self, count: u64) -> Share {
        Share {
            count,
            of: self.fights,
        }
    }

    /// In what share of the fights a side alone stands at the end.
    pub fn holds(&self, side: SideId) -> Share {
        let side = self.sides.get(side.index());
        self.share(side.map_or(0, |side| side.holds))
    }

    /// Who stands as the fights begin, of an encounter that they are played from.
    pub fn fighters(&self, now: &Encounter) -> Vec<Id> {
        let stood = |id: &Id| self.people.get(id.index()).is_some_and(|one| one.stood > 0);
        now.present().filter(stood).collect()
    }

    /// How many of a side take part: who stands as the fights begin, and who comes later by itself.
    pub fn takes_part(&self, now: &Encounter, side: SideId) -> usize {
        let began = self.fighters(now).into_iter();
        let began = began.filter(|who| now.get(*who).side == side).count();
        let planned = now.scheduled.iter().filter(|one| one.when != Due::Manual);
        let coming = planned.flat_map(|one| &one.arriving);
        began + coming.filter(|one| one.combatant.side == side).count()
    }

    /// In what share of the fights somebody who stood does not stand at the end.
    pub fn falls(&self, who: Id) -> Share {
        let person = self.people.get(who.index());
        self.share(person.map_or(0, |person| person.falls))
    }

    /// The round by whose end somebody has fallen in half of the fights in which it does; counted from the first that is
    /// played.
    pub fn falls_in(&self, who: Id) -> Option<usize> {
        let person = self.people.get(who.index())?;
        (person.falls > 0).then(|| quantile(&person.rounds, 50))
    }

    /// The round at whose end so many in a hundred of the fights are over, counted from the first that is played.
    pub fn over_by(&self, percent: u64) -> usize {
        quantile(&self.ends, percent)
    }

    /// When fights from a round on are over: "ends in round 4, eight times in ten between 3 and 6". What comes before the
    /// first round, a bonus round, has no number.
    pub fn ends(&self, first: u32) -> String {
        let [early, middle, late] = [10, 50, 90].map(|part| first as usize + self.over_by(part));
        match (early, middle, late) {
            (_, _, 0) => "ends before round 1".to_owned(),
            (_, 0, _) => format!("ends before round 1, nine times in ten by round {late}"),
            (0, ..) => format!("ends in round {middle}, nine times in ten by round {late}"),
            _ => format!("ends in round {middle}, eight times in ten between {early} and {late}"),
        }
    }

    /// How many of a side stand as each round begins, in the quarter of fights that go worst for it, in the middle one
    /// and in the best: the fights that are over stand as they ended. At least one row.
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

/// The least place so that the counts up to it are so many in a hundred of all.
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
