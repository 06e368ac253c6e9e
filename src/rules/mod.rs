//! Rule systems ([`System`]) and the code that all of them share: action tables, action keys, the next step, the GM's
//! rulings, planned events and policies. The systems themselves are in [`crate::systems`].

mod action;
mod barred;
mod called;
pub mod called_words;
mod capital_group;
mod capitals;
mod condition_words;
mod length;
mod next;
mod panes;
mod play;
pub mod policy;
mod rule_texts;
mod ruled_rows;
pub mod ruling;
mod saves;
pub mod schedule;
mod system;

pub use action::{
    Action, Entry, Legal, Of, Offer, Play, When, While, allowed, entries, extras, folded, listed,
    offered,
};
pub use barred::barred;
pub use capital_group::{ARROWS, CapitalGroup, DEED, action_key};
pub use capitals::{Capitals, Keyed};
pub use condition_words::{left, states};
pub use length::Length;
pub use next::next;
pub use panes::{Bond, Mark, OrderRow, Panes, RowView};
pub use play::{action, entry, headline, is_outlived, meant, resolve, side};
pub use policy::{Decided, Mind, Policy};
pub(crate) use rule_texts::DAMAGED;
pub use rule_texts::RuleTexts;
pub use saves::{Call, SaveKind, SaveRoll, TargetNumber};
pub use system::{Assets, Complete, Flow, Next, Rulings, System};
