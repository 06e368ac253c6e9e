//! What is promised of saved sessions when power, disk or other programs fail (R1, R3, R4, R5, R9 and R11 of the
//! promises), on a disk in memory that can be broken at will.

mod faulty;

use affray::store::{FileIssue, Lost, Opened, SessionFiles, Store};
use faulty::power::Moment;
use faulty::{Fault, Lasting, MemoryStore, Operation};

const INPUTS: usize = 50;
const FOLDS: [usize; 3] = [12, 25, 41];

/// Small, seeded and the same everywhere (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// A fight as far as saving is concerned: the texts of its inputs, and a start.
struct Fight {
    inputs: Vec<String>,
}

impl Fight {
    fn new(seed: u64, inputs: usize) -> Fight {
        let mut chance = Chance(seed);
        let input = |number| {
            let length = if chance.below(8) == 0 {
                90
            } else {
                chance.below(12)
            };
            format!("Answer({number}, \"{}\")", "ä".repeat(length as usize))
        };
        Fight {
            inputs: (1..=inputs).map(input).collect(),
        }
    }

    /// The snapshot that holds the first `count` inputs.
    fn snapshot(&self, count: usize) -> String {
        let mut text = format!("(after {count})\n");
        for input in &self.inputs[..count] {
            text += input;
            text.push('\n');
        }
        text
    }

    /// How many inputs a session holds, which must be the first of this fight.
    #[track_caller]
    fn count(&self, snapshot: &str, lines: &[String]) -> usize {
        let found: Vec<&str> = snapshot
            .lines()
            .skip(1)
            .chain(lines.iter().map(String::as_str))
            .collect();
        assert!(
            snapshot.starts_with("(after "),
            "not a snapshot: {snapshot:?}"
        );
        assert_eq!(
            found,
            self.inputs[..found.len()],
            "not the inputs that were given"
        );
        found.len()
    }
}

/// Plays the fight in groups of at most `group` inputs, and marks on the disk how many are confirmed, plus one.
fn play(fight: &Fight, store: &MemoryStore, group: u64) {
    let mut chance = Chance(group);
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    store.mark(1);
    let mut done = 0;
    while done < fight.inputs.len() {
        let stop = FOLDS
            .into_iter()
            .find(|fold| *fold > done)
            .unwrap_or(usize::MAX)
            .min(fight.inputs.len());
        let next = stop.min(done + 1 + chance.below(group) as usize);
        let lines: Vec<&str> = fight.inputs[done..next]
            .iter()
            .map(String::as_str)
            .collect();
        files.append_all(&lines).expect("nothing fails");
        done = next;
        store.mark(1 + done as u64);
        if FOLDS.contains(&done) {
            files.fold(fight.snapshot(done)).expect("nothing fails");
        }
    }
    assert_eq!(files.take_told(), []);
}

/// Calls `check` with every disk that a power cut at `moment` may leave: with all, none, each single one, all but each
/// single one and 20 random parts of what was not synced, and the last write torn at 5 lengths.
fn power_cuts(moment: &Moment, chance: &mut Chance, mut check: impl FnMut(MemoryStore)) -> usize {
    let unsynced = moment.unsynced().min(63);
    let mut parts = vec![0, u64::MAX];
    for index in 0..unsynced {
        parts.extend([1 << index, !(1 << index)]);
    }
    parts.extend((0..20).map(|_| chance.next()));
    let mut states = 0;
    for part in parts {
        let survives = |index: usize| part >> index.min(63) & 1 == 1;
        let length = moment.last_write(survives).unwrap_or(0);
        for torn in [0, 1, length / 2, length.saturating_sub(1), length] {
            check(moment.power_cut(survives, Some(torn)));
            states += 1;
        }
    }
    states
}

#[track_caller]
fn reopen(store: &MemoryStore) -> Opened {
    SessionFiles::open(store.boxed(), "duel").unwrap_or_else(|error| panic!("refused: {error:#}"))
}

/// A disk after a power cut: nothing confirmed is missing, nothing is refused, no consent is needed.
#[track_caller]
fn check_power_cut(fight: &Fight, store: &MemoryStore, mark: u64) -> Option<Opened> {
    if mark == 0 && store.content("duel.journal").is_none() {
        return None;
    }
    let opened = reopen(store);
    let count = fight.count(&opened.snapshot, &opened.lines);
    assert!(
        count as u64 + 1 >= mark,
        "{} confirmed, {count} found",
        mark - 1
    );
    let expected = |issue: &FileIssue| matches!(issue, FileIssue::Torn { .. });
    assert!(opened.told.iter().all(expected), "{:?}", opened.told);
    Some(opened)
}

/// R1: a power cut loses nothing confirmed, and a save is never half-written. Scripts of 50 inputs with 3 folds, one
/// input at a time and in groups; a crash before and after every operation; 100,000 disks.
#[test]
fn a_power_cut_loses_nothing_confirmed() {
    let script = |seed: u64| {
        let fight = Fight::new(seed, INPUTS);
        // Every other one begins where not even the folder is there.
        let store = MemoryStore::below((seed as usize % 2) * 3);
        store.film();
        play(&fight, &store, 1 + seed % 3);
        let mut chance = Chance(seed);
        let check = |moment: &Moment| {
            power_cuts(moment, &mut chance, |store| {
                check_power_cut(&fight, &store, moment.mark());
            })
        };
        store.filmed().iter().map(check).sum::<usize>()
    };
    let states: usize = std::thread::scope(|scope| {
        let scripts: Vec<_> = (0..5)
            .map(|seed| scope.spawn(move || script(seed)))
            .collect();
        scripts
            .into_iter()
            .map(|script| script.join().expect("a script holds"))
            .sum()
    });
    println!("{states} disks");
    assert!(states >= 100_000, "{states}");
}

/// R1: nothing is called saved before the folders that lead to it are safe, whoever made them.
#[test]
fn folders_are_safe_before_anything_is_called_saved() {
    let fight = Fight::new(6, 6);
    let check = |store: &MemoryStore| {
        for moment in store.filmed() {
            power_cuts(&moment, &mut Chance(6), |store| {
                check_power_cut(&fight, &store, moment.mark());
            });
        }
    };
    // A program that was ended made them and nothing else.
    let store = MemoryStore::below(3);
    store.make_folder().expect("nothing fails");
    store.film();
    play(&fight, &store, 1);
    check(&store);

    // Somebody copied a session into a folder that is not safe yet.
    let copied = MemoryStore::below(2);
    copied.make_folder().expect("nothing fails");
    for file in ["duel.ron", "duel.journal"] {
        copied.edit(file, &store.content(file).expect("it was written"));
    }
    copied.film();
    let mut opened = reopen(&copied);
    let count = fight.count(&opened.snapshot, &opened.lines);
    opened
        .files
        .fold(fight.snapshot(count))
        .expect("nothing fails");
    copied.mark(1 + count as u64);
    check(&copied);

    // The folder is removed in mid-fight, and what is in memory makes it anew.
    let store = MemoryStore::below(2);
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.append(&fight.inputs[0]).expect("nothing fails");
    store.delete_folder();
    let error = files
        .append(&fight.inputs[1])
        .expect_err("there is nothing to append to");
    let expected = "duel.journal is gone; the fight goes on in memory";
    assert_eq!(error.to_string(), expected);
    store.film();
    files.rescue(fight.snapshot(2)).expect("nothing fails");
    store.mark(3);
    files.append(&fight.inputs[2]).expect("nothing fails");
    store.mark(4);
    for moment in store.filmed().iter().filter(|moment| moment.mark() > 0) {
        power_cuts(moment, &mut Chance(7), |store| {
            let opened = reopen(&store);
            let count = fight.count(&opened.snapshot, &opened.lines);
            assert!(count as u64 + 1 >= moment.mark(), "{count} found");
        });
    }
}

/// R5: a second power cut while the session is opened and gone on with after the first.
#[test]
fn a_power_cut_while_recovering_from_one() {
    let fight = Fight::new(9, INPUTS);
    let short = Fight {
        inputs: fight.inputs[..14].to_vec(),
    };
    let store = MemoryStore::new();
    store.film();
    play(&short, &store, 2);
    let mut chance = Chance(9);
    let mut pairs = 0;
    // Every eighth first cut, or this would take as long as all other tests together.
    for moment in store.filmed().iter().step_by(8) {
        let part = chance.next();
        let store = moment.power_cut(
            |index| part >> index.min(63) & 1 == 1,
            Some(chance.below(60) as usize),
        );
        let Some(Opened {
            mut files,
            snapshot,
            lines,
            ..
        }) = check_power_cut(&short, &store, moment.mark())
        else {
            continue;
        };
        store.film();
        let count = fight.count(&snapshot, &lines);
        store.mark(1 + count as u64);
        files.fold(fight.snapshot(count)).expect("nothing fails");
        files.append(&fight.inputs[count]).expect("nothing fails");
        store.mark(2 + count as u64);
        for second in store.filmed() {
            pairs += power_cuts(&second, &mut chance, |store| {
                check_power_cut(&fight, &store, second.mark());
            });
        }
    }
    println!("{pairs} pairs");
    assert!(pairs >= 5_000, "{pairs}");
}

/// What a session does with a files: inputs are appended, and after a failure the whole fight is saved with the next
/// input.
struct Table<'a> {
    fight: &'a Fight,
    store: &'a MemoryStore,
    files: Option<SessionFiles>,
    /// Inputs given, and of those the confirmed ones.
    given: usize,
    confirmed: usize,
    /// Failures that the player was told of.
    told: usize,
}

impl<'a> Table<'a> {
    fn new(fight: &'a Fight, store: &'a MemoryStore) -> Table<'a> {
        Table {
            fight,
            store,
            files: None,
            given: 0,
            confirmed: 0,
            told: 0,
        }
    }

    fn give_input(&mut self) {
        self.given += 1;
        let snapshot = self.fight.snapshot(self.given);
        let result = match &mut self.files {
            None => self.make(&snapshot),
            Some(files) if files.wants_snapshot() => files.rescue(&snapshot),
            Some(files) => files.append(&self.fight.inputs[self.given - 1]),
        };
        match result {
            Ok(()) => self.confirmed = self.given,
            Err(error) => {
                self.told += 1;
                let message = error.to_string();
                assert!(
                    message.contains("duel") || message.contains("memory"),
                    "which file? {message}"
                );
            }
        }
        if let Some(files) = &mut self.files {
            if FOLDS.contains(&self.given) && !files.wants_snapshot() {
                self.told += usize::from(files.fold(&snapshot).is_err());
            }
            self.told += files.take_told().len();
        }
    }

    /// A session that could not be made is made with the next input, or opened if it was made after all.
    fn make(&mut self, snapshot: &str) -> anyhow::Result<()> {
        let files = match SessionFiles::create(self.store.boxed(), "duel", snapshot) {
            Ok(files) => files,
            Err(error) => {
                let Ok(opened) = SessionFiles::open(self.store.boxed(), "duel") else {
                    return Err(error);
                };
                let mut files = opened.files;
                files.rescue(snapshot)?;
                files
            }
        };
        self.files = Some(files);
        Ok(())
    }

    /// The power is cut now, and nothing that was confirmed is missing.
    #[track_caller]
    fn check(&self) {
        let now = self.store.now();
        for part in [0, u64::MAX, 0x5555_5555_5555_5555, !0x5555_5555_5555_5555] {
            let store = now.power_cut(|index| part >> (index % 64) & 1 == 1, None);
            if self.confirmed > 0 {
                let opened = reopen(&store);
                let count = self.fight.count(&opened.snapshot, &opened.lines);
                assert!(
                    count >= self.confirmed,
                    "{} confirmed, {count} found",
                    self.confirmed
                );
                assert!(
                    !opened.told.iter().any(FileIssue::asks),
                    "{:?}",
                    opened.told
                );
            }
        }
    }
}

/// R3: whatever operation fails, once or until it is healed three inputs later, it is said; what was confirmed stays;
/// and with the first input after the fault all is saved.
#[test]
fn a_fault_of_the_disk_costs_nothing_confirmed() {
    let fight = Fight::new(3, INPUTS);
    let run = |at: u64, fault: Fault, lasting: Lasting| {
        let store = MemoryStore::below(2);
        store.fail(at, fault, lasting);
        let mut table = Table::new(&fight, &store);
        let mut bad_inputs = 0;
        while table.given < INPUTS - 1 {
            let told = table.told;
            table.give_input();
            bad_inputs += usize::from(table.told > told);
            if table.told > told && bad_inputs <= 3 {
                table.check();
            }
            if bad_inputs == 3 {
                store.heal();
            }
        }
        let failed_before_the_end = store.operations() > at;
        store.heal();
        table.give_input();
        assert_eq!(table.confirmed, INPUTS, "{fault:?} {lasting:?} at {at}");
        table.check();
        assert!(
            table.told > 0 || !failed_before_the_end,
            "{fault:?} {lasting:?} at {at} was not told"
        );
        store.operations()
    };
    let operations = run(u64::MAX, Fault::Broken, Lasting::Once);
    println!("{operations} operations");
    std::thread::scope(|scope| {
        for fault in Fault::ALL {
            scope.spawn(move || {
                for at in 0..operations {
                    run(at, fault, Lasting::Once);
                    run(at, fault, Lasting::ForEver);
                }
            });
        }
    });
}

/// R4: whichever sync fails, the file is not trusted although later syncs say yes: a fresh one is written from memory.
#[test]
fn a_failed_sync_is_not_trusted() {
    let fight = Fight::new(4, INPUTS + 3);
    let store = MemoryStore::below(2);
    store.log();
    let mut table = Table::new(&fight, &store);
    (0..INPUTS).for_each(|_| table.give_input());
    let logged = store.logged();
    let is_sync = |done: &Operation| matches!(done, Operation::Sync | Operation::SyncFolder);
    let syncs = logged.iter().enumerate().filter(|(_, done)| is_sync(done));
    for (at, _) in syncs {
        let store = MemoryStore::below(2);
        store.fail(at as u64, Fault::Broken, Lasting::Once);
        let mut table = Table::new(&fight, &store);
        while table.told == 0 {
            table.give_input();
        }
        table.check();
        for _ in 0..2 {
            table.give_input();
            assert_eq!(
                table.confirmed, table.given,
                "saved again with the next input"
            );
            table.check();
        }
    }
}

/// R4, closely: the line that failed is on no disk, the journal takes no further line, and only a fresh file helps.
#[test]
fn only_a_whole_snapshot_helps_after_a_failed_sync() {
    let fight = Fight::new(4, 5);
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.append(&fight.inputs[0]).expect("nothing fails");
    // The write, then the sync.
    store.fail(store.operations() + 1, Fault::Broken, Lasting::Once);
    let error = files.append(&fight.inputs[1]).expect_err("the sync fails");
    let expected =
        "duel.journal: the disk failed (input/output error): check it; the fight goes on in memory";
    assert_eq!(error.to_string(), expected);
    let lost = reopen(&store.now().power_cut(|_| false, None));
    assert_eq!(fight.count(&lost.snapshot, &lost.lines), 1);

    let operations = store.operations();
    let error = files
        .append(&fight.inputs[2])
        .expect_err("the journal is not trusted");
    assert_eq!(
        error.to_string(),
        "duel.journal is not to be trusted; the fight goes on in memory"
    );
    assert_eq!(store.operations(), operations, "not even touched");
    assert!(files.wants_snapshot());
    files.rescue(fight.snapshot(3)).expect("the fault is over");
    assert!(!files.wants_snapshot());
    let saved = reopen(&store.now().power_cut(|_| false, None));
    assert_eq!(fight.count(&saved.snapshot, &saved.lines), 3);
}

/// A session of about 5 KB whose journal has several writes, and its two files.
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

#[track_caller]
fn open_damaged(ron: &[u8], journal: &[u8]) -> (MemoryStore, Opened) {
    let store = MemoryStore::new();
    store.edit("duel.ron", ron);
    store.edit("duel.journal", journal);
    let opened = reopen(&store);
    (store, opened)
}

/// R11, snapshot: whatever bit is flipped and wherever it is cut, it is told, and the journal still has everything.
#[test]
fn a_damaged_snapshot_is_told_and_costs_nothing() {
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

/// R11, journal: whatever bit is flipped and wherever it is cut, it is told, and what stands before the damage is
/// offered. One cut cannot be told from a journal that ended there: exactly behind a whole line.
#[test]
fn a_damaged_journal_is_told_and_the_good_part_offered() {
    let (fight, ron, journal) = session_of_5_kb();
    println!("{} and {} bytes", ron.len(), journal.len());
    let start = journal
        .windows(ron.len())
        .position(|part| part == ron)
        .expect("the copy")
        + ron.len()
        + 1;
    let check = |damaged: &[u8], at: usize| {
        let (_, opened) = open_damaged(&ron, damaged);
        let count = fight.count(&opened.snapshot, &opened.lines);
        let whole = journal[start..at.max(start)]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        // A flipped bit in head or copy costs no line, one in a line only that and those behind.
        let expected = if at < start && damaged.len() == journal.len() {
            40
        } else {
            20 + whole
        };
        assert_eq!(count, expected, "damaged at {at}");
        let behind_a_line = at >= start && damaged.len() == at && damaged[at - 1] == b'\n';
        assert_eq!(
            opened.told.is_empty(),
            behind_a_line,
            "damaged at {at}: {:?}",
            opened.told
        );
        assert_eq!(opened.changed, None);
    };
    for bit in 0..journal.len() * 8 {
        let mut damaged = journal.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check(&damaged, bit / 8);
    }
    for length in 0..journal.len() {
        check(&journal[..length], length);
    }
}

/// R11, journal: a whole line that is missing, and two that changed places, are told, and what stands before is
/// offered.
#[test]
fn a_missing_journal_line_is_told_and_the_good_part_offered() {
    let (fight, ron, journal) = session_of_5_kb();
    let text = str::from_utf8(&journal).expect("text");
    let rows: Vec<&str> = text.split_inclusive('\n').collect();
    let before = rows.len() - 20;
    let check = |rows: &[&str], good: usize| {
        let (_, opened) = open_damaged(&ron, rows.concat().as_bytes());
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
        // Written twice, as a copy by hand might have it.
        let mut damaged = rows.clone();
        damaged.insert(before + missing, rows[before + missing]);
        check(&damaged, missing + 1);
    }
}

/// R11: a journal that was cut off in its copy of the snapshot has lost its inputs, and says so.
#[test]
fn a_journal_cut_off_in_its_copy_says_that_inputs_are_gone() {
    let (_, ron, journal) = session_of_5_kb();
    let start = journal.windows(ron.len()).position(|part| part == ron);
    let start = start.expect("the copy");
    for length in start..=start + ron.len() {
        let (_, opened) = open_damaged(&ron, &journal[..length]);
        let [issue] = &opened.told[..] else {
            panic!("{:?}", opened.told);
        };
        let lines = Lost::Inputs;
        let file = "duel.journal".to_owned();
        assert_eq!(*issue, FileIssue::DamagedJournal { file, lines });
    }
}

/// R11: a line that was whole once is asked about before the journal is written over, also the last one, and all that
/// is left out is counted.
#[test]
fn a_damaged_line_is_asked_about_wherever_it_stands() {
    let (fight, ron, _) = session_of_5_kb();
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(20)).expect("nothing fails");
    // Two writes: one of 15 inputs, one of a single input.
    let lines: Vec<&str> = fight.inputs[20..35].iter().map(String::as_str).collect();
    files.append_all(&lines).expect("nothing fails");
    files.append(&fight.inputs[35]).expect("nothing fails");
    drop(files);
    let journal = store.content("duel.journal").expect("it was written");
    let text = str::from_utf8(&journal).expect("text");
    let ron = store.content("duel.ron").unwrap_or(ron);
    for line in 1..=16 {
        let damaged = text.replace(&format!("Answer({}, ", 20 + line), "Answer(99, ");
        let (_, opened) = open_damaged(&ron, damaged.as_bytes());
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

/// Whoever looks on is told of a last line without its end, unless somebody is writing it.
#[test]
fn who_looks_on_is_told_of_a_torn_line_that_nobody_writes() {
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

/// R11: broken files are kept aside under names of their own before anything is written, and open under those.
#[test]
fn broken_files_are_kept() {
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
            .contains("is damaged: the fight is as it was before it"),
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

/// R9: a snapshot edited by hand is told and opened on consent; both versions are kept, also if it happens while open.
#[test]
fn a_snapshot_changed_outside_is_never_overwritten_unasked() {
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
        "duel.ron was changed outside Affray: open the changed one or the last one saved here; both are kept"
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
        "duel.journal was changed outside Affray; the fight goes on in memory"
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
