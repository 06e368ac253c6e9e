//! Draws the help screen with the keys that work now, from the key map, and the short rules.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{HelpPage, markdown};
use crate::rules::{Action, When};
use crate::text::{fold, pad, width, wrap};
use crate::ui::app::{App, Screen};
use crate::ui::fight::Fight;
use crate::ui::finder::examples;
use crate::ui::ink::{Ink, lines, pane};
use crate::ui::keymap::{Context, Keymap};
use crate::ui::theme::{Role, Theme};
use crate::ui::tutor;

/// Sentences for newcomers, true in every prompt.
const NEWCOMERS: [&str; 3] = [
    "Each combatant keeps one lower-case letter for the whole fight. Capital letters are actions and fields. Each row \
     shows its letter and keeps it while the prompt is open.",
    "Digits are die results, and spaces separate several dice. A full stop marks a total (21.). Enter accepts the \
     selection, sends a form or rolls.",
    "Space skips: no reaction, end of the turn, Affray rolls the rest. Esc closes the open form or page, Backspace \
     undoes, and Affray saves every input.",
];

/// Uses of Affray outside the screen.
const ELSEWHERE: &str = "`affray tutor` teaches the keys in five minutes. Players can watch in a second terminal (`affray \
    watch`) or in a browser (`affray serve`, with `--lan` on their phones). `affray resume --lines` plays without a screen.";

#[derive(Default)]
struct Page {
    lines: Vec<Line<'static>>,
    /// Indexes of the lines that are headings.
    headings: Vec<usize>,
    /// Index of the line at which the rules begin.
    rules: usize,
}

impl Page {
    fn title(&mut self, theme: &Theme, words: &str) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.headings.push(self.lines.len());
        self.lines
            .push(Ink::new(theme).put(Role::Title, words).line());
    }
}

/// Returns the help for the width of the screen.
fn page(help: &HelpPage, app: &App) -> Page {
    let compendium = match &app.screen {
        Screen::Start(_) => None,
        Screen::Fight(fight) => Some(&fight.compendium),
        Screen::Setup(screen) => app.library.compendium(&screen.setup.system),
    };
    let rules = compendium.map_or("", |one| &one.rules);
    let credits = compendium.map_or("", |one| one.system().credits());
    let columns = usize::from(app.area.width.saturating_sub(4)).clamp(1, 100);
    let (known, actions) = match &app.screen {
        Screen::Fight(fight) => (of_the_fight(fight), can_be_done(fight)),
        Screen::Start(_) | Screen::Setup(_) => Default::default(),
    };
    let known = known.iter().map(String::as_str);
    let known: Vec<&str> = known.chain(NEWCOMERS).collect();
    let adds = help.contexts.contains(&Context::Add);
    let examples = compendium.filter(|_| adds).map(examples);
    compose(
        &app.keymap,
        &help.contexts,
        (&examples.unwrap_or_default(), &known),
        &actions,
        (rules, credits),
        &app.theme,
        columns,
    )
}

/// Returns sentences about the fight: the effect of a foe's letter, and the meaning of the defence in the list of
/// combatants.
fn of_the_fight(fight: &Fight) -> Vec<String> {
    let system = fight.session.system();
    let attacks = system.actions().iter().any(|action| action.takes_foe());
    let letter = if attacks {
        "On a turn, press the letter of a foe to attack that foe. In a form the letter sets the target."
    } else {
        "In a declaration, press the letter of a foe to set the target."
    };
    vec![letter.to_owned(), system.defence_is()]
}

/// Returns the actions that a person can choose, with their action keys.
fn can_be_done(fight: &Fight) -> Vec<(String, String)> {
    let actions = fight.session.system().actions().iter();
    let offered = actions.filter(|action| !matches!(action.when, When::ByItself | When::Due));
    let row = |action: &&Action| {
        let capital = fight.compendium.capitals.deed(action.key);
        let (label, help) = (action.label, action.help);
        let colon = if help.is_empty() { "" } else { ": " };
        let when = format!(" ({})", action.when.words());
        let list = action.list.map(|list| format!(", in the list of {list}"));
        let text = format!("{label}{colon}{help}{when}{}", list.unwrap_or_default());
        (capital.map(String::from).unwrap_or_default(), text)
    };
    offered.map(row).collect()
}

/// Returns how many rows the help can be scrolled.
pub(super) fn end(help: &HelpPage, app: &App) -> usize {
    let rows = page(help, app).lines.len();
    rows.saturating_sub(usize::from(
        tutor::draw::below(app, app.area).height.saturating_sub(3),
    ))
}

/// Returns the line of the next or previous heading from the first row shown.
pub(super) fn heading(help: &HelpPage, app: &App, forwards: bool) -> Option<usize> {
    let headings = page(help, app).headings;
    let mut all = headings.into_iter();
    if forwards {
        all.find(|line| *line > help.first)
    } else {
        all.rfind(|line| *line < help.first)
    }
}

/// Returns the line of the first heading that contains a topic, or else of the first part that contains it.
pub(super) fn topic(help: &HelpPage, app: &App, topic: &str) -> Option<usize> {
    let page = page(help, app);
    let topic = fold(topic);
    let has = |place: usize| fold(&text_of(&page.lines[place])).contains(&topic);
    let heading = page.headings.iter().copied().find(|line| has(*line));
    heading.or_else(|| {
        let line = (0..page.lines.len()).find(|line| has(*line))?;
        page.headings
            .iter()
            .copied()
            .rfind(|heading| *heading <= line)
    })
}

fn text_of(line: &Line<'static>) -> String {
    let parts = line.spans.iter().map(|span| span.content.as_ref());
    parts.collect()
}

/// Returns the line at which the rules begin.
pub(super) fn rules(help: &HelpPage, app: &App) -> usize {
    page(help, app).rules
}

/// Returns the whole text in lines of this width.
fn compose(
    keymap: &Keymap,
    contexts: &[Context],
    (examples, known): (&[(String, String)], &[&str]),
    actions: &[(String, String)],
    (rules, credits): (&str, &str),
    theme: &Theme,
    columns: usize,
) -> Page {
    let mut page = Page::default();
    // The line that adds combatants accepts text of many forms, so its keys and examples come first.
    let adds = contexts.contains(&Context::Add);
    if adds {
        page.title(theme, name(Context::Add));
        let rows = [&keymap.help(Context::Add)[..], examples].concat();
        table(&mut page.lines, &rows, theme, columns);
    }
    page.title(theme, "For newcomers");
    for rule in known {
        let rule = wrap(rule, columns);
        page.lines
            .extend(rule.iter().map(|part| Ink::new(theme).text(part).line()));
    }
    for (place, context) in contexts.iter().enumerate() {
        let rows = keymap.help(*context);
        let is_shown = adds && matches!(context, Context::Add | Context::Text);
        if rows.is_empty() || is_shown || contexts[..place].contains(context) {
            continue;
        }
        page.title(theme, name(*context));
        table(&mut page.lines, &rows, theme, columns);
    }
    page.title(theme, "Outside this screen");
    for line in wrap(ELSEWHERE, columns) {
        page.lines.push(Ink::new(theme).text(&line).line());
    }
    if !actions.is_empty() {
        page.title(theme, "Actions");
        table(&mut page.lines, actions, theme, columns);
    }
    if !rules.is_empty() {
        page.title(theme, "Short rules");
        let top = page.lines.len();
        page.rules = top - 1;
        let (lines, headings) = markdown::compose(rules, theme, columns);
        page.headings
            .extend(headings.into_iter().map(|line| top + line));
        page.lines.extend(lines);
    }
    if !credits.is_empty() {
        page.lines.push(Line::default());
        let credits = wrap(credits, columns).into_iter();
        let credits = credits.map(|part| Ink::new(theme).put(Role::Faint, &part).line());
        page.lines.extend(credits);
    }
    page
}

/// Adds a table of keys with their effects.
fn table(text: &mut Vec<Line<'static>>, rows: &[(String, String)], theme: &Theme, columns: usize) {
    let keys = rows.iter().map(|(keys, _)| width(keys)).max();
    let keys = keys.unwrap_or(0).min(columns / 2);
    let room = columns.saturating_sub(keys + 4).max(8);
    for (key, help) in rows {
        for (row, part) in wrap(help, room).iter().enumerate() {
            let key = if row == 0 { key.as_str() } else { "" };
            text.push(
                Ink::new(theme)
                    .text("  ")
                    .put(Role::Key, &pad(key, keys))
                    .text("  ")
                    .text(part)
                    .line(),
            );
        }
    }
}

fn name(context: Context) -> &'static str {
    match context {
        Context::Global => "On every screen",
        Context::Fight => "In a fight",
        Context::Prompt => "At a prompt",
        Context::Form => "In a form",
        Context::List => "In a list",
        Context::Text => "In a text field",
        Context::Add => "In the line that adds combatants",
        Context::Number => "In a number field",
        Context::Edit => "While you type",
        Context::Start => "On the start screen",
        Context::Setup => "In set-up",
        Context::Sheet => "On a sheet",
        Context::Log => "In the log",
        Context::Odds => "In the odds",
        Context::Summary => "In the summary",
        Context::Help => "On this page",
    }
}

/// Draws the help from its first row on. Output as lines has one part at a time.
pub(crate) fn draw(help: &HelpPage, app: &App, area: Rect, buffer: &mut Buffer) {
    let Page {
        lines: mut text,
        headings,
        ..
    } = page(help, app);
    if app.theme.is_told() {
        let first = help.first.min(text.len());
        let mut after = headings.into_iter();
        let next = after.find(|line| *line > first && help.first < end(help, app));
        text.truncate(next.unwrap_or(text.len()));
        text.drain(..first);
        let below = "Tab next part · Shift-Tab part before · F1 short rules · Esc back";
        let inner = pane("Help", below, true, &app.theme, area, buffer);
        return lines(&text, inner, buffer);
    }
    let below = "arrows scroll · Tab next part · F1 short rules · Esc back";
    let mut inner = pane("Help", below, true, &app.theme, area, buffer);
    if inner.width > 4 && inner.width < area.width {
        inner.x += 1;
        inner.width -= 2;
    }
    let height = usize::from(inner.height);
    let first = help.first.min(text.len().saturating_sub(height));
    lines(text.get(first..).unwrap_or_default(), inner, buffer);
}
