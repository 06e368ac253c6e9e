//! **Alternation**: factions take it in strict rotation to activate one character or to pass; attacks hit without a
//! roll, and the answer to them is a reaction that costs the reacting character its turn. Contract prefix `ALT`.
//!
//! Questions, and the fields of those that are forms:
//!
//! | question | of | fields |
//! |---|---|---|
//! | `begin` | | `started` (faction or `unclear`), `ambush`, `then-1` … (rotation of three and more), `on-LETTER` (riders) |
//! | `initiative` | | die: whose is the initiative |
//! | `attack` | attacker | `weapon` (name, `unarmed`, `disarm`, `shove`, `grapple`), `target`, `near`, `distance`, `moving`, `dark`, `cover`, `penetrates`, `barrier`, `unaware`, `leaning`, `death-blow`, `prize`, `takes`, `hazard`, `hold-back`, `stunt`, `reveals`, `knows`, `own-side`, `outsiders`; several targets: `covered`, `unwary`, `dice-LETTER` |
//! | `counter` | target | `weapon`, `dark`, `cover`, `penetrates`, `prize`, `takes`, `hazard`, `hold-back` |
//! | `opportunity` | striker | `strikes`, then as `attack`; `target` where the mover carries somebody |
//! | `wit-save` | attacker | die: to hit |
//! | `neighbours`, `deviation`, `deviated` | attacker | where a missed blast goes: number, die, `target`, `covered` |
//! | `stunt` | target | `effect`, `accepts`, `drops`, `condition`, `lasts`, `rounds` |
//! | `reacts` | | pick: which of several targets reacts next; nobody: no more |
//! | `react` | target | `none`, `dodge`, `counter`, `hide`, `guard`, `outsider-guard` |
//! | `hide`, `guard` | target | `who`, `cover`, `penetrates` |
//! | `agi-save`, `str-save` | who saves | dice |
//! | `damage`, `shove-damage`, `fall-damage` | who rolls | dice; impaired damage: two throws in one prompt |
//! | `prize` | attacker | which weapon a redirected disarm takes |
//! | `still-near` | countering | after a shove: is the counter still in reach |
//! | `resume` | surrendered | harmed: fights again? |
//! | `riders-fall` | mount | must its riders save? |
//! | `move` | mover | `zones`, `sprint`, `leaving`, `sneaking`, `drag`, `gone` |
//! | `bonus` | actor | `what`, `item`, `text`, `reveals` |
//! | `act` | actor | `what`, `text`, `reveals`; then `gm-follows` |
//! | `free-ally` | helper | `who` |
//! | `mount`, `dismount` | rider | `carrier`, `under-way` |
//! | `morale` | first to roll | die |
//! | `broken` | | `fate-LETTER`: `retreat` or `surrender` |
//! | `chase` | | `fleeing`, `pace`; then a die of the same key |
//! | `durability`, `durability-rolls`, `ammunition` | | a toggle for each piece, dice, a toggle for each ranged weapon that failed |

mod actions;
mod acts;
mod arms;
mod attack;
mod fight;
mod form;
mod former;
mod gear;
mod grab;
mod groups;
mod harm;
mod legal;
mod morale;
mod mounts;
mod movement;
mod offers;
mod options;
mod reactions;
mod round;
pub mod schema;
mod screen;
mod sheet;
mod stunt;
mod tables;
mod turn;
mod weapon;
mod wounds;

use crate::encounter::{
    Choice, Condition, Encounter, Id, Record, Resolver, Row, Schema, Step, Words as _,
};
use crate::note;
use crate::rules::{Action, Assets, Next, OrderRow, Panes, RowView, Rules, Sheets, System};
use schema::{Attribute, Harm, at, is};
use sheet::Fighter;

/// The system.
pub struct Alternation;

/// It, for the list of systems.
pub static ALTERNATION: Alternation = Alternation;

impl System for Alternation {
    fn key(&self) -> &'static str {
        "alternation"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: include_str!("../../../assets/alternation/tables.ron"),
            roster: include_str!("../../../assets/alternation/roster.ron"),
            rules: include_str!("../../../assets/alternation/rules.md"),
            encounters: &[
                (
                    "bridge.ron",
                    include_str!("../../../assets/alternation/encounters/bridge.ron"),
                ),
                (
                    "salvage.ron",
                    include_str!("../../../assets/alternation/encounters/salvage.ron"),
                ),
                (
                    "mail_road.ron",
                    include_str!("../../../assets/alternation/encounters/mail_road.ron"),
                ),
            ],
        }
    }
}

impl Sheets for Alternation {
    fn schema(&self) -> &'static Schema {
        &schema::SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        sheet::complete(sheet);
    }

    fn objections(&self, sheet: &Row) -> Vec<String> {
        sheet::objections(sheet)
    }

    fn improvised(&self, hit_points: i64) -> Record {
        Record::new()
            .with(at::max_health.word(), hit_points)
            .with(at::health.word(), hit_points)
    }
}

impl Rules for Alternation {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn next(&self, now: &Encounter) -> Next {
        offers::next(now)
    }

    fn harms(&self) -> Vec<Choice> {
        let all = Harm::ALL.iter();
        all.map(|one| Choice::new(one.word(), one.label()))
            .collect()
    }

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
            note!(
                cx,
                &[target],
                "{}: {amount}, AV {armour}: {suffered}.",
                cx.name(target)
            );
        }
        wounds::hurt(cx, target, suffered, from, cause)
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        let fighter = Fighter::of(cx.now(), target);
        let health = (fighter.health() + amount).min(fighter.max_health());
        cx.change(target, at::health, Some(health), "health", cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        let all = Attribute::ALL.iter();
        all.map(|one| Choice::new(one.word(), one.label()))
            .collect()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        let attribute = Attribute::from_word(kind).unwrap_or(Attribute::Wit);
        let title = format!("{}: {} save", cx.name(target), attribute.label());
        sheet::save(cx, "gm-save-roll", target, attribute, title, "")
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
                let title = format!("Who holds {}?", cx.name(target));
                let by = cx.form("holder", target, title, |f| {
                    let now = f.now;
                    let able = |id: &Id| *id != target && sheet::standing(now, *id);
                    let from = || now.present().filter(able);
                    let preset = from().find(|id| !now.allied(*id, target));
                    let by = f.pick_one("who", "who", from, preset);
                    f.need(by, "pick somebody by letter")
                })?;
                grab::hold(cx, by, target);
                Ok(())
            }
            Some(is::CONCEALED) => {
                cx.show(
                    target,
                    "only after a while out of the enemy's sight, or under a great distraction",
                );
                wounds::conceal(cx, target, condition);
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

    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        let is = is::named(key);
        if is == Some(is::CONCEALED) {
            wounds::reveal(cx, target, "ruled");
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

impl Panes for Alternation {
    fn headline(&self, now: &Encounter) -> String {
        screen::headline(now)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        screen::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        screen::row(now, id)
    }
}
