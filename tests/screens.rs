//! Keys to screen, as text. `UPDATE_EXPECT=1 cargo test --test screens` writes the screens anew.

mod tiny;

use affray::dice::Seed;
use affray::rules::book::Book;
use affray::session::Session;
use affray::ui::app::App;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::ui::theme::{Colours, Ground, Signs, Theme};
use affray::ui::view;
use expect_test::{Expect, expect};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn app() -> App {
    let session = Session::new(&tiny::systems(), tiny::start(), Seed(7)).expect("a session");
    let (book, _) = Book::built_in(session.system());
    let theme = Theme::new(Colours::None, Ground::Dark, Signs::Unicode);
    App::new(Keymap::built_in(), theme, Fight::new(session, book))
}

/// Presses keys, written as in a key map and parted by spaces.
fn press(app: &mut App, keys: &str) {
    for key in keys.split_whitespace() {
        let key = crokey::parse(key).expect("a key");
        app.press(key.into());
    }
}

/// The screen as text, without the spaces at the ends of lines.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    view::draw(app, area, &mut buffer);
    let mut text = String::new();
    for y in 0..height {
        let mut line = String::new();
        for x in 0..width {
            line.push_str(buffer[(x, y)].symbol());
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[track_caller]
fn check(keys: &str, (width, height): (u16, u16), expected: Expect) {
    let mut app = app();
    press(&mut app, keys);
    expected.assert_eq(&screen(&mut app, width, height));
}

#[test]
fn four_panes_fit_on_the_smallest_usual_screen() {
    check(
        "",
        (80, 24),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
            ┌ Initiative ──────┬ Combatants ───────────────────────────────────────────────┐
            │   Ann            │  a Ann ██████ 9/9 G 12                                    │
            │   Ben            │  b Ben ██████ 9/9 G 12                                    │
            │   Cur            │  c Cur ██████ 9/9 G 12                                    │
            │   Dog            │  d Dog ██████ 9/9 G 12                                    │
            ├ Log ─────────────┴───────────────────────────────────────────────────────────┤
            │The fight begins. ────────────────────────────────────────────────────────────│
            │Round 1 ──────────────────────────────────────────────────────────────────────│
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            ┢ Who strikes? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃   a Ann strikes    c Cur strikes                                             ┃
            ┃   b Ben strikes    d Dog strikes                                             ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗ Backspace undo  F2 rule  F3 sheet  F8 amend ━━━━ letter, or arrows and Enter ┛
        "#]],
    );
}

#[test]
fn a_form_shows_what_it_would_lead_to() {
    check(
        "a d h",
        (80, 24),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
            ┌ Initiative ──────┬ Combatants ───────────────────────────────────────────────┐
            │   Ann            │▶ a Ann ██████ 9/9 G 12                                    │
            │   Ben            │  b Ben ██████ 9/9 G 12                                    │
            │   Cur            │  c Cur ██████ 9/9 G 12                                    │
            │   Dog            │  d Dog ██████ 9/9 G 12                                    │
            ├ Log ─────────────┴───────────────────────────────────────────────────────────┤
            │The fight begins. ────────────────────────────────────────────────────────────│
            │Round 1 ──────────────────────────────────────────────────────────────────────│
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            ┢ Ann · Strike ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃   t target               d Dog  attack  d20+5  12 or more  70%               ┃
            ┃ › h charging             [x]    adds 3 attack + 2 charge = 5                 ┃
            ┃   o bonus of the charge  2                                                   ┃
            ┃                                                                              ┃
            ┗ Backspace undo  F2 rule  F3 sheet ━━ a key changes its field · Enter goes on ┛
        "#]],
    );
}

#[test]
fn a_die_that_cannot_be_is_refused_while_it_is_typed() {
    check(
        "a enter 2 5",
        (80, 24),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
            ┌ Initiative ──────┬ Combatants ───────────────────────────────────────────────┐
            │   Ann            │▶ a Ann ██████ 9/9 G 12                                    │
            │   Ben            │  b Ben ██████ 9/9 G 12                                    │
            │   Cur            │  c Cur ██████ 9/9 G 12                                    │
            │   Dog            │  d Dog ██████ 9/9 G 12                                    │
            ├ Log ─────────────┴───────────────────────────────────────────────────────────┤
            │The fight begins. ────────────────────────────────────────────────────────────│
            │Round 1 ──────────────────────────────────────────────────────────────────────│
            │… Ann strikes Cur.                                                            │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            ┢ Ann · attack ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ attack  d20+3  12 or more  60%                                               ┃
            ┃ adds 3 attack                                                                ┃
            ┃ [ 25      ]   type what the dice show; Enter rolls                           ┃
            ┃ ⚠ a d20 cannot show 25: it shows 1 to 20                                     ┃
            ┗ F2 rule  F3 sheet  F8 amend  F6 add ━━━━ Enter rolls, or takes what is typed ┛
        "#]],
    );
}

#[test]
fn a_small_window_keeps_the_question() {
    check(
        "a enter",
        (40, 10),
        expect![[r#"
             Affray  not saved  F1 help  : commands
            ┌ Combatants ──────────────────────────┐
            │▶ a Ann ██████ 9/9 G 12               │
            │  b Ben ██████ 9/9 G 12               │
            │  c Cur ██████ 9/9 G 12              ↓│
            ┢ Ann · attack ━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ attack  d20+3  12 or more  60%       ┃
            ┃ adds 3 attack                        ┃
            ┃ [         ]                          ┃
            ┗━ Enter rolls, or takes what is typed ┛
        "#]],
    );
    check(
        "a enter",
        (20, 4),
        expect![[r#"
             Affray  strike
            ┏ Ann · attack ━━━━┓
            ┃ [         ]    ↑ ┃
            ┗━━━━━━━━━━━━━━━━━━┛
        "#]],
    );
}

#[test]
fn a_wide_screen_has_the_log_beside_the_combatants() {
    check(
        "a d enter 1 4 enter n 5 enter",
        (160, 20),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike                                                                                    not saved  F1 help  : commands
            ┌ Initiative ──────────────┬ Combatants ────────────────────────────────────────────────────────────┬ Log ─────────────────────────────────────────────────────┐
            │✓  Ann                    │  a Ann ████████ 9/9 G 12                                               │The fight begins. ────────────────────────────────────────│
            │   Ben                    │  b Ben ████████ 9/9 G 12                                               │Round 1 ──────────────────────────────────────────────────│
            │   Cur                    │  c Cur ████████ 9/9 G 12                                               │  Ann strikes Dog. Ann, attack: d20 14 + 3 attack = 17,   │
            │   Dog                    │  d Dog ███░░░░░ 4/9 G 12                                               │  needs 12 or more: hit. Ann, damage: d6 5. Dog: hp 9 → 4.│
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            ┢ Who strikes? ━━━━━━━━━━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃   b Ben strikes                                                                                                                                              ┃
            ┃   c Cur strikes                                                                                                                                              ┃
            ┃   d Dog strikes                                                                                                                                              ┃
            ┃                                                                                                                                                              ┃
            ┗ Backspace undo  F2 rule  F3 sheet  F8 amend  F6 add  F4 who rolls  F5 dice  F7 note ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ letter, or arrows and Enter ┛
        "#]],
    );
}

#[test]
fn undone_lines_stay_readable() {
    check(
        "a d enter 1 4 enter n 5 enter backspace",
        (100, 20),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike                        not saved  F1 help  : commands
            ┌ Initiative ──────────┬ Combatants ───────────────────────────────────────────────────────────────┐
            │   Ann                │▶ a Ann ████████ 9/9 G 12                                                  │
            │   Ben                │  b Ben ████████ 9/9 G 12                                                  │
            │   Cur                │  c Cur ████████ 9/9 G 12                                                  │
            │   Dog                │  d Dog ████████ 9/9 G 12                                                  │
            ├ Log ─────────────────┴───────────────────────────────────────────────────────────────────────────┤
            │The fight begins. ────────────────────────────────────────────────────────────────────────────────│
            │Round 1 ──────────────────────────────────────────────────────────────────────────────────────────│
            │… Ann strikes Dog. Ann, attack: d20 14 + 3 attack = 17, needs 12 or more: hit.                    │
            │- undone: Ann strikes Dog. Ann, attack: d20 14 + 3 attack = 17, needs 12 or more: hit. Ann,       │
            │  damage: d6 5. Dog: hp 9 → 4.                                                                    │
            │                                                                                                  │
            │                                                                                                  │
            ┢ Ann · damage ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ damage  d6  1 to 6                                                                               ┃
            ┃ [         ]   type what the dice show; Enter rolls                                               ┃
            ┃                                                                                                  ┃
            ┃ · undone                                                                                         ┃
            ┗ Backspace undo  F2 rule  F3 sheet  F8 amend  F6 add ━━━━━━━━ Enter rolls, or takes what is typed ┛
        "#]],
    );
}
