//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// How binding a declaration is.
    pub enum DeclarationPolicy {
        /// Free to change on one's number, except for spells, Dodge and whole-round actions.
        Intent = "intent",
        /// Only target, weapon and flat or edge may change.
        Binding = "binding",
        /// Undeclared spells and changed Dodges are fine too.
        Free = "free",
    }

    /// From when on a declared Dodge works.
    pub enum DodgeWindow {
        /// From its declaration on.
        FromDeclaration = "from_declaration",
        /// From its number on.
        FromNumber = "from_number",
    }

    /// What is added to the roll after a natural 20.
    pub enum CritModifiers {
        /// Everything the attack had.
        Full = "full",
        /// Only STR or DEX.
        AbilityOnly = "ability_only",
        None = "none",
    }

    /// Which attacks call for the save of a caster.
    pub enum CastingWindow {
        /// Those on the caster's count.
        OnNumber = "on_number",
        /// All since the declaration.
        SinceDeclaration = "since_declaration",
    }

    /// Who has the better of a tied grapple check.
    pub enum GrappleTie {
        /// The one who grabs or holds.
        Holder = "holder",
        /// The one who is grabbed or held.
        Held = "held",
        Reroll = "reroll",
    }

    /// When initiative is rolled.
    pub enum RerollInitiative {
        EachRound = "each_round",
        /// Once; the number is kept for the fight.
        Once = "once",
    }

    /// Whether a free attack may draw another.
    pub enum FreeAttackChain {
        /// As long as somebody fumbles.
        Unlimited = "unlimited",
        OneLink = "one_link",
    }
}

crate::options! {
    /// House rules of a fight; the defaults are the contract's readings (section 7).
    pub struct Options {
        /// How binding a declaration is (CTD-19, R-05).
        declaration_policy: DeclarationPolicy = DeclarationPolicy::Intent, "declarations: changeable (intent), target and weapon only (binding), or unrestricted (free)";
        /// From when on a declared Dodge works (CTD-74, R-06).
        dodge_window: DodgeWindow = DodgeWindow::FromDeclaration, "dodge works from the declaration or from the count";
        /// What is added to the roll after a natural 20 (CTD-90, R-16).
        crit_modifiers: CritModifiers = CritModifiers::Full, "bonus to the roll after a natural 20";
        /// Which attacks call for the save of a caster (CTD-138, R-35).
        casting_window: CastingWindow = CastingWindow::OnNumber, "attacks that can disrupt a spell";
        /// Who has the better of a tied grapple check (CTD-164, R-43).
        grapple_tie: GrappleTie = GrappleTie::Holder, "winner of a tied grapple check";
        /// When initiative is rolled (CTD-26, R-04).
        reroll_initiative: RerollInitiative = RerollInitiative::EachRound, "initiative is rolled";
        /// Whether a free attack may draw another (CTD-101, R-22).
        free_attack_chain: FreeAttackChain = FreeAttackChain::Unlimited, "free attacks provoke free attacks";
        /// Rounds for which a natural 20 shakes, 0 for the whole fight (CTD-93, R-17).
        shaken_rounds: i64 = 0, int(0, 999), "rounds shaken, 0 for the whole fight";
        /// Rounds for which a natural 20 blinds, 0 for the whole fight (CTD-95, R-17).
        blinded_rounds: i64 = 0, int(0, 999), "rounds blinded, 0 for the whole fight";
        /// Rounds in a turn, the unit of knock-outs and rest (CTD-01, R-01).
        rounds_per_turn: i64 = 60, int(1, 999), "rounds in a turn";
        /// A plain morale step at the end of the round; the book has none.
        plain_morale: bool = false, "simple morale test at the end of the round";
    }
}
