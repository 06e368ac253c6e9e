//! Fights with more combatants than the pane has rows: the letters of all combatants who still fight are visible at
//! every kind of prompt.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Kind;
use affray::rules::System;
use affray::session::Waits;
use affray::setup::{self, Count, Newcomer};
use affray::systems;
use affray::ui::app::{App, Screen};
use affray::ui::fight::Pane;
use affray::ui::{draw, fight};
use affray::values::Id;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::keyboard::{line, of_setup, on, press, written};
use crate::support::random_player::{Player, Tactics};
use crate::support::screen::{self, check_seen};

/// Opens a bundled fight of a system with enough additional foes that twelve combatants are up after six have left.
fn crowd(system: &'static dyn System) -> App {
    let (compendium, _) = Compendium::built_in(system);
    let (ready, _) = setup::bundled(&compendium);
    let mut setup = ready[0].setup.clone();
    setup.combatants.retain(|one| one.at.is_none());
    let foes = setup.sides.iter().find(|side| !side.players);
    let foes = foes.expect("a side of foes").name.clone();
    let there = setup.begin(&compendium, Seed(5));
    let there = there.expect("it fits").combatants.len();
    let more = u32::try_from(18 - there).expect("a small fight");
    setup.combatants.push(Newcomer {
        count: Count::Fixed(more),
        ..Newcomer::improvised("Zug", 9, &foes)
    });
    let mut app = of_setup(&setup);
    let last: Vec<String> = (12..18).map(|place| Id(place).letter()).collect();
    line(&mut app, &format!("remove {}", last.join(" ")));
    app
}

/// Checks that the pane shows the letter and the beginning of the name of each combatant who still fights.
#[track_caller]
fn check_letters(app: &mut App, at: &str) {
    let area = Rect::new(0, 0, 80, 24);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    draw::draw(app, area, &mut buffer);
    let pane = fight::draw::panes(app).combatants;
    let row = |y: u16| -> String {
        let cells = (pane.left() + 1)..(pane.right() - 1);
        cells.map(|x| buffer[(x, y)].symbol()).collect()
    };
    let rows: Vec<String> = ((pane.top() + 1)..(pane.bottom() - 1)).map(row).collect();
    let shown = rows.join("\n");
    let now = on(app).now();
    let stands = |id: &Id| !on(app).session.row(*id).down;
    for id in now.present().filter(stands) {
        // A cut name keeps its number: "Wr… 1". Names that would look the same keep their end: "…crossbow 1".
        let name: String = now.name(id).chars().take(2).collect();
        let wanted = [
            format!("{} {name}", id.letter()),
            format!("{} …", id.letter()),
        ];
        let is_shown = wanted.iter().any(|one| shown.contains(one));
        assert!(is_shown, "{at}: no `{}` in\n{shown}", wanted[0]);
    }
}

fn kind(app: &App) -> &'static str {
    match on(app).session.waits() {
        Waits::Offers { .. } => "menu",
        Waits::Fault(what) => panic!("{what}"),
        Waits::Prompt(prompt) => match &prompt.kind {
            Kind::Roll(_) => "roll",
            Kind::Rolls(_) => "rolls",
            Kind::Choice { .. } => "choice",
            Kind::Pick { .. } => "pick",
            Kind::Form(_) => "form",
            Kind::Number { .. } => "number",
            Kind::Text { .. } => "text",
            Kind::Confirm { .. } => "confirm",
        },
    }
}

#[test]
fn twelve_combatants_are_visible_at_every_kind_of_prompt() {
    let mut kinds = BTreeSet::new();
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut app = crowd(*system);
        assert_eq!(on(&app).now().present().count(), 12, "{}", system.key());
        // The screen's own lines, forms and lists.
        let own = [
            "f2",
            "f4",
            "f5",
            "f6",
            "f7",
            "f8",
            "f9",
            "f11",
            "f2 shift-n",
            "f2 shift-s",
            "/",
            ":",
        ];
        for keys in own {
            press(&mut app, keys);
            check_letters(&mut app, &format!("{}: {keys}", system.key()));
            press(&mut app, "esc esc");
        }
        let mut player = Player::new(3, Tactics::Forward);
        for _ in 0..60 {
            let Screen::Fight(fight) = app.screen else {
                panic!("a fight");
            };
            let mut session = fight.session;
            let input = player.input(&session, &compendium);
            // A refused input changes nothing.
            let _ = session.input(input);
            app = screen::app(session);
            let at = kind(&app);
            kinds.insert(at);
            check_letters(&mut app, &format!("{}: {at}", system.key()));
        }
    }
    // `forms::letters_of_twelve_combatants_are_visible_at_every_kind_of_prompt` covers rarer kinds of the rules.
    for wanted in ["menu", "roll", "rolls", "choice", "form"] {
        assert!(kinds.contains(wanted), "no {wanted} in {kinds:?}");
    }
}

/// Returns the rows of a pane at 80x24, without its frame.
fn pane(app: &mut App, of: impl Fn(&fight::draw::PaneAreas) -> Rect) -> Vec<String> {
    let area = Rect::new(0, 0, 80, 24);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    draw::draw(app, area, &mut buffer);
    let pane = of(&fight::draw::panes(app));
    let row = |y: u16| -> String {
        let cells = (pane.left() + 1)..(pane.right() - 1);
        cells.map(|x| buffer[(x, y)].symbol()).collect()
    };
    ((pane.top() + 1)..(pane.bottom() - 1)).map(row).collect()
}

/// Returns the combatants whose letters a pane shows, also as ranges: "b-y za-zy".
fn shown_letters(rows: &[String]) -> BTreeSet<Id> {
    let words = rows.iter().flat_map(|row| row.split_whitespace());
    let range = |word: &str| {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let ends = [first, last].map(Id::from_letter);
        match ends {
            [Some(first), Some(last)] => (first.0..=last.0).map(Id).collect(),
            _ => Vec::new(),
        }
    };
    words.flat_map(range).collect()
}

#[test]
fn alike_combatants_share_a_line_that_shows_all_their_letters() {
    let mut app = written(
        "d20",
        r#"(title: "Sixty", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [(name: "Ann", side: "Party", sheet: (max_hp: 9, initiative: 30)),
                (name: "Rat", count: 60, side: "Foes", sheet: (max_hp: 3)), (name: "Ogre", side: "Foes", sheet: (max_hp: 30))])"#,
    );
    for _ in 0..6 {
        if on(&app).now().turn.is_none() {
            press(&mut app, "enter");
        }
    }
    let everyone: BTreeSet<Id> = on(&app).now().ids().collect();
    let rows = pane(&mut app, |panes| panes.combatants);
    assert_eq!(shown_letters(&rows), everyone, "{rows:#?}");
    assert!(
        rows.iter()
            .any(|row| row.contains("60 Rat 3/3: b-y za-zy ")),
        "{rows:#?}"
    );
    assert!(rows.iter().any(|row| row.contains("Ogre")), "{rows:#?}");
    // A rat that differs has its own cell.
    line(&mut app, "damage 1 za");
    let rows = pane(&mut app, |panes| panes.combatants);
    assert_eq!(shown_letters(&rows), everyone, "{rows:#?}");
    assert!(
        rows.iter()
            .any(|row| row.contains("59 Rat 3/3: b-y zb-zy ")),
        "{rows:#?}"
    );
    assert!(
        rows.iter().any(|row| row.contains("za Rat 25")),
        "{rows:#?}"
    );
    // The pane with the focus lists the combatants one by one.
    press(&mut app, "tab");
    while on(&app).focus != Pane::Combatants {
        press(&mut app, "tab");
    }
    let rows = pane(&mut app, |panes| panes.combatants);
    assert!(rows.iter().all(|row| !row.contains("59 Rat")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("b Rat 1")), "{rows:#?}");
}

#[test]
fn the_living_come_first_in_a_crowded_initiative_pane() {
    let mut app = written(
        "d20",
        r#"(title: "Twelve", system: "d20", sides: [(name: "Heroes", players: true), (name: "Foes")],
            combatants: [(name: "Ann", side: "Heroes", sheet: (max_hp: 40, initiative: 30)),
                (name: "Goblin", count: 10, side: "Foes", sheet: (max_hp: 7, initiative: 20)),
                (name: "Ogre", count: 2, side: "Foes", sheet: (max_hp: 59, initiative: -9))])"#,
    );
    for _ in 0..8 {
        if on(&app).now().turn.is_none() {
            press(&mut app, "enter");
        }
    }
    line(&mut app, "damage 9 b c d e f g h i j");
    let rows = pane(&mut app, |panes| panes.order);
    for name in ["Ann", "Goblin 10", "Ogre 1", "Ogre 2", "9 out"] {
        assert!(
            rows.iter().any(|row| row.contains(name)),
            "{name}: {rows:#?}"
        );
    }
    assert!(
        rows.iter().all(|row| !row.contains("Goblin 1 ")),
        "{rows:#?}"
    );
    // On a larger screen, where all rows fit, the fallen stay at their places.
    let shown = screen::draw(&mut app, 120, 50);
    assert!(!shown.contains("9 out of the fight"), "{shown}");
}

#[test]
fn combatants_out_of_the_fight_share_a_line() {
    let mut app = crowd(systems::all()[0]);
    check_seen(&mut app, (80, 24), "6 out: m n o p q r");
}
