//! What the GM may call for at any moment: checks, forced moves, late arrivals, sight and light, first aid, and the
//! ladder changed by hand. And the action that the program does not know when it comes up on its count.

use crate::dice::Dice;
use crate::encounter::{Choice, Condition, Encounter, Field, Id, Record, Resolver, Roll, Step};
use crate::tally::Tally;

use super::checks::check_degree;
use super::circumstances::lighting;
use super::schema::is;
use super::sheet::{Attribute, active, fighter, words};
use super::spells::{lose_spell, open_release, struck_while_casting};
use super::state::{
    BEFORE, Kind, LAST_COUNT, Progress, Round, Slot, UNSEEN, slots, slots_of, strike_off,
};
use super::wounds::pull_missile;

/// An action that the program does not know comes up on its count (SEG-23): a line of text, a skill, First Aid.
///
/// # Errors
/// Asks for the form and dice.
pub fn other(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let title = format!("{}: {}", cx.name(who), due.what);
    let set = cx.fields("other", who, title, |now, set| {
        let mut made = vec![Field::text("what", "what", &due.what)];
        made.extend(skill_fields(now, who, &due.what, set));
        made.extend(missile_field(now));
        made
    })?;
    let what = match set.word("what").trim() {
        "" => due.what.clone(),
        what => what.to_owned(),
    };
    let text = format!("Count {}: {}: {what}.", due.count, cx.name(who));
    cx.act(who, &[who], text);
    due.clone().ended(Progress::Done, due.count, "").keep(cx);
    if skill_roll(cx, who, &set)?
        && let Some(patient) = set.one("missile")
    {
        pull_missile(cx, patient);
    }
    Ok(())
}

/// The skill and the GM's modifier; preset is the first skill that `what` names, or none.
fn skill_fields(now: &Encounter, who: Id, what: &str, set: &Record) -> Vec<Field> {
    let one = fighter(now, who);
    let what = what.to_lowercase();
    let named = one
        .skills()
        .map(|(name, _)| name)
        .find(|name| what.contains(&name.to_lowercase()))
        .unwrap_or("none");
    if one.skills().next().is_none() {
        return Vec::new();
    }
    let mut options = vec![Choice::new("none", "no roll")];
    options.extend(
        one.skills()
            .map(|(name, chance)| Choice::new(name, format!("{name} {chance}"))),
    );
    let mut made = vec![Field::choice("skill", "skill", options, named)];
    if !matches!(set.word("skill"), "" | "none") {
        made.push(Field::number("modifier", "the GM's modifier", -200, 200, 0));
    }
    made
}

fn missile_field(now: &Encounter) -> Option<Field> {
    let stuck: Vec<Id> = now
        .present()
        .filter(|id| !fighter(now, *id).missiles().is_empty())
        .collect();
    (!stuck.is_empty())
        .then(|| Field::pick("missile", "takes a missile out of", stuck, 0, 1, Vec::new()))
}

/// The skill roll of a form, if one is asked for: d100 under chance and wound modifier (SEG-06).
fn skill_roll(cx: &mut Resolver<'_>, who: Id, set: &Record) -> Step<bool> {
    let one = fighter(cx.now(), who);
    let Some((name, chance)) = one.skills().find(|(name, _)| *name == set.word("skill")) else {
        return Ok(true);
    };
    let reasons = Tally::new()
        .always(name, chance)
        .plus(one.wound_word(), one.wound_mod())
        .plus("the GM", set.int("modifier"));
    let roll = Roll::new("skill", who, name, Dice::d(100))
        .at_most(reasons.total())
        .reasons(reasons);
    Ok(cx.roll(roll)?.passed())
}

/// Whether there is anything to roll a skill for: a skill, or a missile to take out.
pub fn anyone_skilled(now: &Encounter) -> bool {
    active(now).iter().any(|id| {
        let one = fighter(now, *id);
        one.skills().next().is_some() || !one.missiles().is_empty()
    })
}

/// A skill roll now, which takes the combatant's next action unless the GM says otherwise (SEG-06, SEG-108).
///
/// # Errors
/// Asks for the form and dice.
pub fn skill(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("skill", None, "A skill roll", |now, set| {
        let able: Vec<Id> = active(now);
        let first = able
            .iter()
            .copied()
            .find(|id| fighter(now, *id).skills().next().is_some());
        let who = set.one("who").or(first);
        let mut made = vec![Field::pick(
            "who",
            "who",
            able,
            1,
            1,
            who.into_iter().collect(),
        )];
        if let Some(who) = who {
            let first = fighter(now, who)
                .skills()
                .next()
                .map_or("", |(name, _)| name);
            made.extend(skill_fields(now, who, first, set));
            if next_due(now, who).is_some() {
                made.push(Field::toggle("spends", "takes its next action", true));
            }
        }
        made.extend(missile_field(now));
        made
    })?;
    let Some(who) = set.one("who") else {
        return cx.refuse("pick who rolls");
    };
    let nothing = matches!(set.word("skill"), "" | "none") && set.one("missile").is_none();
    if nothing {
        return cx.refuse("choose the skill, or whose missile is taken out");
    }
    let text = format!("{} takes a moment.", cx.name(who));
    cx.act(who, &[who], text);
    if set.flag("spends")
        && let Some(next) = next_due(cx.now(), who)
    {
        let count = next.count;
        let on = Round::of(cx.now()).count;
        let mut spent = next.ended(Progress::Done, on, "spent on a skill");
        (spent.kind, spent.target) = (Kind::Other, None);
        spent.keep(cx);
        let text = format!("It takes the action on {count}.");
        cx.note(&[who], text);
    }
    if skill_roll(cx, who, &set)?
        && let Some(patient) = set.one("missile")
    {
        pull_missile(cx, patient);
    }
    Ok(())
}

/// The next action of somebody's that is still due.
fn next_due(now: &Encounter, who: Id) -> Option<Slot> {
    slots_of(now, who)
        .into_iter()
        .filter(|slot| slot.kind.acts() && slot.stands(now))
        .max_by_key(|slot| slot.count)
}

/// A Luck save: d100 under its number, 20 less in a round without movement (SEG-07, SEG-25).
///
/// # Errors
/// Asks for the d100; refuses when there is no Luck save.
pub fn luck(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let one = fighter(cx.now(), who);
    let Some(save) = one.luck_save() else {
        return cx.refuse(format!("{} has no Luck save on its sheet", cx.name(who)));
    };
    let still = if one.has(is::NO_MOVEMENT) { -20 } else { 0 };
    let reasons = Tally::new().always("Luck", save).plus("stock-still", still);
    let roll = Roll::new("luck", who, "Luck save", Dice::d(100))
        .at_most(reasons.total())
        .reasons(reasons)
        .words("saved", "failed");
    Ok(cx.roll(roll)?.passed())
}

/// An attribute check by ruling: `dex-2`, `per-1`, … (SEG-02).
///
/// # Errors
/// Asks for the d100.
pub fn check(cx: &mut Resolver<'_>, who: Id, kind: &str) -> Step<bool> {
    let (attribute, multiple) = match kind.split_once('-') {
        Some(("dex", multiple)) => (Attribute::Dex, multiple),
        Some(("per", multiple)) => (Attribute::Per, multiple),
        _ => return cx.broken(format!("there is no check `{kind}`")),
    };
    let multiple = multiple.parse().unwrap_or(1);
    let what = format!("{multiple}x {}", attribute.name());
    let degree = check_degree(cx, "check", who, &what, attribute, multiple)?;
    Ok(degree <= multiple)
}

/// Something makes somebody move (SEG-26, SEG-122).
///
/// # Errors
/// Asks for who, DEX and interruption.
pub fn forced(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("forced", None, "Forced to move", |now, _| {
        let still = active(now)
            .into_iter()
            .find(|id| fighter(now, *id).has(is::NO_MOVEMENT));
        vec![
            Field::pick("who", "who", active(now), 1, 1, still.into_iter().collect()),
            Field::text("by", "by what", ""),
        ]
    })?;
    let Some(who) = set.one("who") else {
        return cx.refuse("pick who is forced to move");
    };
    let by = match set.word("by").trim() {
        "" => String::new(),
        by => format!(" by {by}"),
    };
    let text = format!("{} is forced to move{by}.", cx.name(who));
    cx.act(who, &[who], text);
    // It no longer stays where it aimed from (SEG-102).
    cx.lose(who, is::AIM_KEPT, "", "");
    if !fighter(cx.now(), who).has(is::NO_MOVEMENT) {
        return struck_while_casting(cx, who);
    }
    lose_spell(cx, who, "forced to move");
    if strike_off(cx, who, "forced to move") {
        let text = format!(
            "{} loses everything still to come this round.",
            cx.name(who)
        );
        cx.note(&[who], text);
    }
    let degree = check_degree(
        cx,
        "forced-dex",
        who,
        "keeping its feet, DEX",
        Attribute::Dex,
        2,
    )?;
    if degree > 2 {
        cx.gain(who, Condition::new(is::PRONE), "prone");
    }
    Ok(())
}

/// Who cannot see whom (SEG-79).
///
/// # Errors
/// Asks for the form.
pub fn unseen(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("unseen", None, "Who cannot see whom", |now, set| {
        let mut made = vec![Field::pick(
            "blind",
            "cannot see",
            active(now),
            1,
            usize::MAX,
            Vec::new(),
        )];
        let blind = set.who("blind");
        let mut foes = active(now);
        foes.retain(|id| !blind.contains(id));
        let linked: Vec<Id> = foes
            .iter()
            .copied()
            .filter(|id| blind.iter().any(|one| now.linked(UNSEEN, *one, *id)))
            .collect();
        made.push(Field::pick("foes", "whom", foes, 0, usize::MAX, linked));
        made
    })?;
    let blind = set.who("blind").to_vec();
    let foes = set.who("foes").to_vec();
    if let Some(sees) = blind
        .iter()
        .find(|id| fighter(cx.now(), **id).targeting_sense())
    {
        return cx.refuse(format!("{} has a targeting sense", cx.name(*sees)));
    }
    let text = if foes.is_empty() {
        format!("{} can see everyone.", cx.now().names(&blind))
    } else {
        format!(
            "{} cannot see {}.",
            cx.now().names(&blind),
            cx.now().names(&foes)
        )
    };
    cx.act(None, &blind, text);
    for from in blind {
        let before: Vec<Id> = cx.now().links_from(UNSEEN, from).collect();
        for to in before {
            cx.unlink(UNSEEN, from, to);
        }
        for to in &foes {
            cx.link(UNSEEN, from, *to);
        }
    }
    Ok(())
}

/// The lighting of the place changes (SEG-84).
///
/// # Errors
/// Asks which.
pub fn light(cx: &mut Resolver<'_>) -> Step<()> {
    let options = words(cx.now(), "lighting")
        .into_iter()
        .map(|(key, text)| Choice::new(key, text))
        .collect();
    let preset = lighting(cx.now()).to_owned();
    let key = cx.choose("lighting", None, "The light", options, &preset)?;
    let label = super::sheet::label(cx.now(), "lighting", &key);
    cx.act(None, &[], format!("The light: {label}."));
    cx.record("scene", Record::new().with("lighting", key));
    Ok(())
}

/// At rest or exerting oneself: who rests does not bleed (SEG-107).
///
/// # Errors
/// Asks who.
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let now = cx.now();
    let from: Vec<Id> = now.present().collect();
    let resting: Vec<Id> = from
        .iter()
        .copied()
        .filter(|id| now.get(*id).has(is::AT_REST))
        .collect();
    let chosen = cx.pick(
        "rest",
        None,
        "Who is at rest?",
        from.clone(),
        0,
        usize::MAX,
        resting,
    )?;
    cx.act(
        None,
        &chosen,
        format!("At rest: {}.", cx.now().names(&chosen)),
    );
    for id in from {
        if chosen.contains(&id) {
            cx.gain(id, Condition::new(is::AT_REST), "");
        } else {
            cx.lose(id, is::AT_REST, "", "");
        }
    }
    Ok(())
}

/// The ladder changed by hand: another count for an action, an action struck off or given back.
///
/// # Errors
/// Asks which and how.
pub fn shift(cx: &mut Resolver<'_>) -> Step<()> {
    let key_of = |slot: &Slot| format!("{}-{}", slot.who.letter(), slot.number);
    let set = cx.fields("shift", None, "The ladder by hand", |now, set| {
        let all: Vec<Slot> = slots(now)
            .into_iter()
            .filter(|slot| slot.progress != Progress::Done)
            .collect();
        let options: Vec<Choice> = all
            .iter()
            .map(|slot| {
                let label = format!("{}: {} on {}", now.name(slot.who), slot.what, slot.count);
                Choice::new(key_of(slot), label).hint(slot.why.clone())
            })
            .collect();
        let first = options
            .first()
            .map_or("", |one| one.key.as_str())
            .to_owned();
        let chosen = all
            .iter()
            .find(|slot| key_of(slot) == set.word("slot"))
            .or(all.first());
        let round = Round::of(now);
        let most = if round.counting() {
            round.count - 1
        } else {
            60
        };
        let count = chosen
            .map_or(0, |slot| slot.count)
            .clamp(LAST_COUNT, most.max(LAST_COUNT));
        vec![
            Field::choice("slot", "action", options, &first),
            Field::choice(
                "becomes",
                "becomes",
                vec![
                    Choice::new("due", "due on this count"),
                    Choice::new("lost", "lost"),
                ],
                "due",
            ),
            Field::number("count", "count", LAST_COUNT, most.max(LAST_COUNT), count),
        ]
    })?;
    let Some(slot) = slots(cx.now())
        .into_iter()
        .find(|slot| key_of(slot) == set.word("slot"))
    else {
        return cx.refuse("there is nothing on the ladder to change");
    };
    let who = slot.who;
    if set.word("becomes") == "lost" {
        let text = format!(
            "{} on {} of {} is struck off.",
            slot.what,
            slot.count,
            cx.name(who)
        );
        cx.act(who, &[who], text);
        if open_release(cx.now(), who).is_some_and(|open| open.number == slot.number) {
            lose_spell(cx, who, "ruled");
        } else {
            let on = Round::of(cx.now()).count;
            slot.ended(Progress::Lost, on, "ruled").keep(cx);
        }
        return Ok(());
    }
    let count = set.int("count");
    let taken = slots_of(cx.now(), who)
        .iter()
        .any(|one| one.number != slot.number && one.kind.acts() && one.count == count);
    if taken && slot.kind.acts() {
        return cx.refuse(format!("{} acts on {count} already", cx.name(who)));
    }
    let text = format!("{} of {} comes on {count}.", slot.what, cx.name(who));
    cx.act(who, &[who], text);
    let mut moved = slot.ended(Progress::Due, BEFORE, "ruled");
    moved.count = count;
    moved.keep(cx);
    Ok(())
}
