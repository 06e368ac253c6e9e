//! Acts in place of an attack: bashing, treating, gathering missiles, fixing strings (SPL-25, SPL-115 to SPL-117,
//! SPL-129, SPL-135).

use std::sync::Arc;

use super::checks::{self, USUAL_DC};
use super::edge::{self, Limbs};
use super::recovery;
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Bashed, Check, Says};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::{StringState, at, at_attack};
use crate::systems::split_round::sheet::tables::Hardness;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::other_act::{Deed, DeedKind};

/// Returns the weapons for an act of this kind.
fn about(now: &Encounter, who: Id, kind: DeedKind) -> Vec<Weapon> {
    let one = fighter(now, who);
    let spares = one.sheet.spare_strings() > 0;
    let fits = |weapon: &Weapon| match kind {
        DeedKind::Gather => weapon.ammo_on_ground() > 0,
        DeedKind::FixString => weapon.string() == StringState::Loose,
        DeedKind::NewString => weapon.string() == StringState::Broken && spares,
        DeedKind::Something | DeedKind::Bash | DeedKind::Treat => false,
    };
    one.weapons().filter(fits).collect()
}

/// Asks for the kind and the object of an act in a plan.
pub fn ask(f: &mut Form<'_>, who: Id) -> Filled<Deed> {
    use DeedKind::{Bash, FixString, Gather, NewString, Something, Treat};
    let now = f.now;
    let mut kinds = vec![Something, Bash, Treat];
    let mending = [Gather, FixString, NewString];
    kinds.extend(
        mending
            .into_iter()
            .filter(|kind| !about(now, who, *kind).is_empty()),
    );
    let kind = f.option_of("act", "action", &kinds, Something);
    let mut deed = Deed {
        kind,
        ..Deed::default()
    };
    match kind {
        Something => deed.what = f.text("what", "description", ""),
        Bash | Treat => {}
        Gather | FixString | NewString => {
            let from = about(now, who, kind);
            let weapon = match from.as_slice() {
                [one] => Some(one.clone()),
                _ => f.one_of(
                    "which",
                    "weapon",
                    &from,
                    0,
                    |one| one.name(),
                    Weapon::choice,
                ),
            };
            deed.weapon = f
                .need(weapon, "no weapon needs this action")?
                .name()
                .to_owned();
        }
    }
    if kind == NewString {
        deed.rounds = NEW_STRING;
    }
    Ok(deed)
}

/// Number of rounds for fitting a new string, which takes a minute (SPL-115).
const NEW_STRING: i64 = 10;

/// Resolves an act, or the last round of a long act.
pub fn play(cx: &mut Resolver<'_>, who: Id, deed: &Deed) -> Step<()> {
    let weapon = Weapon::named(cx.now(), who, &deed.weapon);
    match (deed.kind, weapon) {
        (DeedKind::Bash, _) => bash(cx, who),
        (DeedKind::Treat, _) => treat(cx, who),
        (DeedKind::Gather, Some(weapon)) => gather(cx, who, &weapon),
        (DeedKind::FixString, Some(weapon)) => fix_string(cx, who, &weapon),
        (DeedKind::NewString, Some(weapon)) => {
            new_string(cx, who, &weapon);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Bashes a door or another object: d20 plus Strength against its hardness (SPL-125, SPL-129). Paper and cloth break
/// without a roll (SPL-130).
fn bash(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rows = Hardness::all(cx.now()).map(|(.., row)| {
        (
            Arc::<str>::from(row.material()),
            row.name().to_owned(),
            row.dc(),
        )
    });
    let materials: Vec<_> = rows.collect();
    let wood = materials.iter().position(|one| &*one.0 == "wood");
    let title = say!(cx.now(), "What does {} try to break?", cx.name(who));
    let (name, dc, magic) = cx.form("bash", who, title, |f| {
        let tell = |one: &(Arc<str>, String, i64)| {
            let hint = match one.2 {
                0 => "breaks without a roll".to_owned(),
                dc => format!("DC {dc}"),
            };
            Choice::new(&*one.0, one.1.as_str()).hint(hint)
        };
        let place = wood.unwrap_or(0);
        let one = f.choice(
            "material",
            "material",
            &materials,
            place,
            |one| &*one.0,
            tell,
        );
        let (_, name, dc) = f.need(one, "the table of hardness is empty")?;
        if dc == 0 {
            return Ok((name, 0, 0));
        }
        f.hint(|| "change the DC for another thickness");
        let dc = f.number("dc", "DC", 1..=99, "", dc);
        let magic = f.number("enchantment", "enchantment", 0..=10, "", 0);
        Ok((name, dc, magic))
    })?;
    let result = if dc == 0 {
        Bashed::Breaks
    } else {
        let edge = edge::check(cx.now(), who, Limbs::Arms);
        let strength = fighter(cx.now(), who).sheet.str_mod();
        let reasons = Tally::new()
            .always("hardness", dc)
            .plus("enchantment", magic);
        let roll = Roll::new("bash-roll", who, Says::BreakCheck {}, edge.dice())
            .bonus(Tally::new().plus("Strength", strength))
            .at_least(reasons.total())
            .reasons(reasons)
            .against("DC")
            .always(1, 1, false)
            .words("broken", "not broken")
            .title(say!(cx.now(), "{} tries to break {name}", cx.name(who)))
            .hint(edge.why());
        let rolled = cx.roll(roll)?;
        match (rolled.passed(), rolled.natural) {
            (true, _) => Bashed::Breaks,
            (false, 1) => Bashed::Undamaged,
            (false, _) => Bashed::Cracks,
        }
    };
    let material = name.into();
    cx.note(Says::ObjectBashed {
        who,
        result,
        material,
    });
    Ok(())
}

/// Ailment that a heal check can treat.
#[derive(Clone)]
enum Ailment {
    Bleeding,
    Bone(usize, String),
}

/// Returns the ailments of a combatant that a heal check can treat (SPL-135).
fn ailments(now: &Encounter, who: Id) -> Vec<Ailment> {
    let one = fighter(now, who);
    let mut all = Vec::new();
    if one.has(is::BLEEDING) {
        all.push(Ailment::Bleeding);
    }
    let bones = recovery::bones(now, who).into_iter().enumerate();
    let unset = bones.filter(|(_, bone)| !bone.set());
    all.extend(unset.map(|(place, bone)| Ailment::Bone(place, bone.label().to_owned())));
    all
}

/// Returns the combatants, down or not, who need a heal check (SPL-135).
pub fn patients(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !ailments(now, *id).is_empty())
}

/// Makes a heal check, which stops bleeding or sets a bone but does not restore hit points (SPL-135).
pub fn treat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(first) = patients(cx.now()).next() else {
        cx.note(Says::NobodyToTreat { who });
        return Ok(());
    };
    let title = say!(cx.now(), "Who does {} treat?", cx.name(who));
    let (patient, ailment, dc) = cx.form("treat", who, title, |f| {
        let now = f.now;
        f.others("is not bleeding and has no bone to set");
        let patient = f.pick_one("target", "patient", || patients(now), Some(first));
        let patient = f.need(patient, "no one needs treatment")?;
        let all = ailments(now, patient);
        let word = |one: &Ailment| match one {
            Ailment::Bleeding => "bleeding".to_owned(),
            Ailment::Bone(place, _) => format!("bone{}", place + 1),
        };
        let told: Vec<(String, Ailment)> = all.into_iter().map(|one| (word(&one), one)).collect();
        let tell = |(word, one): &(String, Ailment)| match one {
            Ailment::Bleeding => Choice::new(word, "stop the bleeding"),
            Ailment::Bone(_, label) => Choice::new(word, format!("set the {label}")),
        };
        let one = f.one_of("ailment", "treatment", &told, 0, |one| &one.0, tell);
        let (_, ailment) = f.need(one, "nothing to treat")?;
        let dc = f.number("dc", "DC", 1..=60, "", USUAL_DC);
        Ok((patient, ailment, dc))
    })?;
    let told = Says::Treats { who, patient };
    if checks::check(cx, who, Check::Heal, dc, told)? {
        match ailment {
            Ailment::Bleeding => {
                cx.lose(patient, is::BLEEDING, Says::Bleeding {}, Says::Treated {})
            }
            Ailment::Bone(place, _) => recovery::set_bone(cx, patient, place),
        }
    }
    Ok(())
}

/// Gathers spilled missiles, at most 2d8 (SPL-117).
fn gather(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) -> Step<()> {
    let title = say!(cx.now(), "{} gathers missiles. How many?", cx.name(who));
    let roll = Roll::new("gather", who, Says::Gathered {}, Dice::new(2, 8)).title(title);
    let found = cx.roll(roll)?.total.min(weapon.ammo_on_ground());
    let missiles = found;
    cx.note(Says::PicksUp { who, missiles });
    pick_up(cx, who, weapon, found);
    Ok(())
}

/// Returns missiles from the ground to the quiver (SPL-117).
pub fn pick_up(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, found: i64) {
    let left = weapon.ammo().unwrap_or(0) + found;
    weapon.set(cx, who, at_attack::ammo, Some(left));
    weapon.set(
        cx,
        who,
        at_attack::ammo_on_ground,
        weapon.ammo_on_ground() - found,
    );
    cx.note(Says::HasMissiles {
        who,
        missiles: left,
        weapon: weapon.name().to_owned().into(),
    });
}

/// Makes one attempt to fix a loose string (SPL-116).
fn fix_string(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) -> Step<()> {
    let name = weapon.name().to_owned().into();
    let told = Says::FixesString { who, weapon: name };
    if checks::check(cx, who, Check::Sleight, USUAL_DC, told)? {
        weapon.set(cx, who, at_attack::string, StringState::Ok);
    }
    Ok(())
}

/// Fits a spare string (SPL-115).
fn new_string(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    let spares = fighter(cx.now(), who).sheet.spare_strings();
    cx.set(who, at::spare_strings, spares - 1);
    weapon.set(cx, who, at_attack::string, StringState::Ok);
    let weapon = weapon.name().to_owned().into();
    cx.note(Says::HasNewString { who, weapon });
}
