//! Questions of the screen itself: the kind of ruling, rollers, notes, the earlier answer to amend.
//!
//! These questions are prompts like the prompts of the fight, in the same pane and with the same keys. Their result is
//! a ruling, a correction or an amendment.

use crate::encounter::{Control, Encounter, Event};
use crate::resolver::{Draft, Filled, Form, Kind, Prompt, Question};
use crate::rules::{ARROWS, CapitalGroup, Entry};
use crate::session::Amendable;
use crate::values::{Id, Words as _};

use crate::ui::ask::own_form::{Led, Thrown, previewed, tactics};
use crate::ui::ask::{Ask, Asked};

/// Action keys of the rows and answers of the screen's own questions, apart from the rulings.
pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &["rule"],
        rows: &[("leave", 'L'), ("return", 'B'), ("keep", 'K')],
    },
    CapitalGroup {
        prompts: &["rollers"],
        rows: &[
            // The first sides have their own keys; arrows reach the rows of more sides.
            ("f0", 'S'),
            ("d0", 'W'),
            ("t0", 'M'),
            ("f1", 'F'),
            ("d1", 'I'),
            ("t1", 'K'),
            ("f2", 'U'),
            ("d2", 'V'),
            ("t2", 'J'),
            ("f3", 'B'),
            ("d3", 'E'),
            ("t3", 'H'),
            ("f*", ARROWS),
            ("d*", ARROWS),
            ("t*", ARROWS),
            ("environment", 'O'),
            ("whom", 'T'),
            ("theirs", 'D'),
            ("whose", 'L'),
            ("led", 'P'),
        ],
    },
    CapitalGroup {
        prompts: &["note"],
        rows: &[("words", 'X'), ("about", 'T')],
    },
];

/// Purpose of an answer to the screen's own question.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    Rule,
    /// Sets rollers and control.
    WhoRolls,
    /// Adds a note, by default on this combatant.
    Note(Option<Id>),
    /// Selects the earlier answer or choice to amend.
    AmendWhich(Vec<Earlier>),
    /// Selects an action from a list of the menu.
    List(Vec<Entry>),
    /// Selects another command in the menu of that time.
    Instead {
        /// Number of the command to replace.
        entry: usize,
        /// Entries of the menu at that time.
        menu: Vec<Entry>,
    },
    /// Replaces an earlier answer.
    Amend {
        /// Number of the finished command, or the count of finished commands for the open command.
        entry: usize,
        /// Index in the answers and rulings of that command.
        place: usize,
    },
    /// Confirmation of these corrections.
    Correct(Vec<Event>),
    /// Hides or shows a combatant.
    Reveal,
    /// Removes a combatant from the fight.
    Leave,
    Return,
    /// Filters the log by a combatant.
    About,
}

/// Earlier input that can be amended.
#[derive(Clone, Debug, PartialEq)]
pub enum Earlier {
    Answer(Amendable),
    /// Choice from a menu, by the number of the command.
    Start(usize),
    /// Entry for more inputs, with the number of later inputs to skip.
    More(usize),
}

/// Question of the screen itself, with its unfinished answer.
#[derive(Debug)]
pub struct Own {
    /// Purpose of the answer.
    pub errand: Errand,
    pub prompt: Prompt,
    pub ask: Ask,
}

/// Returns the question of an errand: a menu or its prompt.
pub(super) fn asked_for<'a>(errand: &'a Errand, prompt: &'a Prompt) -> Asked<'a> {
    match errand {
        Errand::Instead { menu, .. } | Errand::List(menu) => Asked::Offers(menu),
        _ => Asked::Prompt(prompt),
    }
}

/// Declares the form for rollers and control: by side, for the environment, by combatant.
fn rollers(f: &mut Form<'_>) -> Filled<Vec<Event>> {
    let now = f.now;
    let mut events = Vec::new();
    for id in now.side_ids() {
        let side = &now.sides[id.index()];
        let preset = Thrown::of(side.roller, side.typed);
        let key = format!("f{}", id.0);
        let label = format!("dice of {}", side.name);
        let thrown = f.option_of(&key, &label, Thrown::of_a_side(side.roller), preset);
        if thrown != preset {
            events.push(Event::SideRoller {
                side: id,
                roller: thrown.roller().unwrap_or(side.roller),
                typed: thrown.typed(side.typed),
            });
        }
        let label = format!("control of {}", side.name);
        let control = f.option(&format!("d{}", id.0), &label, side.control);
        let tactics = match control {
            Control::Gm => side.tactics,
            _ => tactics(f, &format!("t{}", id.0), side.tactics)?,
        };
        if (control, tactics) != (side.control, side.tactics) {
            events.push(Event::SideControl {
                side: id,
                control,
                tactics,
            });
        }
    }
    let preset = Thrown::from(Some(now.environment_roller));
    let nobodys = f.option_of("environment", "environment dice", Thrown::OF_NOBODY, preset);
    if let Some(roller) = nobodys.roller().filter(|_| nobodys != preset) {
        events.push(Event::EnvironmentRoller { roller });
    }
    // By default no combatant is picked, so that all rollers stay as they are.
    let most = now.combatants.len();
    f.hint(|| {
        individuals(
            now,
            "combatants whose dice differ from their side's",
            |id| {
                now.get(id)
                    .roller
                    .map(|roller| Thrown::from(Some(roller)).label())
            },
        )
    });
    let but_for = f.pick(
        "whom",
        "individual dice",
        || now.present(),
        0,
        most,
        Vec::new(),
    );
    let theirs = f.option_of("theirs", "those dice", Thrown::OF_ONE, Thrown::Typed);
    for who in but_for {
        if now.get(who).roller != theirs.roller() {
            let roller = theirs.roller();
            events.push(Event::CombatantRoller { who, roller });
        }
    }
    f.hint(|| {
        individuals(
            now,
            "combatants whose control differs from their side's",
            |id| now.get(id).control.map(Control::label),
        )
    });
    let apart = f.pick(
        "whose",
        "individual control",
        || now.present(),
        0,
        most,
        Vec::new(),
    );
    if !apart.is_empty() {
        let led = f.option("led", "their control", Led::Automatic);
        for who in apart {
            let control = led.control();
            if now.get(who).control != control {
                events.push(Event::CombatantControl { who, control });
            }
        }
    }
    Ok(events)
}

/// Lists the combatants with settings of their own: "Rat 1: automatic, Una: GM"; the explanation without any.
fn individuals(
    now: &Encounter,
    explanation: &str,
    own: impl Fn(Id) -> Option<&'static str>,
) -> String {
    let all = now.present();
    let all = all.filter_map(|id| Some(format!("{}: {}", now.name(id), own(id)?)));
    match all.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => explanation.to_owned(),
        all => all,
    }
}

/// Returns the form of rollers and control, as F4 opens it.
pub fn rollers_prompt(now: &Encounter) -> Prompt {
    let title = "Who rolls, and who controls each side?";
    let asked = prompt("rollers", title, "", Kind::Form(Vec::new()));
    previewed(now, &asked, &Draft::new(), rollers).0.form
}

/// Appends a note to an existing note.
pub(crate) fn grown(old: &str, text: &str) -> String {
    match old {
        "" => text.to_owned(),
        old => format!("{old}; {text}"),
    }
}

/// Declares the form for a note on a combatant, or on the fight.
fn note(f: &mut Form<'_>, on: Option<Id>) -> Filled<Vec<Event>> {
    let now = f.now;
    let there = match on {
        Some(id) => now.get(id).notes.clone(),
        None => now.notes.to_string(),
    };
    // Typed text follows the existing note after a separator.
    let begun = grown(&there, "");
    let mut text = f.text("words", "note", &begun);
    if text == begun {
        text = there;
    }
    f.hint(|| "without a combatant, the note is about the fight");
    let on = on.into_iter().collect();
    let about = f.pick("about", "on", || now.ids(), 0, 1, on);
    Ok(vec![match about.first() {
        Some(who) => Event::noted_on(*who, text),
        None => Event::Notes { text },
    }])
}

impl Errand {
    /// Returns `true` if the errand has its own form.
    pub(super) fn is_form(&self) -> bool {
        matches!(self, Errand::WhoRolls | Errand::Note(_))
    }

    /// Declares the form of the errand and returns the resulting events.
    pub(super) fn body(&self, f: &mut Form<'_>) -> Filled<Vec<Event>> {
        match self {
            Errand::WhoRolls => rollers(f),
            Errand::Note(on) => note(f, *on),
            _ => Ok(Vec::new()),
        }
    }
}

impl Own {
    /// Returns the results of all rolls after the results of some rolls are given.
    pub fn with_throws(&self, throws: Vec<(usize, Vec<u32>)>) -> Vec<Vec<u32>> {
        let Kind::Rolls(rows) = &self.prompt.kind else {
            return throws.into_iter().map(|(_, faces)| faces).collect();
        };
        let all = rows.iter().map(|row| row.faces.clone().unwrap_or_default());
        let mut all: Vec<Vec<u32>> = all.collect();
        for (row, faces) in throws {
            all[row] = faces;
        }
        all
    }
}

/// Creates a question of the screen itself.
pub(super) fn prompt(key: &str, title: impl Into<String>, hint: &str, kind: Kind) -> Prompt {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_form_of_the_screen_uses_an_action_key_twice() {
        for group in CAPITALS {
            let keys = group.rows.iter().filter(|(_, key)| *key != ARROWS);
            let mut keys: Vec<char> = keys.map(|(_, key)| *key).collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{:?}", group.prompts);
            assert!(
                group
                    .rows
                    .iter()
                    .all(|(row, key)| !row.ends_with('*') || *key == ARROWS)
            );
        }
    }
}
