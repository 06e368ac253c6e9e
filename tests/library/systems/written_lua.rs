//! `rules.lua`: the effects of its words, reports of errors, and protection of the fight against faulty rules.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Kind;
use affray::ron_text::Source;
use affray::rules::Assets;
use affray::session::{Input, InputError, Session, Waits, parse, snapshot};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::systems::written::{self, NO_TEXTS, Written};
use affray::values::{Id, Value};

use crate::support::fight_file::told;

/// Roster of the fights.
const ROSTER: &str = include_str!("../../data/duel/roster.ron");
/// System in which attacks are a function `act`, a step at the end of the round is `tick`, and a reaction is `ward`.
const SYSTEM: &str = include_str!("../../data/duel/system.ron");

/// Returns the system without the parts that need a function missing from the `rules.lua`.
fn file(lua: &str) -> String {
    let kept = |line: &&str| {
        let functions = ["tick", "ward"].into_iter();
        let mut without = functions.filter(|name| !lua.contains(&format!("function {name}(")));
        !without.any(|name| line.contains(&format!("Lua(\"{name}\")")))
    };
    SYSTEM
        .lines()
        .filter(kept)
        .collect::<Vec<&str>>()
        .join("\n")
}

pub(super) fn read(lua: &str) -> Result<&'static Written, String> {
    let (system, lua) = (
        Source::new("duel/system.ron", &file(lua)),
        Source::new("duel/rules.lua", lua),
    );
    let texts = Assets {
        roster: ROSTER,
        ..NO_TEXTS
    };
    written::read_with("duel", &system, Some(&lua), texts).map_err(|wrong| told(&wrong))
}

/// Starts a fight of Ada with a sword against Cur and Dog, in Ada's turn.
#[track_caller]
fn fight(lua: &str) -> Session {
    begin(read(lua).unwrap_or_else(|why| panic!("{why}")))
}

/// Starts the same fight with another system.
#[track_caller]
fn begin(system: &'static Written) -> Session {
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty(), "{}", told(&wrong));
    let mut setup = Setup::new("duel");
    for (name, side) in [("Ada", "Party"), ("Cur", "Foes"), ("Dog", "Foes")] {
        if setup.sides.iter().all(|one| one.name != side) {
            setup.sides.push(SideSetup {
                name: side.to_owned(),
                players: side == "Party",
                ..SideSetup::default()
            });
        }
        setup.combatants.push(Newcomer::from_roster(name, 1, side));
    }
    let start = setup.begin(&compendium, Seed(1)).expect("it begins");
    Session::new(&[system], start, Seed(1)).expect("a session")
}

/// Makes inputs written as text, up to the first refused one.
fn inputs(session: &mut Session, all: &[&str]) -> Result<(), String> {
    for text in all {
        let input = parse(session, text).map_err(|why| format!("{why:#}"))?;
        session.input(input).map_err(|why| format!("{why:#}"))?;
    }
    Ok(())
}

#[track_caller]
fn play(session: &mut Session, all: &[&str]) {
    if let Err(why) = inputs(session, all) {
        let notice = session.notice().unwrap_or_default();
        panic!("{all:?}: {why}; {notice}");
    }
}

/// Runs the body of a function in a fight of its own.
#[track_caller]
fn done(body: &str, answers: &[&str]) -> Session {
    let mut session = fight(&format!(
        "function act(self, target, with, result)\n{body}\nend"
    ));
    play(&mut session, &["do attack a", "enter"]);
    play(&mut session, answers);
    session
}

/// Returns a field of a combatant.
fn of(session: &Session, who: u32, field: &str) -> Value {
    let record = session.now().get(Id(who)).sheet.record();
    record
        .get(field)
        .cloned()
        .unwrap_or(Value::Word("-".to_owned()))
}

fn has(session: &Session, who: u32, condition: &str) -> bool {
    session.now().get(Id(who)).named(condition).is_some()
}

fn lines(session: &Session) -> String {
    let lines = session.lines().iter().map(|line| &*line.text);
    lines.collect::<Vec<&str>>().join(" ")
}

fn asked(session: &Session) -> String {
    match session.waits() {
        Waits::Prompt(prompt) => prompt.title.clone(),
        Waits::Offers { title, .. } => format!("offers: {title}"),
        Waits::Fault(what) => format!("FAULT: {what}"),
    }
}

/// A rule with several questions runs again after each answer, with the same result as if it ran once.
#[test]
fn a_function_asks_one_question_at_a_time() {
    let lua = r#"
-- Whoever hits twice in a row may push the target away.
function act(self, target, with)
  local result = test(self, "attack", { add = { { "pressing", 2 } } })
  if not result.passed then return end
  deal(target, { dice = "1d8", reduce = target.armour, minimum = 1, times = result.natural == 20 and 2 or 1 })
  if self.pressed and confirm(self, "Push " .. target.name .. " back?") then
    target.zone = "far"
  end
  self.pressed = true
end
"#;
    let mut session = fight(lua);
    play(&mut session, &["do attack a", "enter"]);
    assert_eq!(asked(&session), "Ada: attack against Cur");
    play(&mut session, &["roll 9"]);
    assert_eq!(asked(&session), "damage on Cur");
    play(&mut session, &["roll 6"]);
    assert_eq!(of(&session, 1, "health"), Value::Int(14));
    assert_eq!(of(&session, 0, "pressed"), Value::Flag(true));
    play(
        &mut session,
        &["do attack a", "enter", "roll 20", "roll 3 2"],
    );
    assert_eq!(asked(&session), "Push Cur back?");
    play(&mut session, &["yes"]);
    assert_eq!(of(&session, 1, "zone"), Value::Word("far".into()));
    assert_eq!(of(&session, 1, "health"), Value::Int(9));
    let told = lines(&session);
    assert!(told.contains("pressing"), "{told}");
    // Undo and redo restore the exact states.
    let whole = snapshot(&session).expect("saved");
    play(&mut session, &["undo"]);
    assert_eq!(asked(&session), "Push Cur back?");
    play(&mut session, &["redo"]);
    assert_eq!(snapshot(&session).expect("saved"), whole);
}

#[test]
fn lua_functions_change_the_fight() {
    let session = done(
        "self.wants = self.name .. ' ' .. with.name .. ' ' .. with.damage .. ' ' .. #self.weapons",
        &[],
    );
    assert_eq!(
        of(&session, 0, "wants"),
        Value::Word("Ada sword d8+1 2".into())
    );
    let told = lines(&session);
    assert!(told.contains("(act)"), "the cause is told: {told}");
    let session = done(
        "if self.weapons[2].reach and not with.reach then self.marks = self.weapons[2].name == 'pike' and 1 or 2 end",
        &[],
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(1));

    let session = done(
        "local total, faces = roll(self, '2d6+1', 'sparks') self.marks = total * 100 + faces[1] * 10 + faces[2]",
        &["roll 3 4"],
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(834));
    let session = done(
        "local all = rolls({ self, target }, 'd6', 'luck') for who, total in pairs(all) do who.marks = total end",
        &["roll 5 2"],
    );
    assert_eq!(
        (of(&session, 0, "marks"), of(&session, 1, "marks")),
        (Value::Int(5), Value::Int(2))
    );
    let body = "local result = test(self, 'attack', { target = target, with = with, add = { { 'height', 2 } } })\n\
        self.wants = result.test .. ' ' .. result.kind .. ' ' .. result.outcome .. ' ' .. result.total .. ' ' .. result.natural .. ' ' .. result.margin .. ' ' .. result.raises .. ' ' .. tostring(result.passed)";
    let session = done(body, &["roll 15"]);
    assert_eq!(
        of(&session, 0, "wants"),
        Value::Word("attack blow passed 20 15 9 2 true".into())
    );

    let session = done(
        "local one = pick(self, 'Whom?', everyone()) one.marks = 1 local two = pick(nil, 'Who else?', enemies(), 0, 2) self.marks = #two",
        &["pick c", "pick b c"],
    );
    assert_eq!(
        (of(&session, 2, "marks"), of(&session, 0, "marks")),
        (Value::Int(1), Value::Int(2))
    );
    let session = done(
        "self.wants = choose(self, 'Which?', { 'this', 'that way' })",
        &["choose that-way"],
    );
    assert_eq!(of(&session, 0, "wants"), Value::Word("that way".into()));
    let session = done(
        "local way = { 'up' } way[2] = 'down' self.wants = choose(nil, 'Where?', way)",
        &["choose down"],
    );
    assert_eq!(of(&session, 0, "wants"), Value::Word("down".into()));
    let session = done(
        "if confirm(nil, 'Sure?', true) then self.marks = number(self, 'How many?', 1, 6, 2) end self.wants = text(self, 'What?', 'x')",
        &["yes", "number 4", "text gold"],
    );
    assert_eq!(
        (of(&session, 0, "marks"), of(&session, 0, "wants")),
        (Value::Int(4), Value::Word("gold".into()))
    );
    let body = "local f = form(self, 'How?', { { 'effort', number = { 0, 5 }, default = 2 }, { 'careful', yes = true }, { 'way', one_of = { 'high', 'low' } }, { 'whom', pick = enemies() } })\n\
        if f.careful then f.whom.marks = f.effort self.wants = f.way end";
    let session = done(body, &["set row-effort=4, row-way=low, row-whom=c"]);
    assert_eq!(
        (of(&session, 2, "marks"), of(&session, 0, "wants")),
        (Value::Int(4), Value::Word("low".into()))
    );

    let session = done(
        "gain(target, 'prone') if has(target, 'prone') and target.prone then lose(target, 'prone') self.shielded = true end",
        &[],
    );
    assert!(!has(&session, 1, "prone") && has(&session, 0, "shielded"));
    let session = done(
        "self.shielded = true self.marks = self.guard self.shielded = false",
        &[],
    );
    assert_eq!(
        (of(&session, 0, "marks"), has(&session, 0, "shielded")),
        (Value::Int(13), false)
    );
    let session = done(
        "say('The roof of ' .. target .. ' burns.') log('It is hot.')",
        &[],
    );
    assert!(
        lines(&session).contains("The roof of Cur burns. It is hot."),
        "{}",
        lines(&session)
    );
    // An empty text adds no line.
    let session = done("say('') log('  ') say('Now.')", &[]);
    let mut texts = session.lines().iter().map(|line| line.text.trim());
    assert!(texts.all(|text| !text.is_empty()));

    let session = done(
        "self.marks = deal(target, 5) deal(enemies()[2], { amount = 9, reduce = enemies()[2].armour, half = true }) heal(target, 2)",
        &[],
    );
    assert_eq!(
        (
            of(&session, 0, "marks"),
            of(&session, 1, "health"),
            of(&session, 2, "health")
        ),
        (Value::Int(5), Value::Int(17), Value::Int(17))
    );
    let session = done("heal(self, { dice = 'd4', label = 'a sip' })", &["roll 3"]);
    assert_eq!(of(&session, 0, "health"), Value::Int(20));
    let session = done(
        "if spend(self, 'mana', 3) and spend(self, 'deed') and not spend(self, 'deed', 9) then self.marks = #allies() + 1 end",
        &[],
    );
    assert_eq!(
        (of(&session, 0, "mana"), of(&session, 0, "marks")),
        (Value::Int(2), Value::Int(1))
    );
    let session = done(
        "set(target, 'zone', 'far', 'blown away') run('push') self.marks = lookup('soak', self.zone, 5) + round * 10",
        &[],
    );
    assert!(
        has(&session, 1, "prone") && lines(&session).contains("blown away"),
        "{}",
        lines(&session)
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(13));
    let session = done(
        "if options.dark then self.marks = 1 else self.marks = side.count * 10 + side.lost end",
        &[],
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(10));
    let session = done(
        "self.marks = half(7) + min(4, 9) + max(1, 2) + either(self.up, 100, 200) + 12 / 4 + 7 // 2 + math.floor(2.5 * 3)",
        &[],
    );
    assert_eq!(
        of(&session, 0, "marks"),
        Value::Int(3 + 4 + 2 + 100 + 3 + 3 + 7)
    );
    let body = "local list = { 3, 1, 2 } table.sort(list, function(a, b) return a > b end) table.insert(list, 1, 9) table.remove(list)\n\
        self.wants = table.concat(list, '-') .. string.format(' %s has %d%%', target, 50) .. (' x'):rep(2) .. (string.find('a.b', '.') or 0)";
    let session = done(body, &[]);
    assert_eq!(
        of(&session, 0, "wants"),
        Value::Word("9-3-2 Cur has 50% x x2".into())
    );
    let body = "local t = { z = 1, a = 2, [3] = 3, [1] = 4, [true] = 5, [target] = 6, [self] = 7 } local all = ''\n\
        for key, value in pairs(t) do all = all .. tostring(key) .. value .. ' ' end self.wants = all";
    let session = done(body, &[]);
    assert_eq!(
        of(&session, 0, "wants"),
        Value::Word("14 33 a2 z1 true5 Ada7 Cur6 ".into())
    );
}

/// If a fight differs from its file because of an earlier fault, the report shows the fault as well.
#[test]
fn a_failed_check_of_a_fight_also_reports_an_earlier_fault() {
    let system =
        read("function act(self, target) roll(self, target.name) end").expect("it is read");
    let (compendium, _) = Compendium::built_in(system);
    let text = r#"(about: "A fault.", setup: (title: "Fault", system: "duel", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(from: "Ada", side: "Party"), (from: "Cur", side: "Foes")]),
        steps: ["do attack Ada", "enter", "do end-turn Ada", "roll 3"])"#;
    let fight = affray::fight_file::read(&Source::new("fight", text), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let why = affray::fight_file::play(&fight, &[&compendium], &[system], |_, _| {});
    let why = why.expect_err("there is no throw").to_string();
    for words in [
        "step 4 `roll 3`: no prompt is open",
        "notice of step 2 `enter`: cancelled: duel/rules.lua:1: `Cur` is not dice",
    ] {
        assert!(why.contains(words), "{words}\n{why}");
    }
}

/// Rows and results of tests can be read, but not changed.
#[test]
fn rules_in_lua_cannot_change_rows_or_test_results() {
    let body = "local all = '' for key, value in pairs(self.weapons[2]) do all = all .. key .. ' ' end self.wants = all";
    let session = done(body, &[]);
    let told = Value::Word("damage name reach ".into());
    assert_eq!(of(&session, 0, "wants"), told);
    for (change, told) in [
        ("result.total = 99", "`result.total` cannot be changed"),
        ("result.more = 1", "`result.more` cannot be changed"),
        ("self.marks = result.total", ""),
    ] {
        let body = format!("local result = test(self, 'attack') {change}");
        let session = done(&body, &["roll 12"]);
        let notice = session.notice().unwrap_or_default();
        assert!(notice.contains(told), "{change}: {notice}");
        assert_eq!(notice.is_empty(), told.is_empty(), "{change}: {notice}");
    }
}

/// A rule can refuse a choice, and a reaction can reduce or redirect an attack.
#[test]
fn a_rule_can_refuse_and_a_reaction_can_reduce_damage() {
    let mut session =
        fight("function act(self, target) if target.guard < 12 then refuse('not so low') end end");
    let why = inputs(&mut session, &["do attack a", "enter"]).expect_err("refused");
    assert_eq!(why, "not so low");
    let lua = "function act(self, target) deal(target, 6) end\nfunction ward(self, target) if damage_taken > 4 and attacker then reduce(damage_taken - 4) end end";
    let mut session = fight(lua);
    play(&mut session, &["do attack a", "enter", "yes"]);
    assert_eq!(of(&session, 1, "health"), Value::Int(16));
}

/// Errors found by reading the file, each at its place with a remedy.
#[test]
fn errors_in_rules_lua_are_reported_at_their_place_with_a_remedy() {
    let all = [
        (
            "function act(self)\n  self.gaurd = 3\nend",
            "duel/rules.lua:2:8: unknown name `self.gaurd`: did you mean `guard`?",
        ),
        (
            "function act(self, target)\n  gain(target, \"pron\")\nend",
            "rules.lua:2:16: unknown condition `pron`: did you mean `prone`?",
        ),
        (
            "function act(self)\n  test(self, 'atack')\nend",
            "rules.lua:2:14: unknown test `atack`: did you mean `attack`?",
        ),
        (
            "function act(self, target)\n  dael(target, 3)\nend",
            "rules.lua:2:3: unknown name `dael`: did you mean `deal`?",
        ),
        (
            "function act(self, target, with)\n  deal(target, with.damge)\nend",
            "rules.lua:2:21: unknown name `with.damge`: did you mean `damage`?",
        ),
        (
            "function act()\n  run('shove')\nend",
            "rules.lua:2:7: unknown routine `shove`",
        ),
        (
            "function act()\n  if options.drak then end\nend",
            "rules.lua:2:14: unknown name `options.drak`: did you mean `dark`?",
        ),
        (
            "local seen = 0\nfunction act()\n  seen = seen + 1\nend",
            "rules.lua:3:3: `seen` is global, and the file keeps no values: declare a field for the value, such as \"seen\": (resets: Fight)",
        ),
        (
            "function act(self)\n  if self.marks > 0 then\n    local inner = 1\n  end\n  self.marks = inner\nend",
            "rules.lua:5:16: unknown name `inner`",
        ),
        (
            "function act()\n  seen = 1\nend",
            "rules.lua:2:3: `seen` is global",
        ),
        (
            "function act()\n  local x = math.random(6)\nend",
            "rules.lua:2:18: unknown name `math.random`",
        ),
        (
            "function deal() end\nfunction act() end",
            "rules.lua:1:10: `deal` is a keyword of Affray: choose another name",
        ),
        ("function atc() end", "did you mean `atc`?"),
        (
            "local x = 1",
            "there is no function `act`: write `function act(self, target, with, result) … end` into rules.lua",
        ),
        (
            "function act()\n  if 1 then\nend",
            "rules.lua:3:1: `end` is missing at the end of the file: it closes the `function` of line 1",
        ),
        (
            "function act(self)\n  if self.marks != 3 then end\nend",
            "rules.lua:2:3: `then` is needed before `!`: write `~=` for \"not equal\"",
        ),
        (
            "function act(self)\n  self.marks += 1\nend",
            "write `x = x + 1`",
        ),
        (
            "\nsay('now')\nfunction act() end",
            "rules.lua:2:1: `say` is only possible in a function: move it into a function",
        ),
        (
            "while true do end\nfunction act() end",
            "rules.lua:1:1: this code takes more than 1,000,000 instructions",
        ),
        ("local x = nil + 1\nfunction act() end", "rules.lua:1:1: "),
        (
            "setmetatable({}, {})\nfunction act() end",
            "rules.lua:1:1: unknown name `setmetatable`",
        ),
    ];
    for (lua, wanted) in all {
        let why = read(lua).expect_err(lua);
        assert!(why.contains(wanted), "{lua}\n{why}");
    }
    // A local name hides a global name, and a later local name hides an earlier one.
    read("local seen = 0\nfunction act()\n  local seen = 1\n  seen = seen + 1\nend")
        .expect("its own may change");
    read("function act(self, target)\n  local target = { mine = 'x' }\n  say(target.mine)\nend")
        .expect("it is no combatant any more");
    // An escaped quote does not end a text.
    read("function act(self)\n  say(\"a \\\" b\")\nend").expect("one text");
    let several =
        read("function act(self)\n  self.gaurd = 3\n  self.marsk = 4\nend").expect_err("two");
    assert_eq!(
        several.matches("did you mean").count(),
        2,
        "several in one go: {several}"
    );
}

#[test]
fn a_number_prompt_starts_at_0() {
    let session = done("self.marks = 2 + number(self, 'How many?')", &["number 0"]);
    assert_eq!(of(&session, 0, "marks"), Value::Int(2));
}

/// A fault in a rule restores the fight from before the action, and the report shows its place and a remedy.
#[test]
fn a_lua_error_leaves_the_fight_as_it_was_before_the_action() {
    let all = [
        (
            "local none deal(target, none.points)",
            "duel/rules.lua:2: `none`: this is `nil` and has no fields: check it with `if … then` first. Affray applies no effects of this rule: resolve the rule by hand",
        ),
        (
            "local who = target\nwho['gaurd'] = 3",
            "rules.lua:3: unknown field `gaurd`: did you mean `guard`?",
        ),
        (
            "local key = 'pron' gain(target, key)",
            "unknown condition `pron`: did you mean `prone`?",
        ),
        (
            "target.zone = 'nera'",
            "`zone` cannot be `nera`: did you mean `near`?",
        ),
        (
            "deal(target, 2.5)",
            "2.5 is not a whole number: `math.floor(…)` rounds down",
        ),
        (
            "deal(target, 7 / 2)",
            "7 / 2 is not a whole number: write `//`, which rounds down, or `half(x)`",
        ),
        ("deal(target, 7 / 0)", "7 cannot be divided by 0"),
        ("deal(target, math.maxinteger)", "is too large for a fight"),
        (
            "deal('Cur', 3)",
            "`deal` needs a combatant, such as `self`, as its first value, not `Cur`",
        ),
        ("roll(self, '2dd6')", "`2dd6` is not dice"),
        ("error('no such luck')", "no such luck"),
        ("assert(target.marks > 3, 'too few')", "too few"),
        ("error({})", "table"),
        (
            "deal(target, { dice = 'd6', reduc = 3 })",
            "`deal` has no option `reduc`: did you mean `reduce`?",
        ),
        (
            "target.name = 'X'",
            "`name` is set by the fight: a rule cannot change it",
        ),
        ("math.abs = 3", "`math.abs` cannot be changed"),
        ("with.damage2 = 3", "`with.damage2` cannot be changed"),
        ("with.damage = '9d6'", "`with.damage` cannot be changed"),
        ("with.reach = nil", "`with.reach` cannot be changed"),
        (
            "local first = self.weapons[1] first.damage = 'd6'",
            "`with.damage` cannot be changed",
        ),
        (
            "for _, one in pairs({ with }) do one.name = 'x' end",
            "cannot be changed",
        ),
        ("local a = {} a.x.y = 1", "this is `nil`"),
        (
            "return deal(target)",
            "rules.lua:1: `deal` needs a number or dice, not nothing",
        ),
        (
            "self.marks = self < target",
            "these values cannot be compared",
        ),
    ];
    for (body, wanted) in all {
        let lua = format!("function act(self, target, with, result)\n{body}\nend");
        if let Err(why) = read(&lua) {
            // Some errors are already found by reading.
            assert!(why.contains("unknown name"), "{body}: {why}");
            continue;
        }
        let mut session = fight(&lua);
        let before = session.now().clone();
        let fault = inputs(&mut session, &["do attack a", "enter"]).err();
        let told = fault.unwrap_or_else(|| session.notice().unwrap_or_default().to_owned());
        assert!(told.contains(wanted), "{body}: {told}");
        assert_eq!(session.now(), &before, "{body}");
        // The GM makes a ruling, and the fight continues.
        play(
            &mut session,
            &[
                "ruling damage a",
                "set targets=b, amount=3",
                "do end-turn a",
            ],
        );
        assert_eq!(of(&session, 1, "health"), Value::Int(17), "{body}");
    }
    // A fault after dice were rolled: the action is undone completely.
    let mut session = fight(
        "function act(self, target)\n  deal(target, 4)\n  local n = roll(self, 'd6', 'luck')\n  if n > 3 then error('bad luck') end\nend",
    );
    play(&mut session, &["do attack a", "enter", "roll 5"]);
    let notice = session.notice().unwrap_or_default().to_owned();
    assert!(
        notice.starts_with("cancelled: duel/rules.lua:4: bad luck"),
        "{notice}"
    );
    assert_eq!(of(&session, 1, "health"), Value::Int(20));
    assert!(
        asked(&session).starts_with("offers: What does Ada do?"),
        "{}",
        asked(&session)
    );
    play(&mut session, &["undo"]);
    assert_eq!(asked(&session), "Ada: luck");
    play(&mut session, &["roll 2"]);
    assert_eq!(of(&session, 1, "health"), Value::Int(16));
}

#[test]
fn an_error_in_a_rule_is_reported_as_a_fault_and_not_as_a_refusal() {
    let lua = "function act() error('bad luck') end";
    let mut asked = fight(lua);
    let start = parse(&asked, "do attack a").expect("an action");
    asked.input(start.clone()).expect("started");
    let answer = parse(&asked, "enter").expect("an answer");
    let (Input::Start(command), Input::Answer(answer)) = (start, answer) else {
        panic!("the attack starts with a form");
    };
    let mut session = fight(lua);
    let before = session.now().clone();
    let started = session.input(Input::StartWith(command, vec![answer]));
    let Err(InputError::Fault(why)) = started else {
        panic!("{started:?}");
    };
    assert!(why.starts_with("duel/rules.lua:1: bad luck"), "{why}");
    let undone = session.input(Input::Undo);
    let why = "nothing to undo".to_owned();
    assert_eq!(undone, Err(InputError::Refused(why)));
    assert_eq!(session.now(), &before);
}

/// A faulty step of the round is left out: the round continues, and rulings made during the step remain.
#[test]
fn a_step_with_a_lua_error_is_skipped_and_the_round_continues() {
    let lua = "function act() end\nfunction tick(self)\n  self.marks = 1\n  if roll(self, 'd6', 'fate') > 3 then error('dark fate') end\nend";
    let mut session = fight(lua);
    play(
        &mut session,
        &["do end-turn a", "do end-turn b", "do end-turn c"],
    );
    assert_eq!(asked(&session), "Ada: fate");
    play(
        &mut session,
        &["ruling damage a", "set targets=b, amount=3", "roll 5"],
    );
    let told = lines(&session);
    assert!(told.contains("Skipped ticking: duel/rules.lua:4: dark fate. Affray applies no effects of this rule: resolve the rule by hand."), "{told}");
    assert_eq!(
        session.now().round,
        2,
        "the round has ended: {}",
        asked(&session)
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(0));
    assert_eq!(of(&session, 1, "health"), Value::Int(17));
}

/// An automatic step that refuses before any choice is left out as well; after an answer, the question is asked again.
#[test]
fn a_step_that_refuses_before_any_choice_is_skipped() {
    let ends = ["do end-turn a", "do end-turn b", "do end-turn c"];
    let mut session = fight(
        "function act() end\nfunction tick(self)\n  self.marks = 1\n  refuse('not today')\nend",
    );
    play(&mut session, &ends);
    let told = lines(&session);
    assert!(told.contains("Skipped ticking: the rule refuses (not today) before any choice. Affray applies no effects of this rule: resolve the rule by hand."), "{told}");
    assert_eq!(session.now().round, 2, "{}", asked(&session));
    assert_eq!(of(&session, 0, "marks"), Value::Int(0));
    // A roll is not a choice: a refusal because of its result could never be answered differently.
    let mut session = fight(
        "function act() end\nfunction tick(self)\n  if roll(self, 'd6', 'fate') > 3 then refuse('not so') end\nend",
    );
    play(&mut session, &ends);
    play(&mut session, &["roll 5"]);
    let told = lines(&session);
    assert!(
        told.contains("Skipped ticking: the rule refuses (not so) before any choice"),
        "{told}"
    );
    let mut session = fight(
        "function act() end\nfunction tick(self)\n  if not confirm(self, 'Now?') then refuse('it has to be') end\n  self.marks = 1\nend",
    );
    play(&mut session, &ends);
    let why = inputs(&mut session, &["no"]).expect_err("refused");
    assert_eq!(
        (why.as_str(), asked(&session).as_str()),
        ("it has to be", "Now?")
    );
    play(&mut session, &["yes", "yes", "yes"]);
    assert_eq!(of(&session, 0, "marks"), Value::Int(1));
    assert_eq!(session.now().round, 2, "{}", asked(&session));
}

/// A delayed action or the effect of a joker that refuses without a choice left is left out, and the fight continues.
#[test]
fn delayed_and_joker_effects_that_refuse_are_skipped() {
    let refuses = "function act() refuse('not today') end";
    let begun = |from: &str, to: &str| {
        let text = file(refuses).replace(from, to);
        let lua = Source::new("duel/rules.lua", refuses);
        let texts = Assets {
            roster: ROSTER,
            ..NO_TEXTS
        };
        let source = Source::new("duel/system.ron", &text);
        let system = written::read_with("duel", &source, Some(&lua), texts);
        begin(system.unwrap_or_else(|wrong| panic!("{}", told(&wrong))))
    };
    let mut session = begun("target: Enemy,", "target: Enemy, delay: \"1\",");
    play(
        &mut session,
        &["do attack a", "enter", "do end-turn b", "do end-turn c"],
    );
    let told = lines(&session);
    assert!(
        told.contains("the rule refuses (not today) before any choice"),
        "{told}"
    );
    assert_eq!(session.now().turn, Some(Id(0)), "{}", asked(&session));
    let mut session = begun(
        "order: Listed",
        "order: Cards(deck: 54, typed: \"true\", joker: [Lua(\"act\")])",
    );
    play(&mut session, &["set card-a=joker, card-b=2c, card-c=3c"]);
    let told = lines(&session);
    assert!(
        told.contains("Skipped joker: the rule refuses (not today) before any choice"),
        "{told}"
    );
    assert_eq!(session.now().turn, Some(Id(0)), "{}", asked(&session));
}

/// A file cannot harm the program or stop it for long.
#[test]
fn hostile_rules_are_stopped_and_reported() {
    let all = [
        ("while true do end", "1,000,000 instructions"),
        ("for i = 1, 1e9 do end", "1,000,000 instructions"),
        (
            "local function f() return 1 + f() end f()",
            "a function that calls itself",
        ),
        (
            "local function f() return f() end f()",
            "1,000,000 instructions",
        ),
        (
            "while true do heal(self, roll(nil, '2d6', 'x') - 13) end",
            "more than 500 times",
        ),
        ("string.rep('x', 1000000000)", "at most 10,000 characters"),
        ("local s = 'x' while true do s = s .. s end", "16 MiB"),
        (
            "local s = ('x'):rep(10000) for i = 1, 9 do s = s .. s end while true do local t = s .. 'y' end",
            "1,000,000 instructions",
        ),
        ("local t = {} for i = 1, 1e8 do t[i] = i end", "a"),
        (
            "local t = {} for i = 1, 50000 do t[i] = target end pick(self, '?', t)",
            "1,000,000 instructions",
        ),
        (
            "local t = {} for i = 1, 5000 do t[i] = target end for i = 1, 20 do rolls(t, 'd6', '?') end",
            "1,000,000 instructions",
        ),
        (
            "while true do local x = self.marks end",
            "1,000,000 instructions",
        ),
        (
            "local t = {} t.t = t say(tostring(t)) self.marks = t",
            "`marks` is a number, not a table",
        ),
        (
            "local t = {} for i = 1, 1e5 do table.insert(t, 1, i) end",
            "1,000,000 instructions",
        ),
        (
            "local t = {} for i = 1, 3000 do t[i] = i end table.unpack(t)",
            "at most 200",
        ),
        (
            "table.sort({ 1, 2, 3 }, function() return true end) error('sorted')",
            "sorted",
        ),
        (
            "getmetatable('').__index = nil",
            "unknown name `getmetatable`",
        ),
        ("('').x = 1", "this has no fields"),
        (
            "setmetatable({}, { __gc = function() end })",
            "unknown name `setmetatable`",
        ),
        ("string.dump(act)", "unknown name `string.dump`"),
        ("('x').dump(act)", "unknown name `string.dump`"),
        (
            "(('a'):rep(9999)):find(('.-'):rep(50) .. 'b') error('plain')",
            "plain",
        ),
        ("('x'):gsub('x', 'y')", "unknown name `string.gsub`"),
        ("pcall(error)", "unknown name `pcall`"),
        ("local ok = coroutine", "unknown name `coroutine`"),
        ("load('x = 1')()", "unknown name `load`"),
        ("require('os')", "unknown name `require`"),
        ("_G.x = 1", "unknown name `_G`"),
        ("_ENV.roll = nil", "`_ENV`"),
        ("local _ENV = {} x = 1", "`_ENV`"),
        ("rawset(self, 'marks', 3)", "unknown name `rawset`"),
        ("self['mar\\nks'] = 3", "unknown field"),
        ("self[1] = 3", "unknown field"),
        ("self[self] = 3", "a name is needed here"),
        ("say(('x'):rep(5000))", "at most 400 characters"),
        ("string.format('%p', self)", "supports only %s, %d and %%"),
        ("choose(self, 'x', {})", "the list of answers is empty"),
        ("pick(self, 'x', { 1 })", "a list of combatants"),
        ("for i = 1, 3000 do roll(self, 'd6', 'x' .. i) end", ""),
        ("roll(self, '99999999d99999999')", "dice"),
        ("error(error)", "function"),
        ("error(nil)", "reports an error"),
        ("local x <close> = self", "non-closable"),
        ("goto done ::done:: error('done')", "done"),
        ("for k in pairs({ [{}] = 1 }) do end", "has none"),
        ("run(('x'):rep(300))", "unknown routine"),
        ("math.floor(0/0)", "cannot be divided by 0"),
        ("self.marks = math.tointeger(2^53)", "too large for a fight"),
        ("self.marks = 2^2000 - 2^2000", "whole number"),
    ];
    for (body, wanted) in all {
        let lua = format!("function act(self, target, with, result)\n{body}\nend");
        match read(&lua) {
            Err(why) => assert!(why.contains(wanted), "{body}: {why}"),
            Ok(_) => {
                let mut session = fight(&lua);
                let before = session.now().clone();
                let fault = inputs(&mut session, &["do attack a", "enter"]).err();
                let told = fault.unwrap_or_else(|| session.notice().unwrap_or_default().to_owned());
                assert!(told.contains(wanted), "{body}: {told}");
                if !wanted.is_empty() {
                    assert_eq!(session.now(), &before, "{body}");
                }
            }
        }
    }
}

/// Routines run by a function share its instruction limit.
#[test]
fn nested_functions_share_one_instruction_limit() {
    let lua = |times: u32| {
        format!(
            "function act()\n  for i = 1, {times} do run('again') end\nend\nfunction tick()\n  for i = 1, 100000 do end\nend"
        )
    };
    play(&mut fight(&lua(2)), &["do attack a", "enter"]);
    let mut session = fight(&lua(20));
    let fault = inputs(&mut session, &["do attack a", "enter"]).err();
    let told = fault.unwrap_or_else(|| session.notice().unwrap_or_default().to_owned());
    assert!(told.contains("1,000,000 instructions"), "{told}");
}

/// No data survives a run, neither in variables of the file nor in tables passed to it.
#[test]
fn variables_of_rules_lua_keep_no_value_after_a_run() {
    let lua = "local seen = {}\nlocal function keep(list, what) list[#list + 1] = what end\n\
        function act(self, target, with)\n  keep(seen, self)\n  keep(self.weapons, 'd4')\n  local n = roll(self, 'd6', 'luck')\n  keep(seen, target)\n  self.marks = #seen * 10 + n\n  self.wants = self.weapons[1].damage\nend";
    let mut session = fight(lua);
    for (dice, marks) in [("roll 3", 23), ("roll 5", 25)] {
        play(&mut session, &["do attack a", "enter", dice]);
        assert_eq!(of(&session, 0, "marks"), Value::Int(marks));
        assert_eq!(of(&session, 0, "wants"), Value::Word("d8+1".into()));
    }
}

/// A fight saved in the middle of a function resumes in the same state, with the same result.
#[test]
fn a_fight_can_be_saved_within_a_function() {
    let lua = "function act(self, target)\n  local a = roll(self, 'd6', 'first')\n  local b = roll(self, 'd6', 'second')\n  if confirm(self, 'Both?') then deal(target, a + b) else deal(target, a) end\nend";
    let mut session = fight(lua);
    play(&mut session, &["do attack a", "enter", "roll 3", "roll 4"]);
    let system = session.system();
    let mut again = Session::resume(&[system], session.save(), &[])
        .expect("it opens")
        .0;
    assert_eq!(asked(&again), "Both?");
    for session in [&mut session, &mut again] {
        play(session, &["yes"]);
        assert_eq!(of(session, 1, "health"), Value::Int(13));
    }
    assert_eq!(
        snapshot(&session).expect("saved"),
        snapshot(&again).expect("saved")
    );
    // After an earlier answer is amended, the later ones are kept.
    play(
        &mut session,
        &["undo", "undo", "undo", "roll 6", "roll 4", "yes"],
    );
    assert_eq!(of(&session, 1, "health"), Value::Int(10));
}

/// A check does not rerun a function that exceeded its limit, because this would take minutes. A fight does.
#[test]
fn an_endless_function_runs_once_in_a_check() {
    let lua = "function act(self, target)\n  while self.health > 15 do end\n  self.marks = 1\nend";
    let told = |watched: bool| {
        let system = read(lua).expect("read");
        if watched {
            system.coverage().watch();
        }
        let mut session = begin(system);
        let mut all = Vec::new();
        for inputs in [
            &["do attack a", "enter"][..],
            &[
                "ruling damage a",
                "set targets=a, amount=6",
                "do attack a",
                "enter",
            ],
        ] {
            play(&mut session, inputs);
            all.push(session.notice().unwrap_or_default().to_owned());
        }
        (all, of(&session, 0, "marks"))
    };
    let (faults, marks) = told(true);
    let fault = "cancelled: duel/rules.lua:2: this code takes more than 1,000,000 instructions";
    assert!(faults[0].starts_with(fault), "{faults:?}");
    assert_eq!(faults[0], faults[1]);
    assert_eq!(marks, Value::Int(0));
    let (faults, marks) = told(false);
    assert!(faults[0].starts_with(fault), "{faults:?}");
    assert_eq!((faults[1].as_str(), marks), ("", Value::Int(1)));
}

/// A check does not rerun a function that ran out of memory, because every run takes as long.
#[test]
fn a_function_that_ran_out_of_memory_runs_once_in_a_check() {
    let lua = "function act(self, target)\n  local s = 'x'\n  while self.health > 15 do s = s .. s end\n  self.marks = 1\nend";
    let system = read(lua).expect("read");
    system.coverage().watch();
    let mut session = begin(system);
    let mut all = Vec::new();
    for inputs in [
        &["do attack a", "enter"][..],
        &[
            "ruling damage a",
            "set targets=a, amount=6",
            "do attack a",
            "enter",
        ],
    ] {
        play(&mut session, inputs);
        all.push(session.notice().unwrap_or_default().to_owned());
    }
    assert!(all[0].contains("16 MiB"), "{all:?}");
    assert_eq!(all[0], all[1]);
    assert_eq!(of(&session, 0, "marks"), Value::Int(0));
}

/// Functions on one line are distinguished, and loading the file does not count as running them.
#[test]
fn coverage_distinguishes_functions_on_the_same_line() {
    let lua = "function act(self, target) lift(self) fell(target) end function lift(who) who.marks = 1 end function spare(who) lift(who) end\n\
        local function deep(who) who.marks = 2 end function fell(who) deep(who) end function idle(who) deep(who) end\n\
        function lone() say('never') end";
    let system = read(lua).expect("read");
    system.coverage().watch();
    let mut session = begin(system);
    play(&mut session, &["do attack a", "enter"]);
    assert_eq!(of(&session, 1, "marks"), Value::Int(2));
    let never = system.coverage().never().into_iter();
    let never = never.map(|one| one.what);
    let of_lua: Vec<String> = never.filter(|what| what.contains("function")).collect();
    assert_eq!(
        of_lua,
        [
            "the function `spare` never ran",
            "the function `idle` never ran",
            "the function `lone` never ran",
        ]
    );
}

/// Authors can see the lines that never run.
#[test]
fn lines_that_never_run_are_reported() {
    let lua = "function act(self, target)\n  if self.marks > 3 then\n    deal(target, 1)\n  end\n  self.marks = 1\nend\nfunction spare()\n  say('never')\nend";
    let session = fight(lua);
    let system = read(lua).expect("read");
    system.coverage().watch();
    let mut session = Session::new(&[system], session.now().clone(), Seed(1)).expect("a session");
    play(&mut session, &["do attack a", "enter"]);
    let never = told(&system.coverage().never());
    let lines: Vec<&str> = never
        .lines()
        .filter(|line| line.contains("never ran"))
        .collect();
    let of_lua: Vec<&&str> = lines
        .iter()
        .filter(|line| line.contains("rules.lua"))
        .collect();
    assert_eq!(
        of_lua,
        [
            &"duel/rules.lua:3:5: this line never ran",
            &"duel/rules.lua:7:10: the function `spare` never ran"
        ],
        "{never}"
    );
}

/// Returns the page about `rules.lua`, and the functions in its blocks.
fn page() -> (String, Vec<String>) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/rules-lua.md")).expect("the page");
    let parts = page.split("```").skip(1).step_by(2);
    let blocks = parts.filter_map(|part| part.strip_prefix("lua\n"));
    let blocks = blocks.map(str::to_owned).collect();
    (page, blocks)
}

/// Each function of the page runs to its end without a fault, with every question answered by Enter.
#[test]
fn every_example_of_the_lua_page_runs() {
    let (_, blocks) = page();
    assert!(blocks.len() > 6, "only {} examples", blocks.len());
    for block in blocks {
        let heads = block
            .lines()
            .filter_map(|line| line.strip_prefix("function "));
        let names: Vec<String> = heads
            .map(|head| head.split('(').next().unwrap_or_default().to_owned())
            .collect();
        assert!(!names.is_empty(), "{block}");
        for name in names {
            let mut session = fight(&format!(
                "{block}\nfunction act(self, target, with, result)\n  {name}(self, target, with, test(self, 'attack'))\nend"
            ));
            play(&mut session, &["do attack a", "enter"]);
            for _ in 0..30 {
                let text = match session.waits() {
                    Waits::Prompt(prompt) => match &prompt.kind {
                        Kind::Roll(roll) => format!("roll{}", " 3".repeat(roll.dice.count())),
                        Kind::Rolls(rows) => {
                            let many: usize = rows.iter().map(|row| row.roll.dice.count()).sum();
                            format!("roll{}", " 3".repeat(many))
                        }
                        Kind::Text { .. } => "text gold".to_owned(),
                        _ => "enter".to_owned(),
                    },
                    _ => break,
                };
                play(&mut session, &[&text]);
            }
            let notice = session.notice().unwrap_or_default();
            assert!(!notice.contains("rules.lua"), "{notice}\n{block}");
            assert!(asked(&session).starts_with("offers"), "{}", asked(&session));
        }
    }
}

/// The page and the stub for editors document every function of `rules.lua`.
#[test]
fn the_lua_page_and_the_stub_list_every_function() {
    let (page, _) = page();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let stub = std::fs::read_to_string(root.join("docs/rules-lua.d.lua")).expect("the stub");
    let names =
        std::fs::read_to_string(root.join("src/systems/written/lua/names.rs")).expect("a source");
    let words = names
        .split("pub const WORDS")
        .nth(1)
        .and_then(|rest| rest.split("];").next())
        .expect("the words");
    let words: Vec<&str> = words.split('"').skip(1).step_by(2).collect();
    assert!(words.len() > 20);
    for word in words {
        assert!(
            page.contains(&format!("`{word}(")),
            "docs/rules-lua.md says nothing of `{word}`"
        );
        assert!(
            stub.contains(&format!("function {word}(")),
            "docs/rules-lua.d.lua says nothing of `{word}`"
        );
    }
    // The stub is valid Lua.
    let code = stub.lines().filter(|line| line.starts_with("function"));
    assert!(code.count() > 20);
}

/// The combatant who takes damage may react, whoever the target of the action is; an amount of 0 harms no one.
#[test]
fn the_damaged_combatant_can_react() {
    let ward = "function ward(self) reduce(1) end\n";
    let lua =
        format!("{ward}function act(self, target) deal(enemies(self)[2], 3) deal(target, 0) end");
    let mut session = fight(&lua);
    play(&mut session, &["do attack a", "set target=b"]);
    assert_eq!(asked(&session), "Dog: ward? 3 damage");
    let health = [1, 2].map(|who| of(&session, who, "health"));
    play(&mut session, &["yes", "no"]);
    assert_eq!(of(&session, 1, "health"), health[0]);
    let (Value::Int(before), Value::Int(after)) = (&health[1], of(&session, 2, "health")) else {
        panic!("health is a number");
    };
    assert_eq!(after, before - 2);
}

/// A choice has action keys if its title and answers are written out in the file, and works without them otherwise.
#[test]
fn a_question_can_have_a_computed_title() {
    let lua = "function act(self, target) local text = choose(self, 'Which ' .. target.name .. '?', { 'this', 'that' }) say(text) \
        choose(self, 'Which way?', { 'left', 'right' }) end";
    let mut session = fight(lua);
    // Returns the key of the question, to which the action keys of its answers refer.
    let question = |session: &Session| match session.waits() {
        Waits::Prompt(prompt) => prompt.question.key.clone(),
        _ => panic!("{}", asked(session)),
    };
    play(&mut session, &["do attack a", "enter"]);
    assert_eq!(asked(&session), "Which Cur?");
    assert_eq!(question(&session), "choose");
    play(&mut session, &["choose that"]);
    assert_eq!(question(&session), "which-way");
    play(&mut session, &["choose right"]);
    assert!(lines(&session).contains("that"));
}

/// A function counts the dice of a result, and gives and takes several levels of a condition.
#[test]
fn a_function_counts_dice_and_levels() {
    let session = done(
        "local result = test(self, 'attack') self.marks = dice_showing(result, 12) * 10 + dice_showing(result, 1, 11) + #result.dice + result.dice[1]",
        &["roll 12"],
    );
    assert_eq!(of(&session, 0, "marks"), Value::Int(23));
    let lua = "function act(self, target) gain(self, 'weary', { levels = 4 }) lose(self, 'weary', { levels = 1 }) gain(target, 'weary', { by = self, levels = 9 }) lose(target, 'weary') \
        gain(target, 'weary', { levels = 0 }) self.marks = self.weary * 10 + target.weary end";
    let system = file(lua).replace("conditions: {", "conditions: { \"weary\": (levels: 5),");
    let (system, lua) = (
        Source::new("duel/system.ron", &system),
        Source::new("duel/rules.lua", lua),
    );
    let texts = Assets {
        roster: ROSTER,
        ..NO_TEXTS
    };
    let system = written::read_with("duel", &system, Some(&lua), texts);
    let mut session = begin(system.unwrap_or_else(|wrong| panic!("{}", told(&wrong))));
    play(&mut session, &["do attack a", "enter"]);
    assert_eq!(of(&session, 0, "marks"), Value::Int(30));
    assert!(lines(&session).contains("weary 3"), "{}", lines(&session));
    play(&mut session, &["undo"]);
    assert!(!has(&session, 0, "weary"));
    for (body, why) in [
        (
            "gain(self, 'prone', { levels = 2 })",
            "`prone` has no levels",
        ),
        (
            "lose(self, 'prone', { levels = 2 })",
            "`prone` has no levels",
        ),
        (
            "dice_showing({ dice = 3 }, 6)",
            "`dice_showing` needs a result first",
        ),
        (
            "dice_showing(self, 6)",
            "`dice_showing` needs a result first",
        ),
    ] {
        let session = done(body, &[]);
        let notice = session.notice().unwrap_or_default();
        assert!(notice.contains(why), "{body}: {notice}");
    }
}
