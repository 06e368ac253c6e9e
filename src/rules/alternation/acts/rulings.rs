//! What the GM rules, with what follows from it (`ALT-07`, `ALT-09`, `ALT-20`, `ALT-22`, `ALT-84`).

use crate::encounter::{Choice, Condition, Id, Resolver, Step, Words as _, note, say};
use crate::rules::Rulings;
use crate::rules::alternation::Alternation;

use crate::rules::alternation::combat::save::save as roll_save;
use crate::rules::alternation::combat::{concealment, holds, wounds};
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::people::standing;
use crate::rules::alternation::sheet::schema::{Attribute, Harm, at, is};

impl Rulings for Alternation {
    fn harms(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    /// Damage by ruling; of the usual kind armour takes its share.
    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        let from = cx.now().turn;
        if Harm::from_word(kind) == Some(Harm::Direct) {
            return wounds::hurt(cx, target, amount, from, cause);
        }
        let armour = Fighter::of(cx.now(), target).armour_value(false);
        let suffered = (amount - armour).max(0);
        if armour > 0 {
            let name = cx.name(target);
            note!(cx, &[target], "{name}: {amount}, AV {armour}: {suffered}.");
        }
        wounds::hurt(cx, target, suffered, from, cause)
    }

    /// Health given back, up to the most there can be.
    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        let fighter = Fighter::of(cx.now(), target);
        let health = (fighter.health() + amount).min(fighter.max_health());
        cx.change(target, at::health, Some(health), "health", cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        Choice::all::<Attribute>()
    }

    /// A save by ruling; says whether it passed.
    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        let attribute = Attribute::from_word(kind).unwrap_or(Attribute::Wit);
        let title = say!(cx.now(), "{}: {} save", cx.name(target), attribute.label());
        roll_save(cx, "save-roll", target, attribute, title, "")
    }

    /// Being grabbed needs a holder; whoever dies, falls or flees lets go; who is concealed leaves the players' view.
    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        condition: Condition,
        label: &str,
    ) -> Step<()> {
        match is::named(&condition.key) {
            Some(is::GRABBED) => {
                let title = say!(cx.now(), "Who holds {}?", cx.name(target));
                let by = cx.form("holder", target, title, |f| {
                    let now = f.now;
                    let able = |id: &Id| *id != target && standing(now, *id);
                    let from = || now.present().filter(able);
                    let preset = from().find(|id| !now.allied(*id, target));
                    let by = f.pick_one("who", "who", from, preset);
                    f.need(by, "pick somebody by letter")
                })?;
                holds::hold(cx, by, target);
                Ok(())
            }
            Some(is::CONCEALED) => {
                cx.show(
                    target,
                    "only after a while out of the enemy's sight, or under a great distraction",
                );
                concealment::conceal(cx, target, condition);
                Ok(())
            }
            Some(is::DEAD) => {
                wounds::die(cx, target, &condition.cause);
                wounds::settle(cx)
            }
            _ => {
                cx.gain(target, condition, label);
                wounds::settle(cx)
            }
        }
    }

    /// A condition cleared by ruling: whoever was dead or out of action has a point of health again.
    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        let is = is::named(key);
        if is == Some(is::CONCEALED) {
            concealment::reveal(cx, target, "ruled");
            return Ok(());
        }
        cx.lose_named(target, key, label, "ruled");
        if matches!(is, Some(is::DEAD | is::INCAPACITATED))
            && Fighter::of(cx.now(), target).health() == 0
        {
            cx.change(target, at::health, Some(1), "health", "ruled");
        }
        Ok(())
    }
}
