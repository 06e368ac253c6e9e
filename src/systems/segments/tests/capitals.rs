//! Tests of the action keys of rows and answers.

use std::collections::BTreeSet;

use crate::rules::{ARROWS, Capitals, DEED};
use crate::systems::segments::Segments;
use crate::systems::segments::acts::ACTIONS;
use crate::systems::segments::acts::capitals::CAPITALS;
use crate::systems::segments::state::MainAction;
use crate::values::Words as _;

/// Checks that rows and answers of the same prompt have different action keys. The actions of a declaration appear
/// together with all of its rows.
#[test]
fn action_keys_of_the_same_prompt_are_distinct() {
    let table = Capitals::of_system(&Segments);
    let actions = MainAction::ALL.iter().map(|action| {
        let word = action.word();
        (word, table.deed(word).expect("a capital"))
    });
    let actions: Vec<(&str, char)> = actions.collect();
    for group in CAPITALS {
        let declares = group.prompts.contains(&"declare");
        let deeds = actions.iter().filter(|_| declares);
        let rows = group
            .rows
            .iter()
            .filter(|row| !deeds.clone().any(|deed| deed == *row));
        let mut met = BTreeSet::new();
        for (key, capital) in rows.chain(deeds.clone()) {
            let none = [ARROWS, DEED].contains(capital);
            let alone = none || capital.is_ascii_uppercase() && met.insert(*capital);
            assert!(alone, "{capital} of {key} in {:?}", group.prompts);
        }
    }
}

#[test]
fn action_keys_shared_by_all_systems_have_their_usual_meaning() {
    let rows: BTreeSet<(char, &str)> = CAPITALS
        .iter()
        .flat_map(|group| group.rows)
        .filter(|(_, capital)| "AMWTRCGYN".contains(*capital))
        .map(|(key, capital)| (*capital, *key))
        .collect();
    let expected = [
        ('C', "cover"),
        ('G', "modifier"),
        ('G', "modifier-*"),
        ('M', "movement"),
        ('N', "nothing"),
        ('N', "pass"),
        ('R', "distance"),
        ('T', "caught"),
        ('T', "foes"),
        ('T', "target"),
        ('T', "target*"),
        ('T', "who"),
        ('W', "casts"),
        ('W', "guard"),
        ('W', "weapon"),
        ('W', "weapon*"),
        ('W', "weapon-*"),
        ('Y', "strikes-*"),
    ];
    assert_eq!(rows, expected.into());
    let taken = ACTIONS
        .iter()
        .filter(|action| action.capital.is_some_and(|c| "MWTRCGYN".contains(c)));
    assert_eq!(taken.count(), 0);
}
