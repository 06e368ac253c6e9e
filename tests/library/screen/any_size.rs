//! Any size and any keys: nothing panics, and the last screen equals a newly drawn one (R17). Names with control
//! characters do not affect the terminal (R16).

use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Combatant, Encounter, Event};
use affray::session::Session;
use affray::store::{Library, Settings};
use affray::ui::app::{App, Screen};
use affray::ui::draw;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::ui::setup::SetupScreen;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};
use affray::values::{Record, SideId};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::seeded_chance::Chance;
use crate::support::tiny_system;

fn app(start: Encounter, signs: Glyphs) -> App {
    let session = Session::new(&tiny_system::systems(), start, Seed(3)).expect("a session");
    let (compendium, _) = Compendium::built_in(session.system());
    let theme = Theme::new(Colours::True, Background::Dark, signs);
    App::new(Keymap::built_in(), theme, Fight::new(session, compendium))
}

fn draw(app: &mut App, width: u16, height: u16) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    if let Some(cursor) = draw::draw(app, area, &mut buffer) {
        assert!(area.contains(cursor), "the cursor is on the screen");
    }
    buffer
}

fn key(chance: &mut Chance) -> KeyEvent {
    let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
    match chance.to(24) {
        1..=6 => plain(KeyCode::Enter),
        7 => plain(KeyCode::Backspace),
        8 => plain(KeyCode::Tab),
        9 => plain(KeyCode::Up),
        10 => plain(KeyCode::Down),
        11 => plain(KeyCode::Left),
        12 => plain(KeyCode::Right),
        13 => plain(KeyCode::Esc),
        14 => plain(KeyCode::PageUp),
        15 => plain(KeyCode::F(u8::try_from(chance.to(9)).expect("small"))),
        16 => KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL),
        17 => plain(KeyCode::Char(':')),
        18 => plain(KeyCode::Home),
        19 => plain(KeyCode::Char('/')),
        _ => {
            let sign = char::from_u32(32 + chance.to(94)).expect("ASCII");
            plain(KeyCode::Char(sign))
        }
    }
}

/// Draws in a random size; every second size is very small.
fn draw_some_size(app: &mut App, chance: &mut Chance, (widest, highest): (u32, u32)) {
    let (width, height) = (chance.to(widest), chance.to(highest));
    let (width, height) = if chance.to(2) == 1 {
        (width % 40 + 1, height % 12 + 1)
    } else {
        (width, height)
    };
    let [width, height] = [width, height].map(|n| u16::try_from(n).expect("small"));
    draw(app, width, height);
}

#[test]
fn every_window_size_is_drawn_during_a_fight() {
    let mut chance = Chance::at(Seed(11), 0, "keys");
    let mut app = app(tiny_system::start(), Glyphs::Unicode);
    for _ in 0..500 {
        for _ in 0..chance.to(6) {
            let key = key(&mut chance);
            app.press(key);
        }
        draw_some_size(&mut app, &mut chance, (500, 200));
    }
    for (width, height) in [(1, 1), (0, 0), (500, 200), (80, 1), (1, 24)] {
        draw(&mut app, width, height);
    }
    let last = draw(&mut app, 80, 24);
    assert_eq!(last, draw(&mut app, 80, 24));
    let fight = app.fight().expect("the fight is on the screen");
    let (resumed, _) =
        Session::resume(&tiny_system::systems(), fight.session.save(), &[]).expect("resumed");
    assert_eq!(resumed.now(), fight.now(), "keys did only what is saved");
}

#[test]
fn every_window_size_is_drawn_in_the_set_up() {
    let mut chance = Chance::at(Seed(12), 0, "keys");
    let library = Library::built_in(&tiny_system::systems());
    let theme = Theme::new(Colours::True, Background::Dark, Glyphs::Unicode);
    let setup = || {
        let screen = SetupScreen::new("tiny", &Settings::default());
        Screen::Setup(Box::new(screen))
    };
    let mut app = App::with(Keymap::built_in(), theme, library, setup());
    for turn in 0..400 {
        if turn % 20 == 0 {
            app.screen = setup();
        }
        for _ in 0..chance.to(8) {
            let key = match chance.to(5) {
                1 => KeyEvent::new(
                    KeyCode::Char(
                        *b"aaacurn3egdw+- "
                            .get(chance.to(15) as usize - 1)
                            .expect("in the text") as char,
                    ),
                    KeyModifiers::NONE,
                ),
                _ => key(&mut chance),
            };
            app.press(key);
        }
        draw_some_size(&mut app, &mut chance, (200, 60));
    }
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let mut start = tiny_system::start();
    let evil = [
        "\u{1b}[2J\u{1b}[H",
        "Rtl\u{202e}gnp",
        "Zero\u{200b}width\u{feff}",
        "Line\u{2028}break\nand\rmore\ttabs",
        "C1\u{9b}31m\u{85}",
        "ゴブリンゴブリンゴブリンゴブリンゴブリンゴブリン",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "\u{7f}",
    ];
    for name in evil {
        let sheet = Record::new()
            .with("max_hp", 9)
            .with("hp", 9)
            .with("guard", 12)
            .with("attack", 3);
        let mut combatant = Combatant::new(name, SideId(1), sheet);
        combatant.notes = name.to_owned();
        start.apply(&Event::Joined {
            combatant: combatant.into(),
        });
    }
    start.title = evil[0].into();
    Arc::make_mut(&mut start.sides)[1].name = evil[1].to_owned();
    for signs in [Glyphs::Unicode, Glyphs::Ascii] {
        let mut app = app(start.clone(), signs);
        for keys in ["", "a", "\n", "25", "\u{1b}", "=", "?", ":damage 5 "] {
            for c in keys.chars() {
                let code = match c {
                    '\n' => KeyCode::Enter,
                    '\u{1b}' => KeyCode::Esc,
                    c => KeyCode::Char(c),
                };
                app.press(KeyEvent::new(code, KeyModifiers::NONE));
            }
            for (width, height) in [(120, 36), (80, 24), (40, 10), (7, 3)] {
                for cell in &draw(&mut app, width, height).content {
                    let safe = cell.symbol().chars().all(affray::text::is_safe);
                    assert!(safe, "{:?}", cell.symbol());
                    if signs == Glyphs::Ascii {
                        assert!(cell.symbol().is_ascii());
                    }
                }
            }
        }
    }
}
