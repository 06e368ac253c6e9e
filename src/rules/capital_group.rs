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
