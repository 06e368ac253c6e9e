//! The end of the fight.

use crate::act;
use crate::encounter::{Encounter, Resolver, Step, Words as _};
use crate::rules::common::conditions::fight_over;
use crate::rules::common::stage;

use crate::rules::segments::combat::casting::open_release;
use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::schema::{at, at_stuck, is};
use crate::rules::segments::state::round::Round;

/// The GM plays on although one side is left (SEG-124).
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.go_on = true);
    Ok(())
}

/// What is still to come if the fight ends now: spells under way, bleeding (SEG-107, SEG-125).
pub fn due(now: &Encounter) -> String {
    let mut all: Vec<String> = Vec::new();
    for id in now.present() {
        let (one, name) = (fighter(now, id), now.name(id));
        if let Some(release) = open_release(now, id) {
            all.push(format!(
                "{name} casts {} until {}",
                release.what, release.count
            ));
        }
        if let Some(spell) = one.carried() {
            all.push(format!("{name} begins {spell} next round"));
        }
        if one.active() && one.bleed_per_round() > 0 {
            all.push(format!("{name} bleeds {} a round", one.bleed_per_round()));
        }
    }
    all.join("; ")
}

/// The fight ends: what stays on each sheet (SEG-125).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx);
    for id in cx.now().present().collect::<Vec<_>>() {
        let one = fighter(cx.now(), id);
        let mut left: Vec<String> = Vec::new();
        for missile in one.missiles() {
            left.push(format!(
                "a stuck {} (bleeds {} a round of exertion)",
                missile.get(at_stuck::missile).word(),
                missile.get(at_stuck::bleed)
            ));
        }
        let lost = cx.get(id).sheet.get(at::prot_lost);
        if lost > 0 {
            left.push(format!("armour PROT {lost} less until repaired"));
        }
        if let Some(wound) = one.condition(is::GRIEVOUS_WOUND) {
            left.push(format!("grievous wound: {}", wound.cause));
        }
        if let Some(spell) = one.carried() {
            left.push(format!("{spell} is dropped"));
        }
        if !left.is_empty() {
            act!(cx, None, &[id], "{}: {}.", cx.name(id), left.join("; "));
        }
        cx.lose(id, is::SPELL_CARRIED, "", "");
    }
    fight_over(cx, &[is::CASTING, is::HOLDING, is::AIMING, is::AIM_KEPT]);
    Ok(())
}
