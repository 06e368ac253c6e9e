//! A form: its fields with their keys, and beside them what the rule makes of it so far.

use ratatui::text::Line;

use crate::encounter::{Choice, Encounter, Field, FieldKind, Kind, Prompt, Value};
use crate::rules::DEED;
use crate::session::Preview;
use crate::text::{cut, pad, width, wrap};
use crate::ui::ask::value::show_value;
use crate::ui::ask::{Ask, Due, Mode};
use crate::ui::theme::{Role, Theme};

use super::content::PromptContent;
use super::{causes, throw_line};
use crate::ui::ink::Ink;

/// From this width on the preview stands beside the fields.
const BESIDE: usize = 72;

/// Puts the form into the pane.
pub fn compose(
    content: &mut PromptContent,
    now: &Encounter,
    prompt: &Prompt,
    ask: &Ask,
    theme: &Theme,
    columns: usize,
) {
    let fields = ask.fields(prompt);
    let mut notes = ask
        .preview
        .as_ref()
        .map(|preview| previewed(preview, now, theme))
        .unwrap_or_default();
    // The preview stands as near as the fields let it.
    let right = if columns >= BESIDE && !notes.is_empty() {
        let fields_need = fields
            .iter()
            .map(|field| {
                width(&field.label) + width(&show_value(field, now)) + width(&field.hint) + 10
            })
            .max()
            .unwrap_or(0);
        (columns * 9 / 20).max(columns.saturating_sub(fields_need + 2))
    } else {
        0
    };
    let left = columns - right;
    let top = content.lines.len();
    let mut lines = Vec::new();
    let marked_block = ask.mark.row(fields).and_then(|field| ask.keyed(field));
    let marked_block = marked_block.map_or("", |keyed| keyed.block);
    let key_width = 1;
    // Labels may take what the values leave, up to three fifths.
    let values = fields
        .iter()
        .map(|field| match field.kind {
            FieldKind::Toggle => 3,
            _ => width(&show_value(field, now)),
        })
        .max()
        .unwrap_or(0);
    let room = left.saturating_sub(key_width + 7);
    let label = fields
        .iter()
        .map(|field| width(&field.label))
        .max()
        .unwrap_or(0)
        .min(room.saturating_sub(values.min(room / 2)).min(left * 3 / 5));
    let marked = ask.mark.place(fields);
    for (place, field) in fields.iter().enumerate() {
        let here = marked == Some(place);
        let keyed = ask.keyed(field);
        let capital = keyed
            .map(|keyed| keyed.capital)
            .filter(|capital| *capital != DEED);
        let key = capital.map(String::from).unwrap_or_default();
        // The capitals of another block work when it is marked.
        let elsewhere =
            keyed.is_some_and(|keyed| !keyed.block.is_empty() && keyed.block != marked_block);
        let key_role = if elsewhere { Role::Faint } else { Role::Key };
        if here {
            content.row = top + lines.len();
        }
        let mut ink = Ink::new(theme)
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ")
            .put(key_role, &pad(&key, key_width))
            .text(" ")
            .put(
                if here { Role::Title } else { Role::Text },
                &pad(&field.label, label),
            )
            .text("  ");
        let room = left.saturating_sub(ink.width() + 1);
        if here && matches!(ask.mode, Mode::Words | Mode::Number) {
            let (shown, cursor) = ask.line.view(room.saturating_sub(4).clamp(4, 48));
            content.cursor = Some((top + lines.len(), ink.width() + 2 + cursor));
            ink.add(Role::Turn, "[ ");
            if ask.line.is_empty() {
                let preset = show_value(field, now);
                ink.add(Role::Faint, &pad(&preset, width(&preset).clamp(4, 24)));
            } else {
                ink.add(Role::Title, &pad(shown, width(shown).max(4)));
            }
            ink.add(Role::Turn, " ]");
            ink.add(Role::Faint, &format!(" {}", takes(field)));
        } else {
            value(&mut ink, field, now, theme, room);
            if keyed.is_some_and(|keyed| keyed.capital == 'T') && is_own_side(field, prompt, now) {
                ink.add(Role::Warning, "  own side");
            }
        }
        lines.push(ink.line());
        if keyed.is_some_and(|keyed| keyed.capital == DEED) {
            lines.extend(deeds(ask, field, theme, left));
        }
        if here
            && ask.mode == Mode::List
            && let FieldKind::Choice(options) = &field.kind
        {
            let option = ask.option.place(options);
            content.row = top + lines.len() + option.unwrap_or(0);
            lines.extend(list(options, option, ask, theme, left));
        }
    }
    // The die is always in sight: above what the rule says of the form, else below its rows.
    if let Some(line) = die(ask, prompt, now, theme) {
        let beside = right > 0;
        if ask.mode == Mode::Die {
            content.row = if beside { top } else { top + lines.len() };
        }
        if beside {
            notes.insert(0, line);
        } else {
            lines.push(line);
        }
    }
    if right == 0 {
        content.lines.extend(lines);
        content.lines.extend(notes);
    } else {
        beside(content, lines, notes, left, right);
    }
    content.below = match ask.mode {
        Mode::List => "letters find, Enter takes".to_owned(),
        Mode::Words | Mode::Number => "Tab next row · Enter sends".to_owned(),
        Mode::Keys | Mode::Die | Mode::Modifier => "Enter sends".to_owned(),
    };
}

fn value(ink: &mut Ink<'_>, field: &Field, now: &Encounter, theme: &Theme, room: usize) {
    let symbols = theme.symbols();
    match (&field.kind, &field.value) {
        (FieldKind::Toggle, Value::Flag(on)) => {
            let (sign, role) = if *on {
                (symbols.on, Role::Turn)
            } else {
                (symbols.off, Role::Faint)
            };
            ink.add(role, sign);
        }
        _ => ink.add(Role::Title, &cut(&show_value(field, now), room)),
    }
    if !field.hint.is_empty() && ink.width() + 2 < room + 20 {
        let rest = room.saturating_sub(width(&show_value(field, now)) + 2);
        ink.add(Role::Faint, &format!("  {}", cut(&field.hint, rest)));
    }
}

/// What a field being typed into takes.
fn takes(field: &Field) -> String {
    match &field.kind {
        FieldKind::Number {
            least,
            most,
            halves: false,
            ..
        } => format!("{least} to {most}"),
        FieldKind::Number { least, most, .. } => format!(
            "{} to {}",
            crate::encounter::half(*least),
            crate::encounter::half(*most)
        ),
        _ => field.hint.clone(),
    }
}

/// Whether somebody in a row of people is of the side of whoever fills the form.
fn is_own_side(field: &Field, prompt: &Prompt, now: &Encounter) -> bool {
    let Value::Who(ids) = &field.value else {
        return false;
    };
    let by = prompt.question.who;
    by.is_some_and(|by| ids.iter().any(|id| *id != by && now.allied(by, *id)))
}

/// What a row of deeds can be set to, by capital.
fn deeds(ask: &Ask, field: &Field, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let FieldKind::Choice(options) = &field.kind else {
        return Vec::new();
    };
    let deeds: Vec<String> = options
        .iter()
        .filter(|option| option.refused.is_none())
        .filter_map(|option| {
            // A capital and its words stay together.
            let label = option.label.replace(' ', "\u{a0}");
            Some(format!("{}\u{a0}{label}", ask.capitals.deed(&option.key)?))
        })
        .collect();
    wrap(&deeds.join(" · "), columns.saturating_sub(4))
        .iter()
        .map(|part| Ink::new(theme).text("    ").put(Role::Faint, part).line())
        .collect()
}

/// The die that the form leads to, typed here where it comes next.
fn die(ask: &Ask, prompt: &Prompt, now: &Encounter, theme: &Theme) -> Option<Line<'static>> {
    let next = ask.preview.as_ref()?.next.as_ref()?;
    let Kind::Roll(roll) = &next.kind else {
        return None;
    };
    let throw = throw_line(roll, theme);
    let typed = if ask.mode == Mode::Die {
        ask.line.value()
    } else {
        ask.die.as_str()
    };
    if let Due::Die(_) = ask.due(prompt, now) {
        let sign = if ask.mode == Mode::Die {
            theme.symbols().selected
        } else {
            " "
        };
        let mut line = Ink::new(theme)
            .put(Role::Key, sign)
            .put(Role::Key, " # ")
            .put(Role::Turn, "[ ")
            .put(Role::Title, &pad(typed, 3))
            .put(Role::Turn, "]  ")
            .line();
        line.spans.extend(throw.spans);
        return Some(line);
    }
    let whose = roll.who.filter(|who| prompt.question.who != Some(*who));
    let whose = whose.and_then(|id| now.find(id));
    let whose = whose.map_or_else(String::new, |one| format!("{}: ", one.name));
    let spans = throw.spans.iter().map(|span| span.content.as_ref());
    let text = format!("then: {whose}{}", spans.collect::<String>());
    Some(Ink::new(theme).put(Role::Faint, &text).line())
}

fn list(
    options: &[Choice],
    marked: Option<usize>,
    ask: &Ask,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let typed = ask.line.value();
    let find = (!typed.is_empty()).then(|| {
        Ink::new(theme)
            .text("      ")
            .put(Role::Turn, typed)
            .put(Role::Faint, "…")
            .line()
    });
    let options = options.iter().enumerate().map(|(place, option)| {
        let here = marked == Some(place);
        let role = match (&option.refused, here) {
            (Some(_), _) => Role::Faint,
            (None, true) => Role::Title,
            (None, false) => Role::Text,
        };
        let mut ink = Ink::new(theme)
            .text("    ")
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ")
            .put(role, &option.label);
        let hint = option.refused.as_deref().unwrap_or(&option.hint);
        if !hint.is_empty() {
            let room = columns.saturating_sub(ink.width() + 2);
            ink.add(Role::Faint, &format!("  {}", cut(hint, room)));
        }
        ink.line()
    });
    find.into_iter().chain(options).collect()
}

/// What the rule makes of the form: why it refuses it, what it shows, and what it would ask next.
fn previewed(preview: &Preview, now: &Encounter, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(why) = &preview.refused {
        lines.push(
            Ink::new(theme)
                .put(Role::Warning, theme.symbols().warning)
                .put(Role::Warning, &format!(" {why}"))
                .line(),
        );
    }
    for show in &preview.shows {
        let mut ink = Ink::new(theme);
        if let Some(one) = show.who.and_then(|id| now.find(id).map(|one| (id, one))) {
            ink.add(Role::Key, &format!("{} ", one.0.letter()));
            if !show.text.contains(&one.1.name) {
                ink.add(Role::Title, &format!("{}: ", one.1.name));
            }
        }
        ink.add(Role::Text, &show.text);
        lines.push(ink.line());
    }
    let Some(next) = &preview.next else {
        return lines;
    };
    match &next.kind {
        Kind::Roll(roll) => lines.extend(causes(roll, theme)),
        Kind::Rolls(rows) => {
            lines.extend(rows.iter().map(|row| throw_line(&row.roll, theme)));
        }
        _ => lines.push(
            Ink::new(theme)
                .put(Role::Faint, "then: ")
                .text(&next.title)
                .line(),
        ),
    }
    lines
}

/// Two columns of lines; the right one is wrapped to its width.
fn beside(
    content: &mut PromptContent,
    left: Vec<Line<'static>>,
    right: Vec<Line<'static>>,
    left_width: usize,
    right_width: usize,
) {
    let mut notes: Vec<Line<'static>> = Vec::new();
    for line in right {
        if line.width() <= right_width {
            notes.push(line);
            continue;
        }
        let style = line.spans.last().map(|span| span.style).unwrap_or_default();
        let text: String = line
            .spans
            .iter()
            .map(|span| span.content.as_ref())
            .collect();
        notes.extend(
            wrap(&text, right_width)
                .into_iter()
                .map(|part| Line::styled(part, style)),
        );
    }
    let rows = left.len().max(notes.len());
    let mut left = left.into_iter();
    let mut notes = notes.into_iter();
    for _ in 0..rows {
        let mut line = left.next().unwrap_or_default();
        if let Some(note) = notes.next() {
            let used = line.width();
            if used > left_width {
                // What runs over is cut, so that the columns stay columns.
                let text: String = line
                    .spans
                    .iter()
                    .map(|span| span.content.as_ref())
                    .collect();
                let style = line
                    .spans
                    .first()
                    .map(|span| span.style)
                    .unwrap_or_default();
                line = Line::styled(pad(&text, left_width), style);
            } else {
                line.push_span(" ".repeat(left_width - used));
            }
            line.spans.extend(note.spans.into_iter().map(|mut span| {
                span.style = note.style.patch(span.style);
                span
            }));
        }
        content.lines.push(line);
    }
}
