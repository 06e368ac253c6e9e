//! Combatants of a fight in preparation: from a roster, a party or improvised, with their number and hit points.

use crate::compendium::{Compendium, Creature};
use crate::dice::Dice;
use crate::encounter::{Condition, Control, Roller, Timing};
use crate::ron_text::Place;
use crate::values::Record;

/// Number of combatants of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    Fixed(u32),
    /// Rolled with these dice.
    Dice(Dice),
}

/// Hit points of a combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HitPoints {
    /// Value of the sheet.
    #[default]
    Sheet,
    Fixed(i64),
    /// Rolled for each combatant, with these dice or the dice of the sheet.
    Rolled(Option<Dice>),
    /// Average of these dice or of the dice of the sheet, rounded down.
    Average(Option<Dice>),
    /// Maximum of these dice or of the dice of the sheet.
    Maximum(Option<Dice>),
}

/// Group of one or more identical combatants in preparation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// Party of the combatant; "" for other combatants. Without a `from`, all members who can fight join.
    pub party: String,
    /// Name in the party or the roster; "" for a combatant with a separate sheet, or for an improvised combatant with
    /// only hit points.
    pub from: String,
    /// Name in the fight; "" for the name in the roster.
    pub name: String,
    /// Name that the players see in place of the real name; "" if they see the real name.
    pub other_name: String,
    /// Name of the side.
    pub side: String,
    pub count: Count,
    pub hit_points: HitPoints,
    /// Group for morale and similar rules; "" for the name of the side.
    pub group: String,
    /// True if hidden from the players' view.
    pub hidden: bool,
    /// Conditions from the start.
    pub conditions: Vec<Condition>,
    /// Links of the combatant: kind, and the name of the other combatant.
    pub links: Vec<(String, String)>,
    /// Roller of the combatant's dice, if it differs from the side's roller.
    pub rolls: Option<Roller>,
    /// Control of the combatant, if it differs from the side's control.
    pub control: Option<Control>,
    /// Time of a later arrival. Neighbours in the list with the same time are one wave.
    pub at: Option<Timing>,
    pub notes: String,
    /// Fields of the sheet that override the fields of the roster.
    pub sheet: Record,
    /// Position in the file, if the combatant comes from a file.
    pub place: Option<Place>,
}

impl Default for Newcomer {
    fn default() -> Self {
        Self {
            party: String::new(),
            from: String::new(),
            name: String::new(),
            other_name: String::new(),
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
    /// Creates a number of combatants from a roster, for a side.
    pub fn from_roster(from: &str, count: u32, side: &str) -> Self {
        Self {
            from: from.to_owned(),
            count: Count::Fixed(count),
            side: side.to_owned(),
            ..Self::default()
        }
    }

    /// Creates a combatant with only a name and hit points, for a side.
    pub fn improvised(name: &str, hit_points: i64, side: &str) -> Self {
        Self {
            name: name.to_owned(),
            hit_points: HitPoints::Fixed(hit_points),
            side: side.to_owned(),
            ..Self::default()
        }
    }

    /// Returns `true` if the players do not see the name.
    pub(crate) fn keeps_its_name(&self) -> bool {
        self.hidden || !self.other_name.is_empty()
    }

    /// Replaces rolled hit points by their average.
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

    /// Returns the combatant of the party or the roster, if there is one.
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
