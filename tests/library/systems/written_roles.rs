//! Roles of expressions and effects, such as `target` and `source`: each part of a system knows only its own roles, and
//! `affray check` refuses the others. Numbers of the scene, combatants who are out of the fight, and damage rolled by
//! its target. Each fight uses a small system next to it.

use affray::compendium::Compendium;
use affray::fight_file::{begin, read};
use affray::ron_text::Source;
use affray::session::{Input, Session};
use affray::systems::written::{self, NO_TEXTS};

use crate::support::command_line::affray;
use crate::support::fight_file::{plays, told};

const TWO: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc", side: "Orcs", sheet: (max_health: 9))"#;
const THREE: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc", side: "Orcs", sheet: (max_health: 9, leader: true)),
    (name: "Imp", side: "Orcs", sheet: (max_health: 5))"#;

/// Returns a system with these parts.
fn game(parts: &str) -> String {
    format!(
        r#"(name: "Small", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "marks": (range: (0, 99)), "leader": (type: YesNo), "weapons": (type: List({{ "damage": (type: Dice) }})) }},
        order: Listed, turn: {{ "deed": 1 }}, {parts})"#
    )
}

/// Returns all errors of a system, as in `affray check`.
fn wrong(system: &str) -> String {
    match written::read("small", &Source::new("small", system), NO_TEXTS) {
        Ok(_) => String::new(),
        Err(wrong) => told(&wrong),
    }
}

const HIT: &str = r#""attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "9")])"#;

/// Returns the errors of a system with the attack and these parts.
fn with_hit(parts: &str) -> String {
    wrong(&game(&format!("actions: {{ {HIT} }}, {parts}")))
}

#[test]
fn a_role_is_refused_in_parts_of_a_system_that_do_not_provide_it() {
    for (parts, words) in [
        (
            r#"steps: { "one": (at: RoundEnd, when: "target.leader", does: []) }"#,
            "unknown `target.leader` in a step at RoundEnd: write `each` in a group",
        ),
        (
            r#"steps: { "one": (at: AllyDowned, when: "target.leader", does: []) }"#,
            "unknown `target.leader` in a step at AllyDowned: the combatant who has gone down is `source`",
        ),
        (
            r#"steps: { "one": (at: TurnStart, when: "source.leader", does: []) }"#,
            "unknown `source.leader` in a step at TurnStart: only actions, reactions, conditions",
        ),
        (
            r#"steps: { "one": (at: Downed, when: "attacker.leader", does: []) }"#,
            "unknown `attacker.leader` in a step at Downed: only reactions",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, does: [Damage(who: Target, amount: "1")]) }"#,
            "unknown `Target` in a step at RoundEnd",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, does: [Set("target.marks", "1")]) }"#,
            "unknown `target.marks` in a step at RoundEnd",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, does: [If("with.damage", [])]) }"#,
            "unknown `with.damage` in a step at RoundEnd: only actions with `with`",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, when: "caused(self, target, 'low')", does: []) }, conditions: { "low": () }"#,
            "unknown `target` in a step at RoundEnd",
        ),
        (
            r#"conditions: { "low": (modifiers: [(to: Field("marks"), add: "target.marks")]) }"#,
            "unknown `target.marks` in a modifier",
        ),
        (
            r#"conditions: { "low": (while: "target.up") }"#,
            "unknown `target.up` in the `while` of a condition",
        ),
        (
            r#"modifiers: [(to: Field("marks"), add: "1", when: "source.up")]"#,
            "unknown `source.up` in a modifier",
        ),
        (
            r#"damage: (immune: "attacker.leader")"#,
            "unknown `attacker.leader` in `damage`",
        ),
        (
            r#"after: { "rest": (when: "target.up", does: []) }"#,
            "unknown `target.up` in an action after the fight",
        ),
        (
            r#"status: [(text: "{target.marks} marks")]"#,
            "unknown `target.marks` in `status`",
        ),
        (
            r#"turns_while_down: "target.up""#,
            "unknown `target.up` in `turns_while_down`",
        ),
        // A test or a routine that needs a target is refused where there is none.
        (
            r#"tests: { "aim": (dice: "d20", at_least: "target.marks") }, steps: { "one": (at: RoundEnd, does: [Test("aim")]) }"#,
            "unknown `target` of the test `aim` in a step at RoundEnd",
        ),
        (
            r#"tests: { "aim": (dice: "d20", at_least: "target.marks") }, conditions: { "low": (ends: [Test("aim", TurnEnd)]) }"#,
            "unknown `target` of the test `aim` in the end of a condition: the bearer rolls alone",
        ),
        (
            r#"routines: { "hurt": [Run("inner")], "inner": [Damage(amount: "1")] }, steps: { "one": (at: RoundEnd, does: [Run("hurt")]) }"#,
            "unknown target of the routine `hurt` in a step at RoundEnd",
        ),
    ] {
        let told = with_hit(parts);
        assert!(told.contains(words), "{parts}: {told}");
    }
}

#[test]
fn a_role_is_accepted_in_every_part_of_a_system_that_provides_it() {
    for parts in [
        r#"steps: { "one": (at: AfterDamage, when: "attacker.leader", does: [Gain(Attacker, "low")]) }, conditions: { "low": () }"#,
        r#"steps: { "one": (at: RoundEnd, does: [Every(Enemy, [If("target.marks > 0", [Damage(who: Target, amount: "1")])])]) }"#,
        r#"steps: { "one": (at: RoundEnd, does: [ForEach("weapons", "1", [If("with.damage", [])])]) }"#,
        r#"routines: { "hurt": [Every(Enemy, [Damage(who: Target, amount: "1")])] }, steps: { "one": (at: RoundEnd, does: [Run("hurt")]) }"#,
        r#"routines: { "hurt": [Damage(amount: "1")] }, steps: { "one": (at: RoundEnd, does: [Every(Enemy, [Run("hurt")])]) }"#,
        r#"conditions: { "low": (while: "source.up", modifiers: [(to: Field("marks"), add: "either(cause.damage, 2, 1)", when: "attacker.up")]) }"#,
    ] {
        assert_eq!(with_hit(parts), "", "{parts}");
    }
}

#[test]
fn an_action_can_use_only_its_own_target_row_and_questions() {
    for (action, words) in [
        (
            r#""rest": (does: [Heal(amount: "1")])"#,
            "unknown `Target` in this action: give the action a `target`",
        ),
        (
            r#""rest": (when: "target.up", does: [])"#,
            "unknown `target.up` in this action: give the action a `target`",
        ),
        (
            r#""rest": (target: Ally, does: [Damage(dice: "with.damage")])"#,
            "unknown `with.damage` in this action: only actions with `with`",
        ),
        (
            r#""rest": (asks: { "much": () }, does: []), "run": (does: [If("asked.much > 0", [])])"#,
            "unknown `asked.much` in this action: only another action asks for it",
        ),
    ] {
        let told = wrong(&game(&format!("actions: {{ {HIT}, {action} }}")));
        assert!(told.contains(words), "{action}: {told}");
    }
    let right = r#""rest": (target: Ally, with: "weapons", asks: { "much": () }, does: [Damage(dice: "with.damage"), Heal(amount: "asked.much")]),
        "all": (does: [Every(Enemy, [Damage(amount: "1")]), Heal(who: Self, amount: "1")])"#;
    assert_eq!(wrong(&game(&format!("actions: {{ {HIT}, {right} }}"))), "");
}

/// In `Every`, damage without `who` is for each combatant of the group, in an action, a step and a reaction.
#[test]
fn damage_in_every_is_for_each_combatant_of_the_group() {
    let every = r#"Every(Enemy, [Damage(dice: "d6")])"#;
    let action = game(&format!(
        r#"actions: {{ {HIT}, "storm": (target: Enemy, costs: {{ "deed": 1 }}, does: [{every}]) }}"#
    ));
    plays(
        &action,
        THREE,
        r#""do storm a", "set target=b", "? title damage on Orc", "roll 2", "? title damage on Imp", "roll 3", "? b health 7", "? c health 2", "? a health 9""#,
    );
    let step = game(&format!(
        r#"actions: {{ {HIT} }}, steps: {{ "ash": (at: RoundStart, who: Players, does: [{every}]) }}"#
    ));
    plays(
        &step,
        THREE,
        r#""roll 2", "roll 3", "? b health 7", "? c health 2", "? a health 9""#,
    );
    let reaction = game(&format!(
        r#"actions: {{ {HIT} }}, reactions: {{ "burst": (at: AfterDamage, target: Self, does: [{every}]) }}"#
    ))
    .replace("amount: \"9\"", "amount: \"1\"");
    plays(
        &reaction,
        THREE,
        r#""do end-turn a", "do attack b", "set target=a", "yes", "roll 2", "roll 3", "? b health 7", "? c health 2", "? a health 8""#,
    );
    let once = every.replace("dice: \"d6\"", "dice: \"d6\", roll_once: true");
    let once = game(&format!(
        r#"actions: {{ {HIT}, "storm": (costs: {{ "deed": 1 }}, does: [{once}]) }}"#
    ));
    plays(
        &once,
        THREE,
        r#""do storm a", "? title Orc and Imp", "roll 2", "? b health 7", "? c health 3""#,
    );
}

#[test]
fn parts_that_can_have_no_effect_are_refused() {
    let tests = r#"tests: { "pool": (dice: "pool(3, d6>=5)", add: [], at_least: 1), "hit": (dice: "d20", at_least: "target.marks"), "sure": (dice: "d6"),
        "grip": (dice: "d6", opposed_by: (dice: "d6")) }"#;
    for (parts, words) in [
        (
            r#"tests: { "pool": (dice: "pool(3, d6>=5)", at_least: 1, natural: [(6, "passed")]) }"#,
            "dice that explode or count successes have no natural result",
        ),
        (
            r#"tests: { "wild": (dice: "d6!", at_least: 4, natural: [(1, "failed")]) }"#,
            "dice that explode or count successes have no natural result",
        ),
        (
            r#"tests: { "grip": (dice: "d6", opposed_by: "d6") }"#,
            "write the dice of the opponent as `(dice: \"d6\")`",
        ),
        (
            r#"conditions: { "held": () }, steps: { "one": (at: RoundEnd, does: [Gain(Self, "held", (save_ends: "hit"))]) }"#,
            "`hit` cannot end a condition: the bearer rolls without a target",
        ),
        (
            r#"conditions: { "held": () }, steps: { "one": (at: RoundEnd, does: [Gain(Self, "held", (save_ends: "grip"))]) }"#,
            "`grip` cannot end a condition: the bearer rolls without a target",
        ),
        (
            r#"conditions: { "held": () }, steps: { "one": (at: RoundEnd, does: [Gain(Self, "held", (escape: "sure"))]) }"#,
            "`sure` cannot end a condition: it cannot fail",
        ),
        (
            r#"conditions: { "held": (ends: [Test("sure", TurnEnd)]) }"#,
            "`sure` cannot end a condition: it cannot fail",
        ),
        (
            r#"conditions: { "held": (ends: [Test("hit")]) }"#,
            "write `Test(\"hit\", TurnEnd)`",
        ),
        (
            r#"conditions: { "held": () }, steps: { "one": (at: RoundEnd, does: [Gain(Self, "either(self.leader, 'hedl', 'held')")]) }"#,
            "unknown condition `hedl`: did you mean `held`?",
        ),
        (
            r#"damage: (types: ["fire", "cold"]), steps: { "one": (at: RoundEnd, does: [Damage(amount: "1", type: "'frie'")]) }"#,
            "unknown type of damage `frie`: did you mean `fire`?",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, does: [Log("{slef} sighs.")]) }"#,
            "unknown name in braces `slef`: did you mean `self`?",
        ),
        (
            r#"reactions: { "duck": (at: BeforeDamage, target: Self, question: "Does {self} duck under {atacker}?", does: [Reduce("1")]) }"#,
            "unknown name in braces `atacker`: did you mean `attacker`?",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, when: "alarm > 3", does: []) }, scene: { "alarm": (range: (0, 6)) }"#,
            "write `scene.alarm`",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, when: "damage > 3", does: []) }"#,
            "write `with.damage`",
        ),
        (
            r#"steps: { "one": (at: RoundEnd, when: "self.leader == yes", does: []) }"#,
            "write a flag alone",
        ),
    ] {
        let with_tests = if parts.contains("tests:") {
            parts.to_owned()
        } else {
            format!("{tests}, {parts}")
        };
        let told = with_hit(&with_tests);
        assert!(told.contains(words), "{parts}: {told}");
    }
    for (action, words) in [
        (
            r#""gain": (costs: { "marks": "-1" }, does: [])"#,
            "an action cannot have a negative cost",
        ),
        (
            r#""ask": (asks: { "to": () }, does: [])"#,
            "`to` already has another meaning here: choose another name",
        ),
    ] {
        let told = wrong(&game(&format!("actions: {{ {HIT}, {action} }}")));
        assert!(told.contains(words), "{action}: {told}");
    }
}

/// The error has the position in the file; without fights, a walk would only repeat it without a position.
#[test]
fn a_pool_or_hit_points_above_the_range_are_refused() {
    let of = |marks: &str| {
        format!(
            r#"(name: "P", sheet: {{ "hp": (hit_points: 9, range: (0, 9)), {marks} }}, order: Listed, actions: {{ {HIT} }})"#
        )
    };
    let hit = HIT.replace(r#"costs: { "deed": 1 }, "#, "");
    let wrong = |system: String| wrong(&system.replace(HIT, &hit));
    assert_eq!(wrong(of(r#""grit": (pool: 2, range: (0, 2))"#)), "");
    let told = wrong(of(r#""grit": (pool: 4, range: (0, 2))"#));
    assert!(
        told.contains("small:1:") && told.contains("4 is not between 1 and 2"),
        "{told}"
    );
    let told = wrong(of("").replace("hit_points: 9", "hit_points: 12"));
    assert!(told.contains("12 is not between 1 and 9"), "{told}");
}

#[test]
fn names_in_braces_are_replaced_in_questions_and_log_lines() {
    let system = game(&format!(
        r#"actions: {{ {HIT}, "shout": (target: Enemy, costs: {{ "deed": 1 }}, does: [Log("{{self}} frightens {{target}}.")]),
            "cut": (with: "weapons", costs: {{ "deed": 1 }}, log: "{{self}} draws the {{with.name}}", does: []) }},
        reactions: {{ "duck": (at: BeforeDamage, target: Self, question: "Does {{self}} duck under the attack of {{attacker}}?", log: "{{self}} evades {{attacker}}", does: [Reduce("9")]) }}"#
    ));
    plays(
        &system,
        &TWO.replace(
            "max_health: 9)), (name: \"Orc\"",
            "max_health: 9, weapons: [(name: \"axe\", damage: \"d4\")])), (name: \"Orc\"",
        ),
        r#""do cut a", "set with=axe", "? log Ann draws the axe.", "undo", "undo", "do shout a", "set target=b", "? log Ann frightens Orc.", "do attack b", "set target=a",
            "? title Does Ann duck under the attack of Orc?", "yes", "? log Ann evades Orc.", "? a health 9""#,
    );
}

/// The menu shows the reason that all possible targets share.
#[test]
fn an_action_without_a_possible_target_shows_the_reason() {
    let system = game(&format!(
        r#"actions: {{ {HIT}, "bind": (target: Enemy, costs: {{ "deed": 1 }}, when: [("target.marks > 0", "has no wound")], does: [Set("target.marks", "0")]) }}"#
    ));
    plays(&system, THREE, r#""? refuses bind a :: has no wound""#);
}

/// A part of another action is no reason to walk up to an enemy.
#[test]
fn automatic_combatants_do_not_move_for_an_attack_that_is_only_a_part() {
    let system = game(&format!(
        r#"actions: {{ "riposte": (part_only: true, target: Enemy, does: [Damage(dice: "d4")]), {HIT},
            "walk": (costs: {{ "step": 1 }}, does: [Shift("place")]) }}"#
    ))
    .replace("\"deed\": 1 }, actions", "\"deed\": 1, \"step\": 1 }, actions")
    .replace("\"leader\":", "\"place\": (type: OneOf([\"near\", \"far\"])), \"leader\":");
    let file = Source::new("system.ron", &system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let fight = format!(
        "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", control: Automatic), (name: \"Orcs\")], \
         combatants: [{}]), steps: [])",
        TWO.replacen("max_health: 9", "max_health: 99", 2)
    );
    let fight = read(&Source::new("fight", &fight), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let begun = begin(&fight, &[&compendium], &[system]);
    let mut session: Session = begun.expect("it begins").session;
    while let Some(decision) = session.decision(None) {
        session.input(Input::from(decision)).expect("it is taken");
    }
    let place = session.now().combatants[0].sheet.value("place");
    assert_eq!(
        place.map(|place| place.to_string()),
        Some("near".to_owned())
    );
}

/// In a step at `AllyDowned`, `source` is the combatant who has gone down.
#[test]
fn the_source_of_a_step_is_the_ally_who_has_gone_down() {
    let flees = r#"steps: { "panic": (at: AllyDowned, when: "source.leader", does: [Gain(Self, "fled")]) }"#;
    let system = game(&format!("actions: {{ {HIT} }}, {flees}"));
    plays(
        &system,
        THREE,
        r#""do attack a", "set target=b", "? b has down", "? c has fled""#,
    );
    plays(
        &system,
        &THREE.replace(", leader: true", ""),
        r#""do attack a", "set target=b", "? b has down", "? c lacks fled""#,
    );
}

#[test]
fn a_scene_number_is_shown_and_changed_by_effects_and_by_the_gm() {
    let system = game(&format!(
        r#"scene: {{ "alarm": (range: (0, 6)), "light": (label: "the light", default: 3) }},
        actions: {{ {HIT}, "ring": (costs: {{ "deed": 1 }}, when: "scene.alarm < 6", does: [Set("scene.alarm", "scene.alarm + 4"), Set("scene.light", "scene.light - 1")]),
            "bell": (gm_menu: true, does: [Set("scene.alarm", "6"), Set("self.marks", "1")]) }},
        steps: {{ "bells": (at: RoundEnd, per: Side, when: "scene.alarm >= 6", does: [Set("self.marks", "scene.alarm")]) }}"#
    ));
    plays(
        &system,
        TWO,
        r#""? headline alarm 0 of 6", "? headline the light 3", "do ring a", "? log Alarm 0 → 4 of 6", "? log The light 3 → 2", "? headline alarm 4 of 6",
            "undo", "? headline alarm 0 of 6", "redo", "do ring b", "? log Alarm 4 → 6 of 6", "? a marks 6", "? b marks 6",
            "do set-scene", "set alarm=2", "? log Alarm 6 → 2 of 6", "do ring a", "? headline alarm 6 of 6""#,
    );
    let told = with_hit(
        r#"scene: { "alarm": (range: (0, 6)) }, steps: { "one": (at: RoundEnd, does: [Set("scene.alram", "1")]) }"#,
    );
    assert!(
        told.contains("unknown name `scene.alram`: did you mean `alarm`?"),
        "{told}"
    );
}

/// Between two turns, `self` of the GM's actions is the combatant who acted last, or else the first combatant.
#[test]
fn the_gms_actions_are_possible_between_two_turns() {
    let system = game(&format!(
        r#"actions: {{ {HIT}, "bell": (gm_menu: true, does: [Set("self.marks", "self.marks + 1")]) }}"#
    ))
    .replace("order: Listed", "order: Spotlight");
    plays(
        &system,
        THREE,
        r#""do bell", "? a marks 1", "do pick b", "do bell", "? b marks 1", "do end-turn b", "do bell", "? b marks 2", "? c marks 0""#,
    );
}

#[test]
fn a_condition_can_take_a_combatant_out_of_the_fight_with_hit_points_left() {
    for (out, reached) in [("Defeated", true), ("Fled", false)] {
        let system = game(&format!(
            r#"conditions: {{ "caught": (out: {out}) }},
            actions: {{ {HIT}, "catch": (target: Enemy, costs: {{ "deed": 1 }}, does: [Gain(Target, "caught")]),
                "free": (target: Ally, costs: {{ "deed": 1 }}, when: "target.caught", does: [Lose(Target, "caught")]) }}"#
        ));
        let free = if reached {
            r#""do free c", "set target=b", "? b lacks caught", "? turn b""#
        } else {
            r#""! do free c :: not""#
        };
        // The Orc has no turn. The fight is over when the Imp is caught too.
        plays(
            &system,
            THREE,
            &format!(
                r#""do catch a", "set target=b", "? b has caught", "? b health 9", "? turn c", "undo", "undo", "? b lacks caught", "do catch a", "set target=b", {free}"#
            ),
        );
        plays(
            &system,
            THREE,
            r#""do catch a", "set target=b", "do end-turn c", "do catch a", "set target=c", "? offers end""#,
        );
    }
    let told = with_hit(r#"steps: { "one": (at: RoundEnd, does: [Gain(Self, "down")]) }"#);
    assert!(
        told.contains("use a condition of your own with `out: Defeated`"),
        "{told}"
    );
}

#[test]
fn the_target_of_an_attack_can_roll_the_damage() {
    let system = game(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(roller: Target, dice: "d6")]) }"#,
    );
    plays(
        &system,
        TWO,
        r#""do attack a", "enter", "? asks damage b", "roll 4", "? b health 5", "do attack b", "enter", "? asks damage a", "roll 6", "? a health 3""#,
    );
}

/// A field that already has the value is not logged.
#[test]
fn a_set_effect_that_changes_nothing_is_not_logged() {
    let system = game(&format!(
        r#"actions: {{ {HIT}, "mark": (costs: {{ "deed": 1 }}, does: [Set("self.marks", "2")]) }}"#
    ));
    plays(
        &system,
        TWO,
        r#""do mark a", "? log marks 0 → 2", "do end-turn b", "do mark a", "? no log marks""#,
    );
}

#[test]
fn a_change_of_a_shared_field_is_logged_for_the_side() {
    let system = game(&format!(
        r#"actions: {{ {HIT}, "ring": (costs: {{ "deed": 1 }}, does: [Set("self.bells", "self.bells + 2")]) }}"#
    ))
    .replace("\"marks\":", "\"bells\": (shared: true), \"marks\":");
    plays(
        &system,
        THREE,
        r#""do end-turn a", "do ring b", "? log Orcs: bells 0 → 2", "do ring c", "? log Orcs: bells 2 → 4""#,
    );
}

/// Returns the number of marks of the first Orc after automatic turns of the first side.
fn stress(does: &str, value: &str) -> Option<i64> {
    let system = game(&format!(
        r#"tests: {{ "aim": (dice: "pool(0, d6>=5)", add: [("2", "two")], at_least: 0) }},
        actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, {value} does: [{does}]) }}"#
    ));
    left(&system, "Orcs", 1)
}

/// Returns the marks of a combatant after automatic turns of the first side. The combatants of a side begin with 3 marks
/// if it is the Party, and with none if it is the Orcs.
fn left(system: &str, side: &str, nth: usize) -> Option<i64> {
    let system = written::read("example", &Source::new("system.ron", system), NO_TEXTS)
        .unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let two = match side {
        "Party" => TWO.replace("max_health: 9", "max_health: 9, marks: 3"),
        _ => TWO.to_owned(),
    };
    let fight = format!(
        "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", control: Automatic), (name: \"Orcs\")], \
         combatants: [{two}]), steps: [])"
    );
    let fight = read(&Source::new("fight", &fight), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let mut session: Session = begin(&fight, &[&compendium], &[system])
        .expect("it begins")
        .session;
    while let Some(decision) = session.decision(None) {
        session.input(Input::from(decision)).expect("it is taken");
    }
    let sheet = &session.now().combatants[nth].sheet;
    sheet.value("marks").and_then(|value| value.as_int())
}

const OVERFLOW: &str = r#"Set("target.marks", "target.marks + 5"), If("target.marks > 3", [Damage(amount: "target.marks - 3")])"#;

/// Automatic combatants see damage that depends on a number set before it.
#[test]
fn tactics_count_damage_that_depends_on_a_value_set_before() {
    assert_eq!(stress(OVERFLOW, ""), Some(5));
    // Five marks more are not enough for damage, so the attack is not worth it.
    assert_eq!(stress(&OVERFLOW.replace("> 3", "> 7"), ""), Some(0));
    // The average margin of a roll counts.
    let rolled = r#"Test("aim", { "passed": [Set("target.marks", "result.margin"), Damage(amount: "target.marks")] })"#;
    assert_eq!(stress(rolled, ""), Some(2));
    assert_eq!(
        stress(&OVERFLOW.replace("> 3", "> 7"), "value: \"1\","),
        Some(5)
    );
}

/// `affray check` and the odds name harmful actions in which the tactics find no damage.
#[test]
fn check_and_odds_name_harmful_actions_whose_damage_tactics_cannot_find() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/small");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    let fight = format!(
        "(title: \"A fight\", system: \"small\", sides: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{TWO}])"
    );
    std::fs::write(folder.join("encounters/fight.ron"), fight).expect("written");
    for (does, found) in [
        (OVERFLOW.to_owned(), true),
        (OVERFLOW.replace("> 3", "> 7"), false),
    ] {
        let system = game(&format!(
            r#"actions: {{ {HIT}, "stress": (label: "scare", target: Enemy, costs: {{ "deed": 1 }}, does: [{does}]) }}"#
        ));
        std::fs::write(folder.join("system.ron"), system).expect("written");
        let (good, said) = affray(home.path(), &["odds", "A fight", "--fights", "5"]);
        let left = "left out: scare (no damage found: give it a `value`)";
        assert!(good && said.contains(left) != found, "{said}");
        let (good, said) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        let note = "automatic combatants may never choose the action `stress`";
        assert!(good && said.contains(note) != found, "{said}");
    }
}

/// A reaction with a value is used by automatic combatants if the value is above 0, whatever their hit points.
#[test]
fn automatic_combatants_react_if_the_value_of_the_reaction_is_above_zero() {
    for (value, marks) in [("1", 2), ("self.marks - 3", 3)] {
        let system = game(&format!(
            r#"tests: {{ "aim": (dice: "pool(0, d6>=5)", at_least: 1) }}, actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, value: "1", test: "aim") }},
            reactions: {{ "luck": (at: AfterRoll, roller: Self, value: "{value}", costs: {{ "marks": 1 }}, does: [Log("Luck.")]) }}"#
        ));
        assert_eq!(left(&system, "Party", 0), Some(marks), "{value}");
    }
}
