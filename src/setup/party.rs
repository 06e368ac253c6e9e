//! Participation of a saved party: in a fight, or between two fights.

use super::newcomer::Newcomer;
use super::{Setup, SideSetup};
use crate::compendium::{Compendium, Creature, Party};
use crate::dice::Seed;
use crate::encounter::{Condition, Encounter, Roller, Stage};
use crate::ron_text::Diagnostic;
use crate::text::{agree, listed};
use crate::values::Id;

impl Newcomer {
    /// Creates a newcomer from a member of a party, for a side.
    fn of_party(party: &Party, member: &Creature, side: &str) -> Self {
        Self {
            party: party.name.clone(),
            ..Self::from_roster(&member.name, 1, side)
        }
    }

    /// Expands a whole party to its members who can fight. Returns any other newcomer alone.
    pub(super) fn members(self, compendium: &Compendium) -> Vec<Self> {
        match compendium.party(&self.party) {
            Ok(party) if self.from.is_empty() => {
                let able = party.able(compendium.schema);
                let member = |one: &Creature| Self {
                    party: party.name.clone(),
                    from: one.name.clone(),
                    ..self.clone()
                };
                able.map(member).collect()
            }
            _ => vec![self],
        }
    }
}

impl Setup {
    /// Adds the members of a party who can fight to a side, as the last fight left them.
    pub(crate) fn take_along(&mut self, party: &Party, side: &str, compendium: &Compendium) {
        self.combatants.extend(able(party, side, compendium));
    }

    /// Returns `true` if a member of a party takes part.
    pub(crate) fn has_party(&self, party: &Party) -> bool {
        self.combatants.iter().any(|one| one.party == party.name)
    }

    /// Replaces the members of the players' side with a party, so that a group can play a bundled fight with its own
    /// characters.
    ///
    /// # Errors
    /// If no side belongs to the players.
    pub fn hand_to(&mut self, party: &Party, compendium: &Compendium) -> Result<(), String> {
        let side = self.sides.iter().find(|side| side.players);
        let side = side
            .ok_or("no side of this fight belongs to the players")?
            .name
            .clone();
        let before = self.combatants.iter().position(|one| one.side == side);
        self.combatants.retain(|one| one.side != side);
        let others = self.combatants.split_off(before.unwrap_or(0));
        self.take_along(party, &side, compendium);
        self.combatants.extend(others);
        Ok(())
    }
}

/// Returns the members of a party who can fight, for a side, as the last fight left them.
pub(crate) fn able(party: &Party, side: &str, compendium: &Compendium) -> Vec<Newcomer> {
    let able = party.able(compendium.schema);
    able.map(|one| Newcomer::of_party(party, one, side))
        .collect()
}

/// Describes the members of a party who can no longer fight, in a sentence without a full stop; `None` if all can
/// fight.
pub(crate) fn left_behind(party: &Party, compendium: &Compendium) -> Option<String> {
    let lost = party.lost(compendium.schema);
    let verb = agree(
        lost.len(),
        "cannot fight and stays",
        "cannot fight and stay",
    );
    (!lost.is_empty()).then(|| format!("{} {verb} behind", listed(&lost)))
}

/// Creates the encounter of a party between two fights, including its dead; `roller` rolls its dice.
///
/// # Errors
/// All errors of the party.
pub fn between_fights(
    compendium: &Compendium,
    party: &Party,
    roller: Roller,
    seed: Seed,
) -> Result<Encounter, Vec<Diagnostic>> {
    let mut setup = Setup::new(compendium.key());
    setup.title.clone_from(&party.name);
    setup.sides = vec![SideSetup {
        name: party.name.clone(),
        players: true,
        rolls: Some(roller),
        ..SideSetup::default()
    }];
    setup.environment_roller = Some(roller);
    let members = party.members.iter();
    let members = members.map(|one| Newcomer::of_party(party, one, &party.name));
    setup.combatants = members.collect();
    if setup.combatants.is_empty() {
        let what = format!("{} has no members: add members to its file", party.name);
        return Err(vec![Diagnostic::new(what)]);
    }
    let mut start = setup.begin(compendium, seed)?;
    start.stage = Stage::Between;
    Ok(start)
}

/// Describes the state of a party's member in a few words: "5/8", "0/8 dead".
pub(crate) fn stands(compendium: &Compendium, of: &Party, member: &Creature) -> String {
    let alone = Party {
        name: of.name.clone(),
        members: vec![member.clone()],
    };
    let Ok(now) = between_fights(compendium, &alone, Roller::Rolled, Seed(0)) else {
        return String::new();
    };
    let (left, most) = compendium.system().row(&now, Id(0)).life;
    let silent = |one: &Condition| {
        let spec = compendium.schema.condition(&one.key);
        spec.is_ok_and(|spec| spec.silent)
    };
    let conditions = member.conditions.iter().filter(|one| !silent(one));
    let mut told = vec![format!("{left}/{most}")];
    told.extend(conditions.map(|one| compendium.schema.called(&one.key)));
    told.join(" ")
}

/// Describes a party in one line: its members with their states.
pub(crate) fn roll_call(compendium: &Compendium, party: &Party) -> String {
    let member = |one: &Creature| format!("{} {}", one.name, stands(compendium, party, one));
    let members: Vec<String> = party.members.iter().map(member).collect();
    members.join(", ")
}
