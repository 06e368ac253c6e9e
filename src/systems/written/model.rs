//! A system as its file says it, read and checked: every name leads to what it names, every sum is parsed.
//!
//! A system lives as long as the program, and so does what is read of one: its words are kept for good ([`keep`]).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::values::{Fields, Row, Schema, Spec};

use super::coverage::Coverage;
use super::sums::sum::{Found, Look, Names, Sum, Who};
use super::sums::throw::Throw;

/// Key of the condition of a combatant without life left.
pub const DOWN: &str = "down";
/// Key of the condition of a combatant who takes part in no other fight.
pub const DEAD: &str = "dead";
/// Key of the condition of a combatant who has left the fight.
pub const FLED: &str = "fled";
/// The outcome of a test that is passed.
pub const PASSED: &str = "passed";
/// The outcome of a test that is not.
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
    /// Its word in saves, and the name of its folder.
    pub key: &'static str,
    /// Name on the screen.
    pub name: &'static str,
    /// Author, version and licence; "" if the file does not give them.
    pub credits: String,
    /// Fields, conditions, moments, options, parts.
    pub schema: Schema,
    /// Names that expressions may use.
    pub names: Names,
    /// Visibility of the fields to opponents, by index: shown fields with the letters of a row.
    pub shown: Vec<(u16, &'static str)>,
    /// What the row of a combatant says of numbers on its sheet.
    pub status: Vec<Status>,
    /// Fields that count hit points; the first whose expression holds is used.
    pub tracks: Vec<Track>,
    pub pools: Vec<Pool>,
    /// Fields of which a side has together what its people have.
    pub shared: Vec<u16>,
    /// Fields that are emptied automatically.
    pub kept: Vec<(u16, Kept)>,
    /// Conditions, built-in ones too.
    pub conditions: Vec<Condition>,
    /// Modifiers that apply whatever the conditions.
    pub always: Vec<Gives>,
    /// True if effects of the system say how long a condition lasts.
    pub has_terms: bool,
    /// True if a modifier adds dice.
    pub gives_dice: bool,
    /// Flags of the fields with any modifier, by index.
    pub given: Vec<bool>,
    /// Those that take from how much life there can be; found once.
    pub lowers_life: OnceLock<Vec<&'static str>>,
    /// Those that end when something holds no longer; found once.
    pub lapsing: OnceLock<Vec<&'static str>>,
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
    /// Lists of effects under a name.
    pub pieces: Vec<Piece>,
    /// Parts that can be played, and those that have been.
    pub coverage: Coverage,
    /// Adjustments of damage before it counts.
    pub damage: Damage,
    /// Combatants who have a turn although they are not up.
    pub turns: Option<Sum>,
    /// Derived fields, computed if the file gives no value.
    pub worked_out: Vec<(u16, Sum)>,
    /// Rules written in Lua.
    pub rules: Option<Rules>,
}

/// Adjustments of damage before it counts.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    /// The kinds of it that there are.
    pub kinds: Vec<&'static str>,
    /// Condition for no damage.
    pub none: Option<Sum>,
    /// Condition for half damage, rounded down.
    pub half: Option<Sum>,
    /// Condition for double damage.
    pub double: Option<Sum>,
    /// The field that is lost first.
    pub first: Option<u16>,
}

/// The functions of `rules.lua`.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Name of the file in error messages.
    pub name: String,
    /// The text as Lua reads it.
    pub code: &'static str,
    /// The functions, each with its line.
    pub functions: Vec<(&'static str, u32)>,
    /// Keys of choices, and of what can be chosen, each with its capital.
    pub answers: Vec<(&'static str, &'static [(&'static str, char)])>,
    /// The lines on which functions do something, and which functions.
    pub lines: BTreeMap<u32, Vec<OnLine>>,
}

/// Function of `rules.lua` on a line.
#[derive(Clone, Debug)]
pub struct OnLine {
    pub function: &'static str,
    /// The number of the line in the [`Coverage`].
    pub spot: usize,
    /// That of the function.
    pub whole: usize,
}

impl Rules {
    /// The line of a function.
    pub fn line_of(&self, name: &str) -> Option<u32> {
        let mut all = self.functions.iter();
        all.find(|(function, _)| *function == name)
            .map(|(_, line)| *line)
    }

    /// Records that a line has run, in the named function if several share the line, or in any of them if the name is
    /// unknown.
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

/// A field that counts life, down to nothing or up until it is full.
#[derive(Clone, Debug)]
pub struct Track {
    pub field: u16,
    /// Maximum of the track.
    pub most: Most,
    /// True if it counts damage up instead of life down.
    pub up: bool,
    /// Condition on the options of the fight under which this track counts.
    pub when: Option<Sum>,
}

/// Maximum of a track or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// Value of this field.
    Field(u16),
    Fixed(i64),
}

/// A field that is spent.
#[derive(Clone, Debug)]
pub struct Pool {
    pub field: u16,
    /// Maximum of the field.
    pub most: Most,
}

/// Time for which a field keeps the value that a rule stores in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Until the next turn of its bearer begins.
    Turn,
    /// Until the round ends.
    Round,
    /// Until the fight ends.
    Fight,
}

/// Temporary condition of a combatant.
#[derive(Clone, Debug)]
pub struct Condition {
    pub key: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    /// Triggers that end it automatically.
    pub ends: Vec<Ending>,
    /// Modifiers that it gives.
    pub gives: Vec<Gives>,
    /// Slots that cannot be spent.
    pub forbids: Vec<usize>,
    /// Conditions whose bearer one is with this one too.
    pub also: Vec<&'static str>,
    /// Expression that must hold, or the condition ends.
    pub holds: Option<Sum>,
    /// Maximum number of levels.
    pub levels: i64,
    /// True if its modifiers read the row by which it was caused.
    pub reads_cause: bool,
}

/// Trigger that ends a condition automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Start of its bearer's next turn.
    TurnBegins,
    /// End of its bearer's turn.
    TurnEnds,
    /// Start of its giver's next turn.
    GiverTurnBegins,
    /// End of its giver's turn.
    GiverTurnEnds,
    /// End of a number of rounds, including this one.
    Rounds(u32),
    FightEnds,
    /// End of the attack that caused it.
    ThisBlow,
    /// With the next throw of a test, by name or kind.
    NextThrow(&'static str),
    /// Number of ticks on the clock.
    Ticks(i64),
    /// Test passed by its bearer at a point of its turn or of the round; with its index in the coverage.
    Test(usize, Point, usize),
}

/// Something added to a number.
#[derive(Clone, Debug)]
pub struct Gives {
    /// Number or roll that is modified.
    pub to: To,
    /// True if it applies to rolls against its bearer, not to its bearer's own.
    pub against: bool,
    /// Effect of the modifier.
    pub gift: Gift,
    pub when: Option<Sum>,
    /// Label, if it differs from its source.
    pub label: &'static str,
}

impl Gives {
    /// Returns true if it reads the row by which its condition was caused.
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
    /// So much is added.
    Plus(Sum),
    /// Above 0 advantage, below 0 disadvantage: a die more, of which the better or the worse one counts.
    Edge(Sum),
    /// It comes out so without a throw.
    Decides(&'static str),
    /// Dice that are rolled and added.
    Dice(Throw),
}

/// Target of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Field(u16),
    /// A test of that name.
    Test(&'static str),
    /// All tests of that kind.
    Kind(&'static str),
}

#[derive(Clone, Debug)]
pub struct Test {
    pub key: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    /// Its kind, or "".
    pub kind: &'static str,
    pub thrower: Who,
    pub dice: Throw,
    /// Bonuses of the roll, with their labels.
    pub plus: Vec<(&'static str, Sum)>,
    /// Expressions for advantage (above 0) or disadvantage (below 0), with their labels.
    pub edge: Vec<(&'static str, Sum)>,
    /// Target of the roll.
    pub goal: Goal,
    /// Natural results that decide alone.
    pub naturals: Vec<(u32, &'static str)>,
    /// Name of the DC when the GM calls for the test, and its default.
    pub called: Option<(&'static str, i64)>,
    /// Margin of each raise.
    pub raise: Option<i64>,
    /// Log texts for success and failure.
    pub words: (&'static str, &'static str),
}

/// Target of a roll.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Nothing: what counts is the number.
    None,
    /// At least this total passes, shown under this name.
    Reaches(Sum, &'static str),
    AtMost(Sum, &'static str),
    /// More than the other's throw.
    Beats(Throw, Vec<(&'static str, Sum)>),
    /// That or more for each outcome, the highest first.
    Bands(Vec<(i64, &'static str)>),
}

#[derive(Clone, Debug)]
pub enum Order {
    Numbers(Numbers),
    /// A number for each side.
    Sides(Sides),
    /// One of each side in turn.
    Alternate,
    /// Order in which the combatant who has acted picks the next.
    Picked {
        /// Roll of the sides for the first pick.
        first: Throw,
        /// Combatant who rolls for a side: the first for whom this holds.
        by: Option<Sum>,
    },
    /// Order of the roster.
    AsListed,
    /// The GM says who, of some.
    Spotlight(Side),
    /// Order by ticks: the combatant on the lowest tick acts.
    Ticks(Ticks),
    Cards(Cards),
    /// By an option of the fight: a word of it and the order that goes with it.
    Choice(u16, Vec<(&'static str, Order)>),
}

/// An order by a number each.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The dice; without any the number is asked for.
    pub dice: Option<Throw>,
    /// True if initiative is rolled each round.
    pub each_round: bool,
    /// True if the lowest acts first.
    pub low: bool,
    /// Tie breaker: the higher value comes first.
    pub ties: Option<Sum>,
    /// Condition for sharing a roll with others of the same name.
    pub together: Option<Sum>,
}

/// An order by sides.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The dice of a side.
    pub dice: Throw,
    /// True if the sides roll each round.
    pub each_round: bool,
    /// True if sides with the same number act at once; else players come first.
    pub together: bool,
    /// Phases of a side, in order; "" if it does everything at once.
    pub phases: Vec<&'static str>,
    /// True if all sides have a phase before the next phase begins.
    pub by_phase: bool,
}

/// An order by cards.
#[derive(Clone, Debug)]
pub struct Cards {
    /// Number of cards: 52, or 54 with two jokers.
    pub deck: i64,
    /// True if the deck is shuffled each round, else after a joker.
    pub each_round: bool,
    /// Effects for a combatant who is dealt a joker.
    pub joker: Vec<Placed>,
    /// Condition for real cards, whose values are typed.
    pub typed: Option<Sum>,
    /// Initiative with the highest first; combatants who share a card share a place.
    pub numbers: Numbers,
}

/// An order by ticks.
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
    /// Combatant who has waited longest.
    Waiting,
    /// Players act before enemies.
    Players,
    /// Simultaneous actions, so that a combatant who falls has acted all the same.
    Together,
}

/// Possible targets of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Nobody but its doer.
    Me,
    /// Somebody of another side.
    Foe,
    /// Somebody else of the same side.
    Ally,
    Other,
    /// Anybody, its doer too.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purse {
    /// A slot of the turn.
    Slot(usize),
    Field(u16),
    /// A column of the row (spell, weapon) that it is done with.
    Row(&'static str),
    /// Ticks of the order.
    Ticks,
}

/// Something that has to hold, and what is said where it does not.
#[derive(Clone, Debug)]
pub struct Need {
    /// What has to hold.
    pub sum: Sum,
    pub why: &'static str,
    /// Whether it is not worth a word where it does not hold: what cannot be offered at all.
    pub silent: bool,
}

/// The list that an action is done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct With {
    /// The list on the sheet.
    pub field: u16,
    /// What one of it is called.
    pub label: &'static str,
    /// Whether it may be done without any.
    pub maybe: bool,
}

/// What one can do in one's turn.
#[derive(Clone, Debug)]
pub struct Action {
    pub key: &'static str,
    /// Its number in the coverage.
    pub spot: usize,
    /// What it is called.
    pub label: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    pub capital: char,
    /// The rules it stands for.
    pub rules: &'static str,
    pub costs: Vec<(Purse, Sum)>,
    /// Whom it may be done to.
    pub aim: Aim,
    /// To how many at most.
    pub targets: Option<Sum>,
    /// Whom it is usually done to: who is preset.
    pub usual: Option<Sum>,
    /// Whether it is done to one after the other, though all could throw at once.
    pub apart: bool,
    /// What it is done with.
    pub with: Option<With>,
    /// What else is asked for it, each with its capital, or ' '.
    pub asks: Fields,
    /// The capitals of that.
    pub asks_capitals: Vec<char>,
    /// When each of that is asked; always where nothing is said.
    pub asks_when: Vec<Option<Sum>>,
    /// That, as it stands before anybody is asked; made once.
    pub unasked: OnceLock<Row>,
    /// Whether it may harm whom it is on; found out once.
    pub strikes: OnceLock<bool>,
    /// Whether what it does is worth anything to whoever leads a side; found out once.
    pub promises: OnceLock<bool>,
    /// Done only as part of another action, by `Perform`.
    pub part_only: bool,
    /// What has to hold.
    pub needs: Vec<Need>,
    pub test: Option<Called>,
    /// What is done by each outcome of it.
    pub on: Vec<(&'static str, Vec<Placed>)>,
    /// What is done once, before it comes to those whom it is on.
    pub begins: Vec<Placed>,
    /// What is done without a test.
    pub does: Vec<Placed>,
    /// Its sentence, with `{self}`, `{target}` and `{with}`.
    pub says: &'static str,
    /// What it is worth to whoever leads a side, in points of harm; else what it does is counted.
    pub worth: Option<Sum>,
    /// Whether it is also done out of turn, by whoever is up.
    pub any_time: bool,
    /// Label of the list of the menu in which it is.
    pub list: Option<&'static str>,
    /// Whether it is in the GM's menu instead of the menu of the turn.
    pub gm_menu: bool,
    /// In which phase of the round it is done.
    pub phase: Option<&'static str>,
    /// Whether it is chosen before the dice of the order.
    pub declared: bool,
    /// How much later it goes off: so many ticks, or turns of its doer.
    pub takes: Option<Sum>,
    /// Whether it is lost when its doer is hurt before it has gone off.
    pub spoiled: Option<Spoiled>,
}

impl Action {
    /// What is asked for it besides whom and with what, as it is preset; nothing where nothing is.
    pub fn unasked(&'static self) -> Option<Row> {
        let unasked = || Row::new(&self.asks);
        (!self.asks.is_empty()).then(|| self.unasked.get_or_init(unasked).clone())
    }
}

/// How something begun is lost when its doer is hurt.
#[derive(Clone, Debug)]
pub enum Spoiled {
    Always,
    /// Unless this test passes.
    Unless(Called),
}

/// Which test is thrown.
#[derive(Clone, Debug)]
pub enum Called {
    Fixed(usize),
    /// The one of the name that a sum comes to.
    Sum(Sum),
}

/// When in a blow a reaction comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Aimed,
    /// When they have fallen.
    Thrown,
    Hurting,
    /// When it has counted.
    Hurt,
    /// When an effect says so.
    Called,
}

/// What counts where a throw is thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The better of the two.
    Best,
    New,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Once {
    /// Once a fight, else once a round.
    pub fight: bool,
    /// For whom it counts.
    pub of: OnceOf,
}

/// For whom something happens once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceOf {
    /// For each by itself.
    One,
    Side,
    All,
}

/// What one can do into another's blow.
#[derive(Clone, Debug)]
pub struct Reaction {
    pub key: &'static str,
    /// Its number in the coverage.
    pub spot: usize,
    /// What it is called.
    pub label: &'static str,
    pub at: Moment,
    /// Whom the blow is on, or whose throw it is, seen from whoever reacts.
    pub aim: Aim,
    /// Whether it is about a throw, of whatever test, instead of about a blow.
    pub of_throw: bool,
    /// What has to hold.
    pub when: Option<Sum>,
    pub costs: Vec<(Purse, Sum)>,
    pub once: Option<Once>,
    pub test: Option<Called>,
    /// What is done by each outcome of it.
    pub on: Vec<(&'static str, Vec<Placed>)>,
    /// What is done without a test.
    pub does: Vec<Placed>,
}

/// When the game does something by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// As the fight begins.
    FightBegins,
    /// As a round begins.
    RoundBegins,
    /// As somebody's turn begins.
    TurnBegins,
    /// As somebody's turn ends.
    TurnEnds,
    /// As a round ends.
    RoundEnds,
    /// As somebody goes down.
    Falls,
    /// As somebody gets up from it.
    Rises,
    /// When harm has counted.
    Hurt,
    /// As somebody of a side goes down, to the others of it.
    SideLoses,
    /// As an order by numbers has come past those who stand at this one.
    Count(i64),
}

/// Of whom something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    All,
    /// Of those whom players run.
    Players,
    Foes,
}

/// Something that the game does by itself.
#[derive(Clone, Debug)]
pub struct GameStep {
    pub key: &'static str,
    /// Its number in the coverage.
    pub spot: usize,
    /// What it is called.
    pub label: &'static str,
    pub at: Point,
    pub who: Side,
    /// Whether it is done once for a side: by the first of whom it holds.
    pub per_side: bool,
    /// What has to hold of each.
    pub when: Option<Sum>,
    pub once: Option<Once>,
    /// The condition whose bearers it is for, where it is one's end.
    pub condition: Option<&'static str>,
    pub does: Vec<Placed>,
}

/// Something that is offered after a fight.
#[derive(Clone, Debug)]
pub struct After {
    pub key: &'static str,
    /// Its number in the coverage.
    pub spot: usize,
    /// What it is called.
    pub label: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    pub capital: char,
    /// The rules it stands for.
    pub rules: &'static str,
    pub when: Option<Sum>,
    /// What is done for each.
    pub does: Vec<Placed>,
}

/// How much harm or healing.
#[derive(Clone, Debug)]
pub enum Amount {
    /// Dice are thrown for it.
    Dice(Throw),
    Points(Sum),
    /// The GM is asked.
    Asked,
}

#[derive(Clone, Debug)]
pub struct Hurt {
    pub who: Who,
    pub amount: Amount,
    /// How often the dice are thrown.
    pub throws: Option<Sum>,
    /// What is taken away from it.
    pub less: Option<Sum>,
    /// At least so much comes through.
    pub least: Option<Sum>,
    /// Whether it is halved, rounded down.
    pub half: Option<Sum>,
    /// Whether its dice are thrown twice, and what is added to them once.
    pub twice: Option<Sum>,
    pub kind: Option<Sum>,
    /// Whether all whom one action is on take what the same dice show.
    pub one_throw: bool,
    /// Field that gets healing instead of the hit points; what it had is not added.
    pub into: Option<u16>,
    /// What the throw is called.
    pub label: &'static str,
}

/// Effects under a name.
#[derive(Clone, Debug)]
pub struct Piece {
    pub key: &'static str,
    /// Its number in the coverage.
    pub spot: usize,
    pub does: Vec<Placed>,
}

/// An effect where it stands in the file.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its number in the coverage.
    pub spot: usize,
    pub effect: Effect,
}

/// Who gets a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    One(Who),
    /// All of the side of `self` who are up.
    Side,
}

/// Which condition is meant.
#[derive(Clone, Debug)]
pub enum Named {
    Fixed(&'static str),
    /// Condition whose name an expression comes to; none if it comes to no condition.
    Sum(Sum),
}

/// Ends of a condition that an effect starts, beside those of the condition's own declaration.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Number of rounds, this one counted; 0 for no limit.
    pub rounds: Option<Sum>,
    /// Keyword of the turn with which it ends, one of [`UNTIL`].
    pub until: Option<Sum>,
    /// Test that its bearer rolls at the end of each turn.
    pub saved: Option<Called>,
    /// Test that frees its bearer, rolled by the effect `Escape`.
    pub freed: Option<Called>,
    /// Conditions that have to last as well: "source.focused, self.held, source.up".
    pub holds: Option<Sum>,
    /// Tests, kinds of tests and actions of the bearer that end it, and "damage".
    pub breaks: Option<Sum>,
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

/// One thing that is done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A throw, and what is done by its outcome.
    Test(Called, Vec<(&'static str, Vec<Placed>)>),
    /// If something holds this, else that.
    If(Sum, Vec<Placed>, Vec<Placed>),
    /// A field gets another value.
    Set(Who, u16, Sum),
    /// One of several is chosen: by the GM if so said, under a key, with a title.
    Choose {
        key: &'static str,
        /// Whether the GM chooses, else whoever does it.
        gm: bool,
        title: &'static str,
        /// What can be chosen.
        options: Vec<Way>,
    },
    /// A piece is done.
    Do(usize),
    Harm(Hurt),
    Heal(Hurt),
    /// Somebody gets a condition.
    Gain(Whom, Named, Option<Box<Terms>>),
    Lose(Whom, Named),
    /// The acting combatant rolls the test that frees it from a condition.
    Escape,
    /// Effects that run so many times.
    Repeat(Sum, Vec<Placed>),
    /// A step along the words of a field, or in words.
    Step(u16),
    /// Something is written down.
    Note(&'static str),
    /// The blow is on somebody else now.
    Retarget(Who),
    /// So much less of the harm that is being done.
    Less(Sum),
    /// The throw is thrown again.
    Reroll(Again),
    /// Somebody stands so many ticks later.
    Push(Who, Sum),
    /// Its turn is kept for later in the round.
    Hold,
    /// A function of `rules.lua`, and whether it harms somebody.
    Lua(&'static str, bool),
    /// For each row of a list of one's own, so many times.
    Each(u16, Sum, Vec<Placed>),
    /// For everybody of these, who is the target.
    Every(Aim, Vec<Placed>),
    /// What these do is one harm to whatever comes of harm.
    AsOne(Vec<Placed>),
    /// A column of the row that it is done with gets another value.
    SetWith(&'static str, Sum),
    /// An action is done as a part of this, on somebody if so said.
    Act(&'static str, Option<Who>),
    /// Others may react to it.
    React(&'static str),
    /// The last throw has come out so after all.
    Outcome(&'static str),
}

/// What the row of a combatant says of numbers on its sheet, such as "8 temporary HP".
#[derive(Clone, Debug)]
pub struct Status {
    pub text: Vec<StatusText>,
    pub when: Option<Sum>,
    /// Further texts behind it; without any that is shown it is not shown either, if it has some.
    pub parts: Vec<Status>,
    /// Whether it stands behind the conditions.
    pub last: bool,
}

/// A piece of the text of a [`Status`].
#[derive(Clone, Debug)]
pub enum StatusText {
    Words(&'static str),
    Number(Sum),
}

/// One of several that can be chosen.
#[derive(Clone, Debug)]
pub struct Way {
    pub key: &'static str,
    pub capital: char,
    pub text: &'static str,
    /// When it can be chosen.
    pub when: Option<Sum>,
    /// What it is worth to whoever leads a side, in points of harm; else what it does is counted.
    pub worth: Option<Sum>,
    pub does: Vec<Placed>,
}

impl Model {
    /// The key of a field in rows, whatever stands there.
    pub fn field(&self, place: u16) -> &'static str {
        self.names.fields[usize::from(place)].0
    }

    /// What the screen calls a field.
    pub fn label(&self, place: u16) -> &str {
        &self.schema.fields[usize::from(place)].label
    }

    /// The words of a field that is one of several.
    pub fn words(&self, place: u16) -> &[String] {
        match &self.schema.fields[usize::from(place)].kind {
            Spec::Word(words) => words,
            _ => &[],
        }
    }

    /// The condition of a key.
    pub fn condition(&self, key: &str) -> Option<&Condition> {
        self.conditions.iter().find(|one| one.key == key)
    }

    /// The test that is meant.
    pub fn test(&self, called: &Called, look: &dyn Look) -> Option<&Test> {
        match called {
            Called::Fixed(place) => self.tests.get(*place),
            Called::Sum(sum) => match sum.find(look) {
                Found::Word(word) => self.tests.iter().find(|test| *test.key == *word),
                _ => None,
            },
        }
    }

    /// Whether a test is thrown at all: a sum may come to no word.
    pub fn throws(&self, called: &Called, look: &dyn Look) -> bool {
        match called {
            Called::Fixed(_) => true,
            Called::Sum(sum) => !matches!(sum.find(look), Found::Word(word) if word.is_empty()),
        }
    }

    /// Conditions that take from how much life there can be, or bring one that does.
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

    /// Conditions that end when something holds no longer.
    pub fn lapsing(&self) -> &[&'static str] {
        let found = || {
            let all = self.conditions.iter().filter(|one| one.holds.is_some());
            all.map(|one| one.key).collect()
        };
        self.lapsing.get_or_init(found)
    }

    /// The action of a key.
    pub fn action(&self, key: &str) -> Option<&Action> {
        self.actions.iter().find(|one| one.key == key)
    }
}
