//! Decisions of automatic combatants: always available, always accepted, based on the knowledge of their side, and
//! logged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Control, Encounter, Event, Roller, Stage, Tactics};
use affray::resolver::{Answer, Draft, Field, FieldKind, Kind, Taken};
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Session, Waits};
use affray::setup;
use affray::simulate::{Also, Choice, Decision};
use affray::values::{Id, Value};

use crate::support::{fight_file, laws};

/// Returns every bundled encounter of a system at its start, with control of the sides by `lead`; all dice are rolled
/// automatically.
fn bundled(
    system: &'static dyn System,
    lead: impl Fn(usize) -> (Control, Tactics),
) -> Vec<(String, Encounter)> {
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let (ready, _) = setup::bundled(&compendium);
    let starts = ready.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        let mut start = start.expect("no mistakes");
        for (place, side) in Arc::make_mut(&mut start.sides).iter_mut().enumerate() {
            (side.control, side.tactics) = lead(place);
            side.roller = Roller::Rolled;
        }
        (ready.name.clone(), start)
    });
    starts.collect()
}

fn session(start: &Encounter) -> Session {
    Session::new(&laws::systems(), start.clone(), Seed(3)).expect("a session")
}

/// Formats what the fight waits for.
fn waits(session: &Session) -> String {
    match session.waits() {
        Waits::Prompt(prompt) => format!("{}: {}", prompt.question.key, prompt.title),
        Waits::Offers { title, .. } => title.clone(),
        Waits::Fault(what) => panic!("{what}"),
    }
}

fn all_played(_: usize) -> (Control, Tactics) {
    (Control::Automatic, Tactics::default())
}

/// Returns true if enemies ever act on their own: in Spotlight they only react, as the GM decides.
fn foes_act(system: &dyn System) -> bool {
    system.key() != "spotlight"
}

/// Returns true if the start of the fight is still open: the side that started it, the surprised combatants.
fn begins(session: &Session) -> bool {
    let of_nobody = match session.waits() {
        Waits::Prompt(prompt) => {
            prompt.question.who.is_none() && matches!(prompt.kind, Kind::Form(_))
        }
        _ => false,
    };
    // The bonus round of an ambush has no number either, but is part of the fight.
    let now = session.now();
    now.stage == Stage::Setup || (now.stage == Stage::Fighting && now.round == 0 && of_nobody)
}

/// Maximum number of rounds of a fight in these tests.
const MOST_ROUNDS: u32 = 60;

/// Makes automatic decisions until there are none; at the start of the fight the defaults are accepted.
fn play(session: &mut Session, mut before: impl FnMut(&Session, &Decision)) {
    for _ in 0..5_000 {
        if begins(session) {
            let input = affray::session::parse(session, "enter").expect("something stands");
            session.input(input).expect("it is taken");
            continue;
        }
        let Some(decision) = session.decision(None) else {
            return;
        };
        // A side whose only enemies are hidden ends its turns without end.
        if session.now().round > MOST_ROUNDS {
            return;
        }
        before(session, &decision);
        let taken = session.input(Input::from(decision.clone()));
        taken.unwrap_or_else(|why| panic!("{}: {decision:?}: {why}", waits(session)));
    }
    panic!("it does not end");
}

/// Returns all combatants that a decision names.
fn named(decision: &Decision) -> Vec<Id> {
    let of_rows = |draft: &Draft| -> Vec<Id> {
        let rows = draft.values().filter_map(|value| match value {
            Value::Who(ids) => Some(ids),
            _ => None,
        });
        rows.flatten().copied().collect()
    };
    match &decision.choice {
        Choice::Answer(Answer::Picked(ids)) => ids.clone(),
        Choice::Answer(Answer::Filled(draft)) => of_rows(draft),
        _ => Vec::new(),
    }
}

fn tactics(words: &str) -> Tactics {
    Tactics::default().read(words).expect("words of a tactics")
}

#[test]
fn automatic_sides_fight_to_the_end() {
    laws::each(|system| {
        for (name, start) in bundled(system, all_played) {
            let mut session = session(&start);
            play(&mut session, |session, decision| {
                // The GM decides only if the decision would reveal a hidden combatant.
                let hidden = |who: Id| session.now().get(who).hidden;
                let shows = decision.who.into_iter().chain(named(decision)).any(hidden);
                let made = decision.control == Control::Automatic;
                assert!(made || shows, "{name}: {decision:?}");
            });
            let now = session.now();
            let stands = |side: &_| now.members(*side).any(|id| system.stands(now, id));
            let left = now.side_ids().filter(stands).count();
            assert!(left <= 1, "{name}: it waits at {}", waits(&session));
        }
    });
}

#[test]
fn automatic_decisions_are_logged_with_their_reason() {
    laws::each(|system| {
        let (name, start) = bundled(system, all_played).remove(0);
        let mut session = session(&start);
        play(&mut session, |_, _| ());
        let mut told = 0;
        for entry in session.history().entries() {
            let led = |event: &Event| match event {
                Event::Led {
                    who: Some(who),
                    why,
                    ..
                } if why != "as proposed" => {
                    let side = start.side_name(session.now().get(*who).side);
                    Some((format!("{side}: "), why.clone()))
                }
                _ => None,
            };
            let lines = affray::encounter::tell_all(&entry.events, 1, session.now());
            let lines = lines.iter().filter(|line| !line.heading);
            let text: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
            let text = text.join("\n");
            for (side, why) in entry
                .events
                .iter()
                .filter_map(led)
                .filter(|_| !text.is_empty())
            {
                assert!(
                    (text.contains("(auto: ") || text.contains(&side)) && text.contains(&why),
                    "{name}: {side}{why}: {text}"
                );
                told += 1;
            }
        }
        assert!(told > 5, "{name}: {told}");
        let players = affray::session::markdown(&session, affray::session::Readers::Players);
        assert!(!players.contains("(auto"), "that is the GM's to know");
    });
}

/// The players or the GM decide how a fight begins and who is surprised, even if all sides are automatic.
#[test]
fn the_beginning_of_a_fight_is_never_automatic() {
    let asked = AtomicUsize::new(0);
    laws::each(|system| {
        for (name, start) in bundled(system, all_played) {
            let mut session = session(&start);
            while begins(&session) {
                for also in [None, start.side_ids().next().map(Also::Side)] {
                    assert_eq!(session.decision(also), None, "{name}: {}", waits(&session));
                }
                let fights = session.now().stage == Stage::Fighting;
                asked.fetch_add(usize::from(fights), Ordering::Relaxed);
                let input = affray::session::parse(&session, "enter").expect("something stands");
                session.input(input).expect("it is taken");
            }
        }
    });
    assert!(
        asked.into_inner() > 0 || !laws::of_all(),
        "no prompt is open between the beginning and the first round"
    );
}

/// Actions that are logged before their first question: their start was automatic, whoever answers.
const TOLD_FIRST: [(&str, &str); 6] = [
    ("d20", "multi"),
    ("popcorn", "move"),
    ("dungeon", "move"),
    ("press", "rally"),
    ("seconds", "possess"),
    ("seconds", "leave-body"),
];

/// If a person answers questions of an action that tactics started, the reason of the tactics is not logged.
#[test]
fn an_overruled_decision_is_not_logged_as_automatic() {
    laws::each(|system| {
        let mut overruled = 0;
        for (name, start) in bundled(system, all_played) {
            let mut session = session(&start);
            for _ in 0..150 {
                if begins(&session) {
                    let input = affray::session::parse(&session, "enter").expect("stands");
                    session.input(input).expect("it is taken");
                    continue;
                }
                let Some(decision) = session.decision(None) else {
                    break;
                };
                // The GM gives the first answer to the action just started.
                let open = session.history().open().last();
                let fresh = open.is_some_and(|open| open.taken.is_empty());
                let input = match Input::from(decision) {
                    Input::Led(answer, _) if fresh => Input::Answer(answer),
                    input => input,
                };
                session.input(input).expect("it is taken");
            }
            for entry in session.history().entries() {
                let given = entry.taken.iter().find_map(|taken| match taken {
                    Taken::Given(given) => Some(given),
                    _ => None,
                });
                let Some(given) = given else {
                    continue;
                };
                let is_own = given.question.who == entry.command.who
                    && !matches!(given.answer, Answer::Faces(_) | Answer::Rolls(_));
                let told_first = (system.key(), &*entry.command.action);
                if entry.command.led.is_empty()
                    || !is_own
                    || !given.by_hand
                    || TOLD_FIRST.contains(&told_first)
                {
                    continue;
                }
                overruled += 1;
                let led = entry.taken.iter().filter(|taken| match taken {
                    Taken::Given(given) => !given.led.is_empty(),
                    _ => false,
                });
                let told = entry
                    .events
                    .iter()
                    .filter(|event| matches!(event, Event::Led { .. }));
                assert_eq!(told.count(), led.count(), "{name}: {:?}", entry.command);
            }
        }
        assert!(overruled > 0, "{}", system.key());
    });
}

/// Every decision is logged in a line about a combatant of its side, never in the actions of others.
#[test]
fn a_decision_is_logged_only_in_lines_about_the_deciding_side() {
    laws::each(|system| {
        if !foes_act(system) {
            return;
        }
        // Enemies are automatic; the players' side is answered by the same tactics under GM control.
        let lead = |place| match place {
            0 => (Control::Gm, Tactics::default()),
            _ => (Control::Automatic, Tactics::default()),
        };
        let mut told = 0;
        for (name, start) in bundled(system, lead) {
            let mut session = session(&start);
            let first = start.side_ids().next().map(Also::Side);
            for _ in 0..250 {
                let input = if begins(&session) {
                    affray::session::parse(&session, "enter").ok()
                } else {
                    match session.decision(None) {
                        Some(decision) => Some(Input::from(decision)),
                        None => session
                            .decision(first)
                            .map(Input::from)
                            .map(|input| match input {
                                Input::Led(answer, _) => Input::Answer(answer),
                                Input::Start(mut command) => {
                                    command.led = "".into();
                                    Input::Start(command)
                                }
                                other => other,
                            }),
                    }
                };
                let Some(input) = input else {
                    break;
                };
                session.input(input).expect("it is taken");
            }
            let now = session.now();
            let automatic = session.lines().iter();
            for line in automatic.filter(|line| line.text.contains("(auto")) {
                let its =
                    |id: &Id| !matches!(first, Some(Also::Side(side)) if now.get(*id).side == side);
                // A combatant who picks the next one appears in the line of the picked one.
                let picked = line.text.contains("'s turn.");
                assert!(
                    line.about.iter().any(its) || line.about.is_empty() || picked,
                    "{name}: {}",
                    line.text
                );
                told += 1;
            }
        }
        assert!(told > 3, "{}: {told}", system.key());
    });
}

/// Starts a fight of combatants with their sides, enemies first; all dice are entered.
fn of_two_sides(system: &str, people: &str, played: &[Id]) -> Session {
    let system = laws::systems().into_iter().find(|one| one.key() == system);
    let system = system.expect("a system");
    let (compendium, _) = Compendium::built_in(system);
    let text = format!(
        "(title: \"Who is next\", system: \"{}\", sides: [(name: \"Foes\"), (name: \"Party\", players: true)],
        combatants: [{people}])",
        system.key()
    );
    let (setup, wrong) = setup::read(&Source::new("fight.ron", &text), &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let start = setup.expect("it is read").begin(&compendium, Seed(7));
    let mut start = start.expect("no mistakes");
    for side in Arc::make_mut(&mut start.sides) {
        side.roller = Roller::Typed;
    }
    for id in played {
        let all = Arc::make_mut(&mut start.combatants);
        Arc::make_mut(&mut all[id.index()]).control = Some(Control::Automatic);
    }
    session(&start)
}

#[track_caller]
fn inputs(session: &mut Session, steps: &[&str]) {
    for step in steps {
        let input = affray::session::parse(session, step);
        let input = input.unwrap_or_else(|why| panic!("{step}: {why}, at {}", waits(session)));
        let taken = session.input(input);
        taken.unwrap_or_else(|why| panic!("{step}: {why}"));
    }
}

/// The picking combatant decides who is next: an automatic enemy who is first in the menu does not act if a person
/// picks, and an automatic combatant picks without a question.
#[test]
fn the_picking_combatant_decides_who_is_next() {
    let one = |name, side, more| {
        format!("(name: \"{name}\", side: \"{side}\", sheet: (max_health: 12{more})),")
    };
    let people = [
        one("Cur", "Foes", ""),
        one("Bea", "Party", ""),
        one("Ada", "Party", ", captain: true"),
        one("Dog", "Foes", ""),
        one("Eve", "Party", ""),
    ];
    let [cur, ada, dog] = [Id(0), Id(2), Id(3)];
    let mut session = of_two_sides("popcorn", &people.concat(), &[cur, ada, dog]);
    inputs(&mut session, &["roll 11 11"]);
    assert_eq!(waits(&session), "Party begins: who acts?");
    assert_eq!(session.decision(None), None, "Bea and Eve are the GM's");
    inputs(&mut session, &["do pick b", "do end-turn b"]);
    assert_eq!(waits(&session), "Bea picks who acts");
    assert_eq!(
        session.decision(None),
        None,
        "Cur stands first, and Bea picks"
    );
    // One key plays the turn of the marked combatant, whoever picks.
    let begun = session.decision(Some(Also::One(dog))).expect("a decision");
    assert_eq!((begun.who, begun.control), (Some(dog), Control::Automatic));
    inputs(&mut session, &["do pick a", "do end-turn a"]);
    assert_eq!(waits(&session), "Cur picks who acts");
    let picks = session.decision(None).expect("Cur plays");
    assert_eq!((picks.who, picks.control), (Some(dog), Control::Automatic));
    session.input(Input::from(picks)).expect("it is taken");
    let told = &session.lines().last().expect("a line").text;
    assert_eq!(told, "Dog's turn. (auto: its own side first)");
    // If no combatant of the picker's own side is left, the picker takes the first suggestion, and the line names the
    // picker.
    inputs(&mut session, &["do end-turn d"]);
    let picks = session.decision(None).expect("Dog plays");
    session.input(Input::from(picks)).expect("it is taken");
    let told = &session.lines().last().expect("a line").text;
    assert_eq!(told, "Ada's turn. (auto)");
    inputs(&mut session, &["do end-turn c", "do end-turn e"]);
    assert_eq!(waits(&session), "Eve picks who acts");
    assert_eq!(
        session.decision(None),
        None,
        "the round's last one picks too"
    );
}

/// A combatant does not move away from an attacked target, and only moves if an attack is still possible at the new
/// place.
#[test]
fn automatic_combatants_do_not_move_away_from_their_target() {
    let one = |name, side, zone| {
        let stick = "weapons: [(name: \"stick\", damage: \"1d4\")]";
        format!(
            "(name: \"{name}\", side: \"{side}\", sheet: (max_health: 12, zone: \"{zone}\", {stick})),"
        )
    };
    let people = [
        one("Cur", "Foes", "engaged"),
        one("Dog", "Foes", "near"),
        one("Ada", "Party", "engaged"),
    ];
    let mut session = of_two_sides("popcorn", &people.concat(), &[Id(0), Id(1)]);
    inputs(&mut session, &["roll 20 1", "do pick a"]);
    let mut told = Vec::new();
    for steps in [&[][..], &["enter", "roll 5"], &[], &[], &["enter"]] {
        inputs(&mut session, steps);
        let decision = session.decision(None);
        let decision = decision.unwrap_or_else(|| panic!("{told:?}, then {}", waits(&session)));
        let Choice::Start(command) = &decision.choice else {
            panic!("{decision:?}");
        };
        let who = decision.who.map(|who| session.now().name(who).to_string());
        told.push(format!(
            "{}: {}, {}",
            who.unwrap_or_default(),
            command.action,
            decision.why
        ));
        session.input(Input::from(decision)).expect("it is taken");
    }
    assert_eq!(
        told,
        [
            "Cur: attack, best option",
            "Cur: end-turn, no useful action left",
            "Dog: pick, its own side first",
            "Dog: move, no target in reach",
            "Dog: attack, best option",
        ]
    );
}

/// All combatants who may act decide together who acts. An automatic combatant among a person's combatants waits until
/// the person chooses them.
#[test]
fn a_side_chooses_together_who_acts() {
    let one = |name, side| {
        let axe = "attacks: [(name: \"axe\", die: 6)]";
        format!("(name: \"{name}\", side: \"{side}\", sheet: (max_health: 12, {axe})),")
    };
    let people = [one("Cur", "Foes"), one("Bea", "Party"), one("Ada", "Party")];
    let mut session = of_two_sides("alternation", &people.concat(), &[Id(0), Id(1)]);
    inputs(&mut session, &["set started=Party", "do first Party"]);
    assert_eq!(waits(&session), "Party to act: who takes a turn?");
    assert_eq!(session.decision(None), None, "Ada may go too");
    inputs(&mut session, &["do activate b"]);
    assert!(
        session
            .decision(None)
            .is_some_and(|one| one.control == Control::Automatic)
    );
}

/// There are no decisions for a side under GM control, except by its automatic combatants.
#[test]
fn sides_under_gm_control_make_no_decisions() {
    laws::each(|system| {
        if !foes_act(system) {
            return;
        }
        let lead = |place| match place {
            0 => (Control::Gm, Tactics::default()),
            1 => (Control::Suggested, Tactics::default()),
            _ => (Control::Automatic, Tactics::default()),
        };
        for (name, start) in bundled(system, lead) {
            let mut session = session(&start);
            let (mut by_hand, mut proposed) = (0, 0);
            for _ in 0..300 {
                let decision = session.decision(None);
                let side = decision.as_ref().and_then(|decision| decision.side);
                if let (Some(decision), Some(side)) = (&decision, side) {
                    assert_ne!(side.0, 0, "{name}: {decision:?}");
                    if side.0 == 1 {
                        assert_eq!(decision.control, Control::Suggested, "{name}: {decision:?}");
                        proposed += 1;
                    }
                }
                by_hand += usize::from(decision.is_none());
                let first = start.side_ids().next();
                let by_hand = || {
                    if begins(&session) {
                        affray::session::parse(&session, "enter").ok()
                    } else {
                        session.decision(first.map(Also::Side)).map(Input::from)
                    }
                };
                let Some(input) = decision.map(Input::from).or_else(by_hand) else {
                    break;
                };
                session.input(input).expect("it is taken");
            }
            assert!(by_hand > 3 && proposed > 0, "{name}: {by_hand}, {proposed}");
        }
    });
}

#[test]
fn one_turn_can_be_automatic_without_a_setting() {
    laws::each(|system| {
        let (name, start) = bundled(system, |_| (Control::Gm, Tactics::default())).remove(0);
        let mut session = session(&start);
        while begins(&session) {
            let input = affray::session::parse(&session, "enter").expect("something stands");
            session.input(input).expect("it is taken");
        }
        assert_eq!(
            session.decision(None),
            None,
            "{name}: nobody is set to play"
        );
        let mut decided = 0;
        for side in start.side_ids() {
            decided += usize::from(session.decision(Some(Also::Side(side))).is_some());
        }
        for who in session.now().ids() {
            if let Some(decision) = session.decision(Some(Also::One(who))) {
                assert!(
                    decision.who.is_none_or(|one| one == who),
                    "{name}: {decision:?}"
                );
                decided += 1;
            }
        }
        assert!(decided > 0, "{name}");
    });
}

#[test]
fn an_automatic_decision_is_the_same_after_undo_and_after_resuming() {
    laws::each(|system| {
        let (name, start) = bundled(system, all_played).remove(0);
        let (mut session, mut step) = (session(&start), 0);
        play(&mut session, |_, _| ());
        while step < 40 && !begins(&session) {
            step += 1;
            let after = session.decision(None);
            if session.input(Input::Undo).is_err() {
                assert!(step > 1, "{name}: something was done");
                return;
            }
            let decision = session.decision(None);
            let again = Session::resume(&laws::systems(), session.save(), &[])
                .expect("a save")
                .0;
            assert_eq!(again.decision(None), decision, "{name}, {step} back");
            session.input(Input::Redo).expect("it was undone");
            assert_eq!(session.decision(None), after, "{name}, {step} back");
            session.input(Input::Undo).expect("something was done");
        }
    });
}

/// Fields with hit points, each with an increase for which players see the same word.
const LIFE: [(&str, &str); 4] = [
    ("alternation", "health"),
    ("countdown", "hp"),
    ("segments", "hp"),
    ("split-round", "hp"),
];

/// A side knows no more about another side than its players would see. If other hit points have the same word, the
/// decision is the same, unless the tactics say that the side knows the numbers.
#[test]
fn automatic_decisions_ignore_unknown_hit_points() {
    laws::each(|system| {
        let Some((_, field)) = LIFE.iter().find(|(key, _)| *key == system.key()) else {
            return;
        };
        let differ = |words: &str| {
            let lead = |_| (Control::Automatic, tactics(words));
            let (mut differ, mut seen) = (0, 0);
            for (name, start) in bundled(system, lead) {
                let mut session = session(&start);
                let mut steps = 0;
                while steps < 40 {
                    steps += 1;
                    if begins(&session) {
                        let enter = affray::session::parse(&session, "enter").expect("stands");
                        session.input(enter).expect("taken");
                        continue;
                    }
                    let Some(decision) = session.decision(None) else {
                        break;
                    };
                    let side = decision.side;
                    let foes = session
                        .now()
                        .present()
                        .filter(|id| Some(session.now().get(*id).side) != side);
                    let foes: Vec<Id> = foes.collect();
                    for foe in foes.into_iter().filter(|_| side.is_some()) {
                        let row = system.row(session.now(), foe);
                        let (left, _) = row.life;
                        for to in [left - 1, left + 1] {
                            let event = Event::Changed {
                                who: foe,
                                at: (*field).to_owned(),
                                from: Some(Value::Int(left)),
                                to: Some(Value::Int(to)),
                                label: "".into(),
                                health: None,
                                cause: "".into(),
                            };
                            if to <= 0 || session.input(Input::Correct(vec![event])).is_err() {
                                continue;
                            }
                            let now = system.row(session.now(), foe);
                            if (now.health_word, now.life.0, now.down)
                                == (row.health_word.clone(), to, row.down)
                            {
                                seen += 1;
                                differ +=
                                    usize::from(session.decision(None).as_ref() != Some(&decision));
                            }
                            session.input(Input::Undo).expect("the change");
                        }
                    }
                    session
                        .input(Input::from(decision))
                        .unwrap_or_else(|why| panic!("{name}: {why}"));
                }
            }
            (differ, seen)
        };
        let (differs, seen) = differ("");
        assert!(
            differs == 0 && seen > 10,
            "{}: {differs} of {seen}",
            system.key()
        );
        let (differs, seen) = differ("knows");
        assert!(differs > 0, "{}: {differs} of {seen}", system.key());
    });
}

/// No decision targets a hidden combatant. If a side knows about the combatant, the GM decides.
#[test]
fn no_decision_targets_a_hidden_combatant() {
    laws::each(|system| {
        if !foes_act(system) {
            return;
        }
        let aims = |words: &str| {
            let lead = |_| (Control::Automatic, tactics(words));
            let (_, mut start) = bundled(system, lead).remove(0);
            let first = start.side_ids().next().expect("a side");
            let heroes: Vec<Id> = start.members(first).skip(1).collect();
            let mut all = Vec::clone(&start.combatants);
            // All others are visible, because no combatant ever falls if neither of two sides knows of the other.
            for who in start.ids() {
                Arc::make_mut(&mut all[who.index()]).hidden = heroes.contains(&who);
            }
            start.combatants = Arc::new(all);
            let (mut aimed, mut made) = (0, 0);
            let mut session = session(&start);
            play(&mut session, |session, decision| {
                let hidden = |id: &Id| session.now().get(*id).hidden;
                if decision.side.is_some_and(|side| side != first)
                    && named(decision).iter().any(hidden)
                {
                    aimed += 1;
                    made += usize::from(decision.control.plays());
                }
            });
            (aimed, made)
        };
        let (aimed, _) = aims("");
        assert_eq!(aimed, 0, "{}", system.key());
        let (aimed, _) = aims("knows");
        assert!(aimed > 0, "{}: whoever knows aims at all", system.key());
    });
}

/// The defaults of a form and the suggestions of a menu never target a hidden combatant of another side.
#[test]
fn default_answers_never_target_a_hidden_combatant() {
    laws::each(|system| {
        // The tiny system of the tests attacks the first foe.
        if system.key() == "tiny" {
            return;
        }
        let lead = |_| (Control::Automatic, tactics("defaults"));
        let (_, mut start) = bundled(system, lead).remove(0);
        let last = start.side_ids().last().expect("a side");
        // Defaults would select the first combatants of the roster.
        let foes: Vec<Id> = start.members(last).take(2).collect();
        let mut all = Vec::clone(&start.combatants);
        for who in &foes {
            Arc::make_mut(&mut all[who.index()]).hidden = true;
        }
        start.combatants = Arc::new(all);
        let mut looked = 0;
        let mut session = session(&start);
        play(&mut session, |session, _| {
            let now = session.now();
            let unknown = |by: Id| {
                let foes = now.ids().filter(move |id| !now.allied(*id, by));
                foes.filter(|id| now.get(*id).hidden)
            };
            match session.waits() {
                Waits::Prompt(prompt) => {
                    let Some((by, Kind::Form(fields))) =
                        prompt.question.who.zip(Some(&prompt.kind))
                    else {
                        return;
                    };
                    for field in fields.iter().filter(|field| !field.set) {
                        if let Value::Who(ids) = &field.value {
                            looked += 1;
                            let aimed = unknown(by).find(|id| ids.contains(id));
                            let at = (waits(session), &field.key, aimed.map(|id| now.name(id)));
                            assert_eq!(aimed, None, "{at:?}");
                        }
                    }
                }
                Waits::Offers { .. } => {
                    let menu = session.menu().iter();
                    for (by, offer) in menu.filter_map(|one| Some((one.command.who?, one))) {
                        let aimed = unknown(by).find(|id| offer.hint.contains(now.name(*id)));
                        assert_eq!(aimed, None, "{}: {}", now.name(by), offer.hint);
                    }
                }
                Waits::Fault(what) => panic!("{what}"),
            }
        });
        assert!(looked > 0 || !foes_act(system), "{}", system.key());
    });
}

/// The GM decides who is caught in an area, if the control of the side says so.
#[test]
fn the_gm_is_asked_for_areas_if_the_control_says_so() {
    let asked = |control: Control| {
        let lead = |_| (control, Tactics::default());
        let (mut asked, mut by_themselves) = (0, 0);
        for system in laws::systems() {
            for (_, start) in bundled(system, lead) {
                let mut session = session(&start);
                play(&mut session, |session, decision| {
                    by_themselves += usize::from(decision.control.plays());
                    let Waits::Prompt(prompt) = session.waits() else {
                        return;
                    };
                    let several = matches!(&prompt.kind, Kind::Pick { from, most, .. } if *most > 1 && from.len() > 1);
                    asked += usize::from(several && decision.control == Control::Suggested);
                });
            }
        }
        assert!(by_themselves > asked, "{control:?}: all else is not");
        asked
    };
    assert_eq!(asked(Control::Automatic), 0);
    assert!(asked(Control::AskAreas) > 0);
}

/// The form of a spell begins with a spell for one target, so its rows depend on the spell that the policy chooses.
#[test]
fn the_gm_is_asked_for_the_area_of_a_spell_and_not_for_its_single_target() {
    let compendium = fight_file::compendium("d20");
    let foe = |name: &str| {
        format!("(name: \"{name}\", side: \"Party\", sheet: (max_hp: 80, ac: 14, dex_save: -2))")
    };
    let cast = |spells: &str, areas: bool| {
        let setup = format!(
            "title: \"Areas\", system: \"d20\", sides: [(name: \"Party\", players: true, rolls: Rolled, \
             control: Automatic), (name: \"Foes\", rolls: Rolled, control: AskAreas)], combatants: [{}, {}, {}, \
             (name: \"Moth\", side: \"Foes\", sheet: (max_hp: 200, initiative: 30, level: 9, class: \"wizard\", int: 18, \
             spells: [{spells}]))]",
            foe("Ada"),
            foe("Bel"),
            foe("Cid"),
        );
        let mut session = fight_file::course(&compendium, &setup, &[]).session;
        let moth = session.now().ids().next_back();
        let mut seen = 0;
        for _ in 0..200 {
            let decision = session.decision(None);
            let aims = decision.as_ref().filter(|decision| {
                matches!(decision.choice, Choice::Answer(Answer::Filled(_)))
                    && decision.who == moth
                    && session.now().turn == moth
            });
            if let Some(decision) = aims {
                seen += 1;
                let asks = decision.control == Control::Suggested;
                assert_eq!(asks, areas, "{spells}: {decision:?}");
            }
            if session.now().round > 2 {
                break;
            }
            let input = match decision {
                Some(decision) => Input::from(decision),
                None => affray::session::parse(&session, "enter").expect("a default"),
            };
            session.input(input).expect("it is taken");
        }
        assert!(seen > 0, "{spells}: no spell was cast");
    };
    cast("\"Fire Bolt\", \"Cone of Cold\", \"Ice Storm\"", true);
    cast("\"Fire Bolt\"", false);
}

#[test]
fn the_gm_is_not_asked_about_a_distance_of_0() {
    let lead = |_| (Control::AskAreas, Tactics::default());
    let mut automatic = 0;
    let system = laws::systems().into_iter();
    let system = system.filter(|system| system.key() == "split-round");
    for (_, start) in system.flat_map(|system| bundled(system, lead)) {
        play(&mut session(&start), |session, decision| {
            let Waits::Prompt(prompt) = session.waits() else {
                return;
            };
            let Kind::Form(fields) = &prompt.kind else {
                return;
            };
            let is_distance = |field: &Field| matches!(&field.kind, FieldKind::Number { unit, .. } if !unit.is_empty());
            automatic += usize::from(decision.control.plays() && fields.iter().any(is_distance));
        });
    }
    assert!(automatic > 0, "no plan was filled in automatically");
}

#[test]
fn sharp_tactics_that_run_out_of_time_choose_like_sensible_tactics() {
    laws::each(|system| {
        let lead = |words: &'static str| move |_| (Control::Automatic, tactics(words));
        let (name, sharp) = bundled(system, lead("sharp")).remove(0);
        let (_, sensible) = bundled(system, lead("")).remove(0);
        let (mut sharp, mut sensible) = (session(&sharp), session(&sensible));
        let mut hurried = 0;
        for _ in 0..40 {
            if begins(&sharp) {
                for session in [&mut sharp, &mut sensible] {
                    let enter = affray::session::parse(session, "enter").expect("stands");
                    session.input(enter).expect("taken");
                }
                continue;
            }
            let deciding = sharp.deciding(None, true).expect("it waits");
            let (Some(short), Some(usual)) = (
                deciding.decide(&AtomicBool::new(true)),
                sensible.decision(None),
            ) else {
                break;
            };
            assert_eq!(short.choice, usual.choice, "{name}");
            hurried += usize::from(short.why.ends_with("no time to simulate more"));
            sharp.input(Input::from(short)).expect("taken");
            sensible.input(Input::from(usual)).expect("taken");
        }
        assert!(hurried > 3, "{name}: {hurried}");
        let deciding = sharp.deciding(None, true).expect("it waits");
        if let Some(decision) = deciding.decide(&AtomicBool::new(false)) {
            assert!(!decision.why.contains("no time"), "{name}: {decision:?}");
        }
    });
}

/// A side that flees gives up, if the rules leave this to the GM.
#[test]
fn a_fleeing_side_surrenders_if_the_rules_leave_surrender_to_the_gm() {
    for (key, condition) in [("segments", "surrendered"), ("tiny", "yielded")] {
        let system = laws::systems().into_iter().find(|one| one.key() == key);
        let system = system.expect("a system");
        let given_up = |words: &'static str| {
            let starts = bundled(system, |_| (Control::Automatic, tactics(words)));
            let each = starts.iter().map(|(_, start)| {
                let mut session = session(start);
                play(&mut session, |_, _| ());
                let now = session.now();
                let gave_up = |id: &Id| now.get(*id).named(condition).is_some();
                now.ids().filter(gave_up).count()
            });
            each.sum::<usize>()
        };
        assert_eq!(given_up(""), 0, "{key}");
        assert!(given_up("flees") > 0, "{key}");
    }
}

/// Players see the same text and the same dice for automatic and manual decisions in a fight.
#[test]
fn players_see_automatic_and_manual_turns_alike() {
    laws::each(|system| {
        let (name, start) = bundled(system, all_played).remove(0);
        let (mut played, mut by_hand) = (session(&start), session(&start));
        for _ in 0..80 {
            let enter =
                |session: &Session| affray::session::parse(session, "enter").expect("stands");
            let input = if begins(&played) {
                enter(&played)
            } else {
                match played.decision(None) {
                    Some(decision) => Input::from(decision),
                    None => break,
                }
            };
            let plain = match input.clone() {
                Input::Led(answer, _) => Input::Answer(answer),
                Input::Start(mut command) => {
                    command.led = "".into();
                    Input::Start(command)
                }
                other => other,
            };
            played.input(input).expect("it is taken");
            by_hand.input(plain).expect("it is taken");
        }
        let players = affray::session::Readers::Players;
        let read = |session: &Session| affray::session::markdown(session, players);
        assert_eq!(read(&played), read(&by_hand), "{name}");
        assert_eq!(played.now(), by_hand.now(), "{name}");
    });
}
