//! Maps a word of another program to a field of a sheet, and reads its value.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::block::{Lost, Reason, spaced_dice};
use super::fields::{TO_HIT, best, means, meant, plain};
use super::phrase;
use super::record::{Cell, Foreign, Named};
use super::sentence;
use super::sheet;
use crate::compendium::{Compendium, Creature};
use crate::dice::Dice;
use crate::encounter::Condition;
use crate::setup::average;
use crate::text;
use crate::values::{FieldSpec, Record, Spec, Value, read_decimal};

/// Words for hit points; the system names their field.
const HIT_POINTS: [&str; 9] = [
    "hp",
    "hitpoints",
    "hitpoint",
    "maxhp",
    "hpmax",
    "maxhitpoints",
    "health",
    "maxhealth",
    "life",
];
/// Words for the dice of hit points.
const HIT_DICE: [&str; 4] = ["hitdice", "hd", "hpdice", "hitpointdice"];
/// Headings of the first column of an attack, such as `weapon 2`, in a table with one row for each combatant.
const ATTACK_NAMES: [&str; 4] = ["attack", "weapon", "attackname", "weaponname"];

/// Abilities that some sheets store as the modifier of the score.
const SCORES: [(&[&str], &str); 2] = [
    (&["dexterity", "dex"], "dexmod"),
    (&["constitution", "con"], "conmod"),
];
/// Meaning of a word anywhere in a file.
struct Meaning<'a> {
    /// Name or notes, if the word means one of them.
    own: Option<&'static str>,
    /// True if the word means hit points.
    hit_points: bool,
    /// Field of the sheet.
    field: Option<&'a FieldSpec>,
    /// True if the value is an ability score and the field stores its modifier.
    score: bool,
    /// True if a text in this place is the name of an attack, although the field is a list of attacks.
    names_attack: bool,
    /// Part of an attack in a table with a row for each combatant: number of the attack, and its field.
    part: Option<(Rc<str>, Rc<str>)>,
}

/// State of an import that puts records on the sheets of a system.
pub(super) struct Placing<'a> {
    compendium: &'a Compendium,
    names: BTreeSet<String>,
    /// Results of the combatants placed so far.
    pub(super) report: Report,
    /// Meanings found so far, so that each word is looked up once and not for each cell of its column.
    meanings: BTreeMap<Rc<str>, Rc<Meaning<'a>>>,
    /// Fields of list rows found so far.
    inside: BTreeMap<Rc<str>, (&'a [FieldSpec], Option<&'a FieldSpec>)>,
    /// Attack bonuses of the current combatant, for sheets whose attack rows have no field for them.
    to_hit: Vec<(String, String)>,
    /// Parts of the current combatant without effect on the sheet.
    lost: Vec<Lost>,
}

impl<'a> Placing<'a> {
    /// Creates the state without combatants.
    pub(super) fn new(compendium: &'a Compendium) -> Self {
        Self {
            compendium,
            names: BTreeSet::new(),
            report: Report::default(),
            meanings: BTreeMap::new(),
            inside: BTreeMap::new(),
            to_hit: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// Creates a combatant from a record; `None` if a required field is missing, which is reported.
    pub(super) fn creature(&mut self, foreign: &Foreign) -> Option<Creature> {
        let called = foreign.fields.iter().find_map(|(word, cell)| match cell {
            Cell::Text(name) if is_name(word) => Some(text::sanitize(name, text::NAME_LIMIT)),
            _ => None,
        });
        let place = match &called {
            Some(name) => format!("{} ({name})", foreign.place),
            None => foreign.place.clone(),
        };
        let refused = |why: String| Refused {
            place: foreign.place.clone(),
            name: called.as_deref().unwrap_or_default().to_owned(),
            why,
        };
        if !foreign.no_combatant.is_empty() {
            self.report
                .refused
                .push(refused(foreign.no_combatant.clone()));
            return None;
        }
        let mut creature = Creature {
            name: called.as_deref().unwrap_or_default().to_owned(),
            notes: String::new(),
            conditions: Vec::new(),
            given: Record::new(),
            own: true,
        };
        self.lost.clone_from(&foreign.lost);
        let mut remarks = foreign.remarks.clone();
        let mut attacks: BTreeMap<Rc<str>, Foreign> = BTreeMap::new();
        let mut is_named = false;
        for (word, cell) in &foreign.fields {
            let meaning = self.meaning(word);
            match (meaning.own, cell) {
                (Some("name"), Cell::Text(_)) if !is_named => is_named = true,
                (Some("notes"), Cell::Text(notes)) => {
                    remarks.push(notes.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                _ => self.field(&mut creature.given, &place, word, cell, &mut attacks),
            }
        }
        // A column of names that contains numbers results in an attack without a name.
        let is_name = |(word, _): &(Rc<str>, Cell)| **word == *"name";
        for attack in attacks.values_mut() {
            if !attack.fields.iter().any(is_name) {
                attack.put("name", sentence::UNNAMED);
            }
        }
        if !attacks.is_empty() {
            let rows = Cell::Rows(attacks.into_values().collect());
            self.field(
                &mut creature.given,
                &place,
                &"attacks".into(),
                &rows,
                &mut BTreeMap::new(),
            );
        }
        self.one_to_hit(&mut creature.given, &place);
        self.average(&mut creature.given);
        let schema = self.compendium.system().schema();
        let known = foreign
            .conditions
            .iter()
            .filter(|key| schema.condition(key).is_ok());
        creature.conditions = known.map(|key| Condition::named(key)).collect();
        let notes = sheet::notes(&remarks, &self.lost);
        creature.notes = text::sanitize(&notes, text::LINE_LIMIT).into_owned();
        let wrong = match creature.name.as_str() {
            "" => vec!["has no name".to_owned()],
            name if self.names.contains(name) => {
                vec!["an earlier combatant has the same name".to_owned()]
            }
            _ => {
                let wrong = self.compendium.complete(&creature.given).err();
                let wrong = wrong.unwrap_or_default().into_iter();
                wrong.map(|one| one.what).collect()
            }
        };
        if wrong.is_empty() {
            self.names.insert(creature.name.clone());
            let name = creature.name.clone();
            let mut lost = std::mem::take(&mut self.lost);
            let assumed = |one: &Lost| one.reason == Reason::LegendaryCount;
            let assumed: Vec<String> = lost
                .iter()
                .filter(|one| assumed(one))
                .map(|one| one.text.clone())
                .collect();
            lost.retain(|one| !one.reason.is_complete());
            self.report.written.push(Written {
                name,
                lost,
                assumed,
                from_library: false,
            });
            return Some(creature);
        }
        self.report.refused.push(refused(wrong.join("; ")));
        None
    }

    /// Records a value that its field does not allow.
    fn misfit(&mut self, place: &str, word: &str, value: &str, why: &str) {
        let word = text::sanitize(word, text::NAME_LIMIT);
        self.report
            .misfits
            .push(format!("{place}, `{word}`: {why}"));
        self.lost.push(Lost::new(&word, Reason::Value, value));
    }

    fn meaning(&mut self, word: &Rc<str>) -> Rc<Meaning<'a>> {
        if let Some(meaning) = self.meanings.get(word) {
            return Rc::clone(meaning);
        }
        let schema = self.compendium.schema;
        let whole = plain(word);
        let stem = whole.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &whole[stem.len()..];
        let inside = self.attack_fields();
        let is_name = ATTACK_NAMES.contains(&stem);
        let has_to_hit = || meant(stem, &[TO_HIT]).is_some() && best(inside, stem).is_some();
        let is_part = meant(stem, &["damage"]).is_some()
            || has_to_hit()
            || !number.is_empty() && inside.iter().any(|field| means(stem, field));
        let part = (!inside.is_empty() && (is_name || is_part)).then(|| {
            let what = if is_name { "name" } else { stem };
            (number.into(), what.into())
        });
        let mut field = if HIT_DICE.contains(&whole.as_str()) {
            schema.fields.named(&schema.hit_dice)
        } else {
            best(&schema.fields, word)
        };
        let mut score = false;
        if field.is_none()
            && let Some((_, key)) = SCORES
                .iter()
                .find(|(words, _)| words.contains(&whole.as_str()))
        {
            let mut given = schema.fields.iter().filter(|field| !field.state);
            field = given.find(|field| plain(&field.key) == *key);
            score = field.is_some();
        }
        let meaning = Rc::new(Meaning {
            own: ["name", "notes"]
                .into_iter()
                .find(|own| meant(word, &[own]).is_some()),
            hit_points: HIT_POINTS.contains(&whole.as_str()),
            field,
            score,
            names_attack: ATTACK_NAMES.contains(&whole.as_str()),
            part,
        });
        self.meanings.insert(Rc::clone(word), Rc::clone(&meaning));
        meaning
    }

    /// Adds one field of a combatant. Parts of an attack in a table row are collected first.
    fn field(
        &mut self,
        given: &mut Record,
        place: &str,
        word: &Rc<str>,
        cell: &Cell,
        attacks: &mut BTreeMap<Rc<str>, Foreign>,
    ) {
        let meaning = self.meaning(word);
        if let (true, Cell::Text(text)) = (meaning.hit_points, cell) {
            return self.hit_points(given, place, word, text);
        }
        if let Some(field) = meaning.field {
            // A column `weapon` next to columns of its damage is a name, not a list.
            let is_list = matches!(field.kind, Spec::Records(_));
            let of_list = matches!(cell, Cell::Rows(_)) || !meaning.names_attack;
            if !is_list || of_list {
                return match (meaning.score, cell) {
                    (true, Cell::Text(score)) => {
                        let cell = Cell::Text(modifier(score));
                        self.put(given, place, field, word, &cell);
                    }
                    _ => self.put(given, place, field, word, cell),
                };
            }
        }
        match (&meaning.part, cell) {
            // `+5` in a column `attack` is not a name.
            (Some((number, what)), Cell::Text(text)) if **what == *"name" && is_number(text) => {
                let word = format!("{TO_HIT}{number}").into();
                self.field(given, place, &word, cell, attacks);
            }
            // A sentence of a stat block is not a name.
            (Some((number, what)), Cell::Text(text))
                if **what == *"name" && told(text).is_some() =>
            {
                let (rows, lost) = told(text).unwrap_or_default();
                self.lost.extend(lost);
                for (nth, row) in rows.into_iter().enumerate() {
                    attacks.insert(format!("{number}.{nth}").into(), row);
                }
            }
            (Some((number, what)), Cell::Text(text)) => {
                let attack = attacks.entry(Rc::clone(number));
                let attack = attack.or_insert_with(|| Foreign::at(place));
                attack.put(Rc::clone(what), text);
            }
            _ => self.unplaced(word),
        }
    }

    /// Adds the attack bonus to the sheet's common field if the attack rows have no field for it.
    fn one_to_hit(&mut self, given: &mut Record, place: &str) {
        if self.to_hit.is_empty() {
            return;
        }
        let bonuses = std::mem::take(&mut self.to_hit);
        let field = self.meaning(&TO_HIT.into()).field;
        let mut first: Option<&str> = None;
        for (attack, bonus) in &bonuses {
            match (field, first) {
                (None, _) => self.unplaced("to hit"),
                (Some(field), None) => {
                    first = Some(bonus);
                    self.put(given, place, field, "to hit", &Cell::Text(bonus.clone()));
                }
                (Some(_), Some(first)) if first == bonus => {}
                (Some(_), Some(first)) => {
                    let why = format!(
                        "{bonus} of {attack}: the sheet has one number for all attacks, and {first} came first"
                    );
                    self.misfit(place, "to hit", &format!("{bonus} of {attack}"), &why);
                }
            }
        }
    }

    fn unplaced(&mut self, word: &str) {
        match self.report.unplaced.get_mut(word) {
            Some(times) => *times += 1,
            None => {
                self.report.unplaced.insert(word.into(), 1);
            }
        }
    }

    /// Returns the fields of a row in the list of attacks.
    fn attack_fields(&self) -> &'a [FieldSpec] {
        let list = best(&self.compendium.schema.fields, "attacks");
        match list.map(|field| &field.kind) {
            Some(Spec::Records(inside)) => inside,
            _ => &[],
        }
    }

    /// Parses maximum hit points and their dice: `27 (5d8+5)`, `27 5d8+5`, `27/30` or `5d8+5`.
    fn hit_points(&mut self, given: &mut Record, place: &str, word: &str, text: &str) {
        let schema = self.compendium.schema;
        let named = |key: &str| schema.fields.iter().find(|field| field.key == key);
        let (points, dice) = match text.split_once('(') {
            Some((points, dice)) => (points.trim(), dice.trim_end().trim_end_matches(')')),
            None => match text.trim().split_once(char::is_whitespace) {
                Some((points, dice)) if starts_with_dice(dice) => (points, dice),
                _ => (text, text),
            },
        };
        let dice = spaced_dice(dice).filter(|dice| dice.least() < dice.most());
        let (left, points) = points.rsplit_once('/').unwrap_or((points, points));
        if left.trim() != points.trim() {
            self.unplaced("current hit points");
        }
        let points = match (number(points), &dice) {
            (Some((points, _)), _) => points.to_owned(),
            // The average is computed from the dice.
            (None, Some(_)) => String::new(),
            (None, None) => text.to_owned(),
        };
        match named(&schema.hit_points) {
            Some(_) if points.is_empty() => {}
            Some(field) => self.put(given, place, field, word, &Cell::Text(points)),
            None => self.unplaced(word),
        }
        if let (Some(field), Some(dice)) = (named(&schema.hit_dice), dice) {
            self.put(given, place, field, word, &Cell::Text(dice.to_string()));
        }
    }

    /// Fills in the average of the hit point dice if the points are missing.
    fn average(&self, given: &mut Record) {
        let schema = self.compendium.schema;
        let dice = given.dice(&schema.hit_dice).cloned();
        let field = schema.fields.named(&schema.hit_points);
        if let (Some(dice), Some(field), false) = (dice, field, given.has(&schema.hit_points)) {
            given.set(&field.key, field.kind.nearest(average(&dice)));
        }
    }

    /// Adds a value to its field, if the field allows the value.
    fn put(
        &mut self,
        given: &mut Record,
        place: &str,
        field: &'a FieldSpec,
        word: &str,
        cell: &Cell,
    ) {
        if given.has(&field.key) {
            return self.unplaced(word);
        }
        let value = match (&field.kind, cell) {
            (Spec::Records(inside), Cell::Rows(rows)) => Ok(self.rows(inside, place, rows)),
            (Spec::Records(inside), Cell::Text(text)) => Ok(self.listed(inside, place, text)),
            (Spec::Records(_), Cell::Names(names)) => Ok(self.ready(field, names)),
            (_, Cell::Text(text)) => read(field, text),
            (kind, Cell::Rows(_) | Cell::Names(_)) => {
                Err(format!("{} is needed, not a list", kind.in_words()))
            }
        };
        let checked = value.and_then(|value| match field.kind.check(&value) {
            Ok(()) => Ok(value),
            Err(wrong) => Err(wrong.what),
        });
        match checked {
            Ok(Value::List(rows)) if rows.is_empty() => {}
            Ok(value) => given.set(&field.key, value),
            Err(why) => {
                let value = match cell {
                    Cell::Text(text) => text.as_str(),
                    Cell::Rows(_) | Cell::Names(_) => "",
                };
                self.misfit(place, word, value, &why);
            }
        }
    }

    /// Returns ready rows of a list by their names, with the uses of the block.
    fn ready(&self, field: &FieldSpec, names: &[Named]) -> Value {
        let rows = self.compendium.ready_rows(&field.key);
        let row = |named: &Named| {
            let mut row = rows
                .iter()
                .find(|row| row.word("name") == named.name)?
                .clone();
            if let Some(uses) = named.innate {
                row.set("innate", Value::Flag(true));
                if uses > 0 {
                    row.set("uses", Value::Int(uses));
                }
            }
            Some(row)
        };
        Value::List(names.iter().filter_map(row).collect())
    }

    /// Reads the rows of a list. A row without a required field is reported and skipped.
    fn rows(&mut self, inside: &'a [FieldSpec], place: &str, rows: &[Foreign]) -> Value {
        let mut list = Vec::new();
        for foreign in rows {
            let mut row = Record::new();
            let mut to_hit = None;
            for (word, cell) in &foreign.fields {
                match (self.best_inside(inside, word), cell) {
                    (Some(field), _) => self.put(&mut row, place, field, word, cell),
                    (None, Cell::Text(text)) if meant(word, &["damage"]).is_some() => {
                        self.damage(&mut row, inside, place, text);
                    }
                    (None, Cell::Text(text)) if meant(word, &[TO_HIT]).is_some() => {
                        to_hit = Some(text.clone());
                    }
                    _ => self.unplaced(word),
                }
            }
            let bonus = to_hit.map(|bonus| (row.word("name").to_owned(), bonus));
            self.to_hit.extend(bonus);
            let missing = inside
                .iter()
                .find(|field| field.required && !row.has(&field.key));
            match missing {
                Some(field) => {
                    let name = row.word("name").to_owned();
                    self.misfit(place, &name, "", &field.missing().what);
                }
                None => list.push(row),
            }
        }
        Value::List(list)
    }

    /// Returns the field of a list's row that a word means.
    fn best_inside(&mut self, inside: &'a [FieldSpec], word: &Rc<str>) -> Option<&'a FieldSpec> {
        match self.inside.get(word) {
            Some((of, found)) if std::ptr::eq(*of, inside) => *found,
            _ => {
                let found = best(inside, word);
                self.inside.insert(Rc::clone(word), (inside, found));
                found
            }
        }
    }

    /// Reads a list in one cell, `axe 1d6; bow 1d6`, or an attack in stat block style.
    fn listed(&mut self, inside: &'a [FieldSpec], place: &str, text: &str) -> Value {
        let entries = text.split(';').filter(|entry| !entry.trim().is_empty());
        let rows: Vec<Foreign> = entries
            .flat_map(|entry| {
                let entry = entry.trim();
                if let Some((rows, lost)) = told(entry) {
                    self.lost.extend(lost);
                    return rows;
                }
                let mut row = Foreign::at(place);
                match entry.rsplit_once(' ') {
                    Some((name, dice)) if Dice::parse(dice.trim_matches(['(', ')'])).is_ok() => {
                        row.put("name", name);
                        row.put("damage", dice.trim_matches(['(', ')']));
                    }
                    _ => row.put("name", entry),
                }
                vec![row]
            })
            .collect();
        self.rows(inside, place, &rows)
    }

    /// Adds damage dice to a sheet that stores the number of dice and their sides separately.
    fn damage(&mut self, row: &mut Record, inside: &'a [FieldSpec], place: &str, text: &str) {
        let named = |key: &str| inside.iter().find(|field| field.key == key);
        let parts = text.trim().split_once(['d', 'D']);
        let (Some((dice, sides)), Some(many), Some(die)) = (parts, named("dice"), named("die"))
        else {
            self.misfit(
                place,
                "damage",
                text,
                &format!("the sheet has no field for {text}"),
            );
            return;
        };
        let (sides, added) = match sides.find(['+', '-']) {
            Some(at) => sides.split_at(at),
            None => (sides, ""),
        };
        let dice = if dice.is_empty() { "1" } else { dice };
        self.put(row, place, many, "damage", &Cell::Text(dice.to_owned()));
        self.put(row, place, die, "damage", &Cell::Text(sides.to_owned()));
        if !added.is_empty() {
            self.misfit(
                place,
                "damage",
                added,
                &format!("the sheet has no field for {added}"),
            );
        }
    }
}

/// Combatant in the roster.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) name: String,
    /// Parts without effect on the sheet; empty if the combatant is complete.
    pub(super) lost: Vec<Lost>,
    /// Numbers that the file does not give, with the usual values.
    pub(super) assumed: Vec<String>,
    /// True if the library's combatant of that name replaced the imported combatant.
    pub(super) from_library: bool,
}

/// Entry that was skipped.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) place: String,
    pub(super) name: String,
    pub(super) why: String,
}

/// Results of an import.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) written: Vec<Written>,
    pub(super) refused: Vec<Refused>,
    /// Values that do not fit in their fields, one line each.
    pub(super) misfits: Vec<String>,
    /// Words without a meaning on the sheet, with the number of records that contain each.
    pub(super) unplaced: BTreeMap<Rc<str>, i64>,
}

/// Returns the attack rows for a stat block sentence in a cell, and the parts without effect.
fn told(text: &str) -> Option<(Vec<Foreign>, Vec<Lost>)> {
    let (attacks, left) = sentence::told(text)?;
    let name = attacks
        .first()
        .map(|attack| attack.name.clone())
        .unwrap_or_default();
    let lost = left
        .iter()
        .map(|(reason, text)| Lost::new(&name, *reason, text));
    Some((sheet::attack_rows(&attacks), lost.collect()))
}

/// Returns `true` if a word means the name of a combatant.
pub(super) fn is_name(word: &str) -> bool {
    meant(word, &["name"]).is_some()
}

/// Returns `true` if a text begins with dice, not with an operator.
fn starts_with_dice(text: &str) -> bool {
    text.trim_start()
        .starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'd' | 'D'))
        && spaced_dice(text).is_some_and(|dice| dice.least() < dice.most())
}

/// Returns `true` if a text is only a number, such as `+5`.
fn is_number(text: &str) -> bool {
    number(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// Converts an ability score to its modifier; a number with a sign is a modifier already.
fn modifier(score: &str) -> String {
    let is_score = score.trim().starts_with(|c: char| c.is_ascii_digit());
    match score.trim().parse::<i64>() {
        Ok(points @ 0..=99) if is_score => ((points - 10).div_euclid(2)).to_string(),
        _ => score.to_owned(),
    }
}

/// Splits a text such as `30 ft.` or `15 (chain mail)` after its leading number, unless the number is part of dice or a
/// fraction.
fn number(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let is_part = |at: usize, c: char| c.is_ascii_digit() || at == 0 && matches!(c, '+' | '-');
    let end = text.char_indices().find(|(at, c)| !is_part(*at, *c));
    let (number, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
    let ends = |c: char| c.is_whitespace() || c == '\'' || c == '(';
    let rest_begins = rest.trim_start().chars().next();
    let goes_on = rest_begins.is_some_and(|c| c.is_ascii_digit() || "+-*/".contains(c));
    let is_number = number.ends_with(|c: char| c.is_ascii_digit());
    let fits = is_number && !goes_on && (rest.is_empty() || rest.starts_with(ends));
    fits.then_some((number, rest.trim()))
}

/// Checks that a field uses the unit after a number: `ft.` only if the label or the help of the field mentions feet.
/// Text in brackets is a remark.
fn counts_in(field: &FieldSpec, unit: &str) -> bool {
    let unit = unit.split(['(', ',', ' ']).next().unwrap_or_default();
    let unit = match plain(unit).as_str() {
        "" if unit.starts_with('\'') => "ft".to_owned(),
        "feet" | "foot" => "ft".to_owned(),
        unit => unit.to_owned(),
    };
    let said = format!("{} {} {}", field.key, field.label, field.help).to_lowercase();
    let said = said.replace("feet", "ft").replace("foot", "ft");
    let mut words = said.split(|c: char| !c.is_alphanumeric());
    unit.is_empty() || words.any(|word| word == unit)
}

/// Parses a value for a field as people write it in tables.
fn read(field: &FieldSpec, text: &str) -> Result<Value, String> {
    let kind = &field.kind;
    let text = text.trim();
    let misfit = || {
        let text = text::sanitize(text, text::NAME_LIMIT);
        format!("{} is needed, not {text}", kind.in_words())
    };
    match kind {
        Spec::Int(..) => {
            let (number, _) = number(text)
                .filter(|(_, unit)| counts_in(field, unit))
                .ok_or_else(misfit)?;
            let number = number.trim_start_matches('+').parse();
            number.map(Value::Int).map_err(|_| misfit())
        }
        Spec::Decimal(parts, ..) => {
            let (word, unit) = text.split_once(' ').unwrap_or((text, ""));
            let found = read_decimal(&word.replace(',', "."), *parts);
            let found = found.filter(|_| counts_in(field, unit));
            found.map(Value::Int).ok_or_else(misfit)
        }
        Spec::Flag => match plain(text).as_str() {
            "yes" | "true" | "x" | "1" | "y" => Ok(Value::Flag(true)),
            "no" | "false" | "0" | "n" => Ok(Value::Flag(false)),
            _ => Err(misfit()),
        },
        Spec::Word(words) if words.is_empty() && !field.several.is_empty() => {
            let (found, lost) = phrase::kinds(&field.several, &[text.to_lowercase()], &field.label);
            match lost.first() {
                Some(lost) => {
                    let said = text::sanitize(&lost.text, text::NAME_LIMIT);
                    Err(format!("{said} is not one of {}", field.several.join(", ")))
                }
                None => Ok(Value::Word(found.join(", "))),
            }
        }
        Spec::Word(words) if words.is_empty() => Ok(Value::Word(
            text::sanitize(text, text::LINE_LIMIT).into_owned(),
        )),
        Spec::Word(words) => {
            let found = words.iter().find(|word| plain(word) == plain(text));
            found
                .map(|word| Value::Word(word.clone()))
                .ok_or_else(misfit)
        }
        Spec::Dice => {
            let joined = text.trim_matches(['(', ')']).replace(' ', "");
            match (spaced_dice(text), Dice::parse(&joined)) {
                (Some(dice), _) => Ok(Value::Dice(dice)),
                (None, Err(error)) => Err(error.to_string()),
                (None, Ok(_)) => Err(misfit()),
            }
        }
        Spec::Records(_) => Err(misfit()),
    }
}
