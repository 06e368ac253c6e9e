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
