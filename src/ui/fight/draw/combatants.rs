//! Draws the combatants pane: letter, name, health, defence and conditions.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::encounter::Encounter;
use crate::resolver::{FieldKind, Kind};
use crate::rules::{RowView, states};
use crate::text::{cut, cut_start, head, pad, pad_before_number, pad_left, width, without_number};
use crate::ui::ask::Asked;
use crate::ui::fight::{Fight, Pane};
use crate::ui::ink::Ink;
use crate::ui::rows::{self, Row};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{bar, health, scroll};
use crate::values::Id;

/// Returns as many rows as fit, including the row of the selected combatant, or else of the current combatant. If not
/// all rows fit, combatants out of the fight share a line, and several other combatants share each row unless the pane
/// has the focus. If that is not enough, alike combatants share a line too.
pub(super) fn rows(fight: &Fight, theme: &Theme, area: Rect) -> Vec<(Rect, Row)> {
    let ids: Vec<Id> = fight.now().ids().collect();
    let height = usize::from(area.height);
    let shown = fight.selected().or_else(|| acting(fight));
    let pickable = pickable(fight);
    if ids.len() > height && height > 1 {
        return crowded(fight, &ids, shown, &pickable, theme, area);
    }
    let shown = shown.map(Id::index);
    let first = scroll(0, shown, ids.len(), height);
    let seen = ids.iter().skip(first).take(height);
    let seen: Vec<(Id, RowView)> = seen.map(|id| (*id, fight.session.row(*id))).collect();
    let columns = Columns::of(
        fight,
        &Widest::of(fight, &seen),
        rows::columns(ids.len(), area),
    );
    let lines = seen
        .iter()
        .map(|(id, row)| columns.line(fight, *id, row, &pickable, theme));
    rows::rows(lines, first, ids.len(), theme, area)
}

/// Returns the rows of a pane that has fewer rows than there are combatants.
fn crowded(
    fight: &Fight,
    ids: &[Id],
    shown: Option<Id>,
    pickable: &[Id],
    theme: &Theme,
    area: Rect,
) -> Vec<(Rect, Row)> {
    let all = ids.iter().map(|id| (*id, fight.session.row(*id)));
    let (out, mut others): (Vec<_>, Vec<_>) = all.partition(|(id, row)| is_folded(fight, *id, row));
    let height = usize::from(area.height) - usize::from(!out.is_empty());
    let width = usize::from(area.width).saturating_sub(1);
    let mut alike = Vec::new();
    if fight.focus != Pane::Combatants {
        alike = alike_groups(fight, &others, shown);
        // The smallest sufficient number of groups, the largest groups first; at least one row stays for the others.
        let across = (width / Widest::of(fight, &others).least_cell()).max(1);
        let fits = |folded: &usize| {
            let hidden: usize = alike[..*folded].iter().map(Vec::len).sum();
            others.len() - hidden <= (height - folded) * across
        };
        let most = alike.len().min(height.saturating_sub(1));
        let folded = (0..=most).find(fits).unwrap_or(most);
        alike.truncate(folded);
        let is_alike = |id: Id| alike.iter().flatten().any(|(one, _)| *one == id);
        others.retain(|(id, _)| !is_alike(*id));
    }
    let height = height.saturating_sub(alike.len());
    let widest = Widest::of(fight, &others);
    let most = (width / widest.least_cell()).max(1);
    let across = if fight.focus == Pane::Combatants {
        1
    } else {
        others.len().div_ceil(height).clamp(1, most)
    };
    let length = others.len().div_ceil(across);
    let place = shown.and_then(|who| others.iter().position(|(id, _)| *id == who));
    let first = scroll(0, place.map(|place| place / across), length, height);
    let (upper, lower) = rows::split(area, alike.len() + usize::from(!out.is_empty()));
    let lines: Vec<Line<'static>> = if across == 1 {
        let columns = Columns::of(fight, &widest, rows::columns(length, upper));
        let seen = others.iter().skip(first).take(height);
        seen.map(|(id, row)| columns.line(fight, *id, row, pickable, theme))
            .collect()
    } else {
        let columns = Columns::of_cell(fight, &widest, width / across);
        let seen = others.chunks(across).skip(first).take(height);
        let line = |cells: &[(Id, RowView)]| {
            let cells = cells.iter().flat_map(|(id, row)| {
                let mut line = columns.line(fight, *id, row, pickable, theme);
                let rest = columns.all.saturating_sub(line.width());
                // A space separates the cell from the mark of the next cell.
                line.push_span(" ".repeat(rest + 1));
                line.spans
            });
            Line::from_iter(cells)
        };
        seen.map(line).collect()
    };
    let mut rows = rows::rows(lines, first, length, theme, upper);
    let alike = alike.iter();
    let alike = alike.map(|group| alike_line(fight, group, pickable, theme, width));
    let folded = (!out.is_empty()).then(|| folded_line(fight, &out, pickable, theme, width));
    rows.extend(rows::rows(alike.chain(folded), 0, 0, theme, lower));
    rows
}

/// Combatants who share a line.
type Group = Vec<(Id, RowView)>;

/// Minimum number of alike combatants that share a line.
const ALIKE: usize = 3;

/// Returns the groups of combatants with the same name except for its number, and the same side, health, defence and
/// states. The largest group comes first. The combatant who must stay visible belongs to no group.
fn alike_groups(fight: &Fight, others: &[(Id, RowView)], shown: Option<Id>) -> Vec<Group> {
    let now = fight.now();
    let mut groups: Vec<(Vec<String>, Group)> = Vec::new();
    let acts = acting(fight);
    for (id, row) in others {
        if Some(*id) == shown || Some(*id) == acts {
            continue;
        }
        let one = now.get(*id);
        let mut like = states(fight.session.system(), now, *id, row);
        like.extend([without_number(&one.name).0, &row.defence, &one.notes].map(str::to_owned));
        like.push(format!("{} {} {:?}", life(row), one.hidden, one.side));
        match groups.iter_mut().find(|(known, _)| *known == like) {
            Some((_, group)) => group.push((*id, row.clone())),
            None => groups.push((like, vec![(*id, row.clone())])),
        }
    }
    let groups = groups.into_iter().map(|(_, group)| group);
    let mut groups: Vec<_> = groups.filter(|group| group.len() >= ALIKE).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Returns the line of alike combatants: their number, name and health, and their letters as ranges: "58 Rat 6/6: b-y
/// za-zy zzaa-zzaj".
fn alike_line(
    fight: &Fight,
    group: &[(Id, RowView)],
    pickable: &[Id],
    theme: &Theme,
    columns: usize,
) -> Line<'static> {
    let (first, row) = &group[0];
    let role = health(row.life.0, row.life.1);
    let mut ink = Ink::new(theme).text("  ");
    let marks = marks(fight, *first);
    let marks = if marks.is_empty() {
        marks
    } else {
        format!(" {marks}")
    };
    let (name, _) = without_number(fight.now().name(*first));
    ink.add(Role::Text, &format!("{} {name} ", group.len()));
    ink.add(role, &life(row));
    ink.add(Role::Hurt, &marks);
    ink.add(Role::Text, ":");
    let follows = |one: &(Id, RowView), next: &(Id, RowView)| {
        let is_key = |id: Id| pickable.contains(&id);
        next.0.index() == one.0.index() + 1
            && next.0.letter().len() == one.0.letter().len()
            && is_key(one.0) == is_key(next.0)
    };
    for run in group.chunk_by(follows) {
        let ((first, _), (last, _)) = (&run[0], &run[run.len() - 1]);
        let letters = match run.len() {
            1 => first.letter(),
            2 => format!("{} {}", first.letter(), last.letter()),
            _ => format!("{}-{}", first.letter(), last.letter()),
        };
        let role = if pickable.contains(first) {
            Role::Key
        } else {
            Role::Faint
        };
        let room = columns.saturating_sub(ink.width() + 1);
        ink.add(role, &format!(" {}", cut(&letters, room)));
    }
    ink.line()
}

/// Returns true if the combatant shares the line of combatants out of the fight. Dying player characters keep a row.
pub(super) fn is_folded(fight: &Fight, id: Id, row: &RowView) -> bool {
    let combatant = fight.now().get(id);
    let of_players = fight.now().sides[combatant.side.index()].players;
    combatant.gone || (row.down && !of_players)
}

/// Returns the line of combatants out of the fight: their letters, and their names if the names fit.
fn folded_line(
    fight: &Fight,
    out: &[(Id, RowView)],
    pickable: &[Id],
    theme: &Theme,
    columns: usize,
) -> Line<'static> {
    let name = |id: Id| format!(" {}", fight.now().name(id));
    let lead = format!("{} out: ", out.len());
    let letters = out.iter().map(|(id, _)| id.letter().len() + 2);
    let names = out.iter().map(|(id, _)| width(&name(*id)));
    let with_names = 2 + lead.len() + letters.chain(names).sum::<usize>() <= columns;
    let mut ink = Ink::new(theme).text("  ").put(Role::Out, &lead);
    for (id, _) in out {
        let is_key = pickable.contains(id) || fight.selected() == Some(*id);
        let role = if is_key { Role::Key } else { Role::Out };
        ink.add(role, &id.letter());
        if with_names {
            ink.add(Role::Out, &name(*id));
        }
        ink.add(Role::Out, if with_names { "  " } else { " " });
    }
    ink.line()
}

/// Returns the width that the rows need on a screen of this width, including the frame, at most `enough`; the GM's
/// notes get the rest.
pub(crate) fn columns(fight: &Fight, width: u16, enough: u16) -> u16 {
    let mut widest = Widest::default();
    let mut widest_states = 0;
    let mut needed = 0;
    for id in fight.now().ids() {
        if needed >= usize::from(enough) {
            return enough;
        }
        let row = &fight.session.row(id);
        widest.add(fight, id, row);
        let states = states(fight.session.system(), fight.now(), id, row);
        let all = states.iter().filter(|text| !text.is_empty());
        let all: usize = all.map(|text| crate::text::width(text) + 3).sum();
        widest_states = widest_states.max(all);
        needed = Columns::of(fight, &widest, width).before() + widest_states + 2;
    }
    u16::try_from(needed).unwrap_or(u16::MAX).min(enough)
}

pub(crate) fn acting(fight: &Fight) -> Option<Id> {
    fight.now().turn.or_else(|| {
        fight
            .session
            .history()
            .open()
            .first()
            .and_then(|open| open.command.who)
    })
}

/// Lists the combatants whose letters are possible answers.
pub(super) fn pickable(fight: &Fight) -> Vec<Id> {
    match fight.asked() {
        Asked::Offers(offers) => offers
            .iter()
            .filter(|offer| offer.by_letter && offer.refused.is_none())
            .filter_map(|offer| offer.command.who)
            .collect(),
        Asked::Prompt(prompt) => match &prompt.kind {
            Kind::Pick { from, .. } => from.clone(),
            Kind::Form(_) => fight
                .ask()
                .fields(prompt)
                .iter()
                .filter_map(|field| match &field.kind {
                    FieldKind::Pick { from, .. } => Some(from.as_slice()),
                    _ => None,
                })
                .flatten()
                .copied()
                .collect(),
            _ => Vec::new(),
        },
        Asked::Fault(_) => Vec::new(),
    }
}

/// Maximum widths of the columns over some rows.
#[derive(Default)]
struct Widest {
    letter: usize,
    name: usize,
    life: usize,
    defence: usize,
    /// Width of the states, over the visible rows.
    states: usize,
    /// Width of the short marks of conditions, over the visible rows.
    marks: usize,
}

/// Minimum number of columns of a cut name.
const LEAST_NAME: usize = 4;

/// Minimum number of columns of a name beside the defence in a shared row: "Rob… 1".
const NAME_AND_DEFENCE: usize = 6;

/// Number of letters of a condition in a shared row.
const MARK: usize = 3;

/// Maximum number of letters of a condition that a shared row shows completely.
const WHOLE: usize = 4;

impl Widest {
    /// Returns the maximum widths of the columns in these rows.
    fn of(fight: &Fight, seen: &[(Id, RowView)]) -> Self {
        let mut widest = Self::default();
        for (id, row) in seen {
            widest.add(fight, *id, row);
            let states = states(fight.session.system(), fight.now(), *id, row).join(" · ");
            widest.states = widest.states.max(width(&states));
            widest.marks = widest.marks.max(width(&marks(fight, *id)));
        }
        widest
    }

    /// Returns the columns of a cell without its name: signs, letter, gaps and health.
    fn of_cell(&self) -> usize {
        5 + self.letter + self.life
    }

    /// Returns the columns of the narrowest cell.
    fn least_cell(&self) -> usize {
        self.of_cell() + LEAST_NAME
    }

    /// Includes another row in the maximum widths.
    fn add(&mut self, fight: &Fight, id: Id, row: &RowView) {
        self.letter = self.letter.max(id.letter().len());
        self.name = self.name.max(width(fight.now().name(id)));
        self.life = self.life.max(life(row).len());
        self.defence = self.defence.max(width(&row.defence));
    }
}

/// Minimum width of a row that shows the name of the side.
const NAMES_SIDES: usize = 76;

/// Widths of the columns.
struct Columns {
    letter: usize,
    name: usize,
    bar: usize,
    life: usize,
    defence: usize,
    side: usize,
    all: usize,
    /// True if conditions are shown as short marks, and nothing else after the health.
    brief: bool,
    /// Cut names that different names share, so that these names lose their beginning instead.
    alike: Vec<String>,
}

/// Returns the cut names, without their numbers, that different names share.
fn look_alike(now: &Encounter, columns: usize) -> Vec<String> {
    let mut shown: Vec<(String, &str)> = Vec::new();
    let mut alike = Vec::new();
    for name in now.ids().map(|id| now.name(id)) {
        if width(name) <= columns {
            continue;
        }
        let (stem, short) = (without_number(name).0, cut_stem(name, columns));
        match shown.iter().find(|(one, _)| *one == short) {
            Some((_, other)) if *other != stem && !alike.contains(&short) => alike.push(short),
            Some(_) => {}
            None => shown.push((short, stem)),
        }
    }
    alike
}

/// Returns a name cut at its end, without its number.
fn cut_stem(name: &str, columns: usize) -> String {
    let short = pad_before_number(name, columns);
    without_number(short.trim_end()).0.to_owned()
}

impl Columns {
    fn of(fight: &Fight, widest: &Widest, all: u16) -> Self {
        let now = fight.now();
        let all = usize::from(all);
        let Widest {
            letter,
            name,
            life,
            defence,
            states,
            marks: _,
        } = *widest;
        let side = if all >= NAMES_SIDES {
            now.side_ids()
                .map(|id| width(now.side_name(id)))
                .max()
                .unwrap_or(0)
                .min(14)
        } else {
            0
        };
        let bar = match all {
            0..34 => 0,
            34..70 => 6,
            70..100 => 8,
            _ => 12,
        };
        // A quarter of the row is kept for the states, which have short forms; the name gets the rest.
        let others = 2 + letter + 1 + bar + 1 + life + 1 + defence + 2 + side;
        let room = all.saturating_sub(others + states.clamp(all / 5, all / 4));
        let widest_name = name;
        let name = name.min(room.max(8));
        Self {
            alike: if name < widest_name {
                look_alike(now, name)
            } else {
                Vec::new()
            },
            letter,
            name,
            bar,
            life,
            defence,
            side,
            all,
            brief: false,
        }
    }

    /// Returns the columns of a combatant who shares a row: letter, name and health. Names are cut before the marks of
    /// conditions and the defence; without room for all, the defence is dropped first.
    fn of_cell(fight: &Fight, widest: &Widest, all: usize) -> Self {
        let room = all.saturating_sub(widest.of_cell());
        let left = |columns: usize| room.checked_sub(columns);
        // Marks that need more room are cut.
        let marks = match widest.marks.min(WHOLE) {
            0 => 0,
            marks => marks + 1,
        };
        let readable = |name: &usize| *name >= NAME_AND_DEFENCE.min(widest.name);
        let beside = left(marks + widest.defence + 1).filter(readable);
        let defence = if beside.is_some() { widest.defence } else { 0 };
        let name = beside.or_else(|| left(marks).filter(readable));
        let name = name.unwrap_or(room.min(NAME_AND_DEFENCE));
        let name = widest.name.min(name);
        Self {
            alike: if name < widest.name {
                look_alike(fight.now(), name)
            } else {
                Vec::new()
            },
            letter: widest.letter,
            name,
            bar: 0,
            life: widest.life,
            defence,
            side: 0,
            all: all.saturating_sub(1),
            brief: true,
        }
    }

    /// Returns the number of columns before the states.
    fn before(&self) -> usize {
        let gaps = 5 + usize::from(self.bar > 0);
        let column = |columns| if columns > 0 { columns + 1 } else { 0 };
        let fixed = self.letter + self.name + self.bar + self.life + gaps;
        fixed + column(self.defence) + column(self.side)
    }

    fn line(
        &self,
        fight: &Fight,
        id: Id,
        row: &RowView,
        pickable: &[Id],
        theme: &Theme,
    ) -> Line<'static> {
        let now = fight.now();
        let combatant = now.get(id);
        let symbols = theme.symbols();
        let acts = acting(fight) == Some(id);
        let out = row.down || combatant.gone;
        let base = if out {
            Role::Out
        } else if acts {
            Role::Turn
        } else {
            Role::Text
        };
        let sign = if acts { symbols.turn } else { " " };
        let mut ink = Ink::new(theme).put(Role::Turn, sign);
        ink.add(
            Role::Key,
            if fight.selected() == Some(id) {
                symbols.selected
            } else {
                " "
            },
        );
        let letter_role = if pickable.contains(&id) {
            Role::Key
        } else {
            Role::Faint
        };
        ink.add(letter_role, &pad_left(&id.letter(), self.letter));
        ink.add(Role::Text, " ");
        let is_alike = || self.alike.contains(&cut_stem(&combatant.name, self.name));
        let is_cut = width(&combatant.name) > self.name;
        let name = if is_cut && !self.alike.is_empty() && is_alike() {
            pad(&cut_start(&combatant.name, self.name), self.name)
        } else {
            pad_before_number(&combatant.name, self.name)
        };
        ink.add(base, &name);
        ink.add(
            Role::Text,
            if combatant.hidden {
                symbols.hidden
            } else {
                " "
            },
        );
        let role = if out {
            Role::Out
        } else {
            health(row.life.0, row.life.1)
        };
        if self.bar > 0 {
            ink.add(role, &bar(row.life.0, row.life.1, self.bar, theme));
            ink.add(Role::Text, " ");
        }
        ink.add(role, &pad_left(&life(row), self.life));
        ink.add(Role::Text, " ");
        if self.defence > 0 {
            ink.add(
                if out { Role::Out } else { Role::Text },
                &pad(&row.defence, self.defence),
            );
            ink.add(Role::Text, " ");
        }
        if self.side > 0 {
            let side = &now.sides[combatant.side.index()];
            let role = if side.players {
                Role::Friend
            } else {
                Role::Foe
            };
            ink.add(role, &pad(&side.name, self.side));
            ink.add(Role::Text, " ");
        }
        if self.brief {
            let room = self.all.saturating_sub(ink.width());
            let role = if out { Role::Out } else { Role::Hurt };
            ink.add(role, &cut(&marks(fight, id), room));
            return ink.line();
        }
        let states = states(fight.session.system(), now, id, row);
        let room = self.all.saturating_sub(ink.width());
        let text = together(&states, &format!(" {} ", symbols.between), room);
        ink.add(if out { Role::Out } else { Role::Text }, &cut(&text, room));
        let room = self.all.saturating_sub(ink.width() + 3);
        if !combatant.notes.is_empty() && room >= 8 {
            let between = if text.is_empty() { "" } else { symbols.between };
            let notes = cut(&combatant.notes, room);
            ink.add(Role::Faint, &format!(" {between} {notes}"));
        }
        ink.line()
    }
}

/// Returns the conditions of a combatant who shares a row, long names as their first letters: "down pro".
fn marks(fight: &Fight, id: Id) -> String {
    let schema = &fight.now().schema;
    let mut marks: Vec<String> = Vec::new();
    for condition in &fight.now().get(id).conditions {
        let spec = schema.condition(&condition.key);
        if spec.is_ok_and(|spec| spec.silent) {
            continue;
        }
        let label = schema.called(&condition.key);
        let mark = match width(&label) {
            0..=WHOLE => label,
            _ => head(&label, MARK).trim_end().to_owned(),
        };
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks.join(" ")
}

/// Minimum width of understandable states.
const LEAST: usize = 14;

/// Minimum width of a state if a number would be dropped otherwise: "inside A…".
const LEAST_BEFORE_NUMBERS: usize = 9;

/// Joins states so that they fit. The longest states are cut first, and words are cut before numbers. The last states
/// are dropped.
fn together(states: &[String], between: &str, room: usize) -> String {
    let all: usize = states.iter().map(|one| width(one) + width(between)).sum();
    let short: Vec<String>;
    let states = if all > room + width(between) {
        short = states.iter().map(|one| numbers_together(one)).collect();
        short.as_slice()
    } else {
        states
    };
    let counts = |one: &String| one.contains(|c: char| c.is_ascii_digit());
    let limit = |one: &String, most: usize| if counts(one) { most.max(LEAST) } else { most };
    let needed = |count: usize, most: usize| -> usize {
        let words = states.iter().take(count);
        let words = words.map(|one| width(one).min(limit(one, most)));
        // A sign after the last state indicates that there are more states.
        let gaps = count.min(states.len().saturating_sub(1)) * width(between);
        words.sum::<usize>() + gaps
    };
    let fitting = |least: usize| {
        let fit = |count: &usize| needed(*count, least) <= room;
        (1..=states.len()).rev().find(fit).unwrap_or(1)
    };
    let mut least = LEAST;
    let mut count = fitting(least);
    let tight = fitting(LEAST_BEFORE_NUMBERS).max(count);
    if states.iter().take(tight).skip(count).any(counts) {
        (least, count) = (LEAST_BEFORE_NUMBERS, tight);
    }
    let longest = states.iter().map(|one| width(one)).max().unwrap_or(0);
    let most = (least..=longest)
        .rev()
        .find(|most| needed(count, *most) <= room);
    let cut = |(nth, one): (usize, &String)| {
        if nth < count {
            words_cut(one, limit(one, most.unwrap_or(least))).into_owned()
        } else {
            one.clone()
        }
    };
    let states = states.iter().enumerate().map(cut);
    states.collect::<Vec<_>>().join(between)
}

/// Shortens a list of numbered values: "slots 1st 4, 2nd 1" becomes "slots 4/1".
fn numbers_together(state: &str) -> String {
    let counts = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let value = |part: &'_ str| {
        let (before, value) = part.rsplit_once(' ')?;
        let name = before.rsplit(' ').next().unwrap_or_default();
        let is_numbered = counts(name) && value.bytes().all(|c| c.is_ascii_digit());
        is_numbered.then(|| value.to_owned())
    };
    let values: Option<Vec<String>> = state.split(", ").map(value).collect();
    let words = state.split(' ').take_while(|word| !counts(word));
    let words = words.collect::<Vec<_>>().join(" ");
    let words = words.strip_suffix(" left").unwrap_or(&words);
    match values {
        Some(values) if values.len() > 1 && !words.is_empty() => {
            format!("{words} {}", values.join("/"))
        }
        _ => state.to_owned(),
    }
}

/// Cuts a state to a width: words are cut before the number at its end.
fn words_cut(state: &str, columns: usize) -> Cow<'_, str> {
    if width(state) <= columns {
        return Cow::Borrowed(state);
    }
    let counts = |(_, end): &(&str, &str)| end.contains(|c: char| c.is_ascii_digit());
    let of_a_thing = state.split_once(": ").filter(counts).map(|end| (": ", end));
    let last = || state.rsplit_once(' ').filter(counts).map(|end| (" ", end));
    let fits = |(sign, (_, end)): &(&str, (&str, &str))| width(sign) + width(end) + 3 <= columns;
    match of_a_thing.filter(fits).or_else(|| last().filter(fits)) {
        Some((sign, (words, end))) => {
            let words = cut(words, columns - width(sign) - width(end));
            Cow::Owned([&*words, sign, end].concat())
        }
        None => cut(state, columns),
    }
}

fn life(row: &RowView) -> String {
    format!("{}/{}", row.life.0, row.life.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_so_that_numbers_stay_visible() {
        let shown = |states: &[&str], room: usize| {
            let states: Vec<String> = states.iter().map(|one| (*one).to_owned()).collect();
            cut(&together(&states, " · ", room), room).into_owned()
        };
        let possessed = ["inside Christabelina Featherstone", "1 wound", "confused"];
        assert_eq!(shown(&possessed, 22), "inside C… · 1 wound ·…");
        assert_eq!(shown(&possessed, 28), "inside Christa… · 1 wound ·…");
        // A state without a number does not get more room.
        let ridden = ["acting", "on Archmagister Willoughby", "prone"];
        assert_eq!(shown(&ridden, 28), "acting · on Archmagister… ·…");
        // Numbers of a list stay together.
        let caster = ["acting", "slots 1st 4, 2nd 1"];
        assert_eq!(shown(&caster, 18), "acting · slots 4/1");
        assert_eq!(shown(&caster, 40), "acting · slots 1st 4, 2nd 1");
        assert_eq!(numbers_together("slots 1st 4"), "slots 1st 4");
        assert_eq!(numbers_together("prone, DC 10"), "prone, DC 10");
        let broken = ["broken, DC 10", "Will 0/9"];
        assert_eq!(shown(&broken, 24), "broken, DC 10 · Will 0/9");
    }
}
