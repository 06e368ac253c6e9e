//! Program with a screen, and functions that press its keys.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Command;
use affray::ron_text::Source;
use affray::rules::{Capitals, System};
use affray::session::{Session, Waits};
use affray::setup::{self, Setup};
use affray::store::Library;
use affray::systems;
use affray::ui::app::{App, Screen};
use affray::ui::ask::{Ask, Asked, Reply};
use affray::ui::fight::Fight;
use affray::ui::inbox::Message;
use affray::ui::keymap::Keymap;
use affray::ui::lines::keys::LineKeys;
use affray::ui::setup::SetupScreen;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};

use crate::support::fight_file::Course;
use crate::support::written_systems;

/// Presses keys, written as in a key map and separated by spaces; returns their number.
pub fn press(app: &mut App, keys: &str) -> usize {
    let keys: Vec<&str> = keys.split_whitespace().collect();
    for key in &keys {
        app.press(crokey::parse(key).expect("a key").into());
    }
    keys.len()
}

pub fn library() -> Library {
    Library::built_in(systems::all())
}

pub fn theme() -> Theme {
    Theme::new(Colours::None, Background::Dark, Glyphs::Unicode)
}

/// Opens a bundled fight, always with the same dice.
pub fn fight(name: &str) -> App {
    let library = library();
    let setup = library.encounter(name).expect("a bundled fight").clone();
    of_setup(&setup)
}

/// Opens a fight written as a file.
pub fn written(system: &str, text: &str) -> App {
    let library = library();
    let compendium = library.compendium(system).expect("a system");
    let (setup, wrong) = setup::read(&Source::new("fight.ron", text), &[compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    of_setup(&setup.expect("it is read"))
}

/// Opens a fight of a system that only the tests know.
pub fn of_tests(key: &str, text: &str) -> App {
    let mut systems = written_systems::systems().into_iter();
    let system = systems.find(|one| one.key() == key).expect("a system");
    of_own(system, text)
}

/// Opens a fight of a system written in the test.
pub fn of_own(system: &'static dyn System, text: &str) -> App {
    let compendium = Compendium::built_in(system).0;
    let (setup, wrong) = setup::read(&Source::new("fight.ron", text), &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    begun(&setup.expect("it is read"), &compendium, &[system])
}

pub fn of_setup(setup: &Setup) -> App {
    with_seed(setup, Seed(5))
}

/// Opens a fight of a bundled system with these dice.
pub fn with_seed(setup: &Setup, seed: Seed) -> App {
    let library = library();
    let compendium = library.compendium(&setup.system).expect("a system");
    begun_with(setup, compendium, systems::all(), seed)
}

fn begun(setup: &Setup, compendium: &Compendium, systems: &[&'static dyn System]) -> App {
    begun_with(setup, compendium, systems, Seed(5))
}

fn begun_with(
    setup: &Setup,
    compendium: &Compendium,
    systems: &[&'static dyn System],
    seed: Seed,
) -> App {
    let start = setup.begin(compendium, seed).expect("it fits");
    let session = Session::new(systems, start, seed).expect("a session");
    let screen = Screen::Fight(Box::new(Fight::new(session, compendium.clone())));
    App::with(Keymap::built_in(), theme(), library(), screen)
}

/// Returns the effect of keys on the current prompt or menu of a fight alone; a space is Space, `
/// ` Enter.
pub fn typed(session: &Session, keys: &str) -> (Reply, Ask) {
    let asked = match session.waits() {
        Waits::Prompt(prompt) => Asked::Prompt(prompt),
        Waits::Offers { .. } => Asked::Offers(session.menu_rows()),
        Waits::Fault(what) => panic!("{what}"),
    };
    let capitals = Capitals::of_system(session.system());
    let mut ask = Ask::new(asked, session.now(), capitals);
    let mut reply = Reply::Nothing;
    for key in keys.chars() {
        assert_eq!(reply, Reply::Nothing, "{keys}: a key too many");
        ask.preview = session.preview(&ask.draft);
        reply = match key {
            ' ' => ask.nothing_more(asked, session.now(), false),
            '\n' => ask.enter(asked, session.now()),
            key => ask.type_char(key, asked, session.now()),
        };
    }
    (reply, ask)
}

/// Checks that keys start a command.
#[track_caller]
pub fn starts(course: &Course<'_>, keys: &str, command: Command) {
    let (reply, ask) = typed(&course.session, keys);
    assert_eq!(reply, Reply::Start(command), "{keys}: {:?}", ask.problem);
}

/// Types a command on the `:` line and runs it.
pub fn line(app: &mut App, text: &str) {
    press(app, ":");
    app.paste(text);
    press(app, "enter");
    let fight = on(app);
    assert!(
        fight.ask().problem.is_none(),
        "`{text}`: {:?}",
        fight.ask().problem
    );
}

pub fn on(app: &App) -> &Fight {
    app.fight().expect("a fight is on the screen")
}

/// Opens a set-up on the screen.
pub fn set_up(setup: Setup) -> App {
    let screen = Screen::Setup(Box::new(SetupScreen::from(setup)));
    App::with(Keymap::built_in(), theme(), library(), screen)
}

/// Presses the keys of a line of input, and Enter if it follows.
pub fn take_line(app: &mut App, line: &str) {
    let mut keys = LineKeys::new(line);
    while let Some(messages) = keys.next::<()>(app) {
        for message in messages {
            match message {
                Message::Key(key) => app.press(key),
                Message::Paste(text) => app.paste(&text),
                other => panic!("{other:?} is no key"),
            }
        }
    }
    if keys.enter() {
        press(app, "enter");
    }
}
