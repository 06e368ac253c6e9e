//! State of a combatant's round, and its items in the queue (2.1).

use crate::systems::common::declarations::by_one_key;
use crate::systems::prelude::*;

use super::fighter::fighter;
use super::other_act::Deed;
use super::plan::{Last, Main, Plan};
use super::sides::foes;
use crate::systems::common::sides::sees;
use crate::systems::split_round::sheet::conditions::is;

crate::words! {
    /// Kind of item of the attack half (T1).
    pub enum ItemKind {
        /// Attack of the attack action (SPL-14).
        Blow = "blow",
        /// Attack with the off hand (SPL-20).
        OffHand = "off_hand",
        /// Bull rush against a target (SPL-24).
        Rush = "rush",
        /// Spell to be cast (SPL-56).
        Spell = "spell",
        /// Act in place of the attacks (SPL-25).
        Deed = "deed",
        /// Bonus action other than an attack (SPL-21).
        Bonus = "bonus",
        /// Held movement of a combatant without another item (SPL-31).
        Move = "move",
    }

    /// Progress of an item.
    pub enum Progress {
        /// Not yet resolved in the queue.
        Due = "due",
        Done = "done",
        /// Lost before it was resolved (SPL-64).
        Lost = "lost",
    }
}

crate::records! {
    /// Item of the attack half.
    pub struct Item {
        pub kind: ItemKind,
        /// Name of the attack or the spell, or description of the act.
        pub what: String,
        pub targets: Vec<Id>,
        /// True if the sneak dice count (SPL-70).
        pub sneak: bool,
        /// True if the GM allowed a target that was already down (SPL-34).
        pub anyway: bool,
        /// True if the item remains possible without the held movement (SPL-31).
        pub still: bool,
        /// True if the item belongs to the first phase (SPL-59).
        pub early: bool,
        /// Natural result that counts; 0 before the roll.
        pub natural: i64,
        /// Sum of all modifiers.
        pub modifier: i64,
        /// Place in the queue set by the GM; 0 for the order of the totals.
        pub nth: i64,
        /// Progress of the item.
        pub progress: Progress,
        /// Short text of the outcome.
        pub outcome: String,
    }

    pub struct Turn each "turn" {
        pub declared: bool,
        pub plan: Plan,
        /// True if the rest of the plan is void, because the combatant was felled or slipped (SPL-41, SPL-109).
        pub void: bool,
        /// True if the reaction is spent (SPL-36).
        pub reacted: bool,
        /// True if the bonus action is spent (SPL-18).
        pub bonus_spent: bool,
        /// Number of free actions taken (SPL-26).
        pub free: i64,
        /// True if the combatant cannot move this round after picking up a missile (SPL-117).
        pub rooted: bool,
        /// Movement so far, in feet (SPL-13).
        pub moved: i64,
        /// True if the movement is held (SPL-31).
        pub held: bool,
        /// Items in the attack half.
        pub items: Vec<Item>,
        /// Bids against the combatant's spell that are still to be rolled (SPL-47, option `counterspell_timing`).
        pub bids: Vec<Bidding>,
    }

    /// Mana bid against a spell.
    pub struct Bidding {
        pub by: Option<Id>,
        pub mana: i64,
    }

    /// Long action of a combatant, over several rounds (SPL-27).
    pub struct Long each "long" {
        /// Name of the spell, or the GM's description of the action.
        pub what: String,
        /// True for a spell.
        pub spell: bool,
        /// Targets of the spell.
        pub targets: Vec<Id>,
        /// Act, for a long action that is not a spell.
        pub deed: Deed,
        /// Number of rounds that a long action takes; 0 if there is none.
        pub rounds: i64,
        pub done: i64,
    }
}

impl ItemKind {
    /// Returns true for items decided by an attack roll, on which a natural 1 is a fumble (SPL-82). On other rolls a
    /// natural 1 is only a low result (SPL-81).
    pub fn attacks(self) -> bool {
        matches!(self, ItemKind::Blow | ItemKind::OffHand)
    }
}

impl Item {
    /// Returns the name of the item: a weapon, a spell, or a bull rush.
    pub fn told(&self) -> &str {
        match self.kind {
            ItemKind::Rush => "bull rush",
            _ => &self.what,
        }
    }

    /// Returns the total in the queue (SPL-61).
    pub fn total(&self) -> i64 {
        self.natural + self.modifier
    }

    /// Returns true if a bump cancels the item: an attack, a bull rush or a spell (SPL-24, SPL-88).
    pub fn bumpable(&self) -> bool {
        use ItemKind::{Blow, OffHand, Rush, Spell};
        matches!(self.kind, Blow | OffHand | Rush | Spell)
    }
}

impl Turn {
    /// Returns the pending items, with their indexes.
    pub fn due(&self) -> impl Iterator<Item = (usize, &Item)> {
        let items = self.items.iter().enumerate();
        items.filter(|(_, item)| item.progress == Progress::Due)
    }

    /// Ends an item of a combatant.
    pub fn ended(cx: &mut Resolver<'_>, who: Id, place: usize, how: Progress, outcome: &str) {
        Self::change(cx, who, |turn| {
            if let Some(item) = turn.items.get_mut(place) {
                item.progress = how;
                outcome.clone_into(&mut item.outcome);
            }
        });
    }
}

/// Returns true if a combatant can declare in this round (SPL-02, SPL-72).
pub fn may_declare(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.up() && !one.has(is::SURPRISED)
}

/// Returns the combatants still to declare, in roster order (SPL-05).
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    let open = |id: &Id| !Turn::of(now, *id).declared && may_declare(now, *id);
    now.present().filter(open).collect()
}

/// Returns the combatants whose default plans the GM can make with one key.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    by_one_key(now, undeclared(now))
}

/// Returns the long action of a combatant, if any (SPL-27).
pub fn long(now: &Encounter, who: Id) -> Option<&Long> {
    Some(Long::of(now, who)).filter(|long| long.rounds > 0)
}

/// Returns the default foe: a foe whose plan of this round or the last attacks the combatant, else the first standing
/// foe. Excludes foes unknown to the combatant's side.
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

/// Returns the movement left in this round, in feet (SPL-13, SPL-15, SPL-104).
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
