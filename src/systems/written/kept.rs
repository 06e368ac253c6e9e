//! A system out of the texts that a save has kept of it.

use std::sync::{Mutex, PoisonError};

use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, RuleTexts, System};

use super::files::{RULES, SYSTEM, TABLES};
use super::model::keep;
use super::{NO_TEXTS, Written, read_with};

/// The system that a save has kept the texts of. It lives as long as the program, and is read once however often its fight is.
///
/// # Errors
/// Everything that is wrong, each at its place.
pub fn kept(key: &str, texts: &RuleTexts) -> Result<&'static dyn System, Vec<Diagnostic>> {
    static READ: Mutex<Vec<&'static Written>> = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |one: &&&'static Written| one.key() == key && *one.rule_texts() == *texts;
    if let Some(one) = read.iter().find(same) {
        return Ok(*one);
    }
    let source = |path: &str| {
        let text = texts.0.get(path)?;
        Some(Source::new(
            format!("{key}/{path}, as the fight keeps it"),
            text,
        ))
    };
    let Some(system) = source(SYSTEM) else {
        return Err(vec![Diagnostic::new("the fight keeps no `system.ron`")]);
    };
    let tables = texts.0.get(TABLES).map(|text| keep(text));
    let assets = Assets {
        tables: tables.unwrap_or(NO_TEXTS.tables),
        ..NO_TEXTS
    };
    let one = read_with(key, &system, source(RULES).as_ref(), assets)?;
    read.push(one);
    Ok(one)
}
