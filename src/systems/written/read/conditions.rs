//! Reading of conditions in a system's file: modifiers, prevented slots and ends.

use std::sync::OnceLock;

use crate::ron_text::Node;
use crate::ron_text::Shape;
use crate::values::ConditionSpec;

use super::reader::{ASKED, ATTACKER, CAUSE, Reader, TARGET, WITH};
use crate::systems::written::coverage::UNPLACED;
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::model::{
    Called, Condition, DEAD, DOWN, Effect, Ending, FLED, GameStep, Gift, Gives, Named, Out, Placed,
    Point, Side, Test, To, Whom,
};
use crate::systems::written::sums::sum::{Absent, Kind, Sum, Who};

/// Modifiers know no target.
pub const MODIFIER: Absent = Absent {
    role: "target",
    instead: "write it in the `add` or `advantage` of the test, or `attacker` for the combatant who rolls against the bearer",
};
/// The bearer rolls alone.
const BEARER: Absent = Absent {
    role: "target",
    instead: "the bearer rolls alone, so write `self` or `source` in the test",
};

/// Conditions that every system has, with their labels and descriptions.
pub const BUILT_IN: [(&str, &str, &str); 3] = [
    (DOWN, "down", "has no hit points left and cannot act"),
    (DEAD, "dead", "takes part in no later fight"),
    (FLED, "gone", "has left the fight"),
];

impl Reader<'_> {
    /// Reads the conditions, after the built-in conditions: their specifications, and their effects.
    pub fn conditions(
        &mut self,
        all: &[(&'static str, &Node<'_>)],
    ) -> (Vec<ConditionSpec>, Vec<Condition>) {
        let spec = |key: &str, label: &str, help: &str| ConditionSpec {
            key: key.to_owned(),
            label: label.to_owned(),
            deed: String::new(),
            help: help.to_owned(),
            until: String::new(),
            silent: false,
            lasts: false,
            timed: false,
            fatal: false,
            fixed: false,
            joins: String::new(),
            counted: false,
        };
        let mut specs = Vec::new();
        let mut conditions = Vec::new();
        for (key, label, help) in BUILT_IN {
            specs.push(ConditionSpec {
                fatal: key == DEAD,
                lasts: key != FLED,
                ..spec(key, label, help)
            });
            conditions.push(Condition {
                key,
                label,
                ends: Vec::new(),
                gives: Vec::new(),
                forbids: Vec::new(),
                also: Vec::new(),
                holds: None,
                levels: 1,
                out: None,
                reads_cause: false,
            });
        }
        for (key, node) in all {
            let Some(mut fields) = self.reading.record(node) else {
                continue;
            };
            let label = self.label(&mut fields, key);
            let help = self.line(&mut fields, "help");
            let until = self.line(&mut fields, "until");
            let lasts = fields
                .take("persists")
                .and_then(|node| self.reading.flag(node));
            let silent = fields
                .take("silent")
                .and_then(|node| self.reading.flag(node));
            let joins = self.line(&mut fields, "names_with");
            let all = [("Defeated", Out::Defeated), ("Fled", Out::Fled)];
            let out = fields.take("out").and_then(|node| self.word_of(node, &all));
            let ends = fields.take("ends");
            let ends: Vec<Ending> = match ends {
                Some(node) => {
                    let all = self.reading.list(node).iter();
                    all.filter_map(|node| self.ending(node)).collect()
                }
                None => Vec::new(),
            };
            let by_time = ends
                .iter()
                .filter(|end| !matches!(end, Ending::NextThrow(_) | Ending::Test(..)));
            if by_time.count() > 1 {
                self.wrong(
                    node.at,
                    "a condition can have only one end besides `NextRoll` and `Test`: remove the other end",
                );
            }
            let levels = fields.take("levels").and_then(|node| {
                let levels = self.reading.int(node)?;
                if !(2..=99).contains(&levels) {
                    self.wrong(
                        node.at,
                        "`levels` must be 2 to 99: for a condition without levels, remove `levels`",
                    );
                }
                Some(levels)
            });
            if levels.is_some() && ends.iter().any(|end| matches!(end, Ending::Ticks(_))) {
                let told =
                    "a condition with `levels` cannot end by `Ticks`: remove `levels` or `Ticks`";
                self.wrong(node.at, told);
            }
            let gives = fields.take("modifiers");
            let gives = self.without("a modifier", &[MODIFIER], |own| {
                gives.map_or_else(Vec::new, |node| own.gives(node))
            });
            let forbids = fields.take("prevents");
            let forbids = forbids.map_or_else(Vec::new, |node| self.slots_in(node));
            let mut also = Vec::new();
            if let Some(node) = fields.take("includes") {
                for node in self.reading.list(node) {
                    also.extend(self.condition(node));
                }
            }
            let absent = [TARGET, ATTACKER, WITH, ASKED, CAUSE];
            let holds = self.without("the `while` of a condition", &absent, |own| {
                own.maybe_sum(&mut fields, "while", Kind::Flag)
            });
            self.finish(fields, Part::Condition);
            specs.push(ConditionSpec {
                until: until.to_owned(),
                silent: silent.unwrap_or(false),
                lasts: lasts.unwrap_or(false),
                joins: joins.to_owned(),
                counted: levels.is_some(),
                ..spec(key, label, help)
            });
            let reads_cause = gives.iter().any(Gives::reads_cause);
            conditions.push(Condition {
                key,
                label,
                ends,
                gives,
                forbids,
                also,
                holds,
                levels: levels.unwrap_or(1),
                out,
                reads_cause,
            });
        }
        (specs, conditions)
    }

    fn slots_in(&mut self, node: &Node<'_>) -> Vec<usize> {
        let known = self.slots.clone();
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            let word = self.one_of(node, "slot", &known);
            all.extend(word.and_then(|word| known.iter().position(|one| *one == word)));
        }
        all
    }

    fn ending(&mut self, node: &Node<'_>) -> Option<Ending> {
        match (self.head(node), self.inside(node)) {
            ("NextRoll", [of]) => {
                let known = [self.tests.clone(), self.kinds.clone()].concat();
                Some(Ending::NextThrow(self.one_of(
                    of,
                    "test or kind of test",
                    &known,
                )?))
            }
            ("Ticks", [many]) if self.ticks => {
                Some(Ending::Ticks(self.int_within(many, 1, 1_000_000)?))
            }
            ("Ticks", [_]) => {
                self.wrong(node.at, "the end by `Ticks` needs an order by `Ticks`");
                None
            }
            ("Test", [test, at]) => {
                let known = self.tests.clone();
                let word = self.one_of(test, "test", &known)?;
                let place = known.iter().position(|one| *one == word)?;
                self.without("the end of a condition", &[BEARER], |own| {
                    own.untested(test.at, place)
                });
                self.ends_by(test.at, place);
                let all = [
                    ("TurnStart", Point::TurnBegins),
                    ("TurnEnd", Point::TurnEnds),
                    ("RoundStart", Point::RoundBegins),
                    ("RoundEnd", Point::RoundEnds),
                ];
                let at = self.word_of(at, &all)?;
                let (spot, before) = self.spot(node, format!("the end by `{word}`"));
                self.within = before;
                Some(Ending::Test(place, at, spot))
            }
            ("Rounds", [many]) => {
                let many = self.int_within(many, 1, 1_000)?;
                Some(Ending::Rounds(u32::try_from(many).unwrap_or(1)))
            }
            (head @ ("NextRoll" | "Ticks" | "Test" | "Rounds"), _) => {
                let test = match self.inside(node).first().map(|node| &node.shape) {
                    Some(Shape::Text(test)) if self.tests.contains(&test.as_str()) => test,
                    _ => self.tests.first().copied().unwrap_or("resist"),
                };
                let right = match head {
                    "NextRoll" => "NextRoll(\"attack\")".to_owned(),
                    "Ticks" => "Ticks(8)".to_owned(),
                    "Test" => format!("Test(\"{test}\", TurnEnd)"),
                    _ => "Rounds(3)".to_owned(),
                };
                self.wrong(node.at, format!("write `{right}`"));
                None
            }
            _ => {
                let all = [
                    ("TurnStart", Ending::TurnBegins),
                    ("TurnEnd", Ending::TurnEnds),
                    ("SourceTurnStart", Ending::GiverTurnBegins),
                    ("SourceTurnEnd", Ending::GiverTurnEnds),
                    ("RoundEnd", Ending::Rounds(1)),
                    ("FightEnd", Ending::FightEnds),
                    ("ThisAttack", Ending::ThisBlow),
                ];
                let head = self.head(node);
                if !all.iter().any(|(word, _)| *word == head) {
                    self.unknown_word(node, "end of a condition", &keywords::of(Part::End));
                    return None;
                }
                self.word_of(node, &all)
            }
        }
    }

    /// Reads advantage or disadvantage as an expression whose sign counts, or as 1 or -1.
    fn edge_given(&mut self, node: &Node<'_>) -> Option<Sum> {
        if let Shape::Plain(number) = node.shape
            && !matches!(number, "1" | "-1")
        {
            self.wrong(node.at, "write 1 for advantage, -1 for disadvantage");
            return None;
        }
        self.sum(node, Kind::Number)
    }

    /// Reads modifiers of numbers and rolls.
    pub fn gives(&mut self, node: &Node<'_>) -> Vec<Gives> {
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            let Some(mut fields) = self.reading.record(node) else {
                continue;
            };
            let to = fields.need("to", || {
                "`Field(\"…\")`, `Test(\"…\")` or `Kind(\"…\")`".to_owned()
            });
            let to = to.and_then(|node| self.to(node));
            let against = fields.take("as").and_then(|node| {
                let all = [("Target", true), ("Self", false)];
                self.word_of(node, &all)
            });
            let at = node.at;
            let is_gift = |key: &str| matches!(key, "add" | "advantage" | "outcome" | "dice");
            let given = match &node.shape {
                Shape::Record(_, all) => all.iter().filter(|one| is_gift(one.key)).count(),
                _ => 0,
            };
            let plus = self.maybe_sum(&mut fields, "add", Kind::Number);
            let edge = fields.take("advantage");
            let edge = edge.and_then(|node| self.edge_given(node));
            let decides = fields.take("outcome").and_then(|node| {
                let known = self.all_outcomes();
                self.one_of(node, "outcome", &known)
            });
            let dice = fields.take("dice").and_then(|node| self.throw(node));
            let mut all_given = [
                plus.map(Gift::Plus),
                edge.map(Gift::Edge),
                decides.map(Gift::Decides),
                dice.map(Gift::Dice),
            ]
            .into_iter()
            .flatten();
            let gift = match (all_given.next(), all_given.next()) {
                (Some(gift), None) => Some(gift),
                // The error has already been reported.
                (None, None) if given == 1 => None,
                _ => {
                    self.wrong(at, "write one of `add` (a number), `dice` (extra dice), `advantage` (advantage or disadvantage) or `outcome` (an outcome) here");
                    None
                }
            };
            let label = self.line(&mut fields, "label");
            let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
            self.finish(fields, Part::Modifier);
            if let (Some(To::Field(_)), Some(Gift::Edge(_) | Gift::Decides(_) | Gift::Dice(_))) =
                (to, &gift)
            {
                self.wrong(
                    at,
                    "a modifier of a field can only have `add`: remove the other values",
                );
            } else if let (Some(to), Some(gift)) = (to, gift) {
                all.push(Gives {
                    to,
                    against: against.unwrap_or(false),
                    gift,
                    when,
                    label,
                });
            }
        }
        all
    }

    fn to(&mut self, node: &Node<'_>) -> Option<To> {
        let tests = self.tests.clone();
        let kinds = self.kinds.clone();
        match (self.head(node), self.inside(node)) {
            ("Field", [of]) => self.field(of).map(To::Field),
            ("Test", [of]) => self.one_of(of, "test", &tests).map(To::Test),
            ("Kind", [of]) => self.one_of(of, "kind of test", &kinds).map(To::Kind),
            _ => {
                let told = "write what the modifier changes: `Field(\"armour\")`, `Test(\"attack\")` or `Kind(\"test\")`";
                self.wrong(node.at, told);
                None
            }
        }
    }
}

/// Returns the tests that end conditions, as automatic steps.
pub fn tests_that_end(conditions: &[Condition], tests: &[Test]) -> Vec<GameStep> {
    let mut all = Vec::new();
    for condition in conditions {
        for end in &condition.ends {
            let Ending::Test(test, at, spot) = end else {
                continue;
            };
            let placed = |effect| Placed {
                spot: UNPLACED,
                effect,
                counts: OnceLock::new(),
                performs: OnceLock::new(),
            };
            let over = || {
                let own = Named::Fixed(condition.key);
                vec![placed(Effect::Lose(Whom::One(Who::Me), own, None))]
            };
            let rolled = tests.get(*test);
            let passes = rolled.into_iter().flat_map(|one| {
                let all = one.outcomes.iter().copied();
                all.filter(|outcome| one.passes(outcome))
            });
            let on = passes.map(|outcome| (outcome, over())).collect();
            let test = Effect::Test(Called::Fixed(*test), on);
            all.push(GameStep {
                key: condition.key,
                spot: *spot,
                label: condition.label,
                at: *at,
                who: Side::All,
                per_side: false,
                when: None,
                once: None,
                condition: Some(condition.key),
                does: vec![placed(test)],
            });
        }
    }
    all
}
