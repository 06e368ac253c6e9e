//! Text of a roll: its dice, their target number, the chance, and the terms.

use ratatui::text::Line;

use crate::dice::Tally;
use crate::resolver::Roll;
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};

/// Returns a line of explanation, if there is one.
pub fn explained(hint: &str, theme: &Theme) -> Option<Line<'static>> {
    (!hint.is_empty()).then(|| Ink::new(theme).put(Role::Faint, hint).line())
}

/// Formats a roll for the pane: "AGI save  d20  8 or less  40%".
pub fn throw_line(roll: &Roll, theme: &Theme) -> Line<'static> {
    let mut ink = Ink::new(theme)
        .text(&format!("{}  ", roll.what))
        .put(Role::Turn, &dice_text(roll));
    let need = roll.need_text();
    if need.is_empty() {
        let (least, most) = (
            roll.dice.least().saturating_add(roll.bonus.total()),
            roll.dice.most().saturating_add(roll.bonus.total()),
        );
        ink.add(Role::Faint, &format!("  {least} to {most}"));
    } else {
        ink.add(Role::Text, &format!("  {need}"));
    }
    if let Some(chance) = roll.chance() {
        ink.add(Role::Title, &format!("  {}", percent(chance)));
    }
    ink.line()
}

/// Formats dice with the sum of their bonus: "d20+5".
pub(super) fn dice_text(roll: &Roll) -> String {
    match roll.bonus.total() {
        0 => roll.dice.to_string(),
        bonus if bonus > 0 => format!("{}+{bonus}", roll.dice),
        bonus => format!("{}{bonus}", roll.dice),
    }
}

/// Formats a probability in whole percent; 0 and 100 mean never and always.
pub fn percent(chance: f64) -> String {
    let percent = (chance * 100.0).round();
    if chance > 0.0 && percent < 1.0 {
        "under 1%".to_owned()
    } else if chance < 1.0 && percent > 99.0 {
        "over 99%".to_owned()
    } else {
        format!("{percent}%")
    }
}

/// Returns the terms of the bonus and of the target number, if there are several.
pub fn causes(roll: &Roll, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if !roll.bonus.is_empty() {
        lines.push(cause("adds", &roll.bonus, theme));
    }
    if roll.reasons.parts.len() > 1 {
        lines.push(cause("needs", &roll.reasons, theme));
    }
    lines
}

fn cause(word: &str, tally: &Tally, theme: &Theme) -> Line<'static> {
    Ink::new(theme)
        .put(Role::Faint, &format!("{word} "))
        .text(&tally.to_string())
        .line()
}
