//! Interface of a rule system ([`System`]): flow, effects of rulings, completion of sheets, display ([`Panes`]),
//! automatic decisions ([`Policy`]) and texts.

use std::sync::Arc;

use crate::encounter::says::{FirstTurn, RULED};
use crate::encounter::{Condition, Encounter, Ends};
use crate::resolver::{Choice, Command, Resolver, Roll, Rolled, Step};
use crate::ron_text::Objection;
use crate::values::{Id, Key, Record, Row, Schema};

use super::action::{Action, Offer};
use super::capital_group::CapitalGroup;
use super::panes::Panes;
use super::policy::Policy;
use super::rule_texts::RuleTexts;
use super::saves::{Call, SaveKind, SaveRoll};

/// Defines a rule system: its flow, rulings, sheets, panes and automatic decisions.
pub trait System: Flow + Rulings + Complete + Panes + Policy {
    /// Stable name, used in saves and as the folder name in `assets`.
    fn key(&self) -> &'static str;

    /// Name on the screen.
    fn name(&self) -> &'static str;

    /// Author, version and licence if the file of the system states them: "version 2, by Ada, CC BY 4.0".
    fn credits(&self) -> &str {
        ""
    }

    fn assets(&self) -> Assets;

    /// Returns the name of one of the system's files for messages. If the system is in a folder, the name is a path
    /// that can be opened.
    fn file_name(&self, file: &str) -> String {
        format!("{}/{file}", self.key())
    }

    /// Returns the fields, conditions, options, tables and parts of the system.
    fn schema(&self) -> &'static Schema;

    /// Returns the rule texts of a system that is written as data. Saves keep them, so that a fight can continue
    /// without its system.
    fn texts(&self) -> Option<Arc<RuleTexts>> {
        None
    }

    /// Returns the most expensive function of the system's file since the program started, with the file and line of
    /// the function. Returns `None` if no function has been called.
    fn costliest_function(&self) -> Option<String> {
        None
    }
}

/// Flow of a fight. A system reads the encounter and changes it only through the resolver.
pub trait Flow: Sync {
    /// Returns the action table, whose first action begins the fight.
    fn actions(&self) -> &'static [&'static Action];

    /// Returns the action keys of rows and answers, grouped by the prompts in which they can meet.
    fn capitals(&self) -> &'static [CapitalGroup];

    /// Returns the next step of a fight in progress if no action is due (`When::Due`). Affray never calls this method
    /// while a command is open.
    fn next(&self, now: &Encounter) -> Next;

    /// Returns the index of the default among the offers of [`next`](Self::next). In a simulated fight, a system may
    /// mark no offer as the default, because a policy rarely needs it.
    fn usual(&self, _now: &Encounter, offers: &[Offer]) -> Option<usize> {
        offers.iter().position(|offer| offer.preset)
    }

    /// Lists commands below the regular offers in the menu: commands that may start between any two commands
    /// (`When::BetweenCommands`) and make sense now. Automatic sides never start them.
    fn beside(&self, _now: &Encounter) -> Vec<Offer> {
        Vec::new()
    }

    /// Lists commands that are legal after the fight and between two fights.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        Vec::new()
    }

    /// Returns the time at which a combatant who joins a fight in progress first acts; `None` if the rules ask about or
    /// log this on their own.
    fn joins(&self, _now: &Encounter, _who: Id) -> Option<FirstTurn> {
        None
    }
}

/// Effects of the GM's rulings, applied through the resolver like everything else.
pub trait Rulings: Sync {
    /// Lists the kinds of damage of a ruling; the first is the default.
    fn kinds_of_damage(&self) -> Vec<Choice>;

    /// Applies damage of a ruling, with its kind and cause, and the consequences of the damage.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()>;

    /// Applies healing of a ruling and the consequences of the healing.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()>;

    /// Lists the kinds of saving throws and checks that a ruling can call for; the first is the default.
    fn kinds_of_save(&self) -> Vec<SaveKind>;

    /// Returns a combatant's roll for a saving throw or check, or the reason why the combatant cannot roll.
    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String>;

    /// Logs the result of the roll. Returns `true` if the combatant has passed.
    fn save_rolled(
        &self,
        cx: &mut Resolver<'_>,
        _who: Id,
        _call: &Call,
        roll: &Roll,
        rolled: &Rolled,
    ) -> Step<bool> {
        cx.log_throw(roll, rolled);
        Ok(rolled.passed())
    }

    /// Returns the end of a condition that the GM sets now for `rounds` rounds (at least 1). Most systems include the
    /// current round.
    fn ends_after(&self, now: &Encounter, _who: Id, rounds: u32) -> Ends {
        Ends::EndOfRound(now.round.saturating_add(rounds.saturating_sub(1)))
    }

    /// Applies a condition of a ruling and its consequences.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        let label = cx.now().schema.called(&condition.key);
        cx.gain(who, condition, label);
        Ok(())
    }

    /// Clears a condition by a ruling, with its consequences.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        cx.lose_named(who, key, RULED);
        Ok(())
    }
}

/// Completion and validation of sheets.
pub trait Complete: Sync {
    /// Fills in the fields that follow from other fields, such as health from its maximum. Constant defaults are
    /// already set.
    fn complete(&self, sheet: &mut Row);

    /// Lists the errors of a complete sheet beyond the ranges of single fields, as texts for the screen with paths. The
    /// list is empty if there are no errors.
    fn objections(&self, _sheet: &Row) -> Vec<Objection> {
        Vec::new()
    }

    /// Returns a field that depends on a value that the GM corrected, with its new value; `before` is the sheet before
    /// the correction.
    fn tied(&self, _before: &Row, _sheet: &Row) -> Option<(Key<i64>, i64)> {
        None
    }

    /// Returns the sheet of an improvised combatant with these hit points. All other fields have defaults.
    fn improvised(&self, hit_points: i64) -> Record;

    /// Returns the name of this number, if it is not "hit points".
    fn points(&self) -> &'static str {
        "hit points"
    }
}

/// Next step of a fight.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Command that runs automatically: a forced pass, an expiry, the next count.
    Auto(Command),
    /// Menu of commands for the GM.
    Offers {
        /// Description of what the fight waits for: "Bandits to go".
        title: String,
        /// Commands that may start.
        offers: Vec<Offer>,
    },
}

/// Texts of a system's folder in `assets`, built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Assets {
    /// Text of `tables.ron`, the rulebook's tables.
    pub tables: &'static str,
    /// Text of `roster.ron`, with combatants ready to fight.
    pub roster: &'static str,
    /// Text of `rows.ron`, with ready rows for the lists of a sheet; "" without such a file.
    pub rows: &'static str,
    /// Text of `monsters.ron`, with more combatants, which is read at the first search; "" without such a file.
    pub monsters: &'static str,
    /// Text of `rules.md`, the short rules for the help screen.
    pub rules: &'static str,
    /// Bundled encounters, each with file name and text.
    pub encounters: &'static [(&'static str, &'static str)],
}

/// Returns the texts of a system's folder in `assets`, given its key and the names of its encounter files.
#[macro_export]
macro_rules! assets {
    ($key:literal $(, $encounter:literal)*) => {
        $crate::rules::Assets {
            tables: $crate::assets!(@text $key, "tables.ron"),
            roster: $crate::assets!(@text $key, "roster.ron"),
            rows: "",
            monsters: "",
            rules: $crate::assets!(@text $key, "rules.md"),
            encounters: &[
                $(($encounter, $crate::assets!(@text $key, "encounters/", $encounter)),)*
            ],
        }
    };
    (@text $key:literal, $($file:literal),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $key, "/", $($file),+))
    };
}
