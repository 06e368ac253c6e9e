//! Statements of a rule as facts ([`Said`]): the key of a sentence and its arguments. A table of sentences
//! ([`crate::sentences!`]) has the wording, and a [`Reader`] the names.

use std::borrow::Cow;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::{Id, SideId};
use crate::text::{capital, listed};

/// Key of a sentence or clause in a table, and its arguments in the order of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said(pub Cow<'static, str>, pub Vec<Arg>);

/// Argument of a sentence, as saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arg {
    Who(Id),
    Side(SideId),
    Number(i64),
    /// Keyword of a list, name from the data of the fight, or text of the GM.
    Text(Cow<'static, str>),
    Clause(Said),
    List(Vec<Arg>),
    Yes,
    /// False, or an optional argument that is missing.
    No,
}

/// Source of the names in sentences.
pub trait Reader {
    /// Returns the name of a combatant.
    fn name(&self, who: Id) -> Cow<'_, str>;
    /// Returns the name of a side.
    fn side(&self, side: SideId) -> Cow<'_, str>;
    /// Returns `false` for readers who may not see numbers: players. Their sentences have the wording after `or`. A
    /// sentence with numbers but without that wording is "", and lists omit it.
    fn numbers(&self) -> bool {
        true
    }
    /// Returns `true` for readers who get the wording after `brief`.
    fn is_brief(&self) -> bool {
        false
    }
}

/// Type of the arguments of sentences.
pub trait Argument: Sized {
    /// Returns the argument as saved.
    fn arg(&self) -> Arg;
    /// Reads a saved argument; `None` if it has another type.
    fn read(arg: &Arg) -> Option<Self>;
    /// Returns the argument in words.
    fn show(&self, to: &dyn Reader) -> String;
}

/// Enum of sentences or clauses, made by [`crate::sentences!`].
pub trait Sentences: Sized {
    /// Returns the sentence as saved.
    fn said(&self) -> Said;
    /// Reads a saved sentence; `None` for an unknown key or for arguments of other types.
    fn of(said: &Said) -> Option<Self>;
    /// Returns the sentence in words.
    fn told(&self, to: &dyn Reader) -> String;
}

/// Description of a sentence: its key, its arguments with their types, and its wording.
#[derive(Clone, Copy, Debug)]
pub struct SentenceSpec {
    pub key: &'static str,
    /// Names and types of the arguments.
    pub args: &'static [(&'static str, &'static str)],
    pub wording: &'static str,
    /// True for a sentence that announces the beginning of a turn.
    pub begins_turn: bool,
}

/// Table of the sentences of a system, and of the clauses in them.
pub struct SentenceTable {
    /// Enums of the table by name. The first contains the sentences, the others contain clauses.
    pub enums: &'static [(&'static str, &'static [SentenceSpec])],
    /// Returns a saved sentence in words; `None` if it is not in the table.
    pub told: fn(&Said, &dyn Reader) -> Option<String>,
}

impl SentenceTable {
    /// Returns `true` for a sentence that announces the beginning of a turn.
    pub fn begins_turn(&self, said: &Said) -> bool {
        let sentences = self.enums.first().into_iter().flat_map(|(_, all)| *all);
        let mut turns = sentences.filter(|spec| spec.begins_turn);
        turns.any(|spec| spec.key == said.0)
    }
}

impl std::fmt::Debug for SentenceTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.enums).finish()
    }
}

impl Argument for Id {
    fn arg(&self) -> Arg {
        Arg::Who(*self)
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Who(id) => Some(*id),
            _ => None,
        }
    }

    fn show(&self, to: &dyn Reader) -> String {
        to.name(*self).into_owned()
    }
}

impl Argument for SideId {
    fn arg(&self) -> Arg {
        Arg::Side(*self)
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Side(id) => Some(*id),
            _ => None,
        }
    }

    fn show(&self, to: &dyn Reader) -> String {
        to.side(*self).into_owned()
    }
}

impl Argument for i64 {
    fn arg(&self) -> Arg {
        Arg::Number(*self)
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn show(&self, _: &dyn Reader) -> String {
        self.to_string()
    }
}

impl Argument for Cow<'static, str> {
    fn arg(&self) -> Arg {
        Arg::Text(self.clone())
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn show(&self, _: &dyn Reader) -> String {
        self.clone().into_owned()
    }
}

/// A wording uses a flag with [`when`].
impl Argument for bool {
    fn arg(&self) -> Arg {
        if *self { Arg::Yes } else { Arg::No }
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Yes => Some(true),
            Arg::No => Some(false),
            _ => None,
        }
    }

    fn show(&self, _: &dyn Reader) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// Returns the words if the flag is set, otherwise "".
pub fn when(flag: &bool, words: &'static str) -> &'static str {
    if *flag { words } else { "" }
}

impl<T: Argument> Argument for Option<T> {
    fn arg(&self) -> Arg {
        self.as_ref().map_or(Arg::No, Argument::arg)
    }

    fn read(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::No => Some(None),
            arg => T::read(arg).map(Some),
        }
    }

    fn show(&self, to: &dyn Reader) -> String {
        self.as_ref().map_or_else(String::new, |one| one.show(to))
    }
}

fn list<T: Argument>(all: &[T]) -> Arg {
    Arg::List(all.iter().map(Argument::arg).collect())
}

fn read_list<T: Argument>(arg: &Arg) -> Option<Vec<T>> {
    match arg {
        Arg::List(args) => args.iter().map(T::read).collect(),
        _ => None,
    }
}

fn show_all<T: Argument>(all: &[T], to: &dyn Reader) -> Vec<String> {
    let mut shown: Vec<String> = all.iter().map(|one| one.show(to)).collect();
    if !to.numbers() {
        shown.retain(|one| !one.is_empty());
        shown.dedup();
    }
    shown
}

/// List that ends with "and": "Ann, Ben and Cid".
impl<T: Argument> Argument for Vec<T> {
    fn arg(&self) -> Arg {
        list(self)
    }

    fn read(arg: &Arg) -> Option<Self> {
        read_list(arg)
    }

    fn show(&self, to: &dyn Reader) -> String {
        listed(&show_all(self, to))
    }
}

/// Declares lists with a separator and no "and".
macro_rules! separated {
    ($($(#[$doc:meta])* $name:ident $separator:literal)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name<T>(pub Vec<T>);

        impl<T> Default for $name<T> {
            fn default() -> Self {
                $name(Vec::new())
            }
        }

        impl<T: Argument> Argument for $name<T> {
            fn arg(&self) -> Arg {
                list(&self.0)
            }

            fn read(arg: &Arg) -> Option<Self> {
                read_list(arg).map($name)
            }

            fn show(&self, to: &dyn Reader) -> String {
                show_all(&self.0, to).join($separator)
            }
        }
    )+};
}

separated! {
    /// List that is separated by commas: "7 rolled, AV 2: 5".
    Commas ", "
    /// List that is separated by semicolons: "a stuck arrow; the shield is dropped".
    Semicolons "; "
    /// List with plus signs: "2 Ann's axe + 3 burning oil".
    Pluses " + "
}

/// Argument at the start of a sentence, with a capital letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capital<T>(pub T);

impl<T: Argument> Argument for Capital<T> {
    fn arg(&self) -> Arg {
        self.0.arg()
    }

    fn read(arg: &Arg) -> Option<Self> {
        T::read(arg).map(Capital)
    }

    fn show(&self, to: &dyn Reader) -> String {
        capital(&self.0.show(to))
    }
}

impl Said {
    /// Returns the combatants in the arguments, in order, each once.
    pub fn about(&self) -> Vec<Id> {
        let mut found = Vec::new();
        self.1.iter().for_each(|arg| arg.collect(&mut found));
        found
    }

    /// Removes combatants from lists; a list without any other combatant keeps them.
    pub fn without(&self, removed: &dyn Fn(Id) -> bool) -> Self {
        let args = self.1.iter().map(|arg| arg.without(removed));
        Self(self.0.clone(), args.collect())
    }

    /// Returns `true` if there is a number among the arguments.
    pub fn counts(&self) -> bool {
        self.1.iter().any(Arg::counts)
    }

    /// Returns the facts of a sentence that is missing from every table, such as "dodges: Ann, 3."
    fn bare(&self, to: &dyn Reader) -> String {
        if !to.numbers() && self.counts() {
            return String::new();
        }
        let args: Vec<String> = self.1.iter().map(|arg| arg.bare(to)).collect();
        format!("{}: {}.", self.0, args.join(", "))
    }
}

impl Arg {
    fn counts(&self) -> bool {
        match self {
            Arg::Number(_) => true,
            Arg::Clause(said) => said.counts(),
            Arg::List(args) => args.iter().any(Arg::counts),
            Arg::Who(_) | Arg::Side(_) | Arg::Text(_) | Arg::Yes | Arg::No => false,
        }
    }

    /// Returns `true` for a list whose entries are all left out.
    pub fn is_left_out(&self, shown: &str) -> bool {
        shown.is_empty() && matches!(self, Arg::List(args) if !args.is_empty())
    }

    fn collect(&self, found: &mut Vec<Id>) {
        match self {
            Arg::Who(id) if !found.contains(id) => found.push(*id),
            Arg::Clause(said) => said.1.iter().for_each(|arg| arg.collect(found)),
            Arg::List(args) => args.iter().for_each(|arg| arg.collect(found)),
            _ => {}
        }
    }

    fn without(&self, removed: &dyn Fn(Id) -> bool) -> Self {
        let goes = |arg: &Arg| matches!(arg, Arg::Who(id) if removed(*id));
        match self {
            Arg::List(args) if !args.iter().all(goes) => {
                let args = args.iter().filter(|arg| !goes(arg));
                Arg::List(args.map(|arg| arg.without(removed)).collect())
            }
            Arg::Clause(said) => Arg::Clause(said.without(removed)),
            arg => arg.clone(),
        }
    }

    fn bare(&self, to: &dyn Reader) -> String {
        match self {
            Arg::Who(id) => id.show(to),
            Arg::Side(side) => side.show(to),
            Arg::Number(number) => number.show(to),
            Arg::Text(text) => text.show(to),
            Arg::Clause(said) => said.bare(to),
            Arg::List(args) => {
                let args: Vec<String> = args.iter().map(|arg| arg.bare(to)).collect();
                args.join(", ")
            }
            Arg::Yes => true.show(to),
            Arg::No => false.show(to),
        }
    }
}

/// Name from the data of the fight, or words of the GM, among the facts of a sentence.
pub type Name = Cow<'static, str>;

/// Content of a log line: facts, or text of the GM or of a written system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Plain(Cow<'static, str>),
    Said(Said),
}

impl Default for Told {
    fn default() -> Self {
        Told::Plain(Cow::Borrowed(""))
    }
}

impl Told {
    /// Returns `true` if the text is empty.
    pub fn is_empty(&self) -> bool {
        matches!(self, Told::Plain(text) if text.is_empty())
    }

    /// Returns plain text: a name from the data of the fight, or a text of the GM; `None` for facts.
    pub fn plain(&self) -> Option<&str> {
        match self {
            Told::Plain(text) => Some(text),
            Told::Said(_) => None,
        }
    }

    /// Returns the combatants in the facts; none for plain text.
    pub fn about(&self) -> Vec<Id> {
        match self {
            Told::Plain(_) => Vec::new(),
            Told::Said(said) => said.about(),
        }
    }

    /// Returns the text with the wording of these tables. Facts without a wording are shown with their key.
    pub fn told<'t>(
        &'t self,
        tables: impl IntoIterator<Item = &'static SentenceTable>,
        to: &dyn Reader,
    ) -> Cow<'t, str> {
        match self {
            Told::Plain(text) => Cow::Borrowed(text),
            Told::Said(said) => {
                let mut tables = tables.into_iter();
                let told = tables.find_map(|table| (table.told)(said, to));
                told.unwrap_or_else(|| said.bare(to)).into()
            }
        }
    }
}

impl From<String> for Told {
    fn from(text: String) -> Self {
        Told::Plain(text.into())
    }
}

impl From<&Told> for Told {
    fn from(told: &Told) -> Self {
        told.clone()
    }
}

impl From<&String> for Told {
    fn from(text: &String) -> Self {
        Told::Plain(text.clone().into())
    }
}

impl From<&str> for Told {
    fn from(text: &str) -> Self {
        Told::Plain(text.to_owned().into())
    }
}

impl From<Cow<'static, str>> for Told {
    fn from(text: Cow<'static, str>) -> Self {
        Told::Plain(text)
    }
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Told::Plain(text) => to.serialize_str(text),
            Told::Said(said) => said.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Told;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text, or a key with arguments")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Told, E> {
                Ok(text.to_owned().into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Told, A::Error> {
                let key: Option<String> = seq.next_element()?;
                let key = key.ok_or_else(|| de::Error::missing_field("key"))?;
                let args = seq.next_element()?.unwrap_or_default();
                Ok(Told::Said(Said(key.into(), args)))
            }
        }

        from.deserialize_any(Either)
    }
}

/// Declares the table of a system: an enum of sentences, then enums of the clauses in them. Each line has a key, fields
/// and a wording. Words that depend on a field follow the wording: `Fall { who: Vec<Id> } = "{who} {fall}.", fall =
/// agree(who.len(), "falls", "fall");`. Rust checks that each name in a wording is a field or one of these words.
/// Readers who see no numbers get the wording after `or`, "" for none: `Moves { who: Id, feet: i64 } = "{who} moves
/// {feet} ft." or "{who} moves.";`. Short logs get the wording after `brief` if the combatants act automatically: "" for
/// amounts that another line of the log shows. `turn` before the wording marks the beginning of a turn.
///
/// Since version 0.2.0, keys are never removed or renamed. A new field comes last and is a `bool` or an `Option`; any
/// other change is a new key. The wording may change.
#[macro_export]
macro_rules! sentences {
    (
        $(#[$table_doc:meta])* pub static $table:ident;
        $(#[$doc:meta])* pub enum $first:ident { $($lines:tt)* }
        $($(#[$more_doc:meta])* pub enum $more:ident { $($more_lines:tt)* })*
    ) => {
        $(#[$table_doc])*
        pub static $table: $crate::values::SentenceTable = $crate::values::SentenceTable {
            enums: &[
                (stringify!($first), $first::SPECS),
                $((stringify!($more), $more::SPECS)),*
            ],
            told: |said, to| {
                let said = <$first as $crate::values::Sentences>::of(said)?;
                Some($crate::values::Sentences::told(&said, to))
            },
        };

        $crate::sentences! { @one $(#[$doc])* $first { $($lines)* } }
        $($crate::sentences! { @one $(#[$more_doc])* $more { $($more_lines)* } })*
    };
    (@seen $self:ident, [$($arg:ident)*], $text:literal) => {
        if $crate::values::Sentences::said($self).counts() {
            return String::new();
        }
        $(let $arg = $arg.1;)*
        format!($text)
    };
    (@seen $self:ident, [$($arg:ident)*], $text:literal or $plain:literal) => {
        $(
            let (fact, $arg) = $arg;
            if $plain.contains(concat!("{", stringify!($arg), "}"))
                && $crate::values::Argument::arg(fact).is_left_out(&$arg)
            {
                return String::new();
            }
        )*
        format!($plain)
    };
    (@brief $to:ident, [$($arg:ident)*]) => {};
    (@brief $to:ident, [$($arg:ident)*], $brief:literal) => {
        if $to.is_brief() {
            $(let $arg = &$arg.1;)*
            return format!($brief);
        }
    };
    (@begins_turn) => { false };
    (@begins_turn turn) => { true };
    (@one $(#[$doc:meta])* $name:ident {
        $($key:ident { $($arg:ident: $ty:ty),* $(,)? } = $($turn:ident)? $text:literal
            $(or $plain:literal)? $(brief $brief:literal)?
            $(, $word:ident = $make:expr)* ;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name { $($key { $($arg: $ty),* }),* }

        impl $name {
            const SPECS: &'static [$crate::values::SentenceSpec] = &[$(
                $crate::values::SentenceSpec {
                    key: stringify!($key),
                    args: &[$((stringify!($arg), stringify!($ty))),*],
                    wording: $text,
                    begins_turn: $crate::sentences! { @begins_turn $($turn)? },
                }
            ),*];
        }

        impl $crate::values::Sentences for $name {
            fn said(&self) -> $crate::values::Said {
                match self {
                    $($name::$key { $($arg),* } => $crate::values::Said(
                        std::borrow::Cow::Borrowed(stringify!($key)),
                        vec![$($crate::values::Argument::arg($arg)),*],
                    )),*
                }
            }

            fn of(said: &$crate::values::Said) -> Option<Self> {
                let mut args = said.1.iter();
                let found = match &*said.0 {
                    $(stringify!($key) => $name::$key { $(
                        $arg: $crate::values::Argument::read(
                            args.next().unwrap_or(&$crate::values::Arg::No),
                        )?
                    ),* },)*
                    _ => return None,
                };
                args.next().is_none().then_some(found)
            }

            #[allow(unused_variables)]
            fn told(&self, to: &dyn $crate::values::Reader) -> String {
                match self {
                    $($name::$key { $($arg),* } => {
                        $(let $word = $make;)*
                        $(let $arg = ($arg, $crate::values::Argument::show($arg, to));)*
                        $crate::sentences! { @brief to, [$($arg)*] $(, $brief)? }
                        if to.numbers() {
                            $(let $arg = $arg.1;)*
                            return format!($text);
                        }
                        $crate::sentences! { @seen self, [$($arg)*], $text $(or $plain)? }
                    }),*
                }
            }
        }

        impl $crate::values::Argument for $name {
            fn arg(&self) -> $crate::values::Arg {
                $crate::values::Arg::Clause($crate::values::Sentences::said(self))
            }

            fn read(arg: &$crate::values::Arg) -> Option<Self> {
                match arg {
                    $crate::values::Arg::Clause(said) => $crate::values::Sentences::of(said),
                    _ => None,
                }
            }

            fn show(&self, to: &dyn $crate::values::Reader) -> String {
                $crate::values::Sentences::told(self, to)
            }
        }

        impl From<$name> for $crate::values::Told {
            fn from(said: $name) -> Self {
                $crate::values::Told::Said($crate::values::Sentences::said(&said))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::agree;

    crate::sentences! {
        pub static SENTENCES;

        /// Sentences of a test.
        pub enum Says {
            Fall { who: Vec<Id>, hard: bool } = "{who} {fall}{how}.",
                fall = agree(who.len(), "falls", "fall"), how = when(hard, " hard");
            Takes { who: Id, amount: i64, parts: Commas<Part>, from: Option<Id> } = "{who} takes {amount} ({parts}).";
            Goes { side: SideId, word: Cow<'static, str> } = "{side}: {word}.";
            Moves { who: Id, feet: i64, then: Commas<Part> } = "{who} moves {feet} ft ({then})." or "{who} moves ({then}).";
            Acts { who: Id, count: i64 } = turn "Count {count}: {who} {verb}." or "{who} acts." brief "Count {count}.",
                verb = "acts";
            WillTake { who: Id, amount: i64 } = "{who} will take {amount} damage." brief "";
        }

        /// Clauses of a test.
        pub enum Part {
            Rolled { total: i64 } = "{total} rolled";
            Halved {} = "halved";
        }
    }

    struct Letters;

    impl Reader for Letters {
        fn name(&self, who: Id) -> Cow<'_, str> {
            who.letter().into()
        }

        fn side(&self, side: SideId) -> Cow<'_, str> {
            format!("side {}", side.0).into()
        }
    }

    /// Reader who sees no numbers.
    struct Players;

    impl Reader for Players {
        fn name(&self, who: Id) -> Cow<'_, str> {
            who.letter().into()
        }

        fn side(&self, side: SideId) -> Cow<'_, str> {
            Letters.side(side).into_owned().into()
        }

        fn numbers(&self) -> bool {
            false
        }
    }

    #[test]
    fn players_read_the_wording_without_numbers() {
        let moves = |then: Vec<Part>| {
            Told::from(Says::Moves {
                who: Id(0),
                feet: 30,
                then: Commas(then),
            })
        };
        let halved = || Part::Halved {};
        let rolled = || Part::Rolled { total: 7 };
        let takes = Says::Takes {
            who: Id(1),
            amount: 3,
            parts: Commas(Vec::new()),
            from: None,
        };
        for (said, all, seen) in [
            (
                moves(vec![rolled(), halved(), halved()]),
                "a moves 30 ft (7 rolled, halved, halved).",
                "a moves (halved).",
            ),
            (moves(vec![rolled()]), "a moves 30 ft (7 rolled).", ""),
            (moves(Vec::new()), "a moves 30 ft ().", "a moves ()."),
            (takes.into(), "b takes 3 ().", ""),
            (
                read("(\"Flies\", [Who(0), Clause((\"Far\", [Number(3)]))])"),
                "Flies: a, Far: 3..",
                "",
            ),
        ] {
            assert_eq!(told(&said), all);
            assert_eq!(said.told([&SENTENCES], &Players), seen);
        }
    }

    /// Reader of a short log.
    struct Brief;

    impl Reader for Brief {
        fn name(&self, who: Id) -> Cow<'_, str> {
            who.letter().into()
        }

        fn side(&self, side: SideId) -> Cow<'_, str> {
            Letters.side(side).into_owned().into()
        }

        fn is_brief(&self) -> bool {
            true
        }
    }

    #[test]
    fn short_logs_have_the_brief_wording() {
        let fall = Says::Fall {
            who: vec![Id(0)],
            hard: true,
        };
        let acts = Says::Acts {
            who: Id(1),
            count: 6,
        };
        let will_take = Says::WillTake {
            who: Id(1),
            amount: 3,
        };
        for (said, whole, brief, begins_turn) in [
            (fall, "a falls hard.", "a falls hard.", false),
            (acts, "Count 6: b acts.", "Count 6.", true),
            (will_take, "b will take 3 damage.", "", false),
        ] {
            let said = said.said();
            assert_eq!(SENTENCES.begins_turn(&said), begins_turn);
            let said = Told::Said(said);
            assert_eq!(told(&said), whole);
            assert_eq!(said.told([&SENTENCES], &Brief), brief);
        }
    }

    fn told(said: &Told) -> String {
        said.told([&SENTENCES], &Letters).into_owned()
    }

    fn read(text: &str) -> Told {
        ron::from_str(text).expect("content of a log line")
    }

    #[test]
    fn facts_are_saved_and_read_unchanged() {
        let parts = Commas(vec![Part::Rolled { total: 7 }, Part::Halved {}]);
        let takes = Says::Takes {
            who: Id(1),
            amount: 3,
            parts,
            from: Some(Id(0)),
        };
        let falls = Says::Fall {
            who: vec![Id(0), Id(2)],
            hard: true,
        };
        let goes = Says::Goes {
            side: SideId(1),
            word: "\"go\"".into(),
        };
        for (said, text) in [
            (takes, "b takes 3 (7 rolled, halved)."),
            (falls, "a and c fall hard."),
            (goes, "side 1: \"go\"."),
        ] {
            let said = Told::from(said);
            let saved = ron::to_string(&said).expect("text");
            assert_eq!(read(&saved), said, "{saved}");
            assert_eq!(told(&read(&saved)), text);
        }
    }

    #[test]
    fn text_of_an_older_save_is_read_as_plain_text() {
        assert_eq!(told(&read("\"Ann falls.\"")), "Ann falls.");
        assert!(read("\"\"").is_empty());
    }

    #[test]
    fn a_field_missing_from_an_older_save_is_left_unset() {
        assert_eq!(told(&read("(\"Fall\", [List([Who(0)])])")), "a falls.");
    }

    #[test]
    fn unknown_facts_are_shown_with_their_key() {
        for (saved, bare) in [
            ("(\"Flies\", [Who(0), Number(3)])", "Flies: a, 3."),
            ("(\"Fall\", [Number(3)])", "Fall: 3."),
            ("(\"Fall\", [List([]), Yes, Yes])", "Fall: , yes, yes."),
        ] {
            assert_eq!(told(&read(saved)), bare);
        }
    }

    #[test]
    fn removed_combatants_disappear_from_a_sentence_unless_no_combatant_would_remain() {
        let falls = Says::Fall {
            who: vec![Id(0), Id(1), Id(2)],
            hard: false,
        };
        let said = falls.said();
        let without = |removed: &[Id]| said.without(&|id| removed.contains(&id)).about();
        assert_eq!(without(&[Id(1)]), [Id(0), Id(2)]);
        assert_eq!(without(&[Id(0), Id(1), Id(2)]), [Id(0), Id(1), Id(2)]);
    }
}
