//! Whole fights without a screen (`affray new … --lines`), played by the keys that the output names.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::{setup, systems};
use serde_json::Value;

use crate::running::{AFFRAY, BRIDGE, affray, log, start_at};
use crate::support::seeded_chance::Chance;

/// Maximum number of lines of a fight; most need a tenth of it.
const LINES: usize = 3_000;

/// Program played in lines of JSON.
struct InJson {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl InJson {
    fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(AFFRAY)
            .args(arguments)
            .arg("--json")
            .env("AFFRAY_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        Self {
            to: child.stdin.take(),
            from: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    /// Returns the next output, one object in one line.
    fn told(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("text");
        assert!(!line.contains('\u{1b}'), "{line:?}");
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line:?}"))
    }

    /// Returns the answer to a line, after any automatic output before it.
    fn answer(&mut self, line: &str) -> (Vec<Value>, Value) {
        let to = self.to.as_mut().expect("it listens");
        writeln!(to, "{line}").expect("sent");
        let mut before = Vec::new();
        loop {
            let told = self.told();
            match told.get("unprompted") {
                None => return (before, told),
                Some(_) => before.push(told),
            }
        }
    }

    /// Sends a line and returns its answer; there must be no automatic output.
    #[track_caller]
    fn line(&mut self, line: &str) -> Value {
        let (before, told) = self.answer(line);
        assert_eq!(before, [Value::Null; 0], "{line}");
        told
    }

    /// Sends a line of the set-up. The only automatic output is the set-up with new odds, which may come at any time.
    #[track_caller]
    fn set_up_line(&mut self, line: &str) {
        let (before, _) = self.answer(line);
        for told in before {
            let question = &told["question"];
            assert_eq!(question["title"], "A new fight", "{line}: {told}");
            let hint = question["hint"].as_str().unwrap_or_default();
            assert!(hint.contains("the players win"), "{line}: {told}");
        }
    }

    fn end(mut self) {
        drop(self.to.take());
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// Returns the rows of a question by their keys.
fn keys(question: &Value) -> Vec<String> {
    let rows = question["rows"].as_array().into_iter().flatten();
    let rows = rows.filter_map(Value::as_str);
    let keys = rows.filter_map(|row| row.trim_start_matches('>').split_whitespace().next());
    let keys = keys.filter(|key| key.chars().count() == 1 && key.chars().all(char::is_alphabetic));
    keys.map(str::to_owned).collect()
}

/// Returns the letters of combatants who are up on sides other than the players', from `:state`.
fn foes(told: &Value, own: &str) -> Vec<String> {
    let rows = told["state"].as_array().into_iter().flatten();
    let rows = rows
        .filter_map(Value::as_str)
        .filter(|row| row.contains('/'));
    let foes = rows.filter(|row| !row.contains(&format!(": {own},")) && !row.starts_with('0'));
    let letters = foes.filter_map(|row| row.split_whitespace().nth(1));
    letters.map(str::to_owned).collect()
}

/// Returns true if the only saved fight is over.
fn is_over(home: &Path) -> bool {
    let saved = affray(home, &["list", "--json"]);
    String::from_utf8_lossy(&saved.stdout).contains("\"over\"")
}

/// Plays every bundled fight of every system from its first question to its end, by the keys that the output names.
#[test]
fn whole_fights_can_be_played_in_lines() {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let (ready, _) = setup::bundled(&compendium);
        for fight in &ready {
            let home = tempfile::tempdir().expect("a folder");
            let mut chance = Chance::at(Seed(5), 0, &fight.name);
            let own = fight.setup.sides.iter().find(|side| side.players);
            let own = own.map_or("", |side| &side.name).to_owned();
            let mut program = InJson::start(home.path(), &["new", &fight.name, "--seed", "5"]);
            let mut told = program.told();
            let mut question = told["question"].clone();
            let mut lines = 0;
            loop {
                if question["title"] == "The fight is over" {
                    break;
                }
                lines += 1;
                assert!(lines < LINES, "{}: {told}", fight.name);
                let keys = keys(&question);
                let is_form = question["hint"].to_string().contains("sends");
                let is_refused = question["rows"].to_string().contains("\"! ")
                    || question["said"].to_string().contains("choose");
                // Foes are weakened, as a GM may do to shorten a fight.
                let line = match chance.to(8) {
                    _ if is_form && is_refused => "backspace".to_owned(),
                    1 | 2
                        if question["rows"]
                            .as_array()
                            .is_some_and(|rows| rows.len() > 1) =>
                    {
                        let state = program.line(":state");
                        let foes = foes(&state, &own);
                        let last = u32::try_from(foes.len()).expect("few");
                        match foes.get(chance.to(last.max(1)) as usize - 1) {
                            Some(foe) => format!(":damage 20 {foe}"),
                            None => String::new(),
                        }
                    }
                    3..=4 if !keys.is_empty() && !is_form => {
                        let last = u32::try_from(keys.len()).expect("few");
                        format!("{}\\", keys[chance.to(last) as usize - 1])
                    }
                    5 => "space".to_owned(),
                    6 => "esc".to_owned(),
                    _ => String::new(),
                };
                told = program.line(&line);
                assert_eq!(told["not_saved"], Value::Null, "{}: {told}", fight.name);
                if let Some(new) = told.get("question") {
                    question = new.clone();
                }
            }
            program.end();
            assert!(is_over(home.path()), "{}", fight.name);
        }
    }
}

/// Automatic steps produce output without a line and are marked as automatic; a request for odds is answered at once.
#[test]
fn json_output_of_automatic_steps_is_marked_as_unprompted() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = InJson::start(home.path(), &["new", "bridge", "--seed", "5"]);
    assert_eq!(program.told()["unprompted"], true);
    program.line("");
    program.line(":control Bandits automatic");
    program.line(":auto fast");
    let mut step = program.told();
    while !step["log"].to_string().contains("(auto: ") {
        assert_eq!(step["unprompted"], true, "{step}");
        step = program.told();
    }
    assert_eq!(step["unprompted"], true, "{step}");
    program.answer("f11");
    let (_, counting) = program.answer(":odds");
    let title = counting["question"]["title"].to_string();
    assert!(title.contains("Odds"), "{counting}");
    let (_, closed) = program.answer("esc");
    assert!(!closed["question"].to_string().contains("Odds"), "{closed}");
    program.end();
}

/// Returns the output of a program in lines, worded for a screen reader.
fn spoken(home: &Path, arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(AFFRAY)
        .args(arguments)
        .env("AFFRAY_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(lines.as_bytes()).expect("sent");
    drop(to);
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).expect("text")
}

/// Program played in spoken lines, with the number of words of each answer.
struct Spoken {
    child: Child,
    to: Option<ChildStdin>,
    from: std::sync::mpsc::Receiver<String>,
}

impl Spoken {
    fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(AFFRAY)
            .args(arguments)
            .arg("--lines")
            .env("AFFRAY_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let (sender, from) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in lines {
                let _ = sender.send(line.expect("text"));
            }
        });
        Self {
            to: child.stdin.take(),
            from,
            child,
        }
    }

    /// Returns the output until there is none for a while.
    fn hear(&mut self) -> String {
        let mut heard = Vec::new();
        while let Ok(line) = self.from.recv_timeout(PAUSE) {
            heard.push(line);
        }
        heard.join("\n")
    }

    fn line(&mut self, line: &str) -> String {
        let to = self.to.as_mut().expect("it listens");
        writeln!(to, "{line}").expect("sent");
        self.hear()
    }

    fn end(mut self) {
        drop(self.to.take());
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// Pause after which a program has written everything.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(1_500);

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Characters that a screen reader spells out.
const SPELLED: [char; 14] = [
    '→', '·', '█', '░', '…', '│', '─', '×', '✓', '|', '#', '>', '[', ']',
];

#[test]
fn a_spoken_attack_takes_few_words() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = Spoken::start(home.path(), &["new", "toll_bridge", "--seed", "5"]);
    let mut heard = program.hear();
    heard += &program.line("space");
    let mut longest = 0;
    // Everyone attacks the first foe once and ends the turn.
    for _ in 0..6 {
        let attack = program.line("A a");
        let attack = if attack.contains("attacks") || attack.contains("own side") {
            attack
        } else {
            program.line("")
        };
        longest = longest.max(words(&attack));
        heard += &attack;
        for _ in 0..3 {
            heard += &program.line("space");
        }
    }
    assert!(longest > 5 && longest < 60, "{longest} words:\n{heard}");
    program.end();
    let sign = heard.chars().find(|c| SPELLED.contains(c));
    assert_eq!(sign, None, "{heard}");
}

/// Six foes on automatic, in the round in which all of them act.
#[test]
fn six_spoken_automatic_turns_take_few_words() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = Spoken::start(home.path(), &["new", "toll_bridge", "--seed", "5"]);
    program.hear();
    program.line(":control Robbers automatic");
    let mut heard = program.line("space");
    for _ in 0..30 {
        if heard.contains("Round 2") {
            break;
        }
        // The party ends each turn at once and rolls its saves with Enter.
        let ends = heard
            .lines()
            .last()
            .is_some_and(|line| line.contains("What does "));
        let told = program.line(if ends { "space" } else { "" });
        heard = format!("{heard}\n{told}");
    }
    let round = heard.split("Round 2").next().unwrap_or_default();
    let (mut turns, mut spoken) = (0, 0);
    let mut is_foe = false;
    for line in round.lines() {
        // The turn of an automatic combatant begins with its action.
        if line.starts_with("Robber") || line.starts_with("Mastiff") {
            is_foe = true;
            turns += usize::from(line.contains(" attacks "));
        } else if line.ends_with("'s turn.") {
            is_foe = false;
        }
        spoken += if is_foe { words(line) } else { 0 };
    }
    assert_eq!(turns, 6, "{heard}");
    assert!(spoken > 60 && spoken < 250, "{spoken} words:\n{heard}");
    program.end();
}

#[test]
fn a_spoken_set_up_is_short_and_gives_names_in_full() {
    let home = tempfile::tempdir().expect("a folder");
    let lines = "A\nMaren\nOsk\nTilda\nCorvin\nesc\ndown\nA\ntoll bandit 3\n1 Zug of the Hills 2d6\nRusk\nesc\n:nonsense\n";
    let told = spoken(home.path(), &["new", "--lines"], lines);
    assert!(words(&told) < 1_500, "{} words:\n{told}", words(&told));
    assert!(told.contains("3 Toll bandit"), "{told}");
    assert!(told.contains("Zug of the Hills"), "{told}");
    let sign = told.chars().find(|c| SPELLED.contains(c));
    assert_eq!(sign, None, "{told}");
    // Rows are read one after the other, so no row of the set-up contains hints for keys.
    let row = told.lines().find(|row| row.starts_with("title"));
    assert_eq!(row, Some("title, Fight"), "{told}");
}

/// Heroes and foes of each system, in the order in which the set-up offers the systems.
const NINES: [(&str, [&str; 4], [&str; 3]); 7] = [
    (
        "Alternation",
        ["Maren", "Osk", "Tilda", "Corvin"],
        ["toll bandit 3", "Rusk", "Bank archer"],
    ),
    (
        "Countdown",
        ["Hedda", "Oswin Tarn", "Ysolt", "Corvin Lull"],
        ["ford pike 3", "ford crossbow", "captain marl"],
    ),
    (
        "Segments",
        ["Brannoc", "Ysmay", "Tobiah", "Kestrel"],
        ["stilt cat 3", "weed hydra", "crag giant"],
    ),
    (
        "Split Round",
        ["Marenka", "Jossel", "Brida", "Father Osk"],
        ["tide pike 3", "tide captain", "hollow cantor"],
    ),
    (
        "Six Seconds",
        ["Sigrun", "Emeric", "Tansy", "Oberon"],
        ["salt raider 3", "salt bow", "dune lurker"],
    ),
    (
        "Any game",
        ["Bryn", "Cato", "Dessa", "Emrys"],
        ["thug 3", "thug boss", "archer"],
    ),
    (
        "Open d20",
        ["Hild", "Oswin", "Tamsin", "Brother Aldo"],
        ["goblin 3", "wolf", "ogre"],
    ),
];

/// Nine combatants of every system, from an empty set-up to the first prompt of the fight.
#[test]
fn a_spoken_set_up_of_nine_combatants_takes_few_words() {
    for (place, (system, heroes, foes)) in NINES.iter().enumerate() {
        let home = tempfile::tempdir().expect("a folder");
        // Enter on the second row changes the system.
        let change = "\n".repeat(place);
        let (heroes, foes) = (heroes.join("\n"), foes.join("\n"));
        let lines = format!("up\n{change}down\nA\n{heroes}\nesc\ndown\nA\n{foes}\nesc\nG\n");
        let told = spoken(home.path(), &["new", "--lines"], &lines);
        let words = words(&told);
        println!("{system}: {words} words");
        assert!(told.contains(&format!("system, {system}")), "{told}");
        assert!(told.contains("The fight begins"), "{system}: {told}");
        assert!(told.contains("Heroes: a "), "{system}: {told}");
        assert!(words < 1_500, "{system}: {words} words:\n{told}");
        let sign = told.chars().find(|c| SPELLED.contains(c));
        assert_eq!(sign, None, "{system}: {told}");
    }
}

/// A key that the set-up refuses discards the rest of its line, and a new text replaces a refused one.
#[test]
fn a_refused_key_in_a_set_up_discards_the_rest_of_its_line() {
    let home = tempfile::tempdir().expect("a folder");
    let mut lines = InJson::start(home.path(), &["new"]);
    let first = lines.told();
    let told = lines.line("n");
    assert_eq!(told["question"]["title"], first["question"]["title"]);
    assert_eq!(told["question"]["enter"], first["question"]["enter"]);
    assert!(
        !told["question"]["rows"]
            .to_string()
            .contains("run by players"),
        "{told}"
    );
    lines.line("A");
    let told = lines.line("no such combatant");
    assert!(told.to_string().contains("press Enter to add it"), "{told}");
    lines.line("toll bandit 2");
    let told = lines.line("esc");
    let told = told["question"]["rows"].to_string();
    assert!(told.contains("Toll bandit"), "{told}");
    assert!(!told.contains("no such"), "{told}");
    lines.end();
}

#[test]
fn a_ruling_is_reported_and_an_unchanged_menu_is_not_repeated() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = Spoken::start(home.path(), &["new", "bridge", "--seed", "5"]);
    program.hear();
    program.line("");
    program.line("");
    let ruled = program.line(":damage 3 b");
    assert!(ruled.contains("Osk"), "{ruled}");
    assert!(!ruled.contains("No change"), "{ruled}");
    let menu = program.line(":again");
    assert!(menu.contains("e: Rusk"), "{menu}");
    let refused = program.line("J");
    assert!(refused.contains("Same choices."), "{refused}");
    assert!(!refused.contains("f: Toll"), "{refused}");
    assert!(program.line(":choices").contains("f: Toll"));
    program.end();
}

/// The Enter of a line belongs to the prompt at its beginning: if a key of the line answers this prompt, Enter rolls no
/// dice.
#[test]
fn the_enter_of_a_line_does_not_roll_at_the_next_prompt() {
    let home = tempfile::tempdir().expect("a folder");
    let mut lines = InJson::start(home.path(), &["new", "toll_bridge", "--seed", "5"]);
    lines.told();
    let told = lines.line("space");
    assert_eq!(told["question"]["kind"], "menu", "{told}");
    let told = lines.line("A");
    assert_eq!(told["question"]["kind"], "form", "the form is open: {told}");
    let told = lines.line("");
    assert!(told["log"].to_string().contains("attacks"), "{told}");
    lines.end();
}

/// Enter alone ends a fight, whose question then names the winner. Empty lines do nothing after it.
#[test]
fn the_end_of_a_fight_names_the_winner_once() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = InJson::start(home.path(), &["new", "bridge", "--seed", "4"]);
    let mut question = program.told()["question"].clone();
    let mut lines = 0;
    while question["kind"] != "over" {
        lines += 1;
        assert!(lines < 1_500, "{question}");
        let told = program.line("");
        if let Some(new) = told.get("question") {
            question = new.clone();
        }
    }
    let result = question["about"].as_str().unwrap_or_default();
    assert!(result.ends_with(" won."), "{question}");
    for _ in 0..3 {
        let told = program.line("");
        assert_eq!(told.get("log"), None, "{told}");
    }
    program.end();
}

/// A letter in the list of fights selects a row, and does not open the row.
#[test]
fn a_letter_in_the_list_of_fights_opens_no_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let told = spoken(home.path(), &["new", "--lines"], "esc\nb\n");
    assert!(!told.contains("setting up"), "{told}");
    let told = spoken(home.path(), &["new", "--lines"], "esc\nb\n\n");
    assert!(told.contains("setting up"), "{told}");
}

/// A question for a text takes a line without the key of its row.
#[test]
fn a_ruling_in_words_needs_no_key() {
    let home = tempfile::tempdir().expect("a folder");
    let begin = ["new", "bridge", "--seed", "5", "--lines"];
    let told = spoken(home.path(), &begin, "\n\nf2\nU\nThe bridge creaks.\n");
    assert!(told.contains("Ruled: The bridge creaks."), "{told}");
}

/// A command that help cannot run is answered with its error.
#[test]
fn a_refused_command_over_help_has_an_answer() {
    let home = tempfile::tempdir().expect("a folder");
    let begin = ["new", "bridge", "--seed", "5", "--lines"];
    let told = spoken(home.path(), &begin, "f1\n:nonsense\n");
    assert!(told.contains("nonsense"), "{told}");
}

/// An Enter that a set-up refuses has an answer each time.
#[test]
fn a_set_up_answers_every_refused_enter() {
    let home = tempfile::tempdir().expect("a folder");
    let told = spoken(home.path(), &["new", "--lines"], "A\nZog 2d8 ac 14\n\n\n");
    assert!(!told.contains("No change"), "{told}");
    let answers = ["no sheet field", "Enter does nothing here."];
    let answers = answers.map(|answer| told.matches(answer).count());
    assert!(answers.iter().sum::<usize>() >= 3, "{told}");
}

/// The client in the guide plays a fight to its end. Without Python the test is skipped.
#[test]
fn the_client_in_the_guide_plays_a_fight() {
    let guide = include_str!("../../docs/lines.md");
    let (_, client) = guide.split_once("```python\n").expect("a client");
    let (client, _) = client.split_once("```").expect("its end");
    assert!(client.lines().count() <= 50, "{client}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("client.py");
    std::fs::write(&file, client).expect("written");
    let program = Path::new(AFFRAY).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("python3")
        .arg(&file)
        .args(["ash_hollow", "--seed", "4"])
        .env("AFFRAY_HOME", folder.path())
        .env("PATH", format!("{}:{path}", program.display()))
        .output();
    let Ok(done) = done else {
        println!("skipped: there is no python3");
        return;
    };
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    assert!(
        told.contains("Hild attacks") && told.contains(" of "),
        "{told}"
    );
    // The client prints an attack when it is complete.
    let lines: Vec<&str> = told.lines().collect();
    for pair in lines
        .windows(2)
        .filter(|pair| pair[0].contains(" attacks "))
    {
        let begins = pair[1].starts_with(pair[0].trim_end_matches('.'));
        assert!(!begins || pair[0] == pair[1], "{pair:?}");
    }
}

/// A fight played in lines continues on the screen and in lines again, and no output is repeated.
#[test]
fn a_fight_moves_between_lines_and_the_screen() {
    let home = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str], lines: &str| spoken(home.path(), arguments, lines);
    let told = run(
        &["new", "bridge", "--seed", "5", "--lines"],
        "\n\ne\\\n:nonsense\n:name a Marenka\n",
    );
    assert!(!told.contains(['\u{1b}', '█', '─', '│']), "{told}");
    assert_eq!(
        told.matches("The fight begins: Party, Bandits.").count(),
        1,
        "{told}"
    );
    let rows: Vec<&str> = told.lines().collect();
    let takes = rows
        .iter()
        .position(|row| *row == "Rusk takes a turn.")
        .expect("told");
    assert_eq!(rows[takes + 1], "A: attack", "{told}");
    // The question comes last, with the choice that Enter accepts.
    let mut asked = rows.iter().skip(takes);
    let asked = asked.find(|row| row.starts_with("What does Rusk do?"));
    assert!(
        asked.is_some_and(|row| row.starts_with("What does Rusk do? Enter: attack.")),
        "{told}"
    );
    // An unknown command is reported, and the next line starts from the beginning.
    assert!(
        told.contains("nonsense") && told.contains("Marenka"),
        "{told}"
    );
    let mut pty = start_at(home.path(), &["resume", BRIDGE], 36, 100, &[]);
    pty.expect("Marenka");
    pty.expect("What does Rusk do?");
    pty.send(b"E");
    pty.expect("Party to act");
    pty.send(b"\x11");
    assert!(pty.wait().success());
    let before = log(home.path(), BRIDGE);
    let told = run(&["resume", BRIDGE, "--lines"], ":state\nbackspace\n");
    assert!(told.contains("7 of 7 a Marenka: Party, AV 1"), "{told}");
    assert!(
        told.contains("What does Rusk do?"),
        "the end of the turn is taken back: {told}"
    );
    assert_ne!(log(home.path(), BRIDGE), before);
    // Set-up, help and sheets are also written as lines.
    let told = run(&["new", "--lines"], "\n");
    assert!(told.contains("Alternation"), "{told}");
    let told = run(&["resume", BRIDGE, "--lines"], "f1\nesc\nf3\n");
    assert!(
        told.contains("For newcomers") && told.contains("AGI"),
        "{told}"
    );
    assert!(
        !told.lines().any(|row| row.starts_with(['#', '|'])),
        "{told}"
    );
}

/// A damaged fight asks for consent; Enter chooses nothing, even if typed ahead.
#[test]
fn a_changed_fight_is_resumed_only_if_the_user_types_a_letter() {
    let home = tempfile::tempdir().expect("a folder");
    let mut program = InJson::start(home.path(), &["new", "bridge", "--seed", "5"]);
    program.told();
    program.line("");
    program.end();
    let path = home.path().join("sessions").join(format!("{BRIDGE}.ron"));
    let text = std::fs::read_to_string(&path).expect("a save");
    let edited = text.replace("Maren", "Karen");
    std::fs::write(&path, &edited).expect("edited");
    let mut program = InJson::start(home.path(), &["resume", BRIDGE]);
    let asked = program.told();
    assert_eq!(
        asked["question"]["title"], "The saved fight was changed",
        "{asked}"
    );
    let again = program.line("");
    assert_eq!(
        again["question"]["rows"], asked["question"]["rows"],
        "{again}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a save"), edited);
    program.line("b");
    let told = program.line(":state");
    assert!(told.to_string().contains("Karen"), "{told}");
    program.end();
    assert!(log(home.path(), BRIDGE).contains("Karen"));
}

/// A refused key discards the rest of its line, including Enter.
#[test]
fn a_refused_key_discards_the_rest_of_the_line() {
    let home = tempfile::tempdir().expect("a folder");
    let mut lines = InJson::start(home.path(), &["new", "bridge", "--seed", "5"]);
    let first = lines.told();
    for line in ["Q", "x", "7", "Q A", "zz a"] {
        let told = lines.line(line);
        assert_eq!(
            told["question"]["title"], first["question"]["title"],
            "{line}"
        );
        let said = told["question"]["said"][0].as_str();
        let is_plain = said.is_some_and(|said| !said.starts_with(['!', '|']));
        assert!(is_plain, "{line}: {told}");
        assert_eq!(
            told["log"].as_array().map_or(0, Vec::len),
            0,
            "{line}: {told}"
        );
    }
    let told = lines.line("");
    assert_ne!(told["question"]["title"], first["question"]["title"]);
    lines.end();
}

#[test]
fn backspace_at_the_first_question_deletes_the_fight_and_returns_to_the_set_up() {
    let home = tempfile::tempdir().expect("a folder");
    let mut lines = InJson::start(home.path(), &["new"]);
    lines.told();
    for line in [
        "A",
        "Maren",
        "esc",
        "down",
        "A",
        "toll bandit 2",
        "esc",
        "G",
    ] {
        lines.set_up_line(line);
    }
    let saved = || {
        let files = std::fs::read_dir(home.path().join("sessions")).into_iter();
        let names = files.flatten().flatten().map(|file| file.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".ron"))
            .count()
    };
    assert_eq!(saved(), 1);
    let told = lines.line("backspace");
    assert!(
        told.to_string().contains("The fight has not begun."),
        "{told}"
    );
    assert_eq!(saved(), 0);
    assert!(told.to_string().contains("Toll bandit"), "{told}");
    lines.set_up_line("G");
    assert_eq!(saved(), 1);
    lines.end();
}
