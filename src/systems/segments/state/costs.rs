//! Costs of a declaration in attacks and initiative, and the attacks left (4.5).

use super::ambush::one_attack_only;
use super::fighter::{Fighter, fighter};
use super::plan::{MainAction, Movement, Plan, Potion, Use};
use crate::systems::prelude::*;
use crate::systems::segments::sheet::{InitiativeDice, InitiativeModifier, Options, is};

impl Plan {
    /// Returns the declared uses of all attacks that are left (T-15).
    pub fn uses(&self, now: &Encounter, who: Id) -> Vec<Use> {
        let one = fighter(now, who);
        let left = match self.action {
            MainAction::Attack => self.attacks_left(now, who),
            MainAction::Other => self.attacks_left(now, who).min(1),
            _ => 0,
        };
        let uses = (0..left as usize).map(|place| self.use_of(one, place));
        if self.no_more {
            uses.take(self.attacks.len()).collect()
        } else {
            uses.collect()
        }
    }

    /// Returns the number of items that cost exactly -5 initiative (SEG-39).
    fn minus5_items(&self, now: &Encounter) -> i64 {
        let walks = self.movement == Movement::Move;
        let runs = self.movement == Movement::Run && Options::of(now).run_counts_as_minus5();
        let stoops = self.action == MainAction::PickUp;
        let items = [walks, runs, self.draws, self.sheathes, stoops];
        items.into_iter().filter(|item| *item).count() as i64
    }

    /// Returns the attacks lost through the declaration, each with its reason (SEG-32).
    pub fn losses(&self, now: &Encounter, who: Id) -> Tally {
        let full = fighter(now, who).sheet.attacks_per_round();
        let half_up = (full + 1) / 2;
        let running = half_up.min(full - 1);
        let goes = self.movement;
        let further = |actions: i64| (actions - 1).max(0);
        Tally::new()
            .plus_if(goes == Movement::Move, "moving first", full / 2)
            .plus_if(goes == Movement::Run, "running first", running)
            .plus_if(self.readies_shield, "readying the shield", half_up)
            .plus_if(self.potion == Potion::Attacks, "the potion", half_up)
            .plus_if(self.aims, "careful aim", 1)
            .plus("another -5 action", further(self.minus5_items(now)))
            .plus(
                match self.free_actions {
                    2 => "extra Free Action",
                    _ => "extra Free Actions",
                },
                further(self.free_actions),
            )
    }

    /// Returns the attacks left after all losses. A combatant caught in an ambush with degree 2 has at most one attack
    /// (SEG-12, SEG-32).
    pub fn attacks_left(&self, now: &Encounter, who: Id) -> i64 {
        let lost = self.losses(now, who).total();
        let left = (fighter(now, who).sheet.attacks_per_round() - lost).max(0);
        let one_only = self.action == MainAction::PickUp || one_attack_only(now, who);
        if one_only { left.min(1) } else { left }
    }

    /// Returns the modifiers of all initiative rolls (T-16).
    pub fn initiative(&self, now: &Encounter, who: Id) -> Tally {
        let goes = self.movement;
        let stoops = self.action == MainAction::PickUp;
        let declared = [
            (goes == Movement::Still, InitiativeModifier::Still),
            (goes == Movement::Move, InitiativeModifier::Move),
            (goes == Movement::Run, InitiativeModifier::Run),
            (self.draws, InitiativeModifier::Draw),
            (self.sheathes, InitiativeModifier::Sheathe),
            (stoops, InitiativeModifier::PickUp),
        ];
        let mut tally = Tally::new().plus("modifier", fighter(now, who).sheet.init_mod());
        for (_, one) in declared.into_iter().filter(|(declared, _)| *declared) {
            tally.add(one.label(), one.modifier(now));
        }
        tally
    }

    /// Returns the feet covered in a whole round (SEG-33 to SEG-35).
    pub fn feet_a_round(&self, now: &Encounter, who: Id) -> i64 {
        fighter(now, who).tmr_now() * self.gait().times()
    }

    /// Returns the greatest distance in feet that may be declared (SEG-33 to SEG-35, SEG-41); 0 without movement.
    pub fn most_feet(&self, now: &Encounter, who: Id) -> i64 {
        let feet = match self.feet_a_round(now, who) {
            feet if self.moves_all_round() => feet,
            feet if self.moves() => feet / 2,
            _ => 0,
        };
        match self.potion {
            Potion::Movement => feet / 2,
            _ => feet,
        }
    }

    /// Returns the count on which a combatant who starts on `from` arrives and can attack or cast (SEG-36).
    pub fn arrival(&self, now: &Encounter, who: Id, from: i64) -> Option<i64> {
        let first = self.moves() && !self.moves_all_round();
        first.then(|| arrival(self.distance, self.feet_a_round(now, who)) - (10 - from))
    }

    /// Returns the highest number of points for Defending (SEG-87).
    pub fn most_defending(&self, now: &Encounter, who: Id) -> i64 {
        let one = fighter(now, who);
        let uses = self.uses(now, who).into_iter().filter(|used| used.melee);
        let ranks = uses.filter_map(|used| Some(used.weapon_of(one)?.rank()));
        5 * ranks.max().unwrap_or(0)
    }

    /// Returns Full or Desperate Defence with its bonus for the declared weapon, if declared (SEG-88, SEG-89).
    pub fn guarded(&self, one: Fighter<'_>) -> Option<(Is, i64)> {
        let rank = one.weapon(&self.guard).map_or(0, |weapon| weapon.rank());
        let parry = (5 * rank + 1).div_euclid(2);
        match self.action {
            MainAction::Full => Some((is::FULL_DEFENSE, 5 + parry)),
            MainAction::Desperate => Some((is::DESPERATE_DEFENSE, 20 + parry)),
            _ => None,
        }
    }
}

/// Returns the count on which a combatant has covered `distance` feet at `pace` feet a round, starting on 10; 10 if the
/// distance is 0 (SEG-36).
pub fn arrival(distance: i64, pace: i64) -> i64 {
    if distance <= 0 || pace <= 0 {
        return 10;
    }
    11 - (10 * distance + pace - 1).div_euclid(pace)
}

/// Returns the initiative die of attack `number`, counted from 1 (SEG-46).
pub fn die(now: &Encounter, number: i64) -> Dice {
    let sides = InitiativeDice::of(now, number).sides();
    Dice::d(u32::try_from(sides).unwrap_or(10))
}
