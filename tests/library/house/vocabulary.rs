//! `docs/vocabulary.md`: all that a rule reads, asks and changes a fight with, and what is said of a system in its tables, a
//! line each, out of the sources. `UPDATE_EXPECT=1 cargo test --test library house::vocabulary` writes the page anew.

use std::fs;
use std::path::Path;

/// What is on the page: what it is called in code, what that is, the file, the type (of a module: "") and its functions'
/// head.
const SECTIONS: &[(&str, &str, &[&str], &str)] = &[
    (
        "cx",
        "the way of a rule to the encounter, its questions and its events",
        &["resolver/run.rs", "resolver/ask.rs"],
        "Resolver",
    ),
    (
        "f",
        "a form: each call is a row and gives what stands in it now",
        &["resolver/form.rs"],
        "Form",
    ),
    (
        "now",
        "the encounter, out of `cx.now()`, `f.now` and what the flow is given",
        &[
            "encounter/state.rs",
            "encounter/names.rs",
            "encounter/links.rs",
        ],
        "Encounter",
    ),
    (
        "Combatant",
        "somebody, out of `now.get` or `cx.get`",
        &["encounter/combatant.rs"],
        "Combatant",
    ),
    (
        "Condition",
        "what is the case with somebody for a while",
        &["encounter/condition.rs"],
        "Condition",
    ),
    (
        "Ends",
        "when that ends by itself",
        &["encounter/condition_ends.rs"],
        "Ends",
    ),
    (
        "Roll",
        "a throw that is asked for",
        &["resolver/prompt.rs"],
        "Roll",
    ),
    ("Rolled", "what fell", &["resolver/run.rs"], "Rolled"),
    (
        "Tally",
        "a sum that knows its terms",
        &["dice/tally.rs"],
        "Tally",
    ),
    (
        "Choice",
        "an answer or an option of a row",
        &["resolver/prompt.rs"],
        "Choice",
    ),
    (
        "Action",
        "a row of the table of actions",
        &["rules/action.rs"],
        "Action",
    ),
    (
        "When",
        "when an action can be started",
        &["rules/action.rs"],
        "When",
    ),
    (
        "While",
        "how long, of an action that is there at any time",
        &["rules/action.rs"],
        "While",
    ),
    (
        "Play",
        "whose an action is, and the procedure",
        &["rules/action.rs"],
        "Play",
    ),
    (
        "Legal",
        "whether it can be started as things stand",
        &["rules/action.rs"],
        "Legal",
    ),
    (
        "Offer",
        "a command that the flow offers",
        &["rules/action.rs"],
        "Offer",
    ),
    (
        "OrderRow",
        "a row of the initiative pane",
        &["rules/panes.rs"],
        "OrderRow",
    ),
    (
        "Mark",
        "how such a row is marked",
        &["rules/panes.rs"],
        "Mark",
    ),
    (
        "Mind",
        "what a policy decides from",
        &["rules/policy.rs"],
        "Mind",
    ),
];

/// Where macros stand that a system is written with, in the order of its rooms.
const MACROS: &[&str] = &[
    "values/key.rs",
    "values/words.rs",
    "values/condition_spec.rs",
    "encounter/declare.rs",
    "resolver/records.rs",
    "resolver/run.rs",
    "rules/action.rs",
    "rules/system.rs",
];

/// Modules of functions, each on the page too.
const MODULES: &[&str] = &[
    "systems/common/conditions.rs",
    "systems/common/declarations.rs",
    "systems/common/moments.rs",
    "systems/common/sentences.rs",
    "systems/common/sheets.rs",
    "systems/common/sides.rs",
    "systems/common/stage.rs",
];

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The lines of the blocks of a type, `impl` or `enum`, without their heads and ends; of a module all lines.
fn blocks<'s>(source: &'s str, of: &str) -> Vec<&'s str> {
    if of.is_empty() {
        return source.lines().collect();
    }
    let opens = |line: &str| {
        let line = line.trim_end_matches(" {");
        let named = |rest: &str| {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            name == of
        };
        let own = line
            .strip_prefix("impl")
            .filter(|_| !line.contains(" for "));
        // What stands between the word and the name: `<'a> `, ` `.
        let own = own.map(|rest| match rest.strip_prefix('<') {
            Some(rest) => rest.split_once("> ").map_or("", |(_, rest)| rest),
            None => rest.trim_start(),
        });
        own.is_some_and(named) || line.strip_prefix("pub enum ").is_some_and(named)
    };
    let mut lines = Vec::new();
    let mut inside = false;
    for line in source.lines() {
        match (inside, line) {
            (false, line) => inside = opens(line),
            (true, "}") => inside = false,
            (true, line) => lines.push(line),
        }
    }
    lines
}

/// Something public: its head in one line, and the first paragraph of what is said of it.
struct Word {
    head: String,
    says: String,
}

fn words(lines: &[&str], depth: usize, variants: bool) -> Vec<Word> {
    let indent = " ".repeat(depth);
    let mut found = Vec::new();
    let (mut says, mut whole) = (String::new(), true);
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(line) = line
            .strip_prefix(&*indent)
            .filter(|line| !line.starts_with(' '))
        else {
            continue;
        };
        if let Some(doc) = line.strip_prefix("///") {
            whole = whole && !doc.trim().is_empty() || says.is_empty();
            if whole {
                says = format!("{says} {}", doc.trim()).trim().to_owned();
            }
            continue;
        }
        if line.starts_with("#[") {
            let mut attribute = line;
            while !attribute.ends_with(']') {
                attribute = lines.next().expect("the attribute ends").trim_end();
            }
            continue;
        }
        if line.starts_with("//") {
            continue;
        }
        let public = ["pub fn ", "pub const fn ", "pub const "];
        let function = public.iter().find_map(|word| line.strip_prefix(word));
        let variant = variants && line.starts_with(char::is_uppercase);
        if let Some(rest) = function {
            let mut head = rest.to_owned();
            while !head.ends_with(['{', ';']) {
                let next = lines.next().expect("the head goes on").trim();
                head = format!("{head} {next}");
            }
            let head = head.split(" where ").next().unwrap_or_default();
            found.push((plain(head), std::mem::take(&mut says)));
        } else if variant {
            let head = line.trim_end_matches([',', '{', ' ']);
            found.push((head.to_owned(), std::mem::take(&mut says)));
        }
        (says, whole) = (String::new(), true);
    }
    let word = |(head, says): (String, String)| Word {
        says: linked(&says),
        head,
    };
    found.into_iter().map(word).collect()
}

/// A function's head without what a caller does not write.
fn plain(head: &str) -> String {
    let mut head = head.trim_end_matches(['{', ';', ' ']).to_owned();
    if let Some((constant, _)) = head.split_once(": Moment =") {
        head = constant.to_owned();
    }
    for (noise, plain) in [
        ("&mut self", ""),
        ("mut self", ""),
        ("&self", ""),
        ("(self", "("),
        ("(, ", "("),
        ("( ", "("),
        (", )", ")"),
        ("cx: &mut Resolver<'_>", "cx"),
        ("now: &Encounter", "now"),
        (" -> Self", ""),
        ("impl Into<String>", "text"),
        ("impl Into<Cow<'static, str>>", "text"),
        ("impl Into<Cow<'t, str>>", "text"),
        ("impl Into<Option<Id>>", "somebody or None"),
        ("&'static ", "&"),
    ] {
        head = head.replace(noise, plain);
    }
    head.replace("(, ", "(")
}

/// What is said, as text of a table: links of the sources are code.
fn linked(says: &str) -> String {
    let mut parts = says.split("`](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += "`";
        text += part.split_once(')').map_or("", |(_, rest)| rest);
    }
    // Code that goes on over lines is left to the sources.
    if text.matches('`').count() % 2 == 1 {
        let end = text.rfind('`').unwrap_or_default();
        text.truncate(end);
        text = format!("{}.", text.trim_end_matches([' ', ':']));
    }
    let text = text.replace("[`", "`").replace("`]", "`");
    text.replace("crate::", "").replace('|', "\\|")
}

/// The macros of a file that are there for all, with what is said of them.
fn macros(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for (before, after) in text
        .match_indices("#[macro_export]")
        .map(|(at, sign)| (&text[..at], &text[at + sign.len()..]))
    {
        let name = after.split("macro_rules! ").nth(1).expect("a macro");
        let name = name.split(' ').next().unwrap_or_default();
        let says: Vec<&str> = before
            .lines()
            .rev()
            .map_while(|line| line.strip_prefix("///"))
            .collect();
        let says = says.into_iter().rev().map(str::trim);
        let says: Vec<&str> = says.take_while(|line| !line.is_empty()).collect();
        found.push(Word {
            head: format!("{name}!"),
            says: linked(&says.join(" ")),
        });
    }
    found
}

fn table(page: &mut String, of: &str, words: &[Word]) {
    *page += "| | |\n|---|---|\n";
    for word in words {
        assert!(
            !word.says.is_empty(),
            "{of}: nothing is said of `{}`",
            word.head
        );
        let head = match of {
            "" => word.head.clone(),
            "cx" | "f" | "now" => format!("{of}.{}", word.head),
            _ => word.head.clone(),
        };
        *page += &format!("| `{}` | {} |\n", head.replace('|', "\\|"), word.says);
    }
    *page += "\n";
}

fn page() -> String {
    let mut page = "# The vocabulary of a system\n\nAll that a rule reads, asks and changes a fight with, out of the sources, so that nobody has to \
        read these. `text` is a `String` or a `&str`, `Step` ends in `?`. How it is used tells [the guide](writing-a-system.md), what the words mean [the \
        glossary](glossary.md).\n\n"
        .to_owned();
    for (name, what, files, of) in SECTIONS {
        let mut found = Vec::new();
        for file in *files {
            found.extend(words(&blocks(&source(file), of), 4, !of.is_empty()));
        }
        assert!(!found.is_empty(), "nothing is found of {of}");
        page += &format!("## `{name}`: {what}\n\n");
        if name != of {
            page += &format!("`{of}`.\n\n");
        }
        table(&mut page, name, &found);
    }
    page +=
        "## What declares\n\nMacros; `act!`, `note!` and `say!` are in `crate::resolver` too.\n\n";
    let macros: Vec<Word> = MACROS
        .iter()
        .flat_map(|path| macros(&source(path)))
        .collect();
    table(&mut page, "", &macros);
    page += "## What several rulebooks share\n\nFunctions of `src/systems/common`.\n\n";
    for module in MODULES {
        let text = source(module);
        let name = module.rsplit('/').next().unwrap_or_default();
        let says = text.lines().map_while(|line| line.strip_prefix("//! "));
        let says = linked(&says.collect::<Vec<_>>().join(" "));
        page += &format!("### `{}`\n\n{says}\n\n", name.trim_end_matches(".rs"));
        table(&mut page, "", &words(&blocks(&text, ""), 0, false));
    }
    page.trim_end().to_owned() + "\n"
}

#[test]
fn the_page_says_what_the_sources_offer() {
    expect_test::expect_file!["../../../docs/vocabulary.md"].assert_eq(&page());
}

#[test]
fn every_module_that_systems_share_is_on_the_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/systems/common");
    for entry in fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy().into_owned();
        let path = format!("systems/common/{name}");
        assert!(
            name == "mod.rs" || MODULES.contains(&&*path),
            "{path} is not on it"
        );
    }
}
