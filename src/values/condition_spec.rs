//! Declaration of a system's conditions ([`crate::conditions!`]). `encounter::Ends` has the end of a combatant's
//! condition.

/// Typed name of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Is(pub &'static str);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    pub key: String,
    /// Label in the log and the rows: "is `label`".
    pub label: String,
    /// Present tense of a label that tells an action, such as "flees" for "fled"; "" for a label that follows "is".
    pub deed: String,
    /// Effect of the condition in one line.
    pub help: String,
    /// Usual end, after "until": "they stand up"; "" if the condition can only be cleared.
    pub until: String,
    /// True for bookkeeping, which is not shown in rows.
    pub silent: bool,
    /// True if the condition persists after the fight until it is cleared.
    pub lasts: bool,
    /// True if the condition persists after the fight for its number of rounds, which continue to be counted.
    pub timed: bool,
    /// True if the condition persists after the fight, and its bearer takes part in no further fights.
    pub fatal: bool,
    /// True if the rules alone determine the end, so that a ruling asks for no duration.
    pub fixed: bool,
    /// Word between the condition's label and the name of its cause, such as "on"; "" if rows do not name the cause.
    pub joins: String,
    /// True if the condition's number is a level, which is shown after the label.
    pub counted: bool,
}

impl ConditionSpec {
    /// Returns the label, with the name of the cause if rows name causes: "concentrating on hold person".
    pub fn called(&self, cause: &str) -> String {
        if self.joins.is_empty() || cause.is_empty() {
            return self.label.clone();
        }
        format!("{} {} {cause}", self.label, self.joins)
    }

    /// Returns `true` if a text is the condition's key or label, ignoring case.
    pub fn is(&self, words: &str) -> bool {
        let words = words.trim();
        let key = words.replace(' ', "_");
        self.key.eq_ignore_ascii_case(&key) || self.label.eq_ignore_ascii_case(words)
    }
}

/// Declares the conditions of a system: a module of typed names, and `all()` with their texts.
///
/// ```text
/// conditions! { pub mod is {
///     /// Combatant who is out of this and all later fights.
///     DEAD = "dead" "dead", fatal;
///     /// Combatant on the ground.
///     PRONE = "prone" "prone", help "attacks at -4", until "they stand up";
///     /// Combatant exempt from morale.
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

            $($(#[$is_doc])* #[allow(dead_code, reason = "the GM may set conditions that no rule sets")]
            pub const $is: Is = Is($word);)*

            /// Returns the condition with that key; `None` if the system does not have it.
            #[allow(dead_code, reason = "not every system tells them apart")]
            pub fn named(word: &str) -> Option<Is> {
                [$($is),*].into_iter().find(|is| is.0 == word)
            }

            /// Lists all conditions, in the order offered.
            pub fn all() -> Vec<ConditionSpec> {
                vec![$({
                    #[allow(unused_mut, reason = "a plain condition needs nothing more")]
                    let mut spec = ConditionSpec {
                        key: $word.to_owned(),
                        label: $label.to_owned(),
                        deed: String::new(),
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
    (@mark $spec:ident deed $deed:literal) => { $spec.deed = $deed.to_owned() };
    (@mark $spec:ident help $help:literal) => { $spec.help = $help.to_owned() };
    (@mark $spec:ident until $until:literal) => { $spec.until = $until.to_owned() };
}
