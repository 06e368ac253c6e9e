//! Blows, shots, wounds, spells and movement: what several actions share.

pub mod casting;
pub mod checks;
pub mod missiles;
pub mod movement;
pub mod need;
pub mod situation;
pub mod strike;
pub mod withdraw;
pub mod wounds;
