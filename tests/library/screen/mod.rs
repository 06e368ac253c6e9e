//! Keys and screens, without a real terminal.

mod amending_nothing;
mod any_size;
mod countdown_keys;
mod crowded;
mod faults_found_playing;
mod fight_screen;
mod forms;
mod gm_calls;
mod in_lines;
mod key_rules;
mod keys;
mod players_screen;
mod playing;
mod seconds_keys;
mod setup_keys;
mod setup_waves;
mod small_screen;
mod split_round_keys;
mod start_screen;
mod tutor;
mod typed_numbers;
mod typed_party;
mod typed_totals;
mod words_that_misled;
