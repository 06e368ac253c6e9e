//! Action keys of rows and answers, and the prompts in which they can meet.

use crate::rules::ARROWS;

crate::action_keys! {
    keys {
        'B' "covered" "ambush" "becomes";
        'C' "cover";
        'D' "death-blow" "dodge" "drops" "drag" "what";
        'E' "near" "effect" "then-*";
        'F' "reveals" "fate-*";
        'H' "hide";
        'I' "dark";
        'J' "dice-*";
        'K' "counter";
        'L' "leaning" "leaving";
        'M' "moving";
        'N' "none";
        'O' "hold-back" "outsider-guard" "gone" "on-*";
        'P' "penetrates" "pace";
        'Q' "hazard";
        'R' "distance" "zones";
        'S' "takes" "sprint" "started" "side";
        'T' "target" "who" "carrier" "fleeing";
        'U' "guard";
        'V' "stunt";
        'W' "weapon" "item";
        'X' "also" "words";
        'Y' "strikes" "accepts";
        'Z' "prize";
        ARROWS "barrier" "unaware" "unwary" "sneaking" "under-way" "place" "outsiders" "knows" "*";
    }
    groups {
        "attack" "counter" "opportunity" "deviated" => "strikes" "weapon" "target" "near"
            "distance" "moving" "dark" "cover" "covered" "penetrates" "barrier" "unaware" "unwary"
            "leaning" "death-blow" "prize" "takes" "hazard" "hold-back" "stunt" "reveals" "also"
            "dice-*" "outsiders" "knows";
        "durability" "prize" => "*";
        "react" => "none" "dodge" "counter" "hide" "guard" "outsider-guard";
        "hide" "guard" "holder" "free-ally" => "who" "cover" "penetrates";
        "stunt" => "effect" "accepts" "drops";
        "move" => "zones" "sprint" "leaving" "sneaking" "drag" "gone";
        "bonus" "act" => "what" "item" "words" "reveals";
        "mount" "dismount" => "carrier" "under-way";
        "begin" => "started" "ambush" "then-*" "on-*";
        "broken" => "fate-*";
        "chase" => "fleeing" "pace";
        "order" => "side" "becomes" "place";
    }
}
