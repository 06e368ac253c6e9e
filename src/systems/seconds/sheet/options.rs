//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// Comparison of damage with the two thresholds (RD-6).
    pub enum DamageCompare {
        /// Wound above Minimum Toughness, and dying at Toughness or above.
        Split = "split" "over Minimum, at Toughness",
        Exceed = "exceed" "over both numbers",
        /// Effect at the threshold or above, for both thresholds.
        Meet = "meet" "at both numbers",
    }

    /// Rule for the checks of the dying (RD-14).
    pub enum DyingRule {
        /// Starts at DC 4; each wound lowers the check by 1.
        Section = "section" "DC 4, minus wounds",
        /// Starts at DC 6; wounds do not lower the check.
        Glossary = "glossary" "DC 6, wounds ignored",
    }

    /// Effect of being flat-footed (RD-18).
    pub enum FlatFooted {
        /// Penalty of -1 to defences against the surpriser.
        MinusOne = "minus_one" "-1 to defences",
        /// No defence against any attacker.
        NoDefence = "no_defence" "no defence",
    }

    /// Misses that hit the cover (RD-21).
    pub enum CoverGraze {
        /// Misses by the cover bonus or less.
        Inclusive = "inclusive" "cover bonus or less",
        /// Misses by less than the cover bonus.
        Strict = "strict" "less than cover bonus",
    }

    /// Duration of surprise (RD-19).
    pub enum SurpriseLasts {
        /// Surprise until the start of the victim's next turn.
        NextTurn = "next_turn",
        /// Surprise during the attacks of the surprising action.
        ThisAction = "this_action",
    }

    /// Effect of a combo's other wounds on a target felled by one of its hits (RD-17).
    pub enum ComboOverkill {
        /// All hits are simultaneous, so that the other wounds do not kill.
        Simultaneous = "simultaneous",
        Kills = "kills",
    }

    /// End of panic and rage (RD-30).
    pub enum FearRageEnd {
        /// Ends when the combatant loses a morale penalty.
        PenaltyRemoved = "penalty_removed",
        /// Ends by GM ruling.
        Gm = "gm",
        EncounterEnd = "encounter_end",
    }
}

crate::options! {
    /// House rules of a fight; the defaults follow the readings of the contract (section 7).
    pub struct Options {
        /// Seconds of a combo, and of a single attack with the usual cost of four (RD-2).
        combo_seconds: i64 = 4, int(3, 4), "seconds for an attack or combo";
        /// Seconds needed to stand up from prone (RD-4).
        stand_from_prone_seconds: i64 = 2, int(1, 4), "seconds to stand up from prone";
        /// Seconds needed to aim (RD-5).
        aim_seconds: i64 = 2, int(1, 2), "seconds to aim";
        /// Comparison of damage with the two thresholds (SEC-89, SEC-90, RD-6).
        damage_compare: DamageCompare = DamageCompare::Split, "wound and dying at", help "compares damage with Minimum (wound) and Toughness (dying)";
        /// Rule for the checks of the dying (SEC-145, RD-14).
        dying_rule: DyingRule = DyingRule::Section, "dying check", help "DC 4: each wound lowers the check by 1; DC 6: wounds do not lower the check";
        /// Effect of being flat-footed (SEC-18, RD-18).
        flat_footed: FlatFooted = FlatFooted::MinusOne, "surprised", help "-1 to defences against the attacker, or no defence against anyone";
        /// Misses that hit the cover (SEC-81, RD-21).
        cover_graze: CoverGraze = CoverGraze::Inclusive, "cover is hit if missed by", help "compares the miss with the cover bonus";
        /// Duration of surprise (SEC-19, RD-19).
        surprise_lasts: SurpriseLasts = SurpriseLasts::NextTurn, "surprise lasts", help "next turn: until the victim's next turn; this action: for one action";
        /// Effect of a combo's other wounds on a target felled by one of its hits (SEC-100, RD-17).
        combo_overkill: ComboOverkill = ComboOverkill::Simultaneous, "other wounds of a felling combo", help "simultaneous: these wounds do not kill; kills: one more wound kills";
        /// End of panic and rage (SEC-129, RD-30).
        fear_rage_end: FearRageEnd = FearRageEnd::PenaltyRemoved, "panic and rage end", help "penalty removed: when a morale penalty is removed; gm: by GM ruling; encounter end: at the end of the fight";
    }
}
