//! System as read from its file and validated: every name is resolved, and every expression is parsed.
//!
//! A system lives as long as the program, and so do the texts and lists read from its file ([`keep`]).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::encounter::Combatant;
use crate::resolver::{Degrees, Natural};
use crate::values::{Cell, Fields, Row, Schema, Spec, Value};

use super::coverage::Coverage;
use super::sums::sum::{Column, Found, Kind, Look, Names, Sum, Who};
use super::sums::throw::Throw;

/// List on the sheet, and the place of each of [`Names::columns`] in its rows.
pub type Columns = (&'static Fields, Vec<Option<usize>>);

/// Condition that ends when its expression no longer holds: key, position among the conditions, and expression.
pub type Lapsing = (&'static str, usize, &'static Sum);

/// Key of the condition of a combatant without hit points.
pub const DOWN: &str = "down";
/// Key of the condition of a dead combatant, who takes part in no later fight.
pub const DEAD: &str = "dead";
/// Key of the condition of a combatant who has left the fight.
pub const FLED: &str = "fled";
/// Outcome of a test that succeeds.
pub const PASSED: &str = "passed";
/// Outcome of a test that fails.
pub const FAILED: &str = "failed";

/// Keeps a text for as long as the program runs.
pub fn keep(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Keeps a list for as long as the program runs.
pub fn keep_all<T>(all: Vec<T>) -> &'static [T] {
    Vec::leak(all)
}

#[derive(Debug)]
pub struct Model {
    /// Key of the system in saves: the name of its folder.
    pub key: &'static str,
    /// Name on the screen.
    pub name: &'static str,
    /// Author, version and licence; "" if the file does not give them.
    pub credits: String,
    /// Fields, conditions, triggers, options and parts.
    pub schema: Schema,
    /// Names that expressions can use.
    pub names: Names,
    /// Fields visible to opponents, by index, with the letters before their values in a row.
    pub shown: Vec<(u16, &'static str)>,
    /// Texts that a combatant's row shows, with numbers of the sheet.
    pub status: Vec<Status>,
    /// Texts that a form shows for the rows of a list, by the index of the list.
    pub rows: Vec<(u16, Vec<Status>)>,
    /// Fields that count hit points. The first field whose expression holds is used.
    pub tracks: Vec<Track>,
    pub pools: Vec<Pool>,
    /// Fields whose values are shared by all combatants of a side.
    pub shared: Vec<u16>,
    /// Numbers of the whole scene, such as a clock.
    pub scene: Vec<SceneNumber>,
    /// Fields that are reset automatically, by index, with the time of the reset.
    pub kept: Vec<(u16, Kept)>,
    /// Values of these fields after the reset; computed once.
    pub resets: OnceLock<Vec<(u16, Kept, Reset)>>,
    /// Conditions, including the built-in ones.
    pub conditions: Vec<Condition>,
    /// Modifiers that apply regardless of conditions.
    pub always: Vec<Gives>,
    /// True if an effect of the system sets how long a condition lasts.
    pub has_terms: bool,
    /// True if a rule reads the results of single dice, so that a total is not enough.
    pub reads_dice: bool,
    /// True if a modifier adds dice.
    pub gives_dice: bool,
    /// Flag for each field, by index: true if any modifier changes the field.
    pub given: Vec<bool>,
    /// Conditions that reduce maximum hit points; computed once.
    pub lowers_life: OnceLock<Vec<&'static str>>,
    /// Conditions that end when their expression no longer holds; computed once.
    pub lapsing: OnceLock<Vec<Lapsing>>,
    /// Columns of each list on the sheet; computed once.
    pub columns: OnceLock<Vec<Columns>>,
    /// Keys of the conditions that bring each condition, by its index: the condition itself, and all that include it;
    /// computed once.
    pub brought_by: OnceLock<Vec<Vec<&'static str>>>,
    /// Keys of the conditions that take a combatant out of the fight, and of all that include one; computed once.
    pub outs: OnceLock<Vec<&'static str>>,
    /// Indexes of the conditions that prevent spending each slot; computed once.
    pub forbid: OnceLock<Vec<Vec<usize>>>,
    /// Position of each condition by its key; computed once.
    pub by_key: OnceLock<BTreeMap<&'static str, usize>>,
    /// Attacks of the system and the effect of conditions on them; computed once.
    pub attacks: OnceLock<Attacks>,
    pub tests: Vec<Test>,
    pub order: Order,
    /// Resources of a turn, with their amounts.
    pub slots: Vec<(&'static str, Sum)>,
    /// Actions of a turn.
    pub actions: Vec<Action>,
    /// Reactions to another combatant's attack.
    pub reactions: Vec<Reaction>,
    /// Automatic steps of the game.
    pub steps: Vec<GameStep>,
    /// Offers after a fight.
    pub after: Vec<After>,
    /// Named lists of effects.
    pub pieces: Vec<Piece>,
    /// Parts of the system that can run, and a record of the parts that have run.
    pub coverage: Coverage,
    /// Adjustments of damage before it is applied to the target.
    pub damage: Damage,
    /// Formula for a fight's difficulty, if the rulebook has one.
    pub difficulty: Option<Difficulty>,
    /// Expression that holds for combatants who have a turn although they are down.
    pub turns: Option<Sum>,
    /// Expression that holds for combatants who are down and may get up again.
    pub may_get_up: Option<Sum>,
    /// Derived fields, which are computed if the file gives no value.
    pub worked_out: Vec<(u16, Sum)>,
    /// Rules written in Lua.
    pub rules: Option<Rules>,
}

/// Attacks of a system, and the effect of each condition on them. Tactics read it often, so it is computed once.
#[derive(Clone, Debug, Default)]
pub struct Attacks {
    /// Slots that the first attack of the file costs.
    pub slots: Vec<usize>,
    /// Conditions of the attacker that the requirements of the first attack exclude.
    pub barred: Vec<&'static str>,
    /// Conditions that prevent the first attack on the combatant who caused them.
    pub spares: Vec<&'static str>,
    /// Names and kinds of the attack rolls.
    pub rolls: Vec<(&'static str, &'static str)>,
    /// Names and kinds of the tests that the target rolls.
    pub saves: Vec<(&'static str, &'static str)>,
    /// Fields of the defender, such as AC, that attack rolls use in their target numbers.
    pub defences: Vec<u16>,
    /// Conditions that their bearer can end with an action, each with true if that action costs the slot of an attack.
    pub freed: Vec<(&'static str, bool)>,
    /// Effect of each condition, by the index of the condition.
    pub hindrances: Vec<Hindrance>,
}

/// Effect of a condition on attacks by its bearer and against its bearer, without the conditions that it includes.
#[derive(Clone, Debug, Default)]
pub struct Hindrance {
    /// Fixed change of the bearer's attacks as a share of the usual hits: -1 if the condition prevents attacks.
    pub own: f64,
    /// Fixed change of attacks against the bearer, as a share of the usual hits.
    pub against: f64,
    /// Modifiers that depend on the fight, with their weights in `own` and in `against`.
    pub varying: Vec<(&'static Gives, f64, f64)>,
    /// True if the condition prevents only attacks on the combatant who caused it.
    pub spares: bool,
    /// True if the bearer can end the condition in their own turn and still attack, so that it does not reduce their
    /// attacks.
    pub keeps: bool,
    /// Number of turns in which the condition counts, according to its declaration.
    pub turns: f64,
    /// Indexes of the condition itself and of the conditions that it includes, if they have an effect. Empty for a
    /// condition without effect on attacks.
    pub parts: Vec<usize>,
}

/// Adjustments of damage before it is applied to the target.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    /// Keywords of the damage types.
    pub kinds: Vec<&'static str>,
    /// Expression that holds if the target takes no damage.
    pub none: Option<Sum>,
    /// Expression that holds if the target takes half of the damage, rounded down.
    pub half: Option<Sum>,
    /// Expression that holds if the target takes double damage.
    pub double: Option<Sum>,
    /// Field that loses points before the hit points do.
    pub first: Option<u16>,
}

/// Formula for a fight's difficulty. It compares the worth of the foes with a budget to which each player character
/// adds.
#[derive(Clone, Debug)]
pub struct Difficulty {
    /// Name of the formula.
    pub label: &'static str,
    /// Unit of the numbers.
    pub unit: &'static str,
    /// Worth of a foe of the player characters.
    pub worth: Sum,
    /// Names of the levels, the easiest first, each with the budget that a player character adds.
    pub levels: Vec<(&'static str, Sum)>,
    /// Name of a difficulty beyond the last level.
    pub beyond: &'static str,
}

/// Functions of the file `rules.lua`.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Name of the file in error messages.
    pub name: String,
    /// Source code for Lua.
    pub code: &'static str,
    /// Function names, each with its line.
    pub functions: Vec<(&'static str, u32)>,
    /// Keys of choices, each with the keys of its options and their action keys.
    pub answers: Vec<(&'static str, &'static [(&'static str, char)])>,
    /// Functions with code on a line, by line number.
    pub lines: BTreeMap<u32, Vec<OnLine>>,
}

/// Function of `rules.lua` on a line.
#[derive(Clone, Debug)]
pub struct OnLine {
    pub function: &'static str,
    /// Index of the line in the [`Coverage`].
    pub spot: usize,
    /// Index of the function in the [`Coverage`].
    pub whole: usize,
}

impl Rules {
    /// Returns the line of a function.
    pub fn line_of(&self, name: &str) -> Option<u32> {
        let mut all = self.functions.iter();
        all.find(|(function, _)| *function == name)
            .map(|(_, line)| *line)
    }

    /// Records that a line has run. If several functions share the line, records the line for the named function, or
    /// for any of these functions if the name is unknown.
    pub fn ran(&self, coverage: &Coverage, line: u32, function: &dyn Fn() -> Option<String>) {
        let all = self.lines.get(&line).map_or(&[][..], Vec::as_slice);
        let name = (all.len() > 1).then(function).flatten();
        let is = |one: &OnLine| name.as_deref() == Some(one.function);
        let known = all.iter().any(is);
        for one in all.iter().filter(|one| !known || is(one)) {
            coverage.mark(one.spot);
            coverage.mark(one.whole);
        }
    }

    /// Returns true if the answers of a choice are in the file.
    pub fn asks(&self, key: &str) -> bool {
        self.answers.iter().any(|(asked, _)| *asked == key)
    }
}

/// Field that counts hit points down to 0, or damage up to a maximum.
#[derive(Clone, Debug)]
pub struct Track {
    pub field: u16,
    /// Maximum of the track.
    pub most: Most,
    /// True if the track counts damage up instead of hit points down.
    pub up: bool,
    /// Expression that must be true for the fight to use this track. The expression reads only the options of the
    /// fight.
    pub when: Option<Sum>,
}

/// Maximum of a track or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// Value of this field.
    Field(u16),
    Fixed(i64),
}

/// Field with points that can be spent.
#[derive(Clone, Debug)]
pub struct Pool {
    pub field: u16,
    /// Maximum of the field.
    pub most: Most,
}

/// Number of the whole scene, which no combatant owns.
#[derive(Clone, Debug)]
pub struct SceneNumber {
    pub key: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    pub least: i64,
    pub most: i64,
    /// Value at the start of the fight.
    pub default: i64,
    /// True if the file gives a maximum, which the screen shows.
    pub bounded: bool,
}

impl SceneNumber {
    /// Returns the maximum for texts, such as " of 6"; "" if the file gives none.
    pub fn of(&self) -> String {
        if self.bounded {
            format!(" of {}", self.most)
        } else {
            String::new()
        }
    }
}

/// Way in which a condition takes its bearer out of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// The bearer stays in the scene, for example as a prisoner.
    Defeated,
    /// The bearer has left.
    Fled,
}

/// Time for which a field keeps the value that a rule stores in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Until the bearer's next turn begins.
    Turn,
    /// Until the round ends.
    Round,
    /// Until the fight ends.
    Fight,
}

/// Value of a field after a reset.
#[derive(Clone, Debug)]
pub enum Reset {
    /// Maximum of a pool.
    Most(Most),
    /// Default that depends on other fields.
    Sum(Sum),
    Fixed(Cell),
}

/// Temporary condition of a combatant.
#[derive(Clone, Debug)]
pub struct Condition {
    pub key: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    /// Triggers that end the condition automatically.
    pub ends: Vec<Ending>,
    /// Modifiers that the condition gives.
    pub gives: Vec<Gives>,
    /// Slots that cannot be spent.
    pub forbids: Vec<usize>,
    /// Conditions that this condition includes.
    pub also: Vec<&'static str>,
    /// Expression that must hold; otherwise the condition ends.
    pub holds: Option<Sum>,
    /// Maximum number of levels.
    pub levels: i64,
    /// Way in which the condition takes its bearer out of the fight, if it does.
    pub out: Option<Out>,
    /// True if the condition's modifiers read the row that caused it.
    pub reads_cause: bool,
}

/// Trigger that ends a condition automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Start of the bearer's next turn.
    TurnBegins,
    /// End of the bearer's turn.
    TurnEnds,
    /// Start of the giver's next turn.
    GiverTurnBegins,
    /// End of the giver's turn.
    GiverTurnEnds,
    /// End of a number of rounds, including the current round.
    Rounds(u32),
    FightEnds,
    /// End of the attack that caused the condition.
    ThisBlow,
    /// Next roll of a test, by the name or kind of the test.
    NextThrow(&'static str),
    /// Number of ticks on the clock.
    Ticks(i64),
    /// Test that ends the condition if the bearer passes it: index of the test, point of the turn or round, and index
    /// in the coverage.
    Test(usize, Point, usize),
}

/// Modifier of a number or a roll.
#[derive(Clone, Debug)]
pub struct Gives {
    /// Number or roll that is modified.
    pub to: To,
    /// True if the modifier applies to rolls against the bearer, not to the bearer's own rolls.
    pub against: bool,
    /// Effect of the modifier.
    pub gift: Gift,
    pub when: Option<Sum>,
    /// Label, if it differs from the modifier's source.
    pub label: &'static str,
}

impl Gives {
    /// Returns true if the modifier reads the row that caused its condition.
    pub fn reads_cause(&self) -> bool {
        let gift = match &self.gift {
            Gift::Plus(sum) | Gift::Edge(sum) => sum.is_of_cause(),
            Gift::Dice(dice) => dice.is_of_cause(),
            Gift::Decides(_) => false,
        };
        gift || self.when.as_ref().is_some_and(Sum::is_of_cause)
    }
}

/// Effect on a number or a roll.
#[derive(Clone, Debug)]
pub enum Gift {
    /// Bonus or penalty of this value.
    Plus(Sum),
    /// Advantage (above 0) or disadvantage (below 0): one more die, of which the better or worse counts.
    Edge(Sum),
    /// Automatic outcome without a roll.
    Decides(&'static str),
    /// Dice that are rolled and added.
    Dice(Throw),
}

/// Number or roll that a modifier changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Field(u16),
    /// Single test of this name.
    Test(&'static str),
    /// All tests of this kind.
    Kind(&'static str),
}

#[derive(Clone, Debug)]
pub struct Test {
    pub key: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    /// Kind of the test; "" if the test has none.
    pub kind: &'static str,
    pub thrower: Who,
    pub dice: Throw,
    /// Bonuses of the roll, with labels.
    pub plus: Vec<(&'static str, Sum)>,
    /// Expressions for advantage (above 0) or disadvantage (below 0), with labels.
    pub edge: Vec<(&'static str, Sum)>,
    /// Target number or opposing roll of the test.
    pub goal: Goal,
    /// Keywords of the outcomes, the best first.
    pub outcomes: Vec<&'static str>,
    /// Outcomes by margin or by total, in the order of their keywords, with the natural results that change them. A
    /// test without such outcomes only passes or fails.
    pub degrees: Degrees,
    /// Natural results that decide a test without outcomes by margin, each with its text for the log, or "". The first
    /// entry that matches counts.
    pub naturals: Vec<(u32, Natural, &'static str)>,
    /// Name of the DC when the GM calls for the test, and its default.
    pub called: Option<(&'static str, i64)>,
    /// Margin for each raise.
    pub raise: Option<i64>,
    /// Log texts for success and failure.
    pub words: (&'static str, &'static str),
}

/// Target number or opposing roll of a test.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Only the total counts; there is no target number.
    None,
    /// Succeeds if the total is at least this value, shown under this name.
    Reaches(Sum, &'static str),
    AtMost(Sum, &'static str),
    /// Succeeds if the total is higher than the opposing roll.
    Beats(Throw, Vec<(&'static str, Sum)>),
}

impl Test {
    /// Returns the index of an outcome by its keyword.
    pub fn outcome(&self, key: &str) -> Option<usize> {
        self.outcomes.iter().position(|one| *one == key)
    }

    /// Returns true if an outcome counts as passed: an outcome that reaches the target number, or the best outcome of a
    /// test without a target number.
    pub fn passes(&self, outcome: &str) -> bool {
        let Some(nth) = self.outcome(outcome) else {
            return outcome == PASSED;
        };
        match (&self.goal, self.degrees.steps.get(nth)) {
            (_, None) | (Goal::None, _) => nth == 0,
            (_, Some((least, _))) => *least >= 0,
        }
    }

    /// Returns true if the test refers to the target.
    pub fn is_of_target(&self) -> bool {
        let goal = match &self.goal {
            Goal::None => false,
            Goal::Reaches(sum, _) | Goal::AtMost(sum, _) => sum.is_of_target(),
            Goal::Beats(dice, plus) => {
                dice.is_of_target() || plus.iter().any(|(_, sum)| sum.is_of_target())
            }
        };
        let mut sums = self.plus.iter().chain(&self.edge);
        goal || self.dice.is_of_target() || sums.any(|(_, sum)| sum.is_of_target())
    }

    /// Returns the reason why the test cannot end a condition of its bearer; `None` if it can.
    pub fn no_end(&self) -> Option<&'static str> {
        let is_alone = self.thrower != Who::Target;
        if self.outcomes.iter().all(|outcome| self.passes(outcome)) {
            Some("it cannot fail. Add `at_least`, `at_most` or `outcomes`")
        } else if is_alone && (self.is_of_target() || matches!(self.goal, Goal::Beats(..))) {
            Some(
                "the bearer rolls without a target. Write `roller: Target`: then the bearer is the target, and the source is `self`",
            )
        } else {
            None
        }
    }

    /// Returns the name of an outcome in the log.
    pub fn name_of(&self, outcome: &str) -> String {
        match outcome {
            PASSED => self.words.0.to_owned(),
            FAILED => self.words.1.to_owned(),
            other => other.replace('_', " "),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Order {
    Numbers(Numbers),
    /// Initiative of whole sides.
    Sides(Sides),
    /// Alternating turns: the sides act in turn, one combatant at a time.
    Alternate {
        /// Roll of the sides for the first turn; without it, the first side of the fight begins.
        first: Option<Throw>,
        /// True if the sides roll each round.
        each_round: bool,
        /// Value of a combatant. The combatants of a side who have the highest value act next.
        next: Option<Sum>,
    },
    /// Order in which the combatant who has acted picks the next.
    Picked {
        /// Roll of the sides for the first pick.
        first: Throw,
        /// Expression for the combatant who rolls for a side: the first combatant for whom it holds.
        by: Option<Sum>,
        /// Value of a combatant. Only the combatants with the highest value can be picked.
        next: Option<Sum>,
    },
    /// Order of the roster.
    AsListed,
    /// Spotlight: the GM chooses the next combatant from these sides, among the combatants with the highest value.
    Spotlight(Side, Option<Sum>),
    /// Order in which the combatant on the lowest tick acts.
    Ticks(Ticks),
    Cards(Cards),
    /// Order chosen by an option of the fight: the option's keywords, each with an order.
    Choice(u16, Vec<(&'static str, Order)>),
}

impl Order {
    /// Returns the value by which the next combatant is chosen, if the order has one.
    pub fn next(&self) -> Option<&Sum> {
        match self {
            Order::Alternate { next, .. }
            | Order::Picked { next, .. }
            | Order::Spotlight(_, next)
            | Order::Sides(Sides { next, .. }) => next.as_ref(),
            _ => None,
        }
    }
}

/// Order by an initiative number for each combatant.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Dice of the roll; without dice, Affray asks for the number.
    pub dice: Option<Throw>,
    /// True if initiative is rolled each round.
    pub each_round: bool,
    /// True if the lowest number acts first.
    pub low: bool,
    /// Tie breaker: the higher value comes first.
    pub ties: Option<Sum>,
    /// Expression that holds for combatants who share a roll with other combatants of the same name.
    pub together: Option<Sum>,
    /// True if a typed number above every total of the dice counts.
    pub any_number: bool,
}

/// Initiative order of whole sides.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Dice rolled for a side.
    pub dice: Throw,
    /// True if the sides roll each round.
    pub each_round: bool,
    /// True if sides with the same number act simultaneously; otherwise players act first.
    pub together: bool,
    /// Phases of a side, in order; "" if a side has no phases.
    pub phases: Vec<&'static str>,
    /// True if all sides have a phase before the next phase begins.
    pub by_phase: bool,
    /// Value of a combatant. The combatants of a side who have the highest value act next.
    pub next: Option<Sum>,
}

/// Initiative order by playing cards.
#[derive(Clone, Debug)]
pub struct Cards {
    /// Number of cards in the deck: 52, or 54 with two jokers.
    pub deck: i64,
    /// True if the deck is shuffled each round; false if only after a joker.
    pub each_round: bool,
    /// Effects for a combatant who is dealt a joker.
    pub joker: Vec<Placed>,
    /// Expression that holds if the players use real cards, whose values the GM types.
    pub typed: Option<Sum>,
    /// Initiative order by the cards, the highest first. Combatants who share a card share a place in the order.
    pub numbers: Numbers,
}

/// Initiative order by ticks of a clock.
#[derive(Clone, Debug)]
pub struct Ticks {
    /// Tick on which a combatant begins.
    pub start: Numbers,
    /// Order of combatants on the same tick.
    pub ties: Ties,
    /// Number of ticks in a round, for durations in rounds.
    pub round: i64,
}

/// Order of combatants whose turn comes at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Combatant who has waited longest acts first.
    Waiting,
    /// Players act before enemies.
    Players,
    /// Simultaneous turns: a combatant who goes down still acts.
    Together,
}

/// Possible targets of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Only the acting combatant.
    Me,
    /// Combatant of another side.
    Foe,
    /// Another combatant of the same side.
    Ally,
    Other,
    /// Any combatant, including the acting one.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purse {
    /// Resource of the turn.
    Slot(usize),
    Field(u16),
    /// Column of the row (spell, weapon) with which the action is performed.
    Row(Column),
    /// Ticks of the initiative order.
    Ticks,
}

/// Requirement, and the reason to show if it does not hold.
#[derive(Clone, Debug)]
pub struct Need {
    /// Expression that must hold.
    pub sum: Sum,
    pub why: &'static str,
    /// True if Affray hides an action whose requirement does not hold; otherwise Affray shows the action with the
    /// reason.
    pub silent: bool,
}

/// List on the sheet with the means of an action, such as weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct With {
    /// Index of the list on the sheet.
    pub field: u16,
    /// Label of a row of the list.
    pub label: &'static str,
    /// True if the action is also possible without any row.
    pub maybe: bool,
}

/// Action that a combatant can take in a turn.
#[derive(Clone, Debug)]
pub struct Action {
    pub key: &'static str,
    /// Index in the coverage.
    pub spot: usize,
    /// Label on the screen.
    pub label: &'static str,
    /// Help text of one line.
    pub help: &'static str,
    pub capital: char,
    /// Ids of the rules that the action implements.
    pub rules: &'static str,
    pub costs: Vec<(Purse, Sum)>,
    /// Possible targets of the action.
    pub aim: Aim,
    /// Maximum number of targets.
    pub targets: Option<Sum>,
    /// Expression that holds for the default targets.
    pub usual: Option<Sum>,
    /// True if the targets are resolved one after the other even though all rolls could be made together.
    pub apart: bool,
    /// List on the sheet from which the action takes its weapon or other means.
    pub with: Option<With>,
    /// Further questions of the action's form.
    pub asks: Fields,
    /// Action keys of the questions; ' ' for none.
    pub asks_capitals: Vec<char>,
    /// Expression for each question: Affray asks the question if the expression holds; `None` to ask always.
    pub asks_when: Vec<Option<Sum>>,
    /// Lowest number of each question, if an expression gives it.
    pub asks_least: Vec<Option<Sum>>,
    /// Default answers to the questions; created once.
    pub unasked: OnceLock<Row>,
    /// True if the action may harm its target; computed once.
    pub strikes: OnceLock<bool>,
    /// True if the action heals others and harms no combatant; computed once.
    pub mends: OnceLock<bool>,
    /// True if only reactions and automatic steps perform the action, with targets of their own choice; computed once.
    pub called: OnceLock<bool>,
    /// True if the tactics of automatic combatants can value the action's effects; computed once.
    pub promises: OnceLock<bool>,
    /// True if the action is only possible as part of another action, by `Perform`.
    pub part_only: bool,
    /// Requirements of the action.
    pub needs: Vec<Need>,
    pub test: Option<Called>,
    /// Effects of each outcome of the test.
    pub on: Vec<(&'static str, Vec<Placed>)>,
    /// Effects that happen once, before the effects for each target.
    pub begins: Vec<Placed>,
    /// Effects without a test.
    pub does: Vec<Placed>,
    /// Log text, with `{self}`, `{target}` and `{with}`.
    pub says: &'static str,
    /// Value for automatic combatants in points of damage; without it, the value follows from the effects.
    pub worth: Option<Sum>,
    /// True if the action is also possible outside the combatant's turn while the combatant is up.
    pub any_time: bool,
    /// Label of the submenu that contains the action.
    pub list: Option<&'static str>,
    /// True if the action is in the GM's menu instead of the menu of the turn.
    pub gm_menu: bool,
    /// Phase of the round in which the action happens.
    pub phase: Option<&'static str>,
    /// True if the action is declared before the order is rolled.
    pub declared: bool,
    /// Delay of the action, in ticks or in turns of the acting combatant.
    pub takes: Option<Sum>,
    /// Rule by which the delayed action is lost if the combatant is hurt first.
    pub spoiled: Option<Spoiled>,
}

impl Action {
    /// Returns the default answers to the further questions; `None` without questions.
    pub fn unasked(&'static self) -> Option<Row> {
        let unasked = || Row::new(&self.asks);
        (!self.asks.is_empty()).then(|| self.unasked.get_or_init(unasked).clone())
    }
}

/// Rule by which a delayed action is lost when its combatant is hurt.
#[derive(Clone, Debug)]
pub enum Spoiled {
    Always,
    /// Lost unless this test succeeds.
    Unless(Called),
}

/// Test that is rolled: a fixed test, or a test that an expression names.
#[derive(Clone, Debug)]
pub enum Called {
    Fixed(usize),
    /// Test whose name is the value of an expression.
    Sum(Sum),
}

/// Time of a reaction within an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Aimed,
    /// After the attack roll.
    Thrown,
    Hurting,
    /// After the target has taken the damage.
    Hurt,
    /// At the effect `React`.
    Called,
}

/// Result that counts after a reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Better of both rolls.
    Best,
    New,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Once {
    /// True for a limit of once per fight; false for once per round.
    pub fight: bool,
    /// Combatants who share the limit.
    pub of: OnceOf,
}

/// Combatants who share a limit of once per round or once per fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceOf {
    /// Each combatant has its own limit.
    One,
    Side,
    All,
}

/// Reaction to another combatant's attack or roll.
#[derive(Clone, Debug)]
pub struct Reaction {
    pub key: &'static str,
    /// Index in the coverage.
    pub spot: usize,
    /// Label on the screen.
    pub label: &'static str,
    /// Question that offers the reaction; "" for the default question, which contains the label.
    pub question: &'static str,
    /// First sentence of the reaction in the log; "" for the default sentence, which contains the label.
    pub says: &'static str,
    pub at: Moment,
    /// Relation of the attack's target, or of the combatant who rolls, to the reacting combatant.
    pub aim: Aim,
    /// True for a reaction to a roll of any test, instead of to an attack.
    pub of_throw: bool,
    /// True if the reaction happens without a question.
    pub automatic: bool,
    /// Requirement of the reaction.
    pub when: Option<Sum>,
    pub costs: Vec<(Purse, Sum)>,
    pub once: Option<Once>,
    pub test: Option<Called>,
    /// Effects of each outcome of the test.
    pub on: Vec<(&'static str, Vec<Placed>)>,
    /// Effects without a test.
    pub does: Vec<Placed>,
    /// Value for automatic combatants, who react if it is above 0; without it, they react by their tactics.
    pub worth: Option<Sum>,
}

/// Time of an automatic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Start of the fight.
    FightBegins,
    /// Start of a round.
    RoundBegins,
    /// Start of a combatant's turn.
    TurnBegins,
    /// End of a combatant's turn.
    TurnEnds,
    /// End of a round.
    RoundEnds,
    /// Time at which a combatant goes down.
    Falls,
    /// Time at which a combatant gets up again.
    Rises,
    /// Time after a combatant has taken damage.
    Hurt,
    /// Time at which another combatant of the side goes down.
    SideLoses,
    /// Time after the turns of all combatants on this count, in an order by numbers.
    Count(i64),
}

/// Sides of the fight to which a part of the system applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    All,
    /// Sides that players run.
    Players,
    Foes,
}

/// Automatic step of the game.
#[derive(Clone, Debug)]
pub struct GameStep {
    pub key: &'static str,
    /// Index in the coverage.
    pub spot: usize,
    /// Label on the screen.
    pub label: &'static str,
    pub at: Point,
    pub who: Side,
    /// True if the step happens once for each side, for the side's first combatant who meets the requirement.
    pub per_side: bool,
    /// Requirement for each combatant.
    pub when: Option<Sum>,
    pub once: Option<Once>,
    /// Condition that a combatant must have, if the step ends a condition.
    pub condition: Option<&'static str>,
    pub does: Vec<Placed>,
}

/// Offer after a fight.
#[derive(Clone, Debug)]
pub struct After {
    pub key: &'static str,
    /// Index in the coverage.
    pub spot: usize,
    /// Label on the screen.
    pub label: &'static str,
    /// Help text of one line.
    pub help: &'static str,
    pub capital: char,
    /// Ids of the rules that the offer implements.
    pub rules: &'static str,
    pub when: Option<Sum>,
    /// Effects for each combatant.
    pub does: Vec<Placed>,
}

/// Amount of damage or healing.
#[derive(Clone, Debug)]
pub enum Amount {
    /// Result of a dice roll.
    Dice(Throw),
    Points(Sum),
    /// Number entered by the GM.
    Asked,
}

#[derive(Clone, Debug)]
pub struct Hurt {
    pub who: Who,
    /// Combatant who rolls the dice, or enters the amount.
    pub thrower: Who,
    pub amount: Amount,
    /// Number of times that the dice are rolled.
    pub throws: Option<Sum>,
    /// Reduction of the amount.
    pub less: Option<Sum>,
    /// Minimum amount after the reduction.
    pub least: Option<Sum>,
    /// Expression that holds if the amount is doubled before the reduction.
    pub doubled: Option<Sum>,
    /// Expression that holds if the amount is halved, rounded down.
    pub half: Option<Sum>,
    /// Expression that holds if the dice are rolled twice; bonuses are added once.
    pub twice: Option<Sum>,
    pub kind: Option<Sum>,
    /// True if all targets of an action share one roll.
    pub one_throw: bool,
    /// Field that receives healing instead of the hit points. The higher of the old and the new value counts; they are
    /// not added.
    pub into: Option<u16>,
    /// Label of the roll.
    pub label: &'static str,
}

/// Named list of effects.
#[derive(Clone, Debug)]
pub struct Piece {
    pub key: &'static str,
    /// Index in the coverage.
    pub spot: usize,
    pub does: Vec<Placed>,
}

/// Effect at its position in the file.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Index in the coverage.
    pub spot: usize,
    pub effect: Effect,
    /// True if the effect, or an effect in it, can have a value for tactics; computed once.
    pub counts: OnceLock<bool>,
    /// True if the effect, or an effect in it, performs another action on the target; computed once.
    pub performs: OnceLock<bool>,
}

/// Combatants who gain or lose a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    One(Who),
    /// All combatants of the side of `self` who are up.
    Side,
}

/// Condition named by an effect.
#[derive(Clone, Debug)]
pub enum Named {
    Fixed(&'static str),
    /// Condition whose name is the value of an expression. An unknown name means no condition.
    Sum(Sum),
}

/// Limits that an effect sets for a condition, in addition to the limits of its declaration.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Number of rounds, including the current one; 0 for no limit.
    pub rounds: Option<Sum>,
    /// Keyword of the turn with which the condition ends, one of [`UNTIL`].
    pub until: Option<Sum>,
    /// Test that the bearer rolls at the end of each of the bearer's turns.
    pub saved: Option<Called>,
    /// Test that frees the bearer, rolled at the effect `Escape`.
    pub freed: Option<Called>,
    /// Requirements that must continue to hold: "source.focused, self.held, source.up".
    pub holds: Option<Sum>,
    /// Tests, kinds of tests and actions of the bearer that end the condition, and "damage".
    pub breaks: Option<Sum>,
}

impl Terms {
    /// Returns true if there is any limit.
    pub fn limits(&self) -> bool {
        let tests = self.saved.is_some() || self.freed.is_some();
        let sums = [&self.rounds, &self.until, &self.holds, &self.breaks];
        tests || sums.iter().any(|sum| sum.is_some())
    }
}

/// Keywords of the turns with which a condition may end.
pub const UNTIL: [&str; 6] = [
    "turn_start",
    "turn_end",
    "next_turn_end",
    "source_turn_start",
    "source_turn_end",
    "source_next_turn_end",
];

/// Single effect, as read from the file.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Test, and the effects of each outcome.
    Test(Called, Vec<(&'static str, Vec<Placed>)>),
    /// Effects if an expression holds, and effects if it does not.
    If(Sum, Vec<Placed>, Vec<Placed>),
    /// Sets a field to the value of an expression.
    Set(Who, u16, Sum),
    /// Choice of one option: by the GM, or by the acting combatant.
    Choose {
        key: &'static str,
        /// True if the GM chooses, false if the acting combatant chooses.
        gm: bool,
        title: &'static str,
        /// Options of the choice.
        options: Vec<Way>,
    },
    /// Runs a named list of effects, by index.
    Do(usize),
    Harm(Hurt),
    Heal(Hurt),
    /// Gives combatants a condition, with additional limits and a number of levels.
    Gain(Whom, Named, Option<Box<Terms>>, Option<Sum>),
    /// Ends a condition, or removes a number of levels.
    Lose(Whom, Named, Option<Sum>),
    /// Test of the acting combatant that frees them from a condition.
    Escape,
    /// Effects that run a number of times.
    Repeat(Sum, Vec<Placed>),
    /// Moves a combatant to a neighbouring keyword of this field, or asks for a description of the move.
    Step(u16),
    /// Adds a line to the log, or asks for one if the text is a question or empty.
    Note(&'static str),
    /// Redirects the attack to another combatant.
    Retarget(Who),
    /// Reduces the damage of the current attack.
    Less(Sum),
    /// Rerolls the current roll.
    Reroll(Again),
    /// Delays a combatant by a number of ticks.
    Push(Who, Sum),
    /// Holds the turn of the combatant for later in the round.
    Hold,
    /// Calls a function of `rules.lua`; the flag is true if it harms a combatant.
    Lua(&'static str, bool),
    /// Runs the effects for each row of a list of the combatant, a number of times for each row.
    Each(u16, Sum, Vec<Placed>),
    /// Runs the effects for each combatant of a group, who is the target.
    Every(Aim, Vec<Placed>),
    /// Runs the effects as a single source of damage for the steps after damage.
    AsOne(Vec<Placed>),
    /// Sets a number of the whole scene.
    SetScene(u16, Sum),
    /// Sets a column of the row with which the action is performed.
    SetWith(Column, Sum),
    /// Performs an action as part of the current one, on a combatant if one is named. The expression is the name of the
    /// row with which the action is performed, if it is not the row of the current action.
    Act(&'static str, Option<Who>, Option<Sum>),
    /// Offers the reactions with this key.
    React(&'static str),
    /// Changes the outcome of the last roll.
    Outcome(&'static str),
}

impl Effect {
    /// Returns the lists of effects inside this effect. [`Effect::Do`] and [`Effect::Act`] refer to a routine and to an
    /// action, which are not inside.
    pub fn children(&self) -> impl Iterator<Item = &[Placed]> {
        let mut lists: [&[Placed]; 2] = [&[], &[]];
        let (mut outcomes, mut options): (&[(&str, Vec<Placed>)], &[Way]) = (&[], &[]);
        match self {
            Effect::Test(_, on) => outcomes = on,
            Effect::If(_, this, that) => lists = [this, that],
            Effect::Choose { options: all, .. } => options = all,
            Effect::Repeat(_, effects)
            | Effect::Each(_, _, effects)
            | Effect::Every(_, effects)
            | Effect::AsOne(effects) => lists[0] = effects,
            Effect::Set(..)
            | Effect::Do(_)
            | Effect::Harm(_)
            | Effect::Heal(_)
            | Effect::Gain(..)
            | Effect::Lose(..)
            | Effect::Escape
            | Effect::Step(_)
            | Effect::Note(_)
            | Effect::Retarget(_)
            | Effect::Less(_)
            | Effect::Reroll(_)
            | Effect::Push(..)
            | Effect::Hold
            | Effect::Lua(..)
            | Effect::SetWith(..)
            | Effect::SetScene(..)
            | Effect::Act(..)
            | Effect::React(_)
            | Effect::Outcome(_) => {}
        }
        let outcomes = outcomes.iter().map(|(_, effects)| effects.as_slice());
        let options = options.iter().map(|way| way.does.as_slice());
        lists.into_iter().chain(outcomes).chain(options)
    }
}

/// Returns the first result of `what` for these effects and all effects inside them, in the order of the file.
pub fn find_effect<'e, T>(
    effects: &'e [Placed],
    what: &mut dyn FnMut(&'e Effect) -> Option<T>,
) -> Option<T> {
    effects.iter().find_map(|placed| {
        let found = what(&placed.effect);
        found.or_else(|| {
            let mut within = placed.effect.children();
            within.find_map(|effects| find_effect(effects, what))
        })
    })
}

/// Returns true if at least one of these effects, or of the effects inside them, satisfies the condition.
pub fn any_effect<'e>(effects: &'e [Placed], mut what: impl FnMut(&'e Effect) -> bool) -> bool {
    find_effect(effects, &mut |effect| what(effect).then_some(())).is_some()
}

/// Text that a combatant's row or a row of a list shows, with values of the sheet, such as "8 temporary HP".
#[derive(Clone, Debug)]
pub struct Status {
    pub text: Vec<StatusText>,
    pub when: Option<Sum>,
    /// Further texts after this text. If further texts exist but are all hidden, the whole text is hidden.
    pub parts: Vec<Status>,
    /// True if the text follows the conditions of the row.
    pub last: bool,
}

/// Part of the text of a [`Status`].
#[derive(Clone, Debug)]
pub enum StatusText {
    Words(&'static str),
    /// Number, word or dice.
    Value(Sum),
}

/// Option of a choice.
#[derive(Clone, Debug)]
pub struct Way {
    pub key: &'static str,
    pub capital: char,
    pub text: &'static str,
    /// Requirement of the option.
    pub when: Option<Sum>,
    /// Value for automatic combatants in points of damage; without it, the value follows from the effects.
    pub worth: Option<Sum>,
    /// Lists whose rows the label names, each with the expression for the number that follows a row's name.
    pub rows: Vec<(u16, Sum)>,
    pub does: Vec<Placed>,
}

/// Returns the part of a choice's title after the names: "result?" for "{self} attacks {target}: result?".
pub fn question_of(title: &str) -> &str {
    let (_, after) = title.rsplit_once('}').unwrap_or(("", title));
    match after.trim_start_matches(|c: char| !c.is_alphanumeric()) {
        "" => title,
        question => question,
    }
}

impl Model {
    /// Returns the key of a field in rows.
    pub fn field(&self, place: u16) -> &'static str {
        self.names.fields[usize::from(place)].0
    }

    /// Returns the label of a field on the screen.
    pub fn label(&self, place: u16) -> &str {
        &self.schema.fields[usize::from(place)].label
    }

    /// Returns the keywords of a field with a fixed set of values; empty for other fields.
    pub fn words(&self, place: u16) -> &[String] {
        match &self.schema.fields[usize::from(place)].kind {
            Spec::Word(words) => words,
            _ => &[],
        }
    }

    /// Returns the condition with a key.
    pub fn condition(&self, key: &str) -> Option<&Condition> {
        self.condition_place(key)
            .map(|place| &self.conditions[place])
    }

    /// Returns the index of the condition with a key.
    pub fn condition_place(&self, key: &str) -> Option<usize> {
        let by_key = self.by_key.get_or_init(|| {
            let keys = self.conditions.iter().enumerate();
            keys.map(|(place, condition)| (condition.key, place))
                .collect()
        });
        by_key.get(key).copied()
    }

    /// Returns the test that is called; `None` if no test has the name.
    pub fn test(&self, called: &Called, look: &dyn Look) -> Option<&Test> {
        match called {
            Called::Fixed(place) => self.tests.get(*place),
            Called::Sum(sum) => match sum.find(look) {
                Found::Word(word) => self.tests.iter().find(|test| *test.key == *word),
                _ => None,
            },
        }
    }

    /// Returns true if a test is rolled at all, that is, if its name is not empty.
    pub fn throws(&self, called: &Called, look: &dyn Look) -> bool {
        match called {
            Called::Fixed(_) => true,
            Called::Sum(sum) => !matches!(sum.find(look), Found::Word(word) if word.is_empty()),
        }
    }

    /// Returns the conditions that modify the maximum hit points, or include a condition that does.
    pub fn lowers_life(&self) -> &[&'static str] {
        let found = || {
            let most = |track: &Track| match track.most {
                Most::Field(place) if !track.up => Some(To::Field(place)),
                _ => None,
            };
            let all: Vec<To> = self.tracks.iter().filter_map(most).collect();
            let takes = |one: &Condition| one.gives.iter().any(|gives| all.contains(&gives.to));
            let brings = |key: &&str| self.condition(key).is_some_and(takes);
            let lowers = |one: &&Condition| takes(one) || one.also.iter().any(brings);
            let lowers = self.conditions.iter().filter(lowers);
            lowers.map(|one| one.key).collect()
        };
        self.lowers_life.get_or_init(found)
    }

    /// Returns the conditions with an expression that must continue to hold, ordered by the length of their keys and
    /// then by their keys.
    pub fn lapsing(&'static self) -> &'static [Lapsing] {
        self.lapsing.get_or_init(|| {
            let all = self.conditions.iter().enumerate();
            let holds = all.filter_map(|(nth, one)| Some((one.key, nth, one.holds.as_ref()?)));
            let mut all: Vec<Lapsing> = holds.collect();
            all.sort_by_key(|(key, ..)| (key.len(), *key));
            all
        })
    }

    /// Returns the place of a column in the rows of a list. Expressions read columns so often that comparing keywords
    /// takes a fifth of a simulated fight, so the places in the lists on the sheet are computed once.
    pub fn column_place(&'static self, fields: &'static Fields, column: Column) -> Option<usize> {
        let lists = self.columns.get_or_init(|| {
            let lists = self.names.lists.iter();
            let lists =
                lists.filter_map(
                    |place| match &self.schema.fields[usize::from(*place)].kind {
                        Spec::Records(columns) => Some(columns),
                        _ => None,
                    },
                );
            let places = |columns: &'static Fields| {
                let all = self.names.columns.iter();
                (columns, all.map(|(word, _)| columns.place(word)).collect())
            };
            lists.map(places).collect()
        });
        match lists.iter().find(|(own, _)| std::ptr::eq(*own, fields)) {
            Some((_, places)) => places[usize::from(column.place)],
            None => fields.place(column.word),
        }
    }

    /// Returns the keys of the conditions that bring the condition at an index: the condition itself, and all that
    /// include it.
    pub fn brought_by(&self, place: usize) -> &[&'static str] {
        let all = self.brought_by.get_or_init(|| {
            let keys = self.conditions.iter().map(|one| one.key);
            keys.map(|key| {
                let also = self.conditions.iter().filter(|one| one.also.contains(&key));
                std::iter::once(key)
                    .chain(also.map(|one| one.key))
                    .collect()
            })
            .collect()
        });
        &all[place]
    }

    /// Returns the keys of the conditions that take a combatant out of the fight, alone or by a condition that they
    /// include, except the built-in conditions.
    pub fn outs(&self) -> &[&'static str] {
        self.outs.get_or_init(|| {
            let out = self.conditions.iter().enumerate();
            let out = out.filter(|(_, one)| one.out.is_some());
            let out = out.flat_map(|(place, _)| self.brought_by(place));
            out.copied().collect()
        })
    }

    /// Returns the conditions that prevent spending a slot, alone or by a condition that they include, in the order of
    /// the file.
    pub fn forbid(&self, slot: usize) -> impl Iterator<Item = &Condition> {
        let all = self.forbid.get_or_init(|| {
            let of = |slot: usize| {
                let bars = |one: &Condition| one.forbids.contains(&slot);
                let part = |key: &&'static str| self.condition(key).is_some_and(bars);
                let all = self.conditions.iter().enumerate();
                all.filter(|(_, one)| bars(one) || one.also.iter().any(part))
                    .map(|(place, _)| place)
                    .collect()
            };
            (0..self.slots.len()).map(of).collect()
        });
        all[slot].iter().map(|place| &self.conditions[*place])
    }

    /// Returns the conditions of a combatant, with the conditions that they include, in the order of the file.
    pub fn borne(&self, one: &Combatant) -> Vec<&Condition> {
        if one.conditions.is_empty() {
            return Vec::new();
        }
        let mut places: Vec<usize> = Vec::new();
        let own = one.conditions.iter();
        for place in own.filter_map(|one| self.condition_place(&one.key)) {
            let also = self.conditions[place].also.iter();
            places.extend(also.filter_map(|key| self.condition_place(key)));
            places.push(place);
        }
        places.sort_unstable();
        places.dedup();
        let all = places.into_iter();
        all.map(|place| &self.conditions[place]).collect()
    }

    /// Returns the fields that are reset automatically, with the time of the reset and their value after it.
    pub fn resets(&self) -> &[(u16, Kept, Reset)] {
        let reset = |place: u16| {
            if let Some(pool) = self.pools.iter().find(|pool| pool.field == place) {
                return Reset::Most(pool.most);
            }
            if let Some((_, sum)) = self.worked_out.iter().find(|(field, _)| *field == place) {
                return Reset::Sum(sum.clone());
            }
            let spec = &self.schema.fields[usize::from(place)];
            Reset::Fixed(match self.names.fields[usize::from(place)].1 {
                Kind::Number => {
                    let number = spec.default.as_ref().and_then(Value::as_int);
                    Cell::Int(number.unwrap_or(0))
                }
                Kind::Flag => Cell::Flag(false),
                Kind::Word if !self.words(place).is_empty() => Cell::Word(0),
                Kind::Word | Kind::Dice => Cell::Empty,
            })
        };
        let all = self
            .kept
            .iter()
            .map(|(place, kept)| (*place, *kept, reset(*place)));
        self.resets.get_or_init(|| all.collect())
    }

    /// Returns the action with a key.
    pub fn action(&self, key: &str) -> Option<&Action> {
        self.actions.iter().find(|one| one.key == key)
    }
}
