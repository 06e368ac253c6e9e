//! Turn order by cards: each combatant is dealt one card of a deck, and the highest acts first.

use crate::dice::Dice;
use crate::encounter::Encounter;
use crate::resolver::{Refused, Resolver, Roll, Step, act, note};
use crate::values::Id;

use crate::systems::written::model::{Cards, Model, Numbers};
use crate::systems::written::play::look::{Cast, Scene, holds};
use crate::systems::written::play::state::{Deck, Turn};

/// Number of cards in four suits; jokers have higher numbers.
const SUITED: i64 = 52;
/// Ranks of cards, lowest first.
const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];
/// Suits, lowest first, each with its letter.
const SUITS: [(char, &str); 4] = [('c', "♣"), ('d', "♦"), ('h', "♥"), ('s', "♠")];

/// Returns true if a card is a joker.
pub fn is_joker(card: i64) -> bool {
    card >= SUITED
}

/// Formats a card as "Q♠".
pub fn name(card: i64) -> String {
    let place = usize::try_from(card).unwrap_or(0);
    match (RANKS.get(place / 4), is_joker(card)) {
        (Some(rank), false) => format!("{rank}{}", SUITS[place % 4].1),
        _ => "joker".to_owned(),
    }
}

/// Reads a typed card: `Qs`, `10h`, `joker`. `free` returns true for cards that are left.
fn read(text: &str, free: impl Fn(i64) -> bool) -> Option<i64> {
    let text = text.trim().to_lowercase();
    let all = 0..SUITED + 2;
    let mut named = all.filter(|card| {
        if is_joker(*card) {
            !text.is_empty() && "joker".starts_with(&text) && text.len() > 1
        } else {
            let place = usize::try_from(*card).unwrap_or(0);
            let rank = RANKS[place / 4].to_lowercase();
            let (letter, sign) = SUITS[place % 4];
            text == format!("{rank}{letter}") || text == format!("{rank}{sign}")
        }
    });
    named.find(|card| free(*card))
}

/// Groups the combatants who share a card or a roll: combatants of one side and one name, if the system allows it.
pub fn groups(
    model: &'static Model,
    now: &Encounter,
    numbers: &Numbers,
    who: &[Id],
) -> Vec<Vec<Id>> {
    let base = |id: Id| {
        let name = now.get(id).name.as_str();
        (
            now.get(id).side,
            name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ')
                .to_owned(),
        )
    };
    let shares = |id: Id| {
        let cast = Cast::of(id);
        let together = numbers.together.as_ref();
        together.is_some_and(|together| together.is(&Scene::new(model, now, &cast)))
    };
    let mut all: Vec<Vec<Id>> = Vec::new();
    for id in who.iter().copied() {
        let with = all
            .iter_mut()
            .find(|group| shares(id) && shares(group[0]) && base(group[0]) == base(id));
        match with {
            Some(group) => group.push(id),
            None => all.push(vec![id]),
        }
    }
    all
}

/// Begins a round of cards: shuffles the deck if due, deals a card to each combatant, and returns the combatants with a
/// joker.
pub fn deal(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    cards: &'static Cards,
    who: &[Id],
) -> Step<Vec<Id>> {
    let groups = groups(model, cx.now(), &cards.numbers, who);
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    act!(cx, None, who, "The cards.");
    let mut dealt = Deck::of(cx.now()).dealt.clone();
    let free = |dealt: &[i64]| -> Vec<i64> {
        let all = 0..cards.deck;
        all.filter(|card| !dealt.contains(card)).collect()
    };
    let cast = Cast::default();
    let by_hand =
        cards.typed.is_some() && holds(cards.typed.as_ref(), &Scene::new(model, cx.now(), &cast));
    let typed: Option<Vec<i64>> = if by_hand {
        cx.form("cards", None, "The cards", |f| {
            let now = f.now;
            let mut out = dealt.clone();
            let mut got = Vec::new();
            let mut wrong = None;
            let mut texts = Vec::new();
            for group in &groups {
                let key = format!("card-{}", group[0].letter());
                if texts.is_empty() {
                    f.hint(|| "such as Qs, 10h or joker (if all rows are empty, Affray deals)");
                }
                texts.push(f.text(&key, &now.names(group), ""));
            }
            if texts.iter().all(|text| text.trim().is_empty()) {
                return Ok(None);
            }
            for (group, text) in groups.iter().zip(&texts) {
                if free(&out).is_empty() {
                    out.clear();
                }
                let card = read(text, |card| free(&out).contains(&card));
                match card {
                    Some(card) => {
                        out.push(card);
                        got.push(card);
                    }
                    None => {
                        let who = now.names(group);
                        wrong = wrong.or(Some(match read(text, |_| true) {
                            Some(gone) => {
                                format!("{who}: {} is no longer in the deck", name(gone))
                            }
                            None => format!("{who}: a card is needed, such as Qs, 10h or joker"),
                        }));
                    }
                }
            }
            f.refuse_if(wrong)?;
            Ok::<_, Refused>(Some(got))
        })?
    } else {
        None
    };
    let got = if let Some(got) = typed {
        got
    } else {
        let mut left = free(&dealt).len();
        let mut rolls = Vec::new();
        for group in &groups {
            left = match left {
                0 => usize::try_from(cards.deck).unwrap_or(1),
                left => left,
            };
            let sides = u32::try_from(left).unwrap_or(1);
            let what = format!("a card for {}", cx.now().names(group));
            rolls.push(Roll::new("cards", None, what, Dice::d(sides)).about(group[0]));
            left -= 1;
        }
        let rolled = cx.rolls("cards", "The cards", rolls)?;
        let mut out = dealt.clone();
        let mut got = Vec::new();
        for rolled in &rolled {
            if free(&out).is_empty() {
                out.clear();
            }
            let all = free(&out);
            let place = usize::try_from(rolled.total - 1).unwrap_or(0);
            let card = all.get(place).or(all.last()).copied().unwrap_or(0);
            out.push(card);
            got.push(card);
        }
        got
    };
    let mut jokers = Vec::new();
    for (group, card) in groups.iter().zip(&got) {
        if free(&dealt).is_empty() {
            dealt.clear();
        }
        dealt.push(*card);
        note!(cx, group, "{}: {}.", cx.now().names(group), name(*card));
        for id in group {
            Turn::change(cx, *id, |turn| turn.number = Some(*card));
        }
        if is_joker(*card) {
            jokers.extend(group.iter().copied());
        }
    }
    let joker = !jokers.is_empty();
    Deck::change(cx, |deck| {
        deck.dealt = dealt;
        deck.joker |= joker;
    });
    Ok(jokers)
}

/// Shuffles the deck at the start of a round, if the system shuffles each round or if a joker was dealt.
pub fn shuffle(cx: &mut Resolver<'_>, cards: &Cards) {
    if cards.each_round || Deck::of(cx.now()).joker {
        Deck::default().put(cx);
    }
}
