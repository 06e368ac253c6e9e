//! Spells of a caster: DC, attack bonus, level and slots, and the spells by name.

use super::block::{Part, first_number};
use super::fields::Fields;
use super::record::Named;

/// Spellcasting data of a trait or an action.
#[derive(Default)]
pub(super) struct Casting {
    pub(super) dc: Option<i64>,
    pub(super) attack: Option<i64>,
    /// Level of the caster, which determines the cantrips.
    pub(super) level: Option<i64>,
    /// Slots of levels 1 to 9.
    pub(super) slots: [i64; 9],
    /// Ready rows of the spells that are cast as these rows say.
    pub(super) names: Vec<Named>,
    /// Spells that are missing from the sheet's ready rows, or that are cast in another way than the row says.
    pub(super) left: Vec<String>,
}

/// Way in which the spells of a line are cast.
enum Way {
    /// Spells cast with slots, or cantrips.
    Slots,
    /// Spells cast without slots, this number of times a day; 0 means at will.
    Innate(i64),
    /// Spells cast in another way, described in the words of the stat block.
    Other,
}

impl Casting {
    /// Reads the spells of a part, and looks up each spell among the ready rows of the sheet.
    pub(super) fn read(part: &Part, fields: Fields<'_>) -> Self {
        let low = part.text.to_ascii_lowercase();
        let mut casting = Self {
            dc: part.spell_dc.or_else(|| {
                let (_, rest) = low.split_once("spell save dc ")?;
                first_number(rest)
            }),
            attack: part.spell_attack.or_else(|| {
                let (before, _) = low.split_once(" to hit with spell attack")?;
                let number = before.rsplit([' ', '(', ',']).next()?;
                number.trim_start_matches('+').parse().ok()
            }),
            level: low
                .split_once("-level spellcaster")
                .and_then(|(before, _)| {
                    let word = before.rsplit(' ').next()?;
                    first_number(word)
                }),
            ..Self::default()
        };
        let mut is_listed = false;
        for line in low.lines() {
            let line = line.trim_start_matches(['-', '•', ' ']);
            let Some((head, names)) = line.split_once(':') else {
                continue;
            };
            let names = names.trim().trim_end_matches('.');
            let Some(way) = casting.way(head).filter(|_| !names.is_empty()) else {
                continue;
            };
            is_listed = true;
            let mut left = Vec::new();
            for name in names.split(',').map(str::trim) {
                let named = named(name, &way, fields);
                match named {
                    Some(named) => {
                        if !casting.names.iter().any(|one| one.name == named.name) {
                            casting.names.push(named);
                        }
                    }
                    None => left.push(name),
                }
            }
            if !left.is_empty() {
                casting.left.push(format!("{head}: {}", left.join(", ")));
            }
        }
        let single = single(&low).filter(|_| !is_listed && part.uses > 0);
        let single = single.and_then(|name| named(name, &Way::Innate(part.uses), fields));
        if let Some(named) = single {
            casting.names.push(named);
        } else if !is_listed {
            casting.left.push(part.text.clone());
        } else if let Some((before, _)) = low.split_once(" at will and has the following") {
            // "The archmage can cast disguise self and invisibility at will and has …"
            let said = before
                .rsplit_once(" can cast ")
                .map_or(before, |(_, said)| said);
            let mut left = Vec::new();
            for name in said
                .split([','])
                .flat_map(|said| said.split(" and "))
                .map(str::trim)
            {
                match named(name, &Way::Innate(0), fields) {
                    Some(named) => casting.names.push(named),
                    None => left.push(name),
                }
            }
            if !left.is_empty() {
                casting.left.push(format!("at will: {}", left.join(", ")));
            }
        }
        casting
    }

    /// Reads the head of a line, and records its slots: "1st level (4 slots)". Returns `None` for other text.
    fn way(&mut self, head: &str) -> Option<Way> {
        if head.starts_with("cantrip") {
            return Some(Way::Slots);
        }
        if head == "at will" {
            return Some(Way::Innate(0));
        }
        if let Some((times, _)) = head.split_once("/day") {
            let times = times
                .trim()
                .parse()
                .ok()
                .filter(|times| (1..=9).contains(times));
            return Some(times.map_or(Way::Other, Way::Innate));
        }
        let level = head.split_once(" level (").or(head.split_once("-level ("));
        let (level, rest) = level?;
        let slots = rest
            .split_once(" slot")
            .and_then(|(number, _)| number.parse().ok());
        match (level.len() < 4)
            .then(|| first_number(level))
            .flatten()
            .zip(slots)
        {
            Some((level @ 1..=9, slots)) => {
                let at = usize::try_from(level - 1).unwrap_or_default();
                if let Some(place) = self.slots.get_mut(at) {
                    *place = slots;
                }
                Some(Way::Slots)
            }
            _ => Some(Way::Other),
        }
    }
}

/// Finds the ready row of a spell by the words of the block. Spells that reactions cast need slots, and a block that
/// limits a spell to some targets means another spell. Both kinds are left to the notes.
fn named(name: &str, way: &Way, fields: Fields<'_>) -> Option<Named> {
    let (plain, limit) = name.split_once(" (").unwrap_or((name, ""));
    let row = fields.ready("spells", plain.trim_end_matches('*'))?;
    let level = row.maybe_int("level").unwrap_or_default();
    let is_flag = |key: &str| row.flag(key);
    let has_limit = name.contains("version") || limit.contains(" only");
    let acts = row.word("by") != "table";
    let innate = match way {
        Way::Slots => None,
        Way::Innate(0) if level == 0 => None,
        Way::Innate(times) => Some(*times),
        Way::Other => return None,
    };
    let by_reaction = innate.is_some() && is_flag("reaction");
    let is_note = by_reaction || has_limit && acts;
    (!is_note).then(|| Named {
        name: row.word("name").to_owned(),
        innate,
    })
}

/// Finds the only spell of a text without a list: "The mephit can innately cast fog cloud, requiring …".
fn single(low: &str) -> Option<&str> {
    let (_, rest) = low.split_once(" can innately cast ")?;
    let name = rest[..rest.find([',', '.', '('])?].trim();
    (!name.contains("the following")).then_some(name)
}
