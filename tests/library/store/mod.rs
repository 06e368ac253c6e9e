//! Saving and reading files. Tests of the program killed with `kill -9` are in `tests/program/killed.rs`.

mod autosave;
mod changed_saves;
mod checked_saves;
mod damaged_files;
mod disk_faults;
mod fight_on_disk;
mod kept_party;
mod old_saves;
mod own_files;
mod power_cut;
mod real_disk;
mod saved_fights;
mod saver_thread;
