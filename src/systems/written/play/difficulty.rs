//! Difficulty of a fight by the formula of its rulebook.

use super::look::{Cast, Scene};
use crate::encounter::Encounter;
use crate::systems::written::model::Model;
use crate::systems::written::sums::sum::Sum;
use crate::values::Id;

/// Describes the difficulty of the whole fight: "by the book: high, 1550 of 1900 XP". `None` if the system has no
/// formula, the foes are worth nothing, or the players have no budget.
pub fn told(model: &'static Model, now: &Encounter) -> Option<String> {
    let difficulty = model.difficulty.as_ref()?;
    let ids = now.ids().filter(|id| !now.get(*id).gone);
    let (players, foes): (Vec<Id>, Vec<Id>) =
        ids.partition(|id| now.sides[now.get(*id).side.index()].players);
    let total = |ids: &[Id], sum: &Sum| {
        let each = ids
            .iter()
            .map(|id| sum.of(&Scene::new(model, now, &Cast::of(*id))));
        each.map(|one| one.max(0)).sum::<i64>()
    };
    let worth = total(&foes, &difficulty.worth);
    let levels = difficulty.levels.iter();
    let budgets: Vec<(&str, i64)> = levels
        .map(|(name, sum)| (*name, total(&players, sum)))
        .collect();
    let (_, highest) = *budgets.last().filter(|(_, most)| *most > 0 && worth > 0)?;
    let within = budgets.iter().find(|(_, most)| worth <= *most);
    let (name, most) = *within.unwrap_or(&(difficulty.beyond, highest));
    let (label, unit) = (difficulty.label, difficulty.unit);
    Some(format!("{label}: {name}, {worth} of {most} {unit}"))
}
