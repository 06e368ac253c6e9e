//! Checks the content of packages: manual pages and completions made from the program's own commands, and all files
//! that the README links to. A crate also contains all files that it is built with. The version is the newest in the
//! changelog.

use std::path::{Path, PathBuf};

use affray::cli::{commands, completions};
use clap_mangen::Man;
use expect_test::expect_file;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).expect("a file")
}

fn docs(file: &str) -> PathBuf {
    root().join("docs").join(file)
}

fn page(command: clap::Command) -> String {
    let mut page = Vec::new();
    let man = Man::new(command).date("").source("Affray").manual("Affray");
    man.render(&mut page).expect("a page");
    String::from_utf8(page).expect("text")
}

#[test]
fn manual_pages_describe_every_command() {
    let mut all = commands().disable_help_subcommand(true);
    all.build();
    expect_file![docs("man/affray.1")].assert_eq(&page(all.clone()));
    for command in all.get_subcommands() {
        let name = format!("affray-{}", command.get_name());
        let command = command.clone().display_name(name.clone());
        expect_file![docs(&format!("man/{name}.1"))].assert_eq(&page(command));
    }
}

#[test]
fn shell_completions_cover_every_command() {
    use clap_complete::Shell::{Bash, Fish, Zsh};
    for (shell, file) in [
        (Bash, "affray.bash"),
        (Fish, "affray.fish"),
        (Zsh, "_affray"),
    ] {
        let script = completions(shell);
        for command in commands().get_subcommands() {
            assert!(
                script.contains(command.get_name()),
                "{file}: {}",
                command.get_name()
            );
        }
        expect_file![docs(&format!("completions/{file}"))].assert_eq(&script);
    }
}

/// Returns the files that the README links to.
fn links(readme: &str) -> Vec<&str> {
    let links = readme.split("](").skip(1);
    let links = links.filter_map(|rest| rest.split(')').next());
    let links: Vec<&str> = links
        .filter(|link| !link.contains("://") && !link.starts_with('#'))
        .collect();
    assert!(links.len() > 10, "the README leads to files");
    links
}

/// A package contains the files that its README links to, each at the same place relative to the README.
#[test]
fn the_package_contains_the_files_that_its_readme_links() {
    let manifest = read("Cargo.toml");
    let packed = manifest.lines().filter_map(|line| {
        let row = line.trim().strip_prefix("[\"")?;
        let (from, rest) = row.split_once("\", \"")?;
        let to = rest.split('"').next()?;
        to.starts_with("usr/share/doc/affray/")
            .then_some((from, to))
    });
    let packed: Vec<(&str, &str)> = packed.collect();
    for link in links(&read("README.md")) {
        let there = packed.iter().any(|(from, to)| {
            let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
            assert_eq!(
                to.trim_end_matches('/'),
                format!("usr/share/doc/affray/{folder}").trim_end_matches('/')
            );
            let (kind, inside) = (
                from.rsplit_once('*'),
                link.rsplit_once('/').map_or("", |(folder, _)| folder),
            );
            match kind {
                // The entry is a folder, or a pattern for files in a folder.
                Some((_, ending)) => folder == link || folder == inside && link.ends_with(ending),
                None => *from == link,
            }
        });
        assert!(there, "{link} is not in the package");
    }
}

/// Returns the files and folders that `cargo package` puts into the crate, as paths from the root.
fn crated(manifest: &str) -> Vec<&str> {
    let (_, list) = manifest.split_once("\ninclude = [\n").expect("a list");
    let rows = list.lines().take_while(|line| *line != "]");
    rows.map(|row| {
        let row = row.trim().strip_prefix("\"/");
        row.and_then(|row| row.strip_suffix("\","))
            .expect("a path from the root on, a row each")
    })
    .collect()
}

/// Collects the source files in a folder and below it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found)
        } else {
            found.push(path)
        }
    }
}

/// Returns the files that a source is built with, as paths from the root.
fn built_with(source: &Path) -> Vec<String> {
    // Paths with `concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", …)` begin at the root, all others next to the source.
    let from_root = "concat!(env!(\"CARGO_MANIFEST_DIR\"), ";
    let text = std::fs::read_to_string(source).expect("a source file");
    let words = ["include_str!(", "include_bytes!(", "#[path = "];
    let named = words.iter().flat_map(|word| text.split(word).skip(1));
    let files = named.map(|rest| {
        let (folder, rest) = match rest.strip_prefix(from_root) {
            Some(rest) => (root(), rest),
            None => (source.parent().expect("a folder"), rest),
        };
        let file = rest.trim_start().strip_prefix('"');
        let (file, _) = file.and_then(|rest| rest.split_once('"')).expect("a path");
        let file = folder.join(file.trim_start_matches('/'));
        let mut path = Vec::new();
        for part in file.strip_prefix(root()).expect("below the root") {
            match part.to_str().expect("UTF-8") {
                ".." => drop(path.pop()),
                part => path.push(part),
            }
        }
        path.join("/")
    });
    files.collect()
}

/// A crate builds without its tests, and contains the files that its README links to.
#[test]
fn the_crate_contains_its_build_files_and_no_tests() {
    let manifest = read("Cargo.toml");
    let crated = crated(&manifest);
    for path in &crated {
        assert!(root().join(path).exists(), "{path} is not there");
        assert!(!path.starts_with("tests"), "{path} is for the repository");
    }
    let mut all = Vec::new();
    sources(&root().join("src"), &mut all);
    let mut needed: Vec<String> = all.iter().flat_map(|source| built_with(source)).collect();
    for known in ["assets", "assets/keymap.ron", "ARCHITECTURE.md"] {
        assert!(needed.iter().any(|file| file == known), "{known} is found");
    }
    let readme = read("README.md");
    let beside = ["src", "README.md", "LICENSE-APACHE", "LICENSE-MIT"];
    needed.extend(beside.into_iter().chain(links(&readme)).map(str::to_owned));
    for file in needed {
        let there = crated.iter().any(|path| {
            let rest = file.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        assert!(there, "{file} is not in the crate");
    }
}

/// The program has the version of the newest release in the changelog; later changes are collected above it.
#[test]
fn the_version_is_the_newest_in_the_changelog() {
    let changes = read("CHANGELOG.md");
    let heads = changes.lines().filter_map(|line| line.strip_prefix("## ["));
    let heads: Vec<&str> = heads.collect();
    let released = match heads[0] {
        "Unreleased]" => &heads[1..],
        _ => &heads[..],
    };
    let number = |head: &str| -> Option<[u32; 3]> {
        let (version, day) = head.split_once("] - ")?;
        let day: Vec<&str> = day.split('-').collect();
        assert_eq!(day.len(), 3, "{head}: year, month and day");
        let parts: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
        parts?.try_into().ok()
    };
    let numbers: Vec<[u32; 3]> = released
        .iter()
        .map(|head| number(head).unwrap_or_else(|| panic!("`{head}`: `[0.1.0] - 2026-11-23`")))
        .collect();
    assert!(
        numbers.is_sorted_by(|newer, older| newer > older),
        "newest first: {heads:?}"
    );
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        released[0].starts_with(&format!("{version}]")),
        "Cargo.toml has {version}, CHANGELOG.md {}",
        released[0]
    );
}
