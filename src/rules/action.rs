//! Action table of a system, with one row for each action. The table is the source of everything about actions: offers,
//! the `:` line with its completion, the GM's list, help, the pages of `docs/actions` and the procedures.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::encounter::{Encounter, Stage};
use crate::resolver::{Command, Resolver, Step};
use crate::values::{Id, SideId};

/// Property of an action, computed for the combatant or the side that performs it.
///
/// A compiled book borrows a function or a closure (`Of::One(&|now, who| …)`). A written system leaks a closure over
/// its model.
#[derive(Clone, Copy)]
pub enum Of<T: 'static> {
    /// Property of a step of the round, which has no combatant.
    Fight(&'static (dyn Fn(&Encounter) -> T + Sync)),
    /// Property for the combatant who acts.
    One(&'static (dyn Fn(&Encounter, Id) -> T + Sync)),
    /// Property for the side that acts.
    Side(&'static (dyn Fn(&Encounter, SideId) -> T + Sync)),
}

impl<T> fmt::Debug for Of<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Of::Fight(_) => "of the fight",
            Of::One(_) => "of a combatant",
            Of::Side(_) => "of a side",
        })
    }
}

impl<T> Of<T> {
    /// Computes the property for a command; `None` if it needs a combatant or a side that the command does not name.
    fn said(&self, now: &Encounter, who: Option<Id>, side: Option<SideId>) -> Option<T> {
        Some(match self {
            Of::Fight(say) => say(now),
            Of::One(say) => say(now, who?),
            Of::Side(say) => say(now, side?),
        })
    }
}

/// Rule behind an action.
#[derive(Clone, Copy)]
pub enum Play {
    /// Procedure of a step of the round, which has no combatant.
    Fight(&'static (dyn Fn(&mut Resolver<'_>) -> Step<()> + Sync)),
    /// Procedure for the combatant who acts.
    One(&'static (dyn Fn(&mut Resolver<'_>, Id) -> Step<()> + Sync)),
    /// Procedure for the side that acts.
    Side(&'static (dyn Fn(&mut Resolver<'_>, SideId) -> Step<()> + Sync)),
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Fight(_) => "by nobody",
            Play::One(_) => "by a combatant",
            Play::Side(_) => "by a side",
        })
    }
}

/// Time at which an action can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Automatic action, which the GM never starts.
    ByItself,
    /// Consequence of a correction, which starts automatically as soon as it is legal, before anything else.
    Due,
    /// Time at which the fight offers the action; the text describes the time, such as "in the combatant's turn".
    Offered(&'static str),
    /// Time between any two commands.
    BetweenCommands(While),
    /// Time between any two commands, or during a prompt of another command. The events of the action then belong to
    /// that command, like the events of a ruling.
    Anytime(While),
}

/// Stages of a fight in which a GM may start an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum While {
    /// Fight in progress only.
    Fought,
    /// Any time after the start of the fight, also when the fight is over and between two fights.
    Begun,
}

impl When {
    pub fn words(self) -> &'static str {
        match self {
            When::ByItself => "automatically",
            When::Due => "automatically, when due",
            When::Offered(when) => when,
            When::BetweenCommands(While::Fought) => "between any two actions of the fight",
            When::BetweenCommands(While::Begun) => "between any two actions",
            When::Anytime(While::Fought) => "at any time in the fight",
            When::Anytime(While::Begun) => "at any time",
        }
    }
}

/// Legality of an action in the current encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal {
    Yes,
    /// Illegal, but shown with this reason.
    No(Cow<'static, str>),
    /// Illegal and not shown.
    Absent,
}

impl Legal {
    /// Returns `No` with a reason if there is one, otherwise `Yes`.
    pub fn unless(why: Option<impl Into<Cow<'static, str>>>) -> Self {
        why.map_or(Legal::Yes, |why| Legal::No(why.into()))
    }

    /// Returns `Absent` unless the action makes sense at all.
    #[must_use]
    pub fn only_if(self, sensible: bool) -> Self {
        if sensible { self } else { Legal::Absent }
    }

    /// Returns `Yes` if the condition holds, otherwise `Absent`.
    pub fn when(holds: bool) -> Self {
        Legal::Yes.only_if(holds)
    }
}

/// Row of a system's action table.
#[derive(Debug)]
pub struct Action {
    /// Keyword in saves and for the `:` line.
    pub key: &'static str,
    /// Label in the menus.
    pub label: &'static str,
    /// Description in one line.
    pub help: &'static str,
    /// Action key, the same in every prompt. Rare actions have no action key.
    pub capital: Option<char>,
    /// Label of the menu row that lists several actions. These actions share an action key, which opens the list.
    pub list: Option<&'static str>,
    /// Ids of the action's rules: "ALT-26, ALT-102".
    pub rules: &'static str,
    /// Time at which the action can start.
    pub when: When,
    words: Option<Of<String>>,
    hint: Option<Of<String>>,
    legal: Option<Of<Legal>>,
    /// Quick check of whether the action is worth showing, which does not need its legality.
    told: Option<Of<bool>>,
    /// Combatants affected by the action, if the action affects all remaining combatants.
    whom: Option<Of<Vec<Id>>>,
    /// Form row that the letter of a foe fills when the letter starts the action.
    foe: Option<&'static str>,
    /// True if Space starts the action.
    space: bool,
    /// True if the action ends the fight.
    pub(crate) ends: bool,
    /// True if the action cancels the end of the fight.
    pub(crate) resumes: bool,
    /// True if players see only the effects on their own combatants.
    pub(crate) secret: bool,
    play: Play,
}

impl Action {
    /// Creates an automatic action; the builder methods add its properties.
    pub const fn new(key: &'static str, label: &'static str, play: Play) -> Self {
        Self {
            key,
            label,
            help: "",
            capital: None,
            list: None,
            rules: "",
            when: When::ByItself,
            words: None,
            hint: None,
            legal: None,
            told: None,
            whom: None,
            foe: None,
            space: false,
            ends: false,
            resumes: false,
            secret: false,
            play,
        }
    }

    /// Sets the help line.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Sets the action key.
    #[must_use]
    pub const fn capital(mut self, capital: char) -> Self {
        self.capital = Some(capital);
        self
    }

    /// Moves the action into a list of the menu, which opens with the action key of its actions.
    #[must_use]
    pub const fn list(mut self, label: &'static str) -> Self {
        self.list = Some(label);
        self
    }

    /// Sets the ids of the action's rules.
    #[must_use]
    pub const fn rules(mut self, rules: &'static str) -> Self {
        self.rules = rules;
        self
    }

    /// Lets the GM start the action at these times.
    #[must_use]
    pub const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// Sets a label that depends on the encounter: "Bandit 1 retreats".
    #[must_use]
    pub const fn words(mut self, words: Of<String>) -> Self {
        self.words = Some(words);
        self
    }

    /// Sets the hint to read before the action starts.
    #[must_use]
    pub const fn hint(mut self, hint: Of<String>) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Sets the affected combatants, as they are when the action starts. Combatants whom only an amendment adds are not
    /// affected.
    #[must_use]
    pub const fn whom(mut self, whom: Of<Vec<Id>>) -> Self {
        self.whom = Some(whom);
        self
    }

    /// Lets the letter of a foe start the action and fill this row of the action's form.
    #[must_use]
    pub const fn foe(mut self, row: &'static str) -> Self {
        self.foe = Some(row);
        self
    }

    /// Returns `true` if the letter of a foe starts the action.
    pub fn takes_foe(&self) -> bool {
        self.foe.is_some()
    }

    /// Lets Space start the action: it ends a turn, passes, takes the defaults or continues.
    #[must_use]
    pub const fn space(mut self) -> Self {
        self.space = true;
        self
    }

    /// Marks the action as the end of the fight: only its action key starts it, and simulated fights end with it.
    #[must_use]
    pub const fn ends(mut self) -> Self {
        self.ends = true;
        self
    }

    /// Marks the action that resumes a fight. Its procedure runs only if the GM made more than rulings after the end;
    /// otherwise the end is removed and the round continues.
    #[must_use]
    pub const fn resumes(mut self) -> Self {
        self.resumes = true;
        self
    }

    /// Hides the action from players if a foe performs it, for example a declaration.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Sets the check of the action's legality.
    #[must_use]
    pub const fn legal(mut self, legal: Of<Legal>) -> Self {
        self.legal = Some(legal);
        self
    }

    /// Sets a quick check of whether the action is [worth showing](Legal::Absent), so that a menu computes the reason
    /// of a refusal only when it is read.
    #[must_use]
    pub const fn told(mut self, told: Of<bool>) -> Self {
        self.told = Some(told);
        self
    }

    /// Returns the action's command without a combatant or side.
    pub fn of(&self) -> Command {
        Command::of(self.key)
    }

    /// Returns the action's command for a combatant.
    pub fn by(&self, who: Id) -> Command {
        Command::by(self.key, who)
    }

    /// Returns the action's command for a side.
    pub fn side(&self, side: SideId) -> Command {
        Command::side(self.key, side)
    }

    /// Returns `true` if a command is of this action.
    pub fn is(&self, command: &Command) -> bool {
        command.action == self.key
    }

    /// Returns `true` if a command is of this action and worth showing; [`offered`] may include other commands in a
    /// simulated fight.
    pub fn is_worth(&self, now: &Encounter, command: &Command) -> bool {
        self.is(command) && self.allows(now, command) != Legal::Absent
    }

    /// Adds the affected combatants to a command when it starts.
    pub(super) fn meant(&self, now: &Encounter, command: Command) -> Command {
        let whom = self.whom.as_ref();
        let whom = whom.and_then(|whom| whom.said(now, command.who, command.side));
        let whom = whom.unwrap_or_default();
        Command { whom, ..command }
    }

    /// Checks that one of the action's commands is legal now.
    pub fn allows(&self, now: &Encounter, command: &Command) -> Legal {
        self.legal_by(now, command.who, command.side)
    }

    /// Checks the legality for a combatant or side.
    fn legal_by(&self, now: &Encounter, who: Option<Id>, side: Option<SideId>) -> Legal {
        let in_time = match self.when {
            When::BetweenCommands(While::Fought) | When::Anytime(While::Fought) => now.fighting(),
            When::BetweenCommands(While::Begun) | When::Anytime(While::Begun) => {
                now.stage != Stage::Setup
            }
            When::ByItself | When::Due | When::Offered(_) => true,
        };
        match &self.legal {
            _ if !in_time => Legal::Absent,
            Some(legal) => legal.said(now, who, side).unwrap_or(Legal::Absent),
            None => Legal::Yes,
        }
    }

    /// Returns the menu entry of one of the action's commands.
    pub(super) fn entry(&self, now: &Encounter, offer: &Offer) -> Entry {
        let (who, side) = (offer.command.who, offer.command.side);
        let said = |of: &Option<Of<String>>| of.as_ref().and_then(|of| of.said(now, who, side));
        Entry {
            command: offer.command.clone(),
            label: said(&self.words).unwrap_or_else(|| self.label.to_owned()),
            hint: said(&self.hint).unwrap_or_default(),
            capital: self.capital,
            list: self.list,
            opens: Vec::new(),
            refused: match self.allows(now, &offer.command) {
                Legal::No(why) => Some(why.into_owned()),
                Legal::Yes | Legal::Absent => None,
            },
            preset: offer.preset,
            by_letter: offer.by_letter,
            anytime: matches!(self.when, When::Anytime(_)),
            foe: self.foe,
            space: self.space,
        }
    }

    /// Returns `true` if the action may start between any two commands, regardless of the offers.
    pub(crate) fn is_extra(&self) -> bool {
        matches!(self.when, When::BetweenCommands(_) | When::Anytime(_))
    }

    /// Runs the procedure for one of the action's commands.
    pub(super) fn play(&self, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
        match (self.play, command.who, command.side) {
            (Play::Fight(play), ..) => play(cx),
            (Play::One(play), Some(who), _) => play(cx, who),
            (Play::Side(play), _, Some(side)) => play(cx, side),
            (Play::One(_) | Play::Side(_), ..) => cx.broken(format!("`{}` has no owner", self.key)),
        }
    }

    /// Returns the action's command if it is due, for the first combatant or side for which it is due.
    fn due(&self, now: &Encounter) -> Option<Command> {
        let due = |who, side| matches!(self.legal_by(now, who, side), Legal::Yes);
        match self.play {
            Play::Fight(_) => due(None, None).then(|| self.of()),
            Play::One(_) => {
                let one = now.ids().find(|id| due(Some(*id), None));
                one.map(|id| self.by(id))
            }
            Play::Side(_) => {
                let side = now.side_ids().find(|side| due(None, Some(*side)));
                side.map(|side| self.side(side))
            }
        }
    }

    /// Returns all commands of the action that are worth showing now.
    pub(super) fn offers<'a>(&'a self, now: &'a Encounter) -> impl Iterator<Item = Offer> + 'a {
        let commands: Vec<Command> = match self.play {
            Play::Fight(_) => vec![self.of()],
            Play::One(_) => now.present().map(|id| self.by(id)).collect(),
            Play::Side(_) => now.side_ids().map(|side| self.side(side)).collect(),
        };
        let worth = |command: &Command| self.allows(now, command) != Legal::Absent;
        commands.into_iter().filter(worth).map(Offer::new)
    }
}

/// Declares an action table, one `NAME = Action::new(…)…;` for each row. Each row becomes a static, and `ACTIONS` lists
/// all of them.
#[macro_export]
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $action:expr;)*) => {
        $($(#[$doc])* pub static $name: $crate::rules::Action = $action;)*

        pub static ACTIONS: &[&$crate::rules::Action] = &[$(&$name),*];
    };
}

/// Command that the fight offers; the action table has its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub command: Command,
    /// True if Enter starts the offer; the first such offer is used.
    pub preset: bool,
    /// True if the letter of the offer's combatant starts the offer.
    pub by_letter: bool,
}

impl Offer {
    /// Creates an offer of a command.
    pub fn new(command: Command) -> Self {
        Self {
            command,
            preset: false,
            by_letter: false,
        }
    }

    /// Lets Enter start the offer.
    #[must_use]
    pub fn preset(mut self) -> Self {
        self.preset = true;
        self
    }

    /// Lets the letter of the offer's combatant start the offer.
    #[must_use]
    pub fn by_letter(mut self) -> Self {
        self.by_letter = true;
        self
    }
}

/// Row of a menu: an offer with its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub command: Command,
    /// Label on the screen.
    pub label: String,
    /// Hint to read before the entry is started, or "".
    pub hint: String,
    pub capital: Option<char>,
    /// Label of the list to which the entry belongs.
    pub list: Option<&'static str>,
    /// Commands of the list that this row opens; empty for a row that starts its command.
    pub opens: Vec<Command>,
    /// Reason why the entry cannot start now; the entry is shown anyway.
    pub refused: Option<String>,
    /// True if Enter starts the entry; the first such entry is used.
    pub preset: bool,
    /// True if the letter of the entry's combatant starts the entry.
    pub by_letter: bool,
    /// True if the entry may also start during a prompt of another command.
    pub anytime: bool,
    /// Form row that the letter of a foe fills when the letter starts the action.
    pub foe: Option<&'static str>,
    /// True if Space starts the entry.
    pub space: bool,
}

/// Returns the table row of a command.
pub fn row(table: &'static [&'static Action], command: &Command) -> Option<&'static Action> {
    table.iter().copied().find(|action| action.is(command))
}

/// Labels offers for a menu; actions outside the table get no label.
pub fn entries(table: &'static [&'static Action], now: &Encounter, offers: &[Offer]) -> Vec<Entry> {
    let entry = |offer: &Offer| Some(row(table, &offer.command)?.entry(now, offer));
    offers.iter().filter_map(entry).collect()
}

/// Returns a menu in which each list with two or more entries is one row that opens the list; `None` if the menu has no
/// such list.
pub fn folded(menu: &[Entry]) -> Option<Vec<Entry>> {
    let of_one_list = |one: &Entry, other: &Entry| {
        let whose = |entry: &Entry| (entry.command.who, entry.command.side);
        one.list.is_some() && one.list == other.list && whose(one) == whose(other)
    };
    let mut rows: Vec<Entry> = Vec::with_capacity(menu.len());
    let mut folds = false;
    for (place, entry) in menu.iter().enumerate() {
        let members: Vec<&Entry> = menu.iter().filter(|one| of_one_list(one, entry)).collect();
        let Some(list) = entry.list.filter(|_| members.len() > 1) else {
            rows.push(entry.clone());
            continue;
        };
        folds = true;
        if menu[..place].iter().any(|one| of_one_list(one, entry)) {
            continue;
        }
        let why = members.iter().map(|one| one.refused.as_ref());
        let why = why.reduce(|one, other| one.filter(|_| one == other));
        let labels: Vec<&str> = members.iter().map(|one| &*one.label).collect();
        rows.push(Entry {
            command: Command {
                action: list.into(),
                ..entry.command.clone()
            },
            label: format!("{list}…"),
            hint: labels.join(", "),
            list: None,
            opens: members.iter().map(|one| one.command.clone()).collect(),
            refused: why.flatten().cloned(),
            preset: members.iter().any(|one| one.preset),
            anytime: false,
            foe: None,
            space: false,
            by_letter: false,
            ..entry.clone()
        });
    }
    folds.then_some(rows)
}

/// Returns the entries of a list as a separate menu. Each entry has an action key that does not depend on the other
/// entries.
pub fn listed(
    table: &'static [&'static Action],
    menu: &[Entry],
    list: &'static str,
    opens: &[Command],
) -> Vec<Entry> {
    let mut taken = BTreeSet::new();
    let mut keys = BTreeMap::new();
    for action in table.iter().filter(|action| action.list == Some(list)) {
        let own = action.label.chars().map(|c| c.to_ascii_uppercase());
        let free = |c: &char| c.is_ascii_uppercase() && !SHARED_KEYS.contains(*c);
        let key = own.chain('A'..='Z').filter(free);
        if let Some(key) = key.into_iter().find(|key| taken.insert(*key)) {
            keys.insert(action.key, key);
        }
    }
    let members = menu.iter().filter(|one| opens.contains(&one.command));
    let members = members.map(|one| Entry {
        capital: keys.get(&*one.command.action).copied(),
        ..one.clone()
    });
    members.collect()
}

/// Action keys with one meaning in all systems, which no row of a list has.
const SHARED_KEYS: &str = "ACGMNRTWYZ";

/// Checks that the rules allow an offer now.
pub fn allowed(table: &'static [&'static Action], now: &Encounter, offer: &Offer) -> Legal {
    match row(table, &offer.command) {
        Some(action) => action.allows(now, &offer.command),
        None => Legal::Absent,
    }
}

/// Returns the first action of the table that is due. The action runs automatically before anything else.
pub(super) fn due(table: &'static [&'static Action], now: &Encounter) -> Option<Command> {
    let mut rows = table.iter().filter(|action| action.when == When::Due);
    rows.find_map(|action| action.due(now))
}

/// Lists the commands that may start between any two other commands, or also during a prompt.
pub fn extras(table: &'static [&'static Action], now: &Encounter) -> Vec<Offer> {
    let rows = table.iter().copied().filter(|action| action.is_extra());
    rows.flat_map(|action| action.offers(now)).collect()
}

/// Lists the offers for `who` at one time, in table order. In a simulated fight, the list includes actions that are not
/// worth showing, because a policy looks at few offers. The policy checks [`Action::is_worth`] itself, and the chosen
/// offer is checked later.
pub fn offered(
    table: &'static [&'static Action],
    when: When,
    now: &Encounter,
    who: Id,
) -> Vec<Offer> {
    let told = |action: &Action| match &action.told {
        Some(told) => told.said(now, Some(who), None) == Some(true),
        None => !matches!(action.legal_by(now, Some(who), None), Legal::Absent),
    };
    let worth = |action: &Action| !now.heard || told(action);
    let rows = table.iter().filter(|row| row.when == when && worth(row));
    rows.map(|row| Offer::new(row.by(who))).collect()
}
