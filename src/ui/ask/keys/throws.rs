//! Typed results of dice: for one roll, for several rolls on one line, or for the die that follows a form.
//!
//! Space separates dice: a digit after a Space belongs to another die, and is refused if no more dice are due. Text
//! that more typing cannot make valid stays in its box with the mark: the next digit replaces it, Backspace deletes its
//! last character. Text after a Space never moves to another combatant's roll.

use std::fmt::Display;

use crate::dice::{BadFaces, Typed};
use crate::encounter::{Encounter, TypedRolls};
use crate::resolver::{Answer, DiceRow, Kind, Prompt, Roll};
use crate::values::Id;

use super::NO_FACE;
use crate::ui::ask::{Ask, Due, Mode, Reply, next_asked};

/// Reason why results cannot be sent yet.
pub(super) enum NotYet {
    /// Dice that are still missing.
    Missing(String),
    /// Total that is too low, but may become valid with more digits.
    Low(String),
    /// Error that more typing cannot fix.
    Wrong(String),
}

impl NotYet {
    fn why(self) -> String {
        match self {
            NotYet::Missing(why) | NotYet::Low(why) | NotYet::Wrong(why) => why,
        }
    }
}

/// Results of the rolls on a line, each with the index of its row.
type Throws = Vec<(usize, Vec<u32>)>;

/// Parses the typed results of one roll.
pub(super) fn read_throw(roll: &Roll, typed: &str, now: &Encounter) -> Result<Vec<u32>, NotYet> {
    match read_first(roll, typed, now)? {
        (read, "") => Ok(read.faces),
        (read, _) if read.told => {
            let why = "this total is complete: no more dice are needed";
            Err(NotYet::Wrong(why.to_owned()))
        }
        _ => match roll.dice.parse_faces(typed) {
            Ok(faces) => Ok(faces),
            Err(bad) => Err(NotYet::Wrong(bad.to_string())),
        },
    }
}

/// Reads the dice or total of a roll at the front of a line, and returns the rest of the line.
fn read_first<'t>(roll: &Roll, text: &'t str, now: &Encounter) -> Result<(Typed, &'t str), NotYet> {
    let typed = now.typed_rolls(roll.who);
    roll.read_typed(text, typed).map_err(|bad| match &bad {
        // A single number may be one die, or the total of all dice.
        BadFaces::Missing { .. } => {
            let one = text.trim();
            let total = match one.parse::<i64>() {
                Ok(sum) => format!("{}.", sum + roll.dice.modifier() + roll.bonus.total()),
                Err(_) => format!("{one}."),
            };
            let is_number = !one.is_empty() && one.bytes().all(|c| c.is_ascii_digit());
            let is_number = is_number && roll.dice.count() > 1;
            NotYet::Missing(match roll.read_typed(&total, typed) {
                Ok(_) if is_number => {
                    let others = if roll.dice.count() == 2 { "die" } else { "dice" };
                    let sum = match roll.dice.modifier() + roll.bonus.total() {
                        0 => "sum",
                        _ => "total with modifiers",
                    };
                    format!(
                        "{one} may be one die: type the other {others} too, or the {sum} and a full stop: `{total}`"
                    )
                }
                _ => bad.to_string(),
            })
        }
        BadFaces::Total { may_grow: true, .. } => NotYet::Low(bad.to_string()),
        // The number may have been a total.
        BadFaces::OffDie { face, .. } if roll.dice.count() == 1 => {
            NotYet::Wrong(or_total(roll, *face, &bad, typed))
        }
        BadFaces::Total { number, .. } if typed == TypedRolls::Dice => {
            NotYet::Wrong(or_total(roll, *number, &bad, typed))
        }
        _ => NotYet::Wrong(bad.to_string()),
    })
}

/// Returns the error of a number that the dice cannot have. If the number is a possible total, the error says how to
/// type the total.
fn or_total(roll: &Roll, number: impl Display, bad: &BadFaces, typed: TypedRolls) -> String {
    let told = format!("{number}.");
    match roll.read_typed(&told, typed) {
        Ok(_) => format!("{bad}; for the total with modifiers, type `{told}`"),
        Err(_) => bad.to_string(),
    }
}

impl Ask {
    /// Parses typed results for the rolls of a table: first for the marked roll, then for the next rolls that a person
    /// makes.
    fn read_throws(
        &self,
        typed: &str,
        rows: &[DiceRow],
        now: &Encounter,
    ) -> Result<Throws, NotYet> {
        let mut given = Throws::new();
        let mut rest = typed;
        let mut place = self.mark.place(rows);
        while let Some(row) = place {
            let (read, behind) = read_first(&rows[row].roll, rest, now)?;
            given.push((row, read.faces));
            rest = behind;
            if rest.is_empty() {
                return Ok(given);
            }
            let done = |row: usize| given.iter().any(|(one, _)| *one == row);
            place = next_asked(rows, now, row, done);
        }
        let why = format!("no more dice are needed: delete `{rest}`");
        Err(NotYet::Wrong(why))
    }

    /// Returns the reason why the typed results cannot be sent yet.
    fn not_yet(&self, typed: &str, prompt: &Prompt, now: &Encounter) -> Option<NotYet> {
        match &prompt.kind {
            _ if typed.is_empty() => None,
            Kind::Roll(roll) => read_throw(roll, typed, now).err(),
            Kind::Rolls(rows) => self.read_throws(typed, rows, now).err(),
            Kind::Form(_) if self.mode == Mode::Die => match self.due(prompt, now) {
                Due::Die(roll) => read_throw(roll, typed, now).err(),
                Due::Not(_) => None,
            },
            _ => None,
        }
    }

    /// Returns the error if the typed results are impossible.
    fn wrong(&self, typed: &str, prompt: &Prompt, now: &Encounter) -> Option<String> {
        match self.not_yet(typed, prompt, now) {
            Some(NotYet::Wrong(why)) => Some(why),
            Some(NotYet::Missing(_) | NotYet::Low(_)) | None => None,
        }
    }

    /// Returns the error of results that more typing cannot fix; a `0` may be the start of `00`.
    fn stays_wrong(&self, prompt: &Prompt, now: &Encounter) -> Option<String> {
        let typed = self.line.value();
        let why = self.wrong(typed, prompt, now)?;
        let stays = |zeros: &&str| {
            self.wrong(&format!("{typed}{zeros}"), prompt, now)
                .is_some()
        };
        ["0", "00"].iter().all(stays).then_some(why)
    }

    /// Handles a digit or a separator of results. A minus after results stays with its digits until it is deleted, so
    /// that the digits are not mistaken for another result.
    pub(super) fn type_face(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        // A full stop belongs to the number before it, although Enter has separated the next die.
        if c == '.' {
            let typed = self.line.value();
            let number = typed.trim_end_matches(' ');
            if number.len() < typed.len() && number.ends_with(|last: char| last.is_ascii_digit()) {
                let number = number.to_owned();
                self.line.set(&number);
            }
        }
        // A full stop ends a number, and a total below 0 begins with a minus.
        let stops = c == '.'
            && self
                .line
                .value()
                .ends_with(|last: char| last.is_ascii_digit());
        let leads = c == '-' && self.line.is_empty() && self.types_totals(prompt, now);
        let parts = matches!(c, ' ' | ',' | '+' | '-') && !self.line.is_empty();
        if !(c.is_ascii_digit() || stops || leads || parts) {
            self.problem = Some(NO_FACE.to_owned());
            return;
        }
        if c.is_ascii_digit() && self.stays_wrong(prompt, now).is_some() {
            self.drop_last_face(prompt, now);
        }
        self.line.insert(c);
        self.check_faces(prompt, now);
    }

    /// Returns true if the marked dice are typed as totals.
    fn types_totals(&self, prompt: &Prompt, now: &Encounter) -> bool {
        let roll = match &prompt.kind {
            Kind::Roll(roll) => roll,
            Kind::Rolls(rows) => match self.mark.row(rows) {
                Some(row) => &row.roll,
                None => return false,
            },
            _ => return false,
        };
        now.typed_rolls(roll.who) == TypedRolls::Totals
    }

    /// Deletes a refused last result, so that the next digit replaces it.
    fn drop_last_face(&mut self, prompt: &Prompt, now: &Encounter) {
        let typed = self.line.value();
        let kept = typed.trim_end_matches(|c: char| c.is_ascii_digit());
        if self.wrong(kept, prompt, now).is_none() {
            let kept = kept.to_owned();
            self.line.set(&kept);
        }
    }

    /// Reports an error that more typing cannot fix.
    pub(super) fn check_faces(&mut self, prompt: &Prompt, now: &Encounter) {
        self.problem = self.stays_wrong(prompt, now);
    }

    pub(super) fn enter_faces(&mut self, roll: &Roll, now: &Encounter) -> Reply {
        if self.line.is_empty() {
            return Reply::Roll;
        }
        match read_throw(roll, self.line.value(), now) {
            Ok(faces) => Reply::Answer(Answer::Faces(faces)),
            Err(not_yet) => self.refuse_faces(not_yet),
        }
    }

    /// Keeps the typed text and reports why it cannot be sent. If dice are missing, Enter moves to the next die.
    pub(super) fn refuse_faces(&mut self, not_yet: NotYet) -> Reply {
        if matches!(not_yet, NotYet::Missing(_)) && !self.line.value().ends_with(' ') {
            self.line.insert(' ');
            self.parted = true;
        }
        self.problem = Some(not_yet.why());
        Reply::Nothing
    }

    /// Handles Space after dice: separates them from the next roll, or reports that no more dice are due. Returns
    /// `true` if the dice used the key.
    pub(super) fn part(&mut self, prompt: &Prompt, now: &Encounter) -> bool {
        if self.line.is_empty() {
            return false;
        }
        let more = match (self.not_yet(self.line.value(), prompt, now), &prompt.kind) {
            (Some(NotYet::Wrong(why) | NotYet::Low(why)), _) => {
                self.problem = Some(why);
                true
            }
            (Some(NotYet::Missing(_)), _) => true,
            (None, Kind::Rolls(rows)) => {
                let typed = self.line.value();
                let given = self.read_throws(typed, rows, now).unwrap_or_default();
                let done = |row: usize| given.iter().any(|(one, _)| *one == row);
                next_asked(rows, now, 0, done).is_some()
            }
            (None, _) => false,
        };
        if !self.line.value().ends_with(' ') {
            self.line.insert(' ');
        }
        if !more {
            self.problem = Some("All dice are typed. Press Enter to send them.".to_owned());
        }
        true
    }

    /// Handles a letter in a table of rolls: marks that combatant's roll, or the next roll if there are several.
    pub(super) fn person_of_throws(&mut self, who: Id, rows: &[DiceRow], now: &Encounter) -> Reply {
        self.leave_modifier();
        let here = self.mark.place(rows).unwrap_or(0);
        let is_theirs = |row: &usize| rows[*row].roll.who == Some(who);
        let next = (here + 1..rows.len()).find(is_theirs);
        let Some(place) = next.or_else(|| (0..=here.min(rows.len() - 1)).find(is_theirs)) else {
            return self.whose(who, now);
        };
        let reply = self.keep_throws(rows, now);
        if self.problem.is_none() {
            self.mark.put(rows, place);
        }
        reply
    }

    /// Sends the typed results for the marked roll and the rolls after it.
    pub(super) fn keep_throws(&mut self, rows: &[DiceRow], now: &Encounter) -> Reply {
        if self.line.is_empty() {
            return Reply::Nothing;
        }
        match self.read_throws(self.line.value(), rows, now) {
            Ok(throws) => {
                self.line.clear();
                Reply::Throws(throws)
            }
            Err(not_yet) => self.refuse_faces(not_yet),
        }
    }

    /// Handles Enter in a table of rolls: sends the typed results, or rolls the marked roll, and moves to the next.
    pub(super) fn enter_throws(&mut self, rows: &[DiceRow], now: &Encounter) -> Reply {
        let Some(place) = self.mark.place(rows) else {
            return Reply::Roll;
        };
        let reply = if !self.line.is_empty() {
            self.keep_throws(rows, now)
        } else if rows[place].faces.is_none() {
            Reply::RollRow(place)
        } else {
            Reply::Nothing
        };
        let done = |row: usize| match &reply {
            Reply::Throws(throws) => throws.iter().any(|(one, _)| *one == row),
            _ => row == place,
        };
        if self.problem.is_none()
            && let Some(next) = next_asked(rows, now, place, done)
        {
            self.mark.put(rows, next);
        }
        reply
    }
}
