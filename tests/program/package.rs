//! The Debian package, installed in a clean root. By hand, because it takes root, `cargo-deb` and `debootstrap`:
//! `cargo test --test program package -- --ignored`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::running::done;

/// Runs the installed program in the root.
fn installed(root: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.args([root, "/usr/bin/env", "AFFRAY_HOME=/fights", "affray"]);
    command.args(arguments);
    command
}

#[ignore = "takes root, cargo-deb, debootstrap and a Debian mirror: see tests/long-runs.md"]
#[test]
fn the_debian_package_plays_a_fight_in_a_clean_root() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (root, package) = (path("root"), path("affray.deb"));
    done(&["cargo", "deb", "--locked", "--output", &package]);
    let system = std::fs::read_to_string("/etc/os-release").expect("a Debian system");
    let suite = system
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
        .expect("a suite");
    done(&["debootstrap", "--variant=minbase", suite, &root]);
    std::fs::copy(&package, Path::new(&root).join("affray.deb")).expect("copied");
    done(&["chroot", &root, "dpkg", "--install", "/affray.deb"]);

    let mut program = installed(&root, &["new", "bridge", "--seed", "5", "--lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut keys = program.stdin.take().expect("piped");
    keys.write_all("\n".repeat(1_500).as_bytes()).expect("read");
    drop(keys);
    let output = program.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("The fight is over."), "{text}");

    let log = installed(&root, &["log", "The toll bridge"]).output();
    let log = String::from_utf8(log.expect("it runs").stdout).expect("text");
    assert!(log.contains(" attacks "), "{log}");
    let files = done(&["dpkg-deb", "--contents", &package]);
    for file in [
        "./usr/share/man/man1/affray.1",
        "./usr/share/man/man1/affray-new.1",
        "./usr/share/bash-completion/completions/affray",
        "./usr/share/doc/affray/docs/running.md",
        "./usr/share/doc/affray/LICENSE-MIT",
    ] {
        assert!(
            files.contains(file),
            "{file} is not in the package: {files}"
        );
    }
}
