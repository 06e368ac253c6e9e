//! Whoever is to fight, as somebody wants them: out of a roster, a party or nowhere, how many, with which hit points.

use crate::compendium::{Compendium, Creature};
use crate::dice::Dice;
use crate::encounter::{Condition, Control, Roller, Timing};
use crate::ron_text::Place;
use crate::values::Record;

/// How many of a kind come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    Fixed(u32),
    /// As many as these dice say.
    Dice(Dice),
}

/// How many hit points somebody gets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HitPoints {
    /// As the sheet says.
    #[default]
    Sheet,
    Fixed(i64),
    /// Rolled for each one, on these dice or those of the sheet.
    Rolled(Option<Dice>),
    /// The average of these dice or those of the sheet, rounded down.
    Average(Option<Dice>),
    /// The most of these dice or those of the sheet.
    Maximum(Option<Dice>),
}

/// One or several alike who are to take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The party that they are of; "" for others. Of one without a `from` all come who can.
    pub party: String,
    /// Name in the party or the roster; "" for somebody with a sheet of their own, or improvised with hit points only.
    pub from: String,
    /// Name in the fight; "" for the one in the roster.
    pub name: String,
    /// Name of the side.
    pub side: String,
    pub count: Count,
    pub hit_points: HitPoints,
    /// The group for morale and the like; "" for the side's name.
    pub group: String,
    /// Hidden from the players' view.
    pub hidden: bool,
    /// What is the case with them from the start.
    pub conditions: Vec<Condition>,
    /// Bonds: kind, and the name of the other.
    pub links: Vec<(String, String)>,
    /// Who throws their dice, where that differs from the side.
    pub rolls: Option<Roller>,
    /// Who decides for them, where that differs from the side.
    pub control: Option<Control>,
    /// When they come, if not at the beginning. Neighbours in the list who come at the same time are one wave.
    pub at: Option<Timing>,
    pub notes: String,
    /// Fields of the sheet, over those of the roster.
    pub sheet: Record,
    /// Where it stands, if in a file.
    pub place: Option<Place>,
}

impl Default for Newcomer {
    fn default() -> Self {
        Self {
            party: String::new(),
            from: String::new(),
            name: String::new(),
            side: String::new(),
            count: Count::Fixed(1),
            hit_points: HitPoints::Sheet,
            group: String::new(),
            hidden: false,
            conditions: Vec::new(),
            links: Vec::new(),
            rolls: None,
            control: None,
            at: None,
            notes: String::new(),
            sheet: Record::new(),
            place: None,
        }
    }
}

impl Newcomer {
    /// So many out of a roster, for a side.
    pub fn from_roster(from: &str, count: u32, side: &str) -> Self {
        Self {
            from: from.to_owned(),
            count: Count::Fixed(count),
            side: side.to_owned(),
            ..Self::default()
        }
    }

    /// Somebody with a name and hit points only, for a side.
    pub fn improvised(name: &str, hit_points: i64, side: &str) -> Self {
        Self {
            name: name.to_owned(),
            hit_points: HitPoints::Fixed(hit_points),
            side: side.to_owned(),
            ..Self::default()
        }
    }

    /// The same with the average in the place of hit points that are rolled.
    #[must_use]
    pub(crate) fn likely(&self) -> Self {
        let hit_points = match &self.hit_points {
            HitPoints::Rolled(dice) => HitPoints::Average(dice.clone()),
            other => other.clone(),
        };
        Self {
            hit_points,
            ..self.clone()
        }
    }

    /// The combatant of the party or the roster that is meant, if one is.
    pub(crate) fn creature<'b>(
        &self,
        compendium: &'b Compendium,
    ) -> Result<Option<&'b Creature>, String> {
        match (self.party.is_empty(), self.from.is_empty()) {
            (_, true) => Ok(None),
            (true, false) => compendium.creature(&self.from).map(Some),
            (false, false) => compendium.party(&self.party)?.member(&self.from).map(Some),
        }
    }
}
