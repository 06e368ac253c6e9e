//! Bonus actions taken before the plan: fetching a lost weapon, freeing a stuck weapon, picking up a missile (SPL-21,
//! SPL-104, SPL-106, SPL-117).

use crate::rules::Legal;
use crate::systems::prelude::*;

use crate::systems::split_round::combat::{fetch, other_acts};
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::Whereabouts;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{Turn, long, movement_left};

/// Kind of preparation of a weapon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Fetches the weapon (SPL-104).
    Fetch,
    /// Frees the weapon (SPL-106).
    Free,
    /// Picks up a missile for the weapon (SPL-117).
    Missile,
}

#[derive(Clone)]
struct Preparation {
    kind: Kind,
    weapon: Weapon,
    word: String,
}

impl Preparation {
    fn choice(&self) -> Choice {
        let name = self.weapon.name();
        let (label, hint) = match self.kind {
            Kind::Fetch => {
                let feet = self.weapon.feet_away();
                (format!("fetches the {name}"), format!("{feet} ft away"))
            }
            Kind::Free => (format!("frees the {name}"), "stuck".to_owned()),
            Kind::Missile => {
                let lying = self.weapon.ammo_on_ground();
                let hint = format!("{lying} on the ground; no movement this round");
                (format!("picks up a missile for the {name}"), hint)
            }
        };
        Choice::new(self.word.as_str(), label).hint(hint)
    }
}

/// Returns all preparations of a combatant.
fn all(now: &Encounter, who: Id) -> Vec<Preparation> {
    let mut all = Vec::new();
    let mut add = |kind, word: &str, weapon: &Weapon| {
        let word = format!("{word}-{}", weapon.name());
        let weapon = weapon.clone();
        all.push(Preparation { kind, weapon, word });
    };
    let standing = !fighter(now, who).has(is::PRONE);
    for weapon in fighter(now, who).weapons() {
        match weapon.place() {
            Whereabouts::Flown if standing => add(Kind::Fetch, "fetch", &weapon),
            Whereabouts::Stuck => add(Kind::Free, "free", &weapon),
            Whereabouts::Hand | Whereabouts::Dropped | Whereabouts::Flown => {}
        }
        if weapon.ammo_on_ground() > 0 {
            add(Kind::Missile, "missile", &weapon);
        }
    }
    all
}

/// Returns the legality of preparing: before the plan, with an unspent bonus action and an available preparation.
pub fn legal(now: &Encounter, who: Id) -> Legal {
    let deciding = now.fighting() && Round::of(now).phase == Phase::Decide;
    let open = !Turn::of(now, who).declared && long(now, who).is_none();
    let open = deciding && open && fetch::bonus_open(now, who);
    Legal::when(open && !all(now, who).is_empty())
}

/// Resolves a preparation immediately, before the plan is made (SPL-21).
pub fn prepare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let all = all(cx.now(), who);
    let left = movement_left(cx.now(), who);
    let title = say!(
        cx.now(),
        "What does {} do with the bonus action first?",
        cx.name(who)
    );
    let (chosen, feet, around) = cx.form("prepare", who, title, |f| {
        let chosen = f.one_of(
            "deed",
            "action",
            &all,
            0,
            |one| &one.word,
            Preparation::choice,
        );
        let chosen = f.need(chosen, "nothing to prepare")?;
        let (mut feet, mut around) = (0, Vec::new());
        if chosen.kind == Kind::Fetch {
            let away = chosen.weapon.feet_away();
            f.hint(|| format!("{left} ft of movement left"));
            feet = f.number("feet", "movement", 0..=999, "ft", away);
            around = fetch::ask_around(f, who, None);
            let far = format!("{feet} ft away, {left} ft of movement left");
            f.refuse_if((feet > left).then_some(far))?;
        }
        Ok((chosen, feet, around))
    })?;
    let weapon = &chosen.weapon;
    let name = weapon.name().to_owned().into();
    let said = match chosen.kind {
        Kind::Fetch => Says::Fetches {
            who,
            weapon: name,
            feet,
        },
        Kind::Free => Says::Frees { who, weapon: name },
        Kind::Missile => Says::PicksMissileUp { who, weapon: name },
    };
    cx.act(who, said);
    match chosen.kind {
        Kind::Fetch => fetch::fetch(cx, who, weapon, feet, &around),
        Kind::Free => fetch::free(cx, who, weapon),
        Kind::Missile => {
            Turn::change(cx, who, |turn| {
                turn.bonus_spent = true;
                turn.rooted = true;
            });
            other_acts::pick_up(cx, who, weapon, 1);
            Ok(())
        }
    }
}
