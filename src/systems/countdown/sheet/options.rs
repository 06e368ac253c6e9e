//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// Binding force of a declaration.
    pub enum DeclarationPolicy {
        /// Free to change on the combatant's number, except for spells, Dodge and whole-round actions.
        Intent = "intent",
        /// Only target, weapon and flat or edge may change.
        Binding = "binding",
        /// Free to change, including undeclared spells and Dodge.
        Free = "free",
    }

    /// Start of a declared Dodge.
    pub enum DodgeWindow {
        /// From its declaration on.
        FromDeclaration = "from_declaration",
        /// From the combatant's number on.
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
        /// Once; the number is kept for the fight.
        Once = "once",
    }

    /// Limit on free attacks that provoke further ones.
    pub enum FreeAttackChain {
        /// Unlimited, as long as there are fumbles.
        Unlimited = "unlimited",
        OneLink = "one_link",
    }
}

crate::options! {
    /// House rules of a fight; the defaults follow the rule contract (section 7).
    pub struct Options {
        /// Binding force of a declaration (CTD-19, R-05).
        declaration_policy: DeclarationPolicy = DeclarationPolicy::Intent, "declarations: free to change (intent), only target and weapon (binding), or free altogether";
        /// Start of a declared Dodge (CTD-74, R-06).
        dodge_window: DodgeWindow = DodgeWindow::FromDeclaration, "a declared dodge works from the declaration or from its number";
        /// Modifiers of the roll after a natural 20 (CTD-90, R-16).
        crit_modifiers: CritModifiers = CritModifiers::Full, "added to the roll after a natural 20";
        /// Attacks that require a caster's save (CTD-138, R-35).
        casting_window: CastingWindow = CastingWindow::OnNumber, "attacks that endanger a spell";
        /// Winner of a tied grapple check (CTD-164, R-43).
        grapple_tie: GrappleTie = GrappleTie::Holder, "a tied grapple check goes to";
        /// Frequency of the initiative roll (CTD-26, R-04).
        reroll_initiative: RerollInitiative = RerollInitiative::EachRound, "initiative is rolled";
        /// Limit on free attacks that provoke further ones (CTD-101, R-22).
        free_attack_chain: FreeAttackChain = FreeAttackChain::Unlimited, "free attacks may draw free attacks";
        /// Duration of shaken after a natural 20 in rounds, 0 for the whole fight (CTD-93, R-17).
        shaken_rounds: i64 = 0, int(0, 999), "rounds that shaken lasts, 0 for the whole fight";
        /// Duration of blinded after a natural 20 in rounds, 0 for the whole fight (CTD-95, R-17).
        blinded_rounds: i64 = 0, int(0, 999), "rounds that blinded lasts, 0 for the whole fight";
        /// Rounds in a turn, the unit of knock-outs and rest (CTD-01, R-01).
        rounds_per_turn: i64 = 60, int(1, 999), "rounds in a turn";
        /// True if a plain morale step ends each round; the book has none.
        plain_morale: bool = false, "a plain morale step at the end of the round";
    }
}
