//! The round: whose go it is, who may be activated, when it is over (`ALT-11` to `ALT-31`). What the round has to
//! remember between two commands lies in the encounter's records.

use crate::dice::Dice;
use crate::encounter::{Encounter, Event, FactionId, Id, Record, Resolver, Roll, Step};

use super::options::Options;
use super::sheet::{
    Fighter, bond, holder, is, mount_of, on_field, riders, standing, state, steps_up,
};

const ROUND: &str = "round";
const CYCLE: &str = "cycle";
const KNOWN: &str = "known";
const AMBUSHERS: &str = "ambushers";
const TURN: &str = "turn";

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The holder of the initiative names the first faction.
    First,
    /// A faction activates or passes.
    Go,
    /// The holder names the next faction (option `turn_order`).
    Pick,
}

/// Where the round stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Holds the initiative (`ALT-12`).
    pub holder: FactionId,
    /// Was named first last time.
    pub named: FactionId,
    /// What it waits for.
    pub phase: Phase,
    /// Whose go it is, or who went last.
    pub go: FactionId,
    /// Passes in a row (`ALT-29`).
    pub run: i64,
    /// The bonus round of the ambushers (`ALT-17`).
    pub bonus: bool,
    /// Factions that passed since the last activation.
    pub passed: Vec<FactionId>,
    /// Factions that went in this lap, where the holder names each.
    pub lap: Vec<FactionId>,
}

impl Round {
    /// Where the round stands now.
    pub fn of(now: &Encounter) -> Self {
        let empty = Record::new();
        let record = now.record(ROUND).unwrap_or(&empty);
        let faction = |key: &str| {
            let number = u32::try_from(record.int(key)).unwrap_or(0);
            FactionId(number.min(now.factions.len().saturating_sub(1) as u32))
        };
        Self {
            holder: faction("holder"),
            named: faction("named"),
            phase: match record.word("phase") {
                "go" => Phase::Go,
                "pick" => Phase::Pick,
                _ => Phase::First,
            },
            go: faction("go"),
            run: record.int("run"),
            bonus: record.flag("bonus"),
            passed: factions_in(record, "passed"),
            lap: factions_in(record, "lap"),
        }
    }

    /// Puts it into the encounter.
    pub fn put(&self, cx: &mut Resolver<'_>) {
        let phase = match self.phase {
            Phase::First => "first",
            Phase::Go => "go",
            Phase::Pick => "pick",
        };
        let record = Record::new()
            .with("holder", self.holder.0)
            .with("named", self.named.0)
            .with("phase", phase)
            .with("go", self.go.0)
            .with("run", self.run)
            .with("bonus", self.bonus)
            .with("passed", list_of(&self.passed))
            .with("lap", list_of(&self.lap));
        cx.record(ROUND, record);
    }

    /// Whether enough factions have passed in a row (`ALT-29`).
    pub fn over(&self, now: &Encounter) -> bool {
        let playing = in_play(now);
        if self.phase == Phase::First || playing.is_empty() {
            return false;
        }
        if Options::of(now).holder_picks_next {
            playing.iter().all(|faction| self.passed.contains(faction))
        } else {
            self.run >= playing.len() as i64
        }
    }

    /// Whom the holder may name next, where it names each (option `turn_order`).
    pub fn nameable(&self, now: &Encounter) -> Vec<FactionId> {
        let playing = in_play(now);
        let missing: Vec<FactionId> = playing
            .iter()
            .copied()
            .filter(|faction| !self.lap.contains(faction) && *faction != self.go)
            .collect();
        if !missing.is_empty() {
            return missing;
        }
        let others: Vec<FactionId> = playing
            .iter()
            .copied()
            .filter(|faction| *faction != self.go)
            .collect();
        if others.is_empty() { playing } else { others }
    }
}

fn factions_in(record: &Record, key: &str) -> Vec<FactionId> {
    record
        .list(key)
        .iter()
        .map(|row| FactionId(u32::try_from(row.int("faction")).unwrap_or(0)))
        .collect()
}

fn list_of(factions: &[FactionId]) -> Vec<Record> {
    factions
        .iter()
        .map(|faction| Record::new().with("faction", faction.0))
        .collect()
}

/// The factions in their rotation; those that came later stand last (`ALT-11`, `ALT-16`).
pub fn cycle(now: &Encounter) -> Vec<FactionId> {
    let mut order = now
        .record(CYCLE)
        .map(|record| factions_in(record, "order"))
        .unwrap_or_default();
    order.retain(|faction| faction.index() < now.factions.len());
    for faction in now.faction_ids() {
        if !order.contains(&faction) {
            order.push(faction);
        }
    }
    order
}

/// Sets the rotation.
pub fn set_cycle(cx: &mut Resolver<'_>, order: &[FactionId]) {
    cx.record(CYCLE, Record::new().with("order", list_of(order)));
}

/// Factions that count now, in their rotation: those with somebody standing, in the bonus round only ambushers.
pub fn in_play(now: &Encounter) -> Vec<FactionId> {
    let counts = |id: Id| standing(now, id) && takes_part(now, id);
    cycle(now)
        .into_iter()
        .filter(|faction| now.members(*faction).any(counts))
        .collect()
}

/// Whether somebody may act and react in this round at all (`ALT-18`).
pub fn takes_part(now: &Encounter, id: Id) -> bool {
    !Round::of(now).bonus
        || now
            .record(AMBUSHERS)
            .is_some_and(|record| record.who("who").contains(&id))
}

/// Factions that have anybody standing, in their rotation.
fn alive(now: &Encounter) -> Vec<FactionId> {
    cycle(now)
        .into_iter()
        .filter(|faction| now.members(*faction).any(|id| standing(now, id)))
        .collect()
}

/// The next faction after `from` in the rotation that counts; `from` itself when it is the only one.
fn next_in_cycle(now: &Encounter, from: FactionId) -> Option<FactionId> {
    let order = cycle(now);
    let playing = in_play(now);
    let place = order.iter().position(|faction| *faction == from)?;
    (1..=order.len())
        .map(|step| order[(place + step) % order.len()])
        .find(|faction| playing.contains(faction))
}

/// Factions in the rotation from the one after `from` on, `from` last.
pub fn cycle_after(now: &Encounter, from: FactionId) -> Vec<FactionId> {
    let order = cycle(now);
    let place = order
        .iter()
        .position(|faction| *faction == from)
        .unwrap_or(0);
    (1..=order.len())
        .map(|step| order[(place + step) % order.len()])
        .collect()
}

/// A turn under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// All who take it together: one character, or a mount or vehicle and those on it (`ALT-102`).
    pub members: Vec<Id>,
    /// Members whose turn has ended before the others'.
    pub done: Vec<Id>,
    /// Members that reacted while it lasted.
    pub reacted: Vec<Id>,
}

impl Turn {
    /// The turn under way, if there is one.
    pub fn of(now: &Encounter) -> Option<Self> {
        let record = now.record(TURN)?;
        Some(Self {
            members: record.who("members").to_vec(),
            done: record.who("done").to_vec(),
            reacted: record.who("reacted").to_vec(),
        })
    }

    /// Puts it into the encounter.
    pub fn put(&self, cx: &mut Resolver<'_>) {
        let record = Record::new()
            .with("members", self.members.clone())
            .with("done", self.done.clone())
            .with("reacted", self.reacted.clone());
        cx.record(TURN, record);
    }

    /// A mount or vehicle with those on it.
    pub fn unit(&self) -> bool {
        self.members.len() > 1
    }

    /// Whether a member can still do something in this turn.
    pub fn can_act(&self, now: &Encounter, id: Id) -> bool {
        let one = now.get(id);
        let able = standing(now, id) || Fighter::of(now, id).vehicle() && on_field(now, id);
        able && !one.has(is::INCAPACITATED)
            && !self.done.contains(&id)
            && !Fighter::of(now, id).spent()
            && !one.has(is::RESERVED)
            && !one.has(is::CARRIED)
            && takes_part(now, id)
    }

    /// Whether nobody is left who could do anything. A vehicle needs somebody aboard (`ALT-128`).
    pub fn over(&self, now: &Encounter) -> bool {
        let driven = self.members.iter().any(|id| standing(now, *id));
        !driven || !self.members.iter().any(|id| self.can_act(now, *id))
    }
}

/// Whether somebody's turn is under way and it has not kept it for a reaction.
pub fn in_turn(now: &Encounter, id: Id) -> bool {
    Turn::of(now).is_some_and(|turn| turn.members.contains(&id)) && !now.get(id).has(is::RESERVED)
}

/// Ends one member's part of the turn under way (grabbed, broken free).
pub fn out_of_turn(cx: &mut Resolver<'_>, id: Id) {
    if let Some(mut turn) = Turn::of(cx.now())
        && turn.members.contains(&id)
        && !turn.done.contains(&id)
    {
        turn.done.push(id);
        turn.put(cx);
    }
}

/// All who would be activated together with somebody, its carrier first (`ALT-102`). Enemies on one carrier go apart.
pub fn unit_of(now: &Encounter, id: Id) -> Vec<Id> {
    let carrier = mount_of(now, id)
        .filter(|carrier| on_field(now, *carrier) && now.allied(*carrier, id))
        .unwrap_or(id);
    let mut unit = vec![carrier];
    unit.extend(
        riders(now, carrier)
            .into_iter()
            .filter(|rider| on_field(now, *rider) && now.allied(*rider, carrier)),
    );
    if unit.contains(&id) { unit } else { vec![id] }
}

/// Who is named when a unit goes: its first standing rider, else the carrier.
pub fn lead_of(now: &Encounter, unit: &[Id]) -> Id {
    unit.iter()
        .skip(1)
        .copied()
        .find(|rider| standing(now, *rider))
        .unwrap_or(unit[0])
}

/// Whether somebody can be activated (`ALT-31`).
pub fn eligible(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    standing(now, id)
        && takes_part(now, id)
        && !Fighter::of(now, id).spent()
        && !one.has(is::RESERVED)
        && !one.has(is::CARRIED)
        && (!held_by_larger(now, id) || one.has(is::BROKEN))
}

/// Held by somebody larger, so that it cannot break free by itself (`ALT-98`).
pub fn held_by_larger(now: &Encounter, id: Id) -> bool {
    holder(now, id).is_some_and(|by| steps_up(now, id, by) > 0)
}

/// Who of a faction can be activated, one for each unit, in roster order.
pub fn leads(now: &Encounter, faction: FactionId) -> Vec<Id> {
    let mut leads = Vec::new();
    for id in now.members(faction) {
        if eligible(now, id) {
            let lead = lead_of(now, &unit_of(now, id));
            if !leads.contains(&lead) {
                leads.push(lead);
            }
        }
    }
    leads
}

/// The group somebody belongs to for morale; a vehicle has none (`ALT-14`).
pub fn group_of(now: &Encounter, id: Id) -> Option<&str> {
    let one = now.get(id);
    if Fighter::of(now, id).vehicle() {
        None
    } else if one.group.is_empty() {
        Some(now.faction_name(one.faction))
    } else {
        Some(&one.group)
    }
}

/// Groups in the roster order of their first members, each with all who ever belonged to it.
pub fn groups(now: &Encounter) -> Vec<(String, Vec<Id>)> {
    let mut groups: Vec<(String, Vec<Id>)> = Vec::new();
    for id in now.ids() {
        if let Some(name) = group_of(now, id) {
            match groups.iter_mut().find(|(group, _)| group == name) {
                Some((_, members)) => members.push(id),
                None => groups.push((name.to_owned(), vec![id])),
            }
        }
    }
    groups
}

/// A group's numbers: how many it was at first, how many stood when the round began.
pub fn group_numbers(now: &Encounter, group: &str) -> (i64, i64) {
    now.record(&format!("group/{group}"))
        .map_or((0, 0), |record| {
            (record.int("original"), record.int("standing"))
        })
}

fn set_group_numbers(cx: &mut Resolver<'_>, group: &str, original: i64, standing: i64) {
    let record = Record::new()
        .with("original", original)
        .with("standing", standing);
    cx.record(&format!("group/{group}"), record);
}

/// Those who have come since the fight last looked (`ALT-16`).
pub fn newcomer(now: &Encounter) -> Option<Id> {
    let known = now
        .record(KNOWN)
        .map_or(&[][..], |record| record.who("who"));
    if known.len() == now.combatants.len() {
        return None;
    }
    now.ids().find(|id| !known.contains(id))
}

/// Counts everybody at the start of the fight (`ALT-14`).
pub fn count_all(cx: &mut Resolver<'_>) {
    let everyone: Vec<Id> = cx.now().ids().collect();
    cx.record(KNOWN, Record::new().with("who", everyone));
    for (group, members) in groups(cx.now()) {
        let present = members.iter().filter(|id| !cx.get(**id).gone).count() as i64;
        set_group_numbers(cx, &group, present, present);
    }
}

/// Takes a newcomer in: unspent, counted in its group, and the run of passes starts again (`ALT-16`).
pub fn arrive(cx: &mut Resolver<'_>, who: Id) {
    let mut known = cx
        .now()
        .record(KNOWN)
        .map_or(Vec::new(), |record| record.who("who").to_vec());
    known.push(who);
    cx.record(KNOWN, Record::new().with("who", known));
    let health = Fighter::of(cx.now(), who).health();
    cx.set(who, state::HEALTH, health);
    cx.set(who, state::HEALTH_AT_START, health);
    if cx.get(who).gone {
        return;
    }
    if let Some(group) = group_of(cx.now(), who).map(str::to_owned) {
        let (original, standing) = group_numbers(cx.now(), &group);
        set_group_numbers(cx, &group, original + 1, standing + 1);
    }
    let mut round = Round::of(cx.now());
    round.run = 0;
    round.passed.clear();
    round.put(cx);
}

/// Begins a round: number, fresh turns, snapshots (`ALT-24`, `ALT-111`, `ALT-112`).
pub fn begin(cx: &mut Resolver<'_>, number: u32) {
    let text = if number == 0 {
        "Bonus round: only those in ambush act.".to_owned()
    } else {
        format!("Round {number}")
    };
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        refresh(cx, id);
    }
    for (group, members) in groups(cx.now()) {
        let (original, _) = group_numbers(cx.now(), &group);
        let standing = members.iter().filter(|id| standing(cx.now(), **id)).count() as i64;
        set_group_numbers(cx, &group, original, standing);
    }
    let mut round = Round::of(cx.now());
    round.phase = Phase::First;
    round.run = 0;
    round.passed.clear();
    round.lap.clear();
    round.bonus = number == 0;
    round.put(cx);
}

fn refresh(cx: &mut Resolver<'_>, id: Id) {
    for key in [state::SPENT, state::REACTED, state::SPRINTING, state::MAIN] {
        if Fighter::of(cx.now(), id).flag(key) {
            cx.set(id, key, false);
        }
    }
    for key in [state::REACTIONS, state::MOVED, state::BONUS] {
        if cx.get(id).sheet.int(key) != 0 {
            cx.set(id, key, 0);
        }
    }
    let health = Fighter::of(cx.now(), id).health();
    cx.set(id, state::HEALTH_AT_START, health);
}

/// The ambushers of the bonus round (`ALT-17`).
pub fn set_ambushers(cx: &mut Resolver<'_>, who: &[Id]) {
    cx.record(AMBUSHERS, Record::new().with("who", who.to_vec()));
}

/// A faction is named to go first, or next.
pub fn name(cx: &mut Resolver<'_>, faction: FactionId) {
    let mut round = Round::of(cx.now());
    let name = cx.now().faction_name(faction).to_owned();
    if round.phase == Phase::First {
        let by = cx.now().faction_name(round.holder).to_owned();
        cx.act(
            None,
            &[],
            format!("{by} hold the initiative: {name} go first."),
        );
        round.named = faction;
    } else {
        if round.lap_full(cx.now()) {
            round.lap.clear();
        }
        cx.act(None, &[], format!("{name} go next."));
    }
    round.go = faction;
    round.phase = Phase::Go;
    round.put(cx);
}

impl Round {
    /// Whether every faction that counts has gone in this lap.
    fn lap_full(&self, now: &Encounter) -> bool {
        in_play(now)
            .iter()
            .all(|faction| self.lap.contains(faction) || *faction == self.go)
    }
}

/// A go begins as an activation: the run of passes ends (`ALT-29`).
pub fn activated(cx: &mut Resolver<'_>) {
    let mut round = Round::of(cx.now());
    round.run = 0;
    round.passed.clear();
    round.put(cx);
}

/// A go was a pass (`ALT-27`, `ALT-28`).
pub fn pass(cx: &mut Resolver<'_>, faction: FactionId) {
    let forced = leads(cx.now(), faction).is_empty();
    let name = cx.now().faction_name(faction).to_owned();
    let stuck: Vec<Id> = cx
        .now()
        .members(faction)
        .filter(|id| {
            standing(cx.now(), *id)
                && !Fighter::of(cx.now(), *id).spent()
                && held_by_larger(cx.now(), *id)
        })
        .collect();
    let text = if !forced {
        format!("{name} pass.")
    } else if stuck.is_empty() {
        format!("{name} have nobody left to act and pass.")
    } else {
        let stuck = cx.now().names(&stuck);
        format!("{name} pass: {stuck} cannot break free from a larger holder.")
    };
    cx.act(None, &[], text);
    let mut round = Round::of(cx.now());
    round.run += 1;
    if !round.passed.contains(&faction) {
        round.passed.push(faction);
    }
    round.put(cx);
    go_on(cx);
}

/// The go is over: on to the next faction (`ALT-25`).
pub fn go_on(cx: &mut Resolver<'_>) {
    let mut round = Round::of(cx.now());
    if Options::of(cx.now()).holder_picks_next {
        if !round.lap.contains(&round.go) {
            round.lap.push(round.go);
        }
        round.phase = Phase::Pick;
    } else if let Some(next) = next_in_cycle(cx.now(), round.go) {
        round.go = next;
    }
    round.put(cx);
}

/// Draws a faction at random among `from`, all equally likely (`ALT-12`, `ALT-13`).
///
/// # Errors
/// Until it is rolled.
pub fn draw(cx: &mut Resolver<'_>, from: &[FactionId], title: &str) -> Step<FactionId> {
    if let [only] = from {
        return Ok(*only);
    }
    let list: Vec<String> = from
        .iter()
        .enumerate()
        .map(|(place, faction)| format!("{} {}", place + 1, cx.now().faction_name(*faction)))
        .collect();
    let sides = u32::try_from(from.len()).unwrap_or(1);
    let roll = Roll::new("initiative", None, "initiative", Dice::d(sides))
        .title(title)
        .hint(list.join(", "));
    let face = cx.roll(roll)?.natural();
    Ok(from[(face as usize).clamp(1, from.len()) - 1])
}

/// The holder has nobody standing: a new one is drawn (`ALT-13`).
///
/// # Errors
/// Until it is rolled.
pub fn redraw(cx: &mut Resolver<'_>) -> Step<()> {
    let mut round = Round::of(cx.now());
    let from = alive(cx.now());
    let lost = cx.now().faction_name(round.holder).to_owned();
    cx.act(
        None,
        &[],
        format!("{lost} have nobody left to hold the initiative."),
    );
    round.holder = draw(cx, &from, "Who holds the initiative now?")?;
    round.named = round.holder;
    let name = cx.now().faction_name(round.holder).to_owned();
    cx.note(&[], format!("{name} hold it now."));
    round.put(cx);
    Ok(())
}

/// Sets a turn under way, with whose it is called.
pub fn begin_turn(cx: &mut Resolver<'_>, who: Id) {
    let members = unit_of(cx.now(), who);
    let turn = Turn {
        members,
        done: Vec::new(),
        reacted: Vec::new(),
    };
    turn.put(cx);
    cx.emit(Event::Turn { who: Some(who) });
    activated(cx);
}

/// Clears the turn under way.
pub fn clear_turn(cx: &mut Resolver<'_>) {
    cx.forget(TURN);
    if cx.now().turn.is_some() {
        cx.emit(Event::Turn { who: None });
    }
}

/// Whether a bond can no longer hold: holder or mount out of action, somebody dead or gone (`ALT-09`, `ALT-109`).
pub fn bond_broken(now: &Encounter, kind: &str, from: Id, to: Id) -> bool {
    match kind {
        bond::HOLDING => !standing(now, from) || !on_field(now, to),
        bond::RIDING => {
            !on_field(now, from) || !on_field(now, to) || now.get(to).has(is::INCAPACITATED)
        }
        _ => false,
    }
}
