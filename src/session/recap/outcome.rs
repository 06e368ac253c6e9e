//! What a fight came to, as data: who fell, and what everybody did and suffered.

use serde::Serialize;

use super::luck::Luck;
use crate::ron_text::is_default;

/// What a fight came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Recap {
    /// How many rounds were fought: up to the one that is under way, or of a fight that is over to the last one in which
    /// anybody did anything.
    pub rounds: u32,
    /// How many went by between them while nothing was fought.
    #[serde(skip_serializing_if = "is_default")]
    pub gone_by: u32,
    /// How many of these were played to their end: until nobody was left to act.
    pub whole: u32,
    /// How long these took, in seconds, where the rules say how long a round is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Whether it is over.
    pub over: bool,
    /// Who fell, fled or gave up, in the order in which they did; some may have done one after the other.
    pub falls: Vec<Fall>,
    /// The sides and their people.
    pub sides: Vec<SideRecap>,
}

/// Somebody who fell, fled or gave up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fall {
    pub who: String,
    pub side: String,
    pub round: u32,
    /// What became of it, in a word or two: "down", "dead", "fled".
    pub how: String,
    /// By whose attack, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What else it was, as the log says it; may be "".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// Whether it stands again, or stood again when the fight was over.
    pub stands_again: bool,
}

/// A side of a fight.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideRecap {
    /// What it is called.
    pub name: String,
    /// Whether players run it.
    pub players: bool,
    /// How many of its decisions its policy made, nobody else; players do not read it.
    #[serde(skip_serializing_if = "is_default")]
    pub played: u64,
    pub people: Vec<PersonRecap>,
}

/// What somebody did and suffered in a fight, or in several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PersonRecap {
    pub name: String,
    /// Attacks that came through to their target.
    pub hits: u64,
    /// Attacks that did not.
    pub misses: u64,
    /// What others lost by it; players do not read it, for it tells what their foes have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<i64>,
    pub taken: i64,
    /// What it got back while the fight went on.
    pub healed: i64,
    /// Others that went down by it.
    pub felled: u64,
    /// How often it went down itself.
    pub falls: u64,
    /// How its dice fell.
    pub luck: Luck,
    /// What it has used up, a word each.
    pub used: Vec<Used>,
}

/// What was used up of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Used {
    pub what: String,
    pub many: i64,
}

impl PersonRecap {
    /// Adds what it did elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.dealt = match (self.dealt, other.dealt) {
            (None, None) => None,
            (mine, more) => Some(mine.unwrap_or(0) + more.unwrap_or(0)),
        };
        self.taken += other.taken;
        self.healed += other.healed;
        self.felled += other.felled;
        self.falls += other.falls;
        self.luck.merge(&other.luck);
        for used in &other.used {
            match self.used.iter_mut().find(|mine| mine.what == used.what) {
                Some(mine) => mine.many += used.many,
                None => self.used.push(used.clone()),
            }
        }
    }
}
