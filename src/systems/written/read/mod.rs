//! Reading of a whole system from its file, with each error at its place.

pub mod actions;
pub mod conditions;
pub mod effects;
pub mod fields;
pub mod order;
pub mod reader;
pub mod status;
pub mod throws;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::ron_text::Diagnostic;
use crate::ron_text::Node;
use crate::ron_text::Reading;
use crate::ron_text::RecordFields;
use crate::ron_text::Shape;
use crate::ron_text::Source;
use crate::ron_text::parse;
use crate::systems::common;
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use crate::values::{ConditionSpec, Schema};

use self::conditions::{BUILT_IN, MODIFIER, tests_that_end};
use self::effects::{MOST_PIECES, acts_again, comes_back, needs_target, weight};
use self::fields::Sheet;
use self::reader::{ASKED, ATTACKER, CAUSE, ROLES, Reader, SOURCE, TARGET};
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::lua::Script;
use crate::systems::written::model::{
    Damage, Difficulty, GameStep, Gift, Model, Piece, Rules, Test, To, keep,
};
use crate::systems::written::play::state;
use crate::systems::written::sums::sum::{Kind, Who};

/// Reads a system's file, and its `rules.lua` if it has one. Parts with errors are skipped; the model is returned only
/// if there are no errors.
pub fn read(key: &str, source: &Source, lua: Option<&Source>) -> (Option<Model>, Vec<Diagnostic>) {
    let script = lua;
    let lua = lua.map(Script::read);
    let (root, told) = parse(source);
    let mut reader = Reader::new(Reading::new(source, told));
    if let Some(lua) = &lua {
        reader.functions = lua.functions();
    }
    let mut model = reader.model(key, &root, script);
    if let Some(model) = &mut model {
        model.rules = lua.as_ref().map(|lua| lua.rules(key, &mut model.coverage));
        let reads = |rules: &Rules| {
            let words = ["dice_showing", ".dice", "['dice']", "[\"dice\"]"];
            words.iter().any(|word| rules.code.contains(word))
        };
        model.reads_dice |= model.rules.as_ref().is_some_and(reads);
    }
    // A file that is not a system declares no names to check functions against.
    let known = matches!(root.shape, Shape::Record(..)).then_some(&reader);
    let told = lua.map_or_else(Vec::new, |lua| lua.mistakes(known));
    let mut mistakes = reader.reading.done();
    mistakes.extend(told);
    (model.filter(|_| mistakes.is_empty()), mistakes)
}

impl Reader<'_> {
    fn model(&mut self, key: &str, root: &Node<'_>, script: Option<&Source>) -> Option<Model> {
        let mut top = self.reading.record(root)?;
        self.reading.spelt(&mut top, &keywords::of(Part::System));
        let name = top.need("name", || "the name of the system".to_owned());
        let name = name.and_then(|node| self.reading.name(node));
        let description = self.line(&mut top, "description");
        let credits = self.credits(&mut top);
        let options = top.take("options");
        let options = self.options(options);
        self.names.conditions = BUILT_IN.iter().map(|(key, ..)| *key).collect();
        let conditions = top.take("conditions");
        let sheet = top.need("sheet", || "the fields of a combatant's sheet".to_owned());
        self.lookups(top.take("tables"));
        // Expressions on a sheet use only options and tables, because conditions have the same names.
        self.names.alone = true;
        let sheet = self.before_rolls(|own| own.sheet(sheet));
        self.names.alone = false;
        let scene = top.take("scene");
        let scene = self.scene(scene);
        let labels = sheet.fields.iter().map(|field| field.label.clone());
        self.labels = labels.collect();
        let taken: Vec<&'static str> = self.names.fields.iter().map(|one| one.0).collect();
        let taken = [taken, self.names.conditions.clone()].concat();
        let conditions = self.named(conditions, "the field or condition", &taken);
        let words = conditions.iter().map(|(word, _)| *word);
        self.names.conditions.extend(words);
        let order = top.need("order", || {
            "the order of turns, such as `Listed`".to_owned()
        });
        self.ticks = order.is_some_and(|node| self.is_by_ticks(node));
        let levels = conditions.iter().filter(|(_, node)| match &node.shape {
            Shape::Record(_, fields) => fields.iter().any(|field| field.key == "levels"),
            _ => false,
        });
        self.names.levels = levels.map(|(word, _)| *word).collect();
        let slots = self.slot_names(top.take("turn"));
        let tests = top.take("tests");
        let tests = self.named(tests, "the test", &[]);
        self.test_names(&tests, root);
        let outcomes: BTreeSet<&str> = self.outcomes.iter().flatten().copied().collect();
        self.names.outcomes = outcomes.into_iter().map(str::to_owned).collect();
        let actions = top.take("actions");
        let actions = self.named(actions, "the action", &[]);
        let asks = self.all_asks(&actions);
        let reactions = top.take("reactions");
        let reactions = self.named(reactions, "the reaction", &[]);
        self.reactions = reactions.iter().map(|(word, _)| *word).collect();
        let pieces = top.take("routines");
        let pieces = self.named(pieces, "the routine", &[]);
        self.pieces = pieces.iter().map(|(word, _)| *word).collect();
        let tests: Vec<Test> = tests
            .iter()
            .filter_map(|(word, node)| self.test(word, node))
            .collect();
        // The GM calls these tests.
        let called = tests.iter().filter(|test| test.called.is_some());
        let called: Vec<&str> = called.map(|test| test.key).collect();
        self.declared.retain(|(_, word, _)| !called.contains(word));
        let of_target = |word: &&str| {
            let test = tests.iter().find(|test| test.key == *word);
            test.is_some_and(Test::is_of_target)
        };
        self.of_target = self.tests.iter().map(of_target).collect();
        let no_end = |word: &&str| {
            let test = tests.iter().find(|test| test.key == *word);
            test.and_then(Test::no_end)
        };
        self.no_end = self.tests.iter().map(no_end).collect();
        let always = match top.take("modifiers") {
            Some(node) => self.without("a modifier", &[MODIFIER, SOURCE, CAUSE], |own| {
                own.before_rolls(|own| own.gives(node))
            }),
            None => Vec::new(),
        };
        let slots = slots
            .into_iter()
            .filter_map(|(word, node)| {
                let sum = self.without("the slots of a turn", &ROLES, |own| {
                    own.before_rolls(|own| own.sum(node, Kind::Number))
                });
                Some((word, sum?))
            })
            .collect();
        let (specs, conditions) = self.before_rolls(|own| own.conditions(&conditions));
        let mut given = vec![false; self.names.fields.len()];
        for gives in conditions.iter().flat_map(|one| &one.gives).chain(&always) {
            if let To::Field(place) = gives.to {
                given[usize::from(place)] = true;
            }
        }
        let mut gifts = conditions.iter().flat_map(|one| &one.gives).chain(&always);
        let gives_dice = gifts.any(|gives| matches!(gives.gift, Gift::Dice(_)));
        let order = self.without("the order", &ROLES, |own| {
            order.and_then(|node| own.before_rolls(|own| own.order(node)))
        });
        let damage = top.take("damage");
        let absent = [TARGET, ATTACKER, SOURCE, ASKED, CAUSE];
        let damage = self.without("`damage`", &absent, |own| {
            damage.and_then(|node| own.before_rolls(|own| own.damage(node)))
        });
        let damage = damage.unwrap_or_default();
        self.damage_types.clone_from(&damage.kinds);
        let difficulty = top.take("difficulty");
        let difficulty = self.without("`difficulty`", &ROLES, |own| {
            difficulty.and_then(|node| own.before_rolls(|own| own.difficulty(node)))
        });
        let turns = top.take("turns_while_down");
        let turns = self.without("`turns_while_down`", &ROLES, |own| {
            turns.and_then(|node| own.before_rolls(|own| own.sum(node, Kind::Flag)))
        });
        let may_get_up = top.take("may_get_up");
        let may_get_up = self.without("`may_get_up`", &ROLES, |own| {
            may_get_up.and_then(|node| own.before_rolls(|own| own.sum(node, Kind::Flag)))
        });
        let minute = top.take("rounds_per_minute");
        let minute = minute.and_then(|node| self.int_within(node, 1, 600));
        let minute = minute.and_then(|minute| u32::try_from(minute).ok());
        let status = top.take("status");
        let status = self.without("`status`", &ROLES, |own| {
            own.before_rolls(|own| own.status(status))
        });
        let row_texts = top.take("rows");
        let absent = [TARGET, ATTACKER, SOURCE, ASKED, CAUSE];
        let row_texts = self.without("`rows`", &absent, |own| {
            own.before_rolls(|own| own.row_texts(row_texts))
        });
        let named = actions.len();
        let actions = self.actions(&actions, asks);
        // An action with an error may be in any phase.
        if actions.len() == named {
            self.empty_phases(&actions);
        }
        let reactions = reactions
            .iter()
            .filter_map(|(word, node)| self.reaction(word, node))
            .collect();
        let steps = top.take("steps");
        let steps = self.named(steps, "the step", &[]);
        let own = steps.iter();
        let own = own.filter_map(|(word, node)| self.step(word, node));
        let mut steps: Vec<GameStep> = own.collect();
        steps.extend(tests_that_end(&conditions, &tests));
        let taken: Vec<&'static str> = actions.iter().map(|one| one.key).collect();
        let after = self.afters(top.take("after"), &taken);
        let nodes = pieces;
        let mut pieces = Vec::new();
        let mut uses = Vec::new();
        for (key, node) in &nodes {
            let (spot, before) = self.spot(node, format!("the routine `{key}`"));
            self.uses_target = false;
            self.runs.clear();
            let does = self.without("a routine", &[CAUSE], |own| {
                own.effects(Some(node), Who::Target)
            });
            self.within = before;
            uses.push((self.uses_target, std::mem::take(&mut self.runs)));
            pieces.push(Piece { key, spot, does });
        }
        for run in std::mem::take(&mut self.untargeted) {
            if needs_target(&uses, run.piece) {
                let told = format!(
                    "unknown target of the routine `{}` in {}: {}",
                    pieces[run.piece].key, run.part, run.instead
                );
                self.wrong(run.at, told);
            }
        }
        let mut circles = false;
        for (place, (word, node)) in nodes.iter().enumerate() {
            if comes_back(&pieces, place) {
                let told = format!("`{word}` runs itself without end: remove one `Run`");
                self.wrong(node.at, told);
                circles = true;
            }
        }
        let mut known = BTreeMap::new();
        for (place, (word, node)) in nodes.iter().enumerate().filter(|_| !circles) {
            if weight(&pieces, place, &mut known) > MOST_PIECES {
                let told = format!(
                    "`{word}` runs more than {MOST_PIECES} routines, including nested routines: run fewer routines"
                );
                self.wrong(node.at, told);
            }
        }
        for action in &actions {
            if acts_again(&actions, &pieces, action) {
                let told = format!(
                    "the action `{}` performs itself without end: remove one `Perform`",
                    action.key
                );
                self.wrong(root.at, told);
            }
        }
        self.finish(top, Part::System);
        if sheet.tracks.is_empty() && self.reading.count() == 0 {
            let told = "no field counts hit points: mark a field with `hit_points: \"max_health\"`, or with `clock: 4`";
            self.wrong(root.at, told);
        }
        self.find_unused(script);
        Some(Model {
            key: keep(key),
            name: keep(&name?),
            credits,
            schema: Schema {
                minute: minute.unwrap_or(0),
                ..schema(description, &sheet, options, specs)
            },
            names: self.names.clone(),
            shown: sheet.shown,
            status,
            rows: row_texts,
            tracks: sheet.tracks,
            pools: sheet.pools,
            shared: sheet.shared,
            scene,
            kept: sheet.kept,
            conditions,
            always,
            has_terms: self.has_terms,
            reads_dice: self.reads_dice,
            gives_dice,
            given,
            lowers_life: OnceLock::new(),
            lapsing: OnceLock::new(),
            columns: OnceLock::new(),
            brought_by: OnceLock::new(),
            outs: OnceLock::new(),
            forbid: OnceLock::new(),
            by_key: OnceLock::new(),
            resets: OnceLock::new(),
            attacks: OnceLock::new(),
            tests,
            order: order?,
            slots,
            actions,
            reactions,
            steps,
            after,
            pieces,
            damage,
            difficulty,
            turns,
            may_get_up,
            worked_out: sheet.worked_out,
            rules: None,
            coverage: std::mem::take(&mut self.coverage),
        })
    }

    /// Formats version, author and licence: "version 2, by Ada, CC BY 4.0".
    fn credits(&mut self, top: &mut RecordFields<'_, '_>) -> String {
        let said = [("version", "version "), ("author", "by "), ("licence", "")];
        let said = said.into_iter().filter_map(|(word, before)| {
            let text = self.reading.shown(top.take(word)?, 200)?;
            (!text.is_empty()).then(|| format!("{before}{text}"))
        });
        said.collect::<Vec<String>>().join(", ")
    }

    /// Reads the names of the slots of a turn.
    fn slot_names<'n, 't>(
        &mut self,
        node: Option<&'n Node<'t>>,
    ) -> Vec<(&'static str, &'n Node<'t>)> {
        let taken: Vec<&'static str> = self.names.fields.iter().map(|one| one.0).collect();
        let slots = self.named(node, "the slot or field", &taken);
        self.slots = slots.iter().map(|(word, _)| *word).collect();
        slots
    }

    /// Reads the adjustments of damage.
    fn damage(&mut self, node: &Node<'_>) -> Option<Damage> {
        let mut fields = self.reading.record(node)?;
        let mut kinds = Vec::new();
        if let Some(node) = fields.take("types") {
            for node in self.reading.list(node) {
                kinds.extend(self.reading.name(node).map(|name| keep(&name)));
            }
        }
        let none = self.maybe_sum(&mut fields, "immune", Kind::Flag);
        let half = self.maybe_sum(&mut fields, "resistant", Kind::Flag);
        let double = self.maybe_sum(&mut fields, "vulnerable", Kind::Flag);
        let first = fields.take("absorbed_by").and_then(|node| self.field(node));
        self.finish(fields, Part::Damages);
        Some(Damage {
            kinds,
            none,
            half,
            double,
            first,
        })
    }

    /// Reads the formula for a fight's difficulty.
    fn difficulty(&mut self, node: &Node<'_>) -> Option<Difficulty> {
        let mut fields = self.reading.record(node)?;
        let label = self.label(&mut fields, "difficulty");
        let unit = self.line(&mut fields, "unit");
        let worth = fields.need("value", || "the value of a foe".to_owned());
        let worth = worth.and_then(|node| self.sum(node, Kind::Number));
        let mut levels = Vec::new();
        let node = fields.need("levels", || {
            "the levels, the easiest first: `[(\"easy\", \"10 * self.level\")]`".to_owned()
        });
        for node in node.map_or(&[][..], |node| self.reading.list(node)) {
            let [name, budget] = self.inside(node) else {
                self.wrong(
                    node.at,
                    "write the name of the level and the budget of a player character: `(\"easy\", \"10 * self.level\")`",
                );
                continue;
            };
            let name = self.reading.name(name).map(|name| keep(&name));
            levels.extend(name.zip(self.sum(budget, Kind::Number)));
        }
        let beyond = fields.need("beyond", || {
            "the name of a difficulty beyond the last level".to_owned()
        });
        let beyond = beyond.and_then(|node| self.reading.name(node));
        self.finish(fields, Part::Difficulty);
        Some(Difficulty {
            label,
            unit: keep(unit),
            worth: worth?,
            levels,
            beyond: keep(&beyond?),
        })
    }
}

/// Creates the schema of the system's values.
fn schema(
    description: &str,
    sheet: &Sheet,
    options: crate::values::Fields,
    conditions: Vec<ConditionSpec>,
) -> Schema {
    Schema {
        description: description.to_owned(),
        fields: sheet.fields.clone(),
        conditions,
        moments: vec![NEXT_TURN, TURN_END, FIGHT_OVER],
        options,
        hit_points: sheet.hit_points.clone(),
        hit_dice: sheet.hit_dice.clone(),
        sentences: vec![&common::says::SENTENCES],
        parts: state::parts(),
        ..Schema::default()
    }
}
