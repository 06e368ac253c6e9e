//! Tests of the system's arithmetic, which need no fight: wounds, stun, bands, costs and counts. Tests of whole fights
//! are in `tests/fights/segments`.

mod capitals;
mod counts;
mod declarations;
mod sheet;
mod strikes;

use std::sync::OnceLock;

use super::Segments;
use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::Encounter;
use crate::ron_text::Source;
use crate::setup;

/// Creates an encounter of one side with these sheets, written as in a roster.
#[track_caller]
fn fight(sheets: &[&str]) -> Encounter {
    static BOOK: OnceLock<Compendium> = OnceLock::new();
    let compendium = BOOK.get_or_init(|| Compendium::built_in(&Segments).0);
    let combatants: String = sheets
        .iter()
        .enumerate()
        .map(|(place, sheet)| format!("(name: \"One{place}\", side: \"F\", sheet: ({sheet})),"))
        .collect();
    let text = format!(
        "(title: \"x\", system: \"segments\", sides: [(name: \"F\")], combatants: [{combatants}])"
    );
    let (setup, wrong) = setup::read(&Source::new("x", &text), &[compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    setup
        .expect("it was read")
        .begin(compendium, Seed(1))
        .expect("it begins")
}
