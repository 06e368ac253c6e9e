//! What went wrong in `rules.lua`, in our own words.

/// What Lua says and what it means.
const MEANINGS: [(&str, &str); 19] = [
    ("attempt to call a nil value", "there is no such function"),
    ("attempt to call a", "this is no function"),
    (
        "attempt to index a nil value",
        "nothing stands here, so that it has no fields: ask `if … then` first",
    ),
    ("attempt to index a", "this has no fields"),
    (
        "attempt to perform arithmetic on a nil value",
        "nothing stands here that could be counted: ask `if … then` first",
    ),
    (
        "attempt to perform arithmetic on a",
        "numbers only can be counted",
    ),
    (
        "attempt to concatenate a nil value",
        "nothing stands here that could be written: ask `if … then` first",
    ),
    (
        "attempt to concatenate a",
        "only texts, numbers and combatants can be joined with `..`",
    ),
    ("attempt to compare", "these cannot be compared"),
    ("attempt to perform 'n", "nothing can be divided by 0"),
    ("attempt to divide by zero", "nothing can be divided by 0"),
    // A sum with a text that is no number: `attempt to sub a 'string' with a 'number'`.
    ("' with a '", "numbers only can be counted"),
    ("attempt to unm a", "numbers only can be counted"),
    (
        "attempt to get length of",
        "only texts and lists have a length",
    ),
    ("'for' step is zero", "the steps of a `for` cannot be 0"),
    ("'for' ", "a `for` counts in numbers: from one, to another"),
    (
        " index is ",
        "what stands here cannot be a place in a list: ask `if … then` first",
    ),
    (
        "invalid value (at index",
        "`table.concat` joins texts and numbers only",
    ),
    (
        "number has no integer representation",
        "a whole number is needed here: `math.floor(…)` rounds down",
    ),
];

/// What a run that Lua itself ended died of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It did too much.
    Instructions,
    /// It held too much.
    Memory,
}

impl Limit {
    /// What is said of it.
    pub fn told(self) -> &'static str {
        match self {
            Limit::Instructions => {
                "this takes more than 1,000,000 instructions: is there a loop that never ends, or a function that calls itself?"
            }
            Limit::Memory => {
                "this takes more than 16 MiB: is there a text or a list that grows without end?"
            }
        }
    }
}

/// The line of the file that an error of Lua's names first, if any.
pub fn line(text: &str) -> Option<u32> {
    let at = text.find("rules.lua:")?;
    let rest = &text[at + "rules.lua:".len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse().ok()
}

/// What an error of Lua's means, without its place.
pub fn meaning(text: &str) -> String {
    if text.contains("stack overflow") {
        return "this calls itself over and over, too deeply".to_owned();
    }
    let first = text.lines().next().unwrap_or_default();
    let bare = first
        .split_once("rules.lua:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(first, |(_, what)| what);
    // `(local 'x')`, `(field 'x')`: what it is about.
    let about = bare.rsplit_once(" '").and_then(|(_, rest)| {
        let word = rest.strip_suffix("')").filter(|word| !word.is_empty())?;
        Some(format!("`{word}`: "))
    });
    match MEANINGS.iter().find(|(said, _)| bare.contains(said)) {
        Some((_, means)) => format!("{}{means}", about.unwrap_or_default()),
        None => argument(bare).unwrap_or_else(|| bare.trim().to_owned()),
    }
}

/// What is wrong with a value that a word of Lua was given: `bad argument #2 to 'sub' (number expected, got nil)`.
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
            None => format!("`{word}` cannot do anything with its {place}"),
        },
    )
}

/// What Lua's compiler means.
pub fn compiler(text: &str, line: &str) -> String {
    const HABITS: [(&str, &str); 8] = [
        ("!=", "not the same is written `~=`"),
        ("+=", "write `x = x + 1`"),
        ("-=", "write `x = x - 1`"),
        ("&&", "write `and`"),
        ("||", "write `or`"),
        ("++", "write `x = x + 1`"),
        ("else if", "write `elseif`"),
        ("!", "write `not`"),
    ];
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
    let told = if let (Some(missing), Some(opens)) = (quoted("'"), quoted("(to close '")) {
        let at = bare.split_once("at line ").map_or("", |(_, rest)| rest);
        let at = at.split(')').next().unwrap_or_default();
        format!("`{missing}` is missing {before}: it closes the `{opens}` of line {at}")
    } else if bare.contains(" expected") {
        let wanted = quoted("'").filter(|_| bare.starts_with('\''));
        let wanted = wanted.map_or_else(|| "a name".to_owned(), |word| format!("`{word}`"));
        format!("{wanted} is needed {before}")
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
        None if near == Some("=") => format!("{told}: to compare is written `==`"),
        None => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lua_says_is_told_in_our_words() {
        let text = "rules.lua:12: attempt to index a nil value (local 'with')\nstack traceback:\n\t[C]: in ?";
        assert_eq!(line(text), Some(12));
        assert_eq!(
            meaning(text),
            "`with`: nothing stands here, so that it has no fields: ask `if … then` first"
        );
        let text = "[affray]:3: attempt to compare nil with number\nstack traceback:\n\trules.lua:7: in function 'f'";
        assert_eq!(line(text), Some(7));
        assert_eq!(meaning(text), "these cannot be compared");
        for (said, means) in [
            ("attempt to divide by zero", "nothing can be divided by 0"),
            ("attempt to perform 'n%0'", "nothing can be divided by 0"),
            (
                "attempt to sub a 'string' with a 'number'",
                "numbers only can be counted",
            ),
            (
                "bad argument #2 to 'sub' (number expected, got nil)",
                "`sub` needs a number as its second value, not nothing",
            ),
        ] {
            assert_eq!(meaning(&format!("rules.lua:2: {said}")), means);
        }
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
            "`then` is needed before `=`: to compare is written `==`"
        );
        assert_eq!(
            compiler("rules.lua:9: unexpected symbol near '!'", "if a != b then"),
            "`!` does not fit here: not the same is written `~=`"
        );
        assert_eq!(
            told("rules.lua:2: unfinished string near ''abc'"),
            "the text that begins here never ends: close it with its quote"
        );
    }
}
