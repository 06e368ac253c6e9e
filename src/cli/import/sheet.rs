//! Conversion of stat blocks to records for a sheet, with notes for what a sheet cannot express.

use super::block::{ABILITIES, Block, Lost, Part, Reason, Section, first_number, modifier};
use super::phrase;
use super::record::{Cell, Foreign};
use super::sentence::{self, Attack, Left, Power};
use crate::text::{ELLIPSIS, LINE_LIMIT};

/// Traits without effect in a fight, or only on movement and perception, which the GM judges: Affray has no map.
const NO_MATTER: [&str; 39] = [
    "amorphous",
    "amphibious",
    "beast of burden",
    "blind senses",
    "devil's sight",
    "divine awareness",
    "earth glide",
    "echolocation",
    "ethereal sight",
    "false appearance",
    "faultless tracker",
    "hold breath",
    "ice walk",
    "ignited illumination",
    "illumination",
    "immutable form",
    "inscrutable",
    "iron scent",
    "labyrinthine recall",
    "limited amphibiousness",
    "limited telepathy",
    "mimicry",
    "night hag items",
    "probing telepathy",
    "running leap",
    "sense magic",
    "shark telepathy",
    "siege monster",
    "speak with beasts and plants",
    "spider climb",
    "standing leap",
    "telepathic bond",
    "treasure sense",
    "tunneler",
    "variable illumination",
    "wakeful",
    "water breathing",
    "web sense",
    "web walker",
];
/// Skills with a field of their own on the sheet.
const SKILLS: [&str; 5] = [
    "athletics",
    "acrobatics",
    "stealth",
    "medicine",
    "perception",
];
/// Number of targets of an area effect: as many as the sheet allows.
const EVERYONE: &str = "40";
/// Legendary actions in each round, if a block states no number.
const USUAL_LEGENDARY: i64 = 3;
const SIZES: [&str; 6] = ["tiny", "small", "medium", "large", "huge", "gargantuan"];

/// Rows and numbers from the parts of a block.
#[derive(Default)]
pub(super) struct Acts {
    attacks: Vec<Attack>,
    /// Numbers of each attack in a multiattack.
    times: Vec<i64>,
    powers: Vec<(Power, i64, i64)>,
    legendary: Vec<Foreign>,
    lair: Vec<Foreign>,
    /// Legendary resistances a day.
    resistances: i64,
    spell_dc: Option<i64>,
    spell_attack: Option<i64>,
    slots: [i64; 9],
    magic_weapons: bool,
    /// Names of parts that do not matter in a fight.
    no_matter: Vec<String>,
    remarks: Vec<String>,
    lost: Vec<Lost>,
}

impl Acts {
    /// Reads the parts of a block.
    pub(super) fn read(parts: &[Part]) -> Self {
        let mut acts = Self::default();
        for part in parts {
            match part.section {
                Section::Trait => acts.trait_(part),
                Section::Action => acts.action(part),
                Section::Bonus => acts.lose(part, Reason::Bonus, &part.text),
                Section::Reaction => acts.lose(part, Reason::Reaction, &part.text),
                Section::Mythic => acts.lose(part, Reason::Mythic, &part.text),
                Section::Lair => acts.lair(part),
                Section::Legendary => {}
            }
        }
        acts.times = vec![0; acts.attacks.len()];
        let together = parts
            .iter()
            .filter(|part| part.section == Section::Action && is_multiattack(part));
        for (nth, part) in together.enumerate() {
            if nth > 0 {
                acts.lose(part, Reason::Choice, &part.text);
                continue;
            }
            let (times, left) = sentence::multiattack(&part.text, &acts.attacks);
            acts.times = times;
            acts.lose_all(part, left);
            if part.name.contains('(') {
                acts.lose(part, Reason::Choice, &part.name);
            }
        }
        for part in parts
            .iter()
            .filter(|part| part.section == Section::Legendary)
        {
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

    fn trait_(&mut self, part: &Part) {
        let name = part.name.to_ascii_lowercase();
        let base = name.split(" (").next().unwrap_or_default();
        let low = part.text.to_ascii_lowercase();
        if base == "legendary resistance" && part.uses > 0 {
            self.resistances = part.uses;
        } else if low.contains("weapon attacks are magical") {
            self.magic_weapons = true;
        } else if low.contains("included in the attack") && !low.contains("can ") {
            self.no_matter.push(part.name.clone());
        } else if base.contains("spellcasting") {
            self.spells(part, &low);
        } else if NO_MATTER.contains(&base.trim_start_matches("variant: ")) {
            self.no_matter.push(part.name.clone());
        } else {
            self.lose(part, Reason::Trait, &part.text);
        }
    }

    /// Reads the DC, the attack bonus and the slots of a caster; the spells themselves become a note.
    fn spells(&mut self, part: &Part, low: &str) {
        let dc = low
            .split_once("spell save dc ")
            .and_then(|(_, rest)| first_number(rest));
        let bonus = low
            .split_once(" to hit with spell attack")
            .and_then(|(before, _)| {
                let number = before.rsplit([' ', '(', ',']).next()?;
                number.trim_start_matches('+').parse().ok()
            });
        self.spell_dc = self.spell_dc.or(part.spell_dc).or(dc);
        self.spell_attack = self.spell_attack.or(part.spell_attack).or(bonus);
        for line in low.split(['\n', '•']) {
            let level = line.trim_start_matches(['-', ' ']);
            let level = level
                .split_once(" level (")
                .or_else(|| level.split_once("-level ("));
            let Some((level, rest)) = level else { continue };
            let slots = rest
                .split_once(" slot")
                .and_then(|(number, _)| number.parse().ok());
            if let (Some(level @ 1..=9), Some(slots)) = (first_number(level), slots)
                && let Some(place) = usize::try_from(level - 1)
                    .ok()
                    .and_then(|at| self.slots.get_mut(at))
            {
                *place = slots;
            }
        }
        self.lose(part, Reason::Spells, &part.text);
    }

    fn action(&mut self, part: &Part) {
        let low = part.name.to_ascii_lowercase();
        if is_multiattack(part) {
            return;
        }
        if low.starts_with("lair action") {
            return self.lair(part);
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
            if part.recharge > 0 || part.uses > 0 || !part.limit.is_empty() {
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
        } else {
            let limit = limit_of(part);
            let text = if limit.is_empty() {
                part.text.clone()
            } else {
                format!("({limit}) {}", part.text)
            };
            self.lose(part, Reason::Action, &text);
        }
    }

    /// Reads lair actions, each on a line of its own.
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
                    self.lair.extend(powers.iter().map(power_row));
                    self.lose_all(&alone, left);
                }
                None => self.lose(part, Reason::Lair, line),
            }
        }
    }

    fn legendary_act(&mut self, part: &Part) {
        let mut row = Foreign::at(&part.name);
        if let Some((which, is_whole)) = sentence::repeated(&part.text, &self.attacks) {
            let attack = self.attacks[which].clone();
            row.put("name", &part.name);
            put_attack(&mut row, &attack, false);
            if !is_whole {
                self.lose(part, Reason::Choice, &part.text);
            }
            if let Some(more) = &attack.more {
                self.lose(
                    part,
                    Reason::MoreDamage,
                    &format!("plus {} {} damage", more.dice, more.kind),
                );
            }
            match &attack.save {
                Some(save) => {
                    let text = format!("{} by a save, DC {}", attack.brings, save.dc);
                    self.lose(part, Reason::Effect, &text);
                }
                None => row.put("condition", &attack.brings),
            }
            if self.magic_weapons {
                self.lose(part, Reason::Effect, "The attack is magical.");
            }
        } else if let Some((which, name)) = self.power_named(&part.text) {
            row = power_row(&Power {
                name: part.name.clone(),
                ..self.powers[which].0.clone()
            });
            self.lose(part, Reason::Effect, &format!("As {name}."));
        } else if let Some((powers, left)) = sentence::powers(part) {
            let [power] = powers.as_slice() else {
                return self.lose(part, Reason::Legendary, &part.text);
            };
            row = power_row(power);
            self.lose_all(part, left);
        } else {
            return self.lose(part, Reason::Legendary, &part.text);
        }
        if part.cost != 1 {
            row.put("cost", &part.cost.to_string());
        }
        self.legendary.push(row);
    }

    /// Finds the power that a sentence uses by name alone: "The kraken uses Lightning Storm."
    fn power_named(&self, text: &str) -> Option<(usize, String)> {
        let low = text.to_ascii_lowercase();
        let (_, said) = low.split_once(" uses ")?;
        let said = said.trim_start_matches("its ").trim_end_matches('.');
        let named = |(power, ..): &(Power, i64, i64)| power.name.to_ascii_lowercase() == said;
        let which = self.powers.iter().position(named)?;
        Some((which, self.powers[which].0.name.clone()))
    }
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

/// Adds the fields of an attack except its name; `whole` includes those that only attack rows have.
fn put_attack(row: &mut Foreign, attack: &Attack, whole: bool) {
    row.put("attack bonus", &attack.bonus.to_string());
    if let Some(damage) = &attack.damage {
        row.put("damage", &damage.dice);
        row.put(
            if whole { "damage kind" } else { "damage_type" },
            &damage.kind,
        );
    }
    if attack.range > 0 {
        row.put(
            if whole { "range in feet" } else { "range" },
            &attack.range.to_string(),
        );
    }
    if !whole {
        return;
    }
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
    if let Some(save) = &attack.save {
        row.put("save dc", &save.dc.to_string());
        row.put("save ability", &save.ability);
    }
    row.put("condition brought", &attack.brings);
}

fn power_row(power: &Power) -> Foreign {
    let mut row = Foreign::at(&power.name);
    row.put("name", &power.name);
    if let Some(save) = &power.save {
        row.put("save", &save.ability);
        row.put("dc", &save.dc.to_string());
    }
    if let Some(damage) = &power.damage {
        row.put("damage", &damage.dice);
        row.put("damage_type", &damage.kind);
        row.put("half_on_save", if power.halves { "yes" } else { "" });
    }
    row.put("condition", &power.brings);
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
        put_attack(&mut row, attack, true);
        row
    });
    rows.collect()
}

/// Adds the rows of the parts to a record. `has` tests if the sheet has a list.
pub(super) fn put_acts(
    found: &mut Foreign,
    mut acts: Acts,
    legendary: Option<i64>,
    has: &dyn Fn(&str) -> bool,
) {
    let mut rows = attack_rows(&acts.attacks);
    for (nth, (row, attack)) in rows.iter_mut().zip(&acts.attacks).enumerate() {
        let times = acts.times.get(nth).copied().unwrap_or_default();
        if times > 0 {
            row.put("times in a multiattack", &times.to_string());
        }
        if acts.magic_weapons || attack.is_spell {
            row.put("magical", "yes");
        }
    }
    if !rows.is_empty() {
        found.fields.push(("attacks".into(), Cell::Rows(rows)));
    }
    if acts.times.iter().any(|times| *times > 0) {
        found.put("multiattack", "yes");
    }
    let powers = acts.powers.iter().map(|(power, recharge, uses)| {
        let mut row = power_row(power);
        row.put("area", &power.area);
        row.put(
            "recharge",
            &if *recharge > 0 {
                recharge.to_string()
            } else {
                String::new()
            },
        );
        row.put(
            "uses",
            &if *uses > 0 {
                uses.to_string()
            } else {
                String::new()
            },
        );
        row
    });
    let powers: Vec<Foreign> = powers.collect();
    let lists = [
        ("powers", powers, Reason::Action),
        (
            "legendary_actions",
            std::mem::take(&mut acts.legendary),
            Reason::Legendary,
        ),
        ("lair_actions", std::mem::take(&mut acts.lair), Reason::Lair),
    ];
    let acts_legendary = !lists[1].1.is_empty();
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
                    Cell::Rows(_) => None,
                })
                .collect();
            acts.lost
                .push(Lost::new(&row.place, reason, &said.join(", ")));
        }
    }
    if acts_legendary && has("legendary_actions") {
        if legendary.is_none() {
            let text = "The file does not give their number: 3 a round is usual.";
            acts.lost
                .push(Lost::new("Legendary actions", Reason::LegendaryCount, text));
        }
        found.put(
            "legendary_actions_per_round",
            &legendary.unwrap_or(USUAL_LEGENDARY).to_string(),
        );
    }
    let mut number = |word: &str, number: i64, name: &str| {
        if number == 0 {
            return;
        }
        if has(word) {
            found.put(word, &number.to_string());
        } else {
            acts.lost
                .push(Lost::new(name, Reason::Trait, &format!("{number} a day")));
        }
    };
    number(
        "max_legendary_resistances",
        acts.resistances,
        "Legendary Resistance",
    );
    if has("spell_dc") {
        found.put(
            "spell_dc",
            &acts.spell_dc.map(|dc| dc.to_string()).unwrap_or_default(),
        );
        let attack = acts.spell_attack.map(|bonus| bonus.to_string());
        found.put("spell_attack", &attack.unwrap_or_default());
        for (at, slots) in acts
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slots)| **slots > 0)
        {
            found.put(format!("max_slots_{}", at + 1), &slots.to_string());
        }
    }
    found.lost.append(&mut acts.lost);
    found.remarks.append(&mut acts.remarks);
    if !acts.no_matter.is_empty() {
        found
            .remarks
            .push(format!("Also: {}.", acts.no_matter.join(", ")));
    }
}

/// Creates a record from a stat block.
pub(super) fn record(mut block: Block, has: &dyn Fn(&str) -> bool) -> Foreign {
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
        // A bonus that follows from the score is not stored on the sheet.
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
        // A keen sense raises only passive perception.
        let wisdom = block.scores[4].map(modifier);
        if keen.is_none() && has("perception") && wisdom.is_some() {
            found.put(
                "perception",
                &wisdom.map(|bonus| bonus.to_string()).unwrap_or_default(),
            );
        }
    }
    let known = phrase::DAMAGE_KINDS.into_iter().chain([phrase::NONMAGICAL]);
    let known: Vec<String> = known.map(str::to_owned).collect();
    let plain = &known[..phrase::DAMAGE_KINDS.len()];
    for (word, label, phrases, known) in [
        ("vulnerabilities", "Vulnerable", &block.vulnerable, plain),
        ("resistances", "Resistant", &block.resists, &known[..]),
        ("immunities", "Immune", &block.immune, &known[..]),
    ] {
        let (kinds, lost) = phrase::kinds(known, phrases, label);
        if has(word) {
            found.put(word, &kinds.join(", "));
            block.lost.extend(lost);
        } else if !phrases.is_empty() {
            block
                .lost
                .push(Lost::new(label, Reason::Trait, &phrases.join("; ")));
        }
    }
    let never = block.never.join("; ");
    if has("condition_immunities") {
        found.put("condition_immunities", &never);
    } else if !never.is_empty() {
        block
            .lost
            .push(Lost::new("Condition immunities", Reason::Trait, &never));
    }
    found.put("challenge_rating", &block.challenge);
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
    put_acts(&mut found, Acts::read(&block.parts), block.legendary, has);
    found
}

/// Returns notes of one line for the GM: remarks, then each lost part by name with as much of its text as fits.
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

/// Returns the length at which texts are cut so that all of them fit into `room`.
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

/// Cuts a text at the end of a word.
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
