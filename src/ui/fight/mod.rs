//! Fight on the screen: the session, and the state of the screen (unfinished answer, focus, scrolling), which is
//! neither saved nor undone.

mod amending;
mod by_itself;
pub mod draw;
mod errands;
mod keys;
pub mod own_questions;
mod playing;

use std::borrow::Cow;
use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::compendium::Compendium;
use crate::encounter::{Encounter, Event, Roller, Stage};
use crate::fight_file::Situation;
use crate::resolver::{Answer, Command, Draft, Kind, Prompt, Question};
use crate::ron_text::{Source, read_as, write_line};
use crate::rules::Capitals;
use crate::session::{Delta, Input, InputError, Session, Waits};
use crate::text::listed;
use crate::values::{Id, SideId, Value};

use self::by_itself::{Playing, is_anybody_set};
use self::own_questions::{CAPITALS, Errand, Own, asked_for};
use super::ask::{Ask, Asked, Mode, Reply, TypedDice};
use super::keymap::KeyAction;
use super::setup::SetupScreen;
use super::tutor::{Lesson, Reached, Tutor};

/// Message while auto-play is paused.
const PAUSED: &str = "Auto-play is paused. F11 resumes.";

/// Message after an undo.
pub(in crate::ui) const UNDONE: &str = "Undone.";

/// Pane of the fight's screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    Order,
    Combatants,
    Log,
    /// Question of the fight, which receives letters and digits regardless of the focus.
    #[default]
    Prompt,
}

/// Combatant or side of a command.
type Doer = (Option<Id>, Option<SideId>);

fn doer(command: &Command) -> Doer {
    (command.who, command.side)
}

/// Message to the GM until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Note(String),
    Refused(String),
}

/// Settings of the log pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogView {
    /// Number of rows scrolled up from the end.
    pub back: usize,
    /// Search text that lines must contain.
    pub search: String,
    /// Combatant that lines must concern.
    pub about: Option<Id>,
}

impl LogView {
    /// Returns `true` if some lines are filtered out.
    pub(crate) fn is_narrowed(&self) -> bool {
        !self.search.is_empty() || self.about.is_some()
    }
}

/// Unfinished answer with its question.
#[derive(Debug)]
struct Standing {
    depth: usize,
    question: Option<Question>,
    ask: Ask,
}

/// Last key, if it affects the meaning of the next key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastKey {
    #[default]
    Other,
    /// Space that answered something, with the owner of its command. Another Space directly after it may not act for
    /// other combatants.
    Space(Doer),
    /// `Y` or `N` that answered a yes-or-no prompt. An Enter directly after it belongs to that prompt.
    YesOrNo(char),
    /// Esc that would have left a form with values.
    Esc,
    /// Backspace that erased typed text. Until another key or a pause, Backspace does not undo.
    Erase,
}

/// Fight on the screen with its view state.
pub struct Fight {
    pub session: Session,
    /// Compendium of the system.
    pub compendium: Compendium,
    /// Questions of the screen itself, the topmost last.
    pub own: Vec<Own>,
    /// Pane in which arrows move.
    pub focus: Pane,
    /// Combatant that the GM selected, who may be gone now, with the revision of the session.
    selected: Option<(Id, u64)>,
    pub log: LogView,
    /// Last message to the GM.
    pub said: Option<Said>,
    /// Side that was last saved as a party here, and the name of the party.
    pub(crate) kept_as: Option<(SideId, String)>,
    /// Revision of the session when the party was last saved here or loaded; `None` for a resumed session.
    kept_at: Option<u64>,
    /// True if the app, which has the library, is to save the party.
    pub(in crate::ui) to_keep: bool,
    /// Revision at which the GM was last warned of unsaved changes.
    told_at: Option<u64>,
    /// Last key, if it affects the next key.
    last_key: LastKey,
    /// State of auto-play in the fight.
    pub(in crate::ui) playing: Playing,
    /// The tutor, in its own fight.
    pub tutor: Option<Tutor>,
    /// Set-up screen that began this fight. Backspace returns to it before the first input.
    pub(in crate::ui) prepared: Option<Box<SetupScreen>>,
    /// Reason why the fight is read-only, if it is.
    pub looking: Option<String>,
    /// Lines for the journal that `next_line` has not returned yet.
    journal: VecDeque<Vec<Delta>>,
    standing: Standing,
    /// Unfinished answers to questions below a ruling.
    below: Vec<Standing>,
}

/// Part of a fight that is saved besides the inputs.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Beside {
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<KeptForm>,
    /// Position in the tutor.
    #[serde(skip_serializing_if = "Option::is_none")]
    tutor: Option<Reached>,
}

/// Unsent form or unsent dice, as saved in a file.
#[derive(Serialize, Deserialize)]
struct KeptForm {
    /// Position of the fight in its history.
    moment: (usize, usize),
    /// Question of the form or roll.
    question: Question,
    /// Values that the user has set.
    set: Draft,
    /// Dice that are typed but not sent.
    #[serde(default, skip_serializing_if = "TypedDice::is_empty")]
    dice: TypedDice,
}

impl Fight {
    /// Creates the view of a session, without typed text.
    pub fn new(session: Session, compendium: Compendium) -> Self {
        let ask = Ask::new(asked(&session), session.now(), compendium.capitals.clone());
        let is_new = session.history().standing() == 0;
        let kept_at = is_new.then(|| session.revision());
        let mut fight = Self {
            standing: Standing {
                depth: session.history().open().len(),
                question: question(&session),
                ask,
            },
            session,
            compendium,
            own: Vec::new(),
            focus: Pane::Prompt,
            selected: None,
            log: LogView::default(),
            said: None,
            kept_as: None,
            kept_at,
            to_keep: false,
            told_at: None,
            last_key: LastKey::Other,
            playing: if is_new {
                Playing::default()
            } else {
                Playing::stopped()
            },
            tutor: None,
            prepared: None,
            looking: None,
            journal: VecDeque::new(),
            below: Vec::new(),
        };
        fight.think();
        fight.propose();
        if fight.is_stopped() {
            fight.say(PAUSED);
        }
        fight
    }

    /// Shows a newer state of the fight, from another window, and keeps the selection, the view of the log and the last
    /// message.
    pub(crate) fn follow_with(&mut self, newer: Self) {
        let old = std::mem::replace(self, newer);
        let present = |id: &Id| self.session.now().find(*id).is_some();
        self.selected = old.selected.filter(|(id, _)| present(id));
        self.log = old.log;
        self.focus = old.focus;
        self.said = old.said;
        self.looking = old.looking;
    }

    /// Returns the encounter as the screen shows it.
    pub fn now(&self) -> &Encounter {
        self.session.now()
    }

    /// Returns the question in the prompt pane: the screen's own before the fight's.
    pub fn asked(&self) -> Asked<'_> {
        match self.own.last() {
            Some(own) => asked_for(&own.errand, &own.prompt),
            None => asked(&self.session),
        }
    }

    /// Returns the unfinished answer in the prompt pane.
    pub fn ask(&self) -> &Ask {
        match self.own.last() {
            Some(own) => &own.ask,
            None => &self.standing.ask,
        }
    }

    /// Returns the index of the offer that Enter takes.
    pub(crate) fn marked_offer(&self) -> Option<usize> {
        self.standing.ask.mark.place(self.session.menu_rows())
    }

    /// Returns the fight's question with the answer that Enter would send; for a form, the values filled in so far.
    /// `None` for dice, numbers and text.
    pub(crate) fn marked_answer(&self) -> Option<(Prompt, Answer)> {
        let Waits::Prompt(prompt) = self.session.waits() else {
            return None;
        };
        let ask = &self.standing.ask;
        let answer = match &prompt.kind {
            Kind::Choice { options, .. } => Answer::Chose(ask.mark.row(options)?.key.clone()),
            Kind::Pick { preset, .. } => {
                Answer::Picked(ask.picked.clone().unwrap_or_else(|| preset.clone()))
            }
            Kind::Form(_) => {
                let shown = ask.preview.as_ref().map(|preview| preview.form.clone());
                let form = shown.unwrap_or_else(|| (**prompt).clone());
                return Some((form, Answer::Filled(ask.draft.clone())));
            }
            Kind::Confirm { preset } => Answer::Yes(*preset),
            Kind::Roll(_) | Kind::Rolls(_) | Kind::Number { .. } | Kind::Text { .. } => {
                return None;
            }
        };
        Some(((**prompt).clone(), answer))
    }

    /// Returns the unsent form or dice and the position in the tutor as text for a file; "" if there is nothing to save.
    pub fn beside_text(&self) -> String {
        let set = &self.standing.ask.draft;
        let dice = self.standing.ask.typed_dice(asked(&self.session));
        let question = self.standing.question.clone();
        let form = question
            .filter(|_| !set.is_empty() || !dice.is_empty())
            .map(|question| KeptForm {
                moment: self.moment(),
                question,
                set: set.clone(),
                dice,
            });
        let tutor = self.tutor.as_ref().map(Tutor::reached);
        if form.is_none() && tutor.is_none() {
            return String::new();
        }
        write_line(&Beside { form, tutor }).unwrap_or_default()
    }

    /// Restores what [`Fight::beside_text`] returned: the tutor, and the form or dice if the fight still asks for them.
    pub fn restore(&mut self, text: &str) {
        let kept = beside(text);
        if let Some(kept) = kept.form
            && kept.moment == self.moment()
            && self.standing.question.as_ref() == Some(&kept.question)
            && (kept.set.is_empty() || self.session.preview(&kept.set).is_some())
        {
            if !kept.set.is_empty() {
                self.standing.ask.draft = kept.set;
                self.preview();
            }
            let asked = asked(&self.session);
            self.standing.ask.retype(kept.dice, asked);
        }
        if let Some(reached) = kept.tutor
            && let Ok(lesson) = Lesson::built_in()
        {
            self.tutor = Some(Tutor::resume(lesson, reached));
        }
    }

    /// Lets the tutor follow the fight ([`Tutor::follow`]).
    pub(in crate::ui) fn follow_tutor(&mut self, shown: &str, key: Option<bool>) {
        self.tutor = self.tutor.take().filter(|tutor| !tutor.is_over());
        let filled = match (&self.tutor, self.asked()) {
            (Some(_), Asked::Prompt(prompt)) => self.filled(prompt),
            _ => Vec::new(),
        };
        let situation = Situation {
            session: &self.session,
            compendium: &self.compendium,
            mark: 0,
            finished: 0,
        };
        if let Some(tutor) = &mut self.tutor {
            tutor.follow(situation, shown, &filled, key);
        }
    }

    /// Returns the rows of a form with combatants, with the key of the row and the names, or the results of combatants
    /// who roll together, with the name and the results.
    fn filled(&self, prompt: &Prompt) -> Vec<(String, String)> {
        let text = |face: &u32| face.to_string();
        match &prompt.kind {
            Kind::Form(_) => {
                let fields = self.ask().fields(prompt).iter();
                let rows = fields.filter_map(|field| match &field.value {
                    Value::Who(ids) => Some((field.key.clone(), self.now().names(ids))),
                    _ => None,
                });
                rows.collect()
            }
            Kind::Rolls(rows) => {
                let rolled = rows.iter().filter_map(|row| {
                    let faces: Vec<String> = row.faces.as_ref()?.iter().map(text).collect();
                    Some((self.now().name(row.roll.who?).to_owned(), faces.join(" ")))
                });
                rolled.collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the number of finished commands, and the number of recorded answers of open commands.
    fn moment(&self) -> (usize, usize) {
        let history = self.session.history();
        let taken = history.open().iter().map(|open| open.taken.len());
        (history.finished(), taken.sum())
    }

    /// Returns `true` if the unfinished answer is stored: the values of a form, or typed dice.
    pub(crate) fn has_kept_form(&self) -> bool {
        let ask = &self.standing.ask;
        let is_kept = !ask.draft.is_empty() || !ask.typed_dice(self.asked()).is_empty();
        self.own.is_empty() && is_kept && ask.mode != Mode::Modifier
    }

    /// Returns the form in the prompt pane, if there is one.
    pub fn form(&self) -> Option<&Prompt> {
        match self.asked() {
            Asked::Prompt(prompt) if matches!(prompt.kind, Kind::Form(_)) => Some(prompt),
            _ => None,
        }
    }

    /// Returns the next line for the journal.
    pub(crate) fn next_line(&mut self) -> Option<Vec<Delta>> {
        self.journal.pop_front()
    }

    /// Applies a key to the unfinished answer, and updates the preview.
    pub(crate) fn with_ask<T>(
        &mut self,
        change: impl FnOnce(&mut Ask, Asked<'_>, &Encounter) -> T,
    ) -> T {
        let now = self.session.now();
        let result = match self.own.last_mut() {
            Some(own) => {
                let result = change(&mut own.ask, asked_for(&own.errand, &own.prompt), now);
                own.ask.tell_stranger(Some(&own.prompt), &self.session);
                result
            }
            None => {
                let ask = &mut self.standing.ask;
                let result = change(ask, asked(&self.session), now);
                let prompt = match self.session.waits() {
                    Waits::Prompt(prompt) => Some(&**prompt),
                    Waits::Offers { .. } | Waits::Fault(_) => None,
                };
                ask.tell_stranger(prompt, &self.session);
                result
            }
        };
        self.preview();
        result
    }

    /// Handles a typed character.
    pub(crate) fn type_char(&mut self, c: char) {
        self.said = None;
        if c.is_ascii_uppercase() && self.ask_ruling_on(c) {
            return;
        }
        let answers = matches!(c, 'Y' | 'N') && self.with_ask(|_, asked, _| asked.is_yes_or_no());
        let before = self.session.revision();
        let reply = self.with_ask(|ask, asked, now| ask.type_char(c, asked, now));
        self.take(reply);
        if answers && self.session.revision() != before {
            self.last_key = LastKey::YesOrNo(c);
        }
    }

    pub(crate) fn enter(&mut self) {
        self.said = None;
        if let LastKey::YesOrNo(c) = std::mem::take(&mut self.last_key) {
            self.say(format!(
                "{c} has answered already, so Enter was ignored. Press Enter again."
            ));
            return;
        }
        let reply = self.with_ask(|ask, asked, now| ask.enter(asked, now));
        self.take(reply);
    }

    pub(crate) fn step(&mut self, by: isize) {
        let reply = self.with_ask(|ask, asked, now| ask.step(by, asked, now));
        self.take(reply);
    }

    /// Handles the effect of a key.
    fn take(&mut self, reply: Reply) {
        let starts = matches!(reply, Reply::Start(_) | Reply::StartAt(..));
        let in_list = self
            .own
            .last()
            .is_some_and(|own| matches!(own.errand, Errand::List(_)));
        if starts && in_list {
            self.own.pop();
        }
        if let Some(own) = self.own.last_mut() {
            let errand = own.errand.clone();
            match reply {
                // A list contains no lists.
                Reply::Nothing | Reply::Open(_) => {}
                // The form asks for its target again.
                Reply::Start(command) | Reply::StartAt(command, ..) => {
                    self.start_instead(&errand, command);
                }
                // Both answers are parts of an unfinished prompt, so typed text is kept.
                Reply::Answers(_) => {
                    let why = "Send the form before rolling. Esc clears the typed die.";
                    own.ask.problem = Some(why.to_owned());
                }
                Reply::Adjust { .. } => {
                    let why = "You are changing an earlier roll. Type the result that the dice should have shown.";
                    own.ask.problem = Some(why.to_owned());
                }
                Reply::Answer(answer) => self.run_errand(&errand, answer),
                Reply::Throws(throws) => {
                    let all = own.with_throws(throws);
                    self.run_errand(&errand, Answer::Rolls(all));
                }
                Reply::Roll | Reply::RollRow(_) => self.roll_again(&errand),
            }
            return;
        }
        let input = match reply {
            Reply::Nothing => return,
            Reply::Open(command) => return self.open_list(&command),
            Reply::Answer(answer) => Input::Answer(answer),
            Reply::Throws(throws) => Input::Throws(throws),
            Reply::Answers(answers) => Input::Answers(answers),
            Reply::Adjust { row, by } => Input::Adjust { row, by },
            Reply::Roll => Input::Roll(Vec::new()),
            Reply::RollRow(row) => Input::RollRow(row),
            Reply::Start(command) => Input::Start(command),
            Reply::StartAt(command, row, who) => {
                if self.input(Input::Start(command)) {
                    self.with_ask(|ask, asked, now| ask.put_in(row, who, asked, now));
                    self.begin_at_target(who);
                }
                return;
            }
        };
        self.input(input);
    }

    /// Finishes opening a form by the letter of its target. If the combatant cannot be the target, closes the form and
    /// reports the reason in the menu.
    fn begin_at_target(&mut self, who: Id) {
        let Some(why) = self.standing.ask.problem.clone() else {
            self.standing.ask.keep_opening();
            return;
        };
        if self.input(Input::Undo) {
            // In the menu, the reason needs no label of a row.
            let why = why.split_once(": ").map_or(&*why, |(_, why)| why);
            self.standing.ask.refuse_letter(who, why);
        }
    }

    /// Returns `true` if the GM opened the form on the screen, for an action or for a question of the screen itself.
    pub(crate) fn has_opened_form(&self) -> bool {
        !self.own.is_empty() || self.session.history().has_just_begun() && !self.is_reaction()
    }

    /// Returns `true` if the form offers other combatants a reaction to the command that a person started.
    fn is_reaction(&self) -> bool {
        let (Some(open), Waits::Prompt(prompt)) =
            (self.session.history().open().last(), self.session.waits())
        else {
            return false;
        };
        let question = &prompt.question;
        let is_own = question.who.is_some() && question.who == open.command.who;
        let of_others = !is_own && question.key != open.command.action;
        !open.command.ruling && of_others && self.standing.ask.can_decline(prompt)
    }

    pub(crate) fn nothing_more(&mut self) {
        self.said = None;
        let opened = self.has_opened_form();
        let reply = self.with_ask(|ask, asked, now| ask.nothing_more(asked, now, opened));
        if let LastKey::Space(ended) = std::mem::take(&mut self.last_key)
            && let Some(does) = self.plays_for_others(&reply, ended)
        {
            self.say(format!("Press Space again{does}."));
            return;
        }
        let ended = match &reply {
            Reply::Start(command) => doer(command),
            _ => self.answering(),
        };
        let before = self.session.revision();
        self.take(reply);
        if self.session.revision() != before {
            self.last_key = LastKey::Space(ended);
        }
    }

    /// Returns the owner of the command whose prompt is open.
    fn answering(&self) -> Doer {
        let open = self.session.history().open().first();
        open.map_or((None, None), |open| doer(&open.command))
    }

    /// Returns the effect of a Space that needs a second press directly after a Space of the command that `ended`. Such
    /// a Space acts for other combatants or another side than that command, or rolls dice that a person should roll.
    /// The only row of a menu needs no second press, unless it is the row of a combatant or side.
    fn plays_for_others(&self, reply: &Reply, ended: Doer) -> Option<String> {
        const NOBODY: Doer = (None, None);
        match (reply, self.asked()) {
            (Reply::Start(command), Asked::Offers(offers)) => {
                let next = doer(command);
                let of_others = match next {
                    NOBODY => offers.len() > 1,
                    next => next != ended,
                };
                let entry = offers.iter().find(|entry| entry.command == *command);
                let entry = entry.filter(|_| of_others)?;
                Some(format!(": {}", entry.label))
            }
            (Reply::Roll, Asked::Prompt(prompt)) => {
                let now = self.now();
                let asked = prompt
                    .throws()
                    .filter(|roll| now.roller(roll.who) == Roller::Typed);
                let whose = asked.map(|roll| match roll.who {
                    Some(who) => now.name(who).into(),
                    None => now.told(&roll.what),
                });
                let mut whose: Vec<Cow<'_, str>> = whose.collect();
                whose.dedup();
                let names = listed(&whose);
                (!whose.is_empty()).then(|| format!(" to let Affray roll the dice of {names}"))
            }
            _ => None,
        }
    }

    /// Sends an input to the session and shows its error in the prompt. Returns `true` if it was accepted.
    pub(crate) fn input(&mut self, input: Input) -> bool {
        let amends = matches!(
            input,
            Input::Amend { .. } | Input::Reroll { .. } | Input::Instead { .. }
        );
        let redoes = matches!(input, Input::Redo);
        let takes_back = redoes || matches!(input, Input::Undo);
        let fresh = takes_back || amends && !matches!(input, Input::Instead { .. });
        let leaves = matches!(input, Input::Undo) && self.session.has_just_ruled();
        let answers = matches!(
            input,
            Input::Answer(_)
                | Input::Led(..)
                | Input::Answers(_)
                | Input::Roll(_)
                | Input::Start(_)
        );
        // Undone or amended steps are not replayed automatically at once.
        let changes = takes_back || amends;
        let was_over = self.now().stage == Stage::Over;
        let taken = match &self.looking {
            Some(why) => Err(InputError::Refused(why.clone())),
            None => self.session.input(input),
        };
        match taken {
            Ok(deltas) => {
                if let Some(tutor) = &mut self.tutor {
                    tutor.hear(&deltas);
                    if redoes {
                        tutor.hear(self.session.history().last_line());
                    }
                }
                self.journal.push_back(deltas);
                self.log.back = 0;
                let is_set = is_anybody_set(self.now());
                self.playing.goes_on(changes, is_set);
                self.think();
                // An unfinished answer below a ruling stays while the ruling is left and opened again.
                let returns = leaves || self.session.has_just_ruled();
                self.follow(fresh && !returns, answers);
                if let Some(notice) = self.session.notice() {
                    self.said = Some(Said::Note(notice.to_owned()));
                } else if !was_over && self.now().stage == Stage::Over {
                    let over = "The fight is over. `:summary` shows the summary.";
                    self.said = Some(Said::Note(over.to_owned()));
                } else if amends {
                    self.say(match self.session.history().pending().len() {
                        0 => "Amended. Affray has replayed the later steps.",
                        _ => "Amended. The new result asks one more question. Answer it, and Affray replays the later steps.",
                    });
                }
                true
            }
            Err(why) => {
                let why = why.to_string();
                match self.own.last_mut() {
                    Some(own) => own.ask.problem = Some(why),
                    None => self.standing.ask.problem = Some(why),
                }
                false
            }
        }
    }

    fn fresh(&self) -> Ask {
        let session = &self.session;
        let mut ask = Ask::new(
            asked(session),
            session.now(),
            self.compendium.capitals.clone(),
        );
        if let Some(decision) = self.playing.decision() {
            ask.propose(&decision.choice, asked(session));
        }
        ask
    }

    /// Returns the action keys of the screen's own question; an amended answer has the action keys of the fight.
    fn capitals_of(&self, errand: &Errand) -> Capitals {
        match errand {
            Errand::Amend { .. } | Errand::Instead { .. } | Errand::List(_) => {
                self.compendium.capitals.clone()
            }
            Errand::Rule => self.capitals_of_rulings(),
            _ => Capitals::new(CAPITALS),
        }
    }

    /// Synchronises the unfinished answers with the current question. A ruling on top of a question stores the
    /// unfinished answer for later. A correction does not clear a half-filled form.
    fn follow(&mut self, fresh: bool, answered: bool) {
        let depth = self.session.history().open().len();
        let question = question(&self.session);
        let same = |standing: &Standing| standing.depth == depth && standing.question == question;
        if !fresh && !answered && same(&self.standing) {
            self.propose();
            return;
        }
        if !fresh && depth > self.standing.depth && self.standing.depth > 0 {
            let ask = self.fresh();
            let standing = Standing {
                depth,
                question,
                ask,
            };
            self.below
                .push(std::mem::replace(&mut self.standing, standing));
        } else {
            let mut kept = None;
            while let Some(last) = self.below.last() {
                if last.depth < depth {
                    break;
                }
                let last = self.below.pop();
                if !fresh && last.as_ref().is_some_and(same) {
                    kept = last;
                }
            }
            self.standing = kept.unwrap_or_else(|| Standing {
                depth,
                ask: self.fresh(),
                question,
            });
        }
        self.preview();
    }

    /// Updates the preview of the half-filled form.
    pub(crate) fn preview(&mut self) {
        if !self.own.is_empty() {
            return self.preview_own();
        }
        let ask = &mut self.standing.ask;
        let preview = |draft: &Draft| self.session.preview(draft);
        ask.preview_by(self.session.revision(), preview);
        ask.keep_selected(asked(&self.session));
    }

    /// Returns `true` if the current state of the party between two fights is saved; `None` during a fight, which is
    /// saved automatically.
    pub(crate) fn is_kept(&self) -> Option<bool> {
        let between = self.now().stage == Stage::Between && self.looking.is_none();
        between.then(|| self.kept_at == Some(self.session.revision()))
    }

    /// Steps back by one level: clears typed text, closes an overlay, the screen's own question or an opened ruling,
    /// then returns to the prompt and the end of the log. Returns `false` if there was nothing to leave.
    pub(crate) fn step_back(&mut self) -> bool {
        if self.with_ask(|ask, _, _| ask.step_back()) {
            return true;
        }
        if self.own.pop().is_some() {
            self.preview();
            return true;
        }
        if self.is_unanswered() {
            // One key does not discard the values of the fight's form.
            let is_filled = self.standing.ask.is_changed() && !self.session.has_just_ruled();
            let was_esc = std::mem::take(&mut self.last_key) == LastKey::Esc;
            if is_filled && !was_esc {
                self.last_key = LastKey::Esc;
                self.say("Press Esc again to close the form and discard its values.");
                return true;
            }
            let leave = if self.session.has_just_opened() {
                Input::Undo
            } else {
                Input::Close
            };
            let is_ruling = self
                .session
                .history()
                .open()
                .last()
                .is_some_and(|open| open.command.ruling);
            let lines = self.session.live_lines();
            if self.input(leave) {
                let left = self.session.live_lines().len();
                // A ruling whose effect the log has shown says that the effect is undone.
                if let (true, [first, rest @ ..]) = (is_ruling, &lines[left.min(lines.len())..]) {
                    self.say(match rest {
                        [] => format!("Undone: {}", first.text),
                        _ => format!("Undone: {} ({} lines)", first.text, lines.len() - left),
                    });
                }
                return true;
            }
        }
        if self.focus != Pane::Prompt {
            self.focus = Pane::Prompt;
            return true;
        }
        if self.log.is_narrowed() || self.log.back > 0 {
            self.log = LogView::default();
            return true;
        }
        false
    }

    /// Returns `true` if nothing in the current question is answered, so that Esc closes it.
    fn is_unanswered(&self) -> bool {
        let is_unanswered = self.session.has_just_opened() || self.session.can_close();
        let is_own = is_unanswered && !self.is_reaction();
        self.own.is_empty() && self.looking.is_none() && is_own
    }

    /// Returns `true` if Esc leaves the question.
    pub(crate) fn can_be_left(&self) -> bool {
        !self.own.is_empty() || self.is_unanswered()
    }

    /// Prepares for a key: Space, Esc or another key. `leaves_row` is true if the key that erases leaves an empty row.
    pub(in crate::ui) fn before_key(&mut self, action: Option<KeyAction>, leaves_row: bool) {
        self.said = None;
        let stays = match self.last_key {
            LastKey::Other => true,
            LastKey::Space(_) => action == Some(KeyAction::Skip),
            LastKey::YesOrNo(_) => action == Some(KeyAction::Accept),
            LastKey::Esc => action == Some(KeyAction::Back),
            LastKey::Erase => action == Some(KeyAction::Undo),
        };
        if leaves_row || action == Some(KeyAction::DeleteBack) {
            self.last_key = LastKey::Erase;
        } else if !stays {
            self.last_key = LastKey::Other;
        }
    }

    /// Lets Backspace undo again after a pause without keys, and lets Space act for other combatants.
    pub(in crate::ui) fn pause(&mut self) {
        // A pause does not close a form with values.
        if self.last_key != LastKey::Esc {
            self.last_key = LastKey::Other;
        }
        match self.own.last_mut() {
            Some(own) => own.ask.pause(),
            None => self.standing.ask.pause(),
        }
    }

    /// Returns `true` if a list of the screen itself, or the options of a row, have the focus. Page keys then move in
    /// the list, otherwise in the log.
    pub(crate) fn shows_long_list(&self) -> bool {
        let own = !self.own.is_empty() && self.form().is_none();
        self.focus == Pane::Prompt && (own || self.ask().mode == Mode::List)
    }

    /// Returns `true` if nothing has happened in the fight yet and nothing is typed, so that Backspace returns to the
    /// set-up.
    pub(in crate::ui) fn returns_to_setup(&self) -> bool {
        let history = self.session.history();
        let is_untouched = (history.standing(), history.undone()) == (0, 0);
        let is_erasing = self.last_key == LastKey::Erase;
        let is_idle = self.own.is_empty() && !is_erasing && !self.standing.ask.is_begun();
        is_untouched && is_idle && self.prepared.is_some() && self.looking.is_none()
    }

    /// Undoes the last input, or deletes the last character of a form's die.
    pub(crate) fn undo(&mut self) {
        self.said = None;
        let delete = |ask: &mut Ask, asked: Asked<'_>, now: &Encounter| {
            ask.delete_refused_digit() || ask.delete_of_die(asked, now) || ask.erase_number(asked)
        };
        if self.with_ask(delete) {
            self.last_key = LastKey::Erase;
            return;
        }
        // A key held down to erase typed text does not continue into the fight.
        if self.last_key == LastKey::Erase {
            self.say("Nothing is typed. To undo, wait a second and press Backspace.");
            return;
        }
        if !self.own.is_empty() {
            self.own.pop();
            self.preview();
            return;
        }
        let sent = self.session.last_sent();
        if !self.input(Input::Undo) {
            return;
        }
        // The undone form or pick is restored as it was filled.
        if let Some((question, answer)) = sent
            && self.standing.question.as_ref() == Some(&question)
        {
            match answer {
                Answer::Filled(filled) => self.standing.ask.draft = filled,
                Answer::Picked(picked) => self.standing.ask.picked = Some(picked),
                _ => {}
            }
            self.preview();
        }
        if self.said.is_none() {
            let paused = if self.is_stopped() { PAUSED } else { "" };
            self.say(format!("{UNDONE} {paused}").trim_end());
        }
    }

    /// Redoes the input that was undone last.
    pub(crate) fn redo(&mut self) {
        self.said = None;
        if self.input(Input::Redo) && self.said.is_none() {
            self.said = Some(Said::Note("Redone.".to_owned()));
        }
    }

    /// Opens a question of the screen itself.
    pub(crate) fn begin(&mut self, errand: Errand, prompt: Prompt) {
        let ask = Ask::new(
            asked_for(&errand, &prompt),
            self.session.now(),
            self.capitals_of(&errand),
        );
        self.own.push(Own {
            errand,
            prompt,
            ask,
        });
        self.preview();
    }

    /// Applies a correction and closes the question that led to it.
    pub(crate) fn correct(&mut self, events: Vec<Event>) -> bool {
        if events.is_empty() {
            self.own.pop();
            self.preview();
            return false;
        }
        // If a question is open, the correction takes effect at this question.
        let accepted = self.input(Input::Correct(events));
        if accepted {
            self.own.clear();
            self.preview();
        }
        accepted
    }

    /// Returns the combatant for a key without a target. In order of priority: the combatant selected at this question,
    /// the combatant that the question concerns, the combatant selected before, the combatant whose turn it is, the
    /// next combatant to act.
    pub fn subject(&self) -> Option<Id> {
        let asked = match self.session.waits() {
            Waits::Prompt(prompt) => prompt.about(),
            Waits::Offers { .. } | Waits::Fault(_) => None,
        };
        let here = self
            .selected
            .filter(|(_, at)| *at == self.session.revision());
        let here = here.and_then(|_| self.selected());
        here.or(asked)
            .or_else(|| self.selected())
            .or(self.now().turn)
            .or_else(|| self.next_to_act())
            .or_else(|| self.now().present().next())
    }

    /// Returns the combatant of the first offer.
    fn next_to_act(&self) -> Option<Id> {
        let menu = self.session.menu();
        let preset = menu.iter().find(|entry| entry.preset);
        preset.or(menu.first()).and_then(|entry| entry.command.who)
    }

    /// Returns the combatant that the GM selected.
    pub fn selected(&self) -> Option<Id> {
        let selected = self.selected.map(|(id, _)| id);
        selected.filter(|id| self.now().find(*id).is_some())
    }

    pub(crate) fn select_one(&mut self, who: Id) {
        self.selected = Some((who, self.session.revision()));
    }

    /// Moves the selection among the combatants shown.
    pub(crate) fn select(&mut self, by: isize) {
        let ids: Vec<Id> = self.now().ids().collect();
        let Some(last) = ids.len().checked_sub(1) else {
            return;
        };
        let here = self
            .selected()
            .and_then(|id| ids.iter().position(|one| *one == id));
        let place = match here {
            Some(place) => place.saturating_add_signed(by).min(last),
            None if by < 0 => last,
            None => 0,
        };
        self.select_one(ids[place]);
    }

    /// Takes the error of the last input from the prompt.
    pub(crate) fn take_problem(&mut self) -> String {
        let ask = match self.own.last_mut() {
            Some(own) => &mut own.ask,
            None => &mut self.standing.ask,
        };
        ask.problem.take().unwrap_or_default()
    }

    /// Returns `true` if the last input was refused. An action key that waits for the letter of its combatant does not
    /// count as refused.
    pub(crate) fn is_refused(&self) -> bool {
        let ask = self.ask();
        (ask.problem.is_some() && ask.deed.is_none()) || matches!(self.said, Some(Said::Refused(_)))
    }

    /// Clears an error that has been reported.
    pub(crate) fn forget_refusal(&mut self) {
        if self.is_refused() {
            // The next line replaces refused dice instead of continuing them.
            self.with_ask(|ask, _, _| ask.line.clear());
            self.said = None;
        }
        self.take_problem();
    }

    /// Shows a message to the GM.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.said = Some(Said::Note(text.into()));
    }

    /// Shows an error to the GM.
    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.said = Some(Said::Refused(text.into()));
    }
}

/// Parses a text from [`Fight::beside_text`]; the default for an invalid text.
fn beside(text: &str) -> Beside {
    if text.is_empty() {
        return Beside::default();
    }
    read_as(&Source::new("form", text)).unwrap_or_default()
}

/// Returns the position in the tutor from a text of [`Fight::beside_text`], if the fight is the tutor's.
pub(crate) fn reached(text: &str) -> Option<Reached> {
    beside(text).tutor
}

fn question(session: &Session) -> Option<Question> {
    match session.waits() {
        Waits::Prompt(prompt) => Some(prompt.question.clone()),
        Waits::Offers { .. } | Waits::Fault(_) => None,
    }
}

fn asked(session: &Session) -> Asked<'_> {
    match session.waits() {
        Waits::Prompt(prompt) => Asked::Prompt(prompt),
        Waits::Offers { .. } => Asked::Offers(session.menu_rows()),
        Waits::Fault(what) => Asked::Fault(what),
    }
}
