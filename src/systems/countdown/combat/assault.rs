//! Attack together with its movement.

use super::circumstances::Purpose;
use super::movement::{self, Movement, Outcome};
use super::strike::Strike;
use super::targets::{HELD, OUT, aimed_at, ask_closes, ask_target, targets};
use super::{answers, attack};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::Weapon;
use crate::systems::countdown::state::{Plan, engaged, fighter};
use crate::systems::prelude::*;

/// Attack together with its movement, as filled in on the form.
pub struct Assault {
    /// Attack, or the first of several attacks.
    pub strike: Strike,
    /// Movement before and after the attack.
    pub way: Movement,
    /// Combatants to close with.
    pub closes: Vec<Id>,
}

impl Assault {
    /// Asks for the details of an attack with a weapon: target, circumstances and movement.
    ///
    /// # Errors
    /// Refuses targets out of reach.
    pub fn ask(
        f: &mut Form<'_>,
        who: Id,
        weapon: Weapon,
        purpose: Purpose,
        plan: &Plan,
    ) -> Filled<Self> {
        let now = f.now;
        let melee = weapon.melee();
        let holder = fighter(now, who).held_by().filter(|_| melee);
        let (wanted, why) = match holder {
            Some(holder) => (Some(holder), String::new()),
            None => aimed_at(now, who, plan),
        };
        let list = holder.map_or_else(|| targets(now, who), |holder| vec![holder]);
        f.hint(|| why);
        let target = ask_target(f, &list, wanted, holder.map_or(OUT, |_| HELD));
        let strike = target.map(|target| Strike::ask(f, who, weapon, target, purpose, None));
        let foe = target.filter(|_| melee);
        let way = Movement::ask(f, who, foe);
        let closes = match foe.filter(|foe| !engaged(now, who, *foe)) {
            Some(_) => ask_closes(f, who, foe),
            None => Vec::new(),
        };
        let strike = f.need(strike, "there is no target")?;
        way.fits(f, who)?;
        strike.reaches(f)?;
        Ok(Self {
            strike,
            way,
            closes,
        })
    }
    /// Closes in, moves, attacks if the movement reaches the target, and moves on. If a fall cuts the movement short,
    /// the log says so (CTD-37).
    pub fn play(
        &self,
        cx: &mut Resolver<'_>,
        blows: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
    ) -> Step<()> {
        let (by, way) = (self.strike.by, &self.way);
        self.strike.preview(cx);
        let replies = answers::close_in(cx, by, &self.closes)?;
        let outcome = movement::before(cx, by, way)?;
        let melee = self.strike.weapon.melee();
        let afoot = melee && !self.closes.is_empty();
        if outcome == Outcome::KnockedDown && afoot {
            cx.note(Says::DoesNotReach { by });
        } else if outcome != Outcome::Stopped {
            // The combatant has moved to the target.
            if melee && way.before > 0 {
                attack::close_with(cx, by, self.strike.target);
            }
            blows(cx)?;
            answers::give_replies(cx, &replies)?;
            movement::after(cx, by, way)?;
        }
        Ok(())
    }
}
