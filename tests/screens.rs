//! Keys to screen, as text. `UPDATE_EXPECT=1 cargo test --test screens` writes the screens anew.

mod screen;
mod tiny;

use affray::dice::Seed;
use affray::session::Session;
use affray::ui::app::App;
use expect_test::{Expect, expect};
use screen::draw;

fn app() -> App {
    let session = Session::new(&tiny::systems(), tiny::start(), Seed(7)).expect("a session");
    screen::app(session)
}

/// Presses keys, written as in a key map and parted by spaces.
fn press(app: &mut App, keys: &str) {
    for key in keys.split_whitespace() {
        let key = crokey::parse(key).expect("a key");
        app.press(key.into());
    }
}

#[track_caller]
fn check(keys: &str, (width, height): (u16, u16), expected: Expect) {
    let mut app = app();
    press(&mut app, keys);
    expected.assert_eq(&draw(&mut app, width, height));
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
            ┃   r tripping             [ ]                                                 ┃
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
             Affray  round 1 · strike     not saved
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
             Affray   not saved
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

#[test]
fn the_command_line_lists_what_could_stand_there() {
    check(
        ": d a",
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
        ┢ Command ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ : da                                                                         ┃
        ┃   damage                  `damage 5 a c`: damage to one or several, with wh… ┃
        ┃   the next round at once                                                     ┃
        ┃                                                                              ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Tab completes · Enter runs · Esc back ┛
    "#]],
    );
    check(
        ": d a m space 5 space",
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
        ┢ Command ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ : dam 5                                                                      ┃
        ┃ `damage 5 a c`: damage to one or several, with what follows                  ┃
        ┃   a Ann                                                                      ┃
        ┃   b Ben                                                                      ┃
        ┃   c Cur                                                                      ┃
        ┃   d Dog                                                                      ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Tab completes · Enter runs · Esc back ┛
    "#]],
    );
    check(
        ": f l y enter",
        (40, 10),
        expect![[r#"
             Affray  round 1 · strike     not saved
            ┌ Combatants ──────────────────────────┐
            │  a Ann ██████ 9/9 G 12               │
            │  b Ben ██████ 9/9 G 12               │
            │  c Cur ██████ 9/9 G 12              ↓│
            ┢ Command ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ : fly                                ┃
            ┃                                      ┃
            ┃ ⚠ there is no command `fly`: Tab     ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        "#]],
    );
}

#[test]
fn a_sheet_shows_every_value_and_takes_a_new_one() {
    check(
        "f3 5 0",
        (120, 20),
        expect![[r#"
         Affray  Tiny fight · Tiny · round 1 · strike                                            not saved  F1 help  : commands
        ┏ a Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┭ Now ───────────────────────────────────────────────┐
        ┃now                                                              │████████████████████████ 9/9  G 12                  │
        ┃› hit points left          [ 50   ]                              │up                                                  │
        ┃sheet                                                            │                                                    │
        ┃  hit points               9                                     │                                                    │
        ┃  guard                    12                                    │                                                    │
        ┃  attack                   3                                     │                                                    │
        ┃  hit dice                 -                                     │                                                    │
        ┃in this fight                                                    │                                                    │
        ┃  name                     Ann                                   │                                                    │
        ┃  side                     Heroes                                │                                                    │
        ┃  group                                                          │                                                    │
        ┃  hidden from the players  no                                    │                                                    │
        ┃  notes                                                          │                                                    │
        ┃                                                                 │                                                    │
        ┃                                                                 │                                                    │
        ┃                                                                 │                                                    │
        ┃                                                                 │                                                    │
        ┗ type a value or Enter · n p the next, the one before · Esc back ┵────────────────────────────────────────────────────┘
    "#]],
    );
    check(
        "f3 down 1 0 0 enter",
        (80, 16),
        expect![[r#"
         Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
        ┏ a Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┭ Now ─────────────────────────────┐
        ┃now                                        │██████████ 9/9  G 12              │
        ┃  hit points left          9               │up                                │
        ┃sheet                                      │                                  │
        ┃› hit points               [ 100  ]        │                                  │
        ┃  guard                    12              │                                  │
        ┃  attack                   3               │                                  │
        ┃  hit dice                 -               │                                  │
        ┃in this fight                              │                                  │
        ┃  name                     Ann             │                                  │
        ┃  side                     Heroes          │                                  │
        ┃  group                                    │                                  │
        ┃  hidden from the players  no              │                                  │
        ┃⚠ 100 is not between 1 and 99              │                                  │
        ┗━━━━ Enter changes · n p others · Esc back ┵──────────────────────────────────┘
    "#]],
    );
    check(
        "f3",
        (40, 10),
        expect![[r#"
             Affray  round 1 · strike     not saved
            ┏ a Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃now                                   ┃
            ┃› hit points left         9           ┃
            ┃sheet                                 ┃
            ┃  hit points              9           ┃
            ┃  guard                   12          ┃
            ┃  attack                  3           ┃
            ┃  hit dice                -           ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        "#]],
    );
}

#[test]
fn help_shows_the_keys_of_the_key_map() {
    check(
        "?",
        (80, 24),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
            ┏ Help ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃ Letters and digits answer the question                                       ┃
            ┃ Type what a die shows, or press Enter and Affray rolls. Combatants are       ┃
            ┃ picked by their letters, options and fields by the keys beside them.         ┃
            ┃ Everything is saved as soon as it is done; Backspace takes it back, also     ┃
            ┃ after a restart. Any number, condition or outcome can be overruled at any    ┃
            ┃ time.                                                                        ┃
            ┃                                                                              ┃
            ┃ In a list                                                                    ┃
            ┃   Enter             choose                                                   ┃
            ┃   Space             mark                                                     ┃
            ┃   Ctrl-A            everybody who can be picked                              ┃
            ┃   Backspace Ctrl-H  undo                                                     ┃
            ┃                                                                              ┃
            ┃ In a fight                                                                   ┃
            ┃   F2 !       rule it so: damage, healing, a condition, the order             ┃
            ┃   F3 =       sheet of the selected combatant                                 ┃
            ┃   F4 @       who rolls the dice                                              ┃
            ┃   F5 *       loose dice                                                      ┃
            ┃   F6 &       add a combatant                                                 ┃
            ┃   F7 "       write a note                                                    ┃
            ┃   F8 <       amend an earlier die or choice                                  ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ arrows and Page Up, Page Down scroll · Esc back ┛
        "#]],
    );
    check(
        "? pagedown",
        (40, 10),
        expect![[r#"
             Affray  round 1 · strike     not saved
            ┏ Help ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃              healing, a condition,   ┃
            ┃              the order               ┃
            ┃   F3 =       sheet of the selected   ┃
            ┃              combatant               ┃
            ┃   F4 @       who rolls the dice      ┃
            ┃   F5 *       loose dice              ┃
            ┃   F6 &       add a combatant         ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        "#]],
    );
}

#[test]
fn rulings_are_a_key_away() {
    check(
        "a f2",
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
            ┢ You rule it so ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ › d damage                             i in words, with whatever follows     ┃
            ┃   h healing                            l loose dice                          ┃
            ┃   c condition                          t take out of the fight               ┃
            ┃   e end a condition                    b bring back                          ┃
            ┃   s save or check                      r ring the bell                       ┃
            ┗ Backspace undo  F2 rule  F3 sheet  F8 amend ━━━━ letter, or arrows and Enter ┛
        "#]],
    );
    check(
        "a f2 d",
        (120, 36),
        expect![[r#"
         Affray  Tiny fight · Tiny · round 1 · strike                                            not saved  F1 help  : commands
        ┌ Initiative ──────────┬ Combatants ───────────────────────────────────────────────────────────────────────────────────┐
        │   Ann                │▶ a Ann ████████ 9/9 G 12 Heroes                                                               │
        │   Ben                │  b Ben ████████ 9/9 G 12 Heroes                                                               │
        │   Cur                │  c Cur ████████ 9/9 G 12 Foes                                                                 │
        │   Dog                │  d Dog ████████ 9/9 G 12 Foes                                                                 │
        ├ Log ─────────────────┴───────────────────────────────────────────────────────────────────────────────────────────────┤
        │The fight begins. ────────────────────────────────────────────────────────────────────────────────────────────────────│
        │Round 1 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────│
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        │                                                                                                                      │
        ┢ Damage ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ › w whom      nobody                              ⚠ whom: pick somebody by letter                                    ┃
        ┃   h how much  1  a number, or dice such as 2d6                                                                       ┃
        ┃   k kind      plain                                                                                                  ┃
        ┃   y why                                                                                                              ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┃                                                                                                                      ┃
        ┗ Backspace undo  F2 rule  F3 sheet  F8 amend  F6 add  F4 who rolls ━━━━━━━━━━ a key changes its field · Enter goes on ┛
    "#]],
    );
    check(
        "f4",
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
        ┢ Who rolls the dice? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ › h Heroes                  typed at the table                               ┃
        ┃   f Foes                    rolled by the program                            ┃
        ┃   t dice that are nobody's  rolled by the program                            ┃
        ┃   u but for                 nobody                                           ┃
        ┃   e their dice are          typed at the table                               ┃
        ┗ Backspace undo  F2 rule  F3 sheet ━━ a key changes its field · Enter goes on ┛
    "#]],
    );
    check(
        "a d enter 1 4 enter f8",
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
            │… Ann strikes Dog. Ann, attack: d20 14 + 3 attack = 17, needs 12 or more: hit.│
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            ┢ Which answer was wrong? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ the latest first; what followed is played again                              ┃
            ┃ › a Ann, attack: 14                                                          ┃
            ┃   s Ann, Strike: Dog                                                         ┃
            ┃                                                                              ┃
            ┗ Backspace undo  F2 rule  F3 sheet  F8 amend ━━━━ letter, or arrows and Enter ┛
        "#]],
    );
}

#[test]
fn newcomers_are_found_by_a_few_letters() {
    check(
        "f6 a",
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
        ┢ Who joins Foes? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ + a                                                                          ┃
        ┃ › Ann             9 hit points · attack 3                                    ┃
        ┃   improvise a     10 hit points                                              ┃
        ┃                                                                              ┃
        ┗━━━━━━━━ a few letters and how many: gob 3 · Tab side · Enter adds · Esc done ┛
    "#]],
    );
}

#[test]
fn the_log_is_searched() {
    check(
        "a d enter 3 enter / D o g",
        (80, 24),
        expect![[r#"
         Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
        ┌ Initiative ──────┬ Combatants ───────────────────────────────────────────────┐
        │✓  Ann            │  a Ann ██████ 9/9 G 12                                    │
        │   Ben            │  b Ben ██████ 9/9 G 12                                    │
        │   Cur            │  c Cur ██████ 9/9 G 12                                    │
        │   Dog            │  d Dog ██████ 9/9 G 12                                    │
        ├ Log with `dog` ──┴───────────────────────────────────────────────────────────┤
        │round 1                                                                       │
        │  Ann strikes Dog. Ann, attack: d20 3 + 3 attack = 6, needs 12 or more:       │
        │  missed.                                                                     │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ┢ Search the log ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃ / dog                                                                        ┃
        ┃ 1 line                                                                       ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Enter keeps it · Esc ends it ┛
    "#]],
    );
}
