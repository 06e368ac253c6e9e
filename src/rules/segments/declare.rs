//! The declaration of a combatant: one form, its cost shown before it is accepted, refused with the reason (4.4, 4.5).

use crate::encounter::{Choice, Draft, Encounter, Form, Id, Resolver, Step, Words as _};

use super::plan::{
    Action, Declared, Movement, Pace, Plan, Potion, Reach, Use, carried, last_plan,
    one_attack_only, plan,
};
use super::schema::is;
use super::sheet::{Casting, Fighter, Spell, Weapon, fighter, foes, others};
use super::state::may_act;
use super::telling::{costs, told};

/// Asks for somebody's declaration and keeps it.
///
/// # Errors
/// Asks for the form; refuses what may not be declared together.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} declares", cx.name(who));
    let plan = cx.form("declare", who, title, |f| Ok(declaration(f, who)))?;
    accept(cx, who, plan)
}

/// Everyone of a side (or of all sides) who has not declared repeats, or attacks as Enter would.
///
/// # Errors
/// Refuses what may not be declared together, which the suggestions never are.
pub fn declare_rest(cx: &mut Resolver<'_>, ids: Vec<Id>) -> Step<()> {
    for who in ids {
        let plan = suggested(cx.now(), who);
        accept(cx, who, plan)?;
    }
    Ok(())
}

/// The form as Enter would answer it.
pub fn suggested(now: &Encounter, who: Id) -> Plan {
    declaration(&mut Form::new(now, &Draft::new(), false), who)
}

fn accept(cx: &mut Resolver<'_>, who: Id, plan: Plan) -> Step<()> {
    let now = cx.now();
    let said = told(now, who, &plan);
    let lines = costs(now, who, &plan);
    let legal = plan.legal(now, who);
    for line in lines {
        cx.show(None, line);
    }
    if let Err(why) = legal {
        return cx.refuse(why);
    }
    let text = format!("{} declares: {said}.", cx.name(who));
    cx.act(who, &[], text);
    if let Some(spell) = carried(fighter(cx.now(), who)).map(str::to_owned)
        && !(plan.action == Action::Spell && plan.spell == spell)
    {
        let text = format!("{spell}, carried over from the last round, is dropped.");
        cx.note(&[who], text);
    }
    Declared::change(cx, who, |declared| declared.this = Some(plan));
    Ok(())
}

/// Whose declaration a form asks for.
#[derive(Clone, Copy)]
struct Who<'a> {
    now: &'a Encounter,
    id: Id,
    one: Fighter<'a>,
    /// The declaration of an earlier round, which the presets repeat.
    last: Option<&'a Plan>,
    /// That of this round, where it declares anew: the form opens with it.
    this: Option<&'a Plan>,
}

/// The form: what each row gives, preset by what was declared before and by what is likely.
fn declaration(f: &mut Form<'_>, id: Id) -> Plan {
    let now = f.now;
    let who = Who {
        now,
        id,
        one: fighter(now, id),
        last: last_plan(now, id),
        this: plan(now, id),
    };
    let mut plan = Plan {
        action: who.action(f),
        ..Plan::default()
    };
    who.ahead(f, &mut plan);
    match plan.action {
        Action::Attack | Action::PickUp => who.attacks(f, &mut plan),
        Action::Other => {
            let what = who.used(1).map_or("", |used| &used.what);
            let what = f.text("what1", "what", what);
            plan.attacks = vec![Use {
                what,
                ..Use::default()
            }];
        }
        Action::Spell => who.spell(f, &mut plan),
        Action::Full | Action::Desperate => who.guard(f, &mut plan),
        Action::Move | Action::Withdraw => who.whole_move(f, &mut plan),
        Action::Hold | Action::Nothing => {}
    }
    if who.asks_movement(&plan) {
        who.movement(f, &mut plan);
    }
    who.extras(f, &mut plan);
    plan
}

/// What an attack is made with.
#[derive(Clone, Copy)]
enum With<'a> {
    Weapon(Weapon<'a>),
    SomethingElse,
    NoMore,
}

impl With<'_> {
    fn word(&self) -> &str {
        match self {
            With::Weapon(weapon) => weapon.name(),
            With::SomethingElse => "other",
            With::NoMore => "none",
        }
    }

    fn choice(&self) -> Choice {
        let label = match self {
            With::Weapon(weapon) => weapon.name(),
            With::SomethingElse => "something else",
            With::NoMore => "no more attacks",
        };
        Choice::new(self.word(), label)
    }
}

impl<'a> Who<'a> {
    /// This round's declaration of attacks, where it declares anew.
    fn attacked(&self) -> Option<&'a Plan> {
        let attacks = |plan: &&Plan| matches!(plan.action, Action::Attack | Action::PickUp);
        self.this.filter(attacks)
    }

    /// The use of that number in this round's declaration.
    fn used(&self, number: usize) -> Option<&'a Use> {
        self.this?.attacks.get(number - 1)
    }

    /// The action that Enter takes: a carried spell, the spell held for, last round's action, an attack.
    fn usual_action(&self) -> Action {
        let (now, one) = (self.now, self.one);
        if carried(one).is_some_and(|spell| one.spell(spell).is_some()) {
            return Action::Spell;
        }
        let attack = if foes(now, self.id).is_empty() || one.weapons().next().is_none() {
            Action::Nothing
        } else {
            Action::Attack
        };
        if one_attack_only(now, self.id) {
            return attack;
        }
        let first = one.spells().next();
        if one.has(is::HOLDING) && first.is_some() {
            return Action::Spell;
        }
        // Whose first spell does damage is a mage rather than a fighter.
        let mage = first.is_some_and(|spell| spell.damage().is_some());
        match self.last.map(|plan| plan.action) {
            Some(action @ (Action::Full | Action::Desperate)) => action,
            Some(Action::Spell) if first.is_some() => Action::Spell,
            None if mage => Action::Spell,
            _ if first.is_some() && one.weapons().next().is_none() => Action::Spell,
            _ => attack,
        }
    }

    fn action(&self, f: &mut Form<'_>) -> Action {
        let one = self.one;
        let caught = one_attack_only(self.now, self.id);
        let casts = one.spells().next().is_some();
        let tell = |action: &Action| {
            let choice = Choice::new(action.word(), action.label());
            match action {
                Action::Spell => match carried(one) {
                    Some(spell) => choice.hint(format!("{spell} waits; anything else drops it")),
                    None if caught => choice.refused("caught in the ambush: one attack, no spell"),
                    None => choice,
                },
                Action::Attack if one.weapons().next().is_none() => {
                    choice.refused("there is no weapon on the sheet")
                }
                Action::Full | Action::Desperate if caught => {
                    choice.refused("caught in the ambush: one attack, no stance")
                }
                Action::Move | Action::Withdraw if one.tmr_now() == 0 => {
                    choice.refused("it cannot move: TMR is 0 now")
                }
                _ => choice,
            }
        };
        let offered = |action: &Action| casts || !matches!(action, Action::Spell | Action::Hold);
        let all: Vec<Action> = Action::ALL.iter().copied().filter(offered).collect();
        let place = |action: Action| all.iter().position(|one| *one == action);
        let again = self.this.and_then(|plan| place(plan.action));
        let again = again.filter(|place| tell(&all[*place]).refused.is_none());
        let preset = again.or_else(|| place(self.usual_action())).unwrap_or(0);
        let action = f.one_of("action", "action", &all, preset, |one| one.word(), tell);
        action.unwrap_or(Action::Nothing)
    }

    /// How the rows stand that say how many attacks are left: rows of attacks above them depend on it.
    fn ahead(&self, f: &Form<'_>, plan: &mut Plan) {
        if self.asks_movement(plan) {
            plan.movement = f.option_ahead("movement", self.usual_movement(plan));
        }
        if self.asks_chores(plan) {
            let this = self.this.cloned().unwrap_or_default();
            plan.draws = f.ahead("draw", this.draws);
            plan.sheathes = f.ahead("sheathe", this.sheathes);
            plan.readies_shield =
                self.one.shield_unready() && f.ahead("shield", this.readies_shield);
            plan.potion = f.option_ahead("potion", this.potion);
            plan.free_actions = f.number_ahead("free", this.free_actions);
        }
        if self.asks_aim(plan) {
            let arms = self.arms(plan);
            let first = self.usual_with(&arms, 1, None);
            let first = f.one_ahead("weapon1", &arms, first, With::word);
            let melee = first.is_some_and(|with| match with {
                With::Weapon(weapon) if weapon.melee() && weapon.ranged() => {
                    f.option_ahead("mode1", self.usual_reach(1)) == Reach::Melee
                }
                With::Weapon(weapon) => weapon.melee(),
                With::SomethingElse | With::NoMore => false,
            });
            plan.aims = f.ahead("aim", self.usual_aim(plan, melee));
        }
    }

    fn asks_movement(&self, plan: &Plan) -> bool {
        !matches!(plan.action, Action::Move | Action::Withdraw)
    }

    fn asks_chores(&self, plan: &Plan) -> bool {
        !matches!(
            plan.action,
            Action::Hold | Action::Nothing | Action::Desperate
        )
    }

    fn asks_aim(&self, plan: &Plan) -> bool {
        plan.action == Action::Attack
            && !one_attack_only(self.now, self.id)
            && self.one.weapons().any(|weapon| weapon.ranged())
    }

    /// What its attacks can be made with.
    fn arms(&self, plan: &Plan) -> Vec<With<'a>> {
        let mut arms: Vec<With<'a>> = self.one.weapons().map(With::Weapon).collect();
        if plan.action == Action::Attack {
            arms.extend([With::SomethingElse, With::NoMore]);
        }
        arms
    }

    /// The place of what the attack of that number is likely made with.
    fn usual_with(&self, arms: &[With<'_>], number: usize, first: Option<With<'_>>) -> usize {
        let again = self.attacked().and_then(|plan| match self.used(number) {
            Some(used) => Some(used.weapon.as_deref().unwrap_or("other")),
            None => (plan.no_more && plan.attacks.len() + 1 == number).then_some("none"),
        });
        let named = |name: &str| {
            let is = |with: &With<'_>| matches!(with, With::Weapon(one) if one.name() == name);
            arms.iter().position(is)
        };
        let first = first.and_then(|with| named(with.word()));
        let old = self.last.and_then(|plan| plan.attacks.get(number - 1));
        let old = old.and_then(|used| named(used.weapon.as_deref()?));
        let again = again.and_then(|word| arms.iter().position(|with| with.word() == word));
        again.or(first).or(old).unwrap_or(0)
    }

    /// How a weapon for both is likely used by the attack of that number.
    fn usual_reach(&self, number: usize) -> Reach {
        let both = |used: &&Use| {
            let weapon = used
                .weapon
                .as_deref()
                .and_then(|name| self.one.weapon(name));
            weapon.is_some_and(|weapon| weapon.melee() && weapon.ranged())
        };
        let again = self.attacked().and_then(|_| self.used(number));
        let old = self.last.and_then(|plan| plan.attacks.get(number - 1));
        match again.filter(both).or(old.filter(both)) {
            Some(used) if !used.melee => Reach::Ranged,
            _ => Reach::Melee,
        }
    }

    /// The foe that Enter attacks: the last one if it stands, else the one that fewest have declared on.
    fn nearest(&self, number: usize) -> Option<Id> {
        let possible = foes(self.now, self.id);
        let last = self.last.and_then(|plan| {
            let target = |place: usize| plan.attacks.get(place)?.target;
            target(number - 1).or(target(0))
        });
        if let Some(last) = last.filter(|id| possible.contains(id)) {
            return Some(last);
        }
        let allies = self.now.ids().filter(|by| *by != self.id);
        let allies = allies.filter(|by| self.now.allied(*by, self.id));
        let aimed_at: Vec<Id> = allies
            .filter_map(|by| plan(self.now, by)?.attacks.first()?.target)
            .collect();
        let declared = |id: &Id| aimed_at.iter().filter(|target| *target == id).count();
        possible.into_iter().min_by_key(declared)
    }

    fn attacks(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let slots = match plan.action {
            Action::PickUp => 1,
            _ => plan
                .attacks_left(self.now, self.id)
                .max(i64::from(plan.aims)),
        };
        let arms = self.arms(plan);
        let several = arms.iter().filter(|with| matches!(with, With::Weapon(_)));
        let asks = several.count() > 1 || slots > 1;
        let mut first = None;
        let mut grasped: Vec<Id> = Vec::new();
        for (number, _) in (1..).zip(0..slots) {
            let suffix = if slots > 1 {
                format!(" {number}")
            } else {
                String::new()
            };
            let arms = match arms.split_last() {
                Some((With::NoMore, others)) if number == 1 => others,
                _ => &arms,
            };
            let mut with = arms.first().copied();
            if asks {
                let (key, label) = (format!("weapon{number}"), format!("attack{suffix} with"));
                let preset = self.usual_with(arms, number, first);
                with = f.one_of(&key, &label, arms, preset, With::word, With::choice);
            }
            first = first.or(with);
            let weapon = match with {
                Some(With::NoMore) => {
                    plan.no_more = true;
                    break;
                }
                Some(With::Weapon(weapon)) => weapon,
                Some(With::SomethingElse) | None => {
                    let what = self.attacked().and_then(|_| self.used(number));
                    let what = what.map_or("", |used| &used.what);
                    plan.attacks.push(Use {
                        what: f.text(&format!("what{number}"), "what", what),
                        ..Use::default()
                    });
                    continue;
                }
            };
            let melee = self.melee(f, weapon, number, &suffix);
            let target = self.target(f, plan, number, &suffix);
            grasped.extend(target.filter(|id| weapon.tentacles() && !grasped.contains(id)));
            plan.attacks.push(Use {
                weapon: Some(weapon.name().to_owned()),
                melee,
                target,
                what: String::new(),
            });
        }
        for target in grasped {
            let this = self.this.and_then(|plan| plan.tentacles.get(&target));
            let old = self.last.map_or(2, |plan| plan.tentacles_on(target)).max(2);
            let (key, label) = (
                format!("tentacles-{}", target.letter()),
                format!("tentacles on {}", self.now.name(target)),
            );
            f.hint(|| "each full pair is an attacker");
            let number = f.number(&key, &label, 1..=50, "", this.copied().unwrap_or(old));
            plan.tentacles.insert(target, number);
        }
    }

    /// Whether an attack strikes in melee: asked of weapons that do both.
    fn melee(&self, f: &mut Form<'_>, weapon: Weapon<'_>, number: usize, suffix: &str) -> bool {
        if !(weapon.melee() && weapon.ranged()) {
            return weapon.melee();
        }
        let (key, label) = (format!("mode{number}"), format!("use{suffix}"));
        f.option(&key, &label, self.usual_reach(number)) == Reach::Melee
    }

    fn target(&self, f: &mut Form<'_>, plan: &Plan, number: usize, suffix: &str) -> Option<Id> {
        let from = others(self.now, self.id);
        let again = self.attacked().and_then(|_| self.used(number)?.target);
        let preset = again
            .filter(|id| from.contains(id))
            .or_else(|| plan.attacks.first()?.target)
            .or_else(|| self.nearest(number));
        let (key, label) = (format!("target{number}"), format!("target{suffix}"));
        f.pick_one(&key, &label, || from.iter().copied(), preset)
    }

    fn spell(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let (now, one) = (self.now, self.one);
        let spells: Vec<Spell<'_>> = one.spells().collect();
        let this = self.this.filter(|plan| plan.action == Action::Spell);
        let place = |name: &str| spells.iter().position(|spell| spell.name() == name);
        let usual = carried(one).or(self.last.map(|plan| plan.spell.as_str()));
        let preset = this
            .and_then(|plan| place(&plan.spell))
            .or_else(|| place(usual?))
            .unwrap_or(0);
        let tell = |spell: &Spell<'_>| {
            let time = match spell.casting(now) {
                Casting::OneRound => "one round".to_owned(),
                Casting::Counts(time) => format!("{time} counts"),
            };
            Choice::new(spell.name(), spell.name()).hint(time)
        };
        let Some(spell) = f.one_of("spell", "spell", &spells, preset, |one| one.name(), tell)
        else {
            return;
        };
        spell.name().clone_into(&mut plan.spell);
        let mut from = others(now, self.id);
        from.push(self.id);
        let again = this.map(|plan| plan.spell_targets.clone());
        let again = again.filter(|targets| targets.iter().all(|id| from.contains(id)));
        let targets = again.unwrap_or_else(|| {
            let same = self.last.filter(|plan| plan.spell == spell.name());
            let mut targets = same.map_or_else(Vec::new, |plan| plan.spell_targets.clone());
            targets.retain(|id| from.contains(id));
            if targets.is_empty() && spell.damage().is_some() {
                targets.extend(self.nearest(1));
            }
            targets
        });
        f.hint(|| "asked again on release");
        let from = || from.iter().copied();
        plan.spell_targets = f.pick("targets", "on", from, 0, usize::MAX, targets);
    }

    fn guard(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let arms: Vec<Weapon<'_>> = self.one.weapons().filter(Weapon::melee).collect();
        let again = self.this.and_then(|plan| {
            let is = |weapon: &Weapon<'_>| weapon.name() == plan.guard;
            arms.iter().position(is)
        });
        let best = (0..arms.len()).max_by_key(|place| arms[*place].rank());
        let preset = again.or(best).unwrap_or(0);
        let tell = |weapon: &Weapon<'_>| {
            Choice::new(weapon.name(), weapon.name()).hint(format!("rank {}", weapon.rank()))
        };
        if let Some(weapon) = f.one_of("guard", "with", &arms, preset, |one| one.name(), tell) {
            weapon.name().clone_into(&mut plan.guard);
        }
    }

    fn whole_move(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let tmr = self.one.tmr_now();
        let this = self.this.filter(|plan| !self.asks_movement(plan));
        let preset = this.map_or(Pace::Walk, |plan| plan.pace);
        let tell = |pace: &Pace| {
            let feet = format!("{} ft", tmr * pace.times());
            Choice::new(pace.word(), pace.label()).hint(feet)
        };
        let pace = f.choice(
            "pace",
            "pace",
            Pace::ALL,
            preset.index(),
            |one| one.word(),
            tell,
        );
        plan.pace = pace.unwrap_or(preset);
        self.distance(f, plan, "0: as far as it gets");
        self.leaving(f, plan);
    }

    fn distance(&self, f: &mut Form<'_>, plan: &mut Plan, hint: &str) {
        let most = plan.most_feet(self.now, self.id);
        let again = self.this.map_or(0, |plan| plan.distance);
        let preset = if again > most { 0 } else { again };
        f.hint(|| hint);
        plan.distance = f.number("distance", "distance", 0..=most, "ft", preset);
    }

    /// Opponents that it may leave behind: whoever withdraws leaves those that fought it in melee this round or the last.
    fn leaving(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let from = foes(self.now, self.id);
        let fought = |id: &Id| {
            let declared = Declared::of(self.now, *id);
            let plans = declared.this.iter().chain(&declared.last);
            let mut attacks = plans.filter(|plan| plan.action == Action::Attack);
            attacks.any(|plan| {
                (1..).zip(&plan.attacks).any(|(number, used)| {
                    used.target == Some(self.id)
                        && plan.use_of(fighter(self.now, *id), number).melee
                })
            })
        };
        let asked = |plan: &Plan| !self.asks_movement(plan) || self.asks_leaving(plan);
        let again = self.this.filter(|plan| asked(plan));
        let again = again.filter(|plan| plan.leaving.iter().all(|id| from.contains(id)));
        let preset = match again {
            Some(again) => again.leaving.clone(),
            None if plan.action == Action::Withdraw => {
                from.iter().copied().filter(|id| fought(id)).collect()
            }
            None => Vec::new(),
        };
        f.hint(|| "these may get a free attack");
        let from = || from.iter().copied();
        plan.leaving = f.pick("leaving", "leaves behind", from, 0, usize::MAX, preset);
    }

    /// Whether attacks with a movement ask whom it leaves behind.
    fn asks_leaving(&self, plan: &Plan) -> bool {
        let goes = matches!(
            plan.movement,
            Movement::Move | Movement::Run | Movement::After
        );
        goes && plan.action == Action::Attack
    }

    /// Why a movement does not go with the action.
    fn movement_refused(&self, action: Action, movement: Movement) -> Option<String> {
        let trial = Plan {
            action,
            movement,
            ..Plan::default()
        };
        trial.legal_movement(self.now, self.id).err()
    }

    fn usual_movement(&self, plan: &Plan) -> Movement {
        let again = self.this.filter(|this| self.asks_movement(this));
        let again = again.map(|this| this.movement);
        let fits = |movement: &Movement| self.movement_refused(plan.action, *movement).is_none();
        if let Some(again) = again.filter(fits) {
            return again;
        }
        let still = |old: &Plan| old.movement == Movement::Still && old.action == plan.action;
        let may = matches!(plan.action, Action::Attack | Action::Spell);
        if may && self.last.is_some_and(still) {
            Movement::Still
        } else {
            Movement::Step
        }
    }

    fn movement(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let tell = |movement: &Movement| {
            let choice = Choice::new(movement.word(), movement.label());
            match self.movement_refused(plan.action, *movement) {
                None => choice,
                Some(why) => choice.refused(why),
            }
        };
        let preset = self.usual_movement(plan);
        let movement = f.choice(
            "movement",
            "movement",
            Movement::ALL,
            preset.index(),
            |one| one.word(),
            tell,
        );
        plan.movement = movement.unwrap_or(preset);
        if matches!(plan.movement, Movement::Move | Movement::Run) {
            self.distance(f, plan, "0: close by, nobody measures");
        }
        if self.asks_leaving(plan) {
            self.leaving(f, plan);
        }
    }

    /// Careful Aim as it is likely, by whether the first attack strikes in melee.
    fn usual_aim(&self, plan: &Plan, melee: bool) -> bool {
        match self.this.filter(|this| self.asks_aim(this)) {
            Some(this) => this.aims,
            None => {
                let again = |old: &Plan| old.action == plan.action && old.aims;
                self.last.is_some_and(again) && !self.one.has(is::AIM_KEPT) && !melee
            }
        }
    }

    fn extras(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let one = self.one;
        let this = self.this.cloned().unwrap_or_default();
        if plan.action == Action::Attack {
            self.stance(f, plan);
        }
        if plan.action == Action::Attack
            && one.weapons().any(|weapon| weapon.master_bowman_rank() > 0)
        {
            plan.double_shot = f.toggle("double_shot", "Double Shot", this.double_shot);
        }
        if !self.asks_chores(plan) {
            return;
        }
        plan.draws = f.toggle("draw", "draws a weapon", this.draws);
        plan.sheathes = f.toggle("sheathe", "puts a weapon away", this.sheathes);
        if one.shield_unready() {
            plan.readies_shield = f.toggle("shield", "readies its shield", this.readies_shield);
        }
        plan.potion = f.option("potion", "potion", this.potion);
        if plan.potion != Potion::None {
            plan.in_melee = f.toggle("in_melee", "begins in melee", this.in_melee);
        }
        f.hint(|| "the first costs nothing");
        plan.free_actions = f.number("free", "Free Actions", 0..=9, "", this.free_actions);
        if plan.free_actions > 0 {
            plan.free_text = f.text("free_text", "which", &this.free_text);
        }
    }

    /// Defending and Careful Aim beside attacks.
    fn stance(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let (now, id) = (self.now, self.id);
        if one_attack_only(now, id) {
            return;
        }
        let most = plan.most_defending(now, id);
        if most > 0 {
            let could =
                |old: &&Plan| old.action == Action::Attack && old.most_defending(now, id) > 0;
            let again = self.this.filter(could).map(|old| old.defending);
            let old = self.last.filter(|old| old.action == plan.action);
            let old = old.map_or(0, |old| old.defending.min(most));
            let preset = again.filter(|points| *points <= most).unwrap_or(old);
            f.hint(|| "SC given up; half of it goes to DEF");
            plan.defending = f.number("defending", "defending", 0..=most, "", preset);
        }
        if self.asks_aim(plan) {
            let usual = self.usual_aim(plan, plan.use_of(self.one, 1).melee);
            plan.aims = f.toggle("aim", "careful aim", usual);
        }
    }
}

/// Whoever may still declare in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| may_act(now, *id) && plan(now, *id).is_none())
        .collect()
}
