//! Table of all actions, with the conditions when each is legal.

use crate::encounter::Encounter;
use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;

use super::count::act;
use super::declare::describe::describe;
use super::declare::{left_of_side, suggested};
use super::{
    attack, begin, count, declare, end, initiative, join, order_by_hand, release, round_end, scene,
    skill,
};
use crate::systems::segments::combat::wounds;
use crate::systems::segments::sheet::is;
use crate::systems::segments::state::{
    Kind, Phase, Round, done, fighter, left_to_declare, plan, undeclared,
};

const DECLARING: When = When::Offered("in the declarations, before the initiative is rolled");
const DECLARED: When = When::Offered("when all have declared");
/// Legal after the fight.
const AFTERWARDS: When = When::Offered("after the fight");
/// Legal when one side is left.
const DECIDED: When = When::Offered("when one side alone can still act");

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin))
        .help("the light, and an ambush where one is sprung")
        .rules("SEG-08 to SEG-15, SEG-84");
    FALL = Action::new("fall", "what a correction brings with it", Play::One(&wounds::fall))
        .help("whose hit points were corrected to the limit is down")
        .rules("SEG-77")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            Legal::when(one.spent() && !one.has(is::DOWN) && !now.get(who).gone)
        }));
    RISE = Action::new("rise", "up again", Play::One(&wounds::rise))
        .help("who has hit points again is up before it declares")
        .rules("SEG-78")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            let risen = one.has(is::DOWN) && !one.spent() && !now.get(who).gone;
            Legal::when(risen && Round::of(now).phase == Phase::Declare)
        }));

    DECLARE = Action::new("declare", "declares", Play::One(&declare::declare))
        .secret()
        .help("what somebody does this round; until the dice are rolled, anew too")
        .rules("SEG-21, SEG-24, SEG-28 to SEG-42, SEG-87 to SEG-90, SEG-93, SEG-121")
        .when(DECLARING)
        .words(Of::One(&|now, who| {
            let anew = if plan(now, who).is_some() { " anew" } else { "" };
            format!("{} declares{anew}", now.name(who))
        }))
        .hint(Of::One(&|now, who| match plan(now, who) {
            Some(declared) => describe(now, who, declared),
            None => format!("likely: {}", describe(now, who, &suggested(now, who))),
        }));
    DECLARE_SIDE = Action::new("declare-side", "all of a side, as is likely", Play::Side(&declare::side))
        .secret()
        .help("whoever of a side has not declared repeats last round's action, or attacks")
        .capital('S')
        .rules("SEG-21")
        .when(DECLARING)
        .whom(Of::Side(&left_of_side))
        .words(Of::Side(&|now, side| {
            let left = left_of_side(now, side).len();
            format!("all {left} of {} left, as is likely", now.side_name(side))
        }));
    DECLARE_REST = Action::new("declare-rest", "everyone left, as is likely", Play::Fight(&declare::rest))
        .secret()
        .help("whoever has not declared repeats last round's action, or attacks")
        .capital('E')
        .space()
        .rules("SEG-21")
        .when(DECLARING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match *left_to_declare(now) {
            [one] => format!("{} as is likely", now.name(one)),
            ref left => format!("all {} left, as is likely", left.len()),
        }))
        .hint(Of::Fight(&|_| "as stands beside each".to_owned()));
    INITIATIVE = Action::new("initiative", "initiative", Play::Fight(&initiative::initiative))
        .help("DEX of who picks up a weapon, then a die for every attack and spell: the ladder")
        .capital('D')
        .space()
        .rules("SEG-36, SEG-43, SEG-46 to SEG-49, SEG-113 to SEG-116")
        .when(DECLARED)
        .words(Of::Fight(&|_| "on to the dice".to_owned()))
        .hint(Of::Fight(&|_| "a letter declares anew".to_owned()));
    ARRIVE = Action::new("arrive", "somebody has come", Play::One(&join::arrive))
        .secret()
        .help("in the middle of a round: does it join in at once?")
        .when(When::Due)
        .legal(Of::One(&|now, who| Legal::when(join::is_new(now, who))));

    OPEN_COUNT = Action::new("open-count", "a count opens", Play::Fight(&count::open))
        .help("shields and potions, free attacks on who leaves, steps, spells begin")
        .rules("SEG-28, SEG-33, SEG-52, SEG-93 to SEG-98, SEG-117");
    ATTACK = Action::new("attack", "attacks", Play::One(&|cx, who| act(cx, who, Kind::Attack, attack::attack)))
        .help("an attack comes up on its count")
        .capital('A')
        .rules("SEG-22, SEG-55 to SEG-66, SEG-79 to SEG-86, SEG-91, SEG-92, SEG-99 to SEG-106, SEG-110 to SEG-112");
    RELEASE = Action::new("release", "releases a spell", Play::One(&|cx, who| act(cx, who, Kind::Release, release::release)))
        .help("a spell goes off on its count")
        .rules("SEG-119, SEG-120");
    OTHER = Action::new("other", "something else", Play::One(&|cx, who| act(cx, who, Kind::Other, skill::other)))
        .help("an action that the program does not know comes up on its count")
        .capital('O')
        .rules("SEG-06, SEG-23, SEG-108");
    CLOSE_COUNT = Action::new("close-count", "a count closes", Play::Fight(&count::close))
        .help("its hits land, spells are interrupted, who has made its last attack moves on")
        .rules("SEG-44, SEG-52 to SEG-54, SEG-67, SEG-73, SEG-118");
    ROUND_END = Action::new("round-end", "the round ends", Play::Fight(&round_end::round_end))
        .help("missiles bleed, what lasted for the round is over")
        .rules("SEG-107, SEG-123");

    GO_ON = Action::new("go-on", "go on with the round", Play::Fight(&end::go_on))
        .help("not the end yet; the end of the round asks again")
        .capital('P')
        .space()
        .rules("SEG-124")
        .when(DECIDED)
        .words(Of::Fight(&|now| goes_on(done(now))));
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("tells what stays on each sheet")
        .capital('Z')
        .rules("SEG-124, SEG-125")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&end::due));
    TAKE_UP = Action::new("take-up", "the fight goes on after all", Play::Fight(&stage::again))
        .help("takes the end back")
        .resumes()
        .capital('P')
        .rules("SEG-124")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    SKILL = Action::new("skill", "a skill roll, first aid", Play::Fight(&skill::skill))
        .help("takes the next action, unless the GM says otherwise")
        .capital('K')
        .rules("SEG-06, SEG-108")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(skill::anyone_skilled(now))));
    FORCED = Action::new("forced", "somebody is forced to move", Play::Fight(&scene::forced))
        .help("who stood stock-still loses what is still due; a kept aim is lost")
        .rules("SEG-26, SEG-102, SEG-122")
        .when(When::Anytime(While::Fought));
    UNSEEN = Action::new("unseen", "who cannot see whom", Play::Fight(&scene::unseen))
        .help("stays so until it is said otherwise")
        .rules("SEG-79")
        .when(When::Anytime(While::Fought));
    LIGHT = Action::new("light", "the light changes", Play::Fight(&scene::light))
        .help("the light of the place")
        .rules("SEG-84")
        .when(When::Anytime(While::Fought));
    REST = Action::new("rest", "who is at rest and does not bleed", Play::Fight(&scene::rest))
        .help("the stuck missiles of who is at rest do not bleed")
        .rules("SEG-107")
        .when(When::Anytime(While::Fought));
    SHIFT = Action::new("shift", "the ladder by hand", Play::Fight(&order_by_hand::shift))
        .help("another count for an action, one struck off or given back")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(on_ladder(now))));
    LATE = Action::new("late", "somebody joins in at once", Play::Fight(&join::late))
        .secret()
        .help("who came in the middle of the round declares and rolls now")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(on_ladder(now) && !undeclared(now).is_empty())));
}

/// Returns true if the ladder of the round exists.
fn on_ladder(now: &Encounter) -> bool {
    Round::of(now).phase != Phase::Declare
}
