//! The sides: who holds the initiative, who goes, who passes (`ALT-12`, `ALT-13`, `ALT-24` to `ALT-29`, `ALT-122`).

use crate::act;
use crate::dice::Dice;
use crate::encounter::{FactionId, Id, Resolver, Roll, Step};
use crate::note;

use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::people::standing;
use crate::rules::alternation::state::round::{Phase, Round, alive, go_on};
use crate::rules::alternation::state::turn::{held_by_larger, leads};

/// A faction is named to go first, or next.
pub fn name(cx: &mut Resolver<'_>, faction: FactionId) -> Step<()> {
    let round = Round::of(cx.now());
    let (first, lap_full) = (round.phase == Phase::First, round.lap_full(cx.now()));
    let name = cx.now().faction_name(faction).to_owned();
    let text = if first {
        let by = cx.now().faction_name(round.holder);
        format!("Initiative with {by}: {name} to go first.")
    } else {
        format!("{name} to go next.")
    };
    cx.act(None, &[], text);
    Round::change(cx, |round| {
        if first {
            round.named = faction;
        } else if lap_full {
            round.lap.clear();
        }
        round.go = faction;
        round.phase = Phase::Go;
    });
    Ok(())
}

/// A go was a pass (`ALT-27`, `ALT-28`).
pub fn pass(cx: &mut Resolver<'_>, faction: FactionId) -> Step<()> {
    let forced = leads(cx.now(), faction).is_empty();
    let name = cx.now().faction_name(faction).to_owned();
    let stuck: Vec<Id> = cx
        .now()
        .members(faction)
        .filter(|id| {
            standing(cx.now(), *id)
                && !Fighter::of(cx.now(), *id).spent()
                && held_by_larger(cx.now(), *id)
        })
        .collect();
    let text = if !forced {
        format!("A pass by {name}.")
    } else if stuck.is_empty() {
        format!("A pass by {name}: nobody is left to act.")
    } else {
        let stuck = cx.now().names(&stuck);
        format!("A pass by {name}: {stuck} cannot break free from a larger holder.")
    };
    cx.act(None, &[], text);
    Round::change(cx, |round| {
        round.run += 1;
        if !round.passed.contains(&faction) {
            round.passed.push(faction);
        }
    });
    go_on(cx);
    Ok(())
}

/// The end of the fight is turned down for this round (`ALT-122`).
pub fn play_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.plays_on = true);
    Ok(())
}

/// Draws a faction at random among `from`, all equally likely (`ALT-12`, `ALT-13`).
pub fn draw(cx: &mut Resolver<'_>, from: &[FactionId], title: &'static str) -> Step<FactionId> {
    if let [only] = from {
        return Ok(*only);
    }
    let list: Vec<String> = from
        .iter()
        .enumerate()
        .map(|(place, faction)| format!("{} {}", place + 1, cx.now().faction_name(*faction)))
        .collect();
    let sides = u32::try_from(from.len()).unwrap_or(1);
    let roll = Roll::new("initiative", None, "initiative", Dice::d(sides))
        .title(title)
        .hint(list.join(", "));
    let face = cx.roll(roll)?.natural;
    Ok(from[(face as usize).clamp(1, from.len()) - 1])
}

/// The holder has nobody standing: a new one is drawn (`ALT-13`).
pub fn redraw(cx: &mut Resolver<'_>) -> Step<()> {
    let from = alive(cx.now());
    let lost = cx.now().faction_name(Round::of(cx.now()).holder).to_owned();
    act!(
        cx,
        None,
        &[],
        "Nobody of {lost} is left to hold the initiative."
    );
    let holder = draw(cx, &from, "Who holds the initiative now?")?;
    let name = cx.now().faction_name(holder).to_owned();
    note!(cx, &[], "It goes to {name}.");
    Round::change(cx, |round| {
        round.holder = holder;
        round.named = holder;
    });
    Ok(())
}
