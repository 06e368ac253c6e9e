//! Capitals of the rows and answers, by the prompts in which they can meet. Where one action of a declaration leaves out
//! the rows of another, each has a group of its own.

use crate::rules::{DEED, Group};

/// The table.
pub static CAPITALS: &[Group] = &[
    Group {
        prompts: &["declare"],
        rows: &[
            ("action", DEED),
            ("spell", 'S'),
            ("full", 'F'),
            ("desperate", 'D'),
            ("move", 'V'),
            ("withdraw", 'L'),
            ("pickup", 'P'),
            ("hold", 'H'),
            ("nothing", 'N'),
            ("weapon*", 'W'),
            ("mode*", 'J'),
            ("target*", 'T'),
            ("what*", 'X'),
            ("movement", 'M'),
            ("distance", 'R'),
            ("leaving", 'B'),
            ("pace", 'Q'),
            ("defending", 'E'),
            ("aim", 'K'),
            ("draw", 'U'),
        ],
    },
    Group {
        prompts: &["declare"],
        rows: &[("casts", 'W'), ("target", 'T'), ("also", 'I')],
    },
    Group {
        prompts: &["declare"],
        rows: &[("guard", 'W')],
    },
    Group {
        prompts: &["attack", "stray"],
        rows: &[
            ("do", DEED),
            ("pass", 'N'),
            ("what", 'X'),
            ("target", 'T'),
            ("weapon", 'W'),
            ("mode", 'J'),
            ("attackers", 'K'),
            ("speed", 'V'),
            ("dodging", 'D'),
            ("mounted", 'H'),
            ("cover", 'C'),
            ("into_melee", 'I'),
            ("friends", 'F'),
            ("opponents", 'Q'),
            ("shooter_in_melee", 'S'),
            ("unexpected", 'U'),
            ("lighting", 'L'),
            ("blind", 'B'),
            ("unseen", 'E'),
            ("push", 'P'),
            ("modifier", 'G'),
        ],
    },
    Group {
        prompts: &["free-attacks"],
        rows: &[
            ("strikes-*", 'Y'),
            ("weapon-*", 'W'),
            ("modifier-*", 'G'),
            ("why-*", 'H'),
        ],
    },
    Group {
        prompts: &["spell"],
        rows: &[
            ("target", 'T'),
            ("also", 'I'),
            ("damage", 'D'),
            ("each", 'E'),
            ("ignores_prot", 'P'),
            ("effect", 'X'),
        ],
    },
    Group {
        prompts: &["other", "skill", "forced", "late"],
        rows: &[
            ("who", 'T'),
            ("what", 'X'),
            ("skill", 'K'),
            ("spends", 'U'),
            ("missile", 'P'),
            ("by", 'B'),
            ("modifier", 'G'),
        ],
    },
    Group {
        prompts: &["begin", "light"],
        rows: &[
            ("lighting", 'L'),
            ("ambush", 'B'),
            ("ambushers", 'S'),
            ("caught", 'T'),
        ],
    },
    Group {
        prompts: &["unseen"],
        rows: &[("blind", 'B'), ("foes", 'T')],
    },
    Group {
        prompts: &["shift"],
        rows: &[("slot", 'S'), ("becomes", 'B'), ("count", 'K')],
    },
];
