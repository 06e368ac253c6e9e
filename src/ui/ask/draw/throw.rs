//! Text of a roll: its dice, their target number, the chance, and the terms.

use ratatui::text::Line;

use crate::dice::{Dice, Tally};
use crate::encounter::{Encounter, Need, TypedRolls};
use crate::resolver::Roll;
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};

/// Returns the lines of a hint.
pub fn explained(hint: &str, theme: &Theme) -> Vec<Line<'static>> {
    let lines = hint.lines();
    let lines = lines.map(|line| Ink::new(theme).put(Role::Faint, line).line());
    lines.collect()
}

/// Formats a roll for the pane: "attack: d20+6 vs AC 18, 45%".
pub fn throw_line(roll: &Roll, now: &Encounter, theme: &Theme) -> Line<'static> {
    let mut ink = Ink::new(theme)
        .text(&format!("{}: ", now.told(&roll.what)))
        .put(Role::Turn, &dice_text(roll));
    if is_of_two(roll) {
        // The dice are "1 or 2".
    } else if let Some(need) = roll.reachable_need() {
        let has_name = matches!(need, Need::AtLeast(_)) && !roll.against.is_empty();
        let between = if has_name { " " } else { ", " };
        let need = need.words(&roll.against);
        ink.add(Role::Text, &format!("{between}{need}"));
    } else {
        let (least, most) = (
            roll.dice.least().saturating_add(roll.bonus.total()),
            roll.dice.most().saturating_add(roll.bonus.total()),
        );
        ink.add(Role::Faint, &format!(", {least} to {most}"));
    }
    if let Some(chance) = roll.chance() {
        ink.add(Role::Title, &format!(", {}", percent(chance)));
    }
    ink.line()
}

/// Formats dice with the sum of their bonus: "d20+5".
pub(super) fn dice_text(roll: &Roll) -> String {
    with_bonus(roll, Dice::in_words)
}

/// Formats dice with the sum of their bonus for a narrow column: "2d20 high+5".
pub(super) fn short_dice_text(roll: &Roll) -> String {
    with_bonus(roll, Dice::in_short)
}

fn with_bonus(roll: &Roll, dice: impl Fn(&Dice) -> String) -> String {
    match roll.bonus.total() {
        _ if is_of_two(roll) => "1 or 2".to_owned(),
        0 => dice(&roll.dice),
        bonus => format!("{}{bonus:+}", dice(&roll.dice)),
    }
}

/// Returns `true` for a plain d2. There is no such die at a table.
fn is_of_two(roll: &Roll) -> bool {
    roll.bonus.is_empty() && roll.need_text().is_empty() && roll.dice.to_string() == "d2"
}

/// Returns the hint on what can be typed for a roll.
pub(super) fn how_to_type(roll: &Roll, now: &Encounter) -> String {
    let bonus = roll.bonus.total();
    let range = |added: i64| {
        let least = roll.dice.least().saturating_add(added);
        format!("{least} to {}", roll.dice.most().saturating_add(added))
    };
    let each = roll.needs_each_die() || roll.dice.counts();
    if roll.needs_each_die() && roll.dice.count() > 1 {
        "type the result of each die, not the total".to_owned()
    } else if now.typed_rolls(roll.who) == TypedRolls::Totals && !roll.needs_each_die() {
        format!("type the total, {}", range(bonus))
    } else if roll.dice.count() > 1 && each {
        "type the result of each die".to_owned()
    } else if roll.dice.keeps_one() {
        "type all dice, or the die that counts".to_owned()
    } else if roll.dice.count() > 1 {
        "type each die or the sum of the dice".to_owned()
    } else {
        match &*roll.dice.to_string() {
            "d2" => "type 1 (1 to 3 on a d6) or 2 (4 to 6)".to_owned(),
            "d3" => "type 1 (1 or 2 on a d6), 2 (3 or 4) or 3 (5 or 6)".to_owned(),
            _ if roll.open_ended => "type the die; a higher number counts as the total".to_owned(),
            _ => "type what the dice show".to_owned(),
        }
    }
}

/// Returns the typed totals of a line as dice: "18 → d20 12 + 6 = 18"; "" if the line contains no totals.
pub(super) fn understood<'r>(
    line: &str,
    rolls: impl Iterator<Item = &'r Roll>,
    now: &Encounter,
) -> String {
    let (mut rest, mut told, mut parts) = (line, false, Vec::new());
    for roll in rolls {
        let Ok((read, behind)) = roll.read_typed(rest, now.typed_rolls(roll.who)) else {
            break;
        };
        let typed = rest[..rest.len() - behind.len()].trim();
        if let Some(total) = roll.called(&read.faces) {
            parts.push(format!("{typed} → {} {total}", now.told(&roll.what)));
            told = true;
            rest = behind;
            if rest.is_empty() {
                break;
            }
            continue;
        }
        let thrown = roll.dice.total(&read.faces) - roll.dice.modifier();
        let dice = roll.dice.without_modifier().in_words();
        let added = roll.bonus.total() + roll.dice.modifier();
        let total = thrown + added;
        parts.push(match added {
            0 => format!("{typed} → {dice} {thrown}"),
            added if added > 0 => format!("{typed} → {dice} {thrown} + {added} = {total}"),
            added => format!("{typed} → {dice} {thrown} - {} = {total}", -added),
        });
        told |= read.told || (parts.len() == 1 && behind.is_empty() && may_be_total(typed, roll));
        rest = behind;
        if rest.is_empty() {
            break;
        }
    }
    if told {
        parts.join(" · ")
    } else {
        String::new()
    }
}

/// Returns true for a single number, typed for a sum with modifiers, that may have been meant as the total.
fn may_be_total(typed: &str, roll: &Roll) -> bool {
    let changes = roll.bonus.total() + roll.dice.modifier() != 0;
    let is_number = typed.bytes().all(|c| c.is_ascii_digit());
    changes && is_number && roll.is_sum()
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
    if roll.bonus.parts.len() > 1 {
        lines.push(cause("bonus", &roll.bonus, theme));
    }
    if roll.reasons.parts.len() > 1 {
        let target = match &*roll.against {
            "" => "target number",
            against => against,
        };
        lines.push(cause(target, &roll.reasons, theme));
    }
    lines
}

fn cause(word: &str, tally: &Tally, theme: &Theme) -> Line<'static> {
    Ink::new(theme)
        .put(Role::Faint, &format!("{word}: "))
        .text(&tally.to_string())
        .line()
}
