//! Faults of the disk are reported and lose no confirmed input (R3 and R4 of the promises), on a disk in memory with
//! arbitrary faults.

use affray::store::{FileIssue, SessionFiles, Store as _};

use super::fight_on_disk::{Chance, FOLDS, Fight, INPUTS, play, reopen};
use crate::support::faulty_disk::{Fault, Lasting, MemoryStore, Operation};
use crate::support::seeded_chance::number;

/// Session with its files: inputs are appended, and after a failure the whole fight is saved with the next input.
struct Table<'a> {
    fight: &'a Fight,
    store: &'a MemoryStore,
    files: Option<SessionFiles>,
    /// Number of inputs, and of confirmed inputs.
    given: usize,
    confirmed: usize,
    /// Number of failures that the player was informed about.
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

    /// Reports a session that could not be created. Creates it with the next input, or opens it if it exists after all.
    fn make(&mut self, snapshot: &str) -> anyhow::Result<()> {
        let files = match SessionFiles::create(self.store.boxed(), "duel", snapshot) {
            Ok(files) => files,
            Err(error) => {
                let Ok(opened) = SessionFiles::open(self.store.boxed(), "duel") else {
                    return Err(error);
                };
                let mut files = opened.files;
                self.told += 1;
                files.rescue(snapshot)?;
                files
            }
        };
        self.files = Some(files);
        Ok(())
    }

    /// Checks that a power cut now would lose no confirmed input.
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

/// Plays a whole fight with planned faults, which end three failed inputs later. Each failure is reported, confirmed
/// inputs stay, and the first input after the faults saves everything. Returns the number of operations.
fn played_through(fight: &Fight, plan: &[(u64, Fault, Lasting)]) -> u64 {
    let store = MemoryStore::below(2);
    for (at, fault, lasting) in plan {
        store.fail(*at, *fault, *lasting);
    }
    let mut table = Table::new(fight, &store);
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
    let failed_before_the_end = plan.iter().any(|(at, ..)| store.operations() > *at);
    store.heal();
    table.give_input();
    assert_eq!(table.confirmed, INPUTS, "{plan:?}");
    table.check();
    assert!(
        table.told > 0 || !failed_before_the_end,
        "{plan:?}: not told"
    );
    store.operations()
}

/// R3: any operation may fail, once or until the disk recovers three inputs later.
#[test]
fn a_disk_fault_loses_no_confirmed_input() {
    let fight = Fight::new(3, INPUTS);
    let operations = played_through(&fight, &[]);
    println!("{operations} operations");
    std::thread::scope(|scope| {
        for fault in Fault::ALL {
            let fight = &fight;
            scope.spawn(move || {
                for at in 0..operations {
                    for lasting in [Lasting::Once, Lasting::ForEver] {
                        played_through(fight, &[(at, fault, lasting)]);
                    }
                }
            });
        }
    });
}

/// R3: two faults, the second mostly while the first is being repaired.
#[test]
fn two_faults_of_the_disk_lose_no_confirmed_input() {
    let fight = Fight::new(6, INPUTS);
    let operations = played_through(&fight, &[]);
    let mut chance = Chance(number("AFFRAY_PAIRS_SEED").unwrap_or(1));
    let mut pairs = 0;
    for _ in 0..number("AFFRAY_PAIRS").unwrap_or(1_500) {
        let mut fault = || Fault::ALL[chance.below(Fault::ALL.len() as u64) as usize];
        let kinds = [fault(), fault()];
        let first = chance.below(operations);
        let further = match chance.below(4) {
            0 => chance.below(operations),
            _ => 1 + chance.below(16),
        };
        let lasting = [Lasting::Once, Lasting::ForEver][chance.below(2) as usize];
        let plan = [
            (first, kinds[0], Lasting::Once),
            (first + further, kinds[1], lasting),
        ];
        played_through(&fight, &plan);
        pairs += 1;
    }
    println!("{pairs} pairs of faults");
}

/// R3: any operation may fail while a fight is opened and first saved, including reading: the fault is reported or the
/// fight opens completely, and existing files stay.
#[test]
fn a_read_fault_is_reported_and_nothing_is_lost() {
    let fight = Fight::new(5, INPUTS + 1);
    let run = |at: u64, fault: Fault, lasting: Lasting, look: bool| {
        let store = MemoryStore::new();
        play(
            &Fight {
                inputs: fight.inputs[..INPUTS].to_vec(),
            },
            &store,
            1,
        );
        let before = store.operations();
        store.fail(before + at, fault, lasting);
        let opened = if look {
            SessionFiles::look(store.boxed(), "duel")
        } else {
            SessionFiles::open(store.boxed(), "duel")
        };
        let case = format!("{fault:?} {lasting:?} at {at}");
        match opened {
            Err(error) => {
                let why = error.to_string();
                assert!(why.contains("duel"), "{case}: which file? {why}");
            }
            Ok(mut opened) => {
                let count = fight.count(&opened.snapshot, &opened.lines);
                assert_eq!(count, INPUTS, "{case}: opened in part");
                if !look && opened.files.look_only().is_none() {
                    let whole = fight.snapshot(INPUTS + 1);
                    if opened.files.rescue(&whole).is_err() {
                        let lost = reopen(&store.now().power_cut(|_| false, None));
                        assert!(fight.count(&lost.snapshot, &lost.lines) >= INPUTS, "{case}");
                        store.heal();
                        opened.files.rescue(&whole).expect("healed");
                    }
                    drop(opened);
                    let saved = reopen(&store.now().power_cut(|_| false, None));
                    assert_eq!(
                        fight.count(&saved.snapshot, &saved.lines),
                        INPUTS + 1,
                        "{case}"
                    );
                    return store.operations() - before;
                }
                assert!(
                    look || !opened.told.is_empty(),
                    "{case}: to look on, untold"
                );
            }
        }
        store.heal();
        let again = reopen(&store);
        assert_eq!(fight.count(&again.snapshot, &again.lines), INPUTS, "{case}");
        store.operations() - before
    };
    for look in [false, true] {
        let operations = run(u64::MAX / 2, Fault::Broken, Lasting::Once, look);
        assert!(operations > 3);
        for at in 0..operations {
            for fault in Fault::ALL {
                for lasting in [Lasting::Once, Lasting::ForEver] {
                    run(at, fault, lasting, look);
                }
            }
        }
    }
}

/// R4: after any failed sync the file is not trusted, even if later syncs succeed. A new file is written from memory.
#[test]
fn a_file_is_not_trusted_after_a_failed_sync() {
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

/// R4 in detail: the failed line is on no disk, the journal accepts no further line, and only a new file helps.
#[test]
fn after_a_failed_sync_only_a_new_snapshot_is_saved() {
    let fight = Fight::new(4, 5);
    let store = MemoryStore::new();
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.append(&fight.inputs[0]).expect("nothing fails");
    // First the write fails, then the sync.
    store.fail(store.operations() + 1, Fault::Broken, Lasting::Once);
    let error = files.append(&fight.inputs[1]).expect_err("the sync fails");
    let expected = "duel.journal: disk error (Input/output error): check the disk; the fight continues in memory and is not saved";
    assert_eq!(error.to_string(), expected);
    let lost = reopen(&store.now().power_cut(|_| false, None));
    assert_eq!(fight.count(&lost.snapshot, &lost.lines), 1);

    let operations = store.operations();
    let error = files
        .append(&fight.inputs[2])
        .expect_err("the journal is not trusted");
    assert_eq!(
        error.to_string(),
        "duel.journal is unreliable; the fight continues in memory and is not saved"
    );
    assert_eq!(store.operations(), operations, "not even touched");
    assert!(files.wants_snapshot());
    files.rescue(fight.snapshot(3)).expect("the fault is over");
    assert!(!files.wants_snapshot());
    let saved = reopen(&store.now().power_cut(|_| false, None));
    assert_eq!(fight.count(&saved.snapshot, &saved.lines), 3);
}

/// R8 without file locks: the fight is still saved, and everyone who opens it is informed.
#[test]
fn without_file_locks_a_fight_is_saved_with_a_warning() {
    let store = MemoryStore::new().without_locks();
    let mut files = SessionFiles::create(store.boxed(), "duel", "start\n").expect("created");
    files.append("one").expect("saved");
    drop(files);
    let mut opened = SessionFiles::open(store.boxed(), "duel").expect("opened");
    let told: Vec<String> = opened.told.iter().map(ToString::to_string).collect();
    let folder = store.folder();
    assert_eq!(
        told,
        [format!(
            "{folder}: this file system has no locks; open each fight in one program only"
        )]
    );
    assert_eq!(
        (opened.files.look_only(), &opened.lines[..]),
        (None, &["one".to_owned()][..])
    );
    opened.files.fold("an input\n").expect("saved");
    opened.files.append("two").expect("saved");
    drop(opened);
    let again = SessionFiles::look(store.boxed(), "duel").expect("it is there");
    assert_eq!(
        (again.snapshot.as_str(), &again.lines[..]),
        ("an input\n", &["two".to_owned()][..])
    );
}
