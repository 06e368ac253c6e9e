//! Questions of the screen itself and their effects: rulings, corrections, newcomers.

use std::collections::BTreeMap;

use crate::compendium::Party;
use crate::encounter::{Arrival, Encounter, Event};
use crate::resolver::{Answer, Choice, Command, Draft, Kind, Show};
use crate::ron_text::Diagnostic;
use crate::rules::ruling::RULINGS;
use crate::rules::{Capitals, Entry, action};
use crate::session::{Input, Waits};
use crate::setup::{Newcomer, able, arrivals, left_behind, newcomers};
use crate::values::Id;

use super::Fight;
use super::PAUSED;
use super::own_questions::{CAPITALS, Earlier, Errand, asked_for, prompt, rollers_prompt};
use crate::ui::ask::own_form::previewed;

/// Entries in the list of rulings that are not rulings.
const BESIDES: [&str; 3] = ["leave", "return", "keep"];

/// Prefix of the keys of a system's own entries among the rulings.
const EXTRA: &str = "extra-";

/// Returns the key of a system's entry by its index.
fn extra_key(place: usize) -> String {
    format!("{EXTRA}{place}")
}

impl Fight {
    /// Returns the action keys in the list of rulings. An action keeps its action key unless a ruling has the same key.
    /// The end of the fight has no key.
    pub(in crate::ui) fn capitals_of_rulings(&self) -> Capitals {
        let capitals = Capitals::new(CAPITALS);
        let mut words = BTreeMap::new();
        for (place, entry) in self.session.extras().iter().enumerate() {
            let ends = action(self.session.system(), &entry.command).is_some_and(|one| one.ends);
            let capital = self.compendium.capitals.of_entry(entry);
            let free = |capital: &char| {
                let mut rulings = RULINGS.iter().map(|one| one.key).chain(BESIDES);
                let by_ruling = rulings.any(|key| capitals.of(key) == Some(*capital));
                !by_ruling && !words.values().any(|other| other == capital)
            };
            if let Some(capital) = capital.filter(|one| !ends && free(one)) {
                words.insert(extra_key(place), capital);
            }
        }
        capitals.with_words(words)
    }

    /// Asks for the kind of ruling.
    pub fn ask_ruling(&mut self) {
        self.ask_which_ruling(None);
    }

    /// Asks for the kind of ruling if an action key is not in the menu but among the rulings, and selects its row there.
    /// Returns `false` for any other key.
    pub(super) fn ask_ruling_on(&mut self, key: char) -> bool {
        let is_menu = self.own.is_empty() && matches!(self.session.waits(), Waits::Offers { .. });
        let capitals = &self.compendium.capitals;
        let is_on = |entry: &Entry| capitals.of_entry(entry) == Some(key);
        if !is_menu || self.session.menu_rows().iter().any(is_on) {
            return false;
        }
        let extras = self.session.extras();
        let place = extras
            .iter()
            .position(|entry| entry.refused.is_none() && is_on(entry));
        if let Some(place) = place {
            self.ask_which_ruling(Some(&extra_key(place)));
        }
        place.is_some()
    }

    /// Asks for the kind of ruling, with the row of this key selected.
    fn ask_which_ruling(&mut self, selected: Option<&str>) {
        let rulings = RULINGS.iter();
        let mut options: Vec<Choice> = rulings
            .map(|ruling| Choice::new(ruling.key, ruling.label))
            .collect();
        options.push(Choice::new("leave", "remove from the fight"));
        options.push(Choice::new("return", "return to the fight"));
        options.push(Choice::new("keep", "save the party for later fights"));
        let extras = self.session.extras();
        let extras = extras.iter().enumerate();
        let amid = matches!(self.session.waits(), Waits::Prompt(_));
        let open = extras.filter(|(_, entry)| entry.refused.is_none());
        // Entries that are possible only between two commands are listed too, and explain the reason when chosen.
        options.extend(open.map(|(place, entry)| {
            let key = extra_key(place);
            if entry.anytime || !amid {
                Choice::new(key, &*entry.label).hint(&*entry.hint)
            } else {
                Choice::new(key, format!("{} (answer first)", entry.label))
            }
        }));
        let place = options.iter().position(|one| Some(&*one.key) == selected);
        let preset = place.unwrap_or(0);
        let kind = Kind::Choice { options, preset };
        self.begin(Errand::Rule, prompt("rule", "GM ruling", "", kind));
    }

    /// Opens the menu list whose row has this command.
    pub(super) fn open_list(&mut self, command: &Command) {
        let rows = self.session.menu_rows();
        let Some(row) = rows.iter().find(|row| row.command == *command) else {
            return;
        };
        let mut menu = self.session.menu_list(row);
        for one in &mut menu {
            one.preset = self.standing.ask.is_proposed(&one.command);
        }
        if !menu.iter().any(|one| one.preset)
            && let Some(first) = menu.first_mut()
        {
            first.preset = true;
        }
        let whose = command.who.map(|who| self.now().name(who));
        let list = &command.action;
        let title = match whose {
            Some(name) => format!("{name}: {list}"),
            None => list.to_string(),
        };
        let options = Vec::new();
        let kind = Kind::Choice { options, preset: 0 };
        self.begin(Errand::List(menu), prompt("list", title, "", kind));
    }

    pub fn ask_rollers(&mut self) {
        let prompt = rollers_prompt(self.now());
        self.begin(Errand::WhoRolls, prompt);
    }

    /// Asks for a note on a combatant, or on the fight.
    pub fn ask_note(&mut self) {
        let about = self.selected();
        let title = match about {
            Some(who) => format!("Note on {}", self.now().name(who)),
            None => "Note on the fight".to_owned(),
        };
        self.begin_form(Errand::Note(about), "note", &title);
    }

    fn begin_form(&mut self, errand: Errand, key: &str, title: &str) {
        let asked = prompt(key, title, "", Kind::Form(Vec::new()));
        let (preview, _) = previewed(self.now(), &asked, &Draft::new(), |f| errand.body(f));
        self.begin(errand, preview.form);
    }

    /// Updates the preview of the screen's own form.
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
        own.ask.keep_selected(asked_for(errand, prompt));
    }

    /// Asks whether to make corrections.
    pub(crate) fn ask_whether(&mut self, title: &str, events: Vec<Event>) {
        let kind = Kind::Confirm { preset: false };
        self.begin(Errand::Correct(events), prompt("sure", title, "", kind));
    }

    /// Asks for the combatant of an errand.
    pub fn ask_whom(&mut self, errand: Errand, title: &str) {
        let now = self.now();
        let from: Vec<Id> = match errand {
            Errand::Return => now.ids().filter(|id| now.get(*id).gone).collect(),
            Errand::Leave => now.present().collect(),
            _ => now.ids().collect(),
        };
        if from.is_empty() {
            self.refuse("No combatant can be picked here.");
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
            others: "",
        };
        self.begin(errand, prompt("whom", title, "", kind));
    }

    /// Handles an answer to a question of the screen itself.
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
                            self.say(format!("The note on {on} is saved."));
                        }
                    }
                    Err(why) => self.refuse(why),
                }
                if matches!(errand, Errand::WhoRolls) && self.own.is_empty() {
                    self.resume_interrupted();
                    if self.is_stopped() {
                        self.say(PAUSED);
                    }
                }
            }
            (Errand::AmendWhich(found), Answer::Chose(place)) => {
                let chosen = place.parse().ok().and_then(|place: usize| found.get(place));
                match chosen {
                    Some(Earlier::Answer(one)) => self.ask_again(one),
                    Some(Earlier::Start(entry)) => self.choose_again(*entry),
                    Some(Earlier::More(later)) => self.ask_amendment(*later),
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
            (Errand::Correct(events), Answer::Yes(sure)) => {
                let events = if sure { events.clone() } else { Vec::new() };
                self.correct(events);
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
            "leave" => self.ask_whom(Errand::Leave, "Which combatant leaves the fight?"),
            "return" => self.ask_whom(Errand::Return, "Which combatant returns to the fight?"),
            "keep" => {
                self.preview();
                self.to_keep = true;
            }
            key => {
                let ruling = RULINGS.iter().find(|ruling| ruling.key == key);
                let place = key.strip_prefix(EXTRA).and_then(|place| place.parse().ok());
                let extras = self.session.extras();
                let extra = place.and_then(|place: usize| extras.get(place));
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

    /// Hides a combatant from the players, or shows the combatant.
    pub fn reveal(&mut self, who: Id) {
        let hidden = !self.now().get(who).hidden;
        let name = self.now().name(who).to_owned();
        if self.correct(vec![Event::Hid { who, hidden }]) {
            self.say(if hidden {
                format!("{name} is hidden from the players.")
            } else {
                format!("The players see {name}.")
            });
        }
    }

    /// Adds newcomers from the library or a saved party, or improvised newcomers.
    pub fn let_join(&mut self, wanted: &[Newcomer]) -> Result<(), String> {
        let seed = self.session.seed();
        let events = newcomers(self.now(), &self.compendium, wanted, seed).map_err(in_a_line)?;
        if self.correct(events) {
            Ok(())
        } else {
            Err(self.take_problem())
        }
    }

    /// Lets all members of a saved party who can fight join a side, and names the members who cannot.
    pub(crate) fn let_party_join(&mut self, party: &Party, side: &str) -> Result<(), String> {
        self.let_join(&able(party, side, &self.compendium))?;
        if let Some(lost) = left_behind(party, &self.compendium) {
            self.say(lost);
        }
        Ok(())
    }

    /// Returns the newcomers for a later arrival.
    pub fn arrivals(&self, newcomer: &Newcomer) -> Result<Vec<Arrival>, String> {
        let wanted = std::slice::from_ref(newcomer);
        let seed = self.session.seed();
        arrivals(self.now(), &self.compendium, wanted, seed).map_err(in_a_line)
    }
}

/// Lists the combatants whose roller differs from their side's.
fn overruled(now: &Encounter) -> Vec<Show> {
    now.present()
        .filter_map(|id| {
            let roller = now.get(id).roller?;
            Some(Show {
                who: Some(id),
                text: roller.label().to_owned(),
                of: None,
            })
        })
        .collect()
}

fn in_a_line(wrong: Vec<Diagnostic>) -> String {
    let wrong: Vec<String> = wrong.into_iter().map(|one| one.what).collect();
    wrong.join("; ")
}
