//! Execution of a command in any system: an action of its table, or a ruling of the GM.

use crate::encounter::{Encounter, Stage};
use crate::resolver::{Command, Resolver, Step};
use crate::values::{Id, SideId};

use super::action::{self, Action, Entry, Offer};
use super::ruling;
use super::system::System;

/// Returns the state of the fight for the header.
pub fn headline(system: &dyn System, now: &Encounter) -> String {
    match now.stage {
        Stage::Setup => "setting up".to_owned(),
        Stage::Fighting => system.headline(now),
        Stage::Over | Stage::Between => now.stage.word().to_owned(),
    }
}

/// Executes a command of any kind. Rulings are shared by all systems; all other commands belong to the system.
pub fn resolve(system: &dyn System, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
    cx.knows(command)?;
    if !command.led.is_empty() {
        let chosen = !system.chooses(cx.now(), command).is_empty();
        let side = side(system, cx.now(), command);
        cx.led(command.who.filter(|_| !chosen), side, &command.led);
    }
    if command.ruling {
        return ruling::resolve(system, cx, command);
    }
    match action(system, command) {
        Some(action) => action.play(cx, command),
        None => cx.broken(format!("unknown action `{}`", command.action)),
    }
}

/// Completes a command when it starts. An action for all remaining combatants names the combatants. The end of the
/// fight names the combatants who are up.
pub fn meant(system: &dyn System, now: &Encounter, command: Command) -> Command {
    match action(system, &command) {
        Some(action) if action.ends && !command.ruling => {
            let stands = |id: &Id| system.stands(now, *id);
            let whom = now.present().filter(stands).collect();
            Command { whom, ..command }
        }
        Some(action) if !command.ruling => action.meant(now, command),
        _ => command,
    }
}

/// Returns `true` if a command ended a fight without a combatant who is up now.
pub fn is_outlived(system: &dyn System, now: &Encounter, command: &Command) -> bool {
    let ends = action(system, command).is_some_and(|action| action.ends);
    let new = |id: Id| !command.whom.contains(&id) && system.stands(now, id);
    ends && !command.ruling && !command.whom.is_empty() && now.present().any(new)
}

/// Returns the side that decides to start a command; `None` if no single side decides.
pub fn side(system: &dyn System, now: &Encounter, command: &Command) -> Option<SideId> {
    let chooses = system.chooses(now, command);
    let whose = if chooses.is_empty() {
        command.who.as_slice()
    } else {
        &chooses
    };
    let mut sides = whose
        .iter()
        .filter_map(|id| now.find(*id))
        .map(|one| one.side);
    match sides.next() {
        Some(first) => sides.all(|side| side == first).then_some(first),
        None => command.side,
    }
}

/// Returns the menu entry of a command that may start now: one of `offers`, or a command that may start between any two
/// other commands. Returns `None` for all other commands.
pub fn entry(
    system: &dyn System,
    now: &Encounter,
    offers: &[Offer],
    command: &Command,
) -> Option<Entry> {
    let action = action(system, command)?;
    let plain = command.plain();
    let is = |offer: &Offer| offer.command == plain;
    let offered = offers.iter().find(|offer| is(offer)).cloned();
    // Computes only this action, not all actions that may start between two commands.
    let extra = || action.offers(now).filter(|_| action.is_extra()).find(is);
    Some(action.entry(now, &offered.or_else(extra)?))
}

/// Returns the table row of a command.
pub fn action(system: &dyn System, command: &Command) -> Option<&'static Action> {
    action::row(system.actions(), command)
}
