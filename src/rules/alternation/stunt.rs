//! Another effect instead of damage (`ALT-54` to `ALT-56`).

use crate::encounter::{Choice, Condition, Encounter, Ends, Field, Id, Record, Resolver, Step};

use super::attack::Attack;
use super::schema::{Carried, is};
use super::weapon::weapons;
use super::{gear, wounds};

/// The attacker offers another effect instead of damage; those who accept drop out (`ALT-54` to `ALT-56`).
pub fn offer(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    for target in attack.targets() {
        let title = format!(
            "{} offers {} another effect",
            cx.name(attack.by),
            cx.name(target)
        );
        let set = cx.fields("stunt", target, title, |now, set| {
            stunt_fields(now, set, target)
        })?;
        if !set.flag("accepts") {
            let text = format!("{} refuses the offer.", cx.name(target));
            cx.note(&[target], text);
            continue;
        }
        attack.aims.retain(|aim| aim.target != target);
        let wording = match set.word("effect").trim() {
            "" => "the offer".to_owned(),
            wording => format!("\"{wording}\""),
        };
        let text = format!("{} accepts {wording} instead of damage.", cx.name(target));
        cx.note(&[target], text);
        let drops = set.word("drops").to_owned();
        if drops == "all" {
            gear::drop_all(cx, target);
        } else if let Some(weapon) = weapons(cx.now(), target)
            .into_iter()
            .find(|weapon| weapon.row.is_some_and(|row| row.to_string() == drops))
        {
            gear::carry(cx, target, &weapon, Carried::Dropped);
        }
        let key = set.word("condition").to_owned();
        if key != "none" {
            let ends = match set.word("lasts") {
                "rounds" => {
                    let rounds = u32::try_from(set.int("rounds").max(1)).unwrap_or(1);
                    Ends::EndOfRound(cx.now().round + rounds - 1)
                }
                "cleared" => Ends::WhenCleared,
                _ => Ends::Stretch,
            };
            let label = key.replace('_', " ");
            let condition = Condition::named(&key).ends(ends).because("stunt");
            cx.gain(target, condition, label);
            wounds::settle(cx)?;
        }
    }
    Ok(())
}

fn stunt_fields(now: &Encounter, set: &Record, target: Id) -> Vec<Field> {
    let mut fields = vec![
        Field::text("effect", "instead of damage", ""),
        Field::toggle("accepts", "the target accepts", true),
    ];
    let mut drops = vec![
        Choice::new("none", "nothing"),
        Choice::new("all", "all it holds"),
    ];
    for weapon in gear::droppable(now, target) {
        if let Some(row) = weapon.row {
            drops.push(Choice::new(row.to_string(), weapon.name()));
        }
    }
    if drops.len() > 2 {
        fields.push(Field::choice("drops", "drops", drops, "none"));
    }
    fields.push(Field::choice(
        "condition",
        "becomes",
        vec![
            Choice::new("none", "nothing else"),
            Choice::new(is::INCAPACITATED.0, "incapacitated"),
            Choice::new(is::SURRENDERED.0, "surrendered"),
            Choice::new("maimed", "maimed"),
        ],
        "none",
    ));
    if !matches!(set.word("condition"), "" | "none") {
        fields.push(Field::choice(
            "lasts",
            "lasts",
            vec![
                Choice::new("stretch", "until the end of the stretch"),
                Choice::new("rounds", "for rounds"),
                Choice::new("cleared", "until cleared"),
            ],
            "stretch",
        ));
        if set.word("lasts") == "rounds" {
            fields.push(Field::number("rounds", "rounds", 1, 999, 1));
        }
    }
    fields
}
