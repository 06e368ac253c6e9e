//! Rounds in which everybody declares: the menu of it.

use crate::encounter::Id;
use crate::rules::{Action, Offer};

/// Whoever is `open` declares, the first of them at the top and then the `rest` of them in one go; whoever is `done` may
/// do so anew.
pub fn offers(declare: &Action, open: &[Id], done: &[Id], rest: Vec<Offer>) -> Vec<Offer> {
    let by = |id: &Id| Offer::new(declare.by(*id)).by_letter();
    let (first, others) = open.split_at(open.len().min(1));
    let mut offers: Vec<Offer> = first.iter().map(by).collect();
    offers.extend(rest);
    offers.extend(others.iter().chain(done).map(by));
    offers
}
