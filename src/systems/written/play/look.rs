//! Values of names in expressions: the combatants concerned, their sheets, and the modifiers of their conditions.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use crate::dice::{Dice, Tally};
use crate::encounter::Encounter;
use crate::values::{Cell, Fields, Id, Key, Row, SideId, Spec};

use super::lasting;
use super::state::{Clock, Later, Memory, Round, Turn};
use crate::systems::written::model::{
    Action, Again, Condition, DEAD, DOWN, FLED, Gift, Gives, Model, Most, Order, Out, Reset, Side,
    Status, StatusText, Test, To, Track,
};
use crate::systems::written::sums::sum::{
    Column, Found, Group, Look, Name, Sum, Who, Word, words_of,
};

/// Result of the last roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub total: i64,
    /// Natural result that counts.
    pub natural: i64,
    /// Difference between the total and the target number.
    pub margin: i64,
    /// Number of raises in the margin.
    pub raises: i64,
    pub passed: bool,
    /// Keyword of the outcome.
    pub outcome: &'static str,
    pub test: &'static str,
    pub kind: &'static str,
    /// Results of the dice that count.
    pub dice: Vec<u32>,
}

/// Roles of combatants in an action, and its intermediate results.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    pub me: Option<Id>,
    /// Target of the action.
    pub target: Option<Id>,
    /// Attacking combatant, in a reaction.
    pub actor: Option<Id>,
    /// Combatant who rolls the dice.
    pub thrower: Option<Id>,
    /// Combatant who caused the condition.
    pub giver: Option<Id>,
    /// Row with the means of the action, such as a weapon.
    pub with: Option<Row>,
    /// List that contains the row.
    pub list: Option<u16>,
    /// Number of the current part and of all parts, if the rows of a list give an action its parts.
    pub part: Option<(i64, i64)>,
    /// Row that caused the condition being evaluated.
    pub cause: Option<Row>,
    /// Answers to further questions.
    pub asked: Option<Row>,
    pub hit: Option<Hit>,
    /// Roll to which the current reaction responds. A test of the reaction does not replace this roll.
    pub answered: Option<Hit>,
    pub hurt: i64,
    pub hurt_kind: Word,
    /// Damage beyond the remaining hit points.
    pub beyond: i64,
    /// Depth of nesting within other actions and reactions.
    pub depth: u8,
    /// True while the steps after damage run. Damage from these steps does not start them again.
    pub after_harm: bool,
    /// Reduction of the damage.
    pub less: i64,
    /// Key of the current action; "" if there is none.
    pub action: &'static str,
    /// Sentence in the log that announced the action, until its roll completes it.
    pub told: String,
    /// Kind of reroll, if a reaction requires a reroll.
    pub again: Option<Again>,
    /// Combatant who attacks an enemy, until the attack is decided.
    pub strikes: Option<Id>,
    /// Damage that counts as one amount at the end of the effects: target, points lost, and points beyond the remaining
    /// hit points.
    pub gathered: Option<Vec<(Id, i64, i64)>>,
    /// Types of the gathered damage.
    pub gathered_kinds: Vec<Word>,
    /// Gathered damage before resistance: target, type and points.
    pub gathered_parts: Vec<(Id, Word, i64)>,
    /// All targets of the action.
    pub all: Vec<Id>,
    /// Advantage (above 0) or disadvantage (below 0) by GM ruling.
    pub ruled: i64,
    /// Dice that have been rolled in this action once for all targets, with the damage type and the total.
    pub thrown: Vec<(Dice, Word, i64)>,
    /// Values of fields that an estimate assumes to be set, the latest last.
    pub assumed: Vec<(Id, u16, Found)>,
    /// True if an estimate counts damage alone, not conditions.
    pub damage_alone: bool,
    /// Estimate of the value of the current action's effects, in points.
    pub estimate: Option<fn(&Scene<'_>) -> i64>,
}

impl Cast {
    pub fn of(me: Id) -> Self {
        Self {
            me: Some(me),
            thrower: Some(me),
            ..Self::default()
        }
    }

    /// Returns the cast with another acting combatant.
    #[must_use]
    pub fn mine(self, me: Id) -> Self {
        Self {
            me: Some(me),
            thrower: Some(me),
            ..self
        }
    }

    /// Returns the cast with this target.
    #[must_use]
    pub fn on(mut self, target: Option<Id>) -> Self {
        self.target = target;
        self
    }

    /// Returns the cast with this row of a list.
    #[must_use]
    pub fn with(mut self, row: Option<Row>) -> Self {
        self.with = row;
        self
    }

    /// Returns the acting combatant and the target.
    pub fn concerned(&self) -> Vec<Id> {
        self.me.into_iter().chain(self.target).collect()
    }

    /// Returns the combatant in a role.
    pub fn who(&self, who: Who) -> Option<Id> {
        match who {
            Who::Me => self.me,
            Who::Target => self.target,
            Who::Actor => self.actor.or(self.me),
            Who::Thrower => self.thrower.or(self.me),
            Who::Giver => self.giver.or(self.me),
            Who::Each => None,
        }
    }
}

/// Fight from the view of the expressions of its system.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub now: &'a Encounter,
    pub model: &'static Model,
    pub cast: &'a Cast,
    /// Combatant of a group for whom an expression is evaluated.
    each: Option<Id>,
    /// True to ignore modifiers of conditions: their expressions may read the sheet, but not other modifiers.
    plain: bool,
}

impl<'a> Scene<'a> {
    /// Creates the scene of a cast.
    pub fn new(model: &'static Model, now: &'a Encounter, cast: &'a Cast) -> Self {
        Self {
            now,
            model,
            cast,
            each: None,
            plain: false,
        }
    }

    /// Returns the combatant in a role.
    fn who(&self, who: Who) -> Option<Id> {
        match who {
            Who::Each => self.each,
            who => self.cast.who(who),
        }
    }

    /// Returns the value of a field that an estimate assumes to be set.
    fn assumed(&self, who: Id, place: u16) -> Option<&'a Found> {
        let mut assumed = self.cast.assumed.iter().rev();
        let found = assumed.find(|(of, field, _)| (*of, *field) == (who, place));
        found.map(|(.., found)| found)
    }

    /// Returns a combatant's number, with the modifiers of conditions.
    fn number_of(&self, who: Id, place: u16) -> i64 {
        if let Some(found) = self.assumed(who, place) {
            return found.number();
        }
        if self.model.shared.contains(&place) {
            return had(self.model, self.now, who, place);
        }
        match cell(&self.now.get(who).sheet, place) {
            Cell::Int(number) => self.modified(who, place, *number),
            _ => 0,
        }
    }

    /// Returns a number on a combatant's sheet with the modifiers of conditions.
    fn modified(&self, who: Id, place: u16, number: i64) -> i64 {
        if self.plain || !self.model.given[usize::from(place)] {
            return number;
        }
        match self.given(who, false, |to| to == To::Field(place)).total() {
            0 => number,
            more => {
                let kind = &self.now.get(who).sheet.fields()[usize::from(place)].kind;
                kind.nearest(number.saturating_add(more))
            }
        }
    }

    /// Returns a combatant's field; numbers include the modifiers of conditions.
    pub fn field(&self, who: Id, place: u16) -> Found {
        if let Some(found) = self.assumed(who, place) {
            return found.clone();
        }
        if self.model.shared.contains(&place) {
            return Found::Number(had(self.model, self.now, who, place));
        }
        let row = &self.now.get(who).sheet;
        let kind = &row.fields()[usize::from(place)].kind;
        match cell(row, place) {
            Cell::Empty if matches!(kind, Spec::Int(..)) => Found::Number(0),
            Cell::Int(number) => Found::Number(self.modified(who, place, *number)),
            cell => of(cell, kind),
        }
    }

    /// Formats a field for the screen; numbers include the modifiers of conditions.
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

    /// Calls `take` with each modifier of one kind of a combatant's conditions for a target: label, effect as `kind`
    /// returns it, and the scene for its expression. The requirements of other kinds are not evaluated.
    fn gifts<T>(
        &self,
        who: Id,
        against: bool,
        to: impl Fn(To) -> bool,
        kind: impl Fn(&'static Gift) -> Option<T>,
        mut take: impl FnMut(&'static str, T, &Scene<'_>),
    ) {
        let wanted = |gives: &'static Gives| {
            let gift = kind(&gives.gift).filter(|_| gives.against == against && to(gives.to))?;
            Some((gives, gift))
        };
        let mut offer = |label, giver: Option<Id>, (gives, gift): (&Gives, T), cause| {
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
                each: None,
                plain: true,
                ..*self
            };
            if gives.when.as_ref().is_none_or(|when| when.is(&plain)) {
                let label = if gives.label.is_empty() {
                    label
                } else {
                    gives.label
                };
                take(label, gift, &plain);
            }
        };
        for gives in self.model.always.iter().filter_map(wanted) {
            offer("state", None, gives, None);
        }
        let one = self.now.get(who);
        for condition in self.model.borne(one) {
            let all = || condition.gives.iter().filter_map(wanted);
            if all().next().is_none() {
                continue;
            }
            if condition.reads_cause {
                // Causes with the same name count once, no matter which combatant caused them.
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
                    for gives in all() {
                        offer(condition.label, one.by, gives, Some(row.clone()));
                    }
                }
            } else {
                let giver = one.named(condition.key).and_then(|one| one.by);
                for gives in all() {
                    offer(condition.label, giver, gives, None);
                }
            }
        }
    }

    /// Returns the bonuses of a combatant's conditions to a target, with their labels.
    fn given(&self, who: Id, against: bool, to: impl Fn(To) -> bool) -> Tally {
        let mut tally = Tally::new();
        let plus = |gift: &'static Gift| match gift {
            Gift::Plus(plus) => Some(plus),
            _ => None,
        };
        self.gifts(who, against, to, plus, |label, plus, scene| {
            tally.add(label, plus.of(scene));
        });
        tally
    }

    /// Returns the combatants whose conditions modify a roll: the combatant who rolls, and the target (true for rolls
    /// against the target).
    fn concerned(&self) -> impl Iterator<Item = (Id, bool)> {
        let target = self
            .cast
            .target
            .filter(|who| Some(*who) != self.cast.thrower);
        let own = self.cast.who(Who::Thrower).map(|who| (who, false));
        own.into_iter().chain(target.map(|who| (who, true)))
    }

    /// Returns the bonuses of conditions to a test: bonuses of the combatant who rolls, and bonuses against the target.
    pub fn added(&self, test: &str, kind: &str) -> Tally {
        let mut tally = Tally::new();
        for (who, against) in self.concerned() {
            for term in self.given(who, against, |to| of_test(to, test, kind)).parts {
                tally.add(term.label, term.value);
            }
        }
        tally
    }

    /// Returns the sources of advantage (above 0) or disadvantage (below 0) in a test, with their labels.
    pub fn edges(&self, test: &Test) -> Vec<(&'static str, i64)> {
        let own = test.edge.iter().map(|(label, sum)| (*label, sum.of(self)));
        self.edges_with(own, test)
    }

    /// Returns the sources of advantage or disadvantage in a test, of which the sources in the test itself are known.
    pub fn edges_with(
        &self,
        own: impl Iterator<Item = (&'static str, i64)>,
        test: &Test,
    ) -> Vec<(&'static str, i64)> {
        let mut all: Vec<(&'static str, i64)> = own.collect();
        all.extend(self.given_edges(test));
        all.push(("GM", self.cast.ruled));
        all.retain(|(_, edge)| *edge != 0);
        all
    }

    /// Returns 1 if the coming roll of the action has advantage, -1 if it has disadvantage, and 0 otherwise.
    fn coming_edge(&self) -> i64 {
        let action = self.model.action(self.cast.action);
        let called = action.and_then(|action| action.test.as_ref());
        let Some(test) = called.and_then(|called| self.model.test(called, self)) else {
            return 0;
        };
        let mut cast = self.cast.clone();
        cast.thrower = thrower(test, cast.me, cast.target);
        let scene = Scene {
            cast: &cast,
            ..*self
        };
        edge_of(&scene.edges(test)) as i64
    }

    /// Returns the sources of advantage or disadvantage among conditions and other modifiers, without the sources in
    /// the test itself.
    pub fn given_edges(&self, test: &Test) -> Vec<(&'static str, i64)> {
        let mut all = Vec::new();
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            let edge = |gift: &'static Gift| match gift {
                Gift::Edge(edge) => Some(edge),
                _ => None,
            };
            self.gifts(who, against, to, edge, |label, edge, scene| {
                all.push((label, edge.of(scene)));
            });
        }
        all.retain(|(_, edge)| *edge != 0);
        all
    }

    /// Returns the dice that conditions add to a test, each with its label.
    pub fn dice_given(&self, test: &Test) -> Vec<(&'static str, Dice)> {
        let mut all = Vec::new();
        if !self.model.gives_dice {
            return all;
        }
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            let dice = |gift: &'static Gift| match gift {
                Gift::Dice(dice) => Some(dice),
                _ => None,
            };
            self.gifts(who, against, to, dice, |label, dice, scene| {
                let dice = dice.dice(scene).filter(|dice| dice.count() > 0);
                all.extend(dice.map(|dice| (label, dice)));
            });
        }
        all
    }

    /// Returns the automatic outcome of a test, if a modifier sets one, and its label.
    pub fn decided(&self, test: &Test) -> Option<(&'static str, &'static str)> {
        let mut found = None;
        for (who, against) in self.concerned() {
            let to = |to: To| of_test(to, test.key, test.kind);
            let decides = |gift: &'static Gift| match gift {
                Gift::Decides(outcome) => Some(*outcome),
                _ => None,
            };
            self.gifts(who, against, to, decides, |label, outcome, _| {
                found = found.or(Some((label, outcome)));
            });
        }
        found
    }
}

/// Returns advantage, disadvantage or neither. A single source of either cancels any number of sources of the other.
pub fn edge_of(all: &[(&'static str, i64)]) -> Ordering {
    let better = all.iter().any(|(_, edge)| *edge > 0);
    let worse = all.iter().any(|(_, edge)| *edge < 0);
    better.cmp(&worse)
}

/// Returns the combatant who rolls a test.
pub fn thrower(test: &Test, me: Option<Id>, target: Option<Id>) -> Option<Id> {
    match test.thrower {
        Who::Target => target.or(me),
        _ => me,
    }
}

/// Returns true if the target of a modifier is a test of this name or kind.
pub fn of_test(to: To, test: &str, kind: &str) -> bool {
    match to {
        To::Test(of) => of == test,
        To::Kind(of) => !kind.is_empty() && of == kind,
        To::Field(_) => false,
    }
}

/// Returns true if a combatant has a condition, directly or as part of another condition.
pub fn is(model: &Model, now: &Encounter, who: Id, key: &str) -> bool {
    match model.condition_place(key) {
        Some(place) => has(model, now, who, place),
        None => now.get(who).named(key).is_some(),
    }
}

/// Returns true if a combatant has the condition at an index, directly or as part of another condition.
pub fn has(model: &Model, now: &Encounter, who: Id, place: usize) -> bool {
    let mut own = now.get(who).conditions.iter();
    own.any(|one| model.brought_by(place).contains(&one.key.as_str()))
}

impl Look for Scene<'_> {
    fn look(&self, name: &Name) -> Found {
        let side = || self.cast.me.map(|me| self.now.get(me).side);
        let hit = self.cast.hit.as_ref();
        match name {
            Name::Field(who, place) => match self.who(*who) {
                Some(who) => self.field(who, *place),
                None => Found::Nothing,
            },
            Name::Is(who, place, _) => {
                let who = self.who(*who);
                let place = usize::from(*place);
                Found::Flag(who.is_some_and(|who| has(self.model, self.now, who, place)))
            }
            Name::Levels(who, key) => {
                let named = self.who(*who).and_then(|who| self.now.get(who).named(key));
                Found::Number(named.map_or(0, |named| named.value.max(1)))
            }
            Name::Gave(giver, bearer, key) => Found::Flag(self.gave(*giver, *bearer, key)),
            Name::GaveTo(giver, key) => {
                let by = self.who(*giver);
                let of = |one: &crate::encounter::Condition| one.key == *key && one.by == by;
                let bears = |who: &Id| {
                    self.now.get(*who).conditions.iter().any(of) && up(self.model, self.now, *who)
                };
                let all = self.now.ids().filter(bears).count();
                Found::Number(if by.is_some() {
                    i64::try_from(all).unwrap_or(i64::MAX)
                } else {
                    0
                })
            }
            Name::Row(who, list, name) => {
                let who = self.who(*who);
                let has = |who: Id| {
                    let all = rows(self.now, who, *list);
                    all.iter()
                        .any(|row| row_name(row).eq_ignore_ascii_case(name))
                };
                Found::Flag(who.is_some_and(has))
            }
            Name::Up(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some_and(|who| up(self.model, self.now, who)))
            }
            Name::Acted(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some_and(|who| Turn::of(self.now, who).acted))
            }
            Name::Players(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some_and(|who| players(self.now, who)))
            }
            Name::Same(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some() && who == self.cast.me)
            }
            Name::Begun(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some_and(|who| !Later::of(self.now, who).action.is_empty()))
            }
            Name::TickOf(who) => {
                let tick = Clock::of(self.now).tick;
                let who = self.who(*who);
                let stands = |who: Id| Turn::of(self.now, who).number.unwrap_or(tick);
                Found::Number(who.map_or(0, stands))
            }
            Name::CanEscape(who) => {
                let who = self.who(*who);
                Found::Flag(who.is_some_and(|who| !lasting::escapable(self.now, who).is_empty()))
            }
            Name::With(column) => found(column_at(self.model, self.cast.with.as_ref(), *column)),
            Name::Cause(column) => found(column_at(self.model, self.cast.cause.as_ref(), *column)),
            Name::Asked(word) => match column_in(self.cast.asked.as_ref(), word) {
                // The answer names some targets: true if the current target is one of them.
                Some((Cell::Text(text), Spec::Word(words))) if words.is_empty() => {
                    let target = self.cast.target.map(|who| who.0.to_string());
                    Found::Flag(target.is_some_and(|who| words_of(text).any(|one| one == who)))
                }
                cell => found(cell),
            },
            Name::Total => Found::Number(hit.map_or(0, |hit| hit.total)),
            Name::Natural => Found::Number(hit.map_or(0, |hit| hit.natural)),
            Name::Margin => Found::Number(hit.map_or(0, |hit| hit.margin)),
            Name::Raises => Found::Number(hit.map_or(0, |hit| hit.raises)),
            Name::Passed => Found::Flag(hit.is_some_and(|hit| hit.passed)),
            Name::Outcome => hit.map_or(Found::Nothing, |hit| Found::Word(Word::Kept(hit.outcome))),
            Name::Action => Found::Word(Word::Kept(self.cast.action)),
            Name::EffectValue => Found::Number(self.cast.estimate.map_or(0, |of| of(self))),
            Name::Edge => Found::Number(self.coming_edge()),
            Name::Test => hit.map_or(Found::Nothing, |hit| Found::Word(Word::Kept(hit.test))),
            Name::Kind => hit.map_or(Found::Nothing, |hit| Found::Word(Word::Kept(hit.kind))),
            Name::Hurt => Found::Number(self.cast.hurt),
            Name::HurtKind => Found::Word(self.cast.hurt_kind.clone()),
            Name::Beyond => Found::Number(self.cast.beyond),
            Name::SideCount => Found::Number(side().map_or(0, |side| count(self.now, side))),
            Name::SideLost => {
                Found::Number(side().map_or(0, |side| lost(self.model, self.now, side)))
            }
            Name::Scene(place) => Found::Number(scene_number(self.model, self.now, *place)),
            Name::Round => Found::Number(self.now.round.into()),
            Name::Tick => Found::Number(Clock::of(self.now).tick),
            Name::Option(place) => {
                let fields = self.now.options.fields();
                match fields.get(usize::from(*place)) {
                    Some(field) => of(cell(&self.now.options, *place), &field.kind),
                    None => Found::Nothing,
                }
            }
        }
    }

    fn number(&self, name: &Name) -> i64 {
        match name {
            Name::Field(who, place) => {
                let who = self.who(*who);
                who.map_or(0, |who| self.number_of(who, *place))
            }
            Name::With(column) => match column_at(self.model, self.cast.with.as_ref(), *column) {
                Some((Cell::Int(number), _)) => *number,
                _ => 0,
            },
            name => self.look(name).number(),
        }
    }

    fn holds(&self, name: &Name) -> bool {
        match name {
            Name::Is(who, place, _) => {
                let who = self.who(*who);
                who.is_some_and(|who| has(self.model, self.now, who, usize::from(*place)))
            }
            Name::With(column) => match column_at(self.model, self.cast.with.as_ref(), *column) {
                Some((Cell::Flag(flag), _)) => *flag,
                Some((Cell::Dice(_), _)) => true,
                cell => found(cell).is(),
            },
            name => self.look(name).is(),
        }
    }

    fn word(&self, name: &Name) -> Option<&str> {
        match name {
            Name::Field(who, place) if self.cast.assumed.is_empty() => {
                let row = &self.now.get(self.who(*who)?).sheet;
                word_of(cell(row, *place), &row.fields()[usize::from(*place)].kind)
            }
            Name::With(column) => {
                let (cell, kind) = column_at(self.model, self.cast.with.as_ref(), *column)?;
                word_of(cell, kind)
            }
            Name::HurtKind => Some(&self.cast.hurt_kind),
            Name::Kind => self.cast.hit.as_ref().map(|hit| hit.kind),
            Name::Action => Some(self.cast.action),
            _ => None,
        }
    }

    fn gave(&self, giver: Who, bearer: Who, key: &str) -> bool {
        let by = self.who(giver);
        let bearer = self.who(bearer);
        // A condition that a combatant has given itself has no source.
        let source = by.filter(|by| Some(*by) != bearer);
        let of = |one: &crate::encounter::Condition| one.key == key && one.by == source;
        let gave = |bearer: Id| self.now.get(bearer).conditions.iter().any(of);
        by.is_some() && bearer.is_some_and(gave)
    }

    fn showing(&self, from: i64, to: i64) -> i64 {
        let dice = self.cast.hit.iter().flat_map(|hit| &hit.dice);
        let shown = dice.filter(|die| (from..=to).contains(&i64::from(**die)));
        i64::try_from(shown.count()).unwrap_or(i64::MAX)
    }

    fn each(&self, group: Group, then: &mut dyn FnMut(&dyn Look)) {
        let me = self.cast.me;
        let of = |id: &Id| {
            let allied = |me: Id| self.now.allied(*id, me);
            match (group, me) {
                (Group::Everyone, _) => true,
                (_, None) => false,
                (Group::Enemies, Some(me)) => !allied(me) && up(self.model, self.now, *id),
                (Group::Allies, Some(me)) => {
                    *id != me && allied(me) && up(self.model, self.now, *id)
                }
                (Group::Side, Some(me)) => allied(me) && up(self.model, self.now, *id),
            }
        };
        for id in self.now.present().filter(of) {
            then(&Scene {
                each: Some(id),
                ..*self
            });
        }
    }
}

/// Sheet of a combatant who is not in a fight yet.
pub struct OnSheet<'a> {
    pub model: &'static Model,
    pub sheet: &'a Row,
}

impl Look for OnSheet<'_> {
    fn look(&self, name: &Name) -> Found {
        match name {
            Name::Field(_, place) => {
                let kind = &self.model.schema.fields[usize::from(*place)].kind;
                of(cell(self.sheet, *place), kind)
            }
            _ => Found::Nothing,
        }
    }
}

/// Returns the cell at a place in a row.
pub fn cell(row: &Row, place: u16) -> &Cell {
    row.get(Key::<Cell>::new(place, ""))
}

/// Returns the value of a cell of a type.
pub fn of(cell: &Cell, kind: &'static Spec) -> Found {
    match cell {
        Cell::Empty => Found::Nothing,
        Cell::Int(number) => Found::Number(*number),
        Cell::Flag(flag) => Found::Flag(*flag),
        Cell::Word(place) => match kind {
            Spec::Word(words) => match words.get(usize::from(*place)) {
                Some(word) => Found::Word(Word::Kept(word)),
                None => Found::Nothing,
            },
            _ => Found::Nothing,
        },
        Cell::Text(text) => Found::Word(Word::Held(Arc::clone(text))),
        Cell::Dice(dice) => Found::Dice(dice.clone()),
        Cell::Rows(rows) => Found::Flag(!rows.is_empty()),
    }
}

/// Returns the cell of a column of a row, and its type; `None` if there is no row, or its list has no such column.
pub fn column_at<'r>(
    model: &'static Model,
    row: Option<&'r Row>,
    column: Column,
) -> Option<(&'r Cell, &'static Spec)> {
    let row = row?;
    let place = model.column_place(row.fields(), column)?;
    let place = u16::try_from(place).ok()?;
    Some((cell(row, place), &row.fields()[usize::from(place)].kind))
}

/// Returns the value of a cell of a type; [`Found::Nothing`] without a cell.
pub fn found(cell: Option<(&Cell, &'static Spec)>) -> Found {
    cell.map_or(Found::Nothing, |(cell, kind)| of(cell, kind))
}

/// Returns the word in a cell of a type; `None` for any other value.
fn word_of<'r>(cell: &'r Cell, kind: &'static Spec) -> Option<&'r str> {
    match (cell, kind) {
        (Cell::Word(place), Spec::Word(words)) => {
            words.get(usize::from(*place)).map(String::as_str)
        }
        (Cell::Text(text), _) => Some(text),
        _ => None,
    }
}

/// Returns the value of a column of a row; [`Found::Nothing`] if its list has no such column.
pub fn column_of(row: &Row, column: &str) -> Found {
    found(column_in(Some(row), column))
}

/// Returns the cell of the column with this keyword, and its type; `None` if there is no row, or its list has no such
/// column.
pub fn column_in<'r>(row: Option<&'r Row>, column: &str) -> Option<(&'r Cell, &'static Spec)> {
    let row = row?;
    let fields: &'static Fields = row.fields();
    let place = u16::try_from(fields.place(column)?).ok()?;
    Some((cell(row, place), &fields[usize::from(place)].kind))
}

/// Returns the row of an action's list whose name is the value of an expression.
fn named_row(scene: &Scene<'_>, action: &'static Action, name: &'static Sum) -> Option<Row> {
    let Found::Word(name) = name.find(scene) else {
        return None;
    };
    let all = rows(scene.now, scene.cast.me?, action.with?.field);
    all.iter().find(|row| *row_name(row) == *name).cloned()
}

/// Returns the cast of an action that is part of another action: with the row of this name, if there is a name.
/// Returns `None` if the list of the part has no such row.
pub fn cast_of_part(
    scene: &Scene<'_>,
    part: &'static Action,
    row: Option<&'static Sum>,
) -> Option<Cast> {
    let cast = scene.cast.clone();
    let Some(row) = row else {
        return Some(cast);
    };
    let mut own = cast.with(Some(named_row(scene, part, row)?));
    own.list = part.with.map(|with| with.field);
    Some(own)
}

/// Returns the name of a row; empty if its list has no names.
pub fn row_name(row: &Row) -> Arc<str> {
    match column_of(row, "name") {
        Found::Word(name) => name.into(),
        _ => Arc::default(),
    }
}

/// Returns the rows of a list on a combatant's sheet.
pub fn rows(now: &Encounter, who: Id, list: u16) -> &Arc<Vec<Row>> {
    static NONE: LazyLock<Arc<Vec<Row>>> = LazyLock::new(Arc::default);
    match cell(&now.get(who).sheet, list) {
        Cell::Rows(rows) => rows,
        _ => &NONE,
    }
}

/// Returns a number on a combatant's sheet without modifiers.
pub fn number(model: &Model, now: &Encounter, who: Id, place: u16) -> i64 {
    let key = Key::<Option<i64>>::new(place, model.field(place));
    now.get(who).sheet.get(key).unwrap_or(0)
}

/// Returns the combatants who share a field: the combatant, then all other combatants of the side who are not hidden or
/// gone.
pub fn sharers(now: &Encounter, who: Id) -> impl Iterator<Item = Id> {
    let others = move |id: &Id| {
        let one = now.get(*id);
        *id != who && one.side == now.get(who).side && !one.hidden && !one.gone
    };
    std::iter::once(who).chain(now.ids().filter(others))
}

/// Returns a number on a combatant's sheet; for a shared field, the total of all combatants who share it.
pub fn had(model: &Model, now: &Encounter, who: Id, place: u16) -> i64 {
    if model.shared.contains(&place) {
        sharers(now, who)
            .map(|id| number(model, now, id, place).max(0))
            .fold(0, i64::saturating_add)
    } else {
        number(model, now, who, place)
    }
}

/// Returns the maximum of a field of a combatant, including modifiers.
pub fn most(model: &'static Model, now: &Encounter, who: Id, most: Most) -> i64 {
    match most {
        Most::Fixed(most) => most,
        Most::Field(place) => Scene::new(model, now, &Cast::of(who))
            .field(who, place)
            .number(),
    }
}

/// Returns the current initiative order, according to the options of the fight.
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

/// Returns the current track of hit points, according to the options of the fight.
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

/// Returns a combatant's remaining and maximum hit points.
pub fn life(model: &'static Model, now: &Encounter, who: Id) -> (i64, i64) {
    let most = most(model, now, who, track(model, now).most);
    (left(model, now, who), most)
}

/// Returns a combatant's remaining hit points.
pub fn left(model: &'static Model, now: &Encounter, who: Id) -> i64 {
    let track = track(model, now);
    let number = number(model, now, who, track.field);
    if track.up {
        (most(model, now, who, track.most) - number).max(0)
    } else {
        number
    }
}

/// Returns true if a combatant is in the fight and has hit points left, or still acts simultaneously with other
/// combatants on the same count.
pub fn up(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let one = now.get(who);
    !one.gone
        && [DOWN, DEAD, FLED]
            .iter()
            .all(|key| one.named(key).is_none())
        && out(model, now, who).is_none()
        && (left(model, now, who) > 0 || Round::of(now).together.contains(&who))
}

/// Returns the condition that takes a combatant out of the fight, if there is one.
pub fn out(model: &'static Model, now: &Encounter, who: Id) -> Option<&'static Condition> {
    let all = model.outs();
    let mut own = now.get(who).conditions.iter();
    if all.is_empty() || !own.any(|one| all.contains(&one.key.as_str())) {
        return None;
    }
    let mut outs = model.conditions.iter().filter(|one| one.out.is_some());
    outs.find(|one| is(model, now, who, one.key))
}

/// Returns true if a combatant has left the fight, so that no effect reaches them.
pub fn has_left(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let fled = || out(model, now, who).and_then(|condition| condition.out) == Some(Out::Fled);
    now.get(who).named(FLED).is_some() || fled()
}

/// Returns a number of the whole scene.
pub fn scene_number(model: &Model, now: &Encounter, place: u16) -> i64 {
    let one = &model.scene[usize::from(place)];
    let set = Memory::of(now).scene.get(one.key);
    set.copied().unwrap_or(one.default)
}

/// Returns true if players run a combatant's side.
pub fn players(now: &Encounter, who: Id) -> bool {
    let side = now.sides.get(now.get(who).side.index());
    side.is_some_and(|side| side.players)
}

/// Returns true if a combatant belongs to one of these sides.
pub fn is_of(now: &Encounter, side: Side, who: Id) -> bool {
    match side {
        Side::All => true,
        Side::Players => players(now, who),
        Side::Foes => !players(now, who),
    }
}

/// Returns the number of combatants of a side, including combatants who have left. Hidden combatants are not counted,
/// here or as losses, so that the morale of the side does not reveal them.
fn count(now: &Encounter, side: SideId) -> i64 {
    i64::try_from(known(now, side).count()).unwrap_or(i64::MAX)
}

fn known(now: &Encounter, side: SideId) -> impl Iterator<Item = Id> {
    let known = move |id: &Id| now.get(*id).side == side && !now.get(*id).hidden;
    now.ids().filter(known)
}

/// Returns the number of combatants of a side who are not up.
fn lost(model: &'static Model, now: &Encounter, side: SideId) -> i64 {
    let lost = known(now, side).filter(|id| !up(model, now, *id));
    i64::try_from(lost.count()).unwrap_or(i64::MAX)
}

/// Returns true if an expression holds or is missing.
pub fn holds(sum: Option<&Sum>, scene: &Scene<'_>) -> bool {
    sum.is_none_or(|sum| sum.is(scene))
}

/// Formats the fields that a combatant's row shows: "DEF 11". Empty fields and 0 are left out.
pub fn shown_fields(scene: &Scene<'_>, who: Id) -> String {
    let shown = scene.model.shown.iter().filter_map(|(place, letters)| {
        let found = scene.shown(who, *place);
        (!found.is_empty() && found != "0").then(|| format!("{letters} {found}"))
    });
    shown.collect::<Vec<String>>().join(" ")
}

/// Returns the text of a status, if it is shown now.
pub fn said(status: &Status, scene: &Scene<'_>) -> Option<String> {
    if !holds(status.when.as_ref(), scene) {
        return None;
    }
    let text: String = status
        .text
        .iter()
        .map(|piece| match piece {
            StatusText::Words(words) => (*words).to_owned(),
            StatusText::Value(sum) => match sum.find(scene) {
                Found::Number(number) => number.to_string(),
                Found::Word(word) => word.replace('_', " "),
                Found::Dice(dice) => dice.to_string(),
                Found::Flag(_) | Found::Nothing => String::new(),
            },
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

/// Returns the condition that prevents a combatant from spending a slot, if there is one.
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
    let mut all = model.forbid(slot);
    all.find(|condition| one.named(condition.key).is_some())
}

/// Returns the remaining amount of a slot in a combatant's turn.
pub fn slot_left(model: &'static Model, now: &Encounter, who: Id, slot: usize) -> i64 {
    let (word, sum) = &model.slots[slot];
    let cast = Cast::of(who);
    let spent = Turn::of(now, who).spent.get(*word).copied().unwrap_or(0);
    sum.of(&Scene::new(model, now, &cast)) - spent
}

/// Returns the value of a combatant's field after a reset. A pool is full, and a default that depends on other fields
/// is recomputed.
pub fn emptied(model: &'static Model, now: &Encounter, who: Id, to: &'static Reset) -> Cell {
    match to {
        Reset::Most(of) => Cell::Int(most(model, now, who, *of)),
        Reset::Sum(sum) => Cell::Int(sum.of(&Scene::new(model, now, &Cast::of(who)))),
        Reset::Fixed(cell) => cell.clone(),
    }
}
