//! Countdown: declarations, d6 and DEX counted down, same number same moment (contract `CTD`).
//!
//! ## Questions
//!
//! The fields of forms:
//!
//! | key | asks | fields or answers |
//! |---|---|---|
//! | `surprise` | form, then a die of nobody's | `caught-N`, `ambush-N` with the faction's number |
//! | `test-surprise` | form, then `surprise` | `who`, `ambush` |
//! | `declare` | form | `action`, `weapon`, `spell`, `until`, `for`, `target`, `also` |
//! | `initiative` | throws of all who declared | |
//! | `attack` | form, then a die | `weapon` (a name, `routine`, `both`, `punch`, `kick`), `target`, circumstances, movement, `closes` |
//! | `blow` | form: next attack of a series | `take`, `target`, circumstances |
//! | `charge` | form | `weapon`, `target`, `distance`, `straight`, `sight`, circumstances, `turning` |
//! | `grab` | form | `target`, circumstances, movement, `closes` |
//! | `withdraw` | form | `feet`, `follows`, `strike`, `weapon`, `target`, circumstances |
//! | `run`, `move` | form | `feet`, `turning`, `closes` (move), `stand` (move, when prone) |
//! | `dodge`, `hold`, `cast`, `retrieve`, `revive`, `feat` | forms | movement, and `until`, `for` · `spell`, `target` · `weapon` · `target` · `what`, `check`, `modifier`, `dc` |
//! | `reload` | choice of weapon, if there are several | |
//! | `extinguish` | form | `fitting` |
//! | `hold-option` | form | `option` (`damage`, `silence`, `item`, `take`, `move`, `other`, `nothing`), `what`, `feet`, `strong` |
//! | `parting`, `free` | forms: reactions | `take`, `weapon`, circumstances |
//! | `reply` | form: answer to somebody who closes in | `reply` (`brace`, `reach`, `none`), `weapon`, circumstances, `after`, `turning_after` |
//! | `effect` | form: what a spell does, again until `done` | `effect` (`done`, `damage`, `heal`, `condition`, `text`), `targets`, `amount`, `subdual`, `condition`, `rounds`, `save`, `needs`, `saved`, `what` |
//! | `move-on` | form: a caster moves off after its spell | `turning_after` |
//! | `stray`, `splash`, `bottom`, `recovered`, `back` | picks | |
//! | `ground-fire`, `recover` | yes or no | |
//! | `fire`, `fires` | forms | `name`, `inside` · `inside-N`, `out-N` |
//! | `leave`, `engage`, `advance` | forms | `who`, `how` · `who`, `with` · `number`, `unit` |
//! | dice | | `attack`, `critical`, `damage`, `critical-condition`, `fumble`, `dex-check`, `stumble-rounds`, `grapple`, `scatter`, `splash-damage`, `death_ray`, `disruption`, `spell-dice`, `spell-save`, `feat-check`, `burn`, `ground-fire-damage`, `ko-turns`, `ko-revive` |
//!
//! Circumstances: `band` or `distance`, `close`, `unaware`, `behind`, `flank`, `sneak`, `flat`, `hidden` (`0`, `25`, `50`,
//! `75`, `90`), `lit` (`wick`, `flame`, `unlit`), `press`, `adjust`. Movement: `stand`, `before`, `turning`, `after`,
//! `turning_after`, `fire-N` (`clear`, `crosses`, `enters`; `leaves`, `stays`).

mod acting;
mod acts;
mod aftermath;
mod attack;
mod begin;
mod charge;
mod checks;
mod chores;
mod circumstances;
mod count;
mod declare;
mod fire;
mod flames;
mod flow;
mod former;
mod fumble;
mod grapple;
mod grenade;
mod hold;
mod legal;
mod maneuver;
mod missiles;
mod modes;
mod movement;
mod objections;
mod on_number;
mod reactions;
mod round;
mod schema;
mod sheet;
mod spell;
mod state;
mod strike;
mod surprise;
mod tables;
mod view;
mod walk;
mod weapon;
mod wounds;

use super::{Action, Assets, Next, OrderRow, Panes, RowView, Rules, Sheets, System};
use crate::encounter::{
    Choice, Condition, Encounter, Ends, Id, List, Record, Resolver, Row, Schema, Step, Words as _,
};
use schema::{at, at_attack, is};
use sheet::fighter;
use weapon::Weapon;

crate::words! {
    /// Damage as the GM rules it.
    enum Harm {
        /// As of an edge.
        Lethal = "lethal",
        /// As of the flat (CTD-148).
        NonLethal = "nonlethal" "non-lethal",
    }
}

/// The system.
#[derive(Debug)]
pub struct Countdown;

impl System for Countdown {
    fn key(&self) -> &'static str {
        "countdown"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: include_str!("../../../assets/countdown/tables.ron"),
            roster: include_str!("../../../assets/countdown/roster.ron"),
            rules: include_str!("../../../assets/countdown/rules.md"),
            encounters: &[
                (
                    "amber_ford.ron",
                    include_str!("../../../assets/countdown/encounters/amber_ford.ron"),
                ),
                (
                    "drowned_barrow.ron",
                    include_str!("../../../assets/countdown/encounters/drowned_barrow.ron"),
                ),
                (
                    "goat_track.ron",
                    include_str!("../../../assets/countdown/encounters/goat_track.ron"),
                ),
            ],
        }
    }
}

impl Sheets for Countdown {
    fn schema(&self) -> &'static Schema {
        &schema::SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::hp_max);
            sheet.set(at::hp, Some(most));
        }
        let mut attacks = sheet.get(at::attacks).to_vec();
        for (place, row) in attacks.iter_mut().enumerate() {
            let read = Weapon::read(place, row);
            row.set(at_attack::str_to_damage, Some(read.str_to_damage()));
            row.set(at_attack::can_subdue, Some(read.can_subdue()));
            row.set(at_attack::unbreakable, Some(read.unbreakable()));
        }
        let first = attacks
            .first()
            .map(|row| row.get(at_attack::name).to_owned());
        if let Some(first) = first {
            sheet.set(at::attacks, List::of(attacks));
            if sheet.get(at::primary).is_none_or(str::is_empty) {
                sheet.set(at::primary, Some(first.into()));
            }
        }
    }

    fn objections(&self, sheet: &Row) -> Vec<String> {
        objections::of(sheet)
    }

    fn improvised(&self, hit_points: i64) -> Record {
        let hp = hit_points.clamp(1, 999);
        let blow = Record::new().with(at_attack::name.word(), "blow");
        Record::new()
            .with(at::hp_max.word(), hp)
            .with(at::attacks.word(), vec![blow])
    }
}

impl Rules for Countdown {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
    }

    fn harms(&self) -> Vec<Choice> {
        Harm::ALL.iter().map(|one| Choice::of(*one)).collect()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        let subdual = match Harm::from_word(kind) {
            Some(Harm::NonLethal) => amount,
            Some(Harm::Lethal) | None => 0,
        };
        wounds::suffer(cx, target, amount, subdual, cause)?;
        Ok(())
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        if fighter(cx.now(), target).dead() {
            let name = cx.name(target);
            return cx.refuse(format!("{name} is dead: clear that condition first"));
        }
        wounds::restore(cx, target, amount, cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        checks::all()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        checks::ruled(cx, target, kind)
    }

    fn lasts(&self, now: &Encounter, rounds: u32) -> Ends {
        wounds::for_rounds(now, rounds.into())
    }

    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        mut condition: Condition,
        label: &str,
    ) -> Step<()> {
        match is::named(&condition.key) {
            Some(is::SURPRISED) if condition.ends == Ends::WhenCleared => {
                condition.ends = Ends::EndOfRound(cx.now().round.max(1));
            }
            Some(is::NO_ATTACK) => condition.value = 0,
            Some(is::DEAD) => cx.change(target, at::hp, Some(0), "HP", "ruled"),
            _ => {}
        }
        // A condition stands once here (CTD-05), and the ruling has the last word on it.
        cx.gain_alone(target, condition, label);
        if !fighter(cx.now(), target).up() {
            wounds::leave_count(cx, target);
        }
        Ok(())
    }

    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        match is::named(key) {
            Some(is::UNCONSCIOUS) => wounds::wake(cx, target, "ruled"),
            Some(is::DEAD) => {
                cx.lose_named(target, key, label, "ruled");
                if fighter(cx.now(), target).hp() == 0 {
                    cx.change(target, at::hp, Some(1), "HP", "ruled");
                }
            }
            _ => cx.lose_named(target, key, label, "ruled"),
        }
        Ok(())
    }
}

impl Panes for Countdown {
    fn headline(&self, now: &Encounter) -> String {
        view::headline(now)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        view::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        view::combatant(now, id)
    }
}
