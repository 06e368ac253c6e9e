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
use affray::ui::{draw, fight};
use affray::values::Id;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::keyboard::{line, of_setup, on, press};
use crate::support::random_player::{Player, Tactics};
use crate::support::screen::{self, check_seen};

/// Opens a bundled fight of a system with enough additional foes that twelve combatants are up after six have fallen.
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
        for keys in ["f2", "f4", "f5", "f6", "f7", "f8", "f11", "/", ":"] {
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
    for wanted in ["menu", "roll", "rolls", "choice", "form"] {
        assert!(kinds.contains(wanted), "no {wanted} in {kinds:?}");
    }
}

#[test]
fn combatants_out_of_the_fight_share_a_line() {
    let mut app = crowd(systems::all()[0]);
    check_seen(&mut app, (80, 24), "6 out: m n o p q r");
}
