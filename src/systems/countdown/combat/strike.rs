//! One attack: the bonuses of the roll and its target number (17.0.1.2, T-1, T-2).

use std::borrow::Cow;

use crate::dice::Adds;
use crate::systems::prelude::*;

use super::circumstances::{self, Circumstances, Lit, Purpose, Range};
use crate::systems::countdown::says::{Harmless, Says};
use crate::systems::countdown::sheet::{
    Armor, Band, Concealment, Fist, GrenadeType, HarmedBy, Kind, Modified, Reach, Weapon, is,
    modified,
};
use crate::systems::countdown::state::fighter;

/// One attack on one target.
#[derive(Clone, Debug)]
pub struct Strike {
    pub by: Id,
    pub target: Id,
    pub weapon: Weapon,
    pub purpose: Purpose,
    /// Circumstances, as filled in on the form.
    pub circumstances: Circumstances,
}

impl Strike {
    /// Asks for the circumstances of an attack ([`circumstances::ask`]). An earlier attack, `like`, sets the defaults
    /// if it had the same target.
    pub fn ask(
        f: &mut Form<'_>,
        by: Id,
        weapon: Weapon,
        target: Id,
        purpose: Purpose,
        like: Option<&Strike>,
    ) -> Self {
        let like = like.filter(|blow| blow.target == target);
        let like = like.map(|blow| (&blow.weapon, blow.circumstances));
        let circumstances = circumstances::ask(f, by, &weapon, target, purpose, like);
        Self {
            by,
            target,
            weapon,
            purpose,
            circumstances,
        }
    }

    /// Returns true if an attack under ordinary circumstances can harm the target, also with a flask (CTD-79, CTD-131
    /// to CTD-133, CTD-157).
    pub fn may_harm(
        now: &Encounter,
        by: Id,
        weapon: &Weapon,
        purpose: Purpose,
        target: Id,
    ) -> bool {
        let strike = Self {
            by,
            target,
            weapon: weapon.clone(),
            purpose,
            circumstances: Circumstances::default(),
        };
        match weapon.kind() {
            Kind::Grenade => strike.touches(now, target),
            _ => strike.harms(now),
        }
    }

    /// Returns true for a missile within five feet (CTD-107).
    fn close(&self) -> bool {
        self.circumstances.range.is_some_and(Range::close)
    }

    /// Returns the range band of a missile; `None` beyond long range (CTD-106).
    fn band(&self) -> Option<Band> {
        self.circumstances.range?.band(&self.weapon)
    }

    /// Refuses a shot beyond long range (CTD-106).
    ///
    /// # Errors
    /// Reports that the target is out of range.
    pub fn reaches(&self, f: &Form<'_>) -> Filled<()> {
        let out = self.weapon.ranged() && !self.close() && self.band().is_none();
        f.refuse_if(out.then_some("the target is beyond long range"))
    }

    /// Returns the combatant who rolls; `None` for a stray shot, which the GM rolls.
    pub fn thrower(&self) -> Option<Id> {
        (self.purpose != Purpose::Stray).then_some(self.by)
    }

    /// Returns the ability for the roll, with its modifier (CTD-75).
    pub fn ability(&self, now: &Encounter) -> (&'static str, i64) {
        let one = fighter(now, self.by);
        if self.purpose == Purpose::Grab {
            one.better_mod()
        } else if self.weapon.ranged() {
            ("DEX", one.dex_mod())
        } else {
            ("STR", one.str_mod())
        }
    }

    /// Returns the sum of all bonuses to the die (CTD-75, T-1).
    pub fn bonus<S: Adds>(&self, now: &Encounter) -> S {
        let one = fighter(now, self.by);
        let (ability, modifier) = self.ability(now);
        let (purpose, value) = match self.purpose {
            Purpose::Charge => ("charge", 2),
            Purpose::Parting => ("parting shot", 2),
            Purpose::Primary => ("two weapons", -2),
            Purpose::Secondary => ("second weapon", -5),
            _ => ("", 0),
        };
        let bonus = S::default()
            .plus("attack", one.attack_bonus())
            .plus(ability, modifier)
            .plus("magic", self.weapon.magic_bonus())
            .plus(purpose, value);
        let bonus = self.position(now, bonus);
        let hidden = self.circumstances.hidden;
        let bonus = match Concealment::of(now, hidden).attack() {
            0 => bonus,
            worse => bonus.plus(format!("{hidden}% hidden"), worse),
        };
        let bonus = bonus.plus_if(self.flat(), "flat", -4).plus_if(
            self.weapon.fist == Some(Fist::Kick),
            "kick",
            -2,
        );
        modified(bonus, Modified::Attack, |is| one.suffers(is))
            .plus("GM", self.circumstances.adjust)
    }

    /// Adds the bonuses for range, attacks from behind and flanking (CTD-80 to CTD-82, CTD-106 to CTD-108).
    fn position<S: Adds>(&self, now: &Encounter, bonus: S) -> S {
        let set = &self.circumstances;
        let sneak = fighter(now, self.by).sneak_attack_bonus();
        let sneak = sneak.filter(|_| set.sneak);
        let behind = set.behind && sneak.is_none();
        let bonus = if self.weapon.melee() {
            let bonus = bonus.plus_if(behind, "behind", 2);
            bonus.plus_if(set.flank, "flanked", 1)
        } else if !self.close() {
            let row = self
                .band()
                .and_then(|band| Reach::find(now, |row| row.key() == band));
            let (name, value) = row
                .as_ref()
                .map_or(("", 0), |row| (row.name(), row.attack()));
            bonus.plus_named(name, value).plus_if(behind, "behind", 2)
        } else if set.unaware {
            let bonus = bonus.plus("short range, unaware", 1);
            bonus.plus_if(sneak.is_none(), "behind", 2)
        } else {
            bonus.plus("within 5 feet", -5)
        };
        bonus.plus("sneak attack", sneak.unwrap_or(0))
    }

    /// Returns the target's Armor Class against this attack (T-2).
    pub fn armor_class<S: Adds>(&self, now: &Encounter) -> S {
        let target = fighter(now, self.target);
        let base = match self.purpose {
            Purpose::Grab => target.touch_ac(),
            _ => target.ac(),
        };
        armor_class(now, self.target, base, self.weapon.melee())
    }

    /// Returns true for an attack with the flat of the weapon. Punches and kicks never count as flat and deal full
    /// damage (CTD-147, CTD-160).
    pub fn flat(&self) -> bool {
        self.circumstances.flat
    }

    /// Returns true if the damage is non-lethal (CTD-148, CTD-158).
    pub fn subdual(&self) -> bool {
        self.flat() || self.weapon.kind() == Kind::Brawl
    }

    /// Returns true if this is a flask of burning oil.
    pub fn lit(&self) -> bool {
        self.weapon.flask() == GrenadeType::Oil && self.circumstances.lit != Lit::Unlit
    }

    /// Returns true if this flask can harm a combatant at all (CTD-131 to CTD-133).
    pub fn touches(&self, now: &Encounter, id: Id) -> bool {
        let one = fighter(now, id);
        match self.weapon.flask() {
            GrenadeType::Oil => self.lit() && !one.fire_immune(),
            GrenadeType::HolyWater => one.is_undead(),
            GrenadeType::Other => true,
        }
    }

    /// Returns true if this attack can harm the target at all (CTD-79, CTD-157). Flasks have separate limits.
    pub fn harms(&self, now: &Encounter) -> bool {
        self.purpose == Purpose::Grab || !self.bare(now) && self.wanting(now).is_none()
    }

    /// Returns the reason why this attack cannot harm the target; `None` if it can.
    pub fn harmless(&self, now: &Encounter) -> Option<Harmless> {
        let target = self.target;
        match self.wanting(now) {
            _ if self.harms(now) => None,
            Some(wanted) if !self.bare(now) => Some(Harmless::OnlyHarmedBy { target, wanted }),
            _ => Some(Harmless::BareHands { target }),
        }
    }

    /// Returns true for fists and feet against a target immune to them (CTD-157).
    fn bare(&self, now: &Encounter) -> bool {
        self.weapon.kind() == Kind::Brawl && fighter(now, self.target).brawl_immune()
    }

    /// Returns the quality that the weapon lacks to harm the target, if any (CTD-79).
    fn wanting(&self, now: &Encounter) -> Option<HarmedBy> {
        if self.weapon.kind() == Kind::Grenade {
            return None;
        }
        let (magic, silver) = (self.weapon.magic_bonus() != 0, self.weapon.is_silver());
        let wanted = fighter(now, self.target).harmed_by();
        let fits = match wanted {
            HarmedBy::Any => true,
            HarmedBy::Silver => silver,
            HarmedBy::Magic => magic,
            HarmedBy::SilverOrMagic => silver || magic,
        };
        (!fits).then_some(wanted)
    }

    /// Returns true for bare fists on metal armour, which hurt the attacker (CTD-161).
    pub fn recoils(&self, now: &Encounter) -> bool {
        self.weapon.kind() == Kind::Brawl
            && self.purpose != Purpose::Grab
            && matches!(fighter(now, self.by).armor(), Armor::None | Armor::Leather)
            && fighter(now, self.target).armor() == Armor::Metal
    }

    /// Creates the attack roll (CTD-75 to CTD-78).
    pub fn roll(&self, now: &Encounter) -> Roll {
        let armor: Tally = self.armor_class(now);
        let (by, target) = (self.by, self.target);
        let weapon: Cow<'static, str> = self.weapon.name().to_owned().into();
        let what = match self.purpose {
            Purpose::Parting => Says::PartingRoll { target },
            Purpose::Free => Says::FreeRoll { target },
            Purpose::Stray => Says::StrayRoll { target },
            Purpose::Grab => Says::GrabRoll { target },
            _ => Says::AttackRoll {
                target,
                weapon: weapon.clone(),
            },
        };
        let told = match self.purpose {
            Purpose::Stray => None,
            Purpose::Parting => Some(Says::PartingTold { by, target, weapon }),
            Purpose::Free => Some(Says::FreeTold { by, target, weapon }),
            Purpose::Braced => Some(Says::BracedTold { by, target, weapon }),
            Purpose::Charge => Some(Says::ChargeTold { by, target, weapon }),
            Purpose::Grab => Some(Says::GrabTold { by, target }),
            _ => Some(Says::AttackTold { by, target, weapon }),
        };
        let title = match &told {
            Some(told) => say!(now, "{}", told.show(now)),
            None => {
                let target = now.name(target);
                say!(now, "GM's roll: does the stray shot hit {target}?")
            }
        };
        let roll = Roll::new("attack", self.thrower(), what, Dice::d(20))
            .title(title)
            .told(told.map_or_else(Told::default, Told::from))
            .bonus(self.bonus(now))
            .at_least(armor.total())
            .reasons(armor)
            .against("AC")
            .words("hit", "missed")
            .always(1, 1, false);
        if self.harms(now) {
            roll.always(20, 20, true)
        } else {
            roll
        }
    }

    /// Shows the target number and the chance to hit beside the form, with warnings about the attack.
    pub fn preview(&self, cx: &mut Resolver<'_>) {
        if !cx.shows() {
            return;
        }
        let (roll, name) = (self.roll(cx.now()), cx.name(self.target));
        let chance = roll.chance().unwrap_or(0.0) * 100.0;
        let (need, bonus) = (roll.need_text(), signed(&roll.bonus));
        cx.foresee(
            self.target,
            roll,
            format!("{name}: {need}, d20{bonus} ({chance:.0}%)"),
        );
        if let Some(why) = self.harmless(cx.now()) {
            let why = why.show(cx.now());
            cx.show(self.target, format!("No damage: {why}."));
        }
        if self.recoils(cx.now()) {
            let text = "A hit hurts the attacker: bare fists on metal armour.";
            cx.show(self.by, text);
        }
    }
}

fn signed(bonus: &Tally) -> String {
    match bonus.total() {
        total if total < 0 => format!("-{}: {}", -total, bonus.sum_text()),
        total => format!("+{total}: {}", bonus.sum_text()),
    }
}

/// Returns Armor Class after postures and conditions (T-2). For others, a combatant who gets up on this count is
/// still prone (CTD-34).
pub fn armor_class<S: Adds>(now: &Encounter, target: Id, base: i64, melee: bool) -> S {
    let one = fighter(now, target);
    let armor = S::first("AC", base);
    if one.unconscious() {
        return armor;
    }
    let counts = |is: Is| one.has(is) && !(is == is::RISING && one.has(is::PRONE));
    modified(armor, Modified::ArmorClass { melee }, counts)
}
