//! Checks of the names in `rules.lua`: the file's functions, the names that each function uses, and unknown names. Lua
//! has already compiled the file, so the syntax is correct.

use std::collections::{BTreeMap, BTreeSet};

use crate::ron_text::did_you_mean;
use crate::systems::written::sums::sum::{Mistake, Names};

use super::text::{Kind, Token, plain, tokens};

/// Function of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// Byte offset of the start of the function.
    pub at: usize,
    pub line: u32,
    /// True if `system.ron` can call it.
    pub shared: bool,
    /// Identifiers that the function uses and functions that it calls.
    pub calls: BTreeSet<String>,
}

/// Answers that a function offers, as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    pub title: String,
    /// Answers from which to choose.
    pub all: Vec<String>,
}

/// Required meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Of(&'static str),
    Global,
    GlobalChanged,
    Own,
    Condition,
    Test,
    Piece,
    Purse,
    Table,
}

#[derive(Clone, Debug)]
struct Use {
    at: usize,
    is: Is,
    word: String,
}

/// Names that the file may use.
pub struct Known<'a> {
    /// Names of fields, conditions, columns and options.
    pub names: &'a Names,
    pub tests: &'a [&'static str],
    pub pieces: &'a [&'static str],
    /// Slots of a turn, by name.
    pub slots: &'a [&'static str],
    /// Names that Affray provides, with the contents of its libraries.
    pub words: &'a [String],
    /// Returns the contents of a library.
    pub library: &'a dyn Fn(&str) -> Vec<String>,
}

/// Names of the functions that change the fight or ask a question. The prelude defines each of these functions.
pub const WORDS: [&str; 26] = [
    "roll", "rolls", "test", "pick", "choose", "confirm", "number", "text", "form", "gain", "lose",
    "has", "say", "log", "deal", "heal", "enemies", "allies", "everyone", "spend", "set", "run",
    "refuse", "reduce", "retarget", "lookup",
];
/// Attributes of a combatant other than fields and conditions.
pub const OF_SOMEBODY: [&str; 5] = ["name", "side", "up", "acted", "players"];
/// Attributes of the result of a test.
pub const OF_HIT: [&str; 9] = [
    "total", "natural", "margin", "raises", "passed", "outcome", "test", "kind", "dice",
];
/// Attributes of a side.
pub const OF_SIDE: [&str; 2] = ["count", "lost"];

/// Values that every function gets in addition to its parameters.
const GLOBALS: [&str; 3] = ["attacker", "damage_taken", "round"];
/// Names with known attributes: parameters, and values that every function gets.
const PARAMETERS: [&str; 5] = ["self", "target", "attacker", "with", "result"];
/// Parameters that are combatants.
const SOMEBODY: [&str; 3] = ["self", "target", "attacker"];
const GIVEN: [&str; 6] = ["attacker", "options", "side", "math", "string", "table"];

/// Functions that take a name as an argument, with the index of the argument and the kind of the name.
const NAMING: [(&str, usize, Is); 7] = [
    ("gain", 1, Is::Condition),
    ("lose", 1, Is::Condition),
    ("has", 1, Is::Condition),
    ("test", 1, Is::Test),
    ("run", 0, Is::Piece),
    ("spend", 1, Is::Purse),
    ("lookup", 0, Is::Table),
];

#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Functions of the file.
    pub functions: Vec<Function>,
    /// Answers of all choices.
    pub answers: Vec<Answers>,
    /// Lines with code, by function index and line number, with the byte offset of the code.
    pub lines: BTreeMap<(usize, u32), usize>,
    /// Global names of the file.
    own: BTreeSet<String>,
    uses: Vec<Use>,
    wrong: Vec<Mistake>,
}

impl Found {
    /// Reads a file that Lua has compiled.
    pub fn read(text: &str) -> Self {
        let mut walk = Walk {
            tokens: tokens(text),
            place: 0,
            scopes: vec![Vec::new()],
            depth: 0,
            within: None,
            found: Found::default(),
        };
        walk.block();
        walk.found
    }

    /// Returns true if a function deals damage, directly or through a function that it calls.
    pub fn harms(&self, name: &str) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![name]);
        while let Some(one) = open.pop() {
            if one == "deal" {
                return true;
            }
            let function = self.functions.iter().find(|function| function.name == one);
            if let (Some(function), true) = (function, seen.insert(one)) {
                open.extend(function.calls.iter().map(String::as_str));
            }
        }
        false
    }

    /// Returns the errors in the names, as far as they can be found without running the file.
    pub fn mistakes(&self, known: &Known<'_>) -> Vec<Mistake> {
        let mut all = self.wrong.clone();
        all.extend(self.uses.iter().filter_map(|one| {
            let what = self.mistake(one, known)?;
            Some(Mistake { at: one.at, what })
        }));
        all.sort_by_key(|one| one.at);
        all
    }

    fn mistake(&self, one: &Use, known: &Known<'_>) -> Option<String> {
        let word = one.word.as_str();
        let names = known.names;
        let fields = names.fields.iter().map(|field| field.0);
        let conditions = names.conditions.iter().copied();
        let told = |what: &str, all: Vec<&str>| {
            (!all.contains(&word))
                .then(|| format!("unknown {what} `{word}`{}", did_you_mean(word, all)))
        };
        match one.is {
            Is::Condition => told("condition", conditions.collect()),
            Is::Test => told("test", known.tests.to_vec()),
            Is::Table => told("table", names.tables.iter().map(|one| one.0).collect()),
            Is::Piece => told("routine", known.pieces.to_vec()),
            Is::Purse => told(
                "slot or field",
                known.slots.iter().copied().chain(fields).collect(),
            ),
            Is::Global => {
                let words = known.words.iter().map(String::as_str);
                let own = self.own.iter().map(String::as_str);
                let told = told("name", words.chain(own).chain(GLOBALS).collect())?;
                Some(if fields.chain(conditions).any(|one| one == word) {
                    format!(
                        "unknown name `{word}`: write `self.{word}`, or \"{word}\" for its name"
                    )
                } else {
                    told
                })
            }
            Is::Own => {
                let mut kept = known.words.iter().map(String::as_str).chain(GLOBALS);
                kept.any(|kept| kept == word)
                    .then(|| format!("`{word}` is a keyword of Affray: choose another name"))
            }
            Is::GlobalChanged => {
                let own = self.own.contains(word);
                own.then(|| remembers(word))
            }
            Is::Of(whose) => {
                let libraries = (known.library)(whose);
                let all: Vec<&str> = match whose {
                    "with" => {
                        let columns = names.columns.iter().map(|column| column.0);
                        columns.chain(["name"]).collect()
                    }
                    "result" => OF_HIT.to_vec(),
                    "side" => OF_SIDE.to_vec(),
                    "options" => names.options.iter().map(|option| option.0).collect(),
                    "math" | "string" | "table" => libraries.iter().map(String::as_str).collect(),
                    _ => fields.chain(conditions).chain(OF_SOMEBODY).collect(),
                };
                (!all.contains(&word))
                    .then(|| format!("unknown name `{whose}.{word}`{}", did_you_mean(word, all)))
            }
        }
    }
}

/// Returns the error for a global variable that a function changes.
pub fn remembers(word: &str) -> String {
    format!(
        "`{word}` is global, and the file keeps no values: declare a field for the value, such as \
         \"{word}\": (resets: Fight), or write `local` before the name"
    )
}

/// Name declared in a block.
#[derive(Clone, Copy, Debug)]
struct Local<'t> {
    name: &'t str,
    /// Number of functions around the declaration.
    depth: usize,
    parameter: bool,
}

/// Start of an expression: a name with the fields and calls that follow it.
#[derive(Clone, Copy, Debug)]
struct Path<'t> {
    at: usize,
    base: Option<&'t str>,
    /// Number of functions around the declaration of the base; `None` for a global name.
    local: Option<usize>,
    /// True if the path goes beyond the base.
    inner: bool,
    called: bool,
    /// True if the path leads into the value of a combatant's field.
    in_field: bool,
}

struct Walk<'t> {
    tokens: Vec<Token<'t>>,
    place: usize,
    scopes: Vec<Vec<Local<'t>>>,
    depth: usize,
    /// Index of the function that contains the current token.
    within: Option<usize>,
    found: Found,
}

impl<'t> Walk<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens[self.place.min(self.tokens.len() - 1)]
    }

    fn behind(&self, many: usize) -> Token<'t> {
        self.tokens[(self.place + many).min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.place += 1;
        token
    }

    fn is(&self, text: &str) -> bool {
        let token = self.peek();
        token.text == text && matches!(token.kind, Kind::Name | Kind::Sign)
    }

    fn eat(&mut self, text: &str) -> bool {
        let is = self.is(text);
        if is {
            self.place += 1;
        }
        is
    }

    fn declare(&mut self, token: Token<'t>, parameter: bool) {
        let (name, depth) = (token.text, self.depth);
        if name == "_ENV" || name.starts_with("__") {
            let what = format!("`{name}` belongs to Lua: choose another name");
            self.found.wrong.push(Mistake { at: token.at, what });
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Local {
                name,
                depth,
                parameter,
            });
        }
    }

    fn local(&self, name: &str) -> Option<Local<'t>> {
        let all = self
            .scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev());
        all.copied().find(|local| local.name == name)
    }

    fn used(&mut self, token: Token<'t>, is: Is) {
        let word = match token.kind {
            Kind::Text => plain(&token).unwrap_or_default(),
            _ => token.text,
        };
        self.found.uses.push(Use {
            at: token.at,
            is,
            word: word.to_owned(),
        });
    }

    /// Reads statements up to the keyword that ends them, in their own scope.
    fn block(&mut self) {
        self.scopes.push(Vec::new());
        self.statements();
        self.scopes.pop();
    }

    fn statements(&mut self) {
        let ends = ["end", "else", "elseif", "until"];
        while self.peek().kind != Kind::End && !ends.iter().any(|end| self.is(end)) {
            let before = self.place;
            self.statement();
            if self.place == before {
                self.place += 1;
            }
        }
    }

    fn statement(&mut self) {
        let first = self.peek();
        let still = [";", "::", "do", "repeat"];
        if self.depth > 0 && !still.contains(&first.text) {
            self.runs(first);
        }
        if first.kind != Kind::Name {
            if !(self.eat(";") || self.eat("::")) {
                self.assignment();
            } else if first.text == "::" {
                self.next();
                self.eat("::");
            }
            return;
        }
        match first.text {
            "if" => {
                self.next();
                self.expression();
                self.eat("then");
                self.block();
                loop {
                    if self.is("elseif") {
                        self.runs(self.peek());
                        self.next();
                        self.expression();
                        self.eat("then");
                    } else if !self.eat("else") {
                        break;
                    }
                    self.block();
                }
                self.eat("end");
            }
            "while" => {
                self.next();
                self.expression();
                self.eat("do");
                self.block();
                self.eat("end");
            }
            "do" => {
                self.next();
                self.block();
                self.eat("end");
            }
            "for" => self.for_each(),
            "repeat" => {
                self.next();
                self.scopes.push(Vec::new());
                self.statements();
                self.eat("until");
                self.expression();
                self.scopes.pop();
            }
            "function" => {
                self.next();
                let name = self.next();
                let mut inner = false;
                while self.is(".") || self.is(":") {
                    self.next();
                    self.next();
                    inner = true;
                }
                let path = Path {
                    at: name.at,
                    base: Some(name.text),
                    local: self.local(name.text).map(|local| local.depth),
                    inner,
                    called: false,
                    in_field: false,
                };
                self.changed(path);
                self.body(Some((name, !inner)));
            }
            "local" => {
                self.next();
                if self.eat("function") {
                    let name = self.next();
                    self.declare(name, false);
                    return self.body(Some((name, false)));
                }
                let mut names = Vec::new();
                loop {
                    names.push(self.next());
                    if self.eat("<") {
                        self.next();
                        self.eat(">");
                    }
                    if !self.eat(",") {
                        break;
                    }
                }
                if self.eat("=") {
                    let first = names.first().copied();
                    let lone = names.len() == 1 && self.is("function");
                    self.value(first.filter(|_| lone).map(|name| (name, false)));
                    while self.eat(",") {
                        self.expression();
                    }
                }
                for name in names {
                    self.declare(name, false);
                }
            }
            "return" => {
                self.next();
                let ends = ["end", "else", "elseif", "until", ";"];
                if self.peek().kind != Kind::End && !ends.iter().any(|end| self.is(end)) {
                    self.expressions();
                }
                self.eat(";");
            }
            "break" => {
                self.next();
            }
            "goto" => {
                self.next();
                self.next();
            }
            _ => self.assignment(),
        }
    }

    /// Records that a line of the current function has code.
    fn runs(&mut self, token: Token<'t>) {
        if let Some(within) = self.within {
            let lines = self.found.lines.entry((within, token.line));
            lines.or_insert(token.at);
        }
    }

    fn for_each(&mut self) {
        self.next();
        let mut names = vec![self.next()];
        while self.eat(",") {
            names.push(self.next());
        }
        self.next();
        self.expressions();
        self.eat("do");
        self.scopes.push(Vec::new());
        for name in names {
            self.declare(name, false);
        }
        self.statements();
        self.scopes.pop();
        self.eat("end");
    }

    /// Reads a call or an assignment.
    fn assignment(&mut self) {
        let mut paths = vec![self.path(true)];
        while self.eat(",") {
            paths.push(self.path(true));
        }
        if !self.eat("=") {
            if let (Some(base), None, false) = (paths[0].base, paths[0].local, paths[0].inner) {
                self.reads(paths[0].at, base);
            }
            return;
        }
        for path in &paths {
            self.changed(*path);
        }
        let name = match paths.as_slice() {
            [
                Path {
                    at,
                    base: Some(base),
                    local: None,
                    inner: false,
                    ..
                },
            ] if self.is("function") => Some((
                Token {
                    kind: Kind::Name,
                    text: base,
                    at: *at,
                    line: self.peek().line,
                },
                true,
            )),
            _ => None,
        };
        self.value(name);
        while self.eat(",") {
            self.expression();
        }
    }

    /// Checks the target of an assignment.
    fn changed(&mut self, path: Path<'t>) {
        let Some(base) = path.base.filter(|_| !path.called) else {
            return;
        };
        let at = path.at;
        if path.in_field {
            let what = "a rule cannot change the entries of a list on a sheet".to_owned();
            self.found.wrong.push(Mistake { at, what });
        }
        match path.local {
            Some(0) if self.depth > 0 => {
                let what = remembers(base);
                self.found.wrong.push(Mistake { at, what });
            }
            Some(_) => {}
            None if self.depth > 0 && path.inner => {
                // The whole file must be read before the global names are known.
                self.found.uses.push(Use {
                    at,
                    is: Is::GlobalChanged,
                    word: base.to_owned(),
                });
            }
            None if self.depth > 0 => {
                let what = remembers(base);
                self.found.wrong.push(Mistake { at, what });
            }
            None if path.inner => {}
            None => {
                self.found.own.insert(base.to_owned());
                self.found.uses.push(Use {
                    at,
                    is: Is::Own,
                    word: base.to_owned(),
                });
            }
        }
    }

    fn reads(&mut self, at: usize, word: &str) {
        self.found.uses.push(Use {
            at,
            is: Is::Global,
            word: word.to_owned(),
        });
    }

    fn expressions(&mut self) {
        self.expression();
        while self.eat(",") {
            self.expression();
        }
    }

    /// Reads an expression, which may be a function with a name.
    fn value(&mut self, name: Option<(Token<'t>, bool)>) {
        if name.is_some() && self.eat("function") {
            self.body(name);
        } else {
            self.expression();
        }
    }

    fn expression(&mut self) {
        const TWO: [&str; 21] = [
            "+", "-", "*", "/", "//", "%", "^", "..", "<", "<=", ">", ">=", "==", "~=", "and",
            "or", "&", "|", "~", "<<", ">>",
        ];
        loop {
            while ["not", "-", "#", "~"].iter().any(|sign| self.eat(sign)) {}
            self.simple();
            if !TWO.iter().any(|sign| self.eat(sign)) {
                return;
            }
        }
    }

    fn simple(&mut self) {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Number | Kind::Text, _)
            | (Kind::Name, "nil" | "true" | "false")
            | (Kind::Sign, "...") => {
                self.next();
            }
            (Kind::Sign, "{") => self.table(),
            (Kind::Name, "function") => {
                self.next();
                self.body(None);
            }
            _ => {
                self.path(false);
            }
        }
    }

    fn table(&mut self) {
        self.eat("{");
        while self.peek().kind != Kind::End && !self.eat("}") {
            if self.eat("[") {
                self.expression();
                self.eat("]");
                self.eat("=");
            } else if self.peek().kind == Kind::Name && self.behind(1).text == "=" {
                self.next();
                self.next();
            }
            let before = self.place;
            self.expression();
            if !(self.eat(",") || self.eat(";")) && self.place == before {
                self.place += 1;
            }
        }
    }

    /// Reads a name and what follows it. `alone` is true if the name may be the target of an assignment, so that its
    /// base is not read yet.
    fn path(&mut self, alone: bool) -> Path<'t> {
        let first = self.next();
        let mut path = Path {
            at: first.at,
            base: None,
            local: None,
            inner: false,
            called: false,
            in_field: false,
        };
        let mut known: Option<&'static str> = None;
        let mut field = false;
        if first.text == "(" && first.kind == Kind::Sign {
            self.expression();
            self.eat(")");
        } else if first.kind == Kind::Name {
            path.base = Some(first.text);
            let local = self.local(first.text);
            path.local = local.map(|local| local.depth);
            known = match local {
                Some(local) if local.parameter => {
                    PARAMETERS.into_iter().find(|name| *name == first.text)
                }
                Some(_) => None,
                None => GIVEN.into_iter().find(|name| *name == first.text),
            };
            let bare = !["(", "{", ".", "[", ":"].contains(&self.peek().text)
                && self.peek().kind != Kind::Text;
            if local.is_none() && !(alone && bare) {
                self.reads(first.at, first.text);
            }
        }
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::Sign, ".") => {
                    self.next();
                    let name = self.next();
                    path.in_field |= field;
                    field = known.is_some_and(|whose| SOMEBODY.contains(&whose));
                    if let Some(whose) = known.take() {
                        self.used(name, Is::Of(whose));
                    }
                    path.inner = true;
                    path.called = false;
                }
                (Kind::Sign, "[") => {
                    self.next();
                    self.expression();
                    self.eat("]");
                    path.in_field |= field;
                    known = None;
                    path.inner = true;
                    path.called = false;
                }
                (Kind::Sign, ":") => {
                    self.next();
                    self.next();
                    path.inner = true;
                    self.brackets(None);
                    path.called = true;
                }
                (Kind::Text, _) | (Kind::Sign, "(" | "{") => {
                    let word = path.base.filter(|_| path.local.is_none() && !path.inner);
                    if let (Some(base), false, Some(within)) = (path.base, path.inner, self.within)
                    {
                        let calls = &mut self.found.functions[within].calls;
                        calls.insert(base.to_owned());
                    }
                    self.brackets(word);
                    known = None;
                    path.called = true;
                    path.inner = true;
                }
                _ => return path,
            }
        }
    }

    /// Reads the arguments of a call. Some functions take names.
    fn brackets(&mut self, word: Option<&'t str>) {
        let naming = NAMING.iter().find(|one| Some(one.0) == word);
        let named = |walk: &mut Self, place: usize| {
            let lone = [",", ")"].contains(&walk.behind(1).text) || !walk.is("(");
            if let Some((_, at, is)) = naming
                && *at == place
                && lone
                && plain(&walk.peek()).is_some()
            {
                walk.used(walk.peek(), *is);
            }
        };
        if self.peek().kind == Kind::Text {
            named(self, 0);
            self.next();
            return;
        }
        if self.is("{") {
            return self.table();
        }
        self.eat("(");
        if word == Some("choose") {
            self.answers();
        }
        let mut place = 0;
        while self.peek().kind != Kind::End && !self.eat(")") {
            named(self, place);
            let before = self.place;
            self.expression();
            if !self.eat(",") && self.place == before {
                self.place += 1;
            }
            place += 1;
        }
    }

    /// Collects the answers of a choice, if they are literal: `choose(self, "Which?", { "this", "that" })`.
    fn answers(&mut self) {
        let mut texts: Vec<&str> = Vec::new();
        let mut opened = false;
        for token in &self.tokens[self.place.min(self.tokens.len() - 1)..] {
            match (token.kind, token.text) {
                (Kind::Text, _) => match plain(token) {
                    Some(text) => texts.push(text),
                    None => return,
                },
                (Kind::Sign, "{") => opened = true,
                (Kind::Sign, "}") if opened => break,
                (Kind::Sign, "," | ";") => {}
                (Kind::Name, _) | (Kind::Sign, ".") if !opened && texts.is_empty() => {}
                _ => return,
            }
        }
        if let Some((title, all)) = texts.split_first()
            && opened
        {
            let all = all.iter().map(|text| (*text).to_owned()).collect();
            let title = (*title).to_owned();
            self.found.answers.push(Answers { title, all });
        }
    }

    /// Reads a function from its parameters to its end.
    fn body(&mut self, name: Option<(Token<'t>, bool)>) {
        let own = name.filter(|_| self.depth == 0);
        let before = self.within;
        if let Some((name, shared)) = own {
            self.within = Some(self.found.functions.len());
            self.found.functions.push(Function {
                name: name.text.to_owned(),
                at: name.at,
                line: name.line,
                shared,
                calls: BTreeSet::new(),
            });
        }
        self.depth += 1;
        self.scopes.push(Vec::new());
        self.eat("(");
        while self.peek().kind != Kind::End && !self.eat(")") {
            let name = self.next();
            if name.kind == Kind::Name {
                self.declare(name, true);
            }
        }
        self.statements();
        self.eat("end");
        self.scopes.pop();
        self.depth -= 1;
        self.within = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::written::sums::sum::Kind as Value;

    fn told(text: &str) -> Vec<String> {
        let names = Names {
            fields: vec![("armour", Value::Number), ("pressed", Value::Flag)],
            conditions: vec!["prone"],
            columns: vec![("damage", Value::Dice)],
            options: vec![("dark", Value::Flag)],
            ..Names::default()
        };
        let words = [
            "test", "gain", "deal", "choose", "say", "math", "options", "run",
        ];
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let known = Known {
            names: &names,
            tests: &["attack"],
            pieces: &["push"],
            slots: &["deed"],
            words: &words,
            library: &|_| vec!["floor".to_owned()],
        };
        let found = Found::read(text);
        let all = found.mistakes(&known).into_iter();
        all.map(|one| format!("{}: {}", one.at, one.what)).collect()
    }

    #[test]
    fn unknown_names_are_reported_without_running_the_file() {
        let good = "local LIMIT = 3\nlocal function far(who) return who.armour > LIMIT end\n\
            function press(self, target, with, result)\n  for _, one in say() do local x = { one.y, z = 1 } x.a = 2 end\n  \
            if far(self) and result.passed then target.armour = with.damage goto done end\n  test(self, 'attack', { with = with }) ::done::\nend";
        assert_eq!(told(good), [""; 0]);
        assert_eq!(
            told("function f(self) self.armor = 1 end"),
            ["22: unknown name `self.armor`: did you mean `armour`?"]
        );
        assert_eq!(told("function f(self) gain(self, 'proen') end").len(), 1);
        assert_eq!(told("function f(self) test(self, 'atack') end").len(), 1);
        assert_eq!(
            told("function f() run 'psh' say(options.drak) end").len(),
            2
        );
        assert_eq!(told("function f() return math.random(6) end").len(), 1);
        assert_eq!(
            told("function f(self) gain(self, prone) end"),
            ["28: unknown name `prone`: write `self.prone`, or \"prone\" for its name"]
        );
        assert_eq!(
            told("function f(self, target, with, result) say(result.faces) end"),
            [
                "50: unknown name `result.faces`: choose one of total, natural, margin, raises, passed, outcome, test, kind, dice"
            ]
        );
    }

    #[test]
    fn variables_that_outlive_a_function_are_reported() {
        for text in [
            "count = 0 function f() count = count + 1 end",
            "local count = 0 function f() count = count + 1 end",
            "local seen = {} function f() seen.x = 1 end",
            "seen = {} function f() seen[1] = 1 end",
            "function f() function g() end end",
        ] {
            let told = told(text);
            assert_eq!(told.len(), 1, "{text}: {told:?}");
            assert!(told[0].contains("(resets: Fight)"), "{told:?}");
        }
        assert_eq!(
            told("function f() local n = 0 n = n + 1 local g = function() n = 2 end g() end"),
            [""; 0]
        );
    }

    #[test]
    fn a_rule_that_changes_an_entry_of_a_list_on_a_sheet_is_reported() {
        for text in [
            "function f(self) self.armour[1] = 2 end",
            "function f(self) self.armour[1].damage = 2 end",
            "function f(self) attacker.armour.x = 2 end",
        ] {
            let told = told(text);
            assert_eq!(told.len(), 1, "{text}: {told:?}");
            assert!(told[0].contains("a rule cannot change the entries"));
        }
        let good = "function f(self) local all = self.armour all[1] = nil self.armour = 1 end";
        assert_eq!(told(good), [""; 0]);
    }

    #[test]
    fn functions_that_deal_damage_are_detected() {
        let found = Found::read(
            "local function blow(who) deal(who, 3) end\nfunction a(self, target) blow(target) end\nfunction b() a() end\nc = function() say('deal') end\nlocal hit = function(who) deal(who, 3) end\nfunction d(self) hit(self) end",
        );
        let harms: Vec<bool> = ["a", "b", "c", "d"].map(|name| found.harms(name)).to_vec();
        assert_eq!(harms, [true, true, false, true]);
        let shared: Vec<&str> = found
            .functions
            .iter()
            .filter(|one| one.shared)
            .map(|one| &*one.name)
            .collect();
        assert_eq!(shared, ["a", "b", "c", "d"]);
        let found =
            Found::read("function a(self) choose(self, 'Which?', { 'this', \"that\" }) end");
        assert_eq!(
            found.answers,
            [Answers {
                title: "Which?".into(),
                all: vec!["this".into(), "that".into()]
            }]
        );
    }
}
