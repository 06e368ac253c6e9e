//! Lexer for the text of `rules.lua`.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Name or keyword of Lua.
    Name,
    Number,
    /// Text in quotes or long brackets.
    Text,
    Sign,
    /// End of the file.
    End,
}

/// Token and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    pub kind: Kind,
    /// Text of the token as written.
    pub text: &'t str,
    /// Byte offset of the start of the token.
    pub at: usize,
    /// Line number, from 1.
    pub line: u32,
}

/// Operators of more than one character, longest first.
const SIGNS: [&str; 11] = [
    "...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", "..", "!=",
];

/// Returns the tokens of a text up to the first invalid token, followed by an end token.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, long) = match next {
            c if c.is_whitespace() => (None, next.len_utf8()),
            '-' if rest.starts_with("--") => (None, comment(rest)),
            '"' | '\'' => match quoted(rest, next) {
                Some(long) => (Some(Kind::Text), long),
                None => break,
            },
            '[' if brackets(rest).is_some() => match brackets(rest) {
                Some(long) => (Some(Kind::Text), long),
                None => break,
            },
            c if c.is_alphabetic() || c == '_' => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                (Some(Kind::Name), end.unwrap_or(rest.len()))
            }
            c if c.is_ascii_digit() => (Some(Kind::Number), number(rest)),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                (Some(Kind::Number), number(rest))
            }
            c => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                (
                    Some(Kind::Sign),
                    sign.map_or(c.len_utf8(), |sign| sign.len()),
                )
            }
        };
        let part = &rest[..long];
        if let Some(kind) = kind {
            all.push(Token {
                kind,
                text: part,
                at,
                line,
            });
        }
        line += u32::try_from(part.matches('\n').count()).unwrap_or(0);
        at += long;
    }
    all.push(Token {
        kind: Kind::End,
        text: "",
        at,
        line,
    });
    all
}

/// Returns the length of a comment.
fn comment(text: &str) -> usize {
    match brackets(&text[2..]) {
        Some(long) => long + 2,
        None => text.find('\n').unwrap_or(text.len()),
    }
}

/// Returns the length of a text in quotes; `None` if the closing quote is missing.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of a text in long brackets, if the text starts with one.
fn brackets(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    if !inner[level..].starts_with('[') {
        return None;
    }
    let end = format!("]{}]", "=".repeat(level));
    let from = level + 2;
    text[from..].find(&end).map(|at| from + at + end.len())
}

fn number(text: &str) -> usize {
    let mut before = ' ';
    let end = text.find(|c: char| {
        let sign = "+-".contains(c) && "eEpP".contains(before) && !text.starts_with("0x");
        let dots = c == '.' && before == '.';
        before = c;
        !(sign || (!dots && (c.is_ascii_alphanumeric() || c == '.')))
    });
    end.unwrap_or(text.len())
}

/// Returns the content of a text in quotes, if it has no escapes.
pub fn plain<'t>(token: &Token<'t>) -> Option<&'t str> {
    let text = token.text;
    let fits = token.kind == Kind::Text && !text.starts_with('[') && !text.contains('\\');
    fits.then(|| &text[1..text.len() - 1])
}

/// Returns the code for Lua. `a / b` becomes `a * over * b`, so that even divisions give whole numbers. Line numbers
/// stay the same, and all permitted names come from the environment.
pub fn for_lua(text: &str) -> String {
    let mut code = String::from("local _ENV = ... ");
    let mut from = 0;
    for token in tokens(text).iter().filter(|token| token.text == "/") {
        code.push_str(&text[from..token.at]);
        code.push_str("*__over*");
        from = token.at + 1;
    }
    code.push_str(&text[from..]);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        let all = tokens(text);
        all[..all.len() - 1].iter().map(|one| one.text).collect()
    }

    #[test]
    fn a_text_is_split_into_tokens() {
        let text = "local a = 0x1F -- [[ no ]] \"\n--[==[ a\n]] ]==] b = 'it\\'s' .. [[x\ny]] // 2.5e-3 ~= 3..4";
        let wanted = [
            "local", "a", "=", "0x1F", "b", "=", "'it\\'s'", "..", "[[x\ny]]", "//", "2.5e-3",
            "~=", "3.", ".4",
        ];
        assert_eq!(parts(text), wanted);
        assert_eq!(
            tokens(text)[4].line,
            3,
            "lines are counted through comments"
        );
        assert_eq!(parts("a = 'never ends\nb = 1"), ["a", "="]);
    }

    #[test]
    fn only_divisions_are_rewritten_and_line_numbers_stay_the_same() {
        let text = "a = b / c // d -- e / f\ng = '/' .. [[/]]";
        let code = for_lua(text);
        assert!(code.ends_with("a = b *__over* c // d -- e / f\ng = '/' .. [[/]]"));
        assert_eq!(code.lines().count(), 2);
    }
}
