//! Checks `docs/write-a-system.md` and `docs/system-cookbook.md`. Every file of the tutorial is written as the page
//! says and passes `affray check` at once, and its commands succeed. Each recipe of the cookbook is part of a system
//! that passes, and shows its effect in a fight.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::command_line::affray;
use crate::support::system_pages::{blocks, merged, page, tavern};

/// Returns the lines of a text without indentation and comments, in any order.
fn lines(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_step_of_the_tutorial_passes_its_check() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/tavern");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let read = || fs::read_to_string(folder.join("system.ron")).expect("the system");
    let check = || affray(home.path(), &["check", &folder.to_string_lossy()]);
    let (mut systems, mut parts, mut commands) = (0, 0, 0);
    for (kind, text) in blocks(&page("write-a-system.md")) {
        if kind == "text" {
            for line in text.lines() {
                run(home.path(), line);
                commands += 1;
            }
            continue;
        }
        if text.starts_with("(\n    name:") {
            if systems == 0 {
                fs::remove_file(folder.join("fights/first.ron")).expect("the page deletes it");
            } else {
                let merged = merged(&read(), "description: \"Stools, mugs and fists.\"");
                let [old, new] = [merged, self::merged(&text, "")].map(|text| lines(&text));
                assert_eq!(old, new, "the whole game is not the sum of its steps");
            }
            systems += 1;
            write("system.ron", &text);
            // The roster follows at once.
            if systems == 1 {
                continue;
            }
        } else if text.starts_with("[\n") {
            write("roster.ron", &text);
        } else if text.starts_with("(\n    about:") {
            write("fights/first.ron", &text);
        } else if text.starts_with("(\n    title:") {
            write("encounters/brawl.ron", &text);
        } else {
            parts += 1;
            write("system.ron", &merged(&read(), &text));
            // The roster or the fight that this step changes follows.
            if text.contains("weapons") || text.contains("duck") || text.contains("nerve") {
                fs::remove_file(folder.join("fights/first.ron")).unwrap_or_default();
                continue;
            }
        }
        let (good, told) = check();
        assert!(good, "{told}\nafter\n{text}");
    }
    assert!(
        systems == 2 && parts > 4 && commands > 5,
        "{systems} {parts} {commands}"
    );
    let (good, told) = check();
    let played = "1 test fight passed";
    assert!(
        good && told.contains(played) && !told.contains("never"),
        "{told}"
    );
    assert!(
        tavern()[0].1.contains("author") || told.contains("version 2, by Ada"),
        "{told}"
    );
}

/// Runs a command of the page, if it needs no screen.
fn run(home: &Path, line: &str) {
    let line = line.replace("~/.config/affray", &home.to_string_lossy());
    let (line, file) = match line.split_once(" > ") {
        Some((line, file)) => (line.to_owned(), Some(file.to_owned())),
        None => (line, None),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[0], "affray", "{line}");
    let mut args: Vec<String> = words[1..].iter().map(|word| (*word).to_owned()).collect();
    match args[0].as_str() {
        // This command needs a screen; the test fight plays the same combatants.
        "new" => return,
        "odds" => args.extend(["--fights", "50", "--seed", "1"].map(str::to_owned)),
        _ => {}
    }
    let shared = home.join("tavern.ron");
    let other = tempfile::tempdir().expect("a folder");
    let to = match args.iter_mut().find(|arg| *arg == "tavern.ron") {
        // The file goes to another machine.
        Some(arg) => {
            *arg = shared.to_string_lossy().into_owned();
            other.path()
        }
        None => home,
    };
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (good, told) = affray(to, &args);
    assert!(good, "{line}: {told}");
    if file.is_some() {
        fs::write(shared, told).expect("written");
    }
}

/// Recipe of the cookbook.
struct Recipe {
    title: String,
    parts: String,
    steps: Vec<String>,
}

/// Returns the game and the roster of the cookbook, and its recipes.
fn cookbook() -> (String, String, Vec<Recipe>) {
    let page = page("system-cookbook.md");
    let (head, rest) = page.split_once("\n### ").expect("a recipe");
    for title in page.lines().filter_map(|line| line.strip_prefix("### ")) {
        let mut link = title.to_lowercase().replace(' ', "-");
        link.retain(|c| c.is_ascii_alphanumeric() || c == '-');
        assert!(
            head.contains(&format!("](#{link})")),
            "the contents lack {title}"
        );
    }
    let head = blocks(head);
    let [(_, game), (_, roster)] = head.as_slice() else {
        panic!("the game and its roster");
    };
    let recipes = rest.split("\n### ").map(|text| {
        let title = text.lines().next().unwrap_or_default().to_owned();
        let blocks = blocks(text);
        let [(ron, parts), (kind, steps)] = blocks.as_slice() else {
            panic!("{title}: a part of a system and a fight");
        };
        assert_eq!((ron.as_str(), kind.as_str()), ("ron", "text"), "{title}");
        Recipe {
            title,
            parts: parts.clone(),
            steps: steps.lines().map(str::to_owned).collect(),
        }
    });
    (game.clone(), roster.clone(), recipes.collect())
}

#[test]
fn every_recipe_of_the_cookbook_shows_its_effect() {
    let (game, roster, recipes) = cookbook();
    let home = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for (nth, recipe) in recipes.iter().enumerate() {
        let folder = home.path().join(format!("systems/recipe-{nth}"));
        fs::create_dir_all(folder.join("fights")).expect("made");
        let checks = recipe
            .steps
            .iter()
            .filter(|step| step.starts_with(['?', '!']));
        assert!(checks.count() > 0, "{}: nothing is checked", recipe.title);
        let steps: Vec<String> = recipe
            .steps
            .iter()
            .map(|step| format!("{step:?}"))
            .collect();
        let fight = format!(
            "(about: {:?}, setup: (title: \"Test\", system: \"recipe-{nth}\", \
             sides: [(name: \"Guests\", players: true), (name: \"Crew\")], combatants: [\
             (from: \"Mara\", side: \"Guests\"), (from: \"Tam\", side: \"Guests\"), \
             (from: \"Sailor\", side: \"Crew\"), (from: \"Bosun\", side: \"Crew\")]), steps: [\n{}\n])",
            recipe.title,
            steps.join(",\n")
        );
        for (name, text) in [
            ("system.ron", &merged(&game, &recipe.parts)),
            ("roster.ron", &roster),
            ("fights/first.ron", &fight),
        ] {
            fs::write(folder.join(name), text).expect("written");
        }
        let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        if !good || told.contains("never") {
            wrong.push(format!("{}:\n{told}", recipe.title));
        }
    }
    assert!(recipes.len() > 15, "only {} recipes", recipes.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
