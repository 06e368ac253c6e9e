//! State of the round, and of each combatant in it.

use super::plan::Hold;
use crate::systems::countdown::sheet::at;
use crate::systems::prelude::*;

crate::words! {
    /// Phase of the round.
    pub enum Phase {
        /// Test for surprise before the first round.
        Surprise = "surprise",
        /// Declarations of all combatants.
        Declare = "declare",
        /// Countdown from the highest count to the lowest.
        Count = "count",
    }

    /// Stage of a spell on its caster's count.
    pub enum Casting {
        /// No spell under way.
        None = "none",
        /// Spell that has begun; a save and the release may still follow.
        Begun = "begun",
        /// Spell that is safe from disruption and will be released.
        Safe = "safe",
        Lost = "lost",
    }
}

crate::records! {
    /// State of the round.
    pub struct Round in "cycle" {
        /// Phase of the round.
        pub phase: Phase,
        /// Number of the last called count.
        pub count: i64,
        /// Number of the count before the last called count, if any.
        pub previous: Option<i64>,
        /// Number of counts called in this round so far, which identifies a count.
        pub index: i64,
        /// True from the call of the count until it is closed.
        pub open: bool,
        /// True for the last count, on which the remaining holders act.
        pub bottom: bool,
        /// True after an action on this count: holders can no longer join it (CTD-42).
        pub started: bool,
        /// Combatant who acts first on this count, as set by the GM.
        pub first: Option<Id>,
        /// True if the GM declined the suggested end in this round, or at the end of the last round.
        pub went_on: bool,
    }

    /// State of a combatant in this round.
    pub struct RoundState each "slot" {
        /// Movement in the round, in feet.
        pub moved: i64,
        /// Movement planned for after the spell, in feet.
        pub after: i64,
        /// True if the combatant has made an attack roll.
        pub attacked: bool,
        /// True if all movement is used up, for example by getting up, charging or bracing.
        pub rooted: bool,
        /// True if the combatant ran or charged (CTD-61).
        pub ran: bool,
        /// True if the combatant fights the flames with an effective method (CTD-123).
        pub extinguishing: bool,
        /// Weapon being reloaded, by index on the sheet.
        pub reloading: Option<usize>,
        /// Index of the count on which the combatant acted ([`Round::index`]).
        pub acted_on: Option<i64>,
        /// Index of the count that the holder joined.
        pub joined: Option<i64>,
        /// Kind of the current hold.
        pub hold: Hold,
        /// True if an attack roll or a spell "just before" was aimed at the combatant, whose spell then needs a save
        /// (CTD-138).
        pub aimed: bool,
        /// Stage of the combatant's spell.
        pub casting: Casting,
    }

    /// Number kept for the fight (option `reroll_initiative` = `once`).
    pub struct Kept each "kept" {
        /// Count without the penalty for blindness; `None` before the first roll.
        pub number: Option<i64>,
    }
}

impl RoundState {
    /// Records that a combatant has acted on the open count and no longer holds.
    pub fn acts(cx: &mut Resolver<'_>, who: Id) {
        let index = Round::of(cx.now()).index;
        cx.set(who, at::acted, true);
        Self::change(cx, who, |its| {
            its.acted_on = Some(index);
            its.hold = Hold::None;
        });
    }
}
