//! Finder for combatants to join the fight: from the library, or improvised with a name and hit points.
//!
//! The input has a few letters of the name with number, hit points and values of the sheet ([`grammar`]); each match
//! shows its result.

pub(crate) mod draw;
mod grammar;

use self::grammar::Said;

use super::edit::Edit;
use super::palette::{Fit, Palette};
use super::selection::{ListRow, Selection};
use super::setup::forms::points_said;
use super::sheet::show;
use crate::compendium::{Compendium, Creature};
use crate::setup::{Count, HitPoints, Newcomer};
use crate::text::counted;
use crate::values::Value;

/// Hit points of an improvised combatant without a number.
const USUAL_POINTS: i64 = 10;

/// Returns the default hit points. In a system without hit points, returns the hit points of the sheet.
fn usual_points(compendium: &Compendium) -> HitPoints {
    if compendium.schema.hit_points.is_empty() {
        HitPoints::Sheet
    } else {
        HitPoints::Fixed(USUAL_POINTS)
    }
}

/// Limit of combatants from one line.
const MOST_AT_ONCE: u32 = 999;

/// Match of the finder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Whole party, by its index among the saved parties.
    Party(usize),
    /// Library creature, by its index in the roster.
    Creature(usize),
    /// Improvised combatant with a name and hit points.
    Improvised(String, HitPoints),
}

impl Found {
    /// Returns the name of the match, with the hit points of an improvised combatant.
    pub(crate) fn called(&self, compendium: &Compendium) -> String {
        match self {
            Found::Party(place) => compendium.parties[*place].name.clone(),
            Found::Creature(place) => compendium.roster()[*place].name.clone(),
            Found::Improvised(name, points) => match points_said(points, compendium) {
                Some(points) => format!("{name}, {points}"),
                None => name.clone(),
            },
        }
    }
}

impl ListRow for Found {
    type Key = Self;

    fn key(&self) -> Self {
        self.clone()
    }
}

/// Input line with its matches.
#[derive(Debug, Default)]
pub struct Finder {
    pub line: Edit,
    /// Matches of the line, best first.
    pub found: Vec<Found>,
    /// Match that Enter adds.
    pub mark: Selection<Found>,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// Index of the side to join.
    pub side: usize,
    /// Indexes of the parties that can join as a whole.
    pub parties: Vec<usize>,
    /// True if hit points are rolled for each combatant whose sheet has hit dice.
    pub rolled: bool,
    /// Error of the line.
    pub problem: Option<String>,
    /// Parsed contents of the line.
    read: Box<Said>,
}

impl Finder {
    /// Opens the finder without text and selects the side that newcomers join most often.
    pub(crate) fn new(sides: Vec<String>, side: usize) -> Self {
        Self {
            sides,
            side,
            ..Self::default()
        }
    }

    /// Describes the combatants of a match with the values of the line: "3 × Goblin, 2d6 hit points, AC 15".
    pub(crate) fn said(&self, found: &Found, compendium: &Compendium) -> String {
        let in_library = match found {
            Found::Party(place) => return compendium.parties[*place].name.clone(),
            Found::Creature(_) => true,
            Found::Improvised(..) => false,
        };
        let (count, points) = self.read.amounts(in_library);
        let many = match count {
            Some(Count::Fixed(number)) => format!("{number} × "),
            Some(Count::Dice(dice)) => format!("{dice} × "),
            None => String::new(),
        };
        let (name, points) = match found {
            Found::Creature(place) => {
                let creature = &compendium.roster()[*place].name;
                if self.read.like.is_empty() {
                    (creature.clone(), points)
                } else {
                    (format!("{}, like {creature}", self.read.name), points)
                }
            }
            Found::Improvised(name, points) => (name.clone(), Some(points.clone())),
            Found::Party(_) => (String::new(), None),
        };
        let points = points.and_then(|points| points_said(&points, compendium));
        let points = points.map(|points| format!(", {points}"));
        let sheet = self.read.sheet.iter();
        let sheet = sheet.map(|(label, _, value)| format!(", {label} {value}"));
        format!(
            "{many}{name}{}{}",
            points.unwrap_or_default(),
            sheet.collect::<String>()
        )
    }

    /// Updates the matches of the line.
    pub(crate) fn follow(&mut self, compendium: &Compendium, palette: &mut Palette) {
        let read = grammar::read(self.line.value(), compendium);
        let is_as_before = *self.read == read;
        *self.read = read;
        let (own, like) = (self.read.name.clone(), self.read.like.clone());
        let name = if like.is_empty() { own } else { like.clone() };
        let name = in_singular(&name, compendium).unwrap_or(name);
        let names = compendium.roster().iter().map(|one| one.name.as_str());
        let creatures = palette.rank(&name, names).into_iter();
        let creatures = creatures.map(|hit| Found::Creature(hit.index));
        let called = |place: &usize| compendium.parties.get(*place).map(|one| &*one.name);
        let parties = self.parties.iter().filter_map(called);
        let hits = palette.rank(&name, parties).into_iter();
        let parties = hits.filter_map(|hit| self.parties.get(hit.index).copied());
        let parties = parties.filter(|_| like.is_empty()).map(Found::Party);
        let mut found: Vec<Found> = parties.chain(creatures).collect();
        // Stable, so that names that fit equally well keep their order.
        found.sort_by_key(|one| Fit::of(&one.called(compendium), &name));
        let is_name = name.starts_with(char::is_uppercase);
        if is_name && self.read.describes() {
            found.retain(|one| Fit::of(&one.called(compendium), &name) != Fit::Inside);
        }
        let mut roster = compendium.roster().iter();
        let is_known = roster.any(|one| Fit::of(&one.name, &name) == Fit::Whole);
        if !name.is_empty() && !is_known && like.is_empty() {
            let points = match self.read.amounts(false).1 {
                None => usual_points(compendium),
                Some(points) => points,
            };
            // A name with its own numbers is not in the library, unless it clearly abbreviates a name there.
            let least = match self.read.describes() {
                true if is_name => Fit::Whole,
                true => Fit::FirstWord,
                false => Fit::InOrder,
            };
            let place =
                found.partition_point(|one| Fit::of(&one.called(compendium), &name) <= least);
            found.insert(place, Found::Improvised(name, points));
        }
        // The marked match stays marked on another side.
        let stays =
            is_as_before && self.mark.row(&found).is_some() && self.mark.keep_selected(&found);
        // Before any text or arrow key, only a party can be marked.
        let is_new = self.line.is_empty() && !matches!(found.first(), Some(Found::Party(_)));
        match (stays, is_new) {
            (true, _) => {}
            (false, true) => self.mark.clear(),
            (false, false) => self.mark.put(&found, 0),
        }
        self.found = found;
        let in_library = matches!(self.mark.row(&self.found), Some(Found::Creature(_)));
        self.problem = self
            .read
            .wrong
            .clone()
            .or_else(|| self.no_points(in_library));
    }

    /// Returns the question of the finder, which names the side.
    pub(crate) fn title(&self) -> String {
        let side = self.sides.get(self.side).map_or("", String::as_str);
        format!("Who joins {side}?")
    }

    /// Returns the error for hit points below 1.
    fn no_points(&self, in_library: bool) -> Option<String> {
        let (_, points) = self.read.amounts(in_library);
        let too_few = matches!(points, Some(HitPoints::Fixed(points)) if points < 1);
        too_few.then(|| "hit points must be 1 or more".to_owned())
    }

    /// Clears the line after its combatants have joined.
    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.mark.clear();
    }

    /// Moves the mark among the matches.
    pub(crate) fn step(&mut self, by: isize) {
        self.mark.step(&self.found, by);
    }

    /// Returns `true` if Enter has no effect: the line is empty and nothing is marked.
    pub fn is_done(&self) -> bool {
        self.line.is_empty() && self.mark.row(&self.found).is_none()
    }

    /// Returns the index of the party that Enter adds, if a party is marked.
    pub(crate) fn party(&self) -> Option<usize> {
        match self.mark.row(&self.found) {
            Some(Found::Party(place)) => Some(*place),
            _ => None,
        }
    }

    /// Returns the offer to improvise a combatant, if the library does not know the selected name and the line contains
    /// nothing else.
    pub(crate) fn offer(&self, compendium: &Compendium) -> Option<String> {
        match self.mark.row(&self.found) {
            Some(Found::Improvised(name, points)) if self.read.is_only_a_name() => {
                let with = points_said(points, compendium);
                let with = with.map_or_else(String::new, |points| format!(" with {points}"));
                Some(format!(
                    "\"{name}\" is not in the library: press Enter to add it{with}"
                ))
            }
            _ => None,
        }
    }

    /// Returns true if Enter adds the selected combatant. The first Enter on an unknown name only makes the offer.
    pub(crate) fn accepts(&mut self, compendium: &Compendium) -> bool {
        let offer = self.offer(compendium);
        let accepts = offer.is_none() || self.problem == offer;
        if !accepts {
            self.problem = offer;
        }
        accepts
    }

    pub(crate) fn next_side(&mut self) {
        if !self.sides.is_empty() {
            self.side = (self.side + 1) % self.sides.len();
        }
    }

    /// Returns the newcomer of the line.
    ///
    /// # Errors
    /// If no match is marked, there are too many combatants, or a part of the line is meaningless.
    pub(crate) fn wanted(&self, compendium: &Compendium) -> Result<Newcomer, String> {
        if let Some(why) = &self.read.wrong {
            return Err(why.clone());
        }
        let side = self.sides.get(self.side).cloned().unwrap_or_default();
        let marked = self.mark.row(&self.found);
        let in_library = matches!(marked, Some(Found::Creature(_)));
        if let Some(why) = self.no_points(in_library) {
            return Err(why);
        }
        let (count, points) = self.read.amounts(in_library);
        let count = count.unwrap_or(Count::Fixed(1));
        if let Count::Fixed(number) = count
            && !(1..=MOST_AT_ONCE).contains(&number)
        {
            return Err(format!("{number} is not between 1 and {MOST_AT_ONCE}"));
        }
        let mut newcomer = match marked {
            Some(Found::Creature(place)) => {
                let creature = compendium
                    .roster()
                    .get(*place)
                    .ok_or_else(|| "select a combatant first".to_owned())?;
                let mut newcomer = Newcomer::from_roster(&creature.name, 1, &side);
                if !self.read.like.is_empty() {
                    newcomer.name.clone_from(&self.read.name);
                }
                match points {
                    Some(points) => newcomer.hit_points = points,
                    None if self.rolled && has_dice(compendium, creature) => {
                        newcomer.hit_points = HitPoints::Rolled(None);
                    }
                    None => {}
                }
                newcomer
            }
            Some(Found::Improvised(name, points)) => Newcomer {
                hit_points: points.clone(),
                ..Newcomer::improvised(name, USUAL_POINTS, &side)
            },
            Some(Found::Party(_)) | None => return Err("type a few letters of a name".to_owned()),
        };
        newcomer.count = count;
        for (_, key, value) in &self.read.sheet {
            newcomer.sheet.set(key, value.clone());
        }
        Ok(newcomer)
    }
}

/// Returns the newcomer of a complete line, without a choice among matches.
///
/// # Errors
/// If the name is not in the library and no value is given, or a part of the line is meaningless.
pub(crate) fn named(line: &str, side: &str, compendium: &Compendium) -> Result<Newcomer, String> {
    let read = grammar::read(line, compendium);
    let name = if read.like.is_empty() {
        &read.name
    } else {
        &read.like
    };
    let singular = in_singular(name, compendium);
    let found = match compendium.creature(singular.as_ref().unwrap_or(name)) {
        Ok(creature) => {
            let mut places = compendium.roster().iter();
            let place = places.position(|one| one.name == creature.name);
            Found::Creature(place.unwrap_or_default())
        }
        Err(why) if !read.like.is_empty() => return Err(why),
        Err(why) if !read.describes() => {
            let points = match read.amounts(false).1 {
                Some(HitPoints::Fixed(points)) if points > 0 => points,
                _ => USUAL_POINTS,
            };
            return Err(format!(
                "to improvise the combatant, add hit points: `add {name} hp {points}`; {why}"
            ));
        }
        Err(_) => {
            let points = read.amounts(false).1;
            Found::Improvised(
                name.clone(),
                points.unwrap_or_else(|| usual_points(compendium)),
            )
        }
    };
    let found = vec![found];
    let finder = Finder {
        mark: Selection::at(&found, 0),
        found,
        read: Box::new(read),
        ..Finder::new(vec![side.to_owned()], 0)
    };
    finder.wanted(compendium)
}

/// Returns the singular of a name if the library only has names that begin with the singular: "goblin" for "goblins",
/// "wolf" for "wolves".
fn in_singular(name: &str, compendium: &Compendium) -> Option<String> {
    const ENDS: [(&str, &str); 4] = [("ves", "f"), ("ies", "y"), ("s", ""), ("es", "")];
    let is_known = |name: &str| {
        let mut roster = compendium.roster().iter();
        roster.any(|one| Fit::of(&one.name, name) <= Fit::FirstWord)
    };
    if is_known(name) {
        return None;
    }
    let mut forms = ENDS.iter().filter_map(|(plural, singular)| {
        let start = name.strip_suffix(plural)?;
        (!start.is_empty()).then(|| format!("{start}{singular}"))
    });
    forms.find(|one| is_known(one))
}

/// Returns letters for an example, from the last creature of the library, because the first creatures are player
/// characters.
fn known(compendium: &Compendium) -> String {
    let name = compendium.roster().last().map_or("gob", |one| &one.name);
    name.split(' ').next().unwrap_or(name).to_lowercase()
}

/// Returns lines that add combatants of the system, each with the combatants that it adds.
pub(crate) fn examples(compendium: &Compendium) -> Vec<(String, String)> {
    let known = known(compendium);
    let mut lines = vec![format!("{known} 3"), grammar::NEW.to_owned()];
    let new = grammar::example(compendium);
    if !lines.contains(&new) {
        lines.push(new);
    }
    lines.push(format!("Zog like {known}"));
    let adds = |line: String| {
        let mut finder = Finder::new(Vec::new(), 0);
        finder.line.set(&line);
        finder.follow(compendium, &mut Palette::default());
        let found = finder.mark.row(&finder.found);
        let adds = found.map_or_else(String::new, |found| finder.said(found, compendium));
        (line, adds)
    };
    lines.into_iter().map(adds).collect()
}

/// Returns `true` if the hit points of a creature can be rolled.
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

/// Describes a creature in a line: hit points, the first few values of its sheet, notes.
pub(crate) fn summary(compendium: &Compendium, creature: &Creature) -> String {
    let mut parts = Vec::new();
    // Notes on its fighting come first, because the GM chooses by them, and long lines are cut at the end.
    let (how, _) = creature
        .notes
        .split_once(". ")
        .unwrap_or((&creature.notes, ""));
    if !how.is_empty() {
        parts.push(how.to_owned());
    }
    let points = &compendium.schema.hit_points;
    if let Ok(sheet) = compendium.complete(&creature.given)
        && let Some(most) = sheet.value(points)
    {
        let most = most
            .as_int()
            .map_or(most.to_string(), |most| counted(most, "hit point"));
        parts.push(most);
    }
    for field in compendium.schema.fields.iter() {
        let told = [points, &compendium.schema.hit_dice].contains(&&field.key);
        if field.state || told || parts.len() >= 7 {
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
            value => parts.push(format!("{} {}", field.label, show(field, value))),
        }
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::System;
    use crate::systems;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        check_in(systems::all()[1], line, expected);
    }

    #[track_caller]
    fn check_in(system: &'static dyn System, line: &str, expected: &[&str]) {
        let (compendium, _) = Compendium::built_in(system);
        let mut finder = Finder::new(vec!["Foes".to_owned()], 0);
        finder.line.set(line);
        finder.follow(&compendium, &mut Palette::default());
        let rows = finder.found.iter().take(expected.len());
        let rows: Vec<String> = rows.map(|one| finder.said(one, &compendium)).collect();
        assert_eq!(rows, expected, "{line}");
        let wanted = finder.wanted(&compendium).expect("somebody");
        let (count, points) = (wanted.count.clone(), wanted.hit_points.clone());
        if let Count::Fixed(number @ 2..) = count {
            assert!(expected[0].starts_with(&format!("{number} × ")), "{line}");
        }
        if let HitPoints::Fixed(points) = points {
            assert!(
                expected[0].contains(&format!(" {points} hit point")),
                "{line}"
            );
        }
    }

    #[test]
    fn a_typed_line_sets_the_same_values_for_each_match_and_shows_the_result() {
        check("Wulf", &["Wulf, 10 hit points"]);
        check("Wulf 15", &["Wulf, 15 hit points"]);
        check("Wulf hp 1", &["Wulf, 1 hit point"]);
        check("Wulf 14 hp", &["Wulf, 14 hit points"]);
        check("3 Old Wulf 2d8 hp", &["3 × Old Wulf, 2d8 hit points"]);
        check("Wulf 6 1d8", &["6 × Wulf, d8 hit points"]);
        check(
            "6 Wulf 1d8 ac 15",
            &["6 × Wulf, d8 hit points, Armor Class 15"],
        );
        check(
            "6 Wulf ac 15 1d8",
            &["6 × Wulf, d8 hit points, Armor Class 15"],
        );
        check("Wulf ac 15", &["Wulf, 10 hit points, Armor Class 15"]);
        check("Wulf hp 9 3", &["3 × Wulf, 9 hit points"]);
        check("2d4 Wulf 7", &["2d4 × Wulf, 7 hit points"]);
        // The abbreviation in the combatants pane is accepted too.
        let plain = systems::all().iter().find(|one| one.key() == "plain");
        check_in(
            *plain.expect("it is bundled"),
            "3 Wulf 1d8 def 12",
            &["3 × Wulf, d8 hit points, defence 12"],
        );
        let d20 = systems::all().iter().find(|one| one.key() == "d20");
        let d20 = *d20.expect("it is bundled");
        check_in(d20, "3 goblins", &["3 × Goblin"]);
        check_in(d20, "2 dire wolves", &["2 × Dire Wolf"]);
        check_in(d20, "2 harpies ac 14", &["2 × Harpy, armour class 14"]);
        check_in(d20, "2 gnats", &["2 × gnats, 10 hit points"]);
        let (compendium, _) = Compendium::built_in(systems::all()[1]);
        let known = &compendium.roster()[0].name;
        check(&format!("{known} 3"), &[&format!("3 × {known}")]);
        check(
            &format!("3 {known} 9"),
            &[&format!("3 × {known}, 9 hit points")],
        );
        check(
            &format!("Zog like {known}"),
            &[&format!("Zog, like {known}")],
        );
    }

    #[test]
    fn prefixes_of_words_rank_above_letters_inside_words() {
        let d20 = systems::all().iter().find(|one| one.key() == "d20");
        let d20 = *d20.expect("a bundled system");
        check_in(d20, "6 Imp", &["6 × Imp"]);
        check_in(d20, "3 dire wol 9", &["3 × Dire Wolf, 9 hit points"]);
        check_in(
            d20,
            "6 Zug 1d8 ac 15",
            &["6 × Zug, d8 hit points, armour class 15"],
        );
        check_in(d20, "6 zug 1d8", &["6 × zug, d8 hit points"]);
        // These letters are inside *Hobgoblin*.
        check_in(d20, "bgb", &["bgb, 10 hit points"]);
    }

    #[test]
    fn a_new_name_with_values_offers_no_names_that_only_contain_its_letters() {
        let d20 = systems::all().iter().find(|one| one.key() == "d20");
        let (compendium, _) = Compendium::built_in(*d20.expect("a bundled system"));
        let mut finder = Finder::new(vec!["Party".to_owned()], 0);
        let mut found = |line: &str| {
            finder.line.set(line);
            finder.follow(&compendium, &mut Palette::default());
            let found = finder.found.iter();
            found.map(|one| one.called(&compendium)).collect::<Vec<_>>()
        };
        assert_eq!(found("Mira 30 ac 13 wizard 5"), ["Mira, 30 hit points"]);
        assert!(found("Mira").len() > 1);
        assert!(found("Vamp 30 ac 13").len() > 1);
    }

    #[test]
    fn nothing_is_marked_before_typing_or_an_arrow_key() {
        let (compendium, _) = Compendium::built_in(systems::all()[1]);
        let mut palette = Palette::default();
        let mut finder = Finder::new(vec!["Foes".to_owned(), "Party".to_owned()], 0);
        finder.follow(&compendium, &mut palette);
        assert!(finder.is_done() && finder.found.len() > 2);
        let place = |finder: &Finder| finder.mark.place(&finder.found);
        finder.step(1);
        assert!(!finder.is_done());
        assert_eq!(place(&finder), Some(0), "the first row too");
        finder.step(2);
        finder.next_side();
        finder.follow(&compendium, &mut palette);
        assert_eq!(place(&finder), Some(2), "on another side");
        let joins = finder.wanted(&compendium).expect("somebody");
        assert_eq!(
            (joins.from, joins.side),
            (compendium.roster()[2].name.clone(), "Party".to_owned())
        );
        finder.clear();
        finder.follow(&compendium, &mut palette);
        assert!(finder.is_done(), "once it has joined");
        finder.line.set(&compendium.roster()[1].name);
        finder.follow(&compendium, &mut palette);
        assert_eq!(place(&finder), Some(0), "what is typed");
    }

    #[test]
    fn an_unknown_field_after_a_field_is_reported_with_the_known_fields() {
        let d20 = systems::all().iter().find(|one| one.key() == "d20");
        let (compendium, _) = Compendium::built_in(*d20.expect("a bundled system"));
        let wrong = |line: &str| grammar::read(line, &compendium).wrong;
        for line in ["Mira 22 ac 16 att", "Mira ac 16 att"] {
            let why = wrong(line).expect("an error");
            assert!(
                why.contains("no sheet field is called `att`") && why.contains("armour class"),
                "{line}: {why}"
            );
        }
        // With a number before the name, the words belong to the name, unless numbers follow.
        assert_eq!(wrong("1 Mira ac 16 att"), None);
        let why = wrong("3 Mira d8 foo 13").expect("an error");
        assert!(
            why.contains("`foo`") && !why.contains("number of combatants"),
            "{why}"
        );
    }

    #[test]
    fn an_unknown_field_is_reported_and_adds_no_combatant() {
        for system in systems::all() {
            let (compendium, _) = Compendium::built_in(*system);
            let wanted = |line: &str| {
                let mut finder = Finder::new(vec!["Foes".to_owned()], 0);
                finder.line.set(line);
                finder.follow(&compendium, &mut Palette::default());
                let wanted = finder.wanted(&compendium);
                assert_eq!(finder.problem.as_ref(), wanted.as_ref().err(), "{line}");
                wanted
            };
            for line in ["6 Wulf 1d8 nothing 15", "Wulf 12 nothing 15"] {
                let why = wanted(line).expect_err(line);
                assert!(why.contains("`nothing`"), "{line}: {why}");
            }
            let why = wanted("Wulf 2 hp -5").expect_err("points below 0");
            assert!(why.contains("-5"), "{why}");
            for line in ["Wulf -5", "-2 Wulf"] {
                let why = wanted(line).expect_err("a number below 1");
                assert!(why.contains("1 or more"), "{line}: {why}");
            }
            if !compendium.schema.hit_points.is_empty() {
                let why = wanted("Wulf 0").expect_err("no hit points");
                assert_eq!(why, "hit points must be 1 or more");
            }
            // Other words, and a number before the name, are valid.
            let wulf = wanted("2 Wulf hp Breaker").expect("a name");
            assert_eq!(wulf.name, "Wulf hp Breaker", "{}", system.key());
            assert_eq!(
                wanted("2 Level 3 guard").expect("a name").name,
                "Level 3 guard"
            );
        }
    }
}
