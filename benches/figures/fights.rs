//! Fights that are measured: a bundled one of every system, and large ones made of its bundled rosters, each in the
//! middle, just before an attack by a player. Enter plays them; no combatant of a large fight goes down.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Encounter, Stage};
use affray::resolver::{Command, Draft, FieldKind, Kind};
use affray::rules::System;
use affray::session::{Input, Session, Waits, parse};
use affray::setup::{self, Count, Newcomer, Setup, SideSetup};
use affray::store::Saves;
use affray::systems;
use affray::values::{Id, Record, Value};
use tempfile::TempDir;

/// Number of inputs after which every combatant of a large fight is healed.
const HEALING: usize = 400;

/// Sides of a large fight; players run the first.
const SIDES: [&str; 2] = ["Party", "Foes"];

/// Size of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fight {
    /// Number of combatants from the roster; `None` for the system's first bundled fight.
    pub crowd: Option<usize>,
    /// Number of inputs before the attack.
    pub inputs: usize,
}

/// First bundled fight of the system.
pub const BUNDLED: Fight = Fight {
    crowd: None,
    inputs: 15,
};
/// Fight of usual size.
pub const DOZEN: Fight = Fight {
    crowd: Some(12),
    inputs: 100,
};
/// Large fight of a whole evening.
pub const EVENING: Fight = Fight {
    crowd: Some(30),
    inputs: 2_000,
};
/// Battle with hundreds of combatants.
pub const BATTLE: Fight = Fight {
    crowd: Some(200),
    inputs: 200,
};
/// Longest fight with a goal: about twenty rounds.
pub const SIEGE: Fight = Fight {
    crowd: Some(60),
    inputs: 5_000,
};

impl Fight {
    /// Returns its name in the tables.
    pub fn label(self) -> String {
        match self.crowd {
            None => "bundled fight".to_owned(),
            Some(crowd) => format!("{crowd} combatants, {} inputs", thousands(self.inputs)),
        }
    }
}

/// Formats a number with a separator of thousands.
pub fn thousands(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1_000), number % 1_000),
    }
}

/// Fight saved at two points, as files of sessions.
#[derive(Clone, Debug)]
pub struct Stand {
    /// File of the fight at the form of an attack.
    pub form: PathBuf,
    /// File of the fight at the first die of the same attack.
    pub die: PathBuf,
}

impl Stand {
    /// Returns the size of the saved session.
    pub fn bytes(&self) -> usize {
        let length = fs::metadata(&self.form).expect("a file").len();
        usize::try_from(length).expect("a file that was read")
    }
}

/// Fights saved so far, those of all systems together.
#[derive(Default)]
pub struct Stands {
    made: RefCell<BTreeMap<Fight, Rc<Vec<Stand>>>>,
    folders: RefCell<Vec<TempDir>>,
}

impl Stands {
    /// Returns the saved fights of a size, one for each system in the order of [`systems::all`].
    pub fn of(&self, fight: Fight) -> Rc<Vec<Stand>> {
        if let Some(made) = self.made.borrow().get(&fight) {
            return Rc::clone(made);
        }
        eprintln!("playing: {}", fight.label());
        let folder = folder();
        let stands: Vec<Stand> = thread::scope(|scope| {
            let hands: Vec<_> = systems::all()
                .iter()
                .map(|system| {
                    let folder = folder.path().join(system.key());
                    scope.spawn(move || stand(*system, fight, &folder))
                })
                .collect();
            let stands = hands.into_iter();
            stands
                .map(|hand| hand.join().expect("a fight can be played"))
                .collect()
        });
        let stands = Rc::new(stands);
        self.folders.borrow_mut().push(folder);
        self.made.borrow_mut().insert(fight, Rc::clone(&stands));
        stands
    }
}

/// Creates a folder on the disk on which the program was built, not in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

/// Resumes a saved session.
pub fn opened(file: &Path) -> Session {
    let (folder, name) = (file.parent(), file.file_stem());
    let name = name.and_then(|name| name.to_str()).expect("a file");
    let saves = Saves::new(folder.expect("a file"));
    saves.look(name, systems::all()).expect("it opens").session
}

/// Creates a large fight from a system's bundled fights: every second combatant is the players', and none ever goes
/// down.
pub fn crowd(system: &'static dyn System, combatants: usize) -> Encounter {
    let health = match &*system.schema().hit_points {
        // Six Seconds counts no hit points.
        "" => Record::new()
            .with("natural_armour", 30)
            .with("toughness_misc", 20),
        field => Record::new().with(field, 999),
    };
    crowd_of(system, combatants, &health)
}

/// Creates the same fight, but each round begins with all combatants as at the start ([`whole`]). In Six Seconds, which
/// counts no hit points, combatants that cannot go down cannot be harmed, and policies do not fight without a chance to
/// win.
pub fn mended_crowd(system: &'static dyn System, combatants: usize) -> Option<Encounter> {
    (system.key() == "seconds").then(|| crowd_of(system, combatants, &Record::new()))
}

/// Restores all combatants as at the start of the fight.
pub fn whole(now: &mut Encounter, start: &Encounter) {
    let all = Arc::make_mut(&mut now.combatants).iter_mut();
    for (one, before) in all.zip(start.combatants.iter()) {
        let one = Arc::make_mut(one);
        one.sheet = before.sheet.clone();
        one.conditions.clone_from(&before.conditions);
    }
}

fn crowd_of(system: &'static dyn System, combatants: usize, health: &Record) -> Encounter {
    let (compendium, _) = Compendium::built_in(system);
    let mut kinds: [Vec<Newcomer>; 2] = Default::default();
    let (ready, _) = setup::bundled(&compendium);
    for setup in ready.iter().map(|bundled| &bundled.setup) {
        for one in &setup.combatants {
            let mut all = setup.sides.iter();
            let players = all.any(|side| side.players && side.name == one.side);
            let kinds = &mut kinds[usize::from(!players)];
            if !kinds
                .iter()
                .any(|kind| (&kind.from, &kind.name) == (&one.from, &one.name))
            {
                kinds.push(kind_of(one, health));
            }
        }
    }
    for side in 0..2 {
        let members = (combatants + 1 - side) / 2;
        let kinds = &mut kinds[side];
        kinds.truncate(members);
        let all = kinds.len();
        for (place, kind) in kinds.iter_mut().enumerate() {
            let count = (members - place).div_ceil(all);
            kind.count = Count::Fixed(u32::try_from(count).expect("a few hundred"));
            SIDES[side].clone_into(&mut kind.side);
        }
    }
    let setup = Setup {
        title: "Crowd".to_owned(),
        sides: SIDES
            .map(|name| SideSetup {
                name: name.to_owned(),
                players: name == SIDES[0],
                ..SideSetup::default()
            })
            .into(),
        combatants: kinds.concat(),
        ..Setup::new(system.key())
    };
    setup.begin(&compendium, Seed(7)).expect("no mistakes")
}

/// Returns a combatant of a bundled fight with other hit points, present from the start and without links.
fn kind_of(one: &Newcomer, health: &Record) -> Newcomer {
    let mut sheet = one.sheet.clone();
    for (field, value) in &health.0 {
        sheet.set(field, value.clone());
    }
    Newcomer {
        from: one.from.clone(),
        name: one.name.clone(),
        sheet,
        ..Newcomer::default()
    }
}

/// Starts the fight.
pub fn begun(system: &'static dyn System, fight: Fight) -> Session {
    let start = match fight.crowd {
        Some(combatants) => crowd(system, combatants),
        None => {
            let (compendium, _) = Compendium::built_in(system);
            let first = &setup::bundled(&compendium).0[0].setup;
            first.begin(&compendium, Seed(7)).expect("no mistakes")
        }
    };
    let mut session = Session::new(systems::all(), start, Seed(7)).expect("a session");
    if fight == BATTLE {
        // If the rules know darkness, the combatants of a battle do not see each other.
        for text in ["do light", "set light=dark"] {
            if let Ok(input) = parse(&session, text) {
                session.input(input).expect("it is dark");
            }
        }
    }
    session
}

/// Player that continues a fight, mostly with Enter.
#[derive(Default)]
pub struct Player {
    inputs: usize,
    healed: usize,
}

impl Player {
    /// Plays this number of inputs.
    pub fn play(&mut self, session: &mut Session, inputs: usize) {
        let end = self.inputs + inputs;
        while self.inputs < end {
            let waits = matches!(session.waits(), Waits::Offers { .. });
            if waits && self.inputs >= self.healed + HEALING {
                self.healed = self.inputs;
                heal(session);
                self.inputs += 2;
            }
            step(session);
            self.inputs += 1;
        }
    }
}

/// Restores the hit points of all combatants.
fn heal(session: &mut Session) {
    let mut targets = String::new();
    for id in session.now().present() {
        write!(targets, "{}+", id.letter()).expect("a text grows");
    }
    for text in ["ruling heal", &format!("set targets={targets}, amount=999")] {
        let input = parse(session, text).expect("an input");
        session.input(input).expect("healed");
    }
}

/// Plays one input: the first candidate that is accepted.
pub fn step(session: &mut Session) {
    let mut texts = Vec::new();
    let mut any = None;
    match session.waits() {
        Waits::Offers { .. } => {
            let open = || {
                session
                    .menu()
                    .iter()
                    .filter(|offer| offer.refused.is_none())
            };
            let many = session.now().combatants.len() > 100;
            if many {
                // Two hundred combatants declare with one key, or the round never begins.
                texts.extend(["do declare-rest", "do close-declarations"].map(str::to_owned));
            }
            // The default is the last action. A combatant that dodged once instead of attacking would always dodge.
            let usual = open().find(|offer| offer.preset && offer.command.action == "usual");
            if let Some(who) = usual.and_then(|offer| offer.command.who) {
                texts.push(format!("do declare {}", who.letter()));
            }
            any = open().next().map(|offer| offer.command.clone());
        }
        Waits::Prompt(prompt) => {
            let dodges = |key: &str, value: &Value| {
                key == "action" && matches!(value, Value::Word(word) if word == "dodge")
            };
            if let Kind::Form(fields) = &prompt.kind
                && fields.iter().any(|field| dodges(&field.key, &field.value))
            {
                texts.push("set action=attack".to_owned());
            }
        }
        Waits::Fault(what) => panic!("{what}"),
    }
    texts.push("enter".to_owned());
    for text in texts {
        if let Ok(input) = parse(session, &text)
            && session.input(input).is_ok()
        {
            return;
        }
    }
    let command = any.unwrap_or_else(|| panic!("{:?} is not answered", session.waits()));
    session.input(Input::Start(command)).expect("it is offered");
}

/// Plays the inputs of the fight up to the next attack by a player, and saves both points in `folder`.
fn stand(system: &'static dyn System, fight: Fight, folder: &Path) -> Stand {
    let mut session = begun(system, fight);
    Player::default().play(&mut session, fight.inputs);
    let mut form = None;
    for _ in 0..1_000 {
        if session.now().stage != Stage::Fighting {
            break;
        }
        let who = asked(&session);
        match session.waits() {
            Waits::Offers { .. } if plans(&session) => {
                if let (None, Some(command)) = (&form, declaration(&session)) {
                    session.input(Input::Start(command)).expect("it is offered");
                    continue;
                }
            }
            Waits::Offers { .. } => form = None,
            Waits::Prompt(prompt) => match (&prompt.kind, &form) {
                (Kind::Form(_), _) if is_attack(&session) => {
                    let file = kept(&session, &folder.join("form"));
                    form = Some((who, file));
                }
                (Kind::Roll(_), Some((attacker, file))) if *attacker == who => {
                    return Stand {
                        form: file.clone(),
                        die: kept(&session, &folder.join("die")),
                    };
                }
                _ => {}
            },
            Waits::Fault(what) => panic!("{what}"),
        }
        step(&mut session);
    }
    panic!(
        "{}: no attack of a player's comes after {}",
        system.key(),
        fight.label()
    );
}

/// Returns the combatant that is asked.
fn asked(session: &Session) -> Option<Id> {
    match session.waits() {
        Waits::Prompt(prompt) => prompt.question.who,
        Waits::Offers { .. } | Waits::Fault(_) => None,
    }
}

/// Returns true if the form of an attack is a plan, and its die is rolled together with those of all others.
fn plans(session: &Session) -> bool {
    session.system().key() == "split-round"
}

/// Returns a player's declaration, if one is offered; a battle leaves it out.
fn declaration(session: &Session) -> Option<Command> {
    let now = session.now();
    let players = |id: Id| now.sides[now.get(id).side.index()].players;
    let mut offers = session.menu().iter().map(|offer| &offer.command);
    let one =
        offers.find(|command| command.action == "declare" && command.who.is_some_and(players));
    one.cloned()
}

/// Returns true if a form asks a player for a target, and another question follows.
fn is_attack(session: &Session) -> bool {
    let (Waits::Prompt(prompt), Some(who)) = (session.waits(), asked(session)) else {
        return false;
    };
    let Kind::Form(fields) = &prompt.kind else {
        return false;
    };
    let now = session.now();
    let players = now.sides[now.get(who).side.index()].players;
    let aims = fields
        .iter()
        .any(|field| matches!(field.kind, FieldKind::Pick { .. }));
    let goes_on = || session.preview(&Draft::new())?.next;
    players && aims && (plans(session) || goes_on().is_some())
}

/// Saves the fight in a folder of its own, and returns the file.
fn kept(session: &Session, folder: &Path) -> PathBuf {
    // An attack without a die may have left its form here.
    let _ = fs::remove_dir_all(folder);
    let folder = folder.join("sessions");
    let files = Saves::new(&folder).create(session).expect("saved");
    folder.join(format!("{}.ron", files.name()))
}
