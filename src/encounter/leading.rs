//! Who decides for a side, and in which tactics it is led where that is not the GM: what stands beside who rolls its dice.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::listed;
use crate::values::Words;

/// Control of a side or combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Control {
    #[default]
    Gm,
    /// The GM decides, with the choice of the tactics preselected.
    Suggested,
    /// The tactics decide, except for areas and distances, which the GM answers.
    AskAreas,
    Automatic,
}

impl Words for Control {
    const ALL: &'static [Self] = &[Self::Gm, Self::Suggested, Self::AskAreas, Self::Automatic];
    const WORDS: &'static [&'static str] = &["gm", "suggested", "ask-areas", "automatic"];
    const LABELS: &'static [&'static str] =
        &["GM", "suggested", "automatic, asks for areas", "automatic"];

    fn index(self) -> usize {
        self as usize
    }
}

impl Control {
    /// Returns true if the tactics decide.
    pub fn plays(self) -> bool {
        self >= Self::AskAreas
    }
}

crate::words! {
    /// How much a side dares.
    pub enum Nerve {
        Plain = "plain" "balanced",
        /// Defends itself wherever that is worth it.
        Cautious = "cautious" "cautious: defends when possible",
        /// Strikes whatever comes back.
        Reckless = "reckless" "reckless: attacks at any risk",
    }

    /// When a side gives up, beside what the rules say of morale.
    pub enum Flees {
        Never = "stays" "fights on to the end",
        /// When half of its people are out of the fight; alone, at half of its life.
        Half = "flees" "flees when half of the side is down",
    }

    /// What becomes of those who are down.
    pub enum Mercy {
        /// They are left alone.
        Spares = "spares" "spares the fallen",
        Kills = "kills" "kills the fallen",
    }

    /// Whom a side goes for.
    pub enum Aims {
        /// Whoever is closest to falling.
        Focuses = "focuses" "all attack the weakest",
        /// Each of them another.
        Spreads = "spreads" "each attacks another target",
    }

    /// Quality of the decisions of a side.
    pub enum Wits {
        Sensible = "sensible" "sensible: like good players",
        /// What promises most when each option is tried.
        Sharp = "sharp" "simulates each option, takes the best",
        Defaults = "defaults" "accepts the default choices",
    }

    /// What a side knows of the others.
    pub enum Sight {
        /// What players would read of a foe: who is shown to them, and health in a word.
        Looks = "looks" "knows about foes what players know",
        /// Who is hidden, and every number.
        Knows = "knows" "knows everything, including hidden combatants and hit points",
    }
}

/// How a side is led. Each row's first word is the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tactics {
    /// How much it dares.
    pub nerve: Nerve,
    /// When it gives up.
    pub flees: Flees,
    /// What becomes of those who are down.
    pub mercy: Mercy,
    /// Whom it goes for.
    pub aims: Aims,
    /// Who thinks for it.
    pub wits: Wits,
    /// What it knows of the others.
    pub sight: Sight,
}

impl Tactics {
    /// The same, knowing all: how the sides are led in fights that are only counted, where nothing else is said.
    #[must_use]
    pub fn knowing(self) -> Self {
        Self {
            sight: Sight::Knows,
            ..self
        }
    }

    /// The same with one word changed; each word is of one row only. `None` where it is of none.
    #[must_use]
    pub fn with(mut self, word: &str) -> Option<Self> {
        fn set<T: Words>(row: &mut T, word: &str) -> bool {
            let found = T::from_word(word);
            *row = found.unwrap_or(*row);
            found.is_some()
        }
        let known = set(&mut self.nerve, word)
            || set(&mut self.flees, word)
            || set(&mut self.mercy, word)
            || set(&mut self.aims, word)
            || set(&mut self.wits, word)
            || set(&mut self.sight, word);
        known.then_some(self)
    }

    /// The same with these words, which commas or spaces part.
    ///
    /// # Errors
    /// Says which word is of no row, and which there are.
    pub fn read(self, words: &str) -> Result<Self, String> {
        let mut words = words.split([',', ' ']).filter(|word| !word.is_empty());
        words.try_fold(self, |tactics, word| {
            tactics.with(word).ok_or_else(|| {
                let all: Vec<&str> = Self::all().iter().map(|(word, _)| *word).collect();
                format!("unknown tactics `{word}`: write one of {}", all.join(", "))
            })
        })
    }

    /// Its words, a row each.
    pub fn words(self) -> [&'static str; 6] {
        [
            self.nerve.word(),
            self.flees.word(),
            self.mercy.word(),
            self.aims.word(),
            self.wits.word(),
            self.sight.word(),
        ]
    }

    /// Returns every word for tactics with its label, row by row.
    pub fn all() -> Vec<(&'static str, &'static str)> {
        fn row<T: Words>() -> impl Iterator<Item = (&'static str, &'static str)> {
            T::ALL.iter().map(|one| (one.word(), one.label()))
        }
        let rows = row::<Nerve>().chain(row::<Flees>()).chain(row::<Mercy>());
        let rows = rows.chain(row::<Aims>()).chain(row::<Wits>());
        rows.chain(row::<Sight>()).collect()
    }
}

/// Its words that are not the usual ones; "" where all are.
impl fmt::Display for Tactics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Tactics::default().words();
        let words = self.words().into_iter().zip(usual);
        let told = words.filter(|(word, usual)| word != usual);
        let told: Vec<&str> = told.map(|(word, _)| word).collect();
        f.write_str(&told.join(", "))
    }
}

impl From<Tactics> for String {
    fn from(tactics: Tactics) -> Self {
        tactics.to_string()
    }
}

impl TryFrom<String> for Tactics {
    type Error = String;

    fn try_from(words: String) -> Result<Self, String> {
        Self::default().read(&words)
    }
}

/// Why what stands was taken where a policy says nothing.
pub(crate) const PROPOSED: &str = "as proposed";

/// Who decides for a side and in which tactics, in words: "the GM", "played: reckless and kills".
pub fn led(control: Control, tactics: Tactics) -> String {
    let words = tactics.to_string();
    let words: Vec<&str> = words.split(", ").filter(|word| !word.is_empty()).collect();
    match (control, words.is_empty()) {
        (_, true) => control.label().to_owned(),
        (_, false) => format!("{}: {}", control.label(), listed(&words)),
    }
}
