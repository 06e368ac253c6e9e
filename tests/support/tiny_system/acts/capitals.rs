//! The capitals of the rows of forms.

use affray::rules::Group;

/// Capitals of the rows of a strike.
pub static CAPITALS: &[Group] = &[Group {
    prompts: &["strike"],
    rows: &[
        ("target", 'T'),
        ("charge", 'H'),
        ("bonus", 'B'),
        ("trip", 'P'),
    ],
}];
