//! Imported monsters in automatic fights: each row of a complete monster is used, or the reason is known.
//!
//! One small bestiary is written here. `AFFRAY_SRD` names the folder of whole bestiaries: ten complete monsters of each
//! bestiary fight. `AFFRAY_IMPORT_FIGHTS` is the number of fights for each monster, 3 if it is not set.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use affray::compendium::{Compendium, Creature};
use affray::ron_text::Source;
use serde_json::{Value, json};

use crate::support::command_line::CommandLine;
use crate::systems::monsters::{is_used, reason, rows, used};

/// Number of monsters of each format that fight.
const MONSTERS: usize = 10;

/// Imports a file, and lets the complete monsters with the most rows fight. Returns the names of these monsters, and
/// the rows that were never used without a known reason.
fn fight(file: &Path, fights: u64) -> (Vec<String>, Vec<String>) {
    let home = tempfile::tempdir().expect("a folder");
    let file = file.to_string_lossy();
    let (_, out, err) = CommandLine::of(home.path())
        .run(&["import", &file, "--system", "d20", "--print", "--json"]);
    let said: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let complete: BTreeSet<&str> = said["complete"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let systems = affray::systems::all().iter().copied();
    let system = systems.clone().find(|system| system.key() == "d20");
    let mut compendium = Compendium::built_in(system.expect("d20")).0;
    let roster = said["roster"].as_str().expect("a text");
    let wrong = compendium.add_roster(&Source::new("imported.ron", roster), true);
    assert!(wrong.is_empty(), "{wrong:?}");
    let own = compendium.roster().iter();
    let mut monsters: Vec<Creature> = own
        .filter(|one| one.own && complete.contains(one.name.as_str()))
        .cloned()
        .collect();
    monsters.sort_by_key(|one| (usize::MAX - rows(one).count(), one.name.clone()));
    monsters.truncate(MONSTERS);
    let mut unused = Vec::new();
    for monster in &monsters {
        let mut all = BTreeSet::new();
        for seed in 1..=fights {
            all.extend(used(&compendium, monster, seed));
        }
        let open = rows(monster).filter(|(place, row)| {
            !is_used(&all, *place, row) && reason(monster, *place, row, &all).is_none()
        });
        unused.extend(open.map(|(_, row)| format!("{}: {}", monster.name, row.word("name"))));
    }
    (monsters.into_iter().map(|one| one.name).collect(), unused)
}

#[test]
fn complete_monsters_of_whole_bestiaries_use_every_row_in_fights() {
    let Some(folder) = std::env::var_os("AFFRAY_SRD").map(PathBuf::from) else {
        println!("skipped: AFFRAY_SRD does not name the folder of the bestiaries");
        return;
    };
    let fights = std::env::var("AFFRAY_IMPORT_FIGHTS").ok();
    let fights = fights.and_then(|fights| fights.parse().ok()).unwrap_or(3);
    for file in [
        "5e-bits-2014-monsters",
        "improved-initiative-creatures",
        "open5e-v1-monsters",
        "open5e-v2-2024-Creature",
    ] {
        let (fought, unused) = fight(&folder.join(format!("{file}.json")), fights);
        println!("{file}: {fights} fights each of {}", fought.join(", "));
        assert_eq!(fought.len(), MONSTERS, "{file}");
        assert!(unused.is_empty(), "{file}: never used: {unused:#?}");
    }
}

#[test]
fn a_complete_monster_uses_attacks_powers_and_legendary_actions() {
    let entry = |name: &str, desc: &str| json!({"name": name, "desc": desc});
    let hit = |kind: &str, dice: &str| {
        format!(
            "Melee Weapon Attack: +9 to hit, reach 5 ft., one target. Hit: 9 ({dice}) {kind} damage."
        )
    };
    let block = json!({
        "slug": "own", "name": "Sluice drake", "size": "Large", "armor_class": 16, "hit_points": 90,
        "hit_dice": "12d10+24", "strength": 20, "dexterity": 12, "constitution": 14, "intelligence": 10,
        "wisdom": 12, "charisma": 12,
        "legendary_desc": "It can take 2 legendary actions.",
        "special_abilities": [
            entry("Magic Resistance", "The drake has advantage on saving throws against spells and other magical effects."),
            entry("Amphibious", "It breathes water."),
        ],
        "actions": [
            entry("Multiattack", "The drake makes two attacks: one with its bite and one with its tail."),
            entry("Bite", &hit("piercing", "2d8 + 5")),
            entry("Tail", &format!("{} The target must succeed on a DC 15 Strength saving throw or be knocked prone.", hit("bludgeoning", "1d8 + 5"))),
            entry("Flood Breath (Recharge 5-6)", "Constitution Saving Throw: DC 15, each creature in a 30-foot Cone. Failure: 45 (10d8) Cold damage. Success: Half damage."),
        ],
        "legendary_actions": [
            entry("Look", "The drake makes a Wisdom (Perception) check."),
            entry("Lash", "The drake makes a tail attack."),
        ],
    });
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.json");
    std::fs::write(&file, json!([block]).to_string()).expect("written");
    let (fought, unused) = fight(&file, 6);
    assert_eq!(fought, ["Sluice drake"]);
    assert_eq!(unused, [""; 0]);
}
