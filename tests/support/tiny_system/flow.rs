//! Sequence of play: the next step of a fight.

use affray::encounter::Encounter;
use affray::rules::{Action, CapitalGroup, Flow, Next, Offer};
use affray::systems::common::sides;
use affray::values::Id;

use crate::support::tiny_system::sheet::{is, stands};
use crate::support::tiny_system::{Tiny, acts};

impl Flow for Tiny {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    /// Returns the next step: each combatant who is up strikes once, in any order, then the next round begins. When one
    /// side is left, the fight may end.
    fn next(&self, now: &Encounter) -> Next {
        let standing: Vec<Id> = now.present().filter(|id| stands(now, *id)).collect();
        if standing.is_empty() && now.fighting() {
            return Next::Auto(acts::END.of());
        }
        let ready = standing.iter().filter(|id| !now.get(**id).has(is::ACTED));
        let strikes = ready.map(|id| Offer::new(acts::STRIKE.by(*id)).by_letter());
        let mut offers: Vec<Offer> = strikes.collect();
        if offers.is_empty() && !standing.is_empty() {
            return Next::Auto(acts::ROUND.of());
        }
        if sides::left(now, now.side_ids(), |id| stands(now, id)).len() < 2 {
            offers.push(Offer::new(acts::END.of()));
        }
        Next::Offers {
            title: "Who strikes?".to_owned(),
            offers,
        }
    }
}
