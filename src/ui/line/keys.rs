//! Keys in the command line.

use super::command::CommandLine;
use super::{Typing, orders};
use crate::compendium::Party;
use crate::ui::app::{App, Screen};
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::fight::draw::log_back_to_match;
use crate::ui::finder::Finder;
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;
use crate::ui::selection::Selection;

impl App {
    pub(in crate::ui) fn open_command(&mut self) {
        let mut line = CommandLine {
            line: std::mem::take(&mut self.commands),
            ..CommandLine::default()
        };
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        line.follow(fight, &mut self.palette);
        self.typing = Some(Typing::Command(line));
    }

    pub(in crate::ui) fn open_search(&mut self) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let mut line = Edit::default();
        line.set(&fight.log.search);
        self.typing = Some(Typing::Search(line));
    }

    /// Opens the finder for combatants to join the fight; the GM's own side is the default.
    pub(in crate::ui) fn open_finder(&mut self) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let now = fight.now();
        let sides: Vec<String> = now.sides.iter().map(|side| side.name.clone()).collect();
        let side = now.sides.iter().position(|side| !side.players);
        let finder = Finder::new(sides, side.unwrap_or(0));
        self.typing = Some(Typing::Add(finder));
        self.follow_line();
    }

    pub(in crate::ui) fn type_into_line(&mut self, c: char) {
        let line = match &mut self.typing {
            Some(Typing::Command(command)) => &mut command.line,
            Some(Typing::Search(line)) => line,
            Some(Typing::Add(finder)) => &mut finder.line,
            None => return,
        };
        self.lags |= line.insert(c);
        if !self.is_hurried {
            self.catch_up();
        }
    }

    /// Updates the results after a burst of typed characters.
    fn catch_up(&mut self) {
        if std::mem::take(&mut self.lags) {
            self.follow_line();
        }
    }

    /// Updates the results of a changed line: completions, or the log lines that match.
    fn follow_line(&mut self) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match &mut self.typing {
            Some(Typing::Command(command)) => command.follow(fight, &mut self.palette),
            Some(Typing::Search(line)) => {
                line.value().clone_into(&mut fight.log.search);
                self.show_match();
            }
            Some(Typing::Add(finder)) => {
                finder.parties = parties_to_come(fight, finder.side);
                finder.follow(&fight.compendium, &mut self.palette);
            }
            None => {}
        }
    }

    /// Scrolls the log to the newest line that matches the search.
    fn show_match(&mut self) {
        let whole = matches!(self.overlay, Overlay::Log);
        let back = log_back_to_match(self, whole);
        if let Some(fight) = self.fight_mut() {
            fight.log.back = back;
        }
    }

    pub(in crate::ui) fn update_typing(&mut self, action: KeyAction) {
        self.catch_up();
        let whole = matches!(self.overlay, Overlay::Log);
        match &mut self.typing {
            Some(Typing::Command(command)) => match action {
                KeyAction::Back => self.close_command(),
                KeyAction::Accept => self.run_command(),
                KeyAction::Complete => {
                    command.complete();
                    self.follow_line();
                }
                KeyAction::Up
                    if command.line.is_empty() && command.mark == Selection::default() =>
                {
                    if command.line.apply(KeyAction::Up) {
                        self.follow_line();
                    }
                }
                KeyAction::Up => command.step(-1),
                KeyAction::Down => command.step(1),
                action => {
                    if command.line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            Some(Typing::Search(line)) => match action {
                KeyAction::Back => {
                    self.typing = None;
                    let Screen::Fight(fight) = &mut self.screen else {
                        return;
                    };
                    fight.log.search.clear();
                }
                KeyAction::Accept => {
                    self.typing = None;
                    self.show_match();
                }
                KeyAction::PageUp => self.scroll(1, whole),
                KeyAction::PageDown => self.scroll(-1, whole),
                action => {
                    if line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            Some(Typing::Add(finder)) => match action {
                KeyAction::Back => self.typing = None,
                KeyAction::Accept if finder.is_done() => self.typing = None,
                KeyAction::Accept => self.let_join(),
                // The key that opened the line clears it, so that its old text does not become part of a new name.
                KeyAction::Add => {
                    finder.clear();
                    self.follow_line();
                }
                KeyAction::Complete => {
                    finder.next_side();
                    self.follow_line();
                }
                KeyAction::Up => finder.step(-1),
                KeyAction::Down => finder.step(1),
                action => {
                    if finder.line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            None => {}
        }
    }

    fn let_join(&mut self) {
        let (Screen::Fight(fight), Some(Typing::Add(finder))) =
            (&mut self.screen, &mut self.typing)
        else {
            return;
        };
        let compendium = &fight.compendium;
        // A name without values may be a mistake.
        if !finder.accepts(compendium) {
            return;
        }
        let party = finder.party();
        let party = party.and_then(|place| compendium.parties.get(place).cloned());
        let joined = match (party, finder.sides.get(finder.side)) {
            (Some(party), Some(side)) => fight.let_party_join(&party, side),
            _ => finder
                .wanted(compendium)
                .and_then(|newcomer| fight.let_join(&[newcomer])),
        };
        match joined {
            Ok(()) => self.typing = None,
            Err(why) => finder.problem = Some(why),
        }
    }

    fn close_command(&mut self) {
        if let Some(Typing::Command(command)) = self.typing.take() {
            self.commands = command.line;
            self.commands.clear();
        }
    }

    fn run_command(&mut self) {
        let Some(Typing::Command(mut line)) = self.typing.take() else {
            return;
        };
        if let Some(chosen) = line.mark.row(&line.fitting) {
            let (text, more) = (chosen.line.clone(), chosen.more);
            line.line.set(&text);
            if more {
                line.line.insert(' ');
                let Screen::Fight(fight) = &self.screen else {
                    return;
                };
                line.follow(fight, &mut self.palette);
                self.typing = Some(Typing::Command(line));
                return;
            }
        }
        let text = line.line.value().to_owned();
        match orders::run(self, &text) {
            Ok(()) => {
                line.line.take();
                self.commands = line.line;
            }
            Err(why) => {
                // An unknown word may be a prefix of a command.
                let best = line
                    .fitting
                    .first()
                    .filter(|best| !text.contains(' ') && best.begins(&text))
                    .cloned();
                match best {
                    Some(best) if best.line != text && !best.more => {
                        line.line.set(&best.line);
                        match orders::run(self, &best.line) {
                            Ok(()) => {
                                line.line.take();
                                self.commands = line.line;
                                return;
                            }
                            Err(why) => line.problem = Some(format!("{why:#}")),
                        }
                    }
                    Some(best) if best.line != text => {
                        line.line.set(&format!("{} ", best.line));
                        let Screen::Fight(fight) = &self.screen else {
                            return;
                        };
                        line.follow(fight, &mut self.palette);
                    }
                    _ => line.problem = Some(format!("{why:#}")),
                }
                self.typing = Some(Typing::Command(line));
            }
        }
    }
}

/// Returns the indexes of the parties without members in the fight, if the side is the players'.
fn parties_to_come(fight: &Fight, side: usize) -> Vec<usize> {
    let now = fight.now();
    let players = now.sides.get(side).is_some_and(|side| side.players);
    let is_away = |party: &Party| {
        let mut members = party.members.iter();
        members.all(|one| now.by_name(&one.name).is_none())
    };
    let parties = fight.compendium.parties.iter().enumerate();
    let open = parties.filter(|(_, party)| players && is_away(party));
    open.map(|(place, _)| place).collect()
}
