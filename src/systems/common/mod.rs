//! Code that several rulebooks share. It contains plain functions that systems call and that know no system. Decisions
//! of a rulebook stay in its system.

pub mod conditions;
pub mod declarations;
pub mod moments;
pub mod says;
pub mod sentences;
pub mod sheets;
pub mod sides;
pub mod stage;
