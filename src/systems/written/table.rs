//! Action table of a written system, with action keys: the actions that the system's file declares, and the actions of
//! every round.

use crate::encounter::Encounter;
use crate::resolver::{Refused, Resolver, Step, act, say};
use crate::rules::{ARROWS, Action, CapitalGroup, Legal, Of, Play, When, While};
use crate::systems::common::sides::goes_on;
use crate::systems::common::stage;
use crate::text::capital;
use crate::values::{FieldSpec, Id};

use super::model::{After, Aim, Effect, Model, Order, Placed, Point, any_effect, keep_all};
use super::order::rounds;
use super::play::acts;
use super::play::changes::{above, lapse, lapsed, set_scene};
use super::play::effects::{act, declare, fall, falls, run};
use super::play::later;
use super::play::look::{self, Cast, Scene, up};
use super::play::points::AMOUNT;
use super::play::state::Turn;
use super::read::actions::free_capital;

pub const IN_TURN: When = When::Offered("in the combatant's turn");
/// Actions that are possible before the order of the round is rolled.
const DECLARING: When = When::Offered("before the order is rolled");
pub const BETWEEN_TURNS: When = When::Offered("between two turns");
/// Actions that are possible if only one side is left.
const DECIDED: When = When::Offered("when one side is left");
/// Actions that are possible after the fight.
const AFTERWARDS: When = When::Offered("after the fight");

/// Key of the action that ends a turn.
pub const END_TURN: &str = "end-turn";
/// Key of rolling the order, after all declarations.
pub const DICE: &str = "dice";
/// Key of ending the fight.
pub const END: &str = "end";
/// Key of continuing although one side is left.
pub const GO_ON: &str = "go-on";
/// Key of resuming a fight.
pub const TAKE_UP: &str = "take-up";
/// Key of letting a combatant act next by GM ruling.
const NEXT: &str = "next";
/// Key of setting the numbers of the scene.
const SET_SCENE: &str = "set-scene";
/// Key of picking the next combatant.
pub const PICK: &str = "pick";
/// Key of ending a phase in which others could still act.
pub const PASS: &str = "pass-phase";
/// Key of a turn that begins automatically.
pub const TURN: &str = "turn";
/// Key of taking a held turn during another combatant's turn.
pub const CUT_IN: &str = "cut-in";
/// Key of giving up a delayed action.
const LET_GO: &str = "let-go";
/// Key of the events of a count that the order has passed.
pub const COUNT: &str = "count";
/// Key of a round that ends automatically.
pub const NEXT_ROUND: &str = "next-round";

/// Creates the procedure of an action without a combatant.
fn fight(play: impl Fn(&mut Resolver<'_>) -> Step<()> + Sync + 'static) -> Play {
    Play::Fight(Box::leak(Box::new(play)))
}

/// Creates the procedure of a combatant's action.
fn one(play: impl Fn(&mut Resolver<'_>, Id) -> Step<()> + Sync + 'static) -> Play {
    Play::One(Box::leak(Box::new(play)))
}

/// Creates the text of an action without a combatant.
fn of_fight<T>(say: impl Fn(&Encounter) -> T + Sync + 'static) -> Of<T> {
    Of::Fight(Box::leak(Box::new(say)))
}

/// Creates the text of a combatant's action.
fn of_one<T>(say: impl Fn(&Encounter, Id) -> T + Sync + 'static) -> Of<T> {
    Of::One(Box::leak(Box::new(say)))
}

pub fn actions(model: &'static Model) -> &'static [&'static Action] {
    let mut all = vec![Action::new(
        "begin",
        "the fight begins",
        fight(move |cx| rounds::begin(cx, model)),
    )];
    all.extend(due(model));
    all.extend(let_go(model));
    all.extend(cut_in(model));
    all.extend(between(model));
    all.extend(declaring(model));
    all.extend(model.actions.iter().map(|action| in_turn(model, action)));
    all.push(
        Action::new(
            END_TURN,
            "done",
            one(move |cx, _| rounds::turn_over(cx, model)),
        )
        .help("ends the turn")
        .space()
        .when(IN_TURN)
        .words(of_one(|now, who| format!("{} is done", now.name(who))))
        .legal(of_one(|now, who| Legal::when(now.turn == Some(who)))),
    );
    all.extend(ends(model));
    all.extend(model.after.iter().map(|after| afterwards(model, after)));
    let all: Vec<&'static Action> = all
        .into_iter()
        .map(|row| &*Box::leak(Box::new(row)))
        .collect();
    keep_all(all)
}

/// Returns the automatic actions that follow from the values of sheets.
fn due(model: &'static Model) -> Vec<Action> {
    let mut all = vec![
        Action::new(
            "falls",
            "goes down",
            one(move |cx, who| fall(cx, model, who)),
        )
        .when(When::Due)
        .legal(of_one(move |now, who| {
            Legal::when(now.fighting() && falls(model, now, who))
        })),
        Action::new(
            "rises",
            "gets up",
            one(move |cx, who| rounds::rise(cx, model, who)),
        )
        .when(When::Due)
        .legal(of_one(move |now, who| {
            Legal::when(rounds::rises(model, now, who))
        })),
    ];
    if !model.lowers_life().is_empty() || !model.lapsing().is_empty() || model.has_terms {
        let lapses = move |cx: &mut Resolver<'_>| {
            lapse(cx, model);
            Ok(())
        };
        all.push(
            Action::new(
                "lapses",
                "conditions that no longer apply end",
                fight(lapses),
            )
            .when(When::Due)
            .legal(of_fight(move |now| {
                let over = !lapsed(model, now).is_empty() || !above(model, now).is_empty();
                Legal::when(now.fighting() && over)
            })),
        );
    }
    if has_numbers(&model.order) {
        let open = move |now: &Encounter| -> Vec<Id> {
            let open = |id: &Id| up(model, now, *id) && Turn::of(now, *id).number.is_none();
            match rounds::numbers(look::order(model, now)) {
                Some(_) => now.present().filter(open).collect(),
                None => Vec::new(),
            }
        };
        let joins = move |cx: &mut Resolver<'_>| {
            let who = open(cx.now());
            if let Order::Cards(cards) = look::order(model, cx.now()) {
                return rounds::dealt(cx, model, cards, &who);
            }
            match rounds::numbers(look::order(model, cx.now())) {
                Some(numbers) => rounds::number_these(cx, model, numbers, &who),
                None => Ok(()),
            }
        };
        all.push(
            Action::new("initiative", "initiative of newcomers", fight(joins))
                .when(When::Due)
                .legal(of_fight(move |now| {
                    Legal::when(now.fighting() && !open(now).is_empty())
                })),
        );
        all.push(
            Action::new(
                "numbers",
                "set the order by hand",
                fight(move |cx| by_hand(cx, model)),
            )
            .help("sets the number of each combatant in the order")
            .when(When::BetweenCommands(While::Fought))
            .legal(of_fight(move |now| {
                Legal::when(rounds::numbers(look::order(model, now)).is_some())
            })),
        );
    }
    if !model.scene.is_empty() {
        let ask = fight(move |cx| scene_by_hand(cx, model));
        all.push(
            Action::new(SET_SCENE, "set the numbers of the scene", ask)
                .help("sets the clocks and counters that no combatant owns")
                .when(When::BetweenCommands(While::Fought)),
        );
    }
    let chosen = |order: &Order| {
        matches!(
            order,
            Order::AsListed
                | Order::Alternate { .. }
                | Order::Picked { .. }
                | Order::Spotlight(..)
                | Order::Sides(_)
        )
    };
    if is_among(&model.order, chosen) {
        all.push(
            Action::new(
                NEXT,
                "choose who acts next",
                fight(move |cx| rounds::let_act(cx, model)),
            )
            .help("puts the combatant next, regardless of the order")
            .when(When::BetweenCommands(While::Fought))
            .legal(of_fight(move |now| {
                let may = |id: Id| rounds::may_be_next(model, now, id);
                Legal::when(now.present().any(may))
            })),
        );
    }
    all
}

/// Returns the action that gives up a delayed action, if the system has delayed actions.
fn let_go(model: &'static Model) -> Option<Action> {
    model
        .actions
        .iter()
        .find(|one| one.takes.is_some() || one.declared)?;
    let row = Action::new(
        LET_GO,
        "cancel the delayed action",
        one(move |cx, who| {
            act!(cx, who, &[], "{} cancels the delayed action.", cx.name(who));
            later::lose(cx, model, who);
            Ok(())
        }),
    )
    .help("ends the delayed action without an effect")
    .when(When::BetweenCommands(While::Fought))
    .legal(of_one(move |now, who| {
        Legal::when(later::begun(model, now, who).is_some())
    }));
    Some(row)
}

/// Returns the action that takes a held turn during another combatant's turn, if the system can hold turns.
fn cut_in(model: &'static Model) -> Option<Action> {
    if !has_holds(model) {
        return None;
    }
    let row = Action::new(
        CUT_IN,
        "cut in",
        one(move |cx, who| rounds::cut_in(cx, model, who)),
    )
    .help("takes a delayed turn during another combatant's turn")
    .when(When::BetweenCommands(While::Fought))
    .words(of_one(|now, who| format!("{} cuts in", now.name(who))))
    .legal(of_one(move |now, who| {
        Legal::when(rounds::may_cut_in(model, now, who))
    }));
    Some(match cut_in_capital(model) {
        Some(capital) => row.capital(capital),
        None => row,
    })
}

/// Returns the action key for interrupting: the first free letter.
fn cut_in_capital(model: &'static Model) -> Option<char> {
    let taken: Vec<char> = model.actions.iter().map(|action| action.capital).collect();
    free_capital(CUT_IN, "cut in", &taken).filter(|_| has_holds(model))
}

/// Returns true if the system lets combatants hold their turn.
fn has_holds(model: &'static Model) -> bool {
    let all = all_effects(model).into_iter();
    let mut all = all.chain(jokers(&model.order));
    all.any(holds_turn)
}

/// Returns the effects of jokers.
fn jokers(order: &'static Order) -> Vec<&'static [Placed]> {
    match order {
        Order::Cards(cards) => vec![cards.joker.as_slice()],
        Order::Choice(_, ways) => ways.iter().flat_map(|(_, way)| jokers(way)).collect(),
        _ => Vec::new(),
    }
}

/// Returns true if effects hold a turn.
fn holds_turn(effects: &[Placed]) -> bool {
    any_effect(effects, |effect| matches!(effect, Effect::Hold))
}

/// Returns true if one of a system's orders uses numbers.
fn has_numbers(order: &Order) -> bool {
    is_among(order, |one| {
        matches!(one, Order::Numbers(_) | Order::Ticks(_) | Order::Cards(_))
    })
}

/// Returns true if one of a system's orders is of a kind.
fn is_among(order: &Order, kind: fn(&Order) -> bool) -> bool {
    match order {
        Order::Choice(_, ways) => ways.iter().any(|(_, way)| is_among(way, kind)),
        one => kind(one),
    }
}

/// Returns the actions between two turns.
fn between(model: &'static Model) -> Vec<Action> {
    let counts = |step: &super::model::GameStep| matches!(step.at, Point::Count(_));
    let mut all = Vec::new();
    if model.steps.iter().any(counts) {
        all.push(Action::new(
            COUNT,
            "events of a count",
            fight(move |cx| rounds::count(cx, model)),
        ));
    }
    let phased = |order: &Order| matches!(order, Order::Sides(sides) if !sides.phases.is_empty());
    if is_among(&model.order, phased) {
        all.push(
            Action::new(
                PASS,
                "end the phase",
                fight(move |cx| rounds::pass_phase(cx, model)),
            )
            .help("ends the phase, and delayed actions take effect")
            .space()
            .when(BETWEEN_TURNS),
        );
    }
    all.extend([
        Action::new(
            TURN,
            "the next turn",
            one(move |cx, who| rounds::turn(cx, model, who)),
        ),
        Action::new(
            PICK,
            "acts",
            one(move |cx, who| rounds::turn(cx, model, who)),
        )
        .help("begins the combatant's turn")
        .when(BETWEEN_TURNS)
        .words(of_one(|now, who| format!("{} acts", now.name(who)))),
        Action::new(
            NEXT_ROUND,
            "the next round",
            fight(move |cx| rounds::round_over(cx, model)),
        ),
    ]);
    all
}

/// Returns the actions before the order is rolled, if the system has declarations.
fn declaring(model: &'static Model) -> Vec<Action> {
    if !model.actions.iter().any(|action| action.declared) {
        return Vec::new();
    }
    vec![
        Action::new(
            acts::DECLARE,
            "declares",
            one(move |cx, who| declare(cx, model, who)),
        )
        .help("declares an action for later in the round")
        .when(DECLARING)
        .words(of_one(|now, who| format!("{} declares", now.name(who))))
        .legal(of_one(move |now, who| {
            Legal::when(!acts::declarable(model, now, who).is_empty())
        })),
        Action::new(
            DICE,
            "the round begins",
            fight(move |cx| rounds::declared(cx, model)),
        )
        .help("ends the declarations")
        .space()
        .when(DECLARING),
    ]
}

/// Returns an action of the system's file.
fn in_turn(model: &'static Model, action: &'static super::model::Action) -> Action {
    let row = Action::new(
        action.key,
        action.label,
        one(move |cx, who| act(cx, model, action, who)),
    )
    .help(action.help)
    .rules(action.rules)
    .when(if action.part_only {
        When::ByItself
    } else {
        IN_TURN
    })
    .hint(of_one(move |now, who| {
        acts::price(model, now, &action.costs, who, &Cast::of(who))
    }))
    .legal(of_one(move |now, who| acts::legal(model, now, action, who)))
    .told(of_one(move |now, who| {
        acts::is_told(model, now, action, who)
    }));
    // Outside the combatant's own turn, the row names the combatant.
    let row = if action.any_time {
        row.when(When::BetweenCommands(While::Fought))
            .words(of_one(|now, who| {
                if now.turn == Some(who) {
                    action.label.to_owned()
                } else {
                    format!("{}: {}", now.name(who), action.label)
                }
            }))
    } else if action.gm_menu {
        row.when(When::BetweenCommands(While::Fought))
    } else if let (Aim::Any, Some(with)) = (action.aim, &action.with) {
        // An only row is named in the menu: "power: Fire Breath".
        row.words(of_one(move |now, who| {
            match look::rows(now, who, with.field).as_slice() {
                [only] if !with.maybe => format!("{}: {}", action.label, look::row_name(only)),
                _ => action.label.to_owned(),
            }
        }))
    } else {
        row
    };
    let row = match action.capital {
        ' ' => row,
        capital => row.capital(capital),
    };
    let row = match action.list {
        Some(list) => row.list(list),
        None => row,
    };
    match action.aim {
        // A combatant's letter starts an attack on it, but never an action of another combatant.
        _ if action.any_time => row,
        Aim::Me => row,
        _ => row.foe("target"),
    }
}

/// Returns the actions that end, continue and resume a fight.
fn ends(model: &'static Model) -> [Action; 3] {
    [
        Action::new(
            END,
            "end the fight",
            fight(move |cx| rounds::over(cx, model)),
        )
        .help("ends the fight for all sides")
        .capital('Z')
        .ends()
        .when(When::BetweenCommands(While::Fought)),
        Action::new(
            GO_ON,
            "continue the round",
            fight(move |cx| rounds::go_on(cx, model)),
        )
        .help("continues the fight; Affray asks again at the end of the round")
        .words(of_fight(move |now| goes_on(rounds::done(model, now))))
        .space()
        .when(DECIDED),
        Action::new(TAKE_UP, "resume the fight", fight(stage::again))
            .resumes()
            .when(AFTERWARDS)
            .legal(of_fight(stage::may_go_on)),
    ]
}

/// Returns an action after the fight, for all combatants whose requirement holds.
fn afterwards(model: &'static Model, after: &'static After) -> Action {
    let row = Action::new(
        after.key,
        after.label,
        fight(move |cx| breathe(cx, model, after)),
    )
    .help(after.help)
    .rules(after.rules)
    .when(AFTERWARDS)
    .legal(of_fight(move |now| {
        Legal::when(!for_whom(model, now, after).is_empty())
    }));
    match after.capital {
        ' ' => row,
        capital => row.capital(capital),
    }
}

/// Returns the combatants who can perform an action after the fight.
fn for_whom(model: &'static Model, now: &Encounter, after: &After) -> Vec<Id> {
    let fits = |id: &Id| {
        let cast = Cast::of(*id);
        look::holds(after.when.as_ref(), &Scene::new(model, now, &cast))
    };
    now.present().filter(fits).collect()
}

fn breathe(cx: &mut Resolver<'_>, model: &'static Model, after: &'static After) -> Step<()> {
    let title = say!(cx.now(), "{}: which combatants?", capital(after.label));
    let who = cx.form(after.key, None, title, |f| {
        let now = f.now;
        f.others("does not need this action");
        let all = for_whom(model, now, after);
        let mut own = all.clone();
        own.retain(|id| now.sides[now.get(*id).side.index()].players);
        let preset = if own.is_empty() { all.clone() } else { own };
        Ok::<_, Refused>(f.pick("target", "who", || all.clone(), 1, 99, preset))
    })?;
    act!(
        cx,
        None,
        &who,
        "{}: {}.",
        capital(after.label),
        cx.now().names(&who)
    );
    model.coverage.mark(after.spot);
    for id in who {
        run(cx, model, &after.does, &mut Cast::of(id))?;
    }
    Ok(())
}

/// Asks the GM for the numbers of the order.
fn by_hand(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let all = cx.form("numbers", None, "Set the order of turns", |f| {
        let now = f.now;
        let here: Vec<Id> = now.present().filter(|id| up(model, now, *id)).collect();
        let number = |id: Id| {
            let before = Turn::of(now, id).number.unwrap_or(0);
            let key = format!("number-{}", id.letter());
            (id, f.number(&key, now.name(id), -99..=999, "", before))
        };
        Ok::<_, Refused>(here.into_iter().map(number).collect::<Vec<(Id, i64)>>())
    })?;
    act!(cx, None, &[], "The GM sets the order of turns.");
    for (id, number) in all {
        Turn::change(cx, id, |turn| turn.number = Some(number));
    }
    Ok(())
}

/// Asks the GM for the numbers of the scene.
fn scene_by_hand(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let all = cx.form(SET_SCENE, None, "The numbers of the scene", |f| {
        let now = f.now;
        let all = model.scene.iter().zip(0..).map(|(one, place)| {
            let before = look::scene_number(model, now, place);
            let range = one.least..=one.most;
            (place, f.number(one.key, one.label, range, "", before))
        });
        Ok::<_, Refused>(all.collect::<Vec<(u16, i64)>>())
    })?;
    act!(cx, None, &[], "The scene, set by the GM.");
    for (place, to) in all {
        set_scene(cx, model, place, to);
    }
    Ok(())
}

/// Returns the action keys of rows and answers.
pub fn capitals(model: &'static Model) -> &'static [CapitalGroup] {
    let mut prompts: Vec<&'static str> = model.actions.iter().map(|action| action.key).collect();
    prompts.push("step");
    prompts.extend(model.after.iter().map(|after| after.key));
    let mut rows = vec![("target", 'T'), ("with", 'W'), ("to", 'R'), ("where", 'X')];
    rows.extend(asked(model));
    let mut groups = vec![
        CapitalGroup {
            prompts: keep_all(prompts),
            rows: keep_all(rows),
        },
        CapitalGroup {
            prompts: &["numbers"],
            rows: &[("number-*", ARROWS)],
        },
        CapitalGroup {
            prompts: &[AMOUNT],
            rows: &[(AMOUNT, 'H')],
        },
        CapitalGroup {
            prompts: &[SET_SCENE],
            rows: keep_all(model.scene.iter().map(|one| (one.key, ARROWS)).collect()),
        },
    ];
    if model.scene.is_empty() {
        groups.pop();
    }
    for effects in all_effects(model) {
        choices(effects, &mut groups);
    }
    let rules = model.rules.iter();
    for (key, rows) in rules.flat_map(|rules| &rules.answers) {
        groups.push(CapitalGroup {
            prompts: keep_all(vec![*key]),
            rows,
        });
    }
    keep_all(groups)
}

/// Returns the action keys of an action's questions: the keys of the file, or else the first free letter. If no letter
/// is free, a question takes the letter of an action that does not ask it. A question without a letter is only reached
/// with the arrow keys.
fn asked(model: &'static Model) -> Vec<(&'static str, char)> {
    let mut taken: Vec<char> = model.actions.iter().map(|action| action.capital).collect();
    taken.extend(RESERVED.chars());
    taken.extend(cut_in_capital(model));
    let given = model.actions.iter().flat_map(|one| &one.asks_capitals);
    taken.extend(given.filter(|capital| **capital != ' '));
    let mut rows: Vec<(&'static str, char)> = Vec::new();
    for action in &model.actions {
        for (field, capital) in action.asks.iter().zip(&action.asks_capitals) {
            if rows.iter().any(|(word, _)| *word == field.key) {
                continue;
            }
            let capital = match capital {
                ' ' => {
                    let own = field.label.chars().map(|c| c.to_ascii_uppercase());
                    let mut letters = own.chain('A'..='Z').filter(char::is_ascii_uppercase);
                    let free = |c: &char| !taken.contains(c);
                    let found = letters.clone().find(free);
                    found
                        .or_else(|| letters.find(|c| is_of_others(model, field, &rows, *c)))
                        .unwrap_or(ARROWS)
                }
                given => *given,
            };
            taken.push(capital);
            rows.push((&field.key, capital));
        }
    }
    rows
}

/// Letters that forms and prompts of every system use.
const RESERVED: &str = "ACGMNRTWXYZ";

/// Returns `true` if a letter is free for a question: it is not reserved, and neither another question nor an action
/// that asks this question uses it.
fn is_of_others(
    model: &'static Model,
    question: &FieldSpec,
    rows: &[(&'static str, char)],
    letter: char,
) -> bool {
    let is_used = rows.iter().any(|(_, other)| *other == letter)
        || RESERVED.contains(letter)
        || cut_in_capital(model) == Some(letter);
    let is_kept = model.actions.iter().any(|action| {
        let asks = || action.asks.iter().any(|one| one.key == question.key);
        action.asks_capitals.contains(&letter) || (action.capital == letter && asks())
    });
    !is_used && !is_kept
}

/// Returns all lists of effects of a system.
pub fn all_effects(model: &'static Model) -> Vec<&'static [Placed]> {
    let mut all: Vec<&'static [Placed]> = Vec::new();
    for action in &model.actions {
        all.extend(action.on.iter().map(|(_, effects)| effects.as_slice()));
        all.push(&action.begins);
        all.push(&action.does);
    }
    for reaction in &model.reactions {
        all.extend(reaction.on.iter().map(|(_, effects)| effects.as_slice()));
        all.push(&reaction.does);
    }
    all.extend(model.steps.iter().map(|step| step.does.as_slice()));
    all.extend(model.after.iter().map(|after| after.does.as_slice()));
    all.extend(model.pieces.iter().map(|piece| piece.does.as_slice()));
    all
}

fn choices(effects: &'static [Placed], groups: &mut Vec<CapitalGroup>) {
    any_effect(effects, |effect| {
        if let Effect::Choose { key, options, .. } = effect {
            let rows = options.iter().map(|way| (way.key, way.capital));
            groups.push(CapitalGroup {
                prompts: keep_all(vec![*key]),
                rows: keep_all(rows.collect()),
            });
        }
        false
    });
}
