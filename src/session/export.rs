//! The log as Markdown, grouped by round, for whoever was not at the table.

use super::Session;
use super::players::Players;
use crate::encounter::{Encounter, Line};
use crate::rules::{System, states};
use crate::text;

/// For whom a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The GM: everything.
    GameMaster,
    /// The players: nobody hidden, no foe's number, health in words.
    Players,
}

/// A fight's log.
pub fn markdown(session: &Session, readers: Readers) -> String {
    let now = session.now();
    let mut page = format!("# {}\n", escaped(&now.title));
    page += "\n| who | faction | state |\n|---|---|---|\n";
    for id in now.present() {
        let one = now.get(id);
        if readers == Readers::Players && one.hidden {
            continue;
        }
        page += &format!(
            "| {} | {} | {} |\n",
            escaped(&one.name),
            escaped(now.faction_name(one.faction)),
            escaped(&state(session.system(), now, id, readers))
        );
    }
    if readers == Readers::GameMaster && !now.notes.is_empty() {
        page += &format!("\n{}\n", escaped(&now.notes));
    }
    let lines = match readers {
        Readers::Players => Players::of(session).lines(),
        Readers::GameMaster => [session.lines(), &session.live_lines()].concat(),
    };
    let mut in_list = false;
    for line in &lines {
        if line.heading {
            page += &format!("\n## {}\n", escaped(&heading(line)));
        } else {
            if !in_list {
                page.push('\n');
            }
            let indent = if line.under { "  " } else { "" };
            page += &format!("{indent}- {}\n", escaped(&line.text));
        }
        in_list = !line.heading;
    }
    page
}

fn heading(line: &Line) -> String {
    line.text.trim_end_matches('.').to_owned()
}

fn state(
    system: &dyn System,
    now: &Encounter,
    id: crate::encounter::Id,
    readers: Readers,
) -> String {
    let row = system.row(now, id);
    match readers {
        Readers::Players => row.health_word,
        Readers::GameMaster => {
            let mut parts = vec![format!("{}/{}", row.life.0, row.life.1)];
            parts.extend(states(system, now, id, &row));
            parts.join(", ")
        }
    }
}

/// A text as one line that Markdown shows as it is, and that no terminal obeys.
fn escaped(line: &str) -> String {
    let line = text::sanitize(line, usize::MAX);
    let mut escaped = String::with_capacity(line.len());
    for (place, c) in line.char_indices() {
        let begins_a_list = place == 0 && matches!(c, '#' | '-' | '+' | '=');
        // "1." at the beginning would number a list.
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
    fn what_markdown_would_read_is_escaped() {
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
