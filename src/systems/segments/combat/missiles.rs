//! Missiles that stay stuck in a combatant (SEG-106 to SEG-108).

use crate::systems::prelude::*;
use crate::values::Sheet as _;

use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{Missiles, Stuck, StuckMissile, at, at_stuck};
use crate::systems::segments::state::fighter;

/// Leaves a missile stuck in a combatant, who has lower DEX and bleeds (SEG-106).
pub fn stick(cx: &mut Resolver<'_>, who: Id, missile: StuckMissile, wound: bool) {
    let Some(row) = Missiles::find(cx.now(), |row| row.key() == missile) else {
        return;
    };
    let (dex, bleed) = (row.dex() - i64::from(wound), row.bleed());
    let name = row.label().to_owned();
    let before = fighter(cx.now(), who).dex_now();
    let mut all = fighter(cx.now(), who).missiles().to_vec();
    let mut stuck = Row::new(Stuck::<()>::fields());
    stuck.set(at_stuck::missile, missile);
    stuck.set(at_stuck::dex, dex);
    stuck.set(at_stuck::bleed, bleed);
    all.push(stuck);
    cx.set(who, at::missiles, List::of(all));
    let one = fighter(cx.now(), who);
    let (after, bleeding) = (one.dex_now(), one.bleed_per_round());
    cx.note(Says::MissileStays {
        who,
        missile: name.into(),
        before,
        after,
        bleeding,
    });
}

/// Removes one stuck missile, the worst first (SEG-108).
pub fn pull_missile(cx: &mut Resolver<'_>, who: Id) {
    let mut all = fighter(cx.now(), who).missiles().to_vec();
    let worst = (0..all.len()).max_by_key(|place| (all[*place].get(at_stuck::bleed), *place));
    if let Some(place) = worst {
        let out = all.remove(place);
        let out = out.get(at_stuck::missile);
        let row = Missiles::find(cx.now(), |row| row.key() == out);
        let name = row.map_or_else(|| out.word().to_owned(), |row| row.label().to_owned());
        cx.set(who, at::missiles, List::of(all));
        let one = fighter(cx.now(), who);
        let (dex, bleeding) = (one.dex_now(), one.bleed_per_round());
        cx.note(Says::MissileOut {
            who,
            missile: name.into(),
            dex,
            bleeding,
        });
    }
}
