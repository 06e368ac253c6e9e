//! Links between combatants, in the order of their creation. Links are found by either end.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::values::Id;

/// Link between two combatants, such as holding, riding or engaged. The system defines the kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Key of the link kind.
    pub kind: String,
    /// Combatant who holds, rides, …
    pub from: Id,
    /// Combatant who is held, ridden, …
    pub to: Id,
}

/// All links of an encounter. A copy shares them until it is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    made: Arc<Vec<Link>>,
    /// Kinds of links by pair. In the dark, two hundred combatants can have tens of thousands of links.
    pairs: Arc<BTreeMap<(Id, Id), Vec<String>>>,
    /// Number of links at each combatant; combatants without links need no search.
    ends: Arc<BTreeMap<Id, usize>>,
}

impl Links {
    /// Returns `true` if a link of this kind goes from one combatant to the other.
    pub fn has(&self, kind: &str, from: Id, to: Id) -> bool {
        let kinds = self.pairs.get(&(from, to));
        kinds.is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    }

    /// Returns `true` if the combatant has any link.
    pub(crate) fn binds(&self, id: Id) -> bool {
        self.ends.contains_key(&id)
    }

    /// Adds a link, unless it exists.
    pub(super) fn add(&mut self, link: &Link) {
        if self.has(&link.kind, link.from, link.to) {
            return;
        }
        let counts = Arc::make_mut(&mut self.ends);
        for end in [link.from, link.to] {
            *counts.entry(end).or_default() += 1;
        }
        let pairs = Arc::make_mut(&mut self.pairs);
        let kinds = pairs.entry((link.from, link.to)).or_default();
        kinds.push(link.kind.clone());
        Arc::make_mut(&mut self.made).push(link.clone());
    }

    /// Removes a link, if it exists.
    pub(super) fn remove(&mut self, link: &Link) {
        if !self.has(&link.kind, link.from, link.to) {
            return;
        }
        let (pairs, ends) = (Arc::make_mut(&mut self.pairs), (link.from, link.to));
        if let Some(kinds) = pairs.get_mut(&ends) {
            kinds.retain(|kind| *kind != link.kind);
            if kinds.is_empty() {
                pairs.remove(&ends);
            }
        }
        let counts = Arc::make_mut(&mut self.ends);
        for end in [link.from, link.to] {
            if let Some(count) = counts.get_mut(&end) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&end);
                }
            }
        }
        Arc::make_mut(&mut self.made).retain(|one| one != link);
    }
}

impl Deref for Links {
    type Target = [Link];

    /// Returns the links in the order of their creation.
    fn deref(&self) -> &[Link] {
        &self.made
    }
}

impl<'a> FromIterator<&'a Link> for Links {
    fn from_iter<I: IntoIterator<Item = &'a Link>>(all: I) -> Self {
        let mut links = Self::default();
        for link in all {
            links.add(link);
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(kind: &str, from: u32, to: u32) -> Link {
        Link {
            kind: kind.to_owned(),
            from: Id(from),
            to: Id(to),
        }
    }

    #[test]
    fn links_keep_their_order_and_are_found_by_both_ends() {
        let all = [link("sees", 2, 1), link("holds", 2, 1), link("sees", 1, 2)];
        let mut links: Links = all.iter().collect();
        assert_eq!(*links, all);
        links.add(&link("sees", 2, 1));
        assert_eq!(*links, all, "it exists already");
        assert!(links.has("holds", Id(2), Id(1)) && !links.has("holds", Id(1), Id(2)));
        let before = links.clone();
        links.remove(&link("sees", 2, 1));
        links.remove(&link("rides", 2, 1));
        assert_eq!(*links, all[1..]);
        assert!(!links.has("sees", Id(2), Id(1)) && links.has("holds", Id(2), Id(1)));
        assert!(before.has("sees", Id(2), Id(1)), "a copy is left as it was");
        links.add(&link("sees", 2, 1));
        assert_eq!(links.last(), Some(&all[0]));
        for bond in &all {
            assert!(links.binds(bond.from) && links.binds(bond.to));
            links.remove(bond);
        }
        assert!(
            !links.binds(Id(1)) && !links.binds(Id(2)),
            "nothing is left"
        );
    }
}
