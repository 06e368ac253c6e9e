//! Grabbing and holding combatants (17.0.18).

use super::acting::{ask_at, begin, use_action};
use crate::systems::countdown::combat::{
    Assault, Circumstances, Purpose, Strike, attack, damage, fumble, legal, pending, wounds,
};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::tables::{Build, Damage};
use crate::systems::countdown::sheet::{Fist, GrappleTie, Modified, Options, Weapon, is, modified};
use crate::systems::countdown::state::{Maneuver, Pending, RoundState, fighter};
use crate::systems::prelude::*;

/// Makes a touch attack, immediately followed by a grapple check (CTD-162 to CTD-164).
pub fn grab(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let assault = ask_at(cx, who, Maneuver::Grab, |f, plan| {
        Assault::ask(f, who, Weapon::grab(), Purpose::Grab, plan)
    })?;
    let (strike, target) = (&assault.strike, assault.strike.target);
    let said = Says::GrabsAt { by: who, target };
    begin(cx, who, Maneuver::Grab, Some(target), said);
    assault.play(cx, |cx| {
        if !touch(cx, strike)? || pending::stopped(cx.now(), who) {
            return Ok(());
        }
        if contest(cx, who, target)? {
            Pending::change(cx, who, |pending| pending.grabs = Some(target));
            // The grabber is in the target's space, even if the target has moved (CTD-163).
            attack::close_with(cx, who, target);
            cx.note(Says::IsGrabbed { who: target });
        } else {
            cx.note(Says::SlipsFree { who: target });
        }
        Ok(())
    })
}

/// Rolls the touch attack of a grapple. A natural 20 hits without a critical roll, and a natural 1 is a fumble
/// (CTD-162).
fn touch(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let rolled = cx.roll(strike.roll(cx.now()))?;
    attack::aim(cx, strike);
    if rolled.natural == 1 {
        fumble::roll(cx, strike, strike.by)?;
    }
    Ok(rolled.passed())
}

/// Returns the grapple check: the better of STR and DEX with size and conditions (CTD-163).
fn check(now: &Encounter, id: Id, against: Id) -> Roll {
    let one = fighter(now, id);
    let (ability, modifier) = one.better_mod();
    let row = Build::sized(now, one.size());
    let bonus = Tally::new()
        .plus(ability, modifier)
        .plus("size", row.map_or(0, |row| row.grapple()));
    let bonus = modified(bonus, Modified::Grapple, |is| one.suffers(is));
    let (name, other) = (one.name(), now.name(against));
    Roll::new("grapple", id, Says::GrappleCheck {}, Dice::d(20))
        .bonus(bonus)
        .title(format!("{name}: grapple check against {other}"))
}

/// Rolls a grapple check for both combatants, the holder first. Returns true if the holder wins (CTD-163 to CTD-165).
fn contest(cx: &mut Resolver<'_>, holder: Id, held: Id) -> Step<bool> {
    let tie = Options::of(cx.now()).grapple_tie();
    loop {
        let own = cx.roll(check(cx.now(), holder, held))?;
        let need = own.total + i64::from(tie != GrappleTie::Held);
        let other = check(cx.now(), held, holder).at_least(need);
        let other = cx.roll(other.words("free", "held"))?;
        if tie != GrappleTie::Reroll || own.total != other.total {
            return Ok(!other.passed());
        }
        cx.note(Says::GrappleTied {});
    }
}

/// Resolves the holder's action: a new grapple check, and after a success an option of the holder's choice (CTD-165 to
/// CTD-171).
pub fn keep(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(held) = fighter(cx.now(), who).holding() else {
        return cx.refuse("holds no one");
    };
    use_action(cx, who, Maneuver::Keep, Some(held), "");
    cx.act(who, Says::TriesToKeepHold { by: who, of: held });
    wounds::unsilence(cx, who, held);
    RoundState::change(cx, held, |its| its.aimed = true);
    if contest(cx, who, held)? {
        return use_hold(cx, who, held);
    }
    wounds::release(cx, who, held);
    let (who, from) = (held, who);
    cx.note(Says::BreaksFree { who, from });
    Ok(())
}

crate::words! {
    /// Option of a holder (CTD-166 to CTD-171).
    enum Grip {
        Damage = "damage" "unarmed damage",
        /// Keeps the victim from speaking.
        Silence = "silence" "keeps the victim silent",
        /// Uses an item of the holder.
        Item = "item" "uses a simple magic item",
        Take = "take" "takes an item from the victim",
        Move = "move" "moves the victim",
        Other = "other" "something else",
        Nothing = "nothing" "no extra effect",
    }
}

/// Asks for a holder's option, with its description or its distance in feet.
fn ask_option(f: &mut Form<'_>, who: Id) -> Filled<(Grip, String, i64)> {
    let one = fighter(f.now, who);
    let most = one.pace() / 2;
    let tell = |grip: &Grip| {
        let taking = *grip == Grip::Take && one.no_attack();
        let choice = Choice::of(*grip).unless(taking.then_some(legal::NO_ATTACK));
        choice.hint(match grip {
            Grip::Damage => "1d3, non-lethal".to_owned(),
            Grip::Take => "a touch attack".to_owned(),
            Grip::Move => format!("up to {most} ft with enough strength"),
            Grip::Silence | Grip::Item | Grip::Other | Grip::Nothing => String::new(),
        })
    };
    let grip = f.option_told("option", "extra effect", Grip::ALL, Grip::Damage, tell);
    let mut feet = 0;
    let what = match grip {
        Grip::Item | Grip::Take | Grip::Other => match f.text("what", "what", "").trim() {
            "" => "something".to_owned(),
            what => what.to_owned(),
        },
        Grip::Move => {
            feet = f.number("feet", "distance", 0..=most, "ft", most);
            let strong = f.toggle("strong", "strong enough", true);
            let weak = "not strong enough to move the victim: choose another option";
            f.refuse_if((!strong).then_some(weak))?;
            String::new()
        }
        Grip::Damage | Grip::Silence | Grip::Nothing => String::new(),
    };
    Ok((grip, what, feet))
}

/// Resolves one option of the holder (CTD-166 to CTD-171).
fn use_hold(cx: &mut Resolver<'_>, who: Id, held: Id) -> Step<()> {
    let (by, name, other) = (who, cx.name(who), cx.name(held));
    let title = say!(cx.now(), "{name} keeps hold of {other}. What else happens?");
    let (grip, what, feet) = cx.form("hold-option", who, title, |f| ask_option(f, who))?;
    let what = what.into();
    let strike = |weapon, purpose| Strike {
        by: who,
        target: held,
        weapon,
        purpose,
        circumstances: Circumstances::default(),
    };
    match grip {
        Grip::Damage => {
            let blow = strike(Weapon::bare(Fist::Punch), Purpose::Plain);
            damage::hurt(cx, &blow, Damage::Regular, who)?;
        }
        Grip::Silence => {
            let condition = Condition::new(is::SILENCED).by(who);
            pending::add_condition(cx, held, condition, false);
            cx.note(Says::KeepsSilent { by, who: held });
        }
        Grip::Item => cx.note(Says::UsesItem { by, what }),
        Grip::Take => {
            if touch(cx, &strike(Weapon::grab(), Purpose::Grab))? {
                let from = held;
                cx.note(Says::TakesItem { by, from, what })
            } else {
                cx.note(Says::KeepsItem { who: held, what })
            }
        }
        Grip::Move => cx.note(Says::MovesHeld {
            by,
            who: held,
            feet,
        }),
        Grip::Other => cx.note(Says::DoesToHeld {
            by,
            who: held,
            what,
        }),
        Grip::Nothing => {}
    }
    Ok(())
}
