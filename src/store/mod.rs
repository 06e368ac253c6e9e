//! Sessions and assets on disk.
