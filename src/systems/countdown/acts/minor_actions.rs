//! Reloading, flames, dropped weapons, the unconscious, feats, and nothing at all (17.0.1.5, 17.0.9, 17.0.10, 17.0.16).

use crate::encounter::Condition;
use crate::resolver::{Choice, Form, Resolver, Step, act, say};
use crate::values::{Id, Words as _};

use super::acting::{ask, begin, let_go, use_action};
use crate::systems::countdown::combat::{Outcome, checks, gear, legal, movement, pending, targets};
use crate::systems::countdown::sheet::Weapon;
use crate::systems::countdown::state::pending::REVIVED;
use crate::systems::countdown::state::{Maneuver, RoundState, fighter};

/// One round of reloading (CTD-111); it counts at the end of the round.
pub fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let weapons = gear::unloaded(&fighter(cx.now(), who));
    let weapon = match weapons.as_slice() {
        [only] => only.clone(),
        several => ask(cx, who, Maneuver::Reload, |f| {
            let weapon = Weapon::ask(f, several, 0);
            f.need(weapon, "nothing to reload")
        })?,
    };
    let says = say!(cx.now(), "reloads the {} all round.", weapon.name());
    begin(cx, who, Maneuver::Reload, None, &says);
    RoundState::change(cx, who, |its| {
        its.rooted = true;
        its.reloading = weapon.place;
    });
    Ok(())
}

/// The whole round on the flames (CTD-123); it counts at the end of the round.
pub fn extinguish(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} fights the flames", cx.name(who));
    let fitting = cx.form("extinguish", who, title, |f| {
        f.hint(|| "rolling, smothering; plain water does not help");
        Ok(f.toggle("fitting", "with a fitting method", true))
    })?;
    let says = match fitting {
        true => "fights the flames all round.",
        false => "fights the flames all round, with nothing that helps.",
    };
    begin(cx, who, Maneuver::Extinguish, None, says);
    RoundState::change(cx, who, |its| {
        its.rooted = true;
        its.extinguishing = fitting;
    });
    Ok(())
}

/// A dropped weapon is taken up (CTD-89).
pub fn retrieve(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (weapon, way) = ask(cx, who, Maneuver::Retrieve, |f| {
        let all = gear::dropped(&fighter(f.now, who));
        let weapon = f.one_of("weapon", "which", &all, 0, |one| one.name(), Weapon::choice);
        let way = movement::ask_way(f, who)?;
        let nothing = "nothing of its own lies on the ground";
        Ok((f.need(weapon, nothing)?, way))
    })?;
    let says = say!(cx.now(), "takes up the {}.", weapon.name());
    begin(cx, who, Maneuver::Retrieve, None, &says);
    if movement::before(cx, who, &way)? != Outcome::Done {
        return Ok(());
    }
    gear::pick_up(cx, who, &weapon);
    movement::after(cx, who, &way)
}

/// Somebody is brought round (CTD-154); it comes to at the end of the count.
pub fn revive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} revives somebody", cx.name(who));
    let plan = fighter(cx.now(), who).planned();
    let declared = plan.target.filter(|_| plan.action == Maneuver::Revive);
    let (target, way) = cx.form("revive", who, title, |f| {
        let list = legal::revivable(f.now, who);
        let meant = declared.filter(|id| list.contains(id));
        let target = targets::ask_target(f, &list, meant.or(list.first().copied()));
        let way = movement::ask_way(f, who)?;
        Ok((f.need(target, "nobody can be revived yet")?, way))
    })?;
    let says = say!(cx.now(), "brings {} round.", cx.name(target));
    begin(cx, who, Maneuver::Revive, Some(target), &says);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    pending::add_condition(cx, target, Condition::new(REVIVED).by(who), false);
    movement::after(cx, who, &way)
}

crate::words! {
    /// What a feat is checked against.
    enum Check {
        /// Nothing.
        None = "none",
        /// Strength.
        Str = "STR",
        /// Dexterity.
        Dex = "DEX",
        /// Something that is not on the sheet.
        Other = "other" "another ability",
    }
}

/// The rows of a check, if the GM wants one: an ability with its modifier, and the DC.
fn ask_check(f: &mut Form<'_>, who: Id) -> Option<((&'static str, i64), i64)> {
    let one = fighter(f.now, who);
    let tell = |check: &Check| {
        Choice::of(*check).hint(match check {
            Check::Str => format!("{:+}", one.str_mod()),
            Check::Dex => format!("{:+}", one.dex_mod()),
            Check::None | Check::Other => String::new(),
        })
    };
    let ability = match f.option_told("check", "check", Check::ALL, Check::None, tell) {
        Check::None => return None,
        Check::Str => ("STR", one.str_mod()),
        Check::Dex => ("DEX", one.dex_mod()),
        Check::Other => ("ability", f.number("ability", "modifier", -10..=10, "", 0)),
    };
    Some((ability, f.number("dc", "DC", 1..=60, "", 15)))
}

/// Anything else, with a DC check if the GM wants one (CTD-24).
pub fn feat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (what, check, way) = ask(cx, who, Maneuver::Feat, |f| {
        let what = f.text("what", "what", "a feat").trim().to_owned();
        Ok((what, ask_check(f, who), movement::ask_way(f, who)?))
    })?;
    use_action(cx, who, Maneuver::Feat, None, "");
    let (name, said) = (cx.name(who), what.trim_end_matches('.'));
    act!(cx, who, &[], "{name}: {said}.");
    let_go(cx, who);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    if let Some((ability, dc)) = check {
        checks::check(cx, who, "feat-check", ability, dc, &what)?;
    }
    movement::after(cx, who, &way)
}

/// Nothing is done on its number (CTD-23).
pub fn pass(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    begin(cx, who, Maneuver::Pass, None, "passes.");
    Ok(())
}
