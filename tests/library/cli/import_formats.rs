//! Formats of `affray import`: the meaning of each program's fields, conditions in the sentences of a stat block,
//! refused files, and the report.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::support::command_line::CommandLine;

/// Result of an import in a home of its own: exit status, output and errors.
fn import(file: &Path, more: &[&str]) -> (ExitCode, String, String) {
    let home = tempfile::tempdir().expect("a folder");
    let file = file.to_string_lossy();
    let args = [&["import", &file, "--system", "d20"], more].concat();
    CommandLine::of(home.path()).run(&args)
}

fn given(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/import")
        .join(file)
}

/// Writes a text into a file and imports it.
fn import_text(name: &str, text: impl AsRef<[u8]>, more: &[&str]) -> (ExitCode, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    let (code, out, err) = import(&file, more);
    let place = folder.path().to_string_lossy().into_owned();
    (code, out.replace(&place, "~"), err.replace(&place, "~"))
}

/// Imports a file that is refused, and returns its output and its errors.
fn refused(name: &str, text: impl AsRef<[u8]>) -> (String, String) {
    let (code, out, err) = import_text(name, text, &[]);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", ExitCode::FAILURE),
        "{name}"
    );
    (out, err)
}

/// Returns a block of Open5e version 1 in which these fields replace the defaults.
fn block(name: &str, fields: Value) -> Value {
    let mut block = json!({
        "slug": "own", "name": name, "size": "Medium", "armor_class": 12, "hit_points": 22, "hit_dice": "4d8+4",
        "strength": 14, "dexterity": 12, "constitution": 12, "intelligence": 10, "wisdom": 10, "charisma": 10,
    });
    let all = block.as_object_mut().expect("a record");
    for (key, value) in fields.as_object().expect("a record") {
        all.insert(key.clone(), value.clone());
    }
    block
}

/// Returns roster and report of one block, without the fields that all blocks share.
fn of_block(fields: Value) -> String {
    let text = json!([block("Own", fields)]).to_string();
    let (_, out, err) = import_text("own.json", text, &["--print"]);
    let shared = "max_hp: 22, hp_dice: \"4d8+4\", ac: 12, size: \"medium\", str: 14, dex: 12, con: 12, int: 10, wis: 10, cha: 10";
    let out = out.replace(shared, "…");
    let report: String = err
        .lines()
        .filter(|line| !line.starts_with("1 combatant"))
        .fold(String::new(), |mut all, line| {
            let _ = writeln!(all, "{line}");
            all
        });
    let report: String = report
        .lines()
        .filter(|line| !line.starts_with("reasons"))
        .fold(String::new(), |mut all, line| {
            let _ = writeln!(all, "{line}");
            all
        });
    out + &report
}

#[track_caller]
fn check_actions(actions: &[(&str, &str)], shown: Expect) {
    let actions = actions
        .iter()
        .map(|(name, text)| json!({"name": name, "desc": text}));
    let actions: Vec<Value> = actions.collect();
    shown.assert_eq(&of_block(json!({"actions": actions})));
}

/// Returns the roster without notes, which contain values of only one format.
fn without_notes(roster: &str) -> String {
    let lines = roster.lines().map(|line| {
        line.split(", notes: ")
            .next()
            .unwrap_or(line)
            .trim_end_matches(',')
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_monster_is_imported_identically_from_every_format() {
    let read = |file: &str| {
        let (code, out, err) = import(&given(file), &["--print"]);
        assert_eq!(
            format!("{code:?}"),
            format!("{:?}", ExitCode::from(2)),
            "{file}: {err}"
        );
        (out, err)
    };
    let (first, report) = read("wyrm-open5e-v1.json");
    expect![[r#"
        [
            (
                name: "Kiln wyrm", notes: "Large dragon, chaotic evil. Speed: walk 30, fly 60. Skills: arcana +2. Languages: Draconic. Quill, thrown: range 30/120 ft. Also: Amphibious. Damp Lungs: The wyrm can stay under water for a day. Coil: The wyrm adds 2 to its AC against one attack.",
                max_hp: 110, hp_dice: "13d10+39", ac: 17, speed: 60, size: "large", creature_type: "dragon", str: 18, dex: 13, con: 16, int: 8, wis: 12, cha: 15, dex_save: 4, wis_save: 4, stealth: 4, passive_perception: 14, perception: 4, resistances: "cold, nonmagical", immunities: "fire", vulnerabilities: "thunder", condition_immunities: "charmed, prone", multiattack: true, legendary_actions_per_round: 2, max_legendary_resistances: 2, challenge_rating: "7", senses: "darkvision 60 ft.",
                attacks: [
                    (name: "Bite", bonus: 7, damage: "2d10+4", damage_type: "piercing", extra_damage: "d6", extra_damage_type: "fire", reach: 10, multiattack_count: 1),
                    (name: "Claws", bonus: 7, damage: "2d6+4", damage_type: "slashing", multiattack_count: 2, save: "str", dc: 15, condition: "prone"),
                    (name: "Quill", bonus: 7, damage: "d6+4", damage_type: "piercing"),
                    (name: "Quill, thrown", bonus: 7, damage: "d6+4", damage_type: "piercing", range: 30, mode: "ranged"),
                ],
                powers: [
                    (name: "Ember Breath", save: "dex", dc: 15, half_on_save: true, damage: "8d6", damage_type: "fire", targets: 40, area: "30-foot cone", recharge: 5),
                    (name: "Glare", save: "wis", dc: 13, condition: "frightened", uses: 2, rounds: 10),
                ],
                legendary_actions: [
                    (name: "Snap", attack: "Bite"),
                    (name: "Wing Storm", cost: 2, save: "dex", dc: 15, targets: 40, damage: "2d6+4", damage_type: "bludgeoning", condition: "prone"),
                ],
            ),
        ]
        incomplete: Kiln wyrm: Damp Lungs (trait), Coil (reaction)
        1 combatant: 0 complete, 1 incomplete
        reasons, with the number of combatants: trait (1); reaction (1)
    "#]].assert_eq(&(first.clone() + &report));
    for file in [
        "wyrm-open5e-v1-dump.json",
        "wyrm-open5e-v2.json",
        "open5e-v2-dump",
        "open5e-v2-dump/Creature.json",
        "wyrm-5etools.json",
        "wyrm-dnd5eapi.json",
        "wyrm-improved-initiative.json",
    ] {
        let (out, err) = read(file);
        // Three of the formats do not contain the number of legendary actions.
        let is_counted = out.contains("legendary_actions_per_round: 2");
        let out = out.replace(
            "legendary_actions_per_round: 3",
            "legendary_actions_per_round: 2",
        );
        // Only 5e-bits has experience points.
        let out = out.replace("xp: 2900, ", "");
        assert_eq!(without_notes(&out), without_notes(&first), "{file}");
        assert_eq!(
            err.contains("assumed: Kiln wyrm: The file does not give the number"),
            !is_counted,
            "{file}: {err}"
        );
    }
}

#[test]
fn an_initiative_modifier_of_improved_initiative_is_added_to_dexterity() {
    let roster = |added: i64, advantage: bool| {
        let block = json!({"Creatures.a": {"Name": "Quick", "HP": {"Value": 9, "Notes": ""}, "AC": {"Value": 12},
            "Abilities": {"Str": 10, "Dex": 18, "Con": 10, "Int": 10, "Wis": 10, "Cha": 10}, "InitiativeModifier": added,
            "InitiativeAdvantage": advantage}});
        let (_, out, err) = import_text("q.json", block.to_string(), &["--print"]);
        out + &err
    };
    // Without a value, initiative is the dexterity modifier.
    assert!(
        !roster(0, false).contains("initiative"),
        "{}",
        roster(0, false)
    );
    assert!(
        roster(3, false).contains("initiative: 7"),
        "{}",
        roster(3, false)
    );
    assert!(roster(0, true).contains("incomplete: Quick: Initiative (advantage on initiative)"));
}

#[test]
fn hit_points_and_hit_dice_are_never_read_as_one_number() {
    for notes in ["8d10+24", "(8d10+24)", "8d10 + 24", "( 8d10 + 24 )"] {
        let block = json!({"Creatures.a": {"Name": "Own", "HP": {"Value": 68, "Notes": notes}, "AC": {"Value": 14, "Notes": "()"}}});
        let (_, out, err) = import_text("own.json", block.to_string(), &["--print"]);
        assert!(
            out.contains("max_hp: 68, hp_dice: \"8d10+24\""),
            "{notes}: {out}{err}"
        );
        assert!(!out.contains("Armour class"), "{out}");
    }
    for cell in ["68 8d10+24", "68 (8d10 + 24)"] {
        let table = format!("Name,HP\nOwn,{cell}\n");
        let (_, out, err) = import_text("own.csv", table, &["--print"]);
        assert!(
            out.contains("max_hp: 68, hp_dice: \"8d10+24\""),
            "{cell}: {out}{err}"
        );
    }
    // Two numbers are no dice.
    let table = "Name,HP,Hit dice\nOwn,68,6 8d10+24\n";
    let (_, out, err) = import_text("own.csv", table, &["--print"]);
    assert!(
        out.contains("max_hp: 68") && !out.contains("hp_dice"),
        "{out}"
    );
    assert!(err.contains("not 6 8d10+24"), "{err}");
}

#[test]
fn the_number_of_legendary_actions_is_read_from_the_unnamed_entry() {
    let claw = "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) slashing damage.";
    let block = json!({"Creatures.a": {"Name": "Own", "HP": {"Value": 9, "Notes": ""}, "AC": {"Value": 12},
        "Actions": [{"Name": "Claw", "Content": claw}],
        "LegendaryActions": [{"Name": "", "Content": "It can take 2 legendary actions."}, {"Name": "Claw", "Content": "It uses its claw."}]}});
    let (_, out, err) = import_text("own.json", block.to_string(), &["--print"]);
    assert!(out.contains("legendary_actions_per_round: 2"), "{out}{err}");
    assert!(!out.contains("legendary actions"), "{out}");
}

#[test]
fn an_open5e_record_with_few_fields_keeps_its_recharge_and_costs() {
    let save =
        "must make a DC 15 Dexterity saving throw, taking 10 (3d6) fire damage on a failed save";
    let record = json!({"name": "Own", "document": {"name": "Source"}, "hit_points": 9, "armor_class": 12,
        "ability_scores": {"strength": 14}, "actions": [
            {"name": "Breath", "desc": format!("Each creature {save}."), "action_type": "ACTION",
             "usage_limits": {"type": "RECHARGE_ON_ROLL", "param": 5}},
            {"name": "Gust", "desc": format!("Each creature {save}."), "action_type": "LEGENDARY_ACTION", "legendary_action_cost": 2}]});
    let (_, out, err) = import_text("own.json", json!([record]).to_string(), &["--print"]);
    assert!(out.contains("name: \"Own\""), "{out}{err}");
    assert!(out.contains("recharge: 5"), "{out}{err}");
    assert!(out.contains("(name: \"Gust\", cost: 2"), "{out}{err}");
}

#[test]
fn the_name_of_a_source_document_is_not_imported_as_the_name_of_the_combatant() {
    let record = json!([{"document": {"name": "Source"}, "name": "Own", "hp": 9}]);
    let (_, out, err) = import_text("own.json", record.to_string(), &["--print"]);
    assert!(out.contains("name: \"Own\""), "{out}{err}");
    assert!(err.contains("document"), "{err}");
}

#[test]
fn older_improved_initiative_exports_include_player_characters() {
    let block = json!({"PlayerCharacters": ["p"], "PlayerCharacters.p": {"Name": "Pia", "HP": {"Value": 31, "Notes": ""},
        "AC": {"Value": 15, "Notes": ""}, "Abilities": {"Dex": 16}, "Player": "player", "Speed": ["30 ft."], "Actions": []}});
    let (_, out, err) = import_text("p.json", block.to_string(), &["--print"]);
    assert!(
        out.contains("name: \"Pia\"") && out.contains("max_hp: 31"),
        "{out}{err}"
    );
}

#[test]
fn imported_resistances_keep_their_exceptions() {
    let read = |resists: &str| {
        let out = of_block(json!({"damage_resistances": resists}));
        let field = out
            .split("resistances: ")
            .nth(1)
            .and_then(|rest| rest.split('"').nth(1));
        let is_incomplete = out.contains("exception of a resistance");
        format!(
            "{} {}",
            field.unwrap_or("none"),
            if is_incomplete {
                "incomplete"
            } else {
                "complete"
            }
        )
    };
    let weapons = "bludgeoning, piercing, and slashing";
    assert_eq!(
        read(&format!("cold, {weapons} from nonmagical attacks")),
        "cold, nonmagical complete"
    );
    assert_eq!(
        read("bludgeoning, piercing, slashing"),
        "bludgeoning, piercing, slashing complete"
    );
    assert_eq!(
        read(&format!(
            "{weapons} from nonmagical attacks not made with silvered weapons"
        )),
        "nonsilvered complete"
    );
    assert_eq!(
        read(&format!(
            "{weapons} from nonmagical attacks that aren't adamantine"
        )),
        "nonadamantine complete"
    );
    assert_eq!(
        read("piercing and slashing from nonmagical attacks"),
        "none incomplete"
    );
}

#[test]
fn senses_and_skills_give_passive_perception() {
    let read = |fields: Value| of_block(fields);
    assert!(read(json!({"senses": "passive Perception 14"})).contains("passive_perception: 14"));
    assert!(
        read(json!({"skills": {"perception": 5}}))
            .contains("passive_perception: 15, perception: 5")
    );
    // The value follows from wisdom.
    assert!(!read(json!({"senses": "passive Perception 10"})).contains("passive"));
}

#[test]
fn import_uses_the_fastest_movement_as_speed_and_notes_all_movements() {
    let out = of_block(json!({"speed": {"walk": 10, "fly": 60, "hover": true}}));
    assert!(
        out.contains("speed: 60") && out.contains("Speed: walk 10, fly 60."),
        "{out}"
    );
    let out = of_block(json!({"speed": {"swim": 40}}));
    assert!(
        out.contains("speed: 40") && !out.contains("Speed:"),
        "{out}"
    );
}

#[test]
fn a_missing_hit_dice_bonus_is_computed_from_the_average_hit_points() {
    let dice = |points: i64| {
        let block = json!([{"index": "own", "name": "Own", "hit_points": points, "hit_dice": "4d8", "constitution": 14,
            "armor_class": [{"value": 12}], "proficiencies": []}]);
        import_text("own.json", block.to_string(), &["--print"]).1
    };
    assert!(dice(26).contains("hp_dice: \"4d8+8\""), "{}", dice(26));
    assert!(dice(18).contains("hp_dice: \"4d8\""), "{}", dice(18));
    assert!(dice(20).contains("hp_dice: \"4d8\""), "{}", dice(20));
}

#[test]
fn attacks_are_imported_with_grip_range_and_kind() {
    check_actions(
        &[
            (
                "Pike",
                "Melee Weapon Attack: +4 to hit, reach 10 ft., one target. Hit: 7 (1d10 + 2) piercing damage.",
            ),
            (
                "Spear",
                "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 20/60 ft., one target. Hit: 5 (1d6 + 2) piercing damage, or 6 (1d8 + 2) piercing damage if used with two hands to make a melee attack, plus 3 (1d6) fire damage.",
            ),
            (
                "Star",
                "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 30/120 ft., one target. Hit: 9 (2d6 + 2) piercing damage in melee or 5 (1d6 + 2) piercing damage at range.",
            ),
            (
                "Ray",
                "Ranged Spell Attack: +5 to hit, range 60 ft., one target. Hit: 7 (2d6) cold damage.",
            ),
            (
                "Swarm",
                "Melee Weapon Attack: +4 to hit, reach 0 ft., one creature in the swarm's space. Hit: 5 (2d4) piercing damage, or 2 (1d4) piercing damage if the swarm has half of its hit points or fewer.",
            ),
            (
                "Blade",
                "Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) Slashing damage plus 3 (1d6) Poison damage.",
            ),
        ],
        expect![[r#"
            [
                (
                    name: "Own", notes: "Spear, thrown: range 20/60 ft. Star, thrown: range 30/120 ft.",
                    …,
                    attacks: [
                        (name: "Pike", bonus: 4, damage: "d10+2", damage_type: "piercing", reach: 10),
                        (name: "Spear", bonus: 4, damage: "d6+2", damage_type: "piercing", extra_damage: "d6", extra_damage_type: "fire"),
                        (name: "Spear, two hands", bonus: 4, damage: "d8+2", damage_type: "piercing", extra_damage: "d6", extra_damage_type: "fire"),
                        (name: "Spear, thrown", bonus: 4, damage: "d6+2", damage_type: "piercing", extra_damage: "d6", extra_damage_type: "fire", range: 20, mode: "ranged"),
                        (name: "Star", bonus: 4, damage: "2d6+2", damage_type: "piercing"),
                        (name: "Star, thrown", bonus: 4, damage: "d6+2", damage_type: "piercing", range: 30, mode: "ranged"),
                        (name: "Ray", bonus: 5, damage: "2d6", damage_type: "cold", range: 60, mode: "ranged", magical: true),
                        (name: "Swarm", bonus: 4, damage: "2d4", damage_type: "piercing", reach: 0, bloodied_damage: "d4"),
                        (name: "Blade", bonus: 4, damage: "d6+2", damage_type: "slashing", extra_damage: "d6", extra_damage_type: "poison"),
                    ],
                ),
            ]
        "#]],
    );
}

#[test]
fn effects_in_the_sentence_of_a_hit_are_imported() {
    check_actions(
        &[
            (
                "Bite",
                "Melee Weapon Attack: +4 to hit, reach 5 ft., one creature. Hit: 5 (1d6 + 2) piercing damage, and the target must make a DC 11 Constitution saving throw, taking 9 (2d8) poison damage on a failed save, or half as much damage on a successful one.",
            ),
            (
                "Tail",
                "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) bludgeoning damage. If the target is a creature, it must succeed on a DC 12 Strength saving throw or be knocked prone.",
            ),
            (
                "Coil",
                "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) bludgeoning damage, and the target is grappled (escape DC 14). Until this grapple ends, the target is restrained.",
            ),
            (
                "Touch",
                "Melee Spell Attack: +4 to hit, reach 5 ft., one creature. Hit: 10 (3d6) cold damage. The target must succeed on a DC 18 Constitution saving throw or be paralyzed for 1 minute. Whenever a turn of the target ends, it can repeat the saving throw and be free of this.",
            ),
            (
                "Net",
                "Ranged Weapon Attack: +4 to hit, range 30/60 ft., one Large or smaller creature. Hit: The target is restrained by webbing.",
            ),
            (
                "Stare",
                "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) slashing damage. It has advantage against a frightened target.",
            ),
        ],
        expect![[r#"
            [
                (
                    name: "Own", notes: "Net: range 30/60 ft. Touch: Whenever a turn of the target ends, it can repeat the save and be free of this. Stare: It has advantage against a frightened target.",
                    …,
                    attacks: [
                        (name: "Bite", bonus: 4, damage: "d6+2", damage_type: "piercing", save: "con", dc: 11, save_damage: "2d8", save_damage_type: "poison", half_on_save: true),
                        (name: "Tail", bonus: 4, damage: "d6+2", damage_type: "bludgeoning", save: "str", dc: 12, condition: "prone"),
                        (name: "Coil", bonus: 4, damage: "d6+2", damage_type: "bludgeoning", condition: "grappled", escape_dc: 14, while_source: true, second_condition: "restrained", second_with_first: true),
                        (name: "Touch", bonus: 4, damage: "3d6", damage_type: "cold", magical: true, save: "con", dc: 18, condition: "paralyzed", rounds: 10),
                        (name: "Net", bonus: 4, range: 30, mode: "ranged", condition: "restrained", largest: "large"),
                        (name: "Stare", bonus: 4, damage: "d4+2", damage_type: "slashing"),
                    ],
                ),
            ]
            incomplete: Own: Touch (repeated save), Stare (other effect)
        "#]],
    );
}

#[test]
fn powers_are_imported_with_their_own_conditions_and_limits() {
    check_actions(
        &[
            (
                "Breath Weapons (Recharge 5–6)",
                "The wyrm uses one of the following breath weapons.\n**Cold Breath.** Frost fills a 30-foot cone. Each creature in that area must make a DC 17 Constitution saving throw, taking 54 (12d8) cold damage on a failed save, or half as much damage on a successful one.\n**Numbing Breath.** Gas fills a 30-foot cone. Each creature in that area must succeed on a DC 17 Constitution saving throw or be paralyzed for 1 minute.",
            ),
            (
                "Glare",
                "The hag looks at one frightened creature. The target must succeed on a DC 11 Wisdom saving throw against this magic or drop to 0 hit points.",
            ),
            (
                "Stomp (2/Day)",
                "Each creature within 10 feet must succeed on a DC 13 Strength saving throw or take 7 (2d6) bludgeoning damage and be knocked prone.",
            ),
            (
                "Roll",
                "A boulder rolls along a 30-foot line. Everyone on that line must make a DC 13 Dexterity saving throw. On a failed save, a creature takes 10 (3d6) bludgeoning damage and is knocked prone.",
            ),
            (
                "Gust (Recharges after a Short or Long Rest)",
                "Up to three creatures must succeed on a DC 12 Strength saving throw or be knocked prone.",
            ),
            (
                "Spit",
                "Dexterity Saving Throw: DC 12, each creature in a 15-foot Cone. Failure: 14 (4d6) Acid damage, and the target has the Blinded condition until the end of its next turn. Success: Half damage.",
            ),
            ("Change Shape", "It becomes a raven."),
        ],
        expect![[r#"
            [
                (
                    name: "Own", notes: "Glare: The hag looks at one frightened creature. The target must succeed on a DC 11 Wisdom save against this magic or drop to 0 HP. Gust: recharges after a short or long rest. Change Shape: It becomes a raven.",
                    …,
                    powers: [
                        (name: "Cold Breath", save: "con", dc: 17, half_on_save: true, damage: "12d8", damage_type: "cold", targets: 40, area: "30-foot cone", recharge: 5, shared: true),
                        (name: "Numbing Breath", save: "con", dc: 17, targets: 40, area: "30-foot cone", condition: "paralyzed", recharge: 5, rounds: 10, shared: true),
                        (name: "Stomp", save: "str", dc: 13, damage: "2d6", damage_type: "bludgeoning", targets: 40, condition: "prone", uses: 2),
                        (name: "Roll", save: "dex", dc: 13, damage: "3d6", damage_type: "bludgeoning", targets: 40, area: "30-foot line", condition: "prone"),
                        (name: "Gust", save: "str", dc: 12, targets: 3, condition: "prone"),
                        (name: "Spit", save: "dex", dc: 12, half_on_save: true, damage: "4d6", damage_type: "acid", targets: 40, area: "15-foot cone", condition: "blinded", lasts_until: "next_turn_end"),
                    ],
                ),
            ]
            incomplete: Own: Glare (action without an attack, save or damage for the sheet), Gust (limit of use), Change Shape (action without an attack, save or damage for the sheet)
        "#]],
    );
}

#[test]
fn a_power_with_several_saves_is_imported_as_a_note() {
    check_actions(
        &[
            (
                "Roar (3/Day)",
                "**First Roar.** Each creature that fails a DC 18 Wisdom saving throw is frightened for 1 minute. **Second Roar.** Each creature must make a DC 18 Constitution saving throw. On a failed save, a creature takes 44 (8d10) thunder damage and is knocked prone.",
            ),
            (
                "Whirl (Recharge 4–6)",
                "Each creature in its space must make a DC 13 Strength saving throw. On a failure, a target takes 15 (3d8 + 2) bludgeoning damage and is knocked prone. If the saving throw is successful, the target takes half the bludgeoning damage and isn't knocked prone.",
            ),
        ],
        expect![[r#"
            [
                (
                    name: "Own", notes: "Roar: (3 a day) First Roar. Each creature that fails a DC 18 Wisdom save is frightened for 1 minute. Second Roar. Each creature must make a DC 18 Constitution save. On a failed save, a creature takes 44 (8d10) thunder damage and is knocked prone.",
                    …,
                    powers: [
                        (name: "Whirl", save: "str", dc: 13, half_on_save: true, damage: "3d8+2", damage_type: "bludgeoning", targets: 40, condition: "prone", recharge: 4),
                    ],
                ),
            ]
            incomplete: Own: Roar (action without an attack, save or damage for the sheet)
        "#]],
    );
}

#[test]
fn a_multiattack_leaves_out_attacks_that_the_block_lacks() {
    let hit = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.";
    let out = of_block(json!({"actions": [
        {"name": "Multiattack", "desc": "It makes two attacks: two with its spear (one form) or one with its bite and one with its claws (another form)."},
        {"name": "Bite", "desc": hit}, {"name": "Claws", "desc": hit},
    ]}));
    assert_eq!(out.matches("multiattack_count: 1").count(), 2, "{out}");
}

#[test]
fn a_sentence_in_an_attack_column_is_parsed() {
    let hit = "Bite. Melee Weapon Attack: +3 to hit, reach 5 ft., one target. Hit: 4 (1d6 + 1) piercing damage.";
    for column in ["Attack", "Attacks", "Actions"] {
        let table = format!("Name,HP,{column}\nOwn,7,\"{hit}\"\n");
        let (_, out, err) = import_text("own.csv", table, &["--print"]);
        let row = "(name: \"Bite\", bonus: 3, damage: \"d6+1\", damage_type: \"piercing\")";
        assert!(out.contains(row), "{column}: {out}{err}");
    }
    // A sentence without a name begins with the kind of the attack.
    for kind in ["Melee Weapon Attack: +3 to hit", "Melee Attack Roll: +3"] {
        let hit = format!("{kind}, reach 5 ft., one target. Hit: 4 (1d6 + 1) piercing damage.");
        let table = format!("Name,HP,Attack\nOwn,7,\"{hit}\"\n");
        let (_, out, err) = import_text("own.csv", table, &["--print"]);
        let row = "(name: \"attack\", bonus: 3, damage: \"d6+1\", damage_type: \"piercing\")";
        assert!(out.contains(row), "{kind}: {out}{err}");
    }
}

#[test]
fn a_keen_sense_raises_only_passive_perception() {
    let out = of_block(json!({"senses": "passive Perception 13"}));
    assert!(
        out.contains("passive_perception: 13, perception: 0"),
        "{out}"
    );
}

#[test]
fn remarks_on_speed_do_not_change_the_speed() {
    let out = of_block(json!({"speed": {"walk": 30, "notes": "40 ft. in wolf form"}}));
    assert!(
        out.contains("speed: 30") && out.contains("Speed: 40 ft. in wolf form."),
        "{out}"
    );
}

#[test]
fn spell_fields_are_imported_without_a_matching_sentence() {
    let block = json!([{"index": "own", "name": "Own", "hit_points": 9, "hit_dice": "2d8", "armor_class": [{"value": 12}],
        "special_abilities": [{"name": "Innate Spellcasting", "desc": "It casts sleep.", "spellcasting": {"dc": 11, "modifier": 3}}]}]);
    let (_, out, _) = import_text("own.json", block.to_string(), &["--print"]);
    assert!(out.contains("spell_dc: 11, spell_attack: 3"), "{out}");
}

#[test]
fn traits_with_a_sheet_field_take_their_numbers_from_the_stat_block() {
    let entry = |name: &str, desc: &str| json!({"name": name, "desc": desc});
    let bite = entry(
        "Bite",
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
    );
    let shown = of_block(json!({
        "special_abilities": [
            entry("Magic Resistance", "The moth has advantage on saving throws against spells and other magical effects."),
            entry("Pack Tactics", "It has advantage on attacks while an ally who isn't incapacitated is near."),
            entry("Regeneration", "The moth regains 7 hit points at the start of its turn. If the moth takes acid or fire damage, this rests for a turn. It dies only if it starts its turn with 0 hit points and stays there."),
            entry("Relentless (Recharges after a Short or Long Rest)", "If it takes 9 damage or less that would fell it, it has 1 hit point instead."),
            entry("Sneak Attack (1/Turn)", "Once a turn it deals an extra 7 (2d6) damage."),
            entry("Charge", "If it moves 20 ft. straight toward a target and then hits it with a bite attack on the same turn, the target takes an extra 3 (1d6) piercing damage. If the target is a creature, it must succeed on a DC 12 Strength saving throw or be pushed up to 10 feet away and knocked prone."),
            entry("Keen Smell", "It smells well."),
        ],
        "actions": [bite],
        "reactions": [entry("Parry", "The moth adds 3 to its AC against one melee attack.")],
    }));
    expect![[r#"
        [
            (
                name: "Own", notes: "Also: Keen Smell. Charge: If the target is a creature, it must succeed on a DC 12 Strength save or be pushed up to 10 ft. away and knocked prone.",
                …, sneak_dice: 2, magic_resistance: true, pack_tactics: true, regeneration: 7, regeneration_stops: "acid, fire", regeneration_at_0: true, relentless: 9, parry: 3,
                attacks: [
                    (name: "Bite", bonus: 4, damage: "d6+2", damage_type: "piercing", save: "str", dc: 12, condition: "prone", on_charge: true, charge_damage: "d6"),
                ],
            ),
        ]
    "#]].assert_eq(&shown);
    // A trait without the words of the effect is a different trait.
    let shown = of_block(json!({
        "special_abilities": [
            entry("Magic Resistance", "It dislikes magic."),
            entry("Regeneration", "It regains what it lost."),
            entry("Charge", "It runs straight and hits on the same turn, which hurts."),
        ],
    }));
    expect![[r#"
        [
            (
                name: "Own", notes: "Magic Resistance: It dislikes magic. Regeneration: It regains what it lost. Charge: It runs straight and hits on the same turn, which hurts.",
                …,
            ),
        ]
        incomplete: Own: Magic Resistance (trait), Regeneration (trait), Charge (trait)
    "#]].assert_eq(&shown);
}

#[test]
fn imported_conditions_end_as_their_sentences_say() {
    let hit = |rest: &str| {
        format!(
            "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage{rest}"
        )
    };
    let drain = hit(
        ". The target must succeed on a DC 12 Constitution saving throw or its hit point maximum is reduced by an amount equal to the damage taken.",
    );
    let sting = hit(
        ", and the target must succeed on a DC 11 Constitution saving throw or be poisoned for 2 hours. Until this poison ends, the target is paralyzed.",
    );
    let claw = hit(
        ". The target is grappled (escape DC 13), and it must succeed on a DC 12 Strength saving throw or be knocked prone.",
    );
    check_actions(
        &[
            ("Drain", &drain),
            ("Sting", &sting),
            ("Claw", &claw),
            (
                "Web (Recharge 5-6)",
                &hit(
                    ". The target is restrained. As an action, the restrained target can make a DC 14 Strength check, getting free on a success.",
                ),
            ),
            (
                "Gaze",
                "Wisdom Saving Throw: DC 13, each creature within 30 feet. Failure: The target is frightened. It repeats the save, once more, at the end of each of its turns. After 2 minutes, it succeeds automatically. Whoever is free of it is immune to the gaze for 24 hours.",
            ),
            (
                "Word",
                "One creature within 60 feet must succeed on a DC 14 Wisdom saving throw or be stunned until the end of the moth's next turn.",
            ),
        ],
        expect![[r#"
            [
                (
                    name: "Own", notes: "Gaze: Whoever is free of it is immune to the gaze for 24 hours.",
                    …,
                    attacks: [
                        (name: "Drain", bonus: 4, damage: "d6+2", damage_type: "piercing", save: "con", dc: 12, drains: true),
                        (name: "Sting", bonus: 4, damage: "d6+2", damage_type: "piercing", save: "con", dc: 11, condition: "poisoned", rounds: 1200, second_condition: "paralyzed", second_with_first: true),
                        (name: "Claw", bonus: 4, damage: "d6+2", damage_type: "piercing", dc: 12, condition: "grappled", escape_dc: 13, while_source: true, second_condition: "prone", second_save: "str"),
                        (name: "Web", bonus: 4, damage: "d6+2", damage_type: "piercing", condition: "restrained", recharge: 5, escape_dc: 14, escape_by: "strength"),
                    ],
                    powers: [
                        (name: "Gaze", save: "wis", dc: 13, targets: 40, condition: "frightened", rounds: 20, end_save: "wis"),
                        (name: "Word", save: "wis", dc: 14, condition: "stunned", lasts_until: "source_next_turn_end"),
                    ],
                ),
            ]
            incomplete: Own: Gaze (immunity after a successful save)
        "#]],
    );
}

#[test]
fn a_multiattack_is_imported_as_one_combination_and_other_choices_are_reported() {
    let hit = |name: &str, kind: &str| json!({"name": name, "desc": format!("{kind} Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.")});
    let far = json!({"name": "Longbow", "desc": "Ranged Weapon Attack: +4 to hit, range 150/600 ft., one target. Hit: 6 (1d8 + 2) piercing damage."});
    let mut told = String::new();
    for text in [
        "The beast makes three attacks: two with its claws and one with its bite.",
        "The beast makes three claw attacks and one bite attack.",
        "The beast makes two attacks, either with its claws or its bite.",
        "The beast makes two attacks: one with its bite and one with its claws or two with its longbow.",
        "The beast makes two ranged attacks.",
        "The beast makes two melee attacks.",
        "The beast makes two attacks, only one of which can be a bite attack.",
        "The beast can use its Stare. It then makes two attacks: one with its bite and one with its tail stinger.",
        "The beast makes two attacks: one with its bite and one with its stinger.",
        "The beast makes as many bite attacks as it has heads.",
        "The beast makes 1d4 bite attacks.",
        "The beast makes four attacks: two with its claws and one with its bite.",
        "The beast makes two bite attacks. It can make one claw attack in place of its two bite attacks.",
    ] {
        let actions = [
            json!({"name": "Multiattack", "desc": text}),
            hit("Bite", "Melee"),
            hit("Claws", "Melee"),
            hit("Tail Stinger", "Melee"),
            far.clone(),
        ];
        let out = of_block(json!({"actions": actions}));
        let times = out
            .lines()
            .filter(|line| line.contains("multiple: "))
            .map(|line| {
                let part = |mark: &str, end: char| {
                    line.split(mark)
                        .nth(1)
                        .and_then(|rest| rest.split(end).next())
                        .unwrap_or_default()
                };
                format!(
                    "{} {}",
                    part("name: \"", '"'),
                    part("multiple: ", ')')
                        .split(',')
                        .next()
                        .unwrap_or_default()
                )
            });
        let times: Vec<String> = times.collect();
        let lost = out
            .lines()
            .find_map(|line| line.strip_prefix("incomplete: Own: "));
        let _ = writeln!(
            told,
            "{text}\n    {} | {}",
            times.join(", "),
            lost.unwrap_or("complete")
        );
    }
    expect![[r#"
        The beast makes three attacks: two with its claws and one with its bite.
             | complete
        The beast makes three claw attacks and one bite attack.
             | complete
        The beast makes two attacks, either with its claws or its bite.
             | complete
        The beast makes two attacks: one with its bite and one with its claws or two with its longbow.
             | complete
        The beast makes two ranged attacks.
             | complete
        The beast makes two melee attacks.
             | Multiattack (multiattack)
        The beast makes two attacks, only one of which can be a bite attack.
             | Multiattack (choice of attacks)
        The beast can use its Stare. It then makes two attacks: one with its bite and one with its tail stinger.
             | Multiattack (power within a multiattack)
        The beast makes two attacks: one with its bite and one with its stinger.
             | complete
        The beast makes as many bite attacks as it has heads.
             | Multiattack (multiattack)
        The beast makes 1d4 bite attacks.
             | Multiattack (multiattack)
        The beast makes four attacks: two with its claws and one with its bite.
             | Multiattack (multiattack)
        The beast makes two bite attacks. It can make one claw attack in place of its two bite attacks.
             | complete
    "#]].assert_eq(&told);
}

#[test]
fn legendary_and_lair_actions_are_imported_as_separate_rows() {
    let out = of_block(json!({
        "legendary_desc": "It can take 2 legendary actions.",
        "special_abilities": [{"name": "Legendary Resistance (3/Day)", "desc": "It succeeds."}],
        "actions": [
            {"name": "Tail", "desc": "Melee Weapon Attack: +4 to hit, reach 15 ft., one target. Hit: 5 (1d6 + 2) bludgeoning damage."},
            {"name": "Lair Actions", "desc": "On initiative count 20, one of the following effects:\n• Magma erupts. Each creature in a 5-foot-radius must make a DC 15 Dexterity saving throw, taking 21 (6d6) fire damage on a failed save, or half as much damage on a successful one.\n• Fog rises."},
        ],
        "legendary_actions": [
            {"name": "Detect", "desc": "It makes a Wisdom (Perception) check."},
            {"name": "Tail Attack", "desc": "It makes a tail attack."},
            {"name": "Wings (Costs 2 Actions)", "desc": "Each creature within 10 feet must succeed on a DC 14 Dexterity saving throw or take 9 (2d6 + 2) bludgeoning damage and be knocked prone."},
        ],
    }));
    expect![[r#"
        [
            (
                name: "Own", notes: "Also: Detect. Lair Actions: On initiative count 20, one of the following effects: Fog rises.",
                …, legendary_actions_per_round: 2, max_legendary_resistances: 3,
                attacks: [
                    (name: "Tail", bonus: 4, damage: "d6+2", damage_type: "bludgeoning", reach: 15),
                ],
                legendary_actions: [
                    (name: "Detect"),
                    (name: "Tail Attack", attack: "Tail"),
                    (name: "Wings", cost: 2, save: "dex", dc: 14, targets: 40, damage: "2d6+2", damage_type: "bludgeoning", condition: "prone"),
                ],
                lair_actions: [
                    (name: "Lair action 1", save: "dex", dc: 15, half_on_save: true, damage: "6d6", damage_type: "fire", targets: 40),
                ],
            ),
        ]
        incomplete: Own: Lair Actions (lair action)
    "#]].assert_eq(&out);
}

#[test]
fn imported_spells_put_their_numbers_on_the_sheet_and_their_names_in_the_notes() {
    let out = of_block(json!({"special_abilities": [
        {"name": "Spellcasting", "desc": "It casts as a 5th-level mage (spell save DC 13, +5 to hit with spell attacks):\n\n* Cantrips (at will): light\n* 1st level (4 slots): shield\n* 2nd level (2 slots): web"},
        {"name": "Magic Weapons", "desc": "Its weapon attacks are magical."},
        {"name": "Spider Climb", "desc": "It climbs."},
        {"name": "Pack Tactics", "desc": "It has advantage when an ally is near."},
    ], "actions": [{"name": "Claw", "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage."}]}));
    expect![[r#"
        [
            (
                name: "Own", notes: "Also: Spider Climb. Pack Tactics: It has advantage when an ally is near.",
                …, spell_dc: 13, spell_attack: 5, max_slots_1: 4, max_slots_2: 2,
                attacks: [
                    (name: "Claw", bonus: 4, damage: "d6+2", damage_type: "slashing", magical: true),
                ],
                spells: ["Light", "Shield", "Web"],
            ),
        ]
        incomplete: Own: Pack Tactics (trait)
    "#]].assert_eq(&out);
}

#[test]
fn imported_notes_name_every_trait_and_fit_on_the_sheet() {
    let long = "It does something long. ".repeat(40);
    let parts = (0..12).map(|nth| json!({"name": format!("Trait {nth}"), "desc": long}));
    let out = of_block(json!({"special_abilities": parts.collect::<Vec<_>>()}));
    let notes = out
        .split("notes: \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("notes");
    assert!(notes.chars().count() <= 1000, "{notes}");
    for nth in 0..12 {
        assert!(notes.contains(&format!("Trait {nth}: It does")), "{notes}");
    }
}

#[test]
fn unsupported_kinds_of_files_are_refused_by_name() {
    let foundry = json!({"name": "Owl", "type": "npc", "system": {"attributes": {"hp": {"max": 9}}}, "items": []});
    let pathfinder = json!({"name": "Boar", "type": "npc", "system": {"details": {"level": {"value": 2}}}, "items": []});
    let tetra = json!({"name": "Hag", "hitDice": 11, "strPoints": "18", "hpText": "82 (11d8+33)"});
    let spells =
        json!([{"name": "Web", "level": 2, "school": "conjuration", "casting_time": "1 action"}]);
    let names = json!({"count": 2, "results": [{"index": "a", "name": "A", "url": "/a"}, {"index": "b", "name": "B", "url": "/b"}]});
    let items = json!({"item": [{"name": "Rope"}]});
    let side = json!([{"model": "api_v2.creaturetrait", "pk": "t", "fields": {"name": "T", "desc": "d", "parent": "p"}}]);
    let creature =
        json!([{"model": "api_v2.creature", "pk": "p", "fields": {"name": "P", "hit_points": 3}}]);
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("foundry.json", foundry.to_string().into()),
        ("pf2e.json", pathfinder.to_string().into()),
        (
            "two.json",
            json!([pathfinder, pathfinder]).to_string().into(),
        ),
        ("tetra.monster", tetra.to_string().into()),
        ("spells.json", spells.to_string().into()),
        ("names.json", names.to_string().into()),
        ("items.json", items.to_string().into()),
        ("traits.json", side.to_string().into()),
        ("alone.json", creature.to_string().into()),
        ("owl.yml", b"_id: x\nname: Owl\nsystem:\n  hp: 9\n".to_vec()),
        (
            "fc.xml",
            b"<?xml version=\"1.0\"?>\n<compendium><monster/></compendium>".to_vec(),
        ),
        ("page.html", b"<!DOCTYPE html><html></html>".to_vec()),
        ("owl.md", b"# Owl\n*Tiny beast*\n".to_vec()),
        ("owl.ron", b"[(name: \"Owl\")]".to_vec()),
        ("owl.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec()),
        ("owl.pdf", b"%PDF-1.4\n\xff\xff".to_vec()),
        ("list.csv", b"HP,AC\n7,12\n".to_vec()),
        (
            "settings.json",
            b"{\"Creatures\": [], \"Spells.a\": {\"Name\": \"Web\"}}".to_vec(),
        ),
    ];
    let mut told = String::new();
    for (name, text) in files {
        let (out, err) = refused(name, text);
        assert_eq!(err.lines().count(), 1, "{name}: {err}");
        told += &format!("{out}{err}");
    }
    expect![[r#"
        affray: ~/foundry.json: this seems to be an actor of Foundry, which `affray import` does not read
        affray: ~/pf2e.json: this seems to be a Pathfinder actor of Foundry, which `affray import` does not read
        affray: ~/two.json: this seems to be a Pathfinder actor of Foundry, which `affray import` does not read
        affray: ~/tetra.monster: this seems to be a monster of Tetra-cube, whose attacks are formulas, which `affray import` does not read
        affray: ~/spells.json: this seems to be a spell, which `affray import` does not read
        affray: ~/names.json: this is a list of names without stat blocks: import the API response for each monster instead
        affray: ~/items.json: this seems to be a file of 5etools with `item` and no `monster`, which `affray import` does not read
        affray: ~/traits.json: this Open5e dump has actions or traits without creatures: import the folder with Creature.json
        affray: ~/alone.json: this Open5e dump has creatures without actions: put CreatureAction.json and CreatureTrait.json beside it and import the folder
        affray: ~/owl.yml: this seems to be YAML, which `affray import` does not read
        affray: ~/fc.xml: this seems to be XML of Fight Club, which `affray import` does not read
        affray: ~/page.html: this seems to be an HTML page, which `affray import` does not read
        affray: ~/owl.md: this seems to be a text in Markdown, which `affray import` does not read
        affray: ~/owl.ron: this seems to be RON, such as Affray's own files, which `affray import` does not read
        affray: ~/owl.png: this seems to be a PNG picture, which `affray import` does not read
        affray: ~/owl.pdf: this seems to be a PDF, which `affray import` does not read
        affray: ~/list.csv: line 1 is not the header of a table: it has no column `name`
        affray: ~/settings.json: this is an export of Improved Initiative without creatures
    "#]].assert_eq(&told);
}

#[test]
fn hostile_import_files_are_refused_with_a_reason() {
    let fields: String = (0..200_000).map(|nth| format!(",\"f{nth}\":1")).collect();
    let values = format!("[{{\"name\":\"a\",\"hp\":[{}1]}}]", "1,".repeat(1_100_000));
    let files = [
        (
            "wide.csv",
            format!("name,most\na,5{}\n", ",x".repeat(500_000)),
        ),
        ("head.csv", format!("name{}\na,5\n", ",x".repeat(500_000))),
        ("fields.json", format!("[{{\"name\":\"a\"{fields}}}]")),
        ("values.json", values),
        (
            "double.json",
            "[{\"name\":\"a\",\"hp\":3,\"hp\":4}]".to_owned(),
        ),
        (
            "deep.json",
            format!("{}1{}", "[".repeat(500_000), "]".repeat(500_000)),
        ),
        (
            "older.json",
            "{\"ImprovedInitiative.Creatures.a\": \"{\\\"Name\\\":1,\\\"Name\\\":2}\"}".to_owned(),
        ),
    ];
    let mut told = String::new();
    for (name, text) in files {
        let (out, err) = refused(name, text);
        told += &format!("{out}{err}");
    }
    expect![[r#"
        affray: ~/wide.csv: line 2 has 500002 columns, but a table can have at most 500
        affray: ~/head.csv: the first line names 500001 columns, but a table can have at most 500
        affray: ~/fields.json: a record has more than 20000 fields at line 1 column 208900
        affray: ~/values.json: the file holds more than 1000000 values at line 1 column 2000011
        affray: ~/double.json: the key `hp` appears twice in one record at line 1 column 24
        affray: ~/deep.json: the JSON is nested more than 128 levels deep
        left out: Creatures.a: the key `Name` appears twice in one record at line 1 column 16
        affray: ~/older.json: no combatant in the file has all the fields that a roster of d20 needs
    "#]]
    .assert_eq(&told);
}

#[test]
fn all_files_of_a_folder_are_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("written");
    put(
        "a.json",
        json!([block("Ant", json!({}))]).to_string().as_bytes(),
    );
    put("b.csv", b"name,hp,ac\nBee,3,12\nAnt,4,12\n");
    put("c.png", b"\x89PNG\r\n\x1a\n\0\0");
    put(".hidden", b"name,hp\nGhost,1\n");
    let home = tempfile::tempdir().expect("a folder");
    let shown = folder.path().to_string_lossy().into_owned();
    let (_, out, err) =
        CommandLine::of(home.path()).run(&["import", &shown, "--system", "d20", "--name", "zoo"]);
    expect![[r#"
        2 combatants written to ~/rosters/d20/zoo.ron: 2 complete, 0 incomplete; 2 left out
        left out: b.csv, line 3 (Ant): an earlier combatant has the same name
        left out: c.png: this seems to be a PNG picture, which `affray import` does not read
    "#]]
    .assert_eq(&(out + &err).replace(&shown, "~"));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("made");
    let (_, _, err) = import(&empty, &[]);
    assert!(err.contains("the folder contains no files"), "{err}");
}

#[test]
fn the_exit_status_shows_whether_all_monsters_are_complete() {
    let status = |fields: Value| {
        let text = json!([block("Own", fields)]).to_string();
        format!("{:?}", import_text("own.json", text, &["--print"]).0)
    };
    let of = |code: u8| format!("{:?}", ExitCode::from(code));
    assert_eq!(status(json!({})), of(0));
    assert_eq!(
        status(json!({"special_abilities": [{"name": "Amphibious", "desc": "x"}]})),
        of(0)
    );
    assert_eq!(
        status(json!({"special_abilities": [{"name": "Pack Tactics", "desc": "x"}]})),
        of(2)
    );
    assert_eq!(status(json!({"armor_class": 99})), of(2));
    assert_eq!(status(json!({"hit_points": "many", "hit_dice": ""})), of(1));
}

#[test]
fn an_import_reports_the_same_in_json_and_in_text() {
    let blocks = json!([
        block("Whole", json!({})),
        block(
            "Part",
            json!({"reactions": [{"name": "Parry", "desc": "It adds 2 to its AC."}]})
        ),
        block("Whole", json!({})),
        block("Broken", json!({"armor_class": -3})),
    ]);
    let (_, out, err) = import_text("own.json", blocks.to_string(), &["--print", "--json"]);
    let mut said: Value = serde_json::from_str(&out).expect("JSON");
    let roster = said.get_mut("roster").map(Value::take).expect("a roster");
    assert!(
        roster
            .as_str()
            .is_some_and(|roster| roster.contains("name: \"Whole\"")),
        "{roster}"
    );
    expect![[r#"
        {
          "assumed": [],
          "complete": [
            "Whole"
          ],
          "from_library": [],
          "incomplete": [
            {
              "name": "Part",
              "parts": [
                {
                  "part": "Parry",
                  "reason": "reaction",
                  "text": "It adds 2 to its AC."
                }
              ]
            },
            {
              "name": "Broken",
              "parts": [
                {
                  "part": "ac",
                  "reason": "value outside the limits of the sheet",
                  "text": "-3"
                }
              ]
            }
          ],
          "no_place": {},
          "not_taken_over": [
            "entry 4 (Broken), `ac`: -3 is not between 1 and 40"
          ],
          "path": null,
          "reasons": {
            "reaction": 1,
            "value outside the limits of the sheet": 1
          },
          "refused": [
            {
              "name": "Whole",
              "place": "entry 3",
              "why": "an earlier combatant has the same name"
            }
          ],
          "roster": null
        }"#]]
    .assert_eq(&format!(
        "{}{err}",
        serde_json::to_string_pretty(&said).expect("text")
    ));
}

#[test]
fn prefer_library_replaces_the_whole_imported_stat_block() {
    let blocks = json!([
        block(
            "ogre",
            json!({"reactions": [{"name": "Parry", "desc": "x"}]})
        ),
        block("Own", json!({}))
    ]);
    let (_, out, err) = import_text("own.json", blocks.to_string(), &["--print"]);
    assert!(
        out.contains("name: \"ogre\"") && out.contains("max_hp: 22"),
        "{out}{err}"
    );
    let (code, out, err) = import_text(
        "own.json",
        blocks.to_string(),
        &["--print", "--prefer-library"],
    );
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", ExitCode::SUCCESS),
        "{err}"
    );
    assert!(
        out.contains("name: \"Ogre\"") && out.contains("max_hp: 59"),
        "{out}{err}"
    );
    assert!(err.contains("from the library: ogre"), "{err}");
}
