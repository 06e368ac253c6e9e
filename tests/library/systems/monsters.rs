//! Monsters of Open d20's library in short automatic fights: no rule fails, and every row of a sheet is used.
//!
//! Each monster fights a few rounds, and more fights if it leaves a row unused; `AFFRAY_MONSTERS=20` plays 20 fights of
//! each monster. Rows that are never used are in `tests/data/monsters_unused.txt`, with the reason; `UPDATE_EXPECT=1`
//! rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use affray::compendium::{Compendium, Creature};
use affray::dice::{Dice, Generator, Seed};
use affray::setup::{HitPoints, Newcomer, Setup, SideSetup};
use affray::simulate::{Leader, Standing, simulate};
use affray::systems;
use affray::values::Record;
use expect_test::expect_file;

/// Number of rounds in each fight, in which all combatants have enough hit points.
const ROUNDS: u32 = 4;

/// Lists of a sheet with a monster's actions, and the text before a row's name in the log.
const LISTS: [(&str, &str); 3] = [
    ("attacks", " with "),
    ("powers", " uses "),
    ("legendary_actions", " uses "),
];

/// Maximum number of fights of a monster that leaves a row unused.
const MOST: u64 = 8;

/// Returns the rows of all lists, each with the place of its list.
pub(crate) fn rows(monster: &Creature) -> impl Iterator<Item = (usize, &Record)> {
    let lists = LISTS.iter().enumerate();
    lists
        .flat_map(|(place, (list, _))| monster.given.list(list).iter().map(move |row| (place, row)))
}

pub(crate) fn is_used(all: &BTreeSet<(usize, String)>, place: usize, row: &Record) -> bool {
    all.contains(&(place, row.word("name").to_owned()))
}

/// Returns the names of rows that the log of a fight mentions.
pub(crate) fn used(
    compendium: &Compendium,
    monster: &Creature,
    seed: u64,
) -> BTreeSet<(usize, String)> {
    let mut setup = Setup::new(compendium.key());
    for (name, players) in [("Party", true), ("Foes", false)] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players,
            ..SideSetup::default()
        });
    }
    for (from, side) in [("Hild", "Party"), (&*monster.name, "Foes")] {
        setup.combatants.push(Newcomer {
            hit_points: HitPoints::Fixed(400),
            ..Newcomer::from_roster(from, 1, side)
        });
    }
    let start = setup.begin(compendium, Seed(seed)).expect("it begins");
    let mut dice = Generator::at(Seed(seed), 0, "monsters", 0, 0);
    let system = systems::all().iter().copied();
    let system = system.clone().find(|one| one.key() == "d20").expect("d20");
    let mut led = Leader::new(system, &[], &mut dice).told();
    let fight = simulate(&mut led, &Standing::from(start), ROUNDS, |_| true);
    let fight = fight.unwrap_or_else(|why| panic!("{}: {why}", monster.name));
    let log: Vec<String> = fight
        .events
        .iter()
        .map(|event| format!("{event:?}").replace("\\\"", "\""))
        .filter(|event| event.contains(&monster.name))
        .collect();
    let mut used = BTreeSet::new();
    for (place, (list, sign)) in LISTS.iter().enumerate() {
        for row in monster.given.list(list) {
            let name = row.word("name");
            let said = format!(
                "{}{sign}{name}",
                if *sign == " uses " { &monster.name } else { "" }
            );
            let says = |event: &String| {
                event.match_indices(&said).any(|(at, said)| {
                    // "Claw" must not match "Claws".
                    !event[at + said.len()..].starts_with(|c: char| c.is_alphanumeric())
                })
            };
            if log.iter().any(says) {
                used.insert((place, name.to_owned()));
            }
        }
    }
    used
}

/// Returns the row of the attack that a legendary action makes, or the row itself.
fn made<'m>(monster: &'m Creature, row: &'m Record) -> &'m Record {
    let mut attacks = monster.given.list("attacks").iter();
    let named = attacks.find(|one| one.word("name") == row.word("attack"));
    named.unwrap_or(row)
}

/// Returns twice the average damage of a row.
fn harm(row: &Record) -> i64 {
    let twice = |dice: &Dice| dice.least() + dice.most();
    let dice = ["damage", "extra_damage"].iter();
    dice.filter_map(|key| row.dice(key)).map(twice).sum()
}

/// Returns true if a row gives a condition, whose value depends on the hit points of the target.
fn hinders(row: &Record) -> bool {
    let mut conditions = ["condition", "second_condition"].iter();
    conditions.any(|key| !matches!(row.word(key), "" | "none"))
}

/// Returns the expected damage of a row against the hero, for comparisons: its damage times the chance of a hit or a
/// failed save.
fn promise(place: usize, row: &Record) -> i64 {
    let number = |key: &str| row.maybe_int(key).unwrap_or(0);
    let chance = if place == 0 {
        number("bonus") + 3
    } else {
        number("dc") - 5
    };
    harm(row) * chance.clamp(1, 19)
}

/// Returns the reason why a row may stay unused; `None` if there is none.
pub(crate) fn reason(
    monster: &Creature,
    place: usize,
    row: &Record,
    used: &BTreeSet<(usize, String)>,
) -> Option<String> {
    let name = row.word("name").to_owned();
    let row = made(monster, row);
    if harm(row) == 0 && !hinders(row) {
        return Some("deals no damage and gives no condition that hinders".to_owned());
    }
    if row.flag("only_prone") {
        return Some("only against a prone target".to_owned());
    }
    if row.word("only_held") == "attack" {
        return Some("only against a grappled target".to_owned());
    }
    let times = |row: &Record| row.maybe_int("multiattack_count").unwrap_or(0);
    let together = monster.given.list("attacks").iter();
    let together: i64 = together.map(|row| times(row) * promise(0, row)).sum();
    let own = promise(place, row);
    let spells = monster.given.list("spells").iter();
    // A spell that needs no roll always hits, with each of its rays.
    let certain = |spell: &Record| {
        let rays = spell.maybe_int("rays").unwrap_or(0).max(1);
        spell.word("by") == "touch" && harm(spell) * rays * 20 >= own
    };
    let more = |spell: &&Record| harm(spell) >= harm(row) || certain(spell) || hinders(spell);
    let spell = spells.clone().find(more);
    if let Some(spell) = spell.filter(|_| place != 2) {
        return Some(format!("{} promises more", spell.word("name")));
    }
    let better = rows(monster).find(|(of, other)| {
        let is_other = other.word("name") != name;
        let alike = (*of == 2) == (place == 2);
        let promised = promise(*of, made(monster, other));
        let whole = *of == 0 && together >= own;
        let more = *of == 2 || promised >= own || whole || hinders(other);
        is_other && alike && is_used(used, *of, other) && more
    });
    better.map(|(_, other)| format!("{} promises more", other.word("name")))
}

#[test]
fn every_attack_and_power_of_a_monster_is_used_or_explained() {
    let many = std::env::var("AFFRAY_MONSTERS").ok();
    let many: u64 = many.and_then(|many| many.parse().ok()).unwrap_or(1);
    let system = systems::all()
        .iter()
        .copied()
        .find(|one| one.key() == "d20");
    let (compendium, wrong) = Compendium::built_in(system.expect("d20"));
    assert_eq!(wrong, []);
    let mut unused = String::new();
    let mut unexplained = Vec::new();
    for monster in compendium
        .roster()
        .iter()
        .filter(|one| !one.given.has("level"))
    {
        let mut all = BTreeSet::new();
        for seed in 1..=many.max(MOST) {
            all.extend(used(&compendium, monster, seed));
            let open = rows(monster).any(|(place, row)| {
                !is_used(&all, place, row) && reason(monster, place, row, &all).is_none()
            });
            if seed >= many && !open {
                break;
            }
        }
        for (place, row) in rows(monster).filter(|(place, row)| !is_used(&all, *place, row)) {
            let name = row.word("name");
            match reason(monster, place, row, &all) {
                Some(why) => {
                    let _ = writeln!(unused, "{}: {name}: {why}", monster.name);
                }
                None => unexplained.push(format!("{}: {name}", monster.name)),
            }
        }
    }
    assert!(unexplained.is_empty(), "never used: {unexplained:#?}");
    if many == 1 {
        expect_file![concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/monsters_unused.txt"
        )]
        .assert_eq(&unused);
    }
}
