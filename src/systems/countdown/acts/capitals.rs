//! Action keys of rows and answers, and the prompts that can show them together. If one choice of a form hides the rows
//! of another, each choice has its own group.

use crate::rules::{ARROWS, DEED};

crate::action_keys! {
    keys {
        'B' "behind" "backs" "ambush-0" "becomes";
        'C' "hidden";
        'D' "reply" "straight" "follows" "dc" "damage" "needs";
        'E' "after" "caught-3" "strike" "effect" "with";
        'F' "flank" "caught-1" "fitting" "what";
        'G' "modifier";
        'H' "turning_after" "amount" "how" "number";
        'I' "closes" "sight" "ability" "item" "condition" "ambush" "ambush-1" "inside-*";
        'J' "stand" "also";
        'K' "turning" "take";
        'L' "flat" "subdual";
        'M' "before";
        'N' "pass" "nothing";
        'O' "lit" "gone" "other" "out-*" "found*";
        'P' "press" "ambush-3" "name";
        'Q' "casts" "until";
        'R' "distance" "band" "feet";
        'S' "sneak" "check" "silence" "save" "caught-0";
        'T' "target" "for" "who" "inside";
        'U' "unaware" "caught-2" "strong" "rounds" "unit";
        'V' "close" "saved";
        'W' "weapon" "spell";
        'X' "fire-*";
        'Y' "strikes" "ambush-2";
        // The first sides have their own keys; arrows reach the rows of more sides.
        ARROWS "caught-*" "ambush-*";
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
        "surprise" => "caught-0" "caught-1" "caught-2" "caught-3" "caught-*" "ambush-0" "ambush-1"
            "ambush-2" "ambush-3" "ambush-*";
        "test-surprise" => "who" "ambush";
        "leave" "engage" => "who" "how" "with";
        "fire" "fires" => "name" "inside" "inside-*" "out-*";
        "collect" => "found*";
        "advance" => "number" "unit";
        "order" => "who" "becomes" "number";
    }
}
