//! What comes next, and what may be started (`ALT-24` to `ALT-37`, `ALT-85`, `ALT-114`, `ALT-122`).

use crate::encounter::{Command, Encounter, FactionId, Id, Stage};
use crate::rules::{Next, Offer};

use super::actions::{concealed, no_bonus, no_main};
use super::fight::willing;
use super::groups;
use super::mounts::{MOUNTING, carriers};
use super::movement::left;
use super::round::{Phase, Round, in_play};
use super::schema::is;
use super::sheet::{Fighter, bond, holder, mount_of, on_field, standing};
use super::turn::{self, Turn, held_by_larger, leads};
use super::weapon::weapons;
use super::{do_, gear, grab, wounds};

/// What the fight waits for.
pub fn next(now: &Encounter) -> Next {
    match now.stage {
        Stage::Setup => return Next::Auto(Command::of(do_::BEGIN)),
        Stage::Over => return aftermath(now),
        Stage::Fighting => {}
    }
    if let Some(who) = groups::newcomer(now) {
        return Next::Auto(Command::by(do_::ARRIVE, who));
    }
    if wounds::unsettled(now) {
        return Next::Auto(Command::of(do_::RECKON));
    }
    if let Some(turn) = Turn::under_way(now) {
        return if turn.over(now) {
            Next::Auto(Command::of(do_::END_TURN))
        } else {
            in_turn(now, turn)
        };
    }
    let round = Round::of(now);
    match between_turns(now, round) {
        Next::Auto(_) if !round.plays_on && willing(now).len() <= 1 => decided(now),
        next => next,
    }
}

/// The fight is decided and nobody would be asked anything for a while: its end comes before passes, morale and a new
/// round (`ALT-122`).
fn decided(now: &Encounter) -> Next {
    let mut offers =
        vec![Offer::new(Command::of(do_::PLAY_ON), "play on").hint("passes, morale, a new round")];
    suggest_end(now, &mut offers);
    Next::Offers {
        title: "The fight is decided".to_owned(),
        offers,
    }
}

/// What the round waits for when nobody's turn is under way.
fn between_turns(now: &Encounter, round: &Round) -> Next {
    let playing = in_play(now);
    if playing.is_empty() {
        return if round.bonus {
            Next::Auto(Command::of(do_::END_ROUND))
        } else {
            Next::Offers {
                title: "Nobody is left standing".to_owned(),
                offers: vec![end_offer("nobody is left standing").preset()],
            }
        };
    }
    if round.over(now) {
        return Next::Auto(Command::of(do_::END_ROUND));
    }
    match round.phase {
        Phase::First if !holds(now, round.holder) => Next::Auto(Command::of(do_::INITIATIVE)),
        Phase::First => first(now, round, &playing),
        Phase::Pick => pick(now, round),
        Phase::Go if !playing.contains(&round.go) => Next::Auto(Command::of(do_::SKIP)),
        Phase::Go => go(now, round.go),
    }
}

/// Whether the holder of the initiative has anybody standing (`ALT-13`).
fn holds(now: &Encounter, holder: FactionId) -> bool {
    now.members(holder).any(|id| standing(now, id))
}

/// The holder names the first faction (`ALT-24`); in a bonus round of one faction nobody need be asked (`ALT-17`).
fn first(now: &Encounter, round: &Round, playing: &[FactionId]) -> Next {
    if round.bonus
        && let [only] = playing
    {
        return Next::Auto(Command::side(do_::FIRST, *only));
    }
    let mut offers = name_offers(now, playing, do_::FIRST, round.named);
    suggest_end(now, &mut offers);
    Next::Offers {
        title: format!(
            "{} hold the initiative: who goes first?",
            now.faction_name(round.holder)
        ),
        offers,
    }
}

fn pick(now: &Encounter, round: &Round) -> Next {
    let nameable = round.nameable(now);
    if let [only] = nameable.as_slice() {
        return Next::Auto(Command::side(do_::NEXT, *only));
    }
    let preset = nameable.first().copied().unwrap_or(round.holder);
    let mut offers = name_offers(now, &nameable, do_::NEXT, preset);
    suggest_end(now, &mut offers);
    Next::Offers {
        title: format!(
            "{} hold the initiative: who goes next?",
            now.faction_name(round.holder)
        ),
        offers,
    }
}

fn name_offers(now: &Encounter, from: &[FactionId], action: &str, preset: FactionId) -> Vec<Offer> {
    let preset = if from.contains(&preset) {
        Some(preset)
    } else {
        from.first().copied()
    };
    from.iter()
        .map(|faction| {
            let left = leads(now, *faction).len();
            let offer = Offer::new(Command::side(action, *faction), now.faction_name(*faction))
                .hint(format!("{left} to act"));
            if Some(*faction) == preset {
                offer.preset()
            } else {
                offer
            }
        })
        .collect()
}

fn end_offer(hint: &str) -> Offer {
    Offer::new(Command::of(do_::END), "end the fight").hint(hint)
}

/// Offers the end first when only one side is left that wants to fight (`ALT-122`).
fn suggest_end(now: &Encounter, offers: &mut Vec<Offer>) {
    let willing = willing(now);
    if willing.len() > 1 {
        return;
    }
    let hint = match willing.first() {
        Some(faction) => format!("only {} still fight", now.faction_name(*faction)),
        None => "nobody still fights".to_owned(),
    };
    for offer in offers.iter_mut() {
        offer.preset = false;
    }
    offers.insert(0, end_offer(&hint).preset());
}

/// A faction activates or passes (`ALT-25` to `ALT-28`).
fn go(now: &Encounter, faction: FactionId) -> Next {
    let leads = leads(now, faction);
    if leads.is_empty() {
        return Next::Auto(Command::side(do_::PASS, faction));
    }
    let mut offers: Vec<Offer> = Vec::new();
    for lead in &leads {
        activations(now, *lead, &mut offers);
    }
    if let Some(offer) = offers.iter_mut().find(|offer| offer.refused.is_none()) {
        offer.preset = true;
    }
    for id in now.members(faction) {
        if held_by_larger(now, id) && standing(now, id) && !turn::eligible(now, id) {
            let why = format!(
                "{} is held by something larger: only an ally can free it",
                now.name(id)
            );
            offers.push(Offer::new(Command::by(do_::ACTIVATE, id), now.name(id)).refused(why));
        }
    }
    let pass = format!("{} pass", now.faction_name(faction));
    offers.push(Offer::new(Command::side(do_::PASS, faction), pass).hint("may come back later"));
    suggest_end(now, &mut offers);
    Next::Offers {
        title: format!("{} to go", now.faction_name(faction)),
        offers,
    }
}

/// How somebody's go can begin: an ordinary turn, breaking free, giving up.
fn activations(now: &Encounter, lead: Id, offers: &mut Vec<Offer>) {
    let unit = turn::unit_of(now, lead);
    let name = if unit.len() > 1 {
        now.names(&unit)
    } else {
        now.name(lead).to_owned()
    };
    let broken = now
        .get(lead)
        .condition(is::BROKEN)
        .map(|one| one.value == 1);
    if unit.len() == 1 {
        if let Some(by) = holder(now, lead) {
            if !held_by_larger(now, lead) {
                let hint = format!("held by {}: STR save, the whole turn", now.name(by));
                let label = format!("{name} breaks free");
                offers.push(Offer::new(Command::by(do_::BREAK_FREE, lead), label).hint(hint));
            }
            if broken.is_some() {
                let label = format!("{name} surrenders");
                offers.push(Offer::new(Command::by(do_::SURRENDER, lead), label));
            }
            return;
        }
        if let Some(surrenders) = broken {
            if !surrenders {
                let label = format!("{name} retreats");
                offers.push(Offer::new(Command::by(do_::ACTIVATE, lead), label));
            }
            let label = format!("{name} surrenders");
            offers.push(Offer::new(Command::by(do_::SURRENDER, lead), label));
            return;
        }
    }
    let fighter = Fighter::of(now, lead);
    let hint = format!("health {}", fighter.health());
    offers.push(Offer::new(Command::by(do_::ACTIVATE, lead), name).hint(hint));
}

/// What a turn under way offers whoever acts now; the others of a unit are a letter away.
fn in_turn(now: &Encounter, turn: &Turn) -> Next {
    let mut offers = Vec::new();
    let Some(actor) = turn.actor(now) else {
        return Next::Auto(Command::of(do_::END_TURN));
    };
    member(now, turn, actor, &mut offers);
    let foes = now
        .present()
        .any(|id| on_field(now, id) && !now.allied(id, actor));
    let retreats = now.get(actor).has(is::BROKEN) && Fighter::of(now, actor).moved() == 0;
    let strike = offers.iter().position(|offer| {
        let action = offer.command.action.as_str();
        offer.refused.is_none() && (retreats || foes && action == do_::ATTACK)
    });
    let mut end = Offer::new(Command::of(do_::END_TURN), "end the turn").letter('e');
    match strike {
        Some(place) => offers[place].preset = true,
        None => end = end.preset(),
    }
    offers.push(end);
    for id in turn.members.iter().copied() {
        if id != actor && turn.can_act(now, id) {
            let label = format!("{} instead", now.name(id));
            offers.push(Offer::new(Command::by(do_::SWITCH, id), label));
        }
    }
    Next::Offers {
        title: format!("{}: what now?", now.name(actor)),
        offers,
    }
}

/// What one member of a turn may do.
fn member(now: &Encounter, turn: &Turn, id: Id, offers: &mut Vec<Offer>) {
    let mut add = |action: &str, verb: &str, letter: char, why: Option<&str>| {
        let mut offer = Offer::new(Command::by(action, id), verb).letter(letter);
        if let Some(why) = why {
            offer = offer.refused(why);
        }
        offers.push(offer);
    };
    let fighter = Fighter::of(now, id);
    let fresh = !fighter.acted() && fighter.moved() == 0;
    let broken = now.get(id).condition(is::BROKEN);
    if holder(now, id).is_some() {
        let why =
            held_by_larger(now, id).then_some("held by something larger: only an ally can free it");
        add(do_::BREAK_FREE, "break free", 'f', why);
        if broken.is_some() {
            add(do_::SURRENDER, "surrender", 's', None);
        }
        return;
    }
    let carrier = mount_of(now, id);
    let steps = left(now, id, fighter.moved() == 0);
    let stuck = (steps == 0).then_some("no movement is left this turn");
    if let Some(broken) = broken {
        if broken.value != 1 && carrier.is_none() {
            add(do_::MOVE, "retreat", 'm', stuck);
        }
        if fresh {
            add(do_::SURRENDER, "surrender", 's', None);
        }
        if carrier.is_some() {
            add(do_::DISMOUNT, "get off", 'o', None);
        }
        return;
    }
    let no_main = no_main(now, id);
    let armed = !weapons(now, id).is_empty();
    if armed {
        add(do_::ATTACK, "attack", 'a', no_main);
    }
    if carrier.is_none() {
        add(do_::MOVE, "move", 'm', stuck);
    }
    if !fighter.vehicle() {
        add(do_::BONUS, "bonus action", 'b', no_bonus(now, id));
        add(do_::ACT, "another main action", 'x', no_main);
        if !grab::held_allies(now, id).is_empty() {
            add(do_::FREE_ALLY, "free an ally", 'f', no_main);
        }
        let no_half = (left(now, id, false) < MOUNTING).then_some("no movement is left this turn");
        if carrier.is_some() {
            add(do_::DISMOUNT, "get off", 'o', no_half);
        } else if !fighter.carrier() && !carriers(now, id).is_empty() {
            add(do_::MOUNT, "get on", 'o', no_half);
        }
        if turn.unit() && fresh {
            add(do_::RESERVE, "keep the turn for a reaction", 'k', None);
        }
        if fresh {
            add(do_::SURRENDER, "surrender", 's', None);
        }
    }
}

/// After the fight: durability, then what a table may still want.
fn aftermath(now: &Encounter) -> Next {
    let mut offers = Vec::new();
    if gear::any_due(now) {
        offers.push(
            Offer::new(Command::of(do_::DURABILITY), "durability of used gear")
                .letter('d')
                .preset(),
        );
    }
    offers.push(Offer::new(Command::of(do_::REOPEN), "the fight goes on after all").letter('g'));
    Next::Offers {
        title: "The fight is over".to_owned(),
        offers,
    }
}

/// What may be started between any two commands.
pub fn extras(now: &Encounter) -> Vec<Offer> {
    let mut offers = Vec::new();
    if now.stage == Stage::Fighting {
        // Between turns of a fight that is decided the end is offered already.
        if Turn::under_way(now).is_some() || willing(now).len() > 1 {
            offers.push(end_offer(""));
        }
        for id in concealed(now) {
            let label = format!("{} walked into plain view", now.name(id));
            offers.push(Offer::new(Command::by(do_::REVEAL, id), label).anytime());
        }
        for link in now.links.iter() {
            if link.kind == bond::HOLDING {
                let command = Command::by(do_::LET_GO, link.from);
                if !offers.iter().any(|offer| offer.command == command) {
                    let label = format!("{} lets go", now.name(link.from));
                    offers.push(Offer::new(command, label).anytime());
                }
            }
        }
    }
    if now.stage != Stage::Setup {
        offers.push(Offer::new(Command::of(do_::CHASE), "a long chase"));
        offers.push(
            Offer::new(Command::of(do_::END_STRETCH), "the stretch is over")
                .hint("ends what lasts until then"),
        );
    }
    offers
}
