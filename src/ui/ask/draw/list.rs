//! Drawing of rows with keys: commands, options, combatants.

use super::content::{PromptContent, TOLD, behind};
use crate::encounter::Encounter;
use crate::resolver::Choice;
use crate::rules::{Capitals, Entry};
use crate::text::{pad, width, wrap};
use crate::ui::ask::{Ask, key_of};
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};
use crate::values::Id;

/// Row with a key.
pub(super) struct Item {
    key: String,
    mark: String,
    label: String,
    hint: String,
    refused: bool,
}

/// Adds the commands on offer, and the letters typed so far.
pub fn offers(
    content: &mut PromptContent,
    now: &Encounter,
    offers: &[Entry],
    ask: &Ask,
    theme: &Theme,
    columns: usize,
) {
    let marked = ask.mark.place(offers);
    let enter = match marked {
        Some(_) => "Enter accepts the selection",
        None => "press a letter or an action key",
    };
    // Space has its own row, whichever row is selected.
    let space = offers.iter().position(|offer| offer.space);
    content.below = match space.filter(|place| marked.is_some_and(|marked| marked != *place)) {
        Some(place) => format!("Space: {} · {enter}", offers[place].label),
        None => enter.to_owned(),
    };
    let mut items = offer_items(offers, &ask.capitals, now);
    for (item, offer) in items.iter_mut().zip(offers) {
        let who = offer.command.who.filter(|_| offer.by_letter);
        item.label += &hidden(who, now, theme);
    }
    let reasons = shared_reasons(&mut items, marked);
    grid(content, &items, marked, theme, columns);
    for reason in reasons {
        let lines = wrap(&reason, columns.max(1)).into_iter();
        let lines = lines.map(|line| Ink::new(theme).put(Role::Faint, &line).line());
        content.lines.extend(lines);
    }
}

/// Minimum number of rows that share a reason for the reason to be shown once, below the rows.
const SHARED: usize = 3;

/// Removes the reasons that several refused rows share from these rows, except from the marked row. Returns each reason
/// with the keys of its rows: "no action left: A D O".
fn shared_reasons(items: &mut [Item], marked: Option<usize>) -> Vec<String> {
    let mut rows: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, item) in items.iter().enumerate().filter(|(_, item)| item.refused) {
        match rows.iter_mut().find(|(reason, _)| *reason == item.hint) {
            Some((_, places)) => places.push(place),
            None => rows.push((item.hint.clone(), vec![place])),
        }
    }
    rows.retain(|(reason, places)| !reason.is_empty() && places.len() >= SHARED);
    let told = rows.into_iter().map(|(reason, places)| {
        let mut keys = Vec::new();
        for place in places {
            let item = &mut items[place];
            let key = if item.key.is_empty() {
                &item.label
            } else {
                &item.key
            };
            keys.push(key.clone());
            if marked != Some(place) {
                item.hint.clear();
            }
        }
        format!("{reason}: {}", keys.join(" "))
    });
    told.collect()
}

fn offer_items(offers: &[Entry], capitals: &Capitals, now: &Encounter) -> Vec<Item> {
    offers
        .iter()
        .map(|offer| Item {
            key: key_of(offer, offers, capitals, now),
            mark: String::new(),
            label: if offer.space {
                format!("{} · Space", offer.label)
            } else {
                offer.label.clone()
            },
            hint: offer.refused.clone().unwrap_or_else(|| offer.hint.clone()),
            refused: offer.refused.is_some(),
        })
        .collect()
}

pub(super) fn option_items(options: &[Choice], capitals: &Capitals) -> Vec<Item> {
    options
        .iter()
        .map(|option| Item {
            key: capitals
                .deed(&option.key)
                .map(String::from)
                .unwrap_or_default(),
            mark: String::new(),
            label: option.label.clone(),
            hint: option
                .refused
                .clone()
                .unwrap_or_else(|| option.hint.clone()),
            refused: option.refused.is_some(),
        })
        .collect()
}

pub(super) fn pick_items(
    from: &[Id],
    picked: &[Id],
    most: usize,
    now: &Encounter,
    theme: &Theme,
) -> Vec<Item> {
    let symbols = theme.symbols();
    from.iter()
        .map(|id| Item {
            key: id.letter(),
            mark: if picked.contains(id) {
                symbols.on.to_owned()
            } else if most == 1 {
                String::new()
            } else {
                symbols.off.to_owned()
            },
            label: now.find(*id).map_or_else(String::new, |one| {
                one.name.clone() + &hidden(Some(*id), now, theme)
            }),
            hint: String::new(),
            refused: false,
        })
        .collect()
}

/// Returns the mark after the name of a hidden combatant, as in the combatants pane.
fn hidden(who: Option<Id>, now: &Encounter, theme: &Theme) -> String {
    let combatant = who.and_then(|who| now.find(who));
    if combatant.is_some_and(|one| one.hidden) {
        format!(" {}", theme.symbols().hidden)
    } else {
        String::new()
    }
}

/// Minimum number of items with hints that are shown in two columns if there is room, to leave lines for other panes.
const MANY: usize = 8;

/// Adds items in one column, or in several columns if their hints are short or empty.
pub(super) fn grid(
    content: &mut PromptContent,
    items: &[Item],
    row: Option<usize>,
    theme: &Theme,
    columns: usize,
) {
    content.fit(|content, spare| grid_as(content, items, row, spare, theme, columns));
}

fn grid_as(
    content: &mut PromptContent,
    items: &[Item],
    row: Option<usize>,
    mut spare: usize,
    theme: &Theme,
    columns: usize,
) {
    let keys = items.iter().map(|item| item.key.len()).max().unwrap_or(0);
    let label = items
        .iter()
        .map(|item| width(&item.label))
        .max()
        .unwrap_or(0);
    let marks = items.iter().map(|item| item.mark.len()).max().unwrap_or(0);
    let lead = 2 + keys + 1 + if marks > 0 { marks + 1 } else { 0 };
    let hinted = items.iter().any(|item| !item.hint.is_empty());
    let cell = lead + label + 2;
    let half = items.len().div_ceil(2);
    let whole_of = |items: &[Item]| {
        let label = items.iter().map(|item| width(&item.label)).max();
        let hint = items.iter().map(|item| width(&item.hint)).max();
        (
            label.unwrap_or(0),
            lead + label.unwrap_or(0) + 2 + hint.unwrap_or(0),
        )
    };
    let halves: Vec<(usize, usize)> = items.chunks(half.max(1)).map(whole_of).collect();
    let both: usize = halves.iter().map(|(_, whole)| whole).sum();
    let across = if items.len() < 4 || cell == 0 || columns >= TOLD {
        1
    } else if hinted {
        1 + usize::from(items.len() >= MANY && both + 2 <= columns)
    } else {
        (columns / cell).clamp(1, items.len().div_ceil(3))
    };
    let down = items.len().div_ceil(across);
    let label_room = label.min(columns.saturating_sub(lead));
    // Hints are aligned at the column that the longest hint needs. Only hints that fit completely on their rows count.
    let left_of = |item: &Item| columns.checked_sub(lead + 2 + width(&item.hint));
    let whole = items.iter().filter(|item| !item.hint.is_empty());
    let whole = whole.filter_map(|item| Some((left_of(item)?, width(&item.label))));
    let whole = whole.filter(|(left, own)| own <= left);
    let column_of_hints = whole.map(|(left, _)| left).min();
    let column_of_hints = column_of_hints.unwrap_or(label_room).min(label_room);
    for line in 0..down {
        let mut ink = Ink::new(theme);
        for column in 0..across {
            let place = column * down + line;
            let Some(item) = items.get(place) else {
                continue;
            };
            let here = row == Some(place);
            if here {
                content.row = content.lines.len();
            }
            let sign = if here { theme.symbols().selected } else { " " };
            ink.add(Role::Key, sign);
            ink.add(Role::Text, " ");
            let key_role = if item.refused { Role::Faint } else { Role::Key };
            ink.add(key_role, &pad(&item.key, keys));
            ink.add(Role::Text, " ");
            if marks > 0 {
                ink.add(Role::Title, &pad(&item.mark, marks + 1));
            }
            let role = if item.refused {
                Role::Faint
            } else if here {
                Role::Title
            } else {
                Role::Text
            };
            let half = halves.get(column).filter(|_| hinted && across > 1);
            let room = match half {
                Some((label, _)) => *label,
                None if across > 1 => label_room,
                None => column_of_hints.max(width(&item.label).min(label_room)),
            };
            ink.add(role, &pad(&item.label, room));
            if across > 1 {
                ink.add(Role::Text, "  ");
                if let Some((label, whole)) = half {
                    ink.add(Role::Faint, &pad(&item.hint, whole - lead - label));
                }
            } else {
                let mut all = usize::MAX;
                let spare = if here { &mut all } else { &mut spare };
                let lines = behind(ink, &item.hint, spare, theme, columns);
                content.lines.extend(lines);
                ink = Ink::new(theme);
            }
        }
        if across > 1 {
            content.lines.push(ink.line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(key: &str, reason: &str) -> Item {
        Item {
            key: key.to_owned(),
            mark: String::new(),
            label: "deed".to_owned(),
            hint: reason.to_owned(),
            refused: true,
        }
    }

    /// Checks that a reason shared by three rows appears once below the rows. Two rows, or the marked row, keep their
    /// reasons.
    #[test]
    fn a_reason_shared_by_three_rows_is_shown_once() {
        let tired = ["A", "B", "C"].map(|key| refused(key, "tired"));
        let bound = ["D", "E"].map(|key| refused(key, "bound"));
        let mut items: Vec<Item> = tired.into_iter().chain(bound).collect();
        assert_eq!(shared_reasons(&mut items, Some(1)), ["tired: A B C"]);
        let hints: Vec<&str> = items.iter().map(|item| item.hint.as_str()).collect();
        assert_eq!(hints, ["", "tired", "", "bound", "bound"]);
    }
}
