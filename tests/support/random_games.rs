//! Games of random players in every system's bundled fights.
//!
//! `AFFRAY_GAMES=100` plays a hundred times as many; `AFFRAY_GAMES_SEED=7` plays only that seed.

use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Control, Encounter, Roller};
use affray::resolver::Command;
use affray::ron_text::{self, Source};
use affray::rules::System;
use affray::session::{Delta, Input, Session, Waits};
use affray::setup::{self, Setup};
use affray::store::saves::{line, read, snapshot};
use affray::values::Words as _;

use crate::support::laws::systems;
use crate::support::random_player::{Player, Tactics};
use crate::support::seeded_chance::number;

/// Number of games of each system in the suite.
const GAMES: u64 = 3;
/// Number of inputs of a game.
pub const INPUTS: usize = 50;

/// Game of a random player.
pub struct Game {
    /// Name of the game in a failure.
    pub name: String,
    /// Compendium of the system.
    pub compendium: Compendium,
    /// Fight at the start of the game.
    pub start: Encounter,
    /// Seed of the player and the dice.
    pub seed: u64,
    /// Number of inputs that are tried.
    pub inputs: usize,
}

impl Game {
    /// Creates the session before the first input.
    pub fn session(&self) -> Session {
        Session::new(&systems(), self.start.clone(), Seed(self.seed)).expect("a session")
    }
}

/// Creates the games of every system, with a different fight and different dice for each seed.
pub fn games(law: u64) -> Vec<Game> {
    let seeds: Vec<u64> = match number("AFFRAY_GAMES_SEED") {
        Some(seed) => vec![seed],
        None => {
            let many = GAMES * number("AFFRAY_GAMES").unwrap_or(1);
            (0..many).map(|game| law * 1_000_000 + game).collect()
        }
    };
    let mut games = Vec::new();
    for system in systems() {
        let (compendium, wrong) = Compendium::built_in(system);
        assert!(wrong.is_empty());
        let (ready, wrong) = setup::bundled(&compendium);
        assert!(wrong.is_empty());
        for &seed in &seeds {
            let (title, mut start) = if ready.is_empty() {
                ("nobody", nobody(system))
            } else {
                let place = usize::try_from(seed).expect("small") % ready.len();
                let bundled = &ready[place];
                let start = bundled
                    .setup
                    .begin(&compendium, Seed(seed))
                    .expect("no mistakes");
                (bundled.name.as_str(), start)
            };
            // Dice of a side: entered, rolled, or as in the fight.
            for side in Arc::make_mut(&mut start.sides) {
                match seed % 3 {
                    0 => side.roller = Roller::Typed,
                    1 => side.roller = Roller::Rolled,
                    _ => {}
                }
            }
            // Sides with different control in one fight: GM, suggested and automatic.
            for (place, side) in Arc::make_mut(&mut start.sides).iter_mut().enumerate() {
                let all = Control::ALL;
                let place = (usize::try_from(seed).expect("small") + place) % all.len();
                side.control = all[place];
            }
            games.push(Game {
                name: format!("{}, {title}, seed {seed}", system.key()),
                compendium: compendium.clone(),
                start,
                seed,
                inputs: INPUTS,
            });
        }
    }
    games
}

/// Chooses a bundled fight of a system with random options, and returns its name with it.
pub fn any_setup(compendium: &Compendium, luck: &mut Player) -> (String, Setup) {
    let (ready, _) = setup::bundled(compendium);
    let bundled = &ready[luck.below(ready.len())];
    let mut setup = bundled.setup.clone();
    for option in compendium.schema.options.iter() {
        let value = luck.any_of(&option.kind).expect("no option is a list");
        setup.options.set(&option.key, value);
    }
    (bundled.name.clone(), setup)
}

/// Creates an empty fight for a system without bundled fights.
fn nobody(system: &dyn System) -> Encounter {
    Encounter::new("Nobody", system.key(), system.schema())
}

/// Returns `None`: the GM makes no input.
pub fn nothing(_: &Session, _: usize) -> Option<Input> {
    None
}

/// Plays a game. At some steps an input of the GM replaces the player's. `after` sees every accepted input and its
/// changes, and may continue with another session in the same state.
pub fn play(
    game: &Game,
    tactics: Tactics,
    gm: impl Fn(&Session, usize) -> Option<Input>,
    mut after: impl FnMut(&mut Session, &Input, &[Delta], &str),
) -> Session {
    let mut session = game.session();
    let mut player = Player::new(game.seed, tactics);
    let mut refused = 0;
    for step in 0..game.inputs {
        let name = format!("{}, step {step}", game.name);
        let input = gm(&session, step);
        let input = input.unwrap_or_else(|| player.input(&session, &game.compendium));
        let before = (session.history().clone(), session.now().clone());
        let taken = session.input(input.clone());
        if let Waits::Fault(what) = session.waits() {
            let last = last_lines(&session);
            panic!(
                "{name}: {input:?} brought a fault: {what}\n{}",
                last.join("\n")
            );
        }
        match taken {
            Ok(deltas) => {
                refused = 0;
                after(&mut session, &input, &deltas, &format!("{name}: {input:?}"));
            }
            Err(_) => {
                refused += 1;
                assert!(
                    (session.history(), session.now()) == (&before.0, &before.1),
                    "{name}: {input:?} was refused and changed something"
                );
                assert!(refused < 200, "{name}: everything is refused");
            }
        }
    }
    session
}

/// Returns the last lines of the log.
fn last_lines(session: &Session) -> Vec<String> {
    let live = session.live_lines();
    let lines = session.lines().iter().chain(&live);
    let lines: Vec<String> = lines
        .map(|line| format!("{} {}", line.round, line.text))
        .collect();
    lines[lines.len().saturating_sub(12)..].to_vec()
}

/// Returns true if two sessions show the same content.
fn alike(a: &Session, b: &Session) -> bool {
    a.now() == b.now() && a.waits() == b.waits() && a.lines() == b.lines()
}

/// Formats everything that a session shows, for comparison.
pub fn shown(session: &Session) -> String {
    format!(
        "{:?}\n{:?}\n{:?}",
        session.now(),
        session.waits(),
        session.lines()
    )
}

/// Checks that two texts are the same, and shows the first difference.
#[track_caller]
pub fn same(a: &str, b: &str, what: &str) {
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

/// Journal of a game as the program writes it, and the lines that must not change.
pub struct Kept {
    first: String,
    journal: Vec<Vec<Delta>>,
    lines: usize,
}

impl Kept {
    /// Creates the journal of a game that begins.
    pub fn of(session: &Session) -> Self {
        Self {
            first: snapshot(session).expect("a snapshot"),
            journal: Vec::new(),
            lines: session.lines().len(),
        }
    }

    /// Returns the number of accepted inputs.
    pub fn inputs(&self) -> usize {
        self.journal.len()
    }

    /// Records an accepted input. Its line must be readable, and shown lines may only change if the input undoes or
    /// amends.
    pub fn follow(&mut self, session: &Session, input: &Input, deltas: &[Delta], name: &str) {
        let written = line(deltas).expect("a line");
        let deltas = ron_text::read_as(&Source::new("line", &written)).expect(name);
        self.journal.push(deltas);
        // If nothing followed the end of the fight, resuming removes the end with its lines.
        let goes_on = |command: &Command| ["reopen", "take-up"].contains(&command.action.as_ref());
        let goes_back = match input {
            Input::Start(command) => goes_on(command),
            Input::Close | Input::Undo | Input::Redo => true,
            Input::Amend { .. } | Input::Instead { .. } | Input::Reroll { .. } => true,
            _ => false,
        };
        assert!(
            goes_back || session.lines().len() >= self.lines,
            "{name}: lines were taken back"
        );
        self.lines = session.lines().len();
    }

    /// Checks that the snapshot is read as it was written, with the same state. Returns the session with which a
    /// program would continue.
    pub fn check_written(&self, session: &Session, name: &str) -> Session {
        let text = snapshot(session).expect("a snapshot");
        let again = read(&Source::new("again", &text), &systems()).expect(name);
        same(&snapshot(&again).expect("a snapshot"), &text, name);
        if !alike(&again, session) {
            same(&shown(&again), &shown(session), name);
            panic!("{name}: stands otherwise, and shows it nowhere");
        }
        again
    }

    /// Checks that the first snapshot and the journal restore the fight.
    pub fn check_journal(&self, session: &Session, name: &str) {
        let start = ron_text::read_as(&Source::new("first", &self.first)).expect(name);
        let (back, more) = Session::resume(&systems(), start, &self.journal).expect(name);
        assert!(
            more.is_empty(),
            "{name}: something happened on the way back"
        );
        let text = snapshot(session).expect("a snapshot");
        same(&snapshot(&back).expect("a snapshot"), &text, name);
    }
}

/// Checks the invariants of a fight at each step.
pub fn holds(session: &Session, compendium: &Compendium, name: &str) {
    let now = session.now();
    let open = &session.history().open();
    let plain = open.iter().filter(|open| !open.command.ruling);
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
        assert!(combatant.side.index() < now.sides.len(), "{name}: no side");
        for field in compendium.schema.fields.iter() {
            if let Some(value) = combatant.sheet.value(&field.key)
                && let Err(why) = field.kind.check(&value)
            {
                panic!("{name}: {}: `{}`: {why}", combatant.name, field.key);
            }
        }
    }
    // The screen must not fail in any state of the fight.
    let system = session.system();
    system.headline(now);
    system.order(now);
    for id in now.ids() {
        system.row(now, id);
    }
}
