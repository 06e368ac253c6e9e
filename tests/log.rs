//! What stands in the log: a throw a line, in the order in which things happened at the table.

mod fight;

use affray::encounter::{Event, tell};
use affray::rules::compendium::Compendium;

#[test]
fn every_throw_begins_a_line_under_its_act() {
    for system in affray::rules::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut known = (String::new(), 0, 0);
        let (mut throws, mut led) = (0, 0);
        fight::play_all(*system, &compendium, |file, session| {
            let (of, commands, lines) = &mut known;
            let entries = &session.history().entries;
            if of != file || entries.len() < *commands || session.lines().len() < *lines {
                *of = file.to_owned();
                (*commands, *lines) = (0, 0);
            }
            let new = &session.lines()[*lines..];
            let mut begun = new.iter();
            for entry in &entries[*commands..] {
                let thrown = entry
                    .events
                    .iter()
                    .filter(|event| matches!(event, Event::Rolled(_)));
                for text in thrown.filter_map(|event| tell(event, session.now())) {
                    throws += 1;
                    let line = begun.find(|line| line.text.starts_with(&text));
                    let Some(line) = line else {
                        panic!("{file}: no line begins with `{text}` in {new:#?}");
                    };
                    led += usize::from(line.under);
                }
            }
            (*commands, *lines) = (entries.len(), session.lines().len());
        });
        assert!(
            throws > 100 && led * 2 > throws,
            "{}: {led} of {throws}",
            system.key()
        );
    }
}
