//! What lies about when the fight is over, and what of it is taken along (CTD-114, CTD-179).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step};
use crate::values::Id;

use crate::systems::countdown::sheet::{Kind, State, Weapon, at, at_attack};
use crate::systems::countdown::state::fighter;

/// As many of one kind of thrown weapons may be found.
const MOST_THROWN: i64 = 20;

/// Something that lies about.
#[derive(Clone)]
pub struct Lying {
    owner: Id,
    weapon: Weapon,
    /// Missiles of it that hit; none where the weapon itself lies there.
    hits: i64,
}

impl Lying {
    /// In words: "Ana: 3 that hit, bow".
    pub fn told(&self, now: &Encounter) -> String {
        let (owner, weapon) = (now.name(self.owner), self.weapon.name());
        match self.hits {
            0 => format!("{owner}: {weapon}"),
            hits => format!("{owner}: {hits} that hit, {weapon}"),
        }
    }

    /// How many of it can be found.
    fn most(&self) -> i64 {
        match (self.hits, self.weapon.kind(), self.weapon.ammo()) {
            (0, Kind::Thrown, Some(_)) => MOST_THROWN,
            (0, ..) => 1,
            (hits, ..) => hits,
        }
    }
}

/// Missiles that hit, thrown weapons, dropped weapons (CTD-179).
pub fn lying(now: &Encounter) -> Vec<Lying> {
    let mut all = Vec::new();
    for owner in now.ids() {
        for weapon in fighter(now, owner).weapons() {
            let hits = weapon.shots_hit().unwrap_or(0);
            let thrown = weapon.state() == State::Spent && weapon.kind() == Kind::Thrown;
            let lies = weapon.state() == State::Dropped || thrown;
            let lying = |hits| Lying {
                owner,
                weapon: weapon.clone(),
                hits,
            };
            all.extend((hits > 0).then(|| lying(hits)));
            all.extend(lies.then(|| lying(0)));
        }
    }
    all
}

/// The GM says what of it is found (CTD-114).
pub fn collect(cx: &mut Resolver<'_>) -> Step<()> {
    let all = lying(cx.now());
    let found = cx.form("collect", None, "What is found again?", |f| {
        let mut found = Vec::new();
        for (place, lying) in all.iter().enumerate() {
            let (owner, weapon) = (f.now.name(lying.owner), lying.weapon.name());
            let (key, label) = (format!("found{}", place + 1), format!("{owner}'s {weapon}"));
            f.hint(|| match lying.hits {
                0 => "thrown or dropped".to_owned(),
                hits => format!("{hits} that hit"),
            });
            found.push(f.number(&key, &label, 0..=lying.most(), "", lying.hits.max(1)));
        }
        Ok(found)
    })?;
    cx.act(None, &[], "What lies about is collected.");
    for (lying, found) in all.iter().zip(found) {
        let (owner, weapon) = (lying.owner, &lying.weapon);
        if let (Some(left), Some(place)) = (weapon.ammo(), weapon.place) {
            let ammo = at::attacks.row(place, at_attack::ammo);
            cx.change(owner, ammo, Some(left + found), weapon.name(), "found");
        }
        if lying.hits > 0 {
            weapon.set(cx, owner, at_attack::shots_hit, None);
        } else if found > 0 {
            weapon.set(cx, owner, at_attack::state, State::Ready);
            weapon.set(cx, owner, at_attack::recover_round, None);
            let text = format!("{} has the {} again.", cx.name(owner), weapon.name());
            cx.note(&[owner], text);
        }
    }
    Ok(())
}
