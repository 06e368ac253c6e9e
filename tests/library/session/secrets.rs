//! Checks that secrets are never shown to players, in random games with marked secrets and in every text that players
//! can read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Arrival, Combatant, Due, Encounter, Event, Roller, Scheduled, Side};
use affray::resolver::Answer;
use affray::rules::Mark;
use affray::rules::ruling::{self, AFFLICT, RELIEVE, RULE, Ruling};
use affray::session::players_view::Players;
use affray::session::recap::Recap;
use affray::session::{Input, Log, Readers, Session, markdown, parse};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::store::Saves;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};
use affray::ui::watch::lead::Lead;
use affray::ui::watch::seen::Seen;
use affray::ui::watch::{Watch, draw};
use affray::values::{Id, SideId, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::fight_file;
use crate::support::laws::systems;
use crate::support::random_games::{Game, games, play};
use crate::support::random_player::Tactics;
use crate::support::{keyboard, screen};

/// Returns the names in a text, the longest at each place, and the rest of the text.
fn named(text: &str, names: &[String]) -> (Vec<String>, String) {
    let (mut found, mut left) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let name = names.iter().find(|name| rest.starts_with(name.as_str()));
        found.extend(name.cloned());
        if name.is_none() {
            left.push(first);
        }
        rest = &rest[name.map_or(first.len_utf8(), |name| name.len())..];
    }
    (found, left)
}

/// Mark for secret texts, which must not be in anything that players may read.
const MARK: &str = "Zq";

/// Adds secrets to a game: notes, a hidden combatant, a foe that will be renamed, a foe with another name for the
/// players, a second wave of a new side, and a secret event that the GM calls for.
fn with_secrets(mut game: Game) -> Game {
    let system = systems()
        .into_iter()
        .find(|one| one.key() == game.start.system)
        .expect("a system");
    let now = &mut game.start;
    let mut events = vec![Event::Notes {
        text: format!("{MARK}notes on the fight"),
    }];
    let is_foe = |id: &Id| !now.sides[now.get(*id).side.index()].players;
    let foes: Vec<Id> = now.ids().filter(is_foe).collect();
    for (foe, name) in foes.iter().zip(["former", "hidden", "later"]) {
        events.push(Event::renamed(now, *foe, format!("{MARK}{name}")));
        events.push(Event::Hid {
            who: *foe,
            hidden: name == "hidden",
        });
        if name == "later" {
            events.push(Event::called_by_players(*foe, "hooded figure".to_owned()));
        }
    }
    let side = SideId(u32::try_from(now.sides.len()).expect("few"));
    events.push(Event::Sided {
        side: Side {
            name: format!("{MARK}side"),
            roller: Roller::Rolled,
            ..Side::default()
        },
    });
    let wave = Combatant::new(&format!("{MARK}wave"), side, system.improvised(5));
    events.push(Event::Scheduled(Arc::new(Scheduled {
        when: Due::Round(9_000),
        text: String::new(),
        arriving: vec![Arrival {
            combatant: Arc::new(wave),
            links: Vec::new(),
        }],
        hidden: false,
        save: String::new(),
    })));
    events.push(Event::Scheduled(Arc::new(Scheduled {
        when: Due::Manual,
        text: format!("{MARK}plan happens."),
        arriving: Vec::new(),
        hidden: true,
        save: String::new(),
    })));
    for id in now.ids() {
        events.push(Event::noted_on(
            id,
            format!("{MARK}note on {}", id.letter()),
        ));
    }
    for event in events {
        assert_eq!(now.accepts(&event), Ok(()), "{}", game.name);
        now.apply(&event);
    }
    game
}

/// Returns the GM's changes of secrets at some steps: a foe is renamed, another one hides, a secret event happens.
fn kept_secret(session: &Session, step: usize) -> Option<Input> {
    let now = session.now();
    let foe = |name: &str| now.by_name(&format!("{MARK}{name}"));
    let events = match step {
        20 => vec![Event::renamed(now, foe("former")?, "Stranger".to_owned())],
        30 => vec![Event::Hid {
            who: foe("later")?,
            hidden: true,
        }],
        35 => vec![Event::CameDue {
            place: u32::try_from(now.scheduled.len()).ok()?.checked_sub(1)?,
            text: format!("{MARK}plan happens.").into(),
            hidden: true,
        }],
        15 => {
            let rows = [
                ("targets", Value::Who(vec![foe("hidden")?, foe("former")?])),
                ("condition", Value::Word("other".to_owned())),
                ("words", Value::Word(format!("{MARK}cursed"))),
                ("cause", Value::Word(format!("{MARK}cause"))),
            ];
            return Some(in_secret(&AFFLICT, rows));
        }
        25 => {
            let rows = [("words", Value::Word(format!("{MARK}ruled")))];
            return Some(in_secret(&RULE, rows));
        }
        45 => {
            let bearers = now.present();
            let key = |id: Id| {
                let known = now.get(id).conditions.iter();
                let mut secret = known.filter(|one| one.secret);
                Some((id, secret.next()?.key.clone()))
            };
            let (bearer, key) = bearers.filter_map(key).next()?;
            let ends = ruling::ends(vec![bearer], &key);
            return Some(Input::StartWith(RELIEVE.about(None), ends));
        }
        _ => return None,
    };
    Some(Input::Correct(events))
}

/// Creates a ruling that players must not read.
fn in_secret<const N: usize>(ruling: &Ruling, rows: [(&str, Value); N]) -> Input {
    let rows = rows.into_iter().chain([("secret", Value::Flag(true))]);
    let draft = rows.map(|(row, value)| (row.to_owned(), value)).collect();
    Input::StartWith(ruling.about(None), vec![Answer::Filled(draft)])
}

/// Opens the fight as its players follow it on disk.
fn followed(session: &Session) -> Watch {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    drop(saves.create(session).expect("created"));
    let name = &saves.list().expect("listed")[0].name;
    let resumed = saves.look(name, &systems()).expect("read");
    Watch::new(resumed)
}

/// Returns the data sent to the page of `affray serve`.
fn sent(watch: &Watch) -> Seen {
    Seen::of(watch, &Players::of(&watch.session), 40)
}

/// Returns the players' screen in the sizes of a small window, a laptop and a television.
fn frames(watch: &Watch) -> Vec<(Lead, String)> {
    let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
    let sizes = [(40, 12), (80, 24), (132, 43), (240, 67)];
    let frames = sizes.map(|(width, height)| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw::draw(watch, &theme, buffer.area, &mut buffer);
        let lead = Lead::of(watch, &Players::of(&watch.session));
        (lead, screen::text(&buffer))
    });
    frames.into()
}

/// Secrets that players must not read in any text: marks other than in visible names, and former names.
struct Secrets {
    /// All names that combatants ever had, longest first.
    names: Vec<String>,
    /// Names that players may read.
    open: Vec<String>,
}

impl Secrets {
    fn of(session: &Session, ever: &mut BTreeSet<String>) -> Self {
        let now = session.now();
        let seen = |id: &Id| !now.get(*id).hidden;
        let named = |id: &Id| seen(id) && now.get(*id).other_name.is_empty();
        let names = |id: Id| now.name(id).to_owned();
        let mut open: Vec<String> = now.ids().filter(named).map(names).collect();
        let sides = now.side_ids().filter(|side| {
            let mut members = now.ids().filter(|id| now.get(*id).side == *side);
            now.sides[side.index()].players || members.any(|id| seen(&id))
        });
        open.extend(sides.map(|side| now.side_name(side).to_owned()));
        // A narrow pane cuts names.
        let marked = open.iter().filter(|name| name.starts_with(MARK));
        let cut: Vec<String> = marked
            .flat_map(|name| (MARK.len() + 1..name.len()).map(|end| name[..end].to_owned()))
            .collect();
        ever.extend(now.ids().map(names));
        ever.extend(now.sides.iter().map(|side| side.name.clone()));
        let mut all: Vec<String> = ever.iter().chain(&cut).cloned().collect();
        open.extend(cut);
        all.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names: all, open }
    }

    #[track_caller]
    fn stay_out_of(&self, text: &str, name: &str) {
        let (said, left) = named(text, &self.names);
        for one in said {
            assert!(self.open.contains(&one), "{name}: {one} in\n{text}");
        }
        assert!(!left.contains(MARK), "{name}: a mark in\n{text}");
        assert!(!left.contains("a note of"), "{name}: a note in\n{text}");
    }

    /// Returns true if a text contains a count apart from names; the rank of a visible card does not count.
    fn counts(&self, text: &str) -> bool {
        let (_, left) = named(text, &self.names);
        let suits = ['♣', '♦', '♥', '♠'];
        let mut parts = left
            .split_inclusive(suits)
            .map(|part| match part.strip_suffix(suits) {
                Some(before) => before.trim_end_matches(|c: char| c.is_ascii_digit()),
                None => part,
            });
        parts.any(|part| part.contains(|c: char| c.is_ascii_digit()))
    }
}

#[test]
fn players_see_no_secret() {
    for game in games(6) {
        let game = with_secrets(game);
        let (mut ever, mut step) = (BTreeSet::new(), 0);
        play(
            &game,
            Tactics::Forward,
            kept_secret,
            |session, _, _, name| {
                let secrets = Secrets::of(session, &mut ever);
                step += 1;
                if step % 7 != 0 {
                    return;
                }
                let now = session.now();
                let is_own = |id: &Id| now.sides[now.get(*id).side.index()].players;
                let own: Vec<&str> = now.ids().filter(is_own).map(|id| now.name(id)).collect();
                for line in Players::of(session).last_lines(usize::MAX) {
                    let text = line.text.as_str();
                    secrets.stay_out_of(text, name);
                    for sentence in text.split(". ").filter(|_| !line.heading) {
                        let is_change = sentence.contains('→') || sentence.contains(" of ");
                        let changed = is_change && own.iter().any(|own| sentence.starts_with(own));
                        let counts = secrets.counts(sentence);
                        assert!(
                            changed || !counts,
                            "{name}: a number in `{sentence}` of `{text}`"
                        );
                    }
                }
                for line in markdown(session, Readers::Players).lines().skip(1) {
                    secrets.stay_out_of(line, name);
                }
                let data =
                    serde_json::to_string(&Log::of(session, Readers::Players)).expect("data");
                let (_, data) = data.split_once("combatants").expect("who is there");
                secrets.stay_out_of(data, name);
                let recap = Recap::of(session, Readers::Players);
                for fall in &recap.falls {
                    let told = format!("{} {} {}", fall.who, fall.how, fall.cause);
                    assert!(!secrets.counts(&told), "{name}: a number in {fall:?}");
                }
                assert!(
                    recap.sides.iter().all(|side| side.players),
                    "{name}: {recap:?}"
                );
                let mut people = recap.sides.iter().flat_map(|side| &side.people);
                assert!(people.all(|one| one.dealt.is_none()), "{name}: {recap:?}");

                let watch = followed(session);
                let page = sent(&watch);
                let stream = serde_json::to_string(&page).expect("data");
                secrets.stay_out_of(&stream, name);
                for side in page.sides.iter().filter(|side| !side.own) {
                    for foe in &side.people {
                        let words = format!("{} {}", foe.health, foe.conditions.join(" "));
                        let counts = foe.life.is_some() || secrets.counts(&words);
                        assert!(!counts, "{name}: a number of {foe:?}");
                    }
                }
                for (lead, frame) in frames(&watch) {
                    let (_, below) = frame.split_once('\n').expect("rows");
                    secrets.stay_out_of(below, name);
                    for text in [&lead.now, &lead.side, &lead.next] {
                        secrets.stay_out_of(text, name);
                    }
                    no_number_of_a_foe(session, &secrets, below, name);
                }
            },
        );
    }
}

/// Checks that no count and no declaration of a foe appears next to the foe's name.
fn no_number_of_a_foe(session: &Session, secrets: &Secrets, frame: &str, name: &str) {
    let now = session.now();
    let is_own = |id: Id| now.sides[now.get(id).side.index()].players;
    for foe in now.ids().filter(|id| !is_own(*id)) {
        let beside = format!("{}  ", now.get(foe).players_name());
        for line in frame.lines() {
            for (at, _) in line.match_indices(&beside) {
                let cell = line[at..].split('│').next().unwrap_or_default();
                assert!(!secrets.counts(cell), "{name}: a number in `{cell}`");
            }
        }
    }
    for row in session.order() {
        let foe = row.who.filter(|who| !is_own(*who));
        let Some(foe) = foe.filter(|_| row.mark == Mark::Waiting) else {
            continue;
        };
        let said = row.text(now);
        let declared = said.trim().strip_prefix(now.name(foe)).unwrap_or_default();
        assert!(
            declared.is_empty() || !frame.contains(said.trim()),
            "{name}: {said} in\n{frame}"
        );
    }
}

/// Everything that players can read, including numbers, is the same with and without hidden combatants.
#[test]
fn hidden_combatants_change_nothing_that_players_see() {
    let (mut came, mut fell) = (0, 0);
    for game in games(7) {
        let mut step = 0;
        let quiet = |_: &Session, _: usize| None;
        play(&game, Tactics::Forward, quiet, |session, _, _, name| {
            step += 1;
            let now = session.now();
            let is_foe = |side: &SideId| !now.sides[side.index()].players;
            let Some(side) = now.side_ids().find(is_foe).filter(|_| step % 6 == 0) else {
                return;
            };
            let sheet = session.system().improvised(5);
            let mut lurker = Combatant::new(&format!("{MARK}lurker"), side, sheet);
            lurker.hidden = true;
            let combatant = Arc::new(lurker);
            let before = read_by_players(session);
            let joined = Event::Joined { combatant };
            if session.input(Input::Correct(vec![joined])).is_err() {
                return;
            }
            came += 1;
            let is_as_before = |session: &Session, what: &str| {
                let after = read_by_players(session);
                for (was, is) in before.iter().zip(&after) {
                    let mut rows = was.lines().zip(is.lines());
                    let differs = rows.find(|(was, is)| was != is);
                    assert_eq!(
                        differs, None,
                        "{name}, {what}: what stood, and stands, in\n{is}"
                    );
                }
            };
            is_as_before(session, "somebody hidden is there");
            if let Some(events) = felled(session) {
                session.input(Input::Correct(events)).expect("felled");
                is_as_before(session, "and falls to a blow of somebody's own");
                session.input(Input::Undo).expect("undone");
                fell += 1;
            }
            session.input(Input::Undo).expect("undone");
        });
    }
    assert!(came > 60 && fell > 20, "only {came}, of whom {fell} fell");
}

/// Fells the latest combatant by a player's combatant, after an attack that misses.
fn felled(session: &mut Session) -> Option<Vec<Event>> {
    let now = session.now();
    let who = now.ids().last()?;
    let by = now
        .ids()
        .find(|id| now.sides[now.get(*id).side.index()].players)?;
    if !session.history().open().is_empty() {
        return None;
    }
    let ruling = [
        format!("ruling damage {}", who.letter()),
        "set amount=400".to_owned(),
    ];
    let mut given = 0;
    for text in &ruling {
        let input = parse(session, text).expect("understood");
        if session.input(input).is_err() {
            break;
        }
        given += 1;
    }
    let ruled = session.history().entries().last();
    let ruled = ruled.filter(|_| given == ruling.len() && session.history().open().is_empty());
    let ruled = ruled.map(|entry| entry.events.to_vec());
    for _ in 0..given {
        session.input(Input::Undo).expect("undone");
    }
    let blow = |hit| Event::Struck { by, who, hit };
    let harm = ruled?.into_iter();
    let harm = harm.filter(|event| !matches!(event, Event::Act { .. }));
    Some([blow(false), blow(true)].into_iter().chain(harm).collect())
}

/// Returns what the page is sent in a fight, without repetitions: two rounds in which everyone only dodges and ends the
/// turn. `order` has the letters of the combatants; `d` is hidden, if it is there.
fn streamed(system: &str, setup: &str, begin: &[&str], order: &str, deed: &str) -> Vec<String> {
    let compendium = fight_file::compendium(system);
    let mut course = fight_file::course(&compendium, setup, &[]);
    let mut sent_so_far: Vec<String> = Vec::new();
    let mut steps: Vec<String> = begin.iter().map(|step| (*step).to_owned()).collect();
    for letter in order.chars().cycle().take(2 * order.len()) {
        steps.push(format!("do {deed} {letter}"));
        steps.push(format!("do end-turn {letter}"));
    }
    for step in &steps {
        let page = serde_json::to_string(&sent(&followed(&course.session))).expect("data");
        if sent_so_far.last() != Some(&page) {
            sent_so_far.push(page);
        }
        fight_file::go(&mut course, &[step]);
    }
    sent_so_far
}

/// Checks that the page is sent the same with a hidden combatant and without it.
#[track_caller]
fn is_sent_the_same(
    system: &str,
    deed: &str,
    setup: [&str; 2],
    begin: [&[&str]; 2],
    order: [&str; 2],
) {
    let with = streamed(system, setup[0], begin[0], order[0], deed);
    let without = streamed(system, setup[1], begin[1], order[1], deed);
    assert!(without.len() >= 2 * order[1].len(), "{without:#?}");
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with, without, "{system}, {order:?}");
    }
    assert_eq!(with.len(), without.len(), "{system}, {order:?}");
}

#[test]
fn a_turn_of_a_hidden_combatant_sends_no_update() {
    let people = "(name: \"Ann\", side: \"P\", sheet: (max_hp: 10)), (name: \"Ben\", side: \"P\", sheet: (max_hp: 10)),
        (name: \"Cur\", side: \"O\", sheet: (max_hp: 10))";
    let hidden = "(name: \"Zed\", side: \"O\", hidden: true, sheet: (max_hp: 10))";
    let head =
        "title: \"x\", system: \"d20\", sides: [(name: \"P\", players: true), (name: \"O\")]";
    let with = format!("{head}, combatants: [{people}, {hidden}]");
    let without = format!("{head}, combatants: [{people}]");
    // Before all others, between two of them, and after them at the end of the round.
    for (roll, order) in [("20", "dabc"), ("12", "adbc"), ("7", "abdc"), ("1", "abcd")] {
        let rolls = format!("roll 15 10 5 {roll}");
        is_sent_the_same(
            "d20",
            "dodge",
            [&with, &without],
            [&[&rolls], &["roll 15 10 5"]],
            [order, "abc"],
        );
    }
    let people = people.replace("max_hp", "most");
    let hidden = hidden.replace("max_hp", "most");
    let head = "title: \"x\", system: \"plain\", options: (order: \"as_listed\"), sides: [(name: \"P\", players: true), (name: \"O\")]";
    let with = format!("{head}, combatants: [{people}, {hidden}]");
    let without = format!("{head}, combatants: [{people}]");
    is_sent_the_same(
        "plain",
        "defend",
        [&with, &without],
        [&[], &[]],
        ["abcd", "abc"],
    );
}

/// Countdown marks a combatant as done at the beginning of the attack. Players see the mark at the end, and a hidden
/// combatant on the same count changes nothing.
#[test]
fn the_acting_combatant_keeps_the_mark_until_the_attack_ends() {
    let page = |hidden: &str, rolls: &str| {
        let compendium = fight_file::compendium("countdown");
        let setup = format!(
            "title: \"x\", system: \"countdown\", sides: [(name: \"P\", players: true), (name: \"O\")], combatants: [
            (name: \"Kara\", side: \"P\", sheet: (hp_max: 9, dex_mod: 1, attacks: [(name: \"sword\", damage: \"1d8\")])),
            (name: \"Orc\", side: \"O\", sheet: (hp_max: 9, attacks: [(name: \"axe\", damage: \"1d8\")])), {hidden}]"
        );
        let begin = ["enter", "do close-declarations", "do initiative", rolls];
        let attack = ["do attack a", "set target=b"];
        let steps = [&begin[..], &attack].concat();
        let course = fight_file::course(&compendium, &setup, &steps);
        assert!(!course.session.history().open().is_empty(), "a die is open");
        sent(&followed(&course.session))
    };
    let without = page("", "roll 3 2");
    let marked = without.order.iter().filter(|row| row.mark == Mark::Acting);
    let marked: Vec<&str> = marked.map(|row| row.text.trim()).collect();
    assert_eq!((without.lead.now.as_str(), marked), ("Kara", vec!["Kara"]));
    let zed = "(name: \"Zed\", side: \"O\", hidden: true, sheet: (hp_max: 9, attacks: [(name: \"axe\", damage: \"1d8\")]))";
    assert_eq!(page(zed, "roll 3 2 4"), without);
}

/// Countdown applies the damage of a count when all of its combatants have acted. A hidden combatant on the same count
/// adds no page and changes none.
#[test]
fn a_hidden_combatant_on_the_same_count_sends_no_page_of_its_own() {
    let pages = |hidden: &str, rolls: &str, then: &[&str]| {
        let compendium = fight_file::compendium("countdown");
        let setup = format!(
            "title: \"x\", system: \"countdown\", sides: [(name: \"P\", players: true), (name: \"O\")], combatants: [
            (name: \"Kara\", side: \"P\", sheet: (hp_max: 9, attacks: [(name: \"sword\", damage: \"1d8\")])),
            (name: \"Orc\", side: \"O\", sheet: (hp_max: 9, attacks: [(name: \"axe\", damage: \"1d8\")])), {hidden}]"
        );
        let begin = ["enter", "do close-declarations", "do initiative", rolls];
        let mut course = fight_file::course(&compendium, &setup, &begin);
        let attack = ["do attack a", "set target=b", "roll 19", "roll 5"];
        let mut pages: Vec<String> = Vec::new();
        for step in attack.iter().chain(then) {
            fight_file::go(&mut course, &[step]);
            let page = sent(&followed(&course.session));
            let page = serde_json::to_string_pretty(&page).expect("data");
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        }
        pages
    };
    let zed = "(name: \"Zed\", side: \"O\", hidden: true, sheet: (hp_max: 9, attacks: [(name: \"axe\", damage: \"1d8\")]))";
    let without = pages("", "roll 3 2", &[]);
    // The hidden combatant acts last, and passes.
    let with = pages(zed, "roll 3 2 3", &["do pass c"]);
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with, without);
    }
    assert_eq!(with.len(), without.len(), "{with:#?}");
    assert!(with.concat().contains("Kara attacks Orc"), "{with:#?}");
}

/// Countdown marks a combatant as done at the beginning of the attack. The attack of a hidden combatant sends no page
/// before its damage, on a count of its own and on the count of another combatant.
#[test]
fn an_attack_by_a_hidden_combatant_sends_no_page_before_its_damage() {
    let kara = ["do attack a", "set target=b", "roll 19", "roll 5"];
    let orc = ["do attack b", "set target=a", "roll 19", "roll 2"];
    for (rolls, before) in [
        ("roll 3 2 4", &[][..]),
        ("roll 3 2 3", &kara),
        ("roll 3 2 1", &[kara, orc].concat()),
    ] {
        let compendium = fight_file::compendium("countdown");
        let setup = "title: \"x\", system: \"countdown\", sides: [(name: \"P\", players: true), (name: \"O\")], combatants: [
            (name: \"Kara\", side: \"P\", sheet: (hp_max: 19, attacks: [(name: \"sword\", damage: \"1d8\")])),
            (name: \"Orc\", side: \"O\", sheet: (hp_max: 19, attacks: [(name: \"axe\", damage: \"1d8\")])),
            (name: \"Zed\", side: \"O\", hidden: true, sheet: (hp_max: 9, attacks: [(name: \"axe\", damage: \"1d8\")]))]";
        let begin = ["enter", "do close-declarations", "do initiative", rolls];
        let mut course = fight_file::course(&compendium, setup, &[&begin, before].concat());
        let page = |course: &fight_file::Course<'_>| sent(&followed(&course.session));
        let shown = page(&course);
        for step in ["do attack c", "set target=a", "roll 19"] {
            fight_file::go(&mut course, &[step]);
            assert_eq!(page(&course), shown, "{rolls}: {step}");
        }
        fight_file::go(&mut course, &["roll 5"]);
        let log = format!("{:?}", page(&course).log);
        assert!(log.contains("Kara takes"), "{rolls}: {log}");
        assert!(!log.contains("Zed"), "{rolls}: {log}");
    }
}

/// While only hidden combatants act, the players' screen names none of them and stays unchanged.
#[test]
fn the_players_screen_stays_the_same_during_a_hidden_turn() {
    let (mut systems, mut held) = (BTreeMap::<String, usize>::new(), 0);
    for game in games(8) {
        let quiet = |_: &Session, _: usize| None;
        play(&game, Tactics::Forward, quiet, |session, _, _, name| {
            let marked = session
                .order()
                .into_iter()
                .filter(|row| row.mark == Mark::Acting);
            let marked = marked.filter_map(|row| row.who);
            let acting: BTreeSet<Id> = session.now().turn.into_iter().chain(marked).collect();
            let seen_often = systems.get(session.now().system) >= Some(&4);
            let one = acting.first().copied().filter(|_| acting.len() == 1);
            let Some(who) = one.filter(|_| !seen_often) else {
                return;
            };
            let hides = Event::Hid { who, hidden: true };
            if session.input(Input::Correct(vec![hides])).is_err() {
                return;
            }
            *systems.entry(session.now().system.to_string()).or_default() += 1;
            let called = session.now().name(who).to_owned();
            let seen = sent(&followed(session));
            let people = seen.sides.iter().flat_map(|side| &side.people);
            let acts: Vec<&str> = people
                .filter(|one| one.acts)
                .map(|one| one.name.as_str())
                .collect();
            assert!(!acts.contains(&called.as_str()), "{name}: {acts:?}");
            held += usize::from(!acts.is_empty());
            // The current count is never one without a visible combatant.
            let stands = seen.order.iter().find(|row| row.current);
            let empty = stands.is_some_and(|row| !row.text.contains(char::is_alphabetic));
            assert!(!empty, "{name}: {:?}", seen.order);
            session.input(Input::Undo).expect("undone");
        });
    }
    let missed = affray::systems::all()
        .iter()
        .filter(|system| !systems.contains_key(system.key()));
    assert_eq!(missed.count(), 0, "{systems:?}");
    assert!(held > 5, "only {held} of {systems:?}");
}

/// Returns every text of a fight that players can read.
fn read_by_players(session: &Session) -> Vec<String> {
    let watch = followed(session);
    let leads = frames(&watch).into_iter();
    let frames = leads.map(|(lead, frame)| format!("{lead:?}\n{frame}"));
    // The page only gets data that has changed.
    let page = serde_json::to_string_pretty(&sent(&watch)).expect("data");
    let log = Log::of(session, Readers::Players);
    let log = serde_json::to_string_pretty(&log).expect("data");
    frames
        .chain([markdown(session, Readers::Players), page, log])
        .collect()
}

/// If combatants have the same name, the hidden ones are numbered last, so that no number reveals them.
#[test]
fn hidden_combatants_do_not_change_the_numbers_in_visible_names() {
    let system = systems()[0];
    let (compendium, _) = Compendium::built_in(system);
    let from = &compendium.roster()[0].name;
    let mut setup = Setup::new(system.key());
    setup.sides.push(SideSetup {
        name: "Foes".to_owned(),
        ..SideSetup::default()
    });
    let of = |hidden: bool| Newcomer {
        hidden,
        ..Newcomer::from_roster(from, 1, "Foes")
    };
    let seen_names = |combatants: &[Newcomer]| {
        let setup = Setup {
            combatants: combatants.to_vec(),
            ..setup.clone()
        };
        let start = setup.begin(&compendium, Seed(1)).expect("a fight");
        let seen = start.ids().filter(|id| !start.get(*id).hidden);
        seen.map(|id| start.name(id).to_owned()).collect::<Vec<_>>()
    };
    for seen in 1..4 {
        let alone: Vec<Newcomer> = (0..seen).map(|_| of(false)).collect();
        let mut with = vec![of(true)];
        with.extend(alone.clone());
        with.insert(2, of(true));
        assert_eq!(seen_names(&alone), seen_names(&with));
    }
}

/// Returns the names of a combatant's attacks and spells.
fn means(now: &Encounter, id: Id) -> Vec<String> {
    let lists = ["attacks", "weapons", "spells"];
    let paths = lists
        .iter()
        .flat_map(|list| (0..20).map(move |place| format!("{list}/{place}/name")));
    let values = paths.filter_map(|path| now.get(id).sheet.value(&path));
    values.map(|value| value.to_string()).collect()
}

#[test]
fn the_declaration_of_a_foe_who_falls_before_acting_stays_secret() {
    for (fight, sign) in [
        ("low_tide", " loses "),
        ("wreckers_cove", ""),
        ("amber_ford", ""),
    ] {
        let mut app = keyboard::fight(fight);
        keyboard::press(&mut app, "enter shift-e");
        let now = keyboard::on(&app).now().clone();
        let is_foe = |id: &Id| !now.sides[now.get(*id).side.index()].players;
        let foes: Vec<Id> = now.ids().filter(is_foe).collect();
        for foe in &foes {
            keyboard::line(&mut app, &format!("damage 400 {}", foe.letter()));
        }
        let session = &keyboard::on(&app).session;
        let all: String = session
            .lines()
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        assert!(all.contains(sign), "{fight}: the GM reads it\n{all}");
        let mut names: Vec<String> = now.ids().map(|id| now.name(id).to_owned()).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for line in Players::of(session).last_lines(usize::MAX) {
            let (said, left) = named(&line.text, &names);
            let of_it = |foe: &&Id| said.iter().any(|name| name == now.name(**foe));
            let known = foes.iter().filter(of_it).flat_map(|foe| means(&now, *foe));
            let known: Vec<String> = known.filter(|one| left.contains(one.as_str())).collect();
            assert_eq!(known, [""; 0], "{fight}: {}", line.text);
        }
    }
}

/// Returns the players' log of a fight.
fn heard(setup: &str, system: &str, steps: &[&str]) -> Vec<String> {
    let compendium = fight_file::compendium(system);
    let course = fight_file::course(&compendium, setup, steps);
    let lines = Players::of(&course.session).last_lines(usize::MAX);
    lines.into_iter().map(|line| line.text).collect()
}

/// Actions of hidden combatants are left out of the players' log. Effects on visible combatants are shown, and so are
/// the actions of others on hidden combatants.
#[test]
fn hidden_actions_are_left_out_but_their_effects_are_shown() {
    let ambush = |hidden: bool| {
        let setup = format!(
            "title: \"x\", system: \"segments\", sides: [(name: \"P\", players: true), (name: \"O\")],
            combatants: [(name: \"Ada\", side: \"P\", sheet: (max_hp: 30, per: 10)),
                (name: \"Bo\", side: \"P\", sheet: (max_hp: 30, per: 10)),
                (name: \"Cur\", side: \"O\", sheet: (max_hp: 30)),
                (name: \"Dog\", side: \"O\", hidden: {hidden}, sheet: (max_hp: 30))]"
        );
        heard(&setup, "segments", &["set ambush=yes", "roll 8 90", "yes"])
    };
    let without = |line: &String| line.replace(" and Dog", "");
    let whole: Vec<String> = ambush(false).iter().map(without).collect();
    assert!(whole.contains(&"Ambush by Cur.".to_owned()), "{whole:?}");
    assert_eq!(ambush(true), whole);
    // A hidden shooter wounds one of the players' combatants; a foe that turns away is felled by one of them.
    let setup = "title: \"x\", system: \"split-round\", sides: [(name: \"P\", players: true), (name: \"O\")],
        combatants: [(name: \"Ann\", side: \"P\", sheet: (hp_max: 10, ac: 12, attacks: [(name: \"sword\", attack_mod: 5, damage: \"1d8\")])),
            (name: \"Cur\", side: \"O\", sheet: (hp_max: 3, ac: 12)),
            (name: \"Fox\", side: \"O\", hidden: true, sheet: (hp_max: 30, attacks: [(name: \"sling\", damage: \"1d4\", mode: \"ranged\")]))]";
    let steps = [
        "enter",
        "do declare b",
        "set feet=10, leaves=a",
        "enter",
        "roll 15",
        "roll 6",
        "do declare c",
        "set target1=a",
        "do declare-none",
        "do dice",
        "roll 18",
        "roll 3",
    ];
    let lines = heard(setup, "split-round", &steps);
    let all = lines.join("\n");
    assert!(all.contains("Cur is down."), "{all}");
    assert!(all.contains("Ann takes 3 damage: 10 → 7 HP"), "{all}");
    assert!(!all.contains("Fox") && !all.contains("sling"), "{all}");
}

/// Automatic events appear in the players' log in separate lines, without numbers.
#[test]
fn players_see_automatic_events_without_numbers() {
    let setup = "title: \"x\", system: \"countdown\", sides: [(name: \"P\", players: true), (name: \"O\")],
        combatants: [(name: \"Ann\", side: \"P\", sheet: (hp_max: 10)), (name: \"Cur\", side: \"O\", sheet: (hp_max: 10))],
        events: [(at: Round(1), text: \"the roof burns; smoke: -2 on shots\")]";
    let lines = heard(setup, "countdown", &["enter"]);
    assert!(
        lines.contains(&"The roof burns; smoke.".to_owned()),
        "{lines:?}"
    );
}
