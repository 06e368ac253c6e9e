//! What a fight of a written system looks like to its sums: who is who, what stands on sheets, what conditions add to it.

use std::sync::Arc;

use crate::dice::{Dice, Tally};
use crate::encounter::{Combatant, Encounter};
use crate::values::{Cell, Id, Key, Row, SideId, Spec};

use super::lasting;
use super::state::{Clock, Later, Round, Turn};
use crate::systems::written::model::{
    Again, Condition, DEAD, DOWN, FLED, Gift, Gives, Kept, Model, Most, Order, Side, Status,
    StatusText, Test, To, Track,
};
use crate::systems::written::sums::sum::{Found, Kind, Look, Name, Sum, Who, Word, words_of};

/// How the last throw came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub total: i64,
    /// The natural face that counts.
    pub natural: i64,
    /// How far it is above what was to be reached.
    pub margin: i64,
    /// Whole steps of it.
    pub raises: i64,
    pub passed: bool,
    /// What came of it.
    pub outcome: &'static str,
    pub test: &'static str,
    pub kind: &'static str,
}

/// Who is who in something that is done.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    pub me: Option<Id>,
    /// Whom it is on.
    pub target: Option<Id>,
    /// Combatant who attacks, in a reaction.
    pub actor: Option<Id>,
    /// Who has the dice.
    pub thrower: Option<Id>,
    /// Combatant who caused the condition.
    pub giver: Option<Id>,
    /// What it is done with.
    pub with: Option<Row>,
    /// The list that this is a row of.
    pub list: Option<u16>,
    /// Row by which the condition was caused that is looked at.
    pub cause: Option<Row>,
    /// What else was asked.
    pub asked: Option<Row>,
    pub hit: Option<Hit>,
    pub hurt: i64,
    pub hurt_kind: Word,
    /// How much of it went beyond what was left.
    pub beyond: i64,
    /// How many actions and reactions this one is a part of.
    pub depth: u8,
    /// Whether what the game does when harm has counted is being done: it is not done again for harm that this does.
    pub after_harm: bool,
    /// How much less of it.
    pub less: i64,
    /// The action that is being done; "" where none is.
    pub action: &'static str,
    /// How the throw is thrown again, if somebody has said so.
    pub again: Option<Again>,
    /// Whose blow at a foe it is, until that is decided.
    pub strikes: Option<Id>,
    /// Harm that counts as one when all of it is done: to whom, how much was lost, how much went beyond what was left.
    pub gathered: Option<Vec<(Id, i64, i64)>>,
    /// Types of the damage that was gathered so.
    pub gathered_kinds: Vec<Word>,
    /// All whom the action is on.
    pub all: Vec<Id>,
    /// Advantage (above 0) or disadvantage (below 0) as the GM rules it.
    pub ruled: i64,
    /// What has been thrown in this action once for all whom it is on.
    pub thrown: Vec<(Dice, i64)>,
}

impl Cast {
    pub fn of(me: Id) -> Self {
        Self {
            me: Some(me),
            thrower: Some(me),
            ..Self::default()
        }
    }

    /// The same of somebody else.
    #[must_use]
    pub fn mine(self, me: Id) -> Self {
        Self {
            me: Some(me),
            thrower: Some(me),
            ..self
        }
    }

    /// The same, on somebody.
    #[must_use]
    pub fn on(mut self, target: Option<Id>) -> Self {
        self.target = target;
        self
    }

    /// The same with a row of a list.
    #[must_use]
    pub fn with(mut self, row: Option<Row>) -> Self {
        self.with = row;
        self
    }

    /// Whoever does it and whom it is on.
    pub fn concerned(&self) -> Vec<Id> {
        self.me.into_iter().chain(self.target).collect()
    }

    /// Whom a word of the file means.
    pub fn who(&self, who: Who) -> Option<Id> {
        match who {
            Who::Me => self.me,
            Who::Target => self.target,
            Who::Actor => self.actor.or(self.me),
            Who::Thrower => self.thrower.or(self.me),
            Who::Giver => self.giver.or(self.me),
        }
    }
}

/// A fight as the sums of its system see it.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub now: &'a Encounter,
    pub model: &'static Model,
    pub cast: &'a Cast,
    /// Without what conditions add: what they add may look at the sheet, and at nothing that they add.
    plain: bool,
}

impl<'a> Scene<'a> {
    /// With whoever is who.
    pub fn new(model: &'static Model, now: &'a Encounter, cast: &'a Cast) -> Self {
        Self {
            now,
            model,
            cast,
            plain: false,
        }
    }

    /// Somebody's field, with what conditions add to a number.
    fn field(&self, who: Id, place: u16) -> Found {
        if self.model.shared.contains(&place) {
            return Found::Number(had(self.model, self.now, who, place));
        }
        let word = self.model.field(place);
        let row = &self.now.get(who).sheet;
        let kind = &row.fields()[usize::from(place)].kind;
        match of(row, place, word, kind) {
            Found::Nothing if matches!(kind, Spec::Int(..)) => Found::Number(0),
            Found::Number(number) if !self.plain && self.model.given[usize::from(place)] => {
                let more = self.given(who, false, |to| to == To::Field(place)).total();
                Found::Number(match more {
                    0 => number,
                    more => kind.nearest(number.saturating_add(more)),
                })
            }
            found => found,
        }
    }

    /// A field as the screen shows it: a number with what conditions add to it.
    pub fn shown(&self, who: Id, place: u16) -> String {
        match self.field(who, place) {
            Found::Nothing => String::new(),
            Found::Number(number) => number.to_string(),
            Found::Flag(true) => "yes".to_owned(),
            Found::Flag(false) => "no".to_owned(),
            Found::Word(word) => word.to_string(),
            Found::Dice(dice) => dice.to_string(),
        }
    }

    /// What conditions of somebody do to something: each with what it is called, and how much it is where it is a sum.
    fn gifts(
        &self,
        who: Id,
        against: bool,
        to: impl Fn(To) -> bool,
        mut take: impl FnMut(&'static str, &Gift, &Scene<'_>),
    ) {
        let mut offer =
            |label: &'static str, giver: Option<Id>, gives: &Gives, cause: Option<Row>| {
                if gives.against != against || !to(gives.to) {
                    return;
                }
                let cast = Cast {
                    actor: self.cast.thrower.filter(|thrower| *thrower != who),
                    giver: giver.or(Some(who)),
                    with: self.cast.with.clone(),
                    asked: self.cast.asked.clone(),
                    cause,
                    ..Cast::of(who)
                };
                let plain = Scene {
                    cast: &cast,
                    plain: true,
                    ..*self
                };
                if gives.when.as_ref().is_none_or(|when| when.is(&plain)) {
                    let label = if gives.label.is_empty() {
                        label
                    } else {
                        gives.label
                    };
                    take(label, &gives.gift, &plain);
                }
            };
        for gives in &self.model.always {
            offer("state", None, gives, None);
        }
        let one = self.now.get(who);
        if one.conditions.is_empty() {
            return;
        }
        let wanted = |gives: &Gives| gives.against == against && to(gives.to);
        for condition in &self.model.conditions {
            if !condition.gives.iter().any(wanted) || !is(self.model, self.now, who, condition.key)
            {
                continue;
            }
            if condition.reads_cause {
                // What the same row causes counts once, whoever caused it.
                let mut rows: Vec<Arc<str>> = Vec::new();
                for one in one.conditions.iter().filter(|one| one.key == condition.key) {
                    let Some(row) = lasting::row(self.model, self.now, who, one) else {
                        continue;
                    };
                    let name = row_name(&row);
                    if rows.contains(&name) {
                        continue;
                    }
                    rows.push(name);
                    for gives in &condition.gives {
                        offer(condition.label, one.by, gives, Some(row.clone()));
                    }
                }
            } else {
                let giver = one.named(condition.key).and_then(|one| one.by);
                for gives in &condition.gives {
                    offer(condition.label, giver, gives, None);
                }
            }
        }
    }

    /// What conditions of somebody add to something, with what each is called.
    fn given(&self, who: Id, against: bool, to: impl Fn(To) -> bool) -> Tally {
        let mut tally = Tally::new();
        self.gifts(who, against, to, |label, gift, scene| {
            if let Gift::Plus(plus) = gift {
                tally.add(label, plus.of(scene));
            }
        });
        tally
    }

    /// Of whom conditions do something to a throw: the thrower, and whom it is on.
    fn concerned(&self) -> impl Iterator<Item = (Id, bool)> {
        let target = self
            .cast
            .target
            .filter(|who| Some(*who) != self.cast.thrower);
        let own = self.cast.who(Who::Thrower).map(|who| (who, false));
        own.into_iter().chain(target.map(|who| (who, true)))
    }

    /// What conditions add to a test: those of the thrower, and those of whom it is on to throws against it.
    pub fn added(&self, test: &str, kind: &str) -> Tally {
        let mut tally = Tally::new();
        for (who, against) in self.concerned() {
            for term in self.given(who, against, |to| of_test(to, test, kind)).parts {
                tally.add(term.label, term.value);
            }
        }
        tally
    }

    /// What gives advantage in a test (above 0) or disadvantage (below 0), each with what it is called.
    pub fn edges(&self, test: &Test) -> Vec<(&'static str, i64)> {
        let own = test.edge.iter().map(|(label, sum)| (*label, sum.of(self)));
        let mut all: Vec<(&'static str, i64)> = own.collect();
        all.extend(self.given_edges(test));
        all.push(("GM", self.cast.ruled));
        all.retain(|(_, edge)| *edge != 0);
        all
    }

    /// The same of conditions alone.
    pub fn given_edges(&self, test: &Test) -> Vec<(&'static str, i64)> {
        let mut all = Vec::new();
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            self.gifts(who, against, to, |label, gift, scene| {
                if let Gift::Edge(edge) = gift {
                    all.push((label, edge.of(scene)));
                }
            });
        }
        all.retain(|(_, edge)| *edge != 0);
        all
    }

    /// Dice that conditions add to a test, each with its label.
    pub fn dice_given(&self, test: &Test) -> Vec<(&'static str, Dice)> {
        let mut all = Vec::new();
        if !self.model.gives_dice {
            return all;
        }
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            self.gifts(who, against, to, |label, gift, scene| {
                if let Gift::Dice(dice) = gift {
                    let dice = dice.dice(scene).filter(|dice| dice.count() > 0);
                    all.extend(dice.map(|dice| (label, dice)));
                }
            });
        }
        all
    }

    /// What a test comes to without a throw, and why, if something decides it.
    pub fn decided(&self, test: &Test) -> Option<(&'static str, &'static str)> {
        let mut found = None;
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            self.gifts(who, against, to, |label, gift, _| {
                if let Gift::Decides(outcome) = gift {
                    found = found.or(Some((label, *outcome)));
                }
            });
        }
        found
    }
}

/// Whether something is for a test.
fn of_test(to: To, test: &str, kind: &str) -> bool {
    match to {
        To::Test(of) => of == test,
        To::Kind(of) => !kind.is_empty() && of == kind,
        To::Field(_) => false,
    }
}

/// Whether a condition is on somebody: by itself, or by another of which it is a part.
pub fn is(model: &Model, now: &Encounter, who: Id, key: &str) -> bool {
    let one = now.get(who);
    if one.conditions.is_empty() {
        return false;
    }
    let part =
        |condition: &Condition| condition.also.contains(&key) && one.named(condition.key).is_some();
    one.named(key).is_some() || model.conditions.iter().any(part)
}

impl Look for Scene<'_> {
    fn look(&self, name: &Name) -> Found {
        let side = || self.cast.me.map(|me| self.now.get(me).side);
        let hit = self.cast.hit.as_ref();
        match name {
            Name::Field(who, place) => match self.cast.who(*who) {
                Some(who) => self.field(who, *place),
                None => Found::Nothing,
            },
            Name::Is(who, key) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| is(self.model, self.now, who, key)))
            }
            Name::Levels(who, key) => {
                let named = self
                    .cast
                    .who(*who)
                    .and_then(|who| self.now.get(who).named(key));
                Found::Number(named.map_or(0, |named| named.value.max(1)))
            }
            Name::Gave(giver, bearer, key) => {
                let by = self.cast.who(*giver);
                let bearer = self.cast.who(*bearer).map(|who| self.now.get(who));
                let of = |one: &crate::encounter::Condition| one.key == *key && one.by == by;
                let gave = |bearer: &Combatant| bearer.conditions.iter().any(of);
                Found::Flag(by.is_some() && bearer.is_some_and(gave))
            }
            Name::Up(who) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| up(self.model, self.now, who)))
            }
            Name::Acted(who) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| Turn::of(self.now, who).acted))
            }
            Name::Players(who) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| players(self.now, who)))
            }
            Name::Begun(who) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| !Later::of(self.now, who).action.is_empty()))
            }
            Name::TickOf(who) => {
                let tick = Clock::of(self.now).tick;
                let who = self.cast.who(*who);
                let stands = |who: Id| Turn::of(self.now, who).number.unwrap_or(tick);
                Found::Number(who.map_or(0, stands))
            }
            Name::CanEscape(who) => {
                let who = self.cast.who(*who);
                Found::Flag(who.is_some_and(|who| !lasting::escapable(self.now, who).is_empty()))
            }
            Name::With(column) => match &self.cast.with {
                Some(row) => column_of(row, column),
                None => Found::Nothing,
            },
            Name::Cause(column) => match &self.cast.cause {
                Some(row) => column_of(row, column),
                None => Found::Nothing,
            },
            Name::Asked(word) => match &self.cast.asked {
                // Some of those whom it is on: whether the target is one of them.
                Some(row) => match column_of(row, word) {
                    Found::Word(text) if is_whom(row, word) => {
                        let target = self.cast.target.map(|who| who.0.to_string());
                        Found::Flag(target.is_some_and(|who| words_of(&text).any(|one| one == who)))
                    }
                    found => found,
                },
                None => Found::Nothing,
            },
            Name::Total => Found::Number(hit.map_or(0, |hit| hit.total)),
            Name::Natural => Found::Number(hit.map_or(0, |hit| hit.natural)),
            Name::Margin => Found::Number(hit.map_or(0, |hit| hit.margin)),
            Name::Raises => Found::Number(hit.map_or(0, |hit| hit.raises)),
            Name::Passed => Found::Flag(hit.is_some_and(|hit| hit.passed)),
            Name::Action => Found::Word(Word::Kept(self.cast.action)),
            Name::Test => hit.map_or(Found::Nothing, |hit| Found::Word(Word::Kept(hit.test))),
            Name::Kind => hit.map_or(Found::Nothing, |hit| Found::Word(Word::Kept(hit.kind))),
            Name::Hurt => Found::Number(self.cast.hurt),
            Name::HurtKind => Found::Word(self.cast.hurt_kind.clone()),
            Name::Beyond => Found::Number(self.cast.beyond),
            Name::SideCount => Found::Number(side().map_or(0, |side| count(self.now, side))),
            Name::SideLost => {
                Found::Number(side().map_or(0, |side| lost(self.model, self.now, side)))
            }
            Name::Round => Found::Number(self.now.round.into()),
            Name::Tick => Found::Number(Clock::of(self.now).tick),
            Name::Option(place) => {
                let (word, _) = self.model.names.options[usize::from(*place)];
                let fields = self.now.options.fields();
                match fields.get(usize::from(*place)) {
                    Some(field) => of(&self.now.options, *place, word, &field.kind),
                    None => Found::Nothing,
                }
            }
        }
    }
}

/// A sheet alone, of somebody who is in no fight yet.
pub struct OnSheet<'a> {
    pub model: &'static Model,
    pub sheet: &'a Row,
}

impl Look for OnSheet<'_> {
    fn look(&self, name: &Name) -> Found {
        match name {
            Name::Field(_, place) => {
                let kind = &self.model.schema.fields[usize::from(*place)].kind;
                of(self.sheet, *place, self.model.field(*place), kind)
            }
            _ => Found::Nothing,
        }
    }
}

/// What stands at a place of a row.
pub fn of(row: &Row, place: u16, word: &'static str, kind: &'static Spec) -> Found {
    match row.get(Key::<Cell>::new(place, word)) {
        Cell::Empty => Found::Nothing,
        Cell::Int(number) => Found::Number(number),
        Cell::Flag(flag) => Found::Flag(flag),
        Cell::Word(place) => match kind {
            Spec::Word(words) => match words.get(usize::from(place)) {
                Some(word) => Found::Word(Word::Kept(word)),
                None => Found::Nothing,
            },
            _ => Found::Nothing,
        },
        Cell::Text(text) => Found::Word(Word::Held(text)),
        Cell::Dice(dice) => Found::Dice(dice),
        Cell::Rows(rows) => Found::Flag(!rows.is_empty()),
    }
}

/// What stands in a column of a row of a list; nothing where its list has none of that name.
fn column_of(row: &Row, column: &'static str) -> Found {
    let fields = row.fields();
    match fields.iter().position(|field| field.key == column) {
        Some(place) => {
            let kind = &fields[place].kind;
            of(row, u16::try_from(place).unwrap_or(u16::MAX), column, kind)
        }
        None => Found::Nothing,
    }
}

/// Whether what was asked is some of those whom an action is on: a text of their numbers.
fn is_whom(row: &Row, word: &str) -> bool {
    let mut fields = row.fields().iter();
    let field = fields.find(|field| field.key == word);
    field.is_some_and(|field| matches!(&field.kind, Spec::Word(words) if words.is_empty()))
}

/// What a row of a list is called.
pub fn row_name(row: &Row) -> Arc<str> {
    match column_of(row, "name") {
        Found::Word(name) => name.into(),
        _ => Arc::default(),
    }
}

/// The rows of a list on somebody's sheet.
pub fn rows(model: &Model, now: &Encounter, who: Id, list: u16) -> Arc<Vec<Row>> {
    let key = Key::<Cell>::new(list, model.field(list));
    match now.get(who).sheet.get(key) {
        Cell::Rows(rows) => rows,
        _ => Arc::default(),
    }
}

/// A number on somebody's sheet, without what conditions add.
pub fn number(model: &Model, now: &Encounter, who: Id, place: u16) -> i64 {
    let key = Key::<Option<i64>>::new(place, model.field(place));
    now.get(who).sheet.get(key).unwrap_or(0)
}

/// With whom somebody has a shared field: itself first, then all of its side, but nobody else who is hidden from the players.
pub fn sharers(now: &Encounter, who: Id) -> impl Iterator<Item = Id> {
    let others = move |id: &Id| {
        let one = now.get(*id);
        *id != who && one.side == now.get(who).side && !one.hidden && !one.gone
    };
    std::iter::once(who).chain(now.ids().filter(others))
}

/// How much somebody has of something, with what those have with whom it is shared.
pub fn had(model: &Model, now: &Encounter, who: Id, place: u16) -> i64 {
    if model.shared.contains(&place) {
        sharers(now, who)
            .map(|id| number(model, now, id, place).max(0))
            .fold(0, i64::saturating_add)
    } else {
        number(model, now, who, place)
    }
}

/// How much there can be of something on somebody's sheet, with what conditions add to it.
pub fn most(model: &'static Model, now: &Encounter, who: Id, most: Most) -> i64 {
    match most {
        Most::Fixed(most) => most,
        Most::Field(place) => Scene::new(model, now, &Cast::of(who))
            .field(who, place)
            .number(),
    }
}

/// The order that is played, by the options of the fight.
pub fn order(model: &'static Model, now: &Encounter) -> &'static Order {
    let mut order = &model.order;
    while let Order::Choice(option, ways) = order {
        let cast = Cast::default();
        let word = Scene::new(model, now, &cast).look(&Name::Option(*option));
        let mut all = ways.iter();
        let way = all.find(|(way, _)| matches!(&word, Found::Word(word) if **word == **way));
        match way.or(ways.first()) {
            Some((_, way)) => order = way,
            None => return &Order::AsListed,
        }
    }
    order
}

/// What counts life, by the options of the fight.
pub fn track(model: &'static Model, now: &Encounter) -> &'static Track {
    if let [track] = model.tracks.as_slice() {
        return track;
    }
    let cast = Cast::default();
    let scene = Scene::new(model, now, &cast);
    let counts = |track: &&Track| track.when.as_ref().is_none_or(|when| when.is(&scene));
    let mut all = model.tracks.iter();
    all.find(counts).unwrap_or(&model.tracks[0])
}

/// What is left of somebody's life, and how much there can be.
pub fn life(model: &'static Model, now: &Encounter, who: Id) -> (i64, i64) {
    let most = most(model, now, who, track(model, now).most);
    (left(model, now, who), most)
}

/// What is left of somebody's life.
pub fn left(model: &'static Model, now: &Encounter, who: Id) -> i64 {
    let track = track(model, now);
    let number = number(model, now, who, track.field);
    if track.up {
        (most(model, now, who, track.most) - number).max(0)
    } else {
        number
    }
}

/// Whether somebody is in the fight and has life left, or acts at once with whoever took it.
pub fn up(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let one = now.get(who);
    !one.gone
        && [DOWN, DEAD, FLED]
            .iter()
            .all(|key| one.named(key).is_none())
        && (left(model, now, who) > 0 || Round::of(now).together.contains(&who))
}

/// Whether players run somebody's side.
pub fn players(now: &Encounter, who: Id) -> bool {
    let side = now.sides.get(now.get(who).side.index());
    side.is_some_and(|side| side.players)
}

/// Whether somebody's side is one that is meant.
pub fn is_of(now: &Encounter, side: Side, who: Id) -> bool {
    match side {
        Side::All => true,
        Side::Players => players(now, who),
        Side::Foes => !players(now, who),
    }
}

/// How many a side has, those who have left too. Whoever is hidden does not count, nor among its losses: the morale of the
/// others would tell the players of him.
fn count(now: &Encounter, side: SideId) -> i64 {
    i64::try_from(known(now, side).count()).unwrap_or(i64::MAX)
}

fn known(now: &Encounter, side: SideId) -> impl Iterator<Item = Id> {
    let known = move |id: &Id| now.get(*id).side == side && !now.get(*id).hidden;
    now.ids().filter(known)
}

/// How many of a side are lost.
fn lost(model: &'static Model, now: &Encounter, side: SideId) -> i64 {
    let lost = known(now, side).filter(|id| !up(model, now, *id));
    i64::try_from(lost.count()).unwrap_or(i64::MAX)
}

/// Whether a sum holds; one that is not there does.
pub fn holds(sum: Option<&Sum>, scene: &Scene<'_>) -> bool {
    sum.is_none_or(|sum| sum.is(scene))
}

/// What a row says of its combatant, if it says it now.
pub fn said(status: &Status, scene: &Scene<'_>) -> Option<String> {
    if !holds(status.when.as_ref(), scene) {
        return None;
    }
    let text: String = status
        .text
        .iter()
        .map(|piece| match piece {
            StatusText::Words(words) => (*words).to_owned(),
            StatusText::Number(sum) => sum.find(scene).number().to_string(),
        })
        .collect();
    if status.parts.is_empty() {
        return Some(text);
    }
    let parts: Vec<String> = status
        .parts
        .iter()
        .filter_map(|one| said(one, scene))
        .collect();
    (!parts.is_empty()).then(|| format!("{text} {}", parts.join(", ")))
}

/// The condition by which somebody cannot spend a slot, if there is one.
pub fn forbids(
    model: &'static Model,
    now: &Encounter,
    who: Id,
    slot: usize,
) -> Option<&'static Condition> {
    let one = now.get(who);
    if one.conditions.is_empty() {
        return None;
    }
    let mut all = model.conditions.iter();
    let bars = |condition: &Condition| condition.forbids.contains(&slot);
    let part = |key: &&'static str| model.condition(key).is_some_and(bars);
    all.find(|condition| {
        one.named(condition.key).is_some() && (bars(condition) || condition.also.iter().any(part))
    })
}

/// How much of a slot somebody has left in its turn.
pub fn slot_left(model: &'static Model, now: &Encounter, who: Id, slot: usize) -> i64 {
    let (word, sum) = &model.slots[slot];
    let cast = Cast::of(who);
    let spent = Turn::of(now, who).spent.get(*word).copied().unwrap_or(0);
    sum.of(&Scene::new(model, now, &cast)) - spent
}

/// The fields that are emptied at a time.
pub fn kept(model: &'static Model, until: Kept) -> impl Iterator<Item = u16> {
    let all = model.kept.iter().filter(move |(_, kept)| *kept == until);
    all.map(|(place, _)| *place)
}

/// What a field's default is, by its kind.
pub fn emptied(model: &Model, place: u16) -> Cell {
    let spec = &model.schema.fields[usize::from(place)];
    match model.names.fields[usize::from(place)].1 {
        Kind::Number => {
            let number = spec.default.as_ref().and_then(crate::values::Value::as_int);
            Cell::Int(number.unwrap_or(0))
        }
        Kind::Flag => Cell::Flag(false),
        Kind::Word if model.words(place).is_empty() => Cell::Empty,
        Kind::Word => Cell::Word(0),
        Kind::Dice => Cell::Empty,
    }
}
