//! Sheet of a combatant in Countdown, with its state in the round and derived values.

use std::ops::Deref;

use crate::encounter::Combatant;
use crate::systems::prelude::*;

use super::bonds::{ENGAGED, HOLDING};
use super::maneuver::Maneuver;
use super::pending::{DISARMED, Pending};
use super::plan::Plan;
use super::round::RoundState;
use crate::systems::countdown::says::Barred;
use crate::systems::countdown::sheet::{AWAY, Fist, Kind, Sheet, State, Weapon, at, at_attack, is};

/// Combatant with sheet and derived values.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    /// Current state of the fight.
    pub now: &'a Encounter,
    pub id: Id,
    who: &'a Combatant,
    sheet: Sheet<&'a Row>,
}

/// Returns the view of a combatant.
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

    /// Returns Armor Class against a grab (CTD-162).
    pub fn touch_ac(&self) -> i64 {
        self.sheet.touch_ac().unwrap_or(self.ac())
    }

    /// Returns the name of the weapon in the main hand, "" for none.
    pub fn primary(&self) -> &'a str {
        self.sheet.0.get(at::primary).unwrap_or("")
    }

    /// Returns the name of the weapon in the other hand, "" for none.
    pub fn secondary(&self) -> &'a str {
        self.sheet.0.get(at::secondary).unwrap_or("")
    }

    /// Returns the better of STR and DEX, with its name.
    pub fn better_mod(&self) -> (&'static str, i64) {
        if self.dex_mod() > self.str_mod() {
            ("DEX", self.dex_mod())
        } else {
            ("STR", self.str_mod())
        }
    }

    /// Returns true if the combatant has this condition.
    pub fn has(&self, is: Is) -> bool {
        self.who.has(is)
    }

    /// Returns true if a condition hampers the combatant's own rolls: the combatant has the condition, or a reaction to
    /// their own action has just caused it (CTD-37).
    pub fn suffers(&self, is: Is) -> bool {
        self.has(is) || self.pending().provoked(is)
    }

    pub fn dead(&self) -> bool {
        self.has(is::DEAD)
    }

    pub fn unconscious(&self) -> bool {
        self.has(is::UNCONSCIOUS)
    }

    /// Returns true if the combatant is out of the fight: dead, fled, surrendered or removed.
    pub fn out(&self) -> bool {
        self.who.gone || self.dead() || AWAY.iter().any(|is| self.has(*is))
    }

    /// Returns true if the combatant is neither out of the fight nor unconscious.
    pub fn up(&self) -> bool {
        !self.out() && !self.unconscious()
    }

    /// Returns the reason why the combatant is out of the fight, as the end of a sentence; "" while the combatant is
    /// up.
    pub fn downfall(&self) -> &'static str {
        if self.dead() {
            "is dead"
        } else if self.has(is::FLED) {
            "has fled"
        } else if self.has(is::SURRENDERED) {
            "has surrendered"
        } else if self.out() {
            "is out of the fight"
        } else if self.unconscious() {
            "is unconscious"
        } else {
            ""
        }
    }

    /// Returns true if the combatant can act: up and not surprised.
    pub fn able(&self) -> bool {
        self.up() && !self.has(is::SURPRISED)
    }

    /// Returns true if the combatant is able to act and has not acted in this round.
    pub fn yet_to_act(&self) -> bool {
        self.able() && !self.acted()
    }

    /// Returns true if the combatant may not make attack rolls in this round (CTD-104).
    pub fn no_attack(&self) -> bool {
        let barred = self.who.condition(is::NO_ATTACK);
        barred.is_some_and(|one| one.value <= i64::from(self.now.round))
    }

    /// Returns the holder of the combatant.
    pub fn held_by(&self) -> Option<Id> {
        self.now.links_to(HOLDING, self.id).next()
    }

    /// Returns the combatant held by this combatant.
    pub fn holding(&self) -> Option<Id> {
        self.now.links_from(HOLDING, self.id).next()
    }

    /// Returns all engaged opponents, in roster order (CTD-50).
    pub fn engaged(&self) -> Vec<Id> {
        let mut near: Vec<Id> = self.near().collect();
        near.sort_unstable();
        near
    }

    /// Returns true if the combatant is engaged with any opponent (CTD-50).
    pub fn is_engaged(&self) -> bool {
        self.near().next().is_some()
    }

    /// Returns all engaged opponents, in any order.
    pub fn near(&self) -> impl Iterator<Item = Id> + use<'a> {
        let (now, id) = (self.now, self.id);
        let lower = now.links_to(ENGAGED, id);
        let near = lower.chain(now.links_from(ENGAGED, id));
        near.filter(|other| !now.get(*other).gone)
    }

    /// Returns the declaration of this round, if any.
    pub fn plan(&self) -> Option<&'a Plan> {
        Plan::last(self.now, self.id).filter(|plan| plan.round == self.now.round)
    }

    /// Returns the declaration, or the default for a combatant without a declaration.
    pub fn planned(&self) -> Plan {
        self.plan().cloned().unwrap_or_default()
    }

    /// Returns true if the combatant declared or took this action in this round.
    pub fn does(&self, action: Maneuver) -> bool {
        self.plan().is_some_and(|plan| plan.action == action)
    }

    /// Returns the state of the combatant in this round.
    pub fn this_round(&self) -> &'a RoundState {
        RoundState::of(self.now, self.id)
    }

    /// Returns the pending effects for the end of the count.
    pub fn pending(&self) -> &'a Pending {
        Pending::of(self.now, self.id)
    }

    /// Returns the attacks listed on the sheet.
    pub fn weapons(&self) -> Vec<Weapon> {
        let rows = self.sheet.attacks().iter().enumerate();
        rows.map(|(place, row)| Weapon::read(place, row)).collect()
    }

    /// Returns the attack with this name; every combatant has `punch` and `kick`.
    pub fn weapon(&self, name: &str) -> Option<Weapon> {
        let mut rows = self.sheet.attacks().iter().enumerate();
        rows.find(|(_, row)| row.get(at_attack::name) == name)
            .map(|(place, row)| Weapon::read(place, row))
            .or_else(|| Fist::from_word(name).map(Weapon::bare))
    }

    /// Returns the weapon in the main hand, whatever its state.
    pub fn primary_weapon(&self) -> Option<Weapon> {
        self.weapon(self.primary())
    }

    /// Returns the weapon in the other hand, whatever its state.
    pub fn secondary_weapon(&self) -> Option<Weapon> {
        self.weapon(self.secondary())
    }

    /// Returns the weapons in hand: `primary` and `secondary` if they are ready, and natural weapons. Excludes a weapon
    /// that the combatant has just lost to a reaction to their own action (CTD-37).
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

    /// Returns the names of the attacks in one Attack action.
    pub fn routine(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let routine = self.sheet.0.get(at::routine).unwrap_or("");
        let names = routine.split(',').map(str::trim);
        names.filter(|name| !name.is_empty())
    }

    /// Returns the number of free hands: as on the sheet, else 2 minus the hands of ready weapons (CTD-135).
    pub fn free_hands(&self) -> i64 {
        self.sheet.free_hands().unwrap_or_else(|| {
            let arms = self.in_hand().into_iter();
            let taken = arms.filter(|weapon| !weapon.bodily());
            (2 - taken.map(|weapon| weapon.hands()).sum::<i64>()).max(0)
        })
    }

    /// Returns the reason why the combatant cannot cast spells, or `None` (CTD-135).
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

    /// Returns the reason why the combatant has no reactions of any kind now, or `None` (CTD-22, CTD-54, CTD-60,
    /// CTD-69, CTD-100).
    pub fn cannot_react(&self) -> Option<Barred> {
        let busy = |plan: &Plan| plan.action.whole_round();
        if self.up() && self.has(is::SURPRISED) {
            Some(Barred::Surprised)
        } else if !self.able() {
            Some(Barred::Out)
        } else if self.no_attack() {
            Some(Barred::NoAttack)
        } else if self.has(is::RUNNING) {
            Some(Barred::Running)
        } else if self.plan().is_some_and(busy) {
            Some(Barred::Busy)
        } else {
            None
        }
    }
}
