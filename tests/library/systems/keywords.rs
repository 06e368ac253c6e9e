//! Checks the table of keywords of `system.ron`: every example is valid and uses its keyword, the table and the reader
//! know the same keywords, and `docs/system-words.md` contains the table.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use affray::compendium::Compendium;
use affray::fight_file;
use affray::ron_text::Source;
use affray::session::Waits;
use affray::systems::written::keywords::{self, Keyword, Part};
use affray::systems::written::{self, NO_TEXTS};

use crate::support::fight_file::told;
use crate::support::system_pages::{merged, page};

/// System to which the examples belong.
const SYSTEM: &str = r#"(
    name: "Example",
    sheet: {
        "max_health": (default: 9, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
        "guard": (default: 11), "armour": (), "fists": (range: (0, 20)), "brave": (type: YesNo), "marks": (), "shield": (),
        "max_mana": (), "mana": (pool: "max_mana"), "hit_dice": (type: Dice), "zone": (type: OneOf(["near", "far"])),
        "resists": (type: AnyOf(["fire", "cold", "iron"])),
        "weapons": (type: List({ "damage": (type: Dice), "reach": (type: YesNo), "weight": () })),
    },
    options: { "dark": (type: YesNo), "style": (type: OneOf(["gritty", "heroic"])) },
    tables: { "claws": { 0: "d3", 5: "2d4" } },
    order: Listed,
    turn: { "move": 1, "deed": 1 },
    tests: {
        "brawl": (kind: "attack", dice: "d20", add: ["fists"], at_least: "target.guard"),
        "nerve": (dice: "2d6", at_most: 7),
        "climb": (dice: "d20", add: ["fists"], at_least: 12),
    },
    actions: {
        "attack": (target: Enemy, test: "brawl", on: { "passed": [Damage(dice: "d6")] }),
        "swing": (part_only: true, target: Enemy, with: "weapons", does: [Damage(dice: "with.damage")]),
    },
    reactions: { "strike": (at: Called, target: Enemy, does: [Perform("swing", Attacker)]) },
    routines: { "push": [Gain(Target, "prone")] },
    conditions: {
        "prone": (), "reeling": (ends: [TurnEnd]), "guarded": (ends: [TurnStart]), "bleeding": (), "hidden": (),
    },
)"#;

/// Returns the parts of a system with an example.
fn parts(one: &Keyword) -> String {
    use Part::{
        Action, Answer, Column, Condition, Effect, End, FieldType, Option, Question, Reaction,
        ReactionAt, Step, StepAt, Test,
    };
    let example = one.example;
    if example.starts_with(|c: char| c.is_ascii_lowercase()) {
        return example.to_owned();
    }
    let within = |part: &str| format!("{part}: {{ {example} }}");
    match (one.parts[0], one.word) {
        (Effect, "Retarget") => {
            format!("reactions: {{ \"one\": (at: BeforeRoll, target: Ally, does: [{example}]) }}")
        }
        (Effect, "Reduce") => {
            format!("reactions: {{ \"one\": (at: BeforeDamage, does: [{example}]) }}")
        }
        (Effect, "Reroll") => {
            format!("reactions: {{ \"one\": (at: AfterRoll, roller: Self, does: [{example}]) }}")
        }
        (Effect, "Delay") => format!(
            "order: Ticks(start: \"d6\"), actions: {{ \"one\": (target: Enemy, does: [{example}]) }}"
        ),
        _ if !example.starts_with('"') => {
            format!(
                "actions: {{ \"one\": (target: Enemy, with: \"weapons\", \
             does: [Gain(Self, \"reeling\"), {example}]) }}"
            )
        }
        (Part::With, _) => within("actions"),
        (FieldType, "Targets") | (Question, _) => within("actions"),
        (Column | FieldType | Part::Field | Part::Reset, _) => within("sheet"),
        (Option, _) => within("options"),
        (Condition | End, _) => within("conditions"),
        (Test, _) => within("tests"),
        (Part::Once | Reaction | ReactionAt, _)
            if example.contains("at: Before")
                || example.contains("Roll")
                || example.contains("target:") =>
        {
            within("reactions")
        }
        (Step | StepAt | Part::StepWho | Part::Once | Reaction, _) => within("steps"),
        (Action | Part::Target | Answer, _) => within("actions"),
        (part, word) => panic!("{word} in {part:?}: where does the example belong?"),
    }
}

#[test]
fn examples_of_keywords_are_valid_and_use_their_keyword() {
    let mut wrong = Vec::new();
    for one in keywords::all() {
        let mut words = one
            .example
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        assert!(words.any(|word| word == one.word), "{one:?}");
        let lua = "function press(self, target) gain(target, \"prone\") end";
        let lua = (one.word == "Lua").then(|| Source::new("rules.lua", lua));
        let whole = merged(SYSTEM, &parts(one));
        let source = Source::new("page", &whole);
        if let Err(why) = written::read_with("example", &source, lua.as_ref(), NO_TEXTS) {
            wrong.push(format!("{}: {}", one.word, told(&why)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_keyword_belongs_to_a_part_and_is_described() {
    for one in keywords::all() {
        assert!(!one.parts.is_empty(), "{one:?}");
        let ends = |text: &str| text.ends_with(['.', '`', '*']);
        assert!(ends(one.does), "{one:?}");
        assert!(one.shows.is_empty() || ends(one.shows), "{one:?}");
        let others = keywords::meanings(one.word);
        let many = |part: &Part| {
            others
                .iter()
                .filter(|other| other.parts.contains(part))
                .count()
        };
        assert!(one.parts.iter().all(|part| many(part) == 1), "{one:?}");
    }
    for part in Part::ALL {
        assert!(!keywords::of(part).is_empty(), "{part:?}");
    }
}

/// The reader offers the values of the table instead of an unknown value.
#[test]
fn the_error_for_an_unknown_value_lists_the_valid_values() {
    for (part, parts) in [
        (Part::FieldType, "sheet: { \"one\": (type: Zzzz) }"),
        (Part::Reset, "sheet: { \"one\": (resets: Zzzz) }"),
        (Part::Order, "order: Zzzz"),
        (Part::End, "conditions: { \"one\": (ends: [Zzzz]) }"),
        (Part::Target, "actions: { \"one\": (target: Zzzz) }"),
        (Part::ReactionAt, "reactions: { \"one\": (at: Zzzz) }"),
        (
            Part::StepWho,
            "steps: { \"one\": (at: RoundEnd, who: Zzzz) }",
        ),
        (
            Part::Who,
            "actions: { \"one\": (does: [Gain(Zzzz, \"prone\")]) }",
        ),
        (
            Part::RerollValue,
            "reactions: { \"one\": (at: AfterRoll, roller: Self, does: [Reroll(Zzzz)]) }",
        ),
    ] {
        let whole = merged(SYSTEM, parts);
        let read = written::read("example", &Source::new("page", &whole), NO_TEXTS);
        let told = told(&read.expect_err("a mistake"));
        let (_, listed) = told.split_once("choose one of ").expect("a list");
        let listed = listed.lines().next().unwrap_or_default();
        let listed: BTreeSet<&str> = listed.split(", ").map(str::trim).collect();
        let table: BTreeSet<&str> = keywords::of(part).into_iter().collect();
        assert_eq!(listed, table, "{part:?}: {told}");
    }
}

/// A field that belongs in another part is reported with that part, and a misspelled field with the correct name.
#[test]
fn the_error_for_an_unknown_field_suggests_the_right_part_or_name() {
    for (parts, words) in [
        (
            "actions: { \"one\": (levels: 3) }",
            "unknown field `levels` here: it belongs in `difficulty` of the system, a condition",
        ),
        (
            "conditions: { \"one\": (raise: 4, dice: \"d6\") }",
            "unknown field `raise` here: it belongs in a test",
        ),
        (
            "order: Popcorn(dice: \"d6\")",
            "unknown field `dice` here: it belongs in a modifier, a test, `opposed_by` of a test, `Initiative`, `Sides`, `Damage`, `Heal`",
        ),
        (
            "actions: { \"one\": (passed: 3) }",
            "unknown field `passed`: choose one of key, ",
        ),
        (
            "actions: { \"one\": (tagret: Enemy) }",
            "unknown field `tagret`: did you mean `target`?",
        ),
    ] {
        let whole = merged(SYSTEM, parts);
        let read = written::read("example", &Source::new("page", &whole), NO_TEXTS);
        let told = told(&read.expect_err("a mistake"));
        assert!(told.contains(words), "{words}\n{told}");
    }
}

/// Combatants of the fights in which the examples are played.
const SETUP: &str = r#"title: "Test", system: "example", sides: [(name: "Party", players: true), (name: "Foes")], combatants: [
    (name: "Mara", side: "Party", sheet: (health: 5, fists: 4, mana: 5, max_mana: 9, armour: 2, weapons: [(name: "stool", damage: "d6")])),
    (name: "Tam", side: "Party", sheet: (fists: 4, brave: true, shield: 3, weapons: [(name: "chair", damage: "d6")])),
    (name: "Sailor", side: "Foes", sheet: (fists: 3, armour: 2, shield: 3, weapons: [(name: "mug", damage: "d4")])),
    (name: "Bosun", side: "Foes", sheet: (fists: 5, max_health: 40)),
]"#;

/// Returns the log lines that the description of a keyword quotes.
fn quotes(one: &Keyword) -> impl Iterator<Item = &str> {
    let behind = one.shows.split("The log shows `").skip(1);
    behind.filter_map(|text| text.split('`').next())
}

/// Replaces numbers, names and sides in a log.
fn pattern(log: &str) -> String {
    let mut text = String::new();
    for letter in log.chars() {
        if !letter.is_ascii_digit() {
            text.push(letter);
        } else if !text.ends_with('0') {
            text.push('0');
        }
    }
    for (name, short) in [
        ("Mara", "X"),
        ("Tam", "X"),
        ("Sailor", "X"),
        ("Bosun", "X"),
        ("Party", "S"),
        ("Foes", "S"),
    ] {
        text = text.replace(name, short);
    }
    text
}

/// Plays a fight with an example, all actions in turn, and returns its log.
fn log_of(one: &Keyword) -> String {
    let mut whole = merged(SYSTEM, &parts(one));
    let name = one.example.split('"').nth(1).unwrap_or_default();
    let part = one.parts[0];
    if matches!(part, Part::Condition | Part::End) {
        let gain = format!(
            "actions: {{ \"one\": (target: Enemy, does: [Gain(Target, {name:?}), Gain(Self, {name:?})]) }}"
        );
        whole = merged(&whole, &gain);
    }
    if matches!(part, Part::Test) || one.example.starts_with("tests") {
        let test = format!("actions: {{ \"one\": (target: Enemy, test: {name:?}) }}");
        whole = merged(&whole, &test);
    }
    let system = written::read("example", &Source::new("page", &whole), NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let text = format!("(about: \"\", setup: ({SETUP}), steps: [])");
    let fight = fight_file::read(&Source::new("fight.ron", &text), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let mut course = fight_file::begin(&fight, &[&compendium], &[system]).expect("it begins");
    let mut done: Vec<String> = Vec::new();
    for nth in 0..120 {
        let step = match course.session.waits() {
            Waits::Fault(why) => panic!("{}: {why}", one.word),
            Waits::Prompt(_) => ["enter", "yes", "pick Mara", "pick Sailor"][nth % 4].to_owned(),
            Waits::Offers { .. } => {
                let menu = course
                    .session
                    .menu()
                    .iter()
                    .filter(|entry| entry.refused.is_none());
                let times = |action: &str| done.iter().filter(|one| *one == action).count();
                let Some(entry) = menu.min_by_key(|entry| times(&entry.command.action)) else {
                    break;
                };
                let action = entry.command.action.to_string();
                let who = entry.command.who.map_or(String::new(), |who| who.letter());
                done.push(action.clone());
                format!("do {action} {who}")
            }
        };
        // A prompt that takes another answer is asked again.
        let _ = course.step(&step);
    }
    let lines = course.session.lines();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    texts.join("\n")
}

#[test]
fn log_lines_quoted_in_the_keyword_table_are_logged() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for one in keywords::all().filter(|one| quotes(one).next().is_some()) {
        let log = log_of(one);
        for quote in quotes(one) {
            count += 1;
            if !pattern(&log).contains(&pattern(quote)) {
                wrong.push(format!("{} quotes `{quote}`:\n{log}\n", one.word));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40, "only {count} lines are quoted");
}

/// Formats the page: the text before its first letter, and the table.
fn whole(page: &str) -> String {
    let (head, _) = page.split_once("\n## A\n").expect("the letters");
    let mut text = head.to_owned();
    let mut all: Vec<&Keyword> = keywords::all().collect();
    all.sort_by_key(|one| (one.word.to_lowercase(), one.word));
    let (mut letter, mut word) = (' ', "");
    for one in all {
        let first = one.word.chars().next().unwrap_or(' ').to_ascii_uppercase();
        if first != letter {
            letter = first;
            write!(text, "\n## {letter}\n").expect("a text");
        }
        if one.word != word {
            word = one.word;
            write!(text, "\n### {word}\n\n").expect("a text");
        }
        let (place, does) = (one.place(), one.does);
        writeln!(text, "- *In {place}.* {does}").expect("a text");
        writeln!(text, "  - Example: `{}`", one.example).expect("a text");
        if !one.shows.is_empty() {
            writeln!(text, "  - You see: {}", one.shows).expect("a text");
        }
    }
    text
}

#[test]
fn the_page_of_keywords_matches_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/system-words.md");
    let text = whole(&page("system-words.md"));
    expect_test::expect_file![path].assert_eq(&text);
}

/// Returns the quoted words directly after this prefix.
fn behind<'s>(source: &'s str, sign: &'s str) -> impl Iterator<Item = &'s str> {
    let parts = source.split(sign).skip(1);
    parts.filter_map(|part| part.split('"').next())
}

/// The table has every quoted word of the reader that begins with a capital, and every function and attribute of
/// expressions.
#[test]
fn the_table_of_keywords_lists_every_keyword_that_the_reader_accepts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/systems/written");
    let mut words = BTreeSet::new();
    let mut count = 0;
    for entry in fs::read_dir(folder.join("read")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let source = fs::read_to_string(path).expect("a source");
        for sign in [
            "take(\"",
            "need(\"",
            "(&mut fields, \"",
            "(&mut top, \"",
            "named(\"",
        ] {
            words.extend(behind(&source, sign).map(str::to_owned));
        }
        let quoted = behind(&source, "\"").map(str::to_owned);
        words.extend(quoted.filter(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .is_some_and(|letter| letter.is_ascii_uppercase())
                && letters.all(|letter| letter.is_ascii_alphabetic())
                && *word != word.to_uppercase()
        }));
        count += 1;
    }
    let source = fs::read_to_string(folder.join("sums/sum.rs")).expect("a source");
    let (_, calls) = source
        .split_once("        let known = [\n")
        .expect("the functions");
    let (calls, rest) = calls.split_once("];").expect("their end");
    words.extend(behind(calls, "(\"").map(str::to_owned));
    let named = rest
        .split("\" => ")
        .filter_map(|part| part.rsplit('"').next());
    let named = named.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
    words.extend(named.map(str::to_owned));
    assert!(
        count > 8 && words.len() > 150,
        "{count} files, {} words",
        words.len()
    );
    let table: BTreeSet<String> = keywords::all().map(|one| one.word.to_owned()).collect();
    words.retain(|word| !word.is_empty());
    let missing: Vec<_> = words.difference(&table).collect();
    assert!(missing.is_empty(), "the table lacks {missing:?}");
}
