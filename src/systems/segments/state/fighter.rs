//! A fighter as this system reads it: its sheet, and what follows from it: wounds, stun threshold, parts of DEF.

use std::borrow::Cow;

use crate::dice::Tally;
use crate::encounter::{Combatant, Condition, Encounter};
use crate::values::{Id, Is, Row};

use crate::systems::segments::sheet::{
    Hand, Options, Sheet, Sizes, Spell, Stun, Weapon, Wounds, at, at_skill, at_stuck, is, schema,
};

/// A fighter as this system reads it.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    now: &'a Encounter,
    who: &'a Combatant,
    pub sheet: Sheet<&'a Row>,
}

/// The fighter behind an id.
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

    /// DEX less all stuck missiles, not below 0 (SEG-106).
    pub fn dex_now(&self) -> i64 {
        let stuck = self.missiles().iter().map(|one| one.get(at_stuck::dex));
        (self.sheet.dex() + stuck.sum::<i64>()).max(0)
    }

    pub fn missiles(&self) -> &'a [Row] {
        self.who.sheet.get(at::missiles)
    }

    /// Hit points lost at each round's end (SEG-107).
    pub fn bleed_per_round(&self) -> i64 {
        let bleeding = self.missiles().iter().map(|one| one.get(at_stuck::bleed));
        bleeding.sum()
    }

    /// PROT of all kinds (SEG-66).
    pub fn prot(&self) -> i64 {
        self.sheet.prot_armor() + self.sheet.prot_other()
    }

    /// Weapons, in the order of the sheet.
    pub fn weapons(&self) -> impl Iterator<Item = Weapon<'a>> + use<'a> {
        self.who.sheet.get(at::weapons).iter().map(schema::Weapon)
    }

    /// Whether it has any weapon.
    pub fn armed(&self) -> bool {
        self.weapons().next().is_some()
    }

    /// The weapon of that name.
    pub fn weapon(&self, name: &str) -> Option<Weapon<'a>> {
        self.weapons().find(|weapon| weapon.name() == name)
    }

    /// Whether a weapon lies in its bad hand (SEG-86).
    pub fn hindered_with(&self, weapon: Weapon<'_>) -> bool {
        weapon.hand() == Hand::Off && !self.sheet.ambidextrous()
    }

    /// Spells, in the order of the sheet.
    pub fn spells(&self) -> impl Iterator<Item = Spell<'a>> + use<'a> {
        self.who.sheet.get(at::spells).iter().map(schema::Spell)
    }

    /// The spell of that name.
    pub fn spell(&self, name: &str) -> Option<Spell<'a>> {
        self.spells().find(|spell| spell.name() == name)
    }

    /// Returns the skills with their names and chances.
    pub fn skills(&self) -> impl Iterator<Item = (&'a str, i64)> + use<'a> {
        let skills = self.who.sheet.get(at::skills).iter();
        skills.map(|skill| (skill.get(at_skill::name), skill.get(at_skill::chance)))
    }

    /// The modifier on all actions for wounds: 0, -10, -20 or -30. A band in which it lies unhurt, and milder ones, have
    /// none (SEG-75, SEG-76).
    pub fn wound_mod(&self) -> i64 {
        let band = |hp: i64| Wounds::of(self.now, hp).modifier();
        match band(self.hp()) {
            modifier if modifier < band(self.sheet.max_hp()) => modifier,
            _ => 0,
        }
    }

    /// The wound level in words (SEG-74, T-3).
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

    /// Feet a round at normal pace, wounds counted (SEG-75).
    pub fn tmr_now(&self) -> i64 {
        (self.sheet.tmr() + self.wound_mod()).max(0)
    }

    /// CON for the stun table: size and many hit points help (SEG-69, SEG-70).
    pub fn adjusted_con(&self) -> i64 {
        let steps = (self.sheet.max_hp() - 100).max(0);
        let size = Sizes::find(self.now, |row| row.key() == self.sheet.size());
        self.sheet.con() + size.map_or(0, |size| size.con()) + (steps + 9).div_euclid(10)
    }

    /// A single hit of more than this stuns (SEG-68).
    pub fn stun_threshold(&self) -> i64 {
        let con = self.adjusted_con();
        match Stun::all(self.now).next_back() {
            _ if con <= 25 => con,
            Some((_, last, _)) if con <= last => Stun::of(self.now, con).threshold(),
            _ => 2 * con - 25,
        }
    }

    /// Whether a condition is on it.
    pub fn has(&self, condition: Is) -> bool {
        self.who.has(condition)
    }

    /// The condition under a key.
    pub fn condition(&self, is: Is) -> Option<&'a Condition> {
        self.who.condition(is)
    }

    /// Whether it stands aiming, this round or still from the last (SEG-101, SEG-102).
    pub fn aims(&self) -> bool {
        self.has(is::AIMING) || self.has(is::AIM_KEPT)
    }

    /// The parts of normal DEF in force; whoever leaves a melee has no help of its shield (SEG-56, SEG-95).
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

    /// The stance taken this round, what it is called and its bonus (SEG-87 to SEG-89).
    pub fn stance(&self) -> Option<(Is, &'static str, i64)> {
        let stances = [
            (is::DEFENDING, "defending"),
            (is::FULL_DEFENSE, "full defense"),
            (is::DESPERATE_DEFENSE, "desperate defense"),
        ];
        let taken = |(is, label)| Some((is, label, self.condition(is)?.value));
        stances.into_iter().find_map(taken)
    }

    /// The chance of something that it tries, less what its wounds take (SEG-75).
    pub fn chance(&self, label: impl Into<Cow<'static, str>>, chance: i64) -> Tally {
        let sure = Tally::new().always(label, chance);
        sure.plus(self.wound_word(), self.wound_mod())
    }

    /// The spell that it carries over from the last round (SEG-116).
    pub fn carried(&self) -> Option<&'a str> {
        let carried = self.condition(is::SPELL_CARRIED);
        carried.map(|one| one.cause.as_str())
    }

    /// Whether a spell starts on 10 without a roll: held for, or carried over from the last round (SEG-30, SEG-116).
    pub fn fixed_start(&self, spell: Spell<'_>) -> bool {
        self.has(is::HOLDING) || self.carried() == Some(spell.name())
    }

    /// Whether it has no more hit points than those who are down (SEG-77).
    pub fn spent(&self) -> bool {
        self.hp() <= Options::of(self.now).down_at()
    }

    /// Whether it is down (SEG-77).
    pub fn is_down(&self) -> bool {
        self.has(is::DOWN) || self.spent()
    }

    /// Active: neither down, nor broken and gone or given up, nor taken out of the fight.
    pub fn active(&self) -> bool {
        !self.who.gone && !self.is_down() && !self.has(is::FLED) && !self.has(is::SURRENDERED)
    }

    /// Whether it can act now.
    pub fn able(&self) -> bool {
        self.active() && !self.has(is::STUNNED)
    }

    /// The chance of an attribute check: N x attribute with the wound modifier (SEG-02).
    pub fn check_chance(&self, attribute: Attribute, multiple: i64) -> i64 {
        let value = match attribute {
            Attribute::Dex => self.dex_now(),
            Attribute::Per => self.sheet.per(),
        };
        multiple * value + self.wound_mod()
    }

    /// The degree of an attribute check: the least multiple that covers the roll, else 5 (SEG-02).
    pub fn degree(&self, attribute: Attribute, roll: i64) -> i64 {
        let covers = |multiple: &i64| roll <= self.check_chance(attribute, *multiple);
        (1..=4).find(covers).unwrap_or(5)
    }
}

crate::words! {
    /// Attributes that are checked by multiples.
    pub enum Attribute {
        /// DEX less stuck missiles.
        Dex = "dex" "DEX",
        Per = "per" "PER",
    }
}
