//! Saves the party in its current state, for later fights and for the time between fights.

use anyhow::{Context, Result, bail};

use crate::encounter::Encounter;
use crate::text::{agree, listed};
use crate::ui::app::{App, Request, Screen};
use crate::values::SideId;

/// Warning before leaving a party whose changes between fights are not in its file. The changes themselves are saved like
/// every input, and the party resumes with them.
const UNKEPT: &str = "The party has unsaved changes. Press Ctrl-S to save it, or the same key again to leave: Affray keeps \
    the changes, but new fights begin without them.";

impl App {
    /// Leaves the screen of the fight. Between two fights, warns once if the party has unsaved changes.
    pub(in crate::ui) fn part(&mut self, request: Request) {
        if let Screen::Fight(fight) = &mut self.screen {
            let at = Some(fight.session.revision());
            if fight.is_kept() == Some(false) && fight.told_at != at {
                fight.told_at = at;
                fight.refuse(UNKEPT);
                return;
            }
        }
        self.requests.push(request);
    }

    /// Saves the party in its current state, or reports why that is impossible.
    pub(in crate::ui) fn keep_this_party(&mut self) {
        if let Err(why) = self.keep_party("")
            && let Some(fight) = self.fight_mut()
        {
            fight.refuse(format!("{why:#}"));
        }
    }

    /// Saves a side in its current state. `named` is a side, or the new name of the players' party. Without `named`,
    /// saves the party that fights on the players' side, otherwise the side under its own name.
    ///
    /// # Errors
    /// If no side is found, the side is empty, the file cannot be written, or the party would mix with another party of
    /// the same name.
    pub(crate) fn keep_party(&mut self, named: &str) -> Result<()> {
        let Screen::Fight(fight) = &mut self.screen else {
            return Ok(());
        };
        if let Some(why) = &fight.looking {
            bail!("the party cannot be saved here: {why}");
        }
        let now = fight.now();
        let by_name = now
            .side_ids()
            .find(|id| now.side_name(*id).eq_ignore_ascii_case(named));
        let players = || {
            let mut sides = now.side_ids();
            sides.find(|id| now.sides[id.index()].players)
        };
        let Some(id) = by_name.or_else(players) else {
            bail!(
                "no side belongs to the players: name the side to save, such as `save-party Heroes`"
            );
        };
        let side = &now.sides[id.index()];
        let is_party = !side.party.is_empty();
        let name = match (by_name, named, &fight.kept_as) {
            (None, named, _) if !named.is_empty() => named.to_owned(),
            (_, _, Some((of, name))) if *of == id => name.clone(),
            _ if is_party => side.party.clone(),
            _ => side.name.clone(),
        };
        let chosen = !named.is_empty() || is_party || fight.kept_as.is_some();
        let key = fight.compendium.key();
        let compendium = self.library.compendium(key).with_context(|| {
            let name = fight.compendium.name();
            format!(
                "the system {name} (`{key}`) is not installed, so its party cannot be saved: \
                     `affray new-system {key} --from FIGHT.ron` installs the copy in this fight"
            )
        })?;
        let party = compendium.party(&name).ok();
        let members = party.into_iter().flat_map(|party| &party.members);
        let members: Vec<&str> = members.map(|one| one.name.as_str()).collect();
        let others = strangers(&members, now, id);
        if !chosen && !others.is_empty() {
            let (are, them) = (agree(others.len(), "is", "are"), listed(&others));
            bail!(
                "another party is called {name} ({them} {are} in it): `:save-party {name}` adds to that party, \
                 `:save-party Wolves` saves a separate party"
            );
        }
        let left = compendium.left_of(now, id, |one| members.contains(&one));
        if left.is_empty() {
            bail!("no combatant of {} is left to save", now.side_name(id));
        }
        let (path, aside) = self.library.keep_party(key, &name, left)?;
        let aside = aside.map_or_else(String::new, |aside| {
            format!("; the version that was edited by hand is saved as {aside}")
        });
        fight.kept_as = Some((id, name.clone()));
        fight.kept_at = Some(fight.session.revision());
        fight.say(format!("{name}: party saved in {}{aside}", path.display()));
        Ok(())
    }
}

/// Lists the members of a party who are not on the side.
fn strangers<'m>(members: &[&'m str], now: &Encounter, side: SideId) -> Vec<&'m str> {
    let of_side = |name: &str| {
        let mut all = now.ids();
        all.any(|id| now.get(id).side == side && now.name(id) == name)
    };
    let members = members.iter().copied();
    members.filter(|name| !of_side(name)).collect()
}
