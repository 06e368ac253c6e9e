//! Code that several rulebooks share: the machinery of the table, not rules. These are plain functions of their
//! arguments. Systems call them, and they know no system. Decisions of a rulebook stay in its system.

pub mod conditions;
pub mod declarations;
pub mod moments;
pub mod says;
pub mod sentences;
pub mod sheets;
pub mod sides;
pub mod stage;
