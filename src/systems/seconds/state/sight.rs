//! Implements sight: the light of the place, cover and concealment of each combatant, and exceptions by side and
//! combatant (SEC-17 to SEC-20, SEC-76 to SEC-78). Nothing is kept or looked at for each pair but exceptions that
//! were made.

use std::collections::BTreeMap;

use crate::encounter::Encounter;
use crate::values::{Id, SideId};

use super::fighter::fighter;
use crate::systems::seconds::sheet::schema::{Visibility, at};

crate::words! {
    /// The light of the place (SEC-20).
    pub enum Light {
        Clear = "clear" "clear light",
        Hazy = "hazy",
        Dark = "dark" "total darkness",
    }
}

crate::records! {
    /// Where the fight takes place.
    pub struct Scene in "scene" {
        pub light: Light,
    }

    /// How somebody is seen.
    pub struct Sight each "sight" {
        /// What a Perception check has to reach to see it; those who did not make it do not see it (SEC-17).
        pub hidden: Option<i64>,
        /// It hides behind total cover, where no check notices it (SEC-17).
        pub behind: bool,
        /// Who made it all the same.
        pub noticed: Vec<Id>,
        /// How sides see it, whatever light and hiding say.
        pub sides: BTreeMap<SideId, Visibility>,
        /// How single observers see it, before all else.
        pub ones: BTreeMap<Id, Visibility>,
        /// It needs no light to see others itself (SEC-20).
        pub needs_no_light: bool,
    }
}

impl Sight {
    /// Whether somebody hides and this observer has not noticed.
    fn hides_from(&self, observer: Id) -> bool {
        self.behind || (self.hidden.is_some() && !self.noticed.contains(&observer))
    }
}

/// Whether somebody hides from an observer that does not know of it (SEC-18).
pub fn hides_from(now: &Encounter, hider: Id, observer: Id) -> bool {
    Sight::of(now, hider).hides_from(observer)
        && seen(now, observer, hider) >= Visibility::Invisible
}

/// Whether somebody hides from anybody, noticed or not.
pub fn hides(now: &Encounter, id: Id) -> bool {
    let sight = Sight::of(now, id);
    sight.behind || sight.hidden.is_some()
}

/// How an observer sees somebody.
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

/// How the light lets an observer see anybody.
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

/// How a row tells it: what is so for everybody, and how many see it otherwise.
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
