//! Action keys that can appear in the same prompt. Tests of whole fights are in `tests/fights/countdown`.

use std::collections::BTreeSet;

use crate::rules::{Capitals, DEED};
use crate::systems::countdown::Countdown;
use crate::systems::countdown::acts::ACTIONS;
use crate::systems::countdown::acts::capitals::CAPITALS;
use crate::systems::countdown::state::maneuver::Maneuver;
use crate::values::Words as _;

/// A declaration offers all actions, together with the rows of the chosen one.
#[test]
fn deeds_and_rows_of_a_declaration_have_capitals_of_their_own() {
    let table = Capitals::of_system(&Countdown);
    let mut deeds = BTreeSet::new();
    for action in Maneuver::ALL {
        let capital = table.deed(action.word()).expect("a capital");
        assert!(deeds.insert(capital), "{capital} of {action:?}");
    }
    let declares = CAPITALS
        .iter()
        .filter(|group| group.prompts.contains(&"declare"));
    for (row, capital) in declares.flat_map(|group| group.rows) {
        let deed = Maneuver::from_word(row).is_some() || *capital == DEED;
        assert!(deed || !deeds.contains(capital), "{capital} of {row}");
    }
}

/// On a number the actions appear beside other combatants who may act there.
#[test]
fn a_menu_of_a_count_has_no_capital_twice() {
    let mut met = BTreeSet::new();
    let others = ["first", "join", "early", "end"];
    let words = Maneuver::ALL.iter().map(|action| action.word());
    for word in words.chain(others) {
        let mut rows = ACTIONS.iter().filter(|action| action.key == word);
        let action = rows.next().expect("a row of the table");
        let alone = action.capital.is_none_or(|capital| met.insert(capital));
        assert!(
            alone && (action.capital.is_some() || word == "pass"),
            "{word}"
        );
    }
}
