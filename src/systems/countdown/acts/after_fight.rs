//! Actions after the fight: collecting weapons and passing time (CTD-63, CTD-114, CTD-177 to CTD-179).

use crate::encounter::Event;
use crate::systems::prelude::*;
use crate::text::counted;

use super::round_end;

use crate::systems::countdown::says::{self, Says};
use crate::systems::countdown::sheet::{Kind, Options, State, Weapon, at, at_attack, is};
use crate::systems::countdown::state::{Phase, Round, fighter};

/// Maximum number of thrown weapons of one kind that can be found.
const MOST_THROWN: i64 = 20;

/// Weapon or missiles lying on the ground.
#[derive(Clone)]
pub struct Lying {
    owner: Id,
    weapon: Weapon,
    /// Number of missiles or thrown weapons that hit; 0 for a single weapon on the ground.
    hits: i64,
}

impl Lying {
    /// Returns the entry for the log.
    pub fn said(&self) -> says::Lying {
        let (owner, weapon) = (self.owner, self.weapon.name().to_owned().into());
        match self.hits {
            0 => says::Lying::Thing { owner, weapon },
            hits => says::Lying::Missiles {
                owner,
                weapon,
                hits,
            },
        }
    }

    /// Returns the maximum number that can be found.
    fn most(&self) -> i64 {
        match (self.hits, self.weapon.kind(), self.weapon.ammo()) {
            (0, Kind::Thrown, Some(_)) => MOST_THROWN,
            (0, ..) => 1,
            (hits, ..) => hits,
        }
    }
}

/// Returns the weapons on the ground: missiles that hit, thrown weapons and dropped weapons (CTD-179).
pub fn lying(now: &Encounter) -> Vec<Lying> {
    let mut all = Vec::new();
    for owner in now.ids() {
        for weapon in fighter(now, owner).weapons() {
            let hits = weapon.shots_hit().unwrap_or(0);
            let spent = weapon.state() == State::Spent && weapon.kind() == Kind::Thrown;
            let lies = weapon.state() == State::Dropped || (spent && hits == 0);
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

/// Asks the GM which weapons are found (CTD-114).
pub fn collect(cx: &mut Resolver<'_>) -> Step<()> {
    let all = lying(cx.now());
    let found = cx.form("collect", None, "Which weapons are found?", |f| {
        let mut found = Vec::new();
        for (place, lying) in all.iter().enumerate() {
            let (owner, weapon) = (f.now.name(lying.owner), lying.weapon.name());
            let (key, label) = (format!("found{}", place + 1), format!("{owner}'s {weapon}"));
            f.hint(|| match lying.hits {
                0 => "thrown or dropped".to_owned(),
                hits => format!("{} hit", counted(hits, "missile")),
            });
            found.push(f.number(&key, &label, 0..=lying.most(), "", lying.hits.max(1)));
        }
        Ok(found)
    })?;
    cx.act(None, Says::WeaponsCollected {});
    for (lying, found) in all.iter().zip(found) {
        let (owner, weapon) = (lying.owner, &lying.weapon);
        if let (Some(left), Some(place)) = (weapon.ammo(), weapon.place) {
            let ammo = at::attacks.row(place, at_attack::ammo);
            cx.change(
                owner,
                ammo,
                Some(left + found),
                weapon.name(),
                Says::Found {},
            );
        }
        if lying.hits > 0 {
            weapon.set(cx, owner, at_attack::shots_hit, None);
        }
        let back = lying.hits == 0 || weapon.state() == State::Spent;
        if back && found > 0 {
            weapon.set(cx, owner, at_attack::state, State::Ready);
            weapon.set(cx, owner, at_attack::recover_round, None);
            let (who, weapon) = (owner, weapon.name().to_owned().into());
            cx.note(Says::Recovers { who, weapon });
        }
    }
    Ok(())
}

crate::words! {
    /// Unit of the time after a fight.
    enum Span {
        Turns = "turns",
        /// Rounds of 10 seconds each.
        Rounds = "rounds",
    }
}

/// Advances time after the fight: repeats the END step, and counts rest (CTD-63, CTD-178).
pub fn advance(cx: &mut Resolver<'_>) -> Step<()> {
    let per_turn = Options::of(cx.now()).rounds_per_turn();
    let (number, span) = cx.form("advance", None, "How much time passes?", |f| {
        let number = f.amount().number("number", "number", 1..=100, "", 1);
        let tell = |span: &Span| {
            Choice::of(*span).hint(match span {
                Span::Turns => format!("{per_turn} rounds per turn"),
                Span::Rounds => "10 seconds per round".to_owned(),
            })
        };
        let span = f.option_told("unit", "unit", Span::ALL, Span::default(), tell);
        Ok((number, span))
    })?;
    let turns = span == Span::Turns;
    let rounds = if turns { number * per_turn } else { number };
    cx.act(None, Says::TimePasses { number, turns });
    for _ in 0..rounds {
        if Round::of(cx.now()).phase == Phase::Declare {
            // The round announced at the end of the fight passes first.
            Round::default().put(cx);
        } else {
            let number = cx.now().round + 1;
            cx.emit(Event::Round {
                number,
                text: Told::default(),
            });
        }
        round_end::steps(cx)?;
        rest(cx, per_turn * 3);
    }
    Ok(())
}

/// Adds a round of rest; three turns of rest end fatigue (CTD-63).
fn rest(cx: &mut Resolver<'_>, enough: i64) {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let tired = one.has(is::FATIGUED) || one.run_rounds() > 0;
        if !tired || one.dead() {
            continue;
        }
        let rested = (one.rest_rounds() + 1).min(9_999);
        cx.set(id, at::rest_rounds, rested);
        if rested >= enough {
            cx.act(id, Says::IsRested { who: id });
            cx.lose(id, is::FATIGUED, Says::Fatigued {}, "");
            cx.set(id, at::run_rounds, 0);
            cx.set(id, at::rest_rounds, 0);
        }
    }
}
