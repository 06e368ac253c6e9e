//! Activating, ending a turn, and the acts that are neither attack nor movement (`ALT-36` to `ALT-38`, `ALT-102`,
//! `ALT-103`, `ALT-118`).

use crate::encounter::{Choice, Condition, Encounter, Form, Id, Resolver, Step, Words as _};
use crate::rules::ruling;

use super::attack::drop_holds;
use super::schema::{Carried, at, is};
use super::sheet::{Fighter, standing};
use super::turn::{self, Turn, in_turn, out_of_turn};
use super::weapon::{Weapon, weapons};
use super::{ALTERNATION, gear, mounts, round, wounds};
use crate::act;

/// A turn begins, of one character or of a unit (`ALT-26`, `ALT-102`).
pub fn activate(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    turn::begin_turn(cx, who);
    let members = Turn::of(cx.now()).members.clone();
    let text = if members.len() > 1 {
        format!("{} take their turn together.", cx.now().names(&members))
    } else {
        format!("{} takes a turn.", cx.name(who))
    };
    cx.act(who, &members, text);
    Ok(())
}

/// The turn is over: its members are spent, those of a unit that did nothing keep theirs for a reaction
/// (`ALT-102`, `ALT-103`).
pub fn end_turn(cx: &mut Resolver<'_>) -> Step<()> {
    let turn = Turn::of(cx.now()).clone();
    for id in turn.members.iter().copied() {
        let fighter = Fighter::of(cx.now(), id);
        if fighter.spent() || cx.get(id).has(is::RESERVED) {
            continue;
        }
        let idle = !fighter.acted() && fighter.moved() == 0 && !turn.done.contains(&id);
        let may_wait = standing(cx.now(), id)
            && !cx.get(id).has(is::CARRIED)
            && super::sheet::holder(cx.now(), id).is_none();
        if turn.unit() && idle && may_wait {
            mounts::reserve(cx, id, false);
        } else {
            cx.set(id, at::spent, true);
        }
    }
    turn::clear_turn(cx);
    round::go_on(cx);
    Ok(())
}

/// Whether a main action is left (`ALT-32`, `ALT-33`); the reason if not.
pub fn no_main(now: &Encounter, who: Id) -> Option<&'static str> {
    let fighter = Fighter::of(now, who);
    if fighter.past_half() {
        Some("has moved more than half its speed: no action this turn")
    } else if fighter.sheet().main_used() {
        Some("the main action is used")
    } else if fighter.sheet().bonus_used() > 1 {
        Some("both actions went into bonus actions")
    } else {
        None
    }
}

/// Whether a bonus action is left; the reason if not.
pub fn no_bonus(now: &Encounter, who: Id) -> Option<&'static str> {
    let fighter = Fighter::of(now, who);
    let most = if fighter.sheet().main_used() { 1 } else { 2 };
    if fighter.past_half() {
        Some("has moved more than half its speed: no action this turn")
    } else if fighter.sheet().bonus_used() >= most {
        Some("the bonus action is used")
    } else {
        None
    }
}

crate::words! {
    /// A bonus action (`ALT-37`).
    enum Quick {
        /// Takes up what lies on the ground.
        PickUp = "pick-up" "pick something up",
        /// Lays down what it holds.
        PutDown = "put-down" "put something down",
        /// Takes in hand what is stowed.
        Equip = "equip" "equip",
        /// Stows what it holds.
        Unequip = "unequip" "unequip",
        /// A door.
        Door = "door" "open a door",
        /// A lever.
        Lever = "lever" "pull a lever",
        /// Words.
        Talk = "talk" "say a few words",
        /// Anything else that is quick.
        Other = "other" "something else, a second or two",
    }
    /// A main action that has no rules of its own here (`ALT-38`).
    enum Deed {
        /// A power.
        Power = "power" "invoke a profane power",
        /// Distracts.
        Distract = "distract" "distract",
        /// Intimidates.
        Intimidate = "intimidate" "intimidate",
        /// Taunts.
        Taunt = "taunt" "taunt",
        /// A consumable.
        Consumable = "consumable" "use a consumable",
        /// Anything else that takes a round.
        Other = "other" "something else that takes a round",
    }
}

impl Quick {
    /// Where what it handles is before and after; `None` of what handles nothing.
    fn carries(self) -> Option<(Carried, Carried)> {
        match self {
            Quick::PickUp => Some((Carried::Dropped, Carried::Held)),
            Quick::PutDown => Some((Carried::Held, Carried::Dropped)),
            Quick::Equip => Some((Carried::Stowed, Carried::Held)),
            Quick::Unequip => Some((Carried::Held, Carried::Stowed)),
            Quick::Door | Quick::Lever | Quick::Talk | Quick::Other => None,
        }
    }
}

/// A thing a bonus action may move.
#[derive(Clone)]
struct Thing {
    key: String,
    label: String,
    owner: Id,
    weapon: Weapon,
    to: Carried,
}

/// Things that fit a bonus action: own ones, and for picking up those that others dropped (`ALT-37`).
fn things(now: &Encounter, who: Id, what: Quick) -> Vec<Thing> {
    let Some((from, to)) = what.carries() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let owners = now.present();
    let owners = owners.filter(|id| *id != who && what == Quick::PickUp);
    for owner in std::iter::once(who).chain(owners) {
        for weapon in weapons(now, owner) {
            let Some(row) = weapon.row else {
                continue;
            };
            if weapon.bodily() || weapon.destroyed() || weapon.carried() != from {
                continue;
            }
            let (key, label) = if owner == who {
                (weapon.name().to_owned(), weapon.name().to_owned())
            } else {
                let label = format!("{}'s {}", now.name(owner), weapon.name());
                (format!("{}-{row}", owner.letter()), label)
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

/// A bonus action as the form says it.
struct Bonus {
    what: Quick,
    thing: Option<Thing>,
    words: String,
    reveals: bool,
}

fn bonus_form(f: &mut Form<'_>, who: Id) -> Bonus {
    let now = f.now;
    let open = |what: &Quick| what.carries().is_none() || !things(now, who, *what).is_empty();
    let offered: Vec<Quick> = Quick::ALL.iter().copied().filter(open).collect();
    let mut handy = offered.iter().copied();
    let handy = handy.find(|what| matches!(what, Quick::PickUp | Quick::Equip));
    let what = f.option_of("what", "what", &offered, handy.unwrap_or(Quick::Talk));
    let (mut thing, mut words) = (None, String::new());
    if what.carries().is_some() {
        let all = things(now, who, what);
        let tell = |thing: &Thing| Choice::new(&thing.key, &thing.label);
        thing = f.one_of("item", "which", &all, 0, |thing| &thing.key, tell);
    } else {
        words = f.text("text", "in words", "");
    }
    let reveals = now.get(who).has(is::CONCEALED)
        && f.toggle("reveals", "gives it away", what == Quick::Talk);
    Bonus {
        what,
        thing,
        words,
        reveals,
    }
}

/// A bonus action (`ALT-37`). All but a few words let go of whom one holds (`ALT-88`).
///
/// # Errors
/// Until it is answered.
pub fn bonus(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{}: bonus action", cx.name(who));
    let bonus = cx.form("bonus", who, title, |f| Ok(bonus_form(f, who)))?;
    let name = cx.name(who);
    let text = match (bonus.what, bonus.words.trim()) {
        (Quick::Door, "") => format!("{name} opens a door."),
        (Quick::Lever, "") => format!("{name} pulls a lever."),
        (Quick::Talk, "") => format!("{name} says a few words."),
        (Quick::Talk, words) => format!("{name}: \"{words}\""),
        (what, _) if what.carries().is_some() => format!("{name} uses a bonus action."),
        (_, "") => format!("{name} does something quick."),
        (_, words) => format!("{name}: {words}."),
    };
    cx.act(who, &[], text);
    if bonus.what != Quick::Talk {
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
        wounds::reveal(cx, who, "was noticed");
    }
    Ok(())
}

/// A main action that has no rules of its own here: it takes the action, then asks what follows (`ALT-38`).
///
/// # Errors
/// Until it is answered.
pub fn act(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{}: main action", cx.name(who));
    let (what, words, reveals) = cx.form("act", who, title, |f| {
        let what = f.option("what", "what", Deed::Other);
        let words = f.text("text", "in words", "");
        let reveals = f.now.get(who).has(is::CONCEALED)
            && f.toggle("reveals", "gives it away", what == Deed::Power);
        Ok((what, words, reveals))
    })?;
    let did = match what {
        Deed::Power => "invokes a power",
        Deed::Distract => "distracts",
        Deed::Intimidate => "intimidates",
        Deed::Taunt => "taunts",
        Deed::Consumable => "uses a consumable",
        Deed::Other => "takes a main action",
    };
    let name = cx.name(who);
    let text = match words.trim() {
        "" => format!("{name} {did}."),
        words => format!("{name} {did}: {words}."),
    };
    cx.act(who, &[], text);
    drop_holds(cx, who, None);
    cx.set(who, at::main_used, true);
    if reveals {
        wounds::reveal(cx, who, "was noticed");
    }
    ruling::follow(&ALTERNATION, cx, &format!("{name} {did}: what follows?"))
}

/// Surrenders: the whole turn, weapons on the ground (`ALT-118`).
///
/// # Errors
/// Refuses when the turn has begun already.
pub fn surrender(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let fighter = Fighter::of(cx.now(), who);
    if fighter.acted() || fighter.moved() > 0 {
        return cx.refuse("surrendering takes the whole turn, and it has begun");
    }
    act!(cx, who, &[], "{} surrenders.", cx.name(who));
    gear::drop_all(cx, who);
    cx.lose(who, is::BROKEN, "", "");
    cx.gain(who, Condition::new(is::SURRENDERED), "");
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    wounds::settle(cx)
}

/// What somebody does instead of an ordinary turn, from the faction's go: `deed` is the whole turn.
///
/// # Errors
/// As `deed`.
pub fn whole_turn(
    cx: &mut Resolver<'_>,
    who: Id,
    deed: impl FnOnce(&mut Resolver<'_>, Id) -> Step<()>,
) -> Step<()> {
    let inside = in_turn(cx.now(), who);
    if !inside {
        round::activated(cx);
    }
    deed(cx, who)?;
    if !inside {
        round::go_on(cx);
    }
    Ok(())
}
