//! The form of an attack: which weapons, targets and circumstances it offers, what it is pre-set to, and how it is read
//! into an [`Attack`]. One form serves attacks on one's own turn, counters and opportunity attacks.

use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Step};

use super::arms::{self, Arm, Role, chosen};
use super::attack::{Aim, Attack, Fate, Last, Means, remembered_distance, target_order};
use super::gear;
use super::harm::forecast;
use super::legal::{easy_distance, objection};
use super::reactions::can_react;
use super::schema::is;
use super::sheet::{Fighter, MOST_ARMOUR, ZONE, mount_of, on_field, size_figure, steps_up};

/// The fields for what is set so far.
pub fn fields(now: &Encounter, set: &Record, by: Id, role: &Role) -> Vec<Field> {
    let arms = arms::arms(now, by, role);
    let Some(arm) = chosen(now, set, by, &arms) else {
        return Vec::new();
    };
    let mut fields = vec![Field::choice(
        "weapon",
        "with",
        arms.iter().map(Arm::choice).collect(),
        &arm.key,
    )];
    let targets = target_field(now, set, by, role, &arm.means, &mut fields);
    match &arm.means {
        Means::Weapon(weapon) if weapon.blast() => {
            if weapon.ranged() {
                distance_field(now, by, &arm.means, None, role, &mut fields);
                moving_field(now, by, role, &mut fields);
            }
            circumstance_fields(now, set, by, &targets, &mut fields);
        }
        _ => {
            let target = targets.first().copied();
            distance_field(now, by, &arm.means, target, role, &mut fields);
            if arm.means.ranged() {
                moving_field(now, by, role, &mut fields);
            }
            dark_field(role, &mut fields);
            if targets.len() > 1 {
                split_fields(now, by, &arm.means, &targets, &mut fields);
                circumstance_fields(now, set, by, &targets, &mut fields);
            } else if let Some(target) = target {
                single_fields(now, set, by, role, &arm.means, target, &mut fields);
            }
        }
    }
    choice_fields(now, set, by, role, &arm.means, &targets, &mut fields);
    fields
}

/// Whom it is aimed at: asked where there is a choice.
fn target_field(
    now: &Encounter,
    set: &Record,
    by: Id,
    role: &Role,
    means: &Means,
    fields: &mut Vec<Field>,
) -> Vec<Id> {
    let from: Vec<Id> = match role {
        Role::Counter { against, .. } => return vec![*against],
        Role::Opportunity { leaving } if leaving.len() == 1 => return leaving.clone(),
        Role::Opportunity { leaving } => leaving.clone(),
        Role::Own => {
            let mut all = target_order(now, by);
            // ALT-50: what cannot be seen cannot be shot at. ALT-75: a melee blast spares its maker.
            let shot = means.ranged() && !means.blast();
            all.retain(|id| {
                let unseen = shot && now.get(*id).has(is::CONCEALED) && !now.allied(*id, by);
                let maker = means.blast() && !means.ranged() && *id == by;
                !unseen && !maker
            });
            all
        }
    };
    let most = if means.blast() {
        from.len()
    } else if matches!(role, Role::Own) && means.weapon().is_some() && !means.ranged() {
        let smaller = from.iter().filter(|id| steps_up(now, **id, by) > 0);
        smaller.count().max(1)
    } else {
        1
    };
    let last = &Last::of(now, by).target;
    let standing_still = |id: &Id| super::sheet::standing(now, *id) && !now.allied(*id, by);
    let preset: Vec<Id> = if set.has("target") {
        set.who("target").to_vec()
    } else {
        last.iter()
            .copied()
            .filter(|id| from.contains(id) && standing_still(id))
            .take(1)
            .chain(from.iter().copied())
            .take(1)
            .collect()
    };
    fields.push(Field::pick(
        "target",
        if means.blast() {
            "in the zone"
        } else {
            "target"
        },
        from,
        1,
        most,
        preset.clone(),
    ));
    preset
}

/// Distance, where it matters: shots, and blows of massive fighters.
fn distance_field(
    now: &Encounter,
    by: Id,
    means: &Means,
    target: Option<Id>,
    role: &Role,
    fields: &mut Vec<Field>,
) {
    if *role != Role::Own {
        return;
    }
    let Some(weapon) = means.weapon() else {
        fields.push(Field::toggle("near", "nearby", true));
        return;
    };
    if weapon.ranged() {
        let easy = easy_distance(now, weapon, by, target).min(2 * ZONE);
        let preset = target
            .and_then(|target| remembered_distance(now, by, target))
            .unwrap_or(easy)
            .max(0);
        fields.push(Field::halves("distance", "distance", 0, 2000, preset).unit("zones"));
    } else if Fighter::of(now, by).massive() {
        fields.push(Field::halves("distance", "distance", 0, 2000, 0).unit("zones"));
    } else {
        fields.push(Field::toggle("near", "nearby", true));
    }
}

fn moving_field(now: &Encounter, by: Id, role: &Role, fields: &mut Vec<Field>) {
    let carried = mount_of(now, by).is_some_and(|mount| Fighter::of(now, mount).moved() > 0);
    let moved = Fighter::of(now, by).moved() > 0 || carried;
    let preset = *role == Role::Own && moved;
    fields.push(Field::toggle("moving", "on the move", preset));
}

fn dark_field(role: &Role, fields: &mut Vec<Field>) {
    let preset = matches!(role, Role::Counter { dark: true, .. });
    fields.push(Field::toggle("dark", "unseen", preset).hint("the target"));
}

/// How many dice go to each of several targets; pre-set so that all are used (`ALT-94`).
fn split_fields(now: &Encounter, by: Id, means: &Means, targets: &[Id], fields: &mut Vec<Field>) {
    let Some(budget) = Budget::of(now, by, means, targets) else {
        return;
    };
    let mut dice: Vec<i64> = vec![1; targets.len()];
    let spent = |dice: &[i64]| -> i64 {
        dice.iter()
            .zip(&budget.costs)
            .map(|(number, cost)| number * cost)
            .sum()
    };
    loop {
        let fewest = (0..targets.len())
            .filter(|place| spent(&dice) + budget.costs[*place] <= budget.points)
            .min_by_key(|place| dice[*place] * budget.costs[*place]);
        let Some(place) = fewest else {
            break;
        };
        dice[place] += 1;
    }
    for (target, number) in targets.iter().zip(&dice) {
        let key = format!("dice-{}", target.letter());
        let label = format!("dice on {}", now.name(*target));
        fields.push(Field::number(&key, label, 1, budget.points.max(1), *number));
    }
}

/// The points of a split attack and what a die on each target costs.
struct Budget {
    points: i64,
    costs: Vec<i64>,
}

impl Budget {
    fn of(now: &Encounter, by: Id, means: &Means, targets: &[Id]) -> Option<Self> {
        let weapon = means.weapon()?;
        let factors: Vec<i64> = targets
            .iter()
            .map(|target| size_figure(now, "dice", steps_up(now, *target, by).max(0)))
            .collect();
        let most = factors.iter().copied().max()?;
        Some(Self {
            points: weapon.dice() * most,
            costs: factors.iter().map(|factor| most / factor).collect(),
        })
    }
}

/// Cover and awareness of several targets.
fn circumstance_fields(
    now: &Encounter,
    set: &Record,
    by: Id,
    targets: &[Id],
    fields: &mut Vec<Field>,
) {
    let of_set = |key: &str| -> Vec<Id> {
        let ids = set.who(key).iter().copied();
        ids.filter(|id| targets.contains(id)).collect()
    };
    fields.push(Field::pick(
        "covered",
        "behind cover",
        targets.to_vec(),
        0,
        targets.len(),
        of_set("covered"),
    ));
    let wary: Vec<Id> = targets
        .iter()
        .copied()
        .filter(|target| can_react(now, *target) && !now.get(by).has(is::CONCEALED))
        .collect();
    if !wary.is_empty() {
        let most = wary.len();
        fields.push(Field::pick(
            "unwary",
            "unaware",
            wary,
            0,
            most,
            of_set("unwary"),
        ));
    }
}

/// Circumstances of a single target.
fn single_fields(
    now: &Encounter,
    set: &Record,
    by: Id,
    role: &Role,
    means: &Means,
    target: Id,
    fields: &mut Vec<Field>,
) {
    let own = *role == Role::Own;
    let counter = matches!(role, Role::Counter { .. });
    if means.weapon().is_some() {
        let leaning = matches!(role, Role::Counter { leaning: true, .. });
        fields.push(Field::toggle("cover", "in cover", leaning).hint("1 more armour"));
        let cover = set.get("cover").map_or(leaning, |_| set.flag("cover"));
        if cover {
            fields.push(Field::toggle("penetrates", "penetrates it", false));
        }
    }
    if !counter {
        fields.push(Field::toggle("barrier", "barrier", false).hint("stops the attack"));
    }
    if own && can_react(now, target) && !now.get(by).has(is::CONCEALED) {
        fields.push(Field::toggle("unaware", "unaware", false).hint("the target: no reaction"));
        fields
            .push(Field::toggle("leaning", "leaning out", false).hint("has cover from a counter"));
    }
    if own
        && means.weapon().is_some_and(|weapon| !weapon.blast())
        && now.get(target).has(is::INCAPACITATED)
    {
        fields.push(Field::toggle("death-blow", "death blow", false));
    }
    match means {
        Means::Disarm => {
            let prizes: Vec<Choice> = gear::droppable(now, target)
                .into_iter()
                .filter_map(|weapon| Some(Choice::new(weapon.row?.to_string(), weapon.name())))
                .collect();
            if let Some(first) = prizes.first() {
                let preset = first.key.clone();
                fields.push(Field::choice("prize", "which weapon", prizes, &preset));
                fields.push(Field::toggle("takes", "takes it", false));
            }
        }
        Means::Shove => fields.push(Field::toggle("hazard", "into a hazard", false)),
        Means::Weapon(_) | Means::Grapple => {}
    }
}

/// What the attacker decides, and what has to be confirmed.
fn choice_fields(
    now: &Encounter,
    set: &Record,
    by: Id,
    role: &Role,
    means: &Means,
    targets: &[Id],
    fields: &mut Vec<Field>,
) {
    let own = *role == Role::Own;
    if let Some(weapon) = means.weapon()
        && !set.flag("death-blow")
    {
        if !weapon.impaired() && mount_of(now, by).is_none() {
            fields.push(Field::toggle("hold-back", "hold back", false).hint("impaired"));
        }
        if !matches!(role, Role::Counter { .. }) {
            fields.push(Field::toggle("stunt", "stunt", false).hint("instead of damage"));
        }
    }
    if now.get(by).has(is::CONCEALED) {
        fields.push(Field::toggle("reveals", "is revealed", true));
    }
    let unseen = |id: &Id| now.get(*id).has(is::CONCEALED) && !now.allied(*id, by);
    if !means.blast() && targets.iter().any(unseen) {
        fields.push(
            Field::toggle("knows", "knows of it", false)
                .hint("the target is concealed: set this to attack it all the same"),
        );
    }
    if own && !means.blast() && targets.iter().any(|id| now.allied(*id, by)) {
        fields.push(
            Field::toggle("own-side", "yes, one's own side", false)
                .hint("the target is on the attacker's side"),
        );
    }
    if own && only_outsiders(now, by, targets) {
        fields.push(Field::toggle("outsiders", "outsiders guard", false));
    }
}

/// Nobody of the targets' own side can react, but somebody else could guard (`ALT-67`): the window would not open by
/// itself.
fn only_outsiders(now: &Encounter, by: Id, targets: &[Id]) -> bool {
    let Some(target) = targets.first() else {
        return false;
    };
    let able = |id: &Id| *id != by && can_react(now, *id);
    !now.get(by).has(is::CONCEALED)
        && !now.present().any(|id| now.allied(id, *target) && able(&id))
        && now
            .present()
            .any(|id| !now.allied(id, *target) && able(&id))
}

/// Fields of a blast's targets in a zone that was not aimed at.
pub fn blast_fields(now: &Encounter, set: &Record, preset: Vec<Id>, from: Vec<Id>) -> Vec<Field> {
    let from: Vec<Id> = from.into_iter().filter(|id| on_field(now, *id)).collect();
    let most = from.len();
    let targets = set.who("target").to_vec();
    let mut fields = vec![Field::pick("target", "in the zone", from, 0, most, preset)];
    if !targets.is_empty() {
        let covered: Vec<Id> = set
            .who("covered")
            .iter()
            .copied()
            .filter(|id| targets.contains(id))
            .collect();
        let most = targets.len();
        fields.push(Field::pick(
            "covered",
            "behind cover",
            targets,
            0,
            most,
            covered,
        ));
    }
    fields
}

/// The aims of such a blast.
pub fn blast_aims(set: &Record) -> Vec<Aim> {
    set.who("target")
        .iter()
        .map(|target| aim(*target, 1, set.who("covered").contains(target), false))
        .collect()
}

fn aim(target: Id, paid: i64, cover: bool, unaware: bool) -> Aim {
    Aim {
        target,
        paid: vec![paid],
        cover,
        unaware,
        fate: Fate::Open,
        death_blow: false,
    }
}

/// Reads the filled form into an attack, or refuses what is against the rules.
///
/// # Errors
/// Refuses with the reason.
pub fn read(cx: &mut Resolver<'_>, set: &Record, by: Id, role: &Role) -> Step<Attack> {
    let arms = arms::arms(cx.now(), by, role);
    let Some(arm) = arms.iter().find(|arm| arm.key == set.word("weapon")) else {
        return cx.refuse("there is nothing to attack with");
    };
    let means = arm.means.clone();
    if let Some(why) = &arm.refused {
        return cx.refuse(why.clone());
    }
    let mut targets = match role {
        Role::Counter { against, .. } => vec![*against],
        Role::Opportunity { leaving } if leaving.len() == 1 => leaving.clone(),
        _ => set.who("target").to_vec(),
    };
    let distance = match role {
        Role::Counter { distance, .. } => *distance,
        _ if set.has("near") && !set.flag("near") => 2000,
        _ => set.int("distance"),
    };
    // ALT-76: a blast into one's own zone catches its maker too.
    if means.blast() && means.ranged() && distance == 0 && !targets.contains(&by) {
        targets.push(by);
    }
    let one = targets.len() == 1;
    let cover = |target: Id| {
        set.who("covered").contains(&target) || one && set.flag("cover") && !set.flag("penetrates")
    };
    let unaware = |target: Id| set.who("unwary").contains(&target) || one && set.flag("unaware");
    let mut attack = Attack {
        aims: targets
            .iter()
            .map(|target| aim(*target, 1, cover(*target), unaware(*target)))
            .collect(),
        distance,
        dark: set.flag("dark"),
        moving: set.flag("moving"),
        hold_back: set.flag("hold-back"),
        stunt: set.flag("stunt"),
        surprise: cx.get(by).has(is::CONCEALED),
        reveals: set.flag("reveals"),
        leaning: set.flag("leaning"),
        outsiders: set.flag("outsiders"),
        prize: set.word("prize").parse().ok(),
        takes: set.flag("takes"),
        hazard: set.flag("hazard"),
        means,
        ..arms::blank(by)
    };
    for target in &targets {
        if let Some(why) = objection(cx.now(), &attack, *target) {
            return cx.refuse(why);
        }
    }
    if set.flag("barrier") {
        return cx.refuse("a barrier stops the attack altogether");
    }
    if set.has("knows") && !set.flag("knows") {
        let why = "the target is concealed: set `knows of it` if the attacker does";
        return cx.refuse(why);
    }
    if set.has("own-side") && !set.flag("own-side") {
        return cx
            .refuse("that is the attacker's own side: set `yes, one's own side` if it is meant");
    }
    if targets.len() > 1 && !attack.means.blast() {
        split(cx, set, &mut attack)?;
    }
    if set.flag("death-blow") {
        if attack.distance > 0 {
            return cx.refuse("a death blow takes a target nearby (distance 0)");
        }
        attack.aims[0].death_blow = true;
        attack.stunt = false;
    }
    for aim in &attack.aims {
        let line = forecast(cx.now(), &attack, aim);
        cx.show(aim.target, line);
    }
    Ok(attack)
}

/// Divides the dice among several targets (`ALT-94`).
fn split(cx: &mut Resolver<'_>, set: &Record, attack: &mut Attack) -> Step<()> {
    let by = attack.by;
    let targets = attack.targets();
    if let Some(big) = targets
        .iter()
        .find(|target| steps_up(cx.now(), **target, by) <= 0)
    {
        let why = format!(
            "{} is not smaller: dice are split among smaller targets only",
            cx.name(*big)
        );
        return cx.refuse(why);
    }
    let Some(budget) = Budget::of(cx.now(), by, &attack.means, &targets) else {
        return cx.refuse("only damage can be split");
    };
    let mut spent = 0;
    for (aim, cost) in attack.aims.iter_mut().zip(&budget.costs) {
        let number = set.int(&format!("dice-{}", aim.target.letter())).max(1);
        aim.paid = vec![number * cost];
        spent += number * cost;
    }
    if spent > budget.points {
        return cx.refuse(format!(
            "that is {spent} points of {}: a die on each costs {}",
            budget.points,
            budget
                .costs
                .iter()
                .zip(&targets)
                .map(|(cost, target)| format!("{cost} ({})", cx.now().name(*target)))
                .collect::<Vec<_>>()
                .join(", ")
        ));
    }
    attack.points = budget.points;
    Ok(())
}

/// Armour value as rows and forecasts print it.
pub fn armour_text(now: &Encounter, id: Id, cover: bool) -> String {
    let value = Fighter::of(now, id).armour_value(cover);
    if cover && Fighter::of(now, id).armour_value(false) < MOST_ARMOUR {
        format!("AV {value} with cover")
    } else {
        format!("AV {value}")
    }
}
