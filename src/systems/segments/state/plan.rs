//! A declaration, and who has still to make one.

use std::collections::BTreeMap;

use crate::encounter::Encounter;
use crate::systems::common::declarations::by_one_key;
use crate::values::Id;

use super::ambush::may_declare;
use super::fighter::Fighter;
use crate::systems::segments::sheet::Weapon;

crate::words! {
    /// The main thing declared.
    pub enum MainAction {
        /// Attacks, each with its own target.
        Attack = "attack",
        /// A spell, newly begun, held for or carried.
        Spell = "spell" "cast a spell",
        Full = "full" "full defense",
        Desperate = "desperate" "desperate defense",
        Move = "move" "move all round",
        /// Moves all round and leaves a melee for good.
        Withdraw = "withdraw" "withdraw from melee",
        /// Picks up a weapon at its feet.
        PickUp = "pickup" "pick up a weapon",
        /// Something the program does not know.
        Other = "other" "another action",
        /// Does nothing, so that a spell of the next round starts on 10.
        Hold = "hold" "hold for a spell",
        /// Nothing; a step is free.
        Nothing = "nothing",
    }

    /// Movement beside an attack or a spell.
    pub enum Movement {
        /// The free step of 5 feet.
        Step = "step" "free step only",
        /// No movement at all, not even a step.
        Still = "still" "no movement at all (+3)",
        /// Move, then attack or cast.
        Move = "move" "move first (-5)",
        Run = "run" "run first (-7)",
        After = "after" "attack, then move",
    }

    /// How fast a whole-round move goes.
    pub enum AutoPlaySpeed {
        Walk = "walk" "at normal pace",
        Run = "run" "running",
        /// Three times as fast.
        Sprint = "sprint" "sprinting",
        /// Four times as fast.
        FastSprint = "fast_sprint" "sprinting fast",
    }

    /// How a weapon that does both is used.
    pub enum Reach {
        Melee = "melee" "in melee",
        Ranged = "ranged" "thrown or shot",
    }

    /// Half the attacks or half the movement for a potion.
    pub enum Potion {
        None = "none",
        /// Paid with half the attacks.
        Attacks = "attacks" "half of the attacks",
        /// Paid with half the movement.
        Movement = "movement" "half of the movement",
    }
}

crate::records! {
    /// What somebody has declared.
    pub struct Declared each "declared" {
        pub this: Option<Plan>,
        /// For an earlier round, the last in which it declared.
        pub last: Option<Plan>,
    }

    pub struct Plan {
        pub action: MainAction,
        /// Uses of its attacks, in their order.
        pub attacks: Vec<Use>,
        /// It makes no more attacks than these, although it could.
        pub no_more: bool,
        /// Tentacles set on each target (SEG-83).
        pub tentacles: BTreeMap<Id, i64>,
        pub spell: String,
        /// Whom the spell is meant for.
        pub spell_targets: Vec<Id>,
        /// The weapon of Full or Desperate Defense.
        pub guard: String,
        /// How fast a whole-round move goes.
        pub pace: AutoPlaySpeed,
        /// Movement beside the main thing.
        pub movement: Movement,
        /// Distance in feet, 0 if nobody measured.
        pub distance: i64,
        /// Opponents left behind for good.
        pub leaving: Vec<Id>,
        /// Points of SC given up for DEF.
        pub defending: i64,
        pub aims: bool,
        /// A Double Shot is meant.
        pub double_shot: bool,
        pub draws: bool,
        pub sheathes: bool,
        pub readies_shield: bool,
        pub potion: Potion,
        /// It begins the round in melee.
        pub in_melee: bool,
        pub free_actions: i64,
        pub free_text: String,
    }

    /// One use of an attack.
    pub struct Use {
        /// Name of the weapon; `None` for another action.
        pub weapon: Option<String>,
        /// Whether it strikes in melee.
        pub melee: bool,
        pub target: Option<Id>,
        /// What else is done.
        pub what: String,
    }
}

/// Somebody's declaration of this round.
pub fn plan(now: &Encounter, who: Id) -> Option<&Plan> {
    Declared::of(now, who).this.as_ref()
}

/// Whether somebody may still declare in this round.
pub fn has_to_declare(now: &Encounter, who: Id) -> bool {
    plan(now, who).is_none() && may_declare(now, who)
}

/// Whoever may, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    let open = |id: &Id| has_to_declare(now, *id);
    now.present().filter(open).collect()
}

/// For whom of these the GM declares by one key.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    by_one_key(now, undeclared(now))
}

impl AutoPlaySpeed {
    /// How many times normal pace: 1 to 4.
    pub fn times(self) -> i64 {
        self as i64 + 1
    }

    /// What somebody does at it.
    pub fn verb(self) -> &'static str {
        match self {
            AutoPlaySpeed::Walk => "moves",
            AutoPlaySpeed::Run => "runs",
            AutoPlaySpeed::Sprint => "sprints",
            AutoPlaySpeed::FastSprint => "sprints fast",
        }
    }
}

impl Reach {
    /// In melee or not.
    pub fn of(melee: bool) -> Self {
        if melee { Reach::Melee } else { Reach::Ranged }
    }
}

impl Movement {
    /// Whether it leaves its place.
    pub fn goes(self) -> bool {
        !matches!(self, Movement::Step | Movement::Still)
    }
}

impl Use {
    /// Something else than an attack with a weapon.
    pub fn of(what: String) -> Self {
        Self {
            what,
            ..Self::default()
        }
    }

    /// The weapon on somebody's sheet, if it is still there.
    pub fn weapon_of<'a>(&self, who: Fighter<'a>) -> Option<Weapon<'a>> {
        who.weapon(self.weapon.as_deref()?)
    }

    /// The weapon, or what else is done.
    pub fn called(&self) -> &str {
        match (&self.weapon, self.what.trim()) {
            (Some(weapon), _) => weapon,
            (None, "") => "another action",
            (None, what) => what,
        }
    }
}

impl Plan {
    /// The use of an attack by its place. One that was not asked for has the weapon of the first.
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
        // It may have lost its weapon since.
        if made.weapon_of(who).is_none() {
            (made.weapon, made.melee) = (None, false);
        }
        made
    }

    /// Tentacles set on a target; of one that an attack with them was turned to, the most that were set on anybody (SEG-83,
    /// SEG-91).
    pub fn tentacles_on(&self, target: Id, turned: bool) -> i64 {
        let most = || self.tentacles.values().max().filter(|_| turned);
        let set = self.tentacles.get(&target).or_else(most);
        set.copied().unwrap_or(0)
    }

    /// Whether it does nothing but move.
    pub fn moves_all_round(&self) -> bool {
        matches!(self.action, MainAction::Move | MainAction::Withdraw)
    }

    /// Whether it leaves its place before its attacks or all round.
    pub fn moves(&self) -> bool {
        self.moves_all_round() || matches!(self.movement, Movement::Move | Movement::Run)
    }

    /// How fast it moves, all round or beside something else.
    pub fn gait(&self) -> AutoPlaySpeed {
        match self.movement {
            _ if self.moves_all_round() => self.pace,
            Movement::Run => AutoPlaySpeed::Run,
            _ => AutoPlaySpeed::Walk,
        }
    }

    /// What its Free Actions are, where there are any.
    pub fn free(&self) -> String {
        match (self.free_actions, self.free_text.trim()) {
            (1, "") => "a Free Action".to_owned(),
            (number, "") => format!("{number} Free Actions"),
            (_, text) => text.to_owned(),
        }
    }
}
