//! Reader for fight files. Their meaning is checked by starting the fight once.

use super::newcomer::{Count, HitPoints, Newcomer};
use super::{Planned, Setup, SideSetup};
use crate::compendium::{Compendium, read_condition, read_fields, read_value};
use crate::dice::{Dice, Seed};
use crate::encounter::check::MOST_COMBATANTS;
use crate::encounter::{Control, Roller, Tactics, Timing, TypedRolls};
use crate::ron_text::{Diagnostic, Node, Place, Reading, Shape, Source, find, parse, read_part};
use crate::rules::schedule::FARTHEST;
use crate::text;
use crate::values::{Record, unknown};

/// Reads a name, and cuts and reports one that is too long.
fn name(reading: &mut Reading<'_>, node: &Node<'_>) -> String {
    let name = reading.name(node);
    name.unwrap_or_else(|| kept(node, super::clean))
}

/// Reads a note, and cuts and reports one that is too long.
fn note(reading: &mut Reading<'_>, node: &Node<'_>) -> String {
    let note = reading.shown(node, text::LINE_LIMIT);
    note.unwrap_or_else(|| kept(node, super::line))
}

fn kept(node: &Node<'_>, cut: fn(&str) -> String) -> String {
    match &node.shape {
        Shape::Text(text) => cut(text),
        _ => String::new(),
    }
}

/// Fields of an encounter besides its system.
const FIELDS: [&str; 8] = [
    "title",
    "description",
    "notes",
    "environment_rolls",
    "options",
    "sides",
    "combatants",
    "events",
];

/// Fields of a combatant outside the sheet.
const BESIDE_THE_SHEET: [&str; 9] = [
    "other_name",
    "conditions",
    "links",
    "hidden",
    "group",
    "side",
    "count",
    "hit_points",
    "notes",
];

/// Position in a sheet of an error that was reported for the whole combatant.
struct Finer {
    of: Option<Place>,
    what: String,
    at: Place,
}

/// Reads an encounter file and reports all errors. Returns no set-up if there are any.
pub fn read(source: &Source, compendia: &[&Compendium]) -> (Option<Setup>, Vec<Diagnostic>) {
    let (root, told) = parse(source);
    let mut reading = Reading::new(source, told);
    let setup = read_node(&mut reading, &root, compendia);
    let mistakes = reading.done();
    (setup.filter(|_| mistakes.is_empty()), mistakes)
}

/// Reads as much as possible of a fight in preparation, which may be invalid.
pub(crate) fn read_unfinished(source: &Source, compendium: &Compendium) -> Option<Setup> {
    let (root, told) = parse(source);
    read_node(&mut Reading::new(source, told), &root, &[compendium])
}

/// Returns the system that an encounter file names, if any.
pub(crate) fn system_of(source: &Source) -> Option<String> {
    read_part(source, find(source, "system")?).ok()
}

/// Returns the title and the description of an encounter, without reading the rest of its file; "" if missing.
pub(crate) fn title_of(source: &Source) -> (String, String) {
    let text = |field| read_part(source, find(source, field)?).ok();
    let text = |field| text(field).unwrap_or_default();
    (text("title"), text("description"))
}

/// Reads an encounter from a part of a file.
pub fn read_node(
    reading: &mut Reading<'_>,
    node: &Node<'_>,
    compendia: &[&Compendium],
) -> Option<Setup> {
    let before = reading.count();
    let mut fields = reading.record(node)?;
    let Some(system) = fields.need("system", String::new) else {
        for key in FIELDS {
            fields.take(key);
        }
        reading.finish(fields);
        return None;
    };
    let key = reading.text(system)?;
    let Some(compendium) = compendia.iter().find(|compendium| compendium.key() == key) else {
        let keys = compendia.iter().map(|compendium| compendium.key());
        reading.wrong(system.at, unknown("system", &key, keys));
        return None;
    };
    let mut setup = Setup::new(&key);
    if let Some(node) = fields.need("title", String::new) {
        setup.title = name(reading, node);
    }
    if let Some(node) = fields.take("description") {
        setup.description = note(reading, node);
    }
    if let Some(node) = fields.take("notes") {
        setup.notes = note(reading, node);
    }
    if let Some(node) = fields.take("environment_rolls") {
        setup.environment_roller = roller(reading, node);
    }
    if let Some(node) = fields.take("options")
        && let Some(mut options) = reading.record(node)
    {
        for option in compendium.schema.options.iter() {
            if let Some(node) = options.take(&option.key)
                && let Some(value) = read_value(reading, node, &option.kind)
            {
                setup.options.set(&option.key, value);
            }
        }
        reading.finish(options);
    }
    if let Some(node) = fields.take("sides") {
        for node in reading.list(node) {
            setup.sides.extend(side(reading, node));
        }
    }
    let mut finer = Vec::new();
    if let Some(node) = fields.take("combatants") {
        for node in reading.list(node) {
            let one = newcomer(reading, node, compendium, &mut finer);
            let all = one.map(|one| one.members(compendium));
            setup.combatants.extend(all.into_iter().flatten());
            // The limit is reported below, and makes all other errors irrelevant.
            if setup.combatants.len() > MOST_COMBATANTS {
                break;
            }
        }
    }
    if let Some(node) = fields.take("events") {
        for node in reading.list(node) {
            setup.events.extend(event(reading, node));
        }
    }
    reading.finish(fields);
    if reading.count() == before
        && let Err(mistakes) = setup.begin(compendium, Seed(0))
    {
        for mut mistake in mistakes {
            let is_it = |one: &&Finer| one.of == mistake.place && mistake.what.ends_with(&one.what);
            if let Some(finer) = finer.iter().find(is_it) {
                mistake.place = Some(finer.at.clone());
            }
            if mistake.place.is_none() {
                mistake.place = Some(reading.source().place(node.at.start));
            }
            reading.tell(mistake);
        }
    }
    Some(setup)
}

fn roller(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Roller> {
    Some(match reading.word(node, &["Typed", "Rolled"])? {
        "Typed" => Roller::Typed,
        _ => Roller::Rolled,
    })
}

fn control(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Control> {
    let word = reading.word(node, &["Gm", "Suggested", "AskAreas", "Automatic"])?;
    Some(match word {
        "Gm" => Control::Gm,
        "Suggested" => Control::Suggested,
        "AskAreas" => Control::AskAreas,
        _ => Control::Automatic,
    })
}

fn tactics(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Tactics> {
    let words = reading.text(node)?;
    let tactics = Tactics::default().read(&words);
    tactics.map_err(|why| reading.wrong(node.at, why)).ok()
}

fn side(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<SideSetup> {
    let mut fields = reading.record(node)?;
    let mut side = SideSetup::default();
    if let Some(node) = fields.need("name", String::new) {
        side.name = name(reading, node);
    }
    if let Some(node) = fields.take("players") {
        side.players = reading.flag(node).unwrap_or(false);
    }
    if let Some(node) = fields.take("rolls") {
        side.rolls = roller(reading, node);
    }
    if let Some(node) = fields.take("typed_attacks") {
        side.typed = match reading.word(node, &["Dice", "Totals"]) {
            Some("Totals") => Some(TypedRolls::Totals),
            word => word.map(|_| TypedRolls::Dice),
        };
    }
    if let Some(node) = fields.take("control") {
        side.control = control(reading, node).unwrap_or_default();
    }
    if let Some(node) = fields.take("tactics") {
        side.tactics = tactics(reading, node).unwrap_or_default();
    }
    reading.finish(fields);
    Some(side)
}

fn newcomer(
    reading: &mut Reading<'_>,
    node: &Node<'_>,
    compendium: &Compendium,
    finer: &mut Vec<Finer>,
) -> Option<Newcomer> {
    let mut fields = reading.record(node)?;
    let mut one = Newcomer {
        place: Some(reading.source().place(node.at.start)),
        ..Newcomer::default()
    };
    if let Some(node) = fields.take("party")
        && let Some(party) = reading.text(node)
    {
        if let Err(why) = compendium.party(&party) {
            reading.wrong(node.at, why);
        }
        one.party = party;
    }
    if let Some(node) = fields.take("from")
        && let Some(from) = reading.text(node)
    {
        one.from = from;
        // A combatant of an unknown party needs no further errors.
        if one.party.is_empty() || compendium.party(&one.party).is_ok() {
            let found = one.creature(compendium).err();
            found
                .into_iter()
                .for_each(|why| reading.wrong(node.at, why));
        }
    }
    if let Some(node) = fields.take("name") {
        one.name = name(reading, node);
    }
    if let Some(node) = fields.take("other_name") {
        one.other_name = name(reading, node);
    }
    if let Some(node) = fields.take("side") {
        one.side = name(reading, node);
    }
    if let Some(node) = fields.take("count") {
        one.count = count(reading, node).unwrap_or(Count::Fixed(1));
    }
    if let Some(node) = fields.take("hit_points") {
        one.hit_points = hit_points(reading, node).unwrap_or_default();
    }
    if let Some(node) = fields.take("group") {
        one.group = name(reading, node);
    }
    if let Some(node) = fields.take("hidden") {
        one.hidden = reading.flag(node).unwrap_or(false);
    }
    if let Some(node) = fields.take("conditions") {
        for node in reading.list(node) {
            let condition = read_condition(reading, node, compendium.schema, |schema, key| {
                schema.condition(key).map(drop)
            });
            one.conditions.extend(condition);
        }
    }
    if let Some(node) = fields.take("links") {
        for node in reading.list(node) {
            one.links.extend(link(reading, node));
        }
    }
    if let Some(node) = fields.take("rolls") {
        one.rolls = roller(reading, node);
    }
    if let Some(node) = fields.take("control") {
        one.control = control(reading, node);
    }
    if let Some(node) = fields.take("at") {
        one.at = at(reading, node);
    }
    if let Some(node) = fields.take("notes") {
        one.notes = note(reading, node);
    }
    if let Some(node) = fields.take("sheet")
        && let Some(mut sheet) = reading.record(node)
    {
        // Required fields may come from the roster; starting the fight checks the whole sheet.
        let base = Some(Record::new());
        one.sheet = read_fields(reading, &mut sheet, &compendium.schema.fields, base);
        let is_beside = |key: &str| BESIDE_THE_SHEET.contains(&key);
        for stray in sheet.take_strays(is_beside) {
            let what = format!(
                "`{}` does not belong on the sheet: write it before or after `sheet: (…)`",
                stray.key
            );
            reading.wrong(stray.at, what);
        }
        reading.finish(sheet);
    }
    // Reported once for all misplaced fields.
    let strays = fields.take_strays(|key| compendium.schema.fields.named(key).is_some());
    if let Some(first) = strays.first() {
        let keys: Vec<String> = strays.iter().map(|one| format!("`{}`", one.key)).collect();
        let belong = text::agree(keys.len(), "belongs", "belong");
        let keys = keys.join(", ");
        let what = format!("{keys} {belong} inside `sheet: (…)`");
        reading.wrong(first.at, what);
    }
    // Starting the fight reports contradictions on a sheet. This code finds their positions.
    if let (Some(sheet), Ok(whole)) = (node_of(node, "sheet"), one.likely().whole(compendium)) {
        let wrong = compendium.complete(&whole).err().unwrap_or_default();
        finer.extend(wrong.into_iter().filter_map(|wrong| {
            let at = wrong.span_in(sheet);
            let is_found = at != sheet.at;
            is_found.then(|| Finer {
                of: one.place.clone(),
                at: reading.source().place(at.start),
                what: wrong.what,
            })
        }));
    }
    reading.finish(fields);
    Some(one)
}

/// Reads a planned event in words.
fn event(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Planned> {
    let mut fields = reading.record(node)?;
    let when = fields.need("at", || "Round(4), HalfDown(\"side\") or Manual".to_owned());
    let when = when.and_then(|node| at(reading, node));
    let text = fields.need("text", String::new);
    let text = text.and_then(|node| reading.shown(node, text::LINE_LIMIT));
    let hidden = fields.take("hidden").and_then(|node| reading.flag(node));
    let save = fields.take("save");
    let save = save.and_then(|node| reading.shown(node, text::LINE_LIMIT));
    reading.finish(fields);
    Some(Planned {
        save: save.unwrap_or_default(),
        at: when?,
        text: text?,
        hidden: hidden.unwrap_or(false),
        place: Some(reading.source().place(node.at.start)),
    })
}

fn at(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Timing> {
    match &node.shape {
        Shape::Plain("Manual") => Some(Timing::Manual),
        Shape::Tuple("Round", parts) if parts.len() == 1 => {
            let number = reading.int_of(&parts[0], 1, FARTHEST.into())?;
            match u32::try_from(number) {
                Ok(round @ 1..=FARTHEST) => Some(Timing::Round(round)),
                _ => {
                    let what = format!("{number} is not between 1 and {FARTHEST}");
                    reading.wrong(parts[0].at, what);
                    None
                }
            }
        }
        Shape::Tuple("HalfDown", parts) if parts.len() == 1 => {
            reading.name(&parts[0]).map(Timing::HalfDown)
        }
        Shape::Broken => None,
        shape => {
            let word = match shape {
                Shape::Plain(word) => word,
                Shape::Text(word) => word.as_str(),
                _ => "",
            };
            let what = match round_in(word) {
                Some(round) => format!("write `Round({round})`"),
                None => "write the time: Round(4), HalfDown(\"side\") or Manual".to_owned(),
            };
            reading.wrong(node.at, what);
            None
        }
    }
}

/// Returns the round in a text such as `4` or `round 4`.
fn round_in(word: &str) -> Option<u32> {
    let word = word.trim().to_lowercase();
    word.strip_prefix("round")
        .unwrap_or(&word)
        .trim()
        .parse()
        .ok()
}

fn node_of<'n, 't>(node: &'n Node<'t>, key: &str) -> Option<&'n Node<'t>> {
    let Shape::Record(_, fields) = &node.shape else {
        return None;
    };
    let field = fields.iter().find(|field| field.key == key);
    field.map(|field| &field.value)
}

fn count(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<Count> {
    if reading.unquote(node) {
        return None;
    }
    if let Shape::Text(text) = &node.shape {
        return match Dice::parse(text) {
            Ok(dice) => Some(Count::Dice(dice)),
            Err(not) => {
                reading.wrong(node.at, not.to_string());
                None
            }
        };
    }
    let number = reading.int_of(node, 1, 1_000)?;
    match u32::try_from(number) {
        Ok(number @ 1..=1_000) => Some(Count::Fixed(number)),
        _ => {
            reading.wrong(node.at, format!("{number} is not between 1 and 1000"));
            None
        }
    }
}

fn hit_points(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<HitPoints> {
    if reading.unquote(node) {
        return None;
    }
    match &node.shape {
        Shape::Text(text) => match Dice::parse(text) {
            Ok(dice) => Some(HitPoints::Rolled(Some(dice))),
            Err(not) => {
                let what = match text.trim().to_lowercase().as_str() {
                    "roll" | "rolled" => "write `Rolled`, without quotes".to_owned(),
                    "average" => "write `Average`, without quotes".to_owned(),
                    "most" | "maximum" | "max" => "write `Maximum`, without quotes".to_owned(),
                    "sheet" => "write `Sheet`, without quotes".to_owned(),
                    _ => not.to_string(),
                };
                reading.wrong(node.at, what);
                None
            }
        },
        Shape::Plain(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
            reading.int(node).map(HitPoints::Fixed)
        }
        _ => Some(
            match reading.word(node, &["Rolled", "Average", "Maximum", "Sheet"])? {
                "Rolled" => HitPoints::Rolled(None),
                "Average" => HitPoints::Average(None),
                "Maximum" => HitPoints::Maximum(None),
                _ => HitPoints::Sheet,
            },
        ),
    }
}

fn link(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<(String, String)> {
    match &node.shape {
        Shape::Tuple(_, parts) if parts.len() == 2 => {
            let kind = reading.text(&parts[0])?;
            let other = reading.name(&parts[1])?;
            Some((kind, other))
        }
        Shape::Broken => None,
        _ => {
            reading.wrong(
                node.at,
                "a link has a kind and a name: (\"riding\", \"Horse\")",
            );
            None
        }
    }
}
