//! Description and storage of a system's data: values under keys, rows of fields with typed keys, tables, records of a
//! round, and the [`Schema`] that describes all of them. The module is independent of the encounter.

mod condition_spec;
mod field;
mod id;
mod key;
mod moment;
mod number;
mod part;
mod row;
mod said;
mod schema;
mod table;
mod value;
mod words;

pub use condition_spec::{ConditionSpec, Is};
pub use field::{Counter, FieldSpec, Fields, Spec, Stock, StockFile, unknown};
pub use id::{Id, SideId};
pub use key::{At, Kept, Key, List, Sheet, default_of};
pub use moment::{Moment, Occasion};
pub(crate) use number::{MOST_NUMBER, at_most, nearest, nearest_up, number};
pub use part::{Content, Held, Part, PartKind, Parts, Stored};
pub(crate) use row::value_of;
pub use row::{Cell, CellPath, Row};
pub use said::{
    Arg, Argument, Capital, Commas, Name, Pluses, Reader, Said, Semicolons, SentenceSpec,
    SentenceTable, Sentences, Told, when,
};
pub use schema::Schema;
pub use table::{Table, TableKind, TableRow, TableSet, Tabled, Tables};
pub use value::{Record, Value, decimal, read_decimal};
pub use words::Words;
