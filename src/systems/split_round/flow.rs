//! Next step of the fight, and the actions that may be started.

use crate::encounter::says::FirstTurn;
use crate::rules::{Action, CapitalGroup, Flow, Legal, Next, Offer};
use crate::systems::common::declarations;
use crate::systems::common::sides::{alone, suggest_end};
use crate::systems::prelude::*;
use crate::systems::split_round::SplitRound;
use crate::text::capital;

use crate::systems::split_round::acts::{self, ACTIONS};
use crate::systems::split_round::combat::queue;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::sides::sides;
use crate::systems::split_round::state::turn::{ItemKind, Turn, left_to_declare, undeclared};

impl Flow for SplitRound {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    /// Returns the next step, automatic or offered to the GM.
    fn next(&self, now: &Encounter) -> Next {
        let round = Round::of(now);
        if round.phase == Phase::Attack {
            return Next::Auto(match queue::next(now) {
                Some((who, place)) => comes_up(now, who, place),
                None => acts::ROUND_END.of(),
            });
        }
        if !round.went_on
            && let Some(title) = alone(now, &sides(now), "is up")
        {
            return suggest_end(capital(&title), &acts::END, &acts::GO_ON);
        }
        if round.phase == Phase::Over {
            return Next::Auto(acts::ROUND.of());
        }
        match undeclared(now).as_slice() {
            [] => declarations::all_declared(&acts::DECLARE, &[], &acts::DICE),
            waiting => deciding(now, waiting),
        }
    }

    /// Returns the offers after the fight: a rest (Enter), and other actions that take time.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        let mut offers = acts::AFTERMATH.map(|action| Offer::new(action.of()));
        offers[0].preset = true;
        offers.into()
    }

    fn joins(&self, now: &Encounter, _who: Id) -> Option<FirstTurn> {
        Some(match Round::of(now).phase {
            Phase::Decide => FirstTurn::PlansNow {},
            Phase::Attack | Phase::Over => FirstTurn::PlansNext {},
        })
    }
}

fn comes_up(now: &Encounter, who: Id, place: usize) -> crate::resolver::Command {
    let kind = Turn::of(now, who).items.get(place).map(|item| item.kind);
    match kind {
        Some(ItemKind::Deed | ItemKind::Bonus | ItemKind::Move) => acts::ACT.by(who),
        _ => acts::ATTACK.by(who),
    }
}

/// Returns the prompt for the combatants who have no plan yet.
fn deciding(now: &Encounter, waiting: &[Id]) -> Next {
    let rest = vec![
        Offer::new(acts::DECLARE_REST.of()),
        Offer::new(acts::DECLARE_NONE.of()),
    ];
    let mut offers = declarations::offers(&acts::DECLARE, waiting, &[], rest);
    if let Some(first) = offers.first_mut() {
        first.preset = true;
    }
    let prepare = waiting.iter().map(|id| Offer::new(acts::PREPARE.by(*id)));
    offers.extend(prepare.filter(|offer| acts::PREPARE.allows(now, &offer.command) == Legal::Yes));
    let title = match (left_to_declare(now).len(), waiting.len()) {
        (_, 1) => "One combatant has no plan yet".into(),
        (own, all) if own == all => say!(now, "{all} combatants have no plan yet"),
        (1, _) => "One combatant needs your plan; Affray plans the others".into(),
        (own, _) => say!(
            now,
            "{own} combatants need your plans; Affray plans the others"
        ),
    };
    let title = title.into();
    Next::Offers { title, offers }
}
