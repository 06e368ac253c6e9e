//! Table of all actions, with the conditions under which each is legal (`ALT-24` to `ALT-38`, `ALT-98`, `ALT-102`,
//! `ALT-118`).

use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::{self, goes_on};
use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::mounts::{MOUNTING, carriers};
use super::turns::{no_bonus, no_main};
use super::{
    after_fight, anytime, attack, begin, bonus, chase, corrections, end, grips, initiative,
    main_action, mounts, movement, order_by_hand, round_end, surrender, turns,
};
use crate::systems::alternation::combat::movement::left;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::weapon::weapons;
use crate::systems::alternation::state::bonds::{held, holder, mount_of};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::groups;
use crate::systems::alternation::state::round::{self, Round, in_play, willing};
use crate::systems::alternation::state::sides::on_field;
use crate::systems::alternation::state::turn::{self, Turn, held_by_larger, leads, unit_of};

/// Situation in which the side with the initiative chooses who acts.
pub const NAMING: When = When::Offered("when a side chooses who acts");
/// Situation in which a side activates a combatant or passes.
pub const GOING: When = When::Offered("when it is the side's turn");
/// Time during a combatant's turn.
pub const IN_TURN: When = When::Offered("in a combatant's turn");
/// Situation in which only one side is left.
const DECIDED: When = When::Offered("when the fight is decided");
/// Time after the fight.
const AFTERWARDS: When = When::Offered("after the fight");

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin)).rules("ALT-11 to ALT-15");
    ARRIVE = Action::new("arrive", "a combatant joins the round", Play::One(&begin::arrive))
        .rules("ALT-16")
        .when(When::Due)
        .legal(Of::One(&|now, who| Legal::when(now.fighting() && groups::is_new(now, who))));
    RECKON = Action::new("reckon", "consequences of a correction", Play::Fight(&corrections::reckon))
        .rules("ALT-85")
        .when(When::Due)
        .legal(Of::Fight(&|now| Legal::when(corrections::unsettled(now))));
    INITIATIVE = Action::new("initiative", "reroll which side has the initiative", Play::Fight(&initiative::redraw))
        .rules("ALT-13");
    SKIP = Action::new("skip", "skip a side with no combatant left", Play::Fight(&|cx| {
        round::go_on(cx);
        Ok(())
    }))
    .rules("ALT-25");
    END_ROUND = Action::new("end-round", "end of the round: morale", Play::Fight(&round_end::end_round))
        .rules("ALT-110 to ALT-118");

    FIRST = Action::new("first", "goes first", Play::Side(&initiative::name))
        .help("the side with the initiative names the side that acts first this round")
        .rules("ALT-24")
        .when(NAMING)
        .words(Of::Side(&side_name))
        .hint(Of::Side(&to_act));
    NEXT = Action::new("next", "goes next", Play::Side(&initiative::name))
        .help("with the option turn_order, the side with the initiative names the next side")
        .rules("ALT-24, ALT-25")
        .when(NAMING)
        .words(Of::Side(&side_name))
        .hint(Of::Side(&to_act));

    ACTIVATE = Action::new("activate", "takes a turn", Play::One(&turns::activate))
        .help("begins the turn of a combatant; for a mount or vehicle with riders, the turn of the first rider who can act")
        .rules("ALT-26, ALT-31, ALT-102")
        .when(GOING)
        .words(Of::One(&turn_of))
        .hint(Of::One(&|now, who| format!("health {}", Fighter::of(now, who).health())))
        .legal(Of::One(&|now, who| {
            let held = held_by_larger(now, who) && !turn::eligible(now, who);
            let name = now.name(who);
            Legal::unless(held.then(|| format!("{name} is held by a larger combatant: only an ally can free {name}")))
        }));
    PASS = Action::new("pass", "pass", Play::Side(&initiative::pass))
        .help("activates no combatant; a side without combatants to activate passes automatically")
        .rules("ALT-27 to ALT-29")
        .when(GOING)
        .words(Of::Side(&|now, side| format!("pass: {}", now.side_name(side))))
        .hint(Of::Side(&what_a_pass_brings))
        .space();

    ATTACK = Action::new("attack", "attack", Play::One(&attack::own))
        .help("makes an armed or unarmed attack, a disarm, a shove or a grapple (main action)")
        .capital('A')
        .foe("target")
        .rules("ALT-36, ALT-43")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| {
            Legal::unless(no_main(now, who)).only_if(free(now, who) && !weapons(now, who).is_empty())
        }));
    MOVE = Action::new("move", "move", Play::One(&movement::go))
        .help("moves, all at once or in parts; no actions after more than half the speed")
        .capital('M')
        .rules("ALT-32 to ALT-35")
        .when(IN_TURN)
        .words(Of::One(&|now, who| {
            let broken = now.get(who).has(is::BROKEN);
            if broken { "retreat" } else { "move" }.to_owned()
        }))
        .legal(Of::One(&|now, who| {
            let broken = now.get(who).condition(is::BROKEN);
            let may = holder(now, who).is_none() && broken.is_none_or(|broken| broken.value != 1);
            let steps = left(now, who, Fighter::of(now, who).moved() == 0);
            Legal::unless((steps == 0).then_some(NO_MOVEMENT)).only_if(may && mount_of(now, who).is_none())
        }));
    BONUS = Action::new("bonus", "bonus action", Play::One(&bonus::bonus))
        .help("does something quick: draws or stows a weapon, opens a door, says a few words")
        .capital('B')
        .rules("ALT-37")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| Legal::unless(no_bonus(now, who)).only_if(able(now, who))));
    ACT = Action::new("act", "other main action", Play::One(&main_action::act))
        .help("uses a power or a consumable, distracts, or does anything else that takes a round")
        .capital('X')
        .rules("ALT-38")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| Legal::unless(no_main(now, who)).only_if(able(now, who))));
    FREE_ALLY = Action::new("free-ally", "free an ally", Play::One(&grips::free_ally))
        .help("frees a held ally")
        .capital('L')
        .rules("ALT-87")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| {
            let held = able(now, who) && !grips::held_allies(now, who).is_empty();
            Legal::unless(no_main(now, who)).only_if(held)
        }));
    BREAK_FREE = Action::new("break-free", "break free", Play::One(&|cx, who| {
        turns::whole_turn(cx, who, grips::break_free)
    }))
        .help("makes a STR save against the holder (whole turn)")
        .capital('F')
        .rules("ALT-86, ALT-98")
        .when(IN_TURN)
        .words(Of::One(&|now, who| in_words(now, who, "break free", "breaks free")))
        .hint(Of::One(&|now, who| match holder(now, who) {
            Some(by) => format!("held by {}: STR save, whole turn", now.name(by)),
            None => String::new(),
        }))
        .legal(Of::One(&|now, who| {
            let larger = held_by_larger(now, who).then_some("held by a larger combatant: needs an ally to break free");
            Legal::unless(larger).only_if(holder(now, who).is_some())
        }));
    DISMOUNT = Action::new("dismount", "get off", Play::One(&mounts::dismount))
        .help("leaves a mount or vehicle (half a zone of movement)")
        .capital('O')
        .rules("ALT-107, ALT-108")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| {
            let may = holder(now, who).is_none() && !Fighter::of(now, who).vehicle();
            Legal::unless(no_half(now, who)).only_if(may && mount_of(now, who).is_some())
        }));
    MOUNT = Action::new("mount", "get on", Play::One(&mounts::mount))
        .help("mounts a mount or vehicle (half a zone of movement)")
        .capital('O')
        .rules("ALT-107, ALT-108")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| {
            let may = able(now, who)
                && mount_of(now, who).is_none()
                && !Fighter::of(now, who).carrier()
                && !carriers(now, who).is_empty();
            Legal::unless(no_half(now, who)).only_if(may)
        }));
    RESERVE = Action::new("reserve", "keep the turn for a reaction", Play::One(&turns::wait))
        .help("keeps the turn of one member of a unit for a reaction")
        .capital('K')
        .rules("ALT-103")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| {
            Legal::when(able(now, who) && Turn::of(now).unit() && Fighter::of(now, who).fresh())
        }));
    SURRENDER = Action::new("surrender", "surrender", Play::One(&|cx, who| {
        turns::whole_turn(cx, who, surrender::surrender)
    }))
        .help("surrenders and drops all weapons (whole turn)")
        .capital('S')
        .rules("ALT-118")
        .when(IN_TURN)
        .words(Of::One(&|now, who| in_words(now, who, "surrender", "surrenders")))
        .legal(Of::One(&|now, who| {
            let broken = now.get(who).has(is::BROKEN);
            let may = broken || free(now, who) && !Fighter::of(now, who).vehicle();
            Legal::when(may && (Fighter::of(now, who).fresh() || holder(now, who).is_some()))
        }));
    END_TURN = Action::new("end-turn", "end the turn", Play::Fight(&turns::end_turn))
        .help("ends the turn; unused actions are lost, but idle members of a unit keep the turn for a reaction")
        .capital('E')
        .space()
        .rules("ALT-26, ALT-103")
        .when(When::Offered("in a turn"));
    SWITCH = Action::new("switch", "another member of the unit", Play::One(&turns::switch))
        .help("lets another member of the unit act")
        .rules("ALT-102")
        .when(When::Offered("in the turn of a mount or vehicle"))
        .words(Of::One(&|now, who| format!("{} instead", now.name(who))));

    PLAY_ON = Action::new("play-on", "continue the round", Play::Fight(&initiative::play_on))
        .help("continues the fight; Affray asks again at the end of the round")
        .capital('P')
        .rules("ALT-122")
        .when(DECIDED)
        .words(Of::Fight(&|now| goes_on(turn::played_out(now))))
        .hint(Of::Fight(&|_| "remaining turns, passes, morale and a new round".to_owned()))
        .space();
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .capital('Z')
        .help("ends the fight")
        .rules("ALT-122")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&why_end));
    DURABILITY = Action::new("durability", "durability of used gear", Play::Fight(&after_fight::durability))
        .help("checks used gear for damage, and ammunition for running out")
        .capital('D')
        .rules("ALT-126, ALT-127")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(after_fight::any_due(now))));
    REOPEN = Action::new("reopen", "resume the fight", Play::Fight(&stage::again))
        .help("undoes the end of the fight")
        .resumes()
        .capital('P')
        .rules("ALT-122")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    REVEAL = Action::new("reveal", "in plain view", Play::One(&anytime::plain_view))
        .help("reveals a concealed combatant in plain view")
        .rules("ALT-20")
        .when(When::Anytime(While::Fought))
        .words(Of::One(&|now, who| format!("{} walked into plain view", now.name(who))))
        .legal(Of::One(&|now, who| Legal::when(on_field(now, who) && now.get(who).has(is::CONCEALED))));
    LET_GO = Action::new("let-go", "lets go", Play::One(&anytime::open_hand))
        .help("ends the hold of a combatant")
        .rules("ALT-88")
        .when(When::Anytime(While::Fought))
        .words(Of::One(&|now, who| format!("{} lets go", now.name(who))))
        .legal(Of::One(&|now, who| Legal::when(!held(now, who).is_empty())));
    ORDER = Action::new("order", "change the order", Play::Fight(&order_by_hand::order))
        .help("sets the side that acts now, or its place in the order")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::Fight(&|now| {
            let turn = Turn::under_way(now).map(|_| "end the current turn first");
            Legal::unless(turn).only_if(!round::in_play(now).is_empty())
        }));
    CHASE = Action::new("chase", "a long chase", Play::Fight(&chase::chase))
        .help("decides who escapes from a long chase")
        .rules("ALT-121")
        .when(When::BetweenCommands(While::Begun));
    END_STRETCH = Action::new("end-stretch", "end of the stretch", Play::Fight(&round_end::end_stretch))
        .help("ends temporary effects")
        .rules("ALT-10, ALT-115")
        .when(When::BetweenCommands(While::Begun))
        .hint(Of::Fight(&|_| "ends temporary effects".to_owned()));
}

const NO_MOVEMENT: &str = "no movement left this turn";

/// Returns true if a combatant is neither held nor broken.
fn free(now: &Encounter, who: Id) -> bool {
    holder(now, who).is_none() && !now.get(who).has(is::BROKEN)
}

/// Returns true if a free combatant can also use hands and mind.
fn able(now: &Encounter, who: Id) -> bool {
    free(now, who) && !Fighter::of(now, who).vehicle()
}

fn no_half(now: &Encounter, who: Id) -> Option<&'static str> {
    (left(now, who, false) < MOUNTING).then_some(NO_MOVEMENT)
}

fn side_name(now: &Encounter, side: SideId) -> String {
    now.side_name(side).to_owned()
}

fn to_act(now: &Encounter, side: SideId) -> String {
    format!("{} to act", leads(now, side).len())
}

/// Returns the effect of a pass if it ends the round (`ALT-29`).
fn what_a_pass_brings(now: &Encounter, side: SideId) -> String {
    let (round, playing) = (Round::of(now), in_play(now));
    let passes = |other: &SideId| {
        *other == side || round.passed.contains(other) || leads(now, *other).is_empty()
    };
    if !playing.iter().all(passes) {
        return "they can act later this round".to_owned();
    }
    let left: Vec<Id> = playing.iter().flat_map(|side| leads(now, *side)).collect();
    match left.as_slice() {
        [one] => format!("ends the round: {} loses the turn", now.name(*one)),
        several => format!("ends the round: {} lose their turns", now.names(several)),
    }
}

/// Returns `own` during the combatant's own turn. Otherwise, returns the name of the combatant and `other`.
fn in_words(now: &Encounter, who: Id, own: &str, other: &str) -> String {
    if turn::in_turn(now, who) {
        own.to_owned()
    } else {
        format!("{} {other}", now.name(who))
    }
}

/// Names the combatants of the turn that would begin, and a retreat if the combatant is broken.
fn turn_of(now: &Encounter, who: Id) -> String {
    let unit = unit_of(now, who);
    match unit.as_slice() {
        [_] if now.get(who).has(is::BROKEN) && !held_by_larger(now, who) => {
            format!("{} retreats", now.name(who))
        }
        [_] => now.name(who).to_owned(),
        several => now.names(several),
    }
}

/// Returns the reason to end the fight, if there is one.
fn why_end(now: &Encounter) -> String {
    let alone = sides::alone(now, &willing(now), "still fights");
    let due = end::due(now);
    alone.into_iter().chain(due).collect::<Vec<_>>().join("; ")
}
