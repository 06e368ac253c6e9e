//! Loads and their mobility penalties (SEC-53, SEC-186 to SEC-189).

use crate::systems::prelude::*;
use crate::systems::seconds::sheet::schema::Sheet;
use crate::systems::seconds::sheet::tables::Loads;

/// Mobility penalty of a load if the step is 0 (SEC-189).
const HOPELESS: i64 = 5;

/// Returns endurance; objects have 3 (SEC-15).
pub fn endurance(body: &Sheet<&Row>) -> i64 {
    if body.is_object() {
        3
    } else {
        body.endurance()
    }
}

/// Returns the load and the step of load, both in quarters of a tenth of a kilogram (SEC-186).
fn load(now: &Encounter, body: &Sheet<&Row>) -> (i64, i64) {
    let carried = 4 * body.load_kg() + body.wheeled_load_kg();
    let able = endurance(body) + body.strength();
    let printed = || Loads::of(now, able).step();
    let step = body.load_step_kg().unwrap_or_else(printed);
    (carried, 4 * step)
}

/// Returns the mobility penalty of the load alone (SEC-186, SEC-189).
fn encumbrance(now: &Encounter, body: &Sheet<&Row>) -> i64 {
    match load(now, body) {
        (0, _) => 0,
        (_, 0) => HOPELESS,
        (carried, step) => ((carried + step - 1) / step - 1).max(0),
    }
}

/// Returns the mobility penalty: the larger of load and armour, plus all others (SEC-187).
pub fn mobility(now: &Encounter, body: &Sheet<&Row>) -> i64 {
    encumbrance(now, body).max(body.armour_mobility()) + body.other_mobility()
}

/// Returns true if the load is more than five steps, so that the speed is one square in six seconds (SEC-188, SEC-189).
pub fn overloaded(now: &Encounter, body: &Sheet<&Row>) -> bool {
    let (carried, step) = load(now, body);
    carried > 5 * step
}
