//! What a system knows of playing sensibly ([`Policy`]), for a side that is led by its [`Tactics`] and not by whoever sits
//! at the keyboard. What a policy leaves open stands as the rules propose it.

use std::any::Any;
use std::cell::RefCell;

use crate::encounter::{Aims, Encounter, Flees, Sight, Tactics};
use crate::resolver::{Answer, Command, Draft, Prompt, Question};
use crate::values::{Id, Is, SideId};

use super::action::Offer;
use super::panes::Panes;

/// What a policy decided, with its reason in a word: "weakest target".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided<T> {
    pub what: T,
    pub why: &'static str,
}

impl<T> Decided<T> {
    /// A decision for a reason.
    pub const fn new(what: T, why: &'static str) -> Self {
        Self { what, why }
    }
}

/// What was thought out last of somebody, for as long as nothing changes in the fight.
#[derive(Debug, Default)]
pub struct Thought(RefCell<Option<(Id, Box<dyn Any>)>>);

impl Thought {
    pub fn forget(&self) {
        self.0.take();
    }
}

/// What a policy decides from: the fight as it stands, and how each side is led.
#[derive(Clone, Copy, Debug)]
pub struct Mind<'a> {
    pub now: &'a Encounter,
    /// How each side is led, by side; those beyond its end as is usual, knowing all.
    pub tactics: &'a [Tactics],
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
    pub fn tactics(&self, who: Id) -> Tactics {
        self.side(self.now.get(who).side)
    }

    /// How a side is led.
    pub fn side(&self, side: SideId) -> Tactics {
        let tactics = self.tactics.get(side.index()).copied();
        tactics.unwrap_or_else(|| Tactics::default().knowing())
    }

    /// Whether somebody's side knows all of somebody: of its own everything, of others where its tactics says so.
    fn knows(&self, by: Id, of: Id) -> bool {
        self.now.allied(by, of) || self.tactics(by).sight == Sight::Knows
    }

    /// Whether somebody's side knows of somebody: whoever is hidden is known to its own, and to those who know all.
    pub fn sees(&self, by: Id, of: Id) -> bool {
        !self.now.get(of).hidden || self.knows(by, of)
    }

    /// Those of another side of whom `open` is true, in roster order; nobody of whom `by` knows nothing.
    pub fn foes(&self, by: Id, open: impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
        let now = self.now;
        now.present()
            .filter(move |id| !now.allied(*id, by) && self.sees(by, *id) && open(*id))
    }

    /// What is left of somebody's life as `by` sees it: the number where its side knows, else the middle of what there can
    /// be under the word that players would read ("hurt", "badly hurt"). Somebody of whom nothing is left is seen to be
    /// down.
    pub fn left(&self, by: Id, of: Id, (left, most): (i64, i64)) -> i64 {
        if left <= 0 || self.knows(by, of) {
            return left;
        }
        let quarters = if left >= most {
            4
        } else if 2 * left > most {
            3
        } else {
            1
        };
        (quarters * most / 4).max(1)
    }

    /// Why somebody goes for whom it does, by its side's tactics.
    pub fn aims(&self, by: Id) -> &'static str {
        match self.tactics(by).aims {
            Aims::Focuses => "weakest target",
            Aims::Spreads => "different targets",
        }
    }

    /// Whom somebody goes for among these: by its side's tactics the one with the least `left`, or each another.
    pub fn target<K: Ord>(
        &self,
        by: Id,
        among: impl IntoIterator<Item = Id>,
        left: impl Fn(Id) -> K,
    ) -> Option<Id> {
        match self.tactics(by).aims {
            Aims::Focuses => among.into_iter().min_by_key(|id| left(*id)),
            Aims::Spreads => {
                let among: Vec<Id> = among.into_iter().collect();
                let mine = self.now.members(self.now.get(by).side);
                let place = mine.take_while(|id| *id != by).count();
                among.get(place % among.len().max(1)).copied()
            }
        }
    }

    /// Whether somebody's side gives up by its tactics: half of its people, or of its only one's `life` (what is
    /// left of it and how much there can be), is gone.
    pub fn had_enough(
        &self,
        who: Id,
        stands: impl Fn(&Encounter, Id) -> bool,
        life: impl Fn(&Encounter, Id) -> (i64, i64),
    ) -> bool {
        if self.tactics(who).flees == Flees::Never {
            return false;
        }
        let members: Vec<Id> = self.now.members(self.now.get(who).side).collect();
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

    /// How somebody left the fight without having fallen, in a word or two: "fled", "surrendered". `None` of whoever
    /// stands, is down or dead.
    fn left(&self, _now: &Encounter, _who: Id) -> Option<&'static str> {
        None
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

    /// The condition of whoever gives up, where the rules leave that to the table: those whose side gives up get it
    /// as a round ends, as a ruling would give it. `None` where the rules have a way of their own.
    fn gives_up(&self) -> Option<Is> {
        None
    }

    /// Which of these to start, by its place; `None`: the preset, else the first that the rules allow. One that they
    /// refuse is passed over in the same way. Where an offer ends the fight it is taken before anybody is asked.
    fn start(&self, _mind: &Mind<'_>, _offers: &[Offer]) -> Option<Decided<usize>> {
        None
    }

    /// Whose decision it is that a command is made, where it is not only that of whom it is about: those who hold the initiative
    /// and name another, whoever has acted and picks who is next, all of whom one is to go.
    fn chooses(&self, _now: &Encounter, _command: &Command) -> Vec<Id> {
        Vec::new()
    }

    /// What to set in a form, by the keys of its rows; all others stand as proposed. Where it does not fit, the whole
    /// form is taken as proposed, as it is with `None`.
    fn fill(&self, _mind: &Mind<'_>, _question: &Question) -> Option<Decided<Draft>> {
        None
    }

    /// Whether somebody may harm others, as far as its sheet says: of a side with nobody who may odds say nothing.
    fn may_harm(&self, _now: &Encounter, _who: Id) -> bool {
        true
    }

    /// What it cannot weigh and so never does, in words, for whoever reads odds.
    fn unweighed(&self, _now: &Encounter) -> Vec<String> {
        Vec::new()
    }

    /// Whose decision a question is that is put to nobody; nobody's where it is of the ground, of where people stand or of
    /// what follows, which whoever leads the one who acts answers.
    fn whose(&self, _now: &Encounter, _prompt: &Prompt) -> Vec<Id> {
        Vec::new()
    }

    /// The answer to what is neither dice nor a form; `None`, or one that does not fit: the preset.
    fn answer(&self, _mind: &Mind<'_>, _prompt: &Prompt) -> Option<Decided<Answer>> {
        None
    }
}
