//! Draws the start screen: saved fights, ready fights, details of the selected fight, and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::text::{cut, pad, pad_left, width};
use crate::ui::ink::{Ink, lines, pane, paragraph};
use crate::ui::keymap::{KeyAction, Keymap};
use crate::ui::start::{
    DraftFight, KeptParty, ReadyFight, SavedFight, StartRow, StartScreen, mistaken,
};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{list, scroll};

/// Minimum width for separate columns of the system and the time.
const WIDE: usize = 60;

pub fn draw(start: &StartScreen, theme: &Theme, keymap: &Keymap, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let head = Ink::new(theme)
        .put(Role::Title, " Affray  ")
        .put(Role::Faint, "the game master's encounter tracker");
    lines(&[head.line()], area, buffer);
    if area.height < 3 {
        return;
    }
    let below = if area.height < 12 { 1 } else { 4 };
    let middle = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2 + below),
        ..area
    };
    let about = Rect {
        y: middle.bottom(),
        height: below,
        ..area
    };
    let inner = pane("Fights", "", true, theme, middle, buffer);
    let columns = usize::from(inner.width).saturating_sub(3);
    let rows = start.rows();
    let shown: Vec<Line> = rows
        .iter()
        .map(|row| row_line(start, *row, (theme, keymap), columns))
        .collect();
    let height = usize::from(inner.height);
    // The heading above the first row is visible with the row.
    let marked = start.mark.place(&rows);
    let first = scroll(0, marked, rows.len(), height);
    list(&shown, first, marked, theme, inner, buffer);
    let inner = pane("", "", false, theme, about, buffer);
    lines(
        &about_lines(start, theme, usize::from(inner.width)),
        inner,
        buffer,
    );
    let footer = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    keys(start, theme, keymap, footer, buffer);
}

fn row_line(
    start: &StartScreen,
    row: StartRow,
    (theme, keymap): (&Theme, &Keymap),
    columns: usize,
) -> Line<'static> {
    match row {
        StartRow::Heading(text) => Ink::new(theme).put(Role::Title, text).line(),
        StartRow::New => Ink::new(theme)
            .text("  A fight of your own: system, options, combatants")
            .line(),
        StartRow::Tutor => {
            let key = keymap.hint(start.contexts(), KeyAction::Tutor);
            let key = key.map_or_else(String::new, |(key, _)| key);
            let ink = Ink::new(theme).put(Role::Key, &pad(&key, 1));
            ink.text(" Tutor: learn the keys in five minutes").line()
        }
        StartRow::Saved(place) => {
            let saved = start.saved.get(place);
            saved
                .map(|saved| saved_line(start, saved, theme, columns))
                .unwrap_or_default()
        }
        StartRow::Draft(place) => {
            let draft = start.drafts.get(place);
            draft
                .map(|draft| draft_line(draft, theme, columns))
                .unwrap_or_default()
        }
        StartRow::Party(place) => {
            let party = start.parties.get(place);
            party
                .map(|party| party_line(party, theme, columns))
                .unwrap_or_default()
        }
        StartRow::Ready(place) => {
            let ready = start.ready.get(place);
            ready
                .map(|ready| ready_line(ready, start.digit(place), theme, columns))
                .unwrap_or_default()
        }
    }
}

/// Returns the widths of the system column and the time column; 0 if there is no room for them.
fn room_beside(columns: usize) -> (usize, usize) {
    if columns >= WIDE { (14, 16) } else { (0, 0) }
}

/// Returns the width of the titles of saved fights: the part of `rest` that the column of states does not need.
fn room_of_titles(start: &StartScreen, rest: usize) -> usize {
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| width(text)).max();
    let titles = widest(&mut start.saved.iter().map(|saved| &saved.title)).unwrap_or(0);
    let sound = start.saved.iter().filter(|saved| saved.broken.is_none());
    let states = widest(&mut sound.map(|saved| &saved.state)).unwrap_or(0);
    (titles + 1).min(rest.saturating_sub(states)).max(rest / 2)
}

/// Cuts the title of a saved fight. If the title is followed by the file name, the end of the file name, which
/// distinguishes the fights, is kept: "The toll bri… (2)".
fn cut_title(text: &str, columns: usize) -> String {
    let plain = cut(text, columns).into_owned();
    let parts = text
        .strip_suffix(')')
        .and_then(|text| text.split_once(" ("));
    let Some((title, name)) = parts.filter(|_| width(text) > columns) else {
        return plain;
    };
    let alike = |(one, other): &(char, char)| one.to_lowercase().eq(other.to_lowercase());
    let alike = title.chars().zip(name.chars()).take_while(alike).count();
    let end: String = name.chars().skip(alike).collect();
    let end = end.trim_start_matches(['-', '.']);
    if end.is_empty() {
        return cut(title, columns).into_owned();
    }
    match columns.saturating_sub(width(end) + 3) {
        room if room < columns / 3 => plain,
        room => format!("{} ({end})", cut(title, room)),
    }
}

fn saved_line(
    start: &StartScreen,
    saved: &SavedFight,
    theme: &Theme,
    columns: usize,
) -> Line<'static> {
    let symbols = theme.symbols();
    let (system_room, when_room) = room_beside(columns);
    let sign = if saved.broken.is_some() {
        symbols.warning
    } else {
        " "
    };
    let state = saved.broken.as_ref().unwrap_or(&saved.state);
    let rest = columns.saturating_sub(2 + system_room + when_room);
    let title = room_of_titles(start, rest);
    let mut ink = Ink::new(theme).put(Role::Error, sign).text(" ");
    let name = cut_title(&saved.title, title.saturating_sub(1));
    ink.add(Role::Text, &pad(&name, title.saturating_sub(1)));
    ink.add(Role::Text, " ");
    let role = if saved.broken.is_some() {
        Role::Error
    } else {
        Role::Text
    };
    ink.add(role, &pad(state, rest - title));
    if system_room > 0 {
        ink.add(
            Role::Faint,
            &format!(" {}", pad(&saved.system, system_room - 1)),
        );
        ink.add(Role::Faint, &pad_left(&saved.when_text, when_room));
    }
    ink.line()
}

fn party_line(party: &KeptParty, theme: &Theme, columns: usize) -> Line<'static> {
    people_line(
        [&party.name, &party.system_name, &party.members],
        theme,
        columns,
    )
}

fn draft_line(draft: &DraftFight, theme: &Theme, columns: usize) -> Line<'static> {
    people_line(
        [&draft.title, &draft.system_name, &draft.who],
        theme,
        columns,
    )
}

/// Returns a line with a name, its system, and the members.
fn people_line([name, system, people]: [&str; 3], theme: &Theme, columns: usize) -> Line<'static> {
    let (system_room, _) = room_beside(columns);
    let rest = columns.saturating_sub(2 + system_room);
    let room = if system_room > 0 { rest.min(28) } else { rest };
    let mut ink = Ink::new(theme).text("  ");
    ink.add(Role::Text, &pad(name, room));
    if system_room > 0 {
        let system = pad(system, system_room - 1);
        ink.add(Role::Faint, &format!(" {system}"));
        let left = rest.saturating_sub(room + 1);
        ink.add(Role::Faint, &format!(" {}", cut(people, left)));
    }
    ink.line()
}

fn ready_line(
    ready: &ReadyFight,
    digit: Option<usize>,
    theme: &Theme,
    columns: usize,
) -> Line<'static> {
    let (system_room, _) = room_beside(columns);
    let digit = digit.map_or_else(|| " ".to_owned(), |digit| digit.to_string());
    let rest = columns.saturating_sub(2 + system_room);
    let mut ink = if ready.mistake.is_empty() {
        Ink::new(theme).put(Role::Key, &digit)
    } else {
        Ink::new(theme).put(Role::Error, theme.symbols().warning)
    };
    ink.add(Role::Text, " ");
    let description = if ready.mistake.is_empty() {
        &ready.description
    } else {
        &ready.mistake
    };
    let whose = match (ready.own, description.is_empty()) {
        (true, true) => "yours",
        (true, false) => "yours: ",
        _ => "",
    };
    let title = if system_room > 0 { rest.min(28) } else { rest };
    ink.add(Role::Text, &pad(&ready.title, title));
    if system_room > 0 {
        ink.add(
            Role::Faint,
            &format!(" {}", pad(&ready.system_name, system_room - 1)),
        );
        let room = rest.saturating_sub(title + 1);
        ink.add(
            Role::Faint,
            &format!(" {}", cut(&format!("{whose}{description}"), room)),
        );
    }
    ink.line()
}

/// Returns the details of the marked row, or the last message.
fn about_lines(start: &StartScreen, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let symbols = theme.symbols();
    let (role, text) = match (&start.problem, start.chosen()) {
        (Some(problem), _) => (Role::Warning, format!("{} {problem}", symbols.warning)),
        (None, Some(StartRow::Saved(place))) => match start.saved.get(place) {
            Some(saved) => match &saved.broken {
                Some(why) => (
                    Role::Error,
                    format!("{} {}: {why}", symbols.warning, saved.name),
                ),
                None => {
                    let text = format!("{}, {}. Enter opens it.", saved.system, saved.state);
                    (Role::Text, text)
                }
            },
            None => return Vec::new(),
        },
        (None, Some(StartRow::Ready(place))) => match start.ready.get(place) {
            Some(ready) if !ready.mistake.is_empty() => (Role::Error, mistaken(ready)),
            Some(ready) => (
                Role::Text,
                format!("{}. {}", ready.system_name, ready.description),
            ),
            None => return Vec::new(),
        },
        (None, Some(StartRow::Draft(place))) => match start.drafts.get(place) {
            Some(draft) => (
                Role::Text,
                format!(
                    "{}. {}. Enter resumes the preparation.",
                    draft.system_name, draft.who
                ),
            ),
            None => return Vec::new(),
        },
        (None, Some(StartRow::Party(place))) => match start.parties.get(place) {
            Some(party) => {
                let begun = party.resting.as_ref().map_or(String::new(), |begun| {
                    format!(
                        " Enter continues between fights (last change: {}).",
                        begun.when_text
                    )
                });
                let text = format!("{}. {}.{begun}", party.system_name, party.members);
                (Role::Text, text)
            }
            None => return Vec::new(),
        },
        (None, Some(StartRow::Tutor)) => (
            Role::Text,
            "A small fight that explains each key when you need it. Mistakes do no harm."
                .to_owned(),
        ),
        (None, Some(StartRow::New)) => (
            Role::Text,
            "Set up a fight, save it for later, or begin it.".to_owned(),
        ),
        (None, _) => return Vec::new(),
    };
    paragraph(theme, role, &text, columns.max(1)).collect()
}

fn keys(start: &StartScreen, theme: &Theme, keymap: &Keymap, area: Rect, buffer: &mut Buffer) {
    let ready = (KeyAction::Bundled, "bundled fights");
    let new = match start.chosen() {
        Some(StartRow::Party(_)) => "fight with this party",
        _ => "new",
    };
    let always = [
        (KeyAction::New, new),
        (KeyAction::Help, "help"),
        (KeyAction::Quit, "quit"),
    ];
    let mut wanted = match start.chosen() {
        Some(StartRow::Saved(_)) => vec![
            (KeyAction::Accept, "resumes"),
            (KeyAction::View, "read-only"),
            ready,
            (KeyAction::Remove, "deletes"),
        ],
        Some(StartRow::Draft(_)) => vec![
            (KeyAction::Accept, "resumes"),
            ready,
            (KeyAction::Remove, "deletes"),
        ],
        Some(StartRow::Party(place)) => {
            let party = start.parties.get(place);
            let unsaved = party.and_then(|party| party.resting.as_ref());
            let discard = unsaved.map(|_| (KeyAction::Remove, "discards unsaved changes"));
            let rest = (KeyAction::Accept, "rests and heals");
            std::iter::once(rest).chain(discard).collect()
        }
        Some(StartRow::Ready(_)) => vec![
            (KeyAction::Accept, "begins"),
            (KeyAction::Sheet, "edits first"),
        ],
        _ => vec![(KeyAction::Accept, "opens"), ready],
    };
    wanted.extend(always);
    let contexts = start.contexts();
    let mut ink = Ink::new(theme).text(" ");
    for (action, word) in wanted {
        let Some((key, _)) = keymap.hint(contexts, action) else {
            continue;
        };
        if ink.width() + width(&key) + width(word) + 2 > usize::from(area.width) {
            break;
        }
        ink.add(Role::Key, &key);
        ink.add(Role::Faint, &format!(" {word}  "));
    }
    lines(&[ink.line()], area, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_saved_fights_keep_the_end_of_the_file_name() {
        let text = "The toll bridge (The toll bridge-2)";
        assert_eq!(cut_title(text, 40), text);
        assert_eq!(cut_title(text, 24), "The toll bridge (2)");
        assert_eq!(cut_title(text, 16), "The toll br… (2)");
        assert_eq!(
            cut_title("The toll bridge (The toll bridge)", 24),
            "The toll bridge"
        );
        let copy = "The toll bridge (The toll bridge.kept-1)";
        assert_eq!(cut_title(copy, 24), "The toll bridge (kept-1)");
    }
}
