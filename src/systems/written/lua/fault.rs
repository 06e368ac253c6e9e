//! Errors of `rules.lua` in plain words.

/// Lua's messages and their meanings.
const MEANINGS: [(&str, &str); 20] = [
    (
        "attempt to call a nil value",
        "this function does not exist",
    ),
    ("attempt to call a", "this is not a function"),
    (
        "attempt to index a nil value",
        "this is `nil` and has no fields: check it with `if … then` first",
    ),
    ("attempt to index a", "this has no fields"),
    (
        "attempt to perform arithmetic on a nil value",
        "this is `nil`, not a number: check it with `if … then` first",
    ),
    (
        "attempt to perform arithmetic on a",
        "arithmetic needs numbers",
    ),
    (
        "attempt to concatenate a nil value",
        "this is `nil`, not a text: check it with `if … then` first",
    ),
    (
        "attempt to concatenate a",
        "only texts, numbers and combatants can be joined with `..`",
    ),
    ("attempt to compare", "these values cannot be compared"),
    ("attempt to perform 'n", "a number cannot be divided by 0"),
    (
        "attempt to divide by zero",
        "a number cannot be divided by 0",
    ),
    (
        "to add a '",
        "arithmetic needs numbers: join texts with `..`",
    ),
    // Arithmetic with a text that is not a number: `attempt to sub a 'string' with a 'number'`.
    ("' with a '", "arithmetic needs numbers"),
    ("attempt to unm a", "arithmetic needs numbers"),
    (
        "attempt to get length of",
        "only texts and lists have a length",
    ),
    ("'for' step is zero", "the steps of a `for` cannot be 0"),
    ("'for' ", "a `for` needs numbers: `for n = 1, 3 do`"),
    (
        " index is ",
        "this value cannot be an index: check it with `if … then` first",
    ),
    (
        "invalid value (at index",
        "`table.concat` joins only texts and numbers",
    ),
    (
        "number has no integer representation",
        "a whole number is needed here: `math.floor(…)` rounds down",
    ),
];

/// Limit at which Affray stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Too many instructions in a run.
    Instructions,
    /// Too much memory in a run.
    Memory,
}

impl Limit {
    /// Returns the error message for the limit.
    pub fn told(self) -> &'static str {
        match self {
            Limit::Instructions => {
                "this code takes more than 1,000,000 instructions: is there a loop that never ends, or a function that calls itself?"
            }
            Limit::Memory => {
                "this code takes more than 16 MiB: is there a text or a list that grows without end?"
            }
        }
    }
}

/// Returns the first line number in an error of Lua.
pub fn line(text: &str) -> Option<u32> {
    let at = text.find("rules.lua:")?;
    let rest = &text[at + "rules.lua:".len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse().ok()
}

/// Returns the meaning of an error of Lua, without its place.
pub fn meaning(text: &str) -> String {
    if text.contains("stack overflow") {
        return "this function calls itself without end".to_owned();
    }
    let first = text.lines().next().unwrap_or_default();
    let bare = first
        .split_once("rules.lua:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(first, |(_, what)| what);
    if bare.contains("(for iterator") {
        return "go through a list with `ipairs`: `for _, one in ipairs(list) do`".to_owned();
    }
    // Name in the message: `(local 'x')`, `(field 'x')`.
    let about = bare.rsplit_once(" '").and_then(|(_, rest)| {
        let word = rest.strip_suffix("')").filter(|word| !word.is_empty())?;
        Some(format!("`{word}`: "))
    });
    match MEANINGS.iter().find(|(said, _)| bare.contains(said)) {
        Some((_, means)) => format!("{}{means}", about.unwrap_or_default()),
        None => argument(bare).unwrap_or_else(|| bare.trim().to_owned()),
    }
}

/// Returns the meaning of an error about an argument: `bad argument #2 to 'sub' (number expected, got nil)`.
fn argument(bare: &str) -> Option<String> {
    let (nth, rest) = bare.split_once("bad argument #")?.1.split_once(" to '")?;
    let (word, why) = rest.split_once("' (")?;
    let nth = ["first", "second", "third"].get(nth.parse::<usize>().ok()?.checked_sub(1)?);
    let place = nth.map_or("value".to_owned(), |nth| format!("{nth} value"));
    let kind = |kind: &str| match kind {
        "nil" | "no value" => "nothing".to_owned(),
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => "a number".to_owned(),
        other => format!("a {other}"),
    };
    Some(
        match why.trim_end_matches(')').split_once(" expected, got ") {
            Some((wanted, got)) => {
                let (wanted, got) = (kind(wanted), kind(got));
                format!("`{word}` needs {wanted} as its {place}, not {got}")
            }
            None => format!("`{word}` cannot use its {place}"),
        },
    )
}

const ESCAPES: &str = "after a `\\` in a text, only `n`, `\"`, `'` and `\\` are possible";

/// Messages of Lua's compiler, other than missing or unexpected tokens, and their meanings.
const COMPILED: [(&str, &str); 13] = [
    ("malformed number", "this is not a number"),
    ("invalid escape", ESCAPES),
    ("escape too large", ESCAPES),
    ("hexadecimal digit", ESCAPES),
    (
        "unknown attribute",
        "only `<const>` is allowed in angle brackets after a name: remove the brackets",
    ),
    (
        "to const variable",
        "a name with `<const>` keeps its value: remove `<const>`",
    ),
    (
        "no visible label",
        "there is no label of this name: `::name::`",
    ),
    (
        "jumps into the scope",
        "`goto` cannot jump past a `local`: put `do … end` around it",
    ),
    ("break outside", "`break` is only possible in a loop"),
    (
        "already defined",
        "this label appears twice in one function",
    ),
    (
        "outside a vararg",
        "`...` is only possible in a function that takes it: `function f(...)`",
    ),
    ("too many", "this function is too long: split it"),
    (
        "overflow",
        "this function is nested too deeply: split it into several functions",
    ),
];

/// Returns the meaning of a message of Lua's compiler.
pub fn compiler(text: &str, line: &str) -> String {
    const HABITS: [(&str, &str); 8] = [
        ("!=", "write `~=` for \"not equal\""),
        ("+=", "write `x = x + 1`"),
        ("-=", "write `x = x - 1`"),
        ("&&", "write `and`"),
        ("||", "write `or`"),
        ("++", "write `x = x + 1`"),
        ("else if", "write `elseif`"),
        ("!", "write `not`"),
    ];
    /// Keywords that a condition follows.
    const ASKS: [&str; 4] = ["if", "elseif", "while", "until"];
    let bare = text
        .split_once("rules.lua:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(text, |(_, what)| what);
    let near = bare
        .split_once(" near ")
        .map(|(_, near)| near.trim_matches('\''));
    let before = match near {
        Some("<eof>") => "at the end of the file".to_owned(),
        Some(near) => format!("before `{near}`"),
        None => "here".to_owned(),
    };
    let quoted = |from: &str| {
        let rest = bare.split_once(from)?.1;
        rest.split_once('\'').map(|(word, _)| word.to_owned())
    };
    let dice = |near: &str| {
        near.split_once('d').is_some_and(|(many, sides)| {
            let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            number(many) && number(sides)
        })
    };
    if line.contains(['“', '”', '„', '‘', '’']) && bare.contains("unexpected symbol") {
        return "write texts in straight quotes: \"like this\"".to_owned();
    }
    if let Some(near) = near.filter(|near| bare.contains("malformed number") && dice(near)) {
        return format!("write dice in quotes: \"{near}\"");
    }
    // Number or text after a `:`.
    let valued =
        near.is_some_and(|near| near.starts_with(|c: char| c.is_ascii_digit() || c == '"'));
    let colon = valued && line.contains(':') && bare.contains("name> expected");
    if colon || bare.contains("arguments expected") {
        return "a `:` calls a function: write `.` before a value of a combatant (`target.armour`), and `=` after a \
            name in curly brackets (`{ points = 2 }`)"
            .to_owned();
    }
    let known = COMPILED.iter().find(|(said, _)| bare.contains(said));
    let told = if let Some((_, means)) = known {
        (*means).to_owned()
    } else if let (Some(missing), Some(opens)) = (quoted("'"), quoted("(to close '")) {
        let at = bare.split_once("at line ").map_or("", |(_, rest)| rest);
        let at = at.split(')').next().unwrap_or_default();
        format!("`{missing}` is missing {before}: it closes the `{opens}` of line {at}")
    } else if bare.contains(" expected") {
        let wanted = quoted("'").filter(|_| bare.starts_with('\''));
        let wanted = wanted.map_or_else(|| "a name".to_owned(), |word| format!("`{word}`"));
        format!("{wanted} is needed {before}")
    } else if let Some((what, rest)) = bare
        .strip_prefix("unfinished long ")
        .and_then(|rest| rest.split_once(" (starting at line "))
    {
        let what = if what == "string" { "text" } else { what };
        let line = rest.split(')').next().unwrap_or_default();
        format!("the {what} that begins in line {line} never ends: close it with `]]`")
    } else if bare.starts_with("unfinished") {
        "the text that begins here never ends: close it with its quote".to_owned()
    } else if bare.contains("unexpected symbol") || bare.contains("syntax error") {
        let near = near.unwrap_or("<eof>");
        match near {
            "<eof>" => "something is missing at the end of the file".to_owned(),
            near => format!("`{near}` does not fit here"),
        }
    } else {
        bare.to_owned()
    };
    let code = line.split("--").next().unwrap_or_default();
    match HABITS.iter().find(|(sign, _)| code.contains(sign)) {
        Some((_, remedy)) => format!("{told}: {remedy}"),
        None if near == Some("=") && code.split_whitespace().any(|word| ASKS.contains(&word)) => {
            let sign = [("=>", ">="), ("=<", "<=")]
                .into_iter()
                .find(|(sign, _)| code.contains(sign));
            format!(
                "{told}: {}",
                match sign {
                    Some((_, right)) => format!("write `{right}`"),
                    None => "write `==` to compare".to_owned(),
                }
            )
        }
        None => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_lua_compiler_are_reworded() {
        let lua = mlua::Lua::new();
        let colon = "a `:` calls a function: write `.` before a value of a combatant";
        let many: String = (0..201).map(|nth| format!("local a{nth} ")).collect();
        let deep = format!("x = {}1{}", "(".repeat(300), ")".repeat(300));
        for (text, means) in [
            ("x = 2.5e-", "this is not a number"),
            ("x = 2d6", "write dice in quotes: \"2d6\""),
            ("x = “a”", "write texts in straight quotes"),
            ("x = { points: 2 }", colon),
            ("x = { points: much }", colon),
            ("x = { label: \"fire\" }", colon),
            ("x = a:b() .. math.(3)", "a name is needed before `(`"),
            ("x = target:armour", colon),
            (
                "if x => 2 then end",
                "`then` is needed before `=`: write `>=`",
            ),
            ("x = '\\q'", "after a `\\` in a text, only"),
            ("x = '\\xzz'", "after a `\\` in a text, only"),
            ("x = '\\999'", "after a `\\` in a text, only"),
            ("local x <big> = 1", "only `<const>` is allowed"),
            ("local x <const> = 1 x = 2", "a name with `<const>`"),
            ("goto there", "there is no label"),
            (
                "do goto on local x ::on:: x = 1 end",
                "`goto` cannot jump past",
            ),
            ("break", "`break` is only possible"),
            ("::a:: ::a::", "this label appears twice"),
            ("function f() return ... end", "`...` is only possible in"),
            (&many, "this function is too long"),
            (&deep, "this function is nested too deeply"),
            ("--[[ x", "the comment that begins in line 1 never ends"),
            (
                "y = 1\nx = [[ x",
                "the text that begins in line 2 never ends",
            ),
        ] {
            let said = lua.load(text).set_name("=rules.lua").into_function();
            let said = said.expect_err(text).to_string();
            let told = compiler(&said, text);
            assert!(told.starts_with(means), "{text}: {said}: {told}");
        }
    }

    #[test]
    fn messages_of_lua_are_reworded() {
        let text = "rules.lua:12: attempt to index a nil value (local 'with')\nstack traceback:\n\t[C]: in ?";
        assert_eq!(line(text), Some(12));
        assert_eq!(
            meaning(text),
            "`with`: this is `nil` and has no fields: check it with `if … then` first"
        );
        let text = "[affray]:3: attempt to compare nil with number\nstack traceback:\n\trules.lua:7: in function 'f'";
        assert_eq!(line(text), Some(7));
        assert_eq!(meaning(text), "these values cannot be compared");
        for (said, means) in [
            (
                "attempt to divide by zero",
                "a number cannot be divided by 0",
            ),
            (
                "attempt to perform 'n%0'",
                "a number cannot be divided by 0",
            ),
            (
                "attempt to sub a 'string' with a 'number'",
                "arithmetic needs numbers",
            ),
            (
                "bad argument #2 to 'sub' (number expected, got nil)",
                "`sub` needs a number as its second value, not nothing",
            ),
        ] {
            assert_eq!(meaning(&format!("rules.lua:2: {said}")), means);
        }
        let said = "rules.lua:3: attempt to call a table value (for iterator 'for iterator')";
        assert_eq!(
            meaning(said),
            "go through a list with `ipairs`: `for _, one in ipairs(list) do`"
        );
        assert_eq!(
            meaning("rules.lua:3: attempt to add a 'string' with a 'number'"),
            "arithmetic needs numbers: join texts with `..`"
        );
        let told = |text: &str| compiler(text, "");
        assert_eq!(
            told("rules.lua:9: 'end' expected (to close 'function' at line 3) near <eof>"),
            "`end` is missing at the end of the file: it closes the `function` of line 3"
        );
        assert_eq!(
            told("rules.lua:9: 'then' expected near 'x'"),
            "`then` is needed before `x`"
        );
        assert_eq!(
            compiler("rules.lua:9: 'then' expected near '='", "if a = b then"),
            "`then` is needed before `=`: write `==` to compare"
        );
        assert_eq!(
            compiler("rules.lua:9: unexpected symbol near '!'", "if a != b then"),
            "`!` does not fit here: write `~=` for \"not equal\""
        );
        assert_eq!(
            told("rules.lua:2: unfinished string near ''abc'"),
            "the text that begins here never ends: close it with its quote"
        );
    }
}
