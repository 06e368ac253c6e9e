//! Amendments of an earlier menu choice: another combatant or another action.

use super::Session;
use super::delta::Delta;
use super::input_error::{InputError, Result};
use crate::encounter::{Amendment, Event};
use crate::resolver::{Command, Ruled, Taken};
use crate::rules::{self, Entry, Next, entries};

/// Menu from which an earlier command was started.
#[derive(Clone, Debug)]
pub struct EarlierMenu {
    /// Description of the choice.
    pub title: String,
    /// Commands that could start.
    pub entries: Vec<Entry>,
    /// Index of the chosen entry.
    pub chosen: usize,
}

impl Session {
    /// Returns the numbers of the commands that a person started, the latest first, as in [`super::Input::Amend`].
    pub fn started(&self) -> impl Iterator<Item = usize> + '_ {
        let open = self.history.open().first();
        let open = open.map(|open| (self.history.finished(), open.by_hand, &open.command));
        let entries = self.history.entries().iter().enumerate().rev();
        let entries = entries.map(|(place, one)| {
            let number = self.history.number(place);
            (number, one.by_hand, &one.command)
        });
        open.into_iter()
            .chain(entries)
            .filter(|(_, by_hand, command)| *by_hand && !command.ruling)
            .map(|(entry, ..)| entry)
    }

    /// Returns the menu from which a command was chosen; `None` if it was in no menu.
    pub fn menu_before(&self, entry: usize) -> Option<EarlierMenu> {
        let (command, _) = self.command_at(entry)?;
        let place = self.history.place_of(entry)?;
        let base = self.checkpoints.after(self.history.entries(), place);
        let Next::Offers { title, offers } = rules::next(self.system, &base) else {
            return None;
        };
        let entries = entries(self.system.actions(), &base, &offers);
        let plain = command.plain();
        let chosen = entries.iter().position(|one| one.command == plain)?;
        Some(EarlierMenu {
            title: without_bar(&title),
            entries,
            chosen,
        })
    }

    fn command_at(&self, entry: usize) -> Option<(&Command, &[Taken])> {
        let place = self.history.place_of(entry)?;
        match self.history.entries().get(place) {
            Some(one) => Some((&one.command, &one.taken)),
            None => {
                let open = self.history.open().first();
                open.map(|one| (&one.command, &*one.taken))
            }
        }
    }

    /// Replaces a started command with another command and keeps the rulings made during the old command.
    pub(super) fn instead(&mut self, entry: usize, command: Command) -> Result<()> {
        let Some(menu) = self.menu_before(entry) else {
            return Err(InputError::refused("this step was not chosen from a menu"));
        };
        let Some(new) = menu.entries.iter().find(|one| one.command == command) else {
            return Err(InputError::refused(format!(
                "`{}` could not be started then",
                command.action
            )));
        };
        if let Some(why) = &new.refused {
            return Err(InputError::refused(why));
        }
        let old = &menu.entries[menu.chosen];
        if old.command == command {
            return Err(InputError::refused(
                "this is the same choice: nothing changes",
            ));
        }
        let (was, is) = (self.told(old), self.told(new));
        let about = [old.command.who, new.command.who];
        let mut about: Vec<_> = about.into_iter().flatten().collect();
        about.dedup();
        let row = String::new();
        let told = Event::Amended {
            about,
            asked: menu.title.clone(),
            rows: vec![Amendment { row, was, is }],
        };
        let taken = self.command_at(entry).map(|(_, taken)| taken.to_vec());
        self.change(Delta::TakenBack(entry))?;
        let command = rules::meant(self.system, self.base(), command);
        self.change(Delta::Opened {
            command,
            by_hand: true,
        })?;
        let events = vec![told];
        self.change(Delta::Ruled(Ruled::plain(None, events).into()))?;
        self.rerun();
        self.keep_rulings(&taken.unwrap_or_default())
    }

    /// Returns the text of a menu entry with the name of its combatant.
    pub fn told(&self, entry: &Entry) -> String {
        let who = entry.command.who.and_then(|id| self.now().find(id));
        match who.filter(|one| !entry.label.contains(&one.name)) {
            Some(one) => format!("{}, {}", one.name, entry.label),
            None => entry.label.clone(),
        }
    }
}

/// Removes the progress bar from a title, because it is out of date and not part of the question.
fn without_bar(title: &str) -> String {
    let is_bar = |word: &str| word.chars().all(|sign| matches!(sign, '█' | '░'));
    let words = title.split(' ').filter(|word| !is_bar(word));
    words.collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_bar;

    #[test]
    fn the_question_leaves_out_the_progress_bar_of_its_title() {
        let title = "Brak: 2 of 6 seconds left ██░░░░ (bound)";
        assert_eq!(without_bar(title), "Brak: 2 of 6 seconds left (bound)");
        assert_eq!(without_bar("Who goes first?"), "Who goes first?");
    }
}
