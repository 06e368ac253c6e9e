//! Pages for authors of systems: the game of the tutorial, the parts of the cookbook, and the examples of tests that use
//! every word of `system.ron`.

use std::fs;
use std::path::{Path, PathBuf};

use affray::ron_text::{Node, Shape, Source, Span, parse};

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Returns a page of the folder `docs`.
pub fn page(name: &str) -> String {
    read(&format!("docs/{name}"))
}

/// Returns the code blocks of a page, each with the word after its first fence.
pub fn blocks(page: &str) -> Vec<(String, String)> {
    let parts = page.split("```").skip(1).step_by(2);
    let blocks = parts.filter_map(|part| part.split_once('\n'));
    blocks
        .map(|(kind, text)| (kind.to_owned(), text.to_owned()))
        .collect()
}

/// Parts of a system that the examples use and do not declare.
const SHEET: &str = r#""max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health"), "guard": (default: 11), "armour": (),
    "fists": (), "marks": (), "max_mana": (), "mana": (pool: "max_mana"), "captain": (type: YesNo), "zone": (type: OneOf(["near", "far"])),
    "weapons": (type: List({ "damage": (type: Dice), "reach": (type: YesNo), "weight": () })), "bows": (type: List({ "arrows": () })),"#;

/// Completes an example to a whole system.
fn whole(example: &str) -> String {
    let has = |word: &str| {
        example
            .lines()
            .any(|line| line.starts_with(&format!("{word}:")))
    };
    let mut whole = format!("(name: \"Example\",\n{example}\n");
    for (word, stands) in [
        ("sheet", format!("sheet: {{ {SHEET} }},\n")),
        ("order", "order: Listed,\n".to_owned()),
        ("turn", "turn: { \"move\": 1, \"deed\": 1 },\n".to_owned()),
    ] {
        if !has(word) {
            whole += &stands;
        }
    }
    whole + ")"
}

/// Returns systems that together use every word: the game of the tutorial, and the examples in
/// `tests/data/every_word.txt`.
pub fn examples() -> Vec<String> {
    let [(_, tavern), ..] = tavern();
    let examples = blocks(&read("tests/data/every_word.txt")).into_iter();
    let examples = examples.map(|(_, text)| whole(&text));
    std::iter::once(tavern).chain(examples).collect()
}

/// Returns the files of the tutorial's game at its end.
pub fn tavern() -> [(&'static str, String); 3] {
    let blocks = blocks(&page("write-a-system.md"));
    let last = |begin: &str| {
        let mut found = blocks.iter().rev();
        let found = found.find(|(_, text)| text.starts_with(begin));
        found
            .unwrap_or_else(|| panic!("a block that begins with {begin:?}"))
            .1
            .clone()
    };
    [
        ("system.ron", last("(\n    name:")),
        ("roster.ron", last("[\n")),
        ("fights/first.ron", last("(\n    about:")),
    ]
}

/// Writes the folder of the tutorial's game in a home folder.
pub fn tavern_in(home: &Path) -> PathBuf {
    let folder = home.join("systems/tavern");
    fs::create_dir_all(folder.join("fights")).expect("made");
    for (name, text) in tavern() {
        fs::write(folder.join(name), text).expect("written");
    }
    folder
}

/// Adds parts to a system: entries of a map are added to the same map and replace entries of the same name. Other parts
/// are replaced.
pub fn merged(system: &str, parts: &str) -> String {
    let system = Source::new("system", system);
    let parts = Source::new("parts", &format!("({parts})"));
    let (mut all, added) = (top(&system), top(&parts));
    for (key, new) in added {
        match all.iter_mut().find(|(one, _)| *one == key) {
            Some((_, old)) => old.add(new),
            None => all.push((key, new)),
        }
    }
    let all = all.into_iter();
    let all = all.map(|(key, part)| format!("    {key}: {},\n", part.text()));
    format!("(\n{})", all.collect::<String>())
}

/// Part of a system: a map with its entries, or any other value.
enum Part {
    Map(Vec<(String, String)>),
    Other(String),
}

impl Part {
    fn add(&mut self, new: Part) {
        match (self, new) {
            (Self::Map(all), Self::Map(new)) => {
                for (name, value) in new {
                    match all.iter_mut().find(|(one, _)| *one == name) {
                        Some((_, old)) => *old = value,
                        None => all.push((name, value)),
                    }
                }
            }
            (old, new) => *old = new,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Other(text) => text,
            Self::Map(all) => {
                let all = all.into_iter();
                let all = all.map(|(name, value)| format!("        {name}: {value},\n"));
                format!("{{\n{}    }}", all.collect::<String>())
            }
        }
    }
}

/// Returns the parts of a system, by name.
fn top(source: &Source) -> Vec<(String, Part)> {
    let (root, wrong) = parse(source);
    assert!(wrong.is_empty(), "{wrong:?}");
    let Shape::Record(_, fields) = &root.shape else {
        panic!("not a system: {}", source.text());
    };
    let text = |at: Span| source.text()[at.start..at.end].to_owned();
    let part = |node: &Node<'_>| match &node.shape {
        Shape::Map(pairs) => {
            let pairs = pairs.iter();
            Part::Map(
                pairs
                    .map(|(name, value)| (text(name.at), text(value.at)))
                    .collect(),
            )
        }
        _ => Part::Other(text(node.at)),
    };
    fields
        .iter()
        .map(|field| (field.key.to_owned(), part(&field.value)))
        .collect()
}
