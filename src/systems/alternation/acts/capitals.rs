//! Capitals of the rows and answers, by the prompts in which they can meet.

use crate::rules::{ARROWS, CapitalGroup};

pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["durability", "prize"],
        rows: &[("*", ARROWS)],
    },
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["hide", "guard", "holder", "free-ally"],
        rows: &[("who", 'T'), ("cover", 'C'), ("penetrates", 'P')],
    },
    CapitalGroup {
        prompts: &["stunt"],
        rows: &[("effect", 'E'), ("accepts", 'Y'), ("drops", 'D')],
    },
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["bonus", "act"],
        rows: &[
            ("what", 'D'),
            ("item", 'W'),
            ("text", 'X'),
            ("reveals", 'F'),
        ],
    },
    CapitalGroup {
        prompts: &["mount", "dismount"],
        rows: &[("carrier", 'T'), ("under-way", 'U')],
    },
    CapitalGroup {
        prompts: &["begin"],
        rows: &[
            ("started", 'S'),
            ("ambush", 'B'),
            ("then-*", 'E'),
            ("on-*", 'O'),
        ],
    },
    CapitalGroup {
        prompts: &["broken"],
        rows: &[("fate-*", 'F')],
    },
    CapitalGroup {
        prompts: &["chase"],
        rows: &[("fleeing", 'T'), ("pace", 'P')],
    },
    CapitalGroup {
        prompts: &["order"],
        rows: &[("side", 'S'), ("becomes", 'B'), ("place", 'K')],
    },
];
