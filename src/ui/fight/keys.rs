//! What keys do to a fight on the screen, and on the page with its log.

use super::own::Errand;
use super::{Fight, LogView, Pane, draw};
use crate::rules::ruling;
use crate::session::Input;
use crate::ui::app::{App, Overlay, Request, Screen};
use crate::ui::ask::Asked;
use crate::ui::keymap::Action;

impl App {
    pub(in crate::ui) fn update_fight(&mut self, action: Action) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match action {
            Action::Answer => self.answer(),
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
            Action::More | Action::Right => more(fight, 1),
            Action::Less | Action::Left => more(fight, -1),
            Action::All => fight.with_ask(|ask, asked, _| ask.all(asked)),
            Action::NextCombatant => fight.select(1),
            Action::PreviousCombatant => fight.select(-1),
            Action::Rule => fight.ask_ruling(),
            Action::Correct => {
                if let Some(who) = fight.subject() {
                    self.open_sheet(who);
                }
            }
            Action::WhoRolls => fight.ask_rollers(),
            Action::Dice => {
                fight.input(Input::Start(ruling::DICE.about(None)));
            }
            Action::Add => self.open_finder(),
            Action::Note => fight.ask_note(),
            Action::Amend => fight.ask_amendment(),
            Action::Reveal => match fight.selected() {
                Some(who) => fight.reveal(who),
                None => fight.ask_whom(Errand::Reveal, "Whom to hide from the players, or show?"),
            },
            Action::Filter => fight.ask_whom(Errand::About, "Whose lines of the log?"),
            Action::Save => fight.say("every input is saved as soon as it is accepted"),
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

    pub(in crate::ui) fn update_log(&mut self, action: Action) {
        match action {
            Action::Back => {
                let Screen::Fight(fight) = &mut self.screen else {
                    return;
                };
                if fight.log.is_narrowed() {
                    fight.log = LogView::default();
                } else {
                    self.overlay = Overlay::None;
                }
            }
            Action::Up => self.scroll_rows(1),
            Action::Down => self.scroll_rows(-1),
            Action::PageUp => self.scroll(1),
            Action::PageDown => self.scroll(-1),
            Action::First => self.go_to_edge(true),
            Action::Last => self.go_to_edge(false),
            Action::Export => self.requests.push(Request::Export(String::new())),
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

    /// Enter: what the focus is on.
    fn answer(&mut self) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match (fight.focus, fight.selected()) {
            (Pane::Log, _) => self.overlay = Overlay::Log,
            (Pane::Combatants | Pane::Order, Some(who)) => self.open_sheet(who),
            _ => fight.enter(),
        }
    }

    /// Tab: the next field of a form, else the next pane.
    fn next_pane(&mut self, by: isize) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        if fight.form().is_some() && fight.focus == Pane::Prompt {
            fight.step(by);
            return;
        }
        let panes = [Pane::Prompt, Pane::Order, Pane::Combatants, Pane::Log];
        let here = panes
            .iter()
            .position(|pane| *pane == fight.focus)
            .unwrap_or(0);
        let next = (1..=panes.len() as isize)
            .map(|far| panes[(here as isize + by * far).rem_euclid(panes.len() as isize) as usize])
            .find(|pane| *pane == Pane::Prompt || draw::is_seen(self, *pane));
        if let (Some(fight), Some(pane)) = (self.fight_mut(), next) {
            fight.focus = pane;
        }
    }

    fn step(&mut self, by: isize) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match fight.focus {
            Pane::Prompt => fight.step(by),
            Pane::Combatants | Pane::Order => fight.select(by),
            Pane::Log => self.scroll_rows(-by),
        }
    }

    /// Scrolls the log by pages.
    pub(in crate::ui) fn scroll(&mut self, pages: isize) {
        let rows = draw::log_rows(self, self.has_log_page());
        let page = isize::try_from(rows.saturating_sub(1).max(1)).unwrap_or(1);
        self.scroll_rows(pages * page);
    }

    /// Scrolls the log by rows, up to its beginning.
    pub(in crate::ui) fn scroll_rows(&mut self, by: isize) {
        let end = draw::log_end(self, self.has_log_page());
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        fight.log.back = fight.log.back.saturating_add_signed(by).min(end);
    }

    pub(in crate::ui) fn has_log_page(&self) -> bool {
        matches!(self.overlay, Overlay::Log)
    }

    /// To the beginning or the end of what the focus is on.
    pub(in crate::ui) fn go_to_edge(&mut self, first: bool) {
        let whole = self.has_log_page();
        let end = if first { draw::log_end(self, whole) } else { 0 };
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        if whole || fight.focus == Pane::Log {
            fight.log.back = end;
            return;
        }
        let far = if first { -100_000 } else { 100_000 };
        match fight.focus {
            Pane::Combatants | Pane::Order => fight.select(far),
            _ if fight.form().is_none() => fight.step(far),
            _ => {}
        }
    }
}

fn more(fight: &mut Fight, by: i64) {
    if fight.form().is_none() {
        return fight.step(if by > 0 { 1 } else { -1 });
    }
    fight.with_ask(|ask, asked, _| {
        if let Asked::Prompt(prompt) = asked {
            ask.more(by, prompt);
        }
    });
}
