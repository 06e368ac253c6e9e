//! Circumstances of an attack, and the rows of a form that ask for them (17.0.1.2, T-1).

use crate::systems::countdown::sheet::{Band, Concealment, GrenadeType, Kind, Reach, Weapon, is};
use crate::systems::countdown::state::{FLANKING, Plan, count, engaged, fighter};
use crate::systems::prelude::*;

/// Purpose of an attack roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Attack of an action, alone or in a routine.
    Plain,
    /// First of two weapons (CTD-145).
    Primary,
    /// Second of two weapons (CTD-145).
    Secondary,
    /// Attack at the end of a charge (CTD-66).
    Charge,
    /// Attack with a braced weapon against a charge (CTD-71).
    Braced,
    /// Answer of a long weapon (CTD-73).
    Answer,
    /// Attack on a combatant who turns away (CTD-52).
    Parting,
    /// Attack after an opponent's fumble (CTD-99).
    Free,
    /// Missed shot that may hit an ally (CTD-115).
    Stray,
    /// Touch attack of a grab (CTD-162).
    Grab,
}

impl Purpose {
    /// Returns true if the damage is doubled (CTD-67, CTD-71).
    pub fn doubles(self) -> bool {
        matches!(self, Purpose::Charge | Purpose::Braced)
    }

    /// Returns true for a reaction, which the acting combatant provokes (CTD-37).
    pub fn reaction(self) -> bool {
        matches!(self, Purpose::Parting | Purpose::Free)
    }
}

crate::words! {
    /// Way in which a flask of oil is lit (CTD-121, CTD-122, CTD-125).
    pub enum Lit {
        /// Burns the target and splashes.
        Wick = "wick" "lit by a wick",
        /// Burns without a splash.
        Flame = "flame" "lit by a flame at the target",
        Unlit = "unlit" "not lit",
    }
}

/// Range to the target of a shot or throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Distance in feet, typed for a weapon with known ranges.
    Feet(i64),
    /// Distance of at most five feet (CTD-107).
    Close,
    /// Range band chosen by the GM.
    Within(Band),
}

impl Range {
    /// Returns true within five feet, as a typed distance or a checked row (CTD-107).
    pub fn close(self) -> bool {
        match self {
            Range::Feet(feet) => feet <= 5,
            Range::Close => true,
            Range::Within(_) => false,
        }
    }

    /// Returns the range band of the weapon; `None` beyond long range (CTD-106).
    pub fn band(self, weapon: &Weapon) -> Option<Band> {
        match self {
            Range::Feet(feet) => {
                let ranges = weapon.ranges()?;
                let place = ranges.iter().position(|limit| feet <= *limit)?;
                Some(Band::ALL[place])
            }
            Range::Close => Some(Band::Short),
            Range::Within(band) => Some(band),
        }
    }
}

/// Circumstances of an attack. Circumstances that a form does not ask for are false.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// Range to the target; `None` in melee.
    pub range: Option<Range>,
    /// True if the target does not know of the attack (CTD-17, CTD-108).
    pub unaware: bool,
    /// True for an attack from behind (CTD-80).
    pub behind: bool,
    /// True if the target is flanked (CTD-82).
    pub flank: bool,
    /// True if the sneak attack of the sheet applies (CTD-81).
    pub sneak: bool,
    /// True for an attack with the flat (CTD-147).
    pub flat: bool,
    /// Hidden part of the target, in percent (CTD-83).
    pub hidden: i64,
    /// Way in which the oil is lit (CTD-122, CTD-125).
    pub lit: Lit,
    /// True for a shot into a melee with allies (CTD-115).
    pub press: bool,
    /// Modifier that the GM adds to the roll.
    pub adjust: i64,
}

/// Asks for the circumstances that make sense for this weapon, target and purpose. The defaults come from an earlier
/// attack, `like`.
pub fn ask(
    f: &mut Form<'_>,
    by: Id,
    weapon: &Weapon,
    target: Id,
    purpose: Purpose,
    like: Option<(&Weapon, Circumstances)>,
) -> Circumstances {
    let now = f.now;
    let before = like.map_or(Circumstances::default(), |(_, set)| set);
    let mut set = Circumstances::default();
    let free = purpose != Purpose::Parting;
    if weapon.ranged() {
        let in_melee = engaged(now, by, target);
        set.range = Some(range(f, weapon, in_melee, before.range));
    }
    let near = set.range.is_some_and(Range::close);
    if weapon.ranged() && free && (near || fighter(now, target).has(is::SURPRISED)) {
        f.hint(|| {
            if near {
                "+3 instead of -5 for the short distance"
            } else {
                "no effect beyond 5 feet"
            }
        });
        set.unaware = f.toggle("unaware", "target unaware", before.unaware);
    }
    if free && !near {
        f.hint(|| "+2");
        set.behind = f.toggle("behind", "from behind", before.behind);
    }
    if weapon.melee() && joined_against(now, by, target) {
        let still = || now.linked(FLANKING, by, target);
        let last = like.filter(|(weapon, _)| weapon.melee());
        let preset = last.map_or_else(still, |(_, set)| set.flank);
        set.flank = f.hint(|| "+1").toggle("flank", "target flanked", preset);
    }
    if let (Some(bonus), true) = (fighter(now, by).sneak_attack_bonus(), free) {
        f.hint(|| format!("{bonus:+} instead of the +2 from behind"));
        set.sneak = f.toggle("sneak", "sneak attack", before.sneak);
    }
    if weapon.can_subdue() && weapon.kind() == Kind::Melee {
        f.hint(|| "-4, half damage, non-lethal");
        set.flat = f.toggle("flat", "flat of the weapon", before.flat);
    }
    set.hidden = hidden(f, weapon, before.hidden);
    if weapon.kind() == Kind::Grenade && weapon.flask() == GrenadeType::Oil {
        set.lit = lit(f, before.lit);
    }
    if weapon.strays() {
        let last = like.filter(|(weapon, _)| weapon.strays());
        let preset = last.map_or_else(|| among_friends(now, by, target), |(_, set)| set.press);
        f.hint(|| "a miss may hit an ally");
        set.press = f.toggle("press", "shot into melee with allies", preset);
    }
    set.adjust = f.number("modifier", "GM modifier", -20..=20, "", before.adjust);
    set
}

/// Asks for the range: in feet if the weapon's ranges are known, else as a band or "within 5 feet".
fn range(f: &mut Form<'_>, weapon: &Weapon, in_melee: bool, before: Option<Range>) -> Range {
    if let Some([short, medium, long]) = weapon.ranges() {
        let preset = match before {
            Some(Range::Feet(feet)) => feet,
            _ if in_melee => 5,
            _ => short,
        };
        f.hint(|| format!("short to {short}, medium to {medium}, long to {long}"));
        return Range::Feet(f.number("distance", "distance", 0..=10_000, "ft", preset));
    }
    let (near, far) = match before {
        Some(Range::Close) => (true, Band::Short),
        Some(Range::Within(band)) => (false, band),
        Some(Range::Feet(_)) | None => (in_melee, Band::Short),
    };
    let band = if f.ahead("close", near) {
        far
    } else {
        band(f, far)
    };
    f.hint(|| "-5 at any range");
    if f.toggle("close", "within 5 feet", near) {
        Range::Close
    } else {
        Range::Within(band)
    }
}

fn band(f: &mut Form<'_>, preset: Band) -> Band {
    let now = f.now;
    let tell = |band: &Band| match Reach::find(now, |row| row.key() == *band) {
        Some(row) => Choice::new(band.word(), row.name()).hint(format!("{:+}", row.attack())),
        None => Choice::of(*band),
    };
    f.option_told("band", "range", Band::ALL, preset, tell)
}

/// Asks how much of the target is hidden, in the steps of the table (CTD-83, T-7).
fn hidden(f: &mut Form<'_>, weapon: &Weapon, before: i64) -> i64 {
    let label = if weapon.ranged() {
        "cover or concealment"
    } else {
        "concealment"
    };
    let steps: Vec<(i64, String, i64)> = Concealment::all(f.now)
        .map(|(_, percent, row)| (percent, percent.to_string(), row.attack()))
        .collect();
    let usual = steps.iter().position(|(percent, ..)| *percent == before);
    let tell = |(percent, word, attack): &(i64, String, i64)| {
        let label = match percent {
            0 => "none".to_owned(),
            _ => format!("{percent}%"),
        };
        Choice::new(word, label).hint(format!("{attack:+}"))
    };
    f.hint(|| "if both apply, use the worse one");
    let usual = usual.unwrap_or(0);
    let chosen = f.choice("hidden", label, &steps, usual, |step| &step.1, tell);
    chosen.map_or(0, |(percent, ..)| percent)
}

fn lit(f: &mut Form<'_>, preset: Lit) -> Lit {
    let tell = |lit: &Lit| {
        Choice::of(*lit).hint(match lit {
            Lit::Wick => "burns and splashes",
            Lit::Flame => "burns, no splash",
            Lit::Unlit => "no damage",
        })
    };
    f.option_told("lit", "oil", Lit::ALL, preset, tell)
}

/// Returns true if an ally is engaged with the target, or closes with it on this count, or is about to do so (CTD-82).
/// The GM decides if both are on opposite sides of the target.
pub fn joined_against(now: &Encounter, by: Id, target: Id) -> bool {
    let on = count::on_count(now);
    now.present().any(|ally| {
        let one = fighter(now, ally);
        let closes = || one.pending().closes.contains(&target);
        let melee = |plan: &Plan| one.weapon(&plan.weapon).is_none_or(|weapon| weapon.melee());
        let goes =
            |plan: &Plan| plan.action.strikes() && plan.target == Some(target) && melee(plan);
        let means_to = || on.contains(&ally) && !one.acted() && one.plan().is_some_and(goes);
        ally != by
            && now.allied(ally, by)
            && one.up()
            && (engaged(now, ally, target) || closes() || means_to())
    })
}

/// Returns true if a combatant of the attacker's side is engaged with the target (CTD-115).
pub fn among_friends(now: &Encounter, by: Id, target: Id) -> bool {
    let mut near = fighter(now, target).near();
    near.any(|other| other != by && now.allied(other, by))
}
