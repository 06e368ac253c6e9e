//! **Alternation**: factions take it in strict rotation to activate one character or to pass; attacks hit without a
//! roll, and the answer to them is a reaction that costs the reacting character its turn. Contract prefix `ALT`.
//!
//! Actions (`do ACTION [WHO]`):
//!
//! | action | who | what |
//! |---|---|---|
//! | `first` | faction | the holder of the initiative names who goes first this round |
//! | `next` | faction | option `turn_order`: the holder names who goes next |
//! | `activate` | combatant | begins a turn; of a mount or vehicle with riders: its first standing rider |
//! | `pass` | faction | passes; a faction with nobody to activate passes by itself |
//! | `attack` `move` `bonus` `act` | combatant | in a turn: attack, move, bonus action, any other main action |
//! | `free-ally` `mount` `dismount` `reserve` | combatant | in a turn |
//! | `break-free` `surrender` | combatant | instead of a turn, or in the turn of a unit |
//! | `switch` | combatant | in the turn of a mount or vehicle: another one aboard, or the carrier, is asked what to do |
//! | `end-turn` | | |
//! | `end` `chase` `end-stretch` | | at any time: end the fight, long chase, end of the stretch |
//! | `reveal` `let-go` | combatant | at any time: a concealed one is seen, a holder lets go |
//! | `play-on` | | when the fight is decided: not the end yet, this round is played on |
//! | `durability` `reopen` | | after the fight |
//!
//! By themselves: `begin`, `arrive`, `reckon`, `initiative`, `skip`, `pass`, `end-turn`, `end-round`.
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

use crate::act;
use crate::encounter::{
    Choice, Command, Condition, Encounter, Id, Record, Resolver, Row, Schema, Step, Words as _,
};
use crate::note;
use crate::rules::{Assets, Next, Offer, OrderRow, RowView, System};
use schema::{Attribute, Harm, at, is};
use sheet::Fighter;

/// Keys of actions.
mod do_ {
    pub const BEGIN: &str = "begin";
    pub const ARRIVE: &str = "arrive";
    pub const RECKON: &str = "reckon";
    pub const INITIATIVE: &str = "initiative";
    pub const FIRST: &str = "first";
    pub const NEXT: &str = "next";
    pub const SKIP: &str = "skip";
    pub const ACTIVATE: &str = "activate";
    pub const PASS: &str = "pass";
    pub const ATTACK: &str = "attack";
    pub const MOVE: &str = "move";
    pub const BONUS: &str = "bonus";
    pub const ACT: &str = "act";
    pub const FREE_ALLY: &str = "free-ally";
    pub const BREAK_FREE: &str = "break-free";
    pub const SURRENDER: &str = "surrender";
    pub const MOUNT: &str = "mount";
    pub const DISMOUNT: &str = "dismount";
    pub const RESERVE: &str = "reserve";
    pub const SWITCH: &str = "switch";
    pub const END_TURN: &str = "end-turn";
    pub const END_ROUND: &str = "end-round";
    pub const END: &str = "end";
    pub const PLAY_ON: &str = "play-on";
    pub const REOPEN: &str = "reopen";
    pub const END_STRETCH: &str = "end-stretch";
    pub const CHASE: &str = "chase";
    pub const REVEAL: &str = "reveal";
    pub const LET_GO: &str = "let-go";
    pub const DURABILITY: &str = "durability";
}

/// The system.
pub struct Alternation;

/// It, for the list of systems.
pub static ALTERNATION: Alternation = Alternation;

impl System for Alternation {
    fn key(&self) -> &'static str {
        "alternation"
    }

    fn schema(&self) -> &'static Schema {
        &schema::SCHEMA
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

    fn next(&self, now: &Encounter) -> Next {
        offers::next(now)
    }

    fn extras(&self, now: &Encounter) -> Vec<Offer> {
        offers::extras(now)
    }

    fn resolve(&self, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
        match (command.action.as_str(), command.who, command.faction) {
            (do_::BEGIN, ..) => fight::begin(cx),
            (do_::ARRIVE, Some(who), _) => {
                groups::arrive(cx, who);
                Ok(())
            }
            (do_::RECKON, ..) => wounds::reckon(cx),
            (do_::INITIATIVE, ..) => round::redraw(cx),
            (do_::FIRST | do_::NEXT, _, Some(faction)) => {
                round::name(cx, faction);
                Ok(())
            }
            (do_::SKIP, ..) => {
                round::go_on(cx);
                Ok(())
            }
            (do_::PASS, _, Some(faction)) => {
                round::pass(cx, faction);
                Ok(())
            }
            (do_::ACTIVATE, Some(who), _) => {
                actions::activate(cx, who);
                Ok(())
            }
            (do_::ATTACK, Some(who), _) => attack::own(cx, who),
            (do_::MOVE, Some(who), _) => movement::go(cx, who),
            (do_::BONUS, Some(who), _) => actions::bonus(cx, who),
            (do_::ACT, Some(who), _) => actions::act(cx, who),
            (do_::FREE_ALLY, Some(who), _) => grab::free_ally(cx, who),
            (do_::BREAK_FREE, Some(who), _) => actions::whole_turn(cx, who, grab::break_free),
            (do_::SURRENDER, Some(who), _) => actions::whole_turn(cx, who, actions::surrender),
            (do_::MOUNT, Some(who), _) => mounts::mount(cx, who),
            (do_::DISMOUNT, Some(who), _) => mounts::dismount(cx, who),
            (do_::RESERVE, Some(who), _) => {
                act!(cx, who, &[], "{} waits.", cx.name(who));
                mounts::reserve(cx, who, true);
                Ok(())
            }
            (do_::SWITCH, Some(who), _) => {
                turn::switch(cx, who);
                Ok(())
            }
            (do_::END_TURN, ..) => {
                actions::end_turn(cx);
                Ok(())
            }
            (do_::END_ROUND, ..) => morale::end_round(cx),
            (do_::END, ..) => {
                fight::end(cx);
                Ok(())
            }
            (do_::PLAY_ON, ..) => {
                round::play_on(cx);
                Ok(())
            }
            (do_::REOPEN, ..) => {
                fight::reopen(cx);
                Ok(())
            }
            (do_::END_STRETCH, ..) => {
                morale::end_stretch(cx);
                Ok(())
            }
            (do_::CHASE, ..) => fight::chase(cx),
            (do_::REVEAL, Some(who), _) => {
                act!(cx, who, &[], "{} walks into plain view.", cx.name(who));
                wounds::reveal(cx, who, "in plain view");
                Ok(())
            }
            (do_::LET_GO, Some(who), _) => {
                act!(cx, who, &[], "{} opens the hand.", cx.name(who));
                for victim in sheet::held(cx.now(), who) {
                    wounds::let_go(cx, who, victim);
                }
                Ok(())
            }
            (do_::DURABILITY, ..) => gear::durability(cx),
            (other, ..) => cx.broken(format!("there is no action `{other}`")),
        }
    }

    fn headline(&self, now: &Encounter) -> String {
        screen::headline(now)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        screen::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        screen::row(now, id)
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
