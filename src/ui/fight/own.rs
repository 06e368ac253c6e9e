//! Questions that the screen itself asks: which ruling, who rolls, notes, which earlier answer to amend.
//!
//! They are prompts like the fight's, shown in the same pane and answered with the same keys; what they come to is a
//! ruling, a correction or an amendment.

use crate::compendium::Party;
use crate::encounter::{Arrival, Encounter, Event, Roller};
use crate::resolver::{
    Answer, Choice, Command, Draft, Field, Filled, Form, Given, Kind, Prompt, Question, Show,
};
use crate::ron_text::Diagnostic;
use crate::rules::ruling::RULINGS;
use crate::rules::{CapitalGroup, Entry};
use crate::session::{Amendable, Input, Waits, answered};
use crate::setup::{Newcomer, able, arrivals, left_behind, newcomers};
use crate::values::{Id, Value};

use super::Fight;
use crate::ui::ask::own_form::{Thrown, previewed};
use crate::ui::ask::value::show_value;
use crate::ui::ask::{Ask, Asked};

/// Capitals of the rows and answers of the screen's own questions, besides those of the rulings.
pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &["rule"],
        rows: &[("leave", 'L'), ("return", 'B'), ("keep", 'K')],
    },
    CapitalGroup {
        prompts: &["rollers"],
        rows: &[("f*", 'S'), ("nobody", 'O'), ("whom", 'T'), ("theirs", 'D')],
    },
    CapitalGroup {
        prompts: &["note"],
        rows: &[("text", 'X'), ("about", 'T')],
    },
];

/// How many earlier answers are offered for amending.
const MOST_AMENDABLE: usize = 60;

/// What an answer to the screen's own question is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    /// Which ruling.
    Rule,
    /// Who rolls whose dice.
    WhoRolls,
    /// A note, on whom as is proposed.
    Note(Option<Id>),
    /// Which earlier answer or choice to amend.
    AmendWhich(Vec<Earlier>),
    /// What should have been started, of the menu there was then.
    Instead {
        /// In the place of which command.
        entry: usize,
        /// What could have been, with what was in its place.
        menu: Vec<Entry>,
    },
    /// What the earlier answer should have been.
    Amend {
        /// In which finished command.
        entry: usize,
        /// At which place of what it took.
        place: usize,
    },
    /// Whom to hide or show.
    Reveal,
    /// Whom to take out of the fight.
    Leave,
    /// Who comes back.
    Return,
    /// Whom the log is about.
    About,
}

/// Something done earlier that can be amended.
#[derive(Clone, Debug, PartialEq)]
pub enum Earlier {
    /// An answer.
    Answer(Amendable),
    /// What was chosen from a menu, by the number of the command.
    Start(usize),
}

/// A question of the screen's own, and what stands half-answered.
#[derive(Debug)]
pub struct Own {
    /// What it is for.
    pub errand: Errand,
    /// The question.
    pub prompt: Prompt,
    /// What stands half-answered.
    pub ask: Ask,
}

/// What is asked for an errand: a menu again, or its prompt.
pub(super) fn asked_for<'a>(errand: &'a Errand, prompt: &'a Prompt) -> Asked<'a> {
    match errand {
        Errand::Instead { menu, .. } => Asked::Offers(menu),
        _ => Asked::Prompt(prompt),
    }
}

/// Who rolls: by faction, for nobody's dice, by combatant.
fn rollers(f: &mut Form<'_>) -> Filled<Vec<Event>> {
    let now = f.now;
    let mut events = Vec::new();
    let of_a_side = |f: &mut Form<'_>, key: &str, label: &str, now: Roller| {
        let preset = Thrown::from(Some(now));
        let thrown = f.option_of(key, label, Thrown::OF_A_SIDE, preset);
        thrown.roller().filter(|wanted| *wanted != now)
    };
    for faction in now.faction_ids() {
        let side = &now.factions[faction.index()];
        if let Some(roller) = of_a_side(f, &format!("f{}", faction.0), &side.name, side.roller) {
            events.push(Event::FactionRoller { faction, roller });
        }
    }
    let nobodys = of_a_side(f, "nobody", "dice of no combatant", now.nobodys_roller);
    if let Some(roller) = nobodys {
        events.push(Event::NobodysRoller { roller });
    }
    // Nobody before the GM names somebody: whose dice are not touched keep theirs.
    let most = now.combatants.len();
    let but_for = f.pick("whom", "but for", || now.present(), 0, most, Vec::new());
    let theirs = f.option("theirs", "their dice are", Thrown::Asked);
    for who in but_for {
        if now.get(who).roller != theirs.roller() {
            let roller = theirs.roller();
            events.push(Event::CombatantRoller { who, roller });
        }
    }
    Ok(events)
}

/// A note on somebody, or on the fight.
fn note(f: &mut Form<'_>, on: Option<Id>) -> Filled<Vec<Event>> {
    let now = f.now;
    let there = match on {
        Some(id) => now.get(id).notes.clone(),
        None => now.notes.to_string(),
    };
    let text = f.text("text", "note", &there);
    f.hint(|| "nobody picked: on the fight");
    let on = on.into_iter().collect();
    let about = f.pick("about", "on", || now.ids(), 0, 1, on);
    Ok(vec![match about.first() {
        Some(who) => Event::noted_on(*who, text),
        None => Event::Notes { text },
    }])
}

fn in_a_line(wrong: Vec<Diagnostic>) -> String {
    let wrong: Vec<String> = wrong.into_iter().map(|one| one.what).collect();
    wrong.join("; ")
}

impl Errand {
    /// Whether it asks by a form of its own.
    fn is_form(&self) -> bool {
        matches!(self, Errand::WhoRolls | Errand::Note(_))
    }

    /// Its form, and the events that it comes to.
    fn body(&self, f: &mut Form<'_>) -> Filled<Vec<Event>> {
        match self {
            Errand::WhoRolls => rollers(f),
            Errand::Note(on) => note(f, *on),
            _ => Ok(Vec::new()),
        }
    }
}

impl Own {
    /// What several throws come to when one of them is given.
    pub fn with_throw(&self, row: usize, faces: Vec<u32>) -> Vec<Vec<u32>> {
        let Kind::Rolls(rows) = &self.prompt.kind else {
            return vec![faces];
        };
        let all = rows.iter().map(|row| row.faces.clone().unwrap_or_default());
        let mut all: Vec<Vec<u32>> = all.collect();
        all[row] = faces;
        all
    }
}

/// Whose dice are not thrown as those of their side.
fn overruled(now: &Encounter) -> Vec<Show> {
    now.present()
        .filter_map(|id| {
            let text = match now.get(id).roller? {
                Roller::Asked => "typed at the table",
                Roller::Rolled => "rolled by the program",
            };
            Some(Show {
                who: Some(id),
                text: text.to_owned(),
                of: None,
            })
        })
        .collect()
}

fn prompt(key: &str, title: impl Into<String>, hint: &str, kind: Kind) -> Prompt {
    Prompt {
        question: Question {
            key: key.to_owned().into(),
            who: None,
            nth: 0,
        },
        title: title.into(),
        hint: hint.to_owned(),
        kind,
    }
}

impl Fight {
    /// Asks which ruling it is to be.
    pub fn ask_ruling(&mut self) {
        let rulings = RULINGS.iter();
        let mut options: Vec<Choice> = rulings
            .map(|ruling| Choice::new(ruling.key, ruling.label))
            .collect();
        options.push(Choice::new("leave", "take out of the fight"));
        options.push(Choice::new("return", "bring back"));
        options.push(Choice::new("keep", "keep the party for later fights"));
        let extras = self.session.extras().iter().enumerate();
        let amid = matches!(self.session.waits(), Waits::Prompt(_));
        let open = extras.filter(|(_, entry)| entry.refused.is_none());
        // What is given between two commands only is listed all the same: chosen, it says what comes first.
        options.extend(open.map(|(place, entry)| {
            let key = format!("extra-{place}");
            match entry.anytime || !amid {
                true => Choice::new(key, &*entry.label).hint(&*entry.hint),
                false => Choice::new(key, format!("{} (not now)", entry.label)),
            }
        }));
        let kind = Kind::Choice { options, preset: 0 };
        self.begin(Errand::Rule, prompt("rule", "You rule it so", "", kind));
    }

    /// Asks who rolls.
    pub fn ask_rollers(&mut self) {
        self.begin_form(Errand::WhoRolls, "rollers", "Who rolls the dice?");
    }

    /// Asks for a note on somebody, or on the fight.
    pub fn ask_note(&mut self) {
        let about = self.selected();
        let title = match about {
            Some(who) => format!("A note on {}", self.now().name(who)),
            None => "A note on the fight".to_owned(),
        };
        self.begin_form(Errand::Note(about), "note", &title);
    }

    fn begin_form(&mut self, errand: Errand, key: &str, title: &str) {
        let asked = prompt(key, title, "", Kind::Form(Vec::new()));
        let (preview, _) = previewed(self.now(), &asked, &Draft::new(), |f| errand.body(f));
        self.begin(errand, preview.form);
    }

    /// What the screen's own form would lead to with what the hand has set.
    pub(super) fn preview_own(&mut self) {
        let Some(own) = self.own.last_mut() else {
            return;
        };
        let (session, errand, prompt) = (&self.session, &own.errand, &own.prompt);
        let preview = |set: &Draft| match errand {
            _ if !matches!(prompt.kind, Kind::Form(_)) => None,
            Errand::Amend { entry, .. } => session.preview_of(*entry, prompt, set),
            errand => {
                let now = session.now();
                let (mut preview, _) = previewed(now, prompt, set, |f| errand.body(f));
                if let Errand::WhoRolls = errand {
                    preview.shows = overruled(now);
                }
                Some(preview)
            }
        };
        own.ask.preview_by(session.revision(), preview);
        own.ask.settle(asked_for(errand, prompt));
    }

    /// Asks which earlier answer was wrong.
    pub fn ask_amendment(&mut self) {
        if self.session.amendable().nth(MOST_AMENDABLE).is_none()
            && let Err(why) = self.session.read_past()
        {
            self.refuse(format!("{why:#}"));
            return;
        }
        let found = self.earlier();
        if found.is_empty() {
            self.refuse("nothing has been answered yet");
            return;
        }
        let (found, told): (Vec<Earlier>, Vec<String>) = found.into_iter().unzip();
        let options = told.into_iter().enumerate();
        let options = options.map(|(place, told)| Choice::new(place.to_string(), told));
        let options: Vec<Choice> = options.collect();
        let kind = Kind::Choice { options, preset: 0 };
        self.begin(
            Errand::AmendWhich(found),
            prompt(
                "amend",
                "Which answer was wrong?",
                "the latest first; what followed is played again",
                kind,
            ),
        );
    }

    /// Asks for a combatant, for an errand about one.
    pub fn ask_whom(&mut self, errand: Errand, title: &str) {
        let now = self.now();
        let from: Vec<Id> = match errand {
            Errand::Return => now.ids().filter(|id| now.get(*id).gone).collect(),
            Errand::Leave => now.present().collect(),
            _ => now.ids().collect(),
        };
        if from.is_empty() {
            self.refuse("there is nobody to pick");
            return;
        }
        let preset: Vec<Id> = self
            .selected()
            .into_iter()
            .filter(|id| from.contains(id))
            .collect();
        let kind = Kind::Pick {
            from,
            least: 1,
            most: 1,
            preset,
        };
        self.begin(errand, prompt("whom", title, "", kind));
    }

    /// What was done, the latest first, each in a line: the answers that a command took stand before its start.
    fn earlier(&self) -> Vec<(Earlier, String)> {
        let mut answers = self.session.amendable().take(MOST_AMENDABLE).peekable();
        let mut all = Vec::new();
        let answer = |one: Amendable| {
            let told = self.tell_answer(&one);
            (Earlier::Answer(one), told)
        };
        for entry in self.session.started() {
            while let Some(one) = answers.next_if(|one| one.entry >= entry) {
                all.push(answer(one));
            }
            if all.len() >= MOST_AMENDABLE {
                break;
            }
            // Of one alone there was nothing to choose.
            let menu = self.session.menu_before(entry);
            if let Some(menu) = menu.filter(|menu| menu.entries.len() > 1) {
                let chosen = self.session.told(&menu.entries[menu.chosen]);
                all.push((Earlier::Start(entry), told(&menu.title, &chosen)));
            }
        }
        all.extend(answers.map(answer));
        all.truncate(MOST_AMENDABLE);
        all
    }

    /// An earlier answer in a line: "Ann strikes Dog: 14".
    fn tell_answer(&self, one: &Amendable) -> String {
        let now = self.now();
        let Given {
            question, answer, ..
        } = &*one.given;
        // Today's rules may no longer ask it; then the key of the question has to do.
        if let Ok(prompt) = self.session.prompt_of(one.entry, question) {
            let answer = match (&prompt.kind, answer) {
                (Kind::Form(_), Answer::Filled(set)) => {
                    self.tell_form(one.entry, &prompt, set, one.given.stood.as_ref())
                }
                _ => answered(&prompt, answer, now),
            };
            let who = question.who.and_then(|id| now.find(id));
            let who = who.filter(|one| !prompt.title.contains(&one.name));
            let who = who.map_or(String::new(), |one| format!("{}, ", one.name));
            return told(&format!("{who}{}", prompt.title), &answer);
        }
        let who = question
            .who
            .or(one.command.who)
            .and_then(|id| now.find(id))
            .map(|combatant| format!("{}: ", combatant.name))
            .unwrap_or_default();
        format!(
            "{who}{} {}",
            question.key.replace('-', " "),
            tell(answer, now)
        )
    }

    /// What was set in an earlier form, and its rows of people and things, as they were called there.
    fn tell_form(
        &self,
        entry: usize,
        asked: &Prompt,
        set: &Draft,
        stood: Option<&Draft>,
    ) -> String {
        let preview = self.session.preview_of(entry, asked, set);
        let Some(Kind::Form(fields)) = preview.map(|preview| preview.form.kind) else {
            return tell(&Answer::Filled(set.clone()), self.now());
        };
        let counts = |field: &&Field| {
            let is_thing = stood.is_some_and(|stood| stood.contains_key(&field.key));
            let empty = matches!(&field.value, Value::Who(ids) if ids.is_empty());
            set.contains_key(&field.key) || is_thing && !empty
        };
        let rows = fields.iter().filter(counts);
        let rows: Vec<String> = rows
            .map(|field| match &field.value {
                Value::Who(ids) => self.now().names(ids),
                _ => format!("{} {}", field.label, show_value(field, self.now())),
            })
            .collect();
        match rows.is_empty() {
            true => "as proposed".to_owned(),
            false => rows.join(", "),
        }
    }

    /// An answer to a question of the screen's own.
    pub(super) fn run_errand(&mut self, errand: &Errand, answer: Answer) {
        match (errand, answer) {
            (Errand::Rule, Answer::Chose(key)) => self.rule(&key),
            (errand, Answer::Filled(set)) if errand.is_form() => {
                let Some(own) = self.own.last() else {
                    return;
                };
                let (_, made) = previewed(self.now(), &own.prompt, &set, |f| errand.body(f));
                match made {
                    Ok(events) => {
                        let on = match events.first() {
                            Some(Event::Edited { who, .. }) => self.now().name(*who).to_owned(),
                            _ => "the fight".to_owned(),
                        };
                        if self.correct(events) && matches!(errand, Errand::Note(_)) {
                            self.say(format!("noted on {on}"));
                        }
                    }
                    Err(why) => self.refuse(why),
                }
            }
            (Errand::AmendWhich(found), Answer::Chose(place)) => {
                let chosen = place.parse().ok().and_then(|place: usize| found.get(place));
                match chosen {
                    Some(Earlier::Answer(one)) => self.ask_again(one),
                    Some(Earlier::Start(entry)) => self.choose_again(*entry),
                    None => {}
                }
            }
            (Errand::Amend { entry, place }, answer) => {
                let (entry, place) = (*entry, *place);
                if self.input(Input::Amend {
                    entry,
                    place,
                    answer,
                }) {
                    self.own.clear();
                    self.preview();
                }
            }
            (errand, Answer::Picked(picked)) => {
                if let Some(who) = picked.first() {
                    self.about(errand, *who);
                }
            }
            _ => {}
        }
    }

    fn rule(&mut self, key: &str) {
        self.own.pop();
        match key {
            "leave" => self.ask_whom(Errand::Leave, "Who leaves the fight?"),
            "return" => self.ask_whom(Errand::Return, "Who comes back?"),
            "keep" => {
                self.preview();
                self.to_keep = true;
            }
            key => {
                let ruling = RULINGS.iter().find(|ruling| ruling.key == key);
                let place = key
                    .strip_prefix("extra-")
                    .and_then(|place| place.parse().ok());
                let extra = place.and_then(|place: usize| self.session.extras().get(place));
                let command = ruling.map(|ruling| ruling.about(self.selected()));
                let Some(command) = command.or(extra.map(|entry| entry.command.clone())) else {
                    return;
                };
                self.preview();
                self.input(Input::Start(command));
            }
        }
    }

    fn about(&mut self, errand: &Errand, who: Id) {
        match errand {
            Errand::Reveal => {
                self.reveal(who);
            }
            Errand::Leave => {
                let cause = String::new();
                self.correct(vec![Event::Left { who, cause }]);
            }
            Errand::Return => {
                self.correct(vec![Event::Returned { who }]);
            }
            Errand::About => {
                self.own.pop();
                self.log.about = Some(who);
                self.log.back = 0;
                self.preview();
            }
            _ => {}
        }
    }

    /// Hides a combatant from the players, or shows it.
    pub fn reveal(&mut self, who: Id) {
        let hidden = !self.now().get(who).hidden;
        let name = self.now().name(who).to_owned();
        if self.correct(vec![Event::Hid { who, hidden }]) {
            self.say(if hidden {
                format!("{name} is hidden from the players")
            } else {
                format!("the players see {name}")
            });
        }
    }

    /// Lets newcomers join: out of the library, of a kept party, or improvised.
    pub fn let_join(&mut self, wanted: &[Newcomer]) -> Result<(), String> {
        let seed = self.session.seed();
        let events = newcomers(self.now(), &self.compendium, wanted, seed).map_err(in_a_line)?;
        if self.correct(events) {
            Ok(())
        } else {
            Err(self.take_problem())
        }
    }

    /// Lets everybody of a kept party who can fight join a side; who cannot is said.
    pub(crate) fn let_party_join(&mut self, party: &Party, side: &str) -> Result<(), String> {
        self.let_join(&able(party, side, &self.compendium))?;
        if let Some(lost) = left_behind(party, &self.compendium) {
            self.say(lost);
        }
        Ok(())
    }

    /// The same people, for later.
    pub fn arrivals(&self, newcomer: &Newcomer) -> Result<Vec<Arrival>, String> {
        let wanted = std::slice::from_ref(newcomer);
        let seed = self.session.seed();
        arrivals(self.now(), &self.compendium, wanted, seed).map_err(in_a_line)
    }

    /// Shows the question of an earlier answer again.
    fn ask_again(&mut self, one: &Amendable) {
        match self.session.prompt_of(one.entry, &one.given.question) {
            Ok(mut asked) => {
                self.own.pop();
                let was = match (&asked.kind, &one.given.answer) {
                    (Kind::Form(_), Answer::Filled(set)) => {
                        self.tell_form(one.entry, &asked, set, one.given.stood.as_ref())
                    }
                    (_, answer) => answered(&asked, answer, self.now()),
                };
                asked.hint = format!("it was {was}");
                match (&mut asked.kind, &one.given.answer) {
                    (Kind::Form(fields), Answer::Filled(set)) => {
                        for field in fields {
                            if let Some(value) = set.get(&field.key) {
                                field.value = value.clone();
                                field.set = true;
                            }
                        }
                    }
                    (Kind::Rolls(rows), Answer::Rolls(all)) => {
                        for (row, faces) in rows.iter_mut().zip(all) {
                            row.faces = Some(faces.clone());
                        }
                    }
                    _ => {}
                }
                let (entry, place) = (one.entry, one.place);
                self.begin(Errand::Amend { entry, place }, asked);
            }
            Err(why) => {
                if let Some(own) = self.own.last_mut() {
                    own.ask.problem = Some(why.to_string());
                }
            }
        }
    }

    /// Shows the menu again that a command was chosen from.
    fn choose_again(&mut self, entry: usize) {
        let Some(menu) = self.session.menu_before(entry) else {
            return;
        };
        self.own.pop();
        let was = self.session.told(&menu.entries[menu.chosen]);
        let options = Vec::new();
        let kind = Kind::Choice { options, preset: 0 };
        let asked = prompt("instead", menu.title, &format!("it was {was}"), kind);
        let (mut menu, chosen) = (menu.entries, menu.chosen);
        for (place, one) in menu.iter_mut().enumerate() {
            one.preset = place == chosen;
        }
        self.begin(Errand::Instead { entry, menu }, asked);
    }

    /// Another command is started in the place of an earlier one.
    pub(super) fn start_instead(&mut self, errand: &Errand, command: Command) {
        let Errand::Instead { entry, .. } = errand else {
            return;
        };
        let entry = *entry;
        if self.input(Input::Instead { entry, command }) {
            self.own.clear();
            self.preview();
        }
    }

    /// Enter on an earlier throw without typed faces: those dice are thrown again.
    pub(super) fn roll_again(&mut self, errand: &Errand) {
        let Errand::Amend { entry, place } = errand else {
            return;
        };
        let (entry, place) = (*entry, *place);
        if self.input(Input::Reroll { entry, place }) {
            self.own.clear();
            self.preview();
        }
    }
}

/// What was asked and what was answered, in a line.
fn told(asked: &str, answer: &str) -> String {
    let colon = if asked.ends_with('?') { "" } else { ":" };
    format!("{asked}{colon} {answer}")
}

/// An answer in words.
fn tell(answer: &Answer, now: &Encounter) -> String {
    let faces = |faces: &[u32]| {
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        faces.join(" ")
    };
    match answer {
        Answer::Faces(one) => faces(one),
        Answer::Rolls(all) => {
            let all: Vec<String> = all.iter().map(|one| faces(one)).collect();
            all.join("; ")
        }
        Answer::Chose(key) => key.replace(['-', '_'], " "),
        Answer::Picked(ids) => now.names(ids),
        Answer::Number(number) => number.to_string(),
        Answer::Text(text) => format!("`{text}`"),
        Answer::Yes(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Answer::Filled(set) => {
            let parts: Vec<String> = set
                .iter()
                .filter_map(|(key, value)| match value {
                    Value::Flag(true) => Some(key.clone()),
                    Value::Flag(false) => None,
                    Value::Who(ids) if ids.is_empty() => None,
                    Value::Who(ids) => Some(now.names(ids)),
                    Value::Word(word) if word.is_empty() => None,
                    value => Some(format!("{key} {value}")),
                })
                .collect();
            parts.join(", ")
        }
    }
}
