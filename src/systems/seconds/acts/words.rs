//! Keywords of actions of a turn: carried actions are saved under them, and a bound mind is left some of them.

pub const ATTACK: &str = "attack";
pub const COMBO: &str = "combo";
pub const MOVE: &str = "move";
pub const RUN: &str = "run";
pub const POSTURE: &str = "posture";
pub const OTHER: &str = "other";
pub const FLEE: &str = "flee";
/// Out of the body that one is in.
pub const LEAVE_BODY: &str = "leave-body";
pub const END_TURN: &str = "end-turn";
pub const AIM: &str = "aim";
pub const CLEAR: &str = "clear";
/// Takes an object in hand or puts it away.
pub const GEAR: &str = "gear";
pub const RELOAD: &str = "reload";
pub const STABILISE: &str = "stabilise";
pub const HEARTEN: &str = "hearten";
/// Taking a body over.
pub const POSSESS: &str = "possess";
