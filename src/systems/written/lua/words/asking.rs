//! Questions that `rules.lua` can ask: dice, tests, choices and forms.

use mlua::{MultiValue, Table, Value};

use crate::dice::Tally;
use crate::resolver::{Choice, Form, Refused, Roll, say};
use crate::ron_text::did_you_mean;
use crate::systems::written::play::effects;
use crate::systems::written::play::look::Cast;
use crate::systems::written::read::effects::slug;
use crate::text::capital;
use crate::values::{Id, Row};

use super::{Done, Given, Host, dice, shown, told, whole, wrong};

/// Key of a choice whose answers are created while a rule runs.
pub const ANSWERS: &str = "choose";

impl Host<'_, '_> {
    pub(super) fn roll(&mut self, given: &mut Given<'_>) -> Done<MultiValue> {
        let who = self.maybe_who(given)?;
        let dice = dice("roll", &given.next())?;
        let what = match given.maybe_text()? {
            what if what.is_empty() => "a roll".to_owned(),
            what => what,
        };
        let now = self.cx.now();
        let title = match who {
            Some(who) => say!(now, "{}: {what}", now.name(who)),
            None => say!(now, "{what}"),
        };
        let roll = Roll::new(slug(&what), who, what, dice).title(title).high();
        // The function gets the results of the single dice.
        let rolled = self.cx.roll(roll.each_die(true))?;
        let faces = self.state.lua.create_sequence_from(rolled.faces)?;
        Ok(MultiValue::from_iter([
            Value::Integer(rolled.total),
            Value::Table(faces),
        ]))
    }

    pub(super) fn rolls(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let all = self.list(given)?;
        let dice = dice("rolls", &given.next())?;
        let what = given.text()?;
        let rolls: Vec<Roll> = all
            .iter()
            .map(|who| Roll::new("rolls", *who, what.clone(), dice.clone()).high())
            .collect();
        let rolled = self.cx.rolls(slug(&what), capital(&what), rolls.clone())?;
        let totals = self.state.lua.create_table()?;
        for ((who, roll), rolled) in all.iter().zip(&rolls).zip(&rolled) {
            self.cx.log_throw(roll, rolled);
            totals.raw_set(self.person(*who)?, rolled.total)?;
        }
        Ok(Value::Table(totals))
    }

    pub(super) fn test(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let name = given.text()?;
        let Some(test) = self.model.tests.iter().find(|test| test.key == name) else {
            let known = self.model.tests.iter().map(|test| test.key);
            return wrong(format!(
                "unknown test `{name}`{}",
                did_you_mean(&name, known)
            ));
        };
        let value = given.next();
        let options = self.settings("test", &value, &["target", "with", "add"])?;
        let mut cast = Cast {
            me: Some(who),
            thrower: Some(who),
            ..self.cast.clone()
        };
        let mut more = Tally::new();
        if let Some(options) = options {
            let target: Value = options.raw_get("target")?;
            match (&target, self.id(&target)?) {
                (Value::Nil, _) => {}
                (_, Some(target)) => cast.target = Some(target),
                _ => return wrong("the `target` of a test must be a combatant"),
            }
            let with: Value = options.raw_get("with")?;
            if with != Value::Nil {
                cast.with = Some(self.row_of(&with)?);
            }
            let add: Value = options.raw_get("add")?;
            if add != Value::Nil {
                let told = "write added values as `add = { { \"what for\", 2 } }`";
                let Value::Table(add) = add else {
                    return wrong(told);
                };
                for place in 1..=add.raw_len() {
                    let Value::Table(term) = add.raw_get(place)? else {
                        return wrong(told);
                    };
                    let (label, value): (Value, Value) = (term.raw_get(1)?, term.raw_get(2)?);
                    let (Value::String(label), Some(value)) = (&label, whole(&value)?) else {
                        return wrong(told);
                    };
                    more.add(shown("add", &label.to_string_lossy())?, value);
                }
            }
        }
        let hit = effects::tested_with(self.cx, self.model, test, more, &mut cast)?;
        let made = self.hit(Some(&hit))?;
        self.cast.hit = Some(hit);
        Ok(made)
    }

    fn row_of(&self, value: &Value) -> Done<Row> {
        let Value::Table(table) = value else {
            return wrong(format!(
                "`with` must be a row of a list, not {}",
                told(value)
            ));
        };
        let known: Table = self.state.host.raw_get("rows")?;
        let place: Option<usize> = known.raw_get(table)?;
        let rows = self.state.rows.borrow();
        match place.and_then(|place| rows.get(place.checked_sub(1)?)) {
            Some(row) => Ok(row.clone()),
            None => wrong("`with` must be a row of a list, such as `self.weapons[1]`"),
        }
    }

    pub(super) fn pick(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.maybe_who(given)?;
        let title = given.text()?;
        let from = self.list(given)?;
        let least = given.maybe_number(1)?;
        let value = given.next();
        let many = value != Value::Nil;
        let count = i64::try_from(from.len()).unwrap_or(i64::MAX);
        let most = match whole(&value)? {
            Some(most) => most.clamp(0, count),
            None if many => return given.wrong("a number", &value),
            None => 1.min(count),
        };
        let least = least.clamp(0, most);
        let size = |number: i64| usize::try_from(number).unwrap_or(0);
        if most == 0 {
            return if many {
                self.persons([])
            } else {
                Ok(Value::Nil)
            };
        }
        let preset = from.iter().copied().take(size(least)).collect();
        let picked = self.cx.pick(
            slug(&title),
            who,
            title,
            from,
            size(least),
            size(most),
            preset,
        )?;
        match (many, picked.first()) {
            (true, _) => self.persons(picked),
            (false, Some(one)) => self.person(*one),
            (false, None) => Ok(Value::Nil),
        }
    }

    pub(super) fn choose(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.maybe_who(given)?;
        let title = given.text()?;
        let value = given.next();
        let Value::Table(table) = &value else {
            return given.wrong("a list of texts", &value);
        };
        let mut all: Vec<(String, String)> = Vec::new();
        for place in 1..=table.raw_len() {
            let one: Value = table.raw_get(place)?;
            let Value::String(text) = &one else {
                return given.wrong("a list of texts", &one);
            };
            let text = shown("choose", &text.to_string_lossy())?;
            let key = slug(&text);
            if all.iter().any(|(other, _)| *other == key) {
                return wrong(format!("`{text}` appears twice in the answers"));
            }
            all.push((key, text));
        }
        if all.is_empty() {
            return wrong("the list of answers is empty");
        }
        let key = slug(&title);
        // Literal answers in the file have action keys, under the title of the choice.
        let rules = self.model.rules.as_ref();
        let key = if rules.is_some_and(|rules| rules.asks(&key)) {
            key
        } else {
            ANSWERS.to_owned()
        };
        let tell = |(key, text): &(String, String)| Choice::new(key.as_str(), text.as_str());
        let (_, text) = self.cx.one_of(key, who, title, &all, 0, tell)?;
        self.made(&text)
    }

    pub(super) fn form(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.maybe_who(given)?;
        let title = given.text()?;
        let value = given.next();
        let Value::Table(table) = &value else {
            return given.wrong("a list of rows", &value);
        };
        let mut rows = Vec::new();
        for place in 1..=table.raw_len() {
            rows.push(self.form_row(&table.raw_get(place)?)?);
        }
        let read = |f: &mut Form<'_>| {
            let all: Vec<(String, Filled)> = rows.iter().map(|row| row.fill(f)).collect();
            Ok::<_, Refused>(all)
        };
        let all = self.cx.form(slug(&title), who, title, read)?;
        let table = self.state.lua.create_table()?;
        for (name, filled) in all {
            let value = match filled {
                Filled::Number(number) => Value::Integer(number),
                Filled::Flag(flag) => Value::Boolean(flag),
                Filled::Word(word) => self.made(&word)?,
                Filled::Person(who) => who.map_or(Ok(Value::Nil), |who| self.person(who))?,
            };
            table.raw_set(name, value)?;
        }
        Ok(self.state.record.call(("form", table))?)
    }

    fn form_row(&self, value: &Value) -> Done<FormRow> {
        let form =
            "write a row as `{ \"effort\", number = { 0, 5 } }`, or with `yes`, `one_of` or `pick`";
        let Value::Table(row) = value else {
            return wrong(form);
        };
        let Value::String(label) = row.raw_get(1)? else {
            return wrong(form);
        };
        let label = shown("form", &label.to_string_lossy())?;
        let is: [Value; 5] = [
            row.raw_get("number")?,
            row.raw_get("yes")?,
            row.raw_get("one_of")?,
            row.raw_get("pick")?,
            row.raw_get("default")?,
        ];
        let kind = match &is {
            [
                Value::Table(range),
                Value::Nil,
                Value::Nil,
                Value::Nil,
                preset,
            ] => {
                let (least, most) = (whole(&range.raw_get(1)?)?, whole(&range.raw_get(2)?)?);
                let (Some(least), Some(most)) = (least, most) else {
                    return wrong(form);
                };
                let preset = whole(preset)?.unwrap_or(least);
                FormKind::Number(least, most.max(least), preset)
            }
            [Value::Nil, Value::Boolean(yes), Value::Nil, Value::Nil, _] => FormKind::Flag(*yes),
            [Value::Nil, Value::Nil, Value::Table(list), Value::Nil, _] => {
                let mut words = Vec::new();
                for place in 1..=list.raw_len() {
                    let Value::String(word) = list.raw_get(place)? else {
                        return wrong(form);
                    };
                    words.push(shown("form", &word.to_string_lossy())?);
                }
                if words.is_empty() {
                    return wrong("the list of answers is empty");
                }
                FormKind::Word(words)
            }
            [
                Value::Nil,
                Value::Nil,
                Value::Nil,
                from @ Value::Table(_),
                _,
            ] => {
                let mut from = Given {
                    word: "pick",
                    values: vec![from.clone()].into_iter(),
                    at: 0,
                };
                FormKind::Person(self.list(&mut from)?)
            }
            _ => return wrong(form),
        };
        let key = format!("row-{}", slug(&label));
        Ok(FormRow { key, label, kind })
    }
}

/// Row of a form.
struct FormRow {
    key: String,
    label: String,
    kind: FormKind,
}

enum FormKind {
    Number(i64, i64, i64),
    Flag(bool),
    Word(Vec<String>),
    Person(Vec<Id>),
}

enum Filled {
    Number(i64),
    Flag(bool),
    Word(String),
    Person(Option<Id>),
}

impl FormRow {
    fn fill(&self, f: &mut Form<'_>) -> (String, Filled) {
        let (key, label) = (&self.key, &self.label);
        let filled = match &self.kind {
            FormKind::Number(least, most, preset) => {
                let preset = *preset.clamp(least, most);
                Filled::Number(f.number(key, label, *least..=*most, "", preset))
            }
            FormKind::Flag(yes) => Filled::Flag(f.toggle(key, label, *yes)),
            FormKind::Word(words) => {
                let tell = |word: &String| Choice::new(word.as_str(), word.as_str());
                let word = f.choice(key, label, words, 0, |word| word, tell);
                Filled::Word(word.unwrap_or_default())
            }
            FormKind::Person(from) => {
                let all = || from.iter().copied();
                Filled::Person(f.pick_one(key, label, all, from.first().copied()))
            }
        };
        (self.label.clone(), filled)
    }
}
