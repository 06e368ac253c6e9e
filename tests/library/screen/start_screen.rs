//! The start screen: keys to screen as text, keys to what the loop has to do, random keys at any size.
//! `UPDATE_EXPECT=1 cargo test --test library start_screen` writes the screens anew.

use affray::dice::Seed;
use affray::ui::keymap::{KeyAction, Keymap};
use affray::ui::start::{self, KeptParty, ReadyFight, SavedFight, StartScreen};
use affray::ui::theme::{Colours, Ground, Signs, Theme};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use expect_test::{Expect, expect};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::screen::text;
use crate::support::seeded_chance::Chance;

fn theme() -> Theme {
    Theme::new(Colours::None, Ground::Dark, Signs::Unicode)
}

/// Keys as in a key map, parted by spaces.
fn keys(text: &str) -> Vec<KeyEvent> {
    let keys = text.split_whitespace();
    keys.map(|word| crokey::parse(word).expect("a key").into())
        .collect()
}

fn saved() -> Vec<SavedFight> {
    let sound = SavedFight {
        name: "bridge-ambush".to_owned(),
        title: "Bridge ambush".to_owned(),
        system: "Tiny".to_owned(),
        state: "round 3, under way".to_owned(),
        when_text: "yesterday".to_owned(),
        broken: None,
    };
    let broken = SavedFight {
        name: "old".to_owned(),
        title: "Old".to_owned(),
        broken: Some("line 3: a bracket is missing".to_owned()),
        ..sound.clone()
    };
    vec![sound, broken]
}

fn ready() -> Vec<ReadyFight> {
    let fight = |name: &str, title: &str, own| ReadyFight {
        system: "tiny".to_owned(),
        system_name: "Tiny".to_owned(),
        name: name.to_owned(),
        title: title.to_owned(),
        blurb: "Two wolves and a hero.".to_owned(),
        own,
    };
    vec![
        fight("ford", "At the ford", false),
        fight("mill", "The old mill", true),
    ]
}

fn press_start(start: &mut StartScreen, text: &str) -> start::Outcome {
    let keymap = Keymap::built_in();
    let mut outcome = start::Outcome::Nothing;
    for key in keys(text) {
        outcome = start.press(key, &keymap);
    }
    outcome
}

#[track_caller]
fn check_start(keys: &str, (width, height): (u16, u16), expected: Expect) {
    let mut start = StartScreen::new(saved(), ready());
    press_start(&mut start, keys);
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    start::draw::draw(&start, &theme(), &Keymap::built_in(), area, &mut buffer);
    expected.assert_eq(&text(&buffer));
}

#[test]
fn enter_goes_on_and_a_newcomer_is_in_a_fight_with_one_key() {
    use start::Outcome::*;
    let check = |saved: Vec<SavedFight>, keys: &str, expected: start::Outcome| {
        assert_eq!(
            press_start(&mut StartScreen::new(saved, ready()), keys),
            expected,
            "{keys}"
        );
    };
    let begin = |name: &str| Begin("tiny".to_owned(), name.to_owned());
    check(saved(), "enter", Resume("bridge-ambush".to_owned()));
    check(Vec::new(), "enter", begin("ford"));
    check(saved(), "2", begin("mill"));
    check(saved(), "b enter", begin("ford"));
    check(
        saved(),
        "b e",
        Prepare("tiny".to_owned(), "ford".to_owned()),
    );
    check(saved(), "down enter", Resume("old".to_owned()));
    check(saved(), "w", Watch("bridge-ambush".to_owned()));
    check(saved(), "n", New);
    check(saved(), "down down enter", New);
    check(saved(), "q", Quit);
    // Deleting takes the same key twice in a row, on the same fight.
    check(saved(), "shift-d", Nothing);
    check(
        saved(),
        "shift-d shift-d",
        Delete("bridge-ambush".to_owned()),
    );
    check(saved(), "shift-d down shift-d", Nothing);
    check(saved(), "shift-d x shift-d", Nothing);
    check(saved(), "n shift-d", Nothing);
    assert_eq!(
        press_start(&mut StartScreen::new(Vec::new(), Vec::new()), "enter"),
        New
    );
}

#[test]
fn the_first_screen() {
    check_start(
        "",
        (80, 24),
        expect![[r#"
             Affray  the game master's encounter tracker
            ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃  Go on                                                                       ┃
            ┃›   Bridge ambush        round 3, under way     Tiny                yesterday ┃
            ┃  ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
            ┃  Begin                                                                       ┃
            ┃    A fight of your own: system, options, combatants                          ┃
            ┃  1 At the ford                  Tiny          Two wolves and a hero.         ┃
            ┃  2 The old mill                 Tiny          yours: Two wolves and a hero.  ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ┌──────────────────────────────────────────────────────────────────────────────┐
            │Tiny, round 3, under way. Enter goes on where it stands.                      │
            │                                                                              │
            └──────────────────────────────────────────────────────────────────────────────┘
             Enter goes on  w looks on  b ready fights  D deletes  n new  F1 help  q quit
        "#]],
    );
    check_start(
        "down",
        (80, 24),
        expect![[r#"
             Affray  the game master's encounter tracker
            ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃  Go on                                                                       ┃
            ┃    Bridge ambush        round 3, under way     Tiny                yesterday ┃
            ┃› ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
            ┃  Begin                                                                       ┃
            ┃    A fight of your own: system, options, combatants                          ┃
            ┃  1 At the ford                  Tiny          Two wolves and a hero.         ┃
            ┃  2 The old mill                 Tiny          yours: Two wolves and a hero.  ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ┌──────────────────────────────────────────────────────────────────────────────┐
            │⚠ old: line 3: a bracket is missing                                           │
            │                                                                              │
            └──────────────────────────────────────────────────────────────────────────────┘
             Enter goes on  w looks on  b ready fights  D deletes  n new  F1 help  q quit
        "#]],
    );
    check_start(
        "b",
        (120, 36),
        expect![[r#"
         Affray  the game master's encounter tracker
        ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃  Go on                                                                                                               ┃
        ┃    Bridge ambush                            round 3, under way                         Tiny                yesterday ┃
        ┃  ⚠ Old                                      line 3: a bracket is missing               Tiny                yesterday ┃
        ┃  Begin                                                                                                               ┃
        ┃    A fight of your own: system, options, combatants                                                                  ┃
        ┃› 1 At the ford                  Tiny          Two wolves and a hero.                                                 ┃
        ┃  2 The old mill                 Tiny          yours: Two wolves and a hero.                                          ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        ┌──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┐
        │Tiny. Two wolves and a hero.                                                                                          │
        │                                                                                                                      │
        └──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
         Enter begins  e changes it first  n new  F1 help  q quit
    "#]],
    );
}

struct Random(Chance);

impl Random {
    fn to(&mut self, most: u32) -> u32 {
        self.0.to(most)
    }

    fn key(&mut self) -> KeyEvent {
        let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
        match self.to(30) {
            1..=6 => plain(KeyCode::Enter),
            7 => plain(KeyCode::Backspace),
            8 | 9 => plain(KeyCode::Tab),
            10 => plain(KeyCode::BackTab),
            11 => plain(KeyCode::Up),
            12..=15 => plain(KeyCode::Down),
            16 => plain(KeyCode::Left),
            17 => plain(KeyCode::Right),
            18 | 19 => plain(KeyCode::Esc),
            20 => plain(KeyCode::PageDown),
            21 => plain(KeyCode::Home),
            22 => plain(KeyCode::End),
            23 => KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL),
            _ => {
                let sign = char::from_u32(32 + self.to(94)).expect("ASCII");
                plain(KeyCode::Char(sign))
            }
        }
    }

    fn size(&mut self) -> (u16, u16) {
        let (width, height) = match self.to(2) {
            1 => (self.to(40), self.to(12)),
            _ => (self.to(400), self.to(120)),
        };
        (
            u16::try_from(width).expect("small"),
            u16::try_from(height).expect("small"),
        )
    }
}

#[test]
fn a_kept_party_rests_or_gets_a_fight() {
    let party = KeptParty {
        system: "tiny".to_owned(),
        system_name: "Tiny".to_owned(),
        name: "Wolves".to_owned(),
        members: "Una 5/8, Vic 0/8 dead".to_owned(),
        resting: None,
    };
    let screen = || StartScreen::new(saved(), ready()).with_parties(vec![party.clone()]);
    let named = || ("tiny".to_owned(), "Wolves".to_owned());
    let outcome = |keys: &str| press_start(&mut screen(), keys);
    assert_eq!(
        outcome("down down enter"),
        start::Outcome::Rest(named().0, named().1)
    );
    assert_eq!(
        outcome("down down n"),
        start::Outcome::Gather(named().0, named().1)
    );
    // What it began between two fights is gone on with.
    let begun = SavedFight {
        name: "wolves-2".to_owned(),
        ..saved().remove(0)
    };
    let resting = KeptParty {
        resting: Some(begun),
        ..party.clone()
    };
    let mut start = StartScreen::new(saved(), ready()).with_parties(vec![resting]);
    assert_eq!(
        press_start(&mut start, "down down enter"),
        start::Outcome::Resume("wolves-2".to_owned())
    );
    assert_eq!(outcome("n"), start::Outcome::New);
    assert_eq!(outcome("down down d"), start::Outcome::Nothing);
    let mut start = screen();
    press_start(&mut start, "down down");
    let area = Rect::new(0, 0, 80, 12);
    let mut buffer = Buffer::empty(area);
    start::draw::draw(&start, &theme(), &Keymap::built_in(), area, &mut buffer);
    expect![[r#"
         Affray  the game master's encounter tracker
        ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃    Bridge ambush        round 3, under way     Tiny                yesterday↑┃
        ┃  ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
        ┃  Between fights                                                              ┃
        ┃›   Wolves                       Tiny          Una 5/8, Vic 0/8 dead         ↓┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        ┌──────────────────────────────────────────────────────────────────────────────┐
        │Tiny. Una 5/8, Vic 0/8 dead.                                                  │
        │                                                                              │
        └──────────────────────────────────────────────────────────────────────────────┘
         Enter rests and heals  n a fight with them  F1 help  q quit
    "#]]
    .assert_eq(&text(&buffer));
}

#[test]
fn any_keys_at_any_size() {
    let mut random = Random(Chance::at(Seed(17), 0, "keys"));
    let keymap = Keymap::built_in();
    let mut start = StartScreen::new(saved(), ready()).with_parties(vec![KeptParty::default()]);
    for _ in 0..300 {
        start.press(random.key(), &keymap);
        let (width, height) = random.size();
        let area = Rect::new(0, 0, width, height);
        start::draw::draw(&start, &theme(), &keymap, area, &mut Buffer::empty(area));
    }
    let mut empty = StartScreen::new(Vec::new(), Vec::new());
    assert_eq!(empty.update(KeyAction::Answer), start::Outcome::New);
}
