//! Table of actions. Space does nothing in the menu of a turn, because no combatant may pass.

use affray::rules::{Action, Of, Play, When, While};

use super::{begin, end, round_end, strike};

affray::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin));
    BELL_RINGS = Action::new("bell", "ring the bell", Play::Fight(&strike::bell))
        .when(When::Anytime(While::Fought));
    ROUND = Action::new("round", "starts the next round immediately", Play::Fight(&round_end::next))
        .when(When::BetweenCommands(While::Fought));
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .help("ends the fight if at most one side is left")
        .capital('Z')
        .ends()
        .when(When::Offered("when one side is left"));
    STRIKE = Action::new("strike", "strike", Play::One(&strike::strike))
        .help("rolls d20 against the guard, then 1d6 damage")
        .capital('A')
        .foe("target")
        .when(When::Offered("once a round"))
        .words(Of::One(&|now, who| format!("{} strikes", now.name(who))));
}
