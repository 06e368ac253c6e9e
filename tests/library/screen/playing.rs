//! Auto-play at the keyboard: the time of each step, the keys that pause it, and the number of keys it saves. The test
//! sets the time, so nothing waits for a clock.

use std::time::Duration;

use affray::encounter::{Control, Roller};
use affray::resolver::Kind;
use affray::rules::System;
use affray::session::{Session, Waits};
use affray::setup::{Count, HitPoints, Newcomer, Setup};
use affray::ui::app::{App, Screen};
use affray::ui::ask::Due;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::values::{Id, SideId};
use expect_test::expect;

use crate::support::keyboard::{fight, library, line, of_setup, on, press, theme, written};
use crate::support::screen;

/// Duration longer than the pause before any step.
const LONG: Duration = Duration::from_secs(10);

fn title(app: &App) -> String {
    match on(app).session.waits() {
        Waits::Offers { title, .. } => title.clone(),
        Waits::Prompt(prompt) => prompt.title.clone(),
        Waits::Fault(what) => panic!("{what}"),
    }
}

/// Opens a set-up with control and rollers for the players, and for all others; no combatant is hidden.
fn led(mut setup: Setup, players: (Control, Roller), others: (Control, Roller)) -> App {
    for one in &mut setup.combatants {
        one.hidden = false;
    }
    for side in &mut setup.sides {
        let (decides, rolls) = if side.players { players } else { others };
        (side.control, side.rolls) = (decides, Some(rolls));
    }
    of_setup(&setup)
}

fn bundled(name: &str) -> Setup {
    library().encounter(name).expect("a bundled fight").clone()
}

/// Lets time pass until auto-play makes no further step.
fn wait(app: &mut App) {
    for _ in 0..5_000 {
        if app.due_in().is_none() {
            return;
        }
        app.time_goes_by(LONG);
    }
    panic!("it plays without end");
}

/// Opens the bridge fight with automatic bandits, at its first question to the players.
fn bridge() -> App {
    let foes = (Control::Automatic, Roller::Rolled);
    let mut app = led(bundled("bridge"), (Control::Gm, Roller::Typed), foes);
    press(&mut app, "enter");
    app
}

/// Returns the number of inputs in the save.
fn inputs(app: &App) -> usize {
    let saved = on(app).session.save();
    saved.inputs.len() - saved.undone
}

#[test]
fn an_automatic_step_waits_until_its_delay_ends_or_enter_is_pressed() {
    let mut app = bridge();
    assert_eq!(title(&app), "Initiative: Bandits. Which side goes first?");
    assert!(on(&app).is_playing());
    let before = inputs(&app);
    assert!(!app.time_goes_by(Duration::from_millis(900)));
    assert_eq!(inputs(&app), before, "it can be read for a second");
    assert!(app.time_goes_by(Duration::from_millis(200)));
    assert_eq!(inputs(&app), before + 1, "one input for a step");
    assert_eq!(title(&app), "Bandits to act: who takes a turn?");
    press(&mut app, "enter");
    assert_eq!(inputs(&app), before + 2, "Enter does not wait");
    wait(&mut app);
    assert!(!on(&app).is_playing(), "the blow is a player's to react to");
    assert!(
        title(&app).ends_with("How does Maren react?"),
        "{}",
        title(&app)
    );
}

#[test]
fn auto_play_pauses_after_twenty_rounds_without_a_change() {
    let immune = r#"(immunities: "bludgeoning, piercing, slashing, fire, cold")"#;
    let text = format!(
        r#"(title: "Never", system: "d20",
            sides: [(name: "A", players: true, control: Automatic, rolls: Rolled), (name: "B", control: Automatic)],
            combatants: [(from: "Hild", side: "A", sheet: {immune}), (from: "Hild", name: "Wall", side: "B", sheet: {immune})])"#
    );
    let mut app = written("d20", &text);
    let rounds = |app: &App| on(app).session.now().round;
    wait(&mut app);
    let paused = rounds(&app);
    assert!((20..=23).contains(&paused), "round {paused}");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(
        shown.contains("Nothing has changed for 20 rounds. Auto-play is paused."),
        "{shown}"
    );
    // The GM can continue, and the rounds are counted from there.
    press(&mut app, "f11");
    wait(&mut app);
    assert!((paused + 20..=paused + 23).contains(&rounds(&app)));
}

#[test]
fn a_key_pauses_auto_play_and_has_its_effect() {
    let mut app = bridge();
    app.time_goes_by(LONG);
    let before = inputs(&app);
    press(&mut app, "f11");
    assert_eq!(app.due_in(), None);
    // The suggested decision is still shown.
    let shown = screen::draw(&mut app, 120, 36);
    let suggested = shown
        .lines()
        .find(|line| line.contains("suggested for Bandits: "));
    let suggested = suggested.unwrap_or_else(|| panic!("{shown}"));
    assert!(suggested.contains("(most damage)"), "{shown}");
    press(&mut app, ">");
    assert!(app.due_in().is_some(), "it goes on");
    press(&mut app, "f3 esc");
    assert_eq!(
        app.due_in(),
        None,
        "another key stopped it, and opened the sheet"
    );
    press(&mut app, ">");
    assert!(app.due_in().is_some());
    let marked = |app: &App| {
        let row = on(app).ask().mark.row(on(app).session.menu());
        row.and_then(|row| row.command.who)
    };
    let would = marked(&app);
    press(&mut app, "down");
    assert!(
        app.due_in().is_none() && marked(&app) != would,
        "the mark moves"
    );
    assert_eq!(inputs(&app), before);
    // The GM overrules: another bandit acts, and the log mentions no tactics.
    press(&mut app, "enter");
    let told = &on(&app).session.lines().last().expect("a line").text;
    assert!(told.ends_with("takes a turn."), "{told}");
}

#[test]
fn a_form_shows_how_to_pause_and_resume_auto_play() {
    let mut app = bridge();
    app.time_goes_by(LONG);
    press(&mut app, "f11 enter enter");
    assert!(on(&app).ask().draft.contains_key("target"));
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("Esc back  F11 resume"), "{shown}");
    press(&mut app, "f11");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("Enter next step  F11 pause"), "{shown}");
}

#[test]
fn auto_play_does_not_repeat_an_undone_step() {
    let mut app = bridge();
    wait(&mut app);
    let (before, question) = (inputs(&app), title(&app));
    press(&mut app, "backspace");
    assert_eq!((inputs(&app), app.due_in()), (before - 1, None));
    press(&mut app, "backspace");
    assert_eq!((inputs(&app), app.due_in()), (before - 2, None));
    press(&mut app, "f11");
    wait(&mut app);
    assert_eq!(
        (inputs(&app), title(&app)),
        (before, question),
        "it goes on alike"
    );
    // An amendment of an earlier choice pauses auto-play as well.
    press(&mut app, "f8 down down enter");
    let own = on(&app).own.last().expect("an earlier choice");
    assert_eq!(own.prompt.title, "Bandits to act: who takes a turn?");
    press(&mut app, "down enter");
    assert_eq!(app.due_in(), None);
    assert!(on(&app).own.is_empty(), "it is amended");
}

#[test]
fn one_turn_or_side_can_be_played_automatically_without_a_setting() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    assert_eq!(title(&app), "Bandits to act: who takes a turn?");
    press(&mut app, "]");
    wait(&mut app);
    assert!(
        title(&app).ends_with("How does Maren react?"),
        "a player reacts: {}",
        title(&app)
    );
    press(&mut app, "space");
    wait(&mut app);
    assert_eq!(
        title(&app),
        "Party to act: who takes a turn?",
        "only that turn"
    );
    press(&mut app, "}");
    wait(&mut app);
    let asked = title(&app);
    assert!(
        asked.contains("How does Toll bandit"),
        "a bandit's reaction is the GM's: {asked}"
    );
    press(&mut app, "space");
    assert!(app.due_in().is_some() || matches!(on(&app).session.waits(), Waits::Prompt(_)));
    let now = on(&app).now();
    assert!(now.sides.iter().all(|side| side.control == Control::Gm));
}

#[test]
fn an_undone_step_of_auto_play_is_not_played_again() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    assert_eq!(title(&app), "Bandits to act: who takes a turn?");
    press(&mut app, "]");
    wait(&mut app);
    let asked = title(&app);
    assert!(asked.ends_with("How does Maren react?"), "{asked}");
    press(&mut app, "backspace");
    assert_eq!(app.due_in(), None, "{}", title(&app));
    assert_ne!(title(&app), asked, "the step is undone");
}

#[test]
fn suggestions_appear_in_menu_and_form_with_their_reason() {
    let foes = (Control::Suggested, Roller::Rolled);
    let mut app = led(bundled("bridge"), (Control::Gm, Roller::Typed), foes);
    press(&mut app, "enter enter");
    assert_eq!(title(&app), "Bandits to act: who takes a turn?");
    assert_eq!(app.due_in(), None, "nothing is made by itself");
    let marked = on(&app).ask().mark.row(on(&app).session.menu());
    assert_eq!(
        marked.and_then(|row| row.command.who),
        Some(Id(4)),
        "the strongest"
    );
    // The suggestion has its name, also if another row is selected.
    let rows = on(&app).session.menu_rows().iter();
    let mut name = rows
        .filter(|row| row.command.who == Some(Id(4)))
        .map(|row| &row.label);
    let name = name.next().cloned().expect("a row");
    for keys in ["down", "up"] {
        press(&mut app, keys);
        let shown = screen::draw(&mut app, 120, 36);
        let told = format!("suggested for Bandits: {name} (");
        assert!(shown.contains(&told), "{told}:\n{shown}");
    }
    press(&mut app, "enter");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("suggested for Bandits"), "{shown}");
    press(&mut app, "enter");
    assert!(
        on(&app).ask().draft.contains_key("target"),
        "{}",
        title(&app)
    );
    let shown = screen::draw(&mut app, 120, 36);
    assert!(
        shown.contains("suggested for Bandits: weakest target"),
        "{shown}"
    );
    assert!(
        !shown.contains("not sent"),
        "nobody has typed anything:\n{shown}"
    );
    press(&mut app, "enter");
    let told = on(&app).session.live_lines();
    let told: Vec<&str> = told.iter().map(|line| &*line.text).collect();
    assert!(
        told.iter().all(|line| !line.contains("auto")),
        "the GM took it: {told:?}"
    );
}

/// The turns of an ambush before the first round are automatic like any others.
#[test]
fn the_ambush_round_can_be_automatic() {
    let foes = (Control::Automatic, Roller::Rolled);
    let mut app = led(
        bundled("wreckers_cove"),
        (Control::Gm, Roller::Rolled),
        foes,
    );
    press(&mut app, "shift-b enter");
    while let Waits::Prompt(_) = on(&app).session.waits() {
        press(&mut app, "space");
    }
    assert_eq!(on(&app).now().round, 0);
    press(&mut app, "space");
    wait(&mut app);
    let lines = on(&app).session.lines();
    let declared = lines
        .iter()
        .filter(|line| line.text.contains(" declares: "));
    let played = declared.filter(|line| line.text.contains("(auto: "));
    assert_eq!(played.count(), 6);
}

#[test]
fn the_side_with_initiative_chooses_who_goes_first() {
    let (gm, played) = (
        (Control::Gm, Roller::Rolled),
        (Control::Automatic, Roller::Rolled),
    );
    for (players, others, told) in [
        (gm, played, "Initiative: Party. Bandits to act first."),
        (
            played,
            gm,
            "Initiative: Party. Bandits to act first. (auto)",
        ),
    ] {
        let mut app = led(bundled("bridge"), players, others);
        // Rusk alone in ambush: in round 1 the side that went first before is suggested.
        press(&mut app, "shift-s shift-b e enter");
        let asked = |app: &App| title(app) == "Initiative: Party. Which side goes first?";
        for _ in 0..20 {
            if asked(&app) {
                break;
            }
            if !app.time_goes_by(LONG) {
                press(&mut app, "enter");
            }
        }
        assert!(asked(&app), "{}", title(&app));
        assert_eq!(on(&app).is_playing(), players.0 == Control::Automatic);
        press(&mut app, "enter");
        let line = &on(&app).session.lines().last().expect("a line").text;
        assert_eq!(line, told);
    }
}

/// "Declare for all" leaves the declarations of automatic combatants to auto-play.
#[test]
fn declare_for_all_leaves_out_automatic_combatants() {
    let mut declared = 0;
    for name in ["amber_ford", "wreckers_cove", "toll_gate"] {
        let foes = (Control::Automatic, Roller::Rolled);
        let mut app = led(bundled(name), (Control::Gm, Roller::Rolled), foes);
        while on(&app).now().round == 0 {
            press(&mut app, "enter");
        }
        press(&mut app, "space");
        wait(&mut app);
        // Players may counter the spell of a combatant who plans.
        while let Waits::Prompt(_) = on(&app).session.waits() {
            press(&mut app, "space");
            wait(&mut app);
        }
        let now = on(&app).now();
        let foe = |who: &Id| !now.sides[now.get(*who).side.index()].players;
        let lines = on(&app).session.lines();
        for who in now.present().filter(foe) {
            let its = lines
                .iter()
                .filter(|line| !line.heading && line.about.contains(&who));
            let text: Vec<&str> = its.map(|line| &*line.text).collect();
            assert!(
                text.iter().any(|text| text.contains("(auto")),
                "{name}: {}: {text:?}",
                now.name(who)
            );
            declared += 1;
        }
        // If only automatic combatants are left, the same key declares for them, so that nothing blocks the fight.
        let mut app = led(bundled(name), foes, foes);
        while on(&app).now().round == 0 {
            press(&mut app, "enter");
        }
        press(&mut app, "f11 space");
        let asked = title(&app);
        assert!(
            !asked.contains("decl") || asked.starts_with("All"),
            "{asked}"
        );
    }
    assert!(declared > 9, "{declared}");
}

#[test]
fn the_screen_shows_who_controls_a_side_and_who_rolls_for_it() {
    let mut app = fight("bridge");
    press(&mut app, "enter f4");
    // The row of the second side, from GM to automatic.
    press(&mut app, "down down down right right right enter");
    assert_eq!(on(&app).now().sides[1].control, Control::Automatic);
    let told = &on(&app).session.lines().last().expect("a line").text;
    assert_eq!(told, "Affray plays Bandits.");
    app = fight("bridge");
    press(&mut app, "enter");
    crate::support::keyboard::line(&mut app, "control Bandits automatic reckless");
    let side = &on(&app).now().sides[1];
    assert_eq!(
        (side.control, side.tactics.to_string()),
        (Control::Automatic, "reckless".to_owned())
    );
    crate::support::keyboard::line(&mut app, "control e gm");
    assert_eq!(on(&app).now().control(Id(4)), Control::Gm);
    crate::support::keyboard::line(&mut app, "control e side");
    assert_eq!(on(&app).now().control(Id(4)), Control::Automatic);
    press(&mut app, "backspace backspace backspace");
    assert_eq!(on(&app).now().sides[1].control, Control::Gm);
    // The message names the unknown word, not the side before it.
    press(&mut app, ":");
    app.paste("control Bandits au automatic");
    press(&mut app, "enter");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("unknown name `au`"), "{shown}");
}

/// Number of keys in a fight: for the players (their questions and dice), and all others.
#[derive(Default, Clone, Copy)]
struct Keys {
    own: usize,
    others: usize,
    rounds: usize,
}

/// Returns true if the fight waits for the players' side or its dice.
fn is_players(app: &App) -> bool {
    let now = on(app).now();
    let players = |id: Id| now.sides[now.get(id).side.index()].players;
    match on(app).session.waits() {
        Waits::Prompt(prompt) => match prompt.throws().next() {
            Some(_) => true,
            None => match prompt.question.who {
                Some(who) => players(who),
                None => {
                    let whose = on(app).session.system().whose(now, prompt);
                    let standing = on(app).session.standing();
                    let acts = standing.open.last().and_then(|open| open.command.who);
                    let asked = if whose.is_empty() {
                        acts.into_iter().collect()
                    } else {
                        whose
                    };
                    asked.into_iter().any(players)
                }
            },
        },
        Waits::Offers { .. } => {
            let menu = on(app).session.menu();
            let row = on(app).ask().mark.row(menu).or(menu.first());
            let side = row.and_then(|row| row.command.side);
            let of = row
                .and_then(|row| row.command.who)
                .map(|who| now.get(who).side);
            let acts = now.turn.map(|who| now.get(who).side);
            of.or(side)
                .or(acts)
                .is_some_and(|side| now.sides[side.index()].players)
        }
        Waits::Fault(_) => false,
    }
}

/// Answers a question like a hurried GM: accepts the marked row, types dice, and sends the form with its die. Returns
/// the number of keys.
fn answer(app: &mut App) -> usize {
    let fight = on(app);
    let roll = match fight.session.waits() {
        Waits::Prompt(prompt) => match (fight.ask().due(prompt, fight.now()), &prompt.kind) {
            (Due::Die(roll), _) => Some(roll),
            (Due::Not(_), Kind::Roll(roll)) => Some(&**roll),
            (Due::Not(_), _) => None,
        },
        _ => None,
    };
    let throws = roll.map(|roll| (roll.dice.count(), roll.dice.sides_of(0)));
    match throws {
        Some((many, sides)) => {
            let face = sides.min(7).div_ceil(2);
            let faces = vec![face.to_string(); many.max(1)];
            press(app, &format!("{} enter", faces.join(" space ")))
        }
        _ => press(app, "enter"),
    }
}

/// Plays a number of rounds, or to the end, and counts the keys.
fn count(mut app: App, rounds: u32) -> Keys {
    // A person starts the fight in both cases.
    let begins = |app: &App| {
        let throws = match on(app).session.waits() {
            Waits::Prompt(prompt) => prompt.throws().next().is_some(),
            _ => false,
        };
        on(app).now().round == 0 && !throws
    };
    while begins(&app) {
        press(&mut app, "enter");
    }
    let mut keys = Keys::default();
    for _ in 0..20_000 {
        wait(&mut app);
        let now = on(&app).now();
        let over = now.over() || now.round > rounds;
        let system = on(&app).session.system();
        let stands = |side: &SideId| now.members(*side).any(|id| system.stands(now, id));
        if over || now.side_ids().filter(stands).count() < 2 {
            break;
        }
        let before = on(&app).session.revision();
        // Only the GM knows the own table and the results of attacks in Any game.
        let only_gm = ["from your own table?", ": result?"];
        let players = is_players(&app) || only_gm.iter().any(|end| title(&app).ends_with(end));
        let pressed = answer(&mut app);
        if on(&app).session.revision() == before {
            // If the form cannot be sent unchanged, the next offer is tried.
            break;
        }
        if players {
            keys.own += pressed
        } else {
            keys.others += pressed
        }
    }
    keys.rounds = on(&app).now().round as usize;
    keys
}

/// Creates a fight of twenty foes of one kind against the party of the first bundled fight.
fn twenty(system: &'static dyn System) -> Setup {
    let name = laws_first(system);
    let mut setup = bundled(&name);
    let foes: Vec<String> = setup
        .sides
        .iter()
        .filter(|side| !side.players)
        .map(|side| side.name.clone())
        .collect();
    let foe = setup
        .combatants
        .iter()
        .find(|one| foes.contains(&one.side) && one.links.is_empty())
        .expect("a foe")
        .clone();
    setup.combatants.retain(|one| !foes.contains(&one.side));
    setup.combatants.truncate(4);
    setup
        .sides
        .retain(|side| side.players || side.name == foe.side);
    setup.events.clear();
    setup.combatants.push(Newcomer {
        count: Count::Fixed(20),
        hit_points: HitPoints::Sheet,
        at: None,
        links: Vec::new(),
        ..foe
    });
    setup
}

fn laws_first(system: &'static dyn System) -> String {
    let compendium = library()
        .compendium(system.key())
        .expect("a system")
        .clone();
    let (ready, _) = affray::setup::bundled(&compendium);
    ready[0].name.clone()
}

/// Resumes a fight from its save.
fn gone_on_with(app: &App, system: &str) -> App {
    let saved = on(app).session.save();
    let (session, _) = Session::resume(affray::systems::all(), saved, &[]).expect("it opens");
    let library = library();
    let compendium = library.compendium(system).expect("a system").clone();
    let screen = Screen::Fight(Box::new(Fight::new(session, compendium)));
    App::with(Keymap::built_in(), theme(), library, screen)
}

/// Returns the screen below its header, without the line that names the reason of the pause.
fn told(app: &mut App) -> Vec<String> {
    let shown = screen::draw(app, 120, 36);
    let lines = shown.lines().skip(1);
    let lines = lines.filter(|line| !line.contains("Auto-play is paused"));
    lines.map(str::to_owned).collect()
}

/// Even if the program ends in the middle of an attack, the question, the current combatant, the suggestions and the
/// log are restored. Auto-play is paused until the GM continues.
#[test]
fn a_fight_resumes_in_the_same_state_with_auto_play_paused() {
    for system in affray::systems::all() {
        let setup = bundled(&laws_first(*system));
        let foes = (Control::Automatic, Roller::Rolled);
        let mut app = led(setup, (Control::Gm, Roller::Typed), foes);
        answer(&mut app);
        let (mut questions, mut amid) = (0, 0);
        for _ in 0..48 {
            let plays = on(&app).is_playing();
            let open = !on(&app).session.standing().open.is_empty();
            let mut again = gone_on_with(&app, system.key());
            assert_eq!(again.due_in(), None);
            press(&mut app, "f11");
            let what = format!("{}: {}", system.key(), title(&app));
            assert_eq!(told(&mut again), told(&mut app), "{what}");
            press(&mut app, "f11");
            press(&mut again, "f11");
            assert_eq!(on(&again).is_playing(), plays, "{what}");
            questions += usize::from(open && !plays);
            amid += usize::from(open && plays);
            if plays {
                app.time_goes_by(LONG);
            } else {
                answer(&mut app);
            }
        }
        let key = system.key();
        assert!(questions > 3 && amid > 3, "{key}: {questions}, {amid}");
    }
}

/// Compares the number of keys with auto-play and without it, where the GM accepts all suggestions with Enter.
#[test]
fn auto_play_needs_fewer_keys_than_manual_play_in_every_system() {
    let mut table = String::from(
        "a round without players' dice | a round, players' dice typed | 20 against 4, players' dice typed\n",
    );
    for system in affray::systems::all() {
        let name = laws_first(*system);
        let gm = Control::Suggested;
        let all = |control| {
            led(
                bundled(&name),
                (control, Roller::Rolled),
                (control, Roller::Rolled),
            )
        };
        let (before, after) = (count(all(gm), 1), count(all(Control::Automatic), 1));
        let typed = |setup: Setup, foes| led(setup, (gm, Roller::Typed), (foes, Roller::Rolled));
        let (round, played) = (
            count(typed(bundled(&name), gm), 1),
            count(typed(bundled(&name), Control::Automatic), 1),
        );
        let (crowd, crowd_played) = (
            count(typed(twenty(*system), gm), 3),
            count(typed(twenty(*system), Control::Automatic), 3),
        );
        let sum = |keys: Keys| keys.own + keys.others;
        table += &format!(
            "{}: {} → {} | {} → {} of the players' own {} | {} → {} in {} rounds\n",
            system.key(),
            sum(before),
            sum(after),
            sum(round),
            sum(played),
            played.own,
            sum(crowd),
            sum(crowd_played),
            crowd_played.rounds,
        );
        assert!(sum(after) <= 3, "{name}: {}", sum(after));
        assert!(2 * sum(crowd_played) <= sum(crowd), "{name}");
        assert!(played.others <= 2, "{name}: {}", played.others);
    }
    expect![[r#"
        a round without players' dice | a round, players' dice typed | 20 against 4, players' dice typed
        alternation: 31 → 0 | 38 → 22 of the players' own 22 | 74 → 23 in 1 rounds
        countdown: 38 → 0 | 51 → 30 of the players' own 29 | 107 → 32 in 1 rounds
        segments: 36 → 0 | 65 → 47 of the players' own 46 | 242 → 89 in 3 rounds
        split-round: 27 → 0 | 63 → 45 of the players' own 45 | 128 → 45 in 2 rounds
        seconds: 52 → 0 | 74 → 43 of the players' own 43 | 418 → 176 in 4 rounds
        plain: 36 → 0 | 50 → 35 of the players' own 35 | 177 → 67 in 2 rounds
        d20: 35 → 0 | 52 → 34 of the players' own 34 | 237 → 78 in 4 rounds
    "#]].assert_eq(&table);
}

#[test]
fn automatic_steps_that_follow_defaults_are_shown_without_a_reason() {
    let mut app = bridge();
    let mut plain = 0;
    for _ in 0..40 {
        if !on(&app).is_playing() {
            press(&mut app, "enter");
        }
        let shown = screen::draw(&mut app, 120, 36);
        let beside = shown
            .lines()
            .filter(|line| line.contains("Bandits: auto") && !line.contains('('));
        plain += beside.count();
        app.time_goes_by(LONG);
    }
    assert!(plain > 0, "no step stood as the rules propose");
}

#[test]
fn the_speed_of_auto_play_is_shown_in_a_whole_sentence() {
    let mut app = bridge();
    for (pace, takes) in [
        ("fast", "a third of a second per step"),
        ("instant", "no pause"),
    ] {
        line(&mut app, &format!("auto {pace}"));
        let shown = screen::draw(&mut app, 120, 36);
        let told = format!("Auto-play speed: {takes}.");
        assert!(shown.contains(&told), "{shown}");
    }
}

#[test]
fn new_settings_do_not_pause_auto_play() {
    let mut app = bridge();
    assert!(on(&app).is_playing());
    line(&mut app, "auto fast");
    assert!(on(&app).is_playing(), "a new speed");
    press(&mut app, "f4 enter");
    assert!(on(&app).is_playing(), "an unchanged form of rollers");
    // A pause of the GM stays.
    press(&mut app, "f11");
    let paused = "Auto-play is paused. F11 resumes.";
    line(&mut app, "auto instant");
    let shown = screen::draw(&mut app, 120, 36);
    let told = format!("Auto-play speed: no pause. {paused}");
    assert!(shown.contains(&told), "{shown}");
    press(&mut app, "f4 enter");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains(paused) && !on(&app).is_playing(), "{shown}");
    line(&mut app, "auto resume");
    assert!(on(&app).is_playing());
}

#[test]
fn auto_play_names_the_combatant_or_side_that_it_awaits() {
    let mut app = bridge();
    wait(&mut app);
    assert!(
        title(&app).ends_with("How does Maren react?"),
        "{}",
        title(&app)
    );
    let awaits = "Auto-play waits for Maren.";
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains(awaits), "{shown}");
    press(&mut app, "down");
    assert!(!screen::draw(&mut app, 120, 36).contains(awaits));
    line(&mut app, "auto resume");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains(awaits), "{shown}");
}

/// Automatic combatants do not choose an action that still needs a description, which the GM enters.
#[test]
fn automatic_combatants_leave_actions_that_need_a_description_to_the_gm() {
    let mut app = fight("bridge");
    press(&mut app, "enter a a e shift-v");
    crate::support::keyboard::line(&mut app, "control Bandits automatic");
    press(&mut app, "f11 enter");
    let offers = "Maren offers Rusk an effect instead of damage";
    assert_eq!(title(&app), offers);
    assert_eq!(app.due_in(), None, "it is the GM's to say");
    press(&mut app, "enter");
    assert_eq!(title(&app), offers, "nor is it sent by hand");
    press(&mut app, "shift-i right enter");
    assert_ne!(title(&app), offers);
    assert_eq!(on(&app).now().get(Id(4)).conditions.len(), 1);
}

/// A turn that is automatic for once ends after the attack: Rusk neither walks away nor draws a knife.
#[test]
fn one_automatic_turn_ends_after_the_attack() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    crate::support::keyboard::line(&mut app, "do activate Rusk");
    press(&mut app, "]");
    wait(&mut app);
    for _ in 0..4 {
        if !title(&app).contains("to act") {
            press(&mut app, "space");
            wait(&mut app);
        }
    }
    let lines = on(&app).session.lines().iter();
    let told: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
    let told = told.join("\n");
    assert!(told.contains("Rusk attacks"), "{told}");
    assert!(!told.contains("Rusk moves"), "{told}");
    assert!(!told.contains("knife in hand"), "{told}");
    assert_eq!(title(&app), "Party to act: who takes a turn?", "{told}");
}

/// A wound from the GM's own table concerns the GM, even if the wounded combatant is automatic.
#[test]
fn a_grievous_hit_of_a_player_asks_the_gm_about_the_own_table() {
    let fight = |players: &str| {
        let text = format!(
            r#"(title: "Grievous", system: "segments",
            sides: [(name: "Party", players: true{players}, rolls: Typed), (name: "Foes", control: Automatic, rolls: Rolled)],
            combatants: [
                (name: "Ada", side: "Party", sheet: (max_hp: 30, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
                (name: "Foe", side: "Foes", sheet: (max_hp: 90)),
            ])"#
        );
        let mut app = written("segments", &text);
        press(&mut app, "enter");
        wait(&mut app);
        if title(&app).contains("declare") {
            line(&mut app, "do declare-rest");
        }
        for _ in 0..20 {
            wait(&mut app);
            match title(&app) {
                asked if asked.contains("damage") || asked.contains("own table") => break,
                asked if asked.contains("attacks") => press(&mut app, "1 enter"),
                _ => press(&mut app, "enter"),
            };
        }
        if title(&app).contains("damage") {
            press(&mut app, "3 enter");
            wait(&mut app);
        }
        app
    };
    let mut app = fight("");
    assert_eq!(
        title(&app),
        "A grievous hit: does Foe get a wound from your own table?"
    );
    assert_eq!(app.due_in(), None);
    line(&mut app, "auto resume");
    let shown = screen::draw(&mut app, 120, 36);
    let awaits = "Auto-play waits for you: only the GM answers this for Foe.";
    assert!(shown.contains(awaits), "{shown}");
    press(&mut app, "shift-n");
    let lines = on(&app).session.lines().iter();
    let told: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
    let told = told.into_iter().find(|line| line.contains("Ada attacks"));
    let told = told.expect("the attack is logged");
    assert!(!told.contains("auto"), "{told}");
    // If both are automatic, so is the answer.
    let app = fight(", control: Automatic");
    assert!(!title(&app).contains("own table"), "{}", title(&app));
}

/// Affray does not know whether an attack of Any game hits, so auto-play leaves the result to the GM.
#[test]
fn the_result_of_an_attack_in_any_game_is_never_automatic() {
    let text = r#"(title: "Alley", system: "plain",
        sides: [(name: "Party", players: true), (name: "Thugs", control: Automatic, rolls: Rolled)],
        combatants: [
            (name: "Cato", side: "Party", sheet: (most: 16, initiative: -50)),
            (name: "Thug", side: "Thugs", sheet: (most: 9, initiative: 50, attacks: [(name: "club", damage: "d6")])),
        ])"#;
    let mut app = written("plain", text);
    press(&mut app, "enter");
    for _ in 0..4 {
        wait(&mut app);
        if title(&app).contains("result?") {
            break;
        }
        press(&mut app, "enter");
    }
    assert_eq!(title(&app), "Thug attacks Cato: result?");
    assert_eq!(app.due_in(), None);
    press(&mut app, "shift-m");
    wait(&mut app);
    assert!(title(&app).contains("Cato"), "{}", title(&app));
}

/// Auto-play names a combatant only if the choice is that combatant's.
#[test]
fn auto_play_waits_for_the_side_or_for_the_gm() {
    let mut app = bridge();
    for _ in 0..20 {
        wait(&mut app);
        if title(&app) == "Party to act: who takes a turn?" {
            break;
        }
        press(&mut app, "space");
    }
    wait(&mut app);
    line(&mut app, "auto resume");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("Auto-play waits for Party."), "{shown}");
    for letter in ["a", "b", "c", "d"] {
        line(&mut app, &format!("damage 30 {letter}"));
    }
    wait(&mut app);
    assert_eq!(title(&app), "The fight is decided");
    line(&mut app, "auto resume");
    let shown = screen::draw(&mut app, 120, 36);
    let awaits = "Auto-play waits for you: this concerns the whole fight.";
    assert!(shown.contains(awaits), "{shown}");
}

#[test]
fn an_undo_says_that_auto_play_is_paused() {
    let foes = (Control::Automatic, Roller::Rolled);
    let mut app = led(bundled("low_tide"), (Control::Gm, Roller::Rolled), foes);
    for _ in 0..20 {
        if title(&app).contains("need your plan") {
            break;
        }
        press(&mut app, "enter");
    }
    assert_eq!(
        title(&app),
        "4 combatants need your plans; Affray plans the others"
    );
    press(&mut app, "enter enter backspace backspace");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(
        shown.contains("Undone. Auto-play is paused. F11 resumes."),
        "{shown}"
    );
}
