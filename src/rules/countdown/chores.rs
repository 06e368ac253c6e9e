//! Reloading, flames, dropped weapons, the unconscious, and feats (17.0.1.5, 17.0.9, 17.0.10, 17.0.16).

use super::acting::{begin, let_go, movement_form, target_field};
use super::action::Action;
use super::movement::{self, Going};
use super::schema::{at, at_attack};
use super::sheet::fighter;
use super::state::{REVIVED, Slot};
use super::weapon::{State, Weapon};
use super::{legal, reactions, wounds};
use crate::encounter::{Choice, Condition, Field, Id, Resolver, Step};

/// One round of reloading (CTD-111); it counts at the end of the round.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let weapons = legal::unloaded(&fighter(cx.now(), who));
    let Some(first) = weapons.first() else {
        return cx.refuse("nothing to reload");
    };
    let mut weapon = first.clone();
    if weapons.len() > 1 {
        let title = format!("{} reloads", cx.name(who));
        let name = cx.choose(
            "reload",
            who,
            title,
            reactions::choices(&weapons),
            first.name(),
        )?;
        if let Some(chosen) = weapons.iter().find(|weapon| weapon.name() == name) {
            weapon = chosen.clone();
        }
    }
    begin(cx, who, Action::Reload, None, "");
    let_go(cx, who);
    let text = format!("{} reloads the {} all round.", cx.name(who), weapon.name());
    cx.act(who, &[], text);
    Slot::change(cx, who, |slot| {
        slot.rooted = true;
        slot.reloading = weapon.place;
    });
    Ok(())
}

/// The whole round on the flames (CTD-123); it counts at the end of the round.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn extinguish(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} fights the flames", cx.name(who));
    let fitting = cx.form("extinguish", who, title, |f| {
        f.hint(|| "rolling, smothering; plain water does not help");
        Ok(f.toggle("fitting", "with a fitting method", true))
    })?;
    begin(cx, who, Action::Extinguish, None, "");
    let how = if fitting {
        ""
    } else {
        ", with nothing that helps"
    };
    let text = format!("{} fights the flames all round{how}.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    Slot::change(cx, who, |slot| {
        slot.rooted = true;
        slot.extinguishing = fitting;
    });
    Ok(())
}

/// A dropped weapon is taken up (CTD-89).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn retrieve(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} takes up a weapon", cx.name(who));
    let set = movement_form(cx, "retrieve", who, title, |now, _| {
        let weapons = legal::dropped(&fighter(now, who));
        match weapons.first() {
            Some(first) => {
                vec![Field::choice(
                    "weapon",
                    "which",
                    reactions::choices(&weapons),
                    first.name(),
                )]
            }
            None => Vec::new(),
        }
    })?;
    let weapons = legal::dropped(&fighter(cx.now(), who));
    let Some(weapon) = weapons
        .iter()
        .find(|weapon| weapon.name() == set.word("weapon"))
        .cloned()
    else {
        return cx.refuse("nothing of its own lies on the ground");
    };
    begin(cx, who, Action::Retrieve, None, "");
    let text = format!("{} takes up the {}.", cx.name(who), weapon.name());
    cx.act(who, &[], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? != Going::On {
        return Ok(());
    }
    pick_up(cx, who, &weapon);
    movement::after(cx, who, &set)
}

/// A weapon is back in the hand.
pub fn pick_up(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    weapon.set(cx, who, at_attack::state, State::Ready);
    weapon.set(cx, who, at_attack::recover_round, None);
    let one = fighter(cx.now(), who);
    let empty = one
        .primary_weapon()
        .is_none_or(|primary| primary.state() != State::Ready && primary.name() != weapon.name());
    if empty {
        cx.set(who, at::primary, Some(weapon.name().into()));
    }
}

/// Somebody is brought round (CTD-154); it comes to at the end of the count.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn revive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} revives somebody", cx.name(who));
    let set = movement_form(cx, "revive", who, title, |now, _| {
        let list = legal::revivable(now, who);
        let first = list
            .iter()
            .copied()
            .find(|id| now.allied(*id, who))
            .or(list.first().copied());
        vec![target_field(list, first)]
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("nobody can be revived yet");
    };
    begin(cx, who, Action::Revive, Some(target), "");
    let text = format!("{} brings {} round.", cx.name(who), cx.name(target));
    cx.act(who, &[target], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? == Going::Stopped {
        return Ok(());
    }
    wounds::book_condition(cx, target, Condition::new(REVIVED).by(who), false);
    movement::after(cx, who, &set)
}

/// Anything else, with a DC check if the GM wants one (CTD-24).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn feat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} does something else", cx.name(who));
    let set = movement_form(cx, "feat", who, title, |now, set| {
        let one = fighter(now, who);
        let mut fields = vec![
            Field::text("what", "what", "a feat"),
            Field::choice(
                "check",
                "check",
                vec![
                    Choice::new("none", "none"),
                    Choice::new("STR", "STR").hint(format!("{:+}", one.str_mod())),
                    Choice::new("DEX", "DEX").hint(format!("{:+}", one.dex_mod())),
                    Choice::new("other", "another ability"),
                ],
                "none",
            ),
        ];
        if set.word("check") == "other" {
            fields.push(Field::number("modifier", "modifier", -10, 10, 0));
        }
        if !matches!(set.word("check"), "" | "none") {
            fields.push(Field::number("dc", "DC", 1, 60, 15));
        }
        fields
    })?;
    begin(cx, who, Action::Feat, None, "");
    let what = set.word("what").trim().to_owned();
    let text = format!("{}: {}.", cx.name(who), what.trim_end_matches('.'));
    cx.act(who, &[], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? == Going::Stopped {
        return Ok(());
    }
    let one = fighter(cx.now(), who);
    let ability = match set.word("check") {
        "STR" => Some(("STR", one.str_mod())),
        "DEX" => Some(("DEX", one.dex_mod())),
        "other" => Some(("ability", set.int("modifier"))),
        _ => None,
    };
    if let Some(ability) = ability {
        wounds::check(cx, who, "feat-check", ability, set.int("dc"), &what)?;
    }
    movement::after(cx, who, &set)
}
