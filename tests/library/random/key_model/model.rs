//! Rules for the keys at every prompt: lower-case letters are combatants, upper-case letters are action keys, digits
//! are dice, Space skips, Enter accepts the marked row.

use std::collections::{BTreeMap, BTreeSet};

use super::typed;
use crate::support::seeded_chance::Chance;
use affray::resolver::{Answer, Choice, Draft, Field, FieldKind, Kind, Prompt};
use affray::rules::{Capitals, DEED, Entry, System};
use affray::session::{Session, Waits};
use affray::ui::ask::{Ask, Asked, Mode, Reply};
use affray::values::{Id, Value};

/// Returns the action keys of a system.
pub fn capitals(system: &dyn System) -> Capitals {
    Capitals::of_system(system)
}

/// Returns the question without any answers.
pub fn fresh(session: &Session, asked: Asked<'_>) -> Ask {
    let mut ask = Ask::new(asked, session.now(), capitals(session.system()));
    ask.preview = session.preview(&ask.draft);
    ask
}

fn asked(session: &Session) -> Option<Asked<'_>> {
    match session.waits() {
        Waits::Prompt(prompt) => Some(Asked::Prompt(prompt)),
        Waits::Offers { .. } => Some(Asked::Offers(session.menu_rows())),
        Waits::Fault(what) => panic!("a rule failed: {what}"),
    }
}

/// Checks that a combatant's letter means only that combatant. If there are many combatants, the first and the last few
/// are tried.
fn letters(session: &Session, asked: Asked<'_>) {
    let now = session.now();
    let all: Vec<Id> = now.ids().collect();
    let tried = all.iter().take(8).chain(all.iter().rev().take(4));
    for id in tried {
        let mut ask = fresh(session, asked);
        let before = ask.draft.clone();
        let mut reply = Reply::Nothing;
        for c in id.letter().chars() {
            assert_eq!(reply, Reply::Nothing, "half a letter does something");
            reply = ask.type_char(c, asked, now);
        }
        if ask.takes_words(asked) {
            continue;
        }
        let side = now.get(*id).side;
        match &reply {
            Reply::Nothing => {}
            Reply::Start(command) => assert!(
                command.who == Some(*id) || command.side == Some(side),
                "{} starts {command:?}",
                id.letter()
            ),
            Reply::StartAt(command, _, whom) => {
                assert_eq!(whom, id);
                let by = command.who.expect("somebody strikes");
                assert!(!now.allied(by, *id), "a letter strikes an ally");
            }
            Reply::Answer(Answer::Picked(picked)) => assert_eq!(picked, &[*id]),
            other => panic!("{} brings {other:?}", id.letter()),
        }
        for (row, value) in &ask.draft {
            let was = before.get(row);
            let Value::Who(people) = value else {
                assert_eq!(was, Some(value), "{} changes {row}", id.letter());
                continue;
            };
            let there = |asked: Asked<'_>| match asked {
                Asked::Prompt(prompt) => {
                    let fresh = fresh(session, asked);
                    let field = fresh.fields(prompt).iter().find(|field| field.key == *row);
                    match field.map(|field| &field.value) {
                        Some(Value::Who(people)) => people.clone(),
                        _ => Vec::new(),
                    }
                }
                _ => Vec::new(),
            };
            let old = there(asked);
            let others = people.iter().filter(|one| *one != id);
            assert!(
                people == &[*id] || others.clone().eq(old.iter().filter(|one| *one != id)),
                "{} changes {row} from {old:?} to {people:?}",
                id.letter()
            );
        }
    }
}

/// Checks letters in a list. In a list for one combatant, a letter always selects and never clears. In a list for
/// several, it toggles, so that pressing it twice changes nothing.
fn one_or_several(session: &Session, prompt: &Prompt) {
    let (asked, now) = (Asked::Prompt(prompt), session.now());
    let press = |ask: &mut Ask, id: Id| {
        let mut reply = Reply::Nothing;
        for c in id.letter().chars() {
            reply = ask.type_char(c, asked, now);
        }
        ask.preview = session.preview(&ask.draft);
        reply
    };
    let twice = |from: &[Id], most: usize, before: &[Id], once: &[Id], twice: &[Id], who: Id| {
        if most == 1 || from.len() == 1 {
            assert_eq!(
                (once, twice),
                (&[who][..], &[who][..]),
                "{} clears",
                who.letter()
            );
        } else {
            assert_eq!(
                once.contains(&who),
                !before.contains(&who),
                "{}",
                who.letter()
            );
            let same = |one: &Id| before.contains(one) == twice.contains(one);
            assert!(
                from.iter().all(same),
                "{} twice: {before:?}, {twice:?}",
                who.letter()
            );
        }
    };
    if let Kind::Pick {
        from,
        least,
        most,
        preset,
        ..
    } = &prompt.kind
    {
        let tried = from.iter().take(4).filter(|_| (*least, *most) != (1, 1));
        for id in tried {
            let mut ask = fresh(session, asked);
            press(&mut ask, *id);
            let once = ask.picked.clone().expect("somebody is picked");
            press(&mut ask, *id);
            let again = ask.picked.clone().expect("somebody is picked");
            twice(from, *most, preset, &once, &again, *id);
        }
        if *least == 0 {
            let nobody = Reply::Answer(Answer::Picked(Vec::new()));
            assert_eq!(fresh(session, asked).type_char('N', asked, now), nobody);
        }
    }
    if !matches!(prompt.kind, Kind::Form(_)) {
        return;
    }
    let fields = fresh(session, asked).fields(prompt).to_vec();
    for (place, field) in fields.iter().enumerate() {
        let FieldKind::Pick { from, most, .. } = &field.kind else {
            continue;
        };
        for id in from.iter().take(3) {
            let mut ask = fresh(session, asked);
            ask.mark.put(&fields, place);
            let who = |ask: &Ask| match ask.draft.get(&field.key) {
                Some(Value::Who(ids)) => ids.clone(),
                other => panic!("{}: {other:?}", field.key),
            };
            let Value::Who(before) = &field.value else {
                panic!("{} holds people", field.key);
            };
            press(&mut ask, *id);
            let once = who(&ask);
            // If the row has changed, its letter may mean another row.
            let stays = ask.mark.row(ask.fields(prompt)).is_some_and(|one| {
                one == &Field {
                    set: true,
                    value: Value::Who(once.clone()),
                    hint: one.hint.clone(),
                    ..field.clone()
                }
            });
            if stays {
                press(&mut ask, *id);
                twice(from, *most, before, &once, &who(&ask), *id);
            }
        }
    }
}

/// Checks that a digit selects no option and toggles no row: it is a die or a requested number, or it is refused with a
/// message.
fn digits(session: &Session, asked: Asked<'_>) {
    let now = session.now();
    for c in '0'..='9' {
        let mut ask = fresh(session, asked);
        if ask.takes_words(asked) {
            return;
        }
        let (before, picked) = (ask.draft.clone(), ask.picked.clone());
        assert_eq!(ask.type_char(c, asked, now), Reply::Nothing, "{c} answers");
        let Asked::Prompt(prompt) = asked else {
            assert!(ask.problem.is_some(), "{c} is swallowed by a menu");
            continue;
        };
        assert_eq!(ask.picked, picked, "{c} picks somebody");
        let amount = match &prompt.kind {
            // A marked number without an action key takes digits too.
            Kind::Form(fields) => {
                let table = capitals(session.system());
                let marked = ask.mark.row(ask.fields(prompt)).is_some_and(|field| {
                    matches!(field.kind, FieldKind::Number { .. })
                        && table.row(&field.key).is_none_or(|row| row.capital == DEED)
                });
                marked || fields.iter().any(|field| field.amount)
            }
            Kind::Roll(_) | Kind::Rolls(_) | Kind::Number { .. } => true,
            _ => false,
        };
        if !amount {
            assert_eq!(ask.draft, before, "{c} changes a form");
            let typed = ask.mode == Mode::Die && ask.line.value() == c.to_string();
            assert!(typed || ask.problem.is_some(), "{c} is swallowed");
        }
    }
}

/// Checks that arrow keys reach every row of a list.
fn reached(session: &Session, asked: Asked<'_>, rows: usize) {
    let mut ask = fresh(session, asked);
    let place = |ask: &Ask| match asked {
        Asked::Offers(offers) => ask.mark.place(offers),
        Asked::Prompt(prompt) => match &prompt.kind {
            Kind::Choice { options, .. } => ask.mark.place(options),
            Kind::Pick { from, .. } => ask.mark.place(from),
            Kind::Form(_) => ask.mark.place(ask.fields(prompt)),
            _ => None,
        },
        Asked::Fault(_) => None,
    };
    let mut seen: BTreeSet<usize> = place(&ask).into_iter().collect();
    for by in [1, -1] {
        for _ in 0..rows {
            let _ = ask.step(by, asked, session.now());
            seen.extend(place(&ask));
        }
    }
    assert_eq!(seen.len(), rows, "some row cannot be marked");
}

fn menu(session: &Session, offers: &[Entry]) {
    let (asked, now) = (Asked::Offers(offers), session.now());
    reached(session, asked, offers.len());
    let mut letters = BTreeSet::new();
    let mut capitals: BTreeMap<char, Vec<&Entry>> = BTreeMap::new();
    for entry in offers {
        if entry.by_letter {
            let whose = (entry.command.who, entry.command.side);
            assert!(letters.insert(whose), "one letter for two: {}", entry.label);
        }
        match entry.capital {
            Some(capital) => capitals.entry(capital).or_default().push(entry),
            None if entry.by_letter => {}
            // A side that acts or passes has no action key; Enter, Space or the arrow keys select it.
            None => assert!(
                entry.space
                    || entry.preset
                    || entry.command.who.is_none()
                    || entry.command.side.is_some(),
                "only arrows reach {}",
                entry.label
            ),
        }
    }
    assert!(
        offers.iter().filter(|entry| entry.space).count() <= 1,
        "Space means two things"
    );
    for (capital, entries) in capitals {
        let actions: BTreeSet<&str> = entries.iter().map(|entry| &*entry.command.action).collect();
        assert_eq!(actions.len(), 1, "{capital} is on {actions:?}");
        for entry in &entries {
            let mut ask = fresh(session, asked);
            let mut reply = ask.type_char(capital, asked, now);
            if entries.len() > 1 {
                let of_side = |id: &Id| Some(now.get(*id).side) == entry.command.side;
                let who = entry.command.who.or_else(|| now.ids().find(of_side));
                let who = who.expect("several do it");
                for c in who.letter().chars() {
                    reply = ask.type_char(c, asked, now);
                }
            }
            match &entry.refused {
                None if !entry.opens.is_empty() => {
                    assert_eq!(reply, Reply::Open(entry.command.clone()));
                    list(session, entry);
                }
                None => assert_eq!(
                    reply,
                    Reply::Start(entry.command.clone()),
                    "{:?}",
                    ask.problem
                ),
                Some(why) => assert_eq!(ask.problem.as_ref(), Some(why)),
            }
        }
    }
}

/// Checks a submenu as a separate menu with its own keys.
fn list(session: &Session, row: &Entry) {
    let entries = session.menu_list(row);
    assert_eq!(entries.len(), row.opens.len());
    menu(session, &entries);
}

fn choice(session: &Session, prompt: &Prompt, options: &[Choice]) {
    let (asked, now) = (Asked::Prompt(prompt), session.now());
    reached(session, asked, options.len());
    let table = capitals(session.system());
    let mut taken = BTreeSet::new();
    for option in options {
        let Some(capital) = table.deed(&option.key) else {
            continue;
        };
        assert!(taken.insert(capital), "{capital} is on two answers");
        let mut ask = fresh(session, asked);
        let reply = ask.type_char(capital, asked, now);
        match &option.refused {
            None => assert_eq!(reply, Reply::Answer(Answer::Chose(option.key.clone()))),
            Some(why) => assert_eq!(ask.problem.as_ref(), Some(why)),
        }
    }
}

/// Returns the values that the rows would have if the form were sent.
fn values(session: &Session, prompt: &Prompt, draft: &Draft) -> BTreeMap<String, Value> {
    let preview = session.preview(draft);
    let form = preview.as_ref().map_or(prompt, |preview| &preview.form);
    let Kind::Form(fields) = &form.kind else {
        panic!("a form");
    };
    let value = |field: &Field| (field.key.clone(), field.value.clone());
    fields.iter().map(value).collect()
}

fn form(session: &Session, prompt: &Prompt) {
    let (asked, now) = (Asked::Prompt(prompt), session.now());
    let ask = fresh(session, asked);
    let fields = ask.fields(prompt).to_vec();
    reached(session, asked, fields.len());
    let table = capitals(session.system());
    // Keys must differ within a block, and from the rows outside of blocks.
    let mut taken: BTreeMap<(String, char), String> = BTreeMap::new();
    for field in &fields {
        let Some(keyed) = table.row(&field.key) else {
            continue;
        };
        let mut on = vec![keyed.capital];
        if keyed.capital == DEED {
            let FieldKind::Choice(options) = &field.kind else {
                panic!("{} chooses no deed", field.key);
            };
            on = options
                .iter()
                .filter_map(|option| table.deed(&option.key))
                .collect();
            assert_eq!(
                on.len(),
                options.len(),
                "a deed of {} has no capital",
                field.key
            );
        }
        for capital in on {
            for block in [keyed.block, ""] {
                let other = taken.get(&(block.to_owned(), capital));
                assert!(
                    other.is_none(),
                    "{capital} is on {} and {other:?}",
                    field.key
                );
            }
            taken.insert((keyed.block.to_owned(), capital), field.key.clone());
        }
    }
    for field in &fields {
        let Some(keyed) = table.row(&field.key).filter(|keyed| keyed.capital != DEED) else {
            continue;
        };
        let mut ask = fresh(session, asked);
        // The mark moves to a block in which it is not yet.
        let place = fields
            .iter()
            .position(|one| one.key == field.key)
            .expect("it is there");
        ask.mark.put(&fields, place);
        let before = values(session, prompt, &ask.draft);
        assert_eq!(ask.type_char(keyed.capital, asked, now), Reply::Nothing);
        let marked = ask.mark.row(&fields).expect("a row is marked");
        assert_eq!(marked.key, field.key, "{} marks another row", keyed.capital);
        for (row, value) in &ask.draft {
            let changed = before.get(row) != Some(value);
            assert!(
                !changed || *row == field.key,
                "{} changes {row}",
                keyed.capital
            );
        }
        pressed_again(session, prompt, (place, field), keyed.capital);
        let opened = match &field.kind {
            FieldKind::Toggle => ask.draft.contains_key(&field.key),
            FieldKind::Choice(options) if options.len() > 6 => ask.mode == Mode::List,
            // A row with a single value stays the same.
            FieldKind::Choice(_) | FieldKind::Pick { .. } => true,
            FieldKind::Number { .. } => ask.mode == Mode::Number,
            FieldKind::Text => ask.mode == Mode::Words,
        };
        assert!(opened, "{} does nothing to {}", keyed.capital, field.key);
    }
}

/// Checks an action key that is pressed again: it resets its toggle, or moves on to the next row of the same name.
fn pressed_again(session: &Session, prompt: &Prompt, row: (usize, &Field), capital: char) {
    let (place, field) = row;
    let (asked, now) = (Asked::Prompt(prompt), session.now());
    let mut ask = fresh(session, asked);
    let fields = ask.fields(prompt).to_vec();
    ask.mark.put(&fields, place);
    let table = capitals(session.system());
    let named = |field: &&Field| {
        table
            .row(&field.key)
            .is_some_and(|keyed| keyed.capital == capital)
    };
    let press = |ask: &mut Ask| {
        ask.type_char(capital, asked, now);
        ask.preview = session.preview(&ask.draft);
    };
    let value = |ask: &Ask| {
        let mut rows = ask.fields(prompt).iter();
        rows.find(|one| one.key == field.key)
            .map(|one| one.value.clone())
    };
    match &field.kind {
        FieldKind::Toggle => {
            press(&mut ask);
            let once = value(&ask);
            press(&mut ask);
            // A toggle disappears if other rows exclude it, or if it was only shown because it was checked.
            let on = Value::Flag(true);
            let flips = [Some(on.clone()), Some(Value::Flag(false))];
            let stood = once.is_none() && field.value == on;
            assert!(stood || flips.contains(&once), "{}", field.key);
            let twice = value(&ask).unwrap_or_else(|| field.value.clone());
            assert_eq!(twice, field.value, "{capital} twice is not as before");
        }
        FieldKind::Pick { .. } | FieldKind::Number { .. } => {
            let alike: Vec<&Field> = fields.iter().filter(named).collect();
            press(&mut ask);
            press(&mut ask);
            let here = alike
                .iter()
                .position(|one| one.key == field.key)
                .expect("it is one of them");
            let next = alike[(here + 1) % alike.len()];
            let marked = ask.mark.row(&fields).expect("a row is marked");
            assert_eq!(marked.key, next.key, "{capital} twice from {}", field.key);
        }
        FieldKind::Choice(_) | FieldKind::Text => {}
    }
}

/// Checks that Space flips a toggle that arrow keys have reached, and Y a toggle without an action key.
fn after_arrows(session: &Session, prompt: &Prompt) {
    let (asked, now) = (Asked::Prompt(prompt), session.now());
    let table = capitals(session.system());
    let fields = fresh(session, asked).fields(prompt).to_vec();
    let rare = |field: &Field| table.row(&field.key).is_none();
    let yes = |field: &Field| {
        table
            .row(&field.key)
            .is_some_and(|keyed| keyed.capital == 'Y')
    };
    let toggles = fields.iter().enumerate();
    for (place, field) in toggles.filter(|(_, field)| field.kind == FieldKind::Toggle) {
        for key in [' ', 'Y'] {
            if key == 'Y' && (!rare(field) || fields.iter().any(yes)) {
                continue;
            }
            let mut ask = fresh(session, asked);
            ask.mark
                .put(&fields, (place + fields.len() - 1) % fields.len());
            let _ = ask.step(1, asked, now);
            let reply = match key {
                ' ' => ask.nothing_more(asked, now, false),
                _ => ask.type_char(key, asked, now),
            };
            assert_eq!(reply, Reply::Nothing);
            let flipped = field.value != Value::Flag(true);
            assert_eq!(
                ask.draft.get(&field.key),
                Some(&Value::Flag(flipped)),
                "{}",
                field.key
            );
        }
    }
}

/// Checks the current question against the model.
pub fn hold(session: &Session, chance: &mut Chance) {
    let Some(asked) = asked(session) else {
        return;
    };
    letters(session, asked);
    digits(session, asked);
    typed::stray(session, asked);
    if let Asked::Prompt(prompt) = asked {
        typed::dice(session, prompt, chance);
        typed::numbers(session, prompt, chance);
        one_or_several(session, prompt);
    }
    match asked {
        Asked::Offers(offers) => menu(session, offers),
        Asked::Fault(_) => {}
        Asked::Prompt(prompt) => match &prompt.kind {
            Kind::Choice { options, .. } => choice(session, prompt, options),
            Kind::Form(_) => {
                form(session, prompt);
                after_arrows(session, prompt);
            }
            Kind::Pick { from, least, .. } => {
                reached(session, asked, from.len());
                if let (0, [only]) = (*least, from.as_slice()) {
                    let picks = |c: char| {
                        let mut ask = fresh(session, asked);
                        assert_eq!(ask.type_char(c, asked, session.now()), Reply::Nothing);
                        ask.picked
                    };
                    let letters = only.letter();
                    if !letters.starts_with(['y', 'n']) {
                        assert_eq!(picks('y'), Some(vec![*only]));
                        assert_eq!(picks('n'), Some(Vec::new()));
                    }
                }
                if *least == 0 {
                    let space = fresh(session, asked).nothing_more(asked, session.now(), false);
                    assert_eq!(space, Reply::Answer(Answer::Picked(Vec::new())));
                }
            }
            Kind::Confirm { .. } => {
                let press = |c| fresh(session, asked).type_char(c, asked, session.now());
                assert_eq!(press('Y'), Reply::Answer(Answer::Yes(true)));
                assert_eq!(press('N'), Reply::Answer(Answer::Yes(false)));
                let space = fresh(session, asked).nothing_more(asked, session.now(), false);
                assert_eq!(space, Reply::Answer(Answer::Yes(false)));
            }
            Kind::Roll(_) | Kind::Rolls(_) | Kind::Number { .. } | Kind::Text { .. } => {}
        },
    }
}

/// Formats the current question for the message of a failure.
pub fn told(session: &Session) -> String {
    match session.waits() {
        Waits::Prompt(prompt) => format!("`{}`: {}", prompt.question.key, prompt.title),
        Waits::Offers { title, .. } => title.clone(),
        Waits::Fault(what) => what.clone(),
    }
}
