//! What a rule system has to provide ([`System`]): how it plays, what follows from rulings, what it fills in on its sheets,
//! what the screen shows of it ([`Panes`]), how it plays by itself ([`Policy`]), and its texts.

use std::sync::Arc;

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

    /// What it is called on the screen.
    fn name(&self) -> &'static str;

    /// Who wrote it, in which version and under which licence, where its file says so: "version 2, by Ada, CC BY 4.0".
    fn credits(&self) -> &str {
        ""
    }

    fn assets(&self) -> Assets;

    /// What messages call one of its files: a path that can be opened, where it lies in a folder.
    fn file_name(&self, file: &str) -> String {
        format!("{}/{file}", self.key())
    }

    /// Its fields, conditions, options, tables and parts.
    fn schema(&self) -> &'static Schema;

    /// The texts that make it, of a system that is written as data: saves keep them, so that a fight outlives its system.
    fn texts(&self) -> Option<Arc<RuleTexts>> {
        None
    }

    /// Function of the system's file that has cost most since the program started, with its file and line; `None` if none has
    /// been called.
    fn costliest_function(&self) -> Option<String> {
        None
    }
}

/// How a system plays. It reads the encounter and changes it only through the resolver.
pub trait Flow: Sync {
    /// Its table of actions, of which the first begins the fight.
    fn actions(&self) -> &'static [&'static Action];

    /// Capitals of the rows and answers of its prompts, by the prompts in which they can meet.
    fn capitals(&self) -> &'static [CapitalGroup];

    /// What comes next in a fight under way in which nothing is due by itself (`When::Due`). Never called while a command
    /// is open.
    fn next(&self, now: &Encounter) -> Next;

    /// What stands in the menu below what the moment offers: commands that may be started between any two (`When::BetweenCommands`)
    /// and make sense now. Nobody who plays by itself takes one.
    fn beside(&self, _now: &Encounter) -> Vec<Offer> {
        Vec::new()
    }

    /// What may still be done when the fight is over and between two fights, as far as it is legal then.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        Vec::new()
    }

    /// When somebody acts who has just joined a fight under way, behind their name: "may act in this round"; "" where the
    /// rules ask or say it themselves.
    fn joins(&self, _now: &Encounter, _who: Id) -> &'static str {
        ""
    }
}

/// What follows from what the GM rules, changed through the resolver like everything else.
pub trait Rulings: Sync {
    /// Kinds of damage a ruling can do; the first is the preset.
    fn kinds_of_damage(&self) -> Vec<Choice>;

    /// Damage by ruling, of a kind and for a cause, with whatever follows from it.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()>;

    /// Healing by ruling, with whatever follows from it.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()>;

    /// Saves and checks that a ruling can call for; the first is the preset.
    fn kinds_of_save(&self) -> Vec<SaveKind>;

    /// How a combatant makes such a save or check; or why it cannot.
    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String>;

    /// What comes of its roll, which this logs; says whether it has passed.
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

    /// When a condition ends that is ruled now "for `rounds` rounds" (at least 1). Most count the round it begins in.
    fn ends_after(&self, now: &Encounter, _who: Id, rounds: u32) -> Ends {
        Ends::EndOfRound(now.round.saturating_add(rounds.saturating_sub(1)))
    }

    /// A condition by ruling, with whatever follows from it.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        let label = cx.now().schema.called(&condition.key);
        cx.gain(who, condition, label);
        Ok(())
    }

    /// Clears a condition by ruling, with whatever follows from it.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        cx.lose_named(who, key, "ruled");
        Ok(())
    }
}

/// What a system makes of its sheets.
pub trait Complete: Sync {
    /// Fills in what a sheet leaves out because it follows from the rest (health from the maximum, …). Defaults that
    /// are plain values are there already.
    fn complete(&self, sheet: &mut Row);

    /// What is wrong with a complete sheet beyond single fields' ranges, in the words of the screen and with the way to
    /// the field; empty when nothing is.
    fn objections(&self, _sheet: &Row) -> Vec<Objection> {
        Vec::new()
    }

    /// The number that hangs together with what the GM has put right by hand on a sheet, as it has to stand now; `before` is
    /// how the sheet stood.
    fn tied(&self, _before: &Row, _sheet: &Row) -> Option<(Key<i64>, i64)> {
        None
    }

    /// The sheet of somebody improvised with a name and hit points only; gets the defaults and this.
    fn improvised(&self, hit_points: i64) -> Record;

    /// What that number counts: hit points, where a system has them.
    fn points(&self) -> &'static str {
        "hit points"
    }
}

/// What comes next in a fight.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A command that happens by itself: a forced pass, an expiry, the next count.
    Auto(Command),
    /// The GM starts one of these.
    Offers {
        /// What the fight waits for: "Bandits to go".
        title: String,
        /// What may be started.
        offers: Vec<Offer>,
    },
}

/// The texts of a system's folder in `assets`, built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Assets {
    /// Text of `tables.ron`, the rulebook's tables.
    pub tables: &'static str,
    /// `roster.ron`: combatants ready to fight.
    pub roster: &'static str,
    /// `monsters.ron`: more combatants, which are read when they are first searched; "" without any.
    pub monsters: &'static str,
    /// `rules.md`: the rules in short, for the help screen.
    pub rules: &'static str,
    /// Bundled encounters: file name and text.
    pub encounters: &'static [(&'static str, &'static str)],
}

/// The texts of a system's folder in `assets`: its key, and the files of its encounters.
#[macro_export]
macro_rules! assets {
    ($key:literal $(, $encounter:literal)*) => {
        $crate::rules::Assets {
            tables: $crate::assets!(@text $key, "tables.ron"),
            roster: $crate::assets!(@text $key, "roster.ron"),
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
