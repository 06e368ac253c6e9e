//! Parts of Open d20's monsters, each in a fight of its own: it can be chosen, and it has an effect.
//!
//! Attacks, powers, legendary actions, lair actions, auras, bursts and spells are used on a defenceless hero. Parts
//! without an effect are in `tests/data/monster_parts.txt`, with the reason; `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write as _;

use affray::compendium::{Compendium, Creature};
use affray::encounter::Condition;
use affray::resolver::{Answer, Draft, Kind};
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Waits};
use affray::values::{Record, Value};
use expect_test::expect_file;

use crate::support::fight_file::{Course, Fight, begin, compendium, read, told};

/// Lists of a sheet with parts that act, each with the steps to the form in which its row is chosen. `a` is the hero,
/// `b` the monster.
const LISTS: [(&str, &[&str]); 8] = [
    ("attacks", &["do attack b"]),
    ("powers", &["do power b"]),
    ("own_powers", &["do own_power b"]),
    ("spells", &["do cast b"]),
    ("legendary_actions", &["do end-turn a", "pick b"]),
    ("lair_actions", &["choose yes"]),
    ("auras", &["do end-turn b", "pick b"]),
    (
        "death_bursts",
        &[
            "edit b hp 1",
            "edit b heat none",
            "do attack a",
            "set target=b",
            "roll 15",
        ],
    ),
];

/// Maximum number of prompts until the effects of a part are complete.
const PROMPTS: usize = 60;

/// Returns a fight of a hero who hits and fails all saves with a monster. The hero or the monster acts first.
fn fight(monster: &str, hero_first: bool, compendium: &Compendium) -> Fight {
    let saves = ["str", "dex", "con", "int", "wis", "cha"];
    let saves: String = saves
        .iter()
        .map(|save| format!("{save}_save: -10, "))
        .collect();
    let initiative = if hero_first { 30 } else { -10 };
    let text = format!(
        "(about: \"\", setup: (title: \"Parts\", system: \"d20\", \
         sides: [(name: \"Party\", players: true), (name: \"Foes\")], \
         combatants: [(name: \"Ada\", side: \"Party\", \
         sheet: (max_hp: 1000, ac: 1, size: \"tiny\", initiative: {initiative}, {saves}\
         attacks: [(name: \"sword\", bonus: 30, damage: \"100\", damage_type: \"force\", magical: true)])), \
         (from: \"{monster}\", side: \"Foes\")]), steps: [])"
    );
    let fight = read(&Source::new("fight.ron", &text), &[compendium]);
    fight.unwrap_or_else(|wrong| panic!("{monster}: {}", told(&wrong)))
}

/// Accepts the defaults of all prompts.
fn settle(course: &mut Course<'_>) {
    for _ in 0..PROMPTS {
        if !matches!(course.session.waits(), Waits::Prompt(_)) || course.step("enter").is_err() {
            return;
        }
    }
}

/// Fills the open form with a row's name and the hero, or the monster itself.
fn choose(course: &mut Course<'_>, name: &str, on_itself: bool) -> Result<(), String> {
    let Waits::Prompt(prompt) = course.session.waits() else {
        return Err("no form is open".to_owned());
    };
    let Kind::Form(fields) = &prompt.kind else {
        return Err(format!("the question is {}", prompt.title));
    };
    let mut draft = Draft::new();
    let who = course.session.now().ids().nth(usize::from(on_itself));
    for field in fields {
        match &*field.key {
            "with" => draft.insert("with".to_owned(), Value::Word(name.to_owned())),
            "target" => draft.insert("target".to_owned(), Value::Who(who.into_iter().collect())),
            "charged" => draft.insert("charged".to_owned(), Value::Flag(true)),
            "willing" => draft.insert("willing".to_owned(), Value::Flag(true)),
            _ => None,
        };
    }
    let filled = course.session.input(Input::Answer(Answer::Filled(draft)));
    filled.map(|_| ()).map_err(|why| format!("{why:#}"))
}

/// Fields of a sheet that the parts of a monster change.
const CHANGED: [&str; 5] = ["hp", "temp_hp", "drained_hp", "images", "aid_hp"];

/// State of a combatant that the parts of a monster change.
type State = (Vec<Option<Value>>, Vec<Condition>);

/// Returns the state of the hero and of the monster.
fn states(course: &Course<'_>) -> Vec<State> {
    let now = course.session.now();
    let state = |id| {
        let one = now.get(id);
        let numbers = CHANGED.iter().map(|key| one.sheet.value(key));
        (numbers.collect(), one.conditions.clone())
    };
    now.ids().map(state).collect()
}

/// Uses a part in a fight of its own. Returns true if it changed its target. Each attempt has other dice. A part that
/// works only against a held target follows the attack `holds`.
fn acts(
    course: &mut Course<'_>,
    list: &str,
    row: &Record,
    holds: Option<&str>,
    on_itself: bool,
    attempt: usize,
) -> Result<bool, String> {
    let steps = LISTS.iter().find(|(key, _)| *key == list);
    let (_, steps) = steps.expect("a list with steps");
    course.step(
        if matches!(list, "legendary_actions" | "lair_actions" | "death_bursts") {
            "roll 20 1"
        } else {
            "roll 1 20"
        },
    )?;
    // The dice depend on the number of inputs before the roll.
    for nth in 0..attempt {
        course.step(&format!("edit a hp {}", 999 - nth))?;
    }
    if row.flag("only_prone") {
        course.step("gain a prone")?;
    }
    if row.flag("only_helpless") {
        course.step("gain a incapacitated")?;
    }
    let only = row.word("only_types").split(", ").next();
    if let Some(kind) = only.filter(|kind| !kind.is_empty()) {
        course.step(&format!("edit a creature_type {kind}"))?;
    }
    if row.dice("hp_pool").is_some() || row.maybe_int("most_hp").is_some() {
        course.step("edit a hp 5")?;
    }
    if row.dice("healing").is_some() && on_itself {
        course.step("edit b hp 1")?;
    }
    if row.word("only_held") == "attack" || row.word("against") == "grappled" {
        course.step("do attack b")?;
        choose(course, holds.ok_or("nothing holds the hero")?, false)?;
        settle(course);
        course.step("do end-turn b")?;
        settle(course);
        course.step("do end-turn a")?;
        settle(course);
    }
    // An aura may begin with a power of the same name.
    if list == "auras" && course.step("do own_power b").is_ok() {
        settle(course);
    }
    // Auras of other creatures are asked about at the start of a turn.
    if !matches!(list, "auras" | "lair_actions") {
        settle(course);
    }
    let mut before = states(course);
    for step in *steps {
        before = states(course);
        course.step(step)?;
    }
    // The attack that kills a monster deals damage before the monster bursts.
    for _ in 0..PROMPTS {
        match course.session.waits() {
            Waits::Prompt(prompt) if !matches!(prompt.kind, Kind::Form(_)) => {
                course.step("enter")?
            }
            _ => break,
        }
    }
    // The only aura of a monster needs no form.
    let is_form = matches!(course.session.waits(), Waits::Prompt(prompt) if matches!(prompt.kind, Kind::Form(_)));
    if is_form || list != "auras" {
        before = states(course);
        choose(course, row.word("name"), on_itself)?;
    }
    settle(course);
    if row.flag("later") {
        let any_time = row.word("again") == "any_time";
        if !any_time {
            course.step("do end-turn b")?;
            settle(course);
            course.step("do end-turn a")?;
            settle(course);
        }
        course.step(if any_time { "do zone b" } else { "do again b" })?;
        choose(course, row.word("name"), on_itself)?;
        settle(course);
    }
    let target = usize::from(on_itself);
    Ok(before[target] != states(course)[target])
}

/// Returns the reason why a part has no effect; `None` if it should have one.
fn reason(list: &str, row: &Record) -> Option<&'static str> {
    let has = |key: &str| row.dice(key).is_some();
    let condition = ["condition", "second_condition"].iter().any(|key| {
        let word = row.word(key);
        !word.is_empty() && word != "none"
    });
    let number = |key: &str| row.maybe_int(key).unwrap_or(0);
    let acts = condition
        || has("damage")
        || has("save_damage")
        || has("healing")
        || has("temporary")
        || number("hp_bonus") > 0
        || row.flag("petrifies")
        || !row.word("attack").is_empty();
    match list {
        "spells" if row.flag("reaction") => Some("is cast as a reaction"),
        "spells" if row.flag("minutes") => Some("takes longer than a turn"),
        "spells" if row.word("by") == "table" => Some("its note says what it does"),
        "spells" if row.word("condition") == "stable" => Some("is only for the dying"),
        _ if number("pushes") > 0 && !acts => Some("pushes, and Affray has no map"),
        _ if !acts => Some("its note says what it does"),
        _ => None,
    }
}

/// Plays all parts of a monster; writes those without an effect, and those without a reason for it.
pub(crate) fn parts(
    compendium: &Compendium,
    system: &'static dyn System,
    monster: &Creature,
    idle: &mut String,
    wrong: &mut Vec<String>,
) {
    let mut fights: [Option<Fight>; 2] = [None, None];
    let mut attacks = monster.given.list("attacks").iter();
    let holds = attacks
        .find(|one| one.word("condition") == "grappled")
        .map(|one| one.word("name"));
    for (list, _) in LISTS {
        let hero_first = matches!(list, "legendary_actions" | "lair_actions" | "death_bursts");
        for row in monster.given.list(list) {
            let name = row.word("name");
            let mut attacks = monster.given.list("attacks").iter();
            let attack = attacks.find(|one| one.word("name") == row.word("attack"));
            let needs_helpless = attack.is_some_and(|attack| attack.flag("only_helpless"))
                || row.word("against") == "charmed";
            let helpless = needs_helpless.then_some("is only for the charmed, helpless or willing");
            if let Some(why) = reason(list, row).or(helpless) {
                let _ = writeln!(idle, "{}: {name}: {why}", monster.name);
                continue;
            }
            let fight = fights[usize::from(hero_first)]
                .get_or_insert_with(|| fight(&monster.name, hero_first, compendium));
            let mut outcome = Ok(false);
            let own = list == "own_powers";
            // An attack may miss, a save may succeed, and a benefit is for the monster itself.
            for (attempt, on_itself) in [own, own, own, true].into_iter().enumerate() {
                let course = begin(fight, &[compendium], &[system]);
                let mut course = course.unwrap_or_else(|why| panic!("{why}"));
                outcome = acts(&mut course, list, row, holds, on_itself, attempt);
                if outcome == Ok(true) {
                    break;
                }
            }
            match outcome {
                Ok(true) => {}
                Ok(false) => wrong.push(format!("{}: {list}: {name} has no effect", monster.name)),
                Err(why) => wrong.push(format!("{}: {list}: {name}: {why}", monster.name)),
            }
        }
    }
}

#[test]
fn every_part_of_a_monster_can_be_chosen_and_has_an_effect() {
    let compendium = compendium("d20");
    let mut systems = affray::systems::all().iter().copied();
    let system = systems.find(|one| one.key() == "d20").expect("d20");
    let (mut idle, mut wrong) = (String::new(), Vec::new());
    let monsters = compendium.roster().iter();
    for monster in monsters.filter(|one| !one.given.has("level")) {
        parts(&compendium, system, monster, &mut idle, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    expect_file![concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/monster_parts.txt"
    )]
    .assert_eq(&idle);
}
