//! A fighter as this system reads it: its sheet, and what follows from it and from its conditions.

use std::borrow::Cow;

use crate::encounter::{Combatant, Condition, Encounter, Ends};
use crate::values::{Id, Is, Row};

use crate::systems::split_round::sheet::schema::{Save, Sheet, Spell, at, is};
use crate::systems::split_round::sheet::weapon::Weapon;

/// A fighter as this system reads it.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    now: &'a Encounter,
    id: Id,
    who: &'a Combatant,
    pub sheet: Sheet<&'a Row>,
}

/// The fighter behind an id.
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

    /// Whether a condition is on it.
    pub fn has(&self, is: Is) -> bool {
        self.who.has(is)
    }

    /// The condition of that name.
    pub fn condition(&self, is: Is) -> Option<&'a Condition> {
        self.who.condition(is)
    }

    pub fn hp(&self) -> i64 {
        self.sheet.hp().unwrap_or(0)
    }

    pub fn mana(&self) -> i64 {
        self.sheet.mana().unwrap_or(0)
    }

    /// Out of the fight: nobody aims at it, it counts for no side (SPL-72, SPL-133).
    pub fn out(&self) -> bool {
        self.who.gone
            || [is::DOWN, is::DEAD, is::FLED, is::SURRENDERED]
                .into_iter()
                .any(|is| self.has(is))
    }

    /// Not there any more, so that no spell reaches it; whoever is down still lies there (SPL-133).
    pub fn away(&self) -> bool {
        self.who.gone || self.has(is::FLED)
    }

    /// Still up: it can act and react, as far as the round lets it (SPL-72, SPL-74).
    pub fn up(&self) -> bool {
        !self.out() && !self.has(is::HELPLESS)
    }

    /// Run by a player (SPL-62).
    pub fn player(&self) -> bool {
        let side = self.now.sides.get(self.who.side.index());
        let side = side.is_some_and(|side| side.players);
        self.sheet.player_controlled().unwrap_or(side)
    }

    /// What an attack has to reach: a strained leg takes a positive Dexterity out of it (SPL-69, SPL-123).
    pub fn ac(&self) -> i64 {
        self.sheet.ac() - self.dexterity_lost()
    }

    /// Its initiative modifier, less what a strained leg takes (SPL-55, SPL-123).
    pub fn initiative(&self) -> i64 {
        self.sheet.initiative() - self.dexterity_lost()
    }

    /// Feet it can move in a round (SPL-13, SPL-123).
    pub fn speed(&self) -> i64 {
        let halves = if self.has(is::STRAINED_LEG) { 2 } else { 1 };
        self.sheet.speed_ft() / halves
    }

    /// What a strained leg takes off AC and initiative (SPL-123).
    fn dexterity_lost(&self) -> i64 {
        if self.has(is::STRAINED_LEG) {
            self.sheet.dex_mod().max(0)
        } else {
            0
        }
    }

    /// Its level less what is drained and lost, not below 0 (SPL-145).
    pub fn effective_level(&self) -> i64 {
        let sheet = &self.sheet;
        (sheet.level() - sheet.levels_drained_temp() - sheet.levels_lost_perm()).max(0)
    }

    /// Added to a save.
    pub fn save(&self, save: Save) -> i64 {
        match save {
            Save::Fort => self.sheet.fort(),
            Save::Reflex => self.sheet.reflex(),
            Save::Will => self.sheet.will(),
        }
    }

    /// Kept from every attack in a round (SPL-88, SPL-89).
    pub fn barred(&self, round: u32) -> Option<Cow<'static, str>> {
        let tripped = |one: &&Condition| one.value <= i64::from(round);
        let tripped = self.condition(is::NO_ATTACK).filter(tripped);
        match tripped.map(|one| &one.ends) {
            Some(Ends::EndOfRound(last)) if *last > round => {
                Some(format!("cannot attack until the end of round {last}").into())
            }
            Some(_) => Some("cannot attack this round".into()),
            None => self.has(is::BUMPED).then_some("is bumped".into()),
        }
    }

    /// Its attacks, in the order of the sheet.
    pub fn weapons(&self) -> impl Iterator<Item = Weapon> + use<'a> {
        Weapon::all(self.now, self.id)
    }

    /// Its spells, in the order of the sheet.
    pub fn spells(&self) -> impl Iterator<Item = Spell<&'a Row>> + use<'a> {
        self.who.sheet.get(at::spells).iter().map(Spell)
    }

    /// The spell of that name.
    pub fn spell(&self, name: &str) -> Option<Spell<&'a Row>> {
        self.spells().find(|spell| spell.name() == name)
    }
}
