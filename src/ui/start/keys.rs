//! Keys on the start screen.

use super::{InSystem, Outcome, StartRow, StartScreen, mistaken};
use crate::ui::keymap::KeyAction;

/// Number of rows that PageUp and PageDown move.
const PAGE: isize = 10;

impl StartScreen {
    /// Handles a digit, which starts the ready fight next to it.
    pub(crate) fn type_char(&mut self, c: char) -> Outcome {
        self.problem = None;
        self.doomed = None;
        let number = c.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
        let place = number.and_then(|number| {
            let mut places = 0..self.ready.len();
            places.find(|place| self.digit(*place) == Some(number))
        });
        place.map_or(Outcome::Nothing, |place| self.begin(place))
    }

    /// Executes the action of a key.
    pub(crate) fn update(&mut self, action: KeyAction) -> Outcome {
        self.problem = None;
        let doomed = self.doomed.take();
        match action {
            KeyAction::Remove if self.chosen_draft().is_some() => {
                let draft = self.chosen_draft().cloned().unwrap_or_default();
                if doomed.as_ref() == Some(&draft.name) {
                    return Outcome::DeleteDraft(draft.name);
                }
                let title = draft.title;
                self.problem = Some(format!(
                    "Press the same key again to delete {title} for good."
                ));
                self.doomed = Some(draft.name);
            }
            KeyAction::Remove if self.chosen_rest().is_some() => {
                let begun = self.chosen_rest().cloned().unwrap_or_default();
                if doomed.as_ref() == Some(&begun.name) {
                    return Outcome::Delete(begun.name);
                }
                self.problem = Some(format!(
                    "Press the same key again to discard the unsaved changes of {}.",
                    begun.title
                ));
                self.doomed = Some(begun.name);
            }
            KeyAction::Remove => match self.chosen_save().cloned() {
                Some(saved) if doomed.as_ref() == Some(&saved.name) => {
                    return Outcome::Delete(saved.name);
                }
                Some(saved) => {
                    self.problem = Some(format!(
                        "Press the same key again to delete {} for good.",
                        saved.title
                    ));
                    self.doomed = Some(saved.name);
                }
                None => self.problem = Some("choose a saved fight to delete".to_owned()),
            },
            KeyAction::Up => self.step(-1),
            KeyAction::Down => self.step(1),
            KeyAction::PageUp => self.step(-PAGE),
            KeyAction::PageDown => self.step(PAGE),
            KeyAction::First => self.step(isize::MIN / 2),
            KeyAction::Last => self.step(isize::MAX / 2),
            KeyAction::NextPane => self.step_part(1),
            KeyAction::PreviousPane => self.step_part(-1),
            KeyAction::Bundled => self.step_to_ready(),
            KeyAction::New => {
                return match self.chosen_party() {
                    Some(party) => Outcome::Gather(of(&party.system, &party.name)),
                    None => Outcome::New,
                };
            }
            KeyAction::Quit => return Outcome::Quit,
            KeyAction::Tutor => return Outcome::Tutor,
            KeyAction::Accept => return self.answer(),
            KeyAction::Sheet => {
                if let Some(StartRow::Ready(place)) = self.chosen()
                    && let Some(ready) = self.ready.get(place)
                {
                    if !ready.mistake.is_empty() {
                        self.problem = Some(mistaken(ready));
                        return Outcome::Nothing;
                    }
                    return Outcome::Prepare(of(&ready.system, &ready.name));
                }
                self.problem =
                    Some("choose a fight that is ready to begin, then change it".to_owned());
            }
            KeyAction::View => match self.chosen_save() {
                Some(saved) => return Outcome::Watch(saved.name.clone()),
                None => self.problem = Some("choose a saved fight to view".to_owned()),
            },
            _ => {}
        }
        Outcome::Nothing
    }

    fn answer(&mut self) -> Outcome {
        match self.chosen() {
            Some(StartRow::Draft(place)) => match self.drafts.get(place) {
                Some(draft) => Outcome::GoOnPreparing(draft.name.clone()),
                None => Outcome::Nothing,
            },
            // A damaged fight can be opened too: the screen then explains the damage and offers the intact part.
            Some(StartRow::Saved(place)) => match self.saved.get(place) {
                Some(saved) => Outcome::Resume(saved.name.clone()),
                None => Outcome::Nothing,
            },
            Some(StartRow::Party(place)) => match self.parties.get(place) {
                Some(party) => match &party.resting {
                    Some(begun) => Outcome::Resume(begun.name.clone()),
                    None => Outcome::Rest(of(&party.system, &party.name)),
                },
                None => Outcome::Nothing,
            },
            Some(StartRow::New) => Outcome::New,
            Some(StartRow::Tutor) => Outcome::Tutor,
            Some(StartRow::Ready(place)) => self.begin(place),
            Some(StartRow::Heading(_)) | None => Outcome::Nothing,
        }
    }

    fn begin(&mut self, place: usize) -> Outcome {
        match self.ready.get(place) {
            Some(ready) if ready.mistake.is_empty() => {
                Outcome::Begin(of(&ready.system, &ready.name))
            }
            Some(ready) => {
                self.problem = Some(mistaken(ready));
                Outcome::Nothing
            }
            None => Outcome::Nothing,
        }
    }
}

fn of(system: &str, name: &str) -> InSystem {
    InSystem {
        system: system.to_owned(),
        name: name.to_owned(),
    }
}
