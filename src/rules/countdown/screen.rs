//! What the screen shows: the ladder of counts, a combatant's row, the top line.

use crate::encounter::{Encounter, Id, Is, Words as _};
use crate::rules::common::health;
use crate::rules::countdown::Countdown;
use crate::rules::{Mark, OrderRow, Panes, RowView, morale};

use crate::rules::countdown::combat::strike::armor_class;
use crate::rules::countdown::sheet::{State, flames, is};
use crate::rules::countdown::state::{
    Casting, Fighter, Fire, Fires, Hold, Phase, Round, count, declarations, fighter,
};

impl Panes for Countdown {
    /// Ten seconds (CTD-01).
    fn round_lasts(&self) -> Option<u32> {
        Some(10)
    }

    /// Where the fight stands.
    fn headline(&self, now: &Encounter) -> String {
        let round = Round::of(now);
        match round.phase {
            Phase::Surprise => "surprise".to_owned(),
            Phase::Declare => "declare".to_owned(),
            Phase::Count if round.bottom => "last count".to_owned(),
            Phase::Count if round.open => format!("count {}", round.count),
            Phase::Count => "counting down".to_owned(),
        }
    }

    /// The ladder: declarations while they are made, then one rung for each number, those on it side by side.
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

    /// Fires on the ground, with who stands in them.
    fn field(&self, now: &Encounter) -> Vec<String> {
        let fire = |fire: &Fire| {
            let inside = match now.names(&fire.inside) {
                names if names.is_empty() => String::new(),
                names => format!(", {names} in it"),
            };
            format!("fire to the end of R{}: {}{inside}", fire.last, fire.name)
        };
        Fires::of(now).burning.iter().map(fire).collect()
    }

    /// A combatant's row.
    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let one = fighter(now, id);
        let (hp, most) = (one.hp(), one.hp_max());
        let armor = armor_class(now, id, one.ac(), true).total();
        RowView {
            life: (hp, most),
            defence: format!("AC {armor}"),
            state: states(now, &one),
            told: if one.dead() { &[is::DEAD] } else { &TOLD },
            health_word: match (one.dead(), one.unconscious()) {
                (true, _) => "dead",
                (_, true) => "down",
                _ => health::word(hp, most),
            }
            .to_owned(),
            down: !one.up(),
        }
    }
}

fn declaring(now: &Encounter) -> Vec<OrderRow> {
    let first = declarations::next(now);
    let mut rows: Vec<OrderRow> = now
        .present()
        .filter(|id| fighter(now, *id).able())
        .map(|id| match fighter(now, id).plan() {
            Some(plan) => OrderRow::new(Mark::Done, id, now.name(id)).detail(plan.text(now)),
            None => OrderRow::new(Mark::Waiting, id, now.name(id)).current(Some(id) == first),
        })
        .collect();
    rows.extend(lost(now));
    rows
}

/// Those who cannot act, with the reason.
fn lost(now: &Encounter) -> Vec<OrderRow> {
    now.present()
        .filter_map(|id| {
            let one = fighter(now, id);
            let why = if one.out() || one.able() {
                return None;
            } else if one.unconscious() {
                "unconscious"
            } else {
                "surprised"
            };
            Some(OrderRow::new(Mark::Lost, id, now.name(id)).detail(why))
        })
        .collect()
}

fn ladder(now: &Encounter) -> Vec<OrderRow> {
    let round = Round::of(now);
    let on = count::on_count(now);
    let queue = count::queue(now);
    let mut numbers: Vec<i64> = now
        .present()
        .filter_map(|id| fighter(now, id).initiative())
        .collect();
    if round.open && !round.bottom {
        numbers.push(round.count);
    }
    numbers.sort_unstable_by_key(|number| -number);
    numbers.dedup();
    let mut rows = Vec::new();
    for number in numbers {
        let here = round.open && !round.bottom && number == round.count;
        if here {
            rung(now, &number.to_string(), &on, &queue, &mut rows);
            continue;
        }
        let members: Vec<Id> = now
            .present()
            .filter(|id| {
                let one = fighter(now, *id);
                one.initiative() == Some(number)
                    && !on.contains(id)
                    && one.this_round().hold == Hold::None
            })
            .collect();
        if members.is_empty() {
            continue;
        }
        let done = members.iter().all(|id| fighter(now, *id).acted());
        let mark = if done { Mark::Done } else { Mark::Waiting };
        let label = format!("{number:>2}  ");
        let row = OrderRow::new(mark, None, label);
        match members.as_slice() {
            _ if done => rows.push(row.shared(members)),
            [one] => {
                let declared = fighter(now, *one).plan().map(|plan| plan.text(now));
                rows.push(row.shared(members).detail(declared.unwrap_or_default()));
            }
            several => {
                rows.push(row.shared(members.clone()).detail("same moment"));
                rows.extend(several.iter().map(|id| to_come(now, *id)));
            }
        }
    }
    if round.open && round.bottom {
        rung(now, "last", &on, &queue, &mut rows);
    }
    for id in count::holders(now) {
        if on.contains(&id) {
            continue;
        }
        let detail = hold_text(now, &fighter(now, id));
        rows.push(OrderRow::new(Mark::Held, id, now.name(id)).detail(detail));
    }
    rows.extend(lost(now));
    rows
}

/// One of several on a number that is still to come, with what it declared.
fn to_come(now: &Encounter, id: Id) -> OrderRow {
    let one = fighter(now, id);
    let mark = if one.acted() {
        Mark::Done
    } else {
        Mark::Waiting
    };
    let declared = one.plan().map_or(String::new(), |plan| plan.text(now));
    OrderRow::new(mark, id, format!("    {}", now.name(id))).detail(declared)
}

/// The rung that is being played: all on it side by side, then each with what it does.
fn rung(now: &Encounter, number: &str, on: &[Id], queue: &[Id], rows: &mut Vec<OrderRow>) {
    let together = if on.len() > 1 { "same moment" } else { "" };
    let label = format!("{number:>2}  ");
    let heading = OrderRow::new(Mark::Heading, None, label).shared(on.to_vec());
    rows.push(heading.detail(together).current(true));
    for id in on {
        let one = fighter(now, *id);
        let mark = if queue.first() == Some(id) {
            Mark::Acting
        } else if queue.contains(id) {
            Mark::Waiting
        } else {
            Mark::Done
        };
        let mut detail = one.plan().map_or(String::new(), |plan| plan.text(now));
        if one.this_round().casting != Casting::None {
            "spell under way".clone_into(&mut detail);
        }
        let label = format!("    {}", now.name(*id));
        rows.push(OrderRow::new(mark, *id, label).detail(detail));
    }
}

fn hold_text(now: &Encounter, one: &Fighter<'_>) -> String {
    match one.this_round().hold {
        Hold::For(other) if count::waits_in_vain(now, other) => "holds".to_owned(),
        Hold::Before(other) if count::waits_in_vain(now, other) => "holds the spell".to_owned(),
        Hold::For(other) => format!("holds for {}", now.name(other)),
        Hold::Before(other) => format!("casts just before {}", now.name(other)),
        Hold::Open => "holds".to_owned(),
        Hold::None => String::new(),
    }
}

/// The conditions of which a row tells more than their names.
const TOLD: [Is; 5] = [
    is::UNCONSCIOUS,
    is::CHARGED,
    is::DODGE,
    is::BURNING,
    is::NO_ATTACK,
];

fn states(now: &Encounter, one: &Fighter<'_>) -> Vec<String> {
    let mut states = Vec::new();
    if one.dead() {
        return vec!["dead".to_owned()];
    }
    if one.unconscious() {
        states.push(match one.wake_round() {
            Some(round) => format!("unconscious, wakes at the end of R{round}"),
            None => "unconscious".to_owned(),
        });
    }
    let pending = one.pending().total();
    if pending > 0 {
        states.push(format!("−{pending} pending"));
    }
    if let Some(holder) = one.held_by() {
        states.push(format!("held by {}", now.name(holder)));
    }
    if let Some(held) = one.holding() {
        states.push(format!("holding {}", now.name(held)));
    }
    for condition in &now.get(one.id).conditions {
        states.push(match is::named(&condition.key) {
            Some(is::CHARGED) => "charged, AC −2".to_owned(),
            Some(is::DODGE) => "dodging, AC +2".to_owned(),
            Some(is::BURNING) => burning(now, one.id),
            Some(is::NO_ATTACK) if one.no_attack() => "no attacks".to_owned(),
            Some(is::NO_ATTACK) => "no attacks next round".to_owned(),
            Some(is::REMOVED) if condition.cause == morale::CAUSE => "surrendered".to_owned(),
            _ => continue,
        });
    }
    for weapon in one.weapons() {
        match weapon.state() {
            state @ (State::Dropped | State::Broken) => {
                states.push(format!("{} {}", weapon.name(), state.word()))
            }
            _ if weapon.reload_left() > 0 => {
                states.push(format!(
                    "{}: reload {}",
                    weapon.name(),
                    weapon.reload_left()
                ));
            }
            _ => {}
        }
    }
    let subdual = one.subdual_taken();
    if subdual > 0 {
        states.push(format!("{subdual} non-lethal"));
    }
    let engaged = one.engaged();
    if !engaged.is_empty() {
        states.push(format!("engaged with {}", now.names(&engaged)));
    }
    if now.fighting() && one.able() {
        states.push(doing(now, one));
    }
    states.retain(|state| !state.is_empty());
    states
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
    if !hold.is_empty() && !one.acted() {
        return hold;
    }
    if one.acted() {
        return "acted".to_owned();
    }
    match (one.initiative(), one.plan()) {
        (Some(number), _) => format!("on {number}"),
        (None, Some(plan)) => plan.text(now),
        (None, None) => String::new(),
    }
}
