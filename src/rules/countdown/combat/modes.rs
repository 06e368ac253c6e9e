//! The ways to attack with one action: all attacks of a routine, two weapons, or one attack (CTD-84, CTD-144 to CTD-146).

use crate::encounter::{Choice, Encounter, Form, Id, Words as _};

use super::circumstances::Purpose;
use crate::rules::countdown::sheet::mode::{BOTH, Mode, ROUTINE};
use crate::rules::countdown::sheet::schema::Kind;
use crate::rules::countdown::sheet::weapon::{Fist, Weapon};
use crate::rules::countdown::state::fighter::{Fighter, fighter};

impl Mode {
    /// The single attacks, with what each is made for.
    pub fn series(&self, one: &Fighter<'_>) -> Vec<(String, Purpose)> {
        match self {
            Mode::Routine => {
                let names = one.routine().into_iter();
                names.map(|name| (name, Purpose::Plain)).collect()
            }
            Mode::Both => vec![
                (one.primary().to_owned(), Purpose::Primary),
                (one.secondary().to_owned(), Purpose::Secondary),
            ],
            Mode::Single(name) => vec![(name.clone(), Purpose::Plain)],
        }
    }

    /// The first of them.
    pub fn first(&self, one: &Fighter<'_>) -> (Weapon, Purpose) {
        let first = self.series(one).into_iter().next();
        let weapon = first.and_then(|(name, purpose)| Some((one.weapon(&name)?, purpose)));
        weapon.unwrap_or_else(|| (Weapon::bare(Fist::Punch), Purpose::Plain))
    }

    /// The row that asks for it.
    pub fn ask(f: &mut Form<'_>, who: Id, wanted: &str) -> Mode {
        let all = offered(f.now, who);
        let usual = usual(f.now, who, wanted);
        let preset = all.iter().position(|mode| mode.key == usual.word());
        let chosen = f.one_of(
            "weapon",
            "with",
            &all,
            preset.unwrap_or(0),
            |one| &one.key,
            Clone::clone,
        );
        chosen.map_or(usual, |chosen| Mode::of(&chosen.key))
    }
}

/// The ways to attack that a form offers, refused ones with the reason.
pub fn offered(now: &Encounter, who: Id) -> Vec<Choice> {
    let one = fighter(now, who);
    let unless = |choice: Choice, why: Option<String>| match why {
        Some(why) => choice.refused(why),
        None => choice,
    };
    let mut modes = Vec::new();
    let routine = one.routine();
    if routine.len() > 1 {
        modes.push(Choice::new(ROUTINE, "all attacks").hint(routine.join(", ")));
    }
    if let (Some(first), Some(second)) = (one.primary_weapon(), one.secondary_weapon())
        && first.kind() == Kind::Melee
        && second.kind() == Kind::Melee
    {
        let why = first.unusable().or_else(|| second.unusable()).or_else(|| {
            (!first.is_light() && !second.is_light())
                .then(|| "one of the two has to be light".to_owned())
        });
        modes.push(unless(
            Choice::new(BOTH, "both weapons").hint("-2 and -5"),
            why,
        ));
    }
    for weapon in one.weapons() {
        modes.push(unless(weapon.choice(), weapon.unusable()));
    }
    modes.extend(Fist::ALL.iter().map(|fist| {
        Choice::of(*fist).hint(match fist {
            Fist::Punch => "1d3, non-lethal",
            Fist::Kick => "-2, 1d4, non-lethal",
        })
    }));
    modes
}

/// The way of attacking that Enter takes: the wanted one, the routine, the primary weapon, the first usable one.
pub fn usual(now: &Encounter, who: Id, wanted: &str) -> Mode {
    let mut usable = offered(now, who);
    usable.retain(|mode| mode.refused.is_none());
    let wishes = [wanted, ROUTINE, fighter(now, who).primary()];
    let wish = wishes
        .into_iter()
        .find(|wish| usable.iter().any(|mode| mode.key == *wish));
    Mode::of(wish.unwrap_or_else(|| usable.first().map_or(Fist::Punch.word(), |mode| &mode.key)))
}
