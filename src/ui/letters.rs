//! Keys for everything that can be picked: unique, and as near to the label as can be.
//!
//! Combatants keep their target letters; actions, options and fields get what is left. The same things in the same
//! order get the same keys.

use std::collections::BTreeSet;

use crate::encounter::{Choice, Encounter, Field, FieldKind, Id};
use crate::rules::Entry;

/// What a thing is called and which letter it would like.
struct Wish<'a> {
    wanted: Option<char>,
    label: &'a str,
}

/// A key for each wish, none of them in `taken`: the wanted letter, one out of the label, the same as capitals, a digit,
/// any letter; nothing when all are used up.
fn assign(wishes: &[Wish<'_>], mut taken: BTreeSet<char>) -> Vec<String> {
    let mut keys = vec![None; wishes.len()];
    for (key, wish) in keys.iter_mut().zip(wishes) {
        if let Some(wanted) = wish.wanted.filter(|c| c.is_ascii_alphanumeric())
            && taken.insert(wanted)
        {
            *key = Some(wanted);
        }
    }
    for (key, wish) in keys.iter_mut().zip(wishes) {
        if key.is_none() {
            *key = candidates(wish).find(|c| taken.insert(*c));
        }
    }
    keys.into_iter()
        .map(|key| key.map(String::from).unwrap_or_default())
        .collect()
}

/// Letters that would do, best first.
fn candidates<'a>(wish: &Wish<'a>) -> impl Iterator<Item = char> + use<'a> {
    let label = wish.label;
    let initials = || {
        label
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter_map(|word| word.chars().next())
    };
    let letters = || label.chars().filter(char::is_ascii_alphabetic);
    let lower = |c: char| c.to_ascii_lowercase();
    let upper = |c: char| c.to_ascii_uppercase();
    wish.wanted
        .into_iter()
        .filter(char::is_ascii_alphabetic)
        .map(upper)
        .chain(initials().map(lower))
        .chain(letters().map(lower))
        .chain(initials().map(upper))
        .chain(letters().map(upper))
        .chain('1'..='9')
        .chain('a'..='z')
        .chain('A'..='Z')
}

/// How much of each label is shared with others at its beginning ("Maren dodges", "Maren counters"), in bytes: the key
/// comes out of what tells them apart.
fn shared<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> Vec<usize> {
    let count = labels.clone().count();
    labels
        .clone()
        .map(|label| {
            let ends = label.match_indices(' ').map(|(place, _)| place + 1);
            ends.take_while(|end| {
                let same = labels
                    .clone()
                    .filter(|other| other.starts_with(&label[..*end]))
                    .count();
                count > 2 && same * 2 > count
            })
            .last()
            .unwrap_or(0)
        })
        .collect()
}

/// Keys of what may be started: the target letter for the first thing that can be done with each combatant, for
/// everything else a letter that no combatant has.
pub fn of_offers(offers: &[Entry], now: &Encounter) -> Vec<String> {
    let is_whose = |place: usize| {
        let who = offers[place].command.who?;
        let named = |offer: &Entry| offer.by_letter && offer.command.who == Some(who);
        let first = offers.iter().position(named);
        (first == Some(place)).then_some(who)
    };
    // Where only one acts anyway, the letters are free for what it can do.
    let mut actors: Vec<Id> = offers
        .iter()
        .filter_map(|offer| offer.command.who)
        .collect();
    actors.sort_unstable();
    actors.dedup();
    let targets: Vec<Option<Id>> = if actors.len() > 1 {
        (0..offers.len()).map(is_whose).collect()
    } else {
        vec![None; offers.len()]
    };
    // Where it is mostly about who, a slip between combatants must not start an action.
    let about_who = targets.iter().flatten().count() * 2 >= offers.len();
    let taken = if about_who {
        firsts(now.ids())
    } else {
        firsts(targets.iter().copied().flatten())
    };
    let wishes: Vec<Wish<'_>> = offers
        .iter()
        .zip(&targets)
        .filter(|(_, target)| target.is_none())
        .map(|(offer, _)| Wish {
            wanted: offer.capital.map(|c| c.to_ascii_lowercase()),
            label: &offer.label,
        })
        .collect();
    let mut rest = assign(&wishes, taken).into_iter();
    targets
        .iter()
        .map(|target| match target {
            Some(id) => id.letter(),
            None => rest.next().unwrap_or_default(),
        })
        .collect()
}

/// Keys of a choice's options.
pub fn of_options(options: &[Choice]) -> Vec<String> {
    let shared = shared(options.iter().map(|option| option.label.as_str()));
    let wishes: Vec<Wish<'_>> = options
        .iter()
        .zip(shared)
        .map(|(option, shared)| Wish {
            wanted: None,
            label: &option.label[shared..],
        })
        .collect();
    assign(&wishes, BTreeSet::new())
}

/// Keys of a form's fields. Where combatants can be picked, their letters are kept free, those of everybody else too:
/// a slip must not flip something.
pub fn of_fields(fields: &[Field], now: &Encounter) -> Vec<String> {
    let picks = fields
        .iter()
        .any(|field| matches!(field.kind, FieldKind::Pick { .. }));
    let mut taken = if picks {
        firsts(now.ids())
    } else {
        BTreeSet::new()
    };
    // Digits are for numbers.
    taken.extend('0'..='9');
    let wishes: Vec<Wish<'_>> = fields
        .iter()
        .map(|field| Wish {
            wanted: None,
            label: &field.label,
        })
        .collect();
    assign(&wishes, taken)
}

fn firsts(ids: impl Iterator<Item = Id>) -> BTreeSet<char> {
    ids.filter_map(|id| id.letter().chars().next()).collect()
}

/// What typed letters mean among keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// This one, and no other key begins so.
    Only(usize),
    /// This one, but a longer key begins so too.
    Perhaps(usize),
    /// The beginning of a longer key.
    Begun,
    /// Nothing.
    Nothing,
}

/// What `typed` means among `keys`.
pub fn hit<'a>(keys: impl Iterator<Item = &'a str>, typed: &str) -> Hit {
    let mut exact = None;
    let mut longer = false;
    for (place, key) in keys.enumerate() {
        if key.is_empty() {
            continue;
        }
        if key == typed {
            exact = exact.or(Some(place));
        } else if key.starts_with(typed) {
            longer = true;
        }
    }
    match (exact, longer) {
        (Some(place), false) => Hit::Only(place),
        (Some(place), true) => Hit::Perhaps(place),
        (None, true) => Hit::Begun,
        (None, false) => Hit::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encounter::{Combatant, Command, FactionId, Row};

    fn offer(action: &str, who: Option<u32>, letter: Option<char>) -> Entry {
        let mut command = Command::of(action.to_owned());
        command.who = who.map(Id);
        Entry {
            command,
            label: action.to_owned(),
            hint: String::new(),
            capital: letter.map(|c| c.to_ascii_uppercase()),
            refused: None,
            preset: false,
            by_letter: who.is_some() && letter.is_none(),
            anytime: false,
        }
    }

    #[track_caller]
    fn check(offers: &[Entry], expected: &[&str]) {
        assert_eq!(of_offers(offers, &fight(4)), expected);
    }

    /// Somebody each for the letters from a on.
    fn fight(count: u32) -> Encounter {
        let mut now = Encounter::default();
        let sheet = Row::new(&now.schema.fields);
        let one = |number: u32| Combatant::new(&number.to_string(), FactionId(0), sheet.clone());
        now.combatants = Arc::new((0..count).map(|number| one(number).into()).collect());
        now
    }

    #[test]
    fn combatants_keep_their_letters_and_actions_give_way() {
        check(
            &[
                offer("activate", Some(0), None),
                offer("activate", Some(3), None),
                offer("pass", None, Some('p')),
                offer("delay", None, Some('d')),
                offer("await", None, None),
            ],
            &["a", "d", "p", "D", "w"],
        );
        check(
            &[
                offer("activate", Some(0), None),
                offer("activate", Some(3), None),
                offer("cower", None, None),
                offer("wait", Some(3), None),
            ],
            &["a", "d", "o", "w"],
        );
        check(
            &[
                offer("attack", Some(0), Some('a')),
                offer("cower", Some(0), Some('c')),
                offer("hide", Some(0), Some('h')),
                offer("another first", Some(3), None),
            ],
            &["a", "c", "h", "d"],
        );
    }

    #[test]
    fn one_who_acts_alone_leaves_all_letters_to_the_actions() {
        check(
            &[
                offer("attack", Some(1), Some('a')),
                offer("move", Some(1), Some('m')),
                offer("end turn", Some(1), None),
                offer("aim", Some(1), None),
            ],
            &["a", "m", "e", "i"],
        );
    }

    #[test]
    fn everything_has_a_key_of_its_own() {
        let many: Vec<Entry> = (0..40).map(|_| offer("aa", None, Some('a'))).collect();
        let keys = of_offers(&many, &fight(0));
        let unique: BTreeSet<&String> = keys.iter().collect();
        assert_eq!(unique.len(), keys.len());
        let options: Vec<Choice> = ["sword", "sling", "short bow"]
            .map(|label| Choice::new(label, label))
            .to_vec();
        assert_eq!(of_options(&options), ["s", "l", "b"]);
        let options: Vec<Choice> = [
            "no reaction",
            "Maren dodges",
            "Maren counters",
            "Maren hides",
        ]
        .map(|label| Choice::new(label, label))
        .to_vec();
        assert_eq!(of_options(&options), ["n", "d", "c", "h"]);
    }

    #[test]
    fn long_letters_wait_for_their_end() {
        let keys = ["a", "b", "aa", "ab"];
        let meant = |typed: &str| hit(keys.iter().copied(), typed);
        assert_eq!(meant("a"), Hit::Perhaps(0));
        assert_eq!(meant("b"), Hit::Only(1));
        assert_eq!(meant("ab"), Hit::Only(3));
        assert_eq!(meant("ac"), Hit::Nothing);
        assert_eq!(hit(["aa", "ab"].into_iter(), "a"), Hit::Begun);
    }
}
