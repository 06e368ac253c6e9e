//! What the screen shows of a state, worked out once and not for every key.

use std::cell::OnceCell;

use super::Session;
use crate::encounter::Id;
use crate::rules::{Offer, OrderRow, RowView};

/// What was asked of the system since the last input.
#[derive(Default)]
pub(super) struct Shown {
    headline: OnceCell<String>,
    order: OnceCell<Vec<OrderRow>>,
    extras: OnceCell<Vec<Offer>>,
    rows: OnceCell<Vec<OnceCell<RowView>>>,
}

impl Session {
    /// Where the fight stands, for the top line.
    pub fn headline(&self) -> &str {
        let headline = || self.system.headline(self.now());
        self.shown.headline.get_or_init(headline)
    }

    /// The initiative pane.
    pub fn order(&self) -> &[OrderRow] {
        self.shown
            .order
            .get_or_init(|| self.system.order(self.now()))
    }

    /// Commands that may be started between any two others.
    pub fn extras(&self) -> &[Offer] {
        self.shown
            .extras
            .get_or_init(|| self.system.extras(self.now()))
    }

    /// What the combatants pane shows of somebody who is there.
    pub fn row(&self, who: Id) -> &RowView {
        let none_yet = || vec![OnceCell::new(); self.now().combatants.len()];
        let rows = self.shown.rows.get_or_init(none_yet);
        rows[who.index()].get_or_init(|| self.system.row(self.now(), who))
    }
}
