//! Value of conditions for automatic combatants, in points of damage.
//!
//! A condition hinders its bearer if it prevents attacks, makes attack rolls or saves worse, or makes attacks against
//! the bearer better. `found` reads this from the declarations once for each system: the effect of a fixed modifier is
//! a number, and only modifiers with an expression are evaluated in the fight.
//!
//! In an even fight of about four rounds, a combatant loses a quarter of their hit points in a round and deals as much.
//! So the value is a quarter of the bearer's hit points, times the change of hits, times the number of turns that the
//! condition probably lasts. A condition that helps is worth as much with an ally as a hindrance with a foe.

use crate::dice::Dice;
use crate::values::{Id, Row};

use super::harm::strikes;
use super::look::{Cast, Scene, column_of, is, left, of_test, up};
use crate::systems::written::model::{
    Action, Aim, Attacks, Called, Condition, Effect, Ending, FAILED, Gift, Gives, Goal, Hindrance,
    Model, Named, PASSED, Placed, Purse, Terms, Test, To, UNTIL, Whom, find_effect,
};
use crate::systems::written::sums::found::{Found, Word};
use crate::systems::written::sums::sum::{Look, Name, Sum, Who, words_of};

/// Number of rounds that count for a condition without a closer end.
const ROUNDS: f64 = 3.0;

/// Average number of turns of a condition that a save at the end of each turn may end.
const SAVED: f64 = 1.75;

/// Damage that a combatant takes in a round, and deals in a round, as a share of the combatant's hit points.
const SHARE: f64 = 0.25;

/// Change of the number of hits by advantage or disadvantage.
const EDGE: f64 = 1.0 / 3.0;

/// Usual chance of a hit.
const HITS: f64 = 0.6;

/// Weight of a save beside an attack.
const SAVE: f64 = 0.1;

fn attacks(model: &'static Model) -> &'static Attacks {
    model.attacks.get_or_init(|| found(model))
}

/// Returns the attacks of a system and the effect of its conditions on them.
fn found(model: &'static Model) -> Attacks {
    let mut all = Attacks::default();
    let own =
        |action: &&'static Action| !action.part_only && !action.any_time && action.aim != Aim::Me;
    let strikes = |action: &&'static Action| strikes(model, action);
    if let Some(first) = model.actions.iter().filter(own).find(strikes) {
        all.slots = slots(first);
        for part in first.needs.iter().flat_map(|need| need.sum.parts()) {
            match part.plain() {
                Some((Name::Is(Who::Me, _, key), true)) => all.barred.push(key),
                Some((Name::Gave(Who::Target, Who::Me, key), true)) => all.spares.push(key),
                _ => {}
            }
        }
    }
    for action in model.actions.iter().filter(strikes) {
        for test in action.test.iter().flat_map(|called| tests(model, called)) {
            add(&mut all, test);
        }
        for effects in std::iter::once(&action.does).chain(action.on.iter().map(|on| &on.1)) {
            let mut each = |effect: &'static Effect| {
                if let Effect::Test(called, _) = effect {
                    tests(model, called).for_each(|test| add(&mut all, test));
                }
                None::<()>
            };
            find_effect(effects, &mut each);
        }
    }
    for action in model.actions.iter().filter(own) {
        let dear = slots(action).iter().any(|slot| all.slots.contains(slot));
        let ends = action
            .does
            .iter()
            .filter_map(|placed| match &placed.effect {
                Effect::Lose(Whom::One(Who::Me), Named::Fixed(key), _) => Some(*key),
                _ => None,
            });
        all.freed.extend(ends.map(|key| (key, dear)));
    }
    all.hindrances = hindrances(model, &all);
    all
}

/// Adds a test of an attack to the rolls or saves of a system.
fn add(all: &mut Attacks, test: &'static Test) {
    let named = (test.key, test.kind);
    if test.thrower == Who::Target {
        if !all.saves.contains(&named) {
            all.saves.push(named);
        }
        return;
    }
    if all.rolls.contains(&named) {
        return;
    }
    all.rolls.push(named);
    if let Goal::Reaches(sum, _) | Goal::AtMost(sum, _) = &test.goal {
        let fields = sum.looked_at().into_iter();
        all.defences
            .extend(fields.filter_map(|(name, _)| match name {
                Name::Field(Who::Target, place) => Some(*place),
                _ => None,
            }));
    }
}

/// Returns the slots that an action costs.
fn slots(action: &'static Action) -> Vec<usize> {
    let costs = action.costs.iter();
    let slots = costs.filter_map(|(purse, _)| match purse {
        Purse::Slot(slot) => Some(*slot),
        _ => None,
    });
    slots.collect()
}

/// Returns the tests that a name or an expression may mean.
fn tests(
    model: &'static Model,
    called: &'static Called,
) -> impl Iterator<Item = &'static Test> + use<> {
    let (place, words) = match called {
        Called::Fixed(place) => (Some(*place), Vec::new()),
        Called::Sum(sum) => {
            let names = sum.looked_at().into_iter();
            let named = names.flat_map(|(name, _)| model.names.words_of(name));
            let named = named.map(String::as_str);
            (None, sum.fixed_words().into_iter().chain(named).collect())
        }
    };
    let all = model.tests.iter().enumerate();
    all.filter(move |(at, test)| Some(*at) == place || words.contains(&test.key))
        .map(|(_, test)| test)
}

/// Returns the effect of each condition of a system, by the index of the condition.
fn hindrances(model: &'static Model, attacks: &Attacks) -> Vec<Hindrance> {
    let conditions = model.conditions.iter();
    let mut all: Vec<Hindrance> = conditions.map(|one| hindrance(attacks, one)).collect();
    for (at, condition) in model.conditions.iter().enumerate() {
        let included = condition
            .also
            .iter()
            .filter_map(|key| model.condition_place(key));
        let acts = |part: &usize| {
            let part = &all[*part];
            let fixed = (part.own, part.against) != (0.0, 0.0);
            fixed || part.spares || !part.varying.is_empty()
        };
        let parts = std::iter::once(at).chain(included).filter(acts).collect();
        all[at].parts = parts;
    }
    all
}

/// Returns the effect of a condition, without the conditions that it includes.
fn hindrance(attacks: &Attacks, condition: &'static Condition) -> Hindrance {
    let slot = |slot: &usize| attacks.slots.contains(slot);
    let prevents = condition.forbids.iter().any(slot) || attacks.barred.contains(&condition.key);
    let mut all = Hindrance {
        own: if prevents { -1.0 } else { 0.0 },
        spares: !prevents && attacks.spares.contains(&condition.key),
        turns: turns_declared(condition),
        ..Hindrance::default()
    };
    for gives in &condition.gives {
        let (own, against) = shares(attacks, gives);
        if (own, against) == (0.0, 0.0) {
            continue;
        }
        match fixed(gives) {
            Some(strength) => {
                all.own += strength * own;
                all.against += strength * against;
            }
            None => all.varying.push((gives, own, against)),
        }
    }
    let mut freed = attacks.freed.iter();
    match freed.find(|(key, _)| *key == condition.key) {
        Some((_, false)) => {
            all.keeps = true;
            all.turns = all.turns.min(0.5);
        }
        Some((_, true)) => all.turns = all.turns.min(1.0),
        None => {}
    }
    all
}

/// Returns the weights of a modifier in attacks by the bearer and in attacks against the bearer.
fn shares(attacks: &Attacks, gives: &Gives) -> (f64, f64) {
    let rolls = |all: &[(&str, &str)]| all.iter().any(|one| of_test(gives.to, one.0, one.1));
    match (gives.against, gives.to) {
        (false, To::Field(place)) if attacks.defences.contains(&place) => (0.0, -1.0),
        (false, _) if rolls(&attacks.rolls) => (1.0, 0.0),
        (true, _) if rolls(&attacks.rolls) => (0.0, 1.0),
        (false, _) if rolls(&attacks.saves) => (0.0, -SAVE),
        _ => (0.0, 0.0),
    }
}

/// Returns the strength of a modifier that does not depend on the fight; `None` if it depends on the fight.
fn fixed(gives: &'static Gives) -> Option<f64> {
    if gives.when.is_some() {
        return None;
    }
    match &gives.gift {
        Gift::Edge(sum) if sum.looked_at().is_empty() => Some(edge(sum.of(&Answers(None)))),
        Gift::Decides(outcome) => Some(decided(outcome)),
        _ => None,
    }
}

fn edge(number: i64) -> f64 {
    EDGE * f64::from(i32::try_from(number.signum()).unwrap_or(0))
}

fn decided(outcome: &str) -> f64 {
    match outcome {
        FAILED => -1.0,
        PASSED => EDGE,
        _ => 0.0,
    }
}

/// Returns the number of turns in which a condition counts, according to its declaration.
fn turns_declared(condition: &Condition) -> f64 {
    let ends = condition.ends.iter().map(|end| match end {
        Ending::TurnBegins
        | Ending::TurnEnds
        | Ending::GiverTurnBegins
        | Ending::GiverTurnEnds
        | Ending::NextThrow(_)
        | Ending::Ticks(_) => 1.0,
        Ending::Rounds(rounds) => f64::from(*rounds),
        Ending::FightEnds => ROUNDS,
        Ending::ThisBlow => 0.0,
        Ending::Test(..) => SAVED,
    });
    ends.fold(ROUNDS, f64::min)
}

/// Returns true if a condition changes attacks by its bearer or against its bearer.
fn matters(model: &'static Model, key: &str) -> bool {
    model
        .condition_place(key)
        .is_some_and(|at| !attacks(model).hindrances[at].parts.is_empty())
}

/// Returns the value, in points of damage, of giving a condition: the cost for a foe, or the benefit for an ally.
pub fn value(
    scene: &Scene<'_>,
    whom: Whom,
    named: &'static Named,
    terms: Option<&'static Terms>,
    levels: Option<&'static Sum>,
) -> f64 {
    let (Some(me), false) = (scene.cast.me, scene.cast.damage_alone) else {
        return 0.0;
    };
    let (model, now) = (scene.model, scene.now);
    let at = match named {
        Named::Fixed(key) => model.condition_place(key),
        Named::Sum(sum) => match sum.find(scene) {
            Found::Word(word) => model.condition_place(&word),
            _ => None,
        },
    };
    let Some(at) = at.filter(|at| !attacks(model).hindrances[*at].parts.is_empty()) else {
        return 0.0;
    };
    if levels.is_some_and(|levels| levels.of(scene) <= 0) {
        return 0.0;
    }
    let of = |who: Id| {
        let cost = cost(scene, who, at, terms);
        if now.allied(who, me) { -cost } else { cost }
    };
    match whom {
        Whom::One(who) => scene.cast.who(who).map_or(0.0, of),
        Whom::Side => {
            let own = now.members(now.get(me).side);
            own.filter(|who| up(model, now, *who)).map(of).sum()
        }
    }
}

/// Returns the points of damage that a condition costs its bearer; negative if the bearer gains by it.
fn cost(scene: &Scene<'_>, who: Id, at: usize, terms: Option<&'static Terms>) -> f64 {
    let (mut own, against) = change(scene, who, at);
    if attacks(scene.model).hindrances[at].keeps {
        own = 0.0;
    }
    if (own, against) == (0.0, 0.0) {
        return 0.0;
    }
    let turns = turns(scene, who, at, terms);
    #[expect(clippy::cast_precision_loss, reason = "hit points are small")]
    let left = left(scene.model, scene.now, who).max(0) as f64;
    ((against - own) * SHARE * turns).clamp(-1.0, 1.0) * left
}

/// Returns the change of attacks by the bearer (-1 for none left) and of attacks against the bearer. The change is the
/// effect of a condition and the conditions that it includes, except conditions that the bearer already has.
fn change(scene: &Scene<'_>, who: Id, at: usize) -> (f64, f64) {
    let (model, now) = (scene.model, scene.now);
    if is(model, now, who, model.conditions[at].key) {
        return (0.0, 0.0);
    }
    let all = &attacks(model).hindrances;
    let (mut own, mut against) = (0.0, 0.0);
    for place in &all[at].parts {
        if *place != at && is(model, now, who, model.conditions[*place].key) {
            continue;
        }
        let part = &all[*place];
        own += part.own;
        against += part.against;
        if part.spares
            && let Some(source) = scene.cast.me
        {
            let side = now.members(now.get(source).side);
            let many = side.filter(|who| up(model, now, *who)).count().max(1);
            own -= 1.0 / f64::from(u32::try_from(many).unwrap_or(u32::MAX));
        }
        for (gives, in_own, in_against) in &part.varying {
            let by = strength(scene, who, gives);
            own += by * in_own;
            against += by * in_against;
        }
    }
    (own.clamp(-1.0, 1.0), against)
}

/// Returns the change of the number of successes by a modifier, as a share of their usual number.
fn strength(scene: &Scene<'_>, who: Id, gives: &'static Gives) -> f64 {
    let cast = Cast {
        actor: scene.cast.me,
        giver: scene.cast.me,
        cause: scene.cast.with.clone(),
        ..Cast::of(who)
    };
    let own = Scene::new(scene.model, scene.now, &cast);
    if gives.when.as_ref().is_some_and(|when| !when.is(&own)) {
        return 0.0;
    }
    let points = |points: f64| {
        if points == 0.0 {
            0.0
        } else {
            points / (sides(&own) * HITS)
        }
    };
    match &gives.gift {
        Gift::Edge(sum) => edge(sum.of(&own)),
        Gift::Plus(sum) => points(f64::from(i32::try_from(sum.of(&own)).unwrap_or(0))),
        Gift::Dice(dice) => {
            let dice = dice.dice(&own);
            points(dice.map_or(0.0, |dice| dice_mean(&dice)))
        }
        Gift::Decides(outcome) => decided(outcome),
    }
}

/// Returns the number of different results of an attack roll.
fn sides(scene: &Scene<'_>) -> f64 {
    let rolls = &attacks(scene.model).rolls;
    let mut tests = scene.model.tests.iter();
    let test = rolls
        .first()
        .and_then(|(key, _)| tests.find(|test| test.key == *key));
    let dice = test.and_then(|test| test.dice.dice(scene));
    let span = dice.map_or(20, |dice| dice.most().min(100) - dice.least() + 1);
    f64::from(i32::try_from(span.max(2)).unwrap_or(20))
}

/// Returns the number of turns in which a condition with these limits counts.
fn turns(scene: &Scene<'_>, who: Id, at: usize, terms: Option<&'static Terms>) -> f64 {
    let turns = attacks(scene.model).hindrances[at].turns;
    let Some(terms) = terms else {
        return turns;
    };
    if scene.cast.target != Some(who) {
        let cast = scene.cast.clone().on(Some(who));
        return limited(&Scene::new(scene.model, scene.now, &cast), terms, turns);
    }
    limited(scene, terms, turns)
}

/// Returns the number of turns in which a condition counts: `turns`, or fewer because of the limits of the effect.
fn limited(scene: &Scene<'_>, terms: &'static Terms, mut turns: f64) -> f64 {
    let word = |sum: &Option<Sum>| match sum.as_ref().map(|sum| sum.find(scene)) {
        Some(Found::Word(word)) => word,
        _ => Word::default(),
    };
    let rolled = |called: &Option<Called>| {
        let called = called.as_ref();
        called.is_some_and(|called| scene.model.test(called, scene).is_some())
    };
    if rolled(&terms.saved) {
        turns = turns.min(SAVED);
    }
    if rolled(&terms.freed) {
        turns = turns.min(2.0);
    }
    if UNTIL.contains(&&*word(&terms.until)) {
        turns = turns.min(1.0);
    }
    let rounds = terms.rounds.as_ref().map_or(0, |sum| sum.of(scene));
    if rounds > 0 {
        turns = turns.min(f64::from(i32::try_from(rounds).unwrap_or(i32::MAX)));
    }
    let actions = &scene.model.actions;
    let ends = |word: &str| word == "damage" || actions.iter().any(|action| action.key == word);
    if words_of(&word(&terms.breaks)).any(ends) {
        turns = turns.min(1.0);
    }
    turns
}

/// Returns true if effects may give their target a condition that matters. Effects that depend on an answer of the form
/// count if the default answers lead to them.
pub fn burdens(
    model: &'static Model,
    effects: &'static [Placed],
    answers: &dyn Fn(&'static Sum) -> Option<bool>,
) -> bool {
    effects.iter().any(|placed| match &placed.effect {
        Effect::Gain(Whom::One(Who::Target), named, ..) => match named {
            Named::Fixed(key) => matters(model, key),
            Named::Sum(_) => true,
        },
        Effect::If(sum, this, that) => match answers(sum) {
            Some(holds) => burdens(model, if holds { this } else { that }, answers),
            None => burdens(model, this, answers) || burdens(model, that, answers),
        },
        Effect::Do(piece) => burdens(model, &model.pieces[*piece].does, answers),
        effect => {
            let mut within = effect.children();
            within.any(|effects| burdens(model, effects, answers))
        }
    })
}

/// Returns the result of an expression that depends on the answers of a form alone, for these answers; `None` for any
/// other expression.
pub fn answered(sum: &'static Sum, answers: Option<&Row>) -> Option<bool> {
    let names = sum.looked_at();
    let of_answers = |name: &Name| matches!(name, Name::Asked(_));
    let all = !names.is_empty() && names.iter().all(|(name, _)| of_answers(name));
    all.then(|| sum.is(&Answers(answers)))
}

/// Answers of a form outside a fight.
struct Answers<'a>(Option<&'a Row>);

impl Look for Answers<'_> {
    fn look(&self, name: &Name) -> Found {
        match (name, self.0) {
            (Name::Asked(word), Some(row)) => column_of(row, word),
            _ => Found::Nothing,
        }
    }
}

/// Returns the average of dice from their limits, because tactics need it often.
pub fn dice_mean(dice: &Dice) -> f64 {
    let middle = dice.least().saturating_add(dice.most().min(1_000));
    f64::from(i32::try_from(middle).unwrap_or(i32::MAX)) / 2.0
}
