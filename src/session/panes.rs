//! Views of a fight for the screen: header, order, menu and rows, computed from the encounter at each call.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Session, Waits};
use crate::resolver::{Draft, Kind, Resolver, Stop, run};
use crate::rules::{self, Entry, Offer, OrderRow, RowView, entries, extras};
use crate::values::Id;

/// Returns a revision number that no session has had before.
pub(super) fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Session {
    /// Starts a revision, in which everything shown may be different.
    pub(super) fn revise(&mut self) {
        self.revision = next_revision();
        self.menu = OnceCell::new();
        self.rows = OnceCell::new();
    }

    /// Returns a number that changes with every input and differs between fights. While the number is unchanged, the
    /// whole view is unchanged too.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the number of inputs that are not undone.
    pub fn inputs(&self) -> usize {
        self.history.standing()
    }

    /// Returns the state of the fight for the header.
    pub fn headline(&self) -> String {
        rules::headline(self.system, self.now())
    }

    pub fn order(&self) -> Vec<OrderRow> {
        self.system.order(self.now())
    }

    fn entries(&self, offers: &[Offer]) -> Vec<Entry> {
        entries(self.system.actions(), self.now(), offers)
    }

    /// Returns the offers of the fight; empty while it waits for an answer.
    pub fn menu(&self) -> &[Entry] {
        self.menu.get_or_init(|| match &self.waits {
            Waits::Offers { offers, .. } => {
                let beside = self.system.beside(self.now());
                let mut menu = self.entries(&[offers.as_slice(), &beside].concat());
                self.mark_possible(&mut menu);
                menu
            }
            Waits::Prompt(_) | Waits::Fault(_) => Vec::new(),
        })
    }

    /// Makes the row of Space the default of a menu if Enter could not carry out the default, for example an attack
    /// when no target is left.
    fn mark_possible(&self, menu: &mut [Entry]) {
        let Some(marked) = menu.iter().find(|entry| entry.preset) else {
            return;
        };
        let is_end = |entry: &Entry| entry.space && entry.refused.is_none();
        if marked.space || !menu.iter().any(is_end) || self.is_possible(marked) {
            return;
        }
        let end = menu.iter().position(is_end);
        for (place, entry) in menu.iter_mut().enumerate() {
            entry.preset = Some(place) == end;
        }
    }

    /// Returns `true` if a row of the menu can start, and the rules accept the form that it opens as it is.
    fn is_possible(&self, entry: &Entry) -> bool {
        if entry.refused.is_some() {
            return false;
        }
        let command = rules::meant(self.system, self.now(), entry.command.clone());
        let end = |draft| {
            let rule = |cx: &mut Resolver<'_>| rules::resolve(self.system, cx, &command);
            run(self.now(), &[], draft, rule).end
        };
        match end(None) {
            Err(Stop::Ask(prompt)) if matches!(prompt.kind, Kind::Form(_)) => {
                let sent = end(Some((&prompt.question, &Draft::new())));
                !matches!(sent, Err(Stop::Refused(_)))
            }
            end => !matches!(end, Err(Stop::Refused(_))),
        }
    }

    /// Returns the menu as the screen shows it. A list is a single row until the user opens it.
    pub fn menu_rows(&self) -> &[Entry] {
        let rows = self.rows.get_or_init(|| rules::folded(self.menu()));
        rows.as_deref().unwrap_or_else(|| self.menu())
    }

    /// Returns the entries of a list that a row of the menu opens.
    pub fn menu_list(&self, row: &Entry) -> Vec<Entry> {
        let mut lists = self
            .menu()
            .iter()
            .filter(|one| row.opens.contains(&one.command));
        let list = lists.find_map(|one| one.list).unwrap_or_default();
        rules::listed(self.system.actions(), self.menu(), list, &row.opens)
    }

    /// Returns the commands that may start between any two other commands and are not in the menu.
    pub fn extras(&self) -> Vec<Entry> {
        let menu = self.menu();
        let mut extras = extras(self.system.actions(), self.now());
        extras.retain(|one| menu.iter().all(|other| other.command != one.command));
        self.entries(&extras)
    }

    /// Returns the row of a combatant in the combatants pane.
    pub fn row(&self, who: Id) -> RowView {
        self.system.row(self.now(), who)
    }
}
