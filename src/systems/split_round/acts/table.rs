//! Table of all actions, with the conditions under which each action is legal.

use crate::encounter::Encounter;
use crate::rules::{Action, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;

use super::declare::{describe, suggested};
use super::{
    after_fight, begin, declare, dice, end, free_actions, order_by_hand, play, prepare, rest,
    round_end,
};
use crate::systems::split_round::combat::{fear, other_acts, wounds};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::state::clock::Clock;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{Turn, left_to_declare, long};

const DECIDING: When = When::Offered("while planning, before the rolls");
const DECIDED: When = When::Offered("when all plans are made");
/// Situation in which only one side is still up.
const ALONE: When = When::Offered("when only one side is still up");

/// Time after the fight.
const AFTERWARDS: When = When::Offered("after the fight");
/// Actions after the fight, in the order offered.
pub static AFTERMATH: [&Action; 7] = [&REST, &HEAL_CHECK, &RECOVER, &DAY, &WEEK, &CLOCK, &TAKE_UP];

crate::actions! {
    BEGIN = Action::new("begin", "begin the fight", Play::Fight(&begin::begin))
        .help("Asks who is surprised")
        .rules("SPL-01, SPL-02");
    FALL = Action::new("fall", "falls at 0 hit points", Play::One(&|cx, who| {
        wounds::fall_if_spent(cx, who);
        Ok(())
    }))
        .help("Marks a combatant without hit points as down")
        .rules("SPL-72")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            Legal::when(one.hp() <= 0 && !one.out() && now.fighting())
        }));
    RISE = Action::new("rise", "up again", Play::One(&|cx, who| {
        wounds::rise(cx, who);
        Ok(())
    }))
        .help("Lets a combatant with hit points get up")
        .rules("SPL-72")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            Legal::when(one.hp() > 0 && one.has(is::DOWN) && !now.get(who).gone)
        }));
    ROUND = Action::new("round", "begin a round", Play::Fight(&begin::round))
        .help("Restores reactions, bonus actions and free actions; returns dropped weapons to the hand")
        .rules("SPL-03, SPL-04, SPL-06, SPL-90");

    DECLARE = Action::new("declare", "make a plan", Play::One(&declare::declare))
        .help("Makes the plan of the round; movement happens immediately")
        .rules("SPL-05 to SPL-45, SPL-97")
        .when(DECIDING)
        .secret()
        .words(Of::One(&|now, who| format!("{}: plan", now.name(who))))
        .hint(Of::One(&|now, who| match long(now, who) {
            Some(long) => format!("{}, round {} of {}", long.what, long.done + 1, long.rounds),
            None => format!("default: {}", describe(now, &suggested(now, who))),
        }));
    DECLARE_REST = Action::new("declare-rest", "default plans for the remaining combatants", Play::Fight(&declare::rest))
        .help("Gives the remaining combatants their default plans")
        .secret()
        .capital('E')
        .space()
        .rules("SPL-05")
        .when(DECIDING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match *left_to_declare(now) {
            [one] => format!("{}: default plan", now.name(one)),
            ref left => format!("all {} default plans", left.len()),
        }))
        .hint(Of::Fight(&|_| "as listed".to_owned()));
    DECLARE_NONE = Action::new("declare-none", "no plans for the remaining combatants", Play::Fight(&declare::none))
        .help("Makes the remaining combatants do nothing this round")
        .secret()
        .capital('X')
        .rules("SPL-05")
        .when(DECIDING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match left_to_declare(now).len() {
            1 => "the last combatant does nothing".to_owned(),
            left => format!("the {left} remaining combatants do nothing"),
        }))
        .hint(Of::Fight(&declare::given_up_by_none));
    DICE = Action::new("dice", "attack half", Play::Fight(&dice::dice))
        .help("Rolls every d20, then resolves the queue")
        .capital('D')
        .space()
        .rules("SPL-05, SPL-09, SPL-10, SPL-47, SPL-53 to SPL-58")
        .when(DECIDED)
        .words(Of::Fight(&|_| "roll the dice".to_owned()));

    ATTACK = Action::new("attack", "next attack", Play::One(&play::play))
        .help("Resolves an attack, a bull rush or a spell from the queue")
        .capital('A')
        .rules("SPL-31, SPL-56, SPL-59 to SPL-84");
    ACT = Action::new("act", "next action", Play::One(&play::play))
        .help("Resolves an action, a potion or a magic item from the queue")
        .rules("SPL-21, SPL-25, SPL-31, SPL-55, SPL-60 to SPL-65");
    ROUND_END = Action::new("round-end", "end the round", Play::Fight(&round_end::round_end))
        .help("Ends effects of the round; handles fear, bleeding and long actions")
        .rules("SPL-02, SPL-89, SPL-121, SPL-132");

    GO_ON = Action::new("go-on", "continue the round", Play::Fight(&end::go_on))
        .help("Continues the fight; Affray suggests the end again after the round")
        .capital('P')
        .space()
        .rules("SPL-133")
        .words(Of::Fight(&|now| goes_on(Round::of(now).phase == Phase::Over)))
        .when(ALONE);
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("Ends the fight and its effects; returns weapons to the hand")
        .capital('Z')
        .rules("SPL-133, SPL-134")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&end::due));
    FREE = Action::new("free", "free action", Play::Fight(&free_actions::free))
        .help("Takes a free action, up to five per round")
        .rules("SPL-26")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(free_actions::free_hands(now).next().is_some())));
    LET_GO = Action::new("let-go", "stop concentrating", Play::Fight(&free_actions::let_go))
        .help("Drops a spell, as a free action while planning")
        .rules("SPL-38")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| {
            let deciding = Round::of(now).phase == Phase::Decide;
            Legal::when(deciding && free_actions::concentrating(now).next().is_some())
        }));
    IMPOSSIBLE = Action::new("impossible", "no longer possible", Play::Fight(&play::impossible))
        .help("Removes an item from the queue, for example because the target is gone, in cover or behind a closed door")
        .rules("SPL-67")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(queued(now))));
    ORDER = Action::new("order", "change the queue", Play::Fight(&order_by_hand::order))
        .help("Moves an item in the queue")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| {
            let playing = Round::of(now).phase == Phase::Attack;
            Legal::when(playing && order_by_hand::due(now).len() > 1)
        }));

    PREPARE = Action::new("prepare", "prepare first", Play::One(&prepare::prepare))
        .help("Uses the bonus action before the plan to fetch a lost weapon, free a stuck weapon or pick up a missile")
        .capital('D')
        .rules("SPL-21, SPL-104, SPL-106, SPL-117")
        .when(DECIDING)
        .words(Of::One(&|now, who| format!("{}: prepare first", now.name(who))))
        .legal(Of::One(&prepare::legal));
    SEES = Action::new("sees", "source of fear in sight", Play::One(&fear::sees))
        .help("Sets whether a frightened combatant sees the source")
        .rules("SPL-121")
        .when(When::BetweenCommands(While::Fought))
        .words(Of::One(&|now, who| {
            let name = now.name(who);
            if fighter(now, who).has(is::UNSEEN_FEAR) { format!("{name} sees the source of fear") } else { format!("{name} no longer sees the source of fear") }
        }))
        .legal(Of::One(&|now, who| Legal::when(fighter(now, who).has(is::FRIGHTENED))));
    MAGIC = Action::new("magic", "restore by magic", Play::Fight(&after_fight::magic))
        .help("Restores strains, broken bones, drained and lost levels and abilities")
        .capital('I')
        .rules("SPL-96, SPL-124, SPL-147")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(after_fight::in_need(now).next().is_some())));

    REST = Action::new("rest", "rest", Play::Fight(&rest::rest))
        .help("Takes a short or long rest, which restores hit points, mana and more")
        .capital('B')
        .rules("SPL-136 to SPL-144, SPL-150, SPL-151")
        .when(AFTERWARDS)
        .hint(Of::Fight(&|now| Clock::words(Clock::now(now))));
    DAY = Action::new("day", "pass a day", Play::Fight(&rest::day))
        .help("Rolls saves to regain drained levels")
        .capital('D')
        .rules("SPL-145, SPL-146, SPL-151")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(rest::drained(now).next().is_some())));
    WEEK = Action::new("week", "pass a week", Play::Fight(&rest::week))
        .help("Rolls saves for set bones")
        .capital('K')
        .rules("SPL-148, SPL-149, SPL-151")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(rest::mending(now).next().is_some())));
    HEAL_CHECK = Action::new("heal-check", "heal check", Play::Fight(&after_fight::heal_check))
        .help("Stops bleeding or sets a bone")
        .capital('H')
        .rules("SPL-135")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(other_acts::patients(now).next().is_some())));
    RECOVER = Action::new("recover", "search for missiles", Play::Fight(&after_fight::recover))
        .help("Finds missiles that were shot, thrown or spilled")
        .capital('O')
        .rules("SPL-101")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(!after_fight::lying(now).is_empty())));
    CLOCK = Action::new("clock", "set the campaign clock", Play::Fight(&after_fight::clock))
        .help("Sets the clock that limits long rests")
        .capital('L')
        .rules("SPL-151")
        .when(AFTERWARDS)
        .hint(Of::Fight(&|now| Clock::words(Clock::now(now))));
    TAKE_UP = Action::new("take-up", "resume the fight", Play::Fight(&stage::again))
        .help("Resumes the fight; after a rest, in a new round")
        .resumes()
        .capital('U')
        .when(AFTERWARDS)
        .legal(Of::Fight(&stage::may_go_on));
}

/// Returns true if the queue has pending items.
fn queued(now: &Encounter) -> bool {
    now.present()
        .any(|id| Turn::of(now, id).due().next().is_some())
}
