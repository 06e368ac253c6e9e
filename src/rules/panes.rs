//! Data for the screen of a fight apart from prompts ([`Panes`]): the order, a row for each combatant, the field.

use serde::Serialize;

use crate::encounter::{Condition, Encounter};
use crate::values::{Id, Is};

/// Views of an encounter for the screen, computed once for each state.
pub trait Panes: Sync {
    /// Returns the state of a fight in progress for the header: "Bandits to go", "count 7", "declare".
    fn headline(&self, now: &Encounter) -> String;

    /// Returns the length of a round in seconds; `None` if the rules do not define it.
    fn round_lasts(&self) -> Option<u32> {
        None
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow>;

    /// Returns `true` if the combatant's turn in this round is over.
    fn has_acted(&self, _now: &Encounter, _id: Id) -> bool {
        false
    }

    /// Returns the combatants who come after the acting combatants, as far as the order is settled. All combatants of
    /// one count or side are listed together.
    fn follows(&self, now: &Encounter) -> Vec<Id> {
        let rows = self.order(now);
        let marked = rows.iter().any(|row| row.mark == Mark::Acting);
        let acts = |row: &OrderRow| {
            if marked {
                row.mark == Mark::Acting
            } else {
                row.current
            }
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

    fn row(&self, now: &Encounter, id: Id) -> RowView;

    /// Returns the visible links of a combatant to other combatants, in addition to the combatant's conditions.
    fn bonds(&self, _now: &Encounter, _id: Id) -> Vec<Bond> {
        Vec::new()
    }

    /// Returns the duration of a condition that the system counts in its own way, as a short text: "to tick 23".
    fn lasts(&self, _now: &Encounter, _condition: &Condition) -> Option<String> {
        None
    }

    /// Explains the defence in a combatant's row for the help. The sentence begins with the abbreviation; "" if there
    /// is no defence.
    fn defence_is(&self) -> String;

    /// Returns values that the rules derive from a combatant's sheet and state, a line each, for the sheet screen.
    fn derived(&self, _now: &Encounter, _id: Id) -> Vec<String> {
        Vec::new()
    }

    /// Returns one line for each thing on the field that is not a combatant, such as fires.
    fn field(&self, _now: &Encounter) -> Vec<String> {
        Vec::new()
    }
}

/// Relation of a combatant to other combatants, such as "held by" an ogre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bond {
    /// Text of the relation before the names.
    pub how: &'static str,
    pub whom: Vec<Id>,
}

impl Bond {
    /// Creates a link, or `None` without a combatant at the other end.
    pub fn new(how: &'static str, whom: impl IntoIterator<Item = Id>) -> Option<Self> {
        let whom: Vec<Id> = whom.into_iter().collect();
        (!whom.is_empty()).then_some(Self { how, whom })
    }

    pub fn text(&self, now: &Encounter) -> String {
        format!("{} {}", self.how, now.names(&self.whom))
    }
}

/// Mark of a row in the initiative pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Heading of a count, a side or a half of the round.
    Heading,
    Acting,
    Waiting,
    Done,
    Held,
    /// Turn lost or skipped, or combatant unable to act.
    Lost,
}

/// Row of the initiative pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    pub mark: Mark,
    /// Combatant of the row, if any.
    pub who: Option<Id>,
    /// Combatants who share the row; their names follow the label.
    pub shared: Vec<Id>,
    /// Text of the row. Players see only the name in a foe's row.
    pub label: String,
    /// Label for the players who own the row, if the normal label has letters, which only the GM sees; otherwise "".
    pub spelled: String,
    /// Text at the right end, such as "1 left" or "count 7"; or "".
    pub detail: String,
    /// True if the fight is at this row now (the current count, the side to go).
    pub current: bool,
}

impl OrderRow {
    /// Creates a row that is not current and has no text at its right end.
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

    /// Sets the combatants who share the row.
    #[must_use]
    pub fn shared(mut self, by: Vec<Id>) -> Self {
        self.shared = by;
        self
    }

    /// Sets the label for players, without letters.
    #[must_use]
    pub fn spelled(mut self, label: impl Into<String>) -> Self {
        self.spelled = label.into();
        self
    }

    /// Sets the text at the right end.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Sets or clears the mark of the current row.
    #[must_use]
    pub fn current(mut self, current: bool) -> Self {
        self.current = current;
        self
    }

    /// Returns the label with the names of all who share the row.
    pub fn text(&self, now: &Encounter) -> String {
        self.naming(now, &self.shared)
    }

    /// Returns the label with the names of some who share the row.
    pub(crate) fn naming(&self, now: &Encounter, some: &[Id]) -> String {
        if some.is_empty() {
            return self.label.clone();
        }
        let names: Vec<&str> = some.iter().map(|id| now.name(*id)).collect();
        format!("{}{}", self.label, names.join(" · "))
    }
}

/// Row of a combatant in the combatants pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowView {
    /// Current and maximum value of the health bar.
    pub life: (i64, i64),
    /// Key defence in a few letters: "AV 1", "AC 15", "DEF 40".
    pub defence: String,
    /// State in words, most important first: "ready", "acted", "dead", "grabbed by Leader".
    pub state: Vec<String>,
    /// States of equipment and counts of supplies in words; shown after all conditions.
    pub gear: Vec<String>,
    /// Values of the sheet in words, which players read for their own combatants: "8 temporary HP".
    pub status: Vec<String>,
    /// Less important values, shown after everything else: "slots left 1st 2".
    pub stock: Vec<String>,
    /// Conditions that these words already name; the screen adds all other conditions.
    pub names: &'static [Is],
    /// Health in words for the players: "unhurt", "hurt", "badly hurt", "down".
    pub health_word: String,
    /// True if the combatant is out of action: shown dimmed, no turns.
    pub down: bool,
}

impl RowView {
    /// Returns all words of the row: state, status, gear and stock.
    pub fn words(&self) -> Vec<&str> {
        let words = self.state.iter().chain(&self.status);
        let words = words.chain(&self.gear).chain(&self.stock);
        words.map(String::as_str).collect()
    }
}
