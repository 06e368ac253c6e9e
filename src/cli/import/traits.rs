//! Table of the traits that the import knows by name.

/// Meaning of a trait for the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// No effect in a fight, or only on movement, perception and disguise, which the GM judges: Affray has no map.
    Remark,
    /// Field that is set to yes.
    Flag(&'static str),
    /// Field that is set to the first number after these words in the text.
    Number(&'static str, &'static str),
    /// Field that is set to the number of d6 in the text.
    SixSided(&'static str),
    /// Hit points regained each turn.
    Regeneration,
    /// Additional damage or a fall after a charge with an attack.
    Charge,
    /// Attacks that count as magical.
    MagicWeapons,
    /// Failed saves that become successes, a number of times a day.
    LegendaryResistance,
    /// Advantage on saves against the conditions in the text; with the second word, also against magic that causes
    /// sleep.
    Resilience,
    /// Actions named in the text that are possible as bonus actions.
    QuickActions,
    /// Field with the name of the attack that follows the fall of a creature.
    Rampage,
    /// Damage to attackers who hit in melee.
    Heat,
    /// Damage at the start of the creature's turn to creatures that grapple it.
    Barbs,
    /// Effect on creatures that start their turn nearby.
    Aura,
    /// Effect on creatures near it when it dies.
    Burst,
    /// Daily uses of the attack with a limited number of missiles.
    Regrowth,
    /// Condition that the creature always has.
    Always(&'static str),
}

use Meaning::{
    Always, Aura, Barbs, Burst, Charge, Flag, Heat, LegendaryResistance, MagicWeapons, Number,
    QuickActions, Rampage, Regeneration, Regrowth, Remark, Resilience, SixSided,
};

/// Names of traits in lower case, words that the text must contain, and the meaning. If the words are missing, the
/// trait is a different one.
const TRAITS: &[(&str, &[&str], Meaning)] = &[
    ("legendary resistance", &[], LegendaryResistance),
    (
        "magic resistance",
        &["advantage on saving throws against spells and other magical effects"],
        Flag("magic_resistance"),
    ),
    (
        "pack tactics",
        &["advantage on", "ally", "incapacitated"],
        Flag("pack_tactics"),
    ),
    (
        "blood frenzy",
        &["advantage on melee attack rolls"],
        Flag("blood_frenzy"),
    ),
    (
        "undead fortitude",
        &["5", "1 hit point"],
        Flag("undead_fortitude"),
    ),
    (
        "evasion",
        &["dexterity saving throw", "takes no damage"],
        Flag("evasion"),
    ),
    (
        "relentless",
        &["1 hit point instead"],
        Number("relentless", "takes "),
    ),
    (
        "parry",
        &["melee attack", "to its ac"],
        Number("parry", "adds "),
    ),
    ("sneak attack", &["extra"], SixSided("sneak_dice")),
    (
        "martial advantage",
        &["extra", "once per turn"],
        SixSided("sneak_dice"),
    ),
    ("regeneration", &["at the start of"], Regeneration),
    ("charge", &["straight"], Charge),
    ("trampling charge", &["straight"], Charge),
    ("pounce", &["straight"], Charge),
    ("diving charge", &["straight"], Charge),
    ("swarm", &["occupy another creature's space"], Remark),
    ("brave", &["saving throws against being"], Resilience),
    (
        "dark devotion",
        &["saving throws against being"],
        Resilience,
    ),
    ("fey ancestry", &["saving throws against being"], Resilience),
    ("two heads", &["saving throws against being"], Resilience),
    ("two-headed", &["saving throws against being"], Resilience),
    (
        "sure-footed",
        &["strength and dexterity saving throws", "prone"],
        Resilience,
    ),
    (
        "gnome cunning",
        &["saving throws against magic"],
        Resilience,
    ),
    ("confer fire resistance", &["riding it"], Remark),
    (
        "turn resistance",
        &["saving throws against", "turns undead"],
        Resilience,
    ),
    (
        "turning resistance",
        &["saving throws against", "turns undead"],
        Resilience,
    ),
    ("cunning action", &["bonus action"], QuickActions),
    ("nimble escape", &["bonus action"], QuickActions),
    (
        "rampage",
        &["to 0 hit points with a melee attack", "bonus action"],
        Rampage,
    ),
    ("heated body", &["hits it with a melee attack"], Heat),
    ("fire aura", &["hits it with a melee attack"], Heat),
    ("fire form", &["hits it with a melee attack"], Heat),
    ("corrosive form", &["hits it with a melee attack"], Heat),
    ("barbed hide", &["grappling it"], Barbs),
    ("fear aura", &["starts its turn within"], Aura),
    ("stench", &["starts its turn within"], Aura),
    ("petrifying gaze", &["starts its turn within"], Aura),
    ("death burst", &["when the", "dies"], Burst),
    ("death throes", &["when the", "dies"], Burst),
    ("tail spike regrowth", &["tail spikes"], Regrowth),
    (
        "surprise attack",
        &["surprises a creature", "first round"],
        SixSided("surprise_dice"),
    ),
    (
        "ambusher",
        &["advantage on attack rolls against any creature it has surprised"],
        Flag("ambusher"),
    ),
    (
        "reckless",
        &["advantage on all melee weapon attack rolls"],
        Flag("reckless_attacks"),
    ),
    (
        "sunlight sensitivity",
        &["disadvantage on attack rolls"],
        Flag("sunlight_sensitivity"),
    ),
    ("invisibility", &["is invisible"], Always("invisible")),
    ("shapechanger", &["polymorph"], Remark),
    ("change shape", &["polymorph"], Remark),
    ("antimagic susceptibility", &["antimagic field"], Remark),
    ("etherealness", &["ethereal plane"], Remark),
    ("ethereal jaunt", &["ethereal plane"], Remark),
    ("ethereal stride", &["ethereal plane"], Remark),
    ("ink cloud", &["obscured"], Remark),
    ("aberrant restoration", &[], Remark),
    ("abduct", &[], Remark),
    ("aggressive", &["bonus action", "move up to"], Remark),
    ("agile", &["opportunity attack"], Remark),
    ("air form", &[], Remark),
    ("amorphous", &[], Remark),
    ("amphibious", &[], Remark),
    ("beast of burden", &[], Remark),
    ("blind senses", &[], Remark),
    ("bubble dash", &[], Remark),
    ("celestial restoration", &[], Remark),
    ("compression", &[], Remark),
    ("demonic restoration", &[], Remark),
    ("devil's sight", &[], Remark),
    ("diabolical restoration", &[], Remark),
    ("divine awareness", &[], Remark),
    ("earth glide", &[], Remark),
    ("echolocation", &[], Remark),
    ("eldritch restoration", &[], Remark),
    ("elemental demise", &[], Remark),
    ("elemental restoration", &[], Remark),
    ("ephemeral", &[], Remark),
    ("ethereal sight", &[], Remark),
    ("exalted restoration", &[], Remark),
    ("false appearance", &[], Remark),
    ("faultless tracker", &[], Remark),
    ("fiendish restoration", &[], Remark),
    ("flyby", &[], Remark),
    ("heart sight", &[], Remark),
    ("hellish rejuvenation", &[], Remark),
    ("hellish restoration", &[], Remark),
    ("hold breath", &[], Remark),
    ("ice walk", &[], Remark),
    ("ignited illumination", &[], Remark),
    ("illumination", &[], Remark),
    ("illusory appearance", &[], Remark),
    ("immutable form", &[], Remark),
    ("incorporeal movement", &[], Remark),
    ("inscrutable", &[], Remark),
    ("iron scent", &[], Remark),
    ("jumper", &[], Remark),
    ("keen hearing", &[], Remark),
    ("keen hearing and sight", &[], Remark),
    ("keen hearing and smell", &[], Remark),
    ("keen senses", &[], Remark),
    ("keen sight", &[], Remark),
    ("keen sight and smell", &[], Remark),
    ("keen smell", &[], Remark),
    ("labyrinthine recall", &[], Remark),
    ("limited amphibiousness", &[], Remark),
    ("limited telepathy", &[], Remark),
    ("magic rope", &[], Remark),
    ("mimicry", &[], Remark),
    ("night hag items", &[], Remark),
    ("nightmare haunting", &["sleeping"], Remark),
    ("probing telepathy", &[], Remark),
    ("read thoughts", &[], Remark),
    ("reel", &["pulls"], Remark),
    ("rejuvenation", &[], Remark),
    ("running leap", &[], Remark),
    ("sense magic", &[], Remark),
    ("shark telepathy", &[], Remark),
    ("shielded mind", &[], Remark),
    ("shriek", &["audible"], Remark),
    ("siege monster", &[], Remark),
    ("snow camouflage", &[], Remark),
    ("soul bag", &[], Remark),
    ("speak with beasts and plants", &[], Remark),
    ("spider climb", &[], Remark),
    ("standing leap", &[], Remark),
    ("stone camouflage", &[], Remark),
    ("telepathic bond", &[], Remark),
    ("telepathy", &[], Remark),
    ("training", &[], Remark),
    ("transparent", &[], Remark),
    ("treasure sense", &[], Remark),
    ("tree stride", &[], Remark),
    ("troll spawn", &[], Remark),
    ("tunneler", &[], Remark),
    ("undead restoration", &[], Remark),
    ("underwater camouflage", &[], Remark),
    ("vampiric connection", &[], Remark),
    ("variable illumination", &[], Remark),
    ("wakeful", &[], Remark),
    ("water breathing", &[], Remark),
    ("water form", &[], Remark),
    ("web sense", &[], Remark),
    ("web walker", &[], Remark),
    ("wishes", &[], Remark),
];

/// Returns the meaning of a trait by its name without brackets and its text in lower case.
pub(super) fn meaning(name: &str, low: &str) -> Option<Meaning> {
    if low.contains("weapon attacks are magical") {
        return Some(MagicWeapons);
    }
    if low.contains("included in the attack") && !low.contains("can ") {
        return Some(Remark);
    }
    let name = name.trim_start_matches("variant: ");
    let known = TRAITS
        .iter()
        .find(|(known, words, _)| *known == name && words.iter().all(|word| low.contains(word)));
    known.map(|(.., meaning)| *meaning)
}
