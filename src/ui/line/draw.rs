//! Drawing of the `:` line and the log search in the prompt pane.

use super::command::CommandLine;
use crate::text::{cut, pad, width};
use crate::ui::ask::draw::content::PromptContent;
use crate::ui::edit::Edit;
use crate::ui::theme::{Role, Theme};

use crate::ui::ink::{Ink, paragraph};

/// Limit of completions in the list.
const MOST_LISTED: usize = 12;

/// Returns the `:` line with its completions.
pub fn compose(command: &CommandLine, theme: &Theme, columns: usize) -> PromptContent {
    let mut content = PromptContent::titled("Command".to_owned());
    content.below = "Tab completes · Enter runs · Esc back".to_owned();
    content.typed(theme, ":", &command.line, columns);
    if !command.usage.is_empty() {
        let lines = paragraph(theme, Role::Faint, &command.usage, columns);
        content.lines.extend(lines);
    }
    if let Some(problem) = &command.problem {
        content.say(theme, Role::Error, problem, columns);
    }
    let label = command
        .fitting
        .iter()
        .take(MOST_LISTED)
        .map(|one| width(&one.label))
        .max()
        .unwrap_or(0)
        .min(columns / 2);
    let marked = command.mark.place(&command.fitting);
    let first = marked.unwrap_or(0).saturating_sub(MOST_LISTED - 1);
    for (place, one) in command
        .fitting
        .iter()
        .enumerate()
        .skip(first)
        .take(MOST_LISTED)
    {
        let here = marked == Some(place);
        if here {
            content.row = content.lines.len();
        }
        let mut ink = Ink::new(theme)
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ")
            .put(
                if here { Role::Title } else { Role::Text },
                &pad(&one.label, label),
            )
            .text("  ");
        let room = columns.saturating_sub(ink.width());
        ink.add(Role::Faint, &cut(&one.help, room));
        content.lines.push(ink.line());
    }
    content
}

/// Returns the search line for the log.
pub fn compose_search(line: &Edit, found: usize, theme: &Theme, columns: usize) -> PromptContent {
    let mut content = PromptContent::titled("Search the log".to_owned());
    content.below = "Enter keeps the search · Esc ends the search".to_owned();
    content.typed(theme, "/", line, columns);
    let words = match (line.is_empty(), found) {
        (true, _) => "type words to search for".to_owned(),
        (false, 0) => "no matching line".to_owned(),
        (false, 1) => "1 line".to_owned(),
        (false, many) => format!("{many} lines"),
    };
    content
        .lines
        .push(Ink::new(theme).put(Role::Faint, &words).line());
    content
}
