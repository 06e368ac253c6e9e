//! Routing of key presses: `key → KeyAction → update`, passed to the overlay or the screen in front.

use std::time::Duration;

use crossterm::event::KeyEvent;

use super::app::{App, Request, Screen};
use super::ask::Asked;
use super::fight::{Fight, Pane, draw};
use super::keymap::{Context, KeyAction, typed};
use super::line::Typing;
use super::overlay::Overlay;
use super::setup::SetupScreen;
use super::sheet::{SheetOverlay, Subject};
use super::start::{InSystem, Outcome};
use super::tutor::KeyNames;
use crate::resolver::Kind;
use crate::setup::Setup;

impl App {
    /// Handles a key press.
    pub fn press(&mut self, key: KeyEvent) {
        let needed = self.tutor_needs(key);
        let scrolls = self.only_scrolls(key);
        self.take_key(key);
        self.follow_tutor(Some(needed).filter(|_| !scrolls));
    }

    /// Returns `true` if the key scrolls the log or a page and changes nothing else.
    fn only_scrolls(&self, key: KeyEvent) -> bool {
        let of_prompt = |fight: &Fight| fight.focus == Pane::Prompt;
        let in_prompt = self.overlay.is_none() && self.fight().is_some_and(of_prompt);
        let in_list = self.fight().is_some_and(Fight::shows_long_list);
        match self.keymap.resolve(&self.contexts(), key) {
            Some(KeyAction::PageUp | KeyAction::PageDown) => !self.overlay.is_none() || !in_list,
            Some(KeyAction::Up | KeyAction::Down | KeyAction::First | KeyAction::Last) => {
                !in_prompt
            }
            _ => false,
        }
    }

    /// Returns `true` if the current step of the tutor names the key.
    fn tutor_needs(&self, key: KeyEvent) -> bool {
        let Some(fight) = self.fight() else {
            return false;
        };
        fight.tutor.as_ref().is_some_and(|tutor| {
            self.with_key_names(fight, |names| {
                tutor.step().text.keys().any(|one| one.is(key, names))
            })
        })
    }

    /// Lets the tutor follow the fight. `key` is true if the tutor needed the key that was pressed, `None` without a
    /// key.
    pub(super) fn follow_tutor(&mut self, key: Option<bool>) {
        let has_list = self.fight().is_some_and(|fight| !fight.own.is_empty());
        let shown = match self.overlay.name() {
            Some(page) => page,
            None if self.typing.is_some() => "line",
            None if has_list => "list",
            None => "fight",
        };
        if let Some(fight) = self.fight_mut() {
            fight.follow_tutor(shown, key);
        }
    }

    /// Calls `look` with the names of the keys in this fight.
    pub fn with_key_names<T>(&self, fight: &Fight, look: impl FnOnce(&KeyNames<'_>) -> T) -> T {
        look(&KeyNames {
            keymap: &self.keymap,
            contexts: &self.contexts(),
            capitals: &fight.compendium.capitals,
            rulings: &fight.capitals_of_rulings(),
            now: fight.now(),
        })
    }

    fn take_key(&mut self, key: KeyEvent) {
        self.focus_what_is_seen();
        let action = self.keymap.resolve(&self.contexts(), key);
        if self.plays_on(action) {
            return;
        }
        // In an empty number row, the key that undoes elsewhere leaves the row.
        let leaves = || self.keymap.resolve(&[Context::Form], key) == Some(KeyAction::Undo);
        let leaves_row = action == Some(KeyAction::Back) && leaves();
        if let Some(fight) = self.fight_mut() {
            fight.before_key(action, leaves_row);
        }
        match action {
            Some(action) => self.update(action),
            None => {
                if let Some(c) = typed(key) {
                    self.type_char(c);
                }
            }
        }
        if self
            .fight_mut()
            .is_some_and(|fight| std::mem::take(&mut fight.to_keep))
        {
            self.keep_this_party();
        }
        self.close_gone_sheet();
    }

    /// Ends a series of repeated keys after a second without keys.
    pub fn pause(&mut self) {
        if let Some(fight) = self.fight_mut() {
            fight.pause();
        }
    }

    /// During auto-play, Enter takes the next step at once, and every other key pauses it. Returns `true` if the key
    /// has no further effect.
    fn plays_on(&mut self, action: Option<KeyAction>) -> bool {
        if !self.is_playing() {
            return false;
        }
        let Some(fight) = self.fight_mut() else {
            return false;
        };
        match action {
            Some(KeyAction::Accept) => {
                fight.said = None;
                fight.play_now()
            }
            Some(KeyAction::AutoPlay) => false,
            _ => {
                fight.interrupt_playing();
                false
            }
        }
    }

    /// Returns `true` if auto-play is active and no overlay covers the fight.
    fn is_playing(&self) -> bool {
        let open = self.overlay.is_none() && self.typing.is_none();
        open && self.fight().is_some_and(Fight::is_playing)
    }

    /// Returns the time until the next automatic event on the screen, if there is one.
    pub fn due_in(&self) -> Option<Duration> {
        let open = self.overlay.is_none() && self.typing.is_none();
        self.fight().filter(|_| open).and_then(Fight::due_in)
    }

    /// Adds elapsed time without a key. Returns `true` if something happened.
    pub fn time_goes_by(&mut self, gone: Duration) -> bool {
        let due = self.due_in().is_some();
        let fight = self.fight_mut().filter(|_| due);
        let done = fight.is_some_and(|fight| fight.time_goes_by(gone));
        if done {
            self.follow_tutor(None);
        }
        done
    }

    /// Moves the focus from a pane that a smaller screen has hidden.
    fn focus_what_is_seen(&mut self) {
        let focus = self.fight().map(|fight| fight.focus);
        if let Some(pane @ (Pane::Order | Pane::Combatants | Pane::Log)) = focus
            && !draw::is_seen(self, pane)
            && let Some(fight) = self.fight_mut()
        {
            fight.focus = Pane::Prompt;
        }
    }

    /// Closes the sheet of a newcomer whose arrival was undone.
    fn close_gone_sheet(&mut self) {
        let Overlay::Sheet(sheet) = &self.overlay else {
            return;
        };
        let is_there = match (sheet.of, &self.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => fight.now().find(who).is_some(),
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                place < screen.setup.combatants.len()
            }
            _ => false,
        };
        if !is_there {
            self.overlay = Overlay::None;
        }
    }

    /// Types pasted text into the open field; never runs it as keys.
    pub fn paste(&mut self, text: &str) {
        if self.takes_paste() {
            let is_hurried = self.is_hurried;
            let mut signs = text.chars().peekable();
            while let Some(c) = signs.next() {
                self.is_hurried = is_hurried || signs.peek().is_some();
                self.type_char(c);
            }
            self.is_hurried = is_hurried;
            self.follow_tutor(None);
        }
    }

    /// Returns `true` if characters are only typed here and start nothing.
    fn takes_paste(&self) -> bool {
        if self.open_line().is_some() {
            return true;
        }
        if !self.overlay.is_none() {
            return self.overlay.takes_words();
        }
        let fight = match &self.screen {
            Screen::Start(_) => return false,
            Screen::Setup(screen) => return screen.takes_words(),
            Screen::Fight(fight) => fight,
        };
        match fight.asked() {
            Asked::Prompt(prompt) => match prompt.kind {
                Kind::Roll(_) | Kind::Rolls(_) | Kind::Number { .. } | Kind::Text { .. } => true,
                _ => fight.ask().takes_words(fight.asked()),
            },
            Asked::Offers(_) | Asked::Fault(_) => false,
        }
    }

    fn type_char(&mut self, c: char) {
        if self.open_line().is_some() {
            self.type_into_line(c);
            return;
        }
        if !self.overlay.is_none() {
            self.with_sheet(|sheet, app| sheet.type_char(c, app));
            return;
        }
        match &mut self.screen {
            Screen::Fight(fight) => fight.type_char(c),
            Screen::Setup(_) => self.type_into_setup(c),
            Screen::Start(start) => {
                let outcome = start.type_char(c);
                self.start(outcome);
            }
        }
    }

    /// Executes the action of a key.
    pub(crate) fn update(&mut self, action: KeyAction) {
        match action {
            KeyAction::Quit => self.part(Request::Quit),
            KeyAction::Redraw => self.requests.push(Request::Redraw),
            KeyAction::Suspend => self.requests.push(Request::Suspend),
            KeyAction::Help if matches!(self.typing, Some(Typing::Add(_))) => self.open_help(),
            _ if self.open_line().is_some() => self.update_typing(action),
            KeyAction::Help => self.open_help(),
            KeyAction::Command if self.fight().is_some() => self.open_command(),
            KeyAction::Search
                if self.fight().is_some() && !matches!(self.overlay, Overlay::Sheet(_)) =>
            {
                self.open_search();
            }
            _ if !self.overlay.is_none() => self.update_overlay(action),
            _ => match &mut self.screen {
                Screen::Fight(_) => self.update_fight(action),
                Screen::Setup(_) => self.update_setup(action),
                Screen::Start(start) => {
                    let outcome = start.update(action);
                    self.start(outcome);
                }
            },
        }
    }

    /// Passes an action to the page over the screen, which may close itself.
    fn update_overlay(&mut self, action: KeyAction) {
        let mut overlay = std::mem::take(&mut self.overlay);
        let next = match &mut overlay {
            Overlay::None => Some(Overlay::None),
            Overlay::Help(page, over) => {
                let closes = page.update(action, self);
                closes.then(|| std::mem::take(&mut **over))
            }
            Overlay::Log => self.update_log(action),
            Overlay::Odds(pane) => pane.update(action, self),
            Overlay::Recap(pane) => pane.update(action, self),
            Overlay::Sheet(sheet) => sheet.update(action, self),
        };
        self.overlay = next.unwrap_or(overlay);
    }

    /// Calls `change` if a sheet is open.
    pub(super) fn with_sheet(&mut self, change: impl FnOnce(&mut SheetOverlay, &mut Self)) {
        let mut overlay = std::mem::take(&mut self.overlay);
        if let Overlay::Sheet(sheet) = &mut overlay {
            change(sheet, self);
        }
        self.overlay = overlay;
    }

    /// Handles the result of the start screen.
    fn start(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Nothing => {}
            Outcome::Quit => self.requests.push(Request::Quit),
            Outcome::Tutor => self.requests.push(Request::Tutor),
            Outcome::Resume(name) => self.requests.push(Request::Open(name)),
            Outcome::Watch(name) => self.requests.push(Request::Look(name)),
            Outcome::Delete(name) => self.requests.push(Request::Delete(name)),
            Outcome::GoOnPreparing(name) => {
                let mut drafts = self.library.drafts().into_iter();
                if let Some(draft) = drafts.find(|draft| draft.name == name) {
                    let screen = SetupScreen::gone_on_with(draft, &self.library);
                    self.show(Screen::Setup(Box::new(screen)));
                }
            }
            Outcome::DeleteDraft(name) => self.requests.push(Request::DeleteDraft(name)),
            Outcome::New => {
                let last_system = match &self.screen {
                    Screen::Start(start) => start.last_system(),
                    _ => "",
                };
                let screen = SetupScreen::of_choice(&self.library, last_system);
                self.show(Screen::Setup(Box::new(screen)));
            }
            Outcome::Gather(party) => self.gather(&party.system, &party.name),
            Outcome::Rest(party) => self.rest(&party.system, &party.name),
            Outcome::Begin(fight) => {
                if let Some(setup) = self.ready(&fight) {
                    self.begin(&setup);
                }
            }
            Outcome::Prepare(fight) => {
                if let Some(setup) = self.ready(&fight) {
                    self.show(Screen::Setup(Box::new(SetupScreen::from(setup))));
                }
            }
        }
    }

    fn ready(&self, fight: &InSystem) -> Option<Setup> {
        let mut all = self.library.encounters(&fight.system).iter();
        let found = all.find(|one| one.name == fight.name)?;
        Some(found.setup.clone())
    }
}
