//! The two little languages of a system's file: sums, which look and never throw, and dice.

pub mod found;
pub mod lookup;
pub mod sum;
pub mod throw;
