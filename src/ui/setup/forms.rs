//! Forms over a row of the set-up screen with their results: a combatant with all its data, a side, a planned event.

use serde::{Deserialize, Serialize};

use super::people::called;
use crate::compendium::Compendium;
use crate::dice::{Dice, Seed};
use crate::encounter::{Condition, Control, Roller, Timing};
use crate::resolver::{Choice, Filled, Form, Prompt, Refused};
use crate::rules::CapitalGroup;
use crate::rules::called_words::read;
use crate::rules::schedule::{EventRows, coming, something};
use crate::setup::{Count, HitPoints, Newcomer, Planned, Setup, SideSetup};
use crate::ui::ask::Ask;
use crate::ui::ask::own_form::{Led, Thrown, tactics};
use crate::values::unknown;

/// Action keys of the rows of these forms.
pub(super) static CAPITALS: &[CapitalGroup] = &[CapitalGroup {
    prompts: &["setup"],
    rows: &[
        ("name", 'X'),
        ("count", 'H'),
        ("points", 'P'),
        ("side", 'S'),
        ("hidden", 'V'),
        ("other-name", 'U'),
        ("group", 'K'),
        ("conditions", 'I'),
        ("mount", 'B'),
        ("rolls", 'W'),
        ("control", 'L'),
        ("tactics", 'T'),
        ("notes", 'E'),
        ("players", 'D'),
    ],
}];

/// Purpose of a form over a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowErrand {
    Newcomer(usize),
    Side(usize),
    NewSide,
    Coming(usize),
    /// Changes a planned event.
    Event(usize),
    /// Adds a planned event.
    NewEvent,
}

/// Form over a row, with its unfinished answer.
#[derive(Debug)]
pub struct RowForm {
    pub(super) errand: RowErrand,
    pub(super) prompt: Prompt,
    pub(super) ask: Ask,
}

/// Result of a form over a row.
pub(super) enum Edit {
    /// Changed combatant, without the sheet.
    Newcomer(usize, Box<Newcomer>),
    /// Changed or new side.
    Side(Option<usize>, SideSetup),
    Coming(usize, Option<Timing>),
    /// Changed or new planned event.
    Event(Option<usize>, Planned),
}

impl Setup {
    pub(super) fn body(
        &self,
        errand: RowErrand,
        compendium: &Compendium,
        f: &mut Form<'_>,
    ) -> Filled<Edit> {
        let gone = || Refused("this row no longer exists".to_owned());
        match errand {
            RowErrand::Newcomer(place) => {
                let one = self.combatants.get(place).ok_or_else(gone)?;
                self.newcomer(one, compendium, f)
                    .map(|one| Edit::Newcomer(place, Box::new(one)))
            }
            RowErrand::Side(place) => {
                let side = self.sides.get(place).ok_or_else(gone)?;
                self.side(Some(place), side, f)
                    .map(|side| Edit::Side(Some(place), side))
            }
            RowErrand::NewSide => {
                let new = SideSetup {
                    name: format!("Side {}", self.sides.len() + 1),
                    ..SideSetup::default()
                };
                self.side(None, &new, f).map(|side| Edit::Side(None, side))
            }
            RowErrand::Coming(place) => {
                let one = self.combatants.get(place).ok_or_else(gone)?;
                // The key that opened the form asks for a later arrival, so a later arrival is the default.
                let preset = one.at.clone().unwrap_or(Timing::Round(2));
                let at = self.coming(one, Some(&preset), f)?;
                Ok(Edit::Coming(place, at))
            }
            RowErrand::Event(place) => {
                let event = self.events.get(place).ok_or_else(gone)?;
                self.event(event, compendium, f)
                    .map(|event| Edit::Event(Some(place), event))
            }
            RowErrand::NewEvent => {
                let new = Planned {
                    at: Timing::Round(2),
                    text: String::new(),
                    hidden: false,
                    save: String::new(),
                    place: None,
                };
                self.event(&new, compendium, f)
                    .map(|event| Edit::Event(None, event))
            }
        }
    }

    /// Returns the names of the sides.
    fn sides(&self) -> Vec<&str> {
        self.sides.iter().map(|side| &*side.name).collect()
    }

    /// Asks when a combatant joins. By default, the half-down trigger watches the side that the combatant joins.
    fn coming(
        &self,
        one: &Newcomer,
        at: Option<&Timing>,
        f: &mut Form<'_>,
    ) -> Filled<Option<Timing>> {
        let sides = self.sides();
        let own = sides.iter().position(|side| *side == one.side);
        coming(f, at, &sides, own.unwrap_or(0))
    }

    /// Declares the rows of a planned event.
    fn event(&self, event: &Planned, compendium: &Compendium, f: &mut Form<'_>) -> Filled<Planned> {
        let foes = self.sides.iter().position(|side| !side.players);
        let (sides, foes) = (self.sides(), foes.unwrap_or(0));
        let rows = EventRows {
            system: compendium.system(),
            text: &event.text,
            at: &event.at,
            hidden: event.hidden,
            save: &event.save,
        };
        let (text, at, hidden, save) = something(f, rows, &sides, foes, |text| {
            self.understands(text, compendium)
        })?;
        Ok(Planned {
            save,
            at,
            text,
            hidden,
            place: event.place.clone(),
        })
    }

    /// Checks the text of a save. Names cannot be checked before the set-up is valid. Errors in names are reported when
    /// the fight starts.
    fn understands(&self, text: &str, compendium: &Compendium) -> Result<(), String> {
        let people = Self {
            events: Vec::new(),
            ..self.clone()
        };
        match people.begin(compendium, Seed(1)) {
            Ok(now) => read(compendium.system(), &now, text).map(drop),
            Err(_) => Ok(()),
        }
    }

    pub(super) fn take(&mut self, edit: Edit) {
        match edit {
            Edit::Newcomer(place, new) => {
                if let Some(one) = self.combatants.get_mut(place) {
                    *one = *new;
                }
            }
            Edit::Side(place, side) => match place.and_then(|place| self.sides.get_mut(place)) {
                Some(old) => {
                    for one in &mut self.combatants {
                        if one.side == old.name {
                            one.side.clone_from(&side.name);
                        }
                    }
                    let coming = self.combatants.iter_mut().filter_map(|one| one.at.as_mut());
                    let events = self.events.iter_mut().map(|event| &mut event.at);
                    for at in coming.chain(events) {
                        match at {
                            Timing::HalfDown(name) if *name == old.name => {
                                name.clone_from(&side.name)
                            }
                            _ => {}
                        }
                    }
                    *old = side;
                }
                None => self.sides.push(side),
            },
            Edit::Coming(place, at) => {
                if let Some(one) = self.combatants.get_mut(place) {
                    one.at = at;
                }
            }
            Edit::Event(place, event) => match place.and_then(|place| self.events.get_mut(place)) {
                Some(old) => *old = event,
                None => self.events.push(event),
            },
        }
    }

    /// Declares all rows of a combatant except the sheet.
    fn newcomer(
        &self,
        one: &Newcomer,
        compendium: &Compendium,
        f: &mut Form<'_>,
    ) -> Filled<Newcomer> {
        let mut new = one.clone();
        let name = f.text("name", "name", called(one)).trim().to_owned();
        let count = match &one.count {
            Count::Fixed(count) => count.to_string(),
            Count::Dice(dice) => dice.to_string(),
        };
        f.hint(|| "a number, or dice such as 2d4");
        let count = f.text("count", "how many", &count);
        f.hint(|| "a number, dice, roll, average or most; empty: hit points of the sheet");
        let hit_points = match &one.hit_points {
            HitPoints::Sheet => String::new(),
            other => points(other),
        };
        let hit_points = f.text("points", compendium.system().points(), &hit_points);
        let sides = self.sides();
        let side = sides.iter().position(|side| *side == one.side);
        if let Some(side) = named(f, "side", "side", &sides, side.unwrap_or(0), "") {
            side.clone_into(&mut new.side);
        }
        let at = self.coming(one, one.at.as_ref(), f);
        new.hidden = f.toggle("hidden", "hidden from the players", one.hidden);
        f.hint(|| "the players see this name instead of the real one");
        f.text("other-name", "name for the players", &one.other_name)
            .trim()
            .clone_into(&mut new.other_name);
        f.hint(|| "for morale and initiative; empty: the whole side");
        f.text("group", "group", &one.group)
            .trim()
            .clone_into(&mut new.group);
        let had = one.conditions.iter();
        let had = had.map(|one| compendium.schema.called(&one.key));
        let had: Vec<String> = had.collect();
        f.hint(|| known_conditions(compendium));
        let conditions = f.text("conditions", "conditions", &had.join(", "));
        let mut mounts = vec![""];
        for other in &self.combatants {
            if called(other) != called(one) && other.count == Count::Fixed(1) {
                mounts.push(called(other));
            }
        }
        let rides = compendium.schema.rides;
        let riding = one.links.iter().find(|(kind, _)| kind == rides);
        let mount = riding.and_then(|(_, mount)| mounts.iter().position(|one| one == mount));
        let mount = match rides {
            "" => None,
            _ => named(f, "mount", "rides", &mounts, mount.unwrap_or(0), "no mount"),
        };
        new.rolls = f
            .option_of("rolls", "dice", Thrown::OF_ONE, Thrown::from(one.rolls))
            .roller();
        new.control = f
            .option("control", "control", Led::from(one.control))
            .control();
        f.text("notes", "notes", &one.notes)
            .trim()
            .clone_into(&mut new.notes);

        f.refuse_if(name.is_empty().then_some("enter a name"))?;
        new.at = at?;
        new.name = if name == one.from {
            String::new()
        } else {
            name
        };
        new.count = read_count(&count).map_err(Refused)?;
        new.hit_points = read_points(&hit_points).map_err(Refused)?;
        new.conditions = read_conditions(&conditions, compendium).map_err(Refused)?;
        new.links.retain(|(kind, _)| kind != rides);
        if let Some(mount) = mount.filter(|mount| !mount.is_empty()) {
            new.links.push((rides.to_owned(), mount.to_owned()));
        }
        Ok(new)
    }

    fn side(&self, place: Option<usize>, side: &SideSetup, f: &mut Form<'_>) -> Filled<SideSetup> {
        let name = f.text("name", "name", &side.name).trim().to_owned();
        let players = f.toggle("players", "players' side", side.players);
        let typed = side.typed.unwrap_or_default();
        let preset = Thrown::of(side.throws(), typed);
        let thrown = f.option_of("rolls", "dice", Thrown::of_a_side(side.throws()), preset);
        let control = f.option("control", "control", side.control);
        let tactics = match control {
            Control::Gm => side.tactics,
            _ => tactics(f, "tactics", side.tactics)?,
        };
        f.refuse_if(name.is_empty().then_some("enter a name"))?;
        let mut others = self.sides.iter().enumerate();
        let taken = others.any(|(other, side)| side.name == name && Some(other) != place);
        f.refuse_if(taken.then(|| format!("a side called {name} already exists")))?;
        Ok(SideSetup {
            name,
            players,
            rolls: Some(thrown.roller().unwrap_or(Roller::Rolled)),
            typed: side
                .typed
                .or(Some(typed))
                .map(|before| thrown.typed(before)),
            control,
            tactics,
        })
    }
}

/// Declares a row with a choice of names; "" is shown as `nobody`.
fn named<'n>(
    f: &mut Form<'_>,
    key: &str,
    label: &str,
    names: &[&'n str],
    preset: usize,
    nobody: &str,
) -> Option<&'n str> {
    let tell = |name: &&str| Choice::new(*name, if name.is_empty() { nobody } else { name });
    f.one_of(key, label, names, preset, |name| name, tell)
}

/// Parses conditions by key or label, separated by commas.
fn read_conditions(text: &str, compendium: &Compendium) -> Result<Vec<Condition>, String> {
    let mut conditions = Vec::new();
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        let lower = word.to_lowercase();
        let mut known = compendium.schema.conditions.iter();
        match known.find(|spec| spec.key == lower || spec.label.to_lowercase() == lower) {
            Some(spec) => conditions.push(Condition::named(&spec.key)),
            None => return Err(unknown("condition", word, labels(compendium))),
        }
    }
    Ok(conditions)
}

/// Lists the labels of the conditions that a combatant may start with.
fn labels(compendium: &Compendium) -> impl Iterator<Item = &str> {
    let told = compendium.schema.conditions.iter();
    let told = told.filter(|spec| !spec.silent);
    told.map(|spec| spec.label.as_str())
}

fn known_conditions(compendium: &Compendium) -> String {
    let labels: Vec<&str> = labels(compendium).take(8).collect();
    labels.join(", ")
}

/// Describes hit points for a line: "1 hit point", "2d6 hit points"; `None` for the hit points of the sheet.
pub(crate) fn points_said(said: &HitPoints, compendium: &Compendium) -> Option<String> {
    let what = compendium.system().points();
    match said {
        HitPoints::Sheet => None,
        HitPoints::Fixed(1) => Some(format!("1 {}", what.trim_end_matches('s'))),
        HitPoints::Rolled(None) => Some(format!("{what} rolled")),
        other => Some(format!("{} {what}", points(other))),
    }
}

/// Formats hit points for the form.
pub(crate) fn points(points: &HitPoints) -> String {
    match points {
        HitPoints::Sheet => "sheet".to_owned(),
        HitPoints::Fixed(points) => points.to_string(),
        HitPoints::Rolled(None) => "roll".to_owned(),
        HitPoints::Rolled(Some(dice)) => dice.to_string(),
        HitPoints::Average(_) => "average".to_owned(),
        HitPoints::Maximum(_) => "most".to_owned(),
    }
}

/// Parses hit points from the form.
///
/// # Errors
/// If the text is invalid; the error lists the valid forms.
pub(crate) fn read_points(text: &str) -> Result<HitPoints, String> {
    let text = text.trim().to_lowercase();
    Ok(match text.as_str() {
        "" | "sheet" => HitPoints::Sheet,
        "roll" | "rolled" => HitPoints::Rolled(None),
        "average" => HitPoints::Average(None),
        "most" | "maximum" => HitPoints::Maximum(None),
        text => match (text.parse::<i64>(), Dice::parse(text)) {
            (Ok(points), _) if (1..=99_999).contains(&points) => HitPoints::Fixed(points),
            (Ok(points), _) => return Err(format!("hit points must be 1 to 99999, not {points}")),
            (Err(_), Ok(dice)) => HitPoints::Rolled(Some(dice)),
            (Err(_), Err(_)) => {
                return Err(format!(
                    "`{text}` is not valid: write a number, sheet, roll, average, most, or dice"
                ));
            }
        },
    })
}

fn read_count(text: &str) -> Result<Count, String> {
    let text = text.trim();
    match (text.parse::<u32>(), Dice::parse(text)) {
        (Ok(count), _) if (1..=999).contains(&count) => Ok(Count::Fixed(count)),
        (Ok(count), _) => Err(format!("{count} is not between 1 and 999")),
        (Err(_), Ok(dice)) => Ok(Count::Dice(dice)),
        (Err(_), Err(_)) => Err(format!("`{text}` is neither a number nor dice")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems;

    #[test]
    fn a_condition_is_read_by_its_listed_label() {
        for system in systems::all() {
            let compendium = Compendium::outline(*system);
            for spec in &compendium.schema.conditions {
                let read = read_conditions(&spec.label, &compendium);
                let keys = read.map(|all| all.into_iter().map(|one| one.key).collect());
                assert_eq!(keys, Ok(vec![spec.key.clone()]), "{}", system.key());
            }
        }
        let seconds = systems::all().iter().find(|one| one.key() == "seconds");
        let seconds = Compendium::outline(*seconds.expect("it is bundled"));
        let refused = read_conditions("nonsense", &seconds).expect_err("no such condition");
        let named = ["flat-footed", "flat_footed"].map(|word| refused.contains(word));
        assert_eq!(named, [true, false], "{refused}");
    }
}
