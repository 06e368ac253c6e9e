//! Grabbing and holding (17.0.18).

use super::acting::{begin, closes_field, target_field};
use super::action::Action;
use super::movement::{self, Going};
use super::schema::{GrappleTie, Options, Size, is};
use super::sheet::{aimed_at, fighter, targets};
use super::state::{Booked, Slot};
use super::strike::{self, How, Strike};
use super::weapon::Weapon;
use super::{attack, fumble, reactions, wounds};
use crate::dice::Dice;
use crate::encounter::{Choice, Condition, Encounter, Field, Id, Resolver, Roll, Step};
use crate::tally::Tally;

/// A grab: touch attack, then a grapple check at once (CTD-162 to CTD-164).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn grab(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let title = format!("{} grabs", cx.name(who));
    let set = cx.fields("grab", who, title, |now, set| {
        let holder = fighter(now, who).held_by();
        let (wanted, why) = aimed_at(now, who, holder.or(plan.foe(now, who)));
        let list = holder.map_or_else(|| targets(now, who), |holder| vec![holder]);
        let mut fields = vec![target_field(list, wanted).hint(why)];
        let target = set.one("target").or(wanted);
        fields.extend(strike::fields(
            now,
            who,
            &Weapon::grab(),
            target,
            How::Grab,
            set,
        ));
        fields.extend(movement::fields(now, who, set, target));
        if target.is_some_and(|target| !super::sheet::engaged(now, who, target)) {
            fields.extend(closes_field(now, who, target));
        }
        fields
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("there is nobody to grab");
    };
    movement::check(cx, who, &set)?;
    let strike = Strike {
        by: who,
        target,
        weapon: Weapon::grab(),
        how: How::Grab,
        set: set.clone(),
    };
    begin(cx, who, Action::Grab, Some(target), "");
    let text = format!("{} grabs at {}.", cx.name(who), cx.name(target));
    cx.act(who, &[target], text);
    strike.preview(cx);
    let replies = reactions::ask_replies(cx, who, set.who("closes"), None)?;
    for id in set.who("closes").to_vec() {
        attack::close_with(cx, who, id);
    }
    let going = movement::before(cx, who, &set)?;
    if going == Going::Stopped || (going == Going::Floored && !set.who("closes").is_empty()) {
        return Ok(());
    }
    if touch(cx, &strike)? && !wounds::stopped(cx.now(), who) {
        if contest(cx, who, target)? {
            Booked::change(cx, who, |booked| booked.grabs = Some(target));
            let text = format!("{} is grabbed.", cx.name(target));
            cx.note(&[target], text);
        } else {
            let text = format!("{} slips free.", cx.name(target));
            cx.note(&[target], text);
        }
    }
    reactions::give_replies(cx, &replies)?;
    movement::after(cx, who, &set)
}

/// The touch attack: a 20 hits without a crit roll, a 1 fumbles (CTD-162).
fn touch(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let rolled = cx.roll(strike.roll(cx.now()))?;
    attack::aim(cx, strike);
    if rolled.natural() == 1 {
        fumble::roll(cx, strike, strike.by, 0)?;
    }
    Ok(rolled.passed())
}

/// What a grapple check adds: the better of STR and DEX, size, shaken, stumbling (CTD-163).
fn check_bonus(now: &Encounter, id: Id) -> Tally {
    let one = fighter(now, id);
    let (ability, modifier) = one.better_mod();
    let size = match one.size() {
        Size::Small => 1,
        Size::Medium => 2,
        Size::Large => 3,
    };
    let row = now.table("size", size);
    Tally::new()
        .plus(ability, modifier)
        .plus("size", row.map_or(0, |row| row.int("grapple")))
        .plus("shaken", if one.suffers(is::SHAKEN) { -2 } else { 0 })
        .plus("stumbling", if one.suffers(is::STUMBLING) { -1 } else { 0 })
}

/// Both make a grapple check, the holder's die first; says whether the holder has the better of it (CTD-163 to
/// CTD-165).
fn contest(cx: &mut Resolver<'_>, holder: Id, held: Id) -> Step<bool> {
    let tie = Options(&cx.now().options).grapple_tie();
    loop {
        let title = format!(
            "Grapple check: {} against {}",
            cx.name(holder),
            cx.name(held)
        );
        let own = cx.roll(
            Roll::new("grapple", holder, "grapple check", Dice::d(20))
                .bonus(check_bonus(cx.now(), holder))
                .title(title.clone()),
        )?;
        let need = own.total + i64::from(tie != GrappleTie::Held);
        let other = cx.roll(
            Roll::new("grapple", held, "grapple check", Dice::d(20))
                .bonus(check_bonus(cx.now(), held))
                .at_least(need)
                .title(title)
                .words("free", "held"),
        )?;
        if tie == GrappleTie::Reroll && own.total == other.total {
            cx.note(&[], "A tie: both roll again.");
            continue;
        }
        return Ok(!other.passed());
    }
}

/// The holder's action: the hold is tested again, and if it lasts one option follows (CTD-165 to CTD-171).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn keep(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(held) = fighter(cx.now(), who).holding() else {
        return cx.refuse("has hold of nobody");
    };
    begin(cx, who, Action::Keep, Some(held), "");
    let text = format!("{} tries to keep hold of {}.", cx.name(who), cx.name(held));
    cx.act(who, &[held], text);
    let silenced_by = |cx: &Resolver<'_>| {
        cx.get(held)
            .condition(is::SILENCED)
            .is_some_and(|one| one.by == Some(who))
    };
    if silenced_by(cx) {
        cx.lose(held, is::SILENCED, "silenced", "");
    }
    Slot::change(cx, held, |slot| slot.aimed = true);
    if !contest(cx, who, held)? {
        let text = format!("{} breaks free.", cx.name(held));
        wounds::release(cx, who, held, &text);
        return Ok(());
    }
    option(cx, who, held)
}

/// What the holder does with it, one thing (CTD-166 to CTD-171).
fn option(cx: &mut Resolver<'_>, who: Id, held: Id) -> Step<()> {
    let most = fighter(cx.now(), who).pace() / 2;
    let title = format!(
        "{} keeps hold of {}: and then?",
        cx.name(who),
        cx.name(held)
    );
    let blocked = fighter(cx.now(), who).no_attack();
    let set = cx.fields("hold-option", who, title, |_, set| {
        let take = Choice::new("take", "takes something from it").hint("a touch attack");
        let options = vec![
            Choice::new("damage", "unarmed damage").hint("1d3, non-lethal"),
            Choice::new("silence", "keeps it from speaking"),
            Choice::new("item", "uses a simple magic item"),
            if blocked {
                take.refused("no attack in this round, after the fumble")
            } else {
                take
            },
            Choice::new("move", "moves it").hint(format!("up to {most} ft, if strong enough")),
            Choice::new("other", "something else"),
            Choice::new("nothing", "just holds"),
        ];
        let mut fields = vec![Field::choice("option", "and", options, "damage")];
        match set.word("option") {
            "item" | "take" | "other" => fields.push(Field::text("what", "what", "")),
            "move" => {
                fields.push(Field::number("feet", "feet", 0, most, most).unit("ft"));
                fields.push(Field::toggle("strong", "strong enough", true));
            }
            _ => {}
        }
        fields
    })?;
    let (name, other) = (cx.name(who), cx.name(held));
    let what = match set.word("what").trim() {
        "" => "something".to_owned(),
        what => what.to_owned(),
    };
    let strike = Strike {
        by: who,
        target: held,
        weapon: Weapon::punch(),
        how: How::Grab,
        set: set.clone(),
    };
    match set.word("option") {
        "damage" => {
            let blow = Strike {
                how: How::Plain,
                ..strike
            };
            attack::hurt(cx, &blow, attack::Damage::Regular, who)?;
        }
        "silence" => {
            let condition = Condition::new(is::SILENCED).by(who);
            wounds::book_condition(cx, held, condition, false);
            cx.note(&[held], format!("{name} keeps {other} from speaking."));
        }
        "item" => cx.note(&[], format!("{name} uses {what}.")),
        "take" => {
            let reaching = Strike {
                weapon: Weapon::grab(),
                ..strike
            };
            if touch(cx, &reaching)? {
                cx.note(&[held], format!("{name} takes {what} from {other}."));
            } else {
                cx.note(&[held], format!("{other} keeps {what}."));
            }
        }
        "move" if !set.flag("strong") => {
            return cx.refuse("not strong enough to move it: choose something else");
        }
        "move" => {
            let feet = set.int("feet");
            cx.note(&[held], format!("{name} moves {other} by {feet} feet."));
        }
        "other" => cx.note(&[held], format!("{name} and {other}: {what}.")),
        _ => {}
    }
    Ok(())
}
