//! The ways to attack with one action: all attacks of a routine, two weapons, or one attack (CTD-84, CTD-144 to CTD-146).

use super::sheet::{Fighter, fighter};
use super::strike::How;
use super::weapon::{Fist, GRAB, Kind, Weapon};
use crate::encounter::{Choice, Encounter, Form, Id, Words as _};

/// The words of files for the two ways that are no attack of their own.
const ROUTINE: &str = "routine";
const BOTH: &str = "both";

/// Whether a word has a meaning of its own, so that no attack on a sheet can be called so.
pub fn taken(name: &str) -> bool {
    [ROUTINE, BOTH, GRAB].contains(&name) || Fist::from_word(name).is_some()
}

/// A way to attack with one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything the routine of the sheet says (CTD-84).
    Routine,
    /// Both weapons in hand (CTD-144).
    Both,
    /// The attack of this name.
    Single(String),
}

impl Mode {
    /// The way that a word of files says.
    pub fn of(word: &str) -> Self {
        match word {
            ROUTINE => Mode::Routine,
            BOTH => Mode::Both,
            name => Mode::Single(name.to_owned()),
        }
    }

    /// Its word in files.
    pub fn word(&self) -> &str {
        match self {
            Mode::Routine => ROUTINE,
            Mode::Both => BOTH,
            Mode::Single(name) => name,
        }
    }

    /// The single attacks, with what each is made for.
    pub fn series(&self, one: &Fighter<'_>) -> Vec<(String, How)> {
        match self {
            Mode::Routine => {
                let names = one.routine().into_iter();
                names.map(|name| (name, How::Plain)).collect()
            }
            Mode::Both => vec![
                (one.primary().to_owned(), How::Primary),
                (one.secondary().to_owned(), How::Secondary),
            ],
            Mode::Single(name) => vec![(name.clone(), How::Plain)],
        }
    }

    /// The first of them.
    pub fn first(&self, one: &Fighter<'_>) -> (Weapon, How) {
        let first = self.series(one).into_iter().next();
        let weapon = first.and_then(|(name, how)| Some((one.weapon(&name)?, how)));
        weapon.unwrap_or_else(|| (Weapon::bare(Fist::Punch), How::Plain))
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
