//! Table of all keywords.

use super::part::{Keyword, Part};

/// Creates the table of keywords. Each row has a keyword, its parts, its description, an example, and a description of
/// what the screen and the log show.
macro_rules! keywords {
    ($($word:literal in $($part:ident)+: $does:literal, $example:literal, $shows:literal;)+) => {
        pub(super) const KEYWORDS: &[Keyword] = &[$(Keyword {
            word: $word,
            parts: &[$(Part::$part),+],
            does: $does,
            example: $example,
            shows: $shows,
        }),+];
    };
}

keywords! {
    // Keywords of the system
    "name" in System:
        "Name of the game. Required.",
        r#"name: "Tavern brawl""#,
        "The list of systems, the start of the F1 page and `affray check` show the name.";
    "description" in System:
        "One sentence about the game.",
        r#"description: "Stools, mugs and fists.""#,
        "The set-up shows this sentence beside the name of the system.";
    "author" in System:
        "Author of the system, for people who receive the system from you.",
        r#"author: "Ada""#,
        "The set-up, the end of the F1 page and `affray check` show the author.";
    "version" in System:
        "Version of the system.",
        r#"version: "2""#,
        "The set-up, the end of the F1 page and `affray check` show the version.";
    "licence" in System:
        "Licence under which others may use the system.",
        r#"licence: "CC BY 4.0""#,
        "The set-up, the end of the F1 page and `affray check` show the licence.";
    "sheet" in System:
        "Fields of a combatant's sheet, each under a name of your own. Required. One field must have `hit_points` or `clock`.",
        r#"sheet: { "most": (required: true, range: (1, 40)), "left": (hit_points: "most") }"#,
        "The sheet shows the fields in this order.";
    "options" in System:
        "House rules that you set for each fight.",
        r#"options: { "night": (type: YesNo) }"#,
        "The set-up has a row for each option.";
    "scene" in System:
        "Numbers that belong to the whole scene instead of a combatant, such as a clock. You name each number. Expressions read a number as `scene.alarm`, and `Set` changes it. Every fight begins with the defaults.",
        r#"scene: { "alarm": (range: (0, 6)) }, actions: { "ring": (does: [Set("scene.alarm", "scene.alarm + 2")]) }"#,
        "The headline shows every number. The log shows `Alarm 0 → 2 of 6.` In F2, you can set the numbers by hand.";
    "order" in System:
        "Order of turns. Required.",
        r#"order: Initiative(dice: "d20 + fists")"#,
        "The pane at the left shows the order.";
    "turn" in System:
        "Slots that a combatant can spend in a turn, each with the number of times that it can be spent. The turn ends automatically when every slot is spent and no other action is possible, so each slot needs an action that costs the slot. Without `turn`, a turn ends when you end it.",
        r#"turn: { "move": 1, "deed": "either(self.brave, 2, 1)" }"#,
        "The menu shows why an action is not possible: `no trick left`.";
    "tests" in System:
        "Rolls that pass or fail or have other outcomes, each under a name of your own.",
        r#"tests: { "lift": (dice: "d20", add: ["fists"], at_least: 15) }"#,
        "The form shows the target number and the chance. The log shows the roll.";
    "tables" in System:
        "Tables for `lookup`, with words or numbers as keys. A number selects the row with the highest key that is not above the number.",
        r#"tables: { "fumbles": { 1: "it breaks", 4: "it slips" } }"#,
        "";
    "conditions" in System:
        "Conditions of combatants, each under a name of your own. Every game also has `down`, `dead` and `fled`.",
        r#"conditions: { "dizzy": (ends: [TurnEnd]) }"#,
        "Rows of combatants show the conditions, and F2 offers them for rulings.";
    "modifiers" in System:
        "Modifiers that apply to all combatants, whatever their conditions.",
        r#"modifiers: [(to: Test("brawl"), add: "-2", when: "options.dark")]"#,
        "The log shows these modifiers in the roll.";
    "actions" in System:
        "Actions of combatants, each under a name of your own. The action `attack` has the key A in every game.",
        r#"actions: { "shove": (costs: { "deed": 1 }, target: Enemy, does: [Gain(Target, "prone")]) }"#,
        "The menu of a turn shows the actions with their keys.";
    "reactions" in System:
        "Reactions of combatants to an attack, damage or a roll, each under a name of your own.",
        r#"reactions: { "duck": (at: BeforeDamage, target: Self, does: [Reduce("2")]) }"#,
        "Affray asks each combatant who can react.";
    "routines" in System:
        "Lists of effects, each under a name of your own. The effect `Run` carries out a list.",
        r#"routines: { "topple": [Gain(Target, "prone")] }"#,
        "";
    "steps" in System:
        "Effects that happen automatically at a point of the fight.",
        r#"steps: { "burns": (at: TurnStart, when: "self.bleeding", does: [Damage(amount: "1")]) }"#,
        "The log shows the effects.";
    "after" in System:
        "Actions that are possible when the fight is over. The form preselects the players' combatants.",
        r#"after: { "rest": (does: [Heal(amount: "self.max_health")]) }"#,
        "The menu after the fight shows these actions.";
    "damage" in System:
        "Types of damage, and the resistances of combatants.",
        r#"damage: (types: ["fire", "iron"], resistant: "has(self.resists, damage_taken_type)")"#,
        "The log shows if damage is halved, doubled or ignored.";
    "difficulty" in System:
        "Formula of the rulebook for the difficulty of a fight. The formula compares the value of the foes with a budget. Each player character adds to the budget.",
        r#"difficulty: (value: "self.fists", levels: [("easy", "5"), ("hard", "9")], beyond: "too hard")"#,
        "The set-up shows the difficulty in its title. `affray odds` shows the difficulty beside the odds.";
    "status" in System:
        "Texts that a combatant's row shows in addition to conditions.",
        r#"status: [(text: "{self.marks} marks", when: "self.marks > 0")]"#,
        "Rows, `:state`, and the players' view of their own combatants show these texts.";
    "rows" in System:
        "Texts that describe the rows of a list, such as weapons or spells, by the name of the list. Expressions use the row as `with`. Without these texts, a form shows all columns of a row.",
        r#"rows: { "weapons": [(text: "{with.damage} damage", when: "with.damage"), (text: "long", when: "with.reach")] }"#,
        "The form shows the texts of the selected row, and the open list shows the texts of all rows.";
    "turns_while_down" in System:
        "If this expression is true, a combatant who is down has a turn.",
        r#"turns_while_down: "self.down and not self.dead""#,
        "The order includes these combatants.";
    "may_get_up" in System:
        "If this expression is true for a combatant who is down, the combatant may get up again. When only one side is up, Enter then continues the fight instead of ending it.",
        r#"may_get_up: "self.down and not self.dead and self.brave""#,
        "The suggested end of the fight names the combatant.";
    "rounds_per_minute" in System:
        "Number of rounds in a minute. Long durations are then shown as a time.",
        "rounds_per_minute: 10",
        "The log says `for 10 minutes` instead of `until the end of round 101`.";

    // Keywords of fields, columns and questions
    "type" in Field Column Question Option:
        "Kind of value. Without `type`, the field is a number.",
        r#""bold": (type: YesNo)"#,
        "The form and the sheet show a row of this kind.";
    "default" in Scene:
        "Number at the start of a fight. The default is 0.",
        r#"scene: { "light": (default: 4, range: (0, 4)) }"#,
        "The headline begins with this number.";
    "range" in Scene:
        "Lowest and highest number. `Set` stays within the range.",
        r#"scene: { "alarm": (range: (0, 6)) }"#,
        "The headline shows *alarm 2 of 6*.";
    "label" in Scene:
        "Name on the screen. Without `label`, Affray shows the name in the file.",
        r#"scene: { "alarm": (label: "the alarm") }"#,
        "The headline and the log use this name.";
    "default" in Field Column Question Option:
        "Default value. For a number on the sheet, you can write an expression with other fields.",
        r#""speed": (default: "self.armour // 2")"#,
        "The form of a new combatant begins with this value.";
    "range" in Field Column Question Option:
        "Lowest and highest value of a number. The default is -99 to 999.",
        r#""guard_bonus": (range: (0, 10))"#,
        "Affray refuses values outside the range and shows the range.";
    "required" in Field Column Question Option:
        "With `true`, every combatant must have a value.",
        r#""body": (required: true)"#,
        "`affray check` reports combatants without a value.";
    "aliases" in Field Column Question Option:
        "Other names of this field, for `affray import` and for the line that adds combatants. If a name is also a value of a `OneOf` field, such as a class, `Brak fighter 5` sets both fields. The hint of the line shows the first such name.",
        r#""shell": (aliases: ["armor class", "defence"])"#,
        "The line that adds combatants (F6) accepts these names.";
    "label" in Field Column Question Option Difficulty Condition Test Action Reaction Step After:
        "Name on the screen. Without `label`, Affray shows the name in the file. The log shows the label of a condition after *is*.",
        r#""grit": (label: "true grit")"#,
        "The sheet, the menu and the log use this name.";
    "help" in Field Column Question Option Condition Action After:
        "One line of explanation.",
        r#""grit": (help: "how much you can stand")"#,
        "The sheet, the menu or F1 shows the line beside the name.";
    "shown" in Field:
        "Letters with which rows show the field, unless the field is 0. Players can see the field of every combatant.",
        r#""parry": (shown: "PA")"#,
        "A row shows `Mara 18/18 GD 13`.";
    "hit_points" in Field:
        "The field counts down from the named field, or from a number. At 0 the combatant is down.",
        r#""vigour": (hit_points: "max_health")"#,
        "Rows show `7/18`. The log shows each change.";
    "clock" in Field:
        "The field counts damage up to the named field, or to a number. When the field is full, the combatant is down. If several fields have `clock` or `hit_points`, the first field whose `when` is true counts.",
        r#""wounds": (clock: 4)"#,
        "Rows show the points that are left: `3/4` after 1 point of damage. The log shows each change and counts up.";
    "pool" in Field:
        "The field is a resource that combatants spend. It starts at the value of the named field, or at a number.",
        r#""power": (pool: "max_mana")"#,
        "The log shows each change.";
    "shared" in Field:
        "The combatants of a side share the field. In expressions, costs and `Set`, the value is the sum for the side, including combatants who are down, without combatants who are hidden or gone. A combatant who pays spends their own points first.",
        r#""hope": (shared: true, range: (0, 9))"#,
        "The log shows the number of the side: `Foes: hope 4 → 3.`";
    "counter" in Field Column:
        "With `true`, the field is a counter, which goes up and down in a fight: typing `+5` adds 5. Fields with `hit_points`, `clock`, `pool` or `shared` are always counters.",
        r#""arrows": (counter: true)"#,
        "The sheet and `:set` accept `+1` and `-1`.";
    "resets" in Field:
        "Time at which the field returns to its default. Use it for values that rules store. A `pool` refills to its maximum instead. The default comes from the system, not from the roster. If combatants start with different numbers, write an expression such as `\"self.max_swings\"` as the default, or use a `pool`.",
        r#""swings": (range: (0, 9), resets: Round)"#,
        "The log does not show the reset.";
    "rolled_with" in Field:
        "Field with the dice for this value, used in fights with rolled hit points.",
        r#""size": (rolled_with: "hit_dice")"#,
        "The set-up offers to roll hit points.";
    "when" in Field:
        "With `hit_points` or `clock`: the field counts only if this expression is true. The expression reads the options of the fight.",
        r#""vigour": (hit_points: 9, when: "not options.dark")"#,
        "Rows show the field that counts.";
    "silent" in Field Column:
        "With `true`, the log does not show changes of the field or column, and the sheet lists it last.",
        r#""spells": (type: List({ "used": (type: YesNo, silent: true) }))"#,
        "The log does not show the changes.";
    "key" in Question:
        "Action key of the row.",
        r#""aim": (target: Enemy, asks: { "high": (type: YesNo, key: "H") }, test: "brawl")"#,
        "The form shows the letter.";
    "when" in Question:
        "The form shows the row only if this expression is true for the chosen row and the first target.",
        r#""aim": (target: Enemy, asks: { "high": (type: YesNo, when: "target.prone") }, test: "brawl")"#,
        "The form hides the row if the expression is false.";
    "least" in Question:
        "Lowest number that the form accepts for the chosen row and the first target, as an expression. It is also the default. Until the form asks, `default` counts.",
        r#""aim": (target: Enemy, asks: { "high": (range: (0, 9), least: "self.marks") }, test: "brawl")"#,
        "The form shows the number and refuses lower numbers.";
    "Number" in FieldType:
        "A whole number. This is the default.",
        r#""weight": (type: Number, range: (0, 50))"#,
        "The sheet has a field for a number.";
    "YesNo" in FieldType:
        "Yes or no.",
        r#""undead": (type: YesNo)"#,
        "The sheet has a check box.";
    "Dice" in FieldType:
        "Dice, such as `\"2d6+1\"`.",
        r#""die": (type: Dice, default: "d6")"#,
        "The sheet has a field for dice.";
    "Text" in FieldType:
        "Any text.",
        r#""motto": (type: Text)"#,
        "The sheet has a field for text.";
    "OneOf" in FieldType:
        "One of these values. If every value is a dice expression, the field can be used as dice.",
        r#""place": (type: OneOf(["near", "far"]))"#,
        "On the sheet, `+` and `-` step through the values.";
    "AnyOf" in FieldType:
        "Any number of these values, separated by commas: `\"fire, cold\"`.",
        r#""fears": (type: AnyOf(["fire", "cold"]))"#,
        "The sheet has a field for text, and Affray refuses other values.";
    "List" in FieldType:
        "A list of rows, such as weapons. Each row has a name and these columns.",
        r#""spells": (type: List({ "cost": (range: (0, 9)) }))"#,
        "The sheet shows the rows. An action with `with` offers these rows.";
    "Targets" in FieldType:
        "Only in `asks`: you choose some of the targets. In expressions, the row is true for the chosen targets.",
        r#""blast": (target: Enemy, max_targets: 3, asks: { "hiding": (type: Targets) }, test: "climb")"#,
        "The form has a row in which you select targets.";
    "Turn" in Reset:
        "The field returns to its default when the combatant's next turn starts.",
        r#""steps_taken": (resets: Turn)"#,
        "The log does not show the reset.";
    "Round" in Reset:
        "The field returns to its default at the end of each round, after the steps at `RoundEnd`.",
        r#""parries": (resets: Round)"#,
        "The log does not show the reset.";
    "Fight" in Reset:
        "The field returns to its default when the fight ends.",
        r#""rage": (resets: Fight)"#,
        "The log does not show the reset.";
    "Never" in Reset:
        "The field keeps its value between fights.",
        r#""scars": (resets: Never)"#,
        "A saved party keeps the value.";

    // Damage of the system, and status
    "types" in Damages:
        "Types of damage in the game.",
        r#"damage: (types: ["fire", "cold"])"#,
        "The ruling for damage (F2) offers these types.";
    "immune" in Damages:
        "If this expression is true, the combatant takes no damage.",
        r#"damage: (immune: "has(self.resists, damage_taken_type)")"#,
        "The log shows *Sailor takes no fire damage (immune).*";
    "resistant" in Damages:
        "If this expression is true, the combatant takes half damage, rounded down.",
        r#"damage: (resistant: "damage_taken_type == 'fire'")"#,
        "The log shows *Half damage, 4: fire.*";
    "vulnerable" in Damages:
        "If this expression is true, the combatant takes double damage.",
        r#"damage: (vulnerable: "self.prone")"#,
        "The log shows *Double damage, 8: fire.*";
    "value" in Difficulty:
        "Value of a foe, as an expression of the foe's sheet.",
        r#"difficulty: (value: "self.fists", levels: [("easy", "4")], beyond: "too hard")"#,
        "The set-up shows the sum for all foes as the first of two numbers.";
    "levels" in Difficulty:
        "Levels, beginning with the easiest, each with the budget that a player character adds.",
        r#"difficulty: (value: "1", levels: [("easy", "4"), ("hard", "9")], beyond: "too hard")"#,
        "The set-up shows *by the book: easy, 3 of 4 XP*.";
    "unit" in Difficulty:
        "Unit of the numbers, such as `XP`.",
        r#"difficulty: (unit: "XP", value: "1", levels: [("easy", "4")], beyond: "too hard")"#,
        "The set-up shows the unit after the numbers.";
    "beyond" in Difficulty:
        "Name of a difficulty beyond the last level.",
        r#"difficulty: (value: "1", levels: [("easy", "4")], beyond: "too hard")"#,
        "The set-up shows *by the book: too hard, 90 of 40 XP*.";
    "absorbed_by" in Damages:
        "Field that loses points before the hit points lose any.",
        r#"damage: (absorbed_by: "shield")"#,
        "The log shows `Sailor: shield 3 → 0. Sailor takes 2 damage: 9 → 7 health.`";
    "text" in Status:
        "Text of the entry. Braces contain expressions for numbers, words or dice: `{self.marks}`.",
        r#"status: [(text: "{self.marks} marks")]"#,
        "The row shows the text.";
    "when" in Status:
        "Affray shows the text only if this expression is true.",
        r#"status: [(text: "marked", when: "self.marks > 0")]"#,
        "The row shows or hides the text.";
    "last" in Status:
        "With `true`, the text appears after the conditions.",
        r#"status: [(text: "brave", when: "self.brave", last: true)]"#,
        "The row shows the text at the end.";
    "parts" in Status:
        "Further texts after this text, separated by commas. If all further texts are hidden, this text is hidden too.",
        r#"status: [(text: "left", parts: [(text: "{self.mana} mana", when: "self.mana > 0")])]"#,
        "A row shows `left 2 mana`.";

    // Keywords of a condition
    "out" in Condition:
        "`Defeated` or `Fled`: a combatant with the condition is out of the fight until the condition ends, whatever their hit points. The combatant is not up, has no turn, counts in `side.lost`, and can act again when the condition ends.",
        r#""captured": (out: Defeated)"#,
        "Rows show the condition. A side whose combatants are all out has lost.";
    "Defeated" in OutValue:
        "The combatant stays in the scene, for example as a prisoner. Actions with `target: Any`, `Ally` or `Other` can still target the combatant.",
        r#"conditions: { "yielding": (out: Defeated) }"#,
        "The recap counts the combatant as fallen.";
    "Fled" in OutValue:
        "The combatant has left. No action can target the combatant.",
        r#"conditions: { "over_the_wall": (out: Fled) }"#,
        "The recap counts the combatant as gone.";
    "ends" in Condition:
        "Events that end the condition automatically. Without `ends`, the condition stays until an effect or the GM ends it.",
        r#""dizzy": (ends: [TurnEnd])"#,
        "The log shows `Sailor is dizzy until the end of Sailor's turn.`";
    "modifiers" in Condition:
        "Modifiers that apply while a combatant has the condition.",
        r#""shielded": (modifiers: [(to: Field("guard"), add: "2")])"#,
        "The form and the log show the modifiers under the name of the condition.";
    "prevents" in Condition:
        "Slots of the turn that a combatant with this condition cannot spend.",
        r#""dazed": (prevents: ["deed"])"#,
        "Actions that cost these slots are not possible.";
    "includes" in Condition:
        "Other conditions that a combatant with this condition has as well.",
        r#""asleep": (includes: ["prone"])"#,
        "For the rules, the combatant has both conditions.";
    "levels" in Condition:
        "Highest level. Each `Gain` adds a level, and each `Lose` removes a level. In expressions, the condition is a number.",
        r#""weary": (levels: 3, modifiers: [(to: Kind("attack"), add: "-self.weary")])"#,
        "The row shows the level: `weary 2`.";
    "persists" in Condition:
        "With `true`, the condition stays after the fight.",
        r#""cursed": (persists: true)"#,
        "A saved party keeps the condition.";
    "silent" in Condition:
        "With `true`, rows do not show the condition. The log still reports it.",
        r#""seen": (silent: true)"#,
        "Rows do not show the condition.";
    "until" in Condition:
        "Text that says when the condition ends. Affray only shows the text. You end the condition yourself.",
        r#""trapped": (until: "someone cuts the ropes")"#,
        "The condition's description shows the text.";
    "while" in Condition:
        "The condition ends as soon as this expression is no longer true.",
        r#""enraged": (while: "self.marks > 0")"#,
        "The log shows `Mara is no longer enraged`.";
    "names_with" in Condition:
        "Word between the condition and the name of the row that caused the condition.",
        r#""focused": (names_with: "on")"#,
        "A row shows `focused on web`.";
    "TurnStart" in End:
        "At the start of the combatant's next turn.",
        r#""braced": (ends: [TurnStart])"#,
        "The log shows `until the start of Mara's next turn`.";
    "TurnEnd" in End:
        "At the end of the combatant's turn.",
        r#""dizzy": (ends: [TurnEnd])"#,
        "The log shows `until the end of Mara's turn`.";
    "SourceTurnStart" in End:
        "At the start of the next turn of the combatant who caused the condition.",
        r#""pinned": (ends: [SourceTurnStart])"#,
        "The log shows `until the start of Mara's next turn`.";
    "SourceTurnEnd" in End:
        "At the end of the turn of the combatant who caused the condition.",
        r#""pinned": (ends: [SourceTurnEnd])"#,
        "The log shows `until the end of Mara's turn`.";
    "RoundEnd" in End:
        "At the end of the round.",
        r#""lucky": (ends: [RoundEnd])"#,
        "The log shows `until the end of the round`.";
    "Rounds" in End:
        "After this number of rounds. The current round is the first.",
        r#""blessed": (ends: [Rounds(3)])"#,
        "The log shows `until the end of round 3`.";
    "FightEnd" in End:
        "At the end of the fight.",
        r#""sworn": (ends: [FightEnd])"#,
        "The log shows `until the end of the fight`.";
    "ThisAttack" in End:
        "When the current action is finished.",
        r#""parrying": (ends: [ThisAttack])"#,
        "The row shows the condition only during the action.";
    "NextRoll" in End:
        "After the combatant's next roll of this test, or of a test of this kind.",
        r#""helped": (ends: [NextRoll("attack")], modifiers: [(to: Kind("attack"), add: "4")])"#,
        "The log shows the end of the condition after the roll.";
    "Ticks" in End:
        "After this number of ticks, in an order by `Ticks`.",
        r#"order: Ticks(start: "d6"), conditions: { "dazed": (ends: [Ticks(8)]) }"#,
        "The row shows the tick on which the condition ends.";
    "Test" in End:
        "When the combatant passes this test. Affray asks for the roll at `TurnStart`, `TurnEnd`, `RoundStart` or `RoundEnd`.",
        r#""held": (ends: [Test("climb", TurnEnd)])"#,
        "The log shows the roll, and the end of the condition if the roll succeeds.";

    // Keywords of a modifier
    "to" in Modifier:
        "Values that the modifier changes: `Field(\"…\")`, `Test(\"…\")` or `Kind(\"…\")`. Required.",
        r#"modifiers: [(to: Kind("attack"), add: "1")]"#,
        "Rows show the changed value of a field. The log shows the modifier of a roll.";
    "add" in Modifier:
        "Number that is added to the value or the roll: a number or an expression.",
        r#"modifiers: [(to: Field("guard"), add: "-2", when: "self.prone")]"#,
        "The log shows the modifier in the roll: `d20 14 + 3 fists - 2 prone = 15`.";
    "dice" in Modifier:
        "Dice that are added to a roll. Affray asks for these dice together with the roll.",
        r#"modifiers: [(to: Kind("attack"), dice: "d4", when: "self.brave")]"#,
        "The log shows the total of the extra dice with the name of the condition.";
    "advantage" in Modifier:
        "Above 0, the dice are rolled twice and the better result counts. Below 0, the worse result counts. Advantage and disadvantage cancel each other.",
        r#"modifiers: [(to: Test("brawl"), advantage: 1, when: "self.hidden")]"#,
        "The form shows the row *advantage*. The log names the source.";
    "outcome" in Modifier:
        "Sets the outcome of a test without a roll.",
        r#"modifiers: [(to: Test("climb"), outcome: "failed", when: "self.prone")]"#,
        "The log shows the outcome and the reason.";
    "as" in Modifier:
        "With `Target`, the modifier changes rolls against the combatant. In the modifier, `attacker` is the combatant who rolls.",
        r#"modifiers: [(to: Test("brawl"), as: Target, add: "2", when: "self.prone")]"#,
        "The log shows the modifier in the attacker's roll.";
    "label" in Modifier:
        "Name of the modifier in the log. Without `label`, the log names the condition.",
        r#"modifiers: [(to: Test("brawl"), add: "2", when: "self.brave", label: "courage")]"#,
        "The log shows the name in the roll: `+ 2 courage`.";
    "when" in Modifier:
        "The modifier applies only if this expression is true.",
        r#"modifiers: [(to: Test("brawl"), add: "-2", when: "options.dark")]"#,
        "The roll shows the modifier only if it applies.";
    "Field" in ModifierTo:
        "The modifier changes a field of the sheet. Only `add` is possible.",
        r#"modifiers: [(to: Field("guard"), add: "1")]"#,
        "Rows show the changed value.";
    "Test" in ModifierTo:
        "The modifier changes this test.",
        r#"modifiers: [(to: Test("climb"), add: "-1")]"#,
        "The log shows the modifier in each roll of the test.";
    "Kind" in ModifierTo:
        "The modifier changes all tests of this kind.",
        r#"modifiers: [(to: Kind("attack"), add: "1")]"#,
        "The log shows the modifier in each roll of this kind.";
    "Self" in ModifierTo:
        "In `as`: the modifier changes the combatant's own rolls. This is the default.",
        r#"modifiers: [(to: Test("climb"), as: Self, add: "1")]"#,
        "The log shows the modifier in the roll.";
    "Target" in ModifierTo:
        "In `as`: the modifier changes rolls against the combatant.",
        r#"modifiers: [(to: Test("brawl"), as: Target, add: "2", when: "self.prone")]"#,
        "The log shows the modifier in the roll.";

    // Keywords of a test
    "dice" in Test Opponent:
        "Dice of the roll. Required.",
        r#""lift": (dice: "3d6", at_most: 12)"#,
        "The form shows the dice and the chance. The log shows each result.";
    "add" in Test Opponent:
        "Numbers that the test adds to the roll: fields of the combatant who rolls, or expressions. `(\"…\", \"from above\")` gives an entry a name for the log.",
        r#""lift": (dice: "d20", add: ["fists", ("half(self.guard)", "stance")], at_least: 12)"#,
        "The log shows `(d20 11 + 4 fists + 5 stance)`.";
    "kind" in Test:
        "Group of tests, for modifiers and `NextRoll`.",
        r#""stab": (kind: "attack", dice: "d20", at_least: 12)"#,
        "";
    "roller" in Test:
        "Combatant who rolls: `Self` (the default) or `Target`. Several targets roll at once.",
        r#""dodge": (roller: Target, dice: "d20", at_least: 12)"#,
        "Affray asks the player of that combatant for the dice.";
    "at_least" in Test:
        "The test passes if the total is at least this number.",
        r#""lift": (dice: "d20", at_least: "10 + target.guard")"#,
        "The form shows `needs 11 or more` and the chance. The log shows the target number.";
    "at_most" in Test:
        "The test passes if the total is at most this number.",
        r#""sneak": (dice: "d100", at_most: "self.fists * 5")"#,
        "The form shows `needs 20 or less` and the chance.";
    "opposed_by" in Test:
        "Roll that the opponent makes before the test. The test passes if its total is higher than the opponent's total. If the total is higher by 1, `result.margin` is 0, so an outcome at margin 2 needs three more than the opponent. Here `self` is the acting combatant, and a field without a prefix is a field of the opponent.",
        r#""wrestle": (dice: "d6", add: ["fists"], opposed_by: (dice: "d6", add: ["fists"]))"#,
        "The log shows both rolls.";
    "outcomes" in Test:
        "Outcomes of your own, each with its lowest total. Begin with the highest outcome. The outcomes replace `passed` and `failed`. The last outcome also applies to lower totals. With `at_least`, `at_most` or `opposed_by`, the numbers are margins, and one outcome begins at 0.",
        r#""act": (dice: "d20", at_least: 12, outcomes: [(10, "critical"), (0, "hit"), (-10, "miss"), (-99, "fumble")])"#,
        "The prompt for the dice shows the chance of each outcome. The log names the outcome.";
    "natural" in Test:
        "Natural results (before modifiers) that decide the outcome. A third part is the text for the log: `(20, \"passed\", \"critical hit\")`. A number shifts the outcome instead: 1 is one outcome better, -1 is one outcome worse. Dice that explode or count successes have no natural result: write a reaction with `dice_showing` and `SetOutcome`.",
        r#""stab": (dice: "d20", at_least: 12, natural: [(20, "passed"), (1, -1)])"#,
        "The chance of success includes these results. The log names the natural result if the natural result decides the outcome.";
    "raise" in Test:
        "Each full step of this size above the target number counts as one raise (`result.raises`).",
        r#""act": (dice: "d8", at_least: 4, raise: 4)"#,
        "The log shows the raises.";
    "labels" in Test:
        "Words in the log for success and failure.",
        r#""stab": (dice: "d20", at_least: 12, labels: ("hit", "missed"))"#,
        "The log shows `needs 12, hit`.";
    "called" in Test:
        "The GM can call for this test with any target number (`:save`). The text is the name of the target number, and the number is the default target number.",
        r#""resist": (dice: "d20", add: ["fists"], called: ("DC", 15))"#,
        "F2 lists the test under *save*.";
    "advantage" in Test:
        "Sources of advantage and disadvantage, each with a name and an expression. A value above 0 is advantage, a value below 0 is disadvantage.",
        r#""stab": (dice: "d20", at_least: 12, advantage: { "high ground": "either(self.brave, 1, 0)" })"#,
        "The form has the row *advantage*. The log names the source.";

    // Keywords of an order
    "Initiative" in Order:
        "Each combatant has a number, and the combatant with the highest number acts first. Without `dice`, Affray asks you for the numbers.",
        r#"order: Initiative(dice: "d20 + fists")"#,
        "The order pane shows the numbers.";
    "Sides" in Order:
        "One side acts, then the other. Each side rolls the `dice`.",
        r#"order: Sides(dice: "d6", reroll: Round)"#,
        "The log shows `Party, then Foes.`";
    "Alternate" in Order:
        "The sides take turns, one combatant at a time, and continue to alternate in the next round. The first side in the fight's list begins the fight, unless `first` names another side. You choose which combatant of the side acts.",
        "order: Alternate",
        "The order pane shows who has acted.";
    "Popcorn" in Order:
        "The combatant who has acted chooses the next combatant. Each side rolls `first`, and the side with the highest total begins.",
        r#"order: Popcorn(first: "d20")"#,
        "The menu asks who is next.";
    "Spotlight" in Order:
        "You choose who acts next, as often as you like.",
        "order: Spotlight(who: Players)",
        "The menu lists the combatants.";
    "Ticks" in Order:
        "Each combatant is on a tick of a clock. The combatant on the lowest tick acts. The cost of the action in `\"ticks\"` moves the combatant forward. There are no rounds.",
        r#"order: Ticks(start: "d6 + 4")"#,
        "The order pane shows the ticks. The log shows `Mara is on tick 9.`";
    "Cards" in Order:
        "Each round, each combatant gets a card. The combatant with the highest card acts first.",
        "order: Cards(deck: 54)",
        "The log shows the cards.";
    "Listed" in Order:
        "Combatants act in the order of the fight's list.",
        "order: Listed",
        "The order pane shows the list.";
    "ByOption" in Order:
        "An option of the fight selects the order.",
        r#"order: ByOption("style", { "gritty": Listed, "heroic": Alternate })"#,
        "The set-up shows the option.";
    "dice" in Initiative Sides:
        "Dice of the order, or an expression without dice such as `20 - side.count`. Fields of the combatant need no prefix.",
        r#"order: Initiative(dice: "d10 + fists")"#,
        "Affray asks for the dice at the start, or each round.";
    "reroll" in Initiative Sides Alternate:
        "`Round`: roll again in each round. `Fight`: roll once (the default).",
        r#"order: Initiative(dice: "d10", reroll: Round)"#,
        "Affray asks for the dice in each round.";
    "lowest_first" in Initiative:
        "With `true`, the lowest number acts first.",
        r#"order: Initiative(dice: "d10", lowest_first: true)"#,
        "The order pane begins with the lowest number.";
    "ties" in Initiative:
        "On a tie, the combatant with the higher value of this expression acts first.",
        r#"order: Initiative(dice: "d10", ties: "self.fists")"#,
        "The order pane shows the result.";
    "ties" in Sides:
        "`Players`: on a tie, the players' side acts first (the default). `Simultaneous`: both sides act at the same time.",
        r#"order: Sides(dice: "d6", ties: Simultaneous)"#,
        "On a tie, the log says that both sides act at the same time.";
    "ties" in Ticks:
        "Combatant who acts first on the same tick: `Waiting` (the default), `Players` or `Simultaneous`.",
        r#"order: Ticks(start: "d6", ties: Players)"#,
        "The order pane shows the result.";
    "grouped" in Initiative Cards:
        "If this expression is true, combatants of one side with the same name share a number or a card.",
        r#"order: Initiative(dice: "d20", grouped: "not self.players")"#,
        "Affray asks once for the whole group.";
    "any_number" in Initiative:
        "With `true`, a typed number above every total of the dice is the combatant's number, for players who call out totals with bonuses that the sheet does not have.",
        r#"order: Initiative(dice: "d20", any_number: true)"#,
        "At a d20, Affray accepts `25`. The log shows this number in place of a roll.";
    "phases" in Sides:
        "Phases of a round. A side performs its actions phase by phase. Each action names its `phase`. The slots of a turn last for the whole round.",
        r#"order: Sides(dice: "d6", phases: ["missiles", "melee"]), actions: { "shoot": (phase: "missiles", target: Enemy, does: [Damage(dice: "d6")]), "punch": (phase: "melee", target: Enemy, does: [Damage(dice: "d4")]) }"#,
        "The log shows `Missiles, Foes.`";
    "outer" in Sides:
        "`Sides`: one side acts in all phases, then the other side. `Phases`: in each phase, one side acts, then the other.",
        r#"order: Sides(dice: "d6", phases: ["missiles", "melee"], outer: Phases), actions: { "shoot": (phase: "missiles", target: Enemy, does: [Damage(dice: "d6")]), "punch": (phase: "melee", target: Enemy, does: [Damage(dice: "d4")]) }"#,
        "The headline names the phase and the side.";
    "first" in Popcorn:
        "Dice that each side rolls for the first turn. Required.",
        r#"order: Popcorn(first: "d20 + fists")"#,
        "Affray asks for the dice.";
    "first" in Alternate:
        "Dice or a number for each side. The side with the highest total begins. On a tie, the players' side begins. `self` is the first combatant of the side who is up.",
        r#"order: Alternate(first: "highest(side, each.fists)", reroll: Round)"#,
        "The log shows `Which side begins? Party begins.`";
    "next" in Alternate Sides Popcorn Spotlight:
        "Value of a combatant. Of the combatants who may act next, you can choose only the combatants with the highest value. If only one combatant has the highest value, this combatant acts without a choice.",
        r#"order: Alternate(next: "self.fists")"#,
        "The menu lists only these combatants.";
    "by" in Popcorn:
        "The first combatant of a side for whom this expression is true rolls for the side. Without `by`, the first combatant of the side rolls.",
        r#"order: Popcorn(first: "d20", by: "self.brave")"#,
        "Affray asks this combatant for the dice.";
    "who" in Spotlight:
        "Combatants that you can choose: `All`, `Players` or `Enemies`.",
        "order: Spotlight(who: Players)",
        "The menu lists only these combatants.";
    "start" in Ticks:
        "Each combatant's tick at the start: dice, a number or both. Without `start`, Affray asks for the ticks.",
        r#"order: Ticks(start: "d6 + 10 - fists")"#,
        "Affray asks for the dice.";
    "ticks_per_round" in Ticks:
        "Number of ticks that count as a round for durations, arrivals and odds. The default is 10.",
        r#"order: Ticks(start: "d6", ticks_per_round: 12)"#,
        "";
    "deck" in Cards:
        "Number of cards: 52, or 54 with two jokers (the default).",
        "order: Cards(deck: 52)",
        "";
    "shuffle" in Cards:
        "`AfterJoker`: shuffle after a round with a joker (the default). `Round`: shuffle in each round.",
        "order: Cards(shuffle: Round)",
        "";
    "joker" in Cards:
        "Effects for a combatant with a joker.",
        r#"order: Cards(joker: [Gain(Self, "guarded")])"#,
        "The log shows the effects.";
    "typed" in Cards:
        "If this expression is true, you deal real cards and type the names of the cards: `Qs`, `10h`, `joker`.",
        r#"order: Cards(typed: "options.dark")"#,
        "Affray asks for the cards.";
    "Round" in OrderValue:
        "In `reroll`: the order is rolled in each round. In `shuffle`: the deck is shuffled in each round.",
        r#"order: Sides(dice: "d6", reroll: Round)"#,
        "Affray asks for the dice in each round.";
    "Fight" in OrderValue:
        "In `reroll`: the order is rolled once in the fight.",
        r#"order: Sides(dice: "d6", reroll: Fight)"#,
        "Affray asks for the dice once.";
    "Players" in OrderValue:
        "In `ties`: the players' side acts first.",
        r#"order: Sides(dice: "d6", ties: Players)"#,
        "The order pane shows the result.";
    "Simultaneous" in OrderValue:
        "In `ties`: combatants act at the same time. A combatant who goes down still acts.",
        r#"order: Sides(dice: "d6", ties: Simultaneous)"#,
        "On a tie, the log says that both sides act at the same time.";
    "Waiting" in OrderValue:
        "In `ties`: the combatant who has waited longest on the tick acts first.",
        r#"order: Ticks(start: "d6", ties: Waiting)"#,
        "The order pane shows the result.";
    "AfterJoker" in OrderValue:
        "In `shuffle`: the deck is shuffled after a round with a joker.",
        "order: Cards(shuffle: AfterJoker)",
        "";
    "Sides" in OrderValue:
        "In `outer`: one side acts in all phases, then the other side.",
        r#"order: Sides(dice: "d6", phases: ["missiles", "melee"], outer: Sides), actions: { "shoot": (phase: "missiles", target: Enemy, does: [Damage(dice: "d6")]), "punch": (phase: "melee", target: Enemy, does: [Damage(dice: "d4")]) }"#,
        "The headline names the side and the phase.";
    "Phases" in OrderValue:
        "In `outer`: in each phase, one side acts, then the other.",
        r#"order: Sides(dice: "d6", phases: ["missiles", "melee"], outer: Phases), actions: { "shoot": (phase: "missiles", target: Enemy, does: [Damage(dice: "d6")]), "punch": (phase: "melee", target: Enemy, does: [Damage(dice: "d4")]) }"#,
        "The headline names the phase and the side.";

    // Keywords of an action
    "key" in Action After:
        "Action key in the menu: one upper-case letter. Without `key`, Affray uses a free letter of the label. An action with `gm_menu` then has no key. C, G, N, R, T, W, Y and Z are reserved.",
        r#""shove": (key: "S", target: Enemy, does: [Gain(Target, "prone")])"#,
        "The menu shows the key.";
    "costs" in Action Reaction:
        "Price that the combatant pays: slots of the turn, fields, columns of the chosen row (`\"with.left\"`), and `\"ticks\"` in an order by `Ticks`.",
        r#""bolt": (costs: { "deed": 1, "mana": 2 }, target: Enemy, does: [Damage(dice: "2d6")])"#,
        "The menu refuses an action that the combatant cannot pay for. The log shows `Mara has 3 of 5 mana.`";
    "target" in Action Reaction:
        "Possible targets: `Self` (the default), `Enemy`, `Ally`, `Other` or `Any`. In a reaction: the target of the attack, as seen by the reacting combatant.",
        r#""pat": (target: Ally, does: [Heal(amount: "2")])"#,
        "The form asks for the target.";
    "max_targets" in Action:
        "Maximum number of targets. With 0, the action has no target, for example with some rows of a list.",
        r#""sweep": (target: Enemy, max_targets: 3, does: [Damage(dice: "d6")])"#,
        "The form lets you select several targets.";
    "default_target" in Action:
        "The form preselects each target for whom this expression is true.",
        r#""finish": (target: Enemy, default_target: "target.prone", does: [Damage(dice: "2d6")])"#,
        "The form preselects these targets.";
    "with" in Action:
        "List on the sheet from which you choose a row, such as a weapon. `Optional(\"…\")` also allows no row.",
        r#""cut": (target: Enemy, with: "weapons", does: [Damage(dice: "with.damage")])"#,
        "The form has a row for the choice. The log shows `Mara: cut (stool), Sailor.`";
    "Optional" in With:
        "The action is also possible without a row.",
        r#""cut": (target: Enemy, with: Optional("weapons"), does: [Damage(dice: "with.damage")])"#,
        "The form offers *none*. Affray asks for the damage if no dice are known.";
    "asks" in Action:
        "Additional rows of the form, written like fields. Expressions read the row `name` as `asked.name`.",
        r#""aim": (target: Enemy, asks: { "high": (type: YesNo) }, does: [Damage(amount: "either(asked.high, 3, 1)")])"#,
        "The form shows these rows.";
    "when" in Action:
        "Expression that must be true, or a list of pairs of an expression and a reason. The menu shows the reason if the expression is false. An empty reason hides the action, if the expression is false for all targets or all rows. Without a reason, an expression also hides the action if it reads only lists and texts of the acting combatant's sheet.",
        r#""finish": (target: Enemy, when: [("target.prone", "the target stands")], does: [Damage(dice: "2d6")])"#,
        "If the expression is false, the menu shows the action as not possible, with the reason.";
    "test" in Action Reaction:
        "Test for each target. In a reaction, the reacting combatant rolls the test.",
        r#""cut": (target: Enemy, test: "brawl", on: { "passed": [Damage(dice: "d6")] })"#,
        "The form shows target number and chance.";
    "on" in Action Reaction:
        "Effects of each outcome of the test.",
        r#""cut": (target: Enemy, test: "brawl", on: { "passed": [Damage(dice: "d6")], "failed": [Gain(Self, "reeling")] })"#,
        "The log shows the effects after the roll.";
    "does" in Action Reaction Step After Answer:
        "Effects. In an action with a test, the effects happen after the test, for every outcome.",
        r#""shout": (does: [Gain(Self, "guarded")])"#,
        "The log shows the effects.";
    "before" in Action:
        "Effects that happen once, before the test and before the effects on each target.",
        r#""charge": (target: Enemy, before: [Shift("zone")], test: "brawl", on: { "passed": [Damage(dice: "d6")] })"#,
        "The log shows these effects first.";
    "log" in Action:
        "First sentence of the action in the log. `{self}` and `{target}` are names, and `{with.name}` is a column of the chosen row.",
        r#""shove": (target: Enemy, log: "{self} shoves {target}", does: [Gain(Target, "prone")])"#,
        "The log shows `Mara shoves Sailor.`";
    "one_by_one" in Action:
        "With `true`, the rolls for several targets happen one after the other instead of together.",
        r#""sweep": (target: Enemy, max_targets: 3, one_by_one: true, test: "brawl", on: { "passed": [Damage(dice: "d6")] })"#,
        "Affray asks for each target separately.";
    "value" in Action Answer:
        "Value for automatic combatants, in points of damage. Without `value`, the value is the damage that the action would deal now plus the value of the conditions that the action gives. Automatic combatants never choose an action whose value is 0. The exceptions are a `Shift` when no enemy can be attacked, and an action that ends a condition of the combatant. An action without an enemy as its target needs `value` even if its answers have values.",
        r#""guard": (value: "2", does: [Gain(Self, "guarded")])"#,
        "`affray odds` reports actions without a value as left out. `affray check` and `affray odds` name harmful actions in which they find no damage.";
    "reference" in Action After:
        "Page or section in your rulebook.",
        r#""shove": (reference: "page 12", target: Enemy, does: [Gain(Target, "prone")])"#,
        "The help of the action shows the page or section.";
    "part_only" in Action:
        "With `true`, the action is possible only as part of another action, with `Perform`.",
        r#""jab": (part_only: true, target: Enemy, does: [Damage(amount: "1")])"#,
        "The menu does not show the action.";
    "list" in Action:
        "Name of a menu row that contains several actions. The actions of the row share one `key`, which opens the list.",
        r#""shove": (list: "more actions", target: Enemy, does: [Gain(Target, "prone")])"#,
        "The menu shows the list instead of its actions.";
    "value" in Reaction:
        "Value for automatic combatants, as an expression of their own sheet. They react if the value is above 0. Without `value`, cautious combatants always react, reckless combatants never react, and other combatants react when they are hurt.",
        r#"reactions: { "luck": (at: AfterRoll, roller: Self, value: "self.marks", when: "not result.passed", costs: { "marks": 1 }, does: [Reroll(New)]) }"#,
        "";
    "gm_menu" in Action:
        "With `true`, the action is in the GM's menu (F2) and not in the menu of the turn. `self` is the combatant whose turn it is. Between two turns, `self` is the combatant who acted last, or else the first combatant who is up.",
        r#""storm": (gm_menu: true, does: [Every(Any, [Gain(Target, "prone")])])"#,
        "F2 shows the action.";
    "any_time" in Action:
        "With `true`, the action is also possible in other combatants' turns. Affray never prompts for the action.",
        r#""steady": (any_time: true, when: "self.reeling", does: [Lose(Self, "reeling")])"#,
        "The menus of other turns show the action while its `when` is true.";
    "delay" in Action:
        "Delay before the effects: a number of ticks or, in other orders, of the combatant's turns. Until the effects happen, the combatant does nothing else. The action is lost if the combatant goes down.",
        r#""chant": (delay: "1", target: Enemy, does: [Damage(dice: "3d6")])"#,
        "The log shows `Mara: chant takes effect.`";
    "interruptible" in Action:
        "With `true`, a delayed or declared action is also lost if the combatant takes damage. With the name of a test, the action is lost only if the combatant fails the test. `damage_taken` is the damage.",
        r#""chant": (delay: "1", interruptible: "climb", target: Enemy, does: [Damage(dice: "3d6")])"#,
        "The log shows `Mara loses the delayed action: chant.`";
    "phase" in Action:
        "Phase of the round in which the action happens.",
        r#"order: Sides(dice: "d6", phases: ["missiles", "melee"]), actions: { "shoot": (phase: "missiles", target: Enemy, does: [Damage(dice: "d6")]), "punch": (phase: "melee", target: Enemy, does: [Damage(dice: "d4")]) }"#,
        "The menu shows the action only in this phase.";
    "declared" in Action:
        "With `true`, the combatant chooses the action and pays for it before the order is rolled. The action happens in its phase or at the start of the combatant's turn.",
        r#""spell": (declared: true, target: Enemy, does: [Damage(dice: "2d6")])"#,
        "Affray asks before the order is rolled.";
    "Self" in Target:
        "The acting combatant. In a reaction: the reacting combatant.",
        r#""shout": (target: Self, does: [Gain(Self, "guarded")])"#,
        "The form asks for no target.";
    "Enemy" in Target:
        "Combatants of other sides who are up.",
        r#""hit": (target: Enemy, does: [Damage(dice: "d6")])"#,
        "The form lists these combatants.";
    "Ally" in Target:
        "Combatants of the same side, except the acting combatant. Combatants who are down are included. Combatants who are dead or gone are not included.",
        r#""pat": (target: Ally, does: [Heal(amount: "2")])"#,
        "The form lists these combatants.";
    "Other" in Target:
        "All combatants except the acting combatant. Combatants who are down are included. Combatants who are dead or gone are not included.",
        r#""shove": (target: Other, does: [Gain(Target, "prone")])"#,
        "The form lists these combatants.";
    "Any" in Target:
        "All combatants, including the acting combatant and combatants who are down. Combatants who are dead or gone are not included.",
        r#""bandage": (target: Any, does: [Lose(Target, "bleeding")])"#,
        "The form lists these combatants.";

    // Keywords of a reaction
    "at" in Reaction:
        "Point at which the reaction is possible. Required.",
        r#""duck": (at: BeforeDamage, target: Self, does: [Reduce("2")])"#,
        "Affray asks at this point: `Sailor: duck?`";
    "question" in Reaction:
        "Question that offers the reaction. `{self}` is the name of the combatant who may react, and `{attacker}` is the name of the attacker. If several combatants may react, Affray writes `anyone` in place of `{self}`.",
        r#""duck": (question: "Does {self} duck?", at: BeforeDamage, target: Self, does: [Reduce("2")])"#,
        "Affray asks: `Does Sailor duck? 4 damage`.";
    "log" in Reaction:
        "First sentence of the reaction in the log. `{self}` is the name of the combatant who reacts, and `{attacker}` is the name of the attacker.",
        r#""duck": (log: "{self} ducks", at: BeforeDamage, target: Self, does: [Reduce("2")])"#,
        "The log shows `Sailor ducks.`";
    "automatic" in Reaction:
        "With `true`, the combatant reacts without a question.",
        r#""ward": (at: BeforeDamage, target: Self, automatic: true, when: "self.guarded", does: [Reduce("2")])"#,
        "The log shows the reaction without a question.";
    "roller" in Reaction:
        "Reaction to the roll of any test: by `Self`, an `Ally`, an `Enemy` or `Any`. The field `roller` replaces `target` and needs `at: AfterRoll`.",
        r#""luck": (at: AfterRoll, roller: Self, when: "not result.passed", does: [Reroll(Best)])"#,
        "Affray asks for the reaction after the roll.";
    "when" in Reaction Step After:
        "Expression that must be true for the reaction, step or action to happen.",
        r#""morale": (at: RoundEnd, when: "side.lost > 0", does: [Test("nerve")])"#,
        "If the expression is false, Affray does not ask and nothing happens.";
    "once" in Reaction Step:
        "Limit for the reaction or step: once a round or once a fight, for each combatant, for each side, or for all combatants. Examples: `(Round, Self)`, `(Fight, Side)`.",
        r#""shock": (at: Downed, once: (Fight, Side), does: [Gain(Side, "reeling")])"#,
        "When the limit is reached, Affray does not ask again.";
    "BeforeRoll" in ReactionAt:
        "Before the roll of an attack. `result.test` is the next test.",
        r#""brace": (at: BeforeRoll, target: Self, does: [Gain(Self, "guarded")])"#,
        "Affray asks for the reaction before the roll.";
    "AfterRoll" in ReactionAt:
        "After the roll and before the effects. `result` is the roll.",
        r#""block": (at: AfterRoll, target: Ally, when: "result.passed", does: [Retarget(Self)])"#,
        "Affray asks for the reaction after the roll.";
    "BeforeDamage" in ReactionAt:
        "Before a combatant takes damage. `damage_taken` is the amount of damage.",
        r#""duck": (at: BeforeDamage, target: Self, does: [Reduce("2")])"#,
        "Affray asks: `Sailor: duck? 4 damage`.";
    "AfterDamage" in ReactionAt:
        "After a combatant has taken damage. `damage_taken` is the amount of damage.",
        r#""rage": (at: AfterDamage, target: Self, does: [Set("self.marks", "self.marks + 1")])"#,
        "Affray asks for the reaction after the damage.";
    "Called" in ReactionAt:
        "Only when the effect `React` triggers the reaction.",
        r#""riposte": (at: Called, target: Enemy, does: [Perform("swing", Attacker)])"#,
        "Affray asks when `React` happens.";

    // Keywords of a step
    "at" in Step:
        "Point at which the step happens. Required.",
        r#""burns": (at: TurnStart, when: "self.bleeding", does: [Damage(amount: "1")])"#,
        "The log shows the effects at that point.";
    "who" in Step:
        "Combatants of the step: `All` (the default), `Players` or `Enemies`.",
        r#""morale": (at: RoundEnd, who: Enemies, does: [Test("nerve")])"#,
        "Only these combatants roll.";
    "per" in Step:
        "With `Side`, the step happens once for each side: for the first combatant for whom `when` is true.",
        r#""morale": (at: RoundEnd, per: Side, does: [Test("nerve", { "failed": [Gain(Side, "fled")] })])"#,
        "Affray asks for one roll for each side.";
    "FightStart" in StepAt:
        "At the start of the fight.",
        r#""ready": (at: FightStart, who: Players, does: [Gain(Self, "guarded")])"#,
        "The log shows the effects at the start of the fight.";
    "RoundStart" in StepAt:
        "At the start of each round, after the order is rolled.",
        r#""omen": (at: RoundStart, does: [Log("The drums beat.")])"#,
        "The log shows the effects at the start of the round.";
    "TurnStart" in StepAt:
        "At the start of a combatant's turn.",
        r#""burns": (at: TurnStart, when: "self.bleeding", does: [Damage(amount: "1")])"#,
        "The log shows the effects at the start of the turn.";
    "TurnEnd" in StepAt:
        "At the end of a combatant's turn.",
        r#""tires": (at: TurnEnd, does: [Set("self.marks", "self.marks + 1")])"#,
        "The log shows the effects at the end of the turn.";
    "RoundEnd" in StepAt:
        "At the end of each round, before fields with `resets: Round` return to their defaults.",
        r#""morale": (at: RoundEnd, who: Enemies, does: [Test("nerve")])"#,
        "The log shows the effects at the end of the round.";
    "Downed" in StepAt:
        "When a combatant goes down. The step happens for this combatant.",
        r#""dies": (at: Downed, who: Enemies, does: [Gain(Self, "dead")])"#,
        "The log shows `Sailor is dead.`";
    "Revived" in StepAt:
        "When a combatant who was down is up again.",
        r#""groggy": (at: Revived, does: [Gain(Self, "reeling")])"#,
        "The log shows the effects after the healing.";
    "AfterDamage" in StepAt:
        "After a combatant has taken damage. `damage_taken` is the amount of damage.",
        r#""bloody": (at: AfterDamage, when: "damage_taken >= 5", does: [Gain(Self, "bleeding")])"#,
        "The log shows the effects after the damage.";
    "AllyDowned" in StepAt:
        "When another combatant of the side goes down. The step happens for the combatants of the side who are up. `source` is the combatant who went down.",
        r#""grief": (at: AllyDowned, does: [Gain(Self, "reeling")])"#,
        "The log shows the effects after the combatant has gone down.";
    "Count" in StepAt:
        "In an order by `Initiative`: after the combatants with this number.",
        r#"order: Initiative(dice: "d20"), steps: { "tide": (at: Count(20), does: [Gain(Self, "prone")]) }"#,
        "The order pane has a row for the step.";
    "All" in StepWho:
        "All combatants.",
        r#""chill": (at: RoundEnd, who: All, does: [Damage(amount: "1")])"#,
        "The step affects all combatants.";
    "Players" in StepWho:
        "Combatants run by the players.",
        r#""chill": (at: RoundEnd, who: Players, does: [Damage(amount: "1")])"#,
        "The step affects only these combatants.";
    "Enemies" in StepWho:
        "Combatants that the players do not run.",
        r#""chill": (at: RoundEnd, who: Enemies, does: [Damage(amount: "1")])"#,
        "The step affects only these combatants.";
    "Round" in Once:
        "At most once in a round.",
        r#""duck": (at: BeforeDamage, target: Self, once: (Round, Self), does: [Reduce("2")])"#,
        "Affray does not offer the reaction again in the round.";
    "Fight" in Once:
        "At most once in a fight.",
        r#""shock": (at: Downed, once: (Fight, All), does: [Log("The crowd gasps.")])"#,
        "The reaction or step happens once.";
    "Self" in Once:
        "A separate limit for each combatant.",
        r#""duck": (at: BeforeDamage, target: Self, once: (Fight, Self), does: [Reduce("2")])"#,
        "Affray offers the reaction to each combatant once.";
    "Side" in Once:
        "A separate limit for each side. In `per`, only the first combatant of the side rolls.",
        r#""morale": (at: RoundEnd, once: (Fight, Side), when: "side.lost > 0", does: [Test("nerve")])"#,
        "The reaction or step happens once for each side.";
    "All" in Once:
        "One limit for all combatants together.",
        r#""shock": (at: Downed, once: (Fight, All), does: [Log("The crowd gasps.")])"#,
        "The reaction or step happens for one combatant only.";

    // Keywords of an effect
    "Damage" in Effect:
        "Removes hit points from the target. The damage is dice, an amount, or a value that you enter as a number or as dice.",
        r#"Damage(dice: "2d6", reduce: "target.armour")"#,
        "The log shows `Sailor takes 8 damage: 9 → 1 health (2d6 5 3).`";
    "Heal" in Effect:
        "Restores hit points, or adds points to another field.",
        r#"Heal(who: Self, amount: "3")"#,
        "The log shows `Mara regains 3 health: 4 → 7.`";
    "Gain" in Effect:
        "Starts a condition. The name can be an expression. A third value limits the duration of the condition or gives the number of levels.",
        r#"Gain(Target, "reeling")"#,
        "The log shows `Sailor is reeling until the end of Sailor's turn.`";
    "Lose" in Effect:
        "Ends a condition, or removes one level. A third value gives the number of levels.",
        r#"Lose(Self, "reeling")"#,
        "The log shows `Mara is no longer reeling`.";
    "Set" in Effect:
        "Sets a field, or a column of the chosen row.",
        r#"Set("self.marks", "self.marks + 1")"#,
        "The log shows `Mara: marks 0 → 1.`";
    "If" in Effect:
        "Carries out the first effects if the expression is true. Otherwise, carries out the second effects, if there are any.",
        r#"If("result.margin >= 5", [Gain(Target, "prone")], [Log("A glancing hit.")])"#,
        "The log shows the effects that happen.";
    "Test" in Effect:
        "Rolls another test, and carries out the effects of its outcome.",
        r#"Test("nerve", { "failed": [Gain(Self, "fled")] })"#,
        "The log shows `Mara, nerve: 9, needs 7 or less, failed (2d6 4 5).`";
    "Choose" in Effect:
        "Lets the acting combatant choose an answer. An answer is a list of effects or a record with `when`, `value` and `does`. In the question, `{self}` and `{target}` are names. If an answer begins with a `Log`, the log shows this text instead of the answer.",
        r#"Choose("What do you give up?", { "blood": [Damage(who: Self, amount: "1")], "ground": [Shift("zone")] })"#,
        "Affray asks a question with a key for each answer. The log shows `What do you give up: blood.`";
    "AskGm" in Effect:
        "Like `Choose`, but the GM chooses. Without a `value` in an answer, auto-play waits for the GM unless all combatants are automatic.",
        r#"AskGm("What does the crowd do?", { "it cheers": [], "it throws things": [Damage(who: Self, amount: "1")] })"#,
        "Affray asks the GM. The log names the answer.";
    "Repeat" in Effect:
        "Carries out the effects this number of times.",
        r#"Repeat("2", [Set("self.marks", "self.marks + 1")])"#,
        "The log shows each repetition.";
    "ForEach" in Effect:
        "Carries out the effects this number of times for each row of a list of the acting combatant. `with` is the row.",
        r#"ForEach("weapons", "1", [Perform("swing")])"#,
        "The log shows each row.";
    "Every" in Effect:
        "Carries out the effects for each combatant of a group. This combatant is the target of the effects. `Damage` and `Heal` without `who` apply to this combatant.",
        r#"Every(Enemy, [Gain(Target, "prone")])"#,
        "The log names each combatant.";
    "Combined" in Effect:
        "Counts the damage of these effects as one amount for the steps at `AfterDamage`.",
        r#"Combined([Damage(dice: "d6"), Damage(dice: "d4")])"#,
        "The log shows each roll.";
    "Perform" in Effect:
        "Performs another action as part of this action, with the same row. A second value names the target. A third value is the name of another row, as an expression. The form of this action refuses a `Target` that the other action refuses.",
        r#"Perform("swing", Target)"#,
        "The log shows the other action too. Affray asks for the rows that have no value yet.";
    "React" in Effect:
        "Asks each combatant who can react with this reaction (`at: Called`).",
        r#"React("strike")"#,
        "Affray asks: `Sailor: strike?`";
    "Run" in Effect:
        "Carries out the effects of a routine.",
        r#"Run("push")"#,
        "The log shows the effects of the routine.";
    "SetOutcome" in Effect:
        "Changes the outcome of the last roll, before its effects. In a reaction, the last roll is the roll that the combatant reacts to, not the reaction's own test.",
        r#"SetOutcome("failed")"#,
        "The log names the new outcome, and the effects of the new outcome apply.";
    "Shift" in Effect:
        "Asks for a move to a neighbouring value of a field, or for a description of the move.",
        r#"Shift("zone")"#,
        "The log shows `Mara: zone far → near.`";
    "Log" in Effect:
        "Adds a line to the log: this text, or a text that you enter. A text that ends with a question mark is the prompt for your text. `{self}`, `{target}` and `{attacker}` are names, and `{with.name}` is a column of the chosen row.",
        r#"Log("The torch goes out.")"#,
        "The log shows `The torch goes out.`";
    "Escape" in Effect:
        "Rolls the test that frees the acting combatant from a condition with `escape`.",
        "Escape",
        "The log shows the roll, and the end of the condition if the roll succeeds.";
    "Hold" in Effect:
        "Keeps the turn of `self` for later in the round. The combatant may act before any other turn, or interrupt a turn with *cut in*.",
        "Hold",
        "The log shows `Mara acts later in the round.`";
    "Delay" in Effect:
        "Delays a combatant by this number of ticks, in an order by `Ticks`.",
        r#"Delay(Target, "3")"#,
        "The log shows `Sailor is on tick 12.`";
    "Lua" in Effect:
        "Calls a function of `rules.lua`, for rules that these keywords cannot express.",
        r#"Lua("press")"#,
        "The log shows what the function does.";
    "Retarget" in Effect:
        "In a reaction at `BeforeRoll` or `AfterRoll`: redirects the attack to this combatant.",
        "Retarget(Self)",
        "The log names the new target.";
    "Reduce" in Effect:
        "In a reaction at `BeforeDamage`: reduces the damage by this number.",
        r#"Reduce("2")"#,
        "The log shows `Damage 4 → 2.`";
    "Reroll" in Effect:
        "In a reaction with `roller`: rolls the dice again.",
        "Reroll(Best)",
        "The log shows the new roll.";
    "Best" in RerollValue:
        "The better of the two rolls counts.",
        r#"reactions: { "luck": (at: AfterRoll, roller: Self, does: [Reroll(Best)]) }"#,
        "The log shows the new roll.";
    "New" in RerollValue:
        "The new roll counts.",
        r#"reactions: { "luck": (at: AfterRoll, roller: Self, does: [Reroll(New)]) }"#,
        "The log shows the new roll.";
    "Self" in Who:
        "The combatant who performs the action, reaction or step.",
        r#"Gain(Self, "guarded")"#,
        "The log names the combatant.";
    "Target" in Who:
        "The target.",
        r#"Gain(Target, "prone")"#,
        "The log names the combatant.";
    "Attacker" in Who:
        "In a reaction: the combatant who attacks, or who caused `React`.",
        r#"reactions: { "spikes": (at: AfterDamage, target: Self, does: [Damage(who: Attacker, amount: "1")]) }"#,
        "The log names the combatant.";
    "Source" in Who:
        "In a condition: the combatant who caused it. In a step at `AllyDowned`: the combatant who went down. In an action or reaction: the acting combatant. Other parts have no source.",
        r#"Damage(who: Source, amount: "1")"#,
        "The log names the combatant.";
    "Side" in Who:
        "With `Gain` and `Lose`: all combatants of the same side who are up.",
        r#"Gain(Side, "fled")"#,
        "The log names each combatant.";
    "dice" in Damage Heal:
        "Dice that are rolled.",
        r#"Damage(dice: "with.damage + 1d4")"#,
        "Affray asks for the dice. The log shows the results.";
    "amount" in Damage Heal:
        "Number of hit points, as an expression, without a roll.",
        r#"Damage(amount: "half(self.fists)")"#,
        "The log shows the change.";
    "who" in Damage Heal:
        "Combatant who takes the damage or is healed: `Self`, `Target`, `Attacker` or `Source`. Without `who`, this is the target in an action, in a routine and in `Every`, `Self` in a step, and `Attacker` in a reaction.",
        r#"Damage(who: Self, amount: "1")"#,
        "The log names the combatant.";
    "roller" in Damage Heal:
        "Combatant who rolls the dice: `Self` (the default), `Target`, `Attacker` or `Source`. With `Target`, the target's side rolls the dice.",
        r#"Damage(roller: Target, dice: "2d6")"#,
        "Affray asks the player of that combatant for the dice.";
    "times" in Damage Heal:
        "Number of times that the dice are rolled.",
        r#"Damage(dice: "d6", times: "2")"#,
        "The log shows all dice.";
    "reduce" in Damage Heal:
        "Number that is subtracted from the result.",
        r#"Damage(dice: "d8", reduce: "target.armour")"#,
        "The log shows `Armour: 2 less.`";
    "minimum" in Damage Heal:
        "Minimum of the result.",
        r#"Damage(dice: "d8", reduce: "target.armour", minimum: "1")"#,
        "The log shows the result.";
    "half" in Damage Heal:
        "With `true`, or with an expression that is true, only half of the result counts, rounded down.",
        r#"Damage(dice: "2d6", half: true)"#,
        "The log shows `Halved: 3.`";
    "double_dice" in Damage Heal:
        "If this expression is true, the dice are rolled twice. Added numbers count once.",
        r#"Damage(dice: "d8+2", double_dice: "result.natural == 20")"#,
        "Affray asks for twice as many dice.";
    "doubled" in Damage Heal:
        "With `true`, or with an expression that is true, the result is doubled before `reduce`.",
        r#"Damage(dice: "2d6", doubled: true, label: "damage before doubling")"#,
        "The log shows `Doubled: 14.`";
    "type" in Damage Heal:
        "Type of the damage, as an expression. Write a word in single quotes.",
        r#"Damage(dice: "2d6", type: "'fire'")"#,
        "The log names the type.";
    "roll_once" in Damage Heal:
        "With `true`, one roll counts for all targets.",
        r#"Damage(dice: "3d6", roll_once: true)"#,
        "Affray asks once.";
    "label" in Damage Heal:
        "Name of the roll in the log.",
        r#"Damage(dice: "d6", label: "broken glass")"#,
        "The log shows `Sailor takes 4 damage: 9 → 5 health (broken glass d6).`";
    "into" in Heal:
        "Field that is set to the amount healed. A field with a higher value does not change. The hit points do not change.",
        r#"Heal(who: Self, into: "shield", amount: "3")"#,
        "The log shows `Mara: shield 0 → 3.`";
    "rounds" in Limit:
        "Number of rounds that the condition lasts. The current round is the first round. 0 means no limit. With `until`, the condition ends with that turn, this number of rounds later.",
        r#"Gain(Target, "prone", (rounds: "3"))"#,
        "The log shows `until the end of round 3`.";
    "until" in Limit:
        "Start or end of a turn at which the condition ends: `turn_start`, `source_turn_end` or a similar keyword.",
        r#"Gain(Target, "prone", (until: "'source_turn_start'"))"#,
        "The log shows `until the start of Mara's next turn`.";
    "save_ends" in Limit:
        "Test that the combatant rolls at the end of each of their turns. If the combatant passes, the condition ends. The test needs a target number, and `roller: Target` if it refers to the source: then the source is `self`, and the combatant who rolls is `target`.",
        r#"Gain(Target, "prone", (save_ends: "climb"))"#,
        "The log shows the roll.";
    "escape" in Limit:
        "Test that the effect `Escape` rolls. If the combatant passes, the condition ends.",
        r#"Gain(Target, "prone", (escape: "climb"))"#,
        "The log shows `Climb to get free.`";
    "while" in Limit:
        "The condition ends when one of these requirements is no longer met: `source.up`, or `source.` or `self.` with a condition. Separate several requirements with commas.",
        r#"Gain(Target, "prone", (while: "'source.up, source.guarded'"))"#,
        "The log shows the end of the condition.";
    "ends_on" in Limit:
        "The condition ends with one of these events: damage to the combatant (`damage`), or a test, a kind of test or an action of the combatant. Separate several events with commas.",
        r#"Gain(Target, "hidden", (ends_on: "'damage, attack'"))"#,
        "The log shows the end of the condition.";
    "levels" in Limit Loss:
        "Number of levels of the condition that the combatant gains or loses, instead of one. With 0 or less, nothing happens.",
        r#"conditions: { "weary": (levels: 4) }, actions: { "tire": (target: Enemy, does: [Gain(Target, "weary", (levels: "2"))]) }"#,
        "The log shows `Sailor is weary 2`.";
    "turn_start" in LimitValue:
        "The condition ends at the start of the combatant's next turn.",
        r#"Gain(Target, "prone", (until: "'turn_start'"))"#,
        "The log names the turn.";
    "turn_end" in LimitValue:
        "The condition ends at the end of the combatant's turn, which can be the current turn.",
        r#"Gain(Target, "prone", (until: "'turn_end'"))"#,
        "The log names the turn.";
    "next_turn_end" in LimitValue:
        "The condition ends at the end of the combatant's next turn, which cannot be the current turn.",
        r#"Gain(Target, "prone", (until: "'next_turn_end'"))"#,
        "The log names the turn.";
    "source_turn_start" in LimitValue:
        "The condition ends at the start of the next turn of the combatant who caused the condition.",
        r#"Gain(Target, "prone", (until: "'source_turn_start'"))"#,
        "The log names the turn.";
    "source_turn_end" in LimitValue:
        "The condition ends at the end of a turn of the combatant who caused the condition. This turn can be the current turn.",
        r#"Gain(Target, "prone", (until: "'source_turn_end'"))"#,
        "The log names the turn.";
    "source_next_turn_end" in LimitValue:
        "The condition ends at the end of the next turn of the combatant who caused the condition. This turn cannot be the current turn.",
        r#"Gain(Target, "prone", (until: "'source_next_turn_end'"))"#,
        "The log names the turn.";
    "when" in Answer:
        "Affray offers the answer only if this expression is true. If only one answer is left, Affray uses this answer without a question.",
        r#"Choose("Pay?", { "a mark": (when: "self.marks > 0", does: [Set("self.marks", "self.marks - 1")]), "nothing": [] })"#,
        "The question shows the answer only if the expression is true.";
    "rows" in Answer:
        "Lists of the acting combatant, each with the number of times that a row counts. The answer then has the names of these rows instead of its own text.",
        r#"Choose("Which blows?", { "all": (rows: { "weapons": "1" }, does: [ForEach("weapons", "1", [Perform("swing")])]), "none": [] })"#,
        "The question and the log show `stool + 2 × mug`.";

    // Keywords of dice and expressions
    "best" in Dice:
        "Only the highest of several dice counts.",
        r#"Damage(dice: "best(d8, 2d6)")"#,
        "The log shows all dice. Dice that do not count are in brackets.";
    "pool" in Dice:
        "Dice pool: the number of dice, then the die. `d6>=5` counts each die that shows 5 or more.",
        r#"tests: { "press": (dice: "pool(self.fists, d6>=5)", at_least: 2) }"#,
        "The log shows `(4d6>=5`, then each die.";
    "when" in Dice:
        "The combatant rolls these dice only if the expression is true.",
        r#"tests: { "press": (dice: "best(d8, d6 when self.brave)", at_least: 4) }"#,
        "Affray asks only for the dice that are rolled.";
    "and" in Expression:
        "True if both expressions are true.",
        r#"If("self.up and self.brave", [Log("On!")])"#,
        "";
    "or" in Expression:
        "True if at least one of the expressions is true.",
        r#"If("self.prone or self.reeling", [Log("Careful!")])"#,
        "";
    "not" in Expression:
        "True if the following expression is false.",
        r#"If("not target.prone", [Gain(Target, "prone")])"#,
        "";
    "true" in Expression:
        "The value *yes*.",
        r#"Set("self.brave", "true")"#,
        "The log shows `Mara: brave no → yes.`";
    "false" in Expression:
        "The value *no*.",
        r#"Set("self.brave", "false")"#,
        "The log shows `Mara: brave yes → no.`";
    "half" in Expression:
        "Half of a number, rounded down.",
        r#"Heal(amount: "half(self.max_health)")"#,
        "";
    "min" in Expression:
        "The lowest of several numbers.",
        r#"Damage(amount: "min(self.fists, 3)")"#,
        "";
    "max" in Expression:
        "The highest of several numbers.",
        r#"Damage(amount: "max(1, self.fists - target.armour)")"#,
        "";
    "either" in Expression:
        "The second value if the first value is true, otherwise the third value.",
        r#"Damage(amount: "either(target.prone, 4, 2)")"#,
        "";
    "has" in Expression:
        "True if a field with several values has this value, or if a list has a row of this name.",
        r#"If("has(self.weapons, 'stool')", [Log("The stool!")])"#,
        "";
    "advantage" in Expression:
        "Only in `when` of a question of `asks`: 1 if the next roll has advantage, -1 if the next roll has disadvantage, otherwise 0. The value depends on the chosen row, the target and the answers above.",
        r#"actions: { "aim": (target: Enemy, asks: { "low": (type: YesNo, when: "advantage > 0") }, test: "brawl") }"#,
        "";
    "caused" in Expression:
        "True if the first combatant caused this condition of the second combatant. The name of the condition can be an expression.",
        r#"If("caused(self, target, 'prone')", [Log("Stay down!")])"#,
        "";
    "causes" in Expression:
        "Number of combatants who are up and have this condition because of the given combatant.",
        r#"If("causes(self, 'prone') >= 2", [Log("All of you!")])"#,
        "";
    "count" in Expression:
        "Number of combatants of a group, or number of combatants in the group for whom the expression is true.",
        r#"If("count(enemies, each.prone) >= 2", [Log("Now!")])"#,
        "";
    "sum" in Expression:
        "Sum of an expression for all combatants of a group.",
        r#"Damage(amount: "sum(allies, each.fists)")"#,
        "";
    "highest" in Expression:
        "Highest value of an expression among the combatants of a group, or 0 if the group is empty.",
        r#"If("self.fists > highest(enemies, each.fists)", [Log("No match!")])"#,
        "";
    "lowest" in Expression:
        "Lowest value of an expression among the combatants of a group, or 0 if the group is empty.",
        r#"If("lowest(side, each.health) < 3", [Log("Hold on!")])"#,
        "";
    "dice_showing" in Expression:
        "Number of dice of the last roll that show this result, or a result from the first number to the second number. Dropped dice do not count.",
        r#"If("dice_showing(6) >= 2", [Gain(Target, "prone")])"#,
        "Affray asks for each of several dice, not for their sum.";
    "enemies" in Group:
        "Combatants of other sides who are up.",
        r#"If("count(enemies) > count(side)", [Log("Too many!")])"#,
        "";
    "allies" in Group:
        "Other combatants of the same side who are up.",
        r#"If("count(allies) == 0", [Log("Alone.")])"#,
        "";
    "side" in Group:
        "Combatants of the same side who are up, `self` included.",
        r#"If("count(side, each.prone) > 1", [Log("Get up!")])"#,
        "";
    "everyone" in Group:
        "All combatants in the fight, including combatants who are down.",
        r#"If("count(everyone, each.down) > 2", [Log("A massacre.")])"#,
        "";
    "each" in Combatant:
        "In `count`, `sum`, `highest` and `lowest`: each combatant of the group in turn.",
        r#"If("highest(enemies, each.armour) > 3", [Log("Aim well.")])"#,
        "";
    "lookup" in Expression:
        "Value from a table. Write the name of the table, then the keys to look up.",
        r#"Damage(dice: "lookup('claws', self.fists)")"#,
        "";
    "round" in Expression:
        "Number of the round.",
        r#"If("round >= 3", [Log("The watch arrives.")])"#,
        "";
    "tick" in Expression:
        "Current tick, in an order by `Ticks`.",
        r#"If("tick > 20", [Log("The hour strikes.")])"#,
        "";
    "damage_taken" in Expression:
        "In a reaction or step: damage that the combatant is about to take or has taken, including damage that `absorbed_by` absorbs.",
        r#"steps: { "bloody": (at: AfterDamage, when: "damage_taken >= 5", does: [Gain(Self, "bleeding")]) }"#,
        "";
    "damage_taken_type" in Expression:
        "Type of the damage in `damage_taken`.",
        r#"damage: (vulnerable: "damage_taken_type == 'fire'")"#,
        "";
    "damage_excess" in Expression:
        "Part of the damage in `damage_taken` beyond the remaining hit points.",
        r#"steps: { "crushed": (at: AfterDamage, when: "damage_excess >= 5", does: [Gain(Self, "dead")]) }"#,
        "";
    "effect_value" in Expression:
        "In the `value` of an action: the value that Affray computes for an action without `value`. It is the average damage of the effects plus the value of the conditions that the effects give.",
        r#"actions: { "trip": (target: Enemy, value: "2 * effect_value", does: [Gain(Target, "prone")]) }"#,
        "";
    "self" in Combatant:
        "The combatant who performs the action, reaction or step, or who has the condition.",
        r#"If("self.health < 5", [Gain(Self, "reeling")])"#,
        "";
    "scene" in Combatant:
        "Numbers of the whole scene, such as `scene.alarm`.",
        r#"scene: { "alarm": () }, steps: { "bells": (at: RoundStart, when: "scene.alarm >= 6", does: [Log("The bells ring!")]) }"#,
        "";
    "target" in Combatant:
        "The target of an action, of a reaction, or of the effects in `Every`. `affray check` refuses `target` in parts that have no target.",
        r#"If("target.prone", [Damage(amount: "2")])"#,
        "";
    "attacker" in Combatant:
        "In a reaction, and in a step at `AfterDamage`: the combatant who attacks. In a modifier with `as: Target`: the combatant who rolls. Other parts have no attacker.",
        r#"reactions: { "duck": (at: BeforeDamage, target: Self, when: "not attacker.hidden", does: [Reduce("2")]) }"#,
        "";
    "source" in Combatant:
        "In a condition: the combatant who caused it. In a step at `AllyDowned`: the combatant who went down. In an action or reaction: the acting combatant. Other parts have no source.",
        r#"conditions: { "charmed": (while: "source.up") }"#,
        "";
    "roller" in Combatant:
        "The combatant who rolls. In `dice` and `add`, fields of this combatant need no prefix.",
        r#"tests: { "dodge": (roller: Target, dice: "d20", add: ["roller.fists"], at_least: 12) }"#,
        "";
    "with" in Combatant:
        "The chosen row. `with.name` is its name.",
        r#"actions: { "cut": (target: Enemy, with: "weapons", does: [Damage(dice: "with.damage")]) }"#,
        "";
    "cause" in Combatant:
        "In the modifiers of a condition: the row that caused the condition.",
        r#"conditions: { "cheered": (modifiers: [(to: Field("guard"), add: "cause.weight")]) }"#,
        "";
    "asked" in Combatant:
        "Answer to a row of `asks`, such as `asked.high`.",
        r#"actions: { "aim": (target: Enemy, asks: { "high": (type: YesNo) }, does: [Damage(amount: "either(asked.high, 3, 1)")]) }"#,
        "";
    "result" in Combatant:
        "The last roll of a test. In a reaction, `result` is the roll of the attack, until the reaction makes a roll of its own.",
        r#"If("result.passed", [Damage(dice: "d6")])"#,
        "";
    "side" in Combatant:
        "The side of `self`.",
        r#"If("side.lost > 1", [Gain(Self, "reeling")])"#,
        "";
    "options" in Combatant:
        "The options of the fight.",
        r#"If("options.dark", [Log("It is dark.")])"#,
        "";
    "up" in CombatantValue:
        "True if the combatant is in the fight and can act.",
        r#"If("target.up", [Damage(amount: "1")])"#,
        "";
    "acted" in CombatantValue:
        "True if the combatant's turn in this round is over.",
        r#"If("not target.acted", [Log("Caught unready!")])"#,
        "";
    "players" in CombatantValue:
        "True if the players run the combatant.",
        r#"If("self.players", [Log("Well done.")])"#,
        "";
    "is_self" in CombatantValue:
        "True if the combatant is `self`.",
        r#"actions: { "gird": (target: Any, default_target: "target.is_self", does: [Gain(Target, "guarded")]) }"#,
        "";
    "preparing" in CombatantValue:
        "True if the combatant has started an action with `delay`.",
        r#"If("target.preparing", [Log("The chant!")])"#,
        "";
    "can_escape" in CombatantValue:
        "True if the combatant has a condition that `Escape` can end.",
        r#"actions: { "wriggle": (when: "self.can_escape", does: [Escape]) }"#,
        "";
    "tick" in CombatantValue:
        "Tick of the combatant.",
        r#"If("target.tick > self.tick", [Log("Faster!")])"#,
        "";
    "down" in CombatantValue:
        "Built-in condition in every system: no hit points are left. To make a combatant go down, `Set` the hit points to 0. To defeat a combatant who has hit points left, write a condition with `out: Defeated`.",
        r#"steps: { "dying": (at: RoundEnd, when: "self.down", does: [Gain(Self, "dead")]) }"#,
        "The row shows *down*.";
    "dead" in CombatantValue:
        "Built-in condition in every system: the combatant is dead and does not take part in later fights.",
        r#"steps: { "dies": (at: Downed, does: [Gain(Self, "dead")]) }"#,
        "The row shows *dead*.";
    "fled" in CombatantValue:
        "Built-in condition in every system: the combatant has left the fight.",
        r#"Gain(Self, "fled")"#,
        "The row shows *gone*.";
    "total" in ResultValue:
        "Total of the roll, including modifiers.",
        r#"If("result.total >= 20", [Gain(Target, "prone")])"#,
        "";
    "natural" in ResultValue:
        "Sum of the dice without modifiers. For a pool of successes and for exploding dice, the value is the first die, so use `dice_showing` instead.",
        r#"If("result.natural == 20", [Gain(Target, "prone")])"#,
        "";
    "margin" in ResultValue:
        "Total minus target number (with `at_most`, target number minus total). If the margin is below 0, the test failed.",
        r#"If("result.margin >= 5", [Gain(Target, "prone")])"#,
        "";
    "raises" in ResultValue:
        "Number of raises.",
        r#"Damage(amount: "2 + result.raises")"#,
        "";
    "passed" in ResultValue:
        "True if the test passed. With `outcomes`, `passed` is true for the highest outcome. With `outcomes` and a target number, `passed` is true for each outcome that reaches the target number.",
        r#"If("result.passed", [Damage(amount: "2")])"#,
        "";
    "outcome" in ResultValue:
        "Name of the outcome, such as `'passed'`.",
        r#"If("result.outcome == 'failed'", [Log("Not today.")])"#,
        "";
    "test" in ResultValue:
        "Name of the test.",
        r#"If("result.test == 'brawl'", [Damage(amount: "2")])"#,
        "";
    "kind" in ResultValue:
        "Kind of the test.",
        r#"If("result.kind == 'attack'", [Damage(amount: "2")])"#,
        "";
    "action" in ResultValue:
        "Name of the action in progress.",
        r#"If("result.action == 'attack'", [Damage(amount: "2")])"#,
        "";
    "count" in SideValue:
        "Number of combatants that the side had at the start.",
        r#"If("2 * side.lost >= side.count", [Gain(Self, "fled")])"#,
        "";
    "lost" in SideValue:
        "Number of the side's combatants who are down, dead, gone or removed. Combatants hidden from the players do not count.",
        r#"If("side.lost > 0", [Log("Revenge!")])"#,
        "";
}
