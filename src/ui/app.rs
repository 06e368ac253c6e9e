//! What the screen remembers, and what keys do to it: `key → Action → update`, then the screen is drawn from it.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::ask::Asked;
use super::fight::{Fight, Pane};
use super::keymap::{Action, Context, Keymap, typed};
use super::own::Errand;
use super::theme::Theme;
use super::view;
use crate::encounter::{Command, Kind, Prompt};
use crate::session::Input;

/// What the loop has to do besides drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Leave.
    Quit,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal to the shell for a while.
    Suspend,
}

/// How safe the fight is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveMark {
    /// It lives in memory only.
    Off,
    /// Every input is on disk.
    Saved,
    /// The last inputs are on their way.
    Saving,
    /// Opened to look on.
    LookOnly,
    /// Saving fails, and why.
    Trouble(String),
}

/// What fills the screen.
pub enum Screen {
    /// A fight.
    Fight(Box<Fight>),
}

/// What the screen remembers.
pub struct App {
    /// Which key does what.
    pub keymap: Keymap,
    /// How things look.
    pub theme: Theme,
    /// What fills the screen.
    pub screen: Screen,
    /// The size of the screen.
    pub area: Rect,
    /// What the loop has to do.
    pub wishes: Vec<Wish>,
}

impl App {
    /// A program that shows a fight.
    pub fn new(keymap: Keymap, theme: Theme, fight: Fight) -> Self {
        Self {
            keymap,
            theme,
            screen: Screen::Fight(Box::new(fight)),
            area: Rect::new(0, 0, 80, 24),
            wishes: Vec::new(),
        }
    }

    /// How safe the fight is.
    pub fn save_mark(&self) -> SaveMark {
        SaveMark::Off
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent) {
        match self.keymap.resolve(&self.contexts(), key) {
            Some(action) => self.update(action),
            None => {
                if let Some(c) = typed(key) {
                    self.type_char(c);
                }
            }
        }
    }

    /// Text was pasted: it is typed where words are typed, and nowhere else.
    pub fn paste(&mut self, text: &str) {
        let Screen::Fight(fight) = &mut self.screen;
        let takes_paste = match fight.asked() {
            Asked::Prompt(prompt) => {
                fight.ask().takes_words(fight.asked())
                    || matches!(
                        prompt.kind,
                        Kind::Roll(_) | Kind::Number { .. } | Kind::Rolls(_)
                    )
            }
            Asked::Offers(_) | Asked::Fault(_) => false,
        };
        if takes_paste {
            for c in text.chars() {
                fight.type_char(c);
            }
        }
    }

    /// The contexts that keys are looked up in, innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        let Screen::Fight(fight) = &self.screen;
        let asked = fight.asked();
        let ask = fight.ask();
        let kind = match asked {
            Asked::Prompt(Prompt { kind, .. }) => match kind {
                Kind::Form(_) => Context::Form,
                Kind::Choice { .. } | Kind::Pick { .. } => Context::List,
                _ => Context::Prompt,
            },
            Asked::Offers(_) | Asked::Fault(_) => Context::List,
        };
        let mut contexts = Vec::new();
        if ask.takes_words(asked) {
            // In words Backspace never undoes: a key held down to delete would run on into the fight.
            contexts.extend([Context::Text, Context::Edit]);
        } else if ask.is_typing() {
            contexts.push(Context::Edit);
        }
        contexts.extend([kind, Context::Fight, Context::Global]);
        contexts
    }

    fn type_char(&mut self, c: char) {
        let Screen::Fight(fight) = &mut self.screen;
        fight.type_char(c);
    }

    /// Does what a key stands for.
    pub fn update(&mut self, action: Action) {
        match action {
            Action::Quit => self.wishes.push(Wish::Quit),
            Action::Redraw => self.wishes.push(Wish::Redraw),
            Action::Suspend => self.wishes.push(Wish::Suspend),
            _ => self.update_fight(action),
        }
    }

    fn update_fight(&mut self, action: Action) {
        let Screen::Fight(fight) = &mut self.screen;
        match action {
            Action::Answer => fight.enter(),
            Action::Back => {
                fight.said = None;
                if !fight.step_back() {
                    fight.say("nothing to leave here; Backspace undoes");
                }
            }
            Action::Undo => fight.undo(),
            Action::Redo => fight.redo(),
            Action::NextPane | Action::Complete => self.next_pane(1),
            Action::PreviousPane => self.next_pane(-1),
            Action::Up => self.step(-1),
            Action::Down => self.step(1),
            Action::PageUp => self.scroll(1),
            Action::PageDown => self.scroll(-1),
            Action::First => self.go_to_edge(true),
            Action::Last => self.go_to_edge(false),
            Action::Toggle => fight.with_ask(|ask, asked, _| ask.mark(asked)),
            Action::More | Action::Right => Self::more(fight, 1),
            Action::Less | Action::Left => Self::more(fight, -1),
            Action::NextCombatant => fight.select(1),
            Action::PreviousCombatant => fight.select(-1),
            Action::Rule => fight.ask_ruling(),
            Action::WhoRolls => fight.ask_rollers(),
            Action::Dice => {
                fight.input(Input::Start(Command::of("gm-dice")));
            }
            Action::Add => fight.ask_newcomer(),
            Action::Note => fight.ask_note(),
            Action::Amend => fight.ask_amendment(),
            Action::Reveal => match fight.selected {
                Some(who) => fight.reveal(who),
                None => fight.ask_whom(Errand::Reveal, "Whom to hide from the players, or show?"),
            },
            Action::Filter => fight.ask_whom(Errand::About, "Whose lines of the log?"),
            _ => {
                let edited = fight.with_ask(|ask, asked, _| {
                    let edited = ask.line.apply(action);
                    if edited {
                        ask.edited(asked);
                    }
                    edited
                });
                if edited {
                    fight.said = None;
                }
            }
        }
    }

    fn more(fight: &mut Fight, by: i64) {
        fight.with_ask(|ask, asked, _| match asked {
            Asked::Prompt(prompt) if matches!(prompt.kind, Kind::Form(_)) => ask.more(by, prompt),
            asked => ask.step(if by > 0 { 1 } else { -1 }, asked),
        });
    }

    /// Tab: the next field of a form, else the next pane.
    fn next_pane(&mut self, by: isize) {
        let Screen::Fight(fight) = &mut self.screen;
        if fight.form().is_some() && fight.focus == Pane::Prompt {
            fight.with_ask(|ask, asked, _| ask.step(by, asked));
            return;
        }
        let panes = [Pane::Prompt, Pane::Order, Pane::Combatants, Pane::Log];
        let here = panes
            .iter()
            .position(|pane| *pane == fight.focus)
            .unwrap_or(0);
        let next = (here as isize + by).rem_euclid(panes.len() as isize) as usize;
        fight.focus = panes[next];
    }

    fn step(&mut self, by: isize) {
        let Screen::Fight(fight) = &mut self.screen;
        match fight.focus {
            Pane::Prompt => fight.with_ask(|ask, asked, _| ask.step(by, asked)),
            Pane::Combatants | Pane::Order => fight.select(by),
            Pane::Log => self.scroll_rows(-by),
        }
    }

    fn scroll(&mut self, pages: isize) {
        let Screen::Fight(fight) = &self.screen;
        let pane = view::panes(fight, &self.theme, self.area).log;
        let page = isize::try_from(pane.height.saturating_sub(3).max(1)).unwrap_or(1);
        self.scroll_rows(pages * page);
    }

    fn scroll_rows(&mut self, by: isize) {
        let Screen::Fight(fight) = &mut self.screen;
        let wanted = fight.log.back.saturating_add_signed(by);
        let end = view::log_end(fight, &self.theme, self.area);
        fight.log.back = wanted.min(end);
    }

    fn go_to_edge(&mut self, first: bool) {
        let Screen::Fight(fight) = &mut self.screen;
        match fight.focus {
            Pane::Log => {
                fight.log.back = if first {
                    view::log_end(fight, &self.theme, self.area)
                } else {
                    0
                };
            }
            Pane::Combatants | Pane::Order => {
                let far = isize::MAX / 2;
                fight.select(if first { -far } else { far });
            }
            Pane::Prompt => {
                let far = isize::try_from(fight.now().combatants.len() + 1_000).unwrap_or(1_000);
                let by = if first { -far } else { far };
                if fight.form().is_none() {
                    fight.with_ask(|ask, asked, _| ask.step(by, asked));
                }
            }
        }
    }
}
