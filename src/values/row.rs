//! Row of cells, one for each declared field, in that order: a sheet, a row of a list on it, or a fight's options.
//! Rules access cells by typed key; saves, rosters and people use the keys of the fields.

use std::sync::Arc;

use super::field::{FieldSpec, Fields, Spec, unknown};
use super::value::{Record, Value};
use crate::dice::Dice;
use crate::ron_text::{Checked, Objection};

/// Value in a [`Row`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    #[default]
    Empty,
    /// Whole number, or a decimal number in its units.
    Int(i64),
    Flag(bool),
    /// Index of one of the field's words.
    Word(u8),
    Text(Arc<str>),
    Dice(Dice),
    /// Rows of the field's own fields.
    Rows(Arc<Vec<Row>>),
}

/// Values by the indexes of [`Fields`]. A copy is one pointer.
#[derive(Clone, Debug)]
pub struct Row {
    fields: &'static Fields,
    cells: Arc<[Cell]>,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.cells, &other.cells) || self.cells == other.cells
    }
}

impl Eq for Row {}

impl Row {
    /// Creates a row with the defaults of its fields.
    pub fn new(fields: &'static Fields) -> Self {
        Self::of_what_fits(fields, &Record::new())
    }

    /// Creates a row from a record, with defaults for missing values.
    ///
    /// # Errors
    /// All errors of the record: unknown and missing fields, values of the wrong type or out of range.
    pub(crate) fn seat(fields: &'static Fields, given: &Record) -> Result<Self, Vec<Objection>> {
        let wrong = fields.misfits(given);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(Self::of_what_fits(fields, given))
    }

    /// Creates a row from a valid record.
    fn of_what_fits(fields: &'static Fields, given: &Record) -> Self {
        let stands = |field: &'static FieldSpec| {
            let value = given.get(&field.key).or(field.default.as_ref());
            value.map_or(Cell::Empty, |value| seat(&field.kind, value))
        };
        Self {
            fields,
            cells: fields.iter().map(stands).collect(),
        }
    }

    /// Returns the description of the row's fields.
    pub(crate) fn fields(&self) -> &'static Fields {
        self.fields
    }

    /// Returns the address of the cells, which identifies the row as long as a copy of the row exists: changing a shared
    /// row copies its cells.
    pub(crate) fn address(&self) -> usize {
        self.cells.as_ptr().addr()
    }

    /// Returns the cell at an index.
    pub(super) fn cell(&self, place: usize) -> &Cell {
        &self.cells[place]
    }

    /// Sets the cell at an index.
    pub(super) fn set_cell(&mut self, place: usize, cell: Cell) {
        Arc::make_mut(&mut self.cells)[place] = cell;
    }

    /// Returns the rows of a list.
    pub(super) fn rows_at(&self, place: usize) -> &[Row] {
        match &self.cells[place] {
            Cell::Rows(rows) => rows,
            _ => &[],
        }
    }

    /// Returns one row of a list to change.
    pub(super) fn row_mut(&mut self, place: usize, number: usize) -> Option<&mut Row> {
        match &mut Arc::make_mut(&mut self.cells)[place] {
            Cell::Rows(rows) if number < rows.len() => Some(&mut Arc::make_mut(rows)[number]),
            _ => None,
        }
    }

    /// Returns all values by the keys of the fields.
    pub fn record(&self) -> Record {
        let pairs = self.fields.iter().zip(self.cells.iter());
        Record(
            pairs
                .filter_map(|(field, cell)| Some((field.key.clone(), value_of(&field.kind, cell)?)))
                .collect(),
        )
    }

    /// Returns the values that differ from the defaults of their fields; [`Row::seat`] adds the defaults again.
    pub(crate) fn without_defaults(&self) -> Record {
        let pairs = self.fields.iter().zip(self.cells.iter());
        let own = pairs.filter_map(|(field, cell)| {
            let value = match cell {
                Cell::Rows(rows) => Value::List(rows.iter().map(Row::without_defaults).collect()),
                cell => value_of(&field.kind, cell)?,
            };
            (field.default.as_ref() != Some(&value)).then(|| (field.key.clone(), value))
        });
        Record(own.collect())
    }

    /// Checks that a path leads to a field of the row, and to an existing entry of a list.
    pub(crate) fn leads(&self, path: &str) -> bool {
        let Some((word, rest)) = path.split_once('/') else {
            return self.fields.place(path).is_some();
        };
        let inner = rest.split_once('/').and_then(|(number, rest)| {
            let place = self.fields.place(word)?;
            let row = self.rows_at(place).get(number.parse::<usize>().ok()?)?;
            Some(row.leads(rest))
        });
        inner == Some(true)
    }

    /// Returns the value at a path such as `health`, `attacks/1/damaged` or, for a list in a list,
    /// `attacks/1/modes/0/sides` (rows count from 0).
    pub fn value(&self, path: &str) -> Option<Value> {
        let (word, rest) = path.split_once('/').unwrap_or((path, ""));
        let place = self.fields.place(word)?;
        match rest.split_once('/') {
            None if rest.is_empty() => value_of(&self.fields[place].kind, &self.cells[place]),
            Some((number, rest)) => {
                let rows = self.rows_at(place);
                rows.get(number.parse::<usize>().ok()?)?.value(rest)
            }
            None => None,
        }
    }

    /// Sets the value at a path; `None` empties it.
    ///
    /// # Errors
    /// As [`Row::seated`]. Nothing has changed then.
    pub(crate) fn put(&mut self, path: &str, to: Option<&Value>) -> Checked {
        let (at, cell) = self.seated(path, to)?;
        self.put_cell(at, cell);
        Ok(())
    }

    /// Returns the position of the field at `path` and the value as a cell; an empty cell for `None`.
    ///
    /// # Errors
    /// An unknown path, a value of the wrong kind or out of range.
    pub(crate) fn seated(
        &self,
        path: &str,
        to: Option<&Value>,
    ) -> Result<(CellPath, Cell), Objection> {
        let mut at = CellPath::default();
        let (mut row, mut rest) = (self, path);
        loop {
            let (word, inner) = rest.split_once('/').unwrap_or((rest, ""));
            let Some(place) = row.fields.place(word) else {
                let wrong = unknown("field", word, row.fields.words());
                return Err(Objection::new(wrong));
            };
            if inner.is_empty() {
                at.field = place;
                let cell = match to {
                    Some(value) => {
                        row.fields[place].check(value)?;
                        seat(&row.fields[place].kind, value)
                    }
                    None => Cell::Empty,
                };
                return Ok((at, cell));
            }
            let Some((number, inner)) = inner.split_once('/') else {
                return Err(Objection::new(format!("unknown field `{rest}`")));
            };
            let entry = number.parse().ok().filter(|_| at.depth < DEEPEST);
            let found =
                entry.and_then(|number: usize| Some((number, row.rows_at(place).get(number)?)));
            let Some((number, entry)) = found else {
                return Err(Objection::new(format!("`{word}` has no row {number}")));
            };
            at.lists[at.depth] = (place, number);
            at.depth += 1;
            (row, rest) = (entry, inner);
        }
    }

    /// Puts a cell at a position. Does nothing if the position does not exist.
    pub(crate) fn put_cell(&mut self, at: CellPath, cell: Cell) {
        let mut row = self;
        for (place, number) in &at.lists[..at.depth] {
            let Some(inner) = row.row_mut(*place, *number) else {
                return;
            };
            row = inner;
        }
        row.set_cell(at.field, cell);
    }
}

/// Maximum depth of nested lists in a path.
const DEEPEST: usize = 3;

/// Position of a cell: a field of a sheet, or a field in an entry of a list. Fields and entries count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellPath {
    lists: [(usize, usize); DEEPEST],
    depth: usize,
    field: usize,
}

impl CellPath {
    /// Returns the position of a field of the sheet itself.
    pub(super) fn field(field: usize) -> Self {
        Self {
            field,
            ..Self::default()
        }
    }

    /// Returns the position of a field in an entry of a list on the sheet.
    pub(super) fn entry(list: usize, number: usize, field: usize) -> Self {
        let mut at = Self::field(field);
        (at.lists[0], at.depth) = ((list, number), 1);
        at
    }
}

/// Converts a [valid](Spec::check) value to the cell of a field.
fn seat(kind: &'static Spec, value: &Value) -> Cell {
    match (kind, value) {
        (_, Value::Int(n)) => Cell::Int(*n),
        (_, Value::Flag(flag)) => Cell::Flag(*flag),
        (_, Value::Dice(dice)) => Cell::Dice(dice.clone()),
        (Spec::Word(words), Value::Word(word)) => {
            match words.iter().position(|known| known == word) {
                Some(place) => Cell::Word(u8::try_from(place).unwrap_or(u8::MAX)),
                None => Cell::Text(word.as_str().into()),
            }
        }
        (Spec::Records(fields), Value::List(rows)) => {
            let rows = rows.iter().map(|row| Row::of_what_fits(fields, row));
            Cell::Rows(Arc::new(rows.collect()))
        }
        _ => Cell::Empty,
    }
}

/// Converts a cell to its form in files; `None` for an empty cell.
pub(crate) fn value_of(kind: &Spec, cell: &Cell) -> Option<Value> {
    Some(match (kind, cell) {
        (_, Cell::Int(n)) => Value::Int(*n),
        (_, Cell::Flag(flag)) => Value::Flag(*flag),
        (_, Cell::Dice(dice)) => Value::Dice(dice.clone()),
        (Spec::Word(words), Cell::Word(n)) => Value::Word(words.get(usize::from(*n))?.clone()),
        (_, Cell::Text(text)) => Value::Word(text.as_ref().to_owned()),
        (_, Cell::Rows(rows)) => Value::List(rows.iter().map(Row::record).collect()),
        (_, Cell::Empty | Cell::Word(_)) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::key::{At, Kept as _, List, Sheet as _};
    use super::*;
    use crate::sheet;

    sheet! {
        /// Mode of an attack.
        struct Mode, keys at_mode {
            /// Number of sides of its die.
            sides: i64 = 6, int(2, 20), "sides";
        }
    }

    sheet! {
        struct Attack, keys at_attack {
            modes: List<Mode>, "modes";
        }
    }

    sheet! {
        struct Sheet, keys at {
            attacks: List<Attack>, "attacks";
        }
    }

    fn seated() -> Row {
        let mode = |sides: i64| Record::new().with("sides", sides);
        let attack = |modes: Vec<Record>| Record::new().with("modes", Value::List(modes));
        let attacks = vec![attack(vec![]), attack(vec![mode(4), mode(8)])];
        let given = Record::new().with("attacks", Value::List(attacks));
        Row::seat(Sheet::<()>::fields(), &given).expect("it fits")
    }

    #[test]
    fn a_list_in_a_list_is_read_by_key_and_by_path() {
        let mut sheet = seated();
        let sides = |sheet: &Row| -> Vec<i64> {
            let attacks = sheet.get(at::attacks);
            let modes = attacks[1].get(at_attack::modes).iter();
            modes.map(|mode| mode.get(at_mode::sides)).collect()
        };
        assert_eq!(sides(&sheet), [4, 8]);
        let path = "attacks/1/modes/0/sides";
        assert!(sheet.leads(path) && !sheet.leads("attacks/0/modes/0/sides"));
        assert_eq!(sheet.value(path), Some(Value::Int(4)));
        assert_eq!(sheet.put(path, Some(&Value::Int(10))), Ok(()));
        assert_eq!(sides(&sheet), [10, 8]);
        let wrong = sheet.put(path, Some(&Value::Int(21)));
        assert!(wrong.is_err() && sides(&sheet) == [10, 8], "out of range");
        let wrong = sheet.put("attacks/1/modes/2/sides", Some(&Value::Int(4)));
        assert_eq!(wrong.expect_err("no such row").what, "`modes` has no row 2");
        assert_eq!(
            seated().record(),
            Row::seat(Sheet::<()>::fields(), &seated().record())
                .expect("it fits")
                .record()
        );
    }

    #[test]
    fn a_list_in_a_list_is_set_as_a_whole() {
        let mut sheet = seated();
        let modes = sheet.get(at::attacks)[1].get(at_attack::modes)[1..].to_vec();
        let place: At<List<Mode>> = at::attacks.row(0, at_attack::modes);
        sheet.put_cell(place.cell_path(), List::<Mode>::of(modes).cell());
        assert_eq!(sheet.value("attacks/0/modes/0/sides"), Some(Value::Int(8)));
        assert_eq!(place.path(), "attacks/0/modes");
    }
}
