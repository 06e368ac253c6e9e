//! Sessions and assets on disk.
//!
//! [`Library`] has everything to start a fight, and [`Saves`] has the saved fights. The layers below handle text only.
//! [`SessionFiles`] is one saved session: `write_each_input` appends an input, and `fold` compacts the session.
//! [`Saver`] writes the session in the background, and [`Store`] has the file operations.

mod disk;
mod file_issue;
mod fold;
mod journal_format;
pub(crate) mod library;
pub(crate) mod names;
mod opening;
pub(crate) mod own_systems;
mod page_address;
pub(crate) mod party_file;
mod recovery;
mod saver_thread;
pub mod saves;
mod session_files;
pub mod settings;
pub(crate) mod text_file;
mod write_each_input;

pub use disk::{DiskStore, Lock, OpenFile, Stamp, Store};
pub use file_issue::{FileIssue, Lost};
pub use library::Library;
pub(crate) use library::SetupDraft;
pub use names::Places;
pub use opening::{Listed, Opened};
pub use own_systems::{own_systems, with_own_systems};
pub use page_address::{PageAddress, new_token};
pub use party_file::write_party;
pub use saver_thread::{Report, Saver, Work};
pub use saves::{Resumed, Save, Saves};
pub use session_files::{FOREIGN_LIMIT, SessionFiles};
pub use settings::{AutoPlaySpeed, Settings};
