//! What a system says of each of its conditions ([`crate::conditions!`]). When one ends that somebody has is told by
//! `encounter::Ends`.

/// The typed name of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Is(pub &'static str);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    pub key: String,
    /// What the log and the rows call it: "is `label`".
    pub label: String,
    /// What it does, in a line.
    pub help: String,
    /// What ends one that nothing else ends, behind "until": "they stand up"; "" where only somebody clears it.
    pub until: String,
    /// Not shown in rows (book-keeping).
    pub silent: bool,
    /// Left after the fight until somebody clears it.
    pub lasts: bool,
    /// The same for so many rounds, which go on to be counted after the fight.
    pub timed: bool,
    /// The same, and whoever it is the case with takes part in no other fight.
    pub fatal: bool,
    /// The rules alone say when it ends: whoever rules it is not asked how long it lasts.
    pub fixed: bool,
    /// Word between its label and the name of what gave it, such as "on"; "" where rows do not name that.
    pub joins: String,
    /// Whether one can have it several times: its number says how often, and is shown behind its label.
    pub counted: bool,
}

impl ConditionSpec {
    /// Returns its label, with the name of what gave it where rows name that: "concentrating on hold person".
    pub fn called(&self, cause: &str) -> String {
        if self.joins.is_empty() || cause.is_empty() {
            return self.label.clone();
        }
        format!("{} {} {cause}", self.label, self.joins)
    }

    /// Whether words name it, by its key or by what it is called, in capitals or not.
    pub fn is(&self, words: &str) -> bool {
        let words = words.trim();
        let key = words.replace(' ', "_");
        self.key.eq_ignore_ascii_case(&key) || self.label.eq_ignore_ascii_case(words)
    }
}

/// Declares the conditions of a system: a module of typed names, and `all()` with what the screen says of each.
///
/// ```text
/// conditions! { pub mod is {
///     /// Out of this fight and of later ones.
///     DEAD = "dead" "dead", fatal;
///     /// On the ground.
///     PRONE = "prone" "prone", help "attacks at -4", until "they stand up";
///     /// Exempt from morale.
///     STEADY = "morale_passed" "steady", help "no more morale today", silent;
/// } }
/// ```
#[macro_export]
macro_rules! conditions {
    ($(#[$doc:meta])* $vis:vis mod $name:ident {
        $($(#[$is_doc:meta])* $is:ident = $word:literal $label:literal $(, $mark:ident $($help:literal)?)* ;)*
    }) => {
        $(#[$doc])*
        $vis mod $name {
            use $crate::values::{ConditionSpec, Is};

            $($(#[$is_doc])* #[allow(dead_code, reason = "the GM may give what no rule gives")]
            pub const $is: Is = Is($word);)*

            /// The condition of that word; `None` for one that the system does not know.
            #[allow(dead_code, reason = "not every system tells them apart")]
            pub fn named(word: &str) -> Option<Is> {
                [$($is),*].into_iter().find(|is| is.0 == word)
            }

            /// All of them, in the order offered.
            pub fn all() -> Vec<ConditionSpec> {
                vec![$({
                    #[allow(unused_mut, reason = "a plain condition needs nothing more")]
                    let mut spec = ConditionSpec {
                        key: $word.to_owned(),
                        label: $label.to_owned(),
                        help: String::new(),
                        until: String::new(),
                        silent: false,
                        lasts: false,
                        timed: false,
                        fatal: false,
                        fixed: false,
                        joins: String::new(),
                        counted: false,
                    };
                    $($crate::conditions!(@mark spec $mark $($help)?);)*
                    spec
                }),*]
            }
        }
    };
    (@mark $spec:ident silent) => { $spec.silent = true };
    (@mark $spec:ident lasts) => { $spec.lasts = true };
    (@mark $spec:ident timed) => {
        $spec.lasts = true;
        $spec.timed = true
    };
    (@mark $spec:ident fatal) => {
        $spec.lasts = true;
        $spec.fatal = true
    };
    (@mark $spec:ident fixed) => { $spec.fixed = true };
    (@mark $spec:ident help $help:literal) => { $spec.help = $help.to_owned() };
    (@mark $spec:ident until $until:literal) => { $spec.until = $until.to_owned() };
}
