//! Every form in the fights of `tests/fights`, at its largest, on common screen sizes: no text is cut while there is
//! space, no sum is shown twice, and with twelve combatants the smallest screen still shows the essentials.
//!
//! The layout is recorded in `tests/data/forms`, for the bundled systems only and at 80x24. A page shows the largest
//! form, and each smaller form with a kind of row, a hint, an error or a preview that the larger forms lack
//! ([`Parts`]). The wording of all rows is in `tests/data/wording`.
//! `UPDATE_EXPECT=1 cargo test --test library screen::forms` rewrites the screens.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use affray::compendium::Compendium;
use affray::encounter::{Event, Stage};
use affray::resolver::{Draft, FieldKind, Kind, Prompt};
use affray::rules::System;
use affray::session::{Input, Saved, Session, Waits};
use affray::setup::Newcomer;
use affray::ui::app::{App, Screen};
use affray::ui::ask::Due;
use affray::ui::fight::draw::panes;
use affray::values::Id;

use crate::support::fight_file;
use crate::support::keyboard::{on, press};
use crate::support::laws::{self, Least, Of, enough};
use crate::support::screen::{self, draw};

/// Returns the minimum number of characters that a form must show.
fn fullness(session: &Session, prompt: &Prompt) -> Option<usize> {
    let Kind::Form(fields) = &prompt.kind else {
        return None;
    };
    let fields = fields.iter().map(|field| {
        let options = match &field.kind {
            FieldKind::Choice(options) => options.len(),
            _ => 0,
        };
        20 + field.label.len() + field.hint.len() + options
    });
    let shows = session.preview(&Draft::default()).map_or(0, |preview| {
        preview.shows.iter().map(|show| show.text.len()).sum()
    });
    Some(fields.sum::<usize>() + shows)
}

/// Parts of a form that look different.
type Parts = BTreeSet<&'static str>;

fn parts(session: &Session) -> Parts {
    let mut parts = Parts::new();
    let Waits::Prompt(prompt) = session.waits() else {
        return parts;
    };
    let Kind::Form(fields) = &prompt.kind else {
        return parts;
    };
    for field in fields {
        parts.insert(match &field.kind {
            FieldKind::Toggle => "switch",
            FieldKind::Number { .. } => "number",
            FieldKind::Choice(_) => "choice",
            FieldKind::Pick { .. } => "combatants",
            FieldKind::Text => "text",
        });
        if !field.hint.is_empty() {
            parts.insert("hint");
        }
    }
    if !prompt.hint.is_empty() {
        parts.insert("hint of the form");
    }
    if let Some(preview) = session.preview(&Draft::default()) {
        if preview.refused.is_some() {
            parts.insert("error");
        }
        if !preview.shows.is_empty() {
            parts.insert("preview");
        }
        if preview.next.is_some() {
            parts.insert("next question");
        }
    }
    parts
}

/// Returns each form by its action and key at its largest: its size, the name of the fight, and the fight at that
/// point.
fn forms(system: &'static dyn System) -> BTreeMap<String, (usize, String, Saved)> {
    let (compendium, _) = Compendium::built_in(system);
    let mut fullest: BTreeMap<String, (usize, String, Saved)> = BTreeMap::new();
    // Drawn fights contain rulings in the middle of actions, which would add a hundred pages without new forms.
    fight_file::play_all(system, &compendium, |file, session| {
        let Waits::Prompt(prompt) = session.waits() else {
            return;
        };
        if fight_file::is_drawn(file) {
            return;
        }
        let open = session.history().open().first();
        let (Some(full), Some(open)) = (fullness(session, prompt), open) else {
            return;
        };
        let key = format!("{} {}", open.command.action, prompt.question.key);
        if fullest.get(&key).is_none_or(|(most, ..)| *most < full) {
            fullest.insert(key, (full, file.to_owned(), session.save()));
        }
    });
    fullest
}

/// Returns the rows of the question on a screen.
fn question(screen: &str) -> Vec<&str> {
    let lines: Vec<&str> = screen.lines().collect();
    let top = lines.iter().rposition(|line| line.starts_with(['┢', '┏']));
    lines[top.expect("a question")..].to_vec()
}

/// Returns true if no row is empty.
fn is_full(question: &[&str]) -> bool {
    !question.iter().any(|row| is_empty(row))
}

fn is_empty(row: &str) -> bool {
    row.trim_matches(['┃', ' ']).is_empty()
}

/// Returns the sums in the hints next to a form: "= 88".
fn sums(question: &[&str]) -> Vec<String> {
    let text = question.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let sums = words.windows(2).filter(|two| two[0] == "=");
    sums.map(|two| two[1].trim_matches(',').to_owned())
        .collect()
}

/// Number of combatants whose letters are visible on the smallest screen.
const FIGHTERS: usize = 12;

/// Returns the combatants who are up.
fn standing(session: &Session) -> Vec<Id> {
    let now = session.now();
    let stands = |id: &Id| !session.row(*id).down;
    now.present().filter(stands).collect()
}

/// Number of combatants out of the fight beside the twelve.
const FALLEN: usize = 3;

/// Adds combatants until this number is up.
fn crowd(app: &mut App, most: usize) {
    let Screen::Fight(fight) = &mut app.screen else {
        panic!("a fight is on the screen");
    };
    let sides = fight.now().sides.iter();
    let side = sides
        .last()
        .map(|side| side.name.clone())
        .unwrap_or_default();
    while standing(&fight.session).len() < most {
        let number = fight.now().combatants.len();
        let newcomer = Newcomer::improvised(&format!("Stranger {number}"), 5, &side);
        if fight.let_join(&[newcomer]).is_err() {
            return;
        }
    }
}

/// Removes the last combatants from a fight.
fn remove(app: App, count: usize) -> App {
    let Screen::Fight(fight) = app.screen else {
        panic!("a fight is on the screen");
    };
    let mut session = fight.session;
    let mut last: Vec<Id> = session.now().ids().collect();
    let last = last.split_off(last.len() - count);
    let left = last.into_iter().map(|who| Event::Left {
        who,
        cause: String::new(),
    });
    let left: Vec<Event> = left.collect();
    if !left.is_empty() {
        session.input(Input::Correct(left)).expect("they leave");
    }
    screen::app(session)
}

/// Returns the letter of a combatant that the pane of a drawn screen does not show.
fn hidden_letter(app: &App, drawn: &str) -> Option<String> {
    let area = panes(app).combatants;
    let rows = drawn.lines().skip(area.y.into()).take(area.height.into());
    let cells = |row: &str| -> String {
        let columns = row.chars().skip(area.x.into());
        columns.take(area.width.into()).collect()
    };
    let pane: Vec<String> = rows.map(cells).collect();
    let words = pane.iter().flat_map(|row| row.split_whitespace());
    let words: Vec<&str> = words
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let ids = standing(&on(app).session).into_iter();
    let mut letters = ids.take(FIGHTERS).map(|id| id.letter());
    letters.find(|letter| !words.contains(&letter.as_str()))
}

/// Returns the missing part of a form at 80x24. Whichever row is marked, the screen must show the question, the marked
/// row, the die that follows and the letters of twelve combatants.
fn missing(app: &mut App) -> Option<String> {
    let form = on(app).form()?.clone();
    let rows = on(app).ask().fields(&form).len();
    for _ in 0..=rows {
        let drawn = draw(app, 80, 24);
        let question = question(&drawn).join("\n");
        let title: String = form.title.chars().take(20).collect();
        let die = matches!(on(app).ask().due(&form, on(app).now()), Due::Die(_));
        let missing = if !question.contains(&title) {
            "its question"
        } else if rows > 0 && !question.contains('›') {
            "its marked row"
        } else if die && !question.contains(" # ") {
            "the die"
        } else if let Some(hidden) = hidden_letter(app, &drawn) {
            return Some(format!("letter {hidden} in\n{drawn}"));
        } else {
            press(app, "down");
            continue;
        };
        return Some(format!("{missing} in\n{drawn}"));
    }
    None
}

#[test]
fn no_form_is_cut_on_any_screen() {
    laws::each(|system| {
        let mut wrong = Vec::new();
        let mut forms: Vec<_> = forms(system).into_iter().collect();
        forms.sort_by_key(|(key, (size, ..))| (Reverse(*size), key.clone()));
        let met = forms.len();
        let (mut page, mut shown) = (String::new(), Parts::new());
        let mut full = 0;
        for (key, (_, file, saved)) in forms {
            let (session, _) = Session::resume(&[system], saved, &[]).expect("it opens");
            let parts = parts(&session);
            let is_new = !parts.is_subset(&shown);
            shown.extend(parts);
            let mut app = screen::app(session);
            for (width, height) in [(80, 24), (120, 36), (200, 60)] {
                let screen = draw(&mut app, width, height);
                let question = question(&screen);
                if is_new && width == 80 {
                    page += &format!("# {key} ({file})\n");
                    let rows = question.iter().filter(|row| !is_empty(row));
                    rows.for_each(|row| page += &format!("{row}\n"));
                }
                let of = |what: &str| {
                    format!(
                        "{} {key} ({file}) at {width}x{height}: {what}",
                        system.key()
                    )
                };
                if question.iter().any(|row| row.contains('…')) && !is_full(&question) {
                    wrong.push(of("something is cut"));
                }
                let sums = sums(&question);
                if (1..sums.len()).any(|place| sums[..place].contains(&sums[place])) {
                    wrong.push(of("a sum stands twice"));
                }
            }
            crowd(&mut app, FIGHTERS);
            full += usize::from(standing(&on(&app).session).len() >= FIGHTERS);
            let missing = missing(&mut app);
            wrong.extend(
                missing.map(|missing| format!("{} {key} ({file}): {missing}", system.key())),
            );
        }
        assert!(full > 0, "no form was met in a crowd");
        if affray::systems::all()
            .iter()
            .any(|one| one.key() == system.key())
        {
            let path = laws::page(system, "tests/data/forms/KEY.txt");
            expect_test::expect_file![path].assert_eq(&page);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let least = Least::every(1, 5, Of::Fights).up_to(25);
        enough(system, met, "forms", "met", least);
    });
}

/// Returns the kind of question that a fight waits for, and the number of its rows.
fn waits(session: &Session) -> Option<(String, usize)> {
    match session.waits() {
        Waits::Prompt(prompt) => {
            let kind = format!("{:?}", prompt.kind);
            let name = kind.split(|c: char| !c.is_alphanumeric()).next()?;
            let rows = match &prompt.kind {
                Kind::Pick { from, .. } => from.len(),
                Kind::Choice { options, .. } => options.len(),
                _ => 1,
            };
            Some((name.to_owned(), rows))
        }
        Waits::Offers { offers, .. } => Some(("menu".to_owned(), offers.len())),
        Waits::Fault(_) => None,
    }
}

#[test]
fn letters_of_twelve_combatants_are_visible_at_every_kind_of_prompt() {
    let met: Mutex<BTreeMap<String, usize>> = Mutex::default();
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let mut longest: BTreeMap<String, (usize, String, Saved)> = BTreeMap::new();
        fight_file::play_all(system, &compendium, |file, session| {
            if let Some((kind, rows)) = waits(session)
                && session.now().stage == Stage::Fighting
                && session.now().combatants.len() <= FIGHTERS
                && longest.get(&kind).is_none_or(|(most, ..)| *most < rows)
            {
                longest.insert(kind, (rows, file.to_owned(), session.save()));
            }
        });
        assert!(longest.len() > 2, "only {} kinds of prompts", longest.len());
        for (kind, (_, file, saved)) in longest {
            let (session, _) = Session::resume(&[system], saved, &[]).expect("it opens");
            let mut app = screen::app(session);
            let out = on(&app).now().combatants.len() - standing(&on(&app).session).len();
            let missing = FALLEN.saturating_sub(out);
            crowd(&mut app, FIGHTERS + missing);
            let mut app = remove(app, missing);
            let at = format!("{} {kind} ({file})", system.key());
            let up = standing(&on(&app).session).len();
            let out = on(&app).now().combatants.len() - up;
            assert!(up >= FIGHTERS && out >= FALLEN, "{at}: {up} up, {out} out");
            let drawn = draw(&mut app, 80, 24);
            let hidden = hidden_letter(&app, &drawn);
            assert_eq!(hidden, None, "{at}:\n{drawn}");
            *met.lock().expect("a table").entry(kind).or_default() += 1;
        }
    });
    // Together, the systems have prompts of all kinds.
    let met = met.into_inner().expect("a table");
    let kinds = [
        "menu", "Roll", "Rolls", "Choice", "Pick", "Form", "Number", "Text", "Confirm",
    ];
    for kind in kinds.into_iter().filter(|_| laws::of_all()) {
        assert!(met.contains_key(kind), "no {kind} in {met:?}");
    }
}
