//! What may be declared together (T-9 and the rules of each action), and the reason why not.

use std::borrow::Cow;

use crate::encounter::{Encounter, Id};

use crate::rules::segments::sheet::{Casting, Fighter, fighter};
use crate::rules::segments::state::{MainAction, Movement, Plan, Potion, Use, one_attack_only};

/// Nothing, or why something may not be declared.
pub type Legality = Result<(), Cow<'static, str>>;

impl MainAction {
    /// What speaks against the action, whatever goes with it.
    pub fn legal(self, now: &Encounter, who: Id) -> Legality {
        let one = fighter(now, who);
        let caught = one_attack_only(now, who);
        let why = match self {
            MainAction::Attack if !one.armed() => "there is no weapon on the sheet",
            MainAction::Spell if caught => "caught in the ambush: one attack, no spell",
            MainAction::Full | MainAction::Desperate if caught => {
                "caught in the ambush: one attack, no stance"
            }
            MainAction::Move | MainAction::Withdraw if one.tmr_now() == 0 => {
                "it cannot move: TMR is 0 now"
            }
            _ => return Ok(()),
        };
        Err(why.into())
    }

    /// What speaks against a movement beside it.
    pub fn goes_with(self, movement: Movement, one: Fighter<'_>) -> Legality {
        let still = movement == Movement::Still;
        let goes = !still && movement != Movement::Step;
        let why = match self {
            MainAction::Full if still => "full defense needs to step about",
            MainAction::Desperate if still => "desperate defense needs to step about",
            MainAction::PickUp if still => "stooping for a weapon is a movement",
            MainAction::Full if goes => "full defense stays with its attacker",
            MainAction::Desperate if goes => "desperate defense leaves no time for anything else",
            MainAction::PickUp if goes => "picking up takes the whole round",
            MainAction::Hold if goes => "holding is doing nothing",
            MainAction::Spell if movement == Movement::Run => {
                "a caster may move at normal pace first, not run"
            }
            MainAction::Spell if movement == Movement::After => {
                "a spell takes the rest of the round"
            }
            MainAction::Move | MainAction::Withdraw if still || goes => {
                "the move takes the whole round"
            }
            MainAction::Nothing if goes => "to move without attacking, declare `move all round`",
            _ if goes && one.tmr_now() == 0 => "it cannot move: TMR is 0 now",
            _ => return Ok(()),
        };
        Err(why.into())
    }
}

impl Plan {
    /// What may not be declared together, as T-9 and the rules of each action say; the first reason.
    pub fn legal(&self, now: &Encounter, who: Id) -> Legality {
        self.action.legal(now, who)?;
        self.action.goes_with(self.movement, fighter(now, who))?;
        self.legal_way(now, who)?;
        self.legal_stance(now, who)?;
        self.legal_spell(now, who)?;
        let drinks = self.potion != Potion::None;
        let minor = self.draws || self.sheathes || self.readies_shield || drinks;
        let why = match self.action {
            MainAction::Full if self.readies_shield || drinks => {
                "full defense leaves no hand for shield or potion"
            }
            MainAction::Desperate if minor || self.free_actions > 0 => {
                "desperate defense leaves no time for anything else"
            }
            MainAction::Hold | MainAction::Nothing if minor => {
                "that is something done: declare an attack or another action"
            }
            _ if drinks && self.in_melee => {
                "a potion cannot be drunk by somebody who begins the round in melee"
            }
            MainAction::Other if self.attacks_left(now, who) == 0 => {
                "no attack is left to do it with"
            }
            _ => return Ok(()),
        };
        Err(why.into())
    }

    /// How far it goes, and whom it leaves behind.
    fn legal_way(&self, now: &Encounter, who: Id) -> Legality {
        let most = self.most_feet(now, who);
        let left =
            |used: &Use| used.melee && used.target.is_some_and(|id| self.leaving.contains(&id));
        let why = match self.action {
            _ if self.distance > most => {
                let far = format!("{} ft is too far: {most} ft at most", self.distance);
                return Err(far.into());
            }
            MainAction::Withdraw if self.leaving.is_empty() => {
                "pick the opponents it leaves behind"
            }
            MainAction::Spell if !self.leaving.is_empty() => {
                "a spell and a withdrawal do not go together"
            }
            _ if self.moves() && self.uses(now, who).iter().any(left) => {
                "it cannot attack in melee whom it leaves behind first"
            }
            _ => return Ok(()),
        };
        Err(why.into())
    }

    /// Defending and Careful Aim beside attacks.
    fn legal_stance(&self, now: &Encounter, who: Id) -> Legality {
        let attacks = self.action == MainAction::Attack;
        let defends = self.defending > 0;
        let stands = matches!(self.movement, Movement::Step | Movement::Still);
        let most = self.most_defending(now, who);
        let why = match () {
            () if defends && !attacks => "defending goes with attacks only",
            () if self.defending > most => {
                let more = format!(
                    "{} is more than 5 for each rank: {most} at most",
                    self.defending
                );
                return Err(more.into());
            }
            () if !self.aims => return Ok(()),
            () if !attacks => "careful aim goes with attacks only",
            () if !stands => "careful aim stands still",
            () if defends => "careful aim and defending exclude each other",
            () if self.double_shot => "careful aim and a Double Shot exclude each other",
            () if !self.shoots(now, who) => "careful aim needs a ranged attack",
            () => return Ok(()),
        };
        Err(why.into())
    }

    /// Whether a weapon is used from afar this round; Careful Aim that leaves no attack still has one.
    fn shoots(&self, now: &Encounter, who: Id) -> bool {
        let one = fighter(now, who);
        let mut uses = self.uses(now, who);
        if uses.is_empty() {
            uses.push(self.use_of(one, 1));
        }
        let shot = |used: &Use| used.weapon_of(one).is_some_and(|weapon| weapon.ranged());
        uses.iter().any(|used| !used.melee && shot(used))
    }

    fn legal_spell(&self, now: &Encounter, who: Id) -> Legality {
        if self.action != MainAction::Spell {
            return Ok(());
        }
        let one = fighter(now, who);
        let spell = one.spell(&self.spell);
        let moves = self.movement == Movement::Move;
        let why = match spell {
            None => "name the spell",
            Some(spell) if moves && one.fixed_start(spell) => {
                "it starts on count 10 without a roll: no time to move first"
            }
            Some(spell) if moves && spell.takes(now) == Casting::OneRound => {
                "a one-round spell has to start on 10: no time to move first"
            }
            Some(_) if self.attacks_left(now, who) == 0 => "no attack is left to cast with",
            Some(_) => return Ok(()),
        };
        Err(why.into())
    }
}
