//! Table of all actions, with the conditions under which each action is legal.

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

const DECLARING: When = When::Offered("during the declarations, before initiative");
const DECLARED: When = When::Offered("when everyone has declared");
/// Time after the fight.
const AFTERWARDS: When = When::Offered("after the fight");
/// Situation in which only one side is left.
const DECIDED: When = When::Offered("when only one side can act");

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin))
        .help("sets the light, and an ambush if there is one")
        .rules("SEG-08 to SEG-15, SEG-84");
    FALL = Action::new("fall", "consequences of a correction", Play::One(&wounds::fall))
        .help("goes down at 0 hit points")
        .rules("SEG-77")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            Legal::when(one.spent() && !one.has(is::DOWN) && !now.get(who).gone)
        }));
    RISE = Action::new("rise", "up again", Play::One(&wounds::rise))
        .help("gets up after healing, before declaring")
        .rules("SEG-78")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            let risen = one.has(is::DOWN) && !one.spent() && !now.get(who).gone;
            Legal::when(risen && Round::of(now).phase == Phase::Declare)
        }));

    DECLARE = Action::new("declare", "declares", Play::One(&declare::declare))
        .secret()
        .help("declares the actions of a combatant; a declaration can change until the initiative rolls")
        .rules("SEG-21, SEG-24, SEG-28 to SEG-42, SEG-87 to SEG-90, SEG-93, SEG-121")
        .when(DECLARING)
        .words(Of::One(&|now, who| {
            let name = now.name(who);
            match plan(now, who) {
                Some(_) => format!("change {name}"),
                None => format!("{name} declares"),
            }
        }))
        .hint(Of::One(&|now, who| match plan(now, who) {
            Some(declared) => describe(now, who, declared),
            None => format!("default: {}", describe(now, who, &suggested(now, who))),
        }));
    DECLARE_SIDE = Action::new("declare-side", "default actions for a side", Play::Side(&declare::side))
        .secret()
        .help("declares last round's action or an attack for each combatant of a side who has not declared")
        .capital('S')
        .rules("SEG-21")
        .when(DECLARING)
        .whom(Of::Side(&left_of_side))
        .words(Of::Side(&|now, side| {
            let left = left_of_side(now, side).len();
            format!("default actions for {} ({left} left)", now.side_name(side))
        }));
    DECLARE_REST = Action::new("declare-rest", "default actions for all remaining combatants", Play::Fight(&declare::rest))
        .secret()
        .help("declares last round's action or an attack for each combatant who has not declared")
        .capital('E')
        .space()
        .rules("SEG-21")
        .when(DECLARING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match *left_to_declare(now) {
            [one] => format!("{}: default action", now.name(one)),
            ref left => format!("default actions for all {}", left.len()),
        }))
        .hint(Of::Fight(&|_| "uses the action beside each name".to_owned()));
    INITIATIVE = Action::new("initiative", "initiative", Play::Fight(&initiative::initiative))
        .help("rolls DEX for picked-up weapons, then one die for each attack and spell")
        .capital('D')
        .space()
        .rules("SEG-36, SEG-43, SEG-46 to SEG-49, SEG-113 to SEG-116")
        .when(DECLARED)
        .words(Of::Fight(&|_| "roll initiative".to_owned()))
        .hint(Of::Fight(&|_| "type a letter to change a declaration".to_owned()));
    ARRIVE = Action::new("arrive", "a combatant arrives", Play::One(&join::arrive))
        .secret()
        .help("asks whether a combatant who arrives in the middle of a round joins this round")
        .when(When::Due)
        .legal(Of::One(&|now, who| Legal::when(join::is_new(now, who))));

    OPEN_COUNT = Action::new("open-count", "a count opens", Play::Fight(&count::open))
        .help("resolves shields, potions, free attacks, steps and the start of spells")
        .rules("SEG-28, SEG-33, SEG-52, SEG-93 to SEG-98, SEG-117");
    ATTACK = Action::new("attack", "attacks", Play::One(&|cx, who| act(cx, who, Kind::Attack, attack::attack)))
        .help("resolves an attack on its count")
        .capital('A')
        .rules("SEG-22, SEG-55 to SEG-66, SEG-79 to SEG-86, SEG-91, SEG-92, SEG-99 to SEG-106, SEG-110 to SEG-112");
    RELEASE = Action::new("release", "releases a spell", Play::One(&|cx, who| act(cx, who, Kind::Release, release::release)))
        .help("resolves a spell on its count")
        .rules("SEG-119, SEG-120");
    OTHER = Action::new("other", "another action", Play::One(&|cx, who| act(cx, who, Kind::Other, skill::other)))
        .help("resolves a described action on its count")
        .capital('O')
        .rules("SEG-06, SEG-23, SEG-108");
    CLOSE_COUNT = Action::new("close-count", "a count closes", Play::Fight(&count::close))
        .help("applies hits, interrupts spells, moves combatants after the last attack")
        .rules("SEG-44, SEG-52 to SEG-54, SEG-67, SEG-73, SEG-118");
    ROUND_END = Action::new("round-end", "the round ends", Play::Fight(&round_end::round_end))
        .help("applies bleeding and ends effects of the round")
        .rules("SEG-107, SEG-123");

    GO_ON = Action::new("go-on", "continue the round", Play::Fight(&end::go_on))
        .help("continues the fight; Affray asks again at the end of the round")
        .capital('P')
        .space()
        .rules("SEG-124")
        .when(DECIDED)
        .words(Of::Fight(&|now| goes_on(done(now))));
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("ends the fight and logs lasting effects of each combatant")
        .capital('Z')
        .rules("SEG-124, SEG-125")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&end::due));
    TAKE_UP = Action::new("take-up", "resume the fight", Play::Fight(&stage::again))
        .help("undoes the end of the fight")
        .resumes()
        .capital('P')
        .rules("SEG-124")
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));

    SKILL = Action::new("skill", "skill roll or first aid", Play::Fight(&skill::skill))
        .help("rolls a skill; uses the next action unless the GM decides otherwise")
        .capital('K')
        .rules("SEG-06, SEG-108")
        .when(When::Anytime(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(skill::anyone_skilled(now))));
    FORCED = Action::new("forced", "force a combatant to move", Play::Fight(&scene::forced))
        .help("moves a combatant, who loses a kept aim; if the combatant was standing still, the remaining actions are lost")
        .rules("SEG-26, SEG-102, SEG-122")
        .when(When::Anytime(While::Fought));
    UNSEEN = Action::new("unseen", "set unseen combatants", Play::Fight(&scene::unseen))
        .help("sets which combatants cannot see which other combatants, until you change it")
        .rules("SEG-79")
        .when(When::Anytime(While::Fought));
    LIGHT = Action::new("light", "change the light", Play::Fight(&scene::light))
        .help("sets the light")
        .rules("SEG-84")
        .when(When::Anytime(While::Fought));
    REST = Action::new("rest", "set who is resting", Play::Fight(&scene::rest))
        .help("sets who is resting; stuck missiles do not bleed at rest")
        .rules("SEG-107")
        .when(When::Anytime(While::Fought));
    SHIFT = Action::new("shift", "change the ladder", Play::Fight(&order_by_hand::shift))
        .help("moves, removes or restores an action on the ladder")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(on_ladder(now))));
    LATE = Action::new("late", "join this round", Play::Fight(&join::late))
        .secret()
        .help("lets a combatant who arrived in the middle of a round declare and roll now")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(on_ladder(now) && !undeclared(now).is_empty())));
}

/// Returns true if the ladder of the round exists.
fn on_ladder(now: &Encounter) -> bool {
    Round::of(now).phase != Phase::Declare
}
