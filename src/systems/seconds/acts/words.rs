//! The words of actions of one's turn: what is carried from turn to turn is kept under them, and a bound mind is left some.

/// One attack.
pub const ATTACK: &str = "attack";
/// Several attacks together.
pub const COMBO: &str = "combo";
/// One move.
pub const MOVE: &str = "move";
/// A run.
pub const RUN: &str = "run";
/// Up or down.
pub const POSTURE: &str = "posture";
/// Anything else.
pub const OTHER: &str = "other";
/// Flight.
pub const FLEE: &str = "flee";
/// Out of the body that one is in.
pub const LEAVE_BODY: &str = "leave-body";
/// The turn ends.
pub const END_TURN: &str = "end-turn";
/// Aiming.
pub const AIM: &str = "aim";
/// Clearing a jam.
pub const CLEAR: &str = "clear";
/// Something into the hand or out of it.
pub const GEAR: &str = "gear";
/// Loading.
pub const RELOAD: &str = "reload";
/// Treating the dying.
pub const STABILISE: &str = "stabilise";
/// Giving heart.
pub const HEARTEN: &str = "hearten";
/// Taking a body over.
pub const POSSESS: &str = "possess";
