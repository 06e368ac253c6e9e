//! Checks that keywords for a row of a table or a condition are validated when they are read. An unknown name is never
//! taken for another name, or for one of the GM's own keywords.

use affray::compendium::Compendium;
use affray::encounter::Event;
use affray::ron_text::Source;
use affray::session::Input;
use affray::systems;
use affray::values::{Fields, Id, Spec, Value};

use crate::support::fight_file::{compendium, course};

/// Returns the fields that name rows of tables, each with its path in a roster and the table.
fn naming(fields: &Fields, open: &str, close: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for field in fields.iter() {
        if !field.table.is_empty() && !field.state {
            let text = format!("{open}{}: \"purple goo\"{close}", field.key);
            found.push((text, field.table.clone()));
        }
        if let Spec::Records(inner) = &field.kind {
            let open = format!("{open}{}: [(name: \"bite\", ", field.key);
            found.extend(naming(inner, &open, &format!(")]{close}")));
        }
    }
    found
}

#[test]
fn an_unknown_name_of_a_table_row_is_reported_at_its_place() {
    let mut many = 0;
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        for (text, table) in naming(&compendium.schema.fields, "[(name: \"Somebody\", ", ")]") {
            let tables = compendium.tables.words();
            assert!(tables.contains_key(&table), "{}: {table}", system.key());
            let source = Source::new("goo.ron", &text);
            let (_, wrong) = compendium.read_roster(&source, true);
            let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            let place = text.find("\"purple").expect("it stands there") + 1;
            let head = format!("goo.ron:1:{place}: ");
            let said = |one: &String| one.starts_with(&head) && one.contains("`purple goo`");
            assert!(told.iter().any(said), "{text}: {told:?}, at {place}");
            many += 1;
        }
    }
    assert!(many > 0, "no field names a row of a table");
}

#[test]
fn a_similar_name_is_suggested() {
    let compendium = compendium("seconds");
    let text = "[(name: \"Adder\", attacks: [(name: \"bite\", poison: \"snake venom\")])]";
    let (read, wrong) = compendium.read_roster(&Source::new("adder.ron", text), true);
    assert!(read.is_empty());
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert!(
        told[0].contains("unknown poison `snake venom`: did you mean `snake_venom`?"),
        "{told:?}"
    );
}

/// SEC-173: the GM cannot set an unknown name during a fight either.
#[test]
fn a_correction_cannot_set_an_unknown_name() {
    let compendium = compendium("seconds");
    let setup = r#"title: "Viper", system: "seconds", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(from: "Pit viper", name: "Fay", side: "P"), (name: "Orc", side: "O", sheet: ())]"#;
    let mut course = course(&compendium, setup, &["roll 6 1"]);
    let before = course.session.save();
    let mut put = |word: &str| {
        let event = Event::Changed {
            who: Id(0),
            at: "attacks/0/poison".to_owned(),
            from: Some(Value::Word("snake_venom".to_owned())),
            to: Some(Value::Word(word.to_owned())),
            label: "poison".into(),
            health: None,
            cause: "".into(),
        };
        course.session.input(Input::Correct(vec![event]))
    };
    let why = put("snake_venim").expect_err("no such poison").to_string();
    assert!(why.ends_with("did you mean `snake_venom`?"), "{why}");
    put("spider_venom").expect("it is in the table");
    assert!(course.session.save() != before);
}

#[test]
fn an_unknown_condition_is_an_error_unless_it_is_marked_as_own() {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        // Other missing values on the sheet are reported separately.
        let read = |condition: &str| {
            let text = format!("[(name: \"Somebody\", conditions: [{condition}])]");
            let (_, wrong) = compendium.read_roster(&Source::new("own.ron", &text), true);
            let told = wrong.iter().map(ToString::to_string);
            let told = told.filter(|told| told.contains("unknown condition"));
            told.collect::<Vec<String>>().join("\n")
        };
        let own = "(key: \"bewitchd by the moon\", own: true)";
        let told = read("\"bewitchd by the moon\"");
        assert!(told.contains(own), "{}: {told}", system.key());
        assert_eq!(read(own), "", "{}", system.key());
        let key = &compendium.schema.conditions[0].key;
        let told = read(&format!("\"{key}x\""));
        assert!(told.contains(&format!("did you mean `{key}`?")), "{told}");
        assert_eq!(read(&format!("\"{key}\"")), "", "{}", system.key());
    }
}
