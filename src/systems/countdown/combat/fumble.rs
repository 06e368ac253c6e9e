//! Natural 1 (17.0.4, T-5): broken and dropped weapons, stumbles, and free attacks that may fumble in turn.

use super::circumstances::Purpose;
use super::strike::Strike;
use super::{checks, reactions, wounds};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{
    FreeAttackChain, Kind, Mishap, NaturalOne, Options, State, at_attack, is,
};
use crate::systems::countdown::state::fighter;
use crate::systems::prelude::*;

/// Rolls the plain d20 after a natural 1 (CTD-96).
pub fn roll(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    let (by, name) = (strike.by, cx.name(strike.by));
    let title = say!(cx.now(), "Natural 1: what goes wrong for {name}?");
    let die = Roll::new("fumble", by, Says::FumbleRoll {}, Dice::d(20))
        .title(title)
        .hint(
            "1-2 weapon breaks, 3-5 stumbles, 6-10 leaves an opening, 11-15 drops weapon, 16-20 no effect",
        );
    let number = cx.roll(die)?.total;
    match NaturalOne::of(cx.now(), number).effect() {
        Mishap::Breaks => loses(cx, strike, true),
        Mishap::Stumbles => {
            cx.note(Says::Stumbles { who: by });
            stumbles(cx, by)?;
        }
        Mishap::Sloppy => {
            cx.note(Says::LeavesOpening { who: by });
            sloppy(cx, strike, actor)?;
        }
        Mishap::Drops => loses(cx, strike, false),
        Mishap::Miss => cx.note(Says::NoFurtherEffect {}),
    }
    Ok(())
}

/// Breaks the weapon (CTD-97), or drops it until the END step of the next round (CTD-102). Claws, fists and flasks
/// cannot break or drop, and unbreakable weapons cannot break (CTD-105). In all cases the combatant makes no attack
/// rolls in the next round (CTD-104).
fn loses(cx: &mut Resolver<'_>, strike: &Strike, breaks: bool) {
    let (who, weapon, next) = (strike.by, &strike.weapon, cx.now().round + 1);
    let arm = weapon.name().to_owned().into();
    let firm = weapon.kind() == Kind::Grenade || weapon.bodily();
    if breaks && (firm || weapon.unbreakable()) {
        cx.note(Says::CannotBreak { who, weapon: arm });
    } else if breaks {
        weapon.set(cx, who, at_attack::state, State::Broken);
        cx.note(Says::Breaks { who, weapon: arm });
    } else if firm {
        cx.note(Says::CannotBeDropped { who, weapon: arm });
    } else {
        // A thrown weapon also counts as dropped and stays where it landed.
        weapon.set(cx, who, at_attack::state, State::Dropped);
        weapon.set(cx, who, at_attack::recover_round, Some(next.into()));
        cx.note(Says::Drops { who, weapon: arm });
    }
    let condition = Condition::new(is::NO_ATTACK).ends(Ends::EndOfRound(next));
    wounds::gain(cx, who, condition.value(next.into()));
}

/// Rolls a DEX check against DC 20; a failure means -1 on attacks and grapple checks for 1d2 rounds (CTD-98). The
/// effect is immediate, because it hampers the attacker's own rolls (CTD-35).
fn stumbles(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let (dex, name) = (fighter(cx.now(), by).dex_mod(), cx.name(by));
    if checks::check(cx, by, "dex-check", ("DEX", dex), 20, "stay upright")? {
        return Ok(());
    }
    let title = say!(cx.now(), "{name} stumbles. For how many rounds?");
    let roll = Roll::new("stumble-rounds", by, Says::StumbleRounds {}, Dice::d(2));
    let rounds = cx.roll(roll.title(title))?.total;
    let ends = wounds::for_rounds(cx.now(), rounds);
    wounds::gain(cx, by, Condition::new(is::STUMBLING).ends(ends));
    Ok(())
}

/// Rolls a DEX check against DC 15; after a failure the target may make a free attack (CTD-99 to CTD-101).
fn sloppy(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    let (by, chains) = (strike.by, Options::of(cx.now()).free_attack_chain());
    if strike.purpose == Purpose::Free && chains == FreeAttackChain::OneLink {
        cx.note(Says::NoChain {});
        return Ok(());
    }
    let dex = fighter(cx.now(), by).dex_mod();
    if checks::check(cx, by, "dex-check", ("DEX", dex), 15, "cover the opening")? {
        Ok(())
    } else {
        reactions::free_attack(cx, strike, actor)
    }
}
