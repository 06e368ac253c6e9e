//! Triggers, shared by several systems, at which conditions may end.

use crate::values::{Moment, Occasion};

pub const NEXT_TURN: Moment = Moment {
    word: "next_turn",
    label: "start of {} next turn",
    occasion: Occasion::TurnBegins,
};

pub const TURN_END: Moment = Moment {
    word: "turn_end",
    label: "end of {} turn",
    occasion: Occasion::TurnEnds,
};

/// Start of an action, in systems whose rounds have no turns.
pub const NEXT_ACTION: Moment = Moment {
    word: "next_action",
    label: "start of {} next action",
    occasion: Occasion::TurnBegins,
};

/// End of an action.
pub const ACTION_END: Moment = Moment {
    word: "action_end",
    label: "end of {} action",
    occasion: Occasion::TurnEnds,
};

/// End of the fight, triggered by [`super::stage::over`].
pub const FIGHT_OVER: Moment = Moment {
    word: "fight_over",
    label: "end of the fight",
    occasion: Occasion::Other,
};
