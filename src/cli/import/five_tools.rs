//! Reader for bestiaries of 5etools, with tagged sentences.

use serde_json::{Map, Value};

use super::block::{ABILITIES, Block, Lost, Part, Reason, Section, modifier};
use super::effect::three_letters;
use super::value::{int, list, record, text};

/// Legendary actions in each round if a block states no number, as the format defines.
const LEGENDARY: i64 = 3;

/// Reads the stat block of one monster.
///
/// # Errors
/// If the file describes the monster as a copy of another monster.
pub(super) fn read(place: &str, fields: &Map<String, Value>) -> Result<Block, String> {
    if fields.contains_key("_copy") {
        return Err("is a copy of a monster in another file".to_owned());
    }
    let mut block = Block {
        place: place.to_owned(),
        name: text(fields.get("name")),
        size: size(fields.get("size")),
        senses: words(fields.get("senses")),
        passive: int(fields.get("passive")),
        languages: words(fields.get("languages")).join(", "),
        vulnerable: phrases(fields.get("vulnerable"), "vulnerable"),
        resists: phrases(fields.get("resist"), "resist"),
        immune: phrases(fields.get("immune"), "immune"),
        ..Block::default()
    };
    let sort = match fields.get("type") {
        Some(Value::Object(inner)) => text(inner.get("type")),
        other => text(other),
    };
    if !sort.is_empty() {
        block.kind = format!("{} {sort}", block.size).trim().to_owned();
    }
    block.challenge = match fields.get("cr") {
        Some(Value::Object(inner)) => text(inner.get("cr")),
        other => text(other),
    };
    let classes = list(fields.get("ac"));
    let class = |value: &Value| text(Some(value.get("ac").unwrap_or(value)));
    block.armour_class = match classes.first() {
        Some(first) => class(first),
        None => text(fields.get("ac")),
    };
    for other in classes.iter().skip(1) {
        let when = untagged(&text(other.get("condition")));
        block
            .remarks
            .push(format!("Armour class {} {when}.", class(other)).replace(" .", "."));
    }
    block.hit_points = match fields.get("hp") {
        Some(Value::Object(hp)) => match hp.get("special") {
            Some(special) => text(Some(special)),
            None => format!("{} ({})", text(hp.get("average")), text(hp.get("formula"))),
        },
        other => text(other),
    };
    for (at, ability) in ABILITIES.iter().enumerate() {
        block.scores[at] = int(fields.get(*ability));
        block.saves[at] = int(fields.get("save").and_then(|saves| saves.get(ability)));
    }
    for (skill, bonus) in record(fields.get("skill")).into_iter().flatten() {
        block
            .skills
            .extend(int(Some(bonus)).map(|bonus| (skill.to_lowercase(), bonus)));
    }
    speeds(&mut block, fields.get("speed"));
    initiative(&mut block, fields.get("initiative"));
    for entry in list(fields.get("conditionImmune")) {
        match entry {
            Value::String(word) => block.never.push(word.clone()),
            other => {
                let names = words(other.get("conditionImmune")).join(", ");
                let said = format!("{names} {}", text(other.get("note")));
                block
                    .lost
                    .push(Lost::new("Never", Reason::Exception, &said));
            }
        }
    }
    for (key, section) in [
        ("trait", Section::Trait),
        ("action", Section::Action),
        ("bonus", Section::Bonus),
        ("reaction", Section::Reaction),
        ("legendary", Section::Legendary),
        ("mythic", Section::Mythic),
    ] {
        for entry in list(fields.get(key)) {
            let mut lines = Vec::new();
            collect(entry.get("entries"), &mut lines);
            let heading = untagged(&text(entry.get("name")));
            block
                .parts
                .push(Part::new(section, &heading, &lines.join("\n")));
        }
    }
    for entry in list(fields.get("spellcasting")) {
        let mut lines = Vec::new();
        collect(entry.get("headerEntries"), &mut lines);
        for (level, spells) in record(entry.get("spells")).into_iter().flatten() {
            let slots = int(spells.get("slots")).map(|slots| format!(" level ({slots} slots)"));
            lines.push(format!(
                "{level}{}: {}",
                slots.unwrap_or_default(),
                spell_names(spells.get("spells"))
            ));
        }
        for (often, key) in [("At will", "will"), ("A day", "daily")] {
            match entry.get(key) {
                Some(Value::Object(times)) => {
                    for (times, spells) in times {
                        lines.push(format!("{times} a day: {}", spell_names(Some(spells))));
                    }
                }
                spells @ Some(_) => lines.push(format!("{often}: {}", spell_names(spells))),
                None => {}
            }
        }
        let name = match text(entry.get("name")) {
            none if none.is_empty() => "Spellcasting".to_owned(),
            name => name,
        };
        block
            .parts
            .push(Part::new(Section::Trait, &name, &lines.join("\n")));
    }
    block.legendary = int(fields.get("legendaryActions")).or(Some(LEGENDARY));
    if fields.contains_key("legendaryGroup") {
        block.lost.push(Lost::new(
            "Lair",
            Reason::Lair,
            "Its lair actions are in another file.",
        ));
    }
    Ok(block)
}

/// Returns the names of a list of spells without their tags, separated by commas.
fn spell_names(value: Option<&Value>) -> String {
    let names: Vec<String> = words(value).iter().map(|name| untagged(name)).collect();
    names.join(", ")
}

fn size(value: Option<&Value>) -> String {
    let first = match value {
        Some(Value::Array(all)) => text(all.first()),
        other => text(other),
    };
    match first.as_str() {
        "T" => "Tiny",
        "S" => "Small",
        "M" => "Medium",
        "L" => "Large",
        "H" => "Huge",
        "G" => "Gargantuan",
        other => other,
    }
    .to_owned()
}

fn words(value: Option<&Value>) -> Vec<String> {
    let texts = list(value).iter().map(|entry| match entry {
        Value::Object(inner) => text(inner.get("entry")),
        other => text(Some(other)),
    });
    texts.filter(|word| !word.is_empty()).collect()
}

/// Returns phrases for damage types, each with the note that limits it.
fn phrases(value: Option<&Value>, key: &str) -> Vec<String> {
    let phrase = |entry: &Value| match entry {
        Value::Object(inner) if inner.contains_key("special") => text(inner.get("special")),
        Value::Object(inner) => {
            let before = text(inner.get("preNote"));
            let kinds = phrases(inner.get(key), key).join(", ");
            format!("{before} {kinds} {}", text(inner.get("note")))
                .trim()
                .to_owned()
        }
        other => text(Some(other)),
    };
    list(value).iter().map(phrase).collect()
}

fn speeds(block: &mut Block, value: Option<&Value>) {
    let Some(all) = record(value) else {
        block
            .speeds
            .extend(int(value).map(|feet| ("walk".to_owned(), feet)));
        return;
    };
    for way in ["walk", "burrow", "climb", "fly", "swim"] {
        let feet = match all.get(way) {
            Some(Value::Object(inner)) => int(inner.get("number")),
            Some(Value::Bool(true)) => int(all.get("walk")),
            other => int(other),
        };
        if let Some(feet) = feet.filter(|feet| *feet > 0) {
            block.speeds.push((way.to_owned(), feet));
        }
    }
}

/// Reads the initiative, a number or a multiple of the proficiency bonus that follows from the challenge rating.
fn initiative(block: &mut Block, value: Option<&Value>) {
    let Some(value) = value else { return };
    if let Some(bonus) = int(Some(value)) {
        block.initiative = Some(bonus);
        return;
    }
    let dexterity = modifier(block.scores[1].unwrap_or(10));
    let rating = block.challenge.parse::<i64>().unwrap_or(0);
    let proficiency = 2 + (rating - 1).max(0) / 4;
    let times = int(value.get("proficiency")).unwrap_or_default();
    block.initiative = int(value.get("initiative")).or(Some(dexterity + times * proficiency));
    if text(value.get("advantageMode")) == "adv" {
        block.lost.push(Lost::new(
            "Initiative",
            Reason::Initiative,
            "It rolls initiative with advantage.",
        ));
    }
}

/// Collects the lines of text in entries, which may contain lists and headings.
fn collect(value: Option<&Value>, lines: &mut Vec<String>) {
    match value {
        Some(Value::String(line)) => lines.push(untagged(line)),
        Some(Value::Array(all)) => all.iter().for_each(|entry| collect(Some(entry), lines)),
        Some(Value::Object(inner)) => {
            let before = lines.len();
            for key in ["entry", "entries", "items"] {
                collect(inner.get(key), lines);
            }
            let name = untagged(&text(inner.get("name")));
            if let Some(first) = lines.get_mut(before).filter(|_| !name.is_empty()) {
                *first = format!("{}. {first}", name.trim_end_matches('.'));
            }
        }
        _ => {}
    }
}

/// Returns a text without its tags, such as "{@atk mw} {@hit 4} to hit … {@damage 1d6 + 2}".
pub(super) fn untagged(text: &str) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some((before, mark)) = rest.split_once("{@") {
        all += before;
        let (mark, after) = mark.split_once('}').unwrap_or((mark, ""));
        let (tag, said) = mark.split_once(' ').unwrap_or((mark, ""));
        let form = |suffix: &str| {
            let kind = match (said.contains('m'), said.contains('r')) {
                (true, true) => "Melee or Ranged",
                (false, true) => "Ranged",
                _ => "Melee",
            };
            let means = match (suffix.is_empty(), said.contains('s')) {
                (true, true) => " Spell",
                (true, false) => " Weapon",
                _ => "",
            };
            format!("{kind}{means} Attack{suffix}:")
        };
        all += &match tag {
            "atk" => form(""),
            "atkr" => form(" Roll"),
            "hit" if !said.starts_with(['+', '-']) => format!("+{said}"),
            "h" => "Hit: ".to_owned(),
            "dc" => format!("DC {said}"),
            "recharge" if said.is_empty() => "(Recharge 6)".to_owned(),
            "recharge" => format!("(Recharge {said})"),
            "actSave" => {
                let ability = three_letters(said).unwrap_or_default();
                let at = ABILITIES.iter().position(|one| *one == ability);
                let name = at.map_or(said, |at| super::dnd5e_api::LONG[at]);
                format!("{name} Saving Throw:")
            }
            "actSaveFail" => "Failure:".to_owned(),
            "actSaveSuccess" => "Success:".to_owned(),
            "actSaveSuccessOrFail" => "Failure or Success:".to_owned(),
            _ => said.split('|').next().unwrap_or_default().to_owned(),
        };
        rest = after;
    }
    all + rest
}
