//! Laws that hold whatever anybody does: random players in every system's bundled fights.
//!
//! `AFFRAY_LAWS=100 cargo test --release --test laws` plays a hundred times as many; `AFFRAY_LAWS_SEED=7` plays only that
//! seed. A failure names system, fight, seed and step.

mod player;
mod tiny;

use std::sync::Arc;

use affray::dice::Seed;
use affray::encounter::{Encounter, Roller};
use affray::ron_text::Source;
use affray::rules::System;
use affray::rules::book::Book;
use affray::session::{Delta, Input, Session, Waits};
use affray::store::saves::{line, page, read};
use player::{Player, Temper};

/// Games of each system in the suite.
const GAMES: u64 = 3;
/// Inputs of a game.
const INPUTS: usize = 50;

fn systems() -> Vec<&'static dyn System> {
    let mut systems = affray::rules::all().to_vec();
    systems.push(&tiny::TINY);
    systems
}

/// A game to be played.
struct Game {
    /// What to call it in a failure.
    name: String,
    book: Book,
    start: Encounter,
    seed: u64,
}

impl Game {
    fn session(&self) -> Session {
        Session::new(&systems(), self.start.clone(), Seed(self.seed)).expect("a session")
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

/// The games of every system, a different fight and different dice for each seed.
fn games(law: u64) -> Vec<Game> {
    let seeds: Vec<u64> = match number("AFFRAY_LAWS_SEED") {
        Some(seed) => vec![seed],
        None => {
            let many = GAMES * number("AFFRAY_LAWS").unwrap_or(1);
            (0..many).map(|game| law * 1_000_000 + game).collect()
        }
    };
    let mut games = Vec::new();
    for system in systems() {
        let (book, wrong) = Book::built_in(system);
        assert!(wrong.is_empty());
        for &seed in &seeds {
            let (title, mut start) = if book.encounters.is_empty() {
                ("a small fight", tiny_start(system))
            } else {
                let place = usize::try_from(seed).expect("small") % book.encounters.len();
                let bundled = &book.encounters[place];
                let start = bundled.setup.begin(&book, Seed(seed)).expect("no mistakes");
                (bundled.name.as_str(), start)
            };
            // All dice asked for, all flying, or as the fight has it.
            for faction in Arc::make_mut(&mut start.factions) {
                match seed % 3 {
                    0 => faction.roller = Roller::Asked,
                    1 => faction.roller = Roller::Rolled,
                    _ => {}
                }
            }
            games.push(Game {
                name: format!("{}, {title}, seed {seed}", system.key()),
                book: book.clone(),
                start,
                seed,
            });
        }
    }
    games
}

/// A system that has no bundled fight yet is played with nobody in it, except the tiny one.
fn tiny_start(system: &dyn System) -> Encounter {
    if system.key() == "tiny" {
        tiny::start()
    } else {
        Encounter::new("Nobody", system.key(), system.schema())
    }
}

/// Plays a game; `after` sees every input that was taken and what it changed.
fn play(
    game: &Game,
    temper: Temper,
    mut after: impl FnMut(&Session, &Input, &[Delta], &str),
) -> Session {
    let mut session = game.session();
    let mut player = Player::new(game.seed, temper);
    let mut refused = 0;
    for step in 0..INPUTS {
        let name = format!("{}, step {step}", game.name);
        let input = player.input(&session, &game.book);
        let before = session.save();
        match session.input(input.clone()) {
            Ok(deltas) => {
                refused = 0;
                after(&session, &input, &deltas, &format!("{name}: {input:?}"));
            }
            Err(_) => {
                refused += 1;
                assert!(
                    session.save() == before,
                    "{name}: {input:?} was refused and changed something"
                );
                assert!(refused < 200, "{name}: everything is refused");
            }
        }
        if let Waits::Fault(what) = session.waits() {
            panic!("{name}: {input:?} brought a fault: {what}");
        }
    }
    session
}

/// What a session shows, to compare two.
fn shown(session: &Session) -> String {
    format!(
        "{:?}\n{:?}\n{:?}",
        session.now(),
        session.waits(),
        session.lines()
    )
}

#[track_caller]
fn same(a: &str, b: &str, what: &str) {
    if a != b {
        let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        let from = a[..at]
            .char_indices()
            .rev()
            .nth(120)
            .map_or(0, |(place, _)| place);
        let part = |text: &str| {
            text.get(from..)
                .unwrap_or("")
                .chars()
                .take(400)
                .collect::<String>()
        };
        panic!(
            "{what}: differs at byte {at}:\n{}\n-----\n{}",
            part(a),
            part(b)
        );
    }
}

/// R13: what is written is what is read, byte for byte, and goes on alike; the journal alone brings the fight back; what
/// is true is the start and the events; and what is asked of a fight at each step holds.
#[test]
fn a_fight_is_what_is_saved_of_it() {
    for game in games(1) {
        let first = page(&game.session()).expect("a page");
        let mut journal: Vec<Vec<Delta>> = Vec::new();
        let mut lines = 0;
        play(&game, Temper::Restless, |session, input, deltas, name| {
            let text = page(session).expect("a page");
            let again = read(&Source::new("again", &text), &systems()).expect(name);
            same(&page(&again).expect("a page"), &text, name);
            same(&shown(&again), &shown(session), name);

            let written = line(deltas).expect("a line");
            let deltas: Vec<Delta> =
                affray::ron_text::read_as(&Source::new("line", &written)).expect(name);
            journal.push(deltas);
            if journal.len().is_multiple_of(10) {
                let start = affray::ron_text::read_as(&Source::new("first", &first)).expect(name);
                let (back, more) = Session::resume(&systems(), start, &journal).expect(name);
                assert!(
                    more.is_empty(),
                    "{name}: something happened on the way back"
                );
                same(&page(&back).expect("a page"), &text, name);
            }

            let goes_back = matches!(
                input,
                Input::Undo | Input::Redo | Input::Amend { .. } | Input::Reroll { .. }
            );
            assert!(
                goes_back || session.lines().len() >= lines,
                "{name}: lines were taken back"
            );
            lines = session.lines().len();
            holds(session, &game.book, name);
        });
    }
}

/// What is asked of a fight at each step.
fn holds(session: &Session, book: &Book, name: &str) {
    let now = session.now();
    let open = &session.history().open;
    let plain = open
        .iter()
        .filter(|open| !open.command.action.starts_with("gm-"));
    assert!(plain.count() <= 1, "{name}: two commands are open");
    let mut names: Vec<&str> = now.combatants.iter().map(|one| one.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(
        names.len(),
        now.combatants.len(),
        "{name}: two are called alike"
    );
    for combatant in now.combatants.iter() {
        assert!(
            combatant.faction.index() < now.factions.len(),
            "{name}: no faction"
        );
        for field in book.schema.fields.iter() {
            if let Some(value) = combatant.sheet.value(&field.key)
                && let Err(why) = field.kind.check(&value)
            {
                panic!("{name}: {}: `{}`: {why}", combatant.name, field.key);
            }
        }
    }
    // Nothing of the screen may fail, whatever state the fight is in.
    let system = session.system();
    system.headline(now);
    system.order(now);
    for id in now.ids() {
        system.row(now, id);
    }
}

/// R14: the same start and inputs give the same bytes of save and log.
#[test]
fn the_same_inputs_give_the_same_bytes() {
    for game in games(2) {
        let mut inputs = Vec::new();
        let first = play(&game, Temper::Restless, |_, input, _, _| {
            inputs.push(input.clone())
        });
        let mut again = game.session();
        for input in inputs {
            again.input(input).expect("it was taken before");
        }
        same(
            &page(&again).expect("a page"),
            &page(&first).expect("a page"),
            &game.name,
        );
        same(&shown(&again), &shown(&first), &game.name);
    }
}

/// R15: as many inputs undone as were made give the first state byte for byte, redone the last.
#[test]
fn undo_is_exact() {
    for game in games(3) {
        let mut states = vec![shown(&game.session())];
        let mut inputs = Vec::new();
        // How many states there were when each open command began: a ruling that is finished inside another command is
        // undone as a whole.
        let mut open: Vec<usize> = Vec::new();
        let mut session = play(&game, Temper::Forward, |session, input, deltas, _| {
            for delta in deltas {
                match delta {
                    Delta::Opened { .. } => open.push(states.len()),
                    Delta::Closed(_) | Delta::Abandoned => drop(open.pop()),
                    Delta::ClosedAmid(_) => {
                        let began = open.pop().expect("it was opened");
                        states.truncate(began);
                        inputs.truncate(began - 1);
                    }
                    _ => {}
                }
            }
            states.push(shown(session));
            inputs.push(input.clone());
        });
        let first = game.session().save();
        let last = page(&session).expect("a page");
        for step in (1..states.len()).rev() {
            let name = format!("{}: undone {:?}", game.name, inputs[step - 1]);
            session.input(Input::Undo).expect(&name);
            same(&shown(&session), &states[step - 1], &name);
        }
        let back = session.save();
        let bare = |mut saved: affray::session::Saved| {
            saved.history.undone.clear();
            affray::ron_text::write_file(&saved).expect("a page")
        };
        same(&bare(back), &bare(first), &game.name);
        assert!(
            session.input(Input::Undo).is_err(),
            "{}: more is undone",
            game.name
        );
        for step in 1..states.len() {
            let name = format!("{}: redone {:?}", game.name, inputs[step - 1]);
            session.input(Input::Redo).expect(&name);
            same(&shown(&session), &states[step], &name);
        }
        same(&page(&session).expect("a page"), &last, &game.name);
    }
}
