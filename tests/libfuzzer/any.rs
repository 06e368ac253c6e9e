//! One target, `AFFRAY_FUZZ_TARGET`, led by libFuzzer; it starts from the texts that the suite starts from.

#![no_main]

#[path = "../support/command_line.rs"]
#[allow(dead_code, reason = "the tests of the library use the rest")]
mod command_line;
#[path = "../library/random/fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

/// Where the repository stands.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The target, with its texts written where libFuzzer looks for them.
fn target() -> &'static Target {
    static TARGET: OnceLock<usize> = OnceLock::new();
    let place = TARGET.get_or_init(|| {
        let name = std::env::var("AFFRAY_FUZZ_TARGET").expect("AFFRAY_FUZZ_TARGET names a target");
        let place = TARGETS.iter().position(|target| target.name == name);
        place.expect("a target of tests/library/random/fuzz/targets.rs")
    });
    &TARGETS[*place]
}

fuzz_target!(init: {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/any");
    fs::create_dir_all(&folder).expect("made");
    for (nth, text) in (target().corpus)().iter().enumerate() {
        fs::write(folder.join(format!("{}_{nth}", target().name)), text).expect("written");
    }
}, |data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        (target().take)(text);
    }
});
