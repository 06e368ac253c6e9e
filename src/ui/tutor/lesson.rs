//! Reads lessons. A lesson is a file with an encounter and the steps that explain the keys.

use anyhow::Result;

use super::text::Text;
use crate::dice::Seed;
use crate::ron_text::{Diagnostic, Node, Reading, Source, parse};
use crate::session::Session;
use crate::setup::{self, Setup};
use crate::store::Library;

/// Lesson that comes with Affray.
const BUILT_IN: &str = include_str!("../../../assets/tutor.ron");

/// Steps that explain the keys with a fight.
pub struct Lesson {
    source: Source,
    seed: Seed,
    /// Advice for a fight that has left the steps.
    pub astray: Text,
    /// Steps in order, at least one.
    pub steps: Vec<Step>,
}

/// Step of the lesson: one thing to learn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Explanation with the keys to press, in order.
    pub text: Text,
    /// Condition under which the keys of the step work; "" if the keys always work.
    pub when: String,
    /// Condition that ends the step; "" in the last step.
    pub until: String,
    /// Help after a key that the step does not need.
    pub hint: Text,
}

impl Lesson {
    /// Returns the lesson that comes with Affray.
    ///
    /// # Errors
    /// If the file has an error, which never happens in a release.
    pub fn built_in() -> Result<Self> {
        Self::read(Source::new("tutor.ron", BUILT_IN)).map_err(first)
    }

    /// Reads a lesson, except for its encounter, which needs the library ([`Lesson::setup`]).
    ///
    /// # Errors
    /// All errors in the file.
    pub fn read(source: Source) -> Result<Self, Vec<Diagnostic>> {
        let (root, told) = parse(&source);
        let mut reading = Reading::new(&source, told);
        let (mut seed, mut astray, mut steps) = (Seed(0), Text::default(), Vec::new());
        if let Some(mut fields) = reading.record(&root) {
            fields.need("setup", String::new);
            if let Some(node) = fields.need("seed", String::new) {
                let number = reading.int_of(node, 0, i64::MAX).unwrap_or(0);
                seed = Seed(number.unsigned_abs());
            }
            if let Some(node) = fields.need("astray", String::new) {
                astray = text(&mut reading, node);
            }
            if let Some(node) = fields.need("steps", String::new) {
                for node in reading.list(node) {
                    steps.extend(step(&mut reading, node));
                }
                if steps.is_empty() {
                    reading.wrong(node.at, "a lesson needs at least one step");
                }
            }
            reading.finish(fields);
        }
        let errors = reading.done();
        if !errors.is_empty() || steps.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            seed,
            astray,
            steps,
            source,
        })
    }

    /// Returns the encounter of the lesson.
    ///
    /// # Errors
    /// If the encounter has an error, which never happens in a release.
    pub(crate) fn setup(&self, library: &Library) -> Result<Setup> {
        let (root, told) = parse(&self.source);
        let mut reading = Reading::new(&self.source, told);
        let mut setup = None;
        if let Some(mut fields) = reading.record(&root)
            && let Some(node) = fields.take("setup")
        {
            setup = setup::read_node(&mut reading, node, &library.compendia());
        }
        let errors = reading.done();
        setup
            .filter(|_| errors.is_empty())
            .ok_or_else(|| first(errors))
    }

    /// Begins the fight of the lesson, with the same dice every time.
    ///
    /// # Errors
    /// If the encounter has an error, which never happens in a release.
    pub fn begin(&self, library: &Library) -> Result<Session> {
        let setup = self.setup(library)?;
        let compendium = library.known(&setup.system)?;
        let start = setup.begin(compendium, self.seed).map_err(first)?;
        Ok(Session::new(&library.systems(), start, self.seed)?)
    }
}

fn first(errors: Vec<Diagnostic>) -> anyhow::Error {
    let text = errors.first().map(ToString::to_string);
    anyhow::Error::msg(text.unwrap_or_default())
}

fn step(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Step> {
    let mut fields = reading.record(node)?;
    let shown = fields.need("text", String::new);
    let shown = shown.map(|node| text(reading, node));
    let mut condition = |key| {
        let node = fields.take(key);
        node.and_then(|node| reading.text(node)).unwrap_or_default()
    };
    let (when, until) = (condition("when"), condition("until"));
    let hint = fields.take("hint");
    let hint = hint.map_or_else(Text::default, |node| text(reading, node));
    reading.finish(fields);
    Some(Step {
        text: shown?,
        when,
        until,
        hint,
    })
}

fn text(reading: &mut Reading<'_>, node: &Node<'_>) -> Text {
    let Some(written) = reading.text(node) else {
        return Text::default();
    };
    match Text::parse(&written) {
        Ok(text) => text,
        Err(why) => {
            reading.wrong(node.at, why);
            Text::default()
        }
    }
}
