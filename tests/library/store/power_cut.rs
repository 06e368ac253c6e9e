//! A power cut at any moment loses no confirmed input (R1 and R5 of the promises), on a disk in memory with arbitrary
//! faults.

use affray::store::{FileIssue, Opened, SessionFiles, Store};

use super::fight_on_disk::{Chance, Fight, INPUTS, play, power_cuts, reopen};
use crate::support::faulty_disk::MemoryStore;
use crate::support::faulty_disk::power::Moment;

/// Checks a disk after a power cut: no confirmed input is missing, nothing is refused, no consent is needed.
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

/// R1: a power cut loses no confirmed input, and a save is never half-written. Scripts of 50 inputs with 3 compactions,
/// one input at a time and in groups; a crash before and after every operation; 100,000 disks.
#[test]
fn a_power_cut_loses_no_confirmed_input() {
    let script = |seed: u64| {
        let fight = Fight::new(seed, INPUTS);
        // Every other script begins without the folder.
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

/// R1: nothing is reported as saved before its folders are safe, whichever program created them.
#[test]
fn folders_are_synced_before_an_input_is_confirmed() {
    let fight = Fight::new(6, 6);
    let check = |store: &MemoryStore| {
        for moment in store.filmed() {
            power_cuts(&moment, &mut Chance(6), |store| {
                check_power_cut(&fight, &store, moment.mark());
            });
        }
    };
    // A killed program has only created the folders.
    let store = MemoryStore::below(3);
    store.make_folder().expect("nothing fails");
    store.film();
    play(&fight, &store, 1);
    check(&store);

    // A session was copied into a folder that is not safe yet.
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

    // The folder is removed during the fight and created again from memory.
    let store = MemoryStore::below(2);
    let mut files =
        SessionFiles::create(store.boxed(), "duel", fight.snapshot(0)).expect("nothing fails");
    files.append(&fight.inputs[0]).expect("nothing fails");
    store.delete_folder();
    let error = files
        .append(&fight.inputs[1])
        .expect_err("there is nothing to append to");
    let expected = "duel.journal is missing; the fight continues in memory and is not saved";
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

/// R5: a second power cut while the session is opened and continued after the first one.
#[test]
fn a_second_power_cut_during_recovery_loses_nothing() {
    let fight = Fight::new(9, INPUTS);
    let short = Fight {
        inputs: fight.inputs[..14].to_vec(),
    };
    let store = MemoryStore::new();
    store.film();
    play(&short, &store, 2);
    let mut chance = Chance(9);
    let mut pairs = 0;
    // Only every eighth first cut is tried, to limit the time.
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
