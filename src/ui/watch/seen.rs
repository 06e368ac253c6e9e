//! Players' view of a fight as data, for the screen of `affray watch` and the page of `affray serve`. The view contains
//! no hidden combatants and no numbers of foes.

use serde::Serialize;

use super::Watch;
use super::lead::Lead;
use crate::encounter::{Encounter, Line, Stage};
use crate::rules::{self, Bond, Mark, OrderRow, RowView};
use crate::session::players_view::{Latest, Players, is_players_own, is_seen};
use crate::values::{Id, SideId};

/// Players' view of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Title of the fight.
    pub title: String,
    /// State of the fight: the round, the phase, or its end.
    pub state: Vec<String>,
    /// Acting and next combatant.
    pub lead: Lead,
    /// Rows of the order.
    pub order: Vec<OrderSeen>,
    /// Visible combatants by side, the players' own first.
    pub sides: Vec<Side>,
    /// Latest attack with its result, or another event.
    pub latest: Option<Latest>,
    /// Last lines of the log, the newest last.
    pub log: Vec<LineSeen>,
}

/// Line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineSeen {
    /// True for the heading of a round or a stage.
    pub heading: bool,
    pub text: String,
}

/// Row of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderSeen {
    pub mark: Mark,
    /// True for the current row.
    pub current: bool,
    /// Text of the row.
    pub text: String,
}

/// Side with visible combatants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    pub name: String,
    /// True if players run the side.
    pub own: bool,
    /// Visible combatants of the side.
    pub people: Vec<Person>,
}

/// Combatant that players see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    pub name: String,
    /// True if the combatant acts now.
    pub acts: bool,
    /// True if the combatant acts next.
    pub next: bool,
    /// True if the combatant is out of action.
    pub down: bool,
    pub health: String,
    /// Degree of health, from 0 for out of action over badly hurt and hurt to 3 for unhurt.
    pub level: u8,
    /// Current and maximum hit points; only for the players' own combatants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub life: Option<(i64, i64)>,
    /// States in the words of the system.
    pub conditions: Vec<String>,
}

impl Seen {
    /// Creates the players' view of a fight, with at most this many log lines.
    pub fn of(watch: &Watch, players: &Players<'_>, lines: usize) -> Self {
        Self {
            title: watch.session.now().title.to_string(),
            state: state(watch, players),
            lead: Lead::of(watch, players),
            order: order(watch, players),
            sides: sides(watch, players),
            latest: players.latest(),
            log: log(players.shown_lines(lines), lines),
        }
    }
}

fn log(lines: Vec<Line>, most: usize) -> Vec<LineSeen> {
    let first = lines.len().saturating_sub(most);
    let seen = lines.into_iter().skip(first).map(|line| LineSeen {
        heading: line.heading,
        text: line.text,
    });
    seen.collect()
}

fn state(watch: &Watch, players: &Players<'_>) -> Vec<String> {
    let now = if players.holds() {
        players.as_seen()
    } else {
        watch.session.now()
    };
    let mut state = match now.stage {
        Stage::Over | Stage::Between => vec![now.stage.word().to_owned()],
        Stage::Setup | Stage::Fighting => Vec::new(),
    };
    let round = now.stage.round(now.round);
    state.extend(round.map(|round| format!("round {round}")));
    let headline = players.headline();
    if !headline.is_empty() && !now.over() {
        state.push(headline);
    }
    state
}

/// Returns the text of an order row for players: the whole row for their own combatants, only the name for a foe, and
/// the visible combatants for a count.
fn readable(players: &Players<'_>, now: &Encounter, row: &OrderRow) -> Option<String> {
    let text = if row.spelled.is_empty() {
        row.text(now)
    } else {
        row.spelled.clone()
    };
    let open = !players.gives_away(&text);
    let text = match row.who {
        Some(who) if is_players_own(now, who) && open => Some(text),
        Some(who) => {
            let indent = text.len() - text.trim_start().len();
            Some(format!("{:indent$}{}", "", now.name(who)))
        }
        None => open.then_some(text),
    };
    text.map(|text| players.named_for_players(&text))
}

fn order(watch: &Watch, players: &Players<'_>) -> Vec<OrderSeen> {
    let now = watch.session.now();
    let rows = players.order().into_iter();
    let rows = rows.filter_map(|row| {
        Some(OrderSeen {
            mark: row.mark,
            current: row.current,
            text: readable(players, now, &row)?,
        })
    });
    rows.collect()
}

fn sides(watch: &Watch, players: &Players<'_>) -> Vec<Side> {
    let now = watch.session.now();
    let acting = players.acting();
    let next = players.follows();
    let system = watch.session.system();
    let person = |id: Id| {
        // A combatant who has just appeared is not in an earlier encounter.
        let shown = Some(players.shown()).filter(|shown| shown.find(id).is_some());
        let row = system.row(shown.unwrap_or(now), id);
        Person {
            name: now.get(id).players_name().to_owned(),
            acts: acting.contains(&id),
            next: next.contains(&id),
            down: row.down,
            health: row.health_word.clone(),
            level: level(&row),
            life: is_players_own(now, id).then_some(row.life),
            conditions: conditions(watch, players, id, &row),
        }
    };
    let (own, foes): (Vec<SideId>, Vec<SideId>) = now
        .side_ids()
        .partition(|side| now.sides[side.index()].players);
    let sides = own.into_iter().chain(foes).map(|side| {
        let members = now
            .ids()
            .filter(|id| is_seen(now, *id) && now.get(*id).side == side);
        Side {
            name: players.named_for_players(now.side_name(side)),
            own: now.sides[side.index()].players,
            people: members.map(person).collect(),
        }
    });
    sides.filter(|side| !side.people.is_empty()).collect()
}

/// Returns the health of a combatant in steps.
fn level(row: &RowView) -> u8 {
    match row.health_word.as_str() {
        _ if row.down => 0,
        "unhurt" => 3,
        "badly hurt" | "near death" => 1,
        _ => 2,
    }
}

/// Words for the health of combatants whose conditions no longer matter.
const DEAD: [&str; 2] = ["dead", "destroyed"];

/// Returns the conditions and links of a combatant that players may see, except the condition that the health word
/// already names. For the players' own combatants, the conditions include their durations. The dead have none.
fn conditions(watch: &Watch, players: &Players<'_>, id: Id, row: &RowView) -> Vec<String> {
    if DEAD.contains(&row.health_word.as_str()) {
        return Vec::new();
    }
    let now = watch.session.now();
    let own = is_players_own(now, id);
    let shown = Some(players.shown()).filter(|shown| shown.find(id).is_some());
    let now = shown.unwrap_or(now);
    let system = watch.session.system();
    let mut words: Vec<String> = Vec::new();
    if own {
        words.extend(row.status.iter().cloned());
    }
    let known = now.get(id).conditions.iter();
    for condition in known.filter(|condition| !condition.secret) {
        let specs = watch.schema.as_ref().map(|schema| &schema.conditions);
        let mut specs = specs.into_iter().flatten();
        let spec = specs.find(|spec| spec.key == condition.key);
        if spec.is_some_and(|spec| spec.silent) {
            continue;
        }
        let word = spec.map_or_else(
            || condition.key.replace(['_', '-'], " "),
            |spec| {
                if own {
                    spec.called(&now.told(&condition.cause))
                } else {
                    spec.label.clone()
                }
            },
        );
        if word == row.health_word {
            continue;
        }
        let left = rules::left(system, now, id, condition);
        let left = Some(left).filter(|left| own && !players.gives_away(left));
        let word = word + &left.unwrap_or_default();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let bonds = watch.session.system().bonds(now, id).into_iter();
    words.extend(bonds.filter_map(|bond| {
        let seen = bond.whom.into_iter().filter(|other| is_seen(now, *other));
        Some(Bond::new(bond.how, seen)?.text(now))
    }));
    if own {
        words.extend(row.stock.iter().cloned());
    }
    let words = words.iter().map(|word| players.named_for_players(word));
    words.collect()
}
