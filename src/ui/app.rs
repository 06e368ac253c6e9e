//! State of the whole screen: the current screen, its overlay, and the contexts in which keys are looked up.

use ratatui::layout::Rect;

use super::ask::Asked;
use super::autosave::SaveStatus;
use super::edit::Edit;
use super::fight::Fight;
use super::keymap::{Context, Keymap};
use super::line::Typing;
use super::overlay::Overlay;
use super::palette::Palette;
use super::setup::SetupScreen;
use super::start::StartScreen;
use super::theme::Theme;
use crate::resolver::{Kind, Prompt};
use crate::store::Library;

/// Task for the main loop besides drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Quit,
    Redraw,
    /// Suspends the program and gives the terminal to the shell.
    Suspend,
    /// Writes the log as Markdown to a file with this name, or with a default name if the text is empty.
    Export(String),
    /// Saves the new fight on the screen, then deletes the draft file with this name.
    Begun(Option<String>),
    /// Deletes the new fight on the screen, which has no input yet, and returns to its set-up.
    Unbegin,
    /// Returns to the first screen.
    Leave,
    /// Resumes the saved fight with this name.
    Open(String),
    /// Opens the saved fight with this name read-only.
    Look(String),
    /// Deletes the saved fight with this name.
    Delete(String),
    /// Deletes the draft file with this name.
    DeleteDraft(String),
    /// Resumes the tutor, or begins it.
    Tutor,
}

/// Main contents of the screen.
pub enum Screen {
    /// List of fights to resume or start.
    Start(Box<StartScreen>),
    Fight(Box<Fight>),
    /// Set-up of a fight.
    Setup(Box<SetupScreen>),
}

impl Screen {
    /// Returns the fight, if it is on the screen.
    pub(crate) fn fight(&self) -> Option<&Fight> {
        match self {
            Screen::Fight(fight) => Some(fight),
            Screen::Setup(_) | Screen::Start(_) => None,
        }
    }
}

/// State of the whole screen.
pub struct App {
    /// Map of keys to actions.
    pub keymap: Keymap,
    pub theme: Theme,
    /// Systems with their compendia.
    pub library: Library,
    /// Main contents of the screen.
    pub screen: Screen,
    /// Size of the screen.
    pub area: Rect,
    /// Tasks for the main loop.
    pub requests: Vec<Request>,
    /// Save status of the fight.
    pub save_status: SaveStatus,
    /// Overlay over the screen.
    pub overlay: Overlay,
    /// Command line that replaces the question.
    pub typing: Option<Typing>,
    /// True if more keys are waiting, so that results of typed text can be computed later.
    pub is_hurried: bool,
    /// True if the results of the typed text have not been computed yet.
    pub(super) lags: bool,
    /// Fuzzy search in lists.
    pub(super) palette: Palette,
    pub(super) commands: Edit,
}

impl App {
    /// Creates the state for a fight, with its system only.
    pub fn new(keymap: Keymap, theme: Theme, fight: Fight) -> Self {
        let library = Library::built_in(&[fight.session.system()]);
        Self::with(keymap, theme, library, Screen::Fight(Box::new(fight)))
    }

    /// Creates the state for any screen.
    pub fn with(keymap: Keymap, theme: Theme, library: Library, screen: Screen) -> Self {
        Self {
            keymap,
            theme,
            library,
            screen,
            area: Rect::new(0, 0, 80, 24),
            requests: Vec::new(),
            save_status: SaveStatus::Off,
            overlay: Overlay::None,
            typing: None,
            is_hurried: false,
            lags: false,
            palette: Palette::default(),
            commands: Edit::default(),
        }
    }

    /// Returns `true` while figures on the screen are still being computed.
    pub(crate) fn counts(&self) -> bool {
        match (&self.overlay, &self.screen) {
            (Overlay::Odds(pane), _) => pane.goes_on(),
            (_, Screen::Setup(screen)) => screen.foresight.goes_on(),
            _ => false,
        }
    }

    /// Updates the odds of the fight or set-up on the screen.
    pub fn foresee(&mut self) {
        if let Overlay::Odds(pane) = &mut self.overlay {
            pane.look();
        }
        if let Screen::Setup(screen) = &mut self.screen
            && let Some(compendium) = self.library.compendium(&screen.setup.system)
        {
            screen.foresee(compendium);
            screen.keep_draft(&self.library);
        }
    }

    /// Returns the fight on the screen, if there is one.
    pub fn fight(&self) -> Option<&Fight> {
        self.screen.fight()
    }

    /// Returns the fight on the screen to change it.
    pub(crate) fn fight_mut(&mut self) -> Option<&mut Fight> {
        match &mut self.screen {
            Screen::Fight(fight) => Some(fight),
            Screen::Setup(_) | Screen::Start(_) => None,
        }
    }

    /// Shows another screen and closes any overlay.
    pub fn show(&mut self, screen: Screen) {
        self.screen = screen;
        let speed = self.library.settings().0.auto_play_speed;
        if let Some(fight) = self.fight_mut() {
            fight.playing.speed = speed;
        }
        self.overlay = Overlay::None;
        self.typing = None;
        self.follow_tutor(None);
    }

    /// Returns the line that takes the keys: the typed line, unless help covers the line that adds combatants.
    pub(crate) fn open_line(&self) -> Option<&Typing> {
        let typing = self.typing.as_ref()?;
        let is_covered = matches!((typing, &self.overlay), (Typing::Add(_), Overlay::Help(..)));
        (!is_covered).then_some(typing)
    }

    /// Returns the contexts in which keys are looked up, innermost first.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        let words = [Context::Text, Context::Edit];
        match self.open_line() {
            Some(Typing::Add(_)) => {
                let adds = [Context::Add, Context::Text, Context::Edit];
                return [&adds[..], &[Context::Fight, Context::Global]].concat();
            }
            Some(_) => return [&words[..], &[Context::Global]].concat(),
            None => {}
        }
        if let Some(contexts) = self.overlay.contexts(self.fight().is_some()) {
            return contexts;
        }
        let fight = match &self.screen {
            Screen::Start(start) => return start.contexts().to_vec(),
            Screen::Setup(screen) => return screen.contexts(),
            Screen::Fight(fight) => fight,
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
        // In a text row of a form Backspace never undoes, because a held key would continue into the fight. If the line
        // is the whole question, Backspace leaves it once it is empty.
        let question =
            matches!(asked, Asked::Prompt(prompt) if matches!(prompt.kind, Kind::Text { .. }));
        if question && !ask.is_typing() {
            contexts.push(Context::Text);
        } else if ask.takes_words(asked) {
            contexts.extend(words);
        } else {
            contexts.extend(ask.field_contexts());
        }
        contexts.extend([kind, Context::Fight, Context::Global]);
        contexts
    }
}
