//! Sentences of fifth-edition stat blocks: attacks, saves and their effects.
//!
//! Each sentence is either understood completely or reported as lost. A condition is used only if the sentence imposes
//! it.

use super::block::{Part, Reason, first_number};
use super::phrase::DAMAGE_KINDS;
use crate::dice::Dice;

/// Conditions that a hit or a failed save may impose on the sheet.
const IMPOSED: [&str; 9] = [
    "blinded",
    "charmed",
    "frightened",
    "grappled",
    "paralyzed",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
];
/// Words that make a sentence relevant in a fight.
const MATTERS: [&str; 24] = [
    "damage",
    "hit point",
    "saving throw",
    "save",
    "advantage",
    "attack",
    "speed",
    "armor class",
    " ac ",
    "must",
    "can't",
    "cannot",
    "regain",
    "target",
    "condition",
    "immune",
    "half",
    "dies",
    "unconscious",
    "incapacitated",
    "petrified",
    "swallow",
    "engulf",
    "check",
];

/// Damage dice and their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) dice: String,
    /// Kind in lower case; empty if the text gives none.
    pub(super) kind: String,
}

/// Saving throw against a DC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Save {
    pub(super) dc: i64,
    /// Ability in three letters.
    pub(super) ability: String,
}

/// Attack in the form of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) name: String,
    pub(super) bonus: i64,
    /// True if the block allows it in melee.
    pub(super) melee: bool,
    /// Normal range in feet; 0 for melee.
    pub(super) range: i64,
    pub(super) long_range: i64,
    /// Reach in feet, if it is given.
    pub(super) reach: Option<i64>,
    /// True if it is a spell attack.
    pub(super) is_spell: bool,
    pub(super) damage: Option<Damage>,
    pub(super) more: Option<Damage>,
    pub(super) save: Option<Save>,
    pub(super) brings: String,
}

/// Power with a saving throw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Power {
    pub(super) name: String,
    pub(super) save: Option<Save>,
    pub(super) damage: Option<Damage>,
    pub(super) halves: bool,
    pub(super) brings: String,
    /// True if it reaches everyone in an area.
    pub(super) many: bool,
    /// Number of targets that the text gives, if it gives one.
    pub(super) targets: Option<i64>,
    pub(super) area: String,
}

/// Sentences that are not on the sheet, with the reason.
pub(super) type Left = Vec<(Reason, String)>;

/// Reads the attacks of a part: several if it has different grips or ranges.
pub(super) fn attacks(part: &Part) -> Option<(Vec<Attack>, Left)> {
    let text = as_of_2014(&part.text);
    let low = text.to_ascii_lowercase();
    let at = low.find(" to hit")?;
    let bonus = text[..at].rsplit([' ', ':']).next()?;
    let bonus: i64 = bonus.trim_start_matches('+').parse().ok()?;
    let head = &low[..at];
    let after = &text[at + " to hit".len()..];
    let mut left = Left::new();
    let (aim, body) = match after.to_ascii_lowercase().find("hit:") {
        Some(hit) => (&after[..hit], after[hit + 4..].trim_start()),
        // "+3 to hit, reach 10 ft., 4 (1d6 + 1) piercing damage."
        None => {
            let starts = after.match_indices([',', '.']).map(|(at, _)| at + 1);
            let begin = starts
                .filter(|at| damage(after[*at..].trim_start()).is_some())
                .min()?;
            (&after[..begin], after[begin..].trim_start())
        }
    };
    let aim = aim.to_ascii_lowercase();
    let feet = |word: &str| -> Option<i64> {
        let behind = &aim[aim.find(word)? + word.len()..];
        let skipped = behind.find(|c: char| c.is_ascii_digit())?;
        (skipped < 5).then(|| first_number(behind)).flatten()
    };
    let reach = feet("reach");
    let range = feet("range");
    let long_range = aim.find("range").and_then(|at| {
        let behind = aim[at..].split_once('/')?.1;
        let close = behind.find(|c: char| c.is_ascii_digit())? == 0;
        close.then(|| first_number(behind)).flatten()
    });
    let is_ranged = range.is_some() || head.contains("ranged");
    let is_melee = reach.is_some() || head.contains("melee") || !is_ranged;
    if aim.contains("to hit with") {
        left.push((Reason::Choice, aim.trim().to_owned()));
    } else if let Some(whom) = restriction(&aim) {
        left.push((Reason::Targets, whom.to_owned()));
    }
    let mut base = Attack {
        name: part.name.clone(),
        bonus,
        melee: is_melee,
        reach,
        is_spell: head.contains("spell attack"),
        ..Attack::default()
    };
    let mut rest = body;
    let mut two_hands = None;
    let mut at_range = None;
    if let Some((first, end)) = damage(rest) {
        base.damage = Some(first);
        rest = &rest[end..];
        rest = other_kind(rest, &mut left);
        loop {
            let low = rest.to_ascii_lowercase();
            let plus = ["plus ", ", plus ", "and "]
                .into_iter()
                .find(|word| low.trim_start().starts_with(word));
            if let Some(word) = plus {
                let begin = low.len() - low.trim_start().len() + word.len();
                let Some((more, end)) = damage(&rest[begin..]) else {
                    break;
                };
                let said = &rest[begin..begin + end];
                rest = &rest[begin + end..];
                rest = other_kind(rest, &mut left);
                match base.more {
                    None => base.more = Some(more),
                    Some(_) => left.push((Reason::MoreDamage, said.to_owned())),
                }
                continue;
            }
            let or = [", or ", " or ", " in melee or "]
                .into_iter()
                .find(|word| low.starts_with(word));
            if let Some(word) = or {
                let Some((other, end)) = damage(&rest[word.len()..]) else {
                    break;
                };
                let tail = &low[word.len() + end..];
                let stop = tail.find([',', '.']).unwrap_or(tail.len());
                let said = &rest[word.len()..word.len() + end + stop];
                match tail[..stop].trim() {
                    "if used with two hands" | "if used with two hands to make a melee attack" => {
                        two_hands = Some(other);
                    }
                    "at range" if word.contains("melee") => at_range = Some(other),
                    _ => left.push((Reason::MoreDamage, said.to_owned())),
                }
                rest = &rest[word.len() + end + stop..];
                continue;
            }
            break;
        }
    }
    let mut outcome = Outcome::default();
    let body = rest.trim_start_matches([',', '.', ' ', '\n']);
    for sentence in sentences(body) {
        effect(&sentence, &mut outcome, true);
    }
    left.append(&mut outcome.left);
    base.save = outcome.save;
    base.brings = outcome.brings;
    if base.damage.is_none() && base.brings.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    if is_melee {
        all.push(base.clone());
        if let Some(damage) = two_hands {
            all.push(Attack {
                name: format!("{}, two hands", base.name),
                damage: Some(damage),
                ..base.clone()
            });
        }
    }
    if is_ranged {
        let name = if is_melee {
            format!("{}, thrown", base.name)
        } else {
            base.name.clone()
        };
        all.push(Attack {
            name,
            melee: false,
            reach: None,
            range: range.unwrap_or_default(),
            long_range: long_range.unwrap_or_default(),
            damage: at_range.or_else(|| base.damage.clone()),
            ..base
        });
    }
    Some((all, left))
}

/// Skips a second kind at the reader's choice: "lightning or thunder damage (djinni's choice)".
fn other_kind<'t>(rest: &'t str, left: &mut Left) -> &'t str {
    match rest.trim_start().strip_prefix('(') {
        Some(inside) => {
            let (said, after) = inside.split_once(')').unwrap_or((inside, ""));
            left.push((Reason::Choice, said.to_owned()));
            after
        }
        None => rest,
    }
}

/// Returns the targets that an attack is limited to; `None` if it may hit anyone.
fn restriction(aim: &str) -> Option<&str> {
    let whom = aim.rsplit_once("ft").map_or(aim, |(_, whom)| whom);
    let whom = whom.trim_matches(|c: char| !c.is_alphanumeric());
    let anyone = ["one target", "one creature", "", "one object"];
    let in_space = whom.ends_with("'s space");
    (!anyone.contains(&whom) && !in_space && !whom.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(whom)
}

/// Parses damage at the beginning of a text, and returns the byte position after it.
fn damage(text: &str) -> Option<(Damage, usize)> {
    let low = text.to_ascii_lowercase();
    let end = low.find("damage")?;
    let inside = low[..end].trim_end();
    // Another sentence or number in between means that this is not damage.
    let (dice, kinds) = match inside.split_once('(') {
        Some((average, dice)) => {
            average.trim().parse::<u32>().ok()?;
            let (dice, kinds) = dice.split_once(')')?;
            (dice.replace(' ', ""), kinds)
        }
        None => {
            let (dice, kinds) = inside.split_once(' ').unwrap_or((inside, ""));
            (dice.to_owned(), kinds)
        }
    };
    Dice::parse(&dice).ok()?;
    let kinds: Vec<&str> = kinds.split_whitespace().collect();
    let kind = match kinds.as_slice() {
        [] => "",
        [kind] if DAMAGE_KINDS.contains(kind) => kind,
        [kind, "or", other] if DAMAGE_KINDS.contains(kind) && DAMAGE_KINDS.contains(other) => kind,
        _ => return None,
    };
    let kind = kind.to_owned();
    Some((Damage { dice, kind }, end + "damage".len()))
}

/// Effects of consecutive sentences.
#[derive(Default)]
struct Outcome {
    save: Option<Save>,
    damage: Option<Damage>,
    halves: bool,
    brings: String,
    /// True if the next sentence describes a failed save.
    awaits: bool,
    left: Left,
}

impl Outcome {
    fn lose(&mut self, reason: Reason, sentence: &str) {
        self.left.push((reason, sentence.trim().to_owned()));
    }

    /// Records a condition with the text after it.
    fn impose(&mut self, condition: &str, tail: &str, sentence: &str) {
        if !self.brings.is_empty() && self.brings != condition {
            return self.lose(Reason::Effect, sentence);
        }
        condition.clone_into(&mut self.brings);
        let tail = tail.trim().trim_end_matches(['.', ',', ';']);
        if tail.is_empty() {
            return;
        }
        let lasts = ["for ", "until ", "by "]
            .iter()
            .any(|word| tail.starts_with(word));
        self.lose(
            if lasts {
                Reason::Duration
            } else {
                Reason::Effect
            },
            sentence,
        );
    }
}

/// Parses a condition at the beginning of a text, and returns the text after it.
fn condition(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start().trim_start_matches("magically ");
    IMPOSED.iter().find_map(|word| {
        let rest = text.strip_prefix(word)?;
        let rest = rest.strip_prefix(" condition").unwrap_or(rest);
        (!rest.starts_with(char::is_alphanumeric)).then_some((*word, rest))
    })
}

/// Returns the text after "the target is", "it becomes" and so on at the start.
fn imposing(low: &str) -> Option<&str> {
    let verbs = ["is ", "becomes ", "has the ", "falls ", "is knocked "];
    let who = [
        "the target ",
        "the creature ",
        "that creature ",
        "it ",
        "a target ",
        "each target ",
    ];
    let rest = who.iter().find_map(|who| low.strip_prefix(who))?;
    let rest = rest.strip_prefix("also ").unwrap_or(rest);
    // Tests "is knocked " before "is ".
    verbs.iter().rev().find_map(|verb| rest.strip_prefix(verb))
}

/// Reads one sentence about the effects of a hit or a power.
fn effect(sentence: &str, outcome: &mut Outcome, of_hit: bool) {
    let low = sentence.to_ascii_lowercase();
    let mut low = low.trim().trim_end_matches('.').trim();
    for word in ["and ", "in addition, "] {
        low = low.strip_prefix(word).unwrap_or(low);
    }
    // "If the target is a Large or smaller creature, it …"
    if let Some(rest) = low.strip_prefix("if the target is ") {
        let Some((whom, rest)) = rest.split_once(", ") else {
            return outcome.lose(Reason::Effect, sentence);
        };
        let is_anyone = whom == "a creature";
        let is_of_some = ["creature", "smaller", "humanoid", "large", "medium"];
        if !is_anyone {
            if whom.contains("wearing") || !is_of_some.iter().any(|word| whom.contains(word)) {
                return outcome.lose(Reason::Effect, sentence);
            }
            outcome.lose(Reason::Targets, sentence);
        }
        low = rest;
    }
    if outcome.awaits && (low.starts_with("on a fail") || low.starts_with("on a failed save")) {
        outcome.awaits = false;
        let rest = low.split_once(", ").map_or("", |(_, rest)| rest);
        return failed(rest, outcome, sentence, of_hit);
    }
    if let Some((save, before, after)) = saving(low) {
        if outcome.save.is_some()
            || before.contains("start of each")
            || before.contains("starts its turn")
        {
            return outcome.lose(Reason::Effect, sentence);
        }
        return saved(&save, after, outcome, sentence, of_hit);
    }
    let is_success = [
        "if the saving throw is successful",
        "on a success",
        "on a successful save",
    ]
    .iter()
    .any(|start| low.starts_with(start));
    if is_success && outcome.damage.is_some() && !of_hit && low.contains("half") {
        outcome.halves = true;
        let rest = low.split_once("half").map_or("", |(_, rest)| rest);
        if rest.contains(" and ") && !rest.contains("isn't") && !rest.contains("doesn't") {
            outcome.lose(Reason::Effect, sentence);
        }
        return;
    }
    if low.contains("immune to") && low.contains("24 hours") {
        return outcome.lose(Reason::Immunity, sentence);
    }
    let is_repeat = low.contains("repeat the saving throw") || low.contains("repeats the save");
    if is_repeat {
        return outcome.lose(Reason::RepeatedSave, sentence);
    }
    if low.starts_with("until this grapple ends") || low.starts_with("until the grapple ends") {
        return outcome.lose(Reason::Grapple, sentence);
    }
    if let Some(rest) = imposing(low)
        && let Some((word, tail)) = condition(rest)
    {
        if let Some(tail) = tail.trim_start().strip_prefix("(escape dc") {
            outcome.lose(Reason::Escape, sentence);
            let tail = tail.split_once(')').map_or("", |(_, tail)| tail);
            if outcome.brings.is_empty() {
                word.clone_into(&mut outcome.brings);
            }
            if !tail.trim().is_empty() {
                outcome.lose(Reason::Grapple, sentence);
            }
            return;
        }
        let before = outcome.left.len();
        outcome.impose(word, tail, sentence);
        if word != "prone" && outcome.left.len() == before {
            outcome.lose(Reason::Duration, sentence);
        }
        return;
    }
    if !of_hit && is_flavour(low) {
        return;
    }
    outcome.lose(Reason::Effect, sentence);
}

/// Reads the text after "DC 12 Strength saving throw".
fn saved(save: &Save, after: &str, outcome: &mut Outcome, sentence: &str, of_hit: bool) {
    let mut rest = after.trim_start();
    for word in ["against this magic", "against disease", "against poison"] {
        rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
    }
    let halved = |text: &str| text.contains("or half as much");
    if let Some(taking) = rest
        .strip_prefix(", taking ")
        .or_else(|| rest.strip_prefix("taking "))
    {
        if of_hit {
            return outcome.lose(Reason::FailedSave, sentence);
        }
        if let Some((damage, end)) = damage(taking) {
            outcome.save = Some(save.clone());
            outcome.damage = Some(damage);
            outcome.halves = halved(taking);
            return tail_of_damage(&taking[end..], outcome, sentence);
        }
    } else if let Some(or) = rest.strip_prefix("or ") {
        let before = outcome.left.len();
        let brings = outcome.brings.clone();
        failed(or, outcome, sentence, of_hit);
        // A save without an effect on the sheet is not stored.
        if outcome.brings != brings || outcome.damage.is_some() && !of_hit {
            outcome.save = Some(save.clone());
        } else if outcome.left.len() == before {
            outcome.lose(Reason::Effect, sentence);
        }
        return;
    } else if rest.is_empty() && !of_hit {
        outcome.save = Some(save.clone());
        outcome.awaits = true;
        return;
    }
    outcome.lose(Reason::Effect, sentence);
}

/// Reads the text after the damage of a failed save.
fn tail_of_damage(tail: &str, outcome: &mut Outcome, sentence: &str) {
    let tail = tail.trim_start();
    let tail = tail
        .split_once(", or half as much")
        .map_or(tail, |(before, _)| before);
    let tail = tail
        .replace("on a failed save", "")
        .replace("on a failure", "");
    let tail = tail.trim().trim_end_matches([',', '.']);
    if tail.is_empty() {
        return;
    }
    let Some(rest) = tail.strip_prefix("and ") else {
        let reason = if tail.starts_with("plus ") {
            Reason::MoreDamage
        } else {
            Reason::Effect
        };
        return outcome.lose(reason, sentence);
    };
    let starts = [
        "be knocked ",
        "is knocked ",
        "being knocked ",
        "falling ",
        "falls ",
        "fall ",
        "become ",
        "becoming ",
        "becomes ",
        "be ",
        "being ",
        "is ",
        "has the ",
    ];
    match starts
        .iter()
        .find_map(|start| condition(rest.strip_prefix(start)?))
    {
        Some((word, tail)) => {
            let before = outcome.left.len();
            outcome.impose(word, tail, sentence);
            if word != "prone" && outcome.left.len() == before {
                outcome.lose(Reason::Duration, sentence);
            }
        }
        None => {
            let reason = if damage(rest).is_some() {
                Reason::MoreDamage
            } else {
                Reason::Effect
            };
            outcome.lose(reason, sentence);
        }
    }
}

/// Reads the effects of a failed save: "be knocked prone", "take 7 (2d6) cold damage and be …".
fn failed(text: &str, outcome: &mut Outcome, sentence: &str, of_hit: bool) {
    let who = [
        "the target ",
        "a target ",
        "the creature ",
        "a creature ",
        "each creature ",
        "it ",
        "that creature ",
    ];
    let text = who
        .iter()
        .find_map(|who| text.strip_prefix(who))
        .unwrap_or(text);
    let taking = ["take ", "takes "]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    if let Some(taking) = taking {
        let Some((damage, end)) = damage(taking) else {
            return outcome.lose(Reason::Effect, sentence);
        };
        if of_hit {
            return outcome.lose(Reason::FailedSave, sentence);
        }
        outcome.damage = Some(damage);
        return tail_of_damage(&taking[end..], outcome, sentence);
    }
    let starts = [
        "be knocked ",
        "is knocked ",
        "fall ",
        "falls ",
        "become ",
        "becomes ",
        "be ",
        "is ",
        "has the ",
        "have the ",
    ];
    match starts
        .iter()
        .find_map(|start| condition(text.strip_prefix(start)?))
    {
        Some((word, tail)) => {
            let before = outcome.left.len();
            outcome.impose(word, tail, sentence);
            if word != "prone" && outcome.left.len() == before {
                outcome.lose(Reason::Duration, sentence);
            }
        }
        None => outcome.lose(Reason::Effect, sentence),
    }
}

/// Finds a saving throw in a sentence in lower case, with the text before and after it.
fn saving(low: &str) -> Option<(Save, &str, &str)> {
    let at = low.find(" saving throw")?;
    let before: Vec<&str> = low[..at].split_whitespace().collect();
    let [.., dc, number, ability] = before.as_slice() else {
        return None;
    };
    if *dc != "dc" {
        return None;
    }
    let save = Save {
        dc: number.parse().ok()?,
        ability: three_letters(ability)?,
    };
    let start = low.find("dc ")?;
    Some((save, &low[..start], &low[at + " saving throw".len()..]))
}

/// Returns the three letters of an ability from its name.
pub(super) fn three_letters(ability: &str) -> Option<String> {
    let short: String = ability.to_ascii_lowercase().chars().take(3).collect();
    let known = super::block::ABILITIES.contains(&short.as_str());
    known.then_some(short)
}

/// Reads the powers of a part: several if it offers several breaths.
pub(super) fn powers(part: &Part) -> Option<(Vec<Power>, Left)> {
    let lines: Vec<&str> = part.text.lines().collect();
    let offers = lines
        .first()
        .is_some_and(|line| line.to_ascii_lowercase().contains("one of the following"));
    if offers && lines.len() > 1 {
        let mut all = Vec::new();
        let mut left = Left::new();
        for line in &lines[1..] {
            let line = line.trim_start_matches(['•', '-', ' ']);
            let (name, text) = line.split_once(". ").unwrap_or(("", line));
            match power(name, text).filter(|_| !name.is_empty() && name.split(' ').count() < 5) {
                Some((power, lost)) => {
                    all.push(power);
                    left.extend(lost);
                }
                None => left.push((Reason::Effect, line.to_owned())),
            }
        }
        if all.len() > 1 && part.recharge > 0 {
            left.push((
                Reason::SharedRecharge,
                "The breaths share one recharge.".to_owned(),
            ));
        }
        return (!all.is_empty()).then_some((all, left));
    }
    let (power, left) = power(&part.name, &part.text)?;
    Some((vec![power], left))
}

/// Reads one power with a saving throw.
fn power(name: &str, text: &str) -> Option<(Power, Left)> {
    if let Some(found) = power_of_2024(name, text) {
        return Some(found);
    }
    let mut outcome = Outcome::default();
    let mut power = Power {
        name: name.to_owned(),
        area: area(text),
        ..Power::default()
    };
    let mut is_of_another_save = false;
    for sentence in sentences(text) {
        let low = sentence.to_ascii_lowercase();
        if outcome.save.is_none()
            && let Some((_, before, _)) = saving(&low)
        {
            reach(&mut power, before);
            power.many |= !power.area.is_empty();
            if is_of_some(before) {
                outcome.lose(Reason::Targets, &sentence);
            }
        }
        let calls_for_save = outcome.save.is_none() && low.contains("saving throw");
        effect(&sentence, &mut outcome, false);
        is_of_another_save |= calls_for_save && outcome.save.is_none();
    }
    // The parsed save is not the first one in the part.
    if is_of_another_save {
        return None;
    }
    finished(power, outcome)
}

fn finished(mut power: Power, outcome: Outcome) -> Option<(Power, Left)> {
    let does = outcome.damage.is_some() || !outcome.brings.is_empty();
    // The sheet has no grapple by a power.
    if outcome.save.is_none() || !does || outcome.brings == "grappled" && outcome.damage.is_none() {
        return None;
    }
    let mut left = outcome.left;
    power.save = outcome.save;
    power.damage = outcome.damage;
    power.halves = outcome.halves;
    power.brings = outcome.brings;
    if power.brings == "grappled" {
        power.brings = String::new();
        left.push((Reason::Effect, "The target is grappled.".to_owned()));
    }
    Some((power, left))
}

/// Sets the number of targets from the words before the save.
fn reach(power: &mut Power, before: &str) {
    let each = ["each ", "all ", "every ", "creatures ", "any creature"];
    power.many = each.iter().any(|word| before.contains(word));
    if let Some((_, number)) = before.split_once("up to ") {
        let words = ["two", "three", "four", "five", "six"];
        let number = number.split(' ').next().unwrap_or_default();
        if let Some(at) = words.iter().position(|word| *word == number) {
            power.targets = i64::try_from(at + 2).ok();
            power.many = false;
        }
    }
}

/// Returns `true` if the words before a save limit it to some kinds of creatures.
fn is_of_some(before: &str) -> bool {
    let marks = [
        "humanoid",
        "undead",
        "non-",
        "isn't",
        "other than a ",
        "other than an ",
        "smaller",
        "grappled",
        "frightened",
        "charmed",
        "beast",
        "small or",
        "plant",
    ];
    marks.iter().any(|mark| before.contains(mark))
}

/// Reads the form of 2024, such as "Dexterity Saving Throw: DC 12, each creature in a 15-foot Cone. Failure: 14 (4d6) Acid damage. Success: Half damage."
fn power_of_2024(name: &str, text: &str) -> Option<(Power, Left)> {
    let low = text.to_ascii_lowercase();
    let at = low.find(" saving throw: dc ")?;
    let ability = low[..at].rsplit([' ', '\n']).next()?;
    let rest = &text[at + " saving throw: dc ".len()..];
    let save = Save {
        dc: first_number(rest)?,
        ability: three_letters(ability)?,
    };
    let fails = rest.to_ascii_lowercase().find("failure:")?;
    let whom = rest[..fails].to_ascii_lowercase();
    let mut power = Power {
        name: name.to_owned(),
        area: area(rest),
        ..Power::default()
    };
    reach(&mut power, &whom);
    power.many |= !power.area.is_empty();
    let mut outcome = Outcome {
        save: Some(save),
        ..Outcome::default()
    };
    let before = low[..at].trim_end_matches(ability).trim();
    if !is_flavour(before) {
        outcome.lose(Reason::Effect, before);
    }
    if is_of_some(&whom) {
        outcome.lose(
            Reason::Targets,
            whom.trim_matches(|c: char| !c.is_alphanumeric()),
        );
    }
    let behind = &rest[fails + "failure:".len()..];
    let behind_low = behind.to_ascii_lowercase();
    let ends = ["success:", "failure or success:", "second failure:"];
    let end = ends.iter().filter_map(|word| behind_low.find(word)).min();
    let (on_failure, then) = behind.split_at(end.unwrap_or(behind.len()));
    let said = on_failure.trim();
    let mut rest = said;
    if let Some((damage, end)) = damage(said) {
        outcome.damage = Some(damage);
        let after = &said[end..];
        let stop = after.find('.').unwrap_or(after.len());
        let clause = after[..stop].to_ascii_lowercase();
        rest = after[stop..].trim_start_matches('.');
        if let Some(clause) = clause
            .trim_start_matches(',')
            .trim_start()
            .strip_prefix("and ")
        {
            effect(clause, &mut outcome, false);
        } else if !clause.trim().is_empty() {
            let reason = if clause.trim_start().starts_with("plus") {
                Reason::MoreDamage
            } else {
                Reason::Effect
            };
            outcome.lose(reason, &clause);
        }
    }
    for sentence in sentences(rest) {
        effect(&sentence, &mut outcome, false);
    }
    for sentence in sentences(then) {
        let low = sentence.to_ascii_lowercase();
        match low.strip_prefix("success: half damage") {
            Some(rest) if rest.trim_matches('.').is_empty() => outcome.halves = true,
            Some(_) => {
                outcome.halves = true;
                outcome.lose(Reason::Effect, &sentence);
            }
            None => outcome.lose(Reason::Effect, &sentence),
        }
    }
    finished(power, outcome)
}

/// Returns `true` for a sentence in lower case that only describes.
fn is_flavour(low: &str) -> bool {
    let matters = MATTERS.iter().any(|word| low.contains(word));
    let imposes = IMPOSED.iter().any(|word| low.contains(word));
    !matters && !imposes
}

/// Returns the area in the words of the block: "60-foot cone".
fn area(text: &str) -> String {
    let low = text.to_ascii_lowercase();
    let shapes = [
        "cone",
        "line",
        "sphere",
        "cube",
        "cylinder",
        "radius",
        "emanation",
        "cloud",
    ];
    let words: Vec<&str> = low.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        if !word.contains("-foot") || first_number(word).is_none() {
            continue;
        }
        let clean = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let next = words
            .get(at + 1)
            .map(|next| clean(next))
            .unwrap_or_default();
        if shapes.contains(&next.as_str()) {
            return format!("{} {next}", clean(word));
        }
        if word.contains("radius") {
            return clean(word);
        }
    }
    String::new()
}

/// Splits a text into sentences, at full stops before a capital letter.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let bytes = line.as_bytes();
        for (at, _) in line.match_indices(". ") {
            let next = bytes.get(at + 2).copied().unwrap_or_default();
            let before = &line[start..at];
            // "reach 5 ft. Hit" continues only before lower-case letters and digits.
            if next.is_ascii_uppercase() || next >= 0x80 {
                all.push(before.trim().to_owned());
                start = at + 2;
            }
        }
        all.push(line[start..].trim().to_owned());
    }
    all.retain(|sentence| !sentence.trim_matches(['.', ' ']).is_empty());
    all
}

/// Converts the wording of 2024 to that of 2014: "Melee Attack Roll: +4, reach 5 ft." becomes "+4 to hit".
fn as_of_2014(text: &str) -> String {
    let Some((before, after)) = text.split_once("Attack Roll:") else {
        return text.to_owned();
    };
    let after = after.trim_start();
    let end = after.find(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
    let (bonus, rest) = after.split_at(end.unwrap_or(after.len()));
    format!("{before}Attack: {bonus} to hit{rest}")
}

/// Numbers in words, from one.
const NUMBERS: [&str; 10] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

fn number_word(word: &str) -> Option<i64> {
    if word == "a" || word == "an" {
        return Some(1);
    }
    let at = NUMBERS.iter().position(|number| *number == word)?;
    i64::try_from(at + 1).ok()
}

fn words_of(text: &str) -> Vec<String> {
    let low = text.to_ascii_lowercase();
    let words = low.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the words of an attack's name without its brackets, each in the singular.
fn stem(name: &str) -> Vec<String> {
    let name = name.split('(').next().unwrap_or_default();
    words_of(name)
        .iter()
        .map(|word| word.trim_end_matches('s').to_owned())
        .collect()
}

/// Finds which of `names` starts at word `at`, and its number of words.
fn name_at(words: &[String], at: usize, names: &[Vec<String>]) -> Option<(usize, usize)> {
    let fits = |name: &Vec<String>| {
        !name.is_empty()
            && name.iter().enumerate().all(|(nth, word)| {
                let here = words.get(at + nth).map(|word| word.trim_end_matches('s'));
                here == Some(word.as_str())
            })
    };
    let found = names.iter().enumerate().filter(|(_, name)| fits(name));
    let (which, name) = found.max_by_key(|(nth, name)| (name.len(), usize::MAX - nth))?;
    Some((which, name.len()))
}

/// Counts how often each attack is made in a multiattack.
pub(super) fn multiattack(text: &str, attacks: &[Attack]) -> (Vec<i64>, Left) {
    let mut left = Left::new();
    let mut counts = vec![0; attacks.len()];
    let mut names: Vec<Vec<String>> = attacks.iter().map(|attack| stem(&attack.name)).collect();
    // A thrown or two-handed variant is never meant by its own name.
    for (nth, attack) in attacks.iter().enumerate() {
        if attack.name.ends_with(", thrown") || attack.name.ends_with(", two hands") {
            names[nth].clear();
        }
    }
    let mut is_read = false;
    for sentence in sentences(text) {
        let low = sentence.to_ascii_lowercase();
        let attack = low.contains("attack");
        if is_read || !attack || low.contains("instead") || low.contains("in place of") {
            let uses = low.contains(" use") && !attack && !is_read;
            let reason = if uses {
                Reason::PowerInMultiattack
            } else {
                Reason::Choice
            };
            left.push((reason, sentence));
            continue;
        }
        is_read = true;
        let alternatives: Vec<&str> = low.split(" or ").collect();
        let main = alternatives.first().copied().unwrap_or_default();
        let with_power = [" uses ", " use its ", " can use "]
            .iter()
            .any(|word| main.contains(word));
        if with_power {
            left.push((Reason::PowerInMultiattack, sentence.clone()));
        }
        let limits = ["each of which", "only one of which", "form"];
        if alternatives.len() > 1 || limits.iter().any(|word| main.contains(word)) {
            left.push((Reason::Choice, sentence.clone()));
        }
        if main.contains("different weapon") || main.contains("as many") {
            left.push((Reason::Multiattack, sentence));
            continue;
        }
        // The first combination of attacks that the block has.
        let combination = alternatives.iter().find_map(|said| {
            let mut times = vec![0; attacks.len()];
            let mut choice = Left::new();
            count(said, attacks, &names, &mut times, &mut choice).then_some((times, choice))
        });
        match combination {
            Some((times, choice)) => {
                counts = times;
                left.extend(choice);
            }
            None => left.push((Reason::Multiattack, sentence)),
        }
    }
    (counts, left)
}

/// Adds the counts of one sentence; returns `false` if they are inconsistent.
fn count(
    main: &str,
    attacks: &[Attack],
    names: &[Vec<String>],
    counts: &mut [i64],
    left: &mut Left,
) -> bool {
    // "three attacks: one with …" states a total.
    let (total, listed) = match main
        .split_once([':', '-'])
        .filter(|(head, _)| head.contains("attack"))
    {
        Some((head, listed)) => {
            let total = words_of(head)
                .iter()
                .rev()
                .find_map(|word| number_word(word));
            (total, listed)
        }
        None => (None, main),
    };
    let words = words_of(listed);
    let mut number = None;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some(found) = number_word(word) {
            number = Some(found);
        } else if let Some((which, long)) = name_at(&words, at, names) {
            if let Some(times) = number.take() {
                counts[which] += times;
            }
            at += long;
            continue;
        }
        at += 1;
    }
    let mut sum: i64 = counts.iter().sum();
    // "Tail Stinger" is called a stinger if no other attack is.
    if sum < total.unwrap_or(0) {
        for (which, name) in names.iter().enumerate() {
            let Some(last) = name.last().filter(|_| name.len() > 1 && counts[which] == 0) else {
                continue;
            };
            let place = words
                .iter()
                .position(|word| word.trim_end_matches('s') == last);
            let times =
                place.and_then(|at| words[..at].iter().rev().find_map(|word| number_word(word)));
            counts[which] += times.unwrap_or(0);
        }
        sum = counts.iter().sum();
    }
    let only_one = main.contains("only one of which");
    // A named weapon that is not among the attacks cannot be counted.
    if sum == 0 && main.contains(" with ") {
        return false;
    }
    if only_one || sum == 0 {
        let Some(all) = words_of(main).iter().find_map(|word| number_word(word)) else {
            return false;
        };
        let (melee, ranged) = (main.contains("melee"), main.contains("ranged"));
        let free = |nth: &usize| {
            let fits = melee == ranged || attacks[*nth].melee == melee;
            counts[*nth] == 0 && !names[*nth].is_empty() && fits
        };
        let mut fitting: Vec<usize> = (0..attacks.len()).filter(free).collect();
        if fitting.is_empty() {
            fitting = (0..attacks.len())
                .filter(|nth| counts[*nth] == 0 && !names[*nth].is_empty())
                .collect();
        }
        let Some(first) = fitting.first() else {
            return false;
        };
        if fitting.len() > 1 && !only_one {
            left.push((Reason::Choice, format!("{main}.")));
        }
        counts[*first] += all - sum;
        return all > sum;
    }
    total.is_none_or(|total| total == sum)
}

/// Finds the attack that a legendary action repeats: "The dragon makes a tail attack."
pub(super) fn repeated(text: &str, attacks: &[Attack]) -> Option<(usize, bool)> {
    let low = text.to_ascii_lowercase();
    let first = sentences(&low).into_iter().next()?;
    let whole = sentences(text).len() == 1;
    let cut = low.find(" or ");
    let main = &first[..cut.unwrap_or(first.len()).min(first.len())];
    let verbs = [" makes ", " uses ", " attacks "];
    let (_, said) = verbs.iter().find_map(|verb| main.split_once(verb))?;
    let names: Vec<Vec<String>> = attacks.iter().map(|attack| stem(&attack.name)).collect();
    let words = words_of(said);
    if words
        .iter()
        .any(|word| number_word(word).is_some_and(|number| number > 1))
    {
        return None;
    }
    let (which, long) = (0..words.len()).find_map(|at| name_at(&words, at, &names))?;
    // "makes a claw attack", not "makes a bite and moves".
    let is_known = |word: &String| {
        [
            "a", "an", "one", "its", "his", "her", "their", "with", "attack", "against",
        ]
        .contains(&word.as_str())
    };
    let extra = words.iter().filter(|word| !is_known(word)).count();
    Some((which, whole && cut.is_none() && extra <= long))
}

/// Reads an attack in the cell of a table: "Bite. +3 to hit, 4 (1d6 + 1) piercing damage."
pub(super) fn told(text: &str) -> Option<(Vec<Attack>, Left)> {
    let (name, text) = text.split_once(['.', ':'])?;
    let part = Part::new(super::block::Section::Action, name, text);
    attacks(&part)
}
