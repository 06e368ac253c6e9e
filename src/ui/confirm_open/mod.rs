//! Question about how to continue a fight whose files changed. Nothing is written before it is answered, and keys typed
//! before it appeared are ignored.

pub(crate) mod draw;
pub(crate) mod run;

use crossterm::event::{KeyCode, KeyEvent};

use super::autosave::{OpenChoice, OpenQuestion};
use super::keymap::{Context, KeyAction, Keymap};
use super::selection::{ListRow, Selection};

/// Question with the choice that Enter would take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfirmOpen<'q> {
    pub question: &'q OpenQuestion,
    pub mark: Selection<OpenChoice>,
}

impl ListRow for (OpenChoice, String) {
    type Key = OpenChoice;

    fn key(&self) -> OpenChoice {
        self.0
    }
}

/// Effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Nothing,
    Choice(OpenChoice),
    Leave,
}

impl<'q> ConfirmOpen<'q> {
    /// Creates the question with the default marked.
    pub(crate) fn new(question: &'q OpenQuestion) -> Self {
        let mark = Selection::at(&question.choices, 0);
        Self { question, mark }
    }

    /// Handles a key of the question: arrows move the mark, a letter or Enter chooses, Esc and the quit key leave.
    pub(crate) fn press(&mut self, key: KeyEvent, keymap: &Keymap) -> Chosen {
        if keymap.resolve(&[Context::Global], key) == Some(KeyAction::Quit) {
            return Chosen::Leave;
        }
        let choices = &self.question.choices;
        match key.code {
            KeyCode::Esc => return Chosen::Leave,
            KeyCode::Up => self.mark.step(choices, -1),
            KeyCode::Down | KeyCode::Tab => self.mark.step(choices, 1),
            KeyCode::Enter => return chosen(self.mark.row(choices)),
            KeyCode::Char(c @ 'a'..='z') => {
                return chosen(choices.get(usize::from(c as u8 - b'a')));
            }
            _ => {}
        }
        Chosen::Nothing
    }
}

fn chosen(choice: Option<&(OpenChoice, String)>) -> Chosen {
    choice.map_or(Chosen::Nothing, |(choice, _)| Chosen::Choice(*choice))
}
