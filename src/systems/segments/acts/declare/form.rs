//! Form of a declaration, row by row. The defaults are likely choices and earlier declarations.

use crate::systems::common::sides::sees;
use crate::systems::prelude::*;
use crate::systems::segments::acts::rows::{is_for, meant_for, spell_targets};
use crate::systems::segments::sheet::{Casting, Spell, Weapon, is};
use crate::systems::segments::state::{
    Declared, Fighter, MainAction, Movement, Pace, Plan, Potion, Use, fighter, foes,
    one_attack_only, seen_foes,
};

/// Fills in the form of a declaration, with likely choices and earlier declarations as defaults.
pub fn declaration(f: &mut Form<'_>, id: Id) -> Plan {
    let who = Declarer::of(f.now, id);
    let mut plan = Plan {
        action: who.action(f),
        ..Plan::default()
    };
    f.below(|f| {
        f.below(|f| who.minor_actions(f, &mut plan));
        who.movement(f, &mut plan);
    });
    match plan.action {
        MainAction::Attack | MainAction::PickUp => who.attacks(f, &mut plan),
        MainAction::Other => who.something_else(f, &mut plan, 1),
        MainAction::Spell => who.spell(f, &mut plan),
        MainAction::Full | MainAction::Desperate => who.guard(f, &mut plan),
        MainAction::Move | MainAction::Withdraw => who.whole_move(f, &mut plan),
        MainAction::Hold | MainAction::Nothing => {}
    }
    f.below(|f| who.stance(f, &mut plan));
    plan
}

/// Combatant who declares, with their earlier declarations.
#[derive(Clone, Copy)]
pub struct Declarer<'a> {
    /// Current state of the encounter.
    pub now: &'a Encounter,
    pub id: Id,
    /// Combatant with sheet and derived values.
    pub one: Fighter<'a>,
    /// Declaration of an earlier round, which the defaults repeat.
    pub last: Option<&'a Plan>,
    /// Declaration of this round, if the combatant declares again. The defaults repeat this declaration.
    pub this: Option<&'a Plan>,
}

impl<'a> Declarer<'a> {
    /// Creates the declarer from the current encounter.
    pub fn of(now: &'a Encounter, id: Id) -> Self {
        let declared = Declared::of(now, id);
        Self {
            now,
            id,
            one: fighter(now, id),
            last: declared.last.as_ref(),
            this: declared.this.as_ref(),
        }
    }

    /// Returns the use of attack `number` in this round's declaration.
    pub fn used(&self, number: usize) -> Option<&'a Use> {
        self.this?.attacks.get(number - 1)
    }

    /// Returns the use of attack `number` in the declaration of an earlier round.
    pub fn old(&self, number: usize) -> Option<&'a Use> {
        self.last?.attacks.get(number - 1)
    }

    /// Returns the default action: a carried spell, a spell after holding, last round's action, or an attack.
    fn usual_action(&self) -> MainAction {
        let one = self.one;
        let (first, armed) = (one.spells().next(), one.armed());
        let carries = one.carried().is_some_and(|name| one.spell(name).is_some());
        // A combatant whose first spell deals damage casts by default instead of attacking.
        let mage = first.is_some_and(|spell| spell.damage().is_some());
        let attack = if armed && !seen_foes(self.now, self.id).is_empty() {
            MainAction::Attack
        } else {
            MainAction::Nothing
        };
        match self.last.map(|plan| plan.action) {
            _ if carries => MainAction::Spell,
            _ if one_attack_only(self.now, self.id) => attack,
            _ if first.is_some() && one.has(is::HOLDING) => MainAction::Spell,
            Some(action @ (MainAction::Full | MainAction::Desperate)) => action,
            Some(MainAction::Spell) if first.is_some() => MainAction::Spell,
            None if mage => MainAction::Spell,
            _ if first.is_some() && !armed => MainAction::Spell,
            _ => attack,
        }
    }

    fn action(&self, f: &mut Form<'_>) -> MainAction {
        let one = self.one;
        let casts = one.spells().next().is_some();
        let waits = |spell| format!("{spell} is carried over; another action drops the spell");
        let tell = |action: &MainAction| {
            let spell = one.carried().filter(|_| *action == MainAction::Spell);
            let choice = Choice::of(*action).hint(spell.map_or_else(String::new, waits));
            let choice = choice.unless(action.legal(self.now, self.id).err());
            (casts || !matches!(action, MainAction::Spell | MainAction::Hold)).then_some(choice)
        };
        let may = |action: &MainAction| tell(action).is_some_and(|told| told.refused.is_none());
        let again = self.this.map(|plan| plan.action).filter(may);
        let preset = again.unwrap_or_else(|| self.usual_action()).index();
        let all = MainAction::ALL;
        let action = f.one_offered("action", "action", all, preset, |one| one.word(), tell);
        action.unwrap_or(MainAction::Nothing)
    }

    fn asks_aim(&self, plan: &Plan) -> bool {
        plan.action == MainAction::Attack
            && !one_attack_only(self.now, self.id)
            && self.one.weapons().any(|weapon| weapon.ranged())
    }

    fn spell(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let (now, one) = (self.now, self.one);
        let spells: Vec<Spell<'_>> = one.spells().collect();
        let this = self.this.filter(|plan| plan.action == MainAction::Spell);
        let usual = one.carried().or(self.last.map(|plan| &*plan.spell));
        let mut likely = this.map(|plan| &*plan.spell).into_iter().chain(usual);
        let place = |name: &str| spells.iter().position(|spell| spell.name() == name);
        let preset = likely.find_map(place).unwrap_or(0);
        let tell = |spell: &Spell<'_>| {
            let time = match spell.takes(now) {
                Casting::OneRound => "one round".to_owned(),
                Casting::Counts(time) => format!("{time} counts"),
            };
            Choice::new(spell.name(), spell.name()).hint(time)
        };
        let spell = f.one_of("casts", "spell", &spells, preset, |one| one.name(), tell);
        let Some(spell) = spell else {
            return;
        };
        spell.name().clone_into(&mut plan.spell);
        let from = meant_for(now, self.id);
        let harms = spell.damage().is_some();
        let again = this.map(|plan| plan.spell_targets.clone());
        let again = again.filter(|targets| targets.iter().all(|id| from.contains(id)));
        let targets = again.unwrap_or_else(|| {
            let same = self.last.filter(|plan| plan.spell == spell.name());
            let mut targets = same.map_or_else(Vec::new, |plan| plan.spell_targets.clone());
            let again = |id: &Id| from.contains(id) && is_for(now, *id, harms);
            targets.retain(|id| again(id) && sees(now, self.id, *id));
            if targets.is_empty() && harms {
                targets.extend(self.usual_target(1));
            }
            targets
        });
        f.hint(|| "the target can change on release");
        plan.spell_targets = spell_targets(f, &from, targets);
    }

    fn guard(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let arms: Vec<Weapon<'_>> = self.one.weapons().filter(Weapon::melee).collect();
        let guard = self.this.map_or("", |plan| &plan.guard);
        let again = arms.iter().position(|weapon| weapon.name() == guard);
        let best = (0..arms.len()).max_by_key(|place| arms[*place].rank());
        let preset = again.or(best).unwrap_or(0);
        let tell = |weapon: &Weapon<'_>| weapon.choice().hint(format!("rank {}", weapon.rank()));
        if let Some(weapon) = f.one_of("guard", "with", &arms, preset, |one| one.name(), tell) {
            weapon.name().clone_into(&mut plan.guard);
        }
    }

    fn whole_move(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let tmr = self.one.tmr_now();
        let preset = self.this.map_or(Pace::Walk, |plan| plan.pace);
        plan.pace = f.option_told("pace", "pace", Pace::ALL, preset, |pace| {
            let feet = format!("{} ft", tmr * pace.times());
            Choice::of(*pace).hint(feet)
        });
        self.distance(f, plan, "0: as far as possible");
        self.leaving(f, plan);
    }

    fn distance(&self, f: &mut Form<'_>, plan: &mut Plan, hint: &str) {
        let most = plan.most_feet(self.now, self.id);
        let again = self.this.map_or(0, |plan| plan.distance);
        let preset = if again > most { 0 } else { again };
        f.hint(|| hint);
        plan.distance = f.number("distance", "distance", 0..=most, "ft", preset);
    }

    /// Asks which opponents the combatant leaves. The default for a withdrawal is all opponents in melee with the
    /// combatant in this round or the last.
    fn leaving(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let from = foes(self.now, self.id);
        let fought = |id: &Id| {
            let declared = Declared::of(self.now, *id);
            let plans = declared.this.iter().chain(&declared.last);
            let attacks = plans.filter(|plan| plan.action == MainAction::Attack);
            let there = |used: &Use| used.weapon_of(fighter(self.now, *id)).is_some();
            let blow = |used: &Use| used.melee && used.target == Some(self.id) && there(used);
            attacks.flat_map(|plan| &plan.attacks).any(blow)
        };
        let asked = |plan: &&Plan| plan.moves_all_round() || self.asks_leaving(plan);
        let again = self.this.filter(asked);
        let again = again.filter(|plan| plan.leaving.iter().all(|id| from.contains(id)));
        let preset = match again {
            Some(again) => again.leaving.clone(),
            None if plan.action == MainAction::Withdraw => {
                from.iter().copied().filter(|id| fought(id)).collect()
            }
            None => Vec::new(),
        };
        f.hint(|| "these opponents may make free attacks");
        let from = || from.iter().copied();
        f.others("is not nearby");
        plan.leaving = f.pick("leaving", "withdraws from", from, 0, usize::MAX, preset);
    }

    /// Returns true if the form asks, for attacks with movement, which opponents are left behind.
    fn asks_leaving(&self, plan: &Plan) -> bool {
        plan.action == MainAction::Attack && plan.movement.goes()
    }

    fn usual_movement(&self, plan: &Plan) -> Movement {
        let again = self.this.filter(|this| !this.moves_all_round());
        let again = again.map(|this| this.movement);
        let fits = |movement: &Movement| plan.action.goes_with(*movement, self.one).is_ok();
        let still = |old: &Plan| old.movement == Movement::Still && old.action == plan.action;
        let may = matches!(plan.action, MainAction::Attack | MainAction::Spell);
        match again.filter(fits) {
            Some(again) => again,
            None if may && self.last.is_some_and(still) => Movement::Still,
            None => Movement::Step,
        }
    }

    fn movement(&self, f: &mut Form<'_>, plan: &mut Plan) {
        if plan.moves_all_round() {
            return;
        }
        let usual = self.usual_movement(plan);
        let against = |movement: Movement| plan.action.goes_with(movement, self.one).err();
        // SEG-100: Careful Aim allows no step at all.
        let aims = self.aims_ahead(f, plan);
        let tell = |movement: &Movement| {
            let choice = match movement {
                Movement::Step if aims => {
                    Choice::new(movement.word(), "does not move while aiming")
                }
                _ => Choice::of(*movement),
            };
            choice.unless(against(*movement))
        };
        plan.movement = f.option_told("movement", "movement", Movement::ALL, usual, tell);
        if plan.moves() {
            self.distance(f, plan, "0: close by");
        }
        if self.asks_leaving(plan) {
            self.leaving(f, plan);
        }
    }

    /// Returns the default of Careful Aim, by the kind of the first attack.
    fn usual_aim(&self, plan: &Plan, melee: bool) -> bool {
        let again = |old: &Plan| old.action == plan.action && old.aims;
        match self.this.filter(|this| self.asks_aim(this)) {
            Some(this) => this.aims,
            None => self.last.is_some_and(again) && !self.one.has(is::AIM_KEPT) && !melee,
        }
    }

    /// Returns the value of Careful Aim ahead of its row, because aiming costs an attack.
    pub fn aims_ahead(&self, f: &Form<'_>, plan: &Plan) -> bool {
        let usual = || self.usual_aim(plan, self.first_in_melee(f, plan));
        self.asks_aim(plan) && f.ahead("aim", usual())
    }

    fn minor_actions(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let idle = [MainAction::Hold, MainAction::Nothing, MainAction::Desperate];
        if idle.contains(&plan.action) {
            return;
        }
        let this = self.this.cloned().unwrap_or_default();
        plan.draws = f.toggle("draw", "draws a weapon", this.draws);
        plan.sheathes = f.toggle("sheathe", "puts a weapon away", this.sheathes);
        if !self.one.sheet.shield_ready() && self.one.sheet.def_shield() != 0 {
            plan.readies_shield = f.toggle("shield", "readies the shield", this.readies_shield);
        }
        plan.potion = f.option("potion", "potion", this.potion);
        if plan.potion != Potion::None {
            plan.in_melee = f.toggle("in_melee", "starts the round in melee", this.in_melee);
        }
        f.hint(|| "the first Free Action costs nothing");
        plan.free_actions = f.number("free", "Free Actions", 0..=9, "", this.free_actions);
        if plan.free_actions > 0 {
            plan.free_text = f.text("free_text", "Free Action", &this.free_text);
        }
    }

    /// Asks for Defending, Careful Aim and a Double Shot, which go with attacks.
    fn stance(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let (now, id) = (self.now, self.id);
        if plan.action != MainAction::Attack {
            return;
        }
        let most = plan.most_defending(now, id);
        if most > 0 && !one_attack_only(now, id) {
            let could =
                |old: &&Plan| old.action == MainAction::Attack && old.most_defending(now, id) > 0;
            let again = self.this.filter(could).map(|old| old.defending);
            let old = self.last.filter(|old| old.action == plan.action);
            let old = old.map_or(0, |old| old.defending.min(most));
            let preset = again.filter(|points| *points <= most).unwrap_or(old);
            f.hint(|| "SC drops by this number; DEF rises by half of it");
            plan.defending = f.number("defending", "defending", 0..=most, "", preset);
        }
        if self.asks_aim(plan) {
            let usual = self.usual_aim(plan, plan.use_of(self.one, 0).melee);
            plan.aims = f.toggle("aim", "careful aim", usual);
        }
        let mut weapons = self.one.weapons();
        if weapons.any(|weapon| weapon.master_bowman_rank() > 0) {
            let again = self.this.is_some_and(|this| this.double_shot);
            plan.double_shot = f.toggle("double_shot", "Double Shot", again);
        }
    }
}
