//! Accuracy of the statistics of automatic fights, against computed odds, and the effects of numbers and tactics.

use affray::compendium::Compendium;
use affray::dice::{Generator, Seed};
use affray::encounter::{Event, Tactics};
use affray::resolver::{Kind, Prompt, Roll};
use affray::rules::System;
use affray::session::{Input, Session, Waits};
use affray::setup::{HitPoints, Newcomer, Setup, SideSetup};
use affray::simulate::{FightOdds, Figures, Leader, Orders, Share, Standing, simulate};
use affray::values::{Id, SideId};

fn tactics(words: &[&str]) -> Tactics {
    let with = |tactics: Tactics, word: &&str| tactics.with(word).expect("a word of a tactics");
    words.iter().fold(Tactics::default().knowing(), with)
}

fn system(key: &str) -> &'static dyn System {
    let mut all = affray::systems::all().iter();
    *all.find(|system| system.key() == key).expect("a system")
}

fn figures(key: &str, standing: Standing, tactics: &[Tactics], fights: u64) -> Figures {
    let orders = Orders {
        system: system(key),
        tactics: tactics.to_vec(),
        seed: Seed(23),
    };
    let odds = FightOdds::start(orders, vec![standing], fights, 2, || ());
    odds.wait().expect("no rule is at fault").remove(0)
}

/// Creates sides with a number of combatants from the roster, and with the given hit points, if any. No question goes
/// to a player.
fn setup(key: &str, sides: &[(&str, u32, Option<i64>)]) -> Setup {
    let mut setup = Setup::new(key);
    for (place, (from, count, hit_points)) in sides.iter().enumerate() {
        let name = ["Heroes", "Foes", "Others"][place];
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players: place == 0,
            rolls: None,
            ..SideSetup::default()
        });
        let mut one = Newcomer::from_roster(from, *count, name);
        if let Some(hit_points) = hit_points {
            one.hit_points = HitPoints::Fixed(*hit_points);
        }
        setup.combatants.push(one);
    }
    setup
}

fn begun(setup: &Setup) -> Session {
    let (compendium, _) = Compendium::built_in(system(&setup.system));
    let start = setup.begin(&compendium, Seed(7)).expect("no mistakes");
    Session::new(affray::systems::all(), start, Seed(7)).expect("a session")
}

/// Presses Enter until the hero makes a roll with a target number that is `wanted`.
fn until(session: &mut Session, wanted: impl Fn(&Prompt) -> bool) -> bool {
    for _ in 0..200 {
        let input = match session.waits() {
            Waits::Prompt(prompt) if wanted(prompt) => return true,
            Waits::Prompt(prompt) => match prompt.preset() {
                Some(answer) => Input::Answer(answer),
                None => Input::Roll(Vec::new()),
            },
            Waits::Offers { offers, .. } => {
                let preset = offers.iter().find(|offer| offer.preset);
                let offer = preset.or(offers.first()).expect("an offer");
                Input::Start(offer.command.clone())
            }
            Waits::Fault(what) => panic!("{what}"),
        };
        session.input(input).expect("taken");
    }
    false
}

/// Returns the share of plays, each of a number of commands, with the wanted outcome.
fn blow(session: &Session, one: &Blow, roll: &Roll, plays: u64) -> f64 {
    let (standing, system) = (session.standing(), session.system());
    let presets = [tactics(&["defaults"]); 2];
    let mut so = 0;
    for play in 0..plays {
        let mut dice = Generator::at(Seed(31), play, "blow", 0, 0);
        let mut led = Leader::new(system, &presets, &mut dice).told();
        let mut left = one.commands;
        let end = simulate(&mut led, &standing, 1, |_| {
            left -= 1;
            left > 0
        });
        let end = end.expect("no rule is at fault");
        let thrown = |event: &Event| match event {
            Event::Rolled(throw) if throw.who == Some(Id(0)) => Some(throw.verdict == roll.words.0),
            _ => None,
        };
        so += u64::from(match one.outcome {
            Outcome::Falls => !system.stands(&end.now, Id(1)),
            Outcome::Passes => end.events.iter().find_map(thrown).expect("a throw"),
        });
    }
    so as f64 / plays as f64
}

/// Outcome that is counted.
enum Outcome {
    /// The foe is out of the fight.
    Falls,
    /// The hero's roll succeeds.
    Passes,
}

/// Attack with computable odds: hit points of hero and foe, the hero's roll to wait for, and the outcome after a number
/// of commands.
struct Blow {
    system: &'static str,
    hero: &'static str,
    foe: &'static str,
    hit_points: Option<i64>,
    throw: &'static str,
    commands: usize,
    outcome: Outcome,
    /// Returns the exact odds of the outcome for the roll.
    exact: fn(&Roll) -> f64,
}

fn passes(roll: &Roll) -> f64 {
    roll.chance().expect("something to reach")
}

const BLOWS: [Blow; 5] = [
    // The attack hits without a roll; half of the 8 hit points left is critical (ALT-06): 4 or more.
    Blow {
        system: "alternation",
        hero: "Osk",
        foe: "Toll bandit",
        hit_points: Some(8),
        throw: "damage",
        commands: 1,
        outcome: Outcome::Falls,
        exact: |roll| roll.dice.odds().at_least(4),
    },
    // Any hit is enough. Results take effect at the end of the count.
    Blow {
        system: "countdown",
        hero: "Hedda Brook",
        foe: "Ford pike",
        hit_points: Some(1),
        throw: "attack",
        commands: 2,
        outcome: Outcome::Falls,
        exact: passes,
    },
    Blow {
        system: "segments",
        hero: "Brannoc",
        foe: "Wrecker",
        hit_points: Some(1),
        throw: "strike",
        commands: 2,
        outcome: Outcome::Falls,
        exact: passes,
    },
    // The attack has already hit; it must remove all 6 hit points.
    Blow {
        system: "split-round",
        hero: "Brida Vane",
        foe: "Ditch cutter",
        hit_points: Some(6),
        throw: "damage",
        commands: 1,
        outcome: Outcome::Falls,
        exact: |roll| roll.dice.odds().at_least(6 - roll.bonus.total()),
    },
    // The effect of a hit depends on several rolls; the defence has separate odds.
    Blow {
        system: "seconds",
        hero: "Oberon Stack",
        foe: "Salt raider",
        hit_points: None,
        throw: "defence",
        commands: 1,
        outcome: Outcome::Passes,
        exact: passes,
    },
];

#[test]
fn one_attack_succeeds_as_often_as_its_odds_say() {
    const PLAYS: u64 = 2000;
    for one in &BLOWS {
        let sides = [(one.hero, 1, None), (one.foe, 1, one.hit_points)];
        let mut session = begun(&setup(one.system, &sides));
        let wanted = |prompt: &Prompt| {
            let question = &prompt.question;
            matches!(prompt.kind, Kind::Roll(_))
                && (&*question.key, question.who) == (one.throw, Some(Id(0)))
        };
        assert!(
            until(&mut session, wanted),
            "{}: it never comes",
            one.system
        );
        let Waits::Prompt(prompt) = session.waits() else {
            panic!("{}: no throw", one.system);
        };
        let Kind::Roll(roll) = &prompt.kind else {
            panic!("{}: no throw", one.system);
        };
        let exact = (one.exact)(roll);
        let found = blow(&session, one, roll, PLAYS);
        let error = (exact * (1.0 - exact) / PLAYS as f64).sqrt();
        assert!(
            (found - exact).abs() <= 3.0 * error,
            "{}: {found} is not {exact} to three times {error}",
            one.system
        );
    }
}

/// Combatant of each system for fights between equals.
const KINDS: [(&str, &str); 5] = [
    ("alternation", "Toll bandit"),
    ("countdown", "Ford pike"),
    ("segments", "Wrecker"),
    ("split-round", "Ditch cutter"),
    ("seconds", "Salt raider"),
];

/// Returns the share of fights that the heroes win, with these numbers on both sides.
fn held(key: &str, kind: &str, sides: (u32, u32), tactics: &[Tactics], fights: u64) -> Share {
    let setup = setup(key, &[(kind, sides.0, None), (kind, sides.1, None)]);
    let (compendium, _) = Compendium::built_in(system(key));
    let start = setup.begin(&compendium, Seed(7)).expect("no mistakes");
    figures(key, Standing::from(start), tactics, fights).holds(SideId(0))
}

#[test]
fn the_larger_side_wins_more_often() {
    for (key, kind) in KINDS {
        let shares = [1, 2, 3].map(|foes| held(key, kind, (2, foes), &[], 60));
        let [few, even, many] = shares;
        assert!(
            few.part() > even.part() && even.part() > many.part(),
            "{key}: {shares:?}"
        );
        assert!(few.differs(many), "{key}: {shares:?}");
    }
}

/// Fights of one combatant against some foes in which choices matter, with the number of fights needed to show this for
/// a skilled hero.
const CHOICES: [(&str, &str, &[&str], u64); 3] = [
    // Two foes with ranged attacks: the choice of the first target, and of the weapon.
    (
        "alternation",
        "Corvin",
        &["Reed goblin", "Kite slinger"],
        30,
    ),
    // Caster whose melee attacks are weak.
    ("countdown", "Oswin Tarn", &["Ford pike"], 30),
    // Cleric with a mace, and a spell that ignores armour.
    ("segments", "Tobiah", &["Gull knight"], 24),
];

#[test]
fn sharp_tactics_win_more_often_than_sensible_tactics() {
    for (key, hero, foes, fights) in CHOICES {
        let mut sides = setup(key, &[(hero, 1, None), (foes[0], 1, None)]);
        for foe in &foes[1..] {
            sides.combatants.push(Newcomer::from_roster(foe, 1, "Foes"));
        }
        let (compendium, _) = Compendium::built_in(system(key));
        let start = sides.begin(&compendium, Seed(23)).expect("no mistakes");
        let held = |words: &[&str], fights: u64| {
            let standing = Standing::from(start.clone());
            figures(key, standing, &[tactics(words)], fights).holds(SideId(0))
        };
        let (plain, sharp) = (held(&["sensible"], 300), held(&["sharp"], fights));
        let spread = |one: Share| one.part() * (1.0 - one.part()) / one.of as f64;
        let error = (spread(plain) + spread(sharp)).sqrt();
        assert!(
            sharp.part() - plain.part() > 3.0 * error,
            "{key}: {} sharp, {} plain",
            sharp.text(),
            plain.text()
        );
    }
}

#[test]
fn tactics_change_how_a_fight_ends() {
    let known: [(&str, &[&str]); 2] = [
        (
            "alternation",
            &[
                "defaults", "cautious", "reckless", "flees", "kills", "spreads",
            ],
        ),
        ("segments", &["defaults", "cautious", "flees", "spreads"]),
    ];
    for (key, words) in known {
        let kind = KINDS.iter().find(|(system, _)| *system == key);
        let (_, kind) = kind.expect("a kind");
        let setup = setup(key, &[(kind, 3, None), (kind, 3, None)]);
        let (compendium, _) = Compendium::built_in(system(key));
        let start = setup.begin(&compendium, Seed(7)).expect("no mistakes");
        let of =
            |words: &[&str]| figures(key, Standing::from(start.clone()), &[tactics(words); 2], 30);
        let usual = of(&[]);
        for word in words {
            assert!(usual != of(&[word]), "{key}: {word} changes nothing");
        }
    }
}
