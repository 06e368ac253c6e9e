//! Where the round stands, and what everybody has done in it.

use crate::resolver::Resolver;
use crate::values::Id;

use super::plan::Hold;
use crate::systems::countdown::sheet::at;

crate::words! {
    /// Which part of the round it is.
    pub enum Phase {
        /// Before the first round: who is surprised?
        Surprise = "surprise",
        /// Everybody says what they mean to do.
        Declare = "declare",
        /// The numbers are counted down.
        Count = "count",
    }

    /// How far a spell has come on its caster's count.
    pub enum Casting {
        /// No spell under way.
        None = "none",
        /// Begun; the save, if one is needed, and the release are still to come.
        Begun = "begun",
        /// The save is made: it will be released.
        Safe = "safe",
        Lost = "lost",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Round in "cycle" {
        /// Which part of the round it is.
        pub phase: Phase,
        /// The number called last.
        pub count: i64,
        /// The number before that one in this round, if there was one.
        pub previous: Option<i64>,
        /// How many counts this round has had; tells one count from another.
        pub index: i64,
        /// The count is under way: called and not closed.
        pub open: bool,
        /// It is the last count, of those who held to the end.
        pub bottom: bool,
        /// Something has been done on this count: nobody can join it any more (CTD-42).
        pub started: bool,
        /// Whom the GM wants to see first among those on this count.
        pub first: Option<Id>,
        /// The suggestion to end the fight was turned down in this round, or at the end of the last.
        pub went_on: bool,
    }

    /// Somebody's state in this round.
    pub struct RoundState each "slot" {
        /// Feet moved in the round.
        pub moved: i64,
        /// Feet to move after the spell.
        pub after: i64,
        /// Has made an attack roll.
        pub attacked: bool,
        /// Used up its movement: stood up, charged, braced, was held.
        pub rooted: bool,
        /// Ran or charged (CTD-61).
        pub ran: bool,
        /// Fights the flames with a fitting method (CTD-123).
        pub extinguishing: bool,
        /// The weapon it reloads, by place on the sheet.
        pub reloading: Option<usize>,
        /// On which count it acted ([`Round::index`]).
        pub acted_on: Option<i64>,
        /// On which count it was released to act.
        pub joined: Option<i64>,
        /// How it holds now.
        pub hold: Hold,
        /// An attack roll or a spell just before was aimed at it: its spell needs a save (CTD-138).
        pub aimed: bool,
        /// How far its spell has come.
        pub casting: Casting,
    }

    /// The number that somebody keeps for the fight (option `reroll_initiative` = `once`).
    pub struct Kept each "kept" {
        /// That of somebody who sees; nothing before the first roll.
        pub number: Option<i64>,
    }
}

impl RoundState {
    /// Somebody has acted, on the count that is open, and holds no more.
    pub fn acts(cx: &mut Resolver<'_>, who: Id) {
        let index = Round::of(cx.now()).index;
        cx.set(who, at::acted, true);
        Self::change(cx, who, |its| {
            its.acted_on = Some(index);
            its.hold = Hold::None;
        });
    }
}
