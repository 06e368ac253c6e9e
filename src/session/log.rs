//! Log of a fight grouped by round: as Markdown for people, as data for programs.

use serde::Serialize;

use super::Session;
use super::players_view::{Players, Readers, is_players_own};
use super::recap::Recap;
use crate::encounter::{Encounter, Line};
use crate::rules::{System, states};
use crate::text;
use crate::values::Id;

/// Log of a fight as data; [`markdown`] writes it as a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Log {
    /// Title of the fight.
    pub title: String,
    /// Key of the fight's rule system.
    pub system: String,
    /// GM's notes on the fight; empty for players.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Present and former combatants.
    pub combatants: Vec<Standing>,
    /// Events, one part for each round.
    pub parts: Vec<Part>,
    /// Summary of the fight.
    pub recap: Recap,
}

/// State of a combatant when the log is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub name: String,
    pub side: String,
    /// State in words, with hit points if the readers may see them.
    pub state: String,
}

/// Lines of a log under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Heading of the part, such as "Round 3"; "" before the first round.
    pub heading: String,
    pub lines: Vec<Said>,
}

/// Line of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Said {
    pub text: String,
    /// Indentation below the action that the line belongs to; 0 for the action itself.
    pub depth: usize,
}

impl Log {
    /// Creates the log of a fight for these readers.
    pub fn of(session: &Session, readers: Readers) -> Self {
        let now = session.now();
        let seen = |id: &Id| readers == Readers::GameMaster || !now.get(*id).hidden;
        let players = (readers == Readers::Players).then(|| Players::of(session));
        let told = |text: &str| match &players {
            Some(players) => players.named_for_players(text),
            None => text.to_owned(),
        };
        let combatants = now.ids().filter(seen).map(|id| Standing {
            name: told(now.name(id)),
            side: told(now.side_name(now.get(id).side)),
            state: told(&state(session.system(), now, id, readers)),
        });
        let lines = match &players {
            Some(players) => players.lines(),
            None => [
                session.earlier_lines(),
                session.lines(),
                &session.live_lines(),
            ]
            .concat(),
        };
        let mut parts: Vec<Part> = Vec::new();
        for line in lines {
            if line.heading || parts.is_empty() {
                parts.push(Part::default());
            }
            if let Some(part) = parts.last_mut() {
                if line.heading {
                    heading(&line).clone_into(&mut part.heading)
                } else {
                    part.lines.push(Said {
                        text: line.text,
                        depth: line.depth,
                    })
                }
            }
        }
        let notes = match readers {
            Readers::GameMaster => now.notes.to_string(),
            Readers::Players => String::new(),
        };
        Self {
            title: now.title.to_string(),
            system: session.system().key().to_owned(),
            notes,
            combatants: combatants.collect(),
            parts,
            recap: Recap::of(session, readers),
        }
    }
}

/// Returns the log of a fight as a Markdown page.
pub fn markdown(session: &Session, readers: Readers) -> String {
    let log = Log::of(session, readers);
    let mut page = format!("# {}\n", escaped(&log.title));
    page += "\n| who | side | state |\n|---|---|---|\n";
    for one in &log.combatants {
        let cells = [&one.name, &one.side, &one.state].map(|cell| escaped(cell));
        page += &format!("| {} |\n", cells.join(" | "));
    }
    if !log.notes.is_empty() {
        page += &format!("\n{}\n", escaped(&log.notes));
    }
    for part in &log.parts {
        if !part.heading.is_empty() {
            page += &format!("\n## {}\n", escaped(&part.heading));
        }
        for (nth, line) in part.lines.iter().enumerate() {
            if nth == 0 {
                page.push('\n');
            }
            let indent = "  ".repeat(line.depth);
            page += &format!("{indent}- {}\n", escaped(&line.text));
        }
    }
    if log.recap.rounds > 0 {
        page += &format!("\n## Result\n\n{}.\n", escaped(&log.recap.length()));
        for table in log.recap.tables() {
            page += &format!("\n### {}\n\n", escaped(&table.title));
            let columns = table.head.len();
            let row = |cells: &[String]| {
                let cells = (0..columns).map(|place| cells.get(place).map_or("", String::as_str));
                let cells: Vec<String> = cells.map(escaped).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            page += &row(&table.head);
            page += &format!("|---{}|\n", "|--:".repeat(columns.saturating_sub(1)));
            page.extend(table.rows.iter().map(|cells| row(cells)));
        }
    }
    page
}

fn heading(line: &Line) -> &str {
    line.text.trim_end_matches('.')
}

fn state(system: &dyn System, now: &Encounter, id: Id, readers: Readers) -> String {
    let row = system.row(now, id);
    let points = format!("{}/{}", row.life.0, row.life.1);
    let parts = match readers {
        Readers::Players => {
            let word = if is_players_own(now, id) {
                format!("{} {points}", row.health_word)
            } else {
                row.health_word.clone()
            };
            let gone = now.get(id).gone.then_some("left");
            let gone =
                gone.or_else(|| system.left(now, id).filter(|left| *left != row.health_word));
            std::iter::once(word)
                .chain(gone.map(str::to_owned))
                .collect()
        }
        Readers::GameMaster => {
            let mut parts = vec![points];
            parts.extend(states(system, now, id, &row));
            parts
        }
    };
    parts.join(", ")
}

/// Escapes a text, so that Markdown shows it unchanged on one line and a terminal receives no control characters.
fn escaped(line: &str) -> String {
    let line = text::sanitize(line, usize::MAX);
    let mut escaped = String::with_capacity(line.len());
    for (place, c) in line.char_indices() {
        let begins_a_list = place == 0 && matches!(c, '#' | '-' | '+' | '=');
        // A "1." at the start would begin a numbered list.
        let ends_a_number =
            c == '.' && place > 0 && line[..place].bytes().all(|b| b.is_ascii_digit());
        if begins_a_list || ends_a_number || "\\`*_[]<>|~&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_syntax_in_lines_is_escaped() {
        assert_eq!(
            escaped("Ann *the* _Axe_ [x](y) <b>"),
            "Ann \\*the\\* \\_Axe\\_ \\[x\\](y) \\<b\\>"
        );
        assert_eq!(escaped("# a"), "\\# a");
        assert_eq!(escaped("12. a"), "12\\. a");
        assert_eq!(escaped("a 12. - # b"), "a 12. - # b");
        assert_eq!(escaped("a\u{1b}[31m\nb|c"), "a␛\\[31m␊b\\|c");
    }
}
