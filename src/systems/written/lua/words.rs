//! The words of `rules.lua`: each a function of the resolver, or of the effects that `system.ron` has too.

use mlua::{MultiValue, Table, Value};

use crate::dice::{Dice, Tally};
use crate::resolver::{Choice, Form, Refused, Resolver, Roll, Stop, say};
use crate::ron_text::did_you_mean;
use crate::systems::written::model::{Model, Purse, keep};
use crate::systems::written::play::changes;
use crate::systems::written::play::effects::{self, Blow};
use crate::systems::written::play::look::{self, Cast, Hit, Scene, players, up};
use crate::systems::written::play::state::Turn;
use crate::systems::written::read::effects::slug;
use crate::systems::written::sums::sum::{Found, Kind, Look, Name, Sum, Who};
use crate::values::{Id, Row, Spec};

use super::fault;
use super::names::{OF_HIT, OF_SIDE, OF_SOMEBODY, remembers};
use super::state::State;

/// Numbers that a fight bears.
const MOST: i64 = 1_000_000_000;
/// How long a text may be, in letters.
const LONGEST: usize = 400;

/// Why a word does not come back.
pub enum Out {
    /// The rule stops: a question is open, or what was chosen is refused.
    Stop(Stop),
    /// The file is wrong.
    Wrong(String),
    /// Lua has no memory left.
    Lua(mlua::Error),
}

impl From<Stop> for Out {
    fn from(stop: Stop) -> Self {
        Out::Stop(stop)
    }
}

impl From<mlua::Error> for Out {
    fn from(error: mlua::Error) -> Self {
        Out::Lua(error)
    }
}

type Done<T> = Result<T, Out>;

fn wrong<T>(what: impl Into<String>) -> Done<T> {
    Err(Out::Wrong(what.into()))
}

/// A function while it runs.
pub struct Host<'h, 'r> {
    /// The rule's way to the fight.
    pub cx: &'h mut Resolver<'r>,
    /// The system.
    pub model: &'static Model,
    /// Who is who.
    pub cast: &'h mut Cast,
    /// Lua.
    pub state: &'h State,
    /// The function.
    pub function: &'static str,
}

/// How often an action or step may ask and throw dice in all: it runs anew after each answer.
const MOST_ASKED: usize = 500;

/// What a word is given.
struct Given<'w> {
    word: &'w str,
    values: std::vec::IntoIter<Value>,
    at: usize,
}

impl Given<'_> {
    fn next(&mut self) -> Value {
        self.at += 1;
        self.values.next().unwrap_or(Value::Nil)
    }

    fn wrong<T>(&self, needed: &str, value: &Value) -> Done<T> {
        let which = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let which = which.get(self.at - 1).unwrap_or(&"last");
        wrong(format!(
            "`{}` needs {needed} as its {which} value, not {}",
            self.word,
            told(value)
        ))
    }

    fn text(&mut self) -> Done<String> {
        match self.next() {
            Value::String(text) => shown(self.word, &text.to_string_lossy()),
            other => self.wrong("a text", &other),
        }
    }

    fn maybe_text(&mut self) -> Done<String> {
        match self.next() {
            Value::Nil => Ok(String::new()),
            Value::String(text) => shown(self.word, &text.to_string_lossy()),
            other => self.wrong("a text", &other),
        }
    }

    fn number(&mut self) -> Done<i64> {
        let value = self.next();
        match whole(&value)? {
            Some(number) => Ok(number),
            None => self.wrong("a number", &value),
        }
    }

    fn maybe_number(&mut self, otherwise: i64) -> Done<i64> {
        let value = self.next();
        match value {
            Value::Nil => Ok(otherwise),
            value => match whole(&value)? {
                Some(number) => Ok(number),
                None => self.wrong("a number", &value),
            },
        }
    }
}

/// A text that can be shown and kept.
fn shown(word: &str, text: &str) -> Done<String> {
    if text.chars().count() > LONGEST {
        return wrong(format!("`{word}` takes texts of at most {LONGEST} letters"));
    }
    Ok(crate::text::sanitize(text, usize::MAX).into_owned())
}

/// What a value is, for a reader.
fn told(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("`{}`", crate::text::sanitize(&text.to_string_lossy(), 40)),
        Value::Function(_) => "a function".to_owned(),
        _ => "a table".to_owned(),
    }
}

/// A whole number, if it is a number.
fn whole(value: &Value) -> Done<Option<i64>> {
    let number = match value {
        Value::Integer(number) => *number,
        Value::Number(number) => {
            let fits = number.fract() == 0.0 && number.abs() < 1e15;
            if !fits {
                return wrong(format!(
                    "{number} is no whole number: `math.floor(…)` rounds down"
                ));
            }
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            let whole = *number as i64;
            whole
        }
        _ => return Ok(None),
    };
    match (-MOST..=MOST).contains(&number) {
        true => Ok(Some(number)),
        false => wrong(format!("{number} is more than a fight counts")),
    }
}

impl Host<'_, '_> {
    /// Does what a word says.
    pub fn word(&mut self, word: &str, values: Vec<Value>) -> Done<MultiValue> {
        if self.cx.questions() >= MOST_ASKED {
            return wrong(format!(
                "this asks and throws more than {MOST_ASKED} times: is there a loop that never ends?"
            ));
        }
        let mut given = Given {
            word,
            values: values.into_iter(),
            at: 0,
        };
        let one = match word {
            "get" => self.get(&mut given)?,
            "put" => self.put(&mut given)?,
            "options" => self.option(&given.next())?,
            "side" => self.side(&given.next())?,
            "wrong" => return wrong(given.maybe_text()?),
            "missing" => missing(self.model, self.state, &mut given)?,
            "fixed" => return fixed(&mut given),
            "global" => return wrong(remembers(&key(&given.next())?)),
            "format" => self.format(given)?,
            "roll" => return self.roll(&mut given),
            "rolls" => self.rolls(&mut given)?,
            "test" => self.test(&mut given)?,
            "pick" => self.pick(&mut given)?,
            "choose" => self.choose(&mut given)?,
            "form" => self.form(&mut given)?,
            "confirm" => {
                let who = self.maybe_who(&mut given)?;
                let title = given.text()?;
                let preset = matches!(given.next(), Value::Boolean(true));
                Value::Boolean(self.cx.confirm(slug(&title), who, title, preset)?)
            }
            "number" => {
                let who = self.maybe_who(&mut given)?;
                let title = given.text()?;
                let least = given.maybe_number(0)?;
                let most = given.maybe_number(999)?;
                if least > most {
                    return wrong(format!("between {least} and {most} there is no number"));
                }
                let preset = given.maybe_number(least)?;
                let number = self
                    .cx
                    .number(slug(&title), who, title, least, most, preset)?;
                Value::Integer(number)
            }
            "text" => {
                let who = self.maybe_who(&mut given)?;
                let title = given.text()?;
                let preset = given.maybe_text()?;
                let text = self.cx.text(slug(&title), who, title, &preset)?;
                self.made(&text)?
            }
            "gain" => self.gain(&mut given)?,
            "lose" => {
                let who = self.who(&mut given)?;
                let key = self.condition(&mut given)?;
                self.cx.lose_named(who, key, "");
                Value::Nil
            }
            "has" => {
                let who = self.who(&mut given)?;
                let key = self.condition(&mut given)?;
                Value::Boolean(self.cx.get(who).named(key).is_some())
            }
            "say" | "note" => {
                let text = given.text()?;
                self.tell(word == "say", text);
                Value::Nil
            }
            "harm" => self.harm(&mut given)?,
            "heal" => self.heal(&mut given)?,
            "foes" | "allies" | "everyone" => self.people(&mut given)?,
            "spend" => self.spend(&mut given)?,
            "change" => {
                let who = self.who(&mut given)?;
                let name = given.text()?;
                let to = given.next();
                let cause = given.maybe_text()?;
                self.set(who, &name, &to, &cause)?;
                Value::Nil
            }
            "do_piece" => {
                let name = given.text()?;
                let mut pieces = self.model.pieces.iter();
                let Some(piece) = pieces.find(|piece| piece.key == name) else {
                    let all = self.model.pieces.iter().map(|piece| piece.key);
                    return wrong(format!(
                        "unknown piece `{name}`{}",
                        did_you_mean(&name, all)
                    ));
                };
                self.model.coverage.mark(piece.spot);
                effects::run(self.cx, self.model, &piece.does, self.cast)?;
                Value::Nil
            }
            "refuse" => {
                let why = given.text()?;
                self.cx.refuse(why)?
            }
            "lookup" => self.lookup(&mut given)?,
            "less" => {
                let points = given.number()?;
                self.cast.less += points.max(0);
                Value::Nil
            }
            "retarget" => {
                let who = self.who(&mut given)?;
                self.cast.target = Some(who);
                Value::Nil
            }
            _ => return wrong(format!("`{word}` is no word of Affray")),
        };
        Ok(MultiValue::from_iter([one]))
    }

    fn made(&self, text: &str) -> Done<Value> {
        Ok(Value::String(self.state.lua.create_string(text)?))
    }

    /// A combatant as Lua has it.
    pub fn person(&self, id: Id) -> Done<Value> {
        Ok(self.state.person.call(id.0)?)
    }

    /// A list of combatants.
    fn persons(&self, all: impl IntoIterator<Item = Id>) -> Done<Value> {
        let list = self.state.lua.create_table()?;
        for (place, id) in all.into_iter().enumerate() {
            list.raw_set(place + 1, self.person(id)?)?;
        }
        Ok(Value::Table(list))
    }

    fn id(&self, value: &Value) -> Done<Option<Id>> {
        let Value::Table(table) = value else {
            return Ok(None);
        };
        let id: Option<u32> = self.state.ids.raw_get(table)?;
        Ok(id
            .map(Id)
            .filter(|id| self.cx.now().ids().any(|one| one == *id)))
    }

    fn who(&self, given: &mut Given<'_>) -> Done<Id> {
        let value = given.next();
        match self.id(&value)? {
            Some(id) => Ok(id),
            None => given.wrong("a combatant, such as `self`,", &value),
        }
    }

    fn maybe_who(&self, given: &mut Given<'_>) -> Done<Option<Id>> {
        let value = given.next();
        match (self.id(&value)?, &value) {
            (None, Value::Nil) => Ok(None),
            (Some(id), _) => Ok(Some(id)),
            (None, _) => given.wrong("a combatant, or `nil` for the game master,", &value),
        }
    }

    fn list(&self, given: &mut Given<'_>) -> Done<Vec<Id>> {
        let value = given.next();
        let Value::Table(table) = &value else {
            return given.wrong("a list of combatants", &value);
        };
        if let Some(one) = self.id(&value)? {
            return Ok(vec![one]);
        }
        let mut all = Vec::new();
        for place in 1..=table.raw_len() {
            let one: Value = table.raw_get(place)?;
            match self.id(&one)? {
                Some(id) if !all.contains(&id) => all.push(id),
                Some(_) => {}
                None => return given.wrong("a list of combatants", &one),
            }
        }
        Ok(all)
    }

    fn condition(&self, given: &mut Given<'_>) -> Done<&'static str> {
        let key = given.text()?;
        let all = self.model.names.conditions.iter();
        match all.clone().find(|one| **one == key) {
            Some(one) => Ok(one),
            None => wrong(format!(
                "unknown condition `{key}`{}",
                did_you_mean(&key, all.copied())
            )),
        }
    }

    /// What a word in sums comes to, for Lua.
    fn found(&self, found: Found) -> Done<Value> {
        Ok(match found {
            Found::Nothing => Value::Nil,
            Found::Number(number) => Value::Integer(number),
            Found::Flag(flag) => Value::Boolean(flag),
            Found::Word(word) => self.made(&word)?,
            Found::Dice(dice) => self.made(&dice.to_string())?,
        })
    }

    fn look(&self, name: &Name, cast: &Cast) -> Found {
        Scene::new(self.model, self.cx.now(), cast).look(name)
    }

    /// Something of somebody.
    fn get(&self, given: &mut Given<'_>) -> Done<Value> {
        let who = Id(u32::try_from(given.number()?).unwrap_or(u32::MAX));
        let name = key(&given.next())?;
        let now = self.cx.now();
        if now.ids().all(|id| id != who) {
            return wrong("whoever this was takes no part in the fight");
        }
        let names = &self.model.names;
        if let Some(place) = names.fields.iter().position(|field| field.0 == name) {
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            let spec = &self.model.schema.fields[usize::from(place)];
            if let Spec::Records(_) = spec.kind {
                let list = self.state.lua.create_table()?;
                let rows = look::rows(self.model, now, who, place);
                for (at, row) in rows.iter().enumerate() {
                    list.raw_set(at + 1, self.row(row)?)?;
                }
                return Ok(Value::Table(list));
            }
            let cast = Cast::of(who);
            return self.found(self.look(&Name::Field(Who::Me, place), &cast));
        }
        if names.conditions.iter().any(|one| **one == *name) {
            let levels = names.levels.iter().find(|one| **one == name);
            return match levels {
                Some(key) => self.found(self.look(&Name::Levels(Who::Me, key), &Cast::of(who))),
                None => Ok(Value::Boolean(now.get(who).named(&name).is_some())),
            };
        }
        Ok(match name.as_str() {
            "name" => self.made(now.name(who))?,
            "side" => self.made(now.faction_name(now.get(who).faction))?,
            "up" => Value::Boolean(up(self.model, now, who)),
            "acted" => Value::Boolean(Turn::of(now, who).acted),
            "players" => Value::Boolean(players(now, who)),
            _ => {
                let fields = names.fields.iter().map(|field| field.0);
                let conditions = names.conditions.iter().copied();
                let all = fields.chain(conditions).chain(OF_SOMEBODY);
                let hint = did_you_mean(&name, all);
                return wrong(format!("unknown field `{name}`{hint}"));
            }
        })
    }

    fn put(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = Id(u32::try_from(given.number()?).unwrap_or(u32::MAX));
        let name = key(&given.next())?;
        let to = given.next();
        let cause = self.function.replace('_', " ");
        self.set(who, &name, &to, &cause)?;
        Ok(Value::Nil)
    }

    /// Something of somebody's becomes another.
    fn set(&mut self, who: Id, name: &str, to: &Value, cause: &str) -> Done<()> {
        let names = &self.model.names;
        if let Some(key) = names.conditions.iter().find(|one| **one == name) {
            match to {
                Value::Boolean(true) => {
                    changes::gain(self.cx, self.model, who, key, self.cast.me);
                }
                Value::Boolean(false) | Value::Nil => self.cx.lose_named(who, key, cause),
                other => {
                    return wrong(format!(
                        "`{name}` is a condition: true or false, not {}",
                        told(other)
                    ));
                }
            }
            return Ok(());
        }
        let Some(place) = names.fields.iter().position(|field| field.0 == name) else {
            let known = names.fields.iter().map(|field| field.0);
            let known = known.chain(names.conditions.iter().copied());
            if OF_SOMEBODY.contains(&name) {
                return wrong(format!(
                    "`{name}` is for the fight to say: a rule cannot change it"
                ));
            }
            return wrong(format!(
                "unknown field `{name}`{}",
                did_you_mean(name, known)
            ));
        };
        let spec = &self.model.schema.fields[place];
        let kind = names.fields[place].1;
        let place = u16::try_from(place).unwrap_or(u16::MAX);
        let needs = |what: &str| wrong(format!("`{name}` is {what}, not {}", told(to)));
        let found = match (&spec.kind, kind, to) {
            (Spec::Records(_), ..) => {
                return wrong(format!("`{name}` is a list: a rule cannot change it"));
            }
            (_, Kind::Number, value) => match whole(value)? {
                Some(number) => Found::Number(number),
                None => return needs("a number"),
            },
            (_, Kind::Flag, Value::Boolean(flag)) => Found::Flag(*flag),
            (_, Kind::Flag, Value::Nil) => Found::Flag(false),
            (_, Kind::Flag, _) => return needs("true or false"),
            (Spec::Word(words), _, Value::String(text)) if !words.is_empty() => {
                let text = text.to_string_lossy();
                if !words.contains(&text) {
                    let hint = did_you_mean(&text, words.iter().map(String::as_str));
                    return wrong(format!("`{name}` cannot be `{text}`{hint}"));
                }
                Found::Word(text.as_str().into())
            }
            (_, Kind::Word, Value::String(text)) => {
                Found::Word(shown(name, &text.to_string_lossy())?.as_str().into())
            }
            (_, Kind::Word, _) => return needs("a word"),
            (_, Kind::Dice, Value::Nil) => Found::Nothing,
            (_, Kind::Dice, value) => Found::Dice(dice(name, value)?),
        };
        changes::set(self.cx, self.model, who, place, found, cause);
        Ok(())
    }

    /// A row of a list as Lua has it.
    fn row(&self, row: &Row) -> Done<Value> {
        let table = self.state.lua.create_table()?;
        for (place, field) in row.fields().iter().enumerate() {
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            let word = self.model.names.columns.iter().map(|column| column.0);
            let word = word.chain(["name"]).find(|word| *word == field.key);
            if let Some(word) = word {
                let found = look::of(row, place, word, &field.kind);
                table.raw_set(word, self.found(found)?)?;
            }
        }
        let record: Table = self.state.record.call(("with", table))?;
        let mut rows = self.state.rows.borrow_mut();
        rows.push(row.clone());
        let known: Table = self.state.host.raw_get("rows")?;
        known.raw_set(record.clone(), rows.len())?;
        Ok(Value::Table(record))
    }

    /// The row of a weapon or the like, `nil` for none.
    pub fn with(&self, row: Option<&Row>) -> Done<Value> {
        row.map_or(Ok(Value::Nil), |row| self.row(row))
    }

    /// A hit as Lua has it.
    pub fn hit(&self, hit: Option<&Hit>) -> Done<Value> {
        let Some(hit) = hit else {
            return Ok(Value::Nil);
        };
        let table = self.state.lua.create_table()?;
        table.raw_set("total", hit.total)?;
        table.raw_set("natural", hit.natural)?;
        table.raw_set("margin", hit.margin)?;
        table.raw_set("raises", hit.raises)?;
        table.raw_set("passed", hit.passed)?;
        table.raw_set("outcome", hit.outcome)?;
        table.raw_set("test", hit.test)?;
        table.raw_set("kind", hit.kind)?;
        Ok(self.state.record.call(("hit", table))?)
    }

    fn option(&self, value: &Value) -> Done<Value> {
        let name = key(value)?;
        let options = &self.model.names.options;
        match options.iter().position(|option| option.0 == name) {
            Some(place) => {
                let place = u16::try_from(place).unwrap_or(u16::MAX);
                self.found(self.look(&Name::Option(place), self.cast))
            }
            None => wrong(format!(
                "unknown option `{name}`{}",
                did_you_mean(&name, options.iter().map(|option| option.0))
            )),
        }
    }

    fn side(&self, value: &Value) -> Done<Value> {
        let name = match key(value)?.as_str() {
            "count" => Name::SideCount,
            "lost" => Name::SideLost,
            other => {
                return wrong(format!(
                    "unknown name `side.{other}`{}",
                    did_you_mean(other, OF_SIDE)
                ));
            }
        };
        self.found(self.look(&name, self.cast))
    }

    /// What stands in a table.
    fn lookup(&self, given: &mut Given<'_>) -> Done<Value> {
        let name = given.text()?;
        let tables = &self.model.names.tables;
        let Some((_, table)) = tables.iter().find(|(table, _)| *table == name) else {
            let all = tables.iter().map(|table| table.0);
            return wrong(format!(
                "unknown table `{name}`{}",
                did_you_mean(&name, all)
            ));
        };
        let mut keys = Vec::new();
        for _ in 0..table.depth() {
            let value = given.next();
            keys.push(match (&value, whole(&value)?) {
                (_, Some(number)) => Found::Number(number),
                (Value::String(word), _) => Found::Word(word.to_string_lossy().as_str().into()),
                _ => return given.wrong("a word or a number", &value),
            });
        }
        self.found(table.find(&keys))
    }

    fn roll(&mut self, given: &mut Given<'_>) -> Done<MultiValue> {
        let who = self.maybe_who(given)?;
        let dice = dice("roll", &given.next())?;
        let what = match given.maybe_text()? {
            what if what.is_empty() => "a throw".to_owned(),
            what => what,
        };
        let now = self.cx.now();
        let title = match who {
            Some(who) => say!(now, "{}: {what}", now.name(who)),
            None => say!(now, "{what}"),
        };
        let roll = Roll::new(slug(&what), who, what, dice).title(title).high();
        let rolled = self.cx.roll(roll)?;
        let faces = self.state.lua.create_sequence_from(rolled.faces)?;
        Ok(MultiValue::from_iter([
            Value::Integer(rolled.total),
            Value::Table(faces),
        ]))
    }

    fn rolls(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let all = self.list(given)?;
        let dice = dice("rolls", &given.next())?;
        let what = given.text()?;
        let rolls: Vec<Roll> = all
            .iter()
            .map(|who| Roll::new("rolls", *who, what.clone(), dice.clone()).high())
            .collect();
        let rolled = self
            .cx
            .rolls(slug(&what), changes::capital(&what), rolls.clone())?;
        let totals = self.state.lua.create_table()?;
        for ((who, roll), rolled) in all.iter().zip(&rolls).zip(&rolled) {
            self.cx.log_throw(roll, rolled);
            totals.raw_set(self.person(*who)?, rolled.total)?;
        }
        Ok(Value::Table(totals))
    }

    fn test(&mut self, given: &mut Given<'_>) -> Done<Value> {
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
                _ => return wrong("the `target` of a test is a combatant"),
            }
            let with: Value = options.raw_get("with")?;
            if with != Value::Nil {
                cast.with = Some(self.row_of(&with)?);
            }
            let add: Value = options.raw_get("add")?;
            if add != Value::Nil {
                let told = "write what is added as `add = { { \"what for\", 2 } }`";
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
            return wrong(format!("`with` is a row of a list, not {}", told(value)));
        };
        let known: Table = self.state.host.raw_get("rows")?;
        let place: Option<usize> = known.raw_get(table)?;
        let rows = self.state.rows.borrow();
        match place.and_then(|place| rows.get(place.checked_sub(1)?)) {
            Some(row) => Ok(row.clone()),
            None => wrong("`with` is a row of a list, such as `self.weapons[1]`"),
        }
    }

    /// A table in which only some names have a meaning; none for `nil`.
    fn settings(&self, word: &str, value: &Value, known: &[&str]) -> Done<Option<Table>> {
        let table = match value {
            Value::Nil => return Ok(None),
            Value::Table(table) if self.id(value)?.is_none() => table,
            other => {
                return wrong(format!(
                    "`{word}` takes what else is to be said as a table, `{{ {} = … }}`, not {}",
                    known[0],
                    told(other)
                ));
            }
        };
        let mut unknown: Vec<String> = Vec::new();
        for pair in table.clone().pairs::<Value, Value>() {
            let (name, _) = pair?;
            let name = key(&name)?;
            if !known.contains(&name.as_str()) {
                unknown.push(name);
            }
        }
        unknown.sort();
        match unknown.first() {
            Some(name) => wrong(format!(
                "`{word}` knows no `{name}`{}",
                did_you_mean(name, known.iter().copied())
            )),
            None => Ok(Some(table.clone())),
        }
    }

    fn pick(&mut self, given: &mut Given<'_>) -> Done<Value> {
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

    fn choose(&mut self, given: &mut Given<'_>) -> Done<Value> {
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
                return wrong(format!("`{text}` stands twice among what can be chosen"));
            }
            all.push((key, text));
        }
        if all.is_empty() {
            return wrong("there is nothing to choose from");
        }
        let key = slug(&title);
        // Where the answers stand in the file they have capitals, under the title.
        let rules = self.model.rules.as_ref();
        let key = match rules.is_some_and(|rules| rules.asks(&key)) {
            true => key,
            false => ANSWERS.to_owned(),
        };
        let tell = |(key, text): &(String, String)| Choice::new(key.as_str(), text.as_str());
        let (_, text) = self.cx.one_of(key, who, title, &all, 0, tell)?;
        self.made(&text)
    }

    fn form(&mut self, given: &mut Given<'_>) -> Done<Value> {
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
            row.raw_get("preset")?,
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
                    return wrong("there is nothing to choose from");
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

    fn gain(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let key = self.condition(given)?;
        let value = given.next();
        let mut by = self.cast.me;
        if let Some(options) = self.settings("gain", &value, &["by"])? {
            let giver: Value = options.raw_get("by")?;
            by = self.id(&giver)?;
        }
        changes::gain(self.cx, self.model, who, key, by);
        Ok(Value::Nil)
    }

    /// A line of the log; whom it names it is about, so that players read nothing of who is hidden.
    fn tell(&mut self, begins: bool, text: String) {
        if !self.cx.heard() || text.trim().is_empty() {
            return;
        }
        let now = self.cx.now();
        let named = |id: &Id| text.contains(now.name(*id));
        let about: Vec<Id> = now.ids().filter(named).collect();
        match begins {
            true => self.cx.act(None, &about, text),
            false => self.cx.note(&about, text),
        }
    }

    /// How much harm or healing: a number, or a table of what it is made of.
    fn blow(&mut self, word: &str, who: Id, value: &Value) -> Done<i64> {
        if let Some(points) = whole(value)? {
            return Ok(points.max(0));
        }
        let known = ["dice", "points", "times", "less", "least", "half", "label"];
        let Some(options) = self.settings(word, value, &known)? else {
            return wrong(format!("`{word}` needs a number or dice, not nothing"));
        };
        let number = |name: &str, otherwise: i64| -> Done<i64> {
            match options.raw_get(name)? {
                Value::Nil => Ok(otherwise),
                value => match whole(&value)? {
                    Some(number) => Ok(number),
                    None => wrong(format!("`{name}` is a number, not {}", told(&value))),
                },
            }
        };
        let label = match options.raw_get("label")? {
            Value::String(label) => keep(&shown("label", &label.to_string_lossy())?),
            _ if word == "harm" => "damage",
            _ => "healing",
        };
        let (less, least) = (number("less", 0)?, number("least", 0)?);
        let (points, times) = (number("points", 0)?, number("times", 1)?);
        let half = matches!(options.raw_get("half")?, Value::Boolean(true));
        let blow = Blow {
            on: vec![who],
            label,
        };
        let points = match options.raw_get("dice")? {
            Value::Nil => points,
            value => {
                let dice = dice(word, &value)?;
                effects::thrown_points(self.cx, &blow, &dice, times, self.cast)?
            }
        };
        Ok(effects::reduced(points, less, least, half))
    }

    fn harm(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let value = given.next();
        let points = self.blow("harm", who, &value)?;
        effects::strike(self.cx, self.model, who, points, self.cast)?;
        Ok(Value::Integer(self.cast.hurt))
    }

    fn heal(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let value = given.next();
        let points = self.blow("heal", who, &value)?;
        changes::heal(self.cx, self.model, who, points, "");
        Ok(Value::Nil)
    }

    fn people(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let now = self.cx.now();
        let all: Vec<Id> = match given.word {
            "everyone" => now.present().collect(),
            word => {
                let value = given.next();
                let me = match (self.id(&value)?, &value) {
                    (Some(me), _) => Some(me),
                    (None, Value::Nil) => self.cast.me,
                    _ => return given.wrong("a combatant", &value),
                };
                let Some(me) = me else {
                    return wrong(format!("`{word}` needs to know whose: `{word}(self)`"));
                };
                let up = now.present().filter(|id| up(self.model, now, *id));
                match word {
                    "foes" => up.filter(|id| !now.allied(*id, me)).collect(),
                    _ => up.filter(|id| *id != me && now.allied(*id, me)).collect(),
                }
            }
        };
        self.persons(all)
    }

    fn spend(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let name = given.text()?;
        let many = given.maybe_number(1)?;
        let model = self.model;
        let slot = model.slots.iter().position(|slot| slot.0 == name);
        let field = model.names.fields.iter();
        let field = field
            .clone()
            .position(|field| field.0 == name && field.1 == Kind::Number);
        let purse = match (slot, field) {
            (Some(slot), _) => Purse::Slot(slot),
            (None, Some(field)) => Purse::Field(u16::try_from(field).unwrap_or(u16::MAX)),
            (None, None) => {
                let slots = model.slots.iter().map(|slot| slot.0);
                let known = slots.chain(model.pools.iter().map(|pool| model.field(pool.field)));
                return wrong(format!(
                    "unknown slot or field `{name}`{}",
                    did_you_mean(&name, known)
                ));
            }
        };
        let costs = [(purse, Sum::number(many))];
        let cast = Cast::of(who);
        let scene = Scene::new(model, self.cx.now(), &cast);
        if changes::cannot_pay(model, &scene, who, &costs).is_some() {
            return Ok(Value::Boolean(false));
        }
        changes::pay(self.cx, model, &cast, who, &costs);
        Ok(Value::Boolean(true))
    }

    /// `string.format`, as far as it says nothing of where something lies in memory.
    fn format(&self, mut given: Given<'_>) -> Done<Value> {
        let text = given.text()?;
        let mut parts = text.split('%');
        let mut whole_text = parts.next().unwrap_or_default().to_owned();
        while let Some(part) = parts.next() {
            let mut letters = part.chars();
            match letters.next() {
                Some('s') => {
                    let value = given.next();
                    whole_text.push_str(&match (&value, self.id(&value)?) {
                        (_, Some(id)) => self.cx.now().name(id).to_owned(),
                        (Value::String(text), _) => text.to_string_lossy(),
                        (value, _) => told(value),
                    });
                    whole_text.push_str(letters.as_str());
                }
                Some('d') => {
                    whole_text.push_str(&given.number()?.to_string());
                    whole_text.push_str(letters.as_str());
                }
                // `%%`: the next part stands behind the second sign.
                None => {
                    whole_text.push('%');
                    whole_text.push_str(parts.next().unwrap_or_default());
                }
                _ => return wrong("`string.format` knows %s, %d and %%"),
            }
        }
        self.made(&whole_text)
    }
}

/// Key of a choice whose answers are made while a rule runs.
pub const ANSWERS: &str = "choose";

/// A row of a form.
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

/// A key of a table as a word.
fn key(value: &Value) -> Done<String> {
    match value {
        Value::String(text) => Ok(crate::text::sanitize(&text.to_string_lossy(), 60).into_owned()),
        Value::Integer(number) => Ok(number.to_string()),
        other => wrong(format!("a name is needed here, not {}", told(other))),
    }
}

/// Dice in notation, or a number.
fn dice(word: &str, value: &Value) -> Done<Dice> {
    match value {
        Value::String(text) => {
            let text = text.to_string_lossy();
            match Dice::parse(&text) {
                Ok(dice) => Ok(dice),
                Err(why) => wrong(format!(
                    "`{}` are no dice: {why}",
                    crate::text::sanitize(&text, 40)
                )),
            }
        }
        value => match whole(value)? {
            Some(number) => Ok(Dice::new(0, 1).plus(number)),
            None => wrong(format!(
                "`{word}` needs dice such as \"2d6+1\", not {}",
                told(value)
            )),
        },
    }
}

/// What stands in no table: nothing where it could, else a mistake.
fn missing(model: &Model, state: &State, given: &mut Given<'_>) -> Done<Value> {
    let what = given.maybe_text()?;
    let name = key(&given.next())?;
    let mut all: Vec<String> = match what.as_str() {
        "with" => {
            let columns = model.names.columns.iter().map(|column| column.0.to_owned());
            columns.collect()
        }
        "hit" => OF_HIT.iter().map(|&name| name.to_owned()).collect(),
        "form" => Vec::new(),
        "" => state.host.raw_get("known")?,
        library => {
            let libraries: Table = state.host.raw_get("libraries")?;
            libraries.raw_get(library)?
        }
    };
    // Outside a reaction nobody acts but `self`.
    if (what == "with" && all.contains(&name)) || (what.is_empty() && name == "actor") {
        return Ok(Value::Nil);
    }
    all.sort();
    let hint = match what.as_str() {
        "form" => ": the form has no row of that label".to_owned(),
        _ => did_you_mean(&name, all.iter().map(String::as_str)),
    };
    match what.as_str() {
        "" => wrong(format!("unknown name `{name}`{hint}")),
        what => wrong(format!("unknown name `{what}.{name}`{hint}")),
    }
}

fn fixed<T>(given: &mut Given<'_>) -> Done<T> {
    let what = given.maybe_text()?;
    let name = key(&given.next())?;
    wrong(format!(
        "`{what}.{name}` cannot be changed: keep what you need in a `local` or in a field"
    ))
}

impl Out {
    /// What is said of it, where the rule is at fault.
    pub fn fault(&self) -> Option<String> {
        match self {
            Out::Wrong(what) => Some(what.clone()),
            Out::Lua(mlua::Error::MemoryError(_)) => Some(fault::Limit::Memory.told().to_owned()),
            Out::Lua(error) => Some(fault::meaning(&error.to_string())),
            Out::Stop(Stop::Broken(what)) => Some(what.clone()),
            Out::Stop(_) => None,
        }
    }
}
