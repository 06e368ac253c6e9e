//! The sheet as the rules read it: attributes, armour, size, and what the fight keeps there. Rule code spells no raw
//! key outside this file and that of the weapons.

use crate::encounter::{Combatant, Encounter, Id, List, Resolver, Roll, Row, Step};

use super::options::Options;
use super::schema::{at, at_attack};
use crate::dice::Dice;

/// Half units in a zone.
pub const ZONE: i64 = 2;

/// Armour never takes more than this off a hit (`ALT-03`).
pub const MOST_ARMOUR: i64 = 3;

/// Keys of conditions.
pub mod is {
    /// Cannot act, react, resist or hold (`ALT-08`).
    pub const INCAPACITATED: &str = "incapacitated";
    /// Out of the fight; of a vehicle: destroyed.
    pub const DEAD: &str = "dead";
    /// Unseen by the enemy (`ALT-15` to `ALT-22`).
    pub const CONCEALED: &str = "concealed";
    /// Has given up (`ALT-118`).
    pub const SURRENDERED: &str = "surrendered";
    /// Failed morale: has to retreat (value 0) or surrender (value 1).
    pub const BROKEN: &str = "broken";
    /// Exempt from morale until the end of the stretch (`ALT-115`).
    pub const STEADY: &str = "morale_passed";
    /// Has kept its turn for a reaction (`ALT-103`).
    pub const RESERVED: &str = "reserved";
    /// On a mount or vehicle at full speed (`ALT-104`).
    pub const CARRIED: &str = "carried_full_speed";
    /// Gone from the fight.
    pub const FLED: &str = "fled";
}

/// Kinds of bonds.
pub mod bond {
    /// From the holder to the one held (`ALT-84`).
    pub const HOLDING: &str = "holding";
    /// From the rider or passenger to the mount or vehicle (`ALT-102`).
    pub const RIDING: &str = "riding";
}

/// What the fight keeps on a sheet.
pub mod state {
    /// Health left.
    pub const HEALTH: &str = "health";
    /// Health when the round began (`ALT-112`).
    pub const HEALTH_AT_START: &str = "health_at_round_start";
    /// The turn of this round is used up.
    pub const SPENT: &str = "spent";
    /// It was used up by reacting.
    pub const REACTED: &str = "reacted";
    /// Reactions made this round.
    pub const REACTIONS: &str = "reactions_this_round";
    /// Half zones moved this turn.
    pub const MOVED: &str = "zones_moved";
    /// Sprints this turn.
    pub const SPRINTING: &str = "sprinting";
    /// The main action is used.
    pub const MAIN: &str = "main_used";
    /// Bonus actions used, 0 to 2.
    pub const BONUS: &str = "bonus_used";
    /// The armour took a blow in this fight.
    pub const ARMOUR_USED: &str = "armour_used";
    /// Armour is damaged.
    pub const ARMOUR_DAMAGED: &str = "armour_damaged";
    /// Armour is destroyed.
    pub const ARMOUR_DESTROYED: &str = "armour_destroyed";
    /// The shield took or gave a blow in this fight.
    pub const SHIELD_USED: &str = "shield_used";
    /// The shield is damaged.
    pub const SHIELD_DAMAGED: &str = "shield_damaged";
    /// The shield is destroyed.
    pub const SHIELD_DESTROYED: &str = "shield_destroyed";
    /// The shield is held.
    pub const SHIELD_HELD: &str = "shield_held";
    /// The list of weapons and natural attacks.
    pub const ATTACKS: &str = "attacks";
}

/// What a save is made against (`ALT-01`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Strength.
    Str,
    /// Agility.
    Agi,
    /// Wits.
    Wit,
}

impl Attribute {
    /// What sheets and prompts call it.
    pub fn name(self) -> &'static str {
        match self {
            Attribute::Str => "STR",
            Attribute::Agi => "AGI",
            Attribute::Wit => "WIT",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Attribute::Str => "str",
            Attribute::Agi => "agi",
            Attribute::Wit => "wit",
        }
    }
}

/// The five sizes, smallest first (`ALT-91`).
const SIZES: [&str; 5] = ["tiny", "small", "medium", "large", "massive"];

/// One combatant's sheet with its meaning.
#[derive(Clone, Copy)]
pub struct Fighter<'a>(&'a Combatant);

impl<'a> Fighter<'a> {
    /// The sheet of a combatant.
    pub fn of(now: &'a Encounter, id: Id) -> Self {
        Self(now.get(id))
    }

    fn sheet(self) -> &'a Row {
        &self.0.sheet
    }

    fn number(self, key: &str, default: i64) -> i64 {
        self.sheet().maybe_int(key).unwrap_or(default)
    }

    /// An attribute, 0 to 20.
    pub fn attribute(self, attribute: Attribute) -> i64 {
        self.number(attribute.key(), 10)
    }

    /// Health there can be.
    pub fn max_health(self) -> i64 {
        self.number("max_health", 8)
    }

    /// Health left.
    pub fn health(self) -> i64 {
        self.number(state::HEALTH, self.max_health())
    }

    /// Health when the round began.
    pub fn health_at_start(self) -> i64 {
        self.number(state::HEALTH_AT_START, self.health())
    }

    /// Size as a step, 0 (tiny) to 4 (massive).
    pub fn size(self) -> i64 {
        let word = self.sheet().word("size");
        SIZES.iter().position(|size| *size == word).unwrap_or(2) as i64
    }

    /// Of the greatest size, which strikes from a zone away (`ALT-96`).
    pub fn massive(self) -> bool {
        self.size() == 4
    }

    /// A thing that carries, not a character (`ALT-128`).
    pub fn vehicle(self) -> bool {
        self.sheet().word("kind") == "vehicle"
    }

    /// Something that can be ridden or boarded.
    pub fn carrier(self) -> bool {
        matches!(self.sheet().word("kind"), "vehicle" | "mount")
    }

    /// A player character (`ALT-117`).
    pub fn player(self) -> bool {
        self.sheet().word("kind") == "pc"
    }

    /// Immune to fear, and so to morale (`ALT-116`).
    pub fn fearless(self) -> bool {
        self.sheet().flag("immune_to_fear")
    }

    /// Reactions beyond the first (`ALT-40`).
    pub fn extra_reactions(self) -> i64 {
        self.number("extra_reactions", 0)
    }

    /// Hands or other limbs that can grab (`ALT-101`).
    pub fn hands(self) -> i64 {
        self.number("hands", 2)
    }

    /// Half zones of a full move, walking or sprinting (`ALT-32`, `ALT-34`).
    pub fn pace(self, sprinting: bool) -> i64 {
        let speed = self.number("speed", 2 * ZONE);
        if sprinting {
            self.number("sprint_speed", 2 * speed)
        } else {
            speed
        }
    }

    /// What a suit of armour gives while it is not destroyed.
    pub fn armour(self) -> i64 {
        if self.sheet().flag(state::ARMOUR_DESTROYED) {
            0
        } else {
            self.number("armour", 0)
        }
    }

    /// Holds a shield that is not destroyed.
    pub fn shield_held(self) -> bool {
        self.has_shield() && self.sheet().get(at::shield_held)
    }

    /// Owns a shield that is not destroyed.
    pub fn has_shield(self) -> bool {
        self.number("shield", 0) > 0 && !self.sheet().flag(state::SHIELD_DESTROYED)
    }

    /// Armour, held shield and hide together, at most 3; cover adds 1 within that (`ALT-03`, `ALT-52`).
    pub fn armour_value(self, cover: bool) -> i64 {
        let shield = if self.shield_held() {
            self.number("shield", 0)
        } else {
            0
        };
        let all = self.armour() + shield + self.number("armour_other", 0) + i64::from(cover);
        all.min(MOST_ARMOUR)
    }

    /// A flag of the sheet's state.
    pub fn flag(self, key: &str) -> bool {
        self.sheet().flag(key)
    }

    /// The turn of this round is used up.
    pub fn spent(self) -> bool {
        self.flag(state::SPENT)
    }

    /// Half zones moved this turn.
    pub fn moved(self) -> i64 {
        self.number(state::MOVED, 0)
    }

    /// The main action is used.
    pub fn main_used(self) -> bool {
        self.flag(state::MAIN)
    }

    /// Bonus actions used.
    pub fn bonus_used(self) -> i64 {
        self.number(state::BONUS, 0)
    }

    /// Has used an action of either kind this turn.
    pub fn acted(self) -> bool {
        self.main_used() || self.bonus_used() > 0
    }

    /// Has moved more than half of what it may, so that no action is left (`ALT-32`).
    pub fn past_half(self) -> bool {
        2 * self.moved() > self.pace(self.flag(state::SPRINTING))
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

/// A figure of the table of size differences for `steps` (0 to 4); each step doubles where the table is silent.
pub fn size_figure(now: &Encounter, column: &str, steps: i64) -> i64 {
    now.table("size", steps)
        .and_then(|cells| cells.maybe_int(column))
        .unwrap_or(1 << steps.clamp(0, 4))
        .max(1)
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
        let text = format!("{} cannot resist.", cx.name(who));
        cx.note(&[who], text);
        return Ok(false);
    }
    let need = Fighter::of(cx.now(), who).attribute(attribute);
    let mut roll = Roll::new(key, who, format!("{} save", attribute.name()), Dice::d(20))
        .at_most(need)
        .against(attribute.name())
        .title(title)
        .hint(hint);
    if Options::of(cx.now()).natural_20_fails {
        roll = roll.always(20, 20, false);
    }
    Ok(cx.roll(roll)?.passed())
}

/// The chance of a save in percent.
pub fn save_chance(now: &Encounter, who: Id, attribute: Attribute) -> i64 {
    let most = if Options::of(now).natural_20_fails {
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
        if attack.get(at_attack::improvised) {
            attack.set(at_attack::damaged, true);
        }
        if attack.get(at_attack::unarmed) {
            attack.set(at_attack::impaired, true);
        }
    }
    if !attacks.is_empty() {
        sheet.set(at::attacks, List::of(attacks));
    }
}

/// What is wrong with a sheet beyond the ranges of single fields.
pub fn objections(sheet: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let health = sheet.int(state::HEALTH);
    let most = sheet.maybe_int("max_health").unwrap_or(8);
    if health > most {
        wrong.push(format!("health {health} is more than max_health {most}"));
    }
    let speed = sheet.maybe_int("speed").unwrap_or(2 * ZONE);
    if sheet
        .maybe_int("sprint_speed")
        .is_some_and(|sprint| sprint < speed)
    {
        wrong.push("sprint_speed is less than speed".to_owned());
    }
    for attack in sheet.list(state::ATTACKS) {
        let name = attack.word("name");
        let ranged = attack.word("mode") == "ranged";
        if let Some(die) = attack.maybe_int("die")
            && ![4, 6, 8, 10, 12].contains(&die)
        {
            wrong.push(format!("{name}: die is 4, 6, 8, 10 or 12, not {die}"));
        }
        if attack.has("range") && !ranged {
            wrong.push(format!("{name}: only a ranged attack has a range"));
        }
        if attack.flag("is_shield") && sheet.int("shield") == 0 {
            wrong.push(format!("{name}: is_shield needs a shield on the sheet"));
        }
    }
    wrong
}
