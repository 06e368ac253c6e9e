//! Course of a fight: inputs, undo, amendments, rulings, schedule, log.

mod aliases;
mod amended;
mod amendments;
mod conditions;
mod conditions_until_a_turn;
mod decisions;
mod heard;
mod inputs_and_undo;
mod log;
mod past;
mod prompts;
mod recap;
mod rulings_in_order;
mod schedule;
mod secrets;
mod steps;
