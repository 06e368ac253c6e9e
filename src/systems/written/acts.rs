//! What one can do in one's turn: when it may be done, what is asked for it, and how it is played.

use std::sync::Arc;

use crate::encounter::Encounter;
use crate::resolver::{Choice, Refused, Resolver, Step, act, note, say};
use crate::rules::Legal;
use crate::text::counted;
use crate::values::{Id, Row};

use super::later;
use super::look::{self, Cast, Scene, row_name, rows, up};
use super::model::{
    Action, Aim, Called, DEAD, Effect, FLED, Goal, Model, Moment, Placed, Purse, Reaction,
};
use super::play::{blow_over, branch, cannot_pay, pay, react, run, tested, tested_together};
use super::state::{Later, Turn};
use super::sum::{Sum, Who};
use super::{phases, throws};

/// Key of declaring, and of what is asked for it.
pub const DECLARE: &str = "declare";

/// What an action is done with, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The row of a list.
    pub with: Option<Row>,
    /// To whom.
    pub targets: Vec<Id>,
}

/// Whom an action may be aimed at at all, foes who stand first.
pub fn aimed(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> Vec<Id> {
    let may = |id: &Id| {
        let one = now.get(*id);
        let there = one.named(DEAD).is_none() && one.named(FLED).is_none();
        match action.aim {
            Aim::Me => false,
            Aim::Foe => !now.allied(*id, by) && up(model, now, *id),
            Aim::Ally => *id != by && now.allied(*id, by) && there,
            Aim::Other => *id != by && there,
            Aim::Any => there,
        }
    };
    let mut all: Vec<Id> = now.present().filter(may).collect();
    all.sort_by_key(|id| (now.allied(*id, by), !up(model, now, *id)));
    all
}

/// Why an action does not fit a row and somebody, if so: the first thing that has to hold and does not.
pub fn misfit(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
    with: Option<&Row>,
    target: Option<Id>,
) -> Option<&'static str> {
    let cast = Cast::of(by).on(target).with(with.cloned());
    let scene = Scene::new(model, now, &cast);
    let mut needs = action.needs.iter();
    let need = needs.find(|need| need.sum.is_of_others() && !need.sum.is(&scene))?;
    Some(match need.why {
        "" => "it does not fit as things stand",
        why => why,
    })
}

/// Why an action cannot be done with a row whomever it is on, if so.
fn unfit(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
    row: &Row,
) -> Option<String> {
    let cast = Cast::of(by).with(Some(row.clone()));
    let scene = Scene::new(model, now, &cast);
    let mut needs = action.needs.iter();
    let of_row = |sum: &Sum| sum.is_of_others() && !sum.is_of_target();
    let need = needs.find(|need| of_row(&need.sum) && !need.sum.is(&scene));
    let why = need.map(|need| need.why.to_owned());
    why.or_else(|| dear(model, now, action, by, Some(row)))
}

/// Why somebody cannot pay for an action with a row, if so.
fn dear(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
    with: Option<&Row>,
) -> Option<String> {
    let cast = Cast::of(by).with(with.cloned());
    cannot_pay(model, &Scene::new(model, now, &cast), by, &action.costs)
}

/// The rows that an action can be done with, and whether it needs none.
pub fn ways(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> Vec<Option<Row>> {
    let Some(with) = action.with else {
        return vec![None];
    };
    let all = rows(model, now, by, with.field);
    let mut ways: Vec<Option<Row>> = all.iter().cloned().map(Some).collect();
    if with.maybe && ways.is_empty() {
        ways.push(None);
    }
    ways
}

/// Everything that an action could be done with and to, as the rules allow it.
pub fn fitting(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
) -> Vec<(Option<Row>, Option<Id>)> {
    let targets: Vec<Option<Id>> = match action.aim {
        Aim::Me => vec![None],
        _ => aimed(model, now, action, by)
            .into_iter()
            .map(Some)
            .collect(),
    };
    let mut all = Vec::new();
    for way in ways(model, now, action, by) {
        if dear(model, now, action, by, way.as_ref()).is_some() {
            continue;
        }
        for target in &targets {
            if misfit(model, now, action, by, way.as_ref(), *target).is_none() {
                all.push((way.clone(), *target));
            }
        }
    }
    all
}

/// Whether somebody can do it in its turn.
pub fn legal(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    if action.any_time && now.fighting() {
        return able(model, now, action, by).only_if(up(model, now, by));
    }
    if now.turn != Some(by) || !now.fighting() || action.declared {
        return Legal::Absent;
    }
    match action.phase.filter(|_| phases::any(model, now)) {
        Some(phase) if phases::phase(model, now) != Some(phase) => {
            Legal::No(format!("is done in the phase: {phase}").into())
        }
        _ => able(model, now, action, by),
    }
}

/// Whether somebody can do something in a phase: what has to be done in it, or what it has begun that goes off in it.
pub fn acts_in(
    model: &'static Model,
    now: &Encounter,
    who: Id,
    phase: Option<&'static str>,
) -> bool {
    let Some(phase) = phase else {
        return true;
    };
    if let Some(begun) = later::begun(model, now, who) {
        return goes_off_in(begun, Some(phase));
    }
    let in_it = |action: &&'static Action| action.phase == Some(phase) && !action.declared;
    let mut all = model.actions.iter().filter(in_it);
    all.any(|action| able(model, now, action, who) == Legal::Yes)
}

/// Whether something begun goes off in a phase.
fn goes_off_in(action: &Action, phase: Option<&str>) -> bool {
    action.phase.is_none() || phase.is_none() || action.phase == phase
}

/// What somebody can declare before the dice of the order.
pub fn declarable(model: &'static Model, now: &Encounter, by: Id) -> Vec<&'static Action> {
    if !up(model, now, by) {
        return Vec::new();
    }
    let all = model.actions.iter().filter(|action| action.declared);
    all.filter(|action| able(model, now, action, by) == Legal::Yes)
        .collect()
}

/// Somebody declares what it does later in the round.
pub fn declare(cx: &mut Resolver<'_>, model: &'static Model, by: Id) -> Step<()> {
    let all = declarable(model, cx.now(), by);
    let action = match all.as_slice() {
        [] => return cx.refuse("there is nothing to declare"),
        [only] => *only,
        _ => {
            let title = say!(cx.now(), "{}: what does it declare?", cx.name(by));
            let tell = |action: &&'static Action| Choice::new(action.key, action.label);
            cx.one_of(DECLARE, by, title, &all, 0, tell)?
        }
    };
    act(cx, model, action, by)
}

/// Whether somebody can do it, whoever's turn it is.
pub fn able(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    if let Some(begun) = later::begun(model, now, by) {
        let what = later::told(now, by, begun);
        return Legal::No(format!("has begun something: {what}").into());
    }
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let ways = ways(model, now, action, by);
    let not = action.needs.iter();
    let not: Vec<_> = not
        .filter(|need| !need.sum.is_of_others() && !need.sum.is(&scene))
        .collect();
    if ways.is_empty() || not.iter().any(|need| need.silent) {
        return Legal::Absent;
    }
    let slots = action.costs.iter();
    let slots: Vec<_> = slots
        .filter(|(purse, _)| matches!(purse, Purse::Slot(_)))
        .cloned()
        .collect();
    if let Some(why) = cannot_pay(model, &scene, by, &slots) {
        return Legal::No(why.into());
    }
    if let Some(need) = not.first() {
        return Legal::No(need.why.into());
    }
    let mut poor = None;
    let affords = |way: &Option<Row>| {
        let why = dear(model, now, action, by, way.as_ref());
        let affords = why.is_none();
        poor = poor.take().or(why);
        affords
    };
    if !ways.iter().any(affords) {
        return Legal::unless(poor);
    }
    if fitting(model, now, action, by).is_empty() {
        let nobody = match action.aim {
            Aim::Me => "it does not fit as things stand",
            _ => "nobody is in reach",
        };
        return Legal::No(nobody.into());
    }
    Legal::Yes
}

/// How many an action may be done to, with a row.
pub fn most(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
    with: Option<&Row>,
) -> usize {
    let cast = Cast::of(by).with(with.cloned());
    let scene = Scene::new(model, now, &cast);
    let many = action.targets.as_ref().map_or(1, |sum| sum.of(&scene));
    usize::try_from(many.clamp(1, 99)).unwrap_or(1)
}

/// Asks for what an action leaves open.
fn ask(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
) -> Step<Chosen> {
    if action.aim == Aim::Me && action.with.is_none() {
        return Ok(Chosen::default());
    }
    let title = say!(cx.now(), "{}: {}", cx.name(by), action.label);
    cx.form(action.key, by, title, |f| {
        let now = f.now;
        let fits = fitting(model, now, action, by);
        let mut with = None;
        if let Some(list) = action.with {
            let all: Arc<Vec<Row>> = rows(model, now, by, list.field);
            let named: Vec<(usize, Arc<str>)> = all.iter().map(row_name).enumerate().collect();
            let first = fits.first().and_then(|(row, _)| row.as_ref());
            let preset = all.iter().position(|row| Some(row) == first);
            let tell = |(place, name): &(usize, Arc<str>)| {
                let why = unfit(model, now, action, by, &all[*place]);
                Choice::new(&**name, &**name)
                    .hint(in_words(&all[*place]))
                    .unless(why)
            };
            let row = f.one_of(
                "with",
                list.label,
                &named,
                preset.unwrap_or(0),
                |row| &row.1,
                tell,
            );
            with = row.map(|(place, _)| all[place].clone());
        }
        let mut targets = Vec::new();
        if action.aim != Aim::Me {
            let good = |id: &Id| misfit(model, now, action, by, with.as_ref(), Some(*id)).is_none();
            let all = aimed(model, now, action, by);
            let fitting: Vec<Id> = all.iter().copied().filter(good).collect();
            let most = most(model, now, action, by, with.as_ref());
            // Of whom it may be done to, one kind: foes or one's own.
            let first = fitting.first().map(|id| now.allied(*id, by));
            let alike = fitting.iter().copied();
            let preset = alike
                .filter(|id| Some(now.allied(*id, by)) == first)
                .take(most)
                .collect();
            let from = || aimed(model, now, action, by);
            targets = f.pick(
                "target",
                if most > 1 { "targets" } else { "target" },
                from,
                1,
                most,
                preset,
            );
            let wrong = targets.iter().find_map(|id| {
                let why = misfit(model, now, action, by, with.as_ref(), Some(*id))?;
                Some(format!("{}: {why}", now.name(*id)))
            });
            f.refuse_if(wrong)?;
        } else {
            let why = misfit(model, now, action, by, with.as_ref(), None);
            f.refuse_if(why)?;
        }
        let why = dear(model, now, action, by, with.as_ref());
        f.refuse_if(why)?;
        Ok::<_, Refused>(Chosen { with, targets })
    })
}

/// What stands in a row of a list besides its name, for a reader.
fn in_words(row: &Row) -> String {
    let record = row.record();
    let fields = row.fields().iter().filter(|field| field.key != "name");
    let said = fields.filter_map(|field| {
        let value = record.get(&field.key)?;
        match (value.as_flag(), value.as_int()) {
            (Some(false), _) => None,
            (Some(true), _) => Some(field.label.clone()),
            (None, Some(_)) => Some(format!("{} {value}", field.label)),
            (None, None) => Some(value.to_string()),
        }
    });
    said.filter(|said| !said.is_empty())
        .collect::<Vec<String>>()
        .join(", ")
}

/// Whether effects harm somebody.
pub fn harms(effects: &'static [Placed]) -> bool {
    effects.iter().any(|placed| match &placed.effect {
        Effect::Harm(hurt) => hurt.who != Who::Me,
        Effect::Test(_, on) => on.iter().any(|(_, effects)| harms(effects)),
        Effect::If(_, this, that) => harms(this) || harms(that),
        Effect::Choose { options, .. } => options.iter().any(|(.., effects)| harms(effects)),
        Effect::Lua(_, harms) => *harms,
        _ => false,
    })
}

/// Whether an action may harm whom it is on.
pub fn strikes(action: &'static Action) -> bool {
    harms(&action.does) || action.on.iter().any(|(_, effects)| harms(effects))
}

/// Plays an action through.
pub fn act(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
) -> Step<()> {
    let chosen = ask(cx, model, action, by)?;
    model.coverage.mark(action.spot);
    let base = Cast::of(by).with(chosen.with.clone());
    tell(cx, action, by, &chosen);
    pay(cx, model, &base, by, &action.costs);
    if cx.now().turn == Some(by) {
        Turn::change(cx, by, |turn| turn.acts += 1);
    }
    let takes = action.takes.as_ref();
    let takes = takes.map_or(0, |takes| takes.of(&Scene::new(model, cx.now(), &base)));
    if takes > 0 || action.declared {
        let what = (chosen.with.as_ref(), chosen.targets.as_slice());
        later::begin(cx, model, action, by, what, takes.max(0));
        let when = later::when(model, cx.now(), by);
        note!(cx, &[by], "It goes off {when}.");
        return Ok(());
    }
    carry_out(cx, model, action, by, chosen)
}

/// What somebody has begun goes off as its turn begins, at those who are still there, or comes a turn nearer.
pub fn goes_off(cx: &mut Resolver<'_>, model: &'static Model, by: Id) -> Step<()> {
    let Some(action) = later::begun(model, cx.now(), by) else {
        return Ok(());
    };
    let begun = Later::of(cx.now(), by).clone();
    if !goes_off_in(action, phases::phase(model, cx.now())) {
        return Ok(());
    }
    if begun.turns > 0 {
        Later::change(cx, by, |later| later.turns -= 1);
        let what = later::told(cx.now(), by, action);
        let when = later::when(model, cx.now(), by);
        note!(cx, &[by], "{what} goes off {when}.");
        return Ok(());
    }
    let with = later::row(model, cx.now(), by, action);
    let there = aimed(model, cx.now(), action, by);
    let targets: Vec<Id> = begun
        .targets
        .iter()
        .copied()
        .filter(|id| there.contains(id))
        .collect();
    let what = later::told(cx.now(), by, action);
    Later::clear(cx, by);
    let nobody = targets.is_empty() && action.aim != Aim::Me;
    let gone = with.is_none() && !begun.with.is_empty();
    if nobody || gone {
        act!(cx, by, &[], "{}: {what} comes to nothing.", cx.name(by));
        return Ok(());
    }
    act!(cx, by, &targets, "{}: {what} goes off.", cx.name(by));
    carry_out(cx, model, action, by, Chosen { with, targets })
}

/// What an action does, with its blow at each.
fn carry_out(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    chosen: Chosen,
) -> Step<()> {
    let base = Cast::of(by).with(chosen.with.clone());
    let targets: Vec<Option<Id>> = match chosen.targets.as_slice() {
        [] => vec![None],
        all => all.iter().copied().map(Some).collect(),
    };
    let mut casts = Vec::new();
    for target in targets {
        let mut cast = base.clone().on(target);
        let foe = target.is_some_and(|target| !cx.now().allied(by, target));
        cast.strikes = Some(by).filter(|_| foe && strikes(action));
        casts.push(cast);
    }
    let together = (action.test.as_ref()).filter(|called| {
        let thrown_by = model.test(called, &Scene::new(model, cx.now(), &base));
        casts.len() > 1
            && !action.apart
            && thrown_by.is_some_and(|test| {
                test.thrower == Who::Target && !matches!(test.goal, Goal::Beats(..))
            })
    });
    if let Some(test) = together {
        for cast in &mut casts {
            react(cx, model, Moment::Aimed, cast)?;
        }
        let title = say!(cx.now(), "{}: {}", cx.name(by), action.label);
        let mut thrown = Vec::new();
        for (mut cast, _) in tested_together(cx, model, test, &title, casts)? {
            cast.thrown.append(&mut thrown);
            react(cx, model, Moment::Thrown, &mut cast)?;
            outcome(cx, model, action, by, &mut cast)?;
            thrown = cast.thrown;
        }
        return Ok(());
    }
    let mut thrown = Vec::new();
    for mut cast in casts {
        cast.thrown.append(&mut thrown);
        if let Some(test) = &action.test {
            foresee(cx, model, test, &cast);
            react(cx, model, Moment::Aimed, &mut cast)?;
            tested(cx, model, test, &mut cast)?;
            react(cx, model, Moment::Thrown, &mut cast)?;
        }
        outcome(cx, model, action, by, &mut cast)?;
        thrown = cast.thrown;
    }
    Ok(())
}

/// What an action does to one whom it is on, by how its test came out.
fn outcome(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    cast: &mut Cast,
) -> Step<()> {
    if let Some(hit) = cast.hit.clone() {
        branch(cx, model, &action.on, &hit, cast)?;
    }
    run(cx, model, &action.does, cast)?;
    // What has done no harm in the end has missed.
    if let (Some(_), Some(target)) = (cast.strikes, cast.target) {
        cx.struck(by, target, false);
    }
    blow_over(cx, model);
    Ok(())
}

/// What the dice will need as things stand, shown beside the form where somebody may still do something before they fall.
fn foresee(cx: &mut Resolver<'_>, model: &'static Model, called: &'static Called, cast: &Cast) {
    let before = |reaction: &Reaction| reaction.at == Moment::Aimed;
    if !cx.shows() || !model.reactions.iter().any(before) {
        return;
    }
    let scene = Scene::new(model, cx.now(), cast);
    let Some(test) = model.test(called, &scene) else {
        return;
    };
    let mut cast = cast.clone();
    cast.thrower = throws::thrower(test, cast.me, cast.target);
    let roll = throws::roll(&Scene::new(model, cx.now(), &cast), test);
    let roll = roll.filter(|roll| roll.need.is_some());
    if let (Some(who), Some(roll)) = (cast.thrower, roll) {
        let chance = roll.chance();
        let chance = chance.map_or_else(String::new, |chance| format!(", {:.0}%", 100.0 * chance));
        let text = format!(
            "{}, before a defence: {}{chance}",
            test.label,
            roll.need_text()
        );
        cx.foresee(who, roll, text);
    }
}

/// The sentence that begins an action in the log.
fn tell(cx: &mut Resolver<'_>, action: &'static Action, by: Id, chosen: &Chosen) {
    if !cx.heard() {
        return;
    }
    let now = cx.now();
    let me = now.name(by).to_owned();
    let targets = match chosen.targets.as_slice() {
        [] => String::new(),
        all => now.names(all),
    };
    let with = chosen.with.as_ref().map(row_name).unwrap_or_default();
    let text = match action.says {
        "" => {
            let with = if with.is_empty() {
                String::new()
            } else {
                format!(" ({with})")
            };
            let on = if chosen.targets.is_empty() {
                String::new()
            } else {
                format!(", {targets}")
            };
            format!("{me}: {}{with}{on}.", action.label)
        }
        says => {
            let text = says.replace("{self}", &me).replace("{target}", &targets);
            let text = text.replace("{with}", if with.is_empty() { "nothing" } else { &with });
            if text.ends_with('.') {
                text
            } else {
                format!("{text}.")
            }
        }
    };
    cx.act(by, &chosen.targets, text);
}

/// What is still to be said of somebody beside an action in a menu: what it costs, where that is not one slot.
pub fn price(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> String {
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let fields = action.costs.iter().filter_map(|(purse, sum)| match purse {
        Purse::Field(place) if !sum.is_of_others() => {
            let price = sum.of(&scene);
            (price > 0).then(|| format!("{price} {}", model.label(*place)))
        }
        Purse::Field(place) => {
            let left = look::number(model, now, by, *place);
            Some(format!("{left} {}", model.label(*place)))
        }
        Purse::Ticks if !sum.is_of_others() => Some(counted(sum.of(&scene), "tick")),
        Purse::Slot(_) | Purse::Ticks | Purse::Row(_) => None,
    });
    fields.collect::<Vec<String>>().join(", ")
}
