//! The end of the fight (`ALT-10`, `ALT-122`).

use crate::encounter::{Encounter, Event, FactionId, Id, Resolver, Stage, Step};

use crate::rules::alternation::sheet::people::standing;
use crate::rules::alternation::sheet::schema::is;
use crate::rules::alternation::state::round::cycle;
use crate::rules::alternation::state::turn;

/// Factions with somebody standing and willing to fight; the broken are not (`ALT-122`).
pub fn willing(now: &Encounter) -> Vec<FactionId> {
    cycle(now)
        .into_iter()
        .filter(|faction| {
            now.members(*faction)
                .any(|id| standing(now, id) && !now.get(id).has(is::BROKEN))
        })
        .collect()
}

/// The GM ends the fight; what lasts until the end of the stretch goes on (`ALT-10`, `ALT-122`).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    turn::clear_turn(cx);
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "The fight is over.".to_owned(),
    });
    let lists = [
        ("dead", is::DEAD),
        ("incapacitated", is::INCAPACITATED),
        ("surrendered", is::SURRENDERED),
        ("gone", is::FLED),
    ];
    for (word, key) in lists {
        let these: Vec<Id> = cx
            .now()
            .present()
            .filter(|id| {
                cx.get(*id).has(key) && (key != is::INCAPACITATED || !cx.get(*id).has(is::DEAD))
            })
            .collect();
        if !these.is_empty() {
            let text = format!("{word}: {}.", cx.now().names(&these));
            let mut chars = text.chars();
            let text: String = chars
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(chars)
                .collect();
            cx.note(&these, text);
        }
    }
    Ok(())
}

/// The fight goes on after all.
pub fn reopen(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: "The fight goes on.".to_owned(),
    });
    Ok(())
}
