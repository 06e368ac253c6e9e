//! Action keys of the rows of forms.

use affray::rules::CapitalGroup;

/// Action keys of the rows of a strike.
pub static CAPITALS: &[CapitalGroup] = &[CapitalGroup {
    prompts: &["strike"],
    rows: &[
        ("target", 'T'),
        ("charge", 'H'),
        ("bonus", 'B'),
        ("trip", 'P'),
    ],
}];
