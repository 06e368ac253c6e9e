//! Summary of a fight as data: falls, and the figures of each combatant.

use serde::Serialize;

use super::luck::Luck;
use crate::ron_text::is_default;

/// Summary of a fight.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Recap {
    /// Number of rounds fought, including the current round. After the fight, rounds after the last action do not
    /// count.
    pub rounds: u32,
    /// Number of rounds that passed between parts of the fight.
    #[serde(skip_serializing_if = "is_default")]
    pub gone_by: u32,
    /// Number of complete rounds that were fought.
    pub whole: u32,
    /// Duration of the complete rounds in seconds, if the rules define the length of a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// True if the fight is over.
    pub over: bool,
    /// Name of the only side with combatants still up, if the fight is over.
    #[serde(skip)]
    pub left: Option<String>,
    /// Combatants who fell, fled or gave up, in order; a combatant may appear more than once.
    pub falls: Vec<Fall>,
    /// Sides and their combatants.
    pub sides: Vec<SideRecap>,
}

impl Recap {
    /// Replaces the names of combatants and sides.
    pub(super) fn rename(&mut self, to: impl Fn(&str) -> String) {
        for fall in &mut self.falls {
            for name in [&mut fall.who, &mut fall.side]
                .into_iter()
                .chain(&mut fall.by)
            {
                *name = to(name);
            }
        }
        if let Some(left) = &mut self.left {
            *left = to(left);
        }
        for side in &mut self.sides {
            let people = side.people.iter_mut().map(|person| &mut person.name);
            for name in std::iter::once(&mut side.name).chain(people) {
                *name = to(name);
            }
        }
    }
}

/// Combatant who fell, fled or gave up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fall {
    pub who: String,
    pub side: String,
    pub round: u32,
    /// Kind of loss in a few words: "down", "dead", "fled".
    pub how: String,
    /// Attacker, if an attack was the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Other cause as logged; may be "".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// True if the combatant is up again, or was at the end of the fight.
    pub stands_again: bool,
}

/// Side of a fight.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideRecap {
    /// Name of the side.
    pub name: String,
    /// True if players run the side.
    pub players: bool,
    /// Number of decisions that the policy made for the side; 0 if players read the recap.
    #[serde(skip_serializing_if = "is_default")]
    pub played: u64,
    pub people: Vec<PersonRecap>,
}

/// Figures of a combatant in one or more fights.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PersonRecap {
    pub name: String,
    /// Number of attacks that hit.
    pub hits: u64,
    /// Number of attacks that missed.
    pub misses: u64,
    /// Damage dealt; `None` for players, because it reveals the hit points of foes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<i64>,
    pub taken: i64,
    /// Hit points regained during the fight.
    pub healed: i64,
    /// Number of combatants whom this combatant felled.
    pub felled: u64,
    /// Number of times that this combatant fell.
    pub falls: u64,
    /// Luck of the combatant's dice.
    pub luck: Luck,
    /// Resources that the combatant spent.
    pub used: Vec<Used>,
}

/// Amount spent of a resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Used {
    pub what: String,
    pub many: i64,
}

impl PersonRecap {
    /// Adds the figures of another fight.
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
