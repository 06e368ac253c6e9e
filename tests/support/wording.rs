//! Wording of the fights: every sentence, title, label and hint that a system shows, each once, with `@` for
//! combatants, `%` for sides and `0` for numbers ([`Names::template`]). A changed sentence changes one line of the page
//! of its system.

use std::collections::{BTreeMap, BTreeSet};

use affray::dice::Tally;
use affray::encounter::{Encounter, Event, tell};
use affray::resolver::{Choice, Draft, FieldKind, Kind, Prompt, Roll};
use affray::rules::{self, Entry};
use affray::session::recap::Recap;
use affray::session::{Log, Readers, Session, Waits};
use affray::values::{Said, Told};

use crate::support::facts::{LONG, Names};

/// Texts of the page by heading.
#[derive(Default)]
pub struct Wording(BTreeMap<&'static str, BTreeSet<String>>);

/// Prefixes a text, unless it is empty.
fn after(mark: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{mark}{text}")
    }
}

fn labels(tally: &Tally) -> Vec<&str> {
    tally.parts.iter().map(|term| &*term.label).collect()
}

impl Wording {
    /// Adds a text under a heading, if it has words.
    pub fn add(&mut self, heading: &'static str, names: &Names, text: &str) {
        let text = names.template(text.trim());
        if text.contains(char::is_alphabetic) {
            self.0.entry(heading).or_default().insert(text);
        }
    }

    /// Adds the sentences of an event. Terms of rolls are texts of their own.
    pub fn event(&mut self, now: &Encounter, names: &Names, event: &Event) {
        let mut event = event.clone();
        if let Event::Rolled(throw) = &mut event {
            for label in [labels(&throw.bonus), labels(&throw.reasons)].concat() {
                self.add("Terms of rolls", names, label);
            }
            throw.bonus = Tally::new();
            throw.reasons = Tally::new();
            throw.faces.truncate(1);
        }
        let text = tell(&event, now.round, now).unwrap_or_default();
        self.sentences("Log", names, &text);
    }

    /// Adds everything that a fight shows besides its log.
    pub fn look(&mut self, session: &Session, names: &Names) {
        let (now, system) = (session.now(), session.system());
        self.add("Notices", names, session.notice().unwrap_or_default());
        self.add("Headlines", names, &rules::headline(system, now));
        for row in system.order(now) {
            self.add("Order", names, &row.label);
            self.add("Order", names, &row.detail);
        }
        for who in now.ids() {
            let row = session.row(who);
            for word in row.words() {
                self.add("State of combatants", names, word);
            }
            self.add("State of combatants", names, &row.health_word);
            self.add("State of combatants", names, &row.defence);
        }
        match session.waits() {
            Waits::Fault(_) => {}
            Waits::Offers { title, .. } => {
                self.add("Menus", names, title);
                session.menu().iter().for_each(|one| self.entry(names, one));
            }
            Waits::Prompt(prompt) => self.prompt(session, names, prompt),
        }
    }

    /// Adds what players and GM read at the end of a fight: the players' log and the recap.
    pub fn end(&mut self, session: &Session, names: &Names) {
        for readers in [Readers::Players, Readers::GameMaster] {
            let recap = Recap::of(session, readers);
            self.add("Recap", names, &recap.length());
            for table in recap.tables() {
                self.add("Recap", names, &table.title);
                let fell = recap.falls.iter().map(|fall| &fall.how);
                for text in table.head.iter().chain(fell) {
                    self.add("Recap", names, text);
                }
            }
        }
        let log = Log::of(session, Readers::Players);
        for text in log.parts.iter().map(|part| &part.heading) {
            self.add("Log of the players", names, text);
        }
        for line in log.parts.iter().flat_map(|part| &part.lines) {
            self.sentences("Log of the players", names, &line.text);
        }
    }

    /// Adds the sentences of a line.
    fn sentences(&mut self, heading: &'static str, names: &Names, text: &str) {
        let mut sentences = text.split(". ").peekable();
        while let Some(sentence) = sentences.next() {
            let end = if sentences.peek().is_some() { "." } else { "" };
            self.add(heading, names, &format!("{sentence}{end}"));
        }
    }

    /// Adds the parts of a hint, which is a list of short texts.
    fn hint(&mut self, names: &Names, hint: &str) {
        for part in hint.split(", ") {
            self.add("Hints", names, part);
        }
    }

    fn entry(&mut self, names: &Names, entry: &Entry) {
        let (action, label) = (&entry.command.action, &entry.label);
        let why = after(" ! ", entry.refused.as_deref().unwrap_or_default());
        self.hint(names, &entry.hint);
        let capital = entry.capital.map_or(String::new(), |key| format!("{key} "));
        self.add("Menus", names, &format!("{action}: {capital}{label}{why}"));
    }

    fn prompt(&mut self, session: &Session, names: &Names, prompt: &Prompt) {
        let key = &prompt.question.key;
        self.hint(names, &prompt.hint);
        self.add("Questions", names, &format!("{key}: {}", prompt.title));
        match &prompt.kind {
            Kind::Roll(roll) => self.roll(names, roll),
            Kind::Rolls(rows) => rows.iter().for_each(|row| self.roll(names, &row.roll)),
            Kind::Choice { options, .. } => {
                options.iter().for_each(|one| self.option(names, key, one));
            }
            Kind::Form(fields) => {
                for field in fields {
                    let row = format!("{key}.{}", field.key);
                    let unit = match &field.kind {
                        FieldKind::Number { unit, .. } => after(", ", unit),
                        _ => String::new(),
                    };
                    self.hint(names, &field.hint);
                    self.add("Rows", names, &format!("{row}: {}{unit}", field.label));
                    if let FieldKind::Choice(options) = &field.kind {
                        if options.len() > LONG {
                            let keys: Vec<&str> =
                                options.iter().map(|one| one.key.as_str()).collect();
                            self.add("Long lists", names, &format!("{row}: {}", keys.join(" ")));
                        }
                        options.iter().for_each(|one| self.option(names, &row, one));
                    }
                }
            }
            _ => {}
        }
        if let Some(preview) = session.preview(&Draft::default()) {
            for part in preview
                .shows
                .iter()
                .flat_map(|show| show.text.split([',', ';']))
            {
                self.add("Previews", names, part);
            }
            let refused = preview.refused.unwrap_or_default();
            self.add("Previews", names, &after(&format!("{key} ! "), &refused));
        }
    }

    /// Adds an option, unless its label is only its key.
    fn option(&mut self, names: &Names, row: &str, option: &Choice) {
        self.hint(names, &option.hint);
        let why = after(" ! ", option.refused.as_deref().unwrap_or_default());
        if !why.is_empty() || option.label != option.key.replace('_', " ") {
            self.add("Options", names, &format!("{row}: {}{why}", option.label));
        }
    }

    fn roll(&mut self, names: &Names, roll: &Roll) {
        let key = &roll.key;
        let (passes, fails) = &roll.words;
        let against = after(" vs ", &roll.against);
        let what = match &roll.what {
            Told::Plain(what) => what,
            Told::Said(Said(key, _)) => key,
        };
        self.hint(names, &roll.hint);
        self.add("Questions", names, &format!("{key}: {}", roll.title));
        self.add(
            "Rolls",
            names,
            &format!("{key}: {what}{against} · {passes} / {fails}"),
        );
        for label in [labels(&roll.bonus), labels(&roll.reasons)].concat() {
            self.add("Terms of rolls", names, label);
        }
    }

    /// Returns the text of the page.
    pub fn page(&self) -> String {
        let mut page = String::new();
        for (heading, texts) in &self.0 {
            page += &format!("# {heading}\n");
            for text in texts {
                page += &text.replace('\n', " / ");
                page.push('\n');
            }
        }
        page
    }
}
