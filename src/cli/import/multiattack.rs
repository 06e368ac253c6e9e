//! Attacks by their names: multiattacks with their alternatives, and legendary actions that repeat an attack.

use super::block::Reason;
use super::effect::{Left, is_for_the_table, number_word};
use super::sentence::{Attack, sentences};

/// Maximum number of multiattacks that a sheet offers.
pub(super) const MOST_CHOICES: usize = 6;

/// Number of times that each attack is made in a multiattack.
pub(super) type Counts = Vec<i64>;

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

/// Finds the element of `names` that starts at word `at`. Returns its index and its number of words.
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

/// Returns the names of attacks as a multiattack uses them. A multiattack never names a thrown or two-handed variant.
fn names_of(attacks: &[Attack]) -> Vec<Vec<String>> {
    let name = |attack: &Attack| {
        let is_variant = attack.name.ends_with(", thrown") || attack.name.ends_with(", two hands");
        if is_variant {
            Vec::new()
        } else {
            stem(&attack.name)
        }
    };
    attacks.iter().map(name).collect()
}

/// Reads the alternatives of a multiattack, each with the counts of the attacks. `remarks` are the names of parts that
/// the GM applies, such as a pull.
pub(super) fn multiattack(
    text: &str,
    attacks: &[Attack],
    powers: &[String],
    remarks: &[String],
) -> (Vec<Counts>, Left) {
    let mut left = Left::new();
    let mut choices: Vec<Counts> = Vec::new();
    let mut names = names_of(attacks);
    names.extend(powers.iter().map(|name| stem(name)));
    // Powers that are part of each alternative.
    let mut with_all: Vec<usize> = Vec::new();
    for sentence in sentences(text) {
        let low = sentence.to_ascii_lowercase();
        let is_first = choices.is_empty();
        let mut lost = Left::new();
        let more = if is_first {
            options(&low, attacks, &names, &mut lost)
        } else {
            alternative(&low, attacks, &names, &choices)
        };
        let is_attack =
            low.contains("attack") || more.as_ref().is_some_and(|more| !more.is_empty());
        if !is_attack {
            let uses = low.contains(" use");
            let once = !low.contains(" or ") && !low.contains("grappling");
            let power = power_in(&low, &names, attacks.len()).filter(|_| uses && once);
            if let Some(power) = power {
                with_all.push(power);
                continue;
            }
            let reason = if uses {
                Reason::PowerInMultiattack
            } else {
                Reason::Choice
            };
            left.push((reason, sentence));
            continue;
        }
        let main = low.split(" or ").next().unwrap_or_default();
        let power = [" uses ", " use its ", " can use "]
            .iter()
            .find_map(|word| main.split_once(word));
        if let (Some((_, power)), true) = (power, is_first) {
            let words = words_of(power);
            let named = name_at(&without_article(&words), 0, &names);
            let is_attack = named.is_some();
            // "can use its Dreadful Glare and makes one attack" has no number for the power.
            let counted = |which: usize| {
                let mut all = more.iter().flatten();
                all.any(|counts| counts[which] > 0)
            };
            with_all.extend(
                named
                    .map(|(which, _)| which)
                    .filter(|which| *which >= attacks.len() && !counted(*which)),
            );
            let is_remark = remarks
                .iter()
                .any(|name| power.starts_with(&name.to_ascii_lowercase()));
            if !is_attack && !is_remark {
                left.push((Reason::PowerInMultiattack, sentence.clone()));
            }
        }
        match more {
            Some(more) => {
                left.append(&mut lost);
                for one in more {
                    if !choices.contains(&one) {
                        choices.push(one);
                    }
                }
            }
            None => {
                let reason = if is_first {
                    Reason::Multiattack
                } else {
                    Reason::Choice
                };
                left.push((reason, sentence));
            }
        }
    }
    for counts in &mut choices {
        for power in &with_all {
            counts[*power] = 1;
        }
    }
    if choices.len() > MOST_CHOICES {
        choices.truncate(MOST_CHOICES);
        left.push((Reason::Choice, text.to_owned()));
    }
    (choices, left)
}

/// Finds the power that a sentence names. Powers are the names from index `first`.
fn power_in(low: &str, names: &[Vec<String>], first: usize) -> Option<usize> {
    let words = words_of(low);
    let named = (0..words.len()).filter_map(|at| name_at(&words, at, names));
    named.map(|(which, _)| which).find(|which| *which >= first)
}

fn without_article(words: &[String]) -> Vec<String> {
    let articles = ["its", "his", "her", "their", "the", "a", "an"];
    let skipped = words
        .first()
        .is_some_and(|word| articles.contains(&word.as_str()));
    words[usize::from(skipped)..].to_vec()
}

/// Reads the first sentence of a multiattack: "two attacks: one with its bite and one with its claws or three with its
/// tail spikes".
fn options(
    low: &str,
    attacks: &[Attack],
    names: &[Vec<String>],
    left: &mut Left,
) -> Option<Vec<Counts>> {
    let limits = ["each of which", "if it has", "different weapon", "as many"];
    if limits.iter().any(|word| low.contains(word)) {
        if low.contains("different weapon") || low.contains("as many") {
            return None;
        }
        left.push((Reason::Choice, low.to_owned()));
    }
    if low.contains("only one of which") {
        return only_one(low, attacks, names, left);
    }
    if let Some((head, said)) = low.split_once(", using ")
        && let Some(said) = said
            .trim_end_matches('.')
            .strip_suffix(" in any combination")
    {
        let total = words_of(head)
            .iter()
            .rev()
            .find_map(|word| number_word(word))?;
        return any_combination(said, total, names);
    }
    let plain = low.replace("either ", "").replace("--or ", " or ");
    let mut said = plain.split(" or ");
    // The first combination of attacks that the block has. A creature in another form has a separate block.
    let missing = |clause: &str| {
        let is_of_form = clause.contains(" form)");
        if is_of_form {
            Reason::Table
        } else {
            Reason::Choice
        }
    };
    let (main, first) = said.find_map(|main| {
        let counts = counts_of(main, attacks, names);
        if counts.is_none() {
            left.push((missing(main), low.to_owned()));
        }
        Some((main, counts?))
    })?;
    let mut all = vec![first];
    for other in said {
        let words = words_of(other);
        let has_number = words.iter().any(|word| {
            number_word(word).is_some_and(|_| word != "a" && word != "an") || word == "twice"
        });
        let more = if has_number {
            counts_of(other, attacks, names)
        } else {
            // "one with its claws or harpoon", "three attacks with its longsword or its longbow"
            let named = (0..words.len()).find_map(|at| name_at(&words, at, names));
            let last = last_named(main, names);
            named.zip(last).and_then(|((which, _), last)| {
                let mut counts = all.first()?.first()?.clone();
                let times = if counts[last] > 0 && main.contains(':') {
                    1
                } else {
                    counts[last]
                };
                (counts[last] >= times && times > 0).then(|| {
                    counts[last] -= times;
                    counts[which] += times;
                    vec![counts]
                })
            })
        };
        match more {
            Some(more) => all.push(more),
            None => left.push((missing(other), low.to_owned())),
        }
    }
    // The first combination of each alternative comes first.
    let most = all.iter().map(Vec::len).max().unwrap_or_default();
    let nth = |nth: usize| all.iter().filter_map(move |one| one.get(nth).cloned());
    Some((0..most).flat_map(nth).collect())
}

/// Returns the attack that a text names last.
fn last_named(text: &str, names: &[Vec<String>]) -> Option<usize> {
    let words = words_of(text);
    (0..words.len())
        .rev()
        .find_map(|at| name_at(&words, at, names))
        .map(|(which, _)| which)
}

/// Reads "two attacks, only one of which can be a bite attack".
fn only_one(
    low: &str,
    attacks: &[Attack],
    names: &[Vec<String>],
    left: &mut Left,
) -> Option<Vec<Counts>> {
    let (head, said) = low.split_once("only one of which")?;
    let total = words_of(head).iter().find_map(|word| number_word(word))?;
    let words = words_of(said);
    // The block of one form may lack the attack.
    let once = (0..words.len())
        .find_map(|at| name_at(&words, at, names))
        .map(|(which, _)| which);
    let others: Vec<usize> = (0..attacks.len())
        .filter(|nth| Some(*nth) != once && !names[*nth].is_empty())
        .collect();
    let first = *others.first()?;
    if once.is_none() && others.len() < 3 {
        return Some(mixed(&others, total, names.len()));
    }
    if let (Some(once), [_, _]) = (once, others.as_slice()) {
        let mut all = mixed(&others, total - 1, names.len());
        all.iter_mut().for_each(|counts| counts[once] = 1);
        all.append(&mut mixed(&others, total, names.len()));
        return Some(all);
    }
    if others.len() > 1 {
        left.push((Reason::Choice, low.to_owned()));
    }
    let mut without = vec![0; names.len()];
    without[first] = total;
    let Some(once) = once else {
        return Some(vec![without]);
    };
    let mut with = without.clone();
    with[once] = 1;
    with[first] -= 1;
    Some(vec![with, without])
}

/// Returns every way to make `total` attacks with the two attacks that a text names.
fn any_combination(said: &str, total: i64, names: &[Vec<String>]) -> Option<Vec<Counts>> {
    let (one, other) = said.split_once(" or ")?;
    let named = |text: &str| {
        let words = words_of(text);
        name_at(&words, 0, names).filter(|(_, long)| *long == words.len())
    };
    let ((one, _), (other, _)) = (named(one)?, named(other)?);
    Some(mixed(&[one, other], total, names.len()))
}

/// Returns every way to make `total` attacks with one or two attacks: first each attack alone, then mixed.
fn mixed(which: &[usize], total: i64, many: usize) -> Vec<Counts> {
    let counts = |second: i64| {
        let mut counts = vec![0; many];
        counts[which[0]] += total - second;
        if let Some(other) = which.get(1) {
            counts[*other] += second;
        }
        counts
    };
    let most = if which.len() > 1 { total } else { 0 };
    let mut seconds: Vec<i64> = (0..=most).collect();
    seconds.sort_by_key(|second| i64::from(*second != 0 && *second != most));
    seconds.into_iter().map(counts).collect()
}

/// Reads a further sentence with another multiattack, or with one attack in place of another. Returns `None` for any
/// other sentence.
fn alternative(
    low: &str,
    attacks: &[Attack],
    names: &[Vec<String>],
    choices: &[Counts],
) -> Option<Vec<Counts>> {
    let places = [" in place of ", " instead of "];
    let replaced = places.iter().find_map(|words| low.split_once(words));
    let replaced = replaced.or_else(|| {
        let (with, said) = low
            .split_once(" with a ")
            .filter(|(head, _)| head.contains("can replace "))?;
        Some((said, with))
    });
    if let Some((with, instead)) = replaced {
        let words = words_of(with);
        let (which, _) = (0..words.len()).find_map(|at| name_at(&words, at, names))?;
        let said = words_of(instead);
        let times = said.iter().find_map(|word| number_word(word));
        let named: Vec<usize> = (0..said.len())
            .filter_map(|at| name_at(&said, at, names))
            .map(|(from, _)| from)
            .collect();
        let mut all = Vec::new();
        for counts in choices {
            let from: Vec<usize> = match named.as_slice() {
                [_, ..] if named.len() == 1 || instead.contains(" or ") => named.clone(),
                [_, ..] => return None,
                [] if said.iter().any(|word| word == "one") => (0..counts.len())
                    .filter(|nth| counts[*nth] > 0 && *nth != which)
                    .collect(),
                [] => return None,
            };
            for from in from {
                let times = times.unwrap_or(1);
                if counts[from] < times {
                    continue;
                }
                let mut counts = counts.clone();
                counts[from] -= times;
                counts[which] += 1;
                all.push(counts);
            }
        }
        return (!all.is_empty()).then_some(all);
    }
    // "If it has a shortsword drawn, it can also make a shortsword attack." The GM knows if the shortsword is drawn.
    if let Some((head, said)) = low.split_once(" drawn, it can also make ")
        && head.starts_with("if it has a")
    {
        let words = words_of(said);
        let (which, _) = (0..words.len()).find_map(|at| name_at(&words, at, names))?;
        let more = choices.iter().map(|counts| {
            let mut counts = counts.clone();
            counts[which] += 1;
            counts
        });
        return Some(more.collect());
    }
    // "In humanoid form, it makes two greataxe attacks. In hybrid form, it can attack like a bear or a humanoid."
    let of_form = low
        .strip_prefix("in ")
        .and_then(|rest| rest.split_once(" form, it "))
        .map(|(_, rest)| rest);
    if let Some(rest) = of_form.and_then(|rest| rest.strip_prefix("can attack like a ")) {
        return match rest.split_once(" or make ") {
            Some((_, more)) => counts_of(more, attacks, names),
            None => Some(Vec::new()),
        };
    }
    let starts = ["alternatively, ", "or "];
    let rest = of_form.or_else(|| starts.iter().find_map(|start| low.strip_prefix(start)))?;
    if rest.contains(" cast") || rest.contains(" if ") {
        return None;
    }
    counts_of(rest, attacks, names)
}

/// Returns the counts of one clause, or several if the clause offers a choice of weapons. `None` if they are
/// inconsistent.
fn counts_of(main: &str, attacks: &[Attack], names: &[Vec<String>]) -> Option<Vec<Counts>> {
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
    let mut counts = vec![0; names.len()];
    let words = words_of(listed);
    let mut number = None;
    let mut last = None;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some(found) = number_word(word) {
            number = Some(found);
        } else if let (Some(which), "twice") = (last.take(), word.as_str()) {
            counts[which] += 2;
        } else if let Some((which, long)) = name_at(&words, at, names) {
            match number.take() {
                Some(times) => counts[which] += times,
                None => last = Some(which),
            }
            at += long;
            continue;
        }
        at += 1;
    }
    let mut sum: i64 = counts.iter().sum();
    // "Tail Stinger" is called a stinger if there is no other stinger.
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
    // A named weapon that is not among the attacks cannot be counted.
    if sum == 0 && main.contains(" with ") {
        return None;
    }
    if sum == 0 {
        let all = words_of(main).iter().find_map(|word| number_word(word))?;
        let (melee, ranged) = (main.contains("melee"), main.contains("ranged"));
        let fits = |nth: &usize| melee == ranged || attacks[*nth].melee == melee;
        let is_named = |nth: &usize| !names[*nth].is_empty();
        let mut fitting: Vec<usize> = (0..attacks.len()).filter(is_named).filter(fits).collect();
        if fitting.is_empty() && ranged {
            // Thrown daggers have a separate row.
            fitting = (0..attacks.len()).filter(fits).collect();
        }
        return match fitting.len() {
            1 | 2 => Some(mixed(&fitting, all, names.len())),
            _ => None,
        };
    }
    // "two ranged attacks with its daggers" means thrown daggers.
    if main.contains("ranged attack") {
        for nth in 0..attacks.len() {
            let thrown = format!("{}, thrown", attacks[nth].name);
            let thrown = attacks.iter().position(|attack| attack.name == thrown);
            if let (Some(thrown), true) = (thrown, attacks[nth].melee) {
                counts[thrown] += std::mem::take(&mut counts[nth]);
            }
        }
    }
    total.is_none_or(|total| total == sum).then(|| vec![counts])
}

/// Returns the index of the name in `names` that a text contains.
pub(super) fn named(text: &str, names: &[String]) -> Option<usize> {
    let words = words_of(text);
    let names: Vec<Vec<String>> = names.iter().map(|name| stem(name)).collect();
    (0..words.len())
        .find_map(|at| name_at(&words, at, &names))
        .map(|(which, _)| which)
}

/// Attack or power that an action uses by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Used {
    /// Number of the attack.
    Attack(usize),
    /// Number of the power.
    Power(usize),
}

/// Finds the attacks and powers that a legendary action repeats, of which the GM chooses one: "The dragon makes a tail
/// attack." The second value is false if the action also offers something else. Returns `None` if it repeats nothing.
pub(super) fn repeated(
    text: &str,
    attacks: &[Attack],
    powers: &[String],
) -> Option<(Vec<Used>, bool)> {
    let low = text.to_ascii_lowercase();
    let low = low.trim().trim_end_matches('.');
    // "The dragon can move up to half its speed, and it makes one rend attack."
    let low = match low.split_once(", and it ") {
        Some((moves, rest)) if is_for_the_table(moves) => format!("it {rest}"),
        _ => low.to_owned(),
    };
    if low.contains(['.', ',']) {
        return None;
    }
    let names: Vec<Vec<String>> = attacks.iter().map(|attack| stem(&attack.name)).collect();
    let powers: Vec<Vec<String>> = powers.iter().map(|name| stem(name)).collect();
    let verbs = [" makes ", " uses ", " attacks "];
    if !verbs.iter().any(|verb| low.contains(verb)) {
        return None;
    }
    let used = |said: &str| {
        let said = verbs
            .iter()
            .find_map(|verb| said.split_once(verb))
            .map_or(said, |(_, said)| said);
        let said = said.strip_prefix("uses ").unwrap_or(said);
        let words = words_of(said);
        let is_known = |word: &String| {
            [
                "a", "an", "one", "its", "his", "her", "their", "with", "attack", "against",
            ]
            .contains(&word.as_str())
        };
        let start = words.iter().position(|word| !is_known(word))?;
        let (used, long) = match name_at(&words, start, &names) {
            Some((which, long)) => (Used::Attack(which), long),
            None => {
                let (which, long) = name_at(&words, start, &powers)?;
                (Used::Power(which), long)
            }
        };
        // "makes a claw attack", not "makes a bite and moves".
        words[start + long..].iter().all(is_known).then_some(used)
    };
    let all: Vec<Option<Used>> = low.split(" or ").map(used).collect();
    let is_whole = all.iter().all(Option::is_some);
    let all: Vec<Used> = all.into_iter().flatten().collect();
    (!all.is_empty()).then_some((all, is_whole))
}
