//! Table of all actions, with the conditions when each is legal.

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
use crate::systems::split_round::sheet::schema::is;
use crate::systems::split_round::state::clock::Clock;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{Turn, left_to_declare, long};

const DECIDING: When = When::Offered("in the decision half, before the dice are thrown");
const DECIDED: When = When::Offered("when all have declared");
/// Legal when one side is left.
const ALONE: When = When::Offered("when one side alone is still up");

/// Legal after the fight.
const AFTERWARDS: When = When::Offered("after the fight");
/// Actions after the fight, in the order offered.
pub static AFTERMATH: [&Action; 7] = [&REST, &HEAL_CHECK, &RECOVER, &DAY, &WEEK, &CLOCK, &TAKE_UP];

crate::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(&begin::begin))
        .help("who is surprised")
        .rules("SPL-01, SPL-02");
    FALL = Action::new("fall", "what a correction brings with it", Play::One(&|cx, who| {
        wounds::fall_if_spent(cx, who);
        Ok(())
    }))
        .help("who has no hit points left is down")
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
        .help("who has hit points again is up")
        .rules("SPL-72")
        .when(When::Due)
        .legal(Of::One(&|now, who| {
            let one = fighter(now, who);
            Legal::when(one.hp() > 0 && one.has(is::DOWN) && !now.get(who).gone)
        }));
    ROUND = Action::new("round", "a round begins", Play::Fight(&begin::round))
        .help("reaction, bonus and free actions again; what was dropped is in hand")
        .rules("SPL-03, SPL-04, SPL-06, SPL-90");

    DECLARE = Action::new("declare", "decides", Play::One(&declare::declare))
        .help("what somebody does this round: checked, and moved at once")
        .rules("SPL-05 to SPL-45, SPL-97")
        .when(DECIDING)
        .secret()
        .words(Of::One(&|now, who| format!("{} decides", now.name(who))))
        .hint(Of::One(&|now, who| match long(now, who) {
            Some(long) => format!("{}, round {} of {}", long.what, long.done + 1, long.rounds),
            None => format!("likely: {}", describe(now, &suggested(now, who))),
        }));
    DECLARE_REST = Action::new("declare-rest", "everyone left, as is likely", Play::Fight(&declare::rest))
        .help("whoever has not declared goes on, repeats a spell, or attacks")
        .secret()
        .capital('E')
        .space()
        .rules("SPL-05")
        .when(DECIDING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match *left_to_declare(now) {
            [one] => format!("{} as is likely", now.name(one)),
            ref left => format!("all {} left, as is likely", left.len()),
        }))
        .hint(Of::Fight(&|_| "as stands beside each".to_owned()));
    DECLARE_NONE = Action::new("declare-none", "everyone left does nothing", Play::Fight(&declare::none))
        .help("whoever has not declared does nothing this round")
        .secret()
        .capital('X')
        .rules("SPL-05")
        .when(DECIDING)
        .whom(Of::Fight(&left_to_declare))
        .words(Of::Fight(&|now| match left_to_declare(now).len() {
            1 => "the one left does nothing".to_owned(),
            left => format!("all {left} left do nothing"),
        }))
        .hint(Of::Fight(&declare::given_up_by_none));
    DICE = Action::new("dice", "the attack half", Play::Fight(&dice::dice))
        .help("every d20 of everybody; then the queue is played out")
        .capital('D')
        .space()
        .rules("SPL-05, SPL-09, SPL-10, SPL-47, SPL-53 to SPL-58")
        .when(DECIDED)
        .words(Of::Fight(&|_| "on to the dice".to_owned()));

    ATTACK = Action::new("attack", "an attack comes up", Play::One(&play::play))
        .help("an attack, a bull rush or a spell at its place in the queue")
        .capital('A')
        .rules("SPL-31, SPL-56, SPL-59 to SPL-84");
    ACT = Action::new("act", "an act comes up", Play::One(&play::play))
        .help("an act, a potion, an item at its place in the queue")
        .rules("SPL-21, SPL-25, SPL-31, SPL-55, SPL-60 to SPL-65");
    ROUND_END = Action::new("round-end", "the round ends", Play::Fight(&round_end::round_end))
        .help("what lasted for the round is over, fear, bleeding, long actions")
        .rules("SPL-02, SPL-89, SPL-121, SPL-132");

    GO_ON = Action::new("go-on", "go on with the round", Play::Fight(&end::go_on))
        .help("not the end yet; the end of the round asks again")
        .capital('P')
        .space()
        .rules("SPL-133")
        .words(Of::Fight(&|now| goes_on(Round::of(now).phase == Phase::Over)))
        .when(ALONE);
    END = Action::new("end", "end the fight", Play::Fight(&end::end))
        .ends()
        .help("what lasts for the fight is over, weapons are back in hand")
        .capital('Z')
        .rules("SPL-133, SPL-134")
        .when(When::BetweenCommands(While::Fought))
        .hint(Of::Fight(&end::due));
    FREE = Action::new("free", "a free action", Play::Fight(&free_actions::free))
        .help("five a round each")
        .rules("SPL-26")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(free_actions::free_hands(now).next().is_some())));
    LET_GO = Action::new("let-go", "stop concentrating", Play::Fight(&free_actions::let_go))
        .help("a free action in the decision half")
        .rules("SPL-38")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| {
            let deciding = Round::of(now).phase == Phase::Decide;
            Legal::when(deciding && free_actions::concentrating(now).next().is_some())
        }));
    IMPOSSIBLE = Action::new("impossible", "no longer possible", Play::Fight(&play::impossible))
        .help("something in the queue is lost: the target is gone, cover, a shut door")
        .rules("SPL-67")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| Legal::when(queued(now))));
    ORDER = Action::new("order", "the queue by hand", Play::Fight(&order_by_hand::order))
        .help("as which of those to come something comes up")
        .when(When::Anytime(While::Fought))
        .legal(Of::Fight(&|now| {
            let playing = Round::of(now).phase == Phase::Attack;
            Legal::when(playing && order_by_hand::due(now).len() > 1)
        }));

    PREPARE = Action::new("prepare", "prepares first", Play::One(&prepare::prepare))
        .help("with the bonus action, before the plan: fetches a lost weapon, frees a stuck one, picks up a missile")
        .capital('D')
        .rules("SPL-21, SPL-104, SPL-106, SPL-117")
        .when(DECIDING)
        .words(Of::One(&|now, who| format!("{} prepares first …", now.name(who))))
        .legal(Of::One(&prepare::legal));
    SEES = Action::new("sees", "sees what it fears, or no longer", Play::One(&fear::sees))
        .help("whether somebody frightened sees its source")
        .rules("SPL-121")
        .when(When::BetweenCommands(While::Fought))
        .words(Of::One(&|now, who| {
            let name = now.name(who);
            if fighter(now, who).has(is::UNSEEN_FEAR) { format!("{name} sees what it fears again") } else { format!("{name} no longer sees what it fears") }
        }))
        .legal(Of::One(&|now, who| Legal::when(fighter(now, who).has(is::FRIGHTENED))));
    MAGIC = Action::new("magic", "magic restores something", Play::Fight(&after_fight::magic))
        .help("strains, a broken bone, drained and lost levels and abilities")
        .capital('I')
        .rules("SPL-96, SPL-124, SPL-147")
        .when(When::BetweenCommands(While::Begun))
        .legal(Of::Fight(&|now| Legal::when(after_fight::in_need(now).next().is_some())));

    REST = Action::new("rest", "a rest", Play::Fight(&rest::rest))
        .help("short or long: hit points, mana, and what else comes back")
        .capital('B')
        .rules("SPL-136 to SPL-144, SPL-150, SPL-151")
        .when(AFTERWARDS)
        .hint(Of::Fight(&|now| Clock::words(Clock::now(now))));
    DAY = Action::new("day", "a day goes by", Play::Fight(&rest::day))
        .help("saves against drained levels")
        .capital('D')
        .rules("SPL-145, SPL-146, SPL-151")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(rest::drained(now).next().is_some())));
    WEEK = Action::new("week", "a week goes by", Play::Fight(&rest::week))
        .help("saves for bones that have been set")
        .capital('K')
        .rules("SPL-148, SPL-149, SPL-151")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(rest::mending(now).next().is_some())));
    HEAL_CHECK = Action::new("heal-check", "a heal check", Play::Fight(&after_fight::heal_check))
        .help("stops bleeding or sets a bone")
        .capital('H')
        .rules("SPL-135")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(other_acts::patients(now).next().is_some())));
    RECOVER = Action::new("recover", "missiles are looked for", Play::Fight(&after_fight::recover))
        .help("how many that were shot, thrown or spilled are found")
        .capital('O')
        .rules("SPL-101")
        .when(AFTERWARDS)
        .legal(Of::Fight(&|now| Legal::when(!after_fight::lying(now).is_empty())));
    CLOCK = Action::new("clock", "set the campaign clock", Play::Fight(&after_fight::clock))
        .help("it serves the long rests")
        .capital('L')
        .rules("SPL-151")
        .when(AFTERWARDS)
        .hint(Of::Fight(&|now| Clock::words(Clock::now(now))));
    TAKE_UP = Action::new("take-up", "the fight goes on after all", Play::Fight(&stage::again))
        .help("takes the end back; once time has gone by, in a new round")
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
