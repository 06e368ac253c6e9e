//! The fight as a whole: setting up, ending it, long chases (`ALT-11` to `ALT-15`, `ALT-17`, `ALT-119` to `ALT-122`).

use crate::encounter::{
    Choice, Condition, Encounter, Event, FactionId, Field, Id, Record, Resolver, Stage, Step,
};

use super::groups;
use super::morale::group_save;
use super::round::{self, Ambush, Cycle, Round, cycle};
use super::schema::{Attribute, at, is};
use super::sheet::{Fighter, bond, mount_of, on_field, standing};
use super::{movement, turn, wounds};

/// Sets the fight up: who began it, the rotation, who lies in ambush, who rides (`ALT-11` to `ALT-15`).
///
/// # Errors
/// Until it is answered.
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("begin", None, "The fight begins", setup_fields)?;
    let order = rotation(cx.now(), &set);
    let names: Vec<&str> = order
        .iter()
        .map(|faction| cx.now().faction_name(*faction))
        .collect();
    let text = format!("The fight begins: {}.", names.join(", "));
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text,
    });
    Cycle {
        order: order.clone(),
    }
    .put(cx);
    seat(cx, &set);
    let ambush = set.who("ambush").to_vec();
    for id in cx.now().ids() {
        let fighter = Fighter::of(cx.now(), id);
        let health = fighter.health();
        cx.set(id, at::health, Some(health));
        if cx.get(id).has(is::CONCEALED) && !ambush.contains(&id) {
            cx.lose(id, is::CONCEALED, "", "");
        }
    }
    for id in &ambush {
        let condition = cx
            .get(*id)
            .condition(is::CONCEALED)
            .cloned()
            .unwrap_or_else(|| Condition::new(is::CONCEALED));
        wounds::conceal(cx, *id, condition.because("ambush"));
    }
    groups::count_all(cx);
    let holder = match named(cx.now(), set.word("started")) {
        Some(faction) => {
            let text = format!(
                "{} began it and hold the initiative.",
                cx.now().faction_name(faction)
            );
            cx.act(None, &[], text);
            faction
        }
        None => {
            cx.act(
                None,
                &[],
                "Nobody clearly began it: the initiative is drawn.",
            );
            let faction = round::draw(cx, &order, "Who holds the initiative?")?;
            let text = format!("{} hold it.", cx.now().faction_name(faction));
            cx.note(&[], text);
            faction
        }
    };
    Round::change(cx, |round| {
        round.holder = holder;
        round.named = holder;
    });
    if ambush.is_empty() {
        round::begin(cx, 1);
    } else {
        Ambush { who: ambush }.put(cx);
        round::begin(cx, 0);
    }
    Ok(())
}

fn setup_fields(now: &Encounter, set: &Record) -> Vec<Field> {
    let characters: Vec<Id> = now
        .present()
        .filter(|id| !Fighter::of(now, *id).vehicle())
        .collect();
    let lurking: Vec<Id> = characters
        .iter()
        .copied()
        .filter(|id| now.get(*id).has(is::CONCEALED))
        .collect();
    let mut sides: Vec<Choice> = now
        .faction_ids()
        .map(|faction| Choice::new(now.faction_name(faction), now.faction_name(faction)))
        .collect();
    sides.push(Choice::new("unclear", "unclear: draw it"));
    let preset = lurking
        .first()
        .map_or("unclear", |id| now.faction_name(now.get(*id).faction))
        .to_owned();
    let most = characters.len();
    let mut fields = vec![
        Field::choice("started", "who began it", sides, &preset),
        Field::pick("ambush", "in ambush", characters, 0, most, lurking),
    ];
    // A rotation of two is always the same; of more, all but the first and the last place are free.
    let places = now.factions.len().saturating_sub(2);
    let mut left: Vec<FactionId> = now.faction_ids().skip(1).collect();
    for place in 0..places {
        let key = place_key(place);
        let options = left
            .iter()
            .map(|faction| Choice::new(now.faction_name(*faction), now.faction_name(*faction)))
            .collect();
        let first = left
            .first()
            .map_or("", |faction| now.faction_name(*faction))
            .to_owned();
        let label = if place == 0 {
            format!("after {}", now.faction_name(FactionId(0)))
        } else {
            "and then".to_owned()
        };
        fields.push(Field::choice(&key, label, options, &first));
        let chosen = if set.has(&key) {
            set.word(&key)
        } else {
            &first
        };
        let chosen = named(now, chosen);
        left.retain(|faction| Some(*faction) != chosen);
    }
    for carrier in now.present().filter(|id| Fighter::of(now, *id).carrier()) {
        let riders: Vec<Id> = now
            .present()
            .filter(|id| *id != carrier && !Fighter::of(now, *id).carrier())
            .collect();
        let aboard: Vec<Id> = super::sheet::riders(now, carrier);
        let most = riders.len();
        fields.push(Field::pick(
            &seat_key(carrier),
            format!("on {}", now.name(carrier)),
            riders,
            0,
            most,
            aboard,
        ));
    }
    fields
}

fn place_key(place: usize) -> String {
    format!("then-{}", place + 1)
}

fn seat_key(carrier: Id) -> String {
    format!("on-{}", carrier.letter())
}

fn named(now: &Encounter, name: &str) -> Option<FactionId> {
    now.faction_ids()
        .find(|faction| now.faction_name(*faction) == name)
}

/// The rotation: the first faction, then as told, then whoever is left (`ALT-11`).
fn rotation(now: &Encounter, set: &Record) -> Vec<FactionId> {
    let mut order: Vec<FactionId> = now.faction_ids().take(1).collect();
    for place in 0..now.factions.len() {
        if let Some(faction) = named(now, set.word(&place_key(place)))
            && !order.contains(&faction)
        {
            order.push(faction);
        }
    }
    for faction in now.faction_ids() {
        if !order.contains(&faction) {
            order.push(faction);
        }
    }
    order
}

/// Seats riders and passengers as told.
fn seat(cx: &mut Resolver<'_>, set: &Record) {
    let carriers: Vec<Id> = cx
        .now()
        .present()
        .filter(|id| Fighter::of(cx.now(), *id).carrier())
        .collect();
    for carrier in carriers {
        let wanted = set.who(&seat_key(carrier)).to_vec();
        for rider in super::sheet::riders(cx.now(), carrier) {
            if !wanted.contains(&rider) {
                cx.unlink(bond::RIDING, rider, carrier);
            }
        }
        for rider in wanted {
            if mount_of(cx.now(), rider).is_none() {
                cx.link(bond::RIDING, rider, carrier);
            }
        }
    }
}

/// Factions with somebody standing and willing to fight; the broken are not (`ALT-122`).
pub fn willing(now: &Encounter) -> Vec<FactionId> {
    cycle(now)
        .into_iter()
        .filter(|faction| {
            now.members(*faction)
                .any(|id| standing(now, id) && !now.get(id).has(is::BROKEN))
        })
        .collect()
}

/// The GM ends the fight; what lasts until the end of the stretch goes on (`ALT-10`, `ALT-122`).
pub fn end(cx: &mut Resolver<'_>) {
    turn::clear_turn(cx);
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "The fight is over.".to_owned(),
    });
    let lists = [
        ("dead", is::DEAD),
        ("incapacitated", is::INCAPACITATED),
        ("surrendered", is::SURRENDERED),
        ("gone", is::FLED),
    ];
    for (word, key) in lists {
        let these: Vec<Id> = cx
            .now()
            .present()
            .filter(|id| {
                cx.get(*id).has(key) && (key != is::INCAPACITATED || !cx.get(*id).has(is::DEAD))
            })
            .collect();
        if !these.is_empty() {
            let text = format!("{word}: {}.", cx.now().names(&these));
            let mut chars = text.chars();
            let text: String = chars
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(chars)
                .collect();
            cx.note(&these, text);
        }
    }
}

/// The fight goes on after all.
pub fn reopen(cx: &mut Resolver<'_>) {
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: "The fight goes on.".to_owned(),
    });
}

/// A chase over a long distance (`ALT-121`).
///
/// # Errors
/// Until it is answered.
pub fn chase(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields("chase", None, "A long chase", |now, _| {
        let able: Vec<Id> = now.present().filter(|id| standing(now, *id)).collect();
        let mut fleeing: Vec<Id> = able
            .iter()
            .copied()
            .filter(|id| now.get(*id).has(is::BROKEN))
            .collect();
        if fleeing.is_empty() {
            fleeing.extend(able.first());
        }
        let most = able.len();
        vec![
            Field::pick("fleeing", "who flees", able, 1, most, fleeing),
            Field::choice(
                "pace",
                "compared with the pursuers",
                vec![
                    Choice::new("equal", "equally fast and lasting"),
                    Choice::new("faster", "faster, or lasting longer"),
                    Choice::new("slower", "slower, or tiring sooner"),
                ],
                "equal",
            ),
        ]
    })?;
    let fleeing = set.who("fleeing").to_vec();
    let names = cx.now().names(&fleeing);
    cx.act(None, &fleeing, format!("A long chase after {names}."));
    let results: Vec<(Id, bool)> = match set.word("pace") {
        "faster" => fleeing.iter().map(|id| (*id, true)).collect(),
        "slower" => fleeing.iter().map(|id| (*id, false)).collect(),
        _ => group_save(cx, "chase", &fleeing, Attribute::Agi, "Who escapes?")?,
    };
    for (who, escapes) in results {
        if escapes {
            if on_field(cx.now(), who) {
                movement::flee(cx, who)?;
            }
        } else {
            let text = format!("{} is caught.", cx.name(who));
            cx.note(&[who], text);
        }
    }
    Ok(())
}
