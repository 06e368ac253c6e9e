//! Four small games, each written as data by its rulebook's words: who begins by the light of a side, degrees of success,
//! protection before strength, and moves without an order. `affray check` finds them valid and plays their fights.

use std::path::Path;

use crate::support::command_line::affray;

#[test]
fn the_four_example_games_are_valid_and_their_fights_pass() {
    let home = tempfile::tempdir().expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    for (game, fights) in [("barrow", 2), ("lantern", 7), ("moves", 2), ("paces", 3)] {
        let folder = games.join(game);
        let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        let passed = format!("{fights} test fights passed");
        assert!(good && told.contains(&passed), "{game}: {told}");
        assert!(!told.contains("never"), "{game}: {told}");
        assert!(
            !folder.join("rules.lua").exists(),
            "{game} needs no function"
        );
    }
}
