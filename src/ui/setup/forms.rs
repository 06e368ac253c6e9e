//! Forms over a row of the set-up screen: a combatant with everything about it, its sheet, a side.

use super::{SetupScreen, called, rolls};
use crate::dice::Dice;
use crate::encounter::{
    Choice, Condition, Draft, Encounter, Filled, Form, Kind, Prompt, Question, Record, Refused,
    Roller, Spec, Value,
};
use crate::rules::Capitals;
use crate::rules::compendium::Compendium;
use crate::rules::setup::{Count, HitPoints, Newcomer, Setup, Side};
use crate::session::Preview;
use crate::ui::ask::own_form::{Thrown, previewed};
use crate::ui::ask::{Ask, Asked, Reply};
use crate::ui::sheet::value::read_value;

/// What a form over a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowErrand {
    /// Somebody who fights.
    Newcomer(usize),
    /// Somebody's sheet.
    Sheet(usize),
    /// A side.
    Side(usize),
    /// One more side.
    NewSide,
}

/// A form over a row, and what stands half-answered.
#[derive(Debug)]
pub struct RowForm {
    errand: RowErrand,
    prompt: Prompt,
    ask: Ask,
}

/// What a form over a row comes to.
enum Edit {
    /// Somebody who fights, changed; the sheet stays.
    Newcomer(usize, Box<Newcomer>),
    /// What somebody's sheet gives.
    Sheet(usize, Record),
    /// A side, or one more.
    Side(Option<usize>, Side),
}

impl SetupScreen {
    /// Opens a form over a row.
    pub(crate) fn edit(&mut self, errand: RowErrand, compendium: &Compendium) {
        let title = match errand {
            RowErrand::Newcomer(place) | RowErrand::Sheet(place) => {
                let Some(one) = self.setup.combatants.get(place) else {
                    return;
                };
                match errand {
                    RowErrand::Sheet(_) => format!("Sheet of {}", called(one)),
                    _ => called(one).to_owned(),
                }
            }
            RowErrand::Side(_) => "A side".to_owned(),
            RowErrand::NewSide => "One more side".to_owned(),
        };
        let asked = Prompt {
            question: Question {
                key: "setup".to_owned(),
                who: None,
                nth: 0,
            },
            title,
            hint: String::new(),
            kind: Kind::Form(Vec::new()),
        };
        let body = |f: &mut Form<'_>| self.setup.body(errand, compendium, f);
        let (preview, _) = previewed(self.nobody(), &asked, &Draft::new(), body);
        let mut ask = Ask::new(
            Asked::Prompt(&preview.form),
            self.nobody(),
            Capitals::default(),
        );
        let prompt = preview.form.clone();
        ask.preview = Some(preview);
        self.form = Some(RowForm {
            errand,
            prompt,
            ask,
        });
    }

    /// Lets the form over a row take a key.
    pub(crate) fn with_form(
        &mut self,
        compendium: &Compendium,
        change: impl FnOnce(&mut Ask, Asked<'_>, &Encounter) -> Reply,
    ) -> Option<Reply> {
        let mut form = self.form.take()?;
        let reply = change(&mut form.ask, Asked::Prompt(&form.prompt), self.nobody());
        let (preview, _) = self.filled(&form, compendium);
        form.ask.preview = Some(preview);
        form.ask.settle(Asked::Prompt(&form.prompt));
        self.form = Some(form);
        Some(reply)
    }

    /// The form over a row.
    pub fn prompt(&self) -> Option<(&Prompt, &Ask)> {
        self.form.as_ref().map(|form| (&form.prompt, &form.ask))
    }

    /// How the form over a row stands, and what it comes to.
    fn filled(&self, form: &RowForm, compendium: &Compendium) -> (Preview, Result<Edit, String>) {
        let body = |f: &mut Form<'_>| self.setup.body(form.errand, compendium, f);
        previewed(self.nobody(), &form.prompt, &form.ask.draft, body)
    }

    /// Takes the form over; what is refused is said in it.
    pub(crate) fn take_form(&mut self, compendium: &Compendium) {
        let Some(mut form) = self.form.take() else {
            return;
        };
        match self.filled(&form, compendium).1 {
            Ok(edit) => self.change(|setup| setup.take(edit)),
            Err(why) => {
                form.ask.problem = Some(why);
                self.form = Some(form);
            }
        }
    }
}

impl Setup {
    fn body(&self, errand: RowErrand, compendium: &Compendium, f: &mut Form<'_>) -> Filled<Edit> {
        let gone = || Refused("this row is no more".to_owned());
        match errand {
            RowErrand::Newcomer(place) => {
                let one = self.combatants.get(place).ok_or_else(gone)?;
                self.newcomer(one, compendium, f)
                    .map(|one| Edit::Newcomer(place, Box::new(one)))
            }
            RowErrand::Sheet(place) => {
                let one = self.combatants.get(place).ok_or_else(gone)?;
                sheet(one, compendium, f).map(|sheet| Edit::Sheet(place, sheet))
            }
            RowErrand::Side(place) => {
                let side = self.factions.get(place).ok_or_else(gone)?;
                self.side(Some(place), side, f)
                    .map(|side| Edit::Side(Some(place), side))
            }
            RowErrand::NewSide => {
                let new = Side {
                    name: format!("Side {}", self.factions.len() + 1),
                    ..Side::default()
                };
                self.side(None, &new, f).map(|side| Edit::Side(None, side))
            }
        }
    }

    fn take(&mut self, edit: Edit) {
        match edit {
            Edit::Newcomer(place, new) => {
                if let Some(one) = self.combatants.get_mut(place) {
                    *one = *new;
                }
            }
            Edit::Sheet(place, sheet) => {
                if let Some(one) = self.combatants.get_mut(place) {
                    one.sheet = sheet;
                }
            }
            Edit::Side(place, side) => match place.and_then(|place| self.factions.get_mut(place)) {
                Some(old) => {
                    for one in &mut self.combatants {
                        if one.faction == old.name {
                            one.faction.clone_from(&side.name);
                        }
                    }
                    *old = side;
                }
                None => self.factions.push(side),
            },
        }
    }

    /// Everything about somebody who fights, but for the sheet.
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
        f.hint(|| "a number, sheet, roll, average, most, or dice");
        let hit_points = f.text("points", "hit points", &points(&one.hit_points));
        let sides: Vec<&str> = self.factions.iter().map(|side| &*side.name).collect();
        let side = sides.iter().position(|side| *side == one.faction);
        if let Some(side) = named(f, "side", "side", &sides, side.unwrap_or(0), "") {
            side.clone_into(&mut new.faction);
        }
        new.hidden = f.toggle("hidden", "hidden from the players", one.hidden);
        f.hint(|| "for morale and the like; empty: the side");
        f.text("group", "group", &one.group)
            .trim()
            .clone_into(&mut new.group);
        let had: Vec<&str> = one.conditions.iter().map(|one| &*one.key).collect();
        f.hint(|| known_conditions(compendium));
        let conditions = f.text("conditions", "conditions", &had.join(", "));
        let mut mounts = vec![""];
        for other in &self.combatants {
            if called(other) != called(one) && other.count == Count::Fixed(1) {
                mounts.push(called(other));
            }
        }
        let riding = one.links.iter().find(|(kind, _)| kind == RIDING);
        let mount = riding.and_then(|(_, mount)| mounts.iter().position(|one| one == mount));
        let mount = named(f, "mount", "rides", &mounts, mount.unwrap_or(0), "nobody");
        new.rolls = f.option("rolls", "dice", Thrown::from(one.rolls)).roller();
        f.text("notes", "notes", &one.notes)
            .trim()
            .clone_into(&mut new.notes);

        f.refuse_if(name.is_empty().then_some("give it a name"))?;
        new.name = if name == one.from {
            String::new()
        } else {
            name
        };
        new.count = read_count(&count).map_err(Refused)?;
        new.hit_points = read_points(&hit_points).map_err(Refused)?;
        new.conditions = read_conditions(&conditions, compendium).map_err(Refused)?;
        new.links.retain(|(kind, _)| kind != RIDING);
        if let Some(mount) = mount.filter(|mount| !mount.is_empty()) {
            new.links.push((RIDING.to_owned(), mount.to_owned()));
        }
        Ok(new)
    }

    fn side(&self, place: Option<usize>, side: &Side, f: &mut Form<'_>) -> Filled<Side> {
        let name = f.text("name", "name", &side.name).trim().to_owned();
        let players = f.toggle("players", "run by players", side.players);
        let preset = Thrown::from(Some(rolls(side)));
        let thrown = f.option_of("rolls", "dice", Thrown::OF_A_SIDE, preset);
        f.refuse_if(name.is_empty().then_some("give it a name"))?;
        let mut others = self.factions.iter().enumerate();
        let taken = others.any(|(other, side)| side.name == name && Some(other) != place);
        f.refuse_if(taken.then(|| format!("there is a side called {name} already")))?;
        Ok(Side {
            name,
            players,
            rolls: Some(thrown.roller().unwrap_or(Roller::Rolled)),
        })
    }
}

/// The bond of somebody in the saddle.
const RIDING: &str = "riding";

/// One of some names; "" is shown as `nobody`.
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

/// The values of somebody's sheet, a row each; what differs from the usual is what the sheet gives.
fn sheet(one: &Newcomer, compendium: &Compendium, f: &mut Form<'_>) -> Filled<Record> {
    let usual = match compendium.creature(&one.from) {
        Ok(creature) => creature.given.clone(),
        Err(_) => Record::new(),
    };
    let mut sheet = Record::new();
    for spec in compendium.schema.fields.iter().filter(|spec| !spec.state) {
        let (key, label) = (&*spec.key, &*spec.label);
        let default = usual.get(key).or(spec.default.as_ref());
        let preset = one.sheet.get(key).or(default);
        let number = |least: i64| preset.and_then(Value::as_int).unwrap_or(least.max(0));
        let words = |value: Option<&Value>| value.map(ToString::to_string).unwrap_or_default();
        f.hint(|| spec.help.clone());
        let value = match &spec.kind {
            // A number that may be missing is not given a value by asking for it.
            Spec::Int(..) | Spec::Decimal(..) if preset.is_none() && !spec.required => {
                let typed = f.text(key, label, "");
                match read_value(spec, typed.trim()) {
                    Ok(Some(value)) => value,
                    Ok(None) => continue,
                    Err(why) => return Err(Refused(format!("{label}: {why}"))),
                }
            }
            Spec::Int(least, most) => {
                Value::Int(f.number(key, label, *least..=*most, "", number(*least)))
            }
            Spec::Decimal(parts, least, most) => {
                Value::Int(f.decimal(key, label, *parts, *least..=*most, "", number(*least)))
            }
            Spec::Flag => {
                let preset = preset.and_then(Value::as_flag).unwrap_or(false);
                Value::Flag(f.toggle(key, label, preset))
            }
            Spec::Word(words) if !words.is_empty() => {
                let words: Vec<&str> = words.iter().map(|word| &**word).collect();
                let there = preset.and_then(Value::as_word);
                let place = words.iter().position(|word| there == Some(*word));
                let word = named(f, key, label, &words, place.unwrap_or(0), "");
                Value::Word(word.unwrap_or_default().to_owned())
            }
            Spec::Word(_) => Value::Word(f.text(key, label, &words(preset))),
            Spec::Dice => {
                let text = f.text(key, label, &words(preset));
                match Dice::parse(text.trim()) {
                    Ok(dice) => Value::Dice(dice),
                    Err(_) if text.trim().is_empty() => continue,
                    Err(not) => return Err(Refused(format!("{label}: {not}"))),
                }
            }
            Spec::Records(_) => {
                // Lists are not in the form and stay as they are.
                if let Some(list @ Value::List(_)) = one.sheet.get(key) {
                    sheet.set(key, list.clone());
                }
                continue;
            }
        };
        let empty = matches!(&value, Value::Word(word) if word.is_empty());
        if !empty && default != Some(&value) {
            sheet.set(key, value);
        }
    }
    let mut whole = usual;
    whole.0.extend(sheet.0.clone());
    let completed = compendium.complete(&whole);
    f.refuse_if(completed.err().map(|wrong| wrong.join("; ")))?;
    Ok(sheet)
}

/// Conditions by their words or labels, apart by commas.
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
            None => {
                compendium.schema.condition(word)?;
            }
        }
    }
    Ok(conditions)
}

fn known_conditions(compendium: &Compendium) -> String {
    let labels: Vec<&str> = compendium
        .schema
        .conditions
        .iter()
        .filter(|spec| !spec.silent)
        .map(|spec| spec.label.as_str())
        .take(8)
        .collect();
    labels.join(", ")
}

/// Hit points as the form writes them.
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

fn read_points(text: &str) -> Result<HitPoints, String> {
    let text = text.trim().to_lowercase();
    Ok(match text.as_str() {
        "" | "sheet" => HitPoints::Sheet,
        "roll" | "rolled" => HitPoints::Rolled(None),
        "average" => HitPoints::Average(None),
        "most" | "maximum" => HitPoints::Maximum(None),
        text => match (text.parse::<i64>(), Dice::parse(text)) {
            (Ok(points), _) if (1..=99_999).contains(&points) => HitPoints::Fixed(points),
            (Ok(points), _) => return Err(format!("{points} hit points are too few or too many")),
            (Err(_), Ok(dice)) => HitPoints::Rolled(Some(dice)),
            (Err(_), Err(_)) => {
                return Err(format!(
                    "`{text}` are no hit points: a number, sheet, roll, average, most, or dice"
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
