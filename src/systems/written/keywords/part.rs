//! Parts of a system's file, and keywords in them.

/// Part of a system's file in which a keyword may appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    System,
    Option,
    Field,
    Column,
    Question,
    FieldType,
    Reset,
    Damages,
    Scene,
    Difficulty,
    Status,
    Condition,
    OutValue,
    End,
    Modifier,
    ModifierTo,
    Test,
    Opponent,
    Order,
    Initiative,
    Sides,
    Alternate,
    Popcorn,
    Spotlight,
    Ticks,
    Cards,
    OrderValue,
    Action,
    With,
    Target,
    Reaction,
    ReactionAt,
    Step,
    StepAt,
    StepWho,
    Once,
    After,
    Effect,
    Who,
    Damage,
    Heal,
    Limit,
    LimitValue,
    Loss,
    Answer,
    RerollValue,
    Dice,
    Expression,
    Group,
    Combatant,
    CombatantValue,
    ResultValue,
    SideValue,
}

impl Part {
    /// All parts, in the order in which the list of keywords has them.
    pub const ALL: [Self; 53] = [
        Self::System,
        Self::Option,
        Self::Field,
        Self::Column,
        Self::Question,
        Self::FieldType,
        Self::Reset,
        Self::Damages,
        Self::Scene,
        Self::Difficulty,
        Self::Status,
        Self::Condition,
        Self::OutValue,
        Self::End,
        Self::Modifier,
        Self::ModifierTo,
        Self::Test,
        Self::Opponent,
        Self::Order,
        Self::Initiative,
        Self::Sides,
        Self::Alternate,
        Self::Popcorn,
        Self::Spotlight,
        Self::Ticks,
        Self::Cards,
        Self::OrderValue,
        Self::Action,
        Self::With,
        Self::Target,
        Self::Reaction,
        Self::ReactionAt,
        Self::Step,
        Self::StepAt,
        Self::StepWho,
        Self::Once,
        Self::After,
        Self::Effect,
        Self::Who,
        Self::Damage,
        Self::Heal,
        Self::Limit,
        Self::LimitValue,
        Self::Loss,
        Self::Answer,
        Self::RerollValue,
        Self::Dice,
        Self::Expression,
        Self::Group,
        Self::Combatant,
        Self::CombatantValue,
        Self::ResultValue,
        Self::SideValue,
    ];

    /// Returns true if the part is a record with named fields.
    pub fn is_record(self) -> bool {
        !matches!(
            self,
            Self::FieldType
                | Self::Reset
                | Self::OutValue
                | Self::End
                | Self::ModifierTo
                | Self::Order
                | Self::OrderValue
                | Self::With
                | Self::Target
                | Self::ReactionAt
                | Self::StepAt
                | Self::StepWho
                | Self::Once
                | Self::Effect
                | Self::Who
                | Self::LimitValue
                | Self::RerollValue
                | Self::Dice
                | Self::Expression
                | Self::Group
                | Self::Combatant
                | Self::CombatantValue
                | Self::ResultValue
                | Self::SideValue
        )
    }

    /// Returns the text for this part, as in "belongs in an action".
    pub fn label(self) -> &'static str {
        match self {
            Self::System => "the system",
            Self::Option => "an option",
            Self::Field => "a field of the sheet",
            Self::Column => "a column of a list",
            Self::Question => "a question of `asks`",
            Self::FieldType => "the `type` of a field",
            Self::Reset => "`resets` of a field",
            Self::Damages => "`damage` of the system",
            Self::Scene => "a number of `scene`",
            Self::Difficulty => "`difficulty` of the system",
            Self::Status => "an entry of `status`",
            Self::Condition => "a condition",
            Self::OutValue => "`out` of a condition",
            Self::End => "`ends` of a condition",
            Self::Modifier => "a modifier",
            Self::ModifierTo => "`to` or `as` of a modifier",
            Self::Test => "a test",
            Self::Opponent => "`opposed_by` of a test",
            Self::Order => "`order`",
            Self::Initiative => "`Initiative`",
            Self::Sides => "`Sides`",
            Self::Alternate => "`Alternate`",
            Self::Popcorn => "`Popcorn`",
            Self::Spotlight => "`Spotlight`",
            Self::Ticks => "`Ticks`",
            Self::Cards => "`Cards`",
            Self::OrderValue => "`reroll`, `shuffle`, `ties` or `outer`",
            Self::Action => "an action",
            Self::With => "`with` of an action",
            Self::Target => "`target`, `roller` or `Every`",
            Self::Reaction => "a reaction",
            Self::ReactionAt => "`at` of a reaction",
            Self::Step => "a step",
            Self::StepAt => "`at` of a step",
            Self::StepWho => "`who` of a step or of `Spotlight`",
            Self::Once => "`once` or `per`",
            Self::After => "an action of `after`",
            Self::Effect => "a list of effects",
            Self::Who => "an effect, as the combatant",
            Self::Damage => "`Damage`",
            Self::Heal => "`Heal`",
            Self::Limit => "the third value of `Gain`",
            Self::LimitValue => "`until` of `Gain`",
            Self::Loss => "the third value of `Lose`",
            Self::Answer => "an answer of `Choose` or `AskGm`",
            Self::RerollValue => "`Reroll`",
            Self::Dice => "dice",
            Self::Expression => "an expression",
            Self::Group => "an expression, as a group of combatants",
            Self::Combatant => "an expression, before a dot",
            Self::CombatantValue => "an expression, after a combatant",
            Self::ResultValue => "an expression, after `result`",
            Self::SideValue => "an expression, after `side`",
        }
    }
}

/// Keyword with one of its meanings.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    pub word: &'static str,
    /// Parts in which the keyword has this meaning; the example is for the first part.
    pub parts: &'static [Part],
    /// Description in one or more sentences.
    pub does: &'static str,
    /// Example in one line.
    pub example: &'static str,
    /// Description of what the screen and the log show; "" if they show nothing.
    pub shows: &'static str,
}

impl Keyword {
    /// Formats the parts of the keyword's meaning: "a field of the sheet, a column of a list".
    pub fn place(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.label()).collect();
        parts.join(", ")
    }
}
