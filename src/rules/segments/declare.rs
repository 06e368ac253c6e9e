//! The declaration of a combatant: one form, its cost shown before it is accepted, refused with the reason (4.4, 4.5).

use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Step};

use super::circumstances::modes;
use super::plan::{
    Action, Movement, NO_MORE, Plan, SOMETHING_ELSE, carried, last_key, one_attack_only, plan_key,
    tentacles_key,
};
use super::schema::is;
use super::sheet::{Casting, fighter, foes, others};
use super::state::may_act;
use super::telling::{costs, told};

/// Asks for somebody's declaration and keeps it.
///
/// # Errors
/// Asks for the form; refuses what may not be declared together.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} declares", cx.name(who));
    let set = cx.fields("declare", who, title, |now, set| anew(now, who, set))?;
    accept(cx, who, set)
}

/// Everyone of a side (or of all sides) who has not declared repeats, or attacks as Enter would.
///
/// # Errors
/// Refuses what may not be declared together, which the suggestions never are.
pub fn declare_rest(cx: &mut Resolver<'_>, ids: Vec<Id>) -> Step<()> {
    for who in ids {
        let set = suggested(cx.now(), who);
        accept(cx, who, set)?;
    }
    Ok(())
}

/// The form as Enter would answer it.
pub fn suggested(now: &Encounter, who: Id) -> Record {
    let mut set = Record::new();
    // Presets may depend on presets.
    for _ in 0..3 {
        set = Record(
            fields(now, who, &set)
                .into_iter()
                .map(|field| (field.key, field.value))
                .collect(),
        );
    }
    set
}

fn accept(cx: &mut Resolver<'_>, who: Id, set: Record) -> Step<()> {
    let now = cx.now();
    let plan = Plan(&set);
    let said = told(now, who, &plan);
    let lines = costs(now, who, &plan);
    let legal = plan.legal(now, who);
    for line in lines {
        cx.show(None, line);
    }
    if let Err(why) = legal {
        return cx.refuse(why);
    }
    let text = format!("{} declares: {said}.", cx.name(who));
    cx.act(who, &[], text);
    if let Some(spell) = carried(fighter(cx.now(), who)).map(str::to_owned)
        && !(plan.action() == Action::Spell && plan.spell() == spell)
    {
        let text = format!("{spell}, carried over from the last round, is dropped.");
        cx.note(&[who], text);
    }
    cx.record(&plan_key(who), set);
    Ok(())
}

/// The declaration of an earlier round, if it can be repeated.
fn last<'a>(now: &'a Encounter, who: Id) -> Option<Plan<'a>> {
    now.record(&last_key(who)).map(Plan)
}

/// The action that Enter takes: a carried spell, the spell held for, last round's action, an attack.
fn preset_action(now: &Encounter, who: Id) -> Action {
    let one = fighter(now, who);
    if carried(one).is_some_and(|spell| one.spell(spell).is_some()) {
        return Action::Spell;
    }
    let attack = if foes(now, who).is_empty() || one.weapons().next().is_none() {
        Action::Nothing
    } else {
        Action::Attack
    };
    if one_attack_only(now, who) {
        return attack;
    }
    if one.has(is::HOLDING) && one.spells().next().is_some() {
        return Action::Spell;
    }
    let casts = one.spells().next().is_some();
    // Whose first spell does damage is a mage rather than a fighter.
    let mage = one
        .spells()
        .next()
        .is_some_and(|spell| spell.damage().is_some());
    match last(now, who).map(|plan| plan.action()) {
        Some(action @ (Action::Full | Action::Desperate)) => action,
        Some(Action::Spell) if casts => Action::Spell,
        None if mage => Action::Spell,
        _ if casts && one.weapons().next().is_none() => Action::Spell,
        _ => attack,
    }
}

fn action_field(now: &Encounter, who: Id) -> Field {
    let one = fighter(now, who);
    let mut options = Vec::new();
    for (action, key, text) in Action::ALL {
        let mut choice = Choice::new(key, text);
        match action {
            Action::Spell => {
                if one.spells().next().is_none() {
                    continue;
                }
                if let Some(spell) = carried(one) {
                    choice = choice.hint(format!("{spell} waits; anything else drops it"));
                } else if one_attack_only(now, who) {
                    choice = choice.refused("caught in the ambush: one attack, no spell");
                }
            }
            Action::Hold if one.spells().next().is_none() => continue,
            Action::Attack if one.weapons().next().is_none() => {
                choice = choice.refused("there is no weapon on the sheet");
            }
            Action::Full | Action::Desperate if one_attack_only(now, who) => {
                choice = choice.refused("caught in the ambush: one attack, no stance");
            }
            Action::Move | Action::Withdraw if one.tmr_now() == 0 => {
                choice = choice.refused("it cannot move: TMR is 0 now");
            }
            _ => {}
        }
        options.push(choice);
    }
    let preset = preset_action(now, who);
    let key = Action::ALL
        .iter()
        .find(|(action, ..)| *action == preset)
        .map_or("nothing", |(_, key, _)| key);
    Field::choice("action", "action", options, key)
}

/// The fields of the form for what is set so far.
fn fields(now: &Encounter, who: Id, set: &Record) -> Vec<Field> {
    let mut with = set.clone();
    let action = action_field(now, who);
    if !with.has("action") {
        with.set("action", action.value.clone());
    }
    let plan = Plan(&with);
    let mut made = vec![action];
    match plan.action() {
        Action::Attack => {
            let slots = plan.attacks_left(now, who).max(i64::from(plan.aims()));
            attack_fields(now, who, &plan, slots, &mut made);
        }
        Action::Other => made.push(Field::text("what1", "what", "")),
        Action::PickUp => attack_fields(now, who, &plan, 1, &mut made),
        Action::Spell => spell_fields(now, who, &plan, &mut made),
        Action::Full | Action::Desperate => guard_field(now, who, &mut made),
        Action::Move | Action::Withdraw => pace_fields(now, who, &plan, &mut made),
        Action::Hold | Action::Nothing => {}
    }
    movement_fields(now, who, &plan, &mut made);
    extra_fields(now, who, &plan, &mut made);
    made
}

/// The form for somebody who may have declared in this round already: it opens with that.
fn anew(now: &Encounter, who: Id, set: &Record) -> Vec<Field> {
    let Some(present) = now.record(&plan_key(who)) else {
        return fields(now, who, set);
    };
    let mut with = present.clone();
    for (key, value) in &set.0 {
        with.set(key, value.clone());
    }
    let mut made = fields(now, who, &with);
    for field in &mut made {
        if let Some(value) = present.get(&field.key)
            && field.check(value).is_ok()
        {
            field.value = value.clone();
        }
    }
    made
}

/// The foe that Enter attacks: the last one if it stands, else the one that fewest have declared on.
fn nearest(now: &Encounter, who: Id, number: i64) -> Option<Id> {
    let possible = foes(now, who);
    let last = last(now, who).and_then(|plan| {
        plan.0
            .one(&format!("target{number}"))
            .or(plan.0.one("target1"))
    });
    if let Some(last) = last.filter(|id| possible.contains(id)) {
        return Some(last);
    }
    // Only those who have declared have a record.
    let plans = now.records.range("plan/".to_owned().."plan0".to_owned());
    let aimed_at: Vec<Id> = plans
        .filter_map(|(key, record)| {
            let by = Id(key.strip_prefix("plan/")?.parse().ok()?);
            let allied = now.find(by).is_some() && now.allied(by, who) && by != who;
            record.one("target1").filter(|_| allied)
        })
        .collect();
    let declared = |id: &Id| aimed_at.iter().filter(|target| *target == id).count();
    possible.into_iter().min_by_key(declared)
}

fn attack_fields(now: &Encounter, who: Id, plan: &Plan<'_>, slots: i64, made: &mut Vec<Field>) {
    let one = fighter(now, who);
    let last = last(now, who);
    let names: Vec<&str> = one.weapons().map(|weapon| weapon.name()).collect();
    let mut grasped: Vec<Id> = Vec::new();
    for number in 1..=slots {
        let key = format!("weapon{number}");
        let suffix = if slots > 1 {
            format!(" {number}")
        } else {
            String::new()
        };
        if names.len() > 1 || slots > 1 {
            let mut options: Vec<Choice> =
                names.iter().map(|name| Choice::new(*name, *name)).collect();
            if plan.action() == Action::Attack {
                options.push(Choice::new(SOMETHING_ELSE, "something else"));
                if number > 1 {
                    options.push(Choice::new(NO_MORE, "no more attacks"));
                }
            }
            let old = last.map_or("", |plan| plan.0.word(&key));
            let preset = [plan.0.word("weapon1"), old]
                .into_iter()
                .find(|name| names.contains(name))
                .unwrap_or(names.first().copied().unwrap_or(SOMETHING_ELSE));
            made.push(Field::choice(
                &key,
                format!("attack{suffix} with"),
                options,
                preset,
            ));
        }
        if plan.0.word(&key) == NO_MORE {
            break;
        }
        let used = plan.use_of(one, number);
        let Some(weapon) = used.weapon.as_deref().and_then(|name| one.weapon(name)) else {
            made.push(Field::text(&format!("what{number}"), "what", ""));
            continue;
        };
        if weapon.melee() && weapon.ranged() {
            let key = format!("mode{number}");
            let preset = match last.map_or("", |plan| plan.0.word(&key)) {
                "ranged" => "ranged",
                _ => "melee",
            };
            made.push(Field::choice(&key, format!("use{suffix}"), modes(), preset));
        }
        let preset = plan
            .0
            .one("target1")
            .filter(|_| number > 1)
            .or(nearest(now, who, number));
        let target = plan.0.one(&format!("target{number}")).or(preset);
        grasped.extend(target.filter(|id| weapon.tentacles() && !grasped.contains(id)));
        made.push(Field::pick(
            &format!("target{number}"),
            format!("target{suffix}"),
            others(now, who),
            1,
            1,
            preset.into_iter().collect(),
        ));
    }
    for target in grasped {
        let preset = last.map_or(2, |plan| plan.tentacles(target)).max(2);
        let label = format!("tentacles on {}", now.name(target));
        made.push(
            Field::number(&tentacles_key(target), label, 1, 50, preset)
                .hint("each full pair is an attacker"),
        );
    }
}

fn spell_fields(now: &Encounter, who: Id, plan: &Plan<'_>, made: &mut Vec<Field>) {
    let one = fighter(now, who);
    let last = last(now, who);
    let options: Vec<Choice> = one
        .spells()
        .map(|spell| {
            let time = match spell.casting(now) {
                Casting::OneRound => "one round".to_owned(),
                Casting::Counts(time) => format!("{time} counts"),
            };
            Choice::new(spell.name(), spell.name()).hint(time)
        })
        .collect();
    let preset = carried(one)
        .or(last.map(|plan| plan.spell()))
        .filter(|name| one.spell(name).is_some())
        .or(one.spells().next().map(|spell| spell.name()))
        .unwrap_or("");
    made.push(Field::choice("spell", "spell", options, preset));
    let name = match plan.spell() {
        "" => preset,
        name => name,
    };
    let mut from = others(now, who);
    from.push(who);
    let same = last.filter(|plan| plan.spell() == name);
    let mut targets: Vec<Id> = same
        .map_or(&[][..], |plan| plan.spell_targets())
        .iter()
        .copied()
        .filter(|id| from.contains(id))
        .collect();
    let harms = one
        .spell(name)
        .is_some_and(|spell| spell.damage().is_some());
    if targets.is_empty() && harms {
        targets.extend(nearest(now, who, 1));
    }
    made.push(
        Field::pick("targets", "on", from, 0, usize::MAX, targets).hint("asked again on release"),
    );
}

fn guard_field(now: &Encounter, who: Id, made: &mut Vec<Field>) {
    let one = fighter(now, who);
    let options: Vec<Choice> = one
        .weapons()
        .filter(|weapon| weapon.melee())
        .map(|weapon| {
            Choice::new(weapon.name(), weapon.name()).hint(format!("rank {}", weapon.rank()))
        })
        .collect();
    let best = one
        .weapons()
        .filter(|weapon| weapon.melee())
        .max_by_key(|weapon| weapon.rank())
        .map_or("", |weapon| weapon.name());
    if !options.is_empty() {
        made.push(Field::choice("guard", "with", options, best));
    }
}

fn pace_fields(now: &Encounter, who: Id, plan: &Plan<'_>, made: &mut Vec<Field>) {
    let tmr = fighter(now, who).tmr_now();
    let paces = [
        ("walk", "at normal pace", 1),
        ("run", "running", 2),
        ("sprint", "sprinting", 3),
        ("fast_sprint", "sprinting fast", 4),
    ];
    let options = paces
        .iter()
        .map(|(key, text, times)| Choice::new(*key, *text).hint(format!("{} ft", tmr * times)))
        .collect();
    made.push(Field::choice("pace", "pace", options, "walk"));
    made.push(
        Field::number("distance", "distance", 0, plan.most_feet(now, who), 0)
            .unit("ft")
            .hint("0: as far as it gets"),
    );
    leaving_field(now, who, plan.action() == Action::Withdraw, made);
}

/// Opponents that somebody may leave behind: preset to those that fought it in melee this round or the last.
fn leaving_field(now: &Encounter, who: Id, preset: bool, made: &mut Vec<Field>) {
    let from = foes(now, who);
    let fought = |id: &Id| {
        [super::plan::plan(now, *id), last(now, *id)]
            .into_iter()
            .flatten()
            .any(|plan| {
                plan.action() == Action::Attack
                    && (1..=8).any(|number| {
                        plan.0.one(&format!("target{number}")) == Some(who)
                            && plan.use_of(fighter(now, *id), number).melee
                    })
            })
    };
    let preset = if preset {
        from.iter().copied().filter(|id| fought(id)).collect()
    } else {
        Vec::new()
    };
    made.push(
        Field::pick("leaving", "leaves behind", from, 0, usize::MAX, preset)
            .hint("these may get a free attack"),
    );
}

fn movement_fields(now: &Encounter, who: Id, plan: &Plan<'_>, made: &mut Vec<Field>) {
    if matches!(plan.action(), Action::Move | Action::Withdraw) {
        return;
    }
    let options = Movement::ALL
        .iter()
        .map(|(_, key, text)| {
            let mut trial = plan.0.clone();
            trial.set("movement", *key);
            for stray in ["distance", "leaving", "aim"] {
                trial.unset(stray);
            }
            let choice = Choice::new(*key, *text);
            match Plan(&trial).legal_movement(now, who) {
                Ok(()) => choice,
                Err(why) => choice.refused(why),
            }
        })
        .collect();
    let still = last(now, who)
        .is_some_and(|old| old.movement() == Movement::Still && old.action() == plan.action());
    let may = matches!(plan.action(), Action::Attack | Action::Spell);
    let preset = if still && may { "still" } else { "step" };
    made.push(Field::choice("movement", "movement", options, preset));
    if matches!(plan.movement(), Movement::Move | Movement::Run) {
        made.push(
            Field::number("distance", "distance", 0, plan.most_feet(now, who), 0)
                .unit("ft")
                .hint("0: close by, nobody measures"),
        );
    }
    if plan.action() == Action::Attack
        && matches!(
            plan.movement(),
            Movement::Move | Movement::Run | Movement::After
        )
    {
        leaving_field(now, who, false, made);
    }
}

fn extra_fields(now: &Encounter, who: Id, plan: &Plan<'_>, made: &mut Vec<Field>) {
    let one = fighter(now, who);
    let last = last(now, who).filter(|old| old.action() == plan.action());
    let caught = one_attack_only(now, who);
    if plan.action() == Action::Attack && !caught {
        let most = plan.most_defending(now, who);
        if most > 0 {
            let preset = last.map_or(0, |old| old.defending().min(most));
            made.push(
                Field::number("defending", "defending", 0, most, preset)
                    .hint("SC given up; half of it goes to DEF"),
            );
        }
        if one.weapons().any(|weapon| weapon.ranged()) {
            let ranged = !plan.use_of(one, 1).melee;
            let again = last.is_some_and(|old| old.aims()) && !one.has(is::AIM_KEPT);
            let preset = again && ranged;
            made.push(Field::toggle("aim", "careful aim", preset));
        }
    }
    if plan.action() == Action::Attack
        && one.weapons().any(|weapon| weapon.master_bowman_rank() > 0)
    {
        made.push(Field::toggle("double_shot", "Double Shot", false));
    }
    if matches!(
        plan.action(),
        Action::Hold | Action::Nothing | Action::Desperate
    ) {
        return;
    }
    made.push(Field::toggle("draw", "draws a weapon", false));
    made.push(Field::toggle("sheathe", "puts a weapon away", false));
    if one.shield_unready() {
        made.push(Field::toggle("shield", "readies its shield", false));
    }
    let potion = vec![
        Choice::new("none", "none"),
        Choice::new("attacks", "for half the attacks"),
        Choice::new("movement", "for half the movement"),
    ];
    made.push(Field::choice("potion", "potion", potion, "none"));
    if plan.potion() != super::plan::Potion::None {
        made.push(Field::toggle("in_melee", "begins in melee", false));
    }
    made.push(Field::number("free", "Free Actions", 0, 9, 0).hint("the first costs nothing"));
    if plan.free_actions() > 0 {
        made.push(Field::text("free_text", "which", ""));
    }
}

/// Whoever may still declare in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| may_act(now, *id) && super::plan::plan(now, *id).is_none())
        .collect()
}
