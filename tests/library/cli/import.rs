//! `affray import`: files of other programs become rosters, no file is overwritten, and values without a place are
//! reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use expect_test::{Expect, expect};

use crate::support::command_line::CommandLine;

fn given(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/import")
        .join(file);
    path.to_string_lossy().into_owned()
}

/// Runs the program, with only the names of the given files in its output.
fn affray(home: &Path, args: &[&str]) -> (ExitCode, String, String) {
    let (code, out, err) = CommandLine::of(home).run(args);
    let files = given("");
    (code, out.replace(&files, ""), err.replace(&files, ""))
}

#[track_caller]
fn check(args: &[&str], code: u8, shown: Expect) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let (found, out, err) = affray(home.path(), args);
    shown.assert_eq(&format!("{out}{err}"));
    assert_eq!(format!("{found:?}"), format!("{:?}", ExitCode::from(code)));
    home
}

#[test]
fn a_csv_table_becomes_a_roster() {
    let file = given("foes.csv");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Salt ghoul", notes: "smells of the sea, and old rope",
                    hp_max: 13, hit_dice: "3d8", ac: 14, move: 30,
                    attacks: [
                        (name: "claw", damage: "d6"),
                    ],
                ),
                (
                    name: "Reef wolf",
                    hp_max: 11, ac: 13, move: 40,
                    attacks: [
                        (name: "bite", damage: "d4+1"),
                    ],
                ),
                (
                    name: "Wrecker",
                    hp_max: 9, ac: 12, move: 30,
                    attacks: [
                        (name: "hatchet", damage: "d6"),
                        (name: "sling", damage: "d4"),
                    ],
                ),
            ]
            left out: line 5 (Tide wraith): the field `hp_max` is missing: a whole number from 1 to 999
            left out: line 6 (Wrecker): an earlier combatant has the same name
            no field on the sheet: CR (3), STR (5)
            3 combatants: 3 complete, 0 incomplete; 2 left out
        "#]],
    );
    check(
        &["import", &file, "--system", "alternation", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Salt ghoul", notes: "smells of the sea, and old rope Speed: 30 ft.",
                    str: 12, max_health: 13,
                    attacks: [
                        (name: "claw", dice: 1, die: 6),
                    ],
                ),
                (
                    name: "Reef wolf", notes: "Speed: 40 ft. damage: +1.",
                    str: 9, max_health: 11,
                    attacks: [
                        (name: "bite", dice: 1, die: 4),
                    ],
                ),
                (
                    name: "Wrecker",
                    str: 11, max_health: 9, speed: 30,
                    attacks: [
                        (name: "hatchet", dice: 1, die: 6),
                        (name: "sling", dice: 1, die: 4),
                    ],
                ),
                (
                    name: "Tide wraith", notes: "nobody knows its hit points",
                    str: 10, speed: 30,
                    attacks: [
                        (name: "touch", dice: 1, die: 8),
                    ],
                ),
            ]
            left out: line 6 (Wrecker): an earlier combatant has the same name
            not imported: line 2 (Salt ghoul), `Speed`: a number from 0 to 40 in steps of 0.5 is needed, not 30 ft.
            not imported: line 3 (Reef wolf), `Speed`: a number from 0 to 40 in steps of 0.5 is needed, not 40 ft.
            not imported: line 3 (Reef wolf), `damage`: the sheet has no field for +1
            incomplete: Salt ghoul: Speed (value outside the limits of the sheet)
            incomplete: Reef wolf: Speed (value outside the limits of the sheet), damage (value outside the limits of the sheet)
            no field on the sheet: AC (5), CR (3)
            4 combatants: 2 complete, 2 incomplete; 1 left out
            reasons, with the number of combatants: value outside the limits of the sheet (2)
        "#]],
    );
    let file = given("semicolons.csv");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Bog hound",
                    hp_max: 11, hit_dice: "2d8+2", ac: 12,
                    attacks: [
                        (name: "bite", damage: "d6"),
                    ],
                ),
                (
                    name: "Bog master", notes: "armour class: twelve.",
                    hp_max: 20, hit_dice: "4d8",
                    attacks: [
                        (name: "staff", damage: "d6"),
                        (name: "curse"),
                    ],
                ),
            ]
            not imported: line 3 (Bog master), `armour class`: a whole number from 0 to 40 is needed, not twelve
            incomplete: Bog master: armour class (value outside the limits of the sheet)
            no field on the sheet: leads its group (1)
            2 combatants: 1 complete, 1 incomplete
            reasons, with the number of combatants: value outside the limits of the sheet (1)
        "#]],
    );
}

#[test]
fn a_json_list_becomes_a_roster() {
    let file = given("list.json");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Mill rat",
                    hp_max: 3, hit_dice: "d4", ac: 12,
                    attacks: [
                        (name: "teeth", damage: "d3"),
                    ],
                ),
                (
                    name: "Mill cat",
                    hp_max: 7, hit_dice: "2d6", ac: 14,
                    attacks: [
                        (name: "claw", damage: "d4"),
                        (name: "bite", damage: "d3"),
                    ],
                ),
            ]
            left out: entry 3: has no name
            no field on the sheet: poison (1), tags (1)
            2 combatants: 2 complete, 0 incomplete; 1 left out
        "#]],
    );
    check(
        &["import", &file, "--system", "segments", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Mill rat", notes: "teeth.",
                    max_hp: 3, hit_dice: "d4",
                ),
                (
                    name: "Mill cat", notes: "claw. bite.",
                    max_hp: 7, hit_dice: "2d6",
                ),
            ]
            left out: entry 3: has no name
            not imported: entry 1 (Mill rat), `teeth`: the field `sc` is missing: a whole number from -50 to 300
            not imported: entry 2 (Mill cat), `claw`: the field `sc` is missing: a whole number from -50 to 300
            not imported: entry 2 (Mill cat), `bite`: the field `sc` is missing: a whole number from -50 to 300
            incomplete: Mill rat: teeth (value outside the limits of the sheet)
            incomplete: Mill cat: claw (value outside the limits of the sheet), bite (value outside the limits of the sheet)
            no field on the sheet: armor_class (3), poison (1), tags (1)
            2 combatants: 0 complete, 2 incomplete; 1 left out
            reasons, with the number of combatants: value outside the limits of the sheet (2)
        "#]],
    );
}

#[test]
fn an_improved_initiative_export_becomes_a_roster() {
    let file = given("improved-initiative.json");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant. Armour class: hide. Rock: range 30/120 ft. Resistant: cold. Roar: Everybody near hears it. to hit: 3 of Rock.",
                    hp_max: 30, hit_dice: "4d10+8", ac: 11, attack_bonus: 6, dex_mod: -1, con: 16, size: "large", move: 40,
                    attacks: [
                        (name: "Maul", damage: "2d8+4"),
                        (name: "Rock", damage: "2d6+4"),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling.",
                    hp_max: 12, ac: 15,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): an encounter: only its combatants go into the roster
            not imported: Creatures.a1 (Quarry ogre), `to hit`: 3 of Rock: the sheet has one number for all attacks, and 6 came first
            incomplete: Quarry ogre: Resistant (trait), Roar (action without an attack, save or damage for the sheet), to hit (value outside the limits of the sheet)
            no field on the sheet: cha (1), challenge_rating (1), current hit points (1), damage kind (1), initiative modifier (1), int (1), kind (1), mode (1), range in feet (1), str (2), str save (1), wis (1)
            2 combatants: 1 complete, 1 incomplete; 1 left out
            reasons, with the number of combatants: trait (1); action without an attack, save or damage for the sheet (1); value outside the limits of the sheet (1)
        "#]],
    );
    check(
        &["import", &file, "--system", "split-round", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant. Armour class: hide. Rock: range 30/120 ft. Resistant: cold. Roar: Everybody near hears it.",
                    hp_max: 30, hit_dice: "4d10+8", ac: 11, initiative: -2, dex_mod: -1, con_mod: 3, speed_ft: 40,
                    attacks: [
                        (name: "Maul", attack_mod: 6, damage: "2d8+4"),
                        (name: "Rock", attack_mod: 3, damage: "2d6+4", mode: "ranged"),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling.",
                    hp_max: 12, ac: 15,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): an encounter: only its combatants go into the roster
            incomplete: Quarry ogre: Resistant (trait), Roar (action without an attack, save or damage for the sheet)
            no field on the sheet: cha (1), challenge_rating (1), current hit points (1), damage kind (1), int (1), kind (1), range in feet (1), str (2), str save (1), wis (1)
            2 combatants: 1 complete, 1 incomplete; 1 left out
            reasons, with the number of combatants: trait (1); action without an attack, save or damage for the sheet (1)
        "#]],
    );
    check(
        &["import", &file, "--system", "alternation", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant. Armour class: hide. Rock: range 30/120 ft. Resistant: cold. Roar: Everybody near hears it. speed: 40 ft. damage: +4.",
                    size: "large", str: 19, agi: 8, wit: 5, max_health: 30,
                    attacks: [
                        (name: "Maul", dice: 2, die: 8),
                        (name: "Rock", mode: "ranged", dice: 2, die: 6),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling.",
                    kind: "pc", str: 9, max_health: 12,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): an encounter: only its combatants go into the roster
            not imported: Creatures.a1 (Quarry ogre), `speed`: a number from 0 to 40 in steps of 0.5 is needed, not 40 ft.
            not imported: Creatures.a1 (Quarry ogre), `damage`: the sheet has no field for +4
            not imported: Creatures.a1 (Quarry ogre), `damage`: the sheet has no field for +4
            incomplete: Quarry ogre: Resistant (trait), Roar (action without an attack, save or damage for the sheet), speed (value outside the limits of the sheet), damage (value outside the limits of the sheet)
            no field on the sheet: ac (2), cha (1), challenge_rating (1), con (1), current hit points (1), damage kind (1), initiative modifier (1), range in feet (1), str save (1), to hit (2), wis (1)
            2 combatants: 1 complete, 1 incomplete; 1 left out
            reasons, with the number of combatants: trait (1); action without an attack, save or damage for the sheet (1); value outside the limits of the sheet (1)
        "#]],
    );
}

#[test]
fn an_import_never_overwrites_a_roster() {
    let home = tempfile::tempdir().expect("a folder");
    let file = given("foes.csv");
    let args = ["import", &file, "--system", "countdown"];
    let (_, out, _) = affray(home.path(), &args);
    assert_eq!(
        out,
        "3 combatants written to ~/rosters/countdown/foes.ron: 3 complete, 0 incomplete; 2 left out\n"
    );
    let path: PathBuf = home.path().join("rosters/countdown/foes.ron");
    let written = fs::read_to_string(&path).expect("the roster");
    let (_, checked, _) = affray(home.path(), &["check", &path.to_string_lossy()]);
    assert_eq!(
        checked,
        "~/rosters/countdown/foes.ron: a roster of countdown, 3 combatants, valid\n"
    );
    fs::write(&path, format!("// mine\n{written}")).expect("edited");
    let (code, out, err) = affray(home.path(), &args);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
    assert_eq!(out, "");
    assert!(err.ends_with(
        "affray: ~/rosters/countdown/foes.ron exists already and was not changed: choose another name with `--name`, or move that file\n"
    ), "{err}");
    assert!(
        fs::read_to_string(&path)
            .expect("the roster")
            .starts_with("// mine")
    );
    let (_, out, _) = affray(home.path(), &[&args[..], &["--name", "shore"]].concat());
    assert_eq!(
        out,
        "3 combatants written to ~/rosters/countdown/shore.ron: 3 complete, 0 incomplete; 2 left out\n"
    );
}

#[test]
fn an_import_reports_files_of_another_kind() {
    let home = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let files = [
        put("cut.json", "[{\"name\": \"Wolf\","),
        put("number.json", "[7]"),
        put("empty.csv", ""),
        put("blank.csv", "\u{feff}\n"),
        put("words.txt", "only a line\n"),
        put("none.json", "[]"),
        // Two bytes for each character without a byte order mark, and a character that separates words elsewhere.
        put(
            "wide.csv",
            "n\0a\0m\0e\0,\0h\0p\0\n\0W\0o\0l\0f\0,\0\x31\0\x31\0",
        ),
        put("nul.csv", "name,hp\nWo\0lf,11\n"),
        put("shop.json", "{\"Creatures.x\": {\"Name\": \"Chair\"}}"),
    ];
    let mut told = String::new();
    for file in &files {
        let (code, out, err) = affray(home.path(), &["import", file, "--system", "segments"]);
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
        told += &format!("{out}{err}");
    }
    let (_, out, err) = affray(home.path(), &["import", &files[0], "--system", "segment"]);
    told += &format!("{out}{err}");
    expect![[r#"
        affray: ~/cut.json: this is not valid JSON: EOF while parsing a value at line 1 column 17
        affray: ~/number.json: entry 1 is not a record
        affray: ~/empty.csv: the file is empty
        affray: ~/blank.csv: the file is empty
        affray: ~/words.txt: line 1 is not the header of a table: it has no column `name`
        affray: ~/none.json: no combatant in the file has all the fields that a roster of segments needs
        affray: ~/wide.csv: line 1 is not valid text: save the file as UTF-8
        affray: ~/nul.csv: line 2 is not valid text: save the file as UTF-8
        left out: Creatures.x: has no name or no hit points
        affray: ~/shop.json: no combatant in the file has all the fields that a roster of segments needs
        affray: unknown system `segment`: did you mean `segments`?
    "#]]
    .assert_eq(&told);
    assert!(!home.path().join("rosters").exists());
}

/// Forms of other programs: their encodings and marks, the terms of 2024, numbers as texts, and names that are links.
/// An invalid record is reported, and the others are imported.
#[test]
fn stat_blocks_in_every_format_are_imported() {
    let file = given("forms.json");
    check(
        &["import", &file, "--system", "d20", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Spear guard", notes: "Spear, thrown: range 20/60 ft.",
                    max_hp: 11, hp_dice: "2d8", ac: 16, str: 13, dex: 12, con: 12, int: 10, wis: 11, cha: 10,
                    attacks: [
                        (name: "Spear", bonus: 3, damage: "d6+1", damage_type: "piercing"),
                        (name: "Spear, two hands", bonus: 3, damage: "d8+1", damage_type: "piercing"),
                        (name: "Spear, thrown", bonus: 3, damage: "d6+1", damage_type: "piercing", range: 20, mode: "ranged"),
                    ],
                ),
                (
                    name: "Coal dog",
                    max_hp: 40, hp_dice: "9d8", ac: 15, str: 17, dex: 12, con: 14, int: 6, wis: 13, cha: 6,
                    attacks: [
                        (name: "Bite", bonus: 5, damage: "d6+3", damage_type: "piercing", extra_damage: "2d6", extra_damage_type: "fire"),
                    ],
                    powers: [
                        (name: "Ash cough", save: "dex", dc: 13, half_on_save: true, damage: "5d6", damage_type: "fire", targets: 40, area: "15-foot cone", recharge: 5),
                    ],
                ),
                (
                    name: "Minus goblin",
                    max_hp: 7, ac: 13,
                    attacks: [
                        (name: "Club", bonus: -1, damage: "d4-1", damage_type: "bludgeoning"),
                    ],
                ),
                (
                    name: "No actions",
                    max_hp: 9, ac: 12,
                ),
                (
                    name: "Nulls",
                    max_hp: 9,
                ),
                (
                    name: "Wrong types",
                    max_hp: 9, ac: 15,
                    attacks: [
                        (name: "Bite. +3 to hit"),
                    ],
                ),
                (
                    name: "Marked ruffian", notes: "Sling: range 80/320 ft.",
                    max_hp: 7, hp_dice: "2d6", ac: 15, speed: 30, str: 8, dex: 14, con: 10, int: 10, wis: 8, cha: 8, resistances: "fire", immunities: "poison", challenge_rating: "1/4",
                    attacks: [
                        (name: "Hook", bonus: 4, damage: "d6+2", damage_type: "slashing"),
                        (name: "Sling", bonus: 4, damage: "d6+2", damage_type: "piercing", range: 80, mode: "ranged"),
                    ],
                ),
                (
                    name: "New form",
                    max_hp: 13, hp_dice: "3d8", ac: 13, str: 12, dex: 15, con: 10, int: 10, wis: 10, cha: 10,
                    attacks: [
                        (name: "Blade", bonus: 4, damage: "d6+2", damage_type: "slashing", extra_damage: "d6", extra_damage_type: "poison", condition: "poisoned", lasts_until: "source_turn_start"),
                    ],
                    powers: [
                        (name: "Spit", save: "dex", dc: 12, half_on_save: true, damage: "4d6", damage_type: "acid", targets: 40, area: "15-foot cone"),
                    ],
                ),
                (
                    name: "Claw and dart", notes: "Dart: range 30/120 ft.",
                    max_hp: 22, ac: 13,
                    attacks: [
                        (name: "Claw", bonus: 4, damage: "d8+2", damage_type: "slashing"),
                        (name: "Dart", bonus: 5, damage: "d4+3", damage_type: "piercing", range: 30, mode: "ranged"),
                    ],
                ),
                (
                    name: "Hill crusher", notes: "Keen: … Slam: It slams.",
                    max_hp: 110, hp_dice: "12d10+36", ac: 17, speed: 30, str: 18, dex: 12, con: 16, int: 10, wis: 12, cha: 10, dex_save: 4, passive_perception: 15, perception: 5, resistances: "nonmagical", immunities: "cold, poison", condition_immunities: "charmed, frightened", multiattack: true, challenge_rating: "5", senses: "darkvision 60 ft.",
                    attacks: [
                        (name: "Slam", bonus: 7, damage: "2d8+4", damage_type: "bludgeoning", reach: 10, multiattack_count: 2),
                    ],
                ),
                (
                    name: "Web moth", notes: "Web: range 30/60 ft.",
                    max_hp: 26, hp_dice: "5d10", ac: 14, speed: 30, str: 14, dex: 16, con: 12, int: 2, wis: 11, cha: 4, condition_immunities: "charmed", challenge_rating: "1", senses: "darkvision 60 ft.",
                    attacks: [
                        (name: "Bite", bonus: 5, damage: "d4+3", damage_type: "piercing", save: "con", dc: 12, save_damage: "3d6", save_damage_type: "poison"),
                        (name: "Web", bonus: 5, range: 30, mode: "ranged", condition: "restrained", recharge: 5),
                    ],
                ),
            ]
            left out: entry 12: has no name
            left out: entry 13: is not a record
            left out: entry 14 (Huge hp): the field `max_hp` is missing: a whole number from 1 to 2000
            left out: entry 15 (Negative): the field `max_hp` is missing: a whole number from 1 to 2000
            not imported: entry 14 (Huge hp), `hp`: 99999999999 is not between 1 and 2000
            not imported: entry 15 (Negative), `ac`: -3 is not between 1 and 40
            not imported: entry 15 (Negative), `hp`: -5 is not between 1 and 2000
            incomplete: Hill crusher: Keen (trait), Slam (legendary action without an attack or a save)
            no field on the sheet: stats (1)
            11 combatants: 10 complete, 1 incomplete; 4 left out
            reasons, with the number of combatants: trait (1); legendary action without an attack or a save (1)
        "#]],
    );
}

/// Stat blocks of a 5e list: attacks with number, dice, types, reach and effects. Values without a place, and records
/// that are not creatures, are reported by name.
#[test]
fn stat_blocks_become_combatants_of_open_d20() {
    let file = given("compact.json");
    check(
        &["import", &file, "--system", "d20", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Kiln lizard", notes: "Speed: walk 30, climb 20. Hiss: It hisses.",
                    max_hp: 27, hp_dice: "5d8+5", ac: 15, speed: 30, size: "medium", str: 15, dex: 12, con: 13, int: 4, wis: 10, cha: 6, con_save: 3, resistances: "fire, cold", multiattack: true, challenge_rating: "1",
                    attacks: [
                        (name: "Bite", bonus: 4, damage: "d10+2", damage_type: "piercing", extra_damage: "d6", extra_damage_type: "fire", multiattack_count: 1),
                        (name: "Tail", bonus: 4, damage: "d6+2", damage_type: "bludgeoning", reach: 10, multiattack_count: 1, save: "str", dc: 12, condition: "prone"),
                    ],
                ),
            ]
            left out: entry 2 (Sodden thing): the field `max_hp` is missing: a whole number from 1 to 2000
            left out: entry 3 (Kiln lizard): an earlier combatant has the same name
            left out: entry 4: has no name
            not imported: entry 2 (Sodden thing), `hp`: a whole number from 1 to 2000 is needed, not many
            incomplete: Kiln lizard: Hiss (action without an attack, save or damage for the sheet)
            1 combatant: 0 complete, 1 incomplete; 3 left out
            reasons, with the number of combatants: action without an attack, save or damage for the sheet (1)
        "#]],
    );
    let file = given("improved-initiative.json");
    check(
        &["import", &file, "--system", "d20", "--print"],
        2,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant. Armour class: hide. Rock: range 30/120 ft. Roar: Everybody near hears it.",
                    max_hp: 30, hp_dice: "4d10+8", ac: 11, speed: 40, size: "large", creature_type: "giant", str: 19, dex: 8, con: 16, int: 5, wis: 7, cha: 7, str_save: 6, initiative: -2, resistances: "cold", challenge_rating: "2",
                    attacks: [
                        (name: "Maul", bonus: 6, damage: "2d8+4", damage_type: "bludgeoning"),
                        (name: "Rock", bonus: 3, damage: "2d6+4", range: 30, mode: "ranged"),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling.",
                    max_hp: 12, ac: 15, str: 9,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): an encounter: only its combatants go into the roster
            incomplete: Quarry ogre: Roar (action without an attack, save or damage for the sheet)
            no field on the sheet: current hit points (1), kind (1)
            2 combatants: 1 complete, 1 incomplete; 1 left out
            reasons, with the number of combatants: action without an attack, save or damage for the sheet (1)
        "#]],
    );
}

#[test]
fn an_attack_described_in_a_table_cell_is_imported_with_its_numbers() {
    let home = tempfile::tempdir().expect("a folder");
    let table = home.path().join("told.csv");
    let told = "Bite. +3 to hit, reach 10 ft. Hit: 4 (1d6 + 1) piercing damage; Dart: Ranged Weapon Attack: +4 to hit, range 20/60 ft. Hit: 1d4 piercing damage";
    fs::write(
        &table,
        format!("name,hp,attacks\nQuarry rat,7,\"{told}\"\n"),
    )
    .expect("written");
    let (_, out, err) = affray(
        home.path(),
        &[
            "import",
            &table.to_string_lossy(),
            "--system",
            "d20",
            "--print",
        ],
    );
    expect![[r#"
        [
            (
                name: "Quarry rat",
                max_hp: 7,
                attacks: [
                    (name: "Bite", bonus: 3, damage: "d6+1", damage_type: "piercing", reach: 10),
                    (name: "Dart", bonus: 4, damage: "d4", damage_type: "piercing", range: 20, mode: "ranged"),
                ],
            ),
        ]
        1 combatant: 1 complete, 0 incomplete
    "#]]
    .assert_eq(&format!("{out}{err}"));
}

#[test]
fn an_attack_bonus_in_a_column_becomes_an_unnamed_attack() {
    let home = tempfile::tempdir().expect("a folder");
    let table = home.path().join("plus.csv");
    fs::write(&table, "name,hp,ac,attack,damage\nWolf,11,13,+5,1d6\n").expect("written");
    let told = |system: &str| {
        let table = table.to_string_lossy();
        let said = ["import", &table, "--system", system, "--print"];
        let (_, out, err) = affray(home.path(), &said);
        format!("{out}{err}")
    };
    for system in ["d20", "split-round", "countdown"] {
        println!("{}", told(system));
    }
    expect![[r#"
        [
            (
                name: "Wolf",
                max_hp: 11, ac: 13,
                attacks: [
                    (name: "attack", bonus: 5, damage: "d6"),
                ],
            ),
        ]
        1 combatant: 1 complete, 0 incomplete
    "#]]
    .assert_eq(&told("d20"));
    expect![[r#"
        [
            (
                name: "Wolf",
                hp_max: 11, ac: 13,
                attacks: [
                    (name: "attack", attack_mod: 5, damage: "d6"),
                ],
            ),
        ]
        1 combatant: 1 complete, 0 incomplete
    "#]]
    .assert_eq(&told("split-round"));
    expect![[r#"
        [
            (
                name: "Wolf",
                hp_max: 11, ac: 13, attack_bonus: 5,
                attacks: [
                    (name: "attack", damage: "d6"),
                ],
            ),
        ]
        1 combatant: 1 complete, 0 incomplete
    "#]]
    .assert_eq(&told("countdown"));
}

/// A bestiary of fifty creatures is imported completely, is valid, and can fight.
#[test]
fn a_bestiary_of_fifty_creatures_can_fight() {
    let file = given("bestiary.json");
    let home = tempfile::tempdir().expect("a folder");
    let (code, out, err) = affray(home.path(), &["import", &file, "--system", "d20"]);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", ExitCode::from(2)),
        "{err}"
    );
    assert!(out.starts_with("50 combatants written to ~/"), "{out}");
    expect![[r#"
        incomplete: Night drake: Howl (action without an attack, save or damage for the sheet)
        incomplete: Copper adder: Claw (other effect), Howl (action without an attack, save or damage for the sheet)
        incomplete: Hedge eel: Howl (action without an attack, save or damage for the sheet)
        incomplete: Mire fiend: Howl (action without an attack, save or damage for the sheet)
        incomplete: Salt lurker: Howl (action without an attack, save or damage for the sheet)
    "#]].assert_eq(&err);
    let roster = home.path().join("rosters/d20/bestiary.ron");
    let (code, out, err) = affray(home.path(), &["check", &roster.to_string_lossy()]);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", ExitCode::SUCCESS),
        "{err}"
    );
    assert!(out.contains("50 combatants, valid"), "{out}");
    let text = fs::read_to_string(&roster).expect("the roster");
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("name: \"")?.split('"').next())
        .filter(|name| name.contains(' '))
        .collect();
    assert_eq!(names.len(), 50, "{names:?}");
    for (nth, six) in names.chunks(5).enumerate() {
        let foes = six
            .iter()
            .map(|name| format!("(from: \"{name}\", side: \"Foes\"),"));
        let fight = format!(
            "(title: \"Fight {nth}\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [\
             (from: \"Hild\", side: \"Party\"), (from: \"Oswin\", side: \"Party\"), {}])",
            foes.collect::<String>()
        );
        let file = home.path().join(format!("fight-{nth}.ron"));
        fs::write(&file, fight).expect("written");
        let (code, out, err) = affray(
            home.path(),
            &["odds", &file.to_string_lossy(), "--fights", "2"],
        );
        assert_eq!(
            format!("{code:?}"),
            format!("{:?}", ExitCode::SUCCESS),
            "{out}{err}"
        );
    }
}

/// Without the error, an unclosed quote would include all rows after it.
#[test]
fn an_unclosed_quote_in_a_csv_table_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = [
        ("Name,HP,Notes\nGob,7,\"bad\nOrc,5,x\nImp,3,y\n", "line 2"),
        ("Name,HP\nGob,7\n\"Orc,5\n", "line 3"),
        ("Name,\"HP\nGob,7\n", "line 1"),
    ];
    for (table, place) in tables {
        let file = folder.path().join("foes.csv");
        fs::write(&file, table).expect("written");
        let file = file.to_string_lossy().into_owned();
        let args = ["import", &file, "--system", "plain", "--print"];
        let (code, out, err) = affray(folder.path(), &args);
        assert_eq!(
            format!("{code:?}"),
            format!("{:?}", ExitCode::FAILURE),
            "{table}"
        );
        assert!(
            err.contains(&format!("{place}: a quote opens here")),
            "{table}: {out}{err}"
        );
    }
    let file = folder.path().join("foes.csv");
    fs::write(&file, "Name,HP\n\"Gob, the \"\"old\"\"\",7").expect("written");
    let file = file.to_string_lossy().into_owned();
    let (_, out, err) = affray(
        folder.path(),
        &["import", &file, "--system", "plain", "--print"],
    );
    assert!(out.contains("Gob, the \\\"old\\\""), "{out}{err}");
}

/// A line that names the separator, as spreadsheets write it, is not part of the table; line numbers include it.
#[test]
fn a_csv_line_that_names_the_separator_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("foes.csv");
    let args = [
        "import",
        &file.to_string_lossy(),
        "--system",
        "countdown",
        "--print",
    ];
    let roster = |text: &str| {
        fs::write(&file, text).expect("written");
        let (_, out, err) = affray(folder.path(), &args);
        out + &err
    };
    let rows = "Name;HP max;AC\nWolf, grey;11;twelve\n";
    let told = roster(&format!("\u{feff}sep=;\r\n{rows}"));
    assert!(told.contains("name: \"Wolf, grey\""), "{told}");
    assert!(told.contains("hp_max: 11"), "{told}");
    assert!(
        told.contains("not imported: line 3 (Wolf, grey), `AC`"),
        "{told}"
    );
    assert!(!told.contains("no field on the sheet"), "{told}");
    // A separator that would not be guessed.
    let told = roster("SEP=|\nName|HP max\nWolf, grey|11\n");
    assert!(told.contains("name: \"Wolf, grey\""), "{told}");
    let told = roster("sep=;\nName;\"HP max\nWolf;11\n");
    assert!(told.contains("line 2: a quote opens here"), "{told}");
}

/// Some programs write every number with a decimal point.
#[test]
fn a_whole_number_with_a_decimal_point_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("foes.json");
    let block = "{\"Creatures.x\": {\"Name\": \"Bear\", \"HP\": {\"Value\": 34.0}, \"AC\": {\"Value\": 11.0}}}";
    for (text, wanted) in [
        ("[{\"name\": \"Wolf\", \"hp\": 7.0}]", "max_hp: 7,"),
        ("[{\"name\": \"Wolf\", \"hp\": 1.2e1}]", "max_hp: 12,"),
        (
            "[{\"name\": \"Wolf\", \"hp\": 7.5}]",
            "a whole number from 1 to 2000 is needed, not 7.5",
        ),
        (block, "max_hp: 34, ac: 11"),
    ] {
        fs::write(&file, text).expect("written");
        let file = file.to_string_lossy();
        let args = ["import", &file, "--system", "d20", "--print"];
        let (_, out, err) = affray(folder.path(), &args);
        assert!((out.clone() + &err).contains(wanted), "{text}: {out}{err}");
    }
}

/// The system assumed for a roster is reported separately from its errors.
#[test]
fn the_assumed_system_of_a_roster_is_not_counted_as_an_error() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("foes.ron");
    fs::write(&file, "[(name: \"Orc\", most: \"x\")]").expect("written");
    let shown = file.to_string_lossy();
    let (_, out, _) = affray(home.path(), &["check", &shown]);
    expect![[r#"
        checked for the system `plain`, which fits best. Choose another system with `--system`
        ~/foes.ron:1:22: a whole number from 1 to 9999 is needed here, not a text
          1 | [(name: "Orc", most: "x")]
            |                      ^
        ~/foes.ron: 1 mistake
    "#]]
    .assert_eq(&out);
    let (_, out, _) = affray(home.path(), &["check", "--json", &shown]);
    let (mistakes, notes) = out.split_once("\"notes\"").expect("notes");
    assert!(
        !mistakes.contains("which fits best") && notes.contains("which fits best"),
        "{out}"
    );
    // The same holds for a file that is read as settings.
    fs::write(&file, "(colour: 1)").expect("written");
    let (_, out, _) = affray(home.path(), &["check", &shown]);
    assert!(
        out.contains("read as settings") && out.ends_with("foes.ron: 1 mistake\n"),
        "{out}"
    );
}
