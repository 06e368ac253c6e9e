//! Contents of the prompt pane: a question of the screen itself, otherwise the fight's question.

use crate::encounter::Encounter;
use crate::resolver::Kind;
use crate::session::Waits;
use crate::text::width;
use crate::ui::ask::Asked;
use crate::ui::ask::draw::content::PromptContent;
use crate::ui::ask::draw::{explained, offers, question, short_names};
use crate::ui::fight::own_questions::Errand;
use crate::ui::fight::{Fight, Said};
use crate::ui::ink::{Ink, paragraph, wrapped};
use crate::ui::theme::{Role, Theme};

/// Composes the question for a width and a maximum number of rows.
pub(crate) fn compose(fight: &Fight, theme: &Theme, columns: usize, rows: usize) -> PromptContent {
    let ask = fight.ask();
    let (title, before) = split_title(&title(fight), fight.now(), columns);
    let mut content = PromptContent::titled(title);
    content.room = rows;
    let before = before.into_iter();
    content
        .lines
        .extend(before.flat_map(|text| paragraph(theme, Role::Text, &text, columns)));
    match fight.asked() {
        Asked::Offers(commands) => {
            // An amended menu shows the earlier choice.
            let was = fight.own.last().map_or("", |own| &own.prompt.hint);
            let was = explained(was, theme).into_iter();
            content
                .lines
                .extend(was.flat_map(|line| wrapped(line, columns)));
            offers(&mut content, fight.now(), commands, ask, theme, columns);
            if let Some(who) = fight.now().turn.filter(|id| fight.now().get(*id).hidden) {
                let name = fight.now().name(who);
                let text = format!(
                    "The players do not see {name}. `:show {}` reveals {name}.",
                    who.letter()
                );
                content.say(theme, Role::Hurt, &text, columns);
            }
        }
        Asked::Fault(what) => {
            let text = format!("Error in the rules: {what}");
            content.say(theme, Role::Error, &text, columns);
            content.lines.push(
                Ink::new(theme)
                    .text("Backspace undoes the last input. The sheet and GM rulings still work.")
                    .line(),
            );
        }
        Asked::Prompt(prompt) => {
            // The explanation of a roll is below its dice.
            if !matches!(prompt.kind, Kind::Roll(_)) {
                let hint = explained(&prompt.hint, theme).into_iter();
                content
                    .lines
                    .extend(hint.flat_map(|line| wrapped(line, columns)));
            }
            let again = matches!(
                fight.own.last().map(|own| &own.errand),
                Some(Errand::Amend { .. })
            );
            question(
                &mut content,
                fight.now(),
                prompt,
                ask,
                again,
                theme,
                columns,
            );
            if matches!(prompt.kind, Kind::Form(_))
                && content.below == "Enter sends"
                && !fight.has_opened_form()
                && let Some(none) = ask.space_option(prompt)
            {
                content.below = format!("Space: {none} · Enter sends");
            }
        }
    }
    if !ask.letters.is_empty() {
        content.lines.push(
            Ink::new(theme)
                .put(Role::Turn, &ask.letters)
                .put(Role::Faint, "… type the rest of the letter")
                .line(),
        );
    }
    if let Some(told) = fight.told_of_playing() {
        content.say(theme, Role::Turn, &told, columns);
    }
    if let Some(problem) = &ask.problem {
        content.say(theme, Role::Error, problem, columns);
    } else if let Some(text) = &fight.said {
        match text {
            Said::Note(text) => content.say(theme, Role::Faint, text, columns),
            Said::Refused(text) => content.say(theme, Role::Error, text, columns),
        }
    }
    content
}

/// Separator between the combatant asked and the question.
const WHOSE: &str = " · ";

/// Returns the title in the frame of a question, and the text above its rows if the title does not fit. The frame has
/// the words that fit, the text has the other words.
fn split_title(title: &str, now: &Encounter, columns: usize) -> (String, Option<String>) {
    let short = short_names(title, now, columns);
    if width(&short) <= columns {
        return (short.into_owned(), None);
    }
    let mut spaces = short.rmatch_indices(' ').map(|(at, _)| short.split_at(at));
    match spaces.find(|(first, _)| width(first) <= columns) {
        Some((first, rest)) => (first.to_owned(), Some(rest.trim_start().to_owned())),
        None => (short.into_owned(), None),
    }
}

fn title(fight: &Fight) -> String {
    let prompt = match (fight.own.last(), fight.session.waits()) {
        (Some(own), _) => &own.prompt,
        (None, Waits::Prompt(prompt)) => prompt,
        (None, Waits::Offers { title, .. }) => return title.clone(),
        (None, Waits::Fault(_)) => return "Error in the rules".to_owned(),
    };
    match prompt.question.who.and_then(|id| fight.now().find(id)) {
        // "Who casts Counterspell?" names no combatant.
        Some(who) if !prompt.title.contains(&who.name) && !prompt.title.starts_with("Who ") => {
            format!("{}{WHOSE}{}", who.name, prompt.title)
        }
        _ => prompt.title.clone(),
    }
}
