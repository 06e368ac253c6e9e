//! Invariants that hold after any inputs: random players in every system's bundled fights.
//!
//! `AFFRAY_GAMES=100 cargo test --release --test library invariants` plays a hundred times as many games;
//! `AFFRAY_GAMES_SEED=7` plays only that seed. A failure names system, fight, seed and step.

use std::collections::BTreeSet;

use affray::dice::{Generator, Seed};
use affray::encounter::Event;
use affray::resolver::{Answer, Taken};
use affray::ron_text::Source;
use affray::session::{Input, InputError, Session, Waits};
use affray::simulate::{Leader, Simulated, Standing, simulate};
use affray::store::saves::{read, snapshot};
use affray::values::{Told, Value};

use crate::support::laws::systems;
use crate::support::random_games::{Game, INPUTS, Kept, games, holds, nothing, play, same, shown};
use crate::support::random_player::{Player, Tactics};

/// Number of rounds in an automatic game.
const ROUNDS: u32 = 6;
/// Plays an automatic game for some rounds.
fn unattended(game: &Game, listens: bool) -> Simulated {
    let system = systems()
        .into_iter()
        .find(|one| one.key() == game.start.system);
    let mut dice = Generator::at(Seed(game.seed), 0, "unattended", 0, 0);
    let mut led = Leader::new(system.expect("a system"), &[], &mut dice);
    led.listens = listens;
    let start = Standing::from(game.start.clone());
    simulate(&mut led, &start, ROUNDS, |_| true).expect("no rule is at fault")
}

#[test]
fn a_fight_is_the_same_with_and_without_a_log() {
    for game in games(5) {
        let (told, silent) = (unattended(&game, true), unattended(&game, false));
        let name = &game.name;
        assert_eq!(told.now, silent.now, "{name}");
        assert_eq!(told.commands, silent.commands, "{name}");
        assert!(silent.events.is_empty(), "{name}");
        let mut folded = game.start.clone();
        for event in &told.events {
            assert_eq!(folded.accepts(event), Ok(()), "{name}: {event:?}");
            folded.apply(event);
        }
        assert_eq!(folded, told.now, "{name}");
        assert!(
            told.now.round > game.start.round,
            "{name}: nothing happened"
        );
    }
}

/// R13: a fight is saved and read byte for byte, and continues in the same state; the journal alone restores it; its
/// state follows from the start and the events; and the invariants of a fight hold at each step.
#[test]
fn a_saved_fight_equals_the_fight_in_memory() {
    for game in games(1) {
        let mut kept = Kept::of(&game.session());
        play(
            &game,
            Tactics::Restless,
            nothing,
            |session, input, deltas, name| {
                kept.follow(session, input, deltas, name);
                kept.check_written(session, name);
                if kept.inputs().is_multiple_of(10) {
                    kept.check_journal(session, name);
                }
                holds(session, &game.compendium, name);
            },
        );
    }
}

/// R14: the same start and inputs give the same bytes of save and log.
#[test]
fn the_same_start_and_inputs_give_byte_identical_saves_and_logs() {
    for game in games(2) {
        let mut inputs = Vec::new();
        let first = play(&game, Tactics::Restless, nothing, |_, input, _, _| {
            inputs.push(input.clone())
        });
        let mut again = game.session();
        for input in inputs {
            again.input(input).expect("it was taken before");
        }
        same(
            &snapshot(&again).expect("a snapshot"),
            &snapshot(&first).expect("a snapshot"),
            &game.name,
        );
        same(&shown(&again), &shown(&first), &game.name);
    }
}

/// R15: undoing all inputs gives the first state byte for byte, and redoing them the last.
#[test]
fn undo_restores_the_exact_state() {
    for game in games(3) {
        let first = game.session();
        let mut states = vec![shown(&first)];
        let mut inputs = Vec::new();
        let mut session = play(&game, Tactics::Forward, nothing, |session, input, _, _| {
            states.push(shown(session));
            inputs.push(input.clone());
        });
        let last = snapshot(&session).expect("a snapshot");
        for step in (1..states.len()).rev() {
            let name = format!("{}: undone {:?}", game.name, inputs[step - 1]);
            session.input(Input::Undo).expect(&name);
            same(&shown(&session), &states[step - 1], &name);
        }
        let (entries, name) = (session.history().entries(), &game.name);
        assert_eq!(entries, first.history().entries(), "{name}");
        let why = session.input(Input::Undo).expect_err("no more is undone");
        assert_eq!(why.to_string(), "nothing to undo", "{name}");
        for step in 1..states.len() {
            let name = format!("{}: redone {:?}", game.name, inputs[step - 1]);
            session.input(Input::Redo).expect(&name);
            same(&shown(&session), &states[step], &name);
        }
        same(&snapshot(&session).expect("a snapshot"), &last, &game.name);
    }
}

/// R15: after any amendments, rulings, corrections, undos and redos, the fight is the result of the remaining inputs.
/// Undo restores exactly the state before the last of these inputs, even after the fight is saved and opened. No ruling
/// is lost without a message.
#[test]
fn replaying_the_remaining_inputs_gives_the_same_fight() {
    for game in games(3) {
        let mut player = Player::new(game.seed, Tactics::Fickle);
        let mut session = game.session();
        let mut alone = game.session();
        let (mut standing, mut undone): (Vec<Input>, Vec<Input>) = (Vec::new(), Vec::new());
        for step in 0..INPUTS {
            let mut input = player.input(&session, &game.compendium);
            mark(&session, &mut input, format!("Mark {step}."));
            let name = format!("{}, step {step}: {input:?}", game.name);
            let (before, mut ruled) = (shown(&session), marks(&session, false));
            let own = amended(&session, &input);
            ruled.retain(|ruling| !own.contains(ruling));
            if let Err(why) = session.input(input.clone()) {
                assert!(matches!(why, InputError::Refused(_)), "{name}: {why}");
                continue;
            }
            match &input {
                Input::Undo => {
                    undone.extend(standing.pop());
                    alone = game.session();
                    for input in &standing {
                        alone.input(input.clone()).expect(&name);
                    }
                }
                Input::Redo => {
                    let again = undone.pop().expect(&name);
                    alone.input(again.clone()).expect(&name);
                    standing.push(again);
                }
                input => {
                    undone.clear();
                    alone.input(input.clone()).expect(&name);
                    standing.push(input.clone());
                    are_kept_or_told(&ruled, &session, &name);
                }
            }
            let after = shown(&session);
            same(&after, &shown(&alone), &name);
            let (saved, bare) = (session.save(), alone.save());
            assert_eq!(saved.inputs[..standing.len()], bare.inputs, "{name}");
            assert_eq!(saved.undone, undone.len(), "{name}");

            let text = snapshot(&session).expect("a snapshot");
            let mut opened = read(&Source::new("again", &text), &systems()).expect(&name);
            let there = if input == Input::Undo {
                [Input::Redo, Input::Undo]
            } else {
                [Input::Undo, Input::Redo]
            };
            for session in [&mut session, &mut opened] {
                let [back, again] = there.clone();
                session.input(back).expect(&name);
                same(&shown(session), &before, &name);
                session.input(again).expect(&name);
                same(&shown(session), &after, &name);
                same(&snapshot(session).expect("a snapshot"), &text, &name);
            }
        }
    }
}

/// Marks a ruling, so that it can be found again.
fn mark(session: &Session, input: &mut Input, text: String) {
    let asked = match session.waits() {
        Waits::Prompt(prompt) => &*prompt.question.key,
        Waits::Offers { .. } | Waits::Fault(_) => "",
    };
    match input {
        Input::Correct(events) => {
            events.push(Event::sentence(Vec::new(), text));
        }
        Input::Answer(Answer::Filled(draft)) if asked == "ruled" => {
            draft.insert("words".to_owned(), Value::Word(text));
        }
        _ => {}
    }
}

/// Returns the marks of the rulings in a fight that count or wait to be replayed; with `open`, also unfinished ones.
fn marks(session: &Session, open: bool) -> BTreeSet<String> {
    let history = session.history();
    let mut texts: Vec<&str> = Vec::new();
    let mut events: Vec<&Event> = Vec::new();
    let waiting = history.pending().iter().map(|one| &one.entry);
    let mut taken: Vec<&Taken> = history.open().iter().flat_map(|open| &open.taken).collect();
    for entry in history.entries().iter().chain(waiting) {
        taken.extend(&entry.taken);
        events.extend(entry.events.iter());
    }
    for one in taken {
        match one {
            Taken::Ruled(ruled) => events.extend(&ruled.events),
            Taken::Given(given) => match &given.answer {
                Answer::Text(text) if open => texts.push(text),
                _ => {}
            },
            Taken::Voided(_) => {}
        }
    }
    marked(events)
        .chain(texts.into_iter().filter_map(mark_of))
        .collect()
}

/// Returns the marks in events.
fn marked<'e>(events: impl IntoIterator<Item = &'e Event>) -> impl Iterator<Item = String> {
    events.into_iter().filter_map(|event| match event {
        Event::Noted { text, .. } | Event::Act { text, .. } => match text {
            Told::Plain(text) => mark_of(text),
            Told::Said(_) => None,
        },
        _ => None,
    })
}

fn mark_of(text: &str) -> Option<String> {
    let at = text.find("Mark ")?;
    Some(text[at..].to_owned())
}

/// Returns the marks of a ruling that an amendment rewords or replaces.
fn amended(session: &Session, input: &Input) -> BTreeSet<String> {
    let Input::Amend { entry, place, .. } = input else {
        return BTreeSet::new();
    };
    let mut all = session.amendable();
    let one = all.find(|one| (one.entry, one.place) == (*entry, *place));
    match one.as_ref().map(|one| (&one.given.answer, &one.command)) {
        Some((Answer::Text(text), _)) => BTreeSet::from([text.clone()]),
        Some((_, command)) if command.ruling => {
            let ruling = session.history().entries().get(*entry);
            let events = ruling.map_or(&[][..], |ruling| &ruling.events);
            marked(events).collect()
        }
        _ => BTreeSet::new(),
    }
}

#[track_caller]
fn are_kept_or_told(ruled: &BTreeSet<String>, session: &Session, name: &str) {
    let told = session.notice().unwrap_or_default();
    for lost in ruled.difference(&marks(session, true)) {
        let said = told.contains("GM rulings that are no longer possible: ")
            && (told.contains(lost) || told.contains(" more."));
        assert!(said, "{name}: {lost} is lost, and told is `{told}`");
    }
}
