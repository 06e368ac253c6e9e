//! Calls of functions in `rules.lua`.

use mlua::{Function, MultiValue, Table, Value, Variadic};

use crate::resolver::{Resolver, Step};
use crate::systems::written::model::Model;
use crate::systems::written::play::look::Cast;

use super::fault;
use super::state::{self, State};
use super::words::{Host, Out};

/// Maximum depth of nested functions, if a routine calls the next function.
const DEPTH: u32 = 12;

/// Calls a function with the roles of a cast.
pub fn call(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    name: &'static str,
    cast: &mut Cast,
) -> Step<()> {
    let Some(rules) = &model.rules else {
        return cx.broken(format!("there is no rules.lua with a function `{name}`"));
    };
    if let Some(why) = model.coverage.told_of_no_end(name) {
        return cx.broken(why);
    }
    let state = match State::of(rules.code) {
        Ok(state) => state,
        Err(error) => return cx.broken(format!("{}: {error}", rules.name)),
    };
    if state.depth.get() >= DEPTH {
        return cx.broken(format!(
            "{}: `{name}` and a routine call each other without end",
            rules.name
        ));
    }
    if model.coverage.is_watched()
        && let Err(error) = state.watch(move |line, function| {
            rules.ran(&model.coverage, line, function);
        })
    {
        return cx.broken(format!("{}: {error}", rules.name));
    }
    let mut told: Option<(Out, u32)> = None;
    let before = state.called.replace(name);
    let done = state
        .enter()
        .and_then(|()| run(&state, cx, model, name, cast, &mut told));
    state.leave();
    state.called.set(before);
    if state.depth.get() == 0 {
        model
            .coverage
            .spent(name, rules.line_of(name), state.cost());
    }
    let Err(error) = done else {
        return Ok(());
    };
    let is_memory = |error: &mlua::Error| {
        let mut causes = error.chain().filter_map(|one| one.downcast_ref());
        causes.any(|one| matches!(one, mlua::Error::MemoryError(_)))
    };
    let over_memory = match &told {
        Some((Out::Lua(error), _)) => is_memory(error),
        _ => is_memory(&error),
    };
    let (what, line) = match (state.over(), told) {
        (_, Some((Out::Stop(stop), _))) => return Err(stop),
        (Some((limit, line)), _) => (limit.told().to_owned(), Some(line)),
        (None, Some((out, line))) => (out.fault().unwrap_or_default(), Some(line)),
        (None, None) => {
            let text = error.to_string();
            (
                Out::Lua(error).fault().unwrap_or_default(),
                fault::line(&text),
            )
        }
    };
    if state.depth.get() == 0 {
        State::forget(rules.code);
    }
    // After a tail call, only the line of the function itself is known.
    let line = line
        .filter(|line| *line > 0)
        .or_else(|| rules.line_of(name));
    let line = line.unwrap_or(1);
    let why = format!(
        "{}:{line}: {what}. Affray applies no effects of this rule: resolve the rule by hand",
        rules.name
    );
    if state.over().is_some() || over_memory {
        model.coverage.has_no_end(name, &why);
    }
    cx.broken(why)
}

/// Runs the function, which can access the fight until it returns.
fn run(
    state: &State,
    cx: &mut Resolver<'_>,
    model: &'static Model,
    name: &'static str,
    cast: &mut Cast,
    told: &mut Option<(Out, u32)>,
) -> mlua::Result<()> {
    let (actor, hurt, round) = (cast.actor, cast.hurt, cx.now().round);
    let mut host = Host {
        cx,
        model,
        cast,
        state,
        function: name,
    };
    let failed = |out: Out| match out {
        Out::Lua(error) => error,
        _ => mlua::Error::runtime("a combatant could not be passed to Lua"),
    };
    let person = |id: Option<_>| id.map_or(Ok(Value::Nil), |id| host.person(id));
    let who = person(host.cast.me).map_err(failed)?;
    let target = person(host.cast.target).map_err(failed)?;
    let actor = person(actor).map_err(failed)?;
    let with = host.with(host.cast.with.as_ref()).map_err(failed)?;
    let hit = host.hit(host.cast.hit.as_ref()).map_err(failed)?;
    let before: Value = state.host.raw_get("call")?;
    let result = state.lua.scope(|scope| {
        let call = scope.create_function_mut(
            |lua, (word, values): (mlua::LuaString, Variadic<Value>)| {
                let word = word.to_string_lossy();
                host.word(&word, values.into_iter().collect())
                    .map_err(|out| {
                        let line = state::line(lua);
                        *told = Some((out, line));
                        mlua::Error::runtime("the rule stops here")
                    })
            },
        )?;
        state.host.raw_set("call", call)?;
        let names: Table = state.fresh.call((state.file.clone(), actor, hurt, round))?;
        let function: Function = names.raw_get(name)?;
        function.call::<MultiValue>((who, target, with, hit))
    });
    state.host.raw_set("call", before)?;
    result.map(|_| ())
}
