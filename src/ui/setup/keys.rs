//! Keys on the set-up screen.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;

use super::draw::keys;
use super::forms::RowErrand;
use super::{SetupRow, SetupScreen};
use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::Roller;
use crate::ron_text::Diagnostic;
use crate::session::Session;
use crate::setup::{Setup, between_fights};
use crate::ui::app::{App, Request, Screen};
use crate::ui::ask::{Asked, Reply};
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::keymap::KeyAction;
use crate::ui::palette::Palette;
use crate::ui::sheet::Subject;
use crate::values::Spec;

/// Reports that a letter does nothing in the set-up, and names the effect of its upper-case letter.
fn no_key(c: char, keys: &[(String, String)]) -> String {
    let capital: String = c.to_uppercase().collect();
    match keys.iter().find(|(key, _)| *key == capital) {
        Some((key, word)) => format!("`{c}` does nothing here. Do you mean `{key}` ({word})?"),
        None => format!("`{c}` does nothing here. F1 lists the keys."),
    }
}

impl App {
    pub(in crate::ui) fn type_into_setup(&mut self, c: char) {
        let Screen::Setup(screen) = &mut self.screen else {
            return;
        };
        if let Some(edit) = &mut screen.title {
            edit.insert(c);
        } else if let Some(finder) = &mut screen.finder {
            finder.line.insert(c);
            if let Some(compendium) = self.library.compendium(&screen.setup.system) {
                screen.follow(compendium, &mut self.palette);
            }
        } else if let Some(compendium) = self.library.compendium(&screen.setup.system) {
            if screen.form.is_none() {
                screen.problems = vec![no_key(c, &keys(screen, compendium, &self.keymap))];
            }
            screen.with_form(compendium, |ask, asked, now| ask.type_char(c, asked, now));
        }
    }

    pub(in crate::ui) fn update_setup(&mut self, action: KeyAction) {
        let Screen::Setup(screen) = &mut self.screen else {
            return;
        };
        let Some(compendium) = self.library.compendium(&screen.setup.system) else {
            return;
        };
        screen.keep_selected(compendium);
        if screen.form.is_some() {
            self.update_setup_form(action);
            return;
        }
        if screen.title.is_some() {
            update_title(screen, action);
            return;
        }
        if screen.finder.is_some() {
            update_finder(screen, action, compendium, &mut self.palette);
            return;
        }
        match action {
            KeyAction::Up => screen.step(-1, compendium),
            KeyAction::Down | KeyAction::NextPane => screen.step(1, compendium),
            KeyAction::PageUp => screen.step(-10, compendium),
            KeyAction::PageDown => screen.step(10, compendium),
            KeyAction::First => screen.step(-100_000, compendium),
            KeyAction::Last => screen.step(100_000, compendium),
            KeyAction::Accept => change_row(screen, compendium, &self.library.compendia()),
            KeyAction::More | KeyAction::Less => {
                let by = if action == KeyAction::More { 1 } else { -1 };
                screen.more(by, &self.library.compendia(), compendium);
            }
            KeyAction::Toggle => screen.toggle(compendium),
            KeyAction::WhoRolls => screen.who_rolls(compendium),
            KeyAction::Control => screen.who_decides(compendium),
            KeyAction::Reroll => screen.hit_points(compendium),
            KeyAction::Arrival => screen.plan(compendium),
            KeyAction::Remove => screen.remove(compendium),
            KeyAction::Odds => screen.seek_even(compendium),
            KeyAction::Add => {
                screen.look_for(compendium);
                screen.follow(compendium, &mut self.palette);
            }
            KeyAction::Sheet => {
                if let SetupRow::Newcomer(place) = screen.here(compendium) {
                    self.show_sheet(Subject::Newcomer(place));
                }
            }
            KeyAction::Undo => {
                screen.undo();
            }
            KeyAction::Redo => {
                screen.redo();
            }
            KeyAction::Begin if is_of_one_side(&screen.setup) && screen.problems != [ONE_SIDE] => {
                screen.problems = vec![ONE_SIDE.to_owned()];
            }
            KeyAction::Begin => {
                let setup = screen.setup.clone();
                self.begin(&setup);
            }
            KeyAction::Save => {
                let begins = screen.setup.begin(compendium, Seed(0));
                let kept = self.library.save_encounter(&screen.setup);
                if kept.is_ok() {
                    screen.drop_draft(&self.library);
                }
                tell_kept(screen, kept, begins.err().unwrap_or_default());
            }
            KeyAction::Back if screen.has_unkept() && screen.problems != [UNKEPT] => {
                screen.problems = vec![UNKEPT.to_owned()];
            }
            KeyAction::Back => {
                screen.drop_empty_draft(&self.library);
                self.requests.push(Request::Leave);
            }
            _ => {}
        }
    }

    fn update_setup_form(&mut self, action: KeyAction) {
        let Screen::Setup(screen) = &mut self.screen else {
            return;
        };
        let Some(compendium) = self.library.compendium(&screen.setup.system) else {
            return;
        };
        match action {
            KeyAction::Accept => {
                let reply = screen.with_form(compendium, |ask, asked, now| ask.enter(asked, now));
                if let Some(Reply::Answer(_)) = reply {
                    screen.take_form(compendium);
                }
            }
            KeyAction::Back => {
                let mut stays = false;
                screen.with_form(compendium, |ask, _, _| {
                    stays = ask.step_back();
                    Reply::Nothing
                });
                if !stays {
                    screen.form = None;
                }
            }
            KeyAction::Undo => screen.form = None,
            action => {
                screen.with_form(compendium, |ask, asked, now| {
                    let Asked::Prompt(prompt) = asked else {
                        return Reply::Nothing;
                    };
                    match action {
                        KeyAction::Up | KeyAction::PreviousPane => return ask.step(-1, asked, now),
                        KeyAction::Down | KeyAction::NextPane | KeyAction::Complete => {
                            return ask.step(1, asked, now);
                        }
                        KeyAction::Toggle | KeyAction::More | KeyAction::Right => {
                            ask.more(1, prompt)
                        }
                        KeyAction::Less | KeyAction::Left => ask.more(-1, prompt),
                        action => {
                            ask.keep_default();
                            if ask.line.apply(action) {
                                ask.edited(asked, now);
                            }
                        }
                    }
                    Reply::Nothing
                });
            }
        }
    }

    /// Starts a fight from the set-up and shows it; errors are shown on the set-up screen.
    pub(crate) fn begin(&mut self, setup: &Setup) {
        let begun = self
            .library
            .known(&setup.system)
            .map_err(|why| vec![why.to_string()])
            .and_then(|compendium| start(compendium, setup));
        match begun {
            Ok(mut fight) => {
                let mut draft = None;
                let before = Screen::Start(Box::default());
                if let Screen::Setup(mut screen) = std::mem::replace(&mut self.screen, before) {
                    draft = screen.draft.take().map(|(name, _)| name);
                    screen.draft_form.clear();
                    fight.prepared = Some(screen);
                }
                self.show(Screen::Fight(Box::new(fight)));
                self.requests.push(Request::Begun(draft));
            }
            Err(problems) => {
                if !matches!(self.screen, Screen::Setup(_)) {
                    let screen = SetupScreen::from(setup.clone());
                    self.show(Screen::Setup(Box::new(screen)));
                }
                if let Screen::Setup(screen) = &mut self.screen {
                    screen.problems = problems;
                }
            }
        }
    }
}

impl App {
    /// Returns from a fight without inputs to the set-up that began it.
    pub fn return_to_setup(&mut self) {
        let prepared = self.fight_mut().and_then(|fight| fight.prepared.take());
        if let Some(mut screen) = prepared {
            screen.problems.clear();
            screen.said = Some("The fight has not begun.".to_owned());
            screen.keep_draft(&self.library);
            self.show(Screen::Setup(screen));
        }
    }

    /// Opens a set-up with a party on the players' side.
    pub(in crate::ui) fn gather(&mut self, system: &str, party: &str) {
        let screen = SetupScreen::gathering(&self.library, system, party);
        self.show(Screen::Setup(Box::new(screen)));
    }

    /// Shows the activities of a party between two fights.
    pub(in crate::ui) fn rest(&mut self, system: &str, party: &str) {
        let roller = self.library.settings().0.player_rolls;
        let begun = self
            .library
            .known(system)
            .map_err(|why| why.to_string())
            .and_then(|compendium| rest(compendium, party, roller));
        match (begun, &mut self.screen) {
            (Ok(fight), _) => {
                self.show(Screen::Fight(Box::new(fight)));
                self.requests.push(Request::Begun(None));
            }
            (Err(why), Screen::Start(start)) => start.tell(why),
            (Err(_), _) => {}
        }
    }
}

/// Handles keys while the title is edited.
fn update_title(screen: &mut SetupScreen, action: KeyAction) {
    let Some(edit) = &mut screen.title else {
        return;
    };
    match action {
        KeyAction::Accept | KeyAction::Complete => {
            let title = edit.value().trim().to_owned();
            screen.title = None;
            screen.change(|setup| setup.title = title);
        }
        KeyAction::Back => screen.title = None,
        action => {
            edit.apply(action);
        }
    }
}

/// Handles keys in the finder.
fn update_finder(
    screen: &mut SetupScreen,
    action: KeyAction,
    compendium: &Compendium,
    palette: &mut Palette,
) {
    let Some(finder) = &mut screen.finder else {
        return;
    };
    match action {
        KeyAction::Back => screen.finder = None,
        KeyAction::Accept if finder.is_done() => screen.finder = None,
        KeyAction::Accept if finder.party().is_some() => {
            screen.take_along(compendium);
            screen.follow(compendium, palette);
        }
        KeyAction::Accept if !finder.accepts(compendium) => {}
        KeyAction::Accept => match finder.wanted(compendium) {
            Ok(newcomer) => {
                finder.clear();
                screen.add(newcomer, compendium);
                screen.follow(compendium, palette);
            }
            Err(why) => finder.problem = Some(why),
        },
        KeyAction::Complete => {
            finder.next_side();
            screen.follow(compendium, palette);
        }
        KeyAction::Up => finder.step(-1),
        KeyAction::Down => finder.step(1),
        action => {
            if finder.line.apply(action) {
                screen.follow(compendium, palette);
            }
        }
    }
}

fn is_of_one_side(setup: &Setup) -> bool {
    let there = setup.combatants.iter();
    let sides: BTreeSet<&str> = there.map(|one| one.side.as_str()).collect();
    sides.len() == 1
}

/// Reports that the set-up was saved, or why it was not saved, and the errors that prevent its start.
fn tell_kept(screen: &mut SetupScreen, kept: Result<PathBuf>, wrong: Vec<Diagnostic>) {
    screen.said = None;
    screen.problems = match kept {
        Ok(path) => {
            screen.kept = Some(screen.setup.clone());
            screen.said = Some(format!("saved for later: {}", path.display()));
            Vec::new()
        }
        Err(why) => vec![format!("{why:#}")],
    };
    let first = wrong.into_iter().take(1);
    let first = first.map(|one| format!("the fight cannot begin yet: {}", one.what));
    screen.problems.extend(first);
}

fn rest(compendium: &Compendium, party: &str, roller: Roller) -> Result<Fight, String> {
    let seed = Seed::random().map_err(|why| why.to_string())?;
    let party = compendium.party(party)?;
    let start = between_fights(compendium, party, roller, seed).map_err(|wrong| {
        let wrong: Vec<String> = wrong.into_iter().map(|one| one.what).collect();
        wrong.join("; ")
    })?;
    let session =
        Session::new(&[compendium.system()], start, seed).map_err(|why| format!("{why:#}"))?;
    Ok(Fight::new(session, compendium.clone()))
}

fn start(compendium: &Compendium, setup: &Setup) -> Result<Fight, Vec<String>> {
    let seed = Seed::random().map_err(|why| vec![why.to_string()])?;
    if setup.combatants.is_empty() {
        return Err(vec![
            "there are no combatants yet: add combatants first".to_owned(),
        ]);
    }
    let start = setup.begin(compendium, seed).map_err(|wrong| {
        wrong
            .into_iter()
            .map(|one| one.what)
            .collect::<Vec<String>>()
    })?;
    let session = Session::new(&[compendium.system()], start, seed)
        .map_err(|why| vec![format!("{why:#}")])?;
    Ok(Fight::new(session, compendium.clone()))
}

/// Warning before a fight with only one side starts.
const ONE_SIDE: &str = "All combatants are on one side. Press the same key again to begin anyway.";

/// Warning before changes are discarded.
const UNKEPT: &str =
    "This set-up is not saved. Press Ctrl-S to save it, or the same key again to discard it.";

/// Handles Enter on a row: changes the row, or opens it.
fn change_row(screen: &mut SetupScreen, compendium: &Compendium, compendia: &[&Compendium]) {
    match screen.here(compendium) {
        SetupRow::Title => {
            let mut edit = Edit::default();
            edit.set(&screen.setup.title);
            screen.title = Some(edit);
        }
        SetupRow::Side(place) => screen.edit(RowErrand::Side(place), compendium),
        SetupRow::NewSide => screen.edit(RowErrand::NewSide, compendium),
        SetupRow::Newcomer(place) => screen.edit(RowErrand::Newcomer(place), compendium),
        SetupRow::System | SetupRow::Nobody => screen.more(1, compendia, compendium),
        SetupRow::Option(place) => {
            let is_number = compendium
                .schema
                .options
                .get(place)
                .is_some_and(|spec| matches!(spec.kind, Spec::Int(..)));
            if is_number {
                screen.problems = vec!["left and right change the number".to_owned()];
            } else {
                screen.more(1, compendia, compendium);
            }
        }
        SetupRow::Event(place) => screen.edit(RowErrand::Event(place), compendium),
        SetupRow::NewEvent => screen.edit(RowErrand::NewEvent, compendium),
        SetupRow::Sides | SetupRow::Later | SetupRow::Options => {}
    }
}
