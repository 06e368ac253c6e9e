//! Action keys of rows and answers, and the prompts that can show them together. If one plan hides the rows of another,
//! each plan has its own group.

use crate::rules::{ARROWS, DEED};

crate::action_keys! {
    keys {
        'B' "bonus" "bid" "by" "rest";
        'D' "contested" "need" "remedy" "dc" "day";
        'E' "rises" "effect" "enchantment";
        'F' "feat";
        'H' "charge" "material" "dice-*" "hour";
        'I' "sneak*" "which" "magical" "item" "ailment" "minute";
        'J' "target_off";
        'K' "attacks" "also" "kind" "nth";
        'L' "leaves";
        'M' "feet";
        'N' "nothing";
        'O' "other" "dice" "found*";
        'P' "off_hand" "place" "points";
        'Q' "what";
        'R' "gone" "pushed";
        'S' "cast" "spoiled";
        'T' "target*" "target" "counters" "who" "around";
        'U' "rush" "rounds";
        'V' "go-on";
        'W' "weapon*" "spell" "weapon";
        'X' "act" "deed";
        'Y' "strikes" "acts";
        'Z' "bonus_what";
        DEED "plan";
        ARROWS "still*";
    }
    groups {
        "declare" => "plan" "cast" "other" "go-on" "nothing" "target*" "weapon*" "sneak*"
            "target_off" "attacks" "charge" "rush" "rises" "feet" "leaves" "gone" "off_hand"
            "bonus" "bonus_what" "contested" "feat" "still*";
        "declare" => "spell" "target" "also" "feet" "off_hand" "bonus";
        "declare" => "act" "what" "which" "rounds" "rises" "feet" "leaves" "off_hand" "bonus"
            "bonus_what" "contested" "feat";
        "opportunity" => "strikes" "weapon";
        "counter" => "counters" "bid";
        "effect" => "effect" "target" "dice" "magical";
        "rush" => "need" "pushed";
        "free" "let-go" => "who" "what";
        "impossible" => "item";
        // Rows of a fumble's form.
        "grip" => "by";
        "lost" "prepare" => "acts" "remedy" "deed" "feet" "around" "weapon";
        "bash" "treat" => "material" "dc" "enchantment" "target" "ailment";
        "rest" "day" => "rest" "kind" "who" "place" "dice-*" "spoiled";
        "recover" => "found*";
        "clock" => "day" "hour" "minute";
        "magic" => "target" "what" "points";
        "order" => "item" "nth";
    }
}
