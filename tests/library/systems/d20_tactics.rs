//! Decisions of automatic combatants of Open d20: conditions have a value, alternatives and lair actions are chosen by
//! their value, and reactions are offered only if they are possible.

use affray::dice::{Generator, Seed};
use affray::encounter::Event;
use affray::simulate::{Leader, Standing, simulate};

use crate::support::fight_file::{compendium, course};

/// Returns the first sentence of each log line in automatic fights with several seeds. They end `rounds` rounds after
/// the first one.
fn lines(party: &str, foes: &str, rounds: u32) -> Vec<String> {
    let compendium = compendium("d20");
    let mut systems = affray::systems::all().iter().copied();
    let system = systems.find(|one| one.key() == "d20").expect("d20");
    let setup = format!(
        "title: \"Tactics\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], \
         combatants: [{party}, {foes}]"
    );
    let start = course(&compendium, &setup, &[]).session.now().clone();
    let mut all = Vec::new();
    for seed in 1..=4 {
        let mut dice = Generator::at(Seed(seed), 0, "tactics", 0, 0);
        let mut led = Leader::new(system, &[], &mut dice).told();
        let from = Standing::from(start.clone());
        let end = simulate(&mut led, &from, rounds, |_| true).expect("no rule is at fault");
        assert!(led.unfit.is_empty(), "{:?}", led.unfit);
        all.extend(end.events.iter().filter_map(|event| match event {
            Event::Act { text, .. } => Some(end.now.told(text).to_string()),
            _ => None,
        }));
    }
    all
}

fn says(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// Caster with a spell that paralyzes and a spell that deals damage.
fn caster(more: &str) -> String {
    format!(
        "(name: \"Moth\", side: \"Foes\", sheet: (max_hp: 200, ac: 12, level: 5, class: \"wizard\", int: 18, spell_dc: 15, \
         spell_attack: 7, spells: [\"Fire Bolt\", \"Hold Person\"]{more}))"
    )
}

/// Fighter with these values.
fn fighter(values: &str) -> String {
    format!(
        "(name: \"Ada\", side: \"Party\", sheet: (ac: 14, creature_type: \"humanoid\", \
         attacks: [(name: \"sword\", bonus: 7, damage: \"2d6+4\")], {values}))"
    )
}

#[test]
fn a_spell_without_damage_is_cast_on_a_dangerous_foe() {
    let strong = lines(&fighter("max_hp: 80, wis_save: -1"), &caster(""), 1);
    assert!(says(&strong, "casts Hold Person on Ada"), "{strong:#?}");
}

#[test]
fn a_spell_without_damage_is_not_cast_on_a_foe_who_would_not_be_affected() {
    for values in [
        // A foe who is nearly down, a foe who always saves, and foes who cannot be affected.
        "max_hp: 80, hp: 4, wis_save: -1",
        "max_hp: 80, wis_save: 30",
        "max_hp: 80, wis_save: -1, condition_immunities: \"paralyzed\"",
        "max_hp: 80, wis_save: -1, creature_type: \"ooze\"",
    ] {
        let values = values.to_owned();
        let mut party = fighter(&values);
        if values.contains("creature_type") {
            party = party.replace("creature_type: \"humanoid\", ", "");
        }
        let lines = lines(&party, &caster(""), 1);
        assert!(!says(&lines, "casts Hold Person"), "{values}: {lines:#?}");
        assert!(
            says(&lines, "casts Fire Bolt on Ada"),
            "{values}: {lines:#?}"
        );
    }
}

/// A caster who concentrates on a spell does not replace it with another. Damage never breaks the concentration here.
#[test]
fn automatic_casters_do_not_replace_a_spell_that_they_concentrate_on() {
    let foe = fighter("max_hp: 80, wis_save: -10");
    let foes = format!("{foe}, {}", foe.replace("Ada", "Bea"));
    let lines = lines(&foes, &caster(", con_save: 30"), 1);
    let spells = lines
        .iter()
        .filter(|line| line.contains("casts Hold Person"));
    assert_eq!(spells.count(), 4, "once in each fight: {lines:#?}");
}

#[test]
fn a_power_without_damage_is_used_if_its_condition_matters() {
    let gazer = |condition: &str| {
        format!(
            "(name: \"Gazer\", side: \"Foes\", sheet: (max_hp: 60, attacks: [(name: \"bite\", bonus: 3, damage: \"1d4\")], \
             powers: [(name: \"gaze\", save: \"wis\", dc: 15, condition: \"{condition}\", rounds: 10)]))"
        )
    };
    let foe = fighter("max_hp: 80, wis_save: -1");
    for (condition, used) in [
        ("stunned", true),
        ("restrained", true),
        ("blinded", true),
        ("frightened", true),
        ("charmed", true),
        ("deafened", false),
        ("grappled", false),
    ] {
        let lines = lines(&foe, &gazer(condition), 1);
        assert_eq!(
            says(&lines, "Gazer uses gaze on Ada"),
            used,
            "{condition}: {lines:#?}"
        );
        assert!(
            used || says(&lines, "Gazer attacks Ada"),
            "{condition}: {lines:#?}"
        );
    }
}

/// A spell that helps allies is worth an action, but not a spell that both already have.
#[test]
fn automatic_casters_do_not_repeat_a_spell_that_all_allies_have() {
    let priest = "(name: \"Wen\", side: \"Party\", sheet: (max_hp: 60, ac: 14, level: 5, class: \"cleric\", wis: 16, \
                  spells: [\"Bless\"], attacks: [(name: \"club\", bonus: 2, damage: \"1d4\")]))";
    let party = format!("{}, {priest}", fighter("max_hp: 80, wis_save: 30"));
    let foe = "(name: \"Ogre\", side: \"Foes\", sheet: (max_hp: 900, ac: 14, str: 1))";
    let lines = lines(&party, foe, 3);
    let spells = lines.iter().filter(|line| line.contains("casts Bless on"));
    assert_eq!(spells.count(), 4, "once in each fight: {lines:#?}");
    assert!(says(&lines, "Wen attacks Ogre"), "{lines:#?}");
}

/// Of alternatives in a multiattack, automatic combatants take the one with the most damage that is possible.
#[test]
fn automatic_combatants_use_the_best_possible_alternative_of_a_multiattack() {
    let beast = |used: u8| {
        format!(
            "(name: \"Beast\", side: \"Foes\", sheet: (max_hp: 60, multiattack: true, multiattack_choices: 2, \
             attacks: [(name: \"claw\", bonus: 5, damage: \"1d4\", multiattack_count: 2), \
             (name: \"horn\", bonus: 5, damage: \"2d10\", multiattack_second: 2, uses: 2, used: {used})]))"
        )
    };
    let foe = fighter("max_hp: 80");
    let lines = |used| lines(&foe, &beast(used), 0);
    assert!(says(&lines(0), "with horn") && !says(&lines(0), "with claw"));
    assert!(says(&lines(2), "with claw") && !says(&lines(2), "with horn"));
}

/// The lair of an adult red dragon acts in each round in which the dragon can, with the most harmful lair action.
#[test]
fn automatic_monsters_use_their_most_harmful_lair_action() {
    let dragon = "(name: \"Wyrm\", from: \"Adult Red Dragon\", side: \"Foes\", sheet: (lair_actions: [\
                  (name: \"smoke\", save: \"con\", dc: 15, condition: \"deafened\"), \
                  (name: \"magma\", save: \"dex\", dc: 15, half_on_save: true, damage: \"6d6\", damage_type: \"fire\")]))";
    let lines = lines(&fighter("max_hp: 900, dex_save: 0"), dragon, 1);
    let used = lines
        .iter()
        .filter(|line| line.contains("lair uses magma on Ada"));
    assert_eq!(used.count(), 8, "two rounds in four fights: {lines:#?}");
    assert!(says(&lines, "Wyrm: legendary action"), "{lines:#?}");
}

#[test]
fn an_opportunity_attack_is_offered_only_with_a_usable_melee_attack() {
    let compendium = compendium("d20");
    let asked = |attacks: &str| {
        let setup = format!(
            "title: \"Bow\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [\
             (name: \"Ada\", side: \"Party\", sheet: (max_hp: 20)), \
             (name: \"Bow\", side: \"Foes\", sheet: (max_hp: 20, attacks: [{attacks}]))]"
        );
        let steps = ["roll 20 10", "do move a", "set feet=10, leaves=on"];
        let course = course(&compendium, &setup, &steps);
        course.standing().contains("opportunity")
    };
    let bow = "(name: \"bow\", bonus: 5, damage: \"1d8\", range: 80)";
    let knife = "(name: \"knife\", bonus: 5, damage: \"1d4\")";
    let spent = "(name: \"knife\", bonus: 5, damage: \"1d4\", recharge: 6, spent: true)";
    assert!(asked(knife));
    assert!(asked(&format!("{bow}, {knife}")));
    for none in [bow, "", spent, &format!("{bow}, {spent}")] {
        assert!(!asked(none), "{none}");
    }
}

/// Reactions that perform another action need a possible row too: legendary actions that cost more than is left.
#[test]
fn legendary_actions_that_cost_too_much_are_not_offered() {
    let compendium = compendium("d20");
    let asked = |cost: u8| {
        let setup = format!(
            "title: \"Legend\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [\
             (name: \"Ada\", side: \"Party\", sheet: (max_hp: 20)), \
             (name: \"Wyrm\", side: \"Foes\", sheet: (max_hp: 20, legendary_actions_per_round: 2, \
             legendary_actions: [(name: \"wing\", bonus: 5, damage: \"1d8\", cost: {cost})]))]"
        );
        let steps = ["roll 10 20", "do end-turn b", "do end-turn a"];
        let course = course(&compendium, &setup, &steps);
        course.standing().contains("legendary")
    };
    assert!(asked(2));
    assert!(!asked(3));
}
