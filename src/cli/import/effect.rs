//! Effects of a hit or a failed save, sentence by sentence: damage, conditions and how they end.
//!
//! Each sentence is understood completely, left to the GM, or reported as lost. A condition is used only if the
//! sentence imposes it.

use super::block::{ABILITIES, Reason, first_number, spaced_dice};
use super::phrase::DAMAGE_KINDS;
use crate::dice::Dice;

/// Conditions that a hit or a failed save may impose on the sheet.
const CONDITIONS: [&str; 14] = [
    "blinded",
    "charmed",
    "deafened",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
];
/// Words that make a sentence relevant in a fight.
const MATTERS: [&str; 24] = [
    "damage",
    "hit point",
    "saving throw",
    "save",
    "advantage",
    "attack",
    "speed",
    "armor class",
    " ac ",
    "must",
    "can't",
    "cannot",
    "regain",
    "target",
    "condition",
    "immune",
    "half",
    "dies",
    "unconscious",
    "incapacitated",
    "petrified",
    "swallow",
    "engulf",
    "check",
];
/// Words of sentences that only move a creature. Affray has no map, so the GM applies them.
const MOVES: [&str; 11] = [
    "fly up to",
    "moves up to",
    "move up to",
    "is pushed",
    "be pushed",
    "pushed up to",
    "be pulled",
    "pulls ",
    "teleports",
    "jumps",
    "wisdom (perception) check",
];
/// Words that describe an effect. A sentence that only moves a creature has none of them.
const ACTS: [&str; 15] = [
    "damage",
    "hit point",
    "saving throw",
    "advantage",
    "condition",
    "make one",
    "makes one",
    "makes a melee",
    "makes a ranged",
    "can attack",
    "immune",
    " ac ",
    "can't",
    "swallow",
    "half speed",
];
/// Words of sentences about the time after a fight, or about magic that removes an effect.
const AFTERWARDS: [&str; 15] = [
    "lycanthropy",
    "rises ",
    "lesser restoration",
    "greater restoration",
    "the disease is cured",
    "disease reduces its hit point maximum",
    "every 24 hours that elapse, the",
    "zombies under its control",
    "absorbed into",
    "being underwater doesn't grant",
    "flammable object that isn't being worn",
    "also ages",
    "the webbing can also be attacked",
    "the webbing has ac",
    "if the webbing is destroyed",
];
/// Verbs before a condition, the longest first.
const VERBS: [&str; 18] = [
    "knocked ",
    "being knocked ",
    "be knocked ",
    "is knocked ",
    "is also ",
    "becoming ",
    "becomes ",
    "become ",
    "falling ",
    "falls ",
    "fall ",
    "has the ",
    "have the ",
    "remains ",
    "are ",
    "being ",
    "be ",
    "is ",
];
/// Subjects of sentences about the target.
const TARGETS: [&str; 11] = [
    "the target ",
    "the creature ",
    "that creature ",
    "the attached target ",
    "that target ",
    "it ",
    "a target ",
    "each target ",
    "a creature ",
    "each creature ",
    "the affected creature ",
];
/// Units of time with their number of rounds.
const UNITS: [(&str, i64); 4] = [("round", 1), ("minute", 10), ("hour", 600), ("day", 14_400)];
/// Longest duration on a sheet, in rounds: a day.
const LONGEST: i64 = 14_400;

/// Sentences that are not on the sheet, each with the reason.
pub(super) type Left = Vec<(Reason, String)>;

/// Creatures that an effect is limited to. Empty lists and words mean no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Whom {
    /// Creature types that are affected, as keywords of the sheet.
    pub(super) only: Vec<&'static str>,
    /// Creature types that are never affected.
    pub(super) never: Vec<&'static str>,
    /// Largest size that is affected.
    pub(super) largest: &'static str,
}

/// Creature types on the sheet.
pub(super) const TYPES: [&str; 16] = [
    "aberration",
    "beast",
    "celestial",
    "construct",
    "demon",
    "dragon",
    "elemental",
    "elf",
    "fey",
    "fiend",
    "giant",
    "humanoid",
    "monstrosity",
    "ooze",
    "plant",
    "undead",
];
/// Sizes of targets that an effect may be limited to.
const SIZES: [&str; 5] = ["tiny", "small", "medium", "large", "huge"];

impl Whom {
    /// Parses the words for the creatures that an effect reaches: "a creature other than an undead". Returns `None` if
    /// the words state another limit.
    pub(super) fn parse(words: &str) -> Option<Self> {
        let words = words.replace("non-", "non ");
        let words: Vec<&str> = words
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|word| !word.is_empty())
            .collect();
        let others = [
            "grappled",
            "frightened",
            "charmed",
            "prone",
            "object",
            "willing",
            "has",
            "wearing",
        ];
        if words.iter().any(|word| others.contains(word)) {
            return None;
        }
        let mut whom = Self::default();
        let mut excepted = false;
        for (at, word) in words.iter().enumerate() {
            let plain = match *word {
                "elves" => "elf",
                word => word.strip_suffix('s').unwrap_or(word),
            };
            if ["non", "isn't", "aren't", "other"].contains(word) {
                excepted = true;
            } else if let Some(kind) = TYPES.into_iter().find(|kind| *kind == plain)
                && (at == 0 || words[at - 1] != "the")
            {
                let list = if excepted {
                    &mut whom.never
                } else {
                    &mut whom.only
                };
                list.push(kind);
            } else if words.get(at + 1..at + 3) == Some(&["or", "smaller"]) {
                whom.largest = SIZES.into_iter().find(|size| size == word)?;
            }
        }
        (whom != Self::default()).then_some(whom)
    }
}

/// Damage dice with the damage type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) dice: String,
    /// Damage type in lower case; empty if the text states no type.
    pub(super) kind: String,
}

/// Saving throw against a DC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Save {
    pub(super) dc: i64,
    /// Ability in three letters.
    pub(super) ability: String,
}

/// Condition with its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Imposed {
    pub(super) condition: &'static str,
    /// Number of rounds that the effect lasts; 0 without a limit.
    pub(super) rounds: i64,
    /// Keyword on the sheet for the turn that ends the condition; "" if no turn ends it.
    pub(super) until: &'static str,
    /// Ability of the save at the end of each turn; "" without one.
    pub(super) end_save: String,
    pub(super) escape_dc: i64,
    /// Ability of the escape check; "" for athletics or acrobatics.
    pub(super) escape_by: &'static str,
    /// True if the condition ends when its source can no longer act.
    pub(super) while_source: bool,
    /// True if damage ends the condition.
    pub(super) ends_on_damage: bool,
    /// Points by which the save must fail; 0 for any failure.
    pub(super) margin: i64,
    /// True if the condition ends with the first condition.
    with_first: bool,
    /// True if the condition depends on the save.
    saved: bool,
}

/// Second condition of a hit or a power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Second {
    pub(super) imposed: Imposed,
    /// Ability of the condition's own save; "" without one.
    pub(super) save: String,
    pub(super) with_first: bool,
}

/// Effects in the form of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// Save that decides the damage and the first condition.
    pub(super) save: Option<Save>,
    /// DC of a save that decides only the second condition.
    pub(super) second_dc: Option<i64>,
    pub(super) damage: Option<Damage>,
    pub(super) halves: bool,
    pub(super) first: Option<Imposed>,
    pub(super) second: Option<Second>,
    /// True if the damage also reduces the hit point maximum.
    pub(super) drains: bool,
    /// True if the attacker regains the hit points that it drains.
    pub(super) feeds: bool,
    /// True if two failed saves petrify.
    pub(super) petrifies: bool,
    /// Points by which a save must fail to petrify immediately; 0 for never.
    pub(super) petrifies_by: i64,
    /// Distance in feet of a push.
    pub(super) pushes: i64,
    /// Keyword on the sheet for the event that makes a target immune for a day: a successful save, or also the end of
    /// the effect.
    pub(super) immune_after: &'static str,
    /// Number of targets that the attack grapples at once; 0 without a limit.
    pub(super) holds: i64,
    /// True if a target that drops to 0 hit points is stable, poisoned and paralyzed.
    pub(super) spares: bool,
    /// Creatures that the effects are limited to.
    pub(super) whom: Whom,
}

impl Effects {
    pub(super) fn is_empty(&self) -> bool {
        self.damage.is_none()
            && self.first.is_none()
            && !self.drains
            && !self.petrifies
            && self.pushes == 0
    }
}

/// Effects of consecutive sentences.
#[derive(Default)]
pub(super) struct Outcome {
    save: Option<Save>,
    damage: Option<Damage>,
    halves: bool,
    conditions: Vec<Imposed>,
    drains: bool,
    feeds: bool,
    petrifies: bool,
    petrifies_by: i64,
    pushes: i64,
    immune_after: &'static str,
    holds: i64,
    spares: bool,
    whom: Whom,
    /// True if the next sentence describes a failed save.
    awaits: bool,
    /// True for the effects of a hit.
    of_hit: bool,
    left: Left,
}

impl Outcome {
    pub(super) fn of_hit() -> Self {
        Self {
            of_hit: true,
            ..Self::default()
        }
    }

    pub(super) fn has_save(&self) -> bool {
        self.save.is_some()
    }

    pub(super) fn lose(&mut self, reason: Reason, sentence: &str) {
        self.left.push((reason, sentence.trim().to_owned()));
    }

    /// Reads one sentence about the effects of a hit or a power.
    pub(super) fn read(&mut self, sentence: &str) {
        let low = sentence.to_ascii_lowercase();
        let mut low = low.trim().trim_end_matches('.').trim();
        for word in ["and ", "in addition, ", "additionally, "] {
            low = low.strip_prefix(word).unwrap_or(low);
        }
        // Rows of powers have a field for the distance of a push.
        let pushes = self.awaits
            && !self.of_hit
            && low.starts_with("on a failed save, the creature is pushed ");
        if is_for_the_table(low) && !pushes {
            return self.lose(Reason::Table, sentence);
        }
        let Some(low) = self.restricted(low, sentence) else {
            return;
        };
        if self.petrified(low) || self.worsens(low) || self.lasts(low) || self.limits(low) {
            return;
        }
        let outcomes = ["on a fail", "failure: ", "first failure: "];
        if outcomes.iter().any(|start| low.starts_with(start)) && self.awaits {
            self.awaits = false;
            let rest = match low.split_once("failure: ") {
                Some((_, rest)) => rest,
                None => low.split_once(", ").map_or("", |(_, rest)| rest),
            };
            return self.failed(rest, sentence);
        }
        if let Some((save, before, after)) = saving(low) {
            // "The target is grappled (escape DC 13), and it must succeed on …"
            if let Some((first, _)) = before.rsplit_once(", and ")
                && CONDITIONS.iter().any(|word| first.contains(word))
            {
                self.read(first);
                return self.read(&low[first.len() + ", ".len()..]);
            }
            if self.of_hit {
                let head = ["must succeed on a", "must make a", "must make on a"]
                    .iter()
                    .find_map(|end| before.trim().strip_suffix(end))
                    .unwrap_or(before);
                // Other words before a save are a separate effect.
                let is_bare = ["", "a", "and a"].contains(&head.trim());
                if !is_bare && subject(head).is_none_or(|rest| !rest.is_empty()) {
                    self.lose(Reason::Effect, head);
                }
            }
            let is_aura = before.contains("start of each") || before.contains("starts its turn");
            if self.save.is_some() || is_aura {
                return self.lose(Reason::Effect, sentence);
            }
            return self.saved(&save, after, sentence);
        }
        if let Some(rest) = low.strip_prefix("success: ") {
            let is_half = rest == "half damage" || rest == "half damage only";
            self.halves |= is_half && self.damage.is_some();
            if !is_half {
                self.lose(Reason::Effect, sentence);
            }
            return;
        }
        let is_success = [
            "if the saving throw is successful",
            "on a success",
            "on a successful save",
        ]
        .iter()
        .any(|start| low.starts_with(start));
        if is_success && self.damage.is_some() && low.contains("half") {
            self.halves = true;
            let rest = low.split_once("half").map_or("", |(_, rest)| rest);
            if rest.contains(" and ") && !rest.contains("isn't") && !rest.contains("doesn't") {
                self.lose(Reason::Effect, sentence);
            }
            return;
        }
        if low.contains("immune to") && low.contains("24 hours") {
            match immunity(low) {
                Some(word) => self.immune_after = word,
                None => self.lose(Reason::Immunity, sentence),
            }
            return;
        }
        if low.contains("repeat the saving throw") || low.contains("repeats the save") {
            return self.repeated(low, sentence);
        }
        if let Some(rest) = low.strip_prefix("after ")
            && let Some((time, "it succeeds automatically")) = rest.split_once(", ")
            && let Some((rounds, "")) = duration(time)
        {
            let open = self.conditions.iter_mut().filter(|one| one.rounds == 0);
            return open.for_each(|one| one.rounds = rounds);
        }
        if self.goes_on(low, sentence) || self.ends(low, sentence) {
            return;
        }
        if let Some(rest) = imposing(low)
            && let Some((all, tail)) = conditions(rest)
        {
            return self.impose(all, tail, sentence);
        }
        if let Some(rest) = low
            .strip_prefix("the target's ")
            .or(low.strip_prefix("its "))
            && self.of_hit
        {
            let fed = fed_by(rest);
            if is_drain(fed.unwrap_or(rest)) {
                self.drains = true;
                self.feeds = fed.is_some();
                return;
            }
        }
        let follows_from_drain = [
            "reduction lasts until",
            "reduces its hit point maximum to 0",
        ];
        if self.drains && follows_from_drain.iter().any(|words| low.contains(words)) {
            return;
        }
        let aims = [" targets one ", " targets up to ", " exhales "];
        if !self.of_hit && aims.iter().any(|word| low.contains(word)) {
            if is_of_some(low) {
                self.limit(low, sentence);
            }
            return;
        }
        if !self.of_hit && is_flavour(low) || low == "it is subjected to the following effect" {
            return;
        }
        self.lose(Reason::Effect, sentence);
    }

    /// Reads the condition at the start of a sentence, such as "If the target is a creature". Returns the rest of the
    /// sentence, or `None` if the sentence is lost.
    fn restricted<'t>(&mut self, low: &'t str, sentence: &str) -> Option<&'t str> {
        if let Some(rest) = low.strip_prefix("if the target can see ") {
            return Some(rest.split_once(", ").map_or(low, |(_, rest)| rest));
        }
        let starts = ["if the target is ", "if it is "];
        let Some(rest) = starts.iter().find_map(|start| low.strip_prefix(start)) else {
            return Some(low);
        };
        let Some((whom, rest)) = rest.split_once(", ") else {
            self.lose(Reason::Effect, sentence);
            return None;
        };
        if whom != "a creature" {
            let is_of_some = ["creature", "smaller", "humanoid", "large", "medium"];
            if whom.contains("wearing") || !is_of_some.iter().any(|word| whom.contains(word)) {
                self.lose(Reason::Effect, sentence);
                return None;
            }
            self.limit(whom, sentence);
        }
        Some(rest)
    }

    /// Limits the effects to some creatures. Earlier effects have no limit, so one row cannot hold both.
    pub(super) fn limit(&mut self, whom: &str, sentence: &str) {
        let is_first = self.whom == Whom::default()
            && self.conditions.is_empty()
            && self.damage.is_none()
            && !self.drains;
        match Whom::parse(whom).filter(|_| is_first) {
            Some(whom) => self.whom = whom,
            None => self.lose(Reason::Targets, sentence),
        }
    }

    /// Reads how a creature turns to stone, after the save against it.
    fn petrified(&mut self, low: &str) -> bool {
        if low.contains("begins to turn to stone")
            || low.contains("begins to magically turn to stone")
        {
            self.petrifies = self.save.is_some();
            self.awaits = false;
            return self.petrifies;
        }
        if low.starts_with("if the saving throw fails by 5 or more")
            && low.ends_with("instantly petrified")
            && self.save.is_some()
        {
            self.petrifies_by = 5;
            return true;
        }
        let follows = [
            "must repeat the saving throw at the end of its next turn",
            "on a success, the effect ends",
            "on a failure, the creature is petrified",
            "on a failure, the target is petrified",
            "the petrification lasts until",
        ];
        self.petrifies && follows.iter().any(|words| low.contains(words))
    }

    /// Reads a second condition of creatures that fail their save by 5 or more.
    fn worsens(&mut self, low: &str) -> bool {
        let by_result = low
            .strip_prefix("if its saving throw result is ")
            .and_then(|rest| rest.split_once(" or lower, "))
            .and_then(|(result, rest)| {
                let dc = self.save.as_ref()?.dc;
                Some((dc - result.parse::<i64>().ok()?, rest))
            });
        let starts = [
            "if the saving throw fails by 5 or more, ",
            "if the target fails the saving throw by 5 or more, ",
        ];
        let rest = starts.iter().find_map(|start| low.strip_prefix(start));
        let Some((margin, rest)) = by_result.or(rest.map(|rest| (5, rest))) else {
            return false;
        };
        let one = match self.conditions.as_slice() {
            [one] if one.saved => one.condition,
            _ => return false,
        };
        let rest = rest
            .strip_prefix(&format!("the {one} target "))
            .or_else(|| subject(rest))
            .and_then(verb);
        let Some((condition, tail)) = rest.and_then(condition) else {
            return false;
        };
        let tail = tail.trim_start();
        let wakes = tail.starts_with("for the same duration, or until it takes damage")
            && tail.ends_with("shake it awake");
        let is_whole =
            wakes || tail == "for the same duration" || tail == format!("while {one} in this way");
        if is_whole && margin > 0 {
            self.conditions.push(Imposed {
                condition,
                margin,
                with_first: true,
                saved: true,
                ends_on_damage: wakes,
                ..Imposed::default()
            });
        }
        is_whole && margin > 0
    }

    /// Reads how long slowness or weakness lasts, and accepts the part that the GM applies.
    fn lasts(&mut self, low: &str) -> bool {
        let Some(one) = self
            .conditions
            .first_mut()
            .filter(|one| one.condition == "lethargic")
        else {
            return false;
        };
        if let Some(time) = low.strip_prefix("these effects last for ")
            && let Some((rounds, "")) = duration(time)
        {
            one.rounds = rounds;
            return true;
        }
        low.contains("either an action or a bonus action on its turn")
    }

    /// Reads the limits of a grapple, and the rule of a poison that spares its victims.
    fn limits(&mut self, low: &str) -> bool {
        if !self.of_hit {
            return false;
        }
        if low.ends_with("each of which can grapple only one target")
            && let Some((_, number)) = low.split_once(" has ")
            && let Some(number) = number.split(' ').next().and_then(number_word)
        {
            self.holds = number;
            return true;
        }
        let falls = [
            "if the poison damage reduces the target to 0 hit points, the target ",
            "a creature reduced to 0 hit points by ",
        ];
        let spares = low
            .contains("is stable but poisoned for 1 hour, even after regaining hit points, and")
            && low.ends_with("paralyzed while poisoned in this way");
        if spares && falls.iter().any(|start| low.starts_with(start)) {
            self.spares = true;
            return true;
        }
        false
    }

    /// Reads the text after "DC 12 Strength saving throw".
    fn saved(&mut self, save: &Save, after: &str, sentence: &str) {
        let mut rest = after.trim_start();
        let causes = [
            "against this magic",
            "against disease",
            "against poison",
            "against being magically petrified",
        ];
        for word in causes {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        if let Some(taking) = rest
            .strip_prefix(", taking ")
            .or_else(|| rest.strip_prefix("taking "))
        {
            if let Some((damage, end)) = damage(taking) {
                self.save = Some(save.clone());
                self.damage = Some(damage);
                self.halves = taking.contains("or half as much");
                return self.after_damage(&taking[end..], sentence);
            }
        } else if let Some(or) = rest.strip_prefix("or ") {
            let before = (self.conditions.len(), self.left.len());
            self.save = Some(save.clone());
            self.failed(or, sentence);
            // A save without an effect on the sheet is not stored.
            let acts = self.damage.is_some() || self.drains || self.petrifies || self.pushes > 0;
            if before.0 == self.conditions.len() && !acts {
                self.save = None;
                if self.left.len() == before.1 {
                    self.lose(Reason::Effect, sentence);
                }
            }
            return;
        } else if rest.is_empty() || rest.starts_with([',', ';']) {
            self.save = Some(save.clone());
            self.awaits = true;
            return;
        }
        self.lose(Reason::Effect, sentence);
    }

    /// Reads the text after the damage of a failed save.
    fn after_damage(&mut self, tail: &str, sentence: &str) {
        let tail = tail.trim_start();
        let tail = tail
            .split_once(", or half as much")
            .map_or(tail, |(before, _)| before);
        let tail = tail
            .replace("on a failed save", "")
            .replace("on a failure", "");
        let tail = tail.trim().trim_matches([',', '.']).trim();
        if tail.is_empty() {
            return;
        }
        let Some(rest) = tail.strip_prefix("and ") else {
            let reason = if tail.starts_with("plus ") {
                Reason::MoreDamage
            } else {
                Reason::Effect
            };
            return self.lose(reason, sentence);
        };
        if damage(rest).is_some() {
            return self.lose(Reason::MoreDamage, sentence);
        }
        self.failed(rest, sentence);
    }

    /// Reads the effects of a failed save: "be knocked prone", "take 7 (2d6) cold damage and be …".
    fn failed(&mut self, text: &str, sentence: &str) {
        let text = subject(text).unwrap_or(text);
        let taking = ["take ", "takes "]
            .iter()
            .find_map(|word| text.strip_prefix(word))
            .unwrap_or(text);
        if let Some((damage, end)) = damage(taking) {
            if self.damage.is_some() {
                return self.lose(Reason::MoreDamage, sentence);
            }
            self.damage = Some(damage);
            return self.after_damage(&taking[end..], sentence);
        }
        if self.of_hit
            && let Some(rest) = text.strip_prefix("its ").or(text.strip_prefix("have its "))
            && is_drain(rest)
        {
            self.drains = true;
            return;
        }
        let slows = "can't use reactions, its speed is halved, and it can't make more than one attack on its turn";
        let weakens = "disadvantage on strength-based attack rolls, strength checks, and strength saving throws";
        if !self.of_hit {
            let weak = ["have ", "has "]
                .iter()
                .find_map(|start| text.strip_prefix(start));
            let weak = weak.and_then(|rest| rest.strip_prefix(weakens));
            if let Some(rest) = weak.or_else(|| (text == slows).then_some("")) {
                let mut one = Imposed {
                    condition: if weak.is_some() {
                        "weakened"
                    } else {
                        "lethargic"
                    },
                    saved: true,
                    ..Imposed::default()
                };
                let tail = end_of(&mut one, rest).to_owned();
                return self.impose(vec![one], &tail, sentence);
            }
            let pushed = ["be pushed ", "is pushed "]
                .iter()
                .find_map(|start| text.strip_prefix(start));
            if let Some((feet, rest)) =
                pushed.and_then(|rest| rest.split_once(" feet away from the "))
                && let Ok(feet) = feet.parse()
                && rest.split(' ').count() < 3
            {
                self.pushes = feet;
                return;
            }
        }
        // "be pushed 10 feet away and knocked prone"
        let moved = ["be pushed ", "is pushed ", "be pulled ", "is pulled "];
        if moved.iter().any(|start| text.starts_with(start)) {
            let (moved, rest) = text.split_once(" and ").unwrap_or((text, ""));
            if !ACTS.iter().any(|word| moved.contains(word)) {
                if rest.is_empty() {
                    return self.lose(Reason::Effect, sentence);
                }
                self.lose(Reason::Table, sentence);
                return self.failed(rest, sentence);
            }
        }
        match conditions(verb(text).unwrap_or(text)) {
            Some((mut all, tail)) => {
                all.iter_mut().for_each(|one| one.saved = true);
                self.impose(all, tail, sentence);
            }
            None => self.lose(Reason::Effect, sentence),
        }
    }

    /// Records conditions with the text after them.
    fn impose(&mut self, mut all: Vec<Imposed>, tail: &str, sentence: &str) {
        // Further sentences of a power are about its failed save.
        let saved = !self.of_hit && self.save.is_some();
        all.iter_mut().for_each(|one| one.saved |= saved);
        let is_grapple = all.iter().any(|one| one.condition == "grappled");
        self.conditions.append(&mut all);
        let tail = tail.trim().trim_matches([',', '.', ';']).trim();
        let tail = tail.strip_prefix("and ").unwrap_or(tail);
        if tail.is_empty() || self.holds_one(tail) {
            return;
        }
        if is_for_the_table(tail) {
            return self.lose(Reason::Table, sentence);
        }
        if let Some(rest) = imposing(tail)
            && let Some((all, tail)) = conditions(rest)
        {
            return self.impose(all, tail, sentence);
        }
        // "… if it isn't already constricting a creature, and the target is restrained until this grapple ends"
        if let Some((limit, rest)) = tail.split_once(", and ")
            && let Some((all, tail)) = imposing(rest).and_then(conditions)
        {
            let reason = if is_grapple {
                Reason::Grapple
            } else {
                Reason::Effect
            };
            self.lose(reason, limit);
            return self.impose(all, tail, sentence);
        }
        let lasts = ["for ", "until ", "by ", "while "]
            .iter()
            .any(|word| tail.starts_with(word));
        self.lose(
            if lasts {
                Reason::Duration
            } else if is_grapple {
                Reason::Grapple
            } else {
                Reason::Effect
            },
            sentence,
        );
    }

    /// Reads a save that the target repeats.
    fn repeated(&mut self, low: &str, sentence: &str) {
        let is_each_turn = [
            "at the end of each of its turns",
            "at the end of each of their turns",
            "saving throw on each of its turns",
        ]
        .iter()
        .any(|words| low.contains(words));
        let exceptions = [
            "disadvantage",
            "whenever",
            "takes damage",
            "no more than",
            "also",
        ];
        let is_plain = is_each_turn && !exceptions.iter().any(|words| low.contains(words));
        let save = self.save.clone().filter(|_| is_plain);
        let Some(save) = save.filter(|_| self.conditions.iter().any(|one| one.saved)) else {
            return self.lose(Reason::RepeatedSave, sentence);
        };
        let mut ending = self.conditions.iter_mut();
        for one in ending.by_ref().filter(|one| one.saved && !one.with_first) {
            one.end_save.clone_from(&save.ability);
        }
    }

    /// Reads a further condition during the first condition: "Until this grapple ends, the target is restrained".
    fn goes_on(&mut self, low: &str, sentence: &str) -> bool {
        let Some((start, rest)) = low.split_once(", ") else {
            return false;
        };
        let lasting = self
            .conditions
            .first()
            .map(|one| (one.condition, one.saved));
        let Some((condition, saved)) = lasting else {
            return false;
        };
        let of_grapple = ["until this grapple ends", "until the grapple ends"];
        let of_poison = [
            "until this poison ends".to_owned(),
            format!("while {condition} in this way"),
            format!("while {condition}"),
        ];
        let is_grapple = condition == "grappled" && of_grapple.contains(&start);
        if !is_grapple && !of_poison.iter().any(|words| words == start) {
            return false;
        }
        let lost = if is_grapple {
            Reason::Grapple
        } else {
            Reason::Effect
        };
        if is_grapple && self.holds_one(rest) {
            return true;
        }
        match imposing(rest).and_then(conditions) {
            Some((mut all, tail)) if all.len() == 1 => {
                for one in &mut all {
                    one.with_first = true;
                    one.saved = saved;
                }
                self.conditions.append(&mut all);
                let tail = tail.trim().trim_matches([',', '.']).trim();
                let known = tail.is_empty() || is_grapple && self.holds_one(tail);
                if !known {
                    self.lose(lost, sentence);
                }
            }
            _ => self.lose(lost, sentence),
        }
        true
    }

    /// Reads the limit of an attack that holds one target at a time: "the snake can't constrict another target".
    fn holds_one(&mut self, text: &str) -> bool {
        let text = text.strip_prefix("and ").unwrap_or(text);
        let is_limit = text.starts_with("the ")
            && text.contains(" can't ")
            && text.ends_with(" another target")
            && !text.contains([',', ';'])
            && self.of_hit;
        if is_limit {
            self.holds = 1;
        }
        is_limit
    }

    /// Reads how the conditions end: by damage, or by a check as an action.
    fn ends(&mut self, low: &str, sentence: &str) -> bool {
        if self.conditions.is_empty() {
            return false;
        }
        let by_damage = [
            "this effect ends for",
            "the effect ends for",
            "the target wakes up if",
        ];
        if by_damage.iter().any(|start| low.starts_with(start)) && low.contains("takes damage") {
            let sleeps = self.conditions.iter().any(|one| one.margin > 0);
            let mut all = self.conditions.iter_mut();
            for one in all.by_ref().filter(|one| {
                if sleeps {
                    one.margin > 0
                } else {
                    !one.with_first
                }
            }) {
                one.ends_on_damage = true;
            }
            let wakes = self.sleeps() && (low.contains("awake") || low.ends_with("to wake it"));
            if low.contains(" or ") && !wakes {
                self.lose(Reason::Effect, sentence);
            }
            return true;
        }
        if low == "another creature can use an action to shake the target awake" {
            return self.sleeps();
        }
        let is_own =
            low.contains("restrained target can") || low.contains("restrained creature can");
        let check = low.split_once(" check").and_then(|(before, _)| {
            let words: Vec<&str> = before.split_whitespace().collect();
            let [.., "dc", dc, ability] = words.as_slice() else {
                return None;
            };
            let by = ["strength", "dexterity", "intelligence"];
            let by = by.into_iter().find(|by| by == ability)?;
            Some((dc.parse::<i64>().ok()?, by))
        });
        match (check, self.conditions.first_mut()) {
            (Some((dc, by)), Some(first)) if is_own && first.condition == "restrained" => {
                first.escape_dc = dc;
                first.escape_by = by;
                true
            }
            _ => false,
        }
    }

    /// Returns `true` if one of the conditions is sleep, which another creature can end with an action.
    fn sleeps(&self) -> bool {
        self.conditions
            .iter()
            .any(|one| one.condition == "unconscious")
    }

    /// Returns the effects in the form of the sheet, and the sentences that it cannot express.
    pub(super) fn finish(mut self) -> (Effects, Left) {
        let mut effects = Effects {
            save: self.save.clone(),
            damage: self.damage.clone(),
            halves: self.halves,
            drains: self.drains,
            feeds: self.feeds,
            petrifies: self.petrifies,
            petrifies_by: self.petrifies_by,
            pushes: self.pushes,
            immune_after: self.immune_after,
            holds: self.holds,
            spares: self.spares,
            whom: std::mem::take(&mut self.whom),
            ..Effects::default()
        };
        let gated = self.damage.is_some() || self.drains;
        let mut kept: Vec<Imposed> = Vec::new();
        for one in std::mem::take(&mut self.conditions) {
            // "begins to turn to stone and is restrained" is one condition.
            if self.petrifies && one.condition == "restrained" {
                continue;
            }
            // Repeated mentions of a condition count as one.
            if !kept.iter().any(|other| other.condition == one.condition) {
                kept.push(one);
            }
        }
        let rest = kept.split_off(kept.len().min(2));
        for one in rest {
            self.lose(Reason::Effect, one.condition);
        }
        let mut kept = kept.into_iter();
        let (first, second) = (kept.next(), kept.next());
        let as_second = |imposed: Imposed, save: String| {
            let with_first = imposed.with_first;
            Some(Second {
                imposed,
                save,
                with_first,
            })
        };
        let is_saved = |one: &Option<Imposed>| one.as_ref().is_some_and(|one| one.saved);
        match (first, second) {
            (first, None) if is_saved(&first) || first.is_none() || !gated => {
                if first.is_some() && !is_saved(&first) {
                    effects.save = None;
                }
                effects.first = first;
            }
            (Some(first), Some(second))
                if first.saved == second.saved && (first.saved || !gated) =>
            {
                if !first.saved {
                    effects.save = None;
                }
                effects.first = Some(first);
                effects.second = as_second(second, String::new());
            }
            // If only one of two conditions depends on a save, it is the second condition, with its own save.
            (Some(first), Some(second)) if !gated && self.of_hit => {
                let save = effects.save.take();
                let (plain, saved) = if first.saved {
                    (second, first)
                } else {
                    (first, second)
                };
                if let (Some(save), "" | "athletics_or_acrobatics", 0) =
                    (save, saved.escape_by, saved.escape_dc)
                {
                    effects.second_dc = Some(save.dc);
                    effects.first = Some(plain);
                    effects.second = as_second(saved, save.ability);
                }
            }
            (first, second) => {
                for one in [first, second].into_iter().flatten() {
                    if one.saved && effects.first.is_none() {
                        effects.first = Some(one);
                    } else {
                        self.lose(Reason::Effect, one.condition);
                    }
                }
            }
        }
        if effects.save.is_none() {
            effects.halves = false;
        }
        (effects, self.left)
    }
}

/// Returns `true` for a sentence in lower case that only moves a creature, or is about the time after the fight.
pub(super) fn is_for_the_table(low: &str) -> bool {
    let imposes = CONDITIONS.iter().any(|word| low.contains(word));
    let comes_later = AFTERWARDS.iter().any(|words| low.contains(words));
    let moves = || {
        MOVES.iter().any(|words| low.contains(words))
            && !ACTS.iter().any(|words| low.contains(words))
    };
    !imposes && (comes_later || moves())
}

/// Returns `true` for a sentence in lower case that is only description.
pub(super) fn is_flavour(low: &str) -> bool {
    let matters = MATTERS.iter().any(|word| low.contains(word));
    let imposes = CONDITIONS.iter().any(|word| low.contains(word));
    !matters && !imposes
}

/// Returns the event that makes a creature immune for a day: a successful save, or also the end of the effect. Returns
/// `None` if the sentence is about something else.
fn immunity(low: &str) -> Option<&'static str> {
    let (head, rest) = low.split_once(" immune to ")?;
    // Immunity that also covers other creatures cannot be expressed.
    if rest.contains(" of all ") {
        return None;
    }
    let also_ends = head.contains("effect ends for it") || head.contains("effect on it ends");
    let is_success = head.contains("successful") || head.contains("succeeds");
    match (is_success, also_ends) {
        (true, true) => Some("effect"),
        (true, false) => Some("save"),
        _ => None,
    }
}

/// Returns `true` if words limit an effect to some kinds of creatures.
pub(super) fn is_of_some(words: &str) -> bool {
    let marks = [
        "humanoid",
        "undead",
        "non-",
        "isn't",
        "other than a ",
        "other than an ",
        "smaller",
        "grappled",
        "frightened",
        "charmed",
        "beast",
        "small or",
        "plant",
        "prone condition",
    ];
    marks.iter().any(|mark| words.contains(mark))
}

/// Returns `true` if the words reduce the hit point maximum by the damage taken.
fn is_drain(words: &str) -> bool {
    let start = [
        "hit point maximum is reduced by",
        "hit point maximum reduced by",
        "hit point maximum decreases by",
    ];
    let end = [
        "an amount equal to the damage taken",
        "an amount equal to the necrotic damage taken",
    ];
    start.iter().any(|start| words.starts_with(start)) && end.iter().any(|end| words.ends_with(end))
}

/// Returns the words before the phrase by which the attacker regains the hit points that it drains.
fn fed_by(words: &str) -> Option<&str> {
    let words = words.strip_suffix(" regains hit points equal to that amount")?;
    words.rsplit_once(", and the ").map(|(before, _)| before)
}

/// Returns the text after the subject of a sentence about the target.
fn subject(low: &str) -> Option<&str> {
    TARGETS.iter().find_map(|who| low.strip_prefix(who))
}

/// Returns the text after a verb before a condition.
fn verb(text: &str) -> Option<&str> {
    let text = text.strip_prefix("also ").unwrap_or(text);
    let rest = VERBS.iter().find_map(|verb| text.strip_prefix(verb))?;
    Some(rest.strip_prefix("also ").unwrap_or(rest))
}

/// Returns the text after "the target is", "it becomes" and so on at the start.
fn imposing(low: &str) -> Option<&str> {
    verb(subject(low)?)
}

/// Parses a condition at the beginning of a text. Returns the text after it.
fn condition(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start().trim_start_matches("magically ");
    CONDITIONS.iter().find_map(|word| {
        let rest = text.strip_prefix(word)?;
        let rest = rest.strip_prefix(" conditions").unwrap_or(rest);
        let rest = rest.strip_prefix(" condition").unwrap_or(rest);
        (!rest.starts_with(char::is_alphanumeric)).then_some((*word, rest))
    })
}

/// Parses conditions with their ends at the beginning of a text. Returns the text after them.
fn conditions(text: &str) -> Option<(Vec<Imposed>, &str)> {
    let mut all: Vec<Imposed> = Vec::new();
    let mut text = text;
    loop {
        let (word, rest) = condition(text)?;
        let mut one = Imposed {
            condition: word,
            ..Imposed::default()
        };
        let rest = end_of(&mut one, rest);
        all.push(one);
        let next = rest.trim_start();
        let next = next
            .strip_prefix("and ")
            .map(|next| verb(next).unwrap_or(next));
        match next.filter(|next| condition(next).is_some()) {
            Some(next) => text = next,
            None => {
                // An end such as in "frightened and incapacitated until …" applies to both conditions.
                let last = all.last().cloned().unwrap_or_default();
                for one in &mut all {
                    if one.rounds == 0 && one.until.is_empty() && one.condition != "prone" {
                        one.rounds = last.rounds;
                        one.until = last.until;
                    }
                }
                return Some((all, rest));
            }
        }
    }
}

/// Reads how a condition ends. Returns the remaining text.
fn end_of<'t>(one: &mut Imposed, text: &'t str) -> &'t str {
    let mut rest = text;
    loop {
        let next = rest.trim_start();
        // "charmed by the aboleth", "poisoned in this way"
        if let Some(by) = next
            .strip_prefix("by ")
            .or(next.strip_prefix("in this way"))
            && let Some(at) = [" for ", " until ", " and ", " (", ","]
                .iter()
                .filter_map(|stop| by.find(stop))
                .min()
                .or(Some(by.len()))
            && by[..at].split(' ').count() < 5
        {
            rest = &by[at..];
        } else if let Some(escape) = next.strip_prefix("(escape dc ")
            && let Some((dc, after)) = escape.split_once(')')
            && let Ok(dc) = dc.trim().parse()
        {
            one.escape_dc = dc;
            one.while_source = true;
            rest = after;
        } else if let Some(time) = next.strip_prefix("for ")
            && let Some((rounds, after)) = duration(time)
        {
            one.rounds = rounds;
            rest = after;
        } else if let Some(time) = next.strip_prefix("until ")
            && let Some(after) = until(one, time)
        {
            rest = after;
        } else {
            return rest;
        }
    }
}

/// Parses a duration such as "1 minute" as rounds. Returns the text after it.
fn duration(text: &str) -> Option<(i64, &str)> {
    let (number, rest) = text.split_once(' ')?;
    let number = number.parse().ok().or_else(|| number_word(number))?;
    let end = rest.find(|c: char| !c.is_alphabetic());
    let (unit, after) = rest.split_at(end.unwrap_or(rest.len()));
    let (_, rounds) = UNITS
        .iter()
        .find(|(name, _)| unit.trim_end_matches('s') == *name)?;
    let rounds = rounds * number;
    (1..=LONGEST).contains(&rounds).then_some((rounds, after))
}

/// Reads the text after "until".
fn until<'t>(one: &mut Imposed, text: &'t str) -> Option<&'t str> {
    for (edge, own, other) in [
        ("the start of ", "turn_start", "source_turn_start"),
        ("the end of ", "next_turn_end", "source_next_turn_end"),
    ] {
        if let Some(rest) = text.strip_prefix(edge)
            && let Some((whose, after)) = rest.split_once(" next turn")
            && whose.split(' ').count() < 5
        {
            let bearer = [
                "its",
                "their",
                "the target's",
                "the creature's",
                "that creature's",
            ];
            one.until = if bearer.contains(&whose) { own } else { other };
            return Some(after);
        }
    }
    for words in ["the grapple ends", "this grapple ends"] {
        if let Some(rest) = text.strip_prefix(words) {
            one.with_first = true;
            return Some(rest);
        }
    }
    // The GM applies magic that removes the condition.
    let rest = text.strip_prefix("the disease is cured");
    if let Some(rest) = rest.or(text.starts_with("magic such as").then_some("")) {
        return Some(rest);
    }
    // "until the aboleth dies or until it is on a different plane of existence from the target"
    let (whose, rest) = text.split_once(" dies")?;
    if whose.starts_with("the ") && whose.split(' ').count() < 4 {
        one.while_source = true;
        let elsewhere = [
            "or until it is on a different plane",
            "or is on a different plane",
        ];
        let is_elsewhere = elsewhere
            .iter()
            .any(|words| rest.trim_start().starts_with(words));
        return Some(if is_elsewhere { "" } else { rest });
    }
    None
}

/// Finds a saving throw in a sentence in lower case, with the text before and after it: "DC 12 Strength saving throw",
/// or "Strength Saving Throw: DC 12, …".
pub(super) fn saving(low: &str) -> Option<(Save, &str, &str)> {
    let at = low
        .find(" saving throw")
        .or_else(|| low.find(" save: dc"))?;
    let before: Vec<&str> = low[..at].split_whitespace().collect();
    if let Some((_, rest)) = low[at..]
        .split_once(": dc ")
        .filter(|(head, _)| head.len() < 15)
    {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let save = Save {
            dc: first_number(&rest[..digits])?,
            ability: three_letters(before.last()?)?,
        };
        let start = low[..at].rfind(' ').unwrap_or(0);
        return Some((save, &low[..start], &rest[digits..]));
    }
    let [.., "dc", number, ability] = before.as_slice() else {
        return None;
    };
    let save = Save {
        dc: number.parse().ok()?,
        ability: three_letters(ability)?,
    };
    let start = low[..at].rfind("dc ")?;
    Some((save, &low[..start], &low[at + " saving throw".len()..]))
}

/// Returns the three letters of an ability from its name.
pub(super) fn three_letters(ability: &str) -> Option<String> {
    let short: String = ability.to_ascii_lowercase().chars().take(3).collect();
    let known = ABILITIES.contains(&short.as_str());
    known.then_some(short)
}

/// Parses damage at the beginning of a text. Returns the byte position after the damage.
pub(super) fn damage(text: &str) -> Option<(Damage, usize)> {
    let low = text.to_ascii_lowercase();
    let end = low.find("damage")?;
    let inside = low[..end].trim_end();
    // Another sentence or number in between means that the text is not about damage.
    let (dice, kinds) = match inside.split_once('(') {
        Some((average, dice)) => {
            average.trim().parse::<u32>().ok()?;
            let (dice, kinds) = dice.split_once(')')?;
            spaced_dice(dice)?;
            (dice.replace(' ', ""), kinds)
        }
        None => {
            let (dice, kinds) = inside.split_once(' ').unwrap_or((inside, ""));
            (dice.to_owned(), kinds)
        }
    };
    Dice::parse(&dice).ok()?;
    let kinds: Vec<&str> = kinds.split_whitespace().collect();
    let kind = match kinds.as_slice() {
        [] => "",
        [kind] if DAMAGE_KINDS.contains(kind) => kind,
        [kind, "or", other] if DAMAGE_KINDS.contains(kind) && DAMAGE_KINDS.contains(other) => kind,
        _ => return None,
    };
    let kind = kind.to_owned();
    Some((Damage { dice, kind }, end + "damage".len()))
}

/// Numbers in words, from one.
const NUMBERS: [&str; 10] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

pub(super) fn number_word(word: &str) -> Option<i64> {
    if word == "a" || word == "an" {
        return Some(1);
    }
    if let Some((tens, ones)) = word.split_once('-') {
        let tens = ["twenty", "thirty", "forty", "fifty"]
            .iter()
            .position(|one| *one == tens)?;
        return Some(20 + 10 * i64::try_from(tens).ok()? + number_word(ones)?);
    }
    let at = NUMBERS.iter().position(|number| *number == word)?;
    i64::try_from(at + 1).ok()
}
