//! `affray import`: files as other programs write them become rosters of one's own; nothing is written over, and what finds
//! no place is told.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray::cli::{Environment, run};
use affray::store::Places;
use affray::systems;
use expect_test::{Expect, expect};

fn given(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/import")
        .join(file);
    path.to_string_lossy().into_owned()
}

/// Runs the program; gives its exit code, what it wrote and what it complained of, with `~` for the folder.
fn affray(home: &Path, args: &[&str]) -> (ExitCode, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let around = Environment {
        systems: systems::all().to_vec(),
        places: Ok(Places {
            data: home.to_owned(),
            config: home.to_owned(),
        }),
        screen: Err("no terminal here"),
        out: &mut out,
        err: &mut err,
        progress: false,
    };
    let args = ["affray"].iter().chain(args).map(|arg| (*arg).to_owned());
    let code = run(args, around);
    let files = given("");
    let text = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("text");
        text.replace(&*home.to_string_lossy(), "~")
            .replace(&files, "")
    };
    (code, text(out), text(err))
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
fn a_table_becomes_a_roster() {
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
            left out: line 6 (Wrecker): somebody before has that name
            no place on the sheet: CR (3), STR (5)
        "#]],
    );
    check(
        &["import", &file, "--system", "alternation", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Salt ghoul", notes: "smells of the sea, and old rope",
                    str: 12, max_health: 13,
                    attacks: [
                        (name: "claw", dice: 1, die: 6),
                    ],
                ),
                (
                    name: "Reef wolf",
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
            left out: line 6 (Wrecker): somebody before has that name
            not taken over: line 2, `Speed`: a number from 0 to 40 in steps of 0.5 is needed, not 30 ft.
            not taken over: line 3, `Speed`: a number from 0 to 40 in steps of 0.5 is needed, not 40 ft.
            not taken over: line 3, `damage`: +1 has no place on the sheet
            no place on the sheet: AC (5), CR (3)
        "#]],
    );
    let file = given("semicolons.csv");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        0,
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
                    name: "Bog master",
                    hp_max: 20, hit_dice: "4d8", is_leader: true,
                    attacks: [
                        (name: "staff", damage: "d6"),
                        (name: "curse"),
                    ],
                ),
            ]
            not taken over: line 3, `armour class`: a whole number from 0 to 40 is needed, not twelve
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
                    hp_max: 3, ac: 12,
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
            left out: entry 3: nothing is its name
            no place on the sheet: formula (1), poison (1), tags (1)
        "#]],
    );
    check(
        &["import", &file, "--system", "segments", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Mill rat",
                    max_hp: 3,
                ),
                (
                    name: "Mill cat",
                    max_hp: 7, hit_dice: "2d6",
                ),
            ]
            left out: entry 3: nothing is its name
            not taken over: entry 1, teeth: the field `sc` is missing: a whole number from -50 to 300
            not taken over: entry 2, claw: the field `sc` is missing: a whole number from -50 to 300
            not taken over: entry 2, bite: the field `sc` is missing: a whole number from -50 to 300
            no place on the sheet: armor_class (3), formula (1), poison (1), tags (1)
        "#]],
    );
}

#[test]
fn what_improved_initiative_exports_becomes_a_roster() {
    let file = given("improved-initiative.json");
    check(
        &["import", &file, "--system", "countdown", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant (hide)",
                    hp_max: 30, hit_dice: "4d10+8", ac: 11, attack_bonus: 6, dex_mod: -1, con: 16, move: 40,
                    attacks: [
                        (name: "Maul", damage: "2d8+4"),
                        (name: "Rock", damage: "2d6+4"),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling",
                    hp_max: 12, ac: 15,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): a fight: whoever is in it stands in the roster
            not taken over: Creatures.a1, `to hit`: 3 of Rock: the sheet has one number for all attacks, and 6 came first
            no place on the sheet: Cha (1), DamageResistances (1), Int (1), Saves (1), Str (2), Wis (1), action Roar (1), challenge (1), current hit points (1), initiative modifier (1), kind (1), mode (1)
        "#]],
    );
    check(
        &["import", &file, "--system", "split-round", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant (hide)",
                    hp_max: 30, hit_dice: "4d10+8", ac: 11, initiative: -1, dex_mod: -1, con_mod: 3, speed_ft: 40,
                    attacks: [
                        (name: "Maul", attack_mod: 6, damage: "2d8+4"),
                        (name: "Rock", attack_mod: 3, damage: "2d6+4", mode: "ranged"),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling",
                    hp_max: 12, ac: 15,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): a fight: whoever is in it stands in the roster
            no place on the sheet: Cha (1), DamageResistances (1), Int (1), Saves (1), Str (2), Wis (1), action Roar (1), challenge (1), current hit points (1), kind (1)
        "#]],
    );
    check(
        &["import", &file, "--system", "alternation", "--print"],
        0,
        expect![[r#"
            [
                (
                    name: "Quarry ogre", notes: "Large giant (hide)",
                    str: 19, agi: 8, wit: 5, max_health: 30,
                    attacks: [
                        (name: "Maul", dice: 2, die: 8),
                        (name: "Rock", mode: "ranged", dice: 2, die: 6),
                    ],
                ),
                (
                    name: "Perrin", notes: "halfling",
                    kind: "pc", str: 9, max_health: 12,
                ),
            ]
            left out: SavedEncounters.e1 (The quarry): a fight: whoever is in it stands in the roster
            not taken over: Creatures.a1, `speed`: a number from 0 to 40 in steps of 0.5 is needed, not 40 ft.
            not taken over: Creatures.a1, `damage`: +4 has no place on the sheet
            not taken over: Creatures.a1, `damage`: +4 has no place on the sheet
            no place on the sheet: Cha (1), Con (1), DamageResistances (1), Saves (1), Wis (1), ac (2), action Roar (1), challenge (1), current hit points (1), initiative modifier (1), to hit (2)
        "#]],
    );
}

#[test]
fn a_roster_is_written_once_and_then_known() {
    let home = tempfile::tempdir().expect("a folder");
    let file = given("foes.csv");
    let args = ["import", &file, "--system", "countdown"];
    let (_, out, _) = affray(home.path(), &args);
    assert_eq!(
        out,
        "3 combatants written to ~/rosters/countdown/foes.ron\n"
    );
    let path: PathBuf = home.path().join("rosters/countdown/foes.ron");
    let written = fs::read_to_string(&path).expect("the roster");
    let (_, checked, _) = affray(home.path(), &["check", &path.to_string_lossy()]);
    assert_eq!(
        checked,
        "~/rosters/countdown/foes.ron: a roster of countdown, 3 combatants, no mistakes\n"
    );
    fs::write(&path, format!("// mine\n{written}")).expect("edited");
    let (code, out, err) = affray(home.path(), &args);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
    assert_eq!(out, "");
    assert!(err.ends_with(
        "affray: ~/rosters/countdown/foes.ron is there already and was left as it is: give another name with `--name`, or \
         move that file away\n"
    ), "{err}");
    assert!(
        fs::read_to_string(&path)
            .expect("the roster")
            .starts_with("// mine")
    );
    let (_, out, _) = affray(home.path(), &[&args[..], &["--name", "shore"]].concat());
    assert_eq!(
        out,
        "3 combatants written to ~/rosters/countdown/shore.ron\n"
    );
}

#[test]
fn files_that_are_something_else_are_told() {
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
        put("words.txt", "only a line\n"),
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
        affray: ~/cut.json: this begins like JSON, but EOF while parsing a value at line 1 column 17
        affray: ~/number.json: entry 1 is no record
        affray: ~/empty.csv: nobody in it has what a roster of segments needs
        affray: ~/words.txt: nobody in it has what a roster of segments needs
        affray: ~/shop.json: nobody in it has what a roster of segments needs
        affray: unknown system `segment`: did you mean `segments`?
    "#]]
    .assert_eq(&told);
    assert!(!home.path().join("rosters").exists());
}
