//! End of a fight.

use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::systems::prelude::*;
use crate::values::Semicolons;

use crate::systems::segments::combat::open_release;
use crate::systems::segments::says::{Left, Says};
use crate::systems::segments::sheet::{at_stuck, is};
use crate::systems::segments::state::{Round, WITHDRAWN, done, fighter, sides};

use super::round_end::{POSTURES, round_end};

/// Continues the fight although only one side is left: the round continues, or another round begins (SEG-124).
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    if done(cx.now()) {
        round_end(cx)?;
    }
    Round::change(cx, |round| round.go_on = true);
    Ok(())
}

/// Returns the effects still pending if the fight ends now: spells being cast and bleeding (SEG-107, SEG-125).
pub fn due(now: &Encounter) -> String {
    let mut all: Vec<String> = Vec::new();
    for id in now.present() {
        let (one, name) = (fighter(now, id), now.name(id));
        let release = open_release(now, id);
        let (bleeds, bleed) = (one.active(), one.bleed_per_round());
        let to_come = [
            release.map(|slot| format!("{name} casts {} until {}", slot.what, slot.count)),
            one.carried()
                .map(|spell| format!("{name} begins {spell} next round")),
            (bleeds && bleed > 0).then(|| format!("{name} bleeds {bleed} a round")),
        ];
        all.extend(to_come.into_iter().flatten());
    }
    all.join("; ")
}

/// Ends the fight, after which only values that persist between fights stay on the sheets (SEG-125).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let left = sides(cx.now());
    stage::over(cx, &left);
    let brief: Vec<Is> = [is::CASTING, is::STUNNED]
        .into_iter()
        .chain(POSTURES)
        .collect();
    fight_over(cx, &brief);
    cx.unlink_all(|link| link.kind == WITHDRAWN);
    for id in cx.now().present().collect::<Vec<_>>() {
        let one = fighter(cx.now(), id);
        let missile = |row: &Row| {
            let missile = row.get(at_stuck::missile).word().into();
            let bleeding = row.get(at_stuck::bleed);
            Left::StuckMissile { missile, bleeding }
        };
        let mut left: Vec<Left> = one.missiles().iter().map(missile).collect();
        let lost = one.sheet.prot_lost();
        let wound = one.condition(is::GRIEVOUS_WOUND);
        let stays = [
            (lost > 0).then_some(Left::ArmourLess { prot: lost }),
            wound.map(|wound| Left::Wound {
                wound: wound.cause.plain().unwrap_or_default().to_owned().into(),
            }),
            one.carried().map(|spell| Left::SpellDropped {
                spell: spell.to_owned().into(),
            }),
        ];
        left.extend(stays.into_iter().flatten());
        if !left.is_empty() {
            let left = Semicolons(left);
            cx.act(None, Says::Remains { who: id, left });
        }
        cx.lose(id, is::SPELL_CARRIED, "", "");
    }
    Ok(())
}
