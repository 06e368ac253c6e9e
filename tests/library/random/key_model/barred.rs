//! Whoever cannot be picked is told why, wherever somebody is picked.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::resolver::{Field, FieldKind, Kind};
use affray::session::{Session, Waits};
use affray::values::Id;

use crate::support::{fight_file, laws};

/// Everybody who cannot be picked at the prompt of a fight and of whom nothing says why, with what is asked.
fn without_reason(session: &Session, silent: &mut BTreeSet<String>) {
    let Waits::Prompt(prompt) = session.waits() else {
        return;
    };
    let asks = &*prompt.question.key;
    let mut look = |fields: &[Field], row: Option<usize>, from: &[Id]| {
        let strange = session.now().ids().filter(|id| !from.contains(id));
        for who in strange {
            if session.barred(prompt, fields, row, who).is_none() {
                let row = row.map_or("", |row| &fields[row].key);
                silent.insert(format!("{asks}: {row}"));
            }
        }
    };
    match &prompt.kind {
        Kind::Pick { from, .. } => look(&[], None, from),
        Kind::Form(fields) => {
            for (row, field) in fields.iter().enumerate() {
                if let FieldKind::Pick { from, .. } = &field.kind {
                    look(fields, Some(row), from);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn whoever_cannot_be_picked_is_told_why() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let mut silent = BTreeSet::new();
        fight_file::play_all(system, &compendium, |_, session| {
            without_reason(session, &mut silent);
        });
        assert!(silent.is_empty(), "{}: {silent:#?}", system.key());
    });
}
