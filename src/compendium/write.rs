//! Writer for sheets and rosters in the format that people write, so that saved files can be edited by hand.

use super::Compendium;
use super::creature::Creature;
use crate::encounter::{Condition, Ends};
use crate::values::{FieldSpec, Record, Schema, Spec, Value, decimal};

/// Formats a roster file with these combatants: the name first, then values, then each list with a line for each entry.
pub(crate) fn write_roster(schema: &Schema, creatures: &[Creature]) -> String {
    let mut roster = RosterText::new(schema);
    for creature in creatures {
        roster.add(creature);
    }
    roster.finish().0
}

/// Roster file to which combatants are added one after another.
pub(crate) struct RosterText<'s> {
    schema: &'s Schema,
    /// Compendium whose ready rows are written by name; `None` writes them in full.
    named: Option<&'s Compendium>,
    text: String,
    many: i64,
}

impl<'s> RosterText<'s> {
    /// Creates a file without combatants.
    pub(crate) fn new(schema: &'s Schema) -> Self {
        Self {
            schema,
            named: None,
            text: String::from("[\n"),
            many: 0,
        }
    }

    /// Creates a file without combatants that gives ready rows by name.
    pub(crate) fn by_name(compendium: &'s Compendium) -> Self {
        Self {
            named: Some(compendium),
            ..Self::new(compendium.schema)
        }
    }

    pub(crate) fn add(&mut self, creature: &Creature) {
        let schema = self.schema;
        let mut head = vec![format!("name: {}", quoted(&creature.name))];
        if !creature.notes.is_empty() {
            head.push(format!("notes: {}", quoted(&creature.notes)));
        }
        let mut lines = vec![head.join(", ")];
        let conditions = creature.conditions.iter();
        let conditions = conditions.filter_map(|one| write_condition(schema, one));
        let conditions: Vec<String> = conditions.collect();
        if !conditions.is_empty() {
            lines.push(format!("conditions: [{}]", conditions.join(", ")));
        }
        let is_list = |field: &&FieldSpec| matches!(field.kind, Spec::Records(_));
        let values = schema.fields.iter().filter(|field| !is_list(field));
        let values: Vec<String> = parts_of(values, &creature.given).collect();
        if !values.is_empty() {
            lines.push(values.join(", "));
        }
        for field in schema.fields.iter().filter(is_list) {
            let ready = self.named.map_or(&[][..], |all| all.ready_rows(&field.key));
            lines.extend(write_list(field, &creature.given, ready));
        }
        let lines: Vec<String> = lines
            .iter()
            .map(|line| format!("        {line},\n"))
            .collect();
        self.text += &format!("    (\n{}    ),\n", lines.concat());
        self.many += 1;
    }

    /// Returns the whole file, and its number of combatants.
    pub(crate) fn finish(self) -> (String, i64) {
        (self.text + "]\n", self.many)
    }
}

/// Formats a list with the names of its ready rows on one line, then a line for each other entry. An entry that differs
/// from the ready row of its name in a few fields is written with `from` and these fields.
fn write_list(field: &FieldSpec, sheet: &Record, ready: &[Record]) -> Option<String> {
    let (Spec::Records(inner), Value::List(rows)) = (&field.kind, sheet.get(&field.key)?) else {
        return None;
    };
    let (named, own): (Vec<&Record>, Vec<&Record>) =
        rows.iter().partition(|row| ready.contains(row));
    let names: Vec<String> = named.iter().map(|row| quoted(row.word("name"))).collect();
    if own.is_empty() && !named.is_empty() {
        return Some(format!("{}: [{}]", field.key, names.join(", ")));
    }
    let names = (!names.is_empty()).then(|| format!("            {},\n", names.join(", ")));
    let row = |row: &&Record| {
        let whole = write_sheet(inner, row);
        let short = write_differences(inner, row, ready);
        let written = short.filter(|short| short.len() < whole.len());
        format!("            {},\n", written.unwrap_or(whole))
    };
    let rows: Vec<String> = names.into_iter().chain(own.iter().map(row)).collect();
    Some(if rows.is_empty() {
        format!("{}: []", field.key)
    } else {
        format!("{}: [\n{}        ]", field.key, rows.concat())
    })
}

/// Formats the fields of a row that differ from the ready row of its name; `None` if there is no such row, or if it has
/// a field that this row lacks.
fn write_differences(fields: &[FieldSpec], row: &Record, ready: &[Record]) -> Option<String> {
    let name = row.word("name");
    let base = ready.iter().find(|base| base.word("name") == name)?;
    if base.0.keys().any(|key| !row.has(key)) {
        return None;
    }
    let other = fields
        .iter()
        .filter(|field| base.get(&field.key) != row.get(&field.key));
    let parts = [format!("from: {}", quoted(name))];
    let parts: Vec<String> = parts.into_iter().chain(parts_of(other, row)).collect();
    Some(format!("({})", parts.join(", ")))
}

/// Formats a sheet in round brackets; fields that the system does not know are omitted.
pub(crate) fn write_sheet(fields: &[FieldSpec], sheet: &Record) -> String {
    let parts: Vec<String> = parts_of(fields, sheet).collect();
    format!("({})", parts.join(", "))
}

fn parts_of<'f>(
    fields: impl IntoIterator<Item = &'f FieldSpec>,
    sheet: &Record,
) -> impl Iterator<Item = String> {
    fields.into_iter().filter_map(|field| {
        let value = write_value(&field.kind, sheet.get(&field.key)?)?;
        Some(format!("{}: {value}", field.key))
    })
}

/// Formats a value for [`super::read_value`]; `None` for a value of another type.
pub(crate) fn write_value(spec: &Spec, value: &Value) -> Option<String> {
    Some(match (spec, value) {
        (Spec::Int(..), Value::Int(number)) => number.to_string(),
        (Spec::Decimal(parts, ..), Value::Int(number)) => decimal(*number, *parts),
        (Spec::Flag, Value::Flag(flag)) => flag.to_string(),
        (Spec::Word(_), Value::Word(word)) => quoted(word),
        (Spec::Dice, Value::Dice(dice)) => quoted(&dice.to_string()),
        (Spec::Records(inner), Value::List(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| write_sheet(inner, row)).collect();
            format!("[{}]", rows.join(", "))
        }
        _ => return None,
    })
}

/// Quotes a text and escapes special characters.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Formats a condition for [`super::read_condition`], with its cause if the cause is plain text. Returns `None` if the
/// condition ends with a combatant's turn, because no file can name a turn. The condition does not outlast its fight.
pub(crate) fn write_condition(schema: &Schema, condition: &Condition) -> Option<String> {
    let own = schema.condition(&condition.key).is_err();
    if !own && *condition == Condition::named(&condition.key) {
        return Some(quoted(&condition.key));
    }
    let mut parts = vec![format!("key: {}", quoted(&condition.key))];
    if own {
        parts.push("own: true".to_owned());
    }
    if condition.value != 0 {
        parts.push(format!("value: {}", condition.value));
    }
    if let Some(cause) = condition.cause.plain().filter(|cause| !cause.is_empty()) {
        parts.push(format!("cause: {}", quoted(cause)));
    }
    if condition.secret {
        parts.push("secret: true".to_owned());
    }
    match &condition.ends {
        Ends::WhenCleared => {}
        Ends::EndOfRound(round) => parts.push(format!("last_round: {round}")),
        Ends::At(word) => parts.push(format!("until: {}", quoted(word))),
        Ends::Turn { .. } => return None,
    }
    Some(format!("({})", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compendium::Compendium;
    use crate::ron_text::Source;
    use crate::systems;
    use crate::values::Id;

    /// Lists every condition that a roster may contain in a system, and a custom condition, with every end that a file
    /// can express.
    fn conditions(schema: &Schema) -> Vec<Condition> {
        let mut ends = vec![Ends::WhenCleared, Ends::EndOfRound(7)];
        ends.extend(schema.moments.iter().copied().map(Ends::at));
        let keys = schema.conditions.iter().map(|spec| spec.key.as_str());
        let keys = keys.chain(["hexed"]).enumerate();
        let with_ends = |(nth, key): (usize, &str)| {
            let all = ends.iter().cloned().map(|ends| {
                let one = Condition::named(key).ends(ends).value(nth as i64 % 3);
                let one = one.because(["", "a \"curse\""][nth % 2]);
                one.secret(nth % 3 == 1)
            });
            all.collect::<Vec<_>>()
        };
        keys.flat_map(with_ends).collect()
    }

    #[test]
    fn a_roster_is_read_as_it_was_written() {
        for system in systems::all() {
            let (compendium, _) = Compendium::built_in(*system);
            let mut all = compendium.roster().to_vec();
            let conditions = conditions(compendium.schema);
            let share = conditions.len().div_ceil(all.len());
            for (one, some) in all.iter_mut().zip(conditions.chunks(share)) {
                one.conditions = some.to_vec();
            }
            let text = write_roster(compendium.schema, &all);
            let (read, wrong) = compendium.read_roster(&Source::new("own.ron", &text), false);
            assert_eq!(wrong, Vec::new(), "{}", system.key());
            assert_eq!(read, all, "{}", system.key());
        }
    }

    /// Returns the library of Open d20, which has ready rows.
    fn open_d20() -> Compendium {
        let mut systems = systems::all().iter();
        let d20 = systems.find(|one| one.key() == "d20").expect("Open d20");
        Compendium::built_in(*d20).0
    }

    #[test]
    fn a_row_from_the_library_is_written_as_its_differences_and_read_unchanged() {
        let compendium = open_d20();
        let written = "[\n    (\n        name: \"Witch\",\n        max_hp: 9, ac: 12,\n        attacks: [\n            \
                       (from: \"Dagger\", name: \"Athame\", magical: true),\n        ],\n        spells: [\n            \
                       (from: \"sanctuary\", innate: true, uses: 1),\n        ],\n    ),\n]\n";
        let (read, wrong) = compendium.read_roster(&Source::new("own.ron", written), false);
        assert_eq!(wrong, Vec::new());
        let mut ready = compendium.ready_rows("spells").iter();
        let mut sanctuary = ready
            .find(|row| row.word("name") == "Sanctuary")
            .cloned()
            .expect("the ready row");
        sanctuary.set("innate", Value::Flag(true));
        sanctuary.set("uses", Value::Int(1));
        assert_eq!(read[0].given.list("spells"), [sanctuary]);
        assert_eq!(
            read[0].given.list("attacks")[0].word("damage_type"),
            "piercing"
        );
        let mut text = RosterText::by_name(&compendium);
        text.add(&read[0]);
        let (text, _) = text.finish();
        assert!(
            text.contains("(from: \"Sanctuary\", innate: true, uses: 1)"),
            "{text}"
        );
        let (again, wrong) = compendium.read_roster(&Source::new("own.ron", &text), false);
        assert_eq!(wrong, Vec::new());
        assert_eq!(again, read);
    }

    #[test]
    fn a_row_that_gives_only_a_name_is_filled_from_the_library() {
        let compendium = open_d20();
        let written = "[(name: \"Witch\", max_hp: 9, ac: 12, spells: [(name: \"fireball\"), (name: \"Hex of ours\")])]";
        let (read, wrong) = compendium.read_roster(&Source::new("own.ron", written), false);
        assert_eq!(wrong, Vec::new());
        let spells = read[0].given.list("spells");
        assert_eq!(spells[0].maybe_int("level"), Some(3));
        assert_eq!(spells[1].word("name"), "Hex of ours");
    }

    #[test]
    fn an_unknown_library_row_is_the_only_error_reported_for_its_row() {
        let compendium = open_d20();
        let written =
            "[(name: \"Witch\", max_hp: 9, ac: 12, spells: [(from: \"Sanctuari\", uses: 1)])]";
        let (_, wrong) = compendium.read_roster(&Source::new("own.ron", written), false);
        let told: Vec<String> = wrong.iter().map(|one| one.what.clone()).collect();
        assert_eq!(told, ["unknown row `Sanctuari`: did you mean `Sanctuary`?"]);
    }

    /// Checks that an end with a combatant's turn is never written as another end.
    #[test]
    fn conditions_that_end_with_a_turn_are_not_written() {
        let schema = systems::all()[0].schema();
        let ends = Ends::Turn {
            moment: "turn".to_owned(),
            whose: Id(0),
            latest: 2,
            from: 0,
        };
        let stunned = Condition::named("stunned").ends(ends);
        assert_eq!(write_condition(schema, &stunned), None);
    }
}
