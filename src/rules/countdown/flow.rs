//! What comes next, and what the GM may start (section 3 of the contract).

use super::action::Action;
use super::count::{self, Pending};
use super::sheet::{fighter, likely_target};
use super::state::{Cycle, Fires, Phase};
use super::{aftermath, declare, legal, wounds};
use crate::encounter::{Command, Encounter, Id, Stage};
use crate::rules::{Entry, Next, Offer};

/// What comes next.
pub fn next(now: &Encounter) -> Next {
    match now.stage {
        Stage::Setup => return auto("begin"),
        Stage::Over => return aftermath_offers(now),
        Stage::Fighting => {}
    }
    if let Some(command) = consequences(now) {
        return Next::Auto(command);
    }
    let cycle = Cycle::of(now);
    match cycle.phase {
        Phase::Surprise => auto("surprise"),
        Phase::Declare => declarations(now),
        Phase::Count if cycle.open => counting(now),
        Phase::Count => between_counts(now),
    }
}

fn auto(action: &'static str) -> Next {
    Next::Auto(Command::of(action))
}

/// What follows from values and conditions that the GM has set by hand.
fn consequences(now: &Encounter) -> Option<Command> {
    now.ids().find_map(|id| {
        let one = fighter(now, id);
        if one.hp() == 0 && one.hp_max() > 0 && !one.out() && !one.unconscious() {
            Some(Command::by("fall", id))
        } else if wounds::untidy(now, id) {
            Some(Command::by("tidy", id))
        } else {
            None
        }
    })
}

fn aftermath_offers(now: &Encounter) -> Next {
    if let Some(command) = consequences(now) {
        return Next::Auto(command);
    }
    Next::Offers {
        title: "The fight is over".to_owned(),
        offers: vec![
            Entry::new(Command::of("advance"), "time goes by: rounds or turns")
                .hint("wake-ups, rest, fires")
                .letter('t')
                .preset(),
            Entry::new(Command::of("take-up"), "the fight goes on after all").letter('g'),
        ]
        .into_iter()
        .map(Offer::from)
        .collect(),
    }
}

/// Whether the end of the fight is what is offered now (CTD-177).
fn suggesting(now: &Encounter) -> bool {
    let fresh = match Cycle::of(now).phase {
        Phase::Surprise => false,
        Phase::Declare => aftermath::between_rounds(now),
        Phase::Count => true,
    };
    fresh && aftermath::suggested(now)
}

fn suggestion(now: &Encounter) -> Next {
    let standing = now
        .faction_ids()
        .find(|side| now.members(*side).any(|id| fighter(now, id).up()));
    let title = match standing {
        Some(side) => format!("Only {} are left standing", now.faction_name(side)),
        None => "Nobody is left standing".to_owned(),
    };
    Next::Offers {
        title,
        offers: vec![
            Entry::new(Command::of("end"), "end the fight")
                .letter('e')
                .preset(),
            Entry::new(Command::of("go-on"), "go on with this round").letter('g'),
        ]
        .into_iter()
        .map(Offer::from)
        .collect(),
    }
}

fn declarations(now: &Encounter) -> Next {
    let open = declare::undeclared(now);
    let done = declare::declared(now);
    if suggesting(now) {
        return suggestion(now);
    }
    let Some(first) = open.first().copied() else {
        return auto(if done.is_empty() {
            "end-round"
        } else {
            "initiative"
        });
    };
    let usual = legal::usual(now, first);
    let mut offers = vec![
        Entry::new(
            Command::by("usual", first),
            format!("{} {}", now.name(first), usual.text(now)),
        )
        .preset(),
        Entry::new(
            Command::by("declare", first),
            format!("{} does something else …", now.name(first)),
        )
        .hint("or several do the same")
        .letter('o'),
        Entry::new(
            Command::of("close-declarations"),
            if open.len() == 1 {
                "declarations closed".to_owned()
            } else {
                format!("all {} who are left: as usual", open.len())
            },
        )
        .letter('e'),
    ];
    for id in open.iter().skip(1) {
        let text = legal::usual(now, *id).text(now);
        offers.push(
            Entry::new(Command::by("declare", *id), format!("{} …", now.name(*id)))
                .hint(format!("usually {text}")),
        );
    }
    for id in done {
        if let Some(plan) = fighter(now, id).plan() {
            offers.push(
                Entry::new(
                    Command::by("declare", id),
                    format!("change {} …", now.name(id)),
                )
                .hint(plan.text(now)),
            );
        }
    }
    Next::Offers {
        title: format!("Round {}: what does {} do?", now.round, now.name(first)),
        offers: offers.into_iter().map(Offer::from).collect(),
    }
}

fn between_counts(now: &Encounter) -> Next {
    if suggesting(now) {
        return suggestion(now);
    }
    if count::next_number(now).is_some() {
        auto("count")
    } else if count::holders(now).is_empty() {
        auto("end-round")
    } else {
        auto("bottom")
    }
}

fn counting(now: &Encounter) -> Next {
    if let Some(caster) = count::just_before(now).first() {
        return Next::Auto(Command::by("just-before", *caster));
    }
    let queue = count::queue(now);
    let Some(current) = queue.first().copied() else {
        return match count::pending(now) {
            Pending::Saves => auto("spell-saves"),
            Pending::Spell(caster) => Next::Auto(Command::by("spell", caster)),
            Pending::Close => auto("close-count"),
        };
    };
    let cycle = Cycle::of(now);
    let mut offers = actions(now, current);
    for id in queue.iter().skip(1) {
        offers.push(
            Entry::new(
                Command::by("first", *id),
                format!("{} first", now.name(*id)),
            )
            .hint("same number, same moment: the order of asking is free"),
        );
    }
    if count::joinable(now) {
        for id in count::holders(now) {
            if queue.contains(&id) {
                continue;
            }
            offers.push(
                Entry::new(
                    Command::by("join", id),
                    format!("{} joins here", now.name(id)),
                )
                .hint(format!("acts on count {} with the others", cycle.count))
                .letter('j'),
            );
            if let Some((least, most)) = count::empty_numbers(now) {
                let when = if least == most {
                    least.to_string()
                } else {
                    format!("{least} to {most}")
                };
                offers.push(Entry::new(
                    Command::by("early", id),
                    format!("{} acts before this count, on {when}", now.name(id)),
                ));
            }
        }
    }
    let where_ = if cycle.bottom {
        "Last count".to_owned()
    } else {
        format!("Count {}", cycle.count)
    };
    Next::Offers {
        title: format!("{where_}: {} acts", now.name(current)),
        offers: offers.into_iter().map(Offer::from).collect(),
    }
}

/// The actions of somebody on its number: the declared one first, unless it has become impossible (CTD-19, CTD-23).
fn actions(now: &Encounter, who: Id) -> Vec<Entry> {
    let one = fighter(now, who);
    let plan = one.plan().cloned().unwrap_or_default();
    let mut wanted = plan.action;
    if wanted == Action::Hold && one.slot().hold != super::state::Hold::None {
        // A hold that is over: what now?
        wanted = if plan.spell.is_empty() {
            Action::Attack
        } else {
            Action::Cast
        };
    }
    let joined = one.slot().joined.is_some();
    if wanted == Action::Hold && joined {
        wanted = if plan.spell.is_empty() {
            Action::Attack
        } else {
            Action::Cast
        };
    }
    let legal = |action: Action| legal::refusal(now, who, action, false);
    let lost = legal::lost(now, who, &plan);
    let foe = likely_target(now, who, None).is_some();
    let preset = [wanted, Action::Attack, Action::Dodge, Action::Pass]
        .into_iter()
        .find(|action| legal(*action).is_none() && (foe || *action != Action::Attack))
        .unwrap_or(Action::Pass);
    let mut list: Vec<Action> = Action::all()
        .filter(|action| legal::listed(now, who, *action) || *action == wanted)
        .collect();
    list.sort_by_key(|action| *action != preset);
    list.into_iter()
        .map(|action| {
            let mut label = format!("{}: {}", now.name(who), action.label());
            if action == preset && action == plan.action && lost.is_none() {
                label = format!("{} {}", now.name(who), plan.text(now));
            }
            let mut offer =
                Entry::new(Command::by(action.key(), who), label).letter(action.letter());
            if action == plan.action {
                offer = offer.hint(match &lost {
                    Some(why) => format!("declared, but {why}"),
                    None => "declared".to_owned(),
                });
            }
            if let (Some(held), true) = (
                one.holding(),
                !matches!(action, Action::Keep | Action::Hold),
            ) {
                offer = offer.hint(format!("lets go of {}", now.name(held)));
            }
            if action == preset {
                offer = offer.preset();
            }
            match legal(action) {
                Some(why) => offer.refused(why),
                None => offer,
            }
        })
        .collect()
}

/// Commands between any two others.
pub fn extras(now: &Encounter) -> Vec<Entry> {
    let mut offers = Vec::new();
    if Cycle::of(now).phase == Phase::Declare && now.stage == Stage::Fighting {
        // The list of declarations offers this for whoever is next only, so that letters stay target letters.
        for id in declare::undeclared(now).into_iter().skip(1) {
            let text = legal::usual(now, id).text(now);
            let label = format!("{} {text}", now.name(id));
            offers.push(Entry::new(Command::by("usual", id), label));
        }
    }
    if now.stage == Stage::Setup || Cycle::of(now).phase == Phase::Surprise && now.round == 0 {
        return offers;
    }
    offers.push(Entry::new(
        Command::of("ground-fire"),
        "a fire starts on the ground",
    ));
    if !Fires::of(now).burning.is_empty() {
        offers.push(Entry::new(Command::of("fires"), "who stands in which fire"));
    }
    offers.push(Entry::new(
        Command::of("leave"),
        "somebody has fled or is out",
    ));
    if !aftermath::away(now).is_empty() {
        offers.push(Entry::new(Command::of("come-back"), "somebody is back"));
    }
    if now.stage == Stage::Fighting {
        offers.push(Entry::new(
            Command::of("engage"),
            "who is within 5 feet of whom",
        ));
        offers.push(Entry::new(
            Command::of("test-surprise"),
            "surprise of newcomers",
        ));
        if !suggesting(now) {
            offers.push(Entry::new(Command::of("end"), "end the fight"));
        }
    }
    offers
}
