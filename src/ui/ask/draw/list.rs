//! Drawing of rows with keys: commands, options, combatants.

use super::content::{PromptContent, TOLD, behind};
use super::names::short_names;
use crate::encounter::Encounter;
use crate::resolver::Choice;
use crate::rules::{Capitals, Entry};
use crate::text::{cut, pad, pad_before_number, width, wrap};
use crate::ui::ask::spare::keys_of_options;
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
        Some(place) => {
            let label = short_names(&offers[place].label, now, columns);
            let below = format!("Space: {label} · {enter}");
            if width(&below) + OTHER_KEYS <= columns {
                below
            } else {
                format!("Space: {label} · Enter accepts")
            }
        }
        None => enter.to_owned(),
    };
    let mut items = offer_items(offers, &ask.capitals, now);
    for (item, offer) in items.iter_mut().zip(offers) {
        item.label = short_names(&item.label, now, columns).into_owned();
        let who = offer.command.who.filter(|_| offer.by_letter);
        item.label += &hidden(who, now, theme);
    }
    let reasons = shared_reasons(&mut items, marked);
    grid(content, &items, marked, theme, columns);
    for reason in reasons {
        add_faint(content, &reason, theme, columns);
    }
}

/// Adds a text below the rows.
fn add_faint(content: &mut PromptContent, text: &str, theme: &Theme, columns: usize) {
    let lines = wrap(text, columns.max(1)).into_iter();
    let lines = lines.map(|line| Ink::new(theme).put(Role::Faint, &line).line());
    content.lines.extend(lines);
}

/// Number of columns for the keys that always work, beside the keys of a menu.
const OTHER_KEYS: usize = 18;

/// Minimum number of rows that share a reason for the reason to be shown once, below the rows.
const SHARED: usize = 3;

/// Removes the reasons that several refused rows share from these rows, except from the marked row. Returns each reason
/// after the keys of its rows: "A D O: no action left". A reason of all refused rows needs no keys.
fn shared_reasons(items: &mut [Item], marked: Option<usize>) -> Vec<String> {
    let mut rows: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, item) in items.iter().enumerate().filter(|(_, item)| item.refused) {
        match rows.iter_mut().find(|(reason, _)| *reason == item.hint) {
            Some((_, places)) => places.push(place),
            None => rows.push((item.hint.clone(), vec![place])),
        }
    }
    let all = rows.len() == 1;
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
        if all {
            format!("Not possible now: {reason}")
        } else {
            format!("{}: {reason}", keys.join(" "))
        }
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
        .zip(keys_of_options(options, capitals))
        .map(|(option, key)| Item {
            key: key.map(String::from).unwrap_or_default(),
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

/// Number of items with hints from which they use two columns even if hints are cut.
const CROWD: usize = 9;

/// Minimum number of columns of a cut hint.
const LEAST_HINT: usize = 6;

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
    let halves = if hinted && items.len() >= MANY {
        Halves::of(items, lead, columns)
    } else {
        None
    };
    let across = if items.len() < 4 || cell == 0 || columns >= TOLD {
        1
    } else if hinted {
        1 + usize::from(halves.is_some())
    } else {
        (columns / cell).clamp(1, items.len().div_ceil(3))
    };
    let mut cut_hint = None;
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
            if let Some(halves) = halves.as_ref().filter(|_| across > 1) {
                let end = ink.width() + halves.whole[column] - lead;
                ink.add(
                    role,
                    &pad(&item.label, width(&item.label).max(halves.label[column])),
                );
                let hint_room = end.saturating_sub(ink.width() + 2);
                if width(&item.hint) <= hint_room || hint_room >= LEAST_HINT {
                    ink.add(Role::Faint, &format!("  {}", cut(&item.hint, hint_room)));
                }
                cut_hint =
                    cut_hint.or((here && width(&item.hint) > hint_room).then_some(&item.hint));
                ink.add(
                    Role::Text,
                    &" ".repeat((end + 2).saturating_sub(ink.width())),
                );
                continue;
            }
            let room = match across {
                1 => column_of_hints.max(width(&item.label).min(label_room)),
                _ => label_room,
            };
            ink.add(role, &pad_before_number(&item.label, room));
            if across > 1 {
                ink.add(Role::Text, "  ");
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
    if let Some(hint) = cut_hint {
        add_faint(content, hint, theme, columns);
    }
}

/// Widths of two columns of items with hints.
struct Halves {
    /// Width of the labels in each column, if hints are aligned; otherwise 0.
    label: [usize; 2],
    /// Width of the items in each column.
    whole: [usize; 2],
}

impl Halves {
    /// Returns the widths for aligned hints, or for hints directly after their labels if aligned hints do not fit. Many
    /// items use two columns even if hints are cut. Returns `None` if the items do not fit.
    fn of(items: &[Item], lead: usize, columns: usize) -> Option<Self> {
        let (first, second) = items.split_at(items.len().div_ceil(2));
        let room = columns.saturating_sub(2);
        let both = |of: &dyn Fn(&[Item]) -> usize| [of(first), of(second)];
        let widest =
            |items: &[Item], of: fn(&Item) -> usize| items.iter().map(of).max().unwrap_or(0);
        let label = both(&|items| widest(items, |item| width(&item.label)));
        let hint = both(&|items| widest(items, |item| width(&item.hint)));
        let aligned = [0, 1].map(|half| lead + label[half] + 2 + hint[half]);
        if aligned[0] + aligned[1] <= room {
            return Some(Self {
                label,
                whole: aligned,
            });
        }
        let text = |item: &Item| match width(&item.hint) {
            0 => width(&item.label),
            hint => width(&item.label) + 2 + hint,
        };
        let mut whole = both(&|items| lead + widest(items, text));
        if whole[0] + whole[1] > room {
            // The hints of combatants are different plans, which are shown completely.
            let is_letter = |item: &Item| item.key.contains(|c: char| c.is_ascii_lowercase());
            if items.len() < CROWD || items.iter().any(is_letter) {
                return None;
            }
            whole[0] = whole[0].min(room.saturating_sub(whole[1]).max(room / 2));
            whole[1] = whole[1].min(room.saturating_sub(whole[0]));
        }
        let fits = (0..2).all(|half| whole[half] >= lead + label[half]);
        fits.then_some(Self {
            label: [0, 0],
            whole,
        })
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
        assert_eq!(shared_reasons(&mut items, Some(1)), ["A B C: tired"]);
        let hints: Vec<&str> = items.iter().map(|item| item.hint.as_str()).collect();
        assert_eq!(hints, ["", "tired", "", "bound", "bound"]);
    }
}
