//! Effects of events on an encounter.

use std::sync::Arc;

use super::change::Change;
use super::event::Event;
use super::state::Encounter;
use crate::values::Id;

impl Encounter {
    /// Applies an event to the encounter. The method cannot fail, because events are checked when they are emitted, and
    /// [`Encounter::accepts`] checks events from files. An event that does not fit changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Act { .. }
            | Event::Noted { .. }
            | Event::Amended { .. }
            | Event::Rolled(_)
            | Event::Struck { .. }
            | Event::Landed { .. } => {}
            Event::Changed { who, at, to, .. } => {
                // `accepts` has already rejected every path and value that does not fit.
                let seated = self.find(*who).map(|one| one.sheet.seated(at, to.as_ref()));
                if let Some(Ok((at, to))) = seated {
                    self.change(Change::Cell { who: *who, at, to });
                }
            }
            Event::Gained {
                who,
                condition,
                replaces,
                ..
            } => {
                self.change(Change::Gain {
                    who: *who,
                    condition: condition.clone(),
                    replaces: *replaces,
                });
            }
            Event::Lost {
                who, key, giver, ..
            } => {
                self.change(Change::Lose {
                    who: *who,
                    key,
                    giver: *giver,
                });
            }
            Event::Linked(link) => {
                self.links.add(link);
            }
            Event::Unlinked(link) => self.links.remove(link),
            Event::Adjusted { .. } | Event::Led { .. } | Event::Meanwhile { .. } => {}
            Event::Kept { part, who, to } => {
                if let Some(kind) = self.schema.part(part)
                    && let Ok(held) = kind.read(to)
                {
                    self.change(Change::Keep {
                        who: *who,
                        kind: *kind,
                        held,
                    });
                }
            }
            Event::Round { number, .. } => self.round = *number,
            Event::Turn { who } => self.turn = *who,
            Event::Sided { side } => Arc::make_mut(&mut self.sides).push(side.clone()),
            Event::Fielded { side, party } => {
                let sides = Arc::make_mut(&mut self.sides);
                if let Some(side) = sides.get_mut(side.index()) {
                    side.party.clone_from(party);
                }
            }
            Event::Joined { combatant } => {
                if let Ok(seated) = combatant.seat(&self.schema.fields) {
                    Arc::make_mut(&mut self.combatants).push(Arc::new(seated));
                }
            }
            Event::Left { who, .. } => {
                if let Some(combatant) = self.edit(*who) {
                    combatant.gone = true;
                }
            }
            Event::Returned { who } => {
                if let Some(combatant) = self.edit(*who) {
                    combatant.gone = false;
                }
            }
            Event::Edited {
                who,
                was: _,
                name,
                other_name,
                side,
                group,
                notes,
            } => {
                if let Some(combatant) = self.edit(*who) {
                    if let Some(name) = name {
                        combatant.name.clone_from(name);
                    }
                    if let Some(name) = other_name {
                        combatant.other_name.clone_from(name);
                    }
                    if let Some(side) = side {
                        combatant.side = *side;
                    }
                    if let Some(group) = group {
                        combatant.group.clone_from(group);
                    }
                    if let Some(notes) = notes {
                        combatant.notes.clone_from(notes);
                    }
                }
            }
            Event::Hid { who, hidden } => {
                if let Some(combatant) = self.edit(*who) {
                    combatant.hidden = *hidden;
                }
            }
            Event::CombatantRoller { who, roller } => {
                if let Some(combatant) = self.edit(*who) {
                    combatant.roller = *roller;
                }
            }
            Event::SideRoller {
                side,
                roller,
                typed,
            } => {
                if let Some(side) = Arc::make_mut(&mut self.sides).get_mut(side.index()) {
                    (side.roller, side.typed) = (*roller, *typed);
                }
            }
            Event::CombatantControl { who, control } => {
                if let Some(combatant) = self.edit(*who) {
                    combatant.control = *control;
                }
            }
            Event::SideControl {
                side,
                control,
                tactics,
            } => {
                if let Some(side) = Arc::make_mut(&mut self.sides).get_mut(side.index()) {
                    (side.control, side.tactics) = (*control, *tactics);
                }
            }
            Event::EnvironmentRoller { roller } => self.environment_roller = *roller,
            Event::Notes { text } => self.notes = text.as_str().into(),
            Event::Scheduled(scheduled) => {
                Arc::make_mut(&mut self.scheduled).push(Arc::clone(scheduled));
            }
            Event::CameDue { place, .. } | Event::Unscheduled { place } => {
                let place = *place as usize;
                if place < self.scheduled.len() {
                    Arc::make_mut(&mut self.scheduled).remove(place);
                }
            }
            Event::Staged { stage, .. } => self.stage = *stage,
        }
    }
}

impl Event {
    /// Creates the event that renames a combatant.
    pub fn renamed(now: &Encounter, who: Id, name: String) -> Self {
        Event::Edited {
            who,
            was: now.name(who).to_owned(),
            name: Some(name),
            other_name: None,
            side: None,
            group: None,
            notes: None,
        }
    }
}
