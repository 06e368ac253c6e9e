//! A system's own state of a round: plain structs that an encounter keeps for the whole fight or for each combatant,
//! declared by [`crate::records!`] and changed by events only. The encounter knows none of them; files have their words.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check::nearest;
use super::combatant::{Condition, Ends, FactionId, Id};
use super::key::Words;
use super::value::{Record, Value};
use crate::dice::Dice;

/// Something that has words in a save: what the fields of a system's records are made of.
pub trait Stored: Sized {
    /// In words; `None` for nothing, which is left out.
    fn store(&self) -> Option<Value>;

    /// From its words.
    fn restore(value: Option<&Value>) -> Result<Self, String>;

    /// Several of them.
    fn store_all(all: &[Self]) -> Option<Value> {
        // What is nothing by itself (0, no, "") has its place among the others.
        let nothing = || Value::Values(Vec::new());
        let all = all.iter().map(|one| one.store().unwrap_or_else(nothing));
        let all: Vec<Value> = all.collect();
        (!all.is_empty()).then_some(Value::Values(all))
    }

    /// Several of them, from their words.
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

impl Stored for FactionId {
    fn store(&self) -> Option<Value> {
        Some(Value::Sides(vec![*self]))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            Some(Value::Sides(sides)) if sides.len() == 1 => Ok(sides[0]),
            Some(other) => Err(misfit("one faction", other)),
            None => Err("a faction is missing".to_owned()),
        }
    }

    fn store_all(all: &[Self]) -> Option<Value> {
        (!all.is_empty()).then(|| Value::Sides(all.to_vec()))
    }

    fn restore_all(value: Option<&Value>) -> Result<Vec<Self>, String> {
        match value {
            None => Ok(Vec::new()),
            Some(Value::Sides(sides)) => Ok(sides.clone()),
            Some(other) => Err(misfit("factions", other)),
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self) -> Option<Value> {
        // What is nothing by itself (0, no, "") is wrapped, to be told apart from no value at all.
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

/// The moment at which a condition ends, of the words that one is stored in.
pub(super) fn moment_in(record: &Record) -> Option<&str> {
    record.get("key")?.as_word()?;
    match record.get("ends")? {
        Value::Record(turn) => turn.get("moment")?.as_word(),
        ends => ends.as_word(),
    }
}

impl Stored for Condition {
    fn store(&self) -> Option<Value> {
        let mut record = Record::new().with("key", self.key.as_str());
        let ends = match &self.ends {
            Ends::WhenCleared => None,
            Ends::EndOfRound(round) => Some(Value::Int((*round).into())),
            Ends::At(word) => Some(Value::Word(word.clone())),
            Ends::Turn {
                moment,
                whose,
                latest,
            } => Some(Value::Record(
                Record::new()
                    .with("moment", moment.as_str())
                    .with("whose", Value::Who(vec![*whose]))
                    .with("latest", i64::from(*latest)),
            )),
        };
        let parts = [
            ("ends", ends),
            ("cause", self.cause.store()),
            ("by", self.by.store()),
            ("value", self.value.store()),
        ];
        for (key, value) in parts {
            if let Some(value) = value {
                record.set(key, value);
            }
        }
        Some(Value::Record(record))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        let Some(Value::Record(record)) = value else {
            return Err("a condition is needed".to_owned());
        };
        let mut condition = Condition::named(record.word("key"));
        condition.ends = match record.get("ends") {
            None => Ends::WhenCleared,
            Some(Value::Word(word)) => Ends::At(word.clone()),
            Some(Value::Record(turn)) => Ends::Turn {
                moment: turn.word("moment").to_owned(),
                whose: Id::restore(turn.get("whose"))?,
                latest: u32::restore(turn.get("latest"))?,
            },
            there => Ends::EndOfRound(u32::restore(there)?),
        };
        condition.cause = String::restore(record.get("cause"))?;
        condition.by = Option::restore(record.get("by"))?;
        condition.value = i64::restore(record.get("value"))?;
        Ok(condition)
    }
}

/// A kind of record that the encounter keeps, once for the fight or once for each combatant.
pub trait Part: Stored + Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Its word in files.
    const WORD: &'static str;

    /// One for each combatant; otherwise one for the fight.
    const EACH: bool;

    /// What stands where none was set.
    fn empty() -> &'static Self;
}

/// A part whose kind is known to its system only.
pub trait Held: Any + fmt::Debug + Send + Sync {
    /// In words.
    fn words(&self) -> Option<Value>;

    /// Whether another is the same.
    fn same(&self, other: &dyn Held) -> bool;

    /// Whether it is what stands where none was set.
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

/// Reads a part from its words.
type ReadPart = fn(Option<&Value>) -> Result<Arc<dyn Held>, String>;

/// How a system's parts of one kind are read from a save.
#[derive(Clone, Copy)]
pub struct PartKind {
    /// Its word in files.
    pub word: &'static str,
    /// One for each combatant; otherwise one for the fight.
    pub each: bool,
    pub(super) kind: fn() -> TypeId,
    read: ReadPart,
}

impl fmt::Debug for PartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl PartKind {
    /// The kind of a type that [`crate::records!`] declares.
    pub fn of<T: Part>() -> Self {
        Self {
            word: T::WORD,
            each: T::EACH,
            kind: TypeId::of::<T>,
            read: |value| Ok(Arc::new(T::restore(value)?)),
        }
    }

    /// A part of this kind from its words.
    pub(super) fn read(&self, content: &Content) -> Result<Arc<dyn Held>, String> {
        match content {
            Content::Typed(held) => Ok(Arc::clone(held)),
            Content::Words(value) => {
                (self.read)(value.as_ref()).map_err(|why| format!("`{}`: {why}", self.word))
            }
        }
    }
}

/// What an event puts in a part's place: as the rule made it, or as a file says it.
#[derive(Clone, Debug)]
pub enum Content {
    /// As the rule made it.
    Typed(Arc<dyn Held>),
    /// As a file says it; `None` for a part that says nothing.
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

/// All parts of an encounter, by their types. A copy is one pointer.
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

    /// The fight's part of a type.
    #[inline]
    pub fn fight<T: Part>(&self) -> &T {
        let held = self
            .slot(TypeId::of::<T>())
            .and_then(|slot| slot.fight.as_ref());
        typed(held)
    }

    /// Somebody's part of a type.
    #[inline]
    pub fn of<T: Part>(&self, who: Id) -> &T {
        let held = self
            .slot(TypeId::of::<T>())
            .and_then(|slot| slot.each.get(who.index())?.as_ref());
        typed(held)
    }

    /// The fight's part of a type, or somebody's.
    pub(super) fn part<T: Part>(&self, who: Option<Id>) -> &T {
        match who {
            Some(who) => self.of(who),
            None => self.fight(),
        }
    }

    /// Puts a part in its place; one that is as if none was set takes it out.
    pub(super) fn put(&mut self, kind: &PartKind, who: Option<Id>, held: Arc<dyn Held>) {
        let held = (!held.empty()).then_some(held);
        *self.place((kind.kind)(), kind.word, who) = held;
    }

    /// Puts a part of a type in its place, likewise.
    pub(super) fn keep<T: Part>(&mut self, who: Option<Id>, part: T) {
        let held = (part != *T::empty()).then(|| Arc::new(part) as Arc<dyn Held>);
        *self.place(TypeId::of::<T>(), T::WORD, who) = held;
    }

    /// Changes a part where it stands; one that is as if none was set then is taken out.
    pub(super) fn change<T: Part>(&mut self, who: Option<Id>, change: impl FnOnce(&mut T)) {
        let place = self.place(TypeId::of::<T>(), T::WORD, who);
        let mut part = Self::taken::<T>(place);
        change(Arc::make_mut(&mut part));
        *place = (*part != *T::empty()).then_some(part as Arc<dyn Held>);
    }

    fn taken<T: Part>(place: &mut Option<Arc<dyn Held>>) -> Arc<T> {
        let held = place.take().map(|held| held as Arc<dyn Any + Send + Sync>);
        let part = held.and_then(|held| held.downcast().ok());
        part.unwrap_or_else(|| Arc::new(T::empty().clone()))
    }

    /// Where a part of a type stands, or would.
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

    /// Everything in words: the word of the part, whose it is, what it says; in the order of words and ids.
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

/// The records of these types, as a schema lists them.
#[macro_export]
macro_rules! parts {
    ($($record:ty),+ $(,)?) => {
        vec![$($crate::encounter::PartKind::of::<$record>()),+]
    };
}

/// Declares plain structs with words in saves. `in "word"` makes one that the encounter keeps for the fight, `each "word"`
/// one that it keeps for every combatant (with `of`, `change` and the like); others are used inside these. What stands
/// where none was set is the default of every field.
///
/// ```text
/// records! {
///     /// Where the round stands.
///     pub struct Round in "round" { pub phase: Phase, pub passes: i64 }
///     /// What somebody is about to do.
///     pub struct Plan each "plan" { pub target: Option<Id>, pub hits: Vec<Hit> }
///     /// A hit that waits.
///     pub struct Hit { pub amount: i64 }
/// }
/// ```
#[macro_export]
macro_rules! records {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident $($keep:ident $word:literal)? {
        $($(#[$field_doc:meta])* $field_vis:vis $field:ident : $ty:ty),* $(,)?
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[$field_doc])* $field_vis $field: $ty),* }

        impl $crate::encounter::Stored for $name {
            fn store(&self) -> Option<$crate::encounter::Value> {
                #[allow(unused_mut, reason = "a record without fields")]
                let mut record = $crate::encounter::Record::new();
                $(if let Some(value) = $crate::encounter::Stored::store(&self.$field) {
                    record.set(stringify!($field), value);
                })*
                Some($crate::encounter::Value::Record(record))
            }

            fn restore(value: Option<&$crate::encounter::Value>) -> Result<Self, String> {
                #[allow(unused_variables, reason = "a record without fields")]
                let record = match value {
                    None => return Ok(Self::default()),
                    Some($crate::encounter::Value::Record(record)) => record,
                    Some(other) => return Err(format!("a record is needed, not {}", other.kind())),
                };
                const FIELDS: &[&str] = &[$(stringify!($field)),*];
                if let Some(stray) = record.0.keys().find(|key| !FIELDS.contains(&key.as_str())) {
                    return Err($crate::encounter::unknown("field", stray, FIELDS.iter().copied()));
                }
                Ok(Self {
                    $($field: $crate::encounter::Stored::restore(record.get(stringify!($field)))
                        .map_err(|why| format!("`{}`: {why}", stringify!($field)))?,)*
                })
            }
        }

        #[allow(dead_code, reason = "not every record was one in an earlier format")]
        impl $name {
            /// What a record of an earlier format says of it, where some fields had other words; what does not fit there
            /// is as if it was never set.
            pub fn formerly(record: &$crate::encounter::Record, renamed: &[(&str, &str)]) -> Self {
                Self {
                    $($field: {
                        let word = renamed.iter().find(|(field, _)| *field == stringify!($field));
                        let word = word.map_or(stringify!($field), |(_, former)| former);
                        $crate::encounter::Stored::restore(record.get(word)).unwrap_or_default()
                    },)*
                }
            }
        }

        $($crate::records!(@keep $name $keep $word);)?
    )*};
    (@keep $name:ident $keep:ident $word:literal) => {
        impl $crate::encounter::Part for $name {
            const WORD: &'static str = $word;
            const EACH: bool = $crate::records!(@each $keep);

            fn empty() -> &'static Self {
                static EMPTY: std::sync::LazyLock<$name> = std::sync::LazyLock::new($name::default);
                &EMPTY
            }
        }

        $crate::records!(@access $name $keep);
    };
    (@each in) => { false };
    (@each each) => { true };
    (@access $name:ident in) => {
        #[allow(dead_code, reason = "not every record needs every way to it")]
        impl $name {
            /// As it stands now.
            pub fn of(now: &$crate::encounter::Encounter) -> &Self {
                now.parts.fight()
            }

            /// Changes it.
            pub fn change(cx: &mut $crate::encounter::Resolver<'_>, change: impl FnOnce(&mut Self)) {
                cx.change_part(None, change);
            }

            /// Puts it there as it is.
            pub fn put(self, cx: &mut $crate::encounter::Resolver<'_>) {
                cx.keep_part(None, self);
            }
        }
    };
    (@access $name:ident each) => {
        #[allow(dead_code, reason = "not every record needs every way to it")]
        impl $name {
            /// Somebody's, as it stands now.
            pub fn of(now: &$crate::encounter::Encounter, who: $crate::encounter::Id) -> &Self {
                now.parts.of(who)
            }

            /// Changes somebody's.
            pub fn change(
                cx: &mut $crate::encounter::Resolver<'_>,
                who: $crate::encounter::Id,
                change: impl FnOnce(&mut Self),
            ) {
                cx.change_part(Some(who), change);
            }

            /// Puts it there as it is, as somebody's.
            pub fn put(self, cx: &mut $crate::encounter::Resolver<'_>, who: $crate::encounter::Id) {
                cx.keep_part(Some(who), self);
            }

            /// Empties somebody's.
            pub fn clear(cx: &mut $crate::encounter::Resolver<'_>, who: $crate::encounter::Id) {
                cx.keep_part(Some(who), Self::default());
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::words! {
        enum Pace {
            Walk = "walk",
            Run = "run",
        }
    }

    crate::records! {
        struct March {
            paces: Vec<Pace>,
            feet: Vec<i64>,
            last: Option<Pace>,
            now: Pace,
            pairs: Vec<(i64, Pace)>,
        }
    }

    #[test]
    fn what_is_nothing_by_itself_keeps_its_place() {
        let march = March {
            paces: vec![Pace::Walk, Pace::Run, Pace::Walk],
            feet: vec![0, 30, 0],
            last: Some(Pace::Walk),
            now: Pace::Walk,
            pairs: vec![(0, Pace::Walk), (5, Pace::Run)],
        };
        let stored = march.store();
        let Some(Value::Record(record)) = &stored else {
            panic!("a record is stored as one");
        };
        assert!(!record.has("now"), "the first word is left out");
        assert_eq!(March::restore(stored.as_ref()), Ok(march));
    }
}
