//! A declaration: what it holds, and what it costs in attacks and initiative.
//! The form's answer is kept as it is; this is its typed view.

use crate::encounter::{Encounter, Id, Record};
use crate::tally::Tally;

use super::schema::{Options, is};
use super::sheet::{Fighter, Spell, cell, fighter};
use super::state::{ambush_degree, ambusher};

/// The main thing declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Attacks, each with its own target.
    Attack,
    /// A spell, newly begun, held for or carried.
    Spell,
    /// Full Defense.
    Full,
    /// Desperate Defense.
    Desperate,
    /// Picks up a weapon at its feet.
    PickUp,
    /// Moves all round.
    Move,
    /// Moves all round and leaves a melee for good.
    Withdraw,
    /// Does nothing, so that a spell of the next round starts on 10.
    Hold,
    /// Something the program does not know.
    Other,
    /// Nothing; a step is free.
    Nothing,
}

impl Action {
    /// Keys and what the form calls them.
    pub const ALL: [(Action, &'static str, &'static str); 10] = [
        (Action::Attack, "attack", "attack"),
        (Action::Spell, "spell", "cast a spell"),
        (Action::Full, "full", "full defense"),
        (Action::Desperate, "desperate", "desperate defense"),
        (Action::Move, "move", "move all round"),
        (Action::Withdraw, "withdraw", "withdraw from melee"),
        (Action::PickUp, "pickup", "pick up a weapon"),
        (Action::Other, "other", "something else"),
        (Action::Hold, "hold", "hold for a spell"),
        (Action::Nothing, "nothing", "nothing"),
    ];
}

/// Movement beside an attack or a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// The free step of 5 feet.
    Step,
    /// Not even that: no movement.
    Still,
    /// Move, then attack or cast.
    Move,
    /// Run, then attack.
    Run,
    /// Attack, then move.
    After,
}

impl Movement {
    /// Keys and what the form calls them.
    pub const ALL: [(Movement, &'static str, &'static str); 5] = [
        (Movement::Step, "step", "a free step at most"),
        (Movement::Still, "still", "no movement at all (+3)"),
        (Movement::Move, "move", "move first (-5)"),
        (Movement::Run, "run", "run first (-7)"),
        (Movement::After, "after", "attack, then move"),
    ];
}

/// Half the attacks or half the movement for a potion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Potion {
    /// No potion.
    None,
    /// Paid with half the attacks.
    Attacks,
    /// Paid with half the movement.
    Movement,
}

/// One use of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The choice that stands for "something else" among the weapons.
pub const SOMETHING_ELSE: &str = "other";

/// The choice that stands for no further attack: fewer are made than could be.
pub const NO_MORE: &str = "none";

/// A declaration.
#[derive(Clone, Copy)]
pub struct Plan<'a>(pub &'a Record);

/// The key under which somebody's declaration of this round lies.
pub fn plan_key(who: Id) -> String {
    format!("plan/{:05}", who.0)
}

/// The key under which somebody's declaration of an earlier round lies.
pub fn last_key(who: Id) -> String {
    format!("last/{:05}", who.0)
}

/// The key of the tentacles set on a target.
pub fn tentacles_key(target: Id) -> String {
    format!("tentacles-{}", target.letter())
}

/// Somebody's declaration of this round.
pub fn plan(now: &Encounter, who: Id) -> Option<Plan<'_>> {
    now.record(&plan_key(who)).map(Plan)
}

impl<'a> Plan<'a> {
    /// The main thing.
    pub fn action(&self) -> Action {
        Action::ALL
            .iter()
            .find(|(_, key, _)| *key == self.0.word("action"))
            .map_or(Action::Nothing, |(action, ..)| *action)
    }

    /// Movement beside it.
    pub fn movement(&self) -> Movement {
        Movement::ALL
            .iter()
            .find(|(_, key, _)| *key == self.0.word("movement"))
            .map_or(Movement::Step, |(movement, ..)| *movement)
    }

    /// How many times normal pace a whole-round move goes: 1 to 4.
    pub fn pace(&self) -> i64 {
        match self.0.word("pace") {
            "run" => 2,
            "sprint" => 3,
            "fast_sprint" => 4,
            _ => 1,
        }
    }

    /// Feet to cover; 0 when nobody measured.
    pub fn distance(&self) -> i64 {
        self.0.int("distance")
    }

    /// Opponents left behind for good.
    pub fn leaving(&self) -> &'a [Id] {
        self.0.who("leaving")
    }

    /// Points of SC given up for DEF.
    pub fn defending(&self) -> i64 {
        self.0.int("defending")
    }

    /// The weapon of Full or Desperate Defense.
    pub fn guard(&self) -> &'a str {
        self.0.word("guard")
    }

    /// Careful Aim.
    pub fn aims(&self) -> bool {
        self.0.flag("aim")
    }

    /// Draws a weapon.
    pub fn draws(&self) -> bool {
        self.0.flag("draw")
    }

    /// Puts one away.
    pub fn sheathes(&self) -> bool {
        self.0.flag("sheathe")
    }

    /// Readies a shield.
    pub fn readies_shield(&self) -> bool {
        self.0.flag("shield")
    }

    /// Drinks a potion.
    pub fn potion(&self) -> Potion {
        match self.0.word("potion") {
            "attacks" => Potion::Attacks,
            "movement" => Potion::Movement,
            _ => Potion::None,
        }
    }

    /// Free Actions.
    pub fn free_actions(&self) -> i64 {
        self.0.int("free")
    }

    /// What they are.
    pub fn free_text(&self) -> &'a str {
        self.0.word("free_text")
    }

    /// The spell's name.
    pub fn spell(&self) -> &'a str {
        self.0.word("spell")
    }

    /// Whom the spell is meant for.
    pub fn spell_targets(&self) -> &'a [Id] {
        self.0.who("targets")
    }

    /// Tentacles set on a target (SEG-83).
    pub fn tentacles(&self, target: Id) -> i64 {
        // Declarations of older saves have one number for all targets.
        let one = self.0.maybe_int(&tentacles_key(target));
        one.unwrap_or_else(|| self.0.int("tentacles"))
    }

    /// A Double Shot is meant.
    pub fn double_shot(&self) -> bool {
        self.0.flag("double_shot")
    }

    /// The use of the attack of that number, from 1.
    pub fn use_of(&self, who: Fighter<'_>, number: i64) -> Use {
        let word = self.0.word(&format!("weapon{number}"));
        let weapon = if word.is_empty() {
            // A lone weapon is not asked for; of several the first one's choice goes for all.
            let first = self.0.word("weapon1");
            if first.is_empty() {
                who.weapons().next()
            } else {
                who.weapon(first)
            }
        } else {
            who.weapon(word)
        };
        let other = word == SOMETHING_ELSE || self.action() == Action::Other;
        Use {
            weapon: weapon
                .filter(|_| !other)
                .map(|weapon| weapon.name().to_owned()),
            melee: weapon.is_some_and(|weapon| {
                weapon.melee()
                    && (!weapon.ranged() || self.0.word(&format!("mode{number}")) != "ranged")
            }),
            target: self.0.one(&format!("target{number}")),
            what: self.0.word(&format!("what{number}")).to_owned(),
        }
    }

    /// Uses of all attacks that are left (T-15), as far as they are declared.
    pub fn uses(&self, now: &Encounter, who: Id) -> Vec<Use> {
        let one = fighter(now, who);
        let left = match self.action() {
            Action::Attack => self.attacks_left(now, who),
            Action::Other => self.attacks_left(now, who).min(1),
            _ => 0,
        };
        (1..=left)
            .take_while(|number| self.0.word(&format!("weapon{number}")) != NO_MORE)
            .map(|number| self.use_of(one, number))
            .collect()
    }

    /// Items that cost exactly -5 initiative (SEG-39).
    fn minus5_items(&self, now: &Encounter) -> i64 {
        let runs = self.movement() == Movement::Run && Options::of(now).run_counts_as_minus5();
        [
            self.movement() == Movement::Move,
            runs,
            self.draws(),
            self.sheathes(),
            self.action() == Action::PickUp,
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
        match self.movement() {
            Movement::Move => lose("moving first", full / 2),
            Movement::Run => lose("running first", half_up.min(full - 1)),
            _ => {}
        }
        if self.readies_shield() {
            lose("readying the shield", half_up);
        }
        if self.potion() == Potion::Attacks {
            lose("the potion", half_up);
        }
        if self.aims() {
            lose("careful aim", 1);
        }
        lose("a further -5 action", self.minus5_items(now) - 1);
        lose("further Free Actions", self.free_actions() - 1);
        losses
    }

    /// Attacks left after all losses; in an ambush a combatant of degree 2 has one at most (SEG-12, SEG-32).
    pub fn attacks_left(&self, now: &Encounter, who: Id) -> i64 {
        let lost: i64 = self.losses(now, who).iter().map(|(_, number)| number).sum();
        let left = (fighter(now, who).attacks_per_round() - lost).max(0);
        if self.action() == Action::PickUp || one_attack_only(now, who) {
            left.min(1)
        } else {
            left
        }
    }

    /// The modifiers on all initiative rolls (T-16).
    pub fn initiative(&self, now: &Encounter, who: Id) -> Tally {
        let modifier = |key: &str| cell(now, "initiative", key, "modifier");
        let mut tally = Tally::new().plus("modifier", fighter(now, who).init_mod());
        match self.movement() {
            Movement::Still => tally.add("no movement", modifier("still")),
            Movement::Move => tally.add("move", modifier("move")),
            Movement::Run => tally.add("run", modifier("run")),
            Movement::Step | Movement::After => {}
        }
        if self.draws() {
            tally.add("draw", modifier("draw"));
        }
        if self.sheathes() {
            tally.add("put away", modifier("sheathe"));
        }
        if self.action() == Action::PickUp {
            tally.add("pick up", modifier("pickup"));
        }
        tally
    }

    /// The feet that may be declared (SEG-33 to SEG-35, SEG-41); 0 when there is no movement to measure.
    pub fn most_feet(&self, now: &Encounter, who: Id) -> i64 {
        let tmr = fighter(now, who).tmr_now();
        let feet = match (self.action(), self.movement()) {
            (Action::Move | Action::Withdraw, _) => tmr * self.pace(),
            (_, Movement::Move) => tmr / 2,
            (_, Movement::Run) => tmr,
            _ => 0,
        };
        if self.potion() == Potion::Movement {
            feet / 2
        } else {
            feet
        }
    }

    /// The count on which the distance before an attack or a spell is covered (SEG-36).
    pub fn arrival(&self, now: &Encounter, who: Id) -> Option<i64> {
        let tmr = fighter(now, who).tmr_now();
        let pace = match self.movement() {
            Movement::Move => tmr,
            Movement::Run => 2 * tmr,
            _ => return None,
        };
        Some(arrival(self.distance(), pace))
    }

    /// Whether it leaves its place before its attacks or all round.
    pub fn moves(&self) -> bool {
        matches!(self.action(), Action::Move | Action::Withdraw)
            || matches!(self.movement(), Movement::Move | Movement::Run)
    }

    /// Whether it takes a defensive stance.
    pub fn takes_stance(&self) -> bool {
        matches!(self.action(), Action::Full | Action::Desperate) || self.defending() > 0
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
        match self.action() {
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
