//! Starts Affray: arguments, paths, terminal; nothing else.

fn main() {}
