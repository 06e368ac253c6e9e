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
    assert!(
        contains(&kept, shown),
        "seed {seed}: {shown}\nis not in\n{kept}"
    );
}

/// Returns true if the log contains what was shown. The first row may begin in the middle of a line. The last line may
/// have gained a result since: "Ann attacks Orc." becomes "Ann attacks Orc: 12, hit." and "Damage: 5 (d6)." becomes
/// "Orc takes 5 damage: 9 → 4 HP (d6)."
fn contains(kept: &str, shown: &str) -> bool {
    if kept.contains(shown.strip_suffix('.').unwrap_or(shown)) {
        return true;
    }
    let Some((before, roll)) = shown.rsplit_once("Damage") else {
        return false;
    };
    let Some((_, dice)) = roll.split_once('(') else {
        return false;
    };
    let after = kept.split_once(before).map_or("", |(_, after)| after);
    after
        .split_once('(')
        .is_some_and(|(_, after)| after.starts_with(dice))
}

#[test]
fn a_saved_log_may_continue_the_last_shown_line() {
    let kept = "Round4AnnattacksOrc:12,hit(d2012).Orctakes5damage:9→4HP(d43+2).";
    for shown in [
        "und4AnnattacksOrc.",
        "und4AnnattacksOrc:12,hit(d2012).Damage:5(d43+2).",
        "Orctakes5damage:9→4HP(d43+2).",
    ] {
        assert!(contains(kept, shown), "{shown}");
    }
    for shown in [
        "Round5AnnattacksOrc.",
        "AnnattacksOrc:12,hit(d2012).Damage:5(d43+3).",
        "AnnattacksElf:12,hit(d2012).Damage:5(d43+2).",
    ] {
        assert!(!contains(kept, shown), "{shown}");
    }
}
