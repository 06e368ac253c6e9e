//! Examples of `docs/your-own-system.md`, and the tavern that it builds.

use std::fs;
use std::path::{Path, PathBuf};

pub fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("docs/your-own-system.md")).expect("the page")
}

/// Returns the blocks of a page that are RON.
fn blocks(page: &str) -> Vec<String> {
    let parts = page.split("```").skip(1).step_by(2);
    let ron = parts.filter_map(|part| part.strip_prefix("ron\n"));
    ron.map(str::to_owned).collect()
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

/// Returns the examples of the page, each as a whole system.
pub fn examples() -> Vec<String> {
    let whole = |block: String| {
        if block.trim_start().starts_with('(') {
            block
        } else {
            whole(&block)
        }
    };
    blocks(&page()).into_iter().map(whole).collect()
}

/// Returns the blocks of the page with a system, a roster and a fight.
fn tavern() -> [(&'static str, String); 3] {
    let page = page();
    let parts: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let system = parts.iter().find_map(|part| part.strip_prefix("ron\n("));
    let roster = parts.iter().find_map(|part| part.strip_prefix("text\n["));
    let fight = parts.iter().find_map(|part| part.strip_prefix("text\n("));
    [
        ("system.ron", format!("({}", system.expect("a system"))),
        ("roster.ron", format!("[{}", roster.expect("a roster"))),
        ("fights/first.ron", format!("({}", fight.expect("a fight"))),
    ]
}

/// Writes the folder of the page's system in a home folder.
pub fn tavern_in(home: &Path) -> PathBuf {
    let folder = home.join("systems/tavern");
    fs::create_dir_all(folder.join("fights")).expect("made");
    for (name, text) in tavern() {
        fs::write(folder.join(name), text).expect("written");
    }
    folder
}
