//! Counterspells: bids of mana against a spell at its start (4.6).

use crate::systems::prelude::*;
use crate::systems::split_round::combat::opportunity::no_reaction;
use crate::systems::split_round::combat::{checks, losses};
use crate::systems::split_round::says::{Says, Unready, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::{CounterspellTiming, Options};
use crate::systems::split_round::sheet::schema::at;
use crate::systems::split_round::sheet::tables::Bid;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Bidding, Turn};

/// Returns true if a combatant can counter a spell that `caster` begins now (SPL-44).
pub fn eligible(now: &Encounter, who: Id, caster: Id) -> bool {
    let one = fighter(now, who);
    !now.allied(who, caster)
        && one.sheet.spark()
        && one.sheet.mana_tree_rank().is_some()
        && one.mana() > 0
        && !one.has(is::BUMPED)
        && no_reaction(now, who).is_none()
}

/// Returns the reason why a combatant with counterspells cannot use one now, such as a spent reaction. Returns `None`
/// if the combatant can use one or has no counterspells.
fn left_out(now: &Encounter, who: Id, caster: Id) -> Option<Unready> {
    let one = fighter(now, who);
    let knows = one.sheet.spark() && one.sheet.mana_tree_rank().is_some();
    if now.allied(who, caster) || !knows || !one.up() {
        return None;
    }
    let bumped = || one.has(is::BUMPED).then_some(Unready::Bumped);
    let spent = || (one.mana() <= 0).then_some(Unready::NoMana);
    no_reaction(now, who).or_else(bumped).or_else(spent)
}

/// Returns half the rank of the mana tree, at least 1 (SPL-49).
fn tree(now: &Encounter, who: Id) -> i64 {
    (fighter(now, who).sheet.mana_tree_rank().unwrap_or(0) / 2).max(1)
}

/// Creates the roll of a counterspell: d20 plus the bonus of the bid and half the rank. A total above the DC counters
/// the spell (SPL-47 to SPL-50).
fn die(now: &Encounter, by: Id, mana: i64, caster: Id, spell: &str) -> Roll {
    let dc = fighter(now, caster)
        .spell(spell)
        .map_or(0, |spell| spell.spell_dc());
    let bonus = Tally::new()
        .plus(
            say!(now, "bid ({mana} mana)"),
            Bid::of(now, mana).modifier(),
        )
        .plus("mana tree", tree(now, by));
    let name = || spell.to_owned().into();
    let what = Says::CounterRoll { spell: name() };
    let told = Says::CounterTold { by, spell: name() };
    Roll::new("counter-roll", by, what, Dice::d(20))
        .title(say!(now, "{}", told.show(now)))
        .told(told)
        .bonus(bonus)
        .at_least(dc + 1)
        .hint(say!(now, "must exceed DC {dc}"))
        .always(1, 1, false)
        .words("countered", "not countered")
}

/// Asks all eligible combatants to bid mana against a spell, one after the other, until the spell is countered (SPL-45,
/// SPL-46, SPL-52).
pub fn ask(cx: &mut Resolver<'_>, caster: Id, spell: &str, cost: i64) -> Step<()> {
    let at_once = Options::of(cx.now()).counterspell_timing() == CounterspellTiming::AtOnce;
    let mut others = false;
    loop {
        let now = cx.now();
        let able = now.present().filter(|id| eligible(now, *id, caster));
        let able: Vec<Id> = able.collect();
        if able.is_empty() {
            return Ok(());
        }
        let title = say!(
            cx.now(),
            "{} casts {spell}. Who counters it?",
            cx.name(caster)
        );
        let bid = cx.form("counter", None, title, |f| {
            let now = f.now;
            let out = |id: Id| Some((id, left_out(now, id, caster)?.label()));
            f.barred(now.present().filter_map(out));
            f.hint(|| {
                let left = |id: &Id| format!("{} {}", now.name(*id), fighter(now, *id).mana());
                let mana = able.iter().map(left).collect::<Vec<_>>().join(", ");
                let out = now.present().filter_map(out);
                let out = out.map(|(id, why)| format!("{} {why}", now.name(id)));
                let told = std::iter::once(format!("mana: {mana}")).chain(out);
                told.collect::<Vec<_>>().join("; ")
            });
            f.others("cannot counter spells, or is on the caster's side");
            let by = f.pick(
                "counters",
                "counterspell by",
                || able.clone(),
                0,
                1,
                Vec::new(),
            );
            let Some(by) = by.first().copied() else {
                return Ok(None);
            };
            let most = fighter(now, by).mana();
            f.hint(|| "the counterspell costs the mana and the reaction even on a failure");
            f.amount();
            Ok(Some((by, f.number("bid", "mana", 1..=most, "", 1))))
        })?;
        stakes(cx, caster, spell, cost, bid.map(|(by, _)| by));
        let Some((by, mana)) = bid else {
            let spell = spell.to_owned().into();
            cx.note(Says::NobodyCounters {
                able,
                spell,
                others,
            });
            return Ok(());
        };
        let said = Says::SpendsMana {
            by,
            caster,
            spell: spell.to_owned().into(),
            mana,
        };
        cx.act(by, said);
        let left = fighter(cx.now(), by).mana() - mana;
        cx.change(
            by,
            at::mana,
            Some(left),
            Says::Mana {},
            Says::Counterspell {},
        );
        Turn::change(cx, by, |turn| turn.reacted = true);
        others = true;
        if !at_once {
            let by = Some(by);
            Turn::change(cx, caster, |turn| turn.bids.push(Bidding { by, mana }));
        } else if throw(cx, by, mana, caster, spell)? {
            countered(cx, caster, spell);
            return Ok(());
        }
    }
}

/// Shows the DC and cost of the spell beside the form, and the chance of each bid.
fn stakes(cx: &mut Resolver<'_>, caster: Id, spell: &str, cost: i64, by: Option<Id>) {
    if !cx.shows() {
        return;
    }
    let now = cx.now();
    let dc = fighter(now, caster)
        .spell(spell)
        .map_or(0, |spell| spell.spell_dc());
    let aimed = &Turn::of(now, caster).plan.targets;
    let at = if aimed.is_empty() {
        String::new()
    } else {
        format!(" at {}", now.names(aimed))
    };
    let mut lines = vec![format!("{spell}{at}: DC {dc}, {cost} mana")];
    if let Some(by) = by {
        let most = fighter(now, by).mana();
        let mut last = None;
        let steps = Bid::all(now).filter_map(|(from, _, row)| {
            let step = (row.modifier(), from.max(1));
            (step.1 <= most && last.replace(step.0) != Some(step.0)).then_some(step)
        });
        let told: Vec<String> = steps
            .map(|(_, mana)| {
                let chance = die(now, by, mana, caster, spell).chance().unwrap_or(0.0) * 100.0;
                format!("{mana} mana {chance:.0}%")
            })
            .collect();
        lines.push(format!("chance: {}", told.join(", ")));
    }
    for line in lines {
        cx.show(by, line);
    }
}

fn throw(cx: &mut Resolver<'_>, by: Id, mana: i64, caster: Id, spell: &str) -> Step<bool> {
    let roll = die(cx.now(), by, mana, caster, spell);
    let rolled = cx.roll(roll)?;
    checks::remind(cx, by, &rolled);
    Ok(rolled.passed())
}

/// Rolls the delayed bids in order until one succeeds. Combatants who are no longer up do not roll (SPL-47, SPL-52).
/// Returns true if the spell is countered.
pub fn late(cx: &mut Resolver<'_>, caster: Id, spell: &str) -> Step<bool> {
    let bids = Turn::of(cx.now(), caster).bids.clone();
    if bids.is_empty() {
        return Ok(false);
    }
    Turn::change(cx, caster, |turn| turn.bids.clear());
    for bid in bids {
        let Some(by) = bid.by.filter(|by| fighter(cx.now(), *by).up()) else {
            continue;
        };
        let said = Says::RollsToCounter {
            by,
            caster,
            spell: spell.to_owned().into(),
        };
        cx.act(by, said);
        if throw(cx, by, bid.mana, caster, spell)? {
            countered(cx, caster, spell);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counters a spell, which has no effect. The caster does nothing else in this round (SPL-51).
fn countered(cx: &mut Resolver<'_>, caster: Id, spell: &str) {
    losses::ruin(cx, caster, &Why::Countered {});
    losses::let_go_of(cx, caster, spell, &Why::Countered {});
    losses::void(cx, caster, &Why::Countered {});
}
