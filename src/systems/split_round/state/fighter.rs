//! Combatant with sheet, and values derived from sheet and conditions.

use crate::encounter::Combatant;
use crate::systems::prelude::*;

use crate::systems::split_round::says::{Barred, Unready};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::{Save, Sheet, Spell, at};
use crate::systems::split_round::sheet::weapon::Weapon;

/// Combatant with sheet and derived values.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    now: &'a Encounter,
    id: Id,
    who: &'a Combatant,
    pub sheet: Sheet<&'a Row>,
}

/// Returns the fighter with this id.
pub fn fighter(now: &Encounter, id: Id) -> Fighter<'_> {
    let who = now.get(id);
    Fighter {
        now,
        id,
        who,
        sheet: Sheet(&who.sheet),
    }
}

impl<'a> Fighter<'a> {
    pub fn id(&self) -> Id {
        self.id
    }

    pub fn name(&self) -> &'a str {
        &self.who.name
    }

    /// Returns true if the combatant has this condition.
    pub fn has(&self, is: Is) -> bool {
        self.who.has(is)
    }

    /// Returns the condition with this name.
    pub fn condition(&self, is: Is) -> Option<&'a Condition> {
        self.who.condition(is)
    }

    pub fn hp(&self) -> i64 {
        self.sheet.hp().unwrap_or(0)
    }

    pub fn mana(&self) -> i64 {
        self.sheet.mana().unwrap_or(0)
    }

    /// Returns true if the combatant is out of the fight, and so is neither a target nor counted for a side (SPL-72,
    /// SPL-133).
    pub fn out(&self) -> bool {
        self.who.gone
            || [is::DOWN, is::DEAD, is::FLED, is::SURRENDERED]
                .into_iter()
                .any(|is| self.has(is))
    }

    /// Returns true if the combatant has left the battlefield and is out of reach of spells. A fallen combatant is
    /// still there (SPL-133).
    pub fn away(&self) -> bool {
        self.who.gone || self.has(is::FLED)
    }

    /// Returns true if the combatant is up and can act and react, as far as the round allows (SPL-72, SPL-74).
    pub fn up(&self) -> bool {
        !self.out() && !self.has(is::HELPLESS)
    }

    /// Returns true if a player controls the combatant (SPL-62).
    pub fn player(&self) -> bool {
        let side = self.now.sides.get(self.who.side.index());
        let side = side.is_some_and(|side| side.players);
        self.sheet.player_controlled().unwrap_or(side)
    }

    /// Returns AC, the target number of attacks. A strained leg removes a positive Dexterity modifier (SPL-69,
    /// SPL-123).
    pub fn ac(&self) -> i64 {
        self.sheet.ac() - self.dexterity_lost()
    }

    /// Returns the initiative modifier, reduced by a strained leg (SPL-55, SPL-123).
    pub fn initiative(&self) -> i64 {
        self.sheet.initiative() - self.dexterity_lost()
    }

    /// Returns the movement in feet per round (SPL-13, SPL-123).
    pub fn speed(&self) -> i64 {
        let halves = if self.has(is::STRAINED_LEG) { 2 } else { 1 };
        self.sheet.speed_ft() / halves
    }

    /// Returns the reduction of AC and initiative by a strained leg (SPL-123).
    fn dexterity_lost(&self) -> i64 {
        if self.has(is::STRAINED_LEG) {
            self.sheet.dex_mod().max(0)
        } else {
            0
        }
    }

    /// Returns the level minus drained and lost levels, at least 0 (SPL-145).
    pub fn effective_level(&self) -> i64 {
        let sheet = &self.sheet;
        (sheet.level() - sheet.levels_drained_temp() - sheet.levels_lost_perm()).max(0)
    }

    /// Returns the modifier of a save.
    pub fn save(&self, save: Save) -> i64 {
        match save {
            Save::Fort => self.sheet.fort(),
            Save::Reflex => self.sheet.reflex(),
            Save::Will => self.sheet.will(),
        }
    }

    /// Returns the reason why the combatant cannot attack in a round, or `None` (SPL-88, SPL-89).
    pub fn barred(&self, round: u32) -> Option<Barred> {
        let tripped = |one: &&Condition| one.value <= i64::from(round);
        let tripped = self.condition(is::NO_ATTACK).filter(tripped);
        match tripped.map(|one| &one.ends) {
            Some(Ends::EndOfRound(last)) if *last > round => Some(Barred::CannotAttackUntil {
                round: (*last).into(),
            }),
            Some(_) => Some(Barred::CannotAttack {}),
            None => self.has(is::BUMPED).then_some(Barred::Unready {
                why: Unready::Bumped,
            }),
        }
    }

    /// Returns the attacks in the order of the sheet.
    pub fn weapons(&self) -> impl Iterator<Item = Weapon> + use<'a> {
        Weapon::all(self.now, self.id)
    }

    /// Returns the spells in the order of the sheet.
    pub fn spells(&self) -> impl Iterator<Item = Spell<&'a Row>> + use<'a> {
        self.who.sheet.get(at::spells).iter().map(Spell)
    }

    /// Returns the spell with this name.
    pub fn spell(&self, name: &str) -> Option<Spell<&'a Row>> {
        self.spells().find(|spell| spell.name() == name)
    }
}
