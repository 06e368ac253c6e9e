//! Activating, ending a turn, and the acts that are neither attack nor movement (`ALT-36` to `ALT-38`, `ALT-102`,
//! `ALT-103`, `ALT-118`).

use crate::encounter::{Choice, Condition, Encounter, Field, Id, Record, Resolver, Step};
use crate::rules::ruling;

use super::attack::drop_holds;
use super::schema::{Carried, at, is};
use super::sheet::{Fighter, on_field, standing};
use super::turn::{self, Turn, in_turn, out_of_turn};
use super::weapon::weapons;
use super::{ALTERNATION, gear, mounts, round, wounds};

/// A turn begins, of one character or of a unit (`ALT-26`, `ALT-102`).
pub fn activate(cx: &mut Resolver<'_>, who: Id) {
    turn::begin_turn(cx, who);
    let members = Turn::of(cx.now()).members.clone();
    let text = if members.len() > 1 {
        format!("{} take their turn together.", cx.now().names(&members))
    } else {
        format!("{} takes a turn.", cx.name(who))
    };
    cx.act(who, &members, text);
}

/// The turn is over: its members are spent, those of a unit that did nothing keep theirs for a reaction
/// (`ALT-102`, `ALT-103`).
pub fn end_turn(cx: &mut Resolver<'_>) {
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

/// A thing a bonus action may move.
struct Thing {
    key: String,
    label: String,
    owner: Id,
    weapon: super::weapon::Weapon,
}

/// Things that fit a bonus action: own ones, and for picking up those that others dropped (`ALT-37`).
fn things(now: &Encounter, who: Id, what: &str) -> Vec<Thing> {
    let fits = |carried: Carried, own: bool| match what {
        "pick-up" => carried == Carried::Dropped,
        "put-down" | "unequip" => own && carried == Carried::Held,
        "equip" => own && carried == Carried::Stowed,
        _ => false,
    };
    let mut all = Vec::new();
    let owners = now.present().filter(|id| *id != who && what == "pick-up");
    for owner in std::iter::once(who).chain(owners) {
        for weapon in weapons(now, owner) {
            let Some(row) = weapon.row else {
                continue;
            };
            if weapon.bodily() || weapon.destroyed() || !fits(weapon.carried(), owner == who) {
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
            });
        }
    }
    let fighter = Fighter::of(now, who);
    let shield_fits = match what {
        "put-down" | "unequip" => fighter.shield_held(),
        "pick-up" | "equip" => fighter.has_shield() && !fighter.shield_held(),
        _ => false,
    };
    if shield_fits && !all.iter().any(|thing| thing.key == "shield") {
        all.push(Thing {
            key: "shield".to_owned(),
            label: "shield".to_owned(),
            owner: who,
            weapon: super::weapon::Weapon::worn_shield(),
        });
    }
    all
}

fn bonus_fields(now: &Encounter, set: &Record, who: Id) -> Vec<Field> {
    let kinds = [
        ("pick-up", "pick something up"),
        ("put-down", "put something down"),
        ("equip", "equip"),
        ("unequip", "unequip"),
        ("door", "open a door"),
        ("lever", "pull a lever"),
        ("talk", "say a few words"),
        ("other", "something else, a second or two"),
    ];
    let handles = |key: &str| matches!(key, "pick-up" | "put-down" | "equip" | "unequip");
    let options: Vec<Choice> = kinds
        .iter()
        .filter(|(key, _)| !handles(key) || !things(now, who, key).is_empty())
        .map(|(key, label)| Choice::new(*key, *label))
        .collect();
    let preset = options
        .iter()
        .find(|option| option.key == "equip" || option.key == "pick-up")
        .map_or("talk", |option| option.key.as_str())
        .to_owned();
    let what = if set.has("what") {
        set.word("what").to_owned()
    } else {
        preset.clone()
    };
    let mut fields = vec![Field::choice("what", "what", options, &preset)];
    if handles(&what) {
        let items: Vec<Choice> = things(now, who, &what)
            .into_iter()
            .map(|thing| Choice::new(thing.key, thing.label))
            .collect();
        let first = items
            .first()
            .map(|item| item.key.clone())
            .unwrap_or_default();
        fields.push(Field::choice("item", "which", items, &first));
    } else {
        fields.push(Field::text("text", "in words", ""));
    }
    if now.get(who).has(is::CONCEALED) {
        fields.push(Field::toggle("reveals", "gives it away", what == "talk"));
    }
    fields
}

/// A bonus action (`ALT-37`). All but a few words let go of whom one holds (`ALT-88`).
///
/// # Errors
/// Until it is answered.
pub fn bonus(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{}: bonus action", cx.name(who));
    let set = cx.fields("bonus", who, title, |now, set| bonus_fields(now, set, who))?;
    let what = set.word("what").to_owned();
    let name = cx.name(who);
    let words = set.word("text").trim().to_owned();
    let text = match (what.as_str(), words.is_empty()) {
        ("door", true) => format!("{name} opens a door."),
        ("lever", true) => format!("{name} pulls a lever."),
        ("talk", true) => format!("{name} says a few words."),
        ("talk", false) => format!("{name}: \"{words}\""),
        ("pick-up" | "put-down" | "equip" | "unequip", _) => format!("{name} uses a bonus action."),
        (_, true) => format!("{name} does something quick."),
        (_, false) => format!("{name}: {words}."),
    };
    cx.act(who, &[], text);
    if what != "talk" {
        drop_holds(cx, who, None);
    }
    let used = Fighter::of(cx.now(), who).sheet().bonus_used() + 1;
    cx.set(who, at::bonus_used, used);
    if let Some(thing) = things(cx.now(), who, &what)
        .into_iter()
        .find(|thing| thing.key == set.word("item"))
    {
        let to = match what.as_str() {
            "put-down" => Carried::Dropped,
            "unequip" => Carried::Stowed,
            _ => Carried::Held,
        };
        if thing.owner == who {
            gear::carry(cx, who, &thing.weapon, to);
        } else {
            gear::take(cx, who, thing.owner, &thing.weapon);
        }
    }
    if set.flag("reveals") {
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
    let set = cx.fields("act", who, title, |now, set| {
        let options = vec![
            Choice::new("power", "invoke a profane power"),
            Choice::new("distract", "distract"),
            Choice::new("intimidate", "intimidate"),
            Choice::new("taunt", "taunt"),
            Choice::new("consumable", "use a consumable"),
            Choice::new("other", "something else that takes a round"),
        ];
        let mut fields = vec![
            Field::choice("what", "what", options, "other"),
            Field::text("text", "in words", ""),
        ];
        if now.get(who).has(is::CONCEALED) {
            let preset = set.word("what") == "power";
            fields.push(Field::toggle("reveals", "gives it away", preset));
        }
        fields
    })?;
    let did = match set.word("what") {
        "power" => "invokes a power",
        "distract" => "distracts",
        "intimidate" => "intimidates",
        "taunt" => "taunts",
        "consumable" => "uses a consumable",
        _ => "takes a main action",
    };
    let name = cx.name(who);
    let text = match set.word("text").trim() {
        "" => format!("{name} {did}."),
        words => format!("{name} {did}: {words}."),
    };
    cx.act(who, &[], text);
    drop_holds(cx, who, None);
    cx.set(who, at::main_used, true);
    if set.flag("reveals") {
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
    let text = format!("{} surrenders.", cx.name(who));
    cx.act(who, &[], text);
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

/// Those who are seen or let go by a word of the GM's (`ALT-20`).
pub fn concealed(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| on_field(now, *id) && now.get(*id).has(is::CONCEALED))
        .collect()
}
