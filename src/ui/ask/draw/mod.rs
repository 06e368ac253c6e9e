//! Drawing of a question: dice, target number, chance and reasons; options with their keys; input lines.

pub mod content;
mod form;
mod list;
mod names;
mod throw;

use crate::dice::Dice;
use crate::encounter::{Encounter, Need, Roller};
use crate::resolver::{DiceRow, Kind, Prompt, Roll};
use crate::text::{pad, pad_before_number, width};
use crate::ui::ask::{Ask, Mode};
use crate::ui::edit::Edit;
use crate::ui::ink::{Ink, wrapped};
use crate::ui::theme::{Role, Theme};

use self::content::{PromptContent, behind};
use self::list::{grid, option_items, pick_items};
use self::throw::{
    causes, dice_text, how_to_type, percent, short_dice_text, throw_line, understood,
};

pub use self::list::offers;
pub(crate) use self::names::short_names;
pub(crate) use self::throw::explained;

/// Adds a prompt with its unfinished answer. `again` is true if the dice were rolled before.
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
            throw(content, roll, &prompt.hint, now, theme, columns);
            let mut hint = understood(ask.line.value(), std::iter::once(&**roll), now);
            if hint.is_empty() {
                let typed = ask.line.value().trim();
                let enter = match (typed, again) {
                    ("", true) => "Enter rerolls".to_owned(),
                    ("", false) => "Enter rolls".to_owned(),
                    _ => format!("Enter sends {typed}"),
                };
                let is_refused = ask.problem.is_some();
                let many = roll.dice.count() > typed.split_whitespace().count();
                hint = if many && typed.is_empty() {
                    format!("{}; {enter}", how_to_type(roll, now))
                } else if many || is_refused {
                    how_to_type(roll, now)
                } else {
                    enter
                };
            }
            if ask.mode == Mode::Modifier {
                modifier(content, ask, &now.told(&roll.what), theme, columns);
            } else {
                field(content, &ask.line, "", &hint, theme, columns);
                content.below = if ask.is_typing() {
                    "Enter sends · G modifier".to_owned()
                } else {
                    "Enter or Space rolls · G modifier".to_owned()
                };
            }
        }
        Kind::Rolls(rows) => throws(content, rows, ask, now, theme, columns),
        Kind::Choice { options, .. } => {
            let items = option_items(options, &ask.capitals);
            grid(content, &items, ask.mark.place(options), theme, columns);
            content.below = "Enter accepts the selection".to_owned();
        }
        Kind::Pick {
            from,
            least,
            most,
            preset,
            ..
        } => {
            let picked = ask.picked.as_deref().unwrap_or(preset);
            if let (0, [only]) = (*least, from.as_slice()) {
                let word = if picked.is_empty() { "no" } else { "yes" };
                let name = now.find(*only).map_or("", |one| one.name.as_str());
                let name = short_names(name, now, columns);
                let line = Ink::new(theme)
                    .put(Role::Key, "Y")
                    .text(" yes: ")
                    .put(Role::Key, &only.letter())
                    .text(&format!(" {name}    "))
                    .put(Role::Key, "N")
                    .text(" or Space no    ")
                    .put(Role::Key, "Enter")
                    .text(&format!(" {word}"));
                content.lines.push(line.line());
                return;
            }
            let items = pick_items(from, picked, *most, now, theme);
            grid(content, &items, ask.mark.place(from), theme, columns);
            content.below = keys_of_pick((*least, *most), ask.picked.is_some(), picked.len());
        }
        Kind::Form(_) => form::compose(content, now, prompt, ask, theme, columns),
        Kind::Number {
            least,
            most,
            preset,
        } => {
            let hint = format!("{least} to {most}; Enter accepts {preset}");
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
                "Enter sends the text".to_owned()
            } else {
                format!("Enter accepts `{preset}`")
            };
            field(content, &ask.line, preset, &hint, theme, columns);
        }
        Kind::Confirm { preset } => {
            let word = if ask.confirms(*preset) { "yes" } else { "no" };
            content.lines.push(
                Ink::new(theme)
                    .put(Role::Key, "Y")
                    .text(" yes    ")
                    .put(Role::Key, "N")
                    .text(" or Space no    ")
                    .put(Role::Key, "Enter")
                    .text(&format!(" {word}"))
                    .line(),
            );
        }
    }
}

/// Returns the keys of a question for `least` to `most` combatants with `picked` combatants. Space picks none, unless
/// letters have changed the combatants or none is not allowed: then it continues like Enter.
fn keys_of_pick((least, most): (usize, usize), changed: bool, picked: usize) -> String {
    if (least, most) == (1, 1) {
        return "letters pick".to_owned();
    }
    let mut keys = if most == 1 {
        "letters pick".to_owned()
    } else {
        format!("{picked} picked · letters add or remove")
    };
    keys += match (least, changed) {
        (0, false) => " · N or Space none · Enter continues",
        (0, true) => " · N none · Enter or Space continues",
        (_, _) => " · Enter or Space continues",
    };
    keys
}

/// Adds one roll to the pane: dice, target number, chance, and their terms.
fn throw(
    content: &mut PromptContent,
    roll: &Roll,
    hint: &str,
    now: &Encounter,
    theme: &Theme,
    columns: usize,
) {
    let said = [throw_line(roll, now, theme)]
        .into_iter()
        .chain(causes(roll, theme));
    for line in said.chain(explained(hint, theme)) {
        content.lines.extend(wrapped(line, columns));
    }
}

/// Adds an input line, with the value that Enter accepts while the line is empty.
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
        ink.add(
            Role::Title,
            &pad(&shown, room.min(width(&shown).max(6) + 1)),
        );
    }
    ink.add(Role::Turn, " ]");
    content.row = content.lines.len();
    content.cursor = Some((content.lines.len(), 2 + cursor));
    let mut spare = content.room.saturating_sub(content.lines.len() + 1);
    let lines = behind(ink, hint, &mut spare, theme, columns);
    content.lines.extend(lines);
}

/// Maximum width of the results typed into a row of several rolls.
const FACES: usize = 8;

/// Minimum width for a name and the purpose of its roll.
const READABLE: usize = 32;

/// Text of a roll that Affray makes when the table is sent.
const AFFRAY_ROLLS: &str = "  Affray rolls";

/// Layout of a table of rolls.
struct Table<'a> {
    rows: &'a [DiceRow],
    now: &'a Encounter,
    /// True if all rolls have the same purpose and each combatant rolls once, so that the name suffices.
    alike: bool,
    /// True if dice and target numbers are abbreviated.
    brief: bool,
    /// Width of the names; `dice` and `typed` are the widths of the dice and of the input field.
    names: usize,
    dice: usize,
    typed: usize,
    /// Width of rolled results. This width equals the width of the field, so that the next column is aligned.
    fallen: usize,
}

impl<'a> Table<'a> {
    fn new(rows: &'a [DiceRow], now: &'a Encounter, line: &Edit, columns: usize) -> Self {
        let mut table = Self {
            rows,
            now,
            alike: rows.len() > 1
                && rows.windows(2).all(|two| {
                    let [one, next] = [&two[0].roll, &two[1].roll];
                    one.what == next.what && one.who != next.who
                }),
            brief: false,
            names: 0,
            dice: 0,
            typed: 0,
            fallen: 0,
        };
        table.dice = table.widest(dice_text);
        let rolls =
            |row: &DiceRow| row.faces.is_none() && now.roller(row.roll.who) != Roller::Typed;
        let waits = if rows.iter().any(rolls) {
            width(AFFRAY_ROLLS)
        } else {
            0
        };
        table.fallen = waits;
        // Digits of the greatest result, with a space before each result.
        let faces = |dice: &Dice| {
            let digits = |die: usize| dice.sides_of(die).to_string().len() + 1;
            (0..dice.count()).map(digits).take(FACES).sum::<usize>()
        };
        let typed = rows.iter().map(|row| faces(&row.roll.dice)).max();
        table.typed = typed.unwrap_or(0).clamp(4, FACES);
        // Dice and target numbers are abbreviated before names are cut; names are cut if that saves a line and leaves them
        // readable.
        let wanted = table.widest(|roll| table.name(roll));
        table.brief = wanted > table.room(columns);
        table.dice = table.widest(|roll| table.dice_text(roll));
        let left = table.room(columns);
        let room = if left < READABLE { columns / 2 } else { left };
        table.names = wanted.min(room);
        // A line for several rolls gets the remaining room; if the text is longer, its end is shown.
        let line = width(line.value()) + 1;
        let free = left.saturating_sub(table.names) + waits.saturating_sub(table.typed + 4);
        table.typed = line.clamp(table.typed, table.typed + free);
        let fallen = rows.iter().filter_map(|row| row.faces.as_deref());
        let fallen = fallen.map(|faces| width(&faces_text(faces)) + 2).max();
        table.fallen = (table.typed + 4).max(fallen.unwrap_or(0)).max(waits);
        table
    }

    fn widest(&self, of: impl Fn(&Roll) -> String) -> usize {
        let widths = self.rows.iter().map(|row| width(&of(&row.roll)));
        widths.max().unwrap_or(0)
    }

    /// Returns the width that is left for the names.
    fn room(&self, columns: usize) -> usize {
        let results = (self.typed + 4).max(self.fallen);
        columns.saturating_sub(5 + self.dice + results + self.widest(|roll| self.tail(roll)))
    }

    fn dice_text(&self, roll: &Roll) -> String {
        if self.brief {
            short_dice_text(roll)
        } else {
            dice_text(roll)
        }
    }

    fn name(&self, roll: &Roll) -> String {
        match roll
            .who
            .and_then(|id| self.now.find(id).map(|one| (id, one)))
        {
            Some((id, one)) if self.alike => format!("{} {}", id.letter(), one.name),
            Some((id, one)) => format!(
                "{} {} · {}",
                id.letter(),
                one.name,
                self.now.told(&roll.what)
            ),
            None => self.now.told(&roll.what).into_owned(),
        }
    }

    /// Returns the text after the results: the target number, or the bonus.
    fn tail(&self, roll: &Roll) -> String {
        let chance = roll.chance().map(percent).unwrap_or_default();
        let need = match (roll.reachable_need(), &*roll.against) {
            (Some(Need::AtLeast(need)), "") if self.brief => Some(format!("{need}+")),
            // A column of target numbers needs no "vs".
            (Some(Need::AtLeast(need)), against) if !against.is_empty() => {
                Some(format!("{against} {need}"))
            }
            (need, against) => need.map(|need| need.words(against)),
        };
        match need {
            Some(need) => format!("  {need}  {chance}"),
            None if roll.bonus.is_empty() => String::new(),
            _ => format!("  {}", roll.bonus),
        }
    }
}

/// Adds several rolls as a table: typed, pending, and rolled by Affray.
fn throws(
    content: &mut PromptContent,
    rows: &[DiceRow],
    ask: &Ask,
    now: &Encounter,
    theme: &Theme,
    columns: usize,
) {
    let table = Table::new(rows, now, &ask.line, columns);
    let marked = ask.mark.place(rows);
    for (place, DiceRow { roll, faces, .. }) in rows.iter().enumerate() {
        let here = marked == Some(place);
        let sign = if here { theme.symbols().selected } else { " " };
        let role = if here { Role::Turn } else { Role::Text };
        let mut ink = Ink::new(theme)
            .put(Role::Key, sign)
            .text(" ")
            .put(role, &pad_before_number(&table.name(roll), table.names))
            .text("  ")
            .put(Role::Text, &pad(&table.dice_text(roll), table.dice + 1));
        if here && ask.mode != Mode::Modifier {
            let start = ink.width() + 2;
            let (shown, cursor) = ask.line.view(table.typed);
            ink.add(Role::Turn, "[ ");
            let shown = match (shown.is_empty(), faces) {
                (true, Some(faces)) => faces_text(faces),
                _ => shown.into_owned(),
            };
            ink.add(Role::Title, &pad(&shown, table.typed));
            ink.add(Role::Turn, " ]");
            let missing = table.fallen.saturating_sub(table.typed + 4);
            ink.add(Role::Text, &" ".repeat(missing));
            content.cursor = Some((content.lines.len(), start + cursor));
            content.row = content.lines.len();
        } else if let Some(faces) = faces {
            ink.add(
                Role::Good,
                &pad(&format!("  {}", faces_text(faces)), table.fallen),
            );
        } else if now.roller(roll.who) == Roller::Typed {
            ink.add(Role::Faint, &pad("  …", table.fallen));
        } else {
            ink.add(Role::Faint, &pad(AFFRAY_ROLLS, table.fallen));
        }
        ink.add(Role::Faint, &table.tail(roll));
        content.lines.extend(wrapped(ink.line(), columns));
        if here && ask.mode == Mode::Modifier {
            modifier(content, ask, &table.name(roll), theme, columns);
        }
    }
    if ask.mode == Mode::Modifier {
        return;
    }
    let hint = marked.map_or("", |place| &rows[place].roll.hint);
    // Shows how typed totals are understood, or for an empty field what can be typed.
    let marked = marked.map(|place| &rows[place]);
    let typed = match marked {
        Some(row) if ask.line.is_empty() && row.faces.is_none() => {
            match how_to_type(&row.roll, now) {
                usual if usual == "type what the dice show" => String::new(),
                how => how,
            }
        }
        _ => understood(ask.line.value(), ask.rolls_from_mark(rows, now), now),
    };
    let hints = explained(hint, theme).into_iter();
    let hints = hints.chain(explained(&typed, theme));
    content
        .lines
        .extend(hints.flat_map(|line| wrapped(line, columns)));
    content.below = if ask.is_typing() {
        "Space before the next die · Enter sends the typed dice".to_owned()
    } else {
        "type results · Enter rolls this die · Space rolls the rest · G modifier".to_owned()
    };
}

fn faces_text(faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    faces.join(" ")
}

/// Adds the input line for the GM's modifier of a roll, below the dice of the roll.
fn modifier(content: &mut PromptContent, ask: &Ask, roll: &str, theme: &Theme, columns: usize) {
    let hint = format!("modifier for {roll}, such as 2 or -2 (empty: none)");
    field(content, &ask.line, "", &hint, theme, columns);
    content.below = "Enter adds the modifier to the roll, Esc returns to the dice".to_owned();
}
