//! Automatic decisions of a system ([`Policy`]) for a side that its [`Tactics`] control. If a policy has no opinion,
//! the default of the rules applies.

use std::any::Any;
use std::cell::RefCell;

use crate::encounter::{Aims, Encounter, Flees, Sight, Tactics};
use crate::resolver::{Answer, Command, Draft, Prompt, Question};
use crate::values::{Id, Is, SideId};

use super::action::Offer;
use super::panes::Panes;

/// Decision of a policy with a short reason: "weakest target".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided<T> {
    pub what: T,
    pub why: &'static str,
}

impl<T> Decided<T> {
    /// Creates a decision with its reason.
    pub const fn new(what: T, why: &'static str) -> Self {
        Self { what, why }
    }
}

/// Cache of the last computation for a combatant, valid until the fight changes.
#[derive(Debug, Default)]
pub struct Thought(RefCell<Option<(Id, Box<dyn Any>)>>);

impl Thought {
    pub fn forget(&self) {
        self.0.take();
    }
}

/// Input of a policy: the current fight and the tactics of each side.
#[derive(Clone, Copy, Debug)]
pub struct Mind<'a> {
    pub now: &'a Encounter,
    /// Tactics of the sides; sides beyond the end have the default tactics with full knowledge.
    pub tactics: &'a [Tactics],
    /// Cached computation for the current state.
    pub thought: &'a Thought,
}

impl<'a> Mind<'a> {
    /// Computes a value for a combatant once, with one cached type at a time. The choice of an action and the answers
    /// of its form need the same result, and nothing changes between them.
    pub fn once<T: Clone + PartialEq + 'static>(&self, who: Id, think: impl FnOnce() -> T) -> T {
        if let Some((id, thought)) = &*self.thought.0.borrow()
            && *id == who
            && let Some(thought) = thought.downcast_ref::<T>()
        {
            debug_assert!(
                *thought == think(),
                "the fight has changed since the policy decided"
            );
            return thought.clone();
        }
        let thought = think();
        let kept = Box::new(thought.clone());
        *self.thought.0.borrow_mut() = Some((who, kept));
        thought
    }

    /// Returns the tactics of a combatant's side.
    pub fn tactics(&self, who: Id) -> Tactics {
        self.side(self.now.get(who).side)
    }

    /// Returns the tactics of a side.
    pub fn side(&self, side: SideId) -> Tactics {
        let tactics = self.tactics.get(side.index()).copied();
        tactics.unwrap_or_else(|| Tactics::default().knowing())
    }

    /// Returns `true` if the side of `by` knows everything about `of`. A side knows everything about its allies. For
    /// other combatants, this depends on the tactics of the side.
    fn knows(&self, by: Id, of: Id) -> bool {
        self.now.allied(by, of) || self.tactics(by).sight == Sight::Knows
    }

    /// Returns `true` if the side of `by` knows that `of` is there. Hidden combatants are known to their own side and
    /// to sides with full knowledge.
    pub fn sees(&self, by: Id, of: Id) -> bool {
        !self.now.get(of).hidden || self.knows(by, of)
    }

    /// Returns the enemies of `by` that satisfy `open`, in roster order, except enemies that the side of `by` does not
    /// see.
    pub fn foes(&self, by: Id, open: impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
        let now = self.now;
        now.present()
            .filter(move |id| !now.allied(*id, by) && self.sees(by, *id) && open(*id))
    }

    /// Returns the hit points of `of` as `by` sees them. If the side of `by` knows the number, returns the number.
    /// Otherwise returns the middle of the range for the health word that players read ("hurt", "badly hurt"). A
    /// combatant without hit points is always seen to be down.
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

    /// Returns the reason for a combatant's choice of target by its side's tactics.
    pub fn aims(&self, by: Id) -> &'static str {
        match self.tactics(by).aims {
            Aims::Focuses => "weakest target",
            Aims::Spreads => "different targets",
        }
    }

    /// Chooses the target of a combatant by the tactics of the side: the target with the least `left`, or a different
    /// target for each attacker.
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

    /// Returns true if a combatant's side gives up because of its tactics. The side gives up when half of its members
    /// are down. A side with one member gives up when half of the member's `life` (current value and maximum) is lost.
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

/// Automatic decisions of a system. Every method has a default, so that a system without a policy takes the defaults of
/// its rules.
///
/// Methods must be cheap, because a fight calls them hundreds of times. They must be free of randomness, because the
/// dice of a simulated fight belong to the rules.
pub trait Policy: Panes {
    /// Returns `true` if a combatant fights on: present, not down, broken or surrendered. The figures use this to count
    /// survivors.
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        !now.get(who).gone && !self.row(now, who).down
    }

    /// Returns how a combatant left the fight without falling, as one or two words: "fled", "surrendered". `None` for
    /// combatants who are up, down or dead.
    fn left(&self, _now: &Encounter, _who: Id) -> Option<&'static str> {
        None
    }

    /// Returns the current and maximum hit points of a combatant.
    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        self.row(now, who).life
    }

    /// Lists the remaining resources of a combatant under short names ("spells", "shots"), always the same names in the
    /// same order.
    fn supplies(&self, _now: &Encounter, _who: Id) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Returns the condition of combatants who give up, if the rules leave giving up to the GM. Combatants of a side
    /// that gives up gain the condition at the end of a round, as by a ruling. `None` if the rules have their own
    /// morale.
    fn gives_up(&self) -> Option<Is> {
        None
    }

    /// Chooses an offer to start, by index. For `None` or a choice that the rules refuse, Affray starts the default, or
    /// else the first offer that the rules allow. An offer that ends the fight is taken without calling this method.
    fn start(&self, _mind: &Mind<'_>, _offers: &[Offer]) -> Option<Decided<usize>> {
        None
    }

    /// Returns the combatants who decide to start a command, if not only the command's own combatant decides. Examples
    /// are holders of the initiative who name another combatant, a combatant who has acted and picks the next
    /// combatant, and all candidates for the next turn.
    fn chooses(&self, _now: &Encounter, _command: &Command) -> Vec<Id> {
        Vec::new()
    }

    /// Chooses values for a form, by row key; other rows keep their defaults. If the values are not possible, or for
    /// `None`, the whole form keeps its defaults.
    fn fill(&self, _mind: &Mind<'_>, _question: &Question) -> Option<Decided<Draft>> {
        None
    }

    /// Returns `true` if a combatant can harm other combatants with the contents of the sheet. Odds need such a
    /// combatant on each side.
    fn may_harm(&self, _now: &Encounter, _who: Id) -> bool {
        true
    }

    /// Describes the difficulty of a fight by the rulebook's formula, if the rulebook has one: "by the book: high, 1550
    /// of 1900 XP".
    fn difficulty(&self, _now: &Encounter) -> Option<String> {
        None
    }

    /// Describes options that the policy cannot evaluate and therefore never chooses, for readers of the odds.
    fn unweighed(&self, _now: &Encounter) -> Vec<String> {
        Vec::new()
    }

    /// Returns the combatants who decide a question that does not belong to a combatant. Empty for questions about the
    /// ground, positions or consequences, which the side of the acting combatant answers.
    fn whose(&self, _now: &Encounter, _prompt: &Prompt) -> Vec<Id> {
        Vec::new()
    }

    /// Returns `true` for a question that only the GM can answer well, such as a result of the GM's own tables. It is
    /// automatic only if all combatants are automatic.
    fn is_for_gm(&self, _question: &Question) -> bool {
        false
    }

    /// Chooses an answer to a prompt without dice and form. For `None` or an impossible answer, the default applies.
    fn answer(&self, _mind: &Mind<'_>, _prompt: &Prompt) -> Option<Decided<Answer>> {
        None
    }
}
