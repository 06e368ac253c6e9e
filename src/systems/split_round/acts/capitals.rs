//! Capitals of the rows and answers, by the prompts in which they can meet. Where one plan leaves out the rows of another,
//! each has a group of its own.

use crate::rules::{ARROWS, DEED, Group};

/// The table.
pub static CAPITALS: &[Group] = &[
    Group {
        prompts: &["declare"],
        rows: &[
            ("plan", DEED),
            ("cast", 'S'),
            ("other", 'O'),
            ("go-on", 'V'),
            ("nothing", 'N'),
            ("target*", 'T'),
            ("weapon*", 'W'),
            ("sneak*", 'I'),
            ("target_off", 'J'),
            ("attacks", 'K'),
            ("charge", 'H'),
            ("rush", 'U'),
            ("rises", 'E'),
            ("feet", 'M'),
            ("leaves", 'L'),
            ("gone", 'R'),
            ("off_hand", 'P'),
            ("bonus", 'B'),
            ("bonus_what", 'Z'),
            ("contested", 'D'),
            ("feat", 'F'),
            ("still*", ARROWS),
        ],
    },
    Group {
        prompts: &["declare"],
        rows: &[
            ("spell", 'W'),
            ("target", 'T'),
            ("also", 'J'),
            ("feet", 'M'),
            ("off_hand", 'P'),
            ("bonus", 'B'),
        ],
    },
    Group {
        prompts: &["declare"],
        rows: &[
            ("act", 'X'),
            ("what", 'Q'),
            ("which", 'I'),
            ("rounds", 'U'),
            ("rises", 'E'),
            ("feet", 'M'),
            ("leaves", 'L'),
            ("off_hand", 'P'),
            ("bonus", 'B'),
            ("bonus_what", 'Z'),
            ("contested", 'D'),
            ("feat", 'F'),
        ],
    },
    Group {
        prompts: &["opportunity"],
        rows: &[("strikes", 'Y'), ("weapon", 'W')],
    },
    Group {
        prompts: &["counter"],
        rows: &[("counters", 'T'), ("bid", 'B')],
    },
    Group {
        prompts: &["effect"],
        rows: &[
            ("effect", 'E'),
            ("target", 'T'),
            ("dice", 'O'),
            ("magical", 'I'),
        ],
    },
    Group {
        prompts: &["rush"],
        rows: &[("need", 'D'), ("pushed", 'R')],
    },
    Group {
        prompts: &["free", "let-go"],
        rows: &[("who", 'T'), ("what", 'Q')],
    },
    Group {
        prompts: &["impossible"],
        rows: &[("item", 'I')],
    },
    // Rows that a fumble asks for.
    Group {
        prompts: &["grip"],
        rows: &[("by", 'B')],
    },
    Group {
        prompts: &["lost", "prepare"],
        rows: &[
            ("acts", 'Y'),
            ("remedy", 'D'),
            ("deed", 'X'),
            ("feet", 'M'),
            ("around", 'T'),
            ("weapon", 'W'),
        ],
    },
    Group {
        prompts: &["bash", "treat"],
        rows: &[
            ("material", 'H'),
            ("dc", 'D'),
            ("enchantment", 'E'),
            ("target", 'T'),
            ("ailment", 'I'),
        ],
    },
    Group {
        prompts: &["rest", "day"],
        rows: &[
            ("rest", 'B'),
            ("kind", 'K'),
            ("who", 'T'),
            ("place", 'P'),
            ("dice-*", 'H'),
            ("spoiled", 'S'),
        ],
    },
    Group {
        prompts: &["recover"],
        rows: &[("found*", 'O')],
    },
    Group {
        prompts: &["clock"],
        rows: &[("day", 'D'), ("hour", 'H'), ("minute", 'I')],
    },
    Group {
        prompts: &["magic"],
        rows: &[("target", 'T'), ("what", 'Q'), ("points", 'P')],
    },
    Group {
        prompts: &["order"],
        rows: &[("item", 'I'), ("nth", 'K')],
    },
];
