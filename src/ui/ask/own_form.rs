//! Forms that the screen itself asks, of a fight as of its preparation: what one shows and comes to, and who throws dice.

use crate::encounter::{Encounter, Roller};
use crate::resolver::{Draft, Filled, Form, Kind, Prompt, Refused};
use crate::session::Preview;
use crate::words;

words! {
    /// Who throws dice, as a form asks it.
    pub enum Thrown {
        /// The people at the table.
        Asked = "asked" "typed at the table",
        /// The program.
        Rolled = "rolled" "rolled by the program",
        /// As for the side.
        Side = "side" "as their side",
    }
}

impl Thrown {
    /// What dice of a side can be.
    pub const OF_A_SIDE: &[Self] = &[Self::Asked, Self::Rolled];

    /// The same as the encounter has it; `None`: as for the side.
    pub fn roller(self) -> Option<Roller> {
        match self {
            Self::Asked => Some(Roller::Asked),
            Self::Rolled => Some(Roller::Rolled),
            Self::Side => None,
        }
    }
}

impl From<Option<Roller>> for Thrown {
    fn from(roller: Option<Roller>) -> Self {
        match roller {
            Some(Roller::Asked) => Self::Asked,
            Some(Roller::Rolled) => Self::Rolled,
            None => Self::Side,
        }
    }
}

/// What a form shows and comes to with what the hand has set.
pub fn previewed<T>(
    now: &Encounter,
    asked: &Prompt,
    set: &Draft,
    body: impl Fn(&mut Form<'_>) -> Filled<T>,
) -> (Preview, Result<T, String>) {
    let mut form = Form::new(now, set, true);
    let made = body(&mut form);
    let made = match form.misfit() {
        Some(why) => Err(why.to_owned()),
        None => made.map_err(|Refused(why)| why),
    };
    let preview = Preview {
        form: Prompt {
            kind: Kind::Form(form.into_fields()),
            ..asked.clone()
        },
        shows: Vec::new(),
        next: None,
        refused: made.as_ref().err().cloned(),
    };
    (preview, made)
}
