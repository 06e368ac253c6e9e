//! State of a round that a system keeps: plain structs, one for the whole fight or one for each combatant.
//! [`crate::records!`] declares them, and only events change them. The encounter does not know their types; files
//! contain them as values with keywords.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::id::{Id, SideId};
use super::number::nearest;
use super::said::Told;
use super::value::Value;
use super::words::Words;
use crate::dice::Dice;

/// Type that can be written to saves, for the fields of a system's records.
pub trait Stored: Sized {
    /// Converts to the value written to saves; `None` for a default value, which is omitted.
    fn store(&self) -> Option<Value>;

    fn restore(value: Option<&Value>) -> Result<Self, String>;

    fn store_all(all: &[Self]) -> Option<Value> {
        // A default value (0, no, "") keeps its place in a list.
        let nothing = || Value::Values(Vec::new());
        let all = all.iter().map(|one| one.store().unwrap_or_else(nothing));
        let all: Vec<Value> = all.collect();
        (!all.is_empty()).then_some(Value::Values(all))
    }

    /// Restores a list from the value in a save.
    fn restore_all(value: Option<&Value>) -> Result<Vec<Self>, String> {
        match value {
            None => Ok(Vec::new()),
            Some(Value::Values(all)) => {
                let one = |one: &Value| match one {
                    Value::Values(none) if none.is_empty() => Self::restore(None),
                    there => Self::restore(Some(there)),
                };
                all.iter().map(one).collect()
            }
            Some(other) => Err(misfit("a list", other)),
        }
    }
}

fn misfit(wanted: &str, found: &Value) -> String {
    format!("{wanted} is needed, not {}", found.kind())
}

macro_rules! whole_numbers {
    ($($ty:ty),+) => {$(
        impl Stored for $ty {
            fn store(&self) -> Option<Value> {
                let number = || nearest(i64::try_from(*self).unwrap_or(i64::MAX));
                (*self != 0).then(|| Value::Int(number()))
            }

            fn restore(value: Option<&Value>) -> Result<Self, String> {
                match value {
                    None => Ok(0),
                    Some(Value::Int(n)) => Self::try_from(*n).map_err(|_| format!("{n} is out of range")),
                    Some(other) => Err(misfit("a number", other)),
                }
            }
        }
    )+};
}

whole_numbers!(i64, u32, usize);

impl Stored for bool {
    fn store(&self) -> Option<Value> {
        self.then_some(Value::Flag(true))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(false),
            Some(Value::Flag(flag)) => Ok(*flag),
            Some(other) => Err(misfit("yes or no", other)),
        }
    }
}

impl Stored for String {
    fn store(&self) -> Option<Value> {
        (!self.is_empty()).then(|| Value::Word(self.clone()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(String::new()),
            Some(Value::Word(word)) => Ok(word.clone()),
            Some(other) => Err(misfit("a text", other)),
        }
    }
}

impl Stored for Told {
    fn store(&self) -> Option<Value> {
        match self {
            Told::Plain(text) => (!text.is_empty()).then(|| Value::Word(text.to_string())),
            Told::Said(said) => Some(Value::Said(said.clone())),
        }
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            Some(Value::Said(said)) => Ok(Told::Said(said.clone())),
            there => String::restore(there).map(Into::into),
        }
    }
}

impl Stored for Arc<str> {
    fn store(&self) -> Option<Value> {
        (!self.is_empty()).then(|| Value::Word(self.to_string()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        String::restore(value).map(Into::into)
    }
}

impl Stored for Dice {
    fn store(&self) -> Option<Value> {
        Some(Value::Dice(self.clone()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            Some(Value::Dice(dice)) => Ok(dice.clone()),
            Some(other) => Err(misfit("dice", other)),
            None => Err("dice are missing".to_owned()),
        }
    }
}

impl Stored for Id {
    fn store(&self) -> Option<Value> {
        Some(Value::Who(vec![*self]))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            Some(Value::Who(ids)) if ids.len() == 1 => Ok(ids[0]),
            Some(other) => Err(misfit("one combatant", other)),
            None => Err("a combatant is missing".to_owned()),
        }
    }

    fn store_all(all: &[Self]) -> Option<Value> {
        (!all.is_empty()).then(|| Value::Who(all.to_vec()))
    }

    fn restore_all(value: Option<&Value>) -> Result<Vec<Self>, String> {
        match value {
            None => Ok(Vec::new()),
            Some(Value::Who(ids)) => Ok(ids.clone()),
            Some(other) => Err(misfit("combatants", other)),
        }
    }
}

impl Stored for SideId {
    fn store(&self) -> Option<Value> {
        Some(Value::Sides(vec![*self]))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            Some(Value::Sides(sides)) if sides.len() == 1 => Ok(sides[0]),
            Some(other) => Err(misfit("one side", other)),
            None => Err("a side is missing".to_owned()),
        }
    }

    fn store_all(all: &[Self]) -> Option<Value> {
        (!all.is_empty()).then(|| Value::Sides(all.to_vec()))
    }

    fn restore_all(value: Option<&Value>) -> Result<Vec<Self>, String> {
        match value {
            None => Ok(Vec::new()),
            Some(Value::Sides(sides)) => Ok(sides.clone()),
            Some(other) => Err(misfit("sides", other)),
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self) -> Option<Value> {
        // A default value (0, no, "") is wrapped, to distinguish it from `None`.
        self.as_ref()
            .map(|one| one.store().unwrap_or(Value::Values(Vec::new())))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(None),
            Some(Value::Values(none)) if none.is_empty() => T::restore(None).map(Some),
            there => T::restore(there).map(Some),
        }
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self) -> Option<Value> {
        T::store_all(self)
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        T::restore_all(value)
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn store(&self) -> Option<Value> {
        let part = |one: Option<Value>| one.unwrap_or(Value::Values(Vec::new()));
        Some(Value::Values(vec![
            part(self.0.store()),
            part(self.1.store()),
        ]))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        let part = |one: &'_ Value| match one {
            Value::Values(none) if none.is_empty() => None,
            there => Some(there.clone()),
        };
        match value {
            Some(Value::Values(two)) if two.len() == 2 => Ok((
                A::restore(part(&two[0]).as_ref())?,
                B::restore(part(&two[1]).as_ref())?,
            )),
            Some(other) => Err(misfit("a pair", other)),
            None => Err("a pair is missing".to_owned()),
        }
    }
}

impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn store(&self) -> Option<Value> {
        let pair = |(key, value): (&K, &V)| {
            let part = |one: Option<Value>| one.unwrap_or(Value::Values(Vec::new()));
            Value::Values(vec![part(key.store()), part(value.store())])
        };
        (!self.is_empty()).then(|| Value::Values(self.iter().map(pair).collect()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        Ok(<(K, V)>::restore_all(value)?.into_iter().collect())
    }
}

impl<T: Words> Stored for T {
    fn store(&self) -> Option<Value> {
        (self.index() > 0).then(|| Value::Word(self.word().to_owned()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(T::ALL[0]),
            Some(Value::Word(word)) => T::from_word(word)
                .ok_or_else(|| format!("`{word}` is none of {}", T::WORDS.join(", "))),
            Some(other) => Err(misfit("a word", other)),
        }
    }
}

/// Type of record that the encounter keeps, once for the fight or once for each combatant.
pub trait Part: Stored + Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Keyword in the files.
    const WORD: &'static str;

    /// True if there is one record for each combatant; false if there is one for the fight.
    const EACH: bool;

    /// Returns the default value of the record.
    fn empty() -> &'static Self;
}

/// Record whose type only its system knows.
pub trait Held: Any + fmt::Debug + Send + Sync {
    fn words(&self) -> Option<Value>;

    /// Returns `true` if another record is equal.
    fn same(&self, other: &dyn Held) -> bool;

    /// Returns `true` if the record has its default value.
    fn empty(&self) -> bool;
}

impl<T: Part> Held for T {
    fn words(&self) -> Option<Value> {
        self.store()
    }

    fn same(&self, other: &dyn Held) -> bool {
        (other as &dyn Any).downcast_ref::<T>() == Some(self)
    }

    fn empty(&self) -> bool {
        self == T::empty()
    }
}

/// Function that reads a part from the value in a save.
type ReadPart = fn(Option<&Value>) -> Result<Arc<dyn Held>, String>;

/// Description of a system's part, with its reader.
#[derive(Clone, Copy)]
pub struct PartKind {
    /// Keyword in the files.
    pub word: &'static str,
    /// True if there is one part for each combatant; false if there is one for the fight.
    pub each: bool,
    kind: fn() -> TypeId,
    read: ReadPart,
}

impl fmt::Debug for PartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl PartKind {
    /// Returns the description of a type that [`crate::records!`] declares.
    pub fn of<T: Part>() -> Self {
        Self {
            word: T::WORD,
            each: T::EACH,
            kind: TypeId::of::<T>,
            read: |value| Ok(Arc::new(T::restore(value)?)),
        }
    }

    /// Reads a part of this kind.
    pub(crate) fn read(&self, content: &Content) -> Result<Arc<dyn Held>, String> {
        match content {
            Content::Typed(held) => Ok(Arc::clone(held)),
            Content::Words(value) => {
                (self.read)(value.as_ref()).map_err(|why| format!("`{}`: {why}", self.word))
            }
        }
    }
}

/// New content of a part in an event: typed, or as written to saves.
#[derive(Clone, Debug)]
pub enum Content {
    /// Typed part as the rule made it.
    Typed(Arc<dyn Held>),
    /// Part as written to saves; `None` for a part with default values.
    Words(Option<Value>),
}

impl Content {
    pub(crate) fn words(&self) -> Option<Value> {
        match self {
            Content::Typed(held) => held.words(),
            Content::Words(value) => value.clone(),
        }
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Content::Typed(one), Content::Typed(other)) => one.same(&**other),
            _ => self.words() == other.words(),
        }
    }
}

impl Eq for Content {}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.words().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Content::Words)
    }
}

/// All parts of an encounter, by type. A copy is one pointer.
#[derive(Clone, Debug, Default)]
pub struct Parts(Arc<Vec<Slot>>);

#[derive(Clone, Debug)]
struct Slot {
    kind: TypeId,
    word: &'static str,
    fight: Option<Arc<dyn Held>>,
    each: Arc<Vec<Option<Arc<dyn Held>>>>,
}

impl Parts {
    fn slot(&self, kind: TypeId) -> Option<&Slot> {
        self.0.iter().find(|slot| slot.kind == kind)
    }

    /// Returns the fight's part of a type.
    #[inline]
    pub fn fight<T: Part>(&self) -> &T {
        let held = self
            .slot(TypeId::of::<T>())
            .and_then(|slot| slot.fight.as_ref());
        typed(held)
    }

    /// Returns a combatant's part of a type.
    #[inline]
    pub fn of<T: Part>(&self, who: Id) -> &T {
        let held = self
            .slot(TypeId::of::<T>())
            .and_then(|slot| slot.each.get(who.index())?.as_ref());
        typed(held)
    }

    /// Returns the parts of a type that were set, in the order of their combatants.
    pub fn each<T: Part>(&self) -> impl Iterator<Item = &T> {
        let slot = self.slot(TypeId::of::<T>());
        let held = slot.into_iter().flat_map(|slot| slot.each.iter().flatten());
        held.map(|held| typed(Some(held)))
    }

    /// Returns the fight's part of a type, or a combatant's.
    pub(crate) fn part<T: Part>(&self, who: Option<Id>) -> &T {
        match who {
            Some(who) => self.of(who),
            None => self.fight(),
        }
    }

    /// Sets a part of the state; a part with default values is removed.
    pub(crate) fn put(&mut self, kind: &PartKind, who: Option<Id>, held: Arc<dyn Held>) {
        let held = (!held.empty()).then_some(held);
        *self.place((kind.kind)(), kind.word, who) = held;
    }

    /// Returns a part of a type, shared with the encounter until it is changed.
    pub(crate) fn shared<T: Part>(&self, who: Option<Id>) -> Arc<T> {
        let slot = self.slot(TypeId::of::<T>());
        let held = slot.and_then(|slot| match who {
            Some(who) => slot.each.get(who.index())?.as_ref(),
            None => slot.fight.as_ref(),
        });
        let held = held.map(|held| Arc::clone(held) as Arc<dyn Any + Send + Sync>);
        let part = held.and_then(|held| held.downcast().ok());
        part.unwrap_or_else(|| Arc::new(T::empty().clone()))
    }

    /// Returns the slot of a part, creating it if necessary.
    fn place(
        &mut self,
        kind: TypeId,
        word: &'static str,
        who: Option<Id>,
    ) -> &mut Option<Arc<dyn Held>> {
        let slots = Arc::make_mut(&mut self.0);
        let known = slots.iter().position(|slot| slot.kind == kind);
        let place = known.unwrap_or_else(|| {
            slots.push(Slot {
                kind,
                word,
                fight: None,
                each: Arc::default(),
            });
            slots.len() - 1
        });
        let slot = &mut slots[place];
        match who {
            None => &mut slot.fight,
            Some(who) => {
                let each = Arc::make_mut(&mut slot.each);
                if each.len() <= who.index() {
                    each.resize(who.index() + 1, None);
                }
                &mut each[who.index()]
            }
        }
    }

    /// Returns all parts as text: key, combatant and value of each, in the order of keys and ids.
    pub fn words(&self) -> Vec<(&'static str, Option<Id>, Option<Value>)> {
        let mut all = Vec::new();
        for slot in self.0.iter() {
            if let Some(held) = &slot.fight {
                all.push((slot.word, None, held.words()));
            }
            for (id, held) in (0..).map(Id).zip(slot.each.iter()) {
                if let Some(held) = held {
                    all.push((slot.word, Some(id), held.words()));
                }
            }
        }
        all.sort_by_key(|(word, who, _)| (*word, *who));
        all
    }
}

fn typed<T: Part>(held: Option<&Arc<dyn Held>>) -> &T {
    held.and_then(|held| (&**held as &dyn Any).downcast_ref())
        .unwrap_or_else(|| T::empty())
}

impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.words() == other.words()
    }
}

impl Eq for Parts {}
