//! Starting points for random keys: every screen, and every form of every system.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use affray::compendium::{Compendium, Party};
use affray::dice::Seed;
use affray::encounter::{Control, Roller};
use affray::resolver::Kind;
use affray::rules::System;
use affray::session::{Saved, Session, Waits};
use affray::setup::{self, Setup, between_fights};
use affray::store::{Library, Settings};
use affray::systems;
use affray::ui::app::Screen;
use affray::ui::fight::Fight;
use affray::ui::setup::SetupScreen;
use affray::ui::start::{KeptParty, ReadyFight, SavedFight, StartScreen};

use crate::support::fight_file;

/// Starting point for keys.
pub enum Beginning {
    /// Fight read from a save.
    Fight(Box<Saved>),
    /// Fight that is being prepared.
    SetUp(Box<Setup>),
    /// Start screen of the program.
    Start,
}

/// Returns the bundled library.
pub fn library() -> Library {
    Library::built_in(systems::all())
}

/// Returns every starting point by name: the start screen, each system's set-up, and each system's fights at every new
/// question, especially every form with its fields.
pub fn beginnings() -> BTreeMap<String, Beginning> {
    let of = |system: &'static dyn System| thread::spawn(move || of_system(system));
    let threads: Vec<_> = systems::all().iter().map(|system| of(*system)).collect();
    let mut beginnings = BTreeMap::from([("start".to_owned(), Beginning::Start)]);
    for thread in threads {
        beginnings.extend(thread.join().expect("its fights go as written"));
    }
    beginnings
}

fn of_system(system: &'static dyn System) -> BTreeMap<String, Beginning> {
    let (mut compendium, _) = Compendium::built_in(system);
    let key = system.key();
    let empty = SetupScreen::new(key, &Settings::default()).setup;
    let mut beginnings =
        BTreeMap::from([(format!("{key} set-up"), Beginning::SetUp(Box::new(empty)))]);
    for bundled in &setup::bundled(&compendium).0 {
        let name = format!("{key} set-up of {}", bundled.name);
        beginnings.insert(name, Beginning::SetUp(Box::new(bundled.setup.clone())));
    }
    let party = Party {
        name: "Wolves".to_owned(),
        members: compendium.roster()[..4].to_vec(),
    };
    compendium.parties.push(party.clone());
    let start = between_fights(&compendium, &party, Roller::Typed, Seed(1)).expect("it fits");
    let session = Session::new(systems::all(), start, Seed(1)).expect("a session");
    let name = format!("{key} between fights");
    beginnings.insert(name, Beginning::Fight(Box::new(session.save())));
    // Sides with automatic and suggested control.
    for bundled in setup::bundled(&compendium).0.iter().take(2) {
        let mut setup = bundled.setup.clone();
        for (side, decides) in setup.sides.iter_mut().rev().zip([
            Control::Automatic,
            Control::Suggested,
            Control::AskAreas,
        ]) {
            (side.control, side.rolls) = (decides, Some(Roller::Rolled));
        }
        let start = setup.begin(&compendium, Seed(1)).expect("no mistakes");
        let session = Session::new(systems::all(), start, Seed(1)).expect("a session");
        let name = format!("{key} played {}", bundled.name);
        beginnings.insert(name, Beginning::Fight(Box::new(session.save())));
    }
    fight_file::play_all(system, &compendium, |_, session| {
        let name = format!("{key} {}", asks(session));
        let save = || Beginning::Fight(Box::new(session.save()));
        beginnings.entry(name).or_insert_with(save);
    });
    beginnings
}

/// Formats the question of a fight, so that the same question with other rows is different.
fn asks(session: &Session) -> String {
    let prompt = match session.waits() {
        Waits::Offers { offers, .. } => {
            let actions: BTreeSet<&str> = offers.iter().map(|one| &*one.command.action).collect();
            return format!("offers {actions:?}");
        }
        Waits::Fault(what) => panic!("{what}"),
        Waits::Prompt(prompt) => prompt,
    };
    let kind = match &prompt.kind {
        Kind::Form(fields) => {
            let fields: Vec<&str> = fields.iter().map(|field| &*field.key).collect();
            format!("form {fields:?}")
        }
        Kind::Roll(_) => "roll".to_owned(),
        Kind::Rolls(_) => "rolls".to_owned(),
        Kind::Choice { .. } => "choice".to_owned(),
        Kind::Pick { .. } => "pick".to_owned(),
        Kind::Number { .. } => "number".to_owned(),
        Kind::Text { .. } => "text".to_owned(),
        Kind::Confirm { .. } => "confirm".to_owned(),
    };
    format!("{} {kind}", prompt.question.key)
}

impl Beginning {
    /// Returns the screen at this starting point.
    pub fn screen(&self, library: &Library) -> Screen {
        match self {
            Beginning::Start => start_screen(library),
            Beginning::SetUp(setup) => {
                Screen::Setup(Box::new(SetupScreen::from((**setup).clone())))
            }
            Beginning::Fight(saved) => {
                let (session, _) = Session::resume(systems::all(), (**saved).clone(), &[])
                    .expect("what was saved is read");
                let compendium: &Compendium = library
                    .compendium(session.system().key())
                    .expect("a compendium");
                Screen::Fight(Box::new(Fight::new(session, compendium.clone())))
            }
        }
    }
}

/// Returns the start screen with two saved fights, one of them broken.
pub fn start_screen(library: &Library) -> Screen {
    let saved = |name: &str, broken: Option<&str>| SavedFight {
        name: name.to_owned(),
        title: name.to_owned(),
        broken: broken.map(str::to_owned),
        ..SavedFight::default()
    };
    let saved = vec![saved("duel", None), saved("bridge", Some("it is cut off"))];
    let party = KeptParty {
        system: "countdown".to_owned(),
        name: "Wolves".to_owned(),
        ..KeptParty::default()
    };
    let start = StartScreen::new(saved, ReadyFight::all(library));
    Screen::Start(Box::new(start.with_parties(vec![party])))
}
