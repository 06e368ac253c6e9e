//! Capitals of the rows and answers, by the prompts in which they can meet.

use crate::rules::CapitalGroup;

pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &["attack", "comes"],
        rows: &[
            ("weapon", 'W'),
            ("target", 'T'),
            ("also", 'J'),
            ("instead", 'K'),
            ("aim", 'L'),
            ("distance", 'R'),
            ("place", 'P'),
            ("cover", 'C'),
            ("matters", 'H'),
            ("seen", 'V'),
            ("flank", 'F'),
            ("surprise", 'U'),
            ("speed", 'S'),
            ("modifier", 'G'),
            ("dc", 'D'),
            ("more", 'B'),
            ("reveals", 'N'),
        ],
    },
    CapitalGroup {
        prompts: &["combo"],
        rows: &[
            ("combo", 'O'),
            ("weapon*", 'W'),
            ("target*", 'T'),
            ("aim*", 'L'),
            ("distance*", 'R'),
            ("cover*", 'C'),
            ("matters*", 'H'),
            ("seen*", 'V'),
            ("flank*", 'F'),
            ("surprise*", 'U'),
            ("speed*", 'S'),
            ("modifier*", 'G'),
            ("dc*", 'D'),
            ("more*", 'B'),
            ("reveals", 'N'),
        ],
    },
    CapitalGroup {
        prompts: &["defend"],
        rows: &[("how", 'D')],
    },
    CapitalGroup {
        prompts: &["run", "other", "at-once", "reload", "stun", "moved", "gear"],
        rows: &[
            ("who", 'T'),
            ("what", 'K'),
            ("weapon", 'W'),
            ("seconds", 'H'),
            ("squares", 'Q'),
            ("together", 'B'),
            ("rough", 'F'),
            ("gone", 'J'),
            ("deed", 'D'),
        ],
    },
    CapitalGroup {
        prompts: &["stand", "posture"],
        rows: &[
            ("who", 'T'),
            ("posture", 'P'),
            ("cover", 'C'),
            ("behind", 'B'),
            ("matters", 'H'),
            ("flying", 'F'),
            ("ground", 'O'),
        ],
    },
    CapitalGroup {
        prompts: &["light"],
        rows: &[("light", 'L'), ("eyes", 'E')],
    },
    CapitalGroup {
        prompts: &["sight", "surprise"],
        rows: &[
            ("seeing", 'S'),
            ("of", 'O'),
            ("targets", 'T'),
            ("side", 'D'),
            ("to", 'F'),
            ("observers", 'B'),
            ("to_side", 'J'),
        ],
    },
    CapitalGroup {
        prompts: &["surprise"],
        rows: &[("by", 'B')],
    },
    CapitalGroup {
        prompts: &["hide"],
        rows: &[("hiders", 'T'), ("observers", 'B')],
    },
    CapitalGroup {
        prompts: &["fall", "collide"],
        rows: &[
            ("targets", 'T'),
            ("height", 'H'),
            ("surface", 'S'),
            ("grab", 'J'),
            ("tucked", 'U'),
        ],
    },
    CapitalGroup {
        prompts: &["collide"],
        rows: &[("pace", 'H'), ("crushed", 'U')],
    },
    CapitalGroup {
        prompts: &["expose", "unexpose", "exorcise", "wake"],
        rows: &[
            ("targets", 'T'),
            ("kind", 'K'),
            ("source", 'S'),
            ("area", 'D'),
            ("doses", 'H'),
            ("stays", 'J'),
            ("eyes", 'E'),
            ("breath", 'B'),
            ("chance", 'U'),
        ],
    },
    CapitalGroup {
        prompts: &["possess"],
        rows: &[("target", 'T'), ("willing", 'J')],
    },
    CapitalGroup {
        prompts: &["minds"],
        rows: &[("body", 'B'), ("with", 'O'), ("defender", 'D')],
    },
    CapitalGroup {
        prompts: &["stabilise"],
        rows: &[("target", 'T'), ("number", 'H')],
    },
    CapitalGroup {
        prompts: &["diagnose"],
        rows: &[("target", 'T'), ("healer", 'B'), ("kind", 'K')],
    },
    CapitalGroup {
        prompts: &["hearten"],
        rows: &[("targets", 'T'), ("penalties", 'P'), ("seconds", 'H')],
    },
    CapitalGroup {
        prompts: &["mount"],
        rows: &[("rider", 'T'), ("off", 'F'), ("mount", 'O')],
    },
    CapitalGroup {
        prompts: &["time"],
        rows: &[
            ("number", 'H'),
            ("unit", 'U'),
            ("spent", 'S'),
            ("stable", 'B'),
            ("dead", 'D'),
        ],
    },
    CapitalGroup {
        prompts: &["award"],
        rows: &[
            ("party", 'T'),
            ("enemies", 'E'),
            ("besides", 'B'),
            ("points", 'H'),
        ],
    },
    CapitalGroup {
        prompts: &["flee"],
        rows: &[("ways", 'S'), ("gone", 'J')],
    },
    CapitalGroup {
        prompts: &["instead"],
        rows: &[("whim", 'T')],
    },
    CapitalGroup {
        prompts: &["size"],
        rows: &[("who", 'T'), ("scale", 'S'), ("size", 'K')],
    },
    CapitalGroup {
        prompts: &["order"],
        rows: &[("who", 'T'), ("before", 'B')],
    },
];
