//! The table of actions of a system: a row each, and everything that speaks of actions is made from it: what the fight
//! offers, the `:` line with its completion, the GM's list, help, the pages of `docs/actions` and the play itself.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::encounter::{Encounter, Stage};
use crate::resolver::{Command, Resolver, Step};
use crate::values::{Id, SideId};

/// Property of an action, computed for the combatant or the side that does it.
///
/// A compiled book borrows a function or a closure (`Of::One(&|now, who| …)`); a written system leaks a closure over its
/// model.
#[derive(Clone, Copy)]
pub enum Of<T: 'static> {
    /// A step of the round, which no combatant does.
    Fight(&'static (dyn Fn(&Encounter) -> T + Sync)),
    /// A combatant does it.
    One(&'static (dyn Fn(&Encounter, Id) -> T + Sync)),
    /// A side does it.
    Side(&'static (dyn Fn(&Encounter, SideId) -> T + Sync)),
}

impl<T> fmt::Debug for Of<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Of::Fight(_) => "of the fight",
            Of::One(_) => "of somebody",
            Of::Side(_) => "of a side",
        })
    }
}

impl<T> Of<T> {
    /// Computes it; `None` if it needs a combatant or a side that the command does not name.
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
    /// A step of the round, which no combatant does.
    Fight(&'static (dyn Fn(&mut Resolver<'_>) -> Step<()> + Sync)),
    /// A combatant does it.
    One(&'static (dyn Fn(&mut Resolver<'_>, Id) -> Step<()> + Sync)),
    /// A side does it.
    Side(&'static (dyn Fn(&mut Resolver<'_>, SideId) -> Step<()> + Sync)),
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Fight(_) => "by nobody",
            Play::One(_) => "by somebody",
            Play::Side(_) => "by a side",
        })
    }
}

/// When an action can be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Never by the GM: it happens by itself.
    ByItself,
    /// By itself as soon as it is legal, before anything else: what follows from a value that was set by hand.
    Due,
    /// When the fight offers it: "in one's turn".
    Offered(&'static str),
    /// Between any two commands.
    BetweenCommands(While),
    /// As [`When::BetweenCommands`], and in the middle of another command's prompt too: what it brings then belongs to that
    /// command, as a ruling does.
    Anytime(While),
}

/// How long a GM may start something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum While {
    /// While it is fought.
    Fought,
    /// Once the fight has begun: when it is over and between two fights too.
    Begun,
}

impl When {
    pub fn words(self) -> &'static str {
        match self {
            When::ByItself => "by itself",
            When::Due => "automatically, as soon as it is due",
            When::Offered(when) => when,
            When::BetweenCommands(While::Fought) => "between any two actions of the fight",
            When::BetweenCommands(While::Begun) => "between any two actions",
            When::Anytime(While::Fought) => "at any time in the fight",
            When::Anytime(While::Begun) => "at any time",
        }
    }
}

/// Whether an action can be started as things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal {
    Yes,
    /// It is shown, and this is why it cannot.
    No(Cow<'static, str>),
    /// It is not worth a word now.
    Absent,
}

impl Legal {
    /// Refused for a reason, if there is one.
    pub fn unless(why: Option<impl Into<Cow<'static, str>>>) -> Self {
        why.map_or(Legal::Yes, |why| Legal::No(why.into()))
    }

    /// The same where it makes sense at all.
    #[must_use]
    pub fn only_if(self, sensible: bool) -> Self {
        if sensible { self } else { Legal::Absent }
    }

    /// Yes where something holds, else not a word of it.
    pub fn when(holds: bool) -> Self {
        Legal::Yes.only_if(holds)
    }
}

/// A row of a system's table of actions.
#[derive(Debug)]
pub struct Action {
    /// Its word in saves and for the `:` line.
    pub key: &'static str,
    /// What a menu calls it.
    pub label: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// Its capital, the same in every prompt; rare actions have none.
    pub capital: Option<char>,
    /// Label of the menu row that lists it with others; they share an action key, which opens the list.
    pub list: Option<&'static str>,
    /// The rules it stands for: "ALT-26, ALT-102".
    pub rules: &'static str,
    /// When it can be started.
    pub when: When,
    words: Option<Of<String>>,
    hint: Option<Of<String>>,
    legal: Option<Of<Legal>>,
    /// Whether it is worth a word, where that is known without asking whether it is legal.
    told: Option<Of<bool>>,
    /// Whom it is for, of what is for all who are left.
    whom: Option<Of<Vec<Id>>>,
    /// The row of its form that a foe's letter fills when it begins the action.
    foe: Option<&'static str>,
    /// Whether Space takes it: nothing more.
    space: bool,
    /// Whether it ends the fight.
    pub(crate) ends: bool,
    /// Whether it takes the end of the fight back.
    pub(crate) resumes: bool,
    /// Whether players hear only what their own do by it.
    pub(crate) secret: bool,
    play: Play,
}

impl Action {
    /// An action that happens by itself; the other functions say more of it.
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

    /// The same with a line of help.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// The same with a capital.
    #[must_use]
    pub const fn capital(mut self, capital: char) -> Self {
        self.capital = Some(capital);
        self
    }

    /// Moves the action into a list of the menu, which is opened by the action key of its actions.
    #[must_use]
    pub const fn list(mut self, label: &'static str) -> Self {
        self.list = Some(label);
        self
    }

    /// The same with the rules it stands for.
    #[must_use]
    pub const fn rules(mut self, rules: &'static str) -> Self {
        self.rules = rules;
        self
    }

    /// The same, started by the GM.
    #[must_use]
    pub const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// The same, worded as things stand: "Bandit 1 retreats".
    #[must_use]
    pub const fn words(mut self, words: Of<String>) -> Self {
        self.words = Some(words);
        self
    }

    /// The same with what to know before taking it.
    #[must_use]
    pub const fn hint(mut self, hint: Of<String>) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The same, for all of these as they are when it is started: it is not for those who are among them only because an
    /// earlier answer was changed.
    #[must_use]
    pub const fn whom(mut self, whom: Of<Vec<Id>>) -> Self {
        self.whom = Some(whom);
        self
    }

    /// The same, begun by the letter of a foe, who stands in this row of its form then.
    #[must_use]
    pub const fn foe(mut self, row: &'static str) -> Self {
        self.foe = Some(row);
        self
    }

    /// Whether the letter of a foe begins it.
    pub fn takes_foe(&self) -> bool {
        self.foe.is_some()
    }

    /// The same, taken by Space: it ends a turn, passes, leaves the rest as usual, goes on.
    #[must_use]
    pub const fn space(mut self) -> Self {
        self.space = true;
        self
    }

    /// The same, the end of the fight: only its capital takes it, and fights that nobody watches end with it.
    #[must_use]
    pub const fn ends(mut self) -> Self {
        self.ends = true;
        self
    }

    /// The same, the fight goes on after all. It is played only where more than rulings has followed the end; otherwise
    /// the end never was, and nothing of the round is lost.
    #[must_use]
    pub const fn resumes(mut self) -> Self {
        self.resumes = true;
        self
    }

    /// The same, not told to the players where a foe does it: a declaration.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// The same, not always legal.
    #[must_use]
    pub const fn legal(mut self, legal: Of<Legal>) -> Self {
        self.legal = Some(legal);
        self
    }

    /// The same, of which it is known at once whether it is [worth a word](Legal::Absent): a menu need not find out why it is
    /// refused before anybody reads it.
    #[must_use]
    pub const fn told(mut self, told: Of<bool>) -> Self {
        self.told = Some(told);
        self
    }

    /// Its command where nobody does it.
    pub fn of(&self) -> Command {
        Command::of(self.key)
    }

    /// Its command by a combatant.
    pub fn by(&self, who: Id) -> Command {
        Command::by(self.key, who)
    }

    /// Its command by a side.
    pub fn side(&self, side: SideId) -> Command {
        Command::side(self.key, side)
    }

    /// Whether a command is of this action.
    pub fn is(&self, command: &Command) -> bool {
        command.action == self.key
    }

    /// Whether a command is of this action and worth a word now: of what is [`offered`] where nobody reads it not all is.
    pub fn is_worth(&self, now: &Encounter, command: &Command) -> bool {
        self.is(command) && self.allows(now, command) != Legal::Absent
    }

    /// One of its commands as it is started now: it names whom it is for.
    pub(super) fn meant(&self, now: &Encounter, command: Command) -> Command {
        let whom = self.whom.as_ref();
        let whom = whom.and_then(|whom| whom.said(now, command.who, command.side));
        let whom = whom.unwrap_or_default();
        Command { whom, ..command }
    }

    /// Whether one of its commands is legal now.
    pub fn allows(&self, now: &Encounter, command: &Command) -> Legal {
        self.legal_by(now, command.who, command.side)
    }

    /// The same of its command by somebody or a side.
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

    /// What a menu says of one of its commands.
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

    /// Whether it may be started between any two commands, whatever the fight offers.
    pub(crate) fn is_extra(&self) -> bool {
        matches!(self.when, When::BetweenCommands(_) | When::Anytime(_))
    }

    /// Plays one of its commands through.
    pub(super) fn play(&self, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
        match (self.play, command.who, command.side) {
            (Play::Fight(play), ..) => play(cx),
            (Play::One(play), Some(who), _) => play(cx, who),
            (Play::Side(play), _, Some(side)) => play(cx, side),
            (Play::One(_) | Play::Side(_), ..) => cx.broken(format!("`{}` has no owner", self.key)),
        }
    }

    /// Its command if it is due: of whoever it is due of first.
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

    /// Every command of it that is worth a word now.
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

/// A table of actions: `NAME = Action::new(…)…;` a row, each a static of its own, and `ACTIONS` with all of them.
#[macro_export]
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $action:expr;)*) => {
        $($(#[$doc])* pub static $name: $crate::rules::Action = $action;)*

        pub static ACTIONS: &[&$crate::rules::Action] = &[$(&$name),*];
    };
}

/// A command that the fight offers; the table has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub command: Command,
    /// Whether Enter takes it; the first such offer counts.
    pub preset: bool,
    /// Whether the letter of whoever does it takes it.
    pub by_letter: bool,
}

impl Offer {
    /// An offer of a command.
    pub fn new(command: Command) -> Self {
        Self {
            command,
            preset: false,
            by_letter: false,
        }
    }

    /// The same, taken by Enter.
    #[must_use]
    pub fn preset(mut self) -> Self {
        self.preset = true;
        self
    }

    /// The same, taken by the letter of whoever does it.
    #[must_use]
    pub fn by_letter(mut self) -> Self {
        self.by_letter = true;
        self
    }
}

/// A row of a menu: an offer in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub command: Command,
    /// What the screen calls it.
    pub label: String,
    /// What to know before taking it, or "".
    pub hint: String,
    pub capital: Option<char>,
    /// Label of the list to which it belongs.
    pub list: Option<&'static str>,
    /// Commands of the list that this row opens; empty for a row that starts its command.
    pub opens: Vec<Command>,
    /// Why it cannot be started now, if so. It is shown all the same.
    pub refused: Option<String>,
    /// Whether Enter takes it; the first such entry counts.
    pub preset: bool,
    /// Whether the letter of whoever does it takes it.
    pub by_letter: bool,
    /// Whether it may be started in the middle of another command's prompt too.
    pub anytime: bool,
    /// The row of its form that a foe's letter fills when it begins the action.
    pub foe: Option<&'static str>,
    /// Whether Space takes it.
    pub space: bool,
}

/// The row of a table that a command is of.
pub fn row(table: &'static [&'static Action], command: &Command) -> Option<&'static Action> {
    table.iter().copied().find(|action| action.is(command))
}

/// Labels offers for a menu; actions outside the table get no label.
pub fn entries(table: &'static [&'static Action], now: &Encounter, offers: &[Offer]) -> Vec<Entry> {
    let entry = |offer: &Offer| Some(row(table, &offer.command)?.entry(now, offer));
    offers.iter().filter_map(entry).collect()
}

/// Returns a menu in which each list with two or more entries is one row that opens it; `None` if the menu has no such list.
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

/// Returns the entries of a list as a menu of their own, each with an action key that is the same whatever else is possible.
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

/// Whether the rules allow an offer as things stand.
pub fn allowed(table: &'static [&'static Action], now: &Encounter, offer: &Offer) -> Legal {
    match row(table, &offer.command) {
        Some(action) => action.allows(now, &offer.command),
        None => Legal::Absent,
    }
}

/// What happens by itself before anything else, if something is due: the first such row of the table.
pub(super) fn due(table: &'static [&'static Action], now: &Encounter) -> Option<Command> {
    let mut rows = table.iter().filter(|action| action.when == When::Due);
    rows.find_map(|action| action.due(now))
}

/// What may be started between any two commands, or also in the middle of a prompt.
pub fn extras(table: &'static [&'static Action], now: &Encounter) -> Vec<Offer> {
    let rows = table.iter().copied().filter(|action| action.is_extra());
    rows.flat_map(|action| action.offers(now)).collect()
}

/// The offers of one moment, in the order of the table: what `who` may do then. Where nobody reads them those are among them
/// too that are not worth a word, for a policy looks at few: it asks [`Action::is_worth`], and what is taken is looked at then.
pub fn offered(
    table: &'static [&'static Action],
    when: When,
    now: &Encounter,
    who: Id,
) -> Vec<Offer> {
    let worth = |action: &Action| match &action.told {
        Some(told) => told.said(now, Some(who), None) == Some(true),
        None => !now.heard || !matches!(action.legal_by(now, Some(who), None), Legal::Absent),
    };
    let mut offers = Vec::with_capacity(table.iter().filter(|row| row.when == when).count());
    let rows = table.iter().filter(|row| row.when == when && worth(row));
    offers.extend(rows.map(|row| Offer::new(row.by(who))));
    offers
}
