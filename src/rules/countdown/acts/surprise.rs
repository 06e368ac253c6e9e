//! Who is surprised (1. Determine Surprise).

use crate::act;
use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Ends, FactionId, Id, Resolver, Roll, Step};
use crate::say;
use crate::tally::Tally;
use crate::text::agree;

use super::round;
use crate::rules::countdown::sheet::is;
use crate::rules::countdown::state::{Phase, Round, fighter};

/// Before the first round: which sides might be caught out, which of them from ambush; one d20 for each (CTD-10 to
/// CTD-14). Then round 1 begins.
pub fn before_the_fight(cx: &mut Resolver<'_>) -> Step<()> {
    let tested = cx.form("surprise", None, "Who might be caught out?", |f| {
        let now = f.now;
        let mut tested = Vec::new();
        for side in sides(now) {
            let name = now.faction_name(side);
            let label = format!("{name} might be surprised");
            if f.toggle(&format!("caught-{}", side.0), &label, false) {
                let label = format!("{name}: by an ambush");
                let ambush = format!("ambush-{}", side.0);
                let ambush = f.hint(|| "+3").toggle(&ambush, &label, false);
                tested.push((side, ambush));
            }
        }
        Ok(tested)
    })?;
    for (side, ambush) in tested {
        let members: Vec<Id> = cx.now().members(side).collect();
        test(cx, side, &members, ambush, 1)?;
    }
    round::begin(cx);
    Ok(())
}

fn sides(now: &Encounter) -> Vec<FactionId> {
    now.faction_ids()
        .filter(|side| now.members(*side).next().is_some())
        .collect()
}

/// A group that comes later is tested: surprised in its first round (CTD-14, CTD-15).
pub fn later(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Who else might be caught out?";
    let (who, ambush) = cx.form("test-surprise", None, title, |f| {
        let now = f.now;
        let all = || now.present().filter(|id| fighter(now, *id).up());
        let most = all().count();
        let fresh = |id: &Id| {
            let one = fighter(now, *id);
            one.plan().is_none() && one.initiative().is_none()
        };
        let mut preset: Vec<Id> = all().filter(fresh).collect();
        if preset.len() == most {
            preset.clear();
        }
        let who = f.pick("who", "who", all, 1, most, preset);
        let ambush = f.hint(|| "+3").toggle("ambush", "by an ambush", false);
        Ok((who, ambush))
    })?;
    let round = Round::of(cx.now());
    let first = match round.phase {
        Phase::Declare => cx.now().round,
        Phase::Surprise | Phase::Count => cx.now().round + 1,
    };
    for side in sides(cx.now()) {
        let members: Vec<Id> = who
            .iter()
            .copied()
            .filter(|id| cx.get(*id).faction == side)
            .collect();
        if !members.is_empty() {
            test(cx, side, &members, ambush, first)?;
        }
    }
    Ok(())
}

/// One d20 for the side; everybody whose number it reaches is surprised in round `first` (CTD-11 to CTD-13). The
/// GM's die.
fn test(
    cx: &mut Resolver<'_>,
    side: FactionId,
    members: &[Id],
    ambush: bool,
    first: u32,
) -> Step<()> {
    let name = cx.now().faction_name(side).to_owned();
    let how = if ambush { " by an ambush" } else { "" };
    act!(cx, None, &[], "{name} might be surprised{how}.");
    let numbers: Vec<String> = members
        .iter()
        .map(|id| fighter(cx.now(), *id))
        .map(|one| format!("{} {}", one.name(), one.surprise_dc()))
        .collect();
    let roll = Roll::new("surprise", None, "surprise (GM)", Dice::d(20))
        .bonus(Tally::new().plus("ambush", if ambush { 3 } else { 0 }))
        .title(say!(cx.now(), "Who of {name} is surprised?"))
        .hint(format!("GM's roll; surprised from: {}", numbers.join(", ")));
    let total = cx.roll(roll)?.total;
    let caught: Vec<Id> = members
        .iter()
        .copied()
        .filter(|id| {
            let one = fighter(cx.now(), *id);
            one.surprise_dc() <= total && one.up()
        })
        .collect();
    let text = if caught.is_empty() {
        "Nobody is surprised.".to_owned()
    } else {
        let verb = agree(caught.len(), "is", "are");
        format!("{} {verb} surprised.", cx.now().names(&caught))
    };
    let text = format!("{text} (Surprised from: {}.)", numbers.join(", "));
    cx.note(&caught, text);
    for id in caught {
        let condition = Condition::new(is::SURPRISED).ends(Ends::EndOfRound(first));
        cx.gain(id, condition, "");
    }
    Ok(())
}
