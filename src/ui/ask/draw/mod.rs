//! A question as lines: dice, need, chance and causes; options with their keys; what is typed.

pub mod content;
mod form;

use ratatui::text::Line;

use crate::dice::{Dice, Tally};
use crate::encounter::{Encounter, Roller};
use crate::resolver::{Choice, DiceRow, Kind, Prompt, Roll};
use crate::rules::{Capitals, Entry};
use crate::text::{cut, pad, width, wrap};
use crate::ui::ask::{Ask, Mode, whose};
use crate::ui::edit::Edit;
use crate::ui::ink::{Ink, wrapped};
use crate::ui::theme::{Role, Theme};
use crate::values::Id;

use self::content::PromptContent;

/// What a prompt asks, with what stands half-answered. `again`: its dice were thrown before.
pub fn question(
    content: &mut PromptContent,
    now: &Encounter,
    prompt: &Prompt,
    ask: &Ask,
    again: bool,
    theme: &Theme,
    columns: usize,
) {
    match &prompt.kind {
        Kind::Roll(roll) => {
            throw(content, roll, &prompt.hint, theme, columns);
            let empty = if again {
                "type what the dice show; Enter throws them again"
            } else {
                "type what the dice show; Enter rolls"
            };
            if ask.mode == Mode::Modifier {
                modifier(content, ask, theme, columns);
            } else {
                field(content, &ask.line, "", empty, theme, columns);
            }
            content.below = "Enter rolls, or takes what is typed · G adds".to_owned();
        }
        Kind::Rolls(rows) => throws(content, rows, ask, now, theme, columns),
        Kind::Choice { options, .. } => {
            let items = option_items(options, &ask.capitals);
            grid(content, &items, ask.mark.place(options), theme, columns);
            content.below = "Enter takes the marked one".to_owned();
        }
        Kind::Pick {
            from,
            least,
            most,
            preset,
        } => {
            let picked = ask.picked.as_deref().unwrap_or(preset);
            let items = pick_items(from, picked, *most, now, theme);
            grid(content, &items, ask.mark.place(from), theme, columns);
            content.below = match (*least, *most) {
                (1, 1) => "a letter picks".to_owned(),
                (_, 1) => "a letter picks, Enter goes on".to_owned(),
                _ => format!(
                    "{} picked; letters put in or out, Enter goes on",
                    picked.len()
                ),
            };
        }
        Kind::Form(_) => form::compose(content, now, prompt, ask, theme, columns),
        Kind::Number {
            least,
            most,
            preset,
        } => {
            let hint = format!("{least} to {most}; Enter takes {preset}");
            field(
                content,
                &ask.line,
                &preset.to_string(),
                &hint,
                theme,
                columns,
            );
        }
        Kind::Text { preset } => {
            let hint = if preset.is_empty() {
                "Enter ends the line".to_owned()
            } else {
                format!("Enter takes `{preset}`")
            };
            field(content, &ask.line, preset, &hint, theme, columns);
        }
        Kind::Confirm { preset } => {
            let word = if *preset { "yes" } else { "no" };
            content.lines.push(
                Ink::new(theme)
                    .put(Role::Key, "Y")
                    .text(" yes    ")
                    .put(Role::Key, "N")
                    .text(" no, as Space    ")
                    .put(Role::Key, "Enter")
                    .text(&format!(" {word}"))
                    .line(),
            );
        }
    }
}

/// One throw: dice, need, chance, and what they are made of.
fn throw(content: &mut PromptContent, roll: &Roll, hint: &str, theme: &Theme, columns: usize) {
    let said = [throw_line(roll, theme)]
        .into_iter()
        .chain(causes(roll, theme));
    for line in said.chain(explained(hint, theme)) {
        content.lines.extend(wrapped(line, columns));
    }
}

/// A line of explanation, if there is something to explain.
pub fn explained(hint: &str, theme: &Theme) -> Option<Line<'static>> {
    (!hint.is_empty()).then(|| Ink::new(theme).put(Role::Faint, hint).line())
}

/// What is said behind a row that is begun: on its line where it fits, else below, indented, in as many lines as it takes
/// out of the spare ones; cut at the end of its line where they do not suffice.
fn behind(
    mut ink: Ink<'_>,
    said: &str,
    spare: &mut usize,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let rest = columns.saturating_sub(ink.width() + 2);
    if said.is_empty() {
        return vec![ink.line()];
    }
    let below = wrap(said, columns.saturating_sub(INDENT).max(1));
    if width(said) <= rest || below.len() > *spare {
        if rest < SCRAP {
            return vec![ink.line()];
        }
        ink.add(Role::Faint, &format!("  {}", cut(said, rest)));
        return vec![ink.line()];
    }
    *spare -= below.len();
    let indented = |part: &String| {
        let ink = Ink::new(theme).text(&" ".repeat(INDENT));
        ink.put(Role::Faint, part).line()
    };
    let mut lines = vec![ink.line()];
    lines.extend(below.iter().map(indented));
    lines
}

/// In fewer columns nothing can be read.
const SCRAP: usize = 6;

/// The columns before what stands below a row.
const INDENT: usize = 6;

/// "AGI save  d20  8 or less  40%".
pub fn throw_line(roll: &Roll, theme: &Theme) -> Line<'static> {
    let mut ink = Ink::new(theme)
        .text(&format!("{}  ", roll.what))
        .put(Role::Turn, &dice_text(roll));
    let need = roll.need_text();
    if need.is_empty() {
        let (least, most) = (
            roll.dice.least().saturating_add(roll.bonus.total()),
            roll.dice.most().saturating_add(roll.bonus.total()),
        );
        ink.add(Role::Faint, &format!("  {least} to {most}"));
    } else {
        ink.add(Role::Text, &format!("  {need}"));
    }
    if let Some(chance) = roll.chance() {
        ink.add(Role::Title, &format!("  {}", percent(chance)));
    }
    ink.line()
}

/// Dice with the sum of what is added: "d20+5".
fn dice_text(roll: &Roll) -> String {
    match roll.bonus.total() {
        0 => roll.dice.to_string(),
        bonus if bonus > 0 => format!("{}+{bonus}", roll.dice),
        bonus => format!("{}{bonus}", roll.dice),
    }
}

/// A chance in whole percent, where 0 and 100 mean never and always.
pub fn percent(chance: f64) -> String {
    let percent = (chance * 100.0).round();
    if chance > 0.0 && percent < 1.0 {
        "under 1%".to_owned()
    } else if chance < 1.0 && percent > 99.0 {
        "over 99%".to_owned()
    } else {
        format!("{percent}%")
    }
}

/// What is added to the dice and what the need is made of, where there is more than a number to say.
pub fn causes(roll: &Roll, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if !roll.bonus.is_empty() {
        lines.push(cause("adds", &roll.bonus, theme));
    }
    if roll.reasons.parts.len() > 1 {
        lines.push(cause("needs", &roll.reasons, theme));
    }
    lines
}

fn cause(word: &str, tally: &Tally, theme: &Theme) -> Line<'static> {
    Ink::new(theme)
        .put(Role::Faint, &format!("{word} "))
        .text(&tally.to_string())
        .line()
}

/// A field being typed into, with what Enter takes while it is empty.
fn field(
    content: &mut PromptContent,
    line: &Edit,
    preset: &str,
    hint: &str,
    theme: &Theme,
    columns: usize,
) {
    let hint_width = width(hint) + 5;
    let room = columns
        .saturating_sub(if columns > hint_width + 12 {
            hint_width
        } else {
            4
        })
        .clamp(4, 40);
    let (shown, cursor) = line.view(room);
    let mut ink = Ink::new(theme).put(Role::Turn, "[ ");
    if line.is_empty() && !preset.is_empty() {
        ink.add(Role::Faint, &pad(preset, room.min(width(preset).max(6))));
    } else {
        ink.add(Role::Title, &pad(shown, room.min(width(shown).max(6) + 1)));
    }
    ink.add(Role::Turn, " ]");
    content.row = content.lines.len();
    content.cursor = Some((content.lines.len(), 2 + cursor));
    let mut spare = content.room.saturating_sub(content.lines.len() + 1);
    let lines = behind(ink, hint, &mut spare, theme, columns);
    content.lines.extend(lines);
}

/// Columns that faces typed into a row of several throws have at most.
const FACES: usize = 8;

/// Columns in which a name and what is thrown for can still be told.
const READABLE: usize = 32;

/// Several throws as a table: those typed, those still asked for, those the program throws.
fn throws(
    content: &mut PromptContent,
    rows: &[DiceRow],
    ask: &Ask,
    now: &Encounter,
    theme: &Theme,
    columns: usize,
) {
    // Who throws says enough where all throw for the same, once each.
    let alike = rows.windows(2).all(|two| {
        let [one, next] = [&two[0].roll, &two[1].roll];
        one.what == next.what && one.who != next.who
    });
    let name = |roll: &Roll| match roll.who.and_then(|id| now.find(id).map(|one| (id, one))) {
        Some((id, one)) if alike => format!("{} {}", id.letter(), one.name),
        Some((id, one)) => format!("{} {} · {}", id.letter(), one.name, roll.what),
        None => roll.what.clone().into_owned(),
    };
    let tail_as = |roll: &Roll, brief: bool| {
        let chance = roll.chance().map(percent).unwrap_or_default();
        let mut need = roll.need_text();
        if brief {
            need = need.replace(" or more", "+");
        }
        match need {
            need if !need.is_empty() => format!("  {need}  {chance}"),
            _ if roll.bonus.is_empty() => String::new(),
            _ => format!("  {}", roll.bonus),
        }
    };
    let widest = |of: &dyn Fn(&Roll) -> String| {
        let widths = rows.iter().map(|row| width(&of(&row.roll)));
        widths.max().unwrap_or(0)
    };
    let dice = widest(&|roll: &Roll| dice_text(roll));
    // As many digits as the faces can have, and a space before each.
    let faces = |dice: &Dice| {
        let digits = |die: usize| dice.sides_of(die).to_string().len() + 1;
        (0..dice.count()).map(digits).take(FACES).sum::<usize>()
    };
    let typed = rows.iter().map(|row| faces(&row.roll.dice)).max();
    let typed = typed.unwrap_or(0).clamp(4, FACES);
    let room = |brief: bool| {
        columns.saturating_sub(9 + dice + typed + widest(&|roll: &Roll| tail_as(roll, brief)))
    };
    // What is needed is said briefly before a name gives way to it; a name gives way where that spares a line and leaves it
    // readable.
    let brief = widest(&name) > room(false);
    let room = room(brief);
    let room = if room < READABLE { columns / 2 } else { room };
    let names = widest(&name).min(room);
    // As wide as the field in which faces are typed, so that what is behind stands in a column.
    let widest_faces = rows.iter().filter_map(|row| row.faces.as_deref());
    let widest_faces = widest_faces
        .map(|faces| width(&faces_text(faces)) + 2)
        .max();
    let fallen = (typed + 4).max(widest_faces.unwrap_or(0));
    let marked = ask.mark.place(rows);
    for (place, DiceRow { roll, faces, .. }) in rows.iter().enumerate() {
        let here = marked == Some(place);
        let sign = if here { theme.symbols().selected } else { " " };
        let role = if here { Role::Turn } else { Role::Text };
        let mut ink = Ink::new(theme)
            .put(Role::Key, sign)
            .text(" ")
            .put(role, &pad(&name(roll), names))
            .text("  ")
            .put(Role::Text, &pad(&dice_text(roll), dice + 1));
        if here && ask.mode != Mode::Modifier {
            let start = ink.width() + 2;
            let (shown, cursor) = ask.line.view(typed);
            ink.add(Role::Turn, "[ ");
            let shown = match (shown.is_empty(), faces) {
                (true, Some(faces)) => faces_text(faces),
                _ => shown.to_owned(),
            };
            ink.add(Role::Title, &pad(&shown, typed));
            ink.add(Role::Turn, " ]");
            content.cursor = Some((content.lines.len(), start + cursor));
            content.row = content.lines.len();
        } else if let Some(faces) = faces {
            ink.add(
                Role::Good,
                &pad(&format!("  {}", faces_text(faces)), fallen),
            );
        } else if now.roller(roll.who) == Roller::Asked {
            ink.add(Role::Faint, &pad("  …", fallen));
        } else {
            ink.add(Role::Faint, &pad("  rolled", fallen));
        }
        ink.add(Role::Faint, &tail_as(roll, brief));
        content.lines.extend(wrapped(ink.line(), columns));
    }
    // What there is to know of the marked one.
    let hint = marked.map_or("", |place| &rows[place].roll.hint);
    let hint = explained(hint, theme).into_iter();
    content
        .lines
        .extend(hint.flat_map(|line| wrapped(line, columns)));
    if ask.mode == Mode::Modifier {
        modifier(content, ask, theme, columns);
    }
    content.below = "type each; Enter rolls the marked one, Space all the rest · G adds".to_owned();
}

fn faces_text(faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    faces.join(" ")
}

/// One thing that has a key.
struct Item {
    key: String,
    mark: String,
    label: String,
    hint: String,
    refused: bool,
}

/// The commands that are on offer, and the letters typed so far.
pub fn offers(
    content: &mut PromptContent,
    now: &Encounter,
    offers: &[Entry],
    ask: &Ask,
    theme: &Theme,
    columns: usize,
) {
    content.below = "Enter takes the marked one".to_owned();
    let items = offer_items(offers, &ask.capitals, now);
    grid(content, &items, ask.mark.place(offers), theme, columns);
}

fn offer_items(offers: &[Entry], capitals: &Capitals, now: &Encounter) -> Vec<Item> {
    offers
        .iter()
        .map(|offer| Item {
            key: key_of(offer, offers, capitals, now),
            mark: String::new(),
            label: if offer.space {
                format!("{} · Space", offer.label)
            } else {
                offer.label.clone()
            },
            hint: offer.refused.clone().unwrap_or_else(|| offer.hint.clone()),
            refused: offer.refused.is_some(),
        })
        .collect()
}

/// The key of a menu's row: the letter of whoever goes, or of the first of a side; else the capital, with a letter where
/// several have it.
pub fn key_of(offer: &Entry, offers: &[Entry], capitals: &Capitals, now: &Encounter) -> String {
    match (offer.by_letter, whose(offer, now)) {
        (true, Some(who)) => who.letter(),
        (_, who) => {
            let capital = capitals.of_entry(offer);
            let alike = |other: &&Entry| capital.is_some() && capitals.of_entry(other) == capital;
            // A capital of several waits for the letter of one of them.
            let letter = who.filter(|_| offers.iter().filter(alike).count() > 1);
            let letter = letter.map(Id::letter).unwrap_or_default();
            let capital = capital.map(String::from).unwrap_or_default();
            capital + &letter
        }
    }
}

fn option_items(options: &[Choice], capitals: &Capitals) -> Vec<Item> {
    options
        .iter()
        .map(|option| Item {
            key: capitals
                .deed(&option.key)
                .map(String::from)
                .unwrap_or_default(),
            mark: String::new(),
            label: option.label.clone(),
            hint: option
                .refused
                .clone()
                .unwrap_or_else(|| option.hint.clone()),
            refused: option.refused.is_some(),
        })
        .collect()
}

fn pick_items(
    from: &[Id],
    picked: &[Id],
    most: usize,
    now: &Encounter,
    theme: &Theme,
) -> Vec<Item> {
    let symbols = theme.symbols();
    from.iter()
        .map(|id| Item {
            key: id.letter(),
            mark: if picked.contains(id) {
                symbols.on.to_owned()
            } else if most == 1 {
                String::new()
            } else {
                symbols.off.to_owned()
            },
            label: now
                .find(*id)
                .map(|one| one.name.clone())
                .unwrap_or_default(),
            hint: String::new(),
            refused: false,
        })
        .collect()
}

/// Items in a column, or in several where they have nothing more to say.
fn grid(
    content: &mut PromptContent,
    items: &[Item],
    row: Option<usize>,
    theme: &Theme,
    columns: usize,
) {
    content.fit(|content, spare| grid_as(content, items, row, spare, theme, columns));
}

fn grid_as(
    content: &mut PromptContent,
    items: &[Item],
    row: Option<usize>,
    mut spare: usize,
    theme: &Theme,
    columns: usize,
) {
    let keys = items.iter().map(|item| item.key.len()).max().unwrap_or(0);
    let label = items
        .iter()
        .map(|item| width(&item.label))
        .max()
        .unwrap_or(0);
    let marks = items.iter().map(|item| item.mark.len()).max().unwrap_or(0);
    let lead = 2 + keys + 1 + if marks > 0 { marks + 1 } else { 0 };
    let hinted = items.iter().any(|item| !item.hint.is_empty());
    let cell = lead + label + 2;
    let across = if hinted || items.len() < 4 || cell == 0 {
        1
    } else {
        (columns / cell).clamp(1, items.len().div_ceil(3))
    };
    let down = items.len().div_ceil(across);
    let label_room = label.min(columns.saturating_sub(lead));
    // Hints stand under one another, as far to the left as the longest needs that its row can show whole.
    let left_of = |item: &Item| columns.checked_sub(lead + 2 + width(&item.hint));
    let whole = items.iter().filter(|item| !item.hint.is_empty());
    let whole = whole.filter_map(|item| Some((left_of(item)?, width(&item.label))));
    let whole = whole.filter(|(left, own)| own <= left);
    let column_of_hints = whole.map(|(left, _)| left).min();
    let column_of_hints = column_of_hints.unwrap_or(label_room).min(label_room);
    for line in 0..down {
        let mut ink = Ink::new(theme);
        for column in 0..across {
            let place = column * down + line;
            let Some(item) = items.get(place) else {
                continue;
            };
            let here = row == Some(place);
            if here {
                content.row = content.lines.len();
            }
            let sign = if here { theme.symbols().selected } else { " " };
            ink.add(Role::Key, sign);
            ink.add(Role::Text, " ");
            let key_role = if item.refused { Role::Faint } else { Role::Key };
            ink.add(key_role, &pad(&item.key, keys));
            ink.add(Role::Text, " ");
            if marks > 0 {
                ink.add(Role::Title, &pad(&item.mark, marks + 1));
            }
            let role = if item.refused {
                Role::Faint
            } else if here {
                Role::Title
            } else {
                Role::Text
            };
            let room = match across {
                1 => column_of_hints.max(width(&item.label).min(label_room)),
                _ => label_room,
            };
            ink.add(role, &pad(&item.label, room));
            if across > 1 {
                ink.add(Role::Text, "  ");
            } else {
                let mut all = usize::MAX;
                let spare = if here { &mut all } else { &mut spare };
                let lines = behind(ink, &item.hint, spare, theme, columns);
                content.lines.extend(lines);
                ink = Ink::new(theme);
            }
        }
        if across > 1 {
            content.lines.push(ink.line());
        }
    }
}

/// The GM's modifier of a throw while it is typed.
fn modifier(content: &mut PromptContent, ask: &Ask, theme: &Theme, columns: usize) {
    let hint = "your modifier, such as 2 or -2; empty: none";
    field(content, &ask.line, "", hint, theme, columns);
}
