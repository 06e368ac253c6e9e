//! The spells of the library: each is cast in a fight of its own and must have the effect of its row. Levels, dice and
//! saves of some are compared with a table written by hand.

use affray::compendium::Compendium;
use affray::ron_text::Source;
use affray::values::{Record, Value};

use crate::support::fight_file::{compendium, course};

/// Level, casting time, save (`half` if a success halves the damage), dice and dice for each higher slot or tier.
const BY_HAND: &str = "
Acid Arrow|2|action|attack|4d4|1d4
Acid Splash|0|action|dex|1d6|1d6
Aid|2|action|-|-|-
Bane|1|action|cha|-|-
Banishment|4|action|cha|-|-
Bless|1|action|-|-|-
Blight|4|action|con half|8d8|1d8
Blindness/Deafness|2|action|con|-|-
Burning Hands|1|action|dex half|3d6|1d6
Call Lightning|3|action|dex half|3d10|1d10
Chain Lightning|6|action|dex half|10d8|-
Chill Touch|0|action|attack|1d8|1d8
Circle of Death|6|action|con half|8d6|2d6
Cloudkill|5|action|con half|5d8|1d8
Cone of Cold|5|action|con half|8d8|1d8
Counterspell|3|reaction|-|-|-
Cure Wounds|1|action|-|1d8|1d8
Disintegrate|6|action|dex|10d6+40|3d6
Dispel Magic|3|action|-|-|-
Eldritch Blast|0|action|attack|1d10|-
Entangle|1|action|str|-|-
Faerie Fire|1|action|dex|-|-
Fear|3|action|wis|-|-
Finger of Death|7|action|con half|7d8+30|-
Fire Bolt|0|action|attack|1d10|1d10
Fireball|3|action|dex half|8d6|1d6
Flame Strike|5|action|dex half|4d6|1d6
Flaming Sphere|2|action|dex half|2d6|1d6
Guiding Bolt|1|action|attack|4d6|1d6
Harm|6|action|con half|14d6|-
Haste|3|action|-|-|-
Heal|6|action|-|70|10
Healing Word|1|bonus|-|1d4|1d4
Hold Monster|5|action|wis|-|-
Hold Person|2|action|wis|-|-
Hunter's Mark|1|bonus|-|-|-
Hypnotic Pattern|3|action|wis|-|-
Ice Storm|4|action|dex half|2d8|1d8
Inflict Wounds|1|action|attack|3d10|1d10
Insect Plague|5|action|con half|4d10|1d10
Lightning Bolt|3|action|dex half|8d6|1d6
Magic Missile|1|action|-|1d4+1|-
Mass Cure Wounds|5|action|-|3d8|1d8
Mass Healing Word|3|bonus|-|1d4|1d4
Meteor Swarm|9|action|dex half|20d6|-
Misty Step|2|bonus|-|-|-
Moonbeam|2|action|con half|2d10|1d10
Poison Spray|0|action|con|1d12|1d12
Polymorph|4|action|wis|-|-
Ray of Frost|0|action|attack|1d8|1d8
Sacred Flame|0|action|dex|1d8|1d8
Sanctuary|1|bonus|-|-|-
Scorching Ray|2|action|attack|2d6|-
Shatter|2|action|con half|3d8|1d8
Shield|1|reaction|-|-|-
Shield of Faith|1|bonus|-|-|-
Shocking Grasp|0|action|attack|1d8|1d8
Sleep|1|action|-|5d8|2d8
Slow|3|action|wis|-|-
Spirit Guardians|3|action|wis half|3d8|1d8
Spiritual Weapon|2|bonus|attack|1d8|1d8
Thunderwave|1|action|con half|2d8|1d8
Vampiric Touch|3|action|attack|3d6|1d6
Vicious Mockery|0|action|wis|1d4|1d4
Wall of Fire|4|action|dex half|5d8|1d8
Web|2|action|dex|-|-
";

/// Formats a spell like the table.
fn in_short(row: &Record) -> String {
    let flag = |key: &str| matches!(row.get(key), Some(Value::Flag(true)));
    let dice = |key: &str| match row.get(key) {
        Some(Value::Dice(dice)) => dice.to_string(),
        _ => String::new(),
    };
    let first = |keys: &[&str]| {
        let mut all = keys.iter().map(|key| dice(key));
        let found = all.find(|dice| !dice.is_empty());
        found.unwrap_or_else(|| "-".to_owned())
    };
    let time = match (flag("bonus_action"), flag("reaction"), flag("minutes")) {
        (true, ..) => "bonus",
        (_, true, _) => "reaction",
        (.., true) => "minutes",
        _ => "action",
    };
    let half = if flag("half_on_save") { " half" } else { "" };
    let save = match row.word("by") {
        "save" => format!("{}{half}", row.word("save")),
        "attack" => "attack".to_owned(),
        _ => "-".to_owned(),
    };
    let level = row.int("level");
    let hurts = first(&["damage", "healing", "hp_pool"]);
    let more = first(&["per_higher_slot", "per_tier"]);
    format!("{}|{level}|{time}|{save}|{hurts}|{more}", row.word("name"))
}

/// Formats dice in a uniform notation.
fn plain(line: &str) -> String {
    line.replace("|1d", "|d")
}

#[test]
fn spells_match_a_table_written_by_hand() {
    let compendium = compendium("d20");
    assert_eq!(compendium.row_errors(), []);
    let rows = compendium.ready_rows("spells");
    assert_eq!(rows.len(), 319);
    let mut checked = 0;
    for line in BY_HAND.trim().lines() {
        let name = line.split('|').next().unwrap_or_default();
        let row = rows.iter().find(|row| row.word("name") == name);
        let row = row.unwrap_or_else(|| panic!("there is no {name}"));
        assert_eq!(plain(&in_short(row)), plain(line));
        checked += 1;
    }
    assert_eq!(checked, 66);
}

/// Returns a step that rolls 1 on this number of dice.
fn rolled(dice: i64) -> String {
    let many = usize::try_from(dice).unwrap_or(0);
    format!("roll {}", vec!["1"; many].join("+"))
}

/// Parts of a row that a fight shows.
struct Spell<'r> {
    row: &'r Record,
    name: &'r str,
    level: i64,
}

impl Spell<'_> {
    fn flag(&self, key: &str) -> bool {
        matches!(self.row.get(key), Some(Value::Flag(true)))
    }

    fn has(&self, key: &str) -> bool {
        matches!(self.row.get(key), Some(Value::Dice(_)))
    }

    /// Returns the number of dice in a column, and the number added to them.
    fn dice(&self, key: &str) -> (i64, i64) {
        match self.row.get(key) {
            Some(Value::Dice(dice)) => (i64::try_from(dice.count()).unwrap_or(0), dice.modifier()),
            _ => (0, 0),
        }
    }

    /// Returns a roll of a column's dice, with `more` added this number of times, in which all dice show 1, and its
    /// total.
    fn ones(&self, key: &str, more: i64) -> (Option<String>, i64) {
        let ((count, plus), (extra, extra_plus)) = (self.dice(key), self.dice("per_higher_slot"));
        let count = count + more * extra;
        let total = count + plus + more * extra_plus;
        let roll = (count > 0).then(|| rolled(count));
        (roll, total)
    }

    /// Returns the bonus to damage and healing: Mia's spellcasting modifier, 3.
    fn modifier(&self) -> i64 {
        if self.flag("adds_modifier") { 3 } else { 0 }
    }

    /// Returns the number of levels by which a slot exceeds the spell's level.
    fn steps(&self, slot: i64) -> i64 {
        let step = self.row.int("slot_step").max(1);
        ((slot - self.level) / step).max(0)
    }

    fn cast(&self) -> Vec<String> {
        vec!["do cast a".to_owned()]
    }

    /// Returns the steps that cast the spell with a slot at a target, and their checks. `saved` is true if the target
    /// saves.
    fn at(&self, target: &str, slot: i64, saved: bool, hp: i64) -> Vec<String> {
        let more = self.steps(slot);
        let mut steps = Vec::new();
        let raised = if slot > self.level {
            format!(", slot={slot}")
        } else {
            String::new()
        };
        steps.push(format!("set with={}, target={target}{raised}", self.name));
        steps.extend(self.lands(target, more, saved, hp));
        steps
    }

    /// Returns the effect of the spell on a target with this number of hit points.
    fn lands(&self, target: &str, more: i64, saved: bool, hp: i64) -> Vec<String> {
        let mut steps = Vec::new();
        match self.row.word("by") {
            "save" => steps.push(if saved { "roll 19" } else { "roll 2" }.to_owned()),
            "attack" => steps.push(if saved { "roll 2" } else { "roll 12" }.to_owned()),
            _ => {}
        }
        let half = self.flag("half_on_save");
        if saved && !half {
            steps.push(format!("? {target} hp {hp}"));
            return steps;
        }
        if self.has("hp_pool") {
            return steps;
        }
        let mut left = hp;
        let less = |total: i64| if saved { total / 2 } else { total };
        if self.has("damage") {
            let (roll, total) = self.ones("damage", more);
            steps.extend(roll);
            left -= less(total + self.modifier());
            if self.has("extra_damage") {
                let (count, plus) = self.dice("extra_damage");
                steps.push(rolled(count));
                left -= less(count + plus);
            }
        }
        if self.has("healing") {
            let (roll, total) = self.ones("healing", more);
            steps.extend(roll);
            left += total + self.modifier();
        }
        if self.has("temporary") {
            let (roll, total) = self.ones("temporary", more);
            steps.extend(roll);
            steps.push(format!("? {target} temp_hp {total}"));
        }
        let bonus = self.row.int("hp_bonus");
        left += bonus * (1 + more);
        steps.push(format!("? {target} hp {left}"));
        for key in ["condition", "second_condition"] {
            let condition = self.row.word(key);
            if !saved && !["", "none"].contains(&condition) {
                steps.push(format!("? {target} has {condition}"));
            }
        }
        steps
    }
}

/// Casts a spell at a combatant and runs more steps; errors are added to `wrong` with the name of the spell.
fn plays(
    compendium: &Compendium,
    spell: &Spell<'_>,
    hp: i64,
    steps: &[String],
    wrong: &mut Vec<String>,
) {
    let slots = (1..=9).map(|level| format!("max_slots_{level}: 3"));
    let slots: Vec<String> = slots.collect();
    let setup = format!(
        r#"title: "a spell", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")], combatants: [
            (name: "Mia", side: "Party", sheet: (max_hp: 900, hp: {hp}, ac: 15, spell_modifier: 3, spell_dc: 15, spell_attack: 5, {}, spells: ["{}"])),
            (name: "Gnoll", side: "Foes", sheet: (max_hp: 900, hp: {hp}, ac: 15)),
        ]"#,
        slots.join(", "),
        spell.name
    );
    let mut course = course(compendium, &setup, &["roll 20 1"]);
    for step in steps {
        if let Err(why) = course.step(step) {
            let standing = course.standing();
            wrong.push(format!(
                "{}: `{step}`: {why}\n{standing}\n{steps:?}",
                spell.name
            ));
            return;
        }
    }
}

#[test]
fn every_spell_does_what_its_row_says() {
    let compendium = compendium("d20");
    let (mut acting, mut refused, mut noted) = (0, 0, 0);
    let mut wrong = Vec::new();
    for row in compendium.ready_rows("spells") {
        let (name, level) = (row.word("name"), row.int("level"));
        let spell = Spell { row, name, level };
        let kind = spell.row.word("by");
        if spell.flag("minutes") || spell.flag("reaction") {
            let why = if spell.flag("minutes") {
                "takes longer than a turn"
            } else {
                "is cast as a reaction"
            };
            plays(
                &compendium,
                &spell,
                500,
                &[format!("? refuses cast a :: {why}")],
                &mut wrong,
            );
            refused += 1;
            continue;
        }
        if kind == "table" {
            let mut steps = spell.cast();
            steps.push(format!("set with={name}, target=a"));
            let condition = row.word("condition");
            let sure = !condition.is_empty();
            steps.extend(sure.then(|| format!("? a has {condition}")));
            steps.extend((level > 0).then(|| format!("? a slots_{level} 2")));
            steps.extend(
                spell
                    .flag("concentration")
                    .then(|| "? a has concentrating".to_owned()),
            );
            let words = row.word("note");
            steps.push(format!("? log {words}"));
            plays(&compendium, &spell, 500, &steps, &mut wrong);
            noted += 1;
            continue;
        }
        acting += 1;
        let heals = spell.has("healing") || spell.has("temporary");
        let target = if heals { "a" } else { "b" };
        let rays = row.int("rays").max(1);
        for saved in [false, true] {
            if saved && kind == "touch" {
                continue;
            }
            let mut steps = spell.cast();
            if spell.flag("later") {
                steps.push(format!("set with={name}, target={target}"));
                steps.push(format!("? {target} hp 500"));
                steps.push(
                    if row.word("again") == "any_time" {
                        "do zone a"
                    } else {
                        "do again a"
                    }
                    .to_owned(),
                );
                if row.word("again") == "action" {
                    steps.pop();
                    steps.extend(
                        ["do end-turn a", "do end-turn b", "do again a"].map(str::to_owned),
                    );
                }
            }
            steps.extend(spell.at(target, level, saved, 500));
            if spell.has("hp_pool") {
                // The dice cannot reach 500 hit points.
                let (roll, _) = spell.ones("hp_pool", 0);
                steps.extend(roll);
                steps.push("? log Too many hit points".to_owned());
                plays(&compendium, &spell, 500, &steps, &mut wrong);
                let few = steps.len() - 1;
                steps.truncate(few);
                steps.push(format!("? b has {}", row.word("condition")));
                plays(&compendium, &spell, 3, &steps, &mut wrong);
                continue;
            }
            let mut hp = 500;
            for _ in 1..rays {
                let (_, total) = spell.ones("damage", 0);
                hp -= if saved { 0 } else { total };
                steps.push(format!("set target={target}"));
                steps.extend(spell.lands(target, 0, saved, hp));
            }
            steps.extend((level > 0).then(|| format!("? a slots_{level} 2")));
            steps.extend(
                spell
                    .flag("concentration")
                    .then(|| "? a has concentrating".to_owned()),
            );
            plays(&compendium, &spell, 500, &steps, &mut wrong);
        }
        let grows = spell.has("per_higher_slot")
            && (spell.has("damage") || spell.has("healing") || spell.has("temporary"));
        if (1..=7).contains(&level) && grows && !spell.flag("later") {
            let mut steps = spell.cast();
            steps.extend(spell.at(target, level + 2, false, 500));
            steps.push(format!("? a slots_{} 2", level + 2));
            plays(&compendium, &spell, 500, &steps, &mut wrong);
        }
    }
    assert_eq!(
        (acting, refused, noted),
        (131, 63, 125),
        "spells that act, are refused in a turn, are notes"
    );
}

#[test]
fn a_sheet_can_name_spells_of_the_library_and_an_unknown_name_is_an_error() {
    let compendium = compendium("d20");
    let roster = |spells: &str| {
        let text = format!("[(name: \"Mia\", max_hp: 9, spells: [{spells}])]");
        compendium.read_roster(&Source::new("own.ron", &text), true)
    };
    let (mia, wrong) = roster("\"fireball\", (name: \"Own\", by: \"touch\"), \"Bless\"");
    assert_eq!(wrong, []);
    let names: Vec<&str> = mia[0]
        .given
        .list("spells")
        .iter()
        .map(|row| row.word("name"))
        .collect();
    assert_eq!(names, ["Fireball", "Own", "Bless"]);
    assert_eq!(mia[0].given.list("spells")[0].word("damage_type"), "fire");
    let (none, wrong) = roster("\"Firebal\"");
    assert!(none.is_empty());
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert!(
        told.join("\n").contains("did you mean `Fireball`?"),
        "{told:?}"
    );
}
