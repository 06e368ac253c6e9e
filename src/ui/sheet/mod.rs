//! Sheet of a combatant as rows that can be changed: the system's fields with their labels, lists entry by entry, and
//! the common data of all combatants.

pub(crate) mod draw;
pub(crate) mod entries;
mod keys;
pub(crate) mod value;

use anyhow::Result;

use self::value::{above_maximum, changed, read_value};

pub use self::entries::Offered;
pub(crate) use self::value::{plain, show};
use super::edit::Edit;
use super::fight::Fight;
use super::selection::{ListRow, Selection};
use crate::compendium::Compendium;
use crate::encounter::{Encounter, Event};
use crate::text::{NAME_LIMIT, listed, sanitize};
use crate::values::{
    Counter, FieldSpec, Id, Record, Row, Schema, SideId, Spec, Value, decimal, read_decimal,
};

/// Owner of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Combatant of the fight.
    Combatant(Id),
    /// Combatant of the set-up, by its index.
    Newcomer(usize),
}

/// Target of a change in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowTarget {
    /// Value at a path of the sheet.
    Field(Box<FieldSpec>, String),
    /// New entry of the list at a path of the sheet.
    OneMore(Box<FieldSpec>, String),
    Name,
    /// Name that the players see.
    OtherName,
    Side,
    Group,
    Notes,
    /// Visibility for the players.
    Hidden,
    Heading,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    pub target: RowTarget,
    /// Label of the row.
    pub label: String,
    pub value: String,
    /// Help in one line, or "".
    pub help: String,
    /// True for an empty value that is the default, and for a field that the rules keep for themselves.
    pub unused: bool,
}

impl ListRow for SheetRow {
    type Key = RowTarget;

    fn key(&self) -> RowTarget {
        self.target.clone()
    }

    fn is_heading(&self) -> bool {
        self.target == RowTarget::Heading
    }
}

/// Overlay with a sheet.
#[derive(Debug)]
pub struct SheetOverlay {
    pub of: Subject,
    /// Row that the arrows mark.
    pub mark: Selection<RowTarget>,
    /// New value while it is typed.
    pub edit: Option<Edit>,
    /// True if typing replaces the number or dice in the opened row.
    pub replaces: bool,
    /// Entries for the typed name of a new entry, best match first. The last entry is an own entry with that name.
    pub fitting: Vec<Offered>,
    /// Entry that Enter adds. No entry is chosen before the first letter.
    pub chosen: Selection<(String, bool)>,
    /// Entries before the last comma of the typed text.
    pub before: Vec<Offered>,
    /// Error of the last value.
    pub problem: Option<String>,
    /// Search text while a row is searched.
    pub search: Option<Edit>,
}

impl SheetOverlay {
    /// Creates the overlay for a sheet with these rows.
    pub(crate) fn new(of: Subject, rows: &[SheetRow]) -> Self {
        Self {
            of,
            mark: Selection::at(rows, 0),
            edit: None,
            replaces: false,
            fitting: Vec::new(),
            chosen: Selection::default(),
            before: Vec::new(),
            problem: None,
            search: None,
        }
    }

    /// Returns `true` while a value or a search is typed.
    pub(super) fn takes_words(&self) -> bool {
        self.edit.is_some() || self.search.is_some()
    }

    /// Moves to a row whose heading, label or value contains all search words. This is the best match from the marked
    /// row on, or the next or previous match, wrapping around.
    pub(crate) fn find(&mut self, by: isize, rows: &[SheetRow]) {
        let Some(search) = &self.search else {
            return;
        };
        let search = search.value().to_lowercase();
        let mut heading = "";
        let mut fits: Vec<usize> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            if row.is_heading() {
                heading = &row.label;
                continue;
            }
            let text = format!("{heading} {} {} {}", row.label, row.key_words(), row.value);
            let text = text.to_lowercase();
            if search.split_whitespace().all(|word| text.contains(word)) {
                fits.push(place);
            }
        }
        let far = |place: &usize| rows[*place].distance(&search);
        let here = self.mark.place(rows).unwrap_or(0);
        let next = match by {
            0 if search.trim().is_empty() => fits.first().copied(),
            0 => fits.iter().copied().min_by_key(far),
            1.. => fits
                .iter()
                .copied()
                .find(|place| *place > here)
                .or(fits.first().copied()),
            _ => fits
                .iter()
                .rev()
                .copied()
                .find(|place| *place < here)
                .or(fits.last().copied()),
        };
        self.problem = match next {
            Some(place) => {
                self.mark.put(rows, place);
                None
            }
            None => Some(format!("no row contains `{search}`")),
        };
    }

    /// Describes what Enter does with the typed names of new entries, and what an arrow key selects instead.
    fn leads_to(&self) -> String {
        let adds = |one: &Offered| {
            if one.own {
                format!("a new entry {}", one.name)
            } else {
                one.name.clone()
            }
        };
        let chosen = self.chosen.row(&self.fitting);
        let names: Vec<String> = self.before.iter().chain(chosen).map(adds).collect();
        let other = match (chosen, &*self.fitting) {
            (None, [first, ..]) => format!("Down selects {}", first.name),
            (Some(chosen), [.., last]) if last.own && !chosen.own => {
                format!("Up creates {}", last.name)
            }
            _ => String::new(),
        };
        let adds = match &*names {
            [] => String::new(),
            names => format!("Enter adds {}", listed(names)),
        };
        let parts = [adds, other].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<String>>().join(" · ")
    }

    /// Returns the names of the new entries that Enter adds, one a line, and the names that are not in the library.
    fn added(&self) -> (String, Vec<String>) {
        let all = self.before.iter().chain(self.chosen.row(&self.fitting));
        let names: Vec<&str> = all.clone().map(|one| &*one.name).collect();
        let own = all.filter(|one| one.own).map(|one| one.name.clone());
        (names.join("\n"), own.collect())
    }

    /// Moves the mark, skipping headings.
    pub(crate) fn step(&mut self, by: isize, rows: &[SheetRow]) {
        self.problem = None;
        self.edit = None;
        self.mark.step(rows, by);
    }

    /// Updates the mark after rows were added or removed; the input of a removed row is cleared.
    pub(crate) fn keep_selected(&mut self, rows: &[SheetRow]) {
        if !self.mark.keep_selected(rows) {
            self.edit = None;
        }
    }
}

/// Returns all rows of a combatant's sheet.
pub fn rows(now: &Encounter, schema: &Schema, who: Id) -> Vec<SheetRow> {
    let combatant = now.get(who);
    let sheet = combatant.sheet.record();
    let mut rows = Vec::new();
    let plain = |target, label: &str, value: String| SheetRow {
        target,
        label: label.to_owned(),
        value,
        help: String::new(),
        unused: false,
    };
    let (states, fields): (Vec<&FieldSpec>, Vec<&FieldSpec>) =
        schema.fields.iter().partition(|field| field.state);
    if !states.is_empty() {
        rows.push(heading("now"));
        add_fields(&mut rows, &states, &sheet, "", true);
    }
    rows.push(heading("sheet"));
    add_fields(&mut rows, &fields, &sheet, "", true);
    let unused = take_unused(&mut rows);
    rows.push(heading("in this fight"));
    rows.push(plain(RowTarget::Name, "name", combatant.name.clone()));
    rows.push(SheetRow {
        help: "name that the players see; empty: the real name".to_owned(),
        ..plain(
            RowTarget::OtherName,
            "name for the players",
            combatant.other_name.clone(),
        )
    });
    rows.push(plain(
        RowTarget::Side,
        "side",
        now.side_name(combatant.side).to_owned(),
    ));
    rows.push(plain(RowTarget::Group, "group", combatant.group.clone()));
    let hidden = if combatant.hidden { "yes" } else { "no" };
    rows.push(plain(
        RowTarget::Hidden,
        "hidden from the players",
        hidden.to_owned(),
    ));
    rows.push(plain(RowTarget::Notes, "notes", combatant.notes.clone()));
    rows.extend(unused);
    rows
}

/// Removes the rows of unused fields, and headings that lose all their rows, and returns them under separate headings.
/// The first field, which is the hit points in most systems, stays.
fn take_unused(rows: &mut Vec<SheetRow>) -> Vec<SheetRow> {
    let mut unused: Vec<SheetRow> = Vec::new();
    let mut used: Vec<SheetRow> = Vec::new();
    let mut fields = 0;
    for group in rows.chunk_by(|_, next| !next.is_heading()) {
        let (heads, inside) = group.split_at(usize::from(group[0].is_heading()));
        let (mut shown, mut others) = (Vec::new(), Vec::new());
        for row in inside {
            fields += 1;
            if row.unused && fields > 1 {
                others.push(row.clone());
            } else {
                shown.push(row.clone());
            }
        }
        if !others.is_empty() {
            unused.extend(
                heads
                    .iter()
                    .map(|head| heading(&format!("{}: other fields", head.label))),
            );
            unused.append(&mut others);
        }
        if !shown.is_empty() {
            used.extend(heads.iter().cloned());
            used.append(&mut shown);
        }
    }
    *rows = used;
    unused
}

/// Returns the rows of a sheet before the fight, without fields that change during a fight.
pub(crate) fn rows_before(schema: &Schema, sheet: &Record) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    let fields = schema.fields.iter().filter(|field| !field.state);
    let fields: Vec<&FieldSpec> = fields.collect();
    add_fields(&mut rows, &fields, sheet, "", false);
    rows
}

fn heading(label: &str) -> SheetRow {
    SheetRow {
        target: RowTarget::Heading,
        label: label.to_owned(),
        value: String::new(),
        help: String::new(),
        unused: false,
    }
}

/// Returns `true` if the rules keep the field for themselves, or if its value is empty and the default. A number that
/// the rules compute has no fixed default; it is unused if it is 0 and not a counter.
fn is_unused(field: &FieldSpec, value: Option<&Value>) -> bool {
    let empty = match value {
        None | Some(Value::Int(0) | Value::Flag(false)) => true,
        Some(Value::Word(word)) => word.is_empty() || word == "none",
        _ => false,
    };
    let computed = field.state && field.default.is_none() && field.counter == Counter::No;
    field.silent && field.counter == Counter::No
        || empty && (value.is_none() || value == field.default.as_ref() || computed)
}

/// Adds rows for fields whose paths begin with `stem`; `kept` includes the fields of list entries that change during a
/// fight.
fn add_fields(
    rows: &mut Vec<SheetRow>,
    fields: &[&FieldSpec],
    sheet: &Record,
    stem: &str,
    kept: bool,
) {
    for &field in fields {
        let path = format!("{stem}{}", field.key);
        let Spec::Records(inside) = &field.kind else {
            rows.push(SheetRow {
                value: show(field, sheet.get(&field.key)),
                target: RowTarget::Field(Box::new(field.clone()), path),
                label: field.label.clone(),
                help: field.help.clone(),
                unused: is_unused(field, sheet.get(&field.key)),
            });
            continue;
        };
        for (number, record) in sheet.list(&field.key).iter().enumerate() {
            let name = record.word(entries::NAME);
            let between = if name.is_empty() { "" } else { ": " };
            rows.push(heading(&format!(
                "{} {}{between}{name}",
                field.label,
                number + 1
            )));
            let inside = inside.iter().filter(|field| kept || !field.state);
            let inside: Vec<&FieldSpec> = inside.collect();
            add_fields(rows, &inside, record, &format!("{path}/{number}/"), kept);
        }
        rows.push(SheetRow {
            label: format!("add: {}", field.label),
            target: RowTarget::OneMore(Box::new(field.clone()), path),
            value: String::new(),
            help: field.help.clone(),
            unused: sheet.list(&field.key).is_empty(),
        });
    }
}

impl SheetRow {
    /// Converts a typed value to a change of the sheet: a path with its new value. Returns `None` for a row outside the
    /// sheet.
    ///
    /// # Errors
    /// If the row does not allow the value.
    pub(crate) fn change(
        &self,
        text: &str,
        sheet: &Row,
        compendium: &Compendium,
    ) -> Result<Option<(&str, Option<Value>)>> {
        Ok(match &self.target {
            RowTarget::Field(spec, path) => {
                let has = sheet.value(path);
                Some((path, read_value(spec, text.trim(), has.as_ref())?))
            }
            RowTarget::OneMore(list, path) => {
                let longer = entries::one_more(compendium, sheet, list, path, text)?;
                Some((path, Some(longer)))
            }
            _ => None,
        })
    }

    /// Returns the words of the field's key, or "" for a row outside the sheet.
    fn key_words(&self) -> String {
        self.field()
            .map(|(spec, _)| spec.key.replace('_', " "))
            .unwrap_or_default()
    }

    /// Returns how far the row is from a search in lower case: 0 for an equal label, then an equal key, a list or a
    /// label that begins with the search, and other matches. The row that adds to a list has the label of the list.
    fn distance(&self, search: &str) -> usize {
        let adds = matches!(self.target, RowTarget::OneMore(..));
        let label = match self.field() {
            Some((list, _)) if adds => list.label.to_lowercase(),
            _ => self.label.to_lowercase(),
        };
        let ranks = [
            label == search,
            self.key_words() == search,
            adds && label.starts_with(search),
            label.starts_with(search),
        ];
        let rank = ranks.iter().position(|fits| *fits);
        rank.unwrap_or(ranks.len())
    }

    /// Returns `true` if a new value replaces the old value (numbers and dice); text is edited.
    fn is_typed_anew(&self) -> bool {
        let kind = self.field().map(|(spec, _)| &spec.kind);
        matches!(kind, Some(Spec::Int(..) | Spec::Decimal(..) | Spec::Dice))
    }

    /// Returns true if a typed sign adds to the value or subtracts from it.
    fn is_counter(&self) -> bool {
        let field = self.field();
        field.is_some_and(|(spec, _)| spec.counter != Counter::No)
    }

    /// Returns the field that the row changes.
    pub(crate) fn field(&self) -> Option<(&FieldSpec, &str)> {
        match &self.target {
            RowTarget::Field(spec, path) | RowTarget::OneMore(spec, path) => Some((spec, path)),
            _ => None,
        }
    }
}

impl Fight {
    /// Returns the event that sets a typed value in a row.
    pub(crate) fn row_event(&self, who: Id, row: &SheetRow, text: &str) -> Result<Option<Event>> {
        let now = self.now();
        if let Some((spec, _)) = row.field() {
            let change = row.change(text, &now.get(who).sheet, &self.compendium)?;
            return Ok(change.map(|(path, to)| changed(now, who, &spec.label, path, to)));
        }
        let text = text.trim();
        let edited = |side: Option<SideId>, group: Option<String>| {
            Some(Event::Edited {
                who,
                was: String::new(),
                name: None,
                other_name: None,
                side,
                group,
                notes: None,
            })
        };
        let name = || sanitize(text, NAME_LIMIT).into_owned();
        Ok(match &row.target {
            RowTarget::Field(..) | RowTarget::OneMore(..) | RowTarget::Heading => None,
            RowTarget::Name if text.is_empty() => anyhow::bail!("enter a name"),
            RowTarget::Name => {
                let event = Event::renamed(now, who, name());
                Some(event).filter(|_| now.name(who) != name())
            }
            RowTarget::OtherName => {
                let event = Event::called_by_players(who, name());
                Some(event).filter(|_| now.get(who).other_name != name())
            }
            RowTarget::Group => edited(None, Some(name())).filter(|_| now.get(who).group != name()),
            RowTarget::Notes => Some(Event::noted_on(who, text.to_owned())),
            RowTarget::Side => {
                let named = now
                    .side_ids()
                    .find(|id| now.side_name(*id).eq_ignore_ascii_case(text));
                let Some(side) = named else {
                    anyhow::bail!("`{text}` is not one of {}", self.sides().join(", "));
                };
                edited(Some(side), None).filter(|_| now.get(who).side != side)
            }
            RowTarget::Hidden => {
                let hidden = matches!(text, "yes" | "y" | "on" | "true");
                Some(Event::Hid { who, hidden }).filter(|_| now.get(who).hidden != hidden)
            }
        })
    }

    /// Returns the counter that a correction would raise above its maximum.
    pub(crate) fn above_maximum(&self, event: &Event) -> Option<String> {
        let Event::Changed { who, at, to, .. } = event else {
            return None;
        };
        let sheet = &self.now().get(*who).sheet;
        above_maximum(self.compendium.schema, sheet, at, to.as_ref())
    }

    /// Returns the names of the sides.
    pub(crate) fn sides(&self) -> Vec<String> {
        let now = self.now();
        let names = now.side_ids().map(|id| now.side_name(id).to_owned());
        names.collect()
    }
}

impl SheetRow {
    /// Returns the next or previous value, if the row has a sequence of values: numbers, yes and no, words, sides.
    pub(crate) fn step(&self, sides: &[String], by: i64) -> Option<String> {
        let cycle = |words: &[String]| {
            let here = words.iter().position(|word| *word == self.value);
            let count = i64::try_from(words.len()).ok().filter(|count| *count > 0)?;
            let here = here.map_or(if by > 0 { -1 } else { 0 }, |here| here as i64);
            let next = (here + by).rem_euclid(count);
            words.get(usize::try_from(next).ok()?).cloned()
        };
        let yes_no = || Some(if self.value == "yes" { "no" } else { "yes" }.to_owned());
        match &self.target {
            RowTarget::Field(spec, _) => match &spec.kind {
                Spec::Int(least, most) => {
                    let number: i64 = self.value.parse().unwrap_or(*least);
                    Some(number.saturating_add(by).clamp(*least, *most).to_string())
                }
                Spec::Decimal(parts, least, most) => {
                    let number = read_decimal(&self.value, *parts).unwrap_or(*least);
                    let number = number.saturating_add(by).clamp(*least, *most);
                    Some(decimal(number, *parts))
                }
                Spec::Flag => yes_no(),
                Spec::Word(words) => {
                    let words: Vec<String> = words.iter().map(|word| plain(word)).collect();
                    cycle(&words)
                }
                Spec::Dice | Spec::Records(_) => None,
            },
            RowTarget::Hidden => yes_no(),
            RowTarget::Side => cycle(sides),
            RowTarget::OneMore(..)
            | RowTarget::Name
            | RowTarget::OtherName
            | RowTarget::Group
            | RowTarget::Notes
            | RowTarget::Heading => None,
        }
    }
}
