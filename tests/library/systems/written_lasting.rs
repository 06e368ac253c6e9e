//! Conditions of written systems with their own duration, and the errors of `affray check` about effects that can never
//! act.

use affray::ron_text::Source;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::fight_file::{plays, told};

const THREE: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9, spells: [(name: "web", dc: 12, add: "d4"), (name: "mist", dc: 15)])),
    (name: "Orc", side: "Orcs", sheet: (max_health: 9)), (name: "Bob", side: "Party", sheet: (max_health: 9, spells: [(name: "web", dc: 14, add: "d4")]))"#;

/// Returns a system with spells that start conditions, and the parts of an example.
fn game(effect: &str, more: &str) -> String {
    format!(
        r#"(name: "Small", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "marks": (range: (0, 9)),
            "spells": (type: List({{ "dc": (range: (0, 30)), "add": (type: Dice) }})) }},
        tests: {{ "resist": (kind: "save", roller: Target, dice: "d20", at_least: "with.dc"), "wriggle": (dice: "d20", at_least: "with.dc"), "blow": (kind: "blow", dice: "d20", at_least: "10") }},
        conditions: {{ "held": (), "focused": (), "slow": (ends: [TurnEnd]), "cheered": (modifiers: [(to: Kind("blow"), dice: "cause.add")]) }},
        order: Listed, turn: {{ "deed": 9 }},
        actions: {{
            "attack": (target: Enemy, costs: {{ "deed": 1 }}, test: "blow", on: {{ "passed": [Damage(amount: "1")] }}),
            "cast": (target: Any, with: "spells", does: [{effect}]),
            "free": (when: "self.can_escape", does: [Escape]),
        }}, {more})"#
    )
}

#[test]
fn a_condition_lasts_some_rounds_or_until_a_turn() {
    plays(
        &game(r#"Gain(Target, "held", (rounds: "2"))"#, ""),
        THREE,
        r#""do cast a", "set with=web, target=b", "? b has held", "do end-turn a", "do end-turn b", "do end-turn c", "? b has held",
            "do end-turn a", "do end-turn b", "do end-turn c", "? b lacks held", "undo", "? b has held""#,
    );
    plays(
        &game(
            r#"Gain(Target, "held", (until: "either(with.dc == 12, 'source_next_turn_end', 'turn_start')"))"#,
            "",
        ),
        THREE,
        r#""do cast a", "set with=web, target=b", "do cast a", "set with=mist, target=c", "do end-turn a", "? b has held", "do end-turn b", "? turn c", "? c lacks held",
            "do end-turn c", "? b has held", "do end-turn a", "? b lacks held""#,
    );
}

#[test]
fn an_effect_without_a_duration_keeps_the_usual_end_of_the_condition() {
    plays(
        &game(r#"Gain(Target, "slow", (rounds: "0"))"#, ""),
        THREE,
        r#""do cast a", "set with=web, target=b", "do end-turn a", "? b has slow", "do end-turn b", "? b lacks slow""#,
    );
}

#[test]
fn a_save_ends_only_the_effect_of_its_source() {
    plays(
        &game(r#"Gain(Target, "held", (save_ends: "resist"))"#, ""),
        THREE,
        r#""do cast a", "set with=web, target=b", "do end-turn a", "do end-turn b", "? needs 12", "roll 11", "? b has held",
            "do cast c", "set with=web, target=b", "do end-turn c", "do end-turn a", "do end-turn b", "? needs 12", "roll 12", "? needs 14", "? b has held", "roll 14", "? b lacks held",
            "undo", "? b has held", "roll 13", "? b has held""#,
    );
}

#[test]
fn an_escape_ends_the_effect_of_one_source() {
    plays(
        &game(
            r#"Gain(Target, "held", (escape: "wriggle")), Gain(Target, "slow", (rounds: "9", while: "'self.held'"))"#,
            "",
        ),
        THREE,
        r#""? no offers free a", "do cast a", "set with=mist, target=b", "? b has slow", "do end-turn a", "? offers free b", "do free b", "? needs 15", "roll 14", "? b has held",
            "do free b", "roll 15", "? b lacks held", "? b lacks slow", "? no offers free b", "undo", "? b has held", "roll 20", "? b lacks held""#,
    );
}

#[test]
fn a_condition_with_two_sources_ends_for_each_source() {
    plays(
        &game(
            r#"Gain(Self, "focused"), Gain(Target, "held", (while: "'source.focused, source.up'"))"#,
            "",
        ),
        THREE,
        r#""do cast a", "set with=web, target=b", "do end-turn a", "do end-turn b", "do cast c", "set with=web, target=b", "lose c focused", "? b has held",
            "lose a focused", "? b lacks held", "undo", "undo", "? b has held", "edit a health 0", "? b has held", "edit c health 0", "? b lacks held""#,
    );
}

#[test]
fn a_condition_ends_when_its_named_event_occurs() {
    let system = game(
        r#"Gain(Target, "held", (ends_on: "either(with.dc == 12, 'damage', 'blow')"))"#,
        "",
    );
    plays(
        &system,
        THREE,
        r#""do cast a", "set with=web, target=b", "do attack a", "enter", "roll 9", "? b has held", "do attack a", "enter", "roll 10", "? b lacks held",
            "do cast a", "set with=mist, target=b", "do attack a", "enter", "roll 10", "? b has held", "do end-turn a", "do attack b", "set target=a", "? b has held", "roll 9", "? b lacks held""#,
    );
}

#[test]
fn added_dice_are_rolled_with_the_test_and_count_once() {
    plays(
        &game(r#"Gain(Target, "cheered")"#, ""),
        THREE,
        r#""do cast a", "set with=web, target=a", "do attack a", "enter", "? asks blow", "roll 6 3", "? b health 9", "do end-turn a", "do end-turn b",
            "do cast c", "set with=web, target=a", "do end-turn c", "do attack a", "enter", "roll 9 1", "? b health 8",
            "lose a cheered", "do attack a", "enter", "roll 9", "? b health 8""#,
    );
}

#[test]
fn repeat_runs_its_effects_several_times_and_heal_can_fill_another_field() {
    plays(
        &game(
            r#"Repeat("half(with.dc)", [Damage(amount: "1")]), Heal(who: Self, into: "marks", amount: "with.dc - 10")"#,
            "",
        ),
        THREE,
        r#""do cast a", "set with=web, target=b", "? b health 3", "? a marks 2", "undo", "? a marks 0", "set with=mist, target=c", "? a marks 5",
            "do cast a", "set with=web, target=b", "? a marks 5""#,
    );
}

/// Returns all errors of a system, as in `affray check`.
fn wrong(system: &str) -> String {
    match written::read("small", &Source::new("small", system), NO_TEXTS) {
        Ok(_) => String::new(),
        Err(wrong) => told(&wrong),
    }
}

#[test]
fn effects_in_parts_where_they_do_nothing_are_refused() {
    let reduce = "`Reduce` lowers damage before a combatant takes it: write `Reduce` in a reaction at BeforeDamage";
    let retarget = "`Retarget` redirects an attack before its effects: write `Retarget` in a reaction at BeforeRoll or AfterRoll";
    let react = |at: &str, effect: &str| {
        format!(r#"reactions: {{ "duck": (at: {at}, target: Self, does: [{effect}]) }}"#)
    };
    for (effect, more, says) in [
        (r#"Reduce("1")"#, String::new(), reduce),
        ("Retarget(Self)", String::new(), retarget),
        ("Escape", react("AfterDamage", r#"Reduce("1")"#), reduce),
        ("Escape", react("BeforeDamage", "Retarget(Self)"), retarget),
        ("Escape", react("BeforeDamage", r#"Reduce("1")"#), ""),
        ("Escape", react("AfterRoll", "Retarget(Self)"), ""),
        (
            r#"Gain(Target, "held", (until: "'turn_over'"))"#,
            String::new(),
            "unknown turn `turn_over`",
        ),
        (
            r#"Gain(Target, "held", (while: "'source.hold'"))"#,
            String::new(),
            "unknown requirement `source.hold`",
        ),
        (
            r#"Gain(Target, "held", (ends_on: "'damages'"))"#,
            String::new(),
            "unknown event `damages`: did you mean `damage`?",
        ),
        (
            r#"Gain(Target, "either(with.dc == 1, 'heldd', 'sloww')")"#,
            String::new(),
            "unknown condition `heldd`: did you mean `held`?",
        ),
        (
            r#"Damage(amount: "1", into: "marks")"#,
            String::new(),
            "unknown field `into` here: it belongs in `Heal`",
        ),
    ] {
        let wrong = wrong(&game(effect, &more));
        let fits = if says.is_empty() {
            wrong.is_empty()
        } else {
            wrong.contains(says)
        };
        assert!(fits, "{effect} {more}\n{wrong}");
    }
}

#[test]
fn an_order_accepts_only_the_arguments_it_uses() {
    let order = |order: &str| {
        let system = game(
            "Escape",
            r#"options: { "way": (type: OneOf(["one", "two"])) }"#,
        );
        wrong(&system.replace("order: Listed", &format!("order: {order}")))
    };
    assert_eq!(order(r#"Alternate(first: "self.marks")"#), "");
    assert!(order(r#"Alternate(frist: "d6")"#).contains("did you mean `first`?"));
    assert!(order("Alternate(reroll: Round)").contains("`reroll` has no effect without `first`"));
    assert!(order("Listed(foo: 1)").contains("`Listed` takes no arguments"));
    assert_eq!(order("Alternate"), "");
    let told = order(r#"ByOption("way", { "one": Listed, "tow": Alternate })"#);
    let unknown = "unknown value of the option `tow`: did you mean `two`?";
    assert!(told.contains(unknown), "{told}");
    assert!(
        told.contains("the option `way` can also be two: add an order for it"),
        "{told}"
    );
    let whole = r#"ByOption("way", { "one": Listed, "two": Alternate })"#;
    assert_eq!(order(whole), "");
}
