//! Legal combinations in a declaration (T-9 and the rules of each action), with the reasons for refusals.

use crate::systems::prelude::*;
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
            Attack if !one.armed() => "the sheet has no weapon",
            Spell if caught => "caught in the ambush: one attack only, no spell",
            Full | Desperate if caught => "caught in the ambush: one attack only, no stance",
            Move | Withdraw if one.tmr_now() == 0 => "cannot move: TMR is 0",
            _ => return Ok(()),
        };
        Err(why)
    }

    /// Checks the action together with a movement.
    pub fn goes_with(self, movement: Movement, one: Fighter<'_>) -> Legality {
        let still = movement == Movement::Still;
        let goes = movement.goes();
        let why = match self {
            Full if still => "full defence needs movement: choose `free step only`",
            Desperate if still => "desperate defence needs movement: choose `free step only`",
            PickUp if still => "picking up a weapon needs movement: choose `free step only`",
            Full if goes => "full defence allows no other movement",
            Desperate if goes => "desperate defence allows no other action",
            PickUp if goes => "picking up a weapon takes the whole round",
            Hold if goes => "holding allows no other action",
            Spell if movement == Movement::Run => {
                "a caster can move first at normal pace, but not run"
            }
            Spell if movement == Movement::After => "a spell takes the rest of the round",
            Move | Withdraw if still || goes => "the move takes the whole round",
            Nothing if goes => "declare `move for the whole round` to move without attacking",
            _ if goes && one.tmr_now() == 0 => "cannot move: TMR is 0",
            _ => return Ok(()),
        };
        Err(why)
    }
}

impl Plan {
    /// Checks the whole declaration by T-9 and the rules of each action. Returns the first reason for a refusal.
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
            _ if self.distance > self.most_feet(now, who) => "the distance is too great",
            Withdraw if self.leaving.is_empty() => "pick the opponents to withdraw from",
            Spell if !self.leaving.is_empty() => "a caster cannot withdraw",
            _ if leaves_first => {
                "cannot attack an opponent in melee after withdrawing from that opponent"
            }
            _ if self.defending > self.most_defending(now, who) => {
                "defending needs a melee attack and allows at most 5 for each rank"
            }
            _ if self.aims && !attacks => "careful aim needs an attack",
            _ if self.aims && self.movement.goes() => "careful aim allows no movement",
            _ if self.aims && self.defending > 0 => "careful aim cannot be combined with defending",
            _ if self.aims && self.double_shot => {
                "careful aim cannot be combined with a Double Shot"
            }
            _ if self.aims && !self.shoots(now, who) => "careful aim needs a ranged attack",
            Spell if spell.is_none() => "enter a spell",
            Spell if moves_first.is_some_and(|spell| one.fixed_start(spell)) => {
                "the carried spell starts on count 10: no time to move first"
            }
            Spell if moves_first.is_some_and(|spell| spell.takes(now) == Casting::OneRound) => {
                "a one-round spell starts on count 10: no time to move first"
            }
            Spell if none_left => "no attack is left for the spell",
            Full if self.readies_shield || drinks => "full defence allows no shield or potion",
            Desperate if minor || self.free_actions > 0 => {
                "desperate defence allows no other action"
            }
            Hold | Nothing if minor => {
                "minor actions need a main action: declare an attack or another action"
            }
            _ if drinks && self.in_melee => {
                "a combatant who starts the round in melee cannot drink a potion"
            }
            Other if none_left => "no attack is left for another action",
            _ => return Ok(()),
        };
        Err(why)
    }

    /// Returns true if the combatant uses a weapon at range this round, or takes Careful Aim with it although no attack
    /// is left.
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
