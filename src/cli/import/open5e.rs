//! Reader for files of Open5e: responses of both versions of its API, and its dumps. Dumps of version 2 have actions
//! and traits in separate files.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Map, Value};

use super::block::{Block, Part, Section, legendary_count};
use super::dnd5e_api::{LONG, SECTIONS, speeds};
use super::improved_initiative::passive;
use super::json;
use super::value::{challenge, int, list, names, record, text};

/// Reads a monster of version 1 from an API response or from a dump, which stores lists as JSON texts.
///
/// # Errors
/// If one of these texts is not JSON.
pub(super) fn version_1(place: &str, fields: &Map<String, Value>) -> Result<Block> {
    let nested = |key: &str| -> Result<Option<Value>> {
        match fields.get(&format!("{key}_json")).and_then(Value::as_str) {
            Some(inner) => json::read(inner).map(Some),
            None => Ok(fields.get(key).cloned()),
        }
    };
    let said = |key: &str| text(fields.get(key)).trim().to_owned();
    let mut block = Block {
        place: place.to_owned(),
        name: said("name"),
        size: said("size"),
        armour_class: said("armor_class"),
        hit_points: format!("{} ({})", said("hit_points"), said("hit_dice")),
        languages: said("languages"),
        vulnerable: vec![said("damage_vulnerabilities")],
        resists: vec![said("damage_resistances")],
        immune: vec![said("damage_immunities")],
        challenge: challenge(fields.get("challenge_rating")),
        ..Block::default()
    };
    let subtype = match said("subtype") {
        none if none.is_empty() => String::new(),
        subtype => format!(" ({subtype})"),
    };
    if !said("type").is_empty() {
        let kind = format!(
            "{} {}{subtype}, {}",
            block.size,
            said("type").to_lowercase(),
            said("alignment")
        );
        kind.trim_end_matches([',', ' '])
            .clone_into(&mut block.kind);
    }
    if !said("armor_desc").is_empty() {
        block
            .remarks
            .push(format!("Armour class: {}.", said("armor_desc")));
    }
    let never = said("condition_immunities");
    block.never = never
        .split([',', ';'])
        .map(|one| one.trim().to_owned())
        .collect();
    block.never.retain(|one| !one.is_empty());
    let senses = said("senses");
    block.senses = senses.split(',').map(|one| one.trim().to_owned()).collect();
    block.passive = passive(&block.senses);
    block
        .senses
        .retain(|one| !one.to_lowercase().starts_with("passive perception") && !one.is_empty());
    for (at, ability) in LONG.iter().enumerate() {
        block.scores[at] = int(fields.get(*ability));
        block.saves[at] = int(fields.get(&format!("{ability}_save")));
    }
    for (skill, bonus) in record(nested("skills")?.as_ref()).into_iter().flatten() {
        let skill = skill.to_lowercase().replace('_', " ");
        block
            .skills
            .extend(int(Some(bonus)).map(|bonus| (skill, bonus)));
    }
    if !block.skills.iter().any(|(skill, _)| skill == "perception") {
        let perception =
            int(fields.get("perception")).map(|bonus| ("perception".to_owned(), bonus));
        block.skills.extend(perception);
    }
    speeds(&mut block, nested("speed")?.as_ref());
    block.legendary = legendary_count(&said("legendary_desc"));
    for (key, section) in SECTIONS {
        for entry in list(nested(key)?.as_ref()) {
            let (name, desc) = (text(entry.get("name")), text(entry.get("desc")));
            block.parts.push(Part::new(section, &name, &desc));
        }
    }
    Ok(block)
}

/// Returns the section of an action of version 2.
fn section(word: &str) -> Section {
    match word {
        "REACTION" => Section::Reaction,
        "BONUS_ACTION" => Section::Bonus,
        "LEGENDARY_ACTION" => Section::Legendary,
        "LAIR_ACTION" => Section::Lair,
        "MYTHIC_ACTION" => Section::Mythic,
        _ => Section::Action,
    }
}

/// Reads a limit of use of version 2.
fn usage(part: &mut Part, kind: &str, param: Option<i64>) {
    let number = param.unwrap_or_default();
    match kind {
        "PER_DAY" => part.uses = number,
        "RECHARGE_ON_ROLL" => part.recharge = number,
        "RECHARGE_AFTER_REST" => part.limit = "recharges after a rest".to_owned(),
        "" => {}
        other => part.limit = other.to_lowercase().replace('_', " "),
    }
}

/// Returns phrases for damage types: the printed phrase, otherwise the names in the list.
fn phrases(from: &Map<String, Value>, key: &str) -> Vec<String> {
    let printed = text(from.get(&format!("{key}_display")));
    match printed.trim() {
        "" => names(from.get(key)),
        printed => vec![printed.to_owned()],
    }
}

/// Returns the names of conditions in the list, otherwise the printed names.
fn conditions(from: &Map<String, Value>) -> Vec<String> {
    let listed = names(from.get("condition_immunities"));
    if !listed.is_empty() {
        return listed;
    }
    let printed = text(from.get("condition_immunities_display"));
    let printed = printed.split([',', ';']).map(|one| one.trim().to_owned());
    printed.filter(|one| !one.is_empty()).collect()
}

/// Reads senses with their ranges in feet.
fn ranges(block: &mut Block, fields: &Map<String, Value>) {
    for sense in ["darkvision", "blindsight", "tremorsense", "truesight"] {
        if let Some(feet) = int(fields.get(&format!("{sense}_range"))) {
            block.senses.push(format!("{sense} {feet} ft."));
        }
    }
    block.passive = int(fields.get("passive_perception"));
    block.initiative = int(fields.get("initiative_bonus"));
}

/// Reads a creature of version 2 from an API response.
pub(super) fn version_2(place: &str, fields: &Map<String, Value>) -> Block {
    let said = |key: &str| text(fields.get(key)).trim().to_owned();
    let named = |key: &str| match fields.get(key) {
        Some(Value::Object(inner)) => text(inner.get("name")),
        other => text(other),
    };
    let mut block = Block {
        place: place.to_owned(),
        name: said("name"),
        size: named("size"),
        armour_class: said("armor_class"),
        hit_points: format!("{} ({})", said("hit_points"), said("hit_dice")),
        challenge: challenge(fields.get("challenge_rating")),
        languages: match fields.get("languages") {
            Some(Value::Object(inner)) => text(inner.get("as_string")),
            other => text(other),
        },
        ..Block::default()
    };
    if !named("type").is_empty() {
        let kind = format!(
            "{} {}, {}",
            block.size,
            named("type").to_lowercase(),
            said("alignment")
        );
        kind.trim_end_matches([',', ' '])
            .clone_into(&mut block.kind);
    }
    let empty = Map::new();
    let inner = |key: &str| record(fields.get(key)).unwrap_or(&empty);
    for (at, ability) in LONG.iter().enumerate() {
        block.scores[at] = int(inner("ability_scores").get(*ability));
        block.saves[at] = int(inner("saving_throws").get(*ability));
    }
    for (skill, bonus) in inner("skill_bonuses") {
        let skill = skill.replace('_', " ");
        block
            .skills
            .extend(int(Some(bonus)).map(|bonus| (skill, bonus)));
    }
    // The complete record repeats the walking speed for modes that the block does not print.
    let mut ways = inner("speed").clone();
    ways.remove("unit");
    speeds(&mut block, Some(&Value::Object(ways)));
    let resists = inner("resistances_and_immunities");
    block.vulnerable = phrases(resists, "damage_vulnerabilities");
    block.resists = phrases(resists, "damage_resistances");
    block.immune = phrases(resists, "damage_immunities");
    block.never = conditions(resists);
    ranges(&mut block, fields);
    let limit = |entry: &Value| {
        let limits = entry.get("usage_limits");
        let limit = |key: &str| limits.and_then(|limits| limits.get(key));
        (text(limit("type")), int(limit("param")))
    };
    block.parts = parts(
        list(fields.get("traits")),
        list(fields.get("actions")),
        limit,
    );
    block
}

/// Returns traits and then actions, in their printed order. `limit` returns the kind and the number of an action's
/// limit of use.
fn parts(
    traits: &[Value],
    actions: &[Value],
    limit: impl Fn(&Value) -> (String, Option<i64>),
) -> Vec<Part> {
    let traits = traits.iter().map(|entry| {
        let (name, desc) = (text(entry.get("name")), text(entry.get("desc")));
        Part::new(Section::Trait, &name, &desc)
    });
    let mut sorted: Vec<&Value> = actions.iter().collect();
    sorted.sort_by_key(|entry| int(entry.get("order_in_statblock")).unwrap_or_default());
    let actions = sorted.into_iter().map(|entry| {
        let (kind, param) = limit(entry);
        action(entry, &kind, param)
    });
    traits.chain(actions).collect()
}

fn action(entry: &Value, limit: &str, param: Option<i64>) -> Part {
    let sort = section(&text(entry.get("action_type")));
    let mut part = Part::new(sort, &text(entry.get("name")), &text(entry.get("desc")));
    usage(&mut part, limit, param);
    if let Some(cost) =
        int(entry.get("legendary_action_cost")).filter(|_| sort == Section::Legendary)
    {
        part.cost = cost;
    }
    part
}

/// Files of a dump of version 2, joined after all files have been read.
#[derive(Default)]
pub(super) struct Dump {
    creatures: Vec<(String, String, Map<String, Value>)>,
    actions: BTreeMap<String, Vec<Value>>,
    traits: BTreeMap<String, Vec<Value>>,
    /// True if a file of actions was among the files.
    has_actions: bool,
}

impl Dump {
    /// Takes an entry of a dump. Returns `false` for an entry of another kind.
    pub(super) fn take(
        &mut self,
        place: &str,
        model: &str,
        key: &str,
        fields: &Map<String, Value>,
    ) -> bool {
        let parent = text(fields.get("parent"));
        let value = || Value::Object(fields.clone());
        match model {
            "api_v2.creature" => {
                self.creatures
                    .push((place.to_owned(), key.to_owned(), fields.clone()));
            }
            "api_v2.creatureaction" => {
                self.has_actions = true;
                self.actions.entry(parent).or_default().push(value());
            }
            "api_v2.creaturetrait" => self.traits.entry(parent).or_default().push(value()),
            // The sentences of the actions contain the same data.
            "api_v2.creatureactionattack" => {}
            _ => return false,
        }
        true
    }

    /// Returns `true` if the actions, which are in a separate file, are missing.
    pub(super) fn lacks_actions(&self) -> bool {
        !self.creatures.is_empty() && !self.has_actions
    }

    /// Returns `true` if only side files were read.
    pub(super) fn lacks_creatures(&self) -> bool {
        self.creatures.is_empty() && (self.has_actions || !self.traits.is_empty())
    }

    /// Returns the creatures with their actions and traits.
    pub(super) fn finish(self) -> Vec<Block> {
        let Self {
            creatures,
            actions,
            traits,
            ..
        } = self;
        let creatures = creatures.into_iter().map(|(place, key, fields)| {
            let mut block = of_dump(&place, &fields);
            let limit =
                |entry: &Value| (text(entry.get("uses_type")), int(entry.get("uses_param")));
            let traits = traits.get(&key).map_or(&[][..], Vec::as_slice);
            let actions = actions.get(&key).map_or(&[][..], Vec::as_slice);
            block.parts = parts(traits, actions, limit);
            block
        });
        creatures.collect()
    }
}

fn of_dump(place: &str, fields: &Map<String, Value>) -> Block {
    let said = |key: &str| text(fields.get(key)).trim().to_owned();
    let mut block = Block {
        place: place.to_owned(),
        name: said("name"),
        kind: format!("{} {}, {}", said("size"), said("type"), said("alignment")),
        size: said("size"),
        armour_class: said("armor_class"),
        hit_points: format!("{} ({})", said("hit_points"), said("hit_dice")),
        challenge: challenge(fields.get("challenge_rating")),
        languages: said("languages_desc"),
        vulnerable: phrases(fields, "damage_vulnerabilities"),
        resists: phrases(fields, "damage_resistances"),
        immune: phrases(fields, "damage_immunities"),
        never: conditions(fields),
        ..Block::default()
    };
    for (flag, phrases) in [
        ("nonmagical_attack_resistance", &mut block.resists),
        ("nonmagical_attack_immunity", &mut block.immune),
    ] {
        let is_set = fields.get(flag).and_then(Value::as_bool) == Some(true);
        if is_set && !phrases.iter().any(|phrase| phrase.contains("nonmagical")) {
            phrases.push("bludgeoning, piercing, and slashing from nonmagical attacks".to_owned());
        }
    }
    for (at, ability) in LONG.iter().enumerate() {
        block.scores[at] = int(fields.get(&format!("ability_score_{ability}")));
        block.saves[at] = int(fields.get(&format!("saving_throw_{ability}")));
    }
    for (word, bonus) in fields {
        let skill = word
            .strip_prefix("skill_bonus_")
            .map(|skill| skill.replace('_', " "));
        block.skills.extend(skill.zip(int(Some(bonus))));
    }
    let mut ways = Map::new();
    for way in ["walk", "fly", "swim", "climb", "burrow"] {
        ways.extend(fields.get(way).map(|feet| (way.to_owned(), feet.clone())));
    }
    speeds(&mut block, Some(&Value::Object(ways)));
    ranges(&mut block, fields);
    block
}
