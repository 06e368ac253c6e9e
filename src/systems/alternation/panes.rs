//! Content of the screen: the order of the sides and the rows of combatants.

use crate::rules::{Bond, Mark, OrderRow, Panes, RowView};
use crate::systems::alternation::Alternation;
use crate::systems::common::sentences;
use crate::systems::prelude::*;

use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{Options, TurnOrder};
use crate::systems::alternation::state::bonds::{held, holder, mount_of, riders};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round::{self, Phase, Round, in_play};
use crate::systems::alternation::state::sides::{runs, standing};
use crate::systems::alternation::state::turn::{self, Turn, in_turn};

impl Panes for Alternation {
    /// Returns the stage of the fight for the top line.
    fn headline(&self, now: &Encounter) -> String {
        let members = Turn::of(now).members.iter().copied();
        let there: Vec<Id> = members.filter(|id| !now.get(*id).gone).collect();
        if !there.is_empty() {
            return format!("{}'s turn", now.names(&there));
        }
        let round = Round::of(now);
        if now.fighting() && round.done(now) {
            return "end of the round: morale".to_owned();
        }
        let waits = match round.phase {
            Phase::First | Phase::Pick => {
                format!("{} to choose a side", now.side_name(round.holder))
            }
            Phase::Go => format!("{} to act", now.side_name(round.go)),
        };
        match round.passes(now) {
            (0, _) => waits,
            (passed, of) => format!("{waits}, {passed} of {of} passed"),
        }
    }

    fn has_acted(&self, now: &Encounter, id: Id) -> bool {
        mark_of(now, id) == Mark::Done
    }

    /// Returns the sides in their rotation, each with its members.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        let round = Round::of(now);
        let playing = in_play(now);
        let fighting = now.fighting();
        let mut rows = Vec::new();
        for side in round::cycle(now) {
            let left = now.members(side);
            let left = left.filter(|id| turn::eligible(now, *id)).count();
            let goes = match round.phase {
                Phase::Go => round.go,
                Phase::First | Phase::Pick => round.holder,
            };
            let mark = if playing.contains(&side) || !fighting {
                Mark::Heading
            } else {
                Mark::Lost
            };
            let heading = OrderRow::new(mark, None, now.side_name(side));
            let heading = heading.detail(format!("{left} to act"));
            rows.push(heading.current(fighting && goes == side));
            let characters = now.members(side);
            let characters = characters.filter(|id| !Fighter::of(now, *id).vehicle());
            rows.extend(characters.map(|id| {
                OrderRow::new(mark_of(now, id), id, now.name(id)).current(now.turn == Some(id))
            }));
        }
        rows
    }

    /// Returns the combatants who can go for the next side in the rotation; empty if the holder of the initiative
    /// names that side.
    fn follows(&self, now: &Encounter) -> Vec<Id> {
        let round = Round::of(now);
        let rotates = Options::of(now).turn_order() != TurnOrder::HolderPicksNext;
        if !now.fighting() || !rotates || round.phase == Phase::First {
            return Vec::new();
        }
        let after = round::cycle_after(now, round.go).into_iter();
        let goes = |side: &Vec<Id>| !side.is_empty();
        // The acting combatant is not among the next combatants.
        let mut sides = after.map(|side| {
            let leads = turn::leads(now, side).into_iter();
            leads.filter(|id| !in_turn(now, *id)).collect()
        });
        sides.find(goes).unwrap_or_default()
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "AV is the armour value. It reduces the damage of each hit by up to 3.".to_owned()
    }

    fn bonds(&self, now: &Encounter, id: Id) -> Vec<Bond> {
        let all = [
            Bond::new("grabbed by", holder(now, id)),
            Bond::new("holding", held(now, id)),
            Bond::new("on", mount_of(now, id)),
            Bond::new("carries", riders(now, id)),
        ];
        all.into_iter().flatten().collect()
    }

    /// Builds the row of a combatant with health, armour value and current state.
    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let fighter = Fighter::of(now, id);
        let down = !runs(now, id);
        let mut words: Vec<String> = Vec::new();
        let mut add = |word: String| {
            if !word.is_empty() {
                words.push(word);
            }
        };
        add(condition_words(now, id));
        if !down && now.fighting() && !fighter.vehicle() {
            add(turn_word(now, id).to_owned());
        }
        for bond in self.bonds(now, id) {
            add(bond.text(now));
        }
        RowView {
            life: (fighter.health(), fighter.max_health()),
            defence: format!("AV {}", fighter.armour_value(false)),
            state: words,
            names: &NAMED,
            health_word: health_word(now, id).to_owned(),
            down,
            ..RowView::default()
        }
    }
}

fn mark_of(now: &Encounter, id: Id) -> Mark {
    if !standing(now, id) {
        Mark::Lost
    } else if in_turn(now, id) {
        Mark::Acting
    } else if now.get(id).has(is::RESERVED) {
        Mark::Held
    } else if Fighter::of(now, id).spent() {
        Mark::Done
    } else if turn::eligible(now, id) {
        Mark::Waiting
    } else {
        Mark::Lost
    }
}

/// Conditions that a row already shows in words.
const NAMED: [Is; 9] = [
    is::DEAD,
    is::INCAPACITATED,
    is::SURRENDERED,
    is::FLED,
    is::BROKEN,
    is::CONCEALED,
    is::STEADY,
    is::RESERVED,
    is::CARRIED,
];

/// Lists the conditions of a combatant, the most serious first.
fn condition_words(now: &Encounter, id: Id) -> String {
    let one = now.get(id);
    let vehicle = Fighter::of(now, id).vehicle();
    let dead = one.has(is::DEAD);
    let broken = one.condition(is::BROKEN).map(|broken| broken.value == 1);
    let words = [
        (dead, if vehicle { "destroyed" } else { "dead" }),
        (
            !dead && one.has(is::INCAPACITATED),
            if vehicle { "wrecked" } else { "incapacitated" },
        ),
        (one.has(is::FLED), "gone"),
        (one.has(is::SURRENDERED), "surrendered"),
        (one.has(is::CONCEALED), "concealed"),
        (broken == Some(true), "must surrender"),
        (broken == Some(false), "must retreat"),
    ];
    let words = words.iter().filter(|(so, _)| *so).map(|(_, word)| *word);
    words.collect::<Vec<_>>().join(" · ")
}

fn turn_word(now: &Encounter, id: Id) -> &'static str {
    let fighter = Fighter::of(now, id);
    if in_turn(now, id) {
        "acting"
    } else if now.get(id).has(is::CARRIED) {
        "carried at full speed"
    } else if now.get(id).has(is::RESERVED) {
        "reaction kept"
    } else if fighter.sheet().reacted() {
        "reacted"
    } else if fighter.spent() {
        "acted"
    } else {
        "ready"
    }
}

/// Returns the word for health shown to players.
fn health_word(now: &Encounter, id: Id) -> &'static str {
    let one = now.get(id);
    let fighter = Fighter::of(now, id);
    if one.has(is::DEAD) {
        if fighter.vehicle() {
            "destroyed"
        } else {
            "dead"
        }
    } else if one.has(is::INCAPACITATED) {
        "down"
    } else if 4 * fighter.health() <= fighter.max_health() {
        "near death"
    } else {
        sentences::health(fighter.health(), fighter.max_health())
    }
}
