//! Header of the players' view: who acts now, in the largest letters that fit, and who comes next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use serde::Serialize;

use super::Watch;
use super::big::{Size, letters};
use crate::encounter::Stage;
use crate::session::players_view::Players;
use crate::text::{cut, listed, sanitize};
use crate::ui::ink::{Ink, lines};
use crate::ui::theme::{Role, Theme};
use crate::values::Id;

/// Maximum number of combatants that are named separately.
const NAMES: usize = 3;
/// Fraction of the screen's rows, as 1/n, that the largest letters may use.
const PART: usize = 4;
/// Minimum number of rows for large letters of the next combatant too.
const TALL: u16 = 48;

/// Header of the players' view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// Acting combatant, or the state of the fight.
    pub now: String,
    /// Side of the acting combatant, or the result of the fight.
    pub side: String,
    /// Name of the next combatant; "" if unknown.
    pub next: String,
}

impl Lead {
    /// Creates the header of a fight as its players see it.
    pub fn of(watch: &Watch, players: &Players<'_>) -> Self {
        let session = &watch.session;
        let now = session.now();
        if now.stage == Stage::Over {
            return Self {
                now: "The fight is over".to_owned(),
                side: players.named_for_players(&players.result()),
                ..Self::default()
            };
        }
        let open = |text: &str| !players.gives_away(text);
        let acting = players.acting();
        let (acts, side) = match acting.as_slice() {
            [] => (players.headline(), String::new()),
            some => (all_of(watch, some), sides(watch, some)),
        };
        let named = |text: &str| players.named_for_players(text);
        Self {
            now: Some(acts).filter(|acts| open(acts)).unwrap_or_default(),
            side: named(&side),
            next: all_of(watch, &players.follows()),
        }
    }
}

/// Returns the names of combatants, or their number by side.
fn all_of(watch: &Watch, some: &[Id]) -> String {
    let now = watch.session.now();
    if some.is_empty() {
        return String::new();
    }
    if some.len() <= NAMES {
        let names: Vec<&str> = some.iter().map(|id| now.get(*id).players_name()).collect();
        return listed(&names);
    }
    let by_side = now.side_ids().filter_map(|side| {
        let many = some.iter().filter(|id| now.get(**id).side == side);
        let many = many.count();
        (many > 0).then(|| format!("{many} of {}", now.side_name(side)))
    });
    by_side.collect::<Vec<String>>().join(", ")
}

/// Returns the sides of some combatants, each once.
fn sides(watch: &Watch, some: &[Id]) -> String {
    let now = watch.session.now();
    let sides = now.side_ids();
    let sides = sides.filter(|side| some.iter().any(|id| now.get(*id).side == *side));
    sides
        .map(|side| now.side_name(side))
        .collect::<Vec<&str>>()
        .join(", ")
}

/// Returns the rows of a text in large letters, if they fit the screen.
fn sized(text: &str, size: Size, theme: &Theme, area: Rect) -> Option<Vec<String>> {
    let (columns, height) = (usize::from(area.width), usize::from(area.height));
    let fits = size.columns(text.chars().count()) < columns && size.rows() * PART <= height;
    letters(text, size, theme.symbols()).filter(|_| fits)
}

/// Draws the header at the top of a screen; returns its number of rows.
pub(super) fn draw(lead: &Lead, theme: &Theme, area: Rect, buffer: &mut Buffer) -> u16 {
    let columns = usize::from(area.width);
    let now = sanitize(&lead.now, columns.max(1) * 4).into_owned();
    let mut sizes = Size::ALL.into_iter();
    let largest = sizes.find_map(|size| sized(&now, size, theme, area));
    let mut rows: Vec<Line<'static>> = match largest {
        _ if now.is_empty() => Vec::new(),
        Some(rows) => {
            let row = |row: &String| Ink::new(theme).text(" ").put(Role::Turn, row).line();
            rows.iter().map(row).collect()
        }
        None => {
            let sign = format!("{} ", theme.symbols().turn);
            let line = Ink::new(theme).put(Role::Turn, &sign);
            vec![
                line.put(Role::Turn, &cut(&now, columns.saturating_sub(2)))
                    .line(),
            ]
        }
    };
    let mut said = Ink::new(theme).text(" ");
    if !lead.side.is_empty() {
        said.add(Role::Text, &lead.side);
    }
    let next = Some(format!("next: {}", lead.next)).filter(|_| area.height >= TALL);
    let next = next.and_then(|next| sized(&next, Size::Quarter, theme, area));
    if !lead.next.is_empty() && next.is_none() {
        let before = if lead.side.is_empty() {
            "next: "
        } else {
            "   next: "
        };
        said.add(Role::Text, before);
        let room = columns.saturating_sub(said.width());
        said.add(Role::Focus, &cut(&lead.next, room));
    }
    if said.width() > 1 {
        rows.push(said.line());
    }
    for row in next.iter().flatten().filter(|_| !lead.next.is_empty()) {
        rows.push(Ink::new(theme).text(" ").put(Role::Focus, row).line());
    }
    lines(&rows, area, buffer);
    u16::try_from(rows.len())
        .unwrap_or(u16::MAX)
        .min(area.height)
}
