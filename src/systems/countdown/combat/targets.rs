//! Possible and default targets of actions.

use std::borrow::Cow;

use crate::encounter::Encounter;
use crate::resolver::{Form, Resolver, Step, say};
use crate::systems::common::sides::{likeliest, sees};
use crate::values::Id;

use crate::systems::countdown::state::{Plan, count, engaged, fighter};

/// Returns all other combatants who can be targeted, foes first, on each side those standing first.
pub fn targets(now: &Encounter, by: Id) -> Vec<Id> {
    likeliest(now, by, |id| {
        let one = fighter(now, id);
        (id != by && !one.out()).then_some(!one.up())
    })
}

/// Returns the standing foes known to the combatant's side, engaged ones first.
fn standing_foes(now: &Encounter, by: Id) -> Vec<Id> {
    let up = |id: &Id| !now.allied(*id, by) && fighter(now, *id).up() && sees(now, by, *id);
    let mut foes: Vec<Id> = now.present().filter(up).collect();
    foes.sort_by_key(|id| !engaged(now, by, *id));
    foes
}

/// Returns the default target: the wanted foe while it is standing, because booked effects are not known yet
/// (CTD-33); else an engaged foe, the first standing one, or one on the ground. Never an ally.
pub fn likely_target(now: &Encounter, by: Id, wanted: Option<Id>) -> Option<Id> {
    wanted
        .filter(|id| fighter(now, *id).up())
        .or_else(|| standing_foes(now, by).first().copied())
        .or_else(|| {
            let foe = |id: &Id| !now.allied(*id, by) && sees(now, by, *id);
            targets(now, by).into_iter().find(foe)
        })
}

/// Returns the default target of the next attack in a series: the last one unless the booked damage will fell it
/// (CTD-39).
pub fn next_target(now: &Encounter, by: Id, last: Id) -> Option<Id> {
    let stays = |id: &Id| {
        let one = fighter(now, *id);
        one.up() && one.pending().total() < one.hp()
    };
    let mut foes = [last].into_iter().chain(standing_foes(now, by));
    foes.find(stays)
        .or_else(|| likely_target(now, by, Some(last)))
}

/// Returns the default target of an action with a declared target, and the reason if that target is not possible: the
/// form shows it and suggests another (CTD-23).
pub fn aimed_at(now: &Encounter, by: Id, declared: Option<Id>) -> (Option<Id>, String) {
    let why = fallen(now, declared).unwrap_or_default();
    (likely_target(now, by, declared), why)
}

/// Returns the heading of an action with a target, or a question for a new target if the declared one fell (CTD-23).
pub fn at_whom(
    now: &Encounter,
    by: Id,
    declared: Option<Id>,
    does: [&str; 2],
) -> Cow<'static, str> {
    let ([does, verb], name) = (does, now.name(by));
    match fallen(now, declared) {
        None => say!(now, "{name} {does}"),
        Some(why) => say!(now, "{why}: whom does {name} {verb}?"),
    }
}

/// Returns the reason why the declared target is no longer standing, if so.
pub fn fallen(now: &Encounter, declared: Option<Id>) -> Option<String> {
    let lost = declared.filter(|id| !fighter(now, *id).up())?;
    let word = fighter(now, lost).downfall();
    Some(format!("{} {word}", now.name(lost)))
}

/// Returns true if an ally is engaged with the target, or closes with it on this count or is about to (CTD-82). The
/// GM sees if they are on opposite sides of it.
pub fn joined_against(now: &Encounter, by: Id, target: Id) -> bool {
    let on = count::on_count(now);
    now.present().any(|ally| {
        let one = fighter(now, ally);
        let closes = || one.pending().closes.contains(&target);
        let melee = |plan: &Plan| one.weapon(&plan.weapon).is_none_or(|weapon| weapon.melee());
        let goes =
            |plan: &Plan| plan.action.strikes() && plan.target == Some(target) && melee(plan);
        let means_to = || on.contains(&ally) && !one.acted() && one.plan().is_some_and(goes);
        ally != by
            && now.allied(ally, by)
            && one.up()
            && (engaged(now, ally, target) || closes() || means_to())
    })
}

/// Returns true if a combatant of the attacker's side is engaged with the target (CTD-115).
pub fn among_friends(now: &Encounter, by: Id, target: Id) -> bool {
    let mut near = fighter(now, target).near();
    near.any(|other| other != by && now.allied(other, by))
}

/// Reason against targets that are dead or have fled.
pub const OUT: &str = "is dead, or has fled";

/// Reason against all targets but the holder for a held combatant in melee.
pub const HELD: &str = "does not hold the attacker";

/// Asks for the target of an action; `others` is the reason why no other combatant is possible.
pub fn ask_target(
    f: &mut Form<'_>,
    list: &[Id],
    preset: Option<Id>,
    others: &'static str,
) -> Option<Id> {
    let from = || list.iter().copied();
    f.others(others);
    let picked = f.pick("target", "target", from, 1, 1, Vec::from_iter(preset));
    picked.first().copied()
}

/// Asks which combatants are where a missile lands; those engaged with the one `there` are preset.
pub fn ask_near(
    cx: &mut Resolver<'_>,
    key: &'static str,
    title: impl Into<String>,
    all: Vec<Id>,
    there: Option<Id>,
) -> Step<Vec<Id>> {
    if all.is_empty() {
        return Ok(all);
    }
    let near = |id: &Id| there.is_some_and(|there| engaged(cx.now(), *id, there));
    let preset = all.iter().copied().filter(near).collect();
    let most = all.len();
    cx.others("is not where it flies");
    cx.pick(key, None, title, all, 0, most, preset)
}

/// Asks for an optional target; the preset is the wanted one if it is in the list.
pub fn ask_maybe(f: &mut Form<'_>, list: &[Id], meant: Option<Id>) -> Option<Id> {
    let preset = meant.filter(|id| list.contains(id)).into_iter().collect();
    let from = || list.iter().copied();
    f.others(OUT);
    f.pick("target", "at", from, 0, 1, preset).first().copied()
}

/// Asks which combatants are engaged: a target, unless it is engaged already.
pub fn ask_closes(f: &mut Form<'_>, who: Id, target: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let near = fighter(now, who).engaged();
    let mut foes = targets(now, who);
    foes.retain(|id| !now.allied(*id, who) && !near.contains(id));
    if foes.is_empty() {
        return Vec::new();
    }
    let preset = Vec::from_iter(target.filter(|id| foes.contains(id)));
    f.hint(|| "those with long weapons may answer");
    let from = || foes.iter().copied();
    f.others("is at close quarters already, or no foe");
    f.pick("closes", "closes with", from, 0, foes.len(), preset)
}
