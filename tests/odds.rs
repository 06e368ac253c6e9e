//! Fights that nobody plays: thousands of them, honestly counted.

use affray::dice::Seed;
use affray::encounter::Encounter;
use affray::rules::compendium::Compendium;
use affray::rules::{System, Temper};
use affray::simulate::{Figures, Orders, Outlook, Standing};

/// Every bundled encounter of a system as it begins.
fn bundled(system: &'static dyn System) -> Vec<(String, Encounter)> {
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let starts = compendium.encounters.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        (ready.name.clone(), start.expect("no mistakes"))
    });
    starts.collect()
}

/// So many fights from a start.
fn figures(
    system: &'static dyn System,
    start: &Encounter,
    tempers: &[Temper],
    fights: u64,
    threads: usize,
) -> Figures {
    let orders = Orders {
        system,
        tempers: tempers.to_vec(),
        seed: Seed(11),
    };
    let standing = Standing::from(start.clone());
    let outlook = Outlook::start(orders, vec![standing], fights, threads, || ());
    outlook.wait().expect("no rule is at fault").remove(0)
}

#[test]
fn a_seed_gives_the_same_figures_on_any_number_of_threads() {
    for system in affray::rules::all() {
        let (name, start) = bundled(*system).remove(0);
        let alone = figures(*system, &start, &[], 13, 1);
        assert_eq!(alone.fights, 13);
        for threads in [2, 5] {
            let together = figures(*system, &start, &[], 13, threads);
            assert_eq!(alone, together, "{name} on {threads} threads");
        }
    }
}

#[test]
fn every_decision_of_a_policy_fits_what_is_asked() {
    let words = ["cautious", "reckless", "flees", "kills", "spreads"];
    let tempers = words.map(|word| Temper::default().with(word).expect("a word of a temper"));
    for system in affray::rules::all() {
        for (name, start) in bundled(*system) {
            for temper in tempers {
                let sides = vec![temper; start.factions.len()];
                let figures = figures(*system, &start, &sides, 6, 2);
                assert_eq!(figures.unfit, 0, "{name}, {temper:?}");
            }
        }
    }
}

#[test]
fn words_of_a_temper_are_of_one_row_each() {
    let all = Temper::all();
    for (place, (word, _)) in all.iter().enumerate() {
        let again = all[place + 1..].iter().any(|(other, _)| other == word);
        assert!(!again, "{word} is of two rows");
        let temper = Temper::default().with(word).expect(word);
        assert!(temper.words().contains(word), "{word}");
    }
    assert_eq!(Temper::default().with("brave"), None);
}
