//! What keys do on the pages over the panes, and to the lines typed in the place of the question.

use super::app::{App, Page, Screen, Typing};
use super::command::CommandLine;
use super::edit::Edit;
use super::finder::Finder;
use super::keymap::Action;
use super::mark::Mark;
use super::orders;
use super::sheet::{Place, rows};
use crate::session::Input;

impl App {
    pub(super) fn open_command(&mut self) {
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

    pub(super) fn open_search(&mut self) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let mut line = Edit::default();
        line.set(&fight.log.search);
        self.typing = Some(Typing::Search(line));
    }

    /// Shows the keys and the rules.
    pub fn open_help(&mut self) {
        if matches!(self.page, Page::Help { .. }) {
            return;
        }
        let mut contexts = self.contexts();
        contexts.dedup();
        self.page = Page::Help { first: 0, contexts };
    }

    pub(super) fn type_into_line(&mut self, c: char) {
        match &mut self.typing {
            Some(Typing::Command(command)) => {
                command.line.insert(c);
            }
            Some(Typing::Search(line)) => {
                line.insert(c);
            }
            Some(Typing::Add(finder)) => {
                finder.line.insert(c);
            }
            None => return,
        }
        self.follow_line();
    }

    /// What follows from a changed line: what fits the command, which lines of the log have the words.
    fn follow_line(&mut self) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match &mut self.typing {
            Some(Typing::Command(command)) => command.follow(fight, &mut self.palette),
            Some(Typing::Search(line)) => {
                line.value().clone_into(&mut fight.log.search);
                fight.log.back = 0;
            }
            Some(Typing::Add(finder)) => finder.follow(&fight.book, &mut self.palette),
            None => {}
        }
    }

    pub(super) fn update_typing(&mut self, action: Action) {
        match &mut self.typing {
            Some(Typing::Command(command)) => match action {
                Action::Back => self.close_command(),
                Action::Answer => self.run_command(),
                Action::Complete => {
                    command.complete();
                    self.follow_line();
                }
                Action::Up if command.line.is_empty() && command.mark == Mark::default() => {
                    if command.line.apply(Action::Up) {
                        self.follow_line();
                    }
                }
                Action::Up => command.step(-1),
                Action::Down => command.step(1),
                Action::DeleteBack if command.line.is_empty() => self.close_command(),
                action => {
                    if command.line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            Some(Typing::Search(line)) => match action {
                Action::Back => {
                    self.typing = None;
                    let Screen::Fight(fight) = &mut self.screen else {
                        return;
                    };
                    fight.log.search.clear();
                }
                Action::Answer => self.typing = None,
                Action::DeleteBack if line.is_empty() => self.typing = None,
                Action::PageUp => self.scroll(1),
                Action::PageDown => self.scroll(-1),
                action => {
                    if line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            Some(Typing::Add(finder)) => match action {
                Action::Back => self.typing = None,
                Action::Answer => self.let_join(),
                Action::Complete => finder.next_side(),
                Action::Up => finder.step(-1),
                Action::Down => finder.step(1),
                Action::DeleteBack if finder.line.is_empty() => self.typing = None,
                action => {
                    if finder.line.apply(action) {
                        self.follow_line();
                    }
                }
            },
            None => {}
        }
    }

    /// Looks for somebody to join the fight; the GM's own side is proposed.
    pub(super) fn open_finder(&mut self) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let now = fight.now();
        let sides: Vec<String> = now.factions.iter().map(|side| side.name.clone()).collect();
        let side = now.factions.iter().position(|side| !side.players);
        let mut finder = Finder::new(sides, side.unwrap_or(0));
        finder.follow(&fight.book, &mut self.palette);
        self.typing = Some(Typing::Add(finder));
    }

    fn let_join(&mut self) {
        let (Screen::Fight(fight), Some(Typing::Add(finder))) =
            (&mut self.screen, &mut self.typing)
        else {
            return;
        };
        let joined = finder
            .wanted(&fight.book)
            .and_then(|newcomer| fight.let_join(&newcomer));
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
                // A word that is no command may be the beginning of one.
                let best = line
                    .fitting
                    .first()
                    .filter(|_| !text.contains(' '))
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

    pub(super) fn update_help(&mut self, action: Action) {
        let page = usize::from(self.area.height.saturating_sub(4).max(1));
        let end = super::view::help_end(self);
        let Page::Help { first, .. } = &mut self.page else {
            return;
        };
        *first = match action {
            Action::Up => first.saturating_sub(1),
            Action::Down => *first + 1,
            Action::PageUp => first.saturating_sub(page),
            Action::PageDown => *first + page,
            Action::First => 0,
            Action::Last => end,
            Action::Back => {
                self.page = Page::None;
                return;
            }
            _ => return,
        }
        .min(end);
    }

    pub(super) fn update_log(&mut self, action: Action) {
        match action {
            Action::Back => {
                let Screen::Fight(fight) = &mut self.screen else {
                    return;
                };
                if fight.log.is_narrowed() {
                    fight.log = super::fight::LogView::default();
                } else {
                    self.page = Page::None;
                }
            }
            Action::Up => self.scroll_rows(1),
            Action::Down => self.scroll_rows(-1),
            Action::PageUp => self.scroll(1),
            Action::PageDown => self.scroll(-1),
            Action::First => self.go_to_edge(true),
            Action::Last => self.go_to_edge(false),
            Action::Export => self.wishes.push(super::app::Wish::Export(String::new())),
            Action::Filter => {
                // The next combatant's lines, after the last all again.
                let Screen::Fight(fight) = &mut self.screen else {
                    return;
                };
                let next = fight.log.about.map_or(0, |id| id.index() + 1);
                fight.log.about = fight.now().ids().nth(next);
                fight.log.back = 0;
            }
            Action::Redo => {
                let Screen::Fight(fight) = &mut self.screen else {
                    return;
                };
                fight.redo();
            }
            _ => {}
        }
    }

    /// A sign on a sheet begins the new value of the row.
    pub(super) fn begin_value(&mut self, c: char) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let Page::Sheet(page) = &mut self.page else {
            return;
        };
        let all = rows(fight.now(), fight.book.schema, page.who);
        if let Some(row) = page.mark.row(&all) {
            let mut edit = Edit::default();
            if row.place == Place::Notes && !row.value.is_empty() {
                edit.set(&row.value);
                edit.insert(' ');
            }
            edit.insert(c);
            page.edit = Some(edit);
            page.problem = None;
        }
    }

    pub(super) fn update_sheet(&mut self, action: Action) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        let Page::Sheet(page) = &mut self.page else {
            return;
        };
        let who = page.who;
        let all = rows(fight.now(), fight.book.schema, who);
        page.settle(&all);
        let row = page.mark.row(&all).cloned();
        let height = isize::try_from(self.area.height.saturating_sub(6).max(1)).unwrap_or(1);
        page.problem = None;
        match action {
            Action::Back if page.edit.is_some() => page.edit = None,
            Action::Back => self.page = Page::None,
            Action::Up => page.step(-1, &all),
            Action::Down | Action::Complete => page.step(1, &all),
            Action::PageUp => page.step(-height, &all),
            Action::PageDown => page.step(height, &all),
            Action::First => page.step(-100_000, &all),
            Action::Last => page.step(100_000, &all),
            Action::NextCombatant | Action::PreviousCombatant => {
                fight.select(if action == Action::NextCombatant {
                    1
                } else {
                    -1
                });
                page.edit = None;
                if let Some(who) = fight.selected() {
                    page.who = who;
                }
            }
            Action::Answer | Action::Toggle => {
                let Some(row) = row else {
                    return;
                };
                match page.edit.take() {
                    Some(edit) => {
                        let text = edit.value().to_owned();
                        self.keep_value(&row, &text, Some(edit));
                    }
                    None => match fight.row_step(&row, 1) {
                        Some(next) if matches!(row.value.as_str(), "yes" | "no") => {
                            self.keep_value(&row, &next, None);
                        }
                        _ => {
                            let mut edit = Edit::default();
                            edit.set(if row.value == "-" { "" } else { &row.value });
                            page.edit = Some(edit);
                        }
                    },
                }
            }
            Action::More | Action::Less => {
                let by = if action == Action::More { 1 } else { -1 };
                if let Some(row) = row
                    && let Some(next) = fight.row_step(&row, by)
                {
                    self.keep_value(&row, &next, None);
                }
            }
            Action::Undo => fight.undo(),
            Action::Redo => fight.redo(),
            Action::Reveal => fight.reveal(who),
            action => {
                if let Some(edit) = &mut page.edit {
                    edit.apply(action);
                }
            }
        }
    }

    /// Puts a value into a row, as a correction of the GM's; what is refused stays in the field.
    fn keep_value(&mut self, row: &super::sheet::Row, text: &str, edit: Option<Edit>) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        let Page::Sheet(page) = &mut self.page else {
            return;
        };
        let refused = match fight.row_event(page.who, row, text) {
            Ok(None) => None,
            Ok(Some(event)) => {
                if fight.input(Input::Correct(vec![event])) {
                    None
                } else {
                    Some(fight.take_problem())
                }
            }
            Err(why) => Some(format!("{why:#}")),
        };
        if refused.is_some() {
            page.edit = edit;
        }
        page.problem = refused;
    }
}
