//! The words of actions of one's turn: what is carried from turn to turn is kept under them, and a bound mind is left some.

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
/// Something into the hand or out of it.
pub const GEAR: &str = "gear";
pub const RELOAD: &str = "reload";
pub const STABILISE: &str = "stabilise";
pub const HEARTEN: &str = "hearten";
/// Taking a body over.
pub const POSSESS: &str = "possess";
