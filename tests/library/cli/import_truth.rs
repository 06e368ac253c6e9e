//! Bestiaries of three programs and of two editions, compared field by field with their files, with each other and with
//! the library's monsters.
//!
//! The files are not in the repository: `AFFRAY_SRD` names their folder, and without it the test only prints a notice.
//! It prints the number of compared and wrong fields, and the share of incomplete monsters with the reasons.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use affray::compendium::{Compendium, Creature};
use affray::dice::Dice;
use affray::ron_text::Source;
use affray::values::Record;
use expect_test::expect_file;
use serde_json::Value;

use crate::support::command_line::CommandLine;

/// Facts of a monster: names of fields, with their values as text.
type Facts = BTreeMap<String, String>;

const ABILITIES: [(&str, &str); 6] = [
    ("str", "strength"),
    ("dex", "dexterity"),
    ("con", "constitution"),
    ("int", "intelligence"),
    ("wis", "wisdom"),
    ("cha", "charisma"),
];
/// Skills on the sheet, with their abilities.
const SKILLS: [(&str, &str); 5] = [
    ("athletics", "str"),
    ("acrobatics", "dex"),
    ("stealth", "dex"),
    ("medicine", "wis"),
    ("perception", "wis"),
];
/// Traits with a field of their own on the sheet.
const TRAITS: [(&str, &str); 29] = [
    ("ambusher", "ambusher"),
    ("barbed hide", "barbs"),
    ("blood frenzy", "blood_frenzy"),
    ("brave", "save_advantages"),
    ("cunning action", "quick_actions"),
    ("dark devotion", "save_advantages"),
    ("evasion", "evasion"),
    ("fey ancestry", "save_advantages"),
    ("gnome cunning", "save_advantages"),
    ("heated body", "heat"),
    ("magic resistance", "magic_resistance"),
    ("martial advantage", "sneak_dice"),
    ("nimble escape", "quick_actions"),
    ("pack tactics", "pack_tactics"),
    ("parry", "parry"),
    ("rampage", "rampage"),
    ("reckless", "reckless_attacks"),
    ("regeneration", "regeneration"),
    ("relentless", "relentless"),
    ("sneak attack", "sneak_dice"),
    ("spellcasting", "spells"),
    ("sunlight sensitivity", "sunlight_sensitivity"),
    ("sure-footed", "save_advantages"),
    ("surprise attack", "surprise_dice"),
    ("turn resistance", "save_advantages"),
    ("turning resistance", "save_advantages"),
    ("two heads", "save_advantages"),
    ("two-headed", "save_advantages"),
    ("undead fortitude", "undead_fortitude"),
];
/// Traits that become part of an attack.
const CHARGES: [&str; 4] = ["charge", "diving charge", "pounce", "trampling charge"];
const KINDS: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];

/// Monster of a file: facts of the source, and the names of all its parts.
struct FromFile {
    facts: Facts,
    parts: Vec<String>,
}

/// Bestiary after the import.
struct Imported {
    sheets: BTreeMap<String, Creature>,
    /// Parts that became notes, by monster.
    lost: BTreeMap<String, BTreeSet<String>>,
    reasons: Value,
    complete: usize,
}

fn int(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().trim_start_matches('+').parse().ok(),
        _ => None,
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn dice(text: &str) -> String {
    Dice::parse(&text.replace(' ', "")).map_or_else(|_| text.to_owned(), |dice| dice.to_string())
}

fn modifier(score: i64) -> i64 {
    (score - 10).div_euclid(2)
}

/// Returns the name of a part without its limits.
fn base(name: &str) -> String {
    let name = name
        .split(" (")
        .next()
        .unwrap_or(name)
        .trim()
        .trim_end_matches('.');
    let name = name.split(", ").next().unwrap_or(name);
    name.to_lowercase().replace('\u{2019}', "'")
}

/// Returns the first number in a text.
fn number(text: &str) -> Option<i64> {
    let digits: String = text
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// Returns the damage types that a phrase names without an exception. All three types of non-magical weapons become one
/// word: `nonmagical`, or the metal that the phrase excepts as well.
fn phrase(phrases: &[String]) -> String {
    let mut found = BTreeSet::new();
    let whole = phrases
        .join(";")
        .to_lowercase()
        .replace("non magical", "nonmagical");
    for clause in whole.split(';') {
        let kinds: Vec<&str> = KINDS
            .into_iter()
            .filter(|kind| clause.contains(kind))
            .collect();
        let weapons = ["bludgeoning", "piercing", "slashing"];
        let limited = clause.contains("nonmagical")
            || clause.contains("magic weapons")
            || clause.contains("spells");
        for kind in &kinds {
            if !limited || !weapons.contains(kind) {
                found.insert((*kind).to_owned());
            }
        }
        if clause.contains("nonmagical") && weapons.iter().all(|kind| kinds.contains(kind)) {
            let metals = [("silver", "nonsilvered"), ("adamant", "nonadamantine")];
            let metal = metals.iter().find(|(metal, _)| clause.contains(metal));
            found.insert(metal.map_or("nonmagical", |(_, word)| word).to_owned());
        }
    }
    found.into_iter().collect::<Vec<_>>().join(", ")
}

fn sorted(words: impl IntoIterator<Item = String>) -> String {
    let words: BTreeSet<String> = words
        .into_iter()
        .map(|word| word.trim().to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// Returns the facts that follow from abilities, with the numbers in the block.
fn abilities(
    facts: &mut Facts,
    score: impl Fn(usize) -> Option<i64>,
    save: impl Fn(usize) -> Option<i64>,
    skill: impl Fn(&str) -> Option<i64>,
) {
    for (at, (short, _)) in ABILITIES.iter().enumerate() {
        let points = score(at).expect("a score");
        facts.insert((*short).to_owned(), points.to_string());
        let bonus = save(at).unwrap_or_else(|| modifier(points));
        facts.insert(format!("{short} save"), bonus.to_string());
    }
    for (name, ability) in SKILLS {
        let at = ABILITIES
            .iter()
            .position(|(short, _)| *short == ability)
            .expect("known");
        let bonus = skill(name).unwrap_or_else(|| modifier(score(at).expect("a score")));
        facts.insert(name.to_owned(), bonus.to_string());
    }
}

/// Returns the facts of an action from its sentences, which are the same in all three programs.
fn sentences(facts: &mut Facts, name: &str, desc: &str) {
    let name = base(name);
    let low = desc.to_lowercase().replace(['\u{2212}', '\u{2013}'], "-");
    if let Some(at) = low.find(" to hit") {
        let bonus = low[..at]
            .rsplit([' ', ':'])
            .next()
            .unwrap_or_default()
            .trim_start_matches('+');
        facts
            .entry(format!("attack {name} bonus"))
            .or_insert(bonus.to_owned());
        if let Some((_, hit)) = low.split_once("hit:")
            && let Some((average, rest)) = hit.split_once('(')
            && average.trim().parse::<i64>().is_ok()
            && let Some((inside, rest)) = rest.split_once(')')
        {
            facts
                .entry(format!("attack {name} damage"))
                .or_insert(dice(inside));
            let kind = rest.split_whitespace().next().unwrap_or_default();
            if KINDS.contains(&kind) {
                facts
                    .entry(format!("attack {name} kind"))
                    .or_insert(kind.to_owned());
            }
        }
        if let Some((_, reach)) = low.split_once("reach") {
            let reach = number(reach).unwrap_or_default();
            facts
                .entry(format!("attack {name} reach"))
                .or_insert(reach.to_string());
        } else if let Some((_, range)) = low.split_once("range") {
            // Example: "Ranged Weapon Attack: +4 to hit, range 80/320 ft."
            let range = range.split_once("to hit").map_or(range, |(_, range)| range);
            let range = number(range).unwrap_or_default();
            facts
                .entry(format!("attack {name} range"))
                .or_insert(range.to_string());
        }
    } else if !low.contains("one of the following")
        && let Some((before, rest)) = low.split_once(" saving throw")
        && let [.., "dc", number, ability] = before.split_whitespace().collect::<Vec<_>>()[..]
    {
        facts
            .entry(format!("power {name} dc"))
            .or_insert(number.to_owned());
        facts
            .entry(format!("power {name} save"))
            .or_insert(ability[..3].to_owned());
        if let Some((_, taking)) = rest
            .split_once("taking ")
            .filter(|(before, _)| before.len() < 25)
            && let Some((_, inside)) = taking.split_once('(')
            && let Some((inside, rest)) = inside.split_once(')')
        {
            facts
                .entry(format!("power {name} damage"))
                .or_insert(dice(inside));
            let kind = rest.split_whitespace().next().unwrap_or_default();
            facts
                .entry(format!("power {name} kind"))
                .or_insert(kind.to_owned());
            let halves = rest.contains("half as much");
            facts
                .entry(format!("power {name} halves"))
                .or_insert(halves.to_string());
        }
    }
}

/// Returns the limits of use in a heading: "Fire Breath (Recharge 5-6)".
fn limits(facts: &mut Facts, heading: &str) {
    let low = heading.to_lowercase();
    let name = base(heading);
    if name == "legendary resistance" {
        return;
    }
    if let Some((_, least)) = low.split_once("(recharge ") {
        let least = number(least).unwrap_or_default();
        facts.insert(format!("power {name} recharge"), least.to_string());
    }
    if let Some((before, _)) = low.split_once("/day") {
        let times: String = before
            .chars()
            .rev()
            .take_while(char::is_ascii_digit)
            .collect();
        facts.insert(format!("power {name} uses"), times);
    }
}

fn legendary(facts: &mut Facts, heading: &str) {
    let cost = heading
        .split_once("(Costs ")
        .and_then(|(_, rest)| number(rest))
        .unwrap_or(1);
    facts.insert(
        format!("legendary {} cost", base(heading)),
        cost.to_string(),
    );
}

fn initiative(path: &Path) -> BTreeMap<String, FromFile> {
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("read")).expect("JSON");
    let one = |block: &Value| {
        let mut facts = Facts::new();
        facts.insert("hp".into(), block["HP"]["Value"].to_string());
        facts.insert(
            "hp_dice".into(),
            dice(text(&block["HP"]["Notes"]).trim_matches(['(', ')'])),
        );
        facts.insert("ac".into(), block["AC"]["Value"].to_string());
        facts.insert("challenge".into(), text(&block["Challenge"]));
        let size = text(&block["Type"])
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        facts.insert("size".into(), size);
        let named = |key: &str, name: &str| {
            let mut all = list(&block[key]).iter();
            let found = all.find(|entry| text(&entry["Name"]).to_lowercase().starts_with(name));
            found.and_then(|entry| int(&entry["Modifier"]))
        };
        let score = |at: usize| {
            let (short, _) = ABILITIES[at];
            let key = format!("{}{}", short[..1].to_uppercase(), &short[1..]);
            int(&block["Abilities"][key])
        };
        abilities(
            &mut facts,
            score,
            |at| named("Saves", ABILITIES[at].0),
            |skill| named("Skills", skill),
        );
        let perception = facts["perception"].parse::<i64>().expect("a number");
        facts.insert("passive".into(), (10 + perception).to_string());
        let added = int(&block["InitiativeModifier"]).unwrap_or_default();
        facts.insert(
            "initiative".into(),
            (modifier(score(1).expect("a score")) + added).to_string(),
        );
        let speeds = list(&block["Speed"])
            .iter()
            .filter_map(|speed| number(&text(speed)));
        facts.insert("speed".into(), speeds.max().unwrap_or_default().to_string());
        let words = |key: &str| -> Vec<String> { list(&block[key]).iter().map(text).collect() };
        facts.insert("never".into(), sorted(words("ConditionImmunities")));
        // The program splits each phrase at its commas.
        for (field, key) in [
            ("resists", "DamageResistances"),
            ("immune", "DamageImmunities"),
            ("vulnerable", "DamageVulnerabilities"),
        ] {
            facts.insert(field.into(), phrase(&[words(key).join(", ")]));
        }
        let mut parts = Vec::new();
        for key in ["Traits", "Actions", "Reactions", "LegendaryActions"] {
            for entry in list(&block[key]) {
                let name = text(&entry["Name"]);
                if key == "Actions" {
                    sentences(&mut facts, &name, &text(&entry["Content"]));
                    limits(&mut facts, &name);
                } else if key == "LegendaryActions" {
                    legendary(&mut facts, &name);
                }
                if name.starts_with("Legendary Resistance") {
                    facts.insert(
                        "legendary resistances".into(),
                        number(&name).unwrap_or_default().to_string(),
                    );
                }
                parts.push(base(&name));
            }
        }
        (text(&block["Name"]), FromFile { facts, parts })
    };
    list(&all).iter().map(one).collect()
}

fn open5e(path: &Path) -> BTreeMap<String, FromFile> {
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("read")).expect("JSON");
    let one = |entry: &Value| {
        let block = &entry["fields"];
        let nested = |key: &str| -> Value {
            serde_json::from_str(block[key].as_str().unwrap_or("null")).expect("JSON")
        };
        let mut facts = Facts::new();
        facts.insert("hp".into(), block["hit_points"].to_string());
        facts.insert("hp_dice".into(), dice(&text(&block["hit_dice"])));
        facts.insert("ac".into(), block["armor_class"].to_string());
        facts.insert("challenge".into(), text(&block["challenge_rating"]));
        facts.insert("size".into(), text(&block["size"]).to_lowercase());
        let skills = nested("skills_json");
        abilities(
            &mut facts,
            |at| int(&block[ABILITIES[at].1]),
            |at| int(&block[format!("{}_save", ABILITIES[at].1)]),
            |skill| {
                int(&skills[skill])
                    .or_else(|| int(&block["perception"]).filter(|_| skill == "perception"))
            },
        );
        let senses = text(&block["senses"]).to_lowercase();
        let passive = senses
            .split_once("passive perception")
            .and_then(|(_, rest)| number(rest));
        let perception = facts["perception"].parse::<i64>().expect("a number");
        facts.insert(
            "passive".into(),
            passive.unwrap_or(10 + perception).to_string(),
        );
        facts.insert(
            "initiative".into(),
            modifier(int(&block["dexterity"]).expect("a score")).to_string(),
        );
        let speeds = nested("speed_json");
        let fastest = speeds
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(_, feet)| int(feet))
            .max();
        facts.insert("speed".into(), fastest.unwrap_or_default().to_string());
        facts.insert(
            "never".into(),
            sorted(
                text(&block["condition_immunities"])
                    .split([',', ';'])
                    .map(str::to_owned),
            ),
        );
        for (field, key) in [
            ("resists", "damage_resistances"),
            ("immune", "damage_immunities"),
            ("vulnerable", "damage_vulnerabilities"),
        ] {
            facts.insert(field.into(), phrase(&[text(&block[key])]));
        }
        let mut parts = Vec::new();
        for key in [
            "special_abilities_json",
            "actions_json",
            "reactions_json",
            "legendary_actions_json",
        ] {
            for entry in list(&nested(key)) {
                let name = text(&entry["name"]);
                if key == "actions_json" {
                    if let (Some(bonus), Some(first)) = (
                        int(&entry["attack_bonus"]).filter(|bonus| *bonus != 0),
                        entry["damage_dice"].as_str(),
                    ) && first.matches('d').count() == 1
                        && text(&entry["desc"]).contains("to hit")
                    {
                        let added = int(&entry["damage_bonus"]).unwrap_or_default();
                        let whole = if added == 0 {
                            first.to_owned()
                        } else {
                            format!("{first}{added:+}")
                        };
                        facts.insert(format!("attack {} bonus", base(&name)), bonus.to_string());
                        facts.insert(format!("attack {} damage", base(&name)), dice(&whole));
                    }
                    sentences(&mut facts, &name, &text(&entry["desc"]));
                    limits(&mut facts, &name);
                } else if key == "legendary_actions_json" {
                    legendary(&mut facts, &name);
                    let count = number(&text(&block["legendary_desc"])).unwrap_or(3);
                    facts.insert("legendary".into(), count.to_string());
                }
                if name.starts_with("Legendary Resistance") {
                    facts.insert(
                        "legendary resistances".into(),
                        number(&name).unwrap_or_default().to_string(),
                    );
                }
                parts.push(base(&name));
            }
        }
        (text(&block["name"]), FromFile { facts, parts })
    };
    list(&all).iter().map(one).collect()
}

fn five_e_bits(path: &Path) -> BTreeMap<String, FromFile> {
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("read")).expect("JSON");
    let one = |block: &Value| {
        let mut facts = Facts::new();
        facts.insert("hp".into(), block["hit_points"].to_string());
        facts.insert("hp_dice".into(), dice(&text(&block["hit_points_roll"])));
        facts.insert("ac".into(), block["armor_class"][0]["value"].to_string());
        let challenge = match block["challenge_rating"].as_f64().expect("a number") {
            0.125 => "1/8".to_owned(),
            0.25 => "1/4".to_owned(),
            0.5 => "1/2".to_owned(),
            whole => format!("{whole:.0}"),
        };
        facts.insert("challenge".into(), challenge);
        facts.insert("size".into(), text(&block["size"]).to_lowercase());
        let proficiency = |index: String| {
            let mut all = list(&block["proficiencies"]).iter();
            let found = all.find(|entry| entry["proficiency"]["index"] == index.as_str());
            found.and_then(|entry| int(&entry["value"]))
        };
        abilities(
            &mut facts,
            |at| int(&block[ABILITIES[at].1]),
            |at| proficiency(format!("saving-throw-{}", ABILITIES[at].0)),
            |skill| proficiency(format!("skill-{skill}")),
        );
        facts.insert(
            "passive".into(),
            block["senses"]["passive_perception"].to_string(),
        );
        facts.insert(
            "initiative".into(),
            modifier(int(&block["dexterity"]).expect("a score")).to_string(),
        );
        let speeds = block["speed"].as_object().into_iter().flatten();
        let fastest = speeds.filter_map(|(_, feet)| number(feet.as_str()?)).max();
        facts.insert("speed".into(), fastest.unwrap_or_default().to_string());
        facts.insert(
            "never".into(),
            sorted(
                list(&block["condition_immunities"])
                    .iter()
                    .map(|one| text(&one["name"])),
            ),
        );
        for (field, key) in [
            ("resists", "damage_resistances"),
            ("immune", "damage_immunities"),
            ("vulnerable", "damage_vulnerabilities"),
        ] {
            let phrases: Vec<String> = list(&block[key]).iter().map(text).collect();
            facts.insert(field.into(), phrase(&phrases));
        }
        let mut parts = Vec::new();
        for key in [
            "special_abilities",
            "actions",
            "reactions",
            "legendary_actions",
        ] {
            for entry in list(&block[key]) {
                let name = text(&entry["name"]);
                let called = base(&name);
                if key == "actions" {
                    action(&mut facts, entry, &called);
                    sentences(&mut facts, &name, &text(&entry["desc"]));
                } else if key == "legendary_actions" {
                    legendary(&mut facts, &name);
                }
                if called == "legendary resistance" {
                    facts.insert(
                        "legendary resistances".into(),
                        entry["usage"]["times"].to_string(),
                    );
                }
                let casting = &entry["spellcasting"];
                if casting.is_object() {
                    for (field, key) in [("spell dc", "dc"), ("spell attack", "modifier")] {
                        if let Some(number) = int(&casting[key]) {
                            facts.entry(field.into()).or_insert(number.to_string());
                        }
                    }
                    for (level, slots) in casting["slots"].as_object().into_iter().flatten() {
                        if int(slots).is_some_and(|slots| slots > 0) {
                            facts.insert(format!("slots {level}"), slots.to_string());
                        }
                    }
                }
                parts.push(called);
            }
        }
        (text(&block["name"]), FromFile { facts, parts })
    };
    list(&all).iter().map(one).collect()
}

/// Returns the facts of the typed fields of an action of 5e-bits.
fn action(facts: &mut Facts, entry: &Value, called: &str) {
    let first = match list(&entry["damage"]).first() {
        Some(choice) if choice["choose"].is_number() => choice["from"]["options"][0].clone(),
        Some(damage) => damage.clone(),
        None => Value::Null,
    };
    if let Some(bonus) = int(&entry["attack_bonus"]) {
        facts.insert(format!("attack {called} bonus"), bonus.to_string());
        if let Some(roll) = first["damage_dice"].as_str() {
            facts.insert(format!("attack {called} damage"), dice(roll));
            facts.insert(
                format!("attack {called} kind"),
                text(&first["damage_type"]["index"]),
            );
        }
        let second = &entry["damage"][1];
        if text(&entry["desc"]).contains(" damage plus ")
            && second["damage_dice"].is_string()
            && second["dc"].is_null()
        {
            facts.insert(
                format!("attack {called} more"),
                dice(&text(&second["damage_dice"])),
            );
            facts.insert(
                format!("attack {called} more_kind"),
                text(&second["damage_type"]["index"]),
            );
        }
    } else if entry["dc"].is_object() {
        facts.insert(
            format!("power {called} save"),
            text(&entry["dc"]["dc_type"]["index"]),
        );
        facts.insert(
            format!("power {called} dc"),
            entry["dc"]["dc_value"].to_string(),
        );
        if let Some(roll) = first["damage_dice"].as_str() {
            facts.insert(format!("power {called} damage"), dice(roll));
            facts.insert(
                format!("power {called} kind"),
                text(&first["damage_type"]["index"]),
            );
            let halves = entry["dc"]["success_type"] == "half";
            facts.insert(format!("power {called} halves"), halves.to_string());
        }
    }
    for option in list(&entry["options"]["from"]["options"]) {
        let called = base(&text(&option["name"]));
        if !option["dc"].is_object() {
            continue;
        }
        facts.insert(
            format!("power {called} dc"),
            option["dc"]["dc_value"].to_string(),
        );
        facts.insert(
            format!("power {called} save"),
            text(&option["dc"]["dc_type"]["index"]),
        );
        if let Some(roll) = option["damage"][0]["damage_dice"].as_str() {
            facts.insert(format!("power {called} damage"), dice(roll));
        }
        if let Some(least) = int(&entry["usage"]["min_value"]) {
            facts.insert(format!("power {called} recharge"), least.to_string());
        }
    }
    if entry["options"].is_null() && entry["attack_bonus"].is_null() {
        if let Some(least) = int(&entry["usage"]["min_value"]) {
            facts.insert(format!("power {called} recharge"), least.to_string());
        }
        if let Some(times) = int(&entry["usage"]["times"]) {
            facts.insert(format!("power {called} uses"), times.to_string());
        }
    }
    if entry["multiattack_type"] == "actions" {
        for one in list(&entry["actions"]) {
            if let (Some(count), true) = (
                int(&one["count"]),
                one["type"] == "melee" || one["type"] == "ranged",
            ) {
                facts.insert(
                    format!("multi {}", base(&text(&one["action_name"]))),
                    count.to_string(),
                );
            }
        }
    }
}

/// Returns the facts of a sheet.
fn sheet(creature: &Creature) -> Facts {
    let given = &creature.given;
    let mut facts = Facts::new();
    let number = |key: &str, usual: i64| given.maybe_int(key).unwrap_or(usual).to_string();
    let mut put = |key: &str, value: String| facts.insert(key.to_owned(), value);
    put("hp", number("max_hp", 0));
    put(
        "hp_dice",
        given
            .dice("hp_dice")
            .map(ToString::to_string)
            .unwrap_or_default(),
    );
    put("ac", number("ac", 10));
    put("challenge", given.word("challenge_rating").to_owned());
    put("speed", number("speed", 30));
    put(
        "size",
        if given.has("size") {
            given.word("size").to_owned()
        } else {
            "medium".to_owned()
        },
    );
    for (short, _) in ABILITIES {
        let points = given.maybe_int(short).unwrap_or(10);
        put(short, points.to_string());
        put(
            &format!("{short} save"),
            number(&format!("{short}_save"), modifier(points)),
        );
    }
    let of = |ability: &str| modifier(given.maybe_int(ability).unwrap_or(10));
    let passive = given
        .maybe_int("passive_perception")
        .unwrap_or(10 + of("wis"));
    put("passive", passive.to_string());
    for (skill, ability) in SKILLS {
        let usual = if skill == "perception" {
            passive - 10
        } else {
            of(ability)
        };
        put(skill, number(skill, usual));
    }
    put("initiative", number("initiative", of("dex")));
    for (fact, key) in [
        ("resists", "resistances"),
        ("immune", "immunities"),
        ("vulnerable", "vulnerabilities"),
        ("never", "condition_immunities"),
    ] {
        put(fact, sorted(given.word(key).split(", ").map(str::to_owned)));
    }
    put("legendary", number("legendary_actions_per_round", 0));
    put(
        "legendary resistances",
        number("max_legendary_resistances", 0),
    );
    put("spell dc", number("spell_dc", 0));
    put("spell attack", number("spell_attack", 0));
    for level in 1..=9 {
        let slots = given.maybe_int(&format!("max_slots_{level}"));
        if let Some(slots) = slots {
            put(&format!("slots {level}"), slots.to_string());
        }
    }
    let value = |row: &Record, key: &str| match row.get(key) {
        Some(affray::values::Value::Int(number)) => number.to_string(),
        Some(affray::values::Value::Word(word)) => word.clone(),
        Some(affray::values::Value::Dice(dice)) => dice.to_string(),
        Some(affray::values::Value::Flag(flag)) => flag.to_string(),
        _ => String::new(),
    };
    for (list, word, fields) in [
        (
            "attacks",
            "attack",
            &[
                "bonus",
                "damage",
                "kind",
                "more",
                "more_kind",
                "reach",
                "range",
                "save",
                "dc",
                "brings",
            ][..],
        ),
        (
            "powers",
            "power",
            &[
                "save", "dc", "damage", "kind", "halves", "recharge", "uses", "brings", "area",
                "targets",
            ][..],
        ),
        (
            "legendary_actions",
            "legendary",
            &[
                "cost", "bonus", "damage", "kind", "save", "dc", "halves", "brings",
            ][..],
        ),
    ] {
        for row in given.list(list) {
            let name = base(row.word("name"));
            // A legendary action may make an attack of the sheet.
            let made = given.list("attacks").iter();
            let made = made.clone().find(|attack| {
                !row.word("attack").is_empty() && attack.word("name") == row.word("attack")
            });
            for field in fields {
                let key = match *field {
                    "kind" => "damage_type",
                    "more" => "extra_damage",
                    "more_kind" => "extra_damage_type",
                    "halves" => "half_on_save",
                    "brings" => "condition",
                    other => other,
                };
                let own = ["cost", "save", "dc"].contains(field);
                let mut value = value(made.filter(|_| !own).unwrap_or(row), key);
                if value.is_empty() {
                    value = match *field {
                        "halves" => "false",
                        "reach" => "5",
                        "cost" => "1",
                        "bonus" if word == "attack" => "0",
                        "kind" if word == "attack" && row.has("damage") => "bludgeoning",
                        _ => "",
                    }
                    .to_owned();
                }
                // The first row of a name counts: a thrown variant follows it.
                facts
                    .entry(format!("{word} {name} {field}"))
                    .or_insert(value);
            }
            let times = value(row, "multiattack_count");
            if !times.is_empty() {
                facts.entry(format!("multi {name}")).or_insert(times);
            }
        }
    }
    facts
}

fn open_d20() -> Compendium {
    let all = affray::systems::all().iter().copied();
    let system = all.clone().find(|system| system.key() == "d20");
    Compendium::built_in(system.expect("d20")).0
}

fn import(file: &Path) -> Imported {
    let home = tempfile::tempdir().expect("a folder");
    let file = file.to_string_lossy();
    let (_, out, err) = CommandLine::of(home.path())
        .run(&["import", &file, "--system", "d20", "--print", "--json"]);
    let said: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let compendium = open_d20();
    let roster = text(&said["roster"]);
    let (creatures, wrong) = compendium.read_roster(&Source::new("imported.ron", &roster), true);
    assert!(wrong.is_empty(), "{wrong:?}");
    let lost = list(&said["incomplete"]).iter().map(|one| {
        let parts = list(&one["parts"])
            .iter()
            .map(|part| base(&text(&part["part"])));
        (text(&one["name"]), parts.collect())
    });
    Imported {
        sheets: creatures
            .into_iter()
            .map(|one| (one.name.clone(), one))
            .collect(),
        lost: lost.collect(),
        reasons: said["reasons"].clone(),
        complete: list(&said["complete"]).len(),
    }
}

/// Prints the result of a comparison: monsters, fields, wrong fields, and the incomplete monsters with the reasons.
fn report(program: &str, wrong: usize, compared: usize, imported: &Imported) {
    let monsters = imported.sheets.len();
    let incomplete = monsters - imported.complete;
    println!(
        "{program}: {monsters} monsters, {compared} fields, {wrong} differ; {incomplete} incomplete ({} %)",
        100 * incomplete / monsters.max(1)
    );
    println!("  reasons: {}", imported.reasons);
}

/// Returns the wrong fields of a bestiary, and the number of compared fields.
fn wrong(
    program: &str,
    source: &BTreeMap<String, FromFile>,
    imported: &Imported,
) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (name, one) in source {
        let Some(creature) = imported.sheets.get(name) else {
            wrong.push(format!("{program}: {name} is missing"));
            continue;
        };
        let sheet = sheet(creature);
        let none = BTreeSet::new();
        let lost = imported.lost.get(name).unwrap_or(&none);
        for (field, value) in &one.facts {
            compared += 1;
            // Breath weapons that share a recharge have rows of their own.
            let shared = creature
                .given
                .list("powers")
                .iter()
                .find(|row| row.flag("shared"));
            let shared = shared.filter(|_| field == "power breath weapons recharge");
            let shared = shared.map(|row| row.int("recharge").to_string());
            let found = sheet.get(field).or(shared.as_ref());
            // A part without a row counts as a note if the report names it.
            let part = field
                .split_once(' ')
                .map(|(_, rest)| rest.rsplit_once(' ').map_or(rest, |(part, _)| part));
            let is_part = ["attack ", "power ", "legendary "]
                .iter()
                .any(|word| field.starts_with(word));
            let is_lost = |part: &str| {
                // Each of several breath weapons is a line of the part that contains them.
                lost.contains(part) || part.ends_with(" breath") && lost.contains("breath weapons")
            };
            let notes = creature.notes.to_lowercase();
            let is_note = is_part && part.is_some_and(|part| is_lost(part) || notes.contains(part))
                || field.starts_with("multi ") && lost.contains("multiattack");
            match found {
                Some(found) if found == value => {}
                None if is_note => {}
                Some(found) if is_note && found.is_empty() => {}
                _ => wrong.push(format!(
                    "{program}: {name}, {field}: {value} in the file, {} on the sheet",
                    found.map_or("nothing", String::as_str)
                )),
            }
        }
        // Every part is used, is irrelevant and noted, or is reported as lost.
        let lists = [
            "attacks",
            "powers",
            "own_powers",
            "auras",
            "death_bursts",
            "legendary_actions",
            "lair_actions",
        ];
        let rows = lists.iter().flat_map(|list| creature.given.list(list));
        let rows: BTreeSet<String> = rows.map(|row| base(row.word("name"))).collect();
        let notes = creature.notes.to_lowercase();
        for part in &one.parts {
            compared += 1;
            let given = &creature.given;
            let trait_ = TRAITS.iter().find(|(name, _)| part.ends_with(name));
            let mut attacks = given.list("attacks").iter();
            let is_charge = CHARGES.contains(&part.as_str())
                && attacks.any(|row| row.flag("on_charge") || row.has("charge_damage"));
            let acts = rows.contains(part)
                || is_charge
                || trait_.is_some_and(|(_, field)| given.has(field))
                || part.starts_with("multiattack")
                || part == "legendary resistance"
                || part == "breath weapons"
                    && given.list("powers").iter().any(|row| row.flag("shared"))
                || part == "tail spike regrowth"
                    && given
                        .list("attacks")
                        .iter()
                        .any(|row| row.int("uses") == 24)
                || part == "invisibility"
                    && creature.conditions.iter().any(|one| one.key == "invisible");
            let is_magic = part.ends_with("weapons")
                && creature
                    .given
                    .list("attacks")
                    .iter()
                    .any(|row| row.flag("magical"));
            if !acts && !is_magic && !notes.contains(part.as_str()) && !lost.contains(part) {
                wrong.push(format!(
                    "{program}: {name}, part {part}: neither a row nor a note"
                ));
            }
        }
    }
    (wrong, compared)
}

/// Returns the fields in which the library's monsters of the same names differ, and the numbers of monsters and of fields
/// compared. A part that is a note on one side is not compared.
fn differing_from_library(
    program: &str,
    source: &BTreeMap<String, FromFile>,
    imported: &Imported,
    library: &Compendium,
) -> (Vec<String>, usize, usize) {
    let mut differing = Vec::new();
    let (mut monsters, mut compared) = (0, 0);
    for creature in library.roster() {
        let Some(other) = imported.sheets.get(&creature.name) else {
            continue;
        };
        monsters += 1;
        let (mine, theirs) = (sheet(other), sheet(creature));
        for (field, value) in &mine {
            let Some(known) = theirs.get(field).filter(|known| !known.is_empty()) else {
                continue;
            };
            // A 0 means that the file has no value.
            if value.is_empty() || value == "0" || known == "0" {
                continue;
            }
            compared += 1;
            // A number that the file contradicts itself is not an error of the import.
            let given = source.get(&creature.name);
            let given = given.and_then(|one| one.facts.get(field));
            if value != known && given != Some(value) {
                differing.push(format!(
                    "{program}: {}, {field}: {value} on the sheet, {known} in the library",
                    creature.name
                ));
            }
        }
    }
    (differing, monsters, compared)
}

/// Returns the lines of the file of known differences, which are errors of the sources, for one edition.
fn known_of(edition: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import/source_faults.txt");
    let text = std::fs::read_to_string(path).expect("the list");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .filter(|line| line.contains("2024: ") == (edition == "2024"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn three_imported_bestiaries_match_their_files_and_each_other() {
    let Some(folder) = std::env::var_os("AFFRAY_SRD").map(PathBuf::from) else {
        println!("skipped: AFFRAY_SRD does not name the folder of the bestiaries");
        return;
    };
    let at = |file: &str| folder.join(file);
    let programs = [
        (
            "Improved Initiative",
            initiative(&at("improved-initiative-creatures.json")),
            import(&at("improved-initiative-creatures.json")),
        ),
        (
            "5e-bits",
            five_e_bits(&at("5e-bits-2014-monsters.json")),
            import(&at("5e-bits-2014-monsters.json")),
        ),
        (
            "Open5e",
            open5e(&at("open5e-v1-monsters.json")),
            import(&at("open5e-v1-monsters.json")),
        ),
    ];
    let mut all = Vec::new();
    for (program, source, imported) in &programs {
        let (wrong, compared) = wrong(program, source, imported);
        report(program, wrong.len(), compared, imported);
        all.extend(wrong);
    }
    let library = open_d20();
    for (program, source, imported) in &programs {
        let (differing, monsters, compared) =
            differing_from_library(program, source, imported, &library);
        println!(
            "{program}: {monsters} monsters of the library, {compared} fields, {} differ",
            differing.len()
        );
        all.extend(differing);
    }
    // The same monster of each pair of programs.
    let mut same = 0;
    let mut fields: BTreeMap<String, usize> = BTreeMap::new();
    let (first, others) = programs.split_first().expect("three");
    for (name, creature) in &first.2.sheets {
        let mine = sheet(creature);
        let mut differs = false;
        for (program, source, imported) in others {
            let Some(other) = imported.sheets.get(name) else {
                continue;
            };
            let theirs = sheet(other);
            for field in mine.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
                if mine.get(field) == theirs.get(field) {
                    continue;
                }
                differs = true;
                // A part that is misprinted in one file is a note there.
                let part = field.split(' ').skip(1).collect::<Vec<_>>().join(" ");
                let is_note = |lost: Option<&BTreeSet<String>>| {
                    lost.is_some_and(|lost| lost.iter().any(|name| part.starts_with(name.as_str())))
                };
                if !mine.contains_key(field) && is_note(first.2.lost.get(name))
                    || !theirs.contains_key(field) && is_note(imported.lost.get(name))
                {
                    continue;
                }
                let word = field.split(' ').next().unwrap_or_default();
                *fields.entry(word.to_owned()).or_default() += 1;
                // If the files agree, the sheets must agree.
                let (here, there) = (
                    first.1[name].facts.get(field),
                    source[name].facts.get(field),
                );
                if here.is_some() && here == there {
                    all.push(format!(
                        "{name}, {field}: {:?} from {}, {:?} from {program}",
                        mine.get(field),
                        first.0,
                        theirs.get(field)
                    ));
                }
            }
        }
        same += usize::from(!differs);
    }
    println!(
        "{same} of {} monsters have one sheet from all programs; differing fields: {fields:?}",
        first.2.sheets.len()
    );
    let known = known_of("2014");
    let stale: Vec<&String> = known.iter().filter(|line| !all.contains(line)).collect();
    assert!(stale.is_empty(), "no longer so: {stale:?}");
    all.retain(|line| !known.contains(line));
    println!(
        "{} wrong fields, {} known faults of the sources",
        all.len(),
        known.len()
    );
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Returns the facts of the creatures of a dump of Open5e version 2.
fn open5e_2024(folder: &Path) -> BTreeMap<String, FromFile> {
    let read = |file: &str| -> Value {
        let file = folder.join(format!("open5e-v2-2024-{file}.json"));
        serde_json::from_str(&std::fs::read_to_string(file).expect("read")).expect("JSON")
    };
    let (creatures, actions) = (read("Creature"), read("CreatureAction"));
    let (attacks, traits) = (read("CreatureActionAttack"), read("CreatureTrait"));
    let one = |entry: &Value| {
        let block = &entry["fields"];
        let mut facts = Facts::new();
        facts.insert("hp".into(), block["hit_points"].to_string());
        facts.insert("hp_dice".into(), dice(&text(&block["hit_dice"])));
        facts.insert("ac".into(), block["armor_class"].to_string());
        facts.insert("size".into(), text(&block["size"]).to_lowercase());
        let challenge = match text(&block["challenge_rating"]).parse::<f64>() {
            Ok(0.125) => "1/8".to_owned(),
            Ok(0.25) => "1/4".to_owned(),
            Ok(0.5) => "1/2".to_owned(),
            Ok(whole) => format!("{whole:.0}"),
            Err(_) => String::new(),
        };
        facts.insert("challenge".into(), challenge);
        abilities(
            &mut facts,
            |at| int(&block[format!("ability_score_{}", ABILITIES[at].1)]),
            |at| int(&block[format!("saving_throw_{}", ABILITIES[at].1)]),
            |skill| int(&block[format!("skill_bonus_{skill}")]),
        );
        if let Some(passive) = int(&block["passive_perception"]) {
            facts.insert("passive".into(), passive.to_string());
        }
        if let Some(initiative) = int(&block["initiative_bonus"]) {
            facts.insert("initiative".into(), initiative.to_string());
        }
        // The sheet has no immunity to being incapacitated.
        let never = list(&block["condition_immunities"]).iter().map(text);
        let never = never.filter(|one| one != "incapacitated");
        facts.insert("never".into(), sorted(never));
        for (field, key) in [
            ("resists", "damage_resistances"),
            ("immune", "damage_immunities"),
            ("vulnerable", "damage_vulnerabilities"),
        ] {
            let printed = text(&block[format!("{key}_display")]);
            facts.insert(field.into(), phrase(&[printed]));
        }
        let key = text(&entry["pk"]);
        let mut parts = Vec::new();
        for action in list(&actions) {
            let fields = &action["fields"];
            if fields["parent"] != key.as_str() {
                continue;
            }
            let name = text(&fields["name"]);
            parts.push(base(&name));
            if fields["action_type"] == "LEGENDARY_ACTION" {
                let cost = int(&fields["legendary_action_cost"]).unwrap_or(1);
                facts.insert(format!("legendary {} cost", base(&name)), cost.to_string());
                continue;
            }
            if fields["action_type"] != "ACTION" {
                continue;
            }
            let attack = list(&attacks)
                .iter()
                .find(|attack| attack["fields"]["parent"] == action["pk"]);
            let bonus = attack.and_then(|attack| int(&attack["fields"]["to_hit_mod"]));
            if let Some(bonus) = bonus.filter(|bonus| *bonus != 0) {
                facts.insert(format!("attack {} bonus", base(&name)), bonus.to_string());
            }
        }
        let own = list(&traits)
            .iter()
            .filter(|one| one["fields"]["parent"] == key.as_str());
        parts.extend(own.map(|one| base(&text(&one["fields"]["name"]))));
        (text(&block["name"]), FromFile { facts, parts })
    };
    list(&creatures).iter().map(one).collect()
}

#[test]
fn imported_2024_bestiaries_match_their_source_files() {
    let Some(folder) = std::env::var_os("AFFRAY_SRD").map(PathBuf::from) else {
        println!("skipped: AFFRAY_SRD does not name the folder of the bestiaries");
        return;
    };
    let bits = folder.join("5e-bits-2024-monsters.json");
    let dump = folder.join("open5e-v2-2024-Creature.json");
    let mut all = Vec::new();
    for (program, source, imported) in [
        ("5e-bits 2024", five_e_bits(&bits), import(&bits)),
        ("Open5e 2024", open5e_2024(&folder), import(&dump)),
    ] {
        let (wrong, compared) = wrong(program, &source, &imported);
        report(program, wrong.len(), compared, &imported);
        all.extend(wrong);
    }
    let known = known_of("2024");
    let stale: Vec<&String> = known.iter().filter(|line| !all.contains(line)).collect();
    assert!(stale.is_empty(), "no longer so: {stale:?}");
    all.retain(|line| !known.contains(line));
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Returns a line for each monster of the library: its name and a digest of its fields.
fn digests() -> String {
    let compendium = open_d20();
    assert_eq!(compendium.monster_errors(), [], "`monsters.ron`");
    let monsters = compendium.roster().iter();
    let lines = monsters.filter(|one| !one.given.has("level")).map(|one| {
        // FNV-1a hash of the printed fields: the same on every machine.
        let fields = format!("{:?}", one.given);
        let digest = fields
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
                (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        format!("{digest:016x} {}\n", one.name)
    });
    lines.collect()
}

/// Compares the library's monsters with their source file, or with their digests if the file is missing.
#[test]
fn monsters_of_the_library_match_their_source() {
    let found = digests();
    assert_eq!(found.lines().count(), 334);
    expect_file![concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/srd_monsters.txt"
    )]
    .assert_eq(&found);
    let Some(folder) = std::env::var_os("AFFRAY_SRD").map(PathBuf::from) else {
        println!("digests only: AFFRAY_SRD does not name the folder of the bestiaries");
        return;
    };
    let file = folder.join("5e-bits-2014-monsters.json");
    let mut library = import(&file);
    let compendium = open_d20();
    let sheets = compendium.roster().iter().cloned();
    library.sheets = sheets.map(|one| (one.name.clone(), one)).collect();
    let facts = five_e_bits(&file);
    let (mut wrong, compared) = wrong("5e-bits", &facts, &library);
    let known = known_of("2014");
    wrong.retain(|line| !known.contains(line));
    println!("{compared} numbers compared, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
