//! States of combatants in words: states that the system names, and all other conditions.

use crate::encounter::{Condition, Encounter, Ends};
use crate::text::counted;
use crate::values::Id;

use super::panes::RowView;
use super::system::System;

/// Lists the states of a combatant: the system's words, the other conditions, and last the states of the combatant's
/// equipment.
pub fn states(system: &dyn System, now: &Encounter, id: Id, row: &RowView) -> Vec<String> {
    let combatant = now.get(id);
    let mut states = Vec::new();
    if combatant.gone {
        states.push("left".to_owned());
    }
    states.extend(row.state.iter().chain(&row.status).cloned());
    for (nth, condition) in combatant.conditions.iter().enumerate() {
        let key = &condition.key;
        if row.names.iter().any(|is| is.0 == key) {
            continue;
        }
        let silent = now.schema.condition(key).is_ok_and(|spec| spec.silent);
        let first = combatant.conditions.iter().position(|one| one.key == *key);
        if silent || first != Some(nth) {
            continue;
        }
        let spec = now.schema.condition(key);
        let mut label = spec.map_or_else(
            |_| now.schema.called(key),
            |spec| spec.called(&now.told(&condition.cause)),
        );
        if now.schema.condition(key).is_ok_and(|spec| spec.counted) {
            label = format!("{label} {}", condition.value.max(1));
        }
        let all = combatant.conditions.iter().filter(|one| one.key == *key);
        states.push(format!("{label}{}", lefts(system, now, id, all)));
    }
    if !combatant.other_name.is_empty() {
        states.push(format!("players see \"{}\"", combatant.other_name));
    }
    states.extend(row.gear.iter().chain(&row.stock).cloned());
    states
}

/// Returns the remaining duration of a condition as a short text in brackets; rounds are counted as for rulings.
pub fn left(system: &dyn System, now: &Encounter, who: Id, condition: &Condition) -> String {
    let length = length(system, now, who, condition, false);
    length.map_or_else(String::new, |length| format!(" ({length})"))
}

/// Returns the number of entries of one condition. If every entry has a source or a duration, also returns the source
/// and the duration of each entry.
fn lefts<'c>(
    system: &dyn System,
    now: &Encounter,
    bearer: Id,
    all: impl Iterator<Item = &'c Condition>,
) -> String {
    let each: Vec<String> = all
        .map(|one| {
            let waits_for = match one.ends {
                Ends::Turn { whose, .. } => Some(whose),
                _ => None,
            };
            let by = one.by.filter(|by| *by != bearer && waits_for != Some(*by));
            let by = by.and_then(|by| Some(now.find(by)?.name.to_string()));
            let said: Vec<String> = by
                .into_iter()
                .chain(length(system, now, bearer, one, true))
                .collect();
            said.join(", ")
        })
        .collect();
    let all_said = each.iter().all(|said| !said.is_empty());
    let between = if each.iter().any(|said| said.contains(", ")) {
        "; "
    } else {
        ", "
    };
    let said = if all_said {
        format!(" ({})", each.join(between))
    } else {
        String::new()
    };
    match each.len() {
        1 => said,
        givers => format!(" ×{givers}{said}"),
    }
}

/// Returns the remaining duration of a condition. With `short`, a turn in a later round is only the round: "r11".
fn length(
    system: &dyn System,
    now: &Encounter,
    who: Id,
    condition: &Condition,
    short: bool,
) -> Option<String> {
    let last = match &condition.ends {
        Ends::EndOfRound(last) => last,
        Ends::Turn {
            moment,
            whose,
            from,
            ..
        } => {
            if let Some(time) = now.schema.long_time(from.saturating_sub(now.round)) {
                return Some(time);
            }
            if short && *from > now.round {
                return Some(format!("r{from}"));
            }
            let moment = now.schema.moment(moment).ok()?;
            let whose = format!("{}'s", now.find(*whose)?.name);
            let told = if *from > now.round {
                moment.told_in_round(&whose, *from)
            } else {
                moment.told(&whose)
            };
            return Some(format!("until {}", told.trim_start_matches("start of ")));
        }
        Ends::WhenCleared | Ends::At(_) => return system.lasts(now, condition),
    };
    let Ends::EndOfRound(first) = system.ends_after(now, who, 1) else {
        return None;
    };
    let unit = unit(now);
    Some(match last.saturating_add(1).saturating_sub(first) {
        0 => format!("this {unit}"),
        left => match now.schema.long_time(left) {
            Some(time) => time,
            None => counted(left.into(), unit),
        },
    })
}

/// Returns the unit of condition durations: "round", or "turn" if they last for turns of their bearer.
pub(crate) fn unit(now: &Encounter) -> &'static str {
    if now.schema.own_turns {
        "turn"
    } else {
        "round"
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compendium::Compendium;
    use crate::setup;

    #[test]
    fn a_condition_set_by_the_gm_for_one_round_lasts_one_round_in_every_system() {
        for system in crate::systems::all() {
            let (compendium, _) = Compendium::built_in(*system);
            let setup = &setup::bundled(&compendium).0[0].setup;
            let start = setup.begin(&compendium, crate::dice::Seed(1));
            let mut now = start.expect("a fight");
            let who = now.ids().next().expect("somebody");
            now.round = 3;
            let shown = |now: &Encounter, ends| {
                let condition = Condition::named("dazed").ends(ends);
                left(*system, now, who, &condition)
            };
            let (key, unit) = (system.key(), unit(&now));
            let ends = system.ends_after(&now, who, 2);
            assert_eq!(shown(&now, ends.clone()), format!(" (2 {unit}s)"), "{key}");
            now.round = 4;
            assert_eq!(shown(&now, ends), format!(" (1 {unit})"), "{key}");
            assert_eq!(shown(&now, Ends::EndOfRound(3)), format!(" (this {unit})"));
            assert_eq!(shown(&now, Ends::At("stretch".to_owned())), "");
        }
    }

    #[test]
    fn the_text_of_a_condition_names_its_sources_and_durations() {
        for system in crate::systems::all() {
            let (compendium, _) = Compendium::built_in(*system);
            let setup = &setup::bundled(&compendium).0[0].setup;
            let now = setup
                .begin(&compendium, crate::dice::Seed(1))
                .expect("a fight");
            let ids: Vec<Id> = now.ids().take(3).collect();
            let (first, second) = (now.name(ids[1]), now.name(ids[2]));
            let dazed = || Condition::named("dazed");
            let rounds = || dazed().ends(system.ends_after(&now, ids[0], 2));
            let said = |all: &[Condition]| lefts(*system, &now, ids[0], all.iter());
            assert_eq!(said(&[dazed()]), "");
            assert_eq!(said(&[dazed().by(ids[0])]), "", "its own");
            assert_eq!(said(&[dazed().by(ids[1])]), format!(" ({first})"));
            let two = format!("2 {}s", unit(&now));
            let both = [dazed().by(ids[1]), dazed().by(ids[2])];
            assert_eq!(said(&both), format!(" ×2 ({first}, {second})"));
            let counted = [rounds().by(ids[1]), rounds()];
            assert_eq!(said(&counted), format!(" ×2 ({first}, {two}; {two})"));
            assert_eq!(said(&[rounds().by(ids[1]), dazed()]), " ×2");
        }
    }

    #[test]
    fn a_row_names_each_condition_once() {
        for system in crate::systems::all() {
            let (compendium, _) = Compendium::built_in(*system);
            let setup = &setup::bundled(&compendium).0[0].setup;
            let start = setup.begin(&compendium, crate::dice::Seed(1));
            let start = start.expect("a fight");
            let one = start.ids().next().expect("somebody");
            let said = |now: &Encounter| states(*system, now, one, &system.row(now, one));
            let before = said(&start);
            let shown = start.schema.conditions.iter();
            for spec in shown.filter(|spec| !spec.silent) {
                let mut now = start.clone();
                let condition = Condition::named(&spec.key);
                let combatants = Arc::make_mut(&mut now.combatants);
                Arc::make_mut(&mut combatants[one.index()])
                    .conditions
                    .push(condition);
                let after = said(&now);
                let new = after.iter().filter(|state| !before.contains(state)).count();
                let told = system
                    .row(&now, one)
                    .names
                    .iter()
                    .any(|is| is.0 == spec.key);
                let of = format!("{} {}: {after:?}", system.key(), spec.key);
                assert!(new == 1 || told && new == 0, "{of}");
            }
        }
    }
}
