//! Saving during a fight on the screen: every input reaches the disk, the status is correct, and no changes of other
//! programs are overwritten.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use affray::dice::Seed;
use affray::session::{Saved, Session, parse};
use affray::store::{Report, SessionFiles, saves};
use affray::ui::autosave::{
    Autosave, OpenChoice, OpenedSave, SaveContext, SaveProgress, SaveStatus,
};

use affray::systems;
use affray::ui::app::{App, Screen};
use affray::ui::fight::Fight;

use crate::support::faulty_disk::{Fault, Lasting, MemoryStore};
use crate::support::keyboard;
use crate::support::tiny_system;

/// Inputs of a typical fight, including dodges and an undo.
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
    autosave: Autosave,
    reports: Receiver<Report>,
}

fn context(store: &MemoryStore) -> (SaveContext, Receiver<Report>) {
    let (sender, reports) = mpsc::channel();
    let sender = Mutex::new(sender);
    let store = store.seen_by("one program");
    let context = SaveContext::new(
        Arc::new(move || store.boxed()),
        Arc::new(move |report| {
            // The receiver is gone when the test is over.
            let _ = sender.lock().expect("no panic").send(report);
        }),
        Arc::new(SaveProgress::default()),
    );
    (context, reports)
}

fn begin(store: &MemoryStore) -> Table {
    let (context, reports) = context(store);
    let mut start = tiny_system::start();
    start.title = "Duel".into();
    let session = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
    let autosave = Autosave::create(context, &session);
    Table {
        session,
        autosave,
        reports,
    }
}

fn find(store: &MemoryStore) -> OpenedSave {
    let opened = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let resumed = saves::resume(opened, &tiny_system::systems()).expect("it is a fight");
    OpenedSave::new(resumed, &tiny_system::systems())
}

fn look(store: &MemoryStore, name: &str) -> Session {
    let opened = SessionFiles::look(store.boxed(), name).expect("it opens");
    let resumed = saves::resume(opened, &tiny_system::systems()).expect("it is a fight");
    resumed.session
}

fn open(store: &MemoryStore, choice: OpenChoice) -> Table {
    let (context, reports) = context(store);
    let opened = find(store);
    let (mut autosave, session) = Autosave::go_on(context, opened, choice).expect("it goes on");
    autosave.start_afresh(&session);
    Table {
        session,
        autosave,
        reports,
    }
}

impl Table {
    fn input(&mut self, text: &str) {
        let input = parse(&self.session, text).expect("an input");
        let deltas = self.session.input(input).expect("taken");
        self.autosave.keep(&self.session, [deltas]);
    }

    /// Processes reports until all work is done.
    fn settle(&mut self) {
        // The state is set before the report is sent, and a report may cause more work.
        loop {
            self.autosave.wait(Duration::from_secs(10));
            match self.reports.recv_timeout(Duration::from_millis(40)) {
                Ok(report) => drop(self.autosave.on_report(report, &self.session)),
                Err(_) => return,
            }
        }
    }

    fn leave(self) -> Saved {
        let saved = self.session.save();
        self.autosave.leave(&self.session).expect("all is saved");
        saved
    }
}

fn why(status: &SaveStatus) -> &str {
    match status {
        SaveStatus::Failing(why) => why,
        other => panic!("no failure: {other:?}"),
    }
}

#[test]
fn a_fight_is_restored_as_it_was_left() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    for text in INPUTS {
        table.input(text);
        table.settle();
        assert_eq!(table.autosave.status(), SaveStatus::Saved);
        // State of the files after a kill at this moment.
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
fn a_fight_reopened_after_each_input_keeps_all_inputs() {
    let store = MemoryStore::new();
    begin(&store).leave();
    for (place, text) in INPUTS.iter().enumerate() {
        let mut table = open(&store, OpenChoice::GoOn);
        table.input(text);
        assert_ne!(table.autosave.status(), SaveStatus::Off);
        // The program ends either with a compacted journal, or as after a kill.
        if place % 2 == 0 {
            table.leave();
        } else {
            table.settle();
            assert_eq!(table.autosave.status(), SaveStatus::Saved);
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
fn a_failed_input_is_saved_when_the_disk_recovers() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    table.settle();
    store.fail(store.operations(), Fault::NoSpace, Lasting::ForEver);
    for text in &INPUTS[..3] {
        table.input(text);
        table.settle();
        let status = table.autosave.status();
        assert!(
            why(&status).ends_with(
                "no space left on the disk: free some space; the fight continues in memory and is not saved"
            ),
            "{status:?}"
        );
    }
    store.heal();
    table.input(INPUTS[3]);
    table.settle();
    assert_eq!(table.autosave.status(), SaveStatus::Saved);
    assert_eq!(find(&store).session().save(), table.session.save());
}

#[test]
fn a_transient_fault_is_retried_without_another_input() {
    for fault in Fault::ALL {
        let store = MemoryStore::new();
        let mut table = begin(&store);
        table.settle();
        store.fail(store.operations(), fault, Lasting::Once);
        table.input(INPUTS[0]);
        table.settle();
        assert_eq!(table.autosave.status(), SaveStatus::Saved, "{fault:?}");
        let found = look(&store, "Duel");
        assert_eq!(found.save(), table.session.save(), "{fault:?}");
    }
}

#[test]
fn a_fight_that_cannot_be_saved_continues_in_memory() {
    let store = MemoryStore::new();
    store.fail(0, Fault::ReadOnly, Lasting::ForEver);
    let mut table = begin(&store);
    let status = table.autosave.status();
    assert!(why(&status).contains("the disk is read-only"), "{status:?}");
    table.input(INPUTS[0]);
    assert!(matches!(table.autosave.status(), SaveStatus::Failing(_)));
    store.heal();
    table.input(INPUTS[1]);
    let left = table.leave();
    assert_eq!(find(&store).session().save(), left);
}

#[test]
fn quitting_reports_unsaved_inputs() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    table.settle();
    store.fail(store.operations(), Fault::Broken, Lasting::ForEver);
    table.input(INPUTS[0]);
    let Table {
        session, autosave, ..
    } = table;
    let why = autosave.leave(&session).expect_err("the disk is broken");
    assert!(why.contains("disk error"), "{why}");
}

#[test]
fn a_second_program_opens_a_fight_read_only() {
    let store = MemoryStore::new();
    let mut first = begin(&store);
    first.input(INPUTS[0]);
    first.settle();
    let mut second = open(&store.seen_by("somebody else"), OpenChoice::GoOn);
    assert_eq!(second.autosave.status(), SaveStatus::LookOnly);
    assert_eq!(second.session.save().inputs, first.session.save().inputs);
    let before = store.content("Duel.journal");
    second.input(INPUTS[1]);
    second.settle();
    assert_eq!(store.content("Duel.journal"), before);
    second.leave();
    assert_eq!(store.content("Duel.journal"), before);
}

#[test]
fn two_fights_with_one_title_get_two_file_names() {
    let store = MemoryStore::new();
    let first = begin(&store);
    let second = begin(&store.seen_by("another"));
    assert_eq!(first.autosave.name(), "Duel");
    assert_eq!(second.autosave.name(), "Duel-2");
}

#[test]
fn an_external_change_needs_consent_and_both_versions_are_kept() {
    for choice in [OpenChoice::GoOn, OpenChoice::Changed, OpenChoice::LookOn] {
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
                "Duel.ron was changed outside Affray. Open the changed version or the last version that Affray saved. Affray keeps both versions."
            ]
        );
        assert_eq!(question.choices.len(), 3);
        assert_eq!(found.session().save(), left);
        drop(found);
        let before = store.files();
        let table = open(&store, choice);
        let title = table.session.now().title.clone();
        // A read-only viewer does not keep others from resuming the fight.
        let other = SessionFiles::open(store.seen_by("somebody else").boxed(), "Duel");
        let free = other.expect("it opens").files.look_only().is_none();
        assert_eq!(free, choice == OpenChoice::LookOn);
        table.leave();
        match choice {
            OpenChoice::LookOn => {
                assert_eq!(store.files(), before);
                assert_eq!(
                    store.content("Duel.ron").as_deref(),
                    Some(edited.as_bytes())
                );
                continue;
            }
            OpenChoice::GoOn => assert_eq!(&*title, "Duel"),
            OpenChoice::Changed => assert_eq!(&*title, "Grim"),
        }
        assert_eq!(look(&store, "Duel").now().title, title);
        let found = store.content("Duel.kept-1.ron").expect("kept");
        assert_eq!(found, edited.as_bytes());
        assert!(find(&store).question().is_none());
    }
}

#[test]
fn an_unreadable_change_is_reported_with_its_line() {
    let store = MemoryStore::new();
    begin(&store).leave();
    store.edit("Duel.ron", b"(\n    format: 3,\n    oops\n)");
    let question = find(&store).question().expect("it asks");
    let choices: Vec<OpenChoice> = question.choices.iter().map(|(choice, _)| *choice).collect();
    assert_eq!(choices, [OpenChoice::GoOn, OpenChoice::LookOn]);
    assert!(
        question.found[1].contains("Duel.ron:3:"),
        "{:?}",
        question.found
    );
}

#[test]
fn invalid_inputs_are_skipped_with_consent_and_stay_in_the_file() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    for text in &INPUTS[..5] {
        table.input(text);
    }
    table.settle();
    let Table {
        autosave, session, ..
    } = table;
    drop(autosave);
    // The lines are complete, so the journal itself is valid; but they belong to another fight.
    let mut files = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let mut start = tiny_system::start();
    let foe = start.combatants[2].clone();
    start.combatants = Arc::new(vec![start.combatants[0].clone(), foe]);
    start.title = "Duel".into();
    let other = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
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
            "Duel.journal: input 4 cannot be applied (column 35: combatant 2 does not exist: write a number from 0 to 1). "
        ),
        "{:?}",
        question.found
    );
    drop(found);
    let before = store.content("Duel.journal");
    open(&store, OpenChoice::GoOn).leave();
    assert!(find(&store).question().is_none());
    assert_eq!(store.content("Duel.broken-1.journal"), before);
    assert_eq!(session.history().entries().len(), 2);
}

#[test]
fn a_newer_format_is_refused_with_a_message() {
    let store = MemoryStore::new();
    store.edit(
        "Duel.ron",
        b"(format: 7, affray: \"3.1\", what: [1, 2], ever: Some(5))",
    );
    let opened = SessionFiles::open(store.boxed(), "Duel").expect("it opens");
    let error = saves::resume(opened, &tiny_system::systems())
        .map(drop)
        .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "Duel.ron: written by Affray 3.1 (format 7); this version reads formats up to 3: update Affray"
    );
}

#[test]
fn a_long_fight_is_compacted_while_idle() {
    let store = MemoryStore::new();
    let mut table = begin(&store);
    let mut folds = 0;
    for _ in 0..500 {
        table.input("do strike a");
        table.input("undo");
        if table.autosave.wants_fold(&table.session) {
            folds += 1;
            table.autosave.fold(&table.session);
            assert!(!table.autosave.wants_fold(&table.session));
        }
    }
    assert!((2..=5).contains(&folds), "{folds}");
    let left = table.leave();
    assert_eq!(find(&store).session().save(), left);
}

/// A partly completed form is stored next to the fight, and restored when the fight is resumed; sending it deletes it.
#[test]
fn a_partial_form_is_restored_after_the_program_is_killed() {
    let store = MemoryStore::default();
    let (context, _reports) = context(&store);
    let mut app = keyboard::fight("bridge");
    keyboard::press(&mut app, "enter a b");
    for letter in ["c", "d", "e", "f", "g", "h"] {
        if keyboard::on(&app).form().is_none() {
            keyboard::press(&mut app, letter);
        }
    }
    let fight = keyboard::on(&app);
    assert!(fight.form().is_some(), "a form is asked");
    let mut autosave = Autosave::create(context, &fight.session);
    keyboard::press(&mut app, "down right");
    let fight = keyboard::on(&app);
    let kept = fight.beside_text();
    assert!(!kept.is_empty(), "a row is set");
    autosave.keep_form(kept.clone());
    autosave.wait(Duration::from_secs(9));
    assert_eq!(autosave.status(), SaveStatus::Saved);

    let read = |store: &MemoryStore| {
        let opened = SessionFiles::look(store.boxed(), autosave.name()).expect("it opens");
        saves::resume(opened, systems::all()).expect("it is a fight")
    };
    let resumed = read(&store);
    let text = resumed.files.kept_form();
    assert_eq!(text, kept);
    let mut again = Fight::new(resumed.session, fight.compendium.clone());
    assert_eq!(again.beside_text(), "");
    again.restore(&text);
    assert_eq!(again.beside_text(), kept, "it stands as it stood");
    // In another state of the fight the stored form does not apply.
    let mut other = keyboard::fight("bridge");
    if let Screen::Fight(fight) = &mut other.screen {
        fight.restore(&text);
        assert_eq!(fight.beside_text(), "");
    }
}

/// Types a die at a roll, and sends it after a restart.
#[test]
fn typed_dice_survive_a_restart() {
    let at_roll = || {
        let mut app = keyboard::fight("bridge");
        keyboard::press(&mut app, "enter a b f enter shift-n");
        app
    };
    let (mut app, mut again) = (at_roll(), at_roll());
    keyboard::press(&mut app, "3");
    let kept = keyboard::on(&app).beside_text();
    assert_eq!(keyboard::on(&again).beside_text(), "");
    if let Screen::Fight(fight) = &mut again.screen {
        fight.restore(&kept);
    }
    assert_eq!(keyboard::on(&again).beside_text(), kept);
    let before = keyboard::on(&again).session.revision();
    for app in [&mut app, &mut again] {
        keyboard::press(app, "enter");
    }
    assert_ne!(
        keyboard::on(&again).session.revision(),
        before,
        "it is sent"
    );
    let log = |app: &App| {
        let lines = keyboard::on(app).session.live_lines();
        lines
            .iter()
            .map(|line| line.text.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(log(&again), log(&app));
}
