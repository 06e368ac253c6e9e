//! What Improved Initiative exports: stat blocks by key (`Creatures.…`, `PersistentCharacters.…`), encounters with a
//! stat block each, or one stat block alone.

use serde_json::{Map, Value};

use super::record::{self, Cell, Foreign};
use super::stat_block::{Deed, deeds};
use crate::dice::Dice;

/// The keys under which the program files things; of its older versions too, which kept each as a text of JSON.
const KINDS: [&str; 3] = ["Creatures.", "PersistentCharacters.", "SavedEncounters."];
/// What stands before the keys of older versions.
const OLDER: &str = "ImprovedInitiative.";

/// The combatants of such an export; `None` for JSON of another kind.
pub(super) fn records(json: &Value) -> Option<Vec<Foreign>> {
    if let Value::Array(entries) = json {
        let blocks = entries.iter().map(block).collect::<Option<Vec<_>>>()?;
        let numbered = blocks.into_iter().enumerate();
        let read = numbered.map(|(nth, block)| stat_block(&format!("entry {}", nth + 1), block));
        return Some(read.collect());
    }
    if let Some(block) = block(json) {
        return Some(vec![stat_block("the stat block", block)]);
    }
    let mut found = Vec::new();
    let mut is_export = false;
    for (key, value) in json.as_object()? {
        let key = key.strip_prefix(OLDER).unwrap_or(key);
        if !KINDS.iter().any(|kind| key.starts_with(kind)) {
            continue;
        }
        is_export = true;
        let older = value
            .as_str()
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        let value = older.as_ref().unwrap_or(value);
        let combatants = value.get("Combatants").and_then(Value::as_array);
        for one in combatants.map_or(std::slice::from_ref(value), Vec::as_slice) {
            let read = block(one).map(|block| stat_block(key, block));
            found.extend(read.map(|foreign| with_state(foreign, one)));
        }
        if combatants.is_some() {
            let title = value.get("Name").and_then(Value::as_str);
            let mut fight = Foreign::at(format!("{key} ({})", title.unwrap_or("no name")));
            fight.no_combatant = "a fight: whoever is in it stands in the roster".to_owned();
            found.push(fight);
        }
    }
    // The same creature stands in the library and in every encounter that it was in.
    let mut names: Vec<String> = Vec::new();
    found.retain(|one| {
        let name = one.fields.iter().find(|(word, _)| **word == *"name");
        let Some((_, Cell::Text(name))) = name else {
            return true;
        };
        let is_new = !names.contains(name);
        names.push(name.clone());
        is_new
    });
    is_export.then_some(found)
}

/// A stat block, or that of whoever has one.
fn block(value: &Value) -> Option<&Map<String, Value>> {
    let inner = value.get("StatBlock").unwrap_or(value).as_object()?;
    let is_block =
        inner.contains_key("Name") && inner.get("HP").is_some_and(|hp| hp.get("Value").is_some());
    is_block.then_some(inner)
}

/// With what a combatant has beside its stat block: notes, and hit points as they are.
fn with_state(mut found: Foreign, of: &Value) -> Foreign {
    if let Some(notes) = of.get("Notes").and_then(Value::as_str) {
        found.put("notes", notes);
    }
    let most = of.pointer("/StatBlock/HP/Value").and_then(Value::as_i64);
    let left = of.get("CurrentHP").and_then(Value::as_i64);
    if let Some(left) = left.filter(|left| Some(*left) != most) {
        found.put("current hit points", &left.to_string());
    }
    found
}

fn stat_block(place: &str, block: &Map<String, Value>) -> Foreign {
    let mut found = Foreign::at(place);
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => record::number(number),
        _ => String::new(),
    };
    let part = |key: &str, inner: &str| text(block.get(key).and_then(|value| value.get(inner)));
    let listed = |key: &str| {
        block
            .get(key)
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
    };
    found.put("name", &text(block.get("Name")));
    found.put(
        "hit points",
        &format!("{} {}", part("HP", "Value"), part("HP", "Notes")),
    );
    found.put("ac", &part("AC", "Value"));
    for ability in ["Str", "Dex", "Con", "Int", "Wis", "Cha"] {
        found.put(ability, &part("Abilities", ability));
    }
    found.put(
        "initiative modifier",
        &text(block.get("InitiativeModifier")),
    );
    let speed = text(listed("Speed").first());
    found.put(
        "speed",
        speed.trim_start_matches(|c: char| !c.is_ascii_digit()),
    );
    let is_players = !text(block.get("Player")).is_empty();
    found.put("kind", if is_players { "pc" } else { "" });
    let is_dice = |text: &str| Dice::parse(&text.replace([' ', '(', ')'], "")).is_ok();
    let remarks = [part("HP", "Notes"), part("AC", "Notes")];
    let remarks = remarks.into_iter().filter(|remark| !is_dice(remark));
    let notes = [text(block.get("Type")), text(block.get("Description"))];
    for said in notes.into_iter().chain(remarks) {
        found.put("notes", &said);
    }
    let deed = |action: &Value| Deed::new(text(action.get("Name")), &text(action.get("Content")));
    let all: Vec<Deed> = listed("Actions").iter().map(deed).collect();
    let attacks = deeds(&mut found, &all);
    if !attacks.is_empty() {
        found.fields.push(("attacks".into(), Cell::Rows(attacks)));
    }
    for (key, what) in [("Saves", " save"), ("Skills", "")] {
        for entry in listed(key) {
            let modifier = text(entry.get("Modifier"));
            found.put(format!("{}{what}", text(entry.get("Name"))), &modifier);
        }
    }
    for key in [
        "Traits",
        "Reactions",
        "LegendaryActions",
        "BonusActions",
        "MythicActions",
    ] {
        let names: Vec<String> = listed(key)
            .iter()
            .map(|entry| text(entry.get("Name")))
            .collect();
        found.put(key, &names.join(", "));
    }
    for key in [
        "DamageVulnerabilities",
        "DamageResistances",
        "DamageImmunities",
        "ConditionImmunities",
        "Senses",
    ] {
        let words: Vec<String> = listed(key).iter().map(|entry| text(Some(entry))).collect();
        found.put(key, &words.join("; "));
    }
    found.put("challenge", &text(block.get("Challenge")));
    found
}
