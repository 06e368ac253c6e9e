//! One input made durable on disk, beside a bare append and sync of the same bytes in the same folder, and the same at the
//! end of a long journal. `cargo bench --bench saving`; `TMPDIR` chooses the disk.

mod measure;

use std::fs::File;
use std::io::Write;

use affray::store::{Book, DiskStore};
use measure::{median, row};

/// As long as the journal's line of a usual attack.
const LINE: usize = 600;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    println!("| figure | median |");
    println!("|---|---|");
    let line = "x".repeat(LINE);
    let mut bare = File::create(folder.path().join("bare")).expect("a file");
    row(
        "bare append and sync of 600 bytes",
        median(|| {
            bare.write_all(line.as_bytes()).expect("written");
            bare.sync_data().expect("synced");
        }),
    );
    for before in [0, 10_000] {
        let store = Box::new(DiskStore::new(folder.path()));
        let mut book = Book::create(store, &format!("fight-{before}"), "()").expect("a session");
        let many: Vec<&str> = (0..before).map(|_| line.as_str()).collect();
        book.append_all(&many).expect("appended");
        row(
            &format!("one input of 600 bytes durable, after {before} others"),
            median(|| book.append(&line).expect("appended")),
        );
    }
}
