//! The fights that are measured: of every system a bundled one, and crowds out of its bundled rosters, each in the middle,
//! where somebody of the players is about to attack. Enter plays them; nobody runs out of health in a crowd.

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
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Session, Waits, parse};
use affray::setup;
use affray::store::Saves;
use affray::systems;
use affray::values::{Id, Value};
use tempfile::TempDir;

/// Everybody in a crowd is healed once in so many inputs.
const HEALING: usize = 400;

/// A kind of fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fight {
    /// Out of the roster; none: the system's first bundled fight as it is.
    pub crowd: Option<usize>,
    /// Inputs before the attack.
    pub inputs: usize,
}

/// The system's first bundled fight.
pub const BUNDLED: Fight = Fight {
    crowd: None,
    inputs: 15,
};
/// As many as sit at most tables.
pub const DOZEN: Fight = Fight {
    crowd: Some(12),
    inputs: 100,
};
/// A large fight that takes a whole evening.
pub const EVENING: Fight = Fight {
    crowd: Some(30),
    inputs: 2_000,
};
/// A battle.
pub const BATTLE: Fight = Fight {
    crowd: Some(200),
    inputs: 200,
};
/// The largest fight that the goals are for: about twenty rounds.
pub const SIEGE: Fight = Fight {
    crowd: Some(60),
    inputs: 5_000,
};

impl Fight {
    /// What the tables call it.
    pub fn label(self) -> String {
        match self.crowd {
            None => "bundled fight".to_owned(),
            Some(crowd) => format!("{crowd} combatants, {} inputs", thousands(self.inputs)),
        }
    }
}

/// A number with its thousands apart.
pub fn thousands(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1_000), number % 1_000),
    }
}

/// A fight in the middle, twice, as files of saved sessions.
#[derive(Clone, Debug)]
pub struct Stand {
    /// It waits for the form of an attack.
    pub form: PathBuf,
    /// The same attack waits for its first die.
    pub die: PathBuf,
}

impl Stand {
    /// How long the saved session is.
    pub fn bytes(&self) -> usize {
        let length = fs::metadata(&self.form).expect("a file").len();
        usize::try_from(length).expect("a file that was read")
    }
}

/// Stands that were made already, those of all systems together.
#[derive(Default)]
pub struct Stands {
    made: RefCell<BTreeMap<Fight, Rc<Vec<Stand>>>>,
    folders: RefCell<Vec<TempDir>>,
}

impl Stands {
    /// The stands of a fight, one a system in the order of [`systems::all`].
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

/// A folder on the disk that the program was built on, and not in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

/// A saved session to go on with.
pub fn opened(file: &Path) -> Session {
    let (folder, name) = (file.parent(), file.file_stem());
    let name = name.and_then(|name| name.to_str()).expect("a file");
    let saves = Saves::new(folder.expect("a file"));
    saves.look(name, systems::all()).expect("it opens").session
}

/// A crowd out of a system's bundled fights: every second one is the players', and nobody is ever out of it.
pub fn crowd(system: &'static dyn System, combatants: usize) -> Encounter {
    let health = match &*system.schema().hit_points {
        // Where no hit points are counted, in Six Seconds.
        "" => "natural_armour: 30, toughness_misc: 20".to_owned(),
        field => format!("{field}: 999"),
    };
    crowd_of(system, combatants, &health)
}

/// The same where each round begins with everybody as at the start ([`whole`]): in Six Seconds, which counts no hit
/// points, nobody can harm those who are never out of it, and policies do not fight where nothing can be won.
pub fn mended_crowd(system: &'static dyn System, combatants: usize) -> Option<Encounter> {
    (system.key() == "seconds").then(|| crowd_of(system, combatants, ""))
}

/// Everybody as at the start of the fight, whatever has become of them since.
pub fn whole(now: &mut Encounter, start: &Encounter) {
    let all = Arc::make_mut(&mut now.combatants).iter_mut();
    for (one, before) in all.zip(start.combatants.iter()) {
        let one = Arc::make_mut(one);
        one.sheet = before.sheet.clone();
        one.conditions.clone_from(&before.conditions);
    }
}

fn crowd_of(system: &'static dyn System, combatants: usize, health: &str) -> Encounter {
    let (compendium, _) = Compendium::built_in(system);
    let mut sides: [Vec<&str>; 2] = Default::default();
    let (ready, _) = setup::bundled(&compendium);
    for setup in ready.iter().map(|bundled| &bundled.setup) {
        for one in &setup.combatants {
            let mut all = setup.sides.iter();
            let players = all.any(|side| side.players && side.name == one.side);
            let side = &mut sides[usize::from(!players)];
            if !side.contains(&one.from.as_str()) {
                side.push(&one.from);
            }
        }
    }
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for number in 0..combatants {
        let (side, name) = (number % 2, ["Party", "Foes"][number % 2]);
        let from = sides[side][number / 2 % sides[side].len()];
        *counts.entry((name, from)).or_default() += 1;
    }
    let mut text = format!(
        "(title: \"Crowd\", system: {:?}, sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [",
        system.key()
    );
    for ((side, from), count) in counts {
        let one = format!("(from: {from:?}, side: {side:?}, count: {count}, sheet: ({health})), ");
        text.push_str(&one);
    }
    text.push_str("])");
    let (setup, wrong) = setup::read(&Source::new("crowd.ron", &text), &[&compendium]);
    let setup = setup.unwrap_or_else(|| panic!("{}", wrong[0]));
    setup.begin(&compendium, Seed(7)).expect("no mistakes")
}

/// The fight at its beginning.
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
        // Where the rules know darkness, nobody of a battle sees anybody.
        for text in ["do light", "set light=dark"] {
            if let Ok(input) = parse(&session, text) {
                session.input(input).expect("it is dark");
            }
        }
    }
    session
}

/// Somebody who plays on: mostly by Enter.
#[derive(Default)]
pub struct Player {
    inputs: usize,
    healed: usize,
}

impl Player {
    /// Plays so many inputs.
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

/// Everybody is as healthy as at first.
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

/// Plays one input: the first of what comes to mind that is taken.
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
                // Two hundred declare by one key, or the round never begins.
                texts.extend(["do declare-rest", "do close-declarations"].map(str::to_owned));
            }
            // What is usual is what was done last; who dodged once, kept from attacking, would dodge for ever.
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

/// The fight after its inputs, at the next attack of a player's; both stands are saved in `folder`.
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

/// Who is asked.
fn asked(session: &Session) -> Option<Id> {
    match session.waits() {
        Waits::Prompt(prompt) => prompt.question.who,
        Waits::Offers { .. } | Waits::Fault(_) => None,
    }
}

/// Whether an attack's form is its owner's plan, and its die comes with those of all others.
fn plans(session: &Session) -> bool {
    session.system().key() == "split-round"
}

/// A player's declaration, if one is offered: two hundred leave it out.
fn declaration(session: &Session) -> Option<Command> {
    let now = session.now();
    let players = |id: Id| now.sides[now.get(id).side.index()].players;
    let mut offers = session.menu().iter().map(|offer| &offer.command);
    let one =
        offers.find(|command| command.action == "declare" && command.who.is_some_and(players));
    one.cloned()
}

/// Whether a form asks a player whom to do something to, and something else is asked after it.
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

/// Saves the fight in a folder of its own; the file.
fn kept(session: &Session, folder: &Path) -> PathBuf {
    // An attack that came to no die left its form here.
    let _ = fs::remove_dir_all(folder);
    let folder = folder.join("sessions");
    let files = Saves::new(&folder).create(session).expect("saved");
    folder.join(format!("{}.ron", files.name()))
}
