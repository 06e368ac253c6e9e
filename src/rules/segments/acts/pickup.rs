//! Weapons that are picked up before the initiative (SEG-43).

use crate::act;
use crate::encounter::{Encounter, Id, Resolver, Step};

use crate::rules::segments::combat::check_degree;
use crate::rules::segments::sheet::{Attribute, active, fighter};
use crate::rules::segments::state::{Deeds, MainAction, plan};

/// Everyone who picks up a weapon rolls DEX for it (SEG-43).
pub fn prep(cx: &mut Resolver<'_>) -> Step<()> {
    for who in stooping(cx.now()) {
        let now = cx.now();
        let weapon = plan(now, who).and_then(|plan| plan.use_of(fighter(now, who), 1).weapon);
        let name = weapon.unwrap_or_else(|| "weapon".to_owned());
        act!(cx, who, &[who], "{} stoops for the {name}.", cx.name(who));
        let degree = check_degree(cx, "pickup", who, "picking it up, DEX", Attribute::Dex, 4)?;
        let text = match degree {
            1 => format!("{} has it and can still attack.", cx.name(who)),
            2..=4 => format!("{} has it and cannot attack.", cx.name(who)),
            _ => format!("The {name} still lies there."),
        };
        cx.note(&[who], text);
        Deeds::change(cx, who, |deeds| deeds.pickup = Some(degree));
    }
    Ok(())
}

/// Whoever picks up a weapon this round and has not rolled for it, in roster order.
pub fn stooping(now: &Encounter) -> Vec<Id> {
    let mut all = active(now);
    all.retain(|id| plan(now, *id).is_some_and(|plan| plan.action == MainAction::PickUp));
    all.retain(|id| Deeds::of(now, *id).pickup.is_none());
    all
}
