//! Bundled rosters: each system has foes and a party with a line about their tactics, and ready fights with waves and
//! events. Automatic fights with them never stop.

use std::collections::BTreeSet;

use affray::compendium::{Compendium, Creature};
use affray::dice::{Generator, Seed};
use affray::encounter::{Stage, Timing};
use affray::rules::System;
use affray::setup::{self, Newcomer, Setup, SideSetup};
use affray::simulate::{Leader, Standing, simulate};

use crate::support::laws::{self, Least, Of, enough};

/// Returns the combatants of a roster that players run in the ready fights, and their enemies. Mounts and vehicles are
/// neither.
fn sides(compendium: &Compendium) -> (Vec<&Creature>, Vec<&Creature>) {
    let mut players = BTreeSet::new();
    let (ready, _) = setup::bundled(compendium);
    for ready in &ready {
        let setup = &ready.setup;
        let sides = setup.sides.iter().filter(|side| side.players);
        let sides: Vec<&str> = sides.map(|side| &*side.name).collect();
        let theirs = setup.combatants.iter();
        let theirs = theirs.filter(|one| sides.contains(&&*one.side));
        players.extend(theirs.map(|one| one.from.as_str()));
    }
    let fights = |one: &&Creature| !matches!(one.given.word("kind"), "mount" | "vehicle");
    let all = compendium.roster().iter().filter(fights);
    all.partition(|one| players.contains(&*one.name))
}

#[test]
fn each_roster_has_a_party_and_foes_with_notes() {
    laws::each(|system| {
        let (compendium, wrong) = Compendium::built_in(system);
        assert!(wrong.is_empty(), "{wrong:?}");
        let (party, foes) = sides(&compendium);
        let (party, key) = (party.len(), system.key());
        assert!(
            (4..=6).contains(&party),
            "{party} are of {key}'s party, 4 to 6 were expected"
        );
        enough(
            system,
            foes.len(),
            "foes",
            "found",
            Least::each(5, Of::Encounters).up_to(20),
        );
        for one in compendium.roster().iter() {
            let how = one.notes.len() > 5;
            assert!(how, "{key}: {} does not say how they fight", one.name);
        }
    });
}

/// Plays every foe of a system against its party, to the end.
fn fights_the_party(system: &'static dyn System) {
    let key = system.key();
    let (compendium, _) = Compendium::built_in(system);
    let (party, foes) = sides(&compendium);
    // In a large library only some foes fight.
    let every = foes.len().div_ceil(40);
    for foe in foes.into_iter().step_by(every) {
        let mut setup = Setup::new(key);
        for name in ["Party", "Foes"] {
            setup.sides.push(SideSetup {
                name: name.to_owned(),
                players: name == "Party",
                ..SideSetup::default()
            });
        }
        let players = party.iter();
        let players = players.map(|one| Newcomer::from_roster(&one.name, 1, "Party"));
        setup.combatants = players.collect();
        let it = Newcomer::from_roster(&foe.name, 1, "Foes");
        setup.combatants.push(it);
        let start = setup.begin(&compendium, Seed(2)).expect("it begins");
        let mut dice = Generator::at(Seed(2), 0, "roster", 0, 0);
        let mut led = Leader::new(system, &[], &mut dice);
        let fight = simulate(&mut led, &Standing::from(start), 100, |_| true);
        let fight = fight.unwrap_or_else(|why| panic!("{}: {why}", foe.name));
        let stands = (fight.now.stage, fight.now.round);
        assert_eq!(
            fight.now.stage,
            Stage::Over,
            "{key}: {}: {stands:?}",
            foe.name
        );
    }
}

#[test]
fn foes_of_every_system_fight_to_an_end() {
    laws::each(fights_the_party);
}

/// One of two ready fights of a system has a wave and an event, and both happen in play.
#[test]
fn bundled_fights_include_waves_and_events() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let (ready, _) = setup::bundled(&compendium);
        let planned = ready.iter().filter(|ready| {
            let comes = |one: &Newcomer| one.at.is_some();
            !ready.setup.events.is_empty() && ready.setup.combatants.iter().any(comes)
        });
        let mut many = 0;
        for ready in planned {
            many += 1;
            let start = ready.setup.begin(&compendium, Seed(3)).expect("it begins");
            let before = (start.combatants.len(), start.scheduled.len());
            let mut dice = Generator::at(Seed(3), 0, "planned", 0, 0);
            let mut led = Leader::new(system, &[], &mut dice);
            let fight = simulate(&mut led, &Standing::from(start), 100, |_| true);
            let fight = fight.unwrap_or_else(|why| panic!("{}: {why}", ready.name));
            assert_eq!(fight.now.stage, Stage::Over, "{}", ready.name);
            assert!(fight.now.combatants.len() > before.0, "{}", ready.name);
            assert!(fight.now.scheduled.len() < before.1, "{}", ready.name);
            let early = |at: &Timing| matches!(at, Timing::Round(2..=4));
            assert!(ready.setup.events.iter().any(|event| early(&event.at)));
        }
        let (what, least) = (
            "fights with waves and events",
            Least::every(1, 2, Of::Encounters),
        );
        enough(system, many, what, "found", least);
    });
}
