//! Reloading, flames, dropped weapons, the unconscious, feats, and nothing at all (17.0.1.5, 17.0.9, 17.0.10, 17.0.16).

use crate::act;
use crate::encounter::{Choice, Condition, Filled, Form, Id, Resolver, Step, Words as _};
use crate::say;

use crate::rules::countdown::combat::acting::{let_go, use_action};
use crate::rules::countdown::combat::gear::{self, pick_up};
use crate::rules::countdown::combat::movement::{self, ask_way};
use crate::rules::countdown::combat::targets::ask_target;
use crate::rules::countdown::combat::{Movement, Outcome, checks, legal, pending};
use crate::rules::countdown::sheet::Weapon;
use crate::rules::countdown::state::pending::REVIVED;
use crate::rules::countdown::state::{Maneuver, RoundState, fighter};

/// One round of reloading (CTD-111); it counts at the end of the round.
pub fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let weapons = gear::unloaded(&fighter(cx.now(), who));
    let weapon = match weapons.as_slice() {
        [] => return cx.refuse("nothing to reload"),
        [only] => only.clone(),
        several => {
            let title = say!(cx.now(), "{} reloads", cx.name(who));
            cx.form("reload", who, title, |f| {
                let weapon = Weapon::ask(f, several, 0);
                f.need(weapon, "nothing to reload")
            })?
        }
    };
    use_action(cx, who, Maneuver::Reload, None, "");
    let_go(cx, who);
    act!(
        cx,
        who,
        &[],
        "{} reloads the {} all round.",
        cx.name(who),
        weapon.name()
    );
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
    use_action(cx, who, Maneuver::Extinguish, None, "");
    let how = if fitting {
        ""
    } else {
        ", with nothing that helps"
    };
    act!(
        cx,
        who,
        &[],
        "{} fights the flames all round{how}.",
        cx.name(who)
    );
    let_go(cx, who);
    RoundState::change(cx, who, |its| {
        its.rooted = true;
        its.extinguishing = fitting;
    });
    Ok(())
}

/// A dropped weapon is taken up (CTD-89).
pub fn retrieve(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} takes up a weapon", cx.name(who));
    let (weapon, way) = cx.form("retrieve", who, title, |f| {
        let all = gear::dropped(&fighter(f.now, who));
        let weapon = f.one_of("weapon", "which", &all, 0, |one| one.name(), Weapon::choice);
        let way = ask_way(f, who)?;
        let nothing = "nothing of its own lies on the ground";
        Ok((f.need(weapon, nothing)?, way))
    })?;
    use_action(cx, who, Maneuver::Retrieve, None, "");
    act!(
        cx,
        who,
        &[],
        "{} takes up the {}.",
        cx.name(who),
        weapon.name()
    );
    let_go(cx, who);
    if movement::before(cx, who, &way)? != Outcome::Done {
        return Ok(());
    }
    pick_up(cx, who, &weapon);
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
        let target = ask_target(f, &list, meant.or(list.first().copied()));
        let way = ask_way(f, who)?;
        Ok((f.need(target, "nobody can be revived yet")?, way))
    })?;
    use_action(cx, who, Maneuver::Revive, Some(target), "");
    act!(
        cx,
        who,
        &[target],
        "{} brings {} round.",
        cx.name(who),
        cx.name(target)
    );
    let_go(cx, who);
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

/// A feat, as its form gives it.
struct Feat {
    what: String,
    /// The ability with its modifier, and the DC.
    check: Option<((&'static str, i64), i64)>,
    way: Movement,
}

fn ask_feat(f: &mut Form<'_>, who: Id) -> Filled<Feat> {
    let one = fighter(f.now, who);
    let what = f.text("what", "what", "a feat").trim().to_owned();
    let tell = |check: &Check| {
        Choice::of(*check).hint(match check {
            Check::Str => format!("{:+}", one.str_mod()),
            Check::Dex => format!("{:+}", one.dex_mod()),
            Check::None | Check::Other => String::new(),
        })
    };
    let ability = match f.option_told("check", "check", Check::ALL, Check::None, tell) {
        Check::None => None,
        Check::Str => Some(("STR", one.str_mod())),
        Check::Dex => Some(("DEX", one.dex_mod())),
        Check::Other => Some(("ability", f.number("ability", "modifier", -10..=10, "", 0))),
    };
    Ok(Feat {
        what,
        check: ability.map(|ability| (ability, f.number("dc", "DC", 1..=60, "", 15))),
        way: ask_way(f, who)?,
    })
}

/// Anything else, with a DC check if the GM wants one (CTD-24).
pub fn feat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} does something else", cx.name(who));
    let Feat { what, check, way } = cx.form("feat", who, title, |f| ask_feat(f, who))?;
    use_action(cx, who, Maneuver::Feat, None, "");
    act!(
        cx,
        who,
        &[],
        "{}: {}.",
        cx.name(who),
        what.trim_end_matches('.')
    );
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
    use_action(cx, who, Maneuver::Pass, None, "");
    act!(cx, who, &[], "{} passes.", cx.name(who));
    let_go(cx, who);
    Ok(())
}
