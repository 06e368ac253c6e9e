//! Systems sent to others as a folder, as one file or within a fight arrive unchanged, and received files are only
//! written to a folder of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use affray::setup::Setup;
use affray::store::{Library, own_systems, with_own_systems};
use affray::systems;
use affray::ui::app::{App, Screen};
use affray::ui::keymap::Keymap;
use affray::ui::setup::SetupScreen;

use crate::support::command_line::affray;
use crate::support::keyboard::{press, theme};
use crate::support::system_pages::tavern_in;
use crate::support::{fight_file, screen};

/// Returns every file below a folder with its content; a broken link has none.
fn all_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below it");
            let name = name.to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path)
            } else {
                all.insert(name, fs::read(&path).unwrap_or_default());
            }
        }
    }
    all
}

/// Returns the output of the program, which must succeed.
#[track_caller]
fn written(home: &Path, args: &[&str]) -> String {
    let (good, told) = affray(home, args);
    assert!(good, "{told}");
    told
}

/// Creates a folder with every possible file, with texts that are hard to write.
fn whole_tavern(home: &Path) {
    let folder = tavern_in(home);
    let system = fs::read_to_string(folder.join("system.ron")).expect("it is there");
    let system = system.replacen(
        "    description:",
        "    author: \"Ada \\\"the \\\\ mug\\\"\", licence: \"CC BY 4.0\", version: \"0.3\",\r\n    // \"# and \"## are no end.\n    description:",
        1,
    );
    let system = system.replacen("does: [Reduce(\"2\")]", "does: [Lua(\"duck\")]", 1);
    fs::write(folder.join("system.ron"), system).expect("written");
    let lua = "-- \"quotes\", \\ and \t tabs\nfunction duck()\n  reduce(2)\nend\n";
    fs::write(folder.join("rules.lua"), lua).expect("written");
    fs::write(
        folder.join("rules.md"),
        "# Brawls\n\nÄ mug breaks \u{1F37A}.\n",
    )
    .expect("written");
    fs::write(folder.join("tables.ron"), "{}").expect("written");
    fs::create_dir_all(folder.join("encounters")).expect("made");
    let encounter = r#"(title: "Brawl", system: "tavern", sides: [(name: "A"), (name: "B")], combatants: [(from: "Mara", side: "A"), (from: "Sailor", side: "B")])"#;
    fs::write(folder.join("encounters/last call.ron"), encounter).expect("written");
}

/// One file contains a whole system; it restores the same folder from the file, from the folder, or under another name.
#[test]
fn an_exported_system_is_restored_exactly() {
    let [home, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    whole_tavern(home.path());
    let sent = written(home.path(), &["export", "--system", "tavern"]);
    assert!(
        sent.contains("// \"# and \"## are no end.\n"),
        "it can be read"
    );
    // Files that Affray does not read are named and left out.
    let tavern = home.path().join("systems/tavern");
    for name in ["LICENSE", "notes.txt", "fights/idea.md", ".hidden"] {
        fs::write(tavern.join(name), "of one's own").expect("written");
    }
    let told = written(home.path(), &["export", "--system", "tavern"]);
    let left = "affray: Affray does not read these files and left them out: LICENSE, fights/idea.md, notes.txt. Send them separately.\n";
    assert_eq!(told, format!("{sent}{left}"));
    for name in ["LICENSE", "notes.txt", "fights/idea.md", ".hidden"] {
        fs::remove_file(tavern.join(name)).expect("removed");
    }
    let file = other.path().join("from ada.ron");
    fs::write(&file, &sent).expect("written");
    let file = file.to_string_lossy().into_owned();
    // The file can be checked like a folder.
    let told = written(other.path(), &["check", &file]);
    for words in [
        "~/from ada.ron: a system packed into one file: the system Tavern brawl (version 0.3, by Ada \"the \\ mug\", CC BY 4.0), 6 fields",
        "1 test fight passed",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    let told = written(other.path(), &["new-system", "tavern", "--from", &file]);
    assert!(
        told.starts_with("~/systems/tavern: the system Tavern brawl (version 0.3, by Ada"),
        "{told}"
    );
    let own = |home: &Path, key: &str| all_in(&home.join("systems").join(key));
    let tavern = own(home.path(), "tavern");
    assert_eq!(tavern.len(), 7, "{:?}", tavern.keys());
    assert_eq!(own(other.path(), "tavern"), tavern);
    assert_eq!(
        written(other.path(), &["export", "--system", "tavern"]),
        sent
    );
    let folder = other.path().join("systems/tavern");
    let folder = folder.to_string_lossy().into_owned();
    let told = written(other.path(), &["check", &folder]);
    assert!(told.contains("1 test fight passed"), "{told}");
    // A received folder is imported in the same way; under another name it is another system.
    let third = tempfile::tempdir().expect("a folder");
    written(third.path(), &["new-system", "tavern", "--from", &folder]);
    assert_eq!(own(third.path(), "tavern"), tavern);
    written(third.path(), &["new-system", "inn", "--from", &file]);
    let inn = own(third.path(), "inn");
    let text = |path: &str| String::from_utf8(inn[path].clone()).expect("text");
    assert!(text("system.ron").contains("name: \"inn\""));
    assert!(text("encounters/last call.ron").contains("system: \"inn\""));
    let inn = third.path().join("systems/inn");
    written(third.path(), &["check", &inn.to_string_lossy()]);
    let (good, told) = affray(third.path(), &["import", &file, "--system", "plain"]);
    assert!(!good && told.contains("this is a rule system"), "{told}");
    // Bundled systems can be exported too, although this is not necessary.
    let plain = written(home.path(), &["export", "--system", "plain"]);
    fs::write(&file, plain).expect("written");
    written(third.path(), &["new-system", "any", "--from", &file]);
    // The line with the import command contains a working command, even for a bundled system.
    let sent = written(home.path(), &["export", "--system", "d20"]);
    let command = sent.split('`').nth(1).expect("a command");
    fs::write(&file, &sent).expect("written");
    let words = command.split(' ').skip(1);
    let words: Vec<&str> = words
        .map(|word| if word == "THIS_FILE" { &file } else { word })
        .collect();
    written(third.path(), &words);
    let (good, told) = affray(home.path(), &["export", "--system", "seconds"]);
    assert!(
        !good && told.contains("`seconds` is not a system written as data"),
        "{told}"
    );
}

/// A fight contains its rules, which can be extracted.
#[test]
fn a_saved_fight_contains_the_rules_of_its_system() {
    let [home, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    whole_tavern(home.path());
    let systems = with_own_systems(systems::all(), home.path());
    let library = Library::with_own(&systems, home.path());
    let setup = library.encounter("last call").expect("it is there");
    let compendium = library.compendium("tavern").expect("it is there");
    let seed = affray::dice::Seed(1);
    let start = setup.begin(compendium, seed).expect("it begins");
    let session = affray::session::Session::new(&systems, start, seed).expect("a session");
    let saves = affray::store::Saves::new(home.path().join("sessions"));
    drop(saves.create(&session).expect("saved"));
    let sent = written(home.path(), &["export", "Brawl"]);
    let file = other.path().join("brawl.ron");
    fs::write(&file, sent).expect("written");
    let file = file.to_string_lossy().into_owned();
    written(other.path(), &["new-system", "tavern", "--from", &file]);
    let mut left = all_in(&home.path().join("systems/tavern"));
    left.retain(|path, _| ["system.ron", "rules.lua"].contains(&path.as_str()));
    assert_eq!(all_in(&other.path().join("systems/tavern")), left);
    // A fight of a system in Rust contains no rules.
    let compendium = fight_file::compendium("seconds");
    let (ready, _) = affray::setup::bundled(&compendium);
    let start = ready[0].setup.begin(&compendium, seed).expect("it begins");
    let session = affray::session::Session::new(&systems, start, seed).expect("a session");
    fs::write(&file, affray::session::snapshot(&session).expect("a text")).expect("written");
    let (good, told) = affray(other.path(), &["new-system", "mine", "--from", &file]);
    assert!(
        !good
            && told.contains(
                "~/brawl.ron: this is neither a system nor a saved fight of a written system"
            ),
        "{told}"
    );
}

/// Errors in received files are reported, and nothing is written.
#[test]
fn received_files_cannot_leave_their_folder() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("sent.ron");
    let shown = file.to_string_lossy().into_owned();
    let good = r#""system.ron": "(name: \"Good\", sheet: { \"health\": (hit_points: 5) }, order: Listed)""#;
    let with = |more: &str| format!("(system: \"sent\", files: {{ {good}, {more} }})");
    let fights: String = (0..101)
        .map(|number| format!("\"fights/{number}.ron\": \"\", "))
        .collect();
    let no_file = "is not a file of a system: allowed are system.ron, rules.lua, roster.ron, monsters.ron, rows.ron, tables.ron, rules.md, and in `encounters` and `fights` files";
    let paths = [
        "../sent.ron",
        "/tmp/sent.ron",
        "encounters/../../../sent.ron",
        "encounters/a/b.ron",
        "encounters/.hidden.ron",
        "encounters/",
        "fights/sub\\\\dir.ron",
        "fights/\\u{1b}[31mred.ron",
        "C:\\\\windows\\\\system.ron",
        "~/x.ron",
        "settings.ron",
        "System.ron",
        "system.ron/x.ron",
        "fights/x.ron\\u{0}",
        "./system.ron",
        "",
    ];
    let mut all: Vec<(String, String)> = paths
        .iter()
        .map(|path| (with(&format!("\"{path}\": \"x\"")), no_file.to_owned()))
        .collect();
    let long = format!("\"fights/{}.ron\": \"x\"", "x".repeat(300));
    let told = |text: String, words: &str| (text, words.to_owned());
    all.extend([
        (with(&long), no_file.to_owned()),
        told(with(good), "1:1"),
        told(with(&fights), "`fights` has more than 100 files"),
        told(
            format!("(files: {{ {good} }})"),
            "the key of the system is missing",
        ),
        told(
            format!("(system: \"../x\", files: {{ {good} }})"),
            "`../x` is not a key for a system",
        ),
        told(
            format!("(system: 5, files: {{ {good} }})"),
            "a text in quotes",
        ),
        told(
            "(system: \"sent\", files: [1, 2])".to_owned(),
            "write a system's files in curly brackets",
        ),
        told(
            "(system: \"sent\", files: {})".to_owned(),
            "system.ron: this file is missing, but every system needs it",
        ),
        told(
            "(system: \"sent\", files: { \"system.ron\": 5 })".to_owned(),
            "a text in quotes",
        ),
        told(
            with("\"rules.lua\": \"function (\""),
            "sent.ron, rules.lua:1",
        ),
        told(with("\"rules.md\": \"x").replace(" })", ""), "has no end"),
        told(
            "(system: \"sent\", files: { \"system.ron\": \"(name: 5)\" })".to_owned(),
            "sent.ron, system.ron:1:8",
        ),
        told(
            with("\"fights/a.ron\": \"(about: 5)\""),
            "sent.ron, fights/a.ron:1",
        ),
        told("[1, 2]".to_owned(), "this is neither a system nor"),
        told(
            "name,hp\nCur,3\n".to_owned(),
            "this is neither a system nor",
        ),
        told(String::new(), "this is neither a system nor"),
        told(
            " ".repeat(5 << 20),
            "the file has 5 MiB, but the limit is 4 MiB",
        ),
        told("(".repeat(100_000), "sent.ron:1:"),
    ]);
    for (text, words) in all {
        fs::write(&file, &text).expect("written");
        let before = all_in(home.path());
        let (good, told) = affray(home.path(), &["new-system", "sent", "--from", &shown]);
        let begin: String = text.chars().take(120).collect();
        if words == "1:1" {
            assert!(!good && told.contains("twice"), "{begin}\n{told}");
        }
        assert!(!good && told.contains(&words), "{begin}\n{words}\n{told}");
        assert!(!told.contains('\u{1b}'), "{told}");
        assert_eq!(all_in(home.path()), before, "{begin}");
        assert!(!home.path().join("systems/sent").exists(), "{begin}");
    }
}

/// Existing files are never overwritten, and the report names them.
#[cfg(unix)]
#[test]
fn existing_files_are_never_overwritten() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().expect("a folder");
    tavern_in(home.path());
    let file = home.path().join("sent.ron");
    fs::write(
        &file,
        written(home.path(), &["export", "--system", "tavern"]),
    )
    .expect("written");
    let shown = file.to_string_lossy().into_owned();
    let refused = |key: &str, words: &str| {
        let before = all_in(home.path());
        let (good, told) = affray(home.path(), &["new-system", key, "--from", &shown]);
        assert!(!good && told.contains(words), "{key}: {words}\n{told}");
        assert_eq!(all_in(home.path()), before);
    };
    refused("tavern", "the system `tavern` exists already");
    refused("plain", "the system `plain` exists already");
    let systems = home.path().join("systems");
    fs::create_dir(systems.join("empty")).expect("made");
    refused(
        "empty",
        "~/systems/empty exists already: nothing was written",
    );
    symlink("/nowhere", systems.join("link")).expect("a link");
    refused("link", "~/systems/link exists already: nothing was written");
    // Next to the new folder: leftovers are removed, and a link to another place is not followed.
    fs::create_dir_all(systems.join(".left.new/fights")).expect("made");
    fs::write(systems.join(".left.new/fights/x.ron"), "x").expect("written");
    written(home.path(), &["new-system", "left", "--from", &shown]);
    assert!(!systems.join(".left.new").exists());
    assert!(!systems.join("left/fights/x.ron").exists());
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("made");
    fs::write(elsewhere.join("mine"), "mine").expect("written");
    symlink(&elsewhere, systems.join(".linked.new")).expect("a link");
    let _ = affray(home.path(), &["new-system", "linked", "--from", &shown]);
    assert_eq!(
        all_in(&elsewhere).into_iter().collect::<Vec<_>>(),
        [("mine".to_owned(), b"mine".to_vec())]
    );
    // If the folder cannot be written, none of it remains.
    fs::remove_dir_all(&systems).expect("removed");
    fs::write(&systems, "in the way").expect("written");
    refused("other", "~/systems/.other.new");
    // A file placed directly in the folder of the systems is reported with a remedy.
    fs::remove_file(&systems).expect("removed");
    fs::create_dir(&systems).expect("made");
    fs::copy(&file, systems.join("tavern.ron")).expect("copied");
    assert_eq!(own_systems(home.path(), systems::all()).len(), 0);
    let all = with_own_systems(systems::all(), home.path());
    let notices = Library::with_own(&all, home.path()).notices();
    assert!(
        notices.len() == 1
            && notices[0].contains(
                "a system is a folder: unpack this file with `affray new-system tavern --from"
            ),
        "{notices:?}"
    );
}

/// The author of a system is shown in the list of systems, in the help, and in its check.
#[test]
fn the_author_of_a_system_is_shown() {
    let home = tempfile::tempdir().expect("a folder");
    whole_tavern(home.path());
    let whose = "version 0.3, by Ada";
    let folder = home.path().join("systems/tavern");
    let told = written(home.path(), &["check", &folder.to_string_lossy()]);
    assert!(told.contains(whose), "{told}");
    let all = with_own_systems(systems::all(), home.path());
    let library = Library::with_own(&all, home.path());
    let setup = Setup::new("tavern");
    let screen = Screen::Setup(Box::new(SetupScreen::from(setup)));
    let mut app = App::with(Keymap::built_in(), theme(), library, screen);
    let first = screen::draw(&mut app, 120, 36);
    assert!(first.contains(whose), "{first}");
    press(&mut app, "f1 end");
    let help = screen::draw(&mut app, 120, 36);
    assert!(help.contains(whose) && help.contains("CC BY 4.0"), "{help}");
}

/// Of very many systems the first ones by name are read, and a single notice reports the rest.
#[test]
fn only_the_first_hundred_systems_are_read() {
    let home = tempfile::tempdir().expect("a folder");
    let system = fs::read_to_string(tavern_in(home.path()).join("system.ron")).expect("read");
    let systems = home.path().join("systems");
    fs::remove_dir_all(systems.join("tavern")).expect("removed");
    let put = |key: &str| {
        let folder = systems.join(key);
        fs::create_dir(&folder).expect("made");
        fs::write(folder.join("system.ron"), &system).expect("written");
    };
    for number in 0..100 {
        put(&format!("tavern-{number:03}"));
    }
    let read = || own_systems(home.path(), systems::all());
    let notices = || {
        let all = with_own_systems(systems::all(), home.path());
        Library::with_own(&all, home.path()).notices()
    };
    assert_eq!(read().len(), 100);
    assert_eq!(notices(), [""; 0]);
    put("tavern-100");
    put("tavern-101");
    let keys: Vec<&str> = read().iter().map(|one| one.key()).collect();
    assert_eq!(
        (keys.len(), keys[0], keys[99]),
        (100, "tavern-000", "tavern-099")
    );
    let told = notices();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].ends_with("systems: more than 100 systems; Affray reads the first 100 by name"),
        "{told:?}"
    );
}

/// A received folder may contain links: none of them brings other files of the user into an export or a message.
#[cfg(unix)]
#[test]
fn an_export_follows_no_link_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().expect("a folder");
    whole_tavern(home.path());
    let folder = home.path().join("systems/tavern");
    let secret = home.path().join("secret.txt");
    fs::write(&secret, "(title: \"the reader's own\")").expect("written");
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir_all(&elsewhere).expect("made");
    fs::copy(&secret, elsewhere.join("last call.ron")).expect("copied");
    let replace = |path: &str, by: &Path| {
        let path = folder.join(path);
        let kept = path.with_extension("kept");
        fs::rename(&path, &kept).expect("moved");
        symlink(by, &path).expect("a link");
        let told = [
            affray(home.path(), &["export", "--system", "tavern"]),
            affray(home.path(), &["check", &folder.to_string_lossy()]),
        ];
        fs::remove_file(&path).expect("removed");
        fs::rename(&kept, &path).expect("moved back");
        told
    };
    for (path, by) in [
        ("rules.md", &secret),
        ("system.ron", &secret),
        ("encounters/last call.ron", &secret),
        ("encounters", &elsewhere),
    ] {
        for (good, told) in replace(path, by) {
            assert!(!good, "{path}: {told}");
            assert!(told.contains("a link to a file outside"), "{path}: {told}");
            assert!(!told.contains("the reader's own"), "{path}: {told}");
        }
    }
    // A link within the folder is an ordinary file, and the folder itself may be a link.
    fs::rename(folder.join("rules.md"), folder.join("short.txt")).expect("moved");
    symlink("short.txt", folder.join("rules.md")).expect("a link");
    fs::rename(&folder, home.path().join("moved")).expect("moved");
    symlink(home.path().join("moved"), &folder).expect("a link");
    let told = written(home.path(), &["export", "--system", "tavern"]);
    assert!(told.contains("# Brawls"), "{told}");
}
