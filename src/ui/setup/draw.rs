//! Drawing of the set-up screen: the set-up on the left, details of the row on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::compendium::{Compendium, Creature};
use crate::encounter::{Control, led};
use crate::setup::{Count, Newcomer, stands};
use crate::text::{cut, pad, sanitize, width};
use crate::ui::ask::draw::content::{self, PromptContent};
use crate::ui::ask::draw::question;
use crate::ui::ask::own_form::Thrown;
use crate::ui::finder::{self, summary};
use crate::ui::keymap::{Context, KeyAction, Keymap};
use crate::ui::setup::forms::points_said;
use crate::ui::setup::{SetupRow, SetupScreen, called};
use crate::ui::sheet::{self, SheetOverlay, Subject};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::scroll;
use crate::values::Words as _;
use crate::values::{Spec, Value};

use crate::ui::ink::{Ink, beside, lines, pane, paragraph};

/// Minimum width for the right side.
const TWO_SIDES: u16 = 90;

/// Draws the set-up screen and returns the position of the cursor.
pub(crate) fn draw(
    screen: &SetupScreen,
    compendium: &Compendium,
    keymap: &Keymap,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let content = content(
        screen,
        compendium,
        theme,
        usize::from(area.width.saturating_sub(4)),
    );
    let mut rest = area;
    let mut cursor = None;
    let title_over = content.as_ref().map(|content| width(&content.title));
    if let Some(content) = content {
        let wanted = u16::try_from(content.lines.len() + content.said.len()).unwrap_or(u16::MAX);
        let most = (area.height * 3 / 5).max(5).min(area.height);
        let height = wanted.saturating_add(2).clamp(5.min(most), most);
        let place = Rect {
            y: area.bottom() - height,
            height,
            ..area
        };
        rest.height = area.height - height + 1;
        if rest.height < 5 {
            return content::draw(true, &content, theme, area, buffer);
        }
        cursor = content::draw(true, &content, theme, place, buffer);
    }
    let columns = if rest.width >= TWO_SIDES {
        rest.width * 2 / 5
    } else {
        0
    };
    let (left, right) = beside(rest, columns);
    let begins = keymap
        .hint(&[Context::Setup, Context::Global], KeyAction::Begin)
        .map(|(key, _)| format!("{key} begins the fight"))
        .unwrap_or_default();
    let focused = cursor.is_none() && screen.finder.is_none() && screen.form.is_none();
    // The title of a form over the list is on their common frame line.
    let foreseen = screen.foresight.words();
    let fits = |beside: usize| beside + width(&foreseen) + 8 <= usize::from(left.width);
    let below = match title_over {
        None if fits(width(&begins)) => format!("{foreseen}\t{begins}"),
        None => format!("\t{foreseen}"),
        Some(title) if fits(title) => {
            format!("\t{foreseen}")
        }
        Some(_) => String::new(),
    };
    let title = match screen.foresight.by_the_book() {
        "" => "A new fight".to_owned(),
        by_the_book => format!("A new fight {} {by_the_book}", theme.symbols().between),
    };
    let inner = pane(&title, &below, focused, theme, left, buffer);
    let mut above = inner;
    if !right.is_empty() {
        let inner = pane("", "", false, theme, right, buffer);
        let text = about(screen, compendium, keymap, theme, usize::from(inner.width));
        lines(&text, inner, buffer);
    } else if cursor.is_none() && inner.height > 3 {
        let mut text = footer(screen, compendium, keymap, theme, usize::from(inner.width));
        if inner.height < 7 {
            text.drain(..text.len() - 1);
        }
        // The list leaves rows free for the keys.
        let more = u16::try_from(text.len() - 1).unwrap_or(0);
        above.height -= more;
        let place = Rect {
            y: above.bottom() - 1,
            height: more + 1,
            ..inner
        };
        lines(&text, place, buffer);
    }
    cursor.or(rows(screen, compendium, theme, above, buffer))
}

/// Draws the sheet of a combatant in the set-up; returns the position of the cursor.
pub(crate) fn draw_sheet(
    screen: &SetupScreen,
    sheet: &SheetOverlay,
    compendium: &Compendium,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let Subject::Newcomer(place) = sheet.of else {
        return None;
    };
    let one = screen.setup.combatants.get(place)?;
    let rows = screen.sheet_rows(place, compendium);
    let title = called(one);
    let beside = |columns: usize| about_newcomer(one, compendium, theme, columns);
    sheet::draw::draw(title, sheet, &rows, beside, theme, area, buffer)
}

/// Describes a combatant of the set-up.
fn about_newcomer(
    one: &Newcomer,
    compendium: &Compendium,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let what = who(one, compendium);
    let own = details(one, compendium);
    let texts = [
        (Role::Title, called(one)),
        (Role::Text, &what),
        (Role::Faint, own.trim()),
    ];
    let mut lines = Vec::new();
    for (role, words) in texts {
        let safe = sanitize(words, 2_000);
        lines.extend(paragraph(theme, role, &safe, columns.saturating_sub(1)));
    }
    lines
}

fn rows(
    screen: &SetupScreen,
    compendium: &Compendium,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let all = screen.rows(compendium);
    let told = |sign: &str, role: Role, text: &str| {
        let text = format!("{sign}{}", sanitize(text, 1_000));
        paragraph(theme, role, &text, usize::from(area.width)).collect::<Vec<_>>()
    };
    let warning = format!("{} ", theme.symbols().warning);
    let said = screen.said.iter().map(|text| told("", Role::Good, text));
    let problems = screen.problems.iter();
    let problems = problems.map(|text| told(&warning, Role::Error, text));
    let problems: Vec<Line<'static>> = said.chain(problems).flatten().collect();
    let height = usize::from(area.height)
        .saturating_sub(problems.len() + 1)
        .max(1);
    let marked = screen.mark.place(&all);
    let first = scroll(
        marked.map_or(0, |row| row.saturating_sub(height / 2)),
        marked,
        all.len(),
        height,
    );
    let mut cursor = None;
    let mut shown = Vec::new();
    for (place, row) in all.iter().enumerate().skip(first).take(height) {
        let here = marked == Some(place);
        let mut ink = Ink::new(theme)
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ");
        let name = if here { Role::Turn } else { Role::Text };
        if let (SetupRow::Title, Some(edit)) = (row, &screen.title) {
            ink.add(name, &pad("title", 8));
            let start = ink.width() + 2;
            let (text, column) = edit.view(40);
            ink.add(Role::Turn, "[ ");
            ink.add(Role::Title, &pad(&text, width(&text).max(12)));
            ink.add(Role::Turn, " ]");
            let x = area.x + u16::try_from(start + column).unwrap_or(0);
            let y = area.y + u16::try_from(shown.len()).unwrap_or(0);
            cursor = Some(Position::new(x, y));
        } else {
            let room = usize::from(area.width).saturating_sub(ink.width());
            draw_row(&mut ink, *row, screen, compendium, name, room);
        }
        shown.push(ink.line());
    }
    shown.extend(problems);
    lines(&shown, area, buffer);
    cursor.filter(|place| area.contains(*place))
}

fn draw_row(
    ink: &mut Ink<'_>,
    row: SetupRow,
    screen: &SetupScreen,
    compendium: &Compendium,
    name: Role,
    room: usize,
) {
    let setup = &screen.setup;
    match row {
        SetupRow::Title => {
            ink.add(name, &pad("title", 8));
            let title = if setup.title.is_empty() {
                "Fight"
            } else {
                &setup.title
            };
            ink.add(Role::Title, title);
        }
        SetupRow::System => {
            ink.add(name, &pad("system", 8));
            ink.add(Role::Title, compendium.name());
        }
        SetupRow::Sides => ink.add(Role::Title, "Who fights"),
        SetupRow::Side(place) => {
            let side = &setup.sides[place];
            ink.add(name, &side.name);
            let who = if side.players { "players" } else { "the GM's" };
            let dice = Thrown::of(side.throws(), side.typed.unwrap_or_default()).label();
            let led = match side.control {
                Control::Gm => String::new(),
                control => format!(", {}", led(control, side.tactics)),
            };
            ink.add(Role::Faint, &format!("   {who}, dice {dice}{led}"));
        }
        SetupRow::Newcomer(place) => {
            let one = &setup.combatants[place];
            ink.add(name, &format!("   {} {}", count(&one.count), called(one)));
            ink.add(Role::Faint, &details(one, compendium));
        }
        SetupRow::NewSide => ink.add(Role::Faint, "new side"),
        SetupRow::Later => ink.add(Role::Title, "Later in the fight"),
        SetupRow::Event(place) => {
            let event = &setup.events[place];
            let own = if event.hidden { "   hidden" } else { "" };
            let told = format!("   {}: {}", event.at.told(), event.text);
            ink.add(name, &cut(&told, room.saturating_sub(width(own))));
            ink.add(Role::Faint, own);
        }
        SetupRow::NewEvent => ink.add(Role::Faint, "new event"),
        SetupRow::Options => ink.add(Role::Title, "Options"),
        SetupRow::Nobody => {
            ink.add(name, "other dice  ");
            ink.add(Role::Title, setup.environment_roller().label());
        }
        SetupRow::Option(place) => {
            let spec = &compendium.schema.options[place];
            let value = screen.option(spec);
            let text = match (&spec.kind, &value) {
                (Spec::Decimal(parts, ..), Value::Int(n)) => crate::values::decimal(*n, *parts),
                _ => value.to_string().replace(['_', '-'], " "),
            };
            // The value has priority: a long label is cut.
            let label = sanitize(&spec.label, 200);
            let label = cut(&label, room.saturating_sub(width(&text) + 2));
            ink.add(name, &format!("{label}  "));
            let role = if Some(&value) == spec.default.as_ref() {
                Role::Faint
            } else {
                Role::Title
            };
            ink.add(role, &text);
        }
    }
}

fn count(count: &Count) -> String {
    match count {
        Count::Fixed(count) => format!("{count} ×"),
        Count::Dice(dice) => format!("{dice} ×"),
    }
}

/// Describes the origin of a combatant in a line.
fn who(one: &Newcomer, compendium: &Compendium) -> String {
    match one.creature(compendium) {
        // Shows the current values, including values set for this combatant.
        Ok(Some(creature)) => match one.likely().whole(compendium) {
            Ok(given) => summary(
                compendium,
                &Creature {
                    given,
                    ..creature.clone()
                },
            ),
            Err(_) => summary(compendium, creature),
        },
        _ => format!("improvised: a name and {}", compendium.system().points()),
    }
}

fn details(one: &Newcomer, compendium: &Compendium) -> String {
    let mut parts = Vec::new();
    if let (Ok(party), Ok(Some(member))) = (compendium.party(&one.party), one.creature(compendium))
    {
        let stands = stands(compendium, party, member);
        parts.push(format!("of {}, {stands}", party.name));
    }
    parts.extend(one.at.iter().map(|at| format!("arrives {}", at.told())));
    parts.extend(points_said(&one.hit_points, compendium));
    if one.hidden {
        parts.push("hidden".to_owned());
    }
    if !one.other_name.is_empty() {
        parts.push(format!("players see \"{}\"", one.other_name));
    }
    parts.extend({
        let conditions = one.conditions.iter();
        conditions.map(|one| compendium.schema.called(&one.key))
    });
    parts.extend(
        one.links
            .iter()
            .map(|(kind, other)| format!("{kind} {other}")),
    );
    if !one.group.is_empty() {
        parts.push(format!("group {}", one.group));
    }
    parts.extend(one.rolls.map(|roller| format!("dice {}", roller.label())));
    parts.extend(one.control.map(|control| control.label().to_owned()));
    if !one.sheet.0.is_empty() {
        parts.push("own values".to_owned());
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!("   {}", parts.join(", "))
    }
}

/// Returns the details and the keys of the row.
fn about(
    screen: &SetupScreen,
    compendium: &Compendium,
    keymap: &Keymap,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let mut text = Vec::new();
    let mut add = |role: Role, words: &str| {
        let safe = sanitize(words, 2_000);
        text.extend(paragraph(theme, role, &safe, columns.saturating_sub(1)));
    };
    match screen.here(compendium) {
        SetupRow::Option(place) => {
            let spec = &compendium.schema.options[place];
            add(Role::Title, &spec.label);
            // A help text that explains values, "health: …; wounds: …", has a line for each value.
            let mut lines: Vec<&str> = spec.help.split("; ").collect();
            if !lines.iter().all(|line| line.contains(": ")) {
                lines = vec![spec.help.as_str()];
            }
            for line in lines.into_iter().filter(|line| !line.is_empty()) {
                add(Role::Text, line);
            }
            if let Spec::Word(words) = &spec.kind {
                add(Role::Faint, &format!("one of {}", words.join(", ")));
            }
        }
        SetupRow::Newcomer(place) => {
            let one = &screen.setup.combatants[place];
            add(Role::Title, called(one));
            add(Role::Text, &who(one, compendium));
        }
        _ => {
            add(Role::Title, compendium.name());
            add(Role::Text, &compendium.schema.description);
            let credits = compendium.system().credits();
            if !credits.is_empty() {
                add(Role::Faint, credits);
            }
        }
    }
    add(Role::Text, "");
    for (key, word) in keys(screen, compendium, keymap) {
        text.push(
            Ink::new(theme)
                .put(Role::Key, &pad(&key, 10))
                .put(Role::Faint, &word)
                .line(),
        );
    }
    text
}

/// Lists the keys that apply to the row.
pub(super) fn keys(
    screen: &SetupScreen,
    compendium: &Compendium,
    keymap: &Keymap,
) -> Vec<(String, String)> {
    let here = screen.here(compendium);
    let actions: &[(KeyAction, &str)] = match here {
        SetupRow::Newcomer(_) => &[
            (KeyAction::Add, "add from the library"),
            (KeyAction::More, "one more"),
            (KeyAction::Less, "one fewer"),
            (KeyAction::Sheet, "sheet"),
            (KeyAction::Remove, "remove"),
            (KeyAction::Arrival, "arrival"),
            (KeyAction::Odds, "number for an even fight"),
            (KeyAction::Reroll, "hit points: rolled, average, most"),
            (KeyAction::Toggle, "hidden from the players"),
            (KeyAction::Accept, "name, group, conditions, mount …"),
            (KeyAction::WhoRolls, "who rolls"),
            (KeyAction::Control, "control"),
        ],
        SetupRow::Side(_) => &[
            (KeyAction::Add, "add combatants"),
            (KeyAction::Accept, "name, players, dice"),
            (KeyAction::WhoRolls, "who rolls"),
            (KeyAction::Control, "control"),
            (KeyAction::Remove, "remove"),
        ],
        SetupRow::Event(_) => &[
            (KeyAction::Accept, "change"),
            (KeyAction::More, "a round later"),
            (KeyAction::Less, "a round earlier"),
            (KeyAction::Toggle, "hidden from the players"),
            (KeyAction::Remove, "remove"),
        ],
        SetupRow::System | SetupRow::Option(_) | SetupRow::Nobody => &[
            (KeyAction::More, "next value"),
            (KeyAction::Less, "previous value"),
            (KeyAction::Add, "add combatants"),
        ],
        _ => &[
            (KeyAction::Accept, "change"),
            (KeyAction::Add, "add combatants"),
            (KeyAction::Arrival, "add an event"),
        ],
    };
    let always = [
        (KeyAction::Begin, "begin the fight"),
        (KeyAction::Undo, "undo"),
        (KeyAction::Save, "save for later"),
        (KeyAction::Back, "leave"),
    ];
    let unrolled = match here {
        SetupRow::Newcomer(place) => {
            let one = screen.setup.combatants.get(place);
            one.is_some_and(|one| !SetupScreen::has_hit_dice(one, compendium))
        }
        _ => false,
    };
    actions
        .iter()
        .filter(|(action, _)| *action != KeyAction::Reroll || !unrolled)
        .chain(&always)
        .filter_map(|(action, word)| {
            let (key, _) = keymap.hint(&[Context::Setup, Context::Global], *action)?;
            Some((key, (*word).to_owned()))
        })
        .collect()
}

/// Returns the meaning of an option, and as many whole key hints as fit in a line.
fn footer(
    screen: &SetupScreen,
    compendium: &Compendium,
    keymap: &Keymap,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let mut text = Vec::new();
    if let SetupRow::Option(place) = screen.here(compendium) {
        let spec = &compendium.schema.options[place];
        let said = if spec.help.is_empty() {
            &spec.label
        } else {
            &spec.help
        };
        text.extend(paragraph(theme, Role::Text, &sanitize(said, 200), columns));
    }
    let mut ink = Ink::new(theme);
    for (key, word) in keys(screen, compendium, keymap) {
        if ink.width() + width(&key) + 1 + width(&word) > columns {
            break;
        }
        ink.add(Role::Key, &key);
        ink.add(Role::Faint, &format!(" {word}  "));
    }
    text.push(ink.line());
    text
}

/// Returns the contents below the rows: a form or the finder.
fn content(
    screen: &SetupScreen,
    compendium: &Compendium,
    theme: &Theme,
    columns: usize,
) -> Option<PromptContent> {
    if let Some((prompt, ask)) = screen.prompt() {
        let mut content = PromptContent::titled(prompt.title.clone());
        question(
            &mut content,
            screen.nobody(),
            prompt,
            ask,
            false,
            theme,
            columns,
        );
        if let Some(problem) = &ask.problem {
            content.say(theme, Role::Error, problem, columns);
        }
        return Some(content);
    }
    let finder = screen.finder.as_ref()?;
    Some(finder::draw::compose(finder, compendium, theme, columns))
}
