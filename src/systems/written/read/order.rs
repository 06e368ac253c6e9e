//! Reading of the initiative order in a system's file, with its phases and ticks.

use crate::ron_text::Node;
use crate::ron_text::RecordFields;
use crate::ron_text::Shape;
use crate::ron_text::Span;
use crate::values::unknown;

use super::reader::Reader;
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::model::{
    Action, Cards, Numbers, Order, Side, Sides, Ticks, Ties, keep,
};
use crate::systems::written::sums::sum::{Kind, Who};

impl Reader<'_> {
    /// Returns true if an order uses ticks, or an option of the fight can select such an order.
    pub fn is_by_ticks(&self, node: &Node<'_>) -> bool {
        let ways = match (self.head(node), self.inside(node)) {
            ("ByOption", [_, ways]) => ways,
            (head, _) => return head == "Ticks",
        };
        match &ways.shape {
            Shape::Map(ways) => ways.iter().any(|(_, way)| self.is_by_ticks(way)),
            _ => false,
        }
    }

    pub fn order(&mut self, node: &Node<'_>) -> Option<Order> {
        match (self.head(node), self.inside(node)) {
            ("Listed", []) => {
                if !matches!(node.shape, Shape::Plain(_)) {
                    self.wrong(node.at, "`Listed` takes no arguments: write `Listed`");
                }
                Some(Order::AsListed)
            }
            ("Alternate", []) if matches!(node.shape, Shape::Plain(_)) => Some(Order::Alternate {
                first: None,
                each_round: false,
                next: None,
            }),
            ("Spotlight", []) if matches!(node.shape, Shape::Plain(_)) => {
                Some(Order::Spotlight(Side::All, None))
            }
            ("ByOption", [option, ways]) => {
                let known: Vec<&'static str> = self.names.options.iter().map(|one| one.0).collect();
                let word = self.one_of(option, "option", &known)?;
                let place = known.iter().position(|one| *one == word)?;
                let mut all = Vec::new();
                let options = &self.names.option_words;
                let words = options.iter().find(|(of, _)| usize::from(*of) == place);
                let words = words.map_or_else(Vec::new, |(_, words)| words.clone());
                let mut missing = words.clone();
                for (name, way) in self.map(ways) {
                    let at = name.at;
                    let name = self.reading.name(name);
                    if let Some(name) = &name
                        && !words.is_empty()
                        && !words.contains(name)
                    {
                        let known = words.iter().map(String::as_str);
                        let told = unknown("value of the option", name, known);
                        self.wrong(at, told);
                    }
                    missing.retain(|word| Some(word) != name.as_ref());
                    let way = self.order(way);
                    all.extend(name.map(|name| keep(&name)).zip(way));
                }
                if !missing.is_empty() {
                    let told = format!(
                        "the option `{word}` can also be {}: add an order for it",
                        missing.join(", ")
                    );
                    self.wrong(ways.at, told);
                }
                Some(Order::Choice(u16::try_from(place).ok()?, all))
            }
            ("ByOption", _) => {
                let right = "`ByOption(\"option\", { \"typed\": Initiative, \"list\": Listed })`";
                self.wrong(node.at, format!("write {right}"));
                None
            }
            (
                head @ ("Initiative" | "Sides" | "Alternate" | "Popcorn" | "Spotlight" | "Ticks"
                | "Cards"),
                _,
            ) => {
                let empty = matches!(node.shape, Shape::Plain(_));
                if let Shape::Tuple(..) = node.shape {
                    let example = keywords::example(head, Part::Order).unwrap_or_default();
                    let example = example.strip_prefix("order: ").unwrap_or(example);
                    let told = format!("write each value with its name, such as `{example}`");
                    self.wrong(node.at, told);
                    return None;
                }
                let mut fields = if empty {
                    None
                } else {
                    Some(self.reading.record(node)?)
                };
                let order = self.order_of(head, fields.as_mut());
                if let Some(fields) = fields {
                    let part = match head {
                        "Initiative" => Part::Initiative,
                        "Sides" => Part::Sides,
                        "Alternate" => Part::Alternate,
                        "Popcorn" => Part::Popcorn,
                        "Spotlight" => Part::Spotlight,
                        "Ticks" => Part::Ticks,
                        _ => Part::Cards,
                    };
                    self.finish(fields, part);
                }
                order
            }
            _ => {
                self.unknown_word(node, "order", &keywords::of(Part::Order));
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
            "Popcorn" | "Alternate" => take("first"),
            "Ticks" => take("start"),
            "Initiative" | "Sides" => take("dice"),
            _ => None,
        };
        let at = dice.map(|node| node.at);
        let next = match head {
            "Popcorn" | "Alternate" | "Spotlight" | "Sides" => take("next"),
            _ => None,
        };
        let next = next.and_then(|node| self.sum(node, Kind::Number));
        let dice = dice.and_then(|node| self.throw(node));
        let each = [("Round", true), ("Fight", false)];
        match head {
            "Initiative" => {
                let each_round = take("reroll").and_then(|node| self.word_of(node, &each));
                let low = take("lowest_first").and_then(|node| self.reading.flag(node));
                let ties = take("ties").and_then(|node| self.sum(node, Kind::Number));
                let together = take("grouped").and_then(|node| self.sum(node, Kind::Flag));
                let any = take("any_number");
                let any_number = any.and_then(|node| self.reading.flag(node));
                if let (Some(node), None) = (any, at) {
                    self.wrong(
                        node.at,
                        "`any_number` has no effect without `dice`: add `dice`, or remove `any_number`",
                    );
                }
                Some(Order::Numbers(Numbers {
                    dice,
                    each_round: each_round.unwrap_or(false),
                    low: low.unwrap_or(false),
                    ties,
                    together,
                    any_number: any_number.unwrap_or(false),
                }))
            }
            "Ticks" => {
                let all = [
                    ("Waiting", Ties::Waiting),
                    ("Players", Ties::Players),
                    ("Simultaneous", Ties::Together),
                ];
                let ties = take("ties").and_then(|node| self.word_of(node, &all));
                let round =
                    take("ticks_per_round").and_then(|node| self.int_within(node, 1, 1_000));
                Some(Order::Ticks(Ticks {
                    start: Numbers {
                        dice,
                        each_round: false,
                        low: true,
                        ties: None,
                        together: None,
                        any_number: false,
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
                let together = take("grouped").and_then(|node| self.sum(node, Kind::Flag));
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
                        any_number: false,
                    },
                }))
            }
            "Spotlight" => {
                let who = take("who").and_then(|node| self.side(node));
                Some(Order::Spotlight(who.unwrap_or(Side::All), next))
            }
            "Alternate" => {
                let reroll = take("reroll");
                let each_round = reroll.and_then(|node| self.word_of(node, &each));
                if let (Some(node), None) = (reroll, at) {
                    self.wrong(
                        node.at,
                        "`reroll` has no effect without `first`: add `first`, or remove `reroll`",
                    );
                }
                Some(Order::Alternate {
                    first: dice,
                    each_round: each_round.unwrap_or(false),
                    next,
                })
            }
            "Sides" => {
                let all = [("Players", false), ("Simultaneous", true)];
                let together = take("ties").and_then(|node| self.word_of(node, &all));
                let phases = take("phases").map_or_else(Vec::new, |node| self.phases_in(node));
                let all = [("Sides", false), ("Phases", true)];
                let by_phase = take("outer").and_then(|node| self.word_of(node, &all));
                let each_round = take("reroll").and_then(|node| self.word_of(node, &each));
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
                    next,
                }))
            }
            _ => {
                let by = take("by").and_then(|node| self.sum(node, Kind::Flag));
                if dice.is_none() && at.is_none() {
                    self.wrong(
                        Default::default(),
                        "`Popcorn` needs `first`, such as `Popcorn(first: \"d20\")`",
                    );
                }
                Some(Order::Picked {
                    first: dice?,
                    by,
                    next,
                })
            }
        }
    }

    /// Reads the phases of a round by sides.
    fn phases_in(&mut self, node: &Node<'_>) -> Vec<&'static str> {
        let mut all: Vec<&'static str> = Vec::new();
        for node in self.reading.list(node) {
            let Some(name) = self.reading.name(node) else {
                continue;
            };
            if all.contains(&name.as_str()) {
                self.wrong(node.at, "a phase can appear only once in a round")
            } else {
                let phase = keep(&name);
                all.push(phase);
                if !self.phases.contains(&phase) {
                    self.phases.push(phase);
                    self.phases_at.push(node.at);
                }
            }
        }
        all
    }

    /// Reports phases in which no action happens, so that no combatant ever has a turn in them.
    pub fn empty_phases(&mut self, actions: &[Action]) {
        let has = |phase: &str| {
            let mut all = actions.iter();
            all.any(|action| !action.part_only && action.phase == Some(phase))
        };
        let phases: Vec<_> = self.phases.iter().zip(&self.phases_at).collect();
        let empty = phases.iter().filter(|(phase, _)| !has(phase));
        let empty: Vec<(Span, String)> = empty
            .map(|(phase, at)| {
                let told = format!(
                    "no action happens in the phase `{phase}`, so the phase never comes: add an action with \
                     `phase: \"{phase}\"`, or remove the phase"
                );
                (**at, told)
            })
            .collect();
        for (at, told) in empty {
            self.wrong(at, told);
        }
    }
}
