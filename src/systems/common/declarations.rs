//! Rounds in which everybody declares: the menu of it.

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step, say};
use crate::rules::{Action, Next, Offer};
use crate::text::agree;
use crate::values::Id;

/// For whom of the `open` the GM declares by one key: whoever plays by itself does so itself, unless nobody else is left.
pub fn by_one_key(now: &Encounter, open: Vec<Id>) -> Vec<Id> {
    let plays = |id: &Id| now.control(*id).plays();
    let (plays, own): (Vec<Id>, Vec<Id>) = open.into_iter().partition(plays);
    if own.is_empty() { plays } else { own }
}

/// Those of the `left` for whom a command declares that is for all who are left, each `so`: whoever it was meant for. Who can
/// act only because an earlier answer was changed was never asked: the GM says whether it is for them too.
pub fn meant(cx: &mut Resolver<'_>, mut left: Vec<Id>, so: &str) -> Step<Vec<Id>> {
    let new = cx.not_meant(&left);
    if new.is_empty() {
        return Ok(left);
    }
    let names = cx.now().names(&new);
    let can = agree(new.len(), "is left now", "are left now");
    let title = say!(cx.now(), "{names} {can}, too: {so}?");
    cx.others("has declared, is declared for, or cannot act");
    let too = cx.pick("too", None, title, new.clone(), 0, new.len(), new.clone())?;
    left.retain(|id| !new.contains(id) || too.contains(id));
    Ok(left)
}

/// Whoever is `open` declares, the first of them at the top and then the `rest` of them in one go; whoever is `done` may
/// do so anew.
pub fn offers(declare: &Action, open: &[Id], done: &[Id], rest: Vec<Offer>) -> Vec<Offer> {
    let by = |id: &Id| Offer::new(declare.by(*id)).by_letter();
    let (first, others) = open.split_at(open.len().min(1));
    let mut offers = Vec::with_capacity(open.len() + rest.len() + done.len() + 1);
    offers.extend(first.iter().map(by));
    offers.extend(rest);
    offers.extend(others.iter().chain(done).map(by));
    offers
}

/// Nobody is left to declare: the `dice` wait until the GM has seen that all is as meant; whoever is `done` may declare
/// anew.
pub fn all_declared(declare: &Action, done: &[Id], dice: &Action) -> Next {
    let dice = vec![Offer::new(dice.of()).preset()];
    Next::Offers {
        title: "All have declared".to_owned(),
        offers: offers(declare, &[], done, dice),
    }
}
