//! A typed view of the sheet, and what follows from it: wounds, stun threshold, parts of DEF.

use crate::dice::Dice;
use crate::encounter::{Combatant, Condition, Encounter, Id, Is, Row, Words as _};
use crate::tally::Tally;

use super::schema::{
    Caster, Hand, Mode, Options, Size, Specialization, StuckMissile, WeaponKind, at, at_skill,
    at_spell, at_stuck, at_weapon, is,
};
use super::tables::{MageSpells, Sizes, Stun, Wounds};

/// A fighter as this system reads it.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    now: &'a Encounter,
    who: &'a Combatant,
}

/// The fighter behind an id.
pub fn fighter(now: &Encounter, id: Id) -> Fighter<'_> {
    Fighter {
        now,
        who: now.get(id),
    }
}

/// Why parts of a fighter's DEF are missing against an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bared {
    /// It turns its back on a melee: the shield does not count (SEG-95).
    pub leaving: bool,
}

impl<'a> Fighter<'a> {
    fn sheet(&self) -> &'a Row {
        &self.who.sheet
    }

    /// Name.
    pub fn name(&self) -> &'a str {
        &self.who.name
    }

    /// Hit points left.
    pub fn hp(&self) -> i64 {
        self.sheet().get(at::hp).unwrap_or(0)
    }

    /// Hit points when unhurt.
    pub fn max_hp(&self) -> i64 {
        self.sheet().get(at::max_hp)
    }

    /// DEX as it stands on the sheet, for the asking order.
    pub fn dex(&self) -> i64 {
        self.sheet().get(at::dex)
    }

    /// DEX less all stuck missiles, not below 0 (SEG-106).
    pub fn dex_now(&self) -> i64 {
        let stuck: i64 = self
            .missiles()
            .iter()
            .map(|one| one.get(at_stuck::dex))
            .sum();
        (self.dex() + stuck).max(0)
    }

    /// PER.
    pub fn per(&self) -> i64 {
        self.sheet().get(at::per)
    }

    /// Initiative modifier.
    pub fn init_mod(&self) -> i64 {
        self.sheet().get(at::init_mod)
    }

    /// Attacks a round before any losses, 1 at least.
    pub fn attacks_per_round(&self) -> i64 {
        self.sheet().get(at::attacks_per_round).max(1)
    }

    /// Stuck missiles.
    pub fn missiles(&self) -> &'a [Row] {
        self.sheet().get(at::missiles)
    }

    /// Hit points lost at each round's end (SEG-107).
    pub fn bleed_per_round(&self) -> i64 {
        self.missiles()
            .iter()
            .map(|one| one.get(at_stuck::bleed))
            .sum()
    }

    /// PROT of armour.
    pub fn prot_armor(&self) -> i64 {
        self.sheet().get(at::prot_armor)
    }

    /// PROT of all kinds (SEG-66).
    pub fn prot(&self) -> i64 {
        self.prot_armor() + self.sheet().get(at::prot_other)
    }

    /// Size.
    pub fn size(&self) -> Size {
        self.sheet().get(at::size)
    }

    /// Whether it is encumbered.
    pub fn encumbered(&self) -> bool {
        self.sheet().get(at::encumbered)
    }

    /// Whether it uses both hands alike.
    pub fn ambidextrous(&self) -> bool {
        self.sheet().get(at::ambidextrous)
    }

    /// What Range of Field takes off the bonus of several attackers.
    pub fn range_of_field_reduction(&self) -> i64 {
        self.sheet().get(at::range_of_field_reduction)
    }

    /// Luck save, if it has one.
    pub fn luck_save(&self) -> Option<i64> {
        self.sheet().get(at::luck_save)
    }

    /// Whether it may flee upwards.
    pub fn agile_flyer(&self) -> bool {
        self.sheet().get(at::agile_flyer)
    }

    /// Whether it finds foes it cannot see.
    pub fn targeting_sense(&self) -> bool {
        self.sheet().get(at::targeting_sense)
    }

    /// Whether bad light does not hinder it.
    pub fn sees_in_dark(&self) -> bool {
        self.sheet().get(at::sees_in_dark)
    }

    /// Whether a shield is carried but not ready.
    pub fn shield_unready(&self) -> bool {
        !self.sheet().get(at::shield_ready) && self.sheet().get(at::def_shield) != 0
    }

    /// Weapons, in the order of the sheet.
    pub fn weapons(&self) -> impl Iterator<Item = Weapon<'a>> + use<'a> {
        self.sheet().get(at::weapons).iter().map(Weapon)
    }

    /// The weapon of that name.
    pub fn weapon(&self, name: &str) -> Option<Weapon<'a>> {
        self.weapons().find(|weapon| weapon.name() == name)
    }

    /// Spells, in the order of the sheet.
    pub fn spells(&self) -> impl Iterator<Item = Spell<'a>> + use<'a> {
        self.sheet().get(at::spells).iter().map(Spell)
    }

    /// The spell of that name.
    pub fn spell(&self, name: &str) -> Option<Spell<'a>> {
        self.spells().find(|spell| spell.name() == name)
    }

    /// Skills: name and chance.
    pub fn skills(&self) -> impl Iterator<Item = (&'a str, i64)> + use<'a> {
        self.sheet()
            .get(at::skills)
            .iter()
            .map(|skill| (skill.get(at_skill::name), skill.get(at_skill::chance)))
    }

    /// The modifier on all actions for wounds: 0, -10, -20 or -30 (SEG-75, SEG-76).
    pub fn wound_mod(&self) -> i64 {
        wound_modifier(self.now, self.hp(), self.max_hp())
    }

    /// The wound level in words (SEG-74, T-3).
    pub fn wound_word(&self) -> String {
        let (hp, max_hp) = (self.hp(), self.max_hp());
        if self.wound_mod() != 0 {
            return Wounds::of(self.now, hp).level().to_owned();
        }
        let word = if hp >= max_hp {
            "unhurt"
        } else if hp * 2 >= max_hp {
            "wounded"
        } else {
            "bloodied"
        };
        word.to_owned()
    }

    /// Feet a round at normal pace, wounds counted (SEG-75).
    pub fn tmr_now(&self) -> i64 {
        (self.sheet().get(at::tmr) + self.wound_mod()).max(0)
    }

    /// CON for the stun table: size and many hit points help (SEG-69, SEG-70).
    pub fn adjusted_con(&self) -> i64 {
        let steps = (self.max_hp() - 100).max(0);
        let size = Sizes::sized(self.now, self.size());
        self.sheet().get(at::con) + size.map_or(0, |size| size.con()) + (steps + 9).div_euclid(10)
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

    /// A condition's number, 0 without the condition.
    fn value(&self, condition: Is) -> i64 {
        self.who.condition(condition).map_or(0, |one| one.value)
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

    /// The parts of normal DEF in force (SEG-56).
    pub fn def_parts(&self, bared: Bared) -> Tally {
        let casting = self.has(is::CASTING);
        let sheet = self.sheet();
        let mut parts = Tally::new().plus("base", sheet.get(at::def_other));
        if !casting && !self.aims() {
            parts.add("DEX", sheet.get(at::def_dex));
            parts.add("skill", sheet.get(at::def_defense_skill));
        }
        if !casting && sheet.get(at::shield_ready) && !bared.leaving {
            parts.add("shield", sheet.get(at::def_shield));
        }
        parts.plus("magic", sheet.get(at::def_magic))
    }

    /// Always-on magical DEF (SEG-19).
    pub fn def_magic(&self) -> i64 {
        self.sheet().get(at::def_magic)
    }

    /// The bonus of the stance taken this round (SEG-87 to SEG-89).
    pub fn stance_bonus(&self) -> (&'static str, i64) {
        for (condition, label) in [
            (is::DEFENDING, "defending"),
            (is::FULL_DEFENSE, "full defense"),
            (is::DESPERATE_DEFENSE, "desperate defense"),
        ] {
            if self.has(condition) {
                return (label, self.value(condition));
            }
        }
        ("", 0)
    }

    /// Whether it is down (SEG-77).
    pub fn is_down(&self) -> bool {
        self.has(is::DOWN) || self.hp() <= Options::of(self.now).down_at()
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
            Attribute::Per => self.per(),
        };
        multiple * value + self.wound_mod()
    }

    /// The degree of an attribute check: the least multiple that covers the roll, else 5 (SEG-02).
    pub fn degree(&self, attribute: Attribute, roll: i64) -> i64 {
        (1..=4)
            .find(|multiple| roll <= self.check_chance(attribute, *multiple))
            .unwrap_or(5)
    }
}

/// Attributes that are checked by multiples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// DEX less stuck missiles.
    Dex,
    /// PER.
    Per,
}

impl Attribute {
    /// As the log writes it.
    pub fn name(self) -> &'static str {
        match self {
            Attribute::Dex => "DEX",
            Attribute::Per => "PER",
        }
    }
}

/// The wound modifier at `hp` of `max_hp`. A band in which somebody lies unhurt, and milder ones, have no modifier
/// (SEG-75, SEG-76).
pub fn wound_modifier(now: &Encounter, hp: i64, max_hp: i64) -> i64 {
    let band = |hp: i64| Wounds::of(now, hp).modifier();
    if band(max_hp) <= band(hp) {
        0
    } else {
        band(hp)
    }
}

/// One weapon of a sheet.
#[derive(Clone, Copy)]
pub struct Weapon<'a>(&'a Row);

impl<'a> Weapon<'a> {
    /// Its name, which names it on the sheet.
    pub fn name(&self) -> &'a str {
        self.0.get(at_weapon::name)
    }

    /// Strike chance.
    pub fn sc(&self) -> i64 {
        self.0.get(at_weapon::sc)
    }

    /// Damage; 1 without any.
    pub fn damage(&self) -> Dice {
        self.0.get(at_weapon::damage)
    }

    /// Rank.
    pub fn rank(&self) -> i64 {
        self.0.get(at_weapon::rank)
    }

    /// Whether it can strike in melee.
    pub fn melee(&self) -> bool {
        self.0.get(at_weapon::mode) != Mode::Ranged
    }

    /// Whether it can be shot or thrown.
    pub fn ranged(&self) -> bool {
        self.0.get(at_weapon::mode) != Mode::Melee
    }

    /// Kind.
    pub fn kind(&self) -> WeaponKind {
        self.0.get(at_weapon::kind)
    }

    /// What stays stuck, if anything does.
    pub fn missile(&self) -> Option<StuckMissile> {
        StuckMissile::from_word(self.0.get(at_weapon::missile).word())
    }

    /// Specialization.
    pub fn specialization(&self) -> Specialization {
        self.0.get(at_weapon::specialization)
    }

    /// Master Bowman rank.
    pub fn master_bowman_rank(&self) -> i64 {
        self.0.get(at_weapon::master_bowman_rank)
    }

    /// Whether it lies in the off hand.
    pub fn off_hand(&self) -> bool {
        self.0.get(at_weapon::hand) == Hand::Off
    }

    /// Whether it stands for half-independent tentacles (SEG-83).
    pub fn tentacles(&self) -> bool {
        self.0.get(at_weapon::tentacle_pairs)
    }
}

/// When a spell is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casting {
    /// So many counts after its start (SEG-113, SEG-114).
    Counts(i64),
    /// It starts on 10 and is released on -5 (SEG-115).
    OneRound,
}

/// One spell of a sheet.
#[derive(Clone, Copy)]
pub struct Spell<'a>(&'a Row);

impl<'a> Spell<'a> {
    /// Its name, which names it on the sheet.
    pub fn name(&self) -> &'a str {
        self.0.get(at_spell::name)
    }

    /// How long it takes.
    pub fn casting(&self, now: &Encounter) -> Casting {
        match self.0.get(at_spell::casting) {
            Caster::Cleric => Casting::Counts(self.0.get(at_spell::time)),
            Caster::ClericOneRound => Casting::OneRound,
            Caster::MageGk => Casting::Counts(self.by_rank(now).mage_gk()),
            Caster::MageSk => Casting::Counts(self.by_rank(now).mage_sk()),
        }
    }

    fn by_rank<'n>(&self, now: &'n Encounter) -> MageSpells<&'n Row> {
        MageSpells::of(now, self.0.get(at_spell::rank))
    }

    /// Cast chance; without one it always goes off (SEG-119).
    pub fn cast_chance(&self) -> Option<i64> {
        self.0.get(at_spell::cast_chance)
    }

    /// Damage, if it does any.
    pub fn damage(&self) -> Option<Dice> {
        self.0.get(at_spell::damage)
    }

    /// Whether protection does not help against it.
    pub fn ignores_prot(&self) -> bool {
        self.0.get(at_spell::damage_ignores_prot)
    }
}

/// Ids in asking order: higher initiative modifier, then higher DEX, then roster order (reading 53).
pub fn in_asking_order(now: &Encounter, mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort_by_key(|id| {
        let one = fighter(now, *id);
        (-one.init_mod(), -one.dex(), *id)
    });
    ids
}

/// Everyone active, in roster order.
pub fn active(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| fighter(now, *id).active())
        .collect()
}

/// Active foes of somebody, in roster order.
pub fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    active(now)
        .into_iter()
        .filter(|id| !now.allied(*id, of))
        .collect()
}

/// Everyone active besides somebody, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = foes(now, of);
    all.extend(
        active(now)
            .into_iter()
            .filter(|id| *id != of && now.allied(*id, of)),
    );
    all
}
