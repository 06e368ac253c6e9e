//! Attacks out of turn: parting shots, free attacks, braced weapons, long reach (17.0.1.6, 17.0.1.9, 17.0.2, 17.0.4).

use super::action::Action;
use super::schema::{DeclarationPolicy, Options, at, is};
use super::sheet::{Fighter, engaged, fighter};
use super::state::{Cycle, Hold, Slot};
use super::strike::{self, How, Strike};
use super::weapon::{Kind, Weapon};
use super::{attack, movement};
use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Step};

/// Asks whether a reaction is taken and how. With no weapon nothing is asked.
fn offer(
    cx: &mut Resolver<'_>,
    key: &str,
    by: Id,
    target: Id,
    weapons: &[Weapon],
    how: How,
    title: String,
) -> Step<Option<Strike>> {
    let Some(first) = weapons.first() else {
        return Ok(None);
    };
    let chosen = |set: &Record| {
        weapons
            .iter()
            .find(|weapon| weapon.name() == set.word("weapon"))
            .unwrap_or(first)
            .clone()
    };
    let set = cx.fields(key, by, title, |now, set| {
        let mut fields = vec![Field::toggle("take", "takes it", true)];
        if set.has("take") && !set.flag("take") {
            return fields;
        }
        if weapons.len() > 1 {
            fields.push(Field::choice(
                "weapon",
                "with",
                choices(weapons),
                first.name(),
            ));
        }
        fields.extend(strike::fields(
            now,
            by,
            &chosen(set),
            Some(target),
            how,
            set,
        ));
        fields
    })?;
    if !set.flag("take") {
        return Ok(None);
    }
    let strike = Strike {
        by,
        target,
        weapon: chosen(&set),
        how,
        set,
    };
    if strike.out_of_range(cx.now()) {
        return cx.refuse("beyond long range: it cannot be hit");
    }
    strike.preview(cx);
    Ok(Some(strike))
}

/// Weapons as options.
pub fn choices(weapons: &[Weapon]) -> Vec<Choice> {
    weapons
        .iter()
        .map(|weapon| Choice::new(weapon.name(), weapon.name()).hint(weapon.hint()))
        .collect()
}

/// Whether a held combatant may use this weapon against somebody: hand to hand only at its holder (CTD-172).
pub fn within_hold(one: &Fighter<'_>, weapon: &Weapon, target: Id) -> bool {
    !weapon.melee() || one.held_by().is_none_or(|holder| holder == target)
}

/// Turning the back on engaged opponents: each may take one parting shot, in roster order, all of them simultaneous
/// (CTD-52 to CTD-57). What came of it, [`super::wounds::stopped`] says.
///
/// # Errors
/// [`crate::encounter::Stop`] until all dice are there.
pub fn parting_shots(cx: &mut Resolver<'_>, mover: Id, left: &[Id]) -> Step<()> {
    let mut left = left.to_vec();
    left.sort();
    for by in left {
        let one = fighter(cx.now(), by);
        if one.cannot_react().is_some() {
            continue;
        }
        let weapons: Vec<Weapon> = one
            .in_hand()
            .into_iter()
            .filter(|weapon| {
                !matches!(weapon.kind(), Kind::Brawl | Kind::Grenade)
                    && weapon.unusable().is_none()
                    && within_hold(&one, weapon, mover)
            })
            .collect();
        let title = format!(
            "{} turns its back on {}: parting shot?",
            cx.name(mover),
            one.name()
        );
        if let Some(strike) = offer(cx, "parting", by, mover, &weapons, How::Parting, title)? {
            attack::make(cx, &strike, mover, 0)?;
        }
    }
    Ok(())
}

/// After a sloppy blow its target may attack the fumbler at once (CTD-99 to CTD-101).
///
/// # Errors
/// [`crate::encounter::Stop`] until all dice are there.
pub fn free_attack(cx: &mut Resolver<'_>, fumbled: &Strike, actor: Id, links: u32) -> Step<()> {
    let (by, target) = (fumbled.target, fumbled.by);
    let one = fighter(cx.now(), by);
    if let Some(why) = one.cannot_react() {
        let text = format!("{} {why}: no free attack.", one.name());
        cx.note(&[by], text);
        return Ok(());
    }
    let near = fumbled.weapon.melee() || engaged(cx.now(), by, target);
    let mut weapons: Vec<Weapon> = one
        .in_hand()
        .into_iter()
        .filter(|weapon| {
            let reaches = if near {
                weapon.melee()
            } else {
                weapon.kind() == Kind::Missile
            };
            reaches && weapon.unusable().is_none()
        })
        .collect();
    if near {
        weapons.push(Weapon::punch());
        weapons.push(Weapon::kick());
    }
    weapons.retain(|weapon| within_hold(&one, weapon, target));
    if weapons.is_empty() {
        let text = format!("{} has nothing that reaches: no free attack.", one.name());
        cx.note(&[by], text);
        return Ok(());
    }
    let title = format!(
        "{} left an opening: free attack by {}?",
        cx.name(target),
        one.name()
    );
    if let Some(strike) = offer(cx, "free", by, target, &weapons, How::Free, title)? {
        attack::make(cx, &strike, actor, links + 1)?;
    }
    Ok(())
}

/// An answer to somebody who closes in, announced and not yet rolled.
pub struct Reply {
    strike: Strike,
    after: Record,
}

/// The weapons with which somebody can answer, braced or by reach (CTD-69, CTD-73).
fn answers(now: &Encounter, by: Id, closer: Id, charge: bool) -> (Vec<Weapon>, Vec<Weapon>) {
    let one = fighter(now, by);
    let Some(plan) = one.plan() else {
        return (Vec::new(), Vec::new());
    };
    let binding = Options(&now.options).declaration_policy() == DeclarationPolicy::Binding;
    let bound = binding && !matches!(plan.action, Action::Attack | Action::Hold);
    if one.cannot_react().is_some() || one.acted() || plan.action == Action::Dodge || bound {
        return (Vec::new(), Vec::new());
    }
    let hands: Vec<Weapon> = one
        .in_hand()
        .into_iter()
        .filter(|weapon| weapon.melee() && within_hold(&one, weapon, closer))
        .collect();
    let quick = one.initiative() >= fighter(now, closer).initiative();
    let braced = hands
        .iter()
        .filter(|weapon| charge && quick && weapon.can_set())
        .cloned()
        .collect();
    let reach = hands
        .into_iter()
        .filter(|weapon| weapon.is_reach())
        .collect();
    (braced, reach)
}

/// Asks those who are closed with whether they brace or answer by reach, in roster order (CTD-31, CTD-69, CTD-73).
///
/// # Errors
/// [`crate::encounter::Stop`] until the forms are filled.
pub fn ask_replies(
    cx: &mut Resolver<'_>,
    closer: Id,
    with: &[Id],
    charge_at: Option<Id>,
) -> Step<Vec<Reply>> {
    let mut with = with.to_vec();
    with.sort();
    let mut replies = Vec::new();
    for by in with {
        let charge = charge_at == Some(by);
        let (braced, reach) = answers(cx.now(), by, closer, charge);
        if braced.is_empty() && reach.is_empty() {
            continue;
        }
        let pool = |set: &Record| {
            if set.word("reply") == "brace" {
                braced.clone()
            } else {
                reach.clone()
            }
        };
        let chosen = |set: &Record| {
            let pool = pool(set);
            pool.iter()
                .find(|weapon| weapon.name() == set.word("weapon"))
                .or(pool.first())
                .cloned()
        };
        let title = if charge {
            format!(
                "{} charges {}: how does it answer?",
                cx.name(closer),
                cx.name(by)
            )
        } else {
            format!(
                "{} closes with {}: answer by reach?",
                cx.name(closer),
                cx.name(by)
            )
        };
        let set = cx.fields("reply", by, title, |now, set| {
            let mut options = Vec::new();
            if !braced.is_empty() {
                options.push(
                    Choice::new("brace", "braces the weapon").hint("double damage, its whole turn"),
                );
            }
            if !reach.is_empty() {
                options.push(Choice::new("reach", "strikes by reach").hint("its action"));
            }
            options.push(Choice::new("none", "does not"));
            let preset = options[0].key.clone();
            let mut fields = vec![Field::choice("reply", "answer", options, &preset)];
            let set = if set.has("reply") {
                set.clone()
            } else {
                set.clone().with("reply", preset)
            };
            let Some(weapon) = chosen(&set).filter(|_| set.word("reply") != "none") else {
                return fields;
            };
            let pool = pool(&set);
            if pool.len() > 1 {
                fields.push(Field::choice(
                    "weapon",
                    "with",
                    choices(&pool),
                    pool[0].name(),
                ));
            }
            let how = how_of(&set);
            fields.extend(strike::fields(now, by, &weapon, Some(closer), how, &set));
            if how == How::Answer {
                fields.extend(movement::after_fields(now, by, &set, Some(closer)));
            }
            fields
        })?;
        let Some(weapon) = chosen(&set).filter(|_| set.word("reply") != "none") else {
            continue;
        };
        let strike = Strike {
            by,
            target: closer,
            weapon,
            how: how_of(&set),
            set: set.clone(),
        };
        strike.preview(cx);
        replies.push(Reply { strike, after: set });
    }
    Ok(replies)
}

fn how_of(set: &Record) -> How {
    if set.word("reply") == "brace" {
        How::Braced
    } else {
        How::Answer
    }
}

/// The answers are rolled, right after the dice of the action they answer (CTD-31, CTD-70, CTD-73). They are the
/// whole turn of those who give them (CTD-181).
///
/// # Errors
/// [`crate::encounter::Stop`] until all dice are there.
pub fn give_replies(cx: &mut Resolver<'_>, replies: &[Reply]) -> Step<()> {
    let index = Cycle::of(cx.now()).index;
    for reply in replies {
        let strike = &reply.strike;
        let braced = strike.how == How::Braced;
        cx.set(strike.by, at::acted, true);
        Slot::change(cx, strike.by, |slot| {
            slot.acted_on = Some(index);
            slot.hold = Hold::None;
            slot.rooted |= braced;
        });
        let (by, target, weapon) = (
            cx.name(strike.by),
            cx.name(strike.target),
            strike.weapon.name(),
        );
        let text = if braced {
            format!("{by} meets {target} with the braced {weapon}.")
        } else {
            format!("{by} answers {target} by reach with the {weapon}.")
        };
        cx.act(strike.by, &[strike.target], text);
        attack::make(cx, strike, strike.by, 0)?;
        if !braced {
            movement::after(cx, strike.by, &reply.after)?;
        }
    }
    Ok(())
}

/// Whether a reaction has knocked the mover down, which ends its movement (CTD-37).
pub fn floored(now: &Encounter, mover: Id) -> bool {
    fighter(now, mover).booked().provoked(is::PRONE)
}
