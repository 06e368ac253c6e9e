//! Drawing of the question about a changed fight, on the whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text::wrap;
use crate::ui::confirm_open::ConfirmOpen;
use crate::ui::theme::{Role, Theme};

use crate::ui::ink::{Ink, lines, pane};

pub(crate) fn draw(confirm: &ConfirmOpen<'_>, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    let title = "Affray · the saved fight was changed";
    let below = "press a letter or Enter to choose · Esc goes back";
    let inner = pane(title, below, true, theme, area, buffer);
    let columns = usize::from(inner.width).saturating_sub(2).max(1);
    let mut drawn = Vec::new();
    for sentence in &confirm.question.found {
        for text in wrap(sentence, columns) {
            drawn.push(Ink::new(theme).text(" ").text(&text).line());
        }
    }
    let choices = confirm.question.choices.iter().zip('a'..='z').enumerate();
    let mark = confirm.mark.place(&confirm.question.choices);
    let rows = choices.map(|(place, ((_, words), letter))| {
        let marked = mark == Some(place);
        let sign = if marked {
            theme.symbols().selected
        } else {
            " "
        };
        let role = if marked { Role::Selected } else { Role::Text };
        Ink::new(theme)
            .put(Role::Key, sign)
            .put(Role::Key, &letter.to_string())
            .text(" ")
            .put(role, words)
            .line()
    });
    let rows: Vec<_> = rows.collect();
    // On a small screen the choices have priority.
    let room = usize::from(inner.height).saturating_sub(rows.len());
    drawn.truncate(room);
    if drawn.len() + 2 <= room {
        drawn.insert(0, Ink::new(theme).line());
        drawn.push(Ink::new(theme).line());
    }
    drawn.extend(rows);
    lines(&drawn, inner, buffer);
    theme.finish(buffer);
}
