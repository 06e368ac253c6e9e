//! Systems that are known to be right before they are read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bundled::least;
use super::model::keep;
use super::{Written, rule_texts, sources, told};

/// The system that some texts make which were found right before, under the name that it had then: its file is read when something
/// of it is first asked for. `None` where there is no such file among them.
pub fn found_right(
    key: &str,
    name: &str,
    texts: &BTreeMap<String, String>,
    called: impl Fn(&str) -> String,
) -> Option<&'static Written> {
    let (system, lua, assets) = sources(texts, called).ok()?;
    let (key, place) = (keep(key), system.name.clone());
    let read = Arc::new((system, lua));
    let kept = Arc::clone(&read);
    let kept = move || rule_texts(&kept.0, kept.1.as_ref(), &assets);
    let read = move || match told(key, &read.0, read.1.as_ref()) {
        Ok(told) => told,
        // Whoever said so was wrong.
        Err(_) => least(key),
    };
    let written = Written::unread(key, keep(name), assets, kept, read).lying_at(&place);
    Some(Box::leak(Box::new(written)))
}
