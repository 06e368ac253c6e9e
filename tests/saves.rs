//! Fights on disk: kept, listed, found, taken up again, brought from elsewhere; what is damaged is told.

mod tiny;

use std::fs;
use std::path::Path;

use affray::dice::Seed;
use affray::session::{Session, parse};
use affray::store::Saves;
use affray::store::saves::{self, line, snapshot};

const INPUTS: [&str; 7] = [
    "do strike a",
    "set target=c, charge=on",
    "roll 14",
    "undo",
    "roll 15",
    "ruling harm b",
    "set amount=2",
];

fn session() -> Session {
    Session::new(&tiny::systems(), tiny::start(), Seed(7)).expect("a session")
}

fn input(session: &mut Session, text: &str) -> Vec<affray::session::Delta> {
    let input = parse(session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
    session
        .input(input)
        .unwrap_or_else(|why| panic!("`{text}`: {why}"))
}

/// Plays a fight and keeps it in a folder.
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
fn a_fight_is_taken_up_where_it_stood() {
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
        .resume("Tiny fight", &tiny::systems())
        .expect("resumed");
    assert_eq!(resumed.told, []);
    assert_eq!(resumed.session.save(), session.save());
    assert_eq!(resumed.session.waits(), session.waits());
    let second = saves
        .resume("Tiny fight", &tiny::systems())
        .expect("looked at");
    assert!(second.files.look_only().is_some());
    assert_eq!(second.session.save(), session.save());
    assert_eq!(
        saves.create(&session).expect("another").name(),
        "Tiny fight-2"
    );
}

#[test]
fn fights_are_found_by_what_is_typed() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    for title in ["Bridge ambush", "Bridge again", "day/night"] {
        let mut start = tiny::start();
        start.title = title.into();
        let session = Session::new(&tiny::systems(), start, Seed(7)).expect("a session");
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
    assert!(why("bridge").starts_with("more than one fight is meant: write one of Bridge"));
    assert_eq!(
        why("Bride ambush"),
        "there is no fight `Bride ambush`: did you mean `Bridge ambush`?"
    );
}

#[test]
fn a_line_that_does_not_fit_ends_the_good_part() {
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
    // Whole lines, as far as the files are concerned, with nonsense in them.
    files.append("[Closed([]), Closed([])]").expect("saved");
    files.append("[Clsed([])]").expect("saved");
    drop(files);
    let resumed = saves
        .resume("Tiny fight", &tiny::systems())
        .expect("resumed");
    assert_eq!(resumed.session.save(), good);
    let told: Vec<String> = resumed.told.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with(
            "Tiny fight.journal: input 3 does not fit (column 14: a command is closed"
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
        .resume("Tiny fight", &tiny::systems())
        .expect("resumed");
    assert_eq!((again.told, again.session.save()), (Vec::new(), good));
}

#[test]
fn a_save_that_somebody_edited_is_told_and_can_be_read() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let session = played(&saves);
    let path = home.path().join("Tiny fight.ron");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replace("Ann", "Anna")).expect("edited");
    let resumed = saves
        .resume("Tiny fight", &tiny::systems())
        .expect("resumed");
    assert_eq!(resumed.session.save(), session.save());
    assert!(resumed.told[0].asks());
    let changed = resumed.changed.expect("the edited one");
    let edited = saves::read(&changed, &tiny::systems()).expect("readable");
    assert!(edited.now().by_name("Anna").is_some());
}

#[test]
fn a_fight_from_elsewhere_is_copied() {
    let home = tempfile::tempdir().expect("a folder");
    let elsewhere = Saves::new(home.path().join("stick"));
    let session = played(&elsewhere);
    let before = files(elsewhere.folder());
    let own = Saves::new(home.path().join("own"));
    let path = elsewhere.folder().join("Tiny fight.ron");
    let resumed = own.import(&path, &tiny::systems()).expect("imported");
    assert_eq!(resumed.session.save(), session.save());
    assert_eq!(resumed.files.name(), "Tiny fight");
    assert_eq!(files(elsewhere.folder()), before);
    assert!(
        own.import(&home.path().join("none.ron"), &tiny::systems())
            .is_err()
    );
    let broken = home.path().join("broken.ron");
    fs::write(&broken, "(\n  format: 1,\n  affrai: \"\",\n)").expect("written");
    let Err(why) = own.import(&broken, &tiny::systems()) else {
        panic!("it was read");
    };
    let why = format!("{why:#}");
    assert!(
        why.contains("broken.ron:3:3: unknown field `affrai`: did you mean `affray`?"),
        "{why}"
    );
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
