//! Output as plain lines for a screen reader: lists in full, without repetition and without symbols that the reader
//! would spell out.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::{Asks, Row};
use super::entries::{Placed, Spoken};
use super::{Question, Told, Wish};
use crate::text::{capital, listed, sanitize};
use crate::ui::fight::UNDONE;

/// Number of log lines of a resumed fight that are written.
const RECENT: usize = 8;

/// Maximum number of known choices that are written completely beside new choices. If there are more, only their keys
/// are written.
const KNOWN: usize = 3;

/// Minimum number of rows of a long list. If a screen with a long list opens again, only its new rows are written.
const LONG: usize = 20;

/// Writer of lines that remembers what it has written.
#[derive(Clone, Debug, Default)]
pub struct Speaker {
    kind: Asks,
    title: String,
    /// Rows of the last question of each kind.
    rows: BTreeMap<Asks, Vec<String>>,
    /// Rows of each screen with a long list, by its title.
    screens: BTreeMap<String, Vec<String>>,
    /// Choice that was written last for each key, by kind of question.
    choices: BTreeMap<(Asks, String), String>,
    /// Rows of the last output.
    recent: Vec<String>,
    /// Lines of the log written so far.
    log: Vec<String>,
    /// Hints written so far.
    hints: BTreeSet<String>,
    begun: bool,
    /// Beginning of an automatic turn that is not written yet. The line is left out if the combatant acts.
    held: Option<Box<Spoken>>,
}

impl Speaker {
    /// Returns an output as lines, the question last. `wish` is the request that the output answers.
    pub fn speak(&mut self, told: &Told, wish: Option<&Wish>) -> Vec<String> {
        let mut lines = Vec::new();
        let is_first = !std::mem::replace(&mut self.begun, true);
        let earlier = if is_first {
            told.log.len().saturating_sub(RECENT)
        } else {
            0
        };
        if earlier > 0 {
            lines.push(format!(
                "{earlier} earlier lines of the log are not repeated."
            ));
        }
        let (undone, news) = self.news(told);
        let news = news.into_iter().skip(earlier);
        let news = self
            .held
            .take()
            .map(|held| *held)
            .into_iter()
            .chain(news)
            .collect();
        let mut log = self.shortened(news, told.question.is_none());
        // The question repeats an announcement: "Oswin attacks Robber 1 with longsword."
        if let (Some(question), Some(last)) = (&told.question, log.last())
            && plain(last) == sentence(&plain(&question.title))
        {
            log.pop();
        }
        if let Some(first) = undone.first() {
            let first = first_clause(first);
            lines.push(match undone.len() {
                1 => format!("Undone: {first}."),
                many => format!("Undone: {first}, {many} lines."),
            });
        }
        let state = told.state.iter().chain(&told.found);
        let state = state.map(|line| plain(line));
        lines.extend(state.map(|line| share(&line)));
        lines.extend(log.iter().map(|line| plain(line)));
        if !told.not_saved.is_empty() {
            lines.push(format!("Not saved: {}", told.not_saved));
        }
        match &told.question {
            Some(question) => self.ask(question, wish, &mut lines),
            None if lines.is_empty() && !told.unprompted && !told.has_input => {
                lines.push("No change.".to_owned());
            }
            None => {}
        }
        if !undone.is_empty() {
            for line in &mut lines {
                if let Some(rest) = line.strip_prefix(UNDONE) {
                    *line = rest.trim_start().to_owned();
                }
            }
        }
        lines.retain(|line| !line.trim().is_empty());
        let lines = lines.into_iter();
        lines
            .map(|line| sanitize(&line, usize::MAX).into_owned())
            .collect()
    }

    /// Returns the lines that were undone, and the new lines of the log. If a line has grown, only its new part is
    /// returned. If undo has shortened a line, the line is not new.
    fn news(&mut self, told: &Told) -> (Vec<String>, Vec<Spoken>) {
        let left = self.log.len().saturating_sub(told.undone);
        let gone = self.log.split_off(left);
        let is_data = told.entries.len() == told.log.len();
        let entries = told.entries.iter().filter(|_| is_data);
        let texts = told.log.iter().filter(|_| !is_data);
        let texts = texts.map(|text| Spoken {
            text: text.clone(),
            ..Spoken::default()
        });
        let entries = entries.map(|entry| entry.spoken.clone()).chain(texts);
        let entries: Vec<Spoken> = entries.collect();
        self.log
            .extend(entries.iter().map(|entry| entry.text.clone()));
        let new = entries.into_iter();
        if told.is_undo {
            let is_rest = |new: &Spoken| {
                let mut gone = gone.iter();
                gone.any(|was| growth(new.text.trim(), was.trim()).is_some())
            };
            let new = new.filter(|new| !is_rest(new)).collect();
            return (gone, new);
        }
        let new = new.filter(|new| {
            let is_old = gone.iter().any(|gone| gone.trim() == new.text.trim());
            !is_old || new.text.is_empty()
        });
        let part = |new: Spoken| {
            let parts = gone.iter();
            let parts = parts.filter_map(|gone| growth(gone.trim(), new.text.trim()));
            let shortest = parts.min_by_key(|part| part.len());
            let text = match (shortest, &new.actor) {
                // A clause of a merged sentence has no subject.
                (Some(part), Some(actor)) if is_clause(&new.text, part) => {
                    format!("{actor} {part}")
                }
                (part, _) => part.unwrap_or(new.text.trim()).to_owned(),
            };
            Spoken { text, ..new }
        };
        (Vec::new(), new.map(part).collect())
    }

    /// Returns the lines of new entries, shortened where a combatant acts automatically. The line that begins a turn is
    /// left out if the combatant acts in the next line; `continues` is true if this line may follow in the next output.
    fn shortened(&mut self, news: Vec<Spoken>, continues: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let mut news = news.into_iter().peekable();
        while let Some(entry) = news.next() {
            let next = news.peek();
            let is_same =
                next.is_some_and(|next| entry.actor.is_some() && next.actor == entry.actor);
            let is_before_rolls = next.is_some_and(|next| next.placed.is_some());
            if is_same && (entry.turn.is_some() || entry.is_heading && is_before_rolls) {
                continue;
            }
            if entry.turn.is_some() && next.is_none() && continues {
                self.held = Some(Box::new(entry));
                continue;
            }
            let is_repeated = next.is_some_and(|next| {
                let mut lead = entry.lead.iter();
                is_same && lead.any(|lead| next.text.starts_with(lead.as_str()))
            });
            if is_repeated {
                lines.push(entry.rest);
            } else if entry.placed.is_some() {
                let mut placed = vec![entry];
                while let Some(next) = news.next_if(|next| next.placed.is_some() || next.is_heading)
                {
                    placed.push(next);
                }
                lines.extend(places(&placed));
            } else {
                let mut alike = vec![entry];
                while let Some(next) = news.next_if(|next| is_alike(&alike[0], next)) {
                    alike.push(next);
                }
                lines.push(joined(&alike));
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }

    fn ask(&mut self, question: &Question, wish: Option<&Wish>, lines: &mut Vec<String>) {
        let repeats = matches!(wish, Some(Wish::Again | Wish::Choices));
        let rows: Vec<String> = if question.choices.is_empty() {
            let rows = question.rows.iter().map(|row| keyed(row, question.kind));
            rows.filter(|row| !row.is_empty()).collect()
        } else {
            let shown = question.choices.iter();
            let shown = shown.filter(|row| row.possible || wish == Some(&Wish::Choices));
            shown.map(|row| choice(row, question)).collect()
        };
        let is_same = self.kind == question.kind && self.title == question.title;
        let is_reopened = question.kind == Asks::Screen && !is_same && !repeats;
        let earlier = self.screens.get(&question.title).filter(|_| is_reopened);
        let earlier = earlier.filter(|earlier| {
            let new = |known: &[String]| rows.iter().filter(|row| !known.contains(row)).count();
            let last = self.rows.get(&question.kind).map_or(&[][..], Vec::as_slice);
            new(last) > LONG && 2 * new(earlier) < rows.len()
        });
        let earlier = earlier.cloned();
        if !question.about.is_empty() && (!is_same || repeats) {
            lines.push(plain(&question.about));
        }
        let none = Vec::new();
        let known = match question.kind {
            // The rows of a roll belong to this roll.
            Asks::Roll | Asks::Rolls if !is_same => &none,
            Asks::Screen if earlier.is_some() => earlier.as_ref().unwrap_or(&none),
            kind => self.rows.get(&kind).unwrap_or(&none),
        };
        // The form before a roll has announced its dice.
        let is_announced =
            |row: &String| question.kind == Asks::Roll && !is_same && self.recent.contains(row);
        let is_new = |row: &&String| repeats || !(known.contains(row) || is_announced(row));
        let (said, keys) = if question.choices.is_empty() {
            (rows.iter().filter(is_new).cloned().collect(), Vec::new())
        } else if rows == *known && !repeats {
            (Vec::new(), Vec::new())
        } else {
            self.new_choices(question, &rows, repeats)
        };
        let is_empty = said.is_empty() && keys.is_empty() && !rows.is_empty();
        let is_typed = question.kind == Asks::Rolls && is_same && !repeats;
        let shortened = |row: &String| typed_roll(row).filter(|_| is_typed);
        lines.extend(
            said.iter()
                .map(|row| shortened(row).unwrap_or_else(|| row.clone())),
        );
        if !keys.is_empty() {
            lines.push(format!("As before: {}.", keys.join(", ")));
        }
        let is_list = !is_same || !question.choices.is_empty();
        if earlier.is_some() {
            let told = if said.is_empty() {
                "Same list."
            } else {
                "The other rows are the same."
            };
            lines.push(told.to_owned());
        } else if is_empty && is_list && !matches!(question.kind, Asks::Roll | Asks::Over) {
            lines.push("Same choices.".to_owned());
        }
        let title = sentence(&plain(&question.title));
        let texts = question.said.iter().map(|said| sentence(&plain(said)));
        lines.extend(texts.map(|text| match text.strip_prefix(&title) {
            Some(rest) => rest.trim().to_owned(),
            None => text,
        }));
        lines.push(self.last_line(question, &said, repeats));
        self.recent.clone_from(&rows);
        self.kind = question.kind;
        self.title.clone_from(&question.title);
        if wish != Some(&Wish::Choices) {
            if question.kind == Asks::Screen && rows.len() > LONG {
                self.screens.insert(question.title.clone(), rows.clone());
            }
            self.rows.insert(question.kind, rows);
        }
    }

    /// Returns the choices that are written completely, and the keys of the choices that were written before.
    fn new_choices(
        &mut self,
        question: &Question,
        rows: &[String],
        repeats: bool,
    ) -> (Vec<String>, Vec<String>) {
        let keys: Vec<String> = rows.iter().map(|row| key_of(row)).collect();
        let is_known = |(row, key): &(&String, &String)| {
            let slot = (question.kind, (*key).clone());
            !key.is_empty() && self.choices.get(&slot) == Some(*row)
        };
        let known: Vec<bool> = rows.iter().zip(&keys).map(|one| is_known(&one)).collect();
        let is_short = known.iter().filter(|known| **known).count() <= KNOWN;
        let mut said = Vec::new();
        let mut named = Vec::new();
        for ((row, key), known) in rows.iter().zip(keys).zip(known) {
            if known && !is_short && !repeats {
                named.push(key);
            } else {
                said.push(row.clone());
                self.choices.insert((question.kind, key), row.clone());
            }
        }
        (said, named)
    }

    /// Returns the title of a question, what Enter does, and keys that were not named before. `said` contains the rows
    /// that were just written.
    fn last_line(&mut self, question: &Question, said: &[String], repeats: bool) -> String {
        let mut line = sentence(&plain(&question.title));
        let is_new = self.hints.insert(question.hint.clone());
        let enter = match question.choices.iter().find(|row| row.marked) {
            Some(row) if question.kind != Asks::Pick => {
                let (label, _) = spaced(row, question);
                let row = choice(row, question);
                match row.split_once(&label) {
                    Some((_, note)) if !said.contains(&row) => format!("{label}{note}"),
                    _ => label,
                }
            }
            _ if question.kind == Asks::Rolls => roller(&question.enter),
            _ => keyed(&question.enter, question.kind),
        };
        let hint = capital(&plain(&question.hint));
        // Enter sends a form, whichever row is marked. In a selection the hint names Enter.
        let names_row = !matches!(
            question.kind,
            Asks::Form | Asks::Pick | Asks::Over | Asks::Typing
        );
        if names_row && !enter.is_empty() {
            line = format!("{line} Enter: {}", sentence(&enter));
        }
        let explains = match question.kind {
            Asks::Menu | Asks::Choice => enter.is_empty(),
            Asks::Form => question.hint != "Enter sends" || is_new,
            Asks::Over => false,
            _ => is_new || repeats,
        };
        if explains && !hint.is_empty() {
            line = format!("{line} {}", sentence(&hint));
        }
        line
    }
}

/// Returns rolls that place combatants in an order as one line, followed by the other sentences of their lines:
/// "Initiative: Orc: 12, 9; Rat: 4."
fn places(entries: &[Spoken]) -> Vec<String> {
    let all = entries.iter().filter_map(|entry| entry.placed.as_ref());
    let all: Vec<&Placed> = all.collect();
    if let [one] = all.as_slice() {
        return vec![one.alone.clone()];
    }
    let mut rolls: Vec<(&str, Vec<String>)> = Vec::new();
    let mut purposes = BTreeSet::new();
    for placed in all {
        purposes.insert(placed.purpose.split(',').next().unwrap_or_default());
        match rolls.last_mut() {
            Some((last, totals)) if *last == placed.name => totals.push(placed.total.to_string()),
            _ => rolls.push((&placed.name, vec![placed.total.to_string()])),
        }
    }
    let purpose = match purposes.first() {
        Some(purpose) if purposes.len() == 1 && !purpose.is_empty() => capital(purpose),
        _ => "Rolled".to_owned(),
    };
    let rolls = rolls
        .iter()
        .map(|(name, totals)| format!("{name}: {}", totals.join(", ")));
    let rolls = rolls.collect::<Vec<String>>().join("; ");
    let rest = entries.iter().filter(|entry| !entry.is_heading);
    let rest = rest.map(|entry| entry.text.clone());
    std::iter::once(format!("{purpose}: {rolls}."))
        .chain(rest)
        .collect()
}

/// Returns the text before and after the only occurrence of the acting combatant's name.
fn around(entry: &Spoken) -> Option<(&str, &str)> {
    let name = entry.actor.as_deref()?;
    let (before, after) = entry.text.split_once(name)?;
    (!after.contains(name)).then_some((before, after))
}

/// Returns `true` if two lines differ only in the combatant who acts automatically.
fn is_alike(one: &Spoken, other: &Spoken) -> bool {
    let is_plain = other.placed.is_none() && other.turn.is_none() && one.turn.is_none();
    let alike = around(one).filter(|_| is_plain && one.actor != other.actor);
    alike.is_some() && alike == around(other)
}

/// Returns one line for lines that differ only in the acting combatant: "Orc 1 and Orc 2: dodges."
fn joined(entries: &[Spoken]) -> String {
    let (one, around) = (&entries[0], around(&entries[0]));
    match around {
        Some((before, after)) if entries.len() > 1 => {
            let names: Vec<&str> = entries
                .iter()
                .filter_map(|entry| entry.actor.as_deref())
                .collect();
            let colon = if after.starts_with([':', ',']) {
                ""
            } else {
                ":"
            };
            format!("{before}{}{colon}{after}", listed(&names))
        }
        _ => one.text.clone(),
    }
}

/// Returns the first sentence of a log line without its reasons and its full stop.
fn first_clause(line: &str) -> String {
    let line = plain(line);
    let first = line.split(" (").next().unwrap_or_default();
    let first = first.split(". ").next().unwrap_or_default();
    first.trim_end_matches(['.', ':']).to_owned()
}

/// Returns the part of a log line from its first change on, if the line has grown; `None` if it is another line. The
/// reason for an automatic decision stays at the end of a line: "Ana attacks Rat (auto)." becomes "Ana attacks Rat: 14 vs
/// AC 12, hit (auto)."
fn growth<'a>(was: &str, is: &'a str) -> Option<&'a str> {
    let without_reason = was.split(" (auto").next().unwrap_or(was);
    let rest = is.strip_prefix(without_reason.trim_end_matches('.'))?;
    let is_longer_word = rest.starts_with(|c: char| c.is_alphanumeric());
    (!is_longer_word).then(|| {
        rest.trim_start_matches(['.', ':', ',', ';', ' '])
            .trim_end()
    })
}

/// Returns `true` if the last part of a line follows a semicolon.
fn is_clause(line: &str, part: &str) -> bool {
    let before = line.trim().strip_suffix(part);
    before.is_some_and(|before| before.trim_end().ends_with(';'))
}

/// Returns a row of the state with the share of hit points in words: "5 of 12 a Maren".
fn share(row: &str) -> String {
    let is_share = row.split_whitespace().next().is_some_and(|first| {
        let mut sides = first.split('/').map(|side| side.parse::<i64>().is_ok());
        sides.next() == Some(true) && sides.next() == Some(true)
    });
    if is_share {
        row.replacen('/', " of ", 1)
    } else {
        row.to_owned()
    }
}

/// Returns a row of a question as text. A key at the beginning of the row, or of a part of a form's row, has a colon.
fn keyed(row: &str, kind: Asks) -> String {
    let is_key = |word: &str| match kind {
        Asks::Form => word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase()),
        Asks::Rolls => word.len() <= 2 && word.chars().all(|c| c.is_ascii_lowercase()),
        _ => false,
    };
    let text = plain(row);
    let parts = text.split(", ").map(|part| match part.split_once(' ') {
        Some((key, rest)) if is_key(key) && !rest.ends_with('.') => format!("{key}: {rest}"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<String>>().join(", ")
}

/// Returns the key of a written choice; "" if the choice has no key.
fn key_of(row: &str) -> String {
    let key = row.split_once(": ").map_or("", |(key, _)| key);
    let is_key = key.chars().count() <= 2 || key.ends_with("Space");
    if is_key { key } else { "" }.to_owned()
}

/// Returns the beginning of a row of dice, before the dice: who rolls, and for what.
fn roller(row: &str) -> String {
    let row = plain(row);
    let row = row.split_once(' ').map_or(row.as_str(), |(_, rest)| rest);
    let parts = row.split(", ").take_while(|part| !is_dice(part));
    parts.collect::<Vec<&str>>().join(", ")
}

fn is_dice(part: &str) -> bool {
    let count = part.trim_start_matches(|c: char| c.is_ascii_digit());
    let faces = count.strip_prefix('d');
    faces.is_some_and(|faces| faces.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns a row of dice with its typed result in brief: "a: Hild: 14"; `None` if the row has no typed result.
fn typed_roll(row: &str) -> Option<String> {
    let parts: Vec<&str> = row.split(", ").collect();
    let dice = parts.iter().position(|part| is_dice(part))?;
    let result = parts.get(dice + 1)?;
    let is_result = result.split(' ').all(|face| face.parse::<i64>().is_ok());
    let of = parts[..dice].join(", ");
    let of = of.split_once(": ").map_or(of.as_str(), |(_, of)| of);
    is_result.then(|| format!("{of}: {result}."))
}

/// Returns the label of a choice without the name in the question and without "(Space)", and its keys.
fn spaced(row: &Row, question: &Question) -> (String, String) {
    let label = plain(&row.label);
    let (label, key) = match label.strip_suffix(" (Space)") {
        Some(label) if row.key.is_empty() => (label.to_owned(), "Space".to_owned()),
        Some(label) => (label.to_owned(), format!("{} or Space", row.key)),
        None => (label, row.key.clone()),
    };
    let own = label.split_once(": ").filter(|(name, _)| {
        let mut before = question.title.split(*name);
        // The question may name another combatant whose name begins with this name.
        let behind = before.nth(1);
        behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
    });
    let label = own.map_or(label.as_str(), |(_, label)| label).to_owned();
    (label, key)
}

/// Returns a choice as text: its key, its label, and its hint.
fn choice(row: &Row, question: &Question) -> String {
    let kind = question.kind;
    let (label, key) = spaced(row, question);
    let mut text = match key.as_str() {
        "" => label,
        key => format!("{key}: {label}"),
    };
    if !row.possible {
        text.push_str(", not possible now");
    }
    if kind == Asks::Pick && row.marked {
        text.push_str(", selected");
    }
    if !row.note.is_empty() {
        text = format!("{text}, {}", plain(&row.note));
    }
    text
}

/// Returns a text with a full stop, unless it ends with a punctuation mark.
fn sentence(text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text if text.ends_with(['.', '?', '!', ':']) => text.to_owned(),
        text => format!("{text}."),
    }
}

/// Returns a text without signs that a screen reader spells out. Columns become parts between commas.
pub fn plain(text: &str) -> String {
    // An empty input line repeats the hint on what can be typed.
    if text.starts_with("[  ]") {
        return String::new();
    }
    // A screen reader does not read the signs of two keys.
    let key = [("+  ", "plus  "), ("-  ", "minus  ")].into_iter();
    let mut key =
        key.filter_map(|(sign, word)| Some(format!("{word}{}", text.strip_prefix(sign)?)));
    let named = key.next();
    let text = named.as_deref().unwrap_or(text);
    let text = text.trim_start_matches(['>', '!', '|', '#', '+', ' ']);
    let mut parts: Vec<String> = Vec::new();
    let text = text
        .replace("[x]", " yes ")
        .replace("[ ]", " no ")
        .replace("[  ]", " ");
    let text = text.replace(" · ", "  ").replace(['[', ']'], " ");
    let text = text.replace('`', "");
    for part in text.split("  ") {
        let all: Vec<&str> = part.split_whitespace().collect();
        let words = all.iter().enumerate().filter_map(|(place, one)| {
            // At the end of a part, the sign is the name of a key.
            let is_key = *one == "=" && place > 0 && place + 1 == all.len();
            if is_key {
                Some("=".to_owned())
            } else {
                word(one)
            }
        });
        let part = words.collect::<Vec<String>>().join(" ");
        let part = part.trim_matches(',').trim();
        if !part.is_empty() {
            parts.push(part.to_owned());
        }
    }
    parts.join(", ")
}

/// Returns a word without signs that a screen reader spells out; `None` if nothing remains.
fn word(word: &str) -> Option<String> {
    let is_bar = |c: char| ('\u{2500}'..='\u{259f}').contains(&c);
    let told = match word {
        "→" | "->" => "to".to_owned(),
        "=" => "is".to_owned(),
        "×" | "·" | "|" | "…" | ">" | "#" | "✓" => String::new(),
        word => word.replace(is_bar, "").replace(['…', '✓', '→'], ""),
    };
    Some(told).filter(|told| !told.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_symbols_that_a_screen_reader_spells_out() {
        for (shown, spoken) in [
            ("> W attack  bite", "W attack, bite"),
            ("Non-lethal  [ ]", "Non-lethal, no"),
            (
                "Ash wyrm: 11 → 2 HP (d8 6 + 3).",
                "Ash wyrm: 11 to 2 HP (d8 6 + 3).",
            ),
            (
                "Tansy: 4 of 6 seconds left ████░░",
                "Tansy: 4 of 6 seconds left",
            ),
            ("b Oswin  d20+4  …", "b Oswin, d20+4"),
            ("3 × Robber  11 hit points", "3 Robber, 11 hit points"),
            ("[  ]  type what the dice show; Enter rolls", ""),
            ("! Z does nothing here", "Z does nothing here"),
            ("`Z` does nothing here", "Z does nothing here"),
            ("F3 =  sheet", "F3 =, sheet"),
            ("bonus = 2", "bonus is 2"),
            ("+  next value", "plus, next value"),
            ("-  one fewer", "minus, one fewer"),
        ] {
            assert_eq!(plain(shown), spoken);
        }
    }

    fn menu(rows: &[(&str, bool)]) -> Question {
        let row = |(label, possible): &(&str, bool)| Row {
            key: "A".to_owned(),
            label: (*label).to_owned(),
            note: String::new(),
            possible: *possible,
            marked: *label == "attack",
        };
        Question {
            kind: Asks::Menu,
            title: "What does Ana do?".to_owned(),
            choices: rows.iter().map(row).collect(),
            enter: "A attack".to_owned(),
            ..Question::default()
        }
    }

    #[test]
    fn an_unchanged_menu_is_not_repeated() {
        let mut speaker = Speaker::default();
        let mut told = |question: Option<Question>, wish: Option<&Wish>| {
            let told = Told {
                question,
                ..Told::default()
            };
            speaker.speak(&told, wish).join(" | ")
        };
        let rows = [("attack", true), ("dash", false)];
        let asked = "What does Ana do? Enter: attack.";
        assert_eq!(
            told(Some(menu(&rows)), None),
            format!("A: attack | {asked}")
        );
        assert_eq!(
            told(Some(menu(&rows)), None),
            format!("Same choices. | {asked}")
        );
        let all = told(Some(menu(&rows)), Some(&Wish::Choices));
        assert_eq!(
            all,
            format!("A: attack | A: dash, not possible now | {asked}")
        );
        assert_eq!(told(None, None), "No change.");
        let ends_turn = Told {
            has_input: true,
            ..Told::default()
        };
        assert_eq!(Speaker::default().speak(&ends_turn, None), [""; 0]);
    }

    /// Menu of a combatant with these keys and labels.
    fn turn(who: &str, rows: &[(&str, &str)]) -> Told {
        let row = |(key, label): &(&str, &str)| Row {
            key: (*key).to_owned(),
            label: label.replace('@', who),
            note: String::new(),
            possible: true,
            marked: *key == "A",
        };
        let question = Question {
            kind: Asks::Menu,
            title: format!("What does {who} do?"),
            choices: rows.iter().map(row).collect(),
            ..Question::default()
        };
        Told {
            question: Some(question),
            ..Told::default()
        }
    }

    #[test]
    fn known_choices_are_repeated_by_key_alone() {
        let rows = [
            ("A", "@: attack"),
            ("D", "dash"),
            ("O", "dodge"),
            ("M", "move"),
            ("", "@ is done (Space)"),
        ];
        let mut speaker = Speaker::default();
        let mut told = |who, rows: &[(&str, &str)]| speaker.speak(&turn(who, rows), None);
        let first = [
            "A: attack",
            "D: dash",
            "O: dodge",
            "M: move",
            "Space: Ana is done",
            "What does Ana do? Enter: attack.",
        ];
        assert_eq!(told("Ana", &rows), first);
        // A short list is repeated.
        let after = ["M: move", "Space: Ana is done", "What does Ana do?"];
        assert_eq!(told("Ana", &rows[3..]), after);
        let next = [
            "Space: Ben is done",
            "As before: A, D, O, M.",
            "What does Ben do? Enter: attack.",
        ];
        assert_eq!(told("Ben", &rows), next);
        // A key with another meaning is explained again, and so is its old meaning after that.
        let other = [("A", "aim"), rows[1], rows[2], rows[3], ("E", "end")];
        let told_other = told("Ben", &other);
        assert_eq!(told_other[0], "A: aim");
        assert_eq!(told("Ben", &rows)[0], "A: attack");
    }

    #[test]
    fn only_the_new_part_of_a_changed_log_is_written() {
        let mut speaker = Speaker::default();
        let mut told = |undone: usize, is_undo: bool, log: &[&str]| {
            let told = Told {
                undone,
                is_undo,
                log: log.iter().map(|line| (*line).to_owned()).collect(),
                ..Told::default()
            };
            speaker.speak(&told, None).join(" | ")
        };
        let attack = "Ana attacks Rat 1 (auto: weakest target).";
        assert_eq!(told(0, false, &[attack]), attack);
        let hit = "Ana attacks Rat 1: 14 vs AC 12, hit (auto: weakest target).";
        let grown = told(1, false, &[hit, "Rat 1 is dead."]);
        assert_eq!(
            grown,
            "14 vs AC 12, hit (auto: weakest target). | Rat 1 is dead."
        );
        // A ruling during an attack is listed before the line of the attack.
        let ruled = told(1, false, &["GM ruling: damage.", "Rat 1 is dead."]);
        assert_eq!(ruled, "GM ruling: damage.");
        let undone = told(1, true, &[]);
        assert_eq!(undone, "Undone: Rat 1 is dead.");
        // An undone roll shortens the line of its attack, and the short line is not repeated.
        let missed = "Ana attacks Rat 1: 3 vs AC 12, missed (d20 1 + 2). Rat 1 dodges.";
        told(0, false, &[missed, "Ana moves."]);
        let undone = told(2, true, &["Ana attacks Rat 1."]);
        assert_eq!(
            undone,
            "Undone: Ana attacks Rat 1: 3 vs AC 12, missed, 2 lines."
        );
    }

    #[test]
    fn a_long_list_that_opens_again_is_not_repeated() {
        let mut speaker = Speaker::default();
        let mut told = |title: &str, rows: &[String], wish: Option<&Wish>| {
            let question = Question {
                title: title.to_owned(),
                rows: rows.to_vec(),
                ..Question::default()
            };
            let told = Told {
                question: Some(question),
                ..Told::default()
            };
            speaker.speak(&told, wish)
        };
        let mut rows: Vec<String> = (0..=LONG).map(|place| format!("fight {place}")).collect();
        let all = rows.len() + 1;
        assert_eq!(told("Fights", &rows, None).len(), all);
        told("Set-up", &["title".to_owned()], None);
        assert_eq!(told("Fights", &rows, None), ["Same list.", "Fights."]);
        told("Set-up", &["title".to_owned()], None);
        rows.push("new fight".to_owned());
        assert_eq!(
            told("Fights", &rows, None),
            ["new fight", "The other rows are the same.", "Fights."]
        );
        assert_eq!(told("Fights", &rows, Some(&Wish::Again)).len(), all + 1);
    }

    #[test]
    fn the_roll_of_a_form_does_not_repeat_the_dice_of_the_form() {
        let mut speaker = Speaker::default();
        let mut told = |kind, title: &str, rows: &[&str], log: &[&str]| {
            let question = Question {
                kind,
                title: title.to_owned(),
                rows: rows.iter().map(|row| (*row).to_owned()).collect(),
                hint: "Enter sends".to_owned(),
                ..Question::default()
            };
            let told = Told {
                question: Some(question),
                log: log.iter().map(|line| (*line).to_owned()).collect(),
                ..Told::default()
            };
            speaker.speak(&told, None).join(" | ")
        };
        let dice = "attack: d20+6 vs AC 12  75%";
        let form = told(Asks::Form, "Ana: attack", &["W attack  axe", dice], &[]);
        assert_eq!(
            form,
            "W: attack, axe | attack: d20+6 vs AC 12, 75% | Ana: attack. Enter sends."
        );
        // The announcement in the log is the title of the roll.
        let roll = told(
            Asks::Roll,
            "Ana attacks Ben",
            &[dice],
            &["Ana attacks Ben."],
        );
        assert_eq!(roll, "Ana attacks Ben.");
        let rolls = ["> a Ana  d20+1  …", "  b Ben  d20+2  …"];
        let told = told(Asks::Rolls, "Initiative", &rolls, &[]);
        assert_eq!(told, "a: Ana, d20+1 | b: Ben, d20+2 | Initiative.");
        assert_eq!(
            roller("a Ana  longbow at Ben  d20+1  …"),
            "Ana, longbow at Ben"
        );
        let typed = typed_roll("a: Ana, longbow at Ben, d20+1, 14, AC 15, 60%");
        assert_eq!(typed.as_deref(), Some("Ana, longbow at Ben: 14."));
        assert_eq!(typed_roll("a: Ana, d20+1, rolled"), None);
    }
}
