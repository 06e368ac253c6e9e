//! Fifth-edition stat block with typed fields, which the reader of each format fills.

use crate::dice::Dice;

/// Abilities in the order of [`Block::scores`] and [`Block::saves`].
pub(super) const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Stat block of any format.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Position in the file, such as "entry 2".
    pub(super) place: String,
    pub(super) name: String,
    /// Creature type and alignment, such as "Huge dragon, lawful good".
    pub(super) kind: String,
    pub(super) size: String,
    /// Maximum hit points, with their dice in brackets: "243 (18d12+126)".
    pub(super) hit_points: String,
    pub(super) armour_class: String,
    pub(super) scores: [Option<i64>; 6],
    /// Saving throw bonuses that the block states.
    pub(super) saves: [Option<i64>; 6],
    /// Skill names in lower case with their bonuses.
    pub(super) skills: Vec<(String, i64)>,
    /// Initiative bonus with dexterity included; `None` if it is the dexterity modifier alone.
    pub(super) initiative: Option<i64>,
    /// Modes of movement with feet per turn; walking is "walk".
    pub(super) speeds: Vec<(String, i64)>,
    pub(super) senses: Vec<String>,
    pub(super) passive: Option<i64>,
    pub(super) languages: String,
    /// Damage types in the words of the file, with exceptions such as "from nonmagical attacks".
    pub(super) vulnerable: Vec<String>,
    pub(super) resists: Vec<String>,
    pub(super) immune: Vec<String>,
    /// Conditions to which the creature is immune.
    pub(super) never: Vec<String>,
    pub(super) challenge: String,
    /// Experience points; "" if the file does not state them.
    pub(super) experience: String,
    /// True if the block is a player character.
    pub(super) is_player: bool,
    /// Remarks for the notes.
    pub(super) remarks: Vec<String>,
    /// Words and values from outside the stat block, such as current hit points.
    pub(super) state: Vec<(String, String)>,
    pub(super) parts: Vec<Part>,
    /// Legendary actions in each round, if the file states them.
    pub(super) legendary: Option<i64>,
    /// Parts that the reader of the format could not convert.
    pub(super) lost: Vec<Lost>,
}

/// Section of a stat block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Trait,
    Action,
    Bonus,
    Reaction,
    Legendary,
    Lair,
    Mythic,
}

/// Trait or action with its sentences.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) section: Section,
    /// Name without its limits of use.
    pub(super) name: String,
    pub(super) text: String,
    /// Lowest d6 result that recharges the part; 0 without a recharge.
    pub(super) recharge: i64,
    /// Number of uses a day; 0 if unlimited.
    pub(super) uses: i64,
    /// Number of legendary actions that the part costs.
    pub(super) cost: i64,
    /// Limit of use that the sheet cannot track, such as a rest.
    pub(super) limit: String,
    /// DC of the part's spells, if the file has a field for it.
    pub(super) spell_dc: Option<i64>,
    /// Bonus of the part's spell attacks, if the file has a field for it.
    pub(super) spell_attack: Option<i64>,
}

impl Part {
    /// Creates a part from a heading such as "Fire Breath (Recharge 5-6)" and its text.
    pub(super) fn new(section: Section, heading: &str, text: &str) -> Self {
        let mut part = Self {
            section,
            name: String::new(),
            text: plain_text(text),
            recharge: 0,
            uses: 0,
            cost: 1,
            limit: String::new(),
            spell_dc: None,
            spell_attack: None,
        };
        let heading = plain_text(heading);
        let mut rest = heading.trim().trim_end_matches('.');
        while let Some((before, inside)) = rest.split_once('(') {
            let (inside, after) = inside.split_once(')').unwrap_or((inside, ""));
            part.name.push_str(before);
            for limit in inside.split([';', ',']) {
                if !part.limit(limit.trim()) {
                    part.name = format!("{} ({})", part.name.trim_end(), limit.trim());
                }
            }
            rest = after;
        }
        part.name.push_str(rest);
        part.name = part.name.split_whitespace().collect::<Vec<_>>().join(" ");
        part
    }

    /// Parses a limit of use. Returns `false` for other text.
    fn limit(&mut self, text: &str) -> bool {
        let low = text.to_ascii_lowercase();
        if let Some(least) = low.strip_prefix("recharge ") {
            self.recharge = first_number(least).unwrap_or_default();
            return self.recharge > 0;
        }
        if let Some((times, _)) = low.split_once("/day")
            && let Ok(times) = times.trim().parse()
        {
            self.uses = times;
            return true;
        }
        if let Some(cost) = low.strip_prefix("costs ") {
            self.cost = first_number(cost).unwrap_or(1);
            return true;
        }
        if low.starts_with("recharges after") {
            low.clone_into(&mut self.limit);
            return true;
        }
        false
    }
}

/// Part of a stat block that the sheet cannot express completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) part: String,
    pub(super) reason: Reason,
    /// Sentence of the source for the notes.
    pub(super) text: String,
}

impl Lost {
    pub(super) fn new(part: &str, reason: Reason, text: &str) -> Self {
        let text = text.trim_start_matches([',', ';', ' ']);
        Self {
            part: part.to_owned(),
            reason,
            text: text.strip_prefix("and ").unwrap_or(text).trim().to_owned(),
        }
    }
}

/// Reason why a part has no effect on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    Trait,
    Spells,
    Reaction,
    Bonus,
    Action,
    Legendary,
    LegendaryCount,
    Lair,
    Mythic,
    Choice,
    PowerInMultiattack,
    Multiattack,
    Limit,
    Duration,
    RepeatedSave,
    Immunity,
    Grapple,
    Targets,
    MoreDamage,
    Effect,
    Exception,
    Initiative,
    Value,
    /// Movement, or the time after the fight: the part becomes a note, and nothing is missing.
    Table,
}

impl Reason {
    /// Returns `true` if a combatant with such a part is complete. Either the GM applies the part, or Affray uses the
    /// usual number and the notes say so.
    pub(super) fn is_complete(self) -> bool {
        matches!(self, Self::Table | Self::LegendaryCount)
    }

    /// Returns the text for the report.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Trait => "trait",
            Self::Spells => "spells",
            Self::Reaction => "reaction",
            Self::Bonus => "bonus action",
            Self::Action => "action without an attack, save or damage for the sheet",
            Self::Legendary => "legendary action without an attack or a save",
            Self::LegendaryCount => "number of legendary actions, which the file does not give",
            Self::Lair => "lair action",
            Self::Mythic => "mythic action",
            Self::Choice => "choice of attacks",
            Self::PowerInMultiattack => "power within a multiattack",
            Self::Multiattack => "multiattack",
            Self::Limit => "limit of use",
            Self::Duration => "duration",
            Self::RepeatedSave => "repeated save",
            Self::Immunity => "immunity after a successful save",
            Self::Grapple => "effect of a grapple",
            Self::Targets => "only some targets",
            Self::MoreDamage => "more damage",
            Self::Effect => "other effect",
            Self::Exception => "exception of a resistance",
            Self::Initiative => "advantage on initiative",
            Self::Value => "value outside the limits of the sheet",
            Self::Table => "for the table",
        }
    }
}

/// Returns the modifier of an ability score.
pub(super) fn modifier(score: i64) -> i64 {
    (score - 10).div_euclid(2)
}

/// Returns the first whole number in a text, without a sign.
pub(super) fn first_number(text: &str) -> Option<i64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = &text[start..];
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

/// Parses dice with spaces around their operators, such as `8d10 + 24`. Two numbers beside each other are not dice.
pub(super) fn spaced_dice(text: &str) -> Option<Dice> {
    let text = text.trim().trim_matches(['(', ')']);
    let parts: Vec<&str> = text.split_whitespace().collect();
    let glues = |pair: &[&str]| {
        pair[0].ends_with(char::is_alphanumeric) && pair[1].starts_with(char::is_alphanumeric)
    };
    if parts.windows(2).any(glues) {
        return None;
    }
    Dice::parse(&parts.concat()).ok()
}

/// Returns the number in a sentence such as "It can take 3 legendary actions".
pub(super) fn legendary_count(text: &str) -> Option<i64> {
    let low = text.to_lowercase();
    let (before, _) = low.split_once("legendary action")?;
    first_number(before.split_whitespace().next_back()?)
}

/// Returns a text with plain minus signs, apostrophes and spaces, without Markdown emphasis; lines are kept.
pub(super) fn plain_text(text: &str) -> String {
    let text = text.replace(
        ['\u{2212}', '\u{2013}', '\u{2014}', '\u{2010}', '\u{2011}'],
        "-",
    );
    let text = text.replace(['\u{2019}', '\u{2018}'], "'");
    let text = text.replace(['\u{a0}', '\t'], " ").replace(['*', '_'], "");
    let text = text
        .replace("ft .", "ft.")
        .replace(" ,", ",")
        .replace(" .", ".");
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.join(" ")
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}
