//! End of a fight, and its continuation (CTD-177, CTD-178).

use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::systems::prelude::*;
use crate::text::agree;
use crate::values::Semicolons;

use super::after_fight::{self, Lying};
use super::{count, round_end};
use crate::systems::countdown::combat::wounds;
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{OF_THE_FIGHT, RECOVERED, is};
use crate::systems::countdown::state::count::round_done;
use crate::systems::countdown::state::{Fires, Pending, Phase, Round, sides};

/// Ends the fight (CTD-178). In the middle of a round, applies the effects of the open count and runs the END step.
/// Between two rounds, the announced round is not played.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let announced = sides::between_rounds(cx.now());
    if !announced {
        if Round::of(cx.now()).open {
            count::close(cx)?;
        }
        round_end::finish(cx)?;
    }
    let marked = |id: &Id| RECOVERED.iter().any(|is| cx.get(*id).has(*is));
    let mut over: Vec<Id> = cx.now().present().filter(marked).collect();
    if !over.is_empty() {
        let (title, most) = ("Who recovers from being shaken or blinded?", over.len());
        cx.others("is not shaken or blinded");
        over = cx.pick("recovered", None, title, over.clone(), 0, most, over)?;
    }
    let left = sides::standing(cx.now());
    stage::over(cx, &left);
    for id in over {
        for is in RECOVERED {
            cx.lose_named(id, is.0, Says::FightIsOver {});
        }
    }
    fight_over(cx, &OF_THE_FIGHT);
    let phase = announced.then_some(Phase::Declare);
    round_end::clear(cx, phase.unwrap_or_default());
    for id in cx.now().ids() {
        Pending::clear(cx, id);
    }
    wounds::unbind(cx, |_| true);
    let lying = after_fight::lying(cx.now());
    if !lying.is_empty() {
        let things = Semicolons(lying.iter().map(Lying::said).collect());
        cx.act(None, Says::OnGround { things });
    }
    Ok(())
}

/// Returns the effects still pending if the fight ends now (CTD-178).
pub fn due(now: &Encounter) -> String {
    let those = |is, one, several, what| {
        let all: Vec<Id> = now.present().filter(|id| now.get(*id).has(is)).collect();
        let verb = agree(all.len(), one, several);
        (!all.is_empty()).then(|| format!("{} {verb} {what}", now.names(&all)))
    };
    let fires = Fires::of(now).burning.iter();
    let fires = fires.map(|fire| format!("the {} still burns", fire.name));
    let burn = those(is::BURNING, "is", "are", "in flames");
    let all = burn.into_iter().chain(fires);
    let all = all.chain(those(is::UNCONSCIOUS, "lies", "lie", "unconscious"));
    all.collect::<Vec<_>>().join("; ")
}

/// Declines the suggested end: the round continues, or another round begins (CTD-177).
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    if round_done(cx.now()) {
        round_end::end(cx)?;
    }
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// Resumes the fight, in the round announced at its end or in a new round.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx)?;
    if Round::of(cx.now()).phase != Phase::Declare {
        round_end::begin(cx);
    }
    Ok(())
}
