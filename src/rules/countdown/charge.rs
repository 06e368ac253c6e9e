//! Charging (17.0.1.8).

use super::acting::{begin, draw, let_go, posture, target_field};
use super::action::Action;
use super::movement::{self, Going};
use super::schema::is;
use super::sheet::{aimed_at, fighter, targets};
use super::state::Slot;
use super::strike::{self, How, Strike};
use super::{attack, legal, reactions};
use crate::encounter::{Field, Id, Resolver, Step};

/// A charge (CTD-64 to CTD-68).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn charge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let most = fighter(cx.now(), who).pace() * 2;
    let title = format!("{} charges", cx.name(who));
    let set = cx.fields("charge", who, title, |now, set| {
        let lances = legal::lances(&fighter(now, who));
        let first = lances
            .iter()
            .find(|weapon| weapon.name() == plan.weapon)
            .or(lances.first())
            .cloned();
        let Some(first) = first else {
            return Vec::new();
        };
        let mut fields = Vec::new();
        if lances.len() > 1 {
            fields.push(Field::choice(
                "weapon",
                "with",
                reactions::choices(&lances),
                first.name(),
            ));
        }
        let weapon = lances
            .iter()
            .find(|weapon| weapon.name() == set.word("weapon"))
            .unwrap_or(&first);
        let (wanted, why) = aimed_at(now, who, plan.foe(now, who));
        fields.push(target_field(targets(now, who), wanted).hint(why));
        let target = set.one("target").or(wanted);
        fields.push(
            Field::number("distance", "distance", 0, 10_000, most.clamp(10, 30))
                .unit("ft")
                .hint(format!("10 to {most}")),
        );
        fields.push(Field::toggle(
            "straight",
            "path straight and fairly clear",
            true,
        ));
        fields.push(Field::toggle("sight", "in sight at the start", true));
        fields.extend(strike::fields(now, who, weapon, target, How::Charge, set));
        fields.extend(movement::leaving_field(now, who, target));
        fields.extend(super::fire::fields(now, who));
        fields
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("there is nobody to charge");
    };
    let distance = set.int("distance");
    if !set.flag("straight") {
        return cx.refuse("a charge needs a straight and fairly clear path");
    }
    if !set.flag("sight") {
        return cx.refuse("a charge needs the target in sight at its start");
    }
    if distance < 10 {
        return cx.refuse(format!(
            "{distance} feet are too short for a charge: at least 10"
        ));
    }
    if distance > most {
        return cx.refuse(format!(
            "{distance} feet are too far for a charge: at most {most}"
        ));
    }
    let lances = legal::lances(&fighter(cx.now(), who));
    let wanted = match set.word("weapon") {
        "" => plan.weapon.as_str(),
        name => name,
    };
    let Some(weapon) = lances
        .iter()
        .find(|weapon| weapon.name() == wanted)
        .or(lances.first())
        .cloned()
    else {
        return cx.refuse("has no weapon fit for charging");
    };
    let strike = Strike {
        by: who,
        target,
        weapon,
        how: How::Charge,
        set: set.clone(),
    };
    begin(cx, who, Action::Charge, Some(target), strike.weapon.name());
    let text = format!(
        "{} charges {} over {distance} feet with {}.",
        cx.name(who),
        cx.name(target),
        strike.weapon.name()
    );
    cx.act(who, &[target], text);
    let_go(cx, who);
    draw(cx, who, &strike.weapon);
    posture(cx, who, is::CHARGED);
    strike.preview(cx);
    let replies = reactions::ask_replies(cx, who, &[target], Some(target))?;
    Slot::change(cx, who, |slot| slot.ran = true);
    let going = movement::depart(cx, who, distance, set.who("turning"), &set)?;
    Slot::change(cx, who, |slot| slot.rooted = true);
    if going != Going::On {
        return Ok(());
    }
    attack::make(cx, &strike, who, 0)?;
    reactions::give_replies(cx, &replies)
}
