//! Combatant with a sheet: attributes, armour, size and derived values.

use crate::encounter::Combatant;
use crate::systems::prelude::*;

use crate::systems::alternation::says::Armour;
use crate::systems::alternation::sheet::schema::{Attribute, Kind, Sheet, Size, at};
use crate::systems::alternation::sheet::weapon::has_shield;

/// Maximum damage that armour subtracts from a hit (`ALT-03`).
pub const MOST_ARMOUR: i64 = 3;

/// Combatant and sheet, for derived values.
#[derive(Clone, Copy)]
pub struct Fighter<'a>(&'a Combatant);

impl<'a> Fighter<'a> {
    /// Returns the fighter with this id.
    pub fn of(now: &'a Encounter, id: Id) -> Self {
        Self(now.get(id))
    }

    /// Returns the sheet with its values.
    pub fn sheet(self) -> Sheet<&'a Row> {
        Sheet(&self.0.sheet)
    }

    /// Returns the rows of weapons and natural attacks.
    pub fn attacks(self) -> &'a [Row] {
        self.0.sheet.get(at::attacks)
    }

    /// Returns an attribute, 0 to 20.
    pub fn attribute(self, attribute: Attribute) -> i64 {
        match attribute {
            Attribute::Str => self.sheet().str(),
            Attribute::Agi => self.sheet().agi(),
            Attribute::Wit => self.sheet().wit(),
        }
    }

    /// Returns the maximum health.
    pub fn max_health(self) -> i64 {
        self.sheet().max_health()
    }

    pub fn health(self) -> i64 {
        self.sheet().health().unwrap_or(self.max_health())
    }

    /// Returns the health at the start of the round.
    pub fn health_at_start(self) -> i64 {
        self.sheet()
            .health_at_round_start()
            .unwrap_or(self.health())
    }

    /// Returns the size as a step, 0 (tiny) to 4 (massive).
    pub fn size(self) -> i64 {
        self.sheet().size().index() as i64
    }

    /// Returns true if the combatant has the largest size, and so can attack from a zone away (`ALT-96`).
    pub fn massive(self) -> bool {
        self.sheet().size() == Size::Massive
    }

    /// Returns true for a vehicle, which is not a character (`ALT-128`).
    pub fn vehicle(self) -> bool {
        self.sheet().kind() == Kind::Vehicle
    }

    /// Returns true if the combatant can be ridden or boarded.
    pub fn carrier(self) -> bool {
        matches!(self.sheet().kind(), Kind::Vehicle | Kind::Mount)
    }

    /// Returns true for a player character (`ALT-117`).
    pub fn player(self) -> bool {
        self.sheet().kind() == Kind::Pc
    }

    /// Returns the half zones of a full move, walking or sprinting (`ALT-32`, `ALT-34`).
    pub fn pace(self, sprinting: bool) -> i64 {
        let speed = self.sheet().speed();
        if sprinting {
            self.sheet().sprint_speed().unwrap_or(2 * speed)
        } else {
            speed
        }
    }

    /// Returns the armour of the suit unless it is destroyed.
    pub fn armour(self) -> i64 {
        if self.sheet().armour_destroyed() {
            0
        } else {
            self.sheet().armour()
        }
    }

    /// Returns true if the combatant holds a shield that is not destroyed.
    pub fn shield_held(self) -> bool {
        self.has_shield() && self.sheet().shield_held()
    }

    /// Returns true if the combatant owns a shield that is not destroyed.
    pub fn has_shield(self) -> bool {
        has_shield(self.sheet())
    }

    /// Returns the sum of armour, held shield, hide and 1 for cover, at most 3 (`ALT-03`, `ALT-52`).
    pub fn armour_value(self, cover: bool) -> i64 {
        let shield = if self.shield_held() {
            self.sheet().shield()
        } else {
            0
        };
        let all = self.armour() + shield + self.sheet().armour_other() + i64::from(cover);
        all.min(MOST_ARMOUR)
    }

    /// Returns true if the turn of this round is used up.
    pub fn spent(self) -> bool {
        self.sheet().spent()
    }

    /// Returns the half zones moved this turn.
    pub fn moved(self) -> i64 {
        self.sheet().zones_moved()
    }

    /// Returns true if the combatant has used an action of either kind this turn.
    pub fn acted(self) -> bool {
        self.sheet().main_used() || self.sheet().bonus_used() > 0
    }

    /// Returns true if the combatant has not done anything this turn.
    pub fn fresh(self) -> bool {
        !self.acted() && self.moved() == 0
    }

    /// Returns true if the combatant has moved more than half of the allowance, so that no action is left (`ALT-32`).
    pub fn past_half(self) -> bool {
        2 * self.moved() > self.pace(self.sheet().sprinting())
    }
}

/// Returns the armour value as shown in rows and forecasts.
pub fn armour_told(now: &Encounter, id: Id, cover: bool) -> Armour {
    let value = Fighter::of(now, id).armour_value(cover);
    let cover = cover && Fighter::of(now, id).armour_value(false) < MOST_ARMOUR;
    Armour::Value { value, cover }
}

/// Returns the steps of size from `a` up to `b`; negative when `b` is smaller.
pub fn steps_up(now: &Encounter, a: Id, b: Id) -> i64 {
    Fighter::of(now, b).size() - Fighter::of(now, a).size()
}
