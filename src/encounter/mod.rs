//! What is true in a fight, what can happen, and how a rule asks.
