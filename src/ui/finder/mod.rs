//! Finds somebody to join the fight by a few letters: out of the library, or improvised with a name and hit points.
//!
//! What is typed is a few letters of the name and, behind them, how many: `gob 3`, `gob 2d4`. Of somebody improvised the
//! number or the dice are the hit points; every row says which.

pub(crate) mod draw;

use super::edit::Edit;
use super::palette::Palette;
use super::selection::{ListRow, Selection};
use super::setup::forms::points as points_of;
use crate::compendium::{Compendium, Creature};
use crate::dice::Dice;
use crate::setup::{Count, HitPoints, Newcomer};
use crate::values::Value;

/// Hit points of somebody improvised without a number.
const USUAL_POINTS: i64 = 10;

/// The most that one line brings.
const MOST_AT_ONCE: u32 = 999;

/// Somebody who could be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A whole party, at this place of those that were kept.
    Party(usize),
    /// In the library, at this place of the roster.
    Creature(usize),
    /// Nobody in the library: a name and hit points.
    Improvised(String, HitPoints),
}

impl Found {
    /// What it is called; of somebody improvised with the hit points, where a system has such.
    pub(crate) fn called(&self, compendium: &Compendium) -> String {
        match self {
            Found::Party(place) => compendium.parties[*place].name.clone(),
            Found::Creature(place) => compendium.roster[*place].name.clone(),
            Found::Improvised(name, _) if compendium.schema.hit_points.is_empty() => name.clone(),
            Found::Improvised(name, points) => format!("{name}, {} hit points", points_of(points)),
        }
    }
}

impl ListRow for Found {
    type Key = Self;

    fn key(&self) -> Self {
        self.clone()
    }
}

/// The line and what it finds.
#[derive(Debug, Default)]
pub struct Finder {
    /// What is typed.
    pub line: Edit,
    /// Who could be meant, best first.
    pub found: Vec<Found>,
    /// Which of them Enter takes.
    pub mark: Selection<Found>,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The side they join.
    pub side: usize,
    /// Places of the parties that can be taken along, all their members at once.
    pub parties: Vec<usize>,
    /// Whether hit points are rolled for each one, where the sheet has dice for it.
    pub rolled: bool,
    /// Why the line was not accepted.
    pub problem: Option<String>,
}

impl Finder {
    /// Nothing typed yet; the side that newcomers most often join is chosen.
    pub(crate) fn new(sides: Vec<String>, side: usize) -> Self {
        Self {
            sides,
            side,
            ..Self::default()
        }
    }

    /// How many are typed, as the row of a creature says it: "3 × ", or nothing.
    pub(crate) fn many(&self) -> String {
        match self.parts().1 {
            Some(Count::Fixed(number)) => format!("{number} × "),
            Some(Count::Dice(dice)) => format!("{dice} × "),
            None => String::new(),
        }
    }

    /// The letters and the number behind them.
    fn parts(&self) -> (&str, Option<Count>) {
        let text = self.line.value().trim();
        let (name, last) = text.rsplit_once(' ').unwrap_or((text, ""));
        if let Ok(number) = last.parse::<u32>() {
            return (name.trim(), Some(Count::Fixed(number)));
        }
        if last.contains('d')
            && last.contains(|c: char| c.is_ascii_digit())
            && let Ok(dice) = Dice::parse(last)
        {
            return (name.trim(), Some(Count::Dice(dice)));
        }
        (text, None)
    }

    /// Finds who is meant now.
    pub(crate) fn follow(&mut self, compendium: &Compendium, palette: &mut Palette) {
        let (name, count) = self.parts();
        let name = name.to_owned();
        let names = compendium.roster.iter().map(|one| one.name.as_str());
        let mut found: Vec<Found> = palette
            .rank(&name, names)
            .into_iter()
            .map(|hit| Found::Creature(hit.index))
            .collect();
        let called = |place: &usize| compendium.parties.get(*place).map(|one| &*one.name);
        let parties = self.parties.iter().filter_map(called);
        let hits = palette.rank(&name, parties).into_iter();
        let parties: Vec<Found> = hits
            .filter_map(|hit| self.parties.get(hit.index).copied().map(Found::Party))
            .collect();
        found.splice(0..0, parties);
        let known = compendium
            .roster
            .iter()
            .any(|one| one.name.eq_ignore_ascii_case(&name));
        if !name.is_empty() && !known {
            let points = match count {
                Some(Count::Fixed(points)) if points > 0 => HitPoints::Fixed(points.into()),
                Some(Count::Dice(dice)) => HitPoints::Rolled(Some(dice)),
                _ => HitPoints::Fixed(USUAL_POINTS),
            };
            // A name that nobody in the library has is not taken for one that only has its letters.
            let is_name = name.starts_with(char::is_uppercase);
            let place = match is_name && !begins_a_word(compendium, &found, &name) {
                true => 0,
                false => found.len(),
            };
            found.insert(place, Found::Improvised(name, points));
        }
        self.mark = Selection::at(&found, 0);
        self.found = found;
        self.problem = None;
    }

    /// Moves among those who could be meant.
    pub(crate) fn step(&mut self, by: isize) {
        self.mark.step(&self.found, by);
    }

    /// Whether Enter means nobody any more: nothing is typed and nobody marked.
    pub(crate) fn is_done(&self) -> bool {
        let marked = self.mark.row(&self.found);
        let untouched = self.mark.place(&self.found).is_none_or(|place| place == 0);
        self.line.is_empty() && untouched && !matches!(marked, Some(Found::Party(_)))
    }

    /// The place of the party that Enter takes, if it is one.
    pub(crate) fn party(&self) -> Option<usize> {
        match self.mark.row(&self.found) {
            Some(Found::Party(place)) => Some(*place),
            _ => None,
        }
    }

    /// What is asked once more before somebody joins whom nobody knows and of whom only a name is typed.
    pub(crate) fn asks_again(&self, compendium: &Compendium) -> Option<String> {
        match self.mark.row(&self.found) {
            Some(one @ Found::Improvised(name, _)) if self.parts().1.is_none() => Some(format!(
                "nobody in the library is called `{name}`: Enter again lets {} join, improvised",
                one.called(compendium)
            )),
            _ => None,
        }
    }

    pub(crate) fn next_side(&mut self) {
        if !self.sides.is_empty() {
            self.side = (self.side + 1) % self.sides.len();
        }
    }

    /// Who is to join.
    ///
    /// # Errors
    /// When nobody is meant, or too many.
    pub(crate) fn wanted(&self, compendium: &Compendium) -> Result<Newcomer, String> {
        let side = self.sides.get(self.side).cloned().unwrap_or_default();
        match self.mark.row(&self.found) {
            Some(Found::Creature(place)) => {
                let creature = compendium
                    .roster
                    .get(*place)
                    .ok_or_else(|| "nobody is meant".to_owned())?;
                let count = self.parts().1.unwrap_or(Count::Fixed(1));
                if let Count::Fixed(number) = count
                    && !(1..=MOST_AT_ONCE).contains(&number)
                {
                    return Err(format!("{number} is not between 1 and {MOST_AT_ONCE}"));
                }
                let mut newcomer = Newcomer::from_roster(&creature.name, 1, &side);
                newcomer.count = count;
                if self.rolled && has_dice(compendium, creature) {
                    newcomer.hit_points = HitPoints::Rolled(None);
                }
                Ok(newcomer)
            }
            Some(Found::Improvised(name, points)) => Ok(Newcomer {
                hit_points: points.clone(),
                ..Newcomer::improvised(name, USUAL_POINTS, &side)
            }),
            Some(Found::Party(_)) | None => Err("type a few letters of a name".to_owned()),
        }
    }
}

/// Whether somebody found has a name of which a word begins so.
fn begins_a_word(compendium: &Compendium, found: &[Found], letters: &str) -> bool {
    let letters = letters.to_lowercase();
    found.iter().any(|one| {
        let Found::Creature(place) = one else {
            return false;
        };
        let name = compendium.roster[*place].name.to_lowercase();
        name.starts_with(&letters) || name.split(' ').any(|word| word.starts_with(&letters))
    })
}

/// Whether a creature's hit points can be rolled.
pub(crate) fn has_dice(compendium: &Compendium, creature: &Creature) -> bool {
    let key = &compendium.schema.hit_dice;
    let preset = compendium
        .schema
        .fields
        .iter()
        .find(|field| field.key == *key);
    creature.given.dice(key).is_some()
        || preset.is_some_and(|field| matches!(field.default, Some(Value::Dice(_))))
}

/// A creature in a line: hit points, the first few values of its sheet, notes.
pub(crate) fn summary(compendium: &Compendium, creature: &Creature) -> String {
    let mut parts = Vec::new();
    // How it fights comes first: it is what a GM chooses by, and what is wide is cut at its end.
    if !creature.notes.is_empty() {
        parts.push(creature.notes.clone());
    }
    let points = &compendium.schema.hit_points;
    if let Ok(sheet) = compendium.complete(&creature.given)
        && let Some(most) = sheet.value(points)
    {
        parts.push(format!("{most} hit points"));
    }
    for field in compendium.schema.fields.iter() {
        if field.state || field.key == *points || parts.len() >= 7 {
            continue;
        }
        match creature.given.get(&field.key) {
            Some(Value::List(rows)) => {
                let names: Vec<&str> = rows
                    .iter()
                    .map(|row| row.word("name"))
                    .filter(|name| !name.is_empty())
                    .collect();
                if !names.is_empty() {
                    parts.push(names.join(", "));
                }
            }
            Some(Value::Flag(true)) => parts.push(field.label.clone()),
            Some(Value::Flag(false)) | None => {}
            Some(value) => parts.push(format!("{} {value}", field.label)),
        }
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, count: Option<Count>) {
        let mut finder = Finder::default();
        finder.line.set(text);
        assert_eq!(finder.parts(), (name, count));
    }

    #[test]
    fn a_number_behind_the_letters_is_how_many() {
        check("gob", "gob", None);
        check("gob 3", "gob", Some(Count::Fixed(3)));
        check("bandit leader 2", "bandit leader", Some(Count::Fixed(2)));
        let dice = Dice::parse("2d4").unwrap();
        check("gob 2d4", "gob", Some(Count::Dice(dice)));
        check("gob lin", "gob lin", None);
    }
}
