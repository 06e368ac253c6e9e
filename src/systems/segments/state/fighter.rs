//! Combatant with sheet and derived values: wounds, stun threshold and parts of DEF.

use std::borrow::Cow;

use crate::encounter::Combatant;
use crate::systems::prelude::*;

use crate::systems::segments::sheet::{
    Hand, Options, Sheet, Sizes, Spell, Stun, Weapon, Wounds, at, at_skill, at_stuck, is, schema,
};

/// Combatant with sheet and derived values.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    now: &'a Encounter,
    who: &'a Combatant,
    pub sheet: Sheet<&'a Row>,
}

/// Returns the fighter with this id.
pub fn fighter(now: &Encounter, id: Id) -> Fighter<'_> {
    let who = now.get(id);
    Fighter {
        now,
        who,
        sheet: Sheet(&who.sheet),
    }
}

impl<'a> Fighter<'a> {
    pub fn name(&self) -> &'a str {
        &self.who.name
    }

    pub fn hp(&self) -> i64 {
        self.sheet.hp().unwrap_or(0)
    }

    /// Returns DEX minus the penalties of all stuck missiles, at least 0 (SEG-106).
    pub fn dex_now(&self) -> i64 {
        let stuck = self.missiles().iter().map(|one| one.get(at_stuck::dex));
        (self.sheet.dex() + stuck.sum::<i64>()).max(0)
    }

    pub fn missiles(&self) -> &'a [Row] {
        self.who.sheet.get(at::missiles)
    }

    /// Returns the hit points lost at the end of each round (SEG-107).
    pub fn bleed_per_round(&self) -> i64 {
        let bleeding = self.missiles().iter().map(|one| one.get(at_stuck::bleed));
        bleeding.sum()
    }

    /// Returns the sum of all PROT (SEG-66).
    pub fn prot(&self) -> i64 {
        self.sheet.prot_armor() + self.sheet.prot_other()
    }

    /// Returns the weapons in the order of the sheet.
    pub fn weapons(&self) -> impl Iterator<Item = Weapon<'a>> + use<'a> {
        self.who.sheet.get(at::weapons).iter().map(schema::Weapon)
    }

    /// Returns true if the combatant has a weapon.
    pub fn armed(&self) -> bool {
        self.weapons().next().is_some()
    }

    /// Returns the weapon with this name.
    pub fn weapon(&self, name: &str) -> Option<Weapon<'a>> {
        self.weapons().find(|weapon| weapon.name() == name)
    }

    /// Returns true if the weapon is in the off hand of a combatant who is not ambidextrous (SEG-86).
    pub fn hindered_with(&self, weapon: Weapon<'_>) -> bool {
        weapon.hand() == Hand::Off && !self.sheet.ambidextrous()
    }

    /// Returns the spells in the order of the sheet.
    pub fn spells(&self) -> impl Iterator<Item = Spell<'a>> + use<'a> {
        self.who.sheet.get(at::spells).iter().map(schema::Spell)
    }

    /// Returns the spell with this name.
    pub fn spell(&self, name: &str) -> Option<Spell<'a>> {
        self.spells().find(|spell| spell.name() == name)
    }

    /// Returns the skills with their names and chances.
    pub fn skills(&self) -> impl Iterator<Item = (&'a str, i64)> + use<'a> {
        let skills = self.who.sheet.get(at::skills).iter();
        skills.map(|skill| (skill.get(at_skill::name), skill.get(at_skill::chance)))
    }

    /// Returns the wound modifier on all actions: 0, -10, -20 or -30. The band that contains the maximum hit points,
    /// and milder bands, have no modifier (SEG-75, SEG-76).
    pub fn wound_mod(&self) -> i64 {
        let band = |hp: i64| Wounds::of(self.now, hp).modifier();
        match band(self.hp()) {
            modifier if modifier < band(self.sheet.max_hp()) => modifier,
            _ => 0,
        }
    }

    /// Returns the word for the wound level (SEG-74, T-3).
    pub fn wound_word(&self) -> String {
        let (hp, max_hp) = (self.hp(), self.sheet.max_hp());
        let wounds = Wounds::of(self.now, hp);
        let word = match hp {
            _ if self.wound_mod() != 0 => wounds.level(),
            _ if hp >= max_hp => "unhurt",
            _ if hp * 2 >= max_hp => "wounded",
            _ => "bloodied",
        };
        word.to_owned()
    }

    /// Returns the feet per round at normal pace, reduced by wounds (SEG-75).
    pub fn tmr_now(&self) -> i64 {
        (self.sheet.tmr() + self.wound_mod()).max(0)
    }

    /// Returns CON for the stun table, adjusted for size and many hit points (SEG-69, SEG-70).
    pub fn adjusted_con(&self) -> i64 {
        let steps = (self.sheet.max_hp() - 100).max(0);
        let size = Sizes::find(self.now, |row| row.key() == self.sheet.size());
        self.sheet.con() + size.map_or(0, |size| size.con()) + (steps + 9).div_euclid(10)
    }

    /// Returns the damage above which a single hit stuns the combatant (SEG-68).
    pub fn stun_threshold(&self) -> i64 {
        let con = self.adjusted_con();
        match Stun::all(self.now).next_back() {
            _ if con <= 25 => con,
            Some((_, last, _)) if con <= last => Stun::of(self.now, con).threshold(),
            _ => 2 * con - 25,
        }
    }

    /// Returns true if the combatant has this condition.
    pub fn has(&self, condition: Is) -> bool {
        self.who.has(condition)
    }

    /// Returns the condition with this key.
    pub fn condition(&self, is: Is) -> Option<&'a Condition> {
        self.who.condition(is)
    }

    /// Returns true if the combatant is aiming, in this round or still from the last round (SEG-101, SEG-102).
    pub fn aims(&self) -> bool {
        self.has(is::AIMING) || self.has(is::AIM_KEPT)
    }

    /// Returns the parts of normal DEF that apply now. A combatant who leaves a melee loses the DEF from the shield
    /// (SEG-56, SEG-95).
    pub fn def_parts(&self, leaving: bool) -> Tally {
        let casting = self.has(is::CASTING);
        let sheet = self.sheet;
        let mut parts = Tally::new().plus("base", sheet.def_other());
        if !casting && !self.aims() {
            parts.add("DEX", sheet.def_dex());
            parts.add("skill", sheet.def_defense_skill());
        }
        if !casting && sheet.shield_ready() && !leaving {
            parts.add("shield", sheet.def_shield());
        }
        parts.plus("magic", sheet.def_magic())
    }

    /// Returns the stance of this round, with its name and its bonus (SEG-87 to SEG-89).
    pub fn stance(&self) -> Option<(Is, &'static str, i64)> {
        let stances = [
            (is::DEFENDING, "defending"),
            (is::FULL_DEFENSE, "full defence"),
            (is::DESPERATE_DEFENSE, "desperate defence"),
        ];
        let taken = |(is, label)| Some((is, label, self.condition(is)?.value));
        stances.into_iter().find_map(taken)
    }

    /// Returns a chance with the wound modifier (SEG-75).
    pub fn chance(&self, label: impl Into<Cow<'static, str>>, chance: i64) -> Tally {
        let sure = Tally::new().always(label, chance);
        sure.plus(self.wound_word(), self.wound_mod())
    }

    /// Returns the spell carried over from the last round (SEG-116).
    pub fn carried(&self) -> Option<&'a str> {
        let carried = self.condition(is::SPELL_CARRIED);
        carried.and_then(|one| one.cause.plain())
    }

    /// Returns true if a spell starts on 10 without a roll, because the caster held or the spell was carried over from
    /// the last round (SEG-30, SEG-116).
    pub fn fixed_start(&self, spell: Spell<'_>) -> bool {
        self.has(is::HOLDING) || self.carried() == Some(spell.name())
    }

    /// Returns true if the hit points are low enough to be down (SEG-77).
    pub fn spent(&self) -> bool {
        self.hp() <= Options::of(self.now).down_at()
    }

    /// Returns true if the combatant is down (SEG-77).
    pub fn is_down(&self) -> bool {
        self.has(is::DOWN) || self.spent()
    }

    /// Returns true if the combatant is not down, fled, surrendered or removed from the fight.
    pub fn active(&self) -> bool {
        !self.who.gone && !self.is_down() && !self.has(is::FLED) && !self.has(is::SURRENDERED)
    }

    /// Returns true if the combatant can act now.
    pub fn able(&self) -> bool {
        self.active() && !self.has(is::STUNNED)
    }

    /// Returns the chance of an attribute check: N x attribute with the wound modifier (SEG-02).
    pub fn check_chance(&self, attribute: Attribute, multiple: i64) -> i64 {
        let value = match attribute {
            Attribute::Dex => self.dex_now(),
            Attribute::Per => self.sheet.per(),
        };
        multiple * value + self.wound_mod()
    }

    /// Returns the degree of an attribute check: the lowest multiple of the attribute that is not below the roll, else
    /// 5 (SEG-02).
    pub fn degree(&self, attribute: Attribute, roll: i64) -> i64 {
        let covers = |multiple: &i64| roll <= self.check_chance(attribute, *multiple);
        (1..=4).find(covers).unwrap_or(5)
    }
}

crate::words! {
    /// Attributes checked by multiples.
    pub enum Attribute {
        /// DEX minus the penalties of stuck missiles.
        Dex = "dex" "DEX",
        Per = "per" "PER",
    }
}
