//! Action keys of rows and answers, and the prompts that can show them together. If one choice of a form hides the rows
//! of another, each choice has its own group.

use crate::rules::DEED;

crate::action_keys! {
    keys {
        'B' "behind" "backs" "ambush-*" "becomes";
        'C' "hidden";
        'D' "reply" "straight" "follows" "dc" "damage" "needs";
        'E' "after" "strike" "effect" "with";
        'F' "flank" "fitting" "what";
        'G' "modifier";
        'H' "turning_after" "amount" "how" "number";
        'I' "closes" "sight" "ability" "item" "condition" "ambush" "inside-*";
        'J' "stand" "also";
        'K' "turning" "take";
        'L' "flat" "subdual";
        'M' "before";
        'N' "pass" "nothing";
        'O' "lit" "gone" "other" "out-*" "found*";
        'P' "press" "name";
        'Q' "casts" "until";
        'R' "distance" "band" "feet";
        'S' "sneak" "check" "silence" "save" "caught-*";
        'T' "target" "for" "who" "inside";
        'U' "unaware" "strong" "rounds" "unit";
        'V' "close" "saved";
        'W' "weapon" "spell";
        'X' "fire-*";
        'Y' "strikes";
        DEED "action" "option";
    }
    groups {
        "attack" "blow" "grab" "charge" "parting" "free" "reply" "withdraw" => "strikes" "reply"
            "weapon" "target" "distance" "close" "unaware" "behind" "flank" "sneak" "flat" "hidden"
            "lit" "press" "modifier" "stand" "before" "turning" "after" "turning_after" "closes"
            "fire-*";
        // Rows for weapons without ranges.
        "attack" "blow" "parting" "free" => "band" "close";
        "charge" => "straight" "sight";
        // The attack of a withdrawal is a row of its form and not an offer.
        "withdraw" => "feet" "follows" "casts" "strike";
        "withdraw" "cast" => "feet" "follows" "casts" "backs" "spell" "target" "also";
        "declare" => "action" "pass" "weapon" "target" "also";
        "declare" "cast" => "spell" "target" "also";
        "declare" "hold" => "spell" "until" "for" "also";
        "move" "run" "dodge" "hold" "cast" "move-on" "reload" "retrieve" "revive" => "weapon"
            "target" "feet" "stand" "before" "turning" "after" "turning_after" "closes" "fire-*"
            "gone";
        "extinguish" => "fitting";
        "feat" => "what" "check" "ability" "dc" "stand" "before" "turning" "after" "turning_after"
            "fire-*";
        "hold-option" => "option" "damage" "silence" "item" "take" "other" "nothing" "what" "feet"
            "strong";
        "effect" => "effect" "what" "target" "also" "condition" "rounds" "amount" "subdual" "save"
            "needs" "saved";
        "surprise" "test-surprise" => "caught-*" "ambush-*" "who" "ambush";
        "leave" "engage" => "who" "how" "with";
        "fire" "fires" => "name" "inside" "inside-*" "out-*";
        "collect" => "found*";
        "advance" => "number" "unit";
        "order" => "who" "becomes" "number";
    }
}
