//! Numbers of standing combatants from round to round, as bands that contain half of the fights.

use super::figures::Figures;
use crate::encounter::Encounter;
use crate::values::SideId;

/// Band of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    pub side: String,
    /// Number of combatants at the start.
    pub of: usize,
    /// Rows for the start of each round and for the end: label, and the number of standing combatants at the lower
    /// quartile, the median and the upper quartile of the fights.
    pub rows: Vec<(String, [usize; 3])>,
}

/// Returns the bands of all sides with combatants, from the current state until nine fights in ten are over.
pub fn bands(now: &Encounter, figures: &Figures) -> Vec<Band> {
    let most = figures.over_by(90) + 1;
    let band = |side: SideId| {
        let all = figures.bands(side);
        let last = all.len() - 1;
        let label = |place: usize| match place {
            0 if now.round == 0 => "start".to_owned(),
            0 => "now".to_owned(),
            place if place == last => "end".to_owned(),
            place => format!("round {}", now.round as usize + place),
        };
        let rows = all.iter().enumerate();
        // The start of the first round is the start of the fight.
        let new = |place: usize| place != 1 || now.round > 0 || place == last;
        let rows = rows.filter(|(place, _)| new(*place) && *place < most || *place == last);
        Band {
            side: now.side_name(side).to_owned(),
            // A planned event that the GM calls may bring more combatants than the automatic ones.
            of: all
                .iter()
                .flatten()
                .copied()
                .chain([figures.takes_part(now, side)])
                .max()
                .unwrap_or(0),
            rows: rows.map(|(place, row)| (label(place), *row)).collect(),
        }
    };
    let sides = now.side_ids();
    let sides = sides.filter(|side| now.members(*side).next().is_some());
    sides.map(band).collect()
}
