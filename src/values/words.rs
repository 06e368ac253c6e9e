//! Closed lists of words ([`Words`]): an enum in the rules, keywords in files, labels on the screen.

/// Closed list of words, made by [`crate::words!`]: an enum in the rules, keywords in files, labels on the screen.
pub trait Words: Copy + PartialEq + 'static {
    /// All variants, in the order offered; the first is the default.
    const ALL: &'static [Self];
    /// Keywords in files, in the order of the variants.
    const WORDS: &'static [&'static str];
    /// Labels on the screen, in the order of the variants.
    const LABELS: &'static [&'static str];

    /// Returns the index in the list.
    fn index(self) -> usize;

    /// Returns the keyword in files.
    fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// Returns the label on the screen.
    fn label(self) -> &'static str {
        Self::LABELS[self.index()]
    }

    /// Returns the variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        let place = Self::WORDS.iter().position(|known| *known == word)?;
        Some(Self::ALL[place])
    }
}

/// Declares enums whose variants have keywords in files and labels on the screen; the first variant is the default:
/// `words! { pub enum Size { Small = "small", Large = "large" "large or more" } }`.
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $word:literal $($label:literal)?),+ $(,)?
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name { $($(#[$variant_doc])* $variant),+ }

        impl Default for $name {
            fn default() -> Self {
                <Self as $crate::values::Words>::ALL[0]
            }
        }

        impl $crate::values::Words for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const WORDS: &'static [&'static str] = &[$($word),+];
            const LABELS: &'static [&'static str] = &[$($crate::words!(@label $word $($label)?)),+];

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::values::Argument for $name {
            fn arg(&self) -> $crate::values::Arg {
                $crate::values::Arg::Text(<Self as $crate::values::Words>::word(*self).into())
            }

            fn read(arg: &$crate::values::Arg) -> Option<Self> {
                match arg {
                    $crate::values::Arg::Text(word) => {
                        <Self as $crate::values::Words>::from_word(word)
                    }
                    _ => None,
                }
            }

            fn show(&self, _: &dyn $crate::values::Reader) -> String {
                <Self as $crate::values::Words>::label(*self).to_owned()
            }
        }
    )+};
    (@label $word:literal $label:literal) => { $label };
    (@label $word:literal) => { $word };
}
