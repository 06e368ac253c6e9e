//! Names and conditions that only the GM sees: players read another name until the GM reveals the combatant.

use affray::session::players_view::Players;
use affray::session::recap::Recap;
use affray::session::{Log, Readers, Session, markdown};
use affray::store::Saves;
use affray::systems;
use affray::ui::app::App;
use affray::ui::watch::Watch;
use affray::ui::watch::seen::Seen;
use affray::values::Id;

use crate::support::keyboard::{line, on, press, written};
use crate::support::screen;

const REAL: &str = "Vashti";
const ALIAS: &str = "hooded figure";

/// Starts a fight of a hero, a foe with the real name, and two foes of one name that the encounter file gives an alias.
fn begun() -> App {
    written(
        "plain",
        r#"(title: "The inn", system: "plain", options: (order: "as_listed"),
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ann", side: "Party", sheet: (most: 9)),
            (name: "Vashti", side: "Foes", sheet: (most: 5)),
            (name: "Cultist", count: 2, side: "Foes", other_name: "pilgrim", sheet: (most: 4)),
        ])"#,
    )
}

/// Returns everything that players can read: their page, their log as Markdown and as data, and the summary.
fn read_by_players(session: &Session) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    drop(saves.create(session).expect("created"));
    let name = &saves.list().expect("listed")[0].name;
    let watch = Watch::new(saves.look(name, systems::all()).expect("read"));
    let page = Seen::of(&watch, &Players::of(&watch.session), 40);
    let log = Log::of(session, Readers::Players);
    let recap = Recap::of(session, Readers::Players);
    vec![
        serde_json::to_string(&page).expect("data"),
        serde_json::to_string(&log).expect("data"),
        markdown(session, Readers::Players),
        serde_json::to_string(&recap).expect("data"),
    ]
}

/// Lets the hero kill the foe, and the GM tell about it.
fn killed(app: &mut App) {
    line(app, "rule Vashti raises a hand.");
    press(app, "enter");
    line(app, "damage 5 b");
    line(app, "rule The inn falls silent.");
    press(app, "enter");
}

#[test]
fn players_read_the_alias_and_the_gm_reads_the_name() {
    let mut app = begun();
    line(&mut app, "alias b hooded figure");
    killed(&mut app);
    let session = &on(&app).session;
    for text in read_by_players(session) {
        assert!(
            text.contains("ooded figure") && !text.contains(REAL),
            "{text}"
        );
    }
    let log = markdown(session, Readers::GameMaster);
    assert!(
        log.contains("The players see Vashti as \"hooded figure\"."),
        "{log}"
    );
    assert!(log.contains("Vashti is down."), "{log}");
    let told = Players::of(session).last_lines(40);
    let told: Vec<&str> = told.iter().map(|line| line.text.as_str()).collect();
    let is_told = |line: &&str| line.ends_with("Hooded figure is down.");
    assert!(told.iter().any(is_told), "{told:?}");
    let drawn = screen::draw(&mut app, 120, 36);
    assert!(
        drawn.contains("b Vashti") && drawn.contains("players see \"hooded"),
        "{drawn}"
    );
}

#[test]
fn a_revealed_name_appears_in_every_line_and_undo_hides_it_again() {
    let mut app = begun();
    line(&mut app, "alias b hooded figure");
    killed(&mut app);
    let before = read_by_players(&on(&app).session);
    line(&mut app, "reveal b");
    for text in read_by_players(&on(&app).session) {
        assert!(
            text.contains(REAL) && !text.contains("ooded figure"),
            "{text}"
        );
    }
    press(&mut app, "backspace");
    assert_eq!(read_by_players(&on(&app).session), before);
    let foe = on(&app).now().get(Id(1));
    assert_eq!((foe.name.as_str(), foe.players_name()), (REAL, ALIAS));
}

/// Two waves with one alias: the second one gets the next numbers.
#[test]
fn an_alias_that_is_in_use_when_a_wave_arrives_gets_a_number() {
    let mut app = written(
        "plain",
        r#"(title: "The inn", system: "plain", options: (order: "as_listed"),
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ann", side: "Party", sheet: (most: 9)),
            (name: "Cultist", side: "Foes", other_name: "pilgrim", sheet: (most: 4)),
            (name: "Cultist", side: "Foes", other_name: "pilgrim", at: Manual, sheet: (most: 4)),
        ])"#,
    );
    line(&mut app, "call");
    press(&mut app, "enter");
    let now = on(&app).now();
    let names: Vec<&str> = now.ids().map(|id| now.get(id).players_name()).collect();
    assert_eq!(names, ["Ann", "pilgrim", "pilgrim 2"]);
    let lines = Players::of(&on(&app).session).last_lines(20);
    assert!(
        lines.iter().all(|line| !line.text.contains("Cultist")),
        "{lines:?}"
    );
}

/// The numbers of names that players do not see come after those that they see, so that none is missing.
#[test]
fn an_encounter_file_gives_aliases_with_numbers() {
    let mut app = begun();
    let names = |app: &App| -> Vec<(String, String)> {
        let now = on(app).now();
        let both = |id| {
            (
                now.name(id).to_owned(),
                now.get(id).players_name().to_owned(),
            )
        };
        now.ids().skip(2).map(both).collect()
    };
    let named = |one: &(&str, &str)| (one.0.to_owned(), one.1.to_owned());
    let two = [("Cultist 1", "pilgrim 1"), ("Cultist 2", "pilgrim 2")];
    assert_eq!(names(&app), two.iter().map(named).collect::<Vec<_>>());
    line(&mut app, "alias b pilgrim 1");
    let drawn = screen::draw(&mut app, 160, 36);
    assert!(drawn.contains("called pilgrim 1 exists already"), "{drawn}");
    press(&mut app, "esc");
    line(&mut app, "reveal c, d");
    assert!(names(&app).iter().all(|(real, seen)| real == seen));
    line(&mut app, "reveal c");
    let drawn = screen::draw(&mut app, 160, 36);
    assert!(
        drawn.contains("the players already see the name of Cultist 1"),
        "{drawn}"
    );
}

#[test]
fn revealing_a_hidden_combatant_shows_it_with_its_name() {
    let mut app = begun();
    line(&mut app, "alias b hooded figure");
    line(&mut app, "hide b d");
    line(&mut app, "reveal b");
    let now = on(&app).now();
    assert!(!now.get(Id(1)).hidden && now.get(Id(3)).hidden);
    assert_eq!(now.get(Id(1)).players_name(), REAL);
}

#[test]
fn the_sheet_sets_and_clears_the_alias() {
    let mut app = begun();
    line(&mut app, "sheet b");
    press(&mut app, "/");
    app.paste("name for the players");
    press(&mut app, "enter enter");
    app.paste(ALIAS);
    press(&mut app, "enter");
    assert_eq!(on(&app).now().get(Id(1)).players_name(), ALIAS);
    press(&mut app, "enter ctrl-u enter");
    assert_eq!(on(&app).now().get(Id(1)).players_name(), REAL);
}

#[test]
fn only_the_gm_sees_a_secret_condition_of_the_rules() {
    let mut app = begun();
    line(&mut app, "condition poisoned b secret");
    line(&mut app, "condition prone b 2 secret");
    line(&mut app, "condition blinded b");
    let session = &on(&app).session;
    let foe = session.now().get(Id(1));
    let secret: Vec<(&str, bool)> = foe
        .conditions
        .iter()
        .map(|one| (one.key.as_str(), one.secret))
        .collect();
    assert_eq!(
        secret,
        [("poisoned", true), ("prone", true), ("blinded", false)]
    );
    for text in read_by_players(session) {
        assert!(
            !text.contains("poisoned") && !text.contains("prone"),
            "{text}"
        );
    }
    assert!(read_by_players(session)[0].contains("blinded"));
    let drawn = screen::draw(&mut app, 160, 36);
    assert!(drawn.contains("poisoned · prone"), "{drawn}");
}

#[test]
fn a_roll_with_advantage_does_not_name_a_secret_condition() {
    let mut app = written(
        "d20",
        r#"(title: "The inn", system: "d20",
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ann", side: "Party", sheet: (max_hp: 9, ac: 12, initiative: 30, attacks: ["Longsword"])),
            (name: "Vashti", side: "Foes", sheet: (max_hp: 50, ac: 12, initiative: -10)),
        ])"#,
    );
    press(&mut app, "enter");
    line(&mut app, "condition stunned b secret");
    press(&mut app, "shift-a b enter enter");
    let told = |app: &App| {
        let lines = on(app).session.lines().iter();
        lines.map(|line| line.text.clone()).collect::<String>()
    };
    assert!(told(&app).contains("stunned"), "{}", told(&app));
    for text in read_by_players(&on(&app).session) {
        assert!(!text.contains("stunned"), "{text}");
    }
    // Once everybody knows the condition, the players read why Ann has advantage.
    line(&mut app, "clear stunned b");
    line(&mut app, "condition stunned b");
    let known = read_by_players(&on(&app).session);
    assert!(
        known.iter().any(|text| text.contains("Advantage: stunned")),
        "{known:?}"
    );
}
