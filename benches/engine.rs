//! Dice, odds, an answer's re-run, undo and opening. `cargo bench --bench engine`.

mod measure;
#[path = "../tests/tiny/mod.rs"]
mod tiny;

use affray::dice::{Dice, Generator, Seed};
use affray::encounter::{Encounter, Event};
use affray::session::{Input, Saved, Session, Waits};
use measure::{median, median_fresh, row};

fn main() {
    println!("| figure | median |");
    println!("|---|---|");
    dice();
    for combatants in [12, 200] {
        rerun(combatants);
    }
    for events in [100, 1_000, 50_000] {
        fight_of(events);
    }
}

fn dice() {
    let mut generator = Generator::at(Seed(1), 0, "bench", 0, 0);
    row(
        "`2d20kh1+5` parsed and rolled",
        median(|| {
            let dice = Dice::parse("2d20kh1+5").expect("dice");
            let faces = dice.roll(&mut generator);
            dice.total(&faces)
        }),
    );
    for text in ["d20", "d100", "2d6", "8d8", "16d8", "4d6kh3"] {
        let dice = Dice::parse(text).expect("dice");
        row(
            &format!("exact odds of `{text}`"),
            median(|| dice.odds().at_least(10)),
        );
    }
}

/// A fight of the tiny system with so many combatants, all of whose dice are typed.
fn crowd(combatants: usize) -> Encounter {
    let mut start = tiny::start();
    let four = start.combatants.clone();
    for number in 4..combatants {
        let mut one = four[number % 4].in_words();
        one.name = format!("{} {number}", one.name);
        start.apply(&Event::Joined {
            combatant: one.into(),
        });
    }
    start
}

fn rerun(combatants: usize) {
    let mut session =
        Session::new(&tiny::systems(), crowd(combatants), Seed(7)).expect("a session");
    for text in ["do strike a", "enter"] {
        let input = affray::session::parse(&session, text).expect("an input");
        session.input(input).expect("taken");
    }
    row(
        &format!("one answer with its re-run and its undo, {combatants} combatants"),
        median(|| {
            session.input(Input::Roll(Vec::new())).expect("rolled");
            session.input(Input::Undo).expect("undone");
        }),
    );
}

/// Plays until the history holds at least so many events.
fn played(events: usize) -> Session {
    let mut session = Session::new(&tiny::systems(), crowd(12), Seed(7)).expect("a session");
    let mut told = 0;
    let mut step = 0;
    while told < events {
        let text = match session.waits() {
            Waits::Offers { offers, .. } => {
                let offer = &offers[step % offers.len()];
                session
                    .input(Input::Start(offer.command.clone()))
                    .expect("started");
                step += 1;
                continue;
            }
            Waits::Prompt(prompt) if prompt.question.key == "damage" => "roll 1",
            Waits::Prompt(_) => "enter",
            Waits::Fault(what) => panic!("{what}"),
        };
        let input = affray::session::parse(&session, text).expect("an input");
        if session.input(input).is_err() {
            // Everybody on one side is down: raise them all again.
            session.input(Input::Undo).expect("undone");
            let raised = session
                .now()
                .ids()
                .map(|who| affray::encounter::Event::Changed {
                    who,
                    at: "hp".to_owned(),
                    from: None,
                    to: Some(9.into()),
                    label: String::new(),
                    cause: String::new(),
                })
                .collect();
            session.input(Input::Correct(raised)).expect("raised");
        }
        told = session
            .history()
            .entries
            .iter()
            .map(|entry| entry.events.len())
            .sum();
    }
    session
}

fn fight_of(events: usize) {
    let mut session = played(events);
    while !matches!(session.waits(), Waits::Offers { .. }) {
        session.input(Input::Undo).expect("undone");
    }
    let Waits::Offers { offers, .. } = session.waits() else {
        unreachable!("just waited for it");
    };
    let start = offers[0].command.clone();
    row(
        &format!("a command started and undone at {events} events"),
        median(|| {
            session.input(Input::Start(start.clone())).expect("started");
            session.input(Input::Undo).expect("undone");
        }),
    );
    let saved = session.save();
    let text = ron::to_string(&saved).expect("RON");
    row(
        &format!("opening {events} events ({} KB of RON)", text.len() / 1024),
        median_fresh(
            || (),
            |()| {
                let saved: Saved = ron::from_str(&text).expect("a session");
                Session::resume(&tiny::systems(), saved, &[]).expect("resumed")
            },
        ),
    );
    row(
        &format!("`ron::from_str` alone on {events} events"),
        median_fresh(
            || (),
            |()| ron::from_str::<Saved>(&text).expect("a session"),
        ),
    );
}
