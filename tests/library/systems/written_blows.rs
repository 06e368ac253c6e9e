//! Edge cases of conditions, damage and reactions in written systems: the last level of a condition, an attack without
//! damage, a missing combatant. Each fight uses a small system next to it.

use affray::compendium::Compendium;
use affray::fight_file;
use affray::ron_text::Source;
use affray::rules::System as _;
use affray::systems::written::{self, NO_TEXTS};
use affray::values::{FieldSpec, Id, Value};

use crate::support::fight_file::{plays, told};

/// Returns a small system with additional parts.
fn system(parts: &str) -> String {
    format!(
        r#"(name: "Blows", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "shield": (range: (0, 9)), "marks": (range: (0, 99)), "scorns": (type: AnyOf(["fire", "iron"])) }},
        order: Listed, turn: {{ "deed": 9 }},
        {parts})"#
    )
}

const WHO: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9)),
    (name: "Orc 1", side: "Orcs", sheet: (max_health: 5, shield: 2)),
    (name: "Orc 2", side: "Orcs", sheet: (max_health: 5, scorns: "fire", shield: 2))"#;

#[test]
fn every_target_of_one_action_can_react() {
    plays(
        &system(
            r#"conditions: { "braced": (ends: [ThisAttack], modifiers: [(to: Kind("save"), add: "5")]) },
            tests: { "save": (kind: "save", roller: Target, dice: "d20", at_least: "12") },
            actions: { "burst": (key: "B", costs: { "deed": 1 }, target: Enemy, max_targets: 2, test: "save", on: { "failed": [Damage(amount: "4")] }) },
            reactions: { "brace": (at: BeforeRoll, target: Self, does: [Gain(Self, "braced")]) }"#,
        ),
        WHO,
        r#""do burst a", "set target=b c", "? asks brace b", "yes", "? asks brace c", "no", "roll 8 8",
        "? b health 5", "? b shield 2", "? c health 1""#,
    );
}

#[test]
fn gaining_a_condition_at_its_highest_level_changes_nothing() {
    plays(
        &system(
            r#"conditions: { "tired": (levels: 2) },
            actions: { "toil": (key: "B", costs: { "deed": 1 }, does: [Gain(Self, "tired")]) }"#,
        ),
        WHO,
        r#""do toil a", "? log tired 1", "do toil a", "? log tired 2", "do toil a", "? no log tired", "? a has tired""#,
    );
}

#[test]
fn damage_to_an_immune_target_uses_up_no_shield() {
    plays(
        &system(
            r#"damage: (types: ["fire", "iron"], immune: "has(self.scorns, damage_taken_type)", absorbed_by: "shield"),
            actions: { "burn": (key: "B", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "3", type: "'fire'")]) }"#,
        ),
        WHO,
        r#""do burn a", "set target=c", "? c health 5", "? c shield 2", "do burn a", "set target=b", "? b shield 0", "? b health 4""#,
    );
}

#[test]
fn a_combatant_without_hit_points_is_always_down() {
    plays(
        &system(
            r#"actions: { "strike": (key: "S", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "5")]) },
            steps: { "clings": (at: Downed, does: [Lose(Self, "down")]) }"#,
        ),
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5)),
        (name: "Orc 2", side: "Orcs", sheet: (max_health: 5))"#,
        r#""do strike a", "set target=b", "? b has down", "do strike a", "set target=c", "? c has down""#,
    );
}

#[test]
fn min_takes_at_most_nine_arguments() {
    let of = |many: usize| {
        let all = vec!["1"; many].join(", ");
        let parts = format!(
            "actions: {{ \"wait\": (key: \"I\", costs: {{ \"deed\": \"min({all})\" }}, does: [Log]) }}"
        );
        let file = Source::new("system.ron", &system(&parts));
        written::read("example", &file, NO_TEXTS)
            .map(|_| ())
            .map_err(|wrong| told(&wrong))
    };
    assert_eq!(of(9), Ok(()));
    assert!(of(10).is_err_and(|told| told.contains("write `min(a, b)`")));
}

/// A field of several keywords accepts only its own keywords.
#[test]
fn an_unknown_keyword_in_a_list_is_reported() {
    let file = Source::new("system.ron", &system(""));
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let fight = r#"(about: "a fight", setup: (title: "A fight", system: "example", sides: [(name: "A"), (name: "B")],
        combatants: [(name: "Ann", side: "A", sheet: (max_health: 9, scorns: "fire, water")), (name: "Bo", side: "B", sheet: (max_health: 9))]),
        steps: ["? a health 9"])"#;
    let wrong = fight_file::read(&Source::new("fight", fight), &[&compendium]);
    let wrong = told(&wrong.err().expect("there is no such word"));
    assert!(
        wrong.contains("unknown word `water`")
            && wrong.contains("separate several words with commas"),
        "{wrong}"
    );
}

/// Terms next to each other are not nested, and an `Act` has a single target.
#[test]
fn long_expressions_are_valid_and_extra_arguments_are_refused() {
    let long = ["1"; 100].join(" + ");
    let text = |effect: &str| {
        system(&format!(
            r#"actions: {{ "wait": (key: "I", does: [{effect}]), "other": (key: "O", target: Any, does: [Log]) }}"#
        ))
    };
    let read = |effect: &str| {
        let file = Source::new("system.ron", &text(effect));
        written::read("example", &file, NO_TEXTS).map_err(|wrong| told(&wrong))
    };
    let sum = read(&format!("Set(\"self.marks\", \"{long}\")"));
    assert!(sum.is_ok(), "{:?}", sum.err());
    let brackets = format!("{}1{}", "(".repeat(50), ")".repeat(50));
    let deep = read(&format!("Set(\"self.marks\", \"{brackets}\")")).expect_err("too deep");
    assert!(deep.contains("too deeply"), "{deep}");
    for (begins, ends) in [
        ("If(\"true\", [", "])"),
        ("Combined([", "])"),
        ("Every(Enemy, [", "])"),
        ("Choose(\"Which?\", { \"this\": [", "] })"),
    ] {
        let nested = |deep: usize| format!("{}Log{}", begins.repeat(deep), ends.repeat(deep));
        assert!(read(&nested(12)).is_ok(), "{begins}");
        let deep = read(&nested(13)).expect_err("too deep");
        assert!(deep.contains("effects are nested too deeply"), "{deep}");
    }
    assert!(read("Perform(\"other\", Self)").is_ok());
    let wrong = read("Perform(\"other\", Self, \"bite\", Self)").expect_err("one too many");
    assert!(wrong.contains("`Perform"), "{wrong}");
}

#[test]
fn half_of_1_damage_is_rounded_down_to_0() {
    plays(
        &system(
            r#"damage: (types: ["fire", "iron"], resistant: "has(self.scorns, damage_taken_type)"),
            actions: { "prick": (key: "P", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "1", type: "'fire'")]) }"#,
        ),
        WHO,
        r#""do prick a", "set target=c", "? log Half damage, 0: fire", "? c health 5", "do prick a", "set target=b", "? b health 4""#,
    );
}

/// A reaction reduces only the attack that it answers, not its own damage.
#[test]
fn a_reaction_reduces_only_the_attack_it_answers() {
    plays(
        &system(
            r#"actions: { "strike": (key: "S", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "4")]) },
            reactions: { "thorns": (at: BeforeDamage, target: Self, does: [Damage(who: Attacker, amount: "3"), Reduce("2")]) }"#,
        ),
        WHO,
        r#""do strike a", "set target=b", "yes", "? a health 6", "? b health 3""#,
    );
    plays(
        &system(
            r#"actions: { "strike": (key: "S", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "4")]) },
            reactions: { "thorns": (at: BeforeDamage, target: Self, does: [Reduce("2"), Damage(who: Attacker, amount: "3")]) }"#,
        ),
        WHO,
        r#""do strike a", "set target=b", "yes", "? a health 6", "? b health 3""#,
    );
}

/// A required field has a default value before it is filled in.
#[test]
fn a_required_question_or_option_starts_with_a_default_value() {
    plays(
        &system(
            r#"actions: { "wait": (key: "I", costs: { "deed": 1 }, asks: { "way": (type: OneOf(["high", "low"]), required: true) },
                does: [Set("self.marks", "either(asked.way == 'high', 5, 1)")]) }"#,
        ),
        WHO,
        r#""do wait a", "? field way high", "enter", "? a marks 5""#,
    );
    let text = system(
        r#"options: { "speed": (required: true, range: (0, 9)) }, actions: { "wait": (does: []) }"#,
    );
    let read = written::read("example", &Source::new("system.ron", &text), NO_TEXTS);
    let read = read.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let usual = |option: &FieldSpec| option.default == Some(Value::Int(0));
    assert!(read.schema().options.iter().any(usual));
}

/// The action key of an answer is a letter of its own words, or another letter if all are taken.
#[test]
fn action_keys_of_answers_prefer_letters_of_the_label() {
    let text = system(
        r#"actions: { "pay": (key: "P", costs: { "deed": 1 }, does: [Choose("What?", { "gold": [], "good will": [], "oil": [], "gg": [], "og": [] })]) }"#,
    );
    let read = written::read("example", &Source::new("system.ron", &text), NO_TEXTS);
    let read = read.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let rows: Vec<(&str, char)> = (affray::rules::Flow::capitals(read).iter())
        .filter(|group| group.rows.iter().any(|(key, _)| *key == "oil"))
        .flat_map(|group| group.rows.iter().copied())
        .collect();
    let letters = [
        ("gold", 'O'),
        ("good-will", 'D'),
        ("oil", 'I'),
        ("gg", 'A'),
        ("og", 'B'),
    ];
    assert_eq!(rows, letters);
}

#[test]
fn an_action_has_at_most_99_targets() {
    let at = |many: u32, then: &str| {
        plays(
            &system(
                r#"actions: { "storm": (key: "S", costs: { "deed": 1 }, target: Enemy, max_targets: 200, does: [Damage(amount: "5")]) }"#,
            ),
            r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc", side: "Orcs", count: 110, sheet: (max_health: 5))"#,
            &format!(
                r#""do storm a", "{}set target={}{then}"#,
                if many > 99 { "! " } else { "" },
                (1..=many)
                    .map(|nth| Id(nth).letter())
                    .collect::<Vec<_>>()
                    .join("+")
            ),
        );
    };
    at(99, r#"", "? b has down""#);
    at(100, r#" :: 99""#);
}

/// A keyword in a place where it is not allowed is reported.
#[test]
fn a_misplaced_keyword_is_reported() {
    for (parts, expected) in [
        (
            r#"actions: { "again": (costs: { "deed": 1 }, does: [Reroll(Best)]) }"#,
            "`Reroll` belongs in a reaction to a roll: write a reaction with `roller`",
        ),
        (
            r#"conditions: { "lucky": (silent: true) }, routines: { "again": [Reroll(New)] }, actions: { "again": (does: [Run("again")]) }"#,
            "`Reroll` belongs in a reaction to a roll: write a reaction with `roller`",
        ),
        (
            r#"actions: { "wait": (does: []) }, more: { "might": (default: "target.marks + 1") }"#,
            "a default can only use other fields of the same sheet: `self.…`",
        ),
    ] {
        let text = match parts.split_once(", more: { ") {
            Some((parts, more)) => {
                let more = more.trim_end_matches(" }");
                system(parts).replacen(r#""marks":"#, &format!(r#"{more}, "marks":"#), 1)
            }
            None => system(parts),
        };
        let read = written::read("example", &Source::new("system.ron", &text), NO_TEXTS);
        let wrong = told(&read.expect_err("it is told"));
        assert!(wrong.contains(expected), "{wrong}");
    }
}

/// Rule ids after a step are upper-case; any other text is part of the step.
#[test]
fn text_in_brackets_that_is_not_a_rule_id_is_part_of_the_step() {
    let with = |behind: &str| {
        plays(
            &system(
                r#"actions: { "wait": (key: "I", costs: { "deed": 1 }, does: [Log("it is [Abc-3]")]) }"#,
            ),
            WHO,
            &format!(r#""do wait a", "{behind}""#),
        );
    };
    with("? log it is [Abc-3]");
    with("? no log it is [Abc-4]");
    with("? log it is [ABC-4]");
    with("? no log it is [ABC-4x]");
}

/// A combatant who has hit points again is up, whatever the step for fallen combatants does.
#[test]
fn a_healed_combatant_is_always_up() {
    plays(
        &system(
            r#"actions: { "strike": (key: "S", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "5")]),
                "raise": (key: "K", costs: { "deed": 1 }, target: Any, does: [Heal(who: Target, amount: "2")]) }"#,
        ),
        WHO,
        r#""do strike a", "set target=b", "? b has down", "do raise a", "set target=b", "? b lacks down", "? b health 2", "? offers strike a""#,
    );
}

#[test]
fn dice_on_sheets_can_be_compared() {
    plays(
        &system(
            r#"more: {}, actions: { "compare": (key: "K", costs: { "deed": 1 }, target: Enemy,
                does: [If("self.die == target.die", [Log("alike")], [Log("unlike")])]) }"#,
        )
        .replacen("more: {}, ", "", 1)
        .replacen(
            r#""marks":"#,
            r#""die": (type: Dice, default: "d6"), "marks":"#,
            1,
        ),
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5)),
        (name: "Orc 2", side: "Orcs", sheet: (max_health: 5, die: "d8"))"#,
        r#""do compare a", "set target=b", "? log alike", "? no log unlike", "do compare a", "set target=c", "? log unlike""#,
    );
}

#[test]
fn chains_of_reactions_to_reactions_end() {
    plays(
        &system(
            r#"actions: { "strike": (key: "S", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "1")]) },
            reactions: { "riposte": (at: AfterDamage, target: Self, does: [Set("self.marks", "self.marks + 1"), Perform("strike")]) }"#,
        ),
        r#"(name: "Ann", side: "Party", sheet: (max_health: 30)), (name: "Orc", side: "Orcs", sheet: (max_health: 30))"#,
        r#""do strike a", "enter", "yes", "enter", "yes", "enter", "yes", "enter", "yes", "enter", "? offers strike a",
        "? a marks 2", "? b marks 2", "? a health 28", "? b health 27""#,
    );
}

#[test]
fn each_error_is_reported_at_its_place() {
    let text = |parts: &str| system(parts);
    let order = |text: &str| text.replacen("order: Listed, ", "", 1);
    let field =
        |text: &str, field: &str| text.replacen(r#""marks":"#, &format!(r#"{field}, "marks":"#), 1);
    let deed = r#"actions: { "wait": (costs: { "deed": 1 }, does: []) }"#;
    let all = [
        field(&text(deed), r#""whom": (type: Targets)"#),
        field(&text(deed), r#""odd": (type: OneOf(["d6", "six"]))"#).replacen(
            "actions:",
            r#"tests: { "luck": (dice: "self.odd") }, actions:"#,
            1,
        ),
        text(r#"actions: { "wait": (costs: { "deed": 1 }, when: "self.up 5", does: []) }"#),
        order(&text(
            r#"actions: { "wait": (costs: { "ticks": 1 }, does: []) }"#,
        )),
        text(
            r#"tests: { "luck": (dice: "d6") }, actions: { "wait": (costs: { "deed": 1 }, test: "luck", on: { "passed": [], "failed": [] }) }"#,
        ),
        // A condition that sets outcomes may make the test fail.
        text(
            r#"tests: { "luck": (dice: "d6") }, modifiers: [(to: Test("luck"), outcome: "failed", when: "self.marks > 3")],
            actions: { "wait": (costs: { "deed": 1 }, test: "luck", on: { "passed": [], "failed": [] }) }"#,
        ),
    ];
    let wrong = all.map(|text| {
        let read = written::read("example", &Source::new("system.ron", &text), NO_TEXTS);
        let wrong = read.err().unwrap_or_default();
        let wrong = wrong.iter().map(ToString::to_string);
        let first = wrong.map(|one| one.lines().next().unwrap_or_default().to_owned());
        first.collect::<Vec<String>>().join("\n")
    });
    let expected = [
        "system.ron:2:48: only `asks` of an action can have `Targets`",
        "system.ron:4:34: these words are not dice: write dice such as `d8`",
        "system.ron:4:66: an operator is missing before this: `and`, `+`, `==` …",
        "system.ron:1:1: the field `order` is missing: the order of turns, such as `Listed`\n\
         system.ron:4:38: unknown slot or field `ticks`: choose one of deed, max_health, health, shield, marks, scorns",
        "system.ron:4:118: this outcome is not possible: the test has no target. Add `at_least`, `at_most`, `opposed_by` or `outcomes`",
        "",
    ];
    assert_eq!(wrong, expected);
}

#[test]
fn a_test_in_a_reaction_does_not_replace_the_attack_roll() {
    plays(
        &system(
            r#"tests: { "strike": (kind: "attack", dice: "d20", at_least: "10"), "parry": (dice: "d20", at_least: "10") },
            actions: { "hit": (key: "H", costs: { "deed": 1 }, target: Enemy, test: "strike", on: { "passed": [Damage(amount: "3")] }) },
            reactions: { "parry": (at: AfterRoll, target: Self, when: "result.passed", test: "parry", on: { "passed": [SetOutcome("failed")] }) }"#,
        ),
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5))"#,
        r#""do hit a", "set target=b", "roll 15", "? asks parry b", "yes", "roll 2", "? b health 2",
        "do hit a", "set target=b", "roll 15", "yes", "roll 12", "? b health 2""#,
    );
}

#[test]
fn an_automatic_reaction_happens_without_a_prompt() {
    plays(
        &system(
            r#"actions: { "hit": (key: "H", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "3")]),
                "call": (key: "L", costs: { "deed": 1 }, does: [React("answer")]) },
            reactions: { "ward": (at: BeforeDamage, target: Self, automatic: true, when: "self.shield > 0", does: [Reduce("2")]),
                "answer": (at: Called, target: Enemy, automatic: true, does: [Set("self.marks", "self.marks + 1")]) }"#,
        ),
        WHO,
        r#""do hit a", "set target=b", "? b health 4", "do call a", "? b marks 1", "? c marks 1", "? a marks 0""#,
    );
}

#[test]
fn a_condition_can_last_until_the_turn_of_its_source_two_rounds_later() {
    plays(
        &system(
            r#"conditions: { "dazed": () },
            actions: { "daze": (key: "D", costs: { "deed": 1 }, target: Enemy, does: [Gain(Target, "dazed", (rounds: "2", until: "'source_turn_start'"))]) }"#,
        ),
        r#"(name: "Orc 1", side: "Orcs", sheet: (max_health: 5)), (name: "Ann", side: "Party", sheet: (max_health: 9))"#,
        r#""do end-turn a", "do daze b", "set target=a", "? log round 3", "do end-turn b", "do end-turn a", "? a has dazed",
        "do end-turn b", "? round 3", "? a has dazed", "do end-turn a", "? a lacks dazed""#,
    );
}

#[test]
fn an_action_can_prefer_or_require_the_acting_combatant_as_its_target() {
    plays(
        &system(
            r#"conditions: { "guarded": () },
            actions: { "gird": (key: "I", costs: { "deed": 1 }, target: Any, when: [("target.is_self", "helps only its user")], does: [Gain(Target, "guarded")]) }"#,
        ),
        WHO,
        r#""do gird a", "! set target=b :: helps only its user", "enter", "? a has guarded""#,
    );
}

#[test]
fn no_target_is_preselected_if_none_fits_the_default_target_of_the_file() {
    plays(
        &system(
            r#"conditions: { "guarded": () },
            actions: { "bless": (key: "B", costs: { "deed": 1 }, target: Any, default_target: "target.shield > 5", does: [Gain(Target, "guarded")]) }"#,
        ),
        WHO,
        r#""do bless a", "! enter :: target", "set target=a", "? a has guarded""#,
    );
}

#[test]
fn changes_of_a_silent_field_are_not_logged() {
    let parts = |silent: &str| {
        format!(
            r#"(name: "Blows", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "marks": (range: (0, 99){silent}) }}, order: Listed, turn: {{ "deed": 9 }},
            actions: {{ "mark": (key: "M", costs: {{ "deed": 1 }}, does: [Set("self.marks", "self.marks + 1")]) }})"#
        )
    };
    let who = r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5))"#;
    plays(
        &parts(""),
        who,
        r#""do mark a", "? log marks", "? a marks 1""#,
    );
    let silent = r#""do mark a", "? no log marks", "? a marks 1""#;
    plays(&parts(", silent: true"), who, silent);
}

#[test]
fn a_reset_fills_pools_and_computes_defaults_again() {
    plays(
        r#"(name: "Blows", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "most": (range: (0, 9)), "parries": (pool: "most", range: (0, 9), resets: Round), "again": (range: (0, 99), default: "self.most * 2", resets: Round) },
            order: Listed, turn: { "deed": 9 },
            actions: { "spend": (key: "S", costs: { "deed": 1 }, does: [Set("self.parries", "0"), Set("self.again", "1")]) })"#,
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9, most: 2)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5))"#,
        r#""? a parries 2", "do spend a", "? a parries 0", "? a again 1", "do end-turn a", "do end-turn b", "? round 2", "? a parries 2", "? a again 4""#,
    );
}

#[test]
fn sides_without_dice_are_ordered_without_a_roll() {
    plays(
        r#"(name: "Blows", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)) },
            order: Sides(dice: "20 - side.count", reroll: Round), turn: { "deed": 1 },
            actions: { "hit": (key: "H", costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "5")]) })"#,
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Bea", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 5))"#,
        r#""? turn c", "? round 1""#,
    );
}
