//! Order in written systems: sides with phases, declared and delayed actions, simultaneous turns. Each fight uses a
//! small system next to it.

use affray::ron_text::Source;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::fight_file::{self, plays};

/// Small dungeon game with sides, phases and a declared spell.
fn dungeon(order: &str) -> String {
    format!(
        r#"(name: "Dungeon",
        sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "morale": (default: 7),
            "missile": (type: YesNo), "spells": (type: List({{ "damage": (type: Dice) }})) }},
        conditions: {{ "wary": (ends: [TurnStart]), "spent": (ends: [TurnEnd]) }},
        tests: {{ "strike": (dice: "d20", at_least: "10"), "morale": (dice: "2d6", at_most: "self.morale") }},
        {order}
        turn: {{ "move": 1, "deed": 1 }},
        actions: {{
            "move": (phase: "movement", costs: {{ "move": 1 }}, does: [Gain(Self, "wary"), Gain(Self, "spent")]),
            "shoot": (phase: "missiles", costs: {{ "deed": 1 }}, when: "self.missile", target: Enemy, test: "strike", on: {{ "passed": [Damage(dice: "d6")] }}),
            "cast": (phase: "magic", declared: true, interruptible: true, costs: {{ "deed": 1 }}, with: "spells", target: Enemy, does: [Damage(dice: "with.damage")]),
            "attack": (phase: "melee", costs: {{ "deed": 1 }}, target: Enemy, test: "strike", on: {{ "passed": [Damage(dice: "d6")] }}),
        }},
        steps: {{
            "falls": (at: Downed, who: Enemies, does: [Gain(Self, "dead")]),
            "shaken": (at: AllyDowned, who: Enemies, per: Side, once: (Fight, Side), when: "side.lost >= 1",
                does: [Test("morale", {{ "failed": [Gain(Side, "fled")] }})]),
        }})"#
    )
}

const WHO: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9, missile: true)),
    (name: "Mage", side: "Party", sheet: (max_health: 9, spells: [(name: "bolt", damage: "1d6")])),
    (name: "Orc 1", side: "Orcs", sheet: (max_health: 5)),
    (name: "Orc 2", side: "Orcs", sheet: (max_health: 5, missile: true)),
    (name: "Orc 3", side: "Orcs", sheet: (max_health: 5))"#;

const BY_SIDE: &str = r#"order: Sides(dice: "d6", reroll: Round, ties: Simultaneous, phases: ["movement", "missiles", "magic", "melee"]),"#;
const BY_PHASE: &str = r#"order: Sides(dice: "d6", reroll: Round, phases: ["movement", "missiles", "magic", "melee"], outer: Phases),"#;

#[test]
fn each_side_completes_its_phases_before_the_next() {
    plays(
        &dungeon(BY_SIDE),
        WHO,
        r#""? title Who declares", "? offers declare b", "? no offers declare a", "do declare b", "set target=c",
        "? log takes effect in the magic phase", "? row b cast (bolt)",
        // No other caster can declare: the dice of the sides follow.
        "? asks initiative", "roll 5 2", "? log Movement, Party",
        // A combatant who has begun a spell does nothing else.
        "? turn a", "? refuses attack a :: in the melee phase", "? refuses shoot a :: in the missiles phase",
        "do move a", "? turn a", "? log Missiles, Party", "? a has wary", "? a has spent", "do shoot a", "set target=d", "roll 3",
        // The deed is spent for the whole round: the spell is next, then the other side.
        "? asks damage b", "? log Magic, Party", "roll 2", "? c health 3", "? title Movement, Orcs", "do pick d", "do end-turn d",
        "do pick c", "do end-turn c", "? turn e", "do end-turn e", "? turn d", "do end-turn d", "? title Melee, Orcs",
        "? a has spent", "do pick c", "do attack c", "set target=a", "roll 12", "roll 2", "? a health 7", "do pick e", "do end-turn e", "? turn d", "do end-turn d",
        "? round 2", "? a lacks spent", "? a has wary", "do dice", "roll 6 1", "do pick a", "? a lacks wary""#,
    );
}

#[test]
fn phases_can_be_shared_by_all_sides() {
    plays(
        &dungeon(BY_PHASE),
        WHO,
        r#""do dice", "roll 2 5", "? title Movement, Orcs", "do pick c", "do end-turn c", "do pick d", "do end-turn d", "? turn e", "do end-turn e",
        "? title Movement, Party", "do pick a", "do end-turn a", "? turn b", "do end-turn b",
        "? turn d", "do end-turn d", "? turn a", "do end-turn a", "? title Melee, Orcs""#,
    );
}

#[test]
fn a_hit_cancels_a_declared_spell() {
    plays(
        &dungeon(BY_PHASE),
        WHO,
        r#""do declare b", "enter", "roll 2 5", "do pick c", "do end-turn c", "do pick d", "do end-turn d", "do end-turn e", "? turn a", "do end-turn a",
        "? turn d", "do shoot d", "set target=b", "roll 15", "roll 1", "? log Mage loses the delayed action: cast (bolt)", "? b health 8", "? turn a", "do end-turn a",
        // No spell takes effect in the magic phase, and the deed is spent.
        "? title Melee, Orcs", "do pick c", "do end-turn c", "? turn e", "do end-turn e", "? turn a", "do end-turn a", "? round 2""#,
    );
}

#[test]
fn tied_sides_act_simultaneously() {
    plays(
        &dungeon(BY_SIDE),
        r#"(name: "Ann", side: "Party", sheet: (max_health: 3)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 3)), (name: "Orc 2", side: "Orcs", sheet: (max_health: 3))"#,
        r#""roll 4 4", "? log at the same time", "? title Movement, Party and Orcs", "do pick a", "do end-turn a", "do pick b", "do end-turn b", "? turn c", "do end-turn c",
        "? title Melee, Party and Orcs", "do pick a", "do attack a", "set target=b", "roll 12", "roll 6", "? b health 0", "? b lacks dead",
        "do pick b", "do attack b", "enter", "roll 12", "roll 6", "? a health 0",
        // Orc 1 has acted and falls; the first combatant of the side rolls for the side.
        "? b has dead", "? asks morale", "roll 5+4", "? c has fled", "? a has down""#,
    );
}

/// If ties go to the players, no sides act simultaneously.
#[test]
fn tied_sides_do_not_act_simultaneously_if_ties_go_to_the_players() {
    plays(
        &dungeon(&BY_SIDE.replace("Simultaneous", "Players")),
        WHO,
        r#""do dice", "roll 4 4", "? no log at once", "? title Movement, Party", "do pick a", "do end-turn a", "? turn b""#,
    );
}

/// A combatant's roll ends a condition only for this combatant, even if others of the side have it.
#[test]
fn each_combatant_rolls_to_end_their_own_condition() {
    plays(
        r#"(name: "Held", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)) },
        tests: { "shake": (dice: "d20", at_least: "10") }, conditions: { "held": (ends: [Test("shake", RoundEnd)]) },
        order: Listed, turn: { "deed": 1 }, actions: { "rest": (costs: { "deed": 1 }, does: [Log("resting")]) })"#,
        r#"(name: "Ann", side: "Party", conditions: ["held"], sheet: (max_health: 9)),
           (name: "Bea", side: "Party", conditions: ["held"], sheet: (max_health: 9)),
           (name: "Orc", side: "Orcs", sheet: (max_health: 9))"#,
        r#""do end-turn a", "do end-turn b", "do end-turn c", "? asks shake", "roll 3 12",
        "? round 2", "? a has held", "? b lacks held""#,
    );
}

#[test]
fn the_first_loss_of_a_side_causes_only_one_morale_test() {
    plays(
        &dungeon(BY_SIDE),
        WHO,
        r#""do dice", "roll 5 2", "edit c health 0", "? c has dead", "? asks morale", "roll 3+4", "? d lacks fled",
        "edit d health 0", "? d has dead", "? title Movement, Party", "edit a health 0", "? a has down""#,
    );
}

#[test]
fn in_an_order_without_ticks_a_delay_counts_turns() {
    plays(
        r#"(name: "Later", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)) },
        order: Listed, turn: { "deed": 1 },
        actions: {
            "chant": (costs: { "deed": 1 }, delay: 2, target: Enemy, does: [Damage(amount: "4")]),
            "mark": (costs: { "deed": 1 }, does: [If("self.preparing", [Log("still busy")], [Log("free")])]),
        })"#,
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 9))"#,
        r#""do chant a", "enter", "? row a chant takes effect in 2 turns", "? turn b", "do end-turn b",
        // Its own turn passes automatically.
        "? round 2", "? turn b", "? row a chant takes effect on the next turn", "? b health 9", "do end-turn b",
        "? round 3", "? turn a", "? b health 5", "do mark a", "? log free""#,
    );
}

#[test]
fn combatants_on_one_tick_act_simultaneously() {
    plays(
        r#"(name: "Ticks", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "quick": () },
        order: Ticks(start: "quick", ties: Simultaneous, ticks_per_round: 4),
        actions: { "attack": (costs: { "ticks": 5 }, target: Enemy, does: [Damage(amount: "9")]) },
        steps: { "tide": (at: RoundEnd, does: [Log("The tide turns.")]) })"#,
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9, quick: 3)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 9, quick: 3)),
           (name: "Bea", side: "Party", sheet: (max_health: 9, quick: 9))"#,
        r#""? turn a", "do attack a", "enter", "? b health 0", "? b lacks down", "? turn b", "do attack b", "set target=a", "? b has down", "? a has down",
        "? title Only one side is left: Party""#,
    );
}

/// Small game with cards.
const CARDS: &str = r#"(name: "Cards", options: { "real": (type: YesNo) },
    sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "extra": (type: YesNo), "most_luck": (), "luck": (pool: "most_luck") },
    conditions: { "lucky": (ends: [RoundEnd]), "shaken": (prevents: ["deed"]) },
    order: Cards(deck: 54, shuffle: AfterJoker, joker: [Hold, Gain(Self, "lucky")], grouped: "self.extra", typed: "options.real"),
    turn: { "deed": 1 },
    actions: {
        "attack": (costs: { "deed": 1 }, target: Enemy, does: [Damage(amount: "1")]),
        "wait": (does: [Hold]),
        "steady": (any_time: true, costs: { "luck": 1 }, when: "self.shaken", does: [Lose(Self, "shaken")]),
    })"#;

const TABLE: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9, most_luck: 1)), (name: "Bea", side: "Party", sheet: (max_health: 9)),
    (name: "Orc 1", side: "Orcs", sheet: (max_health: 9, extra: true)), (name: "Orc 2", side: "Orcs", sheet: (max_health: 9, extra: true)),
    (name: "Chief", side: "Orcs", sheet: (max_health: 9))"#;

#[test]
fn no_card_is_dealt_twice() {
    plays(
        CARDS,
        TABLE,
        // the first card, then the second of the cards left: a group has one card
        r#""? asks cards", "roll 1 1 51 1", "? order Ann 2♣", "? order Bea 2♦", "? order Orc 1 joker", "? order Orc 2 joker", "? order Chief 2♥",
        "? c has lucky", "? d has lucky", "? title Chief is next, unless", "do pick d", "? turn d", "do attack d", "enter",
        "do end-turn d", "do pick e", "do end-turn e", "do pick b", "do wait b", "? title Ann is next", "do pick a", "do end-turn a",
        // all others have acted
        "? title Delayed combatants act now", "do pick b", "do end-turn b", "do pick c", "do end-turn c",
        // after a joker the deck is whole again
        "? round 2", "? d lacks lucky", "roll 1 1 1 1", "? order Ann 2♣", "? turn e", "do end-turn e", "? turn c", "do end-turn c", "? turn d", "do end-turn d",
        "? turn b", "do end-turn b", "? turn a", "do end-turn a",
        // and now it is not
        "? round 3", "roll 1 1 1 1", "? order Ann 3♣""#,
    );
}

#[test]
fn real_cards_can_be_typed() {
    let typed = CARDS.replace("typed: \"options.real\"", "typed: \"true\"");
    plays(
        &typed,
        TABLE,
        r#""! set card-a=Qs, card-b=Qs, card-c=10h, card-e=joker :: Bea: Q♠ is no longer in the deck", "! set card-a=Qs :: Bea: a card is needed, such as Qs",
        "! set card-a=Qs, card-b=1s, card-c=10h, card-e=joker :: Bea: a card is needed, such as Qs",
        "! set card-a=Qs, card-b=Ks, card-c=10h, card-e=j :: Chief: a card is needed, such as Qs",
        "set card-a=Qs, card-b=qh, card-c=10h, card-e=joker", "? order Ann Q♠", "? order Orc 2 10♥", "? e has lucky", "? title Ann is next, unless""#,
    );
}

/// The fight can be ended at any time; undoing the end restores the turn in progress.
#[test]
fn a_fight_can_be_ended_during_a_turn() {
    plays(
        CARDS,
        TABLE,
        r#""roll 50 1 1 1", "? turn a", "do attack a", "enter", "do end", "? over", "? turn none",
        "do take-up", "? turn a", "do end-turn a", "? turn e""#,
    );
}

#[test]
fn actions_allowed_at_any_time_need_no_turn() {
    plays(
        CARDS,
        TABLE,
        r#""roll 50 1 1 1", "? turn a", "do end-turn a", "? turn e", "gain a shaken", "? offers steady a", "? no offers steady b", "do steady a", "? a lacks shaken", "? a luck 0",
        "? turn e", "gain a shaken", "? refuses steady a :: luck: only 0""#,
    );
}

/// Combatants with the same name have a common card only if all of them share a card. Otherwise each has a separate
/// card.
#[test]
fn combatants_of_one_name_have_separate_cards_unless_all_share_a_card() {
    for (first, second) in [(true, false), (false, true)] {
        plays(
            CARDS,
            &format!(
                r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc 1", side: "Orcs", sheet: (max_health: 9, extra: {first})),
                (name: "Orc 2", side: "Orcs", sheet: (max_health: 9, extra: {second}))"#
            ),
            r#""roll 50 1 1", "? order Orc 1 2♣", "? order Orc 2 2♦""#,
        );
    }
}

/// Simultaneous combatants without hit points go down before the next turn begins.
#[test]
fn simultaneous_combatants_without_hit_points_go_down_before_the_next_turn() {
    plays(
        r#"(name: "Ticks", sheet: { "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "quick": () },
        order: Ticks(start: "quick", ties: Simultaneous, ticks_per_round: 90),
        actions: { "attack": (costs: { "ticks": 5 }, target: Any, does: [Delay(Target, "20"), Damage(amount: "9")]) },
        conditions: { "bereft": (silent: true) },
        steps: { "weeps": (at: AllyDowned, does: [Gain(Self, "bereft")]),
            "mourns": (at: TurnStart, does: [If("self.bereft", [Log("It mourns.")], [Log("It smiles.")])]) })"#,
        r#"(name: "Ann", side: "Party", sheet: (max_health: 9, quick: 3)), (name: "Bea", side: "Party", sheet: (max_health: 9, quick: 3)),
           (name: "Orc", side: "Orcs", sheet: (max_health: 9, quick: 60))"#,
        r#""? turn a", "? log It smiles.", "do attack a", "set target=b", "? b has down", "? turn a", "? log It mourns.", "undo", "undo", "? turn a", "? no log It mourns.""#,
    );
}

/// The next combatant is picked by an action; a step that writes it as an answer is reported.
#[test]
fn the_pick_action_chooses_the_next_combatant() {
    let system =
        r#"(name: "Picks", sheet: { "health": (hit_points: 5) }, order: Popcorn(first: "d20"))"#;
    let who = r#"(name: "Ann", side: "Party"), (name: "Bea", side: "Party"), (name: "Orc", side: "Orcs")"#;
    let steps = r#""roll 15 3", "! pick Bea :: no prompt is open: start the action `pick` with `do pick Bea`", "do pick Bea", "? turn Bea""#;
    plays(system, who, steps);
}

/// Game in which any combatant can rest, with this order.
fn resting(order: &str) -> String {
    format!(
        r#"(name: "Rest", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)),
            "speed": (range: (0, 9)), "light": (shared: true, range: (0, 9)) }},
        order: {order}, turn: {{ "deed": 1 }},
        actions: {{ "rest": (costs: {{ "deed": 1 }}, does: [Log("resting")]), "snuff": (target: Enemy, costs: {{ "deed": 1 }}, does: [Set("target.light", "0")]) }})"#
    )
}

const PAIRS: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9, speed: 2, light: 1)), (name: "Bea", side: "Party", sheet: (max_health: 9, speed: 5, light: 1)),
    (name: "Orc", side: "Orcs", sheet: (max_health: 9, speed: 3, light: 3)), (name: "Imp", side: "Orcs", sheet: (max_health: 9, speed: 3))"#;

/// A number of each side decides without dice. The side with the higher number begins each round.
#[test]
fn an_expression_decides_which_side_begins_the_alternation() {
    plays(
        &resting(r#"Alternate(first: "self.light", reroll: Round)"#),
        PAIRS,
        r#""? log Which side begins? Orcs begins", "? title Orcs: who acts", "do pick d", "do rest d", "? title Party: who acts", "do pick a", "do snuff a", "set target=c",
            "? turn c", "do rest c", "? turn b", "do rest b", "? round 2", "? log Party begins", "? title Party: who acts", "undo", "? round 1", "do rest b", "? title Party: who acts""#,
    );
    // Without `reroll` the alternation continues in the next round.
    plays(
        &resting(r#"Alternate(first: "self.light")"#),
        PAIRS,
        r#""do pick c", "do rest c", "do pick a", "do rest a", "? turn d", "do snuff d", "set target=a", "? turn b", "do rest b", "? round 2", "? no log begins", "? title Orcs: who acts""#,
    );
    // Equal numbers: the players begin, whatever the order of the list.
    plays(
        &resting(r#"Alternate(first: "count(side)")"#),
        PAIRS,
        r#""? log Party begins", "? title Party: who acts""#,
    );
    plays(
        &resting(r#"Alternate(first: "d6")"#),
        PAIRS,
        r#""? asks initiative", "roll 2 5", "? log Orcs begins", "? title Orcs: who acts""#,
    );
}

#[test]
fn sides_ordered_by_a_number_roll_no_dice() {
    plays(
        &resting(r#"Sides(dice: "highest(side, each.speed)")"#),
        PAIRS,
        r#""? log Party, then Orcs", "? title Party: who acts""#,
    );
    plays(
        &resting(r#"Popcorn(first: "self.light")"#),
        PAIRS,
        r#""? title Orcs begins""#,
    );
}

/// Of the combatants who may act next, only those with the highest value can be chosen.
#[test]
fn an_expression_decides_who_is_next_within_a_side() {
    plays(
        &resting(r#"Alternate(next: "self.speed")"#),
        PAIRS,
        r#""? turn b", "do rest b", "? title Orcs: who acts", "? offers pick c", "? offers pick d", "do pick d", "do rest d", "? turn a", "undo", "? turn d""#,
    );
    plays(
        &resting(r#"Sides(dice: "either(self.players, 1, 2)", next: "-self.speed")"#),
        PAIRS,
        r#""? title Orcs: who acts", "do pick c", "do rest c", "? turn d", "do rest d", "? turn a", "do rest a", "? turn b""#,
    );
    plays(
        &resting(r#"Popcorn(first: "self.light", next: "either(self.players, self.speed, 0)")"#),
        PAIRS,
        r#""? title Orcs begins", "do pick d", "do rest d", "? turn b", "do rest b", "? turn a", "do rest a", "? turn c""#,
    );
    plays(
        &resting(r#"Spotlight(next: "either(self.acted, 0, 1)")"#),
        PAIRS,
        r#""? offers pick a", "do pick a", "do rest a", "? no offers pick a", "? offers pick b""#,
    );
}

/// The GM lets a combatant act next, whatever the order says. The order continues from there.
#[test]
fn the_gm_chooses_who_acts_next_in_an_order_without_numbers() {
    plays(
        &resting("Alternate"),
        PAIRS,
        r#""? title Party: who acts", "do next", "pick d", "? turn d", "do rest d", "? title Party: who acts", "do pick a",
            "do next", "! pick d :: d is not possible here", "pick b", "? log Bea acts next, set by the GM", "? turn a", "do rest a", "? turn b", "undo", "? turn a", "do rest a", "do rest b", "? turn c""#,
    );
    plays(
        &resting("Listed"),
        PAIRS,
        r#""? turn a", "do next", "pick c", "do next", "pick d", "do rest a", "? turn d", "do rest d", "? turn b", "do next", "pick c", "edit c health 0", "do rest b", "? round 2", "? turn a""#,
    );
    plays(
        &resting(r#"Sides(dice: "self.speed")"#),
        PAIRS,
        r#""? title Orcs: who acts", "do next", "pick a", "? turn a", "do rest a", "? title Orcs: who acts""#,
    );
    plays(
        &resting(r#"Initiative(dice: "self.speed")"#),
        PAIRS,
        r#""! do next :: not possible now", "do numbers", "enter""#,
    );
}

#[test]
fn phases_without_an_action_are_refused() {
    let told = |order: &str| {
        let system = dungeon(order);
        match written::read("dungeon", &Source::new("dungeon", &system), NO_TEXTS) {
            Ok(_) => String::new(),
            Err(wrong) => fight_file::told(&wrong),
        }
    };
    let no_action = "no action happens in the phase `rest`, so the phase never comes: add an action with `phase: \"rest\"`, or remove the phase";
    assert!(told(&BY_SIDE.replace("\"melee\"", "\"melee\", \"rest\"")).contains(no_action));
    let system = resting(r#"Sides(dice: "d6", phases: ["rest"])"#);
    let read = written::read("rest", &Source::new("rest", &system), NO_TEXTS);
    assert!(fight_file::told(&read.expect_err("no turn at all")).contains(no_action));
    assert_eq!(told(BY_SIDE), "");
}
