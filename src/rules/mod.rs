//! Rule systems: what every one of them gives ([`System`]), and the list of those there are ([`all`]).
//!
//! A sixth system is a folder here, a line in [`all`], a folder in `assets` and one in `tests/fights`
//! (`docs/writing-a-system.md`).

mod action;
pub mod alternation;
mod capitals;
pub mod common;
pub mod compendium;
pub mod countdown;
pub mod morale;
mod next;
pub mod policy;
pub mod ruling;
pub mod schedule;
pub mod seconds;
pub mod segments;
pub mod setup;
pub mod split_round;
mod states;

pub use action::{
    Action, Entry, Legal, Of, Offer, Play, When, While, allowed, entries, extras, offered,
};
pub use capitals::{Capitals, DEED, Group, Keyed};
pub use next::next;
pub use policy::{Mind, Policy, Temper};
pub use states::{left, states};

use crate::encounter::{
    Choice, Command, Condition, Encounter, Ends, Id, Is, Record, Resolver, Row, Schema, Stage, Step,
};
use crate::ron_text::Objection;

/// Every rule system built into the program.
pub fn all() -> &'static [&'static dyn System] {
    &[
        &alternation::Alternation,
        &countdown::Countdown,
        &segments::Segments,
        &split_round::SplitRound,
        &seconds::Seconds,
    ]
}

/// The texts of a system's folder in `assets`, built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Assets {
    /// `tables.ron`: the rulebook's tables.
    pub tables: &'static str,
    /// `roster.ron`: combatants ready to fight.
    pub roster: &'static str,
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

/// How a row of the initiative pane is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A heading (a count, a faction, a half of the round).
    Heading,
    /// Acting now.
    Acting,
    /// Still to come.
    Waiting,
    /// Has acted.
    Done,
    /// Holds or delays.
    Held,
    /// Lost, passed over, cannot act.
    Lost,
}

/// A row of the initiative pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// Its mark.
    pub mark: Mark,
    /// Whose row it is, if somebody's.
    pub who: Option<Id>,
    /// Those who share it; their names stand behind its label.
    pub shared: Vec<Id>,
    /// What stands in it: of a foe's row the players read the name alone.
    pub label: String,
    /// The same for the players whose row it is, where the label has letters, which only the GM sees; else "".
    pub spelled: String,
    /// What stands at its right end ("1 left", "count 7"), or "".
    pub detail: String,
    /// Whether the fight stands at this row now (the current count, the faction to go).
    pub current: bool,
}

impl OrderRow {
    /// A row with nothing at its right end, where the fight does not stand.
    pub fn new(mark: Mark, who: impl Into<Option<Id>>, label: impl Into<String>) -> Self {
        Self {
            mark,
            who: who.into(),
            shared: Vec::new(),
            label: label.into(),
            spelled: String::new(),
            detail: String::new(),
            current: false,
        }
    }

    /// The same, shared by several.
    #[must_use]
    pub fn shared(mut self, by: Vec<Id>) -> Self {
        self.shared = by;
        self
    }

    /// The same with what players read in the place of its letters.
    #[must_use]
    pub fn spelled(mut self, label: impl Into<String>) -> Self {
        self.spelled = label.into();
        self
    }

    /// The same with something at its right end.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// The same, where the fight stands now if it does.
    #[must_use]
    pub fn current(mut self, current: bool) -> Self {
        self.current = current;
        self
    }

    /// Its label and the names of those who share it.
    pub fn text(&self, now: &Encounter) -> String {
        self.naming(now, &self.shared)
    }

    /// Its label and the names of some of those who share it.
    pub(crate) fn naming(&self, now: &Encounter, some: &[Id]) -> String {
        if some.is_empty() {
            return self.label.clone();
        }
        let names: Vec<&str> = some.iter().map(|id| now.name(*id)).collect();
        format!("{}{}", self.label, names.join(" · "))
    }
}

/// What the combatants pane shows of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowView {
    /// The life track: what is left of it and how much there can be.
    pub life: (i64, i64),
    /// Key defence in a few letters: "AV 1", "AC 15", "DEF 40".
    pub defence: String,
    /// State in words, most important first: "ready", "acted", "dead", "grabbed by Leader".
    pub state: Vec<String>,
    /// The conditions that these words tell of; the screen names all others itself.
    pub told: &'static [Is],
    /// Health in words for the players: "unhurt", "hurt", "badly hurt", "down".
    pub health_word: String,
    /// Out of action: shown dim, never acts.
    pub down: bool,
}

/// How a system plays. It reads the encounter and changes it only through the resolver.
pub trait Rules: Sync {
    /// Its table of actions, of which the first begins the fight.
    fn actions(&self) -> &'static [&'static Action];

    /// Capitals of the rows and answers of its prompts, by the prompts in which they can meet.
    fn capitals(&self) -> &'static [Group];

    /// What comes next in a fight under way in which nothing is due by itself ([`When::Due`]). Never called while a command
    /// is open.
    fn next(&self, now: &Encounter) -> Next;

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
    fn harms(&self) -> Vec<Choice>;

    /// Damage by ruling, of a kind and for a cause, with whatever follows from it.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()>;

    /// Healing by ruling, with whatever follows from it.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()>;

    /// Saves and checks a ruling can call for.
    fn saves(&self) -> Vec<Choice>;

    /// One such save or check; says whether it passed.
    fn save(&self, cx: &mut Resolver<'_>, who: Id, kind: &str) -> Step<bool>;

    /// When a condition ends that is ruled now "for `rounds` rounds" (at least 1). Most count the round it begins in.
    fn lasts(&self, now: &Encounter, rounds: u32) -> Ends {
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
pub trait Sheets: Sync {
    /// Fills in what a sheet leaves out because it follows from the rest (health from the maximum, …). Defaults that
    /// are plain values are there already.
    fn complete(&self, sheet: &mut Row);

    /// What is wrong with a complete sheet beyond single fields' ranges, in the words of the screen and with the way to
    /// the field; empty when nothing is.
    fn objections(&self, _sheet: &Row) -> Vec<Objection> {
        Vec::new()
    }

    /// The sheet of somebody improvised with a name and hit points only; gets the defaults and this.
    fn improvised(&self, hit_points: i64) -> Record;
}

/// What the screen shows of a state, worked out once for each.
pub trait Panes: Sync {
    /// Where the fight stands while it is fought, for the top line: "Bandits to go", "count 7", "declare".
    fn headline(&self, now: &Encounter) -> String;

    /// How long a round lasts, in seconds; `None` where the rules do not say it.
    fn round_lasts(&self) -> Option<u32> {
        None
    }

    /// The initiative pane.
    fn order(&self, now: &Encounter) -> Vec<OrderRow>;

    /// Who comes after whoever acts now, as far as that is settled; those of one number or one side together.
    fn follows(&self, now: &Encounter) -> Vec<Id> {
        let rows = self.order(now);
        let marked = rows.iter().any(|row| row.mark == Mark::Acting);
        let acts = |row: &OrderRow| match marked {
            true => row.mark == Mark::Acting,
            false => row.current,
        };
        let here: Vec<&OrderRow> = rows.iter().filter(|row| acts(row)).collect();
        let acting = |id: &Id| {
            let mut here = here.iter();
            here.any(|row| row.who == Some(*id) || row.shared.contains(id))
        };
        let waiting = rows.iter().filter(|row| row.mark == Mark::Waiting);
        let mut waiting = waiting.filter(|_| !here.is_empty()).map(|row| {
            let all = row.who.into_iter().chain(row.shared.iter().copied());
            all.filter(|id| !acting(id)).collect::<Vec<Id>>()
        });
        waiting.find(|some| !some.is_empty()).unwrap_or_default()
    }

    /// A combatant's row.
    fn row(&self, now: &Encounter, id: Id) -> RowView;

    /// What the rules make of somebody's sheet and state now, a line each, for the page with its sheet.
    fn derived(&self, _now: &Encounter, _id: Id) -> Vec<String> {
        Vec::new()
    }

    /// What is on the field besides combatants, a line each: fires.
    fn field(&self, _now: &Encounter) -> Vec<String> {
        Vec::new()
    }
}

/// One rule system: how it plays, what follows from rulings, what it writes on its sheets, what the screen shows of it, how it plays by itself.
pub trait System: Rules + Rulings + Sheets + Panes + Policy {
    /// Stable name, used in saves and as the folder name in `assets`.
    fn key(&self) -> &'static str;

    /// What it is called on the screen.
    fn name(&self) -> &'static str;

    /// Its built-in texts.
    fn assets(&self) -> Assets;

    /// Its fields, conditions, options, tables and parts.
    fn schema(&self) -> &'static Schema;
}

/// Where a fight stands, for the top line.
pub fn headline(system: &dyn System, now: &Encounter) -> String {
    match now.stage {
        Stage::Setup => "setting up".to_owned(),
        Stage::Fighting => system.headline(now),
        Stage::Over | Stage::Between => now.stage.word().to_owned(),
    }
}

/// Plays a command through: the GM's rulings are shared by all systems, everything else is the system's.
pub fn resolve(system: &dyn System, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
    cx.knows(command)?;
    if command.ruling {
        return ruling::resolve(system, cx, command);
    }
    match action(system, command) {
        Some(action) => action.play(cx, command),
        None => cx.broken(format!("there is no action `{}`", command.action)),
    }
}

/// What a menu says of a command that may be started now: one of `offers`, or one that may be started between any two
/// others. Nothing of any other.
pub fn entry(
    system: &dyn System,
    now: &Encounter,
    offers: &[Offer],
    command: &Command,
) -> Option<Entry> {
    let action = action(system, command)?;
    let is = |offer: &Offer| offer.command == *command;
    let offered = offers.iter().find(|offer| is(offer)).cloned();
    // Of all that may be started between two commands, only this action is looked at.
    let extra = || action.offers(now).filter(|_| action.is_extra()).find(is);
    Some(action.entry(now, &offered.or_else(extra)?))
}

/// The row of the system's table that a command is of.
pub fn action(system: &dyn System, command: &Command) -> Option<&'static Action> {
    action::row(system.actions(), command)
}
