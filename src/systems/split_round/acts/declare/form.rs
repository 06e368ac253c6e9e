//! Form of a plan, row by row. The defaults are the last plan or likely choices.

use crate::systems::prelude::*;
use crate::text::counted;

use super::items::planned;
use super::legal::{STEP, objection, up, whole_round};
use crate::systems::common::sides::sees;
use crate::systems::split_round::combat::{opportunity, other_acts};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::{Delivery, Spell};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::{Fighter, fighter};
use crate::systems::split_round::state::other_act::DeedKind;
use crate::systems::split_round::state::plan::{Blow, Bonus, Last, Main, Plan};
use crate::systems::split_round::state::sides::{foes, others};
use crate::systems::split_round::state::turn::ItemKind;
use crate::systems::split_round::state::turn::{Turn, likely_foe, long};

/// Suffix of the row keys of an off-hand attack; the row keys of other attacks end in a number.
const OFF_HAND: &str = "_off";

/// Returns the number of shots or throws left; unlimited for melee weapons and for uncounted ammunition.
fn shots(weapon: &Weapon) -> usize {
    let left = weapon.ammo().filter(|_| !weapon.melee());
    left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(0))
}

/// Returns true for a spell that only heals.
fn heals(spell: &Spell<&Row>) -> bool {
    spell.healing().is_some() && spell.damage().is_none()
}

/// Returns true for a combatant that healing would help: present, alive, and below maximum hit points.
fn hurt(now: &Encounter, id: Id) -> bool {
    let one = fighter(now, id);
    !one.away() && !one.has(is::DEAD) && one.hp() < one.sheet.hp_max()
}

/// Returns the ally with the lowest percentage of hit points left, or `None` if no ally is hurt.
fn neediest(now: &Encounter, who: Id) -> Option<Id> {
    let hurt = now.members(now.get(who).side).filter(|id| hurt(now, *id));
    hurt.min_by_key(|id| {
        let one = fighter(now, *id);
        100 * one.hp() / one.sheet.hp_max().max(1)
    })
}

/// Combatant who plans, with their earlier plan.
struct Planner<'a> {
    now: &'a Encounter,
    id: Id,
    one: Fighter<'a>,
    last: Option<&'a Plan>,
}

/// Fills in the form row by row.
///
/// # Errors
/// Reports the reason why the plan does not fit in a round.
pub fn plan(f: &mut Form<'_>, id: Id) -> Filled<Plan> {
    let plan = rows(f, id)?;
    f.refuse_if(objection(f.now, id, &plan))?;
    Ok(plan)
}

fn rows(f: &mut Form<'_>, id: Id) -> Filled<Plan> {
    let now = f.now;
    let who = Planner {
        now,
        id,
        one: fighter(now, id),
        last: Last::of(now, id).plan.as_ref(),
    };
    let feat = f.ahead("feat", false);
    let mut plan = Plan {
        main: who.main(f),
        feat,
        ..Plan::default()
    };
    match plan.main {
        Main::Attack => who.attacks(f, &mut plan),
        Main::Cast => who.spell(f, &mut plan),
        Main::Other => {
            plan.deed = other_acts::ask(f, id)?;
            if plan.deed.kind == DeedKind::Something {
                f.hint(|| "0: a normal action; 1 or more: a long action");
                plan.deed.rounds = f.number("rounds", "rounds needed", 0..=100, "", 0);
            }
        }
        Main::GoOn | Main::Nothing => {}
    }
    if plan.main != Main::GoOn {
        who.movement(f, &mut plan);
        who.off_hand(f, &mut plan);
        who.bonus(f, &mut plan);
        who.contested(f, &mut plan);
        f.hint(|| "ignores the limits of a round");
        plan.feat = f.toggle("feat", "a feat allows more", false);
    }
    Ok(plan)
}

impl Planner<'_> {
    /// Returns the available main actions and the default: continuing, the last plan's action, or an attack.
    fn main(&self, f: &mut Form<'_>) -> Main {
        let (now, one) = (self.now, &self.one);
        let under_way = long(now, self.id);
        let mut all = Vec::new();
        if under_way.is_some() {
            all.push(Main::GoOn);
        }
        let armed = one.weapons().next().is_some();
        if armed {
            all.push(Main::Attack);
        }
        if one.spells().next().is_some() {
            all.push(Main::Cast);
        }
        all.extend([Main::Other, Main::Nothing]);
        let mut weapons = self.weapons(false).into_iter();
        let armed_now = weapons.any(|weapon| weapon.unusable().is_none());
        // The default plan can be sent without changes.
        let free = one.barred(now.round).is_none() && likely_foe(now, self.id).is_some();
        let turn = Turn::of(now, self.id);
        let casts = free && !turn.bonus_spent && turn.moved == 0;
        let affordable = |name: &str| {
            let spell = one.spell(name);
            spell.is_some_and(|spell| spell.mana_cost() <= one.mana() && self.serves(&spell))
        };
        let again = self.last.filter(|last| last.main == Main::Cast);
        let usual = if under_way.is_some() {
            Main::GoOn
        } else if casts && again.is_some_and(|last| affordable(&last.spell)) {
            Main::Cast
        } else if free && armed_now {
            Main::Attack
        } else if casts && one.spells().any(|spell| affordable(spell.name())) {
            Main::Cast
        } else {
            Main::Nothing
        };
        if let Some(long) = under_way {
            f.hint(|| {
                let mana = if long.spell { " and its mana" } else { "" };
                format!(
                    "{}, round {} of {}; any other plan gives up this action{mana}",
                    long.what,
                    long.done + 1,
                    long.rounds
                )
            });
        }
        let place = all.iter().position(|main| *main == usual).unwrap_or(0);
        let tell = |main: &Main| Choice::of(*main);
        f.one_of("plan", "plan", &all, place, |main| main.word(), tell)
            .unwrap_or(usual)
    }

    /// Returns false if the spell only heals and no ally is hurt.
    fn serves(&self, spell: &Spell<&Row>) -> bool {
        !heals(spell) || neediest(self.now, self.id).is_some()
    }

    /// Returns the weapons of one hand: usable weapons first, and cracked weapons after undamaged weapons.
    fn weapons(&self, off_hand: bool) -> Vec<Weapon> {
        let in_hand = |weapon: &Weapon| weapon.off_hand() == off_hand;
        let mut all: Vec<Weapon> = self.one.weapons().filter(in_hand).collect();
        all.sort_by_key(|weapon| (weapon.unusable().is_some(), weapon.cracked()));
        all
    }

    /// Returns the number of attacks possible with the weapons, at least 1. An impossible attack is refused later with
    /// its reason.
    fn capacity(weapons: &[Weapon]) -> i64 {
        let usable = weapons.iter().filter(|weapon| weapon.unusable().is_none());
        let all = usable.map(shots).fold(0, usize::saturating_add);
        i64::try_from(all).unwrap_or(i64::MAX).max(1)
    }

    fn last_blow(&self, number: usize) -> Option<&Blow> {
        self.last.and_then(|last| last.blows.get(number))
    }

    /// Returns the default target of an attack: the last target, a foe who attacks the combatant, or the first foe.
    fn target(&self, last: Option<&Blow>) -> Option<Id> {
        let again = last.and_then(|blow| blow.target);
        let again =
            again.filter(|id| !fighter(self.now, *id).out() && sees(self.now, self.id, *id));
        again.or_else(|| likely_foe(self.now, self.id))
    }

    /// Asks for the weapon, the target and the sneak dice of an attack.
    fn blow(
        &self,
        f: &mut Form<'_>,
        number: &str,
        weapons: &[Weapon],
        usual: (usize, Option<Id>),
        feat: bool,
    ) -> Blow {
        let (place, target) = usual;
        let all = || {
            if feat {
                self.now.present().filter(|id| *id != self.id).collect()
            } else {
                others(self.now, self.id)
            }
        };
        let label = |what: &str| match number {
            "1" => what.to_owned(),
            OFF_HAND => format!("{what}, off hand"),
            _ => format!("{what} {number}"),
        };
        let target = f.pick_one(&format!("target{number}"), &label("target"), all, target);
        let tell = |one: &Weapon| one.choice().unless(one.unusable());
        let weapon = f.one_of(
            &format!("weapon{number}"),
            &label("weapon"),
            weapons,
            place,
            |one| one.name(),
            tell,
        );
        let Some(weapon) = weapon else {
            return Blow::default();
        };
        let dice = weapon.sneak_damage();
        let sneak = dice.is_some_and(|dice| {
            f.hint(|| dice.to_string());
            f.toggle(&format!("sneak{number}"), "sneak attack", false)
        });
        Blow {
            weapon: weapon.name().to_owned(),
            target,
            sneak,
        }
    }

    /// Asks for the details of the attack action (SPL-14 to SPL-17, SPL-22 to SPL-24).
    fn attacks(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let weapons = self.weapons(false);
        let most = self.one.sheet.attacks_per_round();
        let charges = f.ahead("charge", false);
        let stand = self.one.has(is::PRONE) && f.ahead("rises", false);
        let rises = up(
            self.now,
            self.id,
            &Plan {
                stand,
                ..Plan::default()
            },
        );
        let walks = f.number_ahead("feet", 0) + rises + Turn::of(self.now, self.id).moved > STEP;
        let usual = if charges || walks { 1 } else { most };
        let usual = usual.min(Self::capacity(&weapons));
        let count = if most > 1 || plan.feat {
            f.hint(|| format!("up to {most} only with {STEP} ft of movement or less"));
            f.number("attacks", "attacks", 1..=most.max(2), "", usual)
        } else {
            1
        };
        let mut before: Option<Blow> = None;
        for number in 0..usize::try_from(count).unwrap_or(1) {
            let last = self.last_blow(number).or(before.as_ref());
            let name = last.map(|blow| blow.weapon.as_str());
            let serves = |one: &&Weapon| {
                let before = plan.blows.iter().filter(|blow| blow.weapon == one.name());
                one.unusable().is_none() && shots(one) > before.count()
            };
            let again = weapons.iter().find(|one| Some(one.name()) == name);
            let usual = again.filter(serves).or_else(|| weapons.iter().find(serves));
            let place =
                usual.and_then(|usual| weapons.iter().position(|one| one.name() == usual.name()));
            let place = place.unwrap_or(0);
            let usual = (place, self.target(last));
            let blow = self.blow(f, &(number + 1).to_string(), &weapons, usual, plan.feat);
            before = Some(blow.clone());
            plan.blows.push(blow);
        }
        let melee = plan
            .blows
            .first()
            .and_then(|blow| Weapon::named(self.now, self.id, &blow.weapon));
        if charges || melee.is_some_and(|weapon| weapon.melee()) {
            f.hint(|| format!("+1 to hit; needs more than {STEP} ft and one melee attack"));
            plan.charge = f.toggle("charge", "charge", false);
        }
        if plan.charge {
            f.hint(|| "pushes the target, no damage");
            plan.rush = f.toggle("rush", "bull rush", false);
        }
    }

    /// Asks for the spell, ordinary or long, and its targets (SPL-12, SPL-27, SPL-32).
    fn spell(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let (now, one) = (self.now, &self.one);
        let left = one.mana();
        let names: Vec<String> = one.spells().map(|spell| spell.name().to_owned()).collect();
        let last = self.last.filter(|last| last.main == Main::Cast);
        let fits = |name: &str, serves: bool| {
            let spell = one.spell(name);
            spell.is_some_and(|spell| spell.mana_cost() <= left && (!serves || self.serves(&spell)))
        };
        let again = last.map(|last| &*last.spell);
        let again = again.filter(|name| fits(name, true));
        let first = |serves| {
            let mut all = names.iter().map(String::as_str);
            all.find(|name| fits(name, serves))
        };
        let usual = again.or_else(|| first(true)).or_else(|| first(false));
        let place = names
            .iter()
            .position(|name| Some(&**name) == usual)
            .unwrap_or(0);
        let stands = f.one_ahead("spell", &names, place, |name| name);
        f.hint(|| match stands.and_then(|name| one.spell(&name)) {
            Some(spell) => format!(
                "{} of {left} mana, DC {}",
                spell.mana_cost(),
                spell.spell_dc()
            ),
            None => String::new(),
        });
        let tell = |name: &String| {
            let choice = Choice::new(name, name);
            let Some(spell) = one.spell(name) else {
                return choice;
            };
            let (cost, dc) = (spell.mana_cost(), spell.spell_dc());
            let rounds = match spell.casting_rounds() {
                0 => String::new(),
                rounds => format!(", {}", counted(rounds, "round")),
            };
            if cost > left {
                choice.refused(format!("costs {cost} mana, {left} left"))
            } else {
                choice.hint(format!("{cost} mana, DC {dc}{rounds}"))
            }
        };
        let name = f.one_of("spell", "spell", &names, place, |name| name, tell);
        let Some(spell) = name.and_then(|name| one.spell(&name)) else {
            return;
        };
        plan.spell = spell.name().to_owned();
        let heals = heals(&spell);
        let again = last.filter(|last| last.spell == plan.spell);
        let first = again
            .and_then(|last| last.targets.first().copied())
            .filter(|id| {
                if heals {
                    hurt(now, *id)
                } else {
                    !fighter(now, *id).out()
                }
            })
            .filter(|id| sees(now, self.id, *id));
        let usual = if heals {
            neediest(now, self.id).or(Some(self.id))
        } else {
            foes(now, self.id).find(|id| sees(now, self.id, *id))
        };
        let there = |id: Id| (!fighter(now, id).away()).then_some(());
        let from = || crate::systems::common::sides::likeliest(now, self.id, there);
        let needs = usize::from(spell.delivery() != Delivery::NoRoll);
        let preset = first.or(usual).into_iter().collect();
        f.others("is out of the fight");
        plan.targets = f.pick("target", "target", from, needs, 1, preset);
        if !plan.targets.is_empty() {
            let main = plan.targets[0];
            let rest = || from().into_iter().filter(move |id| *id != main);
            let away = now.present().filter(|id| fighter(now, *id).away());
            f.barred(away.map(|id| (id, "is out of the fight")));
            plan.targets
                .extend(f.pick("also", "more targets", rest, 0, usize::MAX, Vec::new()));
        }
    }

    /// Returns the visible combatant that the planner fears and should not approach (SPL-121).
    fn afraid_of(&self) -> Option<&str> {
        let fear = self.one.condition(is::FRIGHTENED)?;
        let seen = !self.one.has(is::UNSEEN_FEAR);
        Some(self.now.name(fear.by.filter(|_| seen)?))
    }

    /// Asks for standing up, movement, and the opponents whose reach the combatant leaves (SPL-13, SPL-33, SPL-39).
    fn movement(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let now = self.now;
        if self.one.has(is::PRONE) {
            f.hint(|| format!("costs {}", Options::of(now).stand_up_cost().label()));
            plan.stand = f.toggle("rises", "stand up", false);
        }
        let gone = Turn::of(now, self.id).moved + up(now, self.id, plan);
        let left = (self.one.speed() - gone).max(0);
        let still = whole_round(now, self.id, plan).filter(|_| !plan.feat);
        f.hint(|| match (still, self.afraid_of()) {
            (Some(what), _) => format!("no movement with {what}"),
            (None, Some(foe)) => format!("up to {left} ft, not closer to {foe}"),
            (None, None) if plan.blows.len() > 1 => {
                format!("up to {left} ft; {STEP} ft with several attacks")
            }
            (None, None) => format!("up to {left} ft"),
        });
        let usual = if plan.charge { left } else { 0 };
        plan.feet = f.number("feet", "movement", 0..=999, "ft", usual);
        let provokes = plan.feet > STEP || (plan.feet > 0 && Options::of(now).step_provokes());
        let near: Vec<Id> = if provokes {
            foes(now, self.id)
                .filter(|id| opportunity::unable(now, *id).is_none())
                .collect()
        } else {
            Vec::new()
        };
        if !near.is_empty() {
            f.hint(|| "these enemies may make opportunity attacks, in this order");
            let out = |id: Id| Some((id, opportunity::unable(now, id)?.show(now)));
            f.barred(foes(now, self.id).filter_map(out));
            plan.leaves = f.pick(
                "leaves",
                "leaves the reach of",
                || near.clone(),
                0,
                usize::MAX,
                Vec::new(),
            );
        }
        if plan.main == Main::Nothing && plan.feet > STEP {
            f.hint(|| "leaves the fight unless an attack fells the combatant");
            plan.gone = f.toggle("gone", "get away", false);
        }
    }

    /// Asks for an attack with the off hand, which costs the bonus action (SPL-20).
    fn off_hand(&self, f: &mut Form<'_>, plan: &mut Plan) {
        let weapons = self.weapons(true);
        if weapons.is_empty() || self.one.barred(self.now.round).is_some() {
            return;
        }
        f.hint(|| "costs the bonus action");
        if !f.toggle("off_hand", "off-hand attack", false) {
            return;
        }
        let last = self.last.and_then(|last| last.off_hand.as_ref());
        let target = plan.blows.first().and_then(|blow| blow.target);
        let target = target.or_else(|| self.target(last));
        plan.off_hand = Some(self.blow(f, OFF_HAND, &weapons, (0, target), plan.feat));
    }

    /// Asks for another bonus action (SPL-18, SPL-19).
    fn bonus(&self, f: &mut Form<'_>, plan: &mut Plan) {
        if Turn::of(self.now, self.id).bonus_spent {
            f.hint(|| "already used");
        }
        let armed = self.one.weapons().next().is_some();
        let all: Vec<Bonus> = Bonus::ALL.to_vec();
        let all: Vec<Bonus> = all
            .into_iter()
            .filter(|one| armed || *one != Bonus::Draw)
            .collect();
        plan.bonus = f.option_of("bonus", "bonus action", &all, Bonus::None);
        if !matches!(plan.bonus, Bonus::None) {
            plan.bonus_what = f.text("bonus_what", "description", "");
        }
    }

    /// Asks for a combatant whose act may prevent the movement (SPL-31).
    fn contested(&self, f: &mut Form<'_>, plan: &mut Plan) {
        if plan.feet == 0 {
            return;
        }
        f.hint(|| "combatant whose action may prevent the movement");
        let by = f.pick(
            "contested",
            "contested by",
            || others(self.now, self.id),
            0,
            1,
            Vec::new(),
        );
        plan.contested = by.first().copied();
        if plan.contested.is_none() {
            return;
        }
        // The item for the movement is excluded, because it never remains possible.
        let items = planned(self.now, self.id, plan).into_iter();
        let items = items.filter(|item| item.kind != ItemKind::Move);
        for (number, item) in (1..).zip(items) {
            let label = format!("{} even if the movement fails", item.what);
            plan.still
                .push(f.toggle(&format!("still{number}"), &label, false));
        }
    }
}
