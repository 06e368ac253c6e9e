//! Systems read from the texts in a save.

use std::sync::{Mutex, PoisonError};

use crate::ron_text::Diagnostic;
use crate::rules::{RuleTexts, System};

use super::{Written, read_texts};

/// Returns the system whose texts a save contains. The system lives as long as the program, and is read only once for
/// all of its fights.
///
/// # Errors
/// All errors, each with its place.
pub fn kept(key: &str, texts: &RuleTexts) -> Result<&'static dyn System, Vec<Diagnostic>> {
    static READ: Mutex<Vec<&'static Written>> = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |one: &&&'static Written| one.key() == key && *one.rule_texts() == *texts;
    if let Some(one) = read.iter().find(same) {
        return Ok(*one);
    }
    let called = |path: &str| format!("{key}/{path}, as saved with the fight");
    let one = read_texts(key, &texts.0, called)?;
    read.push(one);
    Ok(one)
}
