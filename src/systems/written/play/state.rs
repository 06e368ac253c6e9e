//! State of a fight of a written system, apart from the sheets.

use std::collections::BTreeMap;

use crate::values::{Id, PartKind, SideId};

crate::records! {
    /// State of the round.
    pub struct Round in "round" {
        /// Combatant who picks who acts next, if the system's order is by picking.
        pub picker: Option<Id>,
        /// Side that acts or begins.
        pub side: Option<SideId>,
        /// Sides in initiative order.
        pub sides: Vec<SideId>,
        /// Combatant whom the GM lets act next, regardless of the order.
        pub next: Option<Id>,
        /// True if the GM declined the suggested end of the fight in this round, or at the end of the previous round.
        pub goes_on: bool,
        /// Keys of once-a-round events that have happened.
        pub once: Vec<String>,
        /// Combatants whose turns were interrupted, the latest last.
        pub cut: Vec<Id>,
        /// Sides that act simultaneously with the side before them.
        pub tied: Vec<SideId>,
        /// Initiative counts that the order has passed. Their steps have run or are skipped.
        pub counts: Vec<i64>,
        /// Index of the current part of the round: a side or a phase.
        pub part: usize,
        /// True while combatants declare actions before the order is rolled.
        pub declaring: bool,
        /// Combatants who act simultaneously and have not acted yet. Combatants without hit points go down after they
        /// have acted.
        pub together: Vec<Id>,
    }

    /// Clock of an order by ticks.
    pub struct Clock in "clock" {
        pub tick: i64,
        /// Tick on which the next round begins.
        pub ends: i64,
        /// Number of moves along the ticks so far.
        pub moves: i64,
    }

    /// Deck of an order by cards.
    pub struct Deck in "deck" {
        /// Cards dealt since the last shuffle.
        pub dealt: Vec<i64>,
        /// True if one of the dealt cards was a joker.
        pub joker: bool,
    }

    /// Memory that lasts for the whole fight.
    pub struct Memory in "memory" {
        /// Keys of once-a-fight events that have happened.
        pub once: Vec<String>,
        /// Numbers of the whole scene that rules have set.
        pub scene: BTreeMap<String, i64>,
    }

    /// Turn of a combatant in the round.
    pub struct Turn each "turn" {
        /// True if the combatant's turn is over.
        pub acted: bool,
        /// True if the combatant holds the turn for later in the round.
        pub held: bool,
        /// Initiative number, card or tick of the combatant.
        pub number: Option<i64>,
        /// Number of the combatant's last move along the ticks, among all moves.
        pub since: i64,
        /// Number of parts of the round that are over for the combatant.
        pub parts: usize,
        /// Number of actions in this turn.
        pub acts: i64,
        /// Target of the combatant's last harmful action.
        pub last: Option<Id>,
        /// Amount spent of each slot.
        pub spent: BTreeMap<String, i64>,
    }

    /// Limits of the conditions that effects have given a combatant.
    pub struct Lasting each "lasting" {
        pub all: Vec<Last>,
    }

    /// Limits of a condition in addition to the limits of its declaration, and the row that caused the condition.
    pub struct Last {
        pub key: String,
        /// Source of the condition, if it is not the bearer.
        pub by: Option<Id>,
        /// List on the sheet of the source; "" if there is none.
        pub list: String,
        /// Name of the row of that list.
        pub row: String,
        /// Test that the bearer rolls at the end of each turn.
        pub saved: String,
        /// Test that frees the bearer.
        pub freed: String,
        /// Requirements that must continue to hold.
        pub holds: String,
        /// Tests and actions of the bearer that end the condition, and "damage".
        pub breaks: String,
        /// True if the condition outlasts the end of the current turn.
        pub next: bool,
    }

    /// Delayed action of a combatant.
    pub struct Later each "later" {
        /// Key of the action; "" if there is none.
        pub action: String,
        /// Name of the row that the action uses.
        pub with: String,
        pub targets: Vec<Id>,
        /// Number of turns that the combatant still starts before the turn in which the action takes effect.
        pub turns: i64,
    }
}

/// Returns the kinds of these records.
pub fn parts() -> Vec<PartKind> {
    crate::parts![Round, Memory, Turn, Clock, Later, Deck, Lasting]
}
