//! The sentences of stat blocks: "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage."

use super::record::{Cell, Foreign};
use crate::dice::Dice;

/// An action of a stat block: its name and its sentences.
pub(super) struct Deed {
    name: String,
    text: String,
}

impl Deed {
    /// Of its name and its sentences in whatever form.
    pub(super) fn new(name: impl Into<String>, text: &str) -> Self {
        let text = older(&untagged(&text.replace(['\u{2212}', '\u{2013}'], "-")));
        Self {
            name: name.into(),
            text,
        }
    }

    /// Whether it is an attack by what it says.
    pub(super) fn is_attack(&self) -> bool {
        self.text.contains("to hit")
    }
}

/// Without the marks of a program: "{@atk mw} {@hit 4} to hit … {@damage 1d6 + 2}".
fn untagged(text: &str) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some((before, mark)) = rest.split_once("{@") {
        all += before;
        let (mark, after) = mark.split_once('}').unwrap_or((mark, ""));
        let (tag, said) = mark.split_once(' ').unwrap_or((mark, ""));
        let (melee, ranged) = (said.contains('m'), said.contains('r'));
        let kind = match (melee, ranged) {
            (true, true) => "Melee or Ranged",
            (false, true) => "Ranged",
            _ => "Melee",
        };
        all += &match tag {
            "atk" => format!("{kind} Attack:"),
            "atkr" => format!("{kind} Attack Roll:"),
            "hit" if !said.starts_with(['+', '-']) => format!("+{said}"),
            "h" => "Hit: ".to_owned(),
            "dc" => format!("DC {said}"),
            "actSave" => format!("{said} Saving Throw:"),
            _ => said.split('|').next().unwrap_or_default().to_owned(),
        };
        rest = after;
    }
    all + rest
}

/// In the form of 2014 what is written in that of 2024: "Melee Attack Roll: +4, reach", "Dexterity Saving Throw: DC 12".
fn older(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some((before, after)) = text.split_once("Attack Roll:") {
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
        let (bonus, rest) = after.split_at(end.unwrap_or(after.len()));
        text = format!("{before}Attack: {bonus} to hit{rest}");
    }
    if let Some((before, after)) = text.split_once(" Saving Throw: DC ") {
        let end = after.find(|c: char| !c.is_ascii_digit());
        let (dc, rest) = after.split_at(end.unwrap_or(after.len()));
        let (before, ability) = before.rsplit_once(' ').unwrap_or(("", before));
        text = format!("{before} DC {dc} {ability} saving throw{rest}");
    }
    text
}

/// What a hit may bring, as stat blocks call it.
const BROUGHT: [&str; 9] = [
    "prone",
    "grappled",
    "poisoned",
    "restrained",
    "paralyzed",
    "stunned",
    "frightened",
    "blinded",
    "charmed",
];
/// The list of what is saved against.
pub(super) const POWERS: &str = "powers";
/// Numbers in words, from one.
const NUMBERS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// What somebody does by its stat block: attacks as rows, what is saved against as powers, whatever else by its name, and how
/// many attacks go together.
pub(super) fn deeds(found: &mut Foreign, all: &[Deed]) -> Vec<Foreign> {
    let mut attacks: Vec<Foreign> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut powers: Vec<Foreign> = Vec::new();
    let mut together = None;
    for (nth, deed) in all.iter().enumerate() {
        if deed.name.to_lowercase().starts_with("multiattack") {
            together = Some(deed);
        } else if let Some(mut attack) = attack(&deed.name, &deed.text) {
            attack.place = format!("attack {}", nth + 1);
            attacks.push(attack);
            names.push(&deed.name);
        } else if let Some(mut power) = power(&deed.name, &deed.text) {
            power.place = format!("action {}", deed.name);
            powers.push(power);
        } else {
            found.put(format!("action {}", deed.name), &deed.text);
        }
    }
    if !powers.is_empty() {
        found.fields.push((POWERS.into(), Cell::Rows(powers)));
    }
    if let Some(deed) = together {
        let times = times(&deed.text, &names);
        if times.iter().any(|times| *times > 0) {
            found.put("multiattack", "yes");
            for (attack, times) in attacks.iter_mut().zip(times) {
                if times > 0 {
                    attack.put("times in a multiattack", &times.to_string());
                }
            }
        } else {
            found.put(format!("action {}", deed.name), &deed.text)
        }
    }
    attacks
}

/// How often each of these attacks is made in a multiattack: the number in words before its name; where no name is said, the
/// first attack as often as the first number says.
fn times(text: &str, names: &[&str]) -> Vec<usize> {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let number = |word: &String| NUMBERS.iter().position(|one| one == word).map(|at| at + 1);
    let said = |name: &&str| -> usize {
        let name = name.to_lowercase();
        let stem = name.split(' ').next().unwrap_or_default();
        let stem = stem.trim_end_matches('s');
        let at = words
            .iter()
            .position(|word| word.trim_end_matches('s') == stem);
        let before = at.map_or(&[][..], |at| &words[..at]);
        before.iter().rev().take(4).find_map(number).unwrap_or(0)
    };
    let mut all: Vec<usize> = names.iter().map(said).collect();
    if all.iter().all(|times| *times == 0)
        && let (Some(first), Some(times)) = (all.first_mut(), words.iter().find_map(number))
    {
        *first = times;
    }
    all
}

/// The attack that a sentence tells of that begins with its name: "Bite. +3 to hit, 4 (1d6 + 1) piercing damage."
pub(super) fn told(text: &str) -> Option<Foreign> {
    let (name, text) = text.split_once(['.', ':'])?;
    let deed = Deed::new(name.trim(), text);
    attack(&deed.name, &deed.text)
}

/// The attack that an action's sentence tells of.
fn attack(name: &str, text: &str) -> Option<Foreign> {
    let (before, after) = text.split_once("to hit")?;
    let bonus = before
        .trim_end()
        .rsplit(|c: char| c.is_whitespace())
        .next()?;
    // What is lost only where a save fails has no place beside what a hit does.
    let (on_hit, if_failed) = match after.split_once(" saving throw") {
        Some((on_hit, if_failed)) => (on_hit, if_failed),
        None => (after, ""),
    };
    let damages = damages(on_hit);
    let rest = after.to_lowercase();
    let brought = BROUGHT.iter().find(|word| rest.contains(**word));
    if damages.is_empty() && brought.is_none() {
        return None;
    }
    let mut attack = Foreign::at("");
    attack.put("name", name);
    attack.put("attack bonus", bonus.trim_start_matches('+'));
    let said = before.to_ascii_lowercase();
    let (melee, ranged) = (said.contains("melee"), said.contains("ranged"));
    attack.put("mode", if ranged { "ranged" } else { "" });
    if let Some((dice, kind)) = damages.first() {
        attack.put("damage", dice);
        attack.put("damage kind", kind);
    }
    if let Some((dice, kind)) = damages.get(1) {
        attack.put("second damage", dice);
        attack.put("second damage kind", kind);
    }
    for (dice, _) in damages_in(if_failed) {
        attack.put("damage where a save fails", &dice);
    }
    let feet = |word: &str| -> String {
        let behind = after.split_once(word).map_or("", |(_, behind)| behind);
        let digits = behind.trim_start();
        let end = digits.find(|c: char| !c.is_ascii_digit());
        digits[..end.unwrap_or(digits.len())].to_owned()
    };
    let range = if melee {
        "range when thrown"
    } else {
        "range in feet"
    };
    attack.put(range, &feet("range"));
    let reach = feet("reach");
    attack.put("reach in feet", if reach == "5" { "" } else { &reach });
    if let Some((dc, save)) = save(&rest) {
        attack.put("save dc", &dc);
        attack.put("save ability", &save);
    }
    attack.put("condition brought", brought.copied().unwrap_or_default());
    Some(attack)
}

/// What an action's sentences tell of that is saved against: "must make a DC 12 Dexterity saving throw, taking 21 (6d6) fire
/// damage on a failed save, or half as much". Nothing where it neither harms nor brings a condition.
fn power(name: &str, text: &str) -> Option<Foreign> {
    let said = text.to_lowercase();
    let (dc, ability) = save(&said)?;
    let damages = damages(text);
    let brought = BROUGHT.iter().find(|word| said.contains(**word));
    if damages.is_empty() && brought.is_none() {
        return None;
    }
    let mut power = Foreign::at("");
    power.put("name", name.split(" (").next().unwrap_or(name));
    power.put("save", &ability);
    power.put("dc", &dc);
    if let Some((dice, kind)) = damages.first() {
        power.put("damage", dice);
        power.put("kind", kind);
        power.put("halves", if said.contains("half") { "yes" } else { "" });
    }
    power.put("brings", brought.copied().unwrap_or_default());
    let shapes = [
        "cone",
        "line",
        "sphere",
        "cube",
        "cylinder",
        "radius",
        "each creature",
    ];
    let many = shapes.iter().any(|shape| said.contains(shape));
    power.put("targets", if many { "9" } else { "" });
    let name = name.to_lowercase();
    let first_digit = |text: &str| text.chars().find(char::is_ascii_digit).map(String::from);
    if let Some((_, behind)) = name.split_once("recharge") {
        power.put("recharge", &first_digit(behind).unwrap_or_default());
    }
    if let Some((before, _)) = name.split_once("/day") {
        let digit: String = before.chars().rev().take(1).collect();
        power.put("uses", &first_digit(&digit).unwrap_or_default());
    }
    Some(power)
}

/// The damages of a sentence with their kinds: "5 (1d6 + 2) piercing damage plus 3 (1d6) fire damage", "1 piercing damage".
fn damages(text: &str) -> Vec<(String, String)> {
    let mut all = damages_in(text);
    if all.is_empty() {
        // Without a kind, or without the word.
        let dice = text.split('(').skip(1).find_map(|part| {
            let inside = part.split_once(')')?.0.replace(' ', "");
            Dice::parse(&inside).is_ok().then_some(inside)
        });
        all.extend(dice.map(|dice| (dice, String::new())));
    }
    all
}

/// Those with a kind. What a hit does instead, ", or 5 (1d8 + 1) piercing damage with two hands", is none more.
fn damages_in(text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let parts: Vec<&str> = text.split(" damage").collect();
    // Behind the last of them there is none any more.
    for part in parts.split_last().map_or(&[][..], |(_, before)| before) {
        if part.trim_start_matches([',', ' ']).starts_with("or ") {
            continue;
        }
        let words: Vec<&str> = part.split_whitespace().collect();
        let kind = words.last().copied().unwrap_or_default();
        let in_brackets = part.rsplit_once('(').and_then(|(_, inside)| {
            let inside = inside.split_once(')')?.0.replace(' ', "");
            Dice::parse(&inside).is_ok().then_some(inside)
        });
        let plain = || {
            let number = words.iter().rev().nth(1)?;
            Dice::parse(number).is_ok().then(|| (*number).to_owned())
        };
        if let Some(dice) = in_brackets.or_else(plain) {
            let kind = kind.trim_matches(|c: char| !c.is_alphabetic());
            all.push((dice, kind.to_lowercase()));
        }
    }
    all
}

/// "DC 11 Strength saving throw": the number and the ability in three letters. The text is in small letters.
fn save(text: &str) -> Option<(String, String)> {
    let (before, _) = text.split_once(" saving throw")?;
    let words: Vec<&str> = before.split_whitespace().collect();
    let [.., dc, number, ability] = words.as_slice() else {
        return None;
    };
    let fits = *dc == "dc" && number.parse::<u8>().is_ok() && ability.len() > 2;
    fits.then(|| ((*number).to_owned(), ability.chars().take(3).collect()))
}
