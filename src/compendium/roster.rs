//! Reads rosters, which are files of combatants, and reports every error at its position.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Compendium;
use super::creature::Creature;
use super::sheet::{read_condition, read_fields, read_stock, stock_of};
use crate::ron_text::{Diagnostic, Reading, Source, parse};
use crate::text;
use crate::values::{Record, Schema, Stock, unknown};

impl Compendium {
    /// Adds the combatants of a file and replaces combatants with the same name. Returns the errors; only combatants
    /// without an error are added.
    pub fn add_roster(&mut self, source: &Source, own: bool) -> Vec<Diagnostic> {
        let (creatures, mistakes) = self.read_roster(source, own);
        let there = self.known.iter().enumerate();
        let places: BTreeMap<String, usize> = there
            .map(|(place, old)| (old.name.clone(), place))
            .collect();
        // The names in the file are unique.
        for creature in creatures {
            match places.get(&creature.name) {
                Some(place) => self.known[*place] = creature,
                None => self.known.push(creature),
            }
        }
        self.all = Arc::default();
        mistakes
    }

    /// Returns the combatants to choose from: entries of `roster.ron`, entries of `monsters.ron`, and the GM's own
    /// combatants. A combatant of the GM replaces a monster with the same name.
    pub fn roster(&self) -> &[Creature] {
        if self.monsters.is_empty() {
            return &self.known;
        }
        &self.all().0
    }

    /// Reads `monsters.ron` on the first call and returns its errors.
    pub fn monster_errors(&self) -> &[Diagnostic] {
        if self.monsters.is_empty() {
            return &[];
        }
        &self.all().1
    }

    fn all(&self) -> &(Vec<Creature>, Vec<Diagnostic>) {
        self.all.get_or_init(|| {
            let name = self.system().file_name("monsters.ron");
            let (monsters, wrong) = self.read_roster(&Source::new(name, self.monsters), false);
            let mut own: BTreeMap<&str, &Creature> = BTreeMap::new();
            own.extend(self.known.iter().map(|one| (&*one.name, one)));
            let (first, last) = self.known.split_at(self.built_in);
            let mut all = first.to_vec();
            let known = all
                .iter()
                .map(|one| one.name.clone())
                .collect::<BTreeSet<_>>();
            let mut taken = BTreeSet::new();
            for monster in monsters
                .into_iter()
                .filter(|one| !known.contains(&one.name))
            {
                let own = own.get(&*monster.name);
                taken.extend(own.map(|one| &*one.name));
                all.push(own.map_or(monster, |one| (*one).clone()));
            }
            let others = last.iter().filter(|one| !taken.contains(&*one.name));
            all.extend(others.cloned());
            (all, wrong)
        })
    }

    /// Reads the combatants of a file. Also returns the errors in the file.
    pub fn read_roster(&self, source: &Source, own: bool) -> (Vec<Creature>, Vec<Diagnostic>) {
        self.read_creatures(source, own, Schema::must_be)
    }

    /// Reads the combatants of a file; `known` checks the keys of conditions.
    pub(super) fn read_creatures(
        &self,
        source: &Source,
        own: bool,
        known: fn(&Schema, &str) -> Result<(), String>,
    ) -> (Vec<Creature>, Vec<Diagnostic>) {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told).of_records_alike();
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
                    conditions.extend(read_condition(&mut reading, node, self.schema, known));
                }
            }
            let given = read_fields(&mut reading, &mut fields, &self.schema.fields, None);
            reading.finish(fields);
            if names.contains(&name)
                && let (false, Some(node)) = (name.is_empty(), name_node)
            {
                reading.wrong(node.at, format!("{name} appears twice in this file"));
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

    /// Finds a combatant in the roster.
    pub fn creature(&self, name: &str) -> Result<&Creature, String> {
        let lower = name.trim().to_lowercase();
        let is_it = |one: &&Creature| one.name.to_lowercase() == lower;
        let found = self.known.iter().find(is_it);
        let found = found.or_else(|| self.roster().iter().find(is_it));
        found.ok_or_else(|| {
            let names = self.roster().iter().map(|one| one.name.as_str());
            unknown("combatant", name, names)
        })
    }

    /// Returns the errors in `rows.ron`, the file of ready rows.
    pub fn row_errors(&self) -> &[Diagnostic] {
        let fields = &self.schema.fields;
        let list = fields.iter().find(|one| one.stock != Stock::default());
        let lists = list.and_then(|list| stock_of(fields, &list.stock));
        lists.map_or(&[], |(_, wrong)| wrong)
    }

    /// Reads a file of ready rows. Returns their number and the errors.
    pub(crate) fn read_rows(&self, source: &Source) -> (usize, Vec<Diagnostic>) {
        let (lists, wrong) = read_stock(&self.schema.fields, source);
        let rows = self
            .schema
            .fields
            .iter()
            .map(|list| lists.list(&list.key).len());
        (rows.sum(), wrong)
    }

    /// Returns the ready rows of a list, in the order of their file.
    pub fn ready_rows(&self, list: &str) -> &[Record] {
        let fields = &self.schema.fields;
        let stock = fields.named(list).map(|list| &list.stock);
        let lists = stock.and_then(|stock| stock_of(fields, stock));
        lists.map_or(&[], |(lists, _)| lists.list(list))
    }

    /// Lists the entries of a list (`attacks`, `combos/0/components`), each with the name of the combatant whose sheet
    /// has the entry. First come the ready rows, which no combatant has, then the rows on all sheets of the roster. Of
    /// rows with the same name, only the first is included. A ready row replaces rows with its name on sheets, ignoring
    /// case.
    pub(crate) fn entries(&self, path: &str) -> Vec<(&Record, &str)> {
        let is_word = |part: &&str| part.parse::<usize>().is_err();
        let mut words = path.split('/').filter(is_word);
        let first = words.next().unwrap_or_default();
        let lists = self.roster().iter().flat_map(|one| {
            let rows = one.given.list(first).iter();
            rows.map(|row| (row, &*one.name))
        });
        let ready = self.ready_rows(first).iter();
        let taken: BTreeSet<String> = ready
            .clone()
            .map(|row| row.word("name").to_lowercase())
            .collect();
        let others = lists.filter(|(row, _)| !taken.contains(&row.word("name").to_lowercase()));
        let ready = ready.map(|row| (row, ""));
        let mut entries: Vec<(&Record, &str)> = ready.chain(others).collect();
        for word in words {
            let inner = entries
                .iter()
                .flat_map(|(one, owner)| one.list(word).iter().map(|row| (row, *owner)));
            entries = inner.collect();
        }
        let mut names: BTreeSet<&str> = BTreeSet::new();
        entries.retain(|(one, _)| !one.word("name").is_empty() && names.insert(one.word("name")));
        entries
    }
}
