//! Reading of tests in a system's file: dice, bonuses, target numbers and outcomes.

use crate::ron_text::Node;
use crate::ron_text::Shape;

use super::reader::Reader;
use crate::resolver::{Degrees, Natural};
use crate::systems::written::keywords::Part;
use crate::systems::written::model::{FAILED, Goal, PASSED, Test, keep};
use crate::systems::written::sums::sum::{Kind, Name, Sum, Who};
use crate::values::unknown;

/// Keywords of a test, other than the keywords of its target number and its outcomes.
const BESIDES: [&str; 10] = [
    "label",
    "kind",
    "roller",
    "dice",
    "add",
    "advantage",
    "natural",
    "raise",
    "labels",
    "called",
];
/// Keywords that set an outcome regardless of the dice.
const DECIDING: [&str; 2] = ["outcome", "SetOutcome"];

/// Returns true if a part of a file has one of these words, as a field or before brackets.
fn says(node: &Node<'_>, words: &[&str]) -> bool {
    match &node.shape {
        Shape::Record(_, fields) => fields
            .iter()
            .any(|field| words.contains(&field.key) || says(&field.value, words)),
        Shape::Tuple(word, all) => words.contains(word) || all.iter().any(|one| says(one, words)),
        Shape::List(all) => all.iter().any(|one| says(one, words)),
        Shape::Map(pairs) => pairs.iter().any(|(_, value)| says(value, words)),
        Shape::Text(_) | Shape::Plain(_) | Shape::Broken => false,
    }
}

/// Formats the error about an outcome that a test does not have.
pub fn no_outcome(word: &str, known: &[&'static str]) -> String {
    match known {
        [PASSED] if word == FAILED => {
            "this outcome is not possible: the test has no target. Add `at_least`, `at_most`, `opposed_by` or `outcomes`"
                .to_owned()
        }
        _ => unknown("outcome", word, known.iter().copied()),
    }
}

impl Reader<'_> {
    /// Reads the names, kinds and outcomes of tests. A test without a target number fails only if another part of the
    /// file sets the outcome.
    pub fn test_names(&mut self, tests: &[(&'static str, &Node<'_>)], file: &Node<'_>) {
        let decided = says(file, &DECIDING);
        for (word, node) in tests {
            self.tests.push(word);
            let mut outcomes = vec![PASSED, FAILED];
            if let Shape::Record(_, fields) = &node.shape {
                let mut keys = fields.iter().map(|field| field.key);
                if !decided && keys.all(|key| BESIDES.contains(&key)) {
                    outcomes = vec![PASSED];
                }
                for field in fields {
                    match (field.key, &field.value.shape) {
                        ("kind", Shape::Text(kind)) if !self.kinds.contains(&kind.as_str()) => {
                            self.kinds.push(keep(kind));
                        }
                        ("outcomes", Shape::List(bands)) => {
                            let names = bands.iter().filter_map(|band| match &band.shape {
                                Shape::Tuple(_, two) => match two.get(1).map(|one| &one.shape) {
                                    Some(Shape::Text(name)) => Some(keep(name)),
                                    _ => None,
                                },
                                _ => None,
                            });
                            outcomes = names.collect();
                        }
                        _ => {}
                    }
                }
            }
            self.outcomes.push(outcomes);
        }
    }

    pub fn test(&mut self, word: &'static str, node: &Node<'_>) -> Option<Test> {
        let mut fields = self.reading.record(node)?;
        let label = self.label(&mut fields, word);
        let kind = fields.take("kind").and_then(|node| self.reading.text(node));
        let thrower = fields.take("roller").and_then(|node| self.who(node));
        let thrower = thrower.unwrap_or(Who::Me);
        let dice = fields.need("dice", || "dice in quotes".to_owned());
        let dice = dice.and_then(|node| self.throw(node));
        let plus = fields.take("add");
        let plus = plus.map_or_else(Vec::new, |node| self.plus(node, Who::Thrower));
        let edge = fields.take("advantage");
        let edge = edge.map_or_else(Vec::new, |node| self.edges(node));
        let goals = ["at_least", "at_most", "opposed_by"];
        let goals = goals.map(|goal| fields.take(goal).map(|node| (goal, node)));
        let mut goals = goals.into_iter().flatten();
        let goal = match goals.next() {
            Some((goal, node)) => self.goal(goal, node)?,
            None => Goal::None,
        };
        if let Some((_, node)) = goals.next() {
            self.wrong(
                node.at,
                "a test can have only one of `at_least`, `at_most` and `opposed_by`: remove the others",
            );
        }
        let bands = fields.take("outcomes");
        let bands = bands.map(|node| self.bands(node, !matches!(goal, Goal::None)));
        let place = self.tests.iter().position(|test| *test == word)?;
        let known = self.outcomes[place].clone();
        let naturals = fields.take("natural");
        if let (Some(node), Some(dice)) = (naturals, &dice)
            && !dice.has_natural_result()
        {
            let told = "dice that explode or count successes have no natural result: write a reaction at AfterRoll with `dice_showing` and `SetOutcome`";
            self.wrong(node.at, told);
        }
        let naturals = naturals.map_or_else(Vec::new, |node| self.naturals(node, &known));
        let raise = fields.take("raise");
        let raise = raise.and_then(|node| self.int_within(node, 1, 1_000_000));
        let called = match fields.take("called") {
            Some(node) => match self.inside(node) {
                [label, number] => {
                    let label = self.reading.name(label);
                    let number = self.int_within(number, -999, 999);
                    label.map(|label| keep(&label)).zip(number)
                }
                _ => {
                    self.wrong(
                        node.at,
                        "write the label of the GM's number, and its default: `(\"DC\", 15)`",
                    );
                    None
                }
            },
            None => None,
        };
        if let (Some(_), Some(_), Goal::None) = (&called, &bands, &goal) {
            self.wrong(
                node.at,
                "a test with `outcomes` and no target number is not rolled against a number: remove `called`, or add \
                 `at_least` or `at_most`",
            );
        }
        let words = match fields.take("labels") {
            Some(node) => match self.inside(node) {
                [passed, failed] => {
                    let (passed, failed) = (self.reading.name(passed), self.reading.name(failed));
                    passed.zip(failed)
                }
                _ => {
                    self.wrong(
                        node.at,
                        "write the words for the log: `(\"hit\", \"missed\")`",
                    );
                    None
                }
            },
            None => None,
        };
        let words = words.unwrap_or_else(|| (PASSED.to_owned(), FAILED.to_owned()));
        self.finish(fields, Part::Test);
        let shifts = naturals
            .iter()
            .any(|(_, natural, _)| matches!(natural, Natural::Shifts(_)));
        // Success and failure are outcomes by margin if a natural result shifts them.
        let steps = match bands {
            Some(bands) => bands,
            None if shifts => vec![(0, keep(&words.0)), (i64::MIN, keep(&words.1))],
            None => Vec::new(),
        };
        let (degrees, naturals) = if steps.is_empty() {
            (Degrees::default(), naturals)
        } else {
            let called = naturals.iter().any(|(.., called)| !called.is_empty());
            if called {
                self.wrong(node.at, "only a test without `outcomes` and without shifts has texts for natural results");
            }
            let naturals = naturals
                .into_iter()
                .map(|(face, natural, _)| (face, natural));
            let naturals = naturals.collect();
            (Degrees { steps, naturals }, Vec::new())
        };
        Some(Test {
            outcomes: known,
            degrees,
            key: word,
            label,
            kind: keep(&kind.unwrap_or_default()),
            thrower,
            dice: dice?,
            plus,
            edge,
            goal,
            naturals,
            called,
            raise,
            words: (keep(&words.0), keep(&words.1)),
        })
    }

    /// Reads the sources of advantage or disadvantage, each with its label.
    fn edges(&mut self, node: &Node<'_>) -> Vec<(&'static str, Sum)> {
        let mut all = Vec::new();
        for (name, sum) in self.map(node) {
            let name = self.reading.name(name);
            let sum = self.sum(sum, Kind::Number);
            all.extend(name.map(|name| keep(&name)).zip(sum));
        }
        all
    }

    /// Reads the bonuses of a roll: fields of the combatant who rolls, or expressions.
    fn plus(&mut self, node: &Node<'_>, who: Who) -> Vec<(&'static str, Sum)> {
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            let (sum, name) = match &node.shape {
                Shape::Tuple("", two) if two.len() == 2 => (&two[0], self.reading.name(&two[1])),
                _ => (node, None),
            };
            if let Some(sum) = self.bare_sum(sum, who) {
                let word = name.map(|name| keep(&name));
                let word = word.or(sum.word()).or_else(|| self.called_by_parts(&sum));
                all.push((word.unwrap_or("bonus"), sum));
            }
        }
        all
    }

    /// Returns a label made of the fields and conditions in an expression, if there are only a few.
    fn called_by_parts(&self, sum: &Sum) -> Option<&'static str> {
        let mut words: Vec<String> = Vec::new();
        for (name, own) in sum.looked_at() {
            let word = match name {
                Name::Field(_, place) => self.labels.get(usize::from(*place)).cloned(),
                _ => None,
            };
            let word = word.unwrap_or_else(|| own.replace('_', " "));
            if !words.contains(&word) {
                words.push(word);
            }
        }
        match words.len() {
            1..=3 => Some(keep(&words.join(" and "))),
            _ => None,
        }
    }

    fn goal(&mut self, goal: &str, node: &Node<'_>) -> Option<Goal> {
        match goal {
            "at_least" => {
                let (sum, word) = self.target_number(node)?;
                Some(Goal::Reaches(sum, word))
            }
            "at_most" => {
                let (sum, word) = self.target_number(node)?;
                Some(Goal::AtMost(sum, word))
            }
            _ => {
                if let Shape::Text(dice) = &node.shape {
                    let told = format!("write the dice of the opponent as `(dice: \"{dice}\")`");
                    self.wrong(node.at, told);
                    return None;
                }
                let mut fields = self.reading.record(node)?;
                let dice = fields.need("dice", || "dice in quotes".to_owned());
                let dice = dice.and_then(|node| self.throw(node));
                let plus = fields.take("add");
                let plus = plus.map_or_else(Vec::new, |node| self.plus(node, Who::Thrower));
                self.finish(fields, Part::Opponent);
                Some(Goal::Beats(dice?, plus))
            }
        }
    }

    /// Reads the outcomes of a test, each with its least total or, with a target number, its least margin. Returns them
    /// with their names for the log.
    fn bands(&mut self, node: &Node<'_>, by_margin: bool) -> Vec<(i64, &'static str)> {
        let mut bands: Vec<(i64, &'static str)> = Vec::new();
        let mut keys: Vec<String> = Vec::new();
        for node in self.reading.list(node) {
            let [least, name] = self.inside(node) else {
                self.wrong(
                    node.at,
                    "write the lowest total and the name: `(10, \"full\")`",
                );
                continue;
            };
            let (least, name) = (self.reading.int(least), self.reading.name(name));
            if let (Some(least), Some(name)) = (least, name) {
                if bands.last().is_some_and(|(above, _)| *above <= least) {
                    self.wrong(
                        node.at,
                        "the outcomes must be in descending order: write the highest total first",
                    );
                }
                if keys.contains(&name) {
                    let told = format!("`{name}` appears twice here: remove one of the two");
                    self.wrong(node.at, told);
                }
                bands.push((least, keep(&name.replace('_', " "))));
                keys.push(name);
            }
        }
        if bands.len() < 2 {
            self.wrong(node.at, "write at least two outcomes");
        }
        if by_margin && bands.len() > 1 && bands.iter().all(|(least, _)| *least != 0) {
            self.wrong(
                node.at,
                "with a target number, the numbers of outcomes are margins: the outcome for a margin of 0 begins at 0",
            );
        }
        bands
    }

    /// Reads a target number and its name: `"10"`, or `("target.armour + asked.cover", "AC")`.
    fn target_number(&mut self, node: &Node<'_>) -> Option<(Sum, &'static str)> {
        let (sum, name) = match &node.shape {
            Shape::Tuple("", two) if two.len() == 2 => (&two[0], self.reading.name(&two[1])),
            _ => (node, None),
        };
        let sum = self.sum(sum, Kind::Number)?;
        let word = name.map(|name| keep(&name)).or(sum.word());
        Some((sum, word.unwrap_or("")))
    }

    /// Reads the natural results that decide an outcome, or shift it by a number of steps, each with its text for the
    /// log, or "".
    fn naturals(
        &mut self,
        node: &Node<'_>,
        known: &[&'static str],
    ) -> Vec<(u32, Natural, &'static str)> {
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            let (face, outcome, called) = match self.inside(node) {
                [face, outcome] => (face, outcome, None),
                [face, outcome, called] => (face, outcome, Some(called)),
                _ => {
                    self.wrong(
                        node.at,
                        "write the result of the dice and the outcome: `(20, \"passed\")`, or by how many outcomes the result improves: `(20, 1)`",
                    );
                    continue;
                }
            };
            let called = called.and_then(|called| self.reading.name(called));
            let called = called.map_or("", |called| keep(&called));
            let face = self
                .reading
                .int(face)
                .and_then(|face| u32::try_from(face).ok());
            let outcome = match outcome.shape {
                Shape::Text(_) => {
                    let word = self.one_of(outcome, "outcome", known);
                    word.and_then(|word| known.iter().position(|one| *one == word))
                        .map(Natural::Is)
                }
                _ => self.shift(outcome, known).map(Natural::Shifts),
            };
            all.extend(
                face.zip(outcome)
                    .map(|(face, outcome)| (face, outcome, called)),
            );
        }
        all
    }

    /// Reads the number of steps by which a natural result improves the outcome; a negative number makes it worse.
    fn shift(&mut self, node: &Node<'_>, known: &[&'static str]) -> Option<i64> {
        let most = i64::try_from(known.len()).unwrap_or(1) - 1;
        if most < 1 {
            let told = "the test has only one outcome: add a target number or `outcomes`";
            self.wrong(node.at, told);
            return None;
        }
        let by = self.int_within(node, -most, most)?;
        if by == 0 {
            self.wrong(node.at, "0 changes nothing: write 1 or -1");
        }
        Some(by)
    }
}
