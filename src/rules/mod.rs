//! Rule systems.
