//! The end of the fight (`ALT-10`, `ALT-122`).

use crate::encounter::{Id, Resolver, Step};
use crate::rules::common::stage;
use crate::text::capital;

use crate::rules::alternation::sheet::schema::is;
use crate::rules::alternation::state::turn;

/// The GM ends the fight; what lasts until the end of the stretch goes on (`ALT-10`, `ALT-122`).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    turn::clear_turn(cx);
    stage::over(cx);
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
            cx.note(&these, capital(&text));
        }
    }
    Ok(())
}

/// The fight goes on after all.
pub fn reopen(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx);
    Ok(())
}
