//! Pages of everything that happens in the fights of `tests/fights`: after each step the new events, and all changes in
//! the system's state, the rows of combatants, the order, and the next question with its defaults and refusals. A fight
//! checks only its own subject; these pages make every change visible. They contain facts ([`facts`]) and no wording.
//! The wording of all fights is in `tests/data/wording`, one page for each system ([`Wording`]).
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::played` rewrites the pages. Read their diff to see all effects
//! of a changed rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use affray::compendium::Compendium;
use affray::encounter::Event;
use affray::ron_text::Diagnostic;
use affray::rules::System;
use affray::session::{HistoryEntry, Session};

use crate::support::facts::{self, Asked, Names};
use crate::support::fight_file::{self, Fight};
use crate::support::laws;
use crate::support::wording::Wording;

/// Page of the usual forms and menus of a system.
const USUAL: &str = "usual_questions.txt";

/// Facts of a fight after a step.
#[derive(Default)]
struct Sight {
    finished: Vec<Arc<HistoryEntry>>,
    /// Events of the open commands.
    open: Vec<Event>,
    /// Row of each combatant, by letter.
    rows: Vec<(String, [String; 4])>,
    order: Vec<(String, String)>,
    asked: Asked,
    notice: String,
}

impl Sight {
    fn of(session: &Session, names: &Names) -> Self {
        let (now, system) = (session.now(), session.system());
        let open = session.standing().open.into_iter();
        Self {
            finished: session.history().entries().to_vec(),
            open: open.flat_map(|begun| begun.run.events).collect(),
            rows: now
                .ids()
                .map(|who| (who.letter(), facts::row(session, names, who)))
                .collect(),
            order: facts::order(system, now, names),
            asked: facts::waits(session, names),
            notice: session.notice().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the events that are not in the first commands.
    fn events(&self, after: usize) -> Vec<&Event> {
        let finished = self.finished[after..].iter();
        let finished = finished.flat_map(|entry| entry.events.iter());
        let events = finished.chain(&self.open);
        let silent = |event: &&Event| matches!(event, Event::Kept { .. } | Event::Meanwhile { .. });
        events.filter(|event| !silent(event)).collect()
    }

    /// Returns the number of events that are gone, and the new ones.
    fn new_events(&self, before: &Self) -> (usize, Vec<&Event>) {
        let both = self.finished.iter().zip(&before.finished);
        let same = both.take_while(|(now, before)| now == before).count();
        let (now, before) = (self.events(same), before.events(same));
        let both = now.iter().zip(&before);
        let kept = both.take_while(|(now, before)| now == before).count();
        (before.len() - kept, now[kept..].to_vec())
    }

    /// Returns the parts that have changed.
    fn changes(&self, before: &Self, names: &Names, asked: &mut Questions) -> Vec<String> {
        let mut told = Vec::new();
        let (gone, new_events) = self.new_events(before);
        if gone > 0 {
            told.push(format!("-{gone}"));
        }
        told.extend(facts::events(names, &new_events, &before.asked));
        if self.notice != before.notice && !self.notice.is_empty() {
            told.push(format!("notice {}", names.facts(&self.notice)));
        }
        told.extend(changed_rows(&before.rows, &self.rows));
        if self.order != before.order {
            told.push(format!(
                ": {}",
                new_order(&before.order, &self.order).join(" ")
            ));
        }
        if self.asked != before.asked {
            told.extend(asked.ask(&self.asked));
        }
        told
    }
}

/// Returns the rows of the order that have changed, or all rows if there are new or removed rows.
fn new_order<'n>(before: &[(String, String)], now: &'n [(String, String)]) -> Vec<&'n str> {
    let who = |order: &[(String, String)]| -> Vec<String> {
        order.iter().map(|(who, _)| who.clone()).collect()
    };
    let all = who(before) != who(now);
    let is_new = |(place, row): &(usize, &(String, String))| all || before[*place] != **row;
    let new = now.iter().enumerate().filter(is_new);
    new.map(|(_, (_, text))| text.as_str()).collect()
}

/// Returns a line with the changed parts of the rows of combatants; a new combatant has all parts, except `up`.
fn changed_rows(before: &[(String, [String; 4])], now: &[(String, [String; 4])]) -> Option<String> {
    let changed = |(nth, (who, row)): (usize, &(String, [String; 4]))| {
        let old = before.get(nth).map(|(_, old)| old);
        let is_new = |(place, part): &(usize, &String)| match old {
            Some(old) => old[*place] != **part,
            None => *part != "up",
        };
        let parts = row.iter().enumerate().filter(is_new);
        let parts: Vec<String> = parts
            .map(|(place, part)| {
                let old = old.and_then(|old| changed_numbers(&old[place], part));
                old.unwrap_or_else(|| part.clone())
            })
            .collect();
        (!parts.is_empty()).then(|| format!("{who} {}", parts.join(" ")))
    };
    let changed: Vec<String> = now.iter().enumerate().filter_map(changed).collect();
    (!changed.is_empty()).then(|| format!("@ {}", changed.join(", ")))
}

/// Returns the changed numbers of a long list of numbers, such as `2w(2:8)` for the second number; `None` if the parts
/// differ in another way.
fn changed_numbers(before: &str, now: &str) -> Option<String> {
    let list = |part: &'_ str| -> Option<(String, Vec<String>)> {
        let (head, numbers) = part.strip_suffix(')')?.split_once('(')?;
        let numbers = numbers.split(' ').map(str::to_owned).collect();
        Some((head.to_owned(), numbers))
    };
    let ((head, old), (now_head, numbers)) = (list(before)?, list(now)?);
    if head != now_head || old.len() != numbers.len() || old.len() < 5 {
        return None;
    }
    let both = old.iter().zip(&numbers).enumerate();
    let changed = both.filter(|(_, (old, now))| old != now);
    let changed: Vec<String> = changed
        .map(|(place, (_, now))| format!("{}:{now}", place + 1))
        .collect();
    Some(format!("{head}({})", changed.join(" ")))
}

/// First form and menu of each key in the fights of a system. The pages show only the rows that differ from them.
#[derive(Clone, Default)]
pub(super) struct Usual(BTreeMap<String, Asked>);

impl Usual {
    /// Returns the page of the forms and menus in full.
    fn page(&self) -> String {
        let mut page = String::new();
        for asked in self.0.values() {
            page += &format!("? {} {}\n", asked.key, asked.kind);
            for row in &asked.rows {
                page += &match row.takes.join(" ") {
                    none if none.is_empty() => format!(" {}\n", row.says),
                    takes => format!(" {}{{{takes}}}\n", row.says),
                };
            }
        }
        page
    }

    /// Returns the first question of a key and kind; rolls and choices show all their rows.
    fn of(&mut self, key: &str, asked: &Asked) -> Asked {
        match asked.kind {
            "form" | "menu" => self
                .0
                .entry(key.to_owned())
                .or_insert(asked.clone())
                .clone(),
            _ => Asked::default(),
        }
    }
}

/// Questions of a fight so far.
#[derive(Default)]
struct Questions {
    /// Forms and menus on the page of the system; `None` if a page shows all rows itself.
    usual: Option<Usual>,
    /// Last question of each key and kind, and the last of each combatant.
    last: BTreeMap<String, Asked>,
    /// Values that rows accepted, each with its question and row.
    takes: BTreeSet<(String, String, String)>,
}

impl Questions {
    /// Returns the lines of a question: its rows that differ from the last question of its key for this combatant, or
    /// for another combatant if it is the first, or from the usual one if the fight had none, each with the values that
    /// it accepts unless the page has them or they are usual.
    fn ask(&mut self, asked: &Asked) -> Vec<String> {
        let of_any = format!("{} {}", asked.key, asked.kind);
        let own = format!("{of_any} {}", asked.who);
        let last_of_any = self.last.insert(of_any.clone(), asked.clone());
        let last = self.last.insert(own, asked.clone());
        let usual = self.usual.as_mut();
        let usual = usual.map_or_else(Asked::default, |usual| usual.of(&of_any, asked));
        let last = last.or(last_of_any).unwrap_or_else(|| usual.clone());
        let new = asked.rows.iter().filter(|row| !last.rows.contains(row));
        let new: Vec<String> = new
            .map(|row| {
                let usual = usual.rows.iter().find(|one| one.key == row.key);
                let is_usual =
                    |takes: &String| usual.is_some_and(|usual| usual.takes.contains(takes));
                let is_new = |takes: &&String| {
                    let key = (asked.key.clone(), row.key.clone(), (*takes).clone());
                    self.takes.insert(key) && !is_usual(takes)
                };
                let takes: Vec<&str> = row
                    .takes
                    .iter()
                    .filter(is_new)
                    .map(String::as_str)
                    .collect();
                match takes.as_slice() {
                    [] => row.says.clone(),
                    takes => format!("{}{{{}}}", row.says, takes.join(" ")),
                }
            })
            .collect();
        let many = asked.rows.len();
        let mut head = format!("? {}", asked.head).trim_end().to_owned();
        if many > new.len() && many > 1 {
            head += &format!(" ({many})");
        }
        if asked.in_line {
            vec![[vec![head], new].concat().join(" ")]
        } else {
            let rows = new.iter().map(|row| format!(" {row}"));
            std::iter::once(head).chain(rows).collect()
        }
    }
}

/// Fight whose changes are recorded.
#[derive(Default)]
pub(super) struct Watched {
    before: Sight,
    asked: Questions,
    /// Events removed by each undo since the last other step. Undo restores a state that the page already shows.
    undone: Vec<String>,
    page: String,
    /// Names of things on the sheets, and the number of combatants at that time.
    things: BTreeSet<String>,
    people: usize,
}

impl Watched {
    /// Records the changes after a step, "" for the first state, and the wording.
    pub fn look(&mut self, step: &str, session: &Session, wording: &mut Wording) {
        let names = Names::of(session.now());
        let sight = Sight::of(session, &names);
        let people = session.now().combatants.len();
        if people != self.people {
            self.people = people;
            self.things = facts::things(session.now());
        }
        let with_things = Names::of(session.now()).and_things(&self.things);
        wording.look(session, &with_things);
        let (gone, new_events) = sight.new_events(&self.before);
        for event in &new_events {
            wording.event(session.now(), &with_things, event);
        }
        if step == "undo" && new_events.is_empty() {
            self.undone.push(gone.to_string());
            self.before = sight;
            return;
        }
        self.after_undo();
        let changes = sight.changes(&self.before, &names, &mut self.asked);
        // The events of dice contain the dice of the step, and the question of an action its key.
        let is_rolled =
            step.starts_with("roll") && changes.iter().any(|one| one.starts_with("roll "));
        let action = step.strip_prefix("do ").unwrap_or_default();
        let action = action.split(' ').next().unwrap_or_default();
        let is_asked = new_events.is_empty() && action == sight.asked.key;
        let is_clear = step.is_empty() || is_rolled || is_asked;
        if !is_clear && !changes.is_empty() {
            let step = step.strip_prefix("do ").unwrap_or(step);
            // A form shows its rows, and the events what the answers did.
            let is_sent = step == "enter" || step.starts_with("set ");
            self.say(&format!("> {}", if is_sent { "" } else { step }));
        }
        for change in changes {
            self.say(&change);
        }
        self.before = sight;
    }

    /// Adds a line to the page.
    pub fn say(&mut self, line: &str) {
        self.page += line.trim_end();
        self.page += "\n";
    }

    /// Records the undo steps since the last other step.
    fn after_undo(&mut self) {
        if !self.undone.is_empty() {
            let undone = std::mem::take(&mut self.undone).join(" ");
            self.say(&format!("< {undone}"));
        }
    }

    /// Returns the text of the page.
    pub fn page(mut self) -> String {
        self.after_undo();
        self.page
    }
}

/// Returns the page of a fight from its first to its last step, without the rows of forms and menus that are usual in
/// the system.
///
/// # Errors
/// If the fight differs from its file.
pub(super) fn page(
    fight: &Fight,
    system: &'static dyn System,
    compendium: &Compendium,
    wording: &mut Wording,
    usual: Option<&mut Usual>,
) -> Result<String, Diagnostic> {
    let mut watched = Watched::default();
    watched.asked.usual = usual.as_deref().cloned();
    let look = |step: &str, session: &Session| watched.look(step, session, wording);
    fight_file::play(fight, &[compendium], &[system], look)?;
    if let (Some(usual), Some(all)) = (usual, watched.asked.usual.take()) {
        *usual = all;
    }
    Ok(watched.page())
}

/// Returns the names of the pages in a folder; none if it does not exist.
fn pages(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let names = files.map(|file| file.expect("a file").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Checks that every fight of a system has its page, and every page its fight.
fn check(system: &'static dyn System) {
    let (compendium, _) = Compendium::built_in(system);
    let first = laws::page(system, "tests/data/played/KEY/first.txt");
    let folder = first.parent().expect("a folder");
    let mut gone = pages(folder);
    let mut wording = Wording::default();
    let mut usual = Usual::default();
    for (file, fight) in fight_file::all(system, &compendium) {
        let path = folder.join(file).with_extension("txt");
        let name = path.file_name().expect("a name").to_string_lossy();
        gone.remove(&*name);
        let page = page(&fight, system, &compendium, &mut wording, Some(&mut usual));
        let page = page.unwrap_or_else(|why| panic!("{why}"));
        expect_test::expect_file![&path].assert_eq(&page);
        assert!(path.exists(), "{} is not written", path.display());
    }
    gone.remove(USUAL);
    expect_test::expect_file![folder.join(USUAL)].assert_eq(&usual.page());
    let folder = folder.display();
    assert!(gone.is_empty(), "{folder}: of no fight are {gone:?}");
    let path = laws::page(system, "tests/data/wording/KEY.txt");
    expect_test::expect_file![path].assert_eq(&wording.page());
}

#[test]
fn fights_of_every_system_match_their_snapshots() {
    laws::each(check);
}
