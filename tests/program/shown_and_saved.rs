//! Compares what the screen showed of a fight with its files.

use std::path::Path;

use affray::dice::Seed;
use affray::rules::System;
use affray::store::Saves;

/// Returns the text of the log pane, without blanks and frames.
pub fn shown_log(screen: &str) -> String {
    let rows = screen.lines().map(str::trim_end);
    let from = rows.skip_while(|row| !row.contains(" Log "));
    let pane = from
        .skip(1)
        .take_while(|row| !row.starts_with(['├', '┢', '└', '┡', '┣', '┗']));
    plain(&pane.collect::<String>())
}

fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !"│┃─━┤├…".contains(*c))
        .collect()
}

/// Returns the log of a fight from its files.
fn kept_log(home: &Path, name: &str, systems: &[&'static dyn System]) -> String {
    let saves = Saves::new(home.join("sessions"));
    let found = saves.look(name, systems).expect("it can be read");
    assert_eq!(found.told, [], "nothing is damaged");
    let live = found.session.live_lines();
    let lines = found.session.lines().iter().chain(&live);
    plain(&lines.map(|line| line.text.as_str()).collect::<String>())
}

/// Checks that the files contain what was shown; `seed` is the seed of the keys, for the message.
#[track_caller]
pub fn check_kept(
    shown: &str,
    home: &Path,
    name: &str,
    systems: &[&'static dyn System],
    seed: Seed,
) {
    let kept = kept_log(home, name, systems);
    // The first row may begin in the middle of a line; the rest is one part of the log. The result of a roll may have
    // been added to the last line since: "Ann attacks Orc." becomes "Ann attacks Orc: 12, hit."
    let announced = shown.strip_suffix('.').unwrap_or(shown);
    assert!(
        kept.contains(announced),
        "seed {seed}: {shown}\nis not in\n{kept}"
    );
}
