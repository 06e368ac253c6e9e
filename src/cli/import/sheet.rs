//! Conversion of stat blocks to records for a sheet, with notes for parts that a sheet cannot express.

use super::block::{ABILITIES, Block, Lost, Part, Reason, Section, first_number, modifier};
use super::effect::{
    Damage, Effects, Imposed, Left, Outcome, TYPES, damage, is_for_the_table, number_word,
};
use super::fields::Fields;
use super::multiattack::{self, Counts, Used};
use super::phrase;
use super::record::{Cell, Foreign};
use super::sentence::{self, Attack, Power, sentences};
use super::spells::Casting;
use super::traits::{self, Meaning};
use crate::text::{ELLIPSIS, LINE_LIMIT};

/// Skills with a separate field on the sheet.
const SKILLS: [&str; 5] = [
    "athletics",
    "acrobatics",
    "stealth",
    "medicine",
    "perception",
];
/// Number of targets of an area effect: as many as the sheet allows.
const EVERYONE: &str = "40";
/// Number of legendary actions in each round if a block states no number.
const USUAL_LEGENDARY: i64 = 3;
const SIZES: [&str; 6] = ["tiny", "small", "medium", "large", "huge", "gargantuan"];

/// Fields of the sheet for the number of times that an attack is made in each multiattack.
const TIMES: [&str; multiattack::MOST_CHOICES] = [
    "times in a multiattack",
    "multiattack_second",
    "multiattack_third",
    "multiattack_fourth",
    "multiattack_fifth",
    "multiattack_sixth",
];

/// Fields of the sheet for the number of times that a power is used in each multiattack.
const POWER_TIMES: [&str; multiattack::MOST_CHOICES] = [
    "multiattack_count",
    "multiattack_second",
    "multiattack_third",
    "multiattack_fourth",
    "multiattack_fifth",
    "multiattack_sixth",
];

/// Fields of power rows that only some lists have, each with the reason to report if another list loses the field.
/// `targets` has no reason, because the form asks which combatants are near an aura or a burst.
const OF_SOME_LISTS: [(&str, Option<Reason>); 10] = [
    ("targets", None),
    ("only_types", Some(Reason::Targets)),
    ("never_types", Some(Reason::Targets)),
    ("immune_after", Some(Reason::Immunity)),
    ("petrifies", Some(Reason::Effect)),
    ("petrifies_by", None),
    ("pushes", Some(Reason::Effect)),
    ("second_condition", Some(Reason::Effect)),
    ("second_margin", Some(Reason::Effect)),
    ("second_ends_on", Some(Reason::Effect)),
];
/// Fields of [`OF_SOME_LISTS`] that rows of auras have.
const OF_AURAS: [&str; 5] = [
    "only_types",
    "never_types",
    "immune_after",
    "petrifies",
    "petrifies_by",
];
const OF_LEGENDS: [&str; 7] = [
    "targets",
    "only_types",
    "never_types",
    "immune_after",
    "second_condition",
    "second_margin",
    "second_ends_on",
];

/// Value of a field from a trait, with the trait's name and text.
struct Trait {
    field: &'static str,
    value: String,
    part: String,
    text: String,
}

/// Rows and numbers from the parts of a block.
pub(super) struct Acts<'a> {
    fields: Fields<'a>,
    attacks: Vec<Attack>,
    /// Alternatives of the multiattack.
    choices: Vec<Counts>,
    powers: Vec<(Power, i64, i64)>,
    legendary: Vec<Foreign>,
    lair: Vec<Foreign>,
    /// Powers on the creature itself, auras, and bursts at its death.
    own: Vec<Foreign>,
    auras: Vec<Foreign>,
    bursts: Vec<Foreign>,
    /// Conditions that the creature always has.
    always: Vec<&'static str>,
    traits: Vec<Trait>,
    casting: Casting,
    magic_weapons: bool,
    /// Names of parts that do not matter in a fight.
    no_matter: Vec<String>,
    remarks: Vec<String>,
    lost: Vec<Lost>,
}

impl<'a> Acts<'a> {
    /// Reads the parts of a block.
    pub(super) fn read(parts: &[Part], fields: Fields<'a>) -> Self {
        let mut acts = Self {
            fields,
            attacks: Vec::new(),
            choices: Vec::new(),
            powers: Vec::new(),
            legendary: Vec::new(),
            lair: Vec::new(),
            own: Vec::new(),
            auras: Vec::new(),
            bursts: Vec::new(),
            always: Vec::new(),
            traits: Vec::new(),
            casting: Casting::default(),
            magic_weapons: false,
            no_matter: Vec::new(),
            remarks: Vec::new(),
            lost: Vec::new(),
        };
        let of = |sections: &[Section]| {
            let sections = sections.to_vec();
            parts
                .iter()
                .filter(move |part| sections.contains(&part.section))
        };
        for part in of(&[Section::Action, Section::Lair]) {
            match part.section {
                Section::Lair => acts.lair(part),
                _ => acts.action(part),
            }
        }
        for part in of(&[
            Section::Trait,
            Section::Bonus,
            Section::Reaction,
            Section::Mythic,
        ]) {
            acts.trait_(part);
        }
        for (nth, part) in of(&[Section::Action])
            .filter(|part| is_multiattack(part))
            .enumerate()
        {
            if nth > 0 {
                acts.lose(part, Reason::Choice, &part.text);
                continue;
            }
            let names: Vec<String> = acts
                .powers
                .iter()
                .map(|(power, ..)| power.name.clone())
                .collect();
            let (choices, left) =
                multiattack::multiattack(&part.text, &acts.attacks, &names, &acts.no_matter);
            acts.choices = choices;
            acts.lose_all(part, left);
            if part.name.contains('(') {
                let is_of_form = part.name.to_ascii_lowercase().contains("form");
                let reason = if is_of_form {
                    Reason::Table
                } else {
                    Reason::Choice
                };
                acts.lose(part, reason, &part.name);
            }
        }
        for part in of(&[Section::Legendary]) {
            acts.legendary_act(part);
        }
        acts
    }

    fn lose(&mut self, part: &Part, reason: Reason, text: &str) {
        self.lost.push(Lost::new(&part.name, reason, text));
    }

    fn lose_all(&mut self, part: &Part, left: Left) {
        for (reason, text) in left {
            self.lose(part, reason, &text);
        }
    }

    /// Reads a trait, a reaction or another part that is not an action on the creature's turn.
    fn trait_(&mut self, part: &Part) {
        let name = part.name.to_ascii_lowercase();
        let base = base_of(&name);
        let low = part.text.to_ascii_lowercase();
        let reason = match part.section {
            Section::Reaction => Reason::Reaction,
            Section::Bonus => Reason::Bonus,
            Section::Mythic => Reason::Mythic,
            _ => Reason::Trait,
        };
        if reason == Reason::Trait && base.contains("spellcasting") {
            return self.spells(part);
        }
        let mut set = |field: &'static str, value: String| {
            self.traits.push(Trait {
                field,
                value,
                part: part.name.clone(),
                text: part.text.clone(),
            });
        };
        let is_set = match traits::meaning(base, &low) {
            Some(Meaning::Remark) => {
                self.no_matter.push(part.name.clone());
                true
            }
            Some(Meaning::MagicWeapons) => {
                self.magic_weapons = true;
                true
            }
            Some(Meaning::Flag(field)) => {
                set(field, "yes".to_owned());
                true
            }
            Some(Meaning::Number(field, after)) => {
                let number = low
                    .split_once(after)
                    .and_then(|(_, rest)| first_number(rest));
                number
                    .map(|number| set(field, number.to_string()))
                    .is_some()
            }
            Some(Meaning::SixSided(field)) => {
                let dice = low.split_once("d6)").and_then(|(before, _)| {
                    let number = before.rsplit('(').next()?;
                    number.parse::<i64>().ok()
                });
                dice.map(|dice| set(field, dice.to_string())).is_some()
            }
            Some(Meaning::LegendaryResistance) => {
                if part.uses > 0 {
                    set("max_legendary_resistances", part.uses.to_string());
                }
                part.uses > 0
            }
            Some(Meaning::Resilience) => {
                let saves = resilience(&low);
                if !saves.is_empty() {
                    set("save_advantages", saves.join(", "));
                }
                let sleepless = low.contains("can't put") && low.contains("to sleep");
                if sleepless {
                    set("sleepless", "yes".to_owned());
                }
                !saves.is_empty()
            }
            Some(Meaning::QuickActions) => {
                let actions = ["dash", "disengage", "hide"];
                let actions: Vec<&str> = actions
                    .into_iter()
                    .filter(|word| low.contains(word))
                    .collect();
                set("quick_actions", actions.join(", "));
                !actions.is_empty()
            }
            Some(Meaning::Heat) => {
                let hit = low.split_once("hits it with a melee attack");
                let heat = hit
                    .and_then(|(_, rest)| rest.split_once(" takes "))
                    .and_then(|(_, rest)| damage(rest));
                if let Some((heat, _)) = &heat {
                    set("heat", heat.dice.clone());
                    set("heat_type", heat.kind.clone());
                }
                // Its other effects on creatures and weapons near it do not act.
                heat.is_some() && base == "heated body"
            }
            Some(Meaning::Barbs) => {
                let barbs = low.split_once(" deals ").and_then(|(_, rest)| damage(rest));
                let barbs = barbs.filter(|(barbs, _)| barbs.kind == "piercing");
                if let Some((barbs, _)) = &barbs {
                    set("barbs", barbs.dice.clone());
                }
                barbs.is_some()
            }
            Some(Meaning::Always(condition)) => {
                self.always.push(condition);
                true
            }
            Some(Meaning::Rampage) => {
                let said = low.rsplit_once(" and make a ").map(|(_, said)| said);
                let which = said.and_then(|said| multiattack::named(said, &self.attack_names()));
                let name = which.map(|which| self.attacks[which].name.clone());
                if let Some(value) = name.clone() {
                    self.traits.push(Trait {
                        field: "rampage",
                        value,
                        part: part.name.clone(),
                        text: part.text.clone(),
                    });
                }
                name.is_some()
            }
            Some(Meaning::Regrowth) => self.regrowth(&low),
            Some(Meaning::Aura) => self.aura(part),
            Some(Meaning::Burst) => self.burst(part),
            Some(Meaning::Regeneration) => return self.regeneration(part, &low),
            Some(Meaning::Charge) => self.charge(part),
            None => {
                let moves = reason == Reason::Bonus && moves_only(part);
                if moves {
                    self.no_matter.push(part.name.clone());
                }
                moves
            }
        };
        if !is_set {
            self.lose(part, variant(part).unwrap_or(reason), &part.text);
        }
    }

    /// Reads the hit points regained each turn, and the events that stop regeneration.
    fn regeneration(&mut self, part: &Part, low: &str) {
        let number = low
            .split_once("regains ")
            .and_then(|(_, rest)| first_number(rest));
        let Some(number) = number else {
            return self.lose(part, Reason::Trait, &part.text);
        };
        let stops = low.split_once(" takes ").and_then(|(_, rest)| {
            let (kinds, _) = rest.split_once(" damage")?;
            let kinds = kinds.split([' ', ',']).filter(|word| !word.is_empty());
            let kinds: Vec<&str> = kinds.filter(|word| *word != "or").collect();
            let known = |word: &&str| phrase::DAMAGE_KINDS.contains(word);
            kinds.iter().all(known).then(|| kinds.join(", "))
        });
        let is_at_0 = low.contains("dies only if it starts its turn with 0 hit points");
        let fields = [
            ("regeneration", number.to_string()),
            ("regeneration_stops", stops.unwrap_or_default()),
            (
                "regeneration_at_0",
                if is_at_0 { "yes" } else { "" }.to_owned(),
            ),
        ];
        for (field, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
            self.traits.push(Trait {
                field,
                value,
                part: part.name.clone(),
                text: part.text.clone(),
            });
        }
        if low.contains("sunlight") || low.contains("holy water") {
            self.lose(part, Reason::Trait, &part.text);
        }
    }

    /// Adds a charge to the row of its attack. Returns `false` if the block does not have the attack.
    fn charge(&mut self, part: &Part) -> bool {
        let all = sentences(&part.text);
        let Some((first, others)) = all.split_first() else {
            return false;
        };
        let low = first.to_ascii_lowercase();
        let Some((before, rest)) = low.split_once(" on the same turn, ") else {
            return false;
        };
        let names = self.attack_names();
        let Some((_, said)) = before.rsplit_once(" with ") else {
            return false;
        };
        let Some(which) = multiattack::named(said, &names) else {
            return false;
        };
        let mut outcome = Outcome::of_hit();
        let attack = &mut self.attacks[which];
        if !attack.effects.is_empty() || attack.on_charge || attack.charge.is_some() {
            return false;
        }
        match rest.split_once(" takes an extra ") {
            Some((_, extra)) => {
                let kind = attack.damage.as_ref().map(|first| first.kind.clone());
                let is_same =
                    |extra: &Damage| extra.kind.is_empty() || Some(&extra.kind) == kind.as_ref();
                match damage(extra).filter(|(extra, _)| is_same(extra)) {
                    Some((damage, end)) => {
                        attack.charge = Some(damage);
                        let tail = extra[end..].trim_matches([',', '.', ' ']);
                        if !tail.is_empty() {
                            outcome.read(tail);
                        }
                    }
                    None => outcome.lose(Reason::MoreDamage, first),
                }
            }
            None => outcome.read(rest),
        }
        for sentence in others {
            match follow_up(sentence, &names) {
                Some(other) => attack.follow_up.clone_from(&names[other]),
                None => outcome.read(sentence),
            }
        }
        let (effects, left) = outcome.finish();
        attack.on_charge = !effects.is_empty();
        attack.effects = effects;
        self.lose_all(part, left);
        true
    }

    /// Returns rows of a list without the fields that this list does not have. The meaning of a removed field is lost.
    fn rows_of(&mut self, part: &Part, rows: Vec<Foreign>, known: &[&str]) -> Vec<Foreign> {
        let mut rows = rows;
        for row in &mut rows {
            let is_known = |word: &str| known.contains(&word);
            for (word, reason) in OF_SOME_LISTS {
                let has = row.fields.iter().any(|(one, _)| **one == *word);
                if !has || is_known(word) {
                    continue;
                }
                row.fields.retain(|(one, _)| **one != *word);
                if let Some(reason) = reason {
                    self.lose(part, reason, &part.text);
                }
            }
        }
        rows
    }

    fn attack_names(&self) -> Vec<String> {
        self.attacks
            .iter()
            .map(|attack| attack.name.clone())
            .collect()
    }

    /// Limits the attack with missiles that grow again, as in "has twenty-four tail spikes".
    fn regrowth(&mut self, low: &str) -> bool {
        let names = self.attack_names();
        let Some((_, said)) = low.split_once(" has ") else {
            return false;
        };
        let Some((number, said)) = said.split_once(' ') else {
            return false;
        };
        let which = multiattack::named(said, &names);
        match (number_word(number), which) {
            (Some(number), Some(which)) if low.contains("finishes a long rest") => {
                self.attacks[which].uses = number;
                true
            }
            _ => false,
        }
    }

    /// Reads an effect on creatures that begin their turn nearby. The GM decides who is near, and who looks away.
    fn aura(&mut self, part: &Part) -> bool {
        let lines = part.text.lines().filter(|line| !looks_away(line));
        let text = lines.collect::<Vec<_>>().join("\n");
        let low = text.to_ascii_lowercase();
        let Some(at) = low
            .find("dc ")
            .filter(|at| low[..*at].contains("starts its turn within"))
        else {
            return false;
        };
        let whom = low[..at]
            .split(" starts its turn")
            .next()
            .unwrap_or_default();
        let whom = whom.strip_suffix(" that").unwrap_or(whom);
        let rest = [
            "if the two can see each other",
            "if it can see the creature",
        ]
        .iter()
        .fold(text[at..].to_owned(), |rest, words| rest.replace(words, ""));
        let able = [" saving throw if the ", " saving throw, unless the "];
        let able = able.iter().find_map(|words| rest.find(words));
        let rest = match (able, rest.find(". ")) {
            (Some(from), Some(to)) if from < to && rest[from..to].contains("incapacitated") => {
                format!("{} saving throw{}", &rest[..from], &rest[to..])
            }
            _ => rest,
        };
        let alone = Part {
            text: format!("{} must make a {rest}", capital(whom)),
            ..part.clone()
        };
        let Some((powers, left)) = sentence::powers(&alone) else {
            return false;
        };
        let rows = powers.iter().map(power_row).collect();
        let rows = self.rows_of(part, rows, &OF_AURAS);
        self.auras.extend(rows);
        self.lose_all(part, left);
        true
    }

    /// Reads an effect on creatures that are near the creature when it dies.
    fn burst(&mut self, part: &Part) -> bool {
        let all = sentences(&part.text);
        let Some((first, rest)) = all.split_first() else {
            return false;
        };
        let low = first.to_ascii_lowercase();
        // The save is in the first sentence or in those after it.
        let first = low.split_once(" dies, it explodes, and ");
        let plain = low.contains(" dies, it explodes in ") && !low.contains("must");
        if !low.starts_with("when the ") || !plain && first.is_none() {
            return false;
        }
        let first = first.map(|(_, rest)| rest.to_owned());
        let all = first.iter().chain(rest);
        let alone = Part {
            text: all.map(|one| format!("{one}. ")).collect(),
            ..part.clone()
        };
        let Some((powers, left)) = sentence::powers(&alone) else {
            return false;
        };
        let rows = powers.iter().map(power_row).collect();
        let rows = self.rows_of(part, rows, &[]);
        self.bursts.extend(rows);
        self.lose_all(part, left);
        true
    }

    /// Reads invisibility that lasts until the creature attacks.
    fn own_power(&mut self, part: &Part) -> bool {
        let low = part.text.to_ascii_lowercase();
        let Some((_, ends)) = ["it", "she", "he"]
            .iter()
            .find_map(|who| low.split_once(&*format!(" turns invisible until {who} attacks")))
        else {
            return false;
        };
        let ends = ends.split('.').next().unwrap_or_default();
        let casts = ends.contains("casts a spell");
        let rest = [
            "casts a spell",
            "concentration ends",
            "(as if concentrating on a spell)",
        ]
        .iter()
        .fold(ends.to_owned(), |rest, words| rest.replace(words, ""));
        let known = ["or", "until", "its", "her", "his"];
        let mut rest = rest
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        if rest.any(|word| !known.contains(&word)) || !part.limit.is_empty() {
            return false;
        }
        let mut row = Foreign::at(&part.name);
        row.put("name", &part.name);
        row.put("condition", "invisible");
        row.put("ends_on", if casts { "attack_or_spell" } else { "attack" });
        put_flag(&mut row, "concentration", ends.contains("concentration"));
        put_number(&mut row, "recharge", part.recharge);
        put_number(&mut row, "uses", part.uses);
        self.own.push(row);
        true
    }

    /// Reads the DC, the attack bonus, the slots and the spells of a caster.
    fn spells(&mut self, part: &Part) {
        let mut casting = Casting::read(part, self.fields);
        let left = std::mem::take(&mut casting.left);
        let mine = &mut self.casting;
        mine.dc = mine.dc.or(casting.dc);
        mine.attack = mine.attack.or(casting.attack);
        mine.level = mine.level.or(casting.level);
        for (mine, slots) in mine.slots.iter_mut().zip(casting.slots) {
            *mine = (*mine).max(slots);
        }
        mine.names.append(&mut casting.names);
        for text in left {
            self.lose(part, Reason::Spells, &text);
        }
    }

    fn action(&mut self, part: &Part) {
        let low = part.name.to_ascii_lowercase();
        if is_multiattack(part) {
            return;
        }
        if low.starts_with("lair action") {
            return self.lair(part);
        }
        if low.contains("spellcasting") {
            return self.spells(part);
        }
        if self.fields.has("own_powers") && self.own_power(part) {
            return;
        }
        if let Some((attacks, left)) = sentence::attacks(part) {
            for attack in &attacks {
                if attack.long_range > attack.range {
                    let range = format!(
                        "{}: range {}/{} ft.",
                        attack.name, attack.range, attack.long_range
                    );
                    self.remarks.push(range);
                }
            }
            self.attacks.extend(attacks);
            self.lose_all(part, left);
            if !part.limit.is_empty() {
                self.lose(part, Reason::Limit, &limit_of(part));
            }
        } else if let Some((powers, left)) = sentence::powers(part) {
            let limits = (part.recharge, part.uses);
            self.powers
                .extend(powers.into_iter().map(|power| (power, limits.0, limits.1)));
            self.lose_all(part, left);
            if !part.limit.is_empty() {
                self.lose(part, Reason::Limit, &limit_of(part));
            }
        } else if moves_only(part)
            || traits::meaning(base_of(&low), &part.text.to_ascii_lowercase())
                == Some(Meaning::Remark)
        {
            self.no_matter.push(part.name.clone());
        } else {
            let limit = limit_of(part);
            let text = if limit.is_empty() {
                part.text.clone()
            } else {
                format!("({limit}) {}", part.text)
            };
            self.lose(part, variant(part).unwrap_or(Reason::Action), &text);
        }
    }

    /// Reads lair actions, each on a separate line.
    fn lair(&mut self, part: &Part) {
        let lines = part
            .text
            .lines()
            .map(|line| line.trim_start_matches(['•', '-', ' ']));
        let several = part.text.contains('•');
        for line in lines {
            if several && line.contains("following effects") {
                self.lose(part, Reason::Lair, line);
                continue;
            }
            let name = if several {
                format!("Lair action {}", self.lair.len() + 1)
            } else {
                part.name.clone()
            };
            let alone = Part {
                name,
                text: line.to_owned(),
                ..part.clone()
            };
            match sentence::powers(&alone) {
                Some((powers, left)) => {
                    let rows = powers.iter().map(power_row).collect();
                    let rows = self.rows_of(&alone, rows, &["targets", "second_condition"]);
                    self.lair.extend(rows);
                    self.lose_all(&alone, left);
                }
                None => self.lose(part, Reason::Lair, line),
            }
        }
    }

    fn legendary_act(&mut self, part: &Part) {
        let names: Vec<String> = self
            .powers
            .iter()
            .map(|(power, ..)| power.name.clone())
            .collect();
        let mut rows = Vec::new();
        if let Some((used, is_whole)) = multiattack::repeated(&part.text, &self.attacks, &names) {
            let many = used.len();
            if !is_whole {
                self.lose(part, Reason::Choice, &part.text);
            }
            for one in used {
                let mut row = match one {
                    Used::Attack(which) => {
                        let mut row = Foreign::at(&part.name);
                        row.put("attack", &self.attacks[which].name);
                        row
                    }
                    Used::Power(which) => {
                        let (power, recharge, uses) = &self.powers[which];
                        if *recharge > 0 || *uses > 0 {
                            self.lost
                                .push(Lost::new(&part.name, Reason::Limit, &power.name));
                        }
                        power_row(power)
                    }
                };
                let what = match one {
                    Used::Attack(which) => &self.attacks[which].name,
                    Used::Power(which) => &names[which],
                };
                row.fields.retain(|(word, _)| **word != *"name");
                let name = if many > 1 {
                    format!("{}, {what}", part.name)
                } else {
                    part.name.clone()
                };
                row.put("name", &name);
                rows.push(row);
            }
        } else if let Some((powers, left)) = sentence::powers(part) {
            let [power] = powers.as_slice() else {
                return self.lose(part, Reason::Legendary, &part.text);
            };
            rows.push(power_row(power));
            self.lose_all(part, left);
        } else if let Some(casts) = casts_one(&part.text) {
            let mut row = Foreign::at(&part.name);
            row.put("name", &part.name);
            row.put("casts", casts);
            rows.push(row);
        } else if moves_only(part) {
            // A row without numbers needs no roll.
            let mut row = Foreign::at(&part.name);
            row.put("name", &part.name);
            rows.push(row);
            self.no_matter.push(part.name.clone());
        } else {
            return self.lose(part, Reason::Legendary, &part.text);
        }
        for mut row in self.rows_of(part, rows, &OF_LEGENDS) {
            if part.cost != 1 {
                row.put("cost", &part.cost.to_string());
            }
            self.legendary.push(row);
        }
    }
}

/// Returns what an action lets its creature cast, as a keyword of the sheet: one of its cantrips or spells. `None` if
/// the text says more.
fn casts_one(text: &str) -> Option<&'static str> {
    let low = text.trim().to_lowercase();
    let (_, what) = low.strip_suffix('.')?.split_once(" casts ")?;
    match what {
        "a cantrip" => Some("cantrip"),
        "a spell from its list of prepared spells, using a spell slot as normal" => Some("spell"),
        _ => None,
    }
}

/// Returns the conditions against which a trait gives advantage on saves, as keywords of the sheet.
fn resilience(low: &str) -> Vec<&'static str> {
    if low.contains("turns undead") {
        return vec!["turned"];
    }
    if low.ends_with("on intelligence, wisdom, and charisma saving throws against magic.") {
        return vec!["mental"];
    }
    let Some((_, said)) = low.split_once("saving throws ") else {
        return Vec::new();
    };
    let known = [
        "blinded",
        "charmed",
        "deafened",
        "frightened",
        "paralyzed",
        "petrified",
        "poisoned",
        "prone",
        "restrained",
        "stunned",
        "unconscious",
    ];
    known
        .into_iter()
        .filter(|word| said.contains(word))
        .collect()
}

/// Finds the attack that follows a charge: "If the target is prone, the lion can make one bite attack against it as a
/// bonus action."
fn follow_up(sentence: &str, names: &[String]) -> Option<usize> {
    let low = sentence.to_ascii_lowercase();
    let (head, rest) = low.split_once(" can make ")?;
    let fits = head.starts_with("if the target is prone, the ")
        && rest
            .trim_end_matches('.')
            .ends_with(" against it as a bonus action");
    fits.then(|| multiattack::named(rest, names)).flatten()
}

/// Returns `true` for a line about looking away from a gaze or about a mirror, which the GM decides.
fn looks_away(line: &str) -> bool {
    let marks = [
        "avert its eyes",
        "sees its reflection",
        "sees itself reflected",
    ];
    marks.iter().any(|mark| line.contains(mark))
}

/// Returns a text with a capital letter at the start.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Returns the reason for a part that the block offers as a variant, which the GM may add.
fn variant(part: &Part) -> Option<Reason> {
    part.name.starts_with("Variant: ").then_some(Reason::Table)
}

/// Returns `true` if each sentence of a part only moves a creature or looks around.
fn moves_only(part: &Part) -> bool {
    let all = sentences(&part.text);
    !all.is_empty()
        && all
            .iter()
            .all(|sentence| is_for_the_table(&sentence.to_ascii_lowercase()))
}

/// Returns a name without its brackets.
fn base_of(name: &str) -> &str {
    name.split(" (").next().unwrap_or_default()
}

fn is_multiattack(part: &Part) -> bool {
    part.name.to_ascii_lowercase().starts_with("multiattack")
}

fn limit_of(part: &Part) -> String {
    let recharge = (part.recharge > 0).then(|| format!("recharges on {}", part.recharge));
    let uses = (part.uses > 0).then(|| format!("{} a day", part.uses));
    let limits = [recharge, uses, Some(part.limit.clone())];
    let limits: Vec<String> = limits
        .into_iter()
        .flatten()
        .filter(|one| !one.is_empty())
        .collect();
    limits.join(", ")
}

/// Adds a number to a row unless it is 0.
fn put_number(row: &mut Foreign, word: &'static str, number: i64) {
    if number != 0 {
        row.put(word, &number.to_string());
    }
}

/// Adds `yes` to a row if the flag is true.
fn put_flag(row: &mut Foreign, word: &'static str, flag: bool) {
    row.put(word, if flag { "yes" } else { "" });
}

/// Adds the end of the first condition.
fn put_end(row: &mut Foreign, one: &Imposed) {
    put_number(row, "rounds", one.rounds);
    row.put("lasts_until", one.until);
    row.put("end_save", &one.end_save);
    put_number(row, "escape_dc", one.escape_dc);
    row.put("escape_by", one.escape_by);
    put_flag(row, "while_source", one.while_source);
    row.put("ends_on", if one.ends_on_damage { "damage" } else { "" });
}

/// Adds the second condition and its end.
fn put_second(row: &mut Foreign, effects: &Effects) {
    let Some(second) = &effects.second else {
        return;
    };
    row.put("second_condition", second.imposed.condition);
    row.put("second_save", &second.save);
    put_number(row, "second_rounds", second.imposed.rounds);
    row.put("second_until", second.imposed.until);
    row.put("second_end_save", &second.imposed.end_save);
    put_flag(row, "second_with_first", second.with_first);
    put_number(row, "second_margin", second.imposed.margin);
    let wakes = second.imposed.ends_on_damage;
    row.put("second_ends_on", if wakes { "damage" } else { "" });
}

/// Adds the limits to some creatures, and the fields for petrification.
fn put_whom(row: &mut Foreign, effects: &Effects) {
    row.put("only_types", &effects.whom.only.join(", "));
    row.put("never_types", &effects.whom.never.join(", "));
    put_flag(row, "petrifies", effects.petrifies);
    put_number(row, "petrifies_by", effects.petrifies_by);
}

/// Adds the fields of an attack except its name.
fn put_attack(row: &mut Foreign, attack: &Attack) {
    row.put("attack bonus", &attack.bonus.to_string());
    if let Some(damage) = &attack.damage {
        row.put("damage", &damage.dice);
        row.put("damage kind", &damage.kind);
    }
    put_number(row, "range in feet", attack.range);
    if let Some(more) = &attack.more {
        row.put("second damage", &more.dice);
        row.put("second damage kind", &more.kind);
    }
    if let Some(reach) = attack.reach.filter(|reach| *reach != 5) {
        row.put("reach in feet", &reach.to_string());
    }
    if !attack.melee {
        row.put("mode", "ranged");
    }
    if let Some(charge) = &attack.charge {
        row.put("charge_damage", &charge.dice);
    }
    put_flag(row, "on_charge", attack.on_charge);
    if let Some(bloodied) = &attack.bloodied {
        row.put("bloodied_damage", &bloodied.dice);
    }
    put_number(row, "recharge", attack.recharge);
    put_number(row, "uses", attack.uses);
    row.put("largest", attack.largest);
    put_flag(row, "only_prone", attack.only_prone);
    row.put("follow_up", &attack.follow_up);
    put_number(row, "holds", attack.effects.holds);
    put_flag(row, "spares", attack.effects.spares);
    row.put("largest_affected", attack.effects.whom.largest);
    put_whom(row, &attack.effects);
    let effects = &attack.effects;
    if let Some(save) = &effects.save {
        row.put("save dc", &save.dc.to_string());
        row.put("save ability", &save.ability);
    }
    put_number(row, "save dc", effects.second_dc.unwrap_or_default());
    if let Some(damage) = &effects.damage {
        row.put("save_damage", &damage.dice);
        row.put("save_damage_type", &damage.kind);
        put_flag(row, "half_on_save", effects.halves);
    }
    put_flag(row, "drains", effects.drains);
    put_flag(row, "feeds", effects.feeds);
    if let Some(first) = &effects.first {
        row.put("condition brought", first.condition);
        put_end(row, first);
    }
    put_second(row, effects);
}

fn power_row(power: &Power) -> Foreign {
    let mut row = Foreign::at(&power.name);
    row.put("name", &power.name);
    let effects = &power.effects;
    if let Some(save) = &effects.save {
        row.put("save", &save.ability);
        row.put("dc", &save.dc.to_string());
    }
    if let Some(damage) = &effects.damage {
        row.put("damage", &damage.dice);
        row.put("damage_type", &damage.kind);
        put_flag(&mut row, "half_on_save", effects.halves);
    }
    if let Some(first) = &effects.first {
        row.put("condition", first.condition);
        put_end(&mut row, first);
    }
    put_second(&mut row, effects);
    put_whom(&mut row, effects);
    row.put("immune_after", effects.immune_after);
    put_number(&mut row, "pushes", effects.pushes);
    put_flag(&mut row, "shared", power.shared);
    match power.targets {
        Some(targets) => row.put("targets", &targets.to_string()),
        None => row.put("targets", if power.many { EVERYONE } else { "" }),
    }
    row
}

/// Creates the rows of attacks.
pub(super) fn attack_rows(attacks: &[Attack]) -> Vec<Foreign> {
    let rows = attacks.iter().enumerate().map(|(nth, attack)| {
        let mut row = Foreign::at(format!("attack {}", nth + 1));
        row.put("name", &attack.name);
        put_attack(&mut row, attack);
        row
    });
    rows.collect()
}

/// Adds the rows of the parts to a record.
pub(super) fn put_acts(found: &mut Foreign, mut acts: Acts<'_>, legendary: Option<i64>) {
    let fields = acts.fields;
    let has = |word: &str| fields.has(word);
    let mut rows = attack_rows(&acts.attacks);
    for (nth, (row, attack)) in rows.iter_mut().zip(&acts.attacks).enumerate() {
        for (word, counts) in TIMES.iter().zip(&acts.choices) {
            put_number(row, word, counts.get(nth).copied().unwrap_or_default());
        }
        put_flag(row, "magical", acts.magic_weapons || attack.is_spell);
    }
    if !rows.is_empty() {
        found.fields.push(("attacks".into(), Cell::Rows(rows)));
    }
    if !acts.choices.is_empty() {
        found.put("multiattack", "yes");
    }
    if acts.choices.len() > 1 {
        found.put("multiattack_choices", &acts.choices.len().to_string());
    }
    let powers = acts.powers.iter().map(|(power, recharge, uses)| {
        let mut row = power_row(power);
        row.put("area", &power.area);
        put_number(&mut row, "recharge", *recharge);
        put_number(&mut row, "uses", *uses);
        row
    });
    let mut powers: Vec<Foreign> = powers.collect();
    for (nth, row) in powers.iter_mut().enumerate() {
        let place = acts.attacks.len() + nth;
        for (word, counts) in POWER_TIMES.iter().zip(&acts.choices) {
            put_number(row, word, counts.get(place).copied().unwrap_or_default());
        }
    }
    let lists = [
        ("own_powers", std::mem::take(&mut acts.own), Reason::Action),
        ("auras", std::mem::take(&mut acts.auras), Reason::Trait),
        (
            "death_bursts",
            std::mem::take(&mut acts.bursts),
            Reason::Trait,
        ),
        ("powers", powers, Reason::Action),
        (
            "legendary_actions",
            std::mem::take(&mut acts.legendary),
            Reason::Legendary,
        ),
        ("lair_actions", std::mem::take(&mut acts.lair), Reason::Lair),
    ];
    let acts_legendary = !lists[4].1.is_empty();
    for (word, rows, reason) in lists {
        if rows.is_empty() {
            continue;
        }
        if has(word) {
            found.fields.push((word.into(), Cell::Rows(rows)));
            continue;
        }
        for row in rows {
            let said = row.fields.iter().filter(|(word, _)| **word != *"name");
            let said: Vec<String> = said
                .filter_map(|(word, cell)| match cell {
                    Cell::Text(text) => Some(format!("{word} {text}")),
                    Cell::Rows(_) | Cell::Names(_) => None,
                })
                .collect();
            acts.lost
                .push(Lost::new(&row.place, reason, &said.join(", ")));
        }
    }
    if acts_legendary && has("legendary_actions") {
        if legendary.is_none() {
            let text = "The file does not give the number. The usual number is 3 a round.";
            acts.lost
                .push(Lost::new("Legendary actions", Reason::LegendaryCount, text));
        }
        found.put(
            "legendary_actions_per_round",
            &legendary.unwrap_or(USUAL_LEGENDARY).to_string(),
        );
    }
    for one in &acts.traits {
        if has(one.field) {
            found.put(one.field, &one.value);
        } else {
            acts.lost
                .push(Lost::new(&one.part, Reason::Trait, &one.text));
        }
    }
    let casting = &acts.casting;
    if has("spell_dc") {
        let text =
            |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        found.put("spell_dc", &text(casting.dc));
        found.put("spell_attack", &text(casting.attack));
        if has("caster_level") && !casting.names.is_empty() {
            found.put("caster_level", &text(casting.level));
        }
        for (at, slots) in casting
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slots)| **slots > 0)
        {
            found.put(format!("max_slots_{}", at + 1), &slots.to_string());
        }
    }
    if !casting.names.is_empty() {
        found
            .fields
            .push(("spells".into(), Cell::Names(casting.names.clone())));
    }
    found.lost.append(&mut acts.lost);
    found.conditions.append(&mut acts.always);
    found.remarks.append(&mut acts.remarks);
    if !acts.no_matter.is_empty() {
        found
            .remarks
            .push(format!("Also: {}.", acts.no_matter.join(", ")));
    }
}

/// Creates a record from a stat block.
pub(super) fn record(mut block: Block, fields: Fields<'_>) -> Foreign {
    let has = |word: &str| fields.has(word);
    let mut found = Foreign::at(block.place.clone());
    found.put("name", &block.name);
    found.put("hit points", &block.hit_points);
    found.put("ac", &block.armour_class);
    for (ability, score) in ABILITIES.iter().zip(block.scores) {
        found.put(
            *ability,
            &score.map(|score| score.to_string()).unwrap_or_default(),
        );
    }
    for (at, save) in block.saves.iter().enumerate() {
        // A bonus that follows from the score is not stored in the sheet.
        let usual = block.scores[at].map(modifier);
        if save.is_some() && *save != usual {
            let save = save.unwrap_or_default();
            found.put(format!("{} save", ABILITIES[at]), &save.to_string());
        }
    }
    let dexterity = block.scores[1].map(modifier);
    if let Some(bonus) = block.initiative.filter(|bonus| Some(*bonus) != dexterity) {
        found.put("initiative modifier", &bonus.to_string());
    }
    let fastest = block.speeds.iter().map(|(_, feet)| *feet).max();
    if let Some(feet) = fastest {
        found.put("speed", &format!("{feet} ft."));
    }
    let size = block.size.to_ascii_lowercase();
    if SIZES.contains(&size.as_str()) && has("size") {
        found.put("size", &size);
    }
    let kind = block.kind.to_ascii_lowercase();
    let words: Vec<&str> = kind.split(|c: char| !c.is_alphanumeric()).collect();
    let kinds: Vec<&str> = TYPES
        .into_iter()
        .filter(|one| words.contains(one))
        .collect();
    if has("creature_type") && kinds != ["humanoid"] {
        found.put("creature_type", &kinds.join(", "));
    }
    let mut others = Vec::new();
    for (skill, bonus) in &block.skills {
        if SKILLS.contains(&skill.as_str()) && has(skill) {
            found.put(skill.clone(), &bonus.to_string())
        } else {
            others.push(format!("{skill} {bonus:+}"))
        }
    }
    let keen = block.skills.iter().find(|(skill, _)| skill == "perception");
    let passive = block.passive.or_else(|| Some(10 + keen?.1));
    let usual = block.scores[4].map(|score| 10 + modifier(score));
    if passive.is_some() && passive != usual && has("passive_perception") {
        found.put(
            "passive_perception",
            &passive
                .map(|passive| passive.to_string())
                .unwrap_or_default(),
        );
        // A keen sense increases only passive perception.
        let wisdom = block.scores[4].map(modifier);
        if keen.is_none() && has("perception") && wisdom.is_some() {
            found.put(
                "perception",
                &wisdom.map(|bonus| bonus.to_string()).unwrap_or_default(),
            );
        }
    }
    for (word, label, phrases) in [
        ("vulnerabilities", "Vulnerable", &block.vulnerable),
        ("resistances", "Resistant", &block.resists),
        ("immunities", "Immune", &block.immune),
    ] {
        let known = phrase::DAMAGE_KINDS.into_iter().chain(phrase::EXCEPTIONS);
        let known: Vec<String> = known
            .filter(|kind| fields.knows(word, kind))
            .map(str::to_owned)
            .collect();
        let (kinds, lost) = phrase::kinds(&known, phrases, label);
        if has(word) {
            found.put(word, &kinds.join(", "));
            block.lost.extend(lost);
        } else if !phrases.is_empty() {
            block
                .lost
                .push(Lost::new(label, Reason::Trait, &phrases.join("; ")));
        }
    }
    let words = fields.words("condition_immunities");
    let (never, unknown): (Vec<String>, Vec<String>) = std::mem::take(&mut block.never)
        .into_iter()
        .partition(|one| {
            let is_known = |word: &String| word.eq_ignore_ascii_case(one.trim());
            words.is_empty() || one.contains([',', ';', ' ']) || words.iter().any(is_known)
        });
    for one in &unknown {
        block
            .lost
            .push(Lost::new("Condition immunities", Reason::Trait, one));
    }
    let never = never.join("; ");
    if has("condition_immunities") {
        found.put("condition_immunities", &never);
    } else if !never.is_empty() {
        block
            .lost
            .push(Lost::new("Condition immunities", Reason::Trait, &never));
    }
    found.put("challenge_rating", &block.challenge);
    if has("xp") {
        found.put("xp", &block.experience);
    }
    found.put("senses", &block.senses.join(", "));
    found.put("kind", if block.is_player { "pc" } else { "" });
    for (word, text) in &block.state {
        found.put(word.clone(), text);
    }
    found.lost = std::mem::take(&mut block.lost);
    let mut remarks = std::mem::take(&mut block.remarks);
    if !block.kind.is_empty() {
        remarks.insert(0, format!("{}.", block.kind.trim_end_matches('.')));
    }
    if block.speeds.len() > 1 {
        let speeds: Vec<String> = block
            .speeds
            .iter()
            .map(|(way, feet)| format!("{way} {feet}"))
            .collect();
        remarks.push(format!("Speed: {}.", speeds.join(", ")));
    }
    if !others.is_empty() {
        remarks.push(format!("Skills: {}.", others.join(", ")));
    }
    if !block.languages.is_empty() {
        remarks.push(format!("Languages: {}.", block.languages));
    }
    found.remarks = remarks;
    let acts = Acts::read(&block.parts, fields);
    put_acts(&mut found, acts, block.legendary);
    found
}

/// Returns notes of one line for the GM: remarks, then each lost part with its name and as much of its text as fits.
pub(super) fn notes(remarks: &[String], lost: &[Lost]) -> String {
    let mut parts: Vec<(&str, Vec<String>)> = Vec::new();
    for one in lost {
        let text = shortened(&one.text);
        match parts.iter_mut().find(|(name, _)| *name == one.part) {
            Some((_, texts)) if texts.contains(&text) => {}
            Some((_, texts)) => texts.push(text),
            None => parts.push((&one.part, vec![text])),
        }
    }
    let texts: Vec<(&str, String)> = parts
        .iter()
        .map(|(name, texts)| (*name, texts.join(" ")))
        .collect();
    let head = remarks.join(" ");
    let names: usize = texts.iter().map(|(name, _)| name.chars().count() + 4).sum();
    let taken = head.chars().count() + names;
    let room = LINE_LIMIT.saturating_sub(taken + 8);
    let lengths: Vec<usize> = texts.iter().map(|(_, text)| text.chars().count()).collect();
    let most = share(&lengths, room);
    let mut all = vec![head];
    for (name, text) in texts {
        let text = cut(&text, most);
        all.push(if text.is_empty() {
            format!("{name}.")
        } else {
            let stop = if text.ends_with(['.', ELLIPSIS, '!', '?']) {
                ""
            } else {
                "."
            };
            format!("{name}: {text}{stop}")
        });
    }
    all.retain(|one| !one.is_empty());
    all.join(" ")
}

/// Returns the maximum length for each text so that all texts fit into `room`.
fn share(lengths: &[usize], room: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (nth, length) in sorted.iter().enumerate() {
        let each = left / (sorted.len() - nth);
        if *length > each {
            return each;
        }
        left -= length;
    }
    usize::MAX
}

/// Cuts a text at a word boundary.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    match head.rsplit_once(' ') {
        Some((head, _)) => format!("{}{ELLIPSIS}", head.trim_end_matches([',', ';', ' '])),
        None => String::new(),
    }
}

/// Returns a sentence with the abbreviations of tables.
fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = [
        (" saving throws", " saves"),
        (" saving throw", " save"),
        (" hit points", " HP"),
        (" feet", " ft."),
        (" ft..", " ft."),
    ];
    words
        .iter()
        .fold(text, |text, (long, short)| text.replace(long, short))
}
