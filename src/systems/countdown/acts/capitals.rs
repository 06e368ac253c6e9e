//! Capitals of the rows and answers, by the prompts in which they can meet. Where one choice of a form leaves out the
//! rows of another, each has a group of its own.

use crate::rules::{DEED, Group};

/// The table.
pub static CAPITALS: &[Group] = &[
    Group {
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
    Group {
        prompts: &["attack", "blow", "parting", "free"],
        rows: &[("band", 'R'), ("close", 'V')],
    },
    Group {
        prompts: &["charge"],
        rows: &[("straight", 'D'), ("sight", 'I')],
    },
    Group {
        prompts: &["withdraw"],
        // Not an offer: the blow belongs to what the GM began.
        rows: &[("feet", 'R'), ("follows", 'D'), ("strike", 'E')],
    },
    Group {
        prompts: &["declare"],
        rows: &[
            ("action", DEED),
            ("pass", 'N'),
            ("weapon", 'W'),
            ("target", 'T'),
            ("also", 'J'),
        ],
    },
    Group {
        prompts: &["declare", "cast"],
        rows: &[("spell", 'W'), ("target", 'T'), ("also", 'J')],
    },
    Group {
        prompts: &["declare", "hold"],
        rows: &[("spell", 'W'), ("until", 'Q'), ("for", 'T'), ("also", 'J')],
    },
    Group {
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
    Group {
        prompts: &["extinguish"],
        rows: &[("fitting", 'F')],
    },
    Group {
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
    Group {
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
    Group {
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
    Group {
        prompts: &["surprise", "test-surprise"],
        rows: &[
            ("caught-*", 'S'),
            ("ambush-*", 'B'),
            ("who", 'T'),
            ("ambush", 'I'),
        ],
    },
    Group {
        prompts: &["leave", "engage"],
        rows: &[("who", 'T'), ("how", 'H'), ("with", 'E')],
    },
    Group {
        prompts: &["fire", "fires"],
        rows: &[
            ("name", 'P'),
            ("inside", 'T'),
            ("inside-*", 'I'),
            ("out-*", 'O'),
        ],
    },
    Group {
        prompts: &["collect"],
        rows: &[("found*", 'O')],
    },
    Group {
        prompts: &["advance"],
        rows: &[("number", 'H'), ("unit", 'U')],
    },
    Group {
        prompts: &["order"],
        rows: &[("who", 'T'), ("becomes", 'B'), ("number", 'H')],
    },
];
