//! What the program knows of a system besides its rules ([`Compendium`]): fields, options, tables, ready combatants,
//! bundled fights. Built in or a GM's own; read with every mistake told.

mod party;
mod sheet;
mod spare;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use party::Party;
pub(crate) use sheet::{read_condition, read_fields, read_value};
pub(crate) use write::{quoted, write_condition, write_roster, write_sheet, write_value};

use super::setup::{self, Setup};
use super::{Capitals, System};
use crate::encounter::{Condition, Record, Row, Schema, Table, TableSet, Tables, check, unknown};
use crate::ron_text::{
    Diagnostic, MOST_MISTAKES, Objection, PathStep, Place, Reading, Shape, Source, parse, read_part,
};
use crate::text;

/// Somebody in a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creature {
    /// What it is called.
    pub name: String,
    /// The GM's notes on it.
    pub notes: String,
    /// What is the case with it from the start of a fight.
    pub conditions: Vec<Condition>,
    /// Its sheet as the roster gives it, without defaults ([`Compendium::complete`]).
    pub given: Record,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
}

/// A fight ready to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyEncounter {
    /// The file's name without its ending.
    pub name: String,
    /// The fight.
    pub setup: Setup,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
}

/// What a list says of a fight that is ready to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyTitle {
    /// The file's name without its ending.
    pub name: String,
    /// What the fight is called.
    pub title: String,
    /// One line on it.
    pub blurb: String,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
}

impl From<&ReadyEncounter> for ReadyTitle {
    fn from(ready: &ReadyEncounter) -> Self {
        Self {
            name: ready.name.clone(),
            title: ready.setup.title.clone(),
            blurb: ready.setup.blurb.clone(),
            own: ready.own,
        }
    }
}

/// Everything about a system that is data.
#[derive(Clone)]
pub struct Compendium {
    system: &'static dyn System,
    /// Fields, conditions, options.
    pub schema: &'static Schema,
    /// Tables, checked.
    pub tables: TableSet,
    /// Capitals of its rows, answers and actions, the GM's own among them.
    pub capitals: Capitals,
    /// Combatants to choose from, in the order of the files.
    pub roster: Vec<Creature>,
    /// Parties that were kept, in the order of the files.
    pub parties: Vec<Party>,
    /// The rules in short, as Markdown.
    pub rules: String,
    /// Fights to choose from.
    pub encounters: Vec<ReadyEncounter>,
}

impl Compendium {
    /// What the panes of a fight need of a system's built-in compendium: no tables, nobody to choose from, no fights.
    pub(crate) fn outline(system: &'static dyn System) -> Self {
        Self {
            system,
            schema: system.schema(),
            tables: TableSet::default(),
            capitals: Capitals::of_system(system),
            roster: Vec::new(),
            parties: Vec::new(),
            rules: system.assets().rules.to_owned(),
            encounters: Vec::new(),
        }
    }

    /// A system's built-in compendium, and what is wrong with it; nothing, in a released program.
    pub fn built_in(system: &'static dyn System) -> (Compendium, Vec<Diagnostic>) {
        let assets = system.assets();
        let name = |file: &str| format!("{}/{file}", system.key());
        let mut wrong = Vec::new();
        let mut compendium = Self::outline(system);
        let schema = compendium.schema;
        wrong.extend(schema.objections().into_iter().map(Diagnostic::new));
        let source = Source::new(name("tables.ron"), assets.tables);
        let (tables, mistakes) = read_tables(schema, &source, None);
        wrong.extend(mistakes);
        match TableSet::seat(schema, &Arc::new(tables)) {
            Ok(tables) => compendium.tables = tables,
            Err(mistake) => wrong.push(mistake.explain(&source)),
        }
        wrong.extend(compendium.add_roster(&Source::new(name("roster.ron"), assets.roster), false));
        for (file, text) in assets.encounters {
            let source = Source::new(name(&format!("encounters/{file}")), text);
            let (setup, mistakes) = setup::read(&source, &[&compendium]);
            wrong.extend(mistakes);
            if let Some(setup) = setup {
                compendium.add_encounter(stem(file), setup, false);
            }
        }
        (compendium, wrong)
    }

    /// What lists say of a system's bundled fights, read without anything else of its compendium.
    pub(crate) fn built_in_titles(system: &dyn System) -> Vec<ReadyTitle> {
        let encounters = system.assets().encounters.iter();
        let titles = encounters.map(|(file, text)| {
            let (title, blurb) = setup::title_of(&Source::new(*file, text));
            let name = stem(file).to_owned();
            ReadyTitle {
                name,
                title,
                blurb,
                own: false,
            }
        });
        titles.collect()
    }

    pub(crate) fn system(&self) -> &'static dyn System {
        self.system
    }

    /// The system's key.
    pub fn key(&self) -> &'static str {
        self.system.key()
    }

    /// What the system is called on the screen.
    pub fn name(&self) -> &'static str {
        self.system.name()
    }

    /// Adds the combatants of a file; one of a name that is there already takes its place. Gives back what is wrong; a
    /// combatant with a mistake is left out, the others are not.
    pub fn add_roster(&mut self, source: &Source, own: bool) -> Vec<Diagnostic> {
        let (creatures, mistakes) = self.read_roster(source, own);
        let there = self.roster.iter().enumerate();
        let places: BTreeMap<String, usize> = there
            .map(|(place, old)| (old.name.clone(), place))
            .collect();
        // No name stands twice in what was read.
        for creature in creatures {
            match places.get(&creature.name) {
                Some(place) => self.roster[*place] = creature,
                None => self.roster.push(creature),
            }
        }
        mistakes
    }

    /// The combatants of a file and what is wrong with it.
    pub fn read_roster(&self, source: &Source, own: bool) -> (Vec<Creature>, Vec<Diagnostic>) {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut creatures: Vec<Creature> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for node in reading.list(&root) {
            let Some(mut fields) = reading.record(node) else {
                continue;
            };
            let before = reading.count();
            let name_node = fields.need("name", String::new);
            let name = name_node.and_then(|node| reading.name(node));
            let name = name.unwrap_or_default();
            let notes = match fields.take("notes") {
                Some(node) => reading.shown(node, text::LINE_LIMIT).unwrap_or_default(),
                None => String::new(),
            };
            let mut conditions = Vec::new();
            if let Some(node) = fields.take("conditions") {
                for node in reading.list(node) {
                    let known = Schema::may_be;
                    conditions.extend(read_condition(&mut reading, node, self.schema, known));
                }
            }
            let given = read_fields(&mut reading, &mut fields, &self.schema.fields);
            reading.finish(fields);
            if names.contains(&name)
                && let (false, Some(node)) = (name.is_empty(), name_node)
            {
                reading.wrong(node.at, format!("{name} stands twice in this file"));
            }
            if reading.count() > before {
                continue;
            }
            match self.complete(&given) {
                Ok(_) => {
                    names.insert(name.clone());
                    creatures.push(Creature {
                        name,
                        notes,
                        conditions,
                        given,
                        own,
                    });
                }
                Err(objections) => {
                    for wrong in objections {
                        reading.wrong(wrong.span_in(node), format!("{name}: {wrong}"));
                    }
                }
            }
        }
        (creatures, reading.done())
    }

    /// Replaces tables by those of a GM's file. Gives back what is wrong; a table with a mistake is left out.
    pub(crate) fn add_tables(&mut self, source: &Source) -> Vec<Diagnostic> {
        let (own, mut mistakes) = self.read_tables(source);
        let mut tables = (**self.tables.words()).clone();
        tables.extend(own);
        match TableSet::seat(self.schema, &Arc::new(tables)) {
            Ok(tables) => self.tables = tables,
            Err(mistake) => mistakes.push(mistake.explain(source)),
        }
        mistakes
    }

    /// Puts capitals of a GM's file in the place of the system's. Gives back what is wrong; then the system's stay.
    pub(crate) fn add_capitals(&mut self, source: &Source) -> Vec<Diagnostic> {
        match self.read_capitals(source) {
            Ok(capitals) => {
                self.capitals = capitals;
                Vec::new()
            }
            Err(mistakes) => mistakes,
        }
    }

    /// The capitals with those of a GM's file.
    pub(crate) fn read_capitals(&self, source: &Source) -> Result<Capitals, Vec<Diagnostic>> {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut own = BTreeMap::new();
        match &root.shape {
            Shape::Map(pairs) => {
                for (word, node) in pairs {
                    let Some(word) = reading.text(word) else {
                        continue;
                    };
                    let letter = reading.text(node).unwrap_or_default();
                    match letter.chars().next() {
                        Some(capital @ 'A'..='Z') if letter.len() == 1 => {
                            own.insert(word, capital);
                        }
                        _ => reading.wrong(node.at, "a capital is needed here: `\"K\"`"),
                    }
                }
            }
            Shape::Broken => {}
            _ => reading.wrong(
                root.at,
                "capitals by word are needed here: `{ \"dodge\": \"K\" }`",
            ),
        }
        let mistakes = reading.done();
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let told = |wrong: Vec<String>| {
            let wrong = wrong.into_iter().take(MOST_MISTAKES);
            wrong
                .map(|what| source.explain(root.at.start, &what))
                .collect()
        };
        self.capitals.clone().with(own).map_err(told)
    }

    /// The tables of a GM's file, which are some of those that there are, and what is wrong with it. A table with a mistake
    /// is left out.
    pub(crate) fn read_tables(&self, source: &Source) -> (Tables, Vec<Diagnostic>) {
        read_tables(self.schema, source, Some(self.tables.words()))
    }

    /// Adds a fight; one of that name that is there already goes.
    pub(crate) fn add_encounter(&mut self, name: &str, setup: Setup, own: bool) {
        let name = name.to_owned();
        let encounter = ReadyEncounter { name, setup, own };
        match self
            .encounters
            .iter_mut()
            .find(|old| old.name == encounter.name)
        {
            Some(old) => *old = encounter,
            None => self.encounters.push(encounter),
        }
    }

    /// Somebody in the roster.
    pub fn creature(&self, name: &str) -> Result<&Creature, String> {
        let lower = name.trim().to_lowercase();
        let found = self
            .roster
            .iter()
            .find(|one| one.name.to_lowercase() == lower);
        found.ok_or_else(|| {
            let names = self.roster.iter().map(|one| one.name.as_str());
            unknown("combatant", name, names)
        })
    }

    /// The entries with a name that combatants of the roster have in a list, by its path (`attacks`, `combos/0/components`);
    /// of several of one name the first.
    pub(crate) fn entries(&self, path: &str) -> Vec<&Record> {
        let is_word = |part: &&str| part.parse::<usize>().is_err();
        let mut words = path.split('/').filter(is_word);
        let first = words.next().unwrap_or_default();
        let lists = self.roster.iter().flat_map(|one| one.given.list(first));
        let mut entries: Vec<&Record> = lists.collect();
        for word in words {
            entries = entries.iter().flat_map(|one| one.list(word)).collect();
        }
        let mut names: BTreeSet<&str> = BTreeSet::new();
        entries.retain(|one| !one.word("name").is_empty() && names.insert(one.word("name")));
        entries
    }

    /// A whole sheet: what is given, the defaults for the rest, and what follows from both.
    pub(crate) fn complete(&self, given: &Record) -> Result<Row, Vec<Objection>> {
        let mut sheet = Row::seat(&self.schema.fields, given)?;
        self.system.complete(&mut sheet);
        let wrong = self.system.objections(&sheet);
        if wrong.is_empty() {
            Ok(sheet)
        } else {
            Err(wrong)
        }
    }
}

/// The name of a bundled encounter, from that of its file.
fn stem(file: &str) -> &str {
    file.trim_end_matches(".ron")
}

/// The tables of a file, some of those that are known if any are, and what is wrong with it. A table with a mistake is left
/// out.
fn read_tables(
    schema: &Schema,
    source: &Source,
    known: Option<&Tables>,
) -> (Tables, Vec<Diagnostic>) {
    let (root, told) = parse(source);
    let mut reading = Reading::new(source, told);
    let mut tables = Tables::new();
    let Shape::Map(pairs) = &root.shape else {
        if root.shape != Shape::Broken {
            reading.wrong(
                root.at,
                "tables by key are needed here: `{ \"key\": (title: …) }`",
            );
        }
        return (tables, reading.done());
    };
    for (word, node) in pairs {
        let Some(key) = reading.text(word) else {
            continue;
        };
        if reading.is_enough() {
            break;
        }
        match read_part::<Table>(source, node.at) {
            Ok(table) => {
                let kind = schema.tables.iter().find(|kind| kind.word == key);
                let fits = match kind {
                    Some(kind) => kind.seat(&table).map(drop),
                    None => check::rows(&table),
                };
                let strange = known.filter(|known| !known.contains_key(&key));
                match (fits, strange) {
                    (Ok(()), None) => {
                        tables.insert(key, table);
                    }
                    (Ok(()), Some(known)) => {
                        let known = known.keys().map(String::as_str);
                        reading.wrong(word.at, unknown("table", &key, known));
                    }
                    (Err(mut wrong), _) => {
                        wrong.what = format!("table `{key}`: {}", wrong.what);
                        reading.tell(wrong.within(PathStep::Key(key)).explain(source));
                    }
                }
            }
            Err(mistake) => reading.tell(mistake),
        }
    }
    (tables, reading.done())
}

/// The place of a mistake, for whoever looks for one.
pub(super) fn at(place: Option<&Place>, what: impl Into<String>) -> Diagnostic {
    Diagnostic {
        place: place.cloned(),
        what: what.into(),
    }
}
