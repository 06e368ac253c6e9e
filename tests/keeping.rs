//! A fight on the screen and the disk below it: every input gets there, the mark is true, and nothing is written over
//! what somebody else wrote.

mod faulty;
mod tiny;

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use affray::dice::Seed;
use affray::session::{Saved, Session, parse};
use affray::store::{Report, SessionFiles, saves};
use affray::ui::keeping::{Desk, Found, Keeping, Ledger, SaveMark, Way};
use faulty::{Fault, Lasting, MemoryStore};

/// Inputs of a usual fight, dodges and an undo among them.
const INPUTS: [&str; 14] = [
    "do strike a",
    "enter",
    "roll 14",
    "no",
    "roll 3",
    "do strike c",
    "enter",
    "undo",
    "undo",
    "do strike b",
    "enter",
    "roll 2",
    "undo",
    "redo",
];

struct Table {
    session: Session,
    keeping: Keeping,
    reports: Receiver<Report>,
}

fn desk(store: &MemoryStore) -> (Desk, Receiver<Report>) {
    let (sender, reports) = mpsc::channel();
    let sender = Mutex::new(sender);
    let store = store.seen_by("one program");
    let desk = Desk::new(
        Arc::new(move || store.boxed()),
        Arc::new(move |report| {
            // The test may be over.
            let _ = sender.lock().expect("no panic").send(report);
        }),
        Arc::new(Ledger::default()),
    );
    (desk, reports)
}

fn begin(store: &MemoryStore) -> Table {
    let (desk, reports) = desk(store);
    let mut start = tiny::start();
    start.title = "Duel".into();
    let session = Session::new(&tiny::systems(), start, Seed(7)).expect("a session");
    let keeping = Keeping::create(desk, &session);
    Table {
        session,
        keeping,
        reports,
    }
}

fn find(store: &MemoryStore) -> Found {
    let opened = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let resumed = saves::resume(opened, &tiny::systems()).expect("it is a fight");
    Found::new(resumed, &tiny::systems())
}

fn look(store: &MemoryStore, name: &str) -> Session {
    let opened = SessionFiles::look(store.boxed(), name).expect("it opens");
    let resumed = saves::resume(opened, &tiny::systems()).expect("it is a fight");
    resumed.session
}

fn open(store: &MemoryStore, way: Way) -> Table {
    let (desk, reports) = desk(store);
    let (keeping, session) = Keeping::go_on(desk, find(store), way).expect("it goes on");
    Table {
        session,
        keeping,
        reports,
    }
}

impl Table {
    fn input(&mut self, text: &str) {
        let input = parse(&self.session, text).expect("an input");
        let deltas = self.session.input(input).expect("taken");
        self.keeping.keep(&self.session, [deltas]);
    }

    /// Takes reports until everything sent was answered.
    fn settle(&mut self) {
        // The ledger knows before the report is sent on, and a report may be answered with more work.
        loop {
            self.keeping.wait(Duration::from_secs(10));
            match self.reports.recv_timeout(Duration::from_millis(40)) {
                Ok(report) => drop(self.keeping.news(report, &self.session)),
                Err(_) => return,
            }
        }
    }

    fn leave(self) -> Saved {
        let saved = self.session.save();
        self.keeping.leave(&self.session).expect("all is saved");
        saved
    }
}

fn why(mark: &SaveMark) -> &str {
    match mark {
        SaveMark::Failing(why) => why,
        other => panic!("no failure: {other:?}"),
    }
}

#[test]
fn a_fight_is_found_as_it_was_left() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    for text in INPUTS {
        table.input(text);
        table.settle();
        assert_eq!(table.keeping.mark(), SaveMark::Saved);
        // As another program would find it after a kill at this moment.
        let found = look(&store, "Duel");
        assert_eq!(found.save().inputs, table.session.save().inputs);
        assert_eq!(found.waits(), table.session.waits());
    }
    let left = table.leave();
    let found = find(&store);
    assert!(found.told().is_empty() && found.question().is_none());
    assert_eq!(found.session().save(), left);
}

#[test]
fn opened_fights_go_on_and_are_folded_first() {
    let store = MemoryStore::new();
    begin(&store).leave();
    for (place, text) in INPUTS.iter().enumerate() {
        let mut table = open(&store, Way::GoOn);
        table.input(text);
        assert_ne!(table.keeping.mark(), SaveMark::Off);
        // Left in two ways: folded, or as after a kill.
        if place % 2 == 0 {
            table.leave();
        } else {
            table.settle();
            assert_eq!(table.keeping.mark(), SaveMark::Saved);
        }
    }
    let mut whole = begin(&MemoryStore::new());
    INPUTS.iter().for_each(|text| whole.input(text));
    assert_eq!(
        find(&store).session().save().inputs,
        whole.session.save().inputs
    );
}

#[test]
fn a_failed_input_is_saved_whole_as_soon_as_the_disk_allows() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    table.settle();
    store.fail(store.operations(), Fault::NoSpace, Lasting::ForEver);
    for text in &INPUTS[..3] {
        table.input(text);
        table.settle();
        let mark = table.keeping.mark();
        assert!(
            why(&mark)
                .ends_with("no space left on the disk: free some; the fight goes on in memory"),
            "{mark:?}"
        );
    }
    store.heal();
    table.input(INPUTS[3]);
    table.settle();
    assert_eq!(table.keeping.mark(), SaveMark::Saved);
    assert_eq!(find(&store).session().save(), table.session.save());
}

#[test]
fn a_fault_that_passes_is_mended_without_another_input() {
    for fault in Fault::ALL {
        let store = MemoryStore::new();
        let mut table = begin(&store);
        table.settle();
        store.fail(store.operations(), fault, Lasting::Once);
        table.input(INPUTS[0]);
        table.settle();
        assert_eq!(table.keeping.mark(), SaveMark::Saved, "{fault:?}");
        let found = look(&store, "Duel");
        assert_eq!(found.save(), table.session.save(), "{fault:?}");
    }
}

#[test]
fn a_fight_that_cannot_be_created_goes_on_in_memory_until_it_can() {
    let store = MemoryStore::new();
    store.fail(0, Fault::ReadOnly, Lasting::ForEver);
    let mut table = begin(&store);
    let mark = table.keeping.mark();
    assert!(why(&mark).contains("the disk is read-only"), "{mark:?}");
    table.input(INPUTS[0]);
    assert!(matches!(table.keeping.mark(), SaveMark::Failing(_)));
    store.heal();
    table.input(INPUTS[1]);
    let left = table.leave();
    assert_eq!(find(&store).session().save(), left);
}

#[test]
fn leaving_says_what_is_not_saved() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    table.settle();
    store.fail(store.operations(), Fault::Broken, Lasting::ForEver);
    table.input(INPUTS[0]);
    let Table {
        session, keeping, ..
    } = table;
    let why = keeping.leave(&session).expect_err("the disk is broken");
    assert!(why.contains("the disk failed"), "{why}");
}

#[test]
fn a_second_program_looks_on() {
    let store = MemoryStore::new();
    let mut first = begin(&store);
    first.input(INPUTS[0]);
    first.settle();
    let mut second = open(&store.seen_by("somebody else"), Way::GoOn);
    assert_eq!(second.keeping.mark(), SaveMark::LookOnly);
    assert_eq!(second.session.save().inputs, first.session.save().inputs);
    let before = store.content("Duel.journal");
    second.input(INPUTS[1]);
    second.settle();
    assert_eq!(store.content("Duel.journal"), before);
    second.leave();
    assert_eq!(store.content("Duel.journal"), before);
}

#[test]
fn two_fights_of_one_title_get_two_names() {
    let store = MemoryStore::new();
    let first = begin(&store);
    let second = begin(&store.seen_by("another"));
    assert_eq!(first.keeping.name(), "Duel");
    assert_eq!(second.keeping.name(), "Duel-2");
}

#[test]
fn what_somebody_changed_is_asked_about_and_both_are_kept() {
    for way in [Way::GoOn, Way::Changed, Way::LookOn] {
        let store = MemoryStore::new();
        let mut table = begin(&store);
        table.input(INPUTS[0]);
        let left = table.leave();
        let text = store.content("Duel.ron").expect("a snapshot");
        let edited = String::from_utf8(text)
            .expect("text")
            .replace("Duel", "Grim");
        store.edit("Duel.ron", edited.as_bytes());
        let found = find(&store);
        let question = found.question().expect("it asks");
        assert_eq!(
            question.found,
            [
                "Duel.ron was changed outside Affray: open the changed one or the last one saved here; both are kept"
            ]
        );
        assert_eq!(question.ways.len(), 3);
        assert_eq!(found.session().save(), left);
        drop(found);
        let before = store.files();
        let table = open(&store, way);
        let title = table.session.now().title.clone();
        table.leave();
        match way {
            Way::LookOn => {
                assert_eq!(store.files(), before);
                assert_eq!(
                    store.content("Duel.ron").as_deref(),
                    Some(edited.as_bytes())
                );
                continue;
            }
            Way::GoOn => assert_eq!(&*title, "Duel"),
            Way::Changed => assert_eq!(&*title, "Grim"),
        }
        assert_eq!(look(&store, "Duel").now().title, title);
        let found = store.content("Duel.kept-1.ron").expect("kept");
        assert_eq!(found, edited.as_bytes());
        assert!(find(&store).question().is_none());
    }
}

#[test]
fn an_unreadable_change_is_told_with_its_line() {
    let store = MemoryStore::new();
    begin(&store).leave();
    store.edit("Duel.ron", b"(\n    format: 1,\n    oops\n)");
    let question = find(&store).question().expect("it asks");
    let ways: Vec<Way> = question.ways.iter().map(|(way, _)| *way).collect();
    assert_eq!(ways, [Way::GoOn, Way::LookOn]);
    assert!(
        question.found[1].contains("Duel.ron:3:"),
        "{:?}",
        question.found
    );
}

#[test]
fn inputs_that_make_no_sense_are_left_out_on_consent_and_kept() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    for text in &INPUTS[..5] {
        table.input(text);
    }
    table.settle();
    let Table {
        keeping, session, ..
    } = table;
    drop(keeping);
    // The lines are whole, so the journal itself has nothing to complain of; but they belong to another fight.
    let mut files = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let mut start = tiny::start();
    let foe = start.combatants[2].clone();
    start.combatants = Arc::new(vec![start.combatants[0].clone(), foe]);
    start.title = "Duel".into();
    let other = Session::new(&tiny::systems(), start, Seed(7)).expect("a session");
    let text = saves::snapshot(&other).expect("a snapshot");
    files.files.fold(&text).expect("folded");
    for line in &files.lines {
        files.files.append(line).expect("appended");
    }
    drop(files);
    let found = find(&store);
    let question = found.question().expect("it asks");
    assert!(
        question.found[0].starts_with(
            "Duel.journal: input 4 does not fit (column 35: combatant 2 does not exist: write one from 0 to 1): "
        ),
        "{:?}",
        question.found
    );
    drop(found);
    let before = store.content("Duel.journal");
    open(&store, Way::GoOn).leave();
    assert!(find(&store).question().is_none());
    assert_eq!(store.content("Duel.broken-1.journal"), before);
    assert_eq!(session.history().entries.len(), 2);
}

#[test]
fn a_newer_format_is_refused_politely() {
    let store = MemoryStore::new();
    store.edit(
        "Duel.ron",
        b"(format: 7, affray: \"3.1\", what: [1, 2], ever: Some(5))",
    );
    let opened = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let error = saves::resume(opened, &tiny::systems())
        .map(drop)
        .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "Duel.ron: Affray 3.1 wrote it (format 7), and this program reads up to format 2: open it with that one"
    );
}

#[test]
fn a_long_fight_is_folded_in_quiet_moments() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    let mut folds = 0;
    for _ in 0..500 {
        table.input("do strike a");
        table.input("undo");
        if table.keeping.wants_fold(&table.session) {
            folds += 1;
            table.keeping.fold(&table.session);
            assert!(!table.keeping.wants_fold(&table.session));
        }
    }
    assert!((2..=5).contains(&folds), "{folds}");
    let left = table.leave();
    assert_eq!(find(&store).session().save(), left);
}
