//! Drawing of the odds.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::OddsPane;
use crate::simulate::{Figures, Verdict, bands, knowing, led};
use crate::text::{aligned, capital, pad_left, wrap};
use crate::ui::app::App;
use crate::ui::ink::{Ink, lines, pane};
use crate::ui::theme::{Role, Theme};
use crate::ui::tutor;

const BAR: usize = 40;

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
    let below = "Space stops  \tEsc back";
    let inner = pane(&title, below, true, theme, area, buffer);
    let page = page(odds, theme, usize::from(inner.width));
    let from = odds.first.min(page.len());
    lines(&page[from..], inner, buffer);
}

/// Table of styled cells: the first column is aligned left, the other columns right.
struct Rows(Vec<(Role, Vec<String>)>);

impl Rows {
    fn lines(self, theme: &Theme) -> impl Iterator<Item = Line<'static>> {
        let lines = aligned(self.0.iter().map(|(_, row)| row.as_slice()), "   ");
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
        page.push(Ink::new(theme).text(&by_the_book).line());
    }
    if let Some(verdict) = Verdict::told_while(counts, odds.system, now, figures) {
        page.push(Ink::new(theme).text(&verdict).line());
    }
    title(&mut page, "Who wins");
    page.extend(sides(odds, figures).lines(theme));
    let led = led(now, &knowing(now));
    page.push(
        Ink::new(theme)
            .put(Role::Faint, &format!("tactics: {led}"))
            .line(),
    );
    if !odds.unweighed.is_empty() {
        let words = format!("left out: {}", odds.unweighed.join(", "));
        let parts = wrap(&words, columns.max(1));
        page.extend(
            parts
                .iter()
                .map(|part| Ink::new(theme).put(Role::Faint, part).line()),
        );
    }
    let ends = figures.ends(now.round);
    page.push(Ink::new(theme).put(Role::Faint, &ends).line());
    if !odds.ways.is_empty() {
        let words = format!(
            "What the next choice changes for {}",
            now.side_name(odds.side)
        );
        title(&mut page, &words);
        page.extend(ways(odds).lines(theme));
    }
    title(&mut page, "Who falls");
    page.extend(people(odds, figures).lines(theme));
    let used = used(odds, figures);
    if !used.0.is_empty() {
        title(&mut page, "Resources used");
        page.extend(used.lines(theme));
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
            figures.holds(side).text(),
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
                vec![word.to_owned(), figures.share(count).text()],
            ));
        }
    }
    Rows(rows)
}

/// Returns the side's chances with each choice, and the difference from the marked choice if it exceeds the error.
fn ways(odds: &OddsPane) -> Rows {
    let ways = || odds.ways.iter().zip(&odds.seen.ways);
    let chance = |figures: &Figures| figures.holds(odds.side);
    let marked = ways().next().map(|(_, figures)| chance(figures));
    let rows = ways().enumerate().map(|(place, (label, figures))| {
        let share = chance(figures);
        let differs = marked.filter(|marked| place > 0 && share.differs(*marked));
        let (role, beside) = match differs {
            Some(marked) => {
                let by = 100.0 * (share.part() - marked.part());
                let role = if by > 0.0 { Role::Good } else { Role::Bad };
                (role, format!("{by:+.0}"))
            }
            None if place == 0 => (Role::Text, "selected".to_owned()),
            None => (Role::Text, "about equal".to_owned()),
        };
        (role, vec![label.clone(), share.text(), beside])
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
        let cells = vec![name, figures.falls(who).text(), round.unwrap_or_default()];
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
