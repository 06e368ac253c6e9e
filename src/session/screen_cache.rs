//! What was asked of the system since the last input: it is worked out once and not for every key.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::{Entry, OrderRow, RowView};

/// What the screen shows of a state, as far as it was asked for.
pub(super) struct ScreenCache {
    pub(super) headline: OnceCell<String>,
    pub(super) order: OnceCell<Vec<OrderRow>>,
    pub(super) menu: OnceCell<Vec<Entry>>,
    pub(super) extras: OnceCell<Vec<Entry>>,
    pub(super) rows: OnceCell<Vec<OnceCell<RowView>>>,
    pub(super) revision: u64,
}

impl Default for ScreenCache {
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

impl ScreenCache {
    /// Nothing is known of the state that comes next.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
