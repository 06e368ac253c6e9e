//! Sentences of fifth-edition stat blocks: attacks and powers.

use super::block::{Part, Reason, Section, first_number};
use super::effect::{
    Damage, Effects, Left, Outcome, Whom, damage, is_of_some, number_word, saving,
};

/// Name of an attack if the file gives none.
pub(super) const UNNAMED: &str = "attack";

/// Attack in the form of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) name: String,
    pub(super) bonus: i64,
    /// True if the block allows the attack in melee.
    pub(super) melee: bool,
    /// Normal range in feet; 0 for melee.
    pub(super) range: i64,
    pub(super) long_range: i64,
    /// Reach in feet, if the block states it.
    pub(super) reach: Option<i64>,
    /// True if the attack is a spell attack.
    pub(super) is_spell: bool,
    pub(super) damage: Option<Damage>,
    pub(super) more: Option<Damage>,
    /// Damage instead of the first damage if the attacker has half its hit points or fewer.
    pub(super) bloodied: Option<Damage>,
    /// Additional damage after a charge.
    pub(super) charge: Option<Damage>,
    /// True if the effects of the attack need a charge.
    pub(super) on_charge: bool,
    pub(super) effects: Effects,
    /// Size of the largest target; "" without a limit.
    pub(super) largest: &'static str,
    /// True if only prone targets can be attacked.
    pub(super) only_prone: bool,
    /// Attack as a bonus action against a target that a charge knocked prone; "" without one.
    pub(super) follow_up: String,
    /// Lowest d6 result that recharges the attack; 0 without a recharge.
    pub(super) recharge: i64,
    /// Number of uses a day; 0 if unlimited.
    pub(super) uses: i64,
}

/// Power with a saving throw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Power {
    pub(super) name: String,
    pub(super) effects: Effects,
    /// True if the power affects all creatures in an area.
    pub(super) many: bool,
    /// Number of targets, if the text states it.
    pub(super) targets: Option<i64>,
    pub(super) area: String,
    /// True if the power shares its recharge with other powers.
    pub(super) shared: bool,
}

/// Reads the attacks of a part: several if the attack has different grips or ranges.
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
    }
    let (mut largest, mut only_prone) = ("", false);
    if let Some(whom) = restriction(&aim).filter(|_| !aim.contains("to hit with")) {
        match Whom::parse(whom) {
            Some(limit) if limit.only.is_empty() && limit.never.is_empty() => {
                largest = limit.largest
            }
            _ if whom == "one prone creature" => only_prone = true,
            _ => left.push((Reason::Targets, whom.to_owned())),
        }
    }
    let mut base = Attack {
        name: part.name.clone(),
        bonus,
        melee: is_melee,
        reach,
        is_spell: head.contains("spell attack"),
        recharge: part.recharge,
        uses: part.uses,
        largest,
        only_prone,
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
                let is_same_kind = base
                    .damage
                    .as_ref()
                    .is_some_and(|first| first.kind == other.kind);
                match tail[..stop].trim() {
                    "if used with two hands" | "if used with two hands to make a melee attack" => {
                        two_hands = Some(other);
                    }
                    "at range" if word.contains("melee") => at_range = Some(other),
                    half if is_same_kind && is_at_half(half) => base.bloodied = Some(other),
                    _ => left.push((Reason::MoreDamage, said.to_owned())),
                }
                rest = &rest[word.len() + end + stop..];
                continue;
            }
            break;
        }
    }
    let mut outcome = Outcome::of_hit();
    let body = rest.trim_start_matches([',', '.', ';', ' ', '\n']);
    for sentence in sentences(body) {
        match after_charge(&sentence) {
            Some(rest) if base.charge.is_none() && !base.on_charge => {
                if is_of_some(&sentence.to_ascii_lowercase()) {
                    outcome.lose(Reason::Targets, &sentence);
                }
                charged(&mut base, rest, &mut outcome, &sentence);
            }
            _ => outcome.read(&sentence),
        }
    }
    let (effects, mut lost) = outcome.finish();
    left.append(&mut lost);
    base.effects = effects;
    if base.damage.is_none() && base.effects.is_empty() {
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

/// Returns `true` for the words about an attacker who has lost half its hit points.
fn is_at_half(low: &str) -> bool {
    low.ends_with("has half of its hit points or fewer")
        || low.starts_with("if the ") && low.ends_with(" is bloodied")
}

/// Returns the text after the condition of a charge: "If the … moved 20+ feet straight toward the target immediately
/// before the hit, …".
fn after_charge(sentence: &str) -> Option<&str> {
    let low = sentence.to_ascii_lowercase();
    let at = low.find(" feet straight toward ")?;
    let end = at + low[at..].find("before the hit, ")? + "before the hit, ".len();
    low.starts_with("if the ").then(|| &sentence[end..])
}

/// Reads the effects of a hit after a charge.
fn charged(attack: &mut Attack, rest: &str, outcome: &mut Outcome, sentence: &str) {
    let low = rest.to_ascii_lowercase();
    let Some(extra) = low.strip_prefix("the target takes an extra ") else {
        attack.on_charge = true;
        return outcome.read(rest);
    };
    let kind = attack.damage.as_ref().map(|first| first.kind.clone());
    let Some((damage, end)) = damage(extra).filter(|(extra, _)| Some(&extra.kind) == kind.as_ref())
    else {
        return outcome.lose(Reason::MoreDamage, sentence);
    };
    attack.charge = Some(damage);
    let tail = extra[end..].trim_matches([',', '.', ' ']);
    if let Some(tail) = tail.strip_prefix("and ") {
        attack.on_charge = true;
        outcome.read(tail);
    } else if !tail.is_empty() {
        outcome.lose(Reason::Effect, sentence);
    }
}

/// Skips a second damage kind that the attacker may choose: "lightning or thunder damage (djinni's choice)".
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

/// Returns the targets that an attack is limited to; `None` if the attack may hit any target.
fn restriction(aim: &str) -> Option<&str> {
    let whom = aim.rsplit_once("ft").map_or(aim, |(_, whom)| whom);
    let whom = whom.trim_matches(|c: char| !c.is_alphanumeric());
    let anyone = ["one target", "one creature", "", "one object"];
    let in_space = whom.ends_with("'s space");
    (!anyone.contains(&whom) && !in_space && !whom.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(whom)
}

/// Reads the powers of a part: several if the part offers several breaths.
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
        let shared = all.len() > 1 && part.recharge > 0;
        all.iter_mut().for_each(|power| power.shared = shared);
        return (!all.is_empty()).then_some((all, left));
    }
    let (power, left) = power(&part.name, &part.text)?;
    Some((vec![power], left))
}

/// Reads one power with a saving throw.
fn power(name: &str, text: &str) -> Option<(Power, Left)> {
    let mut outcome = Outcome::default();
    let mut power = Power {
        name: name.to_owned(),
        area: area(text),
        ..Power::default()
    };
    let mut is_of_another_save = false;
    for sentence in sentences(text) {
        let low = sentence.to_ascii_lowercase();
        if !outcome.has_save()
            && let Some((_, before, after)) = saving(&low)
        {
            let is_of_2024 = low.contains(": dc ");
            let whom = if is_of_2024 { after } else { before };
            reach(&mut power, whom);
            power.many |= !power.area.is_empty();
            if is_of_some(whom) {
                outcome.limit(whom, &sentence);
            }
        }
        let calls_for_save = !outcome.has_save() && low.contains("saving throw");
        outcome.read(&sentence);
        is_of_another_save |= calls_for_save && !outcome.has_save();
    }
    // The parsed save is not the first save in the part.
    if is_of_another_save {
        return None;
    }
    let (effects, left) = outcome.finish();
    if effects.save.is_none() || effects.is_empty() {
        return None;
    }
    power.effects = effects;
    Some((power, left))
}

/// Sets the number of targets from the words before the save.
fn reach(power: &mut Power, before: &str) {
    let each = ["each ", "all ", "every ", "creatures ", "any creature"];
    power.many = each.iter().any(|word| before.contains(word));
    if let Some((_, number)) = before.split_once("up to ") {
        let number = number.split(' ').next().and_then(number_word);
        if let Some(number) = number.filter(|number| (2..=6).contains(number)) {
            power.targets = Some(number);
            power.many = false;
        }
    }
}

/// Returns the area in the words of the block, such as "60-foot cone".
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
            // In "reach 5 ft. or 10 ft.", the first full stop ends no sentence, because a lower-case letter or digit
            // follows.
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

/// Converts the wording of the 2024 rules to the wording of 2014: "Melee Attack Roll: +4, reach 5 ft." becomes "+4 to
/// hit".
fn as_of_2014(text: &str) -> String {
    let Some((before, after)) = text.split_once("Attack Roll:") else {
        return text.to_owned();
    };
    let after = after.trim_start();
    let end = after.find(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
    let (bonus, rest) = after.split_at(end.unwrap_or(after.len()));
    format!("{before}Attack: {bonus} to hit{rest}")
}

/// Reads an attack in the cell of a table: "Bite. +3 to hit, 4 (1d6 + 1) piercing damage."
pub(super) fn told(text: &str) -> Option<(Vec<Attack>, Left)> {
    let (name, rest) = text.split_once(['.', ':'])?;
    let part = if is_kind_of_attack(name) {
        Part::new(Section::Action, UNNAMED, text)
    } else {
        Part::new(Section::Action, name, rest)
    };
    attacks(&part)
}

/// Returns `true` if a sentence begins with the kind of an attack instead of its name: "Melee Weapon Attack".
fn is_kind_of_attack(name: &str) -> bool {
    let low = name.trim().to_ascii_lowercase();
    let begins = ["melee", "ranged"].iter().any(|kind| low.starts_with(kind));
    begins && (low.ends_with("attack") || low.ends_with("attack roll"))
}
