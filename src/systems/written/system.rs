//! Implementation of the traits of a system for written systems.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use crate::encounter::says::FirstTurn;
use crate::encounter::says::RULED;
use crate::encounter::{Condition, Encounter, Nerve};
use crate::resolver::{
    Answer, Choice, Command, Draft, Kind, Prompt, Question, Resolver, Roll, Rolled, Step,
};
use crate::ron_text::{Diagnostic, Objection};
use crate::rules::{
    Action, Assets, Call, CapitalGroup, Complete, Decided, Flow, Mark, Mind, Next, Offer, OrderRow,
    Panes, Policy, RowView, RuleTexts, Rulings, SaveKind, SaveRoll, System, offered,
};
use crate::systems::common::{sentences, sides};
use crate::text::capital;
use crate::values::{Cell, Id, Is, Key, Record, Row, Schema, Value, unknown};

use super::coverage::Coverage;
use super::files::{RULES, SYSTEM};
use super::model::{DEAD, DOWN, FLED, Goal, Model, Moment, Most, Order, Test, Track};
use super::order::cards;
use super::order::phases;
use super::order::rounds::{self, Due};
use super::order::ticks;
use super::play::acts;
use super::play::changes::{gain, heal};
use super::play::difficulty;
use super::play::effects::{fall, falls, suffered, tested_already};
use super::play::harm;
use super::play::later;
use super::play::look::{self, Cast, OnSheet, Scene, life, number, slot_left, up};
use super::play::points::AMOUNT;
use super::play::state::{Round, Turn};
use super::play::throws;
use super::play::worth;
use super::read::fields::stranger;
use super::table::{
    self, COUNT, CUT_IN, DICE, END, END_TURN, GO_ON, IN_TURN, NEXT_ROUND, PASS, PICK, TAKE_UP, TURN,
};

/// System that a file describes.
#[derive(Debug)]
pub struct Written {
    key: &'static str,
    name: &'static str,
    assets: Assets,
    /// Name of the system's `system.ron` in messages, if the system is in a folder.
    place: Option<String>,
    /// Texts that define the rules of the system.
    texts: Lazy<Arc<RuleTexts>>,
    /// Contents of the system's file.
    told: Lazy<Told>,
}

/// Value that is created at the first use.
type Lazy<T> = LazyLock<T, Box<dyn FnOnce() -> T + Send + Sync>>;

/// Contents of a system's file.
#[derive(Debug)]
pub struct Told {
    model: &'static Model,
    actions: &'static [&'static Action],
    capitals: &'static [CapitalGroup],
}

impl Told {
    /// Creates the contents from the model.
    pub fn new(model: Model) -> Self {
        let model: &'static Model = Box::leak(Box::new(model));
        Self {
            model,
            actions: table::actions(model),
            capitals: table::capitals(model),
        }
    }

    /// Returns the name of the system.
    pub fn name(&self) -> &'static str {
        self.model.name
    }
}

impl Deref for Written {
    type Target = Told;

    fn deref(&self) -> &Told {
        &self.told
    }
}

impl Written {
    /// Creates a system from its contents, the texts from which they were read, and the other texts of its folder.
    pub fn new(told: Told, texts: RuleTexts, assets: Assets) -> Self {
        let (key, name) = (told.model.key, told.name());
        let written = Self::unread(key, name, assets, || texts, || told);
        LazyLock::force(&written.told);
        written
    }

    /// Creates a system with this key, this name and the other texts of its folder. Affray reads the system's file only
    /// when it needs its contents.
    pub fn unread(
        key: &'static str,
        name: &'static str,
        assets: Assets,
        texts: impl FnOnce() -> RuleTexts + Send + Sync + 'static,
        read: impl FnOnce() -> Told + Send + Sync + 'static,
    ) -> Self {
        Self {
            key,
            name,
            assets,
            place: None,
            texts: LazyLock::new(Box::new(|| Arc::new(texts()))),
            told: LazyLock::new(Box::new(read)),
        }
    }

    /// Sets the name of the system's `system.ron` in messages.
    pub fn lying_at(mut self, place: &str) -> Self {
        self.place = Some(place.to_owned());
        self
    }

    /// Returns the texts that define the rules.
    pub fn rule_texts(&self) -> &RuleTexts {
        &self.texts
    }

    /// Returns the coverage of the system's file.
    pub fn coverage(&self) -> &Coverage {
        &self.model.coverage
    }

    /// Returns the harmful actions in which the tactics find no damage at the start of any of these fights, each at its
    /// place. Automatic combatants may never choose them.
    pub fn unvalued(&self, starts: &[Encounter]) -> Vec<Diagnostic> {
        let model = self.model;
        let unvalued = model.actions.iter().filter(|action| {
            let found = starts.iter();
            let found = found.filter_map(|now| worth::finds_damage(model, now, action));
            let found: Vec<bool> = found.collect();
            found.contains(&false) && !found.contains(&true)
        });
        let told = unvalued.map(|action| Diagnostic {
            place: model.coverage.place(action.spot).cloned(),
            what: format!(
                "automatic combatants may never choose the action `{}`, because it has no damage at the start of a fight: \
                 give it a `value`",
                action.key
            ),
        });
        told.collect()
    }

    fn action(&self, key: &str) -> &'static Action {
        let mut all = self.actions.iter();
        all.find(|action| action.key == key)
            .unwrap_or(&self.actions[0])
    }

    /// Returns the prompt of a combatant's turn.
    fn in_turn(&self, now: &Encounter, who: Id) -> Next {
        let model = self.model;
        let mut offers = offered(self.actions, IN_TURN, now, who);
        let own = model.actions.iter();
        let own = own.filter(|action| !action.any_time && !action.gm_menu);
        let open = |action: &&'static super::model::Action| acts::is_legal(model, now, action, who);
        // A combatant without any possible action is skipped manually, so that no turn ends automatically before the GM
        // sees it.
        let acted = !model.slots.is_empty() && Turn::of(now, who).acts > 0;
        let spent = (0..model.slots.len()).all(|slot| slot_left(model, now, who, slot) <= 0);
        let ticks = ticks::played(model, now).is_some();
        let in_phases = phases::any(model, now) && !own.clone().any(|action| open(&action));
        let gone_on = ticks && model.slots.is_empty() && ticks::moved(now, who);
        let busy = later::begun(model, now, who).is_some() || Turn::of(now, who).held;
        let done = acted && spent && !own.clone().any(|action| open(&action));
        if !up(model, now, who) || done || gone_on || busy || in_phases {
            return Next::Auto(self.action(END_TURN).by(who));
        }
        if now.heard
            && let Some(usual) = self.usual_in_turn(now, who, &offers)
        {
            offers[usual].preset = true;
        }
        Next::Offers {
            title: format!("What does {} do?", now.name(who)),
            offers,
        }
    }

    /// Returns the index of the default in a combatant's turn: the first attack that usually has a target, otherwise
    /// the last offer.
    fn usual_in_turn(&self, now: &Encounter, who: Id, offers: &[Offer]) -> Option<usize> {
        let model = self.model;
        // In a turn without slots, a combatant usually takes one action.
        let many = ticks::played(model, now).is_some() || !model.slots.is_empty();
        let usual = many || Turn::of(now, who).acts == 0;
        let strike = model.actions.iter().find(|action| {
            usual
                && !action.any_time
                && !action.gm_menu
                && harm::strikes(model, action)
                && acts::is_legal(model, now, action, who)
                && acts::usually_strikes(model, now, action, who)
        });
        let of = |key: &str| offers.iter().position(|offer| offer.command.action == *key);
        let strike = strike.and_then(|action| of(action.key));
        strike.or_else(|| offers.len().checked_sub(1))
    }
}

impl System for Written {
    fn key(&self) -> &'static str {
        self.key
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn credits(&self) -> &str {
        &self.model.credits
    }

    fn assets(&self) -> Assets {
        self.assets
    }

    fn file_name(&self, file: &str) -> String {
        let place = self
            .place
            .as_deref()
            .and_then(|place| place.rsplit_once(SYSTEM));
        match place {
            Some((before, after)) => format!("{before}{file}{after}"),
            None => format!("{}/{file}", self.key),
        }
    }

    fn schema(&self) -> &'static Schema {
        &self.model.schema
    }

    fn texts(&self) -> Option<Arc<RuleTexts>> {
        Some(Arc::clone(&self.texts))
    }

    fn costliest_function(&self) -> Option<String> {
        let (function, line, _) = self.model.coverage.costliest()?;
        Some(format!("`{function}` ({}:{line})", self.file_name(RULES)))
    }
}

impl Flow for Written {
    fn actions(&self) -> &'static [&'static Action] {
        self.actions
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        self.capitals
    }

    fn next(&self, now: &Encounter) -> Next {
        let model = self.model;
        let turn = now.turn.map(|who| self.in_turn(now, who));
        let left = rounds::sides_up(model, now);
        // A finished turn ends first.
        if !matches!(turn, Some(Next::Auto(_)))
            && let Some(alone) = sides::alone(now, &left, "is up")
            && sides::may_suggest(Round::of(now).goes_on, || rounds::done(model, now))
            && Round::of(now).together.is_empty()
        {
            let title = capital(&alone);
            let (end, go_on) = (self.action(END), self.action(GO_ON));
            let may_get_up = |id: &Id| {
                let cast = Cast::of(*id);
                let scene = Scene::new(model, now, &cast);
                model.may_get_up.as_ref().is_some_and(|sum| sum.is(&scene))
            };
            return match now.present().find(may_get_up) {
                Some(who) => sides::warn_of_end(
                    format!("{title}, but {} may get up again", now.name(who)),
                    end,
                    go_on,
                ),
                None => sides::suggest_end(title, end, go_on),
            };
        }
        if let Some(turn) = turn {
            return turn;
        }
        match rounds::due(model, now) {
            Due::Turn(who) => Next::Auto(self.action(TURN).by(who)),
            Due::Over => Next::Auto(self.action(NEXT_ROUND).of()),
            Due::Count(_) => Next::Auto(self.action(COUNT).of()),
            Due::Declare(all) if all.is_empty() => Next::Auto(self.action(DICE).of()),
            Due::Declare(all) => {
                let by = |id: &Id| Offer::new(self.action(acts::DECLARE).by(*id)).by_letter();
                let mut offers: Vec<Offer> = all.iter().map(by).collect();
                offers.push(Offer::new(self.action(DICE).of()).preset());
                Next::Offers {
                    title: "Who declares?".to_owned(),
                    offers,
                }
            }
            Due::Pick(pick) => {
                let offer = |id: &Id| Offer::new(self.action(PICK).by(*id)).by_letter();
                let mut offers: Vec<Offer> = pick.who.iter().map(offer).collect();
                if let Some(first) = offers.first_mut() {
                    first.preset = true;
                }
                if phases::any(model, now) {
                    offers.push(Offer::new(self.action(PASS).of()));
                }
                Next::Offers {
                    title: pick.title,
                    offers,
                }
            }
        }
    }

    fn usual(&self, now: &Encounter, offers: &[Offer]) -> Option<usize> {
        let marked = offers.iter().position(|offer| offer.preset);
        marked.or_else(|| self.usual_in_turn(now, now.turn?, offers))
    }

    /// Returns the possible actions that have an action key and do not need a turn. Only the current combatant gets
    /// actions without a requirement. Combatants who hold their turn may interrupt.
    fn beside(&self, now: &Encounter) -> Vec<Offer> {
        let actions = self.model.actions.iter();
        let offers = actions.filter(|one| one.any_time && one.capital != ' ');
        let offers = offers.flat_map(|one| {
            let own = |who: &Id| now.turn == Some(*who) || !one.needs.is_empty();
            let able = |who: &Id| acts::is_legal(self.model, now, one, *who);
            let all = now.present().filter(move |who| own(who) && able(who));
            all.map(|who| Offer::new(self.action(one.key).by(who)))
        });
        let mut cuts = self.actions.iter().filter(|row| row.key == CUT_IN);
        let cuts = cuts.find(|row| row.capital.is_some()).into_iter();
        let cuts = cuts.flat_map(|row| {
            let able = |who: &Id| rounds::may_cut_in(self.model, now, *who);
            now.present()
                .filter(able)
                .map(|who| Offer::new(row.by(who)))
        });
        offers.chain(cuts).collect()
    }

    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        let after = self.model.after.iter();
        let mut all: Vec<Offer> = after
            .map(|after| Offer::new(self.action(after.key).of()))
            .collect();
        if let Some(first) = all.first_mut() {
            first.preset = true;
        }
        all.push(Offer::new(self.action(TAKE_UP).of()));
        all
    }

    fn joins(&self, _now: &Encounter, _who: Id) -> Option<FirstTurn> {
        Some(FirstTurn::ActsNow {})
    }
}

impl Written {
    /// Returns the test that the GM calls for; `None` if the combatants roll it at the table.
    fn called(&self, call: &Call) -> Option<&'static Test> {
        let model = self.model;
        model.tests.iter().find(|test| test.key == call.kind)
    }
}

/// Returns the cast of a test that the GM calls for.
fn cast_of(who: Id, call: &Call) -> Cast {
    Cast {
        ruled: call.edge as i64,
        ..Cast::of(who)
    }
}

/// Makes a combatant go down or get up at once if a ruling has changed their hit points, also during the action of
/// another combatant. The rest of that action affects the combatant in the new state.
fn falls_or_rises(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if cx.now().fighting() && falls(model, cx.now(), who) {
        fall(cx, model, who)?;
    }
    if rounds::rises(model, cx.now(), who) {
        rounds::rise(cx, model, who)?;
    }
    Ok(())
}

impl Rulings for Written {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        match self.model.damage.kinds.as_slice() {
            [] => vec![Choice::new("untyped", "untyped")],
            kinds => {
                let kinds = kinds.iter().map(|kind| Choice::new(*kind, *kind));
                let plain = Choice::new("untyped", "untyped");
                std::iter::once(plain).chain(kinds).collect()
            }
        }
    }

    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let blow = Cast {
            hurt: amount,
            hurt_kind: if kind == "untyped" { "" } else { kind }.into(),
            ..Cast::default()
        };
        suffered(cx, self.model, who, &blow, why)?;
        falls_or_rises(cx, self.model, who)
    }

    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        heal(cx, self.model, who, amount, why);
        falls_or_rises(cx, self.model, who)
    }

    /// Returns the tests that the file marks as `called`, then the tests without an opponent, then rolls at the table.
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        let edges = self.model.tests.iter().any(|test| !test.edge.is_empty());
        let kind = |test: &Test| {
            let kind = SaveKind::new(Choice::new(test.key, test.label));
            if edges { kind.with_advantage() } else { kind }
        };
        let called = self.model.tests.iter().filter_map(|test| {
            let (label, number) = test.called?;
            Some(kind(test).against(label, -999, 999, number))
        });
        let alone = self.model.tests.iter().filter(|test| match &test.goal {
            _ if test.called.is_some() => false,
            Goal::Reaches(sum, _) | Goal::AtMost(sum, _) => !sum.is_of_others(),
            Goal::None => !test.degrees.steps.is_empty(),
            Goal::Beats(..) => false,
        });
        let table = SaveKind::new(Choice::new("table", "rolled at the table"));
        called.chain(alone.map(kind)).chain([table]).collect()
    }

    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let Some(test) = self.called(call) else {
            return Ok(SaveRoll::Table);
        };
        let cast = cast_of(who, call);
        let scene = Scene::new(self.model, now, &cast);
        if let Some((label, outcome)) = scene.decided(test) {
            let (passes, word) = (test.passes(outcome), test.name_of(outcome));
            let told = format!("{}, {}: {word} ({label}).", now.name(who), test.label);
            return Ok(SaveRoll::Decided(passes, told.into()));
        }
        let Some(mut roll) = throws::titled(&scene, test) else {
            let name = now.name(who);
            return Err(format!(
                "{name} has no dice for {} on the sheet",
                test.label
            ));
        };
        if let Some((label, _)) = test.called {
            roll = match test.goal {
                Goal::AtMost(..) => roll.at_most(call.number),
                _ => roll.at_least(call.number),
            };
            roll = roll.against(label);
        }
        let roll = throws::with_chances(now.heard, roll);
        Ok(SaveRoll::Roll(Box::new(roll)))
    }

    fn save_rolled(
        &self,
        cx: &mut Resolver<'_>,
        who: Id,
        call: &Call,
        roll: &Roll,
        rolled: &Rolled,
    ) -> Step<bool> {
        let Some(test) = self.called(call) else {
            return Ok(false);
        };
        let mut cast = cast_of(who, call);
        let passed = tested_already(cx, self.model, test, roll, rolled, &mut cast)?.passed;
        falls_or_rises(cx, self.model, who)?;
        Ok(passed)
    }

    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        let model = self.model;
        let known = model.condition(&condition.key);
        match known {
            // The ends of the system's own condition apply, unless the GM sets a duration.
            Some(spec)
                if condition.ends == crate::encounter::Ends::WhenCleared
                    && condition.cause.is_empty() =>
            {
                gain(cx, model, who, spec.key, None, 1);
            }
            _ => {
                let label = cx.now().schema.called(&condition.key);
                cx.gain(who, condition, label);
            }
        }
        Ok(())
    }

    /// Clears a condition by GM ruling: a combatant who was down or dead gets 1 hit point.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        cx.lose_named(who, key, RULED);
        if [DOWN, DEAD].contains(&key) && life(self.model, cx.now(), who).0 <= 0 {
            heal(cx, self.model, who, 1, RULED);
        }
        falls_or_rises(cx, self.model, who)
    }
}

impl Complete for Written {
    fn complete(&self, sheet: &mut Row) {
        let model = self.model;
        let number =
            |sheet: &Row, place: u16| sheet.get(Key::<Option<i64>>::new(place, model.field(place)));
        for (place, sum) in &model.worked_out {
            if number(sheet, *place).is_none() {
                let found = sum.of(&OnSheet { model, sheet });
                let kind = &model.schema.fields[usize::from(*place)].kind;
                let key = Key::<Option<i64>>::new(*place, model.field(*place));
                sheet.set(key, Some(kind.nearest(found)));
            }
        }
        let down = model.tracks.iter().filter(|track| !track.up);
        let down = down.map(|track| (track.field, track.most));
        let pools = model.pools.iter().map(|pool| (pool.field, pool.most));
        for (place, most) in down.chain(pools) {
            let most = match most {
                Most::Fixed(most) => most,
                Most::Field(most) => number(sheet, most).unwrap_or(0),
            };
            let left = number(sheet, place);
            // A pool with a maximum of 0 is empty: a fighter's sheet does not list many spell slots, and a new maximum
            // fills the pool.
            if left.is_none() || (left, most) == (Some(0), 0) {
                let key = Key::<Option<i64>>::new(place, model.field(place));
                sheet.set(key, (most != 0).then_some(most));
            }
        }
    }

    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let model = self.model;
        let mut wrong = Vec::new();
        for (place, field) in model.schema.fields.iter().enumerate() {
            let (words, word) = (&field.several, field.key.as_str());
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            if !words.is_empty()
                && let Cell::Text(text) = sheet.get(Key::<Cell>::new(place, model.field(place)))
                && let Some(strange) = stranger(text, words)
            {
                let known = words.iter().map(String::as_str);
                let what = unknown("word", strange, known);
                let what = format!("{what}; separate several words with commas");
                wrong.push(Objection::new(what).within(word));
            }
        }
        for (place, field) in model.schema.fields.iter().enumerate() {
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            let word = model.field(place);
            if let Cell::Rows(rows) = sheet.get(Key::<Cell>::new(place, word)) {
                let names: Vec<_> = rows.iter().map(super::play::look::row_name).collect();
                for (nth, name) in names.iter().enumerate() {
                    let what = match name.as_ref() {
                        "" => format!("entry {} of {} has no name", nth + 1, field.label),
                        _ if names[..nth].contains(name) => {
                            format!("two of {} are called `{name}`", field.label)
                        }
                        _ => continue,
                    };
                    wrong.push(Objection::new(what).within("name").within(nth).within(word));
                }
            }
        }
        wrong
    }

    fn improvised(&self, hit_points: i64) -> Record {
        match self.model.tracks.first() {
            Some(Track {
                most: Most::Field(place),
                ..
            }) => Record::new().with(self.model.field(*place), hit_points),
            _ => Record::new(),
        }
    }
}

impl Panes for Written {
    fn headline(&self, now: &Encounter) -> String {
        let turn = match now.turn {
            Some(who) => format!("{}'s turn", now.name(who)),
            None if rounds::numberless(self.model, now) => "initiative".to_owned(),
            None => match rounds::due(self.model, now) {
                Due::Pick(pick) => pick.title.trim_end_matches('?').to_owned(),
                Due::Turn(who) => format!("{} is next", now.name(who)),
                Due::Over => "the round ends".to_owned(),
                Due::Count(number) => format!("count {number}"),
                Due::Declare(_) => "declare".to_owned(),
            },
        };
        let scene = self.model.scene.iter().zip(0..).map(|(one, place)| {
            let number = look::scene_number(self.model, now, place);
            format!("{} {number}{}", one.label, one.of())
        });
        let all: Vec<String> = std::iter::once(turn).chain(scene).collect();
        all.join(", ")
    }

    fn has_acted(&self, now: &Encounter, id: Id) -> bool {
        let by_ticks = ticks::played(self.model, now).is_some();
        Turn::of(now, id).acted && now.turn != Some(id) && !by_ticks
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        let model = self.model;
        let by_ticks = ticks::played(model, now).is_some();
        let by_cards = matches!(look::order(model, now), Order::Cards(_));
        let row = |id: Id| {
            let turn = Turn::of(now, id);
            let acted = turn.acted && !by_ticks;
            let mark = match (up(model, now, id), now.turn == Some(id), acted) {
                (false, ..) => Mark::Lost,
                (_, true, _) => Mark::Acting,
                (_, _, true) => Mark::Done,
                _ if turn.held => Mark::Held,
                _ => Mark::Waiting,
            };
            let row = OrderRow::new(mark, id, now.name(id)).current(now.turn == Some(id));
            match turn.number {
                Some(card) if by_cards => row.detail(cards::name(card)),
                Some(number) => row.detail(number.to_string()),
                None => row,
            }
        };
        let all: Vec<Id> = now.present().collect();
        match look::order(model, now) {
            Order::Numbers(numbers) => {
                let all = rounds::by_number(model, now, numbers, all);
                all.into_iter().map(row).collect()
            }
            Order::Cards(cards) => {
                let all = rounds::by_number(model, now, &cards.numbers, all);
                all.into_iter().map(row).collect()
            }
            Order::Ticks(ticks) => {
                let all = ticks::in_order(now, ticks, all);
                all.into_iter().map(row).collect()
            }
            Order::Sides(_) | Order::Alternate { .. } => {
                let thrown = Round::of(now).sides.iter().copied();
                let mut sides: Vec<_> = thrown.collect();
                sides.extend(now.side_ids());
                let mut rows = Vec::new();
                for (place, side) in sides.iter().enumerate() {
                    if !sides[..place].contains(side) {
                        rows.push(OrderRow::new(Mark::Heading, None, now.side_name(*side)));
                        rows.extend(now.members(*side).map(row));
                    }
                }
                rows
            }
            _ => all.into_iter().map(row).collect(),
        }
    }

    /// Returns the combatants who act next; empty if players choose the next combatant.
    fn follows(&self, now: &Encounter) -> Vec<Id> {
        if !now.fighting() {
            return Vec::new();
        }
        let mut waiting = rounds::waiting(self.model, now);
        waiting.retain(|id| now.turn != Some(*id));
        let set = Round::of(now).next;
        if let Some(who) = set.filter(|who| rounds::may_be_next(self.model, now, *who)) {
            return vec![who];
        }
        let next = match look::order(self.model, now) {
            Order::Numbers(numbers) => rounds::by_number(self.model, now, numbers, waiting)
                .first()
                .copied(),
            Order::AsListed | Order::Ticks(_) => waiting.first().copied(),
            _ => None,
        };
        next.into_iter().collect()
    }

    fn defence_is(&self) -> String {
        let shown = self.model.shown.iter();
        let said: Vec<String> = shown
            .map(|(place, letters)| format!("{letters} is {}", self.model.label(*place)))
            .collect();
        if said.is_empty() {
            String::new()
        } else {
            said.join(", ") + "."
        }
    }

    fn lasts(&self, _now: &Encounter, condition: &Condition) -> Option<String> {
        let timed = ticks::is_timed(self.model, &condition.key) && condition.value > 0;
        timed.then(|| format!("to tick {}", condition.value))
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let model = self.model;
        let one = now.get(id);
        let (left, most) = life(model, now, id);
        // Some effects kill without damage.
        let is_dead = one.named(DEAD).is_some();
        let left = if is_dead { left.min(0) } else { left };
        let up = up(model, now, id);
        let mut state = Vec::new();
        for key in [DEAD, FLED, DOWN] {
            if one.named(key).is_some() {
                state.push(key.to_owned());
            }
        }
        if up && now.fighting() {
            let word = match (now.turn == Some(id), Turn::of(now, id).acted) {
                (true, _) => Some("acting"),
                (false, _) if ticks::played(model, now).is_some() => Some("waiting"),
                (false, true) => Some("acted"),
                (false, false) => None,
            };
            state.extend(word.map(str::to_owned));
        }
        if let Some(action) = later::begun(model, now, id) {
            let (what, when) = (later::told(now, id, action), later::when(model, now, id));
            state.push(format!("{what} takes effect {when}"));
        }
        let cast = Cast::of(id);
        let scene = Scene::new(model, now, &cast);
        let (mut status, mut stock) = (Vec::new(), Vec::new());
        for one in &model.status {
            let words = if one.last { &mut stock } else { &mut status };
            words.extend(look::said(one, &scene));
        }
        let health_word = if is_dead {
            "dead"
        } else if one.named(FLED).is_some() {
            "gone"
        } else if let Some(out) = look::out(model, now, id) {
            out.label
        } else if !up {
            "down"
        } else {
            sentences::health(left, most)
        };
        RowView {
            life: (left, most),
            defence: look::shown_fields(&scene, id),
            state,
            status,
            stock,
            names: &NAMED,
            health_word: health_word.to_owned(),
            down: !up,
            ..RowView::default()
        }
    }
}

/// Conditions that the text of a row already shows.
static NAMED: [Is; 3] = [Is(DEAD), Is(DOWN), Is(FLED)];

impl Policy for Written {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        up(self.model, now, who)
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = now.get(who);
        let fell = [DEAD, DOWN].iter().any(|key| one.named(key).is_some());
        let fled = look::has_left(self.model, now, who);
        (!fell && fled).then_some("gone")
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        life(self.model, now, who)
    }

    fn supplies(&self, now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
        let pools = self.model.pools.iter();
        pools
            .map(|pool| {
                let label: &'static str = self.model.label(pool.field);
                // "Slots left" names what remains; spent slots are only "slots".
                (
                    label.strip_suffix(" left").unwrap_or(label),
                    number(self.model, now, who, pool.field),
                )
            })
            .collect()
    }

    /// Returns the condition of combatants whose side gives up: they leave the fight.
    fn gives_up(&self) -> Option<Is> {
        Some(Is(FLED))
    }

    fn may_harm(&self, now: &Encounter, who: Id) -> bool {
        acts::may_harm(self.model, now, who)
    }

    fn difficulty(&self, now: &Encounter) -> Option<String> {
        difficulty::told(self.model, now)
    }

    fn unweighed(&self, now: &Encounter) -> Vec<String> {
        worth::unweighed(self.model, now)
    }

    /// Chooses the action with the highest value, or, if none has a value, a step toward an enemy.
    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<Decided<usize>> {
        if Round::of(mind.now).declaring {
            let declares = |offer: &Offer| {
                let who = offer.command.who?;
                worth::best(self.model, mind, who)
            };
            let first = offers.iter().position(|offer| declares(offer).is_some())?;
            return Some(Decided::new(first, "best option"));
        }
        let who = offers.first()?.command.who?;
        if offers[0].command.action == PICK {
            let by = self.chooses(mind.now, &offers[0].command);
            let by = by.first()?;
            let own = |offer: &Offer| {
                let who = offer.command.who;
                who.is_some_and(|who| mind.now.allied(who, *by))
            };
            let first = offers.iter().position(own)?;
            let others = !offers.iter().all(own);
            return others.then_some(Decided::new(first, "its own side first"));
        }
        if mind.now.turn != Some(who) {
            return None;
        }
        // In a turn without slots, a combatant usually takes one action.
        let spends = !self.model.slots.is_empty() || ticks::played(self.model, mind.now).is_some();
        let free = !spends && Turn::of(mind.now, who).acts > 0;
        let place = |key: &str| {
            let mut all = offers.iter();
            all.position(|offer| offer.command.action == key)
        };
        if free {
            return Some(Decided::new(place(END_TURN)?, "has acted"));
        }
        if let Some(best) = worth::best(self.model, mind, who) {
            return Some(Decided::new(place(best.action.key)?, "best option"));
        }
        if phases::any(self.model, mind.now) && worth::could_strike(self.model, mind, who) {
            return Some(Decided::new(place(END_TURN)?, "attacks in a later phase"));
        }
        let mut toward = worth::toward(self.model, mind.now, who).into_iter();
        let helps = |action: &'static super::model::Action| {
            let open = |_: &usize| acts::is_legal(self.model, mind.now, action, who);
            place(action.key).filter(open)
        };
        match toward.find_map(helps) {
            Some(place) => Some(Decided::new(place, "no target in reach")),
            None => Some(Decided::new(place(END_TURN)?, "no useful action left")),
        }
    }

    /// Returns the combatants who decide about the typed cards or numbers of the order: all who still act in this
    /// round.
    fn whose(&self, now: &Encounter, prompt: &Prompt) -> Vec<Id> {
        match (&prompt.kind, &*prompt.question.key) {
            (Kind::Form(_), "cards" | "numbers") => rounds::waiting(self.model, now),
            _ => Vec::new(),
        }
    }

    /// Returns `true` for amounts that are not on the sheet, and for questions to the GM whose answers have no values.
    fn is_for_gm(&self, question: &Question) -> bool {
        *question.key == *AMOUNT || worth::is_for_gm(self.model, &question.key)
    }

    fn chooses(&self, now: &Encounter, command: &Command) -> Vec<Id> {
        if command.action != PICK {
            return Vec::new();
        }
        match rounds::due(self.model, now) {
            Due::Pick(pick) => pick.by,
            _ => Vec::new(),
        }
    }

    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut actions = self.model.actions.iter();
        let action = actions.find(|action| *action.key == *question.key);
        // Without a person, an amount that is not on the sheet counts as 0.
        if action.is_none() && *question.key == *AMOUNT {
            let none = (AMOUNT.to_owned(), Value::Word("0".to_owned()));
            return Some(Decided::new(Draft::from([none]), "not on the sheet"));
        }
        let (by, action) = (question.who?, action?);
        let best = if !action.part_only {
            worth::best(self.model, mind, by)?
        } else if worth::is_called(self.model, action) {
            worth::best_part(self.model, mind, by, action)?
        } else {
            return None;
        };
        if *best.action.key != *question.key {
            return None;
        }
        let mut set = Draft::new();
        if let Some(row) = &best.with {
            let name = super::play::look::row_name(row);
            set.insert("with".to_owned(), Value::Word(name.to_string()));
        }
        if !best.targets.is_empty() {
            set.insert("target".to_owned(), Value::Who(best.targets));
        }
        Some(Decided::new(set, mind.aims(by)))
    }

    /// Answers a question about a reaction. Cautious combatants always react to attacks, reckless combatants never;
    /// others react if it is worth it. Chooses the first of several answers.
    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Decided<Answer>> {
        let key = &*prompt.question.key;
        if key == acts::DECLARE {
            let best = worth::best(self.model, mind, prompt.question.who?)?;
            return Some(Decided::new(
                Answer::Chose(best.action.key.to_owned()),
                "best option",
            ));
        }
        if let (Kind::Choice { .. }, Some(who)) = (&prompt.kind, prompt.question.who)
            && let Some(way) = worth::choice(self.model, mind, who, key)
        {
            return Some(Decided::new(Answer::Chose(way.to_owned()), "best option"));
        }
        let mut reactions = self.model.reactions.iter();
        let reaction = reactions.find(|one| one.key == key)?;
        let performed = worth::performed(self.model, reaction);
        let life = |who: Id| life(self.model, mind.now, who);
        let asked = prompt.question.who;
        // A reaction that an effect calls for concerns the combatant whose turn it is.
        let called = reaction.at == Moment::Called;
        let about = asked.filter(|_| !called).or(mind.now.turn);
        let worth = |who: Id| {
            let worth = reaction.worth.as_ref()?;
            Some(worth.of(&Scene::new(self.model, mind.now, &Cast::of(who))) > 0)
        };
        let by_tactics = |who: Id| match mind.tactics(who).nerve {
            // A reaction that performs an action is worth it if the action promises damage.
            _ if performed.is_some() => performed
                .is_some_and(|action| worth::best_part(self.model, mind, who, action).is_some()),
            Nerve::Cautious => true,
            Nerve::Reckless => false,
            // Combatants react for another combatant if they have more hit points, and for themselves if they are hurt.
            Nerve::Plain => match about.filter(|about| *about != who) {
                Some(other) => life(who).0 > life(other).0,
                None => 2 * life(who).0 <= life(who).1,
            },
        };
        let takes = |who: Id| worth(who).unwrap_or_else(|| by_tactics(who));
        let why = |takes: bool| {
            if takes {
                "is worth it"
            } else {
                "stands its ground"
            }
        };
        match &prompt.kind {
            Kind::Confirm { .. } => {
                let takes = takes(asked?);
                Some(Decided::new(Answer::Yes(takes), why(takes)))
            }
            Kind::Pick { from, .. } => {
                let hale = from.iter().copied().filter(|id| takes(*id));
                let by = hale.max_by_key(|id| life(*id).0);
                let picked = Answer::Picked(by.into_iter().collect());
                Some(Decided::new(picked, why(by.is_some())))
            }
            _ => None,
        }
    }
}
