//! What somebody has done of its round and what it has in the queue (2.1).

use crate::encounter::Encounter;
use crate::resolver::Resolver;
use crate::systems::common::declarations::by_one_key;
use crate::values::Id;

use super::fighter::fighter;
use super::other_act::Deed;
use super::plan::{Last, Main, Plan};
use super::sides::foes;
use crate::systems::common::sides::sees;
use crate::systems::split_round::sheet::schema::is;

crate::words! {
    /// What an item of the attack half is (T1).
    pub enum ItemKind {
        /// An attack of the attack action (SPL-14).
        Blow = "blow",
        /// The attack of the off hand (SPL-20).
        OffHand = "off_hand",
        /// A bull rush (SPL-24).
        Rush = "rush",
        /// Spell to be cast (SPL-56).
        Spell = "spell",
        /// An act in the place of the attacks (SPL-25).
        Deed = "deed",
        /// A bonus action that is no attack (SPL-21).
        Bonus = "bonus",
        /// A movement that was held, of somebody who does nothing else (SPL-31).
        Move = "move",
    }

    /// How far an item has come.
    pub enum Progress {
        /// Still to come up.
        Due = "due",
        Done = "done",
        /// Lost before it came up (SPL-64).
        Lost = "lost",
    }
}

crate::records! {
    /// Something that comes up in the attack half.
    pub struct Item {
        pub kind: ItemKind,
        /// The name of the attack or the spell, or what is done.
        pub what: String,
        pub targets: Vec<Id>,
        /// With the sneak dice (SPL-70).
        pub sneak: bool,
        /// At somebody who was down already: the GM allowed it (SPL-34).
        pub anyway: bool,
        /// Can be done without the movement that is held (SPL-31).
        pub still: bool,
        /// In the first phase (SPL-59).
        pub early: bool,
        /// The face that counts; 0 before the dice.
        pub natural: i64,
        /// Everything added to it.
        pub modifier: i64,
        /// As which of those to come the GM has it come up; 0: by its numbers.
        pub nth: i64,
        /// How far it has come.
        pub progress: Progress,
        /// What came of it, in a few words.
        pub outcome: String,
    }

    pub struct Turn each "turn" {
        pub declared: bool,
        pub plan: Plan,
        /// The whole plan is void: felled or slipped in the middle of it (SPL-41, SPL-109).
        pub void: bool,
        /// The reaction is spent (SPL-36).
        pub reacted: bool,
        /// The bonus action is spent (SPL-18).
        pub bonus_spent: bool,
        /// Free actions taken (SPL-26).
        pub free: i64,
        /// No movement this round, for a missile that was picked up (SPL-117).
        pub rooted: bool,
        /// Feet moved so far (SPL-13).
        pub moved: i64,
        /// The movement is held (SPL-31).
        pub held: bool,
        /// What it has in the attack half.
        pub items: Vec<Item>,
        /// Bids against its spell whose dice are still to fall (SPL-47, option `counterspell_timing`).
        pub bids: Vec<Bidding>,
    }

    /// A bid against a spell.
    pub struct Bidding {
        pub by: Option<Id>,
        pub mana: i64,
    }

    /// What takes somebody several rounds (SPL-27).
    pub struct Long each "long" {
        /// Name of the spell, or the action in the GM's words.
        pub what: String,
        /// It is a spell.
        pub spell: bool,
        /// At whom the spell is aimed.
        pub targets: Vec<Id>,
        /// The act, where it is none.
        pub deed: Deed,
        /// Rounds that it takes; 0 where nothing is under way.
        pub rounds: i64,
        pub done: i64,
    }
}

impl ItemKind {
    /// Decided by an attack roll (SPL-82): a natural 1 of any other is only low (SPL-81).
    pub fn attacks(self) -> bool {
        matches!(self, ItemKind::Blow | ItemKind::OffHand)
    }
}

impl Item {
    /// What is done with it, in a word: a weapon or a spell, but for a bull rush.
    pub fn told(&self) -> &str {
        match self.kind {
            ItemKind::Rush => "bull rush",
            _ => &self.what,
        }
    }

    /// What it counts as in the queue (SPL-61).
    pub fn total(&self) -> i64 {
        self.natural + self.modifier
    }

    /// Ruined by a bump: an attack, a bull rush or a spell (SPL-24, SPL-88).
    pub fn bumpable(&self) -> bool {
        use ItemKind::{Blow, OffHand, Rush, Spell};
        matches!(self.kind, Blow | OffHand | Rush | Spell)
    }
}

impl Turn {
    /// The items that still come up, with their places.
    pub fn due(&self) -> impl Iterator<Item = (usize, &Item)> {
        let items = self.items.iter().enumerate();
        items.filter(|(_, item)| item.progress == Progress::Due)
    }

    /// Ends an item of somebody's.
    pub fn ended(cx: &mut Resolver<'_>, who: Id, place: usize, how: Progress, outcome: &str) {
        Self::change(cx, who, |turn| {
            if let Some(item) = turn.items.get_mut(place) {
                item.progress = how;
                outcome.clone_into(&mut item.outcome);
            }
        });
    }
}

/// Whether somebody can declare in this round at all (SPL-02, SPL-72).
pub fn may_declare(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.up() && !one.has(is::SURPRISED)
}

/// Who has still to declare, in roster order (SPL-05).
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    let open = |id: &Id| !Turn::of(now, *id).declared && may_declare(now, *id);
    now.present().filter(open).collect()
}

/// For whom of these the GM declares by one key.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    by_one_key(now, undeclared(now))
}

/// What takes somebody several rounds, if something is under way (SPL-27).
pub fn long(now: &Encounter, who: Id) -> Option<&Long> {
    Some(Long::of(now, who)).filter(|long| long.rounds > 0)
}

/// The foe whom somebody most likely goes at: one who goes at it, as planned in this round or in the last; else the first that
/// stands; nobody of whom its side knows nothing.
pub fn likely_foe(now: &Encounter, of: Id) -> Option<Id> {
    let goes = |foe: &Id| {
        let plans = [
            Some(&Turn::of(now, *foe).plan),
            Last::of(now, *foe).plan.as_ref(),
        ];
        let mut blows = plans.into_iter().flatten().flat_map(|plan| &plan.blows);
        blows.any(|blow| blow.target == Some(of))
    };
    let seen = || foes(now, of).filter(|foe| sees(now, of, *foe));
    seen().find(goes).or_else(|| seen().next())
}

/// Feet that somebody can still move in this round (SPL-13, SPL-15, SPL-104).
pub fn movement_left(now: &Encounter, who: Id) -> i64 {
    let turn = Turn::of(now, who);
    let plan = &turn.plan;
    let rooted = turn.rooted
        || matches!(plan.main, Main::Cast | Main::GoOn)
        || plan.main == Main::Other && plan.deed.whole_round();
    let most = match plan.blows.len() {
        _ if rooted => 0,
        0 | 1 => fighter(now, who).speed(),
        _ => 5,
    };
    (most - turn.moved).max(0)
}
