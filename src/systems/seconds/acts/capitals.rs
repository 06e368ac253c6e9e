//! Capitals of the rows and answers, by the prompts in which they can meet.

use crate::rules::Group;

/// The table.
pub static CAPITALS: &[Group] = &[
    Group {
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
        ],
    },
    Group {
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
        ],
    },
    Group {
        prompts: &["defend"],
        rows: &[("how", 'D')],
    },
    Group {
        prompts: &["run", "other", "reload", "stun", "moved", "gear"],
        rows: &[
            ("who", 'T'),
            ("what", 'K'),
            ("weapon", 'W'),
            ("seconds", 'H'),
            ("squares", 'Q'),
            ("together", 'B'),
            ("rough", 'F'),
            ("gone", 'J'),
        ],
    },
    Group {
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
    Group {
        prompts: &["light"],
        rows: &[("light", 'L'), ("eyes", 'E')],
    },
    Group {
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
    Group {
        prompts: &["surprise"],
        rows: &[("by", 'B')],
    },
    Group {
        prompts: &["hide"],
        rows: &[("hiders", 'T'), ("observers", 'B')],
    },
    Group {
        prompts: &["fall", "collide"],
        rows: &[
            ("targets", 'T'),
            ("height", 'H'),
            ("surface", 'S'),
            ("grab", 'J'),
            ("tucked", 'U'),
        ],
    },
    Group {
        prompts: &["collide"],
        rows: &[("pace", 'H'), ("crushed", 'U')],
    },
    Group {
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
    Group {
        prompts: &["possess"],
        rows: &[("target", 'T'), ("willing", 'J')],
    },
    Group {
        prompts: &["minds"],
        rows: &[("body", 'B'), ("with", 'O'), ("defender", 'D')],
    },
    Group {
        prompts: &["stabilise"],
        rows: &[("target", 'T'), ("number", 'H')],
    },
    Group {
        prompts: &["diagnose"],
        rows: &[("target", 'T'), ("healer", 'B'), ("kind", 'K')],
    },
    Group {
        prompts: &["hearten"],
        rows: &[("targets", 'T'), ("penalties", 'P'), ("seconds", 'H')],
    },
    Group {
        prompts: &["mount"],
        rows: &[("rider", 'T'), ("off", 'F'), ("mount", 'O')],
    },
    Group {
        prompts: &["time"],
        rows: &[("number", 'H'), ("unit", 'U'), ("spent", 'S')],
    },
    Group {
        prompts: &["award"],
        rows: &[
            ("party", 'T'),
            ("enemies", 'E'),
            ("besides", 'B'),
            ("points", 'H'),
        ],
    },
    Group {
        prompts: &["flee"],
        rows: &[("ways", 'S'), ("gone", 'J')],
    },
    Group {
        prompts: &["instead"],
        rows: &[("whim", 'T')],
    },
    Group {
        prompts: &["size"],
        rows: &[("who", 'T'), ("scale", 'S'), ("size", 'K')],
    },
    Group {
        prompts: &["order"],
        rows: &[("who", 'T'), ("before", 'B')],
    },
];
