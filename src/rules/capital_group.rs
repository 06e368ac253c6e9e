//! How a system declares the capitals of the rows and answers of its prompts.

/// Rows and answers that can meet in one prompt.
#[derive(Clone, Copy, Debug)]
pub struct CapitalGroup {
    /// Keys of the questions in which they stand.
    pub prompts: &'static [&'static str],
    /// Keys of rows or answers, each with its capital. A key that ends in `*` stands for rows that repeat: `weapon*` for
    /// `weapon1`, `weapon2`; `fate-*` for one of each person, by letter. [`DEED`] in the place of the capital: the row
    /// chooses one of the system's actions, whose capitals work in the form; [`ARROWS`]: it has none.
    pub rows: &'static [(&'static str, char)],
}

/// In the place of a capital: the row chooses a deed and has none of its own.
pub const DEED: char = '*';

/// In the place of a capital: a row or answer so rare that only arrows reach it. A key that ends in `*` stands here for
/// all that begin so.
pub const ARROWS: char = ' ';

/// Declares the `CAPITALS` of a rulebook: each action key once with all its rows, and each group by its prompts and rows. A row
/// without an action key is an error at compile time.
#[macro_export]
macro_rules! action_keys {
    (
        keys { $($key:tt $($named:literal)+;)+ }
        groups { $($($prompt:literal)+ => $($row:literal)+;)+ }
    ) => {
        /// Rows and answers of this rulebook with their action keys.
        pub static CAPITALS: &[$crate::rules::CapitalGroup] = {
            const KEYS: &[(char, &[&str])] = &[$(($key, &[$($named),+])),+];
            &[$($crate::rules::CapitalGroup {
                prompts: &[$($prompt),+],
                rows: &[$(($row, $crate::rules::action_key($row, KEYS))),+],
            }),+]
        };
    };
}

/// Returns the action key of a row.
///
/// # Panics
/// If no key names the row.
pub const fn action_key(row: &str, keys: &[(char, &[&str])]) -> char {
    let mut key = 0;
    while key < keys.len() {
        let (key_of_rows, rows) = keys[key];
        let mut at = 0;
        while at < rows.len() {
            if same(row.as_bytes(), rows[at].as_bytes()) {
                return key_of_rows;
            }
            at += 1;
        }
        key += 1;
    }
    panic!("a row has no action key");
}

/// `==` is not const.
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
