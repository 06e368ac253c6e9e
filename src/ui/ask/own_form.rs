//! Forms that the screen itself asks, of a fight as of its preparation: what one shows and comes to, and who throws dice.

use crate::encounter::{Decider, Encounter, Roller, Temper};
use crate::resolver::{Draft, Filled, Form, Kind, Prompt, Refused};
use crate::session::Preview;
use crate::values::Words as _;
use crate::words;

words! {
    /// Who throws dice, as a form asks it.
    pub enum Thrown {
        /// The people at the table.
        Asked = "asked" "typed at the table",
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

words! {
    /// Who decides for somebody, as a form asks it.
    pub enum Led {
        /// As for the side.
        Side = "side" "as their side",
        /// Whoever sits at the keyboard.
        Gm = "gm" "the GM",
        /// The same, with a proposal.
        Proposed = "proposed" "proposed",
        /// The policy, but for areas and reach.
        Asking = "asking" "played, areas and reach asked",
        Played = "played" "played",
    }
}

impl Led {
    /// The same as the encounter has it; `None`: as for the side.
    pub fn decider(self) -> Option<Decider> {
        match self {
            Self::Side => None,
            Self::Gm => Some(Decider::Gm),
            Self::Proposed => Some(Decider::Proposed),
            Self::Asking => Some(Decider::Asking),
            Self::Played => Some(Decider::Played),
        }
    }
}

impl From<Option<Decider>> for Led {
    fn from(decider: Option<Decider>) -> Self {
        let is = |one: &&Self| one.decider() == decider;
        Self::ALL.iter().find(is).copied().unwrap_or_default()
    }
}

/// The words of a side's temper, in a row of a form.
pub fn temper(f: &mut Form<'_>, key: &str, temper: Temper) -> Filled<Temper> {
    f.hint(|| {
        let all: Vec<&str> = Temper::all().iter().map(|(word, _)| *word).collect();
        all.join(", ")
    });
    let words = f.text(key, "temper", &temper.to_string());
    Temper::default().read(&words).map_err(Refused)
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
