//! GM rulings with their consequences (`ALT-07`, `ALT-09`, `ALT-20`, `ALT-22`, `ALT-84`).

use crate::encounter::says::RULED;
use crate::rules::{Call, Rulings, SaveKind, SaveRoll, ruling};
use crate::systems::alternation::Alternation;
use crate::systems::common::sentences;
use crate::systems::prelude::*;

use crate::systems::alternation::combat::checks::{cannot_resist, save_dice};
use crate::systems::alternation::combat::{concealment, holds, wounds};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::{Attribute, Harm, at};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::standing;

impl Rulings for Alternation {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    /// Applies damage by GM ruling; armour reduces normal damage.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let from = cx.now().turn;
        if Harm::from_word(kind) == Some(Harm::Direct) {
            return wounds::hurt(cx, who, amount, from, why);
        }
        let armour = Fighter::of(cx.now(), who).armour_value(false);
        let suffered = (amount - armour).max(0);
        if armour > 0 {
            cx.note(match suffered {
                0 => Says::TakesNoneOf {
                    who,
                    amount,
                    armour,
                },
                left => Says::Reduced {
                    who,
                    amount,
                    armour,
                    left,
                },
            });
        }
        wounds::hurt(cx, who, suffered, from, why)
    }

    /// Heals up to the maximum health.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        let fighter = Fighter::of(cx.now(), who);
        let health = (fighter.health() + amount).min(fighter.max_health());
        let restored = health - fighter.health();
        if restored == 0 {
            let missing = health < fighter.max_health();
            sentences::nothing_to_heal(cx, who, missing, why);
        }
        let healing = HealthChange::Healing { amount: restored };
        cx.change_health(
            who,
            at::health,
            Some(health),
            (healing, Says::Health {}),
            why,
        );
        Ok(())
    }

    /// Returns the kinds of saves, one for each attribute (`ALT-01`).
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        let kind = |one: &Attribute| {
            let label = format!("{} save", one.label());
            SaveKind::new(Choice::new(one.word(), label))
        };
        Attribute::ALL.iter().map(kind).collect()
    }

    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let attribute = Attribute::from_word(&call.kind).unwrap_or(Attribute::Wit);
        if cannot_resist(now, who, attribute) {
            return Ok(SaveRoll::Decided(false, Says::CannotResist { who }.into()));
        }
        let title = say!(now, "{}: {} save", now.name(who), attribute.label());
        let roll = save_dice(now, "save-roll", who, attribute).title(title);
        Ok(SaveRoll::Roll(Box::new(roll)))
    }

    /// Applies a condition by GM ruling. For a grabbed combatant it asks for the holder. A combatant who dies, falls or
    /// flees releases all held combatants. A concealed combatant leaves the players' view.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        match is::named(&condition.key) {
            Some(is::GRABBED) => {
                let title = say!(cx.now(), "Who holds {}?", cx.name(who));
                let by = cx.form("holder", who, title, |f| {
                    let now = f.now;
                    let able = |id: &Id| *id != who && standing(now, *id);
                    let from = || now.present().filter(able);
                    let preset = from().find(|id| !now.allied(*id, who));
                    let by = f.pick_one("who", "who", from, preset);
                    f.need(by, "choose a combatant by its letter")
                })?;
                holds::hold(cx, by, who);
                Ok(())
            }
            Some(is::CONCEALED) => {
                cx.show(who, "needs time out of sight, or a great distraction");
                concealment::conceal(cx, who, condition);
                Ok(())
            }
            Some(is::DEAD) => {
                wounds::die(cx, who, condition.cause);
                wounds::end_broken_bonds(cx)
            }
            _ => {
                let label = cx.now().schema.called(&condition.key);
                cx.gain(who, condition, label);
                wounds::end_broken_bonds(cx)
            }
        }
    }

    /// Clears a condition by GM ruling. A combatant who was dead or out of action regains 1 point of health.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        let is = is::named(key);
        if is == Some(is::CONCEALED) {
            concealment::reveal(cx, who, RULED);
            return Ok(());
        }
        cx.lose_named(who, key, RULED);
        if matches!(is, Some(is::DEAD | is::INCAPACITATED))
            && Fighter::of(cx.now(), who).health() == 0
        {
            cx.change(who, at::health, Some(1), Says::Health {}, RULED);
        }
        Ok(())
    }
}

/// Asks the GM for the effects of an action without rules of its own.
pub fn follow(cx: &mut Resolver<'_>, title: &str) -> Step<()> {
    ruling::follow(&Alternation, cx, title, None, "")
}
