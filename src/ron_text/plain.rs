//! RON as the program writes it, read several times as fast as any RON: fights are long, and nothing shows before they
//! are read. Whatever else RON allows (comments, names of records, raw texts, underscores in numbers, …), and every
//! mistake, is left to the library: what is read here it would read alike (`the_library_reads_the_same`).

use std::borrow::Cow;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// How deeply brackets may stand in each other here. The library counts each at most twice, up to 128.
const DEPTH_LIMIT: u32 = 60;

/// A whole text as a value; `None` where the library has to read it.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
    };
    reader.space();
    let value = T::deserialize(&mut reader).ok()?;
    reader.space();
    (reader.at == text.len()).then_some(value)
}

/// Not as the program writes it, or wrong: the library says what.
#[derive(Debug)]
struct Otherwise;

impl std::fmt::Display for Otherwise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not as Affray writes it")
    }
}

impl std::error::Error for Otherwise {}

impl serde::de::Error for Otherwise {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Read<T> = Result<T, Otherwise>;

struct Reader<'de> {
    text: &'de str,
    at: usize,
    depth: u32,
}

/// Nothing of this is copied into the reading of each type, which would take twice the room.
impl<'de> Reader<'de> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline(never)]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Steps over a sign, if it stands here.
    fn skip(&mut self, sign: u8) -> bool {
        let there = self.peek() == Some(sign);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: u8) -> Read<()> {
        self.skip(sign).then_some(()).ok_or(Otherwise)
    }

    /// The text from a place up to here.
    fn since(&self, start: usize) -> Read<&'de str> {
        self.text.get(start..self.at).ok_or(Otherwise)
    }

    /// The bare word that stands here.
    #[inline(never)]
    fn word(&mut self) -> Read<&'de str> {
        let start = self.at;
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        let word = self.since(start)?;
        let is_name = !word.starts_with(|c: char| c.is_ascii_digit());
        // A name goes on with letters of other scripts, or in a way that only the library knows.
        let ends = !matches!(
            self.peek(),
            Some(b'#' | b'"' | b'\'' | b'-' | b'+' | b'.' | 128..)
        );
        (is_name && ends && !word.is_empty())
            .then_some(word)
            .ok_or(Otherwise)
    }

    /// Steps over a word, if it stands here alone.
    #[inline(never)]
    fn skip_word(&mut self, word: &str) -> bool {
        let start = self.at;
        let there = self.word().is_ok_and(|found| found == word);
        if !there {
            self.at = start;
        }
        there
    }

    /// The digits of a whole number, with the sign before them.
    #[inline(never)]
    fn digits(&mut self) -> Read<&'de str> {
        let start = self.at;
        self.skip(b'-');
        let first = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        let leads = self.text.as_bytes().get(first) == Some(&b'0') && self.at > first + 1;
        let ends = matches!(
            self.peek(),
            None | Some(b',' | b')' | b']' | b'}' | b':' | b' ' | b'\n' | b'\r' | b'\t')
        );
        match self.at > first && !leads && ends {
            true => self.since(start),
            false => Err(Otherwise),
        }
    }

    #[inline(never)]
    fn number<N: std::str::FromStr>(&mut self) -> Read<N> {
        self.digits()?.parse().map_err(|_| Otherwise)
    }

    /// Steps over the next quote or backslash of the text in quotes that begins before here.
    #[inline(never)]
    fn until_sign(&mut self) -> Read<(&'de str, u8)> {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'));
        self.at += length.ok_or(Otherwise)?;
        let plain = self.since(start)?;
        let sign = self.peek().ok_or(Otherwise)?;
        self.at += 1;
        Ok((plain, sign))
    }

    /// The rest of a text in quotes, from its first backslash on.
    #[inline(never)]
    fn escaped(&mut self, before: &str) -> Read<String> {
        let mut text = before.to_owned();
        loop {
            let stands_for = match self.peek().ok_or(Otherwise)? {
                sign @ (b'"' | b'\\' | b'\'') => char::from(sign),
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                _ => return Err(Otherwise),
            };
            self.at += 1;
            text.push(stands_for);
            let (plain, sign) = self.until_sign()?;
            text.push_str(plain);
            if sign == b'"' {
                return Ok(text);
            }
        }
    }

    /// Behind a value: steps over the comma.
    #[inline(never)]
    fn comma(&mut self) -> bool {
        self.space();
        let there = self.skip(b',');
        if there {
            self.space();
        }
        there
    }

    /// Between a key and its value.
    #[inline(never)]
    fn colon(&mut self) -> Read<()> {
        self.space();
        self.expect(b':')?;
        self.space();
        Ok(())
    }

    /// Steps into brackets.
    #[inline(never)]
    fn enter(&mut self, open: u8) -> Read<()> {
        self.expect(open)?;
        self.space();
        self.deeper()
    }

    /// Steps out of them.
    #[inline(never)]
    fn leave(&mut self, close: u8) -> Read<()> {
        self.space();
        self.expect(close)?;
        self.depth -= 1;
        Ok(())
    }

    /// Out of brackets with one value in them.
    #[inline(never)]
    fn leave_alone(&mut self) -> Read<()> {
        self.comma();
        self.leave(b')')
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        (self.depth <= DEPTH_LIMIT).then_some(()).ok_or(Otherwise)
    }

    /// A text in quotes.
    #[inline(never)]
    fn quoted(&mut self) -> Read<Cow<'de, str>> {
        self.expect(b'"')?;
        Ok(match self.until_sign()? {
            (plain, b'"') => Cow::Borrowed(plain),
            (before, _) => Cow::Owned(self.escaped(before)?),
        })
    }

    /// Whether something stands here; `Some` and its bracket are stepped over, and told.
    #[inline(never)]
    fn option(&mut self) -> Read<Option<bool>> {
        if self.skip_word("None") {
            return Ok(None);
        }
        let is_said = self.skip_word("Some");
        match is_said {
            true => self.enter(b'(')?,
            false => self.deeper()?,
        }
        Ok(Some(is_said))
    }
}

macro_rules! numbers {
    ($($read:ident $visit:ident)*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.$visit(self.number()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Otherwise;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Read<V::Value> {
        Err(Otherwise)
    }

    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf unit_struct ignored_any }

    numbers! {
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.word()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Otherwise),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.quoted()? {
            Cow::Borrowed(plain) => visitor.visit_borrowed_str(plain),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_borrowed_str(self.word()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let Some(is_said) = self.option()? else {
            return visitor.visit_none();
        };
        let value = visitor.visit_some(&mut *self)?;
        match is_said {
            true => self.leave_alone()?,
            false => self.depth -= 1,
        }
        Ok(value)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.expect(b'(')?;
        self.expect(b')')?;
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        self.enter(b'(')?;
        let value = visitor.visit_newtype_struct(&mut *self)?;
        self.leave_alone()?;
        Ok(value)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.enter(b'[')?;
        let value = visitor.visit_seq(Items::new(self, b']'))?;
        self.leave(b']')?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Read<V::Value> {
        self.enter(b'(')?;
        let value = visitor.visit_seq(Items::new(self, b')'))?;
        self.leave(b')')?;
        Ok(value)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Read<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.enter(b'{')?;
        let value = visitor.visit_map(Items::new(self, b'}'))?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.struct_variant(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.deeper()?;
        let value = visitor.visit_enum(&mut *self)?;
        self.depth -= 1;
        Ok(value)
    }
}

/// What commas part, up to a bracket that closes it.
struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    close: u8,
    /// Whether another may stand here.
    parted: bool,
}

impl<'r, 'de> Items<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>, close: u8) -> Self {
        Self {
            reader,
            close,
            parted: true,
        }
    }

    #[inline(never)]
    fn more(&self) -> Read<bool> {
        match self.reader.peek() == Some(self.close) {
            true => Ok(false),
            false => self.parted.then_some(true).ok_or(Otherwise),
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Otherwise;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Read<Option<T::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        let value = seed.deserialize(&mut *self.reader)?;
        self.parted = self.reader.comma();
        Ok(Some(value))
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Otherwise;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Read<Option<K::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Read<V::Value> {
        self.reader.colon()?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.parted = self.reader.comma();
        Ok(value)
    }
}

impl<'de> EnumAccess<'de> for &mut Reader<'de> {
    type Error = Otherwise;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Read<(V::Value, Self)> {
        Ok((seed.deserialize(&mut *self)?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Reader<'de> {
    type Error = Otherwise;

    fn unit_variant(self) -> Read<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Read<T::Value> {
        self.enter(b'(')?;
        let value = seed.deserialize(&mut *self)?;
        self.leave_alone()?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.enter(b'(')?;
        let value = visitor.visit_map(Items::new(self, b')'))?;
        self.leave(b')')?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};

    use super::super::{options, write_file, write_line, write_row};
    use super::*;

    /// One of every kind that is written.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Record {
        name: String,
        sum: i64,
        #[serde(default)]
        luck: Option<u8>,
        #[serde(default)]
        pair: (i8, bool),
        #[serde(default)]
        nothing: (),
        #[serde(default)]
        wrapped: Wrapped,
        #[serde(default)]
        both: Both,
        #[serde(default)]
        kinds: Vec<Kind>,
        #[serde(default)]
        under: BTreeMap<String, Option<Record>>,
    }

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Wrapped(u64);

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Both(u16, String);

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Alone,
        One(String),
        Two(i32, u32),
        Named { at: Option<Wrapped>, to: i16 },
        Deeper(Box<Kind>),
    }

    fn kind() -> impl Strategy<Value = Kind> {
        let flat = prop_oneof![
            Just(Kind::Alone),
            any::<String>().prop_map(Kind::One),
            any::<(i32, u32)>().prop_map(|(one, two)| Kind::Two(one, two)),
            any::<(Option<u64>, i16)>().prop_map(|(at, to)| Kind::Named {
                at: at.map(Wrapped),
                to
            }),
        ];
        flat.prop_recursive(3, 4, 1, |kind| {
            kind.prop_map(|kind| Kind::Deeper(kind.into()))
        })
    }

    fn record() -> impl Strategy<Value = Record> {
        let flat = (
            any::<(String, i64, Option<u8>, (i8, bool), u64, u16)>(),
            prop::collection::vec(kind(), 0..4),
        );
        let flat = flat.prop_map(|((name, sum, luck, pair, wrapped, both), kinds)| Record {
            both: Both(both, name.clone()),
            name,
            sum,
            luck,
            pair,
            wrapped: Wrapped(wrapped),
            kinds,
            ..Record::default()
        });
        let word = "[a-z\"'\\\\é]{0,4}";
        flat.prop_recursive(3, 8, 2, move |record| {
            let under = prop::collection::btree_map(word, prop::option::of(record.clone()), 0..3);
            (record, under).prop_map(|(record, under)| Record { under, ..record })
        })
    }

    /// All ways in which the program writes a record.
    fn written(record: &Record) -> [String; 3] {
        let all = [write_file(record), write_row(record), write_line(record)];
        all.map(|text| text.expect("a record can be written"))
    }

    fn by_library(text: &str) -> Option<Record> {
        options().from_str(text).ok()
    }

    #[test]
    fn what_is_written_is_read_without_the_library() {
        let record = Record {
            name: "\"Wim\" \\ O'Dell\n\t\u{e9}\u{2014}".to_owned(),
            sum: i64::MIN,
            luck: Some(0),
            kinds: vec![
                Kind::Alone,
                Kind::Two(-1, u32::MAX),
                Kind::Named {
                    at: Some(Wrapped(u64::MAX)),
                    to: -7,
                },
                Kind::Deeper(Kind::One(String::new()).into()),
            ],
            under: BTreeMap::from([("a b".to_owned(), Some(Record::default()))]),
            ..Record::default()
        };
        for text in written(&record) {
            assert_eq!(read(&text), Some(record.clone()), "{text}");
        }
    }

    #[test]
    fn the_library_is_asked_about_all_else() {
        for text in [
            "(name: \"a\", sum: 1_000)",
            "(name: \"a\", sum: +1)",
            "(name: \"a\", sum: 0x10)",
            "(name: r\"a\", sum: 1)",
            "(name: \"\\u{e9}\", sum: 1)",
            "(name: \"a\", sum: 1) // said",
            "Record(name: \"a\", sum: 1)",
        ] {
            assert_eq!(read::<Record>(text), None, "{text}");
            assert!(by_library(text).is_some(), "{text}");
        }
        let deep = |many| format!("{}Alone{}", "Deeper(".repeat(many), ")".repeat(many));
        assert!(read::<Kind>(&deep(20)).is_some());
        assert!(read::<Kind>(&deep(100_000)).is_none(), "too deep");
    }

    proptest! {
        /// Whatever is read here, the library reads alike: in texts as they are written, and in texts with signs changed.
        #[test]
        fn the_library_reads_the_same(
            record in record(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, "[-+(){}\\[\\],:\"'\\\\ 0-9a-zS#/._é]{0,3}"), 0..3)
        ) {
            for mut text in written(&record) {
                for (at, cut, put) in &edits {
                    let mut signs: Vec<char> = text.chars().collect();
                    let at = at.index(signs.len() + 1);
                    let end = (at + cut).min(signs.len());
                    signs.splice(at..end, put.chars());
                    text = signs.into_iter().collect();
                }
                if let Some(found) = read::<Record>(&text) {
                    prop_assert_eq!(Some(found), by_library(&text), "{}", text);
                }
                if edits.is_empty() {
                    prop_assert_eq!(by_library(&text), Some(record.clone()));
                }
            }
        }
    }
}
