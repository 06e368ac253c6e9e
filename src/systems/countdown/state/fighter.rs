//! A combatant as Countdown sees it: its sheet, its state in the round, and what follows from both.

use std::ops::Deref;

use crate::encounter::{Combatant, Encounter};
use crate::systems::morale;
use crate::values::{Id, Is, Row, Words as _};

use super::bonds::{ENGAGED, HOLDING};
use super::maneuver::Maneuver;
use super::pending::{DISARMED, Pending};
use super::plan::Plan;
use super::round::RoundState;
use crate::systems::countdown::sheet::{Fist, Kind, Sheet, State, Weapon, at, at_attack, is};

/// A combatant: its sheet, and what follows from it.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    /// The fight it is in.
    pub now: &'a Encounter,
    pub id: Id,
    who: &'a Combatant,
    sheet: Sheet<&'a Row>,
}

/// The view of a combatant.
pub fn fighter(now: &Encounter, id: Id) -> Fighter<'_> {
    let who = now.get(id);
    Fighter {
        now,
        id,
        who,
        sheet: Sheet(&who.sheet),
    }
}

impl<'a> Deref for Fighter<'a> {
    type Target = Sheet<&'a Row>;

    fn deref(&self) -> &Self::Target {
        &self.sheet
    }
}

impl<'a> Fighter<'a> {
    pub fn name(&self) -> &'a str {
        &self.who.name
    }

    pub fn hp(&self) -> i64 {
        self.sheet.hp().unwrap_or(0)
    }

    /// Armor Class against a grab (CTD-162).
    pub fn touch_ac(&self) -> i64 {
        self.sheet.touch_ac().unwrap_or(self.ac())
    }

    /// The name of what it has in the main hand, "" for nothing.
    pub fn primary(&self) -> &'a str {
        self.sheet.0.get(at::primary).unwrap_or("")
    }

    /// The name of what it has in the other hand, "" for nothing.
    pub fn secondary(&self) -> &'a str {
        self.sheet.0.get(at::secondary).unwrap_or("")
    }

    /// The better of STR and DEX, with its name.
    pub fn better_mod(&self) -> (&'static str, i64) {
        if self.dex_mod() > self.str_mod() {
            ("DEX", self.dex_mod())
        } else {
            ("STR", self.str_mod())
        }
    }

    /// Whether a condition is on it.
    pub fn has(&self, is: Is) -> bool {
        self.who.has(is)
    }

    /// Whether a condition hampers its own rolls: one that is on it, or one that a reaction to its own action has
    /// just dealt (CTD-37).
    pub fn suffers(&self, is: Is) -> bool {
        self.has(is) || self.pending().provoked(is)
    }

    pub fn dead(&self) -> bool {
        self.has(is::DEAD)
    }

    pub fn unconscious(&self) -> bool {
        self.has(is::UNCONSCIOUS)
    }

    /// Out of the fight altogether: dead, fled, removed.
    pub fn out(&self) -> bool {
        self.who.gone || self.dead() || self.has(is::FLED) || self.has(is::REMOVED)
    }

    /// How it was taken out of the fight, where it was: by its morale it has given up.
    pub fn removed(&self) -> Option<&'static str> {
        let by = self.who.condition(is::REMOVED)?;
        Some(if by.cause == morale::CAUSE {
            "surrendered"
        } else {
            "out of the fight"
        })
    }

    /// Neither dead, unconscious, fled nor removed.
    pub fn up(&self) -> bool {
        !self.out() && !self.unconscious()
    }

    /// What has put it out of the fight, as the end of a sentence; "" while it is up.
    pub fn downfall(&self) -> &'static str {
        if self.dead() {
            "is dead"
        } else if self.has(is::FLED) {
            "has fled"
        } else if self.out() {
            "is out of the fight"
        } else if self.unconscious() {
            "is unconscious"
        } else {
            ""
        }
    }

    /// True if the combatant can act: up and not surprised.
    pub fn able(&self) -> bool {
        self.up() && !self.has(is::SURPRISED)
    }

    /// Able to act, and has not done so in this round.
    pub fn yet_to_act(&self) -> bool {
        self.able() && !self.acted()
    }

    /// Whether it may make no attack rolls in this round (CTD-104).
    pub fn no_attack(&self) -> bool {
        let barred = self.who.condition(is::NO_ATTACK);
        barred.is_some_and(|one| one.value <= i64::from(self.now.round))
    }

    /// Who has hold of it.
    pub fn held_by(&self) -> Option<Id> {
        self.now.links_to(HOLDING, self.id).next()
    }

    /// Whom it has hold of.
    pub fn holding(&self) -> Option<Id> {
        self.now.links_from(HOLDING, self.id).next()
    }

    /// Everybody it is engaged with, in roster order (CTD-50).
    pub fn engaged(&self) -> Vec<Id> {
        let mut near: Vec<Id> = self.near().collect();
        near.sort_unstable();
        near
    }

    /// Whether it is engaged with somebody (CTD-50).
    pub fn is_engaged(&self) -> bool {
        self.near().next().is_some()
    }

    /// Everybody it is engaged with, in any order.
    pub fn near(&self) -> impl Iterator<Item = Id> + use<'a> {
        let (now, id) = (self.now, self.id);
        let lower = now.links_to(ENGAGED, id);
        let near = lower.chain(now.links_from(ENGAGED, id));
        near.filter(|other| !now.get(*other).gone)
    }

    /// What it declared in this round, if anything.
    pub fn plan(&self) -> Option<&'a Plan> {
        Plan::last(self.now, self.id).filter(|plan| plan.round == self.now.round)
    }

    /// The same, or what somebody does who has declared nothing.
    pub fn planned(&self) -> Plan {
        self.plan().cloned().unwrap_or_default()
    }

    /// Whether it declared or did this in this round.
    pub fn does(&self, action: Maneuver) -> bool {
        self.plan().is_some_and(|plan| plan.action == action)
    }

    /// Its state in this round.
    pub fn this_round(&self) -> &'a RoundState {
        RoundState::of(self.now, self.id)
    }

    /// What waits for it at the end of the count.
    pub fn pending(&self) -> &'a Pending {
        Pending::of(self.now, self.id)
    }

    /// Its attacks as the sheet lists them.
    pub fn weapons(&self) -> Vec<Weapon> {
        let rows = self.sheet.attacks().iter().enumerate();
        rows.map(|(place, row)| Weapon::read(place, row)).collect()
    }

    /// The attack of that name; `punch` and `kick` are everybody's.
    pub fn weapon(&self, name: &str) -> Option<Weapon> {
        let mut rows = self.sheet.attacks().iter().enumerate();
        rows.find(|(_, row)| row.get(at_attack::name) == name)
            .map(|(place, row)| Weapon::read(place, row))
            .or_else(|| Fist::from_word(name).map(Weapon::bare))
    }

    /// What it has in the main hand, whatever its state.
    pub fn primary_weapon(&self) -> Option<Weapon> {
        self.weapon(self.primary())
    }

    /// What it has in the other hand, whatever its state.
    pub fn secondary_weapon(&self) -> Option<Weapon> {
        self.weapon(self.secondary())
    }

    /// What it has in hand: the ready ones of `primary` and `secondary`, and its natural weapons. A weapon that a
    /// reaction to its own action has just struck from its hand is not among them (CTD-37).
    pub fn in_hand(&self) -> Vec<Weapon> {
        let disarmed = self.pending().provoked(DISARMED);
        let (primary, secondary) = (self.primary(), self.secondary());
        let wielded = |weapon: &Weapon| match weapon.name() {
            name if name == primary => !disarmed,
            name => name == secondary,
        };
        let ready = |weapon: &Weapon| weapon.state() == State::Ready && wielded(weapon);
        let mut arms = self.weapons();
        arms.retain(|weapon| weapon.kind() == Kind::Natural || ready(weapon));
        arms
    }

    /// The names of the attacks it makes in one Attack action.
    pub fn routine(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let routine = self.sheet.0.get(at::routine).unwrap_or("");
        let names = routine.split(',').map(str::trim);
        names.filter(|name| !name.is_empty())
    }

    /// Free hands: as the sheet says, else 2 less those that ready weapons in hand take (CTD-135).
    pub fn free_hands(&self) -> i64 {
        self.sheet.free_hands().unwrap_or_else(|| {
            let arms = self.in_hand().into_iter();
            let taken = arms.filter(|weapon| !weapon.bodily());
            (2 - taken.map(|weapon| weapon.hands()).sum::<i64>()).max(0)
        })
    }

    /// Why it cannot cast at all, if so (CTD-135).
    pub fn cannot_cast(&self) -> Option<String> {
        let mut bonds = [is::BOUND, is::GAGGED, is::SILENCED].into_iter();
        match bonds.find(|is| self.suffers(*is)) {
            _ if !self.can_cast() => Some("cannot cast spells".to_owned()),
            Some(is) => Some(format!(
                "cannot cast while {}",
                self.now.schema.called(is.0)
            )),
            None if self.free_hands() < 1 => Some("has no free hand for a spell".to_owned()),
            None => None,
        }
    }

    /// Why it gets no reactions of any kind now, if so (CTD-22, CTD-54, CTD-60, CTD-69, CTD-100).
    pub fn cannot_react(&self) -> Option<&'static str> {
        let busy = |plan: &Plan| plan.action.whole_round();
        if self.up() && self.has(is::SURPRISED) {
            Some("is surprised")
        } else if !self.able() {
            Some("is out of the fight")
        } else if self.no_attack() {
            Some("cannot attack this round")
        } else if self.has(is::RUNNING) {
            Some("is running")
        } else if self.plan().is_some_and(busy) {
            Some("is busy all round")
        } else {
            None
        }
    }
}
