//! Access of `rules.lua` to sheets, conditions, rows of lists, rolls, options, sides and tables.

use mlua::{Table, Value};

use crate::ron_text::did_you_mean;
use crate::systems::written::lua::names::{OF_SIDE, OF_SOMEBODY};
use crate::systems::written::play::changes;
use crate::systems::written::play::look::{self, Cast, Hit, Scene, players, up};
use crate::systems::written::play::state::Turn;
use crate::systems::written::sums::sum::{Found, Kind, Look, Name, Who};
use crate::values::{Id, Row, Spec};

use super::{Done, Given, Host, dice, key, shown, told, whole, wrong};

impl Host<'_, '_> {
    fn look(&self, name: &Name, cast: &Cast) -> Found {
        Scene::new(self.model, self.cx.now(), cast).look(name)
    }

    pub(super) fn get(&self, given: &mut Given<'_>) -> Done<Value> {
        let who = Id(u32::try_from(given.number()?).unwrap_or(u32::MAX));
        let name = key(&given.next())?;
        let now = self.cx.now();
        if now.ids().all(|id| id != who) {
            return wrong("this combatant is not in the fight");
        }
        let names = &self.model.names;
        if let Some(place) = names.fields.iter().position(|field| field.0 == name) {
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            let spec = &self.model.schema.fields[usize::from(place)];
            if let Spec::Records(_) = spec.kind {
                let list = self.state.lua.create_table()?;
                let rows = look::rows(now, who, place);
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
            "side" => self.made(now.side_name(now.get(who).side))?,
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

    pub(super) fn put(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = Id(u32::try_from(given.number()?).unwrap_or(u32::MAX));
        let name = key(&given.next())?;
        let to = given.next();
        let cause = self.function.replace('_', " ");
        self.set(who, &name, &to, &cause)?;
        Ok(Value::Nil)
    }

    /// Sets a field or condition of a combatant.
    pub(super) fn set(&mut self, who: Id, name: &str, to: &Value, cause: &str) -> Done<()> {
        let names = &self.model.names;
        if let Some(key) = names.conditions.iter().find(|one| **one == name) {
            match to {
                Value::Boolean(true) => {
                    changes::gain(self.cx, self.model, who, key, self.cast.me, 1);
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
                    "`{name}` is set by the fight: a rule cannot change it"
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

    /// Converts a row of a list to Lua.
    fn row(&self, row: &Row) -> Done<Value> {
        let table = self.state.lua.create_table()?;
        for (field, place) in row.fields().iter().zip(0..) {
            let word = self.model.names.columns.iter().map(|column| column.0);
            let word = word.chain(["name"]).find(|word| *word == field.key);
            if let Some(word) = word {
                let found = look::of(look::cell(row, place), &field.kind);
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

    /// Converts a row such as a weapon to Lua; `nil` for none.
    pub fn with(&self, row: Option<&Row>) -> Done<Value> {
        row.map_or(Ok(Value::Nil), |row| self.row(row))
    }

    /// Converts the result of a test to Lua.
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
        let dice = self
            .state
            .lua
            .create_sequence_from(hit.dice.iter().copied())?;
        table.raw_set("dice", dice)?;
        Ok(self.state.record.call(("result", table))?)
    }

    pub(super) fn option(&self, value: &Value) -> Done<Value> {
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

    pub(super) fn side(&self, value: &Value) -> Done<Value> {
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

    /// Returns a value of a table.
    pub(super) fn lookup(&self, given: &mut Given<'_>) -> Done<Value> {
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
}
