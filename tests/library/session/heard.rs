//! Pages about the fights of `tests/fights`: the players' log with its recap, and the GM's recap if it contains more;
//! at each question the combatants who are not possible, with reasons; commands outside the menu; the next combatant;
//! and the decisions of automatic combatants, with reasons. A fight checks only its own subject; these pages make every
//! change visible. They are in `tests/data/heard`, one for each system.
//!
//! `UPDATE_EXPECT=1 cargo test --test library session::heard` rewrites the pages.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::resolver::{Field, FieldKind, Kind, Prompt};
use affray::rules::{Entry, System};
use affray::session::recap::Recap;
use affray::session::{Readers, Session, Waits, markdown};
use affray::simulate::Also;

use crate::support::fight_file;
use crate::support::in_words;
use crate::support::laws;

/// Returns the combatants who are not possible at a question, each with the reason.
fn barred(session: &Session, prompt: &Prompt) -> BTreeSet<String> {
    let now = session.now();
    let told = |fields: &[Field], row: Option<usize>| -> Vec<String> {
        let why = |who| Some((now.name(who), session.barred(prompt, fields, row, who)?));
        let told = |(who, why)| format!("  {}: {who} {why}", prompt.title);
        now.ids().filter_map(why).map(told).collect()
    };
    let of = |from: &[_]| now.ids().any(|id| !from.contains(&id));
    match &prompt.kind {
        Kind::Pick { from, .. } if of(from) => told(&[], None).into_iter().collect(),
        Kind::Form(fields) => {
            let picks =
                |field: &Field| matches!(&field.kind, FieldKind::Pick { from, .. } if of(from));
            let rows = (0..fields.len()).filter(|row| picks(&fields[*row]));
            rows.flat_map(|row| told(fields, Some(row))).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Returns the combatants who act next; "-" if this is not settled.
fn follows(session: &Session) -> String {
    let now = session.now();
    match session.system().follows(now).as_slice() {
        [] => "-".to_owned(),
        next => now.names(next),
    }
}

/// Returns the suggestion for the side that the fight waits for.
fn led(session: &Session) -> Option<String> {
    let mut sides = session.now().side_ids();
    let decision = sides.find_map(|side| session.decision(Some(Also::Side(side))))?;
    let asked = match session.waits() {
        Waits::Prompt(prompt) => &prompt.question.key,
        _ => "",
    };
    let does = in_words::decided(session, &decision);
    Some(format!("  {asked}: {does}").replace("  : ", "  "))
}

/// Heading after the log.
const RECAP: &str = "\n## What it came to\n";

fn page(system: &'static dyn System) -> String {
    let (compendium, _) = Compendium::built_in(system);
    let mut page = String::new();
    for (file, fight) in fight_file::some(system, &compendium) {
        let (mut told, mut of_gm) = (String::new(), String::new());
        let (mut cannot, mut besides) = (BTreeSet::new(), BTreeSet::new());
        let (mut next, mut decided): (Vec<String>, Vec<String>) = Default::default();
        // The log covers the whole fight, so that it is enough to write it at the end.
        let mut looks = 0;
        fight_file::play(&fight, &[&compendium], &[system], |_, _| looks += 1)
            .unwrap_or_else(|why| panic!("{why}"));
        let look = |_: &str, session: &Session| {
            if let Waits::Prompt(prompt) = session.waits() {
                cannot.extend(barred(session, prompt));
            } else {
                let refused = |one: &Entry| one.refused.clone().map(|why| format!(" ({why})"));
                let told = |one: &Entry| {
                    format!(
                        "  {}{}",
                        one.command.action,
                        refused(one).unwrap_or_default()
                    )
                };
                besides.extend(session.extras().iter().map(told));
            }
            let follows = follows(session);
            if next.last() != Some(&follows) {
                next.push(follows);
            }
            decided.extend(led(session).filter(|does| !decided.contains(does)));
            looks -= 1;
            if looks > 0 {
                return;
            }
            told = markdown(session, Readers::Players);
            let recap = Recap::of(session, Readers::GameMaster);
            let tables = recap.tables();
            of_gm = tables
                .iter()
                .map(|one| format!("{}\n{}\n", one.title, one.lines().join("\n")))
                .collect();
        };
        fight_file::play(&fight, &[&compendium], &[system], look)
            .unwrap_or_else(|why| panic!("{why}"));
        let (log, recap) = told.split_once(RECAP).unwrap_or((&told, ""));
        page += &format!("### {file}\n{}\n{}\n{of_gm}", log.trim(), recap.trim());
        page.extend(cannot.into_iter().map(|row| row + "\n"));
        page += "Besides the menu\n";
        page.extend(besides.into_iter().map(|row| row + "\n"));
        page += &format!("Who comes next: {}\n", next.join("; "));
        page += "Played by itself\n";
        page.extend(decided.into_iter().map(|row| row + "\n"));
    }
    page
}

#[test]
fn what_players_hear_is_what_is_written() {
    laws::each(|system| {
        let path = laws::page(system, "tests/data/heard/KEY.txt");
        expect_test::expect_file![path].assert_eq(&page(system));
    });
}
