//! The beginning: lighting, and an ambush with its PER rolls and warnings (4.2).

use crate::dice::Dice;
use crate::encounter::{
    Choice, Encounter, Event, Field, Id, Record, Resolver, Roll, Stage, Step, Value,
};

use super::checks::degree_word;
use super::count::begin_round;
use super::sheet::{Attribute, active, fighter, words};

/// Begins the fight.
///
/// # Errors
/// Asks for lighting and ambush, PER rolls and shouts.
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("begin", None, "The fight begins", fields)?;
    let light = set.word("lighting").to_owned();
    cx.record("scene", Record::new().with("lighting", light.clone()));
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: "The fight begins.".to_owned(),
    });
    let ambushers = set.who("ambushers").to_vec();
    let caught = set.who("caught").to_vec();
    let ambush = set.flag("ambush");
    if ambush && let Some(both) = ambushers.iter().find(|id| caught.contains(id)) {
        return cx.refuse(format!(
            "{} cannot spring the ambush and be caught in it",
            cx.name(*both)
        ));
    }
    if ambush {
        spring(cx, &ambushers, &caught)?;
        begin_round(cx, 0, true);
    } else {
        begin_round(cx, 1, false);
    }
    Ok(())
}

fn fields(now: &Encounter, set: &Record) -> Vec<Field> {
    let lights = words(now, "lighting")
        .into_iter()
        .map(|(key, text)| Choice::new(key, text))
        .collect();
    let mut made = vec![
        Field::choice("lighting", "light", lights, "full"),
        Field::toggle("ambush", "an ambush", false),
    ];
    if set.flag("ambush") {
        // Whoever players do not run is likelier to lie in wait.
        let (waits, walks): (Vec<Id>, Vec<Id>) = active(now)
            .into_iter()
            .partition(|id| !now.factions[now.get(*id).faction.index()].players);
        let everyone = active(now);
        made.push(Field::pick(
            "ambushers",
            "sprung by",
            everyone.clone(),
            1,
            usize::MAX,
            waits,
        ));
        made.push(Field::pick(
            "caught",
            "caught",
            everyone,
            1,
            usize::MAX,
            walks,
        ));
    }
    made
}

/// PER rolls of everyone caught, then shouts, then what each is in for (SEG-09 to SEG-15).
fn spring(cx: &mut Resolver<'_>, ambushers: &[Id], caught: &[Id]) -> Step<()> {
    let rolls: Vec<Roll> = caught
        .iter()
        .map(|id| {
            let one = fighter(cx.now(), *id);
            let ladder: Vec<String> = (1..=4)
                .map(|multiple| one.check_chance(Attribute::Per, multiple).to_string())
                .collect();
            Roll::new("ambush", *id, "PER", Dice::d(100))
                .hint(format!("1x to 4x PER: {}", ladder.join(", ")))
        })
        .collect();
    let rolled = cx.rolls("ambush", "Who notes the ambush?", rolls.clone())?;
    let text = format!("{} spring an ambush.", cx.now().names(ambushers));
    cx.act(None, ambushers, text);
    let mut degrees: Vec<(Id, i64)> = Vec::new();
    for ((who, roll), result) in caught.iter().zip(rolls).zip(&rolled) {
        let natural = i64::from(result.natural());
        let degree = fighter(cx.now(), *who).degree(Attribute::Per, natural);
        let word = degree_word(degree, Attribute::Per);
        let mut told = result.clone();
        told.outcome = Some(true);
        cx.log_throw(&roll.words(&word, &word), &told);
        degrees.push((*who, degree));
    }
    let mut shouted = Vec::new();
    if degrees.len() > 1 {
        for (who, degree) in &degrees {
            let title = format!("Does {} shout a warning?", cx.name(*who));
            if *degree == 1 && cx.confirm("shout", *who, title, true)? {
                shouted.push(*who);
                let text = format!("{} shouts a warning.", cx.name(*who));
                cx.note(&[*who], text);
            }
        }
    }
    let mut rows = Vec::new();
    for (who, degree) in degrees {
        let warned = shouted.iter().any(|by| *by != who);
        let degree = if warned { (degree - 1).max(1) } else { degree };
        let row = cx
            .now()
            .table("ambush", degree)
            .cloned()
            .unwrap_or_default();
        let mut text = format!("{} {}", cx.name(who), row.word("says"));
        if row.int("sc") > 0 {
            text.push_str(&format!(", +{} against it", row.int("sc")));
        }
        if row.int("damage") > 0 {
            text.push_str(&format!(" and +{} damage", row.int("damage")));
        }
        text.push('.');
        cx.note(&[who], text);
        rows.push(Record::new().with("who", who).with("degree", degree));
    }
    cx.record(
        "ambush",
        Record::new()
            .with("by", ambushers.to_vec())
            .with("caught", Value::List(rows)),
    );
    Ok(())
}
