//! Checks that a long fight can be resumed before its beginning is read, without any difference.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::session::{Input, Session};
use affray::setup;
use affray::store::Saves;

use crate::support::random_player::{Player, Tactics};
use affray::systems;

/// Number of inputs before the fight is closed.
const INPUTS: usize = 260;
/// Number of inputs after it is resumed.
const MORE: usize = 60;

/// Makes a number of accepted inputs of the player in both sessions.
fn play(
    player: &mut Player,
    compendium: &Compendium,
    whole: &mut Session,
    mut near: Option<&mut Session>,
    inputs: usize,
) {
    let mut taken = 0;
    while taken < inputs {
        let input = player.input(whole, compendium);
        let done = whole.input(input.clone());
        if let Some(near) = &mut near {
            let same = near.input(input.clone());
            match (&done, &same) {
                (Ok(one), Ok(other)) => assert_eq!(one, other, "{input:?}"),
                (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string()),
                _ => panic!("{input:?}: {done:?}, {same:?}"),
            }
        }
        taken += usize::from(done.is_ok());
    }
}

#[track_caller]
fn same(near: &Session, whole: &Session) {
    assert!(near.now() == whole.now(), "another encounter");
    assert_eq!(near.waits(), whole.waits());
    assert_eq!(near.live_lines(), whole.live_lines());
    assert_eq!(near.undone_lines(), whole.undone_lines());
    assert_eq!(near.history().open(), whole.history().open());
    assert_eq!(near.history().finished(), whole.history().finished());
    assert!(whole.lines().ends_with(near.lines()));
}

#[test]
fn a_fight_resumed_near_its_end_has_its_whole_log_and_recap() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    let systems = systems::all();
    for (number, system) in systems.iter().enumerate() {
        let (compendium, _) = Compendium::built_in(*system);
        let setup = &setup::bundled(&compendium).0[0].setup;
        let seed = 40 + number as u64;
        let start = setup.begin(&compendium, Seed(seed)).expect("no mistakes");
        let mut whole = Session::new(systems, start, Seed(seed)).expect("a session");
        let tactics = [Tactics::Restless, Tactics::Forward][number % 2];
        let mut player = Player::new(seed, tactics);
        play(&mut player, &compendium, &mut whole, None, INPUTS);

        // An amendment of an early input leaves no separate beginning; then the fight continues first.
        let kept = (0..40).find_map(|_| {
            let files = saves.create(&whole).expect("saved");
            let name = files.name().to_owned();
            drop(files);
            let near = saves.resume(&name, systems).expect("it opens").session;
            let begins = near.has_earlier_lines();
            if !begins {
                play(&mut player, &compendium, &mut whole, None, MORE);
            }
            begins.then_some(name)
        });
        let name = kept.expect("at some time its beginning can be left unread");
        let near = || saves.resume(&name, systems).expect("it opens").session;
        same(&near(), &whole);
        let read = near();
        let lines = [read.earlier_lines(), read.lines()].concat();
        assert_eq!(lines, whole.lines());
        assert_eq!(near().save(), whole.save());

        // Saved before the beginning is read, and resumed again.
        let mut gone_on = near();
        play(
            &mut player,
            &compendium,
            &mut whole,
            Some(&mut gone_on),
            MORE,
        );
        same(&gone_on, &whole);
        let files = saves.create(&gone_on).expect("saved");
        let mut again = saves.resume(files.name(), systems).expect("it opens");
        same(&again.session, &whole);
        assert_eq!(again.session.save(), whole.save());
        let all = saves.look(files.name(), systems).expect("it opens").session;
        assert!(!all.has_earlier_lines());
        assert_eq!(all.lines(), whole.lines());

        // All inputs are undone and redone.
        for input in [Input::Undo, Input::Redo] {
            while let Ok(deltas) = whole.input(input.clone()) {
                assert_eq!(again.session.input(input.clone()).expect("taken"), deltas);
            }
            assert!(again.session.input(input).is_err());
            same(&again.session, &whole);
        }
        assert_eq!(again.session.save(), whole.save());
    }
}
