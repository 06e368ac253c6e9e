//! The form of an attack: its target and weapon, and the circumstances as the rules find them, each of which the GM may
//! change; and the blow that a filled form describes.

use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver};

use super::checks::per_degree;
use super::schema::{AimShots, Options, is};
use super::sheet::{Weapon, fighter, others, words};
use super::state::{Round, Slot, UNSEEN, ambush_degree, ambusher};
use super::strike::{
    Blow, Unexpected, attackers, in_melee, melee_around, speed_of, stray_threshold,
};

/// The key of the record that somebody has been pushed by somebody this round.
pub fn pushed_key(by: Id, target: Id) -> String {
    format!("pushed/{:05}/{:05}", by.0, target.0)
}

/// The fields of the attack form.
pub fn fields(now: &Encounter, due: &Slot, preset: Id, set: &Record) -> Vec<Field> {
    let who = due.who;
    let target = set.one("target").unwrap_or(preset);
    let mut made = Vec::new();
    let guarded = fighter(now, target).stance_bonus().0;
    let something = if guarded == "desperate defense" {
        Choice::new("other", "something else instead")
    } else {
        Choice::new("other", "something else instead")
            .refused("only against desperate defense; declare it, or let the attack go")
    };
    let acts = Field::choice(
        "do",
        "action",
        vec![
            Choice::new("attack", "attack"),
            something,
            Choice::new("pass", "let it go"),
        ],
        "attack",
    );
    if set.word("do") == "other" {
        return vec![acts, Field::text("what", "what", "")];
    }
    if set.word("do") == "pass" {
        return vec![acts];
    }
    let mut pick = Field::pick("target", "target", others(now, who), 1, 1, vec![preset]);
    if due.target.is_some_and(|declared| declared != preset) {
        let away = |id: Id| {
            let how = match () {
                () if now.get(id).gone => "is gone",
                () if !fighter(now, id).active() => "is down",
                () => "is out of reach",
            };
            format!("{} {how}", now.name(id))
        };
        pick = pick.hint(due.target.map_or_else(String::new, away));
    } else if !guarded.is_empty() && guarded != "defending" {
        pick = pick.hint(format!("in {guarded}: it may turn to somebody else"));
    }
    made.push(pick);
    let weapons: Vec<Weapon<'_>> = fighter(now, who).weapons().collect();
    let name = weapon_of(now, due, set).unwrap_or_default();
    if weapons.len() > 1 {
        let options = weapons
            .iter()
            .map(|weapon| Choice::new(weapon.name(), weapon.name()))
            .collect();
        made.push(Field::choice("weapon", "weapon", options, &due.what));
    }
    let weapon = fighter(now, who).weapon(&name);
    if weapon.is_some_and(|weapon| weapon.melee() && weapon.ranged()) {
        let preset = if due.melee { "melee" } else { "ranged" };
        made.push(Field::choice("mode", "use", modes(), preset));
    }
    let melee = strikes_in_melee(now, who, &name, due, set);
    circumstances(now, due, target, melee, false, set, &mut made);
    if melee && guarded == "desperate defense" && now.record(&pushed_key(who, target)).is_none() {
        made.push(Field::choice(
            "push",
            "push it",
            vec![
                Choice::new("no", "no push"),
                Choice::new("push", "up to 10 ft"),
            ],
            "no",
        ));
    }
    made.push(acts);
    made
}

/// Melee or from afar, for weapons that do both.
pub fn modes() -> Vec<Choice> {
    vec![
        Choice::new("melee", "in melee"),
        Choice::new("ranged", "thrown or shot"),
    ]
}

pub fn weapon_of(now: &Encounter, due: &Slot, set: &Record) -> Option<String> {
    let one = fighter(now, due.who);
    let wanted = match set.word("weapon") {
        "" => due.what.as_str(),
        chosen => chosen,
    };
    one.weapon(wanted)
        .or_else(|| one.weapons().next())
        .map(|weapon| weapon.name().to_owned())
}

pub fn strikes_in_melee(now: &Encounter, who: Id, name: &str, due: &Slot, set: &Record) -> bool {
    match fighter(now, who).weapon(name) {
        Some(weapon) if weapon.melee() && weapon.ranged() => match set.word("mode") {
            "" => due.melee,
            mode => mode == "melee",
        },
        Some(weapon) => weapon.melee(),
        None => true,
    }
}

/// The circumstances that the GM may change, each preset as the rules find it.
pub fn circumstances(
    now: &Encounter,
    due: &Slot,
    target: Id,
    melee: bool,
    stray: bool,
    set: &Record,
    made: &mut Vec<Field>,
) {
    let who = due.who;
    let (one, other) = (fighter(now, who), fighter(now, target));
    if melee {
        let count = attackers(now, who, target, due.count, &[]);
        made.push(
            Field::number("attackers", "attackers on it", 1, 50, count)
                .hint("+10 for each beyond the first"),
        );
    } else {
        let speeds = words(now, "speed")
            .into_iter()
            .filter(|(key, _)| key != "dodging" && key != "mounted")
            .map(|(key, text)| Choice::new(key, text))
            .collect();
        let preset = speed_of(now, target);
        made.push(Field::choice("speed", "target is", speeds, preset));
        made.push(Field::toggle("dodging", "target dodges", false));
        made.push(Field::toggle("mounted", "on a moving mount", false));
        let covers = words(now, "cover")
            .into_iter()
            .map(|(key, text)| Choice::new(key, text))
            .collect();
        made.push(Field::choice("cover", "cover", covers, "none"));
        if !stray {
            into_melee(now, who, target, set, made);
        }
        let kind = weapon_of(now, due, set)
            .and_then(|name| one.weapon(&name))
            .map_or("", |weapon| weapon.kind());
        if kind != "other" && !kind.is_empty() {
            made.push(Field::toggle(
                "shooter_in_melee",
                "shooter is in melee",
                in_melee(now, who),
            ));
        }
    }
    let surprise = Round::of(now).surprise;
    let stacks = Options::of(now).ambush_stacks_with_surprise()
        && ambusher(now, who)
        && ambush_degree(now, target).is_some_and(|degree| degree >= 3);
    if !surprise || stacks {
        made.push(Field::choice(
            "unexpected",
            "unexpected",
            vec![
                Choice::new("no", "expected"),
                Choice::new("in_fight", "target is in the fight").hint("+10, half its DEF"),
                Choice::new("no_fight", "no fight yet")
                    .hint("+25, magical DEF only; an alert guard is at best in the fight"),
            ],
            "no",
        ));
    }
    if melee || Options::of(now).lighting_on_ranged() {
        let lights = words(now, "lighting")
            .into_iter()
            .map(|(key, text)| Choice::new(key, text))
            .collect();
        let preset = if one.sees_in_dark() {
            "full"
        } else {
            lighting(now)
        };
        made.push(Field::choice("lighting", "light", lights, preset));
    }
    if !one.targeting_sense() {
        let preset = now.linked(UNSEEN, who, target);
        made.push(Field::toggle("blind", "cannot see the target", preset));
    }
    if !other.targeting_sense() {
        let preset = now.linked(UNSEEN, target, who);
        made.push(Field::toggle("unseen", "target cannot see it", preset));
    }
    made.push(Field::number("modifier", "the GM's modifier", -200, 200, 0));
}

fn into_melee(now: &Encounter, who: Id, target: Id, set: &Record, made: &mut Vec<Field>) {
    let (friends, opponents) = melee_around(now, who, target);
    let preset = !friends.is_empty();
    made.push(Field::toggle("into_melee", "into a melee", preset));
    let on = if set.has("into_melee") {
        set.flag("into_melee")
    } else {
        preset
    };
    if on {
        let struck = if set.has("friends") {
            set.who("friends").len()
        } else {
            friends.len()
        };
        let against = opponents.len().max(1) as i64;
        let number = if set.has("opponents") {
            set.int("opponents")
        } else {
            against
        };
        let mut from: Vec<Id> = super::sheet::active(now);
        from.retain(|id| *id != who && *id != target);
        made.push(
            Field::pick("friends", "friends in it", from, 0, 50, friends)
                .hint("the shot may go at one of these"),
        );
        made.push(Field::number(
            "opponents",
            "opponents in it",
            1,
            50,
            against,
        ));
        if struck > 0 {
            let threshold = stray_threshold(now, struck as i64, number);
            made.push(Field::number(
                "threshold",
                "goes astray at",
                0,
                100,
                threshold,
            ));
        }
    }
}

/// The lighting of the place.
pub fn lighting(now: &Encounter) -> &str {
    match now
        .record("scene")
        .map_or("", |scene| scene.word("lighting"))
    {
        "" => "full",
        light => light,
    }
}

pub fn remember_unseen(cx: &mut Resolver<'_>, who: Id, target: Id, set: &Record) {
    for (key, from, to) in [("blind", who, target), ("unseen", target, who)] {
        if set.flag(key) {
            cx.link(UNSEEN, from, to);
        } else {
            cx.unlink(UNSEEN, from, to);
        }
    }
}

/// The blow that a filled form describes.
pub fn blow_of(now: &Encounter, due: &Slot, target: Id, melee: bool, set: &Record) -> Blow {
    let who = due.who;
    Blow {
        melee,
        free: false,
        stray: false,
        unexpected: match set.word("unexpected") {
            "in_fight" => Unexpected::InFight,
            "no_fight" => Unexpected::NoFight,
            _ => Unexpected::No,
        },
        lighting: set.word("lighting").to_owned(),
        blind: now
            .linked(UNSEEN, who, target)
            .then(|| per_degree(now, who, target).unwrap_or(5)),
        unseen: now
            .linked(UNSEEN, target, who)
            .then(|| per_degree(now, target, who).unwrap_or(5)),
        attackers: set.int("attackers").max(1),
        speed: set.word("speed").to_owned(),
        dodging: set.flag("dodging"),
        mounted: set.flag("mounted"),
        cover: set.word("cover").to_owned(),
        shooter_in_melee: set.flag("shooter_in_melee"),
        aimed: !melee && aim_counts(now, who),
        modifier: set.int("modifier"),
    }
}

/// Whether Careful Aim counts for the next shot of somebody (SEG-100, SEG-102).
fn aim_counts(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    let spent = now.record(&format!("aimed/{:05}", who.0)).is_some();
    (one.has(is::AIMING) && !(spent && Options::of(now).aim_shots() == AimShots::Next))
        || (one.has(is::AIM_KEPT) && !spent)
}
