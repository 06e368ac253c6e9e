//! Results that rules of written systems read: outcomes by margin, the results of single dice, values of other combatants,
//! and several levels of a condition at once. Each fight uses a small system next to it.

use affray::ron_text::Source;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::fight_file::{plays, told};

const TWO: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 30, skill: 4)), (name: "Orc", side: "Orcs", sheet: (max_health: 30, guard: 14))"#;
const FOUR: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9, skill: 4, light: 2)), (name: "Bob", side: "Party", sheet: (max_health: 9, skill: 6, light: 1)),
    (name: "Orc", side: "Orcs", sheet: (max_health: 5, skill: 3, light: 1)), (name: "Imp", side: "Orcs", sheet: (max_health: 5, skill: 1))"#;

/// Returns a system with these tests, actions and other parts.
fn game(tests: &str, actions: &str, more: &str) -> String {
    format!(
        r#"(name: "Small", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "skill": (range: (0, 9)), "guard": (default: 12), "marks": (range: (0, 99)), "light": (shared: true, range: (0, 9)) }},
        tests: {{ {tests} }}, order: Listed, turn: {{ "deed": 9 }}, actions: {{ {actions} }}, {more})"#
    )
}

/// Returns all errors of a system, as in `affray check`.
fn wrong(system: &str) -> String {
    match written::read("small", &Source::new("small", system), NO_TEXTS) {
        Ok(_) => String::new(),
        Err(wrong) => told(&wrong),
    }
}

const DEGREES: &str = r#"(kind: "blow", dice: "d20", add: ["skill"], at_least: "target.guard",
    outcomes: [(10, "critical"), (0, "hit"), (-9, "miss"), (-99, "bad_fumble")], natural: [(20, 1), (1, -1)])"#;
const STRIKE: &str = r#""attack": (target: Enemy, costs: { "deed": 1 }, test: "strike", on: { "critical": [Damage(amount: "8")], "hit": [Damage(amount: "4")], "bad_fumble": [Damage(who: Self, amount: "1")] },
    does: [Set("self.marks", "either(result.outcome == 'hit' or result.passed, result.margin, 50)")])"#;

#[test]
fn outcomes_by_margin_show_the_target_number_and_the_chance_of_each() {
    plays(
        &game(&format!("\"strike\": {DEGREES}"), STRIKE, ""),
        &TWO.replace("guard: 14", "guard: 15"),
        // 11 to 19 hit, 20 is critical, 1 becomes a fumble.
        r#""do attack a", "enter", "? needs 15", "? chance 50", "? says critical 5%, hit 45%, miss 45%, bad fumble 5%",
            "roll 11", "? log hit (", "? b health 26", "? a marks 0", "do attack a", "enter", "roll 19", "? b health 22", "? a marks 8",
            // A natural 20 is one outcome better than the margin of 9, a natural 1 one worse.
            "do attack a", "enter", "roll 20", "? log critical (", "? log a natural 20 decides", "? b health 14", "? a marks 9",
            "do attack a", "enter", "roll 1", "? log bad fumble (", "? a health 29", "? a marks 50", "undo", "? a health 30", "roll 2", "? log miss (", "? a health 30""#,
    );
}

/// A natural result shifts from the outcome of the total, which may be far from the target number.
#[test]
fn a_natural_result_shifts_the_outcome_of_the_total() {
    let hard = TWO.replace("guard: 14", "guard: 40");
    plays(
        &game(&format!("\"strike\": {DEGREES}"), STRIKE, ""),
        &hard,
        r#""do attack a", "enter", "? chance 0", "? says miss 5%, bad fumble 95%", "roll 20", "? log miss (", "? b health 30", "? a health 30""#,
    );
    let easy = TWO.replace("guard: 14", "guard: -9");
    plays(
        &game(&format!("\"strike\": {DEGREES}"), STRIKE, ""),
        &easy,
        r#""do attack a", "enter", "? chance 100", "roll 1", "? log hit (", "? b health 26", "do attack a", "enter", "roll 20", "? log critical (""#,
    );
}

#[test]
fn natural_results_also_shift_success_and_failure() {
    plays(
        &game(
            r#""strike": (dice: "2d6", at_most: "self.skill", natural: [(12, 1), (2, "failed")], labels: ("in", "out"))"#,
            r#""attack": (target: Enemy, test: "strike", on: { "passed": [Damage(amount: "1")], "failed": [Damage(who: Self, amount: "1")] })"#,
            "",
        ),
        TWO,
        // 3, 4 and 12 of 36: 2 + 3 + 1.
        r#""do attack a", "enter", "? needs 4", "? chance 17", "? says in 17%, out 83%", "roll 6 6", "? log in (", "? b health 29", "do attack a", "enter", "roll 1 1", "? log out (", "? a health 29""#,
    );
}

#[test]
fn outcomes_by_margin_work_in_roll_under_tests_and_opposed_tests() {
    plays(
        &game(
            r#""strike": (dice: "d20", at_most: "10", outcomes: [(8, "great"), (0, "good"), (-20, "bad")]),
               "duel": (dice: "d20", opposed_by: (dice: "d20", add: ["skill"]), outcomes: [(5, "great"), (0, "good"), (-20, "bad")])"#,
            r#""attack": (target: Enemy, costs: { "deed": 1 }, test: "strike", on: { "great": [Damage(amount: "2")], "good": [Damage(amount: "1")] }),
               "duel": (target: Enemy, costs: { "deed": 1 }, test: "duel", on: { "great": [Damage(amount: "2")], "good": [Damage(amount: "1")] })"#,
            "",
        ),
        TWO,
        r#""do attack a", "enter", "? needs 10", "? says great 10%, good 40%, bad 50%", "roll 2", "? b health 28", "do attack a", "enter", "roll 3", "? b health 27", "do attack a", "enter", "roll 11", "? b health 27",
            // The opponent's 8 comes first; 9 is needed.
            "do duel a", "enter", "roll 8", "? needs 9", "? says great 35%, good 25%, bad 40%", "roll 14", "? b health 25", "do duel a", "enter", "roll 8", "roll 9", "? b health 24", "do duel a", "enter", "roll 8", "roll 8", "? b health 24""#,
    );
}

#[test]
fn a_changed_outcome_is_logged_and_used_by_later_effects() {
    plays(
        &game(
            &format!("\"strike\": {DEGREES}"),
            STRIKE,
            r#"reactions: { "turn_aside": (at: AfterRoll, target: Self, when: "result.outcome == 'critical'", does: [SetOutcome("miss")]) }"#,
        ),
        TWO,
        r#""do attack a", "enter", "roll 20", "? asks turn_aside b", "yes", "? log Strike: miss", "? b health 30", "? a marks 50",
            "do attack a", "enter", "roll 12", "? b health 26", "undo", "undo", "undo", "undo", "? asks turn_aside b", "no", "? no log Strike", "? b health 22""#,
    );
}

/// A test by outcomes ends a condition if it reaches the target number.
#[test]
fn a_condition_ends_with_an_outcome_that_reaches_the_target_number() {
    plays(
        &game(
            r#""shake": (dice: "d20", at_least: "10", outcomes: [(5, "at_once"), (0, "barely"), (-99, "not_yet")])"#,
            r#""attack": (target: Enemy, costs: { "deed": 1 }, does: [Gain(Target, "held"), Gain(Target, "bound", (save_ends: "shake"))])"#,
            r#"conditions: { "held": (ends: [Test("shake", TurnEnd)]), "bound": () }"#,
        ),
        TWO,
        r#""do attack a", "enter", "do end-turn a", "do end-turn b", "roll 9", "roll 10", "? b has held", "? b lacks bound",
            "do end-turn a", "do end-turn b", "roll 10", "? b lacks held", "undo", "? b has held", "roll 9", "? b has held""#,
    );
}

#[test]
fn dice_showing_counts_the_dice_that_show_a_result() {
    let act = |does: &str| {
        format!(
            r#""attack": (target: Enemy, costs: {{ "deed": 1 }}, test: "strike", on: {{ "passed": [{does}], "failed": [{does}] }})"#
        )
    };
    let sixes = r#"Set("self.marks", "10 * dice_showing(6) + dice_showing(1, self.skill)")"#;
    plays(
        &game(
            r#""strike": (dice: "pool(self.skill, d6>=5)", at_least: 2)"#,
            &act(sixes),
            "",
        ),
        TWO,
        r#""do attack a", "enter", "roll 6 6 5 1", "? a marks 21", "undo", "? a marks 0", "roll 2 3 4 4", "? a marks 4""#,
    );
    // With advantage, the dropped die does not count. A total does not show the dice.
    plays(
        &game(
            r#""strike": (dice: "d6", at_least: 2, advantage: { "luck": "1" }), "pair": (dice: "2d6", at_least: 2)"#,
            &(act(sixes)
                + r#", "lift": (costs: { "deed": 1 }, test: "pair", does: [Set("self.marks", "dice_showing(3)")])"#),
            "",
        ),
        TWO,
        r#""do attack a", "enter", "roll 6 4", "? a marks 10", "do attack a", "enter", "roll 1 3", "? a marks 1",
            "do lift a", "! roll 9 :: cannot show 9", "roll 3 3", "? a marks 2""#,
    );
    // An automatic outcome has no dice, and neither has a pool of none.
    plays(
        &game(
            r#""strike": (dice: "pool(self.skill - 4, d6>=5)", at_least: 1)"#,
            &act(r#"Set("self.marks", "7 + dice_showing(1, 6)")"#),
            "",
        ),
        TWO,
        r#""do attack a", "enter", "? a marks 7""#,
    );
}

#[test]
fn no_roll_is_prompted_for_an_opposed_pool_without_dice() {
    plays(
        &game(
            r#""strike": (dice: "pool(self.skill, d6>=5)", opposed_by: (dice: "pool(skill, d6>=6)"))"#,
            r#""attack": (target: Enemy, costs: { "deed": 1 }, test: "strike", on: { "passed": [Damage(amount: "result.margin + 1")] })"#,
            "",
        ),
        TWO,
        r#""do attack a", "enter", "? asks strike a", "? needs 1", "roll 5 6 1 1", "? b health 28""#,
    );
}

#[test]
fn expressions_count_and_add_up_values_of_a_group() {
    let marks = |sum: &str| {
        format!(
            r#""one": (costs: {{ "deed": 1 }}, does: [Set("self.marks", "{sum}")]), "hurt": (target: Any, costs: {{ "deed": 1 }}, does: [Damage(amount: "9"), Gain(Target, "prone")])"#
        )
    };
    let four = |sum: &str, steps: &str| {
        let system = game("", &marks(sum), r#"conditions: { "prone": () }"#);
        plays(&system, FOUR, steps);
    };
    four(
        "count(enemies) * 10 + count(allies)",
        r#""do one a", "? a marks 21", "do hurt a", "set target=d", "do one a", "? a marks 11", "undo", "undo", "undo", "do one a", "? a marks 21""#,
    );
    four(
        "count(side, each.skill > 4) + 10 * count(everyone, each.prone)",
        r#""do hurt a", "set target=c", "do hurt a", "set target=b", "do one a", "? a marks 20", "do end-turn a", "do end-turn d", "? turn a""#,
    );
    four(
        "sum(enemies, each.skill) + 10 * highest(side, each.skill)",
        r#""do one a", "? a marks 64", "edit d skill 5", "do one a", "? a marks 68""#,
    );
    // The light of the other side, which its combatants share.
    four(
        "either(self.light > highest(enemies, each.light), 1, 2) + lowest(enemies, each.skill) * 10",
        r#""do one a", "? a marks 11", "edit d light 3", "do one a", "? a marks 12", "do hurt a", "set target=c", "do hurt a", "set target=d", "do go-on", "do one a", "? a marks 1""#,
    );
}

#[test]
fn several_levels_are_gained_and_lost_at_once() {
    let tire = r#""attack": (target: Enemy, costs: { "deed": 1 }, does: [Gain(Target, "weary", (levels: "1 + self.skill // 4"))]),
        "rest": (costs: { "deed": 1 }, when: "self.weary > 0", does: [Lose(Self, "weary", (levels: "2"))]),
        "slow": (target: Enemy, costs: { "deed": 1 }, does: [Gain(Target, "weary", (levels: "3", rounds: "1"))]),
        "nothing": (target: Enemy, costs: { "deed": 1 }, does: [Gain(Target, "weary", (levels: "self.skill - 9")), Lose(Target, "weary", (levels: "-self.skill"))]),
        "copy": (target: Enemy, costs: { "deed": 1 }, does: [Gain(Self, "weary", (levels: "target.weary")), Gain(Side, "weary", (levels: "target.skill"))])"#;
    let weary = r#"conditions: { "weary": (levels: 5, modifiers: [(to: Field("guard"), add: "-self.weary")]) }"#;
    plays(
        &game("", tire, weary),
        FOUR,
        r#""do attack a", "set target=c", "? log Orc is weary 2", "do attack a", "set target=c", "? log weary 4", "do attack a", "set target=c", "? log weary 5", "do attack a", "set target=c", "? no log weary",
            "undo", "undo", "undo", "undo", "do attack a", "set target=c", "? log weary 5", "undo", "undo", "do nothing a", "set target=c", "? no log weary", "? c has weary", "do end-turn a", "do end-turn b",
            "do rest c", "? log weary 2", "undo", "? c has weary", "do rest c", "do rest c", "? c lacks weary", "undo", "? c has weary", "do slow c", "set target=a", "do slow c", "set target=b", "? a has weary",
            "do end-turn c", "do end-turn d", "? a lacks weary", "? c has weary""#,
    );
    // The number of levels may be a value of the target.
    plays(
        &game("", tire, weary),
        FOUR,
        r#""do attack a", "set target=d", "do copy a", "set target=d", "? log Ann is weary 2 and weary 3", "? log Bob is weary 1""#,
    );
}

#[test]
fn results_and_levels_without_effect_are_refused() {
    let test = |test: &str| {
        wrong(&game(
            &format!("\"strike\": {test}"),
            r#""attack": (target: Enemy, test: "strike")"#,
            "",
        ))
    };
    let does = |does: &str| {
        wrong(&game(
            r#""strike": (dice: "d20", at_least: 10)"#,
            &format!(r#""attack": (target: Enemy, test: "strike", on: {{ "passed": [{does}] }})"#),
            r#"conditions: { "prone": (), "weary": (levels: 5) }"#,
        ))
    };
    for (told, words) in [
        (
            test(r#"(dice: "d20", at_least: 10, outcomes: [(10, "great"), (5, "good")])"#),
            "the outcome for a margin of 0 begins at 0",
        ),
        (
            test(r#"(dice: "d20", at_least: 10, at_most: 12)"#),
            "a test can have only one of `at_least`, `at_most` and `opposed_by`",
        ),
        (
            test(r#"(dice: "d20", at_least: 10, natural: [(20, 0)])"#),
            "0 changes nothing: write 1 or -1",
        ),
        (
            test(r#"(dice: "d20", at_least: 10, natural: [(20, 2)])"#),
            "2 is not between -1 and 1",
        ),
        (
            test(r#"(dice: "d20", natural: [(20, 1)])"#),
            "the test has only one outcome",
        ),
        (
            test(r#"(dice: "d20", outcomes: [(10, "full"), (0, "miss")], called: ("DC", 12))"#),
            "remove `called`, or add `at_least` or `at_most`",
        ),
        (
            test(r#"(dice: "d20", at_least: 1, outcomes: [(9, "one"), (0, "one")])"#),
            "`one` appears twice here",
        ),
        (
            does(r#"If("result.outcome == 'passd'", [])"#),
            "`outcome` is never `passd`: did you mean `passed`?",
        ),
        (
            does(r#"If("each.prone", [])"#),
            "`each` is a combatant of a group",
        ),
        (
            does(r#"If("count(enemies, self.prone) > 1", [])"#),
            "this value is the same for the whole group: use `each`",
        ),
        (
            does(r#"If("sum(enemy, each.skill) > 1", [])"#),
            "unknown group `enemy`: choose one of enemies, allies, side, everyone",
        ),
        (
            does(r#"If("sum(enemies, each.prone) > 1", [])"#),
            "a number is needed here",
        ),
        (
            does(r#"If("count(enemies, each.skill) > 1", [])"#),
            "yes or no is needed here",
        ),
        (
            does(r#"If("count(enemies, count(allies, each.prone) > each.skill) > 1", [])"#),
            "a group within a group is not possible",
        ),
        (
            does(r#"Gain(Target, "prone", (levels: "2"))"#),
            "`prone` has no levels: add `levels` to the condition",
        ),
        (
            does(r#"Lose(Target, "prone", (levels: "2"))"#),
            "`prone` has no levels",
        ),
        (
            does(r#"Lose(Target, "weary", (rounds: "2"))"#),
            "unknown field `rounds`",
        ),
        (
            does(r#"Gain(Target, "weary", (levels: "0"))"#),
            "the number of levels must be at least 1",
        ),
        (
            wrong(&game(
                r#""strike": (dice: "d20", at_least: 10)"#,
                r#""attack": (target: Enemy, when: "dice_showing(6) > 1", test: "strike")"#,
                "",
            )),
            "there is no roll here",
        ),
        (
            wrong(&game(
                r#""strike": (dice: "d20", at_least: 10)"#,
                r#""attack": (target: Enemy, test: "strike")"#,
                r#"conditions: { "prone": (modifiers: [(to: Test("strike"), add: "result.total")]) }"#,
            )),
            "there is no roll here",
        ),
        (
            wrong(
                &game(r#""strike": (dice: "d20", at_least: 10)"#, "", "").replace(
                    r#""guard": (default: 12)"#,
                    r#""guard": (default: "count(enemies)")"#,
                ),
            ),
            "this expression knows only one sheet",
        ),
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    assert_eq!(
        does(r#"Gain(Target, "either(self.skill > 2, 'weary', 'prone')", (levels: "2"))"#),
        ""
    );
}
