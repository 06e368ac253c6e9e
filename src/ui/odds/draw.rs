//! Drawing of the odds.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::OddsPane;
use crate::simulate::{Figures, Share, Verdict, bands, knowing, led};
use crate::text::{aligned, capital, cut, pad_left, width};
use crate::ui::app::App;
use crate::ui::ink::{Ink, lines, pane, paragraph};
use crate::ui::theme::{Role, Theme};
use crate::ui::tutor;

const BAR: usize = 40;

/// Minimum number of columns of the first cell of a row.
const LEAST_LABEL: usize = 8;

/// Returns how many rows the page can be scrolled.
pub(super) fn end(odds: &OddsPane, app: &App) -> usize {
    let rows = page(odds, &app.theme, usize::from(app.area.width)).len();
    rows.saturating_sub(usize::from(
        tutor::draw::below(app, app.area).height.saturating_sub(3),
    ))
}

/// Draws the figures so far.
pub(in crate::ui) fn draw(odds: &OddsPane, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let counted = odds.seen.figures.fights;
    let state = match (odds.stopped, odds.seen.goes_on) {
        (true, _) => "stopped",
        (false, true) => "and counting",
        (false, false) => "done",
    };
    let title = format!("Odds: {counted} fights simulated from here, {state}");
    let below = if odds.is_counting() {
        "Space stops  \tEsc back"
    } else {
        "\tEsc back"
    };
    let inner = pane(&title, below, true, theme, area, buffer);
    let page = page(odds, theme, usize::from(inner.width));
    let from = odds.first.min(page.len());
    lines(&page[from..], inner, buffer);
}

/// Minimum number of fights for a share of them to be shown.
const FEW: u64 = 20;

/// Returns a share of the counted fights in percent, or "…" if there are too few fights.
fn shown(figures: &Figures, share: Share) -> String {
    match figures.fights {
        0..FEW => "…".to_owned(),
        _ => share.text(),
    }
}

/// Columns between two cells of a table.
const BETWEEN: &str = "   ";

/// Table of styled cells: the first column is aligned left, the other columns right.
struct Rows(Vec<(Role, Vec<String>)>);

impl Rows {
    /// Returns the lines of the table. The first cells are cut, so that the numbers fit on the screen.
    fn lines(mut self, theme: &Theme, columns: usize) -> impl Iterator<Item = Line<'static>> {
        let cells = self.0.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let widest = |cell: usize| {
            let widths = self.0.iter().filter_map(|(_, row)| row.get(cell));
            widths.map(|text| width(text)).max().unwrap_or(0)
        };
        let others = (1..cells).map(|cell| widest(cell) + BETWEEN.len());
        let room = columns.saturating_sub(others.sum()).max(LEAST_LABEL);
        for label in self.0.iter_mut().filter_map(|(_, row)| row.first_mut()) {
            *label = cut(label, room).into_owned();
        }
        let lines = aligned(self.0.iter().map(|(_, row)| row.as_slice()), BETWEEN);
        let lines = self.0.into_iter().zip(lines);
        lines.map(|((role, _), line)| Ink::new(theme).put(role, &line).line())
    }
}

fn page(odds: &OddsPane, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let figures = &odds.seen.figures;
    let mut page = Vec::new();
    if let Some(fault) = &odds.seen.fault {
        let words = format!("a rule failed: {fault}");
        page.push(Ink::new(theme).put(Role::Error, &words).line());
    }
    if figures.fights == 0 {
        page.push(
            Ink::new(theme)
                .put(Role::Faint, "simulating the first fights")
                .line(),
        );
        return page;
    }
    let now = &odds.now;
    let title = |page: &mut Vec<Line<'static>>, words: &str| {
        if !page.is_empty() {
            page.push(Line::default());
        }
        page.push(Ink::new(theme).put(Role::Title, words).line());
    };
    let counts = !odds.odds.over();
    if let Some(by_the_book) = odds.system.difficulty(now) {
        page.extend(paragraph(theme, Role::Text, &by_the_book, columns));
    }
    if let Some(verdict) = Verdict::told_while(counts, odds.system, now, figures) {
        page.extend(paragraph(theme, Role::Text, &verdict, columns));
    }
    title(&mut page, "Who wins");
    page.extend(sides(odds, figures).lines(theme, columns));
    let led = led(now, &knowing(now));
    let led = format!("tactics: {led}");
    page.extend(paragraph(theme, Role::Faint, &led, columns));
    if !odds.unweighed.is_empty() {
        let words = format!("left out: {}", odds.unweighed.join(", "));
        page.extend(paragraph(theme, Role::Faint, &words, columns));
    }
    let ends = figures.ends(now.round);
    page.extend(paragraph(theme, Role::Faint, &ends, columns));
    if !odds.ways.is_empty() {
        let words = format!(
            "What the next choice changes for {}",
            now.side_name(odds.side)
        );
        title(&mut page, &words);
        page.extend(ways(odds).lines(theme, columns));
    }
    title(&mut page, "Who falls");
    page.extend(people(odds, figures).lines(theme, columns));
    let used = used(odds, figures);
    if !used.0.is_empty() {
        title(&mut page, "Resources used");
        page.extend(used.lines(theme, columns));
    }
    let signs = theme.symbols().chart;
    title(&mut page, &capital(&legend(signs)));
    let room = columns.saturating_sub(20).clamp(8, BAR);
    for band in bands(now, figures) {
        page.push(Ink::new(theme).text(&band.side).line());
        for (label, row) in &band.rows {
            let text = format!(
                "{}  {}  {}",
                pad_left(label, 9),
                bar(*row, band.of, room, signs),
                row[1]
            );
            page.push(Ink::new(theme).text(&text).line());
        }
    }
    page
}

fn sides(odds: &OddsPane, figures: &Figures) -> Rows {
    let now = &odds.now;
    let mut rows = Vec::new();
    for side in now.side_ids() {
        let all = figures.takes_part(now, side);
        let left = figures.sides.get(side.index()).map_or(0, |side| side.left);
        let left = left as f64 / figures.fights as f64;
        let name = now.side_name(side).to_owned();
        let row = vec![
            name,
            shown(figures, figures.holds(side)),
            format!("{left:.1} of {all} left"),
        ];
        rows.push((Role::Text, row));
    }
    for (word, count) in [
        ("no side", figures.nobody),
        ("undecided", figures.undecided),
    ] {
        if count > 0 {
            rows.push((
                Role::Faint,
                vec![word.to_owned(), shown(figures, figures.share(count))],
            ));
        }
    }
    Rows(rows)
}

/// Returns the side's chances with each choice, and the difference from the marked choice if it exceeds the error.
fn ways(odds: &OddsPane) -> Rows {
    let ways = || odds.ways.iter().zip(&odds.seen.ways);
    let chance = |figures: &Figures| figures.holds(odds.side);
    let enough = |figures: &&Figures| figures.fights >= FEW;
    let marked = ways().next().map(|(_, figures)| figures);
    let marked = marked.filter(enough).map(chance);
    let rows = ways().enumerate().map(|(place, (label, figures))| {
        let share = chance(figures);
        let differs = marked.filter(|_| place > 0 && enough(&figures));
        let differs = differs.filter(|marked| share.differs(*marked));
        let (role, beside) = match differs {
            Some(marked) => {
                let by = 100.0 * (share.part() - marked.part());
                let role = if by > 0.0 { Role::Good } else { Role::Bad };
                (role, format!("{by:+.0}"))
            }
            None if place == 0 => (Role::Text, "selected".to_owned()),
            None if !enough(&figures) || marked.is_none() => (Role::Text, String::new()),
            None => (Role::Text, "about equal".to_owned()),
        };
        (role, vec![label.clone(), shown(figures, share), beside])
    });
    Rows(rows.collect())
}

fn people(odds: &OddsPane, figures: &Figures) -> Rows {
    let now = &odds.now;
    let row = |who| {
        let round = figures.falls_in(who);
        let round = round.map(|round| match now.round as usize + round {
            0 => "before round 1".to_owned(),
            round => format!("round {round}"),
        });
        let name = now.name(who).to_owned();
        let cells = vec![
            name,
            shown(figures, figures.falls(who)),
            round.unwrap_or_default(),
        ];
        (Role::Text, cells)
    };
    Rows(figures.fighters(now).into_iter().map(row).collect())
}

fn used(odds: &OddsPane, figures: &Figures) -> Rows {
    let now = &odds.now;
    let row = |side| {
        let counted = figures.sides.get(crate::values::SideId::index(side))?;
        let used = counted.used.iter().filter(|(_, spent)| *spent > 0);
        let mean = |spent: &u64| *spent as f64 / figures.fights as f64;
        let used: Vec<String> = used
            .map(|(word, spent)| format!("{:.1} {word}", mean(spent)))
            .collect();
        let name = now.side_name(side).to_owned();
        (!used.is_empty()).then(|| (Role::Text, vec![name, used.join(", ")]))
    };
    Rows(now.side_ids().filter_map(row).collect())
}

/// Explains the signs of a chart.
pub(crate) fn legend(signs: [&str; 4]) -> String {
    let [worst, middle, best, _] = signs;
    format!("combatants still up ({worst} in 3 of 4 fights, {middle} in half, {best} in 1 of 4)")
}

/// Returns a line of the chart with this width.
pub(crate) fn bar(row: [usize; 3], of: usize, columns: usize, signs: [&str; 4]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    #[test]
    fn shares_of_few_fights_are_not_shown() {
        let of = |fights| {
            let figures = Figures {
                fights,
                ..Figures::default()
            };
            shown(&figures, figures.share(fights / 2))
        };
        assert_eq!([of(0), of(1), of(19)], ["…", "…", "…"]);
        assert!(of(20).starts_with("50% ±"), "{}", of(20));
    }

    #[test]
    fn long_labels_are_cut_so_that_the_last_column_fits() {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        let row = |label: &str| {
            let cells = [label, "45% ±5", "about equal"];
            (Role::Text, cells.map(str::to_owned).to_vec())
        };
        let long = "default plans for the 11 remaining combatants of the Party";
        let lines = Rows(vec![row("pass"), row(long)]).lines(&theme, 76);
        for line in lines {
            assert!(line.width() <= 76, "{line}");
            assert!(line.to_string().ends_with("about equal"), "{line}");
        }
    }
}
