//! Forms over a row of the set-up screen: a combatant with everything about it, its sheet, a side.

use super::ask::{Ask, Asked};
use super::own::{Errand, Own};
use super::setup::SetupScreen;
use crate::dice::Dice;
use crate::encounter::Spec;
use crate::encounter::{
    Choice, Condition, Draft, Field, Kind, Prompt, Question, Record, Roller, Value,
};
use crate::rules::book::Book;
use crate::rules::setup::{Count, HitPoints, Side};

/// What a form over a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupErrand {
    /// Somebody who fights.
    Newcomer(usize),
    /// Somebody's sheet.
    Sheet(usize),
    /// A side.
    Side(usize),
    /// One more side.
    NewSide,
}

fn prompt(title: String, fields: Vec<Field>) -> Prompt {
    Prompt {
        question: Question {
            key: "setup".to_owned(),
            who: None,
            nth: 0,
        },
        title,
        hint: String::new(),
        kind: Kind::Form(fields),
    }
}

impl SetupScreen {
    fn open(&mut self, errand: SetupErrand, prompt: Prompt) {
        let ask = Ask::new(Asked::Prompt(&prompt), self.nobody());
        let mut own = Own {
            // The errand of a fight means nothing here; the set-up's own stands beside it.
            errand: Errand::Note,
            prompt,
            ask,
        };
        own.preview(self.nobody());
        self.form = Some((errand, own));
    }

    /// Everything about somebody who fights.
    pub fn edit_newcomer(&mut self, place: usize, book: &Book) {
        let Some(one) = self.setup.combatants.get(place) else {
            return;
        };
        let sides: Vec<Choice> = self
            .setup
            .factions
            .iter()
            .map(|side| Choice::new(side.name.clone(), side.name.clone()))
            .collect();
        let mut others = vec![Choice::new("", "nobody")];
        for other in &self.setup.combatants {
            let name = super::setup::called(other);
            if name != super::setup::called(one) && other.count == Count::Fixed(1) {
                others.push(Choice::new(name, name));
            }
        }
        let mount = one
            .links
            .iter()
            .find(|(kind, _)| kind == "riding")
            .map_or("", |(_, other)| other);
        let conditions: Vec<&str> = one.conditions.iter().map(|one| one.key.as_str()).collect();
        let count = match &one.count {
            Count::Fixed(count) => count.to_string(),
            Count::Dice(dice) => dice.to_string(),
        };
        let fields = vec![
            Field::text("name", "name", super::setup::called(one)),
            Field::text("count", "how many", &count).hint("a number, or dice such as 2d4"),
            Field::text("points", "hit points", &points(&one.hit_points))
                .hint("a number, sheet, roll, average, most, or dice"),
            Field::choice("side", "side", sides, &one.faction),
            Field::toggle("hidden", "hidden from the players", one.hidden),
            Field::text("group", "group", &one.group)
                .hint("for morale and the like; empty: the side"),
            Field::text("conditions", "conditions", &conditions.join(", "))
                .hint(known_conditions(book)),
            Field::choice("mount", "rides", others, mount),
            Field::choice(
                "rolls",
                "dice",
                vec![
                    Choice::new("side", "as the side"),
                    Choice::new("asked", "typed at the table"),
                    Choice::new("rolled", "rolled by the program"),
                ],
                match one.rolls {
                    None => "side",
                    Some(Roller::Asked) => "asked",
                    Some(Roller::Rolled) => "rolled",
                },
            ),
            Field::text("notes", "notes", &one.notes),
        ];
        let title = super::setup::called(one).to_owned();
        self.open(SetupErrand::Newcomer(place), prompt(title, fields));
    }

    /// The values of somebody's sheet.
    pub fn edit_sheet(&mut self, place: usize, book: &Book) {
        let Some(one) = self.setup.combatants.get(place) else {
            return;
        };
        let mut given = book
            .creature(&one.from)
            .map_or_else(|_| Record::new(), |creature| creature.given.clone());
        given.0.extend(one.sheet.0.clone());
        for spec in book.schema.fields.iter() {
            if let (false, Some(default)) = (given.has(&spec.key), &spec.default) {
                given.set(&spec.key, default.clone());
            }
        }
        let mut fields = Vec::new();
        for spec in book.schema.fields.iter().filter(|spec| !spec.state) {
            let value = given.get(&spec.key);
            let field = match &spec.kind {
                Spec::Int(least, most) => {
                    let preset = value.and_then(Value::as_int).unwrap_or(*least.max(&0));
                    Field::number(&spec.key, spec.label.clone(), *least, *most, preset)
                }
                Spec::Halves(least, most) => {
                    let preset = value.and_then(Value::as_int).unwrap_or(*least.max(&0));
                    Field::halves(&spec.key, spec.label.clone(), *least, *most, preset)
                }
                Spec::Flag => {
                    let preset = value.and_then(Value::as_flag).unwrap_or(false);
                    Field::toggle(&spec.key, spec.label.clone(), preset)
                }
                Spec::Word(words) if !words.is_empty() => {
                    let options = words
                        .iter()
                        .map(|word| Choice::new(word.clone(), word.clone()))
                        .collect();
                    let preset = value.and_then(Value::as_word).unwrap_or(&words[0]);
                    Field::choice(&spec.key, spec.label.clone(), options, preset)
                }
                Spec::Word(_) | Spec::Dice => {
                    let preset = value.map(ToString::to_string).unwrap_or_default();
                    Field::text(&spec.key, spec.label.clone(), &preset)
                }
                Spec::Records(_) => continue,
            };
            fields.push(field.hint(spec.help.clone()));
        }
        let title = format!("Sheet of {}", super::setup::called(one));
        self.open(SetupErrand::Sheet(place), prompt(title, fields));
    }

    /// A side, or a new one.
    pub fn edit_side(&mut self, place: Option<usize>) {
        let new = Side {
            name: format!("Side {}", self.setup.factions.len() + 1),
            ..Side::default()
        };
        let side = place
            .and_then(|place| self.setup.factions.get(place))
            .unwrap_or(&new);
        let fields = vec![
            Field::text("name", "name", &side.name),
            Field::toggle("players", "run by players", side.players),
            Field::choice(
                "rolls",
                "dice",
                vec![
                    Choice::new("asked", "typed at the table"),
                    Choice::new("rolled", "rolled by the program"),
                ],
                match super::setup::rolls(side) {
                    Roller::Asked => "asked",
                    Roller::Rolled => "rolled",
                },
            ),
        ];
        let errand = place.map_or(SetupErrand::NewSide, SetupErrand::Side);
        let title = if place.is_some() {
            "A side"
        } else {
            "One more side"
        };
        self.open(errand, prompt(title.to_owned(), fields));
    }

    /// Takes the form over; what is refused is said in it.
    pub fn take_form(&mut self, set: Draft, book: &Book) {
        let Some((errand, _)) = &self.form else {
            return;
        };
        let set = Record(set);
        let taken = match *errand {
            SetupErrand::Newcomer(place) => self.take_newcomer(place, &set, book),
            SetupErrand::Sheet(place) => self.take_sheet(place, &set, book),
            SetupErrand::Side(place) => self.take_side(Some(place), &set),
            SetupErrand::NewSide => self.take_side(None, &set),
        };
        match taken {
            Ok(()) => self.form = None,
            Err(why) => {
                if let Some((_, own)) = &mut self.form {
                    own.ask.problem = Some(why);
                }
            }
        }
    }

    fn take_newcomer(&mut self, place: usize, set: &Record, book: &Book) -> Result<(), String> {
        let count = read_count(set.word("count"))?;
        let points = read_points(set.word("points"))?;
        let mut conditions = Vec::new();
        for word in set.word("conditions").split(',') {
            let word = word.trim();
            if word.is_empty() {
                continue;
            }
            let lower = word.to_lowercase();
            let spec = book
                .schema
                .conditions
                .iter()
                .find(|spec| spec.key == lower || spec.label.to_lowercase() == lower);
            match spec {
                Some(spec) => conditions.push(Condition::named(&spec.key)),
                None => {
                    book.schema.condition(word)?;
                }
            }
        }
        let name = set.word("name").trim().to_owned();
        if name.is_empty() {
            return Err("give it a name".to_owned());
        }
        let rolls = match set.word("rolls") {
            "asked" => Some(Roller::Asked),
            "rolled" => Some(Roller::Rolled),
            _ => None,
        };
        let set = set.clone();
        self.change(|setup| {
            let Some(one) = setup.combatants.get_mut(place) else {
                return;
            };
            one.name = if name == one.from {
                String::new()
            } else {
                name
            };
            one.count = count;
            one.hit_points = points;
            set.word("side").clone_into(&mut one.faction);
            one.hidden = set.flag("hidden");
            set.word("group").trim().clone_into(&mut one.group);
            set.word("notes").trim().clone_into(&mut one.notes);
            one.conditions = conditions;
            one.rolls = rolls;
            one.links.retain(|(kind, _)| kind != "riding");
            if !set.word("mount").is_empty() {
                one.links
                    .push(("riding".to_owned(), set.word("mount").to_owned()));
            }
        });
        Ok(())
    }

    fn take_sheet(&mut self, place: usize, set: &Record, book: &Book) -> Result<(), String> {
        let mut sheet = Record::new();
        let given = self
            .setup
            .combatants
            .get(place)
            .and_then(|one| book.creature(&one.from).ok())
            .map(|creature| creature.given.clone())
            .unwrap_or_default();
        for spec in book.schema.fields.iter().filter(|spec| !spec.state) {
            let Some(value) = set.get(&spec.key) else {
                continue;
            };
            let value = match (&spec.kind, value) {
                (Spec::Dice, Value::Word(word)) if word.trim().is_empty() => continue,
                (Spec::Dice, Value::Word(word)) => match Dice::parse(word.trim()) {
                    Ok(dice) => Value::Dice(dice),
                    Err(not) => return Err(format!("{}: {not}", spec.label)),
                },
                (Spec::Word(_), Value::Word(word)) if word.is_empty() => continue,
                (_, value) => value.clone(),
            };
            let usual = given.get(&spec.key).or(spec.default.as_ref());
            if usual != Some(&value) {
                sheet.set(&spec.key, value);
            }
        }
        let mut whole = given;
        whole.0.extend(sheet.0.clone());
        let kept = self
            .setup
            .combatants
            .get(place)
            .map(|one| one.sheet.clone());
        // Lists are not in the form and stay as they are.
        for (key, value) in kept.unwrap_or_default().0 {
            if matches!(value, Value::List(_)) {
                whole.set(&key, value.clone());
                sheet.set(&key, value);
            }
        }
        book.complete(&whole).map_err(|wrong| wrong.join("; "))?;
        self.change(|setup| {
            if let Some(one) = setup.combatants.get_mut(place) {
                one.sheet = sheet;
            }
        });
        Ok(())
    }

    fn take_side(&mut self, place: Option<usize>, set: &Record) -> Result<(), String> {
        let name = set.word("name").trim().to_owned();
        if name.is_empty() {
            return Err("give it a name".to_owned());
        }
        let taken = self
            .setup
            .factions
            .iter()
            .enumerate()
            .any(|(other, side)| side.name == name && Some(other) != place);
        if taken {
            return Err(format!("there is a side called {name} already"));
        }
        let players = set.flag("players");
        let wanted = if set.word("rolls") == "asked" {
            Roller::Asked
        } else {
            Roller::Rolled
        };
        self.change(|setup| {
            let side = Side {
                name: name.clone(),
                players,
                rolls: Some(wanted),
            };
            match place.and_then(|place| setup.factions.get_mut(place)) {
                Some(old) => {
                    for one in &mut setup.combatants {
                        if one.faction == old.name {
                            one.faction.clone_from(&name);
                        }
                    }
                    *old = side;
                }
                None => setup.factions.push(side),
            }
        });
        Ok(())
    }
}

fn known_conditions(book: &Book) -> String {
    let labels: Vec<&str> = book
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
pub fn points(points: &HitPoints) -> String {
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
