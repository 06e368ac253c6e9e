//! Damage, healing and luck, whether a strike or a ruling brings them.

use affray::dice::Dice;
use affray::resolver::{Resolver, Roll, Step};
use affray::values::Id;

use crate::support::tiny_system::sheet::{at, left, stands};

/// Somebody is hurt; the range of the field keeps hit points from falling below 0.
pub fn harm(cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
    // What a test of faults in rules needs.
    assert_ne!(cx.name(target), "Gremlin", "a rule is broken on purpose");
    let left = left(cx.now(), target) - amount;
    cx.change(target, at::hp, Some(left), "hp", cause);
    Ok(())
}

/// Hit points come back, at most to the most there can be.
pub fn heal(cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
    let most = cx.get(target).sheet.get(at::max_hp);
    let left = (left(cx.now(), target) + amount).min(most);
    cx.change(target, at::hp, Some(left), "hp", cause);
    Ok(())
}

/// 11 or more on a d20; says whether it was.
pub fn luck(cx: &mut Resolver<'_>, target: Id) -> Step<bool> {
    if !stands(cx.now(), target) {
        return cx.refuse("the dead have no luck");
    }
    let roll = Roll::new("luck", target, "luck", Dice::d(20)).at_least(11);
    Ok(cx.roll(roll)?.passed())
}
