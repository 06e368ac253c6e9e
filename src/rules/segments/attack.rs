//! One attack as it comes up on its count: the form, a shot gone astray, PER against the unseen, the strike, damage
//! and the wound; the hit is booked until the count closes (4.8, 4.13, 4.14).

use crate::dice::Dice;
use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Roll, Step};
use crate::tally::Tally;

use super::options::Options;
use super::sheet::{Attribute, Weapon, cell, fighter, foes, others, words};
use super::state::{
    Hit, Kind, Level, Progress, Round, Slot, UNSEEN, ambush_degree, ambusher, reaches, slots_of,
};
use super::strike::{
    Blow, Need, Unexpected, ambush, attackers, in_melee, melee_around, speed_of, stray_threshold,
};
use super::wounds::land;

/// Plays the due attack of somebody through (SEG-55).
///
/// # Errors
/// Asks for the form, dice and the wound.
pub fn attack(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let Some(preset) = target_now(cx.now(), due) else {
        let gone = due
            .target
            .map_or("nobody".to_owned(), |target| cx.name(target));
        let text = format!(
            "Count {}: {}'s attack is lost: {gone} is out of reach and there is nobody else.",
            due.count,
            cx.name(who)
        );
        cx.act(who, &[], text);
        due.clone()
            .ended(Progress::Idle, due.count, "no target")
            .keep(cx);
        return Ok(());
    };
    let weapon_name = due.what.clone();
    let heading = format!("{} attacks with {weapon_name}", cx.name(who));
    let set = cx.form("attack", who, heading, |now, set| {
        fields(now, due, preset, set)
    })?;
    if matches!(set.word("do"), "other" | "pass") {
        return let_go(cx, due, &set);
    }
    let Some(mut target) = set.one("target") else {
        return cx.refuse("pick a target");
    };
    let Some(name) = weapon_of(cx.now(), due, &set) else {
        return cx.refuse("there is no weapon on the sheet");
    };
    let melee = strikes_in_melee(cx.now(), who, &name, due, &set);
    if !reaches(cx.now(), who, target, melee) {
        return cx.refuse(format!(
            "{} is out of reach: it withdrew this round",
            cx.name(target)
        ));
    }
    remember_unseen(cx, who, target, &set);
    let mut blow = blow_of(cx.now(), due, target, melee, &set);
    let text = format!(
        "Count {}: {} attacks {} with {name}.",
        due.count,
        cx.name(who),
        cx.name(target)
    );
    cx.act(who, &[target], text);
    // Kept at once, so that the strike sees where it goes.
    let mut slot = due.clone().ended(Progress::Done, due.count, "");
    slot.melee = melee;
    slot.what.clone_from(&name);
    if slot.target != Some(target) {
        slot.turned = slot.target.map(|from| (from, due.count));
        slot.target = Some(target);
    }
    slot.keep(cx);
    if !melee {
        cx.record(
            &format!("aimed/{:05}", who.0),
            Record::new().with("count", due.count),
        );
    }
    if set.word("push") == "push" {
        cx.record(&pushed_key(who, target), Record::new());
        let text = format!(
            "{} pushes {} up to 10 feet; the GM says where and what follows.",
            cx.name(who),
            cx.name(target)
        );
        cx.note(&[who, target], text);
    }
    if !melee && set.flag("into_melee") {
        show_line(cx, who, target, &name, &blow);
        if let Some(friend) = goes_astray(cx, who, target, &name, &set)? {
            target = friend;
            let heading = format!("The shot goes at {}", cx.name(target));
            let set = cx.form("stray", who, heading, |now, set| {
                let mut made = Vec::new();
                circumstances(now, due, target, false, true, set, &mut made);
                made
            })?;
            remember_unseen(cx, who, target, &set);
            let aimed = blow.aimed;
            blow = blow_of(cx.now(), due, target, false, &set);
            blow.stray = true;
            blow.aimed = aimed;
        }
    }
    strike(cx, who, target, &name, blow)
}

/// The target that an attack has now: the declared one, or the one that is likeliest when that is gone (SEG-22).
fn target_now(now: &Encounter, due: &Slot) -> Option<Id> {
    let fits =
        |id: Id| fighter(now, id).active() && id != due.who && reaches(now, due.who, id, due.melee);
    if let Some(target) = due.target.filter(|id| fits(*id)) {
        return Some(target);
    }
    let possible: Vec<Id> = foes(now, due.who)
        .into_iter()
        .filter(|id| fits(*id))
        .collect();
    let own = slots_of(now, due.who);
    let by_own = possible
        .iter()
        .find(|id| own.iter().any(|slot| slot.target == Some(**id)));
    let by_theirs = possible.iter().find(|id| {
        slots_of(now, **id)
            .iter()
            .any(|slot| slot.target == Some(due.who))
    });
    by_own.or(by_theirs).or(possible.first()).copied()
}

fn pushed_key(by: Id, target: Id) -> String {
    format!("pushed/{:05}/{:05}", by.0, target.0)
}

/// The fields of the attack form.
fn fields(now: &Encounter, due: &Slot, preset: Id, set: &Record) -> Vec<Field> {
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
        let declared = due.target.map_or("", |id| now.name(id));
        pick = pick.hint(format!("{declared} is gone"));
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

fn weapon_of(now: &Encounter, due: &Slot, set: &Record) -> Option<String> {
    let one = fighter(now, due.who);
    let wanted = match set.word("weapon") {
        "" => due.what.as_str(),
        chosen => chosen,
    };
    one.weapon(wanted)
        .or_else(|| one.weapons().next())
        .map(|weapon| weapon.name().to_owned())
}

fn strikes_in_melee(now: &Encounter, who: Id, name: &str, due: &Slot, set: &Record) -> bool {
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
fn circumstances(
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
    let stacks = Options::of(now).ambush_stacks_with_surprise
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
    if melee || Options::of(now).lighting_on_ranged {
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

fn remember_unseen(cx: &mut Resolver<'_>, who: Id, target: Id, set: &Record) {
    for (key, from, to) in [("blind", who, target), ("unseen", target, who)] {
        if set.flag(key) {
            cx.link(UNSEEN, from, to);
        } else {
            cx.unlink(UNSEEN, from, to);
        }
    }
}

/// The blow that a filled form describes.
fn blow_of(now: &Encounter, due: &Slot, target: Id, melee: bool, set: &Record) -> Blow {
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
    (one.has("aiming") && !(spent && Options::of(now).aim_next_only))
        || (one.has("aim_kept") && !spent)
}

fn let_go(cx: &mut Resolver<'_>, due: &Slot, set: &Record) -> Step<()> {
    let who = due.who;
    if set.word("do") == "other" {
        let mut other = due.clone();
        other.kind = Kind::Other;
        other.what = match set.word("what").trim() {
            "" => "something else".to_owned(),
            what => what.to_owned(),
        };
        return super::chores::other(cx, &other);
    }
    let text = format!("Count {}: {} lets its attack go.", due.count, cx.name(who));
    cx.act(who, &[], text);
    due.clone()
        .ended(Progress::Idle, due.count, "let go")
        .keep(cx);
    Ok(())
}

/// Shows the strike line beside the form.
fn show_line(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, blow: &Blow) {
    if let Some(weapon) = fighter(cx.now(), who).weapon(name) {
        let line = Need::of(cx.now(), who, target, weapon, blow).line();
        cx.show(target, line);
    }
}

/// A shot into a melee: whether it goes at a friend, and at whom (SEG-110 to SEG-112).
fn goes_astray(
    cx: &mut Resolver<'_>,
    who: Id,
    target: Id,
    name: &str,
    set: &Record,
) -> Step<Option<Id>> {
    let mut struck = set.who("friends").to_vec();
    struck.sort();
    if struck.is_empty() {
        return Ok(None);
    }
    let Some(weapon) = fighter(cx.now(), who).weapon(name) else {
        return Ok(None);
    };
    let skill = weapon.specialization();
    let bonus = Tally::new()
        .plus("rank", weapon.rank())
        .plus("Master Bowman", 2 * weapon.master_bowman_rank())
        .plus(
            "specialization",
            cell(cx.now(), "stray_bonus", skill, "bonus"),
        );
    let always = cell(cx.now(), "stray_bonus", skill, "always");
    let roll = Roll::new("into-melee", who, "shot into the melee", Dice::d(100))
        .bonus(bonus)
        .at_least(set.int("threshold") + 1)
        .always(1, u32::try_from(always).unwrap_or(0), false)
        .hint(format!(
            "a die of {always} or less goes at a friend in any case"
        ))
        .words("stays on target", "goes at a friend");
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let place = if struck.len() > 1 {
        let dice = Dice::d(u32::try_from(struck.len()).unwrap_or(1));
        let roll = Roll::new("friend", who, "which friend", dice).hint(format!(
            "1 to {}: {}",
            struck.len(),
            cx.now().names(&struck)
        ));
        cx.roll(roll)?.natural() as usize
    } else {
        1
    };
    let friend = struck[place.clamp(1, struck.len()) - 1];
    let text = format!(
        "The shot meant for {} goes at {}.",
        cx.name(target),
        cx.name(friend)
    );
    cx.note(&[friend], text);
    Ok(Some(friend))
}

/// The degree of somebody's PER roll against a foe it cannot see, if it has been rolled this round (SEG-80).
fn per_degree(now: &Encounter, blind: Id, foe: Id) -> Option<i64> {
    now.record(&per_key(blind, foe))
        .map(|record| record.int("degree"))
}

fn per_key(blind: Id, foe: Id) -> String {
    format!("per/{:05}/{:05}", blind.0, foe.0)
}

fn per_roll(cx: &mut Resolver<'_>, blind: Id, foe: Id) -> Step<i64> {
    if let Some(degree) = per_degree(cx.now(), blind, foe) {
        return Ok(degree);
    }
    let what = format!("PER against the unseen {}", cx.name(foe));
    let degree = check_degree(cx, "per", blind, &what, Attribute::Per, 2)?;
    cx.record(&per_key(blind, foe), Record::new().with("degree", degree));
    Ok(degree)
}

/// An attribute check of which the degree counts; up to `good` it is called passed (SEG-02).
///
/// # Errors
/// Asks for the d100.
pub fn check_degree(
    cx: &mut Resolver<'_>,
    key: &str,
    who: Id,
    what: &str,
    attribute: Attribute,
    good: i64,
) -> Step<i64> {
    let one = fighter(cx.now(), who);
    let chance = one.check_chance(attribute, good);
    let ladder: Vec<String> = (1..=4)
        .map(|multiple| {
            format!(
                "{multiple}x {} up to {}",
                attribute.name(),
                one.check_chance(attribute, multiple)
            )
        })
        .collect();
    let roll = Roll::new(key, who, what, Dice::d(100))
        .at_most(chance)
        .hint(ladder.join(", "));
    let rolled = cx.roll_quietly(roll.clone())?;
    let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural()));
    let word = degree_word(degree, attribute);
    cx.log_throw(&roll.words(&word, &word), &rolled);
    Ok(degree)
}

/// A degree as the log writes it.
pub fn degree_word(degree: i64, attribute: Attribute) -> String {
    if degree > 4 {
        format!("5x {} or worse", attribute.name())
    } else {
        format!("{degree}x {}", attribute.name())
    }
}

/// The strike itself, its damage and the wound. The hit is booked, or lands at once for free attacks and where ties
/// are played one after the other.
///
/// # Errors
/// Asks for dice and the wound.
pub fn strike(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, mut blow: Blow) -> Step<()> {
    show_line(cx, who, target, name, &blow);
    if blow.blind.is_some() {
        blow.blind = Some(per_roll(cx, who, target)?);
    }
    if blow.unseen.is_some() {
        blow.unseen = Some(per_roll(cx, target, who)?);
    }
    let now = cx.now();
    let Some(weapon) = fighter(now, who).weapon(name) else {
        return cx.refuse(format!("there is no {name} on the sheet"));
    };
    let need = Need::of(now, who, target, weapon, &blow);
    let flat_off_hand = if weapon.off_hand() && !fighter(now, who).ambidextrous() {
        -2
    } else {
        0
    };
    let flat = Tally::new()
        .plus("ambush", ambush(now, who, target, &blow, "damage"))
        .plus("off hand", flat_off_hand);
    let dice = weapon.damage();
    let missile = weapon
        .missile()
        .filter(|_| !blow.melee)
        .unwrap_or("")
        .to_owned();
    let title = format!("{} strikes at {}", now.name(who), now.name(target));
    let roll = Roll::new("strike", who, name, Dice::d(100))
        .title(title)
        .at_most(need.number())
        .reasons(need.parts.clone())
        .hint(need.bands_text())
        .always(96, 100, false)
        .always(1, 3, true);
    let rolled = cx.roll_quietly(roll.clone())?;
    let level = need.level(i64::from(rolled.natural()));
    cx.log_throw(&roll.words(level.word(), "miss"), &rolled);
    if level == Level::Miss {
        return Ok(());
    }
    let double = level >= Level::Critical;
    let damage = Roll::new("damage", who, "damage", dice.clone())
        .bonus(flat.clone())
        .hint(if double {
            "doubled, and no protection helps"
        } else {
            ""
        });
    let rolled = cx.roll(damage)?.total;
    let flat_parts = flat.total() + dice.modifier();
    let total = match (double, Options::of(cx.now()).doubles_dice_only) {
        (false, _) => rolled.max(0),
        (true, false) => 2 * rolled.max(0),
        (true, true) => (2 * (rolled - flat_parts) + flat_parts).max(0),
    };
    let prot = if double {
        0
    } else {
        fighter(cx.now(), target).prot()
    };
    let taken = (total - prot).max(0);
    let text = match (double, prot) {
        (true, _) => format!("Doubled: {taken}, no protection."),
        (false, 0) => String::new(),
        (false, _) => format!("{total} - {prot} PROT = {taken}."),
    };
    if !text.is_empty() {
        cx.note(&[], text);
    }
    let (mut wound, mut wound_text) = (false, String::new());
    if level == Level::Grievous {
        let title = format!("Does {} have a grievous wound from it?", cx.name(target));
        wound = cx.confirm("grievous", target, title, false)?;
        if wound {
            wound_text = cx
                .text("wound", target, "Which grievous wound?", "")?
                .trim()
                .to_owned();
        }
    }
    let hit = Hit {
        by: who,
        target,
        taken,
        level,
        missile,
        wound,
        wound_text,
        cause: format!("{}'s {name}", cx.name(who)),
    };
    if blow.free || Options::of(cx.now()).dex_order {
        land(cx, &hit)
    } else {
        hit.keep(cx);
        Ok(())
    }
}
