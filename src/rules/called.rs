//! Saving throws and checks that the GM calls for, for several combatants at once, with damage and conditions on a
//! failure. Each system defines the rolls ([`Rulings::save_roll`](super::Rulings::save_roll)).

use crate::encounter::says::{Detail, Says};
use crate::encounter::{Condition, Encounter, Ends};
use crate::resolver::{Choice, Draft, Filled, Form, Refused, Resolver, Roll, Step};
use crate::values::{Commas, Id, SideId, Value, Words as _};

use super::ruled_rows::{
    AMOUNT, Ailment, Amount, CAUSE, ConditionRows, Counted, EDGE, FIRST, KIND, MODIFIER, NUMBER,
    SECOND, SIDE, SUCCESS, TARGETS, WHICH, because, conditions, read_amount,
};
use super::saves::{Call, Edge, SaveKind, SaveRoll, Success, modified};
use super::system::System;

/// Key of the choice of no side.
const NO_SIDE: &str = "none";
/// Key of the choice of all sides.
const EVERYBODY: &str = "all";

/// Returns the end of a condition of this length that a combatant gains now.
pub(super) fn ends(system: &dyn System, now: &Encounter, who: Id, length: &Counted) -> Ends {
    match length {
        Counted::Ends(ends) => ends.clone(),
        // Rounds are counted for each combatant. If the rounds are the combatant's own turns, the turn of this round
        // may be over.
        Counted::Rounds(rounds) => system.ends_after(now, who, *rounds),
    }
}

/// Returns the present members of a side, by the key of an option of [`sides`]; `None` without a side.
fn of_side(now: &Encounter, key: &str) -> Option<Vec<Id>> {
    match key {
        NO_SIDE => None,
        EVERYBODY => Some(now.present().collect()),
        key => {
            let side = now.side_ids().find(|side| word_of(*side) == key)?;
            Some(now.members(side).collect())
        }
    }
}

fn word_of(side: SideId) -> String {
    format!("side-{}", side.index() + 1)
}

/// Lists the sides whose members may have to save.
fn sides(now: &Encounter) -> Vec<Choice> {
    let all = now
        .side_ids()
        .map(|side| Choice::new(word_of(side), now.side_name(side)));
    [
        Choice::new(NO_SIDE, "none"),
        Choice::new(EVERYBODY, "everyone"),
    ]
    .into_iter()
    .chain(all)
    .collect()
}

/// Saving throw as filled in the form.
struct Called {
    targets: Vec<Id>,
    label: String,
    number: Option<(&'static str, i64)>,
    call: Call,
    modifier: i64,
    damage: Option<(Amount, String, Success)>,
    ailments: Vec<Ailment>,
    cause: String,
}

/// Calls for a saving throw: asks for targets and kind, then for the rolls, and applies the results. `preset` fills
/// rows beforehand.
pub(super) fn play(
    system: &dyn System,
    cx: &mut Resolver<'_>,
    who: Option<Id>,
    why: &str,
    preset: &Draft,
    title: &str,
) -> Step<()> {
    let kinds = system.kinds_of_save();
    let harms = system.kinds_of_damage();
    let known = conditions(system.schema(), "none");
    let title = match title {
        "" => "Saving throw or check",
        title => title,
    };
    let called = cx.form("save", None, title, |f| {
        form(f, system, &kinds, &harms, &known, who, why, preset)
    })?;
    cx.act(None, sentence(&called));
    let passed = roll(system, cx, &called)?;
    follow(system, cx, called, &passed)
}

/// Returns the log line: "The GM calls for a dexterity save (DC 14)."
fn sentence(called: &Called) -> Says {
    let mut details: Vec<Detail> = Vec::new();
    details.extend(called.number.map(|(label, number)| Detail::Target {
        label: label.into(),
        number,
    }));
    details.extend((!called.cause.is_empty()).then(|| Detail::Cause {
        cause: called.cause.clone().into(),
    }));
    let (whom, save) = (called.targets.clone(), called.label.clone().into());
    if details.is_empty() {
        return Says::GmCalls { whom, save };
    }
    Says::GmCallsWith {
        whom,
        save,
        details: Commas(details),
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the values are the options of the rows and their defaults"
)]
fn form(
    f: &mut Form<'_>,
    system: &dyn System,
    kinds: &[SaveKind],
    harms: &[Choice],
    known: &[Choice],
    who: Option<Id>,
    why: &str,
    preset: &Draft,
) -> Filled<Called> {
    let now = f.now;
    let word = |key: &str| preset.get(key).and_then(Value::as_word).unwrap_or("");
    let int = |key: &str| preset.get(key).and_then(Value::as_int);
    let sides = sides(now);
    let side = f.one_ahead(SIDE, &sides, 0, |one| &one.key);
    let of_side = side.and_then(|side| of_side(now, &side.key));
    let all = match (of_side, preset.get(TARGETS)) {
        (Some(all), _) => all,
        (None, Some(Value::Who(ids))) => ids.clone(),
        (None, _) => who.into_iter().collect(),
    };
    let targets = f.pick(TARGETS, "targets", || now.present(), 1, usize::MAX, all);
    f.choice(SIDE, "whole side", &sides, 0, |one| &one.key, Clone::clone);
    let place = kinds.iter().position(|kind| kind.choice.key == word(WHICH));
    let kind = f.one_of(
        WHICH,
        "save",
        kinds,
        place.unwrap_or(0),
        |kind| &kind.choice.key,
        |kind| kind.choice.clone(),
    );
    let kind = f.need(kind, "this system has no saves")?;
    let number = kind.number.as_ref().map(|number| {
        let preset = int(NUMBER).unwrap_or(number.preset);
        let (least, most) = (number.least, number.most);
        let named = f.number(
            NUMBER,
            number.label,
            least..=most,
            "",
            preset.clamp(least, most),
        );
        (number.label, named)
    });
    let edge = if kind.advantage {
        let preset = Edge::from_word(word(EDGE)).unwrap_or_default();
        f.option(EDGE, "advantage", preset)
    } else {
        Edge::None
    };
    let call = Call {
        kind: kind.choice.key.clone(),
        number: number.map_or(0, |(_, number)| number),
        edge: edge.ordering(),
    };
    let table = targets
        .first()
        .is_some_and(|id| matches!(system.save_roll(now, *id, &call), Ok(SaveRoll::Table)));
    let modifier = if table {
        0
    } else {
        f.number(
            MODIFIER,
            "GM modifier",
            -99..=99,
            "",
            int(MODIFIER).unwrap_or(0),
        )
    };
    f.hint(|| "such as 9 or 8d6");
    let amount = f.amount().text(AMOUNT, "damage", word(AMOUNT));
    let damage = match amount.trim() {
        "" => Ok(None),
        amount => {
            let amount = read_amount(amount);
            let place = harms.iter().position(|one| one.key == word(KIND));
            let kind = f.one_of(
                KIND,
                "damage type",
                harms,
                place.unwrap_or(0),
                |one| &one.key,
                Clone::clone,
            );
            let preset = Success::from_word(word(SUCCESS)).unwrap_or_default();
            let success = f.option(SUCCESS, "on a success", preset);
            amount.map(|amount| {
                Some((
                    amount,
                    kind.map_or_else(String::new, |kind| kind.key),
                    success,
                ))
            })
        }
    };
    let mut ailments = Vec::new();
    let mut trouble = None;
    for keys in [&FIRST, &SECOND] {
        let rows = ConditionRows {
            system,
            keys,
            known,
            targets: &targets,
            preset,
            digits: false,
        };
        match rows.ask(f) {
            Ok(ailment) if ailment.key.is_empty() => break,
            Ok(ailment) => ailments.push(ailment),
            Err(why) => trouble = trouble.or(Some(why)),
        }
    }
    let cause = f.text(CAUSE, "why", if why.is_empty() { word(CAUSE) } else { why });
    let damage = damage?;
    if let Some(why) = trouble {
        return Err(why);
    }
    for id in &targets {
        system.save_roll(now, *id, &call).map_err(Refused)?;
    }
    Ok(Called {
        targets,
        label: kind.choice.label.clone(),
        number,
        call,
        modifier,
        damage,
        ailments,
        cause: cause.trim().to_owned(),
    })
}

/// Rolls for each target. Returns the combatants who passed.
fn roll(system: &dyn System, cx: &mut Resolver<'_>, called: &Called) -> Step<Vec<(Id, bool)>> {
    let mut rolls: Vec<(Id, Roll)> = Vec::new();
    let mut passed: Vec<(Id, bool)> = Vec::new();
    let mut asked = Vec::new();
    for id in &called.targets {
        match system.save_roll(cx.now(), *id, &called.call) {
            Ok(SaveRoll::Roll(roll)) => rolls.push((*id, modified(*roll, called.modifier))),
            Ok(SaveRoll::Decided(holds, why)) => {
                cx.note_of(*id, why);
                passed.push((*id, holds));
            }
            Ok(SaveRoll::Table) => asked.push(*id),
            Err(why) => return cx.refuse(why),
        }
    }
    if !asked.is_empty() {
        let most = asked.len();
        cx.others("does not make this save");
        let who = cx.pick(
            "passes",
            None,
            "Who passes?",
            asked.clone(),
            0,
            most,
            Vec::new(),
        )?;
        for passes in [true, false] {
            let these = asked.iter().copied();
            let these: Vec<Id> = these.filter(|id| who.contains(id) == passes).collect();
            if !these.is_empty() {
                cx.note(if passes {
                    Says::PassSave { who: these }
                } else {
                    Says::FailSave { who: these }
                });
            }
        }
        passed.extend(asked.iter().map(|id| (*id, who.contains(id))));
    }
    let (ids, rolls): (Vec<Id>, Vec<Roll>) = rolls.into_iter().unzip();
    let title = match &*called.cause {
        "" => called.label.clone(),
        cause => format!("{}: {cause}", called.label),
    };
    let rolled = cx.rolls_along("save-roll", title, rolls)?;
    for (id, (roll, rolled)) in ids.into_iter().zip(rolled) {
        let saved = system.save_rolled(cx, id, &called.call, &roll, &rolled)?;
        passed.push((id, saved));
    }
    let place = |id: Id| called.targets.iter().position(|one| *one == id);
    passed.sort_by_key(|(id, _)| place(*id));
    Ok(passed)
}

/// Applies damage and conditions after failed saves, and half damage after passed saves if the GM chose that.
fn follow(
    system: &dyn System,
    cx: &mut Resolver<'_>,
    called: Called,
    passed: &[(Id, bool)],
) -> Step<()> {
    if let Some((amount, kind, success)) = called.damage {
        let hurts = |passed: bool| !passed || success == Success::Half;
        if passed.iter().any(|(_, passed)| hurts(*passed)) {
            let whole = amount.roll(cx)?;
            for (id, passed) in passed.iter().filter(|(_, passed)| hurts(*passed)) {
                let amount = if *passed { whole / 2 } else { whole };
                if *passed {
                    cx.note(Says::Saved {
                        who: *id,
                        whole,
                        half: amount,
                    });
                }
                system.harm(cx, *id, amount, &kind, because(&called.cause))?;
            }
        }
    }
    for ailment in &called.ailments {
        for (id, _) in passed.iter().filter(|(_, passed)| !passed) {
            // The damage of this save may have killed the combatant.
            let now = cx.now();
            if now.find(*id).is_none_or(|one| one.gone) || now.dead(*id) {
                continue;
            }
            let condition = Condition::named(&ailment.key)
                .ends(ends(system, cx.now(), *id, &ailment.length))
                .because(called.cause.as_str());
            system.afflict(cx, *id, condition)?;
        }
    }
    Ok(())
}

/// Runs the saving throw of a planned event from its text.
pub(super) fn come(
    system: &dyn System,
    cx: &mut Resolver<'_>,
    text: &str,
    event: &str,
) -> Step<()> {
    let rows = super::called_words::read(system, cx.now(), text);
    let mut rows = rows.unwrap_or_default();
    if !rows.contains_key(TARGETS) {
        rows.insert(TARGETS.to_owned(), Value::Who(cx.now().present().collect()));
    }
    play(system, cx, None, "", &rows, event)
}
