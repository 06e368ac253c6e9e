//! What the screen showed of a fight, and what its files have of it.

use std::path::Path;

use affray::dice::Seed;
use affray::rules::System;
use affray::store::Saves;

/// What the log pane of a screen says, without blanks and frames.
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

/// What the files of a fight say happened.
fn kept_log(home: &Path, name: &str, systems: &[&'static dyn System]) -> String {
    let saves = Saves::new(home.join("sessions"));
    let found = saves.look(name, systems).expect("it can be read");
    assert_eq!(found.told, [], "nothing is damaged");
    let live = found.session.live_lines();
    let lines = found.session.lines().iter().chain(&live);
    plain(&lines.map(|line| line.text.as_str()).collect::<String>())
}

/// The files have what was shown, whatever the seed of the keys.
#[track_caller]
pub fn check_kept(
    shown: &str,
    home: &Path,
    name: &str,
    systems: &[&'static dyn System],
    seed: Seed,
) {
    let kept = kept_log(home, name, systems);
    // The first row may begin in the middle of a line, and all of it is one stretch of the log. The last line may have the
    // result of a roll now: "Ann attacks Orc." becomes "Ann attacks Orc: 12, hit."
    let announced = shown.strip_suffix('.').unwrap_or(shown);
    assert!(
        kept.contains(announced),
        "seed {seed}: {shown}\nis not in\n{kept}"
    );
}
