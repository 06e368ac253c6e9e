//! What several do to each other at the same moment and takes effect together.

use crate::resolver::{Resolver, note};
use crate::values::Id;

/// Says plainly which of the `fallen` felled each other; `struck` says whether the first hit the second.
pub fn tell_mutual(cx: &mut Resolver<'_>, fallen: &[Id], struck: impl Fn(Id, Id) -> bool) {
    for (place, a) in fallen.iter().enumerate() {
        for b in &fallen[place + 1..] {
            if struck(*a, *b) && struck(*b, *a) {
                note!(
                    cx,
                    &[*a, *b],
                    "{} and {} felled each other at the same moment.",
                    cx.name(*a),
                    cx.name(*b)
                );
            }
        }
    }
}
