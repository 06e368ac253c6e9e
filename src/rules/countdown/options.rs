//! The house rules of Countdown, typed. Defaults are the contract's readings.

use crate::encounter::Encounter;

/// How binding a declaration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Free to change on one's number, except for spells, Dodge and whole-round actions.
    Intent,
    /// Only target, weapon and flat or edge may change.
    Binding,
    /// Undeclared spells and changed Dodges are fine too.
    Free,
}

/// What is added to the roll after a natural 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CritModifiers {
    /// Everything the attack had.
    Full,
    /// Only STR or DEX.
    AbilityOnly,
    /// Nothing.
    None,
}

/// Who has the better of a tied grapple check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrappleTie {
    /// The one who grabs or holds.
    Holder,
    /// The one who is grabbed or held.
    Held,
    /// Both roll again.
    Reroll,
}

/// The options of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `declaration_policy`.
    pub policy: Policy,
    /// `dodge_window`: a declared Dodge works from its declaration on, not only from its number.
    pub dodge_from_declaration: bool,
    /// `crit_modifiers`.
    pub crit_modifiers: CritModifiers,
    /// `casting_window`: attacks since the declaration call for the save, not only those on the caster's count.
    pub casting_since_declaration: bool,
    /// `grapple_tie`.
    pub grapple_tie: GrappleTie,
    /// `reroll_initiative`: rolled in every round, not once.
    pub reroll_initiative: bool,
    /// `free_attack_chain`: a free attack may draw another.
    pub free_attacks_chain: bool,
    /// `shaken_rounds`: 0 is to the end of the encounter.
    pub shaken_rounds: u32,
    /// `blinded_rounds`: 0 is to the end of the encounter.
    pub blinded_rounds: u32,
    /// `rounds_per_turn`: rounds in the longer unit of time.
    pub rounds_per_turn: u32,
    /// `plain_morale`: the plain morale step at the end of a round.
    pub plain_morale: bool,
}

impl Options {
    /// The options of this fight; what is missing or unknown reads as the default.
    pub fn of(now: &Encounter) -> Self {
        let given = &now.options;
        let rounds = |key: &str| u32::try_from(given.int(key)).unwrap_or(0);
        Self {
            policy: match given.word("declaration_policy") {
                "binding" => Policy::Binding,
                "free" => Policy::Free,
                _ => Policy::Intent,
            },
            dodge_from_declaration: given.word("dodge_window") != "from_number",
            crit_modifiers: match given.word("crit_modifiers") {
                "ability_only" => CritModifiers::AbilityOnly,
                "none" => CritModifiers::None,
                _ => CritModifiers::Full,
            },
            casting_since_declaration: given.word("casting_window") == "since_declaration",
            grapple_tie: match given.word("grapple_tie") {
                "held" => GrappleTie::Held,
                "reroll" => GrappleTie::Reroll,
                _ => GrappleTie::Holder,
            },
            reroll_initiative: given.word("reroll_initiative") != "once",
            free_attacks_chain: given.word("free_attack_chain") != "one_link",
            shaken_rounds: rounds("shaken_rounds"),
            blinded_rounds: rounds("blinded_rounds"),
            rounds_per_turn: match rounds("rounds_per_turn") {
                0 => 60,
                n => n,
            },
            plain_morale: given.flag("plain_morale"),
        }
    }
}
