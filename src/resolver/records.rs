//! Records of a round that a system keeps: plain structs with keywords in saves ([`crate::records!`]), read from the
//! encounter and changed through the resolver.

/// Returns the kinds of these records, for a schema.
#[macro_export]
macro_rules! parts {
    ($($record:ty),+ $(,)?) => {
        vec![$($crate::values::PartKind::of::<$record>()),+]
    };
}

/// Declares plain structs with keywords in saves. With `in "keyword"` the encounter keeps one record for the fight,
/// with `each "keyword"` one record for every combatant (with `of`, `change` and so on). Other records are used inside
/// these. A record that was never set has the default of every field.
///
/// ```text
/// records! {
///     /// Progress of the round.
///     pub struct Round in "round" { pub phase: Phase, pub passes: i64 }
///     /// Plan of a combatant.
///     pub struct Plan each "plan" { pub target: Option<Id>, pub hits: Vec<Hit> }
///     /// Hit whose damage is pending.
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

        impl $crate::values::Stored for $name {
            fn store(&self) -> Option<$crate::values::Value> {
                #[allow(unused_mut, reason = "a record without fields")]
                let mut record = $crate::values::Record::new();
                $(if let Some(value) = $crate::values::Stored::store(&self.$field) {
                    record.set(stringify!($field), value);
                })*
                Some($crate::values::Value::Record(record))
            }

            fn restore(value: Option<&$crate::values::Value>) -> Result<Self, String> {
                #[allow(unused_variables, reason = "a record without fields")]
                let record = match value {
                    None => return Ok(Self::default()),
                    Some($crate::values::Value::Record(record)) => record,
                    Some(other) => return Err(format!("a record is needed, not {}", other.kind())),
                };
                const FIELDS: &[&str] = &[$(stringify!($field)),*];
                if let Some(stray) = record.0.keys().find(|key| !FIELDS.contains(&key.as_str())) {
                    return Err($crate::values::unknown("field", stray, FIELDS.iter().copied()));
                }
                Ok(Self {
                    $($field: $crate::values::Stored::restore(record.get(stringify!($field)))
                        .map_err(|why| format!("`{}`: {why}", stringify!($field)))?,)*
                })
            }
        }

        $($crate::records!(@keep $name $keep $word);)?
    )*};
    (@keep $name:ident $keep:ident $word:literal) => {
        impl $crate::values::Part for $name {
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
        #[allow(dead_code, reason = "not every record uses every accessor")]
        impl $name {
            /// Returns the current record.
            pub fn of(now: &$crate::encounter::Encounter) -> &Self {
                now.parts.fight()
            }

            pub fn change(cx: &mut $crate::resolver::Resolver<'_>, change: impl FnOnce(&mut Self)) {
                cx.change_part(None, change);
            }

            /// Stores the record in the encounter.
            pub fn put(self, cx: &mut $crate::resolver::Resolver<'_>) {
                cx.keep_part(None, self);
            }
        }
    };
    (@access $name:ident each) => {
        #[allow(dead_code, reason = "not every record uses every accessor")]
        impl $name {
            /// Returns the current record of a combatant.
            pub fn of(now: &$crate::encounter::Encounter, who: $crate::values::Id) -> &Self {
                now.parts.of(who)
            }

            pub fn change(
                cx: &mut $crate::resolver::Resolver<'_>,
                who: $crate::values::Id,
                change: impl FnOnce(&mut Self),
            ) {
                cx.change_part(Some(who), change);
            }

            /// Stores the record for a combatant.
            pub fn put(self, cx: &mut $crate::resolver::Resolver<'_>, who: $crate::values::Id) {
                cx.keep_part(Some(who), self);
            }

            pub fn clear(cx: &mut $crate::resolver::Resolver<'_>, who: $crate::values::Id) {
                cx.keep_part(Some(who), Self::default());
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::values::{Stored as _, Value};

    crate::words! {
        enum AutoPlaySpeed {
            Walk = "walk",
            Run = "run",
        }
    }

    crate::records! {
        struct March {
            paces: Vec<AutoPlaySpeed>,
            feet: Vec<i64>,
            last: Option<AutoPlaySpeed>,
            now: AutoPlaySpeed,
            pairs: Vec<(i64, AutoPlaySpeed)>,
        }
    }

    #[test]
    fn default_values_in_a_list_keep_their_places_when_saved() {
        let march = March {
            paces: vec![AutoPlaySpeed::Walk, AutoPlaySpeed::Run, AutoPlaySpeed::Walk],
            feet: vec![0, 30, 0],
            last: Some(AutoPlaySpeed::Walk),
            now: AutoPlaySpeed::Walk,
            pairs: vec![(0, AutoPlaySpeed::Walk), (5, AutoPlaySpeed::Run)],
        };
        let stored = march.store();
        let Some(Value::Record(record)) = &stored else {
            panic!("a record is stored as one");
        };
        assert!(!record.has("now"), "the first word is left out");
        assert_eq!(March::restore(stored.as_ref()), Ok(march));
    }
}
