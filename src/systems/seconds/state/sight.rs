//! Sight: the lighting of the place, cover and concealment of each combatant, and exceptions by side and by combatant
//! (SEC-17 to SEC-20, SEC-76 to SEC-78). Affray stores only these exceptions, not a state for each pair of combatants.

use std::collections::BTreeMap;

use super::fighter::fighter;
use crate::systems::prelude::*;
use crate::systems::seconds::sheet::schema::{Visibility, at};

crate::words! {
    /// Lighting of the place (SEC-20).
    pub enum Light {
        Clear = "clear" "clear light",
        Hazy = "hazy",
        Dark = "dark" "total darkness",
    }
}

crate::records! {
    /// Place of the fight with its lighting.
    pub struct Scene in "scene" {
        pub light: Light,
    }

    /// Visibility of a combatant to others.
    pub struct Sight each "sight" {
        /// DC of the Perception check that notices the hidden combatant; without success, observers do not see them
        /// (SEC-17).
        pub hidden: Option<i64>,
        /// True if the combatant hides behind total cover, where no check can notice them (SEC-17).
        pub behind: bool,
        /// Observers who have noticed the combatant.
        pub noticed: Vec<Id>,
        /// Visibility to sides, regardless of lighting and hiding.
        pub sides: BTreeMap<SideId, Visibility>,
        /// Visibility to single observers, which overrides all other values.
        pub ones: BTreeMap<Id, Visibility>,
        /// True if the combatant itself needs no light to see (SEC-20).
        pub needs_no_light: bool,
    }
}

impl Sight {
    /// Returns true if the combatant is hidden and the observer has not noticed it.
    fn hides_from(&self, observer: Id) -> bool {
        self.behind || (self.hidden.is_some() && !self.noticed.contains(&observer))
    }
}

/// Returns true if a combatant hides from an observer that does not know of it (SEC-18).
pub fn hides_from(now: &Encounter, hider: Id, observer: Id) -> bool {
    Sight::of(now, hider).hides_from(observer)
        && seen(now, observer, hider) >= Visibility::Invisible
}

/// Returns true if a combatant hides, whether or not an observer has noticed it.
pub fn hides(now: &Encounter, id: Id) -> bool {
    let sight = Sight::of(now, id);
    sight.behind || sight.hidden.is_some()
}

/// Returns the visibility of a target to an observer.
pub fn seen(now: &Encounter, observer: Id, target: Id) -> Visibility {
    let sight = Sight::of(now, target);
    let said = sight.ones.get(&observer);
    if let Some(said) = said.or_else(|| sight.sides.get(&now.get(observer).side)) {
        return *said;
    }
    let own = now.get(target).sheet.get(at::visibility);
    let hiding = if sight.hides_from(observer) {
        Visibility::Invisible
    } else {
        Visibility::Clear
    };
    own.max(hiding).max(by_light(now, observer))
}

/// Returns the visibility of all others to an observer in the current lighting.
fn by_light(now: &Encounter, observer: Id) -> Visibility {
    let eyes = || Sight::of(now, observer).needs_no_light;
    let low_light = || fighter(now, observer).mind.lowlight_vision();
    match Scene::of(now).light {
        Light::Clear => Visibility::Clear,
        Light::Hazy if low_light() || eyes() => Visibility::Clear,
        Light::Hazy => Visibility::Concealed,
        Light::Dark if eyes() => Visibility::Clear,
        Light::Dark => Visibility::Invisible,
    }
}

/// Formats visibility for a row: the state for all observers, the number of observers who have noticed a hidden
/// combatant, and a note if there are exceptions.
pub fn told(now: &Encounter, id: Id) -> Option<String> {
    let sight = Sight::of(now, id);
    let own = now.get(id).sheet.get(at::visibility);
    let hidden = sight.hidden.map(|dc| match sight.noticed.len() {
        0 => format!("hidden (DC {dc})"),
        some => format!("hidden (DC {dc}), seen by {some}"),
    });
    let hidden = if sight.behind {
        Some("hidden".to_owned())
    } else {
        hidden
    };
    let plain = (own != Visibility::Clear).then(|| crate::values::Words::label(own).to_owned());
    let exceptions = sight.sides.len() + sight.ones.len();
    let apart = (exceptions > 0).then(|| "visibility differs by observer".to_owned());
    let all: Vec<String> = [plain, hidden, apart].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(", "))
}
