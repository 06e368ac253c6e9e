//! The system "Segments": everybody declares, then each attack has an initiative die of its own, and one ladder of
//! counts from the highest down to -5 carries everything.

mod acts;
mod attack;
mod begin;
mod checks;
mod chores;
mod circumstances;
mod count;
mod declare;
mod end;
mod flow;
mod former;
mod initiative;
mod ladder;
mod legality;
mod movement;
mod plan;
mod schema;
mod sheet;
mod spells;
mod state;
mod strike;
mod tables;
mod telling;
#[cfg(test)]
mod tests;
mod view;
mod wounds;

use crate::dice::Dice;
use crate::encounter::{
    Choice, Condition, Encounter, Id, Record, Resolver, Row, Schema, Step, Words as _,
};
use crate::rules::{Action, Assets, Next, OrderRow, Panes, RowView, Rules, Sheets, System};
use checks::Save;
use schema::{at, at_spell, at_weapon, is};
use wounds::Harm;

/// The system.
pub struct Segments;

impl System for Segments {
    fn key(&self) -> &'static str {
        "segments"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: include_str!("../../../assets/segments/tables.ron"),
            roster: include_str!("../../../assets/segments/roster.ron"),
            rules: include_str!("../../../assets/segments/rules.md"),
            encounters: &[
                (
                    "wreckers_cove.ron",
                    include_str!("../../../assets/segments/encounters/wreckers_cove.ron"),
                ),
                (
                    "drowned_gate.ron",
                    include_str!("../../../assets/segments/encounters/drowned_gate.ron"),
                ),
            ],
        }
    }
}

impl Sheets for Segments {
    fn schema(&self) -> &'static Schema {
        &schema::SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        if sheet.get(schema::at::hp).is_none() {
            let most = sheet.get(schema::at::max_hp);
            sheet.set(schema::at::hp, Some(most));
        }
    }

    fn objections(&self, sheet: &Row) -> Vec<String> {
        let mut wrong = Vec::new();
        if sheet.get(at::hp).unwrap_or(0) > sheet.get(at::max_hp) {
            wrong.push(format!(
                "hp {} is more than max_hp {}",
                sheet.get(at::hp).unwrap_or(0),
                sheet.get(at::max_hp)
            ));
        }
        let weapons = sheet.get(at::weapons).iter();
        let weapons = weapons.map(|row| row.get(at_weapon::name)).collect();
        let spells = sheet.get(at::spells).iter();
        let spells = spells.map(|row| row.get(at_spell::name)).collect();
        let lists: [(&str, Vec<&str>, usize); 2] =
            [("weapons", weapons, 12), ("spells", spells, 40)];
        for (list, names, most) in lists {
            if names.len() > most {
                wrong.push(format!("{} {list}: {most} at most", names.len()));
            }
            if let Some(twice) = (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
                wrong.push(format!("two {list} are called {}", names[twice]));
            }
        }
        wrong
    }

    fn improvised(&self, hit_points: i64) -> Record {
        let weapon = Record::new()
            .with("name", "weapon")
            .with("sc", 60)
            .with("damage", Dice::d(6))
            .with("rank", 0)
            .with("mode", "melee");
        Record::new()
            .with("max_hp", hit_points)
            .with("weapons", vec![weapon])
    }
}

impl Rules for Segments {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
    }

    fn harms(&self) -> Vec<Choice> {
        let all = Harm::ALL.iter();
        all.map(|harm| Choice::of(*harm)).collect()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        match Harm::from_word(kind) {
            Some(harm) => wounds::harm(cx, target, amount, harm, cause),
            None => cx.broken(format!("there is no damage `{kind}`")),
        }
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        wounds::heal(cx, target, amount, cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        let all = Save::ALL.iter();
        all.map(|save| Choice::of(*save)).collect()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        match Save::from_word(kind) {
            Some(save) => checks::save(cx, target, save),
            None => cx.broken(format!("there is no save `{kind}`")),
        }
    }

    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        condition: Condition,
        label: &str,
    ) -> Step<()> {
        if is::named(&condition.key) == Some(is::STUNNED) {
            let because = condition.cause;
            wounds::stun(cx, target, &because);
            return spells::struck_while_casting(cx, target);
        }
        cx.gain(target, condition, label);
        Ok(())
    }

    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        if is::named(key) == Some(is::CASTING) {
            spells::lose_spell(cx, target, "ruled");
        }
        cx.lose_named(target, key, label, "ruled");
        Ok(())
    }
}

impl Panes for Segments {
    fn headline(&self, now: &Encounter) -> String {
        view::headline(now)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        view::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        view::row(now, id)
    }
}
