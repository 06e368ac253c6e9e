//! The sheet as the rules read it: attributes, armour, size, with what follows from them.

use crate::encounter::{Combatant, Encounter};
use crate::values::{Id, Row, Words as _};

use crate::systems::alternation::sheet::schema::{Attribute, Kind, Sheet, Size, at};
use crate::systems::alternation::sheet::weapon::has_shield;

/// Armour never takes more than this off a hit (`ALT-03`).
pub const MOST_ARMOUR: i64 = 3;

/// One combatant's sheet with its meaning.
#[derive(Clone, Copy)]
pub struct Fighter<'a>(&'a Combatant);

impl<'a> Fighter<'a> {
    /// The sheet of a combatant.
    pub fn of(now: &'a Encounter, id: Id) -> Self {
        Self(now.get(id))
    }

    /// What stands on it.
    pub fn sheet(self) -> Sheet<&'a Row> {
        Sheet(&self.0.sheet)
    }

    /// The rows of its weapons and natural attacks.
    pub fn attacks(self) -> &'a [Row] {
        self.0.sheet.get(at::attacks)
    }

    /// An attribute, 0 to 20.
    pub fn attribute(self, attribute: Attribute) -> i64 {
        match attribute {
            Attribute::Str => self.sheet().str(),
            Attribute::Agi => self.sheet().agi(),
            Attribute::Wit => self.sheet().wit(),
        }
    }

    /// Health there can be.
    pub fn max_health(self) -> i64 {
        self.sheet().max_health()
    }

    pub fn health(self) -> i64 {
        self.sheet().health().unwrap_or(self.max_health())
    }

    /// Health when the round began.
    pub fn health_at_start(self) -> i64 {
        self.sheet()
            .health_at_round_start()
            .unwrap_or(self.health())
    }

    /// Size as a step, 0 (tiny) to 4 (massive).
    pub fn size(self) -> i64 {
        self.sheet().size().index() as i64
    }

    /// Of the greatest size, which strikes from a zone away (`ALT-96`).
    pub fn massive(self) -> bool {
        self.sheet().size() == Size::Massive
    }

    /// A thing that carries, not a character (`ALT-128`).
    pub fn vehicle(self) -> bool {
        self.sheet().kind() == Kind::Vehicle
    }

    /// Something that can be ridden or boarded.
    pub fn carrier(self) -> bool {
        matches!(self.sheet().kind(), Kind::Vehicle | Kind::Mount)
    }

    /// A player character (`ALT-117`).
    pub fn player(self) -> bool {
        self.sheet().kind() == Kind::Pc
    }

    /// Half zones of a full move, walking or sprinting (`ALT-32`, `ALT-34`).
    pub fn pace(self, sprinting: bool) -> i64 {
        let speed = self.sheet().speed();
        if sprinting {
            self.sheet().sprint_speed().unwrap_or(2 * speed)
        } else {
            speed
        }
    }

    /// What a suit of armour gives while it is not destroyed.
    pub fn armour(self) -> i64 {
        if self.sheet().armour_destroyed() {
            0
        } else {
            self.sheet().armour()
        }
    }

    /// Holds a shield that is not destroyed.
    pub fn shield_held(self) -> bool {
        self.has_shield() && self.sheet().shield_held()
    }

    /// Owns a shield that is not destroyed.
    pub fn has_shield(self) -> bool {
        has_shield(self.sheet())
    }

    /// Armour, held shield and hide together, at most 3; cover adds 1 within that (`ALT-03`, `ALT-52`).
    pub fn armour_value(self, cover: bool) -> i64 {
        let shield = if self.shield_held() {
            self.sheet().shield()
        } else {
            0
        };
        let all = self.armour() + shield + self.sheet().armour_other() + i64::from(cover);
        all.min(MOST_ARMOUR)
    }

    /// The turn of this round is used up.
    pub fn spent(self) -> bool {
        self.sheet().spent()
    }

    /// Half zones moved this turn.
    pub fn moved(self) -> i64 {
        self.sheet().zones_moved()
    }

    /// Has used an action of either kind this turn.
    pub fn acted(self) -> bool {
        self.sheet().main_used() || self.sheet().bonus_used() > 0
    }

    /// Its turn has not begun.
    pub fn fresh(self) -> bool {
        !self.acted() && self.moved() == 0
    }

    /// Has moved more than half of what it may, so that no action is left (`ALT-32`).
    pub fn past_half(self) -> bool {
        2 * self.moved() > self.pace(self.sheet().sprinting())
    }
}

/// Armour value as rows and forecasts print it.
pub fn armour_text(now: &Encounter, id: Id, cover: bool) -> String {
    let value = Fighter::of(now, id).armour_value(cover);
    if cover && Fighter::of(now, id).armour_value(false) < MOST_ARMOUR {
        format!("AV {value} with cover")
    } else {
        format!("AV {value}")
    }
}

/// Steps of size from `a` up to `b`; negative when `b` is the smaller.
pub fn steps_up(now: &Encounter, a: Id, b: Id) -> i64 {
    Fighter::of(now, b).size() - Fighter::of(now, a).size()
}
