//! Burning oil on the ground (CTD-128 to CTD-130).

use std::collections::BTreeMap;

use super::pending;
use crate::systems::countdown::says::Says;
use crate::systems::countdown::state::{Fire, Fires, Wound, fighter, there};
use crate::systems::prelude::*;

/// Returns a number that no burning fire uses.
fn free_number(now: &Encounter) -> u32 {
    let burning = &Fires::of(now).burning;
    burning.last().map_or(1, |fire| fire.number + 1)
}

/// Number of rounds that a fire burns, including the round in which it starts (CTD-130).
const BURNS_ROUNDS: u32 = 10;

/// Starts a fire, from the flask of `by` if given. Asks the GM for the place and the combatants in it.
pub fn start(cx: &mut Resolver<'_>, by: Option<Id>) -> Step<()> {
    let (name, inside) = cx.form("fire", None, "A fire on the ground", |f| {
        let now = f.now;
        let name = f.text("name", "where", &usual_name(now));
        let most = there(now).count();
        let all = || there(now);
        let inside = f.pick("inside", "combatants in the fire", all, 0, most, Vec::new());
        Ok((name, inside))
    })?;
    let name = match name.trim() {
        "" => usual_name(cx.now()),
        // The log adds "the" to the name.
        name => name.strip_prefix("the ").unwrap_or(name).to_owned(),
    };
    let number = free_number(cx.now());
    let last = cx.now().round.max(1) + BURNS_ROUNDS - 1;
    cx.note(Says::FireStarts {
        fire: name.clone().into(),
        inside: inside.clone(),
        last: last.into(),
    });
    let fire = Fire {
        number,
        name,
        by,
        last,
        inside,
        took: Vec::new(),
    };
    Fires::change(cx, |fires| fires.burning.push(fire));
    Ok(())
}

fn usual_name(now: &Encounter) -> String {
    match free_number(now) {
        1 => "burning oil".to_owned(),
        number => format!("burning oil {number}"),
    }
}

crate::words! {
    /// Way in which a movement passes a fire on the ground (CTD-129).
    pub enum Passage {
        Clear = "clear" "avoids the fire",
        Crosses = "crosses" "crosses the fire",
        /// Ends in the fire.
        Enters = "enters" "ends in the fire",
        /// Starts in the fire and leaves it.
        Leaves = "leaves" "leaves the fire",
        /// Starts and ends in the fire.
        Stays = "stays" "stays in the fire",
    }
}

/// Passages of a movement through fires, by the numbers of the fires.
pub type Passages = BTreeMap<u32, Passage>;

/// Asks how a movement passes each fire.
pub fn ask(f: &mut Form<'_>, who: Id) -> Passages {
    let mut passages = Passages::new();
    for fire in &Fires::of(f.now).burning {
        let inside = fire.inside.contains(&who);
        let ways: &[Passage] = if inside {
            &[Passage::Leaves, Passage::Stays]
        } else {
            &[Passage::Clear, Passage::Crosses, Passage::Enters]
        };
        let tell = |way: &Passage| {
            let burns = matches!(way, Passage::Crosses | Passage::Enters);
            Choice::of(*way).hint(if burns { "1d6" } else { "" })
        };
        let (key, label) = (
            format!("fire-{}", fire.number),
            format!("the {}", fire.name),
        );
        f.hint(|| if inside { "1d6 on the way" } else { "" });
        let way = f.option_told(&key, &label, ways, ways[0], tell);
        passages.insert(fire.number, way);
    }
    passages
}

/// Moves through fires as filled in on the form. Each fire deals 1d6 once a round, recorded as provoked by the movement
/// (CTD-129).
pub fn pass(cx: &mut Resolver<'_>, who: Id, passages: &Passages) -> Step<()> {
    for (place, mut fire) in (0..).zip(Fires::of(cx.now()).burning.clone()) {
        match passages.get(&fire.number) {
            Some(Passage::Leaves) => fire.inside.retain(|id| *id != who),
            Some(Passage::Enters) if !fire.inside.contains(&who) => fire.inside.push(who),
            Some(Passage::Crosses | Passage::Enters) => {}
            Some(Passage::Clear | Passage::Stays) | None => continue,
        }
        let burned = fire.took.contains(&who);
        if !burned {
            fire.took.push(who);
        }
        Fires::change(cx, |fires| fires.burning[place].clone_from(&fire));
        if !burned {
            burn(cx, &fire, who, true)?;
        }
    }
    Ok(())
}

/// Runs the END step of fires: each fire burns combatants in it, once a round (CTD-129, T-10 step 2).
pub fn end_of_round(cx: &mut Resolver<'_>) -> Step<()> {
    for fire in Fires::of(cx.now()).burning.clone() {
        let mut inside = fire.inside.clone();
        inside.sort();
        for who in inside {
            if !fire.took.contains(&who) && !fighter(cx.now(), who).out() {
                burn(cx, &fire, who, false)?;
            }
        }
    }
    Ok(())
}

/// Puts out the fires in their last round, in the END step (CTD-130, T-10 step 6).
pub fn grow_older(cx: &mut Resolver<'_>, round: u32) {
    let mut fires = Fires::of(cx.now()).clone();
    for fire in fires.burning.extract_if(.., |fire| fire.last <= round) {
        let fire = fire.name.into();
        cx.act(None, Says::FireGoesOut { fire });
    }
    for fire in &mut fires.burning {
        fire.took.clear();
    }
    fires.put(cx);
}

fn burn(cx: &mut Resolver<'_>, fire: &Fire, who: Id, moving: bool) -> Step<()> {
    if fighter(cx.now(), who).fire_immune() {
        return Ok(());
    }
    let title = say!(cx.now(), "{} in the {}: damage", cx.name(who), fire.name);
    let what = Says::GroundFireRoll {
        fire: fire.name.clone().into(),
    };
    let roll = Roll::new("ground-fire-damage", who, what, Dice::d(6));
    let wound = Wound {
        amount: cx.roll(roll.title(title))?.total,
        provoked: moving,
        by: fire.by,
        cause: fire.name.clone(),
        ..Wound::default()
    };
    pending::add_wound(cx, who, wound);
    Ok(())
}
