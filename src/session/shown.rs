//! What the screen shows of a state, worked out once and not for every key.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Session;
use super::Waits;
use crate::rules::{self, Entry, Offer, OrderRow, RowView, entries, extras};
use crate::values::Id;

/// What was asked of the system since the last input.
pub(super) struct Shown {
    headline: OnceCell<String>,
    order: OnceCell<Vec<OrderRow>>,
    menu: OnceCell<Vec<Entry>>,
    extras: OnceCell<Vec<Entry>>,
    rows: OnceCell<Vec<OnceCell<RowView>>>,
    revision: u64,
}

impl Default for Shown {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            headline: OnceCell::new(),
            order: OnceCell::new(),
            menu: OnceCell::new(),
            extras: OnceCell::new(),
            rows: OnceCell::new(),
            revision: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }
}

impl Shown {
    /// Nothing is known of the state that comes next.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

impl Session {
    /// A number that is another one after every input and in every fight: while it is the same, so is all that is shown.
    pub fn revision(&self) -> u64 {
        self.shown.revision
    }

    /// Where the fight stands, for the top line.
    pub fn headline(&self) -> &str {
        let headline = || rules::headline(self.system, self.now());
        self.shown.headline.get_or_init(headline)
    }

    /// The initiative pane.
    pub fn order(&self) -> &[OrderRow] {
        self.shown
            .order
            .get_or_init(|| self.system.order(self.now()))
    }

    fn entries(&self, offers: &[Offer]) -> Vec<Entry> {
        entries(self.system.actions(), self.now(), offers)
    }

    /// What the fight offers now; empty while it waits for an answer.
    pub fn menu(&self) -> &[Entry] {
        let menu = || match &self.waits {
            Waits::Offers { offers, .. } => self.entries(offers),
            Waits::Prompt(_) | Waits::Fault(_) => Vec::new(),
        };
        self.shown.menu.get_or_init(menu)
    }

    /// Commands that may be started between any two others, besides what the fight offers now.
    pub fn extras(&self) -> &[Entry] {
        let extras = || {
            let mut extras = extras(self.system.actions(), self.now());
            let offered =
                |one: &Offer| self.menu().iter().any(|other| other.command == one.command);
            extras.retain(|one| !offered(one));
            self.entries(&extras)
        };
        self.shown.extras.get_or_init(extras)
    }

    /// What the combatants pane shows of somebody who is there.
    pub fn row(&self, who: Id) -> &RowView {
        let none_yet = || vec![OnceCell::new(); self.now().combatants.len()];
        let rows = self.shown.rows.get_or_init(none_yet);
        rows[who.index()].get_or_init(|| self.system.row(self.now(), who))
    }
}
