//! Typed keys of sheet fields, so that the compiler checks every value that a rule reads ([`Key`], made by
//! [`crate::sheet!`]), and access to rows with them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::field::{Fields, Spec};
use super::row::{Cell, CellPath, Row, value_of};
use super::value::Value;
use super::words::Words;
use crate::dice::Dice;

/// Typed key of a field: its index in the row and its keyword in files.
pub struct Key<T> {
    place: u16,
    word: &'static str,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl<T> Key<T> {
    /// Creates the key of the field at an index with its keyword. [`crate::sheet!`] calls this function.
    pub const fn new(place: u16, word: &'static str) -> Self {
        Self {
            place,
            word,
            kind: PhantomData,
        }
    }

    /// Returns the index in the row.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        self.place as usize
    }

    /// Returns the keyword in files.
    pub const fn word(self) -> &'static str {
        self.word
    }
}

impl<T> Key<List<T>> {
    /// Returns a field in one row of this list, counted from 0.
    pub const fn row<U>(self, number: usize, inner: Key<U>) -> At<U> {
        At {
            place: self.place,
            word: self.word,
            row: Some(number),
            inner,
        }
    }
}

/// Location of a value: a field of a sheet, or a field in a row of a list on it.
pub struct At<T> {
    place: u16,
    word: &'static str,
    /// Row of the list; `None` for a field of the sheet itself, which is `inner` then.
    row: Option<usize>,
    inner: Key<T>,
}

impl<T> Clone for At<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for At<T> {}

impl<T> From<Key<T>> for At<T> {
    fn from(key: Key<T>) -> Self {
        Self {
            place: key.place,
            word: key.word,
            row: None,
            inner: key,
        }
    }
}

impl<T: Kept> At<T> {
    /// Returns the cell at this location, if the row exists.
    pub(crate) fn cell(self, sheet: &Row) -> Option<&Cell> {
        match self.row {
            None => Some(sheet.cell(self.inner.place())),
            Some(number) => {
                let row = sheet.rows_at(usize::from(self.place)).get(number)?;
                Some(row.cell(self.inner.place()))
            }
        }
    }

    /// Returns the path of the cell on a sheet.
    pub(crate) fn cell_path(self) -> CellPath {
        let list = usize::from(self.place);
        match self.row {
            None => CellPath::field(self.inner.place()),
            Some(number) => CellPath::entry(list, number, self.inner.place()),
        }
    }

    /// Returns the type of the field.
    pub(crate) fn kind(self, sheet: &Row) -> &'static Spec {
        let outer = &sheet.fields()[usize::from(self.place)].kind;
        match (self.row, outer) {
            (Some(_), Spec::Records(inner)) => &inner[self.inner.place()].kind,
            _ => outer,
        }
    }

    /// Returns the path in files and messages: `health`, `attacks/1/damaged`.
    pub(crate) fn path(self) -> String {
        match self.row {
            None => self.word.to_owned(),
            Some(number) => format!("{}/{number}/{}", self.word, self.inner.word),
        }
    }
}

impl Row {
    /// Returns the value of a typed key.
    #[inline]
    pub fn get<T: Kept>(&self, key: Key<T>) -> T::Read<'_> {
        T::read(self.cell(key.place()))
    }

    /// Returns the text of a typed key, shared with the row.
    pub fn text(&self, key: Key<Arc<str>>) -> Arc<str> {
        match self.cell(key.place()) {
            Cell::Text(text) => Arc::clone(text),
            _ => Arc::default(),
        }
    }

    /// Sets the value of a typed key.
    pub fn set<T: Kept>(&mut self, key: Key<T>, to: T) {
        self.set_cell(key.place(), to.cell());
    }
}

/// Type that a field can have.
pub trait Kept: Sized {
    /// Type of the value when it is read.
    type Read<'a>;
    /// Reads a cell of the sheet. An empty cell reads as 0, no, "", the first word or no rows.
    fn read(cell: &Cell) -> Self::Read<'_>;
    fn cell(self) -> Cell;
    /// Returns the type of the field if the declaration has no range.
    fn spec() -> Spec;
}

impl Kept for i64 {
    type Read<'a> = i64;

    #[inline]
    fn read(cell: &Cell) -> i64 {
        match cell {
            Cell::Int(n) => *n,
            _ => 0,
        }
    }

    fn cell(self) -> Cell {
        Cell::Int(self)
    }

    fn spec() -> Spec {
        Spec::Int(i64::MIN, i64::MAX)
    }
}

impl Kept for bool {
    type Read<'a> = bool;

    #[inline]
    fn read(cell: &Cell) -> bool {
        matches!(cell, Cell::Flag(true))
    }

    fn cell(self) -> Cell {
        Cell::Flag(self)
    }

    fn spec() -> Spec {
        Spec::Flag
    }
}

impl Kept for Arc<str> {
    type Read<'a> = &'a str;

    #[inline]
    fn read(cell: &Cell) -> &str {
        match cell {
            Cell::Text(text) => text,
            _ => "",
        }
    }

    fn cell(self) -> Cell {
        Cell::Text(self)
    }

    fn spec() -> Spec {
        Spec::Word(Vec::new())
    }
}

impl Kept for Dice {
    type Read<'a> = Dice;

    fn read(cell: &Cell) -> Dice {
        match cell {
            Cell::Dice(dice) => dice.clone(),
            _ => Dice::new(0, 1),
        }
    }

    fn cell(self) -> Cell {
        Cell::Dice(self)
    }

    fn spec() -> Spec {
        Spec::Dice
    }
}

/// Any value, for fields that a file declares.
impl Kept for Cell {
    type Read<'a> = &'a Cell;

    fn read(cell: &Cell) -> &Cell {
        cell
    }

    fn cell(self) -> Cell {
        self
    }

    fn spec() -> Spec {
        Spec::Word(Vec::new())
    }
}

impl<T: Kept> Kept for Option<T> {
    type Read<'a> = Option<T::Read<'a>>;

    #[inline]
    fn read(cell: &Cell) -> Option<T::Read<'_>> {
        match cell {
            Cell::Empty => None,
            there => Some(T::read(there)),
        }
    }

    fn cell(self) -> Cell {
        self.map_or(Cell::Empty, T::cell)
    }

    fn spec() -> Spec {
        T::spec()
    }
}

impl<T: Words> Kept for T {
    type Read<'a> = T;

    #[inline]
    fn read(cell: &Cell) -> T {
        match cell {
            Cell::Word(n) => T::ALL.get(usize::from(*n)).copied().unwrap_or(T::ALL[0]),
            _ => T::ALL[0],
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a list of words is short")]
    fn cell(self) -> Cell {
        Cell::Word(self.index() as u8)
    }

    fn spec() -> Spec {
        Spec::Word(T::WORDS.iter().map(|word| (*word).to_owned()).collect())
    }
}

/// Rows of one kind in a field of a sheet, such as its attacks.
#[derive(Clone, Debug)]
pub struct List<T> {
    rows: Vec<Row>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Sheet> List<T> {
    /// Creates a list of rows made by [`Row::new`] with the fields of `T`.
    pub fn of(rows: Vec<Row>) -> Self {
        Self {
            rows,
            kind: PhantomData,
        }
    }
}

impl<T: Sheet> Kept for List<T> {
    type Read<'a> = &'a [Row];

    #[inline]
    fn read(cell: &Cell) -> &[Row] {
        match cell {
            Cell::Rows(rows) => rows,
            _ => &[],
        }
    }

    fn cell(self) -> Cell {
        Cell::Rows(Arc::new(self.rows))
    }

    fn spec() -> Spec {
        Spec::Records(T::fields().clone())
    }
}

/// Kind of row that [`crate::sheet!`] declares.
pub trait Sheet {
    fn fields() -> &'static Fields;
}

/// Converts a default to its form in files; for [`crate::sheet!`].
pub fn default_of<T: Kept>(default: T, kind: &Spec) -> Option<Value> {
    value_of(kind, &default.cell())
}

/// Declares a kind of row: its type, its fields and their typed keys.
///
/// ```text
/// sheet! {
///     /// Attack on a sheet.
///     pub struct Attack, keys at_attack {
///         /// Name of the weapon.
///         name: Arc<str>, "name", required;
///         /// Number of sides of the die.
///         die: Option<i64>, int(4, 12), "die", help "4, 6, 8, 10 or 12";
///         /// True if it has lost its edge.
///         damaged: bool = false, "damaged", state;
///         /// Field whose word in files is a Rust keyword.
///         pace as "move": i64 = 30, int(0, 300), "feet a round";
///     }
/// }
/// ```
#[macro_export]
macro_rules! sheet {
    ($(#[$doc:meta])* $vis:vis struct $name:ident, keys $at:ident {
        $($(#[$field_doc:meta])* $field:ident $(as $word:literal)? : $ty:ty $(= $default:expr)?
            $(, $range:ident ($least:expr, $most:expr))? , $label:literal
            $(, $mark:ident $($help:literal)?)* ;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name<R = $crate::values::Row>(pub R);

        #[doc = concat!("Keys of the fields of [`", stringify!($name), "`].")]
        #[allow(
            non_upper_case_globals,
            dead_code,
            reason = "a key has the name of its field; files know fields that no rule reads by key"
        )]
        $vis mod $at {
            #[allow(unused_imports, reason = "not every sheet uses types of its own")]
            use super::*;
            use $crate::values::Key;

            #[allow(non_camel_case_types, dead_code, reason = "counts the places")]
            #[repr(u16)]
            enum Place { $($field),* }

            $($(#[$field_doc])* pub const $field: Key<$ty> = Key::new(Place::$field as u16, $crate::sheet!(@word $field $($word)?));)*
        }

        impl<R> $crate::values::Sheet for $name<R> {
            fn fields() -> &'static $crate::values::Fields {
                static FIELDS: std::sync::LazyLock<$crate::values::Fields> = std::sync::LazyLock::new(|| {
                    $crate::values::Fields(vec![$({
                        #[allow(unused_mut, reason = "a plain field needs nothing more")]
                        let mut field = $crate::values::FieldSpec::new(
                            $crate::sheet!(@word $field $($word)?),
                            $label,
                            $crate::sheet!(@kind $ty $(, $range ($least, $most))?),
                        );
                        $(field.default = $crate::values::default_of::<$ty>($default, &field.kind);)?
                        $($crate::sheet!(@mark field $mark $($help)?);)*
                        field
                    }),*])
                });
                &FIELDS
            }
        }

        #[allow(dead_code, reason = "files know fields that no rule reads")]
        impl<R: std::borrow::Borrow<$crate::values::Row>> $name<R> {
            $($(#[$field_doc])* #[inline]
            pub fn $field(&self) -> <$ty as $crate::values::Kept>::Read<'_> {
                self.0.borrow().get($at::$field)
            })*
        }
    };
    (@word $field:ident) => { stringify!($field) };
    (@word $field:ident $word:literal) => { $word };
    (@kind $ty:ty) => { <$ty as $crate::values::Kept>::spec() };
    (@kind $ty:ty, int ($least:expr, $most:expr)) => { $crate::values::Spec::Int($least, $most) };
    (@kind $ty:ty, halves ($least:expr, $most:expr)) => { $crate::values::Spec::Decimal(2, $least, $most) };
    (@kind $ty:ty, tenths ($least:expr, $most:expr)) => { $crate::values::Spec::Decimal(10, $least, $most) };
    (@mark $field:ident state) => { $field.state = true };
    (@mark $field:ident lasts) => {
        $field.state = true;
        $field.lasts = true
    };
    (@mark $field:ident round) => {
        $field.state = true;
        $field.lasts = true;
        $field.round = true
    };
    (@mark $field:ident counter) => { $field.counter = $crate::values::Counter::Free };
    (@mark $field:ident counter $most:literal) => {
        $field.counter = $crate::values::Counter::UpTo($most.to_owned())
    };
    (@mark $field:ident required) => { $field.required = true };
    (@mark $field:ident table $table:literal) => { $field.table = $table.to_owned() };
    (@mark $field:ident help $help:literal) => { $field.help = $help.to_owned() };
}
