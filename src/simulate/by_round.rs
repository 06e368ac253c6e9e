//! How many stand from round to round, as bands. Half of the fights lie within a band.

use super::figures::Figures;
use crate::encounter::Encounter;
use crate::values::SideId;

/// The course of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    pub side: String,
    /// How many it began with.
    pub of: usize,
    /// As each round begins, and at the end: what it is called, and how many stand in the quarter of fights that go
    /// worst for it, in the middle one and in the best.
    pub rows: Vec<(String, [usize; 3])>,
}

/// The courses of all sides that have anybody, from where the fight stands; cut off where nine fights in ten are over.
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
        // What the first round begins with is what the fight begins with.
        let new = |place: usize| place != 1 || now.round > 0 || place == last;
        let rows = rows.filter(|(place, _)| new(*place) && *place < most || *place == last);
        Band {
            side: now.side_name(side).to_owned(),
            // The GM's call may bring more than come by themselves.
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
