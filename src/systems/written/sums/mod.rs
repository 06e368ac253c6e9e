//! Languages of a system's file: expressions, which only read and never roll dice, and dice.

pub mod found;
pub mod lookup;
pub mod sum;
pub mod throw;
