//! Content of the screen: the ladder from the highest count down to -5, the rows of combatants, the top line.

use std::sync::LazyLock;

use crate::rules::{Mark, OrderRow, Panes, RowView};
use crate::systems::prelude::*;
use crate::systems::segments::Segments;

use crate::systems::segments::acts::declare::describe::describe;
use crate::systems::segments::combat::{covered, open_release, standing_defence, waits_to_move};
use crate::systems::segments::sheet::{Caught, is};
use crate::systems::segments::state::{
    Kind, Phase, Progress, Round, Slot, UNSEEN, ambush_degree, asking_order, fighter, may_declare,
    plan, slots, undeclared,
};

impl Panes for Segments {
    /// Length of a round, ten seconds (SEG-05).
    fn round_lasts(&self) -> Option<u32> {
        Some(10)
    }

    /// Returns the stage of the fight for the top line.
    fn headline(&self, now: &Encounter) -> String {
        let round = Round::of(now);
        if !round.begun {
            return "ambush".to_owned();
        }
        let place = match round.phase {
            Phase::Declare => match undeclared(now).len() {
                0 => "declarations complete".to_owned(),
                left => format!("declare: {left} to go"),
            },
            _ => match round.count {
                None => "initiative".to_owned(),
                Some(count) => format!("count {count}, {}", part(count)),
            },
        };
        if round.surprise {
            format!("surprise round, {place}")
        } else {
            place
        }
    }

    /// Builds the initiative pane: the plans during declarations, then the ladder of counts.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        if !now.fighting() || !Round::of(now).begun {
            return Vec::new();
        }
        if Round::of(now).phase == Phase::Declare {
            return declarations(now);
        }
        let mut rungs: Vec<&Slot> = slots(now).collect();
        rungs.sort_by_cached_key(|slot| {
            // Order within a count: shields and potions, steps and casting, then actions in asking order.
            let stage = match slot.kind {
                Kind::Shield | Kind::Potion => 0,
                Kind::Move => 1,
                Kind::Cast | Kind::Free => 2,
                Kind::Attack | Kind::Other | Kind::Release => 3,
            };
            (-slot.count, stage, asking_order(now, slot.who), slot.number)
        });
        let mut rows = Vec::new();
        for rungs in rungs.chunk_by(|one, next| part(one.count) == part(next.count)) {
            let heading = match part(rungs[0].count) {
                "movement" => "movement, 10 to 1",
                other => other,
            };
            rows.push(OrderRow::new(Mark::Heading, None, heading));
            rows.extend(rungs.iter().map(|slot| rung(now, slot)));
        }
        rows.extend(waiting(now));
        rows
    }

    /// Returns values derived from the sheet and the wounds: the stun threshold, current DEX and TMR (SEG-02, SEG-68,
    /// SEG-75).
    fn derived(&self, now: &Encounter, id: Id) -> Vec<String> {
        let one = fighter(now, id);
        let stun = format!("stunned by a hit of more than {}", one.stun_threshold());
        let pace = format!("DEX {}, TMR {}", one.dex_now(), one.tmr_now());
        vec![stun, pace]
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "DEF is the defence: an attack hits on a d100 roll of SC minus DEF or less.".to_owned()
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let one = fighter(now, id);
        let down = !one.active();
        let wound = one.wound_word();
        let hurt = !down && one.hp() < one.sheet.max_hp();
        let release = open_release(now, id);
        let stuck = one.missiles().len();
        let rest = if one.has(is::AT_REST) {
            ", at rest"
        } else {
            ""
        };
        let grievous = one.condition(is::GRIEVOUS_WOUND);
        let unseen: Vec<Id> = now.links_from(UNSEEN, id).collect();
        let ambushed = caught(now, id).filter(|_| !down);
        let stance = one.stance();
        let mut state = vec![
            one.is_down().then(|| "down".to_owned()),
            one.has(is::STUNNED).then(|| "stunned".to_owned()),
            ambushed.map(|what| format!("ambushed: {what}")),
            release.map(|slot| format!("casting {} until {}", slot.what, slot.count)),
            stance.map(|(_, stance, bonus)| format!("{stance} +{bonus}")),
        ];
        state.extend(WORDS.map(|(is, word)| one.has(is).then(|| word.to_owned())));
        state.extend([
            one.carried().map(|spell| format!("{spell} next round")),
            hurt.then(|| match one.wound_mod() {
                0 => wound.clone(),
                modifier => format!("{wound} {modifier}"),
            }),
            (stuck > 0).then(|| {
                // Only active combatants bleed (SEG-107).
                let bleeds = (!down).then(|| format!(", bleeds {}", one.bleed_per_round()));
                format!("{stuck} stuck{}{rest}", bleeds.unwrap_or_default())
            }),
            grievous.map(|wound| format!("grievous wound: {}", now.told(&wound.cause))),
            (!unseen.is_empty()).then(|| format!("cannot see {}", now.names(&unseen))),
        ]);
        RowView {
            life: (one.hp(), one.sheet.max_hp()),
            defence: format!("DEF {}", standing_defence(now, id)),
            state: state.into_iter().flatten().collect(),
            names: &NAMED,
            health_word: if one.is_down() {
                "down".to_owned()
            } else {
                wound
            },
            down,
            ..RowView::default()
        }
    }
}

fn part(count: i64) -> &'static str {
    match count {
        11.. => "before movement",
        1..=10 => "movement",
        _ => "after movement",
    }
}

fn declarations(now: &Encounter) -> Vec<OrderRow> {
    let first = undeclared(now).first().copied();
    now.present()
        .map(|id| {
            let (mark, what) = match plan(now, id) {
                Some(plan) => (Mark::Done, Some(describe(now, id, plan))),
                None if may_declare(now, id) => (Mark::Waiting, caught(now, id)),
                None => (Mark::Lost, caught(now, id)),
            };
            let name = now.name(id);
            let label = what.map_or_else(|| name.to_owned(), |what| format!("{name}: {what}"));
            OrderRow::new(mark, id, label).current(first == Some(id))
        })
        .collect()
}

/// Returns the effect of being caught in the ambush during the surprise round (T-13); `None` for a combatant who
/// noticed the ambush in time.
fn caught(now: &Encounter, id: Id) -> Option<String> {
    let degree = ambush_degree(now, id).filter(|degree| *degree > 1)?;
    Some(Caught::of(now, degree).told())
}

fn rung(now: &Encounter, slot: &Slot) -> OrderRow {
    let round = Round::of(now);
    let one = fighter(now, slot.who);
    let (name, what) = (one.name(), slot.what.as_str());
    let label = match (slot.kind, slot.target) {
        (Kind::Cast, _) => ["begins ", what].concat(),
        (Kind::Release, _) => [what, " goes off"].concat(),
        (Kind::Shield, _) => "shield ready".to_owned(),
        (Kind::Potion, _) => "potion works".to_owned(),
        (Kind::Move, _) => movement(slot, round),
        (_, Some(target)) => [what, " on ", now.name(target)].concat(),
        (_, None) => what.to_owned(),
    };
    let to_come = round.count.is_none_or(|open| slot.count < open);
    let here = round.phase == Phase::Act && round.count == Some(slot.count);
    let mark = match slot.progress {
        Progress::Lost | Progress::Idle => Mark::Lost,
        _ if here && now.turn == Some(slot.who) && slot.kind.acts() => Mark::Acting,
        Progress::Done => Mark::Done,
        Progress::Due if slot.stands(now) && (here || to_come) => Mark::Waiting,
        Progress::Due => Mark::Lost,
    };
    let why = match slot.why.as_str() {
        "" if mark != Mark::Lost => String::new(),
        "" if one.is_down() => " (lost: down)".to_owned(),
        "" if one.has(is::STUNNED) => " (lost: stunned)".to_owned(),
        "" => " (lost: passed)".to_owned(),
        why if mark == Mark::Lost => [" (lost: ", why, ")"].concat(),
        why => [" (", why, ")"].concat(),
    };
    let count = if slot.until < slot.count {
        format!("{} to {}", slot.count, slot.until)
    } else {
        slot.count.to_string()
    };
    OrderRow::new(mark, slot.who, [name, ": ", &label, &why].concat())
        .detail(count)
        .current(here)
}

fn movement(slot: &Slot, round: &Round) -> String {
    if slot.feet == 0 {
        return slot.what.clone();
    }
    let covered = (slot.progress == Progress::Done && slot.pace > 0).then(|| {
        let count = round.count.map_or(10, |open| open.clamp(1, 10));
        format!("{} of ", covered(slot, count))
    });
    format!(
        "{} {}{} ft",
        slot.what,
        covered.unwrap_or_default(),
        slot.feet
    )
}

/// Returns rows for combatants who have no slot but are waiting for a move after the last attack or a spell next round.
fn waiting(now: &Encounter) -> Vec<OrderRow> {
    let row = |id: Id, label: String| OrderRow::new(Mark::Held, id, label);
    let mut rows = Vec::new();
    for id in now.present().filter(|id| fighter(now, *id).active()) {
        let name = now.name(id);
        if waits_to_move(now, id) {
            rows.push(row(id, format!("{name}: moves after the attacks")));
        }
        if let Some(spell) = fighter(now, id).carried() {
            rows.push(row(id, format!("{name}: {spell} starts next round")).detail("10"));
        }
        if now.get(id).has(is::HOLDING) {
            rows.push(row(id, format!("{name}: holds for a spell")));
        }
    }
    rows
}

/// Conditions, each with the word that a row shows.
const WORDS: [(Is, &str); 7] = [
    (is::NO_MOVEMENT, "stock-still"),
    (is::AIMING, "aiming"),
    (is::AIM_KEPT, "still aiming"),
    (is::STOOPING, "stooping"),
    (is::WITHDRAWN, "withdrawn"),
    (is::PRONE, "prone"),
    (is::HOLDING, "holding"),
];

/// Conditions that a row already shows, by a word or otherwise. Excludes broken morale, whose duration the GM sets.
static NAMED: LazyLock<Vec<Is>> = LazyLock::new(|| {
    let all = is::all()
        .into_iter()
        .filter_map(|spec| is::named(&spec.key));
    all.filter(|is| ![is::FLED, is::SURRENDERED].contains(is))
        .collect()
});
