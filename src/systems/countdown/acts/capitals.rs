//! Capitals of the rows and answers, by the prompts in which they can meet. Where one choice of a form leaves out the
//! rows of another, each has a group of its own.

use crate::rules::{CapitalGroup, DEED};

pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
        prompts: &[
            "attack", "blow", "grab", "charge", "parting", "free", "reply", "withdraw",
        ],
        rows: &[
            ("strikes", 'Y'),
            ("reply", 'D'),
            ("weapon", 'W'),
            ("target", 'T'),
            ("distance", 'R'),
            ("close", 'V'),
            ("unaware", 'U'),
            ("behind", 'B'),
            ("flank", 'F'),
            ("sneak", 'S'),
            ("flat", 'L'),
            ("hidden", 'C'),
            ("lit", 'O'),
            ("press", 'P'),
            ("modifier", 'G'),
            ("stand", 'J'),
            ("before", 'M'),
            ("turning", 'K'),
            ("after", 'E'),
            ("turning_after", 'H'),
            ("closes", 'I'),
            ("fire-*", 'X'),
        ],
    },
    // Weapons without ranges.
    CapitalGroup {
        prompts: &["attack", "blow", "parting", "free"],
        rows: &[("band", 'R'), ("close", 'V')],
    },
    CapitalGroup {
        prompts: &["charge"],
        rows: &[("straight", 'D'), ("sight", 'I')],
    },
    CapitalGroup {
        prompts: &["withdraw"],
        // Not an offer: the blow belongs to what the GM began.
        rows: &[
            ("feet", 'R'),
            ("follows", 'D'),
            ("casts", 'Q'),
            ("strike", 'E'),
        ],
    },
    CapitalGroup {
        prompts: &["withdraw", "cast"],
        rows: &[
            ("feet", 'R'),
            ("follows", 'D'),
            ("casts", 'Q'),
            ("backs", 'B'),
            ("spell", 'W'),
            ("target", 'T'),
            ("also", 'J'),
        ],
    },
    CapitalGroup {
        prompts: &["declare"],
        rows: &[
            ("action", DEED),
            ("pass", 'N'),
            ("weapon", 'W'),
            ("target", 'T'),
            ("also", 'J'),
        ],
    },
    CapitalGroup {
        prompts: &["declare", "cast"],
        rows: &[("spell", 'W'), ("target", 'T'), ("also", 'J')],
    },
    CapitalGroup {
        prompts: &["declare", "hold"],
        rows: &[("spell", 'W'), ("until", 'Q'), ("for", 'T'), ("also", 'J')],
    },
    CapitalGroup {
        prompts: &[
            "move", "run", "dodge", "hold", "cast", "move-on", "reload", "retrieve", "revive",
        ],
        rows: &[
            ("weapon", 'W'),
            ("target", 'T'),
            ("feet", 'R'),
            ("stand", 'J'),
            ("before", 'M'),
            ("turning", 'K'),
            ("after", 'E'),
            ("turning_after", 'H'),
            ("closes", 'I'),
            ("fire-*", 'X'),
            ("gone", 'O'),
        ],
    },
    CapitalGroup {
        prompts: &["extinguish"],
        rows: &[("fitting", 'F')],
    },
    CapitalGroup {
        prompts: &["feat"],
        rows: &[
            ("what", 'F'),
            ("check", 'S'),
            ("ability", 'I'),
            ("dc", 'D'),
            ("stand", 'J'),
            ("before", 'M'),
            ("turning", 'K'),
            ("after", 'E'),
            ("turning_after", 'H'),
            ("fire-*", 'X'),
        ],
    },
    CapitalGroup {
        prompts: &["hold-option"],
        rows: &[
            ("option", DEED),
            ("damage", 'D'),
            ("silence", 'S'),
            ("item", 'I'),
            ("take", 'K'),
            ("other", 'O'),
            ("nothing", 'N'),
            ("what", 'F'),
            ("feet", 'R'),
            ("strong", 'U'),
        ],
    },
    CapitalGroup {
        prompts: &["effect"],
        rows: &[
            ("effect", 'E'),
            ("what", 'F'),
            ("target", 'T'),
            ("also", 'J'),
            ("condition", 'I'),
            ("rounds", 'U'),
            ("amount", 'H'),
            ("subdual", 'L'),
            ("save", 'S'),
            ("needs", 'D'),
            ("saved", 'V'),
        ],
    },
    CapitalGroup {
        prompts: &["surprise", "test-surprise"],
        rows: &[
            ("caught-*", 'S'),
            ("ambush-*", 'B'),
            ("who", 'T'),
            ("ambush", 'I'),
        ],
    },
    CapitalGroup {
        prompts: &["leave", "engage"],
        rows: &[("who", 'T'), ("how", 'H'), ("with", 'E')],
    },
    CapitalGroup {
        prompts: &["fire", "fires"],
        rows: &[
            ("name", 'P'),
            ("inside", 'T'),
            ("inside-*", 'I'),
            ("out-*", 'O'),
        ],
    },
    CapitalGroup {
        prompts: &["collect"],
        rows: &[("found*", 'O')],
    },
    CapitalGroup {
        prompts: &["advance"],
        rows: &[("number", 'H'), ("unit", 'U')],
    },
    CapitalGroup {
        prompts: &["order"],
        rows: &[("who", 'T'), ("becomes", 'B'), ("number", 'H')],
    },
];
