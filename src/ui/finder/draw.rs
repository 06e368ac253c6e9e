//! The line that finds somebody, and who could be meant, in the place of the question.

use crate::rules::compendium::Compendium;
use crate::text::{cut, pad, width};
use crate::ui::ask::draw::content::PromptContent;
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};

use super::{Finder, Found, summary};

/// Whoever is looked for.
pub(crate) fn compose(
    finder: &Finder,
    compendium: &Compendium,
    theme: &Theme,
    columns: usize,
) -> PromptContent {
    let side = finder.sides.get(finder.side).map_or("", String::as_str);
    let mut content = PromptContent::titled(format!("Who joins {side}?"));
    content.below =
        "a few letters and how many: gob 3 · Tab side · Enter adds · Esc done".to_owned();
    content.typed(theme, "+", &finder.line, columns);
    if let Some(problem) = &finder.problem {
        content.say(theme, Role::Error, problem, columns);
    }
    let name = finder
        .found
        .iter()
        .map(|one| match one {
            Found::Creature(place) => width(&compendium.roster[*place].name),
            Found::Improvised(name, _) => width(name) + 13,
        })
        .max()
        .unwrap_or(0)
        .min(columns / 2);
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
        match one {
            Found::Creature(place) => {
                let creature = &compendium.roster[*place];
                ink.add(role, &pad(&creature.name, name));
                let room = columns.saturating_sub(ink.width() + 2);
                ink.add(
                    Role::Faint,
                    &format!("  {}", cut(&summary(compendium, creature), room)),
                );
            }
            Found::Improvised(wanted, points) => {
                ink.add(role, &pad(&format!("improvise {wanted}"), name));
                ink.add(Role::Faint, &format!("  {points} hit points"));
            }
        }
        content.lines.push(ink.line());
    }
    content
}
