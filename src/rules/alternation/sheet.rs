//! The sheet as the rules read it: attributes, armour, size, with what follows from
//! them.

use crate::encounter::{Combatant, Encounter, Id, List, Resolver, Roll, Row, Step, Words as _};

use super::options::options;
use super::schema::{Attribute, Kind, Mode, Sheet, Size, WeaponRow, at, at_weapon, is};
use crate::dice::Dice;
use crate::note;

/// Half units in a zone.
pub const ZONE: i64 = 2;

/// Armour never takes more than this off a hit (`ALT-03`).
pub const MOST_ARMOUR: i64 = 3;

/// Kinds of bonds.
pub mod bond {
    /// From the holder to the one held (`ALT-84`).
    pub const HOLDING: &str = "holding";
    /// From the rider or passenger to the mount or vehicle (`ALT-102`).
    pub const RIDING: &str = "riding";
}

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

    /// Health left.
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
        self.sheet().shield() > 0 && !self.sheet().shield_destroyed()
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

    /// Has moved more than half of what it may, so that no action is left (`ALT-32`).
    pub fn past_half(self) -> bool {
        2 * self.moved() > self.pace(self.sheet().sprinting())
    }
}

/// Alive, conscious and in the fight: counts for passes, morale and the end. A vehicle never does (`ALT-128`).
pub fn standing(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    on_field(now, id)
        && !one.has(is::INCAPACITATED)
        && !one.has(is::SURRENDERED)
        && !Fighter(one).vehicle()
}

/// There to be attacked: not dead, fled or taken out.
pub fn on_field(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !one.has(is::DEAD) && !one.has(is::FLED)
}

/// Cannot resist: STR and AGI saves fail without a die (`ALT-08`).
pub fn helpless(now: &Encounter, id: Id) -> bool {
    now.get(id).has(is::INCAPACITATED) || now.get(id).has(is::DEAD)
}

/// Who holds somebody.
pub fn holder(now: &Encounter, victim: Id) -> Option<Id> {
    now.links_to(bond::HOLDING, victim).next()
}

/// Whom somebody holds, in the order grabbed.
pub fn held(now: &Encounter, by: Id) -> Vec<Id> {
    now.links_from(bond::HOLDING, by).collect()
}

/// On whom or what somebody rides.
pub fn mount_of(now: &Encounter, rider: Id) -> Option<Id> {
    now.links_from(bond::RIDING, rider).next()
}

/// Who rides on somebody, in the order mounted.
pub fn riders(now: &Encounter, mount: Id) -> Vec<Id> {
    now.links_to(bond::RIDING, mount).collect()
}

/// Steps of size from `a` up to `b`; negative when `b` is the smaller.
pub fn steps_up(now: &Encounter, a: Id, b: Id) -> i64 {
    Fighter::of(now, b).size() - Fighter::of(now, a).size()
}

/// A save: d20, the attribute or less; a natural 20 fails (`ALT-01`). Helpless ones fail STR and AGI without a die.
///
/// # Errors
/// Until it is rolled.
pub fn save(
    cx: &mut Resolver<'_>,
    key: &str,
    who: Id,
    attribute: Attribute,
    title: String,
    hint: &str,
) -> Step<bool> {
    if attribute != Attribute::Wit && helpless(cx.now(), who) {
        note!(cx, &[who], "{} cannot resist.", cx.name(who));
        return Ok(false);
    }
    let need = Fighter::of(cx.now(), who).attribute(attribute);
    let mut roll = Roll::new(key, who, format!("{} save", attribute.label()), Dice::d(20))
        .at_most(need)
        .against(attribute.label())
        .title(title)
        .hint(hint);
    if options(cx.now()).natural_20_fails() {
        roll = roll.always(20, 20, false);
    }
    Ok(cx.roll(roll)?.passed())
}

/// The chance of a save in percent.
pub fn save_chance(now: &Encounter, who: Id, attribute: Attribute) -> i64 {
    let most = if options(now).natural_20_fails() {
        19
    } else {
        20
    };
    Fighter::of(now, who).attribute(attribute).clamp(0, most) * 5
}

/// Fills in what follows from the rest of a sheet.
pub fn complete(sheet: &mut Row) {
    if sheet.get(at::health).is_none() {
        let most = sheet.get(at::max_health);
        sheet.set(at::health, Some(most));
    }
    if sheet.get(at::sprint_speed).is_none() {
        let speed = sheet.get(at::speed);
        sheet.set(at::sprint_speed, Some(2 * speed));
    }
    let mut attacks = sheet.get(at::attacks).to_vec();
    for attack in &mut attacks {
        if attack.get(at_weapon::improvised) {
            attack.set(at_weapon::damaged, true);
        }
        if attack.get(at_weapon::unarmed) {
            attack.set(at_weapon::impaired, true);
        }
    }
    if !attacks.is_empty() {
        sheet.set(at::attacks, List::of(attacks));
    }
}

/// What is wrong with a sheet beyond the ranges of single fields.
pub fn objections(sheet: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let sheet = Sheet(sheet);
    let (health, most) = (sheet.health().unwrap_or(0), sheet.max_health());
    if health > most {
        wrong.push(format!("health {health} is more than max_health {most}"));
    }
    if sheet
        .sprint_speed()
        .is_some_and(|sprint| sprint < sheet.speed())
    {
        wrong.push("sprint_speed is less than speed".to_owned());
    }
    for weapon in sheet.attacks().iter().map(WeaponRow) {
        let name = weapon.name();
        if let Some(die) = weapon.die()
            && ![4, 6, 8, 10, 12].contains(&die)
        {
            wrong.push(format!("{name}: die is 4, 6, 8, 10 or 12, not {die}"));
        }
        if weapon.range().is_some() && weapon.mode() != Mode::Ranged {
            wrong.push(format!("{name}: only a ranged attack has a range"));
        }
        if weapon.is_shield() && sheet.shield() == 0 {
            wrong.push(format!("{name}: is_shield needs a shield on the sheet"));
        }
    }
    wrong
}
