//! Content of the screen: the ladder of counts, the rows of combatants, the top line.

use std::collections::BTreeSet;

use crate::rules::{Bond, Mark, OrderRow, Panes, RowView};
use crate::systems::common::sentences;
use crate::systems::countdown::Countdown;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::strike::armor_class;
use crate::systems::countdown::sheet::{State, flames, is};
use crate::systems::countdown::state::{
    Casting, Fighter, Fire, Fires, Hold, Phase, Round, count, declarations, fighter,
};

impl Panes for Countdown {
    /// Length of a round, ten seconds (CTD-01).
    fn round_lasts(&self) -> Option<u32> {
        Some(10)
    }

    /// Returns the stage of the fight for the top line.
    fn headline(&self, now: &Encounter) -> String {
        let round = Round::of(now);
        match round.phase {
            Phase::Surprise => "surprise".to_owned(),
            Phase::Declare => "declare".to_owned(),
            Phase::Count if count::on_count(now).is_empty() => "counting down".to_owned(),
            Phase::Count if round.bottom => "last count".to_owned(),
            Phase::Count => format!("count {}", round.count),
        }
    }

    /// Returns the order pane: first the declarations, then one rung for each count with its combatants side by side.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        if !now.fighting() {
            return Vec::new();
        }
        match Round::of(now).phase {
            Phase::Surprise => Vec::new(),
            Phase::Declare => declaring(now),
            Phase::Count => ladder(now),
        }
    }

    /// Returns the fires on the ground, with the combatants in them.
    fn field(&self, now: &Encounter) -> Vec<String> {
        let fire = |fire: &Fire| {
            let (last, name, inside) = (fire.last, &fire.name, now.names(&fire.inside));
            format!("fire until the end of R{last}: {name}, {inside} inside")
        };
        Fires::of(now).burning.iter().map(fire).collect()
    }

    fn bonds(&self, now: &Encounter, id: Id) -> Vec<Bond> {
        bonds(&fighter(now, id))
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "AC is the armour class: an attack hits on this total or more.".to_owned()
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let one = fighter(now, id);
        let (hp, most) = (one.hp(), one.hp_max());
        let armor = armor_class::<i64>(now, id, one.ac(), true);
        RowView {
            life: (hp, most),
            defence: format!("AC {armor}"),
            state: states(now, &one),
            gear: gear(&one),
            status: Vec::new(),
            stock: Vec::new(),
            names: if one.dead() { &[is::DEAD] } else { &NAMED },
            health_word: match (one.dead(), one.unconscious()) {
                (true, _) => "dead",
                (_, true) => "down",
                _ => sentences::health(hp, most),
            }
            .to_owned(),
            down: !one.up(),
        }
    }
}

fn declaring(now: &Encounter) -> Vec<OrderRow> {
    let first = declarations::next(now);
    let all = now.present().map(|id| fighter(now, id));
    let rows = all.filter(|one| one.able()).map(|one| match one.plan() {
        Some(plan) => OrderRow::new(Mark::Done, one.id, one.name()).detail(plan.text(now)),
        None => OrderRow::new(Mark::Waiting, one.id, one.name()).current(Some(one.id) == first),
    });
    rows.chain(lost(now)).collect()
}

/// Returns the combatants who cannot act, with the reasons.
fn lost(now: &Encounter) -> impl Iterator<Item = OrderRow> {
    let all = now.present().map(|id| fighter(now, id));
    let lost = all.filter(|one| !one.out() && !one.able());
    lost.map(|one| {
        let why = if one.unconscious() {
            "unconscious"
        } else {
            "surprised"
        };
        OrderRow::new(Mark::Lost, one.id, one.name()).detail(why)
    })
}

fn ladder(now: &Encounter) -> Vec<OrderRow> {
    let round = Round::of(now);
    let on = count::on_count(now);
    let called = (!on.is_empty() && !round.bottom).then_some(round.count);
    let numbers = now.present().filter_map(|id| fighter(now, id).initiative());
    let numbers: BTreeSet<i64> = numbers.chain(called).collect();
    let mut rows = Vec::new();
    for number in numbers.into_iter().rev() {
        if called == Some(number) {
            rows.extend(rung(now, &number.to_string(), &on));
            continue;
        }
        let mut members: Vec<Id> = now.present().collect();
        members.retain(|id| {
            let one = fighter(now, *id);
            let waits = !on.contains(id) && one.this_round().hold == Hold::None;
            waits && one.initiative() == Some(number)
        });
        let acted = |id: &Id| fighter(now, *id).acted();
        let mark = |done| if done { Mark::Done } else { Mark::Waiting };
        let done = members.iter().all(acted);
        let row = OrderRow::new(mark(done), None, format!("{number:>2}  "));
        let row = row.shared(members.clone());
        match members.as_slice() {
            [] => {}
            _ if done => rows.push(row),
            [one] => rows.push(row.detail(declared(now, *one))),
            several => {
                rows.push(row.detail("same moment"));
                rows.extend(several.iter().map(|id| member(now, *id, mark(acted(id)))));
            }
        }
    }
    if !on.is_empty() && round.bottom {
        rows.extend(rung(now, "last", &on));
    }
    let held = count::holders(now).into_iter();
    rows.extend(held.filter(|id| !on.contains(id)).map(|id| {
        let detail = hold_text(now, &fighter(now, id));
        OrderRow::new(Mark::Held, id, now.name(id)).detail(detail)
    }));
    rows.extend(lost(now));
    rows
}

/// Returns the text of a combatant's declaration; "" for none.
fn declared(now: &Encounter, id: Id) -> String {
    let plan = fighter(now, id).plan();
    plan.map_or(String::new(), |plan| plan.text(now))
}

/// Returns one combatant of a rung, with their action.
fn member(now: &Encounter, id: Id, mark: Mark) -> OrderRow {
    let detail = match fighter(now, id).this_round().casting {
        Casting::None => declared(now, id),
        Casting::Begun | Casting::Safe | Casting::Lost => "spell under way".to_owned(),
    };
    OrderRow::new(mark, id, format!("    {}", now.name(id))).detail(detail)
}

/// Returns the open rung: its combatants side by side, then each combatant with their action.
fn rung(now: &Encounter, number: &str, on: &[Id]) -> Vec<OrderRow> {
    let queue = count::queue(now);
    let together = if on.len() > 1 { "same moment" } else { "" };
    let heading = OrderRow::new(Mark::Heading, None, format!("{number:>2}  "));
    let heading = heading.shared(on.to_vec()).detail(together).current(true);
    let mark = |id: &Id| match queue.iter().position(|waiting| waiting == id) {
        Some(0) => Mark::Acting,
        Some(_) => Mark::Waiting,
        None => Mark::Done,
    };
    let members = on.iter().map(|id| member(now, *id, mark(id)));
    std::iter::once(heading).chain(members).collect()
}

fn hold_text(now: &Encounter, one: &Fighter<'_>) -> String {
    let comes = |other: Id| !count::waits_in_vain(now, other);
    match one.this_round().hold {
        Hold::For(other) if comes(other) => format!("holds for {}", now.name(other)),
        Hold::Before(other) if comes(other) => format!("casts just before {}", now.name(other)),
        Hold::Before(_) => "holds the spell".to_owned(),
        Hold::For(_) | Hold::Open => "holds".to_owned(),
        Hold::None => String::new(),
    }
}

/// Returns the bonds of a combatant: the holder, and the held combatant.
fn bonds(one: &Fighter<'_>) -> Vec<Bond> {
    let all = [
        Bond::new("held by", one.held_by()),
        Bond::new("holding", one.holding()),
    ];
    all.into_iter().flatten().collect()
}

/// Conditions that a row shows with details, not only by name.
const NAMED: [Is; 5] = [
    is::UNCONSCIOUS,
    is::CHARGED,
    is::DODGE,
    is::BURNING,
    is::NO_ATTACK,
];

fn states(now: &Encounter, one: &Fighter<'_>) -> Vec<String> {
    if one.dead() {
        return vec!["dead".to_owned()];
    }
    let mut states = Vec::new();
    if one.unconscious() {
        states.push(match one.wake_round() {
            Some(round) => format!("unconscious, wakes at the end of R{round}"),
            None => "unconscious".to_owned(),
        });
    }
    let pending = one.pending().total();
    states.extend((pending > 0).then(|| format!("−{pending} pending")));
    states.extend(bonds(one).iter().map(|bond| bond.text(now)));
    for condition in &now.get(one.id).conditions {
        states.push(match is::named(&condition.key) {
            Some(is::CHARGED) => "charged, AC −2".to_owned(),
            Some(is::DODGE) => "dodging, AC +2".to_owned(),
            Some(is::BURNING) => burning(now, one.id),
            Some(is::NO_ATTACK) if one.no_attack() => "no attacks".to_owned(),
            Some(is::NO_ATTACK) => "no attacks next round".to_owned(),
            _ => continue,
        });
    }
    let subdual = one.subdual_taken();
    states.extend((subdual > 0).then(|| format!("{subdual} non-lethal")));
    let engaged = one.engaged();
    let with = || format!("engaged with {}", now.names(&engaged));
    states.extend((!engaged.is_empty()).then(with));
    if now.fighting() && one.able() {
        states.push(doing(now, one));
    }
    states.retain(|state| !state.is_empty());
    states
}

/// Returns dropped, broken and unloaded weapons, and the ammunition left; nothing for the dead.
fn gear(one: &Fighter<'_>) -> Vec<String> {
    let mut gear = Vec::new();
    if one.dead() {
        return gear;
    }
    for weapon in one.weapons() {
        let (name, reload) = (weapon.name(), weapon.reload_left());
        gear.push(match weapon.state() {
            state @ (State::Dropped | State::Broken) => format!("{name} {}", state.word()),
            _ if reload > 0 => format!("{name}: reload {reload}"),
            State::Ready | State::Stowed | State::Spent => continue,
        });
    }
    for weapon in one.weapons() {
        let usable = !matches!(weapon.state(), State::Dropped | State::Broken);
        let left = weapon.ammo().filter(|_| usable);
        gear.extend(left.map(|left| format!("{}: {left} left", weapon.name())));
    }
    gear
}

fn burning(now: &Encounter, id: Id) -> String {
    match flames::due(now, id).as_slice() {
        [] => "burning".to_owned(),
        [due] => format!("burning, 1d8 at the end of R{due}"),
        many => format!("burning, {} times 1d8", many.len()),
    }
}

fn doing(now: &Encounter, one: &Fighter<'_>) -> String {
    let hold = hold_text(now, one);
    match one.initiative() {
        _ if one.acted() => "acted".to_owned(),
        _ if !hold.is_empty() => hold,
        Some(number) => format!("on {number}"),
        None => declared(now, one.id),
    }
}
