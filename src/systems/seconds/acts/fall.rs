//! Falls and collisions by GM ruling (SEC-154 to SEC-158).

use crate::systems::prelude::*;
use crate::systems::seconds::combat::falling::{self, Collision, Fall};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::tables::Surfaces;
use crate::systems::seconds::state::fighter::fighter;

/// Asks for the combatants who fall or collide.
fn bodies(f: &mut Form<'_>, key: &str, label: &str, least: usize, preset: Vec<Id>) -> Vec<Id> {
    let now = f.now;
    let there = || now.present().filter(|id| !fighter(now, *id).out());
    f.pick(key, label, there, least, usize::MAX, preset)
}

/// Makes combatants fall (SEC-154, SEC-155).
pub fn fall(cx: &mut Resolver<'_>) -> Step<()> {
    let (ids, fall) = cx.form("fall", None, "Who falls, and how far?", |f| {
        let now = f.now;
        let ids = bodies(f, "targets", "who", 1, now.turn.into_iter().collect());
        let height = f
            .amount()
            .decimal("height", "height", 10, 1..=100_000, "m", 50);
        let all: Vec<(String, i64, String)> = Surfaces::all(now)
            .map(|(place, _, row)| (row.key().to_owned(), place, row.label().to_owned()))
            .collect();
        let tell = |one: &(String, i64, String)| Choice::new(&one.0, &one.2);
        let surface = f.choice("surface", "lands on", &all, 0, |one| &one.0, tell);
        let grab = f.toggle("grab", "something to grab", false);
        let tucks = ids.iter().any(|id| fighter(now, *id).mind.tuck_and_roll());
        let tucked = if tucks {
            f.number("tucked", "Tuck and Roll", 0..=99, "", 0)
        } else {
            0
        };
        let fall = Fall {
            height,
            surface: surface.map_or(0, |(_, place, _)| place),
            grab,
            tucked,
        };
        Ok((ids, fall))
    })?;
    cx.act(None, Says::Fall { who: ids.clone() });
    for id in ids {
        let tucked = if fighter(cx.now(), id).mind.tuck_and_roll() {
            fall.tucked
        } else {
            0
        };
        falling::fall(
            cx,
            id,
            &Fall {
                tucked,
                ..fall.clone()
            },
        )?;
    }
    Ok(())
}

/// Makes combatants collide, or makes one fall on another (SEC-156 to SEC-158).
pub fn collide(cx: &mut Resolver<'_>) -> Step<()> {
    let collision = cx.form("collide", None, "Who collides?", |f| {
        let all = bodies(f, "targets", "who", 1, Vec::new());
        let speed = f
            .amount()
            .hint(|| "speed of the fastest combatant; at most 60 after a fall")
            .decimal("pace", "speed", 10, 0..=100_000, "m/s", 100);
        let now = f.now;
        let crushed = || all.iter().copied();
        f.others("is not in the collision");
        let crushed = f.pick("crushed", "crushed", crushed, 0, usize::MAX, Vec::new());
        f.refuse_if((all.len() < 2 && crushed.is_empty()).then(|| {
            format!(
                "choose two combatants, or choose {} as crushed",
                now.names(&all)
            )
        }))?;
        Ok(Collision {
            all,
            speed,
            crushed,
        })
    })?;
    let who = collision.all.clone();
    cx.act(None, Says::Collide { who });
    falling::collide(cx, &collision)
}
