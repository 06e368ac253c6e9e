//! Declaration of the action keys of a system's form rows and answers.

/// Rows and answers that can appear in one prompt.
#[derive(Clone, Copy, Debug)]
pub struct CapitalGroup {
    /// Keys of the questions that have these rows.
    pub prompts: &'static [&'static str],
    /// Row or answer keys, each with its action key. A key that ends in `*` means repeated rows: `weapon*` for
    /// `weapon1`, `weapon2`; `fate-*` for one row for each combatant, by letter. [`DEED`] instead of an action key
    /// marks a row that chooses one of the system's actions, whose action keys work in the form. [`ARROWS`] marks a row
    /// without a declared action key.
    pub rows: &'static [(&'static str, char)],
}

/// Marker instead of an action key, for a row that chooses an action and has no separate key.
pub const DEED: char = '*';

/// Marker instead of an action key: a rare row or answer, whose key is a free letter of its label. Here, a key that
/// ends in `*` means all keys with that prefix.
pub const ARROWS: char = ' ';

/// Declares the `CAPITALS` of a rulebook: each action key once with all its rows, and each group by its prompts and
/// rows. A row without an action key is an error at compile time.
#[macro_export]
macro_rules! action_keys {
    (
        keys { $($key:tt $($named:literal)+;)+ }
        groups { $($($prompt:literal)+ => $($row:literal)+;)+ }
    ) => {
        /// Form rows and answers of this rulebook with their action keys.
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

/// Compares bytes in a const function, as `==` is not const.
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
