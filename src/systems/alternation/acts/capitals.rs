//! Capitals of the rows and answers, by the prompts in which they can meet.

use crate::rules::{ARROWS, Group};

/// The table.
pub static CAPITALS: &[Group] = &[
    Group {
        prompts: &["attack", "counter", "opportunity", "deviated"],
        rows: &[
            ("strikes", 'Y'),
            ("weapon", 'W'),
            ("target", 'T'),
            ("near", 'E'),
            ("distance", 'R'),
            ("moving", 'M'),
            ("dark", 'K'),
            ("cover", 'C'),
            ("covered", 'B'),
            ("penetrates", 'P'),
            ("barrier", 'I'),
            ("unaware", 'U'),
            ("unwary", 'Q'),
            ("leaning", 'L'),
            ("death-blow", 'D'),
            ("prize", 'Z'),
            ("takes", 'S'),
            ("hazard", 'H'),
            ("hold-back", 'O'),
            ("stunt", 'V'),
            ("reveals", 'F'),
            ("also", 'X'),
            ("dice-*", 'J'),
            ("outsiders", ARROWS),
            ("knows", ARROWS),
        ],
    },
    Group {
        prompts: &["durability", "prize"],
        rows: &[("*", ARROWS)],
    },
    Group {
        prompts: &["react"],
        rows: &[
            ("none", 'N'),
            ("dodge", 'D'),
            ("counter", 'K'),
            ("hide", 'H'),
            ("guard", 'U'),
            ("outsider-guard", 'O'),
        ],
    },
    Group {
        prompts: &["hide", "guard", "holder", "free-ally"],
        rows: &[("who", 'T'), ("cover", 'C'), ("penetrates", 'P')],
    },
    Group {
        prompts: &["stunt"],
        rows: &[("effect", 'E'), ("accepts", 'Y'), ("drops", 'D')],
    },
    Group {
        prompts: &["move"],
        rows: &[
            ("zones", 'R'),
            ("sprint", 'S'),
            ("leaving", 'L'),
            ("sneaking", 'K'),
            ("drag", 'D'),
            ("gone", 'O'),
        ],
    },
    Group {
        prompts: &["bonus", "act"],
        rows: &[
            ("what", 'D'),
            ("item", 'W'),
            ("text", 'X'),
            ("reveals", 'F'),
        ],
    },
    Group {
        prompts: &["mount", "dismount"],
        rows: &[("carrier", 'T'), ("under-way", 'U')],
    },
    Group {
        prompts: &["begin"],
        rows: &[
            ("started", 'S'),
            ("ambush", 'B'),
            ("then-*", 'E'),
            ("on-*", 'O'),
        ],
    },
    Group {
        prompts: &["broken"],
        rows: &[("fate-*", 'F')],
    },
    Group {
        prompts: &["chase"],
        rows: &[("fleeing", 'T'), ("pace", 'P')],
    },
    Group {
        prompts: &["order"],
        rows: &[("side", 'S'), ("becomes", 'B'), ("place", 'K')],
    },
];
