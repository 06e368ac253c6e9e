//! Reader for files of 5e-bits: the database and the responses of `dnd5eapi`, for 2014 and 2024.

use serde_json::{Map, Value};

use super::block::{ABILITIES, Block, Part, Section, first_number, modifier, spaced_dice};
use super::value::{challenge, int, list, names, record, text};
use crate::dice::Dice;
use crate::setup::average;

/// Fields with the parts of a stat block, as 5e-bits and version 1 of Open5e name them.
pub(super) const SECTIONS: [(&str, Section); 6] = [
    ("special_abilities", Section::Trait),
    ("actions", Section::Action),
    ("bonus_actions", Section::Bonus),
    ("reactions", Section::Reaction),
    ("legendary_actions", Section::Legendary),
    ("lair_actions", Section::Lair),
];

/// Names of the abilities in full, in the order of [`ABILITIES`].
pub(super) const LONG: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// Reads the stat block of one monster.
pub(super) fn read(place: &str, fields: &Map<String, Value>) -> Block {
    let kind = |key: &str| text(fields.get(key));
    let subtype = match kind("subtype") {
        none if none.is_empty() => String::new(),
        subtype => format!(" ({subtype})"),
    };
    let mut block = Block {
        place: place.to_owned(),
        name: kind("name"),
        kind: match kind("type") {
            none if none.is_empty() => String::new(),
            sort => format!("{} {sort}{subtype}, {}", kind("size"), kind("alignment")),
        },
        size: kind("size"),
        languages: kind("languages"),
        vulnerable: names(fields.get("damage_vulnerabilities")),
        resists: names(fields.get("damage_resistances")),
        immune: names(fields.get("damage_immunities")),
        never: names(fields.get("condition_immunities")),
        challenge: challenge(fields.get("challenge_rating")),
        experience: text(fields.get("xp")),
        ..Block::default()
    };
    block.kind = block.kind.trim_end_matches([',', ' ']).to_owned();
    for (at, ability) in LONG.iter().enumerate() {
        block.scores[at] = int(fields.get(*ability));
    }
    let classes = fields.get("armor_class");
    block.armour_class = match classes {
        Some(Value::Array(all)) => text(all.first().and_then(|one| one.get("value"))),
        one => text(one),
    };
    for other in list(classes).iter().skip(1) {
        let why = ["condition", "spell"]
            .iter()
            .find_map(|key| other.get(*key)?.get("name"));
        let why = [text(why), text(other.get("desc")), text(other.get("type"))];
        let why = why
            .iter()
            .find(|why| !why.is_empty())
            .cloned()
            .unwrap_or_default();
        block.remarks.push(format!(
            "Armour class {} ({why}).",
            text(other.get("value"))
        ));
    }
    block.hit_points = format!(
        "{} ({})",
        text(fields.get("hit_points")),
        dice(&block, fields)
    );
    for entry in list(fields.get("proficiencies")) {
        let Some(bonus) = int(entry.get("value")) else {
            continue;
        };
        let index = text(entry.get("proficiency").and_then(|one| one.get("index")));
        if let Some(ability) = index.strip_prefix("saving-throw-") {
            if let Some(at) = ABILITIES.iter().position(|one| *one == ability) {
                block.saves[at] = Some(bonus);
            }
        } else if let Some(skill) = index.strip_prefix("skill-") {
            block.skills.push((skill.replace('-', " "), bonus));
        }
    }
    speeds(&mut block, fields.get("speed"));
    for (sense, range) in record(fields.get("senses")).into_iter().flatten() {
        match sense.as_str() {
            "passive_perception" => block.passive = int(Some(range)),
            _ => block
                .senses
                .push(format!("{} {}", sense.replace('_', " "), text(Some(range)))),
        }
    }
    if let Some(advantage) = fields.get("initiative_bonus") {
        block.initiative = int(Some(advantage));
    }
    for (key, section) in SECTIONS {
        for entry in list(fields.get(key)) {
            let mut part = Part::new(section, &text(entry.get("name")), &text(entry.get("desc")));
            usage(&mut part, entry.get("usage"));
            let casting = entry.get("spellcasting");
            let number = |key: &str| int(casting.and_then(|casting| casting.get(key)));
            // The number of uses of a single spell is in the spell's own record.
            if let [spell] = list(casting.and_then(|casting| casting.get("spells"))) {
                usage(&mut part, spell.get("usage"));
            }
            part.spell_dc = number("dc");
            part.spell_attack = number("modifier");
            block.parts.push(part);
        }
    }
    block
}

/// Returns the hit dice with their constant. Older API responses have only the dice; the constant is added if the
/// result matches the average.
fn dice(block: &Block, fields: &Map<String, Value>) -> String {
    let whole = text(fields.get("hit_points_roll"));
    if !whole.is_empty() {
        return whole;
    }
    let said = text(fields.get("hit_dice"));
    let (Some(dice), Some(constitution)) = (spaced_dice(&said), block.scores[2]) else {
        return said;
    };
    let count = i64::try_from(dice.count()).unwrap_or_default();
    let with = dice.plus(count * modifier(constitution));
    let is_average = |dice: &Dice| Some(average(dice)) == int(fields.get("hit_points"));
    if dice.modifier() == 0 && !is_average(&dice) && is_average(&with) {
        return with.to_string();
    }
    said
}

/// Reads speeds from a record such as `{"walk": "30 ft.", "fly": 60, "hover": true}`.
pub(super) fn speeds(block: &mut Block, value: Option<&Value>) {
    let Some(all) = record(value) else {
        block
            .speeds
            .extend(first_number(&text(value)).map(|feet| ("walk".to_owned(), feet)));
        return;
    };
    let walk = int(all.get("walk"));
    block.speeds.extend(
        walk.filter(|feet| *feet > 0)
            .map(|feet| ("walk".to_owned(), feet)),
    );
    for way in ["burrow", "climb", "fly", "swim"] {
        let feet = int(all.get(way)).filter(|feet| *feet > 0);
        block.speeds.extend(feet.map(|feet| (way.to_owned(), feet)));
    }
    let remark = text(all.get("notes"));
    if !remark.is_empty() {
        block.remarks.push(format!("Speed: {remark}."));
    }
    if block.speeds.is_empty() {
        block
            .speeds
            .extend(walk.map(|feet| ("walk".to_owned(), feet)));
    }
}

/// Reads a limit of use.
fn usage(part: &mut Part, value: Option<&Value>) {
    let Some(usage) = value else { return };
    match text(usage.get("type")).as_str() {
        "recharge on roll" => part.recharge = int(usage.get("min_value")).unwrap_or_default(),
        "per day" => {
            part.uses = int(usage.get("times")).unwrap_or_default();
            if let Some(more) = int(usage.get("times_in_lair")) {
                part.limit = format!("{more} a day in its lair");
            }
        }
        "recharge after rest" => part.limit = "recharges after a rest".to_owned(),
        "" | "at will" => {}
        other => part.limit = other.to_owned(),
    }
}
