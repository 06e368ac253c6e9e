//! Random key presses, determined by a seed.

use affray::dice::Seed;
use affray::ui::app::App;
use affray::ui::ask::Mode;
use affray::ui::line::Typing;
use affray::ui::overlay::Overlay;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::support::seeded_chance::Chance;

/// Source of random keys.
pub struct Monkey {
    chance: Chance,
    mapped: Vec<KeyEvent>,
}

impl Monkey {
    /// Creates a source that gives the same keys for the same seed, round and starting point.
    pub fn new(seed: Seed, round: usize, beginning: &str) -> Self {
        Self {
            chance: Chance::at(seed, round as u64, beginning),
            mapped: mapped(),
        }
    }

    /// Returns a number from 1 to `most`.
    pub fn to(&mut self, most: u32) -> u32 {
        self.chance.to(most)
    }

    /// Returns one of several values.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        self.chance.of(all).expect("one of several")
    }

    /// Returns the next key for the current screen; a word on the command line is usually continued.
    pub fn key(&mut self, app: &App) -> KeyEvent {
        let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
        if let Some(Typing::Command(line)) = &app.typing
            && !line.fitting.is_empty()
            && self.to(3) > 1
        {
            let word = &self.of(&line.fitting).line;
            let next = word.chars().nth(line.line.value().chars().count());
            return plain(next.map_or(KeyCode::Enter, KeyCode::Char));
        }
        if let (Some(fight), None, Overlay::None) = (app.fight(), &app.typing, &app.overlay)
            && let Some(form) = fight.form()
            && fight.ask().mode == Mode::Keys
            && self.to(3) == 1
        {
            // Keys that change the form itself.
            let fields = fight.ask().fields(form).iter();
            let capitals = fields.filter_map(|field| Some(fight.ask().keyed(field)?.capital));
            // Up moves from the first row to the last.
            let codes: Vec<KeyCode> = capitals.map(KeyCode::Char).chain([KeyCode::Up]).collect();
            return plain(*self.of(&codes));
        }
        let letter = |from: u8, place: u32| KeyCode::Char(char::from(from + place as u8 - 1));
        plain(match self.to(20) {
            1..=4 => KeyCode::Enter,
            5..=6 => letter(b'a', self.to(8)),
            7 => letter(b'a', self.to(26)),
            8 => letter(b'A', self.to(26)),
            9 => letter(b'0', self.to(10)),
            10 => KeyCode::Up,
            11 => KeyCode::Down,
            12 => *self.of(&[KeyCode::Left, KeyCode::Right]),
            13 => *self.of(&[KeyCode::Tab, KeyCode::BackTab]),
            14 => KeyCode::Char(' '),
            15..=16 => {
                let place = self.to(u32::try_from(self.mapped.len()).expect("few"));
                return self.mapped[place as usize - 1];
            }
            17 => KeyCode::Backspace,
            18 => KeyCode::Esc,
            19 => letter(b' ', self.to(95)),
            _ => {
                let code = *self.of(&[
                    KeyCode::Delete,
                    KeyCode::Insert,
                    KeyCode::F(11),
                    KeyCode::Char('ö'),
                    KeyCode::Char('w'),
                    KeyCode::Char('u'),
                ]);
                let with = *self.of(&[KeyModifiers::CONTROL, KeyModifiers::ALT]);
                return KeyEvent::new(code, with);
            }
        })
    }
}

/// Returns the keys of the default key map.
fn mapped() -> Vec<KeyEvent> {
    let map = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/keymap.ron"));
    let rows = map.lines().filter_map(|line| line.split_once("keys: ["));
    let keys = rows.filter_map(|(_, row)| row.split_once("], "));
    let words = keys.flat_map(|(keys, _)| keys.split('"').skip(1).step_by(2));
    let parse = |word: &str| crokey::parse(&word.replace('\\', "\"")).expect("a key");
    let found: Vec<KeyEvent> = words
        .filter(|word| !word.is_empty())
        .map(|word| parse(word).into())
        .collect();
    assert!(found.len() > 100, "the key map is read");
    found
}
