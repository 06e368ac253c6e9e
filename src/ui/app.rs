//! What the screen remembers, and what keys do to it: `key → Action → update`, then the screen is drawn from it.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::ask::Asked;
use super::command::CommandLine;
use super::edit::Edit;
use super::fight::{Fight, Pane};
use super::finder::Finder;
use super::keymap::{Action, Context, Keymap, typed};
use super::palette::Palette;
use super::setup::SetupScreen;
use super::sheet::SheetPage;
use super::start::{Outcome, Start};
use super::theme::Theme;
use super::view;
use crate::encounter::{Kind, Prompt};
use crate::store::Library;

/// What the loop has to do besides drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Leave.
    Quit,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal to the shell for a while.
    Suspend,
    /// Write the log as Markdown, to a file of this name or one of its own.
    Export(String),
    /// A new fight has begun and is on the screen: keep it.
    Begun,
    /// Back to the first screen.
    Leave,
    /// Go on with the saved fight of this name.
    Open(String),
    /// Show the saved fight of this name without writing.
    Look(String),
}

/// A page over the whole screen of the fight.
#[derive(Debug, Default)]
pub enum Page {
    /// None: the panes.
    #[default]
    None,
    /// The keys and the rules, from a row on.
    Help {
        /// The first row shown.
        first: usize,
        /// The contexts that help was asked in.
        contexts: Vec<Context>,
    },
    /// A sheet.
    Sheet(SheetPage),
    /// The log.
    Log,
}

/// A line typed in the place of the question.
#[derive(Debug)]
pub enum Typing {
    /// A command.
    Command(CommandLine),
    /// Words to look for in the log.
    Search(Edit),
    /// Letters of somebody who is to join.
    Add(Finder),
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
    /// What there is to go on with or to begin.
    Start(Box<Start>),
    /// A fight.
    Fight(Box<Fight>),
    /// A fight being prepared.
    Setup(Box<SetupScreen>),
}

/// What the screen remembers.
pub struct App {
    /// Which key does what.
    pub keymap: Keymap,
    /// How things look.
    pub theme: Theme,
    /// The systems and what is known of them.
    pub library: Library,
    /// What fills the screen.
    pub screen: Screen,
    /// The size of the screen.
    pub area: Rect,
    /// What the loop has to do.
    pub wishes: Vec<Wish>,
    /// How safe the fight is.
    pub mark: SaveMark,
    /// The page over the panes.
    pub page: Page,
    /// The line typed in the place of the question.
    pub typing: Option<Typing>,
    /// Finds what letters mean.
    pub(super) palette: Palette,
    /// Earlier commands.
    pub(super) commands: Edit,
}

impl App {
    /// A program that shows a fight, and knows its system only.
    pub fn new(keymap: Keymap, theme: Theme, fight: Fight) -> Self {
        let library = Library::built_in(&[fight.session.system()]);
        Self::with(keymap, theme, library, Screen::Fight(Box::new(fight)))
    }

    /// A program that shows any screen.
    pub fn with(keymap: Keymap, theme: Theme, library: Library, screen: Screen) -> Self {
        Self {
            keymap,
            theme,
            library,
            screen,
            area: Rect::new(0, 0, 80, 24),
            wishes: Vec::new(),
            mark: SaveMark::Off,
            page: Page::None,
            typing: None,
            palette: Palette::default(),
            commands: Edit::default(),
        }
    }

    /// The fight on the screen, if one is.
    pub fn fight(&self) -> Option<&Fight> {
        match &self.screen {
            Screen::Fight(fight) => Some(fight),
            Screen::Setup(_) | Screen::Start(_) => None,
        }
    }

    /// The fight on the screen, to be changed.
    pub fn fight_mut(&mut self) -> Option<&mut Fight> {
        match &mut self.screen {
            Screen::Fight(fight) => Some(fight),
            Screen::Setup(_) | Screen::Start(_) => None,
        }
    }

    /// Shows something else; what lay over the old screen goes with it.
    pub fn show(&mut self, screen: Screen) {
        self.screen = screen;
        self.page = Page::None;
        self.typing = None;
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent) {
        self.focus_what_is_seen();
        if let Some(fight) = self.fight_mut() {
            fight.said = None;
        }
        match self.keymap.resolve(&self.contexts(), key) {
            Some(action) => self.update(action),
            None => {
                if let Some(c) = typed(key) {
                    self.type_char(c);
                }
            }
        }
        self.close_gone_sheet();
    }

    /// A pane that a smaller screen has folded away has no keys.
    fn focus_what_is_seen(&mut self) {
        let focus = self.fight().map(|fight| fight.focus);
        if let Some(pane @ (Pane::Order | Pane::Combatants | Pane::Log)) = focus
            && !view::is_seen(self, pane)
            && let Some(fight) = self.fight_mut()
        {
            fight.focus = Pane::Prompt;
        }
    }

    /// A newcomer whose arrival was undone has no sheet any more.
    fn close_gone_sheet(&mut self) {
        if let (Page::Sheet(page), Screen::Fight(fight)) = (&self.page, &self.screen)
            && fight.now().find(page.who).is_none()
        {
            self.page = Page::None;
        }
    }

    /// Text was pasted: it is typed where something is typed, and nothing is run by it.
    pub fn paste(&mut self, text: &str) {
        if self.takes_paste() {
            for c in text.chars() {
                self.type_char(c);
            }
        }
    }

    /// Whether signs are only typed here and start nothing.
    fn takes_paste(&self) -> bool {
        if self.typing.is_some() {
            return true;
        }
        if let Page::Sheet(page) = &self.page {
            return page.edit.is_some();
        }
        let Screen::Fight(fight) = &self.screen else {
            return self.setup_takes_words();
        };
        match fight.asked() {
            Asked::Prompt(prompt) => match prompt.kind {
                Kind::Roll(_) | Kind::Rolls(_) | Kind::Number { .. } | Kind::Text { .. } => true,
                _ => fight.ask().takes_words(fight.asked()),
            },
            Asked::Offers(_) | Asked::Fault(_) => false,
        }
    }

    /// The contexts that keys are looked up in, innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        // In words Backspace never undoes: a key held down to delete would run on into the fight.
        let words = [Context::Text, Context::Edit];
        if self.typing.is_some() {
            return [&words[..], &[Context::Global]].concat();
        }
        match &self.page {
            Page::Help { .. } => return vec![Context::Help, Context::Global],
            Page::Log => return vec![Context::Log, Context::Fight, Context::Global],
            Page::Sheet(page) if page.edit.is_some() => {
                return [&words[..], &[Context::Sheet, Context::Global]].concat();
            }
            Page::Sheet(_) => return vec![Context::Sheet, Context::Fight, Context::Global],
            Page::None => {}
        }
        if let Screen::Start(start) = &self.screen {
            return start.contexts();
        }
        let Screen::Fight(fight) = &self.screen else {
            return self.setup_contexts();
        };
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
            contexts.extend(words);
        } else if ask.is_typing() {
            contexts.push(Context::Edit);
        }
        contexts.extend([kind, Context::Fight, Context::Global]);
        contexts
    }

    fn type_char(&mut self, c: char) {
        if self.typing.is_some() {
            self.type_into_line(c);
            return;
        }
        match &mut self.page {
            Page::Sheet(page) => {
                match &mut page.edit {
                    Some(edit) => {
                        edit.insert(c);
                    }
                    // A digit or a letter begins the new value.
                    None => self.begin_value(c),
                }
            }
            Page::Help { .. } | Page::Log => {}
            Page::None => match &mut self.screen {
                Screen::Fight(fight) => fight.type_char(c),
                Screen::Setup(_) => self.type_into_setup(c),
                Screen::Start(start) => {
                    let outcome = start.type_char(c);
                    self.start(outcome);
                }
            },
        }
    }

    /// Does what a key stands for.
    pub fn update(&mut self, action: Action) {
        match action {
            Action::Quit => self.wishes.push(Wish::Quit),
            Action::Redraw => self.wishes.push(Wish::Redraw),
            Action::Suspend => self.wishes.push(Wish::Suspend),
            _ if self.typing.is_some() => self.update_typing(action),
            Action::Help => self.open_help(),
            Action::Command if self.fight().is_some() => self.open_command(),
            Action::Search if self.fight().is_some() => self.open_search(),
            _ => match self.page {
                Page::None => match &mut self.screen {
                    Screen::Fight(_) => self.update_fight(action),
                    Screen::Setup(_) => self.update_setup(action),
                    Screen::Start(start) => {
                        let outcome = start.update(action);
                        self.start(outcome);
                    }
                },
                Page::Help { .. } => self.update_help(action),
                Page::Log => self.update_log(action),
                Page::Sheet(_) => self.update_sheet(action),
            },
        }
    }

    /// Does what the start screen came to.
    fn start(&mut self, outcome: Outcome) {
        let ready = |library: &Library, system: &str, name: &str| {
            let book = library.book(system)?;
            let found = book.encounters.iter().find(|one| one.name == name);
            found.map(|found| found.setup.clone())
        };
        match outcome {
            Outcome::Nothing => {}
            Outcome::Quit => self.wishes.push(Wish::Quit),
            Outcome::Resume(name) => self.wishes.push(Wish::Open(name)),
            Outcome::Watch(name) => self.wishes.push(Wish::Look(name)),
            Outcome::New => {
                let screen = SetupScreen::of_choice(&self.library);
                self.show(Screen::Setup(Box::new(screen)));
            }
            Outcome::Begin(system, name) => {
                if let Some(setup) = ready(&self.library, &system, &name) {
                    self.begin(&setup);
                }
            }
            Outcome::Prepare(system, name) => {
                if let Some(setup) = ready(&self.library, &system, &name) {
                    self.show(Screen::Setup(Box::new(SetupScreen::from(setup))));
                }
            }
        }
    }
}
