//! Screen contents as plain rows: no frames, no bars, no columns, and the question last.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::encounter::{Line as LogLine, Stage, people};
use crate::resolver::{Choice, Kind};
use crate::rules::{self, Entry, Mark, states};
use crate::session::players_view::Players;
use crate::text::{capital, fold, sanitize};
use crate::ui::app::{App, Screen};
use crate::ui::ask::draw::content::TOLD;
use crate::ui::ask::{Asked, key_of};
use crate::ui::draw;
use crate::ui::fight::Fight;
use crate::ui::fight::draw::prompt_content;
use crate::ui::line::Typing;
use crate::ui::lines::choices::{Asks, CombatantState, FightState, Row};
use crate::ui::lines::entries::LogEntry;
use crate::ui::lines::panes::{self, Pane, gaps};
use crate::ui::lines::{Question, Told, VERSION, Wish};
use crate::ui::overlay::Overlay;
use crate::values::Id;

/// Screen size on which a whole list is visible and no text is cut.
const TALL: Rect = Rect {
    x: 0,
    y: 0,
    width: 200,
    height: 300,
};

/// Maximum number of found entries that are described. If there are more, only their names are written.
const DESCRIBED: usize = 4;

/// Maximum number of names of found entries.
const NAMED: usize = 12;

/// Maximum number of log lines that are repeated.
const REPEATED: usize = 20;

/// Maximum number of log lines that a search finds.
const FOUND: usize = 5;

/// Output written so far.
#[derive(Clone, Debug, Default)]
pub struct Teller {
    /// Log lines written so far.
    log: Vec<String>,
    question: Option<Question>,
    /// Number of inputs that were not undone.
    inputs: usize,
    /// True after the first output.
    begun: bool,
    /// True while a fight is open, whose combatants were listed.
    has_listed: bool,
}

impl Teller {
    /// Forgets a message about the last line, so that a second refusal for the same reason is written again.
    pub fn forget_message(&mut self) {
        self.question.take_if(|question| !question.said.is_empty());
    }

    /// Returns the new output since the last call, the output that a wish requests, and the question after a refusal.
    /// While combatants act automatically, there is no question.
    pub fn tell(&mut self, app: &App, wish: Option<&Wish>, mut refused: Vec<String>) -> Told {
        let mut told = Told::default();
        if !std::mem::replace(&mut self.begun, true) {
            told.version = Some(VERSION);
        }
        let had_listed = std::mem::replace(&mut self.has_listed, app.fight().is_some());
        if let Some(fight) = app.fight() {
            if !had_listed {
                told.state = opening(fight);
            }
            let live = fight.session.live_lines();
            let lines = fight.session.lines().iter().chain(&live);
            let log: Vec<String> = lines.map(|line| line.text.clone()).collect();
            let alike = self.log.iter().zip(&log).take_while(|(was, is)| was == is);
            let alike = alike.count();
            told.undone = self.log.len() - alike;
            let inputs = fight.session.inputs();
            let before = std::mem::replace(&mut self.inputs, inputs);
            told.is_undo = had_listed && told.undone > 0 && inputs < before;
            told.has_input = inputs != before;
            told.log = log[alike..].to_vec();
            let lines = fight.session.lines().iter().chain(&live);
            let lines = lines.enumerate().skip(alike);
            let entry = |(place, line)| LogEntry::of(line, is_plan(fight, place), fight.now());
            told.entries = lines.map(entry).collect();
            self.log = log;
            match wish {
                Some(Wish::State) => {
                    told.state = state(fight);
                    told.fight = Some(fight_state(fight));
                }
                Some(Wish::Log(name)) => match repeated(fight, name) {
                    Ok(lines) => told.found = lines,
                    Err(why) => refused.push(why),
                },
                Some(Wish::Find(text)) => match found(fight, text) {
                    lines if lines.is_empty() => {
                        refused.push(format!("No name and no log line contains \"{text}\"."))
                    }
                    lines => told.found = lines,
                },
                _ => {}
            }
        }
        let is_open = app.typing.is_none() && app.overlay.is_none();
        let is_playing = is_open && app.fight().is_some_and(Fight::is_playing);
        if is_playing && wish.is_none() && refused.is_empty() {
            self.question = None;
            return told;
        }
        let question = question(app);
        let is_new = self.question.as_ref() != Some(&question);
        if is_new || wish.is_some() || !refused.is_empty() {
            let mut said = question.clone();
            said.said.extend(refused);
            told.question = Some(said);
            self.question = Some(question);
        }
        told
    }
}

/// Returns `true` if a log line belongs to a declaration, which the combatant carries out later.
fn is_plan(fight: &Fight, line: usize) -> bool {
    let session = &fight.session;
    let command = session.command_of_line(line);
    let action = command.and_then(|command| rules::action(session.system(), command));
    action.is_some_and(|action| action.secret)
}

/// Returns the current question, on any screen.
pub(crate) fn question(app: &App) -> Question {
    let Some(fight) = app.fight().filter(|_| app.overlay.is_none()) else {
        return whole_screen(app);
    };
    let content = prompt_content(app, fight, TOLD, usize::MAX);
    let selected = app.theme.symbols().selected;
    let rows: Vec<String> = content
        .lines
        .iter()
        .chain(&content.kept)
        .map(plain)
        .collect();
    let mut rows: Vec<String> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let marked = rows.iter().find_map(|row| row.strip_prefix(selected));
    let kind = kind(app);
    let marked = marked.filter(|_| kind != Asks::Over);
    let enter = marked.map_or(String::new(), |row| row.trim().to_owned());
    if let Some(Typing::Add(_)) = app.typing {
        rows = only_names(rows);
    }
    let mut choices = match kind {
        Asks::Typing => Vec::new(),
        _ => choices(fight),
    };
    // After the end of the fight Enter does nothing.
    let ends = kind == Asks::Over;
    for choice in choices.iter_mut().filter(|_| ends) {
        choice.marked = false;
    }
    let about = match fight.asked() {
        Asked::Prompt(prompt)
            if app.typing.is_none() && !matches!(prompt.kind, Kind::Roll(_) | Kind::Form(_)) =>
        {
            prompt.hint.clone()
        }
        _ if ends => match Players::of(&fight.session).result() {
            result if result.is_empty() => result,
            result => format!("{result}."),
        },
        _ => String::new(),
    };
    Question {
        kind,
        enter,
        choices,
        about,
        title: without_bars(&content.title),
        hint: content.below.replace('\t', ", "),
        said: content.said.iter().map(|line| message(app, line)).collect(),
        rows,
    }
}

/// Returns the rows of a screen without a fight's question, or of an overlay, pane by pane.
fn whole_screen(app: &App) -> Question {
    let mut buffer = Buffer::empty(TALL);
    draw::draw(app, TALL, &mut buffer);
    let mut panes = panes::read(&buffer);
    // Text outside the frames is the header, or a last row with keys.
    let mut hints: Vec<String> = Vec::new();
    if let (Screen::Start(_), Some(last)) = (&app.screen, panes.pop_if(|pane| !pane.framed)) {
        hints.extend(last.rows);
    }
    panes.retain(|pane| pane.framed || matches!(app.screen, Screen::Start(_)));
    let mut titles = panes.iter().map(|pane| pane.title.as_str());
    // A sheet is called by the name in its first pane, any other screen by the pane that is drawn last.
    let title = match app.overlay {
        Overlay::Sheet(_) => titles.find(|title| !title.is_empty()),
        _ => titles.rfind(|title| !title.is_empty()),
    };
    // Over a set-up the finder asks.
    let finder = match &app.screen {
        Screen::Setup(screen) if app.overlay.is_none() => screen.finder.as_ref(),
        _ => None,
    };
    let finds = finder.is_some();
    let title = match finder {
        Some(finder) => finder.title(),
        None => title.unwrap_or_default().to_owned(),
    };
    let last = panes.len().saturating_sub(1);
    let mut rows = Vec::new();
    for (place, pane) in panes.into_iter().enumerate() {
        let Pane {
            title: heading,
            rows: own,
            below,
            ..
        } = pane;
        hints.extend(below);
        if !heading.is_empty() && heading != title {
            rows.push(format!("{heading}:"));
        }
        rows.extend(if finds && place == last {
            only_names(own)
        } else {
            own
        });
    }
    let selected = app.theme.symbols().selected;
    // In the pane that is drawn last, the selected row is the row that Enter accepts.
    let marked = rows.iter().rev().find_map(|row| row.strip_prefix(selected));
    Question {
        enter: marked.map_or(String::new(), |row| row.trim().to_owned()),
        title,
        rows,
        hint: hints.join(", "),
        ..Question::default()
    }
}

/// Returns the rows of a list of found entries. If there are many, one row has only their names. The first row is the
/// typed text.
fn only_names(rows: Vec<String>) -> Vec<String> {
    if rows.len() <= DESCRIBED + 1 {
        return rows;
    }
    let name = |row: &String| {
        let row = row.trim_start_matches('>').trim();
        row.split("  ").next().unwrap_or_default().to_owned()
    };
    let typed = rows.first().cloned().into_iter();
    let names: Vec<String> = rows.iter().skip(1).take(NAMED).map(name).collect();
    let more = (rows.len() - 1).saturating_sub(NAMED);
    let more = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    typed
        .chain([format!("Found: {}{more}", names.join(", "))])
        .collect()
}

/// Returns a text without the bars in it.
fn without_bars(text: &str) -> String {
    let is_bar = |c: char| ('\u{2500}'..='\u{259f}').contains(&c);
    text.replace(is_bar, "").trim_end().to_owned()
}

/// Returns a message without the sign before it.
fn message(app: &App, line: &Line<'static>) -> String {
    let text = plain(line);
    let symbols = app.theme.symbols();
    let mut signs = [symbols.warning, symbols.between].into_iter();
    let rest = signs.find_map(|sign| text.strip_prefix(sign));
    rest.map_or(text.as_str(), str::trim_start).to_owned()
}

fn plain(line: &Line<'static>) -> String {
    let text: String = line
        .spans
        .iter()
        .map(|span| span.content.as_ref())
        .collect();
    gaps(&text)
}

/// Returns the first lines of a fight: its header, and the combatants of each side with their letters.
fn opening(fight: &Fight) -> Vec<String> {
    let now = fight.now();
    let sides = now.side_ids().map(|side| {
        let members = now.present().filter(|id| now.get(*id).side == side);
        let members: Vec<String> = members
            .map(|id| format!("{} {}", id.letter(), sanitize(now.name(id), usize::MAX)))
            .collect();
        (!members.is_empty()).then(|| format!("{}: {}.", now.side_name(side), members.join(", ")))
    });
    std::iter::once(header(fight))
        .chain(sides.flatten())
        .collect()
}

/// Returns the title of the fight, its round and its state.
fn header(fight: &Fight) -> String {
    let (session, now) = (&fight.session, fight.now());
    let round = now.stage.round(now.round);
    let round = round.map_or_else(String::new, |round| format!("round {round}, "));
    format!("{}, {round}{}", now.title, session.headline())
}

/// Returns the state of the fight: the header, the order, and all combatants, numbers first.
pub(crate) fn state(fight: &Fight) -> Vec<String> {
    let (session, now) = (&fight.session, fight.now());
    let mut told = vec![header(fight)];
    for row in session.order() {
        let mark = match row.mark {
            Mark::Acting => "acts now",
            Mark::Done => "done",
            Mark::Held => "waits",
            Mark::Lost if row.who.is_some_and(|id| !session.row(id).down) => "no action left",
            Mark::Lost => "out",
            Mark::Heading | Mark::Waiting if row.current => "now",
            Mark::Heading | Mark::Waiting => "",
        };
        let parts = [row.detail.as_str(), row.text(now).trim(), mark].map(str::to_owned);
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        told.push(format!("order: {}", parts.join(", ")));
    }
    told.extend(now.present().map(|id| standing(fight, id)));
    told
}

/// Returns the state of a combatant: hit points, letter, name, side, defence and conditions.
fn standing(fight: &Fight, id: Id) -> String {
    let (session, now) = (&fight.session, fight.now());
    let row = session.row(id);
    let side = now.side_name(now.get(id).side);
    let hidden = if now.get(id).hidden { "hidden" } else { "" };
    let mut parts = vec![side.to_owned(), row.defence.clone(), hidden.to_owned()];
    parts.extend(states(session.system(), now, id, &row));
    parts.retain(|part| !part.is_empty());
    let (left, most) = row.life;
    let name = sanitize(now.name(id), usize::MAX);
    format!("{left}/{most} {} {name}: {}", id.letter(), parts.join(", "))
}

/// Returns the last lines of the log; with a name, the last lines about this combatant.
///
/// # Errors
/// If the name is not the letter or the name of one combatant.
fn repeated(fight: &Fight, name: &str) -> Result<Vec<String>, String> {
    let about = match name {
        "" => None,
        name => Some(people::only(fight.now(), name).map_err(|why| capital(&why.to_string()))?),
    };
    let is_about = |line: &&LogLine| about.is_none_or(|id| line.about.contains(&id));
    Ok(last_lines(fight, REPEATED, is_about))
}

/// Returns the combatants whose names contain a text, and the last log lines that contain the text.
fn found(fight: &Fight, text: &str) -> Vec<String> {
    let (now, text) = (fight.now(), fold(text));
    let named = now
        .present()
        .filter(|id| fold(now.name(*id)).contains(&text));
    let named = named.map(|id| standing(fight, id));
    let lines = last_lines(fight, FOUND, |line| fold(&line.text).contains(&text));
    named.chain(lines).collect()
}

/// Returns the last matching lines of the log, the newest last.
fn last_lines(fight: &Fight, most: usize, matches: impl Fn(&&LogLine) -> bool) -> Vec<String> {
    let live = fight.session.live_lines();
    let lines = fight.session.lines().iter().chain(&live);
    let lines: Vec<String> = lines
        .filter(matches)
        .map(|line| line.text.clone())
        .collect();
    lines[lines.len().saturating_sub(most)..].to_vec()
}

/// Returns `true` if a fight is over and waits for nothing.
pub(crate) fn is_over(app: &App) -> bool {
    let fight = app.fight().filter(|fight| fight.own.is_empty());
    let is_over = fight.is_some_and(|fight| fight.now().stage == Stage::Over);
    is_over && app.typing.is_none() && kind(app) == Asks::Over
}

/// Returns the kind of the current question.
fn kind(app: &App) -> Asks {
    let Some(fight) = app.fight().filter(|_| app.overlay.is_none()) else {
        return Asks::Screen;
    };
    if app.typing.is_some() {
        return Asks::Typing;
    }
    match fight.asked() {
        Asked::Offers(_) if fight.now().stage == Stage::Over => Asks::Over,
        Asked::Offers(_) => Asks::Menu,
        Asked::Fault(_) => Asks::Screen,
        Asked::Prompt(prompt) => match &prompt.kind {
            Kind::Roll(_) => Asks::Roll,
            Kind::Rolls(_) => Asks::Rolls,
            Kind::Choice { .. } => Asks::Choice,
            Kind::Pick { .. } => Asks::Pick,
            Kind::Form(_) => Asks::Form,
            Kind::Number { .. } => Asks::Number,
            Kind::Text { .. } => Asks::Text,
            Kind::Confirm { .. } => Asks::Confirm,
        },
    }
}

/// Returns the selectable rows of a menu, a choice or a selection of combatants.
pub(super) fn choices(fight: &Fight) -> Vec<Row> {
    let ask = fight.ask();
    match fight.asked() {
        Asked::Offers(offers) => {
            let marked = ask.mark.place(offers);
            let row = |(place, offer): (usize, &Entry)| Row {
                key: key_of(offer, offers, &ask.capitals, fight.now()),
                label: if offer.space {
                    format!("{} (Space)", offer.label)
                } else {
                    offer.label.clone()
                },
                note: offer.refused.clone().unwrap_or_else(|| offer.hint.clone()),
                possible: offer.refused.is_none(),
                marked: marked == Some(place),
            };
            offers.iter().enumerate().map(row).collect()
        }
        Asked::Prompt(prompt) => match &prompt.kind {
            Kind::Choice { options, .. } => {
                let marked = ask.mark.place(options);
                let row = |(place, option): (usize, &Choice)| Row {
                    key: ask
                        .capitals
                        .deed(&option.key)
                        .map(String::from)
                        .unwrap_or_default(),
                    label: option.label.clone(),
                    note: option
                        .refused
                        .clone()
                        .unwrap_or_else(|| option.hint.clone()),
                    possible: option.refused.is_none(),
                    marked: marked == Some(place),
                };
                options.iter().enumerate().map(row).collect()
            }
            Kind::Pick { from, preset, .. } => {
                let picked = ask.picked.as_deref().unwrap_or(preset);
                let now = fight.now();
                let row = |id: &Id| {
                    let combatant = now.find(*id);
                    let hidden = combatant.is_some_and(|one| one.hidden);
                    Row {
                        key: id.letter(),
                        label: combatant.map_or_else(String::new, |one| one.name.clone()),
                        note: if hidden { "hidden" } else { "" }.to_owned(),
                        possible: true,
                        marked: picked.contains(id),
                    }
                };
                from.iter().map(row).collect()
            }
            _ => Vec::new(),
        },
        Asked::Fault(_) => Vec::new(),
    }
}

/// Returns the state of a fight as data.
fn fight_state(fight: &Fight) -> FightState {
    let (session, now) = (&fight.session, fight.now());
    let order = session.order().into_iter();
    let marked = order.filter(|row| row.mark == Mark::Acting);
    let mut acting: Vec<String> = Vec::new();
    for id in now.turn.into_iter().chain(marked.filter_map(|row| row.who)) {
        if !acting.contains(&id.letter()) {
            acting.push(id.letter());
        }
    }
    let combatants = now.present().map(|id| {
        let (row, one) = (session.row(id), now.get(id));
        CombatantState {
            id: id.letter(),
            name: one.name.clone(),
            other_name: one.other_name.clone(),
            side: now.side_name(one.side).to_owned(),
            players: now.sides[one.side.index()].players,
            hit_points: row.life.0,
            maximum: row.life.1,
            defence: row.defence.clone(),
            hidden: one.hidden,
            down: row.down,
            states: states(session.system(), now, id, &row),
        }
    });
    FightState {
        title: now.title.to_string(),
        round: now.round,
        over: now.over(),
        acting,
        combatants: combatants.collect(),
    }
}
