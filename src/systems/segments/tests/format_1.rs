//! What saves of format 1 say.

use crate::encounter::{Encounter, Event};
use crate::values::{Id, Record, Value};

use super::fight;
use crate::rules::System as _;
use crate::systems::segments::Segments;
use crate::systems::segments::state::{Ambush, Deeds, Round, Use, plan as declared};

/// What the kept saves of format 1 do not say of a round is read all the same, and taken away again.
#[test]
fn records_of_format_1_are_read() {
    let mut now = fight(&[
        "max_hp: 9, weapons: [(name: \"tongs\", sc: 50, damage: \"1d6\", mode: \"both\", tentacle_pairs: true)]",
        "max_hp: 9",
    ]);
    now.format_1 = Segments.format_1();
    let keep = |now: &mut Encounter, key: &str, record: Option<Record>| {
        let (key, record) = (key.to_owned(), record.map(Into::into));
        now.apply(&Event::Recorded { key, record });
    };
    let caught = Record::new().with("who", Id(1)).with("degree", 2);
    let ambush = Record::new()
        .with("by", vec![Id(0)])
        .with("caught", Value::List(vec![caught]));
    keep(&mut now, "ambush", Some(ambush));
    let ambush = Ambush::of(&now);
    assert_eq!(
        (ambush.by.as_slice(), ambush.caught[&Id(1)]),
        (&[Id(0)][..], 2)
    );
    let degree = |degree: i64| Some(Record::new().with("degree", degree));
    keep(&mut now, "pickup/00000", degree(3));
    keep(&mut now, "per/00000/00001", degree(4));
    keep(&mut now, "pushed/00000/00001", Some(Record::new()));
    keep(&mut now, "waits/00000", Some(Record::new()));
    let deeds = Deeds::of(&now, Id(0));
    assert_eq!((deeds.pickup, deeds.sensed[&Id(1)]), (Some(3), 4));
    assert_eq!((deeds.pushed.as_slice(), deeds.waits), (&[Id(1)][..], true));
    // One number of tentacles for all targets, a lone weapon without its name, and no second attack.
    let said = Record::new()
        .with("action", "attack")
        .with("mode1", "ranged")
        .with("target1", Id(1))
        .with("weapon2", "none")
        .with("tentacles", 4);
    keep(&mut now, "plan/00000", Some(said));
    let plan = declared(&now, Id(0)).expect("it has declared");
    let thrown = Use {
        weapon: Some("tongs".to_owned()),
        melee: false,
        target: Some(Id(1)),
        what: String::new(),
    };
    assert_eq!(
        (plan.attacks.as_slice(), plan.no_more),
        (&[thrown][..], true)
    );
    assert_eq!(plan.tentacles_on(Id(1), false), 4);
    // Later one of each, by the letters of then.
    let said = Record::new()
        .with("action", "attack")
        .with("tentacles-b", 6)
        .with("tentacles-z", 3)
        .with("tentacles-ab", 2);
    keep(&mut now, "plan/00000", Some(said));
    let plan = declared(&now, Id(0)).expect("it has declared");
    assert_eq!(
        [1, 25, 27].map(|id| plan.tentacles_on(Id(id), false)),
        [6, 3, 2]
    );
    let before = Record::new().with("phase", "between").with("count", 1000);
    keep(&mut now, "round", Some(before));
    assert_eq!((Round::of(&now).begun, Round::of(&now).count), (true, None));
    for key in [
        "ambush",
        "pickup/00000",
        "per/00000/00001",
        "pushed/00000/00001",
        "waits/00000",
        "plan/00000",
        "round",
    ] {
        keep(&mut now, key, None);
    }
    assert!(now.parts.words().is_empty(), "{:?}", now.parts.words());
}
