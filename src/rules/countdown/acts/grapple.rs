//! Grabbing and holding (17.0.18).

use crate::act;
use crate::dice::Dice;
use crate::encounter::{
    Choice, Condition, Encounter, Filled, Form, Id, Resolver, Roll, Step, Words as _,
};
use crate::note;
use crate::say;
use crate::tally::Tally;

use crate::rules::countdown::combat::acting::use_action;
use crate::rules::countdown::combat::assault::arrives;
use crate::rules::countdown::combat::targets::at_whom;
use crate::rules::countdown::combat::{
    Assault, Circumstances, Purpose, Strike, answers, attack, damage, fumble, movement, pending,
    wounds,
};
use crate::rules::countdown::sheet::options::GrappleTie;
use crate::rules::countdown::sheet::tables::{Build, Damage};
use crate::rules::countdown::sheet::{Fist, Options, Weapon, is};
use crate::rules::countdown::state::{Maneuver, Pending, RoundState, fighter};

/// A grab: touch attack, then a grapple check at once (CTD-162 to CTD-164).
pub fn grab(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).planned();
    let declared = plan.foe(cx.now(), who);
    let title = at_whom(cx.now(), who, declared, ["grabs", "grab"]);
    let assault = cx.form("grab", who, title, |f| {
        Assault::ask(f, who, Weapon::grab(), Purpose::Grab, &plan)
    })?;
    let Assault {
        strike,
        way,
        closes,
    } = assault;
    let target = strike.target;
    use_action(cx, who, Maneuver::Grab, Some(target), "");
    act!(
        cx,
        who,
        &[target],
        "{} grabs at {}.",
        cx.name(who),
        cx.name(target)
    );
    strike.preview(cx);
    let replies = answers::close_in(cx, who, &closes)?;
    let outcome = movement::before(cx, who, &way)?;
    if !arrives(cx, &strike, &closes, outcome) {
        return Ok(());
    }
    if touch(cx, &strike)? && !pending::stopped(cx.now(), who) {
        if contest(cx, who, target)? {
            Pending::change(cx, who, |pending| pending.grabs = Some(target));
            note!(cx, &[target], "{} is grabbed.", cx.name(target));
        } else {
            note!(cx, &[target], "{} slips free.", cx.name(target));
        }
    }
    answers::give_replies(cx, &replies)?;
    movement::after(cx, who, &way)
}

/// The touch attack: a 20 hits without a crit roll, a 1 fumbles (CTD-162).
fn touch(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let rolled = cx.roll(strike.roll(cx.now()))?;
    attack::aim(cx, strike);
    if rolled.natural == 1 {
        fumble::roll(cx, strike, strike.by)?;
    }
    Ok(rolled.passed())
}

/// What a grapple check adds: the better of STR and DEX, size, shaken, stumbling (CTD-163).
fn check_bonus(now: &Encounter, id: Id) -> Tally {
    let one = fighter(now, id);
    let (ability, modifier) = one.better_mod();
    let row = Build::sized(now, one.size());
    Tally::new()
        .plus(ability, modifier)
        .plus("size", row.map_or(0, |row| row.grapple()))
        .plus("shaken", if one.suffers(is::SHAKEN) { -2 } else { 0 })
        .plus("stumbling", if one.suffers(is::STUMBLING) { -1 } else { 0 })
}

/// Both make a grapple check, the holder's die first; says whether the holder has the better of it (CTD-163 to
/// CTD-165).
fn contest(cx: &mut Resolver<'_>, holder: Id, held: Id) -> Step<bool> {
    let tie = Options(&cx.now().options).grapple_tie();
    loop {
        let title = |one, other| {
            let (one, other) = (cx.now().name(one), cx.now().name(other));
            format!("{one}: grapple check against {other}")
        };
        let (holds, slips) = (title(holder, held), title(held, holder));
        let own = cx.roll(
            Roll::new("grapple", holder, "grapple check", Dice::d(20))
                .bonus(check_bonus(cx.now(), holder))
                .title(holds),
        )?;
        let need = own.total + i64::from(tie != GrappleTie::Held);
        let other = cx.roll(
            Roll::new("grapple", held, "grapple check", Dice::d(20))
                .bonus(check_bonus(cx.now(), held))
                .at_least(need)
                .title(slips)
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
pub fn keep(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(held) = fighter(cx.now(), who).holding() else {
        return cx.refuse("has hold of nobody");
    };
    use_action(cx, who, Maneuver::Keep, Some(held), "");
    act!(
        cx,
        who,
        &[held],
        "{} tries to keep hold of {}.",
        cx.name(who),
        cx.name(held)
    );
    let silenced_by = |cx: &Resolver<'_>| {
        cx.get(held)
            .condition(is::SILENCED)
            .is_some_and(|one| one.by == Some(who))
    };
    if silenced_by(cx) {
        cx.lose(held, is::SILENCED, "silenced", "");
    }
    RoundState::change(cx, held, |its| its.aimed = true);
    if !contest(cx, who, held)? {
        let text = format!("{} breaks free.", cx.name(held));
        wounds::release(cx, who, held, &text);
        return Ok(());
    }
    use_hold(cx, who, held)
}

crate::words! {
    /// What a holder does with whom it keeps hold of (CTD-166 to CTD-171).
    enum Grip {
        /// Hurts it.
        Damage = "damage" "unarmed damage",
        /// Keeps it from speaking.
        Silence = "silence" "keeps it from speaking",
        /// Uses something of its own.
        Item = "item" "uses a simple magic item",
        /// Takes something away.
        Take = "take" "takes something from it",
        /// Moves it.
        Move = "move" "moves it",
        /// Anything else.
        Other = "other" "something else",
        /// Nothing.
        Nothing = "nothing" "just holds",
    }
}

/// What a holder does, as its form gives it.
struct Held {
    grip: Grip,
    /// With what, for deeds that name something.
    what: String,
    /// How far, for a move.
    feet: i64,
}

fn ask_option(f: &mut Form<'_>, who: Id) -> Filled<Held> {
    let one = fighter(f.now, who);
    let most = one.pace() / 2;
    let tell = |grip: &Grip| {
        let choice = Choice::of(*grip);
        match grip {
            Grip::Damage => choice.hint("1d3, non-lethal"),
            Grip::Take if one.no_attack() => choice
                .hint("a touch attack")
                .refused("no attack in this round, after the fumble"),
            Grip::Take => choice.hint("a touch attack"),
            Grip::Move => choice.hint(format!("up to {most} ft, if strong enough")),
            Grip::Silence | Grip::Item | Grip::Other | Grip::Nothing => choice,
        }
    };
    let mut held = Held {
        grip: f.option_told("option", "and", Grip::ALL, Grip::Damage, tell),
        what: String::new(),
        feet: 0,
    };
    match held.grip {
        Grip::Item | Grip::Take | Grip::Other => {
            held.what = match f.text("what", "what", "").trim() {
                "" => "something".to_owned(),
                what => what.to_owned(),
            };
        }
        Grip::Move => {
            held.feet = f.number("feet", "feet", 0..=most, "ft", most);
            let strong = f.toggle("strong", "strong enough", true);
            let weak = "not strong enough to move it: choose something else";
            f.refuse_if((!strong).then_some(weak))?;
        }
        Grip::Damage | Grip::Silence | Grip::Nothing => {}
    }
    Ok(held)
}

/// What the holder does with it, one thing (CTD-166 to CTD-171).
fn use_hold(cx: &mut Resolver<'_>, who: Id, held: Id) -> Step<()> {
    let (name, other) = (cx.name(who), cx.name(held));
    let title = say!(cx.now(), "{name} keeps hold of {other}: and then?");
    let Held { grip, what, feet } = cx.form("hold-option", who, title, |f| ask_option(f, who))?;
    let strike = |weapon, purpose| Strike {
        by: who,
        target: held,
        weapon,
        purpose,
        circumstances: Circumstances::default(),
    };
    match grip {
        Grip::Damage => {
            let blow = strike(Weapon::bare(Fist::Punch), Purpose::Plain);
            damage::hurt(cx, &blow, Damage::Regular, who)?;
        }
        Grip::Silence => {
            let condition = Condition::new(is::SILENCED).by(who);
            pending::add_condition(cx, held, condition, false);
            note!(cx, &[held], "{name} keeps {other} from speaking.");
        }
        Grip::Item => note!(cx, &[], "{name} uses {what}."),
        Grip::Take => {
            if touch(cx, &strike(Weapon::grab(), Purpose::Grab))? {
                note!(cx, &[held], "{name} takes {what} from {other}.");
            } else {
                note!(cx, &[held], "{other} keeps {what}.");
            }
        }
        Grip::Move => note!(cx, &[held], "{name} moves {other} by {feet} feet."),
        Grip::Other => note!(cx, &[held], "{name} and {other}: {what}."),
        Grip::Nothing => {}
    }
    Ok(())
}
