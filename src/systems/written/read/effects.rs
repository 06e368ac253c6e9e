//! Reading of effects in a system's file.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::ron_text::Node;
use crate::ron_text::RecordFields;
use crate::ron_text::Shape;
use crate::text;
use crate::values::unknown;

use super::reader::{PlaceOf, Reader, Untargeted};
use super::throws::no_outcome;
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::model::{
    Action, Again, Amount, Called, DOWN, Effect, Hurt, Moment, Named, Piece, Placed, Terms, UNTIL,
    Way, any_effect, keep, question_of,
};
use crate::systems::written::sums::sum::{Column, Kind, Sum, Who, words_of};

/// Maximum depth of nested effects.
const DEPTH: usize = 12;

impl Reader<'_> {
    /// Reads effects in order; `usual` is the default target of damage.
    pub fn effects(&mut self, node: Option<&Node<'_>>, usual: Who) -> Vec<Placed> {
        node.map_or_else(Vec::new, |node| self.effects_in(node, usual, 0))
    }

    fn effects_in(&mut self, node: &Node<'_>, usual: Who, depth: usize) -> Vec<Placed> {
        if depth > DEPTH {
            self.wrong(
                node.at,
                "effects are nested too deeply: move some effects into `routines`",
            );
            return Vec::new();
        }
        let all = self.reading.list(node);
        let mut effects = Vec::new();
        for node in all {
            let what = format!("`{}`", self.head(node));
            let (spot, before) = self.spot(node, what);
            let effect = self.effect(node, usual, depth);
            self.within = before;
            effects.extend(effect.map(|effect| Placed {
                spot,
                effect,
                counts: OnceLock::new(),
                performs: OnceLock::new(),
            }));
        }
        effects
    }

    /// Reads the effects of each outcome of a test.
    pub fn outcomes(
        &mut self,
        node: Option<&Node<'_>>,
        test: Option<&Called>,
        usual: Who,
        depth: usize,
    ) -> Vec<(&'static str, Vec<Placed>)> {
        let pairs = node.map_or(&[][..], |node| self.map(node));
        let mut all: Vec<(&'static str, Vec<Placed>)> = Vec::new();
        for (name, does) in pairs {
            let Some(word) = self.reading.text(name) else {
                continue;
            };
            let known: Vec<&'static str> = match test {
                Some(Called::Fixed(place)) => self.outcomes[*place].clone(),
                _ => self.all_outcomes(),
            };
            let effects = self.effects_in(does, usual, depth + 1);
            match known.iter().find(|one| **one == word) {
                Some(outcome) => all.push((outcome, effects)),
                None => {
                    let told = no_outcome(&word, &known);
                    self.wrong(name.at, told);
                }
            }
        }
        all
    }

    fn effect(&mut self, node: &Node<'_>, usual: Who, depth: usize) -> Option<Effect> {
        let inside = self.inside(node);
        let head = self.head(node);
        match (head, inside) {
            ("Test", [name]) => Some(Effect::Test(self.called(name)?, Vec::new())),
            ("Test", [name, on]) => {
                let test = self.called(name)?;
                let on = self.outcomes(Some(on), Some(&test), usual, depth);
                Some(Effect::Test(test, on))
            }
            ("If", [sum, this, rest @ ..]) if rest.len() < 2 => {
                let sum = self.sum(sum, Kind::Flag);
                let this = self.effects_in(this, usual, depth + 1);
                let that = rest.first();
                let that =
                    that.map_or_else(Vec::new, |that| self.effects_in(that, usual, depth + 1));
                Some(Effect::If(sum?, this, that))
            }
            ("Set", [field, to]) if self.column_of(field).is_some() => {
                let (column, kind) = self.column_of(field)?;
                Some(Effect::SetWith(column, self.sum(to, kind)?))
            }
            ("Set", [field, to]) if self.scene_of(field).is_some() => {
                let place = self.scene_of(field)?;
                Some(Effect::SetScene(place, self.sum(to, Kind::Number)?))
            }
            ("ForEach", [list, times, does]) => {
                let known: Vec<&'static str> = self.lists.iter().map(|(_, word)| *word).collect();
                let word = self.one_of(list, "list", &known)?;
                let (times, effects) = self.with_role("with", |own| {
                    let times = own.sum(times, Kind::Number);
                    (times, own.effects_in(does, usual, depth + 1))
                });
                Some(Effect::Each(self.place(word)?, times?, effects))
            }
            ("Every", [aim, does]) => {
                let aim = self.aim(aim);
                // The effects choose their own targets.
                let (uses, runs) = (self.uses_target, self.runs.len());
                let effects =
                    self.with_role("target", |own| own.effects_in(does, Who::Target, depth + 1));
                self.uses_target = uses;
                self.runs.truncate(runs);
                Some(Effect::Every(aim?, effects))
            }
            ("Combined", [does]) => Some(Effect::AsOne(self.effects_in(does, usual, depth + 1))),
            ("Perform", [action, rest @ ..]) if rest.len() < 3 => {
                let known = self.actions.clone();
                let action = self.one_of(action, "action", &known);
                let on = rest.first().map(|node| self.who(node));
                let on = match on {
                    Some(who) => Some(who?),
                    None => None,
                };
                let row = match rest.get(1) {
                    Some(node) => Some(self.sum(node, Kind::Word)?),
                    None => None,
                };
                Some(Effect::Act(action?, on, row))
            }
            ("React", [reaction]) => {
                let known = self.reactions.clone();
                Some(Effect::React(self.one_of(reaction, "reaction", &known)?))
            }
            ("SetOutcome", [outcome]) => {
                let known = self.all_outcomes();
                Some(Effect::Outcome(self.one_of(outcome, "outcome", &known)?))
            }
            ("Set", [field, to]) => {
                let (who, place) = self.field_of(field)?;
                let kind = self.names.fields[usize::from(place)].1;
                let sum = self.sum(to, kind)?;
                let words = self.names.words.iter().find(|(field, _)| *field == place);
                if let (Some((_, known)), Kind::Word) = (words, kind) {
                    let known = || known.iter().map(String::as_str);
                    let mut set = sum.fixed_words().into_iter();
                    let wrong =
                        set.find(|word| !word.is_empty() && known().all(|one| one != *word));
                    if let Some(told) = wrong.map(|word| unknown("value", word, known())) {
                        self.wrong(to.at, told);
                    }
                }
                Some(Effect::Set(who, place, sum))
            }
            ("Run", [piece]) => {
                let known = self.pieces.clone();
                let word = self.one_of(piece, "routine", &known)?;
                let place = known.iter().position(|one| *one == word)?;
                self.runs.push(place);
                let absent = self.names.absent.iter();
                if let Some(target) = absent.copied().find(|one| one.role == "target") {
                    self.untargeted.push(Untargeted {
                        piece: place,
                        at: piece.at,
                        part: self.names.part,
                        instead: target.instead,
                    });
                }
                Some(Effect::Do(place))
            }
            ("Gain", [who, condition, rest @ ..]) if rest.len() < 2 => {
                let who = self.whom(who);
                let at = condition.at;
                let condition = self.which(condition);
                if let Some(Named::Fixed(DOWN)) = condition {
                    let told = "`down` follows from the hit points: use a condition of your own with `out: Defeated`";
                    self.wrong(at, told);
                }
                let (terms, levels) = match rest.first() {
                    Some(node) => self.terms(node, condition.as_ref())?,
                    None => (None, None),
                };
                let terms = terms.map(Box::new);
                Some(Effect::Gain(who?, condition?, terms, levels))
            }
            ("Lose", [who, condition, rest @ ..]) if rest.len() < 2 => {
                let who = self.whom(who);
                let condition = self.which(condition);
                let levels = match rest.first() {
                    Some(node) => Some(self.levels_lost(node, condition.as_ref())?),
                    None => None,
                };
                Some(Effect::Lose(who?, condition?, levels))
            }
            ("Escape", []) => Some(Effect::Escape),
            ("Repeat", [times, does]) => {
                let times = self.sum(times, Kind::Number);
                let effects = self.effects_in(does, usual, depth + 1);
                Some(Effect::Repeat(times?, effects))
            }
            ("Shift", [field]) => {
                let place = self.field(field)?;
                if !self.names.words.iter().any(|(one, _)| *one == place) {
                    self.wrong(field.at, "`Shift` needs a field with `type: OneOf([…])`");
                    return None;
                }
                Some(Effect::Step(place))
            }
            ("Log", []) => Some(Effect::Note("")),
            ("Log", [node]) => {
                let text = self.reading.shown(node, 400)?;
                self.placeholders(node, &text, &["self", "target", "attacker"]);
                Some(Effect::Note(keep(&text)))
            }
            ("Retarget", [who]) => {
                let acts = match self.place_of {
                    PlaceOf::Routine => true,
                    PlaceOf::Plain => false,
                    PlaceOf::Reaction(at) => matches!(at, Moment::Aimed | Moment::Thrown),
                };
                if !acts {
                    let told = "`Retarget` redirects an attack before its effects: write `Retarget` in a reaction at BeforeRoll or AfterRoll";
                    self.wrong(node.at, told);
                }
                Some(Effect::Retarget(self.who(who)?))
            }
            ("Reduce", [sum]) => {
                let before = PlaceOf::Reaction(Moment::Hurting);
                if self.place_of != PlaceOf::Routine && self.place_of != before {
                    let told = "`Reduce` lowers damage before a combatant takes it: write `Reduce` in a reaction at BeforeDamage";
                    self.wrong(node.at, told);
                }
                Some(Effect::Less(self.sum(sum, Kind::Number)?))
            }
            ("Reroll", [which]) if self.of_throw => {
                let all = [("Best", Again::Best), ("New", Again::New)];
                Some(Effect::Reroll(self.word_of(which, &all)?))
            }
            ("Reroll", _) if !self.of_throw => {
                let told =
                    "`Reroll` belongs in a reaction to a roll: write a reaction with `roller`";
                self.wrong(node.at, told);
                None
            }
            ("Hold", []) => Some(Effect::Hold),
            ("Delay", [who, sum]) if self.ticks => {
                let who = self.who(who);
                Some(Effect::Push(who?, self.sum(sum, Kind::Number)?))
            }
            ("Delay", _) if !self.ticks => {
                self.wrong(node.at, "`Delay` needs an order by `Ticks`");
                None
            }
            ("Lua", [function]) => {
                let word = self.reading.text(function)?;
                match self.function(&word) {
                    Ok(effect) => Some(effect),
                    Err(told) => {
                        self.wrong(function.at, told);
                        None
                    }
                }
            }
            ("Choose", [options]) => self.choose("", false, options, usual, depth),
            ("Choose", [node, options]) => {
                let title = self.reading.name(node)?;
                self.placeholders(node, &title, &["self", "target"]);
                self.choose(&title, false, options, usual, depth)
            }
            ("AskGm", [node, options]) => {
                let title = self.reading.name(node)?;
                self.placeholders(node, &title, &["self", "target"]);
                self.choose(&title, true, options, usual, depth)
            }
            ("Damage" | "Heal", _) => {
                let hurt = self.hurt(node, head, usual)?;
                Some(match head {
                    "Damage" => Effect::Harm(hurt),
                    _ => Effect::Heal(hurt),
                })
            }
            (word, _) => match keywords::example(word, Part::Effect) {
                Some(example) => {
                    self.wrong(node.at, format!("write the effect like `{example}`"));
                    None
                }
                None => {
                    self.unknown_word(node, "effect", &keywords::of(Part::Effect));
                    None
                }
            },
        }
    }

    /// Returns the outcomes of all tests, each once.
    pub fn all_outcomes(&self) -> Vec<&'static str> {
        let mut all: Vec<&'static str> = Vec::new();
        for outcome in self.outcomes.iter().flatten() {
            if !all.contains(outcome) {
                all.push(outcome);
            }
        }
        all
    }

    /// Reads the name of a condition, or an expression for a name.
    fn which(&mut self, node: &Node<'_>) -> Option<Named> {
        let Shape::Text(text) = &node.shape else {
            return self.condition(node).map(Named::Fixed);
        };
        if !text.contains(['.', '(', '\'']) {
            return self.condition(node).map(Named::Fixed);
        }
        let sum = self.sum(node, Kind::Word)?;
        let (words, all_known): (Vec<String>, bool) = match sum.plain() {
            Some((name, false)) => (self.names.words_of(name).to_vec(), false),
            _ => (
                sum.fixed_words().into_iter().map(str::to_owned).collect(),
                true,
            ),
        };
        let conditions = &self.names.conditions;
        let known = |word: &String| conditions.iter().any(|one| *one == *word);
        let unknown_words = words.iter().filter(|word| all_known && !known(word));
        let mut misspelt = unknown_words.filter_map(|word| {
            text::nearest(word, conditions.iter().copied())?;
            Some(unknown("condition", word, conditions.iter().copied()))
        });
        if let Some(told) = misspelt.next() {
            self.wrong(node.at, told);
            return None;
        }
        if !words.is_empty() && !words.iter().any(known) {
            let told = format!(
                "none of these words is the name of a condition: {}",
                words.join(", ")
            );
            self.wrong(node.at, told);
            return None;
        }
        Some(Named::Sum(sum))
    }

    /// Reads the number of levels that an effect adds or removes.
    fn levels<'n>(
        &mut self,
        fields: &mut RecordFields<'n, '_>,
        condition: Option<&Named>,
    ) -> Option<Sum> {
        let node = fields.take("levels")?;
        let has = |key: &str| self.names.levels.contains(&key);
        let fits = match condition {
            Some(Named::Fixed(key)) => has(key),
            Some(Named::Sum(_)) => !self.names.levels.is_empty(),
            None => true,
        };
        if !fits {
            let told = match condition {
                Some(Named::Fixed(key)) => {
                    format!(
                        "`{key}` has no levels: add `levels` to the condition, or remove `levels` here"
                    )
                }
                _ => "no condition has levels: remove `levels`".to_owned(),
            };
            self.wrong(node.at, told);
        }
        let sum = self.sum(node, Kind::Number)?;
        if sum.never_above_zero() {
            self.wrong(node.at, "the number of levels must be at least 1");
        }
        Some(sum)
    }

    /// Reads the record of `Lose`, which has only a number of levels.
    fn levels_lost(&mut self, node: &Node<'_>, condition: Option<&Named>) -> Option<Sum> {
        let mut fields = self.reading.record(node)?;
        let levels = self.levels(&mut fields, condition);
        self.finish(fields, Part::Loss);
        levels
    }

    /// Reads the limits of a condition that an effect starts, and the number of its levels.
    fn terms(
        &mut self,
        node: &Node<'_>,
        condition: Option<&Named>,
    ) -> Option<(Option<Terms>, Option<Sum>)> {
        let mut fields = self.reading.record(node)?;
        let levels = self.levels(&mut fields, condition);
        let rounds = self.maybe_sum(&mut fields, "rounds", Kind::Number);
        let until = self.maybe_sum(&mut fields, "until", Kind::Word);
        if let Some(until) = &until {
            for word in until.fixed_words() {
                if !word.is_empty() && !UNTIL.contains(&word) {
                    let told = unknown("turn", word, UNTIL.iter().copied());
                    self.wrong(node.at, told);
                }
            }
        }
        // The bearer rolls these tests later, so the part of the file has no influence on their roles.
        let (saved, freed) = self.without("a test that ends a condition", &[], |own| {
            let mut test = |key| {
                let node = fields.take(key)?;
                let called = own.called(node)?;
                if let Called::Fixed(place) = called {
                    own.ends_by(node.at, place);
                }
                Some(called)
            };
            (test("save_ends"), test("escape"))
        });
        let holds = self.maybe_sum(&mut fields, "while", Kind::Word);
        if let Some(holds) = &holds {
            for word in holds.fixed_words().into_iter().flat_map(words_of) {
                let known = word.split_once('.').is_some_and(|(who, key)| {
                    let condition = self.names.conditions.contains(&key);
                    matches!(who, "self" | "source") && (condition || key == "up")
                });
                if !known {
                    let told = format!(
                        "unknown requirement `{word}`: write `source.up`, or `source.` or `self.` with a condition"
                    );
                    self.wrong(node.at, told);
                }
            }
        }
        let breaks = self.maybe_sum(&mut fields, "ends_on", Kind::Word);
        if let Some(breaks) = &breaks {
            for word in breaks.fixed_words().into_iter().flat_map(words_of) {
                let known = word == "damage"
                    || self.tests.contains(&word)
                    || self.kinds.contains(&word)
                    || self.actions.contains(&word);
                if !known {
                    let all = ["damage"].into_iter();
                    let all = all.chain(self.kinds.iter().copied());
                    let all = all.chain(self.tests.iter().copied());
                    let told = unknown("event", word, all.chain(self.actions.iter().copied()));
                    self.wrong(node.at, told);
                }
            }
        }
        self.finish(fields, Part::Limit);
        let terms = Terms {
            rounds,
            until,
            saved,
            freed,
            holds,
            breaks,
        };
        let limits = terms.limits();
        self.has_terms |= limits;
        Some((limits.then_some(terms), levels))
    }

    /// Returns the call of a function in `rules.lua`.
    fn function(&self, word: &str) -> Result<Effect, String> {
        let Some(all) = &self.functions else {
            // Errors in the file are reported separately.
            return Ok(Effect::Lua(keep(word), true));
        };
        match all.iter().find(|(name, _)| *name == word) {
            Some((name, harms)) => Ok(Effect::Lua(name, *harms)),
            None if all.is_empty() => Err(format!(
                "there is no function `{word}`: write `function {word}(self, target, with, result) … end` into \
                 rules.lua beside this file"
            )),
            None => Err(unknown("function", word, all.iter().map(|one| one.0))),
        }
    }

    fn hurt(&mut self, node: &Node<'_>, head: &str, usual: Who) -> Option<Hurt> {
        let usual_label = match head {
            "Damage" => "damage",
            _ => "healing",
        };
        if let Shape::Plain(_) = node.shape {
            // Without an amount, the GM enters it.
            if usual == Who::Target {
                self.role(node.at, "Target");
            }
            return Some(Hurt {
                who: usual,
                thrower: Who::Me,
                amount: Amount::Asked,
                throws: None,
                less: None,
                least: None,
                doubled: None,
                half: None,
                twice: None,
                kind: None,
                one_throw: false,
                into: None,
                label: usual_label,
            });
        }
        if let Shape::Tuple(..) = node.shape {
            let told = format!(
                "write `{head}(amount: \"…\")` or `{head}(dice: \"…\")`, and `who: Self` if the effect is not on the target"
            );
            self.wrong(node.at, told);
            return None;
        }
        let mut fields = self.reading.record(node)?;
        let named = fields.take("who");
        if named.is_none() && usual == Who::Target {
            self.role(node.at, "Target");
        }
        let who = named.and_then(|node| self.who(node));
        let thrower = fields.take("roller").and_then(|node| self.who(node));
        let amount = self.amount(&mut fields, head);
        let throws = self.maybe_sum(&mut fields, "times", Kind::Number);
        let less = self.maybe_sum(&mut fields, "reduce", Kind::Number);
        let least = self.maybe_sum(&mut fields, "minimum", Kind::Number);
        let doubled = fields.take("doubled");
        let doubled = doubled.and_then(|node| self.flag_or_sum(node));
        let half = fields.take("half").and_then(|node| self.flag_or_sum(node));
        let twice = self.maybe_sum(&mut fields, "double_dice", Kind::Flag);
        let kind = fields.take("type").and_then(|node| {
            let kind = self.sum(node, Kind::Word)?;
            let known = &self.damage_types;
            let mut words = kind.fixed_words().into_iter();
            let wrong = words.find(|word| !word.is_empty() && !known.contains(word));
            if let (Some(word), false) = (wrong, known.is_empty()) {
                let told = unknown("type of damage", word, known.iter().copied());
                self.wrong(node.at, told);
            }
            Some(kind)
        });
        let one_throw = fields
            .take("roll_once")
            .and_then(|node| self.reading.flag(node));
        let into = match head {
            "Heal" => fields.take("into"),
            _ => None,
        };
        let into = into.and_then(|node| {
            let place = self.field(node)?;
            if self.names.fields[usize::from(place)].1 != Kind::Number {
                self.wrong(node.at, "`into` must name a field with a number");
                return None;
            }
            Some(place)
        });
        let label = fields
            .take("label")
            .and_then(|node| self.reading.name(node));
        let part = match head {
            "Damage" => Part::Damage,
            _ => Part::Heal,
        };
        self.finish(fields, part);
        Some(Hurt {
            who: who.unwrap_or(usual),
            thrower: thrower.unwrap_or(Who::Me),
            amount: amount?,
            throws,
            less,
            least,
            doubled,
            half,
            twice,
            kind,
            one_throw: one_throw.unwrap_or(false),
            into,
            label: keep(label.as_deref().unwrap_or(usual_label)),
        })
    }

    /// Reads `true`, `false`, or an expression for one of them.
    fn flag_or_sum(&mut self, node: &Node<'_>) -> Option<Sum> {
        match node.shape {
            Shape::Plain(_) => self.reading.flag(node).map(Sum::flag),
            _ => self.sum(node, Kind::Flag),
        }
    }

    /// Returns the column of the current row, written `with.left`.
    fn column_of(&self, node: &Node<'_>) -> Option<(Column, Kind)> {
        let Shape::Text(text) = &node.shape else {
            return None;
        };
        self.names.column(text.strip_prefix("with.")?)
    }

    /// Returns the index of a number of the scene, written `scene.alarm`.
    fn scene_of(&self, node: &Node<'_>) -> Option<u16> {
        let Shape::Text(text) = &node.shape else {
            return None;
        };
        let word = text.strip_prefix("scene.")?;
        let place = self.names.scene.iter().position(|one| *one == word)?;
        u16::try_from(place).ok()
    }

    fn amount<'n>(&mut self, fields: &mut RecordFields<'n, '_>, head: &str) -> Option<Amount> {
        match (fields.take("dice"), fields.take("amount")) {
            (Some(dice), None) => Some(Amount::Dice(self.throw(dice)?)),
            (None, Some(points)) => Some(Amount::Points(self.sum(points, Kind::Number)?)),
            (None, None) => Some(Amount::Asked),
            (Some(dice), Some(_)) => {
                self.wrong(
                    dice.at,
                    format!("`{head}` takes `dice` or `amount`, not both"),
                );
                None
            }
        }
    }

    fn choose(
        &mut self,
        title: &str,
        gm: bool,
        options: &Node<'_>,
        usual: Who,
        depth: usize,
    ) -> Option<Effect> {
        let number = self.asked.len() + 1;
        let key = keep(&match title {
            "" => format!("choice-{number}"),
            title => slug(question_of(title)),
        });
        self.asked.push(key);
        let mut all: Vec<Way> = Vec::new();
        for (name, does) in self.map(options) {
            let Some(text) = self.reading.name(name) else {
                continue;
            };
            let word = slug(&text);
            let taken: Vec<char> = all.iter().map(|way| way.capital).collect();
            let capital = match self.answers.get(&word) {
                Some(capital) if !taken.contains(capital) => *capital,
                _ => free_capital(&text, &taken),
            };
            self.answers.insert(word.clone(), capital);
            let mut rows = Vec::new();
            let (when, worth, does) = match &does.shape {
                Shape::Record("", _) => {
                    let Some(mut fields) = self.reading.record(does) else {
                        continue;
                    };
                    let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
                    let worth = self.maybe_sum(&mut fields, "value", Kind::Number);
                    if let Some(node) = fields.take("rows") {
                        rows = self.counted_rows(node);
                    }
                    let does = fields.take("does");
                    self.finish(fields, Part::Answer);
                    (when, worth, does)
                }
                _ => (None, None, Some(does)),
            };
            let does = does.map_or_else(Vec::new, |does| self.effects_in(does, usual, depth + 1));
            all.push(Way {
                key: keep(&word),
                capital,
                text: keep(&text),
                when,
                worth,
                rows,
                does,
            });
        }
        if all.is_empty() {
            self.wrong(options.at, "the list of answers is empty");
            return None;
        }
        let title = if title.is_empty() { "Which?" } else { title };
        Some(Effect::Choose {
            key,
            gm,
            title: keep(title),
            options: all,
        })
    }
}

impl Reader<'_> {
    /// Reads the lists whose rows an answer names, with the expression for the number of each row.
    fn counted_rows(&mut self, node: &Node<'_>) -> Vec<(u16, Sum)> {
        let known: Vec<&'static str> = self.lists.iter().map(|(_, word)| *word).collect();
        let mut all = Vec::new();
        for (name, times) in self.map(node) {
            let list = self.one_of(name, "list", &known);
            let times = self.with_role("with", |own| own.sum(times, Kind::Number));
            if let (Some(list), Some(times)) = (list, times) {
                all.extend(self.place(list).map(|list| (list, times)));
            }
        }
        all
    }
}

/// Returns true if a routine, or a routine that it runs, refers to a target that it does not choose. `uses` has this
/// flag for each routine alone, and the routines that it runs.
pub fn needs_target(uses: &[(bool, Vec<usize>)], piece: usize) -> bool {
    let mut seen = vec![piece];
    let mut next = 0;
    while let Some(piece) = seen.get(next).copied() {
        next += 1;
        let Some((own, runs)) = uses.get(piece) else {
            continue;
        };
        if *own {
            return true;
        }
        let fresh: Vec<usize> = runs
            .iter()
            .copied()
            .filter(|run| !seen.contains(run))
            .collect();
        seen.extend(fresh);
    }
    false
}

/// Converts words to a key: lower-case letters and hyphens.
pub fn slug(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_alphanumeric());
    let parts: Vec<String> = parts
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    parts.join("-")
}

/// Returns the first free letter of a text, or else the first free letter of the alphabet. G is the GM's modifier at
/// every prompt.
pub fn free_capital(text: &str, taken: &[char]) -> char {
    let own = text.chars().map(|c| c.to_ascii_uppercase());
    let free = |c: &char| c.is_ascii_uppercase() && *c != 'G' && !taken.contains(c);
    own.chain('A'..='Z').find(free).unwrap_or(' ')
}

/// Returns true if an action contains itself through the actions that are parts of it.
pub fn acts_again(actions: &[Action], pieces: &[Piece], action: &Action) -> bool {
    let parts = |action: &Action| {
        let mut found = Found::default();
        let on = action.on.iter().map(|(_, effects)| effects);
        for effects in on.chain([&action.begins, &action.does]) {
            pieces_in(effects, &mut found);
        }
        let mut done = 0;
        while let Some(piece) = found.pieces.get(done).copied() {
            done += 1;
            if let Some(one) = pieces.get(piece)
                && !found.pieces[..done - 1].contains(&piece)
            {
                pieces_in(&one.does, &mut found);
            }
        }
        found.acts
    };
    let mut seen: Vec<&'static str> = Vec::new();
    let mut open = parts(action);
    while let Some(one) = open.pop() {
        if one == action.key {
            return true;
        }
        if !seen.contains(&one) {
            seen.push(one);
            open.extend(
                actions
                    .iter()
                    .find(|other| other.key == one)
                    .map(parts)
                    .unwrap_or_default(),
            );
        }
    }
    false
}

/// Returns true if a routine runs itself.
pub fn comes_back(pieces: &[Piece], place: usize) -> bool {
    let mut seen = Vec::new();
    let mut open = vec![place];
    while let Some(one) = open.pop() {
        let mut found = Found::default();
        if let Some(piece) = pieces.get(one) {
            pieces_in(&piece.does, &mut found);
        }
        let mut found = found.pieces;
        if found.contains(&place) {
            return true;
        }
        found.retain(|next| !seen.contains(next));
        seen.extend(found.iter().copied());
        open.extend(found);
    }
    false
}

/// Maximum number of routines that one routine may run, including routines within others.
pub const MOST_PIECES: u64 = 10_000;

/// Returns the number of routines that a routine runs, including itself and routines within others. No routine may run
/// itself. Known results are in `known`.
pub fn weight(pieces: &[Piece], place: usize, known: &mut BTreeMap<usize, u64>) -> u64 {
    if let Some(weight) = known.get(&place) {
        return *weight;
    }
    let mut within = Found::default();
    if let Some(piece) = pieces.get(place) {
        pieces_in(&piece.does, &mut within);
    }
    let weights = within.pieces.iter().map(|one| weight(pieces, *one, known));
    let weight = weights.fold(1, u64::saturating_add);
    known.insert(place, weight);
    weight
}

/// Routines and actions that effects refer to.
#[derive(Default)]
struct Found {
    pieces: Vec<usize>,
    acts: Vec<&'static str>,
}

/// Collects the routines and actions that effects refer to.
fn pieces_in(effects: &[Placed], found: &mut Found) {
    any_effect(effects, |effect| {
        if let Effect::Do(piece) = effect {
            found.pieces.push(*piece);
        } else if let Effect::Act(action, ..) = effect {
            found.acts.push(action);
        }
        false
    });
}
