//! Checks amendments without a change. An earlier form opens as it was sent, including rows that only appear because of
//! another row. Sending the form again gives the same answer.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::resolver::Answer;
use affray::session::{Amendable, Session};
use affray::systems;
use affray::ui::app::App;
use affray::ui::fight::own_questions::{Earlier, Errand};

use crate::support::keyboard::{on, press};
use crate::support::{fight_file, screen};

/// Returns the question of a form, and the rows that the GM set.
fn form(one: &Amendable) -> Option<String> {
    let Answer::Filled(set) = &one.given.answer else {
        return None;
    };
    let rows: Vec<&str> = set.keys().map(String::as_str).collect();
    Some(format!("{} {}", one.given.question.key, rows.join(" ")))
}

/// Opens each earlier form of a new kind in a fight, and sends it unchanged.
fn amend_nothing(file: &str, session: Session, seen: &mut BTreeSet<String>) {
    let before = session.save();
    let mut app = screen::app(session);
    press(&mut app, "f8");
    let Some(Errand::AmendWhich(listed)) = on(&app).own.last().map(|own| own.errand.clone()) else {
        return;
    };
    for (place, one) in listed.into_iter().enumerate() {
        let Earlier::Answer(one) = one else {
            continue;
        };
        if form(&one).is_none_or(|form| !seen.insert(form)) {
            continue;
        }
        press(&mut app, &"down ".repeat(place));
        press(&mut app, "enter");
        check_open(&app, &one, file);
        press(&mut app, "enter");
        assert_eq!(on(&app).session.save(), before, "{file}");
        while !on(&app).own.is_empty() {
            press(&mut app, "esc");
        }
        press(&mut app, "f8");
    }
}

/// Checks that an earlier form opens as it was sent.
fn check_open(app: &App, old: &Amendable, file: &str) {
    let own = on(app).own.last().expect("the form");
    let title = &own.prompt.title;
    assert!(
        matches!(own.errand, Errand::Amend { entry, place } if (entry, place) == (old.entry, old.place)),
        "{file}: {title}"
    );
    let opened = Answer::Filled(own.ask.draft.clone());
    assert_eq!(opened, old.given.answer, "{file}: {title}");
}

#[test]
fn an_earlier_form_opens_with_the_values_that_were_sent() {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut seen = BTreeSet::new();
        let mut forms = BTreeSet::new();
        for (file, fight) in fight_file::all(*system, &compendium) {
            let mut last = None;
            let played = fight_file::play(&fight, &[&compendium], systems::all(), |_, session| {
                last = Some(session.save());
            });
            played.unwrap_or_else(|why| panic!("{why}"));
            let saved = last.expect("it was begun");
            let (session, _) = Session::resume(systems::all(), saved, &[]).expect("it opens");
            forms.extend(session.amendable().filter_map(|one| form(&one)));
            amend_nothing(&file, session, &mut seen);
        }
        // Forms further back than the list shows were opened in another fight, or are rare.
        let (many, of) = (seen.len(), forms.len());
        assert!(many * 10 >= of * 9, "{}: {many} of {of}", system.key());
    }
}
