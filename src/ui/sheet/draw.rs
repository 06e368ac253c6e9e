//! Drawing of a combatant's sheet on the whole screen: its values on the left, its state on the right.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::encounter::Encounter;
use crate::rules::{left, states};
use crate::text::{cut, pad, sanitize, width};
use crate::ui::fight::Fight;
use crate::ui::selection::ListRow as _;
use crate::ui::sheet::{self, RowTarget, SheetOverlay, SheetRow, entries};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{bar, health, scroll};
use crate::values::Id;

use crate::ui::ink::{Ink, beside, lines, pane, paragraph};

/// Minimum width of a value, for typing a new value.
const VALUE: usize = 8;

/// Minimum width for the right side.
const TWO_SIDES: u16 = 76;

/// Columns of a frame beside a text in it.
const FRAME: usize = 4;

/// Keys of the sheet, the longest text first.
const KEYS: [&str; 7] = [
    "type a value or Enter · / finds · Delete removes · n next combatant · p previous · Esc",
    "Enter edits · / finds · Delete removes · n next combatant · p previous · Esc",
    "Enter edits · / finds · n next combatant · p previous · Esc",
    "Enter edits · / finds · n next combatant · Esc",
    "Enter edits · / finds · n next · Esc",
    "Enter edits · / finds · Esc",
    "Enter edits · Esc",
];

/// Returns the longest text about the keys that fits.
fn keys(room: usize) -> &'static str {
    let mut fitting = KEYS.into_iter().filter(|text| width(text) <= room);
    fitting.next().unwrap_or_default()
}

/// Draws the sheet under a title, with the lines of `beside_it` for its width; returns the position of the cursor.
pub(crate) fn draw(
    title: &str,
    sheet: &SheetOverlay,
    rows: &[SheetRow],
    beside_it: impl Fn(usize) -> Vec<Line<'static>>,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let columns = if area.width >= TWO_SIDES {
        area.width * 9 / 20
    } else {
        0
    };
    let (left, right) = beside(area, columns);
    let names_one = sheet.edit.is_some() && !sheet.fitting.is_empty();
    let room = usize::from(left.width).saturating_sub(FRAME);
    let below = if names_one {
        Cow::Owned(cut(&sheet.leads_to(), room).into_owned())
    } else {
        Cow::Borrowed(keys(room))
    };
    let inner = pane(title, &below, true, theme, left, buffer);
    let cursor = fields(title, sheet, rows, theme, inner, buffer);
    if !right.is_empty() {
        let title = if names_one { "In the library" } else { "Now" };
        let inner = pane(title, "", false, theme, right, buffer);
        let text = if names_one {
            fitting(sheet, theme, inner)
        } else {
            beside_it(usize::from(inner.width))
        };
        lines(&text, inner, buffer);
    }
    cursor
}

/// Returns the entries for the typed name, each with its numbers.
fn fitting(sheet: &SheetOverlay, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    let chosen = sheet.chosen.place(&sheet.fitting);
    let height = usize::from(area.height);
    let first = scroll(0, chosen, sheet.fitting.len(), height);
    let shown = sheet.fitting.iter().enumerate().skip(first).take(height);
    shown
        .map(|(place, one)| {
            let here = chosen == Some(place);
            let sign = if here { theme.symbols().selected } else { " " };
            let role = if here { Role::Title } else { Role::Text };
            let ink = Ink::new(theme).put(Role::Key, sign).text(" ");
            let ink = ink.put(role, &one.name);
            let mut told = if one.own {
                "new entry".to_owned()
            } else {
                one.numbers.clone()
            };
            if !one.owner.is_empty() {
                told = format!("{}: {told}", one.owner);
            }
            let room = usize::from(area.width).saturating_sub(ink.width() + 2);
            ink.put(Role::Faint, &format!("  {}", cut(&told, room)))
                .line()
        })
        .collect()
}

/// Draws the rows of the sheet; while a value is edited, its box names the combatant.
fn fields(
    whose: &str,
    sheet: &SheetOverlay,
    rows: &[SheetRow],
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let problem = u16::from(sheet.problem.is_some()) + u16::from(sheet.search.is_some());
    let height = usize::from(area.height.saturating_sub(problem)).max(1);
    let marked = sheet.mark.place(rows);
    let label = rows
        .iter()
        .map(|row| width(&row.label))
        .max()
        .unwrap_or(0)
        .min(usize::from(area.width) * 3 / 5);
    // Text of the marked row that does not fit on the row is below the list.
    let open = marked
        .filter(|_| sheet.edit.is_none())
        .map(|row| &rows[row]);
    let whole = open.map_or_else(Vec::new, |row| {
        whole_text(row, label, theme, usize::from(area.width))
    });
    let below = whole.len().min(height / 2);
    let height = height - below;
    let first = scroll(
        marked.map_or(0, |row| row.saturating_sub(height / 2)),
        marked,
        rows.len(),
        height,
    );
    let mut cursor = None;
    let mut shown: Vec<Line<'static>> = Vec::new();
    for (place, row) in rows.iter().enumerate().skip(first).take(height) {
        let here = marked == Some(place);
        let mut ink = Ink::new(theme);
        if row.target == RowTarget::Heading {
            ink.add(Role::Title, &row.label);
            shown.push(ink.line());
            continue;
        }
        ink.add(Role::Key, if here { theme.symbols().selected } else { " " });
        ink.add(Role::Text, " ");
        let least = match (&row.target, &sheet.edit) {
            (RowTarget::OneMore(..), edit) if edit.is_none() || !here => 0,
            _ => VALUE,
        };
        let columns = label_columns(row, label, least, usize::from(area.width));
        ink.add(
            if here { Role::Title } else { Role::Text },
            &pad(&row.label, columns),
        );
        ink.add(Role::Text, "  ");
        match (&sheet.edit, here) {
            (Some(edit), true) => {
                ink.add(Role::Turn, "[ ");
                let room = usize::from(area.width).saturating_sub(ink.width() + 3);
                if width(whose) + 2 + VALUE / 2 <= room {
                    ink.add(Role::Faint, &format!("{whose}: "));
                }
                let room = usize::from(area.width).saturating_sub(ink.width() + 3);
                let (text, column) = edit.view(room.max(2));
                let x = area.x + u16::try_from(ink.width() + column).unwrap_or(0);
                let y = area.y + u16::try_from(shown.len()).unwrap_or(0);
                cursor = Some(Position::new(x, y));
                ink.add(Role::Title, &pad(&text, width(&text).max(4)));
                ink.add(Role::Turn, " ]");
            }
            _ => {
                let room = usize::from(area.width).saturating_sub(ink.width());
                let value = cut(&row.value, room);
                ink.add(if here { Role::Turn } else { Role::Text }, &value);
                if here && row.is_counter() && area.width > 60 {
                    ink.add(Role::Faint, "  +5 or -5 changes the value, =5 sets it");
                }
                if here && !row.help.is_empty() && below == 0 {
                    ink.add(Role::Faint, &format!("  {}", row.help));
                }
            }
        }
        shown.push(ink.line());
    }
    shown.extend(whole.into_iter().take(below));
    if let Some(search) = &sheet.search {
        let (text, column) = search.view(usize::from(area.width).saturating_sub(3).max(2));
        let y = area.y + u16::try_from(shown.len()).unwrap_or(0);
        cursor = Some(Position::new(
            area.x + 2 + u16::try_from(column).unwrap_or(0),
            y,
        ));
        shown.push(
            Ink::new(theme)
                .put(Role::Key, "/ ")
                .put(Role::Title, &text)
                .line(),
        );
    }
    if let Some(problem) = &sheet.problem {
        let text = format!("{} {problem}", theme.symbols().warning);
        shown.push(Ink::new(theme).put(Role::Error, &text).line());
    }
    lines(&shown, area, buffer);
    cursor.filter(|place| area.contains(*place))
}

/// Returns the width of a row's label: a long label gets the columns that its own value does not need.
fn label_columns(row: &SheetRow, label: usize, least: usize, columns: usize) -> usize {
    let room = columns.saturating_sub(2 + 2 + width(&row.value).max(least));
    label.max(width(&row.label).min(room))
}

/// Returns the label, the value and the help of a row that is too long for its line; otherwise nothing.
fn whole_text(row: &SheetRow, label: usize, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    if row.target == RowTarget::Heading {
        return Vec::new();
    }
    let before = 4 + label_columns(row, label, VALUE, columns);
    let help = match width(&row.help) {
        0 => 0,
        help => help + 2,
    };
    if before + width(&row.value) + help <= columns {
        return Vec::new();
    }
    let is_cut = before + width(&row.value) > columns || width(&row.label) > before - 4;
    let value = is_cut.then(|| format!("{}: {}", row.label, row.value));
    let value = value.into_iter().flat_map(|text| {
        let safe = sanitize(&text, 2_000).into_owned();
        paragraph(theme, Role::Turn, &safe, columns).collect::<Vec<_>>()
    });
    let help = sanitize(&row.help, 2_000).into_owned();
    let help = paragraph(theme, Role::Faint, &help, columns).collect::<Vec<_>>();
    value.chain(help).filter(|line| line.width() > 0).collect()
}

/// Returns state, conditions and used values of a combatant, for a pane beside the fight.
pub(crate) fn summary(fight: &Fight, who: Id, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut text = now_lines(fight, who, theme, columns);
    let notes = &fight.now().get(who).notes;
    if !notes.is_empty() {
        let notes = sanitize(notes, 2_000);
        text.extend(paragraph(theme, Role::Faint, &notes, columns));
    }
    let rows = sheet::rows(fight.now(), fight.compendium.schema, who);
    let mut groups = Vec::new();
    for group in rows.chunk_by(|_, next| !next.is_heading()) {
        // An entry's name is in its heading. Default values and zeros, such as those of features that the combatant
        // does not have, say nothing about the combatant.
        let told = |row: &&SheetRow| match &row.target {
            RowTarget::Field(field, path) => {
                let is_name = field.key == entries::NAME && path.contains('/');
                let is_default = row.value == sheet::show(field, field.default.as_ref());
                !is_name && !is_default && row.value != "0"
            }
            _ => false,
        };
        let values = group.iter().filter(told);
        let values = values.map(|row| format!("{} {}", row.label, row.value));
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            groups.push((&group[0].label, values.join(" · ")));
        }
    }
    // Attacks and other entries come before abilities.
    groups.sort_by_key(|(label, _)| *label == "sheet");
    for (label, values) in groups {
        text.extend(paragraph(theme, Role::Title, label, columns));
        let values = sanitize(&values, 4_000).into_owned();
        text.extend(paragraph(theme, Role::Text, &values, columns));
    }
    text
}

/// Returns the state of a combatant, and its latest events.
pub(crate) fn state_lines(
    fight: &Fight,
    who: Id,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let mut text = now_lines(fight, who, theme, columns);
    section(&mut text, "recent log", lately(fight, who), theme, columns);
    text
}

/// Returns hit points, states, conditions and bonds of a combatant.
fn now_lines(fight: &Fight, who: Id, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let now = fight.now();
    let row = fight.session.row(who);
    let role = if row.down {
        Role::Out
    } else {
        health(row.life.0, row.life.1)
    };
    let mut text = vec![
        Ink::new(theme)
            .put(
                role,
                &bar(
                    row.life.0,
                    row.life.1,
                    columns.saturating_sub(24).min(24),
                    theme,
                ),
            )
            .put(role, &format!(" {}/{}", row.life.0, row.life.1))
            .text(&format!("  {}", row.defence))
            .line(),
    ];
    let mut add = |role: Role, words: &str| {
        let safe = sanitize(words, 2_000);
        text.extend(paragraph(theme, role, &safe, columns));
    };
    let states = Vec::from_iter(states(fight.session.system(), now, who, &row));
    let health = row.health_word.as_str();
    // In some systems the states contain the health already, with more details: "badly wounded -10".
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    if !states
        .iter()
        .any(|state| state.strip_prefix(health).is_some_and(ends))
    {
        add(Role::Faint, health);
    }
    for state in &states {
        add(Role::Text, state);
    }
    for line in fight.session.system().derived(now, who) {
        add(Role::Faint, &line);
    }
    section(
        &mut text,
        "conditions",
        conditions(fight, who),
        theme,
        columns,
    );
    section(&mut text, "links", bonds(now, who), theme, columns);
    text
}

/// Appends an empty line, a title and lines, unless there are no lines.
fn section(
    text: &mut Vec<Line<'static>>,
    title: &str,
    lines: Vec<(Role, String)>,
    theme: &Theme,
    columns: usize,
) {
    if lines.is_empty() {
        return;
    }
    let heads = [(Role::Text, String::new()), (Role::Title, title.to_owned())];
    for (role, line) in heads.into_iter().chain(lines) {
        let safe = sanitize(&line, 2_000);
        text.extend(paragraph(theme, role, &safe, columns));
    }
}

/// Describes the conditions of a combatant: cause, source and meaning.
fn conditions(fight: &Fight, who: Id) -> Vec<(Role, String)> {
    let now = fight.now();
    let schema = &fight.compendium.schema;
    let mut lines = Vec::new();
    for condition in &now.get(who).conditions {
        let label = schema.called(&condition.key);
        let mut words = format!(
            "{label}{}",
            left(fight.compendium.system(), now, who, condition)
        );
        if !condition.cause.is_empty() {
            words += &format!(" - {}", now.told(&condition.cause));
        }
        if let Some(by) = condition.by.and_then(|id| now.find(id)) {
            words += &format!(", by {}", by.name);
        }
        lines.push((Role::Text, words));
        let mut specs = schema.conditions.iter();
        let spec = specs.find(|spec| spec.key == condition.key);
        if let Some(spec) = spec.filter(|spec| !spec.help.is_empty()) {
            lines.push((Role::Faint, format!("  {}", spec.help)));
        }
    }
    lines
}

fn bonds(now: &Encounter, who: Id) -> Vec<(Role, String)> {
    let mine = now.links.iter();
    mine.filter(|link| link.from == who || link.to == who)
        .filter_map(|link| {
            let (from, to) = (now.find(link.from)?, now.find(link.to)?);
            let bond = format!("{} {} {}", from.name, link.kind, to.name);
            Some((Role::Text, bond))
        })
        .collect()
}

/// Returns the latest log lines about a combatant, the newest last.
fn lately(fight: &Fight, who: Id) -> Vec<(Role, String)> {
    let about = fight.session.lines().iter().rev();
    let about = about.filter(|line| line.about.contains(&who)).take(6);
    let mut lines: Vec<(Role, String)> =
        about.map(|line| (Role::Faint, line.text.clone())).collect();
    lines.reverse();
    lines
}
