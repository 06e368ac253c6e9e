//! Choices of a prompt as data: what kind of prompt it is, and the rows that can be taken, each with its key.

use serde::Serialize;

use crate::encounter::Stage;
use crate::resolver::{Choice, Kind};
use crate::rules::{Entry, Mark, states};
use crate::ui::app::{App, Overlay};
use crate::ui::ask::Asked;
use crate::ui::ask::draw::key_of;
use crate::ui::fight::Fight;
use crate::values::Id;

/// Kind of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asks {
    /// Menu of the actions that are offered.
    Menu,
    /// Menu after the end of the fight. Nothing has to be answered.
    Over,
    /// One roll, typed or left to Affray.
    Roll,
    /// Several rolls, each typed or left to Affray.
    Rolls,
    /// One of several options.
    Choice,
    /// One or more combatants.
    Pick,
    /// Several rows that are sent together.
    Form,
    Number,
    Text,
    /// Answer by yes or no.
    Confirm,
    /// Text that is being typed: a command, a search, or new combatants.
    Typing,
    /// Any other screen, such as a set-up, a sheet or the help.
    #[default]
    Screen,
}

/// Row that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Key that takes it; "" if only the arrows reach it.
    pub key: String,
    pub label: String,
    /// Hint, or the reason why it is not possible now; or "".
    pub note: String,
    /// False if it is not possible now.
    pub possible: bool,
    /// True if Enter takes it, or, in a selection of combatants, if it is selected.
    pub marked: bool,
}

/// Returns the kind of the current question.
pub(super) fn kind(app: &App) -> Asks {
    let fight = match (app.fight(), &app.overlay) {
        (Some(fight), Overlay::None) => fight,
        _ => return Asks::Screen,
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

/// Returns the rows that can be taken: those of a menu, a choice or a selection of combatants.
pub(super) fn rows(fight: &Fight) -> Vec<Row> {
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

/// State of a fight as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FightState {
    pub title: String,
    pub round: u32,
    /// True after the end of the fight.
    pub over: bool,
    /// Letters of the combatants who act now.
    pub acting: Vec<String>,
    pub combatants: Vec<CombatantState>,
}

/// State of a combatant as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CombatantState {
    /// Letter, which stays the same for the whole fight.
    pub id: String,
    pub name: String,
    pub side: String,
    /// True if players run its side.
    pub players: bool,
    pub hit_points: i64,
    pub maximum: i64,
    /// Main defence: "AC 15".
    pub defence: String,
    /// True if it is hidden from the players.
    pub hidden: bool,
    /// True if it is out of action.
    pub down: bool,
    pub states: Vec<String>,
}

/// Returns the state of a fight as data.
pub(super) fn state(fight: &Fight) -> FightState {
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
