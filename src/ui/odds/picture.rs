//! SVG picture of the bands in the odds.

use std::fmt::Write as _;

use crate::simulate::Band;
use crate::text::escaped;

/// Size of the picture's field for one side, in its own units.
const WIDE: usize = 640;
const HIGH: usize = 150;
/// Margins at the left and below, for labels.
const LEFT: usize = 60;
const BELOW: usize = 54;

/// Colours of the sides, in order.
const COLOURS: [&str; 5] = ["#2f6f9f", "#b2452f", "#4f7f3f", "#7a5195", "#a07a1f"];

/// Returns the picture of the bands: a field for each side, with the band and the median line, below a `title`.
pub(crate) fn svg(title: &str, bands: &[Band]) -> String {
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
