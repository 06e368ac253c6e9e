//! DC checks and saving throws (CTD-02, CTD-07, CTD-08).

use crate::dice::{Dice, Tally};
use crate::resolver::{Choice, Resolver, Roll, Step, say};
use crate::values::{Id, Words as _};

use crate::systems::countdown::sheet::is;
use crate::systems::countdown::state::{Fighter, fighter};

crate::words! {
    /// A saving throw of the sheet.
    pub enum Save {
        /// From what kills at once, and from splashing oil (CTD-126).
        DeathRay = "death_ray" "save against Death Ray",
        /// To keep a spell (CTD-139).
        Disruption = "disruption" "save against disruption",
    }

    /// What a check is made on that the GM asks for.
    enum Ability {
        Str = "str" "STR check",
        Dex = "dex" "DEX check",
    }
}

/// The saves and checks that a GM can ask for.
pub fn all() -> Vec<Choice> {
    let mut all = Choice::all::<Save>();
    all.extend(Choice::all::<Ability>());
    all
}

/// One of them, by its word. Says whether it was made.
pub fn ruled(cx: &mut Resolver<'_>, id: Id, word: &str) -> Step<bool> {
    if let Some(one) = Save::from_word(word) {
        return save(cx, id, one, "save");
    }
    let one = fighter(cx.now(), id);
    let ability = match Ability::from_word(word) {
        Some(Ability::Str) => ("STR", one.str_mod()),
        Some(Ability::Dex) => ("DEX", one.dex_mod()),
        None => return cx.broken(format!("there is no save `{word}`")),
    };
    let title = say!(cx.now(), "{} check of {}: which DC?", ability.0, one.name());
    let dc = cx.number("dc", id, title, 1, 60, 15)?;
    check(cx, id, "check", ability, dc, "check")
}

/// What a check of an ability adds: its modifier, -2 if shaken (CTD-07).
fn bonus(one: &Fighter<'_>, ability: &'static str, modifier: i64) -> Tally {
    Tally::new()
        .plus(ability, modifier)
        .plus_if(one.suffers(is::SHAKEN), "shaken", -2)
}

/// A saving throw against a number of the sheet. Says whether it was made.
pub fn save(cx: &mut Resolver<'_>, id: Id, save: Save, title: &str) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let need = match save {
        Save::DeathRay => one.save_death_ray(),
        Save::Disruption => one.save_disruption(),
    };
    save_on(cx, id, (save.word(), save.label()), need, title)
}

/// A saving throw (CTD-08): d20, -2 if shaken, against a number. Says whether it was made.
pub fn save_on(
    cx: &mut Resolver<'_>,
    id: Id,
    (key, what): (&'static str, &'static str),
    need: i64,
    title: &str,
) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let roll = Roll::new(key, id, what, Dice::d(20))
        .bonus(bonus(&one, "", 0))
        .at_least(need)
        .title(say!(cx.now(), "{}: {title}", one.name()))
        .words("saved", "failed");
    Ok(cx.roll(roll)?.passed())
}

/// A DC check (CTD-07): d20 + ability modifier, -2 if shaken. Says whether it was made.
pub fn check(
    cx: &mut Resolver<'_>,
    id: Id,
    key: &'static str,
    (ability, modifier): (&'static str, i64),
    dc: i64,
    title: &str,
) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let roll = Roll::new(key, id, format!("{ability} check"), Dice::d(20))
        .bonus(bonus(&one, ability, modifier))
        .at_least(dc)
        .against("DC")
        .title(say!(cx.now(), "{}: {title}", one.name()));
    Ok(cx.roll(roll)?.passed())
}
