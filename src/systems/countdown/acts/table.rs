//! Table of all actions, with the conditions under which each action is legal.

use crate::encounter::Stage;
use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::{
    after_fight, attack, begin, care, cast, count, declare, end, feat, gear, grapple, hold,
    initiative, movement, on_number, order_by_hand, round_end, scene, suggested,
};
use crate::systems::countdown::combat::{fire, wounds};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::state::count::{empty_numbers, round_done};
use crate::systems::countdown::state::{
    Fires, Maneuver, Phase, Round, declarations, fighter, sides,
};

/// Time before the initiative roll.
const DECLARING: When = When::Offered("while actions are declared");
const DECLARED: When = When::Offered("when all combatants have declared");
pub const ON_NUMBER: When = When::Offered("on the combatant's count");
/// Time during an open count.
const ON_COUNT: When = When::Offered("on a count");
/// Situation in which only one side is left.
const DECIDED: When = When::Offered("when only one side is left");
/// Time after the fight.
const AFTERWARDS: When = When::Offered("after the fight");

/// Defines a row of T-9: an action on the combatant's count, unless [`on_number::play`] refuses it.
macro_rules! maneuver {
    ($what:ident, $play:path) => {
        Action::new(
            Maneuver::WORDS[Maneuver::$what as usize],
            Maneuver::LABELS[Maneuver::$what as usize],
            Play::One(&|cx, who| on_number::play(cx, who, Maneuver::$what, $play)),
        )
        .when(ON_NUMBER)
        .words(Of::One(&|now, who| {
            on_number::words(now, who, Maneuver::$what)
        }))
        .hint(Of::One(&|now, who| {
            on_number::hint(now, who, Maneuver::$what)
        }))
        .legal(Of::One(&|now, who| {
            on_number::legal(now, who, Maneuver::$what)
        }))
    };
}

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin)).rules("CTD-63, CTD-180");
    SURPRISE = Action::new("surprise", "who is surprised", Play::Fight(&begin::surprise))
        .rules("CTD-10 to CTD-16");
    COUNT = Action::new("count", "the next count is called", Play::Fight(&count::call)).rules("CTD-28, CTD-30");
    JUST_BEFORE = Action::new("just-before", "delayed spell just before another spell", Play::One(&cast::just_before))
        .rules("CTD-47, CTD-143");
    SPELL_SAVES = Action::new("spell-saves", "attacked casters save", Play::Fight(&cast::saves))
        .rules("CTD-138, CTD-139");
    SPELL = Action::new("spell", "a spell is released", Play::One(&cast::release))
        .rules("CTD-137, CTD-140 to CTD-142");
    CLOSE_COUNT = Action::new("close-count", "results of the count take effect", Play::Fight(&count::close))
        .rules("CTD-32 to CTD-38");
    BOTTOM = Action::new("bottom", "last count for holding combatants", Play::Fight(&count::bottom)).rules("CTD-45");
    END_ROUND = Action::new("end-round", "the round ends", Play::Fight(&round_end::end)).rules("CTD-174, CTD-175");
    FALL = Action::new("fall", "falls at 0 hit points", Play::One(&|cx, who| {
        cx.act(who, Says::HasNoHitPoints { who });
        wounds::fall(cx, who)
    }))
    .rules("CTD-149, CTD-150")
    .when(When::Due)
    .legal(Of::One(&|now, who| {
        let one = fighter(now, who);
        Legal::when(one.hp() == 0 && one.hp_max() > 0 && one.up())
    }));
    TIDY = Action::new("tidy", "leaves the fight; the combatant's count, postures and holds end", Play::One(&|cx, who| {
        wounds::leave_count(cx, who);
        Ok(())
    }))
    .rules("CTD-38, CTD-152, CTD-182")
    .when(When::Due)
    .legal(Of::One(&|now, who| Legal::when(wounds::untidy(now, who))));

    USUAL = Action::new("usual", "declares the default action", Play::One(&declare::usual))
        .secret()
        .help("repeats last round's action; if that action was a pass or is not possible, declares an attack")
        .rules("CTD-18")
        .when(When::BetweenCommands(While::Fought))
        .words(Of::One(&|now, who| format!("{} {}", now.name(who), suggested::suggested(now, who).text(now))))
        .legal(Of::One(&|now, who| Legal::when(declaring(now) && declarations::to_declare(now, who))));
    DECLARE = Action::new("declare", "declares an action", Play::One(&declare::declare))
        .secret()
        .help("declares any action for one or more combatants; declarations can be changed")
        .rules("CTD-18")
        .when(DECLARING)
        .words(Of::One(&|now, who| {
            let name = now.name(who);
            match fighter(now, who).plan() {
                Some(_) => format!("change {name} …"),
                None if declarations::next(now) == Some(who) => format!("{name}: choose an action …"),
                None => format!("{name} …"),
            }
        }))
        .hint(Of::One(&|now, who| match fighter(now, who).plan() {
            Some(plan) => plan.text(now),
            None if declarations::next(now) == Some(who) => "also for several combatants at once".to_owned(),
            None => format!("default: {}", suggested::suggested(now, who).text(now)),
        }));
    CLOSE_DECLARATIONS = Action::new("close-declarations", "close declarations", Play::Fight(&declare::close))
        .secret()
        .help("declares the default action for all remaining combatants")
        .capital('E')
        .space()
        .rules("CTD-18")
        .when(DECLARING)
        .whom(Of::Fight(&declarations::left_to_declare))
        .words(Of::Fight(&|now| match *declarations::left_to_declare(now) {
            [one] => format!("{}: default action", now.name(one)),
            ref left => format!("default actions for all {}", left.len()),
        }))
        .hint(Of::Fight(&|_| "uses the action beside each name".to_owned()));
    INITIATIVE = Action::new("initiative", "initiative", Play::Fight(&initiative::initiative))
        .help("rolls initiative for everyone: the count is d6 + DEX modifier")
        .capital('D')
        .space()
        .rules("CTD-26, CTD-27, CTD-29")
        .when(DECLARED)
        .words(Of::Fight(&|_| "roll initiative".to_owned()))
        .hint(Of::Fight(&|_| "type a letter to change a declaration".to_owned()));

    ATTACK = maneuver!(Attack, attack::attack)
        .help("makes one attack, all attacks, an attack with two weapons, a shot, a throw, a punch or a kick")
        .capital('A')
        .foe("target")
        .rules("CTD-75 to CTD-89, CTD-106 to CTD-109, CTD-118, CTD-144 to CTD-147, CTD-157");
    CHARGE = maneuver!(Charge, attack::charge)
        .help("charges with a spear, lance or pole arm: +2 to hit, double damage, AC -2")
        .capital('E')
        .rules("CTD-64 to CTD-68");
    CAST = maneuver!(Cast, cast::begin)
        .help("casts the declared spell, released at the end of the count")
        .capital('S')
        .rules("CTD-20, CTD-31, CTD-135, CTD-136");
    DODGE = maneuver!(Dodge, movement::dodge)
        .help("makes no attack; AC +2 against all attacks")
        .capital('D')
        .rules("CTD-21, CTD-74");
    HOLD = maneuver!(Hold, hold::hold)
        .help("acts later in this round: at any time, when a chosen combatant acts, or just before a spell")
        .capital('H')
        .rules("CTD-40, CTD-41, CTD-43, CTD-46, CTD-47");
    MOVE = maneuver!(Move, movement::go)
        .help("moves and takes no other action")
        .capital('M')
        .rules("CTD-49 to CTD-52, CTD-59");
    WITHDRAW = maneuver!(Withdraw, movement::withdraw)
        .help("backs off at half speed without parting shots and keeps fighting")
        .capital('I')
        .rules("CTD-58");
    RUN = maneuver!(Run, movement::run)
        .help("runs at double speed; no attacks or reactions this round")
        .capital('U')
        .rules("CTD-60 to CTD-62");
    GRAB = maneuver!(Grab, grapple::grab)
        .help("grabs a combatant: touch attack, then grapple check")
        .capital('B')
        .rules("CTD-162 to CTD-164");
    KEEP = maneuver!(Keep, grapple::keep)
        .help("tests the hold again; a success allows one action against the victim")
        .capital('K')
        .rules("CTD-165 to CTD-173");
    RELOAD = maneuver!(Reload, gear::reload)
        .help("reloads for one round")
        .capital('L')
        .rules("CTD-22, CTD-110 to CTD-112");
    EXTINGUISH = maneuver!(Extinguish, care::extinguish)
        .help("spends the round putting out flames before they burn again")
        .capital('X')
        .rules("CTD-22, CTD-123, CTD-124");
    RETRIEVE = maneuver!(Retrieve, gear::retrieve)
        .help("picks up a dropped weapon")
        .capital('O')
        .rules("CTD-89");
    REVIVE = maneuver!(Revive, care::revive)
        .help("revives an unconscious combatant")
        .capital('V')
        .rules("CTD-154, CTD-155");
    FEAT = maneuver!(Feat, feat::feat)
        .help("does anything else, with a check if the GM asks for a check")
        .capital('F')
        .rules("CTD-07, CTD-24");
    PASS = maneuver!(Pass, feat::pass)
        .help("does nothing")
        .space()
        .rules("CTD-23, CTD-25");

    FIRST = Action::new("first", "acts first", Play::One(&count::first))
        .help("resolves this combatant before the other combatants on the same count")
        .capital('Q')
        .rules("CTD-31")
        .when(ON_COUNT)
        .words(Of::One(&|now, who| format!("{} first", now.name(who))))
        .hint(Of::One(&|_, _| "same count: actions are simultaneous, resolve them in any order".to_owned()));
    JOIN = Action::new("join", "joins this count", Play::One(&count::join))
        .help("lets a holding combatant act on this count")
        .capital('J')
        .rules("CTD-42")
        .when(ON_COUNT)
        .words(Of::One(&|now, who| format!("{} joins this count", now.name(who))))
        .hint(Of::One(&|now, _| format!("acts on count {} with the others", Round::of(now).count)));
    EARLY = Action::new("early", "acts before this count", Play::One(&count::early))
        .help("lets a holding combatant act on a free count above this one")
        .capital('P')
        .rules("CTD-28, CTD-42")
        .when(ON_COUNT)
        .words(Of::One(&|now, who| {
            let when = match empty_numbers(now) {
                Some((least, most)) if least == most => format!(", on {least}"),
                Some((least, most)) => format!(", on {least} to {most}"),
                None => String::new(),
            };
            format!("{} acts before this count{when}", now.name(who))
        }));

    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("ends the fight; the current round is closed first")
        .capital('Z')
        .rules("CTD-177 to CTD-179")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&end::due));
    GO_ON = Action::new("go-on", "continue the round", Play::Fight(&end::go_on))
        .help("continues the fight; Affray asks again at the end of the round")
        .capital('P')
        .space()
        .rules("CTD-177")
        .words(Of::Fight(&|now| goes_on(round_done(now))))
        .when(DECIDED);
    ADVANCE = Action::new("advance", "let rounds or turns pass", Play::Fight(&after_fight::advance))
        .help("lets time pass and runs the end of each round")
        .capital('B')
        .rules("CTD-63, CTD-178")
        .when(AFTERWARDS)
        .hint(Of::Fight(&|_| "wake-ups, rest, fires".to_owned()));
    COLLECT = Action::new("collect", "collect weapons from the ground", Play::Fight(&after_fight::collect))
        .help("collects missiles that have hit, and weapons that were thrown or dropped")
        .capital('O')
        .rules("CTD-114, CTD-179")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(!after_fight::lying(now).is_empty())));
    TAKE_UP = Action::new("take-up", "resume the fight", Play::Fight(&end::take_up))
        .help("resumes the fight, in a new round if time has passed")
        .resumes()
        .capital('P')
        .rules("CTD-177")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    GROUND_FIRE = Action::new("ground-fire", "start a fire on the ground", Play::Fight(&|cx| {
        cx.act(None, Says::OilIsLit {});
        fire::start(cx, None)
    }))
        .help("sets fire to oil on the ground and everyone in the oil")
        .rules("CTD-128 to CTD-130")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(begun(now))));
    FIRES = Action::new("fires", "change who is in a fire", Play::Fight(&scene::fires))
        .help("sets who is in a fire, or puts the fire out")
        .rules("CTD-128, CTD-129")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(begun(now) && !Fires::of(now).burning.is_empty())));
    LEAVE = Action::new("leave", "remove a combatant from the fight", Play::Fight(&scene::leave))
        .help("marks combatants as fled or out of the fight")
        .rules("CTD-182")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(begun(now))));
    COME_BACK = Action::new("come-back", "return a combatant to the fight", Play::Fight(&scene::come_back))
        .help("returns a combatant to the fight from the next declarations on")
        .rules("CTD-182")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(begun(now) && !sides::away(now).is_empty())));
    ENGAGE = Action::new("engage", "change who is engaged", Play::Fight(&scene::engage))
        .help("starts or ends an engagement between two combatants")
        .rules("CTD-50")
        .when(When::BetweenCommands(While::Fought));
    ORDER = Action::new("order", "change the order", Play::Fight(&order_by_hand::order))
        .help("sets who acts now, or a combatant's count in this round")
        .when(When::BetweenCommands(While::Fought))
        .legal(Of::Fight(&|now| {
            let counting = Round::of(now).phase == Phase::Count;
            let early = (!counting).then_some("roll initiative first");
            Legal::unless(early)
        }));
    TEST_SURPRISE = Action::new("test-surprise", "test newcomers for surprise", Play::Fight(&begin::later))
        .help("tests combatants who joined later for surprise")
        .rules("CTD-11 to CTD-15, CTD-176")
        .when(When::BetweenCommands(While::Fought));
}

/// Returns true if a fight has begun, even if it is over; false between two fights.
fn begun(now: &Encounter) -> bool {
    now.fighting() || now.stage == Stage::Over
}

fn declaring(now: &Encounter) -> bool {
    now.fighting() && Round::of(now).phase == Phase::Declare
}
