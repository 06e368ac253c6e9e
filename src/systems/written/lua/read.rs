//! Reader of the file `rules.lua`: compiles it, runs it once to find its functions, and checks its names against
//! `system.ron`.

use std::collections::BTreeMap;

use mlua::{Function, Table, Value, Variadic};

use crate::ron_text::{Diagnostic, Source};
use crate::systems::written::coverage::Coverage;
use crate::systems::written::model::{OnLine, Rules, keep, keep_all};
use crate::systems::written::read::effects::{free_capital, slug};
use crate::systems::written::read::reader::Reader;

use super::fault;
use super::names::{Found, Known};
use super::state::{self, State};
use super::text::for_lua;
use super::words::ANSWERS;

/// File `rules.lua` while it is read.
#[derive(Debug)]
pub struct Script<'s> {
    source: &'s Source,
    found: Found,
    words: Vec<String>,
    libraries: Vec<(String, Vec<String>)>,
    code: String,
    /// Errors of syntax and of the trial run.
    wrong: Vec<Diagnostic>,
}

impl<'s> Script<'s> {
    /// Reads a file and keeps the errors that Lua reports.
    pub fn read(source: &'s Source) -> Self {
        let mut file = Self {
            source,
            found: Found::default(),
            words: Vec::new(),
            libraries: Vec::new(),
            code: for_lua(source.text()),
            wrong: Vec::new(),
        };
        match State::new(&file.code) {
            Ok(state) => {
                file.found = Found::read(source.text());
                if let Err(error) = file.tried(&state) {
                    let text = error.to_string();
                    let line = fault::line(&text);
                    file.tell(line, fault::meaning(&text));
                }
            }
            Err(error) => {
                let text = error.to_string();
                let line = fault::line(&text);
                let at = line.unwrap_or(1) as usize - 1;
                let written = source.text().lines().nth(at).unwrap_or_default();
                file.tell(line, fault::compiler(&text, written));
            }
        }
        file
    }

    fn tell(&mut self, line: Option<u32>, what: String) {
        let line = line.unwrap_or(1) as usize;
        let lines = self.source.text().split_inclusive('\n');
        let at: usize = lines.clone().take(line - 1).map(str::len).sum();
        let written = lines.clone().nth(line - 1).unwrap_or_default();
        let spaces = written.len() - written.trim_start().len();
        self.wrong.push(self.source.explain(at + spaces, what));
    }

    /// Runs the file once, without a fight.
    fn tried(&mut self, state: &State) -> mlua::Result<()> {
        self.words = state.host.raw_get("known")?;
        self.words.sort();
        let libraries: Table = state.host.raw_get("libraries")?;
        for pair in libraries.pairs::<String, Vec<String>>() {
            let (name, mut all) = pair?;
            all.sort();
            self.libraries.push((name, all));
        }
        state.enter()?;
        let lua = &state.lua;
        let told = lua.create_table()?;
        let kept = told.clone();
        let call =
            lua.create_function(move |lua, values: Variadic<Value>| -> mlua::Result<()> {
                let mut texts = values.iter().filter_map(|value| match value {
                    Value::String(text) => Some(text.to_string_lossy()),
                    _ => None,
                });
                let word = texts.next().unwrap_or_default();
                let what = match word.as_str() {
                    "wrong" => texts.next().unwrap_or_default(),
                    "missing" => {
                        let (of, name) = (texts.next(), texts.next());
                        let of = of.filter(|of| !of.is_empty()).map(|of| of + ".");
                        format!(
                            "unknown name `{}{}`",
                            of.unwrap_or_default(),
                            name.unwrap_or_default()
                        )
                    }
                    _ => {
                        format!("`{word}` is only possible in a function: move it into a function")
                    }
                };
                kept.raw_set("line", state::line(lua))?;
                kept.raw_set("what", what)?;
                Err(mlua::Error::runtime("the file stops here"))
            })?;
        state.host.raw_set("call", call)?;
        let done = state
            .fresh
            .call::<Table>((state.file.clone(), Value::Nil, 0, 0));
        let over = state.over();
        state.leave();
        let what: Option<String> = told.raw_get("what")?;
        match (done, what, over) {
            (Ok(names), ..) => {
                // A function found by reading may have been replaced by another value.
                let shared = self.found.functions.iter_mut().filter(|one| one.shared);
                for one in shared {
                    one.shared = names
                        .raw_get::<Option<Function>>(one.name.as_str())?
                        .is_some();
                }
                Ok(())
            }
            (Err(_), Some(what), _) => {
                self.tell(told.raw_get("line")?, what);
                Ok(())
            }
            (Err(_), None, Some((limit, line))) => {
                self.tell(Some(line), limit.told().to_owned());
                Ok(())
            }
            (Err(error), ..) => Err(error),
        }
    }

    /// Returns the functions that `system.ron` may call, each with a flag that is true if the function deals damage;
    /// `None` if the file has errors.
    pub fn functions(&self) -> Option<Vec<(&'static str, bool)>> {
        let shared = self.found.functions.iter().filter(|one| one.shared);
        let all = shared.map(|one| (keep(&one.name), self.found.harms(&one.name)));
        self.wrong.is_empty().then(|| all.collect())
    }

    /// Returns all errors of the file, including unknown names if the system is known.
    pub fn mistakes(&self, reader: Option<&Reader<'_>>) -> Vec<Diagnostic> {
        let Some(reader) = reader.filter(|_| self.wrong.is_empty()) else {
            return self.wrong.clone();
        };
        let library = |name: &str| {
            let mut all = self.libraries.iter();
            let found = all.find(|(library, _)| library == name);
            found.map_or_else(Vec::new, |(_, all)| all.clone())
        };
        let known = Known {
            names: &reader.names,
            tests: &reader.tests,
            pieces: &reader.pieces,
            slots: &reader.slots,
            words: &self.words,
            library: &library,
        };
        let all = self.found.mistakes(&known).into_iter();
        all.map(|one| self.source.explain(one.at, one.what))
            .collect()
    }

    /// Returns the rules for the fight; `key` is the key of the system.
    pub fn rules(&self, key: &str, coverage: &mut Coverage) -> Rules {
        let functions = self.found.functions.iter();
        let functions = functions.map(|one| (keep(&one.name), one.line));
        let mut answers = Vec::new();
        for asked in &self.found.answers {
            let mut taken: Vec<(&'static str, char)> = Vec::new();
            for text in &asked.all {
                let letters: Vec<char> = taken.iter().map(|(_, letter)| *letter).collect();
                taken.push((keep(&slug(text)), free_capital(text, &letters)));
            }
            answers.push((keep(&slug(&asked.title)), keep_all(taken) as &[_]));
        }
        let arrows: &'static [(&'static str, char)] = &[("*", ' ')];
        answers.push((ANSWERS, arrows));
        let mut spot = |at: usize, what: String, within: Option<usize>| {
            coverage.add(self.source.place(at), what, within)
        };
        let mut lines: BTreeMap<u32, Vec<OnLine>> = BTreeMap::new();
        for (place, one) in self.found.functions.iter().enumerate() {
            let whole = spot(one.at, format!("the function `{}`", one.name), None);
            for ((_, line), at) in self.found.lines.range((place, 0)..(place + 1, 0)) {
                lines.entry(*line).or_default().push(OnLine {
                    function: keep(&one.name),
                    spot: spot(*at, "this line".to_owned(), Some(whole)),
                    whole,
                });
            }
        }
        Rules {
            name: format!("{key}/rules.lua"),
            code: keep(&self.code),
            functions: functions.collect(),
            answers,
            lines,
        }
    }
}
