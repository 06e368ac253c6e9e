//! Damaged and externally changed files are reported, their valid parts are offered, and nothing is overwritten without
//! consent (R9 and R11 of the promises).

use std::cell::Cell;

use affray::store::{FileIssue, Lost, Opened, SessionFiles};

use super::fight_on_disk::{Chance, Fight, power_cuts, reopen};
use crate::support::faulty_disk::MemoryStore;

/// Creates a session of about 5 KB whose journal has several writes, and returns its two files.
fn session_of_5_kb() -> (Fight, Vec<u8>, Vec<u8>) {
    let fight = Fight::new(11, 40);
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.fold(fight.snapshot(20)).expect("nothing fails");
    for inputs in fight.inputs[20..].chunks(2) {
        let lines: Vec<&str> = inputs.iter().map(String::as_str).collect();
        files.append_all(&lines).expect("nothing fails");
    }
    let file = |name| store.content(name).expect("it was written");
    (fight, file("duel.ron"), file("duel.journal"))
}

/// Returns the range of the compressed copy of the snapshot in a journal.
fn copy_in(journal: &[u8]) -> (usize, usize) {
    let start = 1 + journal
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a head");
    let head = str::from_utf8(&journal[..start]).expect("text");
    let mut words = head.split(' ').skip_while(|word| *word != "length");
    let length = words.nth(1).and_then(|length| length.parse::<usize>().ok());
    (start, start + length.expect("a length"))
}

/// Splits a journal before its first line of inputs.
fn split(journal: &[u8]) -> (&[u8], &str) {
    let (front, lines) = journal.split_at(copy_in(journal).1 + 1);
    (front, str::from_utf8(lines).expect("text"))
}

#[track_caller]
fn open_damaged(ron: &[u8], journal: &[u8]) -> (MemoryStore, Opened) {
    let store = MemoryStore::new();
    store.edit("duel.ron", ron);
    store.edit("duel.journal", journal);
    let opened = reopen(&store);
    (store, opened)
}

/// R11, snapshot: any flipped bit and any cut is reported, and the journal still contains everything.
#[test]
fn a_damaged_snapshot_is_reported_and_nothing_is_lost() {
    let (fight, ron, journal) = session_of_5_kb();
    let check = |damaged: &[u8]| {
        let (_, opened) = open_damaged(damaged, &journal);
        assert!(
            matches!(opened.told[..], [FileIssue::ChangedOutside { .. }]),
            "{:?}",
            opened.told
        );
        assert_eq!(fight.count(&opened.snapshot, &opened.lines), 40);
        assert_eq!(opened.changed.as_deref(), str::from_utf8(damaged).ok());
    };
    for bit in 0..ron.len() * 8 {
        let mut damaged = ron.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check(&damaged);
    }
    for length in 0..ron.len() {
        check(&ron[..length]);
    }
}

/// R11, journal: any flipped bit and any cut is reported, and the part before the damage is offered. Only a cut exactly
/// after a complete line cannot be distinguished from a shorter journal.
#[test]
fn a_damaged_journal_is_reported_and_its_intact_part_is_offered() {
    let (fight, ron, journal) = session_of_5_kb();
    println!("{} and {} bytes", ron.len(), journal.len());
    let (copy, end) = copy_in(&journal);
    let start = end + 1;
    // A few bits of a compressed text have no meaning.
    let unnoticed = Cell::new(0);
    let check = |damaged: &[u8], at: usize| {
        let (_, opened) = open_damaged(&ron, damaged);
        let count = fight.count(&opened.snapshot, &opened.lines);
        let whole = journal[start..at.max(start)]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        // A flipped bit in the header or the copy costs no line; one in a line costs that line and those after it.
        let expected = if at < start && damaged.len() == journal.len() {
            40
        } else {
            20 + whole
        };
        assert_eq!(count, expected, "damaged at {at}");
        let behind_a_line = at >= start && damaged.len() == at && damaged[at - 1] == b'\n';
        if opened.told.is_empty() && (copy..end).contains(&at) {
            unnoticed.set(unnoticed.get() + 1);
            return;
        }
        assert_eq!(
            opened.told.is_empty(),
            behind_a_line,
            "damaged at {at}: {:?}",
            opened.told
        );
        assert_eq!(opened.changed, None);
        // The report says whether everything could be read.
        let lines = opened.told.iter().filter_map(|issue| match issue {
            FileIssue::DamagedJournal { lines, .. } if expected == 40 => Some(*lines),
            _ => None,
        });
        assert!(
            lines.into_iter().all(|lines| lines == Lost::Nothing),
            "damaged at {at}: {:?}",
            opened.told
        );
    };
    for bit in 0..journal.len() * 8 {
        let mut damaged = journal.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check(&damaged, bit / 8);
    }
    for length in 0..journal.len() {
        check(&journal[..length], length);
    }
    assert!(unnoticed.get() < 16, "{} bits", unnoticed.get());
}

/// R11, journal: a missing line and two swapped lines are reported, and the part before them is offered.
#[test]
fn a_missing_journal_line_is_reported_and_the_intact_part_is_offered() {
    let (fight, ron, journal) = session_of_5_kb();
    let (front, lines) = split(&journal);
    let rows: Vec<&str> = lines.split_inclusive('\n').collect();
    let before = rows.len() - 20;
    let check = |rows: &[&str], good: usize| {
        let damaged = [front, rows.concat().as_bytes()].concat();
        let (_, opened) = open_damaged(&ron, &damaged);
        assert_eq!(
            fight.count(&opened.snapshot, &opened.lines),
            20 + good,
            "line {good}"
        );
        assert!(!opened.told.is_empty(), "line {good}");
    };
    for missing in 0..19 {
        let mut damaged = rows.clone();
        damaged.remove(before + missing);
        check(&damaged, missing);
        let mut damaged = rows.clone();
        damaged.swap(before + missing, before + missing + 1);
        check(&damaged, missing);
        // A duplicate line, as after copying by hand.
        let mut damaged = rows.clone();
        damaged.insert(before + missing, rows[before + missing]);
        check(&damaged, missing + 1);
    }
}

/// R11: a journal that ends within its copy of the snapshot reports the loss of its inputs.
#[test]
fn a_journal_cut_within_its_copy_of_the_snapshot_reports_lost_inputs() {
    let (_, ron, journal) = session_of_5_kb();
    let (start, end) = copy_in(&journal);
    for length in start..=end {
        let (_, opened) = open_damaged(&ron, &journal[..length]);
        let [issue] = &opened.told[..] else {
            panic!("{:?}", opened.told);
        };
        let lines = Lost::Inputs;
        let file = "duel.journal".to_owned();
        assert_eq!(*issue, FileIssue::DamagedJournal { file, lines });
    }
}

/// R11: Affray asks before it overwrites a line that was once complete, including the last one, and counts everything
/// it would leave out.
#[test]
fn a_damaged_line_is_overwritten_only_with_consent() {
    let (fight, ron, _) = session_of_5_kb();
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(20)).expect("nothing fails");
    // Two writes: 15 inputs, and a single one.
    let lines: Vec<&str> = fight.inputs[20..35].iter().map(String::as_str).collect();
    files.append_all(&lines).expect("nothing fails");
    files.append(&fight.inputs[35]).expect("nothing fails");
    drop(files);
    let journal = store.content("duel.journal").expect("it was written");
    let (front, lines) = split(&journal);
    let ron = store.content("duel.ron").unwrap_or(ron);
    for line in 1..=16 {
        let damaged = lines.replace(&format!("Answer({}, ", 20 + line), "Answer(99, ");
        let (_, opened) = open_damaged(&ron, &[front, damaged.as_bytes()].concat());
        let count = fight.count(&opened.snapshot, &opened.lines);
        assert_eq!(count, 20 + line - 1);
        let file = "duel.journal".to_owned();
        let (number, later) = (line, 16 - line);
        let issue = FileIssue::DamagedLine {
            file,
            number,
            later,
        };
        assert_eq!(opened.told, [issue]);
        assert!(opened.told[0].asks());
        let mut files = opened.files;
        files
            .fold(fight.snapshot(count))
            .expect_err("the player has not been asked");
    }
}

/// A read-only viewer is informed about an incomplete last line, unless another program is writing it.
#[test]
fn a_read_only_viewer_is_informed_about_an_incomplete_line() {
    let fight = Fight::new(8, 4);
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    for input in &fight.inputs {
        files.append(input).expect("nothing fails");
    }
    let journal = store.content("duel.journal").expect("it was written");
    store.edit("duel.journal", &journal[..journal.len() - 3]);
    let look = || SessionFiles::look(store.boxed(), "duel").expect("it can be read");
    assert_eq!(look().told, [], "it may be on its way");
    drop(files);
    let found = look();
    assert_eq!(fight.count(&found.snapshot, &found.lines), 3);
    let torn = FileIssue::Torn {
        file: "duel.journal".to_owned(),
        number: 4,
        later: 0,
    };
    assert_eq!(found.told, [torn]);
}

/// R11: broken files are set aside under names of their own before anything is written, and can be opened under these
/// names.
#[test]
fn damaged_files_are_kept_under_new_names() {
    let (fight, ron, mut journal) = session_of_5_kb();
    let middle = journal.len() - 400;
    journal[middle] ^= 4;
    let (
        store,
        Opened {
            mut files,
            snapshot,
            lines,
            told,
            ..
        },
    ) = open_damaged(&ron, &journal);
    let count = fight.count(&snapshot, &lines);
    assert!(
        told[0]
            .to_string()
            .contains("is damaged. The fight is restored up to the line before"),
        "{}",
        told[0]
    );
    files
        .fold(fight.snapshot(count))
        .expect_err("the player has not been asked");
    files
        .append(&fight.inputs[count])
        .expect_err("the player has not been asked");
    assert_eq!(
        store.content("duel.journal"),
        Some(journal.clone()),
        "nothing is written unasked"
    );

    store.film();
    files.rescue(fight.snapshot(count)).expect("consent");
    for moment in store.filmed() {
        power_cuts(&moment, &mut Chance(1), |store| {
            let kept = store
                .files()
                .iter()
                .any(|file| store.content(file).as_ref() == Some(&journal));
            assert!(
                kept,
                "a power cut took the broken journal: {:?}",
                store.files()
            );
        });
    }
    files.append(&fight.inputs[count]).expect("all is well");
    assert_eq!(files.take_told(), []);
    drop(files);
    assert_eq!(store.content("duel.broken-1.journal"), Some(journal));
    assert_eq!(store.content("duel.broken-1.ron"), Some(ron));
    let opened = reopen(&store);
    assert_eq!(
        (fight.count(&opened.snapshot, &opened.lines), opened.told),
        (count + 1, vec![])
    );
    let kept = SessionFiles::look(store.boxed(), "duel.broken-1").expect("a session of its own");
    assert_eq!(fight.count(&kept.snapshot, &kept.lines), count);
    let names: Vec<String> = SessionFiles::list(&store)
        .expect("listed")
        .into_iter()
        .map(|listed| listed.name)
        .collect();
    assert_eq!(names, ["duel", "duel.broken-1"]);
}

/// R9: a snapshot edited by hand is reported and opened with consent; both versions are kept, even if the edit happens
/// while the fight is open.
#[test]
fn a_snapshot_changed_outside_is_never_overwritten_without_consent() {
    let fight = Fight::new(5, 10);
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.append(&fight.inputs[0]).expect("nothing fails");
    drop(files);
    store.edit("duel.ron", b"(edited)\n");
    let Opened {
        mut files,
        snapshot,
        lines,
        changed,
        told,
        ..
    } = reopen(&store);
    assert_eq!(fight.count(&snapshot, &lines), 1, "what was saved here");
    assert_eq!(changed.as_deref(), Some("(edited)\n"), "what was edited");
    assert_eq!(
        told[0].to_string(),
        "duel.ron was changed outside Affray. Open the changed version or the last version that Affray saved. Affray keeps both versions."
    );
    files
        .fold("(edited)\n")
        .expect_err("the player has not been asked");
    assert_eq!(
        store.content("duel.ron").as_deref(),
        Some(&b"(edited)\n"[..])
    );
    files.rescue("(edited)\n").expect("consent");
    assert_eq!(
        store.content("duel.kept-1.ron").as_deref(),
        Some(&b"(edited)\n"[..])
    );
    let kept = SessionFiles::look(store.boxed(), "duel.kept-1").expect("both versions");
    assert_eq!(fight.count(&kept.snapshot, &kept.lines), 1);

    store.edit("duel.ron", b"(edited again)\n");
    files
        .fold("(played on)\n")
        .expect("what is in memory is saved");
    let kept = FileIssue::Kept {
        file: "duel.ron".into(),
        kept: "duel.kept-2.ron".into(),
    };
    assert_eq!(files.take_told(), [kept]);
    assert_eq!(
        store.content("duel.kept-2.ron").as_deref(),
        Some(&b"(edited again)\n"[..])
    );
    assert_eq!(
        store.content("duel.ron").as_deref(),
        Some(&b"(played on)\n"[..])
    );

    store.edit("duel.journal", b"what is this");
    let error = files
        .append("Answer(1)")
        .expect_err("somebody else wrote the journal");
    assert_eq!(
        error.to_string(),
        "duel.journal was changed outside Affray; the fight continues in memory and is not saved"
    );
    files
        .rescue("(more)\n")
        .expect("what is in memory is saved");
    assert_eq!(files.take_told().len(), 1);
    assert!(
        store
            .content("duel.kept-3.journal")
            .is_some_and(|kept| kept.starts_with(b"what is this"))
    );
    assert_eq!(store.content("duel.ron").as_deref(), Some(&b"(more)\n"[..]));
}
