//! Content that stays visible on a screen of 80x24, and the keys that it names.

use affray::encounter::Roller;
use affray::resolver::Kind;
use affray::session::Waits;
use affray::store::Library;
use affray::systems;
use affray::ui::app::App;
use affray::ui::ask::Asked;
use affray::ui::autosave::SaveStatus;
use affray::ui::fight::draw::panes as fight_panes;
use affray::ui::start::DraftFight;
use affray::values::Id;
use ratatui::layout::Rect;

use crate::support::keyboard::{fight, library, line, on, press, set_up, written};
use crate::support::screen::{check_seen, seen};

/// Size of the smallest usual screen.
const SMALL: (u16, u16) = (80, 24);

fn drawn(app: &mut App) -> Vec<String> {
    seen(app, SMALL.0, SMALL.1)
}

/// Returns the rows of the combatants pane with a name.
fn rows_with(app: &mut App, name: &str) -> Vec<String> {
    let rows = drawn(app).into_iter();
    rows.filter(|row| row.contains(name)).collect()
}

/// Opens a fight of two heroes, one with a long name, against many goblins; `order` is the initiative of the heroes.
fn crowd(goblins: usize, order: i64) -> App {
    let sheet = "max_hp: 7, ac: 15, initiative: -5";
    let mut app = written(
        "d20",
        &format!(
            r#"(title: "Crowd", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")], combatants: [
                (name: "Ada", side: "Party", sheet: (max_hp: 20, ac: 16, initiative: {order})),
                (name: "Sir Bartholomew Alexander Fitzwilliam of the Seven Rivers", side: "Party",
                    sheet: (max_hp: 30, ac: 18, initiative: {})),
                (name: "Goblin", side: "Foes", count: {goblins}, sheet: ({sheet})),
            ])"#,
            order - 1
        ),
    );
    begin(&mut app);
    app
}

/// Rolls initiative until a combatant has the turn.
fn begin(app: &mut App) {
    for _ in 0..40 {
        if on(app).now().turn.is_none() {
            press(app, "enter");
        }
    }
    assert!(on(app).now().turn.is_some(), "a turn has begun");
}

#[test]
fn cut_names_keep_their_numbers() {
    let mut app = crowd(20, 20);
    let rows = drawn(&mut app).join("\n");
    for number in ["1", "17", "20"] {
        let words: Vec<&str> = rows.split_whitespace().collect();
        let cut = |two: &[&str]| two[0].starts_with("Go") && two[1] == number;
        assert!(words.windows(2).any(cut), "{number} in\n{rows}");
    }
}

#[test]
fn combatants_who_share_a_row_show_their_conditions() {
    let mut app = crowd(12, 20);
    line(&mut app, "condition prone d");
    let rows = rows_with(&mut app, "d Gob");
    let row = rows.first().expect("it is listed");
    assert!(row.contains("pro"), "{row}");
    assert_eq!(row.matches(" Gob").count(), 2, "the row is shared: {row}");
}

/// The target number stays visible beside a condition, as the name is cut first.
#[test]
fn combatants_with_conditions_show_their_defence_in_a_shared_row() {
    let mut app = crowd(12, 20);
    line(&mut app, "condition prone d");
    let rows = rows_with(&mut app, "d Gob");
    let row = rows.first().expect("it is listed");
    assert!(
        row.contains("pro") && row.matches("AC 15").count() == 2,
        "{row}"
    );
}

#[test]
fn the_modifier_is_typed_below_the_dice_that_it_changes() {
    let mut app = fight("low_tide");
    for _ in 0..40 {
        let rolls = match on(&app).session.waits() {
            Waits::Prompt(prompt) => match &prompt.kind {
                Kind::Rolls(rows) => rows.len(),
                _ => 0,
            },
            _ => 0,
        };
        if rolls > 1 {
            press(&mut app, "down shift-g");
            let rows = drawn(&mut app);
            let marked = rows.iter().position(|row| row.contains("┃ › "));
            let marked = marked.unwrap_or_else(|| panic!("{}", rows.join("\n")));
            assert!(rows[marked + 1].contains("[ "), "{}", rows.join("\n"));
            let name: Vec<&str> = rows[marked].split_whitespace().collect();
            let told = format!("modifier for {} {}", name[2], name[3]);
            assert!(rows[marked + 2].contains(&told), "{}", rows.join("\n"));
            return;
        }
        press(&mut app, "space");
    }
    panic!("several dice are never due at once");
}

#[test]
fn esc_at_a_question_names_the_keys_that_go_on() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b f enter");
    assert!(matches!(on(&app).session.waits(), Waits::Prompt(_)));
    press(&mut app, "esc");
    check_seen(&mut app, SMALL, "Answer it, or press Backspace");
}

/// Lines of the same action may follow the line that matches a search.
#[test]
fn a_search_shows_its_newest_match() {
    let mut app = fight_of_d20();
    for _ in 0..60 {
        press(&mut app, "enter");
    }
    let lines = on(&app).session.lines();
    let act = lines.chunk_by(|_, next| next.depth > 0).rev();
    let act = act.max_by_key(|act| act.len()).expect("an action");
    let words = act[0].text.clone();
    let words: String = words.chars().take(20).collect();
    app.area = Rect::new(0, 0, SMALL.0, SMALL.1);
    press(&mut app, "/");
    app.paste(&words);
    press(&mut app, "enter");
    check_seen(&mut app, SMALL, &words);
}

/// The results of a round stay readable above the long menu of the next round.
#[test]
fn five_rows_of_the_log_are_visible_when_a_round_is_over() {
    for name in ["low_tide", "amber_ford", "wreckers_cove"] {
        let mut app = fight(name);
        app.area = Rect::new(0, 0, SMALL.0, SMALL.1);
        for _ in 0..400 {
            let is_menu = matches!(on(&app).session.waits(), Waits::Offers { .. });
            if on(&app).now().round == 2 && is_menu {
                break;
            }
            app.pause();
            press(&mut app, "space");
        }
        assert_eq!(on(&app).now().round, 2, "{name}");
        let panes = fight_panes(&app);
        let rows = drawn(&mut app).join("\n");
        assert!(panes.log.height >= 7, "{name}:\n{rows}");
        assert!(panes.combatants.height >= 8, "{name}:\n{rows}");
    }
}

#[test]
fn a_long_menu_has_two_columns_of_actions() {
    let mut app = fight_of_d20();
    let menu = |app: &App| on(app).session.menu().len();
    let mut longest = 0;
    for _ in 0..30 {
        longest = longest.max(menu(&app));
        if menu(&app) >= 9 && asks_what_now(&app) {
            break;
        }
        press(&mut app, "space");
    }
    assert!(menu(&app) >= 9, "at most {longest} actions are offered");
    let rows = drawn(&mut app);
    let top = rows.iter().position(|row| row.contains(" do?"));
    let top = top.expect("the menu is on the screen");
    let actions = rows.len() - top - 2;
    assert!(actions <= menu(&app).div_ceil(2) + 2, "{}", rows.join("\n"));
    for who in on(&app).now().ids() {
        let start = format!("{} ", who.letter());
        let row = rows[1..top]
            .iter()
            .find(|row| row.contains(&format!(" {start}")));
        assert!(
            row.is_some_and(|row| row.contains("AC ")),
            "{}",
            rows.join("\n")
        );
    }
}

fn fight_of_d20() -> App {
    let mut app = fight("toll_bridge");
    begin(&mut app);
    app
}

fn asks_what_now(app: &App) -> bool {
    matches!(on(app).session.waits(), Waits::Offers { title, .. } if title.contains(" do?"))
}

#[test]
fn the_numbers_of_all_spell_slots_are_on_one_line() {
    let mut app = fight_of_d20();
    let rows = seen(&mut app, 80, 36);
    let slots = |row: &String| row.contains("slots 4/2");
    assert!(rows.iter().any(slots), "{rows:?}");
}

#[test]
fn a_long_name_is_shortened_so_that_header_and_keys_fit() {
    let mut app = crowd(3, 20);
    press(&mut app, "space");
    assert!(asks_what_now(&app));
    let rows = drawn(&mut app);
    let text = rows.join("\n");
    assert!(
        rows[0].contains("round 1") && rows[0].contains("F1 help"),
        "{text}"
    );
    assert!(text.contains("is done · Space"), "{text}");
    let footer = rows.last().expect("a screen");
    assert!(
        footer.contains("Backspace undo") && footer.contains("Space: Sir"),
        "{text}"
    );
}

/// Fills in a ruling on a save, whose rows have different keys.
#[test]
fn rows_of_a_called_saving_throw_have_different_keys() {
    let mut app = crowd(3, 20);
    press(&mut app, "f2 shift-s");
    app.paste("8d6");
    check_seen(&mut app, SMALL, "S save ");
    check_seen(&mut app, SMALL, "I condition");
}

#[test]
fn the_footer_never_advertises_a_refused_key() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter enter");
    for _ in 0..6 {
        if on(&app).form().is_none() {
            press(&mut app, "enter");
        }
    }
    assert!(on(&app).form().is_some(), "an attack is open");
    press(&mut app, "shift-z");
    assert_eq!(
        on(&app).ask().problem.as_deref(),
        Some("Z does nothing here.")
    );
    let rows = drawn(&mut app);
    assert!(
        !rows.last().expect("a screen").contains("Z next"),
        "{}",
        rows.join("\n")
    );
}

#[test]
fn a_form_that_is_saved_but_not_sent_leaves_room_for_the_title() {
    let mut app = fight_of_d20();
    app.save_status = SaveStatus::Saved;
    press(&mut app, "enter right");
    let rows = drawn(&mut app);
    assert!(rows[0].contains("Open d20"), "{}", rows[0]);
}

#[test]
fn a_hero_at_0_hit_points_is_marked_differently_from_the_dead() {
    let mut app = crowd(2, 20);
    line(&mut app, "damage 30 b");
    line(&mut app, "damage 60 c");
    let rows = drawn(&mut app).join("\n");
    assert!(rows.contains("│○  Sir"), "{rows}");
    assert!(!rows.contains("○  Goblin 1"), "{rows}");
}

#[test]
fn an_empty_set_up_leaves_no_draft() {
    let home = tempfile::tempdir().expect("a folder");
    let own = || Library::with_own(systems::all(), home.path());
    let mut setup = library().encounter("bridge").expect("a bundled fight");
    setup.title.clear();
    setup.combatants.clear();
    setup.events.clear();
    let mut app = set_up(setup);
    app.library = own();
    app.foresee();
    press(&mut app, "shift-a");
    app.paste("2 Zog 5");
    press(&mut app, "enter esc");
    app.foresee();
    assert_eq!(DraftFight::all(&own()).len(), 1, "a combatant is kept");
    press(&mut app, "shift-d");
    app.foresee();
    press(&mut app, "esc");
    app.foresee();
    assert_eq!(DraftFight::all(&own()), [], "nothing is in preparation");
}

#[test]
fn space_rolls_a_single_die() {
    let mut app = fight_of_d20();
    for _ in 0..40 {
        let waits = on(&app).session.waits();
        if let Waits::Prompt(prompt) = waits
            && let Kind::Roll(roll) = &prompt.kind
            && on(&app).now().roller(roll.who) == Roller::Typed
        {
            break;
        }
        press(&mut app, "enter");
    }
    let before = on(&app).session.revision();
    press(&mut app, "space");
    if on(&app).session.revision() == before {
        // Directly after a Space that answered something, Space needs a second press.
        press(&mut app, "space");
    }
    assert_ne!(
        on(&app).session.revision(),
        before,
        "{:?}",
        on(&app).ask().problem
    );
}

#[test]
fn an_amount_that_is_not_a_number_is_refused_with_a_short_message() {
    let mut app = crowd(2, 20);
    press(&mut app, ":");
    app.paste("damage five c");
    press(&mut app, "enter");
    let problem = on(&app).ask().problem.clone();
    let shown = drawn(&mut app).join("\n");
    assert!(
        shown.contains("`five` is not a number or dice such as `2d6`"),
        "{problem:?}\n{shown}"
    );
}

#[test]
fn help_shows_each_section_once() {
    let mut app = crowd(2, 20);
    press(&mut app, "f2 shift-u");
    app.paste("word");
    press(&mut app, "f1");
    let rows = seen(&mut app, 120, 200);
    let sections = rows.iter().filter(|row| row.contains("In a text field"));
    assert!(sections.count() <= 1, "{}", rows.join("\n"));
}

#[test]
fn the_screen_says_that_affray_rolls_before_the_dice_are_rolled() {
    let mut app = fight("toll_bridge");
    let mut rows = drawn(&mut app).join("\n");
    for _ in 0..4 {
        if rows.contains("Affray rolls") {
            break;
        }
        press(&mut app, "enter");
        rows = drawn(&mut app).join("\n");
    }
    assert!(rows.contains("Affray rolls"), "{rows}");
}

/// A question with one candidate is answered with Y or N.
#[test]
fn a_question_about_a_single_candidate_is_answered_with_yes_or_no() {
    let one = |app: &App| match on(app).session.waits() {
        Waits::Prompt(prompt) => {
            matches!(&prompt.kind, Kind::Pick { from, least: 0, .. } if from.len() == 1)
        }
        Waits::Offers { .. } | Waits::Fault(_) => false,
    };
    let mut app = fight("ash_hollow");
    begin(&mut app);
    for _ in 0..60 {
        if one(&app) {
            break;
        }
        press(&mut app, "space");
    }
    assert!(one(&app), "a legendary action is possible");
    let rows = drawn(&mut app).join("\n");
    assert!(
        rows.contains("Does Ash wyrm take a legendary action?"),
        "{rows}"
    );
    assert!(rows.contains("Y yes: e Ash wyrm"), "{rows}");
    press(&mut app, "shift-y");
    let title = match on(&app).session.waits() {
        Waits::Prompt(prompt) => prompt.title.clone(),
        Waits::Offers { title, .. } | Waits::Fault(title) => title.clone(),
    };
    assert!(!one(&app) && !title.contains("turn"), "{title}");
    press(&mut app, "backspace shift-n");
    assert!(!one(&app), "no one acts");
}

/// The lower frame of the question names the key that answers it, in every system.
#[test]
fn every_question_shows_its_most_important_keys() {
    let fights = [
        "bridge",
        "amber_ford",
        "low_tide",
        "toll_gate",
        "salt_road",
        "wreckers_cove",
        "ash_hollow",
        "alley",
    ];
    for name in fights {
        let mut app = fight(name);
        for _ in 0..50 {
            let rows = drawn(&mut app);
            let last = rows.last().expect("a screen has rows");
            let in_frame = match on(&app).asked() {
                Asked::Offers(_) => true,
                Asked::Prompt(prompt) => match &prompt.kind {
                    Kind::Pick { from, least, .. } => *least > 0 || from.len() > 1,
                    kind => matches!(
                        kind,
                        Kind::Roll(_) | Kind::Rolls(_) | Kind::Form(_) | Kind::Choice { .. }
                    ),
                },
                Asked::Fault(why) => panic!("{why}"),
            };
            let keys = ["Enter", "letters pick", "press a letter"];
            let shown = keys.iter().any(|key| last.contains(key));
            assert!(shown || !in_frame, "{name}:\n{}", rows.join("\n"));
            press(&mut app, "enter");
        }
    }
}

#[test]
fn a_pick_list_says_what_space_does() {
    let mut app = fight("low_tide");
    check_seen(
        &mut app,
        SMALL,
        "0 picked · letters add or remove · N or Space none · Enter continues",
    );
    press(&mut app, "j");
    check_seen(
        &mut app,
        SMALL,
        "1 picked · letters add or remove · N none · Enter or Space continues",
    );
    press(&mut app, "space");
    assert!(on(&app).now().get(Id(9)).named("surprised").is_some());
    press(&mut app, "backspace j shift-n");
    assert!(on(&app).now().get(Id(9)).named("surprised").is_none());
    let mut app = fight("low_tide");
    press(&mut app, "space");
    assert!(on(&app).now().get(Id(9)).named("surprised").is_none());
}

#[test]
fn a_question_that_does_not_fit_in_its_frame_is_shown_whole() {
    let mut app = written(
        "split-round",
        r#"(title: "Cracked", system: "split-round", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Marenka Holt", side: "P", sheet: (hp_max: 20, attacks: [
                (name: "longsword", attack_mod: 4, damage: "1d8", integrity: "cracked")])),
            (name: "Thug", side: "O", sheet: (hp_max: 20)),
        ])"#,
    );
    press(&mut app, "enter");
    line(&mut app, "do declare a");
    line(&mut app, "set plan=attack");
    check_seen(
        &mut app,
        SMALL,
        "Marenka Holt · The longsword is cracked: it breaks after the first",
    );
    check_seen(&mut app, SMALL, "Attack with it?");
    check_seen(&mut app, SMALL, "Y yes");
}

#[test]
fn the_sheet_shows_the_keys_that_edit_and_close_it() {
    let mut app = fight("toll_gate");
    press(&mut app, "f3");
    let rows = drawn(&mut app);
    let last = rows.last().expect("a screen has rows");
    assert!(
        last.contains("Enter edits") && last.contains("Esc"),
        "{last}"
    );
}

#[test]
fn the_line_that_adds_combatants_shows_a_new_combatant_before_it_is_typed() {
    for name in [
        "amber_ford",
        "toll_gate",
        "bridge",
        "salt_road",
        "wreckers_cove",
        "alley",
    ] {
        let mut app = fight(name);
        press(&mut app, "f6");
        check_seen(&mut app, SMALL, "new: 6 Zug hp 2d6");
    }
}
