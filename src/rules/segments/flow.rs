//! Whose moment it is, and what may be started.

use crate::encounter::{Command, Encounter, Id, Stage};
use crate::rules::{Entry, Next, Offer};

use super::chores;
use super::count::{act_command, all_declared, due, lone_side};
use super::declare::{suggested, undeclared};
use super::initiative;
use super::ladder::next_count;
use super::plan::plan;
use super::schema::{Options, is};
use super::sheet::fighter;
use super::state::{Phase, Round, may_act};
use super::telling::told;

/// What happens next: what is due by itself, or what a GM may start.
pub fn next(now: &Encounter) -> Next {
    match now.stage {
        Stage::Setup => return Next::Auto(Command::of("begin")),
        Stage::Over => return aftermath(now),
        Stage::Fighting => {}
    }
    // What a correction by hand brings with it.
    if let Some(fallen) = now
        .present()
        .find(|id| fighter(now, *id).is_down() && !now.get(*id).has(is::DOWN))
    {
        return Next::Auto(Command::by("fall", fallen));
    }
    let round = Round::of(now);
    if round.phase == Phase::Act {
        return Next::Auto(match due(now) {
            Some(slot) => act_command(slot),
            None => Command::of("close-count"),
        });
    }
    if round.phase == Phase::Declare
        && let Some(risen) = now
            .present()
            .find(|id| now.get(*id).has(is::DOWN) && can_rise(now, *id))
    {
        return Next::Auto(Command::by("rise", risen));
    }
    if !round.go_on
        && let Some(side) = lone_side(now)
    {
        return one_side_left(now, &side);
    }
    if round.phase == Phase::Between
        && let Some(newcomer) = initiative::newcomer(now)
    {
        return Next::Auto(Command::by("arrive", newcomer));
    }
    match round.phase {
        Phase::Declare if !all_declared(now) => declarations(now),
        Phase::Declare if !initiative::stooping(now).is_empty() => Next::Auto(Command::of("prep")),
        Phase::Declare => Next::Auto(Command::of("initiative")),
        _ if next_count(now).is_some() => Next::Auto(Command::of("open-count")),
        _ => Next::Auto(Command::of("round-end")),
    }
}

/// What may be started besides, at any moment.
pub fn extras(now: &Encounter) -> Vec<Entry> {
    if now.stage != Stage::Fighting {
        return Vec::new();
    }
    let round = Round::of(now);
    let mut offers = vec![
        Entry::new(Command::of("forced"), "somebody is forced to move").anytime(),
        Entry::new(Command::of("unseen"), "who cannot see whom").anytime(),
        Entry::new(Command::of("light"), "the light changes").anytime(),
        Entry::new(Command::of("rest"), "who is at rest and does not bleed").anytime(),
    ];
    if chores::anyone_skilled(now) {
        offers.insert(
            0,
            Entry::new(Command::of("skill"), "a skill roll, first aid").anytime(),
        );
    }
    if round.phase != Phase::Declare {
        offers.push(Entry::new(Command::of("shift"), "the ladder by hand").anytime());
        if !undeclared(now).is_empty() {
            offers.push(Entry::new(Command::of("late"), "somebody joins in at once").anytime());
        }
    }
    let asked = round.phase != Phase::Act && !round.go_on && lone_side(now).is_some();
    if !asked {
        offers.push(Entry::new(Command::of("end"), "end the fight"));
    }
    offers
}

fn can_rise(now: &Encounter, id: Id) -> bool {
    fighter(now, id).hp() > Options::of(now).down_at()
}

/// Who is still to declare; those who have may declare anew.
fn declarations(now: &Encounter) -> Next {
    let waiting = undeclared(now);
    let mut offers = Vec::new();
    for (place, id) in waiting.iter().enumerate() {
        let set = suggested(now, *id);
        let mut offer = Entry::new(
            Command::by("declare", *id),
            format!("{} declares", now.name(*id)),
        )
        .hint(format!("likely: {}", told(now, *id, &set)));
        if place == 0 {
            offer = offer.preset();
        }
        offers.push(offer);
    }
    for side in now.faction_ids() {
        let left = waiting
            .iter()
            .filter(|id| now.get(**id).faction == side)
            .count();
        if left > 1 && left < waiting.len() {
            offers.push(Entry::new(
                Command::side("declare-side", side),
                format!(
                    "all {left} of {} left, as is likely",
                    now.faction_name(side)
                ),
            ));
        }
    }
    if waiting.len() > 1 {
        offers.push(
            Entry::new(Command::of("declare-rest"), "everyone left, as is likely")
                .hint("last round's action, else an attack"),
        );
    }
    for id in now.present().filter(|id| may_act(now, *id)) {
        if let Some(said) = plan(now, id).map(|plan| told(now, id, plan)) {
            offers.push(
                Entry::new(
                    Command::by("declare", id),
                    format!("{} declares anew", now.name(id)),
                )
                .hint(said),
            );
        }
    }
    let title = match waiting.as_slice() {
        [one] => format!("{} has still to declare", now.name(*one)),
        many => format!("{} have still to declare", many.len()),
    };
    Next::Offers {
        title,
        offers: offers.into_iter().map(Offer::from).collect(),
    }
}

/// Only one side is standing: end the fight, or play on (SEG-124).
fn one_side_left(now: &Encounter, side: &str) -> Next {
    let more = Round::of(now).phase == Phase::Between;
    Next::Offers {
        title: format!("{side} alone can still act"),
        offers: vec![
            Entry::new(Command::of("end"), "end the fight").preset(),
            Entry::new(
                Command::of("go-on"),
                if more {
                    "play the rest of the round"
                } else {
                    "play on"
                },
            ),
        ]
        .into_iter()
        .map(Offer::from)
        .collect(),
    }
}

/// What can still be done when the fight is over.
fn aftermath(now: &Encounter) -> Next {
    let mut offers = Vec::new();
    if chores::anyone_skilled(now) {
        offers.push(Entry::new(Command::of("skill"), "first aid, a skill roll"));
    }
    Next::Offers {
        title: "The fight is over".to_owned(),
        offers: offers.into_iter().map(Offer::from).collect(),
    }
}
