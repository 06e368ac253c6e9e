//! End of a round: morale, then the end of effects that last until now (`ALT-10`, `ALT-110` to `ALT-117`).

use crate::systems::common::conditions;
use crate::systems::common::says::Says as Common;
use crate::systems::prelude::*;

use crate::systems::alternation::combat::checks::group_save;
use crate::systems::alternation::says::{Says, Shaken};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{MoraleAlone, Options};
use crate::systems::alternation::sheet::schema::{Attribute, STRETCH};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::standing;
use crate::systems::alternation::state::{groups, round};

crate::words! {
    /// Reaction of broken combatants (`ALT-114`).
    enum Broken {
        Retreat = "retreat" "retreats",
        Surrender = "surrender" "surrenders",
    }
}

/// Morale test that is due, with its combatants and its reason.
struct Test {
    why: Shaken,
    who: Vec<Id>,
}

/// Returns true if a group fell to half its number or fewer during the round (`ALT-111`).
fn group_fell(now: &Encounter, group: &str, members: &[Id]) -> bool {
    let numbers = groups::group_numbers(now, group);
    let left = members.iter().filter(|id| standing(now, **id)).count() as i64;
    let (before, most) = (numbers.standing, numbers.original);
    2 * left <= most && 2 * before > most
}

/// Returns true if a combatant fell to half its health or less during the round (`ALT-112`).
fn health_fell(now: &Encounter, who: Id) -> bool {
    let fighter = Fighter::of(now, who);
    let most = fighter.max_health();
    2 * fighter.health() <= most && 2 * fighter.health_at_start() > most
}

/// Returns the combatants who must test morale: standing, not steady, not immune to fear and not yet broken (`ALT-113`,
/// `ALT-115` to `ALT-117`).
fn testable(now: &Encounter, who: &[Id]) -> Vec<Id> {
    let pcs = Options::of(now).morale_pcs();
    let exempt = |id: &Id| {
        let (one, fighter) = (now.get(*id), Fighter::of(now, *id));
        let fearless = fighter.sheet().immune_to_fear() || fighter.player() && !pcs;
        fearless || one.has(is::STEADY) || one.has(is::BROKEN)
    };
    let mut who = who.to_vec();
    who.retain(|id| standing(now, *id) && !exempt(id));
    who
}

/// Returns the tests that are due, group by group.
fn tests(now: &Encounter) -> Vec<Test> {
    let mut tests = Vec::new();
    for (group, members) in groups::groups(now) {
        let original = groups::group_numbers(now, &group).original;
        let mut left = members.clone();
        left.retain(|id| standing(now, *id));
        let alone = original == 1
            || left.len() == 1 && Options::of(now).morale_alone() == MoraleAlone::LastStanding;
        if group_fell(now, &group, &members) {
            tests.push(Test {
                who: testable(now, &left),
                why: Shaken::GroupFell {
                    group: group.into(),
                    left: left.len() as i64,
                    original,
                },
            });
        } else if let (true, [only]) = (alone, left.as_slice())
            && health_fell(now, *only)
        {
            tests.push(Test {
                why: Shaken::Alone { who: *only },
                who: testable(now, &left),
            });
        }
    }
    tests.retain(|test| !test.who.is_empty());
    tests
}

/// Tests morale at the end of a round, then ends effects (`ALT-110`).
pub fn end_round(cx: &mut Resolver<'_>) -> Step<()> {
    let round = cx.now().round;
    let said = match round {
        0 => Says::BonusRoundOver {},
        _ => Says::RoundOver {
            number: round.into(),
        },
    };
    cx.act(None, said);
    let mut failed = Vec::new();
    for test in tests(cx.now()) {
        failed.extend(check(cx, &test)?);
    }
    if !failed.is_empty() {
        break_them(cx, &failed)?;
    }
    conditions::round_over(cx, &[is::RESERVED, is::CARRIED, is::STEADY]);
    round::begin(cx, round + 1);
    Ok(())
}

/// Rolls the WIT save of one group (`ALT-02`, `ALT-113`). Returns the members who failed.
fn check(cx: &mut Resolver<'_>, test: &Test) -> Step<Vec<Id>> {
    let said = Says::MoraleTested {
        who: test.who.clone(),
        why: test.why.clone(),
    };
    cx.act(None, said);
    let title = match &test.why {
        Shaken::GroupFell {
            group,
            left,
            original,
        } => say!(
            cx.now(),
            "Morale of {} ({left} of {original} left): group WIT save",
            group.show(cx.now())
        ),
        Shaken::Alone { .. } => say!(cx.now(), "Morale: {}: WIT save", test.why.show(cx.now())),
    };
    let results = group_save(cx, "morale", &test.who, Attribute::Wit, &title)?;
    let mut failed = Vec::new();
    for (who, passed) in results {
        if passed {
            let condition = Condition::new(is::STEADY).ends(Ends::at(STRETCH));
            cx.gain(who, condition, Says::Steady {});
        } else {
            failed.push(who);
        }
    }
    Ok(failed)
}

/// Asks in one form whether each combatant who failed retreats or surrenders (`ALT-114`).
fn break_them(cx: &mut Resolver<'_>, failed: &[Id]) -> Step<()> {
    let title = match failed {
        [one] => say!(
            cx.now(),
            "{}'s morale breaks. Retreat or surrender?",
            cx.name(*one)
        ),
        several => say!(
            cx.now(),
            "The morale of {} breaks. Retreat or surrender?",
            cx.now().names(several)
        ),
    };
    let ways: Vec<Broken> = cx.form("broken", None, title, |f| {
        let now = f.now;
        let way = |id: &Id| {
            let key = format!("fate-{}", id.letter());
            let label = format!("{} {}", id.letter(), now.name(*id));
            f.option(&key, &label, Broken::Retreat)
        };
        Ok(failed.iter().map(way).collect())
    })?;
    for (id, way) in failed.iter().zip(ways) {
        let surrenders = way == Broken::Surrender;
        let condition = Condition::new(is::BROKEN)
            .value(i64::from(surrenders))
            .because(Common::Morale {});
        let label = if surrenders {
            Says::MustSurrender {}
        } else {
            Says::MustRetreat {}
        };
        cx.gain(*id, condition, label);
    }
    Ok(())
}

/// Ends the stretch and all conditions that last until then (`ALT-10`, `ALT-115`).
pub fn end_stretch(cx: &mut Resolver<'_>) -> Step<()> {
    cx.act(None, Says::StretchOver {});
    let steady = |id: &Id| cx.get(*id).has(is::STEADY);
    let steady: Vec<Id> = cx.now().present().filter(steady).collect();
    let lasting = |cx: &Resolver<'_>| -> usize {
        let all = cx.now().present();
        all.map(|id| cx.get(id).conditions.len()).sum()
    };
    let before = lasting(cx);
    cx.moment(None, STRETCH);
    // The GM may have set the condition without an end, so it is cleared here.
    for id in &steady {
        cx.lose(*id, is::STEADY, "", "");
    }
    if !steady.is_empty() {
        cx.note(Says::MayTestAgain { who: steady });
    } else if lasting(cx) == before {
        cx.note(Says::NothingLasted {});
    }
    Ok(())
}
