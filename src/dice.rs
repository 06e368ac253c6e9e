//! Dice notation, the range a total may have, exact odds and the seeded generator.
