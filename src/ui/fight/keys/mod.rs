//! Keys in a fight, in its panes and in the full-screen log.

mod party;

use super::own_questions::Errand;
use super::{Fight, LogView, Pane, draw};
use crate::rules::ruling;
use crate::session::Input;
use crate::ui::app::{App, Request, Screen};
use crate::ui::ask::Asked;
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;

/// Number of rows that PageUp and PageDown move in a list of the screen itself, or in the options of a row.
const LIST_PAGE: isize = 10;

impl App {
    pub(in crate::ui) fn update_fight(&mut self, action: KeyAction) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        match action {
            KeyAction::Accept => self.answer(),
            KeyAction::Back => {
                fight.said = None;
                if !fight.step_back() {
                    let is_open = matches!(fight.asked(), Asked::Prompt(_));
                    let is_open = is_open && fight.looking.is_none();
                    let is_first = fight.session.history().standing() == 0;
                    fight.say(match (is_open, is_first) {
                        (true, _) if fight.returns_to_setup() => {
                            "Esc cannot close this question. Answer it, or press Backspace to return to the set-up."
                        }
                        (true, true) => "Esc cannot close this question. Answer it.",
                        (true, false) => {
                            "Esc cannot close this question. Answer it, or press Backspace to undo the last input."
                        }
                        (false, _) if fight.returns_to_setup() => {
                            "Nothing to close. Backspace returns to the set-up."
                        }
                        (false, true) => "Nothing to close.",
                        (false, false) => "Nothing to close. Backspace undoes the last input.",
                    });
                }
            }
            KeyAction::Undo if fight.returns_to_setup() => self.requests.push(Request::Unbegin),
            KeyAction::Undo => fight.undo(),
            KeyAction::Redo => fight.redo(),
            KeyAction::NextPane | KeyAction::Complete => self.next_pane(1),
            KeyAction::PreviousPane => self.next_pane(-1),
            KeyAction::Up => self.step(-1),
            KeyAction::Down => self.step(1),
            KeyAction::PageUp | KeyAction::PageDown => {
                let down = action == KeyAction::PageDown;
                if fight.shows_long_list() {
                    fight.step(if down { LIST_PAGE } else { -LIST_PAGE });
                } else {
                    self.scroll(if down { -1 } else { 1 }, false);
                }
            }
            KeyAction::First => self.go_to_edge(true, false),
            KeyAction::Last => self.go_to_edge(false, false),
            KeyAction::Skip => fight.nothing_more(),
            KeyAction::More | KeyAction::Right => more(fight, 1),
            KeyAction::Less | KeyAction::Left => more(fight, -1),
            KeyAction::All => fight.with_ask(|ask, asked, _| ask.all(asked)),
            KeyAction::NextCombatant => fight.select(1),
            KeyAction::PreviousCombatant => fight.select(-1),
            KeyAction::Ruling => fight.ask_ruling(),
            KeyAction::Sheet => {
                if let Some(who) = fight.subject() {
                    self.open_sheet(who);
                }
            }
            KeyAction::WhoRolls => fight.ask_rollers(),
            KeyAction::AutoPlay => fight.toggle_playing(),
            KeyAction::AutoPlayTurn => fight.play_turn(false),
            KeyAction::AutoPlaySide => fight.play_turn(true),
            KeyAction::Dice => {
                fight.input(Input::Start(ruling::DICE.about(None)));
            }
            KeyAction::Add => self.open_finder(),
            KeyAction::Note => fight.ask_note(),
            KeyAction::Amend => fight.ask_amendment(0),
            KeyAction::Odds => self.open_odds(),
            KeyAction::Summary => self.open_recap(),
            KeyAction::PlayerView => match fight.selected() {
                Some(who) => fight.reveal(who),
                None => fight.ask_whom(
                    Errand::Reveal,
                    "Which combatant do you want to hide or show?",
                ),
            },
            KeyAction::Filter => fight.ask_whom(
                Errand::About,
                "Which combatant's log lines do you want to see?",
            ),
            KeyAction::FightList => self.part(Request::Leave),
            KeyAction::Save => self.keep_this_party(),
            _ => {
                let edited = fight.with_ask(|ask, asked, now| {
                    ask.keep_default();
                    if action == KeyAction::DeleteBack {
                        ask.erase_separator();
                    }
                    let edited = ask.line.apply(action);
                    if edited {
                        ask.edited(asked, now);
                    }
                    edited
                });
                if edited {
                    fight.said = None;
                }
            }
        }
    }

    /// Handles a key in the whole log; returns the overlay that replaces it, if any.
    pub(in crate::ui) fn update_log(&mut self, action: KeyAction) -> Option<Overlay> {
        let Screen::Fight(fight) = &mut self.screen else {
            return Some(Overlay::None);
        };
        match action {
            KeyAction::Back if fight.log.is_narrowed() => fight.log = LogView::default(),
            KeyAction::Back => return Some(Overlay::None),
            KeyAction::Up => self.scroll_rows(1, true),
            KeyAction::Down => self.scroll_rows(-1, true),
            KeyAction::PageUp => self.scroll(1, true),
            KeyAction::PageDown => self.scroll(-1, true),
            KeyAction::First => self.go_to_edge(true, true),
            KeyAction::Last => self.go_to_edge(false, true),
            KeyAction::Export => self.requests.push(Request::Export(String::new())),
            KeyAction::Filter => {
                // Shows the next combatant's lines. After the last combatant, shows all lines.
                let next = fight.log.about.map_or(0, |id| id.index() + 1);
                fight.log.about = fight.now().ids().nth(next);
                fight.log.back = 0;
            }
            KeyAction::Redo => fight.redo(),
            _ => {}
        }
        None
    }

    /// Handles Enter, depending on the focus.
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

    /// Handles Tab in a fight: the next field of a form, otherwise the next pane.
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
            Pane::Log => self.scroll_rows(-by, false),
        }
    }

    /// Scrolls the log by pages of its pane or, if `whole`, of the screen.
    pub(in crate::ui) fn scroll(&mut self, pages: isize, whole: bool) {
        let rows = draw::log_rows(self, whole);
        let page = isize::try_from(rows.saturating_sub(1).max(1)).unwrap_or(1);
        self.scroll_rows(pages * page, whole);
    }

    /// Scrolls the log by rows, up to its beginning.
    fn scroll_rows(&mut self, by: isize, whole: bool) {
        let end = draw::log_end(self, whole);
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        fight.log.back = fight.log.back.saturating_add_signed(by).min(end);
    }

    /// Moves to the beginning or the end of the focused pane or, if `whole`, of the log.
    fn go_to_edge(&mut self, first: bool, whole: bool) {
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
    fight.with_ask(|ask, asked, _| {
        if let Asked::Prompt(prompt) = asked {
            ask.more(by, prompt);
        }
    });
}
