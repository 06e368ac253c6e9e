//! Languages of a system's file: expressions, which only read values and never roll, and dice.

pub mod found;
pub mod lookup;
pub mod sum;
pub mod throw;
