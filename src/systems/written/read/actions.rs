//! Reading of actions, actions after the fight, reactions and automatic steps in a system's file.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::ron_text::Node;
use crate::ron_text::Shape;
use crate::values::Fields;

use super::reader::{CAUSE, NO_TARGET, PlaceOf, ROLES, Reader, WITH, absent_in_step};
use crate::systems::written::keywords::Part;
use crate::systems::written::model::{
    Action, After, Aim, GameStep, Moment, Once, OnceOf, Point, Reaction, Side, Spoiled, With, keep,
};
use crate::systems::written::sums::sum::{Absent, Kind, Who};

impl Reader<'_> {
    /// Reads the names of actions and the questions of all actions, before any other part refers to them.
    pub fn all_asks(&mut self, named: &[(&'static str, &Node<'_>)]) -> Vec<(Fields, Vec<char>)> {
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

    /// Reads the actions, with the questions of each.
    pub fn actions(
        &mut self,
        named: &[(&'static str, &Node<'_>)],
        asks: Vec<(Fields, Vec<char>)>,
    ) -> Vec<Action> {
        let mut taken = vec!['Z'];
        let mut given = self.given_capitals(named, &mut taken);
        list_capitals(named, &mut given, &mut taken);
        let mut all = Vec::new();
        for (((word, node), capital), asks) in named.iter().zip(given).zip(asks) {
            if RESERVED.contains(word) {
                let told = format!("every system has an action `{word}`: rename this action");
                self.wrong(node.at, told);
                continue;
            }
            all.extend(self.action(word, node, capital, asks, &mut taken));
        }
        all
    }

    /// Reads the action keys given in the file, by action index, and reports errors in them.
    fn given_capitals(
        &mut self,
        named: &[(&'static str, &Node<'_>)],
        taken: &mut Vec<char>,
    ) -> Vec<Option<char>> {
        let mut all = Vec::new();
        let mut lists = BTreeMap::new();
        for (word, node) in named {
            let mut capital = None;
            let list = text_of(node, "list");
            if let Shape::Record(_, fields) = &node.shape
                && let Some(field) = fields.iter().find(|field| field.key == "key")
                && let Some(text) = self.reading.text(&field.value)
            {
                let mut letters = text.chars();
                let one = letters.next().filter(char::is_ascii_uppercase);
                let one = one.filter(|_| letters.next().is_none());
                let free = || {
                    let free = ('A'..='Z').filter(|c| may_be(*c, word) && !taken.contains(c));
                    free.map(String::from).collect::<Vec<String>>().join(" ")
                };
                let of_list = list.and_then(|list| lists.get(list).copied());
                let same_list = one.is_some() && of_list == one;
                match one {
                    Some(one) if same_list => capital = Some(one),
                    Some(_) if of_list.is_some() => {
                        let told = "the actions of a list share one key, which opens the list";
                        self.wrong(field.value.at, told);
                    }
                    Some(one) if may_be(one, word) && !taken.contains(&one) => {
                        capital = Some(one);
                        taken.push(one);
                    }
                    Some(_) if *word == "attack" => {
                        let told = "`attack` has the key A in every system: remove `key`, or rename the action";
                        self.wrong(field.value.at, told);
                    }
                    Some(one) => {
                        let why = match one {
                            'A' => "used by `attack` in every system",
                            one if RESERVED_CAPITALS.contains(one) => {
                                "reserved (it means the same in every system)"
                            }
                            _ => "taken",
                        };
                        let told = format!("the key {one} is {why}: free keys are {}", free());
                        self.wrong(field.value.at, told);
                    }
                    None => self.wrong(field.value.at, "one capital letter is needed here: \"A\""),
                }
            }
            if let (Some(list), Some(capital)) = (list, capital) {
                lists.insert(list, capital);
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
        asks: (Fields, Vec<char>),
        taken: &mut Vec<char>,
    ) -> Option<Action> {
        let has = |key: &str| match &node.shape {
            Shape::Record(_, fields) => fields.iter().find(|field| field.key == key),
            _ => None,
        };
        let own = has("target").is_none_or(|aim| matches!(aim.value.shape, Shape::Plain("Self")));
        let absent = [
            Some(CAUSE),
            own.then_some(NO_TARGET),
            has("with").is_none().then_some(WITH),
        ];
        let absent: Vec<Absent> = absent.into_iter().flatten().collect();
        let asked = asks.0.iter().filter_map(|asked| {
            let mut all = self.names.asked.iter();
            all.find(|(one, _)| *one == asked.key).map(|(one, _)| *one)
        });
        self.names.own_asked = Some(asked.collect());
        let action = self.without("this action", &absent, |own| {
            own.action_in(word, node, capital, asks, taken)
        });
        self.names.own_asked = None;
        action
    }

    /// Reads an action whose expressions can use only the roles and questions of the action.
    fn action_in(
        &mut self,
        word: &'static str,
        node: &Node<'_>,
        capital: Option<char>,
        (asks, asks_capitals): (Fields, Vec<char>),
        taken: &mut Vec<char>,
    ) -> Option<Action> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the action `{word}`"));
        let _ = fields.take("key");
        let questions = fields.take("asks");
        let (asks_when, asks_least) = self.before_rolls(|own| {
            own.names.coming = true;
            let when = own.sums_of_asks(questions, &asks, "when", Kind::Flag);
            own.names.coming = false;
            (
                when,
                own.sums_of_asks(questions, &asks, "least", Kind::Number),
            )
        });
        let part_only = fields.take("part_only");
        let part_only = part_only.and_then(|node| self.reading.flag(node));
        let part_only = part_only.unwrap_or(false);
        let label = self.label(&mut fields, word);
        let help = self.line(&mut fields, "help");
        let rules = self.line(&mut fields, "reference");
        let says = self.line_about(&mut fields, "log", &["self", "target", "with"]);
        let any_time = fields.take("any_time");
        let any_time = any_time.and_then(|node| self.reading.flag(node));
        let list = fields.take("list");
        let list = list.and_then(|node| self.reading.name(node));
        let list = list.map(|list| keep(&list));
        let gm_menu = fields.take("gm_menu");
        let gm_menu = gm_menu.and_then(|node| self.reading.flag(node));
        let gm_menu = gm_menu.unwrap_or(false);
        let known = self.phases.clone();
        let phase = fields.take("phase");
        let phase = phase.and_then(|node| self.one_of(node, "phase", &known));
        let declared = fields.take("declared");
        let declared = declared.and_then(|node| self.reading.flag(node));
        self.names.no_roll = true;
        let takes = self.maybe_sum(&mut fields, "delay", Kind::Number);
        let spoiled = fields.take("interruptible");
        let spoiled = spoiled.and_then(|node| self.spoiled(node));
        let costs = fields.take("costs");
        let costs = self.costs(costs);
        let aim = fields.take("target").and_then(|node| self.aim(node));
        let targets = self.maybe_sum(&mut fields, "max_targets", Kind::Number);
        let usual = self.maybe_sum(&mut fields, "default_target", Kind::Flag);
        let apart = fields.take("one_by_one");
        let apart = apart.and_then(|node| self.reading.flag(node));
        self.names.in_value = true;
        let worth = self.maybe_sum(&mut fields, "value", Kind::Number);
        self.names.in_value = false;
        let with = fields.take("with").and_then(|node| self.with(node));
        let when = fields.take("when");
        let needs = self.needs(when);
        self.names.no_roll = false;
        let test = fields.take("test");
        let on = fields.take("on");
        if let (Some(on), None) = (on, test) {
            self.wrong(on.at, "`on` gives the effects of outcomes: add the `test`");
        }
        let test = test.and_then(|node| self.called(node));
        self.place_of = PlaceOf::Plain;
        let on = self.outcomes(on, test.as_ref(), Who::Target, 0);
        let begins = fields.take("before");
        let begins = self.effects(begins, Who::Me);
        let does = fields.take("does");
        let does = self.effects(does, Who::Target);
        self.place_of = PlaceOf::Routine;
        self.finish(fields, Part::Action);
        self.within = before;
        // An action that is part of another action has no action key.
        let capital = if part_only || (gm_menu && capital.is_none()) {
            None
        } else {
            capital.or_else(|| free_capital(word, label, taken))
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
            asks_least,
            unasked: OnceLock::new(),
            strikes: OnceLock::new(),
            mends: OnceLock::new(),
            called: OnceLock::new(),
            promises: OnceLock::new(),
            part_only,
            needs,
            test,
            on,
            begins,
            does,
            says,
            any_time: any_time.unwrap_or(false),
            list,
            gm_menu,
            phase,
            declared: declared.unwrap_or(false),
            takes,
            spoiled,
            worth,
        })
    }

    /// Reads the rule by which a delayed action is lost: always, or unless a test succeeds.
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
            ("Optional", [name]) => (true, name),
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

    /// Reads a reaction to an attack or a roll.
    pub fn reaction(&mut self, word: &'static str, node: &Node<'_>) -> Option<Reaction> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the reaction `{word}`"));
        let label = self.label(&mut fields, word);
        let question = self.line_about(&mut fields, "question", &["self", "attacker"]);
        let says = self.line_about(&mut fields, "log", &["self", "attacker"]);
        let at = fields.need("at", || {
            "BeforeRoll, AfterRoll, BeforeDamage, AfterDamage or Called".to_owned()
        });
        let at = at.and_then(|node| {
            let all = [
                ("BeforeRoll", Moment::Aimed),
                ("AfterRoll", Moment::Thrown),
                ("BeforeDamage", Moment::Hurting),
                ("AfterDamage", Moment::Hurt),
                ("Called", Moment::Called),
            ];
            self.word_of(node, &all)
        });
        let aim = fields.take("target").and_then(|node| self.aim(node));
        let thrower = fields.take("roller");
        let of_throw = thrower.is_some();
        let thrower = thrower.and_then(|node| {
            if at.is_some_and(|at| at != Moment::Thrown) || aim.is_some() {
                let told = "a reaction with `roller` needs `at: AfterRoll` and has no `target`";
                self.wrong(node.at, told);
            }
            self.aim(node)
        });
        self.of_throw = of_throw;
        let automatic = fields.take("automatic");
        let automatic = automatic.and_then(|node| self.reading.flag(node));
        let automatic = automatic.unwrap_or(false);
        let once = fields.take("once").and_then(|node| self.once(node));
        let worth = self.without("the `value` of a reaction", &ROLES, |own| {
            own.before_rolls(|own| own.maybe_sum(&mut fields, "value", Kind::Number))
        });
        let (when, costs, test, on, does) = self.without("a reaction", &[CAUSE], |own| {
            let when = own.maybe_sum(&mut fields, "when", Kind::Flag);
            let costs = fields.take("costs");
            let costs = own.costs(costs);
            let test = fields.take("test").and_then(|node| own.called(node));
            let on = fields.take("on");
            if let Some(at) = at {
                own.place_of = PlaceOf::Reaction(at);
            }
            let on = own.outcomes(on, test.as_ref(), Who::Actor, 0);
            let does = fields.take("does");
            let does = own.effects(does, Who::Actor);
            (when, costs, test, on, does)
        });
        self.of_throw = false;
        self.place_of = PlaceOf::Routine;
        self.finish(fields, Part::Reaction);
        self.within = before;
        Some(Reaction {
            key: word,
            spot,
            label,
            question,
            says,
            at: at?,
            aim: thrower.or(aim).unwrap_or(Aim::Me),
            of_throw,
            automatic,
            when,
            costs,
            once,
            test,
            on,
            does,
            worth,
        })
    }

    /// Reads an automatic step.
    pub fn step(&mut self, word: &'static str, node: &Node<'_>) -> Option<GameStep> {
        let mut fields = self.reading.record(node)?;
        let (spot, before) = self.spot(node, format!("the step `{word}`"));
        let label = self.label(&mut fields, word);
        let at = fields.need("at", || "when it happens, such as RoundEnd".to_owned());
        let part = at.map_or("a step", |node| {
            keep(&format!("a step at {}", self.head(node)))
        });
        let at = at.and_then(|node| {
            let all = [
                ("FightStart", Point::FightBegins),
                ("RoundStart", Point::RoundBegins),
                ("TurnStart", Point::TurnBegins),
                ("TurnEnd", Point::TurnEnds),
                ("RoundEnd", Point::RoundEnds),
                ("Downed", Point::Falls),
                ("Revived", Point::Rises),
                ("AfterDamage", Point::Hurt),
                ("AllyDowned", Point::SideLoses),
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
        let once = fields.take("once").and_then(|node| self.once(node));
        let absent = at.map_or_else(Vec::new, absent_in_step);
        self.place_of = PlaceOf::Plain;
        let (when, does) = self.without(part, &absent, |own| {
            let when = own.maybe_sum(&mut fields, "when", Kind::Flag);
            let does = fields.take("does");
            (when, own.effects(does, Who::Me))
        });
        self.place_of = PlaceOf::Routine;
        self.finish(fields, Part::Step);
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

    /// Reads the actions after the fight.
    pub fn afters(&mut self, node: Option<&Node<'_>>, actions: &[&'static str]) -> Vec<After> {
        let named = self.named(node, "the action", actions);
        let mut taken = vec!['Z'];
        let given = self.given_capitals(&named, &mut taken);
        let mut all = Vec::new();
        for ((word, node), capital) in named.iter().zip(given) {
            let Some(mut fields) = self.reading.record(node) else {
                continue;
            };
            let (spot, before) = self.spot(node, format!("`{word}` after the fight"));
            let _ = fields.take("key");
            let label = self.label(&mut fields, word);
            let help = self.line(&mut fields, "help");
            let rules = self.line(&mut fields, "reference");
            let (when, does) = self.without("an action after the fight", &ROLES, |own| {
                let when = own.maybe_sum(&mut fields, "when", Kind::Flag);
                let does = fields.take("does");
                (when, own.effects(does, Who::Me))
            });
            self.finish(fields, Part::After);
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

/// Names of actions that every written system has.
const RESERVED: [&str; 9] = [
    "begin", "end", "pick", "turn", "falls", "rises", "numbers", "next", "lapses",
];

/// Action keys with the same meaning in all systems.
const RESERVED_CAPITALS: &str = "CGNRTWYZ";

/// Returns true if an action may have this key: the key is not reserved, and A belongs to the attack.
fn may_be(capital: char, word: &str) -> bool {
    capital.is_ascii_uppercase()
        && !RESERVED_CAPITALS.contains(capital)
        && (capital == 'A') == (word == "attack")
}

/// Returns the text of a field of a record, if it has one.
fn text_of<'n>(node: &'n Node<'_>, key: &str) -> Option<&'n str> {
    let Shape::Record(_, fields) = &node.shape else {
        return None;
    };
    match &fields.iter().find(|field| field.key == key)?.value.shape {
        Shape::Text(text) => Some(text),
        _ => None,
    }
}

/// Assigns the action key of a list to the list's actions: the key given by one of the actions, or else a free letter.
fn list_capitals(
    named: &[(&'static str, &Node<'_>)],
    given: &mut [Option<char>],
    taken: &mut Vec<char>,
) {
    let mut lists: BTreeMap<&str, char> = BTreeMap::new();
    for ((_, node), capital) in named.iter().zip(given.iter()) {
        if let (Some(list), Some(capital)) = (text_of(node, "list"), capital) {
            lists.insert(list, *capital);
        }
    }
    for ((_, node), capital) in named.iter().zip(given) {
        let Some(list) = text_of(node, "list").filter(|_| capital.is_none()) else {
            continue;
        };
        let known = lists.get(list).copied();
        *capital = known.or_else(|| free_capital("", list, taken));
        if let (Some(new), None) = (*capital, known) {
            lists.insert(list, new);
            taken.push(new);
        }
    }
}

/// Returns the first free letter of a label, or else the first free letter of the alphabet.
pub fn free_capital(word: &str, label: &str, taken: &[char]) -> Option<char> {
    let own = label.chars().map(|c| c.to_ascii_uppercase());
    let mut all = own.chain('A'..='Z');
    all.find(|c| may_be(*c, word) && !taken.contains(c))
}
