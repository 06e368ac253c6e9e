//! Stunts: other effects instead of damage (`ALT-54` to `ALT-56`).

use super::attack::Attack;
use super::{gear, wounds};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::{Carried, STRETCH};
use crate::systems::alternation::sheet::weapon::{Weapon, droppable};
use crate::systems::prelude::*;

crate::words! {
    /// Condition of the target after the stunt.
    enum Becomes {
        /// No condition of the rules.
        Nothing = "none",
        Incapacitated = "incapacitated",
        Surrendered = "surrendered",
        Maimed = "maimed",
    }
    /// Duration of the condition.
    enum Lasts {
        /// Condition until the end of the stretch.
        Stretch = "stretch" "until the end of the stretch",
        /// Condition for a number of rounds, including this round.
        Rounds = "rounds" "for rounds",
        /// Condition until the GM clears it.
        Cleared = "cleared" "until cleared",
    }
}

impl Becomes {
    /// Returns the condition and its label in the log.
    fn condition(self) -> Option<(Is, Says)> {
        match self {
            Becomes::Nothing => None,
            Becomes::Incapacitated => Some((is::INCAPACITATED, Says::Incapacitated {})),
            Becomes::Surrendered => Some((is::SURRENDERED, Says::Surrendered {})),
            Becomes::Maimed => Some((is::MAIMED, Says::Maimed {})),
        }
    }
}

/// Stunt as described by its form.
struct Bargain {
    effect: String,
    accepts: bool,
    drops: Vec<Weapon>,
    becomes: Becomes,
    ends: Ends,
}

/// Lets the attacker offer another effect instead of damage. Targets that accept leave the attack (`ALT-54` to
/// `ALT-56`).
pub fn offer(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    for target in attack.targets() {
        let (by, name) = (cx.name(attack.by), cx.name(target));
        let title = say!(cx.now(), "{by} offers {name} an effect instead of damage");
        let bargain = cx.form("stunt", target, title, |f| bargain(f, target))?;
        if !bargain.accepts {
            cx.note(Says::RefusesOffer { who: target });
            continue;
        }
        attack.aims.retain(|aim| aim.target != target);
        let who = target;
        cx.note(match &*bargain.effect {
            "" => Says::AcceptsOffer { who },
            effect => Says::AcceptsEffect {
                who,
                effect: effect.to_owned().into(),
            },
        });
        for weapon in &bargain.drops {
            gear::carry(cx, target, weapon, Carried::Dropped);
        }
        if let Some((is, label)) = bargain.becomes.condition() {
            let condition = Condition::new(is)
                .ends(bargain.ends)
                .because(Says::Stunt {});
            cx.gain(target, condition, label);
            wounds::end_broken_bonds(cx)?;
        }
    }
    Ok(())
}

fn bargain(f: &mut Form<'_>, target: Id) -> Filled<Bargain> {
    let effect = f.text("effect", "effect", "");
    let effect = effect.trim().to_owned();
    let accepts = f.toggle("accepts", "the target accepts", true);
    let drops = drops(f, target);
    let becomes = f.option("condition", "condition", Becomes::Nothing);
    let mut ends = Ends::at(STRETCH);
    if becomes != Becomes::Nothing {
        ends = match f.option("lasts", "lasts", Lasts::Stretch) {
            Lasts::Stretch => Ends::at(STRETCH),
            Lasts::Cleared => Ends::WhenCleared,
            Lasts::Rounds => {
                let rounds = f.amount().number("rounds", "rounds", 1..=999, "", 1);
                let more = u32::try_from(rounds - 1).unwrap_or(0);
                Ends::EndOfRound(f.now.round + more)
            }
        };
    }
    // Targets decline an empty offer, so combatants under automatic control leave its wording to the GM.
    let empty = effect.is_empty() && drops.is_empty() && becomes == Becomes::Nothing;
    f.refuse_if(
        (accepts && empty).then_some("describe the effect, or uncheck `the target accepts`"),
    )?;
    Ok(Bargain {
        effect,
        accepts,
        drops,
        becomes,
        ends,
    })
}

/// Asks which held weapons the target drops, if any.
fn drops(f: &mut Form<'_>, target: Id) -> Vec<Weapon> {
    /// Choice and its weapons.
    type Drop = (String, String, Vec<Weapon>);
    let held = droppable(f.now, target);
    if held.is_empty() {
        return Vec::new();
    }
    let mut all: Vec<Drop> = vec![
        ("none".to_owned(), "none".to_owned(), Vec::new()),
        (
            "all".to_owned(),
            "all held weapons".to_owned(),
            held.clone(),
        ),
    ];
    let each = held.into_iter();
    all.extend(each.map(|weapon| (weapon.word(), weapon.name().to_owned(), vec![weapon])));
    let tell = |(key, label, _): &Drop| Choice::new(key, label);
    let chosen = f.one_of("drops", "dropped weapons", &all, 0, |one| &one.0, tell);
    chosen.map_or(Vec::new(), |(_, _, weapons)| weapons)
}
