//! Layout of a fight's panes. Neighbours share their frames. Panes that do not fit are hidden: first the sheet
//! beside the fight, then the order, then the log, then the combatants, and last the question.

use ratatui::layout::Rect;

use crate::ui::ink::beside;

/// Desired sizes of the panes, in rows without frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wants {
    /// Number of rows of the order.
    pub order: u16,
    /// Number of columns of the order.
    pub order_width: u16,
    /// Number of rows of the combatants.
    pub combatants: u16,
    /// Number of columns of the combatants; more than [`enough`] makes no difference.
    pub combatants_width: u16,
    /// Minimum number of rows of the log.
    pub log: u16,
    /// True if a menu follows the last results, which then stay visible.
    pub results: bool,
    /// Number of rows of the question.
    pub prompt: u16,
}

/// Areas of the panes, including frames; empty for hidden panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneAreas {
    pub header: Rect,
    pub order: Rect,
    pub combatants: Rect,
    pub log: Rect,
    pub prompt: Rect,
    /// Sheet that F3 opens, above the log.
    pub sheet: Rect,
}

/// Minimum width for the sheet, and minimum number of rows that it shares with the log.
const SHEET: (u16, u16) = (160, 18);

/// Minimum width for the log beside the combatants.
const WIDE: u16 = 150;

/// Number of combatants that stay visible with a long question, on a screen of usual height.
const COMBATANTS: u16 = 6;

/// Number of rows of the log that stay visible with a long menu, and with any other question.
const LOG: (u16, u16) = (5, 2);

/// Number of these rows if a shorter log makes room for all combatants, who then keep their columns while the question
/// grows by a row or two.
const SHORT_LOG: (u16, u16) = (3, 2);

/// Returns the number of rows of the log that stay visible on a screen of usual height.
fn kept_log(wants: Wants) -> u16 {
    let (results, least) = LOG;
    if wants.results && wants.log > least {
        results
    } else {
        least
    }
}

/// Returns the maximum number of rows of the question: three fifths of the screen, and the rows that no other pane
/// needs. On a usual screen, six combatants and the last lines of the log stay visible.
pub(crate) fn prompt_room(area: Rect, wants: Wants) -> u16 {
    let height = if area.height >= 4 {
        area.height - 1
    } else {
        area.height
    };
    if height < 9 {
        return height.saturating_sub(2);
    }
    let rows = wants.order.max(wants.combatants).max(1);
    let others = if area.width >= WIDE {
        rows.max(wants.log).saturating_add(3)
    } else {
        rows.saturating_add(wants.log).saturating_add(4)
    };
    // Rows for both frames of the question, the frames of the combatants, and the lines of the log.
    let log = kept_log(wants);
    let kept = wants.combatants.min(COMBATANTS) + log + 4;
    let share = (height * 3 / 5).min(height.saturating_sub(kept));
    let least = if log > LOG.1 {
        height * 3 / 8
    } else {
        height * 2 / 5
    };
    let most = share.max(least).max(height.saturating_sub(others));
    most.min(height - 6).max(least_prompt(height))
}

/// Returns the minimum number of rows of the question.
fn least_prompt(height: u16) -> u16 {
    if height < 14 { 3 } else { (height / 5).max(4) }
}

pub(crate) fn split(area: Rect, wants: Wants) -> PaneAreas {
    let mut panes = PaneAreas::default();
    if area.is_empty() {
        return panes;
    }
    let mut rest = area;
    if area.height >= 4 {
        panes.header = Rect { height: 1, ..area };
        rest = Rect {
            y: area.y + 1,
            height: area.height - 1,
            ..area
        };
    }
    // Room for a frame above and below the question, and for at least three rows above the frame.
    if rest.height < 9 {
        panes.prompt = rest;
        return panes;
    }
    let wide = rest.width >= WIDE;
    let most = prompt_room(area, wants);
    let prompt = wants.prompt.clamp(least_prompt(rest.height), most) + 2;
    panes.prompt = Rect {
        y: rest.bottom() - prompt,
        height: prompt,
        ..rest
    };
    // The frame is shared, so the panes above overlap the question by one row.
    let above = Rect {
        height: rest.height - prompt + 1,
        ..rest
    };
    let rows = wants.order.max(wants.combatants).max(1) + 2;
    let order = order_width(rest.width, wants.order_width, wants.combatants_width);
    if wide {
        let (fighters, log) = beside(above, log_beside(above.width));
        panes.log = log;
        if above.width >= SHEET.0 && above.height >= SHEET.1 {
            panes.sheet = Rect {
                height: log.height / 2,
                ..log
            };
            // The sheet and the log share a row of their frames.
            panes.log = Rect {
                y: panes.sheet.bottom() - 1,
                height: log.height + 1 - panes.sheet.height,
                ..log
            };
        }
        (panes.order, panes.combatants) = with_order(fighters, order);
        return panes;
    }
    // The log gets a third of the rows, and the rows that the combatants do not need. Its last one or two lines stay as
    // long as any combatant is visible.
    let least_log = match above.height {
        0..7 => 0,
        7..9 => 3,
        _ => {
            let log = kept_log(wants) + 2;
            let fighters = wants.combatants.min(COMBATANTS) + 1;
            let log = log.min(above.height.saturating_sub(fighters));
            let least = (above.height / 3).max(4).max(log);
            let short = if wants.results {
                SHORT_LOG.0
            } else {
                SHORT_LOG.1
            } + 2;
            let left = above.height.saturating_sub(wants.combatants + 1);
            if (short..least).contains(&left) {
                left
            } else {
                least
            }
        }
    };
    let top = if least_log == 0 {
        above.height
    } else {
        rows.clamp(3, above.height + 1 - least_log)
    };
    let fighters = Rect {
        height: top,
        ..above
    };
    (panes.order, panes.combatants) = with_order(fighters, order);
    if top < above.height {
        panes.log = Rect {
            y: above.y + top - 1,
            height: above.height + 1 - top,
            ..above
        };
    }
    panes
}

/// Returns the width of order and combatants together.
fn fighters_width(width: u16) -> u16 {
    match width {
        0..WIDE => width,
        _ => width - log_beside(width) + 1,
    }
}

/// Returns the width of the log beside the combatants.
fn log_beside(width: u16) -> u16 {
    width * 3 / 8
}

/// Returns the minimum and maximum width of the order on a screen of this width, whatever the combatants need; `None`
/// on a narrow screen.
fn order_limits(width: u16) -> Option<(u16, u16)> {
    match width {
        0..60 => None,
        60..100 => Some((20, 24)),
        100..WIDE => Some((24, width / 3)),
        _ => Some((28, width / 4)),
    }
}

/// Returns the width of the order: the columns that its rows need. The maximum is the limit of the screen, or the
/// columns that the combatants do not need, up to half of the room.
fn order_width(width: u16, order: u16, combatants: u16) -> u16 {
    let Some((least, most)) = order_limits(width) else {
        return 0;
    };
    let room = fighters_width(width);
    let spare = room.saturating_sub(combatants.saturating_add(1));
    (order + 2).clamp(least, most.max(spare.min(room / 2)))
}

/// Returns the width inside the frame of the order, if its rows need `order` columns.
pub(crate) fn order_columns(width: u16, order: u16, combatants: u16) -> u16 {
    order_width(width, order, combatants).saturating_sub(2)
}

/// Returns the width from which more columns for the combatants do not affect an order that needs `order` columns.
pub(crate) fn enough(width: u16, order: u16) -> u16 {
    match order_limits(width) {
        Some((_, most)) if order + 2 > most => fighters_width(width).saturating_sub(most + 1),
        _ => 0,
    }
}

/// Splits an area into the order with this width, and the combatants on its right.
fn with_order(area: Rect, order: u16) -> (Rect, Rect) {
    if order == 0 {
        return (Rect::default(), area);
    }
    beside(area, area.width - order + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTS: Wants = Wants {
        order: 8,
        order_width: 20,
        combatants: 8,
        combatants_width: 60,
        log: 40,
        results: false,
        prompt: 5,
    };

    fn at(width: u16, height: u16) -> PaneAreas {
        split(Rect::new(0, 0, width, height), WANTS)
    }

    #[test]
    fn all_four_panes_fit_on_the_smallest_usual_screen() {
        let panes = at(80, 24);
        for pane in [panes.order, panes.combatants, panes.log, panes.prompt] {
            assert!(pane.height >= 5, "{panes:?}");
        }
    }

    #[test]
    fn the_last_results_stay_visible_with_a_long_menu() {
        for combatants in [2, 5, 12, 40] {
            for prompt in [2, 5, 12, 30] {
                let wants = Wants {
                    order: combatants,
                    combatants,
                    results: true,
                    prompt,
                    ..WANTS
                };
                let panes = split(Rect::new(0, 0, 80, 24), wants);
                let rows = [panes.log, panes.combatants, panes.prompt].map(|pane| pane.height - 2);
                let log = if rows[1] >= combatants { 3 } else { 5 };
                assert!(rows[0] >= log, "{combatants} {prompt}: {rows:?}");
                assert!(
                    rows[1] >= combatants.min(6),
                    "{combatants} {prompt}: {rows:?}"
                );
                assert!(rows[2] >= prompt.min(8), "{combatants} {prompt}: {rows:?}");
            }
        }
    }

    #[test]
    fn a_wide_screen_shows_the_sheet_above_the_log() {
        for (width, height, shown) in [(159, 50, false), (160, 50, true), (200, 22, false)] {
            let panes = at(width, height);
            assert_eq!(!panes.sheet.is_empty(), shown, "{width}x{height}");
            if shown {
                assert_eq!(panes.sheet.bottom() - 1, panes.log.y);
                assert_eq!(panes.log.bottom() - 1, panes.prompt.y);
                assert!(panes.log.height >= panes.sheet.height);
            }
        }
    }

    #[test]
    fn a_long_question_uses_empty_rows_and_keeps_the_last_log_lines_visible() {
        let wants = Wants {
            prompt: 30,
            ..WANTS
        };
        let panes = split(Rect::new(0, 0, 80, 24), wants);
        assert!(
            panes.log.height >= 4 && panes.order.height >= 5,
            "{panes:?}"
        );
        let of_an_empty_log = Wants { log: 2, ..wants };
        let at = |wants| split(Rect::new(0, 0, 120, 50), wants).prompt.height;
        assert_eq!((at(wants), at(of_an_empty_log)), (31, 32));
        let wants = Wants {
            prompt: 60,
            ..of_an_empty_log
        };
        assert_eq!(at(wants), 49 - 14 + 2);
    }

    #[test]
    fn the_order_gets_the_unused_columns_of_the_combatants() {
        let width = |order_width, combatants_width| {
            let wants = Wants {
                order_width,
                combatants_width,
                ..WANTS
            };
            split(Rect::new(0, 0, 80, 24), wants).order.width
        };
        assert_eq!(width(40, 70), 24);
        assert_eq!(width(40, 45), 34);
        assert_eq!(width(40, 20), 40);
        assert_eq!(width(10, 20), 20);
    }

    #[test]
    fn unused_width_of_the_combatants_changes_no_pane() {
        for width in 0..=300 {
            for order_width in [0, 20, 30, 40, 50, 80, 200] {
                let panes = |combatants_width| {
                    let wants = Wants {
                        order_width,
                        combatants_width,
                        ..WANTS
                    };
                    split(Rect::new(0, 0, width, 40), wants)
                };
                let enough = enough(width, order_width);
                for more in [enough + 1, enough + 7, 1_000] {
                    assert_eq!(panes(enough), panes(more), "{width} {order_width}");
                }
            }
        }
    }

    #[test]
    fn a_small_screen_hides_the_question_last() {
        assert!(at(40, 10).combatants.height >= 3);
        assert!(at(40, 10).order.is_empty());
        assert_eq!(at(40, 7).prompt.height, 6);
        assert_eq!(at(1, 1).prompt, Rect::new(0, 0, 1, 1));
        assert_eq!(at(0, 5), PaneAreas::default());
    }

    #[test]
    fn all_panes_stay_on_the_screen() {
        for width in 0..=300 {
            for height in 0..=100 {
                let panes = at(width, height);
                let screen = Rect::new(0, 0, width, height);
                let all = [
                    panes.header,
                    panes.order,
                    panes.combatants,
                    panes.log,
                    panes.prompt,
                    panes.sheet,
                ];
                for pane in all {
                    assert_eq!(
                        pane.intersection(screen).area(),
                        pane.area(),
                        "{width}x{height}"
                    );
                }
            }
        }
    }
}
