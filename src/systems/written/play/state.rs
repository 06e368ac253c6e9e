//! What a fight of a written system keeps beside the sheets.

use std::collections::BTreeMap;

use crate::values::{Id, PartKind, SideId};

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// Who picks next, where whoever has acted picks.
        pub picker: Option<Id>,
        /// The side that acts or begins.
        pub side: Option<SideId>,
        /// The sides in the order of their numbers.
        pub sides: Vec<SideId>,
        /// The end was turned down in this round, or at the end of the last.
        pub goes_on: bool,
        /// What happens once a round and has happened.
        pub once: Vec<String>,
        /// Those in whose turns others have cut in, and who go on with them, the last one first.
        pub cut: Vec<Id>,
        /// The sides that act at once with the one before them.
        pub tied: Vec<SideId>,
        /// The numbers that the order has come past, of those at which something happens.
        pub counts: Vec<i64>,
        /// Which part of the round is played: of a side, of a phase.
        pub part: usize,
        /// Whether the dice of the order wait until all have declared.
        pub declaring: bool,
        /// Those whose blows land together and who have not acted yet: who of them has no life left falls when it has.
        pub together: Vec<Id>,
    }

    /// Where a fight stands that is played by ticks.
    pub struct Clock in "clock" {
        pub tick: i64,
        /// The tick with which the next round begins.
        pub ends: i64,
        /// How often somebody has moved on so far.
        pub moves: i64,
    }

    /// The deck of an order by cards.
    pub struct Deck in "deck" {
        /// The cards that were dealt since it was shuffled.
        pub dealt: Vec<i64>,
        /// Whether a joker was among them.
        pub joker: bool,
    }

    /// What the fight remembers from round to round.
    pub struct Memory in "memory" {
        /// What happens once a fight and has happened.
        pub once: Vec<String>,
    }

    /// Somebody's part in the round.
    pub struct Turn each "turn" {
        /// Whether its turn is over.
        pub acted: bool,
        /// Whether it keeps its turn for later in the round.
        pub held: bool,
        /// Its number in the order, its card or the tick where it stands.
        pub number: Option<i64>,
        /// Which of all moves along the ticks its last one was.
        pub since: i64,
        /// Parts of the round, counted from the first, that are over for it.
        pub parts: usize,
        /// What it has done in its turn.
        pub acts: i64,
        /// At whom it went last with what may harm.
        pub last: Option<Id>,
        /// What is spent of each slot.
        pub spent: BTreeMap<String, i64>,
    }

    /// Ends of the conditions that effects have started on a combatant.
    pub struct Lasting each "lasting" {
        pub all: Vec<Last>,
    }

    /// Ends of a condition beside those of its declaration, and the row by which it was caused.
    pub struct Last {
        pub key: String,
        /// Source of the condition, unless it is its bearer.
        pub by: Option<Id>,
        /// List on the sheet of the source; "" if there is none.
        pub list: String,
        /// Name of the row of that list.
        pub row: String,
        /// Test that its bearer rolls at the end of each turn.
        pub saved: String,
        /// Test that frees its bearer.
        pub freed: String,
        /// Conditions that have to last as well.
        pub holds: String,
        /// Tests and actions of its bearer that end it, and "damage".
        pub breaks: String,
        /// True while the end of the turn under way does not end it.
        pub next: bool,
    }

    /// What somebody has begun that goes off later.
    pub struct Later each "later" {
        /// The action; "" where there is none.
        pub action: String,
        /// The name of the row that it is done with.
        pub with: String,
        pub targets: Vec<Id>,
        /// How many turns of its own begin before the one in which it goes off.
        pub turns: i64,
    }
}

/// The records of these types.
pub fn parts() -> Vec<PartKind> {
    crate::parts![Round, Memory, Turn, Clock, Later, Deck, Lasting]
}
