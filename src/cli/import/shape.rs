//! Format detection by the shape of a file, before anything is read. The error for an unsupported format names the
//! format.

use anyhow::{Result, bail};
use serde_json::{Map, Value};

use super::block::Block;
use super::dnd5e_api;
use super::fields::Fields;
use super::five_tools;
use super::foreign::{self, is_list_of_records, name_of};
use super::improved_initiative;
use super::json;
use super::open5e::{self, Dump};
use super::record::{Each, Foreign};
use super::sheet;
use super::table;
use super::value::{list, text};

/// First bytes of binary files, with the names of their kinds.
const BINARIES: [(&[u8], &str); 9] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a WebP picture or an audio file"),
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x7fELF", "a program"),
];

/// Returns the kind of a binary file from its first bytes.
pub(super) fn binary(head: &[u8]) -> Option<&'static str> {
    let known = BINARIES.iter().find(|(start, _)| head.starts_with(start));
    known.map(|(_, name)| *name)
}

/// Reads the records of a file. Entries of an Open5e dump go to `dump`, because a creature is spread over several
/// files.
///
/// # Errors
/// If the file is of an unsupported kind, which the error names, or contains no records.
pub(super) fn read(
    file: &str,
    fields: Fields<'_>,
    dump: &mut Dump,
    each: &mut Each<'_>,
) -> Result<()> {
    let file = file.trim_start_matches('\u{feff}');
    if file.trim().is_empty() {
        bail!("the file is empty");
    }
    if let Some(kind) = other_text(file) {
        bail!("this seems to be {kind}, which `affray import` does not read");
    }
    if file.trim_start().starts_with(['[', '{']) {
        let value = json::read(file)?;
        return records(&value, &mut Sink { fields, dump, each });
    }
    table::read(file, each)
}

/// Returns the kind of a text that is neither JSON nor a table.
fn other_text(file: &str) -> Option<&'static str> {
    let start = file.trim_start();
    let low: String = start
        .chars()
        .take(200)
        .collect::<String>()
        .to_ascii_lowercase();
    if low.starts_with("<!doctype html") || low.starts_with("<html") {
        return Some("an HTML page");
    }
    if start.starts_with('<') {
        return Some(if low.contains("<compendium") {
            "XML of Fight Club"
        } else {
            "XML"
        });
    }
    if start.starts_with("%PDF") {
        return Some("a PDF");
    }
    let inner = start.trim_start_matches('[').trim_start();
    if start.starts_with('(')
        || start.starts_with("//")
        || start.starts_with('[') && inner.starts_with(['(', '/'])
    {
        return Some("RON, such as Affray's own files");
    }
    if start.starts_with("---") || start.starts_with("%YAML") || is_yaml(start) {
        return Some("YAML");
    }
    let marked = ["# ", "## ", "> ", "___", "***"]
        .iter()
        .any(|mark| start.starts_with(mark));
    marked.then_some("a text in Markdown")
}

/// Returns `true` if a text begins with `key: value` lines.
fn is_yaml(start: &str) -> bool {
    let key = |line: &str| {
        let (key, value) = line.split_once(':')?;
        let is_key = !key.trim().is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
            && (value.is_empty() || value.starts_with(' '))
            && !line.contains([',', ';', '\t']);
        is_key.then_some(())
    };
    let mut lines = start
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
        return false;
    };
    key(first).is_some() && (key(second).is_some() || second.trim_start().starts_with("- "))
}

/// Destination of the records and dump entries that are read.
struct Sink<'s, 'e> {
    fields: Fields<'s>,
    dump: &'s mut Dump,
    each: &'s mut Each<'e>,
}

impl Sink<'_, '_> {
    fn block(&mut self, block: Block) {
        (self.each)(sheet::record(block, self.fields));
    }
}

/// Keys under which programs store their list of combatants, the likeliest first.
const LISTS: [&str; 6] = [
    "monster",
    "results",
    "creatures",
    "monsters",
    "combatants",
    "data",
];
/// Lists of a 5etools file that contain no combatants.
const FIVE_TOOLS: [&str; 10] = [
    "spell",
    "item",
    "baseitem",
    "legendaryGroup",
    "class",
    "race",
    "feat",
    "background",
    "optionalfeature",
    "condition",
];

/// Reads the records of a JSON value: a list of records, a single record, or an export.
fn records(json: &Value, sink: &mut Sink<'_, '_>) -> Result<()> {
    if let Some(found) = improved_initiative::read(json) {
        if found.is_empty() {
            bail!("this is an export of Improved Initiative without creatures");
        }
        for entry in found {
            match entry {
                Ok(block) => sink.block(block),
                Err(refused) => (sink.each)(*refused),
            }
        }
        return Ok(());
    }
    let entries = match json {
        Value::Array(entries) => entries.as_slice(),
        Value::Object(fields) => match list_in(fields)? {
            Some(entries) => entries,
            None => std::slice::from_ref(json),
        },
        _ => bail!("a list of combatants is needed, `[{{\"name\": …}}, …]`"),
    };
    if !entries.is_empty() && entries.iter().all(is_bare_name) {
        bail!(
            "this is a list of names without stat blocks: import the API response for each monster instead"
        );
    }
    // A file with entries of one unsupported kind is refused in one line.
    let mut kinds = entries
        .iter()
        .map(|entry| entry.as_object().and_then(other_record));
    if let Some(Some(kind)) = kinds.next()
        && kinds.all(|other| other == Some(kind))
    {
        bail!("this seems to be {kind}, which `affray import` does not read");
    }
    for (nth, entry) in entries.iter().enumerate() {
        let place = format!("entry {}", nth + 1);
        match entry.as_object() {
            Some(fields) => one(place, fields, sink),
            None if entries.iter().any(Value::is_object) => {
                (sink.each)(Foreign::refused(place, "is not a record"));
            }
            None => bail!("{place} is not a record"),
        }
    }
    Ok(())
}

/// Returns the list of combatants in a record; `None` if the record is a single combatant.
fn list_in(fields: &Map<String, Value>) -> Result<Option<&[Value]>> {
    let is_list = |key: &&&str| fields.get(**key).is_some_and(|value| value.is_array());
    if let Some(key) = LISTS.iter().find(is_list)
        && name_of(fields).is_none()
    {
        return Ok(Some(list(fields.get(*key))));
    }
    if let Some(key) = FIVE_TOOLS.iter().find(is_list)
        && name_of(fields).is_none()
    {
        bail!(
            "this seems to be a file of 5etools with `{key}` and no `monster`, which `affray import` does not read"
        );
    }
    if name_of(fields).is_some() || other_record(fields).is_some() {
        return Ok(None);
    }
    let named = fields.values().find(|value| is_list_of_records(value));
    Ok(named.map(|value| list(Some(value))))
}

/// Returns `true` if an entry is only a name with an address, as in lists of an API.
fn is_bare_name(entry: &Value) -> bool {
    let bare = ["index", "name", "url", "key", "level", "slug"];
    entry.as_object().is_some_and(|fields| {
        fields.contains_key("url") && fields.keys().all(|key| bare.contains(&key.as_str()))
    })
}

/// Returns the kind of a record that Affray does not read, in words.
fn other_record(fields: &Map<String, Value>) -> Option<&'static str> {
    let has = |key: &str| fields.contains_key(key);
    if let Some(system) = fields.get("system").and_then(Value::as_object)
        && (has("items") || has("prototypeToken") || has("_stats") || has("_id"))
    {
        let stats = text(fields.get("_stats").and_then(|stats| stats.get("systemId")));
        let details = system.get("details");
        let is_pathfinder = stats == "pf2e"
            || details.is_some_and(|details| details.get("level").is_some_and(Value::is_object))
            || system
                .get("traits")
                .is_some_and(|traits| traits.get("rarity").is_some());
        return Some(if is_pathfinder {
            "a Pathfinder actor of Foundry"
        } else {
            "an actor of Foundry"
        });
    }
    if has("strPoints") || has("natArmorBonus") {
        return Some("a monster of Tetra-cube, whose attacks are formulas");
    }
    if has("schema_version") && (has("character") || has("attribs")) {
        return Some("a character of Roll20");
    }
    let data = fields.get("data").and_then(Value::as_object);
    if has("characterValues") || data.is_some_and(|data| data.contains_key("characterValues")) {
        return Some("a character of D&D Beyond");
    }
    if has("abilityMods") || has("defenses") && has("level") || has("system_id") && has("pf2e") {
        return Some("a Pathfinder creature");
    }
    if has("school") && (has("casting_time") || has("castingTime") || has("time")) {
        return Some("a spell");
    }
    if has("equipment_category") || has("requires_attunement") {
        return Some("an item");
    }
    if has("proficiency_choices") || has("hit_die") && has("subclasses") {
        return Some("a class");
    }
    None
}

/// Reads one record by its shape.
fn one(place: String, fields: &Map<String, Value>, sink: &mut Sink<'_, '_>) {
    let has = |key: &str| fields.contains_key(key);
    if let Some(kind) = other_record(fields) {
        return (sink.each)(Foreign::refused(place, format!("seems to be {kind}")));
    }
    if let (Some(model), Some(inner)) = (
        fields.get("model").and_then(Value::as_str),
        fields.get("fields").and_then(Value::as_object),
    ) {
        if model == "api.monster" {
            return version_1(&place, inner, sink);
        }
        let key = text(fields.get("pk"));
        if !sink.dump.take(&place, model, &key, inner) {
            (sink.each)(Foreign::refused(
                place,
                format!("is an entry of `{model}`, not a creature"),
            ));
        }
        return;
    }
    let hp = fields.get("hp").or_else(|| fields.get("HP"));
    let hp_is = |key: &str| hp.is_some_and(|hp| hp.get(key).is_some());
    if is_open5e_v2(fields) {
        sink.block(open5e::version_2(&place, fields));
    } else if has("_copy") || (hp_is("formula") || hp_is("special")) && is_five_tools(fields) {
        match five_tools::read(&place, fields) {
            Ok(block) => sink.block(block),
            Err(why) => (sink.each)(Foreign::refused(place, why)),
        }
    } else if has("hit_points")
        && (has("proficiencies") || fields.get("armor_class").is_some_and(Value::is_array))
    {
        sink.block(dnd5e_api::read(&place, fields));
    } else if has("hit_points") && has("armor_class") && has("strength") {
        version_1(&place, fields, sink);
    } else {
        (sink.each)(foreign::record(place, fields, sink.fields));
    }
}

/// Returns `true` if a record is a creature of version 2 of Open5e, even if it contains only a few fields.
fn is_open5e_v2(fields: &Map<String, Value>) -> bool {
    let scores = fields.get("ability_scores");
    let has = |key: &str| fields.contains_key(key);
    scores.is_some_and(|scores| scores.get("strength").is_some())
        && ["resistances_and_immunities", "saving_throws", "hit_points"]
            .into_iter()
            .any(has)
}

/// Returns `true` if a record has fields of 5etools in addition to its hit points.
fn is_five_tools(fields: &Map<String, Value>) -> bool {
    let is_list = |key: &str| fields.get(key).is_some_and(Value::is_array);
    is_list("ac") || is_list("action") || fields.contains_key("cr") && is_list("size")
}

fn version_1(place: &str, fields: &Map<String, Value>, sink: &mut Sink<'_, '_>) {
    match open5e::version_1(place, fields) {
        Ok(block) => sink.block(block),
        Err(error) => (sink.each)(Foreign::refused(place, format!("{error:#}"))),
    }
}
