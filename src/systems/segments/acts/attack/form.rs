//! Form of an attack: target, weapon and circumstances. The rules set the default circumstances, and the GM may change
//! each of them. The result is a [`Strike`].

use crate::systems::prelude::*;
use crate::systems::segments::acts::rows::melee_row;
use crate::systems::segments::acts::scene::{light_row, row};
use crate::systems::segments::combat::{
    Blow, Unexpected, aim_counts, attackers, in_melee, light_of, melee_around, speed_of,
    stray_threshold,
};
use crate::systems::segments::sheet::{Options, Speed, Weapon, WeaponKind, covers, is, speeds};
use crate::systems::segments::state::{
    Deeds, Round, Slot, UNSEEN, active, ambush_degree, ambusher, fighter, others, per_degree,
    reaches,
};

crate::words! {
    /// Intent for an attack that is due.
    enum Intent {
        Attack = "attack",
        /// Another action in place of the attack (SEG-91).
        Other = "other" "another action",
        Pass = "pass" "skip the attack",
    }

    /// Push of a combatant in desperate defence (SEG-92).
    enum Push {
        No = "no" "no push",
        Push = "push" "up to 10 ft",
    }
}

/// Choice for an attack that is due.
pub enum Chosen {
    Strike(Box<Strike>),
    /// Another action in place of the attack, as described by the GM (SEG-91).
    Other(String),
    Pass,
}

/// Attack as filled in on its form.
pub struct Strike {
    pub target: Id,
    /// Name of the weapon on the sheet.
    pub weapon: String,
    pub blow: Blow,
    /// Melee around the target of a shot.
    pub melee: Option<IntoMelee>,
    /// True if the attack also pushes the target (SEG-92).
    pub push: bool,
}

/// Melee into which a shot goes (SEG-110).
pub struct IntoMelee {
    /// Allies of the shooter in the melee, in roster order.
    pub friends: Vec<Id>,
    /// Highest total at which the shot strays to an ally.
    pub threshold: i64,
}

/// Fills in the form of a due attack. `preset` is its current target. Refuses targets out of reach.
pub fn choose(f: &mut Form<'_>, due: &Slot, preset: Id) -> Filled<Chosen> {
    let now = f.now;
    let who = due.who;
    let at = f.pick_ahead("target", preset);
    let at = now.find(at).map_or(preset, |_| at);
    let desperate = fighter(now, at).has(is::DESPERATE_DEFENSE);
    let refused =
        "a push needs a target in desperate defence: choose another target or skip the attack";
    let tell = |intent: &Intent| match intent {
        Intent::Other if !desperate => Choice::of(*intent).refused(refused),
        _ => Choice::of(*intent),
    };
    match f.below(|f| f.option_told("do", "action", Intent::ALL, Intent::Attack, tell)) {
        Intent::Attack => {}
        Intent::Other => return Ok(Chosen::Other(f.below(|f| f.text("what", "what", "")))),
        Intent::Pass => return Ok(Chosen::Pass),
    }
    let target = target(f, due, preset, at);
    let weapon = weapon(f, due);
    let melee = weapon.is_none_or(|weapon| melee_row(f, "mode", "use", weapon, due.melee));
    let (blow, into) = circumstances(f, due, at, weapon, melee, None);
    let may_push = melee && desperate && !Deeds::of(now, who).pushed.contains(&at);
    let push = may_push && f.option("push", "push", Push::No) == Push::Push;
    let target = f.need(target, "pick a target")?;
    let weapon = f.need(weapon, "the sheet has no weapon")?;
    let away = !reaches(now, who, target, melee);
    f.refuse_if(away.then(|| {
        let name = now.name(target);
        format!("{name} is out of reach: one of the two withdrew from the other this round")
    }))?;
    Ok(Chosen::Strike(Box::new(Strike {
        target,
        weapon: weapon.name().to_owned(),
        blow,
        melee: into,
        push,
    })))
}

fn target(f: &mut Form<'_>, due: &Slot, preset: Id, at: Id) -> Option<Id> {
    let now = f.now;
    f.hint(|| match fighter(now, at).stance() {
        None | Some((is::DEFENDING, ..)) => String::new(),
        Some((_, stance, _)) => format!("in {stance}: may choose another target"),
    });
    f.others("is out of the fight");
    f.pick_one("target", "target", || others(now, due.who), Some(preset))
}

fn weapon<'a>(f: &mut Form<'a>, due: &Slot) -> Option<Weapon<'a>> {
    let weapons: Vec<Weapon<'a>> = fighter(f.now, due.who).weapons().collect();
    let declared = weapons.iter().position(|weapon| weapon.name() == due.what);
    let preset = declared.unwrap_or(0);
    if weapons.len() < 2 && declared.is_some() {
        return weapons.first().copied();
    }
    f.hint(|| match declared {
        Some(_) => String::new(),
        None => format!("the {} is no longer on the sheet", due.what),
    });
    Weapon::row(f, "weapon", "weapon", &weapons, preset)
}

/// Asks for the circumstances, with defaults from the rules. For a stray shot, only the circumstances of the target are
/// new. The other circumstances come from the intended shot, `meant` (SEG-112).
pub fn circumstances(
    f: &mut Form<'_>,
    due: &Slot,
    target: Id,
    weapon: Option<Weapon<'_>>,
    melee: bool,
    meant: Option<&Blow>,
) -> (Blow, Option<IntoMelee>) {
    let now = f.now;
    let who = due.who;
    let mut blow = Blow {
        melee,
        stray: meant.is_some(),
        aimed: meant.map_or(!melee && aim_counts(now, who), |meant| meant.aimed),
        ..Blow::default()
    };
    let mut into = None;
    if melee {
        let with = weapon.as_ref().map_or("", Weapon::name);
        let count = attackers(now, (who, with), target, due.count, &[]);
        f.hint(|| "+10 for each attacker after the first");
        blow.attackers = f.number("attackers", "attackers on the target", 1..=50, "", count);
    } else {
        let mut paces = speeds(now);
        let besides = [Speed::Dodging.word(), Speed::Mounted.word()];
        paces.retain(|one| !besides.contains(&&*one.key));
        let usual = speed_of(now, target).word();
        blow.speed = row(f, "speed", "target movement", &paces, usual);
        // A caster cannot dodge (SEG-99).
        blow.dodging =
            !fighter(now, target).has(is::CASTING) && f.toggle("dodging", "target dodges", false);
        blow.mounted = f.toggle("mounted", "on a moving mount", false);
        blow.cover = row(f, "cover", "cover", &covers(now), "");
        if meant.is_none() {
            into = into_melee(f, who, target);
        }
        if weapon.is_some_and(|weapon| weapon.kind() != WeaponKind::Other) {
            let preset = meant.map_or_else(|| in_melee(now, who), |meant| meant.shooter_in_melee);
            blow.shooter_in_melee = f.toggle("shooter_in_melee", "shooter is in melee", preset);
        }
    }
    let surprise = Round::of(now).surprise;
    let stacks = Options::of(now).ambush_stacks_with_surprise()
        && ambusher(now, who)
        && ambush_degree(now, target).is_some_and(|degree| degree >= 3);
    if !surprise || stacks {
        blow.unexpected = unexpected(f);
    }
    if melee || Options::of(now).lighting_on_ranged() {
        let preset = meant.map_or_else(|| light_of(now, who), |meant| meant.lighting.clone());
        blow.lighting = light_row(f, &preset.key);
    }
    let mut unseen = |key: &str, label: &str, from: Id, to: Id| {
        let senses = fighter(now, from).sheet.targeting_sense();
        let unseen = !senses && f.toggle(key, label, now.linked(UNSEEN, from, to));
        unseen.then(|| per_degree(now, from, to).unwrap_or(5))
    };
    blow.blind = unseen("blind", "attacker cannot see the target", who, target);
    blow.unseen = unseen("unseen", "target cannot see the attacker", target, who);
    let preset = meant.map_or(0, |meant| meant.modifier);
    blow.modifier = f.number("modifier", "GM modifier", -200..=200, "", preset);
    (blow, into)
}

fn unexpected(f: &mut Form<'_>) -> Unexpected {
    let tell = |one: &Unexpected| {
        Choice::of(*one).hint(match one {
            Unexpected::No => "",
            Unexpected::InFight => "+10, half DEF",
            Unexpected::NoFight => "+25, magical DEF only; not for an alert guard",
        })
    };
    let all = Unexpected::ALL;
    f.option_told("unexpected", "surprise", all, Unexpected::No, tell)
}

fn into_melee(f: &mut Form<'_>, who: Id, target: Id) -> Option<IntoMelee> {
    let now = f.now;
    let (friends, opponents) = melee_around(now, who, target);
    if !f.toggle("into_melee", "shot into melee", !friends.is_empty()) {
        return None;
    }
    f.hint(|| "the shot may hit an ally");
    let besides = move |id: &Id| *id != who && *id != target;
    let from = || active(now).into_iter().filter(besides);
    let friends = Vec::from_iter(friends);
    f.others("cannot fight, or is the target");
    let mut friends = f.pick("friends", "allies in the melee", from, 0, 50, friends);
    friends.sort();
    let against = opponents.len() as i64;
    let against = f.number("opponents", "opponents in the melee", 1..=50, "", against);
    let mut threshold = 0;
    if !friends.is_empty() {
        let preset = stray_threshold(now, friends.len() as i64, against);
        f.hint(|| "on this total or less, the shot flies toward an ally");
        threshold = f.number("threshold", "stray shot up to", 0..=100, "", preset);
    }
    Some(IntoMelee { friends, threshold })
}
