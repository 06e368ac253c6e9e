//! Requirements for tactics: decisions are legal, fights end, each setting has an effect, and the stronger side wins
//! more often.

use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::{Generator, Seed};
use affray::encounter::{Encounter, Event, Tactics};
use affray::rules::System;
use affray::setup;
use affray::simulate::{FightOdds, Figures, Leader, MOST_ROUNDS, Orders, Standing, simulate};
use affray::systems::split_round::SplitRound;
use affray::values::Id;

use crate::support::{fight_file, laws};

/// Returns every bundled encounter of a system at its start.
fn bundled(key: &str) -> (&'static dyn System, Vec<(String, Encounter)>) {
    let mut all = laws::systems().into_iter();
    let system = all.find(|one| one.key() == key).expect("a system");
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let (ready, _) = setup::bundled(&compendium);
    let starts = ready.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        (ready.name.clone(), start.expect("no mistakes"))
    });
    (system, starts.collect())
}

/// Returns the statistics of a number of fights from a start, with these tactics of the sides.
fn figures(
    system: &'static dyn System,
    start: &Encounter,
    sides: &[Tactics],
    fights: u64,
) -> Figures {
    let orders = Orders {
        system,
        tactics: sides.to_vec(),
        seed: Seed(11),
    };
    let standing = Standing::from(start.clone());
    let odds = FightOdds::start(orders, vec![standing], fights, 2, || ());
    odds.wait().expect("no rule is at fault").remove(0)
}

/// Returns the same start without some combatants.
fn without(start: &Encounter, some: impl IntoIterator<Item = Id>) -> Encounter {
    let mut start = start.clone();
    let mut all = Vec::clone(&start.combatants);
    for id in some {
        Arc::make_mut(&mut all[id.index()]).gone = true;
    }
    start.combatants = Arc::new(all);
    start
}

/// Creates tactics from these keywords.
fn tactics(words: &[&str]) -> Tactics {
    let with = |tactics: Tactics, word: &&str| tactics.with(word).expect("a word of a tactics");
    words.iter().fold(Tactics::default().knowing(), with)
}

/// Keywords of tactics without an effect in a system, and the reason.
const UNTOLD: [(&str, &str, &str); 18] = [
    ("d20", "kills", "whoever lies dying is left lying"),
    ("popcorn", "kills", "whoever is down is no foe any more"),
    ("timeline", "kills", "whoever is down is no foe any more"),
    ("cards", "kills", "whoever is down is no foe any more"),
    ("plain", "kills", "whoever is down is no foe any more"),
    ("press", "kills", "whoever is down is no foe any more"),
    (
        "plain",
        "cautious",
        "nothing in it is done into another's blow",
    ),
    (
        "plain",
        "reckless",
        "nothing in it is done into another's blow",
    ),
    ("spotlight", "kills", "foes never act, players play"),
    (
        "spotlight",
        "cautious",
        "nothing in it is done into another's blow",
    ),
    (
        "spotlight",
        "reckless",
        "nothing in it is done into another's blow",
    ),
    ("dungeon", "kills", "whoever is down is dead"),
    (
        "dungeon",
        "cautious",
        "nothing in it is done into another's blow",
    ),
    (
        "dungeon",
        "reckless",
        "nothing in it is done into another's blow",
    ),
    ("tiny", "kills", "whoever is down is no foe any more"),
    (
        "split-round",
        "kills",
        "nobody who is down can be struck at",
    ),
    ("segments", "kills", "its policy does not ask"),
    ("segments", "reckless", "its policy does not ask"),
];

/// Fights that are lost even against half of the other side: combatants who stay in a chase lose.
const LOST: [(&str, &str); 1] = [("alternation", "mail_road")];

#[test]
fn automatic_fights_end_with_valid_decisions_and_tactics_change_their_course() {
    laws::each(|system| {
        let (key, starts) = (system.key(), bundled(system.key()).1);
        let led = |words: &[&str]| -> Vec<Figures> {
            let tactics = tactics(words);
            let each = starts.iter().map(|(name, start)| {
                let sides = vec![tactics; start.sides.len()];
                let figures = figures(system, start, &sides, 12);
                assert_eq!(figures.unfit, 0, "{key} {name}, {words:?}");
                assert_eq!(figures.undecided, 0, "{key} {name}, {words:?}");
                figures
            });
            each.collect()
        };
        let usual = led(&[]);
        // Without tactics all choices are the defaults, for every leader.
        let proposed = |(_, start): &(String, Encounter)| {
            let sides = vec![tactics(&["defaults"]); start.sides.len()];
            figures(system, start, &sides, 12)
        };
        if starts.iter().map(proposed).eq(usual.iter().cloned()) {
            return;
        }
        for word in ["cautious", "reckless", "flees", "kills", "spreads"] {
            let tells = UNTOLD.iter().all(|one| (one.0, one.1) != (key, word));
            let changes = led(&[word]) != usual;
            assert!(
                changes || !tells,
                "{key}: `{word}` changes nothing: say why in UNTOLD"
            );
            assert!(
                !changes || tells,
                "{key}: `{word}` tells: strike it out of UNTOLD"
            );
        }
    });
}

/// Returns the number of combatants with a condition at the end of a dozen fights from each start, with these tactics
/// of all sides.
fn bear(
    (system, starts): &(&'static dyn System, Vec<(String, Encounter)>),
    condition: &str,
    words: &[&str],
) -> usize {
    let each = starts.iter().flat_map(|(_, start)| {
        let tactics = vec![tactics(words); start.sides.len()];
        (0..12).map(move |number| {
            let mut dice = Generator::at(Seed(11), number, "mercy", 0, 0);
            let mut led = Leader::new(*system, &tactics, &mut dice);
            let from = Standing::from(start.clone());
            let end = simulate(&mut led, &from, MOST_ROUNDS, |_| true);
            let now = end.expect("no rule is at fault").now;
            now.ids()
                .filter(|id| now.get(*id).named(condition).is_some())
                .count()
        })
    });
    each.sum()
}

#[test]
fn more_combatants_escape_if_the_fallen_are_spared() {
    // In Six Seconds no combatant attacks a fleeing combatant.
    for key in ["countdown", "split-round"] {
        let all = bundled(key);
        let away = |words: &[&str]| bear(&all, "fled", words);
        let (spared, killed) = (away(&["flees"]), away(&["flees", "kills"]));
        assert!(spared > killed, "{key}: {spared}, {killed}");
    }
}

/// A combatant first picks up a dropped weapon if it is better than the weapon at hand. Reckless combatants attack with
/// the weapon at hand, and a weapon that is not better is left.
#[test]
fn automatic_combatants_pick_up_a_better_dropped_weapon() {
    let compendium = Compendium::built_in(&SplitRound).0;
    let fetches = |damage: &str, words: &[&str]| {
        let spear =
            format!("(name: \"spear\", damage: \"{damage}\", place: \"flown\", feet_away: 10)");
        let setup = format!(
            r#"title: "Lost", system: "split-round", sides: [(name: "P"), (name: "O")], combatants: [
            (name: "Kara", side: "P", sheet: (hp_max: 90, attacks: [{spear}, (name: "knife", damage: "1d4")])),
            (name: "Orc", side: "O", sheet: (hp_max: 90))]"#
        );
        let course = fight_file::course(&compendium, &setup, &["enter"]);
        let mut dice = Generator::at(Seed(3), 0, "lost", 0, 0);
        let tactics = [tactics(words)];
        let mut led = Leader::new(&SplitRound, &tactics, &mut dice).told();
        let from = Standing::from(course.session.now().clone());
        let end = simulate(&mut led, &from, 1, |_| true).expect("no rule is at fault");
        let told = |event: &Event| matches!(event, Event::Act { text, .. } if end.now.told(text).starts_with("Kara fetches the spear"));
        end.events.iter().any(told)
    };
    assert!(fetches("1d8", &[]));
    assert!(!fetches("1d8", &["reckless"]));
    assert!(!fetches("1d4", &[]));
}

#[test]
fn combatants_surrender_if_the_rules_leave_surrender_to_the_gm() {
    let all = bundled("segments");
    assert_eq!(bear(&all, "surrendered", &[]), 0);
    assert!(bear(&all, "surrendered", &["flees"]) > 0);
}

#[test]
fn no_combatant_flees_when_no_enemy_is_left() {
    laws::each(|system| {
        let (key, starts) = (system.key(), bundled(system.key()).1);
        for (name, start) in starts {
            for number in 0..12 {
                let mut dice = Generator::at(Seed(5), number, "field", 0, 0);
                let mut led = Leader::new(system, &[], &mut dice).told();
                let from = Standing::from(start.clone());
                let end = simulate(&mut led, &from, MOST_ROUNDS, |_| true);
                let mut now = start.clone();
                for event in end.expect("no rule is at fault").events {
                    if let Event::Gained { who, condition, .. } = &event
                        && condition.key == "fled"
                    {
                        let foe = |id: &Id| !now.allied(*id, *who) && system.stands(&now, *id);
                        assert!(
                            now.present().any(|id| foe(&id)),
                            "{key}, {name}, fight {number}: {} runs from nobody",
                            now.get(*who).name
                        );
                    }
                    now.apply(&event);
                }
            }
        }
    });
}

#[test]
fn the_stronger_side_wins_more_often() {
    laws::each(|system| {
        let (key, starts) = (system.key(), bundled(system.key()).1);
        for (name, start) in starts {
            let even = figures(system, &start, &[], 40);
            let second = start.side_ids().nth(1).expect("two sides");
            let half: Vec<_> = start.members(second).step_by(2).collect();
            let odds = figures(system, &without(&start, half), &[], 40);
            let (before, after) = (even.sides[0].holds, odds.sides[0].holds);
            let lost = LOST.contains(&(key, name.as_str())) && (before, after) == (0, 0);
            assert!(
                after > before || before == 40 || lost,
                "{key} {name}: {before}, {after}"
            );
        }
    });
}
