//! What a policy is held to: its decisions fit, its fights end, a side's temper tells, and the stronger side wins more
//! often.

use std::sync::Arc;

use affray::dice::Seed;
use affray::encounter::{Encounter, Id};
use affray::rules::compendium::Compendium;
use affray::rules::{System, Temper};
use affray::simulate::{Figures, Orders, Outlook, Standing};

/// Every bundled encounter of a system as it begins.
fn bundled(key: &str) -> (&'static dyn System, Vec<(String, Encounter)>) {
    let system = *affray::rules::all()
        .iter()
        .find(|one| one.key() == key)
        .expect("a system");
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let starts = compendium.encounters.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        (ready.name.clone(), start.expect("no mistakes"))
    });
    (system, starts.collect())
}

/// What so many fights from a start come to, the sides led so.
fn figures(
    system: &'static dyn System,
    start: &Encounter,
    sides: &[Temper],
    fights: u64,
) -> Figures {
    let orders = Orders {
        system,
        tempers: sides.to_vec(),
        seed: Seed(11),
    };
    let standing = Standing::from(start.clone());
    let outlook = Outlook::start(orders, vec![standing], fights, 2, || ());
    outlook.wait().expect("no rule is at fault").remove(0)
}

/// The same start, some taken out of it.
fn without(start: &Encounter, some: impl IntoIterator<Item = Id>) -> Encounter {
    let mut start = start.clone();
    let mut all = Vec::clone(&start.combatants);
    for id in some {
        Arc::make_mut(&mut all[id.index()]).gone = true;
    }
    start.combatants = Arc::new(all);
    start
}

fn temper(word: &str) -> Temper {
    Temper::default().with(word).expect("a word of a temper")
}

/// The systems that have a policy of their own here, each held to the same.
const SYSTEMS: [&str; 1] = ["countdown"];

#[test]
fn decisions_fit_and_fights_end_and_every_temper_tells() {
    for key in SYSTEMS {
        let (system, starts) = bundled(key);
        let led = |start: &Encounter, word| {
            let sides = vec![temper(word); start.factions.len()];
            figures(system, start, &sides, 12)
        };
        let usual = starts.iter().map(|(_, start)| led(start, "sensible"));
        let usual: Vec<Figures> = usual.collect();
        for word in ["cautious", "reckless", "flees", "kills", "spreads"] {
            let mut tells = false;
            for ((name, start), usual) in starts.iter().zip(&usual) {
                let figures = led(start, word);
                assert_eq!(figures.unfit, 0, "{key} {name}, {word}");
                assert_eq!(figures.undecided, 0, "{key} {name}, {word}");
                tells |= figures != *usual;
            }
            assert!(tells, "{word} changes nothing in {key}");
        }
        for ((name, _), usual) in starts.iter().zip(&usual) {
            assert_eq!((usual.unfit, usual.undecided), (0, 0), "{key} {name}");
        }
    }
}

#[test]
fn the_stronger_side_wins_more_often() {
    for key in SYSTEMS {
        let (system, starts) = bundled(key);
        for (name, start) in starts {
            let even = figures(system, &start, &[], 40);
            let second = start.faction_ids().nth(1).expect("two sides");
            let half: Vec<_> = start.members(second).step_by(2).collect();
            let odds = figures(system, &without(&start, half), &[], 40);
            let (before, after) = (even.sides[0].holds, odds.sides[0].holds);
            assert!(
                after > before || before == 40,
                "{key} {name}: {before}, {after}"
            );
        }
    }
}
