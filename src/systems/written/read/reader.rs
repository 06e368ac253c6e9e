//! Shared code for reading all parts of a system's file: names, expressions, dice and keywords.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dice::Dice;
use crate::ron_text::Node;
use crate::ron_text::Reading;
use crate::ron_text::RecordFields;
use crate::ron_text::Shape;
use crate::ron_text::Source;
use crate::ron_text::Span;
use crate::ron_text::did_you_mean;
use crate::text::{NAME_LIMIT, sanitize};
use crate::values::unknown;

use crate::systems::written::coverage::Coverage;
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::model::{Aim, Called, Moment, Need, Point, Purse, Side, Whom, keep};
use crate::systems::written::sums::lookup::{self, Lookup};
use crate::systems::written::sums::sum::{Absent, Found, Kind, Mistake, Name, Names, Sum, Who};
use crate::systems::written::sums::throw::Throw;

/// Keywords of Lua and of expressions, which cannot be names.
const KEPT_WORDS: [&str; 58] = [
    "and",
    "break",
    "do",
    "else",
    "elseif",
    "end",
    "false",
    "for",
    "function",
    "goto",
    "if",
    "in",
    "local",
    "nil",
    "not",
    "or",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
    "self",
    "target",
    "attacker",
    "source",
    "roller",
    "with",
    "result",
    "damage_taken",
    "side",
    "scene",
    "options",
    "round",
    "up",
    "acted",
    "players",
    "is_self",
    "preparing",
    "can_escape",
    "cause",
    "tick",
    "each",
    "name",
    "notes",
    "conditions",
    "half",
    "either",
    "has",
    "asked",
    "damage_excess",
    "damage_taken_type",
    "effect_value",
    "caused",
    "causes",
    "lookup",
    "min",
    "max",
];

/// Kinds of names that have no effect if no other part of the files contains them.
const MAY_BE_UNUSED: [&str; 5] = [
    "the test",
    "the table",
    "the option",
    "the number",
    "the question",
];

/// Missing target of a part that has only groups of combatants.
pub const TARGET: Absent = Absent {
    role: "target",
    instead: "write `each` in a group, such as `count(enemies, each.up)`, or run the effects in `Every`",
};
/// Missing target of an action that is declared without a target.
pub const NO_TARGET: Absent = Absent {
    role: "target",
    instead: "give the action a `target`, such as `target: Enemy`, or write `Self`",
};
/// Missing target of a step at `AllyDowned`, where the combatant who has gone down is the source.
const FALLEN: Absent = Absent {
    role: "target",
    instead: "the combatant who has gone down is `source`",
};
pub const ATTACKER: Absent = Absent {
    role: "attacker",
    instead: "only reactions and steps at AfterDamage have an attacker",
};
pub const SOURCE: Absent = Absent {
    role: "source",
    instead: "only actions, reactions, conditions, tests and steps at AllyDowned have a source",
};
pub const WITH: Absent = Absent {
    role: "with",
    instead: "only actions with `with`, and effects in `ForEach`, have a row",
};
pub const ASKED: Absent = Absent {
    role: "asked",
    instead: "only actions with `asks` have answers",
};
pub const CAUSE: Absent = Absent {
    role: "cause",
    instead: "only modifiers of conditions, and tests that end conditions, have a cause",
};
/// Roles of actions and conditions, which other parts of a file do not have.
pub const ROLES: [Absent; 6] = [TARGET, ATTACKER, SOURCE, WITH, ASKED, CAUSE];

/// Returns the roles that a step does not have.
pub fn absent_in_step(at: Point) -> Vec<Absent> {
    let has = |role: &str| match at {
        Point::Hurt => matches!(role, "attacker" | "with"),
        Point::SideLoses => role == "source",
        _ => false,
    };
    let absent = ROLES.into_iter().filter(|absent| !has(absent.role));
    let fallen = |absent: Absent| match (at, absent.role) {
        (Point::SideLoses, "target") => FALLEN,
        _ => absent,
    };
    absent.map(fallen).collect()
}

/// `Run` of a routine in a part of the file that has no target.
pub struct Untargeted {
    /// Index of the routine.
    pub piece: usize,
    pub at: Span,
    /// Part of the file.
    pub part: &'static str,
    /// Replacement that the error suggests.
    pub instead: &'static str,
}

/// Part of a file, which determines the effects that are possible in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceOf {
    /// Routine, which any part can run.
    Routine,
    /// Action or automatic step.
    Plain,
    Reaction(Moment),
}

/// Reader of a system's file.
pub struct Reader<'s> {
    /// Tree of the file, and the errors so far.
    pub reading: Reading<'s>,
    /// Names read so far that expressions can use.
    pub names: Names,
    /// Slots of a turn, by name.
    pub slots: Vec<&'static str>,
    pub tests: Vec<&'static str>,
    pub kinds: Vec<&'static str>,
    pub pieces: Vec<&'static str>,
    /// Lists on the sheet, by the index of their fields.
    pub lists: Vec<(u16, &'static str)>,
    /// Outcomes of each test.
    pub outcomes: Vec<Vec<&'static str>>,
    /// Options of choices, each with its action key.
    pub answers: BTreeMap<String, char>,
    /// Keys of the choices so far.
    pub asked: Vec<&'static str>,
    pub actions: Vec<&'static str>,
    pub reactions: Vec<&'static str>,
    /// Labels of the fields of the sheet, by index.
    pub labels: Vec<String>,
    /// Fields that can contain several keywords, each with its allowed keywords.
    pub several: Vec<(&'static str, Vec<String>)>,
    /// True if an order of the system uses ticks.
    pub ticks: bool,
    /// Phases of the system's rounds.
    pub phases: Vec<&'static str>,
    /// Places of the phases in the file, in the same order.
    pub phases_at: Vec<Span>,
    /// Functions of `rules.lua`, each with a flag that is true if the function deals damage; `None` if that file has
    /// errors.
    pub functions: Option<Vec<(&'static str, bool)>>,
    /// True while a reaction to a roll is being read.
    pub of_throw: bool,
    /// Part of the file whose effects are being read.
    pub place_of: PlaceOf,
    /// True if an effect limits how long a condition lasts.
    pub has_terms: bool,
    /// True if an expression reads the results of single dice.
    pub reads_dice: bool,
    /// True for each test that refers to the target.
    pub of_target: Vec<bool>,
    /// Declared types of damage. If there are none, any word is a type.
    pub damage_types: Vec<&'static str>,
    /// Declared names that the file may leave unused: description, name and position.
    pub declared: Vec<(String, &'static str, Span)>,
    /// Reason why a test cannot end a condition, for each test.
    pub no_end: Vec<Option<&'static str>>,
    /// True if the effects that are being read refer to a target that they do not choose.
    pub uses_target: bool,
    /// Routines that the effects that are being read run on the same target.
    pub runs: Vec<usize>,
    /// Routines that parts without a target run.
    pub untargeted: Vec<Untargeted>,
    /// Parts of the file that can run.
    pub coverage: Coverage,
    /// Index of the part that is being read.
    pub within: Option<usize>,
}

impl<'s> Reader<'s> {
    pub fn new(reading: Reading<'s>) -> Self {
        Self {
            reading,
            names: Names::default(),
            slots: Vec::new(),
            tests: Vec::new(),
            kinds: Vec::new(),
            pieces: Vec::new(),
            lists: Vec::new(),
            outcomes: Vec::new(),
            answers: BTreeMap::new(),
            asked: Vec::new(),
            actions: Vec::new(),
            reactions: Vec::new(),
            labels: Vec::new(),
            several: Vec::new(),
            ticks: false,
            phases: Vec::new(),
            phases_at: Vec::new(),
            functions: Some(Vec::new()),
            of_throw: false,
            place_of: PlaceOf::Routine,
            has_terms: false,
            reads_dice: false,
            of_target: Vec::new(),
            damage_types: Vec::new(),
            declared: Vec::new(),
            no_end: Vec::new(),
            uses_target: false,
            runs: Vec::new(),
            untargeted: Vec::new(),
            coverage: Coverage::default(),
            within: None,
        }
    }

    /// Reads a part of the file that does not have these roles.
    pub fn without<T>(
        &mut self,
        part: &'static str,
        absent: &[Absent],
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.names.absent, absent.to_vec());
        let part = std::mem::replace(&mut self.names.part, part);
        let found = read(self);
        self.names.absent = before;
        self.names.part = part;
        found
    }

    /// Reads effects that have a role, even if the rest of the part does not have this role.
    pub fn with_role<T>(&mut self, role: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut absent = self.names.absent.clone();
        absent.retain(|one| one.role != role);
        self.without(self.names.part, &absent, read)
    }

    /// Reports the use of a role that the part of the file does not have.
    pub fn role(&mut self, at: Span, word: &str) {
        if let Some(told) = self.names.absence(&word.to_lowercase(), word) {
            self.wrong(at, told);
        }
        self.uses_target |= word == "Target";
    }

    /// Reports a test that refers to a target which the part of the file does not have.
    pub fn untested(&mut self, at: Span, place: usize) {
        if !self.of_target.get(place).is_some_and(|of| *of) {
            return;
        }
        let word = format!("target` of the test `{}", self.tests[place]);
        if let Some(told) = self.names.absence("target", &word) {
            self.wrong(at, told);
        }
        self.uses_target = true;
    }

    /// Reports a test that cannot end a condition.
    pub fn ends_by(&mut self, at: Span, place: usize) {
        if let Some(Some(why)) = self.no_end.get(place) {
            self.wrong(
                at,
                format!("`{}` cannot end a condition: {why}", self.tests[place]),
            );
        }
    }

    /// Adds a part that can run. All parts read next belong to it, until the caller restores `within` to the returned
    /// value.
    pub fn spot(&mut self, node: &Node<'_>, what: String) -> (usize, Option<usize>) {
        let before = self.within;
        let place = self.reading.source().place(node.at.start);
        let spot = self.coverage.add(place, what, before);
        self.within = Some(spot);
        (spot, before)
    }

    pub fn wrong(&mut self, at: Span, what: impl Into<String>) {
        self.reading.wrong(at, what);
    }

    /// Reports the unknown and the missing fields of a part of the file.
    pub fn finish(&mut self, fields: RecordFields<'_, '_>, part: Part) {
        let known = keywords::of(part);
        debug_assert!(
            known.iter().all(|word| fields.known().contains(word))
                && fields.known().iter().all(|word| known.contains(word)),
            "{part:?} has {:?}, the table of keywords {known:?}",
            fields.known()
        );
        self.reading
            .finish_part(fields, &known, &|word| keywords::belongs(word));
    }

    /// Reports an error in a text in quotes, at an offset in bytes after the quote.
    pub fn wrong_in(&mut self, node: &Node<'_>, wrong: Mistake) {
        let start = (node.at.start + 1 + wrong.at).min(node.at.end.saturating_sub(1));
        let at = Span {
            start,
            end: node.at.end,
        };
        self.reading.wrong(at, wrong.what);
    }

    /// Returns the pairs of a map in curly brackets, by name.
    pub fn map<'n, 't>(&mut self, node: &'n Node<'t>) -> &'n [(Node<'t>, Node<'t>)] {
        match &node.shape {
            Shape::Map(pairs) => pairs,
            Shape::Broken => &[],
            shape => {
                let what = shape.in_words();
                let told =
                    format!("names of your own are needed here, `{{ \"name\": … }}`, not {what}");
                self.wrong(node.at, told);
                &[]
            }
        }
    }

    /// Returns the pairs of a map whose names are valid, unique and not in `taken`.
    pub fn named<'n, 't>(
        &mut self,
        node: Option<&'n Node<'t>>,
        what: &str,
        taken: &[&'static str],
    ) -> Vec<(&'static str, &'n Node<'t>)> {
        let mut all: Vec<(&'static str, &'n Node<'t>)> = Vec::new();
        let pairs = node.map_or(&[][..], |node| self.map(node));
        for (name, value) in pairs {
            let Some(word) = self.own_name(name) else {
                continue;
            };
            if taken.contains(&word) || all.iter().any(|(other, _)| *other == word) {
                self.wrong(
                    name.at,
                    format!("{what} `{word}` is declared twice: rename one of the two"),
                );
                continue;
            }
            if MAY_BE_UNUSED.contains(&what) {
                self.declared
                    .push((format!("{what} `{word}`"), word, name.at));
            }
            all.push((word, value));
        }
        all
    }

    /// Adds the declared names that no other part of the files contains to the coverage.
    pub fn find_unused(&mut self, lua: Option<&Source>) {
        let source = self.reading.source();
        let texts = [Some(source), lua].into_iter().flatten();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in texts.flat_map(|text| text.text().split(|c| !is_part(c))) {
            *counts.entry(word).or_default() += 1;
        }
        for (what, word, at) in &self.declared {
            if counts.get(word) == Some(&1) {
                self.coverage.add_unused(source.place(at.start), what);
            }
        }
    }

    /// Reads a name made of lower-case letters, digits and `_`. An invalid name is reported but kept, so that
    /// references to it cause no further errors.
    fn own_name(&mut self, node: &Node<'_>) -> Option<&'static str> {
        let word = self.reading.name(node)?;
        let fits = word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !fits {
            let better: String = word
                .to_lowercase()
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .collect();
            let better = if better.starts_with(|c: char| c.is_ascii_lowercase()) {
                format!("write \"{better}\"")
            } else {
                "choose another name".to_owned()
            };
            let told = format!(
                "a name starts with a letter and has only lower-case letters, digits and `_`: {better}, and set the \
                 name on the screen with `label: \"{word}\"`"
            );
            self.wrong(node.at, told);
            return Some(keep(&word));
        }
        if KEPT_WORDS.contains(&word.as_str()) {
            let told = format!(
                "`{word}` already has a meaning in expressions: use the name \"{word}_\" and add a `label`"
            );
            self.wrong(node.at, told);
        }
        Some(keep(&word))
    }

    /// Returns the label of a part: its `label`, or else its name.
    pub fn label<'n>(&mut self, fields: &mut RecordFields<'n, '_>, word: &str) -> &'static str {
        let given = fields
            .take("label")
            .and_then(|node| self.reading.name(node));
        keep(&given.unwrap_or_else(|| word.replace('_', " ")))
    }

    /// Returns a line of text; "" if there is none.
    pub fn line<'n>(&mut self, fields: &mut RecordFields<'n, '_>, key: &'n str) -> &'static str {
        let node = fields.take(key);
        let given = node.and_then(|node| self.reading.shown(node, 400));
        keep(&given.unwrap_or_default())
    }

    /// Reads one line of text for the log or a question. Braces contain one of these names, or a column of the row.
    pub fn line_about<'n>(
        &mut self,
        fields: &mut RecordFields<'n, '_>,
        key: &'n str,
        names: &[&str],
    ) -> &'static str {
        let Some(node) = fields.take(key) else {
            return "";
        };
        let text = self.reading.shown(node, 400).unwrap_or_default();
        self.placeholders(node, &text, names);
        keep(&text)
    }

    /// Reports a name in braces that Affray cannot replace: neither one of these names nor a column of the row.
    pub fn placeholders(&mut self, node: &Node<'_>, text: &str, names: &[&str]) {
        for part in text.split('{').skip(1) {
            let Some((name, _)) = part.split_once('}') else {
                continue;
            };
            let column = name.strip_prefix("with.");
            let is_column = column.is_some_and(|column| self.names.column(column).is_some());
            if !is_column && !names.contains(&name) {
                let columns = ["with.name"].into_iter();
                let told = unknown("name in braces", name, names.iter().copied().chain(columns));
                self.wrong(node.at, told);
            }
        }
    }

    /// Reports a value that needs quotes: an expression, dice or a name. Returns true if the value was reported.
    pub fn unquoted(&mut self, node: &Node<'_>) -> bool {
        let begins = match &node.shape {
            Shape::Plain("true" | "false") => false,
            Shape::Plain(word) if word.contains(char::is_alphabetic) => true,
            // An unquoted expression such as `half(self.health)`.
            Shape::Tuple(word, _) => word.starts_with(|c: char| c.is_ascii_lowercase()),
            _ => false,
        };
        if begins {
            let text = &self.reading.source().text()[node.at.start..node.at.end];
            let text = sanitize(text, NAME_LIMIT);
            self.wrong(node.at, format!("write it in quotes: \"{text}\""));
        }
        begins
    }

    /// Reads an expression in quotes, or a plain number.
    pub fn sum(&mut self, node: &Node<'_>, wanted: Kind) -> Option<Sum> {
        if self.unquoted(node) {
            return None;
        }
        if wanted == Kind::Number
            && let Shape::Plain(_) = node.shape
        {
            return self.reading.int(node).map(Sum::number);
        }
        let text = self.reading.text(node)?;
        match Sum::read(&text, &self.names, wanted) {
            Ok(sum) => {
                self.reads_dice |= sum.reads_dice();
                self.uses_target |= sum.is_of_target();
                Some(sum)
            }
            Err(wrong) => {
                self.wrong_in(node, wrong);
                None
            }
        }
    }

    /// Reads expressions that are evaluated before any roll.
    pub fn before_rolls<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.names.no_roll, true);
        let found = read(self);
        self.names.no_roll = before;
        found
    }

    /// Reads the expression of a field, if there is one.
    pub fn maybe_sum<'n>(
        &mut self,
        fields: &mut RecordFields<'n, '_>,
        key: &'n str,
        wanted: Kind,
    ) -> Option<Sum> {
        let node = fields.take(key)?;
        self.sum(node, wanted)
    }

    /// Reads an expression in which the fields of a combatant need no prefix.
    pub fn bare_sum(&mut self, node: &Node<'_>, who: Who) -> Option<Sum> {
        self.names.bare = Some(who);
        let sum = self.sum(node, Kind::Number);
        self.names.bare = None;
        sum
    }

    /// Reads dice in quotes; fields of the combatant who rolls need no prefix.
    pub fn throw(&mut self, node: &Node<'_>) -> Option<Throw> {
        if self.unquoted(node) {
            return None;
        }
        let text = self.reading.text(node)?;
        self.names.bare = Some(Who::Thrower);
        let read = Throw::read(&text, &self.names);
        self.names.bare = None;
        match read {
            Ok(throw) => {
                self.reads_dice |= throw.reads_dice();
                self.uses_target |= throw.is_of_target();
                Some(throw)
            }
            Err(wrong) => {
                self.wrong_in(node, wrong);
                None
            }
        }
    }

    /// Reads a whole number within limits.
    pub fn int_within(&mut self, node: &Node<'_>, least: i64, most: i64) -> Option<i64> {
        let number = self.reading.int_of(node, least, most)?;
        if !(least..=most).contains(&number) {
            let told = format!("{number} is not between {least} and {most}");
            self.wrong(node.at, told);
            return None;
        }
        Some(number)
    }

    /// Returns the keyword before brackets, or a keyword alone.
    pub fn head<'n>(&self, node: &'n Node<'_>) -> &'n str {
        match &node.shape {
            Shape::Plain(word) | Shape::Record(word, _) | Shape::Tuple(word, _) => word,
            _ => "",
        }
    }

    /// Returns the unnamed values in the brackets after a keyword.
    pub fn inside<'n, 't>(&self, node: &'n Node<'t>) -> &'n [Node<'t>] {
        match &node.shape {
            Shape::Tuple(_, inside) => inside,
            _ => &[],
        }
    }

    /// Reads one of several keywords and returns its value.
    pub fn word_of<T: Copy>(&mut self, node: &Node<'_>, all: &[(&str, T)]) -> Option<T> {
        let words: Vec<&str> = all.iter().map(|(word, _)| *word).collect();
        let word = self.reading.word(node, &words)?;
        all.iter()
            .find(|(one, _)| *one == word)
            .map(|(_, one)| *one)
    }

    pub fn who(&mut self, node: &Node<'_>) -> Option<Who> {
        let all = [
            ("Self", Who::Me),
            ("Target", Who::Target),
            ("Attacker", Who::Actor),
            ("Source", Who::Giver),
        ];
        let who = self.word_of(node, &all)?;
        self.role(node.at, self.head(node));
        Some(who)
    }

    /// Reads the combatants who gain a condition.
    pub fn whom(&mut self, node: &Node<'_>) -> Option<Whom> {
        let all = [
            ("Self", Whom::One(Who::Me)),
            ("Target", Whom::One(Who::Target)),
            ("Attacker", Whom::One(Who::Actor)),
            ("Source", Whom::One(Who::Giver)),
            ("Side", Whom::Side),
        ];
        let whom = self.word_of(node, &all)?;
        self.role(node.at, self.head(node));
        Some(whom)
    }

    /// Reads the kind of target.
    pub fn aim(&mut self, node: &Node<'_>) -> Option<Aim> {
        let all = [
            ("Self", Aim::Me),
            ("Enemy", Aim::Foe),
            ("Ally", Aim::Ally),
            ("Other", Aim::Other),
            ("Any", Aim::Any),
        ];
        self.word_of(node, &all)
    }

    /// Reads the sides to which a part applies.
    pub fn side(&mut self, node: &Node<'_>) -> Option<Side> {
        let all = [
            ("All", Side::All),
            ("Players", Side::Players),
            ("Enemies", Side::Foes),
        ];
        self.word_of(node, &all)
    }

    /// Reads a name in quotes that must be one of the known names.
    pub fn one_of(
        &mut self,
        node: &Node<'_>,
        what: &str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        let word = self.reading.text(node)?;
        match known.iter().find(|one| **one == word) {
            Some(one) => Some(one),
            None => {
                let told = unknown_of(what, &word, known);
                self.wrong(node.at, told);
                None
            }
        }
    }

    /// Reads the name of a condition.
    pub fn condition(&mut self, node: &Node<'_>) -> Option<&'static str> {
        let known = self.names.conditions.clone();
        self.one_of(node, "condition", &known)
    }

    /// Reads the tables for `lookup` in expressions.
    pub fn lookups(&mut self, node: Option<&Node<'_>>) {
        for (word, node) in self.named(node, "the table", &[]) {
            let Some(table) = self.lookup(node, 0) else {
                continue;
            };
            if matches!(table, Lookup::Value(_)) {
                self.wrong(
                    node.at,
                    "write the keys of the table: `{ \"fighter\": { 1: 19, 4: 17 } }`",
                );
            } else if !table.is_even() {
                let told = "all parts of a table need the same kind of key and the same kind of value: numbers, words or dice";
                self.wrong(node.at, told);
            } else {
                self.names.tables.push((word, Arc::new(table)));
            }
        }
    }

    fn lookup(&mut self, node: &Node<'_>, depth: usize) -> Option<Lookup> {
        let pairs = match &node.shape {
            Shape::Map(pairs) if depth < 4 && pairs.len() <= lookup::MOST => pairs,
            Shape::Map(_) => {
                let most = lookup::MOST;
                let told =
                    format!("a table has at most four keys and at most {most} rows for each key");
                self.wrong(node.at, told);
                return None;
            }
            Shape::Text(text) => {
                let found = match Dice::parse(text) {
                    Ok(dice) => Found::Dice(dice),
                    Err(_) => Found::Word(text.as_str().into()),
                };
                return Some(Lookup::Value(found));
            }
            _ => {
                return self
                    .reading
                    .int(node)
                    .map(|number| Lookup::Value(Found::Number(number)));
            }
        };
        let by_words = pairs
            .iter()
            .any(|(key, _)| matches!(key.shape, Shape::Text(_)));
        let (mut words, mut steps) = (Vec::new(), Vec::new());
        for (key, value) in pairs {
            let Some(value) = self.lookup(value, depth + 1) else {
                continue;
            };
            if by_words {
                let Some(word) = self.reading.name(key) else {
                    continue;
                };
                if words.iter().any(|(one, _)| *one == word) {
                    self.wrong(
                        key.at,
                        format!("`{word}` appears twice here: remove one of the two"),
                    );
                }
                words.push((word, value));
            } else if let Some(step) = self.reading.int(key) {
                if steps.last().is_some_and(|(last, _)| *last >= step) {
                    self.wrong(
                        key.at,
                        "the numbers must be in ascending order: write the lowest number first",
                    );
                }
                steps.push((step, value));
            }
        }
        Some(if by_words {
            Lookup::Words(words)
        } else {
            Lookup::Steps(steps)
        })
    }

    /// Reads the name of a field.
    pub fn field(&mut self, node: &Node<'_>) -> Option<u16> {
        let known: Vec<&'static str> = self.names.fields.iter().map(|one| one.0).collect();
        let word = self.one_of(node, "field", &known)?;
        self.place(word)
    }

    /// Returns the index of a field.
    pub fn place(&self, word: &str) -> Option<u16> {
        let place = self
            .names
            .fields
            .iter()
            .position(|(field, _)| *field == word)?;
        u16::try_from(place).ok()
    }

    /// Reads a field of a combatant, such as `self.misses`.
    pub fn field_of(&mut self, node: &Node<'_>) -> Option<(Who, u16)> {
        let text = self.reading.text(node)?;
        for kind in [Kind::Number, Kind::Flag, Kind::Word] {
            if let Ok(sum) = Sum::read(&text, &self.names, kind)
                && let Some((Name::Field(who, place), false)) = sum.plain()
            {
                self.uses_target |= *who == Who::Target;
                return Some((*who, *place));
            }
        }
        match Sum::read(&text, &self.names, Kind::Number) {
            Err(wrong) if wrong.what.starts_with("unknown") => self.wrong_in(node, wrong),
            _ => self.wrong(node.at, "a field is needed here, such as \"self.misses\""),
        }
        None
    }

    /// Reads the name of a test, or an expression for a name.
    pub fn called(&mut self, node: &Node<'_>) -> Option<Called> {
        let text = self.reading.text(node)?;
        if let Some(place) = self.tests.iter().position(|test| **test == text) {
            self.untested(node.at, place);
            return Some(Called::Fixed(place));
        }
        match Sum::read(&text, &self.names, Kind::Word) {
            Ok(sum) => {
                self.reads_dice |= sum.reads_dice();
                self.uses_target |= sum.is_of_target();
                Some(Called::Sum(sum))
            }
            // A longer text is an expression for a name.
            Err(mut wrong) if text.contains(['(', '.', '\'']) => {
                let rest = text.get(wrong.at..).unwrap_or_default();
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let word = &rest[..end.unwrap_or(rest.len())];
                if self.tests.contains(&word) {
                    wrong.what = format!("write words in single quotes: `'{word}'`");
                }
                self.wrong_in(node, wrong);
                None
            }
            Err(_) => {
                let told = unknown_of("test", &text, &self.tests);
                self.wrong(node.at, told);
                None
            }
        }
    }

    /// Reads the costs of an action: slots and fields, each with a number or an expression.
    pub fn costs(&mut self, node: Option<&Node<'_>>) -> Vec<(Purse, Sum)> {
        let mut costs = Vec::new();
        let pairs = node.map_or(&[][..], |node| self.map(node));
        for (name, amount) in pairs {
            let Some(word) = self.reading.text(name) else {
                continue;
            };
            if let Some(column) = word.strip_prefix("with.") {
                let number = |one: &&(&'static str, Kind)| one.1 == Kind::Number;
                let columns = self.names.columns.iter().filter(number);
                let known: Vec<&'static str> = columns.map(|one| one.0).collect();
                match known.iter().find(|one| **one == column) {
                    Some(_) => {
                        let sum = self.sum(amount, Kind::Number);
                        let column = self.names.column(column).map(|(column, _)| column);
                        costs.extend(column.zip(sum).map(|(one, sum)| (Purse::Row(one), sum)));
                    }
                    None => {
                        let told = unknown("column with numbers", column, known);
                        self.wrong(name.at, told);
                    }
                }
                continue;
            }
            let slot = self.slots.iter().position(|slot| **slot == word);
            let purse = match (slot, self.place(&word)) {
                _ if self.ticks && word == "ticks" => Purse::Ticks,
                (Some(slot), _) => Purse::Slot(slot),
                (None, Some(place)) => Purse::Field(place),
                (None, None) => {
                    let fields = self.names.fields.iter().map(|one| one.0);
                    let ticks = ["ticks"].into_iter().filter(|_| self.ticks);
                    let known = self.slots.iter().copied().chain(fields).chain(ticks);
                    let told = unknown("slot or field", &word, known);
                    self.wrong(name.at, told);
                    continue;
                }
            };
            if let Some(sum) = self.sum(amount, Kind::Number) {
                if sum.is_below_zero() {
                    let told = "an action cannot have a negative cost: write the gain as an effect, such as `Set`";
                    self.wrong(amount.at, told);
                }
                costs.push((purse, sum));
            }
        }
        costs
    }

    /// Reads the requirements of an action: an expression, or a list of expressions, each with the reason to show. An
    /// empty reason hides the action.
    pub fn needs(&mut self, node: Option<&Node<'_>>) -> Vec<Need> {
        let Some(node) = node else {
            return Vec::new();
        };
        let mut needs = Vec::new();
        let entries = match &node.shape {
            Shape::List(entries) => entries.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for entry in entries {
            let (sum, why) = match &entry.shape {
                Shape::Tuple("", two) if two.len() == 2 => {
                    let hides = matches!(&two[1].shape, Shape::Text(why) if why.is_empty());
                    let why = if hides {
                        Some(String::new())
                    } else {
                        self.reading.name(&two[1])
                    };
                    (&two[0], why)
                }
                _ => (entry, None),
            };
            let Some(sum) = self.sum(sum, Kind::Flag) else {
                continue;
            };
            match why {
                Some(why) => needs.push(Need {
                    sum,
                    why: keep(&why),
                    silent: why.is_empty(),
                }),
                None => needs.extend(sum.parts().into_iter().map(|sum| self.need(sum))),
            }
        }
        needs
    }

    /// Creates a requirement with a default reason. If it needs a condition that the combatant does not have, or other
    /// lists or texts on the sheet, the action is not shown at all. If a condition prevents the action, the reason is
    /// shown.
    fn need(&self, sum: Sum) -> Need {
        let (why, silent) = match sum.plain() {
            Some((Name::Is(_, _, key), true)) => (key.replace('_', " "), false),
            Some((
                Name::Is(Who::Me | Who::Target, ..)
                | Name::Gave(..)
                | Name::Row(..)
                | Name::CanEscape(_),
                false,
            )) => (String::new(), true),
            Some((Name::Field(Who::Me, place), false))
                if self.names.fields[usize::from(*place)].1 == Kind::Flag =>
            {
                (String::new(), true)
            }
            _ if self.is_of_sheet(&sum) => (String::new(), true),
            _ => ("not possible now".to_owned(), false),
        };
        Need {
            sum,
            why: keep(&why),
            silent,
        }
    }

    /// Returns true if an expression reads only lists and texts of the acting combatant's sheet, such as `not
    /// self.attacks` or `self.class == 'monk'`: they stay the same in a fight.
    fn is_of_sheet(&self, sum: &Sum) -> bool {
        let read = sum.looked_at();
        let stays = |(name, _): &(&Name, &str)| match name {
            Name::Field(Who::Me, place) => {
                let kind = self.names.fields[usize::from(*place)].1;
                self.names.lists.contains(place) || kind == Kind::Word
            }
            Name::Row(Who::Me, ..) => true,
            _ => false,
        };
        !read.is_empty() && read.iter().all(stays)
    }

    /// Reports a word that is not one of the known keywords in this place.
    pub fn unknown_word(&mut self, node: &Node<'_>, what: &str, known: &[&str]) {
        let word = self.head(node).to_owned();
        if node.shape == Shape::Broken {
            return;
        }
        let told = match word.as_str() {
            "" => format!("one of {} is needed here", known.join(", ")),
            _ if known.contains(&word.as_str()) => format!("write `{word}` without brackets"),
            _ => format!(
                "unknown {what} `{word}`{}",
                did_you_mean(&word, known.iter().copied())
            ),
        };
        self.wrong(node.at, told);
    }
}

/// Formats the error "unknown test `x`" with a similar name, or with the part of the file in which to declare it.
fn unknown_of(what: &str, word: &str, known: &[&str]) -> String {
    let place = match what {
        _ if !known.is_empty() => "",
        "test" | "test or kind of test" | "outcome" => "`tests`",
        "kind of test" => "the `kind` of a test",
        "slot" => "`turn`",
        "routine" => "`routines`",
        "action" => "`actions`",
        "reaction" => "`reactions`",
        "option" => "`options`",
        "list" => "`sheet`: a field with `type: List({ … })`",
        "phase" => "the `phases` of an order by `Sides`",
        _ => "",
    };
    let told = unknown(what, word, known.iter().copied());
    match told.strip_suffix(": none exists here") {
        Some(told) if !place.is_empty() => {
            format!("{told}: none exists. Declare it in {place}")
        }
        _ => told,
    }
}
