//! Keys at a question: lower-case letters are combatants, capital letters are action keys, digits are dice, Space
//! skips, Enter accepts the selection. The rules:
//!
//! - **Letters**: if the question needs one combatant, or only one is possible, a letter sets the choice and never
//!   clears it. If it needs several combatants, a letter adds or removes a combatant. The letter of any member selects
//!   its side. `N` means none, if allowed.
//! - **Action keys** flip or step a row, or open it. Among rows with the same name, they select the row in the marked
//!   block. Pressed again, the key flips back or steps to the next value; in an opened row it moves to the next row
//!   with that name. `Y` flips like any other key. A row that declares no action key has a free letter of its label
//!   (`ask::spare`). If the arrow keys reach a row, Space changes it, and
//!   so does `Y` if the row declares no action key.
//! - **Digits**: dice in order, separated by Space, as many on one line as are due; one line is one input. A number
//!   gets digits while its row is open: until Tab, an arrow, a letter or another action key. A leading sign belongs to
//!   the number, opens the marked row, and changes no other.
//! - **G** opens the GM's modifier of the marked roll. Dice typed before stay in their box, also if the row is left.
//! - **Refusals** keep the typed text and its mark: the next digit replaces it, Backspace deletes its last character.
//!   After Space, the next typed result belongs to the next die and stays there. If no die is due, a digit is refused,
//!   and so is the Enter or Space after it.
//! - **Space** skips: no choice, pass, or Affray rolls the rest. After a typed die it separates dice, and it changes the
//!   row that the arrow keys reached. A second
//!   Space within a second after a Space that answered something is ignored if it would act for other combatants or
//!   another side, or roll dice that a person should type (`Fight::nothing_more`).
//! - **Esc** closes the open row, then the command line, the list or the overlay.
//!
//! `tests/library/random/key_model` and `tests/library/screen/key_rules` test these rules in all systems.

mod form;
mod throws;

use crate::encounter::Encounter;
use crate::resolver::{Answer, Choice, Kind, Prompt};
use crate::rules::Entry;
use crate::ui::ask::spare::keys_of_options;
use crate::ui::ask::{Ask, Asked, Mode, Reply, whose};
use crate::ui::selection::{ListRow, RowKey};
use crate::values::Id;

/// Action key of the GM's modifier.
const MODIFIER: char = 'G';
/// Message for a key that cannot be part of a modifier.
const A_MODIFIER: &str = "Type a number, such as 2 or -2, and press Enter.";
/// Message for a key that cannot be part of a result.
const NO_FACE: &str = "Type what the dice show, or press Enter to roll.";

/// Letter at the start of dice such as d6.
const DIE: &str = "d";

/// Maximum number of answers whose keys a message lists.
const FEW_ANSWERS: usize = 4;

impl Ask {
    /// Handles a typed character: lower-case letters are combatants, capital letters are action keys, digits are dice.
    pub fn type_char(&mut self, c: char, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.parted = false;
        if self.ends_refused_number(c, asked) {
            return Reply::Nothing;
        }
        self.problem = None;
        self.stray = None;
        self.has_paused = false;
        // An amount has only digits and dice, so a capital letter keeps its meaning as a key.
        let leaves = c.is_ascii_uppercase() && self.types_amount(asked);
        let replaces = std::mem::take(&mut self.replaces);
        if !c.is_ascii_digit() {
            self.not_a_die = None;
        }
        if self.takes_words(asked) && !leaves {
            if replaces && self.mode == Mode::Words {
                self.line.clear();
            }
            self.line.insert(c);
            if let Asked::Prompt(prompt) = asked {
                self.typed_words(prompt);
            }
            return Reply::Nothing;
        }
        match c {
            'y' | 'n' if self.letters.is_empty() && asked.is_confirm() => {
                self.yes = Some(c == 'y');
                Reply::Nothing
            }
            // A letter of the only combatant is this combatant.
            'y' | 'n'
                if self.letters.is_empty()
                    && asked
                        .only()
                        .is_some_and(|only| !only.letter().starts_with(c)) =>
            {
                let only = asked.only().filter(|_| c == 'y');
                self.picked = Some(only.into_iter().collect());
                Reply::Nothing
            }
            'a'..='z' => {
                let reply = self.letter(c, asked, now);
                self.refused_key(c);
                reply
            }
            'A'..='Z' => {
                self.letters.clear();
                self.deed = None;
                let reply = self.capital(c, asked, now);
                self.refused_key(c);
                reply
            }
            c if c.is_alphanumeric() && !c.is_ascii() => {
                let why = "is from another keyboard layout. Switch to Latin letters and digits.";
                self.refuse_stray(c, format!("`{c}` {why}"));
                Reply::Nothing
            }
            _ => self.sign(c, asked, now),
        }
    }

    /// Handles a lower-case letter, which is a combatant's letter or the start of a longer letter.
    fn letter(&mut self, c: char, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.letters.push(c);
        let who = Id::from_letter(&self.letters).filter(|id| now.find(*id).is_some());
        let Some(who) = who else {
            let mut all = now.ids().map(Id::letter);
            if !all.any(|letter| letter.starts_with(&self.letters)) {
                let typed = std::mem::take(&mut self.letters);
                if let (DIE, Asked::Prompt(prompt)) = (&*typed, asked)
                    && self.open_amount(DIE, prompt)
                {
                    return Reply::Nothing;
                }
                let keys = self.answers_of(asked);
                self.problem = Some(format!("No combatant has the letter {typed}.{keys}"));
            }
            return Reply::Nothing;
        };
        self.letters.clear();
        match asked {
            Asked::Offers(offers) => self.person_of_offers(who, offers, now),
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Pick {
                    from,
                    least,
                    most,
                    preset,
                    ..
                } => self.pick(who, from, (*least, *most), preset, now),
                Kind::Form(_) => {
                    self.person_of_form(who, prompt, now);
                    let is_die = who.letter() == DIE && self.problem.is_none();
                    self.not_a_die = Some(who).filter(|_| is_die);
                    Reply::Nothing
                }
                Kind::Rolls(rows) => self.person_of_throws(who, rows, now),
                _ => {
                    let keys = self.answers_of(asked);
                    self.whose(who, now);
                    if let Some(problem) = &mut self.problem {
                        problem.push_str(&keys);
                    }
                    Reply::Nothing
                }
            },
        }
    }

    /// Returns a sentence with the action keys of a choice's few answers, after a space; "" without such keys.
    fn answers_of(&self, asked: Asked<'_>) -> String {
        let keys: Vec<String> = match asked {
            Asked::Prompt(Prompt {
                kind: Kind::Choice { options, .. },
                ..
            }) => {
                let keys = keys_of_options(options, &self.capitals).into_iter();
                keys.flatten().map(String::from).collect()
            }
            _ => Vec::new(),
        };
        match keys.as_slice() {
            [_, ..] if keys.len() <= FEW_ANSWERS => format!(" Press {}.", keys.join(" or ")),
            _ => String::new(),
        }
    }

    /// Reports the combatant of a letter that the prompt does not accept.
    fn whose(&mut self, who: Id, now: &Encounter) -> Reply {
        self.problem = Some(format!(
            "{} is {}. This prompt takes no combatant.",
            who.letter(),
            now.name(who)
        ));
        Reply::Nothing
    }

    fn person_of_offers(&mut self, who: Id, offers: &[Entry], now: &Encounter) -> Reply {
        if let Some(deed) = self.deed.take() {
            let does = |entry: &Entry| {
                self.capitals.of_entry(entry) == Some(deed) && is_of(entry, who, now)
            };
            let place = offers.iter().position(does);
            return match place {
                Some(place) => self.start(offers, place),
                None => {
                    self.problem = Some(format!("{} cannot do that now.", now.name(who)));
                    Reply::Nothing
                }
            };
        }
        let goes = |entry: &Entry| entry.by_letter && is_of(entry, who, now);
        if let Some(place) = offers.iter().position(goes) {
            return self.start(offers, place);
        }
        let strikes = offers.iter().position(|entry| {
            let at_foe = entry.command.who.is_some_and(|by| !now.allied(by, who));
            entry.foe.is_some() && at_foe
        });
        match strikes {
            Some(place) => match (self.start(offers, place), offers[place].foe) {
                (Reply::Start(command), Some(row)) => Reply::StartAt(command, row, who),
                (reply, _) => reply,
            },
            None => {
                let (letter, name) = (who.letter(), now.name(who));
                self.problem = Some(format!(
                    "{letter} is {name}. No action here applies to {name}."
                ));
                self.stranger = Some((None, who));
                Reply::Nothing
            }
        }
    }

    fn capital(&mut self, c: char, asked: Asked<'_>, now: &Encounter) -> Reply {
        match asked {
            Asked::Offers(offers) => {
                let on = |entry: &Entry| self.capitals.of_entry(entry) == Some(c);
                let places = (0..offers.len()).filter(|place| on(&offers[*place]));
                let places: Vec<usize> = places.collect();
                match places.as_slice() {
                    [] => self.nothing_on(c),
                    [place] => self.start(offers, *place),
                    // A menu of an earlier command shows the actions of a list separately: the key moves from one
                    // action to the next.
                    [first, rest @ ..]
                        if rest
                            .iter()
                            .all(|one| is_same_doer(&offers[*first], &offers[*one])) =>
                    {
                        let marked = self.mark.place(offers);
                        let after = rest
                            .iter()
                            .find(|place| marked.is_some_and(|at| **place > at && at >= *first));
                        self.mark.put(offers, *after.unwrap_or(first));
                        Reply::Nothing
                    }
                    _ => {
                        self.deed = Some(c);
                        self.asks_whose(offers, now);
                        Reply::Nothing
                    }
                }
            }
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, .. } => {
                    let keys = keys_of_options(options, &self.capitals);
                    match keys.iter().position(|key| *key == Some(c)) {
                        Some(place) => self.choose(options, place),
                        None => self.nothing_on(c),
                    }
                }
                Kind::Confirm { .. } if c == 'Y' => Reply::Answer(Answer::Yes(true)),
                Kind::Confirm { .. } if c == 'N' => Reply::Answer(Answer::Yes(false)),
                Kind::Pick { from, least: 0, .. } if c == 'Y' && from.len() == 1 => {
                    Reply::Answer(Answer::Picked(from.clone()))
                }
                Kind::Pick { least: 0, .. } if c == 'N' => {
                    Reply::Answer(Answer::Picked(Vec::new()))
                }
                Kind::Form(_) => {
                    self.capital_of_form(c, prompt);
                    Reply::Nothing
                }
                Kind::Roll(_) | Kind::Rolls(_) if c == MODIFIER => {
                    if self.mode != Mode::Modifier {
                        self.die = self.line.value().to_owned();
                    }
                    self.line.clear();
                    self.mode = Mode::Modifier;
                    Reply::Nothing
                }
                _ => self.nothing_on(c),
            },
        }
    }

    /// Asks for the combatant of a typed action key that several combatants share.
    fn asks_whose(&mut self, offers: &[Entry], now: &Encounter) {
        let Some(deed) = self.deed else {
            return;
        };
        let on = |entry: &&Entry| self.capitals.of_entry(entry) == Some(deed);
        let letters = offers.iter().filter(on).filter_map(|one| whose(one, now));
        let letters: Vec<String> = letters.map(Id::letter).collect();
        self.problem = Some(format!(
            "{deed}: which combatant do you mean? {}",
            letters.join(", ")
        ));
    }

    /// Handles a digit, or another character of numbers and dice.
    fn sign(&mut self, c: char, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.letters.clear();
        let Asked::Prompt(prompt) = asked else {
            if c.is_ascii_digit() {
                self.refuse_stray(c, "No roll is needed yet. Choose an action first.");
            }
            return Reply::Nothing;
        };
        match &prompt.kind {
            Kind::Roll(_) | Kind::Rolls(_) if self.mode == Mode::Modifier => {
                if c.is_ascii_digit() || (matches!(c, '-' | '+') && self.line.is_empty()) {
                    self.line.insert(c);
                } else {
                    self.problem = Some(A_MODIFIER.to_owned());
                }
            }
            Kind::Roll(_) | Kind::Rolls(_) => self.type_face(c, prompt, now),
            Kind::Form(_) => self.sign_of_form(c, prompt, now),
            Kind::Number { least, most, .. } => {
                if c.is_ascii_digit() || (c == '-' && self.line.is_empty()) {
                    self.line.insert(c);
                    self.check_number(*least, *most);
                } else {
                    self.problem = Some(format!("Type a number from {least} to {most}."));
                }
            }
            _ if c.is_ascii_digit() => {
                self.refuse_stray(c, "No roll is needed yet. Answer this prompt first.");
            }
            _ => {}
        }
        Reply::Nothing
    }

    /// Ignores the next Enter if the letter before it was refused, because it was meant for that letter.
    fn refused_key(&mut self, c: char) {
        if self.problem.is_some() && self.deed.is_none() {
            self.stray = Some(c);
        }
    }

    /// Refuses a digit without a pending die, or a sign without a number.
    pub(super) fn refuse_stray(&mut self, c: char, why: impl Into<String>) {
        self.problem = Some(why.into());
        self.stray = Some(c);
    }

    /// Refuses the letter of a combatant who cannot be the target of an action.
    pub(crate) fn refuse_letter(&mut self, who: Id, why: &str) {
        self.problem = Some(why.to_owned());
        self.stray = who.letter().chars().last();
    }

    /// Returns `true` for a sign or a full stop directly after a refused digit: it belongs to the refused number.
    fn ends_refused_number(&self, c: char, asked: Asked<'_>) -> bool {
        let is_refused = self.problem.is_some() && self.stray.is_some_and(is_of_number);
        is_refused && matches!(c, '.' | ',' | '+' | '-') && !self.takes_words(asked)
    }

    /// Notes a second without keys: an Enter from now on is not the end of a refused input.
    pub(crate) fn pause(&mut self) {
        self.has_paused = true;
    }

    /// Handles Backspace after a refused digit: removes the refusal. Returns `false` if the last key was another one.
    pub(crate) fn delete_refused_digit(&mut self) -> bool {
        let is_digit = self.stray.is_some_and(is_of_number) && self.problem.is_some();
        if is_digit {
            (self.stray, self.problem) = (None, None);
        }
        is_digit
    }

    /// Removes the separator that Enter added after an incomplete result, so that Backspace deletes the digit before it.
    pub(crate) fn erase_separator(&mut self) {
        if std::mem::take(&mut self.parted) {
            let typed = self.line.value().trim_end_matches(' ').to_owned();
            self.line.set(&typed);
        }
    }

    /// Returns the message for the key that ends an input which was just refused, if any: the key belonged to the input
    /// too, so it has no effect.
    fn ends_stray(&mut self, key: &str, does: &str) -> Option<String> {
        let stray = self.stray.take()?;
        if self.problem.is_none() || self.has_paused {
            return None;
        }
        Some(if is_of_number(stray) {
            format!("No roll is needed yet, so the number was discarded. {does}")
        } else {
            format!("`{stray}` is not possible here, so {key} was ignored. Press {key} again.")
        })
    }

    /// Handles Space, which skips. `opened` is true if the GM opened the form.
    pub fn nothing_more(&mut self, asked: Asked<'_>, now: &Encounter, opened: bool) -> Reply {
        if self.takes_words(asked) {
            return self.type_char(' ', asked, now);
        }
        let refuse = |ask: &mut Self, why: &str| {
            ask.problem = Some(why.to_owned());
            Reply::Nothing
        };
        // Space opens a row without an action key even if the arrow keys did not reach the row, as the refusal of a
        // digit says.
        let opens = match asked {
            Asked::Prompt(prompt) if self.is_arrows_row(prompt) => {
                self.by_arrows |= self.stray.is_some() && self.is_at_number(prompt);
                self.by_arrows
            }
            Asked::Prompt(prompt) if matches!(prompt.kind, Kind::Form(_)) => {
                self.takes_space(prompt)
            }
            _ => false,
        };
        // After a refused letter or a second Space, Space has its own meaning.
        self.stray = self
            .stray
            .filter(|stray| !stray.is_ascii_alphabetic() && *stray != ' ');
        let is_number = self.stray.is_some_and(is_of_number);
        if let Some(why) = self
            .ends_stray("Space", "Press Space again to skip.")
            .filter(|_| !opens)
        {
            // An Enter directly after the Space still belongs to the refused number.
            self.stray = is_number.then_some(' ');
            return refuse(self, &why);
        }
        self.problem = None;
        match asked {
            Asked::Offers(offers) => match offers.iter().position(|entry| entry.space) {
                Some(place) => self.start(offers, place),
                None => refuse(self, "Nothing can be skipped here. Choose a row."),
            },
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Roll(_) | Kind::Rolls(_) if self.mode == Mode::Modifier => {
                    refuse(self, A_MODIFIER)
                }
                Kind::Roll(_) | Kind::Rolls(_) if self.part(prompt, now) => Reply::Nothing,
                Kind::Roll(_) | Kind::Rolls(_) => Reply::Roll,
                Kind::Choice { options, .. } => {
                    let none = |option: &Choice| self.capitals.of(&option.key) == Some('N');
                    let place = options.iter().position(none);
                    match place {
                        Some(place) => self.choose(options, place),
                        None => refuse(self, "Nothing can be skipped here. Choose a row."),
                    }
                }
                Kind::Confirm { .. } => Reply::Answer(Answer::Yes(false)),
                Kind::Form(_) if self.takes_space(prompt) => {
                    self.open(prompt);
                    Reply::Nothing
                }
                // After a typed die, Space separates dice.
                Kind::Form(_) if self.goes_back_to_die() && self.part(prompt, now) => {
                    Reply::Nothing
                }
                Kind::Form(_) if self.next_number(prompt) => Reply::Nothing,
                Kind::Form(_) if !opened && self.declines(prompt) => self.enter_form(prompt, now),
                Kind::Form(_) if opened => {
                    refuse(self, "Press Enter to send this form, or Esc to close it.")
                }
                // After letters, Space sends the combatants picked.
                Kind::Pick { least: 0, .. } if self.picked.is_none() => {
                    Reply::Answer(Answer::Picked(Vec::new()))
                }
                Kind::Form(_) | Kind::Pick { .. } => self.enter(asked, now),
                Kind::Number { .. } => {
                    refuse(self, "Type a number, or press Enter for the default.")
                }
                Kind::Text { .. } => Reply::Nothing,
            },
        }
    }

    pub fn enter(&mut self, asked: Asked<'_>, now: &Encounter) -> Reply {
        let accepts = match asked {
            Asked::Offers(offers) => self.mark.place(offers).is_some(),
            Asked::Prompt(prompt) => matches!(prompt.kind, Kind::Choice { .. }),
            Asked::Fault(_) => false,
        };
        let does = if accepts {
            "Enter accepts the selection."
        } else {
            "Press Enter again."
        };
        if let Some(why) = self.ends_stray("Enter", does) {
            self.problem = Some(why);
            return Reply::Nothing;
        }
        self.problem = None;
        if !self.letters.is_empty() {
            self.problem = Some(format!(
                "`{}` is the start of a combatant's letters. Type the rest, or press Esc.",
                self.letters
            ));
            return Reply::Nothing;
        }
        match asked {
            // The action key before Enter needs the letter of a combatant.
            Asked::Offers(offers) if self.deed.is_some() => {
                self.asks_whose(offers, now);
                Reply::Nothing
            }
            Asked::Offers(offers) => match self.mark.place(offers) {
                Some(place) => self.start(offers, place),
                None => {
                    self.problem = Some("Nothing is selected. Choose a row.".to_owned());
                    Reply::Nothing
                }
            },
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Roll(_) if self.mode == Mode::Modifier => self.enter_modifier(0),
                Kind::Rolls(rows) if self.mode == Mode::Modifier => {
                    self.enter_modifier(self.mark.place(rows).unwrap_or(0))
                }
                Kind::Roll(roll) => self.enter_faces(roll, now),
                Kind::Rolls(rows) => self.enter_throws(rows, now),
                Kind::Choice { options, .. } => {
                    let options: &[Choice] = options;
                    self.choose(options, self.mark.place(options).unwrap_or(0))
                }
                Kind::Pick { preset, .. } => {
                    let picked = self.picked.clone().unwrap_or_else(|| preset.clone());
                    Reply::Answer(Answer::Picked(picked))
                }
                Kind::Form(_) if self.next_number(prompt) => Reply::Nothing,
                Kind::Form(_) => self.enter_form(prompt, now),
                Kind::Number {
                    least,
                    most,
                    preset,
                } => self.enter_number(*least, *most, *preset),
                Kind::Text { preset } if self.line.is_empty() => {
                    Reply::Answer(Answer::Text(preset.clone()))
                }
                Kind::Text { .. } => Reply::Answer(Answer::Text(self.line.value().to_owned())),
                Kind::Confirm { preset } => Reply::Answer(Answer::Yes(self.confirms(*preset))),
            },
        }
    }

    /// Sends the GM's modifier as typed; an empty text removes the modifier.
    fn enter_modifier(&mut self, row: usize) -> Reply {
        let typed = self.line.value().trim_start_matches('+');
        let by = if typed.is_empty() {
            Ok(0)
        } else {
            typed.parse()
        };
        match by {
            Ok(by) => {
                self.leave_field();
                Reply::Adjust { row, by }
            }
            Err(_) => {
                self.problem = Some(A_MODIFIER.to_owned());
                Reply::Nothing
            }
        }
    }

    /// Moves the mark by a number of rows and stops at the ends. A typed roll is sent.
    pub fn step(&mut self, by: isize, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.problem = None;
        self.deed = None;
        if let Asked::Prompt(prompt) = asked
            && matches!(prompt.kind, Kind::Form(_))
        {
            self.step_field(by, prompt);
            return Reply::Nothing;
        }
        self.leave_modifier();
        let mut reply = Reply::Nothing;
        if let Asked::Prompt(Prompt {
            kind: Kind::Rolls(rows),
            ..
        }) = asked
        {
            reply = self.keep_throws(rows, now);
        }
        if self.problem.is_some() {
            return reply;
        }
        match asked {
            Asked::Offers(offers) => self.mark.step(offers, by),
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, .. } => self.mark.step(options, by),
                Kind::Pick { from, .. } => self.mark.step(from, by),
                Kind::Rolls(rows) => {
                    self.line.clear();
                    self.mark.step(rows, by);
                }
                // Text typed for a question without rows stays in its box.
                _ => {}
            },
            Asked::Fault(_) => {}
        }
        reply
    }

    /// Picks all possible combatants.
    pub fn all(&mut self, asked: Asked<'_>) {
        if let Asked::Prompt(prompt) = asked {
            match &prompt.kind {
                Kind::Pick { from, most, .. } => {
                    self.picked = Some(from.iter().copied().take(*most).collect());
                }
                Kind::Form(_) => self.pick_all(prompt),
                _ => {}
            }
        }
    }

    /// Closes the open row, or clears a partial letter or typed text. Returns `false` if there was nothing to clear.
    pub fn step_back(&mut self) -> bool {
        self.problem = None;
        let half = !self.letters.is_empty() || self.deed.is_some();
        let inside = self.mode != Mode::Keys || !self.line.is_empty() || !self.die.is_empty();
        self.letters.clear();
        self.deed = None;
        if inside {
            // Only the row is closed; a die that was typed before stays in its box.
            let of_row = matches!(
                self.mode,
                Mode::Number | Mode::Words | Mode::List | Mode::Modifier
            );
            self.leave_field();
            if !of_row {
                self.die.clear();
            }
        }
        half || inside
    }

    /// Keeps the default of the open text row: a key that moves the cursor was pressed, so typed characters are added to
    /// the default and do not replace it.
    pub(in crate::ui) fn keep_default(&mut self) {
        self.replaces = false;
    }

    /// Reports errors in the line after an edit with a key that types no character.
    pub fn edited(&mut self, asked: Asked<'_>, now: &Encounter) {
        self.problem = None;
        self.replaces = false;
        if let Asked::Prompt(prompt) = asked {
            match &prompt.kind {
                Kind::Roll(_) | Kind::Rolls(_) => self.check_faces(prompt, now),
                Kind::Form(_) if self.mode == Mode::Die => self.check_faces(prompt, now),
                Kind::Number { least, most, .. } => self.check_number(*least, *most),
                Kind::Form(_) => self.typed_words(prompt),
                _ => {}
            }
        }
    }

    fn start(&mut self, offers: &[Entry], place: usize) -> Reply {
        self.line.clear();
        match offers.get(place) {
            Some(Entry {
                refused: Some(why), ..
            }) => self.refused(offers, place, why),
            Some(offer) if !offer.opens.is_empty() => Reply::Open(offer.command.clone()),
            Some(offer) => Reply::Start(offer.command.clone()),
            None => Reply::Nothing,
        }
    }

    fn choose(&mut self, options: &[Choice], place: usize) -> Reply {
        self.line.clear();
        match options.get(place) {
            Some(Choice {
                refused: Some(why), ..
            }) => self.refused(options, place, why),
            Some(option) => Reply::Answer(Answer::Chose(option.key.clone())),
            None => Reply::Nothing,
        }
    }

    /// Marks a row that is not possible now, and reports the reason.
    fn refused<R: ListRow<Key = RowKey>>(&mut self, rows: &[R], place: usize, why: &str) -> Reply {
        self.problem = Some(why.to_owned());
        self.mark.put(rows, place);
        Reply::Nothing
    }

    fn pick(
        &mut self,
        who: Id,
        from: &[Id],
        (least, most): (usize, usize),
        preset: &[Id],
        now: &Encounter,
    ) -> Reply {
        let Some(place) = from.iter().position(|id| *id == who) else {
            let (letter, name) = (who.letter(), now.name(who));
            self.problem = Some(format!("{letter} is {name}, who cannot be chosen here."));
            self.stranger = Some((None, who));
            return Reply::Nothing;
        };
        self.mark.put(from, place);
        if (least, most) == (1, 1) {
            return Reply::Answer(Answer::Picked(vec![who]));
        }
        let picked = self.picked.as_deref().unwrap_or(preset);
        self.picked = Some(with_letter(picked, who, is_of_one(from, most)));
        Reply::Nothing
    }

    fn nothing_on(&mut self, c: char) -> Reply {
        self.problem = Some(format!("{c} does nothing here."));
        Reply::Nothing
    }

    /// Refuses a number that more digits cannot bring into the range.
    fn check_number(&mut self, least: i64, most: i64) {
        let text = self.line.value();
        let hopeless = match text.parse::<i64>() {
            Ok(number) if number < 0 => number < least,
            Ok(number) => number > most,
            Err(_) => !text.is_empty() && text != "-",
        };
        self.problem = hopeless.then(|| format!("{text} is not between {least} and {most}."));
    }

    fn enter_number(&mut self, least: i64, most: i64, preset: i64) -> Reply {
        if self.line.is_empty() {
            return Reply::Answer(Answer::Number(preset));
        }
        match self.line.value().parse() {
            Ok(number) if (least..=most).contains(&number) => Reply::Answer(Answer::Number(number)),
            _ => {
                let text = self.line.value();
                self.problem = Some(format!("{text} is not between {least} and {most}."));
                Reply::Nothing
            }
        }
    }
}

/// Returns `true` if a refused key belongs to a number: a digit, or a Space after it.
fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || c == ' '
}

/// Returns `true` if the question needs a single combatant, or only one is possible.
fn is_of_one(from: &[Id], most: usize) -> bool {
    most == 1 || from.len() == 1
}

/// Returns the combatants picked after a letter: a single choice is set and never cleared; otherwise the letter adds or
/// removes a combatant.
fn with_letter(picked: &[Id], who: Id, of_one: bool) -> Vec<Id> {
    if of_one {
        return vec![who];
    }
    let mut picked = picked.to_vec();
    match picked.iter().position(|one| *one == who) {
        Some(place) => {
            picked.remove(place);
        }
        None => picked.push(who),
    }
    picked
}

/// Returns `true` if two rows of a menu are actions of the same combatant or side.
fn is_same_doer(one: &Entry, other: &Entry) -> bool {
    let whose = |entry: &Entry| (entry.command.who, entry.command.side);
    whose(one) == whose(other)
}

/// Returns `true` if a menu row belongs to a combatant or the combatant's side.
fn is_of(entry: &Entry, who: Id, now: &Encounter) -> bool {
    let side = Some(now.get(who).side);
    entry.command.who == Some(who) || entry.command.side.is_some() && entry.command.side == side
}
