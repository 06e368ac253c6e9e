//! Sessions and assets on disk.
//!
//! [`Library`] has everything to begin a fight with, [`Saves`] the fights. Below them lies what deals in text only:
//! [`Book`] is one saved session, [`Saver`] writes it in the background, [`Store`] is every file operation they use.

mod book;
mod disk;
mod journal;
pub(crate) mod library;
pub(crate) mod names;
pub(crate) mod page;
mod recovery;
mod saver;
pub mod saves;
pub mod settings;
mod shelf;
mod trouble;

pub use book::{Book, FOREIGN_LIMIT, OWN_LIMIT};
pub use disk::{DiskStore, Lock, OpenFile, Stamp, Store};
pub use library::Library;
pub use names::Places;
pub use saver::{Report, Saver, Work};
pub use saves::{Resumed, Save, Saves};
pub use settings::Settings;
pub use shelf::{Listed, Opened};
pub use trouble::{Lost, Trouble};
