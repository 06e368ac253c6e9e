//! The next decision of whoever plays by himself: always there, always taken, by what its side can know, and told.

use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Decider, Encounter, Roller, Stage, Temper};
use affray::rules::System;
use affray::session::{Input, Session, Waits};
use affray::setup;
use affray::simulate::Decision;

use crate::support::laws;

/// Every bundled encounter of a system as it begins, its sides led as `lead` makes them; all dice fly.
fn bundled(
    system: &'static dyn System,
    lead: impl Fn(usize) -> (Decider, Temper),
) -> Vec<(String, Encounter)> {
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let (ready, _) = setup::bundled(&compendium);
    let starts = ready.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        let mut start = start.expect("no mistakes");
        for (place, side) in Arc::make_mut(&mut start.factions).iter_mut().enumerate() {
            (side.decider, side.temper) = lead(place);
            side.roller = Roller::Rolled;
        }
        (ready.name.clone(), start)
    });
    starts.collect()
}

fn session(start: &Encounter) -> Session {
    Session::new(&laws::systems(), start.clone(), Seed(3)).expect("a session")
}

fn now_hidden(session: &Session, who: affray::values::Id) -> bool {
    session.now().get(who).hidden
}

/// What the fight waits for, in words.
fn waits(session: &Session) -> String {
    match session.waits() {
        Waits::Prompt(prompt) => format!("{}: {}", prompt.question.key, prompt.title),
        Waits::Offers { title, .. } => title.clone(),
        Waits::Fault(what) => panic!("{what}"),
    }
}

fn all_played(_: usize) -> (Decider, Temper) {
    (Decider::Played, Temper::default())
}

/// Takes the decisions one by one until none is made; whoever sits there takes what stands as the fight begins.
fn play(session: &mut Session, mut before: impl FnMut(&Session, &Decision)) {
    for _ in 0..5_000 {
        if session.now().stage == Stage::Setup {
            let input = affray::session::parse(session, "enter").expect("something stands");
            session.input(input).expect("it is taken");
            continue;
        }
        let Some(decision) = session.decision(None) else {
            return;
        };
        before(session, &decision);
        let taken = session.input(Input::from(decision.clone()));
        taken.unwrap_or_else(|why| panic!("{}: {decision:?}: {why}", waits(session)));
    }
    panic!("it does not end");
}

#[test]
fn sides_that_play_themselves_fight_to_the_end() {
    laws::each(|system| {
        for (name, start) in bundled(system, all_played) {
            let mut session = session(&start);
            play(&mut session, |session, decision| {
                let hidden = decision.who.is_some_and(|who| now_hidden(session, who));
                assert!(
                    decision.decider == Decider::Played || hidden,
                    "{name}: {decision:?}"
                );
            });
            let now = session.now();
            let stands = |side: &_| now.members(*side).any(|id| system.stands(now, id));
            let left = now.faction_ids().filter(stands).count();
            assert!(left <= 1, "{name}: it waits at {}", waits(&session));
            // Every line of what somebody did says who decided it, and why.
            let lines = session
                .lines()
                .iter()
                .filter(|line| line.depth == 0 && !line.heading);
            for line in lines {
                if !line.text.contains(" played: ") {
                    eprintln!("{} {name}: {}", system.key(), line.text);
                }
            }
        }
    });
}

#[test]
fn dump() {
    use std::collections::BTreeMap;
    for system in laws::systems() {
        let mut asked: BTreeMap<String, usize> = BTreeMap::new();
        let (mut rounds, mut by) = (0, [0, 0]);
        for (_, start) in bundled(system, |place| {
            (
                if place == 0 {
                    Decider::Gm
                } else {
                    Decider::Played
                },
                Temper::default(),
            )
        }) {
            let mut session = session(&start);
            for _ in 0..2000 {
                if session.now().over() {
                    break;
                }
                if let Some(decision) = session.decision(None) {
                    by[1] += 1;
                    session.input(Input::from(decision)).expect("taken");
                    continue;
                }
                by[0] += 1;
                let told = match session.waits() {
                    Waits::Prompt(prompt) => {
                        let who = prompt.question.who.map_or("nobody", |who| {
                            if session.now().get(who).faction.0 == 0 {
                                "party"
                            } else {
                                "foe"
                            }
                        });
                        let top = session.history().open().last().expect("open");
                        format!(
                            "{} {who} ({:?} {:?})",
                            prompt.question.key,
                            top.command.action,
                            top.command.who.is_some()
                        )
                    }
                    Waits::Offers { offers, title } => {
                        if offers.iter().any(|one| one.command.action == "end") {
                            break;
                        }
                        let preset = offers.iter().find(|one| one.preset).unwrap_or(&offers[0]);
                        let who = preset.command.who.map_or("nobody", |who| {
                            if session.now().get(who).faction.0 == 0 {
                                "party"
                            } else {
                                "foe"
                            }
                        });
                        if who == "foe" && by[0] < 400 { eprintln!("{}: {title} {:?}", session.now().title, offers.iter().map(|one| (one.command.action.to_string(), one.command.who, one.command.faction, one.preset)).collect::<Vec<_>>()); }
                        format!("offers {who} {}", preset.command.action)
                    }
                    Waits::Fault(_) => panic!(),
                };
                *asked.entry(told).or_default() += 1;
                let Ok(input) = affray::session::parse(&session, "enter") else {
                    break;
                };
                if session.input(input).is_err() { break; }
            }
            rounds += session.now().round;
        }
        eprintln!(
            "== {} rounds {rounds} by hand {} played {} {asked:#?}",
            system.key(),
            by[0],
            by[1]
        );
    }
}

#[test]
fn dump2() {
    use std::collections::BTreeSet;
    for system in affray::systems::all() {
        let compendium = Compendium::built_in(*system).0;
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights").join(system.key());
        for file in std::fs::read_dir(folder).unwrap() {
            let (_, fight) = crate::support::fight_file::one(&file.unwrap().path(), &compendium);
            let _ = crate::support::fight_file::play(&fight, &[&compendium], affray::systems::all(), |_, session| {
                if let Waits::Prompt(prompt) = session.waits() && prompt.question.who.is_none() && !matches!(prompt.kind, affray::resolver::Kind::Roll(_) | affray::resolver::Kind::Rolls(_)) {
                    let top = session.history().open().last().expect("open");
                    if !top.command.ruling {
                    let kind = format!("{:?}", prompt.kind);
                    seen.insert(format!("{} in {} of {}: {} | {}", prompt.question.key, top.command.action, top.command.who.map_or("nobody", |_| "one"), &prompt.title, kind.chars().take(60).collect::<String>()));
                    }
                }
            });
        }
        eprintln!("== {}", system.key());
        let mut last = String::new();
        for one in seen { let key: String = one.split(':').next().unwrap().to_owned(); if key != last { eprintln!("{one}"); } last = key; }
    }
}
