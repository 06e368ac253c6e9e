//! Split of the dice of one attack among several smaller targets (`ALT-94`).

use super::attack::{Attack, Means};
use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::state::fighter::steps_up;
use crate::systems::prelude::*;

/// Asks for the points of each target; the defaults use all points (`ALT-94`).
pub fn shares(f: &mut Form<'_>, by: Id, means: &Means, targets: &[Id]) -> Vec<i64> {
    let now = f.now;
    let Some(budget) = Budget::of(now, by, means, targets) else {
        return Vec::new();
    };
    let mut dice: Vec<i64> = vec![1; targets.len()];
    let spent = |dice: &[i64]| -> i64 {
        let dice = dice.iter().zip(&budget.costs);
        dice.map(|(number, cost)| number * cost).sum()
    };
    loop {
        let fewest = (0..targets.len())
            .filter(|place| spent(&dice) + budget.costs[*place] <= budget.points)
            .min_by_key(|place| dice[*place] * budget.costs[*place]);
        let Some(place) = fewest else {
            break;
        };
        dice[place] += 1;
    }
    let shares = targets.iter().zip(&dice).zip(&budget.costs);
    shares
        .map(|((target, preset), cost)| {
            let key = format!("dice-{}", target.letter());
            let label = format!("dice on {}", now.name(*target));
            f.number(&key, &label, 1..=budget.points.max(1), "", *preset) * cost
        })
        .collect()
}

/// Points of a split attack, and the cost of a die on each target.
struct Budget {
    points: i64,
    costs: Vec<i64>,
}

impl Budget {
    fn of(now: &Encounter, by: Id, means: &Means, targets: &[Id]) -> Option<Self> {
        let weapon = means.weapon()?;
        let factor = |target: &Id| BySize::of(now, steps_up(now, *target, by).max(0)).dice();
        let factors: Vec<i64> = targets.iter().map(factor).collect();
        let most = factors.iter().copied().max()?;
        Some(Self {
            points: weapon.dice() * most,
            costs: factors.iter().map(|factor| most / factor).collect(),
        })
    }
}

/// Checks the split among several targets; returns the total points (`ALT-94`).
pub fn points(f: &Form<'_>, attack: &Attack) -> Filled<i64> {
    let now = f.now;
    let targets = attack.targets();
    let mut big = targets.iter();
    let big = big.find(|target| steps_up(now, **target, attack.by) <= 0);
    f.refuse_if(big.map(|big| {
        let name = now.name(*big);
        format!("{name} is not smaller: dice can be split among smaller targets only")
    }))?;
    let budget = Budget::of(now, attack.by, &attack.means, &targets);
    let budget = f.need(budget, "only attacks that deal damage can be split")?;
    let spent: i64 = attack.aims.iter().flat_map(|aim| &aim.paid).sum();
    let costs = budget.costs.iter().zip(&targets);
    let costs = costs.map(|(cost, target)| format!("{cost} ({})", now.name(*target)));
    f.refuse_if((spent > budget.points).then(|| {
        let (all, costs) = (budget.points, costs.collect::<Vec<_>>().join(", "));
        format!("the dice cost {spent} of {all} points; cost of one die: {costs}")
    }))?;
    Ok(budget.points)
}
