//! Rule system that the program does not know: two sides take turns, with d20 against a guard, 1d6 damage and a dodge.
//! Tests use it to prove that shared code knows no system by name, and `docs/rust-rulebooks.md` uses it as its
//! example. It has a bundled fight and fights of its own (`tests/fights/tiny`), and passes the checks for all systems
//! (`tests/support/laws.rs`).

mod acts;
mod combat;
mod flow;
mod panes;
mod policy;
mod says;
mod sheet;
mod state;

use affray::encounter::{Combatant, Encounter, Event, Roller, Side};
use affray::rules::{Assets, System};
use affray::values::{Record, Schema, SideId};

pub use sheet::at;

/// Rule system of the tests.
pub struct Tiny;

/// Static instance for the list of systems.
pub static TINY: Tiny = Tiny;

/// Returns a list of systems with only this one.
pub fn systems() -> Vec<&'static dyn System> {
    vec![&TINY]
}

impl System for Tiny {
    fn key(&self) -> &'static str {
        "tiny"
    }

    fn name(&self) -> &'static str {
        "Tiny"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: "{}",
            roster: include_str!("assets/tiny/roster.ron"),
            rows: "",
            monsters: "",
            rules: "Roll high.",
            encounters: &[("yard.ron", include_str!("assets/tiny/encounters/yard.ron"))],
        }
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

/// Creates a fight of two against two; the dice of the first two are entered.
pub fn start() -> Encounter {
    let mut start = Encounter::new("Tiny fight", TINY.key(), TINY.schema());
    for (name, players) in [("Heroes", true), ("Foes", false)] {
        start.apply(&Event::Sided {
            side: Side {
                name: name.to_owned(),
                roller: if players {
                    Roller::Typed
                } else {
                    Roller::Rolled
                },
                players,
                ..Side::default()
            },
        });
    }
    for (name, side) in [("Ann", 0), ("Ben", 0), ("Cur", 1), ("Dog", 1)] {
        let sheet = Record::new()
            .with("max_hp", 9)
            .with("hp", 9)
            .with("guard", 12)
            .with("attack", 3);
        let combatant = Combatant::new(name, SideId(side), sheet).into();
        start.apply(&Event::Joined { combatant });
    }
    start
}
