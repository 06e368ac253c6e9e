//! A declaration: what it holds, and what it costs in attacks and initiative.

use std::collections::BTreeMap;

use crate::encounter::{Encounter, Id};
use crate::tally::Tally;

use super::schema::{Options, is};
use super::sheet::{Fighter, Spell, fighter};
use super::state::{ambush_degree, ambusher};
use super::tables::Hurry;

crate::words! {
    /// The main thing declared.
    pub enum Action {
        /// Attacks, each with its own target.
        Attack = "attack",
        /// A spell, newly begun, held for or carried.
        Spell = "spell" "cast a spell",
        /// Full Defense.
        Full = "full" "full defense",
        /// Desperate Defense.
        Desperate = "desperate" "desperate defense",
        /// Moves all round.
        Move = "move" "move all round",
        /// Moves all round and leaves a melee for good.
        Withdraw = "withdraw" "withdraw from melee",
        /// Picks up a weapon at its feet.
        PickUp = "pickup" "pick up a weapon",
        /// Something the program does not know.
        Other = "other" "something else",
        /// Does nothing, so that a spell of the next round starts on 10.
        Hold = "hold" "hold for a spell",
        /// Nothing; a step is free.
        Nothing = "nothing",
    }

    /// Movement beside an attack or a spell.
    pub enum Movement {
        /// The free step of 5 feet.
        Step = "step" "a free step at most",
        /// Not even that: no movement.
        Still = "still" "no movement at all (+3)",
        /// Move, then attack or cast.
        Move = "move" "move first (-5)",
        /// Run, then attack.
        Run = "run" "run first (-7)",
        /// Attack, then move.
        After = "after" "attack, then move",
    }

    /// How fast a whole-round move goes.
    pub enum Pace {
        /// At normal pace.
        Walk = "walk" "at normal pace",
        /// Twice as fast.
        Run = "run" "running",
        /// Three times as fast.
        Sprint = "sprint" "sprinting",
        /// Four times as fast.
        FastSprint = "fast_sprint" "sprinting fast",
    }

    /// How a weapon that does both is used.
    pub enum Reach {
        /// In melee.
        Melee = "melee" "in melee",
        /// From afar.
        Ranged = "ranged" "thrown or shot",
    }

    /// Half the attacks or half the movement for a potion.
    pub enum Potion {
        /// No potion.
        None = "none",
        /// Paid with half the attacks.
        Attacks = "attacks" "for half the attacks",
        /// Paid with half the movement.
        Movement = "movement" "for half the movement",
    }
}

crate::records! {
    /// What somebody has declared.
    pub struct Declared each "declared" {
        /// For this round.
        pub this: Option<Plan>,
        /// For an earlier round, the last in which it declared.
        pub last: Option<Plan>,
    }

    /// A declaration.
    pub struct Plan {
        /// The main thing.
        pub action: Action,
        /// Uses of its attacks, in their order.
        pub attacks: Vec<Use>,
        /// It makes no more attacks than these, although it could.
        pub no_more: bool,
        /// Tentacles set on each target (SEG-83).
        pub tentacles: BTreeMap<Id, i64>,
        /// The spell's name.
        pub spell: String,
        /// Whom the spell is meant for.
        pub spell_targets: Vec<Id>,
        /// The weapon of Full or Desperate Defense.
        pub guard: String,
        /// How fast a whole-round move goes.
        pub pace: Pace,
        /// Movement beside the main thing.
        pub movement: Movement,
        /// Feet to cover; 0 when nobody measured.
        pub distance: i64,
        /// Opponents left behind for good.
        pub leaving: Vec<Id>,
        /// Points of SC given up for DEF.
        pub defending: i64,
        /// Careful Aim.
        pub aims: bool,
        /// A Double Shot is meant.
        pub double_shot: bool,
        /// Draws a weapon.
        pub draws: bool,
        /// Puts one away.
        pub sheathes: bool,
        /// Readies a shield.
        pub readies_shield: bool,
        /// Drinks a potion.
        pub potion: Potion,
        /// It begins the round in melee.
        pub in_melee: bool,
        /// Free Actions.
        pub free_actions: i64,
        /// What they are.
        pub free_text: String,
    }

    /// One use of an attack.
    pub struct Use {
        /// The weapon's name; `None` for something else.
        pub weapon: Option<String>,
        /// Whether it strikes in melee.
        pub melee: bool,
        /// Target.
        pub target: Option<Id>,
        /// What else is done.
        pub what: String,
    }
}

/// Somebody's declaration of this round.
pub fn plan(now: &Encounter, who: Id) -> Option<&Plan> {
    Declared::of(now, who).this.as_ref()
}

/// Somebody's declaration of an earlier round.
pub fn last_plan(now: &Encounter, who: Id) -> Option<&Plan> {
    Declared::of(now, who).last.as_ref()
}

impl Pace {
    /// How many times normal pace: 1 to 4.
    pub fn times(self) -> i64 {
        match self {
            Pace::Walk => 1,
            Pace::Run => 2,
            Pace::Sprint => 3,
            Pace::FastSprint => 4,
        }
    }

    /// What somebody does at it.
    pub fn verb(self) -> &'static str {
        match self {
            Pace::Walk => "moves",
            Pace::Run => "runs",
            Pace::Sprint => "sprints",
            Pace::FastSprint => "sprints fast",
        }
    }
}

impl Plan {
    /// The use of the attack of that number, from 1. One that was not asked for has the weapon of the first.
    pub fn use_of(&self, who: Fighter<'_>, number: i64) -> Use {
        let place = usize::try_from(number - 1).ok();
        let made = match place.and_then(|place| self.attacks.get(place)) {
            Some(made) => made.clone(),
            None => {
                let first = self.attacks.first().map(|first| first.weapon.as_deref());
                let weapon = match first {
                    Some(name) => name.and_then(|name| who.weapon(name)),
                    None => who
                        .weapons()
                        .next()
                        .filter(|_| self.action != Action::Other),
                };
                Use {
                    weapon: weapon.map(|weapon| weapon.name().to_owned()),
                    melee: weapon.is_some_and(|weapon| weapon.melee()),
                    ..Use::default()
                }
            }
        };
        // It may have lost its weapon since.
        let there = |name: &String| who.weapon(name).is_some();
        Use {
            melee: made.melee && made.weapon.as_ref().is_some_and(there),
            weapon: made.weapon.filter(there),
            ..made
        }
    }

    /// Uses of all attacks that are left (T-15), as far as they are declared.
    pub fn uses(&self, now: &Encounter, who: Id) -> Vec<Use> {
        let one = fighter(now, who);
        let left = match self.action {
            Action::Attack => self.attacks_left(now, who),
            Action::Other => self.attacks_left(now, who).min(1),
            _ => 0,
        };
        let left = match i64::try_from(self.attacks.len()) {
            Ok(made) if self.no_more => left.min(made),
            _ => left,
        };
        (1..=left).map(|number| self.use_of(one, number)).collect()
    }

    /// Tentacles set on a target (SEG-83).
    pub fn tentacles_on(&self, target: Id) -> i64 {
        self.tentacles.get(&target).copied().unwrap_or(0)
    }

    /// Items that cost exactly -5 initiative (SEG-39).
    fn minus5_items(&self, now: &Encounter) -> i64 {
        let runs = self.movement == Movement::Run && Options::of(now).run_counts_as_minus5();
        [
            self.movement == Movement::Move,
            runs,
            self.draws,
            self.sheathes,
            self.action == Action::PickUp,
        ]
        .iter()
        .filter(|item| **item)
        .count() as i64
    }

    /// What the declaration takes from the full number of attacks, each with its reason (SEG-32).
    pub fn losses(&self, now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
        let full = fighter(now, who).attacks_per_round();
        let half_up = (full + 1) / 2;
        let mut losses = Vec::new();
        let mut lose = |what, number: i64| {
            if number > 0 {
                losses.push((what, number));
            }
        };
        match self.movement {
            Movement::Move => lose("moving first", full / 2),
            Movement::Run => lose("running first", half_up.min(full - 1)),
            _ => {}
        }
        if self.readies_shield {
            lose("readying the shield", half_up);
        }
        if self.potion == Potion::Attacks {
            lose("the potion", half_up);
        }
        if self.aims {
            lose("careful aim", 1);
        }
        lose("a further -5 action", self.minus5_items(now) - 1);
        lose("further Free Actions", self.free_actions - 1);
        losses
    }

    /// Attacks left after all losses; in an ambush a combatant of degree 2 has one at most (SEG-12, SEG-32).
    pub fn attacks_left(&self, now: &Encounter, who: Id) -> i64 {
        let lost: i64 = self.losses(now, who).iter().map(|(_, number)| number).sum();
        let left = (fighter(now, who).attacks_per_round() - lost).max(0);
        if self.action == Action::PickUp || one_attack_only(now, who) {
            left.min(1)
        } else {
            left
        }
    }

    /// The modifiers on all initiative rolls (T-16).
    pub fn initiative(&self, now: &Encounter, who: Id) -> Tally {
        let mut tally = Tally::new().plus("modifier", fighter(now, who).sheet.init_mod());
        let first = self.movement;
        for (declared, label, hurry) in [
            (first == Movement::Still, "no movement", Hurry::Still),
            (first == Movement::Move, "move", Hurry::Move),
            (first == Movement::Run, "run", Hurry::Run),
            (self.draws, "draw", Hurry::Draw),
            (self.sheathes, "put away", Hurry::Sheathe),
            (self.action == Action::PickUp, "pick up", Hurry::PickUp),
        ] {
            if declared {
                tally.add(label, hurry.modifier(now));
            }
        }
        tally
    }

    /// The feet that may be declared (SEG-33 to SEG-35, SEG-41); 0 when there is no movement to measure.
    pub fn most_feet(&self, now: &Encounter, who: Id) -> i64 {
        let tmr = fighter(now, who).tmr_now();
        let feet = match (self.action, self.movement) {
            (Action::Move | Action::Withdraw, _) => tmr * self.pace.times(),
            (_, Movement::Move) => tmr / 2,
            (_, Movement::Run) => tmr,
            _ => 0,
        };
        if self.potion == Potion::Movement {
            feet / 2
        } else {
            feet
        }
    }

    /// The count on which the distance before an attack or a spell is covered (SEG-36).
    pub fn arrival(&self, now: &Encounter, who: Id) -> Option<i64> {
        let tmr = fighter(now, who).tmr_now();
        let pace = match self.movement {
            Movement::Move => tmr,
            Movement::Run => 2 * tmr,
            _ => return None,
        };
        Some(arrival(self.distance, pace))
    }

    /// Whether it leaves its place before its attacks or all round.
    pub fn moves(&self) -> bool {
        matches!(self.action, Action::Move | Action::Withdraw)
            || matches!(self.movement, Movement::Move | Movement::Run)
    }

    /// Whether it takes a defensive stance.
    pub fn takes_stance(&self) -> bool {
        matches!(self.action, Action::Full | Action::Desperate) || self.defending > 0
    }

    /// The greatest number of points that Defending may give up (SEG-87).
    pub fn most_defending(&self, now: &Encounter, who: Id) -> i64 {
        let one = fighter(now, who);
        let ranks = self.uses(now, who).into_iter().filter(|one| one.melee);
        let best = ranks
            .filter_map(|used| Some(one.weapon(&used.weapon?)?.rank()))
            .max();
        5 * best.unwrap_or(0)
    }

    /// The bonus of Full or Desperate Defense with this weapon's rank (SEG-88, SEG-89).
    pub fn guard_bonus(&self, rank: i64) -> i64 {
        let parry = (5 * rank + 1).div_euclid(2);
        match self.action {
            Action::Full => 5 + parry,
            Action::Desperate => 20 + parry,
            _ => 0,
        }
    }
}

/// Whether a spell starts on 10 without a roll: held for, or carried over from the last round (SEG-30, SEG-116).
pub fn fixed_start(who: Fighter<'_>, spell: Spell<'_>) -> bool {
    who.has(is::HOLDING) || carried(who) == Some(spell.name())
}

/// The spell that somebody carries over into this round.
pub fn carried(who: Fighter<'_>) -> Option<&str> {
    who.condition(is::SPELL_CARRIED)
        .map(|one| one.cause.as_str())
}

/// Whether somebody has one attack only, having noted the ambush as it sprang (SEG-12).
pub fn one_attack_only(now: &Encounter, who: Id) -> bool {
    !ambusher(now, who) && ambush_degree(now, who) == Some(2)
}

/// The count on which `distance` feet at `pace` feet a round are covered; 10 when nobody measured (SEG-36).
pub fn arrival(distance: i64, pace: i64) -> i64 {
    if distance <= 0 || pace <= 0 {
        return 10;
    }
    11 - (10 * distance + pace - 1).div_euclid(pace)
}
