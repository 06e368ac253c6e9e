//! Parser for lines that add combatants: `6 Goblin 1d8 ac 15`, `gob 3`, `Zog like goblin`.

use crate::compendium::Compendium;
use crate::dice::Dice;
use crate::setup::{Count, HitPoints};
use crate::text::{fold, nearest};
use crate::ui::setup::forms::read_points;
use crate::ui::sheet::value::read_value;
use crate::values::{FieldSpec, Spec, Value};

/// Line for new combatants of any system.
pub(super) const NEW: &str = "6 Zug hp 2d6";

/// Maximum number of words in a field's label.
const MOST_WORDS: usize = 3;

/// Parsed line, before the name is looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// Name, or some letters of a name.
    pub(crate) name: String,
    /// Letters of the creature whose sheet is copied; "" if no sheet is copied.
    pub(crate) like: String,
    /// Values of the sheet: label, key and value of each field.
    pub(crate) sheet: Vec<(String, String, Value)>,
    /// Error in a part of the line, if there is one.
    pub(crate) wrong: Option<String>,
    /// Number of combatants, if it comes before the name.
    count: Option<Count>,
    points: Option<HitPoints>,
    /// Numbers and dice after the name, at most two.
    behind: Vec<Count>,
}

/// Parses a line that adds combatants. A number or dice before the name is the count. After the name, a number is the
/// count of a library creature or the hit points of an improvised combatant. With two numbers, the first is the count.
/// The key or label of a field with a value sets that field, and `hp` sets hit points. A choice with a number, such as
/// `wizard 5`, sets two fields, unless the words before the number are the name of a library creature. After a number, a
/// field and a choice may be abbreviated.
pub(crate) fn read(line: &str, compendium: &Compendium) -> Said {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let mut said = Said::default();
    said.take_values(&mut words, compendium);
    if words.len() > 1
        && said.behind.len() < 2
        && let Some(count) = number(words[0])
    {
        said.count = Some(count);
        words.remove(0);
    }
    let like = words
        .iter()
        .position(|word| word.eq_ignore_ascii_case("like"));
    if let Some(place) = like.filter(|place| (1..words.len() - 1).contains(place)) {
        said.like = words[place + 1..].join(" ");
        words.truncate(place);
        said.take_values(&mut words, compendium);
    }
    said.name = words.join(" ");
    let mut roster = compendium.roster().iter();
    if roster.any(|one| one.name.eq_ignore_ascii_case(&said.name)) {
        return said;
    }
    // A number inside the name was meant to follow the name, so the words after the number are not a field.
    let amid = (1..words.len()).rfind(|place| number(words[*place]).is_some());
    let amid = amid.map(|amid| amid + 1);
    let unknown = match (said.behind.is_empty(), &said.count) {
        (false, _) => amid,
        (true, None) => behind_a_field(&words, compendium),
        (true, Some(_)) => None,
    };
    if let Some(label) = unknown.map(|place| words[place..].join(" ")) {
        let why = match label.as_str() {
            "" => "one number too many: write the number of combatants before the name".to_owned(),
            label => unknown_field(label, said.count.is_some(), compendium),
        };
        said.wrong.get_or_insert(why);
    }
    let below = |word: &&&str| word.starts_with('-') && word.parse::<i64>().is_ok();
    if let Some(word) = words.iter().find(below).filter(|_| words.len() > 1) {
        said.wrong.get_or_insert_with(|| {
            format!("{word} is too small: write numbers of combatants and hit points of 1 or more")
        });
    }
    said
}

/// Returns the place of the words after the last field with a number inside a name: `att` in `Mira ac 16 att`.
fn behind_a_field(words: &[&str], compendium: &Compendium) -> Option<usize> {
    (3..words.len()).rev().find(|end| {
        let mut before = Said::default();
        number(words[end - 1]).is_some() && before.take_field(&words[..*end], compendium).is_some()
    })
}

/// Returns the error for words that are not a field of the sheet. Without a number of combatants before the name
/// (`has_count`), the words may also belong to the name.
fn unknown_field(label: &str, has_count: bool, compendium: &Compendium) -> String {
    let fields = compendium.schema.fields.iter();
    let fields = fields.filter(|field| !field.state && !matches!(field.kind, Spec::Records(_)));
    let labels = fields.map(|field| field.label.as_str());
    let remedy = match nearest(label, labels.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let few: Vec<&str> = labels.take(5).collect();
            format!(
                "remove `{label}`, or write a field such as {}",
                few.join(", ")
            )
        }
    };
    let stop = if remedy.ends_with('?') { "" } else { "." };
    let more = if has_count {
        String::new()
    } else {
        format!(
            "{stop} To use the words in the name, write the number of combatants before the name."
        )
    };
    format!("no sheet field is called `{label}`: {remedy}{more}")
}

impl Said {
    /// Returns the number of combatants and their hit points if given, for a library creature or an improvised
    /// combatant.
    pub(crate) fn amounts(&self, in_library: bool) -> (Option<Count>, Option<HitPoints>) {
        let points = |count: &Count| match count {
            Count::Fixed(number) => HitPoints::Fixed((*number).into()),
            Count::Dice(dice) => HitPoints::Rolled(Some(dice.clone())),
        };
        let (count, behind) = match (&self.count, self.behind.as_slice()) {
            (None, [many, each]) => (Some(many), Some(each)),
            (None, [many]) if in_library || self.points.is_some() => (Some(many), None),
            (count, behind) => (count.as_ref(), behind.first()),
        };
        (count.cloned(), self.points.clone().or(behind.map(points)))
    }

    /// Returns `true` if the line is only a name.
    pub(crate) fn is_only_a_name(&self) -> bool {
        self.sheet.is_empty() && self.wrong.is_none() && self.amounts(false) == (None, None)
    }

    /// Returns `true` if the line describes an unknown combatant: by hit points, if a number can mean nothing else, or
    /// by values of the sheet.
    pub(crate) fn describes(&self) -> bool {
        let has_points = match (&self.count, self.behind.as_slice()) {
            (None, [one]) => matches!(one, Count::Dice(_)),
            (_, behind) => !behind.is_empty(),
        };
        has_points || self.points.is_some() || !self.sheet.is_empty() || self.wrong.is_some()
    }

    /// Takes all fields, numbers and dice from the end of a line; at least one word remains.
    fn take_values(&mut self, words: &mut Vec<&str>, compendium: &Compendium) {
        while words.len() > 1 {
            if let Some(left) = self.take_points_before_unit(words, compendium) {
                words.truncate(left);
            } else if let Some(left) = self.take_field(words, compendium) {
                words.truncate(left);
            } else if let Some(count) =
                number(words[words.len() - 1]).filter(|_| self.behind.len() < 2)
            {
                self.behind.insert(0, count);
                words.pop();
            } else {
                break;
            }
        }
    }

    /// Takes hit points such as `14 hp` from the end of a line; returns the number of words before them.
    fn take_points_before_unit(
        &mut self,
        words: &[&str],
        compendium: &Compendium,
    ) -> Option<usize> {
        let (unit, before) = words.split_last()?;
        let (points, name) = before.split_last()?;
        let is_field = || Self::default().take_field(before, compendium).is_some();
        if !unit.eq_ignore_ascii_case("hp") || name.is_empty() || is_field() {
            return None;
        }
        self.points = Some(read_points(points).ok()?);
        Some(name.len())
    }

    /// Takes a field with its value from the end of a line; returns the number of words before it.
    fn take_field(&mut self, words: &[&str], compendium: &Compendium) -> Option<usize> {
        let (value, before) = words.split_last()?;
        for many in 1..=MOST_WORDS.min(before.len().saturating_sub(1)) {
            let left = before.len() - many;
            let label = before[left..].join(" ");
            if label.eq_ignore_ascii_case("hp") || label.eq_ignore_ascii_case("hit points") {
                match read_points(value) {
                    Ok(points) => self.points = Some(points),
                    Err(why) => self.take_wrong(value, why)?,
                }
                return Some(left);
            }
            // After a number the name is complete, so words may be abbreviated.
            let named = before[1..left].iter().any(|word| number(word).is_some());
            let Some((field, choice)) = field_called(&label, named, compendium) else {
                continue;
            };
            if choice.is_some() && !named && ends_a_name(before, left, compendium) {
                continue;
            }
            let value = if named || value.chars().count() > 2 {
                full_word(field, value)
            } else {
                value
            };
            match read_value(field, value, None) {
                Ok(Some(value)) => {
                    let entry = (field.label.clone(), field.key.clone(), value);
                    self.sheet.insert(0, entry);
                }
                Ok(None) => continue,
                Err(why) => self.take_wrong(value, format!("{}: {why}", field.label))?,
            }
            if let Some((field, word)) = choice {
                let value = Value::Word(word.clone());
                let entry = (field.label.clone(), field.key.clone(), value);
                self.sheet.insert(0, entry);
            }
            return Some(left);
        }
        None
    }

    /// Records an error for a number that the field does not allow; a word belongs to the name.
    fn take_wrong(&mut self, value: &str, why: String) -> Option<()> {
        value
            .contains(|c: char| c.is_ascii_digit())
            .then(|| self.wrong = Some(why))
    }
}

/// Returns `true` if words end with the name of a library creature, and not with the choice that begins at `left`.
fn ends_a_name(words: &[&str], left: usize, compendium: &Compendium) -> bool {
    let like = words
        .iter()
        .rposition(|word| word.eq_ignore_ascii_case("like"));
    let from = like.map_or(0, |like| like + 1);
    let name = words[from..].join(" ");
    let mut roster = compendium.roster().iter();
    from >= left || roster.any(|one| one.name.eq_ignore_ascii_case(&name))
}

/// Returns a line that describes a new combatant of the system: with a choice such as a class, if the sheet has one.
pub(crate) fn example(compendium: &Compendium) -> String {
    let mut fields = compendium.schema.fields.iter();
    let choice = fields.find_map(|field| {
        let names = field.elsewhere.iter();
        let mut names = names.filter(|name| keyword(name, compendium).is_some());
        names.next().filter(|_| !field.state)
    });
    let Some(choice) = choice else {
        return NEW.to_owned();
    };
    let defence = compendium.system().defence_is();
    let defence = defence.split(' ').next().unwrap_or_default().to_lowercase();
    let defence = field_called(&defence, false, compendium)
        .filter(|(field, _)| field.check(&Value::Int(18)).is_ok())
        .map_or_else(String::new, |_| format!(" {defence} 18"));
    format!("Brak 44{defence} {choice} 5")
}

/// Field and keyword that the word before a number sets as well: `wizard 5` sets the class and the level.
type NamedWord<'a> = Option<(&'a FieldSpec, &'a String)>;

/// Returns the field that has a keyword, with the keyword.
fn keyword<'a>(name: &str, compendium: &'a Compendium) -> NamedWord<'a> {
    let mut fields = compendium.schema.fields.iter();
    fields.find_map(|field| match &field.kind {
        Spec::Word(words) if !field.state => words
            .iter()
            .find(|word| word.eq_ignore_ascii_case(name))
            .map(|word| (field, word)),
        _ => None,
    })
}

/// Finds the field with this name: its key, its label or a name in other programs. If the name of the combatant is
/// complete (`named`), also finds the only field whose key or label, or else other name, begins with this name. If the
/// other name is a keyword of another field, such as a class, also returns that field with the keyword.
fn field_called<'a>(
    label: &str,
    named: bool,
    compendium: &'a Compendium,
) -> Option<(&'a FieldSpec, NamedWord<'a>)> {
    let fields = compendium.schema.fields.iter();
    let fields = fields.filter(|field| !field.state && !matches!(field.kind, Spec::Records(_)));
    if let Some(field) = fields.clone().find(|field| is_called(field, label)) {
        return Some((field, None));
    }
    let other = |fits: &dyn Fn(&str) -> bool| {
        let mut found = Vec::new();
        for field in fields.clone() {
            let names = field.elsewhere.iter().filter(|name| fits(name));
            found.extend(names.map(|name| (field, keyword(name, compendium))));
        }
        found
    };
    if let Some(found) = other(&|name| name.eq_ignore_ascii_case(label)).first() {
        return Some(*found);
    }
    if !named || label.chars().count() < 2 {
        return None;
    }
    let begun = fields
        .clone()
        .filter(|field| begins(&field.key.replace('_', " "), label) || begins(&field.label, label));
    let mut begun: Vec<_> = begun.map(|field| (field, None)).collect();
    if begun.is_empty() {
        begun.extend(other(&|name| begins(name, label)));
    }
    match *begun {
        [found] => Some(found),
        _ => None,
    }
}

/// Returns the only keyword of the field that begins with a text; otherwise the text.
fn full_word<'a>(field: &'a FieldSpec, text: &'a str) -> &'a str {
    let Spec::Word(words) = &field.kind else {
        return text;
    };
    let is_it = |word: &String| word.eq_ignore_ascii_case(text);
    let mut begun = words.iter().filter(|word| begins(word, text));
    match (begun.next(), begun.next()) {
        (Some(word), None) if !words.iter().any(is_it) => word,
        _ => text,
    }
}

fn begins(name: &str, text: &str) -> bool {
    fold(name).starts_with(&fold(text))
}

fn is_called(field: &FieldSpec, label: &str) -> bool {
    let is_key = field.key.replace('_', " ").eq_ignore_ascii_case(label);
    is_key || field.key.eq_ignore_ascii_case(label) || field.label.eq_ignore_ascii_case(label)
}

/// Parses a number, or dice that contain a digit.
fn number(word: &str) -> Option<Count> {
    if let Ok(number) = word.parse() {
        return Some(Count::Fixed(number));
    }
    let is_dice = word.contains('d') && word.contains(|c: char| c.is_ascii_digit());
    let dice = is_dice.then(|| Dice::parse(word).ok());
    dice.flatten().map(Count::Dice)
}
