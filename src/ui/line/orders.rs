//! Execution of the `:` line: rulings with their answers, corrections, pages. `session/script.rs` handles everything
//! else.

use std::borrow::Cow;

use anyhow::{Result, bail};

use crate::compendium::Party;
use crate::encounter::{
    Control, Due, Encounter, Event, Roller, Scheduled, Tactics, TypedRolls, people,
};
use crate::resolver::{Answer, Choice, FieldKind};
use crate::rules::ruling::{self, AFFLICT, DICE, HARM, HEAL, PLAN, RELIEVE, RULE, RULINGS, SAVE};
use crate::rules::schedule::FARTHEST;
use crate::rules::{Entry, Length, When, called_words};
use crate::session::{Input, Waits, one, parse};
use crate::setup::Newcomer;
use crate::store::AutoPlaySpeed;
use crate::text;
use crate::text::{fold, nearest};
use crate::ui::app::{App, Request, Screen};
use crate::ui::fight::Fight;
use crate::ui::fight::own_questions::grown;
use crate::ui::finder;
use crate::ui::line::command::{SCRIPT_VERBS, expand, longest, named_field};
use crate::ui::sheet::value::{changed, read_value};
use crate::ui::sheet::{self, RowTarget, SheetRow};
use crate::values::{FieldSpec, Id, SideId, Spec, Value, Words as _, read_decimal};

/// Maximum number of inputs that one line undoes.
const MOST_STEPS: u32 = 100;

/// Executes the typed line.
///
/// # Errors
/// If the line is not understood or refused, with the reason.
pub fn run(app: &mut App, text: &str) -> Result<()> {
    let text = text.trim();
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (verb, rest) = (expand(verb), rest.trim());
    match verb {
        "" => {}
        "quit" => app.part(Request::Quit),
        "help" if rest.is_empty() => app.open_help(),
        "help" => {
            if !app.open_help_on(rest) {
                bail!("the help has no part about \"{rest}\"");
            }
        }
        "odds" => app.open_odds(),
        "summary" | "recap" => app.open_recap(),
        "auto" => {
            if let Screen::Fight(fight) = &mut app.screen {
                play(fight, rest)?;
            }
        }
        "export" => app.requests.push(Request::Export(rest.to_owned())),
        "fights" => app.part(Request::Leave),
        "save-party" => return app.keep_party(rest),
        "sheet" => {
            if let Screen::Fight(fight) = &app.screen {
                let who = one(fight.now(), rest)?;
                app.open_sheet(who);
            }
        }
        _ => {
            if let Screen::Fight(fight) = &mut app.screen {
                return in_fight(fight, verb, rest, text);
            }
        }
    }
    Ok(())
}

/// Executes a command for the fight on the screen.
fn in_fight(fight: &mut Fight, verb: &str, rest: &str, text: &str) -> Result<()> {
    // An action that is possible now precedes a ruling of the same name.
    let is_verb = |entry: &Entry| entry.command.action == verb && entry.refused.is_none();
    if rest.is_empty() && fight.session.menu().iter().any(is_verb) {
        return act(fight, verb);
    }
    // The verb of a ruling alone opens its form.
    let mut rulings = RULINGS.iter();
    if let Some(ruling) = rulings.find(|one| one.verb == verb && rest.is_empty()) {
        let about = fight.selected();
        return begin(fight, Input::Start(ruling.about(about)));
    }
    let input = match verb {
        "log" => {
            fight.log.about = if rest.is_empty() {
                None
            } else {
                Some(one(fight.now(), rest)?)
            };
            fight.log.back = 0;
            return Ok(());
        }
        "amend" => {
            fight.ask_amendment(0);
            return Ok(());
        }
        "add" => {
            if let Some((party, side)) = party(fight, rest) {
                let joined = fight.let_party_join(&party, &side);
                return joined.map_err(anyhow::Error::msg);
            }
            let newcomer = newcomer(fight, rest)?;
            return fight.let_join(&[newcomer]).map_err(anyhow::Error::msg);
        }
        "undo" | "redo" if !rest.is_empty() => return steps(fight, verb, rest),
        "at" => plan(fight, rest)?,
        "damage" | "heal" => amount(fight, verb, rest)?,
        "condition" => condition(fight, rest)?,
        "clear" => relieve(fight, rest)?,
        "save" => save(fight, rest)?,
        "rule" => Input::StartWith(RULE.about(None), ruling::words(rest)),
        "dice" => Input::StartWith(DICE.about(None), vec![Answer::Text(rest.to_owned())]),
        _ => match correction(fight, verb, rest)? {
            Some(events) => match events.iter().find_map(|one| fight.above_maximum(one)) {
                Some(above) => {
                    fight.ask_whether(&format!("{above}. Set it?"), events);
                    return Ok(());
                }
                None => Input::Correct(events),
            },
            None => match parse(&fight.session, text) {
                Ok(input) => input,
                Err(why) if SCRIPT_VERBS.contains(&verb) => return Err(why),
                Err(_) => return act(fight, text),
            },
        },
    };
    let noted = match &input {
        Input::Correct(events) if verb == "note" => match events.first() {
            Some(Event::Edited { who, .. }) => Some(fight.now().name(*who).to_owned()),
            _ => Some("the fight".to_owned()),
        },
        _ => None,
    };
    if fight.input(input) {
        fight.own.clear();
        fight.preview();
        if let Some(on) = noted {
            fight.say(format!("The note on {on} is saved."));
        }
        return Ok(());
    }
    bail!(fight.take_problem())
}

/// Undoes or redoes a number of inputs, `undo 3`.
fn steps(fight: &mut Fight, verb: &str, rest: &str) -> Result<()> {
    let Ok(steps @ 1..=MOST_STEPS) = rest.parse::<u32>() else {
        bail!("write a number from 1 to {MOST_STEPS}: `{verb} 3`");
    };
    for _ in 0..steps {
        let input = if verb == "undo" {
            Input::Undo
        } else {
            Input::Redo
        };
        if !fight.input(input) {
            bail!(fight.take_problem());
        }
        fight.own.clear();
        fight.preview();
    }
    Ok(())
}

/// Starts an action of the system by its key or label, with combatants: first the combatant who acts, then the
/// combatants for the form's rows. The form stays open.
fn act(fight: &mut Fight, text: &str) -> Result<()> {
    let lower = text.to_lowercase();
    let rest_of = |name: &str| {
        let rest = lower.strip_prefix(&name.to_lowercase())?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| text[text.len() - rest.len()..].trim())
    };
    // Current offers have the same names as in the list.
    let extras = fight.session.extras();
    let offered = fight.session.menu().iter().chain(&extras);
    let offered = offered.map(|entry| (&entry.label, &entry.command));
    if let Some((_, command)) = offered
        .clone()
        .find(|(label, _)| label.to_lowercase() == lower)
    {
        let start = Input::Start(command.clone());
        return begin(fight, start);
    }
    let actions = fight.session.system().actions().iter();
    let named = actions
        .filter(|action| action.when != When::ByItself && action.when != When::Due)
        .flat_map(|action| [action.key, action.label].map(|name| (*action, name)))
        .filter_map(|(action, name)| Some((action, rest_of(name)?)));
    // "end the turn" starts with "end", which is another action.
    let Some((action, rest)) = named.min_by_key(|(_, rest)| rest.len()) else {
        let verb = text.split(' ').next().unwrap_or(text);
        let known = super::command::known(fight);
        match text::nearest(verb, known.iter().map(String::as_str)) {
            Some(near) => bail!("there is no command `{verb}`: did you mean `{near}`?"),
            None => bail!("there is no command `{verb}`: press Tab for a list"),
        }
    };
    let (ids, numbers) = people_and_numbers(fight.now(), rest)?;
    let start = |who: &str| parse(&fight.session, &format!("do {} {who}", action.key));
    let by_first = ids.first().and_then(|id| start(&id.letter()).ok());
    let (input, others) = match by_first {
        Some(input) => (input, &ids[1..]),
        None => match start("") {
            Ok(input) => (input, &ids[..]),
            Err(why) if matches!(fight.session.waits(), Waits::Prompt(_)) => bail!(
                "`{}`: {why}; it is possible {}",
                action.label,
                action.when.words()
            ),
            Err(why) => return Err(why),
        },
    };
    begin(fight, input)?;
    for id in others {
        fill_in(fight, *id);
    }
    for number in numbers {
        fill_in_number(fight, &number);
    }
    Ok(())
}

/// Splits the words after an action into combatants and numbers, each with its sign: `a c -31`.
fn people_and_numbers(now: &Encounter, text: &str) -> Result<(Vec<Id>, Vec<String>)> {
    let is_number = |word: &&str| word.parse::<f64>().is_ok();
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut behind = Vec::new();
    loop {
        // A name may end in a number, so combatants have priority.
        let line = words.join(" ");
        let (left, ids) = targets(now, &line)?;
        if left.iter().all(is_number) {
            let numbers = left.into_iter().map(str::to_owned);
            let numbers = numbers.chain(behind.into_iter().rev()).collect();
            return Ok((ids, numbers));
        }
        match words.pop().filter(is_number) {
            Some(number) => behind.push(number.to_owned()),
            None => bail!(
                "no combatant is called `{}`: write target letters or names",
                left[0]
            ),
        }
    }
}

/// Puts a number into the first number row without a value.
fn fill_in_number(fight: &mut Fight, text: &str) {
    let Some(form) = fight.form() else {
        return;
    };
    let ask = fight.ask();
    let open = ask.fields(form).iter().find_map(|field| match field.kind {
        FieldKind::Number { parts, .. } if !ask.draft.contains_key(&field.key) => Some((
            field.key.clone(),
            read_decimal(text.trim_start_matches('+'), parts)?,
        )),
        _ => None,
    });
    match open {
        Some((key, number)) => {
            fight.with_ask(|ask, _, _| ask.draft.insert(key, Value::Int(number)));
        }
        None => fight.refuse(format!("no row accepts `{text}`")),
    }
}

/// Starts a command from the line.
fn begin(fight: &mut Fight, start: Input) -> Result<()> {
    if !fight.input(start) {
        bail!(fight.take_problem());
    }
    fight.own.clear();
    fight.preview();
    Ok(())
}

/// Puts a combatant into the first row that accepts another combatant.
fn fill_in(fight: &mut Fight, who: Id) {
    let Some(form) = fight.form() else {
        return;
    };
    let ask = fight.ask();
    let open = ask.fields(form).iter().find(|field| {
        let FieldKind::Pick { from, most, .. } = &field.kind else {
            return false;
        };
        from.contains(&who) && (*most > 1 || !ask.draft.contains_key(&field.key))
    });
    let Some(field) = open else {
        return;
    };
    let is_in = matches!(&field.value, Value::Who(ids) if ids.contains(&who));
    let key = field.key.clone();
    match (is_in, &field.value) {
        // A named combatant counts as set, even if it equals the default.
        (true, value) => {
            let value = value.clone();
            fight.with_ask(|ask, _, _| ask.draft.insert(key, value));
        }
        (false, _) => fight.with_ask(|ask, asked, now| ask.put_in(&key, who, asked, now)),
    }
}

/// Splits the targets off the end of a line.
fn targets<'a>(now: &Encounter, text: &'a str) -> Result<(Vec<&'a str>, Vec<Id>)> {
    people::behind(now, text, |_| false).map_err(anyhow::Error::msg)
}

/// Returns the unknown name among the words before the targets: the words in quotes, or else the last word.
fn unknown_name(words: &[&str]) -> Option<String> {
    let whole = words.join(" ");
    let inner = people::unquoted(&whole);
    if inner == whole {
        words.last().map(|word| (*word).to_owned())
    } else {
        Some(inner.to_owned())
    }
}

/// Returns the targets at the end of a line. `unread` is the last word of the line if it has no other meaning.
///
/// # Errors
/// If there are no targets; the error names the unread word, because it was probably meant as a name.
fn need_targets(ids: Vec<Id>, unread: Option<&str>, example: &str) -> Result<Vec<Id>> {
    match unread {
        _ if !ids.is_empty() => Ok(ids),
        Some(word) => {
            bail!(
                "no combatant is called `{word}`: name the targets by letter or name: `{example}`"
            )
        }
        None => bail!("name the targets last, by letter or name: `{example}`"),
    }
}

/// Parses an amount with targets: `5 a c`, `2d6 a`, `5 fire a, c`. A cause follows a colon: `5 a: the roof falls`.
fn amount(fight: &Fight, verb: &str, rest: &str) -> Result<Input> {
    let (rest, cause) = match rest.split_once(':') {
        Some((rest, cause)) => (rest, cause.trim()),
        None => (rest, ""),
    };
    let harms = if verb == HARM.verb {
        fight.session.system().kinds_of_damage()
    } else {
        Vec::new()
    };
    let is = |kind: &Choice, word: &str| {
        [&kind.key, &kind.label]
            .into_iter()
            .any(|name| fold(name) == fold(word))
    };
    let is_kind = |word: &str| harms.iter().any(|kind| is(kind, word));
    let rest = amount_first(fight.now(), rest);
    let rest = kind_first(fight.now(), &rest, is_kind);
    let behind = people::behind(fight.now(), &rest, is_kind);
    let (words, ids) = behind.map_err(anyhow::Error::msg)?;
    let unread = words
        .last()
        .filter(|word| words.len() > 1 && !is_kind(word));
    let ids = need_targets(ids, unread.copied(), &format!("{verb} 5 a c"))?;
    let Some((how_much, others)) = words.split_first() else {
        bail!("write an amount: `{verb} 5 a c`, or dice such as `{verb} 2d6 a`");
    };
    if *how_much == "0" {
        bail!("0 changes nothing: write an amount of 1 or more");
    }
    let named = others.join(" ");
    let kind = match harms.iter().find(|kind| is(kind, &named)) {
        Some(kind) => kind.key.as_str(),
        None if named.is_empty() => "",
        None => {
            let known = harms.iter().map(|kind| kind.key.as_str());
            let near = match nearest(&named, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write a reason after a colon: `{verb} 5 a: {named}`"),
            };
            let what = if harms.is_empty() {
                ""
            } else {
                " or a kind of damage"
            };
            bail!("`{named}` is not a name{what}: {near}");
        }
    };
    let ruling = if verb == HARM.verb { &HARM } else { &HEAL };
    let answers = ruling::amounts(ids, how_much, kind, cause);
    Ok(Input::StartWith(ruling.about(None), answers))
}

/// Moves names before the amount to the end: "c d 7 fire" becomes "7 fire c d". A name that ends with a number, such as
/// "Orc 2", contains no amount.
fn amount_first<'t>(now: &Encounter, text: &'t str) -> Cow<'t, str> {
    let words = people::words(text);
    let is_amount = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let Some(at) = words.iter().rposition(is_amount) else {
        return text.into();
    };
    let (names, amount) = words.split_at(at);
    let with_number = words[..=at].join(" ");
    let is_name = matches!(people::meant(now, &with_number), people::Meant::One(_));
    match people::behind(now, &names.join(" "), |_| false) {
        Ok((rest, ids)) if rest.is_empty() && !ids.is_empty() && !is_name => {
            [amount, names].concat().join(" ").into()
        }
        _ => text.into(),
    }
}

/// Moves a kind of damage at the end before the names: "5 b direct" becomes "5 direct b".
fn kind_first<'t>(now: &Encounter, text: &'t str, is_kind: impl Fn(&str) -> bool) -> Cow<'t, str> {
    let words = people::words(text);
    let [amount, others @ ..] = words.as_slice() else {
        return text.into();
    };
    let starts = 1..others.len();
    let mut kinds = starts.map(|at| others.split_at(at));
    let found = kinds.find(|(_, kind)| is_kind(&kind.join(" ")));
    let Some((names, kind)) = found else {
        return text.into();
    };
    match people::behind(now, &names.join(" "), |_| false) {
        Ok((rest, ids)) if rest.is_empty() && !ids.is_empty() => {
            [&[*amount][..], kind, names].concat().join(" ").into()
        }
        _ => text.into(),
    }
}

/// Parses a condition with its targets: `prone a c`, `prone a c 2`, `prone a c for 2 rounds`, `prone a c until b`,
/// `prone a c until end b`, `prone a c until fight_over`.
fn condition(fight: &Fight, rest: &str) -> Result<Input> {
    let schema = &fight.compendium.schema;
    let kept = rest.strip_suffix(" secret");
    let system = fight.session.system();
    let lasting = called_words::lasting(system, fight.now(), kept.unwrap_or(rest).trim_end());
    let (rest, length) = lasting.map_err(anyhow::Error::msg)?;
    let quoted = rest.trim_start().strip_prefix('"');
    let (word, rest) = match quoted.and_then(|rest| rest.split_once('"')) {
        Some((own, rest)) => (Some(own.trim().to_owned()), rest),
        None => (None, rest),
    };
    let (words, ids) = targets(fight.now(), rest)?;
    let named = called_words::named_condition(schema, &words.join(" "));
    let unread = words.last().filter(|_| words.len() > 1 && named.is_err());
    let ids = need_targets(ids, unread.copied(), "condition prone a c")?;
    let word = match word {
        Some(own) if words.is_empty() && !own.is_empty() => own,
        _ if words.is_empty() => bail!("name the condition: `condition prone a c`"),
        _ => named.map_err(anyhow::Error::msg)?,
    };
    let fixed = schema
        .conditions
        .iter()
        .find(|spec| spec.is(&word) && spec.fixed);
    if let (Some(spec), true) = (fixed, length != Length::Cleared) {
        bail!(
            "the rules set the duration of {}: remove the duration",
            spec.label
        );
    }
    let answers = ruling::begins(schema, ids, &word, length, kept.is_some());
    Ok(Input::StartWith(AFFLICT.about(None), answers))
}

fn relieve(fight: &Fight, rest: &str) -> Result<Input> {
    let (words, ids) = targets(fight.now(), rest)?;
    let named = called_words::named_condition(fight.compendium.schema, &words.join(" "));
    let unread = words.last().filter(|_| words.len() > 1 && named.is_err());
    let ids = need_targets(ids, unread.copied(), "clear prone a c")?;
    let answers = ruling::ends(ids, &words.join("_").to_lowercase());
    Ok(Input::StartWith(RELIEVE.about(None), answers))
}

fn save(fight: &Fight, rest: &str) -> Result<Input> {
    let rows = called_words::read(fight.session.system(), fight.now(), rest);
    let rows = rows.map_err(anyhow::Error::msg)?;
    if !rows.contains_key("targets") {
        let example = called_words::example(fight.session.system(), "a c");
        bail!("name the targets by letter, name or side: `save {example}`");
    }
    Ok(Input::StartWith(SAVE.about(None), ruling::saves(rows)))
}

/// Parses verbs that change the encounter without a question; `None` for other verbs.
fn correction(fight: &Fight, verb: &str, rest: &str) -> Result<Option<Vec<Event>>> {
    let now = fight.now();
    let each = |make: &dyn Fn(Id) -> Event| -> Result<Option<Vec<Event>>> {
        let (words, ids) = targets(now, rest)?;
        if let Some(word) = words.last() {
            bail!("no combatant is called `{word}`: write target letters or names");
        }
        if ids.is_empty() {
            bail!("name the targets by letter or name: `{verb} a c`");
        }
        Ok(Some(ids.into_iter().map(make).collect()))
    };
    match verb {
        "remove" => each(&|who| Event::Left {
            who,
            cause: String::new(),
        }),
        "return" => {
            let returned = each(&|who| Event::Returned { who })?;
            let present = returned.iter().flatten().find_map(|event| match event {
                Event::Returned { who } if !now.get(*who).gone => Some(*who),
                _ => None,
            });
            if let Some(who) = present {
                bail!("{} has not left the fight", now.name(who));
            }
            Ok(returned)
        }
        "hide" => each(&|who| Event::Hid { who, hidden: true }),
        "show" => each(&|who| Event::Hid { who, hidden: false }),
        // `set field=value` fills the current form; `set a field =value` sets a number on a sheet.
        "set" if fills_a_form(rest) => Ok(None),
        "set" => set(fight, rest).map(Some),
        "name" => {
            let (who, name) = in_front(now, rest, "the new name: `name a Una`")?;
            Ok(Some(vec![Event::renamed(now, who, name.to_owned())]))
        }
        "alias" => {
            let example = "the name for the players: `alias a hooded figure`";
            let (who, name) = in_front(now, rest, example)?;
            let name = text::sanitize(name, text::NAME_LIMIT).into_owned();
            Ok(Some(vec![Event::called_by_players(who, name)]))
        }
        "reveal" => {
            // A hidden combatant is shown, too.
            let shown = each(&|who| Event::Hid { who, hidden: false })?;
            let mut revealed = Vec::new();
            for event in shown.into_iter().flatten() {
                let Event::Hid { who, .. } = event else {
                    continue;
                };
                let one = now.get(who);
                if one.other_name.is_empty() && !one.hidden {
                    bail!("the players already see the name of {}", one.name);
                }
                if !one.other_name.is_empty() {
                    revealed.push(Event::called_by_players(who, String::new()));
                }
                if one.hidden {
                    revealed.push(event);
                }
            }
            Ok((!revealed.is_empty()).then_some(revealed))
        }
        "note" => Ok(Some(vec![note(now, rest)?])),
        "rolls" => rolls(now, rest).map(Some),
        "control" => control(now, rest).map(Some),
        _ => Ok(None),
    }
}

/// Splits a line into its combatant and the text after the name, which must not be empty. `example` completes the error
/// for a line that is too short.
fn in_front<'t>(now: &Encounter, rest: &'t str, example: &str) -> Result<(Id, &'t str)> {
    let found = people::in_front(now, rest);
    match found.map_err(anyhow::Error::msg) {
        Ok((who, rest)) if !rest.is_empty() => Ok((who, rest)),
        Err(why) if rest.contains(char::is_whitespace) => Err(why),
        _ => bail!("write a combatant and {example}"),
    }
}

/// Returns true if the text sets the field of a form: one word and a value.
fn fills_a_form(rest: &str) -> bool {
    let field = rest.split_once('=').map(|(field, _)| field.trim());
    field.is_some_and(|field| !field.contains(char::is_whitespace))
}

fn note(now: &Encounter, rest: &str) -> Result<Event> {
    if rest.is_empty() {
        bail!("write the note: `note the bridge is out`, or `note a: owes 5 gold`");
    }
    if let Some((who, text)) = rest.split_once(':')
        && let Ok(who) = one(now, who)
    {
        if text.trim().is_empty() {
            bail!("write the note after the colon, or change and delete notes with F3");
        }
        let notes = grown(&now.get(who).notes, text.trim());
        return Ok(Event::noted_on(who, notes));
    }
    Ok(Event::Notes {
        text: grown(&now.notes, rest),
    })
}

fn rolls(now: &Encounter, rest: &str) -> Result<Vec<Event>> {
    let Some((whose, word)) = rest.rsplit_once(' ') else {
        bail!(
            "write a side, a combatant or `environment`, and who rolls: `rolls a typed`, `rolls Bandits rolled`"
        );
    };
    let roller = match word {
        "typed" | "totals" => Some(Roller::Typed),
        "rolled" => Some(Roller::Rolled),
        "side" => None,
        _ => bail!("unknown keyword `{word}`: write `typed`, `totals`, `rolled` or `side`"),
    };
    let whose = whose.trim();
    let side = people::side(now, whose);
    Ok(match (whose, side, roller) {
        ("environment", _, Some(roller)) if word != "totals" => {
            vec![Event::EnvironmentRoller { roller }]
        }
        (_, Some(side), Some(roller)) => vec![Event::SideRoller {
            side,
            roller,
            typed: match word {
                "typed" => TypedRolls::Dice,
                "totals" => TypedRolls::Totals,
                _ => now.sides[side.index()].typed,
            },
        }],
        _ if word == "totals" => {
            bail!("only the dice of a whole side can be typed as totals: `rolls Heroes totals`")
        }
        (_, Some(_), None) | ("environment", _, None) => {
            bail!(
                "the dice of a side can be typed, totals or rolled, and the dice of the environment can be typed or rolled"
            )
        }
        _ => {
            let (words, ids) = targets(now, whose)?;
            if let Some(name) = unknown_name(&words) {
                bail!("unknown name `{name}`: write a letter, a name, a side or `environment`");
            }
            ids.into_iter()
                .map(|who| Event::CombatantRoller { who, roller })
                .collect()
        }
    })
}

/// Parses `Bandits automatic reckless kills`: a side or combatants, their control and, for a side, tactics. Without
/// words of tactics, the side keeps its tactics.
fn control(now: &Encounter, rest: &str) -> Result<Vec<Event>> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let read = |word: &str| Control::from_word(word).map(Some);
    let read = |word: &str| read(word).or((word == "side").then_some(None));
    let Some(place) = words.iter().position(|word| read(word).is_some()) else {
        bail!(
            "write a side or combatant and its control: `control Bandits automatic reckless`, `control a gm`; control is {} or, for a combatant, side",
            Control::WORDS.join(", ")
        );
    };
    let (whose, tactics) = (words[..place].join(" "), words[place + 1..].join(" "));
    let control = read(words[place]).flatten();
    let side = people::side(now, &whose);
    if let Some(side) = side {
        let Some(control) = control else {
            bail!(
                "unknown control of a side: write one of {}",
                Control::WORDS.join(", ")
            );
        };
        let tactics = if tactics.is_empty() {
            now.sides[side.index()].tactics
        } else {
            Tactics::default()
                .read(&tactics)
                .map_err(anyhow::Error::msg)?
        };
        return Ok(vec![Event::SideControl {
            side,
            control,
            tactics,
        }]);
    }
    if !tactics.is_empty() {
        bail!("only sides have tactics: `control Bandits automatic {tactics}`");
    }
    let (unknown, ids) = targets(now, &whose)?;
    if let Some(name) = unknown_name(&unknown) {
        bail!("unknown name `{name}`: write a letter, a name or a side");
    }
    let each = |who| Event::CombatantControl { who, control };
    Ok(ids.into_iter().map(each).collect())
}

/// Runs `:auto`: plays a turn or a side automatically, pauses or resumes auto-play, or sets its speed.
fn play(fight: &mut Fight, word: &str) -> Result<()> {
    match word {
        "" | "turn" => fight.play_turn(false),
        "side" => fight.play_turn(true),
        "pause" | "resume" => fight.let_play(word == "resume"),
        _ => match AutoPlaySpeed::from_word(word) {
            Some(speed) => fight.set_speed(speed),
            None => bail!(
                "unknown `{word}`: write turn, side, pause, resume, {}",
                AutoPlaySpeed::WORDS.join(", ")
            ),
        },
    }
    Ok(())
}

/// Parses a correction, `a health 5`: the field by its key or label, even of several words, and a value that the schema
/// allows.
fn set(fight: &Fight, rest: &str) -> Result<Vec<Event>> {
    let now = fight.now();
    // The sign may follow the field directly: `a hp=5`.
    let apart = match rest.split_once('=') {
        Some((before, value)) if !before.ends_with(' ') => format!("{before} ={value}"),
        _ => rest.to_owned(),
    };
    let example = "a field and a value: `set a FIELD VALUE` (Tab lists the fields)";
    let (who, rest) = in_front(now, &apart, example)?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let words = words.as_slice();
    let fields = &fight.compendium.schema.fields;
    let named = named_field(fields, words);
    let is_whole = |(spec, path, used): &(&FieldSpec, String, usize)| {
        let typed = words[..*used].join(" ");
        typed == *path || typed.eq_ignore_ascii_case(&spec.label)
    };
    let rows = sheet::rows(now, fight.compendium.schema, who);
    // A whole label of another row precedes the beginning of a field's label.
    let beside = row_beside(&rows, words, |label, typed| label == typed);
    let beside = beside.filter(|_| !named.as_ref().is_some_and(is_whole));
    if let Some((row, used)) = beside {
        return set_beside(fight, who, row, &words[used..]);
    }
    let Some((spec, path, used)) = named else {
        let begins = row_beside(&rows, words, |label, typed| label.starts_with(typed));
        let Some((row, used)) = begins else {
            bail!(
                "there is no field `{}` on the sheet: F3 shows all",
                words[0]
            );
        };
        return set_beside(fight, who, row, &words[used..]);
    };
    if used == words.len() {
        bail!(
            "write the value after the field: {} takes {}",
            spec.label,
            takes(spec)
        );
    }
    let has = now.get(who).sheet.value(&path);
    let to = read_value(spec, &words[used..].join(" "), has.as_ref())?;
    Ok(vec![changed(now, who, &spec.label, &path, to)])
}

/// Finds the row at the start of the words, with as many words as possible, among the rows that the sheet shows but the
/// system does not define: name, side, group, visibility, notes. Returns the row and the number of words used; `None` if
/// several rows match.
fn row_beside<'r>(
    rows: &'r [SheetRow],
    words: &[&str],
    is: impl Fn(&str, &str) -> bool,
) -> Option<(&'r SheetRow, usize)> {
    let own = |row: &&SheetRow| row.field().is_none() && row.target != RowTarget::Heading;
    longest(words, |typed| {
        let mut named = rows.iter().filter(own).filter(|row| is(&row.label, typed));
        named.next().filter(|_| named.next().is_none())
    })
}

/// Changes a row that the sheet shows but the system does not define.
fn set_beside(fight: &Fight, who: Id, row: &SheetRow, value: &[&str]) -> Result<Vec<Event>> {
    if value.is_empty() {
        bail!("write the value after the field `{}`", row.label);
    }
    let value = value.join(" ");
    match fight.row_event(who, row, &value)? {
        Some(event) => Ok(vec![event]),
        None => bail!(
            "{} of {} is `{value}` already",
            row.label,
            fight.now().name(who)
        ),
    }
}

/// Describes the values that a field of a sheet accepts on the line.
fn takes(spec: &FieldSpec) -> String {
    let is = match &spec.kind {
        Spec::Word(words) if words.is_empty() => "a text".to_owned(),
        Spec::Word(words) => words.join(" or "),
        Spec::Flag => "yes or no".to_owned(),
        Spec::Dice => "dice such as 2d6+1".to_owned(),
        Spec::Records(_) => "one row at a time, as on the sheet (F3)".to_owned(),
        kind @ (Spec::Int(..) | Spec::Decimal(..)) => kind.in_words(),
    };
    if spec.may_be_empty() {
        format!("{is}, or none")
    } else {
        is
    }
}

/// Returns the saved party with this name and the players' side, unless the roster has a combatant of that name.
fn party(fight: &Fight, name: &str) -> Option<(Party, String)> {
    let compendium = &fight.compendium;
    let party = compendium.party(name).ok()?;
    let side = fight.now().sides.iter().find(|side| side.players)?;
    let is_somebody = compendium.creature(name).is_ok();
    (!is_somebody).then(|| (party.clone(), side.name.clone()))
}

/// Parses a newcomer, such as `Goblin 3`, `Ogre hp 30` or `Goblin 3 for Raiders`. An unknown side is created.
fn newcomer(fight: &Fight, rest: &str) -> Result<Newcomer> {
    let now = fight.now();
    let (rest, side) = match rest.rsplit_once(" for ") {
        Some((before, name)) => {
            let known = now
                .sides
                .iter()
                .find(|side| side.name.eq_ignore_ascii_case(name.trim()));
            let name = known.map_or(name.trim(), |side| &side.name);
            (before, name.to_owned())
        }
        None => {
            let foes = now.sides.iter().find(|side| !side.players);
            let side = foes.or(now.sides.first());
            (rest, side.map(|side| side.name.clone()).unwrap_or_default())
        }
    };
    if rest.trim().is_empty() {
        bail!("name the combatants to add: `add Goblin 3`, or `add Ogre hp 30`");
    }
    finder::named(rest, &side, &fight.compendium).map_err(anyhow::Error::msg)
}

/// Parses a planned event: `4 the torch burns out`, `+6 …`, `half Raiders …`, `manual …`. The time is followed by a
/// text, or by `add Wolf 3` for an arrival.
fn plan(fight: &Fight, rest: &str) -> Result<Input> {
    let now = fight.now();
    let (first, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (due, what) = match first {
        "" => return Ok(Input::Start(PLAN.about(None))),
        "manual" => (Due::Manual, rest.trim()),
        "half" => {
            let begins = |side: &SideId| {
                let name = now.side_name(*side).to_lowercase();
                rest.trim_start().to_lowercase().starts_with(&name)
            };
            let sides = now.side_ids().filter(begins);
            let Some(side) = sides.max_by_key(|side| now.side_name(*side).len()) else {
                let names = now.sides.iter().map(|side| side.name.as_str());
                let names: Vec<&str> = names.collect();
                bail!(
                    "name the side: `at half {}` …",
                    names.join("` or `at half ")
                );
            };
            let rest = rest
                .trim_start()
                .split_at_checked(now.side_name(side).len());
            let rest = rest.map_or("", |(_, rest)| rest);
            (
                Due::HalfDown(side),
                rest.trim_start_matches([':', ',']).trim(),
            )
        }
        round => {
            let from = if round.starts_with('+') { now.round } else { 0 };
            let Ok(round @ 1..=FARTHEST) = round.trim_start_matches('+').parse::<u32>() else {
                bail!(
                    "write when it happens: `at 4 …`, `at +6 …`, `at half SIDE …` or `at manual …`"
                );
            };
            (Due::Round(from + round), rest.trim())
        }
    };
    if what.is_empty() {
        bail!("write what happens: `at 4 the torch burns out`, `at 4 add Wolf 3`");
    }
    let (what, save) = called_words::apart(what);
    if !save.is_empty() {
        let read = called_words::read(fight.session.system(), now, save);
        read.map_err(anyhow::Error::msg)?;
    }
    let (text, arriving) = match what.split_once(' ') {
        Some(("add", who)) => {
            let who = newcomer(fight, who)?;
            (
                String::new(),
                fight.arrivals(&who).map_err(anyhow::Error::msg)?,
            )
        }
        _ => (what.to_owned(), Vec::new()),
    };
    let scheduled = Scheduled {
        when: due,
        text,
        arriving,
        hidden: false,
        save: save.to_owned(),
    };
    Ok(Input::Correct(vec![Event::Scheduled(scheduled.into())]))
}
