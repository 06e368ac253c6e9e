//! Effects that an action may have, and checks if they harm other combatants.

use crate::systems::written::model::{Action, Effect, Model, Placed, any_effect};
use crate::systems::written::sums::sum::Who;

/// Returns true if effects include one that satisfies the condition, at any depth.
fn does(
    model: &'static Model,
    effects: &'static [Placed],
    what: &dyn Fn(&'static Effect) -> bool,
) -> bool {
    any_effect(effects, |effect| {
        if let Effect::Do(piece) = effect {
            does(model, &model.pieces[*piece].does, what)
        } else if let Effect::Act(key, ..) = effect {
            let mut all = model.actions.iter();
            // A part of an action is never a part of itself, so the recursion ends.
            all.any(|action| {
                action.key == *key && action.part_only && comes_to(model, action, what)
            })
        } else {
            what(effect)
        }
    })
}

/// Returns true if the effects of an action include one that satisfies the condition.
pub fn comes_to(
    model: &'static Model,
    action: &'static Action,
    what: &dyn Fn(&'static Effect) -> bool,
) -> bool {
    let mut on = action.on.iter();
    does(model, &action.does, what) || on.any(|(_, effects)| does(model, effects, what))
}

/// Returns true if an effect harms a combatant other than the acting combatant.
pub fn is_harm(effect: &'static Effect) -> bool {
    matches!(effect, Effect::Lua(_, true))
        || matches!(effect, Effect::Harm(hurt) if hurt.who != Who::Me)
}

/// Returns true if effects harm another combatant.
pub fn harms(model: &'static Model, effects: &'static [Placed]) -> bool {
    does(model, effects, &is_harm)
}

/// Returns true if an action may harm its target.
pub fn strikes(model: &'static Model, action: &'static Action) -> bool {
    *action
        .strikes
        .get_or_init(|| comes_to(model, action, &is_harm))
}

/// Returns true if an effect can have a value: the effect harms, gives a condition, or contains such an effect or a
/// choice with values.
pub fn counts(model: &'static Model, placed: &'static Placed) -> bool {
    let all = |effects: &'static [Placed]| effects.iter().any(|one| counts(model, one));
    let counts_alone = |effect: &'static Effect| match effect {
        Effect::Harm(hurt) => hurt.who == Who::Target,
        Effect::Lua(_, harms) => *harms,
        Effect::Gain(..) => true,
        Effect::Choose { options, .. } => options.iter().any(|way| way.worth.is_some()),
        Effect::Do(piece) => all(&model.pieces[*piece].does),
        Effect::Act(key, ..) => part(model, key)
            .is_some_and(|part| all(&part.does) || part.on.iter().any(|(_, effects)| all(effects))),
        _ => false,
    };
    let effects = std::slice::from_ref(placed);
    *placed
        .counts
        .get_or_init(|| any_effect(effects, counts_alone))
}

/// Returns the action with this key that is performed only as a part of other actions.
pub fn part(model: &'static Model, key: &str) -> Option<&'static Action> {
    model.action(key).filter(|action| action.part_only)
}
