//! Asks what to go on with where a fight was not found as it was left. Nothing is written before it is answered.

pub(crate) mod draw;
pub(crate) mod run;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::keeping::Way;
use super::keeping::found::Ask;
use super::mark::{Mark, Row};

/// The question, and the way that Enter would take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent<'q> {
    /// The question.
    pub ask: &'q Ask,
    /// The marked way.
    pub mark: Mark<Way>,
}

impl Row for (Way, String) {
    type Key = Way;

    fn key(&self) -> Way {
        self.0
    }
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Nothing yet.
    Nothing,
    /// A way.
    Way(Way),
    /// To leave.
    Leave,
}

impl<'q> Consent<'q> {
    /// The question, with the usual way marked.
    pub fn new(ask: &'q Ask) -> Self {
        let mark = Mark::at(&ask.ways, 0);
        Self { ask, mark }
    }

    /// A key was pressed: arrows mark, a letter or Enter takes, Esc leaves.
    pub fn press(&mut self, key: KeyEvent) -> Chosen {
        let ways = &self.ask.ways;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return Chosen::Leave,
            KeyCode::Esc => return Chosen::Leave,
            KeyCode::Up => self.mark.step(ways, -1),
            KeyCode::Down | KeyCode::Tab => self.mark.step(ways, 1),
            KeyCode::Enter => return chosen(self.mark.row(ways)),
            KeyCode::Char(c @ 'a'..='z') => return chosen(ways.get(usize::from(c as u8 - b'a'))),
            _ => {}
        }
        Chosen::Nothing
    }
}

fn chosen(way: Option<&(Way, String)>) -> Chosen {
    way.map_or(Chosen::Nothing, |(way, _)| Chosen::Way(*way))
}
