//! Fights on disk: saved, listed, found, resumed and imported; damage is reported.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Stage;
use affray::resolver::Answer;
use affray::ron_text::Source;
use affray::session::{Input, Session, parse};
use affray::setup;
use affray::store::saves::{self, line, snapshot};
use affray::store::{Saves, SessionFiles};
use affray::systems;
use affray::ui::autosave::{Autosave, SaveContext, SaveProgress};

use crate::support::{fight_file, tiny_system};

const INPUTS: [&str; 7] = [
    "do strike a",
    "set target=c, charge=on",
    "roll 14",
    "undo",
    "roll 15",
    "ruling damage b",
    "set amount=2",
];

fn session() -> Session {
    Session::new(&tiny_system::systems(), tiny_system::start(), Seed(7)).expect("a session")
}

fn input(session: &mut Session, text: &str) -> Vec<affray::session::Delta> {
    let input = parse(session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
    session
        .input(input)
        .unwrap_or_else(|why| panic!("`{text}`: {why}"))
}

/// Plays a fight and saves it in a folder.
fn played(saves: &Saves) -> Session {
    let mut session = session();
    let mut files = saves.create(&session).expect("created");
    for text in INPUTS {
        let deltas = input(&mut session, text);
        files
            .append(&line(&deltas).expect("a line"))
            .expect("saved");
    }
    session
}

#[test]
fn a_fight_resumes_where_it_was_left() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path().join("sessions"));
    assert_eq!(saves.list().expect("nothing yet"), []);
    let session = played(&saves);
    let list = saves.list().expect("a list");
    assert_eq!(list.len(), 1);
    assert_eq!(
        (list[0].name.as_str(), list[0].title().as_str()),
        ("Tiny fight", "Tiny fight")
    );
    assert_eq!(list[0].state(), "round 1, under way");
    assert!(list[0].modified.is_some());
    let resumed = saves
        .resume("Tiny fight", &tiny_system::systems())
        .expect("resumed");
    assert_eq!(resumed.told, []);
    assert_eq!(resumed.session.save(), session.save());
    assert_eq!(resumed.session.waits(), session.waits());
    let second = saves
        .resume("Tiny fight", &tiny_system::systems())
        .expect("looked at");
    assert!(second.files.look_only().is_some());
    assert_eq!(second.session.save(), session.save());
    assert_eq!(
        saves.create(&session).expect("another").name(),
        "Tiny fight-2"
    );
}

#[test]
fn fights_are_found_by_typed_text() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    for title in ["Bridge ambush", "Bridge again", "day/night"] {
        let mut start = tiny_system::start();
        start.title = title.into();
        let session = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
        saves.create(&session).expect("created");
    }
    assert_eq!(saves.find("bridge ambush").expect("found"), "Bridge ambush");
    assert_eq!(saves.find("day").expect("found"), "day%2Fnight");
    assert_eq!(saves.find("Day/Night").expect("found"), "day%2Fnight");
    assert_eq!(
        saves.find("Bridge ambush.ron").expect("found"),
        "Bridge ambush"
    );
    let why = |wanted| saves.find(wanted).expect_err("not found").to_string();
    assert!(why("bridge").starts_with("several fights match: write one of Bridge"));
    assert_eq!(
        why("Bride ambush"),
        "no fight `Bride ambush`: did you mean `Bridge ambush`?"
    );
}

/// The list starts with the fight changed last, whatever its name; files that were set aside come last.
#[test]
fn the_list_begins_with_the_last_changed_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    for (nth, title) in ["Mill", "Ford", "Barn"].into_iter().enumerate() {
        begun(&saves, title);
        let seconds = std::time::Duration::from_secs(1_000_000 + [20, 30, 10][nth]);
        for ending in ["ron", "journal"] {
            let path = home.path().join(format!("{title}.{ending}"));
            let file = fs::File::options().write(true).open(path).expect("there");
            file.set_modified(std::time::UNIX_EPOCH + seconds)
                .expect("dated");
        }
    }
    let list = saves.list().expect("listed");
    let names: Vec<&str> = list.iter().map(|save| save.name.as_str()).collect();
    assert_eq!(names, ["Ford", "Mill", "Barn"]);
}

/// Starts a fight in a folder, with this title.
fn begun(saves: &Saves, title: &str) -> (Session, SessionFiles) {
    let mut start = tiny_system::start();
    start.title = title.into();
    let session = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
    let files = saves.create(&session).expect("created");
    (session, files)
}

#[test]
fn a_word_of_a_title_finds_a_fight_but_never_its_backup() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    begun(&saves, "The toll bridge");
    begun(&saves, "Wreck");
    // A full stop in a title does not make the file look like a copy.
    let dotted = tempfile::tempdir().expect("a folder");
    let others = Saves::new(dotted.path());
    begun(&others, "Mr. Hyde at home");
    assert_eq!(others.find("hyde").expect("found"), "Mr. Hyde at home");
    assert_eq!(saves.find("bridge").expect("found"), "The toll bridge");
    assert_eq!(saves.find("toll br").expect("found"), "The toll bridge");
    saves.find("ridge").expect_err("no word begins so");
    // Files that were set aside have the title of their fight.
    for copy in ["Wreck.kept-1", "Wreck.broken-2"] {
        for ending in ["ron", "journal"] {
            let from = home.path().join(format!("Wreck.{ending}"));
            let to = home.path().join(format!("{copy}.{ending}"));
            std::fs::copy(from, to).expect("copied");
        }
    }
    assert_eq!(saves.find("wreck").expect("found"), "Wreck");
    assert_eq!(saves.find("Wreck.kept-1").expect("found"), "Wreck.kept-1");
    let all = saves.list().expect("listed");
    let called: Vec<String> = all.iter().map(|save| save.called(&all)).collect();
    assert!(called.contains(&"The toll bridge".to_owned()), "{called:?}");
    assert!(called.contains(&"Wreck (Wreck)".to_owned()), "{called:?}");
    let copies = ["Wreck (Wreck.broken-2)", "Wreck (Wreck.kept-1)"];
    let mut last: Vec<&str> = called[2..].iter().map(String::as_str).collect();
    last.sort_unstable();
    assert_eq!(last, copies, "copies are last");
}

#[test]
fn the_list_shows_the_current_state_of_a_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let (mut session, mut files) = begun(&saves, "Long");
    let stands = || saves.list().expect("listed")[0].state();
    let mut play = |text: &str| {
        let deltas = input(&mut session, text);
        files
            .append(&line(&deltas).expect("a line"))
            .expect("saved");
        let now = session.now();
        let mut stage = now.stage.word().to_owned();
        if now.stage != Stage::Setup {
            stage = format!("round {}, {stage}", now.round);
        }
        assert_eq!(stands(), stage, "after `{text}`");
        now.round
    };
    assert_eq!(play("do round"), 2);
    assert_eq!(play("do round"), 3);
    assert_eq!(play("undo"), 2);
    assert_eq!(play("redo"), 3);
    assert_eq!(play("undo"), 2);
    assert_eq!(play("do strike a"), 2);
}

#[test]
fn an_open_fight_cannot_be_deleted() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let (_, files) = begun(&saves, "Short");
    let why = saves.delete("Short").expect_err("it is open").to_string();
    assert!(why.starts_with("`Short` is open in "), "{why}");
    drop(files);
    saves.delete("Short").expect("deleted");
    assert_eq!(saves.list().expect("listed"), []);
}

#[test]
fn an_invalid_line_ends_the_valid_part_of_a_journal() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let mut session = session();
    let mut files = saves.create(&session).expect("created");
    for text in &INPUTS[..2] {
        let deltas = input(&mut session, text);
        files
            .append(&line(&deltas).expect("a line"))
            .expect("saved");
    }
    let good = session.save();
    // The lines are complete, but their content is nonsense.
    files.append("[Closed([]), Closed([])]").expect("saved");
    files.append("[Clsed([])]").expect("saved");
    drop(files);
    let resumed = saves
        .resume("Tiny fight", &tiny_system::systems())
        .expect("resumed");
    assert_eq!(resumed.session.save(), good);
    let told: Vec<String> = resumed.told.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with(
            "Tiny fight.journal: input 3 cannot be applied (column 14: cannot finish a command that was never started)"
        ),
        "{told:?}"
    );
    assert!(resumed.told[0].asks());
    let mut files = resumed.files;
    let text = snapshot(&resumed.session).expect("a snapshot");
    assert!(files.fold(&text).is_err(), "nobody consented");
    files.rescue(&text).expect("saved");
    drop(files);
    let names: Vec<String> = saves
        .list()
        .expect("a list")
        .into_iter()
        .map(|save| save.name)
        .collect();
    assert!(
        names.contains(&"Tiny fight.broken-1".to_owned()),
        "{names:?}"
    );
    let again = saves
        .resume("Tiny fight", &tiny_system::systems())
        .expect("resumed");
    assert_eq!((again.told, again.session.save()), (Vec::new(), good));
}

#[test]
fn an_edited_save_is_reported_and_can_be_read() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let session = played(&saves);
    let path = home.path().join("Tiny fight.ron");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replace("Ann", "Anna")).expect("edited");
    let resumed = saves
        .resume("Tiny fight", &tiny_system::systems())
        .expect("resumed");
    assert_eq!(resumed.session.save(), session.save());
    assert!(resumed.told[0].asks());
    let changed = resumed.changed.expect("the edited one");
    let edited = saves::read(&changed, &tiny_system::systems()).expect("readable");
    assert!(edited.now().by_name("Anna").is_some());
}

#[test]
fn a_fight_of_another_folder_is_copied() {
    let home = tempfile::tempdir().expect("a folder");
    let elsewhere = Saves::new(home.path().join("stick"));
    let session = played(&elsewhere);
    let before = files(elsewhere.folder());
    let own = Saves::new(home.path().join("own"));
    let path = elsewhere.folder().join("Tiny fight.ron");
    let resumed = own
        .import(&path, &tiny_system::systems())
        .expect("imported");
    assert_eq!(resumed.session.save(), session.save());
    assert_eq!(resumed.files.name(), "Tiny fight");
    assert_eq!(files(elsewhere.folder()), before);
    assert!(
        own.import(&home.path().join("none.ron"), &tiny_system::systems())
            .is_err()
    );
    let broken = home.path().join("broken.ron");
    fs::write(&broken, "(\n  format: 3,\n  affrai: \"\",\n)").expect("written");
    let Err(why) = own.import(&broken, &tiny_system::systems()) else {
        panic!("it was read");
    };
    let why = format!("{why:#}");
    assert!(
        why.contains("broken.ron:3:3: unknown field `affrai`: did you mean `affray`?"),
        "{why}"
    );
}

/// Both files contain the rules of the system, compressed.
#[test]
fn a_new_open_d20_fight_of_ten_combatants_takes_at_most_128_kb() {
    let all = systems::all();
    let system = all.iter().find(|system| system.key() == "d20");
    let system = *system.expect("a bundled system");
    let (compendium, _) = Compendium::built_in(system);
    let text = r#"(title: "Ten", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (from: "Hild", side: "Party"), (from: "Oswin", side: "Party"), (from: "Tamsin", side: "Party"),
            (from: "Brother Aldo", side: "Party"), (from: "Young Red Dragon", side: "Foes"),
            (from: "Kobold", side: "Foes", count: 5, hit_points: Rolled),
        ])"#;
    let (setup, wrong) = setup::read(&Source::new("ten", text), &[&compendium]);
    assert_eq!(wrong, []);
    let start = setup.expect("read").begin(&compendium, Seed(1));
    let session = Session::new(all, start.expect("begun"), Seed(1));
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let session = session.expect("a fight");
    assert_eq!(session.now().combatants.len(), 10);
    drop(saves.create(&session).expect("created"));
    let written = files(home.path());
    let endings = [".ron", ".journal"];
    let both = written
        .iter()
        .filter(|(name, _)| endings.iter().any(|ending| name.ends_with(ending)));
    let size: u64 = both.map(|(_, length)| length).sum();
    assert!((10_000..=128 * 1024).contains(&size), "{written:?}");
}

fn files(folder: &Path) -> Vec<(String, u64)> {
    let mut files: Vec<(String, u64)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let length = entry.metadata().expect("a file").len();
            (entry.file_name().to_string_lossy().into_owned(), length)
        })
        .collect();
    files.sort();
    files
}

/// After an amendment most of the later inputs have the same results, and are in no line of the journal.
#[test]
fn the_list_shows_the_state_of_an_amended_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = Saves::new(home.path());
    let context = SaveContext::new(
        Arc::new(move || folder.open_folder()),
        Arc::new(|_| {}),
        Arc::new(SaveProgress::default()),
    );
    let compendium = fight_file::compendium("alternation");
    let setup = "title: \"Pass\", system: \"alternation\", sides: [(name: \"P\", players: true), (name: \"O\")],
        combatants: [(name: \"Una\", side: \"P\"), (name: \"Orc\", side: \"O\"), (name: \"Cur\", side: \"O\")]";
    let begun = ["set started=P", "do first P", "gain Orc dead"];
    let mut session = fight_file::course(&compendium, setup, &begun).session;
    let mut autosave = Autosave::create(context, &session);
    // The round ends with the morale check.
    let steps = [
        "do pass P",
        "do pass O",
        "roll 10",
        "do first P",
        "do pass P",
        "do pass O",
    ];
    for text in steps {
        let deltas = input(&mut session, text);
        autosave.keep(&session, [deltas]);
    }
    // The die of the first round.
    let first = session
        .amendable()
        .filter(|one| matches!(one.given.answer, Answer::Faces(_)));
    let first = first
        .filter(|one| one.given.question.key == "morale")
        .last();
    let first = first.expect("a die").clone();
    let amend = Input::Amend {
        entry: first.entry,
        place: first.place,
        answer: Answer::Faces(vec![9]),
    };
    let deltas = session.input(amend).expect("amended");
    autosave.keep(&session, [deltas]);
    autosave.wait(Duration::from_secs(10));
    let listed = Saves::new(home.path()).list().expect("listed");
    assert_eq!(session.now().round, 3);
    assert_eq!(listed[0].state(), "round 3, under way");
}
