//! Drawing of the finder: its input line and the matches, in the prompt pane.

use crate::compendium::Compendium;
use crate::setup::roll_call;
use crate::text::{cut, pad, width};
use crate::ui::ask::draw::content::PromptContent;
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};

use super::{Finder, Found, grammar, known, summary};

/// Minimum width between the examples and the keys in the lower line.
const GAP: usize = 4;

/// Minimum width for the description of a match with a long name.
const LEAST: usize = 10;

/// Returns examples of the line in at most `room` columns: a creature of the library, a new combatant, and a copy.
fn examples_in(compendium: &Compendium, room: usize) -> String {
    let (known, new) = (known(compendium), grammar::example(compendium));
    let whole = compendium.roster().last().map_or(&*known, |one| &one.name);
    let texts = [
        format!("{whole} 3, or new: {new}, or a copy: Zog like {known}"),
        format!("{whole} 3, or new: {new}"),
        format!("{known} 3, or new: {new}"),
        format!("new: {new}"),
    ];
    let fitting = texts.into_iter().find(|text| width(text) <= room);
    fitting.unwrap_or_default()
}

/// Adds the matches of the finder.
pub(crate) fn compose(
    finder: &Finder,
    compendium: &Compendium,
    theme: &Theme,
    columns: usize,
) -> PromptContent {
    let mut content = PromptContent::titled(finder.title());
    let keys = if finder.is_done() {
        "Tab side · Enter or Esc closes"
    } else {
        "Tab side · Enter adds · Esc closes"
    };
    let room = columns.saturating_sub(width(keys) + GAP);
    content.below = format!("{}\t{keys}", examples_in(compendium, room));
    content.typed(theme, "+", &finder.line, columns);
    if let Some(problem) = &finder.problem {
        content.say(theme, Role::Error, problem, columns);
    }
    let called = |one: &Found| finder.said(one, compendium);
    let widths = finder.found.iter().map(|one| width(&called(one)));
    let name = widths.max().unwrap_or(0).min(columns / 2);
    let marked = finder.mark.place(&finder.found);
    for (place, one) in finder.found.iter().enumerate() {
        let here = marked == Some(place);
        if here {
            content.row = content.lines.len();
        }
        let mut ink = Ink::new(theme)
            .put(Role::Key, if here { theme.symbols().selected } else { " " })
            .text(" ");
        let role = if here { Role::Title } else { Role::Text };
        let said = called(one);
        let what = match one {
            Found::Party(place) => {
                let party = &compendium.parties[*place];
                format!("your party: {}", roll_call(compendium, party))
            }
            Found::Creature(place) => summary(compendium, &compendium.roster()[*place]),
            Found::Improvised(..) => "improvised".to_owned(),
        };
        // The typed name is shown completely; descriptions are cut.
        let least = columns.saturating_sub(ink.width() + 2 + width(&what).min(LEAST));
        ink.add(role, &pad(&said, name.max(width(&said).min(least))));
        let room = columns.saturating_sub(ink.width() + 2);
        ink.add(Role::Faint, &format!("  {}", cut(&what, room)));
        content.lines.push(ink.line());
    }
    content
}
