//! Content of the screen: plans in the decision half, the queue in the attack half, the rows of combatants, the top
//! line.

use crate::rules::{Mark, OrderRow, Panes, RowView};
use crate::systems::common::sentences;
use crate::systems::prelude::*;
use crate::systems::split_round::SplitRound;

use crate::systems::split_round::acts::declare::{brief, targets};
use crate::systems::split_round::combat::queue;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{
    Item, Progress, Turn, long, may_declare, undeclared,
};

impl Panes for SplitRound {
    /// Length of a round, six seconds (SPL-04).
    fn round_lasts(&self) -> Option<u32> {
        Some(6)
    }

    /// Returns the stage of the fight for the top line, with the time passed (SPL-04).
    fn headline(&self, now: &Encounter) -> String {
        match Round::of(now).phase {
            Phase::Decide => match undeclared(now).len() {
                0 => "planning, all plans made".to_owned(),
                1 => "planning, 1 plan left".to_owned(),
                left => format!("planning, {left} plans left"),
            },
            Phase::Attack => {
                let early = queue::next(now).is_some_and(|(who, place)| {
                    let item = Turn::of(now, who).items.get(place);
                    item.is_some_and(|item| item.early)
                });
                let phase = if early {
                    "shots and spells"
                } else {
                    "melee and other actions"
                };
                format!("attack half, {phase}")
            }
            Phase::Over => format!("round over, {} s", 6 * now.round),
        }
    }

    /// Builds the initiative pane: plans in the decision half, the queue in the attack half.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        match Round::of(now).phase {
            _ if !now.fighting() => Vec::new(),
            Phase::Decide => plans(now),
            Phase::Attack | Phase::Over => played(now),
        }
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "AC is the armour class, the target number of attacks.".to_owned()
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let one = fighter(now, id);
        let (hp, most) = (one.hp(), one.sheet.hp_max());
        let out = OUT
            .into_iter()
            .find(|(is, _)| one.has(*is))
            .map(|(_, word)| word);
        let mut state: Vec<String> = out.map(str::to_owned).into_iter().collect();
        if let Some(long) = long(now, id) {
            state.push(format!(
                "{}, {} of {}",
                long.what,
                long.done + 1,
                long.rounds
            ));
        }
        if let Some(spell) = one.condition(is::CONCENTRATING) {
            state.push(format!("concentrating on {}", now.told(&spell.cause)));
        }
        if one.sheet.mana_max() > 0 && !one.out() {
            state.push(format!("mana {}", one.mana()));
        }
        if now.fighting() && Turn::of(now, id).reacted && one.up() {
            state.push("reaction used".to_owned());
        }
        let mut gear = Vec::new();
        for weapon in one.weapons() {
            let words = weapon.state_words();
            if !words.is_empty() {
                gear.push(format!("{} {words}", weapon.name()));
            }
        }
        // Weapons without ammunition are not listed here, because the entry of the weapon already shows it.
        for weapon in one.weapons().filter(|_| one.up()) {
            let left = weapon.ammo().filter(|left| *left > 0);
            gear.extend(left.map(|left| format!("{}: {left} left", weapon.name())));
        }
        RowView {
            life: (hp, most),
            defence: format!("AC {}", one.ac()),
            state,
            gear,
            status: Vec::new(),
            stock: Vec::new(),
            names: &NAMED,
            health_word: out
                .unwrap_or_else(|| sentences::health(hp, most))
                .to_owned(),
            down: one.out(),
        }
    }
}

/// Returns the text of a plan without remaining items, with the reason why it was lost.
fn lost(now: &Encounter, turn: &Turn) -> String {
    let why = turn.items.first().map_or("", |item| &item.outcome);
    match why {
        "" => brief(now, &turn.plan),
        why => format!("{} (lost: {why})", brief(now, &turn.plan)),
    }
}

/// Returns all combatants with their plans, or with the reason why they have no plan.
fn plans(now: &Encounter) -> Vec<OrderRow> {
    let first = undeclared(now).first().copied();
    let row = |id: Id| {
        let (one, turn) = (fighter(now, id), Turn::of(now, id));
        let under_way = long(now, id).filter(|long| long.rounds > 1);
        let (mark, what) = if !one.up() {
            (Mark::Lost, String::new())
        } else if turn.void {
            (Mark::Lost, lost(now, turn))
        } else if let Some(long) = under_way {
            let mark = if turn.declared {
                Mark::Done
            } else {
                Mark::Waiting
            };
            (
                mark,
                format!("{}, round {} of {}", long.what, long.done + 1, long.rounds),
            )
        } else if !turn.items.is_empty() && turn.due().next().is_none() {
            (Mark::Lost, lost(now, turn))
        } else if turn.declared {
            (Mark::Done, brief(now, &turn.plan))
        } else if may_declare(now, id) {
            (Mark::Waiting, String::new())
        } else {
            (Mark::Lost, "surprised".to_owned())
        };
        let aimed = if turn.declared {
            targets(&turn.plan)
        } else {
            Vec::new()
        };
        labelled(now, mark, id, &aimed, &what).current(first == Some(id))
    };
    now.present().map(row).collect()
}

/// Returns a row of the pane: combatant, targets, action. The GM sees letters, players see names.
fn labelled(now: &Encounter, mark: Mark, who: Id, targets: &[Id], what: &str) -> OrderRow {
    let name = now.name(who);
    let what = if what.is_empty() {
        ["", ""]
    } else {
        [": ", what]
    };
    if targets.is_empty() {
        return OrderRow::new(mark, who, [name, what[0], what[1]].concat());
    }
    let letters: Vec<String> = targets.iter().map(|id| id.letter()).collect();
    let label = |at: &str| [name, " at ", at, what[0], what[1]].concat();
    OrderRow::new(mark, who, label(&letters.join(" "))).spelled(label(&now.names(targets)))
}

/// Returns the rows of the queue: pending items, resolved items with their outcome, and lost items.
fn played(now: &Encounter) -> Vec<OrderRow> {
    let next = queue::next(now);
    let mut rows = Vec::new();
    let mut early = None;
    for (who, place, item) in queue::all(now) {
        if early.replace(item.early) != Some(item.early) {
            let heading = if item.early {
                "phase 1: shots and spells"
            } else {
                "phase 2: melee and other actions"
            };
            rows.push(OrderRow::new(Mark::Heading, None, heading));
        }
        rows.push(queued(now, who, item, next == Some((who, place))));
    }
    rows
}

fn queued(now: &Encounter, who: Id, item: &Item, here: bool) -> OrderRow {
    let mark = match item.progress {
        Progress::Done => Mark::Done,
        Progress::Lost => Mark::Lost,
        Progress::Due if here && now.turn == Some(who) => Mark::Acting,
        Progress::Due => Mark::Waiting,
    };
    let what = match item.progress {
        Progress::Due => item.told().to_owned(),
        Progress::Lost => [item.told(), " (lost: ", &item.outcome, ")"].concat(),
        Progress::Done => [item.told(), ", ", &item.outcome].concat(),
    };
    let total = if item.natural > 0 {
        item.total().to_string()
    } else {
        String::new()
    };
    labelled(now, mark, who, &item.targets, &what)
        .detail(total)
        .current(here)
}

/// Conditions that put a combatant out of the fight, most severe first.
const OUT: [(Is, &str); 4] = [
    (is::DEAD, "dead"),
    (is::DOWN, "down"),
    (is::FLED, "fled"),
    (is::SURRENDERED, "surrendered"),
];

/// Conditions that a row already shows in words.
const NAMED: [Is; 5] = [OUT[0].0, OUT[1].0, OUT[2].0, OUT[3].0, is::CONCENTRATING];
