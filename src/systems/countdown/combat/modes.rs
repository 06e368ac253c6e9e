//! Ways to attack with one action: all attacks of a routine, two weapons, or one attack (CTD-84, CTD-144 to CTD-146).

use std::borrow::Cow;

use super::circumstances::Purpose;
use super::strike::Strike;
use crate::systems::countdown::sheet::{BOTH, Fist, HarmedBy, Kind, Mode, ROUTINE, Weapon};
use crate::systems::countdown::state::{Fighter, fighter};
use crate::systems::prelude::*;

impl Mode {
    /// Returns the names of the individual attacks, each with its purpose.
    pub fn series<'m>(&'m self, one: &Fighter<'m>) -> impl Iterator<Item = (&'m str, Purpose)> {
        let plain = |name| (name, Purpose::Plain);
        let all = match self {
            Mode::Routine => one.routine().map(plain).collect(),
            Mode::Both => vec![
                (one.primary(), Purpose::Primary),
                (one.secondary(), Purpose::Secondary),
            ],
            Mode::Single(name) => vec![plain(&**name)],
        };
        all.into_iter()
    }

    /// Returns the individual attacks that exist on the sheet.
    pub fn attacks<'m>(&'m self, one: &Fighter<'m>) -> impl Iterator<Item = (Weapon, Purpose)> {
        let there = |(name, purpose)| Some((one.weapon(name)?, purpose));
        self.series(one).filter_map(there)
    }

    /// Returns the first of the individual attacks.
    pub fn first(&self, one: &Fighter<'_>) -> (Weapon, Purpose) {
        let first = self.series(one).next();
        let weapon = first.and_then(|(name, purpose)| Some((one.weapon(name)?, purpose)));
        weapon.unwrap_or_else(|| (Weapon::bare(Fist::Punch), Purpose::Plain))
    }

    /// Returns true if one of the attacks can harm the target (CTD-79).
    pub fn may_harm(&self, one: &Fighter<'_>, target: Id) -> bool {
        let mut attacks = self.attacks(one);
        attacks.any(|(weapon, purpose)| Strike::may_harm(one.now, one.id, &weapon, purpose, target))
    }

    /// Asks for the way to attack. The default can harm the likely target, if any way can.
    pub fn ask(f: &mut Form<'_>, who: Id, wanted: &str, target: Option<Id>) -> Mode {
        let one = fighter(f.now, who);
        let mut all = offered(&one);
        let preset = harmful_of(&all, &one, wanted, target);
        let tell = |way: &Way| way.tell(&one);
        let chosen = f.one_of("weapon", "with", &all, preset, |way| way.mode.word(), tell);
        chosen.map_or_else(|| all.swap_remove(preset).mode, |chosen| chosen.mode)
    }
}

/// Way to attack offered by a form.
#[derive(Clone)]
pub struct Way {
    pub mode: Mode,
    /// Reason why this way to attack is not possible now, if any.
    pub refused: Option<Cow<'static, str>>,
}

impl Way {
    /// Returns this way to attack as a choice for the form.
    pub fn tell(&self, one: &Fighter<'_>) -> Choice {
        let choice = match &self.mode {
            Mode::Routine => Choice::new(ROUTINE, "all attacks")
                .hint(one.routine().collect::<Vec<_>>().join(", ")),
            Mode::Both => Choice::new(BOTH, "both weapons").hint("-2 and -5"),
            Mode::Single(name) => match Fist::from_word(name) {
                Some(fist @ Fist::Punch) => Choice::of(fist).hint("1d3, non-lethal"),
                Some(fist @ Fist::Kick) => Choice::of(fist).hint("-2, 1d4, non-lethal"),
                None => {
                    let weapon = one.weapon(name);
                    weapon.map_or_else(|| Choice::new(name, name), |weapon| weapon.choice())
                }
            },
        };
        choice.unless(self.refused.clone())
    }
}

/// Returns the ways to attack offered by a form. A refused way has a reason.
pub fn offered(one: &Fighter<'_>) -> Vec<Way> {
    let weapons = one.weapons();
    let mut ways = Vec::with_capacity(weapons.len() + 2 + Fist::ALL.len());
    let mut way = |mode, refused| ways.push(Way { mode, refused });
    if one.routine().count() > 1 {
        way(Mode::Routine, None);
    }
    if let (Some(first), Some(second)) = (one.primary_weapon(), one.secondary_weapon())
        && first.kind() == Kind::Melee
        && second.kind() == Kind::Melee
    {
        let why = first.unusable().or_else(|| second.unusable()).or_else(|| {
            (!first.is_light() && !second.is_light())
                .then_some("one of the two weapons must be light".into())
        });
        way(Mode::Both, why);
    }
    for weapon in weapons {
        way(Mode::Single(weapon.name().to_owned()), weapon.unusable());
    }
    for fist in Fist::ALL {
        way(Mode::Single(fist.word().to_owned()), None);
    }
    ways
}

/// Returns the default way to attack: the wanted way, the routine, the primary weapon, or the first usable way.
pub fn usual(now: &Encounter, who: Id, wanted: &str) -> Mode {
    let one = fighter(now, who);
    let mut all = offered(&one);
    let usual = usual_of(&all, &one, wanted);
    all.swap_remove(usual).mode
}

/// Returns the default way to attack a target: the usual way if it can harm the target, else the first usable way that
/// can, else the usual way.
pub fn harmful(now: &Encounter, who: Id, wanted: &str, target: Option<Id>) -> Mode {
    let one = fighter(now, who);
    let mut all = offered(&one);
    let place = harmful_of(&all, &one, wanted, target);
    all.swap_remove(place).mode
}

/// Returns true if a combatant can harm a target in any way now (CTD-79, CTD-157).
pub fn may_harm(now: &Encounter, who: Id, target: Id) -> bool {
    let foe = fighter(now, target);
    if foe.harmed_by() == HarmedBy::Any && !foe.brawl_immune() {
        return true;
    }
    let one = fighter(now, who);
    let mut ways = offered(&one).into_iter();
    ways.any(|way| way.refused.is_none() && way.mode.may_harm(&one, target))
}

/// Returns the index of the default way to attack a target ([`harmful`]).
fn harmful_of(all: &[Way], one: &Fighter<'_>, wanted: &str, target: Option<Id>) -> usize {
    let usual = usual_of(all, one, wanted);
    let Some(target) = target else {
        return usual;
    };
    let harms = |way: &Way| way.mode.may_harm(one, target);
    if harms(&all[usual]) {
        return usual;
    }
    let open = |way: &Way| way.refused.is_none() && harms(way);
    all.iter().position(open).unwrap_or(usual)
}

/// Returns the index of the default way. The list is never empty, because it always includes fists.
fn usual_of(all: &[Way], one: &Fighter<'_>, wanted: &str) -> usize {
    let open = |way: &Way| way.refused.is_none();
    let named = |word: &str| {
        all.iter()
            .position(|way| open(way) && way.mode.word() == word)
    };
    let wishes = [wanted, ROUTINE, one.primary()];
    let wish = wishes.into_iter().find_map(named);
    wish.or_else(|| all.iter().position(open)).unwrap_or(0)
}
