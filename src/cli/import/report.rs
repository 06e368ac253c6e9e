//! Report of an import, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::block::{Lost, Reason};
use super::place::Report;
use crate::text::{self, counted};

/// Maximum number of words in the report's list of words for which the sheet has no field.
const MOST_WORDS: usize = 40;

/// Destination of the roster.
pub(super) enum Saved<'r> {
    /// Path of the file.
    At(String),
    /// Text, to be printed.
    Printed(&'r str),
}

/// Groups the lost parts of a combatant by name, with each reason once.
fn by_part(lost: &[Lost]) -> Vec<(&str, Vec<Reason>)> {
    let mut parts: Vec<(&str, Vec<Reason>)> = Vec::new();
    for one in lost {
        match parts.iter_mut().find(|(name, _)| *name == one.part) {
            Some((_, reasons)) if reasons.contains(&one.reason) => {}
            Some((_, reasons)) => reasons.push(one.reason),
            None => parts.push((&one.part, vec![one.reason])),
        }
    }
    parts
}

impl Report {
    /// Returns the exit status: 2 if a combatant is incomplete.
    pub(super) fn exit_code(&self) -> ExitCode {
        if self.written.iter().any(|one| !one.lost.is_empty()) {
            ExitCode::from(2)
        } else {
            ExitCode::SUCCESS
        }
    }

    /// Returns the reason that all refused entries share, if there is one.
    pub(super) fn one_reason(&self) -> Option<&str> {
        let first = self.refused.first().filter(|one| one.name.is_empty())?;
        let is_same = self.refused.iter().all(|one| one.why == first.why);
        (is_same && self.refused.len() > 1 && self.misfits.is_empty()).then_some(&*first.why)
    }

    /// Returns the number of combatants for each reason.
    fn reasons(&self) -> BTreeMap<Reason, i64> {
        let mut all = BTreeMap::new();
        for one in &self.written {
            let mut reasons: Vec<Reason> = one.lost.iter().map(|lost| lost.reason).collect();
            reasons.sort_unstable();
            reasons.dedup();
            for reason in reasons {
                *all.entry(reason).or_default() += 1;
            }
        }
        all
    }

    /// Returns refused entries, misfits, incomplete combatants and words without a field, one line each.
    pub(super) fn lines(&self) -> String {
        let mut told = String::new();
        for one in &self.refused {
            let name = if one.name.is_empty() {
                String::new()
            } else {
                format!(" ({})", one.name)
            };
            let _ = writeln!(told, "left out: {}{name}: {}", one.place, one.why);
        }
        for line in &self.misfits {
            let _ = writeln!(told, "not imported: {line}");
        }
        for one in self.written.iter().filter(|one| one.from_library) {
            let _ = writeln!(told, "from the library: {}", one.name);
        }
        for one in &self.written {
            for text in &one.assumed {
                let _ = writeln!(told, "assumed: {}: {text}", one.name);
            }
        }
        for one in self.written.iter().filter(|one| !one.lost.is_empty()) {
            let parts = by_part(&one.lost).into_iter().map(|(name, reasons)| {
                let reasons: Vec<&str> = reasons.iter().map(|reason| reason.words()).collect();
                format!("{name} ({})", reasons.join("; "))
            });
            let parts: Vec<String> = parts.collect();
            let _ = writeln!(told, "incomplete: {}: {}", one.name, parts.join(", "));
        }
        if !self.unplaced.is_empty() {
            let words = self.unplaced.iter().take(MOST_WORDS);
            let words: Vec<String> = words
                .map(|(word, times)| {
                    format!("{} ({times})", text::sanitize(word, text::NAME_LIMIT))
                })
                .collect();
            let more = match self.unplaced.len().saturating_sub(MOST_WORDS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let _ = writeln!(told, "no field on the sheet: {}{more}", words.join(", "));
        }
        text::sanitize_lines(&told)
    }

    /// Returns the numbers of complete, incomplete and refused combatants, and the location of the roster.
    pub(super) fn summary(&self, saved: &Saved<'_>) -> String {
        let number = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
        let all = self.written.len();
        let incomplete = self
            .written
            .iter()
            .filter(|one| !one.lost.is_empty())
            .count();
        let many = counted(number(all), "combatant");
        let whither = match saved {
            Saved::At(path) => format!(" written to {path}"),
            Saved::Printed(_) => String::new(),
        };
        let mut told = format!(
            "{many}{whither}: {} complete, {incomplete} incomplete",
            all - incomplete
        );
        if !self.refused.is_empty() {
            let _ = write!(told, "; {} left out", self.refused.len());
        }
        told.push('\n');
        let reasons: Vec<String> = self
            .reasons()
            .iter()
            .map(|(reason, times)| format!("{} ({times})", reason.words()))
            .collect();
        if !reasons.is_empty() {
            let _ = writeln!(
                told,
                "reasons, with the number of combatants: {}",
                reasons.join("; ")
            );
        }
        told
    }

    /// Returns the report as JSON, for programs.
    pub(super) fn json(&self, saved: &Saved<'_>) -> Value {
        let complete = self.written.iter().filter(|one| one.lost.is_empty());
        let complete: Vec<&str> = complete.map(|one| one.name.as_str()).collect();
        let incomplete = self
            .written
            .iter()
            .filter(|one| !one.lost.is_empty())
            .map(|one| {
                let parts = one.lost.iter().map(|lost| {
                json!({"part": lost.part, "reason": lost.reason.words(), "text": lost.text})
            });
                json!({"name": one.name, "parts": parts.collect::<Vec<_>>()})
            });
        let refused = self
            .refused
            .iter()
            .map(|one| json!({"place": one.place, "name": one.name, "why": one.why}));
        let library = self.written.iter().filter(|one| one.from_library);
        let assumed = self.written.iter().flat_map(|one| {
            let texts = one.assumed.iter();
            texts.map(|text| json!({"name": one.name, "text": text}))
        });
        let assumed: Vec<Value> = assumed.collect();
        let reasons = self.reasons();
        let reasons: BTreeMap<&str, i64> = reasons
            .iter()
            .map(|(reason, times)| (reason.words(), *times))
            .collect();
        let (path, roster) = match saved {
            Saved::At(path) => (Some(path.as_str()), None),
            Saved::Printed(roster) => (None, Some(*roster)),
        };
        json!({
            "path": path,
            "roster": roster,
            "complete": complete,
            "incomplete": incomplete.collect::<Vec<_>>(),
            "assumed": assumed,
            "refused": refused.collect::<Vec<_>>(),
            "from_library": library.map(|one| one.name.as_str()).collect::<Vec<_>>(),
            "not_taken_over": self.misfits,
            "no_place": self.unplaced.iter().map(|(word, times)| (word.to_string(), *times)).collect::<BTreeMap<_, _>>(),
            "reasons": reasons,
        })
    }
}
