//! What the screen shows of a fight: the top line, who acts when, what may be done, and how everybody stands.

use std::cell::OnceCell;

use super::{Session, Waits};
use crate::rules::{self, Entry, Offer, OrderRow, RowView, entries, extras};
use crate::values::Id;

impl Session {
    /// A number that is another one after every input and in every fight: while it is the same, so is all that is shown.
    pub fn revision(&self) -> u64 {
        self.cache.revision
    }

    /// Where the fight stands, for the top line.
    pub fn headline(&self) -> &str {
        let headline = || rules::headline(self.system, self.now());
        self.cache.headline.get_or_init(headline)
    }

    pub fn order(&self) -> &[OrderRow] {
        self.cache
            .order
            .get_or_init(|| self.system.order(self.now()))
    }

    fn entries(&self, offers: &[Offer]) -> Vec<Entry> {
        entries(self.system.actions(), self.now(), offers)
    }

    /// What the fight offers now; empty while it waits for an answer.
    pub fn menu(&self) -> &[Entry] {
        let menu = || match &self.waits {
            Waits::Offers { offers, .. } => {
                let beside = self.system.beside(self.now());
                self.entries(&[offers.as_slice(), &beside].concat())
            }
            Waits::Prompt(_) | Waits::Fault(_) => Vec::new(),
        };
        self.cache.menu.get_or_init(menu)
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
        self.cache.extras.get_or_init(extras)
    }

    /// What the combatants pane shows of somebody who is there.
    pub fn row(&self, who: Id) -> &RowView {
        let none_yet = || vec![OnceCell::new(); self.now().combatants.len()];
        let rows = self.cache.rows.get_or_init(none_yet);
        rows[who.index()].get_or_init(|| self.system.row(self.now(), who))
    }
}
