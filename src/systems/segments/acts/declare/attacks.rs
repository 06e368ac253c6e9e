//! Rows of the attacks in a declaration: weapon, use and target.

use super::form::Declarer;
use crate::systems::common::sides::sees;
use crate::systems::prelude::*;
use crate::systems::segments::acts::rows::melee_row;
use crate::systems::segments::sheet::Weapon;
use crate::systems::segments::state::{MainAction, Plan, Reach, Use, fighter, others};

/// Means of an attack.
#[derive(Clone, Copy)]
enum With<'a> {
    Weapon(Weapon<'a>),
    SomethingElse,
    NoMore,
}

impl With<'_> {
    /// Returns the keyword used in saves.
    fn word(&self) -> &str {
        match self {
            With::Weapon(weapon) => weapon.name(),
            With::SomethingElse => "other",
            With::NoMore => "none",
        }
    }

    fn choice(&self) -> Choice {
        match self {
            With::Weapon(weapon) => weapon.choice(),
            With::SomethingElse => Choice::new(self.word(), "another action"),
            With::NoMore => Choice::new(self.word(), "no more attacks"),
        }
    }
}

impl<'a> Declarer<'a> {
    /// Returns all means of attack of the combatant.
    fn arms(&self, plan: &Plan) -> Vec<With<'a>> {
        let mut arms: Vec<With<'a>> = self.one.weapons().map(With::Weapon).collect();
        if plan.action == MainAction::Attack {
            arms.extend([With::SomethingElse, With::NoMore]);
        }
        arms
    }

    /// Returns the index of the default means of attack `number`.
    fn usual_with(&self, arms: &[With<'_>], plan: &Plan, number: usize) -> usize {
        let again = self.this.filter(|this| this.action != MainAction::Other);
        let again = again.and_then(|this| match self.used(number) {
            Some(used) => Some(used.weapon.as_deref().unwrap_or("other")),
            None => (this.no_more && this.attacks.len() + 1 == number).then_some("none"),
        });
        let first = plan.attacks.first();
        let weapons = [first, self.old(number)].into_iter().flatten();
        let weapons = weapons.filter_map(|used| used.weapon.as_deref());
        let place = |word: &str| arms.iter().position(|with| with.word() == word);
        let mut likely = again.into_iter().chain(weapons);
        likely.find_map(place).unwrap_or(0)
    }

    /// Returns true if, by default, attack `number` uses a weapon for melee and range in melee.
    fn usually_melee(&self, number: usize) -> bool {
        let both = |used: &&Use| used.weapon_of(self.one).is_some_and(|one| one.both());
        let mut before = self.used(number).into_iter().chain(self.old(number));
        before.find(both).is_none_or(|used| used.melee)
    }

    /// Returns true if the first attack will be in melee. Can be called before the rows of the attack.
    pub fn first_in_melee(&self, f: &Form<'_>, plan: &Plan) -> bool {
        let arms = self.arms(plan);
        let usual = self.usual_with(&arms, plan, 1);
        match f.one_ahead("weapon1", &arms, usual, With::word) {
            Some(With::Weapon(weapon)) if weapon.both() => {
                f.option_ahead("mode1", Reach::of(self.usually_melee(1))) == Reach::Melee
            }
            Some(With::Weapon(weapon)) => weapon.melee(),
            Some(With::SomethingElse | With::NoMore) | None => false,
        }
    }

    /// Returns the foe attacked by default: the last target if still standing, else the first standing foe, counted
    /// from the combatant's own place on their side. Excludes foes hidden from the combatant's side. Declarations of
    /// other combatants have no influence, so the default does not change while the GM types.
    pub fn usual_target(&self, number: usize) -> Option<Id> {
        let now = self.now;
        let stands = |id: &Id| fighter(now, *id).active() && sees(now, self.id, *id);
        let last = |number: usize| self.old(number)?.target;
        let last = last(number).or_else(|| last(1));
        let (own, foes): (Vec<Id>, Vec<Id>) = now.ids().partition(|id| now.allied(*id, self.id));
        let place = own.iter().position(|id| *id == self.id).unwrap_or(0);
        let mut across = foes.iter().cycle().skip(place).take(foes.len()).copied();
        last.filter(stands).or_else(|| across.find(stands))
    }

    /// Asks for the weapon and the target of each attack.
    pub fn attacks(&self, f: &mut Form<'_>, plan: &mut Plan) {
        plan.aims = self.aims_ahead(f, plan);
        let left = plan.attacks_left(self.now, self.id);
        let slots = match plan.action {
            MainAction::PickUp => 1,
            _ => left.max(i64::from(plan.aims)),
        };
        let all = self.arms(plan);
        let asks = self.one.weapons().count() > 1 || slots > 1;
        let mut grasped: Vec<Id> = Vec::new();
        for (number, _) in (1..).zip(0..slots) {
            let suffix = match slots {
                ..=1 => String::new(),
                _ => format!(" {number}"),
            };
            let arms = match all.split_last() {
                Some((With::NoMore, others)) if number == 1 => others,
                _ => &all,
            };
            let mut with = arms.first().copied();
            if asks {
                let (key, label) = (format!("weapon{number}"), format!("attack{suffix} with"));
                let preset = self.usual_with(arms, plan, number);
                with = f.one_of(&key, &label, arms, preset, With::word, With::choice);
            }
            let weapon = match with {
                Some(With::NoMore) => {
                    plan.no_more = true;
                    break;
                }
                Some(With::Weapon(weapon)) => weapon,
                Some(With::SomethingElse) | None => {
                    self.something_else(f, plan, number);
                    continue;
                }
            };
            let (key, label) = (format!("mode{number}"), format!("use{suffix}"));
            let melee = melee_row(f, &key, &label, weapon, self.usually_melee(number));
            let target = self.target(f, plan, number, &suffix);
            grasped.extend(target.filter(|id| weapon.tentacle_pairs() && !grasped.contains(id)));
            plan.attacks.push(Use {
                weapon: Some(weapon.name().to_owned()),
                melee,
                target,
                ..Use::default()
            });
        }
        for target in grasped {
            let on = |plan: Option<&Plan>| plan?.tentacles.get(&target).copied();
            let preset = on(self.this).or(on(self.last)).unwrap_or(2);
            let key = format!("tentacles-{}", target.letter());
            let label = format!("tentacles on {}", self.now.name(target));
            f.hint(|| "each pair counts as an attacker");
            let number = f.number(&key, &label, 1..=50, "", preset);
            plan.tentacles.insert(target, number);
        }
    }

    /// Asks for the description of an action other than an attack.
    pub fn something_else(&self, f: &mut Form<'_>, plan: &mut Plan, number: usize) {
        let what = self.used(number).map_or("", |used| &used.what);
        let what = f.text(&format!("what{number}"), "what", what);
        plan.attacks.push(Use::of(what));
    }

    fn target(&self, f: &mut Form<'_>, plan: &Plan, number: usize, suffix: &str) -> Option<Id> {
        let can_be = |id: &Id| *id != self.id && fighter(self.now, *id).active();
        let again = self.used(number).and_then(|used| used.target);
        let first = plan.attacks.first().and_then(|used| used.target);
        let preset = again.filter(can_be).or(first);
        let preset = preset.or_else(|| self.usual_target(number));
        let (key, label) = (format!("target{number}"), format!("target{suffix}"));
        f.pick_one(&key, &label, || others(self.now, self.id), preset)
    }
}
