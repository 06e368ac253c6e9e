//! Spells of a caster: DC, attack bonus, level and slots, and the spells by name.

use super::block::{Part, first_number};
use super::fields::Fields;

/// Casting of a trait or an action.
#[derive(Default)]
pub(super) struct Casting {
    pub(super) dc: Option<i64>,
    pub(super) attack: Option<i64>,
    /// Level of the caster, for its cantrips.
    pub(super) level: Option<i64>,
    /// Slots of levels 1 to 9.
    pub(super) slots: [i64; 9],
    /// Names of ready rows that are cast as their rows say.
    pub(super) names: Vec<String>,
    /// Spells that the sheet does not have, or not in this way.
    pub(super) left: Vec<String>,
}

/// How the spells of a line are cast.
enum Way {
    /// With slots, or as cantrips.
    Slots,
    AtWill,
    /// So often a day, or in another way, with the words of the block.
    Other,
}

impl Casting {
    /// Reads a part; spells are looked up among the ready rows of the sheet.
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
                let plain = name.split(" (").next().unwrap_or_default();
                let row = fields.ready("spells", plain);
                let is_plain = !name.contains("version");
                let level = row.map(|row| row.maybe_int("level").unwrap_or_default());
                let fits = match way {
                    Way::Slots => true,
                    Way::AtWill => level == Some(0),
                    Way::Other => false,
                };
                match row.filter(|_| fits && is_plain) {
                    Some(row) => {
                        let name = row.word("name").to_owned();
                        if !casting.names.contains(&name) {
                            casting.names.push(name);
                        }
                    }
                    None => left.push(name),
                }
            }
            if !left.is_empty() {
                casting.left.push(format!("{head}: {}", left.join(", ")));
            }
        }
        if !is_listed {
            casting.left.push(part.text.clone());
        } else if let Some((before, _)) = low.split_once(" at will and has the following") {
            // "The archmage can cast disguise self and invisibility at will and has …"
            let said = before
                .rsplit_once(" can cast ")
                .map_or(before, |(_, said)| said);
            casting.left.push(format!("at will: {said}"));
        }
        casting
    }

    /// Reads the head of a line, and records its slots: "1st level (4 slots)". Returns `None` for other text.
    fn way(&mut self, head: &str) -> Option<Way> {
        if head.starts_with("cantrip") {
            return Some(Way::Slots);
        }
        if head == "at will" {
            return Some(Way::AtWill);
        }
        if head.contains("/day") {
            return Some(Way::Other);
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
