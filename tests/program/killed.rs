//! Tests that kill the program at any moment, with `kill -9` or with signals that it handles: every input shown as
//! saved is on disk.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;

use affray::store::with_own_systems;
use affray::systems;
use rustix::process::Signal;

use crate::running::{BRIDGE, keys, seed, start};
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::seeded_chance::{Chance, number};

/// R2. `AFFRAY_KILLS=1000 cargo test --release --test program kill_at` kills the program a thousand times.
#[test]
fn a_kill_at_any_moment_loses_no_confirmed_input() {
    let home = tempfile::tempdir().expect("a folder");
    killed(home.path(), ("bridge", BRIDGE), 50);
}

/// R2, within functions of a `rules.lua` with several questions and long computations between them: they run from the
/// beginning after every answer and after every start.
#[test]
fn a_kill_within_a_function_loses_no_confirmed_input() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/duel");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    let rules = "local function long()\n  local n = 0\n  for i = 1, 60000 do n = n + i end\n  return n > 0\nend\n\
        function act(self, target, with)\n  local a = roll(self, 'd6', 'first')\n  if long() and confirm(self, 'Twice?') then\n\
        a = a + roll(self, 'd6', 'second')\n  end\n  deal(target, long() and min(a, 1))\n  say(self.name .. ' is done.')\nend\n\
        function tick(self)\n  self.marks = self.marks + roll(self, 'd4', 'fate')\nend\n\
        function ward(self)\n  if damage_taken > 0 then reduce(0) end\nend\n";
    let duel = "(title: \"Duel\", system: \"duel\", sides: [(name: \"Party\", players: true), (name: \"Foes\")],
        combatants: [(from: \"Ada\", side: \"Party\"), (from: \"Dog\", side: \"Foes\"), (from: \"Cur\", side: \"Foes\")])";
    for (name, text) in [
        ("system.ron", include_str!("../data/duel/system.ron")),
        ("roster.ron", include_str!("../data/duel/roster.ron")),
        ("rules.lua", rules),
        ("encounters/duel.ron", duel),
    ] {
        std::fs::write(folder.join(name), text).expect("written");
    }
    killed(home.path(), ("Duel", "Duel"), 20);
}

/// Kills the program at random moments of a fight, and starts a new fight every tenth time.
fn killed(home: &Path, (encounter, title): (&str, &str), kills: u64) {
    let seed = seed();
    let systems = with_own_systems(systems::all(), home);
    let mut chance = Chance::at(seed, 0, "program");
    let mut name = String::new();
    let kills = number("AFFRAY_KILLS").unwrap_or(kills);
    let mut shown = 0;
    for round in 0..kills {
        let mut pty = if round % 10 == 0 {
            name = match round {
                0 => title.to_owned(),
                round => format!("{title}-{}", round / 10 + 1),
            };
            start(home, &["new", encounter])
        } else {
            start(home, &["resume", &name])
        };
        let mut confirmed = String::new();
        for _ in 0..chance.to(6) {
            pty.send(&keys(&mut chance));
            let wait = Duration::from_millis(u64::from(chance.to(25)));
            pty.take_frames(wait, |screen| {
                if screen
                    .lines()
                    .next()
                    .is_some_and(|top| top.contains("✓ saved"))
                {
                    confirmed = shown_log(screen);
                }
            });
        }
        pty.kill(Signal::KILL);
        pty.wait();
        shown += usize::from(!confirmed.is_empty());
        check_kept(&confirmed, home, &name, &systems, seed);
    }
    assert!(shown > 0, "seed {seed}: nothing was ever shown as saved");
}

/// R19, R20: a signal or a closed terminal loses no input.
#[test]
fn signals_and_hang_ups_lose_no_input() {
    let seed = seed();
    let home = tempfile::tempdir().expect("a folder");
    let mut chance = Chance::at(seed, 0, "program");
    start(home.path(), &["new", "bridge"]).kill(Signal::TERM);
    let signals = [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT];
    for round in 0..16 {
        let mut pty = start(home.path(), &["resume", BRIDGE]);
        let mut last = String::new();
        for _ in 0..chance.to(4) {
            pty.send(&keys(&mut chance));
            let wait = Duration::from_millis(u64::from(chance.to(30)));
            pty.take_frames(wait, |screen| last = shown_log(screen));
        }
        let (status, signal) = match signals.get(round % 5) {
            Some(signal) => {
                pty.kill(*signal);
                let status = pty.wait();
                assert!(pty.is_restored(), "seed {seed}: {signal:?}");
                (status, *signal)
            }
            None => {
                pty.hang_up();
                (pty.wait(), Signal::HUP)
            }
        };
        assert_eq!(status.signal(), Some(signal.as_raw()), "seed {seed}");
        check_kept(&last, home.path(), BRIDGE, systems::all(), seed);
    }
}
