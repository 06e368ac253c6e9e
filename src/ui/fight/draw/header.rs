//! Draws the header with the fight, its round and its save status.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::text::{cut, width};
use crate::ui::app::App;
use crate::ui::ask::draw::short_names;
use crate::ui::autosave::SaveStatus;
use crate::ui::fight::Fight;
use crate::ui::keymap::{Context, KeyAction};
use crate::ui::theme::Role;

use crate::ui::ink::{Ink, lines, put};

/// Maximum width of the next planned event.
const ANNOUNCED: usize = 40;

/// Parts of the header: its left text, and its right text with column positions if there is room.
#[derive(PartialEq)]
pub(crate) struct Header {
    left: Line<'static>,
    right: Option<(Line<'static>, u16)>,
}

impl Header {
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        lines(std::slice::from_ref(&self.left), area, buffer);
        let Some((right, columns)) = &self.right else {
            return;
        };
        let columns = (*columns).min(area.width);
        let place = Rect {
            x: area.right() - columns,
            width: columns,
            ..area
        };
        let before = place.x.saturating_sub(1);
        put(buffer, (before, area.y), 1, " ", Style::default());
        lines(std::slice::from_ref(right), place, buffer);
    }
}

/// Returns the save status in one or two words.
fn status(app: &App, fight: &Fight) -> (Role, String) {
    let symbols = app.theme.symbols();
    match &app.save_status {
        // A form or a die that was not sent is not an input, but is stored.
        // On a page over the fight, the form is not visible.
        SaveStatus::Saved
            if fight.ask().is_begun() && fight.has_kept_form() && app.overlay.is_none() =>
        {
            (Role::Good, format!("{} draft saved", symbols.saved))
        }
        SaveStatus::Saved if fight.ask().is_begun() && !fight.has_kept_form() => {
            (Role::Hurt, format!("{} not sent", symbols.unsaved))
        }
        // Between two fights the inputs are saved too, but the next fight reads the party's file.
        SaveStatus::Saved | SaveStatus::Off if fight.is_kept() == Some(false) => {
            (Role::Hurt, format!("{} party not saved", symbols.unsaved))
        }
        SaveStatus::Saved | SaveStatus::Off if fight.is_kept() == Some(true) => {
            (Role::Good, format!("{} party saved", symbols.saved))
        }
        SaveStatus::Saved => (Role::Good, format!("{} saved", symbols.saved)),
        SaveStatus::Saving => (Role::Hurt, format!("{} saving", symbols.unsaved)),
        SaveStatus::Off => (Role::Faint, "not saved".to_owned()),
        SaveStatus::LookOnly => (Role::Warning, "read-only".to_owned()),
        SaveStatus::Failing(why) => (Role::Error, format!("{} not saved: {why}", symbols.warning)),
    }
}

pub(crate) fn compose(app: &App, fight: &Fight, area: Rect) -> Header {
    let theme = &app.theme;
    let symbols = theme.symbols();
    let columns = usize::from(area.width);
    let (status_role, status) = status(app, fight);
    if matches!(app.save_status, SaveStatus::Failing(_)) {
        // A problem uses the whole line until it is solved.
        let text = format!(" {status}");
        let line = Ink::new(theme).put(status_role, &cut(&text, columns));
        return Header {
            left: line.line(),
            right: None,
        };
    }
    let now = fight.now();
    let between = format!(" {} ", symbols.between);
    let mut parts = vec![
        now.title.to_string(),
        fight.session.system().name().to_owned(),
    ];
    let mut place = Vec::new();
    place.extend(
        now.stage
            .round(now.round)
            .map(|round| format!("round {round}")),
    );
    let headline = fight.session.headline();
    if !headline.is_empty() {
        place.push(short_names(&headline, now, columns).into_owned());
    }
    // The state of the fight has priority over the help for keys.
    let needed = 10 + width(&place.join(&between));
    parts.extend(place);
    // Next planned event with a round.
    let announced = now.scheduled.iter().filter_map(|one| one.announced(now));
    let next = announced.min_by_key(|(round, _)| *round);
    let mut next = next.map(|(_, text)| cut(&text, ANNOUNCED).into_owned());
    let mut right = Ink::new(theme).put(status_role, &status);
    let keys = [(KeyAction::Help, "help"), (KeyAction::Command, "commands")];
    for (action, word) in keys {
        if let Some((key, _)) = app
            .keymap
            .hint(&[Context::Prompt, Context::Fight, Context::Global], action)
            && right.width() + width(&key) + width(word) + 4 + needed <= columns
        {
            right.add(Role::Text, "  ");
            right.add(Role::Key, &key);
            right.add(Role::Faint, &format!(" {word}"));
        }
    }
    right.add(Role::Text, " ");
    let right_width = right.width();
    // The state of the fight has priority over its title.
    let room = columns.saturating_sub(right_width + 1);
    let lead = "Affray";
    let needs = |parts: &[String]| width(lead) + 3 + width(&parts.join(&between));
    // The event comes after the round, so that their numbers are not mixed up, and is dropped before the title.
    let with_next = [&parts[..], next.as_slice()].concat();
    if needs(&with_next) > room {
        next = None;
    }
    while parts.len() > 1 && width(lead) + 3 + width(&parts.join(&between)) > room {
        parts.remove(0);
    }
    parts.extend(next);
    let left = Ink::new(theme)
        .text(" ")
        .put(Role::Focus, lead)
        .text("  ")
        .put(Role::Text, &parts.join(&between));
    let columns_of_right = u16::try_from(right_width).unwrap_or(area.width);
    let fits = columns > right_width + 8;
    Header {
        left: left.line(),
        right: fits.then(|| (right.line(), columns_of_right)),
    }
}
