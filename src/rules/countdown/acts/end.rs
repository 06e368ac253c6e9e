//! The end of a fight, and its being taken back (CTD-177 to CTD-179).

use crate::act;
use crate::encounter::{Encounter, Id, Resolver, Step};
use crate::rules::common::conditions::fight_over;
use crate::rules::common::stage;
use crate::text::agree;

use super::{collect, count, round};
use crate::rules::countdown::combat::wounds;
use crate::rules::countdown::sheet::{at, is};
use crate::rules::countdown::state::bonds::HOLDING;
use crate::rules::countdown::state::sides::between_rounds;
use crate::rules::countdown::state::{Fires, Pending, Phase, Round, RoundState, fighter};

/// The fight is over (CTD-178). In mid-round what the open count has brought takes effect, and the round has its END
/// step; between two rounds the one that was announced is still to come.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let announced = between_rounds(cx.now());
    if !announced {
        if Round::of(cx.now()).open {
            count::close(cx)?;
        }
        round::finish(cx)?;
    }
    let marked = |now: &Encounter| -> Vec<Id> {
        now.present()
            .filter(|id| {
                let one = fighter(now, *id);
                one.has(is::SHAKEN) || one.has(is::BLINDED)
            })
            .collect()
    };
    let all = marked(cx.now());
    let mut over = Vec::new();
    if !all.is_empty() {
        let most = all.len();
        over = cx.pick(
            "recovered",
            None,
            "Who gets over being shaken or blinded?",
            all.clone(),
            0,
            most,
            all,
        )?;
    }
    stage::over(cx);
    for id in over {
        for is in [is::SHAKEN, is::BLINDED] {
            cx.lose(id, is, is.0, "the fight is over");
        }
    }
    fight_over(
        cx,
        &[
            is::SURPRISED,
            is::DODGE,
            is::CHARGED,
            is::RUNNING,
            is::RISING,
            is::STUMBLING,
            is::NO_ATTACK,
            is::PRONE,
        ],
    );
    for id in cx.now().ids() {
        cx.set(id, at::initiative, None);
        cx.set(id, at::acted, false);
        RoundState::clear(cx, id);
        Pending::clear(cx, id);
    }
    let links = cx.now().links.to_vec();
    for link in links {
        if link.kind == HOLDING {
            wounds::release(cx, link.from, link.to, "");
        } else {
            cx.unlink(&link.kind, link.from, link.to);
        }
    }
    let phase = if announced {
        Phase::Declare
    } else {
        Phase::default()
    };
    Round {
        phase,
        ..Round::default()
    }
    .put(cx);
    remind(cx);
    Ok(())
}

/// What may be collected (CTD-179).
fn remind(cx: &mut Resolver<'_>) {
    let lying = collect::lying(cx.now()).into_iter();
    let lying: Vec<String> = lying.map(|one| one.told(cx.now())).collect();
    if !lying.is_empty() {
        act!(cx, None, &[], "To be collected: {}.", lying.join("; "));
    }
}

/// What is still to come of the fight if it ends now (CTD-178).
pub fn due(now: &Encounter) -> String {
    let with = |is| -> Vec<Id> {
        let suffers = |id: &Id| fighter(now, *id).has(is);
        now.present().filter(suffers).collect()
    };
    let mut all: Vec<String> = Vec::new();
    let (burn, out) = (with(is::BURNING), with(is::UNCONSCIOUS));
    if !burn.is_empty() {
        let verb = agree(burn.len(), "is", "are");
        all.push(format!("{} {verb} in flames", now.names(&burn)));
    }
    for fire in &Fires::of(now).burning {
        all.push(format!("{} burns on", fire.name));
    }
    if !out.is_empty() {
        let verb = agree(out.len(), "lies", "lie");
        all.push(format!("{} {verb} unconscious", now.names(&out)));
    }
    all.join("; ")
}

/// The suggestion is turned down for this round.
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// The fight is taken up again: in the round that was announced when it ended, or in a new one.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx)?;
    if Round::of(cx.now()).phase != Phase::Declare {
        round::begin(cx);
    }
    Ok(())
}
