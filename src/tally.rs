//! Numbers with their reasons.
