//! Random scripts made of the words that a `rules.lua` may use, mostly with valid arguments: each script is either
//! refused when it is read, or played. A fault leaves the fight as it was, nothing panics or runs for long, and the
//! fight can be saved, read and undone.
//!
//! `AFFRAY_SCRIPTS=10000 AFFRAY_SCRIPTS_SEED=2 cargo test --release --test library lua_scripts -- --nocapture` makes
//! 10,000 scripts. `AFFRAY_SCRIPT=17` makes and shows only script 17.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::ron_text::Source;
use affray::rules::Assets;
use affray::session::{Input, Session, Waits};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::store::saves::{read, snapshot};
use affray::systems::written::{self, NO_TEXTS, Written};

use crate::support::random_player::{Player, Tactics};
use crate::support::seeded_chance::{Chance, number};

/// Number of scripts in the suite.
const SCRIPTS: u64 = 60;
/// Number of inputs in a fight with one script.
const INPUTS: usize = 24;
/// Maximum time for a script with all its inputs, even on a busy machine and without optimisation.
const PATIENCE: Duration = Duration::from_secs(60);

/// Messages of Lua that Affray must not show.
const LUA_SAYS: [&str; 8] = [
    "attempt to",
    "bad argument",
    "traceback",
    "[C]",
    "expected",
    "metamethod",
    "invalid ",
    " index is ",
];

/// Kind of a value in a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Who,
    Text,
    Truth,
    People,
    Anything,
}

const KINDS: [Kind; 5] = [
    Kind::Number,
    Kind::Who,
    Kind::Text,
    Kind::Truth,
    Kind::People,
];

/// Script that is being generated.
struct Script<'c> {
    chance: &'c mut Chance,
    /// Variables of the script, with their kinds.
    known: Vec<(String, Kind)>,
    /// Remaining depth for nesting.
    room: usize,
}

impl Script<'_> {
    fn one(&mut self, all: &[&str]) -> String {
        (*self.chance.of(all).expect("some")).to_owned()
    }

    /// Fills a pattern: a value of a kind for each `$N`, `$W`, `$T`, `$B` and `$P`, dice for `$D`, a condition for
    /// `$C`, a field for `$F`.
    fn filled(&mut self, pattern: &str) -> String {
        let mut parts = pattern.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (kind, rest) = part.split_at(1);
            text += &match kind {
                "N" => self.value(Kind::Number),
                "W" => self.value(Kind::Who),
                "T" => self.value(Kind::Text),
                "B" => self.value(Kind::Truth),
                "P" => self.value(Kind::People),
                "D" => self.one(&[
                    "'d6'",
                    "'2d6+1'",
                    "'d20'",
                    "with.damage",
                    "self.hit_dice",
                    "'3d6kh2'",
                ]),
                "C" => self.one(&["'prone'", "'shielded'", "'prone'", "'down'"]),
                "F" => self.one(&["marks", "health", "fists", "armour", "mana", "guard"]),
                _ => self.value(Kind::Anything),
            };
            text += rest;
        }
        text
    }

    fn value(&mut self, kind: Kind) -> String {
        let kind = match kind {
            Kind::Anything => KINDS[self.chance.below(KINDS.len())],
            // Rarely a value of another kind.
            _ if self.chance.one_in(60) => KINDS[self.chance.below(KINDS.len())],
            kind => kind,
        };
        if self.chance.one_in(3) {
            let such = self.known.iter().filter(|(_, its)| *its == kind);
            let such: Vec<&str> = such.map(|(name, _)| name.as_str()).collect();
            if let Some(name) = self.chance.of(&such) {
                return (*name).to_owned();
            }
        }
        let leaf = self.room == 0 || self.chance.one_in(2);
        let pattern = match (kind, leaf) {
            (Kind::Number, true) => self.one(&[
                "0",
                "1",
                "2",
                "3",
                "7",
                "-1",
                "12",
                "99",
                "1000000",
                "math.maxinteger",
                "round",
                "side.count",
                "side.lost",
                "self.$F",
                "target.$F",
                "#enemies()",
                "#self.weapons",
                "(damage_taken or 0)",
            ]),
            (Kind::Number, false) => self.one(&[
                "($N + $N)",
                "($N - $N)",
                "($N * $N)",
                "($N // $N)",
                "($N / 2)",
                "$N % $N",
                "half($N)",
                "min($N, $N)",
                "max($N, $N)",
                "either($B, $N, $N)",
                "math.floor($N)",
                "math.abs($N)",
                "roll($W, $D, $T)",
                "number($W, $T, 0, 6, $N)",
                "lookup('soak', self.zone, $N)",
                "#$P",
                "#$T",
                "deal($W, $N)",
                "test($W, 'attack').total",
                "(rolls($P, 'd6', $T)[self] or 0)",
                "$W.$F",
                "(tonumber($T) or $N)",
                "select('#', $X, $X)",
                "(spend($W, 'mana', $N) and 1 or 0)",
            ]),
            (Kind::Who, true) => self.one(&[
                "self",
                "target",
                "self",
                "target",
                "enemies()[1]",
                "allies()[1]",
                "attacker",
                "nil",
            ]),
            (Kind::Who, false) => self.one(&["pick($W, $T, $P)", "($P)[$N]", "either($B, $W, $W)"]),
            (Kind::Text, true) => self.one(&[
                "'x'",
                "''",
                "'a b'",
                "self.name",
                "target.zone",
                "(self.wants or '')",
                "'\\27[31m'",
            ]),
            (Kind::Text, false) => self.one(&[
                "($T .. $T)",
                "($T .. $N)",
                "choose($W, $T, { 'high', 'low' })",
                "text($W, $T, $T)",
                "string.format('%s %d', $X, $N)",
                "($T):rep($N)",
                "string.upper($T)",
                "tostring($X)",
                "type($X)",
                "table.concat({ $T, $N }, '-')",
                "($T):sub($N, $N)",
                "choose($W, $T, { $T, $T })",
            ]),
            (Kind::Truth, true) => self.one(&[
                "true",
                "false",
                "self.pressed",
                "target.prone",
                "options.dark",
                "self.up",
                "with and with.reach",
                "target.players",
                "result and result.passed",
            ]),
            (Kind::Truth, false) => self.one(&[
                "($N < $N)",
                "($N >= $N)",
                "($X == $X)",
                "not $B",
                "($B and $B)",
                "($B or $B)",
                "has($W, $C)",
                "confirm($W, $T)",
                "spend($W, 'deed')",
                "test($W, 'attack', { add = { { $T, $N } } }).passed",
            ]),
            (_, true) => self.one(&["enemies()", "allies()", "everyone()", "{}", "{ self }"]),
            (_, false) => self.one(&[
                "enemies($W)",
                "allies($W)",
                "{ $W, $W }",
                "pick($W, $T, $P, 0, 2)",
            ]),
        };
        let before = self.room;
        self.room = self.room.saturating_sub(1);
        let value = self.filled(&pattern);
        self.room = before;
        value
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance.one_in(5) {
            let pattern = self.one(&[
                "if $B then",
                "if $B then",
                "for i = 1, $N do",
                "while $B do",
                "for _, one in ipairs($P) do",
                "for who, n in pairs(rolls($P, $D, $T)) do",
                "do",
            ]);
            let head = self.filled(&pattern);
            let known = self.known.len();
            if pattern.contains("one in") {
                self.known.push(("one".to_owned(), Kind::Who));
            }
            if pattern.contains("who, n") {
                self.known.push(("who".to_owned(), Kind::Who));
                self.known.push(("n".to_owned(), Kind::Number));
            }
            let body = self.body(depth - 1);
            self.known.truncate(known);
            let other = if pattern.starts_with("if") && self.chance.one_in(2) {
                format!("else\n{}", self.body(depth - 1))
            } else {
                String::new()
            };
            self.known.truncate(known);
            return format!("{head}\n{body}{other}end\n");
        }
        if self.chance.one_in(5) {
            let kind = KINDS[self.chance.below(KINDS.len())];
            let value = self.value(kind);
            let name = format!("v{}", self.known.len());
            self.known.push((name.clone(), kind));
            return format!("local {name} = {value}\n");
        }
        let pattern = self.one(&[
            "$W.$F = $N", "$W.zone = choose($W, $T, { 'near', 'far' })", "$W.prone = $B", "self.wants = $T",
            "set($W, 'marks', $N, $T)", "gain($W, $C)", "gain($W, $C, { by = $W })", "lose($W, $C)",
            "deal($W, $N)", "deal($W, { dice = $D, times = $N, reduce = $N, minimum = $N, half = $B, label = $T })",
            "heal($W, $N)", "heal($W, { amount = $N, reduce = $N })", "spend($W, 'mana', $N)", "say($T)", "log($T)",
            "run('push')", "reduce($N)", "retarget($W)", "if $B then refuse($T) end", "assert($B, $T)",
            "if $B then error($T) end", "if $B then return end", "table.sort($P)", "table.insert($P, $W)", "self[$T] = $N",
            "local f = form($W, $T, { { 'a', number = { 0, 5 }, default = $N }, { 'b', yes = $B }, { 'c', pick = $P } }) if f.b then deal(f.c, f.a) end",
            "local h = test($W, 'attack', { target = $W, with = with, add = { { $T, $N } } }) if h.passed then deal(target, h.margin) end",
        ]);
        self.filled(&pattern) + "\n"
    }

    fn body(&mut self, depth: usize) -> String {
        let many = 1 + self.chance.below(5);
        (0..many).map(|_| self.statement(depth)).collect()
    }
}

/// Generates a whole file.
fn script(chance: &mut Chance) -> String {
    let mut text = String::new();
    for head in [
        "act(self, target, with, result)",
        "tick(self, target, with, result)",
        "ward(self, target, with, result)",
    ] {
        if !head.starts_with("act") && chance.one_in(2) {
            continue;
        }
        let mut script = Script {
            chance,
            known: Vec::new(),
            room: 3,
        };
        let body = script.body(2);
        text += &format!("function {head}\n{body}end\n");
    }
    for name in ["tick", "ward"] {
        if !text.contains(&format!("function {name}(")) {
            text += &format!("function {name}() end\n");
        }
    }
    text
}

/// Returns the small system with these rules; `None` if they are refused.
fn system(text: &str) -> Option<&'static Written> {
    let duel = include_str!("../../data/duel/system.ron");
    let assets = Assets {
        roster: include_str!("../../data/duel/roster.ron"),
        ..NO_TEXTS
    };
    let (duel, lua) = (
        Source::new("duel/system.ron", duel),
        Source::new("duel/rules.lua", text),
    );
    match written::read_with("duel", &duel, Some(&lua), assets) {
        Ok(system) => Some(system),
        Err(mistakes) => {
            assert!(!mistakes.is_empty(), "refused without a word");
            for mistake in mistakes {
                assert!(mistake.place.is_some(), "no place: {mistake}");
            }
            None
        }
    }
}

/// Plays Ada and Dog against Cur at random; returns the number of faults.
fn played(system: &'static Written, seed: u64) -> usize {
    let (compendium, wrong) = Compendium::built_in(system);
    assert_eq!(wrong, []);
    let mut setup = Setup::new("duel");
    for (side, names) in [("Party", &["Ada", "Dog"][..]), ("Foes", &["Cur"])] {
        setup.sides.push(SideSetup {
            name: side.to_owned(),
            players: side == "Party",
            ..SideSetup::default()
        });
        let some = names
            .iter()
            .map(|name| Newcomer::from_roster(name, 1, side));
        setup.combatants.extend(some);
    }
    let start = setup.begin(&compendium, Seed(seed)).expect("it begins");
    let mut session = Session::new(&[system], start, Seed(seed)).expect("a session");
    let first = session.now().clone();
    let mut player = Player::new(seed, Tactics::Forward);
    let (mut stood, mut faults) = (first.clone(), 0);
    for _ in 0..INPUTS {
        let input = match session.waits() {
            Waits::Fault(what) => panic!("a fault stays: {what}"),
            Waits::Prompt(prompt) => player.answer(&session, prompt),
            Waits::Offers { .. } => {
                stood = session.now().clone();
                let menu = session.menu();
                let place = player.below(menu.len());
                match menu.get(place) {
                    Some(offer) => Input::Start(offer.command.clone()),
                    None => break,
                }
            }
        };
        let began = Instant::now();
        let taken = session.input(input);
        assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
        if taken.is_ok()
            && session
                .notice()
                .is_some_and(|told| told.starts_with("cancelled"))
        {
            faults += 1;
            let told = session.notice().unwrap_or_default();
            let foreign = LUA_SAYS.iter().find(|words| told.contains(*words));
            assert_eq!(foreign, None, "Lua's own words: {told}");
            assert_eq!(*session.now(), stood, "a fault changed something");
        }
    }
    let text = snapshot(&session).expect("a snapshot");
    let again = read(&Source::new("again.ron", &text), &[system]);
    let again = again.unwrap_or_else(|why| panic!("what was written cannot be read: {why:#}"));
    assert_eq!(again.now(), session.now(), "read, it stands otherwise");
    assert_eq!(
        again.waits(),
        session.waits(),
        "read, it waits for something else"
    );
    while session.input(Input::Undo).is_ok() {}
    assert_eq!(*session.now(), first, "undone, it is not as it began");
    faults
}

#[test]
fn random_scripts_are_refused_or_run() {
    let seed = number("AFFRAY_SCRIPTS_SEED").unwrap_or(1);
    let text_of = |nth: u64| script(&mut Chance::at(Seed(seed), nth, "script"));
    let only = number("AFFRAY_SCRIPT");
    let all = match only {
        Some(only) => only..only + 1,
        None => 0..number("AFFRAY_SCRIPTS").unwrap_or(SCRIPTS),
    };
    let (mut refused, mut went, mut faults) = (0, 0, 0);
    for nth in all {
        let text = text_of(nth);
        if only.is_some() {
            println!("{text}");
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            system(&text).map(|system| played(system, nth))
        }));
        match done {
            Ok(None) => refused += 1,
            Ok(Some(some)) => {
                went += 1;
                faults += some;
            }
            Err(_) => panic!("seed {seed}, script {nth}:\n{text}"),
        }
    }
    println!("seed {seed}: {refused} refused, {went} played with {faults} faults told");
    assert!(only.is_some() || (went > refused && refused > 0 && faults > 0));
}
