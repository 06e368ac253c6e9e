//! Fight as the code for saving sees it, for tests of power cuts, disk faults and other programs.

use affray::store::{Opened, SessionFiles};

use crate::support::faulty_disk::MemoryStore;
use crate::support::faulty_disk::power::Moment;

pub const INPUTS: usize = 50;
pub const FOLDS: [usize; 3] = [12, 25, 41];

/// Small generator of random numbers, the same on every machine (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// Fight as seen by the code for saving: the texts of its inputs, and a start.
pub struct Fight {
    pub inputs: Vec<String>,
}

impl Fight {
    pub fn new(seed: u64, inputs: usize) -> Fight {
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

    /// Returns the snapshot with the first `count` inputs.
    pub fn snapshot(&self, count: usize) -> String {
        let mut text = format!("(after {count})\n");
        for input in &self.inputs[..count] {
            text += input;
            text.push('\n');
        }
        text
    }

    /// Returns the number of inputs in a session, which must be the first ones of this fight.
    #[track_caller]
    pub fn count(&self, snapshot: &str, lines: &[String]) -> usize {
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

/// Plays the fight in groups of at most `group` inputs, and marks the number of confirmed inputs plus one on the disk.
pub fn play(fight: &Fight, store: &MemoryStore, group: u64) {
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

/// Calls `check` with every disk that a power cut at `moment` may leave: with all unsynced changes, with none, with
/// each single change, with all but each single change, with 20 random parts, and with the last write cut at 5 lengths.
pub fn power_cuts(
    moment: &Moment,
    chance: &mut Chance,
    mut check: impl FnMut(MemoryStore),
) -> usize {
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
pub fn reopen(store: &MemoryStore) -> Opened {
    SessionFiles::open(store.boxed(), "duel").unwrap_or_else(|error| panic!("refused: {error:#}"))
}
