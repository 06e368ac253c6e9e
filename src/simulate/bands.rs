//! How many stand over the rounds, as bands: in text and as a picture. Half of the fights lie within a band.

use std::fmt::Write as _;

use super::figures::Figures;
use crate::encounter::Encounter;
use crate::values::FactionId;

/// The course of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its name.
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
    let band = |side: FactionId| {
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
            side: now.faction_name(side).to_owned(),
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
    let sides = now.faction_ids();
    let sides = sides.filter(|side| now.members(*side).next().is_some());
    sides.map(band).collect()
}

/// The signs of a chart: those who stand in three fights of four, in half of them, in one of four, and who began.
pub const SIGNS: [&str; 4] = ["█", "▓", "░", "·"];

/// The same where nothing but ASCII can be shown.
pub const PLAIN_SIGNS: [&str; 4] = ["#", "=", "-", "."];

/// What the signs of a chart mean.
pub fn legend(signs: [&str; 4]) -> String {
    let [worst, middle, best, _] = signs;
    format!("who stands ({worst} in three fights of four, {middle} in half, {best} in one of four)")
}

/// A line of the chart in so many columns.
pub fn bar(row: [usize; 3], of: usize, columns: usize, signs: [&str; 4]) -> String {
    let wide = |many: usize| match of {
        0 => 0,
        of => (many * columns + of / 2) / of,
    };
    let [worst, middle, best] = row.map(wide);
    let ends = [worst, middle, best, columns];
    let mut bar = String::new();
    let mut from = 0;
    for (end, sign) in ends.into_iter().zip(signs) {
        bar.push_str(&sign.repeat(end.saturating_sub(from)));
        from = from.max(end);
    }
    bar
}

/// Columns and rows of the picture's field for one side, in its own units.
const WIDE: usize = 640;
const HIGH: usize = 150;
/// What is left free at its left and below it, for the words.
const LEFT: usize = 60;
const BELOW: usize = 54;

/// The colours of the sides, in turn.
const COLOURS: [&str; 5] = ["#2f6f9f", "#b2452f", "#4f7f3f", "#7a5195", "#a07a1f"];

/// The picture: a field for each side, with the band and the middle line. `title` stands above it.
pub fn svg(title: &str, bands: &[Band]) -> String {
    let high = 40 + bands.len() * (HIGH + BELOW);
    let wide = LEFT + WIDE + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for (place, band) in bands.iter().enumerate() {
        let top = 40 + place * (HIGH + BELOW);
        let steps = (band.rows.len() - 1).max(1);
        let x = |step: usize| LEFT + step * WIDE / steps;
        let y = |many: usize| top + HIGH - many * HIGH / band.of.max(1);
        let colour = COLOURS[place % COLOURS.len()];
        let line = |of: usize| {
            let rows = band.rows.iter().enumerate();
            rows.map(|(step, (_, row))| format!("{},{}", x(step), y(row[of])))
                .collect::<Vec<String>>()
        };
        let (mut around, best) = (line(0), line(2));
        around.extend(best.into_iter().rev());
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<g stroke=\"#cccccc\"><line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>\
             <line x1=\"{LEFT}\" y1=\"{top}\" x2=\"{LEFT}\" y2=\"{bottom}\"/></g>\n\
             <polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.25\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{LEFT}\" y=\"{name}\" fill=\"{colour}\">{}</text>\n\
             <text x=\"{number}\" y=\"{first}\" text-anchor=\"end\">{}</text>\n\
             <text x=\"{number}\" y=\"{bottom}\" text-anchor=\"end\">0</text>\n",
            around.join(" "),
            line(1).join(" "),
            escaped(&band.side),
            band.of,
            bottom = top + HIGH,
            right = LEFT + WIDE,
            name = top + HIGH + 36,
            number = LEFT - 8,
            first = top + 10,
        );
        let every = band.rows.len().div_ceil(9);
        for (step, (label, _)) in band.rows.iter().enumerate() {
            if step % every == 0 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{}</text>",
                    x(step),
                    top + HIGH + 18,
                    escaped(label)
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
