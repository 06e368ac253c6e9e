//! Log: one line for each roll, in the order of events at the table.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use affray::compendium::Compendium;
use affray::encounter::{Event, Line, Mark, Outcome, Throw, tell};
use affray::resolver::Taken;
use affray::ron_text::{Source, read_as};
use affray::session::{Input, Log, Readers, markdown};

use crate::support::fight_file::{self, Course};
use crate::support::laws::{self, Least, Of, enough};
use crate::support::tiny_system;

#[test]
fn every_roll_begins_a_line_under_its_action() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let mut known = (String::new(), 0, 0);
        let (mut throws, mut led) = (0, 0);
        fight_file::play_all(system, &compendium, |file, session| {
            let (of, commands, lines) = &mut known;
            let entries = session.history().entries();
            if of != file || entries.len() < *commands || session.lines().len() < *lines {
                *of = file.to_owned();
                (*commands, *lines) = (0, 0);
            }
            let new = &session.lines()[*lines..];
            let mut told = BTreeSet::new();
            for entry in &entries[*commands..] {
                // A ruling in the middle of a command applies at the first value that it concerns, and is logged at the
                // place where it was made.
                let ruled = |one: &Taken| matches!(one, Taken::Ruled(_));
                let ruled = entry.taken.iter().any(ruled);
                let thrown = entry.events.iter().filter_map(|event| match event {
                    Event::Rolled(throw) => Some((throw, tell(event, 0, session.now())?)),
                    _ => None,
                });
                let mut from = 0;
                for (throw, text) in thrown {
                    throws += 1;
                    // The dice of damage appear after the result in the same line. A roll that begins with a sentence
                    // completes the line that announces it. If other lines were logged in between, the roll is named
                    // after combatant and test.
                    let told_before = session.now().told(&throw.told);
                    let result = text.strip_prefix(&*told_before);
                    let completes = |line: &str| {
                        !throw.told.is_empty() && result.is_some_and(|result| line.contains(result))
                    };
                    let begins = |place: &usize| {
                        let line = &new[*place].text;
                        let begins = line.starts_with(&text) || completes(line);
                        (begins || of_result(throw, &text, line)) && !told.contains(place)
                    };
                    let Some(place) = (from..new.len()).find(begins) else {
                        panic!("{file}: no line begins with `{text}` in {new:#?}");
                    };
                    told.insert(place);
                    led += usize::from(new[place].depth > 0 || !throw.told.is_empty());
                    from = if ruled { 0 } else { place };
                }
            }
            (*commands, *lines) = (entries.len(), session.lines().len());
        });
        enough(system, throws, "throws", "told", Least::each(2, Of::Fights));
        let key = system.key();
        assert!(led * 2 > throws, "{key}: {led} of {throws} under an act");
    });
}

/// Returns `true` if a line states the result of damage or healing, with the dice of the roll.
fn of_result(throw: &Throw, roll: &str, line: &str) -> bool {
    let dice = roll.rsplit_once(" (").map_or("", |(_, dice)| dice);
    let total = format!(" {}", throw.total);
    throw.need.is_none() && throw.unnamed && line.contains(&total) && line.contains(dice)
}

#[test]
fn the_log_marks_the_words_that_state_an_outcome() {
    let mut systems = affray::systems::all().iter();
    let system = *systems.find(|one| one.key() == "d20").expect("Open d20");
    let (compendium, _) = Compendium::built_in(system);
    let marked: Mutex<Vec<(Outcome, String)>> = Mutex::default();
    fight_file::play_all(system, &compendium, |_, session| {
        let marks = session.lines().iter().flat_map(|line| {
            let said = |mark: &Mark| (mark.outcome, line.text[mark.at.clone()].to_owned());
            line.marks.iter().map(said)
        });
        marked.lock().expect("no test panics").extend(marks);
    });
    let marked = marked.into_inner().expect("no test panics");
    let all = |outcome: Outcome, fits: fn(&str) -> bool| {
        let texts = marked.iter().filter(|(one, _)| *one == outcome);
        let texts: BTreeSet<&str> = texts.map(|(_, text)| &**text).collect();
        assert!(!texts.is_empty(), "{outcome:?}");
        let wrong: Vec<_> = texts.into_iter().filter(|text| !fits(text)).collect();
        assert!(wrong.is_empty(), "{outcome:?}: {wrong:?}");
    };
    // The dice after an outcome are not part of the outcome.
    let verdict: fn(&str) -> bool = |text| !text.contains(|c: char| c.is_ascii_digit() || c == '(');
    all(Outcome::Success, verdict);
    all(Outcome::Failure, verdict);
    all(Outcome::NaturalSuccess, |text| {
        ["hit", "critical hit", "passed"].contains(&text)
    });
    all(Outcome::NaturalFailure, |text| {
        text == "missed" || text == "failed"
    });
    all(Outcome::Damage, |text| {
        text.contains(" takes ") && text.contains(" → ")
    });
    all(Outcome::Healing, |text| {
        text.contains(" regains ") && text.contains(" → ")
    });
    all(Outcome::Death, |text| text.contains(" is dead"));
}

/// A roll with too many dice for a line shows their number.
#[test]
fn a_roll_of_many_dice_shows_only_the_first_dice() {
    let now = tiny_system::start();
    let told = |many: usize| {
        let faces = vec!["1"; many].join(", ");
        let text = format!(
            "Rolled((what: \"hail\", dice: \"{many}d6\", faces: [{faces}], total: {many}))"
        );
        let event: Event = read_as(&Source::new("an event", &text)).expect("a throw");
        tell(&event, 0, &now).expect("a line")
    };
    let ones = ["1"; 20].join(" ");
    assert_eq!(told(20), format!("Hail: 20 (20d6 {ones})."));
    assert_eq!(told(21), format!("Hail: 21 (21d6 {ones} … (21 faces))."));
}

const DUEL: &str = r#"title: "Duel", system: "alternation", sides: [(name: "Players", players: true), (name: "Foes")],
    combatants: [
        (name: "Ada", side: "Players", sheet: (max_health: 10, attacks: [(name: "spear", die: 6)])),
        (name: "Lout", side: "Foes", sheet: (max_health: 8, attacks: [(name: "club", die: 8)])),
    ]"#;

/// Returns the last lines of the log, followed by those of the open command, with indentation.
fn last(course: &Course<'_>, many: usize) -> Vec<String> {
    let live = course.session.live_lines();
    let all: Vec<&Line> = course.session.lines().iter().chain(&live).collect();
    let last = all[all.len().saturating_sub(many)..].iter();
    last.map(|line| format!("{}{}", "  ".repeat(line.depth), line.text))
        .collect()
}

#[test]
fn a_ruling_during_an_attack_is_logged_within_it() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let begin = [
        "set started=Players",
        "do first Players",
        "do activate Ada",
        "do attack",
        "enter",
        "? asks react Lout",
    ];
    let mut course = fight_file::course(&compendium, DUEL, &begin);
    // The rulings concern no value of the attack, so the rules apply them before the attack.
    let rule = |course: &mut Course<'_>| {
        fight_file::go(
            course,
            &["gain Lout shaken", "choose dodge", "edit Ada armour 2"],
        );
    };
    rule(&mut course);
    let amid = [
        "Ada attacks Lout with the spear.",
        "  Lout is shaken.",
        "  Lout dodges.",
        "  Ada: armour 0 → 2 (ruled).",
    ];
    assert_eq!(last(&course, 4), amid);
    fight_file::go(&mut course, &["roll 20", "roll 3"]);
    let done = [
        "Ada attacks Lout with the spear.",
        "  Lout is shaken.",
        "  Lout dodges.",
        "  Ada: armour 0 → 2 (ruled).",
        "  Lout, AGI save: 20, needs AGI 10 or less, failed (d20).",
        "  Ada, damage: 3 (d6). Lout takes 3 damage: 8 → 5 health (3 rolled).",
    ];
    assert_eq!(last(&course, 6), done);
    let stood = course.session.save();
    fight_file::go(&mut course, &["undo", "undo"]);
    assert_eq!(last(&course, 4), amid);
    fight_file::go(&mut course, &["undo", "undo", "undo"]);
    rule(&mut course);
    fight_file::go(&mut course, &["roll 20", "roll 3"]);
    assert_eq!(
        (last(&course, 6), course.session.save()),
        (done.map(str::to_owned).to_vec(), stood)
    );
}

#[test]
fn the_players_log_lists_their_own_hit_points_and_the_combatants_who_left() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let begin = ["set started=Players", "edit Ada health 6", "remove Lout"];
    let course = fight_file::course(&compendium, DUEL, &begin);
    let read = |readers| markdown(&course.session, readers);
    let (own, all) = (read(Readers::Players), read(Readers::GameMaster));
    assert!(own.contains("| Ada | Players | hurt 6/10 |"), "{own}");
    assert!(own.contains("| Lout | Foes | unhurt, left |"), "{own}");
    assert!(all.contains("| Lout | Foes | 8/8, left |"), "{all}");
}

#[test]
fn notes_appear_only_in_the_log_of_the_gm() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let mut course = fight_file::course(&compendium, DUEL, &["set started=Players"]);
    let notes = Event::Notes {
        text: "the bridge is out".to_owned(),
    };
    let noted = course.session.input(Input::Correct(vec![notes]));
    noted.expect("notes are taken");
    let read = |readers| markdown(&course.session, readers);
    let (own, all) = (read(Readers::Players), read(Readers::GameMaster));
    assert!(all.contains("\n\nthe bridge is out\n"), "{all}");
    assert!(!own.contains("bridge"), "{own}");
}

#[test]
fn the_players_log_shows_no_end_of_a_condition_that_the_gm_log_does_not_show() {
    let heard = AtomicUsize::new(0);
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        fight_file::play_all(system, &compendium, |file, session| {
            // Both logs are written completely each time, so that a few checks are enough.
            if session.history().entries().len() % 8 > 0 {
                return;
            }
            let log = |readers| {
                let parts = Log::of(session, readers).parts.into_iter();
                let texts = parts.flat_map(|part| part.lines).map(|line| line.text);
                texts.collect::<Vec<String>>().join(" ")
            };
            let (own, all) = (log(Readers::Players), log(Readers::GameMaster));
            let sentences = own.split_inclusive(". ");
            let sentences = sentences.map(|one| one.trim().trim_end_matches('.'));
            for sentence in sentences {
                let Some((gained, until)) = sentence.split_once(" until ") else {
                    continue;
                };
                heard.fetch_add(1, Ordering::Relaxed);
                // The GM may see more conditions in the same sentence.
                let label = gained.rsplit_once(' ').map_or(gained, |(_, label)| label);
                assert!(
                    all.contains(&format!("{label} until {until}")),
                    "{file}: the GM read no `{sentence}`"
                );
            }
        });
    });
    assert!(
        heard.into_inner() > 50 || !laws::of_all(),
        "ends of conditions that players hear of"
    );
}
