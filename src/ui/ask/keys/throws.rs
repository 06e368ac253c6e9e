//! Typed faces: of one throw, and of several in a table.

use crate::dice::{BadFaces, Dice};
use crate::encounter::Encounter;
use crate::resolver::{Answer, DiceRow};
use crate::values::Id;

use crate::ui::ask::{Ask, Reply, next_asked};

impl Ask {
    pub(super) fn type_face(&mut self, c: char, dice: &Dice) {
        if c.is_ascii_digit() || (matches!(c, ' ' | ',' | '+') && !self.line.is_empty()) {
            self.line.insert(c);
            self.check_faces(dice);
        } else {
            self.problem = Some("type what the dice show, or press Enter to roll".to_owned());
        }
    }

    /// Says at once what no further typing can make right.
    pub(super) fn check_faces(&mut self, dice: &Dice) {
        self.problem = match dice.parse_faces(self.line.value()) {
            Ok(_) | Err(BadFaces::Missing { .. }) => None,
            Err(bad) => Some(bad.to_string()),
        };
    }

    pub(super) fn enter_faces(&mut self, dice: &Dice) -> Reply {
        if self.line.is_empty() {
            return Reply::Roll;
        }
        match dice.parse_faces(self.line.value()) {
            Ok(faces) => Reply::Answer(Answer::Faces(faces)),
            Err(bad) => {
                // Die by die: Enter ends one face and goes on to the next.
                if matches!(bad, BadFaces::Missing { .. }) && !self.line.value().ends_with(' ') {
                    self.line.insert(' ');
                }
                self.problem = Some(bad.to_string());
                Reply::Nothing
            }
        }
    }

    /// Parts the faces of several dice, and says whether it did: before a digit, and of one die, there is nothing to part.
    pub(super) fn part(&mut self, dice: &Dice) -> bool {
        let open = dice.count() > 1 && !self.line.is_empty() && !self.line.value().ends_with(' ');
        if open {
            self.line.insert(' ');
        }
        open
    }

    /// A letter marks that combatant's throw, of several the next one.
    pub(super) fn person_of_throws(&mut self, who: Id, rows: &[DiceRow], now: &Encounter) -> Reply {
        let here = self.mark.place(rows).unwrap_or(0);
        let is_theirs = |row: &usize| rows[*row].roll.who == Some(who);
        let next = (here + 1..rows.len()).find(is_theirs);
        let Some(place) = next.or_else(|| (0..=here.min(rows.len() - 1)).find(is_theirs)) else {
            return self.whose(who, now);
        };
        let reply = self.keep_throw(rows);
        if self.problem.is_none() {
            self.mark.put(rows, place);
        }
        reply
    }

    /// Gives what is typed for the throw at the row.
    pub(super) fn keep_throw(&mut self, rows: &[DiceRow]) -> Reply {
        let Some(row) = self.mark.place(rows).filter(|_| !self.line.is_empty()) else {
            return Reply::Nothing;
        };
        match rows[row].roll.dice.parse_faces(self.line.value()) {
            Ok(faces) => {
                self.line.clear();
                Reply::Throw { row, faces }
            }
            Err(bad) => {
                self.problem = Some(bad.to_string());
                Reply::Nothing
            }
        }
    }

    /// Enter gives what is typed for the marked throw, or rolls it, and goes on to the next.
    pub(super) fn enter_throws(&mut self, rows: &[DiceRow], now: &Encounter) -> Reply {
        let Some(place) = self.mark.place(rows) else {
            return Reply::Roll;
        };
        let reply = if !self.line.is_empty() {
            self.keep_throw(rows)
        } else if rows[place].faces.is_none() {
            Reply::RollRow(place)
        } else {
            Reply::Nothing
        };
        let given = matches!(reply, Reply::Throw { .. } | Reply::RollRow(_));
        if (given || self.line.is_empty())
            && let Some(next) = next_asked(rows, now, place, Some(place))
        {
            self.mark.put(rows, next);
        }
        reply
    }
}
