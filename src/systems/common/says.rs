//! Sentences that several systems share, and sentences of the plain morale step: key, fields and wording.

use crate::systems::prelude::*;
use crate::values::Name;

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log.
    pub enum Says {
        // Ends of conditions with a round or the fight.
        OverWithRound { which: Commas<Ended> } = "Ended with the round: {which}.";
        OverWithFight { which: Commas<Ended> } = "Ended with the fight: {which}.";
        TimeIsUp {} = "time is up";

        // Damage and healing in special cases.
        FelledEachOther { one: Id, other: Id } = "{one} and {other} felled each other at the same moment.";
        GetsNothingBack { who: Id } = "{who} regains nothing.";
        GetsNothingBackBecause { who: Id, cause: Name } = "{who} regains nothing ({cause}).";
        NothingToHeal { who: Id } = "{who} has nothing to heal.";
        NothingToHealBecause { who: Id, cause: Name } = "{who} has nothing to heal ({cause}).";

        // Turns, and amounts of written systems.
        TurnOf { who: Id } = turn "{who}'s turn.";
        Amount { label: Name } = "{label}" brief "";

        // Results of the plain morale step.
        Morale {} = "morale";
        MoraleShaken { whom: Vec<Id>, group: Name, why: Commas<Trigger> } = "{group}: {why}.";
        MoraleRoll {} = "morale";
        GroupFlees { whom: Vec<Id>, group: Name } = "{group} flee.";
        GroupSurrenders { whom: Vec<Id>, group: Name } = "{group} surrender.";
        GroupStands { whom: Vec<Id>, group: Name } = "{group} fight on.";
    }

    /// Condition that ended, with its bearers.
    pub enum Ended {
        Condition { label: Name, who: Vec<Id> } = "{label} ({who})";
    }
}

crate::words! {
    /// Event that shakes a group.
    pub enum Trigger {
        /// First casualty of the group.
        First = "first" "first casualty",
        /// Loss of half the group.
        Half = "half" "half of the group is gone",
        /// Fall of the group's leader.
        Leader = "leader" "the leader is down",
    }
}
