//! Capitals of the rows and answers, by the prompts in which they can meet. Where one plan leaves out the rows of another,
//! each has a group of its own.

use crate::rules::{ARROWS, CapitalGroup, DEED};

pub static CAPITALS: &[CapitalGroup] = &[
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["declare"],
        rows: &[
            ("spell", 'W'),
            ("target", 'T'),
            ("also", 'K'),
            ("feet", 'M'),
            ("off_hand", 'P'),
            ("bonus", 'B'),
        ],
    },
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["opportunity"],
        rows: &[("strikes", 'Y'), ("weapon", 'W')],
    },
    CapitalGroup {
        prompts: &["counter"],
        rows: &[("counters", 'T'), ("bid", 'B')],
    },
    CapitalGroup {
        prompts: &["effect"],
        rows: &[
            ("effect", 'E'),
            ("target", 'T'),
            ("dice", 'O'),
            ("magical", 'I'),
        ],
    },
    CapitalGroup {
        prompts: &["rush"],
        rows: &[("need", 'D'), ("pushed", 'R')],
    },
    CapitalGroup {
        prompts: &["free", "let-go"],
        rows: &[("who", 'T'), ("what", 'Q')],
    },
    CapitalGroup {
        prompts: &["impossible"],
        rows: &[("item", 'I')],
    },
    // Rows that a fumble asks for.
    CapitalGroup {
        prompts: &["grip"],
        rows: &[("by", 'B')],
    },
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["bash", "treat"],
        rows: &[
            ("material", 'H'),
            ("dc", 'D'),
            ("enchantment", 'E'),
            ("target", 'T'),
            ("ailment", 'I'),
        ],
    },
    CapitalGroup {
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
    CapitalGroup {
        prompts: &["recover"],
        rows: &[("found*", 'O')],
    },
    CapitalGroup {
        prompts: &["clock"],
        rows: &[("day", 'D'), ("hour", 'H'), ("minute", 'I')],
    },
    CapitalGroup {
        prompts: &["magic"],
        rows: &[("target", 'T'), ("what", 'Q'), ("points", 'P')],
    },
    CapitalGroup {
        prompts: &["order"],
        rows: &[("item", 'I'), ("nth", 'K')],
    },
];
