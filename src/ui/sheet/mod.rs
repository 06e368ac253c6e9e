//! The sheet of a combatant as rows that can be changed: the system's fields with their labels, lists entry by entry,
//! and what every combatant has.

pub(crate) mod draw;
pub(crate) mod entries;
mod keys;
pub(crate) mod value;

use anyhow::Result;

use self::value::{above_maximum, changed, read_value};

pub(crate) use self::value::plain;
use super::edit::Edit;
use super::fight::Fight;
use super::selection::{ListRow, Selection};
use crate::compendium::Compendium;
use crate::encounter::{Encounter, Event};
use crate::text::{NAME_LIMIT, sanitize};
use crate::values::{
    Counter, FieldSpec, Id, Record, Row, Schema, SideId, Spec, Value, decimal, read_decimal,
};

/// Whose sheet it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A combatant of the fight.
    Combatant(Id),
    /// Somebody of the set-up, by the place in its list.
    Newcomer(usize),
}

/// What a row changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowTarget {
    /// A value at a path of the sheet.
    Field(Box<FieldSpec>, String),
    /// One entry more of the list at a path of the sheet.
    OneMore(Box<FieldSpec>, String),
    Name,
    Side,
    Group,
    Notes,
    /// Whether the players see it.
    Hidden,
    Heading,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    pub target: RowTarget,
    /// What it is called.
    pub label: String,
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
    pub of: Subject,
    /// The row that the arrows stand on.
    pub mark: Selection<RowTarget>,
    /// The new value, while one is typed.
    pub edit: Option<Edit>,
    /// Whether what is typed next takes the place of the number or the dice that stand in the row opened.
    pub replaces: bool,
    /// Entries of the library that the name typed for one more may mean, best first.
    pub fitting: Vec<String>,
    /// Which of them Enter takes; none while the arrows stand on what is typed.
    pub chosen: Selection<String>,
    /// Why it was not accepted.
    pub problem: Option<String>,
    /// The letters of the row that is looked for, while one is.
    pub search: Option<Edit>,
}

impl SheetOverlay {
    /// Somebody's sheet of these rows.
    pub(crate) fn new(of: Subject, rows: &[SheetRow]) -> Self {
        Self {
            of,
            mark: Selection::at(rows, 0),
            edit: None,
            replaces: false,
            fitting: Vec::new(),
            chosen: Selection::default(),
            problem: None,
            search: None,
        }
    }

    /// Goes to a row whose heading, label or value has all the words looked for: the first one from the marked one on, or
    /// the next or the one before it, round and round.
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
            let text = format!("{heading} {} {}", row.label, row.value).to_lowercase();
            if search.split_whitespace().all(|word| text.contains(word)) {
                fits.push(place);
            }
        }
        // A row that is called so comes before one that begins so, and that before one that only has the letters.
        let label = |place: &usize| rows[*place].label.to_lowercase();
        let far = |place: &usize| (label(place) != search, !label(place).starts_with(&search));
        let here = self.mark.place(rows).unwrap_or(0);
        let next = match by {
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
            None => Some(format!("no row has `{search}`")),
        };
    }

    /// What Enter makes of the name typed for one more, and what Down takes in its place.
    fn leads_to(&self) -> String {
        let typed = self.edit.as_ref().map_or("", |edit| edit.value().trim());
        let is_it = |name: &&String| name.eq_ignore_ascii_case(typed);
        let chosen = self.chosen.row(&self.fitting);
        match (chosen.or(self.fitting.iter().find(is_it)), &*self.fitting) {
            (Some(name), _) => format!("Enter takes {name}"),
            (None, [first, ..]) if typed.is_empty() => format!("Down takes {first}"),
            (None, [first, ..]) => format!("Enter makes it new, Down takes {first}"),
            (None, []) => String::new(),
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

/// All rows of a combatant's sheet.
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
    let (states, fields): (Vec<&FieldSpec>, Vec<&FieldSpec>) =
        schema.fields.iter().partition(|field| field.state);
    if !states.is_empty() {
        rows.push(heading("now"));
        add_fields(&mut rows, &states, &sheet, "", true);
    }
    rows.push(heading("sheet"));
    add_fields(&mut rows, &fields, &sheet, "", true);
    rows.push(heading("in this fight"));
    rows.push(plain(RowTarget::Name, "name", combatant.name.clone()));
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
    rows
}

/// The rows of a sheet before the fight: nothing yet that is kept during one.
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
    }
}

/// Rows for fields whose paths begin with `stem`; in entries of lists what a fight keeps only with `kept`.
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
            });
            continue;
        };
        for (number, record) in sheet.list(&field.key).iter().enumerate() {
            rows.push(heading(&format!("{} {}", field.label, number + 1)));
            let inside = inside.iter().filter(|field| kept || !field.state);
            let inside: Vec<&FieldSpec> = inside.collect();
            add_fields(rows, &inside, record, &format!("{path}/{number}/"), kept);
        }
        rows.push(SheetRow {
            label: format!("one more: {}", field.label),
            target: RowTarget::OneMore(Box::new(field.clone()), path),
            value: String::new(),
            help: field.help.clone(),
        });
    }
}

impl SheetRow {
    /// What a typed value makes of a sheet: a path, and what stands there then. Nothing of a row that is not on the sheet.
    ///
    /// # Errors
    /// When the row does not take it.
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

    /// Whether a new value is typed from its beginning: numbers and dice; words are gone on with.
    fn is_typed_anew(&self) -> bool {
        let kind = self.field().map(|(spec, _)| &spec.kind);
        matches!(kind, Some(Spec::Int(..) | Spec::Decimal(..) | Spec::Dice))
    }

    /// Whether a typed sign changes it by so much.
    fn is_counter(&self) -> bool {
        let field = self.field();
        field.is_some_and(|(spec, _)| spec.counter != Counter::No)
    }

    /// The field that it changes.
    fn field(&self) -> Option<(&FieldSpec, &str)> {
        match &self.target {
            RowTarget::Field(spec, path) | RowTarget::OneMore(spec, path) => Some((spec, path)),
            _ => None,
        }
    }
}

/// A value as its field shows it.
pub(crate) fn show(field: &FieldSpec, value: Option<&Value>) -> String {
    match (&field.kind, value) {
        (_, None) => "-".to_owned(),
        (Spec::Decimal(parts, ..), Some(Value::Int(n))) => decimal(*n, *parts),
        (Spec::Word(words), Some(Value::Word(word))) if !words.is_empty() => plain(word),
        (_, Some(value)) => value.to_string(),
    }
}

impl Fight {
    /// The event that puts a typed value into a row.
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
                side,
                group,
                notes: None,
            })
        };
        let name = || sanitize(text, NAME_LIMIT).into_owned();
        Ok(match &row.target {
            RowTarget::Field(..) | RowTarget::OneMore(..) | RowTarget::Heading => None,
            RowTarget::Name if text.is_empty() => anyhow::bail!("give it a name"),
            RowTarget::Name => Some(Event::renamed(now, who, name())),
            RowTarget::Group => edited(None, Some(name())),
            RowTarget::Notes => Some(Event::noted_on(who, text.to_owned())),
            RowTarget::Side => {
                let named = now
                    .side_ids()
                    .find(|id| now.side_name(*id).eq_ignore_ascii_case(text));
                let Some(side) = named else {
                    anyhow::bail!("`{text}` is not one of {}", self.sides().join(", "));
                };
                edited(Some(side), None)
            }
            RowTarget::Hidden => {
                let hidden = matches!(text, "yes" | "y" | "on" | "true");
                Some(Event::Hid { who, hidden })
            }
        })
    }

    /// Says which counter a correction would raise above its maximum.
    pub(crate) fn above_maximum(&self, event: &Event) -> Option<String> {
        let Event::Changed { who, at, to, .. } = event else {
            return None;
        };
        let sheet = &self.now().get(*who).sheet;
        above_maximum(self.compendium.schema, sheet, at, to.as_ref())
    }

    /// The names of the sides.
    pub(crate) fn sides(&self) -> Vec<String> {
        let now = self.now();
        let names = now.side_ids().map(|id| now.side_name(id).to_owned());
        names.collect()
    }
}

impl SheetRow {
    /// The value that follows or precedes, where there are some to step through: numbers, yes and no, words, sides.
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
            | RowTarget::Group
            | RowTarget::Notes
            | RowTarget::Heading => None,
        }
    }
}
