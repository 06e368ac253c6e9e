//! A rule system of forty lines that the program does not know: two sides take turns, d20 against a guard, 1d6 damage,
//! the struck may dodge. Tests use it to prove that the shared parts know no system by name.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::sync::LazyLock;

use affray::dice::Dice;
use affray::encounter::{
    Choice, Combatant, Condition, Encounter, Ends, Event, Faction, FactionId, Fields, Id, Moment,
    PartKind, Record, Resolver, Roll, Roller, Row, Schema, Sheet as _, Stage, Step,
};
use affray::rules::{
    Action, Assets, Mark, Next, Of, Offer, OrderRow, Panes, Play, RowView, Rules, Sheets, System,
    When,
};
use affray::tally::Tally;
use affray::{conditions, records, sheet};

sheet! {
    /// Somebody who fights.
    pub struct Sheet, keys at {
        /// The most hit points.
        max_hp: i64, int(1, 99), "hit points", required;
        /// Hit points left.
        hp: Option<i64>, int(0, 99), "hit points left", state;
        /// What an attack has to reach.
        guard: i64 = 12, int(1, 30), "guard";
        /// Added to attacks.
        attack: i64 = 0, int(-5, 20), "attack";
        /// For fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice";
    }
}

records! {
    /// What somebody has done so far.
    pub struct Blows each "blows" {
        /// Strikes made.
        pub struck: i64,
    }
}

conditions! {
    /// What is the case with somebody.
    pub mod is {
        /// Has acted this round.
        ACTED = "acted" "done", silent;
        /// Tripped, by each for two rounds.
        PRONE = "prone" "prone";
    }
}

/// Somebody's next strike, whoever's it is.
pub const BLOW: Moment = Moment {
    word: "blow",
    label: "next strike",
};

/// When the bell rings.
pub const BELL: Moment = Moment {
    word: "bell",
    label: "next bell",
};

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: "Tiny".to_owned(),
    blurb: "Roll high.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    moments: vec![BLOW, BELL],
    options: Fields::default(),
    hit_points: "max_hp".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    tables: Vec::new(),
    parts: vec![PartKind::of::<Blows>()],
    former: |_, _, _| None,
});

/// The system.
pub struct Tiny;

/// It, among others.
pub static TINY: Tiny = Tiny;

/// A list of systems with only this one.
pub fn systems() -> Vec<&'static dyn System> {
    vec![&TINY]
}

fn alive(now: &Encounter, id: Id) -> bool {
    !now.get(id).gone && now.get(id).sheet.get(at::hp).unwrap_or(0) > 0
}

fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    now.present()
        .filter(|id| alive(now, *id) && !now.allied(*id, of))
        .collect()
}

affray::actions! {
    BEGIN = Action::new("begin", "the fight begins", Play::Fight(begin));
    BELL_RINGS = Action::new("bell", "ring the bell", Play::Fight(bell))
        .when(When::Anytime("at any time"));
    ROUND = Action::new("round", "the next round at once", Play::Fight(begin_round))
        .when(When::Between("between strikes"));
    END = Action::new("end", "nobody stands", Play::Fight(end));
    STRIKE = Action::new("strike", "strike", Play::One(strike))
        .help("d20 against a guard, then 1d6")
        .capital('A')
        .when(When::Offered("once a round"))
        .words(Of::One(|now, who| format!("{} strikes", now.name(who))));
}

fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: "The fight begins.".to_owned(),
    });
    begin_round(cx)
}

fn end(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "Nobody stands.".to_owned(),
    });
    Ok(())
}

fn bell(cx: &mut Resolver<'_>) -> Step<()> {
    let who = cx.pick("bell", None, "Who?", cx.now().ids().collect(), 1, 1, vec![])?;
    TINY.harm(cx, who[0], 1, "plain", "the bell")?;
    cx.moment(None, BELL);
    Ok(())
}

impl System for Tiny {
    fn key(&self) -> &'static str {
        "tiny"
    }

    fn assets(&self) -> Assets {
        Assets {
            tables: "{}",
            roster: include_str!("roster.ron"),
            rules: "Roll high.",
            encounters: &[],
        }
    }
}

impl Sheets for Tiny {
    fn schema(&self) -> &'static Schema {
        &SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::max_hp);
            sheet.set(at::hp, Some(most));
        }
    }

    fn improvised(&self, hit_points: i64) -> Record {
        Record::new().with("max_hp", hit_points)
    }
}

impl Rules for Tiny {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn next(&self, now: &Encounter) -> Next {
        if now.stage == Stage::Setup {
            return Next::Auto(BEGIN.of());
        }
        let ready = |id: &Id| alive(now, *id) && !now.get(*id).has(is::ACTED);
        let offers = now.present().filter(ready);
        let offers: Vec<Offer> = offers
            .map(|id| Offer::new(STRIKE.by(id)).by_letter())
            .collect();
        let any = now.present().any(|id| alive(now, id));
        if offers.is_empty() && any {
            return Next::Auto(ROUND.of());
        }
        if !any && now.stage != Stage::Over {
            return Next::Auto(END.of());
        }
        Next::Offers {
            title: "Who strikes?".to_owned(),
            offers,
        }
    }

    fn harms(&self) -> Vec<Choice> {
        vec![Choice::new("plain", "plain")]
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        _kind: &str,
        cause: &str,
    ) -> Step<()> {
        // What a test of faults in rules needs.
        assert_ne!(cx.name(target), "Gremlin", "a rule is broken on purpose");
        // The range of the field keeps it from falling below 0.
        let left = cx.get(target).sheet.get(at::hp).unwrap_or(0) - amount;
        cx.change(target, at::hp, Some(left), "hp", cause);
        Ok(())
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        let sheet = &cx.get(target).sheet;
        let left = (sheet.get(at::hp).unwrap_or(0) + amount).min(sheet.get(at::max_hp));
        cx.change(target, at::hp, Some(left), "hp", cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        vec![Choice::new("luck", "luck")]
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, _kind: &str) -> Step<bool> {
        if !alive(cx.now(), target) {
            return cx.refuse("the dead have no luck");
        }
        let roll = Roll::new("luck", target, "luck", Dice::d(20)).at_least(11);
        Ok(cx.roll(roll)?.passed())
    }
}

impl Panes for Tiny {
    fn headline(&self, _now: &Encounter) -> String {
        "strike".to_owned()
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        now.present()
            .map(|id| OrderRow {
                mark: if now.get(id).has(is::ACTED) {
                    Mark::Done
                } else {
                    Mark::Waiting
                },
                who: Some(id),
                label: now.name(id).to_owned(),
                detail: String::new(),
                current: false,
            })
            .collect()
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let sheet = &now.get(id).sheet;
        RowView {
            life: (sheet.get(at::hp).unwrap_or(0), sheet.get(at::max_hp)),
            defence: format!("G {}", sheet.get(at::guard)),
            state: Vec::new(),
            health_word: if alive(now, id) { "up" } else { "down" }.to_owned(),
            down: !alive(now, id),
        }
    }
}

fn begin_round(cx: &mut Resolver<'_>) -> Step<()> {
    let last = cx.now().round;
    let number = last + 1;
    cx.emit(Event::Round {
        number,
        text: format!("Round {number}"),
    });
    for id in cx.now().ids() {
        cx.lose(id, is::ACTED, "", "");
        let over = |one: &Condition| one.ends == Ends::EndOfRound(last);
        cx.lose_over(id, over, str::to_owned, "");
    }
    Ok(())
}

fn strike(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let (target, charge, trips) = cx.form("strike", by, "Strike", |f| {
        let now = f.now;
        let first = foes(now, by).first().copied();
        let target = f.pick_one("target", "target", || foes(now, by), first);
        let charging = f.toggle("charge", "charging", false);
        let bonus = charging.then(|| f.number("bonus", "bonus of the charge", 1..=3, "", 2));
        let trips = f.toggle("trip", "tripping", false);
        Ok((f.need(target, "nobody to strike")?, bonus, trips))
    })?;
    Blows::change(cx, by, |blows| blows.struck += 1);
    let text = format!("{} strikes {}.", cx.name(by), cx.name(target));
    cx.act(by, &[target], text);
    let mut bonus = Tally::new().plus("attack", cx.get(by).sheet.get(at::attack));
    bonus.add("charge", charge.unwrap_or(0));
    let attack = Roll::new("attack", by, "attack", Dice::d(20))
        .bonus(bonus)
        .at_least(cx.get(target).sheet.get(at::guard))
        .words("hit", "missed");
    let hit = cx.roll(attack)?.passed();
    if hit {
        let dodge = cx.confirm("dodge", target, "Dodge?", false)?;
        let saved = dodge
            && cx
                .roll(Roll::new("dodge-roll", target, "dodge", Dice::d(20)).at_least(15))?
                .passed();
        if !saved {
            let damage = cx
                .roll(Roll::new("damage", by, "damage", Dice::d(6)))?
                .total;
            TINY.harm(cx, target, damage, "plain", "")?;
            if trips {
                let ends = Ends::EndOfRound(cx.now().round + 1);
                cx.gain(target, Condition::new(is::PRONE).by(by).ends(ends), "prone");
            }
        }
    }
    cx.gain(by, Condition::new(is::ACTED), "");
    cx.moment(by, BLOW);
    Ok(())
}

/// Two against two; the first two throw real dice.
pub fn start() -> Encounter {
    let mut start = Encounter::new("Tiny fight", "tiny", &SCHEMA);
    for (name, players) in [("Heroes", true), ("Foes", false)] {
        start.apply(&Event::Sided {
            faction: Faction {
                name: name.to_owned(),
                roller: if players {
                    Roller::Asked
                } else {
                    Roller::Rolled
                },
                players,
            },
        });
    }
    for (name, faction) in [("Ann", 0), ("Ben", 0), ("Cur", 1), ("Dog", 1)] {
        let sheet = Record::new()
            .with("max_hp", 9)
            .with("hp", 9)
            .with("guard", 12)
            .with("attack", 3);
        let combatant = Combatant::new(name, FactionId(faction), sheet).into();
        start.apply(&Event::Joined { combatant });
    }
    start
}
