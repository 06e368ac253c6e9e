//! Names of the engine that most files of the rulebooks use: `use crate::systems::prelude::*`.

pub use crate::dice::{Dice, Tally};
pub use crate::encounter::{Condition, Encounter, Ends, HealthChange};
pub use crate::resolver::{Choice, Filled, Form, Resolver, Roll, Step, say};
pub use crate::values::{Argument as _, Commas, Id, Is, List, Row, SideId, Told, Words as _};
