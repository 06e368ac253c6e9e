//! What a package holds besides the program is made from the program's own commands: manual pages and completions.

use std::path::Path;

use affray::cli::{commands, completions};
use clap_mangen::Man;
use expect_test::expect_file;

fn docs(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(file)
}

fn page(command: clap::Command) -> String {
    let mut page = Vec::new();
    let man = Man::new(command).date("").source("Affray").manual("Affray");
    man.render(&mut page).expect("a page");
    String::from_utf8(page).expect("text")
}

#[test]
fn manual_pages_tell_every_command() {
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
fn shells_complete_every_command() {
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

/// What the README leads to comes with it: the package puts each file below the folder of the README as it lies here.
#[test]
fn the_package_holds_what_its_readme_leads_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file");
    let manifest = read("Cargo.toml");
    let packed = manifest.lines().filter_map(|line| {
        let row = line.trim().strip_prefix("[\"")?;
        let (from, rest) = row.split_once("\", \"")?;
        let to = rest.split('"').next()?;
        to.starts_with("usr/share/doc/affray/")
            .then_some((from, to))
    });
    let packed: Vec<(&str, &str)> = packed.collect();
    let readme = read("README.md");
    let links = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let mut followed = 0;
    for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
        followed += 1;
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
                // A folder, or a file of its kind in it.
                Some((_, ending)) => folder == link || folder == inside && link.ends_with(ending),
                None => *from == link,
            }
        });
        assert!(there, "{link} is not in the package");
    }
    assert!(followed > 10, "the README leads to files");
}
