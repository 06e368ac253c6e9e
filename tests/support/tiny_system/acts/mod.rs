//! The table of actions, and the capitals of their forms. In the menu of who strikes Space has no meaning: nobody may
//! pass.

pub mod round;
mod rulings;
pub mod strike;

use affray::rules::{Action, CapitalGroup, Of, Play, When, While};

affray::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(round::begin));
    BELL_RINGS = Action::new("bell", "ring the bell", Play::Fight(strike::bell))
        .when(When::Anytime(While::Fought));
    ROUND = Action::new("round", "the next round at once", Play::Fight(round::next))
        .when(When::BetweenCommands(While::Fought));
    END = Action::new("end", "end the fight", Play::Fight(round::end))
        .help("one side is left, or nobody")
        .capital('Z')
        .ends()
        .when(When::Offered("when one side is left"));
    STRIKE = Action::new("strike", "strike", Play::One(strike::strike))
        .help("d20 against a guard, then 1d6")
        .capital('A')
        .foe("target")
        .when(When::Offered("once a round"))
        .words(Of::One(|now, who| format!("{} strikes", now.name(who))));
}

/// Capitals of the rows of a strike.
pub static CAPITALS: &[CapitalGroup] = &[CapitalGroup {
    prompts: &["strike"],
    rows: &[
        ("target", 'T'),
        ("charge", 'H'),
        ("bonus", 'B'),
        ("trip", 'P'),
    ],
}];
