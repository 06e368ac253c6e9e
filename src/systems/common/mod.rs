//! What is the same in several rulebooks by its nature: the table's machinery, not rules. Plain functions of what they
//! are given; systems call them, they know none. What a rulebook decides stays in its system.

pub mod conditions;
pub mod declarations;
pub mod moments;
pub mod sentences;
pub mod sheets;
pub mod sides;
pub mod stage;
