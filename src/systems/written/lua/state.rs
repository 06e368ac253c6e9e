//! Lua states for rules. A state belongs to one thread and one file. It has only the names of the prelude, and a limit
//! of instructions and memory for each run. No data survives a run.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::debug::{Debug, DebugEvent};
use mlua::{Function, HookTriggers, Lua, LuaOptions, StdLib, Table, VmState};

use crate::values::Row;

use super::fault::Limit;
use super::names::WORDS;

/// Maximum number of instructions of a run.
const MOST_INSTRUCTIONS: u64 = 1_000_000;
/// Maximum memory of a run in bytes.
const MOST_MEMORY: usize = 16 << 20;
/// Number of instructions between two checks of the limits.
const TICK: u32 = 100;
/// Maximum number of states in a thread, one for each file.
const MOST_STATES: usize = 16;
/// Name of the file in Lua's errors.
pub const FILE: &str = "=rules.lua";

/// Lua with a loaded file.
#[derive(Debug)]
pub struct State {
    pub lua: Lua,
    /// Table shared by Affray and the prelude.
    pub host: Table,
    pub file: Function,
    /// Creates the names of a run.
    pub fresh: Function,
    /// Returns the combatant of an id.
    pub person: Function,
    /// Ids of the combatants.
    pub ids: Table,
    /// Creates a table whose fields are all known.
    pub record: Function,
    /// Rows passed to Lua in this run.
    pub rows: RefCell<Vec<Row>>,
    /// Current depth of nested functions.
    pub depth: Cell<u32>,
    /// Function that the fight called last, for errors in which Lua does not know its name.
    pub called: Rc<Cell<&'static str>>,
    used: Rc<Used>,
    watched: Cell<bool>,
}

/// Resources used by the current run.
#[derive(Debug, Default)]
struct Used {
    instructions: Cell<u64>,
    memory: Cell<usize>,
    over: Cell<Option<(Limit, u32)>>,
}

impl Used {
    /// Counts the instructions since the last call. They cost more while the run uses a lot of memory, because a single
    /// instruction can copy megabytes of text.
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
    /// Creates a state for source code prepared for Lua.
    ///
    /// # Errors
    /// If the code does not compile.
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

    /// Returns the state of a file in this thread.
    ///
    /// # Errors
    /// If the code does not compile.
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

    /// Removes the state of a file, which an error may have damaged.
    pub fn forget(code: &'static str) {
        let place = code.as_ptr().addr();
        STATES.with(|states| states.borrow_mut().retain(|one| one.0 != place));
    }

    /// Enters a function of the file; the first function of a run gets the whole budget.
    ///
    /// # Errors
    /// If Lua is out of memory.
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

    /// Starts to report the lines that run, with a function that returns the name of the function around them, if it
    /// has a name. The loading of the file is not reported.
    ///
    /// # Errors
    /// If Lua is out of memory.
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

    /// Adds the cost of one of Affray's own functions to the instructions of the run.
    ///
    /// # Errors
    /// If the run is over its limit.
    pub fn charge(&self, cost: u64) -> mlua::Result<()> {
        self.used.charge(&self.lua, cost)
    }

    /// Returns the cost of the run so far, in instructions.
    pub fn cost(&self) -> u64 {
        self.used.instructions.get()
    }

    /// Leaves a function of the file.
    pub fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// Returns the limit that ended the run, and its line.
    pub fn over(&self) -> Option<(Limit, u32)> {
        self.used.over.get()
    }
}

/// Returns the current line of the file; 0 if a tail call has replaced it.
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

/// Returns the name under which a function was called; `None` after a tail call.
fn function(frame: &Debug<'_>, called: &str) -> Option<String> {
    let name = frame.names().name.map(|name| name.into_owned());
    let name = name.unwrap_or_else(|| called.to_owned());
    (!frame.is_tail_call()).then_some(name)
}

/// Returns the trigger for the checks of the limits.
fn counting() -> HookTriggers {
    HookTriggers::new().every_nth_instruction(TICK)
}

/// Counts the instructions of a run.
fn count(lua: &Lua, used: Rc<Used>) -> mlua::Result<()> {
    lua.set_hook(counting(), move |lua, _| used.more(lua))
}
