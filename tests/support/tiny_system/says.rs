//! Sentences of the tiny system: key, fields and wording.

use affray::values::Id;

affray::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log.
    pub enum Says {
        Round { number: i64 } = "Round {number}";
        Strikes { by: Id, target: Id } = "{by} strikes {target}.";
    }
}
