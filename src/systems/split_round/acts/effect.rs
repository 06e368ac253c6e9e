//! Effects of acts that the sheet does not define: a potion, a magic item, a feat, or any GM ruling (SPL-21, SPL-25,
//! SPL-74).

use crate::resolver::Refused;
use crate::systems::prelude::*;

use crate::systems::split_round::combat::wounds;
use crate::systems::split_round::says::Says;
use crate::systems::split_round::state::plan::Habit;
use crate::systems::split_round::state::sides::anyone;

crate::words! {
    pub enum Effect {
        Nothing = "nothing" "no numbers",
        /// Healing of hit points.
        Heals = "heals" "healing",
        Harms = "harms" "damage",
    }
}

/// Amount of an effect.
#[derive(Clone)]
enum Amount {
    Rolled(Dice),
    Plain(i64),
}

fn amount(text: &str) -> Result<Amount, Refused> {
    if let Ok(plain) = text.trim().parse::<i64>() {
        return Ok(Amount::Plain(plain.clamp(0, 9999)));
    }
    let dice = Dice::parse(text.trim()).map_err(|not| Refused(not.to_string()))?;
    Ok(Amount::Rolled(dice))
}

/// Asks for the effect of an act and applies it. Returns the outcome in a few words.
pub fn play(cx: &mut Resolver<'_>, who: Id, what: &str, usual: Effect) -> Step<String> {
    let title = say!(cx.now(), "{}: {what}. What is the effect?", cx.name(who));
    let effect = cx.form("effect", who, title, |f| {
        let now = f.now;
        let effect = f.option("effect", "effect", usual);
        if effect == Effect::Nothing {
            return Ok(None);
        }
        let all = anyone(now, who);
        let first = if effect == Effect::Heals {
            Some(who)
        } else {
            all.first().copied()
        };
        let target = f.pick_one("target", "target", || all.clone(), first);
        let target = f.need(target, "choose a target")?;
        let last = &Habit::of(now).potion;
        let preset = if last.is_empty() { "1d8" } else { last };
        f.hint(|| "dice such as 1d8+1, or a number");
        let typed = f.text("dice", "amount", preset);
        let magical = effect == Effect::Heals && f.toggle("magical", "magical", true);
        Ok(Some((effect, target, amount(&typed)?, magical, typed)))
    })?;
    let Some((effect, target, amount, magical, typed)) = effect else {
        return Ok("done".to_owned());
    };
    Habit::change(cx, |habit| habit.potion = typed);
    let total = match amount {
        Amount::Plain(plain) => plain,
        Amount::Rolled(dice) => {
            let title = say!(cx.now(), "{}: {what}", cx.name(who));
            let what = what.to_owned().into();
            let roll = Roll::new("effect-roll", who, Says::EffectRoll { what }, dice);
            cx.roll(roll.title(title))?.total
        }
    };
    if effect == Effect::Heals {
        wounds::heal(cx, target, total, magical, what);
        return Ok(format!("{} heals {total}", target.letter()));
    }
    let what = what.to_owned().into();
    wounds::suffer(cx, target, total, Says::EffectOf { who, what })?;
    Ok(format!("{total} damage to {}", target.letter()))
}
