//! Screens as text after keys. `UPDATE_EXPECT=1 cargo test --test library fight_screen` rewrites the screens.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::session::Session;
use affray::ui::app::App;
use expect_test::{Expect, expect};

use crate::support::screen::draw;
use crate::support::{fight_file, screen, tiny_system};

fn app() -> App {
    let session =
        Session::new(&tiny_system::systems(), tiny_system::start(), Seed(7)).expect("a session");
    screen::app(session)
}

/// Presses keys, written as in a key map and separated by spaces.
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
            ┗ Backspace undo  F2 ruling  F3 sheet ━━━━━━━━ press a letter or an action key ┛
        "#]],
    );
}

#[test]
fn a_form_previews_its_result() {
    check(
        "a d shift-h",
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
            ┃   T target               d Dog    # [    ]  attack: d20+5, 12 or more, 70%   ┃
            ┃ › H charging             [x]    bonus: 3 attack + 2 charge = 5               ┃
            ┃   B bonus of the charge  2                                                   ┃
            ┃   P tripping             [ ]                                                 ┃
            ┗ Esc back  Backspace undo  F2 ruling  F3 sheet  F8 amend ━━━━━━━━ Enter sends ┛
        "#]],
    );
}

#[test]
fn an_impossible_die_is_refused_while_typing() {
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
            ┃ attack: d20+3, 12 or more, 60%                                               ┃
            ┃ [ 25      ]  type what the dice show                                         ┃
            ┃                                                                              ┃
            ┃ ⚠ a d20 cannot show 25: it shows 1 to 20                                     ┃
            ┗ F2 ruling  F3 sheet  F8 amend  F6 add ━━━━━━━━━━━━━ Enter sends · G modifier ┛
        "#]],
    );
}

#[test]
fn a_small_window_still_shows_the_question() {
    check(
        "a enter",
        (40, 10),
        expect![[r#"
             Affray  round 1 · strike     not saved
            ┌ Combatants ──────────────────────────┐
            │▶ a Ann 9/9 G 12    b Ben 9/9 G 12    │
            │  c Cur 9/9 G 12    d Dog 9/9 G 12    │
            │                                      │
            ┢ Ann · attack ━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ attack: d20+3, 12 or more, 60%       ┃
            ┃ [         ]  type what the dice sho… ┃
            ┃                                      ┃
            ┗━━━ Enter or Space rolls · G modifier ┛
        "#]],
    );
    check(
        "a enter",
        (20, 4),
        expect![[r#"
             Affray   not saved
            ┏ Ann · attack ━━━━┓
            ┃ [         ]    ↑ ┃
            ┗━━━━━━ G modifier ┛
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
            │   Ann                    │▶ a Ann ████████ 9/9 G 12                                               │The fight begins. ────────────────────────────────────────│
            │   Ben                    │  b Ben ████████ 9/9 G 12                                               │Round 1 ──────────────────────────────────────────────────│
            │   Cur                    │  c Cur ████████ 9/9 G 12                                               │… Ann strikes Dog.                                        │
            │   Dog                    │  d Dog ████████ 9/9 G 12                                               │…   Ann, attack: 17, needs 12, hit (d20 14 + 3 attack).   │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            │                          │                                                                        │                                                          │
            ┢ Dog · Dodge? ━━━━━━━━━━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ Y yes    N or Space no    Enter no                                                                                                                           ┃
            ┃                                                                                                                                                              ┃
            ┃                                                                                                                                                              ┃
            ┃ ⚠ No roll is needed yet, so the number was discarded. Press Enter again.                                                                                     ┃
            ┗ Backspace undo  F2 ruling  F3 sheet  F8 amend  F6 add  F4 who rolls  F5 dice  F7 note  % odds  $ summary ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        "#]],
    );
}

#[test]
fn undone_log_lines_stay_readable() {
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
            │… Ann strikes Dog.                                                                                │
            │                                                                                                  │
            │                                                                                                  │
            │                                                                                                  │
            │                                                                                                  │
            ┢ Ann · attack ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ attack: d20+3, 12 or more, 60%                                                                   ┃
            ┃ [         ]  type what the dice show; Enter rolls                                                ┃
            ┃                                                                                                  ┃
            ┃ · Undone.                                                                                        ┃
            ┗ Backspace undo  F2 ruling  F3 sheet  F8 amend  F6 add ━━━━━━━━ Enter or Space rolls · G modifier ┛
        "#]],
    );
}

/// An undone heading is marked like the lines under it.
#[test]
fn an_undone_end_of_a_fight_is_marked() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let setup = r#"title: "Two", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Blue")]"#;
    let course = fight_file::course(&compendium, setup, &["set started=Red", "do end", "undo"]);
    let shown = draw(&mut screen::app(course.session), 100, 30);
    assert!(shown.contains("undone: The fight is over."), "{shown}");
}

/// Many undone steps leave space for the lines that count, and show the step undone last.
#[test]
fn undone_log_lines_fill_at_most_half_of_the_log() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let setup = r#"title: "Two", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Blue")]"#;
    let mut course = fight_file::course(&compendium, setup, &["set started=Red"]);
    for line in 1..=30 {
        let words = format!("set words=line {line}.");
        fight_file::go(&mut course, &["ruling text", &words, "choose nothing"]);
    }
    fight_file::go(&mut course, &["undo"; 60]);
    let shown = draw(&mut screen::app(course.session), 100, 30);
    for seen in ["Ruled: line 10.", "undone: Ruled: line 11."] {
        assert!(shown.contains(seen), "{seen} is out of sight:\n{shown}");
    }
    assert!(!shown.contains("line 30."), "{shown}");
}

#[test]
fn the_command_line_lists_completions() {
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
            ┃   damage                             `damage 5 a c`: deals damage to one or… ┃
            ┃   Ann strikes                                                                ┃
            ┃   starts the next round immediately                                          ┃
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
            ┃ `damage 5 a c`: deals damage to one or more combatants                       ┃
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
            │  a Ann 9/9 G 12    b Ben 9/9 G 12    │
            │  c Cur 9/9 G 12    d Dog 9/9 G 12    │
            │                                      │
            ┢ Command ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ : fly                                ┃
            ┃ ⚠ there is no command `fly`: press   ┃
            ┃   Tab for a list                     ┃
            ┗━━━━━━━━━━━━━━━ Enter runs · Esc back ┛
        "#]],
    );
    check(
        ": d a m g a e enter",
        (60, 10),
        expect![[r#"
             Affray  round 1 · strike    not saved  F1 help  : commands
            ┌ Initiative ──────┬ Combatants ───────────────────────────┐
            │   Ann            │  a Ann 9/9 G 12     b Ben 9/9 G 12    │
            │   Ben            │  c Cur 9/9 G 12     d Dog 9/9 G 12    │
            │   Cur           ↓│                                       │
            ┢ Command ━━━━━━━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ : damgae                                                 ┃
            ┃                                                          ┃
            ┃ ⚠ there is no command `damgae`: did you mean `damage`?   ┃
            ┗━━━━━━━━━━━━━━━━━━━ Tab completes · Enter runs · Esc back ┛
        "#]],
    );
}

#[test]
fn a_sheet_shows_and_edits_every_value() {
    check(
        "f3 5 0",
        (120, 20),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike                                            not saved  F1 help  : commands
            ┏ a Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┭ Now ───────────────────────────────────────────────┐
            ┃now                                                              │████████████████████████ 9/9  G 12                  │
            ┃› hit points left          [ a Ann: 50   ]                       │unhurt                                              │
            ┃sheet                                                            │                                                    │
            ┃  hit points               9                                     │                                                    │
            ┃  guard                    12                                    │                                                    │
            ┃  attack                   3                                     │                                                    │
            ┃in this fight                                                    │                                                    │
            ┃  name                     Ann                                   │                                                    │
            ┃  name for the players                                           │                                                    │
            ┃  side                     Heroes                                │                                                    │
            ┃  group                                                          │                                                    │
            ┃  hidden from the players  no                                    │                                                    │
            ┃  notes                                                          │                                                    │
            ┃sheet: other fields                                              │                                                    │
            ┃  hit dice                 -                                     │                                                    │
            ┃                                                                 │                                                    │
            ┃                                                                 │                                                    │
            ┗━━━━ Enter edits · / finds · n next combatant · p previous · Esc ┵────────────────────────────────────────────────────┘
        "#]],
    );
    check(
        "f3 down 1 0 0 enter",
        (80, 16),
        expect![[r#"
             Affray  Tiny fight · Tiny · round 1 · strike    not saved  F1 help  : commands
            ┏ a Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┭ Now ─────────────────────────────┐
            ┃now                                        │██████████ 9/9  G 12              │
            ┃  hit points left          9               │unhurt                            │
            ┃sheet                                      │                                  │
            ┃› hit points               [ a Ann: 100  ] │                                  │
            ┃  guard                    12              │                                  │
            ┃  attack                   3               │                                  │
            ┃in this fight                              │                                  │
            ┃  name                     Ann             │                                  │
            ┃  name for the players                     │                                  │
            ┃  side                     Heroes          │                                  │
            ┃  group                                    │                                  │
            ┃  hidden from the players  no              │                                  │
            ┃⚠ 100 is not between 1 and 99              │                                  │
            ┗━━━━━ Enter edits · / finds · n next · Esc ┵──────────────────────────────────┘
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
            ┃in this fight                         ┃
            ┗ Enter edits · / finds · n next · Esc ┛
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
            ┃ For newcomers                                                                ┃
            ┃ On a turn, press the letter of a foe to attack that foe. In a form the       ┃
            ┃ letter sets the target.                                                      ┃
            ┃ G is the guard that a strike has to reach.                                   ┃
            ┃ Each combatant keeps one lower-case letter for the whole fight. Capital      ┃
            ┃ letters are actions and fields. Each row shows its letter and keeps it while ┃
            ┃ the prompt is open.                                                          ┃
            ┃ Digits are die results, and spaces separate several dice. A full stop marks  ┃
            ┃ a total (21.). Enter accepts the selection, sends a form or rolls.           ┃
            ┃ Space skips: no reaction, end of the turn, Affray rolls the rest. Esc closes ┃
            ┃ the open form or page, Backspace undoes, and Affray saves every input.       ┃
            ┃                                                                              ┃
            ┃ In a list                                                                    ┃
            ┃   Enter             accept the selection                                     ┃
            ┃   Space             skip: end the turn, pass, none                           ┃
            ┃   Ctrl-A            select all                                               ┃
            ┃   Backspace Ctrl-H  undo                                                     ┃
            ┃                                                                              ┃
            ┃ In a fight                                                                   ┃
            ┃   F2 !       GM ruling: damage, healing, a condition, the order              ┃
            ┃   F3 =       sheet of the selected combatant                                 ┃
            ┗━━━━━━━━━━━━━━━━━━━ arrows scroll · Tab next part · F1 short rules · Esc back ┛
        "#]],
    );
    check(
        "? pagedown",
        (40, 10),
        expect![[r#"
             Affray  round 1 · strike     not saved
            ┏ Help ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃ every input.                         ┃
            ┃                                      ┃
            ┃ In a list                            ┃
            ┃   Enter             accept the       ┃
            ┃                     selection        ┃
            ┃   Space             skip: end the    ┃
            ┃                     turn, pass, none ┃
            ┗━━━━━━━━━━━ F1 short rules · Esc back ┛
        "#]],
    );
}

#[test]
fn one_key_opens_the_menu_of_rulings() {
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
            ┢ GM ruling ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ › D damage                                                                   ┃
            ┃   H healing                                                                  ┃
            ┃   I condition                                                                ┃
            ┃   E clear a condition                                                        ┃
            ┃   S save or check                                                            ┃
            ┃   U ruling in your own words                                                 ┃
            ┃   A plan an event                                                            ┃
            ┃   C trigger or cancel a planned event                                        ┃
            ┃   O dice outside the fight                                                   ┃
            ┃   L remove from the fight                                                    ┃
            ┃   B return to the fight                                                      ┃
            ┃   K save the party for later fights                                          ┃
            ┃   R ring the bell                                                          ↓ ┃
            ┗ Esc back  Backspace undo  F2 ruling  F3 sheet ━━ Enter accepts the selection ┛
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
            ┢ GM ruling ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ › D damage                                              C trigger or cancel a planned event                          ┃
            ┃   H healing                                             O dice outside the fight                                     ┃
            ┃   I condition                                           L remove from the fight                                      ┃
            ┃   E clear a condition                                   B return to the fight                                        ┃
            ┃   S save or check                                       K save the party for later fights                            ┃
            ┃   U ruling in your own words                            R ring the bell                                              ┃
            ┃   A plan an event                                       T starts the next round immediately (answer first)           ┃
            ┃ ⚠ d is Dog. This prompt takes no combatant.                                                                          ┃
            ┗ Esc back  Backspace undo  F2 ruling  F3 sheet  F8 amend  F6 add  F4 who rolls ━━━━━━━━━━ Enter accepts the selection ┛
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
            ┢ Who rolls, and who controls each side? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ › S dice of Heroes      typed at the table                                   ┃
            ┃   W control of Heroes   GM                                                   ┃
            ┃   F dice of Foes        rolled by Affray                                     ┃
            ┃   I control of Foes     GM                                                   ┃
            ┃   O environment dice    rolled by Affray                                     ┃
            ┃   T individual dice     none  combatants whose dice differ from their side's ┃
            ┃   D those dice          typed at the table                                   ┃
            ┃   L individual control  none                                                 ┃
            ┃       combatants whose control differs from their side's                     ┃
            ┗ Esc back  Backspace undo  F2 ruling  F3 sheet  F8 amend ━━━━━━━━ Enter sends ┛
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
            │… Ann strikes Dog.                                                            │
            │…   Ann, attack: 17, needs 12, hit (d20 14 + 3 attack).                       │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            │                                                                              │
            ┢ Which roll or choice do you want to change? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
            ┃ newest first · Affray replays later steps                                    ┃
            ┃ ›  Ann, attack: 14                                                           ┃
            ┃    Ann, Strike: Dog                                                          ┃
            ┃    Who strikes? Ann strikes                                                  ┃
            ┗ Esc back  Backspace undo  F2 ruling  F3 sheet ━━ Enter accepts the selection ┛
        "#]],
    );
}

#[test]
fn combatants_to_add_are_found_by_a_few_letters() {
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
            ┃ › Ann               strikes at whoever is nearest · 9 hit points · attack 3  ┃
            ┃   a, 10 hit points  improvised                                               ┃
            ┃   Bea               stands before the others · 11 hit points · guard 13 · a… ┃
            ┗ Shrew 3, or new: 6 Zug hp 2d6 ━━━━━━━━━━━ Tab side · Enter adds · Esc closes ┛
        "#]],
    );
}

#[test]
fn the_log_can_be_searched() {
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
            │  Ann strikes Dog.                                                            │
            │    Ann, attack: 6, needs 12, missed (d20 3 + 3 attack).                      │
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
            ┃ 2 lines                                                                      ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Enter keeps the search · Esc ends the search ┛
        "#]],
    );
}

#[test]
fn notes_of_the_fight_appear_below_the_order() {
    let mut app = app();
    press(&mut app, ": n o t e");
    app.press(crokey::key!(space).into());
    press(&mut app, "r a i n enter");
    let screen = draw(&mut app, 80, 24);
    assert!(
        screen.lines().any(|line| line.starts_with("│· rain ")),
        "{screen}"
    );
}
