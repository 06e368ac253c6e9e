//! Drawing of a form: its fields with their keys, and its preview beside them.

use ratatui::text::Line;

use crate::encounter::Encounter;
use crate::resolver::{Choice, Field, FieldKind, Kind, Prompt, Roll, Show};
use crate::rules::DEED;
use crate::session::Preview;
use crate::text::{cut_before_number, pad, width, wrap};
use crate::ui::ask::value::show_value;
use crate::ui::ask::{Ask, Due, Mode};
use crate::ui::theme::{Role, Theme};
use crate::values::{Value, decimal};

use super::content::{PromptContent, TOLD, behind};
use super::throw::{causes, explained, throw_line, understood};
use crate::ui::ink::{Ink, cut_line, wrapped};

/// Minimum width for the preview beside the fields.
const BESIDE: usize = 72;

/// Adds the form to the pane.
pub fn compose(
    content: &mut PromptContent,
    now: &Encounter,
    prompt: &Prompt,
    ask: &Ask,
    theme: &Theme,
    columns: usize,
) {
    let fields = ask.fields(prompt);
    let rows = Rows {
        now,
        prompt,
        ask,
        theme,
        fields,
        keys: ask.keys_of_rows(fields),
    };
    let mut notes = ask
        .preview
        .as_ref()
        .map(|preview| previewed(preview, ask, now, theme))
        .unwrap_or_default();
    notes.extend(rows.description());
    let die = die(ask, prompt, now, theme);
    let top = content.lines.len();
    content.fit(|content, spare| rows.lay(content, notes.clone(), die.clone(), spare, columns));
    // If not all rows fit, the die has a separate line below the rows.
    if let Some(die) = die.filter(|_| content.lines.len() > content.room) {
        content.lines.truncate(top);
        content.cursor = None;
        let mut kept = wrapped(die, columns);
        if kept.len() > KEPT {
            kept.truncate(KEPT);
            if let Some(last) = kept.last_mut() {
                *last = cut_line(
                    std::mem::take(last)
                        .spans
                        .into_iter()
                        .chain([" …".into()])
                        .collect(),
                    columns,
                );
            }
        }
        content.room = content.room.saturating_sub(kept.len());
        content.fit(|content, spare| rows.lay(content, notes.clone(), None, spare, columns));
        if ask.mode == Mode::Die {
            let (_, cursor) = ask.line.view(usize::MAX);
            content.cursor = Some((content.lines.len(), DIE + cursor));
        }
        content.kept.extend(kept);
    }
    content.below = match ask.mode {
        Mode::List => "type to search · Enter accepts".to_owned(),
        Mode::Number if ask.die_is_due(prompt, now) => {
            "Tab to type the die · Enter sends".to_owned()
        }
        Mode::Words | Mode::Number => "Tab next row · Enter sends".to_owned(),
        Mode::Keys | Mode::Die | Mode::Modifier => match ask.stepped(prompt) {
            Some(capital) => {
                format!("{capital} next value · letters pick combatants · Enter sends")
            }
            None if ask.takes_space(prompt) => "Space changes the row · Enter sends".to_owned(),
            None => match ask.leads_on(prompt) {
                Some(leads) => format!("{leads} · Enter sends"),
                None => "Enter sends".to_owned(),
            },
        },
    };
}

/// Maximum number of lines for the die of a form whose rows do not all fit.
const KEPT: usize = 2;

/// Number of columns before a row's label: the mark and the action key.
const LEAD: usize = 4;

/// Number of columns for notes beside the rows if they are short.
const NOTES: usize = 30;

/// Minimum number of columns for notes beside the rows; narrower notes go below the rows.
const LEAST_NOTES: usize = 24;

/// Number of columns between the rows and the notes beside them.
const GUTTER: usize = 2;

/// Number of columns of the brackets around a row that is edited.
const BOX: usize = 4;

/// Maximum number of visible columns of an edited text.
const MOST_TYPED: usize = 48;

/// Separator between two actions.
const BETWEEN: &str = " · ";

/// Text after a target on the same side.
const OWN_SIDE: &str = "  own side";

/// Distribution of the columns.
struct Shares {
    /// Width of the widest label.
    label: usize,
    left: usize,
    /// Width of the notes beside the rows; 0 if the notes are below the rows.
    right: usize,
}

/// Rows of a form and their state.
struct Rows<'a> {
    now: &'a Encounter,
    prompt: &'a Prompt,
    ask: &'a Ask,
    theme: &'a Theme,
    fields: &'a [Field],
    /// Action key of each field.
    keys: Vec<Option<char>>,
}

impl Rows<'_> {
    /// Distributes the columns of the pane. Labels and values get their full width. Hints get the columns that the
    /// notes do not need, or separate lines. The notes get at most half of the screen, or fewer columns if they then
    /// still need no more lines than the rows. If a hint would be cut, the notes may need all lines in the `room` of the
    /// pane.
    fn shares(&self, notes: &[Line<'static>], columns: usize, room: usize) -> Shares {
        let fields = self.fields;
        let label = fields.iter().map(|field| width(&field.label)).max();
        let label = label.unwrap_or(0).min(columns * 3 / 5);
        let shown = |field: &Field| LEAD + label + 2 + self.value_width(field) + GUTTER;
        let hinted = |field: &Field| match field.hint.as_str() {
            "" => shown(field),
            hint => shown(field) + 2 + width(hint),
        };
        // The text of an action is shown completely, and the list of actions takes as few lines as possible.
        let deeds: Vec<String> = fields.iter().flat_map(|field| self.deeds(field)).collect();
        let deed = deeds.iter().map(|deed| LEAD + width(deed) + GUTTER).max();
        let list = LEAD + width(&deeds.join(BETWEEN)) + GUTTER;
        let bare = fields.iter().map(shown).chain(deed).max().unwrap_or(0);
        let whole = fields.iter().map(hinted).max().unwrap_or(0);
        let whole = if deeds.is_empty() {
            whole
        } else {
            whole.max(list)
        };
        let widest = notes.iter().map(Line::width).max().unwrap_or(0);
        let most = widest.min(columns / 2);
        let texts: Vec<String> = notes.iter().map(Line::to_string).collect();
        let lines = |right| -> usize { texts.iter().map(|text| wrap(text, right).len()).sum() };
        let fits = |right| fields.len() >= lines(right);
        // Wider notes need fewer rows: a binary search finds the least sufficient width.
        let (mut wanted, mut enough) = (NOTES.min(most), most);
        while wanted < enough {
            let middle = (wanted + enough) / 2;
            if fits(middle) {
                enough = middle
            } else {
                wanted = middle + 1
            }
        }
        let beside = columns.saturating_sub(whole);
        let hints_fit =
            beside >= LEAST_NOTES.min(widest) && lines(beside) <= room.max(fields.len());
        let left = if hints_fit {
            whole
        } else {
            whole.min(columns.saturating_sub(wanted)).max(bare)
        };
        let right = columns.saturating_sub(left);
        if !(BESIDE..TOLD).contains(&columns) || widest == 0 || right < widest.min(LEAST_NOTES) {
            let (left, right) = (columns, 0);
            return Shares { label, left, right };
        }
        Shares { label, left, right }
    }

    /// Returns the width of the value in a row.
    fn value_width(&self, field: &Field) -> usize {
        let marked = self.ask.mark.row(self.fields);
        let typed = matches!(self.ask.mode, Mode::Words | Mode::Number)
            && marked.is_some_and(|marked| marked.key == field.key);
        let value = match field.kind {
            FieldKind::Toggle => 3,
            _ if typed => BOX + width(self.ask.line.value()).clamp(4, MOST_TYPED),
            _ => width(&show_value(field, self.now)),
        };
        if self.is_of_own_side(field) {
            value + width(OWN_SIDE)
        } else {
            value
        }
    }

    /// Returns `true` if a row of targets names a combatant on the side of the combatant who fills the form.
    fn is_of_own_side(&self, field: &Field) -> bool {
        let target = self
            .ask
            .keyed(field)
            .is_some_and(|keyed| keyed.capital == 'T');
        target && is_own_side(field, self.prompt, self.now)
    }

    /// Adds rows and notes, with a number of spare lines for hints that do not fit on their rows; the hint of the
    /// marked row is always complete.
    fn lay(
        &self,
        content: &mut PromptContent,
        mut notes: Vec<Line<'static>>,
        die: Option<Line<'static>>,
        mut spare: usize,
        columns: usize,
    ) {
        let (ask, theme) = (self.ask, self.theme);
        let all: Vec<Line<'static>> = notes.iter().chain(&die).cloned().collect();
        let Shares {
            label,
            mut left,
            mut right,
        } = self.shares(
            &all,
            columns,
            content.room.saturating_sub(content.lines.len()),
        );
        if ask.mode == Mode::List {
            // An open list uses the whole pane, so that its options are shown completely.
            (left, right) = (columns, 0);
        }
        let inner = match right {
            0 => left,
            _ => left.saturating_sub(GUTTER),
        };
        let top = content.lines.len();
        let mut lines = Vec::new();
        let marked = ask.mark.place(self.fields);
        for (place, field) in self.fields.iter().enumerate() {
            let here = marked == Some(place);
            if here {
                content.row = top + lines.len();
            }
            let mut ink = self.lead(field, self.keys[place], here, label);
            let mut rest = Vec::new();
            let said = if here && matches!(ask.mode, Mode::Words | Mode::Number) {
                let room = inner
                    .saturating_sub(ink.width() + BOX + 1)
                    .clamp(4, MOST_TYPED);
                let (shown, cursor) = ask.line.view(room);
                content.cursor = Some((top + lines.len(), ink.width() + 2 + cursor));
                ink.add(Role::Turn, "[ ");
                if ask.line.is_empty() {
                    let preset = show_value(field, self.now);
                    ink.add(Role::Faint, &pad(&preset, width(&preset).clamp(4, 24)));
                } else {
                    ink.add(Role::Title, &pad(&shown, width(&shown).max(4)));
                }
                ink.add(Role::Turn, " ]");
                match ask.not_a_die.and_then(|id| self.now.find(id)) {
                    Some(one) if field.amount && !ask.line.is_empty() => format!(
                        "d is {}, a target: for dice, type 1d{}",
                        one.name,
                        ask.line.value()
                    ),
                    _ => takes(field),
                }
            } else {
                match self.parts(field, inner.saturating_sub(ink.width())) {
                    Some(parts) if here => {
                        let indent = ink.width();
                        let mut lines = parts.iter();
                        ink.add(Role::Title, lines.next().map_or("", String::as_str));
                        rest.extend(lines.map(|part| {
                            let ink = Ink::new(theme).text(&" ".repeat(indent));
                            ink.put(Role::Title, part).line()
                        }));
                    }
                    _ => self.value(&mut ink, field, inner),
                }
                field.hint.clone()
            };
            let mut unlimited = usize::MAX;
            let of_all = if here { &mut unlimited } else { &mut spare };
            let mut row = behind(ink, &said, of_all, theme, inner);
            row.splice(1..1, rest);
            lines.extend(row);
            let deeds = self.deeds(field).join(BETWEEN);
            if !deeds.is_empty() {
                let parts = wrap(&deeds, inner.saturating_sub(LEAD));
                let indented = |part: &String| {
                    let ink = Ink::new(theme).text(&" ".repeat(LEAD));
                    ink.put(Role::Faint, part).line()
                };
                lines.extend(parts.iter().map(indented));
            }
            if let FieldKind::Choice(options) = &field.kind
                && ask.lists_options(self.fields)
                && options.len() <= spare
            {
                spare -= options.len();
                for option in options {
                    lines.extend(self.listed(field, option, inner));
                }
            }
            if here
                && ask.mode == Mode::List
                && let FieldKind::Choice(options) = &field.kind
            {
                for (place, option) in list(options, ask, &mut spare, theme, inner) {
                    if place.is_some() && place == ask.option.place(options) {
                        content.row = top + lines.len();
                    }
                    lines.extend(option);
                }
            }
        }
        // The die is always visible: above the preview, otherwise below the rows.
        if let Some(line) = die {
            if ask.mode == Mode::Die {
                let (row, column) = match right {
                    0 => (top + lines.len(), 0),
                    _ => (top, left),
                };
                content.row = row;
                let (_, cursor) = ask.line.view(usize::MAX);
                content.cursor = Some((row, column + DIE + cursor));
            }
            notes.insert(0, line);
        }
        if right == 0 {
            content.lines.extend(lines);
            for line in notes {
                content.lines.extend(wrapped(line, columns));
            }
        } else {
            beside(content, lines, notes, left, right);
        }
    }

    /// Returns the description of the value in the marked row, unless an open list shows it.
    fn description(&self) -> Option<Line<'static>> {
        let field = self.ask.mark.row(self.fields)?;
        let FieldKind::Choice(options) = &field.kind else {
            return None;
        };
        if self.ask.mode == Mode::List || self.ask.lists_options(self.fields) {
            return None;
        }
        let key = field.value.as_word()?;
        let option = options.iter().find(|option| option.key == key)?;
        let is_shown = option.hint.is_empty() || field.hint.contains(&option.hint);
        let ink = Ink::new(self.theme).put(Role::Faint, &option.hint);
        (!is_shown).then(|| ink.line())
    }

    /// Returns the lines of a value that the only row of a form lists below it.
    fn listed(&self, field: &Field, option: &Choice, columns: usize) -> Vec<Line<'static>> {
        let here = field.value.as_word() == Some(option.key.as_str());
        let role = match (&option.refused, here) {
            (Some(_), _) => Role::Faint,
            (None, true) => Role::Title,
            (None, false) => Role::Text,
        };
        let sign = if here {
            self.theme.symbols().selected
        } else {
            " "
        };
        let ink = Ink::new(self.theme).text("    ").put(Role::Key, sign);
        let ink = ink.text(" ").put(role, &option.label);
        let hint = option.refused.as_deref().unwrap_or(&option.hint);
        // A hint that does not fit is left out; the row of the selected value shows it completely.
        let fits = ink.width() + 2 + width(hint) <= columns;
        behind(
            ink,
            if fits { hint } else { "" },
            &mut 0,
            self.theme,
            columns,
        )
    }

    /// Lists the actions that a row can choose, by action key.
    fn deeds(&self, field: &Field) -> Vec<String> {
        let keyed = self.ask.keyed(field);
        let FieldKind::Choice(options) = &field.kind else {
            return Vec::new();
        };
        if keyed.is_none_or(|keyed| keyed.capital != DEED) {
            return Vec::new();
        }
        let open = options.iter().filter(|option| option.refused.is_none());
        let deed = |option: &Choice| {
            // An action key and its words stay on one line.
            let label = option.label.replace(' ', "\u{a0}");
            let capital = self.ask.capitals.deed(&option.key)?;
            Some(format!("{capital}\u{a0}{label}"))
        };
        open.filter_map(deed).collect()
    }

    /// Returns the start of a row: the mark, the action key and the label.
    fn lead(&self, field: &Field, key: Option<char>, here: bool, label: usize) -> Ink<'_> {
        let (ask, theme) = (self.ask, self.theme);
        let keyed = ask.keyed(field);
        // While text is typed, a capital letter belongs to it.
        let typed = ask.mode == Mode::Words;
        let is_declared = keyed.is_some_and(|keyed| Some(keyed.capital) == key);
        let key = key.filter(|_| !(here && typed));
        let key = key.map(String::from).unwrap_or_default();
        // The action keys of a block work only while the block is marked.
        let marked = ask.mark.row(self.fields).and_then(|field| ask.keyed(field));
        let block = marked.map_or("", |keyed| keyed.block);
        let other = keyed.is_some_and(|keyed| !keyed.block.is_empty() && keyed.block != block);
        let other = other && is_declared;
        // A typed die has the only mark.
        let sign = if here && ask.mode != Mode::Die {
            theme.symbols().selected
        } else {
            " "
        };
        Ink::new(theme)
            .put(Role::Key, sign)
            .text(" ")
            .put(
                if other || typed {
                    Role::Faint
                } else {
                    Role::Key
                },
                &pad(&key, 1),
            )
            .text(" ")
            .put(
                if here { Role::Title } else { Role::Text },
                &pad(&field.label, label),
            )
            .text("  ")
    }

    /// Returns the lines of an option that is longer than its row.
    fn parts(&self, field: &Field, room: usize) -> Option<Vec<String>> {
        let option = matches!(field.kind, FieldKind::Choice(_));
        let value = show_value(field, self.now);
        (option && room >= LEAST_NOTES && width(&value) > room).then(|| wrap(&value, room))
    }

    /// Adds the value of a row, marked if it is a combatant on the same side.
    fn value(&self, ink: &mut Ink<'_>, field: &Field, columns: usize) {
        let symbols = self.theme.symbols();
        match (&field.kind, &field.value) {
            (FieldKind::Toggle, Value::Flag(true)) => ink.add(Role::Turn, symbols.on),
            (FieldKind::Toggle, Value::Flag(false)) => ink.add(Role::Faint, symbols.off),
            _ => {
                let mark = if self.is_of_own_side(field) {
                    width(OWN_SIDE)
                } else {
                    0
                };
                let room = columns.saturating_sub(ink.width() + mark);
                let value = show_value(field, self.now);
                ink.add(Role::Title, &cut_before_number(&value, room));
            }
        }
        let target = self
            .ask
            .keyed(field)
            .is_some_and(|keyed| keyed.capital == 'T');
        if target && is_own_side(field, self.prompt, self.now) {
            ink.add(Role::Warning, "  own side");
        }
    }
}

/// Describes the allowed input of the edited field.
fn takes(field: &Field) -> String {
    match &field.kind {
        FieldKind::Number {
            least, most, parts, ..
        } => {
            let (least, most) = (decimal(*least, *parts), decimal(*most, *parts));
            match field.hint.as_str() {
                "" => format!("{least} to {most}"),
                // The hint already names the limit that counts.
                hint if most == "999" && hint.starts_with("up to ") => hint.to_owned(),
                hint => format!("{least} to {most} · {hint}"),
            }
        }
        _ => field.hint.clone(),
    }
}

/// Returns `true` if a row names a combatant on the side of the combatant who fills the form.
fn is_own_side(field: &Field, prompt: &Prompt, now: &Encounter) -> bool {
    let Value::Who(ids) = &field.value else {
        return false;
    };
    let by = prompt.question.who;
    by.is_some_and(|by| ids.iter().any(|id| *id != by && now.allied(by, *id)))
}

/// Number of columns before the text in the box of a form's die.
const DIE: usize = 6;

/// Returns the line of the die that follows the form. The die can be typed here if it is the next question.
fn die(ask: &Ask, prompt: &Prompt, now: &Encounter, theme: &Theme) -> Option<Line<'static>> {
    let next = ask.preview.as_ref()?.next.as_ref()?;
    let Kind::Roll(roll) = &next.kind else {
        return None;
    };
    let throw = in_phrases(throw_line(roll, now, theme));
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
        let line = Ink::new(theme)
            .put(Role::Key, sign)
            .put(Role::Key, " # ")
            .put(Role::Turn, "[ ")
            .put(Role::Title, &pad(typed, width(typed).max(2) + 1))
            .put(Role::Turn, "]  ");
        let understood = understood(typed, std::iter::once(&**roll), now);
        let mut line = if understood.is_empty() {
            line.line()
        } else {
            line.put(Role::Faint, &format!("{understood} · ")).line()
        };
        line.spans.extend(throw.spans);
        return Some(line);
    }
    let whose = roll.who.filter(|who| prompt.question.who != Some(*who));
    let whose = whose.and_then(|id| now.find(id));
    let whose = whose.map_or_else(String::new, |one| format!("{}: ", one.name));
    let spans = throw.spans.iter().map(|span| span.content.as_ref());
    let text = format!("next: {whose}{}", spans.collect::<String>());
    Some(Ink::new(theme).put(Role::Faint, &text).line())
}

/// Keeps the words of each part of a roll on one line: its name if it is short, its dice, its target number, its chance.
fn in_phrases(mut line: Line<'static>) -> Line<'static> {
    let is_long = line
        .spans
        .first()
        .is_some_and(|name| name.width() > LEAST_NOTES);
    for span in line.spans.iter_mut().skip(usize::from(is_long)) {
        let parts: Vec<String> = span.content.split(", ").map(in_one_line).collect();
        span.content = parts.join(", ").into();
    }
    line
}

/// Keeps the words of a phrase such as "15 or more" on one line; spaces at its edges may break.
fn in_one_line(phrase: &str) -> String {
    let words = phrase.trim_matches(' ');
    let edge = phrase.len() - phrase.trim_start_matches(' ').len();
    let (before, rest) = phrase.split_at(edge);
    let after = &rest[words.len()..];
    format!("{before}{}{after}", words.replace(' ', "\u{a0}"))
}

/// Returns the lines of an opened list: the search text, and each option with its index.
fn list(
    options: &[Choice],
    ask: &Ask,
    spare: &mut usize,
    theme: &Theme,
    columns: usize,
) -> Vec<(Option<usize>, Vec<Line<'static>>)> {
    let marked = ask.option.place(options);
    let typed = ask.line.value();
    let find = (!typed.is_empty()).then(|| {
        let ink = Ink::new(theme).text("      ").put(Role::Turn, typed);
        (None, vec![ink.put(Role::Faint, "…").line()])
    });
    let options = options.iter().enumerate().map(|(place, option)| {
        let here = marked == Some(place);
        let role = match (&option.refused, here) {
            (Some(_), _) => Role::Faint,
            (None, true) => Role::Title,
            (None, false) => Role::Text,
        };
        let ink = Ink::new(theme)
            .text("    ")
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ")
            .put(role, &option.label);
        let hint = option.refused.as_deref().unwrap_or(&option.hint);
        let mut all = usize::MAX;
        let spare = if here { &mut all } else { &mut *spare };
        (Some(place), behind(ink, hint, spare, theme, columns))
    });
    find.into_iter().chain(options).collect()
}

/// Returns the preview of the form: the reason why it would be refused, its lines, and the next question. A reason that
/// is shown as the problem of the last key is not repeated. Before the first change, the reason is not shown as a warning.
fn previewed(preview: &Preview, ask: &Ask, now: &Encounter, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(why) = preview
        .refused
        .as_deref()
        .filter(|why| ask.problem.as_deref() != Some(*why))
    {
        let ink = Ink::new(theme);
        let ink = if ask.draft.is_empty() {
            ink.text(why)
        } else {
            ink.put(Role::Warning, theme.symbols().warning)
                .put(Role::Warning, &format!(" {why}"))
        };
        lines.push(ink.line());
    }
    let next = preview.next.iter();
    let due: Vec<&Roll> = next.flat_map(|next| next.throws()).collect();
    // The terms of the next roll follow its dice, before the lines of other combatants.
    if let Some(Kind::Roll(roll)) = preview.next.as_ref().map(|next| &next.kind) {
        lines.extend(causes(roll, theme));
    }
    // The next question is shown with its dice.
    let other = |show: &&Show| show.of.as_ref().is_none_or(|of| !due.contains(&of));
    for show in preview.shows.iter().filter(other) {
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
        Kind::Roll(roll) => {
            // Skipped if the line of its target already has this text.
            let is_shown = |show: &Show| !show.text.is_empty() && roll.hint.ends_with(&show.text);
            if !preview.shows.iter().filter(other).any(is_shown) {
                lines.extend(explained(&roll.hint, theme));
            }
        }
        // Dice without an owner and a target number give no information about the form.
        Kind::Rolls(rows)
            if rows
                .iter()
                .all(|row| row.roll.who.is_none() && row.roll.need.is_none()) => {}
        // Equal rolls share one line.
        Kind::Rolls(rows) => lines.extend(rows.chunk_by(|one, next| one.roll == next.roll).map(
            |alike| {
                let row = &alike[0];
                let mut line = in_phrases(throw_line(&row.roll, now, theme));
                line.push_span(match alike.len() {
                    1 => String::new(),
                    2 => "  twice".to_owned(),
                    more => format!("  {more} times"),
                });
                // The combatant who fills the form needs no name here.
                let whose = row
                    .roll
                    .who
                    .filter(|who| preview.form.question.who != Some(*who));
                if let Some((id, one)) = whose.and_then(|id| now.find(id).map(|one| (id, one))) {
                    // Dice without a target number are marked as a consequence of the form.
                    let then = match row.roll.need {
                        Some(_) => "",
                        None => "next: ",
                    };
                    let whose = Ink::new(theme)
                        .put(Role::Faint, then)
                        .put(Role::Key, &format!("{} ", id.letter()))
                        .put(Role::Title, &format!("{}: ", one.name))
                        .line();
                    line.spans.splice(0..0, whose.spans);
                }
                line
            },
        )),
        _ => lines.push(
            Ink::new(theme)
                .put(Role::Faint, "next: ")
                .text(&next.title)
                .line(),
        ),
    }
    lines
}

/// Arranges lines in two columns; the right column is wrapped to its width.
fn beside(
    content: &mut PromptContent,
    left: Vec<Line<'static>>,
    right: Vec<Line<'static>>,
    left_width: usize,
    right_width: usize,
) {
    let notes = right
        .into_iter()
        .flat_map(|line| wrapped(line, right_width));
    let notes: Vec<Line<'static>> = notes.collect();
    let rows = left.len().max(notes.len());
    let mut left = left.into_iter();
    let mut notes = notes.into_iter();
    for _ in 0..rows {
        let mut line = left.next().unwrap_or_default();
        if let Some(note) = notes.next() {
            let used = line.width();
            if used > left_width {
                // Lines that are too long are cut, so that the columns stay aligned.
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
