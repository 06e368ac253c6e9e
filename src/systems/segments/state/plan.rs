//! Declarations, and the combatants who still have to declare.

use std::collections::BTreeMap;

use crate::systems::common::declarations::by_one_key;
use crate::systems::prelude::*;

use super::ambush::may_declare;
use super::fighter::Fighter;
use crate::systems::segments::sheet::Weapon;

crate::words! {
    /// Main action of a declaration.
    pub enum MainAction {
        /// Attacks, each with its own target.
        Attack = "attack",
        /// Spell, newly begun, started after holding, or carried over.
        Spell = "spell" "cast a spell",
        Full = "full" "full defence",
        Desperate = "desperate" "desperate defence",
        Move = "move" "move for the whole round",
        /// Movement for the whole round, leaving a melee for good.
        Withdraw = "withdraw" "withdraw from melee",
        /// Picking up a weapon at the combatant's feet.
        PickUp = "pickup" "pick up a weapon",
        /// Action described by the GM.
        Other = "other" "another action",
        /// Holding, so that a spell of the next round starts on 10.
        Hold = "hold" "hold for a spell",
        /// No action; a step is free.
        Nothing = "nothing",
    }

    /// Movement in addition to an attack or a spell.
    pub enum Movement {
        /// Free step of 5 feet.
        Step = "step" "free step only",
        /// No movement at all, not even a step.
        Still = "still" "no movement at all (+3)",
        /// Movement first, then an attack or a spell.
        Move = "move" "move first (-5)",
        Run = "run" "run first (-7)",
        After = "after" "attack, then move",
    }

    /// Pace of a whole-round move.
    pub enum Pace {
        Walk = "walk" "at normal pace",
        Run = "run" "running",
        /// Three times the normal pace.
        Sprint = "sprint" "sprinting",
        /// Four times the normal pace.
        FastSprint = "fast_sprint" "sprinting fast",
    }

    /// Use of a weapon that works both in melee and at range.
    pub enum Reach {
        Melee = "melee" "in melee",
        Ranged = "ranged" "thrown or shot",
    }

    /// Potion, paid with half the attacks or half the movement.
    pub enum Potion {
        None = "none",
        /// Potion paid with half the attacks.
        Attacks = "attacks" "half of the attacks",
        /// Potion paid with half the movement.
        Movement = "movement" "half of the movement",
    }
}

crate::records! {
    /// Declaration of a combatant.
    pub struct Declared each "declared" {
        pub this: Option<Plan>,
        /// Most recent declaration of an earlier round.
        pub last: Option<Plan>,
    }

    pub struct Plan {
        pub action: MainAction,
        /// Uses of the attacks, in order.
        pub attacks: Vec<Use>,
        /// True if the combatant forgoes the other attacks.
        pub no_more: bool,
        /// Number of tentacles on each target (SEG-83).
        pub tentacles: BTreeMap<Id, i64>,
        pub spell: String,
        /// Targets of the spell.
        pub spell_targets: Vec<Id>,
        /// Weapon of Full or Desperate Defence.
        pub guard: String,
        /// Pace of a whole-round move.
        pub pace: Pace,
        /// Movement in addition to the main action.
        pub movement: Movement,
        /// Distance to the target in feet; 0 if not given.
        pub distance: i64,
        /// Opponents left behind for good.
        pub leaving: Vec<Id>,
        /// Points of SC given up for DEF.
        pub defending: i64,
        pub aims: bool,
        /// True for a Double Shot.
        pub double_shot: bool,
        pub draws: bool,
        pub sheathes: bool,
        pub readies_shield: bool,
        pub potion: Potion,
        /// True if the combatant begins the round in melee.
        pub in_melee: bool,
        pub free_actions: i64,
        pub free_text: String,
    }

    /// Use of one attack.
    pub struct Use {
        /// Name of the weapon; `None` for another action.
        pub weapon: Option<String>,
        /// True in melee, false at range.
        pub melee: bool,
        pub target: Option<Id>,
        /// Description of an action other than an attack.
        pub what: String,
    }
}

/// Returns the declaration of a combatant for this round.
pub fn plan(now: &Encounter, who: Id) -> Option<&Plan> {
    Declared::of(now, who).this.as_ref()
}

/// Returns true if the combatant may still declare in this round.
pub fn has_to_declare(now: &Encounter, who: Id) -> bool {
    plan(now, who).is_none() && may_declare(now, who)
}

/// Returns the combatants who may still declare, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    let open = |id: &Id| has_to_declare(now, *id);
    now.present().filter(open).collect()
}

/// Returns the combatants for whom "Declare for all" declares.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    by_one_key(now, undeclared(now))
}

impl Pace {
    /// Returns the multiple of the normal pace: 1 to 4.
    pub fn times(self) -> i64 {
        self as i64 + 1
    }

    /// Returns the verb for moving at this pace.
    pub fn verb(self) -> &'static str {
        match self {
            Pace::Walk => "moves",
            Pace::Run => "runs",
            Pace::Sprint => "sprints",
            Pace::FastSprint => "sprints fast",
        }
    }
}

impl Reach {
    /// Converts a melee flag into a reach.
    pub fn of(melee: bool) -> Self {
        if melee { Reach::Melee } else { Reach::Ranged }
    }
}

impl Movement {
    /// Returns true if the combatant leaves their place.
    pub fn goes(self) -> bool {
        !matches!(self, Movement::Step | Movement::Still)
    }
}

impl Use {
    /// Creates the use of an attack for another action.
    pub fn of(what: String) -> Self {
        Self {
            what,
            ..Self::default()
        }
    }

    /// Returns the weapon of the use if it is still on the sheet.
    pub fn weapon_of<'a>(&self, who: Fighter<'a>) -> Option<Weapon<'a>> {
        who.weapon(self.weapon.as_deref()?)
    }

    /// Returns the name of the weapon, or the description of the other action.
    pub fn called(&self) -> &str {
        match (&self.weapon, self.what.trim()) {
            (Some(weapon), _) => weapon,
            (None, "") => "another action",
            (None, what) => what,
        }
    }
}

impl Plan {
    /// Returns the use of attack `place`. An undeclared attack uses the weapon of the first attack.
    pub fn use_of(&self, who: Fighter<'_>, place: usize) -> Use {
        let mut made = self.attacks.get(place).cloned().unwrap_or_else(|| {
            let weapon = match self.attacks.first() {
                Some(first) => first.weapon_of(who),
                None if self.action == MainAction::Other => None,
                None => who.weapons().next(),
            };
            Use {
                weapon: weapon.map(|weapon| weapon.name().to_owned()),
                melee: weapon.is_some_and(|weapon| weapon.melee()),
                ..Use::default()
            }
        });
        // The combatant may have lost the weapon since the declaration.
        if made.weapon_of(who).is_none() {
            (made.weapon, made.melee) = (None, false);
        }
        made
    }

    /// Returns the number of tentacles on a target. For a redirected attack, returns the highest number on any target
    /// (SEG-83, SEG-91).
    pub fn tentacles_on(&self, target: Id, turned: bool) -> i64 {
        let most = || self.tentacles.values().max().filter(|_| turned);
        let set = self.tentacles.get(&target).or_else(most);
        set.copied().unwrap_or(0)
    }

    /// Returns true if the declaration consists only of movement.
    pub fn moves_all_round(&self) -> bool {
        matches!(self.action, MainAction::Move | MainAction::Withdraw)
    }

    /// Returns true if the combatant moves before attacking or for the whole round.
    pub fn moves(&self) -> bool {
        self.moves_all_round() || matches!(self.movement, Movement::Move | Movement::Run)
    }

    /// Returns the pace of the movement, for the whole round or in addition to another action.
    pub fn gait(&self) -> Pace {
        match self.movement {
            _ if self.moves_all_round() => self.pace,
            Movement::Run => Pace::Run,
            _ => Pace::Walk,
        }
    }

    /// Returns the description of the Free Actions, if any.
    pub fn free(&self) -> String {
        match (self.free_actions, self.free_text.trim()) {
            (1, "") => "a Free Action".to_owned(),
            (number, "") => format!("{number} Free Actions"),
            (_, text) => text.to_owned(),
        }
    }
}
