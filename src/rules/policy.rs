//! How a side is led where nobody sits at the keyboard: its [`Temper`], and what a system knows of playing sensibly
//! ([`Policy`]). What a policy leaves open stands as the rules propose it.

use std::any::Any;
use std::cell::RefCell;

use crate::encounter::Encounter;
use crate::resolver::{Answer, Draft, Prompt, Question};
use crate::values::{FactionId, Id, Is, Words};

use super::action::Offer;
use super::panes::Panes;

crate::words! {
    /// How much a side dares.
    pub enum Nerve {
        /// As most would.
        Plain = "plain" "plain: as most would",
        /// Defends itself wherever that is worth it.
        Cautious = "cautious" "cautious: defends itself where it can",
        /// Strikes whatever comes back.
        Reckless = "reckless" "reckless: strikes whatever comes back",
    }

    /// When a side has had enough, beside what the rules say of morale.
    pub enum Flees {
        /// Never.
        Never = "stays" "fights on to the end",
        /// When half of its people are out of the fight; alone, at half of its life.
        Half = "flees" "flees when half of it is down",
    }

    /// What becomes of those who are down.
    pub enum Mercy {
        /// They are left alone.
        Spares = "spares" "spares the fallen",
        /// They are finished.
        Kills = "kills" "kills the fallen",
    }

    /// Whom a side goes for.
    pub enum Aims {
        /// Whoever is closest to falling.
        Focuses = "focuses" "all on whoever is weakest",
        /// Each of them another.
        Spreads = "spreads" "each on another",
    }

    /// Who thinks for a side.
    pub enum Wits {
        /// The system's policy.
        Sensible = "sensible" "plays as a table would",
        /// What promises most when each option is tried.
        Sharp = "sharp" "tries each option and takes the best",
        /// Nobody: what Enter would take.
        Presets = "presets" "takes what is proposed",
    }
}

/// How a side is led. Each row's first word is the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Temper {
    /// How much it dares.
    pub nerve: Nerve,
    /// When it has had enough.
    pub flees: Flees,
    /// What becomes of those who are down.
    pub mercy: Mercy,
    /// Whom it goes for.
    pub aims: Aims,
    /// Who thinks for it.
    pub wits: Wits,
}

impl Temper {
    /// The same with one word changed; each word is of one row only. `None` where it is of none.
    #[must_use]
    pub fn with(mut self, word: &str) -> Option<Self> {
        fn set<T: Words>(row: &mut T, word: &str) -> bool {
            let found = T::from_word(word);
            *row = found.unwrap_or(*row);
            found.is_some()
        }
        let known = set(&mut self.nerve, word)
            || set(&mut self.flees, word)
            || set(&mut self.mercy, word)
            || set(&mut self.aims, word)
            || set(&mut self.wits, word);
        known.then_some(self)
    }

    /// Its words, a row each.
    pub fn words(self) -> [&'static str; 5] {
        [
            self.nerve.word(),
            self.flees.word(),
            self.mercy.word(),
            self.aims.word(),
            self.wits.word(),
        ]
    }

    /// Every word that a temper may have, row by row, with what it means.
    pub fn all() -> Vec<(&'static str, &'static str)> {
        fn row<T: Words>() -> impl Iterator<Item = (&'static str, &'static str)> {
            T::ALL.iter().map(|one| (one.word(), one.label()))
        }
        let rows = row::<Nerve>().chain(row::<Flees>()).chain(row::<Mercy>());
        rows.chain(row::<Aims>()).chain(row::<Wits>()).collect()
    }
}

/// What was thought out last of somebody, for as long as nothing changes in the fight.
#[derive(Debug, Default)]
pub struct Thought(RefCell<Option<(Id, Box<dyn Any>)>>);

impl Thought {
    /// Something has changed.
    pub fn forget(&self) {
        self.0.take();
    }
}

/// What a policy decides from: the fight as it stands, and how each side is led.
#[derive(Clone, Copy, Debug)]
pub struct Mind<'a> {
    /// The fight.
    pub now: &'a Encounter,
    /// How each side is led, by faction; those beyond its end as is usual.
    pub tempers: &'a [Temper],
    /// What was thought out of the fight as it stands.
    pub thought: &'a Thought,
}

impl<'a> Mind<'a> {
    /// What `think` comes to of somebody, a kind of thought each: what is started and how its form is filled is thought out
    /// once, as nothing changes in between.
    pub fn once<T: Clone + PartialEq + 'static>(&self, who: Id, think: impl FnOnce() -> T) -> T {
        if let Some((id, thought)) = &*self.thought.0.borrow()
            && *id == who
            && let Some(thought) = thought.downcast_ref::<T>()
        {
            debug_assert!(*thought == think(), "something has changed since");
            return thought.clone();
        }
        let thought = think();
        let kept = Box::new(thought.clone());
        *self.thought.0.borrow_mut() = Some((who, kept));
        thought
    }

    /// How somebody's side is led.
    pub fn temper(&self, who: Id) -> Temper {
        self.side(self.now.get(who).faction)
    }

    /// How a side is led.
    pub fn side(&self, side: FactionId) -> Temper {
        self.tempers.get(side.index()).copied().unwrap_or_default()
    }

    /// Those of another side of whom `open` is true, in roster order.
    pub fn foes(&self, by: Id, open: impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
        let now = self.now;
        now.present()
            .filter(move |id| !now.allied(*id, by) && open(*id))
    }

    /// Whom somebody goes for among these: by its side's temper the one with the least `left`, or each another.
    pub fn target<K: Ord>(
        &self,
        by: Id,
        among: impl IntoIterator<Item = Id>,
        left: impl Fn(Id) -> K,
    ) -> Option<Id> {
        match self.temper(by).aims {
            Aims::Focuses => among.into_iter().min_by_key(|id| left(*id)),
            Aims::Spreads => {
                let among: Vec<Id> = among.into_iter().collect();
                let mine = self.now.members(self.now.get(by).faction);
                let place = mine.take_while(|id| *id != by).count();
                among.get(place % among.len().max(1)).copied()
            }
        }
    }

    /// Whether somebody's side has had enough by its temper: half of its people, or of its only one's `life` (what is
    /// left of it and how much there can be), is gone.
    pub fn had_enough(
        &self,
        who: Id,
        stands: impl Fn(&Encounter, Id) -> bool,
        life: impl Fn(&Encounter, Id) -> (i64, i64),
    ) -> bool {
        if self.temper(who).flees == Flees::Never {
            return false;
        }
        let members: Vec<Id> = self.now.members(self.now.get(who).faction).collect();
        let standing = members.iter().filter(|id| stands(self.now, **id)).count();
        match members.as_slice() {
            [one] => {
                let (left, most) = life(self.now, *one);
                2 * left <= most
            }
            all => 2 * standing <= all.len(),
        }
    }
}

/// What a system knows of playing sensibly. Every part has a default, so that a system without a word of it is played as
/// its rules propose.
///
/// Nothing here may be costly: a fight asks hundreds of times. Nothing may be random: a policy decides by what it sees,
/// and the dice of a simulated fight are the rules' alone.
pub trait Policy: Panes {
    /// Whether somebody fights on: there, neither down nor broken nor given up. By these the figures say who stands.
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        !now.get(who).gone && !self.row(now, who).down
    }

    /// What is left of somebody's life, and how much there can be.
    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        self.row(now, who).life
    }

    /// What somebody has left of what is used up, a word each ("spells", "shots"), always the same words in the same
    /// order.
    fn supplies(&self, _now: &Encounter, _who: Id) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// The condition of whoever gives up, where the rules leave that to the table: those whose side has had enough get it
    /// as a round ends, as a ruling would give it. `None` where the rules have a way of their own.
    fn gives_up(&self) -> Option<Is> {
        None
    }

    /// Which of these to start, by its place; `None`: the preset, else the first that the rules allow. One that they
    /// refuse is passed over in the same way. Where an offer ends the fight it is taken before anybody is asked.
    fn start(&self, _mind: &Mind<'_>, _offers: &[Offer]) -> Option<usize> {
        None
    }

    /// What to set in a form, by the keys of its rows; all others stand as proposed. Where it does not fit, the whole
    /// form is taken as proposed.
    fn fill(&self, _mind: &Mind<'_>, _question: &Question) -> Draft {
        Draft::new()
    }

    /// The answer to what is neither dice nor a form; `None`, or one that does not fit: the preset.
    fn answer(&self, _mind: &Mind<'_>, _prompt: &Prompt) -> Option<Answer> {
        None
    }
}
