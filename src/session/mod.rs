//! A fight under way: history, the open command, undo and redo.
