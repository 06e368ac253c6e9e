//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// Degree to which a declaration is binding.
    pub enum DeclarationPolicy {
        /// Declared action can change on the combatant's count, except spells, Dodge and whole-round actions.
        Intent = "intent",
        /// Declared action is fixed; only target, weapon and flat or edge may change.
        Binding = "binding",
        /// Declared action can change freely, even to an undeclared spell or Dodge.
        Free = "free",
    }

    /// Start of a declared Dodge.
    pub enum DodgeWindow {
        /// Dodge applies from its declaration on.
        FromDeclaration = "from_declaration",
        /// Dodge applies from the combatant's count on.
        FromNumber = "from_number",
    }

    /// Modifiers of the roll after a natural 20.
    pub enum CritModifiers {
        /// All modifiers of the attack.
        Full = "full",
        /// Only STR or DEX.
        AbilityOnly = "ability_only",
        None = "none",
    }

    /// Attacks that require a caster's save.
    pub enum CastingWindow {
        /// Attacks on the caster's count.
        OnNumber = "on_number",
        /// All attacks since the declaration.
        SinceDeclaration = "since_declaration",
    }

    /// Winner of a tied grapple check.
    pub enum GrappleTie {
        /// Combatant who grabs or holds.
        Holder = "holder",
        /// Combatant who is grabbed or held.
        Held = "held",
        Reroll = "reroll",
    }

    /// Frequency of the initiative roll.
    pub enum RerollInitiative {
        EachRound = "each_round",
        /// Single roll; the count stays the same for the whole fight.
        Once = "once",
    }

    /// Limit on free attacks that provoke further free attacks.
    pub enum FreeAttackChain {
        /// No limit, as long as attackers fumble.
        Unlimited = "unlimited",
        OneLink = "one_link",
    }
}

crate::options! {
    /// House rules of a fight; the defaults follow the rule contract (section 7).
    pub struct Options {
        /// Degree to which a declaration is binding (CTD-19, R-05).
        declaration_policy: DeclarationPolicy = DeclarationPolicy::Intent, "declarations", help "intent: the action can change on the count, except spells, Dodge and whole-round actions; binding: only target and weapon can change; free: everything can change";
        /// Start of a declared Dodge (CTD-74, R-06).
        dodge_window: DodgeWindow = DodgeWindow::FromDeclaration, "dodge applies", help "from declaration: as soon as the combatant declares Dodge; from number: from the combatant's count";
        /// Modifiers of the roll after a natural 20 (CTD-90, R-16).
        crit_modifiers: CritModifiers = CritModifiers::Full, "bonuses on the roll after a natural 20";
        /// Attacks that require a caster's save (CTD-138, R-35).
        casting_window: CastingWindow = CastingWindow::OnNumber, "attacks that can disrupt a spell", help "on number: attacks on the caster's count; since declaration: all attacks since the declaration";
        /// Winner of a tied grapple check (CTD-164, R-43).
        grapple_tie: GrappleTie = GrappleTie::Holder, "winner of a tied grapple check";
        /// Frequency of the initiative roll (CTD-26, R-04).
        reroll_initiative: RerollInitiative = RerollInitiative::EachRound, "how often initiative is rolled";
        /// Limit on free attacks that provoke further free attacks (CTD-101, R-22).
        free_attack_chain: FreeAttackChain = FreeAttackChain::Unlimited, "limit on chains of free attacks";
        /// Duration of shaken after a natural 20 in rounds, 0 for the whole fight (CTD-93, R-17).
        shaken_rounds: i64 = 0, int(0, 999), "rounds shaken, 0 for the whole fight";
        /// Duration of blinded after a natural 20 in rounds, 0 for the whole fight (CTD-95, R-17).
        blinded_rounds: i64 = 0, int(0, 999), "rounds blinded, 0 for the whole fight";
        /// Rounds in a turn, the unit of knock-outs and rest (CTD-01, R-01).
        rounds_per_turn: i64 = 60, int(1, 999), "rounds in a turn";
        /// True if a simple morale test ends each round; the rulebook has none.
        plain_morale: bool = false, "simple morale test at the end of the round";
    }
}
