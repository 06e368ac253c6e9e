//! Messages for every step of a fight and every line of the `:` line, at each kind of question: each word with its
//! arguments, with other arguments and without arguments. `tests/data/steps.txt` contains the messages at the first
//! question, and those that differ at later ones.
//!
//! `UPDATE_EXPECT=1 cargo test --test library session::steps` rewrites the page.

use std::collections::BTreeMap;
use std::path::Path;

use affray::compendium::Compendium;
use affray::session::complete;

use crate::support::fight_file::{Course, compendium, course};

/// Fight, and the steps to a question.
struct Moment {
    what: &'static str,
    system: &'static str,
    setup: &'static str,
    steps: &'static [&'static str],
}

const D20: &str = r#"title: "steps", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")], combatants: [
    (name: "Ada", side: "Party", sheet: (max_hp: 20, ac: 14, attacks: [(name: "sword", bonus: 3, damage: "1d8+3", damage_type: "slashing")])),
    (name: "Bea", side: "Party", sheet: (max_hp: 12, ac: 12)),
    (name: "Cur", side: "Foes", sheet: (max_hp: 20, ac: 12, attacks: [(name: "bite", bonus: 2, damage: "2d4+1", damage_type: "piercing")])),
    (name: "Curate", side: "Foes", sheet: (max_hp: 20, ac: 12, attacks: [(name: "bite", bonus: 2, damage: "1d4+1", damage_type: "piercing")])),
]"#;

const PLAIN: &str = r#"title: "steps", system: "plain", options: (order: "as_listed"), sides: [(name: "Party", players: true), (name: "Foes")],
    combatants: [(name: "Ada", side: "Party", sheet: (most: 9)), (name: "Bea", side: "Party", sheet: (most: 9)), (name: "Cur", side: "Foes", sheet: (most: 9))]"#;

const SECONDS: &str = r#"title: "steps", system: "seconds", sides: [(name: "Party", players: true), (name: "Foes")],
    combatants: [(name: "Ada", side: "Party", sheet: (initiative_misc: 9)), (name: "Cur", side: "Foes")]"#;

const MOMENTS: [Moment; 10] = [
    Moment {
        what: "several throws",
        system: "d20",
        setup: D20,
        steps: &[],
    },
    Moment {
        what: "a menu",
        system: "d20",
        setup: D20,
        steps: &["roll 20 15 10 5"],
    },
    Moment {
        what: "a form",
        system: "d20",
        setup: D20,
        steps: &["roll 20 15 10 5", "do attack a"],
    },
    Moment {
        what: "a throw",
        system: "d20",
        setup: D20,
        steps: &["roll 20 15 10 5", "do attack a", "set target=c"],
    },
    Moment {
        what: "people to be picked",
        system: "d20",
        setup: D20,
        steps: &["roll 20 15 10 5", "do move a", "set feet=10, leaves=on"],
    },
    Moment {
        what: "a choice",
        system: "plain",
        setup: PLAIN,
        steps: &["do attack a", "set target=c"],
    },
    Moment {
        what: "an amount",
        system: "plain",
        setup: PLAIN,
        steps: &["do attack a", "set target=c", "choose hit"],
    },
    Moment {
        what: "a number",
        system: "seconds",
        setup: SECONDS,
        steps: &["roll 6 1", "do cost a"],
    },
    Moment {
        what: "a text",
        system: "plain",
        setup: PLAIN,
        steps: &["do deed a"],
    },
    Moment {
        what: "the end",
        system: "plain",
        setup: PLAIN,
        steps: &["remove c", "do end"],
    },
];

/// Every word, with possible arguments.
const LINES: [(&str, &[&str]); 50] = [
    (
        "do",
        &[
            "",
            "attack",
            "attack a",
            "attack c",
            "attack Curat",
            "attack nobody",
            "fly",
            "fly a",
            "move a",
            "end",
            "end-turn",
            "end-turn Ada",
            "rest Party",
        ],
    ),
    (
        "ruling",
        &[
            "",
            "harm",
            "damage c",
            "damage Cur",
            "damage cu",
            "damage nobody",
            "fly",
        ],
    ),
    ("enter", &["", "now"]),
    (
        "roll",
        &[
            "", "0", "1", "20", "21", "7 7", "5 6 7 8", "5 - - 8", "5;6;7;8", "5 6 7", "x", "5+6",
            "-",
        ],
    ),
    (
        "adjust",
        &["", "2", "+2", "-2 a", "2 b", "2 nobody", "x", "2000000"],
    ),
    (
        "set",
        &[
            "",
            "x",
            "x=1",
            "target=c",
            "target=c+d",
            "target=nobody",
            "target=",
            "cover=half",
            "cover=three_quarters",
            "cover=Half",
            "cover=whole",
            "far=on",
            "far=off",
            "far=maybe",
            "target=c, far=yes",
            "feet=5",
            "feet=x",
            "feet=9999",
        ],
    ),
    ("choose", &["", "hit", "double damage", "Miss", "nothing"]),
    (
        "pick",
        &[
            "", "a", "c", "c d", "c+d", "d c", "c c", "nobody", "Cur", "Cu",
        ],
    ),
    ("number", &["", "0", "5", "-1", "99999", "1000000000", "x"]),
    ("text", &["", "she sings"]),
    ("yes", &[""]),
    ("no", &[""]),
    ("undo", &[""]),
    ("redo", &[""]),
    ("dance", &["", "a"]),
    (
        "! roll",
        &["", "99 :: cannot show", "99 :: nothing", "1 :: nothing"],
    ),
    ("! fly", &[":: cannot", ":: no such thing"]),
    (
        "edit",
        &[
            "",
            "a",
            "a hp",
            "a hp 3",
            "a hp x",
            "a hp none",
            "a wings 3",
            "nobody hp 3",
            "a attacks/0/bonus 2",
            "a attacks/0/magical yes",
            "a attacks/0/magical no",
            "a attacks/0/magical maybe",
            "a attacks/0/damage 2d6",
            "a attacks/0/damage much",
            "a attacks 3",
            "a size large",
            "a size vast",
            "a wounds 2",
        ],
    ),
    ("gain", &["", "a", "a prone", "a wings", "nobody prone"]),
    ("lose", &["", "a prone", "nobody prone"]),
    ("remove", &["", "a", "nobody"]),
    ("return", &["", "a", "nobody"]),
    (
        "add",
        &["", "Wolf", "Wolf, Foes", "Wolf, Crowd", "Nobody, Foes"],
    ),
    (
        "? asks",
        &[
            "",
            "attack",
            "attack a",
            "attack b",
            "initiative",
            "amount a",
            "initiative nobody",
        ],
    ),
    ("? needs", &["", "12", "9", "none"]),
    ("? chance", &["", "60", "60%", "55", "none"]),
    (
        "? offers",
        &[
            "",
            "attack",
            "attack a",
            "attack b",
            "move nobody",
            "fly",
            "end-turn",
            "end-turn Party",
        ],
    ),
    (
        "? refuses",
        &[
            "",
            "attack",
            "attack a :: spent",
            "stand a",
            "stand a :: prone",
            "second a :: attacked",
        ],
    ),
    (
        "? hints",
        &["", "attack", "attack a :: weapon", "attack a :: wings"],
    ),
    (
        "? field",
        &[
            "",
            "target",
            "target c",
            "target d",
            "cover",
            "cover none",
            "feet 5",
            "wings",
        ],
    ),
    ("? option", &["", "half", "none", "hit", "wings"]),
    ("? says", &["", "target", "cover", "wings"]),
    ("? shows", &["", "wings"]),
    ("? log", &["", "begins", "wings"]),
    (
        "? fact",
        &[
            "",
            "FightBegins",
            "staged stage=under way",
            "staged stage",
            "rolled who=a; rolled who=b, total=15",
            "rolled who=b; rolled who=a",
            "rolled whom=a",
            "Wings",
        ],
    ),
    (
        "? figures",
        &[
            "",
            "title",
            "title a",
            "headline 1",
            "row a 14",
            "row nobody 14",
            "hint attack a :: 1",
            "hint attack a",
            "question 5",
            "wings 1",
        ],
    ),
    ("? default", &["", "attack", "attack a", "attack b", "hit"]),
    ("? dice", &["", "d20", "2d20"]),
    ("? round", &["", "1", "0", "2", "x"]),
    ("? over", &[""]),
    ("? turn", &["", "a", "Ada", "b", "none", "nobody"]),
    ("? order", &["", "Ada", "wings"]),
    ("? current", &["", "Ada", "Bea", "wings"]),
    (
        "? row",
        &["", "a", "a AC 14", "b DEF", "a wings", "nobody AC"],
    ),
    ("? headline", &["", "round", "wings"]),
    ("? title", &["", "Ada", "wings"]),
    ("? ground", &["", "wings"]),
    ("? gone", &["", "a", "c", "nobody"]),
    ("? linked", &["", "holds", "holds a b", "holds a nobody"]),
    (
        "?",
        &[
            "",
            "part",
            "part wings",
            "part turn",
            "a",
            "a hp",
            "a hp 20",
            "a hp 3",
            "a health 9",
            "a health 8",
            "a has prone",
            "a lacks prone",
            "a has",
            "a wings 3",
            "nobody hp 3",
            "no a hp 3",
            "no a hp 20",
            "no nobody hp 3",
            "no no round 1",
            "smells",
        ],
    ),
];

/// Starts a fight and plays it to its question.
fn at<'b>(moment: &Moment, compendium: &'b Compendium) -> Course<'b> {
    course(compendium, moment.setup, moment.steps)
}

/// Returns true if a step is only a check.
fn is_check(line: &str) -> bool {
    line.starts_with("? ")
}

#[test]
fn messages_of_every_step_match_the_snapshot() {
    let mut page = String::new();
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for moment in &MOMENTS {
        let compendium = compendium(moment.system);
        let mut course = at(moment, &compendium);
        page += &format!("### {}\n{}\n", moment.what, course.standing());
        page += &format!("  completes {}\n", complete(&course.session).join(" | "));
        for (word, wants) in LINES {
            for want in wants {
                let line = format!("{word} {want}");
                let told = match course.step(&line) {
                    Ok(()) => "fine".to_owned(),
                    Err(why) => why,
                };
                // A refusal and a check change nothing.
                if told == "fine" && !is_check(&line) {
                    course = at(moment, &compendium);
                }
                let told = told.replace('\n', " ");
                let known = known.entry(line.clone()).or_default();
                if !known.contains(&told) {
                    page += &format!("{}: {told}\n", line.trim());
                    known.push(told);
                }
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/steps.txt");
    expect_test::expect_file![path].assert_eq(&page);
}
