//! Draws the log pane, newest entry last, grouped by round, with the open command and undone entries.

use std::collections::BTreeSet;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line as Drawn;

use crate::encounter::{Line, Outcome};
use crate::text::{sanitize, wrap};
use crate::ui::fight::{Fight, LogView};
use crate::ui::theme::{Role, Theme};
use crate::values::Id;

use crate::ui::ink::Ink;

/// Maximum length of a log line that is shown whole, in characters.
const LONGEST: usize = 4_000;

/// State of a line: finished, being resolved or undone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Done,
    Live,
    Undone,
}

/// Returns as many lines as fit, ending `back` rows before the last.
pub(super) fn seen(
    fight: &Fight,
    view: &LogView,
    theme: &Theme,
    area: Rect,
) -> Vec<Drawn<'static>> {
    let height = usize::from(area.height);
    let width = usize::from(area.width);
    if height == 0 || width == 0 {
        return Vec::new();
    }
    let back = view
        .back
        .saturating_add(below(fight, view, theme, width, height));
    let needed = height.saturating_add(back);
    let rows = rows(fight, view, theme, width, needed, |_| false);
    // The rows come newest first.
    let back = back.min(rows.len().saturating_sub(height));
    let mut shown: Vec<Drawn<'static>> = rows.into_iter().skip(back).take(height).collect();
    shown.reverse();
    shown
}

/// Returns the number of rows of undone lines below the last visible row. The lines of the last undone act are visible,
/// with at least one row of the current state above them. Further undone lines are visible if they are whole and all
/// undone lines fill at most half of the pane.
pub(crate) fn below(
    fight: &Fight,
    view: &LogView,
    theme: &Theme,
    width: usize,
    height: usize,
) -> usize {
    let undone = fight.session.undone_lines();
    // The lines come newest first; the last undone act is the oldest.
    let lines: Vec<&Line> = shown(fight, &undone, view).collect();
    let rows = |line: &&Line| wrapped(line, Standing::Undone, "", theme, width.max(1)).len();
    let (mut visible, mut is_first_act) = (0, true);
    let mut all = 0;
    let mut is_full = false;
    for (place, line) in lines.iter().rev().enumerate() {
        let rows = rows(line);
        all += rows;
        is_first_act &= place == 0 || line.depth > 0;
        let room = if is_first_act {
            height.saturating_sub(1)
        } else {
            height / 2
        };
        is_full |= visible + rows > room;
        if !is_full {
            visible += rows;
        }
    }
    all - visible
}

/// Returns the number of rows of the whole log at a width, for scrolling to its beginning.
pub(crate) fn height(fight: &Fight, view: &LogView, theme: &Theme, width: usize) -> usize {
    rows(fight, view, theme, width.max(1), usize::MAX, |_| false).len()
}

/// Returns how many rows the log must be scrolled back to show the newest line that matches the search: lines of the
/// same act may follow it.
pub(crate) fn back_to_match(
    fight: &Fight,
    view: &LogView,
    theme: &Theme,
    width: usize,
    height: usize,
) -> usize {
    if view.search.is_empty() {
        return 0;
    }
    let is_match = matching(fight, view);
    let up_to_match = rows(fight, view, theme, width.max(1), usize::MAX, is_match);
    let below = below(fight, view, theme, width, height);
    up_to_match.len().saturating_sub(height.max(1) + below)
}

/// Returns the number of lines in the log as shown.
pub(crate) fn count(fight: &Fight, view: &LogView) -> usize {
    let live = fight.session.live_lines();
    let session = &fight.session;
    let done = [session.earlier_lines(), session.lines(), &live];
    done.map(|lines| shown(fight, lines, view).count())
        .iter()
        .sum()
}

/// Returns the last `needed` rows, newest first, or the rows up to the `last` line, which is the newest that fits.
fn rows(
    fight: &Fight,
    view: &LogView,
    theme: &Theme,
    width: usize,
    needed: usize,
    last: impl Fn(&Line) -> bool,
) -> Vec<Drawn<'static>> {
    let live = fight.session.live_lines();
    let undone = fight.session.undone_lines();
    // Earlier lines are read only if the rows above them do not suffice.
    let earlier =
        std::iter::once_with(|| shown(fight, fight.session.earlier_lines(), view)).flatten();
    let all = shown(fight, &undone, view)
        .map(|line| (line, Standing::Undone))
        .chain(shown(fight, &live, view).map(|line| (line, Standing::Live)))
        .chain(
            shown(fight, fight.session.lines(), view)
                .chain(earlier)
                .map(|line| (line, Standing::Done)),
        );
    let search = view.search.to_lowercase();
    let mut rows: Vec<Drawn<'static>> = Vec::new();
    let mut round = None;
    for (line, standing) in all {
        if rows.len() >= needed {
            break;
        }
        // The heading of a round comes before its first line, so it is added when a line of the previous round is
        // found.
        if view.is_narrowed() && round.is_some_and(|round| round != line.round) {
            rows.push(round_row(round.unwrap_or(0), theme));
        }
        round = Some(line.round);
        let mut wrapped = wrapped(line, standing, &search, theme, width);
        wrapped.reverse();
        rows.extend(wrapped);
        if last(line) {
            return rows;
        }
    }
    if view.is_narrowed()
        && rows.len() < needed
        && let Some(round) = round
    {
        rows.push(round_row(round, theme));
    }
    rows
}

/// Returns the lines that match the search, newest first. If one line of an act matches, all lines of the act are
/// included. A renamed combatant is found by the current name in older lines too.
fn shown<'l>(fight: &Fight, lines: &'l [Line], view: &LogView) -> impl Iterator<Item = &'l Line> {
    let fits = matching(fight, view);
    let acts = lines.chunk_by(|_, next| next.depth > 0).rev();
    acts.filter(move |act| act.iter().any(&fits))
        .flat_map(|act| act.iter().rev())
}

/// Returns the condition for a line to match the search and to concern the chosen combatant.
fn matching(fight: &Fight, view: &LogView) -> impl Fn(&Line) -> bool + use<> {
    let search = view.search.to_lowercase();
    let about = view.about;
    let now = fight.session.now();
    let called = now
        .ids()
        .filter(|id| !search.is_empty() && now.name(*id).to_lowercase().contains(&search));
    let called: BTreeSet<Id> = called.collect();
    move |line: &Line| {
        about.is_none_or(|id| line.about.contains(&id))
            && (search.is_empty()
                || line.text.to_lowercase().contains(&search)
                || line.about.iter().any(|id| called.contains(id)))
    }
}

fn round_row(round: u32, theme: &Theme) -> Drawn<'static> {
    let words = match round {
        0 => "before round 1".to_owned(),
        round => format!("round {round}"),
    };
    Ink::new(theme).put(Role::Faint, &words).line()
}

fn wrapped(
    line: &Line,
    standing: Standing,
    search: &str,
    theme: &Theme,
    width: usize,
) -> Vec<Drawn<'static>> {
    let text = sanitize(&line.text, LONGEST);
    if line.heading {
        return vec![heading(&text, standing, theme, width)];
    }
    let sign = match standing {
        Standing::Done => "  ",
        Standing::Live => "… ",
        Standing::Undone => "- ",
    };
    let (style, marks) = match standing {
        Standing::Done | Standing::Live => (theme.style(Role::Text), &*line.marks),
        Standing::Undone => {
            let style = theme.style(Role::Faint);
            (style.add_modifier(Modifier::CROSSED_OUT), &[][..])
        }
    };
    // Sanitizing an untrusted text may shift its bytes.
    let marks = if text == line.text { marks } else { &[] };
    let text = if standing == Standing::Undone {
        format!("undone: {text}")
    } else {
        text.into_owned()
    };
    // Lines below an act are indented.
    let indent = "  ".repeat(line.depth);
    let mut from = 0;
    wrap(&text, width.saturating_sub(2 + indent.len()))
        .iter()
        .enumerate()
        .map(|(row, part)| {
            let lead = if row == 0 { sign } else { "  " };
            let mut ink = Ink::new(theme).put(Role::Faint, lead).text(&indent);
            // A row that is not part of the text, such as an ellipsis, has no marks.
            let found = text[from..].find(&**part).map(|place| from + place);
            let (start, marks) = found.map_or((from, &[][..]), |start| (start, marks));
            from = found.map_or(from, |start| start + part.len());
            let at = |place: usize| place.saturating_sub(start).min(part.len());
            let mut outside = 0;
            for mark in marks {
                let (begin, end) = (at(mark.at.start), at(mark.at.end));
                searched(&mut ink, style, &part[outside..begin], search);
                let outcome = theme.style(role_of(mark.outcome));
                searched(&mut ink, outcome, &part[begin..end], search);
                outside = end;
            }
            searched(&mut ink, style, &part[outside..], search);
            ink.line()
        })
        .collect()
}

fn role_of(outcome: Outcome) -> Role {
    match outcome {
        Outcome::Success | Outcome::Healing => Role::Good,
        Outcome::Failure => Role::Faint,
        Outcome::NaturalSuccess => Role::Turn,
        Outcome::NaturalFailure => Role::Warning,
        Outcome::Damage => Role::Hurt,
        Outcome::Death => Role::Bad,
    }
}

/// Appends text in a style, and the parts that match the search in the style of matches.
fn searched(ink: &mut Ink<'_>, style: Style, text: &str, search: &str) {
    for (found, piece) in pieces(text, search) {
        if found {
            ink.add(Role::Match, piece);
        } else {
            ink.styled(style, piece);
        }
    }
}

fn heading(text: &str, standing: Standing, theme: &Theme, width: usize) -> Drawn<'static> {
    let role = if standing == Standing::Undone {
        Role::Faint
    } else {
        Role::Title
    };
    let dashes = theme.symbols().frame.horizontal_top;
    let mut ink = Ink::new(theme);
    match standing {
        Standing::Undone => {
            let struck = theme.style(role).add_modifier(Modifier::CROSSED_OUT);
            ink.styled(struck, &format!("undone: {text}"));
        }
        _ => ink.add(role, text),
    }
    let ink = ink.put(Role::Faint, " ");
    let rest = width.saturating_sub(ink.width());
    ink.put(Role::Faint, &dashes.repeat(rest.min(200))).line()
}

/// Splits a text into the parts that match the search and the parts that do not.
fn pieces<'a>(text: &'a str, search: &str) -> Vec<(bool, &'a str)> {
    let lower = text.to_lowercase();
    // Letters whose lower-case form has another length would shift the positions.
    if search.is_empty() || lower.len() != text.len() {
        return vec![(false, text)];
    }
    let mut pieces = Vec::new();
    let mut from = 0;
    while let Some(place) = lower[from..].find(search) {
        let (start, end) = (from + place, from + place + search.len());
        if !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            break;
        }
        pieces.push((false, &text[from..start]));
        pieces.push((true, &text[start..end]));
        from = end;
    }
    pieces.push((false, &text[from..]));
    pieces
}
