//! Skill bonuses on a sheet, and their base abilities (SEC-128, RD-31).

use crate::values::Row;

use super::schema::{Sheet, SkillBase};
use super::skills::{Base, Skill};

/// Returns the bonus of a skill on the sheet; 0 for the possession skill of a combatant without it.
pub fn bonus(sheet: &Sheet<&Row>, skill: Skill) -> i64 {
    match skill {
        Skill::Reflex => sheet.reflex_bonus(),
        Skill::Weapon => sheet.weapon_skill_bonus(),
        Skill::Shield => sheet.shield_bonus(),
        Skill::Ranged => sheet.ranged_bonus(),
        Skill::Magic => sheet.magic_bonus(),
        Skill::Fortitude => sheet.fortitude_bonus(),
        Skill::Perception => sheet.perception_bonus(),
        Skill::Stealth => sheet.stealth_bonus(),
        Skill::Acrobatics => sheet.acrobatics_bonus(),
        Skill::Athletics => sheet.athletics_bonus(),
        Skill::Wrestle => sheet.wrestle_bonus(),
        Skill::Ride => sheet.ride_bonus(),
        Skill::Medicine => sheet.medicine_bonus(),
        Skill::Charisma => sheet.charisma_bonus(),
        Skill::Possession => sheet.possession_bonus().unwrap_or(0),
    }
}

/// Returns the base ability of a skill: the exception on the sheet, else the default.
pub fn base(sheet: &Sheet<&Row>, skill: Skill) -> Base {
    let mut said = sheet.skill_ability().iter().map(SkillBase);
    if let Some(one) = said.find(|one| one.skill() == skill) {
        return one.ability();
    }
    match skill {
        Skill::Reflex | Skill::Ranged | Skill::Stealth | Skill::Acrobatics => Base::Dexterity,
        Skill::Magic | Skill::Perception | Skill::Medicine => Base::Intelligence,
        _ => Base::Neither,
    }
}
