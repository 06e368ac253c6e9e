//! Fight as a file: set-up, steps and checks.
//!
//! A step is an input in the syntax of the `:` line (`do attack`, `set target=b`, `roll 14`), a check after `?`, a
//! refusal (`! roll 9 :: cannot show`) or a correction of the GM (`edit a health 3`). All dice are typed unless the
//! set-up says otherwise.
//!
//! A step that would fail if a rule changed may claim that rule: it names the id of the contract in square brackets, as
//! in `? Ada health 7 [ALT-03]` or `roll 5 3 [ALT-106, ALT-EX-18]`. A step that succeeds regardless of the rules
//! (`enter`, `undo`, a correction) can claim no rule. A negated check (`? no option dodge`) succeeds only if there is
//! something to check. `tests/library/house/rule_ids.rs` compares the claims with the contracts. `docs/fight-files.md`
//! describes all steps.

mod checks;
mod course;
mod facts;
mod step;

use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::resolver::{Kind, Prompt};
use crate::ron_text::{Diagnostic, Place, Reading, Source, parse};
use crate::rules::System;
use crate::session::{Session, Waits};
use crate::setup::{self, Setup};

pub use course::{Course, Situation};
use step::can_fail;

/// Fight that a file describes.
pub struct Fight {
    setup: Setup,
    /// Inputs and checks of the fight.
    steps: Vec<Step>,
}

/// Step with the rules that it proves.
struct Step {
    /// Text of the input or check.
    text: String,
    /// Ids of the rules and examples that the step proves, as written.
    proves: String,
    place: Place,
}

impl Fight {
    /// Returns the key of the fight's system.
    pub fn system(&self) -> &str {
        &self.setup.system
    }
}

/// Reads a fight file; its set-up names the system.
///
/// # Errors
/// All errors, each at its position.
pub fn read(source: &Source, compendia: &[&Compendium]) -> Result<Fight, Vec<Diagnostic>> {
    let (root, told) = parse(source);
    let mut reading = Reading::new(source, told);
    let mut fight = None;
    if let Some(mut fields) = reading.record(&root) {
        if let Some(node) = fields.need("about", String::new) {
            reading.text(node);
        }
        let setup = fields
            .need("setup", String::new)
            .and_then(|node| setup::read_node(&mut reading, node, compendia));
        let mut steps = Vec::new();
        if let Some(node) = fields.need("steps", String::new) {
            for node in reading.list(node) {
                let Some(whole) = reading.text(node) else {
                    continue;
                };
                let (text, proves) = claims(&whole);
                if !proves.is_empty() && !can_fail(text) {
                    reading.wrong(
                        node.at,
                        format!("`{text}` passes whatever the rules do and proves nothing: move {proves} to a check"),
                    );
                }
                steps.push(Step {
                    text: text.to_owned(),
                    proves: proves.to_owned(),
                    place: source.place(node.at.start),
                });
            }
        }
        reading.finish(fields);
        fight = setup.map(|setup| Fight {
            setup: setup.all_asked(),
            steps,
        });
    }
    let mistakes = reading.done();
    match fight {
        Some(fight) if mistakes.is_empty() => Ok(fight),
        _ => Err(mistakes),
    }
}

/// Splits a step into its text and the ids after the text: `? Ada health 7 [ALT-03, ALT-61]`.
fn claims(step: &str) -> (&str, &str) {
    let is_id = |id: &str| {
        let (system, number) = id.trim().split_once('-').unwrap_or(("", ""));
        let number = number.trim_start_matches("EX-");
        let digits = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
        system.len() == 3 && system.bytes().all(|c| c.is_ascii_uppercase()) && digits
    };
    match step
        .trim_end()
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once('['))
    {
        Some((text, ids)) if ids.split(',').all(is_id) => (text.trim_end(), ids),
        _ => (step, ""),
    }
}

/// Starts a fight from its file.
///
/// # Errors
/// If the fight cannot start.
pub fn begin<'b>(
    fight: &Fight,
    compendia: &[&'b Compendium],
    systems: &[&'static dyn System],
) -> Result<Course<'b>, String> {
    let key = &fight.setup.system;
    let compendium = compendia
        .iter()
        .find(|compendium| compendium.key() == key)
        .ok_or_else(|| format!("unknown system `{key}`"))?;
    let start = fight.setup.begin(compendium, Seed(1)).map_err(|wrong| {
        let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        told.join("\n")
    })?;
    let session = Session::new(systems, start, Seed(1)).map_err(|why| format!("{why:#}"))?;
    Ok(Course {
        session,
        compendium,
        mark: 0,
        finished: 0,
    })
}

/// Plays the fight and calls `look` before the first step (with "") and after each step.
///
/// # Errors
/// Returns the first step that deviates from the file, with the state of the fight at that step.
pub fn play(
    fight: &Fight,
    compendia: &[&Compendium],
    systems: &[&'static dyn System],
    mut look: impl FnMut(&str, &Session),
) -> Result<(), Diagnostic> {
    let mut course = begin(fight, compendia, systems).map_err(Diagnostic::new)?;
    let mut asks = false;
    let mut told = String::new();
    look("", &course.session);
    let wrong = |step: Option<&Step>, why: String, course: &Course<'_>| Diagnostic {
        place: step.map(|step| step.place.clone()),
        what: format!("{why}\n{}", course.standing()),
    };
    for (number, step) in fight.steps.iter().enumerate() {
        let text = &step.text;
        let proves = match step.proves.as_str() {
            "" => String::new(),
            ids => format!(" (proves {ids})"),
        };
        if let Err(why) = course.step(text) {
            let mut wrong = wrong(
                Some(step),
                format!("step {} `{text}`{proves}: {why}", number + 1),
                &course,
            );
            // The notice of an earlier step is the most likely reason.
            if course.session.notice().is_none() {
                wrong.what += &told;
            }
            return Err(wrong);
        }
        if let Some(notice) = course.session.notice() {
            told = format!("\n  notice of step {} `{text}`: {notice}", number + 1);
        }
        asks = text.trim_start().starts_with("? asks");
        look(text, &course.session);
    }
    match course.session.waits() {
        Waits::Prompt(prompt) if !asks && prompt.throws().next().is_some() => {
            let why = "a roll is still pending at the end".to_owned();
            Err(wrong(fight.steps.last(), why, &course))
        }
        _ => Ok(()),
    }
}

impl Course<'_> {
    /// Returns what the fight waits for, the notice and the last log lines.
    pub fn standing(&self) -> String {
        standing(&self.session)
    }
}

/// Returns what the fight waits for, the notice and the last log lines.
fn standing(session: &Session) -> String {
    let waits = match session.waits() {
        Waits::Prompt(prompt) => asked(session, prompt),
        Waits::Offers { title, .. } => {
            let menu = session.menu();
            let offers: Vec<String> = menu
                .iter()
                .map(|offer| {
                    let who = match (offer.command.who, offer.command.side) {
                        (Some(id), _) => format!(" {}", id.letter()),
                        (None, Some(side)) => {
                            format!(" {}", session.now().side_name(side))
                        }
                        (None, None) => String::new(),
                    };
                    let refused = offer.refused.as_ref().map_or("", |_| " (refused)");
                    format!("{}{who}{refused}", offer.command.action)
                })
                .collect();
            format!("a command ({title}): {}", offers.join(", "))
        }
        Waits::Fault(what) => format!("nothing, a rule failed: {what}"),
    };
    let mut text = format!("  waits for {waits}");
    if let Some(notice) = session.notice() {
        text += &format!("\n  notice: {notice}");
    }
    let lines: Vec<String> = session
        .lines()
        .iter()
        .map(|line| format!("\n  | R{} {}", line.round, line.text))
        .chain(
            session
                .live_lines()
                .iter()
                .map(|line| format!("\n  > R{} {}", line.round, line.text)),
        )
        .collect();
    text + &lines[lines.len().saturating_sub(6)..].concat()
}

fn asked(session: &Session, prompt: &Prompt) -> String {
    let question = &prompt.question;
    let who = question.who.map_or(String::new(), |id| {
        format!(" of {} ({})", id.letter(), session.now().name(id))
    });
    let detail = match &prompt.kind {
        Kind::Roll(roll) => format!("{} {}", roll.dice, roll.need_text()),
        Kind::Rolls(rows) => {
            let all: Vec<String> = rows
                .iter()
                .map(|row| {
                    let roll = &row.roll;
                    let who = roll.who.map_or("nobody".to_owned(), |id| id.letter());
                    format!("{who} {} {}", roll.dice, roll.need_text())
                })
                .collect();
            all.join("; ")
        }
        Kind::Choice { options, .. } => {
            let keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
            keys.join(", ")
        }
        Kind::Pick { from, .. } => {
            let letters: Vec<String> = from.iter().map(|id| id.letter()).collect();
            letters.join(" ")
        }
        Kind::Form(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| format!("{}={}", field.key, field.value))
                .collect();
            fields.join(", ")
        }
        Kind::Number { least, most, .. } => format!("{least} to {most}"),
        Kind::Text { .. } => "text".to_owned(),
        Kind::Confirm { .. } => "yes or no".to_owned(),
    };
    format!(
        "`{}`{who}, asking {}: {} [{detail}]",
        question.key, question.nth, prompt.title
    )
}
