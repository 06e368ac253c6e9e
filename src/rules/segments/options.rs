//! The house rules of this system as set for a fight.

use crate::encounter::Encounter;

/// Typed view of `options` (contract, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `tie_rule`: on the same count combatants act one after the other (SEG-51).
    pub dex_order: bool,
    /// `down_at`: down at this many hit points or fewer (SEG-77).
    pub down_at: i64,
    /// `crit_doubles`: only the dice are doubled (SEG-63).
    pub doubles_dice_only: bool,
    /// `interrupt_rule`: a hit on a caster always interrupts (SEG-118).
    pub always_interrupts: bool,
    /// `aim_shots`: Careful Aim counts for the next shot only (SEG-100).
    pub aim_next_only: bool,
    /// `run_counts_as_minus5` (SEG-39).
    pub run_counts_as_minus5: bool,
    /// `attack_waits_for_move` (SEG-36).
    pub attack_waits_for_move: bool,
    /// `stance_vs_ranged` (SEG-90).
    pub stance_vs_ranged: bool,
    /// `lighting_on_ranged` (SEG-84).
    pub lighting_on_ranged: bool,
    /// `ambush_stacks_with_surprise` (SEG-17).
    pub ambush_stacks_with_surprise: bool,
}

impl Options {
    /// The options of an encounter; what is missing has the contract's reading.
    pub fn of(now: &Encounter) -> Self {
        let options = &now.options;
        let flag = |key: &str, default: bool| {
            if options.has(key) {
                options.flag(key)
            } else {
                default
            }
        };
        Self {
            dex_order: options.word("tie_rule") == "dex_order",
            down_at: down_at(now),
            doubles_dice_only: options.word("crit_doubles") == "dice",
            always_interrupts: options.word("interrupt_rule") == "always",
            aim_next_only: options.word("aim_shots") == "next",
            run_counts_as_minus5: flag("run_counts_as_minus5", false),
            attack_waits_for_move: flag("attack_waits_for_move", true),
            stance_vs_ranged: flag("stance_vs_ranged", false),
            lighting_on_ranged: flag("lighting_on_ranged", true),
            ambush_stacks_with_surprise: flag("ambush_stacks_with_surprise", false),
        }
    }
}

/// `down_at` alone: it is asked for every combatant at every question.
pub fn down_at(now: &Encounter) -> i64 {
    now.options.int("down_at")
}
