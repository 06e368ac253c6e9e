//! Tests of action keys that can appear in the same prompt, and of the causes of pending damage. Tests of whole fights
//! are in `tests/fights/countdown`.

use std::collections::BTreeSet;

use crate::rules::{Capitals, DEED};
use crate::systems::countdown::Countdown;
use crate::systems::countdown::acts::ACTIONS;
use crate::systems::countdown::acts::capitals::CAPITALS;
use crate::systems::countdown::says::Harm;
use crate::systems::countdown::state::Wound;
use crate::systems::countdown::state::maneuver::Maneuver;
use crate::systems::prelude::*;
use crate::values::{Stored as _, Value};

/// A declaration offers all actions, together with the rows of the chosen action.
#[test]
fn actions_and_rows_of_a_declaration_have_different_action_keys() {
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

/// On a count, the menu lists the actions together with other combatants who may act on this count.
#[test]
fn each_action_key_appears_once_in_the_menu_of_a_count() {
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

/// A save from an older version of Affray has the cause as text, without the weapon.
#[test]
fn pending_damage_names_its_weapon_or_the_cause_from_an_older_save() {
    let older = Wound {
        amount: 5,
        cause: "Orc's axe".to_owned(),
        by: Some(Id(1)),
        ..Wound::default()
    };
    let Some(Value::Record(saved)) = older.store() else {
        panic!("a record is stored as one");
    };
    assert!(!saved.has("with") && !saved.has("splash"));
    let read = Wound::restore(Some(&Value::Record(saved))).expect("a wound");
    let what = "Orc's axe".into();
    assert_eq!(read.harm(), Harm::Of { amount: 5, what });

    let (amount, by) = (5, Id(1));
    let axe = Wound {
        with: "axe".to_owned(),
        ..older
    };
    let with = "axe".into();
    assert_eq!(axe.harm(), Harm::By { amount, by, with });
    let own = Wound {
        by: None,
        ..axe.clone()
    };
    let with = "axe".into();
    assert_eq!(own.harm(), Harm::OwnFists { amount, with });
    let splash = Wound {
        splash: true,
        ..axe
    };
    let with = "axe".into();
    assert_eq!(splash.harm(), Harm::Splash { amount, by, with });
}
