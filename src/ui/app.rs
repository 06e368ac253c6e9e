//! What the screen remembers: which screen there is, what lies over it, and which keys mean something there.

use ratatui::layout::Rect;

use super::ask::Asked;
use super::autosave::SaveStatus;
use super::edit::Edit;
use super::fight::Fight;
use super::keymap::{Context, Keymap};
use super::line::Typing;
use super::odds::OddsPane;
use super::palette::Palette;
use super::recap::RecapPane;
use super::setup::SetupScreen;
use super::sheet::SheetOverlay;
use super::start::StartScreen;
use super::theme::Theme;
use crate::resolver::{Kind, Prompt};
use crate::store::Library;

/// What the loop has to do besides drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Quit,
    Redraw,
    /// Give the terminal to the shell for a while.
    Suspend,
    /// Write the log as Markdown, to a file of this name or one of its own.
    Export(String),
    /// A new fight has begun and is on the screen: keep it, and then no longer what was kept of it while it was prepared, in
    /// the file of this name.
    Begun(Option<String>),
    /// Back to the first screen.
    Leave,
    /// Go on with the saved fight of this name.
    Open(String),
    /// Show the saved fight of this name without writing.
    Look(String),
    /// Delete the saved fight of this name.
    Delete(String),
    /// Delete the file of this name, of a fight that was being prepared.
    DeleteDraft(String),
    /// Resumes the tutor, or begins it.
    Tutor,
}

/// What lies over the whole screen.
#[derive(Debug, Default)]
pub enum Overlay {
    /// No overlay above the panes.
    #[default]
    None,
    /// The keys and the rules, from a row on.
    Help {
        /// The first row shown.
        first: usize,
        /// The contexts that help was asked in.
        contexts: Vec<Context>,
        /// What it lies over, to go back to.
        over: Box<Overlay>,
    },
    Sheet(Box<SheetOverlay>),
    Log,
    /// The odds of the fight.
    Odds(Box<OddsPane>),
    /// What the fight came to.
    Recap(Box<RecapPane>),
}

/// What fills the screen.
pub enum Screen {
    /// What there is to go on with or to begin.
    Start(Box<StartScreen>),
    Fight(Box<Fight>),
    /// A fight being prepared.
    Setup(Box<SetupScreen>),
}

impl Screen {
    /// The fight, if it is one.
    pub(crate) fn fight(&self) -> Option<&Fight> {
        match self {
            Screen::Fight(fight) => Some(fight),
            Screen::Setup(_) | Screen::Start(_) => None,
        }
    }
}

/// What the screen remembers.
pub struct App {
    /// Which key does what.
    pub keymap: Keymap,
    pub theme: Theme,
    /// The systems and what is known of them.
    pub library: Library,
    /// What fills the screen.
    pub screen: Screen,
    /// The size of the screen.
    pub area: Rect,
    /// What the loop has to do.
    pub requests: Vec<Request>,
    /// How safe the fight is.
    pub save_status: SaveStatus,
    /// What lies over the screen.
    pub overlay: Overlay,
    /// The line typed in the place of the question.
    pub typing: Option<Typing>,
    /// Whether a key waits behind the one that comes: what follows from a sign that is typed can wait for it.
    pub is_hurried: bool,
    /// Whether that has not been worked out yet.
    pub(super) lags: bool,
    /// Finds what letters mean.
    pub(super) palette: Palette,
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

    /// Whether figures on the screen are still being counted.
    pub(crate) fn counts(&self) -> bool {
        match (&self.overlay, &self.screen) {
            (Overlay::Odds(pane), _) => pane.goes_on(),
            (_, Screen::Setup(screen)) => screen.foresight.goes_on(),
            _ => false,
        }
    }

    /// Follows what stands on the screen with what it is likely to come to.
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

    /// The fight on the screen, if one is.
    pub fn fight(&self) -> Option<&Fight> {
        self.screen.fight()
    }

    /// The fight on the screen, to be changed.
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

    /// The contexts that keys are looked up in, innermost first.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        let words = [Context::Text, Context::Edit];
        match &self.typing {
            Some(Typing::Add(_)) => {
                return [&words[..], &[Context::Fight, Context::Global]].concat();
            }
            Some(_) => return [&words[..], &[Context::Global]].concat(),
            None => {}
        }
        match &self.overlay {
            Overlay::Help { .. } => return vec![Context::Help, Context::Global],
            Overlay::Odds(_) => return vec![Context::Odds, Context::Fight, Context::Global],
            Overlay::Recap(_) => return vec![Context::Summary, Context::Fight, Context::Global],
            Overlay::Log => return vec![Context::Log, Context::Fight, Context::Global],
            Overlay::Sheet(sheet) if sheet.edit.is_some() || sheet.search.is_some() => {
                return [&words[..], &[Context::Sheet, Context::Global]].concat();
            }
            Overlay::Sheet(_) if self.fight().is_none() => {
                return vec![Context::Sheet, Context::Global];
            }
            Overlay::Sheet(_) => return vec![Context::Sheet, Context::Fight, Context::Global],
            Overlay::None => {}
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
        // In a row of words Backspace never undoes: a key held down to delete would run on into the fight. A line that
        // is a question of its own is left by it like any other, once it is empty.
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
