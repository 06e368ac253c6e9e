//! What may be declared together (T-9 and the rules of each action), and the reason why not.

use crate::encounter::{Encounter, Id};

use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::spell::Casting;
use crate::rules::segments::sheet::weapon::Weapon;
use crate::rules::segments::state::ambush::one_attack_only;
use crate::rules::segments::state::plan::{MainAction, Movement, Plan, Potion, Use};

impl Plan {
    /// A weapon used from afar this round, if any; Careful Aim that leaves no attack still has one.
    fn shoots(&self, now: &Encounter, who: Id) -> bool {
        let one = fighter(now, who);
        let ranged = |used: &Use| {
            !used.melee
                && used
                    .weapon
                    .as_deref()
                    .and_then(|name| one.weapon(name))
                    .is_some_and(|weapon: Weapon<'_>| weapon.ranged())
        };
        let uses = self.uses(now, who);
        if uses.is_empty() {
            ranged(&self.use_of(one, 1))
        } else {
            uses.iter().any(ranged)
        }
    }

    /// What may not be declared together, as T-9 and the rules of each action say; the first reason.
    pub fn legal(&self, now: &Encounter, who: Id) -> Result<(), String> {
        self.legal_movement(now, who)?;
        self.legal_stance(now, who)?;
        self.legal_aim(now, who)?;
        let refused = |why: &str| Err(why.to_owned());
        let minor =
            self.draws || self.sheathes || self.readies_shield || self.potion != Potion::None;
        match self.action {
            MainAction::Full if self.readies_shield || self.potion != Potion::None => {
                return refused("full defense leaves no hand for shield or potion");
            }
            MainAction::Desperate if minor || self.free_actions > 0 => {
                return refused("desperate defense leaves no time for anything else");
            }
            MainAction::Hold | MainAction::Nothing if minor => {
                return refused("that is something done: declare an attack or another action");
            }
            MainAction::Attack if fighter(now, who).weapons().next().is_none() => {
                return refused("there is no weapon on the sheet");
            }
            MainAction::Spell => self.legal_spell(now, who)?,
            _ => {}
        }
        if self.potion != Potion::None && self.in_melee {
            return refused("a potion cannot be drunk by somebody who begins the round in melee");
        }
        if self.readies_shield && !fighter(now, who).shield_unready() {
            return refused("there is no shield to ready");
        }
        if self.action == MainAction::Other && self.attacks_left(now, who) == 0 {
            return refused("no attack is left to do it with");
        }
        if one_attack_only(now, who) {
            if self.action == MainAction::Spell {
                return refused("caught in the ambush: one attack, no spell");
            }
            if self.takes_stance() {
                return refused("caught in the ambush: one attack, no stance");
            }
        }
        Ok(())
    }

    /// What speaks against the movement alone.
    pub fn legal_movement(&self, now: &Encounter, who: Id) -> Result<(), String> {
        let refused = |why: &str| Err(why.to_owned());
        let movement = self.movement;
        let goes = matches!(movement, Movement::Move | Movement::Run | Movement::After);
        match self.action {
            MainAction::Full if movement == Movement::Still => {
                return refused("full defense needs to step about");
            }
            MainAction::Desperate if movement == Movement::Still => {
                return refused("desperate defense needs to step about");
            }
            MainAction::PickUp if movement == Movement::Still => {
                return refused("stooping for a weapon is a movement");
            }
            MainAction::Full if goes => return refused("full defense stays with its attacker"),
            MainAction::Desperate if goes => {
                return refused("desperate defense leaves no time for anything else");
            }
            MainAction::PickUp if goes => return refused("picking up takes the whole round"),
            MainAction::Hold if goes => return refused("holding is doing nothing"),
            MainAction::Spell if movement == Movement::Run => {
                return refused("a caster may move at normal pace first, not run");
            }
            MainAction::Spell if movement == Movement::After => {
                return refused("a spell takes the rest of the round");
            }
            MainAction::Move | MainAction::Withdraw if movement != Movement::Step => {
                return refused("the move takes the whole round");
            }
            MainAction::Nothing if goes => {
                return refused("to move without attacking, declare `move all round`");
            }
            _ => {}
        }
        let whole = matches!(self.action, MainAction::Move | MainAction::Withdraw);
        if (goes || whole) && fighter(now, who).tmr_now() == 0 {
            return refused("it cannot move: TMR is 0 now");
        }
        if self.distance > self.most_feet(now, who) {
            return Err(format!(
                "{} ft is too far: {} ft at most",
                self.distance,
                self.most_feet(now, who)
            ));
        }
        if self.action == MainAction::Withdraw && self.leaving.is_empty() {
            return refused("pick the opponents it leaves behind");
        }
        if !self.leaving.is_empty() && self.action == MainAction::Spell {
            return refused("a spell and a withdrawal do not go together");
        }
        if !self.leaving.is_empty() && matches!(movement, Movement::Move | Movement::Run) {
            let left =
                |used: &Use| used.melee && used.target.is_some_and(|id| self.leaving.contains(&id));
            if self.uses(now, who).iter().any(left) {
                return refused("it cannot attack in melee whom it leaves behind first");
            }
        }
        Ok(())
    }

    fn legal_stance(&self, now: &Encounter, who: Id) -> Result<(), String> {
        if self.defending == 0 {
            return Ok(());
        }
        if self.action != MainAction::Attack {
            return Err("defending goes with attacks only".to_owned());
        }
        let most = self.most_defending(now, who);
        if !self.uses(now, who).iter().any(|one| one.melee) {
            Err("defending needs a melee attack".to_owned())
        } else if self.defending > most {
            Err(format!(
                "{} is more than 5 for each rank: {most} at most",
                self.defending
            ))
        } else {
            Ok(())
        }
    }

    fn legal_aim(&self, now: &Encounter, who: Id) -> Result<(), String> {
        if !self.aims {
            return Ok(());
        }
        let why = if self.action != MainAction::Attack {
            "careful aim goes with attacks only"
        } else if !matches!(self.movement, Movement::Step | Movement::Still) {
            "careful aim stands still"
        } else if self.defending > 0 {
            "careful aim and defending exclude each other"
        } else if self.double_shot {
            "careful aim and a Double Shot exclude each other"
        } else if !self.shoots(now, who) {
            "careful aim needs a ranged attack"
        } else {
            return Ok(());
        };
        Err(why.to_owned())
    }

    fn legal_spell(&self, now: &Encounter, who: Id) -> Result<(), String> {
        let one = fighter(now, who);
        let Some(spell) = one.spell(&self.spell) else {
            return Err("name the spell".to_owned());
        };
        if self.movement == Movement::Move {
            if one.fixed_start(spell) {
                return Err(
                    "it starts on count 10 without a roll: no time to move first".to_owned(),
                );
            }
            if spell.takes(now) == Casting::OneRound {
                return Err(
                    "a one-round spell has to start on 10: no time to move first".to_owned(),
                );
            }
        }
        if self.attacks_left(now, who) == 0 {
            return Err("no attack is left to cast with".to_owned());
        }
        Ok(())
    }
}
