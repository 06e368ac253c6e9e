//! Expressions: the small language of numbers, words and conditions in a system's file. An expression only reads
//! values. It never rolls dice, asks or changes anything. It always has a result: a missing value counts as 0, as no,
//! and as the empty word. The syntax is Lua's.

use std::sync::Arc;

use crate::ron_text::did_you_mean;
use crate::values::{MOST_NUMBER, nearest};

pub use super::found::{Found, Kind, Word};
use super::lookup::Lookup;

/// Combatant that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Combatant with the action, reaction, step or condition.
    Me,
    /// Target of the action.
    Target,
    /// Attacking combatant, in a reaction.
    Actor,
    /// Combatant who rolls the dice.
    Thrower,
    /// Combatant who caused the condition; elsewhere the acting combatant.
    Giver,
    /// Combatant of a group for whom the expression is being evaluated.
    Each,
}

/// Group of combatants, seen from the combatant with the action, reaction, step or condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Combatants of other sides who are up.
    Enemies,
    /// Other combatants of the same side who are up.
    Allies,
    /// Combatants of the same side who are up.
    Side,
    /// All combatants in the fight, including combatants who are down.
    Everyone,
}

/// Column of a list on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Index of the column in [`Names::columns`].
    pub place: u16,
    pub word: &'static str,
}

/// Meaning of a name in an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Name {
    /// Field of a combatant's sheet, with the modifiers of conditions.
    Field(Who, u16),
    /// Presence of a condition on a combatant, with the condition's index in [`Names::conditions`].
    Is(Who, u16, &'static str),
    /// Number of levels of a condition on a combatant.
    Levels(Who, &'static str),
    /// True if the first combatant has given the second combatant a condition.
    Gave(Who, Who, &'static str),
    /// Number of combatants who are up and have a condition from this combatant.
    GaveTo(Who, &'static str),
    /// True if a list of a combatant has a row of this name, ignoring case.
    Row(Who, u16, Word),
    /// True if a combatant can act: not down, dead or gone.
    Up(Who),
    /// True if a combatant's turn in this round is over.
    Acted(Who),
    /// True if players run the combatant's side.
    Players(Who),
    /// True if a combatant is the acting combatant.
    Same(Who),
    /// True if a combatant has a delayed action.
    Begun(Who),
    /// Tick of a combatant.
    TickOf(Who),
    /// True if a combatant has a condition from which they can escape.
    CanEscape(Who),
    /// Column of the row (weapon, spell) with which the action is performed.
    With(Column),
    /// Column of the row that caused the condition.
    Cause(Column),
    /// Answer to a question of an action.
    Asked(&'static str),
    /// Total of the last test.
    Total,
    /// Natural result of the last test.
    Natural,
    /// Margin of the last test above its target; negative for a failure.
    Margin,
    /// Number of raises of the last test.
    Raises,
    /// True if the last test succeeded.
    Passed,
    /// Keyword of the outcome of the last test.
    Outcome,
    /// Key of the current action.
    Action,
    /// Name of the last test.
    Test,
    /// 1 if the coming roll of the action has advantage, -1 if it has disadvantage, otherwise 0.
    Edge,
    /// Kind of the last test.
    Kind,
    /// Damage about to be taken, then the damage taken.
    Hurt,
    /// Type of the damage.
    HurtKind,
    /// Part of the damage beyond the remaining hit points.
    Beyond,
    /// Number of combatants with which the side of `self` began.
    SideCount,
    /// Number of combatants that the side of `self` has lost.
    SideLost,
    /// Value of the effects of the current action, for automatic combatants.
    EffectValue,
    /// Number of the round.
    Round,
    /// Current tick of the clock.
    Tick,
    /// Option of the fight.
    Option(u16),
    /// Value of the whole scene.
    Scene(u16),
}

/// Source of values for an expression.
pub trait Look {
    /// Returns the current value of a name.
    fn look(&self, name: &Name) -> Found;

    /// Returns the current value of a name as a number; 0 for any other value.
    fn number(&self, name: &Name) -> i64 {
        self.look(name).number()
    }

    /// Returns true if the current value of a name counts as yes.
    fn holds(&self, name: &Name) -> bool {
        self.look(name).is()
    }

    /// Returns the current value of a name without a copy, if the value is a word; `None` also if a copy is needed.
    fn word(&self, name: &Name) -> Option<&str> {
        let _ = name;
        None
    }

    /// Returns true if the first combatant has given the second combatant the condition with this name.
    fn gave(&self, giver: Who, bearer: Who, key: &str) -> bool {
        let _ = (giver, bearer, key);
        false
    }

    /// Returns the number of dice of the last test that show a result within these limits.
    fn showing(&self, from: i64, to: i64) -> i64 {
        let _ = (from, to);
        0
    }

    /// Calls `then` for each combatant of a group, who is [`Who::Each`] in it.
    fn each(&self, group: Group, then: &mut dyn FnMut(&dyn Look)) {
        let _ = (group, then);
    }
}

/// Names that an expression may use, with their meanings.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Fields of the sheet with their kinds, in the order of their indexes.
    pub fields: Vec<(&'static str, Kind)>,
    /// Indexes of the fields that are lists.
    pub lists: Vec<u16>,
    /// Conditions, including the built-in ones.
    pub conditions: Vec<&'static str>,
    /// Conditions that a combatant can have several times.
    pub levels: Vec<&'static str>,
    /// Columns of any list on the sheet.
    pub columns: Vec<(&'static str, Kind)>,
    /// Questions of all actions.
    pub asked: Vec<(&'static str, Kind)>,
    /// Keywords of the questions with a fixed set of answers, for all actions together.
    pub asked_words: Vec<(&'static str, Vec<String>)>,
    /// Options, in the order of their indexes.
    pub options: Vec<(&'static str, Kind)>,
    /// Tables of `lookup` with numbers, words and dice.
    pub tables: Vec<(&'static str, Arc<Lookup>)>,
    /// Keywords of the fields with a fixed set of values, by index.
    pub words: Vec<(u16, Vec<String>)>,
    /// Keywords of the columns.
    pub column_words: Vec<(&'static str, Vec<String>)>,
    /// Keywords of the options, by index.
    pub option_words: Vec<(u16, Vec<String>)>,
    /// Outcomes of all tests.
    pub outcomes: Vec<String>,
    /// Combatant whose fields need no prefix.
    pub bare: Option<Who>,
    /// True while Affray reads an expression that is evaluated before any roll.
    pub no_roll: bool,
    /// True while Affray reads an expression for which the coming roll of the action is known.
    pub coming: bool,
    /// True while Affray reads an expression that knows a single sheet and no fight.
    pub alone: bool,
    /// True in the value of an action, which can use the value of the action's effects.
    pub in_value: bool,
    /// Roles that the part of the file that is being read does not have.
    pub absent: Vec<Absent>,
    /// Part of the file that is being read, such as "a step at RoundEnd".
    pub part: &'static str,
    /// Questions of the action that is being read; `None` outside of actions.
    pub own_asked: Option<Vec<&'static str>>,
    /// Values of the whole scene, by index.
    pub scene: Vec<&'static str>,
}

/// Role of a combatant, or another source of values, that some parts of a file do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent {
    /// Name before the dot, such as `target`.
    pub role: &'static str,
    /// Replacement that the error suggests.
    pub instead: &'static str,
}

impl Names {
    /// Returns the possible keywords of a field, column, option or answer; empty for other names.
    pub fn words_of(&self, name: &Name) -> &[String] {
        fn at<'w, T: PartialEq>(all: &'w [(T, Vec<String>)], of: &T) -> &'w [String] {
            let mut all = all.iter();
            all.find(|(one, _)| one == of)
                .map_or(&[], |(_, words)| words)
        }
        match name {
            Name::Field(_, place) => at(&self.words, place),
            Name::Option(place) => at(&self.option_words, place),
            Name::With(column) | Name::Cause(column) => at(&self.column_words, &column.word),
            Name::Asked(word) => at(&self.asked_words, word),
            Name::Outcome => &self.outcomes,
            _ => &[],
        }
    }
}

impl Names {
    /// Returns the error about a role that the part of the file does not have; `None` if it has the role. `word` is the
    /// name of the role in the file.
    pub fn absence(&self, role: &str, word: &str) -> Option<String> {
        let absent = self.absent.iter().find(|absent| absent.role == role)?;
        let (part, instead) = (self.part, absent.instead);
        Some(format!("unknown `{word}` in {part}: {instead}"))
    }

    /// Returns the column with a keyword, and the kind of its values.
    pub fn column(&self, word: &str) -> Option<(Column, Kind)> {
        let mut all = self.columns.iter().zip(0..);
        let ((word, kind), place) = all.find(|((one, _), _)| *one == word)?;
        Some((Column { place, word }, *kind))
    }

    /// Returns true for a keyword of a field, column, option or answer, and for an outcome of a test.
    fn is_word(&self, word: &str) -> bool {
        let places = self.words.iter().chain(&self.option_words);
        let names = self.column_words.iter().chain(&self.asked_words);
        let mut all = places.map(|one| &one.1).chain(names.map(|one| &one.1));
        all.any(|words| words.iter().any(|one| one == word))
            || self.outcomes.iter().any(|one| one == word)
    }
}

/// Two expressions and their operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Two {
    Or,
    And,
    Less,
    More,
    AtMost,
    AtLeast,
    Same,
    Other,
    Plus,
    Minus,
    Times,
    Whole,
    Rest,
}

/// Function called with expressions in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Half,
    Min,
    Max,
    Either,
    Has,
}

/// Function that combines a value of each combatant of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// Number of combatants for whom the expression holds.
    Count,
    Sum,
    /// Highest value; 0 for an empty group.
    Highest,
    Lowest,
}

/// Names of the functions that combine values of a group.
const OVER: [(&str, Over); 4] = [
    ("count", Over::Count),
    ("sum", Over::Sum),
    ("highest", Over::Highest),
    ("lowest", Over::Lowest),
];

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Fixed(Found),
    Name(Name, &'static str),
    Not(Box<Node>),
    Minus(Box<Node>),
    Two(Two, Box<Node>, Box<Node>),
    Call(Call, Vec<Node>),
    /// True if a text contains one of these words: `has('a, b', with.kind)`.
    Among(Vec<String>, Box<Node>),
    Lookup(Arc<Lookup>, Vec<Node>),
    Over(Over, Group, Box<Node>),
    /// Number of dice of the last roll that show a result from the first to the second number.
    Showing(Box<Node>, Box<Node>),
    /// True if the first combatant has given the second combatant the condition whose name is the value of an
    /// expression.
    Gave(Who, Who, Box<Node>),
}

/// Expression as read from the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    node: Node,
    /// True if the expression refers to the target, so that it is evaluated for each action and target.
    of_target: bool,
    /// True if the expression refers to the target or to the means of the action.
    of_others: bool,
    /// True if the expression refers to the outcome of a roll.
    of_throw: bool,
}

/// Error in an expression, with its position in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Bytes from the beginning of the text.
    pub at: usize,
    /// Description of the error, with the correct form.
    pub what: String,
}

/// Maximum depth of nested brackets.
const DEPTH: usize = 40;
/// Maximum length of an expression in bytes.
const LENGTH: usize = 1_000;

impl Sum {
    pub fn number(number: i64) -> Self {
        Self::new(Node::Fixed(Found::Number(number)))
    }

    pub fn flag(flag: bool) -> Self {
        Self::new(Node::Fixed(Found::Flag(flag)))
    }

    fn new(node: Node) -> Self {
        let of_target = node.names(&Name::is_of_target);
        let with = |name: &Name| matches!(name, Name::With(_) | Name::Asked(_));
        let of_others = of_target || node.names(&with);
        let of_throw = node.is_of_throw();
        Self {
            node,
            of_target,
            of_others,
            of_throw,
        }
    }

    /// Parses an expression whose result is of the kind `wanted`. If `wanted` is true or false, dice are valid as well:
    /// they count as true if there are any.
    ///
    /// # Errors
    /// Description and place of the first error.
    pub fn read(text: &str, names: &Names, wanted: Kind) -> Result<Self, Mistake> {
        let (node, kind) = Parser::new(text, names)?.whole()?;
        let fits = kind == wanted || (wanted == Kind::Flag && kind == Kind::Dice);
        if fits {
            return Ok(Self::new(node));
        }
        let (wanted, found) = (wanted.words(), kind.words());
        let hint = match (kind, wanted) {
            (Kind::Number, "yes or no") => ": compare the number, for example `… > 0`",
            _ => "",
        };
        let what = format!("{wanted} is needed here, but this is {found}{hint}");
        Err(Mistake { at: 0, what })
    }

    /// Returns the result of the expression.
    pub fn find(&self, look: &dyn Look) -> Found {
        find(&self.node, look)
    }

    /// Returns the result as a number, limited to what a fight accepts.
    pub fn of(&self, look: &dyn Look) -> i64 {
        nearest(number(&self.node, look))
    }

    /// Returns true if the result counts as yes.
    pub fn is(&self, look: &dyn Look) -> bool {
        holds(&self.node, look)
    }

    /// Returns the parts joined by `and`, each as an expression.
    pub fn parts(&self) -> Vec<Sum> {
        fn split(node: &Node, parts: &mut Vec<Sum>) {
            match node {
                Node::Two(Two::And, left, right) => {
                    split(left, parts);
                    split(right, parts);
                }
                node => parts.push(Sum::new(node.clone())),
            }
        }
        let mut parts = Vec::new();
        split(&self.node, &mut parts);
        parts
    }

    /// Returns true if the expression is a fixed number of 0 or less.
    pub fn never_above_zero(&self) -> bool {
        match &self.node {
            Node::Fixed(found) => found.number() <= 0,
            Node::Minus(inner) => matches!(**inner, Node::Fixed(_)),
            _ => false,
        }
    }

    /// Returns true if the expression is a negative number.
    pub fn is_below_zero(&self) -> bool {
        match &self.node {
            Node::Fixed(found) => found.number() < 0,
            Node::Minus(inner) => matches!(&**inner, Node::Fixed(found) if found.number() > 0),
            _ => false,
        }
    }

    /// Returns the name that is the whole expression, and true if it is negated, as in `not self.prone`.
    pub fn plain(&self) -> Option<(&Name, bool)> {
        match &self.node {
            Node::Name(name, _) => Some((name, false)),
            Node::Not(inner) => match &**inner {
                Node::Name(name, _) => Some((name, true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the label of the expression within a larger expression: the words of its name.
    pub fn word(&self) -> Option<&'static str> {
        match &self.node {
            Node::Name(_, word) => Some(word),
            _ => None,
        }
    }

    /// Returns the names in the expression, from left to right.
    pub fn looked_at(&self) -> Vec<(&Name, &'static str)> {
        fn of<'n>(node: &'n Node, all: &mut Vec<(&'n Name, &'static str)>) {
            if let Node::Name(name, word) = node {
                all.push((name, word));
            }
            node.inner().into_iter().for_each(|one| of(one, all));
        }
        let mut all = Vec::new();
        of(&self.node, &mut all);
        all
    }

    /// Returns the words of the expression's only name: "wild" for `either(asked.wild, 2, 0)`.
    pub fn only_word(&self) -> Option<&'static str> {
        let mut words: Vec<&str> = self.looked_at().into_iter().map(|(_, word)| word).collect();
        words.dedup();
        match words.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns true if the expression refers to the target or the means of the action, so that it can be evaluated only
    /// when these are known.
    pub fn is_of_others(&self) -> bool {
        self.of_others
    }

    /// Returns true if the expression reads the row that caused a condition.
    pub fn is_of_cause(&self) -> bool {
        self.node.names(&|name| matches!(name, Name::Cause(_)))
    }

    /// Returns true if the expression reads an answer of the form.
    pub fn is_of_answers(&self) -> bool {
        self.node.names(&|name| matches!(name, Name::Asked(_)))
    }

    /// Returns true if the expression reads the amount of damage.
    pub fn is_of_damage(&self) -> bool {
        self.node
            .names(&|name| matches!(name, Name::Hurt | Name::Beyond))
    }

    /// Returns the texts in quotes that the expression may return.
    pub fn fixed_words(&self) -> Vec<&str> {
        fn of<'n>(node: &'n Node, all: &mut Vec<&'n str>) {
            match node {
                Node::Fixed(Found::Word(word)) => all.push(word),
                // Texts in a comparison are not results.
                Node::Two(Two::Same | Two::Other, ..)
                | Node::Call(Call::Has, _)
                | Node::Among(..) => {}
                node => node.inner().into_iter().for_each(|one| of(one, all)),
            }
        }
        let mut all = Vec::new();
        of(&self.node, &mut all);
        all
    }

    /// Returns true if the expression refers to the target.
    pub fn is_of_target(&self) -> bool {
        self.of_target
    }

    /// Returns true if the expression refers to the outcome of a roll.
    pub fn is_of_throw(&self) -> bool {
        self.of_throw
    }

    /// Returns true if the expression holds, or may hold after a roll whose outcome is not known yet.
    pub fn may_hold(&self, look: &dyn Look) -> bool {
        fn of(node: &Node, look: &dyn Look) -> bool {
            match node {
                Node::Two(Two::And, left, right) => of(left, look) && of(right, look),
                Node::Two(Two::Or, left, right) => of(left, look) || of(right, look),
                node => node.is_of_throw() || holds(node, look),
            }
        }
        of(&self.node, look)
    }

    /// Returns the number if the expression has this value whatever the values of unknown names are, as
    /// [`settled`](Self::settled).
    pub fn settled_number(&self, look: &dyn Look, knows: &dyn Fn(&Name) -> bool) -> Option<i64> {
        fn of(node: &Node, look: &dyn Look, knows: &dyn Fn(&Name) -> bool) -> Option<i64> {
            match node {
                Node::Call(Call::Either, all) if all.len() == 3 => {
                    let holds = all[0].settled(look, knows)?;
                    of(&all[if holds { 1 } else { 2 }], look, knows)
                }
                node => node.is_known(knows).then(|| number(node, look)),
            }
        }
        of(&self.node, look, knows).map(nearest)
    }

    /// Returns true or false if the expression has this value whatever the values of unknown names are. `knows` returns
    /// true for a name whose value is known.
    pub fn settled(&self, look: &dyn Look, knows: &dyn Fn(&Name) -> bool) -> Option<bool> {
        self.node.settled(look, knows)
    }

    /// Returns true if the expression reads the results of single dice.
    pub fn reads_dice(&self) -> bool {
        self.node.reads_dice()
    }
}

impl Name {
    /// Returns true if the name refers to the outcome of a roll.
    fn is_of_throw(&self) -> bool {
        matches!(
            self,
            Name::Total
                | Name::Natural
                | Name::Margin
                | Name::Raises
                | Name::Passed
                | Name::Outcome
                | Name::Kind
        )
    }

    /// Returns true if the name refers to the target.
    fn is_of_target(&self) -> bool {
        self.is_of(Who::Target)
    }

    /// Returns true if the name refers to the combatant of a group.
    fn is_of_each(&self) -> bool {
        self.is_of(Who::Each)
    }

    fn is_of(&self, wanted: Who) -> bool {
        match self {
            Name::Field(who, _)
            | Name::Row(who, ..)
            | Name::Is(who, ..)
            | Name::Levels(who, _)
            | Name::Up(who)
            | Name::Acted(who)
            | Name::Players(who)
            | Name::Same(who)
            | Name::Begun(who)
            | Name::CanEscape(who)
            | Name::TickOf(who) => *who == wanted,
            Name::Gave(one, other, _) => [*one, *other].contains(&wanted),
            Name::GaveTo(who, _) => *who == wanted,
            _ => false,
        }
    }
}

impl Node {
    /// Returns true if one of the names satisfies the condition.
    fn names(&self, such: &dyn Fn(&Name) -> bool) -> bool {
        match self {
            Node::Name(name, _) => such(name),
            Node::Gave(giver, bearer, key) => {
                such(&Name::Gave(*giver, *bearer, "")) || key.names(such)
            }
            node => node.inner().into_iter().any(|one| one.names(such)),
        }
    }

    /// Returns true if the node or a part of it refers to the outcome of a roll.
    fn is_of_throw(&self) -> bool {
        self.names(&Name::is_of_throw) || self.reads_dice()
    }

    /// Returns true if the node or a part of it reads the results of single dice.
    fn reads_dice(&self) -> bool {
        matches!(self, Node::Showing(..)) || self.inner().into_iter().any(Node::reads_dice)
    }

    /// Returns true or false if the node counts as yes or no whatever the values of unknown names are.
    fn settled(&self, look: &dyn Look, knows: &dyn Fn(&Name) -> bool) -> Option<bool> {
        let of = |node: &Node| node.settled(look, knows);
        match self {
            Node::Not(inner) => Some(!of(inner)?),
            Node::Two(two @ (Two::And | Two::Or), left, right) => {
                // One side alone decides: no for `and`, yes for `or`.
                let decides = *two == Two::Or;
                match (of(left), of(right)) {
                    (Some(one), _) | (_, Some(one)) if one == decides => Some(one),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            Node::Call(Call::Either, all) if all.len() == 3 => {
                of(if of(&all[0])? { &all[1] } else { &all[2] })
            }
            node => node.is_known(knows).then(|| holds(node, look)),
        }
    }

    /// Returns true if the value depends only on known names.
    fn is_known(&self, knows: &dyn Fn(&Name) -> bool) -> bool {
        match self {
            Node::Name(name, _) => knows(name),
            Node::Over(..) | Node::Showing(..) | Node::Gave(..) => false,
            node => node.inner().into_iter().all(|one| one.is_known(knows)),
        }
    }

    /// Returns true for an operator or a function whose value is yes or no.
    fn is_flag(&self) -> bool {
        match self {
            Node::Not(_) | Node::Gave(..) | Node::Among(..) | Node::Call(Call::Has, _) => true,
            Node::Two(two, ..) => !matches!(
                two,
                Two::Plus | Two::Minus | Two::Times | Two::Whole | Two::Rest
            ),
            _ => false,
        }
    }

    /// Returns the parts of the node.
    fn inner(&self) -> Vec<&Node> {
        match self {
            Node::Fixed(_) | Node::Name(..) => Vec::new(),
            Node::Not(inner)
            | Node::Minus(inner)
            | Node::Over(_, _, inner)
            | Node::Among(_, inner)
            | Node::Gave(_, _, inner) => vec![inner],
            Node::Two(_, left, right) | Node::Showing(left, right) => vec![left, right],
            Node::Call(_, all) | Node::Lookup(_, all) => all.iter().collect(),
        }
    }
}

/// Returns the value of a node.
fn find(node: &Node, look: &dyn Look) -> Found {
    match node {
        Node::Fixed(found) => found.clone(),
        Node::Name(name, _) => look.look(name),
        Node::Call(Call::Either, all) => {
            either(all, look).map_or(Found::Nothing, |one| find(one, look))
        }
        Node::Lookup(table, keys) => match keys.as_slice() {
            [only] => table.find(&[find(only, look)]),
            keys => {
                let keys: Vec<Found> = keys.iter().map(|key| find(key, look)).collect();
                table.find(&keys)
            }
        },
        node if node.is_flag() => Found::Flag(holds(node, look)),
        node => Found::Number(number(node, look)),
    }
}

/// Returns the value of a node as a number, without the intermediate values of [`find`]: numbers and flags are nine
/// tenths of what expressions compute.
fn number(node: &Node, look: &dyn Look) -> i64 {
    match node {
        Node::Fixed(found) => found.number(),
        Node::Name(name, _) => look.number(name),
        Node::Minus(inner) => number(inner, look).saturating_neg(),
        Node::Two(two, left, right) if !node.is_flag() => {
            let (a, b) = (number(left, look), number(right, look));
            match two {
                Two::Plus => a.saturating_add(b),
                Two::Minus => a.saturating_sub(b),
                Two::Times => a.saturating_mul(b),
                Two::Whole => whole(a, b),
                _ => a.saturating_sub(whole(a, b).saturating_mul(b)),
            }
        }
        Node::Call(Call::Half, all) => {
            let first = all.first();
            first.map_or(0, |one| number(one, look)).div_euclid(2)
        }
        Node::Call(Call::Min, all) => {
            let all = all.iter().map(|one| number(one, look));
            all.min().unwrap_or(0)
        }
        Node::Call(Call::Max, all) => {
            let all = all.iter().map(|one| number(one, look));
            all.max().unwrap_or(0)
        }
        Node::Call(Call::Either, all) => either(all, look).map_or(0, |one| number(one, look)),
        Node::Lookup(..) => find(node, look).number(),
        Node::Over(over, group, inner) => gathered(*over, *group, inner, look),
        Node::Showing(from, to) => look.showing(number(from, look), number(to, look)),
        Node::Not(_)
        | Node::Two(..)
        | Node::Call(Call::Has, _)
        | Node::Among(..)
        | Node::Gave(..) => 0,
    }
}

/// Returns true if the value of a node counts as yes. Most nodes are names and their combinations. The other nodes have
/// a function of their own, because this one is called so often that saving its registers takes a tenth of a simulated
/// fight.
fn holds(node: &Node, look: &dyn Look) -> bool {
    match node {
        Node::Name(name, _) => look.holds(name),
        Node::Not(inner) => !holds(inner, look),
        Node::Two(Two::And, left, right) => holds(left, look) && holds(right, look),
        Node::Two(Two::Or, left, right) => holds(left, look) || holds(right, look),
        node => compares(node, look),
    }
}

/// Returns true if the value of a comparison or of a function counts as yes.
fn compares(node: &Node, look: &dyn Look) -> bool {
    match node {
        Node::Fixed(found) => found.is(),
        Node::Two(two, left, right) => match two {
            Two::Same => same(left, right, look),
            Two::Other => !same(left, right, look),
            Two::Less => number(left, look) < number(right, look),
            Two::More => number(left, look) > number(right, look),
            Two::AtMost => number(left, look) <= number(right, look),
            Two::AtLeast => number(left, look) >= number(right, look),
            Two::And | Two::Or | Two::Plus | Two::Minus | Two::Times | Two::Whole | Two::Rest => {
                false
            }
        },
        Node::Call(Call::Either, all) => either(all, look).is_some_and(|one| holds(one, look)),
        Node::Call(Call::Has, all) => match all.as_slice() {
            [all, word] => of_words(all, look, &mut |all| {
                of_words(word, look, &mut |word| {
                    words_of(word).any(|word| words_of(all).any(|one| one == word))
                })
            }),
            _ => false,
        },
        Node::Among(all, word) => of_words(word, look, &mut |word| {
            words_of(word).any(|word| all.iter().any(|one| one == word))
        }),
        Node::Gave(giver, bearer, key) => {
            of_words(key, look, &mut |key| look.gave(*giver, *bearer, key))
        }
        Node::Lookup(..) => find(node, look).is(),
        Node::Name(..)
        | Node::Not(_)
        | Node::Minus(_)
        | Node::Call(..)
        | Node::Over(..)
        | Node::Showing(..) => false,
    }
}

/// Returns the result of a condition for the words that are the value of a node; false for any other value.
fn of_words(node: &Node, look: &dyn Look, holds: &mut dyn FnMut(&str) -> bool) -> bool {
    if let Node::Name(name, _) = node
        && let Some(word) = look.word(name)
    {
        return holds(word);
    }
    match find(node, look) {
        Found::Word(word) => holds(&word),
        _ => false,
    }
}

/// Returns the second of three nodes if the first holds, otherwise the third.
fn either<'n>(all: &'n [Node], look: &dyn Look) -> Option<&'n Node> {
    let first = all.first().is_some_and(|first| holds(first, look));
    all.get(if first { 1 } else { 2 })
}

/// Returns the number, sum, highest or lowest value of an expression for the combatants of a group.
fn gathered(over: Over, group: Group, inner: &Node, look: &dyn Look) -> i64 {
    let mut found: Option<i64> = None;
    look.each(group, &mut |look| {
        let one = match over {
            Over::Count => holds(inner, look).into(),
            _ => number(inner, look),
        };
        found = Some(match (found, over) {
            (None, _) => one,
            (Some(all), Over::Count | Over::Sum) => all.saturating_add(one),
            (Some(all), Over::Highest) => all.max(one),
            (Some(all), Over::Lowest) => all.min(one),
        });
    });
    found.unwrap_or(0)
}

/// Returns true if two nodes have the same value. Fixed values are compared without a copy.
fn same(left: &Node, right: &Node, look: &dyn Look) -> bool {
    fn of(left: &Found, right: &Found) -> bool {
        match (left, right) {
            // A missing value equals the empty word.
            (Found::Word(word), Found::Nothing) | (Found::Nothing, Found::Word(word)) => {
                word.is_empty()
            }
            (Found::Word(one), Found::Word(other)) => one == other,
            (Found::Dice(one), Found::Dice(other)) => one == other,
            (Found::Flag(_), _) | (_, Found::Flag(_)) => left.is() == right.is(),
            _ => left.number() == right.number(),
        }
    }
    match (left, right) {
        (left, Node::Fixed(right)) => {
            if let (Node::Name(name, _), Found::Word(right)) = (left, right)
                && let Some(left) = look.word(name)
            {
                return *left == **right;
            }
            of(&find(left, look), right)
        }
        (Node::Fixed(left), right) => of(left, &find(right, look)),
        (left, right) => of(&find(left, look), &find(right, look)),
    }
}

/// Divides two numbers, rounded down as in Lua; division by 0 returns 0.
fn whole(a: i64, b: i64) -> i64 {
    let rounded = a.checked_div(b).unwrap_or(0);
    let down = b != 0 && a.wrapping_rem(b) != 0 && (a < 0) != (b < 0);
    rounded - i64::from(down)
}

/// Returns the words of a text, separated by commas.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(i64),
    Text(String),
    Word(String),
    Sign(&'static str),
    End,
}

struct Parser<'a> {
    names: &'a Names,
    tokens: Vec<(usize, Token)>,
    place: usize,
    depth: usize,
    /// True in an expression that is evaluated for each combatant of a group.
    in_group: bool,
}

/// Operators of expressions, longest first.
const SIGNS: [&str; 16] = [
    "==", "~=", "<=", ">=", "//", "<", ">", "+", "-", "*", "/", "%", "(", ")", ",", ".",
];

/// Habits from other languages, with the correct forms.
const HABITS: [(&str, &str); 9] = [
    ("!=", "write `~=` for \"not equal\""),
    ("<>", "write `~=` for \"not equal\""),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("=>", "write `>=` for \"at least\""),
    ("=<", "write `<=` for \"at most\""),
    ("=", "write `==` to compare"),
    ("?", "write `either(if, this, that)` to choose a value"),
];

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let long = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        if next.is_whitespace() {
            at += next.len_utf8();
        } else if next.is_ascii_digit() {
            let long = long(|c| c.is_ascii_digit());
            let behind = rest[long..].chars().next();
            if behind.is_some_and(|c| c == 'd' || c == 'D') {
                let what = "an expression cannot roll dice: write the dice in `dice:`, or roll a `Test` and use `result.total`".to_owned();
                return Err(Mistake { at, what });
            }
            let number = rest[..long].parse().ok();
            let Some(number) = number.filter(|number| *number <= MOST_NUMBER) else {
                let what = format!("this number is too large: the limit is {MOST_NUMBER}");
                return Err(Mistake { at, what });
            };
            all.push((at, Token::Number(number)));
            at += long;
        } else if next.is_alphabetic() || next == '_' {
            let long = long(|c| c.is_alphanumeric() || c == '_');
            all.push((at, Token::Word(rest[..long].to_owned())));
            at += long;
        } else if next == '\'' || next == '"' {
            let Some(end) = rest[1..].find(next) else {
                let what = format!("the text that begins here never ends: close it with {next}");
                return Err(Mistake { at, what });
            };
            all.push((at, Token::Text(rest[1..=end].to_owned())));
            at += end + 2;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            all.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            let habit = HABITS.iter().find(|(sign, _)| rest.starts_with(*sign));
            let what = match habit {
                Some((_, right)) => (*right).to_owned(),
                None => format!("`{next}` has no meaning in an expression"),
            };
            return Err(Mistake { at, what });
        }
    }
    all.push((text.len(), Token::End));
    Ok(all)
}

impl<'a> Parser<'a> {
    fn new(text: &str, names: &'a Names) -> Result<Self, Mistake> {
        if text.len() > LENGTH {
            let what =
                format!("this expression is longer than {LENGTH} bytes: split the expression");
            return Err(Mistake { at: 0, what });
        }
        Ok(Self {
            names,
            tokens: tokens(text)?,
            place: 0,
            depth: 0,
            in_group: false,
        })
    }

    fn whole(mut self) -> Result<(Node, Kind), Mistake> {
        let whole = self.or()?;
        match self.peek() {
            Token::End => Ok(whole),
            Token::Sign(sign) => {
                let what = format!("`{sign}` does not fit here");
                Err(self.wrong(what))
            }
            _ => Err(self.wrong("an operator is missing before this: `and`, `+`, `==` …")),
        }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.place].1
    }

    fn at(&self) -> usize {
        self.tokens[self.place].0
    }

    fn wrong(&self, what: impl Into<String>) -> Mistake {
        Mistake {
            at: self.at(),
            what: what.into(),
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is = match self.peek() {
            Token::Sign(there) => *there == sign,
            Token::Word(there) => there == sign,
            _ => false,
        };
        if is {
            self.place += 1;
        }
        is
    }

    fn eat_one(&mut self, of: &[(&str, Two)]) -> Option<Two> {
        of.iter()
            .find(|(sign, _)| self.eat(sign))
            .map(|(_, two)| *two)
    }

    fn flag(&self, at: usize, kind: Kind) -> Result<(), Mistake> {
        match kind {
            Kind::Flag | Kind::Dice => Ok(()),
            Kind::Number | Kind::Word => Err(Mistake {
                at,
                what: format!("yes or no is needed here, not {}", kind.words()),
            }),
        }
    }

    fn numbers(&self, at: usize, kind: Kind) -> Result<(), Mistake> {
        match kind {
            Kind::Number => Ok(()),
            _ => Err(Mistake {
                at,
                what: format!("a number is needed here, not {}", kind.words()),
            }),
        }
    }

    fn or(&mut self) -> Result<(Node, Kind), Mistake> {
        self.chain(&[("or", Two::Or)], Self::and, Self::flag, Kind::Flag)
    }

    fn and(&mut self) -> Result<(Node, Kind), Mistake> {
        self.chain(&[("and", Two::And)], Self::compared, Self::flag, Kind::Flag)
    }

    fn chain(
        &mut self,
        signs: &[(&str, Two)],
        part: fn(&mut Self) -> Result<(Node, Kind), Mistake>,
        check: fn(&Self, usize, Kind) -> Result<(), Mistake>,
        gives: Kind,
    ) -> Result<(Node, Kind), Mistake> {
        let mut from = self.at();
        let (mut left, mut kind) = part(self)?;
        while let Some(two) = self.eat_one(signs) {
            check(self, from, kind)?;
            from = self.at();
            let (right, its) = part(self)?;
            check(self, from, its)?;
            left = Node::Two(two, Box::new(left), Box::new(right));
            kind = gives;
        }
        Ok((left, kind))
    }

    fn compared(&mut self) -> Result<(Node, Kind), Mistake> {
        let from = self.at();
        let (left, kind) = self.added()?;
        let signs = [
            ("==", Two::Same),
            ("~=", Two::Other),
            ("<=", Two::AtMost),
            (">=", Two::AtLeast),
            ("<", Two::Less),
            (">", Two::More),
        ];
        let Some(two) = self.eat_one(&signs) else {
            return Ok((left, kind));
        };
        let then = self.at();
        let (right, its) = self.added()?;
        if matches!(two, Two::Same | Two::Other) {
            self.is_word_of(from, &left, &right)?;
            self.is_word_of(then, &right, &left)?;
            if kind != its {
                let (one, other) = (kind.words(), its.words());
                let what = format!("{one} and {other} are never the same");
                return Err(Mistake { at: from, what });
            }
        } else {
            self.numbers(from, kind)?;
            self.numbers(then, its)?;
        }
        let node = Node::Two(two, Box::new(left), Box::new(right));
        Ok((node, Kind::Flag))
    }

    /// Reports a word that the compared value can never have.
    fn is_word_of(&self, at: usize, word: &Node, other: &Node) -> Result<(), Mistake> {
        let (Node::Fixed(Found::Word(word)), Node::Name(name, of)) = (word, other) else {
            return Ok(());
        };
        let words = self.names.words_of(name);
        if words.is_empty() || word.is_empty() || words.iter().any(|one| **one == **word) {
            return Ok(());
        }
        let hint = did_you_mean(word, words.iter().map(String::as_str));
        let what = format!("`{of}` is never `{word}`{hint}");
        Err(Mistake { at, what })
    }

    fn added(&mut self) -> Result<(Node, Kind), Mistake> {
        let signs = [("+", Two::Plus), ("-", Two::Minus)];
        self.chain(&signs, Self::multiplied, Self::numbers, Kind::Number)
    }

    fn multiplied(&mut self) -> Result<(Node, Kind), Mistake> {
        let signs = [("*", Two::Times), ("//", Two::Whole), ("%", Two::Rest)];
        let product = self.chain(&signs, Self::one, Self::numbers, Kind::Number)?;
        if matches!(self.peek(), Token::Sign("/")) {
            return Err(
                self.wrong("expressions have only whole numbers: write `//`, which rounds down")
            );
        }
        Ok(product)
    }

    fn one(&mut self) -> Result<(Node, Kind), Mistake> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.wrong("brackets are nested too deeply"));
        }
        let one = self.single();
        self.depth -= 1;
        one
    }

    fn single(&mut self) -> Result<(Node, Kind), Mistake> {
        let at = self.at();
        match self.peek().clone() {
            Token::Number(number) => {
                self.place += 1;
                Ok((Node::Fixed(Found::Number(number)), Kind::Number))
            }
            Token::Text(text) => {
                self.place += 1;
                Ok((Node::Fixed(Found::Word(text.as_str().into())), Kind::Word))
            }
            Token::Sign("-") => {
                self.place += 1;
                let (inner, kind) = self.one()?;
                self.numbers(at, kind)?;
                Ok((Node::Minus(Box::new(inner)), Kind::Number))
            }
            Token::Sign("(") => {
                self.place += 1;
                let inner = self.or()?;
                if !self.eat(")") {
                    return Err(Mistake {
                        at,
                        what: "this `(` is never closed".to_owned(),
                    });
                }
                Ok(inner)
            }
            Token::Word(word) => {
                self.place += 1;
                match word.as_str() {
                    "not" => {
                        let then = self.at();
                        let (inner, kind) = self.one()?;
                        self.flag(then, kind)?;
                        Ok((Node::Not(Box::new(inner)), Kind::Flag))
                    }
                    "true" | "false" => Ok((Node::Fixed(Found::Flag(word == "true")), Kind::Flag)),
                    _ if self.eat("(") => self.call(at, &word),
                    _ if self.eat(".") => self.of(at, &word),
                    _ => self.bare(at, &word),
                }
            }
            Token::End => Err(self.wrong("something is missing at the end")),
            Token::Sign(sign) => Err(self.wrong(format!("`{sign}` does not fit here"))),
        }
    }

    /// Parses `lookup('table', one, other)`: a number, word or dice from a table.
    fn lookup(&mut self, at: usize) -> Result<(Node, Kind), Mistake> {
        let here = self.at();
        let Token::Text(name) = self.peek().clone() else {
            return Err(self.wrong("the name of a table is needed here: `lookup('to_hit', …)`"));
        };
        self.place += 1;
        let mut tables = self.names.tables.iter();
        let Some((_, table)) = tables.find(|(table, _)| *table == name) else {
            let known = self.names.tables.iter().map(|one| one.0);
            let what = format!("unknown table `{name}`{}", did_you_mean(&name, known));
            return Err(Mistake { at: here, what });
        };
        let table = Arc::clone(table);
        let mut keys = Vec::new();
        while self.eat(",") {
            let from = self.at();
            let (key, kind) = self.or()?;
            let words = match &key {
                Node::Fixed(Found::Word(word)) => vec![word.to_string()],
                // Another action may have a question of this name with different keywords.
                Node::Name(Name::Asked(_), _) => Vec::new(),
                Node::Name(name, _) => self.names.words_of(name).to_vec(),
                _ => Vec::new(),
            };
            table
                .fits(keys.len(), kind, &words)
                .map_err(|what| Mistake { at: from, what })?;
            keys.push(key);
        }
        if !self.eat(")") {
            return Err(self.wrong("a `,` or a `)` is missing here"));
        }
        if keys.len() != table.depth() {
            let depth = table.depth();
            let what = format!(
                "`{name}` has {depth} keys: write `lookup('{name}', …)` with {depth} values"
            );
            return Err(Mistake { at, what });
        }
        let kind = table.kind();
        Ok((Node::Lookup(table, keys), kind))
    }

    /// Parses `caused(target, self, 'charmed')`: true if one combatant has given another a condition.
    fn gave(&mut self) -> Result<(Node, Kind), Mistake> {
        let form = "caused(target, self, 'charmed')";
        let giver = self.who(form)?;
        let bearer = self.who(form)?;
        if matches!(self.peek(), Token::Text(_)) {
            let key = self.given(form)?;
            return Ok((Node::Name(Name::Gave(giver, bearer, key), key), Kind::Flag));
        }
        let here = self.at();
        let (key, kind) = self.or()?;
        if kind != Kind::Word {
            let what = format!("the name of a condition is needed here: `{form}`");
            return Err(Mistake { at: here, what });
        }
        if !self.eat(")") {
            return Err(self.wrong("a `)` is missing here"));
        }
        Ok((Node::Gave(giver, bearer, Box::new(key)), Kind::Flag))
    }

    /// Parses `causes(self, 'charmed')`: the number of combatants to whom one combatant has given a condition.
    fn gave_to(&mut self) -> Result<(Node, Kind), Mistake> {
        let form = "causes(self, 'charmed')";
        let giver = self.who(form)?;
        let key = self.given(form)?;
        Ok((Node::Name(Name::GaveTo(giver, key), key), Kind::Number))
    }

    /// Parses the name of a condition and the closing bracket.
    fn given(&mut self, form: &str) -> Result<&'static str, Mistake> {
        let here = self.at();
        let Token::Text(key) = self.peek().clone() else {
            return Err(self.wrong(format!("a condition is needed here: `{form}`")));
        };
        self.place += 1;
        let mut known = self.names.conditions.iter();
        let Some(key) = known.find(|one| **one == key) else {
            let hint = did_you_mean(&key, self.names.conditions.iter().copied());
            let what = format!("unknown condition `{key}`{hint}");
            return Err(Mistake { at: here, what });
        };
        if !self.eat(")") {
            return Err(self.wrong("a `)` is missing here"));
        }
        Ok(key)
    }

    /// Parses a combatant and the following `,`.
    fn who(&mut self, form: &str) -> Result<Who, Mistake> {
        let who = match self.peek() {
            Token::Word(word) => match word.as_str() {
                "self" => Some(Who::Me),
                "target" => Some(Who::Target),
                "attacker" => Some(Who::Actor),
                "roller" => Some(Who::Thrower),
                "source" => Some(Who::Giver),
                "each" if self.in_group => Some(Who::Each),
                _ => None,
            },
            _ => None,
        };
        let Some(who) = who else {
            return Err(self.wrong(format!("a combatant is needed here: `{form}`")));
        };
        if let Token::Word(word) = self.peek()
            && let Some(what) = self.names.absence(word, word)
        {
            return Err(self.wrong(what));
        }
        self.place += 1;
        if self.eat(",") {
            Ok(who)
        } else {
            Err(self.wrong("a `,` is missing here"))
        }
    }

    /// Parses `count(enemies, each.prone)`, or `sum`, `highest` or `lowest` with a number in place of the condition.
    fn over(&mut self, at: usize, over: Over) -> Result<(Node, Kind), Mistake> {
        let (form, wanted) = match over {
            Over::Count => ("count(enemies, each.prone)", Kind::Flag),
            Over::Sum => ("sum(allies, each.armour)", Kind::Number),
            Over::Highest => ("highest(enemies, each.armour)", Kind::Number),
            Over::Lowest => ("lowest(enemies, each.armour)", Kind::Number),
        };
        let wrong = |what: String| Err(Mistake { at, what });
        if self.names.alone {
            return wrong(
                "this expression knows only one sheet and no fight: remove the group".to_owned(),
            );
        }
        if self.in_group {
            return wrong("a group within a group is not possible".to_owned());
        }
        let here = self.at();
        let groups = [
            ("enemies", Group::Enemies),
            ("allies", Group::Allies),
            ("side", Group::Side),
            ("everyone", Group::Everyone),
        ];
        let Token::Word(word) = self.peek().clone() else {
            return Err(self.wrong(format!("a group is needed here: `{form}`")));
        };
        let Some((_, group)) = groups.into_iter().find(|(group, _)| *group == word) else {
            let hint = did_you_mean(&word, groups.map(|(group, _)| group));
            let what = format!("unknown group `{word}`{hint}");
            return Err(Mistake { at: here, what });
        };
        self.place += 1;
        if over == Over::Count && self.eat(")") {
            let all = Box::new(Node::Fixed(Found::Flag(true)));
            return Ok((Node::Over(over, group, all), Kind::Number));
        }
        if !self.eat(",") {
            return Err(self.wrong(format!("a `,` is missing here: `{form}`")));
        }
        let from = self.at();
        self.in_group = true;
        let inner = self.or();
        self.in_group = false;
        let (node, kind) = inner?;
        match wanted {
            Kind::Flag => self.flag(from, kind)?,
            _ => self.numbers(from, kind)?,
        }
        if !node.names(&Name::is_of_each) {
            let what =
                format!("this value is the same for the whole group: use `each`, as in `{form}`");
            return Err(Mistake { at: from, what });
        }
        if !self.eat(")") {
            return Err(self.wrong("a `)` is missing here"));
        }
        Ok((Node::Over(over, group, Box::new(node)), Kind::Number))
    }

    /// Parses `dice_showing(6)` or `dice_showing(5, 6)`: the number of dice of the last roll with such a result.
    fn showing(&mut self, at: usize) -> Result<(Node, Kind), Mistake> {
        self.rolled(at)?;
        let from = self.at();
        let (first, kind) = self.or()?;
        self.numbers(from, kind)?;
        let last = if self.eat(",") {
            let from = self.at();
            let (last, kind) = self.or()?;
            self.numbers(from, kind)?;
            last
        } else {
            first.clone()
        };
        if !self.eat(")") {
            return Err(self.wrong("a `,` or a `)` is missing here: `dice_showing(5, 6)`"));
        }
        Ok((Node::Showing(Box::new(first), Box::new(last)), Kind::Number))
    }

    /// Reports an expression that uses the result of a roll although it is evaluated before any roll.
    fn rolled(&self, at: usize) -> Result<(), Mistake> {
        if self.names.no_roll {
            let what =
                "there is no roll here: use the result in effects, reactions, steps or tests"
                    .to_owned();
            return Err(Mistake { at, what });
        }
        Ok(())
    }

    fn call(&mut self, at: usize, word: &str) -> Result<(Node, Kind), Mistake> {
        if let Some((_, over)) = OVER.iter().find(|one| one.0 == word) {
            return self.over(at, *over);
        }
        if word == "dice_showing" {
            return self.showing(at);
        }
        if word == "lookup" {
            return self.lookup(at);
        }
        if word == "caused" {
            return self.gave();
        }
        if word == "causes" {
            return self.gave_to();
        }
        let wrong = |what: String| Err(Mistake { at, what });
        let known = [
            ("half", Call::Half, 1, 1),
            ("min", Call::Min, 2, 9),
            ("max", Call::Max, 2, 9),
            ("either", Call::Either, 3, 3),
            ("has", Call::Has, 2, 2),
        ];
        let Some((_, call, least, most)) = known.iter().find(|one| one.0 == word) else {
            let more = ["lookup", "caused", "causes", "dice_showing"].into_iter();
            let more = more.chain(OVER.iter().map(|one| one.0));
            let hint = did_you_mean(word, known.iter().map(|one| one.0).chain(more));
            return wrong(format!("`{word}(…)` is unknown{hint}"));
        };
        let mut all = Vec::new();
        let mut kinds = Vec::new();
        loop {
            let from = self.at();
            let (node, kind) = self.or()?;
            all.push(node);
            kinds.push((from, kind));
            if self.eat(")") {
                break;
            }
            if !self.eat(",") {
                return Err(self.wrong("a `,` or a `)` is missing here"));
            }
        }
        if !(*least..=*most).contains(&all.len()) {
            let form = match call {
                Call::Half => "half(x)",
                Call::Min => "min(a, b)",
                Call::Max => "max(a, b)",
                Call::Either => "either(if, this, that)",
                Call::Has => "has(self.field, 'word')",
            };
            return wrong(format!("write `{form}`"));
        }
        let kind = match call {
            Call::Either => {
                self.flag(kinds[0].0, kinds[0].1)?;
                if kinds[1].1 != kinds[2].1 {
                    return wrong("both values of `either` must be of the same kind".to_owned());
                }
                kinds[1].1
            }
            Call::Has => {
                if let [
                    Node::Name(Name::Field(who, place), word),
                    Node::Fixed(Found::Word(row)),
                ] = all.as_slice()
                    && self.names.lists.contains(place)
                {
                    let name = Name::Row(*who, *place, row.clone());
                    return Ok((Node::Name(name, word), Kind::Flag));
                }
                if let Some((from, kind)) = kinds.iter().find(|(_, kind)| *kind != Kind::Word) {
                    let what = format!("a word is needed here, not {}", kind.words());
                    return Err(Mistake { at: *from, what });
                }
                Kind::Flag
            }
            Call::Half | Call::Min | Call::Max => {
                for (from, kind) in kinds {
                    self.numbers(from, kind)?;
                }
                Kind::Number
            }
        };
        let node = match (call, all.as_slice()) {
            (Call::Has, [Node::Fixed(Found::Word(words)), word]) => {
                let words = words_of(words).map(str::to_owned);
                Node::Among(words.collect(), Box::new(word.clone()))
            }
            _ => Node::Call(*call, all),
        };
        Ok((node, kind))
    }

    /// Returns true if the action that is being read does not ask a question.
    fn is_of_another_action(&self, question: &str) -> bool {
        let own = self.names.own_asked.as_ref();
        own.is_some_and(|own| !own.contains(&question))
    }

    fn bare(&mut self, at: usize, word: &str) -> Result<(Node, Kind), Mistake> {
        let named = |name: Name, word: &'static str, kind: Kind| Ok((Node::Name(name, word), kind));
        match word {
            "round" => return named(Name::Round, "round", Kind::Number),
            "tick" => return named(Name::Tick, "tick", Kind::Number),
            "advantage" if self.names.coming => {
                return named(Name::Edge, "advantage", Kind::Number);
            }
            "damage_taken" => return named(Name::Hurt, "damage_taken", Kind::Number),
            "damage_taken_type" => return named(Name::HurtKind, "damage_taken_type", Kind::Word),
            "damage_excess" => return named(Name::Beyond, "damage_excess", Kind::Number),
            "effect_value" if self.names.in_value => {
                return named(Name::EffectValue, "effect_value", Kind::Number);
            }
            _ => {}
        }
        if let Some(who) = self.names.bare
            && let Some(found) = self.field(who, word)
        {
            return Ok(found);
        }
        let fields = || self.names.fields.iter().map(|(field, _)| *field);
        let conditions = || self.names.conditions.iter().copied();
        let dice = |word: &str| {
            let sides = word.strip_prefix('d').or(word.strip_prefix('D'));
            sides
                .is_some_and(|sides| !sides.is_empty() && sides.chars().all(|c| c.is_ascii_digit()))
        };
        let what = if dice(word) {
            "an expression cannot roll dice: roll a `Test` and use `result.total`".to_owned()
        } else if fields().chain(conditions()).any(|known| known == word) {
            format!("name the combatant: write `self.{word}` or `target.{word}`")
        } else if word == "effect_value" {
            "`effect_value` is only possible in the `value` of an action".to_owned()
        } else if let Some(group) = self.group_of(word) {
            format!("write `{group}.{word}`")
        } else if ["yes", "no", "on", "off"].contains(&word) {
            "write a flag alone, as in `self.hidden` or `not self.hidden`".to_owned()
        } else if self.names.is_word(word) {
            format!("write words in single quotes: `'{word}'`")
        } else if self.names.bare.is_some() {
            format!("unknown name `{word}`{}", did_you_mean(word, fields()))
        } else {
            format!(
                "unknown name `{word}`: choose one of self, target, attacker, source, roller, with, cause, asked, result, side, \
                 options, scene (each followed by a `.` and a word), round, tick, damage_taken, damage_taken_type and damage_excess"
            )
        };
        Err(Mistake { at, what })
    }

    /// Returns the word before the dot of a column, question, option or number of the scene.
    fn group_of(&self, word: &str) -> Option<&'static str> {
        let is = |all: &[(&'static str, Kind)]| all.iter().any(|(one, _)| *one == word);
        match () {
            () if is(&self.names.columns) => Some("with"),
            () if is(&self.names.asked) => Some("asked"),
            () if is(&self.names.options) => Some("options"),
            () if self.names.scene.contains(&word) => Some("scene"),
            () => None,
        }
    }

    fn field(&self, who: Who, word: &str) -> Option<(Node, Kind)> {
        let mut fields = self.names.fields.iter();
        if let Some(place) = fields.position(|(field, _)| *field == word) {
            let (word, kind) = self.names.fields[place];
            let place = u16::try_from(place).ok()?;
            return Some((Node::Name(Name::Field(who, place), word), kind));
        }
        let mut conditions = self.names.conditions.iter().zip(0..);
        let (key, place) = conditions.find(|(key, _)| **key == word)?;
        if self.names.levels.contains(key) {
            return Some((Node::Name(Name::Levels(who, key), key), Kind::Number));
        }
        Some((Node::Name(Name::Is(who, place, key), key), Kind::Flag))
    }

    fn of(&mut self, at: usize, whose: &str) -> Result<(Node, Kind), Mistake> {
        let Token::Word(word) = self.peek().clone() else {
            return Err(self.wrong(format!("a name is missing after `{whose}.`")));
        };
        let here = self.at();
        if let Some(what) = self.names.absence(whose, &format!("{whose}.{word}")) {
            return Err(Mistake { at, what });
        }
        self.place += 1;
        let named = |name: Name, word: &'static str, kind: Kind| Ok((Node::Name(name, word), kind));
        let unknown = |known: Vec<&str>| {
            let hint = match (known.is_empty(), whose) {
                (true, "asked") => ": no action has `asks`".to_owned(),
                (true, "with" | "cause") => ": no list on the sheet has columns".to_owned(),
                (true, "options") => ": there are no `options`".to_owned(),
                (true, "scene") => ": there are no values in `scene`".to_owned(),
                _ => did_you_mean(&word, known),
            };
            Err(Mistake {
                at: here,
                what: format!("unknown name `{whose}.{word}`{hint}"),
            })
        };
        let who = match whose {
            "self" => Who::Me,
            "target" => Who::Target,
            "attacker" => Who::Actor,
            "roller" => Who::Thrower,
            "source" => Who::Giver,
            "each" if self.in_group => Who::Each,
            "each" => {
                let what = "`each` is a combatant of a group: write it in `count(enemies, each.prone)`, or in `sum`, \
                            `highest` or `lowest`"
                    .to_owned();
                return Err(Mistake { at, what });
            }
            "asked" => {
                let mut asked = self.names.asked.iter();
                return match asked.find(|(one, _)| *one == word) {
                    Some((one, _)) if self.is_of_another_action(one) => {
                        let what = format!(
                            "unknown `asked.{one}` in this action: only another action asks for it"
                        );
                        Err(Mistake { at, what })
                    }
                    Some((one, kind)) => named(Name::Asked(one), one, *kind),
                    None => unknown(self.names.asked.iter().map(|one| one.0).collect()),
                };
            }
            "with" | "cause" => {
                return match self.names.column(&word) {
                    Some((column, kind)) if whose == "cause" => {
                        named(Name::Cause(column), column.word, kind)
                    }
                    Some((column, kind)) => named(Name::With(column), column.word, kind),
                    None => unknown(self.names.columns.iter().map(|one| one.0).collect()),
                };
            }
            "options" => {
                let mut options = self.names.options.iter();
                return match options.position(|(option, _)| *option == word) {
                    Some(place) => {
                        let (option, kind) = self.names.options[place];
                        let place = u16::try_from(place).unwrap_or(u16::MAX);
                        named(Name::Option(place), option, kind)
                    }
                    None => unknown(self.names.options.iter().map(|one| one.0).collect()),
                };
            }
            "scene" => {
                let mut all = self.names.scene.iter();
                return match all.position(|one| *one == word) {
                    Some(place) => {
                        let one = self.names.scene[place];
                        let place = u16::try_from(place).unwrap_or(u16::MAX);
                        named(Name::Scene(place), one, Kind::Number)
                    }
                    None => unknown(self.names.scene.clone()),
                };
            }
            "result" => {
                if word != "action" {
                    self.rolled(at)?;
                }
                return match word.as_str() {
                    "total" => named(Name::Total, "total", Kind::Number),
                    "natural" => named(Name::Natural, "natural", Kind::Number),
                    "action" => named(Name::Action, "action", Kind::Word),
                    "margin" => named(Name::Margin, "margin", Kind::Number),
                    "raises" => named(Name::Raises, "raises", Kind::Number),
                    "passed" => named(Name::Passed, "passed", Kind::Flag),
                    "outcome" => named(Name::Outcome, "outcome", Kind::Word),
                    "test" => named(Name::Test, "test", Kind::Word),
                    "kind" => named(Name::Kind, "kind", Kind::Word),
                    _ => unknown(vec![
                        "action", "total", "natural", "margin", "raises", "passed", "outcome",
                        "test", "kind",
                    ]),
                };
            }
            "side" => {
                return match word.as_str() {
                    "count" => named(Name::SideCount, "count", Kind::Number),
                    "lost" => named(Name::SideLost, "lost", Kind::Number),
                    _ => unknown(vec!["count", "lost"]),
                };
            }
            _ => {
                let all = [
                    "self", "target", "attacker", "source", "roller", "each", "with", "cause",
                    "asked", "result", "side", "options", "scene",
                ];
                let hint = did_you_mean(whose, all);
                let what = format!("unknown name `{whose}`{hint}");
                return Err(Mistake { at, what });
            }
        };
        match word.as_str() {
            "up" => named(Name::Up(who), "up", Kind::Flag),
            "acted" => named(Name::Acted(who), "acted", Kind::Flag),
            "players" => named(Name::Players(who), "players", Kind::Flag),
            "is_self" => named(Name::Same(who), "is_self", Kind::Flag),
            "preparing" => named(Name::Begun(who), "preparing", Kind::Flag),
            "can_escape" => named(Name::CanEscape(who), "can_escape", Kind::Flag),
            "tick" => named(Name::TickOf(who), "tick", Kind::Number),
            _ => match self.field(who, &word) {
                Some(found) => Ok(found),
                None => {
                    let fields = self.names.fields.iter().map(|one| one.0);
                    let conditions = self.names.conditions.iter().copied();
                    let more = [
                        "up",
                        "acted",
                        "players",
                        "is_self",
                        "preparing",
                        "can_escape",
                        "tick",
                    ];
                    unknown(fields.chain(conditions).chain(more).collect())
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    struct Here;

    impl Look for Here {
        fn look(&self, name: &Name) -> Found {
            match name {
                Name::Field(Who::Me, 0) => Found::Number(7),
                Name::Field(Who::Target, 0) => Found::Number(4),
                Name::Field(_, 1) => Found::Word("near".into()),
                Name::Is(Who::Me, _, "prone") => Found::Flag(true),
                Name::With(column) if column.word == "damage" => Found::Dice(Dice::d(6)),
                _ => Found::Nothing,
            }
        }
    }

    fn names() -> Names {
        Names {
            fields: vec![("health", Kind::Number), ("zone", Kind::Word)],
            conditions: vec!["prone"],
            columns: vec![("damage", Kind::Dice), ("ranged", Kind::Flag)],
            ..Names::default()
        }
    }

    #[track_caller]
    fn comes_to(text: &str, kind: Kind, wanted: Found) {
        let sum = Sum::read(text, &names(), kind).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(sum.find(&Here), wanted, "{text}");
    }

    #[test]
    fn a_comparison_with_an_impossible_keyword_is_reported() {
        let names = Names {
            words: vec![(1, vec!["near".to_owned(), "far".to_owned()])],
            asked: vec![("how", Kind::Word)],
            asked_words: vec![("how", vec!["bold".to_owned(), "keen".to_owned()])],
            ..names()
        };
        let told = |text: &str| Sum::read(text, &names, Kind::Flag).err();
        assert_eq!(told("self.zone == 'near'"), None);
        assert_eq!(told("self.zone ~= ''"), None);
        let wrong = told("self.zone ~= 'naer'").expect("misspelt");
        assert_eq!(wrong.what, "`zone` is never `naer`: did you mean `near`?");
        let wrong = told("'home' == target.zone").expect("another word");
        assert_eq!(
            (wrong.at, wrong.what.as_str()),
            (0, "`zone` is never `home`: choose one of near, far")
        );
        assert_eq!(told("asked.how == 'bold'"), None);
        let wrong = told("asked.how == 'bald'").expect("another word");
        assert_eq!(wrong.what, "`how` is never `bald`: did you mean `bold`?");
        for word in ["near", "keen"] {
            let wrong = told(&format!("self.zone == {word}")).expect("no quotes");
            let right = format!("write words in single quotes: `'{word}'`");
            assert_eq!((wrong.at, wrong.what), (13, right));
        }
    }

    #[test]
    fn expressions_have_the_same_values_as_in_lua() {
        let number = |text: &str, wanted| comes_to(text, Kind::Number, Found::Number(wanted));
        let flag = |text: &str, wanted| comes_to(text, Kind::Flag, Found::Flag(wanted));
        number("1 + 2 * 3 - 4", 3);
        number("-(self.health - 10) // 2", 1);
        number("-7 // 2", -4);
        number("7 // -2", -4);
        number("-7 % 3", 2);
        number("1 // 0", 0);
        number("half(self.health)", 3);
        number("max(1, self.health - target.health, 2)", 3);
        number("either(self.prone, 1, 2)", 1);
        flag("self.prone and not target.prone", true);
        flag("self.zone == target.zone or false", true);
        flag("self.zone ~= 'far'", true);
        flag("not with.ranged", true);
        flag("1 < 2 and 2 <= 2 and 3 > 2 and 2 >= 2", true);
        flag("not self.prone == true", false);
        comes_to("with.damage", Kind::Dice, Found::Dice(Dice::d(6)));
    }

    #[test]
    fn errors_in_expressions_are_reported_with_their_place() {
        let told = |text: &str, kind: Kind| {
            let wrong = Sum::read(text, &names(), kind).expect_err(text);
            format!("{}: {}", wrong.at, wrong.what)
        };
        let all = [
            (
                "self.helth",
                "5: unknown name `self.helth`: did you mean `health`?",
            ),
            (
                "health",
                "0: name the combatant: write `self.health` or `target.health`",
            ),
            (
                "prone",
                "0: name the combatant: write `self.prone` or `target.prone`",
            ),
            ("self.health != 3", "12: write `~=` for \"not equal\""),
            ("self.health = 3", "12: write `==` to compare"),
            ("self.health => 3", "12: write `>=` for \"at least\""),
            ("self.health =< 3", "12: write `<=` for \"at most\""),
            (
                "self.health / 2",
                "12: expressions have only whole numbers: write `//`, which rounds down",
            ),
            (
                "2d6 + 1",
                "0: an expression cannot roll dice: write the dice in `dice:`, or roll a `Test` and use `result.total`",
            ),
            ("(1 + 2", "0: this `(` is never closed"),
            ("1 +", "3: something is missing at the end"),
            ("self.zone + 1", "0: a number is needed here, not a word"),
            (
                "self.zone == 1",
                "0: a word and a number are never the same",
            ),
            ("haf(3)", "0: `haf(…)` is unknown: did you mean `half`?"),
            (
                "self.zone == 'far",
                "13: the text that begins here never ends: close it with '",
            ),
        ];
        for (text, wanted) in all {
            assert_eq!(told(text, Kind::Number), wanted);
        }
        assert_eq!(
            told("self.health", Kind::Flag),
            "0: yes or no is needed here, but this is a number: compare the number, for example `… > 0`"
        );
        let deep = "(".repeat(900);
        assert!(told(&deep, Kind::Number).contains("too deeply"));
        let deep = "not ".repeat(200);
        assert!(told(&deep, Kind::Flag).contains("too deeply"));
        let long = "1 + ".repeat(100_000);
        assert!(told(&long, Kind::Number).contains("longer than"));
    }
}
