//! The system "Segments": everybody declares, then each attack has an initiative die of its own, and one ladder of
//! counts from the highest down to -5 carries everything.
//!
//! | command | what it is | questions and form fields, in order |
//! |---|---|---|
//! | `begin` | by itself: the fight begins | form `begin`: `lighting` full, starlit, clouded, cave, pitch; `ambush` on/off, then `ambushers`, `caught` · rolls `ambush` (PER of all caught) · `shout` yes/no for each of degree 1 |
//! | `declare` WHO | offered until all have declared, again for who has | form `declare`, see below |
//! | `declare-side` FACTION, `declare-rest` | all of a side, or everyone left, as Enter would declare | - |
//! | `prep` | by itself: weapons picked up | roll `pickup` |
//! | `initiative` | by itself when all have declared | rolls `initiative`: roster order, attack 1 first |
//! | `open-count` | by itself | form `free-attacks` of who withdraws: `free_x` (x: letter of the opponent) a weapon, `-shift`, `-ally`, `-flies`, `-position`; `modifier_x`; then as a strike |
//! | `attack` WHO | by itself in asking order | form `attack`, see below · roll `into-melee`, roll `friend`, form `stray` · roll `per` (attacker, then target) · roll `strike` · roll `damage` · `grievous` yes/no, `wound` text |
//! | `release` WHO | by itself | roll `cast-roll` · form `spell`: `targets`, `damage`, `each`, `ignores_prot`, `effect` · roll `spell-damage` |
//! | `other` WHO | by itself | form `other`: `what`, `skill`, `modifier`, `missile` · roll `skill` |
//! | `close-count` | by itself | `interrupt` yes/no · roll `move-on` |
//! | `arrive` WHO | by itself, when somebody has come in the middle of a round | `join` yes/no, then `declare`, `initiative` |
//! | `round-end` | by itself | with the option: the plain morale step |
//! | `end`, `go-on` | when one side stands; `end` at any offer | - |
//!
//! Form `declare`: `action` attack, spell, full, desperate, move, withdraw, pickup, other, hold, nothing; for each
//! attack left n = 1…: `weaponN` (a name, `other` with `whatN`, from the second on `none`), `modeN` melee/ranged,
//! `targetN`; `tentacles-LETTER`; `spell`, `targets`; `guard`; `pace` walk, run, sprint, fast_sprint; `movement` step, still, move, run, after; `distance`;
//! `leaving`; `defending`; `aim`; `double_shot`; `draw`; `sheathe`; `shield`; `potion` none, attacks, movement; `in_melee`;
//! `free`, `free_text`.
//!
//! Form `attack`: `target`, `weapon`, `mode`; in melee `attackers`, `push` no/push; from afar `speed` stationary, walking,
//! running, sprinting, fast_sprinting, `dodging`, `mounted`, `cover` none/soft/hard, `into_melee`, `friends`, `opponents`,
//! `threshold`, `shooter_in_melee`; always `unexpected` no/in_fight/no_fight, `lighting`, `blind`, `unseen`, `modifier`,
//! `do` attack/other/pass (`other` with `what`). Form `stray` has the circumstances of a shot only.
//!
//! Between any two commands and in the middle of a prompt: `skill` (form `who`, `skill`, `modifier`, `spends`, `missile`),
//! `forced` (`who`, `by` · roll `forced-dex`), `unseen` (`blind`, `foes`), `light`, `rest`, `shift` (`slot` as `a-1`,
//! `becomes` due/lost, `count`), `late` (`who`, then `declare`, `initiative`).

mod attack;
mod begin;
mod checks;
mod chores;
mod circumstances;
mod count;
mod declare;
mod flow;
mod former;
mod initiative;
mod ladder;
mod legality;
mod movement;
mod plan;
mod schema;
mod sheet;
mod spells;
mod state;
mod strike;
mod tables;
mod telling;
#[cfg(test)]
mod tests;
mod view;
mod wounds;

use crate::dice::Dice;
use crate::encounter::{
    Choice, Command, Condition, Encounter, Event, Id, Record, Resolver, Row, Schema, Stage, Step,
    Words as _,
};
use crate::rules::{Assets, Next, Offer, OrderRow, Panes, RowView, Rules, Sheets, System};
use schema::{at, at_spell, at_stuck, at_weapon, is};

use crate::act;
use checks::Save;
use count::{act_command, due};
use declare::undeclared;
use ladder::Kind;
use sheet::fighter;
use state::Round;
use wounds::Harm;

/// The system.
pub struct Segments;

impl System for Segments {
    fn key(&self) -> &'static str {
        "segments"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: include_str!("../../../assets/segments/tables.ron"),
            roster: include_str!("../../../assets/segments/roster.ron"),
            rules: include_str!("../../../assets/segments/rules.md"),
            encounters: &[
                (
                    "wreckers_cove.ron",
                    include_str!("../../../assets/segments/encounters/wreckers_cove.ron"),
                ),
                (
                    "drowned_gate.ron",
                    include_str!("../../../assets/segments/encounters/drowned_gate.ron"),
                ),
            ],
        }
    }
}

impl Sheets for Segments {
    fn schema(&self) -> &'static Schema {
        &schema::SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        if sheet.get(schema::at::hp).is_none() {
            let most = sheet.get(schema::at::max_hp);
            sheet.set(schema::at::hp, Some(most));
        }
    }

    fn objections(&self, sheet: &Row) -> Vec<String> {
        let mut wrong = Vec::new();
        if sheet.get(at::hp).unwrap_or(0) > sheet.get(at::max_hp) {
            wrong.push(format!(
                "hp {} is more than max_hp {}",
                sheet.get(at::hp).unwrap_or(0),
                sheet.get(at::max_hp)
            ));
        }
        let weapons = sheet.get(at::weapons).iter();
        let weapons = weapons.map(|row| row.get(at_weapon::name)).collect();
        let spells = sheet.get(at::spells).iter();
        let spells = spells.map(|row| row.get(at_spell::name)).collect();
        let lists: [(&str, Vec<&str>, usize); 2] =
            [("weapons", weapons, 12), ("spells", spells, 40)];
        for (list, names, most) in lists {
            if names.len() > most {
                wrong.push(format!("{} {list}: {most} at most", names.len()));
            }
            if let Some(twice) = (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
                wrong.push(format!("two {list} are called {}", names[twice]));
            }
        }
        wrong
    }

    fn improvised(&self, hit_points: i64) -> Record {
        let weapon = Record::new()
            .with("name", "weapon")
            .with("sc", 60)
            .with("damage", Dice::d(6))
            .with("rank", 0)
            .with("mode", "melee");
        Record::new()
            .with("max_hp", hit_points)
            .with("weapons", vec![weapon])
    }
}

impl Rules for Segments {
    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
    }

    fn resolve(&self, cx: &mut Resolver<'_>, command: &Command) -> Step<()> {
        match (&*command.action, command.who) {
            ("begin", _) => begin::begin(cx),
            ("declare", Some(who)) => declare::declare(cx, who),
            ("declare-rest", _) => {
                let ids = undeclared(cx.now());
                declare::declare_rest(cx, ids)
            }
            ("declare-side", _) => {
                let mut ids = undeclared(cx.now());
                ids.retain(|id| Some(cx.get(*id).faction) == command.faction);
                declare::declare_rest(cx, ids)
            }
            ("prep", _) => initiative::prep(cx),
            ("initiative", _) => initiative::initiative(cx),
            ("open-count", _) => count::open(cx),
            ("attack" | "release" | "other", Some(who)) => act(cx, who, command),
            ("close-count", _) => count::close(cx),
            ("round-end", _) => count::round_end(cx),
            ("fall", Some(who)) => {
                act!(
                    cx,
                    who,
                    &[who],
                    "{} has {} hit points left.",
                    cx.name(who),
                    fighter(cx.now(), who).hp()
                );
                wounds::down_if_spent(cx, who);
                Ok(())
            }
            ("rise", Some(who)) => {
                wounds::rise(cx, who);
                Ok(())
            }
            ("go-on", _) => {
                Round::change(cx, |round| round.go_on = true);
                Ok(())
            }
            ("end", _) => end(cx),
            ("skill", _) => chores::skill(cx),
            ("forced", _) => chores::forced(cx),
            ("unseen", _) => chores::unseen(cx),
            ("light", _) => chores::light(cx),
            ("rest", _) => chores::rest(cx),
            ("shift", _) => chores::shift(cx),
            ("arrive", Some(who)) => initiative::arrive(cx, who),
            ("late", _) => initiative::late(cx),
            (other, _) => cx.broken(format!("there is no action `{other}`")),
        }
    }

    fn extras(&self, now: &Encounter) -> Vec<Offer> {
        flow::extras(now).into_iter().map(Offer::from).collect()
    }

    fn harms(&self) -> Vec<Choice> {
        let all = Harm::ALL.iter();
        all.map(|harm| Choice::of(*harm)).collect()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        match Harm::from_word(kind) {
            Some(harm) => wounds::harm(cx, target, amount, harm, cause),
            None => cx.broken(format!("there is no damage `{kind}`")),
        }
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        wounds::heal(cx, target, amount, cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        let all = Save::ALL.iter();
        all.map(|save| Choice::of(*save)).collect()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        match Save::from_word(kind) {
            Some(save) => checks::save(cx, target, save),
            None => cx.broken(format!("there is no save `{kind}`")),
        }
    }

    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        condition: Condition,
        label: &str,
    ) -> Step<()> {
        if is::named(&condition.key) == Some(is::STUNNED) {
            let because = condition.cause;
            wounds::stun(cx, target, &because);
            return spells::struck_while_casting(cx, target);
        }
        cx.gain(target, condition, label);
        Ok(())
    }

    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        if is::named(key) == Some(is::CASTING) {
            spells::lose_spell(cx, target, "ruled");
        }
        cx.lose_named(target, key, label, "ruled");
        Ok(())
    }
}

impl Panes for Segments {
    fn headline(&self, now: &Encounter) -> String {
        view::headline(now)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        view::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        view::row(now, id)
    }
}

/// Plays what is due on the open count. Rulings made meanwhile may have taken it away.
fn act(cx: &mut Resolver<'_>, who: Id, command: &Command) -> Step<()> {
    let Some(slot) = due(cx.now())
        .filter(|slot| slot.who == who && act_command(slot) == *command)
        .cloned()
    else {
        return Ok(());
    };
    cx.emit(Event::Turn { who: Some(who) });
    match slot.kind {
        Kind::Release => spells::release(cx, &slot)?,
        Kind::Other => chores::other(cx, &slot)?,
        _ => attack::attack(cx, &slot)?,
    }
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// The fight ends: what stays on each sheet (SEG-125).
fn end(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "The fight is over.".to_owned(),
    });
    for id in cx.now().present().collect::<Vec<_>>() {
        let one = fighter(cx.now(), id);
        let mut left: Vec<String> = Vec::new();
        for missile in one.missiles() {
            left.push(format!(
                "a stuck {} (bleeds {} a round of exertion)",
                missile.get(at_stuck::missile).word(),
                missile.get(at_stuck::bleed)
            ));
        }
        let lost = cx.get(id).sheet.get(at::prot_lost);
        if lost > 0 {
            left.push(format!("armour PROT {lost} less until repaired"));
        }
        if let Some(wound) = one.condition(is::GRIEVOUS_WOUND) {
            left.push(format!("grievous wound: {}", wound.cause));
        }
        if let Some(spell) = plan::carried(one) {
            left.push(format!("{spell} is dropped"));
        }
        if !left.is_empty() {
            act!(cx, None, &[id], "{}: {}.", cx.name(id), left.join("; "));
        }
        cx.lose(id, is::SPELL_CARRIED, "", "");
        for is in [is::CASTING, is::HOLDING, is::AIMING, is::AIM_KEPT] {
            cx.lose(id, is, "", "");
        }
    }
    Ok(())
}
