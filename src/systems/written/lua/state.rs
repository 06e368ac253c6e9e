//! Lua as rules get it: nothing but what is named in the prelude, so many instructions and so much memory a run, and one
//! state for each thread and file, in which nothing stays from run to run.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::debug::{Debug, DebugEvent};
use mlua::{Function, HookTriggers, Lua, LuaOptions, StdLib, Table, VmState};

use crate::values::Row;

use super::fault::Limit;
use super::names::WORDS;

/// What a run may do.
const MOST_INSTRUCTIONS: u64 = 1_000_000;
/// What it may hold, in bytes.
const MOST_MEMORY: usize = 16 << 20;
/// So often it is looked whether it is too much.
const TICK: u32 = 100;
/// So many files at most have a state in a thread.
const MOST_STATES: usize = 16;
/// What the file is called where Lua speaks of it.
pub const FILE: &str = "=rules.lua";

/// Lua with a file in it.
#[derive(Debug)]
pub struct State {
    pub lua: Lua,
    /// What Affray and the prelude hand each other.
    pub host: Table,
    pub file: Function,
    /// Makes the names of a run.
    pub fresh: Function,
    /// The combatant of an id.
    pub person: Function,
    /// The id of a combatant.
    pub ids: Table,
    /// A table of which all is known.
    pub record: Function,
    /// The rows that were handed over in this run.
    pub rows: RefCell<Vec<Row>>,
    /// How many functions stand in each other.
    pub depth: Cell<u32>,
    /// The function that the fight called last, for whose name Lua has no word.
    pub called: Rc<Cell<&'static str>>,
    used: Rc<Used>,
    watched: Cell<bool>,
}

/// What the run under way has used.
#[derive(Debug, Default)]
struct Used {
    instructions: Cell<u64>,
    memory: Cell<usize>,
    over: Cell<Option<(Limit, u32)>>,
}

impl Used {
    /// Counts the instructions since the last call. They count for more while the run holds much memory, because one
    /// instruction can copy a text of megabytes.
    fn more(&self, lua: &Lua) -> mlua::Result<VmState> {
        let more = lua.used_memory().saturating_sub(self.memory.get()) >> 16;
        let weight = u64::from(TICK) + 5 * (more as u64).pow(2);
        self.charge(lua, weight)?;
        Ok(VmState::Continue)
    }

    /// Adds a cost in instructions.
    ///
    /// # Errors
    /// If the run is over its limit.
    fn charge(&self, lua: &Lua, cost: u64) -> mlua::Result<()> {
        let sum = self.instructions.get().saturating_add(cost);
        self.instructions.set(sum);
        if sum <= MOST_INSTRUCTIONS {
            return Ok(());
        }
        self.over.set(Some((Limit::Instructions, line(lua))));
        Err(mlua::Error::runtime("too many instructions"))
    }
}

thread_local! {
    static STATES: RefCell<Vec<(usize, Rc<State>)>> = const { RefCell::new(Vec::new()) };
}

impl State {
    /// A state in which a text stands that is made for Lua.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn new(code: &str) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        let host = lua.create_table()?;
        host.raw_set("words", WORDS.to_vec())?;
        host.raw_set("libraries", lua.create_table()?)?;
        let prelude = include_str!("prelude.lua");
        lua.load(prelude)
            .set_name("=[affray]")
            .call::<()>(host.clone())?;
        let file = lua.load(code).set_name(FILE).into_function()?;
        let used = Rc::new(Used::default());
        count(&lua, used.clone())?;
        Ok(Self {
            file,
            fresh: host.raw_get("fresh")?,
            person: host.raw_get("person")?,
            ids: host.raw_get("ids")?,
            record: host.raw_get("record")?,
            rows: RefCell::default(),
            depth: Cell::new(0),
            called: Rc::default(),
            used,
            watched: Cell::new(false),
            host,
            lua,
        })
    }

    /// The state of a file in this thread.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn of(code: &'static str) -> mlua::Result<Rc<Self>> {
        let place = code.as_ptr().addr();
        let there = STATES.with(|states| {
            let states = states.borrow();
            let mut states = states.iter();
            states.find(|one| one.0 == place).map(|one| one.1.clone())
        });
        if let Some(there) = there {
            return Ok(there);
        }
        let state = Rc::new(Self::new(code)?);
        STATES.with(|states| {
            let mut states = states.borrow_mut();
            if states.len() >= MOST_STATES {
                states.remove(0);
            }
            states.push((place, state.clone()));
        });
        Ok(state)
    }

    /// Forgets the state of a file, in which a fault may have left something.
    pub fn forget(code: &'static str) {
        let place = code.as_ptr().addr();
        STATES.with(|states| states.borrow_mut().retain(|one| one.0 != place));
    }

    /// Enters a function of the file; the first one of a run gets the whole budget.
    ///
    /// # Errors
    /// Where Lua has no memory left.
    pub fn enter(&self) -> mlua::Result<()> {
        if self.depth.get() == 0 {
            self.used.instructions.set(0);
            self.used.over.set(None);
            self.rows.borrow_mut().clear();
            self.host.raw_set("rows", self.lua.create_table()?)?;
            self.lua.set_memory_limit(MOST_MEMORY)?;
            self.used.memory.set(self.lua.used_memory());
        }
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    /// From now on it is told which lines run, and in which function where that is asked; none where it has no name. What
    /// runs as the file is loaded is no function's.
    ///
    /// # Errors
    /// Where Lua has no memory left.
    pub fn watch(
        &self,
        ran: impl Fn(u32, &dyn Fn() -> Option<String>) + 'static,
    ) -> mlua::Result<()> {
        if self.watched.replace(true) {
            return Ok(());
        }
        let (used, called) = (self.used.clone(), self.called.clone());
        let triggers = counting().every_line();
        self.lua.set_hook(triggers, move |lua, frame| {
            if frame.event() != DebugEvent::Line {
                return used.more(lua);
            }
            let source = frame.source();
            let of_file = source.short_src.as_deref() == Some(&FILE[1..]);
            let of_function = of_file && source.what != "main";
            if let Some(line) = frame.current_line().filter(|_| of_function) {
                let line = u32::try_from(line).unwrap_or(0);
                ran(line, &|| function(frame, called.get()));
            }
            Ok(VmState::Continue)
        })
    }

    /// Adds the cost of one of Affray's own words to the instructions of the run.
    ///
    /// # Errors
    /// If the run is over its limit.
    pub fn charge(&self, cost: u64) -> mlua::Result<()> {
        self.used.charge(&self.lua, cost)
    }

    /// Cost of the run so far, in instructions.
    pub fn cost(&self) -> u64 {
        self.used.instructions.get()
    }

    /// A function has ended.
    pub fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// Which limit ended the run, and on which line.
    pub fn over(&self) -> Option<(Limit, u32)> {
        self.used.over.get()
    }
}

/// The line of the file that runs now; 0 where a call has taken its place.
pub fn line(lua: &Lua) -> u32 {
    for level in 0..12 {
        let line = lua.inspect_stack(level, |frame| {
            let of_file = frame.source().short_src.as_deref() == Some(&FILE[1..]);
            let line = frame.current_line().filter(|_| of_file);
            line.and_then(|line| u32::try_from(line).ok())
        });
        match line {
            None => break,
            Some(None) => {}
            Some(Some(line)) => return line,
        }
    }
    0
}

/// By what name a function was called; none where another call has become it.
fn function(frame: &Debug<'_>, called: &str) -> Option<String> {
    let name = frame.names().name.map(|name| name.into_owned());
    let name = name.unwrap_or_else(|| called.to_owned());
    (!frame.is_tail_call()).then_some(name)
}

/// When it is looked how much a run does.
fn counting() -> HookTriggers {
    HookTriggers::new().every_nth_instruction(TICK)
}

/// Counts what a run does.
fn count(lua: &Lua, used: Rc<Used>) -> mlua::Result<()> {
    lua.set_hook(counting(), move |lua, _| used.more(lua))
}
