//! Start of the fight, and combatants who join late (`ALT-11` to `ALT-17`).

use crate::encounter::{Event, Stage};
use crate::systems::prelude::*;

use super::initiative;
use crate::systems::alternation::combat::concealment;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::bonds::{self, bond, mount_of};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::groups::{self, Groups, Known, group_of};
use crate::systems::alternation::state::round::{self, Ambush, Cycle, activated};

/// Sets up the fight: the side that began it, the rotation, ambushers and riders (`ALT-11` to `ALT-15`).
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    let setup = cx.form("begin", None, "The fight begins", |f| Ok(setup(f)))?;
    let (order, ambush) = (setup.order, setup.ambush);
    let sides = Commas(order.clone());
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: Says::Begins { sides }.into(),
    });
    Cycle::change(cx, |cycle| cycle.order.clone_from(&order));
    seat(cx, &setup.seats);
    for id in cx.now().ids() {
        let fighter = Fighter::of(cx.now(), id);
        let health = fighter.health();
        cx.set(id, at::health, Some(health));
        if cx.get(id).has(is::CONCEALED) && !ambush.contains(&id) {
            cx.lose(id, is::CONCEALED, "", "");
        }
    }
    for id in &ambush {
        let condition = cx.get(*id).condition(is::CONCEALED).cloned();
        let condition = condition.unwrap_or_else(|| Condition::new(is::CONCEALED));
        concealment::conceal(cx, *id, condition.because(Says::Ambush {}));
    }
    groups::count_all(cx);
    match setup.started {
        Some(side) => {
            cx.act(None, Says::Starts { side });
            initiative::give(cx, side);
        }
        None => {
            cx.act(None, Says::Draws {});
            initiative::draw(cx, &order, "Who holds the initiative?")?;
        }
    }
    if ambush.is_empty() {
        round::begin(cx, 1);
    } else {
        Ambush { who: ambush }.put(cx);
        round::begin(cx, 0);
    }
    Ok(())
}

/// Setup of a fight as described by its form.
struct Setup {
    /// Side that began the fight, if that is clear (`ALT-12`).
    started: Option<SideId>,
    /// Combatants in ambush (`ALT-15`).
    ambush: Vec<Id>,
    /// Rotation of the sides, the first side first (`ALT-11`).
    order: Vec<SideId>,
    /// Riders of each mount or vehicle.
    seats: Vec<(Id, Vec<Id>)>,
}

fn setup(f: &mut Form<'_>) -> Setup {
    /// Side, or none, with its keyword.
    type Side<T> = (String, T);
    let now = f.now;
    let name = |side: SideId| now.side_name(side).to_owned();
    let character = |id: &Id| !Fighter::of(now, *id).vehicle();
    let characters = || now.present().filter(character);
    let lurking = characters().filter(|id| now.get(*id).has(is::CONCEALED));
    let lurking: Vec<Id> = lurking.collect();
    let mut left: Vec<Side<SideId>> = now.side_ids().map(|side| (name(side), side)).collect();
    let some = left.iter().cloned();
    let mut sides: Vec<Side<_>> = some.map(|(word, side)| (word, Some(side))).collect();
    sides.push(("unclear".to_owned(), None));
    let began = lurking.first().map(|id| now.get(*id).side);
    let preset = sides.iter().position(|(_, side)| *side == began);
    let started = f.one_of(
        "started",
        "who started the fight",
        &sides,
        preset.unwrap_or(0),
        |(word, _)| word,
        |(word, side)| match side {
            Some(_) => Choice::new(word, word),
            None => Choice::new(word, "unclear: roll"),
        },
    );
    let most = characters().count();
    f.others("is not a character");
    let ambush = f.pick("ambush", "in ambush", characters, 0, most, lurking);
    // A rotation of two sides has only one order. In longer rotations the GM chooses all places but the first and the
    // last.
    let tell = |(word, _): &Side<SideId>| Choice::new(word, word);
    let mut order: Vec<SideId> = left
        .drain(..left.len().min(1))
        .map(|(_, side)| side)
        .collect();
    for place in 1..=left.len().saturating_sub(1) {
        let label = match place {
            1 => format!("after {}", now.side_name(SideId(0))),
            _ => "next".to_owned(),
        };
        let key = format!("then-{place}");
        let next = f.one_of(&key, &label, &left, 0, |(word, _)| word, tell);
        if let Some((_, next)) = next {
            order.push(next);
            left.retain(|(_, side)| *side != next);
        }
    }
    order.extend(left.into_iter().map(|(_, side)| side));
    let carries = |id: &Id| Fighter::of(now, *id).carrier();
    let mut seats = Vec::new();
    for carrier in now.present().filter(carries) {
        let riders = || now.present().filter(|id| *id != carrier && !carries(id));
        let key = format!("on-{}", carrier.letter());
        let label = format!("on {}", now.name(carrier));
        let aboard = bonds::riders(now, carrier);
        f.others("already carries others");
        let aboard = f.pick(&key, &label, riders, 0, riders().count(), aboard);
        seats.push((carrier, aboard));
    }
    Setup {
        started: started.and_then(|(_, side)| side),
        ambush,
        order,
        seats,
    }
}

/// Seats riders and passengers as chosen in the form.
fn seat(cx: &mut Resolver<'_>, seats: &[(Id, Vec<Id>)]) {
    for (carrier, wanted) in seats {
        for rider in bonds::riders(cx.now(), *carrier) {
            if !wanted.contains(&rider) {
                cx.unlink(bond::RIDING, rider, *carrier);
            }
        }
        for rider in wanted {
            if mount_of(cx.now(), *rider).is_none() {
                cx.link(bond::RIDING, *rider, *carrier);
            }
        }
    }
}

/// Adds a newcomer to the round and to the newcomer's group. The count of consecutive passes starts again (`ALT-16`).
pub fn arrive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    Known::change(cx, |known| known.who.push(who));
    let health = Fighter::of(cx.now(), who).health();
    cx.set(who, at::health, Some(health));
    cx.set(who, at::health_at_round_start, Some(health));
    if cx.get(who).gone {
        return Ok(());
    }
    if let Some(group) = group_of(cx.now(), who).map(str::to_owned) {
        Groups::change(cx, |groups| {
            let numbers = groups.of.entry(group).or_default();
            numbers.original += 1;
            numbers.standing += 1;
        });
    }
    activated(cx);
    Ok(())
}
