//! Reader for handwritten sheets, `(str: 9, attacks: [(name: "dagger", die: "1d4")])`, with the fields of a system.

use super::ready_row;
use crate::dice::Dice;
use crate::encounter::{Condition, Ends};
use crate::ron_text::{Diagnostic, Node, Reading, RecordFields, Shape, Source, parse};
use crate::text;
use crate::values::{FieldSpec, Record, Schema, Spec, Stock, Value, read_decimal};

/// Takes the fields of a sheet from a record and reports wrong values at their positions. [`Reading::finish`] then
/// reports missing and unknown fields. With a `base`, no field is required, and fields that the record leaves out keep
/// the value of the base.
pub(crate) fn read_fields<'n>(
    reading: &mut Reading<'_>,
    fields: &mut RecordFields<'n, '_>,
    specs: &'n [FieldSpec],
    base: Option<Record>,
) -> Record {
    let needs_all = base.is_none();
    let mut sheet = base.unwrap_or_default();
    for spec in specs {
        let node = if spec.required && needs_all {
            fields.need(&spec.key, || spec.kind.in_words())
        } else {
            fields.take(&spec.key)
        };
        let Some(node) = node else {
            continue;
        };
        let value = match (&spec.kind, &node.shape) {
            (Spec::Records(inner), Shape::List(items)) => {
                let lists = stock_of(specs, &spec.stock);
                let ready = lists.map(|(lists, _)| lists.list(&spec.key));
                Some(read_rows(reading, items, inner, ready))
            }
            (kind, _) => read_value(reading, node, kind),
        };
        if let Some(value) = value {
            sheet.set(&spec.key, value);
        }
    }
    // Suggests fields under their names in other games.
    let meant = |key: &str| {
        let plain = |word: &str| word.replace(['_', ' '], "").to_lowercase();
        let own = |spec: &&FieldSpec| {
            let is_usual = USUAL.contains(&(plain(key).as_str(), spec.key.as_str()));
            is_usual || plain(&spec.label) == plain(key)
        };
        specs.iter().filter(|spec| !spec.state).find(own)
    };
    for stray in fields.take_strays(|key| meant(key).is_some()) {
        if let Some(spec) = meant(stray.key) {
            let what = format!("`{}` is called `{}` here: write `{1}`", stray.key, spec.key);
            reading.wrong_in_each(stray.at, what);
        }
    }
    sheet
}

/// Returns the lists of a stock with the errors in its file.
pub(super) fn stock_of<'s>(
    specs: &[FieldSpec],
    stock: &'s Stock,
) -> Option<&'s (Record, Vec<Diagnostic>)> {
    stock.lists(|file| read_stock(specs, &Source::new(file.name.clone(), file.text)))
}

/// Reads the lists of a file of ready rows. Also returns the errors in the file.
pub(super) fn read_stock(specs: &[FieldSpec], source: &Source) -> (Record, Vec<Diagnostic>) {
    let (root, told) = parse(source);
    let mut reading = Reading::new(source, told).of_records_alike();
    let is_list = |spec: &&FieldSpec| matches!(spec.kind, Spec::Records(_));
    let mut lists: Vec<FieldSpec> = specs.iter().filter(is_list).cloned().collect();
    for list in &mut lists {
        // The rows of a stock cannot name other rows of the stock.
        list.stock = Stock::default();
    }
    let mut read = Record::new();
    if let Some(mut fields) = reading.record(&root) {
        read = read_fields(&mut reading, &mut fields, &lists, Some(read));
        reading.finish(fields);
    }
    (read, reading.done())
}

/// Reads the rows of a list. If the list has ready rows, a text is the name of one, and a record may start from one with
/// `from`.
fn read_rows(
    reading: &mut Reading<'_>,
    items: &[Node<'_>],
    inner: &[FieldSpec],
    ready: Option<&[Record]>,
) -> Value {
    let mut rows = Vec::with_capacity(items.len());
    for item in items {
        if let (Shape::Text(_), Some(ready)) = (&item.shape, ready) {
            rows.extend(ready_row::named(reading, ready, item));
        } else if let Some(mut fields) = reading.record(item) {
            let base = ready.and_then(|ready| ready_row::base(reading, ready, &mut fields));
            let row = read_fields(reading, &mut fields, inner, base);
            reading.finish(fields);
            rows.push(match ready {
                Some(ready) => ready_row::meant(ready, row),
                None => row,
            });
        }
    }
    Value::List(rows)
}

/// Common names for fields with these keys.
const USUAL: [(&str, &str); 2] = [("armorclass", "ac"), ("armourclass", "ac")];

/// Reads one value of a field's type.
pub(crate) fn read_value(reading: &mut Reading<'_>, node: &Node<'_>, spec: &Spec) -> Option<Value> {
    let value = match (spec, &node.shape) {
        (_, Shape::Broken) => return None,
        (Spec::Int(..) | Spec::Decimal(..), Shape::Text(_)) if reading.unquote(node) => {
            return None;
        }
        (Spec::Int(..), Shape::Text(word)) if sides(word).is_some() => {
            return only_sides(reading, node, word);
        }
        (Spec::Int(..), Shape::Plain(word)) if sides(word).is_some() => {
            return only_sides(reading, node, word);
        }
        (Spec::Flag, Shape::Text(word)) if matches!(word.as_str(), "true" | "false") => {
            reading.wrong(node.at, format!("write it without quotes: {word}"));
            return None;
        }
        (Spec::Int(least, most), Shape::Plain(word)) => match word.parse::<i64>() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Int(reading.int_of(node, *least, *most)?),
        },
        (Spec::Decimal(parts, ..), Shape::Plain(word)) => match read_decimal(word, *parts) {
            Some(number) => Value::Int(number),
            None => return misfit(reading, node, spec),
        },
        (Spec::Flag, Shape::Plain("true")) => Value::Flag(true),
        (Spec::Flag, Shape::Plain("false")) => Value::Flag(false),
        (Spec::Word(words), Shape::Text(text)) => {
            // Free text is made safe to show; listed words are compared exactly.
            if words.is_empty() {
                Value::Word(reading.shown(node, text::LINE_LIMIT)?)
            } else {
                Value::Word(text.clone())
            }
        }
        (Spec::Dice, Shape::Text(text)) => match Dice::parse(text) {
            Ok(dice) => Value::Dice(dice),
            Err(not) => {
                reading.wrong(node.at, not.to_string());
                return None;
            }
        },
        (Spec::Records(inner), Shape::List(items)) => {
            return Some(read_rows(reading, items, inner, None));
        }
        (Spec::Word(_) | Spec::Dice, Shape::Plain(word)) => {
            let word = text::sanitize(word, text::NAME_LIMIT);
            let what = spec.in_words();
            reading.wrong(node.at, format!("write it in quotes, \"{word}\": {what}"));
            return None;
        }
        _ => return misfit(reading, node, spec),
    };
    match spec.check(&value) {
        Ok(()) => Some(value),
        Err(why) => {
            reading.wrong(node.at, why.what);
            None
        }
    }
}

/// Returns the sides of a single die in notation: 6 of `d6` and `1d6`.
fn sides(word: &str) -> Option<&str> {
    let sides = word
        .strip_prefix('1')
        .unwrap_or(word)
        .strip_prefix(['d', 'D'])?;
    let is_number = !sides.is_empty() && sides.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(sides)
}

fn only_sides(reading: &mut Reading<'_>, node: &Node<'_>, word: &str) -> Option<Value> {
    let sides = sides(word).unwrap_or_default();
    reading.wrong(
        node.at,
        format!("a number is needed here: write only the sides of the die, `{sides}`"),
    );
    None
}

fn misfit(reading: &mut Reading<'_>, node: &Node<'_>, spec: &Spec) -> Option<Value> {
    let found = match &node.shape {
        Shape::Plain(word) => format!("`{}`", text::sanitize(word, text::NAME_LIMIT)),
        other => other.in_words().to_owned(),
    };
    reading.wrong(
        node.at,
        format!("{} is needed here, not {found}", spec.in_words()),
    );
    None
}

/// Reads a condition in a sheet: its key, which must be `known` unless it is marked as the GM's own, or a record with
/// more fields.
pub(crate) fn read_condition(
    reading: &mut Reading<'_>,
    node: &Node<'_>,
    schema: &Schema,
    known: fn(&Schema, &str) -> Result<(), String>,
) -> Option<Condition> {
    let known = |reading: &mut Reading<'_>, node: &Node<'_>, own: bool| {
        let key = reading.text(node)?;
        if let Err(why) = known(schema, &key)
            && !own
        {
            reading.wrong(node.at, why);
        }
        Some(key)
    };
    if !matches!(node.shape, Shape::Record(..)) {
        return Some(Condition::named(&known(reading, node, false)?));
    }
    let mut fields = reading.record(node)?;
    let mut condition = Condition::named("");
    let own = fields.take("own").and_then(|node| reading.flag(node));
    if let Some(node) = fields.need("key", String::new) {
        condition.key = known(reading, node, own == Some(true))?;
    }
    if let Some(node) = fields.take("value") {
        condition.value = reading.int(node).unwrap_or(0);
    }
    if let Some(node) = fields.take("cause") {
        let cause = reading.shown(node, text::LINE_LIMIT);
        condition.cause = cause.unwrap_or_default().into();
    }
    if let Some(node) = fields.take("secret") {
        condition.secret = reading.flag(node) == Some(true);
    }
    if let Some(node) = fields.take("last_round")
        && let Some(number) = reading.int(node)
    {
        condition.ends = Ends::EndOfRound(u32::try_from(number).unwrap_or(1));
    }
    if let Some(node) = fields.take("until")
        && let Some(word) = reading.text(node)
    {
        if let Err(why) = schema.moment(&word) {
            reading.wrong(node.at, why);
        }
        condition.ends = Ends::At(word);
    }
    // Files from before systems named their triggers have this field.
    if let Some(node) = fields.take("stretch")
        && reading.flag(node) == Some(true)
    {
        condition.ends = Ends::At("stretch".to_owned());
    }
    reading.finish(fields);
    Some(condition)
}
