//! Combinations that may be declared together (T-9 and the rules of each action), with the reasons for refusals.

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::segments::sheet::Casting;
use crate::systems::segments::state::MainAction::{
    self, Attack, Desperate, Full, Hold, Move, Nothing, Other, PickUp, Spell, Withdraw,
};
use crate::systems::segments::state::{
    Fighter, Movement, Plan, Potion, Use, fighter, one_attack_only,
};

/// `Ok`, or the reason why a declaration is refused.
pub type Legality = Result<(), &'static str>;

impl MainAction {
    /// Checks the action on its own.
    pub fn legal(self, now: &Encounter, who: Id) -> Legality {
        let one = fighter(now, who);
        let caught = one_attack_only(now, who);
        let why = match self {
            Attack if !one.armed() => "there is no weapon on the sheet",
            Spell if caught => "caught in the ambush: one attack, no spell",
            Full | Desperate if caught => "caught in the ambush: one attack, no stance",
            Move | Withdraw if one.tmr_now() == 0 => "it cannot move: TMR is 0 now",
            _ => return Ok(()),
        };
        Err(why)
    }

    /// Checks the action together with a movement.
    pub fn goes_with(self, movement: Movement, one: Fighter<'_>) -> Legality {
        let still = movement == Movement::Still;
        let goes = movement.goes();
        let why = match self {
            Full if still => "full defense needs to step about",
            Desperate if still => "desperate defense needs to step about",
            PickUp if still => "stooping for a weapon is a movement",
            Full if goes => "full defense stays with its attacker",
            Desperate if goes => "desperate defense leaves no time for anything else",
            PickUp if goes => "picking up takes the whole round",
            Hold if goes => "holding is doing nothing",
            Spell if movement == Movement::Run => "a caster may move at normal pace first, not run",
            Spell if movement == Movement::After => "a spell takes the rest of the round",
            Move | Withdraw if still || goes => "the move takes the whole round",
            Nothing if goes => "to move without attacking, declare `move all round`",
            _ if goes && one.tmr_now() == 0 => "it cannot move: TMR is 0 now",
            _ => return Ok(()),
        };
        Err(why)
    }
}

impl Plan {
    /// Checks the whole declaration by T-9 and the rules of each action; returns the first reason against it.
    pub fn legal(&self, now: &Encounter, who: Id) -> Legality {
        let one = fighter(now, who);
        self.action.legal(now, who)?;
        self.action.goes_with(self.movement, one)?;
        let left =
            |used: &Use| used.melee && used.target.is_some_and(|id| self.leaving.contains(&id));
        let leaves_first = self.moves() && self.uses(now, who).iter().any(left);
        let attacks = self.action == Attack;
        let spell = one.spell(&self.spell);
        let moves_first = spell.filter(|_| self.movement == Movement::Move);
        let none_left = self.attacks_left(now, who) == 0;
        let drinks = self.potion != Potion::None;
        let minor = self.draws || self.sheathes || self.readies_shield || drinks;
        let why = match self.action {
            _ if self.distance > self.most_feet(now, who) => "that is farther than it gets",
            Withdraw if self.leaving.is_empty() => "pick the opponents it leaves behind",
            Spell if !self.leaving.is_empty() => "a spell and a withdrawal do not go together",
            _ if leaves_first => "it cannot attack in melee whom it leaves behind first",
            _ if self.defending > self.most_defending(now, who) => {
                "defending goes with attacks in melee, 5 for each rank at most"
            }
            _ if self.aims && !attacks => "careful aim goes with attacks only",
            _ if self.aims && self.movement.goes() => "careful aim stands still",
            _ if self.aims && self.defending > 0 => "careful aim and defending exclude each other",
            _ if self.aims && self.double_shot => {
                "careful aim and a Double Shot exclude each other"
            }
            _ if self.aims && !self.shoots(now, who) => "careful aim needs a ranged attack",
            Spell if spell.is_none() => "name the spell",
            Spell if moves_first.is_some_and(|spell| one.fixed_start(spell)) => {
                "it starts on count 10 without a roll: no time to move first"
            }
            Spell if moves_first.is_some_and(|spell| spell.takes(now) == Casting::OneRound) => {
                "a one-round spell has to start on 10: no time to move first"
            }
            Spell if none_left => "no attack is left to cast with",
            Full if self.readies_shield || drinks => {
                "full defense leaves no hand for shield or potion"
            }
            Desperate if minor || self.free_actions > 0 => {
                "desperate defense leaves no time for anything else"
            }
            Hold | Nothing if minor => {
                "that is something done: declare an attack or another action"
            }
            _ if drinks && self.in_melee => {
                "a potion cannot be drunk by somebody who begins the round in melee"
            }
            Other if none_left => "no attack is left to do it with",
            _ => return Ok(()),
        };
        Err(why)
    }

    /// Returns true if a weapon is used at range this round. Careful Aim that leaves no attack counts too.
    fn shoots(&self, now: &Encounter, who: Id) -> bool {
        let one = fighter(now, who);
        let ranged = |used: &Use| used.weapon_of(one).is_some_and(|weapon| weapon.ranged());
        let shot = |used: &Use| !used.melee && ranged(used);
        match self.uses(now, who).as_slice() {
            [] => shot(&self.use_of(one, 0)),
            uses => uses.iter().any(shot),
        }
    }
}
