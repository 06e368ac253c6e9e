//! Typed faces: of one throw, and of several in a table.

use crate::dice::{BadFaces, Dice};
use crate::encounter::{Answer, DiceRow, Encounter, Roller};

use super::{Ask, Reply};
use crate::ui::letters::{self, Hit};

/// Reads typed faces; small dice may stand without spaces: `35` is `3 5` on two d6.
pub fn read_faces(dice: &Dice, text: &str) -> Result<Vec<u32>, BadFaces> {
    let read = dice.parse_faces(text);
    let joined = dice.count() > 1
        && text.len() > 1
        && text.len() <= dice.count()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (0..dice.count()).all(|die| dice.sides_of(die) < 10);
    match read {
        Err(BadFaces::OffDie { .. }) if joined => {
            let apart: Vec<String> = text.chars().map(String::from).collect();
            dice.parse_faces(&apart.join(" "))
        }
        read => read,
    }
}

/// The next throw from `start` on that has not fallen yet and that somebody throws by hand, but for the one at `done`.
pub(super) fn next_asked(
    rows: &[DiceRow],
    now: &Encounter,
    start: usize,
    done: Option<usize>,
) -> Option<usize> {
    let open = |place: &usize| {
        let row = &rows[*place];
        let asked = now.roller(row.roll.who) == Roller::Asked;
        asked && row.faces.is_none() && done != Some(*place)
    };
    (start..rows.len())
        .find(open)
        .or_else(|| (0..start.min(rows.len())).find(open))
}

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
        self.problem = match read_faces(dice, self.line.value()) {
            Ok(_) | Err(BadFaces::Missing { .. }) => None,
            Err(bad) => Some(bad.to_string()),
        };
    }

    pub(super) fn enter_faces(&mut self, dice: &Dice) -> Reply {
        if self.line.is_empty() {
            return Reply::Roll;
        }
        match read_faces(dice, self.line.value()) {
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

    pub(super) fn type_into_throws(&mut self, c: char, rows: &[DiceRow]) -> Reply {
        if !c.is_ascii_alphabetic() {
            if let Some(row) = self.mark.row(rows) {
                self.type_face(c, &row.roll.dice);
            }
            return Reply::Nothing;
        }
        // A target letter goes to that combatant's throw.
        let keys: Vec<String> = rows
            .iter()
            .map(|row| row.roll.who.map(|id| id.letter()).unwrap_or_default())
            .collect();
        match letters::hit(keys.iter().map(String::as_str), &String::from(c)) {
            Hit::Only(place) | Hit::Perhaps(place) => {
                let reply = self.keep_throw(rows);
                if self.problem.is_none() {
                    self.mark.put(rows, place);
                }
                reply
            }
            Hit::Begun | Hit::Nothing => {
                self.problem = Some(format!("nobody here has the letter `{c}`"));
                Reply::Nothing
            }
        }
    }

    /// Gives what is typed for the throw at the row.
    pub(super) fn keep_throw(&mut self, rows: &[DiceRow]) -> Reply {
        let Some(row) = self.mark.place(rows).filter(|_| !self.line.is_empty()) else {
            return Reply::Nothing;
        };
        match read_faces(&rows[row].roll.dice, self.line.value()) {
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

    pub(super) fn enter_throws(&mut self, rows: &[DiceRow], now: &Encounter) -> Reply {
        if self.line.is_empty() {
            return Reply::Roll;
        }
        let reply = self.keep_throw(rows);
        let here = self.mark.place(rows);
        if let (Reply::Throw { .. }, Some(place)) = (&reply, here)
            && let Some(next) = next_asked(rows, now, place, here)
        {
            self.mark.put(rows, next);
        }
        reply
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dice: &str, text: &str, expected: Option<&[u32]>) {
        let dice = Dice::parse(dice).unwrap();
        assert_eq!(read_faces(&dice, text).ok().as_deref(), expected);
    }

    #[test]
    fn small_dice_may_be_typed_without_spaces() {
        check("2d6", "35", Some(&[3, 5]));
        check("3d6", "1 2 3", Some(&[1, 2, 3]));
        check("2d6", "37", None);
        check("2d10", "35", None);
        check("d20", "14", Some(&[14]));
        check("d20", "25", None);
    }
}
