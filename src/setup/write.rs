//! Writes a set-up as an encounter file that [`super::read`] reads back.

use super::Setup;
use super::join::average;
use super::newcomer::{Count, HitPoints, Newcomer};
use crate::compendium::{quoted, write_condition, write_sheet, write_value};
use crate::encounter::{Control, Roller, Tactics, Timing};
use crate::values::Schema;

pub fn write(setup: &Setup, schema: &Schema) -> String {
    let mut text = format!(
        "(\n    title: {}, system: {},\n",
        quoted(&setup.title),
        quoted(&setup.system)
    );
    for (key, words) in [("description", &setup.description), ("notes", &setup.notes)] {
        if !words.is_empty() {
            text += &format!("    {key}: {},\n", quoted(words));
        }
    }
    if let Some(roller) = setup.environment_roller {
        text += &format!("    environment_rolls: {roller:?},\n");
    }
    let options: Vec<String> = schema
        .options
        .iter()
        .filter_map(|option| {
            let value = write_value(&option.kind, setup.options.get(&option.key)?)?;
            Some(format!("{}: {value}", option.key))
        })
        .collect();
    if !options.is_empty() {
        text += &format!("    options: ({}),\n", options.join(", "));
    }
    text += "    sides: [\n";
    for side in &setup.sides {
        let mut parts = vec![format!("name: {}", quoted(&side.name))];
        if side.players {
            parts.push("players: true".to_owned());
        }
        parts.extend(side.rolls.map(rolls));
        parts.extend(side.typed.map(|typed| format!("typed_attacks: {typed:?}")));
        if side.control != Control::Gm {
            parts.push(control(side.control));
        }
        if side.tactics != Tactics::default() {
            parts.push(format!("tactics: {}", quoted(&side.tactics.to_string())));
        }
        text += &format!("        ({}),\n", parts.join(", "));
    }
    text += "    ],\n    combatants: [\n";
    for one in &setup.combatants {
        text += &format!("        ({}),\n", newcomer(one, schema).join(", "));
    }
    text += "    ],\n";
    if !setup.events.is_empty() {
        text += "    events: [\n";
        for event in &setup.events {
            let mut parts = vec![
                format!("at: {}", at(&event.at)),
                format!("text: {}", quoted(&event.text)),
            ];
            if !event.save.is_empty() {
                parts.push(format!("save: {}", quoted(&event.save)));
            }
            if event.hidden {
                parts.push("hidden: true".to_owned());
            }
            text += &format!("        ({}),\n", parts.join(", "));
        }
        text += "    ],\n";
    }
    text + ")\n"
}

fn at(at: &Timing) -> String {
    match at {
        Timing::Round(round) => format!("Round({round})"),
        Timing::HalfDown(side) => format!("HalfDown({})", quoted(side)),
        Timing::Manual => "Manual".to_owned(),
    }
}

fn rolls(roller: Roller) -> String {
    match roller {
        Roller::Typed => "rolls: Typed".to_owned(),
        Roller::Rolled => "rolls: Rolled".to_owned(),
    }
}

fn control(control: Control) -> String {
    format!("control: {control:?}")
}

fn newcomer(one: &Newcomer, schema: &Schema) -> Vec<String> {
    let mut parts = Vec::new();
    let texts = [
        ("party", &one.party),
        ("from", &one.from),
        ("name", &one.name),
        ("other_name", &one.other_name),
        ("side", &one.side),
        ("group", &one.group),
        ("notes", &one.notes),
    ];
    for (key, words) in texts {
        if !words.is_empty() {
            parts.push(format!("{key}: {}", quoted(words)));
        }
    }
    match &one.count {
        Count::Fixed(1) => {}
        Count::Fixed(number) => parts.push(format!("count: {number}")),
        Count::Dice(dice) => parts.push(format!("count: {}", quoted(&dice.to_string()))),
    }
    match &one.hit_points {
        HitPoints::Sheet => {}
        HitPoints::Fixed(points) => parts.push(format!("hit_points: {points}")),
        HitPoints::Rolled(Some(dice)) => {
            parts.push(format!("hit_points: {}", quoted(&dice.to_string())));
        }
        HitPoints::Rolled(None) => parts.push("hit_points: Rolled".to_owned()),
        // Average and maximum of given dice are written as numbers.
        HitPoints::Average(None) => parts.push("hit_points: Average".to_owned()),
        HitPoints::Maximum(None) => parts.push("hit_points: Maximum".to_owned()),
        HitPoints::Average(Some(dice)) => {
            parts.push(format!("hit_points: {}", average(dice)));
        }
        HitPoints::Maximum(Some(dice)) => parts.push(format!("hit_points: {}", dice.most())),
    }
    parts.extend(one.at.iter().map(|when| format!("at: {}", at(when))));
    if one.hidden {
        parts.push("hidden: true".to_owned());
    }
    let conditions = one.conditions.iter();
    let conditions = conditions.filter_map(|one| write_condition(schema, one));
    let conditions: Vec<String> = conditions.collect();
    if !conditions.is_empty() {
        parts.push(format!("conditions: [{}]", conditions.join(", ")));
    }
    if !one.links.is_empty() {
        let pair =
            |(kind, other): &(String, String)| format!("({}, {})", quoted(kind), quoted(other));
        let links: Vec<String> = one.links.iter().map(pair).collect();
        parts.push(format!("links: [{}]", links.join(", ")));
    }
    parts.extend(one.rolls.map(rolls));
    parts.extend(one.control.map(control));
    if !one.sheet.0.is_empty() {
        parts.push(format!(
            "sheet: {}",
            write_sheet(&schema.fields, &one.sheet)
        ));
    }
    parts
}
