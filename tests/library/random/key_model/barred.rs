//! Checks that lists of combatants show a correct reason for each combatant who cannot be chosen.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::resolver::{Field, FieldKind, Kind};
use affray::session::{Session, Waits};
use affray::values::Id;

use crate::support::{fight_file, laws};

/// Collects the combatants who cannot be chosen at the prompt of a fight and have no correct reason, with the question.
fn without_reason(session: &Session, silent: &mut BTreeSet<String>) {
    let Waits::Prompt(prompt) = session.waits() else {
        return;
    };
    let now = session.now();
    let acts = || session.history().open().last()?.command.who;
    let by = prompt.question.who.or_else(acts);
    let is_so = |who: Id, why: &str| {
        let allied = by.map(|by| now.allied(who, by));
        match why {
            "has left the fight" => now.get(who).gone,
            "is the acting combatant" => by == Some(who),
            "is on the same side" => allied == Some(true),
            "is on another side" => allied == Some(false),
            _ => true,
        }
    };
    let asks = &*prompt.question.key;
    let mut look = |fields: &[Field], row: Option<usize>, from: &[Id]| {
        let strange = now.ids().filter(|id| !from.contains(id));
        for who in strange {
            let why = session.barred(prompt, fields, row, who);
            // The reason may come from the rules for any combatant.
            let field = row.map(|row| &fields[row]);
            let by_rules = |why: &str| {
                field.is_some_and(|field| {
                    field.others == why || field.barred.iter().any(|(id, _)| *id == who)
                })
            };
            let row = field.map_or("", |field| &field.key);
            match why {
                Some(why) if by_rules(&why) || is_so(who, &why) => {}
                Some(why) => drop(silent.insert(format!("{asks}: {row}: {why}"))),
                None => drop(silent.insert(format!("{asks}: {row}"))),
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
fn every_combatant_who_cannot_be_picked_has_a_reason() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let mut silent = BTreeSet::new();
        fight_file::play_all(system, &compendium, |_, session| {
            without_reason(session, &mut silent);
        });
        assert!(silent.is_empty(), "{}: {silent:#?}", system.key());
    });
}
