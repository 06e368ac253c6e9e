//! Sentences for changes of health: "takes 9 slashing damage: 11 → 2 HP", "takes 2 wounds: 0 → 2".

use super::event::HealthChange;

impl HealthChange {
    /// Returns damage without a type.
    pub fn damage(amount: i64) -> Self {
        HealthChange::Damage {
            amount,
            kind: String::new(),
        }
    }

    /// Describes a change of a number with a unit.
    pub(super) fn told(&self, from: i64, to: i64, unit: &str) -> String {
        let counted = |number: i64| format!("{number} {}", one_of(number, unit));
        match self {
            HealthChange::Damage { amount, kind } => {
                let space = if kind.is_empty() { "" } else { " " };
                format!(
                    "takes {amount}{space}{kind} damage: {from} → {}",
                    counted(to)
                )
            }
            HealthChange::Healing { amount } => {
                format!("regains {}: {from} → {to}", counted(*amount))
            }
            HealthChange::Wounds if to > from => {
                format!("takes {}: {from} → {to}", counted(to - from))
            }
            HealthChange::Wounds => {
                format!("recovers from {}: {from} → {to}", counted(from - to))
            }
        }
    }

    /// Returns the amount of damage or healing.
    pub(super) fn amount(&self) -> Option<i64> {
        match self {
            HealthChange::Damage { amount, .. } | HealthChange::Healing { amount } => Some(*amount),
            HealthChange::Wounds => None,
        }
    }
}

/// Returns the unit for a number: "hit points" becomes "hit point" for 1.
fn one_of(number: i64, unit: &str) -> &str {
    let single = unit.strip_suffix('s').filter(|_| number == 1);
    single.unwrap_or(unit)
}
