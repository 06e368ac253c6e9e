//! Menu of rounds in which everyone declares.

use crate::rules::{Action, Next, Offer};
use crate::systems::prelude::*;
use crate::text::agree;

/// Returns the `open` combatants that "Declare for all" covers. Combatants under automatic control declare themselves,
/// unless no other combatant is left.
pub fn by_one_key(now: &Encounter, open: Vec<Id>) -> Vec<Id> {
    let plays = |id: &Id| now.control(*id).plays();
    let (plays, own): (Vec<Id>, Vec<Id>) = open.into_iter().partition(plays);
    if own.is_empty() { plays } else { own }
}

/// Returns the `left` combatants covered by a command that declares `so` for all of them. Combatants who can act only
/// because an earlier answer changed were not part of the original command, so Affray asks the GM whether to include
/// them.
pub fn meant(cx: &mut Resolver<'_>, mut left: Vec<Id>, so: &str) -> Step<Vec<Id>> {
    let new = cx.not_meant(&left);
    if new.is_empty() {
        return Ok(left);
    }
    let names = cx.now().names(&new);
    let can = agree(new.len(), "has not declared", "have not declared");
    let title = say!(cx.now(), "{names} {can} yet: {so}?");
    cx.others("has declared already or cannot act");
    let too = cx.pick("too", None, title, new.clone(), 0, new.len(), new.clone())?;
    left.retain(|id| !new.contains(id) || too.contains(id));
    Ok(left)
}

/// Offers a declaration to each `open` combatant. The first combatant comes before the `rest` of the offers, the others
/// after. The `done` combatants may declare again.
pub fn offers(declare: &Action, open: &[Id], done: &[Id], rest: Vec<Offer>) -> Vec<Offer> {
    let by = |id: &Id| Offer::new(declare.by(*id)).by_letter();
    let (first, others) = open.split_at(open.len().min(1));
    let mut offers = Vec::with_capacity(open.len() + rest.len() + done.len() + 1);
    offers.extend(first.iter().map(by));
    offers.extend(rest);
    offers.extend(others.iter().chain(done).map(by));
    offers
}

/// Offers the `dice` when no combatant is left to declare, so that the GM can check the declarations first. The
/// `done` combatants may declare again.
pub fn all_declared(declare: &Action, done: &[Id], dice: &Action) -> Next {
    let dice = vec![Offer::new(dice.of()).preset()];
    Next::Offers {
        title: "All combatants have declared".to_owned(),
        offers: offers(declare, &[], done, dice),
    }
}
