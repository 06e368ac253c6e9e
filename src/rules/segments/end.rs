//! The end of the fight.

use crate::encounter::{Event, Resolver, Stage, Step, Words as _};

use super::plan::carried;
use super::schema::{at, at_stuck, is};
use super::sheet::fighter;
use crate::act;

/// The fight ends: what stays on each sheet (SEG-125).
///
/// # Errors
/// It asks nothing.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "The fight is over.".to_owned(),
    });
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
        if let Some(spell) = carried(one) {
            left.push(format!("{spell} is dropped"));
        }
        if !left.is_empty() {
            act!(cx, None, &[id], "{}: {}.", cx.name(id), left.join("; "));
        }
        cx.lose(id, is::SPELL_CARRIED, "", "");
        for is in [is::CASTING, is::HOLDING, is::AIMING, is::AIM_KEPT] {
            cx.lose(id, is, "", "");
        }
    }
    Ok(())
}
