//! Thread that saves: it writes in order, waiting lines share a sync, and every failure is reported, on a disk in
//! memory with arbitrary faults.

use std::sync::mpsc::{self, Receiver};

use affray::store::{FileIssue, Report, Saver, SessionFiles, Work};

use crate::support::faulty_disk::{Fault, Lasting, MemoryStore, Operation};

/// Creates a saver, and the channel of its reports.
fn saver(store: &MemoryStore) -> (Saver, Receiver<Report>) {
    let files = SessionFiles::create(store.boxed(), "duel", "start").expect("nothing fails");
    let (sender, reports) = mpsc::channel();
    let report = move |report| {
        // The receiver is gone when the test is over.
        let _ = sender.send(report);
    };
    (Saver::spawn(files, report).expect("a thread"), reports)
}

fn found(store: &MemoryStore) -> (String, Vec<String>) {
    let opened = SessionFiles::open(store.boxed(), "duel").expect("it is there");
    assert_eq!(opened.told, []);
    (opened.snapshot, opened.lines)
}

#[test]
fn inputs_are_saved_in_order() {
    let store = MemoryStore::new();
    let (mut saver, reports) = saver(&store);
    for (number, work) in [
        Work::Line("one".to_owned()),
        Work::Line("two".to_owned()),
        Work::Fold("both".into()),
        Work::Line("three".to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(saver.send(work), number as u64 + 1);
    }
    drop(saver);
    assert_eq!(found(&store), ("both".to_owned(), vec!["three".to_owned()]));
    let reports: Vec<Report> = reports.iter().collect();
    assert_eq!(reports.last(), Some(&Report::Saved(4)));
    assert!(
        reports
            .iter()
            .all(|report| matches!(report, Report::Saved(_))),
        "{reports:?}"
    );
}

#[test]
fn journal_lines_that_wait_are_saved_with_one_sync() {
    let store = MemoryStore::new();
    let files = SessionFiles::create(store.boxed(), "duel", "start").expect("nothing fails");
    store.log();
    let (sender, reports) = mpsc::channel();
    let (go_on, told_to) = mpsc::channel();
    // The saver blocks in its first report until all other lines are waiting.
    let mut is_first = true;
    let report = move |report| {
        sender.send(report).expect("read below");
        if std::mem::take(&mut is_first) {
            told_to.recv().expect("sent below");
        }
    };
    let mut saver = Saver::spawn(files, report).expect("a thread");
    saver.send(Work::Line("line 1".to_owned()));
    assert_eq!(reports.recv(), Ok(Report::Saved(1)));
    for number in 2..=100 {
        saver.send(Work::Line(format!("line {number}")));
    }
    go_on.send(()).expect("the saver waits");
    drop(saver.finish().expect("no panic"));
    assert_eq!(reports.iter().collect::<Vec<_>>(), [Report::Saved(100)]);
    let logged = store.logged();
    let syncs = logged.iter().filter(|done| **done == Operation::Sync);
    assert_eq!(
        syncs.count(),
        2,
        "one for the first line, one for the others"
    );
    let lines: Vec<String> = (1..=100).map(|number| format!("line {number}")).collect();
    assert_eq!(found(&store).1, lines);
}

#[test]
fn a_failure_requests_a_snapshot_until_one_is_saved() {
    let store = MemoryStore::new();
    let (mut saver, reports) = saver(&store);
    store.fail(store.operations(), Fault::NoSpace, Lasting::ForEver);
    let failure = |saver: &mut Saver, work| {
        let number = saver.send(work);
        let message =
            "duel.journal: no space left on the disk: free some space; the fight continues in memory and is not saved"
                .to_owned();
        (
            reports.recv().expect("a report"),
            Report::Failed {
                number,
                message,
                wants_snapshot: true,
            },
        )
    };
    let (report, expected) = failure(&mut saver, Work::Line("one".to_owned()));
    assert_eq!(report, expected);
    let (report, _) = failure(&mut saver, Work::Line("two".to_owned()));
    assert!(
        matches!(
            report,
            Report::Failed {
                number: 2,
                wants_snapshot: true,
                ..
            }
        ),
        "{report:?}"
    );
    let (report, _) = failure(&mut saver, Work::Rescue("one two three".into()));
    assert!(
        matches!(
            report,
            Report::Failed {
                number: 3,
                wants_snapshot: true,
                ..
            }
        ),
        "{report:?}"
    );
    store.heal();
    saver.send(Work::Rescue("one two three four".into()));
    saver.send(Work::Line("five".to_owned()));
    assert_eq!(reports.recv(), Ok(Report::Saved(4)));
    assert_eq!(reports.recv(), Ok(Report::Saved(5)));
    let files = saver.finish().expect("no panic");
    assert!(!files.wants_snapshot());
    drop(files);
    assert_eq!(
        found(&store),
        ("one two three four".to_owned(), vec!["five".to_owned()])
    );
}

#[test]
fn an_unwritable_snapshot_is_reported_and_nothing_is_lost() {
    let store = MemoryStore::new();
    let (mut saver, reports) = saver(&store);
    saver.send(Work::Line("one".to_owned()));
    assert_eq!(reports.recv(), Ok(Report::Saved(1)));
    // The last write of a compaction writes the snapshot file.
    let journal_done = {
        let probe = MemoryStore::new();
        let mut files =
            SessionFiles::create(probe.boxed(), "duel", "start").expect("nothing fails");
        probe.log();
        files.fold("one").expect("nothing fails");
        probe
            .logged()
            .iter()
            .rposition(|done| *done == Operation::Write)
            .expect("a write")
    };
    store.fail(
        store.operations() + journal_done as u64,
        Fault::NoSpace,
        Lasting::ForEver,
    );
    saver.send(Work::Fold("one".into()));
    let why = "duel.ron: no space left on the disk: free some space".to_owned();
    let behind = FileIssue::Behind {
        why,
        journal: "duel.journal".to_owned(),
    };
    assert_eq!(reports.recv(), Ok(Report::Told(behind)));
    assert_eq!(reports.recv(), Ok(Report::Saved(2)));
    store.heal();
    drop(saver);
    assert_eq!(found(&store), ("one".to_owned(), vec![]));
}
