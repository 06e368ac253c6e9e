//! Damage, healing and luck, whether a strike or a ruling brings them.

use affray::dice::Dice;
use affray::encounter::Encounter;
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

/// Hit points come back, at most to the most there can be; the dead are not healed.
pub fn heal(cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
    if !stands(cx.now(), target) {
        return cx.refuse("the dead are not healed");
    }
    let most = cx.get(target).sheet.get(at::max_hp);
    let left = (left(cx.now(), target) + amount).min(most);
    cx.change(target, at::hp, Some(left), "hp", cause);
    Ok(())
}

/// 11 or more on a d20; says whether it was.
pub fn luck(now: &Encounter, target: Id) -> Result<Roll, String> {
    if !stands(now, target) {
        return Err("the dead have no luck".to_owned());
    }
    Ok(Roll::new("luck", target, "luck", Dice::d(20)).at_least(11))
}
