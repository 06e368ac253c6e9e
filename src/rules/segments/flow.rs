//! Whose moment it is, and what may be started.

use crate::encounter::{Encounter, Id, Stage};
use crate::rules::{Action, Legal, Next, Offer, allowed};

use crate::rules::segments::acts::count::due;
use crate::rules::segments::acts::join::newcomer;
use crate::rules::segments::acts::pickup::stooping;
use crate::rules::segments::acts::{self, ACTIONS};
use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::options::Options;
use crate::rules::segments::sheet::people::lone_side;
use crate::rules::segments::sheet::schema::is;
use crate::rules::segments::state::ambush::may_declare;
use crate::rules::segments::state::ladder::{Kind, Slot, next_count};
use crate::rules::segments::state::plan::{plan, undeclared};
use crate::rules::segments::state::round::{Phase, Round};

/// What happens next: what is due by itself, or what a GM may start.
pub fn next(now: &Encounter) -> Next {
    match now.stage {
        Stage::Setup => return Next::Auto(acts::BEGIN.of()),
        Stage::Over => return aftermath(now),
        Stage::Fighting => {}
    }
    // What a correction by hand brings with it.
    if let Some(fallen) = now
        .present()
        .find(|id| fighter(now, *id).is_down() && !now.get(*id).has(is::DOWN))
    {
        return Next::Auto(acts::FALL.by(fallen));
    }
    let round = Round::of(now);
    if round.phase == Phase::Act {
        return Next::Auto(match due(now) {
            Some(slot) => action(slot).by(slot.who),
            None => acts::CLOSE_COUNT.of(),
        });
    }
    if round.phase == Phase::Declare
        && let Some(risen) = now
            .present()
            .find(|id| now.get(*id).has(is::DOWN) && can_rise(now, *id))
    {
        return Next::Auto(acts::RISE.by(risen));
    }
    if !round.go_on
        && let Some(side) = lone_side(now)
    {
        return one_side_left(&side);
    }
    if round.phase == Phase::Between
        && let Some(newcomer) = newcomer(now)
    {
        return Next::Auto(acts::ARRIVE.by(newcomer));
    }
    match round.phase {
        Phase::Declare => match undeclared(now).as_slice() {
            [] if !stooping(now).is_empty() => Next::Auto(acts::PREP.of()),
            [] => Next::Auto(acts::INITIATIVE.of()),
            waiting => declarations(now, waiting),
        },
        _ if next_count(now).is_some() => Next::Auto(acts::OPEN_COUNT.of()),
        _ => Next::Auto(acts::ROUND_END.of()),
    }
}

/// The action that plays what is due.
fn action(slot: &Slot) -> &'static Action {
    match slot.kind {
        Kind::Release => &acts::RELEASE,
        Kind::Other => &acts::OTHER,
        _ => &acts::ATTACK,
    }
}

fn can_rise(now: &Encounter, id: Id) -> bool {
    fighter(now, id).hp() > Options::of(now).down_at()
}

/// Who is still to declare; those who have may declare anew.
fn declarations(now: &Encounter, waiting: &[Id]) -> Next {
    let by = |id| Offer::new(acts::DECLARE.by(id)).by_letter();
    let mut offers: Vec<Offer> = waiting.iter().map(|id| by(*id)).collect();
    if let Some(first) = offers.first_mut() {
        first.preset = true;
    }
    for side in now.faction_ids() {
        let of_side = |id: &&Id| now.get(**id).faction == side;
        let left = waiting.iter().filter(of_side).count();
        if left > 1 && left < waiting.len() {
            offers.push(Offer::new(acts::DECLARE_SIDE.side(side)));
        }
    }
    if waiting.len() > 1 {
        offers.push(Offer::new(acts::DECLARE_REST.of()));
    }
    let declared = now
        .present()
        .filter(|id| may_declare(now, *id) && plan(now, *id).is_some());
    offers.extend(declared.map(by));
    let title = match waiting {
        [one] => format!("{} has still to declare", now.name(*one)),
        many => format!("{} have still to declare", many.len()),
    };
    Next::Offers { title, offers }
}

/// Only one side is standing: end the fight, or play on (SEG-124).
fn one_side_left(side: &str) -> Next {
    let end = Offer::new(acts::END.of()).preset();
    Next::Offers {
        title: format!("{side} alone can still act"),
        offers: vec![end, Offer::new(acts::GO_ON.of())],
    }
}

/// What can still be done when the fight is over.
fn aftermath(now: &Encounter) -> Next {
    let skill = Offer::new(acts::SKILL.of());
    let offers = [skill]
        .into_iter()
        .filter(|skill| allowed(ACTIONS, now, skill) == Legal::Yes);
    Next::Offers {
        title: "The fight is over".to_owned(),
        offers: offers.collect(),
    }
}
