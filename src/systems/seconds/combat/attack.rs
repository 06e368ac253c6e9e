//! Attacks of one action, all at once: dice, defences, damage, and their combined effects (SEC-60, SEC-61, SEC-99).

use crate::resolver::Rolled;
use crate::systems::prelude::*;

use super::affliction::{self, Dose};
use super::called::{self, Aim, Column};
use super::defend::{Defended, Threat, defend};
use super::strike::Strike;
use super::wounds::{self, Toll};
use super::{damage, graze, morale, surprise};
use crate::systems::common::moments::NEXT_TURN;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::{AIMS, BEHIND, is};
use crate::systems::seconds::sheet::schema::{Cover, DamageType, Kind, at_attack};
use crate::systems::seconds::sheet::tables::Part;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds;
use crate::systems::seconds::state::turn::Range;

struct Blow<'a> {
    strike: &'a Strike,
    /// Number among equal attacks, " (2 of 3)"; "" for a single attack.
    which: String,
    /// True if the attack reached the Target, or hit the cover.
    comes: bool,
    /// True if the attack must penetrate the cover (SEC-75, SEC-81).
    through: bool,
    /// Damage of the hit, once rolled.
    damage: Option<i64>,
    /// Reduced damage behind the cover, and durability of the cover, which counts if it is better than Defence
    /// (SEC-82).
    behind: Option<(i64, i64)>,
}

impl Blow<'_> {
    /// Returns the damage roll, or `None` for an attack without damage.
    fn damage_roll(&self, now: &Encounter) -> Option<Roll> {
        let roll = self.strike.damage(now)?;
        Some(if self.which.is_empty() {
            roll
        } else {
            let title = format!("{}{}", roll.title, self.which);
            roll.title(title)
        })
    }
}

/// Makes all attacks of one action, each by one combatant on one target (SEC-61).
pub fn make(cx: &mut Resolver<'_>, strikes: &[Strike]) -> Step<()> {
    let Some(first) = strikes.first() else {
        return Ok(());
    };
    let by = first.by;
    for strike in strikes {
        if strike.circumstances.surprised {
            surprise::mark(cx, strike.target, Some(by));
        }
        flank(cx, strike);
        remember(cx, strike);
    }
    let mut blows = throw(cx, strikes)?;
    cx.unlink_all(|link| link.kind == AIMS && link.from == by && shot(strikes, link.to));
    let mut hits = Vec::new();
    let before = cx.now().clone();
    for blow in &mut blows {
        let hit = blow.comes && arrives(cx, &before, blow)?;
        cx.struck(by, blow.strike.target, hit);
        if hit {
            hits.push(blow);
        }
    }
    let mut landed = Vec::new();
    for blow in hits {
        landed.extend(hurts(cx, blow)?);
    }
    land(cx, &landed)?;
    let targets: Vec<Id> = strikes.iter().map(|strike| strike.target).collect();
    surprise::action_over(cx, by, &targets);
    Ok(())
}

/// Saves whether the target is flanked. This also counts for later attacks, until the target's next turn (SEC-73).
fn flank(cx: &mut Resolver<'_>, strike: &Strike) {
    let (target, flanked) = (strike.target, strike.circumstances.flanked);
    let had = cx.get(target).has(is::FLANKED);
    if flanked && !had {
        let ends = Ends::at(NEXT_TURN);
        let flanked = Condition::new(is::FLANKED).ends(ends);
        cx.gain(target, flanked, Says::Flanked {});
    } else if had && !flanked {
        cx.lose(target, is::FLANKED, Says::Flanked {}, "");
    }
}

/// Returns true if any attack was a shot at the target, which uses up the aim at it (SEC-69).
fn shot(strikes: &[Strike], target: Id) -> bool {
    strikes
        .iter()
        .any(|strike| strike.weapon.kind() == Kind::Ranged && strike.target == target)
}

/// Saves target and distance as defaults for the next attack (SEC-68).
fn remember(cx: &mut Resolver<'_>, strike: &Strike) {
    let (target, distance) = (strike.target, strike.circumstances.distance);
    Range::change(cx, strike.by, |range| {
        range.last = Some(target);
        range.to.extend(distance.map(|distance| (target, distance)));
    });
}

/// Returns true if the target of an action is still in the fight, and logs it otherwise. A delayed effect in the last
/// second of the action may have taken the target out (SEC-34, SEC-39).
pub fn left(cx: &mut Resolver<'_>, target: Id) -> bool {
    let out = fighter(cx.now(), target).out();
    if out {
        cx.note(Says::TargetIsOut { who: target });
    }
    !out
}

/// Unloads weapons after the action; delayed effects do not unload them again (SEC-71).
pub fn used<'w>(cx: &mut Resolver<'_>, by: Id, weapons: impl Iterator<Item = &'w Weapon>) {
    let body = fighter(cx.now(), by).flesh;
    for weapon in weapons.filter(|weapon| weapon.needs_reload()) {
        weapon.set(cx, body, at_attack::loaded, false);
    }
}

/// Rolls all attack dice together (SEC-61, SEC-98).
fn throw<'a>(cx: &mut Resolver<'_>, strikes: &'a [Strike]) -> Step<Vec<Blow<'a>>> {
    let now = cx.now();
    let rolls = strikes.iter().filter(|strike| !strike.hits(now));
    let rolls: Vec<Roll> = rolls.map(|strike| strike.roll(now)).collect();
    let thrown = match rolls.as_slice() {
        [one] => vec![cx.roll_quietly(one)?],
        _ => {
            let by = strikes.first().map(|strike| cx.name(strike.by));
            let title = say!(
                cx.now(),
                "{} makes all attacks of the combo",
                by.unwrap_or_default()
            );
            cx.rolls("hits", title, rolls.clone())?
        }
    };
    let mut thrown = rolls.into_iter().zip(thrown);
    let mut blows = Vec::new();
    for (place, strike) in strikes.iter().enumerate() {
        let die = if strike.hits(cx.now()) {
            None
        } else {
            thrown.next()
        };
        let which = if cx.heard() {
            which(strikes, place)
        } else {
            String::new()
        };
        blows.push(Blow {
            which,
            ..blow(cx, strike, die)
        });
    }
    Ok(blows)
}

/// Returns the number of an attack among the attacks with the same weapon and target; "" for a single attack.
fn which(strikes: &[Strike], place: usize) -> String {
    let like = |one: &&Strike| {
        let this = &strikes[place];
        one.target == this.target && one.weapon.name() == this.weapon.name()
    };
    let all = strikes.iter().filter(like).count();
    let nth = strikes[..=place].iter().filter(like).count();
    match all {
        1 => String::new(),
        _ => format!(" ({nth} of {all})"),
    }
}

/// Resolves an attack roll; an attack without a roll hits (SEC-62, SEC-65).
fn blow<'a>(cx: &mut Resolver<'_>, strike: &'a Strike, die: Option<(Roll, Rolled)>) -> Blow<'a> {
    let total = strike.cover(cx.now()) == Cover::Total;
    let mut blow = Blow {
        strike,
        which: String::new(),
        comes: true,
        through: total,
        damage: None,
        behind: None,
    };
    let Some((roll, rolled)) = die else {
        if strike.weapon.attack_roll() {
            cx.note(Says::HitWithoutRoll { who: strike.target });
        }
        return blow;
    };
    cx.log_throw(&roll, &rolled);
    if jams(cx, strike.by, &strike.weapon, &rolled) {
        blow.comes = false;
    } else if !rolled.passed() {
        let short = strike.need(cx.now()).total() - rolled.total;
        blow.through = graze::strikes_cover(cx.now(), strike, short);
        blow.comes = blow.through;
        if blow.comes {
            cx.note(Says::StrikesCover {
                who: strike.target,
                short,
            });
        }
    }
    blow
}

/// Returns true if an attack roll jams a weapon, and marks the weapon as jammed (SEC-118).
pub fn jams(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon, rolled: &Rolled) -> bool {
    let jams = weapon.may_jam() && rolled.natural == 1;
    if jams {
        let body = fighter(cx.now(), by).flesh;
        weapon.set(cx, body, at_attack::jammed, true);
        let weapon = weapon.name().to_owned().into();
        cx.note(Says::Jams { who: by, weapon });
    }
    jams
}

/// Resolves a hit against the cover before the action and against the defence; returns true if it still hits (SEC-82,
/// SEC-84).
fn arrives(cx: &mut Resolver<'_>, before: &Encounter, blow: &mut Blow<'_>) -> Step<bool> {
    let strike = blow.strike;
    if blow.through {
        let damage = match strike.damage(cx.now()) {
            Some(roll) => {
                let (by, with) = (cx.name(strike.by), strike.weapon.name());
                let which = blow.which.as_str();
                let cover = cx.now().links_from(BEHIND, strike.target).next();
                let what = match cover {
                    Some(thing) => cx.name(thing),
                    None => format!("the cover of {}", cx.name(strike.target)),
                };
                let title = say!(cx.now(), "{by} strikes {what} with {with}{which}: damage");
                cx.roll(roll.title(title))?.total
            }
            None => 0,
        };
        let Some(behind) = graze::through(cx, before, strike, damage)? else {
            return Ok(false);
        };
        (blow.damage, blow.behind) = (Some(damage), Some(behind));
    }
    if !strike.weapon.attack_roll() {
        return Ok(true);
    }
    let threat = Threat {
        by: strike.by,
        with: format!("{}{}", strike.weapon.said(), blow.which),
        dc: strike.dc(cx.now()),
        flanked: strike.circumstances.flanked,
        area: None,
    };
    Ok(defend(cx, strike.target, &threat)? == Defended::No)
}

/// Rolls the damage of a hit that was not defended (SEC-88).
fn hurts(cx: &mut Resolver<'_>, blow: &Blow<'_>) -> Step<Option<Hit>> {
    let strike = blow.strike;
    let (less, durability) = blow.behind.unwrap_or((0, i64::MIN));
    let damage = match (blow.damage, blow.damage_roll(cx.now())) {
        (Some(damage), _) => damage,
        (None, Some(roll)) => cx.roll(roll)?.total,
        (None, None) => {
            cx.note(Says::NoDamage { who: strike.target });
            return Ok(None);
        }
    };
    let hit = Hit::with(&strike.weapon, strike.by, strike.target, damage - less);
    Ok(Some(Hit {
        aim: strike.aim,
        durability,
        ..hit
    }))
}

/// Damage that reaches a combatant.
#[derive(Clone, Debug)]
pub struct Hit {
    pub target: Id,
    pub damage: i64,
    pub kind: DamageType,
    /// True for non-lethal damage (SEC-93).
    pub nonlethal: bool,
    /// Aim of the attack.
    pub aim: Aim,
    /// Durability of the cover that it penetrated (SEC-82).
    pub durability: i64,
    pub by: Option<Id>,
    /// Name of the weapon.
    pub with: String,
    /// Poison on the weapon, and its doses (SEC-173).
    pub poison: Option<(String, i64)>,
}

impl Hit {
    /// Creates the damage of a weapon.
    pub fn with(weapon: &Weapon, by: Id, target: Id, damage: i64) -> Self {
        let poison = weapon.poison().filter(|key| !key.is_empty());
        Self {
            target,
            damage,
            kind: weapon.damage_type(),
            nonlethal: weapon.nonlethal(),
            aim: Aim::Body,
            durability: i64::MIN,
            by: Some(by),
            with: weapon.name().to_owned(),
            poison: poison.map(|key| (key.to_owned(), weapon.poison_doses())),
        }
    }

    /// Returns the cause of the effects of the hit.
    fn cause(&self) -> Told {
        let weapon = self.with.clone().into();
        Says::With { weapon }.into()
    }
}

/// Checks after a hit, made after all wounds of the action are applied.
struct After {
    part: Part,
    column: Column,
    /// Wound of the target caused by this hit; 0 if none (SEC-114).
    wound: i64,
}

/// Applies several simultaneous hits. The state of each target before the action determines the result (SEC-92, SEC-99,
/// SEC-100). The checks follow in the same order.
pub fn land(cx: &mut Resolver<'_>, hits: &[Hit]) -> Step<()> {
    let mut tolls: Vec<(Id, Toll, &Hit)> = Vec::new();
    let mut afters: Vec<(&Hit, Option<After>)> = Vec::new();
    let before = cx.now().clone();
    for hit in hits {
        let (toll, mut after) = judge(cx, &before, hit)?;
        let place = tolls.iter().position(|(id, ..)| *id == hit.target);
        let place = place.unwrap_or_else(|| {
            tolls.push((hit.target, Toll::default(), hit));
            tolls.len() - 1
        });
        let (_, sum, _) = &mut tolls[place];
        *sum = *sum + toll;
        if let Some(after) = after.as_mut().filter(|_| toll.wounds > 0) {
            after.wound = fighter(&before, hit.target).body.wounds() + sum.wounds;
        }
        afters.push((hit, after));
    }
    for (id, toll, hit) in tolls {
        wounds::suffer(cx, id, toll, &hit.cause())?;
    }
    let mut burnt = Vec::new();
    for (hit, after) in afters {
        if let Some(one) = after {
            called::hurt(cx, hit.target, one.part, one.column, hit.damage, one.wound)?;
        }
        if let Some((key, doses)) = &hit.poison
            && hit.damage > 0
            && !hit.aim.item()
            && !fighter(cx.now(), hit.target).dead()
        {
            let dose = Dose {
                doses: *doses,
                ..Dose::default()
            };
            affliction::catch(cx, hit.target, key, dose);
        }
        if hit.kind == DamageType::Heat && hit.damage > 0 {
            burnt.push(hit.target);
        }
    }
    if !burnt.is_empty() {
        cx.note(Says::MayBurn { who: burnt });
    }
    Ok(())
}

/// Judges one hit by the state before the action: wounds, or other effects of its damage type or aim.
fn judge(cx: &mut Resolver<'_>, before: &Encounter, hit: &Hit) -> Step<(Toll, Option<After>)> {
    let Hit { target, damage, .. } = *hit;
    let one = fighter(before, target);
    if hit.aim.item() {
        let toughness = hit.aim.toughness(before, target);
        let damage = damage::on_things(hit.kind, hit.nonlethal, damage);
        called::strike_item(cx, target, hit.aim, toughness, damage, &hit.cause());
        return Ok((Toll::default(), None));
    }
    if hit.kind.morale() {
        let (will, cause) = (one.will(), hit.cause());
        morale::damage(cx, target, hit.kind, damage, will, hit.by, &cause)?;
        return Ok((Toll::default(), None));
    }
    if hit.kind == DamageType::Emp {
        damage::emp(cx, target, damage);
        return Ok((Toll::default(), None));
    }
    match hit.aim {
        Aim::Part(part) if part != Part::Torso => {
            let more = hit.aim.toughness(before, target) - one.toughness();
            let toughness = one.toughness_behind(hit.durability) + more;
            let column = called::column(damage, toughness);
            let mut toll = called::toll(before, part, column);
            if hit.nonlethal {
                toll = Toll {
                    nonlethal: toll.wounds,
                    fells: false,
                    stuns: toll.fells,
                    ..toll
                };
            }
            damage::tell(cx, target, damage, toughness, toll);
            let after = After {
                part,
                column,
                wound: 0,
            };
            Ok((toll, Some(after)))
        }
        _ => {
            let toughness = one.toughness_behind(hit.durability);
            let toll = damage::judge(before, target, toughness, damage, hit.nonlethal);
            damage::tell(cx, target, damage, toughness, toll);
            Ok((toll, None))
        }
    }
}

/// Logs attacker and target of an attack without a roll.
pub fn announce(cx: &mut Resolver<'_>, by: Id, targets: &[Id], with: &str) {
    let said = Says::Attacks {
        by,
        inside: minds::in_body(cx.now(), by),
        whom: targets.to_vec(),
        with: with.to_owned().into(),
    };
    cx.act(by, said);
}
