//! Functions that `rules.lua` can call. Each is a function of the resolver, or one of the effects that `system.ron`
//! uses as well.

mod asking;
mod sheets;

use mlua::{MultiValue, Table, Value};

use crate::dice::Dice;
use crate::resolver::{Resolver, Stop};
use crate::ron_text::did_you_mean;
use crate::systems::written::model::{Model, Purse, keep};
use crate::systems::written::play::changes;
use crate::systems::written::play::effects;
use crate::systems::written::play::look::{Cast, Scene, up};
use crate::systems::written::play::points::{self, Blow};
use crate::systems::written::read::effects::slug;
use crate::systems::written::sums::sum::{Found, Kind, Sum};
use crate::values::Id;

use super::fault;
use super::names::{OF_HIT, remembers};
use super::state::State;

pub use asking::ANSWERS;

/// Largest number that a fight accepts.
const MOST: i64 = 1_000_000_000;
/// Maximum length of a text in characters.
const LONGEST: usize = 400;

/// Reason why a call does not return.
pub enum Out {
    /// Interruption by an open question or a refused choice.
    Stop(Stop),
    /// Error in the file.
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

/// Function of `rules.lua` while it runs.
pub struct Host<'h, 'r> {
    /// Access of the rule to the fight.
    pub cx: &'h mut Resolver<'r>,
    pub model: &'static Model,
    pub cast: &'h mut Cast,
    pub state: &'h State,
    pub function: &'static str,
}

/// Maximum number of questions and rolls of an action or step. The limit matters because the rule runs again after each
/// answer.
const MOST_ASKED: usize = 500;

/// Arguments of a call.
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

/// Checks that a text can be shown and saved.
fn shown(word: &str, text: &str) -> Done<String> {
    if text.chars().count() > LONGEST {
        return wrong(format!(
            "`{word}` takes texts of at most {LONGEST} characters"
        ));
    }
    Ok(crate::text::sanitize(text, usize::MAX).into_owned())
}

/// Formats a value for an error message.
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

/// Returns a whole number; `None` if the value is not a number.
fn whole(value: &Value) -> Done<Option<i64>> {
    let number = match value {
        Value::Integer(number) => *number,
        Value::Number(number) => {
            let fits = number.fract() == 0.0 && number.abs() < 1e15;
            if !fits {
                return wrong(format!(
                    "{number} is not a whole number: `math.floor(…)` rounds down"
                ));
            }
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the number is whole and small"
            )]
            let whole = *number as i64;
            whole
        }
        _ => return Ok(None),
    };
    if (-MOST..=MOST).contains(&number) {
        Ok(Some(number))
    } else {
        wrong(format!("{number} is too large for a fight"))
    }
}

impl Host<'_, '_> {
    /// Executes a function for `rules.lua`.
    pub fn word(&mut self, word: &str, values: Vec<Value>) -> Done<MultiValue> {
        if self.cx.questions() >= MOST_ASKED {
            return wrong(format!(
                "this function asks and rolls more than {MOST_ASKED} times: is there a loop that never ends?"
            ));
        }
        self.state.charge(self.cost(&values))?;
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
                    return wrong(format!("there is no number between {least} and {most}"));
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
            "lose" => self.lose(&mut given)?,
            "has" => {
                let who = self.who(&mut given)?;
                let key = self.condition(&mut given)?;
                Value::Boolean(self.cx.get(who).named(key).is_some())
            }
            "say" | "log" => {
                let text = given.text()?;
                self.tell(word == "say", text);
                Value::Nil
            }
            "deal" => self.harm(&mut given)?,
            "heal" => self.heal(&mut given)?,
            "enemies" | "allies" | "everyone" => self.people(&mut given)?,
            "spend" => self.spend(&mut given)?,
            "set" => {
                let who = self.who(&mut given)?;
                let name = given.text()?;
                let to = given.next();
                let cause = given.maybe_text()?;
                self.set(who, &name, &to, &cause)?;
                Value::Nil
            }
            "run" => {
                let name = given.text()?;
                let mut pieces = self.model.pieces.iter();
                let Some(piece) = pieces.find(|piece| piece.key == name) else {
                    let all = self.model.pieces.iter().map(|piece| piece.key);
                    return wrong(format!(
                        "unknown routine `{name}`{}",
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
            "reduce" => {
                let points = given.number()?;
                self.cast.less += points.max(0);
                Value::Nil
            }
            "retarget" => {
                let who = self.who(&mut given)?;
                self.cast.target = Some(who);
                Value::Nil
            }
            _ => return wrong(format!("unknown function or keyword `{word}`")),
        };
        Ok(MultiValue::from_iter([one]))
    }

    /// Returns the cost of a call in Lua instructions: for the call, for each entry of a list, which is looked up among
    /// the combatants, and for each character of a text.
    fn cost(&self, values: &[Value]) -> u64 {
        const CALL: usize = 50;
        const ENTRY: usize = 20;
        let combatants = self.cx.now().combatants.len();
        let of_values = values.iter().map(|value| match value {
            Value::Table(table) => table.raw_len().saturating_mul(ENTRY + combatants / 4),
            Value::String(text) => text.as_bytes().len() / 8,
            _ => 0,
        });
        let cost = of_values.fold(CALL, usize::saturating_add);
        u64::try_from(cost).unwrap_or(u64::MAX)
    }

    fn made(&self, text: &str) -> Done<Value> {
        Ok(Value::String(self.state.lua.create_string(text)?))
    }

    /// Converts a combatant to Lua.
    pub fn person(&self, id: Id) -> Done<Value> {
        Ok(self.state.person.call(id.0)?)
    }

    /// Converts a list of combatants to Lua.
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

    /// Converts the result of an expression to Lua.
    fn found(&self, found: Found) -> Done<Value> {
        Ok(match found {
            Found::Nothing => Value::Nil,
            Found::Number(number) => Value::Integer(number),
            Found::Flag(flag) => Value::Boolean(flag),
            Found::Word(word) => self.made(&word)?,
            Found::Dice(dice) => self.made(&dice.to_string())?,
        })
    }

    /// Returns a table that may contain only known keys; `None` for `nil`.
    fn settings(&self, word: &str, value: &Value, known: &[&str]) -> Done<Option<Table>> {
        let table = match value {
            Value::Nil => return Ok(None),
            Value::Table(table) if self.id(value)?.is_none() => table,
            other => {
                return wrong(format!(
                    "`{word}` takes further values as a table, `{{ {} = … }}`, not {}",
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
                "`{word}` has no option `{name}`{}",
                did_you_mean(name, known.iter().copied())
            )),
            None => Ok(Some(table.clone())),
        }
    }

    fn gain(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let key = self.condition(given)?;
        let value = given.next();
        let mut by = self.cast.me;
        let mut levels = 1;
        if let Some(options) = self.settings("gain", &value, &["by", "levels"])? {
            let giver: Value = options.raw_get("by")?;
            if giver != Value::Nil {
                by = self.id(&giver)?;
            }
            levels = self.levels("gain", key, &options)?;
        }
        if levels > 0 {
            changes::gain(self.cx, self.model, who, key, by, levels);
        }
        Ok(Value::Nil)
    }

    fn lose(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let key = self.condition(given)?;
        let value = given.next();
        match self.settings("lose", &value, &["levels"])? {
            Some(options) => {
                let levels = self.levels("lose", key, &options)?;
                changes::lose(self.cx, self.model, who, key, levels);
            }
            None => self.cx.lose_named(who, key, ""),
        }
        Ok(Value::Nil)
    }

    /// Returns the number of levels in the options of `gain` or `lose`; 1 without it.
    fn levels(&self, word: &str, key: &str, options: &Table) -> Done<i64> {
        let value: Value = options.raw_get("levels")?;
        if value == Value::Nil {
            return Ok(1);
        }
        if self.model.condition(key).is_none_or(|one| one.levels < 2) {
            return wrong(format!("`{word}`: `{key}` has no levels"));
        }
        match whole(&value)? {
            Some(levels) => Ok(levels),
            None => wrong(format!("`levels` must be a number, not {}", told(&value))),
        }
    }

    /// Adds a line to the log. The line concerns the combatants that it names, so that players do not see lines about
    /// hidden combatants.
    fn tell(&mut self, begins: bool, text: String) {
        if !self.cx.heard() || text.trim().is_empty() {
            return;
        }
        let now = self.cx.now();
        let named = |id: &Id| text.contains(now.name(*id));
        let about: Vec<Id> = now.ids().filter(named).collect();
        if begins {
            self.cx.act_text(None, &about, text)
        } else {
            self.cx.note_text(&about, text)
        }
    }

    /// Returns the points of damage or healing, from a number or from a table with its parts.
    fn blow(&mut self, word: &str, who: Id, value: &Value) -> Done<i64> {
        if let Some(points) = whole(value)? {
            return Ok(points.max(0));
        }
        let known = [
            "dice", "amount", "times", "reduce", "minimum", "half", "label",
        ];
        let Some(options) = self.settings(word, value, &known)? else {
            return wrong(format!("`{word}` needs a number or dice, not nothing"));
        };
        let number = |name: &str, otherwise: i64| -> Done<i64> {
            match options.raw_get(name)? {
                Value::Nil => Ok(otherwise),
                value => match whole(&value)? {
                    Some(number) => Ok(number),
                    None => wrong(format!("`{name}` must be a number, not {}", told(&value))),
                },
            }
        };
        let label = match options.raw_get("label")? {
            Value::String(label) => keep(&shown("label", &label.to_string_lossy())?),
            _ if word == "deal" => "damage",
            _ => "healing",
        };
        let (less, least) = (number("reduce", 0)?, number("minimum", 0)?);
        let (points, times) = (number("amount", 0)?, number("times", 1)?);
        let half = matches!(options.raw_get("half")?, Value::Boolean(true));
        let blow = Blow {
            by: self.cast.me,
            on: vec![who],
            label,
        };
        let points = match options.raw_get("dice")? {
            Value::Nil => points,
            value => {
                let dice = dice(word, &value)?;
                points::thrown_points(self.cx, &blow, &dice, times)?
            }
        };
        Ok(points::reduced(points, less, least, half))
    }

    fn harm(&mut self, given: &mut Given<'_>) -> Done<Value> {
        let who = self.who(given)?;
        let value = given.next();
        let points = self.blow("deal", who, &value)?;
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
                    return wrong(format!("`{word}` needs a combatant: `{word}(self)`"));
                };
                let up = now.present().filter(|id| up(self.model, now, *id));
                match word {
                    "enemies" => up.filter(|id| !now.allied(*id, me)).collect(),
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

    /// Implements `string.format`, without formats that reveal memory addresses.
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
                // The text after `%%` is in the next part.
                None => {
                    whole_text.push('%');
                    whole_text.push_str(parts.next().unwrap_or_default());
                }
                _ => return wrong("`string.format` supports only %s, %d and %%"),
            }
        }
        self.made(&whole_text)
    }
}

/// Converts a key of a table to a text.
fn key(value: &Value) -> Done<String> {
    match value {
        Value::String(text) => Ok(crate::text::sanitize(&text.to_string_lossy(), 60).into_owned()),
        Value::Integer(number) => Ok(number.to_string()),
        other => wrong(format!("a name is needed here, not {}", told(other))),
    }
}

/// Converts a value to dice: notation, or a number.
fn dice(word: &str, value: &Value) -> Done<Dice> {
    match value {
        Value::String(text) => {
            let text = text.to_string_lossy();
            Dice::parse(&text).or_else(|why| wrong(why.to_string()))
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

/// Handles a name that is not in a table: returns `nil` if the name could be there, otherwise an error.
fn missing(model: &Model, state: &State, given: &mut Given<'_>) -> Done<Value> {
    let what = given.maybe_text()?;
    let name = key(&given.next())?;
    let mut all: Vec<String> = match what.as_str() {
        "with" => {
            let columns = model.names.columns.iter().map(|column| column.0.to_owned());
            columns.collect()
        }
        "result" => OF_HIT.iter().map(|&name| name.to_owned()).collect(),
        "form" => Vec::new(),
        "" => state.host.raw_get("known")?,
        library => {
            let libraries: Table = state.host.raw_get("libraries")?;
            libraries.raw_get(library)?
        }
    };
    // Only reactions have an `attacker`.
    if (what == "with" && all.contains(&name)) || (what.is_empty() && name == "attacker") {
        return Ok(Value::Nil);
    }
    all.sort();
    let hint = match what.as_str() {
        "form" => ": the form has no row with this label".to_owned(),
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
        "`{what}.{name}` cannot be changed: store the value in a `local` or in a field"
    ))
}

impl Out {
    /// Returns the error message if the rule has an error.
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
