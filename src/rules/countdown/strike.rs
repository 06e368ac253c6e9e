//! One attack: what is added to the roll, what it has to reach, and the fields of the form that say under which
//! circumstances it is made (17.0.1.2, T-1, T-2).

use super::schema::{Armor, HarmedBy, is};
use super::sheet::{FLANKING, engaged, fighter, joined_against};
use super::weapon::{GrenadeType, Kind, Weapon};
use crate::dice::Dice;
use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Roll};
use crate::tally::Tally;

/// What an attack roll is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The attack of an action, alone or in a routine.
    Plain,
    /// The first of two weapons (CTD-145).
    Primary,
    /// The second of two weapons (CTD-145).
    Secondary,
    /// At the end of a charge (CTD-66).
    Charge,
    /// Braced against a charge (CTD-71).
    Braced,
    /// The answer of a long weapon (CTD-73).
    Answer,
    /// At a turned back (CTD-52).
    Parting,
    /// After somebody's fumble (CTD-99).
    Free,
    /// A missed shot on its way through allies (CTD-115).
    Stray,
    /// A touch, to grab (CTD-162).
    Grab,
}

impl How {
    /// A reaction, which the actor it is made against has drawn upon itself (CTD-37).
    pub fn reaction(self) -> bool {
        matches!(self, How::Parting | How::Free)
    }
}

/// One attack on one target.
#[derive(Clone, Debug)]
pub struct Strike {
    /// Who attacks.
    pub by: Id,
    /// Whom.
    pub target: Id,
    /// With what.
    pub weapon: Weapon,
    /// What for.
    pub how: How,
    /// The circumstances, as the form gave them.
    pub set: Record,
}

impl Strike {
    /// Within five feet for a missile: typed, ticked or in melee (CTD-107).
    fn close(&self, now: &Encounter) -> bool {
        close(now, self.by, self.target, &self.weapon, &self.set)
    }

    /// The range band: 0 short, 1 medium, 2 long; `None` beyond (CTD-106).
    fn band(&self) -> Option<i64> {
        match (self.weapon.ranges(), self.set.maybe_int("distance")) {
            (Some(ranges), Some(distance)) => ranges
                .iter()
                .position(|limit| distance <= *limit)
                .and_then(|band| i64::try_from(band).ok()),
            _ => match self.set.word("band") {
                "medium" => Some(1),
                "long" => Some(2),
                _ => Some(0),
            },
        }
    }

    /// Beyond long range (CTD-106).
    pub fn out_of_range(&self, now: &Encounter) -> bool {
        self.weapon.ranged() && !self.close(now) && self.band().is_none()
    }

    /// The ability that counts for the roll, with its modifier (CTD-75).
    fn ability(&self, now: &Encounter) -> (&'static str, i64) {
        let one = fighter(now, self.by);
        if self.how == How::Grab {
            one.better_mod()
        } else if self.weapon.ranged() {
            ("DEX", one.dex_mod())
        } else {
            ("STR", one.str_mod())
        }
    }

    /// Everything that is added to the die (CTD-75, T-1).
    pub fn bonus(&self, now: &Encounter) -> Tally {
        let one = fighter(now, self.by);
        let (ability, modifier) = self.ability(now);
        let mut bonus = Tally::new()
            .plus("attack", one.attack_bonus())
            .plus(ability, modifier)
            .plus("magic", self.weapon.magic_bonus());
        match self.how {
            How::Charge => bonus.add("charge", 2),
            How::Parting => bonus.add("parting shot", 2),
            How::Primary => bonus.add("two weapons", -2),
            How::Secondary => bonus.add("second weapon", -5),
            How::Plain | How::Braced | How::Answer | How::Free | How::Stray | How::Grab => {}
        }
        self.add_position(now, &mut bonus);
        let hidden = self.set.word("hidden").parse::<i64>().unwrap_or(0);
        if let Some(row) = now.table("concealment", hidden) {
            bonus.add(format!("{hidden}% hidden"), row.int("attack"));
        }
        if self.flat() {
            bonus.add("flat", -4);
        }
        if self.weapon.kind() == Kind::Brawl && self.weapon.name() == "kick" {
            bonus.add("kick", -2);
        }
        for (is, value) in [
            (is::SHAKEN, -2),
            (is::PRONE, -4),
            (is::BLINDED, -4),
            (is::STUMBLING, -1),
        ] {
            if one.suffers(is) {
                bonus.add(is.0, value);
            }
        }
        bonus.add("GM", self.set.int("adjust"));
        bonus
    }

    /// Range, back and flank (CTD-80 to CTD-82, CTD-106 to CTD-108).
    fn add_position(&self, now: &Encounter, bonus: &mut Tally) {
        let one = fighter(now, self.by);
        let parting = self.how == How::Parting;
        let sneak = one
            .sneak_attack_bonus()
            .filter(|_| self.set.flag("sneak") && !parting);
        let behind = self.set.flag("behind") && !parting;
        if self.weapon.ranged() {
            if self.close(now) {
                if (self.set.flag("unaware") || behind) && !parting {
                    bonus.add("short range, unaware", 1);
                    bonus.add("behind", if sneak.is_some() { 0 } else { 2 });
                } else {
                    bonus.add("within 5 feet", -5);
                }
            } else {
                if let Some(row) = self.band().and_then(|band| now.table("range", band)) {
                    bonus.add(row.word("name").to_owned(), row.int("attack"));
                }
                bonus.add("behind", if behind && sneak.is_none() { 2 } else { 0 });
            }
        } else {
            bonus.add("behind", if behind && sneak.is_none() { 2 } else { 0 });
            bonus.add("flanked", if self.set.flag("flank") { 1 } else { 0 });
        }
        if let Some(value) = sneak {
            bonus.add("sneak attack", value);
        }
    }

    /// The target's Armor Class against this attack (T-2).
    pub fn armor_class(&self, now: &Encounter) -> Tally {
        let target = fighter(now, self.target);
        let base = if self.how == How::Grab {
            target.touch_ac()
        } else {
            target.ac()
        };
        armor_class(now, self.target, base, self.weapon.melee())
    }

    /// Struck with the flat (CTD-147).
    pub fn flat(&self) -> bool {
        self.weapon.can_subdue() && self.set.flag("flat")
    }

    /// Its damage is non-lethal (CTD-148, CTD-158).
    pub fn subdual(&self) -> bool {
        self.flat() || self.weapon.kind() == Kind::Brawl
    }

    /// The target cannot be harmed by this (CTD-79, CTD-157): says why. Flasks have limits of their own.
    pub fn harmless(&self, now: &Encounter) -> Option<String> {
        let target = fighter(now, self.target);
        let name = target.name();
        if self.how == How::Grab {
            return None;
        }
        if self.weapon.kind() == Kind::Brawl {
            return target
                .brawl_immune()
                .then(|| format!("{name} takes no harm from fists and feet"))
                .or_else(|| self.unfit(now));
        }
        self.unfit(now)
    }

    fn unfit(&self, now: &Encounter) -> Option<String> {
        if self.weapon.kind() == Kind::Grenade {
            return None;
        }
        let target = fighter(now, self.target);
        let (magic, silver) = (self.weapon.magic_bonus() != 0, self.weapon.is_silver());
        let (fits, wanted) = match target.harmed_by() {
            HarmedBy::Any => (true, ""),
            HarmedBy::Silver => (silver, "silver"),
            HarmedBy::Magic => (magic, "magic"),
            HarmedBy::SilverOrMagic => (silver || magic, "silver or magic"),
        };
        (!fits).then(|| format!("only {wanted} harms {}", target.name()))
    }

    /// Fists on mail hurt the fist (CTD-161).
    pub fn recoils(&self, now: &Encounter) -> bool {
        self.weapon.kind() == Kind::Brawl
            && self.how != How::Grab
            && matches!(fighter(now, self.by).armor(), Armor::None | Armor::Leather)
            && fighter(now, self.target).armor() == Armor::Metal
    }

    /// The attack roll (CTD-75 to CTD-78).
    pub fn roll(&self, now: &Encounter) -> Roll {
        let armor = self.armor_class(now);
        let who = (self.how != How::Stray).then_some(self.by);
        let target = now.name(self.target);
        let title = match self.how {
            How::Parting => format!(
                "{}: parting shot at {target}, {}",
                now.name(self.by),
                self.weapon.name()
            ),
            How::Free => format!(
                "{}: free attack on {target}, {}",
                now.name(self.by),
                self.weapon.name()
            ),
            How::Stray => format!("GM's roll: does the stray shot hit {target}?"),
            How::Braced => format!(
                "{}: braced {} against {target}",
                now.name(self.by),
                self.weapon.name()
            ),
            _ => format!("{}: {} at {target}", now.name(self.by), self.weapon.name()),
        };
        let what = match self.how {
            How::Parting => format!("parting shot with {}", self.weapon.name()),
            How::Free => format!("free attack with {}", self.weapon.name()),
            How::Stray => format!("stray shot at {target} (GM)"),
            _ => format!("{} at {target}", self.weapon.name()),
        };
        let roll = Roll::new("attack", who, what, Dice::d(20))
            .title(title)
            .bonus(self.bonus(now))
            .at_least(armor.total())
            .reasons(armor)
            .against("AC")
            .words("hit", "missed")
            .always(1, 1, false);
        if self.harmless(now).is_some() {
            roll
        } else {
            roll.always(20, 20, true)
        }
    }

    /// Shows need and chance beside the form, and what to know before the roll.
    pub fn preview(&self, cx: &mut Resolver<'_>) {
        let roll = self.roll(cx.now());
        let chance = roll.chance().unwrap_or(0.0) * 100.0;
        let text = format!(
            "{}: {}, d20 {} ({chance:.0}%)",
            cx.name(self.target),
            roll.need_text(),
            signed(&roll.bonus)
        );
        cx.show(self.target, text);
        if let Some(why) = self.harmless(cx.now()) {
            cx.show(self.target, format!("No damage: {why}."));
        }
        if self.recoils(cx.now()) {
            cx.show(
                self.by,
                "On a hit the damage comes back: bare fists on metal armor.",
            );
        }
    }
}

fn signed(bonus: &Tally) -> String {
    match bonus.total() {
        total if total < 0 => format!("- {}: {}", -total, bonus.sum_text()),
        total => format!("+ {total}: {}", bonus.sum_text()),
    }
}

/// Armor Class after postures and conditions (T-2). For others, who stands up on this count still lies (CTD-34).
pub fn armor_class(now: &Encounter, target: Id, base: i64, melee: bool) -> Tally {
    let one = fighter(now, target);
    let mut armor = Tally::new().always("AC", base);
    if one.unconscious() {
        return armor;
    }
    if one.has(is::DODGE) {
        armor.add("dodging", 2);
    }
    if one.has(is::CHARGED) {
        armor.add("charging", -2);
    }
    if one.has(is::PRONE) || one.has(is::RISING) {
        armor.add("prone", if melee { -4 } else { 4 });
    }
    if one.has(is::BLINDED) {
        armor.add("blinded", -4);
    }
    armor
}

fn close(now: &Encounter, by: Id, target: Id, weapon: &Weapon, set: &Record) -> bool {
    if weapon.ranges().is_some() {
        return set.maybe_int("distance").is_some_and(|feet| feet <= 5);
    }
    match set.get("close").and_then(crate::encounter::Value::as_flag) {
        Some(close) => close,
        None => engaged(now, by, target),
    }
}

/// The circumstances of an attack as fields: only those that make sense for this weapon, target and kind of attack.
pub fn fields(
    now: &Encounter,
    by: Id,
    weapon: &Weapon,
    target: Option<Id>,
    how: How,
    set: &Record,
) -> Vec<Field> {
    let mut fields = Vec::new();
    let Some(target) = target else {
        return fields;
    };
    let one = fighter(now, by);
    let parting = how == How::Parting;
    if weapon.ranged() {
        range_fields(now, by, weapon, target, set, &mut fields);
        let near = close(now, by, target, weapon, set);
        let surprised = fighter(now, target).has(is::SURPRISED);
        if (near || surprised) && !parting {
            let hint = if near {
                "+3 instead of -5"
            } else {
                "changes nothing beyond 5 feet"
            };
            fields.push(Field::toggle("unaware", "target unaware of it", false).hint(hint));
        }
        if !near && !parting {
            fields.push(Field::toggle("behind", "from behind", false).hint("+2"));
        }
    } else {
        if !parting {
            fields.push(Field::toggle("behind", "from behind", false).hint("+2"));
        }
        if joined_against(now, by, target) {
            let still = now.linked(FLANKING, by, target);
            fields.push(Field::toggle("flank", "target flanked", still).hint("+1"));
        }
    }
    if let (Some(bonus), false) = (one.sneak_attack_bonus(), parting) {
        fields.push(
            Field::toggle("sneak", "sneak attack", false)
                .hint(format!("{bonus:+}, without the +2 from behind")),
        );
    }
    if weapon.can_subdue() && weapon.kind() == Kind::Melee {
        fields.push(
            Field::toggle("flat", "with the flat", false).hint("-4, half damage, non-lethal"),
        );
    }
    let label = if weapon.ranged() {
        "cover or concealment"
    } else {
        "concealment"
    };
    fields.push(
        Field::choice("hidden", label, concealments(now), "0")
            .hint("if both, the worse of the two"),
    );
    if weapon.kind() == Kind::Grenade && weapon.flask() == GrenadeType::Oil {
        let options = vec![
            Choice::new("wick", "lit by a wick").hint("burns and splashes"),
            Choice::new("flame", "lit by a flame at the target").hint("burns, no splash"),
            Choice::new("unlit", "not lit").hint("no damage"),
        ];
        fields.push(Field::choice("lit", "the oil is", options, "wick"));
    }
    if matches!(weapon.kind(), Kind::Missile | Kind::Thrown) {
        let press = fighter(now, target)
            .engaged()
            .into_iter()
            .any(|other| other != by && now.allied(other, by));
        fields.push(
            Field::toggle("press", "into a melee with allies", press)
                .hint("a miss may hit one of them"),
        );
    }
    fields.push(Field::number("adjust", "GM's adjustment", -20, 20, 0));
    fields
}

fn range_fields(
    now: &Encounter,
    by: Id,
    weapon: &Weapon,
    target: Id,
    set: &Record,
    fields: &mut Vec<Field>,
) {
    let in_melee = engaged(now, by, target);
    if let Some([short, medium, long]) = weapon.ranges() {
        let preset = if in_melee { 5 } else { short };
        fields.push(
            Field::number("distance", "distance", 0, 10_000, preset)
                .unit("ft")
                .hint(format!(
                    "short to {short}, medium to {medium}, long to {long}"
                )),
        );
        return;
    }
    let near = close(now, by, target, weapon, set);
    if !near {
        let bands = now.tables.get("range").map_or(Vec::new(), |table| {
            table
                .rows
                .iter()
                .map(|row| {
                    Choice::new(row.cells.word("key"), row.cells.word("name"))
                        .hint(format!("{:+}", row.cells.int("attack")))
                })
                .collect()
        });
        fields.push(Field::choice("band", "range", bands, "short"));
    }
    fields.push(Field::toggle("close", "within 5 feet", in_melee).hint("-5, whatever the range"));
}

fn concealments(now: &Encounter) -> Vec<Choice> {
    now.tables.get("concealment").map_or(Vec::new(), |table| {
        table
            .rows
            .iter()
            .map(|row| {
                let percent = row.to.to_string();
                let label = if row.to == 0 {
                    "none".to_owned()
                } else {
                    format!("{percent}%")
                };
                Choice::new(percent, label).hint(format!("{:+}", row.cells.int("attack")))
            })
            .collect()
    })
}
