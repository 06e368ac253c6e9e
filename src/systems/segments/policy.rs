//! Automatic play: the declaration with its weapon and target. Actions on a count follow the declaration, with the
//! defaults of the form.

use crate::encounter::Nerve;
use crate::resolver::{Draft, Question};
use crate::rules::{Decided, Mind, Policy};
use crate::systems::prelude::*;
use crate::systems::segments::Segments;
use crate::values::Value;

use super::sheet::{Spell, Weapon, is};
use super::state::{Fighter, MainAction, fighter, seen_foes};

/// Strike chance that cautious combatants trade for defence once they are badly hurt.
const GUARDED: i64 = 20;

impl Policy for Segments {
    /// Returns true if the combatant is not down, not broken, and not removed from the fight.
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        fighter(now, who).active()
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = fighter(now, who);
        if one.is_down() {
            None
        } else if one.has(is::FLED) {
            Some("fled")
        } else {
            one.has(is::SURRENDERED).then_some("surrendered")
        }
    }

    /// Returns current and maximum hit points.
    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        let one = fighter(now, who);
        (one.hp().max(0), one.sheet.max_hp())
    }

    fn gives_up(&self) -> Option<Is> {
        Some(is::SURRENDERED)
    }

    /// Returns true for the wounds of a GM's own table (`SEG-66`).
    fn is_for_gm(&self, question: &Question) -> bool {
        matches!(&*question.key, "grievous" | "wound")
    }

    /// Fills in a form: a declaration names its target, the best weapon or spell, and the points for defence.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut set = Draft::new();
        let ("declare", Some(who)) = (&*question.key, question.who) else {
            return None;
        };
        let now = mind.now;
        let one = fighter(now, who);
        let open = mind.foes(who, |id| fighter(now, id).active());
        let life = |id: Id| (fighter(now, id).hp(), fighter(now, id).sheet.max_hp());
        let target = mind.target(who, open, |id| mind.left(who, id, life(id)))?;
        let attacks = one.sheet.attacks_per_round();
        for number in 1..=attacks {
            set.insert(format!("target{number}"), Value::Who(vec![target]));
        }
        // If weapons are equally good, the first on the sheet is used.
        let weapons: Vec<Weapon<'_>> = one.weapons().collect();
        if let Some(best) = weapons.iter().rev().max_by_key(|weapon| worth(**weapon)) {
            set.insert("weapon1".to_owned(), Value::Word(best.name().to_owned()));
            let hurt = 2 * one.hp() <= one.sheet.max_hp();
            if hurt && best.melee() && mind.tactics(who).nerve == Nerve::Cautious {
                // SEG-87: at most five for each rank.
                let points = GUARDED.min(5 * best.rank());
                set.insert("defending".to_owned(), Value::Int(points));
            }
        }
        if let Some(spell) = strongest(one) {
            set.insert("casts".to_owned(), Value::Word(spell.name().to_owned()));
            set.insert("target".to_owned(), Value::Who(vec![target]));
        }
        // A combatant who knows of hidden foes attacks them, although the form suggests no hidden foe.
        if seen_foes(now, who).is_empty() && one.armed() && !set.contains_key("casts") {
            let attack = MainAction::Attack.word().to_owned();
            set.insert("action".to_owned(), Value::Word(attack));
        }
        Some(Decided::new(set, mind.aims(who)))
    }
}

/// Returns the value of a weapon: strike chance times average damage.
fn worth(weapon: Weapon<'_>) -> i64 {
    let damage = weapon.damage();
    weapon.sc().max(1) * (damage.least() + damage.most())
}

/// Returns the spell with the most damage, unless another spell is already being cast.
fn strongest(one: Fighter<'_>) -> Option<Spell<'_>> {
    let most = |spell: &Spell<'_>| spell.damage().map(|dice| dice.least() + dice.most());
    let mut spells = one.spells().filter(|spell| most(spell).is_some());
    match one.carried() {
        Some(carried) => spells.find(|spell| spell.name() == carried),
        None => spells.max_by_key(most),
    }
}
