//! Combatants as Six Seconds sees them: a mind, the body that it directs (its own or another combatant's, SEC-163), and
//! the values that follow from both.

use crate::encounter::Combatant;
use crate::systems::prelude::*;

use super::minds::{self, Mind, Shared};
use super::{burden, mounts};
use crate::systems::seconds::says::Downfall;
use crate::systems::seconds::sheet::bonuses::{base, bonus};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{Ground, Injury, InjuryLevel, Posture, Sheet, at};
use crate::systems::seconds::sheet::skills::{Base, Skill};
use crate::systems::seconds::sheet::tables::{Part, Scales};
use crate::systems::seconds::sheet::weapon::Weapon;

/// Combatant with the sheet of its mind and the sheet of the body that it directs.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    /// Fight of the combatant.
    pub now: &'a Encounter,
    pub id: Id,
    /// Combatant whose body this combatant directs.
    pub flesh: Id,
    /// Sheet of the combatant's own mind, with skills, intelligence, spirit, techniques and combos.
    pub mind: Sheet<&'a Row>,
    /// Sheet of the body, with strength, dexterity, endurance, weapons and scale.
    pub body: Sheet<&'a Row>,
}

/// Conditions that put a body out of action while they last (SEC-140).
const HELPLESS: [Is; 6] = [
    is::DYING,
    is::STABLE,
    is::UNCONSCIOUS,
    is::SLEEPING,
    is::PARALYSED,
    is::SOUL_COMA,
];

/// Base Target of a combatant without modifiers (SEC-08).
const BASE_TARGET: i64 = 4;

/// Creates the view of a combatant.
pub fn fighter(now: &Encounter, id: Id) -> Fighter<'_> {
    let flesh = minds::body_of(now, id);
    Fighter {
        now,
        id,
        flesh,
        mind: Sheet(&now.get(id).sheet),
        body: Sheet(&now.get(flesh).sheet),
    }
}

/// Values that follow from the sheets alone.
impl<'a> Fighter<'a> {
    /// Returns Defence: the best of its sources (SEC-11, SEC-119).
    pub fn defence(&self) -> i64 {
        let armour = if self.body.armour_destroyed() {
            0
        } else {
            self.body.armour_defence()
        };
        armour
            .max(self.body.natural_armour())
            .max(self.body.durability())
            .max(self.body.unarmoured_defence())
    }

    /// Returns Toughness behind cover, which replaces Defence if its durability is higher (SEC-82).
    pub fn toughness_behind(&self, durability: i64) -> i64 {
        6 + 3 * self.scale()
            + self.endurance()
            + self.defence().max(durability)
            + self.body.toughness_misc()
            - self.body.wounds()
    }

    /// Returns current Toughness (SEC-09).
    pub fn toughness(&self) -> i64 {
        self.toughness_behind(i64::MIN)
    }

    /// Returns current Minimum Toughness (SEC-10).
    pub fn minimum(&self) -> i64 {
        self.toughness() - 6
    }

    /// Returns endurance; objects have 3 (SEC-15).
    pub fn endurance(&self) -> i64 {
        burden::endurance(&self.body)
    }

    pub fn scale(&self) -> i64 {
        self.body.scale()
    }

    /// Returns Will without morale penalties (SEC-12).
    pub fn max_will(&self) -> i64 {
        (6 + self.mind.spirit() + self.mind.will_misc()).max(0)
    }

    /// Returns the current Will (SEC-12).
    pub fn will(&self) -> i64 {
        (self.max_will() - self.mind.morale_penalties()).max(0)
    }

    /// Returns the modifiers of a Fortitude check (SEC-07).
    pub fn fortitude(&self) -> Tally {
        Tally::new()
            .plus("fortitude", self.skill(Skill::Fortitude))
            .plus("scale", self.scale())
    }

    /// Returns Minimum Will (SEC-12).
    pub fn minimum_will(&self) -> i64 {
        self.will() - 6
    }

    /// Returns Target before any modifiers of the attack (SEC-08, SEC-79).
    pub fn base_target(&self) -> Tally {
        let base = Tally::new().always("", BASE_TARGET);
        let more = self.target_terms().into_iter();
        more.fold(base, |target, (label, value)| target.plus(label, value))
    }

    /// Returns the modifiers of Target from the sheet of the body.
    fn target_terms(&self) -> [(&'static str, i64); 3] {
        [
            ("scale", -self.scale()),
            ("modifier", self.body.target_misc()),
            ("fast", self.body.high_speed_bonus()),
        ]
    }

    /// Returns the base Target as a number. Tactics need the number for all targets, so the function
    /// builds no [`Tally`].
    pub fn target(&self) -> i64 {
        let more = self.target_terms().map(|(_, value)| value);
        BASE_TARGET + more.iter().sum::<i64>()
    }

    /// Returns true for an object, which has no mind (SEC-15).
    pub fn object(&self) -> bool {
        self.body.is_object()
    }

    /// Returns the bonus of a skill: the highest of the minds that direct the body together (SEC-164), minus rage
    /// (SEC-128) and mobility penalties (SEC-53).
    pub fn skill(&self, skill: Skill) -> i64 {
        let best = self.directing().map(|mind| bonus(&mind, skill)).max();
        let rage = self.feels(is::RAGING) && base(&self.mind, skill) != Base::Neither;
        let mobility = match skill {
            Skill::Acrobatics | Skill::Athletics | Skill::Wrestle | Skill::Stealth => {
                burden::mobility(self.now, &self.body)
            }
            Skill::Ride => mounts::rides(self.now, self.flesh).map_or(0, |mount| {
                burden::mobility(self.now, &Sheet(&self.now.get(mount).sheet))
            }),
            _ => 0,
        };
        best.unwrap_or(0) - i64::from(rage) - mobility
    }

    /// Returns the sheets of the minds that direct the body together: first its own sheet, then the sheets of
    /// co-operating minds in the same body with a Will above 0 (SEC-163, SEC-164, SEC-168).
    pub fn directing(&self) -> impl Iterator<Item = Sheet<&'a Row>> + use<'a> {
        let (now, flesh) = (self.now, self.flesh);
        let company = Mind::of(now, self.id).with.iter();
        let company = company.map(move |id| fighter(now, *id));
        let there = company.filter(move |other| other.flesh == flesh && other.will() > 0);
        std::iter::once(self.mind).chain(there.map(|other| other.mind))
    }

    /// Returns true if no mind is left to direct the body: its own mind is broken, or all minds that share it have Will
    /// 0 (SEC-130, SEC-196).
    pub fn mindless(&self) -> bool {
        if !minds::shared(self.now, self.flesh) {
            return self.feels(is::BROKEN);
        }
        let all = minds::occupants(self.now, self.flesh);
        all.iter().all(|id| fighter(self.now, *id).will() == 0)
    }

    /// Returns true if the mind has Will 0 in a shared body, so that it is powerless (SEC-168).
    pub fn powerless(&self) -> bool {
        minds::shared(self.now, self.flesh) && self.will() == 0
    }

    /// Returns the scale that a weapon on the sheet is made for (SEC-71).
    pub fn made_for(&self, weapon: &Weapon) -> i64 {
        weapon.weapon_scale().unwrap_or(self.scale())
    }

    /// Returns the side of a square of its scale, in sixteenths of a metre (SEC-16, T-2).
    pub fn square(&self) -> i64 {
        Scales::of(self.now, self.scale()).side().max(1)
    }

    /// Converts a distance in sixteenths of a metre to whole squares, rounded half up (SEC-03).
    pub fn squares(&self, sixteenths: i64) -> i64 {
        (2 * sixteenths + self.square()).div_euclid(2 * self.square())
    }

    /// Returns the exact speed in 1/160 of a metre per second, not rounded to squares (SEC-54).
    fn pace(&self) -> i64 {
        let flying = self.body.flying();
        let (speed, lost) = if flying && self.disabled(Part::Wings) > 0 {
            (0, 0)
        } else if flying {
            (self.body.fly_speed_m().unwrap_or(0), self.lost(true))
        } else {
            (self.body.speed_m(), self.lost(false))
        };
        let penalty =
            5 * self.square() * burden::mobility(self.now, &self.body) + 10 * self.square() * lost;
        (16 * speed - penalty).max(0)
    }

    /// Returns the squares of speed lost to hits on legs or, if flying, on wings (SEC-110, SEC-112).
    fn lost(&self, flying: bool) -> i64 {
        let injuries = self.body.injured_parts().iter().map(Injury);
        let of = injuries.filter(|one| (one.part() == Part::Wings) == flying);
        of.map(|one| one.squares()).sum()
    }

    /// Returns the number of squares that each square of the ground counts as; always 1 in the air (SEC-52).
    pub fn rough(&self) -> i64 {
        match self.body.ground() {
            _ if self.body.flying() => 1,
            Ground::Even => 1,
            Ground::Difficult => 2,
            Ground::Extreme => 3,
        }
    }

    /// Returns the squares covered at a multiple of the speed, rounded half up once (SEC-50 to SEC-52).
    pub fn reaches(&self, times: i64) -> i64 {
        let whole = 10 * self.square() * self.rough();
        (2 * times * self.pace() + whole).div_euclid(2 * whole)
    }

    /// Returns the distance covered at a multiple of the speed, in sixteenths of a metre, rounded down.
    pub fn way(&self, times: i64) -> i64 {
        times * self.pace() / (10 * self.rough())
    }
}

/// State of the combatant in the fight.
impl<'a> Fighter<'a> {
    pub fn name(&self) -> &'a str {
        self.now.name(self.id)
    }

    /// Returns the combatant whose body this combatant directs.
    pub fn flesh(&self) -> &'a Combatant {
        self.now.get(self.flesh)
    }

    /// Returns true if the body has a condition.
    pub fn has(&self, is: Is) -> bool {
        self.flesh().has(is)
    }

    /// Returns true if the mind has a condition.
    pub fn feels(&self, is: Is) -> bool {
        self.now.get(self.id).has(is)
    }

    /// Returns true if the body is dead or destroyed.
    pub fn dead(&self) -> bool {
        self.has(is::DEAD) || self.has(is::DESTROYED)
    }

    /// Returns true if the combatant is out of the fight: dead, destroyed, fled, removed or gone.
    pub fn out(&self) -> bool {
        self.now.get(self.id).gone || self.dead() || self.has(is::FLED) || self.has(is::REMOVED)
    }

    /// Returns true if the combatant can neither act nor defend (SEC-140).
    pub fn helpless(&self) -> bool {
        HELPLESS.iter().any(|is| self.has(*is)) || self.mindless()
    }

    /// Returns true if the body is dying, stable or unconscious (SEC-61).
    pub fn senseless(&self) -> bool {
        let out = [is::DYING, is::STABLE, is::UNCONSCIOUS];
        out.iter().any(|is| self.has(*is))
    }

    /// Returns true if the combatant is in the fight and can act.
    pub fn able(&self) -> bool {
        !self.out() && !self.helpless() && !self.powerless()
    }

    /// Returns the reason why the combatant cannot act; `None` if they can.
    pub fn downfall(&self) -> Option<Downfall> {
        let reasons = [
            (is::DEAD, Downfall::Dead),
            (is::DESTROYED, Downfall::Destroyed),
            (is::FLED, Downfall::Fled),
            (is::REMOVED, Downfall::Removed),
            (is::DYING, Downfall::Dying),
            (is::STABLE, Downfall::Stable),
            (is::UNCONSCIOUS, Downfall::Unconscious),
            (is::SLEEPING, Downfall::Asleep),
            (is::PARALYSED, Downfall::Paralysed),
            (is::SOUL_COMA, Downfall::NoSoul),
        ];
        let found = reasons.iter().find(|(is, _)| self.has(*is));
        match found {
            Some((_, reason)) => Some(*reason),
            None if self.mindless() => Some(Downfall::Broken),
            None if self.powerless() => Some(Downfall::NoWill),
            None if self.now.get(self.id).gone => Some(Downfall::Left),
            None => None,
        }
    }

    pub fn posture(&self) -> Posture {
        self.body.posture()
    }

    /// Returns true if the combatant cannot walk (SEC-110, SEC-137).
    pub fn lame(&self) -> bool {
        let lamed = self.disabled(Part::Leg);
        self.has(is::DISABLED) || (self.body.legs() > 0 && lamed >= self.body.legs())
    }

    /// Returns true if the combatant can only crawl: they are lame, or their speed on the ground rounds to 0 squares
    /// for another reason than an excessive load (SEC-54, SEC-59, SEC-188).
    pub fn crawls(&self) -> bool {
        let walks = !self.body.flying() && !self.object();
        let slow = || walks && self.reaches(1) == 0 && !burden::overloaded(self.now, &self.body);
        self.lame() || slow()
    }

    /// Returns the number of disabled parts of a kind.
    pub fn disabled(&self, part: Part) -> i64 {
        let injuries = self.body.injured_parts().iter().map(Injury);
        let of = |one: &Injury<&Row>| one.part() == part && one.level() == InjuryLevel::Disabled;
        i64::try_from(injuries.filter(of).count()).unwrap_or(0)
    }

    /// Returns the number of arms or hands, whichever is larger, that can still hold an object; `None` if no arm or
    /// hand is disabled (SEC-110, SEC-111).
    pub fn hands_left(&self) -> Option<i64> {
        let lost = self.disabled(Part::Arm) + self.disabled(Part::Hand);
        let all = self.body.arms().max(self.body.hands());
        (lost > 0).then(|| (all - lost).max(0))
    }

    /// Returns the attacks of the body as the sheet lists them, then bare hands, which objects do not have.
    pub fn arms(&self) -> impl Iterator<Item = Weapon> + use<'a> {
        let rows = self.now.get(self.flesh).sheet.get(at::attacks).iter();
        let listed = rows.enumerate();
        let listed = listed.map(|(place, row)| Weapon::read(place, row));
        listed.chain((!self.object()).then(Weapon::unarmed))
    }

    pub fn weapons(&self) -> Vec<Weapon> {
        self.arms().collect()
    }
}

/// Returns the mind whose bonuses defend a body: the mind set by the GM, else the host, or the mind with the highest
/// Will if the host has Will 0 (SEC-196).
pub fn defender(now: &Encounter, body: Id) -> Id {
    let all = minds::occupants(now, body);
    let named = Shared::of(now, body).defender;
    if let Some(named) = named.filter(|id| all.contains(id)) {
        return named;
    }
    let will = |id: &Id| fighter(now, *id).will();
    if will(&body) > 0 {
        return body;
    }
    let best = all.iter().rev().max_by_key(|id| will(id));
    best.copied().unwrap_or(body)
}
