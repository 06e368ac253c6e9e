//! Questions that the screen itself asks: which ruling, who rolls, notes, which earlier answer to amend.
//!
//! They are prompts like the fight's, shown in the same pane and answered with the same keys; what they come to is a
//! ruling, a correction or an amendment.

use crate::encounter::{Control, Encounter, Event, Roller};
use crate::resolver::{Draft, Filled, Form, Kind, Prompt, Question};
use crate::rules::{ARROWS, CapitalGroup, Entry};
use crate::session::Amendable;
use crate::values::Id;

use crate::ui::ask::own_form::{Led, Thrown, previewed, tactics};
use crate::ui::ask::{Ask, Asked};

/// Capitals of the rows and answers of the screen's own questions, besides those of the rulings.
pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &["rule"],
        rows: &[("leave", 'L'), ("return", 'B'), ("keep", 'K')],
    },
    CapitalGroup {
        prompts: &["rollers"],
        rows: &[
            // Each of the first sides has keys of its own; arrows reach the rows of more sides.
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

/// What an answer to the screen's own question is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    Rule,
    /// Who rolls whose dice.
    WhoRolls,
    /// A note, on whom as is proposed.
    Note(Option<Id>),
    /// Which earlier answer or choice to amend.
    AmendWhich(Vec<Earlier>),
    /// Which action of a list in the menu.
    List(Vec<Entry>),
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
    Return,
    /// Whom the log is about.
    About,
}

/// Something done earlier that can be amended.
#[derive(Clone, Debug, PartialEq)]
pub enum Earlier {
    Answer(Amendable),
    /// What was chosen from a menu, by the number of the command.
    Start(usize),
    /// What was done before, behind so many that came later.
    More(usize),
}

/// A question of the screen's own, and what stands half-answered.
#[derive(Debug)]
pub struct Own {
    /// What it is for.
    pub errand: Errand,
    pub prompt: Prompt,
    pub ask: Ask,
}

/// What is asked for an errand: a menu again, or its prompt.
pub(super) fn asked_for<'a>(errand: &'a Errand, prompt: &'a Prompt) -> Asked<'a> {
    match errand {
        Errand::Instead { menu, .. } | Errand::List(menu) => Asked::Offers(menu),
        _ => Asked::Prompt(prompt),
    }
}

/// Form for rollers and control: by side, for the environment, by combatant.
fn rollers(f: &mut Form<'_>) -> Filled<Vec<Event>> {
    let now = f.now;
    let mut events = Vec::new();
    let of_a_side = |f: &mut Form<'_>, key: &str, label: &str, now: Roller| {
        let preset = Thrown::from(Some(now));
        let thrown = f.option_of(key, label, Thrown::OF_A_SIDE, preset);
        thrown.roller().filter(|wanted| *wanted != now)
    };
    for id in now.side_ids() {
        let side = &now.sides[id.index()];
        if let Some(roller) = of_a_side(f, &format!("f{}", id.0), &side.name, side.roller) {
            events.push(Event::SideRoller { side: id, roller });
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
    let nobodys = of_a_side(f, "environment", "environment", now.environment_roller);
    if let Some(roller) = nobodys {
        events.push(Event::EnvironmentRoller { roller });
    }
    // Nobody before the GM names somebody: whose dice are not touched keep theirs.
    let most = now.combatants.len();
    let but_for = f.pick("whom", "except", || now.present(), 0, most, Vec::new());
    let theirs = f.option("theirs", "their dice", Thrown::Typed);
    for who in but_for {
        if now.get(who).roller != theirs.roller() {
            let roller = theirs.roller();
            events.push(Event::CombatantRoller { who, roller });
        }
    }
    let apart = f.pick(
        "whose",
        "control of their own",
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

/// Returns the form of rollers and control, as F4 opens it.
pub fn rollers_prompt(now: &Encounter) -> Prompt {
    let title = "Who rolls, and who controls each side?";
    let asked = prompt("rollers", title, "", Kind::Form(Vec::new()));
    previewed(now, &asked, &Draft::new(), rollers).0.form
}

/// A note behind what is noted already.
pub(crate) fn grown(old: &str, text: &str) -> String {
    match old {
        "" => text.to_owned(),
        old => format!("{old}; {text}"),
    }
}

/// A note on somebody, or on the fight.
fn note(f: &mut Form<'_>, on: Option<Id>) -> Filled<Vec<Event>> {
    let now = f.now;
    let there = match on {
        Some(id) => now.get(id).notes.clone(),
        None => now.notes.to_string(),
    };
    // What is typed stands behind what is noted already, apart from it.
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
    /// Whether it asks by a form of its own.
    pub(super) fn is_form(&self) -> bool {
        matches!(self, Errand::WhoRolls | Errand::Note(_))
    }

    /// Its form, and the events that it comes to.
    pub(super) fn body(&self, f: &mut Form<'_>) -> Filled<Vec<Event>> {
        match self {
            Errand::WhoRolls => rollers(f),
            Errand::Note(on) => note(f, *on),
            _ => Ok(Vec::new()),
        }
    }
}

impl Own {
    /// What several throws come to when some of them are given.
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

/// A question of the screen's own.
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
    fn no_form_of_the_screen_has_one_action_key_twice() {
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
