//! Reader for files of Improved Initiative: exports with stat blocks by key (`Creatures.…`, `PersistentCharacters.…`),
//! encounters with a stat block each, lists of stat blocks, or a single stat block.

use anyhow::Result;
use serde_json::{Map, Value};

use super::block::{
    ABILITIES, Block, Lost, Part, Reason, Section, first_number, legendary_count, modifier,
    spaced_dice,
};
use super::json;
use super::phrase;
use super::record::Foreign;
use super::value::{int, list, text};

/// Keys of the entries that are combatants, including keys of older versions, which stored each entry as a JSON text.
const KINDS: [&str; 4] = [
    "Creatures.",
    "PersistentCharacters.",
    "PlayerCharacters.",
    "SavedEncounters.",
];
/// Prefix of the keys of older versions.
const OLDER: &str = "ImprovedInitiative.";

/// Entry of an export: a stat block, or something else.
pub(super) type Entry = Result<Block, Box<Foreign>>;

/// Reads the entries of an export. Returns `None` for JSON of another program.
pub(super) fn read(value: &Value) -> Option<Vec<Entry>> {
    if let Value::Array(entries) = value {
        if !entries.iter().any(|entry| block(entry).is_some()) {
            return None;
        }
        let read = entries.iter().enumerate().map(|(nth, entry)| {
            let place = format!("entry {}", nth + 1);
            match block(entry) {
                Some(fields) => Ok(stat_block(&place, fields)),
                None => Err(Box::new(Foreign::refused(
                    place,
                    "is not a stat block of Improved Initiative",
                ))),
            }
        });
        return Some(read.collect());
    }
    if let Some(fields) = block(value) {
        return Some(vec![Ok(stat_block("the stat block", fields))]);
    }
    let mut found: Vec<Entry> = Vec::new();
    let mut is_export = false;
    let mut names: Vec<String> = Vec::new();
    for (key, value) in value.as_object()? {
        let key = key.strip_prefix(OLDER).unwrap_or(key);
        let is_index = key == "Creatures" && list(Some(value)).iter().all(Value::is_string);
        is_export |= is_index && value.is_array() || key.starts_with("Spells.");
        if !KINDS.iter().any(|kind| key.starts_with(kind)) {
            continue;
        }
        is_export = true;
        let older = value.as_str().map(json::read);
        let value = match &older {
            Some(Ok(inner)) => inner,
            Some(Err(error)) => {
                found.push(Err(Box::new(Foreign::refused(key, format!("{error:#}")))));
                continue;
            }
            None => value,
        };
        let combatants = value.get("Combatants").and_then(Value::as_array);
        for one in combatants.map_or(std::slice::from_ref(value), Vec::as_slice) {
            let Some(fields) = block(one) else {
                if combatants.is_none() {
                    found.push(Err(Box::new(Foreign::refused(
                        key,
                        "has no name or no hit points",
                    ))));
                }
                continue;
            };
            // The library and each encounter may contain the same creature.
            let name = text(fields.get("Name"));
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            found.push(Ok(with_state(stat_block(key, fields), one)));
        }
        if combatants.is_some() {
            let title = value.get("Name").and_then(Value::as_str);
            let place = format!("{key} ({})", title.unwrap_or("no name"));
            found.push(Err(Box::new(Foreign::refused(
                place,
                "an encounter: only its combatants go into the roster",
            ))));
        }
    }
    is_export.then_some(found)
}

/// Returns the stat block of an entry. The entry is a stat block or contains one.
fn block(value: &Value) -> Option<&Map<String, Value>> {
    let inner = value.get("StatBlock").unwrap_or(value).as_object()?;
    let is_block =
        inner.contains_key("Name") && inner.get("HP").is_some_and(|hp| hp.get("Value").is_some());
    is_block.then_some(inner)
}

/// Adds the data of a combatant outside its stat block: notes and current hit points.
fn with_state(mut found: Block, of: &Value) -> Block {
    let notes = text(of.get("Notes"));
    if !notes.is_empty() {
        found.remarks.push(notes);
    }
    let most = of.pointer("/StatBlock/HP/Value").and_then(Value::as_i64);
    let left = of.get("CurrentHP").and_then(Value::as_i64);
    if let Some(left) = left.filter(|left| Some(*left) != most) {
        found
            .state
            .push(("current hit points".to_owned(), left.to_string()));
    }
    found
}

/// Returns the hit points of the field for them, with the dice of the notes in brackets if the notes are dice.
fn hit_points(points: &str, notes: &str) -> String {
    match spaced_dice(notes) {
        Some(dice) => format!("{points} ({dice})"),
        None => points.to_owned(),
    }
}

fn stat_block(place: &str, fields: &Map<String, Value>) -> Block {
    let inner = |key: &str, inner: &str| text(fields.get(key).and_then(|value| value.get(inner)));
    let texts = |key: &str| -> Vec<String> {
        let entries = list(fields.get(key)).iter().map(|entry| text(Some(entry)));
        entries.filter(|entry| !entry.trim().is_empty()).collect()
    };
    let mut block = Block {
        place: place.to_owned(),
        name: text(fields.get("Name")),
        kind: text(fields.get("Type")).trim().to_owned(),
        hit_points: hit_points(&inner("HP", "Value"), &inner("HP", "Notes")),
        armour_class: inner("AC", "Value"),
        senses: texts("Senses"),
        languages: texts("Languages").join(", "),
        vulnerable: phrase::rejoined(&texts("DamageVulnerabilities")),
        resists: phrase::rejoined(&texts("DamageResistances")),
        immune: phrase::rejoined(&texts("DamageImmunities")),
        never: texts("ConditionImmunities"),
        challenge: text(fields.get("Challenge")),
        is_player: !text(fields.get("Player")).is_empty(),
        ..Block::default()
    };
    let first = block.kind.split_whitespace().next().unwrap_or_default();
    block.size = first.trim_end_matches(',').to_owned();
    let abilities = fields.get("Abilities");
    for (at, ability) in ["Str", "Dex", "Con", "Int", "Wis", "Cha"]
        .iter()
        .enumerate()
    {
        block.scores[at] = int(abilities.and_then(|all| all.get(ability)));
    }
    for entry in list(fields.get("Saves")) {
        let name = super::effect::three_letters(&text(entry.get("Name"))).unwrap_or_default();
        let at = ABILITIES.iter().position(|ability| *ability == name);
        if let (Some(at), Some(bonus)) = (at, int(entry.get("Modifier"))) {
            block.saves[at] = Some(bonus);
        }
    }
    for entry in list(fields.get("Skills")) {
        let name = text(entry.get("Name")).to_lowercase();
        block
            .skills
            .extend(int(entry.get("Modifier")).map(|bonus| (name, bonus)));
    }
    // Improved Initiative adds this number to the modifier of dexterity.
    let added = int(fields.get("InitiativeModifier")).filter(|added| *added != 0);
    let dexterity = block.scores[1].unwrap_or(10);
    block.initiative = added.map(|added| modifier(dexterity) + added);
    if fields.get("InitiativeAdvantage").and_then(Value::as_bool) == Some(true) {
        block.lost.push(Lost::new(
            "Initiative",
            Reason::Initiative,
            "It rolls initiative with advantage.",
        ));
    }
    let speeds = texts("Speed");
    for speed in &speeds {
        let at = speed
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(speed.len());
        let way = speed[..at].trim().to_lowercase();
        let way = if way.is_empty() {
            "walk".to_owned()
        } else {
            way
        };
        block
            .speeds
            .extend(first_number(speed).map(|feet| (way, feet)));
    }
    if speeds.iter().any(|speed| speed.contains('(')) {
        block
            .remarks
            .push(format!("Speed as printed: {}.", speeds.join(", ")));
    }
    block.passive = passive(&block.senses);
    for (label, remark) in [
        ("Hit points", inner("HP", "Notes")),
        ("Armour class", inner("AC", "Notes")),
    ] {
        let remark = remark.trim().trim_matches(['(', ')']).trim();
        if !remark.is_empty() && spaced_dice(remark).is_none() {
            block.remarks.push(format!("{label}: {remark}."));
        }
    }
    let description = text(fields.get("Description"));
    if !description.is_empty() {
        block.remarks.push(description);
    }
    for (key, section) in [
        ("Traits", Section::Trait),
        ("Actions", Section::Action),
        ("BonusActions", Section::Bonus),
        ("Reactions", Section::Reaction),
        ("LegendaryActions", Section::Legendary),
        ("MythicActions", Section::Mythic),
    ] {
        for entry in list(fields.get(key)) {
            let (name, content) = (text(entry.get("Name")), text(entry.get("Content")));
            // An entry without a name introduces the legendary actions.
            if section == Section::Legendary && name.trim().is_empty() {
                block.legendary = block.legendary.or_else(|| legendary_count(&content));
                continue;
            }
            // Newer exports store "Recharge 5-6" in a separate field.
            let usage = text(entry.get("Usage"));
            let usage = usage.trim().trim_matches(['(', ')']);
            let heading = if usage.is_empty() {
                name
            } else {
                format!("{name} ({usage})")
            };
            block.parts.push(Part::new(section, &heading, &content));
        }
    }
    block
}

/// Returns the passive perception among the senses: "passive Perception 14".
pub(super) fn passive(senses: &[String]) -> Option<i64> {
    let low = senses.join(", ").to_lowercase();
    first_number(low.split_once("passive perception")?.1)
}
