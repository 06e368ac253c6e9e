//! Start of a fight, and surprise (1. Determine Surprise, CTD-63, CTD-180).

use crate::systems::common::sides::left;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::round_end;
use crate::systems::countdown::says::{Says, SurprisedOn};
use crate::systems::countdown::sheet::{at, is};
use crate::systems::countdown::state::{Phase, Round, fighter};

/// Begins the fight, which ends any rest (CTD-63), and asks for the crews of siege engines (CTD-180).
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    stage::begins(cx);
    for id in cx.now().ids() {
        cx.set(id, at::rest_rounds, 0);
        let mut weapons = fighter(cx.now(), id).weapons().into_iter();
        if let Some(slow) = weapons.find(|weapon| weapon.rof_rounds() > 3) {
            let said = Says::FiresSlowly {
                who: id,
                weapon: slow.name().to_owned().into(),
                rounds: slow.rof_rounds(),
            };
            cx.act(id, said);
        }
    }
    Ok(())
}

/// Tests for surprise before the first round. The GM picks the sides that may be surprised and notes any ambush; each
/// side gets one d20 (CTD-10 to CTD-14). Then begins round 1.
pub fn surprise(cx: &mut Resolver<'_>) -> Step<()> {
    let tested = cx.form("surprise", None, "Who might be surprised?", |f| {
        let now = f.now;
        let mut tested = Vec::new();
        for side in left(now, now.side_ids(), |_| true) {
            let name = now.side_name(side);
            if f.toggle(&format!("caught-{}", side.0), name, false) {
                let label = format!("{name}: ambush");
                let ambush = format!("ambush-{}", side.0);
                let ambush = f.hint(|| "+3").toggle(&ambush, &label, false);
                tested.push((side, ambush));
            }
        }
        Ok(tested)
    })?;
    for (side, ambush) in tested {
        let members: Vec<Id> = cx.now().members(side).collect();
        test(cx, side, &members, ambush, 1)?;
    }
    round_end::begin(cx);
    Ok(())
}

/// Tests a group that joins later for surprise; surprised combatants lose their first round (CTD-14, CTD-15).
pub fn later(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Who else might be surprised?";
    let (who, ambush) = cx.form("test-surprise", None, title, |f| {
        let now = f.now;
        let all = || now.present().filter(|id| fighter(now, *id).up());
        let most = all().count();
        let fresh = |id: &Id| {
            let one = fighter(now, *id);
            one.plan().is_none() && one.initiative().is_none()
        };
        let mut preset: Vec<Id> = all().filter(fresh).collect();
        if preset.len() == most {
            preset.clear();
        }
        let who = f.pick("who", "who", all, 1, most, preset);
        let ambush = f.hint(|| "+3").toggle("ambush", "by an ambush", false);
        Ok((who, ambush))
    })?;
    let late = Round::of(cx.now()).phase != Phase::Declare;
    let first = cx.now().round + u32::from(late);
    for side in cx.now().side_ids() {
        let mut members = who.clone();
        members.retain(|id| cx.get(*id).side == side);
        if !members.is_empty() {
            test(cx, side, &members, ambush, first)?;
        }
    }
    Ok(())
}

/// Rolls one d20 for the side; the GM makes this roll. The roll surprises each member whose number it reaches, in round
/// `first` (CTD-11 to CTD-13).
fn test(cx: &mut Resolver<'_>, side: SideId, members: &[Id], ambush: bool, first: u32) -> Step<()> {
    let name = cx.now().side_name(side).to_owned();
    cx.act(None, Says::MightBeSurprised { side, ambush });
    let number = |id: &Id| SurprisedOn::AtLeast {
        who: *id,
        number: fighter(cx.now(), *id).surprise_dc(),
    };
    let numbers = Commas(members.iter().map(number).collect());
    let told = numbers.show(cx.now());
    let roll = Roll::new("surprise", None, Says::SurpriseRoll {}, Dice::d(20))
        .bonus(Tally::new().plus_if(ambush, "ambush", 3))
        .title(say!(cx.now(), "{name}: who is surprised?"))
        .hint(format!("GM's roll; surprised on {told}"));
    let total = cx.roll(roll)?.total;
    let mut caught = members.to_vec();
    caught.retain(|id| {
        let one = fighter(cx.now(), *id);
        one.surprise_dc() <= total && one.up()
    });
    cx.note(match caught.as_slice() {
        [] => Says::NobodySurprised { numbers },
        some => Says::AreSurprised {
            who: some.to_vec(),
            numbers,
        },
    });
    for id in caught {
        let condition = Condition::new(is::SURPRISED).ends(Ends::EndOfRound(first));
        cx.gain(id, condition, "");
    }
    Ok(())
}
