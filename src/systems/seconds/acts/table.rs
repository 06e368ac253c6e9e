//! Table of all actions, with the conditions when each is legal.

use crate::encounter::Encounter;
use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;
use crate::values::Id;

use super::{
    after_fight, any_action, attack, care, combo, end, fall, fear_and_confusion, gear, initiative,
    legal, minds, mounts, movement, order_by_hand, poison, round_end, scene, state_by_hand, turns,
    words,
};
use crate::systems::seconds::combat::time::{self, take};
use crate::systems::seconds::combat::wounds;
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::tables;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Rising, inside};
use crate::systems::seconds::state::order;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{Deed, Turn, seconds};

pub const IN_TURN: When = When::Offered("in one's turn");
/// Legal between two actions of the acting combatant, and between two turns.
const AT_A_BOUNDARY: When = When::Offered("between two actions, by whoever has kept its turn");
const BETWEEN_TURNS: When = When::Offered("between two turns");
/// One side is left.
const DECIDED: When = When::Offered("when only one side can fight");
/// Legal after the fight.
const AFTERWARDS: When = When::Offered("after the fight");

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&|cx| {
        mounts::settle(cx);
        stage::begins(cx);
        Ok(())
    }))
    .rules("SEC-21, SEC-25");
    INITIATIVE = Action::new("initiative", "initiative", Play::Fight(&initiative::initiative))
        .rules("SEC-21, SEC-22, SEC-24");
    ROUND = Action::new("round", "a round begins", Play::Fight(&round_end::round))
        .space()
        .rules("SEC-26, SEC-161");
    TURN = Action::new("turn", "the next turn", Play::One(&turns::begin))
        .help("upkeep, and the seconds of the turn")
        .space()
        .rules("SEC-27, SEC-28, SEC-46")
        .when(BETWEEN_TURNS)
        .words(Of::One(&|now, who| format!("on to {}", now.name(who))));
    SWITCH = Action::new("switch", "the other acts", Play::One(&turns::switch))
        .help("of rider and mount the other is asked")
        .rules("SEC-122")
        .when(AT_A_BOUNDARY)
        .words(Of::One(&|now, who| format!("{} …", now.name(who))))
        .hint(Of::One(&|now, who| format!("{} s left", seconds(now, who))));

    ATTACK = Action::new(words::ATTACK, "attack", Play::One(&attack::attack))
        .help("one attack or spell: a die against Target, a defence, damage against two thresholds")
        .capital('A')
        .foe("target")
        .rules("SEC-60 to SEC-66, SEC-68, SEC-70, SEC-83 to SEC-90, SEC-101 to SEC-106, SEC-108, SEC-124")
        .when(IN_TURN)
        .words(Of::One(&|now, who| match attack::carried_weapon(now, who) {
            "" => "attack".to_owned(),
            weapon => format!("go on with {weapon}"),
        }))
        .hint(Of::One(&|now, who| {
            let usual = attack::usual(now, who);
            let costs = costs(now, who, &ATTACK, attack::carried_weapon(now, who), usual);
            if legal::flees(now, who) { format!("{costs}; only at whoever bars the way") } else { costs }
        }))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    COMBO = Action::new(words::COMBO, "combo", Play::One(&combo::combo))
        .help("several attacks at once, judged against the Toughness from before")
        .capital('B')
        .rules("SEC-96 to SEC-100")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &COMBO, Options::of(now).combo_seconds())))
        .legal(Of::One(&|now, who| {
            legal::acting(now, who, combo::no_combo(now, who)).only_if(combo::knows(now, who))
        }));
    MOVE = Action::new(words::MOVE, "move", Play::One(&movement::go))
        .help("one move, as far as its speed; those who cannot walk crawl")
        .capital('M')
        .rules("SEC-35, SEC-50, SEC-54, SEC-59, SEC-188")
        .when(IN_TURN)
        .words(Of::One(&|now, who| if fighter(now, who).crawls() { "crawl".to_owned() } else { "move".to_owned() }))
        .hint(Of::One(&|now, who| costs_of(now, who, &MOVE, movement::move_seconds(now, who))))
        .legal(Of::One(&|now, who| legal::acting(now, who, movement::no_move(now, who))));
    RUN = Action::new(words::RUN, "run", Play::One(&movement::run))
        .help("three seconds or more in a straight line, at three times the speed")
        .capital('U')
        .rules("SEC-51, SEC-52, SEC-79")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &RUN, 3)))
        .legal(Of::One(&|now, who| legal::acting(now, who, movement::no_run(now, who))));
    POSTURE = Action::new(words::POSTURE, "get up or down", Play::One(&movement::posture))
        .help("stands, crouches, lies down")
        .capital('P')
        .rules("SEC-55")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &POSTURE, 1)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    AIM = Action::new(words::AIM, "aim", Play::One(&gear::aim))
        .help("the next shot at the target has one point less of range against it")
        .capital('I')
        .rules("SEC-69")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &AIM, Options::of(now).aim_seconds())))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_aim(now, who))));
    GEAR = Action::new(words::GEAR, "draw, sheathe, drop", Play::One(&gear::handle))
        .help("a weapon into the hand or out of it")
        .capital('H')
        .rules("SEC-67")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 to 2 s".to_owned()))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::handles(now, who))));
    RELOAD = Action::new(words::RELOAD, "reload", Play::One(&gear::reload))
        .help("loads a weapon, alone or together with others")
        .capital('L')
        .rules("SEC-71, SEC-72")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &RELOAD, 4)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_reload(now, who))));
    CLEAR = Action::new(words::CLEAR, "clear a jam", Play::One(&gear::clear))
        .help("a jammed weapon can shoot again")
        .capital('K')
        .rules("SEC-118")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &CLEAR, 4)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None).only_if(gear::can_clear(now, who))));
    FLEE = Action::new(words::FLEE, "flee", Play::One(&fear_and_confusion::flee))
        .help("by the fastest means there are; the GM says whether it is out of the fight")
        .capital('F')
        .rules("SEC-126, SEC-138")
        .when(IN_TURN)
        .legal(Of::One(&|now, who| Legal::when(legal::flees(now, who))));
    POSSESS = Action::new(words::POSSESS, "possess", Play::One(&|cx, who| {
            let usual = tables::seconds(cx.now(), "possess");
            let deed = Deed { key: words::POSSESS, with: "", told: "taking a body over" };
            take(cx, who, deed, usual, |cx| minds::possess(cx, who))
        }))
        .help("possession against Will: above it one is inside")
        .capital('X')
        .rules("SEC-159 to SEC-161, SEC-167")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &POSSESS, tables::seconds(now, words::POSSESS))))
        .foe("target")
        .legal(Of::One(&|now, who| Legal::when(fighter(now, who).mind.possession_bonus().is_some() && !inside(now, who))));
    LEAVE_BODY = Action::new(words::LEAVE_BODY, "leave the body", Play::One(&minds::leave))
        .help("no seconds; the other minds may veto")
        .capital('E')
        .rules("SEC-168, SEC-169")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 s".to_owned()))
        .legal(Of::One(&|now, who| Legal::when(inside(now, who))));
    STABILISE = Action::new(words::STABILISE, "treat the dying", Play::One(&care::stabilise))
        .help("Medicine against what the GM says")
        .capital('S')
        .rules("SEC-150")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &STABILISE, care::treatment(now))))
        .legal(Of::One(&|now, who| Legal::when(care::no_dying(now, who).is_none())));
    HEARTEN = Action::new(words::HEARTEN, "give heart", Play::One(&care::hearten))
        .help("morale penalties are taken away")
        .capital('V')
        .rules("SEC-132")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &HEARTEN, 0)))
        .legal(Of::One(&|now, who| Legal::when(care::no_daunted(now, who).is_none())));
    GIVE_UP = Action::new("give-up", "leave the mount to itself", Play::One(&mounts::give_up))
        .help("its seconds are the rider's own; it takes no commands")
        .capital('Q')
        .rules("SEC-120")
        .when(IN_TURN)
        .hint(Of::One(&|_, _| "0 s".to_owned()))
        .legal(Of::One(&|now, who| Legal::when(mounts::can_give_up(now, who))));
    OTHER = Action::new(words::OTHER, "something else", Play::One(&any_action::other))
        .help("anything, in as many seconds as the GM says; talking takes none")
        .capital('O')
        .rules("SEC-30, SEC-31")
        .when(IN_TURN)
        .hint(Of::One(&|now, who| costs_of(now, who, &OTHER, 0)))
        .legal(Of::One(&|now, who| legal::acting(now, who, None)));
    DELAY = Action::new("delay", "delay", Play::One(&turns::delay))
        .help("keeps the whole turn for later: between any two actions, until its next one")
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
    END_TURN = Action::new(words::END_TURN, "end the turn", Play::One(&turns::end))
        .help("the seconds that are left pass unused")
        .space()
        .rules("SEC-29, SEC-38")
        .when(IN_TURN)
        .hint(Of::One(&turns::unused));
    ACT_NOW = Action::new("act-now", "takes its delayed turn", Play::One(&turns::act_now))
        .help("of those who delay: takes its turn here, between two actions of anybody")
        .capital('J')
        .rules("SEC-43 to SEC-47")
        .when(AT_A_BOUNDARY)
        .words(Of::One(&|now, who| format!("{} acts now", now.name(who))))
        .hint(Of::One(&|now, who| format!("{} s", seconds(now, who))));

    INSTEAD = Action::new("instead", "it does something else", Play::One(&fear_and_confusion::replace))
        .help("another result in the place of a senseless one")
        .rules("SEC-139")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::One(&|now, who| {
            Legal::when(Round::of(now).acting() == Some(who) && legal::whimsical(now, who))
        }));

    AT_ONCE = Action::new("at-once", "something that takes no time", Play::Fight(&any_action::at_once))
        .help("words, a thing let go: no second has to be left for it")
        .rules("SEC-31")
        .when(When::BetweenCommands(While::Fought));
    COST = Action::new("cost", "the next action costs otherwise", Play::One(&any_action::cost))
        .help("so many seconds for the next action of whoever acts, once")
        .rules("SEC-30")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::One(&|now, who| Legal::when(Round::of(now).acting() == Some(who))));
    BREAK_OFF = Action::new("break-off", "what it had begun is broken off", Play::One(&any_action::break_off))
        .help("a carried action is lost")
        .rules("SEC-33")
        .when(When::BetweenCommands(While::Fought))
        .words(Of::One(&|now, who| match &Turn::of(now, who).carried {
            Some(carried) => format!("{} breaks off {}", now.name(who), carried.told),
            None => BREAK_OFF.label.to_owned(),
        }))
        .legal(Of::One(&|now, who| Legal::when(Turn::of(now, who).carried.is_some())));
    STUN = Action::new("stun", "somebody is stunned", Play::Fight(&state_by_hand::stunned))
        .help("loses so many seconds of its own turns")
        .capital('X')
        .rules("SEC-49, SEC-135")
        .when(When::Anytime(While::Fought));
    STAND = Action::new("stand", "how they stand: cover, posture", Play::Fight(&state_by_hand::stand))
        .help("posture, cover and what gives it, the ground, for several at once")
        .capital('P')
        .rules("SEC-52, SEC-56 to SEC-58, SEC-74, SEC-75, SEC-81")
        .when(When::Anytime(While::Fought));
    MOVED = Action::new("moved", "somebody is moved", Play::Fight(&state_by_hand::moved))
        .help("squares more or less than its actions say")
        .capital('M')
        .rules("SEC-69, SEC-79")
        .when(When::Anytime(While::Fought));
    SIZE = Action::new("size", "how large something is", Play::Fight(&state_by_hand::size))
        .help("its scale by its size in metres")
        .rules("SEC-14")
        .when(When::Anytime(While::Begun));
    CONTEST = Action::new("contest", "who is first", Play::Fight(&initiative::contest))
        .help("the initiative check for any other question; nobody's place changes")
        .rules("SEC-23")
        .when(When::BetweenCommands(While::Begun));

    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("nobody fights on; what is still running is listed")
        .capital('Z')
        .rules("SEC-190")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&after_fight::due));
    GO_ON = Action::new("go-on", "go on with the round", Play::Fight(&end::go_on))
        .help("not the end yet; the end of the round asks again")
        .capital('P')
        .space()
        .rules("SEC-190")
        .words(Of::Fight(&|now| goes_on(order::all_done(now))))
        .when(DECIDED);
    TAKE_UP = Action::new("take-up", "the fight goes on after all", Play::Fight(&end::take_up))
        .help("takes the end back")
        .resumes()
        .capital('P')
        .rules("SEC-190")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    ORDER = Action::new("order", "the order by hand", Play::Fight(&order_by_hand::change))
        .help("before whom somebody comes, from now on")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(Round::of(now).order.len() > 1)));
    LIGHT = Action::new("light", "the light changes", Play::Fight(&scene::light))
        .help("clear, hazy or dark, and who needs none to see")
        .rules("SEC-20")
        .when(When::Anytime(While::Fought));
    SIGHT = Action::new("sight", "who sees whom", Play::Fight(&scene::sight))
        .help("some are seen otherwise by some, by a side or by everybody")
        .capital('V')
        .rules("SEC-76 to SEC-78")
        .when(When::Anytime(While::Fought));
    HIDE = Action::new("hide", "somebody hides", Play::Fight(&scene::hide))
        .help("Stealth against the Perception of each who might notice")
        .capital('I')
        .rules("SEC-13, SEC-17")
        .when(When::BetweenCommands(While::Fought));
    SURPRISE = Action::new("surprise", "somebody is surprised", Play::Fight(&scene::surprised))
        .help("flat-footed until its next turn begins, against some or everybody")
        .capital('Q')
        .rules("SEC-18, SEC-19")
        .when(When::Anytime(While::Fought));
    FALL = Action::new("fall", "somebody falls", Play::Fight(&fall::fall))
        .help("a d6 and the height, less what it falls on")
        .rules("SEC-154, SEC-155")
        .when(When::Anytime(While::Begun));
    COLLIDE = Action::new("collide", "somebody runs into somebody", Play::Fight(&fall::collide))
        .help("each dodges, one die for all who do not get out of the way")
        .rules("SEC-156 to SEC-158")
        .when(When::Anytime(While::Begun));
    EXPOSE = Action::new("expose", "poison, disease, radiation", Play::Fight(&poison::expose))
        .help("something gets into some: its checks come when they are due")
        .capital('J')
        .rules("SEC-173, SEC-174, SEC-178, SEC-182 to SEC-184")
        .when(When::Anytime(While::Begun));
    UNEXPOSE = Action::new("unexpose", "somebody is no longer exposed", Play::Fight(&poison::leave))
        .help("out of the smoke, away from the source or the infected")
        .rules("SEC-177, SEC-181, SEC-184")
        .when(When::Anytime(While::Begun));
    ANNOUNCE = Action::new("announce", "announces its turn", Play::One(&minds::announce))
        .help("the other minds of the body may veto")
        .rules("SEC-165, SEC-166");
    MINDS = Action::new("minds", "who directs and defends a shared body", Play::Fight(&minds::together))
        .help("minds that co-operate have the better of each")
        .rules("SEC-163, SEC-164, SEC-196")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(minds::any(now))));
    EXORCISE = Action::new("exorcise", "a possession ends", Play::Fight(&minds::exorcise))
        .help("whoever is driven out is outside at once")
        .rules("SEC-170")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(minds::any(now))));
    WAKE = Action::new("wake", "sleepers wake", Play::Fight(&care::wake))
        .help("flat-footed for their first turn")
        .rules("SEC-19, SEC-142")
        .when(When::Anytime(While::Begun));
    DIAGNOSE = Action::new("diagnose", "what ails somebody", Play::Fight(&care::diagnose))
        .help("Medicine against the DC of its diagnosis")
        .rules("SEC-185")
        .when(When::Anytime(While::Begun));
    RISE = Action::new("rise", "the dead rise", Play::One(&wounds::rise))
        .help("some rounds after a death with the zombie virus")
        .rules("SEC-151")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let round = Rising::of(now, who).round;
            Legal::when(round > 0 && now.round >= round && now.fighting())
        }));
    MOUNT = Action::new("mount", "on a mount, or off", Play::Fight(&mounts::mount))
        .help("the mount acts on its rider's count")
        .rules("SEC-25, SEC-120")
        .when(When::BetweenCommands(While::Fought));
    TIME = Action::new("time", "time goes by", Play::Fight(&after_fight::pass))
        .help("checks by the hour and the day, sleep, healing")
        .rules("SEC-133, SEC-141, SEC-144, SEC-152, SEC-176")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(after_fight::over(now))));
    AWARD = Action::new("award", "experience", Play::Fight(&after_fight::award))
        .help("for enemies overcome, and what the GM gives besides")
        .rules("SEC-191 to SEC-195")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(after_fight::over(now))));
}

/// Returns the cost of an action, the part that would run over (SEC-32), and the loss of an earlier begun action.
fn costs(now: &Encounter, who: Id, action: &Action, with: &str, usual: i64) -> String {
    let deed = Deed {
        key: action.key,
        with,
        told: "",
    };
    let (open, left) = (time::open(now, who, deed, usual), seconds(now, who));
    let told = match open - left {
        over if over > 0 && left > 0 => format!("{open} s: {left} now, {over} in the next turn"),
        _ => format!("{open} s"),
    };
    told + &loses(now, who, action.key)
}

/// Returns the cost of an action that may be carried with any object.
fn costs_of(now: &Encounter, who: Id, action: &Action, usual: i64) -> String {
    let carried = Turn::of(now, who).carried.as_ref();
    let carried = carried.filter(|one| one.deed == action.key);
    let with = carried.map_or("", |one| one.with.as_str());
    match action.key {
        words::RUN if carried.is_none() => "3 s and more".to_owned() + &loses(now, who, action.key),
        words::OTHER | words::HEARTEN if carried.is_none() => "as you say".to_owned(),
        _ => costs(now, who, action, with, usual),
    }
}

/// Returns the begun action that is lost by any other action with a cost (SEC-33).
fn loses(now: &Encounter, who: Id, action: &str) -> String {
    match &Turn::of(now, who).carried {
        Some(carried) if carried.deed != action => format!("; loses {}", carried.told),
        _ => String::new(),
    }
}
