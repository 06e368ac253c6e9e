//! Attacks, shots, wounds, spells and movement: code that several actions share.

pub mod casting;
mod checks;
mod damage;
mod missiles;
mod movement;
pub mod need;
mod situation;
mod strike;
mod withdraw;
pub mod wounds;

pub use casting::{lose_spell, open_release, struck_while_casting};
pub use checks::{check_degree, degree_dice, degree_word, percentile};
pub use damage::{book, land};
pub use missiles::pull_missile;
pub use movement::{covered, move_on, start_move, waits_to_move};
pub use need::{Blow, Unexpected, standing_defence};
pub use situation::{
    aim_counts, attackers, beyond, in_melee, light_of, melee_around, speed_of, stray_threshold,
};
pub use strike::{show_line, strike};
pub use withdraw::leave;
pub use wounds::{down_if_spent, lose_hp, loses_all, rise, stun, stun_if_beyond};
