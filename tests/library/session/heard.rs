//! Pages about the fights of `tests/fights`: the players' log and state table, the recap; at each question the combatants
//! who are not possible; commands outside the menu; the next combatant; and the decisions of automatic combatants. A
//! fight checks only its own subject; these pages make every change visible. They contain facts ([`crate::support::facts`]); the reasons
//! of all fights are listed once, at the top. They are in `tests/data/heard`, one for each system.
//!
//! `UPDATE_EXPECT=1 cargo test --test library session::heard` rewrites the pages.

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::resolver::{Field, FieldKind, Kind, Prompt};
use affray::rules::System;
use affray::session::recap::{PersonRecap, Recap};
use affray::session::{Log, Readers, Session, Waits};
use affray::simulate::Also;
use affray::values::Id;
use serde_json::Value as Json;

use crate::support::facts::{self, Names};
use crate::support::fight_file::{self, Fight};
use crate::support::in_words;
use crate::support::laws;
use crate::support::wording::Wording;

/// Returns the combatants who are not possible at a question, each with its row and the reason.
fn barred(session: &Session, prompt: &Prompt) -> Vec<(String, Id, String)> {
    let now = session.now();
    let told = |fields: &[Field], row: Option<usize>| -> Vec<(String, Id, String)> {
        let key = row.map_or(String::new(), |row| format!(".{}", fields[row].key));
        let key = format!("{}{key}", prompt.question.key);
        let why = |who| Some((key.clone(), who, session.barred(prompt, fields, row, who)?));
        now.ids().filter_map(why).collect()
    };
    let of = |from: &[_]| now.ids().any(|id| !from.contains(&id));
    match &prompt.kind {
        Kind::Pick { from, .. } if of(from) => told(&[], None),
        Kind::Form(fields) => {
            let picks =
                |field: &Field| matches!(&field.kind, FieldKind::Pick { from, .. } if of(from));
            let rows = (0..fields.len()).filter(|row| picks(&fields[*row]));
            rows.flat_map(|row| told(fields, Some(row))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the combatants who act next; "-" if this is not settled.
fn follows(session: &Session) -> String {
    let now = session.now();
    match session.system().follows(now).as_slice() {
        [] => "-".to_owned(),
        next => {
            let letters: Vec<String> = next.iter().map(|id| id.letter()).collect();
            letters.join(",")
        }
    }
}

/// Returns the suggestion for the side that the fight waits for, and its reason.
fn led(session: &Session) -> Option<(String, String)> {
    let mut sides = session.now().side_ids();
    let decision = sides.find_map(|side| session.decision(Some(Also::Side(side))))?;
    let asked = match session.waits() {
        Waits::Prompt(prompt) => format!("{}: ", prompt.question.key),
        _ => String::new(),
    };
    let does = in_words::decided(session, &decision);
    let does = does.strip_suffix(&format!(" ({})", decision.why));
    let does = does.expect("the decision with its reason");
    Some((format!("{asked}{does}"), decision.why.to_string()))
}

/// Formats figures as keys and values. Figures that are 0, empty or false are left out; texts are reduced to the
/// combatants and numbers in them.
fn figures(names: &Names, of: &Json) -> String {
    match of {
        Json::Null | Json::Bool(false) => String::new(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Number(number) => match number.as_f64() {
            Some(0.0) => String::new(),
            Some(float) if number.is_f64() => format!("{float:.1}"),
            _ => number.to_string(),
        },
        Json::String(text) => names.facts(text),
        Json::Array(all) => {
            let all = all.iter().map(|one| figures(names, one));
            let all: Vec<String> = all.filter(|one| !one.is_empty()).collect();
            all.join(", ")
        }
        Json::Object(all) => {
            let all = all.iter().map(|(key, one)| (key, figures(names, one)));
            let all = all.filter(|(_, one)| !one.is_empty());
            let all: Vec<String> = all.map(|(key, one)| format!("{key} {one}")).collect();
            all.join(" ")
        }
    }
}

/// Formats the figures of a combatant after the letter. Luck is reduced to the deviation and the number of rolls.
fn person(names: &Names, of: &PersonRecap) -> String {
    let mut figures_of = serde_json::to_value(of).expect("figures");
    figures_of["name"] = Json::Null;
    let luck = figures_of["luck"].take();
    let luck = match (luck["deviations"].as_f64(), luck["throws"].as_u64()) {
        (Some(deviations), Some(throws)) if throws > 0 => format!("luck {deviations:.1}/{throws}"),
        _ => String::new(),
    };
    let parts = [names.facts(&of.name), figures(names, &figures_of), luck];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Formats a recap: first the whole, then each combatant.
fn recap(recap: &Recap, names: &Names) -> Vec<String> {
    let mut whole = serde_json::to_value(recap).expect("a recap");
    whole["sides"] = Json::Null;
    let people = recap.sides.iter().flat_map(|side| &side.people);
    let people = people.map(|one| person(names, one));
    let mut lines: Vec<String> = people.filter(|line| line.contains(' ')).collect();
    lines.insert(0, figures(names, &whole));
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// Formats the log of the players: the combatants and numbers of each line, with `-` before a line that belongs to the
/// line above, and `#` before a heading.
fn log(log: &Log, names: &Names) -> String {
    let mut lines = Vec::new();
    for part in &log.parts {
        lines.push(format!("#{}", names.facts(&part.heading)));
        let all = part.lines.iter();
        lines.extend(all.map(|line| "-".repeat(line.depth) + &names.facts(&line.text)));
    }
    lines.join("; ")
}

/// Systems whose pages have the wording of the players' log and of the recap, which shared code makes: a compiled
/// system and a written system.
const WORDED: [&str; 2] = ["countdown", "d20"];

/// Page of a system, and the reasons in it.
#[derive(Default)]
struct Page {
    text: String,
    wording: Wording,
    /// Commands outside the menu in any fight, `!` if refused.
    besides: BTreeSet<String>,
}

impl Page {
    fn row(&mut self, heading: &str, rows: impl IntoIterator<Item = String>) {
        let rows: Vec<String> = rows.into_iter().collect();
        if !rows.is_empty() {
            self.text += &format!("{heading} {}\n", rows.join("; "));
        }
    }

    /// Adds what a fight shows at its end.
    fn end(&mut self, session: &Session, names: &Names) {
        let of_players = Log::of(session, Readers::Players);
        let people = of_players.combatants.iter();
        let people = people.map(|one| names.facts(&format!("{} {}", one.name, one.state)));
        self.row("people", people);
        self.row("log", [log(&of_players, names)]);
        let mut of_gm = Recap::of(session, Readers::GameMaster);
        self.row("recap", recap(&of_gm, names));
        // Apart from damage dealt, players see the same.
        let of_players = Recap::of(session, Readers::Players);
        let mut secret = Vec::new();
        for (side, seen) in of_gm.sides.iter_mut().zip(&of_players.sides) {
            for (one, seen) in side.people.iter_mut().zip(&seen.people) {
                if one.dealt != seen.dealt {
                    one.dealt = seen.dealt;
                    secret.push(names.facts(&one.name));
                }
            }
        }
        self.row("dealt is secret", secret);
        let same = recap(&of_gm, names);
        let of_players = recap(&of_players, names).into_iter();
        self.row(
            "players' recap",
            of_players.filter(|line| !same.contains(line)),
        );
    }

    /// Adds a fight to the page.
    fn fight(
        &mut self,
        file: &str,
        fight: &Fight,
        compendium: &Compendium,
        system: &'static dyn System,
    ) {
        self.text += &format!("### {file}\n");
        let mut cannot: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut besides = BTreeSet::new();
        let (mut next, mut decided): (Vec<String>, Vec<String>) = Default::default();
        // The log covers the whole fight, so that it is enough to write it at the end.
        let mut looks = 0;
        fight_file::play(fight, &[compendium], &[system], |_, _| looks += 1)
            .unwrap_or_else(|why| panic!("{why}"));
        let look = |_: &str, session: &Session| {
            let names = Names::of(session.now());
            if let Waits::Prompt(prompt) = session.waits() {
                for (row, who, why) in barred(session, prompt) {
                    self.wording.add("Reasons why not", &names, &why);
                    cannot.entry(row).or_default().insert(who.letter());
                }
            } else {
                for one in session.extras() {
                    let refused = one.refused.clone();
                    let mark = if refused.is_some() { "!" } else { "" };
                    let action = format!("{mark}{}", one.command.action);
                    self.besides.insert(action.clone());
                    besides.insert(action);
                    self.wording
                        .add("Refusals", &names, &refused.unwrap_or_default());
                }
            }
            let follows = follows(session);
            if next.last() != Some(&follows) {
                next.push(follows);
            }
            if let Some((does, why)) = led(session) {
                self.wording.add("Reasons of decisions", &names, &why);
                if !decided.contains(&does) {
                    decided.push(does);
                }
            }
            looks -= 1;
            if looks == 0 {
                self.end(session, &names);
                if WORDED.contains(&system.key()) {
                    let things = facts::things(session.now());
                    self.wording.end(session, &names.and_things(&things));
                }
            }
        };
        fight_file::play(fight, &[compendium], &[system], look)
            .unwrap_or_else(|why| panic!("{why}"));
        // Rows of several questions that bar the same combatants share an entry.
        let mut same: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (row, who) in cannot {
            let who: Vec<String> = who.into_iter().collect();
            same.entry(who.join(" ")).or_default().push(row);
        }
        let cannot = same.into_iter();
        let cannot = cannot.map(|(who, rows)| format!("{}: {who}", rows.join(" ")));
        self.row("cannot", cannot);
        // Most fights offer the same.
        let refused = besides.iter().filter(|action| action.starts_with('!'));
        let refused: String = refused.map(|action| format!(" {action}")).collect();
        self.row("besides", [format!("{}{refused}", besides.len())]);
        self.row("next", [next.join(" ")]);
        self.row("decides", decided);
    }
}

fn page(system: &'static dyn System) -> String {
    let (compendium, _) = Compendium::built_in(system);
    let mut page = Page::default();
    for (file, fight) in fight_file::some(system, &compendium) {
        page.fight(&file, &fight, &compendium, system);
    }
    let besides: Vec<String> = page.besides.into_iter().collect();
    let besides = format!("# Commands outside the menu\n{}\n", besides.join(" "));
    page.wording.page() + &besides + &page.text
}

#[test]
fn players_logs_match_the_snapshots() {
    laws::each(|system| {
        let path = laws::page(system, "tests/data/heard/KEY.txt");
        expect_test::expect_file![path].assert_eq(&page(system));
    });
}
