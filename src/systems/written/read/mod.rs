//! A system out of its file: the whole of it, with every mistake at its place.

pub mod effects;
pub mod fields;
pub mod reader;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::ron_text::Diagnostic;
use crate::ron_text::Node;
use crate::ron_text::Reading;
use crate::ron_text::RecordFields;
use crate::ron_text::Shape;
use crate::ron_text::Source;
use crate::ron_text::parse;
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use crate::values::{ConditionSpec, Fields, Schema};

use self::effects::{MOST_PIECES, acts_again, comes_back, weight};
use self::fields::Sheet;
use self::reader::Reader;
use crate::systems::written::coverage::UNPLACED;
use crate::systems::written::lua::Script;
use crate::systems::written::model::{
    Action, After, Aim, Called, Cards, Condition, DEAD, DOWN, Damage, Effect, Ending, FAILED, FLED,
    GameStep, Gift, Gives, Goal, Model, Moment, Numbers, Once, OnceOf, Order, PASSED, Piece,
    Placed, Point, Reaction, Side, Sides, Spoiled, Test, Ticks, Ties, Time, To, Whom, With, keep,
};
use crate::systems::written::play::state;
use crate::systems::written::sums::sum::{Kind, Name, Sum, Who};

/// Reads a system's file, and its `rules.lua` if it has one. What has a mistake is left out; a system comes of it only
/// where nothing is wrong.
pub fn read(key: &str, source: &Source, lua: Option<&Source>) -> (Option<Model>, Vec<Diagnostic>) {
    let lua = lua.map(Script::read);
    let (root, told) = parse(source);
    let mut reader = Reader::new(Reading::new(source, told));
    if let Some(lua) = &lua {
        reader.functions = lua.functions();
    }
    let mut model = reader.model(key, &root);
    if let Some(model) = &mut model {
        model.rules = lua.as_ref().map(|lua| lua.rules(key, &mut model.coverage));
    }
    // A file that is no system as a whole declares no names to hold functions against.
    let known = matches!(root.shape, Shape::Record(..)).then_some(&reader);
    let told = lua.map_or_else(Vec::new, |lua| lua.mistakes(known));
    let mut mistakes = reader.reading.done();
    mistakes.extend(told);
    (model.filter(|_| mistakes.is_empty()), mistakes)
}

/// Conditions that every system has, with what they are called.
const BUILT_IN: [(&str, &str, &str); 3] = [
    (DOWN, "down", "has no life left and acts no more"),
    (DEAD, "dead", "takes part in no other fight"),
    (FLED, "gone", "has left the fight"),
];

impl Reader<'_> {
    fn model(&mut self, key: &str, root: &Node<'_>) -> Option<Model> {
        let mut top = self.reading.record(root)?;
        let name = top.need("name", || "what the system is called".to_owned());
        let name = name.and_then(|node| self.reading.name(node));
        let blurb = self.line(&mut top, "blurb");
        let credits = self.credits(&mut top);
        let options = top.take("options");
        let options = self.options(options);
        self.names.conditions = BUILT_IN.iter().map(|(key, ..)| *key).collect();
        let conditions = top.take("conditions");
        let sheet = top.need("sheet", || "the fields of a combatant's sheet".to_owned());
        // A sheet's sums look at options alone; conditions share its names.
        let sheet = self.sheet(sheet);
        let labels = sheet.fields.iter().map(|field| field.label.clone());
        self.labels = labels.collect();
        let taken: Vec<&'static str> = self.names.fields.iter().map(|one| one.0).collect();
        let taken = [taken, self.names.conditions.clone()].concat();
        let conditions = self.named(conditions, "the field or condition", &taken);
        let words = conditions.iter().map(|(word, _)| *word);
        self.names.conditions.extend(words);
        let order = top.need("order", || "who is next, such as `AsListed`".to_owned());
        self.ticks = order.is_some_and(|node| self.is_by_ticks(node));
        let levels = conditions.iter().filter(|(_, node)| match &node.shape {
            Shape::Record(_, fields) => fields.iter().any(|field| field.key == "levels"),
            _ => false,
        });
        self.names.levels = levels.map(|(word, _)| *word).collect();
        self.lookups(top.take("tables"));
        let slots = self.slot_names(top.take("turn"));
        let tests = top.take("tests");
        let tests = self.named(tests, "the test", &[]);
        self.test_names(&tests);
        let actions = top.take("actions");
        let actions = self.named(actions, "the action", &[]);
        let asks = self.all_asks(&actions);
        let reactions = top.take("reactions");
        let reactions = self.named(reactions, "the reaction", &[]);
        self.reactions = reactions.iter().map(|(word, _)| *word).collect();
        let pieces = top.take("pieces");
        let pieces = self.named(pieces, "the piece", &[]);
        self.pieces = pieces.iter().map(|(word, _)| *word).collect();
        let tests: Vec<Test> = tests
            .iter()
            .filter_map(|(word, node)| self.test(word, node))
            .collect();
        let always = match top.take("always") {
            Some(node) => self.gives(node),
            None => Vec::new(),
        };
        let slots = slots
            .into_iter()
            .filter_map(|(word, node)| Some((word, self.sum(node, Kind::Number)?)))
            .collect();
        let (specs, conditions) = self.conditions(&conditions);
        let mut given = vec![false; self.names.fields.len()];
        for gives in conditions.iter().flat_map(|one| &one.gives).chain(&always) {
            if let To::Field(place) = gives.to {
                given[usize::from(place)] = true;
            }
        }
        let order = order.and_then(|node| self.order(node));
        let damage = top.take("damage");
        let damage = damage
            .and_then(|node| self.damage(node))
            .unwrap_or_default();
        let turns = self.maybe_sum(&mut top, "turns", Kind::Flag);
        let actions = self.actions(&actions, asks);
        let reactions = reactions
            .iter()
            .filter_map(|(word, node)| self.reaction(word, node))
            .collect();
        let steps = top.take("steps");
        let steps = self.named(steps, "the step", &[]);
        let own = steps.iter();
        let own = own.filter_map(|(word, node)| self.step(word, node));
        let mut steps: Vec<GameStep> = own.collect();
        steps.extend(tests_that_end(&conditions));
        let taken: Vec<&'static str> = actions.iter().map(|one| one.key).collect();
        let after = self.afters(top.take("after"), &taken);
        let nodes = pieces;
        let mut pieces = Vec::new();
        for (key, node) in &nodes {
            let (spot, before) = self.spot(node, format!("the piece `{key}`"));
            let does = self.effects(Some(node), Who::Target);
            self.within = before;
            pieces.push(Piece { key, spot, does });
        }
        let mut circles = false;
        for (place, (word, node)) in nodes.iter().enumerate() {
            if comes_back(&pieces, place) {
                let told = format!("`{word}` does itself again, over and over: take one `Do` out");
                self.wrong(node.at, told);
                circles = true;
            }
        }
        let mut known = BTreeMap::new();
        for (place, (word, node)) in nodes.iter().enumerate().filter(|_| !circles) {
            if weight(&pieces, place, &mut known) > MOST_PIECES {
                let told = format!(
                    "`{word}` does more than {MOST_PIECES} pieces, those within others counted: do fewer"
                );
                self.wrong(node.at, told);
            }
        }
        for action in &actions {
            if acts_again(&actions, &pieces, action) {
                let told = format!(
                    "the action `{}` is a part of itself, over and over: take one `Act` out",
                    action.key
                );
                self.wrong(root.at, told);
            }
        }
        self.reading.finish(top);
        if sheet.tracks.is_empty() && self.reading.count() == 0 {
            let told = "nothing on the sheet counts life: mark a field with `life: \"max_health\"`, or with `clock: 4`";
            self.wrong(root.at, told);
        }
        Some(Model {
            key: keep(key),
            name: keep(&name?),
            credits,
            schema: schema(blurb, &sheet, options, specs),
            names: self.names.clone(),
            shown: sheet.shown,
            tracks: sheet.tracks,
            pools: sheet.pools,
            shared: sheet.shared,
            kept: sheet.kept,
            conditions,
            always,
            given,
            lowers_life: OnceLock::new(),
            lapsing: OnceLock::new(),
            tests,
            order: order?,
            slots,
            actions,
            reactions,
            steps,
            after,
            pieces,
            damage,
            turns,
            worked_out: sheet.worked_out,
            rules: None,
            coverage: std::mem::take(&mut self.coverage),
        })
    }

    /// Whose it is, in which version and under which licence: "version 2, by Ada, CC BY 4.0".
    fn credits(&mut self, top: &mut RecordFields<'_, '_>) -> String {
        let said = [("version", "version "), ("author", "by "), ("licence", "")];
        let said = said.into_iter().filter_map(|(word, before)| {
            let text = self.reading.shown(top.take(word)?, 200)?;
            (!text.is_empty()).then(|| format!("{before}{text}"))
        });
        said.collect::<Vec<String>>().join(", ")
    }

    /// The names of what a turn has to spend.
    fn slot_names<'n, 't>(
        &mut self,
        node: Option<&'n Node<'t>>,
    ) -> Vec<(&'static str, &'n Node<'t>)> {
        let taken: Vec<&'static str> = self.names.fields.iter().map(|one| one.0).collect();
        let slots = self.named(node, "the slot or field", &taken);
        self.slots = slots.iter().map(|(word, _)| *word).collect();
        slots
    }

    /// What tests there are, of which kinds, and how each can come out.
    fn test_names(&mut self, tests: &[(&'static str, &Node<'_>)]) {
        for (word, node) in tests {
            self.tests.push(word);
            let mut outcomes = vec![PASSED, FAILED];
            if let Shape::Record(_, fields) = &node.shape {
                for field in fields {
                    match (field.key, &field.value.shape) {
                        ("kind", Shape::Text(kind)) if !self.kinds.contains(&kind.as_str()) => {
                            self.kinds.push(keep(kind));
                        }
                        ("bands", Shape::List(bands)) => {
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

    fn conditions(
        &mut self,
        all: &[(&'static str, &Node<'_>)],
    ) -> (Vec<ConditionSpec>, Vec<Condition>) {
        let spec = |key: &str, label: &str, help: &str| ConditionSpec {
            key: key.to_owned(),
            label: label.to_owned(),
            help: help.to_owned(),
            until: String::new(),
            silent: false,
            lasts: false,
            timed: false,
            fatal: false,
            fixed: false,
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
                .take("lasts")
                .and_then(|node| self.reading.flag(node));
            let silent = fields
                .take("silent")
                .and_then(|node| self.reading.flag(node));
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
                    "a condition ends at one moment, besides a `NextThrow` and a `Test`: take one out",
                );
            }
            let levels = fields.take("levels").and_then(|node| {
                let levels = self.reading.int(node)?;
                if !(2..=99).contains(&levels) {
                    self.wrong(
                        node.at,
                        "levels are 2 to 99: without them one has it or not",
                    );
                }
                Some(levels)
            });
            if levels.is_some() && ends.iter().any(|end| matches!(end, Ending::Ticks(_))) {
                let told =
                    "what has levels ends otherwise than by `Ticks`: take one of the two out";
                self.wrong(node.at, told);
            }
            let gives = fields.take("gives");
            let gives = gives.map_or_else(Vec::new, |node| self.gives(node));
            let forbids = fields.take("forbids");
            let forbids = forbids.map_or_else(Vec::new, |node| self.slots_in(node));
            let mut also = Vec::new();
            if let Some(node) = fields.take("also") {
                for node in self.reading.list(node) {
                    also.extend(self.condition(node));
                }
            }
            let holds = self.maybe_sum(&mut fields, "while", Kind::Flag);
            self.reading.finish(fields);
            specs.push(ConditionSpec {
                until: until.to_owned(),
                silent: silent.unwrap_or(false),
                lasts: lasts.unwrap_or(false),
                counted: levels.is_some(),
                ..spec(key, label, help)
            });
            conditions.push(Condition {
                key,
                label,
                ends,
                gives,
                forbids,
                also,
                holds,
                levels: levels.unwrap_or(1),
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
            ("NextThrow", [of]) => {
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
                self.wrong(
                    node.at,
                    "ticks are counted where the order is by `Ticks` only",
                );
                None
            }
            ("Test", [test, at]) => {
                let known = self.tests.clone();
                let word = self.one_of(test, "test", &known)?;
                let place = known.iter().position(|one| *one == word)?;
                let all = [
                    ("TurnBegins", Point::TurnBegins),
                    ("TurnEnds", Point::TurnEnds),
                    ("RoundBegins", Point::RoundBegins),
                    ("RoundEnds", Point::RoundEnds),
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
            (head @ ("NextThrow" | "Ticks" | "Test" | "Rounds"), _) => {
                let right = match head {
                    "NextThrow" => "NextThrow(\"attack\")",
                    "Ticks" => "Ticks(8)",
                    "Test" => "Test(\"resist\", TurnEnds)",
                    _ => "Rounds(3)",
                };
                self.wrong(node.at, format!("write `{right}`"));
                None
            }
            _ => {
                let all = [
                    ("TurnBegins", Ending::TurnBegins),
                    ("TurnEnds", Ending::TurnEnds),
                    ("GiverTurnBegins", Ending::GiverTurnBegins),
                    ("GiverTurnEnds", Ending::GiverTurnEnds),
                    ("RoundEnds", Ending::Rounds(1)),
                    ("FightEnds", Ending::FightEnds),
                    ("ThisBlow", Ending::ThisBlow),
                ];
                self.word_of(node, &all)
            }
        }
    }

    /// Advantage or disadvantage: a sum of which the sign counts, or 1 or -1.
    fn edge_given(&mut self, node: &Node<'_>) -> Option<Sum> {
        if let Shape::Plain(number) = node.shape
            && !matches!(number, "1" | "-1")
        {
            self.wrong(node.at, "advantage is 1, disadvantage is -1");
            return None;
        }
        self.sum(node, Kind::Number)
    }

    /// What is added to numbers.
    fn gives(&mut self, node: &Node<'_>) -> Vec<Gives> {
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
            let is_gift = |key: &str| matches!(key, "plus" | "edge" | "decides");
            let given = match &node.shape {
                Shape::Record(_, all) => all.iter().filter(|one| is_gift(one.key)).count(),
                _ => 0,
            };
            let plus = self.maybe_sum(&mut fields, "plus", Kind::Number);
            let edge = fields.take("edge");
            let edge = edge.and_then(|node| self.edge_given(node));
            let decides = fields.take("decides").and_then(|node| {
                let known: Vec<&'static str> = self.outcomes.iter().flatten().copied().collect();
                self.one_of(node, "outcome", &known)
            });
            let gift = match (plus, edge, decides) {
                (Some(plus), None, None) => Some(Gift::Plus(plus)),
                (None, Some(edge), None) => Some(Gift::Edge(edge)),
                (None, None, Some(outcome)) => Some(Gift::Decides(outcome)),
                // It has been told what is wrong with it.
                (None, None, None) if given == 1 => None,
                _ => {
                    self.wrong(at, "one of `plus` (how much), `edge` (advantage or disadvantage) and `decides` (an outcome) is needed here");
                    None
                }
            };
            let label = self.line(&mut fields, "label");
            let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
            self.reading.finish(fields);
            if let (Some(To::Field(_)), Some(Gift::Edge(_) | Gift::Decides(_))) = (to, &gift) {
                self.wrong(at, "a field is no throw: only `plus` is added to it");
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
                let told = "write what it is added to: `Field(\"armour\")`, `Test(\"attack\")` or `Kind(\"test\")`";
                self.wrong(node.at, told);
                None
            }
        }
    }

    fn test(&mut self, word: &'static str, node: &Node<'_>) -> Option<Test> {
        let mut fields = self.reading.record(node)?;
        let label = self.label(&mut fields, word);
        let kind = fields.take("kind").and_then(|node| self.reading.text(node));
        let thrower = fields.take("thrower").and_then(|node| self.who(node));
        let thrower = thrower.unwrap_or(Who::Me);
        let dice = fields.need("dice", || "dice in quotes".to_owned());
        let dice = dice.and_then(|node| self.throw(node));
        let plus = fields.take("plus");
        let plus = plus.map_or_else(Vec::new, |node| self.plus(node, Who::Thrower));
        let edge = fields.take("edge");
        let edge = edge.map_or_else(Vec::new, |node| self.edges(node));
        let goals = ["reaches", "at_most", "beats", "bands"];
        let goals = goals.map(|goal| fields.take(goal).map(|node| (goal, node)));
        let mut goals = goals.into_iter().flatten();
        let goal = match goals.next() {
            Some((goal, node)) => self.goal(goal, node)?,
            None => Goal::None,
        };
        if let Some((_, node)) = goals.next() {
            self.wrong(
                node.at,
                "a test has one of reaches, at_most, beats and bands: take one out",
            );
        }
        let place = self.tests.iter().position(|test| *test == word)?;
        let known = self.outcomes[place].clone();
        let naturals = fields.take("naturals");
        let naturals = naturals.map_or_else(Vec::new, |node| self.naturals(node, &known));
        let raise = fields.take("raise");
        let raise = raise.and_then(|node| self.int_within(node, 1, 1_000_000));
        let words = match fields.take("words") {
            Some(node) => match self.inside(node) {
                [passed, failed] => {
                    let (passed, failed) = (self.reading.name(passed), self.reading.name(failed));
                    passed.zip(failed)
                }
                _ => {
                    self.wrong(node.at, "write what the log says: `(\"hit\", \"missed\")`");
                    None
                }
            },
            None => None,
        };
        let words = words.unwrap_or_else(|| (PASSED.to_owned(), FAILED.to_owned()));
        self.reading.finish(fields);
        Some(Test {
            key: word,
            label,
            kind: keep(&kind.unwrap_or_default()),
            thrower,
            dice: dice?,
            plus,
            edge,
            goal,
            naturals,
            raise,
            words: (keep(&words.0), keep(&words.1)),
        })
    }

    /// What gives advantage or disadvantage, each under its name.
    fn edges(&mut self, node: &Node<'_>) -> Vec<(&'static str, Sum)> {
        let mut all = Vec::new();
        for (name, sum) in self.map(node) {
            let name = self.reading.name(name);
            let sum = self.sum(sum, Kind::Number);
            all.extend(name.map(|name| keep(&name)).zip(sum));
        }
        all
    }

    /// What becomes of harm before it counts.
    fn damage(&mut self, node: &Node<'_>) -> Option<Damage> {
        let mut fields = self.reading.record(node)?;
        let mut kinds = Vec::new();
        if let Some(node) = fields.take("kinds") {
            for node in self.reading.list(node) {
                kinds.extend(self.reading.name(node).map(|name| keep(&name)));
            }
        }
        let none = self.maybe_sum(&mut fields, "none", Kind::Flag);
        let half = self.maybe_sum(&mut fields, "half", Kind::Flag);
        let double = self.maybe_sum(&mut fields, "double", Kind::Flag);
        let first = fields.take("first").and_then(|node| self.field(node));
        self.reading.finish(fields);
        Some(Damage {
            kinds,
            none,
            half,
            double,
            first,
        })
    }

    /// What is added to dice: fields of whoever throws, or sums.
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

    /// What a sum is called that has no name of its own: the fields and conditions that it looks at, where these are few.
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
            "reaches" => {
                let sum = self.sum(node, Kind::Number)?;
                let word = sum.word().unwrap_or("");
                Some(Goal::Reaches(sum, word))
            }
            "at_most" => {
                let sum = self.sum(node, Kind::Number)?;
                let word = sum.word().unwrap_or("");
                Some(Goal::AtMost(sum, word))
            }
            "beats" => {
                let mut fields = self.reading.record(node)?;
                let dice = fields.need("dice", || "dice in quotes".to_owned());
                let dice = dice.and_then(|node| self.throw(node));
                let plus = fields.take("plus");
                let plus = plus.map_or_else(Vec::new, |node| self.plus(node, Who::Thrower));
                self.reading.finish(fields);
                Some(Goal::Beats(dice?, plus))
            }
            _ => {
                let mut bands: Vec<(i64, &'static str)> = Vec::new();
                for node in self.reading.list(node) {
                    let [least, name] = self.inside(node) else {
                        self.wrong(
                            node.at,
                            "write the least total and the name: `(10, \"full\")`",
                        );
                        continue;
                    };
                    let (least, name) = (self.reading.int(least), self.reading.name(name));
                    if let (Some(least), Some(name)) = (least, name) {
                        if bands.last().is_some_and(|(above, _)| *above <= least) {
                            self.wrong(node.at, "bands go down, the highest first");
                        }
                        bands.push((least, keep(&name)));
                    }
                }
                if bands.len() < 2 {
                    self.wrong(node.at, "two bands are needed at least");
                }
                Some(Goal::Bands(bands))
            }
        }
    }

    fn naturals(&mut self, node: &Node<'_>, known: &[&'static str]) -> Vec<(u32, &'static str)> {
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            let [face, outcome] = self.inside(node) else {
                self.wrong(
                    node.at,
                    "write the face and the outcome: `(20, \"passed\")`",
                );
                continue;
            };
            let face = self
                .reading
                .int(face)
                .and_then(|face| u32::try_from(face).ok());
            let outcome = self.one_of(outcome, "outcome", known);
            all.extend(face.zip(outcome));
        }
        all
    }

    /// Whether an order is by ticks, or may be by an option of the fight.
    fn is_by_ticks(&self, node: &Node<'_>) -> bool {
        let ways = match (self.head(node), self.inside(node)) {
            ("Choice", [_, ways]) => ways,
            (head, _) => return head == "Ticks",
        };
        match &ways.shape {
            Shape::Map(ways) => ways.iter().any(|(_, way)| self.is_by_ticks(way)),
            _ => false,
        }
    }

    fn order(&mut self, node: &Node<'_>) -> Option<Order> {
        match (self.head(node), self.inside(node)) {
            ("AsListed", []) => Some(Order::AsListed),
            ("Alternate", []) => Some(Order::Alternate),
            ("Spotlight", []) if matches!(node.shape, Shape::Plain(_)) => {
                Some(Order::Spotlight(Side::All))
            }
            ("Choice", [option, ways]) => {
                let known: Vec<&'static str> = self.names.options.iter().map(|one| one.0).collect();
                let word = self.one_of(option, "option", &known)?;
                let place = known.iter().position(|one| *one == word)?;
                let mut all = Vec::new();
                for (name, way) in self.map(ways) {
                    let name = self.reading.name(name);
                    let way = self.order(way);
                    all.extend(name.map(|name| keep(&name)).zip(way));
                }
                Some(Order::Choice(u16::try_from(place).ok()?, all))
            }
            ("Choice", _) => {
                let right = "`Choice(\"option\", { \"typed\": Numbers, \"list\": AsListed })`";
                self.wrong(node.at, format!("write {right}"));
                None
            }
            (head @ ("Numbers" | "Sides" | "Picked" | "Spotlight" | "Ticks" | "Cards"), _) => {
                let empty = matches!(node.shape, Shape::Plain(_));
                let mut fields = match empty {
                    true => None,
                    false => Some(self.reading.record(node)?),
                };
                let order = self.order_of(head, fields.as_mut());
                if let Some(fields) = fields {
                    self.reading.finish(fields);
                }
                order
            }
            _ => {
                let known = [
                    "Numbers",
                    "Sides",
                    "Alternate",
                    "Picked",
                    "Ticks",
                    "Cards",
                    "AsListed",
                    "Spotlight",
                    "Choice",
                ];
                self.unknown_word(node, "order", &known);
                None
            }
        }
    }

    fn order_of<'n>(
        &mut self,
        head: &str,
        mut fields: Option<&mut RecordFields<'n, '_>>,
    ) -> Option<Order> {
        let mut take = |key: &'n str| fields.as_mut().and_then(|fields| fields.take(key));
        let dice = match head {
            "Picked" => take("first"),
            "Ticks" => take("start"),
            _ => take("dice"),
        };
        let at = dice.map(|node| node.at);
        let dice = dice.and_then(|node| self.throw(node));
        let each = [("Round", true), ("Fight", false)];
        match head {
            "Numbers" => {
                let each_round = take("each").and_then(|node| self.word_of(node, &each));
                let low = take("low").and_then(|node| self.reading.flag(node));
                let ties = take("ties").and_then(|node| self.sum(node, Kind::Number));
                let together = take("together").and_then(|node| self.sum(node, Kind::Flag));
                Some(Order::Numbers(Numbers {
                    dice,
                    each_round: each_round.unwrap_or(false),
                    low: low.unwrap_or(false),
                    ties,
                    together,
                }))
            }
            "Ticks" => {
                let all = [
                    ("Waiting", Ties::Waiting),
                    ("Players", Ties::Players),
                    ("Together", Ties::Together),
                ];
                let ties = take("ties").and_then(|node| self.word_of(node, &all));
                let round = take("round").and_then(|node| self.int_within(node, 1, 1_000));
                Some(Order::Ticks(Ticks {
                    start: Numbers {
                        dice,
                        each_round: false,
                        low: true,
                        ties: None,
                        together: None,
                    },
                    ties: ties.unwrap_or(Ties::Waiting),
                    round: round.unwrap_or(10),
                }))
            }
            "Cards" => {
                let deck = take("deck").map(|node| (node, self.reading.int(node)));
                if let Some((node, Some(other))) = deck
                    && other != 52
                    && other != 54
                {
                    self.wrong(node.at, "a deck has 52 cards, or 54 with two jokers");
                }
                let shuffles = [("AfterJoker", false), ("Round", true)];
                let each_round = take("shuffle").and_then(|node| self.word_of(node, &shuffles));
                let joker = take("joker");
                let joker = self.effects(joker, Who::Me);
                let together = take("together").and_then(|node| self.sum(node, Kind::Flag));
                let typed = take("typed").and_then(|node| self.sum(node, Kind::Flag));
                Some(Order::Cards(Cards {
                    deck: deck.and_then(|(_, deck)| deck).unwrap_or(54),
                    each_round: each_round.unwrap_or(false),
                    joker,
                    typed,
                    numbers: Numbers {
                        dice: None,
                        each_round: true,
                        low: false,
                        ties: None,
                        together,
                    },
                }))
            }
            "Spotlight" => {
                let who = take("who").and_then(|node| self.side(node));
                Some(Order::Spotlight(who.unwrap_or(Side::All)))
            }
            "Sides" => {
                let all = [("Players", false), ("Together", true)];
                let together = take("ties").and_then(|node| self.word_of(node, &all));
                let phases = take("phases").map_or_else(Vec::new, |node| self.phases_in(node));
                let all = [("Sides", false), ("Phases", true)];
                let by_phase = take("outer").and_then(|node| self.word_of(node, &all));
                let each_round = take("each").and_then(|node| self.word_of(node, &each));
                if dice.is_none() && at.is_none() {
                    self.wrong(
                        Default::default(),
                        "`Sides` needs `dice`, such as `Sides(dice: \"d6\")`",
                    );
                }
                Some(Order::Sides(Sides {
                    dice: dice?,
                    each_round: each_round.unwrap_or(false),
                    together: together.unwrap_or(false),
                    phases,
                    by_phase: by_phase.unwrap_or(false),
                }))
            }
            _ => {
                let by = take("by").and_then(|node| self.sum(node, Kind::Flag));
                if dice.is_none() && at.is_none() {
                    self.wrong(
                        Default::default(),
                        "`Picked` needs `first`, such as `Picked(first: \"d20\")`",
                    );
                }
                Some(Order::Picked { first: dice?, by })
            }
        }
    }

    /// What every action asks for, known before anything speaks of it, with the names of actions.
    fn all_asks(&mut self, named: &[(&'static str, &Node<'_>)]) -> Vec<(Fields, Vec<char>)> {
        let mut all = Vec::new();
        for (word, node) in named {
            self.actions.push(word);
            let asks = match &node.shape {
                Shape::Record(_, fields) => fields.iter().find(|field| field.key == "asks"),
                _ => None,
            };
            all.push(self.asks(asks.map(|field| &field.value)));
        }
        all
    }

    fn actions(
        &mut self,
        named: &[(&'static str, &Node<'_>)],
        asks: Vec<(Fields, Vec<char>)>,
    ) -> Vec<Action> {
        let mut taken = vec!['Z'];
        let given = self.given_capitals(named, &mut taken);
        let mut all = Vec::new();
        for (((word, node), capital), asks) in named.iter().zip(given).zip(asks) {
            if RESERVED.contains(word) {
                let told = format!("every system has an action `{word}`: call this one otherwise");
                self.wrong(node.at, told);
                continue;
            }
            all.extend(self.action(word, node, capital, asks, &mut taken));
        }
        all
    }

    /// The capitals that are given, each by its place; what is wrong with them is told.
    fn given_capitals(
        &mut self,
        named: &[(&'static str, &Node<'_>)],
        taken: &mut Vec<char>,
    ) -> Vec<Option<char>> {
        let mut all = Vec::new();
        for (word, node) in named {
            let mut capital = None;
            if let Shape::Record(_, fields) = &node.shape
                && let Some(field) = fields.iter().find(|field| field.key == "capital")
                && let Some(text) = self.reading.text(&field.value)
            {
                let mut letters = text.chars();
                let one = letters.next().filter(char::is_ascii_uppercase);
                let one = one.filter(|_| letters.next().is_none());
                let free = || {
                    let free = ('A'..='Z').filter(|c| may_be(*c, word) && !taken.contains(c));
                    free.map(String::from).collect::<Vec<String>>().join(" ")
                };
                match one {
                    Some(one) if may_be(one, word) && !taken.contains(&one) => {
                        capital = Some(one);
                        taken.push(one);
                    }
                    Some(one) => {
                        let told = format!("the capital {one} is taken: free are {}", free());
                        self.wrong(field.value.at, told);
                    }
                    None => self.wrong(field.value.at, "one capital letter is needed here: \"A\""),
                }
            }
            all.push(capital);
        }
        all
    }

    fn action(
        &mut self,
        word: &'static str,
        node: &Node<'_>,
        capital: Option<char>,
        (asks, asks_capitals): (Fields, Vec<char>),
        taken: &mut Vec<char>,
    ) -> Option<Action> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the action `{word}`"));
        let _ = fields.take("capital");
        let questions = fields.take("asks");
        let asks_when = self.asks_when(questions, &asks);
        let time = fields.take("time").and_then(|node| {
            let all = [("Own", Time::Own), ("Part", Time::Part)];
            self.word_of(node, &all)
        });
        let label = self.label(&mut fields, word);
        let help = self.line(&mut fields, "help");
        let rules = self.line(&mut fields, "rules");
        let says = self.line(&mut fields, "says");
        let any_time = fields.take("any_time");
        let any_time = any_time.and_then(|node| self.reading.flag(node));
        let known = self.phases.clone();
        let phase = fields.take("phase");
        let phase = phase.and_then(|node| self.one_of(node, "phase", &known));
        let declared = fields.take("declared");
        let declared = declared.and_then(|node| self.reading.flag(node));
        let takes = self.maybe_sum(&mut fields, "takes", Kind::Number);
        let spoiled = fields.take("spoiled");
        let spoiled = spoiled.and_then(|node| self.spoiled(node));
        let costs = fields.take("costs");
        let costs = self.costs(costs);
        let aim = fields.take("target").and_then(|node| self.aim(node));
        let targets = self.maybe_sum(&mut fields, "targets", Kind::Number);
        let usual = self.maybe_sum(&mut fields, "usual", Kind::Flag);
        let each = fields.take("each");
        let apart =
            each.and_then(|node| self.word_of(node, &[("Apart", true), ("Together", false)]));
        let worth = self.maybe_sum(&mut fields, "worth", Kind::Number);
        let with = fields.take("with").and_then(|node| self.with(node));
        let when = fields.take("when");
        let needs = self.needs(when);
        let test = fields.take("test");
        let on = fields.take("on");
        if let (Some(on), None) = (on, test) {
            self.wrong(
                on.at,
                "`on` says what an outcome brings: which `test` is it?",
            );
        }
        let test = test.and_then(|node| self.called(node));
        let on = self.outcomes(on, test.as_ref(), Who::Target, 0);
        let begins = fields.take("begins");
        let begins = self.effects(begins, Who::Me);
        let does = fields.take("does");
        let does = self.effects(does, Who::Target);
        self.reading.finish(fields);
        self.within = before;
        // A part of something else is never begun by a key.
        let capital = match time {
            Some(Time::Part) => None,
            _ => capital.or_else(|| free_capital(word, label, taken)),
        };
        taken.extend(capital);
        Some(Action {
            key: word,
            spot,
            label,
            help,
            capital: capital.unwrap_or(' '),
            rules,
            costs,
            aim: aim.unwrap_or(Aim::Me),
            targets,
            usual,
            apart: apart.unwrap_or(false),
            with,
            asks,
            asks_capitals,
            asks_when,
            unasked: OnceLock::new(),
            strikes: OnceLock::new(),
            promises: OnceLock::new(),
            time: time.unwrap_or(Time::Own),
            needs,
            test,
            on,
            begins,
            does,
            says,
            any_time: any_time.unwrap_or(false),
            phase,
            declared: declared.unwrap_or(false),
            takes,
            spoiled,
            worth,
        })
    }

    /// The phases of a round by sides.
    fn phases_in(&mut self, node: &Node<'_>) -> Vec<&'static str> {
        let mut all: Vec<&'static str> = Vec::new();
        for node in self.reading.list(node) {
            let Some(name) = self.reading.name(node) else {
                continue;
            };
            match all.contains(&name.as_str()) {
                true => self.wrong(node.at, "a phase comes once in a round"),
                false => all.push(keep(&name)),
            }
        }
        for phase in &all {
            if !self.phases.contains(phase) {
                self.phases.push(phase);
            }
        }
        all
    }

    /// How something begun is lost: always, or unless a test passes.
    fn spoiled(&mut self, node: &Node<'_>) -> Option<Spoiled> {
        match &node.shape {
            Shape::Text(_) => self.called(node).map(Spoiled::Unless),
            _ => match self.reading.flag(node) {
                Some(true) => Some(Spoiled::Always),
                _ => None,
            },
        }
    }

    fn with(&mut self, node: &Node<'_>) -> Option<With> {
        let (maybe, name) = match (self.head(node), self.inside(node)) {
            ("Maybe", [name]) => (true, name),
            _ => (false, node),
        };
        let known: Vec<&'static str> = self.lists.iter().map(|(_, word)| *word).collect();
        let word = self.one_of(name, "list", &known)?;
        let label = word.strip_suffix('s').unwrap_or(word).replace('_', " ");
        Some(With {
            field: self.place(word)?,
            label: keep(&label),
            maybe,
        })
    }

    fn once(&mut self, node: &Node<'_>) -> Option<Once> {
        let [time, of] = self.inside(node) else {
            self.wrong(node.at, "write how often and for whom: `(Round, Side)`");
            return None;
        };
        let fight = self.word_of(time, &[("Round", false), ("Fight", true)]);
        let of = self.word_of(
            of,
            &[
                ("Self", OnceOf::One),
                ("Side", OnceOf::Side),
                ("All", OnceOf::All),
            ],
        );
        Some(Once {
            fight: fight?,
            of: of?,
        })
    }

    fn reaction(&mut self, word: &'static str, node: &Node<'_>) -> Option<Reaction> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the reaction `{word}`"));
        let label = self.label(&mut fields, word);
        let at = fields.need("at", || "Aimed, Thrown, Hurting, Hurt or Called".to_owned());
        let at = at.and_then(|node| {
            let all = [
                ("Aimed", Moment::Aimed),
                ("Thrown", Moment::Thrown),
                ("Hurting", Moment::Hurting),
                ("Hurt", Moment::Hurt),
                ("Called", Moment::Called),
            ];
            self.word_of(node, &all)
        });
        let aim = fields.take("target").and_then(|node| self.aim(node));
        let thrower = fields.take("thrower");
        let of_throw = thrower.is_some();
        let thrower = thrower.and_then(|node| {
            if at.is_some_and(|at| at != Moment::Thrown) || aim.is_some() {
                let told = "a reaction to whoever's throw is `at: Thrown`, and needs no `target`";
                self.wrong(node.at, told);
            }
            self.aim(node)
        });
        self.of_throw = of_throw;
        let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
        let costs = fields.take("costs");
        let costs = self.costs(costs);
        let once = fields.take("once").and_then(|node| self.once(node));
        let test = fields.take("test").and_then(|node| self.called(node));
        let on = fields.take("on");
        let on = self.outcomes(on, test.as_ref(), Who::Actor, 0);
        let does = fields.take("does");
        let does = self.effects(does, Who::Actor);
        self.of_throw = false;
        self.reading.finish(fields);
        self.within = before;
        Some(Reaction {
            key: word,
            spot,
            label,
            at: at?,
            aim: thrower.or(aim).unwrap_or(Aim::Me),
            of_throw,
            when,
            costs,
            once,
            test,
            on,
            does,
        })
    }

    fn side(&mut self, node: &Node<'_>) -> Option<Side> {
        let all = [
            ("All", Side::All),
            ("Players", Side::Players),
            ("Foes", Side::Foes),
        ];
        self.word_of(node, &all)
    }

    fn step(&mut self, word: &'static str, node: &Node<'_>) -> Option<GameStep> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the step `{word}`"));
        let label = self.label(&mut fields, word);
        let at = fields.need("at", || "when it happens, such as RoundEnds".to_owned());
        let at = at.and_then(|node| {
            let all = [
                ("FightBegins", Point::FightBegins),
                ("RoundBegins", Point::RoundBegins),
                ("TurnBegins", Point::TurnBegins),
                ("TurnEnds", Point::TurnEnds),
                ("RoundEnds", Point::RoundEnds),
                ("Falls", Point::Falls),
                ("Rises", Point::Rises),
                ("Hurt", Point::Hurt),
                ("SideLoses", Point::SideLoses),
            ];
            match (self.head(node), self.inside(node)) {
                ("Count", [number]) => self.reading.int(number).map(Point::Count),
                ("Count", _) => {
                    self.wrong(node.at, "write `Count(20)`");
                    None
                }
                _ => self.word_of(node, &all),
            }
        });
        let who = fields.take("who").and_then(|node| self.side(node));
        let per = [("Self", false), ("Side", true)];
        let per_side = fields.take("per").and_then(|node| self.word_of(node, &per));
        let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
        let once = fields.take("once").and_then(|node| self.once(node));
        let does = fields.take("does");
        let does = self.effects(does, Who::Me);
        self.reading.finish(fields);
        self.within = before;
        Some(GameStep {
            key: word,
            spot,
            label,
            at: at?,
            who: who.unwrap_or(Side::All),
            per_side: per_side.unwrap_or(false),
            when,
            once,
            condition: None,
            does,
        })
    }

    fn afters(&mut self, node: Option<&Node<'_>>, actions: &[&'static str]) -> Vec<After> {
        let named = self.named(node, "the action", actions);
        let mut taken = vec!['Z'];
        let given = self.given_capitals(&named, &mut taken);
        let mut all = Vec::new();
        for ((word, node), capital) in named.iter().zip(given) {
            let Some(mut fields) = self.reading.record(node) else {
                continue;
            };
            let (spot, before) = self.spot(node, format!("`{word}` after the fight"));
            let _ = fields.take("capital");
            let label = self.label(&mut fields, word);
            let help = self.line(&mut fields, "help");
            let rules = self.line(&mut fields, "rules");
            let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
            let does = fields.take("does");
            let does = self.effects(does, Who::Me);
            self.reading.finish(fields);
            self.within = before;
            let capital = capital.or_else(|| free_capital(word, label, &taken));
            taken.extend(capital);
            all.push(After {
                key: word,
                spot,
                label,
                help,
                capital: capital.unwrap_or(' '),
                rules,
                when,
                does,
            });
        }
        all
    }
}

/// The throws by which conditions end, as steps of the game.
fn tests_that_end(conditions: &[Condition]) -> Vec<GameStep> {
    let mut all = Vec::new();
    for condition in conditions {
        for end in &condition.ends {
            let Ending::Test(test, at, spot) = end else {
                continue;
            };
            let placed = |effect| Placed {
                spot: UNPLACED,
                effect,
            };
            let over = vec![placed(Effect::Lose(Whom::One(Who::Me), condition.key))];
            let test = Effect::Test(Called::Fixed(*test), vec![(PASSED, over)]);
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

/// Actions that every written system has.
pub const RESERVED: [&str; 8] = [
    "begin", "end", "pick", "turn", "falls", "rises", "numbers", "lapses",
];

/// Whether an action may have a capital: nine of them mean the same in all systems.
fn may_be(capital: char, word: &str) -> bool {
    capital.is_ascii_uppercase()
        && !"CGNRTWYZ".contains(capital)
        && (capital == 'A') == (word == "attack")
}

/// The first letter of a label that is free, else the first of all that is.
pub fn free_capital(word: &str, label: &str, taken: &[char]) -> Option<char> {
    let own = label.chars().map(|c| c.to_ascii_uppercase());
    let mut all = own.chain('A'..='Z');
    all.find(|c| may_be(*c, word) && !taken.contains(c))
}

/// All of it as the program describes the values of a system.
fn schema(
    blurb: &str,
    sheet: &Sheet,
    options: crate::values::Fields,
    conditions: Vec<ConditionSpec>,
) -> Schema {
    Schema {
        blurb: blurb.to_owned(),
        fields: sheet.fields.clone(),
        conditions,
        moments: vec![NEXT_TURN, TURN_END, FIGHT_OVER],
        options,
        hit_points: sheet.hit_points.clone(),
        hit_dice: sheet.hit_dice.clone(),
        parts: state::parts(),
        ..Schema::default()
    }
}
