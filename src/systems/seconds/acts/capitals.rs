//! Action keys of rows and answers, and groups of rows that the same prompts can show together.

crate::action_keys! {
    keys {
        'B' "more" "more*" "together" "behind" "observers" "by" "breath" "body" "healer" "stable"
            "besides" "before";
        'C' "cover" "cover*";
        'D' "dc" "dc*" "how" "deed" "side" "area" "defender" "dead";
        'E' "eyes" "enemies";
        'F' "flank" "flank*" "rough" "flying" "to" "off";
        'G' "modifier" "modifier*";
        'H' "matters" "matters*" "seconds" "height" "pace" "doses" "number" "points";
        'J' "also" "gone" "to_side" "grab" "stays" "willing";
        'K' "instead" "what" "kind" "size";
        'L' "aim" "aim*" "light";
        'N' "reveals";
        'O' "combo" "ground" "of" "with" "mount";
        'P' "place" "posture" "penalties";
        'Q' "squares";
        'R' "distance" "distance*";
        'S' "speed" "speed*" "seeing" "surface" "source" "spent" "ways" "scale";
        'T' "target" "target*" "who" "targets" "hiders" "rider" "party" "whim";
        'U' "surprise" "surprise*" "tucked" "crushed" "chance" "unit";
        'V' "seen" "seen*";
        'W' "weapon" "weapon*";
    }
    groups {
        "attack" "comes" => "weapon" "target" "also" "instead" "aim" "distance" "place" "cover"
            "matters" "seen" "flank" "surprise" "speed" "modifier" "dc" "more" "reveals";
        "combo" => "combo" "weapon*" "target*" "aim*" "distance*" "cover*" "matters*" "seen*"
            "flank*" "surprise*" "speed*" "modifier*" "dc*" "more*" "reveals";
        "defend" => "how";
        "run" "other" "at-once" "reload" "stun" "moved" "gear" => "who" "what" "weapon" "seconds"
            "squares" "together" "rough" "gone" "deed";
        "stand" "posture" => "who" "posture" "cover" "behind" "matters" "flying" "ground";
        "light" => "light" "eyes";
        "sight" "surprise" => "seeing" "of" "targets" "side" "to" "observers" "to_side";
        "surprise" => "by";
        "hide" => "hiders" "observers";
        "fall" "collide" => "targets" "height" "surface" "grab" "tucked";
        "collide" => "pace" "crushed";
        "expose" "unexpose" "exorcise" "wake" => "targets" "kind" "source" "area" "doses" "stays"
            "eyes" "breath" "chance";
        "possess" => "target" "willing";
        "minds" => "body" "with" "defender";
        "stabilise" => "target" "number";
        "diagnose" => "target" "healer" "kind";
        "hearten" => "targets" "penalties" "seconds";
        "mount" => "rider" "off" "mount";
        "time" => "number" "unit" "spent" "stable" "dead";
        "award" => "party" "enemies" "besides" "points";
        "flee" => "ways" "gone";
        "instead" => "whim";
        "size" => "who" "scale" "size";
        "order" => "who" "before";
    }
}
