//! Damage, healing and luck, for strikes and rulings.

use affray::dice::Dice;
use affray::encounter::Encounter;
use affray::resolver::{Resolver, Roll, Step};
use affray::values::Id;

use crate::support::tiny_system::sheet::{at, left, stands};

/// Deals damage to a combatant; the range of the field keeps hit points from falling below 0.
pub fn harm(cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
    // Enables a test of errors in rules.
    assert_ne!(cx.name(target), "Gremlin", "a rule is broken on purpose");
    let left = left(cx.now(), target) - amount;
    cx.change(target, at::hp, Some(left), "hp", cause);
    Ok(())
}

/// Restores hit points up to the maximum; the dead are not healed.
pub fn heal(cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
    if !stands(cx.now(), target) {
        return cx.refuse("the dead are not healed");
    }
    let most = cx.get(target).sheet.get(at::max_hp);
    let left = (left(cx.now(), target) + amount).min(most);
    cx.change(target, at::hp, Some(left), "hp", cause);
    Ok(())
}

/// Creates a d20 roll that succeeds on 11 or more.
pub fn luck(now: &Encounter, target: Id) -> Result<Roll, String> {
    if !stands(now, target) {
        return Err("the dead have no luck".to_owned());
    }
    Ok(Roll::new("luck", target, "luck", Dice::d(20)).at_least(11))
}
