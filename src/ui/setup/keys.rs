//! What keys do on the set-up screen.

use super::forms::RowErrand;
use super::{SetupRow, SetupScreen};
use crate::dice::Seed;
use crate::encounter::Spec;
use crate::rules::compendium::Compendium;
use crate::rules::setup::Setup;
use crate::session::Session;
use crate::ui::app::{App, Request, Screen};
use crate::ui::ask::{Asked, Reply};
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::keymap::Action;

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
                finder.follow(compendium, &mut self.palette);
            }
        } else if let Some(compendium) = self.library.compendium(&screen.setup.system) {
            screen.with_form(compendium, |ask, asked, now| ask.type_char(c, asked, now));
        }
    }

    pub(in crate::ui) fn update_setup(&mut self, action: Action) {
        let Screen::Setup(screen) = &mut self.screen else {
            return;
        };
        let Some(compendium) = self.library.compendium(&screen.setup.system) else {
            return;
        };
        screen.settle(compendium);
        if screen.form.is_some() {
            self.update_setup_form(action);
            return;
        }
        if let Some(edit) = &mut screen.title {
            match action {
                Action::Answer | Action::Complete => {
                    let title = edit.value().trim().to_owned();
                    screen.title = None;
                    screen.change(|setup| setup.title = title);
                }
                Action::Back => screen.title = None,
                action => {
                    edit.apply(action);
                }
            }
            return;
        }
        if let Some(finder) = &mut screen.finder {
            match action {
                Action::Back => screen.finder = None,
                Action::DeleteBack if finder.line.is_empty() => screen.finder = None,
                Action::Answer if finder.line.is_empty() && finder.is_first() => {
                    screen.finder = None;
                }
                Action::Answer => match finder.wanted(compendium) {
                    Ok(newcomer) => {
                        finder.line.clear();
                        finder.follow(compendium, &mut self.palette);
                        screen.add(newcomer, compendium);
                    }
                    Err(why) => finder.problem = Some(why),
                },
                Action::Complete => finder.next_side(),
                Action::Up => finder.step(-1),
                Action::Down => finder.step(1),
                action => {
                    if finder.line.apply(action) {
                        finder.follow(compendium, &mut self.palette);
                    }
                }
            }
            return;
        }
        match action {
            Action::Up => screen.step(-1, compendium),
            Action::Down | Action::NextPane => screen.step(1, compendium),
            Action::PageUp => screen.step(-10, compendium),
            Action::PageDown => screen.step(10, compendium),
            Action::First => screen.step(-100_000, compendium),
            Action::Last => screen.step(100_000, compendium),
            Action::Answer => change_row(screen, compendium, &self.library.compendia()),
            Action::More | Action::Less => {
                let by = if action == Action::More { 1 } else { -1 };
                screen.more(by, &self.library.compendia(), compendium);
            }
            Action::Toggle => screen.toggle(compendium),
            Action::WhoRolls => screen.who_rolls(compendium),
            Action::Reroll => screen.hit_points(compendium),
            Action::Remove => screen.remove(compendium),
            Action::Add => {
                screen.look_for(compendium);
                if let Some(finder) = &mut screen.finder {
                    finder.follow(compendium, &mut self.palette);
                }
            }
            Action::Correct => {
                if let SetupRow::Newcomer(place) = screen.here(compendium) {
                    screen.edit(RowErrand::Sheet(place), compendium);
                }
            }
            Action::Undo => {
                screen.undo();
            }
            Action::Redo => {
                screen.redo();
            }
            Action::Begin => {
                let setup = screen.setup.clone();
                self.begin(&setup);
            }
            Action::Save => {
                let told = match self.library.save_encounter(&screen.setup) {
                    Ok(path) => format!("kept for later: {}", path.display()),
                    Err(why) => format!("{why:#}"),
                };
                screen.problems = vec![told];
            }
            Action::Back => self.requests.push(Request::Leave),
            _ => {}
        }
    }

    fn update_setup_form(&mut self, action: Action) {
        let Screen::Setup(screen) = &mut self.screen else {
            return;
        };
        let Some(compendium) = self.library.compendium(&screen.setup.system) else {
            return;
        };
        match action {
            Action::Answer => {
                let reply = screen.with_form(compendium, |ask, asked, now| ask.enter(asked, now));
                if let Some(Reply::Answer(_)) = reply {
                    screen.take_form(compendium);
                }
            }
            Action::Back => {
                let mut stays = false;
                screen.with_form(compendium, |ask, asked, now| {
                    stays = ask.is_inside() && ask.step_back(asked, now);
                    Reply::Nothing
                });
                if !stays {
                    screen.form = None;
                }
            }
            Action::Undo => screen.form = None,
            action => {
                screen.with_form(compendium, |ask, asked, _| {
                    let Asked::Prompt(prompt) = asked else {
                        return Reply::Nothing;
                    };
                    match action {
                        Action::Up | Action::PreviousPane => return ask.step(-1, asked),
                        Action::Down | Action::NextPane | Action::Complete => {
                            return ask.step(1, asked);
                        }
                        Action::Toggle | Action::More | Action::Right => ask.more(1, prompt),
                        Action::Less | Action::Left => ask.more(-1, prompt),
                        action => {
                            if ask.line.apply(action) {
                                ask.edited(asked);
                            }
                        }
                    }
                    Reply::Nothing
                });
            }
        }
    }

    /// Begins a fight as it is wanted and shows it; what does not fit is told on the set-up screen.
    pub(crate) fn begin(&mut self, setup: &Setup) {
        let begun = self
            .library
            .compendium(&setup.system)
            .ok_or_else(|| vec!["there is no such system".to_owned()])
            .and_then(|compendium| start(compendium, setup));
        match begun {
            Ok(fight) => {
                self.show(Screen::Fight(Box::new(fight)));
                self.requests.push(Request::Begun);
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

fn start(compendium: &Compendium, setup: &Setup) -> Result<Fight, Vec<String>> {
    let seed = Seed::random().map_err(|why| vec![why.to_string()])?;
    if setup.combatants.is_empty() {
        return Err(vec!["nobody fights yet: add somebody first".to_owned()]);
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

/// Enter: changes the row, or goes into it.
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
        SetupRow::Sides | SetupRow::Options => {}
    }
}
