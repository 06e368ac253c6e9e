//! States set by the GM: stunned, posture and cover, moved, size (SEC-14, SEC-69, SEC-74, SEC-79, SEC-135).

use crate::systems::prelude::*;
use crate::systems::seconds::combat::movement::{carried, out_of_sight};
use crate::systems::seconds::combat::time::stun;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::BEHIND;
use crate::systems::seconds::sheet::schema::{Cover, Ground, Posture, at};
use crate::systems::seconds::sheet::tables::Scales;
use crate::systems::seconds::state::fighter::fighter;

/// Stuns combatants for some seconds of their own turns (SEC-135).
pub fn stunned(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, seconds) = cx.form("stun", None, "Who is stunned?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        let who = f.pick("who", "who", there, 1, usize::MAX, Vec::new());
        let seconds = f.amount().number("seconds", "seconds", 1..=600, "s", 1);
        Ok((who, seconds))
    })?;
    for id in who {
        stun(cx, id, seconds)?;
    }
    Ok(())
}

/// Sets posture, cover, concealment and flight of several combatants (SEC-50, SEC-56, SEC-74, SEC-81).
pub fn stand(cx: &mut Resolver<'_>) -> Step<()> {
    let form = cx.form("stand", None, "Which posture and cover?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        let who = f.pick("who", "who", there, 1, usize::MAX, Vec::new());
        let first = who.first().map(|id| fighter(now, *id));
        let posture = first.map_or(Posture::Standing, |one| one.posture());
        let posture = f.option("posture", "posture", posture);
        let cover = first.map_or(Cover::None, |one| one.body.cover());
        let cover = f.option("cover", "cover", cover);
        let mut behind = Vec::new();
        let mut matters = false;
        if cover != Cover::None {
            let things = || there().filter(|id| fighter(now, *id).object());
            let had = who
                .first()
                .and_then(|id| now.links_from(BEHIND, *id).next());
            behind = f.pick("behind", "behind", things, 0, 1, had.into_iter().collect());
            let preset = first.is_some_and(|one| one.body.cover_matters());
            matters = f.toggle("matters", "cover can be hit", preset);
        }
        let flying = first.is_some_and(|one| one.body.flying());
        let flies = first.is_some_and(|one| one.body.fly_speed_m().is_some());
        let flying = flies && f.toggle("flying", "flying", flying);
        let ground = first.map_or(Ground::Even, |one| one.body.ground());
        let ground = f.option("ground", "ground", ground);
        Ok((who, posture, cover, behind, matters, (flying, ground)))
    })?;
    let (who, posture, cover, behind, matters, (flying, ground)) = form;
    for id in who {
        let was = fighter(cx.now(), id).posture();
        if was != posture {
            let said = Says::IsNow {
                who: id,
                posture,
                inside: None,
            };
            cx.act(id, said);
            cx.set(id, at::posture, posture);
        }
        if fighter(cx.now(), id).body.cover() != cover {
            let said = match cover {
                Cover::None => Says::HasNoCover { who: id },
                cover => Says::HasCover { who: id, cover },
            };
            cx.act(id, said);
            cx.set(id, at::cover, cover);
        }
        cx.set(id, at::cover_matters, matters);
        cx.set(id, at::flying, flying);
        if fighter(cx.now(), id).body.ground() != ground {
            cx.act(id, Says::IsOn { who: id, ground });
            cx.set(id, at::ground, ground);
        }
        cx.unlink_all(|link| link.kind == BEHIND && link.from == id);
        for thing in &behind {
            cx.link(BEHIND, id, *thing);
        }
    }
    out_of_sight(cx);
    Ok(())
}

/// Changes how far a combatant has moved: because of a throw, a ride or a fall, or less far than declared (SEC-69,
/// SEC-79).
pub fn moved(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, squares) = cx.form("moved", None, "Who is moved, and how far?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        let who = f.pick_one("who", "who", there, now.turn);
        let who = f.need(who, "choose a combatant by its letter")?;
        let least = -now.get(who).sheet.get(at::moved_squares);
        let squares = f.amount().number("squares", "squares", least..=9999, "", 1);
        Ok((who, squares))
    })?;
    let said = if squares < 0 {
        Says::MovedLess {
            who,
            squares: -squares,
        }
    } else {
        Says::IsMoved { who, squares }
    };
    cx.act(who, said);
    let far = squares * fighter(cx.now(), who).square();
    carried(cx, who, squares, far);
    Ok(())
}

/// Sets the scale of a combatant by size in metres: the highest scale whose square is not larger than the combatant
/// (SEC-14).
pub fn size(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, scale) = cx.form("size", None, "How large is the combatant?", |f| {
        let now = f.now;
        let there = || now.present();
        let who = f.pick_one("who", "who", there, now.turn);
        let who = f.need(who, "choose a combatant by its letter")?;
        let side = fighter(now, who).square() * 10 / 16;
        let size = f
            .amount()
            .decimal("size", "size", 10, 0..=20_000, "m", side);
        let fits = |(from, _, row): &(i64, i64, Scales<&Row>)| {
            (10 * row.side() <= 16 * size).then_some(*from)
        };
        let scale = Scales::all(now).filter_map(|row| fits(&row)).max();
        let least = Scales::all(now).map(|(from, ..)| from).min().unwrap_or(0);
        let scale = scale.unwrap_or(least);
        f.hint(|| "lower for long and thin shapes");
        let scale = f.number("scale", "scale", least..=10, "", scale);
        Ok((who, scale))
    })?;
    cx.act(who, Says::GetsSize { who });
    cx.change(who, at::scale, scale, Says::Scale {}, "");
    Ok(())
}
