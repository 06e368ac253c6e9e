//! Who is near whom and who stands in which fire, as the GM says between two actions.

use crate::act;
use crate::encounter::{Resolver, Step};
use crate::note;

use crate::rules::countdown::combat::fire::present;
use crate::rules::countdown::state::bonds::{ENGAGED, part};
use crate::rules::countdown::state::{Fires, fighter};

/// The GM closes or opens the distance between two (CTD-50).
pub fn engage(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Who is within 5 feet of whom?";
    let (who, with) = cx.form("engage", None, title, |f| {
        let now = f.now;
        let all = || now.present().filter(|id| fighter(now, *id).up());
        let who = f.pick_one("who", "who", all, all().next());
        let who = f.need(who, "name somebody")?;
        let foes = || all().filter(|id| !now.allied(who, *id));
        let near = fighter(now, who).engaged();
        let with = f.pick("with", "engaged with", foes, 0, foes().count(), near);
        Ok((who, with))
    })?;
    act!(
        cx,
        None,
        &[who],
        "{} is engaged with {}.",
        cx.name(who),
        cx.now().names(&with)
    );
    let before = fighter(cx.now(), who).engaged();
    for other in before.iter().filter(|id| !with.contains(id)) {
        part(cx, who, *other);
    }
    for other in with {
        cx.link(ENGAGED, who.min(other), who.max(other));
    }
    Ok(())
}

/// The GM says who stands in which fire, or that one is out.
pub fn fires(cx: &mut Resolver<'_>) -> Step<()> {
    let burning = cx.form("fires", None, "Fires on the ground", |f| {
        let now = f.now;
        let all = present(now);
        let mut burning = Vec::new();
        for mut fire in Fires::of(now).burning.clone() {
            fire.inside.retain(|id| all.contains(id));
            let (key, label) = (
                format!("inside-{}", fire.number),
                format!("in the {}", fire.name),
            );
            fire.inside = f.pick(&key, &label, || all.clone(), 0, all.len(), fire.inside);
            let (key, label) = (
                format!("out-{}", fire.number),
                format!("the {} is out", fire.name),
            );
            let out = f.toggle(&key, &label, false);
            burning.push((fire, out));
        }
        Ok(burning)
    })?;
    cx.act(None, &[], "The GM says who stands in the flames.");
    let mut left = Vec::new();
    for (fire, out) in burning {
        if out {
            note!(cx, &[], "The {} is out.", fire.name);
            continue;
        }
        note!(
            cx,
            &fire.inside,
            "In the {}: {}.",
            fire.name,
            cx.now().names(&fire.inside)
        );
        left.push(fire);
    }
    Fires { burning: left }.put(cx);
    Ok(())
}
