//! Output as plain lines for a screen reader: whole lists, no symbols that are spelled out, and nothing twice.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::{Asks, Row};
use super::{Question, Told, Wish};
use crate::text::sanitize;

/// Number of log lines of a resumed fight that are written.
const RECENT: usize = 8;

/// Writer of lines that remembers what it has written.
#[derive(Clone, Debug, Default)]
pub struct Speaker {
    kind: Asks,
    title: String,
    /// Rows of the last question of each kind.
    rows: BTreeMap<Asks, Vec<String>>,
    /// Lines of the log written so far.
    log: Vec<String>,
    /// Hints written so far.
    hints: BTreeSet<String>,
    begun: bool,
}

impl Speaker {
    /// Returns an output as lines, the question last. `wish`: the request that it answers.
    pub fn speak(&mut self, told: &Told, wish: Option<Wish>) -> Vec<String> {
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
        let (undone, log) = self.news(told);
        match undone {
            0 => {}
            1 => lines.push("Undone: one line of the log.".to_owned()),
            many => lines.push(format!("Undone: {many} lines of the log.")),
        }
        lines.extend(log.iter().skip(earlier).map(|line| plain(line)));
        lines.extend(told.state.iter().map(|line| plain(line)));
        if !told.not_saved.is_empty() {
            lines.push(format!("Not saved: {}", told.not_saved));
        }
        match &told.question {
            Some(question) => self.ask(question, wish, &mut lines),
            None if lines.is_empty() && !told.by_itself => lines.push("No change.".to_owned()),
            None => {}
        }
        lines.retain(|line| !line.trim().is_empty());
        let lines = lines.into_iter();
        lines
            .map(|line| sanitize(&line, usize::MAX).into_owned())
            .collect()
    }

    /// Returns the number of lines that were undone, and the new lines of the log. If a line has grown, only its new
    /// part is returned.
    fn news(&mut self, told: &Told) -> (usize, Vec<String>) {
        let left = self.log.len().saturating_sub(told.taken_back);
        let gone = self.log.split_off(left);
        self.log.extend(told.log.iter().cloned());
        let grown = gone.iter().zip(&told.log);
        let grown = grown.take_while(|(gone, new)| new.starts_with(gone.as_str()));
        let grown = grown.count();
        let new = told.log.iter().enumerate().map(|(place, line)| {
            let known = gone.get(place).filter(|_| place < grown);
            known.map_or(line.as_str(), |known| &line[known.len()..])
        });
        let new: Vec<String> = new.map(|line| line.trim().to_owned()).collect();
        (gone.len() - grown, new)
    }

    fn ask(&mut self, question: &Question, wish: Option<Wish>, lines: &mut Vec<String>) {
        let repeats = matches!(wish, Some(Wish::Again | Wish::Choices));
        let rows: Vec<String> = if question.choices.is_empty() {
            let rows = question.rows.iter().map(|row| plain(row));
            rows.filter(|row| !row.is_empty()).collect()
        } else {
            let shown = question.choices.iter();
            let shown = shown.filter(|row| row.possible || wish == Some(Wish::Choices));
            shown.map(|row| choice(row, question.kind)).collect()
        };
        let is_same = self.kind == question.kind && self.title == question.title;
        if !question.about.is_empty() && (!is_same || repeats) {
            lines.push(plain(&question.about));
        }
        let none = Vec::new();
        let known = match question.kind {
            // The rows of a roll belong to this roll.
            Asks::Roll | Asks::Rolls if !is_same => &none,
            kind => self.rows.get(&kind).unwrap_or(&none),
        };
        let is_new = |row: &&String| repeats || !known.contains(row);
        // A list of choices is written completely; otherwise only new rows are written.
        let is_list = !question.choices.is_empty() && rows != *known;
        let said = rows.iter().filter(|row| is_list || is_new(row));
        let said: Vec<String> = said.cloned().collect();
        let is_empty = said.is_empty() && !rows.is_empty();
        lines.extend(said);
        if is_empty && (!is_same || !question.choices.is_empty()) {
            lines.push("Same choices.".to_owned());
        }
        lines.extend(question.said.iter().map(|said| sentence(&plain(said))));
        lines.push(self.last_line(question, repeats));
        self.kind = question.kind;
        self.title.clone_from(&question.title);
        if wish != Some(Wish::Choices) {
            self.rows.insert(question.kind, rows);
        }
    }

    /// Returns the title of a question, what Enter does, and keys that were not named before.
    fn last_line(&mut self, question: &Question, repeats: bool) -> String {
        let mut line = sentence(&plain(&question.title));
        let is_new = self.hints.insert(question.hint.clone());
        let enter = plain(&question.enter);
        let hint = plain(&question.hint);
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

/// Returns a choice as text: its key, its label, and its hint.
fn choice(row: &Row, kind: Asks) -> String {
    let mut text = match row.key.as_str() {
        "" => plain(&row.label),
        key => format!("{key}: {}", plain(&row.label)),
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
    let text = text.trim_start_matches(['>', '!', '|', '#', '+', ' ']);
    let mut parts: Vec<String> = Vec::new();
    let text = text
        .replace("[x]", " yes ")
        .replace("[ ]", " no ")
        .replace("[  ]", " ");
    let text = text.replace(" · ", "  ").replace(['[', ']'], " ");
    for part in text.split("  ") {
        let words = part.split_whitespace().filter_map(word);
        let part = words.collect::<Vec<String>>().join(" ");
        let part = part.trim_matches(',').trim();
        if !part.is_empty() {
            parts.push(part.to_owned());
        }
    }
    parts.join(", ")
}

/// Returns a word without signs that a screen reader spells out; `None` if nothing is left of it.
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
            marked: false,
        };
        Question {
            kind: Asks::Menu,
            title: "Ana: what now?".to_owned(),
            choices: rows.iter().map(row).collect(),
            enter: "A attack".to_owned(),
            ..Question::default()
        }
    }

    #[test]
    fn an_unchanged_menu_is_not_repeated() {
        let mut speaker = Speaker::default();
        let mut told = |question: Option<Question>, wish| {
            let told = Told {
                question,
                ..Told::default()
            };
            speaker.speak(&told, wish).join(" | ")
        };
        let rows = [("attack", true), ("dash", false)];
        let asked = "Ana: what now? Enter: A attack.";
        assert_eq!(
            told(Some(menu(&rows)), None),
            format!("A: attack | {asked}")
        );
        assert_eq!(
            told(Some(menu(&rows)), None),
            format!("Same choices. | {asked}")
        );
        let all = told(Some(menu(&rows)), Some(Wish::Choices));
        assert_eq!(
            all,
            format!("A: attack | A: dash, not possible now | {asked}")
        );
        assert_eq!(told(None, None), "No change.");
    }
}
