//! Table of all actions, with the conditions under which each is legal.

use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::{
    after_fight, any_action, attack, care, combo, end, fall, fear_and_confusion, gear, initiative,
    legal, minds, mounts, movement, order_by_hand, poison, round_end, scene, state_by_hand, turns,
    words,
};
use crate::systems::seconds::combat::form::unusable;
use crate::systems::seconds::combat::time::{self, take};
use crate::systems::seconds::combat::wounds;
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::tables;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Rising, inside};
use crate::systems::seconds::state::order;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{Deed, Turn, seconds};

pub const IN_TURN: When = When::Offered("in your turn");
/// Time between two actions of the acting combatant, or between two turns.
const AT_A_BOUNDARY: When = When::Offered("between two actions, with a delayed turn");
const BETWEEN_TURNS: When = When::Offered("between two turns");
/// Situation in which only one side can still fight.
const DECIDED: When = When::Offered("when only one side can still fight");
/// Time after the fight.
const AFTERWARDS: When = When::Offered("after the fight");

crate::actions! {
    BEGIN = Action::new("begin", "begin the fight", Play::Fight(&|cx| {
        mounts::seat_riders(cx);
        stage::begins(cx);
        Ok(())
    }))
    .rules("SEC-21, SEC-25");
    INITIATIVE = Action::new("initiative", "initiative", Play::Fight(&initiative::initiative))
        .rules("SEC-21, SEC-22, SEC-24");
    ROUND = Action::new("round", "begin a round", Play::Fight(&round_end::round))
        .space()
        .rules("SEC-26, SEC-161");
    TURN = Action::new("turn", "next turn", Play::One(&turns::begin))
        .help("Runs the upkeep and sets the seconds of the turn")
        .space()
        .rules("SEC-27, SEC-28, SEC-46")
        .when(BETWEEN_TURNS)
        .words(Of::One(&|now, who| format!("next: {}", now.name(who))));
    SWITCH = Action::new("switch", "rider or mount", Play::One(&turns::switch))
        .help("Switches between rider and mount")
        .rules("SEC-122")
        .when(AT_A_BOUNDARY)
        .words(Of::One(&|now, who| format!("{} acts", now.name(who))))
        .hint(Of::One(&|now, who| format!("{} s left", seconds(now, who))));

    ATTACK = Action::new(words::ATTACK, "attack", Play::One(&attack::attack))
        .help("Makes one attack or casts one spell: rolls against Target, then defence, then damage against Toughness")
        .capital('A')
        .foe("target")
        .rules("SEC-60 to SEC-66, SEC-68, SEC-70, SEC-83 to SEC-90, SEC-101 to SEC-106, SEC-108, SEC-124")
        .when(IN_TURN)
        .words(Of::One(&|now, who| match attack::carried_weapon(now, who) {
            weapon if !weapon.is_empty() && no_going_on(now, who).is_none() => format!("continue with {weapon}"),
            _ => "attack".to_owned(),
        }))
        .hint(Of::One(&|now, who| {
            let usual = attack::usual(now, who);
            let with = Some(attack::carried_weapon(now, who)).filter(|_| no_going_on(now, who).is_none());
            let costs = costs(now, who, &ATTACK, with.unwrap_or_default(), usual);
            if legal::flees(now, who) { format!("{costs}; only against combatants in the way") } else { costs }
        }))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    COMBO = Action::new(words::COMBO, "combo", Play::One(&combo::combo))
        .help("Makes several attacks at once; wounds count after the last attack")
        .capital('B')
        .rules("SEC-96 to SEC-100")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &COMBO, Options::of(now).combo_seconds())))
        .legal(Of::One(&|now, who| {
            legal::acting(now, who, combo::no_combo(now, who)).only_if(combo::knows(now, who))
        }));
    MOVE = Action::new(words::MOVE, "move", Play::One(&movement::go))
        .help("Moves once, as far as the speed allows; combatants who cannot walk crawl")
        .capital('M')
        .rules("SEC-35, SEC-50, SEC-54, SEC-59, SEC-188")
        .when(IN_TURN)
        .words(Of::One(&|now, who| if fighter(now, who).crawls() { "crawl".to_owned() } else { "move".to_owned() }))
        .hint(Of::One(&|now, who| costs_of(now, who, &MOVE, movement::move_seconds(now, who))))
        .legal(Of::One(&|now, who| legal::acting(now, who, movement::no_move(now, who))));
    RUN = Action::new(words::RUN, "run", Play::One(&movement::run))
        .help("Runs at least 3 seconds in a straight line, at three times the speed")
        .capital('U')
        .rules("SEC-51, SEC-52, SEC-79")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &RUN, 3)))
        .legal(Of::One(&|now, who| legal::acting(now, who, movement::no_run(now, who))));
    POSTURE = Action::new(words::POSTURE, "change posture", Play::One(&movement::posture))
        .help("Stands up, crouches or lies down")
        .capital('P')
        .rules("SEC-55")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &POSTURE, 1)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    AIM = Action::new(words::AIM, "aim", Play::One(&gear::aim))
        .help("Reduces the range penalty of the next shot by 1")
        .capital('I')
        .rules("SEC-69")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &AIM, Options::of(now).aim_seconds())))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_aim(now, who))));
    GEAR = Action::new(words::GEAR, "draw or sheathe", Play::One(&gear::handle))
        .help("Draws, takes out, sheathes or drops a weapon")
        .capital('H')
        .rules("SEC-67")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 to 2 s".to_owned()))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::handles(now, who))));
    RELOAD = Action::new(words::RELOAD, "reload", Play::One(&gear::reload))
        .help("Loads a weapon, alone or with other combatants")
        .capital('L')
        .rules("SEC-71, SEC-72")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &RELOAD, 4)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_reload(now, who))));
    CLEAR = Action::new(words::CLEAR, "clear a jam", Play::One(&gear::clear))
        .help("Makes a jammed weapon usable again")
        .capital('K')
        .rules("SEC-118")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &CLEAR, 4)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_clear(now, who))));
    FLEE = Action::new(words::FLEE, "flee", Play::One(&fear_and_confusion::flee))
        .help("Flees by the fastest means; the GM decides whether the combatant gets away")
        .capital('F')
        .rules("SEC-126, SEC-138")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| Legal::when(legal::flees(now, who))));
    POSSESS = Action::new(words::POSSESS, "possess", Play::One(&|cx, who| {
            let usual = tables::seconds(cx.now(), "possess");
            let deed = Deed { key: words::POSSESS, with: "", told: "a possession" };
            take(cx, who, deed, usual, |cx| minds::possess(cx, who))
        }))
        .help("Rolls possession against Will; above Will, the combatant takes over the body")
        .capital('X')
        .rules("SEC-159 to SEC-161, SEC-167")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &POSSESS, tables::seconds(now, words::POSSESS))))
        .foe("target")
        .legal(Of::One(&|now, who| Legal::when(fighter(now, who).mind.possession_bonus().is_some() && !inside(now, who))));
    LEAVE_BODY = Action::new(words::LEAVE_BODY, "leave the body", Play::One(&minds::leave))
        .help("Leaves the body in 0 seconds; the other minds may veto it")
        .capital('E')
        .rules("SEC-168, SEC-169")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 s".to_owned()))
        .legal(Of::One(&|now, who| Legal::when(inside(now, who))));
    STABILISE = Action::new(words::STABILISE, "treat the dying", Play::One(&care::stabilise))
        .help("Rolls Medicine against a DC set by the GM")
        .capital('S')
        .rules("SEC-150")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &STABILISE, care::treatment(now))))
        .legal(Of::One(&|now, who| Legal::when(care::no_dying(now, who).is_none())));
    HEARTEN = Action::new(words::HEARTEN, "encourage", Play::One(&care::hearten))
        .help("Removes morale penalties of allies")
        .capital('V')
        .rules("SEC-132")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &HEARTEN, 0)))
        .legal(Of::One(&|now, who| Legal::when(care::no_daunted(now, who).is_none())));
    GIVE_UP = Action::new("give-up", "give no commands", Play::One(&mounts::give_up))
        .help("Gives the rider the seconds reserved for the mount, which takes no commands")
        .capital('Q')
        .rules("SEC-120")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 s".to_owned()))
        .legal(Of::One(&|now, who| Legal::when(mounts::can_give_up(now, who))));
    OTHER = Action::new(words::OTHER, "something else", Play::One(&any_action::other))
        .help("Takes any other action in a number of seconds set by the GM; talking takes 0")
        .capital('O')
        .rules("SEC-30, SEC-31")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &OTHER, 0)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    DELAY = Action::new("delay", "delay", Play::One(&turns::delay))
        .help("Delays the whole turn; the combatant can act between any two actions before the next turn")
        .capital('D')
        .rules("SEC-43 to SEC-48")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| match &Turn::of(now, who).carried {
            Some(carried) => format!("loses {}", carried.told),
            None => String::new(),
        }))
        .legal(Of::One(&|now, who| {
            Legal::unless(turns::no_delay(now, who)).only_if(Turn::of(now, who).fresh)
        }));
    END_TURN = Action::new(words::END_TURN, "end turn", Play::One(&turns::end))
        .help("Ends the turn; unused seconds are lost")
        .space()
        .rules("SEC-29, SEC-38")
        .when(IN_TURN)
        .hint(Of::One(&turns::unused));
    ACT_NOW = Action::new("act-now", "take the delayed turn", Play::One(&turns::act_now))
        .help("Takes the delayed turn here, between two actions")
        .capital('J')
        .rules("SEC-43 to SEC-47")
        .when(AT_A_BOUNDARY)
        .words(Of::One(&|now, who| format!("{} acts now", now.name(who))))
        .hint(Of::One(&|now, who| format!("{} s", seconds(now, who))));

    INSTEAD = Action::new("instead", "another confused action", Play::One(&fear_and_confusion::replace))
        .help("Replaces a senseless result of confusion")
        .rules("SEC-139")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::One(&|now, who| {
            Legal::when(Round::of(now).acting() == Some(who) && legal::whimsical(now, who))
        }));

    AT_ONCE = Action::new("at-once", "zero-second action", Play::Fight(&any_action::at_once))
        .help("Talks or drops something in 0 seconds")
        .rules("SEC-31")
        .when(When::BetweenCommands(While::Fought));
    COST = Action::new("cost", "cost of the next action", Play::One(&any_action::cost))
        .help("Sets the seconds of the next action only")
        .rules("SEC-30")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::One(&|now, who| Legal::when(Round::of(now).acting() == Some(who))));
    BREAK_OFF = Action::new("break-off", "break off an action", Play::One(&any_action::break_off))
        .help("Breaks off an action carried over from an earlier turn; its seconds are lost")
        .rules("SEC-33")
        .when(When::BetweenCommands(While::Fought))
        .words(Of::One(&|now, who| match &Turn::of(now, who).carried {
            Some(carried) => format!("{} breaks off {}", now.name(who), carried.told),
            None => BREAK_OFF.label.to_owned(),
        }))
        .legal(Of::One(&|now, who| Legal::when(Turn::of(now, who).carried.is_some())));
    STUN = Action::new("stun", "stun", Play::Fight(&state_by_hand::stunned))
        .help("Takes seconds from the turns of combatants")
        .capital('X')
        .rules("SEC-49, SEC-135")
        .when(When::Anytime(While::Fought));
    STAND = Action::new("stand", "posture and cover", Play::Fight(&state_by_hand::stand))
        .help("Sets posture, cover, the source of cover and the ground, for several combatants at once")
        .capital('P')
        .rules("SEC-52, SEC-56 to SEC-58, SEC-74, SEC-75, SEC-81")
        .when(When::Anytime(While::Fought));
    MOVED = Action::new("moved", "moved by the GM", Play::Fight(&state_by_hand::moved))
        .help("Adds or removes squares moved this turn")
        .capital('M')
        .rules("SEC-69, SEC-79")
        .when(When::Anytime(While::Fought));
    SIZE = Action::new("size", "size", Play::Fight(&state_by_hand::size))
        .help("Sets the scale by the size in metres")
        .rules("SEC-14")
        .when(When::Anytime(While::Begun));
    CONTEST = Action::new("contest", "who is first", Play::Fight(&initiative::contest))
        .help("Rolls initiative to see who is first; the order stays the same")
        .rules("SEC-23")
        .when(When::BetweenCommands(While::Begun));

    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("Ends the fight and lists lasting effects")
        .capital('Z')
        .rules("SEC-190")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&after_fight::due));
    GO_ON = Action::new("go-on", "continue the round", Play::Fight(&end::go_on))
        .help("Continues the fight; Affray suggests the end again after the round")
        .capital('P')
        .space()
        .rules("SEC-190")
        .words(Of::Fight(&|now| goes_on(order::all_done(now))))
        .when(DECIDED);
    TAKE_UP = Action::new("take-up", "resume the fight", Play::Fight(&end::take_up))
        .help("Cancels the end of the fight")
        .resumes()
        .capital('P')
        .rules("SEC-190")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    ORDER = Action::new("order", "initiative order", Play::Fight(&order_by_hand::change))
        .help("Moves a combatant in the initiative order")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(Round::of(now).order.len() > 1)));
    LIGHT = Action::new("light", "light", Play::Fight(&scene::light))
        .help("Sets the light, and who can see without it")
        .rules("SEC-20")
        .when(When::Anytime(While::Fought));
    SIGHT = Action::new("sight", "visibility", Play::Fight(&scene::sight))
        .help("Sets how well others, a side or everyone can see combatants")
        .capital('V')
        .rules("SEC-76 to SEC-78")
        .when(When::Anytime(While::Fought));
    HIDE = Action::new("hide", "hide", Play::Fight(&scene::hide))
        .help("Rolls Stealth against the Perception of each observer")
        .capital('I')
        .rules("SEC-13, SEC-17")
        .when(When::BetweenCommands(While::Fought));
    SURPRISE = Action::new("surprise", "surprise", Play::Fight(&scene::surprised))
        .help("Makes combatants flat-footed until their next turn, against some or all combatants")
        .capital('Q')
        .rules("SEC-18, SEC-19")
        .when(When::Anytime(While::Fought));
    FALL = Action::new("fall", "fall", Play::Fight(&fall::fall))
        .help("Rolls falling damage: d6, height and surface")
        .rules("SEC-154, SEC-155")
        .when(When::Anytime(While::Begun));
    COLLIDE = Action::new("collide", "collision", Play::Fight(&fall::collide))
        .help("Rolls evasion for each combatant, and one damage die for all who are hit")
        .rules("SEC-156 to SEC-158")
        .when(When::Anytime(While::Begun));
    EXPOSE = Action::new("expose", "poison, disease, radiation", Play::Fight(&poison::expose))
        .help("Exposes combatants; checks follow when they are due")
        .capital('J')
        .rules("SEC-173, SEC-174, SEC-178, SEC-182 to SEC-184")
        .when(When::Anytime(While::Begun));
    UNEXPOSE = Action::new("unexpose", "end of exposure", Play::Fight(&poison::leave))
        .help("Takes combatants out of the gas, away from the source or the infected")
        .rules("SEC-177, SEC-181, SEC-184")
        .when(When::Anytime(While::Begun));
    ANNOUNCE = Action::new("announce", "announce a turn", Play::One(&minds::announce))
        .help("Lets the other minds of the body veto the turn")
        .rules("SEC-165, SEC-166");
    MINDS = Action::new("minds", "shared body", Play::Fight(&minds::together))
        .help("Sets who directs and defends a shared body")
        .rules("SEC-163, SEC-164, SEC-196")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(minds::any(now))));
    EXORCISE = Action::new("exorcise", "end a possession", Play::Fight(&minds::exorcise))
        .help("Drives possessors out immediately")
        .rules("SEC-170")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(minds::any(now))));
    WAKE = Action::new("wake", "wake", Play::Fight(&care::wake))
        .help("Wakes sleepers, who are flat-footed for their first turn")
        .rules("SEC-19, SEC-142")
        .when(When::Anytime(While::Begun));
    DIAGNOSE = Action::new("diagnose", "diagnose", Play::Fight(&care::diagnose))
        .help("Rolls Medicine against the DC of the diagnosis")
        .rules("SEC-185")
        .when(When::Anytime(While::Begun));
    RISE = Action::new("rise", "the dead rise", Play::One(&wounds::rise))
        .help("Raises a combatant who died with the zombie virus")
        .rules("SEC-151")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let round = Rising::of(now, who).round;
            Legal::when(round > 0 && now.round >= round && now.fighting())
        }));
    MOUNT = Action::new("mount", "mount or dismount", Play::Fight(&mounts::mount))
        .help("Puts a rider on a mount, or lets the rider dismount")
        .rules("SEC-25, SEC-120")
        .when(When::BetweenCommands(While::Fought));
    TIME = Action::new("time", "pass time", Play::Fight(&after_fight::pass))
        .help("Passes time: runs hourly and daily checks, sleep and healing")
        .rules("SEC-133, SEC-141, SEC-144, SEC-152, SEC-176")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(after_fight::over(now))));
    AWARD = Action::new("award", "experience", Play::Fight(&after_fight::award))
        .help("Awards experience for defeated enemies and by GM ruling")
        .rules("SEC-191 to SEC-195")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(after_fight::over(now))));
}

/// Returns the cost of an action, the seconds that run into the next turn (SEC-32), and the carried action that is
/// lost.
fn costs(now: &Encounter, who: Id, action: &Action, with: &str, usual: i64) -> String {
    let deed = Deed {
        key: action.key,
        with,
        told: "",
    };
    let (open, left) = (time::open(now, who, deed, usual), seconds(now, who));
    let told = match open - left {
        over if over > 0 && left > 0 => format!("{open} s: {left} now, {over} next turn"),
        _ => format!("{open} s"),
    };
    told + &loses(now, who, action.key)
}

/// Returns the cost of an action, or of the remaining part of a carried action.
fn costs_of(now: &Encounter, who: Id, action: &Action, usual: i64) -> String {
    let carried = Turn::of(now, who).carried.as_ref();
    let carried = carried.filter(|one| one.deed == action.key);
    let with = carried.map_or("", |one| one.with.as_str());
    match action.key {
        words::RUN if carried.is_none() => "3 s or more".to_owned() + &loses(now, who, action.key),
        words::OTHER | words::HEARTEN if carried.is_none() => "GM decides".to_owned(),
        _ => costs(now, who, action, with, usual),
    }
}

/// Returns the carried action that is lost because of another action with a cost (SEC-33).
fn loses(now: &Encounter, who: Id, action: &str) -> String {
    match &Turn::of(now, who).carried {
        Some(carried) if carried.deed != action => format!("; loses {}", carried.told),
        Some(carried) => match no_going_on(now, who) {
            Some(why) => format!("; loses {} ({why})", carried.told),
            None => String::new(),
        },
        None => String::new(),
    }
}

/// Returns the reason why a combatant cannot continue the carried action; `None` if they can, or carry no action
/// (SEC-32).
pub fn no_going_on(now: &Encounter, who: Id) -> Option<&'static str> {
    let carried = Turn::of(now, who).carried.as_ref()?;
    match carried.deed.as_str() {
        words::ATTACK => {
            let mut all = fighter(now, who).arms();
            match all.find(|weapon| weapon.name() == carried.with) {
                Some(weapon) => unusable(now, who, &weapon),
                None => Some("the weapon is gone"),
            }
        }
        words::COMBO => combo::no_combo(now, who),
        words::RELOAD => (!gear::can_reload_named(now, who, &carried.with))
            .then_some("the weapon is not in hand"),
        _ => None,
    }
}
