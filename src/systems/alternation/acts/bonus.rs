//! Bonus actions, such as picking up, equipping or speaking (`ALT-37`).

use crate::systems::alternation::combat::holds::drop_holds;
use crate::systems::alternation::combat::{concealment, gear};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::{Carried, at};
use crate::systems::alternation::sheet::weapon::{Weapon, weapons};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::prelude::*;

crate::words! {
    /// Kind of bonus action (`ALT-37`).
    enum BonusAction {
        /// Picks up an object from the ground.
        PickUp = "pick-up" "pick up an item",
        /// Puts down an object in hand.
        PutDown = "put-down" "drop an item",
        /// Takes a stowed object in hand.
        Equip = "equip" "equip",
        /// Stows an object in hand.
        Unequip = "unequip" "unequip",
        Door = "door" "open a door",
        Lever = "lever" "pull a lever",
        Talk = "talk" "say a few words",
        /// Any other quick action.
        Other = "other" "another quick action",
    }
}

impl BonusAction {
    /// Returns the place of the object before and after the action; `None` if the action handles no object.
    fn carries(self) -> Option<(Carried, Carried)> {
        match self {
            BonusAction::PickUp => Some((Carried::Dropped, Carried::Held)),
            BonusAction::PutDown => Some((Carried::Held, Carried::Dropped)),
            BonusAction::Equip => Some((Carried::Stowed, Carried::Held)),
            BonusAction::Unequip => Some((Carried::Held, Carried::Stowed)),
            BonusAction::Door | BonusAction::Lever | BonusAction::Talk | BonusAction::Other => None,
        }
    }
}

/// Object that a bonus action may move.
#[derive(Clone)]
struct Thing {
    key: String,
    label: String,
    owner: Id,
    weapon: Weapon,
    to: Carried,
}

/// Returns the objects that a bonus action can handle: the combatant's own, and, for picking up, objects dropped by
/// others (`ALT-37`).
fn things(now: &Encounter, who: Id, what: BonusAction) -> Vec<Thing> {
    let Some((from, to)) = what.carries() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let owners = now.present();
    let owners = owners.filter(|id| *id != who && what == BonusAction::PickUp);
    for owner in std::iter::once(who).chain(owners) {
        for weapon in weapons(now, owner) {
            let Some(row) = weapon.row else {
                continue;
            };
            if weapon.bodily() || weapon.destroyed() || weapon.carried() != from {
                continue;
            }
            let (name, whose) = (weapon.name(), now.name(owner));
            let (key, label) = if owner == who {
                (name.to_owned(), name.to_owned())
            } else {
                (
                    format!("{}-{row}", owner.letter()),
                    format!("{whose}'s {name}"),
                )
            };
            all.push(Thing {
                key,
                label,
                owner,
                weapon,
                to,
            });
        }
    }
    let fighter = Fighter::of(now, who);
    let shield_fits = fighter.has_shield() && fighter.shield_held() == (from == Carried::Held);
    if shield_fits && !all.iter().any(|thing| thing.key == "shield") {
        all.push(Thing {
            key: "shield".to_owned(),
            label: "shield".to_owned(),
            owner: who,
            weapon: Weapon::worn_shield(),
            to,
        });
    }
    all
}

/// Warns if a combatant would hold more than its hands can carry (`ALT-88`); "" otherwise. The GM decides.
fn hands_needed(now: &Encounter, who: Id, thing: &Thing) -> String {
    let hands = Fighter::of(now, who).sheet().hands();
    let held = weapons(now, who).into_iter();
    let held = held.filter(|one| {
        one.carried() == Carried::Held && one.row.is_some() && !one.bodily() && !one.destroyed()
    });
    let shield = i64::from(Fighter::of(now, who).shield_held());
    let taken = held.map(|one| one.hands_needed()).sum::<i64>() + shield;
    let needed = taken + thing.weapon.hands_needed();
    if thing.to == Carried::Held && needed > hands {
        format!(
            "{needed} hands needed, {who} has {hands}",
            who = now.name(who)
        )
    } else {
        String::new()
    }
}

/// Bonus action as described by its form.
struct Bonus {
    what: BonusAction,
    thing: Option<Thing>,
    words: String,
    reveals: bool,
}

fn bonus_form(f: &mut Form<'_>, who: Id) -> Bonus {
    let now = f.now;
    let open = |what: &BonusAction| what.carries().is_none() || !things(now, who, *what).is_empty();
    let offered: Vec<BonusAction> = BonusAction::ALL.iter().copied().filter(open).collect();
    let mut handy = offered.iter().copied();
    let handy = handy.find(|what| matches!(what, BonusAction::PickUp | BonusAction::Equip));
    let what = f.option_of("what", "what", &offered, handy.unwrap_or(BonusAction::Talk));
    let (mut thing, mut words) = (None, String::new());
    if what.carries().is_some() {
        let all = things(now, who, what);
        let tell = |thing: &Thing| {
            Choice::new(&thing.key, &thing.label).hint(hands_needed(now, who, thing))
        };
        thing = f.one_of("item", "item", &all, 0, |thing| &thing.key, tell);
    } else {
        words = f.text("words", "description", "");
    }
    let reveals = now.get(who).has(is::CONCEALED)
        && f.toggle("reveals", "reveals the position", what == BonusAction::Talk);
    Bonus {
        what,
        thing,
        words,
        reveals,
    }
}

/// Resolves a bonus action (`ALT-37`). All bonus actions except speaking release held combatants (`ALT-88`).
pub fn bonus(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{}: bonus action", cx.name(who));
    let bonus = cx.form("bonus", who, title, |f| Ok(bonus_form(f, who)))?;
    let words = || bonus.words.trim().to_owned().into();
    let said = match (bonus.what, bonus.words.trim()) {
        (BonusAction::Door, "") => Says::OpensDoor { who },
        (BonusAction::Lever, "") => Says::PullsLever { who },
        (BonusAction::Talk, "") => Says::SpeaksBriefly { who },
        (BonusAction::Talk, _) => Says::Speaks {
            who,
            words: words(),
        },
        (what, _) if what.carries().is_some() => Says::BonusAction { who },
        (_, "") => Says::BonusAction { who },
        _ => Says::OtherBonusAction {
            who,
            words: words(),
        },
    };
    cx.act(who, said);
    if bonus.what != BonusAction::Talk {
        drop_holds(cx, who, None);
    }
    let used = Fighter::of(cx.now(), who).sheet().bonus_used() + 1;
    cx.set(who, at::bonus_used, used);
    if let Some(thing) = bonus.thing {
        if thing.owner == who {
            gear::carry(cx, who, &thing.weapon, thing.to);
        } else {
            gear::take(cx, who, thing.owner, &thing.weapon);
        }
    }
    if bonus.reveals {
        concealment::reveal(cx, who, Says::WasNoticed {});
    }
    Ok(())
}
