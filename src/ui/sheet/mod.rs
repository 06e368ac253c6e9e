//! The sheet of a combatant as rows that can be changed: the system's fields with their labels, lists entry by entry,
//! and what every combatant has.

pub(crate) mod draw;
mod keys;
pub(crate) mod value;

use anyhow::Result;

use self::value::changed;
use super::edit::Edit;
use super::fight::Fight;
use super::selection::{ListRow, Selection};
use crate::encounter::{Encounter, Event, FactionId, Id, Record, Value, decimal, read_decimal};
use crate::encounter::{FieldSpec, Schema, Spec};
use crate::text::{NAME_LIMIT, sanitize};

/// What a row changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowTarget {
    /// A value at a path of the sheet.
    Field(Box<FieldSpec>, String),
    /// The name.
    Name,
    /// The side.
    Faction,
    /// The group.
    Group,
    /// The notes.
    Notes,
    /// Whether the players see it.
    Hidden,
    /// Nothing: a heading.
    Heading,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// What it changes.
    pub target: RowTarget,
    /// What it is called.
    pub label: String,
    /// What stands there.
    pub value: String,
    /// One line of help, or "".
    pub help: String,
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

/// The overlay with a sheet.
#[derive(Debug)]
pub struct SheetOverlay {
    /// Whose.
    pub who: Id,
    /// The row that the arrows stand on.
    pub mark: Selection<RowTarget>,
    /// The new value, while one is typed.
    pub edit: Option<Edit>,
    /// Why it was not accepted.
    pub problem: Option<String>,
}

impl SheetOverlay {
    /// Somebody's sheet of these rows.
    pub(crate) fn new(who: Id, rows: &[SheetRow]) -> Self {
        Self {
            who,
            mark: Selection::at(rows, 0),
            edit: None,
            problem: None,
        }
    }

    /// Moves the arrows, past headings.
    pub(crate) fn step(&mut self, by: isize, rows: &[SheetRow]) {
        self.problem = None;
        self.edit = None;
        self.mark.step(rows, by);
    }

    /// After rows may have come or gone: what was typed into one that is gone is gone too.
    pub(crate) fn settle(&mut self, rows: &[SheetRow]) {
        if !self.mark.settle(rows) {
            self.edit = None;
        }
    }
}

/// All rows of somebody's sheet.
pub fn rows(now: &Encounter, schema: &Schema, who: Id) -> Vec<SheetRow> {
    let combatant = now.get(who);
    let sheet = combatant.sheet.record();
    let mut rows = Vec::new();
    let plain = |target, label: &str, value: String| SheetRow {
        target,
        label: label.to_owned(),
        value,
        help: String::new(),
    };
    let heading = |label: &str| plain(RowTarget::Heading, label, String::new());
    let states: Vec<&FieldSpec> = schema.fields.iter().filter(|field| field.state).collect();
    if !states.is_empty() {
        rows.push(heading("now"));
        for field in states {
            add_field(&mut rows, field, &sheet);
        }
    }
    rows.push(heading("sheet"));
    for field in schema.fields.iter().filter(|field| !field.state) {
        add_field(&mut rows, field, &sheet);
    }
    rows.push(heading("in this fight"));
    rows.push(plain(RowTarget::Name, "name", combatant.name.clone()));
    rows.push(plain(
        RowTarget::Faction,
        "side",
        now.faction_name(combatant.faction).to_owned(),
    ));
    rows.push(plain(RowTarget::Group, "group", combatant.group.clone()));
    let hidden = if combatant.hidden { "yes" } else { "no" };
    rows.push(plain(
        RowTarget::Hidden,
        "hidden from the players",
        hidden.to_owned(),
    ));
    rows.push(plain(RowTarget::Notes, "notes", combatant.notes.clone()));
    rows
}

fn add_field(rows: &mut Vec<SheetRow>, field: &FieldSpec, sheet: &Record) {
    let Spec::Records(inside) = &field.kind else {
        rows.push(SheetRow {
            value: show(field, sheet.get(&field.key)),
            target: RowTarget::Field(Box::new(field.clone()), field.key.clone()),
            label: field.label.clone(),
            help: field.help.clone(),
        });
        return;
    };
    for (number, record) in sheet.list(&field.key).iter().enumerate() {
        rows.push(SheetRow {
            target: RowTarget::Heading,
            label: format!("{} {}", field.label, number + 1),
            value: String::new(),
            help: String::new(),
        });
        for spec in inside.iter() {
            let path = format!("{}/{number}/{}", field.key, spec.key);
            rows.push(SheetRow {
                value: show(spec, record.get(&spec.key)),
                target: RowTarget::Field(Box::new(spec.clone()), path),
                label: spec.label.clone(),
                help: spec.help.clone(),
            });
        }
    }
}

/// A value as its field shows it.
fn show(field: &FieldSpec, value: Option<&Value>) -> String {
    match (&field.kind, value) {
        (_, None) => "-".to_owned(),
        (Spec::Decimal(parts, ..), Some(Value::Int(n))) => decimal(*n, *parts),
        (_, Some(value)) => value.to_string(),
    }
}

impl Fight {
    /// The event that puts a typed value into a row.
    pub(crate) fn row_event(&self, who: Id, row: &SheetRow, text: &str) -> Result<Option<Event>> {
        let now = self.now();
        let text = text.trim();
        let edited = |faction: Option<FactionId>, group: Option<String>| {
            Some(Event::Edited {
                who,
                was: String::new(),
                name: None,
                faction,
                group,
                notes: None,
            })
        };
        let name = || sanitize(text, NAME_LIMIT).into_owned();
        Ok(match &row.target {
            RowTarget::Heading => None,
            RowTarget::Field(spec, path) => Some(changed(now, who, spec, path, text)?),
            RowTarget::Name if text.is_empty() => anyhow::bail!("give it a name"),
            RowTarget::Name => Some(Event::renamed(now, who, name())),
            RowTarget::Group => edited(None, Some(name())),
            RowTarget::Notes => Some(Event::noted_on(who, text.to_owned())),
            RowTarget::Faction => {
                let named = now
                    .faction_ids()
                    .find(|id| now.faction_name(*id).eq_ignore_ascii_case(text));
                let Some(faction) = named else {
                    let names: Vec<&str> =
                        now.faction_ids().map(|id| now.faction_name(id)).collect();
                    anyhow::bail!("`{text}` is not one of {}", names.join(", "));
                };
                edited(Some(faction), None)
            }
            RowTarget::Hidden => {
                let hidden = matches!(text, "yes" | "y" | "on" | "true");
                Some(Event::Hid { who, hidden })
            }
        })
    }

    /// The value that follows or precedes a row's, where it can be stepped through: numbers, yes and no, words, sides.
    pub(crate) fn row_step(&self, row: &SheetRow, by: i64) -> Option<String> {
        let now = self.now();
        let cycle = |words: &[String]| {
            let here = words.iter().position(|word| *word == row.value);
            let count = i64::try_from(words.len()).ok().filter(|count| *count > 0)?;
            let here = here.map_or(if by > 0 { -1 } else { 0 }, |here| here as i64);
            let next = (here + by).rem_euclid(count);
            words.get(usize::try_from(next).ok()?).cloned()
        };
        let yes_no = || Some(if row.value == "yes" { "no" } else { "yes" }.to_owned());
        match &row.target {
            RowTarget::Field(spec, _) => match &spec.kind {
                Spec::Int(least, most) => {
                    let number: i64 = row.value.parse().unwrap_or(*least);
                    Some(number.saturating_add(by).clamp(*least, *most).to_string())
                }
                Spec::Decimal(parts, least, most) => {
                    let number = read_decimal(&row.value, *parts).unwrap_or(*least);
                    let number = number.saturating_add(by).clamp(*least, *most);
                    Some(decimal(number, *parts))
                }
                Spec::Flag => yes_no(),
                Spec::Word(words) => cycle(words),
                Spec::Dice | Spec::Records(_) => None,
            },
            RowTarget::Hidden => yes_no(),
            RowTarget::Faction => {
                let names: Vec<String> = now
                    .faction_ids()
                    .map(|id| now.faction_name(id).to_owned())
                    .collect();
                cycle(&names)
            }
            RowTarget::Name | RowTarget::Group | RowTarget::Notes | RowTarget::Heading => None,
        }
    }
}
