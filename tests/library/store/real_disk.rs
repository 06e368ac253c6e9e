//! Sessions on the real file system: saved fights are found, two programs never write the same fight (R8), and missing,
//! unwritable or wrong files and folders are handled or explained (R7, R10).

use std::fs;
use std::path::Path;

use affray::store::{DiskStore, FileIssue, Opened, SessionFiles, Store};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn store(folder: &Path) -> Box<dyn Store> {
    Box::new(DiskStore::new(folder))
}

#[track_caller]
fn create(folder: &Path) -> SessionFiles {
    SessionFiles::create(store(folder), "duel", "start\n").expect("a fresh folder")
}

#[track_caller]
fn check(folder: &Path, snapshot: &str, lines: &[&str]) {
    let found = SessionFiles::look(store(folder), "duel").expect("it is there");
    assert_eq!((found.snapshot.as_str(), found.told), (snapshot, vec![]));
    assert_eq!(found.lines, lines);
}

/// Returns the message of an error, with `~` for the folder of the test.
#[track_caller]
fn refused<T>(folder: &Path, result: anyhow::Result<T>) -> String {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => format!("{error:#}").replace(&*folder.to_string_lossy(), "~"),
    }
}

#[test]
fn saved_inputs_are_read_from_disk() {
    let folder = folder();
    let sessions = folder.path().join("a/b");
    let mut files = create(&sessions);
    check(&sessions, "start\n", &[]);
    files.append("one").expect("saved");
    files.append_all(&["two", "three"]).expect("saved");
    check(&sessions, "start\n", &["one", "two", "three"]);
    files.fold("three inputs\n").expect("saved");
    files.append("four").expect("saved");
    check(&sessions, "three inputs\n", &["four"]);
    assert_eq!(
        fs::read_to_string(sessions.join("duel.ron")).expect("readable"),
        "three inputs\n"
    );
    drop(files);

    let Opened {
        mut files, told, ..
    } = SessionFiles::open(store(&sessions), "duel").expect("opened");
    assert_eq!(told, []);
    assert!(
        files.wants_snapshot(),
        "nobody knows what the program before saw fail"
    );
    files.fold("four inputs\n").expect("saved");
    check(&sessions, "four inputs\n", &[]);
    let there = DiskStore::new(&sessions).list().expect("a folder");
    assert_eq!(
        there,
        ["duel.journal", "duel.lock", "duel.ron"],
        "nothing else stays behind"
    );
    let nowhere = DiskStore::new(folder.path().join("c/d"));
    let error = nowhere
        .sync_parents()
        .expect_err("there is nothing to sync");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    nowhere.make_folder().expect("made");
    nowhere.sync_parents().expect("they are there");
    let error = refused(
        folder.path(),
        SessionFiles::create(store(&sessions), "duel", "start"),
    );
    assert!(error.starts_with("`duel` is open in process "), "{error}");
    drop(files);
    let error = refused(
        folder.path(),
        SessionFiles::create(store(&sessions), "duel", "start"),
    );
    assert_eq!(
        error,
        "`duel` exists already: open it or choose another name"
    );
    let error = refused(folder.path(), SessionFiles::open(store(&sessions), "dual"));
    assert_eq!(error, "no session `dual` in ~/a/b");
    let error = refused(
        folder.path(),
        SessionFiles::open(store(&sessions), "../b/duel"),
    );
    assert_eq!(error, "`../b/duel` cannot be the name of a file");
}

/// R8: there are never two writers; the second program opens the fight read-only and shows which one has it.
#[test]
fn two_programs_cannot_write_the_same_fight() {
    let folder = folder();
    let mut first = create(folder.path());
    first.append("one").expect("saved");
    let Opened {
        files: mut second,
        lines,
        told,
        ..
    } = SessionFiles::open(store(folder.path()), "duel").expect("to look on");
    assert_eq!(lines, ["one"]);
    let [FileIssue::InUse { who }] = &told[..] else {
        panic!("{told:?}")
    };
    assert!(
        who.starts_with(&format!("process {}", std::process::id())),
        "{who}"
    );
    let expected = format!("{who} has this fight open: this window follows it, read-only");
    assert_eq!(second.look_only(), Some(expected.as_str()));
    second.append("two").expect_err("looking on");
    second.fold("two").expect_err("looking on");
    second.rescue("two").expect_err("looking on");
    first.append("two").expect("saved");
    drop(second);
    drop(first);
    let Opened { files, told, .. } =
        SessionFiles::open(store(folder.path()), "duel").expect("free again");
    assert_eq!((files.look_only(), told), (None, vec![]));
    check(folder.path(), "start\n", &["one", "two"]);
}

#[test]
fn a_deleted_journal_is_detected_and_written_again() {
    let folder = folder();
    let mut files = create(folder.path());
    fs::remove_file(folder.path().join("duel.journal")).expect("removed");
    let error = refused(folder.path(), files.append("one"));
    assert_eq!(
        error,
        "duel.journal is missing; the fight continues in memory and is not saved"
    );
    files.rescue("one input\n").expect("saved");
    files.append("two").expect("saved");
    check(folder.path(), "one input\n", &["two"]);

    fs::remove_file(folder.path().join("duel.ron")).expect("removed");
    files.append("three").expect("the journal has it all");
    files.fold("three inputs\n").expect("saved");
    check(folder.path(), "three inputs\n", &[]);
}

/// R9: the journal of an open fight loses its last byte, as with `truncate -s -1`, or all but some bytes.
#[test]
fn a_truncated_journal_is_detected_before_the_next_save() {
    for left in [1, 20] {
        let folder = folder();
        let mut files = create(folder.path());
        files.append("one").expect("saved");
        files.append("two").expect("saved");
        let journal = folder.path().join("duel.journal");
        let file = fs::OpenOptions::new().write(true).open(&journal);
        let file = file.expect("it is there");
        let length = file.metadata().expect("readable").len();
        let cut = if left == 1 { length - 1 } else { left };
        file.set_len(cut).expect("cut");
        let told = refused(folder.path(), files.append("three"));
        assert_eq!(
            told,
            "duel.journal was changed outside Affray; the fight continues in memory and is not saved"
        );
        let stands = fs::read(&journal).expect("readable");
        assert_eq!(
            stands.len() as u64,
            cut,
            "nothing is written behind the hole"
        );
        assert!(files.wants_snapshot());
        files.rescue("three inputs\n").expect("saved");
        check(folder.path(), "three inputs\n", &[]);
        let there = DiskStore::new(folder.path()).list().expect("a folder");
        assert!(
            there.contains(&"duel.kept-1.journal".to_owned()),
            "{there:?}"
        );
    }
}

#[test]
fn a_moved_folder_is_created_again_with_its_lock() {
    let folder = folder();
    let sessions = folder.path().join("sessions");
    let mut files = create(&sessions);
    fs::rename(&sessions, folder.path().join("moved")).expect("moved");
    let error = refused(folder.path(), files.append("one"));
    assert_eq!(
        error,
        "duel.journal is missing; the fight continues in memory and is not saved"
    );
    files.rescue("one input\n").expect("saved");
    check(&sessions, "one input\n", &[]);
    let second = SessionFiles::open(store(&sessions), "duel").expect("to look on");
    assert!(second.files.look_only().is_some(), "locked again");

    fs::remove_dir_all(&sessions).expect("removed");
    files.append("two").expect_err("gone");
    let mut other =
        SessionFiles::create(store(&sessions), "duel", "another\n").expect("a fresh folder");
    let error = refused(folder.path(), files.rescue("two inputs\n"));
    assert!(
        error.ends_with(
            " has opened this fight in the meantime; the fight continues in memory and is not saved"
        ),
        "{error}"
    );
    other.append("its own").expect("saved");
    check(&sessions, "another\n", &["its own"]);

    // When the other program has left, its fight is kept beside ours.
    drop(other);
    files.rescue("two inputs\n").expect("saved");
    assert_eq!(files.take_told().len(), 2);
    check(&sessions, "two inputs\n", &[]);
    let kept = fs::read(sessions.join("duel.kept-1.journal")).expect("kept");
    assert!(String::from_utf8_lossy(&kept).contains("its own"));
    assert_eq!(
        fs::read_to_string(sessions.join("duel.kept-2.ron")).expect("kept"),
        "another\n"
    );
}

#[cfg(unix)]
#[test]
fn a_lock_file_that_is_a_link_leaves_its_target_unchanged() {
    let folder = folder();
    let diary = folder.path().join("diary");
    fs::write(&diary, "dear diary").expect("written");
    let lock = folder.path().join("duel.lock");
    let link = |symbolic: bool| {
        if symbolic {
            std::os::unix::fs::symlink(&diary, &lock)
        } else {
            fs::hard_link(&diary, &lock)
        }
    };
    drop(create(folder.path()));
    for symbolic in [true, false] {
        fs::remove_file(&lock).expect("removed");
        link(symbolic).expect("linked");
        let mut first = SessionFiles::open(store(folder.path()), "duel").expect("opened");
        first.files.fold("played on\n").expect("saved");
        let second = SessionFiles::open(store(folder.path()), "duel").expect("to look on");
        assert!(second.files.look_only().is_some(), "it is locked");
        assert_eq!(fs::read_to_string(&diary).expect("readable"), "dear diary");
    }
}

/// R7, with a file in place of the parent folder, because a read-only folder does not stop the superuser.
#[test]
fn an_unwritable_folder_is_explained() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").expect("written");
    let error = refused(
        folder.path(),
        SessionFiles::create(store(&folder.path().join("file/sessions")), "duel", "start"),
    );
    assert_eq!(
        error,
        "~/file/sessions: this is a folder instead of a file, or a file instead of a folder: move it away"
    );
    let error = refused(
        folder.path(),
        SessionFiles::open(store(&folder.path().join("file")), "duel"),
    );
    assert!(error.starts_with("duel.journal: "), "{error}");

    // A lock fails because its name belongs to a folder.
    drop(create(folder.path()));
    fs::remove_file(folder.path().join("duel.lock")).expect("removed");
    fs::create_dir(folder.path().join("duel.lock")).expect("made");
    let Opened {
        mut files,
        snapshot,
        told,
        ..
    } = SessionFiles::open(store(folder.path()), "duel").expect("to look on");
    assert_eq!(snapshot, "start\n");
    let expected = "duel.lock: this is a folder instead of a file, or a file instead of a folder: move it away: this window is read-only";
    assert_eq!(
        told.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [expected]
    );
    assert_eq!(refused(folder.path(), files.append("one")), expected);
}

/// R10: a file that is not a session is refused without being read.
#[test]
fn files_that_are_not_sessions_are_refused() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder.ron")).expect("made");
    fs::write(path("bytes.ron"), b"(\xff)").expect("written");
    fs::write(path("large.ron"), vec![b' '; 4 * 1024 * 1024 + 1]).expect("written");
    fs::write(path("other.journal"), b"nothing of ours").expect("written");
    fs::write(path("plain.ron"), "(by: \"hand\")").expect("written");
    let open = |name| {
        refused(
            folder.path(),
            SessionFiles::look_foreign(store(folder.path()), name),
        )
    };
    assert_eq!(
        open("folder"),
        "folder.ron: this is not a file: choose another file"
    );
    assert_eq!(
        open("bytes"),
        "bytes.ron: this is not a text file: choose another file or restore a copy"
    );
    assert_eq!(
        open("large"),
        "large.ron: the file has 5 MiB, but the limit is 4 MiB"
    );
    assert_eq!(
        open("other"),
        "other.journal: this file is damaged and other.ron is missing: restore a copy of one of the two files"
    );
    SessionFiles::open(store(folder.path()), "large").expect("one's own may be larger");

    let Opened {
        mut files,
        snapshot,
        told,
        ..
    } = SessionFiles::open(store(folder.path()), "plain").expect("by hand");
    assert_eq!((snapshot.as_str(), told), ("(by: \"hand\")", vec![]));
    files.fold("(by: \"Affray\")").expect("saved");
    let kept = FileIssue::Kept {
        file: "plain.ron".into(),
        kept: "plain.kept-1.ron".into(),
    };
    assert_eq!(files.take_told(), [kept]);
    assert_eq!(
        fs::read_to_string(path("plain.kept-1.ron")).expect("kept"),
        "(by: \"hand\")"
    );
    assert_eq!(
        fs::read_to_string(path("plain.ron")).expect("saved"),
        "(by: \"Affray\")"
    );
}
