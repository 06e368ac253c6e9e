//! Control and tactics of a side: how decisions are made if the GM does not make them.

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
        &["GM", "suggested", "automatic, GM places areas", "automatic"];

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
    /// Boldness of a side.
    pub enum Nerve {
        Plain = "plain" "balanced",
        /// Defends itself whenever that is worthwhile.
        Cautious = "cautious" "cautious: defends when possible",
        /// Attacks regardless of the consequences.
        Reckless = "reckless" "reckless: attacks at any risk",
    }

    /// Condition under which a side gives up, in addition to the morale rules.
    pub enum Flees {
        Never = "stays" "fights on to the end",
        /// Flees when half of its members are out of the fight. A side of one combatant flees at half of its hit
        /// points.
        Half = "flees" "flees when half of the side is down",
    }

    /// Treatment of fallen enemies.
    pub enum Mercy {
        /// Leaves fallen enemies alone.
        Spares = "spares" "spares the fallen",
        Kills = "kills" "kills the fallen",
    }

    /// Choice of targets in attacks.
    pub enum Aims {
        /// Attacks the enemy closest to falling.
        Focuses = "focuses" "all attack the weakest",
        /// Spreads attacks over different enemies.
        Spreads = "spreads" "each attacks a different target",
    }

    /// Quality of the decisions of a side.
    pub enum Wits {
        Sensible = "sensible" "sensible: like good players",
        /// Tries each option and takes the best.
        Sharp = "sharp" "simulates each option, takes the best",
        Defaults = "defaults" "accepts the default choices",
    }

    /// Knowledge of the enemies.
    pub enum Sight {
        /// Knows what players see of an enemy: visible combatants, and health in words.
        Looks = "looks" "knows only what players know about foes",
        /// Knows hidden combatants and all numbers.
        Knows = "knows" "knows everything, including hidden combatants and hit points",
    }
}

/// Tactics of a side. The first word of each row is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tactics {
    /// Boldness of the side.
    pub nerve: Nerve,
    /// Condition under which the side gives up.
    pub flees: Flees,
    /// Treatment of fallen enemies.
    pub mercy: Mercy,
    /// Choice of targets in attacks.
    pub aims: Aims,
    /// Quality of the side's decisions.
    pub wits: Wits,
    /// Knowledge of the enemies.
    pub sight: Sight,
}

impl Tactics {
    /// Returns the tactics with full knowledge, the default in simulated fights for odds.
    #[must_use]
    pub fn knowing(self) -> Self {
        Self {
            sight: Sight::Knows,
            ..self
        }
    }

    /// Returns the tactics with one word changed. Each word belongs to one row. Returns `None` if the word is unknown.
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

    /// Returns the tactics changed by these words, separated by commas or spaces.
    ///
    /// # Errors
    /// If a word is unknown. The error names the word and lists all words.
    pub fn read(self, words: &str) -> Result<Self, String> {
        let mut words = words.split([',', ' ']).filter(|word| !word.is_empty());
        words.try_fold(self, |tactics, word| {
            tactics.with(word).ok_or_else(|| {
                let all: Vec<&str> = Self::all().iter().map(|(word, _)| *word).collect();
                format!("unknown tactics `{word}`: write one of {}", all.join(", "))
            })
        })
    }

    /// Returns the words of the tactics, one for each row.
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

/// Writes the words that are not the default; "" if all words are the default.
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

/// Reason of a decision that took the default because the policy had no opinion.
pub(crate) const PROPOSED: &str = "as proposed";

/// Describes control and tactics: "GM", "automatic: reckless and kills".
pub fn led(control: Control, tactics: Tactics) -> String {
    let words = tactics.to_string();
    let words: Vec<&str> = words.split(", ").filter(|word| !word.is_empty()).collect();
    match (control, words.is_empty()) {
        (_, true) => control.label().to_owned(),
        (_, false) => format!("{}: {}", control.label(), listed(&words)),
    }
}
