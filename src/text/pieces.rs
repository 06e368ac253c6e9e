//! A long text in pieces, so that nobody has to put them together who only writes them one after the other.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text in pieces. A long piece may be a part of a text that others have, too.
#[derive(Clone, Debug, Default)]
pub struct Pieces(Vec<Piece>);

#[derive(Clone, Debug)]
struct Piece {
    of: Arc<String>,
    part: Range<usize>,
}

impl Piece {
    fn text(&self) -> &str {
        self.of.get(self.part.clone()).unwrap_or_default()
    }
}

impl Pieces {
    /// Goes on with a part of a text, of which no copy is made.
    pub(crate) fn share(&mut self, of: &Arc<String>, part: Range<usize>) {
        let of = Arc::clone(of);
        self.0.push(Piece { of, part });
    }

    /// Goes on with a text.
    pub(crate) fn push(&mut self, text: String) {
        let part = 0..text.len();
        self.0.push(Piece {
            of: text.into(),
            part,
        });
    }

    /// The pieces in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(Piece::text)
    }

    /// How long the text is, in bytes.
    pub fn length(&self) -> usize {
        self.iter().map(str::len).sum()
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|piece| f.write_str(piece))
    }
}

impl From<String> for Pieces {
    fn from(text: String) -> Self {
        let mut pieces = Self::default();
        pieces.push(text);
        pieces
    }
}

impl From<&str> for Pieces {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Pieces {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}
