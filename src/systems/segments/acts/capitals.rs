//! Action keys of rows and answers, and the prompts that can show them together. If one action of a declaration hides
//! the rows of another, each action has its own group.

use crate::rules::{ARROWS, DEED};

crate::action_keys! {
    keys {
        'B' "leaving" "blind" "by" "ambush" "becomes";
        'C' "cover";
        'D' "desperate" "dodging" "damage";
        'E' "defending" "unseen" "each";
        'F' "full" "friends";
        'G' "modifier" "modifier-*";
        'H' "hold" "mounted" "why-*";
        'I' "also" "into_melee";
        'J' "mode*" "mode";
        'K' "aim" "attackers" "skill" "count";
        'L' "withdraw" "lighting";
        'M' "movement";
        'N' "nothing" "pass";
        'P' "pickup" "push" "ignores_prot" "missile";
        'Q' "pace" "opponents";
        'R' "distance";
        'S' "spell" "shooter_in_melee" "ambushers" "slot";
        'T' "target*" "target" "who" "caught" "foes";
        'U' "draw" "unexpected" "spends";
        'V' "move" "speed";
        'W' "weapon*" "casts" "guard" "weapon" "weapon-*";
        'X' "what*" "what" "effect";
        'Y' "strikes-*";
        DEED "action" "do";
        ARROWS "double_shot" "free" "free_text" "in_melee" "potion" "sheathe" "shield"
            "tentacles-*" "threshold";
    }
    groups {
        "declare" => "action" "spell" "full" "desperate" "move" "withdraw" "pickup" "hold"
            "nothing" "weapon*" "mode*" "target*" "what*" "movement" "distance" "leaving" "pace"
            "defending" "aim" "draw" "double_shot" "free" "free_text" "in_melee" "potion" "sheathe"
            "shield" "tentacles-*";
        "declare" => "casts" "target" "also";
        "declare" => "guard";
        "attack" "stray" => "do" "pass" "what" "target" "weapon" "mode" "attackers" "speed"
            "dodging" "mounted" "cover" "into_melee" "friends" "opponents" "shooter_in_melee"
            "unexpected" "lighting" "threshold" "blind" "unseen" "push" "modifier";
        "free-attacks" => "strikes-*" "weapon-*" "modifier-*" "why-*";
        "spell" => "target" "also" "damage" "each" "ignores_prot" "effect";
        "other" "skill" "forced" "late" => "who" "what" "skill" "spends" "missile" "by" "modifier";
        "begin" "light" => "lighting" "threshold" "ambush" "ambushers" "caught";
        "unseen" => "blind" "foes";
        "shift" => "slot" "becomes" "count";
    }
}
