//! Drawn fights: `tests/fights/<system>/drawn_NN.ron` are games of a random player and of automatic combatants in the
//! bundled fights, with typed dice. Of many games, the test keeps the games with the most details that no other fight
//! shows. Once written, they are fights like any other and no longer need this file.
//!
//! `AFFRAY_DRAW=40 cargo test --test library systems::drawn` plays 40 games of each system and rewrites the fights
//! (`AFFRAY_DRAW_SEED` starts with another seed, `AFFRAY_SYSTEM` selects one system). Then run
//! `UPDATE_EXPECT=1 cargo test --test library systems::played` and rewrite the other pages that record fights. New
//! fights show other details, so read the diff before you replace the fights of a failing test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Encounter, Event};
use affray::resolver::Prompt;
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Waits};
use affray::setup;
use affray::simulate::Also;
use affray::values::{Spec, Value};

use super::played;
use crate::support::fight_file::{self, Course};
use crate::support::in_words;
use crate::support::laws;
use crate::support::random_games::any_setup;
use crate::support::random_player::{Player, Tactics};
use crate::support::seeded_chance::{Chance, number};
use crate::support::wording::Wording;

/// Minimum and maximum number of inputs.
const SHORTEST: usize = 40;
const LONGEST: usize = 80;
/// Maximum number of fights kept for a system.
const MOST: usize = 3;
/// Maximum total size of their pages in bytes.
const PAGES: usize = 150_000;
/// Minimum number of new details that justify another fight.
const LEAST_NEW: usize = 25;

/// Game with the text of its file and its page.
struct Game {
    text: String,
    inputs: usize,
    page: String,
    /// Details of the page, without names and numbers.
    shows: BTreeSet<String>,
}

/// Returns the next input: a decision of the system's tactics, an input of the player, or a correction by the GM to an
/// extreme value.
fn next(course: &Course<'_>, player: &mut Player, chance: &mut Chance) -> Option<String> {
    let session = &course.session;
    if chance.one_in(25) {
        return edge(course, chance);
    }
    if chance.one_in(80) {
        let creature = chance.of(course.compendium.roster())?;
        let sides: Vec<_> = session.now().side_ids().collect();
        let side = session.now().side_name(*chance.of(&sides)?);
        return Some(format!("add {}, {side}", creature.name));
    }
    let led = || {
        let mut sides = session.now().side_ids();
        sides.find_map(|side| session.decision(Some(Also::Side(side))))
    };
    let input = match chance.one_in(2).then(led).flatten() {
        Some(decision) => Input::from(decision),
        None => player.input(session, course.compendium),
    };
    if let Input::Correct(events) = &input
        && matches!(events[..], [Event::Changed { .. }])
    {
        return None;
    }
    in_words::step(course, &input, chance)
}

/// Returns a correction that sets a number on a sheet to its minimum, to 0 or 1, or to a value close to the current
/// one.
fn edge(course: &Course<'_>, chance: &mut Chance) -> Option<String> {
    let now = course.session.now();
    let present: Vec<_> = now.present().collect();
    let who = *chance.of(&present)?;
    let sheet = &now.get(who).sheet;
    let fields = course.compendium.schema.fields.iter();
    let numbers = fields.filter_map(|field| match (&field.kind, sheet.value(&field.key)) {
        (Spec::Int(least, most), Some(Value::Int(stands))) => Some((field, *least, *most, stands)),
        _ => None,
    });
    let numbers: Vec<_> = numbers.collect();
    let (field, least, most, stands) = *chance.of(&numbers)?;
    let to = *chance.of(&[0, 1, least, stands - 1, stands + 1, stands / 2])?;
    let (who, key, to) = (who.letter(), &field.key, to.clamp(least, most));
    Some(format!("edit {who} {key} {to}"))
}

/// Returns true if a refused input is worth a step: an action, a form or a choice of combatants, but not an answer to
/// another question.
fn worth_refusing(step: &str) -> bool {
    ["do ", "set ", "pick "]
        .iter()
        .any(|verb| step.starts_with(verb))
}

/// Rolls the remaining dice, so that no fight ends at a prompt for dice.
fn finish(course: &mut Course<'_>, chance: &mut Chance) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    let asks = |prompt: &Prompt| prompt.throws().next().is_some();
    while matches!(course.session.waits(), Waits::Prompt(prompt) if asks(prompt)) {
        let step = in_words::step(course, &Input::Roll(Vec::new()), chance)?;
        course.step(&step).ok()?;
        steps.push(step);
        if steps.len() > 20 {
            return None;
        }
    }
    Some(steps)
}

/// Formats a fight file.
fn written(about: &str, setup: &str, steps: &[String]) -> String {
    let mut text = format!("(\n    about: {about:?},\n    setup: ");
    text += &setup.trim_end().replace('\n', "\n    ");
    text += ",\n    steps: [";
    let mut column = usize::MAX;
    for step in steps {
        let step = format!("{step:?},");
        if column.saturating_add(step.len()) > 140 {
            text += "\n       ";
            column = 7;
        }
        column += step.len() + 1;
        text += &format!(" {step}");
    }
    text + "\n    ],\n)\n"
}

/// Plays a game of a system; `None` if it cannot be written as a file.
fn game(
    system: &'static dyn System,
    compendium: &Compendium,
    seed: u64,
    inputs: usize,
) -> Option<Game> {
    let mut player = Player::new(seed, Tactics::Restless);
    let mut chance = Chance::at(Seed(seed), 0, "drawn");
    let (name, mut setup) = any_setup(compendium, &mut player);
    // Limits the options for a number of rounds, so that a game reaches their end.
    for option in compendium.schema.options.iter() {
        if let (Spec::Int(least, most), Some(Value::Int(many))) =
            (&option.kind, setup.options.get(&option.key))
        {
            let few = Value::Int(many.rem_euclid(4).clamp(*least, *most));
            setup.options.set(&option.key, few);
        }
    }
    for side in &mut setup.sides {
        side.rolls = None;
    }
    for one in &mut setup.combatants {
        one.rolls = None;
    }
    let about = format!("Drawn: {name}, seed {seed}.");
    let setup = setup::write(&setup, compendium.schema);
    let text = written(&about, &setup, &[]);
    let fight = fight_file::read(&Source::new("drawn", &text), &[compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{seed}: {wrong:?}\n{text}"));
    let mut course = fight_file::begin(&fight, &[compendium], &[system]).expect("it begins");
    let mut steps = Vec::new();
    for _ in 0..inputs * 4 {
        if steps.len() >= inputs {
            break;
        }
        let Some(step) = next(&course, &mut player, &mut chance) else {
            continue;
        };
        match course.step(&step) {
            Ok(()) => steps.push(step),
            Err(_) if matches!(course.session.waits(), Waits::Fault(_)) => return None,
            Err(_) if worth_refusing(&step) => {
                let step = format!("! {step} ::");
                if steps.last() != Some(&step) {
                    steps.push(step);
                }
            }
            Err(_) => {}
        }
    }
    steps.extend(finish(&mut course, &mut chance)?);
    let text = written(&about, &setup, &steps);
    let fight = fight_file::read(&Source::new("drawn", &text), &[compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let page = played::page(&fight, system, compendium, &mut Wording::default(), None);
    let page = page.unwrap_or_else(|why| panic!("{why}\n{text}"));
    let shows = shows(&page, &names(compendium, course.session.now()));
    let inputs = steps.len();
    Some(Game {
        text,
        inputs,
        page,
        shows,
    })
}

/// Returns the names that may appear, longest first.
fn names(compendium: &Compendium, now: &Encounter) -> Vec<String> {
    let mut names: Vec<String> = now.ids().map(|id| now.name(id).to_owned()).collect();
    names.extend(compendium.roster().iter().map(|one| one.name.clone()));
    names.sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
    names
}

/// Returns the details of a page without its steps: names are removed, and numbers other than 0 and 1 lose their
/// digits.
fn shows(page: &str, names: &[String]) -> BTreeSet<String> {
    let lines = page.lines().filter(|line| !line.starts_with("> "));
    let shared = |line: &str| {
        line.replace(" / ", "\n")
            .replace(" · ", "\n")
            .replace(" | ", "\n")
    };
    let parts: Vec<String> = lines.map(shared).collect();
    let parts = parts.iter().flat_map(|parts| parts.lines());
    parts.map(|part| blanked(part, names)).collect()
}

fn blanked(part: &str, names: &[String]) -> String {
    let mut text = part.to_owned();
    for name in names {
        text = text.replace(name.as_str(), "@");
    }
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let mut blank = String::new();
        let mut digits = String::new();
        for c in word.chars().chain(['\n']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            match digits.as_str() {
                "" => {}
                "0" | "1" => blank += &digits,
                _ => blank.push('#'),
            }
            digits.clear();
            blank.push(c);
        }
        let blank = blank.trim_end();
        let letter = blank.len() == 1 && blank.chars().all(|c| c.is_ascii_lowercase());
        words.push(if letter {
            "@".to_owned()
        } else {
            blank.to_owned()
        });
    }
    words.join(" ")
}

/// Returns the details of the fights written by hand.
fn shown_by_hand(system: &'static dyn System, compendium: &Compendium) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for path in fight_file::files(system)
        .iter()
        .filter(|path| !is_drawn(path))
    {
        let (_, fight) = fight_file::one(path, compendium);
        let course = fight_file::begin(&fight, &[compendium], &[system]).expect("it begins");
        let page = played::page(&fight, system, compendium, &mut Wording::default(), None);
        let page = page.unwrap_or_else(|why| panic!("{why}"));
        shown.extend(shows(&page, &names(compendium, course.session.now())));
    }
    shown
}

/// Chooses games one after another, each with the most new details, until the next one adds little.
fn choose(mut games: Vec<Game>, mut shown: BTreeSet<String>) -> Vec<Game> {
    let (mut chosen, mut pages): (Vec<Game>, usize) = (Vec::new(), 0);
    while chosen.len() < MOST {
        games.retain(|game| pages + game.page.len() <= PAGES);
        let new = |game: &Game| game.shows.difference(&shown).count();
        // The earlier one of two equal games.
        let best = (0..games.len()).rev().max_by_key(|nth| new(&games[*nth]));
        let Some(best) = best.filter(|nth| new(&games[*nth]) >= LEAST_NEW) else {
            break;
        };
        let game = games.swap_remove(best);
        let news = new(&game);
        println!(
            "  {news} new: {}",
            game.text.lines().nth(1).unwrap_or_default().trim()
        );
        pages += game.page.len();
        shown.extend(game.shows.iter().cloned());
        chosen.push(game);
    }
    chosen
}

fn is_drawn(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    fight_file::is_drawn(&name)
}

/// Deletes the generated fights of a system, and their snapshots.
fn forget(system: &'static dyn System) -> PathBuf {
    let folder = laws::page(system, "tests/fights/KEY/x.ron");
    let folder = folder.parent().expect("a folder").to_owned();
    let pages = laws::page(system, "tests/data/played/KEY/x.txt");
    for folder in [&folder, pages.parent().expect("a folder")] {
        let files = fs::read_dir(folder).expect("a folder");
        let files = files.map(|file| file.expect("a file").path());
        for path in files.filter(|path| is_drawn(path)) {
            fs::remove_file(path).expect("it goes");
        }
    }
    folder
}

fn draw(system: &'static dyn System, many: u64, first: u64) {
    let (compendium, _) = Compendium::built_in(system);
    if setup::bundled(&compendium).0.is_empty() {
        return;
    }
    let shown = shown_by_hand(system, &compendium);
    let games = (first..first + many).filter_map(|seed| {
        let inputs = SHORTEST + Chance::at(Seed(seed), 1, "drawn").below(LONGEST - SHORTEST + 1);
        game(system, &compendium, seed, inputs)
    });
    let games = choose(games.collect(), shown);
    let folder = forget(system);
    for (nth, game) in games.iter().enumerate() {
        let path = folder.join(format!("drawn_{:02}.ron", nth + 1));
        fs::write(&path, &game.text).expect("it is written");
    }
    let pages: usize = games.iter().map(|game| game.page.len()).sum();
    println!(
        "{}: {} fights, pages of {pages} bytes",
        system.key(),
        games.len()
    );
}

/// Any drawn game can be read from its file and plays to its end as written ([`game`] plays it).
#[test]
fn generated_games_can_be_read_and_played() {
    let first = number("AFFRAY_DRAW_SEED").unwrap_or(1);
    if let Some(many) = number("AFFRAY_DRAW") {
        return laws::each(|system| draw(system, many, first));
    }
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        if setup::bundled(&compendium).0.is_empty() {
            return;
        }
        let games = (first..first + 2).filter_map(|seed| game(system, &compendium, seed, 25));
        let most = games.map(|game| game.inputs).max();
        assert!(most >= Some(25), "{}: {most:?} inputs", system.key());
    });
}
