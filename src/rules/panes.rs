//! What the screen shows of a fight beside what it asks ([`Panes`]): the order, a row for each combatant, what is on the field.

use serde::Serialize;

use crate::encounter::{Condition, Encounter};
use crate::values::{Id, Is};

/// What the screen shows of a state, worked out once for each.
pub trait Panes: Sync {
    /// Where the fight stands while it is fought, for the top line: "Bandits to go", "count 7", "declare".
    fn headline(&self, now: &Encounter) -> String;

    /// How long a round lasts, in seconds; `None` where the rules do not say it.
    fn round_lasts(&self) -> Option<u32> {
        None
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow>;

    /// Who comes after whoever acts now, as far as that is settled; those of one number or one side together.
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

    /// What ties somebody to others, beside its conditions, so that all can see it.
    fn bonds(&self, _now: &Encounter, _id: Id) -> Vec<Bond> {
        Vec::new()
    }

    /// How long a condition lasts where the system counts that by itself, in as few signs as can be: "to tick 23".
    fn lasts(&self, _now: &Encounter, _condition: &Condition) -> Option<String> {
        None
    }

    /// What the defence in a combatant's row is, in a sentence that begins with its word there, for the help; "" where there is none.
    fn defence_is(&self) -> String;

    /// What the rules make of somebody's sheet and state now, a line each, for the page with its sheet.
    fn derived(&self, _now: &Encounter, _id: Id) -> Vec<String> {
        Vec::new()
    }

    /// What is on the field besides combatants, a line each: fires.
    fn field(&self, _now: &Encounter) -> Vec<String> {
        Vec::new()
    }
}

/// What ties somebody to others: "held by" an ogre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bond {
    /// How, up to the names.
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

/// How a row of the initiative pane is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A heading (a count, a side, a half of the round).
    Heading,
    Acting,
    Waiting,
    Done,
    Held,
    /// Lost, passed over, cannot act.
    Lost,
}

/// A row of the initiative pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
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
    /// Whether the fight stands at this row now (the current count, the side to go).
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
    /// Current and maximum value of the health bar.
    pub life: (i64, i64),
    /// Key defence in a few letters: "AV 1", "AC 15", "DEF 40".
    pub defence: String,
    /// State in words, most important first: "ready", "acted", "dead", "grabbed by Leader".
    pub state: Vec<String>,
    /// What is the matter with things, and how many are left, in words; behind all conditions.
    pub gear: Vec<String>,
    /// What numbers on its sheet say, which players read of their own combatants: "8 temporary HP".
    pub status: Vec<String>,
    /// The same, less important; behind everything else.
    pub stock: Vec<String>,
    /// The conditions that these words name; the screen names all others itself.
    pub names: &'static [Is],
    /// Health in words for the players: "unhurt", "hurt", "badly hurt", "down".
    pub health_word: String,
    /// True if the combatant is out of action: shown dimmed, no turns.
    pub down: bool,
}

impl RowView {
    /// Returns all words of the row: the state, then what the sheet says, the gear and the stock.
    pub fn words(&self) -> Vec<&str> {
        let words = self.state.iter().chain(&self.status);
        let words = words.chain(&self.gear).chain(&self.stock);
        words.map(String::as_str).collect()
    }
}
